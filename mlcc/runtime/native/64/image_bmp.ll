; Generated from image_bmp.c by mlcc.runtime.native.generate.

%struct.bmp = type { ptr, i64, i64, i64, i32, i32, i32, i32, i64, i64, i64, [3 x i32] }
%struct.mlcc_image = type { ptr, i64, i64, i64, ptr }

@mlcc_rt.image_bmp.bmp_header.usual = internal constant [2 x [3 x i32]] [[3 x i32] [i32 31744, i32 992, i32 31], [3 x i32] [i32 16711680, i32 65280, i32 255]], align 16

define internal i32 @mlcc_rt_image_bmp(ptr %image) {
entry:
  %b = alloca %struct.bmp, align 8
  call void @llvm.memset.p0.i64(ptr align 8 %b, i8 0, i64 88, i1 false)
  %data = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 0
  %data1 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 0
  %0 = load ptr, ptr %data1, align 8
  store ptr %0, ptr %data, align 8
  %size = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 1
  %size2 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 1
  %1 = load i64, ptr %size2, align 8
  store i64 %1, ptr %size, align 8
  %call = call i32 @mlcc_rt.image_bmp.bmp_header(ptr %b)
  %cmp = icmp eq i32 %call, 0
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %width4 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 2
  %2 = load i64, ptr %width4, align 8
  %height5 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 3
  %3 = load i64, ptr %height5, align 8
  %call6 = call i32 @mlcc_rt_image_sizes(ptr %image, i64 %2, i64 %3)
  br label %if.end

if.end:
  %problem.0 = phi i32 [ %call6, %if.then ], [ %call, %entry ]
  %cmp7 = icmp ne i32 %problem.0, 0
  br i1 %cmp7, label %return, label %lor.lhs.false

lor.lhs.false:
  %rgb = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 4
  %4 = load ptr, ptr %rgb, align 8
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
  %7 = load ptr, ptr %rgb16, align 8
  %call17 = call i32 @mlcc_rt.image_bmp.bmp_runs(ptr %b, ptr %7)
  br label %return

cond.false:
  %rgb18 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 4
  %8 = load ptr, ptr %rgb18, align 8
  %call19 = call i32 @mlcc_rt.image_bmp.bmp_plain(ptr %b, ptr %8)
  br label %return

return:
  %retval.0 = phi i32 [ %problem.0, %if.end ], [ %problem.0, %lor.lhs.false ], [ %call17, %cond.true ], [ %call19, %cond.false ]
  ret i32 %retval.0
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define internal i32 @mlcc_rt.image_bmp.bmp_header(ptr %b) {
entry:
  %call = call i32 @mlcc_rt.image_bmp.bmp_word(ptr %b, i64 14, i32 4)
  %call1 = call i32 @mlcc_rt.image_bmp.bmp_word(ptr %b, i64 10, i32 4)
  %conv = zext i32 %call1 to i64
  %pixels = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 8
  store i64 %conv, ptr %pixels, align 8
  %size = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 1
  %0 = load i64, ptr %size, align 8
  %cmp = icmp ult i64 %0, 26
  br i1 %cmp, label %return, label %lor.lhs.false

lor.lhs.false:
  %cmp3 = icmp ne i32 %call, 12
  %cmp5 = icmp ult i32 %call, 40
  %or.cond = and i1 %cmp3, %cmp5
  br i1 %or.cond, label %return, label %lor.lhs.false7

lor.lhs.false7:
  %conv8 = zext i32 %call to i64
  %size9 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 1
  %1 = load i64, ptr %size9, align 8
  %sub = sub i64 %1, 14
  %cmp10 = icmp ugt i64 %conv8, %sub
  br i1 %cmp10, label %return, label %if.end

if.end:
  %cmp12 = icmp eq i32 %call, 12
  %conv13 = zext i1 %cmp12 to i32
  %add = add i32 14, %call
  %conv14 = zext i32 %add to i64
  %palette = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 9
  store i64 %conv14, ptr %palette, align 8
  %tobool = icmp ne i32 %conv13, 0
  %cond = select i1 %tobool, i32 3, i32 4
  %conv15 = sext i32 %cond to i64
  %entry16 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 10
  store i64 %conv15, ptr %entry16, align 8
  %tobool17 = icmp ne i32 %conv13, 0
  br i1 %tobool17, label %cond.true, label %cond.false

cond.true:
  %call18 = call i32 @mlcc_rt.image_bmp.bmp_word(ptr %b, i64 18, i32 2)
  %conv19 = zext i32 %call18 to i64
  br label %cond.end

cond.false:
  %call20 = call i32 @mlcc_rt.image_bmp.bmp_word(ptr %b, i64 18, i32 4)
  %conv21 = sext i32 %call20 to i64
  br label %cond.end

cond.end:
  %cond22 = phi i64 [ %conv19, %cond.true ], [ %conv21, %cond.false ]
  %width = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 2
  store i64 %cond22, ptr %width, align 8
  %tobool23 = icmp ne i32 %conv13, 0
  br i1 %tobool23, label %cond.true24, label %cond.false27

cond.true24:
  %call25 = call i32 @mlcc_rt.image_bmp.bmp_word(ptr %b, i64 20, i32 2)
  %conv26 = zext i32 %call25 to i64
  br label %cond.end30

cond.false27:
  %call28 = call i32 @mlcc_rt.image_bmp.bmp_word(ptr %b, i64 22, i32 4)
  %conv29 = sext i32 %call28 to i64
  br label %cond.end30

cond.end30:
  %cond31 = phi i64 [ %conv26, %cond.true24 ], [ %conv29, %cond.false27 ]
  %height = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 3
  store i64 %cond31, ptr %height, align 8
  %tobool32 = icmp ne i32 %conv13, 0
  %cond33 = select i1 %tobool32, i32 24, i32 28
  %conv34 = sext i32 %cond33 to i64
  %call35 = call i32 @mlcc_rt.image_bmp.bmp_word(ptr %b, i64 %conv34, i32 2)
  %bits = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 4
  store i32 %call35, ptr %bits, align 8
  %tobool36 = icmp ne i32 %conv13, 0
  br i1 %tobool36, label %cond.end40, label %cond.false38

cond.false38:
  %call39 = call i32 @mlcc_rt.image_bmp.bmp_word(ptr %b, i64 30, i32 4)
  br label %cond.end40

cond.end40:
  %cond41 = phi i32 [ %call39, %cond.false38 ], [ 0, %cond.end30 ]
  %packing = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 5
  store i32 %cond41, ptr %packing, align 4
  %height42 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 3
  %2 = load i64, ptr %height42, align 8
  %cmp43 = icmp slt i64 %2, 0
  %conv44 = zext i1 %cmp43 to i32
  %from_top = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 6
  store i32 %conv44, ptr %from_top, align 8
  %from_top45 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 6
  %3 = load i32, ptr %from_top45, align 8
  %tobool46 = icmp ne i32 %3, 0
  br i1 %tobool46, label %cond.true47, label %cond.false50

cond.true47:
  %height48 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 3
  %4 = load i64, ptr %height48, align 8
  %sub49 = sub nsw i64 0, %4
  br label %cond.end52

cond.false50:
  %height51 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 3
  %5 = load i64, ptr %height51, align 8
  br label %cond.end52

cond.end52:
  %cond53 = phi i64 [ %sub49, %cond.true47 ], [ %5, %cond.false50 ]
  %height54 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 3
  store i64 %cond53, ptr %height54, align 8
  %tobool55 = icmp ne i32 %conv13, 0
  br i1 %tobool55, label %cond.end59, label %cond.false57

cond.false57:
  %call58 = call i32 @mlcc_rt.image_bmp.bmp_word(ptr %b, i64 46, i32 4)
  br label %cond.end59

cond.end59:
  %cond60 = phi i32 [ %call58, %cond.false57 ], [ 0, %cond.end52 ]
  %bits61 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 4
  %6 = load i32, ptr %bits61, align 8
  %cmp62 = icmp sgt i32 %6, 8
  br i1 %cmp62, label %cond.end76, label %cond.false65

cond.false65:
  %cmp66 = icmp eq i32 %cond60, 0
  %cmp69 = icmp ugt i32 %cond60, 256
  %or.cond58 = or i1 %cmp66, %cmp69
  br i1 %or.cond58, label %cond.true71, label %cond.end76

cond.true71:
  %bits72 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 4
  %7 = load i32, ptr %bits72, align 8
  %shl = shl i32 1, %7
  br label %cond.end76

cond.end76:
  %cond77 = phi i32 [ 0, %cond.end59 ], [ %shl, %cond.true71 ], [ %cond60, %cond.false65 ]
  %colours78 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 7
  store i32 %cond77, ptr %colours78, align 4
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ 0, %cond.end76 ], [ %inc, %cond.end98 ]
  %cmp79 = icmp slt i32 %k.0, 3
  br i1 %cmp79, label %for.body, label %for.end

for.body:
  %packing81 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 5
  %8 = load i32, ptr %packing81, align 4
  %cmp82 = icmp eq i32 %8, 3
  br i1 %cmp82, label %lor.end, label %lor.rhs

lor.rhs:
  %packing84 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 5
  %9 = load i32, ptr %packing84, align 4
  %cmp85 = icmp eq i32 %9, 6
  br label %lor.end

lor.end:
  %10 = phi i1 [ true, %for.body ], [ %cmp85, %lor.rhs ]
  %lor.ext = zext i1 %10 to i32
  %tobool87 = icmp ne i32 %lor.ext, 0
  br i1 %tobool87, label %cond.true88, label %cond.false92

cond.true88:
  %conv89 = sext i32 %k.0 to i64
  %mul = mul i64 4, %conv89
  %add90 = add i64 54, %mul
  %call91 = call i32 @mlcc_rt.image_bmp.bmp_word(ptr %b, i64 %add90, i32 4)
  br label %cond.end98

cond.false92:
  %bits93 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 4
  %11 = load i32, ptr %bits93, align 8
  %cmp94 = icmp eq i32 %11, 32
  %conv95 = zext i1 %cmp94 to i32
  %idxprom = sext i32 %conv95 to i64
  %arrayidx = getelementptr inbounds [2 x [3 x i32]], ptr @mlcc_rt.image_bmp.bmp_header.usual, i64 0, i64 %idxprom
  %idxprom96 = sext i32 %k.0 to i64
  %arrayidx97 = getelementptr inbounds [3 x i32], ptr %arrayidx, i64 0, i64 %idxprom96
  %12 = load i32, ptr %arrayidx97, align 4
  br label %cond.end98

cond.end98:
  %cond99 = phi i32 [ %call91, %cond.true88 ], [ %12, %cond.false92 ]
  %masks = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 11
  %idxprom100 = sext i32 %k.0 to i64
  %arrayidx101 = getelementptr inbounds [3 x i32], ptr %masks, i64 0, i64 %idxprom100
  store i32 %cond99, ptr %arrayidx101, align 4
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.end:
  %packing102 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 5
  %13 = load i32, ptr %packing102, align 4
  switch i32 %13, label %return [
    i32 0, label %sw.bb
    i32 1, label %sw.bb129
    i32 2, label %sw.bb134
    i32 3, label %sw.bb139
    i32 6, label %sw.bb139
  ]

sw.bb:
  %bits103 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 4
  %14 = load i32, ptr %bits103, align 8
  %cmp104 = icmp eq i32 %14, 1
  br i1 %cmp104, label %lor.end126, label %lor.lhs.false106

lor.lhs.false106:
  %bits107 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 4
  %15 = load i32, ptr %bits107, align 8
  %cmp108 = icmp eq i32 %15, 4
  br i1 %cmp108, label %lor.end126, label %lor.lhs.false110

lor.lhs.false110:
  %bits111 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 4
  %16 = load i32, ptr %bits111, align 8
  %cmp112 = icmp eq i32 %16, 8
  br i1 %cmp112, label %lor.end126, label %lor.lhs.false114

lor.lhs.false114:
  %bits115 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 4
  %17 = load i32, ptr %bits115, align 8
  %cmp116 = icmp eq i32 %17, 16
  br i1 %cmp116, label %lor.end126, label %lor.lhs.false118

lor.lhs.false118:
  %bits119 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 4
  %18 = load i32, ptr %bits119, align 8
  %cmp120 = icmp eq i32 %18, 24
  br i1 %cmp120, label %lor.end126, label %lor.rhs122

lor.rhs122:
  %bits123 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 4
  %19 = load i32, ptr %bits123, align 8
  %cmp124 = icmp eq i32 %19, 32
  br label %lor.end126

lor.end126:
  %20 = phi i1 [ true, %lor.lhs.false118 ], [ true, %lor.lhs.false114 ], [ true, %lor.lhs.false110 ], [ true, %lor.lhs.false106 ], [ true, %sw.bb ], [ %cmp124, %lor.rhs122 ]
  %cond128 = select i1 %20, i32 0, i32 2
  br label %return

sw.bb129:
  %bits130 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 4
  %21 = load i32, ptr %bits130, align 8
  %cmp131 = icmp eq i32 %21, 8
  %cond133 = select i1 %cmp131, i32 0, i32 1
  br label %return

sw.bb134:
  %bits135 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 4
  %22 = load i32, ptr %bits135, align 8
  %cmp136 = icmp eq i32 %22, 4
  %cond138 = select i1 %cmp136, i32 0, i32 1
  br label %return

sw.bb139:
  %bits140 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 4
  %23 = load i32, ptr %bits140, align 8
  %cmp141 = icmp eq i32 %23, 16
  br i1 %cmp141, label %lor.end147, label %lor.rhs143

lor.rhs143:
  %bits144 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 4
  %24 = load i32, ptr %bits144, align 8
  %cmp145 = icmp eq i32 %24, 32
  br label %lor.end147

lor.end147:
  %25 = phi i1 [ true, %sw.bb139 ], [ %cmp145, %lor.rhs143 ]
  %cond149 = select i1 %25, i32 0, i32 1
  br label %return

return:
  %retval.0 = phi i32 [ %cond149, %lor.end147 ], [ 1, %entry ], [ %cond128, %lor.end126 ], [ %cond133, %sw.bb129 ], [ %cond138, %sw.bb134 ], [ 1, %lor.lhs.false ], [ 1, %lor.lhs.false7 ], [ 2, %for.end ]
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
  %1 = load i64, ptr %width, align 8
  %height = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 3
  %2 = load i64, ptr %height, align 8
  %mul = mul nsw i64 %1, %2
  %cmp1 = icmp slt i64 %k.0, %mul
  br i1 %cmp1, label %for.body, label %for.end

for.body:
  %mul3 = mul nsw i64 3, %k.0
  %add.ptr = getelementptr inbounds i8, ptr %rgb, i64 %mul3
  call void @mlcc_rt.image_bmp.bmp_colour(ptr %b, i32 0, ptr %add.ptr)
  %inc = add nsw i64 %k.0, 1
  br label %for.cond

for.end:
  %pixels = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 8
  %3 = load i64, ptr %pixels, align 8
  br label %while.cond

while.cond:
  %at.0 = phi i64 [ %3, %for.end ], [ %add14, %if.then ], [ %add39, %if.then32 ], [ %add119, %for.end116 ]
  %y.0 = phi i64 [ 0, %for.end ], [ %inc19, %if.then ], [ %add38, %if.then32 ], [ %y.0, %for.end116 ]
  %x.0 = phi i64 [ 0, %for.end ], [ 0, %if.then ], [ %add34, %if.then32 ], [ %x.1, %for.end116 ]
  %add = add i64 %at.0, 1
  %size = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 1
  %4 = load i64, ptr %size, align 8
  %cmp4 = icmp ult i64 %add, %4
  br i1 %cmp4, label %land.rhs, label %while.end

land.rhs:
  %pixels6 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 8
  %5 = load i64, ptr %pixels6, align 8
  %cmp7 = icmp uge i64 %at.0, %5
  br i1 %cmp7, label %while.body, label %while.end

while.body:
  %data = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 0
  %6 = load ptr, ptr %data, align 8
  %arrayidx = getelementptr inbounds nuw i8, ptr %6, i64 %at.0
  %7 = load i8, ptr %arrayidx, align 1
  %conv9 = zext i8 %7 to i32
  %data10 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 0
  %8 = load ptr, ptr %data10, align 8
  %add11 = add i64 %at.0, 1
  %arrayidx12 = getelementptr inbounds nuw i8, ptr %8, i64 %add11
  %9 = load i8, ptr %arrayidx12, align 1
  %conv13 = zext i8 %9 to i32
  %add14 = add i64 %at.0, 2
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
  %call = call i32 @mlcc_rt.image_bmp.bmp_word(ptr %b, i64 %add14, i32 1)
  %conv33 = zext i32 %call to i64
  %add34 = add nsw i64 %x.0, %conv33
  %add35 = add i64 %add14, 1
  %call36 = call i32 @mlcc_rt.image_bmp.bmp_word(ptr %b, i64 %add35, i32 1)
  %conv37 = zext i32 %call36 to i64
  %add38 = add nsw i64 %y.0, %conv37
  %add39 = add i64 %add14, 2
  br label %while.cond

if.end40:
  %cmp41 = icmp eq i32 %conv9, 0
  %conv42 = zext i1 %cmp41 to i32
  %tobool = icmp ne i32 %conv42, 0
  %conv13.conv9 = select i1 %tobool, i32 %conv13, i32 %conv9
  %tobool44 = icmp ne i32 %conv42, 0
  br i1 %tobool44, label %cond.true45, label %cond.end54

cond.true45:
  %tobool46 = icmp ne i32 %conv, 0
  br i1 %tobool46, label %cond.true47, label %cond.end50

cond.true47:
  %add48 = add nsw i32 %conv13, 1
  %div = sdiv i32 %add48, 2
  br label %cond.end50

cond.end50:
  %cond51 = phi i32 [ %div, %cond.true47 ], [ %conv13, %cond.true45 ]
  %conv52 = sext i32 %cond51 to i64
  br label %cond.end54

cond.end54:
  %cond55 = phi i64 [ %conv52, %cond.end50 ], [ 0, %if.end40 ]
  %size56 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 1
  %10 = load i64, ptr %size56, align 8
  %sub = sub i64 %10, %add14
  %cmp57 = icmp ugt i64 %cond55, %sub
  br i1 %cmp57, label %return, label %lor.lhs.false

lor.lhs.false:
  %height59 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 3
  %11 = load i64, ptr %height59, align 8
  %cmp60 = icmp sge i64 %y.0, %11
  br i1 %cmp60, label %return, label %for.cond64

for.cond64:
  %x.1 = phi i64 [ %inc115, %cond.end106 ], [ %x.0, %lor.lhs.false ]
  %n.0 = phi i32 [ %inc114, %cond.end106 ], [ 0, %lor.lhs.false ]
  %cmp65 = icmp slt i32 %n.0, %conv13.conv9
  br i1 %cmp65, label %land.rhs67, label %for.end116

land.rhs67:
  %width68 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 2
  %12 = load i64, ptr %width68, align 8
  %cmp69 = icmp slt i64 %x.1, %12
  br i1 %cmp69, label %for.body72, label %for.end116

for.body72:
  %tobool73 = icmp ne i32 %conv42, 0
  br i1 %tobool73, label %cond.true74, label %cond.end87

cond.true74:
  %data75 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 0
  %13 = load ptr, ptr %data75, align 8
  %tobool76 = icmp ne i32 %conv, 0
  %div78 = sdiv i32 %n.0, 2
  %cond81 = select i1 %tobool76, i32 %div78, i32 %n.0
  %conv82 = sext i32 %cond81 to i64
  %add83 = add i64 %add14, %conv82
  %arrayidx84 = getelementptr inbounds nuw i8, ptr %13, i64 %add83
  %14 = load i8, ptr %arrayidx84, align 1
  %conv85 = zext i8 %14 to i32
  br label %cond.end87

cond.end87:
  %cond88 = phi i32 [ %conv85, %cond.true74 ], [ %conv13, %for.body72 ]
  %tobool89 = icmp ne i32 %conv, 0
  br i1 %tobool89, label %cond.true90, label %cond.end98

cond.true90:
  %rem = srem i32 %n.0, 2
  %cmp91 = icmp eq i32 %rem, 0
  %shr = lshr i32 %cond88, 4
  %and = and i32 %cond88, 15
  %cond96 = select i1 %cmp91, i32 %shr, i32 %and
  br label %cond.end98

cond.end98:
  %cond99 = phi i32 [ %cond96, %cond.true90 ], [ %cond88, %cond.end87 ]
  %from_top = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 6
  %15 = load i32, ptr %from_top, align 8
  %tobool100 = icmp ne i32 %15, 0
  br i1 %tobool100, label %cond.end106, label %cond.false102

cond.false102:
  %height103 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 3
  %16 = load i64, ptr %height103, align 8
  %sub104 = sub nsw i64 %16, 1
  %sub105 = sub nsw i64 %sub104, %y.0
  br label %cond.end106

cond.end106:
  %cond107 = phi i64 [ %sub105, %cond.false102 ], [ %y.0, %cond.end98 ]
  %width108 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 2
  %17 = load i64, ptr %width108, align 8
  %mul109 = mul nsw i64 %cond107, %17
  %add110 = add nsw i64 %mul109, %x.1
  %mul111 = mul nsw i64 %add110, 3
  %add.ptr112 = getelementptr inbounds i8, ptr %rgb, i64 %mul111
  call void @mlcc_rt.image_bmp.bmp_colour(ptr %b, i32 %cond99, ptr %add.ptr112)
  %inc114 = add nsw i32 %n.0, 1
  %inc115 = add nsw i64 %x.1, 1
  br label %for.cond64

for.end116:
  %and117 = and i64 %cond55, 1
  %add118 = add i64 %cond55, %and117
  %add119 = add i64 %add14, %add118
  br label %while.cond

while.end:
  %height120 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 3
  %18 = load i64, ptr %height120, align 8
  %sub121 = sub nsw i64 %18, 1
  %cmp122 = icmp sge i64 %y.0, %sub121
  %cond124 = select i1 %cmp122, i32 0, i32 1
  br label %return

return:
  %retval.0 = phi i32 [ %cond124, %while.end ], [ 0, %if.end ], [ 1, %lor.lhs.false ], [ 1, %cond.end54 ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_bmp.bmp_plain(ptr %b, ptr %rgb) {
entry:
  %width = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 2
  %0 = load i64, ptr %width, align 8
  %bits = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 4
  %1 = load i32, ptr %bits, align 8
  %conv = sext i32 %1 to i64
  %mul = mul nsw i64 %0, %conv
  %add = add nsw i64 %mul, 31
  %div = sdiv i64 %add, 32
  %mul1 = mul nsw i64 %div, 4
  %pixels = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 8
  %2 = load i64, ptr %pixels, align 8
  %size = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 1
  %3 = load i64, ptr %size, align 8
  %cmp = icmp ugt i64 %2, %3
  br i1 %cmp, label %if.then, label %lor.lhs.false

lor.lhs.false:
  %size3 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 1
  %4 = load i64, ptr %size3, align 8
  %pixels4 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 8
  %5 = load i64, ptr %pixels4, align 8
  %sub = sub i64 %4, %5
  %div5 = udiv i64 %sub, %mul1
  %height = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 3
  %6 = load i64, ptr %height, align 8
  %cmp6 = icmp ult i64 %div5, %6
  br i1 %cmp6, label %if.then, label %if.end35

if.then:
  %width8 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 2
  %7 = load i64, ptr %width8, align 8
  %bits9 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 4
  %8 = load i32, ptr %bits9, align 8
  %conv10 = sext i32 %8 to i64
  %mul11 = mul nsw i64 %7, %conv10
  %add12 = add nsw i64 %mul11, 7
  %div13 = sdiv i64 %add12, 8
  %height14 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 3
  %9 = load i64, ptr %height14, align 8
  %sub15 = sub nsw i64 %9, 1
  %mul16 = mul i64 %mul1, %sub15
  %pixels17 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 8
  %10 = load i64, ptr %pixels17, align 8
  %size18 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 1
  %11 = load i64, ptr %size18, align 8
  %cmp19 = icmp ugt i64 %10, %11
  br i1 %cmp19, label %return, label %lor.lhs.false21

lor.lhs.false21:
  %size22 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 1
  %12 = load i64, ptr %size22, align 8
  %pixels23 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 8
  %13 = load i64, ptr %pixels23, align 8
  %sub24 = sub i64 %12, %13
  %cmp25 = icmp ult i64 %sub24, %mul16
  br i1 %cmp25, label %return, label %lor.lhs.false27

lor.lhs.false27:
  %size28 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 1
  %14 = load i64, ptr %size28, align 8
  %pixels29 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 8
  %15 = load i64, ptr %pixels29, align 8
  %sub30 = sub i64 %14, %15
  %sub31 = sub i64 %sub30, %mul16
  %cmp32 = icmp ult i64 %sub31, %div13
  br i1 %cmp32, label %return, label %if.end35

if.end35:
  br label %for.cond

for.cond:
  %y.0 = phi i64 [ 0, %if.end35 ], [ %inc104, %for.inc103 ]
  %height36 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 3
  %16 = load i64, ptr %height36, align 8
  %cmp37 = icmp slt i64 %y.0, %16
  br i1 %cmp37, label %for.body, label %return

for.body:
  %pixels39 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 8
  %17 = load i64, ptr %pixels39, align 8
  %from_top = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 6
  %18 = load i32, ptr %from_top, align 8
  %tobool = icmp ne i32 %18, 0
  br i1 %tobool, label %cond.end, label %cond.false

cond.false:
  %height40 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 3
  %19 = load i64, ptr %height40, align 8
  %sub41 = sub nsw i64 %19, 1
  %sub42 = sub nsw i64 %sub41, %y.0
  br label %cond.end

cond.end:
  %cond = phi i64 [ %sub42, %cond.false ], [ %y.0, %for.body ]
  %mul43 = mul i64 %mul1, %cond
  %add44 = add i64 %17, %mul43
  %width45 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 2
  %20 = load i64, ptr %width45, align 8
  %mul46 = mul nsw i64 %y.0, %20
  %mul47 = mul nsw i64 %mul46, 3
  %add.ptr = getelementptr inbounds i8, ptr %rgb, i64 %mul47
  br label %for.cond48

for.cond48:
  %x.0 = phi i64 [ 0, %cond.end ], [ %inc100, %for.inc99 ]
  %to.0 = phi ptr [ %add.ptr, %cond.end ], [ %add.ptr101, %for.inc99 ]
  %width49 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 2
  %21 = load i64, ptr %width49, align 8
  %cmp50 = icmp slt i64 %x.0, %21
  br i1 %cmp50, label %for.body52, label %for.inc103

for.body52:
  %bits53 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 4
  %22 = load i32, ptr %bits53, align 8
  %cmp54 = icmp sle i32 %22, 8
  br i1 %cmp54, label %if.then56, label %if.end69

if.then56:
  %bits57 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 4
  %23 = load i32, ptr %bits57, align 8
  %conv58 = sext i32 %23 to i64
  %mul59 = mul nsw i64 %x.0, %conv58
  %data = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 0
  %24 = load ptr, ptr %data, align 8
  %div60 = udiv i64 %mul59, 8
  %add61 = add i64 %add44, %div60
  %arrayidx = getelementptr inbounds nuw i8, ptr %24, i64 %add61
  %25 = load i8, ptr %arrayidx, align 1
  %conv62 = zext i8 %25 to i32
  %bits63 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 4
  %26 = load i32, ptr %bits63, align 8
  %conv64 = sext i32 %26 to i64
  %sub65 = sub i64 8, %conv64
  %rem = urem i64 %mul59, 8
  %sub66 = sub i64 %sub65, %rem
  %sh_prom = trunc i64 %sub66 to i32
  %shr = lshr i32 %conv62, %sh_prom
  %bits67 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 4
  %27 = load i32, ptr %bits67, align 8
  %shl = shl i32 1, %27
  %sub68 = sub i32 %shl, 1
  %and = and i32 %shr, %sub68
  call void @mlcc_rt.image_bmp.bmp_colour(ptr %b, i32 %and, ptr %to.0)
  br label %for.inc99

if.end69:
  %bits70 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 4
  %28 = load i32, ptr %bits70, align 8
  %div71 = sdiv i32 %28, 8
  %conv72 = sext i32 %div71 to i64
  %mul73 = mul nsw i64 %x.0, %conv72
  %add74 = add i64 %add44, %mul73
  %bits75 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 4
  %29 = load i32, ptr %bits75, align 8
  %div76 = sdiv i32 %29, 8
  %call = call i32 @mlcc_rt.image_bmp.bmp_word(ptr %b, i64 %add74, i32 %div76)
  br label %for.cond77

for.cond77:
  %k.0 = phi i32 [ 0, %if.end69 ], [ %inc, %cond.end94 ]
  %cmp78 = icmp slt i32 %k.0, 3
  br i1 %cmp78, label %for.body80, label %for.inc99

for.body80:
  %bits81 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 4
  %30 = load i32, ptr %bits81, align 8
  %cmp82 = icmp eq i32 %30, 24
  br i1 %cmp82, label %cond.true84, label %cond.false90

cond.true84:
  %mul85 = mul nsw i32 8, %k.0
  %sub86 = sub nsw i32 16, %mul85
  %shr87 = lshr i32 %call, %sub86
  %conv88 = trunc i32 %shr87 to i8
  %conv89 = zext i8 %conv88 to i32
  br label %cond.end94

cond.false90:
  %masks = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 11
  %idxprom = sext i32 %k.0 to i64
  %arrayidx91 = getelementptr inbounds [3 x i32], ptr %masks, i64 0, i64 %idxprom
  %31 = load i32, ptr %arrayidx91, align 4
  %call92 = call zeroext i8 @mlcc_rt.image_bmp.bmp_field(i32 %call, i32 %31)
  %conv93 = zext i8 %call92 to i32
  br label %cond.end94

cond.end94:
  %cond95 = phi i32 [ %conv89, %cond.true84 ], [ %conv93, %cond.false90 ]
  %conv96 = trunc i32 %cond95 to i8
  %idxprom97 = sext i32 %k.0 to i64
  %arrayidx98 = getelementptr inbounds i8, ptr %to.0, i64 %idxprom97
  store i8 %conv96, ptr %arrayidx98, align 1
  %inc = add nsw i32 %k.0, 1
  br label %for.cond77

for.inc99:
  %inc100 = add nsw i64 %x.0, 1
  %add.ptr101 = getelementptr inbounds i8, ptr %to.0, i64 3
  br label %for.cond48

for.inc103:
  %inc104 = add nsw i64 %y.0, 1
  br label %for.cond

return:
  %retval.0 = phi i32 [ 1, %if.then ], [ 1, %lor.lhs.false27 ], [ 1, %lor.lhs.false21 ], [ 0, %for.cond ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_bmp.bmp_word(ptr %b, i64 %at, i32 %bytes) {
entry:
  br label %for.cond

for.cond:
  %value.0 = phi i32 [ 0, %entry ], [ %or, %cond.end ]
  %k.0 = phi i32 [ 0, %entry ], [ %inc, %cond.end ]
  %cmp = icmp slt i32 %k.0, %bytes
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %conv = sext i32 %k.0 to i64
  %add = add i64 %at, %conv
  %size = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 1
  %0 = load i64, ptr %size, align 8
  %cmp1 = icmp ult i64 %add, %0
  br i1 %cmp1, label %cond.true, label %cond.end

cond.true:
  %data = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 0
  %1 = load ptr, ptr %data, align 8
  %conv3 = sext i32 %k.0 to i64
  %add4 = add i64 %at, %conv3
  %arrayidx = getelementptr inbounds nuw i8, ptr %1, i64 %add4
  %2 = load i8, ptr %arrayidx, align 1
  %conv5 = zext i8 %2 to i32
  %mul = mul nsw i32 8, %k.0
  %shl = shl i32 %conv5, %mul
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
  %0 = load i64, ptr %palette, align 8
  %conv = zext i32 %index to i64
  %entry1 = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 10
  %1 = load i64, ptr %entry1, align 8
  %mul = mul i64 %conv, %1
  %add = add i64 %0, %mul
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ 0, %entry ], [ %inc, %cond.end ]
  %cmp = icmp slt i32 %k.0, 3
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %colours = getelementptr inbounds nuw %struct.bmp, ptr %b, i32 0, i32 7
  %2 = load i32, ptr %colours, align 4
  %cmp3 = icmp slt i32 %index, %2
  br i1 %cmp3, label %cond.true, label %cond.end

cond.true:
  %add5 = add i64 %add, 2
  %conv6 = sext i32 %k.0 to i64
  %sub = sub i64 %add5, %conv6
  %call = call i32 @mlcc_rt.image_bmp.bmp_word(ptr %b, i64 %sub, i32 1)
  br label %cond.end

cond.end:
  %cond = phi i32 [ %call, %cond.true ], [ 0, %for.body ]
  %conv7 = trunc i32 %cond to i8
  %idxprom = sext i32 %k.0 to i64
  %arrayidx = getelementptr inbounds i8, ptr %to, i64 %idxprom
  store i8 %conv7, ptr %arrayidx, align 1
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
