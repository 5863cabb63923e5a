; Generated from pages.c by mlcc.runtime.native.generate.

@mlcc_rt.pages.asked = internal global i32 0, align 4

define internal void @mlcc_rt_large_pages(ptr %weights, i64 %bytes) {
entry:
  %0 = load atomic i32, ptr @mlcc_rt.pages.asked monotonic, align 4
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
  store atomic i32 1, ptr @mlcc_rt.pages.asked monotonic, align 4
  %cmp = icmp ugt i64 %bytes, %rem
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %add.ptr = getelementptr inbounds nuw i8, ptr %weights, i64 %rem
  %sub1 = sub i64 %bytes, %rem
  %call = call i32 @madvise(ptr %add.ptr, i64 %sub1, i32 14)
  br label %if.end

if.end:
  ret void
}

declare i32 @madvise(ptr, i64, i32 signext)
