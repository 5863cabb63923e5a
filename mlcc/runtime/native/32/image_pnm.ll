; Generated from image_pnm.c by mlcc.runtime.native.generate.

%struct.pnm = type { ptr, ptr }
%struct.mlcc_image = type { ptr, i32, i64, i64, ptr }

define internal i32 @mlcc_rt_image_pnm(ptr %image) {
entry:
  %p = alloca %struct.pnm, align 4
  %at = getelementptr inbounds nuw %struct.pnm, ptr %p, i32 0, i32 0
  %data = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 0
  %0 = load ptr, ptr %data, align 4
  %add.ptr = getelementptr inbounds i8, ptr %0, i32 2
  store ptr %add.ptr, ptr %at, align 4
  %end = getelementptr inbounds nuw %struct.pnm, ptr %p, i32 0, i32 1
  %data1 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 0
  %1 = load ptr, ptr %data1, align 4
  %size = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 1
  %2 = load i32, ptr %size, align 4
  %add.ptr2 = getelementptr inbounds nuw i8, ptr %1, i32 %2
  store ptr %add.ptr2, ptr %end, align 4
  %data3 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 0
  %3 = load ptr, ptr %data3, align 4
  %arrayidx = getelementptr inbounds i8, ptr %3, i32 1
  %4 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %4 to i32
  %sub = sub nsw i32 %conv, 48
  %cmp = icmp eq i32 %sub, 1
  %cmp5 = icmp eq i32 %sub, 4
  %spec.select = select i1 %cmp, i1 true, i1 %cmp5
  %lor.ext = zext i1 %spec.select to i32
  %rem = srem i32 %sub, 3
  %cmp7 = icmp eq i32 %rem, 0
  %cond = select i1 %cmp7, i32 3, i32 1
  %call = call i64 @mlcc_rt.image_pnm.pnm_number(ptr %p)
  %call9 = call i64 @mlcc_rt.image_pnm.pnm_number(ptr %p)
  %tobool = icmp ne i32 %lor.ext, 0
  br i1 %tobool, label %cond.end, label %cond.false

cond.false:
  %call10 = call i64 @mlcc_rt.image_pnm.pnm_number(ptr %p)
  br label %cond.end

cond.end:
  %cond11 = phi i64 [ %call10, %cond.false ], [ 1, %entry ]
  %cmp12 = icmp slt i64 %cond11, 1
  %cmp14 = icmp sgt i64 %cond11, 65535
  %or.cond = or i1 %cmp12, %cmp14
  br i1 %or.cond, label %return, label %lor.lhs.false16

lor.lhs.false16:
  %cmp17 = icmp sgt i32 %sub, 3
  br i1 %cmp17, label %land.lhs.true, label %if.end

land.lhs.true:
  %at19 = getelementptr inbounds nuw %struct.pnm, ptr %p, i32 0, i32 0
  %5 = load ptr, ptr %at19, align 4
  %end20 = getelementptr inbounds nuw %struct.pnm, ptr %p, i32 0, i32 1
  %6 = load ptr, ptr %end20, align 4
  %cmp21 = icmp uge ptr %5, %6
  br i1 %cmp21, label %return, label %lor.lhs.false23

lor.lhs.false23:
  %at24 = getelementptr inbounds nuw %struct.pnm, ptr %p, i32 0, i32 0
  %7 = load ptr, ptr %at24, align 4
  %incdec.ptr = getelementptr inbounds nuw i8, ptr %7, i32 1
  store ptr %incdec.ptr, ptr %at24, align 4
  %8 = load i8, ptr %7, align 1
  %call25 = call i32 @mlcc_rt.image_pnm.pnm_is_space(i8 zeroext %8)
  %tobool26 = icmp ne i32 %call25, 0
  br i1 %tobool26, label %if.end, label %return

if.end:
  %call27 = call i32 @mlcc_rt_image_sizes(ptr %image, i64 %call, i64 %call9)
  %cmp28 = icmp ne i32 %call27, 0
  br i1 %cmp28, label %return, label %lor.lhs.false30

lor.lhs.false30:
  %rgb = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 4
  %9 = load ptr, ptr %rgb, align 4
  %cmp31 = icmp eq ptr %9, null
  br i1 %cmp31, label %return, label %if.end34

if.end34:
  %rgb35 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 4
  %10 = load ptr, ptr %rgb35, align 4
  br label %for.cond

for.cond:
  %y.0 = phi i64 [ 0, %if.end34 ], [ %inc139, %for.inc138 ]
  %to.0 = phi ptr [ %10, %if.end34 ], [ %to.1, %for.inc138 ]
  %cmp36 = icmp slt i64 %y.0, %call9
  br i1 %cmp36, label %for.cond38, label %return

for.cond38:
  %x.0 = phi i64 [ %inc135, %for.inc134 ], [ 0, %for.cond ]
  %to.1 = phi ptr [ %add.ptr136, %for.inc134 ], [ %to.0, %for.cond ]
  %cmp39 = icmp slt i64 %x.0, %call
  br i1 %cmp39, label %for.cond42, label %for.inc138

for.cond42:
  %c.0 = phi i32 [ %inc, %lor.end122 ], [ 0, %for.cond38 ]
  %cmp43 = icmp slt i32 %c.0, %cond
  br i1 %cmp43, label %for.body45, label %for.end

for.body45:
  switch i32 %sub, label %cond.false81 [
    i32 4, label %if.then48
    i32 1, label %cond.true79
  ]

if.then48:
  %at49 = getelementptr inbounds nuw %struct.pnm, ptr %p, i32 0, i32 0
  %11 = load ptr, ptr %at49, align 4
  %end50 = getelementptr inbounds nuw %struct.pnm, ptr %p, i32 0, i32 1
  %12 = load ptr, ptr %end50, align 4
  %cmp51 = icmp ult ptr %11, %12
  br i1 %cmp51, label %cond.true53, label %cond.end59

cond.true53:
  %at54 = getelementptr inbounds nuw %struct.pnm, ptr %p, i32 0, i32 0
  %13 = load ptr, ptr %at54, align 4
  %14 = load i8, ptr %13, align 1
  %conv55 = zext i8 %14 to i32
  %rem56 = srem i64 %x.0, 8
  %sub57 = sub nsw i64 7, %rem56
  %sh_prom = trunc i64 %sub57 to i32
  %shr = ashr i32 %conv55, %sh_prom
  %and = and i32 %shr, 1
  br label %cond.end59

cond.end59:
  %cond60 = phi i32 [ %and, %cond.true53 ], [ -1, %if.then48 ]
  %conv61 = sext i32 %cond60 to i64
  %at62 = getelementptr inbounds nuw %struct.pnm, ptr %p, i32 0, i32 0
  %15 = load ptr, ptr %at62, align 4
  %end63 = getelementptr inbounds nuw %struct.pnm, ptr %p, i32 0, i32 1
  %16 = load ptr, ptr %end63, align 4
  %cmp64 = icmp ult ptr %15, %16
  br i1 %cmp64, label %land.rhs, label %land.end

land.rhs:
  %rem66 = srem i64 %x.0, 8
  %cmp67 = icmp eq i64 %rem66, 7
  %sub70 = sub nsw i64 %call, 1
  %cmp71 = icmp eq i64 %x.0, %sub70
  %17 = select i1 %cmp67, i1 true, i1 %cmp71
  br label %land.end

land.end:
  %18 = phi i1 [ false, %cond.end59 ], [ %17, %land.rhs ]
  %land.ext = zext i1 %18 to i32
  %at75 = getelementptr inbounds nuw %struct.pnm, ptr %p, i32 0, i32 0
  %19 = load ptr, ptr %at75, align 4
  %add.ptr76 = getelementptr inbounds i8, ptr %19, i32 %land.ext
  store ptr %add.ptr76, ptr %at75, align 4
  br label %if.end94

cond.true79:
  %call80 = call i64 @mlcc_rt.image_pnm.pnm_digit(ptr %p)
  br label %if.end94

cond.false81:
  %cmp82 = icmp slt i32 %sub, 4
  br i1 %cmp82, label %cond.true84, label %cond.false86

cond.true84:
  %call85 = call i64 @mlcc_rt.image_pnm.pnm_number(ptr %p)
  br label %if.end94

cond.false86:
  %cmp87 = icmp sgt i64 %cond11, 255
  %conv88 = zext i1 %cmp87 to i32
  %call89 = call i64 @mlcc_rt.image_pnm.pnm_bytes(ptr %p, i32 %conv88)
  br label %if.end94

if.end94:
  %value.0 = phi i64 [ %conv61, %land.end ], [ %call80, %cond.true79 ], [ %call85, %cond.true84 ], [ %call89, %cond.false86 ]
  %cmp95 = icmp slt i64 %value.0, 0
  %cmp98 = icmp sgt i64 %value.0, %cond11
  %or.cond44 = or i1 %cmp95, %cmp98
  br i1 %or.cond44, label %return, label %if.end101

if.end101:
  %tobool102 = icmp ne i32 %lor.ext, 0
  %sub104 = sub nsw i64 1, %value.0
  %cond107 = select i1 %tobool102, i64 %sub104, i64 %value.0
  %mul = mul nsw i64 %cond107, 255
  %div = sdiv i64 %mul, %cond11
  %mul108 = mul nsw i64 %cond107, 255
  %rem109 = srem i64 %mul108, %cond11
  %mul110 = mul nsw i64 %rem109, 2
  %cmp111 = icmp sgt i64 %mul110, %cond11
  br i1 %cmp111, label %lor.end122, label %lor.rhs113

lor.rhs113:
  %cmp114 = icmp eq i64 %mul110, %cond11
  br i1 %cmp114, label %land.rhs116, label %lor.end122

land.rhs116:
  %rem117 = srem i64 %div, 2
  %cmp118 = icmp eq i64 %rem117, 1
  br label %lor.end122

lor.end122:
  %20 = phi i1 [ true, %if.end101 ], [ false, %lor.rhs113 ], [ %cmp118, %land.rhs116 ]
  %lor.ext123 = zext i1 %20 to i32
  %conv124 = sext i32 %lor.ext123 to i64
  %add = add nsw i64 %div, %conv124
  %conv125 = trunc i64 %add to i8
  %arrayidx126 = getelementptr inbounds i8, ptr %to.1, i32 %c.0
  store i8 %conv125, ptr %arrayidx126, align 1
  %inc = add nsw i32 %c.0, 1
  br label %for.cond42

for.end:
  %cmp127 = icmp eq i32 %cond, 1
  br i1 %cmp127, label %if.then129, label %for.inc134

if.then129:
  %arrayidx130 = getelementptr inbounds i8, ptr %to.1, i32 0
  %21 = load i8, ptr %arrayidx130, align 1
  %arrayidx131 = getelementptr inbounds i8, ptr %to.1, i32 2
  store i8 %21, ptr %arrayidx131, align 1
  %arrayidx132 = getelementptr inbounds i8, ptr %to.1, i32 1
  store i8 %21, ptr %arrayidx132, align 1
  br label %for.inc134

for.inc134:
  %inc135 = add nsw i64 %x.0, 1
  %add.ptr136 = getelementptr inbounds i8, ptr %to.1, i32 3
  br label %for.cond38

for.inc138:
  %inc139 = add nsw i64 %y.0, 1
  br label %for.cond

return:
  %retval.0 = phi i32 [ 1, %if.end94 ], [ 1, %cond.end ], [ %call27, %if.end ], [ 1, %lor.lhs.false23 ], [ 1, %land.lhs.true ], [ %call27, %lor.lhs.false30 ], [ 0, %for.cond ]
  ret i32 %retval.0
}

define internal i64 @mlcc_rt.image_pnm.pnm_number(ptr %p) {
entry:
  call void @mlcc_rt.image_pnm.pnm_skip(ptr %p)
  br label %for.cond

for.cond:
  %value.0 = phi i64 [ -1, %entry ], [ %add, %for.inc ]
  %at = getelementptr inbounds nuw %struct.pnm, ptr %p, i32 0, i32 0
  %0 = load ptr, ptr %at, align 4
  %end = getelementptr inbounds nuw %struct.pnm, ptr %p, i32 0, i32 1
  %1 = load ptr, ptr %end, align 4
  %cmp = icmp ult ptr %0, %1
  br i1 %cmp, label %land.lhs.true, label %return

land.lhs.true:
  %at1 = getelementptr inbounds nuw %struct.pnm, ptr %p, i32 0, i32 0
  %2 = load ptr, ptr %at1, align 4
  %3 = load i8, ptr %2, align 1
  %conv = zext i8 %3 to i32
  %cmp2 = icmp sge i32 %conv, 48
  br i1 %cmp2, label %land.rhs, label %return

land.rhs:
  %at4 = getelementptr inbounds nuw %struct.pnm, ptr %p, i32 0, i32 0
  %4 = load ptr, ptr %at4, align 4
  %5 = load i8, ptr %4, align 1
  %conv5 = zext i8 %5 to i32
  %cmp6 = icmp sle i32 %conv5, 57
  br i1 %cmp6, label %for.body, label %return

for.body:
  %cmp8 = icmp slt i64 %value.0, 0
  %.value.0 = select i1 %cmp8, i64 0, i64 %value.0
  %mul = mul nsw i64 %.value.0, 10
  %at10 = getelementptr inbounds nuw %struct.pnm, ptr %p, i32 0, i32 0
  %6 = load ptr, ptr %at10, align 4
  %7 = load i8, ptr %6, align 1
  %conv11 = zext i8 %7 to i32
  %sub = sub nsw i32 %conv11, 48
  %conv12 = sext i32 %sub to i64
  %add = add nsw i64 %mul, %conv12
  %cmp13 = icmp sgt i64 %add, 134217728
  br i1 %cmp13, label %return, label %for.inc

for.inc:
  %at15 = getelementptr inbounds nuw %struct.pnm, ptr %p, i32 0, i32 0
  %8 = load ptr, ptr %at15, align 4
  %incdec.ptr = getelementptr inbounds nuw i8, ptr %8, i32 1
  store ptr %incdec.ptr, ptr %at15, align 4
  br label %for.cond

return:
  %retval.0 = phi i64 [ -1, %for.body ], [ %value.0, %land.lhs.true ], [ %value.0, %for.cond ], [ %value.0, %land.rhs ]
  ret i64 %retval.0
}

define internal i32 @mlcc_rt.image_pnm.pnm_is_space(i8 zeroext %c) {
entry:
  %conv = zext i8 %c to i32
  %cmp = icmp eq i32 %conv, 32
  br i1 %cmp, label %lor.end, label %lor.rhs

lor.rhs:
  %conv2 = zext i8 %c to i32
  %cmp3 = icmp sge i32 %conv2, 9
  %conv5 = zext i8 %c to i32
  %cmp6 = icmp sle i32 %conv5, 13
  %0 = select i1 %cmp3, i1 %cmp6, i1 false
  br label %lor.end

lor.end:
  %1 = phi i1 [ true, %entry ], [ %0, %lor.rhs ]
  %lor.ext = zext i1 %1 to i32
  ret i32 %lor.ext
}

declare i32 @mlcc_rt_image_sizes(ptr, i64, i64)

define internal i64 @mlcc_rt.image_pnm.pnm_digit(ptr %p) {
entry:
  call void @mlcc_rt.image_pnm.pnm_skip(ptr %p)
  %at = getelementptr inbounds nuw %struct.pnm, ptr %p, i32 0, i32 0
  %0 = load ptr, ptr %at, align 4
  %end = getelementptr inbounds nuw %struct.pnm, ptr %p, i32 0, i32 1
  %1 = load ptr, ptr %end, align 4
  %cmp = icmp ult ptr %0, %1
  br i1 %cmp, label %land.lhs.true, label %cond.end

land.lhs.true:
  %at1 = getelementptr inbounds nuw %struct.pnm, ptr %p, i32 0, i32 0
  %2 = load ptr, ptr %at1, align 4
  %3 = load i8, ptr %2, align 1
  %conv = zext i8 %3 to i32
  %cmp2 = icmp eq i32 %conv, 48
  br i1 %cmp2, label %cond.true, label %lor.lhs.false

lor.lhs.false:
  %at4 = getelementptr inbounds nuw %struct.pnm, ptr %p, i32 0, i32 0
  %4 = load ptr, ptr %at4, align 4
  %5 = load i8, ptr %4, align 1
  %conv5 = zext i8 %5 to i32
  %cmp6 = icmp eq i32 %conv5, 49
  br i1 %cmp6, label %cond.true, label %cond.end

cond.true:
  %at8 = getelementptr inbounds nuw %struct.pnm, ptr %p, i32 0, i32 0
  %6 = load ptr, ptr %at8, align 4
  %incdec.ptr = getelementptr inbounds nuw i8, ptr %6, i32 1
  store ptr %incdec.ptr, ptr %at8, align 4
  %7 = load i8, ptr %6, align 1
  %conv9 = zext i8 %7 to i32
  %sub = sub nsw i32 %conv9, 48
  br label %cond.end

cond.end:
  %cond = phi i32 [ %sub, %cond.true ], [ -1, %lor.lhs.false ], [ -1, %entry ]
  %conv10 = sext i32 %cond to i64
  ret i64 %conv10
}

define internal i64 @mlcc_rt.image_pnm.pnm_bytes(ptr %p, i32 %wide) {
entry:
  %end = getelementptr inbounds nuw %struct.pnm, ptr %p, i32 0, i32 1
  %0 = load ptr, ptr %end, align 4
  %at = getelementptr inbounds nuw %struct.pnm, ptr %p, i32 0, i32 0
  %1 = load ptr, ptr %at, align 4
  %sub.ptr.lhs.cast = ptrtoint ptr %0 to i32
  %sub.ptr.rhs.cast = ptrtoint ptr %1 to i32
  %sub.ptr.sub = sub i32 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %add = add nsw i32 1, %wide
  %cmp = icmp slt i32 %sub.ptr.sub, %add
  br i1 %cmp, label %return, label %if.end

if.end:
  %tobool = icmp ne i32 %wide, 0
  br i1 %tobool, label %cond.true, label %cond.false

cond.true:
  %at1 = getelementptr inbounds nuw %struct.pnm, ptr %p, i32 0, i32 0
  %2 = load ptr, ptr %at1, align 4
  %arrayidx = getelementptr inbounds i8, ptr %2, i32 0
  %3 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %3 to i32
  %shl = shl i32 %conv, 8
  %at2 = getelementptr inbounds nuw %struct.pnm, ptr %p, i32 0, i32 0
  %4 = load ptr, ptr %at2, align 4
  %arrayidx3 = getelementptr inbounds i8, ptr %4, i32 1
  %5 = load i8, ptr %arrayidx3, align 1
  %conv4 = zext i8 %5 to i32
  %or = or i32 %shl, %conv4
  br label %cond.end

cond.false:
  %at5 = getelementptr inbounds nuw %struct.pnm, ptr %p, i32 0, i32 0
  %6 = load ptr, ptr %at5, align 4
  %arrayidx6 = getelementptr inbounds i8, ptr %6, i32 0
  %7 = load i8, ptr %arrayidx6, align 1
  %conv7 = zext i8 %7 to i32
  br label %cond.end

cond.end:
  %cond = phi i32 [ %or, %cond.true ], [ %conv7, %cond.false ]
  %conv8 = sext i32 %cond to i64
  %add9 = add nsw i32 1, %wide
  %at10 = getelementptr inbounds nuw %struct.pnm, ptr %p, i32 0, i32 0
  %8 = load ptr, ptr %at10, align 4
  %add.ptr = getelementptr inbounds i8, ptr %8, i32 %add9
  store ptr %add.ptr, ptr %at10, align 4
  br label %return

return:
  %retval.0 = phi i64 [ %conv8, %cond.end ], [ -1, %entry ]
  ret i64 %retval.0
}

define internal void @mlcc_rt.image_pnm.pnm_skip(ptr %p) {
entry:
  br label %while.cond

while.cond:
  %at = getelementptr inbounds nuw %struct.pnm, ptr %p, i32 0, i32 0
  %0 = load ptr, ptr %at, align 4
  %end = getelementptr inbounds nuw %struct.pnm, ptr %p, i32 0, i32 1
  %1 = load ptr, ptr %end, align 4
  %cmp = icmp ult ptr %0, %1
  br i1 %cmp, label %land.rhs, label %while.end28

land.rhs:
  %at1 = getelementptr inbounds nuw %struct.pnm, ptr %p, i32 0, i32 0
  %2 = load ptr, ptr %at1, align 4
  %3 = load i8, ptr %2, align 1
  %call = call i32 @mlcc_rt.image_pnm.pnm_is_space(i8 zeroext %3)
  %tobool = icmp ne i32 %call, 0
  br i1 %tobool, label %while.body, label %lor.rhs

lor.rhs:
  %at2 = getelementptr inbounds nuw %struct.pnm, ptr %p, i32 0, i32 0
  %4 = load ptr, ptr %at2, align 4
  %5 = load i8, ptr %4, align 1
  %conv = zext i8 %5 to i32
  %cmp3 = icmp eq i32 %conv, 35
  br i1 %cmp3, label %while.body, label %while.end28

while.body:
  %at5 = getelementptr inbounds nuw %struct.pnm, ptr %p, i32 0, i32 0
  %6 = load ptr, ptr %at5, align 4
  %7 = load i8, ptr %6, align 1
  %conv6 = zext i8 %7 to i32
  %cmp7 = icmp eq i32 %conv6, 35
  br i1 %cmp7, label %while.cond9, label %if.else

while.cond9:
  %at10 = getelementptr inbounds nuw %struct.pnm, ptr %p, i32 0, i32 0
  %8 = load ptr, ptr %at10, align 4
  %end11 = getelementptr inbounds nuw %struct.pnm, ptr %p, i32 0, i32 1
  %9 = load ptr, ptr %end11, align 4
  %cmp12 = icmp ult ptr %8, %9
  br i1 %cmp12, label %land.lhs.true, label %if.end

land.lhs.true:
  %at14 = getelementptr inbounds nuw %struct.pnm, ptr %p, i32 0, i32 0
  %10 = load ptr, ptr %at14, align 4
  %11 = load i8, ptr %10, align 1
  %conv15 = zext i8 %11 to i32
  %cmp16 = icmp ne i32 %conv15, 10
  br i1 %cmp16, label %land.rhs18, label %if.end

land.rhs18:
  %at19 = getelementptr inbounds nuw %struct.pnm, ptr %p, i32 0, i32 0
  %12 = load ptr, ptr %at19, align 4
  %13 = load i8, ptr %12, align 1
  %conv20 = zext i8 %13 to i32
  %cmp21 = icmp ne i32 %conv20, 13
  br i1 %cmp21, label %while.body24, label %if.end

while.body24:
  %at25 = getelementptr inbounds nuw %struct.pnm, ptr %p, i32 0, i32 0
  %14 = load ptr, ptr %at25, align 4
  %incdec.ptr = getelementptr inbounds nuw i8, ptr %14, i32 1
  store ptr %incdec.ptr, ptr %at25, align 4
  br label %while.cond9

if.else:
  %at26 = getelementptr inbounds nuw %struct.pnm, ptr %p, i32 0, i32 0
  %15 = load ptr, ptr %at26, align 4
  %incdec.ptr27 = getelementptr inbounds nuw i8, ptr %15, i32 1
  store ptr %incdec.ptr27, ptr %at26, align 4
  br label %if.end

if.end:
  br label %while.cond

while.end28:
  ret void
}
