; Generated from image_tiff.c by mlcc.runtime.native.generate.

%struct.tiff_field = type { i32, i64, i32 }
%struct.tiff = type { ptr, i32, i32, i64, i64, i64, i64, i64, i64, i32, i32, i32, i32, i32, i32, i32, %struct.tiff_field, %struct.tiff_field, %struct.tiff_field, ptr }
%struct.mlcc_image = type { ptr, i32, i64, i64, ptr }
%struct.tiff_strings = type { [4096 x i16], [4096 x i16], [4096 x i8], [4096 x i8] }

@mlcc_rt.image_tiff.__const.tiff_find.field = private unnamed_addr constant %struct.tiff_field { i32 0, i64 0, i32 1 }, align 4

define internal i32 @mlcc_rt_image_tiff(ptr %image) {
entry:
  %t = alloca %struct.tiff, align 4
  call void @llvm.memset.p0.i64(ptr align 4 %t, i8 0, i64 140, i1 false)
  %data = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 0
  %data1 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 0
  %0 = load ptr, ptr %data1, align 4
  store ptr %0, ptr %data, align 4
  %size = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 1
  %size2 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 1
  %1 = load i32, ptr %size2, align 4
  store i32 %1, ptr %size, align 4
  %call = call i32 @mlcc_rt.image_tiff.tiff_header(ptr %t)
  %cmp = icmp eq i32 %call, 0
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %width3 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 3
  %2 = load i64, ptr %width3, align 4
  %height4 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 4
  %3 = load i64, ptr %height4, align 4
  %call5 = call i32 @mlcc_rt_image_sizes(ptr %image, i64 %2, i64 %3)
  br label %if.end

if.end:
  %problem.0 = phi i32 [ %call5, %if.then ], [ %call, %entry ]
  %cmp6 = icmp ne i32 %problem.0, 0
  br i1 %cmp6, label %return, label %lor.lhs.false

lor.lhs.false:
  %rgb = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 4
  %4 = load ptr, ptr %rgb, align 4
  %cmp7 = icmp eq ptr %4, null
  br i1 %cmp7, label %return, label %if.end9

if.end9:
  %width10 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 3
  %5 = load i64, ptr %width10, align 4
  %part_width11 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 5
  %6 = load i64, ptr %part_width11, align 4
  %add = add nsw i64 %5, %6
  %sub = sub nsw i64 %add, 1
  %part_width12 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 5
  %7 = load i64, ptr %part_width12, align 4
  %div = sdiv i64 %sub, %7
  %across13 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 7
  store i64 %div, ptr %across13, align 4
  %height14 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 4
  %8 = load i64, ptr %height14, align 4
  %part_height15 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 6
  %9 = load i64, ptr %part_height15, align 4
  %add16 = add nsw i64 %8, %9
  %sub17 = sub nsw i64 %add16, 1
  %part_height18 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 6
  %10 = load i64, ptr %part_height18, align 4
  %div19 = sdiv i64 %sub17, %10
  %down20 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 8
  store i64 %div19, ptr %down20, align 4
  %planar21 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 13
  %11 = load i32, ptr %planar21, align 4
  %tobool = icmp ne i32 %11, 0
  %colours22 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 12
  %12 = load i32, ptr %colours22, align 4
  %cmp23 = icmp eq i32 %12, 5
  %or.cond = select i1 %tobool, i1 %cmp23, i1 false
  br i1 %or.cond, label %return, label %if.end25

if.end25:
  %planar26 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 13
  %13 = load i32, ptr %planar26, align 4
  %tobool27 = icmp ne i32 %13, 0
  %colours28 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 12
  %14 = load i32, ptr %colours28, align 4
  %cmp29 = icmp eq i32 %14, 2
  %15 = select i1 %tobool27, i1 %cmp29, i1 false
  %cond = select i1 %15, i32 3, i32 1
  %planar31 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 13
  %16 = load i32, ptr %planar31, align 4
  %tobool32 = icmp ne i32 %16, 0
  %samples33 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 10
  %17 = load i32, ptr %samples33, align 4
  %cond34 = select i1 %tobool32, i32 1, i32 %17
  %part_width35 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 5
  %18 = load i64, ptr %part_width35, align 4
  %conv = sext i32 %cond34 to i64
  %mul = mul nsw i64 %18, %conv
  %bits36 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 9
  %19 = load i32, ptr %bits36, align 4
  %conv37 = sext i32 %19 to i64
  %mul38 = mul nsw i64 %mul, %conv37
  %add39 = add nsw i64 %mul38, 7
  %div40 = sdiv i64 %add39, 8
  %conv41 = trunc i64 %div40 to i32
  %part_height42 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 6
  %20 = load i64, ptr %part_height42, align 4
  %conv43 = trunc i64 %20 to i32
  %call44 = call ptr @mlcc_rt_image_take(i32 %conv41, i32 %conv43)
  %part45 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 19
  store ptr %call44, ptr %part45, align 4
  %part46 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 19
  %21 = load ptr, ptr %part46, align 4
  %cmp47 = icmp eq ptr %21, null
  %cond49 = select i1 %cmp47, i32 3, i32 0
  br label %for.cond

for.cond:
  %problem.1 = phi i32 [ %cond49, %if.end25 ], [ %problem.2, %for.inc65 ]
  %plane.0 = phi i32 [ 0, %if.end25 ], [ %inc66, %for.inc65 ]
  %cmp50 = icmp slt i32 %plane.0, %cond
  br i1 %cmp50, label %for.cond52, label %for.end67

for.cond52:
  %problem.2 = phi i32 [ %call64, %for.body62 ], [ %problem.1, %for.cond ]
  %k.0 = phi i64 [ %inc, %for.body62 ], [ 0, %for.cond ]
  %cmp53 = icmp eq i32 %problem.2, 0
  br i1 %cmp53, label %land.rhs55, label %for.inc65

land.rhs55:
  %across56 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 7
  %22 = load i64, ptr %across56, align 4
  %down57 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 8
  %23 = load i64, ptr %down57, align 4
  %mul58 = mul nsw i64 %22, %23
  %cmp59 = icmp slt i64 %k.0, %mul58
  br i1 %cmp59, label %for.body62, label %for.inc65

for.body62:
  %rgb63 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 4
  %24 = load ptr, ptr %rgb63, align 4
  %call64 = call i32 @mlcc_rt.image_tiff.tiff_part(ptr %t, i64 %k.0, i32 %plane.0, ptr %24)
  %inc = add nsw i64 %k.0, 1
  br label %for.cond52

for.inc65:
  %inc66 = add nsw i32 %plane.0, 1
  br label %for.cond

for.end67:
  %part68 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 19
  %25 = load ptr, ptr %part68, align 4
  call void @free(ptr %25)
  br label %return

return:
  %retval.0 = phi i32 [ %problem.1, %for.end67 ], [ %problem.0, %if.end ], [ %problem.0, %lor.lhs.false ], [ 2, %if.end9 ]
  ret i32 %retval.0
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define internal i32 @mlcc_rt.image_tiff.tiff_header(ptr %t) {
entry:
  %tmp = alloca %struct.tiff_field, align 4
  %ref.tmp = alloca %struct.tiff_field, align 4
  %tmp27 = alloca %struct.tiff_field, align 4
  %tmp29 = alloca %struct.tiff_field, align 4
  %depths = alloca %struct.tiff_field, align 4
  %data = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 0
  %0 = load ptr, ptr %data, align 4
  %arrayidx = getelementptr inbounds i8, ptr %0, i32 0
  %1 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %1 to i32
  %cmp = icmp eq i32 %conv, 77
  %conv1 = zext i1 %cmp to i32
  %big_endian = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 2
  store i32 %conv1, ptr %big_endian, align 4
  %call = call i32 @mlcc_rt.image_tiff.tiff_word(ptr %t, i32 4, i32 4)
  %cmp2 = icmp ult i32 %call, 8
  br i1 %cmp2, label %return, label %lor.lhs.false

lor.lhs.false:
  %size = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 1
  %2 = load i32, ptr %size, align 4
  %cmp4 = icmp ugt i32 %call, %2
  br i1 %cmp4, label %return, label %lor.lhs.false6

lor.lhs.false6:
  %size7 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 1
  %3 = load i32, ptr %size7, align 4
  %sub = sub i32 %3, %call
  %cmp8 = icmp ult i32 %sub, 2
  br i1 %cmp8, label %return, label %if.end

if.end:
  %call10 = call i64 @mlcc_rt.image_tiff.tiff_tag(ptr %t, i32 %call, i32 256, i64 0)
  %width = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 3
  store i64 %call10, ptr %width, align 4
  %call11 = call i64 @mlcc_rt.image_tiff.tiff_tag(ptr %t, i32 %call, i32 257, i64 0)
  %height = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 4
  store i64 %call11, ptr %height, align 4
  %call12 = call i64 @mlcc_rt.image_tiff.tiff_tag(ptr %t, i32 %call, i32 258, i64 1)
  %conv13 = trunc i64 %call12 to i32
  %bits = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 9
  store i32 %conv13, ptr %bits, align 4
  %call14 = call i64 @mlcc_rt.image_tiff.tiff_tag(ptr %t, i32 %call, i32 259, i64 1)
  %conv15 = trunc i64 %call14 to i32
  %packing = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 11
  store i32 %conv15, ptr %packing, align 4
  %call16 = call i64 @mlcc_rt.image_tiff.tiff_tag(ptr %t, i32 %call, i32 262, i64 -1)
  %conv17 = trunc i64 %call16 to i32
  %colours = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 12
  store i32 %conv17, ptr %colours, align 4
  %call18 = call i64 @mlcc_rt.image_tiff.tiff_tag(ptr %t, i32 %call, i32 277, i64 1)
  %conv19 = trunc i64 %call18 to i32
  %samples = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 10
  store i32 %conv19, ptr %samples, align 4
  %call20 = call i64 @mlcc_rt.image_tiff.tiff_tag(ptr %t, i32 %call, i32 284, i64 1)
  %cmp21 = icmp eq i64 %call20, 2
  %conv22 = zext i1 %cmp21 to i32
  %planar = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 13
  store i32 %conv22, ptr %planar, align 4
  %call23 = call i64 @mlcc_rt.image_tiff.tiff_tag(ptr %t, i32 %call, i32 317, i64 1)
  %conv24 = trunc i64 %call23 to i32
  %predictor = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 14
  store i32 %conv24, ptr %predictor, align 4
  %map = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 18
  call void @mlcc_rt.image_tiff.tiff_find(ptr dead_on_unwind writable sret(%struct.tiff_field) align 4 %tmp, ptr %t, i32 %call, i32 320)
  call void @llvm.memcpy.p0.p0.i32(ptr align 4 %map, ptr align 4 %tmp, i32 16, i1 false)
  call void @mlcc_rt.image_tiff.tiff_find(ptr dead_on_unwind writable sret(%struct.tiff_field) align 4 %ref.tmp, ptr %t, i32 %call, i32 324)
  %count = getelementptr inbounds nuw %struct.tiff_field, ptr %ref.tmp, i32 0, i32 1
  %4 = load i64, ptr %count, align 4
  %cmp25 = icmp sgt i64 %4, 0
  %conv26 = zext i1 %cmp25 to i32
  %tiled = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 15
  store i32 %conv26, ptr %tiled, align 4
  %offsets = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 16
  %tiled28 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 15
  %5 = load i32, ptr %tiled28, align 4
  %tobool = icmp ne i32 %5, 0
  %cond = select i1 %tobool, i32 324, i32 273
  call void @mlcc_rt.image_tiff.tiff_find(ptr dead_on_unwind writable sret(%struct.tiff_field) align 4 %tmp27, ptr %t, i32 %call, i32 %cond)
  call void @llvm.memcpy.p0.p0.i32(ptr align 4 %offsets, ptr align 4 %tmp27, i32 16, i1 false)
  %counts = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 17
  %tiled30 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 15
  %6 = load i32, ptr %tiled30, align 4
  %tobool31 = icmp ne i32 %6, 0
  %cond32 = select i1 %tobool31, i32 325, i32 279
  call void @mlcc_rt.image_tiff.tiff_find(ptr dead_on_unwind writable sret(%struct.tiff_field) align 4 %tmp29, ptr %t, i32 %call, i32 %cond32)
  call void @llvm.memcpy.p0.p0.i32(ptr align 4 %counts, ptr align 4 %tmp29, i32 16, i1 false)
  %height33 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 4
  %7 = load i64, ptr %height33, align 4
  %call34 = call i64 @mlcc_rt.image_tiff.tiff_tag(ptr %t, i32 %call, i32 278, i64 %7)
  %tiled35 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 15
  %8 = load i32, ptr %tiled35, align 4
  %tobool36 = icmp ne i32 %8, 0
  br i1 %tobool36, label %cond.true, label %cond.false

cond.true:
  %call37 = call i64 @mlcc_rt.image_tiff.tiff_tag(ptr %t, i32 %call, i32 322, i64 0)
  br label %cond.end

cond.false:
  %width38 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 3
  %9 = load i64, ptr %width38, align 4
  br label %cond.end

cond.end:
  %cond39 = phi i64 [ %call37, %cond.true ], [ %9, %cond.false ]
  %part_width = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 5
  store i64 %cond39, ptr %part_width, align 4
  %tiled40 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 15
  %10 = load i32, ptr %tiled40, align 4
  %tobool41 = icmp ne i32 %10, 0
  br i1 %tobool41, label %cond.true42, label %cond.false44

cond.true42:
  %call43 = call i64 @mlcc_rt.image_tiff.tiff_tag(ptr %t, i32 %call, i32 323, i64 0)
  br label %cond.end53

cond.false44:
  %height45 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 4
  %11 = load i64, ptr %height45, align 4
  %cmp46 = icmp slt i64 %call34, %11
  br i1 %cmp46, label %cond.end53, label %cond.false49

cond.false49:
  %height50 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 4
  %12 = load i64, ptr %height50, align 4
  br label %cond.end53

cond.end53:
  %cond54 = phi i64 [ %call43, %cond.true42 ], [ %12, %cond.false49 ], [ %call34, %cond.false44 ]
  %part_height = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 6
  store i64 %cond54, ptr %part_height, align 4
  %colours55 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 12
  %13 = load i32, ptr %colours55, align 4
  %cmp56 = icmp eq i32 %13, 2
  br i1 %cmp56, label %cond.end64, label %cond.false59

cond.false59:
  %colours60 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 12
  %14 = load i32, ptr %colours60, align 4
  %cmp61 = icmp eq i32 %14, 5
  %cond63 = select i1 %cmp61, i32 4, i32 1
  br label %cond.end64

cond.end64:
  %cond65 = phi i32 [ %cond63, %cond.false59 ], [ 3, %cond.end53 ]
  call void @mlcc_rt.image_tiff.tiff_find(ptr dead_on_unwind writable sret(%struct.tiff_field) align 4 %depths, ptr %t, i32 %call, i32 258)
  br label %for.cond

for.cond:
  %k.0 = phi i64 [ 0, %cond.end64 ], [ %inc, %for.inc ]
  %count66 = getelementptr inbounds nuw %struct.tiff_field, ptr %depths, i32 0, i32 1
  %15 = load i64, ptr %count66, align 4
  %cmp67 = icmp slt i64 %k.0, %15
  br i1 %cmp67, label %for.body, label %for.end

for.body:
  %call69 = call i64 @mlcc_rt.image_tiff.tiff_value(ptr %t, ptr %depths, i64 %k.0)
  %bits70 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 9
  %16 = load i32, ptr %bits70, align 4
  %conv71 = sext i32 %16 to i64
  %cmp72 = icmp ne i64 %call69, %conv71
  br i1 %cmp72, label %return, label %for.inc

for.inc:
  %inc = add nsw i64 %k.0, 1
  br label %for.cond

for.end:
  %colours76 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 12
  %17 = load i32, ptr %colours76, align 4
  %cmp77 = icmp sge i32 %17, 0
  br i1 %cmp77, label %land.rhs, label %land.end

land.rhs:
  %colours79 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 12
  %18 = load i32, ptr %colours79, align 4
  %cmp80 = icmp sle i32 %18, 3
  br i1 %cmp80, label %land.end, label %lor.rhs

lor.rhs:
  %colours82 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 12
  %19 = load i32, ptr %colours82, align 4
  %cmp83 = icmp eq i32 %19, 5
  br label %land.end

land.end:
  %20 = phi i1 [ false, %for.end ], [ true, %land.rhs ], [ %cmp83, %lor.rhs ]
  %land.ext = zext i1 %20 to i32
  %bits85 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 9
  %21 = load i32, ptr %bits85, align 4
  %cmp86 = icmp eq i32 %21, 8
  br i1 %cmp86, label %lor.end92, label %lor.rhs88

lor.rhs88:
  %bits89 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 9
  %22 = load i32, ptr %bits89, align 4
  %cmp90 = icmp eq i32 %22, 16
  br label %lor.end92

lor.end92:
  %23 = phi i1 [ true, %land.end ], [ %cmp90, %lor.rhs88 ]
  %lor.ext = zext i1 %23 to i32
  %tobool93 = icmp ne i32 %land.ext, 0
  br i1 %tobool93, label %lor.lhs.false94, label %return

lor.lhs.false94:
  %call95 = call i64 @mlcc_rt.image_tiff.tiff_tag(ptr %t, i32 %call, i32 339, i64 1)
  %cmp96 = icmp ne i64 %call95, 1
  br i1 %cmp96, label %return, label %lor.lhs.false98

lor.lhs.false98:
  %call99 = call i64 @mlcc_rt.image_tiff.tiff_tag(ptr %t, i32 %call, i32 266, i64 1)
  %cmp100 = icmp ne i64 %call99, 1
  br i1 %cmp100, label %return, label %lor.lhs.false102

lor.lhs.false102:
  %samples103 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 10
  %24 = load i32, ptr %samples103, align 4
  %cmp104 = icmp sgt i32 %24, 16
  br i1 %cmp104, label %return, label %lor.lhs.false106

lor.lhs.false106:
  %tobool107 = icmp ne i32 %lor.ext, 0
  br i1 %tobool107, label %lor.lhs.false120, label %lor.lhs.false108

lor.lhs.false108:
  %bits109 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 9
  %25 = load i32, ptr %bits109, align 4
  %cmp110 = icmp eq i32 %25, 1
  br i1 %cmp110, label %lor.lhs.false120, label %lor.lhs.false112

lor.lhs.false112:
  %bits113 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 9
  %26 = load i32, ptr %bits113, align 4
  %cmp114 = icmp eq i32 %26, 2
  br i1 %cmp114, label %lor.lhs.false120, label %lor.lhs.false116

lor.lhs.false116:
  %bits117 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 9
  %27 = load i32, ptr %bits117, align 4
  %cmp118 = icmp eq i32 %27, 4
  br i1 %cmp118, label %lor.lhs.false120, label %return

lor.lhs.false120:
  %predictor121 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 14
  %28 = load i32, ptr %predictor121, align 4
  %cmp122 = icmp slt i32 %28, 1
  br i1 %cmp122, label %return, label %lor.lhs.false124

lor.lhs.false124:
  %predictor125 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 14
  %29 = load i32, ptr %predictor125, align 4
  %tobool126 = icmp ne i32 %lor.ext, 0
  %cond127 = select i1 %tobool126, i32 2, i32 1
  %cmp128 = icmp sgt i32 %29, %cond127
  br i1 %cmp128, label %return, label %if.end131

if.end131:
  %packing132 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 11
  %30 = load i32, ptr %packing132, align 4
  switch i32 %30, label %return [
    i32 1, label %sw.epilog
    i32 5, label %sw.epilog
    i32 8, label %sw.epilog
    i32 32773, label %sw.epilog
    i32 32946, label %sw.epilog
  ]

sw.epilog:
  %samples133 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 10
  %31 = load i32, ptr %samples133, align 4
  %cmp134 = icmp slt i32 %31, %cond65
  br i1 %cmp134, label %return, label %lor.lhs.false136

lor.lhs.false136:
  %colours137 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 12
  %32 = load i32, ptr %colours137, align 4
  %cmp138 = icmp eq i32 %32, 3
  br i1 %cmp138, label %land.lhs.true, label %if.end151

land.lhs.true:
  %bits140 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 9
  %33 = load i32, ptr %bits140, align 4
  %cmp141 = icmp sgt i32 %33, 8
  br i1 %cmp141, label %return, label %lor.lhs.false143

lor.lhs.false143:
  %map144 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 18
  %count145 = getelementptr inbounds nuw %struct.tiff_field, ptr %map144, i32 0, i32 1
  %34 = load i64, ptr %count145, align 4
  %bits146 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 9
  %35 = load i32, ptr %bits146, align 4
  %shl = shl i32 3, %35
  %conv147 = sext i32 %shl to i64
  %cmp148 = icmp slt i64 %34, %conv147
  br i1 %cmp148, label %return, label %if.end151

if.end151:
  %part_width152 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 5
  %36 = load i64, ptr %part_width152, align 4
  %cmp153 = icmp sgt i64 %36, 0
  br i1 %cmp153, label %land.lhs.true155, label %land.end164

land.lhs.true155:
  %part_height156 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 6
  %37 = load i64, ptr %part_height156, align 4
  %cmp157 = icmp sgt i64 %37, 0
  br i1 %cmp157, label %land.rhs159, label %land.end164

land.rhs159:
  %part_width160 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 5
  %38 = load i64, ptr %part_width160, align 4
  %part_height161 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 6
  %39 = load i64, ptr %part_height161, align 4
  %div = sdiv i64 134217728, %39
  %cmp162 = icmp sle i64 %38, %div
  br label %land.end164

land.end164:
  %40 = phi i1 [ false, %land.lhs.true155 ], [ false, %if.end151 ], [ %cmp162, %land.rhs159 ]
  %cond166 = select i1 %40, i32 0, i32 1
  br label %return

return:
  %retval.0 = phi i32 [ %cond166, %land.end164 ], [ 1, %entry ], [ 2, %for.body ], [ 2, %lor.end92 ], [ 2, %if.end131 ], [ 1, %lor.lhs.false6 ], [ 1, %lor.lhs.false ], [ 2, %lor.lhs.false124 ], [ 2, %lor.lhs.false120 ], [ 2, %lor.lhs.false116 ], [ 2, %lor.lhs.false102 ], [ 2, %lor.lhs.false98 ], [ 2, %lor.lhs.false94 ], [ 1, %lor.lhs.false143 ], [ 1, %land.lhs.true ], [ 1, %sw.epilog ]
  ret i32 %retval.0
}

declare i32 @mlcc_rt_image_sizes(ptr, i64, i64)

declare ptr @mlcc_rt_image_take(i32, i32)

define internal i32 @mlcc_rt.image_tiff.tiff_part(ptr %t, i64 %number, i32 %plane, ptr %rgb) {
entry:
  %across = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 7
  %0 = load i64, ptr %across, align 4
  %rem = srem i64 %number, %0
  %part_width = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 5
  %1 = load i64, ptr %part_width, align 4
  %mul = mul nsw i64 %rem, %1
  %across1 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 7
  %2 = load i64, ptr %across1, align 4
  %div = sdiv i64 %number, %2
  %part_height = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 6
  %3 = load i64, ptr %part_height, align 4
  %mul2 = mul nsw i64 %div, %3
  %planar = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 13
  %4 = load i32, ptr %planar, align 4
  %tobool = icmp ne i32 %4, 0
  br i1 %tobool, label %cond.end, label %cond.false

cond.false:
  %samples3 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 10
  %5 = load i32, ptr %samples3, align 4
  br label %cond.end

cond.end:
  %cond = phi i32 [ %5, %cond.false ], [ 1, %entry ]
  %part_width4 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 5
  %6 = load i64, ptr %part_width4, align 4
  %conv = sext i32 %cond to i64
  %mul5 = mul nsw i64 %6, %conv
  %bits = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 9
  %7 = load i32, ptr %bits, align 4
  %conv6 = sext i32 %7 to i64
  %mul7 = mul nsw i64 %mul5, %conv6
  %add = add nsw i64 %mul7, 7
  %div8 = sdiv i64 %add, 8
  %height = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 4
  %8 = load i64, ptr %height, align 4
  %sub = sub nsw i64 %8, %mul2
  %part_height9 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 6
  %9 = load i64, ptr %part_height9, align 4
  %cmp = icmp slt i64 %sub, %9
  br i1 %cmp, label %cond.true11, label %cond.false14

cond.true11:
  %height12 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 4
  %10 = load i64, ptr %height12, align 4
  %sub13 = sub nsw i64 %10, %mul2
  br label %cond.end16

cond.false14:
  %part_height15 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 6
  %11 = load i64, ptr %part_height15, align 4
  br label %cond.end16

cond.end16:
  %cond17 = phi i64 [ %sub13, %cond.true11 ], [ %11, %cond.false14 ]
  %width = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 3
  %12 = load i64, ptr %width, align 4
  %sub18 = sub nsw i64 %12, %mul
  %part_width19 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 5
  %13 = load i64, ptr %part_width19, align 4
  %cmp20 = icmp slt i64 %sub18, %13
  br i1 %cmp20, label %cond.true22, label %cond.false25

cond.true22:
  %width23 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 3
  %14 = load i64, ptr %width23, align 4
  %sub24 = sub nsw i64 %14, %mul
  br label %cond.end27

cond.false25:
  %part_width26 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 5
  %15 = load i64, ptr %part_width26, align 4
  br label %cond.end27

cond.end27:
  %cond28 = phi i64 [ %sub24, %cond.true22 ], [ %15, %cond.false25 ]
  %conv29 = sext i32 %plane to i64
  %across30 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 7
  %16 = load i64, ptr %across30, align 4
  %mul31 = mul nsw i64 %conv29, %16
  %down = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 8
  %17 = load i64, ptr %down, align 4
  %mul32 = mul nsw i64 %mul31, %17
  %add33 = add nsw i64 %number, %mul32
  %tiled = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 15
  %18 = load i32, ptr %tiled, align 4
  %tobool34 = icmp ne i32 %18, 0
  br i1 %tobool34, label %cond.true35, label %cond.end38

cond.true35:
  %part_height36 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 6
  %19 = load i64, ptr %part_height36, align 4
  br label %cond.end38

cond.end38:
  %cond39 = phi i64 [ %19, %cond.true35 ], [ %cond17, %cond.end27 ]
  %mul40 = mul nsw i64 %div8, %cond39
  %conv41 = trunc i64 %mul40 to i32
  %call = call i32 @mlcc_rt.image_tiff.tiff_unpack(ptr %t, i64 %add33, i32 %conv41)
  %cmp42 = icmp ne i32 %call, 0
  br i1 %cmp42, label %return, label %for.cond

for.cond:
  %y.0 = phi i64 [ %inc76, %for.inc75 ], [ 0, %cond.end38 ]
  %cmp44 = icmp slt i64 %y.0, %cond17
  br i1 %cmp44, label %for.body, label %return

for.body:
  %part = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 19
  %20 = load ptr, ptr %part, align 4
  %mul46 = mul nsw i64 %y.0, %div8
  %idx.ext = trunc i64 %mul46 to i32
  %add.ptr = getelementptr inbounds i8, ptr %20, i32 %idx.ext
  %predictor = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 14
  %21 = load i32, ptr %predictor, align 4
  %cmp47 = icmp eq i32 %21, 2
  br i1 %cmp47, label %if.then49, label %if.end54

if.then49:
  %part_width50 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 5
  %22 = load i64, ptr %part_width50, align 4
  %conv51 = sext i32 %cond to i64
  %mul52 = mul nsw i64 %22, %conv51
  %conv53 = sext i32 %cond to i64
  call void @mlcc_rt.image_tiff.tiff_sum(ptr %t, ptr %add.ptr, i64 %mul52, i64 %conv53)
  br label %if.end54

if.end54:
  br label %for.cond55

for.cond55:
  %x.0 = phi i64 [ 0, %if.end54 ], [ %inc, %for.inc ]
  %cmp56 = icmp slt i64 %x.0, %cond28
  br i1 %cmp56, label %for.body58, label %for.inc75

for.body58:
  %add59 = add nsw i64 %mul2, %y.0
  %width60 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 3
  %23 = load i64, ptr %width60, align 4
  %mul61 = mul nsw i64 %add59, %23
  %add62 = add nsw i64 %mul61, %mul
  %add63 = add nsw i64 %add62, %x.0
  %mul64 = mul nsw i64 %add63, 3
  %idx.ext65 = trunc i64 %mul64 to i32
  %add.ptr66 = getelementptr inbounds i8, ptr %rgb, i32 %idx.ext65
  %colours = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 12
  %24 = load i32, ptr %colours, align 4
  %cmp67 = icmp eq i32 %24, 5
  br i1 %cmp67, label %if.then69, label %if.else

if.then69:
  %conv70 = sext i32 %cond to i64
  %mul71 = mul nsw i64 %x.0, %conv70
  call void @mlcc_rt.image_tiff.tiff_inks(ptr %t, ptr %add.ptr, i64 %mul71, ptr %add.ptr66)
  br label %for.inc

if.else:
  %conv72 = sext i32 %cond to i64
  %mul73 = mul nsw i64 %x.0, %conv72
  call void @mlcc_rt.image_tiff.tiff_pixel(ptr %t, ptr %add.ptr, i64 %mul73, i32 %plane, ptr %add.ptr66)
  br label %for.inc

for.inc:
  %inc = add nsw i64 %x.0, 1
  br label %for.cond55

for.inc75:
  %inc76 = add nsw i64 %y.0, 1
  br label %for.cond

return:
  %retval.0 = phi i32 [ %call, %cond.end38 ], [ 0, %for.cond ]
  ret i32 %retval.0
}

declare void @free(ptr)

define internal i32 @mlcc_rt.image_tiff.tiff_word(ptr %t, i32 %at, i32 %bytes) {
entry:
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ 0, %entry ], [ %inc, %cond.end5 ]
  %value.0 = phi i32 [ 0, %entry ], [ %or, %cond.end5 ]
  %cmp = icmp slt i32 %k.0, %bytes
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %big_endian = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 2
  %0 = load i32, ptr %big_endian, align 4
  %tobool = icmp ne i32 %0, 0
  %sub = sub nsw i32 %bytes, 1
  %sub1 = sub nsw i32 %sub, %k.0
  %cond = select i1 %tobool, i32 %k.0, i32 %sub1
  %add = add i32 %at, %cond
  %shl = shl i32 %value.0, 8
  %size = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 1
  %1 = load i32, ptr %size, align 4
  %cmp2 = icmp ult i32 %add, %1
  br i1 %cmp2, label %cond.true3, label %cond.end5

cond.true3:
  %data = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 0
  %2 = load ptr, ptr %data, align 4
  %arrayidx = getelementptr inbounds nuw i8, ptr %2, i32 %add
  %3 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %3 to i32
  br label %cond.end5

cond.end5:
  %cond6 = phi i32 [ %conv, %cond.true3 ], [ 0, %for.body ]
  %or = or i32 %shl, %cond6
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.end:
  ret i32 %value.0
}

define internal i64 @mlcc_rt.image_tiff.tiff_tag(ptr %t, i32 %begin, i32 %tag, i64 %otherwise) {
entry:
  %field = alloca %struct.tiff_field, align 4
  call void @mlcc_rt.image_tiff.tiff_find(ptr dead_on_unwind writable sret(%struct.tiff_field) align 4 %field, ptr %t, i32 %begin, i32 %tag)
  %count = getelementptr inbounds nuw %struct.tiff_field, ptr %field, i32 0, i32 1
  %0 = load i64, ptr %count, align 4
  %cmp = icmp sgt i64 %0, 0
  br i1 %cmp, label %cond.true, label %cond.end

cond.true:
  %call = call i64 @mlcc_rt.image_tiff.tiff_value(ptr %t, ptr %field, i64 0)
  br label %cond.end

cond.end:
  %cond = phi i64 [ %call, %cond.true ], [ %otherwise, %entry ]
  ret i64 %cond
}

define internal void @mlcc_rt.image_tiff.tiff_find(ptr dead_on_unwind noalias writable sret(%struct.tiff_field) align 4 %agg.result, ptr %t, i32 %begin, i32 %tag) {
entry:
  call void @llvm.memcpy.p0.p0.i32(ptr align 4 %agg.result, ptr align 4 @mlcc_rt.image_tiff.__const.tiff_find.field, i32 16, i1 false)
  %call = call i32 @mlcc_rt.image_tiff.tiff_word(ptr %t, i32 %begin, i32 2)
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ 0, %entry ], [ %inc, %for.inc ]
  %cmp = icmp ult i32 %k.0, %call
  br i1 %cmp, label %land.rhs, label %return

land.rhs:
  %add = add i32 %begin, 14
  %mul = mul i32 12, %k.0
  %add1 = add i32 %add, %mul
  %size = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 1
  %0 = load i32, ptr %size, align 4
  %cmp2 = icmp ule i32 %add1, %0
  br i1 %cmp2, label %for.body, label %return

for.body:
  %add3 = add i32 %begin, 2
  %mul4 = mul i32 12, %k.0
  %add5 = add i32 %add3, %mul4
  %call6 = call i32 @mlcc_rt.image_tiff.tiff_word(ptr %t, i32 %add5, i32 2)
  %cmp7 = icmp ne i32 %call6, %tag
  br i1 %cmp7, label %for.inc, label %if.end

if.end:
  %add8 = add i32 %add5, 2
  %call9 = call i32 @mlcc_rt.image_tiff.tiff_word(ptr %t, i32 %add8, i32 2)
  %cmp10 = icmp eq i32 %call9, 3
  br i1 %cmp10, label %cond.end, label %cond.false

cond.false:
  %cmp11 = icmp eq i32 %call9, 4
  %cond = select i1 %cmp11, i32 4, i32 1
  br label %cond.end

cond.end:
  %cond12 = phi i32 [ %cond, %cond.false ], [ 2, %if.end ]
  %bytes = getelementptr inbounds nuw %struct.tiff_field, ptr %agg.result, i32 0, i32 2
  store i32 %cond12, ptr %bytes, align 4
  %add13 = add i32 %add5, 4
  %call14 = call i32 @mlcc_rt.image_tiff.tiff_word(ptr %t, i32 %add13, i32 4)
  %conv = zext i32 %call14 to i64
  %count = getelementptr inbounds nuw %struct.tiff_field, ptr %agg.result, i32 0, i32 1
  store i64 %conv, ptr %count, align 4
  %count16 = getelementptr inbounds nuw %struct.tiff_field, ptr %agg.result, i32 0, i32 1
  %1 = load i64, ptr %count16, align 4
  %conv17 = trunc i64 %1 to i32
  %bytes18 = getelementptr inbounds nuw %struct.tiff_field, ptr %agg.result, i32 0, i32 2
  %2 = load i32, ptr %bytes18, align 4
  %mul19 = mul i32 %conv17, %2
  %cmp20 = icmp ule i32 %mul19, 4
  br i1 %cmp20, label %cond.true22, label %cond.false24

cond.true22:
  %add23 = add i32 %add5, 8
  br label %cond.end27

cond.false24:
  %add25 = add i32 %add5, 8
  %call26 = call i32 @mlcc_rt.image_tiff.tiff_word(ptr %t, i32 %add25, i32 4)
  br label %cond.end27

cond.end27:
  %cond28 = phi i32 [ %add23, %cond.true22 ], [ %call26, %cond.false24 ]
  %at29 = getelementptr inbounds nuw %struct.tiff_field, ptr %agg.result, i32 0, i32 0
  store i32 %cond28, ptr %at29, align 4
  %at30 = getelementptr inbounds nuw %struct.tiff_field, ptr %agg.result, i32 0, i32 0
  %3 = load i32, ptr %at30, align 4
  %size31 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 1
  %4 = load i32, ptr %size31, align 4
  %cmp32 = icmp ugt i32 %3, %4
  br i1 %cmp32, label %if.then38, label %lor.lhs.false

lor.lhs.false:
  %size34 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 1
  %5 = load i32, ptr %size34, align 4
  %at35 = getelementptr inbounds nuw %struct.tiff_field, ptr %agg.result, i32 0, i32 0
  %6 = load i32, ptr %at35, align 4
  %sub = sub i32 %5, %6
  %cmp36 = icmp ugt i32 %mul19, %sub
  br i1 %cmp36, label %if.then38, label %return

if.then38:
  %count39 = getelementptr inbounds nuw %struct.tiff_field, ptr %agg.result, i32 0, i32 1
  store i64 0, ptr %count39, align 4
  br label %return

for.inc:
  %inc = add i32 %k.0, 1
  br label %for.cond

return:
  ret void
}

declare void @llvm.memcpy.p0.p0.i32(ptr noalias, ptr noalias readonly, i32, i1)

define internal i64 @mlcc_rt.image_tiff.tiff_value(ptr %t, ptr %field, i64 %index) {
entry:
  %count = getelementptr inbounds nuw %struct.tiff_field, ptr %field, i32 0, i32 1
  %0 = load i64, ptr %count, align 4
  %cmp = icmp slt i64 %index, %0
  br i1 %cmp, label %cond.true, label %cond.end

cond.true:
  %at = getelementptr inbounds nuw %struct.tiff_field, ptr %field, i32 0, i32 0
  %1 = load i32, ptr %at, align 4
  %conv = trunc i64 %index to i32
  %bytes = getelementptr inbounds nuw %struct.tiff_field, ptr %field, i32 0, i32 2
  %2 = load i32, ptr %bytes, align 4
  %mul = mul i32 %conv, %2
  %add = add i32 %1, %mul
  %bytes1 = getelementptr inbounds nuw %struct.tiff_field, ptr %field, i32 0, i32 2
  %3 = load i32, ptr %bytes1, align 4
  %call = call i32 @mlcc_rt.image_tiff.tiff_word(ptr %t, i32 %add, i32 %3)
  br label %cond.end

cond.end:
  %cond = phi i32 [ %call, %cond.true ], [ 0, %entry ]
  %conv2 = zext i32 %cond to i64
  ret i64 %conv2
}

define internal i32 @mlcc_rt.image_tiff.tiff_unpack(ptr %t, i64 %number, i32 %room) {
entry:
  %offsets = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 16
  %call = call i64 @mlcc_rt.image_tiff.tiff_value(ptr %t, ptr %offsets, i64 %number)
  %conv = trunc i64 %call to i32
  %counts = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 17
  %call1 = call i64 @mlcc_rt.image_tiff.tiff_value(ptr %t, ptr %counts, i64 %number)
  %conv2 = trunc i64 %call1 to i32
  %offsets3 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 16
  %count = getelementptr inbounds nuw %struct.tiff_field, ptr %offsets3, i32 0, i32 1
  %0 = load i64, ptr %count, align 4
  %cmp = icmp sge i64 %number, %0
  br i1 %cmp, label %return, label %lor.lhs.false

lor.lhs.false:
  %size5 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 1
  %1 = load i32, ptr %size5, align 4
  %cmp6 = icmp ugt i32 %conv, %1
  br i1 %cmp6, label %return, label %if.end

if.end:
  %counts8 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 17
  %count9 = getelementptr inbounds nuw %struct.tiff_field, ptr %counts8, i32 0, i32 1
  %2 = load i64, ptr %count9, align 4
  %cmp10 = icmp eq i64 %2, 0
  br i1 %cmp10, label %if.then16, label %lor.lhs.false12

lor.lhs.false12:
  %size13 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 1
  %3 = load i32, ptr %size13, align 4
  %sub = sub i32 %3, %conv
  %cmp14 = icmp ugt i32 %conv2, %sub
  br i1 %cmp14, label %if.then16, label %if.end19

if.then16:
  %size17 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 1
  %4 = load i32, ptr %size17, align 4
  %sub18 = sub i32 %4, %conv
  br label %if.end19

if.end19:
  %size.0 = phi i32 [ %sub18, %if.then16 ], [ %conv2, %lor.lhs.false12 ]
  %data20 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 0
  %5 = load ptr, ptr %data20, align 4
  %add.ptr = getelementptr inbounds nuw i8, ptr %5, i32 %conv
  %packing = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 11
  %6 = load i32, ptr %packing, align 4
  switch i32 %6, label %sw.default [
    i32 5, label %sw.bb
    i32 32773, label %sw.bb22
    i32 1, label %for.cond
  ]

sw.bb:
  %part = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 19
  %7 = load ptr, ptr %part, align 4
  %call21 = call i32 @mlcc_rt.image_tiff.tiff_lzw(ptr %add.ptr, i32 %size.0, ptr %7, i32 %room)
  br label %return

sw.bb22:
  %part23 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 19
  %8 = load ptr, ptr %part23, align 4
  %call24 = call i32 @mlcc_rt.image_tiff.tiff_packbits(ptr %add.ptr, i32 %size.0, ptr %8, i32 %room)
  br label %return

for.cond:
  %k.0 = phi i32 [ %inc, %if.end31 ], [ 0, %if.end19 ]
  %cmp26 = icmp ult i32 %k.0, %room
  br i1 %cmp26, label %for.body, label %return

for.body:
  %cmp28 = icmp uge i32 %k.0, %size.0
  br i1 %cmp28, label %return, label %if.end31

if.end31:
  %arrayidx = getelementptr inbounds nuw i8, ptr %add.ptr, i32 %k.0
  %9 = load i8, ptr %arrayidx, align 1
  %part32 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 19
  %10 = load ptr, ptr %part32, align 4
  %arrayidx33 = getelementptr inbounds nuw i8, ptr %10, i32 %k.0
  store i8 %9, ptr %arrayidx33, align 1
  %inc = add i32 %k.0, 1
  br label %for.cond

sw.default:
  %part34 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 19
  %11 = load ptr, ptr %part34, align 4
  %call35 = call i32 @mlcc_rt_zlib(ptr %add.ptr, i32 %size.0, ptr %11, i32 %room)
  br label %return

return:
  %retval.0 = phi i32 [ 1, %for.body ], [ %call35, %sw.default ], [ %call21, %sw.bb ], [ %call24, %sw.bb22 ], [ 1, %entry ], [ 1, %lor.lhs.false ], [ 0, %for.cond ]
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
  %0 = load i32, ptr %bits, align 4
  %cmp1 = icmp eq i32 %0, 8
  br i1 %cmp1, label %if.then, label %if.end

if.then:
  %idxprom = trunc i64 %k.0 to i32
  %arrayidx = getelementptr inbounds i8, ptr %row, i32 %idxprom
  %1 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %1 to i32
  %sub = sub nsw i64 %k.0, %step
  %idxprom2 = trunc i64 %sub to i32
  %arrayidx3 = getelementptr inbounds i8, ptr %row, i32 %idxprom2
  %2 = load i8, ptr %arrayidx3, align 1
  %conv4 = zext i8 %2 to i32
  %add = add nsw i32 %conv, %conv4
  %conv5 = trunc i32 %add to i8
  %idxprom6 = trunc i64 %k.0 to i32
  %arrayidx7 = getelementptr inbounds i8, ptr %row, i32 %idxprom6
  store i8 %conv5, ptr %arrayidx7, align 1
  br label %for.inc

if.end:
  %mul = mul nsw i64 2, %k.0
  %idx.ext = trunc i64 %mul to i32
  %add.ptr = getelementptr inbounds i8, ptr %row, i32 %idx.ext
  %sub8 = sub nsw i64 %k.0, %step
  %mul9 = mul nsw i64 2, %sub8
  %idx.ext10 = trunc i64 %mul9 to i32
  %add.ptr11 = getelementptr inbounds i8, ptr %row, i32 %idx.ext10
  %big_endian = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 2
  %3 = load i32, ptr %big_endian, align 4
  %tobool = icmp ne i32 %3, 0
  %cond = select i1 %tobool, i32 0, i32 1
  %arrayidx12 = getelementptr inbounds i8, ptr %add.ptr, i32 %cond
  %4 = load i8, ptr %arrayidx12, align 1
  %conv13 = zext i8 %4 to i32
  %shl = shl i32 %conv13, 8
  %sub14 = sub nsw i32 1, %cond
  %arrayidx15 = getelementptr inbounds i8, ptr %add.ptr, i32 %sub14
  %5 = load i8, ptr %arrayidx15, align 1
  %conv16 = zext i8 %5 to i32
  %or = or i32 %shl, %conv16
  %arrayidx17 = getelementptr inbounds i8, ptr %add.ptr11, i32 %cond
  %6 = load i8, ptr %arrayidx17, align 1
  %conv18 = zext i8 %6 to i32
  %shl19 = shl i32 %conv18, 8
  %sub20 = sub nsw i32 1, %cond
  %arrayidx21 = getelementptr inbounds i8, ptr %add.ptr11, i32 %sub20
  %7 = load i8, ptr %arrayidx21, align 1
  %conv22 = zext i8 %7 to i32
  %or23 = or i32 %shl19, %conv22
  %add24 = add nsw i32 %or, %or23
  %shr = ashr i32 %add24, 8
  %conv25 = trunc i32 %shr to i8
  %arrayidx26 = getelementptr inbounds i8, ptr %add.ptr, i32 %cond
  store i8 %conv25, ptr %arrayidx26, align 1
  %conv27 = trunc i32 %add24 to i8
  %sub28 = sub nsw i32 1, %cond
  %arrayidx29 = getelementptr inbounds i8, ptr %add.ptr, i32 %sub28
  store i8 %conv27, ptr %arrayidx29, align 1
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
  %0 = load i32, ptr %bits, align 4
  %cmp = icmp slt i32 %0, 8
  br i1 %cmp, label %cond.true, label %cond.end

cond.true:
  %bits1 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 9
  %1 = load i32, ptr %bits1, align 4
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
  %arrayidx = getelementptr inbounds i8, ptr %to, i32 %k.0
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
  %0 = load i32, ptr %bits, align 4
  %cmp = icmp slt i32 %0, 8
  br i1 %cmp, label %cond.true, label %cond.end

cond.true:
  %bits1 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 9
  %1 = load i32, ptr %bits1, align 4
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
  br i1 %cmp3, label %for.body, label %if.end50

for.body:
  %map = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 18
  %conv = sext i32 %k.0 to i64
  %bits4 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 9
  %3 = load i32, ptr %bits4, align 4
  %sh_prom = zext i32 %3 to i64
  %shl5 = shl i64 %conv, %sh_prom
  %conv6 = sext i32 %call to i64
  %add = add nsw i64 %shl5, %conv6
  %call7 = call i64 @mlcc_rt.image_tiff.tiff_value(ptr %t, ptr %map, i64 %add)
  %shr = ashr i64 %call7, 8
  %conv8 = trunc i64 %shr to i8
  %arrayidx = getelementptr inbounds i8, ptr %to, i32 %k.0
  store i8 %conv8, ptr %arrayidx, align 1
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

if.else:
  %colours9 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 12
  %4 = load i32, ptr %colours9, align 4
  %cmp10 = icmp eq i32 %4, 2
  br i1 %cmp10, label %for.cond14, label %if.else35

for.cond14:
  %k13.0 = phi i32 [ %inc33, %for.inc32 ], [ 0, %if.else ]
  %cmp15 = icmp slt i32 %k13.0, 3
  br i1 %cmp15, label %for.body17, label %if.end50

for.body17:
  %planar = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 13
  %5 = load i32, ptr %planar, align 4
  %tobool = icmp eq i32 %5, 0
  %cmp18 = icmp eq i32 %k13.0, %plane
  %or.cond = select i1 %tobool, i1 true, i1 %cmp18
  br i1 %or.cond, label %if.then20, label %for.inc32

if.then20:
  %planar21 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 13
  %6 = load i32, ptr %planar21, align 4
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
  %arrayidx31 = getelementptr inbounds i8, ptr %to, i32 %k13.0
  store i8 %conv30, ptr %arrayidx31, align 1
  br label %for.inc32

for.inc32:
  %inc33 = add nsw i32 %k13.0, 1
  br label %for.cond14

if.else35:
  %mul36 = mul nsw i32 %cond, %call
  %colours37 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 12
  %7 = load i32, ptr %colours37, align 4
  %cmp38 = icmp eq i32 %7, 0
  %sub41 = sub nsw i32 255, %mul36
  %cond44 = select i1 %cmp38, i32 %sub41, i32 %mul36
  %conv45 = trunc i32 %cond44 to i8
  %arrayidx46 = getelementptr inbounds i8, ptr %to, i32 2
  store i8 %conv45, ptr %arrayidx46, align 1
  %arrayidx47 = getelementptr inbounds i8, ptr %to, i32 1
  store i8 %conv45, ptr %arrayidx47, align 1
  %arrayidx48 = getelementptr inbounds i8, ptr %to, i32 0
  store i8 %conv45, ptr %arrayidx48, align 1
  br label %if.end50

if.end50:
  ret void
}

define internal i32 @mlcc_rt.image_tiff.tiff_lzw(ptr %data, i32 %size, ptr %to, i32 %room) {
entry:
  %call = call ptr @mlcc_rt_image_take(i32 1, i32 24576)
  %cmp = icmp eq ptr %call, null
  br i1 %cmp, label %return, label %for.cond

for.cond:
  %k.0 = phi i32 [ %inc, %for.body ], [ 0, %entry ]
  %cmp1 = icmp slt i32 %k.0, 256
  br i1 %cmp1, label %for.body, label %while.cond

for.body:
  %conv = trunc i32 %k.0 to i8
  %first = getelementptr inbounds nuw %struct.tiff_strings, ptr %call, i32 0, i32 3
  %arrayidx = getelementptr inbounds [4096 x i8], ptr %first, i32 0, i32 %k.0
  store i8 %conv, ptr %arrayidx, align 1
  %last = getelementptr inbounds nuw %struct.tiff_strings, ptr %call, i32 0, i32 2
  %arrayidx2 = getelementptr inbounds [4096 x i8], ptr %last, i32 0, i32 %k.0
  store i8 %conv, ptr %arrayidx2, align 1
  %length = getelementptr inbounds nuw %struct.tiff_strings, ptr %call, i32 0, i32 1
  %arrayidx3 = getelementptr inbounds [4096 x i16], ptr %length, i32 0, i32 %k.0
  store i16 1, ptr %arrayidx3, align 2
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

while.cond:
  %next.0 = phi i32 [ %next.1, %cond.end109 ], [ 258, %for.cond ], [ 258, %if.end18 ]
  %width.0 = phi i32 [ %cond110, %cond.end109 ], [ 9, %for.cond ], [ 9, %if.end18 ]
  %previous.0 = phi i32 [ %and, %cond.end109 ], [ -1, %for.cond ], [ -1, %if.end18 ]
  %count.0 = phi i32 [ %sub21, %cond.end109 ], [ 0, %for.cond ], [ %sub21, %if.end18 ]
  %bits.0 = phi i32 [ %bits.1, %cond.end109 ], [ 0, %for.cond ], [ %bits.1, %if.end18 ]
  %at.0 = phi i32 [ %at.1, %cond.end109 ], [ 0, %for.cond ], [ %at.1, %if.end18 ]
  %done.0 = phi i32 [ %add95, %cond.end109 ], [ 0, %for.cond ], [ %done.0, %if.end18 ]
  %cmp4 = icmp ult i32 %done.0, %room
  br i1 %cmp4, label %while.cond6, label %while.end111

while.cond6:
  %count.1 = phi i32 [ %add, %while.body11 ], [ %count.0, %while.cond ]
  %bits.1 = phi i32 [ %or, %while.body11 ], [ %bits.0, %while.cond ]
  %at.1 = phi i32 [ %inc12, %while.body11 ], [ %at.0, %while.cond ]
  %cmp7 = icmp slt i32 %count.1, %width.0
  %cmp9 = icmp ult i32 %at.1, %size
  %spec.select = select i1 %cmp7, i1 %cmp9, i1 false
  br i1 %spec.select, label %while.body11, label %while.end

while.body11:
  %shl = shl i32 %bits.1, 8
  %inc12 = add i32 %at.1, 1
  %arrayidx13 = getelementptr inbounds nuw i8, ptr %data, i32 %at.1
  %0 = load i8, ptr %arrayidx13, align 1
  %conv14 = zext i8 %0 to i32
  %or = or i32 %shl, %conv14
  %add = add nsw i32 %count.1, 8
  br label %while.cond6

while.end:
  %cmp15 = icmp slt i32 %count.1, %width.0
  br i1 %cmp15, label %while.end111, label %if.end18

if.end18:
  %sub = sub nsw i32 %count.1, %width.0
  %shr = lshr i32 %bits.1, %sub
  %shl19 = shl i32 1, %width.0
  %sub20 = sub nsw i32 %shl19, 1
  %and = and i32 %shr, %sub20
  %sub21 = sub nsw i32 %count.1, %width.0
  switch i32 %and, label %if.end29 [
    i32 257, label %while.end111
    i32 256, label %while.cond
  ]

if.end29:
  %cmp30 = icmp sgt i32 %and, 255
  br i1 %cmp30, label %land.lhs.true, label %if.end40

land.lhs.true:
  %cmp32 = icmp slt i32 %previous.0, 0
  %cmp34 = icmp sgt i32 %and, %next.0
  %or.cond = select i1 %cmp32, i1 true, i1 %cmp34
  %cmp37 = icmp slt i32 %and, 258
  %or.cond66 = or i1 %or.cond, %cmp37
  br i1 %or.cond66, label %while.end111, label %if.end40

if.end40:
  %cmp41 = icmp sge i32 %previous.0, 0
  %cmp44 = icmp slt i32 %next.0, 4096
  %or.cond67 = select i1 %cmp41, i1 %cmp44, i1 false
  br i1 %or.cond67, label %if.then46, label %if.else

if.then46:
  %conv47 = trunc i32 %previous.0 to i16
  %before = getelementptr inbounds nuw %struct.tiff_strings, ptr %call, i32 0, i32 0
  %arrayidx48 = getelementptr inbounds [4096 x i16], ptr %before, i32 0, i32 %next.0
  store i16 %conv47, ptr %arrayidx48, align 2
  %length49 = getelementptr inbounds nuw %struct.tiff_strings, ptr %call, i32 0, i32 1
  %arrayidx50 = getelementptr inbounds [4096 x i16], ptr %length49, i32 0, i32 %previous.0
  %1 = load i16, ptr %arrayidx50, align 2
  %conv51 = zext i16 %1 to i32
  %add52 = add nsw i32 %conv51, 1
  %conv53 = trunc i32 %add52 to i16
  %length54 = getelementptr inbounds nuw %struct.tiff_strings, ptr %call, i32 0, i32 1
  %arrayidx55 = getelementptr inbounds [4096 x i16], ptr %length54, i32 0, i32 %next.0
  store i16 %conv53, ptr %arrayidx55, align 2
  %first56 = getelementptr inbounds nuw %struct.tiff_strings, ptr %call, i32 0, i32 3
  %arrayidx57 = getelementptr inbounds [4096 x i8], ptr %first56, i32 0, i32 %previous.0
  %2 = load i8, ptr %arrayidx57, align 1
  %first58 = getelementptr inbounds nuw %struct.tiff_strings, ptr %call, i32 0, i32 3
  %arrayidx59 = getelementptr inbounds [4096 x i8], ptr %first58, i32 0, i32 %next.0
  store i8 %2, ptr %arrayidx59, align 1
  %first60 = getelementptr inbounds nuw %struct.tiff_strings, ptr %call, i32 0, i32 3
  %cmp61 = icmp eq i32 %and, %next.0
  %previous.0.and = select i1 %cmp61, i32 %previous.0, i32 %and
  %arrayidx63 = getelementptr inbounds [4096 x i8], ptr %first60, i32 0, i32 %previous.0.and
  %3 = load i8, ptr %arrayidx63, align 1
  %last64 = getelementptr inbounds nuw %struct.tiff_strings, ptr %call, i32 0, i32 2
  %arrayidx65 = getelementptr inbounds [4096 x i8], ptr %last64, i32 0, i32 %next.0
  store i8 %3, ptr %arrayidx65, align 1
  %inc66 = add nsw i32 %next.0, 1
  br label %if.end71

if.else:
  %cmp67 = icmp sge i32 %and, %next.0
  br i1 %cmp67, label %while.end111, label %if.end71

if.end71:
  %next.1 = phi i32 [ %inc66, %if.then46 ], [ %next.0, %if.else ]
  %length73 = getelementptr inbounds nuw %struct.tiff_strings, ptr %call, i32 0, i32 1
  %arrayidx74 = getelementptr inbounds [4096 x i16], ptr %length73, i32 0, i32 %and
  %4 = load i16, ptr %arrayidx74, align 2
  %conv75 = zext i16 %4 to i32
  br label %for.cond77

for.cond77:
  %part.0 = phi i32 [ %and, %if.end71 ], [ %conv93, %for.inc90 ]
  %k76.0 = phi i32 [ %conv75, %if.end71 ], [ %dec, %for.inc90 ]
  %dec = add i32 %k76.0, -1
  %cmp78 = icmp ugt i32 %k76.0, 0
  br i1 %cmp78, label %for.body80, label %for.end94

for.body80:
  %add81 = add i32 %done.0, %dec
  %cmp82 = icmp ult i32 %add81, %room
  br i1 %cmp82, label %if.then84, label %for.inc90

if.then84:
  %last85 = getelementptr inbounds nuw %struct.tiff_strings, ptr %call, i32 0, i32 2
  %arrayidx86 = getelementptr inbounds [4096 x i8], ptr %last85, i32 0, i32 %part.0
  %5 = load i8, ptr %arrayidx86, align 1
  %add87 = add i32 %done.0, %dec
  %arrayidx88 = getelementptr inbounds nuw i8, ptr %to, i32 %add87
  store i8 %5, ptr %arrayidx88, align 1
  br label %for.inc90

for.inc90:
  %before91 = getelementptr inbounds nuw %struct.tiff_strings, ptr %call, i32 0, i32 0
  %arrayidx92 = getelementptr inbounds [4096 x i16], ptr %before91, i32 0, i32 %part.0
  %6 = load i16, ptr %arrayidx92, align 2
  %conv93 = zext i16 %6 to i32
  br label %for.cond77

for.end94:
  %add95 = add i32 %done.0, %conv75
  %cmp96 = icmp sge i32 %next.1, 2047
  br i1 %cmp96, label %cond.end109, label %cond.false99

cond.false99:
  %cmp100 = icmp sge i32 %next.1, 1023
  br i1 %cmp100, label %cond.end109, label %cond.false103

cond.false103:
  %cmp104 = icmp sge i32 %next.1, 511
  %cond106 = select i1 %cmp104, i32 10, i32 9
  br label %cond.end109

cond.end109:
  %cond110 = phi i32 [ 12, %for.end94 ], [ %cond106, %cond.false103 ], [ 11, %cond.false99 ]
  br label %while.cond

while.end111:
  %cmp112 = icmp ult i32 %done.0, %room
  %spec.select68 = select i1 %cmp112, i32 1, i32 0
  call void @free(ptr %call)
  br label %return

return:
  %retval.0 = phi i32 [ %spec.select68, %while.end111 ], [ 3, %entry ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_tiff.tiff_packbits(ptr %data, i32 %size, ptr %to, i32 %room) {
entry:
  br label %while.cond

while.cond:
  %at.0 = phi i32 [ 0, %entry ], [ %inc, %while.body ], [ %inc20, %for.end ], [ %at.1, %for.cond23 ]
  %done.0 = phi i32 [ 0, %entry ], [ %done.0, %while.body ], [ %done.1, %for.end ], [ %done.2, %for.cond23 ]
  %cmp = icmp ult i32 %done.0, %room
  %cmp1 = icmp ult i32 %at.0, %size
  %spec.select = select i1 %cmp, i1 %cmp1, i1 false
  br i1 %spec.select, label %while.body, label %while.end

while.body:
  %inc = add i32 %at.0, 1
  %arrayidx = getelementptr inbounds nuw i8, ptr %data, i32 %at.0
  %0 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %0 to i32
  %cmp2 = icmp eq i32 %conv, 128
  br i1 %cmp2, label %while.cond, label %if.end

if.end:
  %cmp4 = icmp sgt i32 %conv, 128
  br i1 %cmp4, label %if.then6, label %for.cond23

if.then6:
  %cmp7 = icmp uge i32 %inc, %size
  br i1 %cmp7, label %return, label %if.end10

if.end10:
  %sub = sub nsw i32 257, %conv
  br label %for.cond

for.cond:
  %done.1 = phi i32 [ %done.0, %if.end10 ], [ %inc18, %for.body ]
  %n.0 = phi i32 [ %sub, %if.end10 ], [ %dec, %for.body ]
  %cmp11 = icmp sgt i32 %n.0, 0
  %cmp14 = icmp ult i32 %done.1, %room
  %spec.select25 = select i1 %cmp11, i1 %cmp14, i1 false
  br i1 %spec.select25, label %for.body, label %for.end

for.body:
  %arrayidx17 = getelementptr inbounds nuw i8, ptr %data, i32 %inc
  %1 = load i8, ptr %arrayidx17, align 1
  %inc18 = add i32 %done.1, 1
  %arrayidx19 = getelementptr inbounds nuw i8, ptr %to, i32 %done.1
  store i8 %1, ptr %arrayidx19, align 1
  %dec = add nsw i32 %n.0, -1
  br label %for.cond

for.end:
  %inc20 = add i32 %inc, 1
  br label %while.cond

for.cond23:
  %at.1 = phi i32 [ %inc35, %if.end34 ], [ %inc, %if.end ]
  %done.2 = phi i32 [ %inc37, %if.end34 ], [ %done.0, %if.end ]
  %n22.0 = phi i32 [ %inc40, %if.end34 ], [ 0, %if.end ]
  %cmp24 = icmp sle i32 %n22.0, %conv
  %cmp27 = icmp ult i32 %done.2, %room
  %spec.select26 = select i1 %cmp24, i1 %cmp27, i1 false
  br i1 %spec.select26, label %for.body30, label %while.cond

for.body30:
  %cmp31 = icmp uge i32 %at.1, %size
  br i1 %cmp31, label %return, label %if.end34

if.end34:
  %inc35 = add i32 %at.1, 1
  %arrayidx36 = getelementptr inbounds nuw i8, ptr %data, i32 %at.1
  %2 = load i8, ptr %arrayidx36, align 1
  %inc37 = add i32 %done.2, 1
  %arrayidx38 = getelementptr inbounds nuw i8, ptr %to, i32 %done.2
  store i8 %2, ptr %arrayidx38, align 1
  %inc40 = add nsw i32 %n22.0, 1
  br label %for.cond23

while.end:
  %cmp42 = icmp eq i32 %done.0, %room
  %cond = select i1 %cmp42, i32 0, i32 1
  br label %return

return:
  %retval.0 = phi i32 [ %cond, %while.end ], [ 1, %if.then6 ], [ 1, %for.body30 ]
  ret i32 %retval.0
}

declare i32 @mlcc_rt_zlib(ptr, i32, ptr, i32)

define internal i32 @mlcc_rt.image_tiff.tiff_sample(ptr %t, ptr %row, i64 %index) {
entry:
  %bits = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 9
  %0 = load i32, ptr %bits, align 4
  %cmp = icmp eq i32 %0, 16
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %mul = mul nsw i64 2, %index
  %big_endian = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 2
  %1 = load i32, ptr %big_endian, align 4
  %tobool = icmp ne i32 %1, 0
  %cond = select i1 %tobool, i32 0, i32 1
  %conv = sext i32 %cond to i64
  %add = add nsw i64 %mul, %conv
  %idxprom = trunc i64 %add to i32
  %arrayidx = getelementptr inbounds i8, ptr %row, i32 %idxprom
  %2 = load i8, ptr %arrayidx, align 1
  %conv1 = zext i8 %2 to i32
  br label %return

if.end:
  %bits2 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 9
  %3 = load i32, ptr %bits2, align 4
  %conv3 = sext i32 %3 to i64
  %mul4 = mul nsw i64 %index, %conv3
  %div = sdiv i64 %mul4, 8
  %idxprom5 = trunc i64 %div to i32
  %arrayidx6 = getelementptr inbounds i8, ptr %row, i32 %idxprom5
  %4 = load i8, ptr %arrayidx6, align 1
  %conv7 = zext i8 %4 to i32
  %bits8 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 9
  %5 = load i32, ptr %bits8, align 4
  %sub = sub nsw i32 8, %5
  %conv9 = sext i32 %sub to i64
  %rem = srem i64 %mul4, 8
  %sub10 = sub nsw i64 %conv9, %rem
  %sh_prom = trunc i64 %sub10 to i32
  %shr = ashr i32 %conv7, %sh_prom
  %bits11 = getelementptr inbounds nuw %struct.tiff, ptr %t, i32 0, i32 9
  %6 = load i32, ptr %bits11, align 4
  %shl = shl i32 1, %6
  %sub12 = sub nsw i32 %shl, 1
  %and = and i32 %shr, %sub12
  br label %return

return:
  %retval.0 = phi i32 [ %conv1, %if.then ], [ %and, %if.end ]
  ret i32 %retval.0
}
