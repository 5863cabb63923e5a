; Generated from workspace.c by mlcc.runtime.native.generate.

@mlcc_rt.workspace.taken = internal global i32 0, align 4
@mlcc_rt_arena_bytes = external constant i64, align 8
@mlcc_rt_arena = external global [0 x i8], align 64
@mlcc_rt.workspace.grown_bytes = internal global i32 0, align 4
@mlcc_rt.workspace.grown = internal global ptr null, align 4
@mlcc_rt.workspace.str = private unnamed_addr constant [46 x i8] c"%s: out of memory: no workspace of %lld bytes\00", align 1
@mlcc_rt.workspace.str.1 = private unnamed_addr constant [51 x i8] c"%s: expected a workspace of %lld bytes, given %lld\00", align 1
@mlcc_rt.workspace.str.2 = private unnamed_addr constant [59 x i8] c"%s: the workspace at %p is NULL or not aligned to 64 bytes\00", align 1

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

define internal i32 @mlcc_rt_no_memory(ptr %function, i64 %bytes) cold noinline {
entry:
  %call = call ptr @mlcc_rt_message()
  %call1 = call i32 (ptr, i32, ptr, ...) @snprintf(ptr %call, i32 512, ptr @mlcc_rt.workspace.str, ptr %function, i64 %bytes)
  ret i32 11
}

declare i32 @snprintf(ptr, i32 signext, ptr, ...)

declare ptr @mlcc_rt_message()

define internal i32 @mlcc_rt_check_workspace(ptr %function, ptr %given, i32 %bytes, i64 %needed) {
entry:
  %conv = zext i32 %bytes to i64
  %cmp = icmp ult i64 %conv, %needed
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %call = call ptr @mlcc_rt_message()
  %conv2 = zext i32 %bytes to i64
  %call3 = call i32 (ptr, i32, ptr, ...) @snprintf(ptr %call, i32 512, ptr @mlcc_rt.workspace.str.1, ptr %function, i64 %needed, i64 %conv2)
  br label %return

if.end:
  %cmp4 = icmp ne i64 %needed, 0
  br i1 %cmp4, label %land.lhs.true, label %return

land.lhs.true:
  %cmp6 = icmp eq ptr %given, null
  %0 = ptrtoint ptr %given to i32
  %and = and i32 %0, 63
  %cmp8 = icmp ne i32 %and, 0
  %or.cond = select i1 %cmp6, i1 true, i1 %cmp8
  br i1 %or.cond, label %if.then10, label %return

if.then10:
  %call11 = call ptr @mlcc_rt_message()
  %call12 = call i32 (ptr, i32, ptr, ...) @snprintf(ptr %call11, i32 512, ptr @mlcc_rt.workspace.str.2, ptr %function, ptr %given)
  br label %return

return:
  %retval.0 = phi i32 [ 10, %if.then ], [ 10, %if.then10 ], [ 0, %land.lhs.true ], [ 0, %if.end ]
  ret i32 %retval.0
}

declare i32 @posix_memalign(ptr, i32 signext, i32 signext)
