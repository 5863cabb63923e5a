; Generated from pages.c by mlcc.runtime.native.generate.

@mlcc_rt.pages.state = internal global i32 0, align 4
@mlcc_rt.pages.str = private unnamed_addr constant [13 x i8] c"MLCC_WEIGHTS\00", align 1
@mlcc_rt.pages.str.1 = private unnamed_addr constant [5 x i8] c"copy\00", align 1

define internal void @mlcc_rt_large_pages(ptr %weights, i64 %bytes) {
entry:
  %0 = load atomic i32, ptr @mlcc_rt.pages.state monotonic, align 4
  %cmp = icmp eq i32 %0, 0
  br i1 %cmp, label %if.then, label %if.end

if.then:
  call void @mlcc_rt.pages.ask(ptr %weights, i64 %bytes)
  br label %if.end

if.end:
  ret void
}

define internal void @mlcc_rt.pages.ask(ptr %weights, i64 %bytes) cold noinline {
entry:
  %0 = ptrtoint ptr %weights to i64
  %sub = sub i64 0, %0
  %rem = urem i64 %sub, 65536
  %add = add i64 %rem, 65536
  %cmp = icmp ult i64 %bytes, %add
  br i1 %cmp, label %return, label %lor.lhs.false

lor.lhs.false:
  %1 = cmpxchg ptr @mlcc_rt.pages.state, i32 0, i32 1 monotonic monotonic, align 4
  %2 = extractvalue { i32, i1 } %1, 1
  %storedv = zext i1 %2 to i8
  %loadedv = trunc i8 %storedv to i1
  br i1 %loadedv, label %if.end, label %return

if.end:
  %sub1 = sub i64 %bytes, %rem
  %div = udiv i64 %sub1, 65536
  %mul = mul i64 %div, 65536
  %call = call ptr @getenv(ptr @mlcc_rt.pages.str)
  %add.ptr = getelementptr inbounds nuw i8, ptr %weights, i64 %rem
  %call2 = call i32 @madvise(ptr %add.ptr, i64 %mul, i32 14)
  %cmp3 = icmp ne ptr %call, null
  br i1 %cmp3, label %land.lhs.true, label %if.end8

land.lhs.true:
  %call4 = call i32 @strcmp(ptr %call, ptr @mlcc_rt.pages.str.1)
  %cmp5 = icmp eq i32 %call4, 0
  br i1 %cmp5, label %if.then6, label %if.end8

if.then6:
  %add.ptr7 = getelementptr inbounds nuw i8, ptr %weights, i64 %rem
  call void @mlcc_rt.pages.copy(ptr %add.ptr7, i64 %mul)
  br label %if.end8

if.end8:
  store atomic i32 2, ptr @mlcc_rt.pages.state monotonic, align 4
  br label %return

return:
  ret void
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
