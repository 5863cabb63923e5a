; Generated from linux.c by mlcc.runtime.native.generate.

@mlcc_rt_sys_futex = external constant i32, align 4

define internal void @mlcc_rt_wait(ptr %word, i32 %value) noinline {
entry:
  %0 = load i32, ptr @mlcc_rt_sys_futex, align 4
  %call = call i32 (i32, ...) @syscall(i32 %0, ptr %word, i32 128, i32 %value, ptr null, ptr null, i32 0)
  ret void
}

declare i32 @syscall(i32 signext, ...)

define internal void @mlcc_rt_wake(ptr %word) noinline {
entry:
  %0 = load i32, ptr @mlcc_rt_sys_futex, align 4
  %call = call i32 (i32, ...) @syscall(i32 %0, ptr %word, i32 129, i32 1, ptr null, ptr null, i32 0)
  ret void
}

define internal i32 @mlcc_rt_cpus() cold noinline {
entry:
  %mask = alloca [256 x i32], align 4
  call void @llvm.memset.p0.i32(ptr align 4 %mask, i8 0, i32 1024, i1 false)
  %arraydecay = getelementptr inbounds [256 x i32], ptr %mask, i32 0, i32 0
  %call = call i32 @sched_getaffinity(i32 0, i32 1024, ptr %arraydecay)
  br label %for.cond

for.cond:
  %count.0 = phi i32 [ 0, %entry ], [ %add, %for.body ]
  %i.0 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp slt i32 %i.0, 256
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %arrayidx = getelementptr inbounds [256 x i32], ptr %mask, i32 0, i32 %i.0
  %0 = load i32, ptr %arrayidx, align 4
  %1 = call i32 @llvm.ctpop.i32(i32 %0)
  %add = add nsw i32 %count.0, %1
  %inc = add nsw i32 %i.0, 1
  br label %for.cond

for.end:
  %cmp1 = icmp sgt i32 %count.0, 0
  %count.0. = select i1 %cmp1, i32 %count.0, i32 1
  ret i32 %count.0.
}

declare void @llvm.memset.p0.i32(ptr, i8, i32, i1)

declare i32 @sched_getaffinity(i32 signext, i32 signext, ptr)

declare i32 @llvm.ctpop.i32(i32)

define internal i32 @mlcc_rt_cpu() {
entry:
  %call = call i32 @sched_getcpu()
  ret i32 %call
}

declare i32 @sched_getcpu()

define internal void @mlcc_rt_leave(i32 %cpu) cold noinline {
entry:
  %mask = alloca [256 x i32], align 4
  call void @llvm.memset.p0.i32(ptr align 4 %mask, i8 0, i32 1024, i1 false)
  %cmp = icmp slt i32 %cpu, 0
  %cmp1 = icmp sge i32 %cpu, 8192
  %or.cond = or i1 %cmp, %cmp1
  br i1 %or.cond, label %return, label %lor.lhs.false2

lor.lhs.false2:
  %call = call i32 @mlcc_rt_cpus()
  %cmp3 = icmp slt i32 %call, 2
  br i1 %cmp3, label %return, label %if.end

if.end:
  %arraydecay = getelementptr inbounds [256 x i32], ptr %mask, i32 0, i32 0
  %call4 = call i32 @sched_getaffinity(i32 0, i32 1024, ptr %arraydecay)
  %div = sdiv i32 %cpu, 32
  %arrayidx = getelementptr inbounds [256 x i32], ptr %mask, i32 0, i32 %div
  %0 = load i32, ptr %arrayidx, align 4
  %rem = srem i32 %cpu, 32
  %shl = shl i32 1, %rem
  %not = xor i32 %shl, -1
  %and = and i32 %0, %not
  %div5 = sdiv i32 %cpu, 32
  %arrayidx6 = getelementptr inbounds [256 x i32], ptr %mask, i32 0, i32 %div5
  store i32 %and, ptr %arrayidx6, align 4
  %arraydecay7 = getelementptr inbounds [256 x i32], ptr %mask, i32 0, i32 0
  %call8 = call i32 @sched_setaffinity(i32 0, i32 1024, ptr %arraydecay7)
  %div9 = sdiv i32 %cpu, 32
  %arrayidx10 = getelementptr inbounds [256 x i32], ptr %mask, i32 0, i32 %div9
  store i32 %0, ptr %arrayidx10, align 4
  %arraydecay11 = getelementptr inbounds [256 x i32], ptr %mask, i32 0, i32 0
  %call12 = call i32 @sched_setaffinity(i32 0, i32 1024, ptr %arraydecay11)
  br label %return

return:
  ret void
}

declare i32 @sched_setaffinity(i32 signext, i32 signext, ptr)
