; Generated from kept.c by mlcc.runtime.native.generate.

%struct.area = type { i32, i32, i64, [14 x i64], [0 x i8] }

@mlcc_rt_kept_bytes = external constant i64, align 8
@mlcc_rt_kept = external global [0 x i8], align 64

define i32 @mlcc_rt_kept_find(i32 %function, i32 %part, ptr %sizes, i32 %count) {
entry:
  %call = call ptr @mlcc_rt.kept.area_of(i32 %function)
  %call1 = call i32 @mlcc_rt.kept.take(ptr %call)
  %tobool = icmp ne i32 %call1, 0
  br i1 %tobool, label %if.end, label %return

if.end:
  %filled = getelementptr inbounds nuw %struct.area, ptr %call, i32 0, i32 2
  %0 = load i64, ptr %filled, align 4
  %sh_prom = zext i32 %part to i64
  %shr = lshr i64 %0, %sh_prom
  %and = and i64 %shr, 1
  %cmp = icmp ne i64 %and, 0
  br i1 %cmp, label %land.lhs.true, label %if.end5

land.lhs.true:
  %call2 = call i32 @mlcc_rt.kept.is_of(ptr %call, ptr %sizes, i32 %count)
  %tobool3 = icmp ne i32 %call2, 0
  br i1 %tobool3, label %return, label %if.end5

if.end5:
  call void @mlcc_rt.kept.leave(ptr %call)
  br label %return

return:
  %retval.0 = phi i32 [ 0, %entry ], [ 0, %if.end5 ], [ 1, %land.lhs.true ]
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

define internal i32 @mlcc_rt.kept.take(ptr %area) {
entry:
  %busy = getelementptr inbounds nuw %struct.area, ptr %area, i32 0, i32 0
  %0 = atomicrmw xchg ptr %busy, i32 1 acquire, align 4
  %cmp = icmp eq i32 %0, 0
  %conv = zext i1 %cmp to i32
  ret i32 %conv
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

define internal void @mlcc_rt.kept.leave(ptr %area) {
entry:
  %busy = getelementptr inbounds nuw %struct.area, ptr %area, i32 0, i32 0
  store atomic i32 0, ptr %busy release, align 4
  ret void
}

define i32 @mlcc_rt_kept_begin(i32 %function, ptr %sizes, i32 %count, i64 %end) {
entry:
  %call = call ptr @mlcc_rt.kept.area_of(i32 %function)
  %cmp = icmp sgt i32 %count, 14
  %cmp1 = icmp slt i64 %end, 0
  %or.cond = select i1 %cmp, i1 true, i1 %cmp1
  br i1 %or.cond, label %return, label %lor.lhs.false2

lor.lhs.false2:
  %0 = load i64, ptr @mlcc_rt_kept_bytes, align 8
  %sub = sub nsw i64 %0, 128
  %cmp3 = icmp sgt i64 %end, %sub
  br i1 %cmp3, label %return, label %lor.lhs.false4

lor.lhs.false4:
  %call5 = call i32 @mlcc_rt.kept.take(ptr %call)
  %tobool = icmp ne i32 %call5, 0
  br i1 %tobool, label %if.end, label %return

if.end:
  %call6 = call i32 @mlcc_rt.kept.is_of(ptr %call, ptr %sizes, i32 %count)
  %tobool7 = icmp ne i32 %call6, 0
  br i1 %tobool7, label %return, label %for.cond

for.cond:
  %i.0 = phi i32 [ %inc, %for.body ], [ 0, %if.end ]
  %cmp9 = icmp slt i32 %i.0, %count
  br i1 %cmp9, label %for.body, label %for.end

for.body:
  %arrayidx = getelementptr inbounds i64, ptr %sizes, i32 %i.0
  %1 = load i64, ptr %arrayidx, align 4
  %sizes10 = getelementptr inbounds nuw %struct.area, ptr %call, i32 0, i32 3
  %arrayidx11 = getelementptr inbounds [14 x i64], ptr %sizes10, i32 0, i32 %i.0
  store i64 %1, ptr %arrayidx11, align 4
  %inc = add nsw i32 %i.0, 1
  br label %for.cond

for.end:
  %filled = getelementptr inbounds nuw %struct.area, ptr %call, i32 0, i32 2
  store i64 0, ptr %filled, align 4
  br label %return

return:
  %retval.0 = phi i32 [ 0, %entry ], [ 0, %lor.lhs.false4 ], [ 0, %lor.lhs.false2 ], [ 1, %for.end ], [ 1, %if.end ]
  ret i32 %retval.0
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

define i32 @mlcc_rt_kept_end(i32 %function, i32 %part) {
entry:
  %call = call ptr @mlcc_rt.kept.area_of(i32 %function)
  %sh_prom = zext i32 %part to i64
  %shl = shl i64 1, %sh_prom
  %filled = getelementptr inbounds nuw %struct.area, ptr %call, i32 0, i32 2
  %0 = load i64, ptr %filled, align 4
  %or = or i64 %0, %shl
  store i64 %or, ptr %filled, align 4
  call void @mlcc_rt.kept.leave(ptr %call)
  ret i32 0
}
