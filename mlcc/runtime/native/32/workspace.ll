; Generated from workspace.c by mlcc.runtime.native.generate.

@mlcc_rt.workspace.taken = internal global i32 0, align 4
@mlcc_rt_arena_bytes = external constant i64, align 8
@mlcc_rt_arena = external global [0 x i8], align 64
@mlcc_rt.workspace.grown_bytes = internal global i32 0, align 4
@mlcc_rt.workspace.grown = internal global ptr null, align 4

define internal ptr @mlcc_rt_take(i64 %bytes) {
entry:
  %0 = cmpxchg ptr @mlcc_rt.workspace.taken, i32 0, i32 1 acquire monotonic, align 4
  %1 = extractvalue { i32, i1 } %0, 1
  %storedv = zext i1 %1 to i8
  %loadedv = trunc i8 %storedv to i1
  br i1 %loadedv, label %if.end, label %if.then

if.then:
  %call = call ptr @mlcc_rt.workspace.allocate(i64 %bytes)
  br label %return

if.end:
  %2 = load i64, ptr @mlcc_rt_arena_bytes, align 8
  %cmp = icmp ule i64 %bytes, %2
  br i1 %cmp, label %return, label %if.end2

if.end2:
  %3 = load i32, ptr @mlcc_rt.workspace.grown_bytes, align 4
  %conv = zext i32 %3 to i64
  %cmp3 = icmp uge i64 %conv, %bytes
  br i1 %cmp3, label %if.then5, label %if.end6

if.then5:
  %4 = load atomic i32, ptr @mlcc_rt.workspace.grown monotonic, align 4
  %5 = inttoptr i32 %4 to ptr
  br label %return

if.end6:
  %call7 = call ptr @mlcc_rt.workspace.grow(i64 %bytes)
  br label %return

return:
  %retval.0 = phi ptr [ %call, %if.then ], [ %5, %if.then5 ], [ %call7, %if.end6 ], [ @mlcc_rt_arena, %if.end ]
  ret ptr %retval.0
}

define internal ptr @mlcc_rt.workspace.allocate(i64 %bytes) cold noinline {
entry:
  %block = alloca ptr, align 4
  store ptr null, ptr %block, align 4
  %cmp = icmp slt i64 %bytes, 0
  %cmp1 = icmp sgt i64 %bytes, 2147483647
  %or.cond = or i1 %cmp, %cmp1
  br i1 %or.cond, label %return, label %if.end

if.end:
  %cmp2 = icmp slt i64 %bytes, 64
  %conv = trunc i64 %bytes to i32
  %cond = select i1 %cmp2, i32 64, i32 %conv
  %call = call i32 @posix_memalign(ptr %block, i32 64, i32 %cond)
  %cmp3 = icmp eq i32 %call, 0
  %0 = load ptr, ptr %block, align 4
  %cond8 = select i1 %cmp3, ptr %0, ptr null
  br label %return

return:
  %retval.0 = phi ptr [ %cond8, %if.end ], [ null, %entry ]
  ret ptr %retval.0
}

define internal ptr @mlcc_rt.workspace.grow(i64 %bytes) cold noinline {
entry:
  %0 = load atomic i32, ptr @mlcc_rt.workspace.grown monotonic, align 4
  %1 = inttoptr i32 %0 to ptr
  %2 = ptrtoint ptr null to i32
  store atomic i32 %2, ptr @mlcc_rt.workspace.grown monotonic, align 4
  call void @free(ptr %1)
  %call = call ptr @mlcc_rt.workspace.allocate(i64 %bytes)
  %cmp = icmp eq ptr %call, null
  %conv = trunc i64 %bytes to i32
  %cond = select i1 %cmp, i32 0, i32 %conv
  store i32 %cond, ptr @mlcc_rt.workspace.grown_bytes, align 4
  %3 = ptrtoint ptr %call to i32
  store atomic i32 %3, ptr @mlcc_rt.workspace.grown monotonic, align 4
  %cmp2 = icmp eq ptr %call, null
  br i1 %cmp2, label %if.then, label %if.end

if.then:
  store atomic i32 0, ptr @mlcc_rt.workspace.taken release, align 4
  br label %if.end

if.end:
  ret ptr %call
}

define internal void @mlcc_rt_give(ptr %block) {
entry:
  %cmp = icmp eq ptr %block, @mlcc_rt_arena
  br i1 %cmp, label %if.then, label %lor.lhs.false

lor.lhs.false:
  %0 = load atomic i32, ptr @mlcc_rt.workspace.grown monotonic, align 4
  %1 = inttoptr i32 %0 to ptr
  %cmp1 = icmp eq ptr %block, %1
  br i1 %cmp1, label %if.then, label %if.else

if.then:
  store atomic i32 0, ptr @mlcc_rt.workspace.taken release, align 4
  br label %if.end

if.else:
  call void @free(ptr %block)
  br label %if.end

if.end:
  ret void
}

declare void @free(ptr)

define internal void @mlcc_rt_drop_workspace() {
entry:
  %0 = load atomic i32, ptr @mlcc_rt.workspace.grown monotonic, align 4
  %1 = inttoptr i32 %0 to ptr
  call void @free(ptr %1)
  %2 = ptrtoint ptr null to i32
  store atomic i32 %2, ptr @mlcc_rt.workspace.grown monotonic, align 4
  store i32 0, ptr @mlcc_rt.workspace.grown_bytes, align 4
  ret void
}

declare i32 @posix_memalign(ptr, i32 signext, i32 signext)
