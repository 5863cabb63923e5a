; Generated from image_webp.c by mlcc.runtime.native.generate.

%struct.mlcc_image = type { ptr, i64, i64, i64, ptr }

define internal i32 @mlcc_rt_image_webp(ptr %image) {
entry:
  br label %while.cond

while.cond:
  %at.0 = phi i64 [ 12, %entry ], [ %add23, %sw.epilog ]
  %size = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 1
  %0 = load i64, ptr %size, align 8
  %sub = sub i64 %0, %at.0
  %cmp = icmp uge i64 %sub, 8
  br i1 %cmp, label %while.body, label %return

while.body:
  %data = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 0
  %1 = load ptr, ptr %data, align 8
  %add.ptr = getelementptr inbounds nuw i8, ptr %1, i64 %at.0
  %call = call i32 @mlcc_rt.image_webp.webp_word(ptr %add.ptr)
  %size1 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 1
  %2 = load i64, ptr %size1, align 8
  %sub2 = sub i64 %2, %at.0
  %sub3 = sub i64 %sub2, 8
  %add.ptr4 = getelementptr inbounds i8, ptr %add.ptr, i64 4
  %call5 = call i32 @mlcc_rt.image_webp.webp_word(ptr %add.ptr4)
  %conv = zext i32 %call5 to i64
  %cmp6 = icmp ugt i64 %conv, %sub3
  br i1 %cmp6, label %return, label %if.end

if.end:
  switch i32 %call, label %sw.epilog [
    i32 540561494, label %sw.bb
    i32 1278758998, label %sw.bb10
    i32 1480085590, label %sw.bb13
  ]

sw.bb:
  %add.ptr8 = getelementptr inbounds i8, ptr %add.ptr, i64 8
  %call9 = call i32 @mlcc_rt_image_vp8(ptr %image, ptr %add.ptr8, i64 %conv)
  br label %return

sw.bb10:
  %add.ptr11 = getelementptr inbounds i8, ptr %add.ptr, i64 8
  %call12 = call i32 @mlcc_rt_image_vp8l(ptr %image, ptr %add.ptr11, i64 %conv)
  br label %return

sw.bb13:
  %cmp14 = icmp uge i64 %conv, 1
  br i1 %cmp14, label %land.lhs.true, label %sw.epilog

land.lhs.true:
  %arrayidx = getelementptr inbounds i8, ptr %add.ptr, i64 8
  %3 = load i8, ptr %arrayidx, align 1
  %conv16 = zext i8 %3 to i32
  %and = and i32 %conv16, 2
  %cmp17 = icmp ne i32 %and, 0
  br i1 %cmp17, label %return, label %sw.epilog

sw.epilog:
  %add = add i64 8, %conv
  %and21 = and i64 %conv, 1
  %add22 = add i64 %add, %and21
  %add23 = add i64 %at.0, %add22
  %size24 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 1
  %4 = load i64, ptr %size24, align 8
  %cmp25 = icmp ugt i64 %add23, %4
  br i1 %cmp25, label %return, label %while.cond

return:
  %retval.0 = phi i32 [ 1, %while.body ], [ 2, %land.lhs.true ], [ %call9, %sw.bb ], [ %call12, %sw.bb10 ], [ 1, %sw.epilog ], [ 1, %while.cond ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_webp.webp_word(ptr %p) {
entry:
  %arrayidx = getelementptr inbounds i8, ptr %p, i64 0
  %0 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %0 to i32
  %arrayidx1 = getelementptr inbounds i8, ptr %p, i64 1
  %1 = load i8, ptr %arrayidx1, align 1
  %conv2 = zext i8 %1 to i32
  %shl = shl i32 %conv2, 8
  %or = or i32 %conv, %shl
  %arrayidx3 = getelementptr inbounds i8, ptr %p, i64 2
  %2 = load i8, ptr %arrayidx3, align 1
  %conv4 = zext i8 %2 to i32
  %shl5 = shl i32 %conv4, 16
  %or6 = or i32 %or, %shl5
  %arrayidx7 = getelementptr inbounds i8, ptr %p, i64 3
  %3 = load i8, ptr %arrayidx7, align 1
  %conv8 = zext i8 %3 to i32
  %shl9 = shl i32 %conv8, 24
  %or10 = or i32 %or6, %shl9
  ret i32 %or10
}

declare i32 @mlcc_rt_image_vp8(ptr, ptr, i64)

declare i32 @mlcc_rt_image_vp8l(ptr, ptr, i64)
