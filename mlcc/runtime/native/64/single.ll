; Generated from single.c by mlcc.runtime.native.generate.

@mlcc_rt.single.message = internal global [512 x i8] zeroinitializer, align 16

define internal ptr @mlcc_rt_message() {
entry:
  ret ptr @mlcc_rt.single.message
}

define internal void @mlcc_rt_drop_messages() {
entry:
  ret void
}

define internal void @mlcc_rt_set_num_threads(i32 %n) {
entry:
  ret void
}

define internal void @mlcc_rt_shutdown() {
entry:
  ret void
}

define internal ptr @mlcc_rt_take(i64 %bytes) {
entry:
  %cmp = icmp slt i64 %bytes, 0
  %cmp1 = icmp sgt i64 %bytes, 140737488355200
  %or.cond = or i1 %cmp, %cmp1
  br i1 %or.cond, label %return, label %if.end

if.end:
  %add = add i64 %bytes, 64
  %add2 = add i64 %add, 8
  %call = call ptr @malloc(i64 %add2)
  %cmp3 = icmp eq ptr %call, null
  br i1 %cmp3, label %return, label %if.end5

if.end5:
  %0 = ptrtoint ptr %call to i64
  %add6 = add i64 %0, 8
  %add7 = add i64 %add6, 63
  %and = and i64 %add7, -64
  %1 = inttoptr i64 %and to ptr
  %arrayidx = getelementptr inbounds ptr, ptr %1, i64 -1
  store ptr %call, ptr %arrayidx, align 8
  br label %return

return:
  %retval.0 = phi ptr [ %1, %if.end5 ], [ null, %entry ], [ null, %if.end ]
  ret ptr %retval.0
}

declare ptr @malloc(i64)

define internal void @mlcc_rt_give(ptr %block) {
entry:
  %arrayidx = getelementptr inbounds ptr, ptr %block, i64 -1
  %0 = load ptr, ptr %arrayidx, align 8
  call void @free(ptr %0)
  ret void
}

declare void @free(ptr)

define internal void @mlcc_rt_drop_workspace() {
entry:
  ret void
}
