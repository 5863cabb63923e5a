; Generated from image_jpeg.c by mlcc.runtime.native.generate.

%struct.jpeg = type { ptr, ptr, ptr, [4 x [64 x i16]], [4 x i8], [2 x [4 x %struct.jpeg_codes]], [4 x %struct.jpeg_component], i32, i32, i32, i32, i32, i32, i32, i32, i32, i64, i64, [4 x ptr], i32, i32, i32, i32, i32, i64, %struct.jpeg_bits }
%struct.jpeg_codes = type { i8, [256 x i8], [512 x i16], [17 x i32], [17 x i32] }
%struct.jpeg_component = type { i32, i32, i32, i32, i32, i32, i32, i32, i64, i64, i64, i64, i64, i64, [64 x i16], ptr, ptr }
%struct.jpeg_bits = type { ptr, ptr, i32, i32, i32 }
%struct.mlcc_image = type { ptr, i32, i64, i64, ptr }

@mlcc_rt.image_jpeg.jpeg_zigzag = internal constant [64 x i8] c"\00\01\08\10\09\02\03\0A\11\18 \19\12\0B\04\05\0C\13\1A!(0)\22\1B\14\0D\06\07\0E\15\1C#*1892+$\1D\16\0F\17\1E%,3:;4-&\1F'.5<=6/7>?", align 1

define internal i32 @mlcc_rt_image_jpeg(ptr %image) {
entry:
  %call = call ptr @mlcc_rt_image_take(i32 1, i32 12868)
  %cmp = icmp eq ptr %call, null
  br i1 %cmp, label %return, label %if.end

if.end:
  %image1 = getelementptr inbounds nuw %struct.jpeg, ptr %call, i32 0, i32 0
  store ptr %image, ptr %image1, align 4
  %data = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 0
  %0 = load ptr, ptr %data, align 4
  %at = getelementptr inbounds nuw %struct.jpeg, ptr %call, i32 0, i32 1
  store ptr %0, ptr %at, align 4
  %data2 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 0
  %1 = load ptr, ptr %data2, align 4
  %size = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 1
  %2 = load i32, ptr %size, align 4
  %add.ptr = getelementptr inbounds nuw i8, ptr %1, i32 %2
  %end = getelementptr inbounds nuw %struct.jpeg, ptr %call, i32 0, i32 2
  store ptr %add.ptr, ptr %end, align 4
  %call3 = call i32 @mlcc_rt.image_jpeg.jpeg_segments(ptr %call)
  br label %for.cond

for.cond:
  %problem.0 = phi i32 [ %call3, %if.end ], [ %cond, %for.inc ]
  %n.0 = phi i32 [ 0, %if.end ], [ %inc, %for.inc ]
  %cond25 = icmp eq i32 %problem.0, 0
  br i1 %cond25, label %land.lhs.true, label %if.end16

land.lhs.true:
  %rgb = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 4
  %3 = load ptr, ptr %rgb, align 4
  %cmp5 = icmp ne ptr %3, null
  br i1 %cmp5, label %land.rhs, label %for.end

land.rhs:
  %count = getelementptr inbounds nuw %struct.jpeg, ptr %call, i32 0, i32 7
  %4 = load i32, ptr %count, align 4
  %cmp6 = icmp slt i32 %n.0, %4
  br i1 %cmp6, label %for.body, label %for.end

for.body:
  %parts = getelementptr inbounds nuw %struct.jpeg, ptr %call, i32 0, i32 6
  %arrayidx = getelementptr inbounds [4 x %struct.jpeg_component], ptr %parts, i32 0, i32 %n.0
  %latched = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx, i32 0, i32 7
  %5 = load i32, ptr %latched, align 4
  %tobool = icmp ne i32 %5, 0
  br i1 %tobool, label %cond.true, label %for.inc

cond.true:
  %parts7 = getelementptr inbounds nuw %struct.jpeg, ptr %call, i32 0, i32 6
  %arrayidx8 = getelementptr inbounds [4 x %struct.jpeg_component], ptr %parts7, i32 0, i32 %n.0
  %call9 = call i32 @mlcc_rt.image_jpeg.jpeg_plane(ptr %arrayidx8)
  br label %for.inc

for.inc:
  %cond = phi i32 [ %call9, %cond.true ], [ 1, %for.body ]
  %inc = add nsw i32 %n.0, 1
  br label %for.cond

for.end:
  %cmp10 = icmp eq i32 %problem.0, 0
  br i1 %cmp10, label %land.lhs.true11, label %if.end16

land.lhs.true11:
  %rgb12 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 4
  %6 = load ptr, ptr %rgb12, align 4
  %cmp13 = icmp ne ptr %6, null
  br i1 %cmp13, label %if.then14, label %if.end16

if.then14:
  %call15 = call i32 @mlcc_rt.image_jpeg.jpeg_pixels(ptr %call)
  br label %if.end16

if.end16:
  %problem.1 = phi i32 [ %call15, %if.then14 ], [ %problem.0, %land.lhs.true11 ], [ %problem.0, %for.end ], [ %problem.0, %for.cond ]
  br label %for.cond18

for.cond18:
  %n17.0 = phi i32 [ 0, %if.end16 ], [ %inc26, %for.body20 ]
  %cmp19 = icmp slt i32 %n17.0, 4
  br i1 %cmp19, label %for.body20, label %for.end27

for.body20:
  %parts21 = getelementptr inbounds nuw %struct.jpeg, ptr %call, i32 0, i32 6
  %arrayidx22 = getelementptr inbounds [4 x %struct.jpeg_component], ptr %parts21, i32 0, i32 %n17.0
  %blocks = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx22, i32 0, i32 15
  %7 = load ptr, ptr %blocks, align 4
  call void @free(ptr %7)
  %parts23 = getelementptr inbounds nuw %struct.jpeg, ptr %call, i32 0, i32 6
  %arrayidx24 = getelementptr inbounds [4 x %struct.jpeg_component], ptr %parts23, i32 0, i32 %n17.0
  %samples = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx24, i32 0, i32 16
  %8 = load ptr, ptr %samples, align 4
  call void @free(ptr %8)
  %inc26 = add nsw i32 %n17.0, 1
  br label %for.cond18

for.end27:
  call void @free(ptr %call)
  br label %return

return:
  %retval.0 = phi i32 [ %problem.1, %for.end27 ], [ 3, %entry ]
  ret i32 %retval.0
}

declare ptr @mlcc_rt_image_take(i32, i32)

define internal i32 @mlcc_rt.image_jpeg.jpeg_segments(ptr %j) {
entry:
  %at = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 1
  %0 = load ptr, ptr %at, align 4
  %add.ptr = getelementptr inbounds i8, ptr %0, i32 2
  store ptr %add.ptr, ptr %at, align 4
  br label %while.cond

while.cond:
  %image = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 0
  %1 = load ptr, ptr %image, align 4
  %rgb = getelementptr inbounds nuw %struct.mlcc_image, ptr %1, i32 0, i32 4
  %2 = load ptr, ptr %rgb, align 4
  %cmp = icmp ne ptr %2, null
  br i1 %cmp, label %while.body, label %lor.rhs

lor.rhs:
  %frame = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 14
  %3 = load i32, ptr %frame, align 4
  %tobool = icmp ne i32 %3, 0
  %lnot = xor i1 %tobool, true
  br i1 %lnot, label %while.body, label %while.end83

while.body:
  br label %while.cond1

while.cond1:
  %end = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 2
  %4 = load ptr, ptr %end, align 4
  %at2 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 1
  %5 = load ptr, ptr %at2, align 4
  %sub.ptr.lhs.cast = ptrtoint ptr %4 to i32
  %sub.ptr.rhs.cast = ptrtoint ptr %5 to i32
  %sub.ptr.sub = sub i32 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %cmp3 = icmp sge i32 %sub.ptr.sub, 2
  br i1 %cmp3, label %land.rhs, label %while.end

land.rhs:
  %at4 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 1
  %6 = load ptr, ptr %at4, align 4
  %arrayidx = getelementptr inbounds i8, ptr %6, i32 0
  %7 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %7 to i32
  %cmp5 = icmp eq i32 %conv, 255
  br i1 %cmp5, label %land.lhs.true, label %land.end

land.lhs.true:
  %at7 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 1
  %8 = load ptr, ptr %at7, align 4
  %arrayidx8 = getelementptr inbounds i8, ptr %8, i32 1
  %9 = load i8, ptr %arrayidx8, align 1
  %conv9 = zext i8 %9 to i32
  %cmp10 = icmp ne i32 %conv9, 0
  br i1 %cmp10, label %land.rhs12, label %land.end

land.rhs12:
  %at13 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 1
  %10 = load ptr, ptr %at13, align 4
  %arrayidx14 = getelementptr inbounds i8, ptr %10, i32 1
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
  %13 = load ptr, ptr %at21, align 4
  %incdec.ptr = getelementptr inbounds nuw i8, ptr %13, i32 1
  store ptr %incdec.ptr, ptr %at21, align 4
  br label %while.cond1

while.end:
  %end22 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 2
  %14 = load ptr, ptr %end22, align 4
  %at23 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 1
  %15 = load ptr, ptr %at23, align 4
  %sub.ptr.lhs.cast24 = ptrtoint ptr %14 to i32
  %sub.ptr.rhs.cast25 = ptrtoint ptr %15 to i32
  %sub.ptr.sub26 = sub i32 %sub.ptr.lhs.cast24, %sub.ptr.rhs.cast25
  %cmp27 = icmp slt i32 %sub.ptr.sub26, 2
  br i1 %cmp27, label %while.end83, label %if.end

if.end:
  %at29 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 1
  %16 = load ptr, ptr %at29, align 4
  %arrayidx30 = getelementptr inbounds i8, ptr %16, i32 1
  %17 = load i8, ptr %arrayidx30, align 1
  %conv31 = zext i8 %17 to i32
  %at32 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 1
  %18 = load ptr, ptr %at32, align 4
  %add.ptr33 = getelementptr inbounds i8, ptr %18, i32 2
  store ptr %add.ptr33, ptr %at32, align 4
  switch i32 %conv31, label %lor.lhs.false [
    i32 217, label %while.end83
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
  %19 = load ptr, ptr %end47, align 4
  %at48 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 1
  %20 = load ptr, ptr %at48, align 4
  %sub.ptr.lhs.cast49 = ptrtoint ptr %19 to i32
  %sub.ptr.rhs.cast50 = ptrtoint ptr %20 to i32
  %sub.ptr.sub51 = sub i32 %sub.ptr.lhs.cast49, %sub.ptr.rhs.cast50
  %cmp52 = icmp slt i32 %sub.ptr.sub51, 2
  br i1 %cmp52, label %return, label %if.end55

if.end55:
  %at56 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 1
  %21 = load ptr, ptr %at56, align 4
  %arrayidx57 = getelementptr inbounds i8, ptr %21, i32 0
  %22 = load i8, ptr %arrayidx57, align 1
  %conv58 = zext i8 %22 to i32
  %shl = shl i32 %conv58, 8
  %at59 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 1
  %23 = load ptr, ptr %at59, align 4
  %arrayidx60 = getelementptr inbounds i8, ptr %23, i32 1
  %24 = load i8, ptr %arrayidx60, align 1
  %conv61 = zext i8 %24 to i32
  %or = or i32 %shl, %conv61
  %cmp62 = icmp slt i32 %or, 2
  br i1 %cmp62, label %return, label %lor.lhs.false64

lor.lhs.false64:
  %end65 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 2
  %25 = load ptr, ptr %end65, align 4
  %at66 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 1
  %26 = load ptr, ptr %at66, align 4
  %sub.ptr.lhs.cast67 = ptrtoint ptr %25 to i32
  %sub.ptr.rhs.cast68 = ptrtoint ptr %26 to i32
  %sub.ptr.sub69 = sub i32 %sub.ptr.lhs.cast67, %sub.ptr.rhs.cast68
  %cmp70 = icmp sgt i32 %or, %sub.ptr.sub69
  br i1 %cmp70, label %return, label %if.end73

if.end73:
  %at74 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 1
  %27 = load ptr, ptr %at74, align 4
  %add.ptr75 = getelementptr inbounds i8, ptr %27, i32 2
  %at76 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 1
  %28 = load ptr, ptr %at76, align 4
  %add.ptr77 = getelementptr inbounds i8, ptr %28, i32 %or
  store ptr %add.ptr77, ptr %at76, align 4
  %at78 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 1
  %29 = load ptr, ptr %at78, align 4
  %call = call i32 @mlcc_rt.image_jpeg.jpeg_segment(ptr %j, i32 %conv31, ptr %add.ptr75, ptr %29)
  %cmp79 = icmp ne i32 %call, 0
  br i1 %cmp79, label %return, label %while.cond

while.end83:
  %frame84 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 14
  %30 = load i32, ptr %frame84, align 4
  %tobool85 = icmp ne i32 %30, 0
  br i1 %tobool85, label %land.rhs86, label %land.end95

land.rhs86:
  %image87 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 0
  %31 = load ptr, ptr %image87, align 4
  %rgb88 = getelementptr inbounds nuw %struct.mlcc_image, ptr %31, i32 0, i32 4
  %32 = load ptr, ptr %rgb88, align 4
  %cmp89 = icmp eq ptr %32, null
  br i1 %cmp89, label %land.end95, label %lor.rhs91

lor.rhs91:
  %scans = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 15
  %33 = load i32, ptr %scans, align 4
  %cmp92 = icmp sgt i32 %33, 0
  br label %land.end95

land.end95:
  %34 = phi i1 [ false, %while.end83 ], [ true, %land.rhs86 ], [ %cmp92, %lor.rhs91 ]
  %cond = select i1 %34, i32 0, i32 1
  br label %return

return:
  %retval.0 = phi i32 [ %cond, %land.end95 ], [ 1, %if.end55 ], [ 1, %if.end46 ], [ 1, %lor.lhs.false64 ], [ %call, %if.end73 ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg.jpeg_plane(ptr %c) {
entry:
  %stride = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 12
  %0 = load i64, ptr %stride, align 4
  %all_rows = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 13
  %1 = load i64, ptr %all_rows, align 4
  %mul = mul nsw i64 %0, %1
  %conv = trunc i64 %mul to i32
  %call = call ptr @mlcc_rt_image_take(i32 %conv, i32 64)
  %samples = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 16
  store ptr %call, ptr %samples, align 4
  %samples1 = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 16
  %2 = load ptr, ptr %samples1, align 4
  %cmp = icmp eq ptr %2, null
  br i1 %cmp, label %return, label %for.cond

for.cond:
  %row.0 = phi i64 [ %inc26, %for.inc25 ], [ 0, %entry ]
  %all_rows3 = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 13
  %3 = load i64, ptr %all_rows3, align 4
  %cmp4 = icmp slt i64 %row.0, %3
  br i1 %cmp4, label %for.cond6, label %for.end27

for.cond6:
  %column.0 = phi i64 [ %inc, %for.body10 ], [ 0, %for.cond ]
  %stride7 = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 12
  %4 = load i64, ptr %stride7, align 4
  %cmp8 = icmp slt i64 %column.0, %4
  br i1 %cmp8, label %for.body10, label %for.inc25

for.body10:
  %blocks = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 15
  %5 = load ptr, ptr %blocks, align 4
  %stride11 = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 12
  %6 = load i64, ptr %stride11, align 4
  %mul12 = mul nsw i64 %row.0, %6
  %add = add nsw i64 %mul12, %column.0
  %mul13 = mul nsw i64 %add, 64
  %idx.ext = trunc i64 %mul13 to i32
  %add.ptr = getelementptr inbounds i16, ptr %5, i32 %idx.ext
  %table = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 14
  %arraydecay = getelementptr inbounds [64 x i16], ptr %table, i32 0, i32 0
  %samples14 = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 16
  %7 = load ptr, ptr %samples14, align 4
  %mul15 = mul nsw i64 %row.0, 64
  %stride16 = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 12
  %8 = load i64, ptr %stride16, align 4
  %mul17 = mul nsw i64 %mul15, %8
  %idx.ext18 = trunc i64 %mul17 to i32
  %add.ptr19 = getelementptr inbounds i8, ptr %7, i32 %idx.ext18
  %mul20 = mul nsw i64 %column.0, 8
  %idx.ext21 = trunc i64 %mul20 to i32
  %add.ptr22 = getelementptr inbounds i8, ptr %add.ptr19, i32 %idx.ext21
  %stride23 = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 12
  %9 = load i64, ptr %stride23, align 4
  %mul24 = mul nsw i64 %9, 8
  call void @mlcc_rt.image_jpeg.jpeg_samples(ptr %add.ptr, ptr %arraydecay, ptr %add.ptr22, i64 %mul24)
  %inc = add nsw i64 %column.0, 1
  br label %for.cond6

for.inc25:
  %inc26 = add nsw i64 %row.0, 1
  br label %for.cond

for.end27:
  %blocks28 = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 15
  %10 = load ptr, ptr %blocks28, align 4
  call void @free(ptr %10)
  %blocks29 = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 15
  store ptr null, ptr %blocks29, align 4
  br label %return

return:
  %retval.0 = phi i32 [ 0, %for.end27 ], [ 3, %entry ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg.jpeg_pixels(ptr %j) {
entry:
  %values = alloca [4 x i32], align 4
  %image = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 0
  %0 = load ptr, ptr %image, align 4
  %width1 = getelementptr inbounds nuw %struct.mlcc_image, ptr %0, i32 0, i32 2
  %1 = load i64, ptr %width1, align 4
  %unit_columns = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 16
  %2 = load i64, ptr %unit_columns, align 4
  %h_most = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 10
  %3 = load i32, ptr %h_most, align 4
  %conv = sext i32 %3 to i64
  %mul = mul nsw i64 %2, %conv
  %mul2 = mul nsw i64 %mul, 8
  %add = add nsw i64 %mul2, 8
  %call = call i32 @mlcc_rt.image_jpeg.jpeg_colours(ptr %j)
  %conv3 = trunc i64 %add to i32
  %mul4 = mul i32 %conv3, 4
  %call5 = call ptr @mlcc_rt_image_take(i32 %mul4, i32 1)
  %conv6 = trunc i64 %add to i32
  %call7 = call ptr @mlcc_rt_image_take(i32 %conv6, i32 4)
  %cmp = icmp eq ptr %call5, null
  %cmp9 = icmp eq ptr %call7, null
  %spec.select = select i1 %cmp, i1 true, i1 %cmp9
  %cond = select i1 %spec.select, i32 3, i32 0
  br label %for.cond

for.cond:
  %y.0 = phi i64 [ 0, %entry ], [ %inc51, %for.inc50 ]
  %cmp11 = icmp eq i32 %cond, 0
  br i1 %cmp11, label %land.rhs, label %for.end52

land.rhs:
  %image13 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 0
  %4 = load ptr, ptr %image13, align 4
  %height = getelementptr inbounds nuw %struct.mlcc_image, ptr %4, i32 0, i32 3
  %5 = load i64, ptr %height, align 4
  %cmp14 = icmp slt i64 %y.0, %5
  br i1 %cmp14, label %for.cond16, label %for.end52

for.cond16:
  %n.0 = phi i32 [ %inc, %for.body19 ], [ 0, %land.rhs ]
  %count = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 7
  %6 = load i32, ptr %count, align 4
  %cmp17 = icmp slt i32 %n.0, %6
  br i1 %cmp17, label %for.body19, label %for.cond22

for.body19:
  %parts = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 6
  %arrayidx = getelementptr inbounds [4 x %struct.jpeg_component], ptr %parts, i32 0, i32 %n.0
  %conv20 = sext i32 %n.0 to i64
  %mul21 = mul nsw i64 %conv20, %add
  %idx.ext = trunc i64 %mul21 to i32
  %add.ptr = getelementptr inbounds i8, ptr %call5, i32 %idx.ext
  call void @mlcc_rt.image_jpeg.jpeg_row(ptr %j, ptr %arrayidx, i64 %y.0, ptr %add.ptr, ptr %call7)
  %inc = add nsw i32 %n.0, 1
  br label %for.cond16

for.cond22:
  %x.0 = phi i64 [ %inc48, %for.end40 ], [ 0, %for.cond16 ]
  %cmp23 = icmp slt i64 %x.0, %1
  br i1 %cmp23, label %for.body25, label %for.inc50

for.body25:
  call void @llvm.memset.p0.i32(ptr align 4 %values, i8 0, i32 16, i1 false)
  br label %for.cond27

for.cond27:
  %n26.0 = phi i32 [ 0, %for.body25 ], [ %inc39, %for.body31 ]
  %count28 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 7
  %7 = load i32, ptr %count28, align 4
  %cmp29 = icmp slt i32 %n26.0, %7
  br i1 %cmp29, label %for.body31, label %for.end40

for.body31:
  %conv32 = sext i32 %n26.0 to i64
  %mul33 = mul nsw i64 %conv32, %add
  %add34 = add nsw i64 %mul33, %x.0
  %idxprom = trunc i64 %add34 to i32
  %arrayidx35 = getelementptr inbounds i8, ptr %call5, i32 %idxprom
  %8 = load i8, ptr %arrayidx35, align 1
  %conv36 = zext i8 %8 to i32
  %arrayidx37 = getelementptr inbounds [4 x i32], ptr %values, i32 0, i32 %n26.0
  store i32 %conv36, ptr %arrayidx37, align 4
  %inc39 = add nsw i32 %n26.0, 1
  br label %for.cond27

for.end40:
  %arraydecay = getelementptr inbounds [4 x i32], ptr %values, i32 0, i32 0
  %image41 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 0
  %9 = load ptr, ptr %image41, align 4
  %rgb = getelementptr inbounds nuw %struct.mlcc_image, ptr %9, i32 0, i32 4
  %10 = load ptr, ptr %rgb, align 4
  %mul42 = mul nsw i64 %y.0, %1
  %add43 = add nsw i64 %mul42, %x.0
  %mul44 = mul nsw i64 %add43, 3
  %idx.ext45 = trunc i64 %mul44 to i32
  %add.ptr46 = getelementptr inbounds i8, ptr %10, i32 %idx.ext45
  call void @mlcc_rt.image_jpeg.jpeg_pixel(i32 %call, ptr %arraydecay, ptr %add.ptr46)
  %inc48 = add nsw i64 %x.0, 1
  br label %for.cond22

for.inc50:
  %inc51 = add nsw i64 %y.0, 1
  br label %for.cond

for.end52:
  call void @free(ptr %call5)
  call void @free(ptr %call7)
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
  %sub.ptr.lhs.cast = ptrtoint ptr %end to i32
  %sub.ptr.rhs.cast = ptrtoint ptr %at to i32
  %sub.ptr.sub = sub i32 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %cmp8 = icmp slt i32 %sub.ptr.sub, 2
  br i1 %cmp8, label %return, label %if.end

if.end:
  %arrayidx = getelementptr inbounds i8, ptr %at, i32 0
  %0 = load i8, ptr %arrayidx, align 1
  %conv10 = zext i8 %0 to i32
  %shl = shl i32 %conv10, 8
  %arrayidx11 = getelementptr inbounds i8, ptr %at, i32 1
  %1 = load i8, ptr %arrayidx11, align 1
  %conv12 = zext i8 %1 to i32
  %or = or i32 %shl, %conv12
  %interval = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 9
  store i32 %or, ptr %interval, align 4
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
  %sub.ptr.lhs.cast = ptrtoint ptr %end to i32
  %sub.ptr.rhs.cast = ptrtoint ptr %at to i32
  %sub.ptr.sub = sub i32 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %cmp = icmp slt i32 %sub.ptr.sub, 6
  %or.cond = select i1 %tobool, i1 true, i1 %cmp
  br i1 %or.cond, label %return, label %lor.lhs.false1

lor.lhs.false1:
  %sub.ptr.lhs.cast2 = ptrtoint ptr %end to i32
  %sub.ptr.rhs.cast3 = ptrtoint ptr %at to i32
  %sub.ptr.sub4 = sub i32 %sub.ptr.lhs.cast2, %sub.ptr.rhs.cast3
  %arrayidx = getelementptr inbounds i8, ptr %at, i32 5
  %1 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %1 to i32
  %mul = mul nsw i32 3, %conv
  %add = add nsw i32 6, %mul
  %cmp5 = icmp slt i32 %sub.ptr.sub4, %add
  br i1 %cmp5, label %return, label %if.end

if.end:
  %arrayidx7 = getelementptr inbounds i8, ptr %at, i32 5
  %2 = load i8, ptr %arrayidx7, align 1
  %conv8 = zext i8 %2 to i32
  %count = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 7
  store i32 %conv8, ptr %count, align 4
  %arrayidx9 = getelementptr inbounds i8, ptr %at, i32 0
  %3 = load i8, ptr %arrayidx9, align 1
  %conv10 = zext i8 %3 to i32
  %cmp11 = icmp ne i32 %conv10, 8
  br i1 %cmp11, label %return, label %lor.lhs.false13

lor.lhs.false13:
  %count14 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 7
  %4 = load i32, ptr %count14, align 4
  %cmp15 = icmp ne i32 %4, 1
  br i1 %cmp15, label %land.lhs.true, label %if.end25

land.lhs.true:
  %count17 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 7
  %5 = load i32, ptr %count17, align 4
  %cmp18 = icmp ne i32 %5, 3
  br i1 %cmp18, label %land.lhs.true20, label %if.end25

land.lhs.true20:
  %count21 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 7
  %6 = load i32, ptr %count21, align 4
  %cmp22 = icmp ne i32 %6, 4
  br i1 %cmp22, label %return, label %if.end25

if.end25:
  %arrayidx26 = getelementptr inbounds i8, ptr %at, i32 1
  %7 = load i8, ptr %arrayidx26, align 1
  %conv27 = zext i8 %7 to i32
  %shl = shl i32 %conv27, 8
  %arrayidx28 = getelementptr inbounds i8, ptr %at, i32 2
  %8 = load i8, ptr %arrayidx28, align 1
  %conv29 = zext i8 %8 to i32
  %or = or i32 %shl, %conv29
  %conv30 = sext i32 %or to i64
  %arrayidx31 = getelementptr inbounds i8, ptr %at, i32 3
  %9 = load i8, ptr %arrayidx31, align 1
  %conv32 = zext i8 %9 to i32
  %shl33 = shl i32 %conv32, 8
  %arrayidx34 = getelementptr inbounds i8, ptr %at, i32 4
  %10 = load i8, ptr %arrayidx34, align 1
  %conv35 = zext i8 %10 to i32
  %or36 = or i32 %shl33, %conv35
  %conv37 = sext i32 %or36 to i64
  %cmp38 = icmp eq i64 %conv30, 0
  br i1 %cmp38, label %return, label %if.end41

if.end41:
  %image = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 0
  %11 = load ptr, ptr %image, align 4
  %call = call i32 @mlcc_rt_image_sizes(ptr %11, i64 %conv37, i64 %conv30)
  %cmp42 = icmp ne i32 %call, 0
  br i1 %cmp42, label %return, label %if.end45

if.end45:
  %v_most = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 11
  store i32 1, ptr %v_most, align 4
  %h_most = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 10
  store i32 1, ptr %h_most, align 4
  br label %for.cond

for.cond:
  %n.0 = phi i32 [ 0, %if.end45 ], [ %inc, %cond.end96 ]
  %count46 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 7
  %12 = load i32, ptr %count46, align 4
  %cmp47 = icmp slt i32 %n.0, %12
  br i1 %cmp47, label %for.body, label %for.end

for.body:
  %add.ptr = getelementptr inbounds i8, ptr %at, i32 6
  %mul49 = mul nsw i32 3, %n.0
  %add.ptr50 = getelementptr inbounds i8, ptr %add.ptr, i32 %mul49
  %parts = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 6
  %arrayidx51 = getelementptr inbounds [4 x %struct.jpeg_component], ptr %parts, i32 0, i32 %n.0
  %arrayidx52 = getelementptr inbounds i8, ptr %add.ptr50, i32 0
  %13 = load i8, ptr %arrayidx52, align 1
  %conv53 = zext i8 %13 to i32
  %id = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx51, i32 0, i32 0
  store i32 %conv53, ptr %id, align 4
  %arrayidx54 = getelementptr inbounds i8, ptr %add.ptr50, i32 1
  %14 = load i8, ptr %arrayidx54, align 1
  %conv55 = zext i8 %14 to i32
  %shr = ashr i32 %conv55, 4
  %h = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx51, i32 0, i32 1
  store i32 %shr, ptr %h, align 4
  %arrayidx56 = getelementptr inbounds i8, ptr %add.ptr50, i32 1
  %15 = load i8, ptr %arrayidx56, align 1
  %conv57 = zext i8 %15 to i32
  %and = and i32 %conv57, 15
  %v = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx51, i32 0, i32 2
  store i32 %and, ptr %v, align 4
  %arrayidx58 = getelementptr inbounds i8, ptr %add.ptr50, i32 2
  %16 = load i8, ptr %arrayidx58, align 1
  %conv59 = zext i8 %16 to i32
  %quantisation = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx51, i32 0, i32 3
  store i32 %conv59, ptr %quantisation, align 4
  %h60 = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx51, i32 0, i32 1
  %17 = load i32, ptr %h60, align 4
  %cmp61 = icmp slt i32 %17, 1
  br i1 %cmp61, label %return, label %lor.lhs.false63

lor.lhs.false63:
  %h64 = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx51, i32 0, i32 1
  %18 = load i32, ptr %h64, align 4
  %cmp65 = icmp sgt i32 %18, 4
  br i1 %cmp65, label %return, label %lor.lhs.false67

lor.lhs.false67:
  %v68 = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx51, i32 0, i32 2
  %19 = load i32, ptr %v68, align 4
  %cmp69 = icmp slt i32 %19, 1
  br i1 %cmp69, label %return, label %lor.lhs.false71

lor.lhs.false71:
  %v72 = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx51, i32 0, i32 2
  %20 = load i32, ptr %v72, align 4
  %cmp73 = icmp sgt i32 %20, 4
  br i1 %cmp73, label %return, label %lor.lhs.false75

lor.lhs.false75:
  %quantisation76 = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx51, i32 0, i32 3
  %21 = load i32, ptr %quantisation76, align 4
  %cmp77 = icmp sge i32 %21, 4
  br i1 %cmp77, label %return, label %if.end80

if.end80:
  %h81 = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx51, i32 0, i32 1
  %22 = load i32, ptr %h81, align 4
  %h_most82 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 10
  %23 = load i32, ptr %h_most82, align 4
  %cmp83 = icmp sgt i32 %22, %23
  br i1 %cmp83, label %cond.true, label %cond.false

cond.true:
  %h85 = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx51, i32 0, i32 1
  %24 = load i32, ptr %h85, align 4
  br label %cond.end

cond.false:
  %h_most86 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 10
  %25 = load i32, ptr %h_most86, align 4
  br label %cond.end

cond.end:
  %cond = phi i32 [ %24, %cond.true ], [ %25, %cond.false ]
  %h_most87 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 10
  store i32 %cond, ptr %h_most87, align 4
  %v88 = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx51, i32 0, i32 2
  %26 = load i32, ptr %v88, align 4
  %v_most89 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 11
  %27 = load i32, ptr %v_most89, align 4
  %cmp90 = icmp sgt i32 %26, %27
  br i1 %cmp90, label %cond.true92, label %cond.false94

cond.true92:
  %v93 = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx51, i32 0, i32 2
  %28 = load i32, ptr %v93, align 4
  br label %cond.end96

cond.false94:
  %v_most95 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 11
  %29 = load i32, ptr %v_most95, align 4
  br label %cond.end96

cond.end96:
  %cond97 = phi i32 [ %28, %cond.true92 ], [ %29, %cond.false94 ]
  %v_most98 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 11
  store i32 %cond97, ptr %v_most98, align 4
  %inc = add nsw i32 %n.0, 1
  br label %for.cond

for.end:
  %h_most99 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 10
  %30 = load i32, ptr %h_most99, align 4
  %mul100 = mul nsw i32 8, %30
  %conv101 = sext i32 %mul100 to i64
  %call102 = call i64 @mlcc_rt.image_jpeg.jpeg_quotient(i64 %conv37, i64 %conv101)
  %unit_columns = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 16
  store i64 %call102, ptr %unit_columns, align 4
  %v_most103 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 11
  %31 = load i32, ptr %v_most103, align 4
  %mul104 = mul nsw i32 8, %31
  %conv105 = sext i32 %mul104 to i64
  %call106 = call i64 @mlcc_rt.image_jpeg.jpeg_quotient(i64 %conv30, i64 %conv105)
  %unit_rows = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 17
  store i64 %call106, ptr %unit_rows, align 4
  br label %for.cond108

for.cond108:
  %n107.0 = phi i32 [ 0, %for.end ], [ %inc155, %if.end127 ]
  %count109 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 7
  %32 = load i32, ptr %count109, align 4
  %cmp110 = icmp slt i32 %n107.0, %32
  br i1 %cmp110, label %for.body112, label %for.end156

for.body112:
  %parts114 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 6
  %arrayidx115 = getelementptr inbounds [4 x %struct.jpeg_component], ptr %parts114, i32 0, i32 %n107.0
  %h_most116 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 10
  %33 = load i32, ptr %h_most116, align 4
  %h117 = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx115, i32 0, i32 1
  %34 = load i32, ptr %h117, align 4
  %rem = srem i32 %33, %34
  %cmp118 = icmp ne i32 %rem, 0
  br i1 %cmp118, label %return, label %lor.lhs.false120

lor.lhs.false120:
  %v_most121 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 11
  %35 = load i32, ptr %v_most121, align 4
  %v122 = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx115, i32 0, i32 2
  %36 = load i32, ptr %v122, align 4
  %rem123 = srem i32 %35, %36
  %cmp124 = icmp ne i32 %rem123, 0
  br i1 %cmp124, label %return, label %if.end127

if.end127:
  %h128 = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx115, i32 0, i32 1
  %37 = load i32, ptr %h128, align 4
  %conv129 = sext i32 %37 to i64
  %mul130 = mul nsw i64 %conv37, %conv129
  %h_most131 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 10
  %38 = load i32, ptr %h_most131, align 4
  %conv132 = sext i32 %38 to i64
  %call133 = call i64 @mlcc_rt.image_jpeg.jpeg_quotient(i64 %mul130, i64 %conv132)
  %width134 = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx115, i32 0, i32 8
  store i64 %call133, ptr %width134, align 4
  %v135 = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx115, i32 0, i32 2
  %39 = load i32, ptr %v135, align 4
  %conv136 = sext i32 %39 to i64
  %mul137 = mul nsw i64 %conv30, %conv136
  %v_most138 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 11
  %40 = load i32, ptr %v_most138, align 4
  %conv139 = sext i32 %40 to i64
  %call140 = call i64 @mlcc_rt.image_jpeg.jpeg_quotient(i64 %mul137, i64 %conv139)
  %height141 = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx115, i32 0, i32 9
  store i64 %call140, ptr %height141, align 4
  %width142 = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx115, i32 0, i32 8
  %41 = load i64, ptr %width142, align 4
  %call143 = call i64 @mlcc_rt.image_jpeg.jpeg_quotient(i64 %41, i64 8)
  %columns = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx115, i32 0, i32 10
  store i64 %call143, ptr %columns, align 4
  %height144 = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx115, i32 0, i32 9
  %42 = load i64, ptr %height144, align 4
  %call145 = call i64 @mlcc_rt.image_jpeg.jpeg_quotient(i64 %42, i64 8)
  %rows = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx115, i32 0, i32 11
  store i64 %call145, ptr %rows, align 4
  %unit_columns146 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 16
  %43 = load i64, ptr %unit_columns146, align 4
  %h147 = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx115, i32 0, i32 1
  %44 = load i32, ptr %h147, align 4
  %conv148 = sext i32 %44 to i64
  %mul149 = mul nsw i64 %43, %conv148
  %stride = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx115, i32 0, i32 12
  store i64 %mul149, ptr %stride, align 4
  %unit_rows150 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 17
  %45 = load i64, ptr %unit_rows150, align 4
  %v151 = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx115, i32 0, i32 2
  %46 = load i32, ptr %v151, align 4
  %conv152 = sext i32 %46 to i64
  %mul153 = mul nsw i64 %45, %conv152
  %all_rows = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx115, i32 0, i32 13
  store i64 %mul153, ptr %all_rows, align 4
  %inc155 = add nsw i32 %n107.0, 1
  br label %for.cond108

for.end156:
  %frame157 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 14
  store i32 1, ptr %frame157, align 4
  br label %return

return:
  %retval.0 = phi i32 [ 0, %for.end156 ], [ 1, %entry ], [ 2, %if.end ], [ 2, %if.end25 ], [ %call, %if.end41 ], [ 1, %for.body ], [ 1, %lor.lhs.false1 ], [ 2, %land.lhs.true20 ], [ 1, %lor.lhs.false75 ], [ 1, %lor.lhs.false71 ], [ 1, %lor.lhs.false67 ], [ 1, %lor.lhs.false63 ], [ 2, %lor.lhs.false120 ], [ 2, %for.body112 ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg.jpeg_read_codes(ptr %j, ptr %at, ptr %end) {
entry:
  br label %while.cond

while.cond:
  %at.addr.0 = phi ptr [ %at, %entry ], [ %add.ptr91, %for.end90 ]
  %cmp = icmp ult ptr %at.addr.0, %end
  br i1 %cmp, label %while.body, label %return

while.body:
  %sub.ptr.lhs.cast = ptrtoint ptr %end to i32
  %sub.ptr.rhs.cast = ptrtoint ptr %at.addr.0 to i32
  %sub.ptr.sub = sub i32 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %cmp1 = icmp slt i32 %sub.ptr.sub, 17
  br i1 %cmp1, label %return, label %lor.lhs.false

lor.lhs.false:
  %arrayidx = getelementptr inbounds i8, ptr %at.addr.0, i32 0
  %0 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %0 to i32
  %shr = ashr i32 %conv, 4
  %cmp2 = icmp sgt i32 %shr, 1
  br i1 %cmp2, label %return, label %lor.lhs.false4

lor.lhs.false4:
  %arrayidx5 = getelementptr inbounds i8, ptr %at.addr.0, i32 0
  %1 = load i8, ptr %arrayidx5, align 1
  %conv6 = zext i8 %1 to i32
  %and = and i32 %conv6, 15
  %cmp7 = icmp sge i32 %and, 4
  br i1 %cmp7, label %return, label %if.end

if.end:
  %codes9 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 5
  %arrayidx10 = getelementptr inbounds i8, ptr %at.addr.0, i32 0
  %2 = load i8, ptr %arrayidx10, align 1
  %conv11 = zext i8 %2 to i32
  %shr12 = ashr i32 %conv11, 4
  %arrayidx13 = getelementptr inbounds [2 x [4 x %struct.jpeg_codes]], ptr %codes9, i32 0, i32 %shr12
  %arrayidx14 = getelementptr inbounds i8, ptr %at.addr.0, i32 0
  %3 = load i8, ptr %arrayidx14, align 1
  %conv15 = zext i8 %3 to i32
  %and16 = and i32 %conv15, 15
  %arrayidx17 = getelementptr inbounds [4 x %struct.jpeg_codes], ptr %arrayidx13, i32 0, i32 %and16
  br label %for.cond

for.cond:
  %code.0 = phi i32 [ 0, %if.end ], [ %shl36, %if.end32 ]
  %total.0 = phi i32 [ 0, %if.end ], [ %add25, %if.end32 ]
  %length.0 = phi i32 [ 1, %if.end ], [ %inc, %if.end32 ]
  %cmp18 = icmp sle i32 %length.0, 16
  br i1 %cmp18, label %for.body, label %for.end

for.body:
  %sub = sub nsw i32 %total.0, %code.0
  %offset = getelementptr inbounds nuw %struct.jpeg_codes, ptr %arrayidx17, i32 0, i32 4
  %arrayidx20 = getelementptr inbounds [17 x i32], ptr %offset, i32 0, i32 %length.0
  store i32 %sub, ptr %arrayidx20, align 4
  %arrayidx21 = getelementptr inbounds i8, ptr %at.addr.0, i32 %length.0
  %4 = load i8, ptr %arrayidx21, align 1
  %conv22 = zext i8 %4 to i32
  %add = add nsw i32 %code.0, %conv22
  %arrayidx23 = getelementptr inbounds i8, ptr %at.addr.0, i32 %length.0
  %5 = load i8, ptr %arrayidx23, align 1
  %conv24 = zext i8 %5 to i32
  %add25 = add nsw i32 %total.0, %conv24
  %shl = shl i32 1, %length.0
  %cmp26 = icmp sgt i32 %add, %shl
  %cmp29 = icmp sgt i32 %add25, 256
  %or.cond = select i1 %cmp26, i1 true, i1 %cmp29
  br i1 %or.cond, label %return, label %if.end32

if.end32:
  %sub33 = sub nsw i32 16, %length.0
  %shl34 = shl i32 %add, %sub33
  %beyond = getelementptr inbounds nuw %struct.jpeg_codes, ptr %arrayidx17, i32 0, i32 3
  %arrayidx35 = getelementptr inbounds [17 x i32], ptr %beyond, i32 0, i32 %length.0
  store i32 %shl34, ptr %arrayidx35, align 4
  %shl36 = shl i32 %add, 1
  %inc = add nsw i32 %length.0, 1
  br label %for.cond

for.end:
  %add.ptr = getelementptr inbounds i8, ptr %at.addr.0, i32 17
  %sub.ptr.lhs.cast37 = ptrtoint ptr %end to i32
  %sub.ptr.rhs.cast38 = ptrtoint ptr %add.ptr to i32
  %sub.ptr.sub39 = sub i32 %sub.ptr.lhs.cast37, %sub.ptr.rhs.cast38
  %cmp40 = icmp slt i32 %sub.ptr.sub39, %total.0
  br i1 %cmp40, label %return, label %for.cond44

for.cond44:
  %k.0 = phi i32 [ %inc50, %for.body47 ], [ 0, %for.end ]
  %cmp45 = icmp slt i32 %k.0, 512
  br i1 %cmp45, label %for.body47, label %for.cond54

for.body47:
  %fast = getelementptr inbounds nuw %struct.jpeg_codes, ptr %arrayidx17, i32 0, i32 2
  %arrayidx48 = getelementptr inbounds [512 x i16], ptr %fast, i32 0, i32 %k.0
  store i16 0, ptr %arrayidx48, align 2
  %inc50 = add nsw i32 %k.0, 1
  br label %for.cond44

for.cond54:
  %k52.0 = phi i32 [ %k52.1, %for.inc88 ], [ 0, %for.cond44 ]
  %place.0 = phi i32 [ %place.1, %for.inc88 ], [ 0, %for.cond44 ]
  %length53.0 = phi i32 [ %inc89, %for.inc88 ], [ 1, %for.cond44 ]
  %cmp55 = icmp sle i32 %length53.0, 16
  br i1 %cmp55, label %for.cond58, label %for.end90

for.cond58:
  %k52.1 = phi i32 [ %inc86, %for.inc84 ], [ %k52.0, %for.cond54 ]
  %place.1 = phi i32 [ %place.2, %for.inc84 ], [ %place.0, %for.cond54 ]
  %n.0 = phi i32 [ %inc85, %for.inc84 ], [ 0, %for.cond54 ]
  %arrayidx59 = getelementptr inbounds i8, ptr %at.addr.0, i32 %length53.0
  %6 = load i8, ptr %arrayidx59, align 1
  %conv60 = zext i8 %6 to i32
  %cmp61 = icmp slt i32 %n.0, %conv60
  br i1 %cmp61, label %for.body63, label %for.inc88

for.body63:
  %arrayidx64 = getelementptr inbounds i8, ptr %add.ptr, i32 %k52.1
  %7 = load i8, ptr %arrayidx64, align 1
  %symbols = getelementptr inbounds nuw %struct.jpeg_codes, ptr %arrayidx17, i32 0, i32 1
  %arrayidx65 = getelementptr inbounds [256 x i8], ptr %symbols, i32 0, i32 %k52.1
  store i8 %7, ptr %arrayidx65, align 1
  br label %for.cond66

for.cond66:
  %place.2 = phi i32 [ %place.1, %for.body63 ], [ %inc79, %for.body73 ]
  %m.0 = phi i32 [ 0, %for.body63 ], [ %inc82, %for.body73 ]
  %cmp67 = icmp sle i32 %length53.0, 9
  %sub69 = sub nsw i32 9, %length53.0
  %shl70 = shl i32 1, %sub69
  %cmp71 = icmp slt i32 %m.0, %shl70
  %8 = select i1 %cmp67, i1 %cmp71, i1 false
  br i1 %8, label %for.body73, label %for.inc84

for.body73:
  %shl74 = shl i32 %length53.0, 8
  %arrayidx75 = getelementptr inbounds i8, ptr %add.ptr, i32 %k52.1
  %9 = load i8, ptr %arrayidx75, align 1
  %conv76 = zext i8 %9 to i32
  %or = or i32 %shl74, %conv76
  %conv77 = trunc i32 %or to i16
  %fast78 = getelementptr inbounds nuw %struct.jpeg_codes, ptr %arrayidx17, i32 0, i32 2
  %inc79 = add nsw i32 %place.2, 1
  %arrayidx80 = getelementptr inbounds [512 x i16], ptr %fast78, i32 0, i32 %place.2
  store i16 %conv77, ptr %arrayidx80, align 2
  %inc82 = add nsw i32 %m.0, 1
  br label %for.cond66

for.inc84:
  %inc85 = add nsw i32 %n.0, 1
  %inc86 = add nsw i32 %k52.1, 1
  br label %for.cond58

for.inc88:
  %inc89 = add nsw i32 %length53.0, 1
  br label %for.cond54

for.end90:
  %set = getelementptr inbounds nuw %struct.jpeg_codes, ptr %arrayidx17, i32 0, i32 0
  store i8 1, ptr %set, align 4
  %add.ptr91 = getelementptr inbounds i8, ptr %add.ptr, i32 %total.0
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
  %sub.ptr.lhs.cast = ptrtoint ptr %end to i32
  %sub.ptr.rhs.cast = ptrtoint ptr %at to i32
  %sub.ptr.sub = sub i32 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %cmp = icmp slt i32 %sub.ptr.sub, 1
  %or.cond = select i1 %tobool, i1 true, i1 %cmp
  br i1 %or.cond, label %return, label %lor.lhs.false1

lor.lhs.false1:
  %arrayidx = getelementptr inbounds i8, ptr %at, i32 0
  %1 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %1 to i32
  %cmp2 = icmp slt i32 %conv, 1
  br i1 %cmp2, label %return, label %lor.lhs.false4

lor.lhs.false4:
  %arrayidx5 = getelementptr inbounds i8, ptr %at, i32 0
  %2 = load i8, ptr %arrayidx5, align 1
  %conv6 = zext i8 %2 to i32
  %cmp7 = icmp sgt i32 %conv6, 4
  br i1 %cmp7, label %return, label %lor.lhs.false9

lor.lhs.false9:
  %sub.ptr.lhs.cast10 = ptrtoint ptr %end to i32
  %sub.ptr.rhs.cast11 = ptrtoint ptr %at to i32
  %sub.ptr.sub12 = sub i32 %sub.ptr.lhs.cast10, %sub.ptr.rhs.cast11
  %arrayidx13 = getelementptr inbounds i8, ptr %at, i32 0
  %3 = load i8, ptr %arrayidx13, align 1
  %conv14 = zext i8 %3 to i32
  %mul = mul nsw i32 2, %conv14
  %add = add nsw i32 4, %mul
  %cmp15 = icmp slt i32 %sub.ptr.sub12, %add
  br i1 %cmp15, label %return, label %lor.lhs.false17

lor.lhs.false17:
  %scans = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 15
  %4 = load i32, ptr %scans, align 4
  %inc = add nsw i32 %4, 1
  store i32 %inc, ptr %scans, align 4
  %cmp18 = icmp sgt i32 %inc, 500
  br i1 %cmp18, label %return, label %if.end

if.end:
  %parts = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 6
  %arrayidx20 = getelementptr inbounds [4 x %struct.jpeg_component], ptr %parts, i32 0, i32 0
  %blocks = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx20, i32 0, i32 15
  %5 = load ptr, ptr %blocks, align 4
  %cmp21 = icmp eq ptr %5, null
  br i1 %cmp21, label %land.lhs.true, label %if.end26

land.lhs.true:
  %call = call i32 @mlcc_rt.image_jpeg.jpeg_prepare(ptr %j)
  %cmp23 = icmp ne i32 %call, 0
  br i1 %cmp23, label %return, label %if.end26

if.end26:
  %incdec.ptr = getelementptr inbounds nuw i8, ptr %at, i32 1
  %6 = load i8, ptr %at, align 1
  %conv27 = zext i8 %6 to i32
  %in_scan = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 19
  store i32 %conv27, ptr %in_scan, align 4
  br label %for.cond

for.cond:
  %n.0 = phi i32 [ 0, %if.end26 ], [ %inc108, %for.inc107 ]
  %at.addr.0 = phi ptr [ %incdec.ptr, %if.end26 ], [ %add.ptr, %for.inc107 ]
  %in_scan28 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 19
  %7 = load i32, ptr %in_scan28, align 4
  %cmp29 = icmp slt i32 %n.0, %7
  br i1 %cmp29, label %for.body, label %for.end109

for.body:
  %scan = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 18
  %arrayidx31 = getelementptr inbounds [4 x ptr], ptr %scan, i32 0, i32 %n.0
  store ptr null, ptr %arrayidx31, align 4
  br label %for.cond32

for.cond32:
  %k.0 = phi i32 [ 0, %for.body ], [ %inc48, %for.inc ]
  %count = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 7
  %8 = load i32, ptr %count, align 4
  %cmp33 = icmp slt i32 %k.0, %8
  br i1 %cmp33, label %for.body35, label %for.cond50

for.body35:
  %parts36 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 6
  %arrayidx37 = getelementptr inbounds [4 x %struct.jpeg_component], ptr %parts36, i32 0, i32 %k.0
  %id = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx37, i32 0, i32 0
  %9 = load i32, ptr %id, align 4
  %arrayidx38 = getelementptr inbounds i8, ptr %at.addr.0, i32 0
  %10 = load i8, ptr %arrayidx38, align 1
  %conv39 = zext i8 %10 to i32
  %cmp40 = icmp eq i32 %9, %conv39
  br i1 %cmp40, label %if.then42, label %for.inc

if.then42:
  %parts43 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 6
  %arrayidx44 = getelementptr inbounds [4 x %struct.jpeg_component], ptr %parts43, i32 0, i32 %k.0
  %scan45 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 18
  %arrayidx46 = getelementptr inbounds [4 x ptr], ptr %scan45, i32 0, i32 %n.0
  store ptr %arrayidx44, ptr %arrayidx46, align 4
  br label %for.inc

for.inc:
  %inc48 = add nsw i32 %k.0, 1
  br label %for.cond32

for.cond50:
  %k49.0 = phi i32 [ %inc63, %for.inc62 ], [ 0, %for.cond32 ]
  %cmp51 = icmp slt i32 %k49.0, %n.0
  br i1 %cmp51, label %for.body53, label %for.end64

for.body53:
  %scan54 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 18
  %arrayidx55 = getelementptr inbounds [4 x ptr], ptr %scan54, i32 0, i32 %k49.0
  %11 = load ptr, ptr %arrayidx55, align 4
  %scan56 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 18
  %arrayidx57 = getelementptr inbounds [4 x ptr], ptr %scan56, i32 0, i32 %n.0
  %12 = load ptr, ptr %arrayidx57, align 4
  %cmp58 = icmp eq ptr %11, %12
  br i1 %cmp58, label %return, label %for.inc62

for.inc62:
  %inc63 = add nsw i32 %k49.0, 1
  br label %for.cond50

for.end64:
  %scan65 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 18
  %arrayidx66 = getelementptr inbounds [4 x ptr], ptr %scan65, i32 0, i32 %n.0
  %13 = load ptr, ptr %arrayidx66, align 4
  %cmp67 = icmp eq ptr %13, null
  br i1 %cmp67, label %return, label %lor.lhs.false69

lor.lhs.false69:
  %arrayidx70 = getelementptr inbounds i8, ptr %at.addr.0, i32 1
  %14 = load i8, ptr %arrayidx70, align 1
  %conv71 = zext i8 %14 to i32
  %shr = ashr i32 %conv71, 4
  %cmp72 = icmp sge i32 %shr, 4
  br i1 %cmp72, label %return, label %lor.lhs.false74

lor.lhs.false74:
  %arrayidx75 = getelementptr inbounds i8, ptr %at.addr.0, i32 1
  %15 = load i8, ptr %arrayidx75, align 1
  %conv76 = zext i8 %15 to i32
  %and = and i32 %conv76, 15
  %cmp77 = icmp sge i32 %and, 4
  br i1 %cmp77, label %return, label %if.end80

if.end80:
  %arrayidx81 = getelementptr inbounds i8, ptr %at.addr.0, i32 1
  %16 = load i8, ptr %arrayidx81, align 1
  %conv82 = zext i8 %16 to i32
  %shr83 = ashr i32 %conv82, 4
  %dc = getelementptr inbounds nuw %struct.jpeg_component, ptr %13, i32 0, i32 4
  store i32 %shr83, ptr %dc, align 4
  %arrayidx84 = getelementptr inbounds i8, ptr %at.addr.0, i32 1
  %17 = load i8, ptr %arrayidx84, align 1
  %conv85 = zext i8 %17 to i32
  %and86 = and i32 %conv85, 15
  %ac = getelementptr inbounds nuw %struct.jpeg_component, ptr %13, i32 0, i32 5
  store i32 %and86, ptr %ac, align 4
  %previous = getelementptr inbounds nuw %struct.jpeg_component, ptr %13, i32 0, i32 6
  store i32 0, ptr %previous, align 4
  %latched = getelementptr inbounds nuw %struct.jpeg_component, ptr %13, i32 0, i32 7
  %18 = load i32, ptr %latched, align 4
  %tobool87 = icmp ne i32 %18, 0
  br i1 %tobool87, label %for.inc107, label %if.then88

if.then88:
  %has_table = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 4
  %quantisation = getelementptr inbounds nuw %struct.jpeg_component, ptr %13, i32 0, i32 3
  %19 = load i32, ptr %quantisation, align 4
  %arrayidx89 = getelementptr inbounds [4 x i8], ptr %has_table, i32 0, i32 %19
  %20 = load i8, ptr %arrayidx89, align 1
  %tobool90 = icmp ne i8 %20, 0
  br i1 %tobool90, label %for.cond94, label %return

for.cond94:
  %k93.0 = phi i32 [ %inc103, %for.body97 ], [ 0, %if.then88 ]
  %cmp95 = icmp slt i32 %k93.0, 64
  br i1 %cmp95, label %for.body97, label %for.end104

for.body97:
  %tables = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 3
  %quantisation98 = getelementptr inbounds nuw %struct.jpeg_component, ptr %13, i32 0, i32 3
  %21 = load i32, ptr %quantisation98, align 4
  %arrayidx99 = getelementptr inbounds [4 x [64 x i16]], ptr %tables, i32 0, i32 %21
  %arrayidx100 = getelementptr inbounds [64 x i16], ptr %arrayidx99, i32 0, i32 %k93.0
  %22 = load i16, ptr %arrayidx100, align 2
  %table = getelementptr inbounds nuw %struct.jpeg_component, ptr %13, i32 0, i32 14
  %arrayidx101 = getelementptr inbounds [64 x i16], ptr %table, i32 0, i32 %k93.0
  store i16 %22, ptr %arrayidx101, align 2
  %inc103 = add nsw i32 %k93.0, 1
  br label %for.cond94

for.end104:
  %latched105 = getelementptr inbounds nuw %struct.jpeg_component, ptr %13, i32 0, i32 7
  store i32 1, ptr %latched105, align 4
  br label %for.inc107

for.inc107:
  %inc108 = add nsw i32 %n.0, 1
  %add.ptr = getelementptr inbounds i8, ptr %at.addr.0, i32 2
  br label %for.cond

for.end109:
  %progressive = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 8
  %23 = load i32, ptr %progressive, align 4
  %tobool110 = icmp ne i32 %23, 0
  br i1 %tobool110, label %cond.true, label %cond.end

cond.true:
  %arrayidx111 = getelementptr inbounds i8, ptr %at.addr.0, i32 0
  %24 = load i8, ptr %arrayidx111, align 1
  %conv112 = zext i8 %24 to i32
  br label %cond.end

cond.end:
  %cond = phi i32 [ %conv112, %cond.true ], [ 0, %for.end109 ]
  %first = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 20
  store i32 %cond, ptr %first, align 4
  %progressive113 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 8
  %25 = load i32, ptr %progressive113, align 4
  %tobool114 = icmp ne i32 %25, 0
  br i1 %tobool114, label %cond.true115, label %cond.end119

cond.true115:
  %arrayidx116 = getelementptr inbounds i8, ptr %at.addr.0, i32 1
  %26 = load i8, ptr %arrayidx116, align 1
  %conv117 = zext i8 %26 to i32
  br label %cond.end119

cond.end119:
  %cond120 = phi i32 [ %conv117, %cond.true115 ], [ 63, %cond.end ]
  %last = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 21
  store i32 %cond120, ptr %last, align 4
  %progressive121 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 8
  %27 = load i32, ptr %progressive121, align 4
  %tobool122 = icmp ne i32 %27, 0
  br i1 %tobool122, label %cond.true123, label %cond.end128

cond.true123:
  %arrayidx124 = getelementptr inbounds i8, ptr %at.addr.0, i32 2
  %28 = load i8, ptr %arrayidx124, align 1
  %conv125 = zext i8 %28 to i32
  %shr126 = ashr i32 %conv125, 4
  br label %cond.end128

cond.end128:
  %cond129 = phi i32 [ %shr126, %cond.true123 ], [ 0, %cond.end119 ]
  %high = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 22
  store i32 %cond129, ptr %high, align 4
  %progressive130 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 8
  %29 = load i32, ptr %progressive130, align 4
  %tobool131 = icmp ne i32 %29, 0
  br i1 %tobool131, label %cond.true132, label %cond.end137

cond.true132:
  %arrayidx133 = getelementptr inbounds i8, ptr %at.addr.0, i32 2
  %30 = load i8, ptr %arrayidx133, align 1
  %conv134 = zext i8 %30 to i32
  %and135 = and i32 %conv134, 15
  br label %cond.end137

cond.end137:
  %cond138 = phi i32 [ %and135, %cond.true132 ], [ 0, %cond.end128 ]
  %low = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 23
  store i32 %cond138, ptr %low, align 4
  %call139 = call i32 @mlcc_rt.image_jpeg.jpeg_scan_is_valid(ptr %j)
  %tobool140 = icmp ne i32 %call139, 0
  br i1 %tobool140, label %for.cond144, label %return

for.cond144:
  %n143.0 = phi i32 [ %inc179, %for.inc178 ], [ 0, %cond.end137 ]
  %in_scan145 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 19
  %31 = load i32, ptr %in_scan145, align 4
  %cmp146 = icmp slt i32 %n143.0, %31
  br i1 %cmp146, label %for.body148, label %for.end180

for.body148:
  %scan150 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 18
  %arrayidx151 = getelementptr inbounds [4 x ptr], ptr %scan150, i32 0, i32 %n143.0
  %32 = load ptr, ptr %arrayidx151, align 4
  %first152 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 20
  %33 = load i32, ptr %first152, align 4
  %cmp153 = icmp eq i32 %33, 0
  br i1 %cmp153, label %land.rhs, label %land.end

land.rhs:
  %high155 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 22
  %34 = load i32, ptr %high155, align 4
  %cmp156 = icmp eq i32 %34, 0
  br label %land.end

land.end:
  %35 = phi i1 [ false, %for.body148 ], [ %cmp156, %land.rhs ]
  %land.ext = zext i1 %35 to i32
  %last158 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 21
  %36 = load i32, ptr %last158, align 4
  %cmp159 = icmp sgt i32 %36, 0
  %conv160 = zext i1 %cmp159 to i32
  %tobool161 = icmp ne i32 %land.ext, 0
  br i1 %tobool161, label %land.lhs.true162, label %lor.lhs.false167

land.lhs.true162:
  %codes = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 5
  %arrayidx163 = getelementptr inbounds [2 x [4 x %struct.jpeg_codes]], ptr %codes, i32 0, i32 0
  %dc164 = getelementptr inbounds nuw %struct.jpeg_component, ptr %32, i32 0, i32 4
  %37 = load i32, ptr %dc164, align 4
  %arrayidx165 = getelementptr inbounds [4 x %struct.jpeg_codes], ptr %arrayidx163, i32 0, i32 %37
  %set = getelementptr inbounds nuw %struct.jpeg_codes, ptr %arrayidx165, i32 0, i32 0
  %38 = load i8, ptr %set, align 4
  %tobool166 = icmp ne i8 %38, 0
  br i1 %tobool166, label %lor.lhs.false167, label %return

lor.lhs.false167:
  %tobool168 = icmp ne i32 %conv160, 0
  br i1 %tobool168, label %land.lhs.true169, label %for.inc178

land.lhs.true169:
  %codes170 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 5
  %arrayidx171 = getelementptr inbounds [2 x [4 x %struct.jpeg_codes]], ptr %codes170, i32 0, i32 1
  %ac172 = getelementptr inbounds nuw %struct.jpeg_component, ptr %32, i32 0, i32 5
  %39 = load i32, ptr %ac172, align 4
  %arrayidx173 = getelementptr inbounds [4 x %struct.jpeg_codes], ptr %arrayidx171, i32 0, i32 %39
  %set174 = getelementptr inbounds nuw %struct.jpeg_codes, ptr %arrayidx173, i32 0, i32 0
  %40 = load i8, ptr %set174, align 4
  %tobool175 = icmp ne i8 %40, 0
  br i1 %tobool175, label %for.inc178, label %return

for.inc178:
  %inc179 = add nsw i32 %n143.0, 1
  br label %for.cond144

for.end180:
  %at181 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 1
  store ptr %end, ptr %at181, align 4
  %call182 = call i32 @mlcc_rt.image_jpeg.jpeg_scan_data(ptr %j)
  br label %return

return:
  %retval.0 = phi i32 [ 1, %if.then88 ], [ 1, %entry ], [ 3, %land.lhs.true ], [ 1, %for.body53 ], [ 1, %for.end64 ], [ 1, %cond.end137 ], [ %call182, %for.end180 ], [ 1, %lor.lhs.false17 ], [ 1, %lor.lhs.false9 ], [ 1, %lor.lhs.false4 ], [ 1, %lor.lhs.false1 ], [ 1, %lor.lhs.false74 ], [ 1, %lor.lhs.false69 ], [ 1, %land.lhs.true169 ], [ 1, %land.lhs.true162 ]
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
  %arrayidx = getelementptr inbounds i8, ptr %at.addr.0, i32 0
  %0 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %0 to i32
  %shr = ashr i32 %conv, 4
  %arrayidx1 = getelementptr inbounds i8, ptr %at.addr.0, i32 0
  %1 = load i8, ptr %arrayidx1, align 1
  %conv2 = zext i8 %1 to i32
  %and = and i32 %conv2, 15
  %cmp3 = icmp sgt i32 %shr, 1
  %cmp5 = icmp sge i32 %and, 4
  %or.cond = select i1 %cmp3, i1 true, i1 %cmp5
  br i1 %or.cond, label %return, label %lor.lhs.false7

lor.lhs.false7:
  %sub.ptr.lhs.cast = ptrtoint ptr %end to i32
  %sub.ptr.rhs.cast = ptrtoint ptr %at.addr.0 to i32
  %sub.ptr.sub = sub i32 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %add = add nsw i32 1, %shr
  %mul = mul nsw i32 64, %add
  %add8 = add nsw i32 1, %mul
  %cmp9 = icmp slt i32 %sub.ptr.sub, %add8
  br i1 %cmp9, label %return, label %if.end

if.end:
  %incdec.ptr = getelementptr inbounds nuw i8, ptr %at.addr.0, i32 1
  br label %for.cond

for.cond:
  %at.addr.1 = phi ptr [ %incdec.ptr, %if.end ], [ %add.ptr, %cond.end ]
  %k.0 = phi i32 [ 0, %if.end ], [ %inc, %cond.end ]
  %cmp11 = icmp slt i32 %k.0, 64
  br i1 %cmp11, label %for.body, label %for.end

for.body:
  %tobool = icmp ne i32 %shr, 0
  br i1 %tobool, label %cond.true, label %cond.false

cond.true:
  %arrayidx13 = getelementptr inbounds i8, ptr %at.addr.1, i32 0
  %2 = load i8, ptr %arrayidx13, align 1
  %conv14 = zext i8 %2 to i32
  %shl = shl i32 %conv14, 8
  %arrayidx15 = getelementptr inbounds i8, ptr %at.addr.1, i32 1
  %3 = load i8, ptr %arrayidx15, align 1
  %conv16 = zext i8 %3 to i32
  %or = or i32 %shl, %conv16
  br label %cond.end

cond.false:
  %arrayidx17 = getelementptr inbounds i8, ptr %at.addr.1, i32 0
  %4 = load i8, ptr %arrayidx17, align 1
  %conv18 = zext i8 %4 to i32
  br label %cond.end

cond.end:
  %cond = phi i32 [ %or, %cond.true ], [ %conv18, %cond.false ]
  %conv19 = trunc i32 %cond to i16
  %tables = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 3
  %arrayidx20 = getelementptr inbounds [4 x [64 x i16]], ptr %tables, i32 0, i32 %and
  %arrayidx21 = getelementptr inbounds [64 x i8], ptr @mlcc_rt.image_jpeg.jpeg_zigzag, i32 0, i32 %k.0
  %5 = load i8, ptr %arrayidx21, align 1
  %idxprom = zext i8 %5 to i32
  %arrayidx22 = getelementptr inbounds nuw [64 x i16], ptr %arrayidx20, i32 0, i32 %idxprom
  store i16 %conv19, ptr %arrayidx22, align 2
  %inc = add nsw i32 %k.0, 1
  %add23 = add nsw i32 1, %shr
  %add.ptr = getelementptr inbounds i8, ptr %at.addr.1, i32 %add23
  br label %for.cond

for.end:
  %has_table = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 4
  %arrayidx24 = getelementptr inbounds [4 x i8], ptr %has_table, i32 0, i32 %and
  store i8 1, ptr %arrayidx24, align 1
  br label %while.cond

return:
  %retval.0 = phi i32 [ 1, %while.body ], [ 1, %lor.lhs.false7 ], [ 0, %while.cond ]
  ret i32 %retval.0
}

define internal void @mlcc_rt.image_jpeg.jpeg_application(ptr %j, i32 %marker, ptr %at, ptr %end) {
entry:
  %cmp = icmp eq i32 %marker, 224
  %sub.ptr.lhs.cast = ptrtoint ptr %end to i32
  %sub.ptr.rhs.cast = ptrtoint ptr %at to i32
  %sub.ptr.sub = sub i32 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %cmp1 = icmp sge i32 %sub.ptr.sub, 5
  %or.cond = select i1 %cmp, i1 %cmp1, i1 false
  br i1 %or.cond, label %land.lhs.true2, label %if.end

land.lhs.true2:
  %arrayidx = getelementptr inbounds i8, ptr %at, i32 0
  %0 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %0 to i32
  %cmp3 = icmp eq i32 %conv, 74
  br i1 %cmp3, label %land.lhs.true5, label %if.end

land.lhs.true5:
  %arrayidx6 = getelementptr inbounds i8, ptr %at, i32 1
  %1 = load i8, ptr %arrayidx6, align 1
  %conv7 = zext i8 %1 to i32
  %cmp8 = icmp eq i32 %conv7, 70
  br i1 %cmp8, label %land.lhs.true10, label %if.end

land.lhs.true10:
  %arrayidx11 = getelementptr inbounds i8, ptr %at, i32 2
  %2 = load i8, ptr %arrayidx11, align 1
  %conv12 = zext i8 %2 to i32
  %cmp13 = icmp eq i32 %conv12, 73
  br i1 %cmp13, label %land.lhs.true15, label %if.end

land.lhs.true15:
  %arrayidx16 = getelementptr inbounds i8, ptr %at, i32 3
  %3 = load i8, ptr %arrayidx16, align 1
  %conv17 = zext i8 %3 to i32
  %cmp18 = icmp eq i32 %conv17, 70
  br i1 %cmp18, label %land.lhs.true20, label %if.end

land.lhs.true20:
  %arrayidx21 = getelementptr inbounds i8, ptr %at, i32 4
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
  %sub.ptr.lhs.cast28 = ptrtoint ptr %end to i32
  %sub.ptr.rhs.cast29 = ptrtoint ptr %at to i32
  %sub.ptr.sub30 = sub i32 %sub.ptr.lhs.cast28, %sub.ptr.rhs.cast29
  %cmp31 = icmp sge i32 %sub.ptr.sub30, 12
  %or.cond16 = select i1 %cmp25, i1 %cmp31, i1 false
  br i1 %or.cond16, label %land.lhs.true33, label %if.end61

land.lhs.true33:
  %arrayidx34 = getelementptr inbounds i8, ptr %at, i32 0
  %5 = load i8, ptr %arrayidx34, align 1
  %conv35 = zext i8 %5 to i32
  %cmp36 = icmp eq i32 %conv35, 65
  br i1 %cmp36, label %land.lhs.true38, label %if.end61

land.lhs.true38:
  %arrayidx39 = getelementptr inbounds i8, ptr %at, i32 1
  %6 = load i8, ptr %arrayidx39, align 1
  %conv40 = zext i8 %6 to i32
  %cmp41 = icmp eq i32 %conv40, 100
  br i1 %cmp41, label %land.lhs.true43, label %if.end61

land.lhs.true43:
  %arrayidx44 = getelementptr inbounds i8, ptr %at, i32 2
  %7 = load i8, ptr %arrayidx44, align 1
  %conv45 = zext i8 %7 to i32
  %cmp46 = icmp eq i32 %conv45, 111
  br i1 %cmp46, label %land.lhs.true48, label %if.end61

land.lhs.true48:
  %arrayidx49 = getelementptr inbounds i8, ptr %at, i32 3
  %8 = load i8, ptr %arrayidx49, align 1
  %conv50 = zext i8 %8 to i32
  %cmp51 = icmp eq i32 %conv50, 98
  br i1 %cmp51, label %land.lhs.true53, label %if.end61

land.lhs.true53:
  %arrayidx54 = getelementptr inbounds i8, ptr %at, i32 4
  %9 = load i8, ptr %arrayidx54, align 1
  %conv55 = zext i8 %9 to i32
  %cmp56 = icmp eq i32 %conv55, 101
  br i1 %cmp56, label %if.then58, label %if.end61

if.then58:
  %arrayidx59 = getelementptr inbounds i8, ptr %at, i32 11
  %10 = load i8, ptr %arrayidx59, align 1
  %conv60 = zext i8 %10 to i32
  %add = add nsw i32 1, %conv60
  %adobe = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 13
  store i32 %add, ptr %adobe, align 4
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
  %0 = load i32, ptr %count, align 4
  %cmp = icmp slt i32 %n.0, %0
  br i1 %cmp, label %for.body, label %return

for.body:
  %parts = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 6
  %arrayidx = getelementptr inbounds [4 x %struct.jpeg_component], ptr %parts, i32 0, i32 %n.0
  %stride = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx, i32 0, i32 12
  %1 = load i64, ptr %stride, align 4
  %all_rows = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx, i32 0, i32 13
  %2 = load i64, ptr %all_rows, align 4
  %mul = mul nsw i64 %1, %2
  %conv = trunc i64 %mul to i32
  %mul1 = mul i32 %conv, 64
  %call = call ptr @mlcc_rt_image_take(i32 %mul1, i32 2)
  %blocks = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx, i32 0, i32 15
  store ptr %call, ptr %blocks, align 4
  %blocks2 = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx, i32 0, i32 15
  %3 = load ptr, ptr %blocks2, align 4
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
  %2 = load i32, ptr %last, align 4
  %cmp = icmp sgt i32 %1, %2
  br i1 %cmp, label %return, label %lor.lhs.false

lor.lhs.false:
  %last1 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 21
  %3 = load i32, ptr %last1, align 4
  %cmp2 = icmp sgt i32 %3, 63
  br i1 %cmp2, label %return, label %lor.lhs.false3

lor.lhs.false3:
  %low = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 23
  %4 = load i32, ptr %low, align 4
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
  %7 = load i32, ptr %low8, align 4
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
  %9 = load i32, ptr %last14, align 4
  %cmp15 = icmp eq i32 %9, 0
  %conv = zext i1 %cmp15 to i32
  br label %return

cond.false:
  %in_scan = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 19
  %10 = load i32, ptr %in_scan, align 4
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
  %0 = load i32, ptr %in_scan, align 4
  %cmp = icmp eq i32 %0, 1
  br i1 %cmp, label %cond.true, label %cond.false

cond.true:
  %scan = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 18
  %arrayidx = getelementptr inbounds [4 x ptr], ptr %scan, i32 0, i32 0
  %1 = load ptr, ptr %arrayidx, align 4
  %columns1 = getelementptr inbounds nuw %struct.jpeg_component, ptr %1, i32 0, i32 10
  %2 = load i64, ptr %columns1, align 4
  br label %cond.end

cond.false:
  %unit_columns = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 16
  %3 = load i64, ptr %unit_columns, align 4
  br label %cond.end

cond.end:
  %cond = phi i64 [ %2, %cond.true ], [ %3, %cond.false ]
  %in_scan2 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 19
  %4 = load i32, ptr %in_scan2, align 4
  %cmp3 = icmp eq i32 %4, 1
  br i1 %cmp3, label %cond.true4, label %cond.false8

cond.true4:
  %scan5 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 18
  %arrayidx6 = getelementptr inbounds [4 x ptr], ptr %scan5, i32 0, i32 0
  %5 = load ptr, ptr %arrayidx6, align 4
  %rows7 = getelementptr inbounds nuw %struct.jpeg_component, ptr %5, i32 0, i32 11
  %6 = load i64, ptr %rows7, align 4
  br label %cond.end9

cond.false8:
  %unit_rows = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 17
  %7 = load i64, ptr %unit_rows, align 4
  br label %cond.end9

cond.end9:
  %cond10 = phi i64 [ %6, %cond.true4 ], [ %7, %cond.false8 ]
  %bits = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 25
  %at11 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 1
  %8 = load ptr, ptr %at11, align 4
  %end12 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 2
  %9 = load ptr, ptr %end12, align 4
  store ptr %8, ptr %bits, align 4
  %.compoundliteral.sroa.2.0.bits.sroa_idx = getelementptr inbounds i8, ptr %bits, i32 4
  store ptr %9, ptr %.compoundliteral.sroa.2.0.bits.sroa_idx, align 4
  %.compoundliteral.sroa.3.0.bits.sroa_idx = getelementptr inbounds i8, ptr %bits, i32 8
  store i32 0, ptr %.compoundliteral.sroa.3.0.bits.sroa_idx, align 4
  %.compoundliteral.sroa.4.0.bits.sroa_idx = getelementptr inbounds i8, ptr %bits, i32 12
  store i32 0, ptr %.compoundliteral.sroa.4.0.bits.sroa_idx, align 4
  %.compoundliteral.sroa.5.0.bits.sroa_idx = getelementptr inbounds i8, ptr %bits, i32 16
  store i32 0, ptr %.compoundliteral.sroa.5.0.bits.sroa_idx, align 4
  %run = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 24
  store i64 0, ptr %run, align 4
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
  %10 = load i32, ptr %interval, align 4
  %cmp18 = icmp ne i32 %10, 0
  %cmp19 = icmp ne i64 %units.1, 0
  %or.cond = select i1 %cmp18, i1 %cmp19, i1 false
  br i1 %or.cond, label %land.lhs.true20, label %if.end

land.lhs.true20:
  %interval21 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 9
  %11 = load i32, ptr %interval21, align 4
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
  %12 = load ptr, ptr %at37, align 4
  %at38 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 1
  store ptr %12, ptr %at38, align 4
  br label %return

return:
  %retval.0 = phi i32 [ 0, %for.end35 ], [ 1, %if.end ], [ 1, %for.end ]
  ret i32 %retval.0
}

define internal void @mlcc_rt.image_jpeg.jpeg_restart(ptr %j) {
entry:
  %bits = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 25
  call void @mlcc_rt.image_jpeg.jpeg_align(ptr %bits)
  %at1 = getelementptr inbounds nuw %struct.jpeg_bits, ptr %bits, i32 0, i32 0
  %0 = load ptr, ptr %at1, align 4
  br label %while.cond

while.cond:
  %at.0 = phi ptr [ %0, %entry ], [ %incdec.ptr, %while.body ]
  %end = getelementptr inbounds nuw %struct.jpeg_bits, ptr %bits, i32 0, i32 1
  %1 = load ptr, ptr %end, align 4
  %sub.ptr.lhs.cast = ptrtoint ptr %1 to i32
  %sub.ptr.rhs.cast = ptrtoint ptr %at.0 to i32
  %sub.ptr.sub = sub i32 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %cmp = icmp sge i32 %sub.ptr.sub, 2
  br i1 %cmp, label %land.rhs, label %while.end

land.rhs:
  %arrayidx = getelementptr inbounds i8, ptr %at.0, i32 0
  %2 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %2 to i32
  %cmp2 = icmp eq i32 %conv, 255
  br i1 %cmp2, label %land.lhs.true, label %land.end

land.lhs.true:
  %arrayidx4 = getelementptr inbounds i8, ptr %at.0, i32 1
  %3 = load i8, ptr %arrayidx4, align 1
  %conv5 = zext i8 %3 to i32
  %cmp6 = icmp ne i32 %conv5, 0
  br i1 %cmp6, label %land.rhs8, label %land.end

land.rhs8:
  %arrayidx9 = getelementptr inbounds i8, ptr %at.0, i32 1
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
  %6 = load ptr, ptr %end14, align 4
  %sub.ptr.lhs.cast15 = ptrtoint ptr %6 to i32
  %sub.ptr.rhs.cast16 = ptrtoint ptr %at.0 to i32
  %sub.ptr.sub17 = sub i32 %sub.ptr.lhs.cast15, %sub.ptr.rhs.cast16
  %cmp18 = icmp sge i32 %sub.ptr.sub17, 2
  br i1 %cmp18, label %land.lhs.true20, label %if.end

land.lhs.true20:
  %arrayidx21 = getelementptr inbounds i8, ptr %at.0, i32 1
  %7 = load i8, ptr %arrayidx21, align 1
  %conv22 = zext i8 %7 to i32
  %cmp23 = icmp sge i32 %conv22, 208
  br i1 %cmp23, label %land.lhs.true25, label %if.end

land.lhs.true25:
  %arrayidx26 = getelementptr inbounds i8, ptr %at.0, i32 1
  %8 = load i8, ptr %arrayidx26, align 1
  %conv27 = zext i8 %8 to i32
  %cmp28 = icmp sle i32 %conv27, 215
  br i1 %cmp28, label %if.then, label %if.end

if.then:
  %add.ptr = getelementptr inbounds i8, ptr %at.0, i32 2
  %at30 = getelementptr inbounds nuw %struct.jpeg_bits, ptr %bits, i32 0, i32 0
  store ptr %add.ptr, ptr %at30, align 4
  br label %if.end

if.end:
  br label %for.cond

for.cond:
  %n.0 = phi i32 [ 0, %if.end ], [ %inc, %for.body ]
  %in_scan = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 19
  %9 = load i32, ptr %in_scan, align 4
  %cmp31 = icmp slt i32 %n.0, %9
  br i1 %cmp31, label %for.body, label %for.end

for.body:
  %scan = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 18
  %arrayidx33 = getelementptr inbounds [4 x ptr], ptr %scan, i32 0, i32 %n.0
  %10 = load ptr, ptr %arrayidx33, align 4
  %previous = getelementptr inbounds nuw %struct.jpeg_component, ptr %10, i32 0, i32 6
  store i32 0, ptr %previous, align 4
  %inc = add nsw i32 %n.0, 1
  br label %for.cond

for.end:
  %run = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 24
  store i64 0, ptr %run, align 4
  ret void
}

define internal i32 @mlcc_rt.image_jpeg.jpeg_unit(ptr %j, i64 %row, i64 %column) {
entry:
  %in_scan = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 19
  %0 = load i32, ptr %in_scan, align 4
  %cmp = icmp eq i32 %0, 1
  br i1 %cmp, label %if.then, label %for.cond

if.then:
  %scan = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 18
  %arrayidx = getelementptr inbounds [4 x ptr], ptr %scan, i32 0, i32 0
  %1 = load ptr, ptr %arrayidx, align 4
  %call = call i32 @mlcc_rt.image_jpeg.jpeg_block(ptr %j, ptr %1, i64 %row, i64 %column)
  br label %return

for.cond:
  %n.0 = phi i32 [ %inc29, %for.inc28 ], [ 0, %entry ]
  %in_scan1 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 19
  %2 = load i32, ptr %in_scan1, align 4
  %cmp2 = icmp slt i32 %n.0, %2
  br i1 %cmp2, label %for.body, label %return

for.body:
  %scan3 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 18
  %arrayidx4 = getelementptr inbounds [4 x ptr], ptr %scan3, i32 0, i32 %n.0
  %3 = load ptr, ptr %arrayidx4, align 4
  br label %for.cond5

for.cond5:
  %v.0 = phi i32 [ 0, %for.body ], [ %inc26, %for.inc25 ]
  %v6 = getelementptr inbounds nuw %struct.jpeg_component, ptr %3, i32 0, i32 2
  %4 = load i32, ptr %v6, align 4
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
  %6 = load i32, ptr %v13, align 4
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
  %0 = load i32, ptr %lacking, align 4
  %count = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 3
  %1 = load i32, ptr %count, align 4
  %cmp = icmp sgt i32 %0, %1
  br i1 %cmp, label %land.rhs, label %land.end

land.rhs:
  %at = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 0
  %2 = load ptr, ptr %at, align 4
  %end = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 1
  %3 = load ptr, ptr %end, align 4
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
  store i32 0, ptr %bits, align 4
  %lacking = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 4
  store i32 0, ptr %lacking, align 4
  %count = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 3
  store i32 0, ptr %count, align 4
  ret void
}

define internal i32 @mlcc_rt.image_jpeg.jpeg_block(ptr %j, ptr %c, i64 %row, i64 %column) {
entry:
  %blocks = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 15
  %0 = load ptr, ptr %blocks, align 4
  %stride = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 12
  %1 = load i64, ptr %stride, align 4
  %mul = mul nsw i64 %row, %1
  %add = add nsw i64 %mul, %column
  %mul1 = mul nsw i64 %add, 64
  %idx.ext = trunc i64 %mul1 to i32
  %add.ptr = getelementptr inbounds i16, ptr %0, i32 %idx.ext
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
  %arrayidx = getelementptr inbounds i16, ptr %add.ptr, i32 0
  %6 = load i16, ptr %arrayidx, align 2
  %conv = sext i16 %6 to i32
  %bits = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 25
  %call12 = call i32 @mlcc_rt.image_jpeg.jpeg_take(ptr %bits, i32 1)
  %low = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 23
  %7 = load i32, ptr %low, align 4
  %shl = shl i32 %call12, %7
  %or = or i32 %conv, %shl
  %conv13 = trunc i32 %or to i16
  %arrayidx14 = getelementptr inbounds i16, ptr %add.ptr, i32 0
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
  %arrayidx = getelementptr inbounds [2 x [4 x %struct.jpeg_codes]], ptr %codes, i32 0, i32 1
  %ac = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 5
  %0 = load i32, ptr %ac, align 4
  %arrayidx2 = getelementptr inbounds [4 x %struct.jpeg_codes], ptr %arrayidx, i32 0, i32 %0
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
  %arrayidx18 = getelementptr inbounds [64 x i8], ptr @mlcc_rt.image_jpeg.jpeg_zigzag, i32 0, i32 %add
  %1 = load i8, ptr %arrayidx18, align 1
  %idxprom = zext i8 %1 to i32
  %arrayidx19 = getelementptr inbounds nuw i16, ptr %block, i32 %idxprom
  store i16 %conv, ptr %arrayidx19, align 2
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
  %0 = load i64, ptr %run, align 4
  %cmp = icmp sgt i64 %0, 0
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %run1 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 24
  %1 = load i64, ptr %run1, align 4
  %dec = add nsw i64 %1, -1
  store i64 %dec, ptr %run1, align 4
  br label %return

if.end:
  %first = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 20
  %2 = load i32, ptr %first, align 4
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ %2, %if.end ], [ %inc, %for.inc ]
  %last = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 21
  %3 = load i32, ptr %last, align 4
  %cmp2 = icmp sle i32 %k.0, %3
  br i1 %cmp2, label %for.body, label %return

for.body:
  %bits = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 25
  %codes = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 5
  %arrayidx = getelementptr inbounds [2 x [4 x %struct.jpeg_codes]], ptr %codes, i32 0, i32 1
  %ac = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 5
  %4 = load i32, ptr %ac, align 4
  %arrayidx3 = getelementptr inbounds [4 x %struct.jpeg_codes], ptr %arrayidx, i32 0, i32 %4
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
  store i64 %add, ptr %run13, align 4
  br label %return

if.end14:
  %shr15 = ashr i32 %call, 4
  %add16 = add nsw i32 %k.0, %shr15
  %cmp17 = icmp ne i32 %and, 0
  br i1 %cmp17, label %if.then19, label %for.inc

if.then19:
  %last20 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 21
  %5 = load i32, ptr %last20, align 4
  %cmp21 = icmp sgt i32 %add16, %5
  br i1 %cmp21, label %return, label %if.end24

if.end24:
  %bits25 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 25
  %call26 = call i32 @mlcc_rt.image_jpeg.jpeg_signed(ptr %bits25, i32 %and)
  %low = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 23
  %6 = load i32, ptr %low, align 4
  %shl27 = shl i32 1, %6
  %mul = mul nsw i32 %call26, %shl27
  %conv28 = trunc i32 %mul to i16
  %arrayidx29 = getelementptr inbounds [64 x i8], ptr @mlcc_rt.image_jpeg.jpeg_zigzag, i32 0, i32 %add16
  %7 = load i8, ptr %arrayidx29, align 1
  %idxprom = zext i8 %7 to i32
  %arrayidx30 = getelementptr inbounds nuw i16, ptr %block, i32 %idxprom
  store i16 %conv28, ptr %arrayidx30, align 2
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
  %k.0 = phi i32 [ %0, %entry ], [ %inc38, %for.inc37 ]
  %run = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 24
  %1 = load i64, ptr %run, align 4
  %cmp = icmp eq i64 %1, 0
  br i1 %cmp, label %land.rhs, label %for.end39

land.rhs:
  %last = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 21
  %2 = load i32, ptr %last, align 4
  %cmp1 = icmp sle i32 %k.0, %2
  br i1 %cmp1, label %for.body, label %for.end39

for.body:
  %bits = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 25
  %codes = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 5
  %arrayidx = getelementptr inbounds [2 x [4 x %struct.jpeg_codes]], ptr %codes, i32 0, i32 1
  %ac = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 5
  %3 = load i32, ptr %ac, align 4
  %arrayidx2 = getelementptr inbounds [4 x %struct.jpeg_codes], ptr %arrayidx, i32 0, i32 %3
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
  %4 = load i32, ptr %low, align 4
  %shl = shl i32 1, %4
  br label %if.end18

cond.false:
  %low9 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 23
  %5 = load i32, ptr %low9, align 4
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
  store i64 %add, ptr %run16, align 4
  br label %for.end39

if.end18:
  %value.0 = phi i32 [ %sub, %cond.false ], [ %shl, %cond.true ], [ 0, %if.else ]
  br label %for.cond19

for.cond19:
  %k.1 = phi i32 [ %k.0, %if.end18 ], [ %inc, %for.inc ]
  %zeros.0 = phi i32 [ %shr, %if.end18 ], [ %zeros.1, %for.inc ]
  %last20 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 21
  %6 = load i32, ptr %last20, align 4
  %cmp21 = icmp sle i32 %k.1, %6
  br i1 %cmp21, label %for.body23, label %for.inc37

for.body23:
  %arrayidx24 = getelementptr inbounds [64 x i8], ptr @mlcc_rt.image_jpeg.jpeg_zigzag, i32 0, i32 %k.1
  %7 = load i8, ptr %arrayidx24, align 1
  %idxprom = zext i8 %7 to i32
  %arrayidx25 = getelementptr inbounds nuw i16, ptr %block, i32 %idxprom
  %8 = load i16, ptr %arrayidx25, align 2
  %conv26 = sext i16 %8 to i32
  %cmp27 = icmp ne i32 %conv26, 0
  br i1 %cmp27, label %if.then29, label %if.else30

if.then29:
  call void @mlcc_rt.image_jpeg.jpeg_refine(ptr %j, ptr %arrayidx25)
  br label %for.inc

if.else30:
  %dec = add nsw i32 %zeros.0, -1
  %cmp31 = icmp eq i32 %zeros.0, 0
  br i1 %cmp31, label %if.then33, label %for.inc

if.then33:
  %conv34 = trunc i32 %value.0 to i16
  store i16 %conv34, ptr %arrayidx25, align 2
  br label %for.inc37

for.inc:
  %zeros.1 = phi i32 [ %zeros.0, %if.then29 ], [ %dec, %if.else30 ]
  %inc = add nsw i32 %k.1, 1
  br label %for.cond19

for.inc37:
  %inc38 = add nsw i32 %k.1, 1
  br label %for.cond

for.end39:
  %run40 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 24
  %9 = load i64, ptr %run40, align 4
  %cmp41 = icmp sgt i64 %9, 0
  br i1 %cmp41, label %for.cond44, label %return

for.cond44:
  %k.2 = phi i32 [ %inc61, %for.inc60 ], [ %k.0, %for.end39 ]
  %last45 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 21
  %10 = load i32, ptr %last45, align 4
  %cmp46 = icmp sle i32 %k.2, %10
  br i1 %cmp46, label %for.body48, label %for.end62

for.body48:
  %arrayidx49 = getelementptr inbounds [64 x i8], ptr @mlcc_rt.image_jpeg.jpeg_zigzag, i32 0, i32 %k.2
  %11 = load i8, ptr %arrayidx49, align 1
  %idxprom50 = zext i8 %11 to i32
  %arrayidx51 = getelementptr inbounds nuw i16, ptr %block, i32 %idxprom50
  %12 = load i16, ptr %arrayidx51, align 2
  %conv52 = sext i16 %12 to i32
  %cmp53 = icmp ne i32 %conv52, 0
  br i1 %cmp53, label %if.then55, label %for.inc60

if.then55:
  %arrayidx56 = getelementptr inbounds [64 x i8], ptr @mlcc_rt.image_jpeg.jpeg_zigzag, i32 0, i32 %k.2
  %13 = load i8, ptr %arrayidx56, align 1
  %idxprom57 = zext i8 %13 to i32
  %arrayidx58 = getelementptr inbounds nuw i16, ptr %block, i32 %idxprom57
  call void @mlcc_rt.image_jpeg.jpeg_refine(ptr %j, ptr %arrayidx58)
  br label %for.inc60

for.inc60:
  %inc61 = add nsw i32 %k.2, 1
  br label %for.cond44

for.end62:
  %run63 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 24
  %14 = load i64, ptr %run63, align 4
  %dec64 = add nsw i64 %14, -1
  store i64 %dec64, ptr %run63, align 4
  br label %return

return:
  %retval.0 = phi i32 [ 1, %for.body ], [ 0, %for.end62 ], [ 0, %for.end39 ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg.jpeg_first_dc(ptr %j, ptr %c, ptr %block) {
entry:
  %bits = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 25
  %codes = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 5
  %arrayidx = getelementptr inbounds [2 x [4 x %struct.jpeg_codes]], ptr %codes, i32 0, i32 0
  %dc = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 4
  %0 = load i32, ptr %dc, align 4
  %arrayidx1 = getelementptr inbounds [4 x %struct.jpeg_codes], ptr %arrayidx, i32 0, i32 %0
  %call = call i32 @mlcc_rt.image_jpeg.jpeg_symbol(ptr %bits, ptr %arrayidx1)
  %cmp = icmp slt i32 %call, 0
  %cmp2 = icmp sgt i32 %call, 15
  %or.cond = or i1 %cmp, %cmp2
  br i1 %or.cond, label %return, label %if.end

if.end:
  %previous = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 6
  %1 = load i32, ptr %previous, align 4
  %bits3 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 25
  %call4 = call i32 @mlcc_rt.image_jpeg.jpeg_signed(ptr %bits3, i32 %call)
  %add = add nsw i32 %1, %call4
  %conv = trunc i32 %add to i16
  %conv5 = sext i16 %conv to i32
  %previous6 = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 6
  store i32 %conv5, ptr %previous6, align 4
  %previous7 = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 6
  %2 = load i32, ptr %previous7, align 4
  %low = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 23
  %3 = load i32, ptr %low, align 4
  %shl = shl i32 1, %3
  %mul = mul nsw i32 %2, %shl
  %conv8 = trunc i32 %mul to i16
  %arrayidx9 = getelementptr inbounds i16, ptr %block, i32 0
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
  %1 = load i32, ptr %bits, align 4
  %sub = sub nsw i32 32, %count
  %shr = lshr i32 %1, %sub
  %bits5 = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 2
  %2 = load i32, ptr %bits5, align 4
  %shl = shl i32 %2, %count
  store i32 %shl, ptr %bits5, align 4
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
  %1 = load i32, ptr %bits, align 4
  %shr = lshr i32 %1, 23
  %arrayidx = getelementptr inbounds nuw [512 x i16], ptr %fast, i32 0, i32 %shr
  %2 = load i16, ptr %arrayidx, align 2
  %conv = zext i16 %2 to i32
  %cmp2 = icmp ne i32 %conv, 0
  br i1 %cmp2, label %if.then4, label %if.end9

if.then4:
  %shr5 = lshr i32 %conv, 8
  %bits6 = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 2
  %3 = load i32, ptr %bits6, align 4
  %shl = shl i32 %3, %shr5
  store i32 %shl, ptr %bits6, align 4
  %shr7 = lshr i32 %conv, 8
  %count8 = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 3
  %4 = load i32, ptr %count8, align 4
  %sub = sub nsw i32 %4, %shr7
  store i32 %sub, ptr %count8, align 4
  %and = and i32 %conv, 255
  br label %return

if.end9:
  %bits10 = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 2
  %5 = load i32, ptr %bits10, align 4
  %shr11 = lshr i32 %5, 16
  br label %for.cond

for.cond:
  %length.0 = phi i32 [ 10, %if.end9 ], [ %inc, %for.inc ]
  %cmp12 = icmp sle i32 %length.0, 16
  br i1 %cmp12, label %for.body, label %return

for.body:
  %beyond = getelementptr inbounds nuw %struct.jpeg_codes, ptr %codes, i32 0, i32 3
  %arrayidx14 = getelementptr inbounds [17 x i32], ptr %beyond, i32 0, i32 %length.0
  %6 = load i32, ptr %arrayidx14, align 4
  %cmp15 = icmp slt i32 %shr11, %6
  br i1 %cmp15, label %if.then17, label %for.inc

if.then17:
  %sub18 = sub nsw i32 16, %length.0
  %shr19 = ashr i32 %shr11, %sub18
  %bits20 = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 2
  %7 = load i32, ptr %bits20, align 4
  %shl21 = shl i32 %7, %length.0
  store i32 %shl21, ptr %bits20, align 4
  %count22 = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 3
  %8 = load i32, ptr %count22, align 4
  %sub23 = sub nsw i32 %8, %length.0
  store i32 %sub23, ptr %count22, align 4
  %symbols = getelementptr inbounds nuw %struct.jpeg_codes, ptr %codes, i32 0, i32 1
  %offset = getelementptr inbounds nuw %struct.jpeg_codes, ptr %codes, i32 0, i32 4
  %arrayidx24 = getelementptr inbounds [17 x i32], ptr %offset, i32 0, i32 %length.0
  %9 = load i32, ptr %arrayidx24, align 4
  %add = add nsw i32 %shr19, %9
  %and25 = and i32 %add, 255
  %arrayidx26 = getelementptr inbounds [256 x i8], ptr %symbols, i32 0, i32 %and25
  %10 = load i8, ptr %arrayidx26, align 1
  %conv27 = zext i8 %10 to i32
  br label %return

for.inc:
  %inc = add nsw i32 %length.0, 1
  br label %for.cond

return:
  %retval.0 = phi i32 [ %and, %if.then4 ], [ %conv27, %if.then17 ], [ -1, %for.cond ]
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
  %1 = load ptr, ptr %at, align 4
  %end = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 1
  %2 = load ptr, ptr %end, align 4
  %cmp1 = icmp ult ptr %1, %2
  br i1 %cmp1, label %land.lhs.true, label %if.else

land.lhs.true:
  %at2 = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 0
  %3 = load ptr, ptr %at2, align 4
  %4 = load i8, ptr %3, align 1
  %conv = zext i8 %4 to i32
  %cmp3 = icmp ne i32 %conv, 255
  br i1 %cmp3, label %if.then, label %if.else

if.then:
  %at5 = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 0
  %5 = load ptr, ptr %at5, align 4
  %incdec.ptr = getelementptr inbounds nuw i8, ptr %5, i32 1
  store ptr %incdec.ptr, ptr %at5, align 4
  %6 = load i8, ptr %5, align 1
  %conv6 = zext i8 %6 to i32
  br label %if.end19

if.else:
  %end7 = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 1
  %7 = load ptr, ptr %end7, align 4
  %at8 = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 0
  %8 = load ptr, ptr %at8, align 4
  %sub.ptr.lhs.cast = ptrtoint ptr %7 to i32
  %sub.ptr.rhs.cast = ptrtoint ptr %8 to i32
  %sub.ptr.sub = sub i32 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %cmp9 = icmp sge i32 %sub.ptr.sub, 2
  br i1 %cmp9, label %land.lhs.true11, label %if.else18

land.lhs.true11:
  %at12 = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 0
  %9 = load ptr, ptr %at12, align 4
  %arrayidx = getelementptr inbounds i8, ptr %9, i32 1
  %10 = load i8, ptr %arrayidx, align 1
  %conv13 = zext i8 %10 to i32
  %cmp14 = icmp eq i32 %conv13, 0
  br i1 %cmp14, label %if.then16, label %if.else18

if.then16:
  %at17 = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 0
  %11 = load ptr, ptr %at17, align 4
  %add.ptr = getelementptr inbounds i8, ptr %11, i32 2
  store ptr %add.ptr, ptr %at17, align 4
  br label %if.end19

if.else18:
  %lacking = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 4
  %12 = load i32, ptr %lacking, align 4
  %add = add nsw i32 %12, 8
  store i32 %add, ptr %lacking, align 4
  br label %if.end19

if.end19:
  %byte.0 = phi i32 [ %conv6, %if.then ], [ 255, %if.then16 ], [ 0, %if.else18 ]
  %count20 = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 3
  %13 = load i32, ptr %count20, align 4
  %sub = sub nsw i32 24, %13
  %shl = shl i32 %byte.0, %sub
  %bits = getelementptr inbounds nuw %struct.jpeg_bits, ptr %b, i32 0, i32 2
  %14 = load i32, ptr %bits, align 4
  %or = or i32 %14, %shl
  store i32 %or, ptr %bits, align 4
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
  %0 = load i32, ptr %low, align 4
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
  %x = alloca [64 x i64], align 8
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp slt i32 %k.0, 64
  br i1 %cmp, label %for.body, label %for.cond5

for.body:
  %arrayidx = getelementptr inbounds i16, ptr %block, i32 %k.0
  %0 = load i16, ptr %arrayidx, align 2
  %conv = sext i16 %0 to i64
  %arrayidx1 = getelementptr inbounds i16, ptr %table, i32 %k.0
  %1 = load i16, ptr %arrayidx1, align 2
  %conv2 = zext i16 %1 to i64
  %mul = mul nsw i64 %conv, %conv2
  %arrayidx3 = getelementptr inbounds [64 x i64], ptr %x, i32 0, i32 %k.0
  store i64 %mul, ptr %arrayidx3, align 8
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.cond5:
  %k4.0 = phi i32 [ %inc23, %for.inc22 ], [ 0, %for.cond ]
  %cmp6 = icmp slt i32 %k4.0, 8
  br i1 %cmp6, label %for.body8, label %for.cond26

for.body8:
  %arraydecay = getelementptr inbounds [64 x i64], ptr %x, i32 0, i32 0
  %add.ptr = getelementptr inbounds i64, ptr %arraydecay, i32 %k4.0
  call void @mlcc_rt.image_jpeg.jpeg_transform(ptr %add.ptr, i32 8)
  br label %for.cond9

for.cond9:
  %n.0 = phi i32 [ 0, %for.body8 ], [ %inc20, %for.body12 ]
  %cmp10 = icmp slt i32 %n.0, 8
  br i1 %cmp10, label %for.body12, label %for.inc22

for.body12:
  %mul13 = mul nsw i32 8, %n.0
  %add = add nsw i32 %mul13, %k4.0
  %arrayidx14 = getelementptr inbounds [64 x i64], ptr %x, i32 0, i32 %add
  %2 = load i64, ptr %arrayidx14, align 8
  %add15 = add nsw i64 %2, 1024
  %shr = ashr i64 %add15, 11
  %mul16 = mul nsw i32 8, %n.0
  %add17 = add nsw i32 %mul16, %k4.0
  %arrayidx18 = getelementptr inbounds [64 x i64], ptr %x, i32 0, i32 %add17
  store i64 %shr, ptr %arrayidx18, align 8
  %inc20 = add nsw i32 %n.0, 1
  br label %for.cond9

for.inc22:
  %inc23 = add nsw i32 %k4.0, 1
  br label %for.cond5

for.cond26:
  %k25.0 = phi i32 [ %inc62, %for.inc61 ], [ 0, %for.cond5 ]
  %cmp27 = icmp slt i32 %k25.0, 8
  br i1 %cmp27, label %for.body29, label %for.end63

for.body29:
  %arraydecay30 = getelementptr inbounds [64 x i64], ptr %x, i32 0, i32 0
  %mul31 = mul nsw i32 8, %k25.0
  %add.ptr32 = getelementptr inbounds i64, ptr %arraydecay30, i32 %mul31
  call void @mlcc_rt.image_jpeg.jpeg_transform(ptr %add.ptr32, i32 1)
  br label %for.cond34

for.cond34:
  %n33.0 = phi i32 [ 0, %for.body29 ], [ %inc59, %for.body37 ]
  %cmp35 = icmp slt i32 %n33.0, 8
  br i1 %cmp35, label %for.body37, label %for.inc61

for.body37:
  %mul38 = mul nsw i32 8, %k25.0
  %add39 = add nsw i32 %mul38, %n33.0
  %arrayidx40 = getelementptr inbounds [64 x i64], ptr %x, i32 0, i32 %add39
  %3 = load i64, ptr %arrayidx40, align 8
  %add41 = add nsw i64 %3, 131072
  %shr42 = ashr i64 %add41, 18
  %add43 = add nsw i64 %shr42, 128
  %cmp44 = icmp slt i64 %add43, 0
  %cmp46 = icmp sgt i64 %add43, 255
  %.add43 = select i1 %cmp46, i64 255, i64 %add43
  %cond51 = select i1 %cmp44, i64 0, i64 %.add43
  %conv52 = trunc i64 %cond51 to i8
  %conv53 = sext i32 %k25.0 to i64
  %mul54 = mul nsw i64 %conv53, %stride
  %conv55 = sext i32 %n33.0 to i64
  %add56 = add nsw i64 %mul54, %conv55
  %idxprom = trunc i64 %add56 to i32
  %arrayidx57 = getelementptr inbounds i8, ptr %to, i32 %idxprom
  store i8 %conv52, ptr %arrayidx57, align 1
  %inc59 = add nsw i32 %n33.0, 1
  br label %for.cond34

for.inc61:
  %inc62 = add nsw i32 %k25.0, 1
  br label %for.cond26

for.end63:
  ret void
}

define internal void @mlcc_rt.image_jpeg.jpeg_transform(ptr %x, i32 %step) {
entry:
  %arrayidx = getelementptr inbounds i64, ptr %x, i32 0
  %0 = load i64, ptr %arrayidx, align 4
  %mul = mul nsw i32 4, %step
  %arrayidx1 = getelementptr inbounds i64, ptr %x, i32 %mul
  %1 = load i64, ptr %arrayidx1, align 4
  %add = add nsw i64 %0, %1
  %arrayidx2 = getelementptr inbounds i64, ptr %x, i32 0
  %2 = load i64, ptr %arrayidx2, align 4
  %mul3 = mul nsw i32 4, %step
  %arrayidx4 = getelementptr inbounds i64, ptr %x, i32 %mul3
  %3 = load i64, ptr %arrayidx4, align 4
  %sub = sub nsw i64 %2, %3
  %mul5 = mul nsw i32 2, %step
  %arrayidx6 = getelementptr inbounds i64, ptr %x, i32 %mul5
  %4 = load i64, ptr %arrayidx6, align 4
  %mul7 = mul nsw i32 6, %step
  %arrayidx8 = getelementptr inbounds i64, ptr %x, i32 %mul7
  %5 = load i64, ptr %arrayidx8, align 4
  %add9 = add nsw i64 %4, %5
  %mul10 = mul nsw i64 %add9, 4433
  %mul11 = mul nsw i32 6, %step
  %arrayidx12 = getelementptr inbounds i64, ptr %x, i32 %mul11
  %6 = load i64, ptr %arrayidx12, align 4
  %mul13 = mul nsw i64 %6, 15137
  %sub14 = sub nsw i64 %mul10, %mul13
  %mul15 = mul nsw i32 2, %step
  %arrayidx16 = getelementptr inbounds i64, ptr %x, i32 %mul15
  %7 = load i64, ptr %arrayidx16, align 4
  %mul17 = mul nsw i64 %7, 6270
  %add18 = add nsw i64 %mul10, %mul17
  %mul19 = mul nsw i64 %add, 8192
  %mul20 = mul nsw i64 %sub, 8192
  %add21 = add nsw i64 %mul19, %add18
  %sub22 = sub nsw i64 %mul19, %add18
  %add23 = add nsw i64 %mul20, %sub14
  %sub24 = sub nsw i64 %mul20, %sub14
  %arrayidx25 = getelementptr inbounds i64, ptr %x, i32 %step
  %8 = load i64, ptr %arrayidx25, align 4
  %mul26 = mul nsw i32 3, %step
  %arrayidx27 = getelementptr inbounds i64, ptr %x, i32 %mul26
  %9 = load i64, ptr %arrayidx27, align 4
  %mul28 = mul nsw i32 5, %step
  %arrayidx29 = getelementptr inbounds i64, ptr %x, i32 %mul28
  %10 = load i64, ptr %arrayidx29, align 4
  %mul30 = mul nsw i32 7, %step
  %arrayidx31 = getelementptr inbounds i64, ptr %x, i32 %mul30
  %11 = load i64, ptr %arrayidx31, align 4
  %add32 = add nsw i64 %11, %9
  %add33 = add nsw i64 %add32, %10
  %add34 = add nsw i64 %add33, %8
  %mul35 = mul nsw i64 %add34, 9633
  %add36 = add nsw i64 %11, %8
  %mul37 = mul nsw i64 %add36, -7373
  %add38 = add nsw i64 %10, %9
  %mul39 = mul nsw i64 %add38, -20995
  %add40 = add nsw i64 %11, %9
  %mul41 = mul nsw i64 %add40, -16069
  %add42 = add nsw i64 %mul41, %mul35
  %add43 = add nsw i64 %10, %8
  %mul44 = mul nsw i64 %add43, -3196
  %add45 = add nsw i64 %mul44, %mul35
  %mul46 = mul nsw i64 %11, 2446
  %add47 = add nsw i64 %mul46, %mul37
  %add48 = add nsw i64 %add47, %add42
  %mul49 = mul nsw i64 %10, 16819
  %add50 = add nsw i64 %mul49, %mul39
  %add51 = add nsw i64 %add50, %add45
  %mul52 = mul nsw i64 %9, 25172
  %add53 = add nsw i64 %mul52, %mul39
  %add54 = add nsw i64 %add53, %add42
  %mul55 = mul nsw i64 %8, 12299
  %add56 = add nsw i64 %mul55, %mul37
  %add57 = add nsw i64 %add56, %add45
  %add58 = add nsw i64 %add21, %add57
  %arrayidx59 = getelementptr inbounds i64, ptr %x, i32 0
  store i64 %add58, ptr %arrayidx59, align 4
  %sub60 = sub nsw i64 %add21, %add57
  %mul61 = mul nsw i32 7, %step
  %arrayidx62 = getelementptr inbounds i64, ptr %x, i32 %mul61
  store i64 %sub60, ptr %arrayidx62, align 4
  %add63 = add nsw i64 %add23, %add54
  %arrayidx64 = getelementptr inbounds i64, ptr %x, i32 %step
  store i64 %add63, ptr %arrayidx64, align 4
  %sub65 = sub nsw i64 %add23, %add54
  %mul66 = mul nsw i32 6, %step
  %arrayidx67 = getelementptr inbounds i64, ptr %x, i32 %mul66
  store i64 %sub65, ptr %arrayidx67, align 4
  %add68 = add nsw i64 %sub24, %add51
  %mul69 = mul nsw i32 2, %step
  %arrayidx70 = getelementptr inbounds i64, ptr %x, i32 %mul69
  store i64 %add68, ptr %arrayidx70, align 4
  %sub71 = sub nsw i64 %sub24, %add51
  %mul72 = mul nsw i32 5, %step
  %arrayidx73 = getelementptr inbounds i64, ptr %x, i32 %mul72
  store i64 %sub71, ptr %arrayidx73, align 4
  %add74 = add nsw i64 %sub22, %add48
  %mul75 = mul nsw i32 3, %step
  %arrayidx76 = getelementptr inbounds i64, ptr %x, i32 %mul75
  store i64 %add74, ptr %arrayidx76, align 4
  %sub77 = sub nsw i64 %sub22, %add48
  %mul78 = mul nsw i32 4, %step
  %arrayidx79 = getelementptr inbounds i64, ptr %x, i32 %mul78
  store i64 %sub77, ptr %arrayidx79, align 4
  ret void
}

define internal i32 @mlcc_rt.image_jpeg.jpeg_colours(ptr %j) {
entry:
  %count = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 7
  %0 = load i32, ptr %count, align 4
  %cmp = icmp eq i32 %0, 1
  br i1 %cmp, label %return, label %if.end

if.end:
  %count1 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 7
  %1 = load i32, ptr %count1, align 4
  %cmp2 = icmp eq i32 %1, 4
  br i1 %cmp2, label %if.then3, label %if.end6

if.then3:
  %adobe = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 13
  %2 = load i32, ptr %adobe, align 4
  %tobool = icmp ne i32 %2, 0
  br i1 %tobool, label %land.rhs, label %land.end

land.rhs:
  %adobe4 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 13
  %3 = load i32, ptr %adobe4, align 4
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
  %6 = load i32, ptr %adobe10, align 4
  %tobool11 = icmp ne i32 %6, 0
  br i1 %tobool11, label %if.then12, label %if.end16

if.then12:
  %adobe13 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 13
  %7 = load i32, ptr %adobe13, align 4
  %cmp14 = icmp eq i32 %7, 1
  %cond15 = select i1 %cmp14, i32 1, i32 2
  br label %return

if.end16:
  %parts = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 6
  %arrayidx = getelementptr inbounds [4 x %struct.jpeg_component], ptr %parts, i32 0, i32 0
  %id = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx, i32 0, i32 0
  %8 = load i32, ptr %id, align 4
  %cmp17 = icmp eq i32 %8, 82
  br i1 %cmp17, label %land.lhs.true, label %land.end27

land.lhs.true:
  %parts18 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 6
  %arrayidx19 = getelementptr inbounds [4 x %struct.jpeg_component], ptr %parts18, i32 0, i32 1
  %id20 = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx19, i32 0, i32 0
  %9 = load i32, ptr %id20, align 4
  %cmp21 = icmp eq i32 %9, 71
  br i1 %cmp21, label %land.rhs22, label %land.end27

land.rhs22:
  %parts23 = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 6
  %arrayidx24 = getelementptr inbounds [4 x %struct.jpeg_component], ptr %parts23, i32 0, i32 2
  %id25 = getelementptr inbounds nuw %struct.jpeg_component, ptr %arrayidx24, i32 0, i32 0
  %10 = load i32, ptr %id25, align 4
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
  %2 = load i32, ptr %v_most, align 4
  %v = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 2
  %3 = load i32, ptr %v, align 4
  %div1 = sdiv i32 %2, %3
  %stride2 = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 12
  %4 = load i64, ptr %stride2, align 4
  %mul = mul nsw i64 %4, 8
  %conv = sext i32 %div1 to i64
  %div3 = sdiv i64 %y, %conv
  %samples = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 16
  %5 = load ptr, ptr %samples, align 4
  %mul4 = mul nsw i64 %div3, %mul
  %idx.ext = trunc i64 %mul4 to i32
  %add.ptr = getelementptr inbounds i8, ptr %5, i32 %idx.ext
  %cmp = icmp eq i32 %div, 2
  %cmp6 = icmp sle i32 %div1, 2
  %or.cond = and i1 %cmp, %cmp6
  br i1 %or.cond, label %land.rhs, label %land.end

land.rhs:
  %width = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 8
  %6 = load i64, ptr %width, align 4
  %cmp8 = icmp sgt i64 %6, 2
  br label %land.end

land.end:
  %7 = phi i1 [ %cmp8, %land.rhs ], [ false, %entry ]
  %land.ext = zext i1 %7 to i32
  %cmp10 = icmp eq i32 %div1, 2
  br i1 %cmp10, label %land.lhs.true12, label %if.end74

land.lhs.true12:
  %tobool = icmp ne i32 %land.ext, 0
  %cmp13 = icmp eq i32 %div, 1
  %or.cond53 = or i1 %tobool, %cmp13
  br i1 %or.cond53, label %if.then, label %if.end74

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
  %8 = load i64, ptr %height, align 4
  %cmp21 = icmp sge i64 %cond, %8
  br i1 %cmp21, label %cond.true23, label %cond.end29

cond.true23:
  %height24 = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 9
  %9 = load i64, ptr %height24, align 4
  %sub25 = sub nsw i64 %9, 1
  br label %cond.end29

cond.end29:
  %cond30 = phi i64 [ 0, %if.then ], [ %sub25, %cond.true23 ], [ %cond, %cond.false20 ]
  %samples31 = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 16
  %10 = load ptr, ptr %samples31, align 4
  %mul32 = mul nsw i64 %cond30, %mul
  %idx.ext33 = trunc i64 %mul32 to i32
  %add.ptr34 = getelementptr inbounds i8, ptr %10, i32 %idx.ext33
  %cmp35 = icmp eq i32 %div, 1
  br i1 %cmp35, label %for.cond, label %for.cond55

for.cond:
  %x.0 = phi i64 [ %inc, %for.body ], [ 0, %cond.end29 ]
  %width38 = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 8
  %11 = load i64, ptr %width38, align 4
  %cmp39 = icmp slt i64 %x.0, %11
  br i1 %cmp39, label %for.body, label %for.end107

for.body:
  %idxprom = trunc i64 %x.0 to i32
  %arrayidx = getelementptr inbounds i8, ptr %add.ptr, i32 %idxprom
  %12 = load i8, ptr %arrayidx, align 1
  %conv41 = zext i8 %12 to i32
  %mul42 = mul nsw i32 3, %conv41
  %idxprom43 = trunc i64 %x.0 to i32
  %arrayidx44 = getelementptr inbounds i8, ptr %add.ptr34, i32 %idxprom43
  %13 = load i8, ptr %arrayidx44, align 1
  %conv45 = zext i8 %13 to i32
  %add46 = add nsw i32 %mul42, %conv45
  %add47 = add nsw i32 %add46, 1
  %rem48 = srem i64 %y, 2
  %conv49 = trunc i64 %rem48 to i32
  %add50 = add nsw i32 %add47, %conv49
  %shr = ashr i32 %add50, 2
  %conv51 = trunc i32 %shr to i8
  %idxprom52 = trunc i64 %x.0 to i32
  %arrayidx53 = getelementptr inbounds i8, ptr %to, i32 %idxprom52
  store i8 %conv51, ptr %arrayidx53, align 1
  %inc = add nsw i64 %x.0, 1
  br label %for.cond

for.cond55:
  %x54.0 = phi i64 [ %inc71, %for.body59 ], [ 0, %cond.end29 ]
  %width56 = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 8
  %14 = load i64, ptr %width56, align 4
  %cmp57 = icmp slt i64 %x54.0, %14
  br i1 %cmp57, label %for.body59, label %for.end72

for.body59:
  %idxprom60 = trunc i64 %x54.0 to i32
  %arrayidx61 = getelementptr inbounds i8, ptr %add.ptr, i32 %idxprom60
  %15 = load i8, ptr %arrayidx61, align 1
  %conv62 = zext i8 %15 to i32
  %mul63 = mul nsw i32 3, %conv62
  %idxprom64 = trunc i64 %x54.0 to i32
  %arrayidx65 = getelementptr inbounds i8, ptr %add.ptr34, i32 %idxprom64
  %16 = load i8, ptr %arrayidx65, align 1
  %conv66 = zext i8 %16 to i32
  %add67 = add nsw i32 %mul63, %conv66
  %idxprom68 = trunc i64 %x54.0 to i32
  %arrayidx69 = getelementptr inbounds i32, ptr %room, i32 %idxprom68
  store i32 %add67, ptr %arrayidx69, align 4
  %inc71 = add nsw i64 %x54.0, 1
  br label %for.cond55

for.end72:
  %width73 = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 8
  %17 = load i64, ptr %width73, align 4
  call void @mlcc_rt.image_jpeg.jpeg_double(ptr %room, i64 %17, ptr %to, i32 4, i32 8, i32 7)
  br label %for.end107

if.end74:
  %tobool75 = icmp ne i32 %land.ext, 0
  br i1 %tobool75, label %for.cond78, label %for.cond94

for.cond78:
  %x77.0 = phi i64 [ %inc89, %for.body82 ], [ 0, %if.end74 ]
  %width79 = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 8
  %18 = load i64, ptr %width79, align 4
  %cmp80 = icmp slt i64 %x77.0, %18
  br i1 %cmp80, label %for.body82, label %for.end90

for.body82:
  %idxprom83 = trunc i64 %x77.0 to i32
  %arrayidx84 = getelementptr inbounds i8, ptr %add.ptr, i32 %idxprom83
  %19 = load i8, ptr %arrayidx84, align 1
  %conv85 = zext i8 %19 to i32
  %idxprom86 = trunc i64 %x77.0 to i32
  %arrayidx87 = getelementptr inbounds i32, ptr %room, i32 %idxprom86
  store i32 %conv85, ptr %arrayidx87, align 4
  %inc89 = add nsw i64 %x77.0, 1
  br label %for.cond78

for.end90:
  %width91 = getelementptr inbounds nuw %struct.jpeg_component, ptr %c, i32 0, i32 8
  %20 = load i64, ptr %width91, align 4
  call void @mlcc_rt.image_jpeg.jpeg_double(ptr %room, i64 %20, ptr %to, i32 2, i32 1, i32 2)
  br label %for.end107

for.cond94:
  %x93.0 = phi i64 [ %inc106, %for.body98 ], [ 0, %if.end74 ]
  %image = getelementptr inbounds nuw %struct.jpeg, ptr %j, i32 0, i32 0
  %21 = load ptr, ptr %image, align 4
  %width95 = getelementptr inbounds nuw %struct.mlcc_image, ptr %21, i32 0, i32 2
  %22 = load i64, ptr %width95, align 4
  %cmp96 = icmp slt i64 %x93.0, %22
  br i1 %cmp96, label %for.body98, label %for.end107

for.body98:
  %conv99 = sext i32 %div to i64
  %div100 = sdiv i64 %x93.0, %conv99
  %idxprom101 = trunc i64 %div100 to i32
  %arrayidx102 = getelementptr inbounds i8, ptr %add.ptr, i32 %idxprom101
  %23 = load i8, ptr %arrayidx102, align 1
  %idxprom103 = trunc i64 %x93.0 to i32
  %arrayidx104 = getelementptr inbounds i8, ptr %to, i32 %idxprom103
  store i8 %23, ptr %arrayidx104, align 1
  %inc106 = add nsw i64 %x93.0, 1
  br label %for.cond94

for.end107:
  ret void
}

declare void @llvm.memset.p0.i32(ptr, i8, i32, i1)

define internal void @mlcc_rt.image_jpeg.jpeg_pixel(i32 %colours, ptr %v, ptr %to) {
entry:
  %r = alloca i32, align 4
  %g = alloca i32, align 4
  %b = alloca i32, align 4
  %inks = alloca [3 x ptr], align 4
  %arrayidx = getelementptr inbounds i32, ptr %v, i32 0
  %0 = load i32, ptr %arrayidx, align 4
  store i32 %0, ptr %r, align 4
  %arrayidx1 = getelementptr inbounds i32, ptr %v, i32 1
  %1 = load i32, ptr %arrayidx1, align 4
  store i32 %1, ptr %g, align 4
  %arrayidx2 = getelementptr inbounds i32, ptr %v, i32 2
  %2 = load i32, ptr %arrayidx2, align 4
  store i32 %2, ptr %b, align 4
  switch i32 %colours, label %if.end52 [
    i32 0, label %if.then
    i32 2, label %if.then5
    i32 4, label %if.then5
    i32 3, label %if.then33
  ]

if.then:
  %3 = load i32, ptr %r, align 4
  store i32 %3, ptr %b, align 4
  store i32 %3, ptr %g, align 4
  br label %if.end52

if.then5:
  %arrayidx6 = getelementptr inbounds i32, ptr %v, i32 1
  %4 = load i32, ptr %arrayidx6, align 4
  %sub = sub nsw i32 %4, 128
  %arrayidx7 = getelementptr inbounds i32, ptr %v, i32 2
  %5 = load i32, ptr %arrayidx7, align 4
  %sub8 = sub nsw i32 %5, 128
  %arrayidx9 = getelementptr inbounds i32, ptr %v, i32 0
  %6 = load i32, ptr %arrayidx9, align 4
  %mul = mul nsw i32 91881, %sub8
  %add = add nsw i32 %mul, 32768
  %shr = ashr i32 %add, 16
  %add10 = add nsw i32 %6, %shr
  %call = call zeroext i8 @mlcc_rt.image_jpeg.jpeg_byte(i32 %add10)
  %conv = zext i8 %call to i32
  store i32 %conv, ptr %r, align 4
  %arrayidx11 = getelementptr inbounds i32, ptr %v, i32 0
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
  %arrayidx20 = getelementptr inbounds i32, ptr %v, i32 0
  %8 = load i32, ptr %arrayidx20, align 4
  %mul21 = mul nsw i32 116130, %sub
  %add22 = add nsw i32 %mul21, 32768
  %shr23 = ashr i32 %add22, 16
  %add24 = add nsw i32 %8, %shr23
  %call25 = call zeroext i8 @mlcc_rt.image_jpeg.jpeg_byte(i32 %add24)
  %conv26 = zext i8 %call25 to i32
  store i32 %conv26, ptr %b, align 4
  switch i32 %colours, label %if.end52 [
    i32 3, label %if.then33
    i32 4, label %if.then33
  ]

if.then33:
  %arrayidx34 = getelementptr inbounds i32, ptr %v, i32 3
  %9 = load i32, ptr %arrayidx34, align 4
  store ptr %r, ptr %inks, align 4
  %arrayinit.element = getelementptr inbounds ptr, ptr %inks, i32 1
  store ptr %g, ptr %arrayinit.element, align 4
  %arrayinit.element35 = getelementptr inbounds ptr, ptr %inks, i32 2
  store ptr %b, ptr %arrayinit.element35, align 4
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ 0, %if.then33 ], [ %inc, %cond.end ]
  %cmp36 = icmp slt i32 %k.0, 3
  br i1 %cmp36, label %for.body, label %if.end52

for.body:
  %cmp38 = icmp eq i32 %colours, 4
  br i1 %cmp38, label %cond.true, label %cond.false

cond.true:
  %arrayidx40 = getelementptr inbounds [3 x ptr], ptr %inks, i32 0, i32 %k.0
  %10 = load ptr, ptr %arrayidx40, align 4
  %11 = load i32, ptr %10, align 4
  br label %cond.end

cond.false:
  %arrayidx41 = getelementptr inbounds [3 x ptr], ptr %inks, i32 0, i32 %k.0
  %12 = load ptr, ptr %arrayidx41, align 4
  %13 = load i32, ptr %12, align 4
  %sub42 = sub nsw i32 255, %13
  br label %cond.end

cond.end:
  %cond = phi i32 [ %11, %cond.true ], [ %sub42, %cond.false ]
  %mul43 = mul nsw i32 %cond, %9
  %add44 = add nsw i32 %mul43, 128
  %shr45 = ashr i32 %add44, 8
  %add46 = add nsw i32 %add44, %shr45
  %shr47 = ashr i32 %add46, 8
  %sub48 = sub nsw i32 %9, %shr47
  %call49 = call zeroext i8 @mlcc_rt.image_jpeg.jpeg_byte(i32 %sub48)
  %conv50 = zext i8 %call49 to i32
  %arrayidx51 = getelementptr inbounds [3 x ptr], ptr %inks, i32 0, i32 %k.0
  %14 = load ptr, ptr %arrayidx51, align 4
  store i32 %conv50, ptr %14, align 4
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

if.end52:
  %15 = load i32, ptr %r, align 4
  %conv53 = trunc i32 %15 to i8
  %arrayidx54 = getelementptr inbounds i8, ptr %to, i32 0
  store i8 %conv53, ptr %arrayidx54, align 1
  %16 = load i32, ptr %g, align 4
  %conv55 = trunc i32 %16 to i8
  %arrayidx56 = getelementptr inbounds i8, ptr %to, i32 1
  store i8 %conv55, ptr %arrayidx56, align 1
  %17 = load i32, ptr %b, align 4
  %conv57 = trunc i32 %17 to i8
  %arrayidx58 = getelementptr inbounds i8, ptr %to, i32 2
  store i8 %conv57, ptr %arrayidx58, align 1
  ret void
}

define internal void @mlcc_rt.image_jpeg.jpeg_double(ptr %from, i64 %count, ptr %to, i32 %bits, i32 %even, i32 %odd) {
entry:
  br label %for.cond

for.cond:
  %k.0 = phi i64 [ 0, %entry ], [ %inc, %cond.end26 ]
  %cmp = icmp slt i64 %k.0, %count
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %idxprom = trunc i64 %k.0 to i32
  %arrayidx = getelementptr inbounds i32, ptr %from, i32 %idxprom
  %0 = load i32, ptr %arrayidx, align 4
  %mul = mul nsw i32 3, %0
  %cmp1 = icmp eq i64 %k.0, 0
  br i1 %cmp1, label %cond.true, label %cond.false

cond.true:
  %idxprom2 = trunc i64 %k.0 to i32
  %arrayidx3 = getelementptr inbounds i32, ptr %from, i32 %idxprom2
  %1 = load i32, ptr %arrayidx3, align 4
  %add = add nsw i32 %mul, %1
  %add4 = add nsw i32 %add, %even
  br label %cond.end

cond.false:
  %sub = sub nsw i64 %k.0, 1
  %idxprom5 = trunc i64 %sub to i32
  %arrayidx6 = getelementptr inbounds i32, ptr %from, i32 %idxprom5
  %2 = load i32, ptr %arrayidx6, align 4
  %add7 = add nsw i32 %mul, %2
  %add8 = add nsw i32 %add7, %even
  br label %cond.end

cond.end:
  %cond = phi i32 [ %add4, %cond.true ], [ %add8, %cond.false ]
  %shr = ashr i32 %cond, %bits
  %conv = trunc i32 %shr to i8
  %mul9 = mul nsw i64 2, %k.0
  %idxprom10 = trunc i64 %mul9 to i32
  %arrayidx11 = getelementptr inbounds i8, ptr %to, i32 %idxprom10
  store i8 %conv, ptr %arrayidx11, align 1
  %sub12 = sub nsw i64 %count, 1
  %cmp13 = icmp eq i64 %k.0, %sub12
  br i1 %cmp13, label %cond.true15, label %cond.false20

cond.true15:
  %idxprom16 = trunc i64 %k.0 to i32
  %arrayidx17 = getelementptr inbounds i32, ptr %from, i32 %idxprom16
  %3 = load i32, ptr %arrayidx17, align 4
  %add18 = add nsw i32 %mul, %3
  %add19 = add nsw i32 %add18, %odd
  br label %cond.end26

cond.false20:
  %add21 = add nsw i64 %k.0, 1
  %idxprom22 = trunc i64 %add21 to i32
  %arrayidx23 = getelementptr inbounds i32, ptr %from, i32 %idxprom22
  %4 = load i32, ptr %arrayidx23, align 4
  %add24 = add nsw i32 %mul, %4
  %add25 = add nsw i32 %add24, %odd
  br label %cond.end26

cond.end26:
  %cond27 = phi i32 [ %add19, %cond.true15 ], [ %add25, %cond.false20 ]
  %shr28 = ashr i32 %cond27, %bits
  %conv29 = trunc i32 %shr28 to i8
  %mul30 = mul nsw i64 2, %k.0
  %add31 = add nsw i64 %mul30, 1
  %idxprom32 = trunc i64 %add31 to i32
  %arrayidx33 = getelementptr inbounds i8, ptr %to, i32 %idxprom32
  store i8 %conv29, ptr %arrayidx33, align 1
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
