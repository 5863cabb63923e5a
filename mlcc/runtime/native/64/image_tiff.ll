; Generated from image_tiff.c by mlcc.runtime.native.generate.

%struct.tiff = type { ptr, i64, i32, i64, i64, i64, i64, i64, i64, i32, i32, i32, i32, i32, i32, i32, %struct.tiff_field, %struct.tiff_field, %struct.tiff_field, ptr }
%struct.tiff_field = type { i64, i64, i32 }
%struct.mlcc_image = type { ptr, i64, i64, i64, ptr }
%struct.tiff_strings = type { [4096 x i16], [4096 x i16], [4096 x i8], [4096 x i8] }

@mlcc_rt.image_tiff.__const.tiff_find.field = private unnamed_addr constant { i64, i64, i32, [4 x i8] } { i64 0, i64 0, i32 1, [4 x i8] zeroinitializer }, align 8

define internal i32 @mlcc_rt_image_tiff(ptr %image) {
entry:
  %t = alloca %struct.tiff, align 8
  call void @llvm.memset.p0.i64(ptr align 8 %t, i8 0, i64 184, i1 false)
  %data = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 0
  %data1 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 0
  %0 = load ptr, ptr %data1, align 8
  store ptr %0, ptr %data, align 8
  %size = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 1
  %size2 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 1
  %1 = load i64, ptr %size2, align 8
  store i64 %1, ptr %size, align 8
  %call = call i32 @mlcc_rt.image_tiff.tiff_header(ptr %t)
  %cmp = icmp eq i32 %call, 0
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %width3 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 3
  %2 = load i64, ptr %width3, align 8
  %height4 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 4
  %3 = load i64, ptr %height4, align 8
  %call5 = call i32 @mlcc_rt_image_sizes(ptr %image, i64 %2, i64 %3)
  br label %if.end

if.end:
  %problem.0 = phi i32 [ %call5, %if.then ], [ %call, %entry ]
  %cmp6 = icmp ne i32 %problem.0, 0
  br i1 %cmp6, label %return, label %lor.lhs.false

lor.lhs.false:
  %rgb = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 4
  %4 = load ptr, ptr %rgb, align 8
  %cmp7 = icmp eq ptr %4, null
  br i1 %cmp7, label %return, label %if.end9

if.end9:
  %width10 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 3
  %5 = load i64, ptr %width10, align 8
  %part_width11 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 5
  %6 = load i64, ptr %part_width11, align 8
  %add = add nsw i64 %5, %6
  %sub = sub nsw i64 %add, 1
  %part_width12 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 5
  %7 = load i64, ptr %part_width12, align 8
  %div = sdiv i64 %sub, %7
  %across13 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 7
  store i64 %div, ptr %across13, align 8
  %height14 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 4
  %8 = load i64, ptr %height14, align 8
  %part_height15 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 6
  %9 = load i64, ptr %part_height15, align 8
  %add16 = add nsw i64 %8, %9
  %sub17 = sub nsw i64 %add16, 1
  %part_height18 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 6
  %10 = load i64, ptr %part_height18, align 8
  %div19 = sdiv i64 %sub17, %10
  %down20 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 8
  store i64 %div19, ptr %down20, align 8
  %planar21 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 13
  %11 = load i32, ptr %planar21, align 8
  %tobool = icmp ne i32 %11, 0
  %colours22 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 12
  %12 = load i32, ptr %colours22, align 4
  %cmp23 = icmp eq i32 %12, 5
  %or.cond = select i1 %tobool, i1 %cmp23, i1 false
  br i1 %or.cond, label %return, label %if.end25

if.end25:
  %planar26 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 13
  %13 = load i32, ptr %planar26, align 8
  %tobool27 = icmp ne i32 %13, 0
  %colours28 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 12
  %14 = load i32, ptr %colours28, align 4
  %cmp29 = icmp eq i32 %14, 2
  %15 = select i1 %tobool27, i1 %cmp29, i1 false
  %cond = select i1 %15, i32 3, i32 1
  %planar31 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 13
  %16 = load i32, ptr %planar31, align 8
  %tobool32 = icmp ne i32 %16, 0
  %samples33 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 10
  %17 = load i32, ptr %samples33, align 4
  %cond34 = select i1 %tobool32, i32 1, i32 %17
  %part_width35 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 5
  %18 = load i64, ptr %part_width35, align 8
  %conv = sext i32 %cond34 to i64
  %mul = mul nsw i64 %18, %conv
  %bits36 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 9
  %19 = load i32, ptr %bits36, align 8
  %conv37 = sext i32 %19 to i64
  %mul38 = mul nsw i64 %mul, %conv37
  %add39 = add nsw i64 %mul38, 7
  %div40 = sdiv i64 %add39, 8
  %part_height41 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 6
  %20 = load i64, ptr %part_height41, align 8
  %call42 = call ptr @mlcc_rt_image_take(i64 %div40, i64 %20)
  %part43 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 19
  store ptr %call42, ptr %part43, align 8
  %part44 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 19
  %21 = load ptr, ptr %part44, align 8
  %cmp45 = icmp eq ptr %21, null
  %cond47 = select i1 %cmp45, i32 3, i32 0
  br label %for.cond

for.cond:
  %problem.1 = phi i32 [ %cond47, %if.end25 ], [ %problem.2, %for.inc63 ]
  %plane.0 = phi i32 [ 0, %if.end25 ], [ %inc64, %for.inc63 ]
  %cmp48 = icmp slt i32 %plane.0, %cond
  br i1 %cmp48, label %for.cond50, label %for.end65

for.cond50:
  %problem.2 = phi i32 [ %call62, %for.body60 ], [ %problem.1, %for.cond ]
  %k.0 = phi i64 [ %inc, %for.body60 ], [ 0, %for.cond ]
  %cmp51 = icmp eq i32 %problem.2, 0
  br i1 %cmp51, label %land.rhs53, label %for.inc63

land.rhs53:
  %across54 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 7
  %22 = load i64, ptr %across54, align 8
  %down55 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 8
  %23 = load i64, ptr %down55, align 8
  %mul56 = mul nsw i64 %22, %23
  %cmp57 = icmp slt i64 %k.0, %mul56
  br i1 %cmp57, label %for.body60, label %for.inc63

for.body60:
  %rgb61 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 4
  %24 = load ptr, ptr %rgb61, align 8
  %call62 = call i32 @mlcc_rt.image_tiff.tiff_part(ptr %t, i64 %k.0, i32 %plane.0, ptr %24)
  %inc = add nsw i64 %k.0, 1
  br label %for.cond50

for.inc63:
  %inc64 = add nsw i32 %plane.0, 1
  br label %for.cond

for.end65:
  %part66 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 19
  %25 = load ptr, ptr %part66, align 8
  call void @free(ptr %25)
  br label %return

return:
  %retval.0 = phi i32 [ %problem.1, %for.end65 ], [ %problem.0, %if.end ], [ %problem.0, %lor.lhs.false ], [ 2, %if.end9 ]
  ret i32 %retval.0
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define internal i32 @mlcc_rt.image_tiff.tiff_header(ptr %t) {
entry:
  %tmp = alloca %struct.tiff_field, align 8
  %ref.tmp = alloca %struct.tiff_field, align 8
  %tmp28 = alloca %struct.tiff_field, align 8
  %tmp30 = alloca %struct.tiff_field, align 8
  %depths = alloca %struct.tiff_field, align 8
  %data = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 0
  %0 = load ptr, ptr %data, align 8
  %arrayidx = getelementptr inbounds i8, ptr %0, i64 0
  %1 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %1 to i32
  %cmp = icmp eq i32 %conv, 77
  %conv1 = zext i1 %cmp to i32
  %big_endian = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 2
  store i32 %conv1, ptr %big_endian, align 8
  %call = call i32 @mlcc_rt.image_tiff.tiff_word(ptr %t, i64 4, i32 4)
  %conv2 = zext i32 %call to i64
  %cmp3 = icmp ult i64 %conv2, 8
  br i1 %cmp3, label %return, label %lor.lhs.false

lor.lhs.false:
  %size = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 1
  %2 = load i64, ptr %size, align 8
  %cmp5 = icmp ugt i64 %conv2, %2
  br i1 %cmp5, label %return, label %lor.lhs.false7

lor.lhs.false7:
  %size8 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 1
  %3 = load i64, ptr %size8, align 8
  %sub = sub i64 %3, %conv2
  %cmp9 = icmp ult i64 %sub, 2
  br i1 %cmp9, label %return, label %if.end

if.end:
  %call11 = call i64 @mlcc_rt.image_tiff.tiff_tag(ptr %t, i64 %conv2, i32 256, i64 0)
  %width = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 3
  store i64 %call11, ptr %width, align 8
  %call12 = call i64 @mlcc_rt.image_tiff.tiff_tag(ptr %t, i64 %conv2, i32 257, i64 0)
  %height = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 4
  store i64 %call12, ptr %height, align 8
  %call13 = call i64 @mlcc_rt.image_tiff.tiff_tag(ptr %t, i64 %conv2, i32 258, i64 1)
  %conv14 = trunc i64 %call13 to i32
  %bits = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 9
  store i32 %conv14, ptr %bits, align 8
  %call15 = call i64 @mlcc_rt.image_tiff.tiff_tag(ptr %t, i64 %conv2, i32 259, i64 1)
  %conv16 = trunc i64 %call15 to i32
  %packing = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 11
  store i32 %conv16, ptr %packing, align 8
  %call17 = call i64 @mlcc_rt.image_tiff.tiff_tag(ptr %t, i64 %conv2, i32 262, i64 -1)
  %conv18 = trunc i64 %call17 to i32
  %colours = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 12
  store i32 %conv18, ptr %colours, align 4
  %call19 = call i64 @mlcc_rt.image_tiff.tiff_tag(ptr %t, i64 %conv2, i32 277, i64 1)
  %conv20 = trunc i64 %call19 to i32
  %samples = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 10
  store i32 %conv20, ptr %samples, align 4
  %call21 = call i64 @mlcc_rt.image_tiff.tiff_tag(ptr %t, i64 %conv2, i32 284, i64 1)
  %cmp22 = icmp eq i64 %call21, 2
  %conv23 = zext i1 %cmp22 to i32
  %planar = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 13
  store i32 %conv23, ptr %planar, align 8
  %call24 = call i64 @mlcc_rt.image_tiff.tiff_tag(ptr %t, i64 %conv2, i32 317, i64 1)
  %conv25 = trunc i64 %call24 to i32
  %predictor = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 14
  store i32 %conv25, ptr %predictor, align 4
  %map = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 18
  call void @mlcc_rt.image_tiff.tiff_find(ptr dead_on_unwind writable sret(%struct.tiff_field) align 8 %tmp, ptr %t, i64 %conv2, i32 320)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %map, ptr align 8 %tmp, i64 24, i1 false)
  call void @mlcc_rt.image_tiff.tiff_find(ptr dead_on_unwind writable sret(%struct.tiff_field) align 8 %ref.tmp, ptr %t, i64 %conv2, i32 324)
  %count = getelementptr inbounds nuw %struct.tiff_field, ptr %ref.tmp, i32 0, i32 1
  %4 = load i64, ptr %count, align 8
  %cmp26 = icmp sgt i64 %4, 0
  %conv27 = zext i1 %cmp26 to i32
  %tiled = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 15
  store i32 %conv27, ptr %tiled, align 8
  %offsets = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 16
  %tiled29 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 15
  %5 = load i32, ptr %tiled29, align 8
  %tobool = icmp ne i32 %5, 0
  %cond = select i1 %tobool, i32 324, i32 273
  call void @mlcc_rt.image_tiff.tiff_find(ptr dead_on_unwind writable sret(%struct.tiff_field) align 8 %tmp28, ptr %t, i64 %conv2, i32 %cond)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %offsets, ptr align 8 %tmp28, i64 24, i1 false)
  %counts = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 17
  %tiled31 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 15
  %6 = load i32, ptr %tiled31, align 8
  %tobool32 = icmp ne i32 %6, 0
  %cond33 = select i1 %tobool32, i32 325, i32 279
  call void @mlcc_rt.image_tiff.tiff_find(ptr dead_on_unwind writable sret(%struct.tiff_field) align 8 %tmp30, ptr %t, i64 %conv2, i32 %cond33)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %counts, ptr align 8 %tmp30, i64 24, i1 false)
  %height34 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 4
  %7 = load i64, ptr %height34, align 8
  %call35 = call i64 @mlcc_rt.image_tiff.tiff_tag(ptr %t, i64 %conv2, i32 278, i64 %7)
  %tiled36 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 15
  %8 = load i32, ptr %tiled36, align 8
  %tobool37 = icmp ne i32 %8, 0
  br i1 %tobool37, label %cond.true, label %cond.false

cond.true:
  %call38 = call i64 @mlcc_rt.image_tiff.tiff_tag(ptr %t, i64 %conv2, i32 322, i64 0)
  br label %cond.end

cond.false:
  %width39 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 3
  %9 = load i64, ptr %width39, align 8
  br label %cond.end

cond.end:
  %cond40 = phi i64 [ %call38, %cond.true ], [ %9, %cond.false ]
  %part_width = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 5
  store i64 %cond40, ptr %part_width, align 8
  %tiled41 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 15
  %10 = load i32, ptr %tiled41, align 8
  %tobool42 = icmp ne i32 %10, 0
  br i1 %tobool42, label %cond.true43, label %cond.false45

cond.true43:
  %call44 = call i64 @mlcc_rt.image_tiff.tiff_tag(ptr %t, i64 %conv2, i32 323, i64 0)
  br label %cond.end54

cond.false45:
  %height46 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 4
  %11 = load i64, ptr %height46, align 8
  %cmp47 = icmp slt i64 %call35, %11
  br i1 %cmp47, label %cond.end54, label %cond.false50

cond.false50:
  %height51 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 4
  %12 = load i64, ptr %height51, align 8
  br label %cond.end54

cond.end54:
  %cond55 = phi i64 [ %call44, %cond.true43 ], [ %12, %cond.false50 ], [ %call35, %cond.false45 ]
  %part_height = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 6
  store i64 %cond55, ptr %part_height, align 8
  %colours56 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 12
  %13 = load i32, ptr %colours56, align 4
  %cmp57 = icmp eq i32 %13, 2
  br i1 %cmp57, label %cond.end65, label %cond.false60

cond.false60:
  %colours61 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 12
  %14 = load i32, ptr %colours61, align 4
  %cmp62 = icmp eq i32 %14, 5
  %cond64 = select i1 %cmp62, i32 4, i32 1
  br label %cond.end65

cond.end65:
  %cond66 = phi i32 [ %cond64, %cond.false60 ], [ 3, %cond.end54 ]
  call void @mlcc_rt.image_tiff.tiff_find(ptr dead_on_unwind writable sret(%struct.tiff_field) align 8 %depths, ptr %t, i64 %conv2, i32 258)
  br label %for.cond

for.cond:
  %k.0 = phi i64 [ 0, %cond.end65 ], [ %inc, %for.inc ]
  %count67 = getelementptr inbounds nuw %struct.tiff_field, ptr %depths, i32 0, i32 1
  %15 = load i64, ptr %count67, align 8
  %cmp68 = icmp slt i64 %k.0, %15
  br i1 %cmp68, label %for.body, label %for.end

for.body:
  %call70 = call i64 @mlcc_rt.image_tiff.tiff_value(ptr %t, ptr %depths, i64 %k.0)
  %bits71 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 9
  %16 = load i32, ptr %bits71, align 8
  %conv72 = sext i32 %16 to i64
  %cmp73 = icmp ne i64 %call70, %conv72
  br i1 %cmp73, label %return, label %for.inc

for.inc:
  %inc = add nsw i64 %k.0, 1
  br label %for.cond

for.end:
  %colours77 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 12
  %17 = load i32, ptr %colours77, align 4
  %cmp78 = icmp sge i32 %17, 0
  br i1 %cmp78, label %land.rhs, label %land.end

land.rhs:
  %colours80 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 12
  %18 = load i32, ptr %colours80, align 4
  %cmp81 = icmp sle i32 %18, 3
  br i1 %cmp81, label %land.end, label %lor.rhs

lor.rhs:
  %colours83 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 12
  %19 = load i32, ptr %colours83, align 4
  %cmp84 = icmp eq i32 %19, 5
  br label %land.end

land.end:
  %20 = phi i1 [ false, %for.end ], [ true, %land.rhs ], [ %cmp84, %lor.rhs ]
  %land.ext = zext i1 %20 to i32
  %bits86 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 9
  %21 = load i32, ptr %bits86, align 8
  %cmp87 = icmp eq i32 %21, 8
  br i1 %cmp87, label %lor.end93, label %lor.rhs89

lor.rhs89:
  %bits90 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 9
  %22 = load i32, ptr %bits90, align 8
  %cmp91 = icmp eq i32 %22, 16
  br label %lor.end93

lor.end93:
  %23 = phi i1 [ true, %land.end ], [ %cmp91, %lor.rhs89 ]
  %lor.ext = zext i1 %23 to i32
  %tobool94 = icmp ne i32 %land.ext, 0
  br i1 %tobool94, label %lor.lhs.false95, label %return

lor.lhs.false95:
  %call96 = call i64 @mlcc_rt.image_tiff.tiff_tag(ptr %t, i64 %conv2, i32 339, i64 1)
  %cmp97 = icmp ne i64 %call96, 1
  br i1 %cmp97, label %return, label %lor.lhs.false99

lor.lhs.false99:
  %call100 = call i64 @mlcc_rt.image_tiff.tiff_tag(ptr %t, i64 %conv2, i32 266, i64 1)
  %cmp101 = icmp ne i64 %call100, 1
  br i1 %cmp101, label %return, label %lor.lhs.false103

lor.lhs.false103:
  %samples104 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 10
  %24 = load i32, ptr %samples104, align 4
  %cmp105 = icmp sgt i32 %24, 16
  br i1 %cmp105, label %return, label %lor.lhs.false107

lor.lhs.false107:
  %tobool108 = icmp ne i32 %lor.ext, 0
  br i1 %tobool108, label %lor.lhs.false121, label %lor.lhs.false109

lor.lhs.false109:
  %bits110 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 9
  %25 = load i32, ptr %bits110, align 8
  %cmp111 = icmp eq i32 %25, 1
  br i1 %cmp111, label %lor.lhs.false121, label %lor.lhs.false113

lor.lhs.false113:
  %bits114 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 9
  %26 = load i32, ptr %bits114, align 8
  %cmp115 = icmp eq i32 %26, 2
  br i1 %cmp115, label %lor.lhs.false121, label %lor.lhs.false117

lor.lhs.false117:
  %bits118 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 9
  %27 = load i32, ptr %bits118, align 8
  %cmp119 = icmp eq i32 %27, 4
  br i1 %cmp119, label %lor.lhs.false121, label %return

lor.lhs.false121:
  %predictor122 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 14
  %28 = load i32, ptr %predictor122, align 4
  %cmp123 = icmp slt i32 %28, 1
  br i1 %cmp123, label %return, label %lor.lhs.false125

lor.lhs.false125:
  %predictor126 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 14
  %29 = load i32, ptr %predictor126, align 4
  %tobool127 = icmp ne i32 %lor.ext, 0
  %cond128 = select i1 %tobool127, i32 2, i32 1
  %cmp129 = icmp sgt i32 %29, %cond128
  br i1 %cmp129, label %return, label %if.end132

if.end132:
  %packing133 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 11
  %30 = load i32, ptr %packing133, align 8
  switch i32 %30, label %return [
    i32 1, label %sw.epilog
    i32 5, label %sw.epilog
    i32 8, label %sw.epilog
    i32 32773, label %sw.epilog
    i32 32946, label %sw.epilog
  ]

sw.epilog:
  %samples134 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 10
  %31 = load i32, ptr %samples134, align 4
  %cmp135 = icmp slt i32 %31, %cond66
  br i1 %cmp135, label %return, label %lor.lhs.false137

lor.lhs.false137:
  %colours138 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 12
  %32 = load i32, ptr %colours138, align 4
  %cmp139 = icmp eq i32 %32, 3
  br i1 %cmp139, label %land.lhs.true, label %if.end152

land.lhs.true:
  %bits141 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 9
  %33 = load i32, ptr %bits141, align 8
  %cmp142 = icmp sgt i32 %33, 8
  br i1 %cmp142, label %return, label %lor.lhs.false144

lor.lhs.false144:
  %map145 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 18
  %count146 = getelementptr inbounds nuw %struct.tiff_field, ptr %map145, i32 0, i32 1
  %34 = load i64, ptr %count146, align 8
  %bits147 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 9
  %35 = load i32, ptr %bits147, align 8
  %shl = shl i32 3, %35
  %conv148 = sext i32 %shl to i64
  %cmp149 = icmp slt i64 %34, %conv148
  br i1 %cmp149, label %return, label %if.end152

if.end152:
  %part_width153 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 5
  %36 = load i64, ptr %part_width153, align 8
  %cmp154 = icmp sgt i64 %36, 0
  br i1 %cmp154, label %land.lhs.true156, label %land.end165

land.lhs.true156:
  %part_height157 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 6
  %37 = load i64, ptr %part_height157, align 8
  %cmp158 = icmp sgt i64 %37, 0
  br i1 %cmp158, label %land.rhs160, label %land.end165

land.rhs160:
  %part_width161 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 5
  %38 = load i64, ptr %part_width161, align 8
  %part_height162 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 6
  %39 = load i64, ptr %part_height162, align 8
  %div = sdiv i64 134217728, %39
  %cmp163 = icmp sle i64 %38, %div
  br label %land.end165

land.end165:
  %40 = phi i1 [ false, %land.lhs.true156 ], [ false, %if.end152 ], [ %cmp163, %land.rhs160 ]
  %cond167 = select i1 %40, i32 0, i32 1
  br label %return

return:
  %retval.0 = phi i32 [ %cond167, %land.end165 ], [ 1, %entry ], [ 2, %for.body ], [ 2, %lor.end93 ], [ 2, %if.end132 ], [ 1, %lor.lhs.false7 ], [ 1, %lor.lhs.false ], [ 2, %lor.lhs.false125 ], [ 2, %lor.lhs.false121 ], [ 2, %lor.lhs.false117 ], [ 2, %lor.lhs.false103 ], [ 2, %lor.lhs.false99 ], [ 2, %lor.lhs.false95 ], [ 1, %lor.lhs.false144 ], [ 1, %land.lhs.true ], [ 1, %sw.epilog ]
  ret i32 %retval.0
}

declare i32 @mlcc_rt_image_sizes(ptr, i64, i64)

declare ptr @mlcc_rt_image_take(i64, i64)

define internal i32 @mlcc_rt.image_tiff.tiff_part(ptr %t, i64 %number, i32 %plane, ptr %rgb) {
entry:
  %across = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 7
  %0 = load i64, ptr %across, align 8
  %rem = srem i64 %number, %0
  %part_width = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 5
  %1 = load i64, ptr %part_width, align 8
  %mul = mul nsw i64 %rem, %1
  %across1 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 7
  %2 = load i64, ptr %across1, align 8
  %div = sdiv i64 %number, %2
  %part_height = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 6
  %3 = load i64, ptr %part_height, align 8
  %mul2 = mul nsw i64 %div, %3
  %planar = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 13
  %4 = load i32, ptr %planar, align 8
  %tobool = icmp ne i32 %4, 0
  br i1 %tobool, label %cond.end, label %cond.false

cond.false:
  %samples3 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 10
  %5 = load i32, ptr %samples3, align 4
  br label %cond.end

cond.end:
  %cond = phi i32 [ %5, %cond.false ], [ 1, %entry ]
  %part_width4 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 5
  %6 = load i64, ptr %part_width4, align 8
  %conv = sext i32 %cond to i64
  %mul5 = mul nsw i64 %6, %conv
  %bits = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 9
  %7 = load i32, ptr %bits, align 8
  %conv6 = sext i32 %7 to i64
  %mul7 = mul nsw i64 %mul5, %conv6
  %add = add nsw i64 %mul7, 7
  %div8 = sdiv i64 %add, 8
  %height = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 4
  %8 = load i64, ptr %height, align 8
  %sub = sub nsw i64 %8, %mul2
  %part_height9 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 6
  %9 = load i64, ptr %part_height9, align 8
  %cmp = icmp slt i64 %sub, %9
  br i1 %cmp, label %cond.true11, label %cond.false14

cond.true11:
  %height12 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 4
  %10 = load i64, ptr %height12, align 8
  %sub13 = sub nsw i64 %10, %mul2
  br label %cond.end16

cond.false14:
  %part_height15 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 6
  %11 = load i64, ptr %part_height15, align 8
  br label %cond.end16

cond.end16:
  %cond17 = phi i64 [ %sub13, %cond.true11 ], [ %11, %cond.false14 ]
  %width = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 3
  %12 = load i64, ptr %width, align 8
  %sub18 = sub nsw i64 %12, %mul
  %part_width19 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 5
  %13 = load i64, ptr %part_width19, align 8
  %cmp20 = icmp slt i64 %sub18, %13
  br i1 %cmp20, label %cond.true22, label %cond.false25

cond.true22:
  %width23 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 3
  %14 = load i64, ptr %width23, align 8
  %sub24 = sub nsw i64 %14, %mul
  br label %cond.end27

cond.false25:
  %part_width26 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 5
  %15 = load i64, ptr %part_width26, align 8
  br label %cond.end27

cond.end27:
  %cond28 = phi i64 [ %sub24, %cond.true22 ], [ %15, %cond.false25 ]
  %conv29 = sext i32 %plane to i64
  %across30 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 7
  %16 = load i64, ptr %across30, align 8
  %mul31 = mul nsw i64 %conv29, %16
  %down = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 8
  %17 = load i64, ptr %down, align 8
  %mul32 = mul nsw i64 %mul31, %17
  %add33 = add nsw i64 %number, %mul32
  %tiled = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 15
  %18 = load i32, ptr %tiled, align 8
  %tobool34 = icmp ne i32 %18, 0
  br i1 %tobool34, label %cond.true35, label %cond.end38

cond.true35:
  %part_height36 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 6
  %19 = load i64, ptr %part_height36, align 8
  br label %cond.end38

cond.end38:
  %cond39 = phi i64 [ %19, %cond.true35 ], [ %cond17, %cond.end27 ]
  %mul40 = mul nsw i64 %div8, %cond39
  %call = call i32 @mlcc_rt.image_tiff.tiff_unpack(ptr %t, i64 %add33, i64 %mul40)
  %cmp41 = icmp ne i32 %call, 0
  br i1 %cmp41, label %return, label %for.cond

for.cond:
  %y.0 = phi i64 [ %inc74, %for.inc73 ], [ 0, %cond.end38 ]
  %cmp43 = icmp slt i64 %y.0, %cond17
  br i1 %cmp43, label %for.body, label %return

for.body:
  %part = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 19
  %20 = load ptr, ptr %part, align 8
  %mul45 = mul nsw i64 %y.0, %div8
  %add.ptr = getelementptr inbounds i8, ptr %20, i64 %mul45
  %predictor = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 14
  %21 = load i32, ptr %predictor, align 4
  %cmp46 = icmp eq i32 %21, 2
  br i1 %cmp46, label %if.then48, label %if.end53

if.then48:
  %part_width49 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 5
  %22 = load i64, ptr %part_width49, align 8
  %conv50 = sext i32 %cond to i64
  %mul51 = mul nsw i64 %22, %conv50
  %conv52 = sext i32 %cond to i64
  call void @mlcc_rt.image_tiff.tiff_sum(ptr %t, ptr %add.ptr, i64 %mul51, i64 %conv52)
  br label %if.end53

if.end53:
  br label %for.cond54

for.cond54:
  %x.0 = phi i64 [ 0, %if.end53 ], [ %inc, %for.inc ]
  %cmp55 = icmp slt i64 %x.0, %cond28
  br i1 %cmp55, label %for.body57, label %for.inc73

for.body57:
  %add58 = add nsw i64 %mul2, %y.0
  %width59 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 3
  %23 = load i64, ptr %width59, align 8
  %mul60 = mul nsw i64 %add58, %23
  %add61 = add nsw i64 %mul60, %mul
  %add62 = add nsw i64 %add61, %x.0
  %mul63 = mul nsw i64 %add62, 3
  %add.ptr64 = getelementptr inbounds i8, ptr %rgb, i64 %mul63
  %colours = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 12
  %24 = load i32, ptr %colours, align 4
  %cmp65 = icmp eq i32 %24, 5
  br i1 %cmp65, label %if.then67, label %if.else

if.then67:
  %conv68 = sext i32 %cond to i64
  %mul69 = mul nsw i64 %x.0, %conv68
  call void @mlcc_rt.image_tiff.tiff_inks(ptr %t, ptr %add.ptr, i64 %mul69, ptr %add.ptr64)
  br label %for.inc

if.else:
  %conv70 = sext i32 %cond to i64
  %mul71 = mul nsw i64 %x.0, %conv70
  call void @mlcc_rt.image_tiff.tiff_pixel(ptr %t, ptr %add.ptr, i64 %mul71, i32 %plane, ptr %add.ptr64)
  br label %for.inc

for.inc:
  %inc = add nsw i64 %x.0, 1
  br label %for.cond54

for.inc73:
  %inc74 = add nsw i64 %y.0, 1
  br label %for.cond

return:
  %retval.0 = phi i32 [ %call, %cond.end38 ], [ 0, %for.cond ]
  ret i32 %retval.0
}

declare void @free(ptr)

define internal i32 @mlcc_rt.image_tiff.tiff_word(ptr %t, i64 %at, i32 %bytes) {
entry:
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ 0, %entry ], [ %inc, %cond.end7 ]
  %value.0 = phi i32 [ 0, %entry ], [ %or, %cond.end7 ]
  %cmp = icmp slt i32 %k.0, %bytes
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %big_endian = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 2
  %0 = load i32, ptr %big_endian, align 8
  %tobool = icmp ne i32 %0, 0
  %sub = sub nsw i32 %bytes, 1
  %sub1 = sub nsw i32 %sub, %k.0
  %cond = select i1 %tobool, i32 %k.0, i32 %sub1
  %conv = sext i32 %cond to i64
  %add = add i64 %at, %conv
  %shl = shl i32 %value.0, 8
  %size = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 1
  %1 = load i64, ptr %size, align 8
  %cmp2 = icmp ult i64 %add, %1
  br i1 %cmp2, label %cond.true4, label %cond.end7

cond.true4:
  %data = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 0
  %2 = load ptr, ptr %data, align 8
  %arrayidx = getelementptr inbounds nuw i8, ptr %2, i64 %add
  %3 = load i8, ptr %arrayidx, align 1
  %conv5 = zext i8 %3 to i32
  br label %cond.end7

cond.end7:
  %cond8 = phi i32 [ %conv5, %cond.true4 ], [ 0, %for.body ]
  %or = or i32 %shl, %cond8
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.end:
  ret i32 %value.0
}

define internal i64 @mlcc_rt.image_tiff.tiff_tag(ptr %t, i64 %begin, i32 %tag, i64 %otherwise) {
entry:
  %field = alloca %struct.tiff_field, align 8
  call void @mlcc_rt.image_tiff.tiff_find(ptr dead_on_unwind writable sret(%struct.tiff_field) align 8 %field, ptr %t, i64 %begin, i32 %tag)
  %count = getelementptr inbounds nuw %struct.tiff_field, ptr %field, i32 0, i32 1
  %0 = load i64, ptr %count, align 8
  %cmp = icmp sgt i64 %0, 0
  br i1 %cmp, label %cond.true, label %cond.end

cond.true:
  %call = call i64 @mlcc_rt.image_tiff.tiff_value(ptr %t, ptr %field, i64 0)
  br label %cond.end

cond.end:
  %cond = phi i64 [ %call, %cond.true ], [ %otherwise, %entry ]
  ret i64 %cond
}

define internal void @mlcc_rt.image_tiff.tiff_find(ptr dead_on_unwind noalias writable sret(%struct.tiff_field) align 8 %agg.result, ptr %t, i64 %begin, i32 %tag) {
entry:
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %agg.result, ptr align 8 @mlcc_rt.image_tiff.__const.tiff_find.field, i64 24, i1 false)
  %call = call i32 @mlcc_rt.image_tiff.tiff_word(ptr %t, i64 %begin, i32 2)
  %conv = zext i32 %call to i64
  br label %for.cond

for.cond:
  %k.0 = phi i64 [ 0, %entry ], [ %inc, %for.inc ]
  %cmp = icmp ult i64 %k.0, %conv
  br i1 %cmp, label %land.rhs, label %return

land.rhs:
  %add = add i64 %begin, 14
  %mul = mul i64 12, %k.0
  %add2 = add i64 %add, %mul
  %size = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 1
  %0 = load i64, ptr %size, align 8
  %cmp3 = icmp ule i64 %add2, %0
  br i1 %cmp3, label %for.body, label %return

for.body:
  %add5 = add i64 %begin, 2
  %mul6 = mul i64 12, %k.0
  %add7 = add i64 %add5, %mul6
  %call8 = call i32 @mlcc_rt.image_tiff.tiff_word(ptr %t, i64 %add7, i32 2)
  %cmp9 = icmp ne i32 %call8, %tag
  br i1 %cmp9, label %for.inc, label %if.end

if.end:
  %add11 = add i64 %add7, 2
  %call12 = call i32 @mlcc_rt.image_tiff.tiff_word(ptr %t, i64 %add11, i32 2)
  %cmp13 = icmp eq i32 %call12, 3
  br i1 %cmp13, label %cond.end, label %cond.false

cond.false:
  %cmp15 = icmp eq i32 %call12, 4
  %cond = select i1 %cmp15, i32 4, i32 1
  br label %cond.end

cond.end:
  %cond17 = phi i32 [ %cond, %cond.false ], [ 2, %if.end ]
  %bytes = getelementptr inbounds nuw %struct.tiff_field, ptr %agg.result, i32 0, i32 2
  store i32 %cond17, ptr %bytes, align 8
  %add18 = add i64 %add7, 4
  %call19 = call i32 @mlcc_rt.image_tiff.tiff_word(ptr %t, i64 %add18, i32 4)
  %conv20 = zext i32 %call19 to i64
  %count = getelementptr inbounds nuw %struct.tiff_field, ptr %agg.result, i32 0, i32 1
  store i64 %conv20, ptr %count, align 8
  %count22 = getelementptr inbounds nuw %struct.tiff_field, ptr %agg.result, i32 0, i32 1
  %1 = load i64, ptr %count22, align 8
  %bytes23 = getelementptr inbounds nuw %struct.tiff_field, ptr %agg.result, i32 0, i32 2
  %2 = load i32, ptr %bytes23, align 8
  %conv24 = sext i32 %2 to i64
  %mul25 = mul i64 %1, %conv24
  %cmp26 = icmp ule i64 %mul25, 4
  br i1 %cmp26, label %cond.true28, label %cond.false30

cond.true28:
  %add29 = add i64 %add7, 8
  br label %cond.end34

cond.false30:
  %add31 = add i64 %add7, 8
  %call32 = call i32 @mlcc_rt.image_tiff.tiff_word(ptr %t, i64 %add31, i32 4)
  %conv33 = zext i32 %call32 to i64
  br label %cond.end34

cond.end34:
  %cond35 = phi i64 [ %add29, %cond.true28 ], [ %conv33, %cond.false30 ]
  %at36 = getelementptr inbounds nuw %struct.tiff_field, ptr %agg.result, i32 0, i32 0
  store i64 %cond35, ptr %at36, align 8
  %at37 = getelementptr inbounds nuw %struct.tiff_field, ptr %agg.result, i32 0, i32 0
  %3 = load i64, ptr %at37, align 8
  %size38 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 1
  %4 = load i64, ptr %size38, align 8
  %cmp39 = icmp ugt i64 %3, %4
  br i1 %cmp39, label %if.then45, label %lor.lhs.false

lor.lhs.false:
  %size41 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 1
  %5 = load i64, ptr %size41, align 8
  %at42 = getelementptr inbounds nuw %struct.tiff_field, ptr %agg.result, i32 0, i32 0
  %6 = load i64, ptr %at42, align 8
  %sub = sub i64 %5, %6
  %cmp43 = icmp ugt i64 %mul25, %sub
  br i1 %cmp43, label %if.then45, label %return

if.then45:
  %count46 = getelementptr inbounds nuw %struct.tiff_field, ptr %agg.result, i32 0, i32 1
  store i64 0, ptr %count46, align 8
  br label %return

for.inc:
  %inc = add i64 %k.0, 1
  br label %for.cond

return:
  ret void
}

declare void @llvm.memcpy.p0.p0.i64(ptr noalias, ptr noalias readonly, i64, i1)

define internal i64 @mlcc_rt.image_tiff.tiff_value(ptr %t, ptr %field, i64 %index) {
entry:
  %count = getelementptr inbounds nuw %struct.tiff_field, ptr %field, i32 0, i32 1
  %0 = load i64, ptr %count, align 8
  %cmp = icmp slt i64 %index, %0
  br i1 %cmp, label %cond.true, label %cond.end

cond.true:
  %at = getelementptr inbounds nuw %struct.tiff_field, ptr %field, i32 0, i32 0
  %1 = load i64, ptr %at, align 8
  %bytes = getelementptr inbounds nuw %struct.tiff_field, ptr %field, i32 0, i32 2
  %2 = load i32, ptr %bytes, align 8
  %conv = sext i32 %2 to i64
  %mul = mul i64 %index, %conv
  %add = add i64 %1, %mul
  %bytes1 = getelementptr inbounds nuw %struct.tiff_field, ptr %field, i32 0, i32 2
  %3 = load i32, ptr %bytes1, align 8
  %call = call i32 @mlcc_rt.image_tiff.tiff_word(ptr %t, i64 %add, i32 %3)
  br label %cond.end

cond.end:
  %cond = phi i32 [ %call, %cond.true ], [ 0, %entry ]
  %conv2 = zext i32 %cond to i64
  ret i64 %conv2
}

define internal i32 @mlcc_rt.image_tiff.tiff_unpack(ptr %t, i64 %number, i64 %room) {
entry:
  %offsets = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 16
  %call = call i64 @mlcc_rt.image_tiff.tiff_value(ptr %t, ptr %offsets, i64 %number)
  %counts = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 17
  %call1 = call i64 @mlcc_rt.image_tiff.tiff_value(ptr %t, ptr %counts, i64 %number)
  %offsets2 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 16
  %count = getelementptr inbounds nuw %struct.tiff_field, ptr %offsets2, i32 0, i32 1
  %0 = load i64, ptr %count, align 8
  %cmp = icmp sge i64 %number, %0
  br i1 %cmp, label %return, label %lor.lhs.false

lor.lhs.false:
  %size3 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 1
  %1 = load i64, ptr %size3, align 8
  %cmp4 = icmp ugt i64 %call, %1
  br i1 %cmp4, label %return, label %if.end

if.end:
  %counts5 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 17
  %count6 = getelementptr inbounds nuw %struct.tiff_field, ptr %counts5, i32 0, i32 1
  %2 = load i64, ptr %count6, align 8
  %cmp7 = icmp eq i64 %2, 0
  br i1 %cmp7, label %if.then11, label %lor.lhs.false8

lor.lhs.false8:
  %size9 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 1
  %3 = load i64, ptr %size9, align 8
  %sub = sub i64 %3, %call
  %cmp10 = icmp ugt i64 %call1, %sub
  br i1 %cmp10, label %if.then11, label %if.end14

if.then11:
  %size12 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 1
  %4 = load i64, ptr %size12, align 8
  %sub13 = sub i64 %4, %call
  br label %if.end14

if.end14:
  %size.0 = phi i64 [ %sub13, %if.then11 ], [ %call1, %lor.lhs.false8 ]
  %data15 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 0
  %5 = load ptr, ptr %data15, align 8
  %add.ptr = getelementptr inbounds nuw i8, ptr %5, i64 %call
  %packing = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 11
  %6 = load i32, ptr %packing, align 8
  switch i32 %6, label %sw.default [
    i32 5, label %sw.bb
    i32 32773, label %sw.bb17
    i32 1, label %for.cond
  ]

sw.bb:
  %part = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 19
  %7 = load ptr, ptr %part, align 8
  %call16 = call i32 @mlcc_rt.image_tiff.tiff_lzw(ptr %add.ptr, i64 %size.0, ptr %7, i64 %room)
  br label %return

sw.bb17:
  %part18 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 19
  %8 = load ptr, ptr %part18, align 8
  %call19 = call i32 @mlcc_rt.image_tiff.tiff_packbits(ptr %add.ptr, i64 %size.0, ptr %8, i64 %room)
  br label %return

for.cond:
  %k.0 = phi i64 [ %inc, %if.end24 ], [ 0, %if.end14 ]
  %cmp21 = icmp ult i64 %k.0, %room
  br i1 %cmp21, label %for.body, label %return

for.body:
  %cmp22 = icmp uge i64 %k.0, %size.0
  br i1 %cmp22, label %return, label %if.end24

if.end24:
  %arrayidx = getelementptr inbounds nuw i8, ptr %add.ptr, i64 %k.0
  %9 = load i8, ptr %arrayidx, align 1
  %part25 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 19
  %10 = load ptr, ptr %part25, align 8
  %arrayidx26 = getelementptr inbounds nuw i8, ptr %10, i64 %k.0
  store i8 %9, ptr %arrayidx26, align 1
  %inc = add i64 %k.0, 1
  br label %for.cond

sw.default:
  %part27 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 19
  %11 = load ptr, ptr %part27, align 8
  %call28 = call i32 @mlcc_rt_zlib(ptr %add.ptr, i64 %size.0, ptr %11, i64 %room)
  br label %return

return:
  %retval.0 = phi i32 [ 1, %for.body ], [ %call28, %sw.default ], [ %call16, %sw.bb ], [ %call19, %sw.bb17 ], [ 1, %entry ], [ 1, %lor.lhs.false ], [ 0, %for.cond ]
  ret i32 %retval.0
}

define internal void @mlcc_rt.image_tiff.tiff_sum(ptr %t, ptr %row, i64 %count, i64 %step) {
entry:
  br label %for.cond

for.cond:
  %k.0 = phi i64 [ %step, %entry ], [ %inc, %for.inc ]
  %cmp = icmp slt i64 %k.0, %count
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %bits = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 9
  %0 = load i32, ptr %bits, align 8
  %cmp1 = icmp eq i32 %0, 8
  br i1 %cmp1, label %if.then, label %if.end

if.then:
  %arrayidx = getelementptr inbounds i8, ptr %row, i64 %k.0
  %1 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %1 to i32
  %sub = sub nsw i64 %k.0, %step
  %arrayidx2 = getelementptr inbounds i8, ptr %row, i64 %sub
  %2 = load i8, ptr %arrayidx2, align 1
  %conv3 = zext i8 %2 to i32
  %add = add nsw i32 %conv, %conv3
  %conv4 = trunc i32 %add to i8
  %arrayidx5 = getelementptr inbounds i8, ptr %row, i64 %k.0
  store i8 %conv4, ptr %arrayidx5, align 1
  br label %for.inc

if.end:
  %mul = mul nsw i64 2, %k.0
  %add.ptr = getelementptr inbounds i8, ptr %row, i64 %mul
  %sub6 = sub nsw i64 %k.0, %step
  %mul7 = mul nsw i64 2, %sub6
  %add.ptr8 = getelementptr inbounds i8, ptr %row, i64 %mul7
  %big_endian = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 2
  %3 = load i32, ptr %big_endian, align 8
  %tobool = icmp ne i32 %3, 0
  %cond = select i1 %tobool, i32 0, i32 1
  %idxprom = sext i32 %cond to i64
  %arrayidx9 = getelementptr inbounds i8, ptr %add.ptr, i64 %idxprom
  %4 = load i8, ptr %arrayidx9, align 1
  %conv10 = zext i8 %4 to i32
  %shl = shl i32 %conv10, 8
  %sub11 = sub nsw i32 1, %cond
  %idxprom12 = sext i32 %sub11 to i64
  %arrayidx13 = getelementptr inbounds i8, ptr %add.ptr, i64 %idxprom12
  %5 = load i8, ptr %arrayidx13, align 1
  %conv14 = zext i8 %5 to i32
  %or = or i32 %shl, %conv14
  %idxprom15 = sext i32 %cond to i64
  %arrayidx16 = getelementptr inbounds i8, ptr %add.ptr8, i64 %idxprom15
  %6 = load i8, ptr %arrayidx16, align 1
  %conv17 = zext i8 %6 to i32
  %shl18 = shl i32 %conv17, 8
  %sub19 = sub nsw i32 1, %cond
  %idxprom20 = sext i32 %sub19 to i64
  %arrayidx21 = getelementptr inbounds i8, ptr %add.ptr8, i64 %idxprom20
  %7 = load i8, ptr %arrayidx21, align 1
  %conv22 = zext i8 %7 to i32
  %or23 = or i32 %shl18, %conv22
  %add24 = add nsw i32 %or, %or23
  %shr = ashr i32 %add24, 8
  %conv25 = trunc i32 %shr to i8
  %idxprom26 = sext i32 %cond to i64
  %arrayidx27 = getelementptr inbounds i8, ptr %add.ptr, i64 %idxprom26
  store i8 %conv25, ptr %arrayidx27, align 1
  %conv28 = trunc i32 %add24 to i8
  %sub29 = sub nsw i32 1, %cond
  %idxprom30 = sext i32 %sub29 to i64
  %arrayidx31 = getelementptr inbounds i8, ptr %add.ptr, i64 %idxprom30
  store i8 %conv28, ptr %arrayidx31, align 1
  br label %for.inc

for.inc:
  %inc = add nsw i64 %k.0, 1
  br label %for.cond

for.end:
  ret void
}

define internal void @mlcc_rt.image_tiff.tiff_inks(ptr %t, ptr %row, i64 %index, ptr %to) {
entry:
  %bits = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 9
  %0 = load i32, ptr %bits, align 8
  %cmp = icmp slt i32 %0, 8
  br i1 %cmp, label %cond.true, label %cond.end

cond.true:
  %bits1 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 9
  %1 = load i32, ptr %bits1, align 8
  %shl = shl i32 1, %1
  %sub = sub nsw i32 %shl, 1
  %div = sdiv i32 255, %sub
  br label %cond.end

cond.end:
  %cond = phi i32 [ %div, %cond.true ], [ 1, %entry ]
  %add = add nsw i64 %index, 3
  %call = call i32 @mlcc_rt.image_tiff.tiff_sample(ptr %t, ptr %row, i64 %add)
  %mul = mul nsw i32 %cond, %call
  %sub2 = sub nsw i32 255, %mul
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ 0, %cond.end ], [ %inc, %for.body ]
  %cmp3 = icmp slt i32 %k.0, 3
  br i1 %cmp3, label %for.body, label %for.end

for.body:
  %conv = sext i32 %k.0 to i64
  %add4 = add nsw i64 %index, %conv
  %call5 = call i32 @mlcc_rt.image_tiff.tiff_sample(ptr %t, ptr %row, i64 %add4)
  %mul6 = mul nsw i32 %cond, %call5
  %mul7 = mul nsw i32 %mul6, %sub2
  %add8 = add nsw i32 %mul7, 128
  %shr = ashr i32 %add8, 8
  %add9 = add nsw i32 %add8, %shr
  %shr10 = ashr i32 %add9, 8
  %sub11 = sub nsw i32 %sub2, %shr10
  %cmp12 = icmp slt i32 %sub11, 0
  %.sub11 = select i1 %cmp12, i32 0, i32 %sub11
  %conv18 = trunc i32 %.sub11 to i8
  %idxprom = sext i32 %k.0 to i64
  %arrayidx = getelementptr inbounds i8, ptr %to, i64 %idxprom
  store i8 %conv18, ptr %arrayidx, align 1
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.end:
  ret void
}

define internal void @mlcc_rt.image_tiff.tiff_pixel(ptr %t, ptr %row, i64 %index, i32 %plane, ptr %to) {
entry:
  %call = call i32 @mlcc_rt.image_tiff.tiff_sample(ptr %t, ptr %row, i64 %index)
  %bits = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 9
  %0 = load i32, ptr %bits, align 8
  %cmp = icmp slt i32 %0, 8
  br i1 %cmp, label %cond.true, label %cond.end

cond.true:
  %bits1 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 9
  %1 = load i32, ptr %bits1, align 8
  %shl = shl i32 1, %1
  %sub = sub nsw i32 %shl, 1
  %div = sdiv i32 255, %sub
  br label %cond.end

cond.end:
  %cond = phi i32 [ %div, %cond.true ], [ 1, %entry ]
  %colours = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 12
  %2 = load i32, ptr %colours, align 4
  %cmp2 = icmp eq i32 %2, 3
  br i1 %cmp2, label %for.cond, label %if.else

for.cond:
  %k.0 = phi i32 [ %inc, %for.body ], [ 0, %cond.end ]
  %cmp3 = icmp slt i32 %k.0, 3
  br i1 %cmp3, label %for.body, label %if.end51

for.body:
  %map = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 18
  %conv = sext i32 %k.0 to i64
  %bits4 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 9
  %3 = load i32, ptr %bits4, align 8
  %sh_prom = zext i32 %3 to i64
  %shl5 = shl i64 %conv, %sh_prom
  %conv6 = sext i32 %call to i64
  %add = add nsw i64 %shl5, %conv6
  %call7 = call i64 @mlcc_rt.image_tiff.tiff_value(ptr %t, ptr %map, i64 %add)
  %shr = ashr i64 %call7, 8
  %conv8 = trunc i64 %shr to i8
  %idxprom = sext i32 %k.0 to i64
  %arrayidx = getelementptr inbounds i8, ptr %to, i64 %idxprom
  store i8 %conv8, ptr %arrayidx, align 1
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

if.else:
  %colours9 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 12
  %4 = load i32, ptr %colours9, align 4
  %cmp10 = icmp eq i32 %4, 2
  br i1 %cmp10, label %for.cond14, label %if.else36

for.cond14:
  %k13.0 = phi i32 [ %inc34, %for.inc33 ], [ 0, %if.else ]
  %cmp15 = icmp slt i32 %k13.0, 3
  br i1 %cmp15, label %for.body17, label %if.end51

for.body17:
  %planar = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 13
  %5 = load i32, ptr %planar, align 8
  %tobool = icmp eq i32 %5, 0
  %cmp18 = icmp eq i32 %k13.0, %plane
  %or.cond = select i1 %tobool, i1 true, i1 %cmp18
  br i1 %or.cond, label %if.then20, label %for.inc33

if.then20:
  %planar21 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 13
  %6 = load i32, ptr %planar21, align 8
  %tobool22 = icmp ne i32 %6, 0
  br i1 %tobool22, label %cond.end28, label %cond.false24

cond.false24:
  %conv25 = sext i32 %k13.0 to i64
  %add26 = add nsw i64 %index, %conv25
  %call27 = call i32 @mlcc_rt.image_tiff.tiff_sample(ptr %t, ptr %row, i64 %add26)
  br label %cond.end28

cond.end28:
  %cond29 = phi i32 [ %call27, %cond.false24 ], [ %call, %if.then20 ]
  %mul = mul nsw i32 %cond, %cond29
  %conv30 = trunc i32 %mul to i8
  %idxprom31 = sext i32 %k13.0 to i64
  %arrayidx32 = getelementptr inbounds i8, ptr %to, i64 %idxprom31
  store i8 %conv30, ptr %arrayidx32, align 1
  br label %for.inc33

for.inc33:
  %inc34 = add nsw i32 %k13.0, 1
  br label %for.cond14

if.else36:
  %mul37 = mul nsw i32 %cond, %call
  %colours38 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 12
  %7 = load i32, ptr %colours38, align 4
  %cmp39 = icmp eq i32 %7, 0
  %sub42 = sub nsw i32 255, %mul37
  %cond45 = select i1 %cmp39, i32 %sub42, i32 %mul37
  %conv46 = trunc i32 %cond45 to i8
  %arrayidx47 = getelementptr inbounds i8, ptr %to, i64 2
  store i8 %conv46, ptr %arrayidx47, align 1
  %arrayidx48 = getelementptr inbounds i8, ptr %to, i64 1
  store i8 %conv46, ptr %arrayidx48, align 1
  %arrayidx49 = getelementptr inbounds i8, ptr %to, i64 0
  store i8 %conv46, ptr %arrayidx49, align 1
  br label %if.end51

if.end51:
  ret void
}

define internal i32 @mlcc_rt.image_tiff.tiff_lzw(ptr %data, i64 %size, ptr %to, i64 %room) {
entry:
  %call = call ptr @mlcc_rt_image_take(i64 1, i64 24576)
  %cmp = icmp eq ptr %call, null
  br i1 %cmp, label %return, label %for.cond

for.cond:
  %k.0 = phi i32 [ %inc, %for.body ], [ 0, %entry ]
  %cmp1 = icmp slt i32 %k.0, 256
  br i1 %cmp1, label %for.body, label %while.cond

for.body:
  %conv = trunc i32 %k.0 to i8
  %first = getelementptr inbounds nuw %struct.tiff_strings, ptr %call, i32 0, i32 3
  %idxprom = sext i32 %k.0 to i64
  %arrayidx = getelementptr inbounds [4096 x i8], ptr %first, i64 0, i64 %idxprom
  store i8 %conv, ptr %arrayidx, align 1
  %last = getelementptr inbounds nuw %struct.tiff_strings, ptr %call, i32 0, i32 2
  %idxprom2 = sext i32 %k.0 to i64
  %arrayidx3 = getelementptr inbounds [4096 x i8], ptr %last, i64 0, i64 %idxprom2
  store i8 %conv, ptr %arrayidx3, align 1
  %length = getelementptr inbounds nuw %struct.tiff_strings, ptr %call, i32 0, i32 1
  %idxprom4 = sext i32 %k.0 to i64
  %arrayidx5 = getelementptr inbounds [4096 x i16], ptr %length, i64 0, i64 %idxprom4
  store i16 1, ptr %arrayidx5, align 2
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

while.cond:
  %next.0 = phi i32 [ %next.1, %cond.end121 ], [ 258, %for.cond ], [ 258, %if.end20 ]
  %width.0 = phi i32 [ %cond122, %cond.end121 ], [ 9, %for.cond ], [ 9, %if.end20 ]
  %previous.0 = phi i32 [ %and, %cond.end121 ], [ -1, %for.cond ], [ -1, %if.end20 ]
  %count.0 = phi i32 [ %sub23, %cond.end121 ], [ 0, %for.cond ], [ %sub23, %if.end20 ]
  %bits.0 = phi i32 [ %bits.1, %cond.end121 ], [ 0, %for.cond ], [ %bits.1, %if.end20 ]
  %at.0 = phi i64 [ %at.1, %cond.end121 ], [ 0, %for.cond ], [ %at.1, %if.end20 ]
  %done.0 = phi i64 [ %add107, %cond.end121 ], [ 0, %for.cond ], [ %done.0, %if.end20 ]
  %cmp6 = icmp ult i64 %done.0, %room
  br i1 %cmp6, label %while.cond8, label %while.end123

while.cond8:
  %count.1 = phi i32 [ %add, %while.body13 ], [ %count.0, %while.cond ]
  %bits.1 = phi i32 [ %or, %while.body13 ], [ %bits.0, %while.cond ]
  %at.1 = phi i64 [ %inc14, %while.body13 ], [ %at.0, %while.cond ]
  %cmp9 = icmp slt i32 %count.1, %width.0
  %cmp11 = icmp ult i64 %at.1, %size
  %spec.select = select i1 %cmp9, i1 %cmp11, i1 false
  br i1 %spec.select, label %while.body13, label %while.end

while.body13:
  %shl = shl i32 %bits.1, 8
  %inc14 = add i64 %at.1, 1
  %arrayidx15 = getelementptr inbounds nuw i8, ptr %data, i64 %at.1
  %0 = load i8, ptr %arrayidx15, align 1
  %conv16 = zext i8 %0 to i32
  %or = or i32 %shl, %conv16
  %add = add nsw i32 %count.1, 8
  br label %while.cond8

while.end:
  %cmp17 = icmp slt i32 %count.1, %width.0
  br i1 %cmp17, label %while.end123, label %if.end20

if.end20:
  %sub = sub nsw i32 %count.1, %width.0
  %shr = lshr i32 %bits.1, %sub
  %shl21 = shl i32 1, %width.0
  %sub22 = sub nsw i32 %shl21, 1
  %and = and i32 %shr, %sub22
  %sub23 = sub nsw i32 %count.1, %width.0
  switch i32 %and, label %if.end31 [
    i32 257, label %while.end123
    i32 256, label %while.cond
  ]

if.end31:
  %cmp32 = icmp sgt i32 %and, 255
  br i1 %cmp32, label %land.lhs.true, label %if.end42

land.lhs.true:
  %cmp34 = icmp slt i32 %previous.0, 0
  %cmp36 = icmp sgt i32 %and, %next.0
  %or.cond = select i1 %cmp34, i1 true, i1 %cmp36
  %cmp39 = icmp slt i32 %and, 258
  %or.cond66 = or i1 %or.cond, %cmp39
  br i1 %or.cond66, label %while.end123, label %if.end42

if.end42:
  %cmp43 = icmp sge i32 %previous.0, 0
  %cmp46 = icmp slt i32 %next.0, 4096
  %or.cond67 = select i1 %cmp43, i1 %cmp46, i1 false
  br i1 %or.cond67, label %if.then48, label %if.else

if.then48:
  %conv49 = trunc i32 %previous.0 to i16
  %before = getelementptr inbounds nuw %struct.tiff_strings, ptr %call, i32 0, i32 0
  %idxprom50 = sext i32 %next.0 to i64
  %arrayidx51 = getelementptr inbounds [4096 x i16], ptr %before, i64 0, i64 %idxprom50
  store i16 %conv49, ptr %arrayidx51, align 2
  %length52 = getelementptr inbounds nuw %struct.tiff_strings, ptr %call, i32 0, i32 1
  %idxprom53 = sext i32 %previous.0 to i64
  %arrayidx54 = getelementptr inbounds [4096 x i16], ptr %length52, i64 0, i64 %idxprom53
  %1 = load i16, ptr %arrayidx54, align 2
  %conv55 = zext i16 %1 to i32
  %add56 = add nsw i32 %conv55, 1
  %conv57 = trunc i32 %add56 to i16
  %length58 = getelementptr inbounds nuw %struct.tiff_strings, ptr %call, i32 0, i32 1
  %idxprom59 = sext i32 %next.0 to i64
  %arrayidx60 = getelementptr inbounds [4096 x i16], ptr %length58, i64 0, i64 %idxprom59
  store i16 %conv57, ptr %arrayidx60, align 2
  %first61 = getelementptr inbounds nuw %struct.tiff_strings, ptr %call, i32 0, i32 3
  %idxprom62 = sext i32 %previous.0 to i64
  %arrayidx63 = getelementptr inbounds [4096 x i8], ptr %first61, i64 0, i64 %idxprom62
  %2 = load i8, ptr %arrayidx63, align 1
  %first64 = getelementptr inbounds nuw %struct.tiff_strings, ptr %call, i32 0, i32 3
  %idxprom65 = sext i32 %next.0 to i64
  %arrayidx66 = getelementptr inbounds [4096 x i8], ptr %first64, i64 0, i64 %idxprom65
  store i8 %2, ptr %arrayidx66, align 1
  %first67 = getelementptr inbounds nuw %struct.tiff_strings, ptr %call, i32 0, i32 3
  %cmp68 = icmp eq i32 %and, %next.0
  %previous.0.and = select i1 %cmp68, i32 %previous.0, i32 %and
  %idxprom70 = sext i32 %previous.0.and to i64
  %arrayidx71 = getelementptr inbounds [4096 x i8], ptr %first67, i64 0, i64 %idxprom70
  %3 = load i8, ptr %arrayidx71, align 1
  %last72 = getelementptr inbounds nuw %struct.tiff_strings, ptr %call, i32 0, i32 2
  %idxprom73 = sext i32 %next.0 to i64
  %arrayidx74 = getelementptr inbounds [4096 x i8], ptr %last72, i64 0, i64 %idxprom73
  store i8 %3, ptr %arrayidx74, align 1
  %inc75 = add nsw i32 %next.0, 1
  br label %if.end80

if.else:
  %cmp76 = icmp sge i32 %and, %next.0
  br i1 %cmp76, label %while.end123, label %if.end80

if.end80:
  %next.1 = phi i32 [ %inc75, %if.then48 ], [ %next.0, %if.else ]
  %length82 = getelementptr inbounds nuw %struct.tiff_strings, ptr %call, i32 0, i32 1
  %idxprom83 = sext i32 %and to i64
  %arrayidx84 = getelementptr inbounds [4096 x i16], ptr %length82, i64 0, i64 %idxprom83
  %4 = load i16, ptr %arrayidx84, align 2
  %conv85 = zext i16 %4 to i64
  br label %for.cond87

for.cond87:
  %part.0 = phi i32 [ %and, %if.end80 ], [ %conv105, %for.inc101 ]
  %k86.0 = phi i64 [ %conv85, %if.end80 ], [ %dec, %for.inc101 ]
  %dec = add i64 %k86.0, -1
  %cmp88 = icmp ugt i64 %k86.0, 0
  br i1 %cmp88, label %for.body90, label %for.end106

for.body90:
  %add91 = add i64 %done.0, %dec
  %cmp92 = icmp ult i64 %add91, %room
  br i1 %cmp92, label %if.then94, label %for.inc101

if.then94:
  %last95 = getelementptr inbounds nuw %struct.tiff_strings, ptr %call, i32 0, i32 2
  %idxprom96 = sext i32 %part.0 to i64
  %arrayidx97 = getelementptr inbounds [4096 x i8], ptr %last95, i64 0, i64 %idxprom96
  %5 = load i8, ptr %arrayidx97, align 1
  %add98 = add i64 %done.0, %dec
  %arrayidx99 = getelementptr inbounds nuw i8, ptr %to, i64 %add98
  store i8 %5, ptr %arrayidx99, align 1
  br label %for.inc101

for.inc101:
  %before102 = getelementptr inbounds nuw %struct.tiff_strings, ptr %call, i32 0, i32 0
  %idxprom103 = sext i32 %part.0 to i64
  %arrayidx104 = getelementptr inbounds [4096 x i16], ptr %before102, i64 0, i64 %idxprom103
  %6 = load i16, ptr %arrayidx104, align 2
  %conv105 = zext i16 %6 to i32
  br label %for.cond87

for.end106:
  %add107 = add i64 %done.0, %conv85
  %cmp108 = icmp sge i32 %next.1, 2047
  br i1 %cmp108, label %cond.end121, label %cond.false111

cond.false111:
  %cmp112 = icmp sge i32 %next.1, 1023
  br i1 %cmp112, label %cond.end121, label %cond.false115

cond.false115:
  %cmp116 = icmp sge i32 %next.1, 511
  %cond118 = select i1 %cmp116, i32 10, i32 9
  br label %cond.end121

cond.end121:
  %cond122 = phi i32 [ 12, %for.end106 ], [ %cond118, %cond.false115 ], [ 11, %cond.false111 ]
  br label %while.cond

while.end123:
  %cmp124 = icmp ult i64 %done.0, %room
  %spec.select68 = select i1 %cmp124, i32 1, i32 0
  call void @free(ptr %call)
  br label %return

return:
  %retval.0 = phi i32 [ %spec.select68, %while.end123 ], [ 3, %entry ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_tiff.tiff_packbits(ptr %data, i64 %size, ptr %to, i64 %room) {
entry:
  br label %while.cond

while.cond:
  %at.0 = phi i64 [ 0, %entry ], [ %inc, %while.body ], [ %inc20, %for.end ], [ %at.1, %for.cond23 ]
  %done.0 = phi i64 [ 0, %entry ], [ %done.0, %while.body ], [ %done.1, %for.end ], [ %done.2, %for.cond23 ]
  %cmp = icmp ult i64 %done.0, %room
  %cmp1 = icmp ult i64 %at.0, %size
  %spec.select = select i1 %cmp, i1 %cmp1, i1 false
  br i1 %spec.select, label %while.body, label %while.end

while.body:
  %inc = add i64 %at.0, 1
  %arrayidx = getelementptr inbounds nuw i8, ptr %data, i64 %at.0
  %0 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %0 to i32
  %cmp2 = icmp eq i32 %conv, 128
  br i1 %cmp2, label %while.cond, label %if.end

if.end:
  %cmp4 = icmp sgt i32 %conv, 128
  br i1 %cmp4, label %if.then6, label %for.cond23

if.then6:
  %cmp7 = icmp uge i64 %inc, %size
  br i1 %cmp7, label %return, label %if.end10

if.end10:
  %sub = sub nsw i32 257, %conv
  br label %for.cond

for.cond:
  %done.1 = phi i64 [ %done.0, %if.end10 ], [ %inc18, %for.body ]
  %n.0 = phi i32 [ %sub, %if.end10 ], [ %dec, %for.body ]
  %cmp11 = icmp sgt i32 %n.0, 0
  %cmp14 = icmp ult i64 %done.1, %room
  %spec.select25 = select i1 %cmp11, i1 %cmp14, i1 false
  br i1 %spec.select25, label %for.body, label %for.end

for.body:
  %arrayidx17 = getelementptr inbounds nuw i8, ptr %data, i64 %inc
  %1 = load i8, ptr %arrayidx17, align 1
  %inc18 = add i64 %done.1, 1
  %arrayidx19 = getelementptr inbounds nuw i8, ptr %to, i64 %done.1
  store i8 %1, ptr %arrayidx19, align 1
  %dec = add nsw i32 %n.0, -1
  br label %for.cond

for.end:
  %inc20 = add i64 %inc, 1
  br label %while.cond

for.cond23:
  %at.1 = phi i64 [ %inc35, %if.end34 ], [ %inc, %if.end ]
  %done.2 = phi i64 [ %inc37, %if.end34 ], [ %done.0, %if.end ]
  %n22.0 = phi i32 [ %inc40, %if.end34 ], [ 0, %if.end ]
  %cmp24 = icmp sle i32 %n22.0, %conv
  %cmp27 = icmp ult i64 %done.2, %room
  %spec.select26 = select i1 %cmp24, i1 %cmp27, i1 false
  br i1 %spec.select26, label %for.body30, label %while.cond

for.body30:
  %cmp31 = icmp uge i64 %at.1, %size
  br i1 %cmp31, label %return, label %if.end34

if.end34:
  %inc35 = add i64 %at.1, 1
  %arrayidx36 = getelementptr inbounds nuw i8, ptr %data, i64 %at.1
  %2 = load i8, ptr %arrayidx36, align 1
  %inc37 = add i64 %done.2, 1
  %arrayidx38 = getelementptr inbounds nuw i8, ptr %to, i64 %done.2
  store i8 %2, ptr %arrayidx38, align 1
  %inc40 = add nsw i32 %n22.0, 1
  br label %for.cond23

while.end:
  %cmp42 = icmp eq i64 %done.0, %room
  %cond = select i1 %cmp42, i32 0, i32 1
  br label %return

return:
  %retval.0 = phi i32 [ %cond, %while.end ], [ 1, %if.then6 ], [ 1, %for.body30 ]
  ret i32 %retval.0
}

declare i32 @mlcc_rt_zlib(ptr, i64, ptr, i64)

define internal i32 @mlcc_rt.image_tiff.tiff_sample(ptr %t, ptr %row, i64 %index) {
entry:
  %bits = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 9
  %0 = load i32, ptr %bits, align 8
  %cmp = icmp eq i32 %0, 16
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %mul = mul nsw i64 2, %index
  %big_endian = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 2
  %1 = load i32, ptr %big_endian, align 8
  %tobool = icmp ne i32 %1, 0
  %cond = select i1 %tobool, i32 0, i32 1
  %conv = sext i32 %cond to i64
  %add = add nsw i64 %mul, %conv
  %arrayidx = getelementptr inbounds i8, ptr %row, i64 %add
  %2 = load i8, ptr %arrayidx, align 1
  %conv1 = zext i8 %2 to i32
  br label %return

if.end:
  %bits2 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 9
  %3 = load i32, ptr %bits2, align 8
  %conv3 = sext i32 %3 to i64
  %mul4 = mul nsw i64 %index, %conv3
  %div = sdiv i64 %mul4, 8
  %arrayidx5 = getelementptr inbounds i8, ptr %row, i64 %div
  %4 = load i8, ptr %arrayidx5, align 1
  %conv6 = zext i8 %4 to i32
  %bits7 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 9
  %5 = load i32, ptr %bits7, align 8
  %sub = sub nsw i32 8, %5
  %conv8 = sext i32 %sub to i64
  %rem = srem i64 %mul4, 8
  %sub9 = sub nsw i64 %conv8, %rem
  %sh_prom = trunc i64 %sub9 to i32
  %shr = ashr i32 %conv6, %sh_prom
  %bits10 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 9
  %6 = load i32, ptr %bits10, align 8
  %shl = shl i32 1, %6
  %sub11 = sub nsw i32 %shl, 1
  %and = and i32 %shr, %sub11
  br label %return

return:
  %retval.0 = phi i32 [ %conv1, %if.then ], [ %and, %if.end ]
  ret i32 %retval.0
}
