; Generated from posix.c by mlcc.runtime.native.generate.

@mlcc_rt_sc_nprocessors = external constant i32, align 4

define internal void @mlcc_rt_wait(ptr %word, i32 %value) noinline {
entry:
  br label %while.cond

while.cond:
  %0 = load atomic i32, ptr %word acquire, align 4
  %cmp = icmp eq i32 %0, %value
  br i1 %cmp, label %while.body, label %while.end

while.body:
  %call = call i32 @usleep(i32 50)
  br label %while.cond

while.end:
  ret void
}

declare i32 @usleep(i32 signext)

define internal void @mlcc_rt_wake(ptr %word) {
entry:
  ret void
}

define internal i32 @mlcc_rt_cpus() cold noinline {
entry:
  %0 = load i32, ptr @mlcc_rt_sc_nprocessors, align 4
  %call = call i32 @sysconf(i32 %0)
  %cmp = icmp slt i32 %call, 1
  %.call = select i1 %cmp, i32 1, i32 %call
  ret i32 %.call
}

declare i32 @sysconf(i32 signext)

define internal i32 @mlcc_rt_cpu() {
entry:
  ret i32 -1
}

define internal void @mlcc_rt_leave(i32 %cpu) {
entry:
  ret void
}
