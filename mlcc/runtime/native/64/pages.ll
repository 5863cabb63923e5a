; Generated from pages.c by mlcc.runtime.native.generate.

@mlcc_rt.pages.state = internal global i32 0, align 4
@mlcc_rt.pages.str = private unnamed_addr constant [13 x i8] c"MLCC_WEIGHTS\00", align 1
@mlcc_rt.pages.str.1 = private unnamed_addr constant [5 x i8] c"copy\00", align 1

define internal void @mlcc_rt_large_pages(ptr %weights, i64 %weights_bytes, ptr %arena, i64 %arena_bytes) {
entry:
  %0 = load atomic i32, ptr @mlcc_rt.pages.state monotonic, align 4
  %cmp = icmp eq i32 %0, 0
  br i1 %cmp, label %if.then, label %if.end

if.then:
  call void @mlcc_rt.pages.ask(ptr %weights, i64 %weights_bytes, ptr %arena, i64 %arena_bytes)
  br label %if.end

if.end:
  ret void
}

define internal void @mlcc_rt.pages.ask(ptr %weights, i64 %weights_bytes, ptr %arena, i64 %arena_bytes) cold noinline {
entry:
  %weights.addr = alloca ptr, align 8
  %arena.addr = alloca ptr, align 8
  store ptr %weights, ptr %weights.addr, align 8
  store ptr %arena, ptr %arena.addr, align 8
  %0 = cmpxchg ptr @mlcc_rt.pages.state, i32 0, i32 1 monotonic monotonic, align 4
  %1 = extractvalue { i32, i1 } %0, 1
  %storedv = zext i1 %1 to i8
  %loadedv = trunc i8 %storedv to i1
  br i1 %loadedv, label %if.end, label %return

if.end:
  %call = call i64 @mlcc_rt.pages.whole_pages(ptr %arena.addr, i64 %arena_bytes)
  %call1 = call i64 @mlcc_rt.pages.whole_pages(ptr %weights.addr, i64 %weights_bytes)
  %call2 = call ptr @getenv(ptr @mlcc_rt.pages.str)
  %cmp = icmp uge i64 %call, 2097152
  br i1 %cmp, label %if.then3, label %if.end5

if.then3:
  %2 = load ptr, ptr %arena.addr, align 8
  %call4 = call i32 @madvise(ptr %2, i64 %call, i32 14)
  br label %if.end5

if.end5:
  %cmp6 = icmp uge i64 %call1, 2097152
  br i1 %cmp6, label %if.then7, label %if.end14

if.then7:
  %3 = load ptr, ptr %weights.addr, align 8
  %call8 = call i32 @madvise(ptr %3, i64 %call1, i32 14)
  %cmp9 = icmp ne ptr %call2, null
  br i1 %cmp9, label %land.lhs.true, label %if.end14

land.lhs.true:
  %call10 = call i32 @strcmp(ptr %call2, ptr @mlcc_rt.pages.str.1)
  %cmp11 = icmp eq i32 %call10, 0
  br i1 %cmp11, label %if.then12, label %if.end14

if.then12:
  %4 = load ptr, ptr %weights.addr, align 8
  call void @mlcc_rt.pages.copy(ptr %4, i64 %call1)
  br label %if.end14

if.end14:
  store atomic i32 2, ptr @mlcc_rt.pages.state monotonic, align 4
  br label %return

return:
  ret void
}

define internal i64 @mlcc_rt.pages.whole_pages(ptr %begin, i64 %bytes) {
entry:
  %0 = load ptr, ptr %begin, align 8
  %1 = ptrtoint ptr %0 to i64
  %sub = sub i64 0, %1
  %rem = urem i64 %sub, 65536
  %2 = load ptr, ptr %begin, align 8
  %add.ptr = getelementptr inbounds nuw i8, ptr %2, i64 %rem
  store ptr %add.ptr, ptr %begin, align 8
  %cmp = icmp ult i64 %bytes, %rem
  %sub1 = sub i64 %bytes, %rem
  %div = udiv i64 %sub1, 65536
  %mul = mul i64 %div, 65536
  %cond = select i1 %cmp, i64 0, i64 %mul
  ret i64 %cond
}

declare ptr @getenv(ptr)

declare i32 @madvise(ptr, i64, i32 signext)

declare i32 @strcmp(ptr, ptr)

define internal void @mlcc_rt.pages.copy(ptr %from, i64 %bytes) {
entry:
  %add = add i64 %bytes, 2097152
  %call = call ptr @mmap(ptr null, i64 %add, i32 3, i32 34, i32 -1, i64 0)
  %cmp = icmp eq ptr %call, inttoptr (i64 -1 to ptr)
  br i1 %cmp, label %if.end18, label %if.end

if.end:
  %0 = ptrtoint ptr %from to i64
  %1 = ptrtoint ptr %call to i64
  %sub = sub i64 %0, %1
  %rem = urem i64 %sub, 2097152
  %add.ptr = getelementptr inbounds nuw i8, ptr %call, i64 %rem
  %call1 = call i32 @madvise(ptr %add.ptr, i64 %bytes, i32 14)
  br label %for.cond

for.cond:
  %i.0 = phi i64 [ 0, %if.end ], [ %inc, %for.body ]
  %div = udiv i64 %bytes, 8
  %cmp2 = icmp ult i64 %i.0, %div
  br i1 %cmp2, label %for.body, label %for.end

for.body:
  %arrayidx = getelementptr inbounds nuw i64, ptr %from, i64 %i.0
  %2 = load i64, ptr %arrayidx, align 8
  %arrayidx3 = getelementptr inbounds nuw i64, ptr %add.ptr, i64 %i.0
  store i64 %2, ptr %arrayidx3, align 8
  %inc = add i64 %i.0, 1
  br label %for.cond

for.end:
  %cmp4 = icmp ugt i64 %rem, 0
  br i1 %cmp4, label %if.then5, label %if.end7

if.then5:
  %call6 = call i32 @munmap(ptr %call, i64 %rem)
  br label %if.end7

if.end7:
  %add.ptr8 = getelementptr inbounds nuw i8, ptr %add.ptr, i64 %bytes
  %sub9 = sub i64 %add, %rem
  %sub10 = sub i64 %sub9, %bytes
  %call11 = call i32 @munmap(ptr %add.ptr8, i64 %sub10)
  %call12 = call i32 @mprotect(ptr %add.ptr, i64 %bytes, i32 1)
  %cmp13 = icmp ne i32 %call12, 0
  br i1 %cmp13, label %if.then16, label %lor.lhs.false

lor.lhs.false:
  %call14 = call ptr @mremap(ptr %add.ptr, i64 %bytes, i64 %bytes, i32 3, ptr %from)
  %cmp15 = icmp eq ptr %call14, inttoptr (i64 -1 to ptr)
  br i1 %cmp15, label %if.then16, label %if.end18

if.then16:
  %call17 = call i32 @munmap(ptr %add.ptr, i64 %bytes)
  br label %if.end18

if.end18:
  ret void
}

declare ptr @mmap(ptr, i64, i32 signext, i32 signext, i32 signext, i64)

declare i32 @munmap(ptr, i64)

declare i32 @mprotect(ptr, i64, i32 signext)

declare ptr @mremap(ptr, i64, i64, i32 signext, ptr)
