; Waiting in the kernel by futex, and the processors of the affinity mask.
declare $word @syscall($word, ...)
declare i32 @sched_getaffinity(i32, $word, ptr)
declare i32 @sched_setaffinity(i32, $word, ptr)
declare i32 @sched_getcpu()
declare i64 @llvm.ctpop.i64(i64)

; 128: FUTEX_WAIT | FUTEX_PRIVATE. Returns when woken, when the word differs, or for no reason.
define internal void @mlcc_rt_wait(ptr %word, i32 %value) noinline {
  %rc = call $word ($word, ...) @syscall($word $futex, ptr %word, i32 128, i32 %value, ptr null, ptr null, i32 0)
  ret void
}

; 129: FUTEX_WAKE | FUTEX_PRIVATE.
define internal void @mlcc_rt_wake(ptr %word) noinline {
  %rc = call $word ($word, ...) @syscall($word $futex, ptr %word, i32 129, i32 1, ptr null, ptr null, i32 0)
  ret void
}

define internal i32 @mlcc_rt_cpus() noinline cold {
entry:
  %mask = alloca [128 x i64], align 16
  call void @llvm.memset.p0.i64(ptr align 16 %mask, i8 0, i64 1024, i1 false)
  %rc = call i32 @sched_getaffinity(i32 0, $word 1024, ptr %mask)
  br label %next

next:
  %i = phi i64 [ 0, %entry ], [ %i1, %next ]
  %sum = phi i64 [ 0, %entry ], [ %sum1, %next ]
  %at = getelementptr inbounds [128 x i64], ptr %mask, i64 0, i64 %i
  %bits = load i64, ptr %at, align 8
  %count = call i64 @llvm.ctpop.i64(i64 %bits)
  %sum1 = add i64 %sum, %count
  %i1 = add i64 %i, 1
  %over = icmp eq i64 %i1, 128
  br i1 %over, label %done, label %next

done:
  %total = trunc i64 %sum1 to i32
  %some = icmp sgt i32 %total, 0
  %cpus = select i1 %some, i32 %total, i32 1
  ret i32 %cpus
}

; The processor that the calling thread runs on; negative where that is not known.
define internal i32 @mlcc_rt_cpu() alwaysinline {
  %cpu = call i32 @sched_getcpu()
  ret i32 %cpu
}

; Moves the calling thread to another processor of its affinity mask than `cpu`, if there is one: the mask without `cpu`
; makes the kernel move it at once, and is put back.
define internal void @mlcc_rt_leave(i32 %cpu) noinline cold {
entry:
  %mask = alloca [128 x i64], align 16
  %count = call i32 @mlcc_rt_cpus()
  %others = icmp sgt i32 %count, 1
  %in_mask = icmp ult i32 %cpu, 8192
  %may = and i1 %others, %in_mask
  br i1 %may, label %move, label %return

move:
  call void @llvm.memset.p0.i64(ptr align 16 %mask, i8 0, i64 1024, i1 false)
  %r0 = call i32 @sched_getaffinity(i32 0, $word 1024, ptr %mask)
  %index = udiv i32 %cpu, $word_bits
  %place = urem i32 %cpu, $word_bits
  %at = getelementptr inbounds $word, ptr %mask, i32 %index
  %kept = load $word, ptr %at, align $word_bytes
  %shift = $place_word
  %bit = shl $word 1, %shift
  %all = xor $word %bit, -1
  %without = and $word %kept, %all
  store $word %without, ptr %at, align $word_bytes
  %r1 = call i32 @sched_setaffinity(i32 0, $word 1024, ptr %mask)
  store $word %kept, ptr %at, align $word_bytes
  %r2 = call i32 @sched_setaffinity(i32 0, $word 1024, ptr %mask)
  br label %return

return:
  ret void
}
