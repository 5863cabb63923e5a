; Generated from profile.c by mlcc.runtime.native.generate.

@mlcc_rt_profile_ns = external global [0 x i64], align 8
@mlcc_rt_profile_count = external constant i32, align 4

define i32 @mlcc_rt_profile_mark(ptr %since, i32 %index) noinline {
entry:
  %call = call i64 @mlcc_rt_now(i64 0)
  %cmp = icmp sge i32 %index, 0
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %arrayidx = getelementptr inbounds [0 x i64], ptr @mlcc_rt_profile_ns, i32 0, i32 %index
  %0 = load i64, ptr %since, align 4
  %sub = sub nsw i64 %call, %0
  %1 = atomicrmw add ptr %arrayidx, i64 %sub monotonic, align 8
  %conv = sext i32 %index to i64
  %2 = load i64, ptr %since, align 4
  call void @mlcc_rt_event(i64 %conv, i64 %2, i64 %call)
  br label %if.end

if.end:
  store i64 %call, ptr %since, align 4
  ret i32 0
}

declare i64 @mlcc_rt_now(i64)

declare void @mlcc_rt_event(i64, i64, i64)

define internal i32 @mlcc_rt_profile_read(ptr %ns, i32 %count) {
entry:
  br label %for.cond

for.cond:
  %i.0 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp slt i32 %i.0, %count
  %0 = load i32, ptr @mlcc_rt_profile_count, align 4
  %cmp1 = icmp slt i32 %i.0, %0
  %1 = select i1 %cmp, i1 %cmp1, i1 false
  br i1 %1, label %for.body, label %for.end

for.body:
  %arrayidx = getelementptr inbounds [0 x i64], ptr @mlcc_rt_profile_ns, i32 0, i32 %i.0
  %2 = atomicrmw xchg ptr %arrayidx, i64 0 monotonic, align 8
  %arrayidx2 = getelementptr inbounds i64, ptr %ns, i32 %i.0
  store i64 %2, ptr %arrayidx2, align 4
  %inc = add nsw i32 %i.0, 1
  br label %for.cond

for.end:
  %3 = load i32, ptr @mlcc_rt_profile_count, align 4
  ret i32 %3
}
