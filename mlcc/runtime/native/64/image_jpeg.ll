; Generated from image_jpeg.c by mlcc.runtime.native.generate.

%struct.jpeg = type { ptr, ptr, ptr, [4 x [64 x i16]], [4 x i8], [2 x [4 x %struct.jpeg_codes]], [4 x %struct.jpeg_component], i32, i32, i32, i32, i32, i32, i32, i32, i32, i64, i64, [4 x ptr], i32, i32, i32, i32, i32, i64, %struct.jpeg_bits }
%struct.jpeg_codes = type { i8, [256 x i8], [512 x i16], [17 x i32], [17 x i32] }
%struct.jpeg_component = type { i32, i32, i32, i32, i32, i32, i32, i32, i64, i64, i64, i64, i64, i64, [64 x i16], ptr, ptr }
%struct.jpeg_bits = type { ptr, ptr, i32, i32, i32 }
%struct.mlcc_image = type { ptr, i64, i64, i64, ptr }

@mlcc_rt.image_jpeg.jpeg_zigzag = internal constant [64 x i8] c"\00\01\08\10\09\02\03\0A\11\18 \19\12\0B\04\05\0C\13\1A!(0)\22\1B\14\0D\06\07\0E\15\1C#*1892+$\1D\16\0F\17\1E%,3:;4-&\1F'.5<=6/7>?", align 16

define internal i32 @mlcc_rt_image_jpeg(ptr %image) {
entry:
  %call = call ptr @mlcc_rt_image_take(i64 1, i64 12952)
  %cmp = icmp eq ptr %call, null
  br i1 %cmp, label %return, label %if.end

if.end:
  %image1 = getelementptr inbounds nuw %struct.jpeg, ptr %call, i32 0, i32 0
  store ptr %image, ptr %image1, align 8
  %data = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 0
  %0 = load ptr, ptr %data, align 8
  %at = getelementptr inbounds nuw %struct.jpeg, ptr %call, i32 0, i32 1
  store ptr %0, ptr %at, align 8
  %data2 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 0
  %1 = load ptr, ptr %data2, align 8
  %size = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 1
  %2 = load i64, ptr %size, align 8
  %add.ptr = getelementptr inbounds nuw i8, ptr %1, i64 %2
  %end = getelementptr inbounds nuw %struct.jpeg, ptr %call, i32 0, i32 2
  store ptr %add.ptr, ptr %end, align 8
  %call3 = call i32 @mlcc_rt.image_jpeg.jpeg_segments(ptr %call)
  br label %for.cond

for.cond:
  %problem.0 = phi i32 [ %call3, %if.end ], [ %cond, %for.inc ]
  %n.0 = phi i32 [ 0, %if.end ], [ %inc, %for.inc ]
  %cond25 = icmp eq i32 %problem.0, 0
  br i1 %cond25, label %land.lhs.true, label %if.end17

land.lhs.true:
  %rgb = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 4
  %3 = load ptr, ptr %rgb, align 8
  %cmp5 = icmp ne ptr %3, null
  br i1 %cmp5, label %land.rhs, label %for.end

land.rhs:
  %count = getelementptr inbounds nuw %struct.jpeg, ptr %call, i32 0, i32 7
  %4 = load i32, ptr %count, align 8
  %cmp6 = icmp slt i32 %n.0, %4
  br i1 %cmp6, label %for.body, label %for.end

for.body:
  %parts = getelementptr inbounds nuw %struct.jpeg, ptr %call, i32 0, i32 6
  %idxprom = sext i32 %n.0 to i64
  %arrayidx = getelementptr inbounds [4 x %struct.jpeg_component], ptr %parts, i64 0, i64 %idxprom
  %latched = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx, i32 0, i32 7
  %5 = load i32, ptr %latched, align 4
  %tobool = icmp ne i32 %5, 0
  br i1 %tobool, label %cond.true, label %for.inc

cond.true:
  %parts7 = getelementptr inbounds nuw %struct.jpeg, ptr %call, i32 0, i32 6
  %idxprom8 = sext i32 %n.0 to i64
  %arrayidx9 = getelementptr inbounds [4 x %struct.jpeg_component], ptr %parts7, i64 0, i64 %idxprom8
  %call10 = call i32 @mlcc_rt.image_jpeg.jpeg_plane(ptr %arrayidx9)
  br label %for.inc

for.inc:
  %cond = phi i32 [ %call10, %cond.true ], [ 1, %for.body ]
  %inc = add nsw i32 %n.0, 1
  br label %for.cond

for.end:
  %cmp11 = icmp eq i32 %problem.0, 0
  br i1 %cmp11, label %land.lhs.true12, label %if.end17

land.lhs.true12:
  %rgb13 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 4
  %6 = load ptr, ptr %rgb13, align 8
  %cmp14 = icmp ne ptr %6, null
  br i1 %cmp14, label %if.then15, label %if.end17

if.then15:
  %call16 = call i32 @mlcc_rt.image_jpeg.jpeg_pixels(ptr %call)
  br label %if.end17

if.end17:
  %problem.1 = phi i32 [ %call16, %if.then15 ], [ %problem.0, %land.lhs.true12 ], [ %problem.0, %for.end ], [ %problem.0, %for.cond ]
  br label %for.cond19

for.cond19:
  %n18.0 = phi i32 [ 0, %if.end17 ], [ %inc29, %for.body21 ]
  %cmp20 = icmp slt i32 %n18.0, 4
  br i1 %cmp20, label %for.body21, label %for.end30

for.body21:
  %parts22 = getelementptr inbounds nuw %struct.jpeg, ptr %call, i32 0, i32 6
  %idxprom23 = sext i32 %n18.0 to i64
  %arrayidx24 = getelementptr inbounds [4 x %struct.jpeg_component], ptr %parts22, i64 0, i64 %idxprom23
  %blocks = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx24, i32 0, i32 15
  %7 = load ptr, ptr %blocks, align 8
  call void @free(ptr %7)
  %parts25 = getelementptr inbounds nuw %struct.jpeg, ptr %call, i32 0, i32 6
  %idxprom26 = sext i32 %n18.0 to i64
  %arrayidx27 = getelementptr inbounds [4 x %struct.jpeg_component], ptr %parts25, i64 0, i64 %idxprom26
  %samples = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx27, i32 0, i32 16
  %8 = load ptr, ptr %samples, align 8
  call void @free(ptr %8)
  %inc29 = add nsw i32 %n18.0, 1
  br label %for.cond19

for.end30:
  call void @free(ptr %call)
  br label %return

return:
  %retval.0 = phi i32 [ %problem.1, %for.end30 ], [ 3, %entry ]
  ret i32 %retval.0
}

declare ptr @mlcc_rt_image_take(i64, i64)

define internal i32 @mlcc_rt.image_jpeg.jpeg_segments(ptr %j) {
entry:
  %at = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 1
  %0 = load ptr, ptr %at, align 8
  %add.ptr = getelementptr inbounds i8, ptr %0, i64 2
  store ptr %add.ptr, ptr %at, align 8
  br label %while.cond

while.cond:
  %image = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 0
  %1 = load ptr, ptr %image, align 8
  %rgb = getelementptr inbounds nuw %struct.mlcc_image, ptr %1, i32 0, i32 4
  %2 = load ptr, ptr %rgb, align 8
  %cmp = icmp ne ptr %2, null
  br i1 %cmp, label %while.body, label %lor.rhs

lor.rhs:
  %frame = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 14
  %3 = load i32, ptr %frame, align 4
  %tobool = icmp ne i32 %3, 0
  %lnot = xor i1 %tobool, true
  br i1 %lnot, label %while.body, label %while.end84

while.body:
  br label %while.cond1

while.cond1:
  %end = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 2
  %4 = load ptr, ptr %end, align 8
  %at2 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 1
  %5 = load ptr, ptr %at2, align 8
  %sub.ptr.lhs.cast = ptrtoint ptr %4 to i64
  %sub.ptr.rhs.cast = ptrtoint ptr %5 to i64
  %sub.ptr.sub = sub i64 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %cmp3 = icmp sge i64 %sub.ptr.sub, 2
  br i1 %cmp3, label %land.rhs, label %while.end

land.rhs:
  %at4 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 1
  %6 = load ptr, ptr %at4, align 8
  %arrayidx = getelementptr inbounds i8, ptr %6, i64 0
  %7 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %7 to i32
  %cmp5 = icmp eq i32 %conv, 255
  br i1 %cmp5, label %land.lhs.true, label %land.end

land.lhs.true:
  %at7 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 1
  %8 = load ptr, ptr %at7, align 8
  %arrayidx8 = getelementptr inbounds i8, ptr %8, i64 1
  %9 = load i8, ptr %arrayidx8, align 1
  %conv9 = zext i8 %9 to i32
  %cmp10 = icmp ne i32 %conv9, 0
  br i1 %cmp10, label %land.rhs12, label %land.end

land.rhs12:
  %at13 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 1
  %10 = load ptr, ptr %at13, align 8
  %arrayidx14 = getelementptr inbounds i8, ptr %10, i64 1
  %11 = load i8, ptr %arrayidx14, align 1
  %conv15 = zext i8 %11 to i32
  %cmp16 = icmp ne i32 %conv15, 255
  br label %land.end

land.end:
  %12 = phi i1 [ false, %land.lhs.true ], [ false, %land.rhs ], [ %cmp16, %land.rhs12 ]
  %lnot18 = xor i1 %12, true
  br i1 %lnot18, label %while.body20, label %while.end

while.body20:
  %at21 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 1
  %13 = load ptr, ptr %at21, align 8
  %incdec.ptr = getelementptr inbounds nuw i8, ptr %13, i32 1
  store ptr %incdec.ptr, ptr %at21, align 8
  br label %while.cond1

while.end:
  %end22 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 2
  %14 = load ptr, ptr %end22, align 8
  %at23 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 1
  %15 = load ptr, ptr %at23, align 8
  %sub.ptr.lhs.cast24 = ptrtoint ptr %14 to i64
  %sub.ptr.rhs.cast25 = ptrtoint ptr %15 to i64
  %sub.ptr.sub26 = sub i64 %sub.ptr.lhs.cast24, %sub.ptr.rhs.cast25
  %cmp27 = icmp slt i64 %sub.ptr.sub26, 2
  br i1 %cmp27, label %while.end84, label %if.end

if.end:
  %at29 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 1
  %16 = load ptr, ptr %at29, align 8
  %arrayidx30 = getelementptr inbounds i8, ptr %16, i64 1
  %17 = load i8, ptr %arrayidx30, align 1
  %conv31 = zext i8 %17 to i32
  %at32 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 1
  %18 = load ptr, ptr %at32, align 8
  %add.ptr33 = getelementptr inbounds i8, ptr %18, i64 2
  store ptr %add.ptr33, ptr %at32, align 8
  switch i32 %conv31, label %lor.lhs.false [
    i32 217, label %while.end84
    i32 1, label %if.then45
  ]

lor.lhs.false:
  %cmp40 = icmp sge i32 %conv31, 208
  %cmp43 = icmp sle i32 %conv31, 216
  %or.cond = and i1 %cmp40, %cmp43
  br i1 %or.cond, label %if.then45, label %if.end46

if.then45:
  br label %while.cond

if.end46:
  %end47 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 2
  %19 = load ptr, ptr %end47, align 8
  %at48 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 1
  %20 = load ptr, ptr %at48, align 8
  %sub.ptr.lhs.cast49 = ptrtoint ptr %19 to i64
  %sub.ptr.rhs.cast50 = ptrtoint ptr %20 to i64
  %sub.ptr.sub51 = sub i64 %sub.ptr.lhs.cast49, %sub.ptr.rhs.cast50
  %cmp52 = icmp slt i64 %sub.ptr.sub51, 2
  br i1 %cmp52, label %return, label %if.end55

if.end55:
  %at56 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 1
  %21 = load ptr, ptr %at56, align 8
  %arrayidx57 = getelementptr inbounds i8, ptr %21, i64 0
  %22 = load i8, ptr %arrayidx57, align 1
  %conv58 = zext i8 %22 to i32
  %shl = shl i32 %conv58, 8
  %at59 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 1
  %23 = load ptr, ptr %at59, align 8
  %arrayidx60 = getelementptr inbounds i8, ptr %23, i64 1
  %24 = load i8, ptr %arrayidx60, align 1
  %conv61 = zext i8 %24 to i32
  %or = or i32 %shl, %conv61
  %cmp62 = icmp slt i32 %or, 2
  br i1 %cmp62, label %return, label %lor.lhs.false64

lor.lhs.false64:
  %conv65 = sext i32 %or to i64
  %end66 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 2
  %25 = load ptr, ptr %end66, align 8
  %at67 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 1
  %26 = load ptr, ptr %at67, align 8
  %sub.ptr.lhs.cast68 = ptrtoint ptr %25 to i64
  %sub.ptr.rhs.cast69 = ptrtoint ptr %26 to i64
  %sub.ptr.sub70 = sub i64 %sub.ptr.lhs.cast68, %sub.ptr.rhs.cast69
  %cmp71 = icmp sgt i64 %conv65, %sub.ptr.sub70
  br i1 %cmp71, label %return, label %if.end74

if.end74:
  %at75 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 1
  %27 = load ptr, ptr %at75, align 8
  %add.ptr76 = getelementptr inbounds i8, ptr %27, i64 2
  %at77 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 1
  %28 = load ptr, ptr %at77, align 8
  %idx.ext = sext i32 %or to i64
  %add.ptr78 = getelementptr inbounds i8, ptr %28, i64 %idx.ext
  store ptr %add.ptr78, ptr %at77, align 8
  %at79 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 1
  %29 = load ptr, ptr %at79, align 8
  %call = call i32 @mlcc_rt.image_jpeg.jpeg_segment(ptr %j, i32 %conv31, ptr %add.ptr76, ptr %29)
  %cmp80 = icmp ne i32 %call, 0
  br i1 %cmp80, label %return, label %while.cond

while.end84:
  %frame85 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 14
  %30 = load i32, ptr %frame85, align 4
  %tobool86 = icmp ne i32 %30, 0
  br i1 %tobool86, label %land.rhs87, label %land.end96

land.rhs87:
  %image88 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 0
  %31 = load ptr, ptr %image88, align 8
  %rgb89 = getelementptr inbounds nuw %struct.mlcc_image, ptr %31, i32 0, i32 4
  %32 = load ptr, ptr %rgb89, align 8
  %cmp90 = icmp eq ptr %32, null
  br i1 %cmp90, label %land.end96, label %lor.rhs92

lor.rhs92:
  %scans = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 15
  %33 = load i32, ptr %scans, align 8
  %cmp93 = icmp sgt i32 %33, 0
  br label %land.end96

land.end96:
  %34 = phi i1 [ false, %while.end84 ], [ true, %land.rhs87 ], [ %cmp93, %lor.rhs92 ]
  %cond = select i1 %34, i32 0, i32 1
  br label %return

return:
  %retval.0 = phi i32 [ %cond, %land.end96 ], [ 1, %if.end55 ], [ 1, %if.end46 ], [ 1, %lor.lhs.false64 ], [ %call, %if.end74 ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg.jpeg_plane(ptr %c) {
entry:
  %stride = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 12
  %0 = load i64, ptr %stride, align 8
  %all_rows = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 13
  %1 = load i64, ptr %all_rows, align 8
  %mul = mul nsw i64 %0, %1
  %call = call ptr @mlcc_rt_image_take(i64 %mul, i64 64)
  %samples = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 16
  store ptr %call, ptr %samples, align 8
  %samples1 = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 16
  %2 = load ptr, ptr %samples1, align 8
  %cmp = icmp eq ptr %2, null
  br i1 %cmp, label %return, label %for.cond

for.cond:
  %row.0 = phi i64 [ %inc21, %for.inc20 ], [ 0, %entry ]
  %all_rows2 = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 13
  %3 = load i64, ptr %all_rows2, align 8
  %cmp3 = icmp slt i64 %row.0, %3
  br i1 %cmp3, label %for.cond4, label %for.end22

for.cond4:
  %column.0 = phi i64 [ %inc, %for.body7 ], [ 0, %for.cond ]
  %stride5 = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 12
  %4 = load i64, ptr %stride5, align 8
  %cmp6 = icmp slt i64 %column.0, %4
  br i1 %cmp6, label %for.body7, label %for.inc20

for.body7:
  %blocks = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 15
  %5 = load ptr, ptr %blocks, align 8
  %stride8 = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 12
  %6 = load i64, ptr %stride8, align 8
  %mul9 = mul nsw i64 %row.0, %6
  %add = add nsw i64 %mul9, %column.0
  %mul10 = mul nsw i64 %add, 64
  %add.ptr = getelementptr inbounds i16, ptr %5, i64 %mul10
  %table = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 14
  %arraydecay = getelementptr inbounds [64 x i16], ptr %table, i64 0, i64 0
  %samples11 = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 16
  %7 = load ptr, ptr %samples11, align 8
  %mul12 = mul nsw i64 %row.0, 64
  %stride13 = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 12
  %8 = load i64, ptr %stride13, align 8
  %mul14 = mul nsw i64 %mul12, %8
  %add.ptr15 = getelementptr inbounds i8, ptr %7, i64 %mul14
  %mul16 = mul nsw i64 %column.0, 8
  %add.ptr17 = getelementptr inbounds i8, ptr %add.ptr15, i64 %mul16
  %stride18 = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 12
  %9 = load i64, ptr %stride18, align 8
  %mul19 = mul nsw i64 %9, 8
  call void @mlcc_rt.image_jpeg.jpeg_samples(ptr %add.ptr, ptr %arraydecay, ptr %add.ptr17, i64 %mul19)
  %inc = add nsw i64 %column.0, 1
  br label %for.cond4

for.inc20:
  %inc21 = add nsw i64 %row.0, 1
  br label %for.cond

for.end22:
  %blocks23 = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 15
  %10 = load ptr, ptr %blocks23, align 8
  call void @free(ptr %10)
  %blocks24 = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 15
  store ptr null, ptr %blocks24, align 8
  br label %return

return:
  %retval.0 = phi i32 [ 0, %for.end22 ], [ 3, %entry ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg.jpeg_pixels(ptr %j) {
entry:
  %values = alloca [4 x i32], align 16
  %image = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 0
  %0 = load ptr, ptr %image, align 8
  %width1 = getelementptr inbounds nuw %struct.mlcc_image, ptr %0, i32 0, i32 2
  %1 = load i64, ptr %width1, align 8
  %unit_columns = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 16
  %2 = load i64, ptr %unit_columns, align 8
  %h_most = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 10
  %3 = load i32, ptr %h_most, align 4
  %conv = sext i32 %3 to i64
  %mul = mul nsw i64 %2, %conv
  %mul2 = mul nsw i64 %mul, 8
  %add = add nsw i64 %mul2, 8
  %call = call i32 @mlcc_rt.image_jpeg.jpeg_colours(ptr %j)
  %mul3 = mul i64 %add, 4
  %call4 = call ptr @mlcc_rt_image_take(i64 %mul3, i64 1)
  %call5 = call ptr @mlcc_rt_image_take(i64 %add, i64 4)
  %cmp = icmp eq ptr %call4, null
  %cmp7 = icmp eq ptr %call5, null
  %spec.select = select i1 %cmp, i1 true, i1 %cmp7
  %cond = select i1 %spec.select, i32 3, i32 0
  br label %for.cond

for.cond:
  %y.0 = phi i64 [ 0, %entry ], [ %inc49, %for.inc48 ]
  %cmp9 = icmp eq i32 %cond, 0
  br i1 %cmp9, label %land.rhs, label %for.end50

land.rhs:
  %image11 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 0
  %4 = load ptr, ptr %image11, align 8
  %height = getelementptr inbounds nuw %struct.mlcc_image, ptr %4, i32 0, i32 3
  %5 = load i64, ptr %height, align 8
  %cmp12 = icmp slt i64 %y.0, %5
  br i1 %cmp12, label %for.cond14, label %for.end50

for.cond14:
  %n.0 = phi i32 [ %inc, %for.body17 ], [ 0, %land.rhs ]
  %count = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 7
  %6 = load i32, ptr %count, align 8
  %cmp15 = icmp slt i32 %n.0, %6
  br i1 %cmp15, label %for.body17, label %for.cond20

for.body17:
  %parts = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 6
  %idxprom = sext i32 %n.0 to i64
  %arrayidx = getelementptr inbounds [4 x %struct.jpeg_component], ptr %parts, i64 0, i64 %idxprom
  %conv18 = sext i32 %n.0 to i64
  %mul19 = mul nsw i64 %conv18, %add
  %add.ptr = getelementptr inbounds i8, ptr %call4, i64 %mul19
  call void @mlcc_rt.image_jpeg.jpeg_row(ptr %j, ptr %arrayidx, i64 %y.0, ptr %add.ptr, ptr %call5)
  %inc = add nsw i32 %n.0, 1
  br label %for.cond14

for.cond20:
  %x.0 = phi i64 [ %inc46, %for.end39 ], [ 0, %for.cond14 ]
  %cmp21 = icmp slt i64 %x.0, %1
  br i1 %cmp21, label %for.body23, label %for.inc48

for.body23:
  call void @llvm.memset.p0.i64(ptr align 16 %values, i8 0, i64 16, i1 false)
  br label %for.cond25

for.cond25:
  %n24.0 = phi i32 [ 0, %for.body23 ], [ %inc38, %for.body29 ]
  %count26 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 7
  %7 = load i32, ptr %count26, align 8
  %cmp27 = icmp slt i32 %n24.0, %7
  br i1 %cmp27, label %for.body29, label %for.end39

for.body29:
  %conv30 = sext i32 %n24.0 to i64
  %mul31 = mul nsw i64 %conv30, %add
  %add32 = add nsw i64 %mul31, %x.0
  %arrayidx33 = getelementptr inbounds i8, ptr %call4, i64 %add32
  %8 = load i8, ptr %arrayidx33, align 1
  %conv34 = zext i8 %8 to i32
  %idxprom35 = sext i32 %n24.0 to i64
  %arrayidx36 = getelementptr inbounds [4 x i32], ptr %values, i64 0, i64 %idxprom35
  store i32 %conv34, ptr %arrayidx36, align 4
  %inc38 = add nsw i32 %n24.0, 1
  br label %for.cond25

for.end39:
  %arraydecay = getelementptr inbounds [4 x i32], ptr %values, i64 0, i64 0
  %image40 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 0
  %9 = load ptr, ptr %image40, align 8
  %rgb = getelementptr inbounds nuw %struct.mlcc_image, ptr %9, i32 0, i32 4
  %10 = load ptr, ptr %rgb, align 8
  %mul41 = mul nsw i64 %y.0, %1
  %add42 = add nsw i64 %mul41, %x.0
  %mul43 = mul nsw i64 %add42, 3
  %add.ptr44 = getelementptr inbounds i8, ptr %10, i64 %mul43
  call void @mlcc_rt.image_jpeg.jpeg_pixel(i32 %call, ptr %arraydecay, ptr %add.ptr44)
  %inc46 = add nsw i64 %x.0, 1
  br label %for.cond20

for.inc48:
  %inc49 = add nsw i64 %y.0, 1
  br label %for.cond

for.end50:
  call void @free(ptr %call4)
  call void @free(ptr %call5)
  ret i32 %cond
}

declare void @free(ptr)

define internal i32 @mlcc_rt.image_jpeg.jpeg_segment(ptr %j, i32 %marker, ptr %at, ptr %end) {
entry:
  switch i32 %marker, label %sw.default [
    i32 192, label %sw.bb
    i32 193, label %sw.bb
    i32 194, label %sw.bb
    i32 196, label %sw.bb1
    i32 218, label %sw.bb3
    i32 219, label %sw.bb5
    i32 221, label %sw.bb7
  ]

sw.bb:
  %cmp = icmp eq i32 %marker, 194
  %conv = zext i1 %cmp to i32
  %progressive = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 8
  store i32 %conv, ptr %progressive, align 4
  %call = call i32 @mlcc_rt.image_jpeg.jpeg_frame(ptr %j, ptr %at, ptr %end)
  br label %return

sw.bb1:
  %call2 = call i32 @mlcc_rt.image_jpeg.jpeg_read_codes(ptr %j, ptr %at, ptr %end)
  br label %return

sw.bb3:
  %call4 = call i32 @mlcc_rt.image_jpeg.jpeg_scan(ptr %j, ptr %at, ptr %end)
  br label %return

sw.bb5:
  %call6 = call i32 @mlcc_rt.image_jpeg.jpeg_read_tables(ptr %j, ptr %at, ptr %end)
  br label %return

sw.bb7:
  %sub.ptr.lhs.cast = ptrtoint ptr %end to i64
  %sub.ptr.rhs.cast = ptrtoint ptr %at to i64
  %sub.ptr.sub = sub i64 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %cmp8 = icmp slt i64 %sub.ptr.sub, 2
  br i1 %cmp8, label %return, label %if.end

if.end:
  %arrayidx = getelementptr inbounds i8, ptr %at, i64 0
  %0 = load i8, ptr %arrayidx, align 1
  %conv10 = zext i8 %0 to i32
  %shl = shl i32 %conv10, 8
  %arrayidx11 = getelementptr inbounds i8, ptr %at, i64 1
  %1 = load i8, ptr %arrayidx11, align 1
  %conv12 = zext i8 %1 to i32
  %or = or i32 %shl, %conv12
  %interval = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 9
  store i32 %or, ptr %interval, align 8
  br label %return

sw.default:
  %cmp13 = icmp sge i32 %marker, 195
  %cmp15 = icmp sle i32 %marker, 207
  %or.cond = and i1 %cmp13, %cmp15
  %cmp18 = icmp ne i32 %marker, 200
  %or.cond24 = and i1 %or.cond, %cmp18
  br i1 %or.cond24, label %return, label %if.end21

if.end21:
  call void @mlcc_rt.image_jpeg.jpeg_application(ptr %j, i32 %marker, ptr %at, ptr %end)
  br label %return

return:
  %retval.0 = phi i32 [ 1, %sw.bb7 ], [ 0, %if.end21 ], [ %call, %sw.bb ], [ %call2, %sw.bb1 ], [ %call4, %sw.bb3 ], [ %call6, %sw.bb5 ], [ 0, %if.end ], [ 2, %sw.default ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg.jpeg_frame(ptr %j, ptr %at, ptr %end) {
entry:
  %frame = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 14
  %0 = load i32, ptr %frame, align 4
  %tobool = icmp ne i32 %0, 0
  %sub.ptr.lhs.cast = ptrtoint ptr %end to i64
  %sub.ptr.rhs.cast = ptrtoint ptr %at to i64
  %sub.ptr.sub = sub i64 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %cmp = icmp slt i64 %sub.ptr.sub, 6
  %or.cond = select i1 %tobool, i1 true, i1 %cmp
  br i1 %or.cond, label %return, label %lor.lhs.false1

lor.lhs.false1:
  %sub.ptr.lhs.cast2 = ptrtoint ptr %end to i64
  %sub.ptr.rhs.cast3 = ptrtoint ptr %at to i64
  %sub.ptr.sub4 = sub i64 %sub.ptr.lhs.cast2, %sub.ptr.rhs.cast3
  %arrayidx = getelementptr inbounds i8, ptr %at, i64 5
  %1 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %1 to i32
  %mul = mul nsw i32 3, %conv
  %add = add nsw i32 6, %mul
  %conv5 = sext i32 %add to i64
  %cmp6 = icmp slt i64 %sub.ptr.sub4, %conv5
  br i1 %cmp6, label %return, label %if.end

if.end:
  %arrayidx8 = getelementptr inbounds i8, ptr %at, i64 5
  %2 = load i8, ptr %arrayidx8, align 1
  %conv9 = zext i8 %2 to i32
  %count = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 7
  store i32 %conv9, ptr %count, align 8
  %arrayidx10 = getelementptr inbounds i8, ptr %at, i64 0
  %3 = load i8, ptr %arrayidx10, align 1
  %conv11 = zext i8 %3 to i32
  %cmp12 = icmp ne i32 %conv11, 8
  br i1 %cmp12, label %return, label %lor.lhs.false14

lor.lhs.false14:
  %count15 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 7
  %4 = load i32, ptr %count15, align 8
  %cmp16 = icmp ne i32 %4, 1
  br i1 %cmp16, label %land.lhs.true, label %if.end26

land.lhs.true:
  %count18 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 7
  %5 = load i32, ptr %count18, align 8
  %cmp19 = icmp ne i32 %5, 3
  br i1 %cmp19, label %land.lhs.true21, label %if.end26

land.lhs.true21:
  %count22 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 7
  %6 = load i32, ptr %count22, align 8
  %cmp23 = icmp ne i32 %6, 4
  br i1 %cmp23, label %return, label %if.end26

if.end26:
  %arrayidx27 = getelementptr inbounds i8, ptr %at, i64 1
  %7 = load i8, ptr %arrayidx27, align 1
  %conv28 = zext i8 %7 to i32
  %shl = shl i32 %conv28, 8
  %arrayidx29 = getelementptr inbounds i8, ptr %at, i64 2
  %8 = load i8, ptr %arrayidx29, align 1
  %conv30 = zext i8 %8 to i32
  %or = or i32 %shl, %conv30
  %conv31 = sext i32 %or to i64
  %arrayidx32 = getelementptr inbounds i8, ptr %at, i64 3
  %9 = load i8, ptr %arrayidx32, align 1
  %conv33 = zext i8 %9 to i32
  %shl34 = shl i32 %conv33, 8
  %arrayidx35 = getelementptr inbounds i8, ptr %at, i64 4
  %10 = load i8, ptr %arrayidx35, align 1
  %conv36 = zext i8 %10 to i32
  %or37 = or i32 %shl34, %conv36
  %conv38 = sext i32 %or37 to i64
  %cmp39 = icmp eq i64 %conv31, 0
  br i1 %cmp39, label %return, label %if.end42

if.end42:
  %image = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 0
  %11 = load ptr, ptr %image, align 8
  %call = call i32 @mlcc_rt_image_sizes(ptr %11, i64 %conv38, i64 %conv31)
  %cmp43 = icmp ne i32 %call, 0
  br i1 %cmp43, label %return, label %if.end46

if.end46:
  %v_most = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 11
  store i32 1, ptr %v_most, align 8
  %h_most = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 10
  store i32 1, ptr %h_most, align 4
  br label %for.cond

for.cond:
  %n.0 = phi i32 [ 0, %if.end46 ], [ %inc, %cond.end97 ]
  %count47 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 7
  %12 = load i32, ptr %count47, align 8
  %cmp48 = icmp slt i32 %n.0, %12
  br i1 %cmp48, label %for.body, label %for.end

for.body:
  %add.ptr = getelementptr inbounds i8, ptr %at, i64 6
  %mul50 = mul nsw i32 3, %n.0
  %idx.ext = sext i32 %mul50 to i64
  %add.ptr51 = getelementptr inbounds i8, ptr %add.ptr, i64 %idx.ext
  %parts = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 6
  %idxprom = sext i32 %n.0 to i64
  %arrayidx52 = getelementptr inbounds [4 x %struct.jpeg_component], ptr %parts, i64 0, i64 %idxprom
  %arrayidx53 = getelementptr inbounds i8, ptr %add.ptr51, i64 0
  %13 = load i8, ptr %arrayidx53, align 1
  %conv54 = zext i8 %13 to i32
  %id = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx52, i32 0, i32 0
  store i32 %conv54, ptr %id, align 8
  %arrayidx55 = getelementptr inbounds i8, ptr %add.ptr51, i64 1
  %14 = load i8, ptr %arrayidx55, align 1
  %conv56 = zext i8 %14 to i32
  %shr = ashr i32 %conv56, 4
  %h = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx52, i32 0, i32 1
  store i32 %shr, ptr %h, align 4
  %arrayidx57 = getelementptr inbounds i8, ptr %add.ptr51, i64 1
  %15 = load i8, ptr %arrayidx57, align 1
  %conv58 = zext i8 %15 to i32
  %and = and i32 %conv58, 15
  %v = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx52, i32 0, i32 2
  store i32 %and, ptr %v, align 8
  %arrayidx59 = getelementptr inbounds i8, ptr %add.ptr51, i64 2
  %16 = load i8, ptr %arrayidx59, align 1
  %conv60 = zext i8 %16 to i32
  %quantisation = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx52, i32 0, i32 3
  store i32 %conv60, ptr %quantisation, align 4
  %h61 = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx52, i32 0, i32 1
  %17 = load i32, ptr %h61, align 4
  %cmp62 = icmp slt i32 %17, 1
  br i1 %cmp62, label %return, label %lor.lhs.false64

lor.lhs.false64:
  %h65 = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx52, i32 0, i32 1
  %18 = load i32, ptr %h65, align 4
  %cmp66 = icmp sgt i32 %18, 4
  br i1 %cmp66, label %return, label %lor.lhs.false68

lor.lhs.false68:
  %v69 = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx52, i32 0, i32 2
  %19 = load i32, ptr %v69, align 8
  %cmp70 = icmp slt i32 %19, 1
  br i1 %cmp70, label %return, label %lor.lhs.false72

lor.lhs.false72:
  %v73 = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx52, i32 0, i32 2
  %20 = load i32, ptr %v73, align 8
  %cmp74 = icmp sgt i32 %20, 4
  br i1 %cmp74, label %return, label %lor.lhs.false76

lor.lhs.false76:
  %quantisation77 = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx52, i32 0, i32 3
  %21 = load i32, ptr %quantisation77, align 4
  %cmp78 = icmp sge i32 %21, 4
  br i1 %cmp78, label %return, label %if.end81

if.end81:
  %h82 = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx52, i32 0, i32 1
  %22 = load i32, ptr %h82, align 4
  %h_most83 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 10
  %23 = load i32, ptr %h_most83, align 4
  %cmp84 = icmp sgt i32 %22, %23
  br i1 %cmp84, label %cond.true, label %cond.false

cond.true:
  %h86 = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx52, i32 0, i32 1
  %24 = load i32, ptr %h86, align 4
  br label %cond.end

cond.false:
  %h_most87 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 10
  %25 = load i32, ptr %h_most87, align 4
  br label %cond.end

cond.end:
  %cond = phi i32 [ %24, %cond.true ], [ %25, %cond.false ]
  %h_most88 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 10
  store i32 %cond, ptr %h_most88, align 4
  %v89 = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx52, i32 0, i32 2
  %26 = load i32, ptr %v89, align 8
  %v_most90 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 11
  %27 = load i32, ptr %v_most90, align 8
  %cmp91 = icmp sgt i32 %26, %27
  br i1 %cmp91, label %cond.true93, label %cond.false95

cond.true93:
  %v94 = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx52, i32 0, i32 2
  %28 = load i32, ptr %v94, align 8
  br label %cond.end97

cond.false95:
  %v_most96 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 11
  %29 = load i32, ptr %v_most96, align 8
  br label %cond.end97

cond.end97:
  %cond98 = phi i32 [ %28, %cond.true93 ], [ %29, %cond.false95 ]
  %v_most99 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 11
  store i32 %cond98, ptr %v_most99, align 8
  %inc = add nsw i32 %n.0, 1
  br label %for.cond

for.end:
  %h_most100 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 10
  %30 = load i32, ptr %h_most100, align 4
  %mul101 = mul nsw i32 8, %30
  %conv102 = sext i32 %mul101 to i64
  %call103 = call i64 @mlcc_rt.image_jpeg.jpeg_quotient(i64 %conv38, i64 %conv102)
  %unit_columns = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 16
  store i64 %call103, ptr %unit_columns, align 8
  %v_most104 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 11
  %31 = load i32, ptr %v_most104, align 8
  %mul105 = mul nsw i32 8, %31
  %conv106 = sext i32 %mul105 to i64
  %call107 = call i64 @mlcc_rt.image_jpeg.jpeg_quotient(i64 %conv31, i64 %conv106)
  %unit_rows = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 17
  store i64 %call107, ptr %unit_rows, align 8
  br label %for.cond109

for.cond109:
  %n108.0 = phi i32 [ 0, %for.end ], [ %inc157, %if.end129 ]
  %count110 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 7
  %32 = load i32, ptr %count110, align 8
  %cmp111 = icmp slt i32 %n108.0, %32
  br i1 %cmp111, label %for.body113, label %for.end158

for.body113:
  %parts115 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 6
  %idxprom116 = sext i32 %n108.0 to i64
  %arrayidx117 = getelementptr inbounds [4 x %struct.jpeg_component], ptr %parts115, i64 0, i64 %idxprom116
  %h_most118 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 10
  %33 = load i32, ptr %h_most118, align 4
  %h119 = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx117, i32 0, i32 1
  %34 = load i32, ptr %h119, align 4
  %rem = srem i32 %33, %34
  %cmp120 = icmp ne i32 %rem, 0
  br i1 %cmp120, label %return, label %lor.lhs.false122

lor.lhs.false122:
  %v_most123 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 11
  %35 = load i32, ptr %v_most123, align 8
  %v124 = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx117, i32 0, i32 2
  %36 = load i32, ptr %v124, align 8
  %rem125 = srem i32 %35, %36
  %cmp126 = icmp ne i32 %rem125, 0
  br i1 %cmp126, label %return, label %if.end129

if.end129:
  %h130 = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx117, i32 0, i32 1
  %37 = load i32, ptr %h130, align 4
  %conv131 = sext i32 %37 to i64
  %mul132 = mul nsw i64 %conv38, %conv131
  %h_most133 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 10
  %38 = load i32, ptr %h_most133, align 4
  %conv134 = sext i32 %38 to i64
  %call135 = call i64 @mlcc_rt.image_jpeg.jpeg_quotient(i64 %mul132, i64 %conv134)
  %width136 = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx117, i32 0, i32 8
  store i64 %call135, ptr %width136, align 8
  %v137 = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx117, i32 0, i32 2
  %39 = load i32, ptr %v137, align 8
  %conv138 = sext i32 %39 to i64
  %mul139 = mul nsw i64 %conv31, %conv138
  %v_most140 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 11
  %40 = load i32, ptr %v_most140, align 8
  %conv141 = sext i32 %40 to i64
  %call142 = call i64 @mlcc_rt.image_jpeg.jpeg_quotient(i64 %mul139, i64 %conv141)
  %height143 = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx117, i32 0, i32 9
  store i64 %call142, ptr %height143, align 8
  %width144 = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx117, i32 0, i32 8
  %41 = load i64, ptr %width144, align 8
  %call145 = call i64 @mlcc_rt.image_jpeg.jpeg_quotient(i64 %41, i64 8)
  %columns = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx117, i32 0, i32 10
  store i64 %call145, ptr %columns, align 8
  %height146 = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx117, i32 0, i32 9
  %42 = load i64, ptr %height146, align 8
  %call147 = call i64 @mlcc_rt.image_jpeg.jpeg_quotient(i64 %42, i64 8)
  %rows = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx117, i32 0, i32 11
  store i64 %call147, ptr %rows, align 8
  %unit_columns148 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 16
  %43 = load i64, ptr %unit_columns148, align 8
  %h149 = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx117, i32 0, i32 1
  %44 = load i32, ptr %h149, align 4
  %conv150 = sext i32 %44 to i64
  %mul151 = mul nsw i64 %43, %conv150
  %stride = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx117, i32 0, i32 12
  store i64 %mul151, ptr %stride, align 8
  %unit_rows152 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 17
  %45 = load i64, ptr %unit_rows152, align 8
  %v153 = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx117, i32 0, i32 2
  %46 = load i32, ptr %v153, align 8
  %conv154 = sext i32 %46 to i64
  %mul155 = mul nsw i64 %45, %conv154
  %all_rows = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx117, i32 0, i32 13
  store i64 %mul155, ptr %all_rows, align 8
  %inc157 = add nsw i32 %n108.0, 1
  br label %for.cond109

for.end158:
  %frame159 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 14
  store i32 1, ptr %frame159, align 4
  br label %return

return:
  %retval.0 = phi i32 [ 0, %for.end158 ], [ 1, %entry ], [ 2, %if.end ], [ 2, %if.end26 ], [ %call, %if.end42 ], [ 1, %for.body ], [ 1, %lor.lhs.false1 ], [ 2, %land.lhs.true21 ], [ 1, %lor.lhs.false76 ], [ 1, %lor.lhs.false72 ], [ 1, %lor.lhs.false68 ], [ 1, %lor.lhs.false64 ], [ 2, %lor.lhs.false122 ], [ 2, %for.body113 ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg.jpeg_read_codes(ptr %j, ptr %at, ptr %end) {
entry:
  br label %while.cond

while.cond:
  %at.addr.0 = phi ptr [ %at, %entry ], [ %add.ptr103, %for.end102 ]
  %cmp = icmp ult ptr %at.addr.0, %end
  br i1 %cmp, label %while.body, label %return

while.body:
  %sub.ptr.lhs.cast = ptrtoint ptr %end to i64
  %sub.ptr.rhs.cast = ptrtoint ptr %at.addr.0 to i64
  %sub.ptr.sub = sub i64 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %cmp1 = icmp slt i64 %sub.ptr.sub, 17
  br i1 %cmp1, label %return, label %lor.lhs.false

lor.lhs.false:
  %arrayidx = getelementptr inbounds i8, ptr %at.addr.0, i64 0
  %0 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %0 to i32
  %shr = ashr i32 %conv, 4
  %cmp2 = icmp sgt i32 %shr, 1
  br i1 %cmp2, label %return, label %lor.lhs.false4

lor.lhs.false4:
  %arrayidx5 = getelementptr inbounds i8, ptr %at.addr.0, i64 0
  %1 = load i8, ptr %arrayidx5, align 1
  %conv6 = zext i8 %1 to i32
  %and = and i32 %conv6, 15
  %cmp7 = icmp sge i32 %and, 4
  br i1 %cmp7, label %return, label %if.end

if.end:
  %codes9 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 5
  %arrayidx10 = getelementptr inbounds i8, ptr %at.addr.0, i64 0
  %2 = load i8, ptr %arrayidx10, align 1
  %conv11 = zext i8 %2 to i32
  %shr12 = ashr i32 %conv11, 4
  %idxprom = sext i32 %shr12 to i64
  %arrayidx13 = getelementptr inbounds [2 x [4 x %struct.jpeg_codes]], ptr %codes9, i64 0, i64 %idxprom
  %arrayidx14 = getelementptr inbounds i8, ptr %at.addr.0, i64 0
  %3 = load i8, ptr %arrayidx14, align 1
  %conv15 = zext i8 %3 to i32
  %and16 = and i32 %conv15, 15
  %idxprom17 = sext i32 %and16 to i64
  %arrayidx18 = getelementptr inbounds [4 x %struct.jpeg_codes], ptr %arrayidx13, i64 0, i64 %idxprom17
  br label %for.cond

for.cond:
  %code.0 = phi i32 [ 0, %if.end ], [ %shl41, %if.end36 ]
  %total.0 = phi i32 [ 0, %if.end ], [ %add29, %if.end36 ]
  %length.0 = phi i32 [ 1, %if.end ], [ %inc, %if.end36 ]
  %cmp19 = icmp sle i32 %length.0, 16
  br i1 %cmp19, label %for.body, label %for.end

for.body:
  %sub = sub nsw i32 %total.0, %code.0
  %offset = getelementptr inbounds nuw %struct.jpeg_codes, ptr %arrayidx18, i32 0, i32 4
  %idxprom21 = sext i32 %length.0 to i64
  %arrayidx22 = getelementptr inbounds [17 x i32], ptr %offset, i64 0, i64 %idxprom21
  store i32 %sub, ptr %arrayidx22, align 4
  %idxprom23 = sext i32 %length.0 to i64
  %arrayidx24 = getelementptr inbounds i8, ptr %at.addr.0, i64 %idxprom23
  %4 = load i8, ptr %arrayidx24, align 1
  %conv25 = zext i8 %4 to i32
  %add = add nsw i32 %code.0, %conv25
  %idxprom26 = sext i32 %length.0 to i64
  %arrayidx27 = getelementptr inbounds i8, ptr %at.addr.0, i64 %idxprom26
  %5 = load i8, ptr %arrayidx27, align 1
  %conv28 = zext i8 %5 to i32
  %add29 = add nsw i32 %total.0, %conv28
  %shl = shl i32 1, %length.0
  %cmp30 = icmp sgt i32 %add, %shl
  %cmp33 = icmp sgt i32 %add29, 256
  %or.cond = select i1 %cmp30, i1 true, i1 %cmp33
  br i1 %or.cond, label %return, label %if.end36

if.end36:
  %sub37 = sub nsw i32 16, %length.0
  %shl38 = shl i32 %add, %sub37
  %beyond = getelementptr inbounds nuw %struct.jpeg_codes, ptr %arrayidx18, i32 0, i32 3
  %idxprom39 = sext i32 %length.0 to i64
  %arrayidx40 = getelementptr inbounds [17 x i32], ptr %beyond, i64 0, i64 %idxprom39
  store i32 %shl38, ptr %arrayidx40, align 4
  %shl41 = shl i32 %add, 1
  %inc = add nsw i32 %length.0, 1
  br label %for.cond

for.end:
  %add.ptr = getelementptr inbounds i8, ptr %at.addr.0, i64 17
  %sub.ptr.lhs.cast42 = ptrtoint ptr %end to i64
  %sub.ptr.rhs.cast43 = ptrtoint ptr %add.ptr to i64
  %sub.ptr.sub44 = sub i64 %sub.ptr.lhs.cast42, %sub.ptr.rhs.cast43
  %conv45 = sext i32 %total.0 to i64
  %cmp46 = icmp slt i64 %sub.ptr.sub44, %conv45
  br i1 %cmp46, label %return, label %for.cond50

for.cond50:
  %k.0 = phi i32 [ %inc57, %for.body53 ], [ 0, %for.end ]
  %cmp51 = icmp slt i32 %k.0, 512
  br i1 %cmp51, label %for.body53, label %for.cond61

for.body53:
  %fast = getelementptr inbounds nuw %struct.jpeg_codes, ptr %arrayidx18, i32 0, i32 2
  %idxprom54 = sext i32 %k.0 to i64
  %arrayidx55 = getelementptr inbounds [512 x i16], ptr %fast, i64 0, i64 %idxprom54
  store i16 0, ptr %arrayidx55, align 2
  %inc57 = add nsw i32 %k.0, 1
  br label %for.cond50

for.cond61:
  %k59.0 = phi i32 [ %k59.1, %for.inc100 ], [ 0, %for.cond50 ]
  %place.0 = phi i32 [ %place.1, %for.inc100 ], [ 0, %for.cond50 ]
  %length60.0 = phi i32 [ %inc101, %for.inc100 ], [ 1, %for.cond50 ]
  %cmp62 = icmp sle i32 %length60.0, 16
  br i1 %cmp62, label %for.cond65, label %for.end102

for.cond65:
  %k59.1 = phi i32 [ %inc98, %for.inc96 ], [ %k59.0, %for.cond61 ]
  %place.1 = phi i32 [ %place.2, %for.inc96 ], [ %place.0, %for.cond61 ]
  %n.0 = phi i32 [ %inc97, %for.inc96 ], [ 0, %for.cond61 ]
  %idxprom66 = sext i32 %length60.0 to i64
  %arrayidx67 = getelementptr inbounds i8, ptr %at.addr.0, i64 %idxprom66
  %6 = load i8, ptr %arrayidx67, align 1
  %conv68 = zext i8 %6 to i32
  %cmp69 = icmp slt i32 %n.0, %conv68
  br i1 %cmp69, label %for.body71, label %for.inc100

for.body71:
  %idxprom72 = sext i32 %k59.1 to i64
  %arrayidx73 = getelementptr inbounds i8, ptr %add.ptr, i64 %idxprom72
  %7 = load i8, ptr %arrayidx73, align 1
  %symbols = getelementptr inbounds nuw %struct.jpeg_codes, ptr %arrayidx18, i32 0, i32 1
  %idxprom74 = sext i32 %k59.1 to i64
  %arrayidx75 = getelementptr inbounds [256 x i8], ptr %symbols, i64 0, i64 %idxprom74
  store i8 %7, ptr %arrayidx75, align 1
  br label %for.cond76

for.cond76:
  %place.2 = phi i32 [ %place.1, %for.body71 ], [ %inc90, %for.body83 ]
  %m.0 = phi i32 [ 0, %for.body71 ], [ %inc94, %for.body83 ]
  %cmp77 = icmp sle i32 %length60.0, 9
  %sub79 = sub nsw i32 9, %length60.0
  %shl80 = shl i32 1, %sub79
  %cmp81 = icmp slt i32 %m.0, %shl80
  %8 = select i1 %cmp77, i1 %cmp81, i1 false
  br i1 %8, label %for.body83, label %for.inc96

for.body83:
  %shl84 = shl i32 %length60.0, 8
  %idxprom85 = sext i32 %k59.1 to i64
  %arrayidx86 = getelementptr inbounds i8, ptr %add.ptr, i64 %idxprom85
  %9 = load i8, ptr %arrayidx86, align 1
  %conv87 = zext i8 %9 to i32
  %or = or i32 %shl84, %conv87
  %conv88 = trunc i32 %or to i16
  %fast89 = getelementptr inbounds nuw %struct.jpeg_codes, ptr %arrayidx18, i32 0, i32 2
  %inc90 = add nsw i32 %place.2, 1
  %idxprom91 = sext i32 %place.2 to i64
  %arrayidx92 = getelementptr inbounds [512 x i16], ptr %fast89, i64 0, i64 %idxprom91
  store i16 %conv88, ptr %arrayidx92, align 2
  %inc94 = add nsw i32 %m.0, 1
  br label %for.cond76

for.inc96:
  %inc97 = add nsw i32 %n.0, 1
  %inc98 = add nsw i32 %k59.1, 1
  br label %for.cond65

for.inc100:
  %inc101 = add nsw i32 %length60.0, 1
  br label %for.cond61

for.end102:
  %set = getelementptr inbounds nuw %struct.jpeg_codes, ptr %arrayidx18, i32 0, i32 0
  store i8 1, ptr %set, align 4
  %idx.ext = sext i32 %total.0 to i64
  %add.ptr103 = getelementptr inbounds i8, ptr %add.ptr, i64 %idx.ext
  br label %while.cond

return:
  %retval.0 = phi i32 [ 1, %for.end ], [ 1, %while.body ], [ 1, %for.body ], [ 1, %lor.lhs.false4 ], [ 1, %lor.lhs.false ], [ 0, %while.cond ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg.jpeg_scan(ptr %j, ptr %at, ptr %end) {
entry:
  %frame = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 14
  %0 = load i32, ptr %frame, align 4
  %tobool = icmp eq i32 %0, 0
  %sub.ptr.lhs.cast = ptrtoint ptr %end to i64
  %sub.ptr.rhs.cast = ptrtoint ptr %at to i64
  %sub.ptr.sub = sub i64 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %cmp = icmp slt i64 %sub.ptr.sub, 1
  %or.cond = select i1 %tobool, i1 true, i1 %cmp
  br i1 %or.cond, label %return, label %lor.lhs.false1

lor.lhs.false1:
  %arrayidx = getelementptr inbounds i8, ptr %at, i64 0
  %1 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %1 to i32
  %cmp2 = icmp slt i32 %conv, 1
  br i1 %cmp2, label %return, label %lor.lhs.false4

lor.lhs.false4:
  %arrayidx5 = getelementptr inbounds i8, ptr %at, i64 0
  %2 = load i8, ptr %arrayidx5, align 1
  %conv6 = zext i8 %2 to i32
  %cmp7 = icmp sgt i32 %conv6, 4
  br i1 %cmp7, label %return, label %lor.lhs.false9

lor.lhs.false9:
  %sub.ptr.lhs.cast10 = ptrtoint ptr %end to i64
  %sub.ptr.rhs.cast11 = ptrtoint ptr %at to i64
  %sub.ptr.sub12 = sub i64 %sub.ptr.lhs.cast10, %sub.ptr.rhs.cast11
  %arrayidx13 = getelementptr inbounds i8, ptr %at, i64 0
  %3 = load i8, ptr %arrayidx13, align 1
  %conv14 = zext i8 %3 to i32
  %mul = mul nsw i32 2, %conv14
  %add = add nsw i32 4, %mul
  %conv15 = sext i32 %add to i64
  %cmp16 = icmp slt i64 %sub.ptr.sub12, %conv15
  br i1 %cmp16, label %return, label %lor.lhs.false18

lor.lhs.false18:
  %scans = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 15
  %4 = load i32, ptr %scans, align 8
  %inc = add nsw i32 %4, 1
  store i32 %inc, ptr %scans, align 8
  %cmp19 = icmp sgt i32 %inc, 500
  br i1 %cmp19, label %return, label %if.end

if.end:
  %parts = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 6
  %arrayidx21 = getelementptr inbounds [4 x %struct.jpeg_component], ptr %parts, i64 0, i64 0
  %blocks = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx21, i32 0, i32 15
  %5 = load ptr, ptr %blocks, align 8
  %cmp22 = icmp eq ptr %5, null
  br i1 %cmp22, label %land.lhs.true, label %if.end27

land.lhs.true:
  %call = call i32 @mlcc_rt.image_jpeg.jpeg_prepare(ptr %j)
  %cmp24 = icmp ne i32 %call, 0
  br i1 %cmp24, label %return, label %if.end27

if.end27:
  %incdec.ptr = getelementptr inbounds nuw i8, ptr %at, i32 1
  %6 = load i8, ptr %at, align 1
  %conv28 = zext i8 %6 to i32
  %in_scan = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 19
  store i32 %conv28, ptr %in_scan, align 8
  br label %for.cond

for.cond:
  %n.0 = phi i32 [ 0, %if.end27 ], [ %inc119, %for.inc118 ]
  %at.addr.0 = phi ptr [ %incdec.ptr, %if.end27 ], [ %add.ptr, %for.inc118 ]
  %in_scan29 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 19
  %7 = load i32, ptr %in_scan29, align 8
  %cmp30 = icmp slt i32 %n.0, %7
  br i1 %cmp30, label %for.body, label %for.end120

for.body:
  %scan = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 18
  %idxprom = sext i32 %n.0 to i64
  %arrayidx32 = getelementptr inbounds [4 x ptr], ptr %scan, i64 0, i64 %idxprom
  store ptr null, ptr %arrayidx32, align 8
  br label %for.cond33

for.cond33:
  %k.0 = phi i32 [ 0, %for.body ], [ %inc52, %for.inc ]
  %count = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 7
  %8 = load i32, ptr %count, align 8
  %cmp34 = icmp slt i32 %k.0, %8
  br i1 %cmp34, label %for.body36, label %for.cond54

for.body36:
  %parts37 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 6
  %idxprom38 = sext i32 %k.0 to i64
  %arrayidx39 = getelementptr inbounds [4 x %struct.jpeg_component], ptr %parts37, i64 0, i64 %idxprom38
  %id = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx39, i32 0, i32 0
  %9 = load i32, ptr %id, align 8
  %arrayidx40 = getelementptr inbounds i8, ptr %at.addr.0, i64 0
  %10 = load i8, ptr %arrayidx40, align 1
  %conv41 = zext i8 %10 to i32
  %cmp42 = icmp eq i32 %9, %conv41
  br i1 %cmp42, label %if.then44, label %for.inc

if.then44:
  %parts45 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 6
  %idxprom46 = sext i32 %k.0 to i64
  %arrayidx47 = getelementptr inbounds [4 x %struct.jpeg_component], ptr %parts45, i64 0, i64 %idxprom46
  %scan48 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 18
  %idxprom49 = sext i32 %n.0 to i64
  %arrayidx50 = getelementptr inbounds [4 x ptr], ptr %scan48, i64 0, i64 %idxprom49
  store ptr %arrayidx47, ptr %arrayidx50, align 8
  br label %for.inc

for.inc:
  %inc52 = add nsw i32 %k.0, 1
  br label %for.cond33

for.cond54:
  %k53.0 = phi i32 [ %inc69, %for.inc68 ], [ 0, %for.cond33 ]
  %cmp55 = icmp slt i32 %k53.0, %n.0
  br i1 %cmp55, label %for.body57, label %for.end70

for.body57:
  %scan58 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 18
  %idxprom59 = sext i32 %k53.0 to i64
  %arrayidx60 = getelementptr inbounds [4 x ptr], ptr %scan58, i64 0, i64 %idxprom59
  %11 = load ptr, ptr %arrayidx60, align 8
  %scan61 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 18
  %idxprom62 = sext i32 %n.0 to i64
  %arrayidx63 = getelementptr inbounds [4 x ptr], ptr %scan61, i64 0, i64 %idxprom62
  %12 = load ptr, ptr %arrayidx63, align 8
  %cmp64 = icmp eq ptr %11, %12
  br i1 %cmp64, label %return, label %for.inc68

for.inc68:
  %inc69 = add nsw i32 %k53.0, 1
  br label %for.cond54

for.end70:
  %scan71 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 18
  %idxprom72 = sext i32 %n.0 to i64
  %arrayidx73 = getelementptr inbounds [4 x ptr], ptr %scan71, i64 0, i64 %idxprom72
  %13 = load ptr, ptr %arrayidx73, align 8
  %cmp74 = icmp eq ptr %13, null
  br i1 %cmp74, label %return, label %lor.lhs.false76

lor.lhs.false76:
  %arrayidx77 = getelementptr inbounds i8, ptr %at.addr.0, i64 1
  %14 = load i8, ptr %arrayidx77, align 1
  %conv78 = zext i8 %14 to i32
  %shr = ashr i32 %conv78, 4
  %cmp79 = icmp sge i32 %shr, 4
  br i1 %cmp79, label %return, label %lor.lhs.false81

lor.lhs.false81:
  %arrayidx82 = getelementptr inbounds i8, ptr %at.addr.0, i64 1
  %15 = load i8, ptr %arrayidx82, align 1
  %conv83 = zext i8 %15 to i32
  %and = and i32 %conv83, 15
  %cmp84 = icmp sge i32 %and, 4
  br i1 %cmp84, label %return, label %if.end87

if.end87:
  %arrayidx88 = getelementptr inbounds i8, ptr %at.addr.0, i64 1
  %16 = load i8, ptr %arrayidx88, align 1
  %conv89 = zext i8 %16 to i32
  %shr90 = ashr i32 %conv89, 4
  %dc = getelementptr inbounds nuw %struct.jpeg_component, ptr %13, i32 0, i32 4
  store i32 %shr90, ptr %dc, align 8
  %arrayidx91 = getelementptr inbounds i8, ptr %at.addr.0, i64 1
  %17 = load i8, ptr %arrayidx91, align 1
  %conv92 = zext i8 %17 to i32
  %and93 = and i32 %conv92, 15
  %ac = getelementptr inbounds nuw %struct.jpeg_component, ptr %13, i32 0, i32 5
  store i32 %and93, ptr %ac, align 4
  %previous = getelementptr inbounds nuw %struct.jpeg_component, ptr %13, i32 0, i32 6
  store i32 0, ptr %previous, align 8
  %latched = getelementptr inbounds nuw %struct.jpeg_component, ptr %13, i32 0, i32 7
  %18 = load i32, ptr %latched, align 4
  %tobool94 = icmp ne i32 %18, 0
  br i1 %tobool94, label %for.inc118, label %if.then95

if.then95:
  %has_table = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 4
  %quantisation = getelementptr inbounds nuw %struct.jpeg_component, ptr %13, i32 0, i32 3
  %19 = load i32, ptr %quantisation, align 4
  %idxprom96 = sext i32 %19 to i64
  %arrayidx97 = getelementptr inbounds [4 x i8], ptr %has_table, i64 0, i64 %idxprom96
  %20 = load i8, ptr %arrayidx97, align 1
  %tobool98 = icmp ne i8 %20, 0
  br i1 %tobool98, label %for.cond102, label %return

for.cond102:
  %k101.0 = phi i32 [ %inc114, %for.body105 ], [ 0, %if.then95 ]
  %cmp103 = icmp slt i32 %k101.0, 64
  br i1 %cmp103, label %for.body105, label %for.end115

for.body105:
  %tables = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 3
  %quantisation106 = getelementptr inbounds nuw %struct.jpeg_component, ptr %13, i32 0, i32 3
  %21 = load i32, ptr %quantisation106, align 4
  %idxprom107 = sext i32 %21 to i64
  %arrayidx108 = getelementptr inbounds [4 x [64 x i16]], ptr %tables, i64 0, i64 %idxprom107
  %idxprom109 = sext i32 %k101.0 to i64
  %arrayidx110 = getelementptr inbounds [64 x i16], ptr %arrayidx108, i64 0, i64 %idxprom109
  %22 = load i16, ptr %arrayidx110, align 2
  %table = getelementptr inbounds nuw %struct.jpeg_component, ptr %13, i32 0, i32 14
  %idxprom111 = sext i32 %k101.0 to i64
  %arrayidx112 = getelementptr inbounds [64 x i16], ptr %table, i64 0, i64 %idxprom111
  store i16 %22, ptr %arrayidx112, align 2
  %inc114 = add nsw i32 %k101.0, 1
  br label %for.cond102

for.end115:
  %latched116 = getelementptr inbounds nuw %struct.jpeg_component, ptr %13, i32 0, i32 7
  store i32 1, ptr %latched116, align 4
  br label %for.inc118

for.inc118:
  %inc119 = add nsw i32 %n.0, 1
  %add.ptr = getelementptr inbounds i8, ptr %at.addr.0, i64 2
  br label %for.cond

for.end120:
  %progressive = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 8
  %23 = load i32, ptr %progressive, align 4
  %tobool121 = icmp ne i32 %23, 0
  br i1 %tobool121, label %cond.true, label %cond.end

cond.true:
  %arrayidx122 = getelementptr inbounds i8, ptr %at.addr.0, i64 0
  %24 = load i8, ptr %arrayidx122, align 1
  %conv123 = zext i8 %24 to i32
  br label %cond.end

cond.end:
  %cond = phi i32 [ %conv123, %cond.true ], [ 0, %for.end120 ]
  %first = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 20
  store i32 %cond, ptr %first, align 4
  %progressive124 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 8
  %25 = load i32, ptr %progressive124, align 4
  %tobool125 = icmp ne i32 %25, 0
  br i1 %tobool125, label %cond.true126, label %cond.end130

cond.true126:
  %arrayidx127 = getelementptr inbounds i8, ptr %at.addr.0, i64 1
  %26 = load i8, ptr %arrayidx127, align 1
  %conv128 = zext i8 %26 to i32
  br label %cond.end130

cond.end130:
  %cond131 = phi i32 [ %conv128, %cond.true126 ], [ 63, %cond.end ]
  %last = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 21
  store i32 %cond131, ptr %last, align 8
  %progressive132 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 8
  %27 = load i32, ptr %progressive132, align 4
  %tobool133 = icmp ne i32 %27, 0
  br i1 %tobool133, label %cond.true134, label %cond.end139

cond.true134:
  %arrayidx135 = getelementptr inbounds i8, ptr %at.addr.0, i64 2
  %28 = load i8, ptr %arrayidx135, align 1
  %conv136 = zext i8 %28 to i32
  %shr137 = ashr i32 %conv136, 4
  br label %cond.end139

cond.end139:
  %cond140 = phi i32 [ %shr137, %cond.true134 ], [ 0, %cond.end130 ]
  %high = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 22
  store i32 %cond140, ptr %high, align 4
  %progressive141 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 8
  %29 = load i32, ptr %progressive141, align 4
  %tobool142 = icmp ne i32 %29, 0
  br i1 %tobool142, label %cond.true143, label %cond.end148

cond.true143:
  %arrayidx144 = getelementptr inbounds i8, ptr %at.addr.0, i64 2
  %30 = load i8, ptr %arrayidx144, align 1
  %conv145 = zext i8 %30 to i32
  %and146 = and i32 %conv145, 15
  br label %cond.end148

cond.end148:
  %cond149 = phi i32 [ %and146, %cond.true143 ], [ 0, %cond.end139 ]
  %low = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 23
  store i32 %cond149, ptr %low, align 8
  %call150 = call i32 @mlcc_rt.image_jpeg.jpeg_scan_is_valid(ptr %j)
  %tobool151 = icmp ne i32 %call150, 0
  br i1 %tobool151, label %for.cond155, label %return

for.cond155:
  %n154.0 = phi i32 [ %inc193, %for.inc192 ], [ 0, %cond.end148 ]
  %in_scan156 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 19
  %31 = load i32, ptr %in_scan156, align 8
  %cmp157 = icmp slt i32 %n154.0, %31
  br i1 %cmp157, label %for.body159, label %for.end194

for.body159:
  %scan161 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 18
  %idxprom162 = sext i32 %n154.0 to i64
  %arrayidx163 = getelementptr inbounds [4 x ptr], ptr %scan161, i64 0, i64 %idxprom162
  %32 = load ptr, ptr %arrayidx163, align 8
  %first164 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 20
  %33 = load i32, ptr %first164, align 4
  %cmp165 = icmp eq i32 %33, 0
  br i1 %cmp165, label %land.rhs, label %land.end

land.rhs:
  %high167 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 22
  %34 = load i32, ptr %high167, align 4
  %cmp168 = icmp eq i32 %34, 0
  br label %land.end

land.end:
  %35 = phi i1 [ false, %for.body159 ], [ %cmp168, %land.rhs ]
  %land.ext = zext i1 %35 to i32
  %last170 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 21
  %36 = load i32, ptr %last170, align 8
  %cmp171 = icmp sgt i32 %36, 0
  %conv172 = zext i1 %cmp171 to i32
  %tobool173 = icmp ne i32 %land.ext, 0
  br i1 %tobool173, label %land.lhs.true174, label %lor.lhs.false180

land.lhs.true174:
  %codes = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 5
  %arrayidx175 = getelementptr inbounds [2 x [4 x %struct.jpeg_codes]], ptr %codes, i64 0, i64 0
  %dc176 = getelementptr inbounds nuw %struct.jpeg_component, ptr %32, i32 0, i32 4
  %37 = load i32, ptr %dc176, align 8
  %idxprom177 = sext i32 %37 to i64
  %arrayidx178 = getelementptr inbounds [4 x %struct.jpeg_codes], ptr %arrayidx175, i64 0, i64 %idxprom177
  %set = getelementptr inbounds nuw %struct.jpeg_codes, ptr %arrayidx178, i32 0, i32 0
  %38 = load i8, ptr %set, align 4
  %tobool179 = icmp ne i8 %38, 0
  br i1 %tobool179, label %lor.lhs.false180, label %return

lor.lhs.false180:
  %tobool181 = icmp ne i32 %conv172, 0
  br i1 %tobool181, label %land.lhs.true182, label %for.inc192

land.lhs.true182:
  %codes183 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 5
  %arrayidx184 = getelementptr inbounds [2 x [4 x %struct.jpeg_codes]], ptr %codes183, i64 0, i64 1
  %ac185 = getelementptr inbounds nuw %struct.jpeg_component, ptr %32, i32 0, i32 5
  %39 = load i32, ptr %ac185, align 4
  %idxprom186 = sext i32 %39 to i64
  %arrayidx187 = getelementptr inbounds [4 x %struct.jpeg_codes], ptr %arrayidx184, i64 0, i64 %idxprom186
  %set188 = getelementptr inbounds nuw %struct.jpeg_codes, ptr %arrayidx187, i32 0, i32 0
  %40 = load i8, ptr %set188, align 4
  %tobool189 = icmp ne i8 %40, 0
  br i1 %tobool189, label %for.inc192, label %return

for.inc192:
  %inc193 = add nsw i32 %n154.0, 1
  br label %for.cond155

for.end194:
  %at195 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 1
  store ptr %end, ptr %at195, align 8
  %call196 = call i32 @mlcc_rt.image_jpeg.jpeg_scan_data(ptr %j)
  br label %return

return:
  %retval.0 = phi i32 [ 1, %if.then95 ], [ 1, %entry ], [ 3, %land.lhs.true ], [ 1, %for.body57 ], [ 1, %for.end70 ], [ 1, %cond.end148 ], [ %call196, %for.end194 ], [ 1, %lor.lhs.false18 ], [ 1, %lor.lhs.false9 ], [ 1, %lor.lhs.false4 ], [ 1, %lor.lhs.false1 ], [ 1, %lor.lhs.false81 ], [ 1, %lor.lhs.false76 ], [ 1, %land.lhs.true182 ], [ 1, %land.lhs.true174 ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg.jpeg_read_tables(ptr %j, ptr %at, ptr %end) {
entry:
  br label %while.cond

while.cond:
  %at.addr.0 = phi ptr [ %at, %entry ], [ %at.addr.1, %for.end ]
  %cmp = icmp ult ptr %at.addr.0, %end
  br i1 %cmp, label %while.body, label %return

while.body:
  %arrayidx = getelementptr inbounds i8, ptr %at.addr.0, i64 0
  %0 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %0 to i32
  %shr = ashr i32 %conv, 4
  %arrayidx1 = getelementptr inbounds i8, ptr %at.addr.0, i64 0
  %1 = load i8, ptr %arrayidx1, align 1
  %conv2 = zext i8 %1 to i32
  %and = and i32 %conv2, 15
  %cmp3 = icmp sgt i32 %shr, 1
  %cmp5 = icmp sge i32 %and, 4
  %or.cond = select i1 %cmp3, i1 true, i1 %cmp5
  br i1 %or.cond, label %return, label %lor.lhs.false7

lor.lhs.false7:
  %sub.ptr.lhs.cast = ptrtoint ptr %end to i64
  %sub.ptr.rhs.cast = ptrtoint ptr %at.addr.0 to i64
  %sub.ptr.sub = sub i64 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %add = add nsw i32 1, %shr
  %mul = mul nsw i32 64, %add
  %add8 = add nsw i32 1, %mul
  %conv9 = sext i32 %add8 to i64
  %cmp10 = icmp slt i64 %sub.ptr.sub, %conv9
  br i1 %cmp10, label %return, label %if.end

if.end:
  %incdec.ptr = getelementptr inbounds nuw i8, ptr %at.addr.0, i32 1
  br label %for.cond

for.cond:
  %at.addr.1 = phi ptr [ %incdec.ptr, %if.end ], [ %add.ptr, %cond.end ]
  %k.0 = phi i32 [ 0, %if.end ], [ %inc, %cond.end ]
  %cmp12 = icmp slt i32 %k.0, 64
  br i1 %cmp12, label %for.body, label %for.end

for.body:
  %tobool = icmp ne i32 %shr, 0
  br i1 %tobool, label %cond.true, label %cond.false

cond.true:
  %arrayidx14 = getelementptr inbounds i8, ptr %at.addr.1, i64 0
  %2 = load i8, ptr %arrayidx14, align 1
  %conv15 = zext i8 %2 to i32
  %shl = shl i32 %conv15, 8
  %arrayidx16 = getelementptr inbounds i8, ptr %at.addr.1, i64 1
  %3 = load i8, ptr %arrayidx16, align 1
  %conv17 = zext i8 %3 to i32
  %or = or i32 %shl, %conv17
  br label %cond.end

cond.false:
  %arrayidx18 = getelementptr inbounds i8, ptr %at.addr.1, i64 0
  %4 = load i8, ptr %arrayidx18, align 1
  %conv19 = zext i8 %4 to i32
  br label %cond.end

cond.end:
  %cond = phi i32 [ %or, %cond.true ], [ %conv19, %cond.false ]
  %conv20 = trunc i32 %cond to i16
  %tables = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 3
  %idxprom = sext i32 %and to i64
  %arrayidx21 = getelementptr inbounds [4 x [64 x i16]], ptr %tables, i64 0, i64 %idxprom
  %idxprom22 = sext i32 %k.0 to i64
  %arrayidx23 = getelementptr inbounds [64 x i8], ptr @mlcc_rt.image_jpeg.jpeg_zigzag, i64 0, i64 %idxprom22
  %5 = load i8, ptr %arrayidx23, align 1
  %idxprom24 = zext i8 %5 to i64
  %arrayidx25 = getelementptr inbounds nuw [64 x i16], ptr %arrayidx21, i64 0, i64 %idxprom24
  store i16 %conv20, ptr %arrayidx25, align 2
  %inc = add nsw i32 %k.0, 1
  %add26 = add nsw i32 1, %shr
  %idx.ext = sext i32 %add26 to i64
  %add.ptr = getelementptr inbounds i8, ptr %at.addr.1, i64 %idx.ext
  br label %for.cond

for.end:
  %has_table = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 4
  %idxprom27 = sext i32 %and to i64
  %arrayidx28 = getelementptr inbounds [4 x i8], ptr %has_table, i64 0, i64 %idxprom27
  store i8 1, ptr %arrayidx28, align 1
  br label %while.cond

return:
  %retval.0 = phi i32 [ 1, %while.body ], [ 1, %lor.lhs.false7 ], [ 0, %while.cond ]
  ret i32 %retval.0
}

define internal void @mlcc_rt.image_jpeg.jpeg_application(ptr %j, i32 %marker, ptr %at, ptr %end) {
entry:
  %cmp = icmp eq i32 %marker, 224
  %sub.ptr.lhs.cast = ptrtoint ptr %end to i64
  %sub.ptr.rhs.cast = ptrtoint ptr %at to i64
  %sub.ptr.sub = sub i64 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %cmp1 = icmp sge i64 %sub.ptr.sub, 5
  %or.cond = select i1 %cmp, i1 %cmp1, i1 false
  br i1 %or.cond, label %land.lhs.true2, label %if.end

land.lhs.true2:
  %arrayidx = getelementptr inbounds i8, ptr %at, i64 0
  %0 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %0 to i32
  %cmp3 = icmp eq i32 %conv, 74
  br i1 %cmp3, label %land.lhs.true5, label %if.end

land.lhs.true5:
  %arrayidx6 = getelementptr inbounds i8, ptr %at, i64 1
  %1 = load i8, ptr %arrayidx6, align 1
  %conv7 = zext i8 %1 to i32
  %cmp8 = icmp eq i32 %conv7, 70
  br i1 %cmp8, label %land.lhs.true10, label %if.end

land.lhs.true10:
  %arrayidx11 = getelementptr inbounds i8, ptr %at, i64 2
  %2 = load i8, ptr %arrayidx11, align 1
  %conv12 = zext i8 %2 to i32
  %cmp13 = icmp eq i32 %conv12, 73
  br i1 %cmp13, label %land.lhs.true15, label %if.end

land.lhs.true15:
  %arrayidx16 = getelementptr inbounds i8, ptr %at, i64 3
  %3 = load i8, ptr %arrayidx16, align 1
  %conv17 = zext i8 %3 to i32
  %cmp18 = icmp eq i32 %conv17, 70
  br i1 %cmp18, label %land.lhs.true20, label %if.end

land.lhs.true20:
  %arrayidx21 = getelementptr inbounds i8, ptr %at, i64 4
  %4 = load i8, ptr %arrayidx21, align 1
  %conv22 = zext i8 %4 to i32
  %cmp23 = icmp eq i32 %conv22, 0
  br i1 %cmp23, label %if.then, label %if.end

if.then:
  %jfif = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 12
  store i32 1, ptr %jfif, align 4
  br label %if.end

if.end:
  %cmp25 = icmp eq i32 %marker, 238
  %sub.ptr.lhs.cast28 = ptrtoint ptr %end to i64
  %sub.ptr.rhs.cast29 = ptrtoint ptr %at to i64
  %sub.ptr.sub30 = sub i64 %sub.ptr.lhs.cast28, %sub.ptr.rhs.cast29
  %cmp31 = icmp sge i64 %sub.ptr.sub30, 12
  %or.cond16 = select i1 %cmp25, i1 %cmp31, i1 false
  br i1 %or.cond16, label %land.lhs.true33, label %if.end61

land.lhs.true33:
  %arrayidx34 = getelementptr inbounds i8, ptr %at, i64 0
  %5 = load i8, ptr %arrayidx34, align 1
  %conv35 = zext i8 %5 to i32
  %cmp36 = icmp eq i32 %conv35, 65
  br i1 %cmp36, label %land.lhs.true38, label %if.end61

land.lhs.true38:
  %arrayidx39 = getelementptr inbounds i8, ptr %at, i64 1
  %6 = load i8, ptr %arrayidx39, align 1
  %conv40 = zext i8 %6 to i32
  %cmp41 = icmp eq i32 %conv40, 100
  br i1 %cmp41, label %land.lhs.true43, label %if.end61

land.lhs.true43:
  %arrayidx44 = getelementptr inbounds i8, ptr %at, i64 2
  %7 = load i8, ptr %arrayidx44, align 1
  %conv45 = zext i8 %7 to i32
  %cmp46 = icmp eq i32 %conv45, 111
  br i1 %cmp46, label %land.lhs.true48, label %if.end61

land.lhs.true48:
  %arrayidx49 = getelementptr inbounds i8, ptr %at, i64 3
  %8 = load i8, ptr %arrayidx49, align 1
  %conv50 = zext i8 %8 to i32
  %cmp51 = icmp eq i32 %conv50, 98
  br i1 %cmp51, label %land.lhs.true53, label %if.end61

land.lhs.true53:
  %arrayidx54 = getelementptr inbounds i8, ptr %at, i64 4
  %9 = load i8, ptr %arrayidx54, align 1
  %conv55 = zext i8 %9 to i32
  %cmp56 = icmp eq i32 %conv55, 101
  br i1 %cmp56, label %if.then58, label %if.end61

if.then58:
  %arrayidx59 = getelementptr inbounds i8, ptr %at, i64 11
  %10 = load i8, ptr %arrayidx59, align 1
  %conv60 = zext i8 %10 to i32
  %add = add nsw i32 1, %conv60
  %adobe = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 13
  store i32 %add, ptr %adobe, align 8
  br label %if.end61

if.end61:
  ret void
}

declare i32 @mlcc_rt_image_sizes(ptr, i64, i64)

define internal i64 @mlcc_rt.image_jpeg.jpeg_quotient(i64 %a, i64 %b) {
entry:
  %add = add nsw i64 %a, %b
  %sub = sub nsw i64 %add, 1
  %div = sdiv i64 %sub, %b
  ret i64 %div
}

define internal i32 @mlcc_rt.image_jpeg.jpeg_prepare(ptr %j) {
entry:
  br label %for.cond

for.cond:
  %n.0 = phi i32 [ 0, %entry ], [ %inc, %for.inc ]
  %count = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 7
  %0 = load i32, ptr %count, align 8
  %cmp = icmp slt i32 %n.0, %0
  br i1 %cmp, label %for.body, label %return

for.body:
  %parts = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 6
  %idxprom = sext i32 %n.0 to i64
  %arrayidx = getelementptr inbounds [4 x %struct.jpeg_component], ptr %parts, i64 0, i64 %idxprom
  %stride = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx, i32 0, i32 12
  %1 = load i64, ptr %stride, align 8
  %all_rows = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx, i32 0, i32 13
  %2 = load i64, ptr %all_rows, align 8
  %mul = mul nsw i64 %1, %2
  %mul1 = mul i64 %mul, 64
  %call = call ptr @mlcc_rt_image_take(i64 %mul1, i64 2)
  %blocks = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx, i32 0, i32 15
  store ptr %call, ptr %blocks, align 8
  %blocks2 = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx, i32 0, i32 15
  %3 = load ptr, ptr %blocks2, align 8
  %cmp3 = icmp eq ptr %3, null
  br i1 %cmp3, label %return, label %for.inc

for.inc:
  %inc = add nsw i32 %n.0, 1
  br label %for.cond

return:
  %retval.0 = phi i32 [ 3, %for.body ], [ 0, %for.cond ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg.jpeg_scan_is_valid(ptr %j) {
entry:
  %progressive = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 8
  %0 = load i32, ptr %progressive, align 4
  %tobool = icmp ne i32 %0, 0
  br i1 %tobool, label %if.end, label %return

if.end:
  %first = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 20
  %1 = load i32, ptr %first, align 4
  %last = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 21
  %2 = load i32, ptr %last, align 8
  %cmp = icmp sgt i32 %1, %2
  br i1 %cmp, label %return, label %lor.lhs.false

lor.lhs.false:
  %last1 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 21
  %3 = load i32, ptr %last1, align 8
  %cmp2 = icmp sgt i32 %3, 63
  br i1 %cmp2, label %return, label %lor.lhs.false3

lor.lhs.false3:
  %low = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 23
  %4 = load i32, ptr %low, align 8
  %cmp4 = icmp sgt i32 %4, 13
  br i1 %cmp4, label %return, label %lor.lhs.false5

lor.lhs.false5:
  %high = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 22
  %5 = load i32, ptr %high, align 4
  %cmp6 = icmp ne i32 %5, 0
  br i1 %cmp6, label %land.lhs.true, label %if.end11

land.lhs.true:
  %high7 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 22
  %6 = load i32, ptr %high7, align 4
  %low8 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 23
  %7 = load i32, ptr %low8, align 8
  %add = add nsw i32 %7, 1
  %cmp9 = icmp ne i32 %6, %add
  br i1 %cmp9, label %return, label %if.end11

if.end11:
  %first12 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 20
  %8 = load i32, ptr %first12, align 4
  %cmp13 = icmp eq i32 %8, 0
  br i1 %cmp13, label %cond.true, label %cond.false

cond.true:
  %last14 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 21
  %9 = load i32, ptr %last14, align 8
  %cmp15 = icmp eq i32 %9, 0
  %conv = zext i1 %cmp15 to i32
  br label %return

cond.false:
  %in_scan = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 19
  %10 = load i32, ptr %in_scan, align 8
  %cmp16 = icmp eq i32 %10, 1
  %conv17 = zext i1 %cmp16 to i32
  br label %return

return:
  %retval.0 = phi i32 [ 1, %entry ], [ 0, %if.end ], [ 0, %land.lhs.true ], [ 0, %lor.lhs.false3 ], [ 0, %lor.lhs.false ], [ %conv, %cond.true ], [ %conv17, %cond.false ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg.jpeg_scan_data(ptr %j) {
entry:
  %in_scan = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 19
  %0 = load i32, ptr %in_scan, align 8
  %cmp = icmp eq i32 %0, 1
  br i1 %cmp, label %cond.true, label %cond.false

cond.true:
  %scan = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 18
  %arrayidx = getelementptr inbounds [4 x ptr], ptr %scan, i64 0, i64 0
  %1 = load ptr, ptr %arrayidx, align 8
  %columns1 = getelementptr inbounds nuw %struct.jpeg_component, ptr %1, i32 0, i32 10
  %2 = load i64, ptr %columns1, align 8
  br label %cond.end

cond.false:
  %unit_columns = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 16
  %3 = load i64, ptr %unit_columns, align 8
  br label %cond.end

cond.end:
  %cond = phi i64 [ %2, %cond.true ], [ %3, %cond.false ]
  %in_scan2 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 19
  %4 = load i32, ptr %in_scan2, align 8
  %cmp3 = icmp eq i32 %4, 1
  br i1 %cmp3, label %cond.true4, label %cond.false8

cond.true4:
  %scan5 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 18
  %arrayidx6 = getelementptr inbounds [4 x ptr], ptr %scan5, i64 0, i64 0
  %5 = load ptr, ptr %arrayidx6, align 8
  %rows7 = getelementptr inbounds nuw %struct.jpeg_component, ptr %5, i32 0, i32 11
  %6 = load i64, ptr %rows7, align 8
  br label %cond.end9

cond.false8:
  %unit_rows = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 17
  %7 = load i64, ptr %unit_rows, align 8
  br label %cond.end9

cond.end9:
  %cond10 = phi i64 [ %6, %cond.true4 ], [ %7, %cond.false8 ]
  %bits = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 25
  %at11 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 1
  %8 = load ptr, ptr %at11, align 8
  %end12 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 2
  %9 = load ptr, ptr %end12, align 8
  store ptr %8, ptr %bits, align 8
  %.compoundliteral.sroa.2.0.bits.sroa_idx = getelementptr inbounds i8, ptr %bits, i64 8
  store ptr %9, ptr %.compoundliteral.sroa.2.0.bits.sroa_idx, align 8
  %.compoundliteral.sroa.3.0.bits.sroa_idx = getelementptr inbounds i8, ptr %bits, i64 16
  store i32 0, ptr %.compoundliteral.sroa.3.0.bits.sroa_idx, align 8
  %.compoundliteral.sroa.4.0.bits.sroa_idx = getelementptr inbounds i8, ptr %bits, i64 20
  store i32 0, ptr %.compoundliteral.sroa.4.0.bits.sroa_idx, align 4
  %.compoundliteral.sroa.5.0.bits.sroa_idx = getelementptr inbounds i8, ptr %bits, i64 24
  store i32 0, ptr %.compoundliteral.sroa.5.0.bits.sroa_idx, align 8
  %.compoundliteral.sroa.6.0.bits.sroa_idx = getelementptr inbounds i8, ptr %bits, i64 28
  store i32 0, ptr %.compoundliteral.sroa.6.0.bits.sroa_idx, align 4
  %run = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 24
  store i64 0, ptr %run, align 8
  br label %for.cond

for.cond:
  %units.0 = phi i64 [ 0, %cond.end9 ], [ %units.1, %for.inc33 ]
  %row.0 = phi i64 [ 0, %cond.end9 ], [ %inc34, %for.inc33 ]
  %cmp14 = icmp slt i64 %row.0, %cond10
  br i1 %cmp14, label %for.cond15, label %for.end35

for.cond15:
  %units.1 = phi i64 [ %inc28, %for.inc ], [ %units.0, %for.cond ]
  %column.0 = phi i64 [ %inc, %for.inc ], [ 0, %for.cond ]
  %cmp16 = icmp slt i64 %column.0, %cond
  br i1 %cmp16, label %for.body17, label %for.end

for.body17:
  %interval = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 9
  %10 = load i32, ptr %interval, align 8
  %cmp18 = icmp ne i32 %10, 0
  %cmp19 = icmp ne i64 %units.1, 0
  %or.cond = select i1 %cmp18, i1 %cmp19, i1 false
  br i1 %or.cond, label %land.lhs.true20, label %if.end

land.lhs.true20:
  %interval21 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 9
  %11 = load i32, ptr %interval21, align 8
  %conv = sext i32 %11 to i64
  %rem = srem i64 %units.1, %conv
  %cmp22 = icmp eq i64 %rem, 0
  br i1 %cmp22, label %if.then, label %if.end

if.then:
  call void @mlcc_rt.image_jpeg.jpeg_restart(ptr %j)
  br label %if.end

if.end:
  %call = call i32 @mlcc_rt.image_jpeg.jpeg_unit(ptr %j, i64 %row.0, i64 %column.0)
  %cmp24 = icmp ne i32 %call, 0
  br i1 %cmp24, label %return, label %for.inc

for.inc:
  %inc = add nsw i64 %column.0, 1
  %inc28 = add nsw i64 %units.1, 1
  br label %for.cond15

for.end:
  %bits29 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 25
  %call30 = call i32 @mlcc_rt.image_jpeg.jpeg_exhausted(ptr %bits29)
  %tobool = icmp ne i32 %call30, 0
  br i1 %tobool, label %return, label %for.inc33

for.inc33:
  %inc34 = add nsw i64 %row.0, 1
  br label %for.cond

for.end35:
  %bits36 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 25
  %at37 = getelementptr inbounds nuw %struct.jpeg_bits, ptr %bits36, i32 0, i32 0
  %12 = load ptr, ptr %at37, align 8
  %at38 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 1
  store ptr %12, ptr %at38, align 8
  br label %return

return:
  %retval.0 = phi i32 [ 0, %for.end35 ], [ 1, %if.end ], [ 1, %for.end ]
  ret i32 %retval.0
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define internal void @mlcc_rt.image_jpeg.jpeg_restart(ptr %j) {
entry:
  %bits = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 25
  call void @mlcc_rt.image_jpeg.jpeg_align(ptr %bits)
  %at1 = getelementptr inbounds nuw %struct.jpeg_bits, ptr %bits, i32 0, i32 0
  %0 = load ptr, ptr %at1, align 8
  br label %while.cond

while.cond:
  %at.0 = phi ptr [ %0, %entry ], [ %incdec.ptr, %while.body ]
  %end = getelementptr inbounds nuw %struct.jpeg_bits, ptr %bits, i32 0, i32 1
  %1 = load ptr, ptr %end, align 8
  %sub.ptr.lhs.cast = ptrtoint ptr %1 to i64
  %sub.ptr.rhs.cast = ptrtoint ptr %at.0 to i64
  %sub.ptr.sub = sub i64 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %cmp = icmp sge i64 %sub.ptr.sub, 2
  br i1 %cmp, label %land.rhs, label %while.end

land.rhs:
  %arrayidx = getelementptr inbounds i8, ptr %at.0, i64 0
  %2 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %2 to i32
  %cmp2 = icmp eq i32 %conv, 255
  br i1 %cmp2, label %land.lhs.true, label %land.end

land.lhs.true:
  %arrayidx4 = getelementptr inbounds i8, ptr %at.0, i64 1
  %3 = load i8, ptr %arrayidx4, align 1
  %conv5 = zext i8 %3 to i32
  %cmp6 = icmp ne i32 %conv5, 0
  br i1 %cmp6, label %land.rhs8, label %land.end

land.rhs8:
  %arrayidx9 = getelementptr inbounds i8, ptr %at.0, i64 1
  %4 = load i8, ptr %arrayidx9, align 1
  %conv10 = zext i8 %4 to i32
  %cmp11 = icmp ne i32 %conv10, 255
  br label %land.end

land.end:
  %5 = phi i1 [ false, %land.lhs.true ], [ false, %land.rhs ], [ %cmp11, %land.rhs8 ]
  %lnot = xor i1 %5, true
  br i1 %lnot, label %while.body, label %while.end

while.body:
  %incdec.ptr = getelementptr inbounds nuw i8, ptr %at.0, i32 1
  br label %while.cond

while.end:
  %end14 = getelementptr inbounds nuw %struct.jpeg_bits, ptr %bits, i32 0, i32 1
  %6 = load ptr, ptr %end14, align 8
  %sub.ptr.lhs.cast15 = ptrtoint ptr %6 to i64
  %sub.ptr.rhs.cast16 = ptrtoint ptr %at.0 to i64
  %sub.ptr.sub17 = sub i64 %sub.ptr.lhs.cast15, %sub.ptr.rhs.cast16
  %cmp18 = icmp sge i64 %sub.ptr.sub17, 2
  br i1 %cmp18, label %land.lhs.true20, label %if.end

land.lhs.true20:
  %arrayidx21 = getelementptr inbounds i8, ptr %at.0, i64 1
  %7 = load i8, ptr %arrayidx21, align 1
  %conv22 = zext i8 %7 to i32
  %cmp23 = icmp sge i32 %conv22, 208
  br i1 %cmp23, label %land.lhs.true25, label %if.end

land.lhs.true25:
  %arrayidx26 = getelementptr inbounds i8, ptr %at.0, i64 1
  %8 = load i8, ptr %arrayidx26, align 1
  %conv27 = zext i8 %8 to i32
  %cmp28 = icmp sle i32 %conv27, 215
  br i1 %cmp28, label %if.then, label %if.end

if.then:
  %add.ptr = getelementptr inbounds i8, ptr %at.0, i64 2
  %at30 = getelementptr inbounds nuw %struct.jpeg_bits, ptr %bits, i32 0, i32 0
  store ptr %add.ptr, ptr %at30, align 8
  br label %if.end

if.end:
  br label %for.cond

for.cond:
  %n.0 = phi i32 [ 0, %if.end ], [ %inc, %for.body ]
  %in_scan = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 19
  %9 = load i32, ptr %in_scan, align 8
  %cmp31 = icmp slt i32 %n.0, %9
  br i1 %cmp31, label %for.body, label %for.end

for.body:
  %scan = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 18
  %idxprom = sext i32 %n.0 to i64
  %arrayidx33 = getelementptr inbounds [4 x ptr], ptr %scan, i64 0, i64 %idxprom
  %10 = load ptr, ptr %arrayidx33, align 8
  %previous = getelementptr inbounds nuw %struct.jpeg_component, ptr %10, i32 0, i32 6
  store i32 0, ptr %previous, align 8
  %inc = add nsw i32 %n.0, 1
  br label %for.cond

for.end:
  %run = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 24
  store i64 0, ptr %run, align 8
  ret void
}

define internal i32 @mlcc_rt.image_jpeg.jpeg_unit(ptr %j, i64 %row, i64 %column) {
entry:
  %in_scan = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 19
  %0 = load i32, ptr %in_scan, align 8
  %cmp = icmp eq i32 %0, 1
  br i1 %cmp, label %if.then, label %for.cond

if.then:
  %scan = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 18
  %arrayidx = getelementptr inbounds [4 x ptr], ptr %scan, i64 0, i64 0
  %1 = load ptr, ptr %arrayidx, align 8
  %call = call i32 @mlcc_rt.image_jpeg.jpeg_block(ptr %j, ptr %1, i64 %row, i64 %column)
  br label %return

for.cond:
  %n.0 = phi i32 [ %inc29, %for.inc28 ], [ 0, %entry ]
  %in_scan1 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 19
  %2 = load i32, ptr %in_scan1, align 8
  %cmp2 = icmp slt i32 %n.0, %2
  br i1 %cmp2, label %for.body, label %return

for.body:
  %scan3 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 18
  %idxprom = sext i32 %n.0 to i64
  %arrayidx4 = getelementptr inbounds [4 x ptr], ptr %scan3, i64 0, i64 %idxprom
  %3 = load ptr, ptr %arrayidx4, align 8
  br label %for.cond5

for.cond5:
  %v.0 = phi i32 [ 0, %for.body ], [ %inc26, %for.inc25 ]
  %v6 = getelementptr inbounds nuw %struct.jpeg_component, ptr %3, i32 0, i32 2
  %4 = load i32, ptr %v6, align 8
  %cmp7 = icmp slt i32 %v.0, %4
  br i1 %cmp7, label %for.cond9, label %for.inc28

for.cond9:
  %h.0 = phi i32 [ %inc, %for.inc ], [ 0, %for.cond5 ]
  %h10 = getelementptr inbounds nuw %struct.jpeg_component, ptr %3, i32 0, i32 1
  %5 = load i32, ptr %h10, align 4
  %cmp11 = icmp slt i32 %h.0, %5
  br i1 %cmp11, label %for.body12, label %for.inc25

for.body12:
  %v13 = getelementptr inbounds nuw %struct.jpeg_component, ptr %3, i32 0, i32 2
  %6 = load i32, ptr %v13, align 8
  %conv = sext i32 %6 to i64
  %mul = mul nsw i64 %row, %conv
  %conv14 = sext i32 %v.0 to i64
  %add = add nsw i64 %mul, %conv14
  %h15 = getelementptr inbounds nuw %struct.jpeg_component, ptr %3, i32 0, i32 1
  %7 = load i32, ptr %h15, align 4
  %conv16 = sext i32 %7 to i64
  %mul17 = mul nsw i64 %column, %conv16
  %conv18 = sext i32 %h.0 to i64
  %add19 = add nsw i64 %mul17, %conv18
  %call20 = call i32 @mlcc_rt.image_jpeg.jpeg_block(ptr %j, ptr %3, i64 %add, i64 %add19)
  %cmp21 = icmp ne i32 %call20, 0
  br i1 %cmp21, label %return, label %for.inc

for.inc:
  %inc = add nsw i32 %h.0, 1
  br label %for.cond9

for.inc25:
  %inc26 = add nsw i32 %v.0, 1
  br label %for.cond5

for.inc28:
  %inc29 = add nsw i32 %n.0, 1
  br label %for.cond

return:
  %retval.0 = phi i32 [ %call, %if.then ], [ 1, %for.body12 ], [ 0, %for.cond ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg.jpeg_exhausted(ptr %b) {
entry:
  %lacking = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 4
  %0 = load i32, ptr %lacking, align 8
  %count = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 3
  %1 = load i32, ptr %count, align 4
  %cmp = icmp sgt i32 %0, %1
  br i1 %cmp, label %land.rhs, label %land.end

land.rhs:
  %at = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 0
  %2 = load ptr, ptr %at, align 8
  %end = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 1
  %3 = load ptr, ptr %end, align 8
  %cmp1 = icmp uge ptr %2, %3
  br label %land.end

land.end:
  %4 = phi i1 [ false, %entry ], [ %cmp1, %land.rhs ]
  %land.ext = zext i1 %4 to i32
  ret i32 %land.ext
}

define internal void @mlcc_rt.image_jpeg.jpeg_align(ptr %b) {
entry:
  %bits = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 2
  store i32 0, ptr %bits, align 8
  %lacking = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 4
  store i32 0, ptr %lacking, align 8
  %count = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 3
  store i32 0, ptr %count, align 4
  ret void
}

define internal i32 @mlcc_rt.image_jpeg.jpeg_block(ptr %j, ptr %c, i64 %row, i64 %column) {
entry:
  %blocks = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 15
  %0 = load ptr, ptr %blocks, align 8
  %stride = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 12
  %1 = load i64, ptr %stride, align 8
  %mul = mul nsw i64 %row, %1
  %add = add nsw i64 %mul, %column
  %mul1 = mul nsw i64 %add, 64
  %add.ptr = getelementptr inbounds i16, ptr %0, i64 %mul1
  %progressive = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 8
  %2 = load i32, ptr %progressive, align 4
  %tobool = icmp ne i32 %2, 0
  br i1 %tobool, label %if.end, label %if.then

if.then:
  %call = call i32 @mlcc_rt.image_jpeg.jpeg_baseline(ptr %j, ptr %c, ptr %add.ptr)
  br label %return

if.end:
  %first = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 20
  %3 = load i32, ptr %first, align 4
  %cmp = icmp ne i32 %3, 0
  br i1 %cmp, label %if.then2, label %if.end6

if.then2:
  %high = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 22
  %4 = load i32, ptr %high, align 4
  %cmp3 = icmp eq i32 %4, 0
  br i1 %cmp3, label %cond.true, label %cond.false

cond.true:
  %call4 = call i32 @mlcc_rt.image_jpeg.jpeg_first_ac(ptr %j, ptr %c, ptr %add.ptr)
  br label %return

cond.false:
  %call5 = call i32 @mlcc_rt.image_jpeg.jpeg_next_ac(ptr %j, ptr %c, ptr %add.ptr)
  br label %return

if.end6:
  %high7 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 22
  %5 = load i32, ptr %high7, align 4
  %cmp8 = icmp eq i32 %5, 0
  br i1 %cmp8, label %if.then9, label %if.end11

if.then9:
  %call10 = call i32 @mlcc_rt.image_jpeg.jpeg_first_dc(ptr %j, ptr %c, ptr %add.ptr)
  br label %return

if.end11:
  %arrayidx = getelementptr inbounds i16, ptr %add.ptr, i64 0
  %6 = load i16, ptr %arrayidx, align 2
  %conv = sext i16 %6 to i32
  %bits = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 25
  %call12 = call i32 @mlcc_rt.image_jpeg.jpeg_take(ptr %bits, i32 1)
  %low = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 23
  %7 = load i32, ptr %low, align 8
  %shl = shl i32 %call12, %7
  %or = or i32 %conv, %shl
  %conv13 = trunc i32 %or to i16
  %arrayidx14 = getelementptr inbounds i16, ptr %add.ptr, i64 0
  store i16 %conv13, ptr %arrayidx14, align 2
  br label %return

return:
  %retval.0 = phi i32 [ %call, %if.then ], [ %call10, %if.then9 ], [ 0, %if.end11 ], [ %call4, %cond.true ], [ %call5, %cond.false ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg.jpeg_baseline(ptr %j, ptr %c, ptr %block) {
entry:
  %call = call i32 @mlcc_rt.image_jpeg.jpeg_first_dc(ptr %j, ptr %c, ptr %block)
  %cmp = icmp ne i32 %call, 0
  br i1 %cmp, label %return, label %for.cond

for.cond:
  %k.0 = phi i32 [ %inc, %for.inc ], [ 1, %entry ]
  %cmp1 = icmp slt i32 %k.0, 64
  br i1 %cmp1, label %for.body, label %return

for.body:
  %bits = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 25
  %codes = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 5
  %arrayidx = getelementptr inbounds [2 x [4 x %struct.jpeg_codes]], ptr %codes, i64 0, i64 1
  %ac = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 5
  %0 = load i32, ptr %ac, align 4
  %idxprom = sext i32 %0 to i64
  %arrayidx2 = getelementptr inbounds [4 x %struct.jpeg_codes], ptr %arrayidx, i64 0, i64 %idxprom
  %call3 = call i32 @mlcc_rt.image_jpeg.jpeg_symbol(ptr %bits, ptr %arrayidx2)
  %and = and i32 %call3, 15
  %cmp4 = icmp slt i32 %call3, 0
  br i1 %cmp4, label %return, label %if.end6

if.end6:
  %cmp7 = icmp eq i32 %and, 0
  %cmp8 = icmp ne i32 %call3, 240
  %or.cond = and i1 %cmp7, %cmp8
  br i1 %or.cond, label %return, label %if.end10

if.end10:
  %shr = ashr i32 %call3, 4
  %add = add nsw i32 %k.0, %shr
  %cmp11 = icmp ne i32 %and, 0
  br i1 %cmp11, label %if.then12, label %for.inc

if.then12:
  %cmp13 = icmp sgt i32 %add, 63
  br i1 %cmp13, label %return, label %if.end15

if.end15:
  %bits16 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 25
  %call17 = call i32 @mlcc_rt.image_jpeg.jpeg_signed(ptr %bits16, i32 %and)
  %conv = trunc i32 %call17 to i16
  %idxprom18 = sext i32 %add to i64
  %arrayidx19 = getelementptr inbounds [64 x i8], ptr @mlcc_rt.image_jpeg.jpeg_zigzag, i64 0, i64 %idxprom18
  %1 = load i8, ptr %arrayidx19, align 1
  %idxprom20 = zext i8 %1 to i64
  %arrayidx21 = getelementptr inbounds nuw i16, ptr %block, i64 %idxprom20
  store i16 %conv, ptr %arrayidx21, align 2
  br label %for.inc

for.inc:
  %inc = add nsw i32 %add, 1
  br label %for.cond

return:
  %retval.0 = phi i32 [ 1, %for.body ], [ 1, %entry ], [ 1, %if.then12 ], [ 0, %if.end6 ], [ 0, %for.cond ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg.jpeg_first_ac(ptr %j, ptr %c, ptr %block) {
entry:
  %run = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 24
  %0 = load i64, ptr %run, align 8
  %cmp = icmp sgt i64 %0, 0
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %run1 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 24
  %1 = load i64, ptr %run1, align 8
  %dec = add nsw i64 %1, -1
  store i64 %dec, ptr %run1, align 8
  br label %return

if.end:
  %first = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 20
  %2 = load i32, ptr %first, align 4
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ %2, %if.end ], [ %inc, %for.inc ]
  %last = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 21
  %3 = load i32, ptr %last, align 8
  %cmp2 = icmp sle i32 %k.0, %3
  br i1 %cmp2, label %for.body, label %return

for.body:
  %bits = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 25
  %codes = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 5
  %arrayidx = getelementptr inbounds [2 x [4 x %struct.jpeg_codes]], ptr %codes, i64 0, i64 1
  %ac = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 5
  %4 = load i32, ptr %ac, align 4
  %idxprom = sext i32 %4 to i64
  %arrayidx3 = getelementptr inbounds [4 x %struct.jpeg_codes], ptr %arrayidx, i64 0, i64 %idxprom
  %call = call i32 @mlcc_rt.image_jpeg.jpeg_symbol(ptr %bits, ptr %arrayidx3)
  %and = and i32 %call, 15
  %cmp4 = icmp slt i32 %call, 0
  br i1 %cmp4, label %return, label %if.end6

if.end6:
  %cmp7 = icmp eq i32 %and, 0
  %cmp8 = icmp ne i32 %call, 240
  %or.cond = and i1 %cmp7, %cmp8
  br i1 %or.cond, label %if.then9, label %if.end14

if.then9:
  %shr = ashr i32 %call, 4
  %sh_prom = zext i32 %shr to i64
  %shl = shl i64 1, %sh_prom
  %sub = sub nsw i64 %shl, 1
  %bits10 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 25
  %shr11 = ashr i32 %call, 4
  %call12 = call i32 @mlcc_rt.image_jpeg.jpeg_take(ptr %bits10, i32 %shr11)
  %conv = zext i32 %call12 to i64
  %add = add nsw i64 %sub, %conv
  %run13 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 24
  store i64 %add, ptr %run13, align 8
  br label %return

if.end14:
  %shr15 = ashr i32 %call, 4
  %add16 = add nsw i32 %k.0, %shr15
  %cmp17 = icmp ne i32 %and, 0
  br i1 %cmp17, label %if.then19, label %for.inc

if.then19:
  %last20 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 21
  %5 = load i32, ptr %last20, align 8
  %cmp21 = icmp sgt i32 %add16, %5
  br i1 %cmp21, label %return, label %if.end24

if.end24:
  %bits25 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 25
  %call26 = call i32 @mlcc_rt.image_jpeg.jpeg_signed(ptr %bits25, i32 %and)
  %low = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 23
  %6 = load i32, ptr %low, align 8
  %shl27 = shl i32 1, %6
  %mul = mul nsw i32 %call26, %shl27
  %conv28 = trunc i32 %mul to i16
  %idxprom29 = sext i32 %add16 to i64
  %arrayidx30 = getelementptr inbounds [64 x i8], ptr @mlcc_rt.image_jpeg.jpeg_zigzag, i64 0, i64 %idxprom29
  %7 = load i8, ptr %arrayidx30, align 1
  %idxprom31 = zext i8 %7 to i64
  %arrayidx32 = getelementptr inbounds nuw i16, ptr %block, i64 %idxprom31
  store i16 %conv28, ptr %arrayidx32, align 2
  br label %for.inc

for.inc:
  %inc = add nsw i32 %add16, 1
  br label %for.cond

return:
  %retval.0 = phi i32 [ 0, %if.then ], [ 1, %for.body ], [ 1, %if.then19 ], [ 0, %if.then9 ], [ 0, %for.cond ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg.jpeg_next_ac(ptr %j, ptr %c, ptr %block) {
entry:
  %first = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 20
  %0 = load i32, ptr %first, align 4
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ %0, %entry ], [ %inc40, %for.inc39 ]
  %run = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 24
  %1 = load i64, ptr %run, align 8
  %cmp = icmp eq i64 %1, 0
  br i1 %cmp, label %land.rhs, label %for.end41

land.rhs:
  %last = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 21
  %2 = load i32, ptr %last, align 8
  %cmp1 = icmp sle i32 %k.0, %2
  br i1 %cmp1, label %for.body, label %for.end41

for.body:
  %bits = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 25
  %codes = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 5
  %arrayidx = getelementptr inbounds [2 x [4 x %struct.jpeg_codes]], ptr %codes, i64 0, i64 1
  %ac = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 5
  %3 = load i32, ptr %ac, align 4
  %idxprom = sext i32 %3 to i64
  %arrayidx2 = getelementptr inbounds [4 x %struct.jpeg_codes], ptr %arrayidx, i64 0, i64 %idxprom
  %call = call i32 @mlcc_rt.image_jpeg.jpeg_symbol(ptr %bits, ptr %arrayidx2)
  %and = and i32 %call, 15
  %shr = ashr i32 %call, 4
  %cmp3 = icmp slt i32 %call, 0
  %cmp4 = icmp sgt i32 %and, 1
  %or.cond = or i1 %cmp3, %cmp4
  br i1 %or.cond, label %return, label %if.end

if.end:
  %cmp5 = icmp eq i32 %and, 1
  br i1 %cmp5, label %if.then6, label %if.else

if.then6:
  %bits7 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 25
  %call8 = call i32 @mlcc_rt.image_jpeg.jpeg_take(ptr %bits7, i32 1)
  %tobool = icmp ne i32 %call8, 0
  br i1 %tobool, label %cond.true, label %cond.false

cond.true:
  %low = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 23
  %4 = load i32, ptr %low, align 8
  %shl = shl i32 1, %4
  br label %if.end18

cond.false:
  %low9 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 23
  %5 = load i32, ptr %low9, align 8
  %shl10 = shl i32 1, %5
  %sub = sub nsw i32 0, %shl10
  br label %if.end18

if.else:
  %cmp11 = icmp slt i32 %shr, 15
  br i1 %cmp11, label %if.then12, label %if.end18

if.then12:
  %sh_prom = zext i32 %shr to i64
  %shl13 = shl i64 1, %sh_prom
  %bits14 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 25
  %call15 = call i32 @mlcc_rt.image_jpeg.jpeg_take(ptr %bits14, i32 %shr)
  %conv = zext i32 %call15 to i64
  %add = add nsw i64 %shl13, %conv
  %run16 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 24
  store i64 %add, ptr %run16, align 8
  br label %for.end41

if.end18:
  %value.0 = phi i32 [ %sub, %cond.false ], [ %shl, %cond.true ], [ 0, %if.else ]
  br label %for.cond19

for.cond19:
  %k.1 = phi i32 [ %k.0, %if.end18 ], [ %inc, %for.inc ]
  %zeros.0 = phi i32 [ %shr, %if.end18 ], [ %zeros.1, %for.inc ]
  %last20 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 21
  %6 = load i32, ptr %last20, align 8
  %cmp21 = icmp sle i32 %k.1, %6
  br i1 %cmp21, label %for.body23, label %for.inc39

for.body23:
  %idxprom24 = sext i32 %k.1 to i64
  %arrayidx25 = getelementptr inbounds [64 x i8], ptr @mlcc_rt.image_jpeg.jpeg_zigzag, i64 0, i64 %idxprom24
  %7 = load i8, ptr %arrayidx25, align 1
  %idxprom26 = zext i8 %7 to i64
  %arrayidx27 = getelementptr inbounds nuw i16, ptr %block, i64 %idxprom26
  %8 = load i16, ptr %arrayidx27, align 2
  %conv28 = sext i16 %8 to i32
  %cmp29 = icmp ne i32 %conv28, 0
  br i1 %cmp29, label %if.then31, label %if.else32

if.then31:
  call void @mlcc_rt.image_jpeg.jpeg_refine(ptr %j, ptr %arrayidx27)
  br label %for.inc

if.else32:
  %dec = add nsw i32 %zeros.0, -1
  %cmp33 = icmp eq i32 %zeros.0, 0
  br i1 %cmp33, label %if.then35, label %for.inc

if.then35:
  %conv36 = trunc i32 %value.0 to i16
  store i16 %conv36, ptr %arrayidx27, align 2
  br label %for.inc39

for.inc:
  %zeros.1 = phi i32 [ %zeros.0, %if.then31 ], [ %dec, %if.else32 ]
  %inc = add nsw i32 %k.1, 1
  br label %for.cond19

for.inc39:
  %inc40 = add nsw i32 %k.1, 1
  br label %for.cond

for.end41:
  %run42 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 24
  %9 = load i64, ptr %run42, align 8
  %cmp43 = icmp sgt i64 %9, 0
  br i1 %cmp43, label %for.cond46, label %return

for.cond46:
  %k.2 = phi i32 [ %inc65, %for.inc64 ], [ %k.0, %for.end41 ]
  %last47 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 21
  %10 = load i32, ptr %last47, align 8
  %cmp48 = icmp sle i32 %k.2, %10
  br i1 %cmp48, label %for.body50, label %for.end66

for.body50:
  %idxprom51 = sext i32 %k.2 to i64
  %arrayidx52 = getelementptr inbounds [64 x i8], ptr @mlcc_rt.image_jpeg.jpeg_zigzag, i64 0, i64 %idxprom51
  %11 = load i8, ptr %arrayidx52, align 1
  %idxprom53 = zext i8 %11 to i64
  %arrayidx54 = getelementptr inbounds nuw i16, ptr %block, i64 %idxprom53
  %12 = load i16, ptr %arrayidx54, align 2
  %conv55 = sext i16 %12 to i32
  %cmp56 = icmp ne i32 %conv55, 0
  br i1 %cmp56, label %if.then58, label %for.inc64

if.then58:
  %idxprom59 = sext i32 %k.2 to i64
  %arrayidx60 = getelementptr inbounds [64 x i8], ptr @mlcc_rt.image_jpeg.jpeg_zigzag, i64 0, i64 %idxprom59
  %13 = load i8, ptr %arrayidx60, align 1
  %idxprom61 = zext i8 %13 to i64
  %arrayidx62 = getelementptr inbounds nuw i16, ptr %block, i64 %idxprom61
  call void @mlcc_rt.image_jpeg.jpeg_refine(ptr %j, ptr %arrayidx62)
  br label %for.inc64

for.inc64:
  %inc65 = add nsw i32 %k.2, 1
  br label %for.cond46

for.end66:
  %run67 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 24
  %14 = load i64, ptr %run67, align 8
  %dec68 = add nsw i64 %14, -1
  store i64 %dec68, ptr %run67, align 8
  br label %return

return:
  %retval.0 = phi i32 [ 1, %for.body ], [ 0, %for.end66 ], [ 0, %for.end41 ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg.jpeg_first_dc(ptr %j, ptr %c, ptr %block) {
entry:
  %bits = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 25
  %codes = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 5
  %arrayidx = getelementptr inbounds [2 x [4 x %struct.jpeg_codes]], ptr %codes, i64 0, i64 0
  %dc = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 4
  %0 = load i32, ptr %dc, align 8
  %idxprom = sext i32 %0 to i64
  %arrayidx1 = getelementptr inbounds [4 x %struct.jpeg_codes], ptr %arrayidx, i64 0, i64 %idxprom
  %call = call i32 @mlcc_rt.image_jpeg.jpeg_symbol(ptr %bits, ptr %arrayidx1)
  %cmp = icmp slt i32 %call, 0
  %cmp2 = icmp sgt i32 %call, 15
  %or.cond = or i1 %cmp, %cmp2
  br i1 %or.cond, label %return, label %if.end

if.end:
  %previous = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 6
  %1 = load i32, ptr %previous, align 8
  %bits3 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 25
  %call4 = call i32 @mlcc_rt.image_jpeg.jpeg_signed(ptr %bits3, i32 %call)
  %add = add nsw i32 %1, %call4
  %conv = trunc i32 %add to i16
  %conv5 = sext i16 %conv to i32
  %previous6 = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 6
  store i32 %conv5, ptr %previous6, align 8
  %previous7 = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 6
  %2 = load i32, ptr %previous7, align 8
  %low = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 23
  %3 = load i32, ptr %low, align 8
  %shl = shl i32 1, %3
  %mul = mul nsw i32 %2, %shl
  %conv8 = trunc i32 %mul to i16
  %arrayidx9 = getelementptr inbounds i16, ptr %block, i64 0
  store i16 %conv8, ptr %arrayidx9, align 2
  br label %return

return:
  %retval.0 = phi i32 [ 0, %if.end ], [ 1, %entry ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg.jpeg_take(ptr %b, i32 %count) {
entry:
  %cmp = icmp eq i32 %count, 0
  br i1 %cmp, label %return, label %if.end

if.end:
  %count1 = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 3
  %0 = load i32, ptr %count1, align 4
  %cmp2 = icmp slt i32 %0, %count
  br i1 %cmp2, label %if.then3, label %if.end4

if.then3:
  call void @mlcc_rt.image_jpeg.jpeg_fill(ptr %b)
  br label %if.end4

if.end4:
  %bits = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 2
  %1 = load i32, ptr %bits, align 8
  %sub = sub nsw i32 32, %count
  %shr = lshr i32 %1, %sub
  %bits5 = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 2
  %2 = load i32, ptr %bits5, align 8
  %shl = shl i32 %2, %count
  store i32 %shl, ptr %bits5, align 8
  %count6 = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 3
  %3 = load i32, ptr %count6, align 4
  %sub7 = sub nsw i32 %3, %count
  store i32 %sub7, ptr %count6, align 4
  br label %return

return:
  %retval.0 = phi i32 [ %shr, %if.end4 ], [ 0, %entry ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg.jpeg_symbol(ptr %b, ptr %codes) {
entry:
  %count = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 3
  %0 = load i32, ptr %count, align 4
  %cmp = icmp slt i32 %0, 16
  br i1 %cmp, label %if.then, label %if.end

if.then:
  call void @mlcc_rt.image_jpeg.jpeg_fill(ptr %b)
  br label %if.end

if.end:
  %fast = getelementptr inbounds nuw %struct.jpeg_codes, ptr %codes, i32 0, i32 2
  %bits = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 2
  %1 = load i32, ptr %bits, align 8
  %shr = lshr i32 %1, 23
  %idxprom = zext i32 %shr to i64
  %arrayidx = getelementptr inbounds nuw [512 x i16], ptr %fast, i64 0, i64 %idxprom
  %2 = load i16, ptr %arrayidx, align 2
  %conv = zext i16 %2 to i32
  %cmp2 = icmp ne i32 %conv, 0
  br i1 %cmp2, label %if.then4, label %if.end9

if.then4:
  %shr5 = lshr i32 %conv, 8
  %bits6 = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 2
  %3 = load i32, ptr %bits6, align 8
  %shl = shl i32 %3, %shr5
  store i32 %shl, ptr %bits6, align 8
  %shr7 = lshr i32 %conv, 8
  %count8 = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 3
  %4 = load i32, ptr %count8, align 4
  %sub = sub nsw i32 %4, %shr7
  store i32 %sub, ptr %count8, align 4
  %and = and i32 %conv, 255
  br label %return

if.end9:
  %bits10 = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 2
  %5 = load i32, ptr %bits10, align 8
  %shr11 = lshr i32 %5, 16
  br label %for.cond

for.cond:
  %length.0 = phi i32 [ 10, %if.end9 ], [ %inc, %for.inc ]
  %cmp12 = icmp sle i32 %length.0, 16
  br i1 %cmp12, label %for.body, label %return

for.body:
  %beyond = getelementptr inbounds nuw %struct.jpeg_codes, ptr %codes, i32 0, i32 3
  %idxprom14 = sext i32 %length.0 to i64
  %arrayidx15 = getelementptr inbounds [17 x i32], ptr %beyond, i64 0, i64 %idxprom14
  %6 = load i32, ptr %arrayidx15, align 4
  %cmp16 = icmp slt i32 %shr11, %6
  br i1 %cmp16, label %if.then18, label %for.inc

if.then18:
  %sub19 = sub nsw i32 16, %length.0
  %shr20 = ashr i32 %shr11, %sub19
  %bits21 = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 2
  %7 = load i32, ptr %bits21, align 8
  %shl22 = shl i32 %7, %length.0
  store i32 %shl22, ptr %bits21, align 8
  %count23 = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 3
  %8 = load i32, ptr %count23, align 4
  %sub24 = sub nsw i32 %8, %length.0
  store i32 %sub24, ptr %count23, align 4
  %symbols = getelementptr inbounds nuw %struct.jpeg_codes, ptr %codes, i32 0, i32 1
  %offset = getelementptr inbounds nuw %struct.jpeg_codes, ptr %codes, i32 0, i32 4
  %idxprom25 = sext i32 %length.0 to i64
  %arrayidx26 = getelementptr inbounds [17 x i32], ptr %offset, i64 0, i64 %idxprom25
  %9 = load i32, ptr %arrayidx26, align 4
  %add = add nsw i32 %shr20, %9
  %and27 = and i32 %add, 255
  %idxprom28 = sext i32 %and27 to i64
  %arrayidx29 = getelementptr inbounds [256 x i8], ptr %symbols, i64 0, i64 %idxprom28
  %10 = load i8, ptr %arrayidx29, align 1
  %conv30 = zext i8 %10 to i32
  br label %return

for.inc:
  %inc = add nsw i32 %length.0, 1
  br label %for.cond

return:
  %retval.0 = phi i32 [ %and, %if.then4 ], [ %conv30, %if.then18 ], [ -1, %for.cond ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg.jpeg_signed(ptr %b, i32 %count) {
entry:
  %call = call i32 @mlcc_rt.image_jpeg.jpeg_take(ptr %b, i32 %count)
  %cmp = icmp ne i32 %count, 0
  br i1 %cmp, label %land.lhs.true, label %cond.end

land.lhs.true:
  %sub = sub nsw i32 %count, 1
  %shl = shl i32 1, %sub
  %cmp1 = icmp slt i32 %call, %shl
  br i1 %cmp1, label %cond.true, label %cond.end

cond.true:
  %shl2 = shl i32 1, %count
  %sub3 = sub nsw i32 %call, %shl2
  %add = add nsw i32 %sub3, 1
  br label %cond.end

cond.end:
  %cond = phi i32 [ %add, %cond.true ], [ %call, %land.lhs.true ], [ %call, %entry ]
  ret i32 %cond
}

define internal void @mlcc_rt.image_jpeg.jpeg_fill(ptr %b) {
entry:
  br label %while.cond

while.cond:
  %count = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 3
  %0 = load i32, ptr %count, align 4
  %cmp = icmp sle i32 %0, 24
  br i1 %cmp, label %while.body, label %while.end

while.body:
  %at = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 0
  %1 = load ptr, ptr %at, align 8
  %end = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 1
  %2 = load ptr, ptr %end, align 8
  %cmp1 = icmp ult ptr %1, %2
  br i1 %cmp1, label %land.lhs.true, label %if.else

land.lhs.true:
  %at2 = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 0
  %3 = load ptr, ptr %at2, align 8
  %4 = load i8, ptr %3, align 1
  %conv = zext i8 %4 to i32
  %cmp3 = icmp ne i32 %conv, 255
  br i1 %cmp3, label %if.then, label %if.else

if.then:
  %at5 = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 0
  %5 = load ptr, ptr %at5, align 8
  %incdec.ptr = getelementptr inbounds nuw i8, ptr %5, i32 1
  store ptr %incdec.ptr, ptr %at5, align 8
  %6 = load i8, ptr %5, align 1
  %conv6 = zext i8 %6 to i32
  br label %if.end19

if.else:
  %end7 = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 1
  %7 = load ptr, ptr %end7, align 8
  %at8 = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 0
  %8 = load ptr, ptr %at8, align 8
  %sub.ptr.lhs.cast = ptrtoint ptr %7 to i64
  %sub.ptr.rhs.cast = ptrtoint ptr %8 to i64
  %sub.ptr.sub = sub i64 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %cmp9 = icmp sge i64 %sub.ptr.sub, 2
  br i1 %cmp9, label %land.lhs.true11, label %if.else18

land.lhs.true11:
  %at12 = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 0
  %9 = load ptr, ptr %at12, align 8
  %arrayidx = getelementptr inbounds i8, ptr %9, i64 1
  %10 = load i8, ptr %arrayidx, align 1
  %conv13 = zext i8 %10 to i32
  %cmp14 = icmp eq i32 %conv13, 0
  br i1 %cmp14, label %if.then16, label %if.else18

if.then16:
  %at17 = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 0
  %11 = load ptr, ptr %at17, align 8
  %add.ptr = getelementptr inbounds i8, ptr %11, i64 2
  store ptr %add.ptr, ptr %at17, align 8
  br label %if.end19

if.else18:
  %lacking = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 4
  %12 = load i32, ptr %lacking, align 8
  %add = add nsw i32 %12, 8
  store i32 %add, ptr %lacking, align 8
  br label %if.end19

if.end19:
  %byte.0 = phi i32 [ %conv6, %if.then ], [ 255, %if.then16 ], [ 0, %if.else18 ]
  %count20 = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 3
  %13 = load i32, ptr %count20, align 4
  %sub = sub nsw i32 24, %13
  %shl = shl i32 %byte.0, %sub
  %bits = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 2
  %14 = load i32, ptr %bits, align 8
  %or = or i32 %14, %shl
  store i32 %or, ptr %bits, align 8
  %count21 = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 3
  %15 = load i32, ptr %count21, align 4
  %add22 = add nsw i32 %15, 8
  store i32 %add22, ptr %count21, align 4
  br label %while.cond

while.end:
  ret void
}

define internal void @mlcc_rt.image_jpeg.jpeg_refine(ptr %j, ptr %coefficient) {
entry:
  %low = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 23
  %0 = load i32, ptr %low, align 8
  %shl = shl i32 1, %0
  %bits = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 25
  %call = call i32 @mlcc_rt.image_jpeg.jpeg_take(ptr %bits, i32 1)
  %tobool = icmp ne i32 %call, 0
  br i1 %tobool, label %land.lhs.true, label %if.end

land.lhs.true:
  %1 = load i16, ptr %coefficient, align 2
  %conv = sext i16 %1 to i32
  %and = and i32 %conv, %shl
  %cmp = icmp eq i32 %and, 0
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %2 = load i16, ptr %coefficient, align 2
  %conv2 = sext i16 %2 to i32
  %3 = load i16, ptr %coefficient, align 2
  %conv3 = sext i16 %3 to i32
  %cmp4 = icmp sgt i32 %conv3, 0
  %sub = sub nsw i32 0, %shl
  %cond = select i1 %cmp4, i32 %shl, i32 %sub
  %add = add nsw i32 %conv2, %cond
  %conv6 = trunc i32 %add to i16
  store i16 %conv6, ptr %coefficient, align 2
  br label %if.end

if.end:
  ret void
}

define internal void @mlcc_rt.image_jpeg.jpeg_samples(ptr %block, ptr %table, ptr %to, i64 %stride) {
entry:
  %x = alloca [64 x i64], align 16
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp slt i32 %k.0, 64
  br i1 %cmp, label %for.body, label %for.cond7

for.body:
  %idxprom = sext i32 %k.0 to i64
  %arrayidx = getelementptr inbounds i16, ptr %block, i64 %idxprom
  %0 = load i16, ptr %arrayidx, align 2
  %conv = sext i16 %0 to i64
  %idxprom1 = sext i32 %k.0 to i64
  %arrayidx2 = getelementptr inbounds i16, ptr %table, i64 %idxprom1
  %1 = load i16, ptr %arrayidx2, align 2
  %conv3 = zext i16 %1 to i64
  %mul = mul nsw i64 %conv, %conv3
  %idxprom4 = sext i32 %k.0 to i64
  %arrayidx5 = getelementptr inbounds [64 x i64], ptr %x, i64 0, i64 %idxprom4
  store i64 %mul, ptr %arrayidx5, align 8
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.cond7:
  %k6.0 = phi i32 [ %inc27, %for.inc26 ], [ 0, %for.cond ]
  %cmp8 = icmp slt i32 %k6.0, 8
  br i1 %cmp8, label %for.body10, label %for.cond30

for.body10:
  %arraydecay = getelementptr inbounds [64 x i64], ptr %x, i64 0, i64 0
  %idx.ext = sext i32 %k6.0 to i64
  %add.ptr = getelementptr inbounds i64, ptr %arraydecay, i64 %idx.ext
  call void @mlcc_rt.image_jpeg.jpeg_transform(ptr %add.ptr, i32 8)
  br label %for.cond11

for.cond11:
  %n.0 = phi i32 [ 0, %for.body10 ], [ %inc24, %for.body14 ]
  %cmp12 = icmp slt i32 %n.0, 8
  br i1 %cmp12, label %for.body14, label %for.inc26

for.body14:
  %mul15 = mul nsw i32 8, %n.0
  %add = add nsw i32 %mul15, %k6.0
  %idxprom16 = sext i32 %add to i64
  %arrayidx17 = getelementptr inbounds [64 x i64], ptr %x, i64 0, i64 %idxprom16
  %2 = load i64, ptr %arrayidx17, align 8
  %add18 = add nsw i64 %2, 1024
  %shr = ashr i64 %add18, 11
  %mul19 = mul nsw i32 8, %n.0
  %add20 = add nsw i32 %mul19, %k6.0
  %idxprom21 = sext i32 %add20 to i64
  %arrayidx22 = getelementptr inbounds [64 x i64], ptr %x, i64 0, i64 %idxprom21
  store i64 %shr, ptr %arrayidx22, align 8
  %inc24 = add nsw i32 %n.0, 1
  br label %for.cond11

for.inc26:
  %inc27 = add nsw i32 %k6.0, 1
  br label %for.cond7

for.cond30:
  %k29.0 = phi i32 [ %inc68, %for.inc67 ], [ 0, %for.cond7 ]
  %cmp31 = icmp slt i32 %k29.0, 8
  br i1 %cmp31, label %for.body33, label %for.end69

for.body33:
  %arraydecay34 = getelementptr inbounds [64 x i64], ptr %x, i64 0, i64 0
  %mul35 = mul nsw i32 8, %k29.0
  %idx.ext36 = sext i32 %mul35 to i64
  %add.ptr37 = getelementptr inbounds i64, ptr %arraydecay34, i64 %idx.ext36
  call void @mlcc_rt.image_jpeg.jpeg_transform(ptr %add.ptr37, i32 1)
  br label %for.cond39

for.cond39:
  %n38.0 = phi i32 [ 0, %for.body33 ], [ %inc65, %for.body42 ]
  %cmp40 = icmp slt i32 %n38.0, 8
  br i1 %cmp40, label %for.body42, label %for.inc67

for.body42:
  %mul43 = mul nsw i32 8, %k29.0
  %add44 = add nsw i32 %mul43, %n38.0
  %idxprom45 = sext i32 %add44 to i64
  %arrayidx46 = getelementptr inbounds [64 x i64], ptr %x, i64 0, i64 %idxprom45
  %3 = load i64, ptr %arrayidx46, align 8
  %add47 = add nsw i64 %3, 131072
  %shr48 = ashr i64 %add47, 18
  %add49 = add nsw i64 %shr48, 128
  %cmp50 = icmp slt i64 %add49, 0
  %cmp52 = icmp sgt i64 %add49, 255
  %.add49 = select i1 %cmp52, i64 255, i64 %add49
  %cond57 = select i1 %cmp50, i64 0, i64 %.add49
  %conv58 = trunc i64 %cond57 to i8
  %conv59 = sext i32 %k29.0 to i64
  %mul60 = mul nsw i64 %conv59, %stride
  %conv61 = sext i32 %n38.0 to i64
  %add62 = add nsw i64 %mul60, %conv61
  %arrayidx63 = getelementptr inbounds i8, ptr %to, i64 %add62
  store i8 %conv58, ptr %arrayidx63, align 1
  %inc65 = add nsw i32 %n38.0, 1
  br label %for.cond39

for.inc67:
  %inc68 = add nsw i32 %k29.0, 1
  br label %for.cond30

for.end69:
  ret void
}

define internal void @mlcc_rt.image_jpeg.jpeg_transform(ptr %x, i32 %step) {
entry:
  %arrayidx = getelementptr inbounds i64, ptr %x, i64 0
  %0 = load i64, ptr %arrayidx, align 8
  %mul = mul nsw i32 4, %step
  %idxprom = sext i32 %mul to i64
  %arrayidx1 = getelementptr inbounds i64, ptr %x, i64 %idxprom
  %1 = load i64, ptr %arrayidx1, align 8
  %add = add nsw i64 %0, %1
  %arrayidx2 = getelementptr inbounds i64, ptr %x, i64 0
  %2 = load i64, ptr %arrayidx2, align 8
  %mul3 = mul nsw i32 4, %step
  %idxprom4 = sext i32 %mul3 to i64
  %arrayidx5 = getelementptr inbounds i64, ptr %x, i64 %idxprom4
  %3 = load i64, ptr %arrayidx5, align 8
  %sub = sub nsw i64 %2, %3
  %mul6 = mul nsw i32 2, %step
  %idxprom7 = sext i32 %mul6 to i64
  %arrayidx8 = getelementptr inbounds i64, ptr %x, i64 %idxprom7
  %4 = load i64, ptr %arrayidx8, align 8
  %mul9 = mul nsw i32 6, %step
  %idxprom10 = sext i32 %mul9 to i64
  %arrayidx11 = getelementptr inbounds i64, ptr %x, i64 %idxprom10
  %5 = load i64, ptr %arrayidx11, align 8
  %add12 = add nsw i64 %4, %5
  %mul13 = mul nsw i64 %add12, 4433
  %mul14 = mul nsw i32 6, %step
  %idxprom15 = sext i32 %mul14 to i64
  %arrayidx16 = getelementptr inbounds i64, ptr %x, i64 %idxprom15
  %6 = load i64, ptr %arrayidx16, align 8
  %mul17 = mul nsw i64 %6, 15137
  %sub18 = sub nsw i64 %mul13, %mul17
  %mul19 = mul nsw i32 2, %step
  %idxprom20 = sext i32 %mul19 to i64
  %arrayidx21 = getelementptr inbounds i64, ptr %x, i64 %idxprom20
  %7 = load i64, ptr %arrayidx21, align 8
  %mul22 = mul nsw i64 %7, 6270
  %add23 = add nsw i64 %mul13, %mul22
  %mul24 = mul nsw i64 %add, 8192
  %mul25 = mul nsw i64 %sub, 8192
  %add26 = add nsw i64 %mul24, %add23
  %sub27 = sub nsw i64 %mul24, %add23
  %add28 = add nsw i64 %mul25, %sub18
  %sub29 = sub nsw i64 %mul25, %sub18
  %idxprom30 = sext i32 %step to i64
  %arrayidx31 = getelementptr inbounds i64, ptr %x, i64 %idxprom30
  %8 = load i64, ptr %arrayidx31, align 8
  %mul32 = mul nsw i32 3, %step
  %idxprom33 = sext i32 %mul32 to i64
  %arrayidx34 = getelementptr inbounds i64, ptr %x, i64 %idxprom33
  %9 = load i64, ptr %arrayidx34, align 8
  %mul35 = mul nsw i32 5, %step
  %idxprom36 = sext i32 %mul35 to i64
  %arrayidx37 = getelementptr inbounds i64, ptr %x, i64 %idxprom36
  %10 = load i64, ptr %arrayidx37, align 8
  %mul38 = mul nsw i32 7, %step
  %idxprom39 = sext i32 %mul38 to i64
  %arrayidx40 = getelementptr inbounds i64, ptr %x, i64 %idxprom39
  %11 = load i64, ptr %arrayidx40, align 8
  %add41 = add nsw i64 %11, %9
  %add42 = add nsw i64 %add41, %10
  %add43 = add nsw i64 %add42, %8
  %mul44 = mul nsw i64 %add43, 9633
  %add45 = add nsw i64 %11, %8
  %mul46 = mul nsw i64 %add45, -7373
  %add47 = add nsw i64 %10, %9
  %mul48 = mul nsw i64 %add47, -20995
  %add49 = add nsw i64 %11, %9
  %mul50 = mul nsw i64 %add49, -16069
  %add51 = add nsw i64 %mul50, %mul44
  %add52 = add nsw i64 %10, %8
  %mul53 = mul nsw i64 %add52, -3196
  %add54 = add nsw i64 %mul53, %mul44
  %mul55 = mul nsw i64 %11, 2446
  %add56 = add nsw i64 %mul55, %mul46
  %add57 = add nsw i64 %add56, %add51
  %mul58 = mul nsw i64 %10, 16819
  %add59 = add nsw i64 %mul58, %mul48
  %add60 = add nsw i64 %add59, %add54
  %mul61 = mul nsw i64 %9, 25172
  %add62 = add nsw i64 %mul61, %mul48
  %add63 = add nsw i64 %add62, %add51
  %mul64 = mul nsw i64 %8, 12299
  %add65 = add nsw i64 %mul64, %mul46
  %add66 = add nsw i64 %add65, %add54
  %add67 = add nsw i64 %add26, %add66
  %arrayidx68 = getelementptr inbounds i64, ptr %x, i64 0
  store i64 %add67, ptr %arrayidx68, align 8
  %sub69 = sub nsw i64 %add26, %add66
  %mul70 = mul nsw i32 7, %step
  %idxprom71 = sext i32 %mul70 to i64
  %arrayidx72 = getelementptr inbounds i64, ptr %x, i64 %idxprom71
  store i64 %sub69, ptr %arrayidx72, align 8
  %add73 = add nsw i64 %add28, %add63
  %idxprom74 = sext i32 %step to i64
  %arrayidx75 = getelementptr inbounds i64, ptr %x, i64 %idxprom74
  store i64 %add73, ptr %arrayidx75, align 8
  %sub76 = sub nsw i64 %add28, %add63
  %mul77 = mul nsw i32 6, %step
  %idxprom78 = sext i32 %mul77 to i64
  %arrayidx79 = getelementptr inbounds i64, ptr %x, i64 %idxprom78
  store i64 %sub76, ptr %arrayidx79, align 8
  %add80 = add nsw i64 %sub29, %add60
  %mul81 = mul nsw i32 2, %step
  %idxprom82 = sext i32 %mul81 to i64
  %arrayidx83 = getelementptr inbounds i64, ptr %x, i64 %idxprom82
  store i64 %add80, ptr %arrayidx83, align 8
  %sub84 = sub nsw i64 %sub29, %add60
  %mul85 = mul nsw i32 5, %step
  %idxprom86 = sext i32 %mul85 to i64
  %arrayidx87 = getelementptr inbounds i64, ptr %x, i64 %idxprom86
  store i64 %sub84, ptr %arrayidx87, align 8
  %add88 = add nsw i64 %sub27, %add57
  %mul89 = mul nsw i32 3, %step
  %idxprom90 = sext i32 %mul89 to i64
  %arrayidx91 = getelementptr inbounds i64, ptr %x, i64 %idxprom90
  store i64 %add88, ptr %arrayidx91, align 8
  %sub92 = sub nsw i64 %sub27, %add57
  %mul93 = mul nsw i32 4, %step
  %idxprom94 = sext i32 %mul93 to i64
  %arrayidx95 = getelementptr inbounds i64, ptr %x, i64 %idxprom94
  store i64 %sub92, ptr %arrayidx95, align 8
  ret void
}

define internal i32 @mlcc_rt.image_jpeg.jpeg_colours(ptr %j) {
entry:
  %count = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 7
  %0 = load i32, ptr %count, align 8
  %cmp = icmp eq i32 %0, 1
  br i1 %cmp, label %return, label %if.end

if.end:
  %count1 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 7
  %1 = load i32, ptr %count1, align 8
  %cmp2 = icmp eq i32 %1, 4
  br i1 %cmp2, label %if.then3, label %if.end6

if.then3:
  %adobe = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 13
  %2 = load i32, ptr %adobe, align 8
  %tobool = icmp ne i32 %2, 0
  br i1 %tobool, label %land.rhs, label %land.end

land.rhs:
  %adobe4 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 13
  %3 = load i32, ptr %adobe4, align 8
  %cmp5 = icmp ne i32 %3, 1
  br label %land.end

land.end:
  %4 = phi i1 [ false, %if.then3 ], [ %cmp5, %land.rhs ]
  %cond = select i1 %4, i32 4, i32 3
  br label %return

if.end6:
  %jfif = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 12
  %5 = load i32, ptr %jfif, align 4
  %tobool7 = icmp ne i32 %5, 0
  br i1 %tobool7, label %return, label %if.end9

if.end9:
  %adobe10 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 13
  %6 = load i32, ptr %adobe10, align 8
  %tobool11 = icmp ne i32 %6, 0
  br i1 %tobool11, label %if.then12, label %if.end16

if.then12:
  %adobe13 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 13
  %7 = load i32, ptr %adobe13, align 8
  %cmp14 = icmp eq i32 %7, 1
  %cond15 = select i1 %cmp14, i32 1, i32 2
  br label %return

if.end16:
  %parts = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 6
  %arrayidx = getelementptr inbounds [4 x %struct.jpeg_component], ptr %parts, i64 0, i64 0
  %id = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx, i32 0, i32 0
  %8 = load i32, ptr %id, align 8
  %cmp17 = icmp eq i32 %8, 82
  br i1 %cmp17, label %land.lhs.true, label %land.end27

land.lhs.true:
  %parts18 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 6
  %arrayidx19 = getelementptr inbounds [4 x %struct.jpeg_component], ptr %parts18, i64 0, i64 1
  %id20 = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx19, i32 0, i32 0
  %9 = load i32, ptr %id20, align 8
  %cmp21 = icmp eq i32 %9, 71
  br i1 %cmp21, label %land.rhs22, label %land.end27

land.rhs22:
  %parts23 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 6
  %arrayidx24 = getelementptr inbounds [4 x %struct.jpeg_component], ptr %parts23, i64 0, i64 2
  %id25 = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx24, i32 0, i32 0
  %10 = load i32, ptr %id25, align 8
  %cmp26 = icmp eq i32 %10, 66
  br label %land.end27

land.end27:
  %11 = phi i1 [ false, %land.lhs.true ], [ false, %if.end16 ], [ %cmp26, %land.rhs22 ]
  %cond28 = select i1 %11, i32 1, i32 2
  br label %return

return:
  %retval.0 = phi i32 [ %cond28, %land.end27 ], [ %cond, %land.end ], [ 0, %entry ], [ %cond15, %if.then12 ], [ 2, %if.end6 ]
  ret i32 %retval.0
}

define internal void @mlcc_rt.image_jpeg.jpeg_row(ptr %j, ptr %c, i64 %y, ptr %to, ptr %room) {
entry:
  %h_most = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 10
  %0 = load i32, ptr %h_most, align 4
  %h = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 1
  %1 = load i32, ptr %h, align 4
  %div = sdiv i32 %0, %1
  %v_most = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 11
  %2 = load i32, ptr %v_most, align 8
  %v = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 2
  %3 = load i32, ptr %v, align 8
  %div1 = sdiv i32 %2, %3
  %stride2 = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 12
  %4 = load i64, ptr %stride2, align 8
  %mul = mul nsw i64 %4, 8
  %conv = sext i32 %div1 to i64
  %div3 = sdiv i64 %y, %conv
  %samples = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 16
  %5 = load ptr, ptr %samples, align 8
  %mul4 = mul nsw i64 %div3, %mul
  %add.ptr = getelementptr inbounds i8, ptr %5, i64 %mul4
  %cmp = icmp eq i32 %div, 2
  %cmp6 = icmp sle i32 %div1, 2
  %or.cond = and i1 %cmp, %cmp6
  br i1 %or.cond, label %land.rhs, label %land.end

land.rhs:
  %width = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 8
  %6 = load i64, ptr %width, align 8
  %cmp8 = icmp sgt i64 %6, 2
  br label %land.end

land.end:
  %7 = phi i1 [ %cmp8, %land.rhs ], [ false, %entry ]
  %land.ext = zext i1 %7 to i32
  %cmp10 = icmp eq i32 %div1, 2
  br i1 %cmp10, label %land.lhs.true12, label %if.end68

land.lhs.true12:
  %tobool = icmp ne i32 %land.ext, 0
  %cmp13 = icmp eq i32 %div, 1
  %or.cond53 = or i1 %tobool, %cmp13
  br i1 %or.cond53, label %if.then, label %if.end68

if.then:
  %rem = srem i64 %y, 2
  %cmp15 = icmp eq i64 %rem, 0
  %sub = sub nsw i64 %div3, 1
  %add = add nsw i64 %div3, 1
  %cond = select i1 %cmp15, i64 %sub, i64 %add
  %cmp17 = icmp slt i64 %cond, 0
  br i1 %cmp17, label %cond.end29, label %cond.false20

cond.false20:
  %height = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 9
  %8 = load i64, ptr %height, align 8
  %cmp21 = icmp sge i64 %cond, %8
  br i1 %cmp21, label %cond.true23, label %cond.end29

cond.true23:
  %height24 = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 9
  %9 = load i64, ptr %height24, align 8
  %sub25 = sub nsw i64 %9, 1
  br label %cond.end29

cond.end29:
  %cond30 = phi i64 [ 0, %if.then ], [ %sub25, %cond.true23 ], [ %cond, %cond.false20 ]
  %samples31 = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 16
  %10 = load ptr, ptr %samples31, align 8
  %mul32 = mul nsw i64 %cond30, %mul
  %add.ptr33 = getelementptr inbounds i8, ptr %10, i64 %mul32
  %cmp34 = icmp eq i32 %div, 1
  br i1 %cmp34, label %for.cond, label %for.cond52

for.cond:
  %x.0 = phi i64 [ %inc, %for.body ], [ 0, %cond.end29 ]
  %width37 = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 8
  %11 = load i64, ptr %width37, align 8
  %cmp38 = icmp slt i64 %x.0, %11
  br i1 %cmp38, label %for.body, label %for.end97

for.body:
  %arrayidx = getelementptr inbounds i8, ptr %add.ptr, i64 %x.0
  %12 = load i8, ptr %arrayidx, align 1
  %conv40 = zext i8 %12 to i32
  %mul41 = mul nsw i32 3, %conv40
  %arrayidx42 = getelementptr inbounds i8, ptr %add.ptr33, i64 %x.0
  %13 = load i8, ptr %arrayidx42, align 1
  %conv43 = zext i8 %13 to i32
  %add44 = add nsw i32 %mul41, %conv43
  %add45 = add nsw i32 %add44, 1
  %rem46 = srem i64 %y, 2
  %conv47 = trunc i64 %rem46 to i32
  %add48 = add nsw i32 %add45, %conv47
  %shr = ashr i32 %add48, 2
  %conv49 = trunc i32 %shr to i8
  %arrayidx50 = getelementptr inbounds i8, ptr %to, i64 %x.0
  store i8 %conv49, ptr %arrayidx50, align 1
  %inc = add nsw i64 %x.0, 1
  br label %for.cond

for.cond52:
  %x51.0 = phi i64 [ %inc65, %for.body56 ], [ 0, %cond.end29 ]
  %width53 = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 8
  %14 = load i64, ptr %width53, align 8
  %cmp54 = icmp slt i64 %x51.0, %14
  br i1 %cmp54, label %for.body56, label %for.end66

for.body56:
  %arrayidx57 = getelementptr inbounds i8, ptr %add.ptr, i64 %x51.0
  %15 = load i8, ptr %arrayidx57, align 1
  %conv58 = zext i8 %15 to i32
  %mul59 = mul nsw i32 3, %conv58
  %arrayidx60 = getelementptr inbounds i8, ptr %add.ptr33, i64 %x51.0
  %16 = load i8, ptr %arrayidx60, align 1
  %conv61 = zext i8 %16 to i32
  %add62 = add nsw i32 %mul59, %conv61
  %arrayidx63 = getelementptr inbounds i32, ptr %room, i64 %x51.0
  store i32 %add62, ptr %arrayidx63, align 4
  %inc65 = add nsw i64 %x51.0, 1
  br label %for.cond52

for.end66:
  %width67 = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 8
  %17 = load i64, ptr %width67, align 8
  call void @mlcc_rt.image_jpeg.jpeg_double(ptr %room, i64 %17, ptr %to, i32 4, i32 8, i32 7)
  br label %for.end97

if.end68:
  %tobool69 = icmp ne i32 %land.ext, 0
  br i1 %tobool69, label %for.cond72, label %for.cond86

for.cond72:
  %x71.0 = phi i64 [ %inc81, %for.body76 ], [ 0, %if.end68 ]
  %width73 = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 8
  %18 = load i64, ptr %width73, align 8
  %cmp74 = icmp slt i64 %x71.0, %18
  br i1 %cmp74, label %for.body76, label %for.end82

for.body76:
  %arrayidx77 = getelementptr inbounds i8, ptr %add.ptr, i64 %x71.0
  %19 = load i8, ptr %arrayidx77, align 1
  %conv78 = zext i8 %19 to i32
  %arrayidx79 = getelementptr inbounds i32, ptr %room, i64 %x71.0
  store i32 %conv78, ptr %arrayidx79, align 4
  %inc81 = add nsw i64 %x71.0, 1
  br label %for.cond72

for.end82:
  %width83 = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 8
  %20 = load i64, ptr %width83, align 8
  call void @mlcc_rt.image_jpeg.jpeg_double(ptr %room, i64 %20, ptr %to, i32 2, i32 1, i32 2)
  br label %for.end97

for.cond86:
  %x85.0 = phi i64 [ %inc96, %for.body90 ], [ 0, %if.end68 ]
  %image = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 0
  %21 = load ptr, ptr %image, align 8
  %width87 = getelementptr inbounds nuw %struct.mlcc_image, ptr %21, i32 0, i32 2
  %22 = load i64, ptr %width87, align 8
  %cmp88 = icmp slt i64 %x85.0, %22
  br i1 %cmp88, label %for.body90, label %for.end97

for.body90:
  %conv91 = sext i32 %div to i64
  %div92 = sdiv i64 %x85.0, %conv91
  %arrayidx93 = getelementptr inbounds i8, ptr %add.ptr, i64 %div92
  %23 = load i8, ptr %arrayidx93, align 1
  %arrayidx94 = getelementptr inbounds i8, ptr %to, i64 %x85.0
  store i8 %23, ptr %arrayidx94, align 1
  %inc96 = add nsw i64 %x85.0, 1
  br label %for.cond86

for.end97:
  ret void
}

define internal void @mlcc_rt.image_jpeg.jpeg_pixel(i32 %colours, ptr %v, ptr %to) {
entry:
  %r = alloca i32, align 4
  %g = alloca i32, align 4
  %b = alloca i32, align 4
  %inks = alloca [3 x ptr], align 16
  %arrayidx = getelementptr inbounds i32, ptr %v, i64 0
  %0 = load i32, ptr %arrayidx, align 4
  store i32 %0, ptr %r, align 4
  %arrayidx1 = getelementptr inbounds i32, ptr %v, i64 1
  %1 = load i32, ptr %arrayidx1, align 4
  store i32 %1, ptr %g, align 4
  %arrayidx2 = getelementptr inbounds i32, ptr %v, i64 2
  %2 = load i32, ptr %arrayidx2, align 4
  store i32 %2, ptr %b, align 4
  switch i32 %colours, label %if.end54 [
    i32 0, label %if.then
    i32 2, label %if.then5
    i32 4, label %if.then5
    i32 3, label %if.then33
  ]

if.then:
  %3 = load i32, ptr %r, align 4
  store i32 %3, ptr %b, align 4
  store i32 %3, ptr %g, align 4
  br label %if.end54

if.then5:
  %arrayidx6 = getelementptr inbounds i32, ptr %v, i64 1
  %4 = load i32, ptr %arrayidx6, align 4
  %sub = sub nsw i32 %4, 128
  %arrayidx7 = getelementptr inbounds i32, ptr %v, i64 2
  %5 = load i32, ptr %arrayidx7, align 4
  %sub8 = sub nsw i32 %5, 128
  %arrayidx9 = getelementptr inbounds i32, ptr %v, i64 0
  %6 = load i32, ptr %arrayidx9, align 4
  %mul = mul nsw i32 91881, %sub8
  %add = add nsw i32 %mul, 32768
  %shr = ashr i32 %add, 16
  %add10 = add nsw i32 %6, %shr
  %call = call zeroext i8 @mlcc_rt.image_jpeg.jpeg_byte(i32 %add10)
  %conv = zext i8 %call to i32
  store i32 %conv, ptr %r, align 4
  %arrayidx11 = getelementptr inbounds i32, ptr %v, i64 0
  %7 = load i32, ptr %arrayidx11, align 4
  %mul12 = mul nsw i32 -22554, %sub
  %mul13 = mul nsw i32 46802, %sub8
  %sub14 = sub nsw i32 %mul12, %mul13
  %add15 = add nsw i32 %sub14, 32768
  %shr16 = ashr i32 %add15, 16
  %add17 = add nsw i32 %7, %shr16
  %call18 = call zeroext i8 @mlcc_rt.image_jpeg.jpeg_byte(i32 %add17)
  %conv19 = zext i8 %call18 to i32
  store i32 %conv19, ptr %g, align 4
  %arrayidx20 = getelementptr inbounds i32, ptr %v, i64 0
  %8 = load i32, ptr %arrayidx20, align 4
  %mul21 = mul nsw i32 116130, %sub
  %add22 = add nsw i32 %mul21, 32768
  %shr23 = ashr i32 %add22, 16
  %add24 = add nsw i32 %8, %shr23
  %call25 = call zeroext i8 @mlcc_rt.image_jpeg.jpeg_byte(i32 %add24)
  %conv26 = zext i8 %call25 to i32
  store i32 %conv26, ptr %b, align 4
  switch i32 %colours, label %if.end54 [
    i32 3, label %if.then33
    i32 4, label %if.then33
  ]

if.then33:
  %arrayidx34 = getelementptr inbounds i32, ptr %v, i64 3
  %9 = load i32, ptr %arrayidx34, align 4
  store ptr %r, ptr %inks, align 8
  %arrayinit.element = getelementptr inbounds ptr, ptr %inks, i64 1
  store ptr %g, ptr %arrayinit.element, align 8
  %arrayinit.element35 = getelementptr inbounds ptr, ptr %inks, i64 2
  store ptr %b, ptr %arrayinit.element35, align 8
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ 0, %if.then33 ], [ %inc, %cond.end ]
  %cmp36 = icmp slt i32 %k.0, 3
  br i1 %cmp36, label %for.body, label %if.end54

for.body:
  %cmp38 = icmp eq i32 %colours, 4
  br i1 %cmp38, label %cond.true, label %cond.false

cond.true:
  %idxprom = sext i32 %k.0 to i64
  %arrayidx40 = getelementptr inbounds [3 x ptr], ptr %inks, i64 0, i64 %idxprom
  %10 = load ptr, ptr %arrayidx40, align 8
  %11 = load i32, ptr %10, align 4
  br label %cond.end

cond.false:
  %idxprom41 = sext i32 %k.0 to i64
  %arrayidx42 = getelementptr inbounds [3 x ptr], ptr %inks, i64 0, i64 %idxprom41
  %12 = load ptr, ptr %arrayidx42, align 8
  %13 = load i32, ptr %12, align 4
  %sub43 = sub nsw i32 255, %13
  br label %cond.end

cond.end:
  %cond = phi i32 [ %11, %cond.true ], [ %sub43, %cond.false ]
  %mul44 = mul nsw i32 %cond, %9
  %add45 = add nsw i32 %mul44, 128
  %shr46 = ashr i32 %add45, 8
  %add47 = add nsw i32 %add45, %shr46
  %shr48 = ashr i32 %add47, 8
  %sub49 = sub nsw i32 %9, %shr48
  %call50 = call zeroext i8 @mlcc_rt.image_jpeg.jpeg_byte(i32 %sub49)
  %conv51 = zext i8 %call50 to i32
  %idxprom52 = sext i32 %k.0 to i64
  %arrayidx53 = getelementptr inbounds [3 x ptr], ptr %inks, i64 0, i64 %idxprom52
  %14 = load ptr, ptr %arrayidx53, align 8
  store i32 %conv51, ptr %14, align 4
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

if.end54:
  %15 = load i32, ptr %r, align 4
  %conv55 = trunc i32 %15 to i8
  %arrayidx56 = getelementptr inbounds i8, ptr %to, i64 0
  store i8 %conv55, ptr %arrayidx56, align 1
  %16 = load i32, ptr %g, align 4
  %conv57 = trunc i32 %16 to i8
  %arrayidx58 = getelementptr inbounds i8, ptr %to, i64 1
  store i8 %conv57, ptr %arrayidx58, align 1
  %17 = load i32, ptr %b, align 4
  %conv59 = trunc i32 %17 to i8
  %arrayidx60 = getelementptr inbounds i8, ptr %to, i64 2
  store i8 %conv59, ptr %arrayidx60, align 1
  ret void
}

define internal void @mlcc_rt.image_jpeg.jpeg_double(ptr %from, i64 %count, ptr %to, i32 %bits, i32 %even, i32 %odd) {
entry:
  br label %for.cond

for.cond:
  %k.0 = phi i64 [ 0, %entry ], [ %inc, %cond.end21 ]
  %cmp = icmp slt i64 %k.0, %count
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %arrayidx = getelementptr inbounds i32, ptr %from, i64 %k.0
  %0 = load i32, ptr %arrayidx, align 4
  %mul = mul nsw i32 3, %0
  %cmp1 = icmp eq i64 %k.0, 0
  br i1 %cmp1, label %cond.true, label %cond.false

cond.true:
  %arrayidx2 = getelementptr inbounds i32, ptr %from, i64 %k.0
  %1 = load i32, ptr %arrayidx2, align 4
  %add = add nsw i32 %mul, %1
  %add3 = add nsw i32 %add, %even
  br label %cond.end

cond.false:
  %sub = sub nsw i64 %k.0, 1
  %arrayidx4 = getelementptr inbounds i32, ptr %from, i64 %sub
  %2 = load i32, ptr %arrayidx4, align 4
  %add5 = add nsw i32 %mul, %2
  %add6 = add nsw i32 %add5, %even
  br label %cond.end

cond.end:
  %cond = phi i32 [ %add3, %cond.true ], [ %add6, %cond.false ]
  %shr = ashr i32 %cond, %bits
  %conv = trunc i32 %shr to i8
  %mul7 = mul nsw i64 2, %k.0
  %arrayidx8 = getelementptr inbounds i8, ptr %to, i64 %mul7
  store i8 %conv, ptr %arrayidx8, align 1
  %sub9 = sub nsw i64 %count, 1
  %cmp10 = icmp eq i64 %k.0, %sub9
  br i1 %cmp10, label %cond.true12, label %cond.false16

cond.true12:
  %arrayidx13 = getelementptr inbounds i32, ptr %from, i64 %k.0
  %3 = load i32, ptr %arrayidx13, align 4
  %add14 = add nsw i32 %mul, %3
  %add15 = add nsw i32 %add14, %odd
  br label %cond.end21

cond.false16:
  %add17 = add nsw i64 %k.0, 1
  %arrayidx18 = getelementptr inbounds i32, ptr %from, i64 %add17
  %4 = load i32, ptr %arrayidx18, align 4
  %add19 = add nsw i32 %mul, %4
  %add20 = add nsw i32 %add19, %odd
  br label %cond.end21

cond.end21:
  %cond22 = phi i32 [ %add15, %cond.true12 ], [ %add20, %cond.false16 ]
  %shr23 = ashr i32 %cond22, %bits
  %conv24 = trunc i32 %shr23 to i8
  %mul25 = mul nsw i64 2, %k.0
  %add26 = add nsw i64 %mul25, 1
  %arrayidx27 = getelementptr inbounds i8, ptr %to, i64 %add26
  store i8 %conv24, ptr %arrayidx27, align 1
  %inc = add nsw i64 %k.0, 1
  br label %for.cond

for.end:
  ret void
}

define internal zeroext i8 @mlcc_rt.image_jpeg.jpeg_byte(i32 %value) {
entry:
  %cmp = icmp slt i32 %value, 0
  %cmp1 = icmp sgt i32 %value, 255
  %.value = select i1 %cmp1, i32 255, i32 %value
  %cond5 = select i1 %cmp, i32 0, i32 %.value
  %conv = trunc i32 %cond5 to i8
  ret i8 %conv
}
