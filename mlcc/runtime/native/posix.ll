; Where there is no futex: a sleeping thread looks again every 50 microseconds.
declare i32 @usleep(i32)
declare $word @sysconf(i32)

define internal void @mlcc_rt_wait(ptr %word, i32 %value) noinline {
entry:
  br label %look

look:
  %now = load atomic i32, ptr %word acquire, align 4
  %same = icmp eq i32 %now, %value
  br i1 %same, label %nap, label %done

nap:
  %rc = call i32 @usleep(i32 50)
  br label %look

done:
  ret void
}

define internal void @mlcc_rt_wake(ptr %word) {
  ret void
}

define internal i32 @mlcc_rt_cpus() noinline cold {
  %online = call $word @sysconf(i32 $sc_nprocessors_onln)
  %low = call $word @llvm.smax.$word($word %online, $word 1)
  %bound = call $word @llvm.smin.$word($word %low, $word $max_threads)
  %cpus = $narrow
  ret i32 %cpus
}

; The scheduler decides where threads run.
define internal i32 @mlcc_rt_cpu() alwaysinline {
  ret i32 -1
}

define internal void @mlcc_rt_leave(i32 %cpu) alwaysinline {
  ret void
}
