; Generated from linux.c by mlcc.runtime.native.generate.

@mlcc_rt_sys_futex = external constant i64, align 8

define internal void @mlcc_rt_wait(ptr %word, i32 %value) noinline {
entry:
  %0 = load i64, ptr @mlcc_rt_sys_futex, align 8
  %call = call i64 (i64, ...) @syscall(i64 %0, ptr %word, i32 128, i32 %value, ptr null, ptr null, i32 0)
  ret void
}

declare i64 @syscall(i64, ...)

define internal void @mlcc_rt_wake(ptr %word) noinline {
entry:
  %0 = load i64, ptr @mlcc_rt_sys_futex, align 8
  %call = call i64 (i64, ...) @syscall(i64 %0, ptr %word, i32 129, i32 1, ptr null, ptr null, i32 0)
  ret void
}

define internal i32 @mlcc_rt_cpus() cold noinline {
entry:
  %mask = alloca [128 x i64], align 16
  call void @llvm.memset.p0.i64(ptr align 16 %mask, i8 0, i64 1024, i1 false)
  %arraydecay = getelementptr inbounds [128 x i64], ptr %mask, i64 0, i64 0
  %call = call i32 @sched_getaffinity(i32 0, i64 1024, ptr %arraydecay)
  br label %for.cond

for.cond:
  %count.0 = phi i32 [ 0, %entry ], [ %add, %for.body ]
  %i.0 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp slt i32 %i.0, 128
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %idxprom = sext i32 %i.0 to i64
  %arrayidx = getelementptr inbounds [128 x i64], ptr %mask, i64 0, i64 %idxprom
  %0 = load i64, ptr %arrayidx, align 8
  %1 = call i64 @llvm.ctpop.i64(i64 %0)
  %cast = trunc i64 %1 to i32
  %add = add nsw i32 %count.0, %cast
  %inc = add nsw i32 %i.0, 1
  br label %for.cond

for.end:
  %cmp1 = icmp sgt i32 %count.0, 0
  %count.0. = select i1 %cmp1, i32 %count.0, i32 1
  ret i32 %count.0.
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

declare i32 @sched_getaffinity(i32 signext, i64, ptr)

declare i64 @llvm.ctpop.i64(i64)

define internal i32 @mlcc_rt_cpu() {
entry:
  %call = call i32 @sched_getcpu()
  ret i32 %call
}

declare i32 @sched_getcpu()

define internal void @mlcc_rt_leave(i32 %cpu) cold noinline {
entry:
  %mask = alloca [128 x i64], align 16
  call void @llvm.memset.p0.i64(ptr align 16 %mask, i8 0, i64 1024, i1 false)
  %cmp = icmp slt i32 %cpu, 0
  %cmp1 = icmp sge i32 %cpu, 8192
  %or.cond = or i1 %cmp, %cmp1
  br i1 %or.cond, label %return, label %lor.lhs.false2

lor.lhs.false2:
  %call = call i32 @mlcc_rt_cpus()
  %cmp3 = icmp slt i32 %call, 2
  br i1 %cmp3, label %return, label %if.end

if.end:
  %arraydecay = getelementptr inbounds [128 x i64], ptr %mask, i64 0, i64 0
  %call4 = call i32 @sched_getaffinity(i32 0, i64 1024, ptr %arraydecay)
  %div = sdiv i32 %cpu, 64
  %idxprom = sext i32 %div to i64
  %arrayidx = getelementptr inbounds [128 x i64], ptr %mask, i64 0, i64 %idxprom
  %0 = load i64, ptr %arrayidx, align 8
  %rem = srem i32 %cpu, 64
  %sh_prom = zext i32 %rem to i64
  %shl = shl i64 1, %sh_prom
  %not = xor i64 %shl, -1
  %and = and i64 %0, %not
  %div5 = sdiv i32 %cpu, 64
  %idxprom6 = sext i32 %div5 to i64
  %arrayidx7 = getelementptr inbounds [128 x i64], ptr %mask, i64 0, i64 %idxprom6
  store i64 %and, ptr %arrayidx7, align 8
  %arraydecay8 = getelementptr inbounds [128 x i64], ptr %mask, i64 0, i64 0
  %call9 = call i32 @sched_setaffinity(i32 0, i64 1024, ptr %arraydecay8)
  %div10 = sdiv i32 %cpu, 64
  %idxprom11 = sext i32 %div10 to i64
  %arrayidx12 = getelementptr inbounds [128 x i64], ptr %mask, i64 0, i64 %idxprom11
  store i64 %0, ptr %arrayidx12, align 8
  %arraydecay13 = getelementptr inbounds [128 x i64], ptr %mask, i64 0, i64 0
  %call14 = call i32 @sched_setaffinity(i32 0, i64 1024, ptr %arraydecay13)
  br label %return

return:
  ret void
}

declare i32 @sched_setaffinity(i32 signext, i64, ptr)
