; Generated from image_bmp.c by mlcc.runtime.native.generate.

%struct.bmp = type { ptr, i32, i64, i64, i32, i32, i32, i32, i32, i32, i32, [3 x i32] }
%struct.mlcc_image = type { ptr, i32, i64, i64, ptr }

@mlcc_rt.image_bmp.bmp_header.usual = internal constant [2 x [3 x i32]] [[3 x i32] [i32 31744, i32 992, i32 31], [3 x i32] [i32 16711680, i32 65280, i32 255]], align 4

define internal i32 @mlcc_rt_image_bmp(ptr %image) {
entry:
  %b = alloca %struct.bmp, align 4
  call void @llvm.memset.p0.i64(ptr align 4 %b, i8 0, i64 64, i1 false)
  %data = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 0
  %data1 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 0
  %0 = load ptr, ptr %data1, align 4
  store ptr %0, ptr %data, align 4
  %size = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 1
  %size2 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 1
  %1 = load i32, ptr %size2, align 4
  store i32 %1, ptr %size, align 4
  %call = call i32 @mlcc_rt.image_bmp.bmp_header(ptr %b)
  %cmp = icmp eq i32 %call, 0
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %width4 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 2
  %2 = load i64, ptr %width4, align 4
  %height5 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 3
  %3 = load i64, ptr %height5, align 4
  %call6 = call i32 @mlcc_rt_image_sizes(ptr %image, i64 %2, i64 %3)
  br label %if.end

if.end:
  %problem.0 = phi i32 [ %call6, %if.then ], [ %call, %entry ]
  %cmp7 = icmp ne i32 %problem.0, 0
  br i1 %cmp7, label %return, label %lor.lhs.false

lor.lhs.false:
  %rgb = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 4
  %4 = load ptr, ptr %rgb, align 4
  %cmp8 = icmp eq ptr %4, null
  br i1 %cmp8, label %return, label %if.end10

if.end10:
  %packing11 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 5
  %5 = load i32, ptr %packing11, align 4
  %cmp12 = icmp eq i32 %5, 1
  %packing14 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 5
  %6 = load i32, ptr %packing14, align 4
  %cmp15 = icmp eq i32 %6, 2
  %or.cond = select i1 %cmp12, i1 true, i1 %cmp15
  br i1 %or.cond, label %cond.true, label %cond.false

cond.true:
  %rgb16 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 4
  %7 = load ptr, ptr %rgb16, align 4
  %call17 = call i32 @mlcc_rt.image_bmp.bmp_runs(ptr %b, ptr %7)
  br label %return

cond.false:
  %rgb18 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 4
  %8 = load ptr, ptr %rgb18, align 4
  %call19 = call i32 @mlcc_rt.image_bmp.bmp_plain(ptr %b, ptr %8)
  br label %return

return:
  %retval.0 = phi i32 [ %problem.0, %if.end ], [ %problem.0, %lor.lhs.false ], [ %call17, %cond.true ], [ %call19, %cond.false ]
  ret i32 %retval.0
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define internal i32 @mlcc_rt.image_bmp.bmp_header(ptr %b) {
entry:
  %call = call i32 @mlcc_rt.image_bmp.bmp_word(ptr %b, i32 14, i32 4)
  %call1 = call i32 @mlcc_rt.image_bmp.bmp_word(ptr %b, i32 10, i32 4)
  %pixels = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 8
  store i32 %call1, ptr %pixels, align 4
  %size = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 1
  %0 = load i32, ptr %size, align 4
  %cmp = icmp ult i32 %0, 26
  br i1 %cmp, label %return, label %lor.lhs.false

lor.lhs.false:
  %cmp2 = icmp ne i32 %call, 12
  %cmp3 = icmp ult i32 %call, 40
  %or.cond = and i1 %cmp2, %cmp3
  br i1 %or.cond, label %return, label %lor.lhs.false4

lor.lhs.false4:
  %size5 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 1
  %1 = load i32, ptr %size5, align 4
  %sub = sub i32 %1, 14
  %cmp6 = icmp ugt i32 %call, %sub
  br i1 %cmp6, label %return, label %if.end

if.end:
  %cmp7 = icmp eq i32 %call, 12
  %conv = zext i1 %cmp7 to i32
  %add = add i32 14, %call
  %palette = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 9
  store i32 %add, ptr %palette, align 4
  %tobool = icmp ne i32 %conv, 0
  %cond = select i1 %tobool, i32 3, i32 4
  %entry8 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 10
  store i32 %cond, ptr %entry8, align 4
  %tobool9 = icmp ne i32 %conv, 0
  br i1 %tobool9, label %cond.true, label %cond.false

cond.true:
  %call10 = call i32 @mlcc_rt.image_bmp.bmp_word(ptr %b, i32 18, i32 2)
  %conv11 = zext i32 %call10 to i64
  br label %cond.end

cond.false:
  %call12 = call i32 @mlcc_rt.image_bmp.bmp_word(ptr %b, i32 18, i32 4)
  %conv13 = sext i32 %call12 to i64
  br label %cond.end

cond.end:
  %cond14 = phi i64 [ %conv11, %cond.true ], [ %conv13, %cond.false ]
  %width = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 2
  store i64 %cond14, ptr %width, align 4
  %tobool15 = icmp ne i32 %conv, 0
  br i1 %tobool15, label %cond.true16, label %cond.false19

cond.true16:
  %call17 = call i32 @mlcc_rt.image_bmp.bmp_word(ptr %b, i32 20, i32 2)
  %conv18 = zext i32 %call17 to i64
  br label %cond.end22

cond.false19:
  %call20 = call i32 @mlcc_rt.image_bmp.bmp_word(ptr %b, i32 22, i32 4)
  %conv21 = sext i32 %call20 to i64
  br label %cond.end22

cond.end22:
  %cond23 = phi i64 [ %conv18, %cond.true16 ], [ %conv21, %cond.false19 ]
  %height = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 3
  store i64 %cond23, ptr %height, align 4
  %tobool24 = icmp ne i32 %conv, 0
  %cond25 = select i1 %tobool24, i32 24, i32 28
  %call26 = call i32 @mlcc_rt.image_bmp.bmp_word(ptr %b, i32 %cond25, i32 2)
  %bits = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 4
  store i32 %call26, ptr %bits, align 4
  %tobool27 = icmp ne i32 %conv, 0
  br i1 %tobool27, label %cond.end31, label %cond.false29

cond.false29:
  %call30 = call i32 @mlcc_rt.image_bmp.bmp_word(ptr %b, i32 30, i32 4)
  br label %cond.end31

cond.end31:
  %cond32 = phi i32 [ %call30, %cond.false29 ], [ 0, %cond.end22 ]
  %packing = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 5
  store i32 %cond32, ptr %packing, align 4
  %height33 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 3
  %2 = load i64, ptr %height33, align 4
  %cmp34 = icmp slt i64 %2, 0
  %conv35 = zext i1 %cmp34 to i32
  %from_top = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 6
  store i32 %conv35, ptr %from_top, align 4
  %from_top36 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 6
  %3 = load i32, ptr %from_top36, align 4
  %tobool37 = icmp ne i32 %3, 0
  br i1 %tobool37, label %cond.true38, label %cond.false41

cond.true38:
  %height39 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 3
  %4 = load i64, ptr %height39, align 4
  %sub40 = sub nsw i64 0, %4
  br label %cond.end43

cond.false41:
  %height42 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 3
  %5 = load i64, ptr %height42, align 4
  br label %cond.end43

cond.end43:
  %cond44 = phi i64 [ %sub40, %cond.true38 ], [ %5, %cond.false41 ]
  %height45 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 3
  store i64 %cond44, ptr %height45, align 4
  %tobool46 = icmp ne i32 %conv, 0
  br i1 %tobool46, label %cond.end50, label %cond.false48

cond.false48:
  %call49 = call i32 @mlcc_rt.image_bmp.bmp_word(ptr %b, i32 46, i32 4)
  br label %cond.end50

cond.end50:
  %cond51 = phi i32 [ %call49, %cond.false48 ], [ 0, %cond.end43 ]
  %bits52 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 4
  %6 = load i32, ptr %bits52, align 4
  %cmp53 = icmp sgt i32 %6, 8
  br i1 %cmp53, label %cond.end67, label %cond.false56

cond.false56:
  %cmp57 = icmp eq i32 %cond51, 0
  %cmp60 = icmp ugt i32 %cond51, 256
  %or.cond58 = or i1 %cmp57, %cmp60
  br i1 %or.cond58, label %cond.true62, label %cond.end67

cond.true62:
  %bits63 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 4
  %7 = load i32, ptr %bits63, align 4
  %shl = shl i32 1, %7
  br label %cond.end67

cond.end67:
  %cond68 = phi i32 [ 0, %cond.end50 ], [ %shl, %cond.true62 ], [ %cond51, %cond.false56 ]
  %colours69 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 7
  store i32 %cond68, ptr %colours69, align 4
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ 0, %cond.end67 ], [ %inc, %cond.end87 ]
  %cmp70 = icmp slt i32 %k.0, 3
  br i1 %cmp70, label %for.body, label %for.end

for.body:
  %packing72 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 5
  %8 = load i32, ptr %packing72, align 4
  %cmp73 = icmp eq i32 %8, 3
  br i1 %cmp73, label %lor.end, label %lor.rhs

lor.rhs:
  %packing75 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 5
  %9 = load i32, ptr %packing75, align 4
  %cmp76 = icmp eq i32 %9, 6
  br label %lor.end

lor.end:
  %10 = phi i1 [ true, %for.body ], [ %cmp76, %lor.rhs ]
  %lor.ext = zext i1 %10 to i32
  %tobool78 = icmp ne i32 %lor.ext, 0
  br i1 %tobool78, label %cond.true79, label %cond.false82

cond.true79:
  %mul = mul i32 4, %k.0
  %add80 = add i32 54, %mul
  %call81 = call i32 @mlcc_rt.image_bmp.bmp_word(ptr %b, i32 %add80, i32 4)
  br label %cond.end87

cond.false82:
  %bits83 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 4
  %11 = load i32, ptr %bits83, align 4
  %cmp84 = icmp eq i32 %11, 32
  %conv85 = zext i1 %cmp84 to i32
  %arrayidx = getelementptr inbounds [2 x [3 x i32]], ptr @mlcc_rt.image_bmp.bmp_header.usual, i32 0, i32 %conv85
  %arrayidx86 = getelementptr inbounds [3 x i32], ptr %arrayidx, i32 0, i32 %k.0
  %12 = load i32, ptr %arrayidx86, align 4
  br label %cond.end87

cond.end87:
  %cond88 = phi i32 [ %call81, %cond.true79 ], [ %12, %cond.false82 ]
  %masks = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 11
  %arrayidx89 = getelementptr inbounds [3 x i32], ptr %masks, i32 0, i32 %k.0
  store i32 %cond88, ptr %arrayidx89, align 4
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.end:
  %packing90 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 5
  %13 = load i32, ptr %packing90, align 4
  switch i32 %13, label %return [
    i32 0, label %sw.bb
    i32 1, label %sw.bb117
    i32 2, label %sw.bb122
    i32 3, label %sw.bb127
    i32 6, label %sw.bb127
  ]

sw.bb:
  %bits91 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 4
  %14 = load i32, ptr %bits91, align 4
  %cmp92 = icmp eq i32 %14, 1
  br i1 %cmp92, label %lor.end114, label %lor.lhs.false94

lor.lhs.false94:
  %bits95 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 4
  %15 = load i32, ptr %bits95, align 4
  %cmp96 = icmp eq i32 %15, 4
  br i1 %cmp96, label %lor.end114, label %lor.lhs.false98

lor.lhs.false98:
  %bits99 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 4
  %16 = load i32, ptr %bits99, align 4
  %cmp100 = icmp eq i32 %16, 8
  br i1 %cmp100, label %lor.end114, label %lor.lhs.false102

lor.lhs.false102:
  %bits103 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 4
  %17 = load i32, ptr %bits103, align 4
  %cmp104 = icmp eq i32 %17, 16
  br i1 %cmp104, label %lor.end114, label %lor.lhs.false106

lor.lhs.false106:
  %bits107 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 4
  %18 = load i32, ptr %bits107, align 4
  %cmp108 = icmp eq i32 %18, 24
  br i1 %cmp108, label %lor.end114, label %lor.rhs110

lor.rhs110:
  %bits111 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 4
  %19 = load i32, ptr %bits111, align 4
  %cmp112 = icmp eq i32 %19, 32
  br label %lor.end114

lor.end114:
  %20 = phi i1 [ true, %lor.lhs.false106 ], [ true, %lor.lhs.false102 ], [ true, %lor.lhs.false98 ], [ true, %lor.lhs.false94 ], [ true, %sw.bb ], [ %cmp112, %lor.rhs110 ]
  %cond116 = select i1 %20, i32 0, i32 2
  br label %return

sw.bb117:
  %bits118 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 4
  %21 = load i32, ptr %bits118, align 4
  %cmp119 = icmp eq i32 %21, 8
  %cond121 = select i1 %cmp119, i32 0, i32 1
  br label %return

sw.bb122:
  %bits123 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 4
  %22 = load i32, ptr %bits123, align 4
  %cmp124 = icmp eq i32 %22, 4
  %cond126 = select i1 %cmp124, i32 0, i32 1
  br label %return

sw.bb127:
  %bits128 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 4
  %23 = load i32, ptr %bits128, align 4
  %cmp129 = icmp eq i32 %23, 16
  br i1 %cmp129, label %lor.end135, label %lor.rhs131

lor.rhs131:
  %bits132 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 4
  %24 = load i32, ptr %bits132, align 4
  %cmp133 = icmp eq i32 %24, 32
  br label %lor.end135

lor.end135:
  %25 = phi i1 [ true, %sw.bb127 ], [ %cmp133, %lor.rhs131 ]
  %cond137 = select i1 %25, i32 0, i32 1
  br label %return

return:
  %retval.0 = phi i32 [ %cond137, %lor.end135 ], [ 1, %entry ], [ %cond116, %lor.end114 ], [ %cond121, %sw.bb117 ], [ %cond126, %sw.bb122 ], [ 1, %lor.lhs.false ], [ 1, %lor.lhs.false4 ], [ 2, %for.end ]
  ret i32 %retval.0
}

declare i32 @mlcc_rt_image_sizes(ptr, i64, i64)

define internal i32 @mlcc_rt.image_bmp.bmp_runs(ptr %b, ptr %rgb) {
entry:
  %packing = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 5
  %0 = load i32, ptr %packing, align 4
  %cmp = icmp eq i32 %0, 2
  %conv = zext i1 %cmp to i32
  br label %for.cond

for.cond:
  %k.0 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  %width = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 2
  %1 = load i64, ptr %width, align 4
  %height = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 3
  %2 = load i64, ptr %height, align 4
  %mul = mul nsw i64 %1, %2
  %cmp1 = icmp slt i64 %k.0, %mul
  br i1 %cmp1, label %for.body, label %for.end

for.body:
  %mul3 = mul nsw i64 3, %k.0
  %idx.ext = trunc i64 %mul3 to i32
  %add.ptr = getelementptr inbounds i8, ptr %rgb, i32 %idx.ext
  call void @mlcc_rt.image_bmp.bmp_colour(ptr %b, i32 0, ptr %add.ptr)
  %inc = add nsw i64 %k.0, 1
  br label %for.cond

for.end:
  %pixels = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 8
  %3 = load i32, ptr %pixels, align 4
  br label %while.cond

while.cond:
  %at.0 = phi i32 [ %3, %for.end ], [ %add14, %if.then ], [ %add39, %if.then32 ], [ %add118, %for.end115 ]
  %y.0 = phi i64 [ 0, %for.end ], [ %inc19, %if.then ], [ %add38, %if.then32 ], [ %y.0, %for.end115 ]
  %x.0 = phi i64 [ 0, %for.end ], [ 0, %if.then ], [ %add34, %if.then32 ], [ %x.1, %for.end115 ]
  %add = add i32 %at.0, 1
  %size = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 1
  %4 = load i32, ptr %size, align 4
  %cmp4 = icmp ult i32 %add, %4
  br i1 %cmp4, label %land.rhs, label %while.end

land.rhs:
  %pixels6 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 8
  %5 = load i32, ptr %pixels6, align 4
  %cmp7 = icmp uge i32 %at.0, %5
  br i1 %cmp7, label %while.body, label %while.end

while.body:
  %data = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 0
  %6 = load ptr, ptr %data, align 4
  %arrayidx = getelementptr inbounds nuw i8, ptr %6, i32 %at.0
  %7 = load i8, ptr %arrayidx, align 1
  %conv9 = zext i8 %7 to i32
  %data10 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 0
  %8 = load ptr, ptr %data10, align 4
  %add11 = add i32 %at.0, 1
  %arrayidx12 = getelementptr inbounds nuw i8, ptr %8, i32 %add11
  %9 = load i8, ptr %arrayidx12, align 1
  %conv13 = zext i8 %9 to i32
  %add14 = add i32 %at.0, 2
  %cmp15 = icmp eq i32 %conv9, 0
  %cmp17 = icmp eq i32 %conv13, 0
  %or.cond = select i1 %cmp15, i1 %cmp17, i1 false
  br i1 %or.cond, label %if.then, label %if.end

if.then:
  %inc19 = add nsw i64 %y.0, 1
  br label %while.cond

if.end:
  %cmp20 = icmp eq i32 %conv9, 0
  %cmp23 = icmp eq i32 %conv13, 1
  %or.cond63 = select i1 %cmp20, i1 %cmp23, i1 false
  br i1 %or.cond63, label %return, label %if.end26

if.end26:
  %cmp27 = icmp eq i32 %conv9, 0
  %cmp30 = icmp eq i32 %conv13, 2
  %or.cond64 = select i1 %cmp27, i1 %cmp30, i1 false
  br i1 %or.cond64, label %if.then32, label %if.end40

if.then32:
  %call = call i32 @mlcc_rt.image_bmp.bmp_word(ptr %b, i32 %add14, i32 1)
  %conv33 = zext i32 %call to i64
  %add34 = add nsw i64 %x.0, %conv33
  %add35 = add i32 %add14, 1
  %call36 = call i32 @mlcc_rt.image_bmp.bmp_word(ptr %b, i32 %add35, i32 1)
  %conv37 = zext i32 %call36 to i64
  %add38 = add nsw i64 %y.0, %conv37
  %add39 = add i32 %add14, 2
  br label %while.cond

if.end40:
  %cmp41 = icmp eq i32 %conv9, 0
  %conv42 = zext i1 %cmp41 to i32
  %tobool = icmp ne i32 %conv42, 0
  %conv13.conv9 = select i1 %tobool, i32 %conv13, i32 %conv9
  %tobool44 = icmp ne i32 %conv42, 0
  br i1 %tobool44, label %cond.true45, label %cond.end53

cond.true45:
  %tobool46 = icmp ne i32 %conv, 0
  br i1 %tobool46, label %cond.true47, label %cond.end53

cond.true47:
  %add48 = add nsw i32 %conv13, 1
  %div = sdiv i32 %add48, 2
  br label %cond.end53

cond.end53:
  %cond54 = phi i32 [ %conv13, %cond.true45 ], [ %div, %cond.true47 ], [ 0, %if.end40 ]
  %size55 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 1
  %10 = load i32, ptr %size55, align 4
  %sub = sub i32 %10, %add14
  %cmp56 = icmp ugt i32 %cond54, %sub
  br i1 %cmp56, label %return, label %lor.lhs.false

lor.lhs.false:
  %height58 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 3
  %11 = load i64, ptr %height58, align 4
  %cmp59 = icmp sge i64 %y.0, %11
  br i1 %cmp59, label %return, label %for.cond63

for.cond63:
  %x.1 = phi i64 [ %inc114, %cond.end104 ], [ %x.0, %lor.lhs.false ]
  %n.0 = phi i32 [ %inc113, %cond.end104 ], [ 0, %lor.lhs.false ]
  %cmp64 = icmp slt i32 %n.0, %conv13.conv9
  br i1 %cmp64, label %land.rhs66, label %for.end115

land.rhs66:
  %width67 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 2
  %12 = load i64, ptr %width67, align 4
  %cmp68 = icmp slt i64 %x.1, %12
  br i1 %cmp68, label %for.body71, label %for.end115

for.body71:
  %tobool72 = icmp ne i32 %conv42, 0
  br i1 %tobool72, label %cond.true73, label %cond.end85

cond.true73:
  %data74 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 0
  %13 = load ptr, ptr %data74, align 4
  %tobool75 = icmp ne i32 %conv, 0
  %div77 = sdiv i32 %n.0, 2
  %cond80 = select i1 %tobool75, i32 %div77, i32 %n.0
  %add81 = add i32 %add14, %cond80
  %arrayidx82 = getelementptr inbounds nuw i8, ptr %13, i32 %add81
  %14 = load i8, ptr %arrayidx82, align 1
  %conv83 = zext i8 %14 to i32
  br label %cond.end85

cond.end85:
  %cond86 = phi i32 [ %conv83, %cond.true73 ], [ %conv13, %for.body71 ]
  %tobool87 = icmp ne i32 %conv, 0
  br i1 %tobool87, label %cond.true88, label %cond.end96

cond.true88:
  %rem = srem i32 %n.0, 2
  %cmp89 = icmp eq i32 %rem, 0
  %shr = lshr i32 %cond86, 4
  %and = and i32 %cond86, 15
  %cond94 = select i1 %cmp89, i32 %shr, i32 %and
  br label %cond.end96

cond.end96:
  %cond97 = phi i32 [ %cond94, %cond.true88 ], [ %cond86, %cond.end85 ]
  %from_top = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 6
  %15 = load i32, ptr %from_top, align 4
  %tobool98 = icmp ne i32 %15, 0
  br i1 %tobool98, label %cond.end104, label %cond.false100

cond.false100:
  %height101 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 3
  %16 = load i64, ptr %height101, align 4
  %sub102 = sub nsw i64 %16, 1
  %sub103 = sub nsw i64 %sub102, %y.0
  br label %cond.end104

cond.end104:
  %cond105 = phi i64 [ %sub103, %cond.false100 ], [ %y.0, %cond.end96 ]
  %width106 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 2
  %17 = load i64, ptr %width106, align 4
  %mul107 = mul nsw i64 %cond105, %17
  %add108 = add nsw i64 %mul107, %x.1
  %mul109 = mul nsw i64 %add108, 3
  %idx.ext110 = trunc i64 %mul109 to i32
  %add.ptr111 = getelementptr inbounds i8, ptr %rgb, i32 %idx.ext110
  call void @mlcc_rt.image_bmp.bmp_colour(ptr %b, i32 %cond97, ptr %add.ptr111)
  %inc113 = add nsw i32 %n.0, 1
  %inc114 = add nsw i64 %x.1, 1
  br label %for.cond63

for.end115:
  %and116 = and i32 %cond54, 1
  %add117 = add i32 %cond54, %and116
  %add118 = add i32 %add14, %add117
  br label %while.cond

while.end:
  %height119 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 3
  %18 = load i64, ptr %height119, align 4
  %sub120 = sub nsw i64 %18, 1
  %cmp121 = icmp sge i64 %y.0, %sub120
  %cond123 = select i1 %cmp121, i32 0, i32 1
  br label %return

return:
  %retval.0 = phi i32 [ %cond123, %while.end ], [ 0, %if.end ], [ 1, %lor.lhs.false ], [ 1, %cond.end53 ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_bmp.bmp_plain(ptr %b, ptr %rgb) {
entry:
  %width = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 2
  %0 = load i64, ptr %width, align 4
  %bits = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 4
  %1 = load i32, ptr %bits, align 4
  %conv = sext i32 %1 to i64
  %mul = mul nsw i64 %0, %conv
  %add = add nsw i64 %mul, 31
  %div = sdiv i64 %add, 32
  %mul1 = mul nsw i64 %div, 4
  %conv2 = trunc i64 %mul1 to i32
  %pixels = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 8
  %2 = load i32, ptr %pixels, align 4
  %size = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 1
  %3 = load i32, ptr %size, align 4
  %cmp = icmp ugt i32 %2, %3
  br i1 %cmp, label %if.then, label %lor.lhs.false

lor.lhs.false:
  %size4 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 1
  %4 = load i32, ptr %size4, align 4
  %pixels5 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 8
  %5 = load i32, ptr %pixels5, align 4
  %sub = sub i32 %4, %5
  %div6 = udiv i32 %sub, %conv2
  %height = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 3
  %6 = load i64, ptr %height, align 4
  %conv7 = trunc i64 %6 to i32
  %cmp8 = icmp ult i32 %div6, %conv7
  br i1 %cmp8, label %if.then, label %if.end39

if.then:
  %width10 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 2
  %7 = load i64, ptr %width10, align 4
  %bits11 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 4
  %8 = load i32, ptr %bits11, align 4
  %conv12 = sext i32 %8 to i64
  %mul13 = mul nsw i64 %7, %conv12
  %add14 = add nsw i64 %mul13, 7
  %div15 = sdiv i64 %add14, 8
  %conv16 = trunc i64 %div15 to i32
  %height17 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 3
  %9 = load i64, ptr %height17, align 4
  %sub18 = sub nsw i64 %9, 1
  %conv19 = trunc i64 %sub18 to i32
  %mul20 = mul i32 %conv2, %conv19
  %pixels21 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 8
  %10 = load i32, ptr %pixels21, align 4
  %size22 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 1
  %11 = load i32, ptr %size22, align 4
  %cmp23 = icmp ugt i32 %10, %11
  br i1 %cmp23, label %return, label %lor.lhs.false25

lor.lhs.false25:
  %size26 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 1
  %12 = load i32, ptr %size26, align 4
  %pixels27 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 8
  %13 = load i32, ptr %pixels27, align 4
  %sub28 = sub i32 %12, %13
  %cmp29 = icmp ult i32 %sub28, %mul20
  br i1 %cmp29, label %return, label %lor.lhs.false31

lor.lhs.false31:
  %size32 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 1
  %14 = load i32, ptr %size32, align 4
  %pixels33 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 8
  %15 = load i32, ptr %pixels33, align 4
  %sub34 = sub i32 %14, %15
  %sub35 = sub i32 %sub34, %mul20
  %cmp36 = icmp ult i32 %sub35, %conv16
  br i1 %cmp36, label %return, label %if.end39

if.end39:
  br label %for.cond

for.cond:
  %y.0 = phi i64 [ 0, %if.end39 ], [ %inc109, %for.inc108 ]
  %height40 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 3
  %16 = load i64, ptr %height40, align 4
  %cmp41 = icmp slt i64 %y.0, %16
  br i1 %cmp41, label %for.body, label %return

for.body:
  %pixels43 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 8
  %17 = load i32, ptr %pixels43, align 4
  %from_top = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 6
  %18 = load i32, ptr %from_top, align 4
  %tobool = icmp ne i32 %18, 0
  br i1 %tobool, label %cond.end, label %cond.false

cond.false:
  %height44 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 3
  %19 = load i64, ptr %height44, align 4
  %sub45 = sub nsw i64 %19, 1
  %sub46 = sub nsw i64 %sub45, %y.0
  br label %cond.end

cond.end:
  %cond = phi i64 [ %sub46, %cond.false ], [ %y.0, %for.body ]
  %conv47 = trunc i64 %cond to i32
  %mul48 = mul i32 %conv2, %conv47
  %add49 = add i32 %17, %mul48
  %width50 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 2
  %20 = load i64, ptr %width50, align 4
  %mul51 = mul nsw i64 %y.0, %20
  %mul52 = mul nsw i64 %mul51, 3
  %idx.ext = trunc i64 %mul52 to i32
  %add.ptr = getelementptr inbounds i8, ptr %rgb, i32 %idx.ext
  br label %for.cond53

for.cond53:
  %x.0 = phi i64 [ 0, %cond.end ], [ %inc105, %for.inc104 ]
  %to.0 = phi ptr [ %add.ptr, %cond.end ], [ %add.ptr106, %for.inc104 ]
  %width54 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 2
  %21 = load i64, ptr %width54, align 4
  %cmp55 = icmp slt i64 %x.0, %21
  br i1 %cmp55, label %for.body57, label %for.inc108

for.body57:
  %bits58 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 4
  %22 = load i32, ptr %bits58, align 4
  %cmp59 = icmp sle i32 %22, 8
  br i1 %cmp59, label %if.then61, label %if.end74

if.then61:
  %bits62 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 4
  %23 = load i32, ptr %bits62, align 4
  %conv63 = sext i32 %23 to i64
  %mul64 = mul nsw i64 %x.0, %conv63
  %conv65 = trunc i64 %mul64 to i32
  %data = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 0
  %24 = load ptr, ptr %data, align 4
  %div66 = udiv i32 %conv65, 8
  %add67 = add i32 %add49, %div66
  %arrayidx = getelementptr inbounds nuw i8, ptr %24, i32 %add67
  %25 = load i8, ptr %arrayidx, align 1
  %conv68 = zext i8 %25 to i32
  %bits69 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 4
  %26 = load i32, ptr %bits69, align 4
  %sub70 = sub i32 8, %26
  %rem = urem i32 %conv65, 8
  %sub71 = sub i32 %sub70, %rem
  %shr = lshr i32 %conv68, %sub71
  %bits72 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 4
  %27 = load i32, ptr %bits72, align 4
  %shl = shl i32 1, %27
  %sub73 = sub i32 %shl, 1
  %and = and i32 %shr, %sub73
  call void @mlcc_rt.image_bmp.bmp_colour(ptr %b, i32 %and, ptr %to.0)
  br label %for.inc104

if.end74:
  %bits75 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 4
  %28 = load i32, ptr %bits75, align 4
  %div76 = sdiv i32 %28, 8
  %conv77 = sext i32 %div76 to i64
  %mul78 = mul nsw i64 %x.0, %conv77
  %conv79 = trunc i64 %mul78 to i32
  %add80 = add i32 %add49, %conv79
  %bits81 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 4
  %29 = load i32, ptr %bits81, align 4
  %div82 = sdiv i32 %29, 8
  %call = call i32 @mlcc_rt.image_bmp.bmp_word(ptr %b, i32 %add80, i32 %div82)
  br label %for.cond83

for.cond83:
  %k.0 = phi i32 [ 0, %if.end74 ], [ %inc, %cond.end100 ]
  %cmp84 = icmp slt i32 %k.0, 3
  br i1 %cmp84, label %for.body86, label %for.inc104

for.body86:
  %bits87 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 4
  %30 = load i32, ptr %bits87, align 4
  %cmp88 = icmp eq i32 %30, 24
  br i1 %cmp88, label %cond.true90, label %cond.false96

cond.true90:
  %mul91 = mul nsw i32 8, %k.0
  %sub92 = sub nsw i32 16, %mul91
  %shr93 = lshr i32 %call, %sub92
  %conv94 = trunc i32 %shr93 to i8
  %conv95 = zext i8 %conv94 to i32
  br label %cond.end100

cond.false96:
  %masks = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 11
  %arrayidx97 = getelementptr inbounds [3 x i32], ptr %masks, i32 0, i32 %k.0
  %31 = load i32, ptr %arrayidx97, align 4
  %call98 = call zeroext i8 @mlcc_rt.image_bmp.bmp_field(i32 %call, i32 %31)
  %conv99 = zext i8 %call98 to i32
  br label %cond.end100

cond.end100:
  %cond101 = phi i32 [ %conv95, %cond.true90 ], [ %conv99, %cond.false96 ]
  %conv102 = trunc i32 %cond101 to i8
  %arrayidx103 = getelementptr inbounds i8, ptr %to.0, i32 %k.0
  store i8 %conv102, ptr %arrayidx103, align 1
  %inc = add nsw i32 %k.0, 1
  br label %for.cond83

for.inc104:
  %inc105 = add nsw i64 %x.0, 1
  %add.ptr106 = getelementptr inbounds i8, ptr %to.0, i32 3
  br label %for.cond53

for.inc108:
  %inc109 = add nsw i64 %y.0, 1
  br label %for.cond

return:
  %retval.0 = phi i32 [ 1, %if.then ], [ 1, %lor.lhs.false31 ], [ 1, %lor.lhs.false25 ], [ 0, %for.cond ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_bmp.bmp_word(ptr %b, i32 %at, i32 %bytes) {
entry:
  br label %for.cond

for.cond:
  %value.0 = phi i32 [ 0, %entry ], [ %or, %cond.end ]
  %k.0 = phi i32 [ 0, %entry ], [ %inc, %cond.end ]
  %cmp = icmp slt i32 %k.0, %bytes
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %add = add i32 %at, %k.0
  %size = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 1
  %0 = load i32, ptr %size, align 4
  %cmp1 = icmp ult i32 %add, %0
  br i1 %cmp1, label %cond.true, label %cond.end

cond.true:
  %data = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 0
  %1 = load ptr, ptr %data, align 4
  %add2 = add i32 %at, %k.0
  %arrayidx = getelementptr inbounds nuw i8, ptr %1, i32 %add2
  %2 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %2 to i32
  %mul = mul nsw i32 8, %k.0
  %shl = shl i32 %conv, %mul
  br label %cond.end

cond.end:
  %cond = phi i32 [ %shl, %cond.true ], [ 0, %for.body ]
  %or = or i32 %value.0, %cond
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.end:
  ret i32 %value.0
}

define internal void @mlcc_rt.image_bmp.bmp_colour(ptr %b, i32 %index, ptr %to) {
entry:
  %palette = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 9
  %0 = load i32, ptr %palette, align 4
  %entry1 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 10
  %1 = load i32, ptr %entry1, align 4
  %mul = mul i32 %index, %1
  %add = add i32 %0, %mul
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ 0, %entry ], [ %inc, %cond.end ]
  %cmp = icmp slt i32 %k.0, 3
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %colours = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 7
  %2 = load i32, ptr %colours, align 4
  %cmp2 = icmp slt i32 %index, %2
  br i1 %cmp2, label %cond.true, label %cond.end

cond.true:
  %add3 = add i32 %add, 2
  %sub = sub i32 %add3, %k.0
  %call = call i32 @mlcc_rt.image_bmp.bmp_word(ptr %b, i32 %sub, i32 1)
  br label %cond.end

cond.end:
  %cond = phi i32 [ %call, %cond.true ], [ 0, %for.body ]
  %conv = trunc i32 %cond to i8
  %arrayidx = getelementptr inbounds i8, ptr %to, i32 %k.0
  store i8 %conv, ptr %arrayidx, align 1
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.end:
  ret void
}

define internal zeroext i8 @mlcc_rt.image_bmp.bmp_field(i32 %value, i32 %mask) {
entry:
  %cmp = icmp eq i32 %mask, 0
  br i1 %cmp, label %return, label %while.cond

while.cond:
  %shift.0 = phi i32 [ %inc, %while.body ], [ 0, %entry ]
  %shr = lshr i32 %mask, %shift.0
  %and = and i32 %shr, 1
  %cmp1 = icmp eq i32 %and, 0
  br i1 %cmp1, label %while.body, label %while.end

while.body:
  %inc = add nsw i32 %shift.0, 1
  br label %while.cond

while.end:
  %shr2 = lshr i32 %mask, %shift.0
  %conv = zext i32 %shr2 to i64
  %and3 = and i32 %value, %mask
  %shr4 = lshr i32 %and3, %shift.0
  %conv5 = zext i32 %shr4 to i64
  %mul = mul i64 %conv5, 255
  %div = udiv i64 %mul, %conv
  %conv6 = trunc i64 %div to i8
  br label %return

return:
  %retval.0 = phi i8 [ %conv6, %while.end ], [ 0, %entry ]
  ret i8 %retval.0
}
