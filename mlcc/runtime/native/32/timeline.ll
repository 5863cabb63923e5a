; Generated from timeline.c by mlcc.runtime.native.generate.

%struct.event = type { i64, i64, i64, i64 }
%struct.timed = type { ptr, ptr }

@mlcc_rt.timeline.used = internal global i64 0, align 8
@mlcc_rt.timeline.room = internal global i64 0, align 8
@mlcc_rt.timeline.events = internal global ptr null, align 4

define internal i64 @mlcc_rt_timeline(ptr %to, i64 %count) {
entry:
  %0 = load atomic i64, ptr @mlcc_rt.timeline.used monotonic, align 8
  %1 = load atomic i64, ptr @mlcc_rt.timeline.room monotonic, align 8
  store atomic i64 0, ptr @mlcc_rt.timeline.used monotonic, align 8
  %cmp = icmp eq ptr %to, null
  %.count = select i1 %cmp, i64 0, i64 %count
  store atomic i64 %.count, ptr @mlcc_rt.timeline.room monotonic, align 8
  %2 = ptrtoint ptr %to to i32
  store atomic i32 %2, ptr @mlcc_rt.timeline.events release, align 4
  %cmp4 = icmp slt i64 %0, %1
  %cond8 = select i1 %cmp4, i64 %0, i64 %1
  ret i64 %cond8
}

define internal void @mlcc_rt_event(i64 %slot, i64 %begin, i64 %end) noinline {
entry:
  %0 = load atomic i32, ptr @mlcc_rt.timeline.events acquire, align 4
  %1 = inttoptr i32 %0 to ptr
  %cmp = icmp eq ptr %1, null
  br i1 %cmp, label %if.end14, label %if.end

if.end:
  %2 = atomicrmw add ptr @mlcc_rt.timeline.used, i64 1 monotonic, align 8
  %3 = load atomic i64, ptr @mlcc_rt.timeline.room monotonic, align 8
  %cmp3 = icmp slt i64 %2, %3
  br i1 %cmp3, label %if.then4, label %if.end14

if.then4:
  %call = call ptr @mlcc_rt_message()
  %4 = ptrtoint ptr %call to i32
  %conv = sext i32 %4 to i64
  %idxprom = trunc i64 %2 to i32
  %arrayidx = getelementptr inbounds %struct.event, ptr %1, i32 %idxprom
  %thread = getelementptr inbounds nuw %struct.event, ptr %arrayidx, i32 0, i32 0
  store i64 %conv, ptr %thread, align 4
  %idxprom5 = trunc i64 %2 to i32
  %arrayidx6 = getelementptr inbounds %struct.event, ptr %1, i32 %idxprom5
  %slot7 = getelementptr inbounds nuw %struct.event, ptr %arrayidx6, i32 0, i32 1
  store i64 %slot, ptr %slot7, align 4
  %idxprom8 = trunc i64 %2 to i32
  %arrayidx9 = getelementptr inbounds %struct.event, ptr %1, i32 %idxprom8
  %begin10 = getelementptr inbounds nuw %struct.event, ptr %arrayidx9, i32 0, i32 2
  store i64 %begin, ptr %begin10, align 4
  %idxprom11 = trunc i64 %2 to i32
  %arrayidx12 = getelementptr inbounds %struct.event, ptr %1, i32 %idxprom11
  %end13 = getelementptr inbounds nuw %struct.event, ptr %arrayidx12, i32 0, i32 3
  store i64 %end, ptr %end13, align 4
  br label %if.end14

if.end14:
  ret void
}

declare ptr @mlcc_rt_message()

define void @mlcc_rt_timed_parallel(ptr %run, ptr %context, i64 %extent) {
entry:
  %loop = alloca %struct.timed, align 4
  %run1 = getelementptr inbounds nuw %struct.timed, ptr %loop, i32 0, i32 0
  store ptr %run, ptr %run1, align 4
  %context2 = getelementptr inbounds nuw %struct.timed, ptr %loop, i32 0, i32 1
  store ptr %context, ptr %context2, align 4
  %0 = load atomic i32, ptr @mlcc_rt.timeline.events monotonic, align 4
  %1 = inttoptr i32 %0 to ptr
  %cmp = icmp eq ptr %1, null
  br i1 %cmp, label %if.then, label %if.else

if.then:
  call void @mlcc_rt_parallel(ptr %run, ptr %context, i64 %extent)
  br label %if.end

if.else:
  call void @mlcc_rt_parallel(ptr @mlcc_rt.timeline.run_timed, ptr %loop, i64 %extent)
  br label %if.end

if.end:
  ret void
}

declare void @mlcc_rt_parallel(ptr, ptr, i64)

define internal void @mlcc_rt.timeline.run_timed(ptr %context, i64 %begin, i64 %end) {
entry:
  %call = call i64 @mlcc_rt_now(i64 0)
  %run = getelementptr inbounds nuw %struct.timed, ptr %context, i32 0, i32 0
  %0 = load ptr, ptr %run, align 4
  %context1 = getelementptr inbounds nuw %struct.timed, ptr %context, i32 0, i32 1
  %1 = load ptr, ptr %context1, align 4
  call void %0(ptr %1, i64 %begin, i64 %end)
  %call2 = call i64 @mlcc_rt_now(i64 0)
  call void @mlcc_rt_event(i64 -1, i64 %call, i64 %call2)
  ret void
}

declare i64 @mlcc_rt_now(i64)
