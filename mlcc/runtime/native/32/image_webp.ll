; Generated from image_webp.c by mlcc.runtime.native.generate.

%struct.mlcc_image = type { ptr, i32, i64, i64, ptr }

define internal i32 @mlcc_rt_image_webp(ptr %image) {
entry:
  br label %while.cond

while.cond:
  %at.0 = phi i32 [ 12, %entry ], [ %add20, %sw.epilog ]
  %size = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 1
  %0 = load i32, ptr %size, align 4
  %sub = sub i32 %0, %at.0
  %cmp = icmp uge i32 %sub, 8
  br i1 %cmp, label %while.body, label %return

while.body:
  %data = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 0
  %1 = load ptr, ptr %data, align 4
  %add.ptr = getelementptr inbounds nuw i8, ptr %1, i32 %at.0
  %call = call i32 @mlcc_rt.image_webp.webp_word(ptr %add.ptr)
  %size1 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 1
  %2 = load i32, ptr %size1, align 4
  %sub2 = sub i32 %2, %at.0
  %sub3 = sub i32 %sub2, 8
  %add.ptr4 = getelementptr inbounds i8, ptr %add.ptr, i32 4
  %call5 = call i32 @mlcc_rt.image_webp.webp_word(ptr %add.ptr4)
  %cmp6 = icmp ugt i32 %call5, %sub3
  br i1 %cmp6, label %return, label %if.end

if.end:
  switch i32 %call, label %sw.epilog [
    i32 540561494, label %sw.bb
    i32 1278758998, label %sw.bb9
    i32 1480085590, label %sw.bb12
  ]

sw.bb:
  %add.ptr7 = getelementptr inbounds i8, ptr %add.ptr, i32 8
  %call8 = call i32 @mlcc_rt_image_vp8(ptr %image, ptr %add.ptr7, i32 %call5)
  br label %return

sw.bb9:
  %add.ptr10 = getelementptr inbounds i8, ptr %add.ptr, i32 8
  %call11 = call i32 @mlcc_rt_image_vp8l(ptr %image, ptr %add.ptr10, i32 %call5)
  br label %return

sw.bb12:
  %cmp13 = icmp uge i32 %call5, 1
  br i1 %cmp13, label %land.lhs.true, label %sw.epilog

land.lhs.true:
  %arrayidx = getelementptr inbounds i8, ptr %add.ptr, i32 8
  %3 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %3 to i32
  %and = and i32 %conv, 2
  %cmp14 = icmp ne i32 %and, 0
  br i1 %cmp14, label %return, label %sw.epilog

sw.epilog:
  %add = add i32 8, %call5
  %and18 = and i32 %call5, 1
  %add19 = add i32 %add, %and18
  %add20 = add i32 %at.0, %add19
  %size21 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 1
  %4 = load i32, ptr %size21, align 4
  %cmp22 = icmp ugt i32 %add20, %4
  br i1 %cmp22, label %return, label %while.cond

return:
  %retval.0 = phi i32 [ 1, %while.body ], [ 2, %land.lhs.true ], [ %call8, %sw.bb ], [ %call11, %sw.bb9 ], [ 1, %sw.epilog ], [ 1, %while.cond ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_webp.webp_word(ptr %p) {
entry:
  %arrayidx = getelementptr inbounds i8, ptr %p, i32 0
  %0 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %0 to i32
  %arrayidx1 = getelementptr inbounds i8, ptr %p, i32 1
  %1 = load i8, ptr %arrayidx1, align 1
  %conv2 = zext i8 %1 to i32
  %shl = shl i32 %conv2, 8
  %or = or i32 %conv, %shl
  %arrayidx3 = getelementptr inbounds i8, ptr %p, i32 2
  %2 = load i8, ptr %arrayidx3, align 1
  %conv4 = zext i8 %2 to i32
  %shl5 = shl i32 %conv4, 16
  %or6 = or i32 %or, %shl5
  %arrayidx7 = getelementptr inbounds i8, ptr %p, i32 3
  %3 = load i8, ptr %arrayidx7, align 1
  %conv8 = zext i8 %3 to i32
  %shl9 = shl i32 %conv8, 24
  %or10 = or i32 %or6, %shl9
  ret i32 %or10
}

declare i32 @mlcc_rt_image_vp8(ptr, ptr, i32)

declare i32 @mlcc_rt_image_vp8l(ptr, ptr, i32)
