; Generated from kept.c by mlcc.runtime.native.generate.

%struct.area = type { i32, i32, [2 x i32], [14 x i64], [0 x i8] }

@mlcc_rt_kept_bytes = external constant i64, align 8
@mlcc_rt_kept = external global [0 x i8], align 64

define i32 @mlcc_rt_kept_enter(i32 %function, ptr %sizes, i32 %count) {
entry:
  %call = call ptr @mlcc_rt.kept.area_of(i32 %function)
  %calls1 = getelementptr inbounds nuw %struct.area, ptr %call, i32 0, i32 0
  %0 = load atomic i32, ptr %calls1 monotonic, align 4
  %cmp = icmp sgt i32 %count, 14
  br i1 %cmp, label %return, label %while.cond

while.cond:
  %calls.0 = phi i32 [ %0, %entry ], [ %spec.select, %while.body ]
  %cmp2 = icmp ne i32 %calls.0, -1
  br i1 %cmp2, label %while.body, label %while.end

while.body:
  %calls3 = getelementptr inbounds nuw %struct.area, ptr %call, i32 0, i32 0
  %add = add nsw i32 %calls.0, 1
  %1 = cmpxchg weak ptr %calls3, i32 %calls.0, i32 %add acquire monotonic, align 4
  %2 = extractvalue { i32, i1 } %1, 0
  %3 = extractvalue { i32, i1 } %1, 1
  %spec.select = select i1 %3, i32 %calls.0, i32 %2
  %storedv = zext i1 %3 to i8
  %loadedv = trunc i8 %storedv to i1
  br i1 %loadedv, label %if.then4, label %while.cond

if.then4:
  %call5 = call i32 @mlcc_rt.kept.is_of(ptr %call, ptr %sizes, i32 %count)
  %tobool = icmp ne i32 %call5, 0
  br i1 %tobool, label %return, label %if.end7

if.end7:
  %call8 = call i32 @mlcc_rt_kept_leave(i32 %function, i32 1)
  br label %while.end

while.end:
  %calls10 = getelementptr inbounds nuw %struct.area, ptr %call, i32 0, i32 0
  %4 = cmpxchg ptr %calls10, i32 0, i32 -1 acquire monotonic, align 4
  %5 = extractvalue { i32, i1 } %4, 1
  %storedv15 = zext i1 %5 to i8
  %loadedv16 = trunc i8 %storedv15 to i1
  br i1 %loadedv16, label %for.cond, label %return

for.cond:
  %i.0 = phi i32 [ %inc, %for.body ], [ 0, %while.end ]
  %cmp19 = icmp slt i32 %i.0, %count
  br i1 %cmp19, label %for.body, label %for.cond23

for.body:
  %arrayidx = getelementptr inbounds i64, ptr %sizes, i32 %i.0
  %6 = load i64, ptr %arrayidx, align 4
  %sizes20 = getelementptr inbounds nuw %struct.area, ptr %call, i32 0, i32 3
  %arrayidx21 = getelementptr inbounds [14 x i64], ptr %sizes20, i32 0, i32 %i.0
  store i64 %6, ptr %arrayidx21, align 4
  %inc = add nsw i32 %i.0, 1
  br label %for.cond

for.cond23:
  %i22.0 = phi i32 [ %inc29, %for.body25 ], [ 0, %for.cond ]
  %cmp24 = icmp slt i32 %i22.0, 2
  br i1 %cmp24, label %for.body25, label %for.end30

for.body25:
  %filled = getelementptr inbounds nuw %struct.area, ptr %call, i32 0, i32 2
  %arrayidx26 = getelementptr inbounds [2 x i32], ptr %filled, i32 0, i32 %i22.0
  store atomic i32 0, ptr %arrayidx26 monotonic, align 4
  %inc29 = add nsw i32 %i22.0, 1
  br label %for.cond23

for.end30:
  %calls31 = getelementptr inbounds nuw %struct.area, ptr %call, i32 0, i32 0
  store atomic i32 1, ptr %calls31 release, align 4
  br label %return

return:
  %retval.0 = phi i32 [ 1, %if.then4 ], [ 0, %entry ], [ 1, %for.end30 ], [ 0, %while.end ]
  ret i32 %retval.0
}

define internal ptr @mlcc_rt.kept.area_of(i32 %function) {
entry:
  %conv = sext i32 %function to i64
  %0 = load i64, ptr @mlcc_rt_kept_bytes, align 8
  %mul = mul nsw i64 %conv, %0
  %idx.ext = trunc i64 %mul to i32
  %add.ptr = getelementptr inbounds i8, ptr @mlcc_rt_kept, i32 %idx.ext
  ret ptr %add.ptr
}

define internal i32 @mlcc_rt.kept.is_of(ptr %area, ptr %sizes, i32 %count) {
entry:
  br label %for.cond

for.cond:
  %i.0 = phi i32 [ 0, %entry ], [ %inc, %for.inc ]
  %cmp = icmp slt i32 %i.0, %count
  br i1 %cmp, label %for.body, label %return

for.body:
  %sizes1 = getelementptr inbounds nuw %struct.area, ptr %area, i32 0, i32 3
  %arrayidx = getelementptr inbounds [14 x i64], ptr %sizes1, i32 0, i32 %i.0
  %0 = load i64, ptr %arrayidx, align 4
  %arrayidx2 = getelementptr inbounds i64, ptr %sizes, i32 %i.0
  %1 = load i64, ptr %arrayidx2, align 4
  %cmp3 = icmp ne i64 %0, %1
  br i1 %cmp3, label %return, label %for.inc

for.inc:
  %inc = add nsw i32 %i.0, 1
  br label %for.cond

return:
  %retval.0 = phi i32 [ 0, %for.body ], [ 1, %for.cond ]
  ret i32 %retval.0
}

define i32 @mlcc_rt_kept_leave(i32 %function, i32 %entered) {
entry:
  %cmp = icmp ne i32 %entered, 0
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %call = call ptr @mlcc_rt.kept.area_of(i32 %function)
  %calls = getelementptr inbounds nuw %struct.area, ptr %call, i32 0, i32 0
  %0 = atomicrmw sub ptr %calls, i32 1 release, align 4
  br label %if.end

if.end:
  ret i32 0
}

define i32 @mlcc_rt_kept_find(i32 %function, i32 %entered, i32 %part) {
entry:
  %cmp = icmp ne i32 %entered, 0
  br i1 %cmp, label %land.rhs, label %land.end

land.rhs:
  %call = call ptr @mlcc_rt.kept.area_of(i32 %function)
  %call1 = call i32 @mlcc_rt.kept.is_filled(ptr %call, i32 %part)
  %tobool = icmp ne i32 %call1, 0
  br label %land.end

land.end:
  %0 = phi i1 [ false, %entry ], [ %tobool, %land.rhs ]
  %land.ext = zext i1 %0 to i32
  ret i32 %land.ext
}

define internal i32 @mlcc_rt.kept.is_filled(ptr %area, i32 %part) {
entry:
  %filled = getelementptr inbounds nuw %struct.area, ptr %area, i32 0, i32 2
  %div = sdiv i32 %part, 32
  %arrayidx = getelementptr inbounds [2 x i32], ptr %filled, i32 0, i32 %div
  %0 = load atomic i32, ptr %arrayidx acquire, align 4
  %rem = srem i32 %part, 32
  %shr = lshr i32 %0, %rem
  %and = and i32 %shr, 1
  ret i32 %and
}

define i32 @mlcc_rt_kept_begin(i32 %function, i32 %entered, i32 %part, i64 %end) {
entry:
  %call = call ptr @mlcc_rt.kept.area_of(i32 %function)
  %cmp = icmp eq i32 %entered, 0
  %cmp1 = icmp slt i64 %end, 0
  %or.cond = select i1 %cmp, i1 true, i1 %cmp1
  br i1 %or.cond, label %return, label %lor.lhs.false2

lor.lhs.false2:
  %0 = load i64, ptr @mlcc_rt_kept_bytes, align 8
  %sub = sub nsw i64 %0, 128
  %cmp3 = icmp sgt i64 %end, %sub
  br i1 %cmp3, label %return, label %if.end

if.end:
  %writing = getelementptr inbounds nuw %struct.area, ptr %call, i32 0, i32 1
  %1 = atomicrmw xchg ptr %writing, i32 1 acquire, align 4
  %cmp4 = icmp ne i32 %1, 0
  br i1 %cmp4, label %return, label %if.end6

if.end6:
  %call7 = call i32 @mlcc_rt.kept.is_filled(ptr %call, i32 %part)
  %tobool = icmp ne i32 %call7, 0
  br i1 %tobool, label %if.then8, label %return

if.then8:
  %writing9 = getelementptr inbounds nuw %struct.area, ptr %call, i32 0, i32 1
  store atomic i32 0, ptr %writing9 release, align 4
  br label %return

return:
  %retval.0 = phi i32 [ 0, %if.end ], [ 0, %entry ], [ 0, %if.then8 ], [ 0, %lor.lhs.false2 ], [ 1, %if.end6 ]
  ret i32 %retval.0
}

define i32 @mlcc_rt_kept_end(i32 %function, i32 %part) {
entry:
  %call = call ptr @mlcc_rt.kept.area_of(i32 %function)
  %filled = getelementptr inbounds nuw %struct.area, ptr %call, i32 0, i32 2
  %div = sdiv i32 %part, 32
  %arrayidx = getelementptr inbounds [2 x i32], ptr %filled, i32 0, i32 %div
  %rem = srem i32 %part, 32
  %shl = shl i32 1, %rem
  %0 = atomicrmw or ptr %arrayidx, i32 %shl release, align 4
  %writing = getelementptr inbounds nuw %struct.area, ptr %call, i32 0, i32 1
  store atomic i32 0, ptr %writing release, align 4
  ret i32 0
}

define ptr @mlcc_rt_kept_at(i32 %function, i32 %found, i64 %from, ptr %own) {
entry:
  %cmp = icmp ne i32 %found, 0
  br i1 %cmp, label %cond.true, label %cond.end

cond.true:
  %call = call ptr @mlcc_rt.kept.area_of(i32 %function)
  %values = getelementptr inbounds nuw %struct.area, ptr %call, i32 0, i32 4
  %arraydecay = getelementptr inbounds [0 x i8], ptr %values, i32 0, i32 0
  %idx.ext = trunc i64 %from to i32
  %add.ptr = getelementptr inbounds i8, ptr %arraydecay, i32 %idx.ext
  br label %cond.end

cond.end:
  %cond = phi ptr [ %add.ptr, %cond.true ], [ %own, %entry ]
  ret ptr %cond
}

define i32 @mlcc_rt_kept_read(i32 %function, i64 %from, ptr %to, i64 %bytes) {
entry:
  %call = call ptr @mlcc_rt.kept.area_of(i32 %function)
  %values = getelementptr inbounds nuw %struct.area, ptr %call, i32 0, i32 4
  %arraydecay = getelementptr inbounds [0 x i8], ptr %values, i32 0, i32 0
  %idx.ext = trunc i64 %from to i32
  %add.ptr = getelementptr inbounds i8, ptr %arraydecay, i32 %idx.ext
  %conv = trunc i64 %bytes to i32
  call void @llvm.memcpy.p0.p0.i32(ptr align 1 %to, ptr align 1 %add.ptr, i32 %conv, i1 false)
  ret i32 0
}

declare void @llvm.memcpy.p0.p0.i32(ptr noalias, ptr noalias readonly, i32, i1)

define i32 @mlcc_rt_kept_write(i32 %function, i64 %to, ptr %from, i64 %bytes) {
entry:
  %call = call ptr @mlcc_rt.kept.area_of(i32 %function)
  %values = getelementptr inbounds nuw %struct.area, ptr %call, i32 0, i32 4
  %arraydecay = getelementptr inbounds [0 x i8], ptr %values, i32 0, i32 0
  %idx.ext = trunc i64 %to to i32
  %add.ptr = getelementptr inbounds i8, ptr %arraydecay, i32 %idx.ext
  %conv = trunc i64 %bytes to i32
  call void @llvm.memcpy.p0.p0.i32(ptr align 1 %add.ptr, ptr align 1 %from, i32 %conv, i1 false)
  ret i32 0
}
