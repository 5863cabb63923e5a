; Generated from single.c by mlcc.runtime.native.generate.

@mlcc_rt.single.message = internal global [512 x i8] zeroinitializer, align 1

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
  %cmp1 = icmp sgt i64 %bytes, 2147483519
  %or.cond = or i1 %cmp, %cmp1
  br i1 %or.cond, label %return, label %if.end

if.end:
  %conv = trunc i64 %bytes to i32
  %add = add i32 %conv, 64
  %add2 = add i32 %add, 4
  %call = call ptr @malloc(i32 %add2)
  %cmp3 = icmp eq ptr %call, null
  br i1 %cmp3, label %return, label %if.end6

if.end6:
  %0 = ptrtoint ptr %call to i32
  %add7 = add i32 %0, 4
  %add8 = add i32 %add7, 63
  %and = and i32 %add8, -64
  %1 = inttoptr i32 %and to ptr
  %arrayidx = getelementptr inbounds ptr, ptr %1, i32 -1
  store ptr %call, ptr %arrayidx, align 4
  br label %return

return:
  %retval.0 = phi ptr [ %1, %if.end6 ], [ null, %entry ], [ null, %if.end ]
  ret ptr %retval.0
}

declare ptr @malloc(i32 signext)

define internal void @mlcc_rt_give(ptr %block) {
entry:
  %arrayidx = getelementptr inbounds ptr, ptr %block, i32 -1
  %0 = load ptr, ptr %arrayidx, align 4
  call void @free(ptr %0)
  ret void
}

declare void @free(ptr)

define internal void @mlcc_rt_drop_workspace() {
entry:
  ret void
}
