; Generated from image_png.c by mlcc.runtime.native.generate.

%struct.png_pass = type { i32, i32, i32, i32 }
%struct.png = type { i64, i64, i32, i32, i32, i32, i32, [768 x i8], ptr, i64 }
%struct.mlcc_image = type { ptr, i64, i64, i64, ptr }

@mlcc_rt.image_png.png_sum.table = internal constant [16 x i32] [i32 0, i32 498536548, i32 997073096, i32 651767980, i32 1994146192, i32 1802195444, i32 1303535960, i32 1342533948, i32 -306674912, i32 -267414716, i32 -690576408, i32 -882789492, i32 -1687895376, i32 -2032938284, i32 -1609899400, i32 -1111625188], align 16
@mlcc_rt.image_png.png_header.samples = internal constant [7 x i8] c"\01\00\03\01\02\00\04", align 1
@mlcc_rt.image_png.png_passes = internal constant [8 x %struct.png_pass] [%struct.png_pass { i32 0, i32 0, i32 1, i32 1 }, %struct.png_pass { i32 0, i32 0, i32 8, i32 8 }, %struct.png_pass { i32 4, i32 0, i32 8, i32 8 }, %struct.png_pass { i32 0, i32 4, i32 4, i32 8 }, %struct.png_pass { i32 2, i32 0, i32 4, i32 4 }, %struct.png_pass { i32 0, i32 2, i32 2, i32 4 }, %struct.png_pass { i32 1, i32 0, i32 2, i32 2 }, %struct.png_pass { i32 0, i32 1, i32 1, i32 2 }], align 16

define internal i32 @mlcc_rt_image_png(ptr %image) {
entry:
  %call = call ptr @mlcc_rt_image_take(i64 1, i64 824)
  %cmp = icmp eq ptr %call, null
  br i1 %cmp, label %cond.end, label %cond.false

cond.false:
  %call1 = call i32 @mlcc_rt.image_png.png_decode(ptr %call, ptr %image)
  br label %cond.end

cond.end:
  %cond = phi i32 [ %call1, %cond.false ], [ 3, %entry ]
  %cmp2 = icmp ne ptr %call, null
  br i1 %cmp2, label %if.then, label %if.end

if.then:
  %packed = getelementptr inbounds nuw %struct.png, ptr %call, i32 0, i32 8
  %0 = load ptr, ptr %packed, align 8
  call void @free(ptr %0)
  br label %if.end

if.end:
  call void @free(ptr %call)
  ret i32 %cond
}

declare ptr @mlcc_rt_image_take(i64, i64)

define internal i32 @mlcc_rt.image_png.png_decode(ptr %p, ptr %image) {
entry:
  %call = call i32 @mlcc_rt.image_png.png_chunks(ptr %p, ptr %image)
  %cmp = icmp eq i32 %call, 0
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %depth = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 2
  %0 = load i32, ptr %depth, align 8
  %cmp1 = icmp eq i32 %0, 0
  br i1 %cmp1, label %if.end, label %cond.false

cond.false:
  %width = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 0
  %1 = load i64, ptr %width, align 8
  %height = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 1
  %2 = load i64, ptr %height, align 8
  %call2 = call i32 @mlcc_rt_image_sizes(ptr %image, i64 %1, i64 %2)
  br label %if.end

if.end:
  %problem.0 = phi i32 [ %call, %entry ], [ %call2, %cond.false ], [ 1, %if.then ]
  %cmp3 = icmp ne i32 %problem.0, 0
  br i1 %cmp3, label %return, label %lor.lhs.false

lor.lhs.false:
  %rgb = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 4
  %3 = load ptr, ptr %rgb, align 8
  %cmp4 = icmp eq ptr %3, null
  br i1 %cmp4, label %return, label %if.end6

if.end6:
  %call7 = call i64 @mlcc_rt.image_png.png_raw_bytes(ptr %p)
  %call8 = call ptr @mlcc_rt_image_take(i64 %call7, i64 1)
  %cmp9 = icmp eq ptr %call8, null
  br i1 %cmp9, label %cond.end13, label %cond.false11

cond.false11:
  %packed = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 8
  %4 = load ptr, ptr %packed, align 8
  %packed_size = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 9
  %5 = load i64, ptr %packed_size, align 8
  %call12 = call i32 @mlcc_rt_zlib(ptr %4, i64 %5, ptr %call8, i64 %call7)
  br label %cond.end13

cond.end13:
  %cond14 = phi i32 [ %call12, %cond.false11 ], [ 3, %if.end6 ]
  %cmp15 = icmp eq i32 %cond14, 0
  br i1 %cmp15, label %if.then16, label %if.end19

if.then16:
  %rgb17 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 4
  %6 = load ptr, ptr %rgb17, align 8
  %call18 = call i32 @mlcc_rt.image_png.png_pixels(ptr %p, ptr %call8, ptr %6)
  br label %if.end19

if.end19:
  %problem.1 = phi i32 [ %call18, %if.then16 ], [ %cond14, %cond.end13 ]
  call void @free(ptr %call8)
  br label %return

return:
  %retval.0 = phi i32 [ %problem.1, %if.end19 ], [ %problem.0, %lor.lhs.false ], [ %problem.0, %if.end ]
  ret i32 %retval.0
}

declare void @free(ptr)

define internal i32 @mlcc_rt.image_png.png_chunks(ptr %p, ptr %image) {
entry:
  br label %while.cond

while.cond:
  %at.0 = phi i64 [ 8, %entry ], [ %add77, %if.end75 ]
  %size = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 1
  %0 = load i64, ptr %size, align 8
  %sub = sub i64 %0, %at.0
  %cmp = icmp uge i64 %sub, 12
  br i1 %cmp, label %while.body, label %while.end

while.body:
  %data = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 0
  %1 = load ptr, ptr %data, align 8
  %add.ptr = getelementptr inbounds nuw i8, ptr %1, i64 %at.0
  %call = call i32 @mlcc_rt.image_png.png_word(ptr %add.ptr)
  %conv = zext i32 %call to i64
  %size1 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 1
  %2 = load i64, ptr %size1, align 8
  %sub2 = sub i64 %2, %at.0
  %sub3 = sub i64 %sub2, 12
  %cmp4 = icmp ugt i64 %conv, %sub3
  br i1 %cmp4, label %return, label %lor.lhs.false

lor.lhs.false:
  %add.ptr6 = getelementptr inbounds i8, ptr %add.ptr, i64 4
  %add = add i64 %conv, 4
  %call7 = call i32 @mlcc_rt.image_png.png_sum(ptr %add.ptr6, i64 %add)
  %add.ptr8 = getelementptr inbounds i8, ptr %add.ptr, i64 8
  %add.ptr9 = getelementptr inbounds nuw i8, ptr %add.ptr8, i64 %conv
  %call10 = call i32 @mlcc_rt.image_png.png_word(ptr %add.ptr9)
  %cmp11 = icmp ne i32 %call7, %call10
  br i1 %cmp11, label %return, label %if.end

if.end:
  %add.ptr13 = getelementptr inbounds i8, ptr %add.ptr, i64 4
  %call14 = call i32 @mlcc_rt.image_png.png_word(ptr %add.ptr13)
  %cmp15 = icmp eq i32 %call14, 1229472850
  br i1 %cmp15, label %if.then17, label %if.else

if.then17:
  %cmp18 = icmp eq i64 %at.0, 8
  br i1 %cmp18, label %cond.true, label %cond.end

cond.true:
  %add.ptr20 = getelementptr inbounds i8, ptr %add.ptr, i64 8
  %call21 = call i32 @mlcc_rt.image_png.png_header(ptr %p, ptr %add.ptr20, i64 %conv)
  br label %cond.end

cond.end:
  %cond = phi i32 [ %call21, %cond.true ], [ 1, %if.then17 ]
  %cmp22 = icmp ne i32 %cond, 0
  br i1 %cmp22, label %return, label %lor.lhs.false24

lor.lhs.false24:
  %rgb = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 4
  %3 = load ptr, ptr %rgb, align 8
  %cmp25 = icmp eq ptr %3, null
  br i1 %cmp25, label %return, label %if.end28

if.end28:
  %size29 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 1
  %4 = load i64, ptr %size29, align 8
  %call30 = call ptr @mlcc_rt_image_take(i64 %4, i64 1)
  %packed = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 8
  store ptr %call30, ptr %packed, align 8
  %packed31 = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 8
  %5 = load ptr, ptr %packed31, align 8
  %cmp32 = icmp eq ptr %5, null
  br i1 %cmp32, label %return, label %if.end75

if.else:
  %cmp36 = icmp eq i64 %at.0, 8
  br i1 %cmp36, label %return, label %if.else39

if.else39:
  %cmp40 = icmp eq i32 %call14, 1347179589
  %cmp42 = icmp ule i64 %conv, 768
  %or.cond = and i1 %cmp40, %cmp42
  br i1 %or.cond, label %if.then44, label %if.else50

if.then44:
  %div = udiv i64 %conv, 3
  %conv45 = trunc i64 %div to i32
  %colours = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 6
  store i32 %conv45, ptr %colours, align 8
  br label %for.cond

for.cond:
  %k.0 = phi i64 [ 0, %if.then44 ], [ %inc, %for.body ]
  %cmp46 = icmp ult i64 %k.0, %conv
  br i1 %cmp46, label %for.body, label %if.end75

for.body:
  %add48 = add i64 8, %k.0
  %arrayidx = getelementptr inbounds nuw i8, ptr %add.ptr, i64 %add48
  %6 = load i8, ptr %arrayidx, align 1
  %palette = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 7
  %arrayidx49 = getelementptr inbounds nuw [768 x i8], ptr %palette, i64 0, i64 %k.0
  store i8 %6, ptr %arrayidx49, align 1
  %inc = add i64 %k.0, 1
  br label %for.cond

if.else50:
  switch i32 %call14, label %if.end75 [
    i32 1229209940, label %for.cond55
    i32 1229278788, label %return
  ]

for.cond55:
  %k54.0 = phi i64 [ %inc65, %for.body58 ], [ 0, %if.else50 ]
  %cmp56 = icmp ult i64 %k54.0, %conv
  br i1 %cmp56, label %for.body58, label %if.end75

for.body58:
  %add59 = add i64 8, %k54.0
  %arrayidx60 = getelementptr inbounds nuw i8, ptr %add.ptr, i64 %add59
  %7 = load i8, ptr %arrayidx60, align 1
  %packed61 = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 8
  %8 = load ptr, ptr %packed61, align 8
  %packed_size = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 9
  %9 = load i64, ptr %packed_size, align 8
  %inc62 = add i64 %9, 1
  store i64 %inc62, ptr %packed_size, align 8
  %arrayidx63 = getelementptr inbounds nuw i8, ptr %8, i64 %9
  store i8 %7, ptr %arrayidx63, align 1
  %inc65 = add i64 %k54.0, 1
  br label %for.cond55

if.end75:
  %add76 = add i64 %conv, 12
  %add77 = add i64 %at.0, %add76
  br label %while.cond

while.end:
  %packed_size78 = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 9
  %10 = load i64, ptr %packed_size78, align 8
  %cmp79 = icmp ugt i64 %10, 0
  %cond81 = select i1 %cmp79, i32 0, i32 1
  br label %return

return:
  %retval.0 = phi i32 [ %cond81, %while.end ], [ 1, %while.body ], [ %cond, %cond.end ], [ 3, %if.end28 ], [ 1, %if.else ], [ 1, %lor.lhs.false ], [ %cond, %lor.lhs.false24 ], [ 0, %if.else50 ]
  ret i32 %retval.0
}

declare i32 @mlcc_rt_image_sizes(ptr, i64, i64)

define internal i64 @mlcc_rt.image_png.png_raw_bytes(ptr %p) {
entry:
  %interlaced = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 5
  %0 = load i32, ptr %interlaced, align 4
  br label %for.cond

for.cond:
  %n.0 = phi i32 [ %0, %entry ], [ %inc, %for.inc ]
  %total.0 = phi i64 [ 0, %entry ], [ %total.1, %for.inc ]
  %interlaced1 = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 5
  %1 = load i32, ptr %interlaced1, align 4
  %tobool = icmp ne i32 %1, 0
  %cond = select i1 %tobool, i32 8, i32 1
  %cmp = icmp slt i32 %n.0, %cond
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %idxprom = sext i32 %n.0 to i64
  %arrayidx = getelementptr inbounds [8 x %struct.png_pass], ptr @mlcc_rt.image_png.png_passes, i64 0, i64 %idxprom
  %width = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 0
  %2 = load i64, ptr %width, align 8
  %x = getelementptr inbounds nuw %struct.png_pass, ptr %arrayidx, i32 0, i32 0
  %3 = load i32, ptr %x, align 4
  %across = getelementptr inbounds nuw %struct.png_pass, ptr %arrayidx, i32 0, i32 2
  %4 = load i32, ptr %across, align 4
  %call = call i64 @mlcc_rt.image_png.png_extent(i64 %2, i32 %3, i32 %4)
  %cmp2 = icmp sgt i64 %call, 0
  br i1 %cmp2, label %if.then, label %for.inc

if.then:
  %height = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 1
  %5 = load i64, ptr %height, align 8
  %y = getelementptr inbounds nuw %struct.png_pass, ptr %arrayidx, i32 0, i32 1
  %6 = load i32, ptr %y, align 4
  %down = getelementptr inbounds nuw %struct.png_pass, ptr %arrayidx, i32 0, i32 3
  %7 = load i32, ptr %down, align 4
  %call3 = call i64 @mlcc_rt.image_png.png_extent(i64 %5, i32 %6, i32 %7)
  %call4 = call i64 @mlcc_rt.image_png.png_row_bytes(ptr %p, i64 %call)
  %add = add nsw i64 %call4, 1
  %mul = mul nsw i64 %call3, %add
  %add5 = add nsw i64 %total.0, %mul
  br label %for.inc

for.inc:
  %total.1 = phi i64 [ %add5, %if.then ], [ %total.0, %for.body ]
  %inc = add nsw i32 %n.0, 1
  br label %for.cond

for.end:
  ret i64 %total.0
}

declare i32 @mlcc_rt_zlib(ptr, i64, ptr, i64)

define internal i32 @mlcc_rt.image_png.png_pixels(ptr %p, ptr %raw, ptr %rgb) {
entry:
  %samples = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 4
  %0 = load i32, ptr %samples, align 8
  %depth = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 2
  %1 = load i32, ptr %depth, align 8
  %mul = mul nsw i32 %0, %1
  %add = add nsw i32 %mul, 7
  %div = sdiv i32 %add, 8
  %conv = sext i32 %div to i64
  %interlaced = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 5
  %2 = load i32, ptr %interlaced, align 4
  br label %for.cond

for.cond:
  %n.0 = phi i32 [ %2, %entry ], [ %inc52, %for.inc51 ]
  %raw.addr.0 = phi ptr [ %raw, %entry ], [ %raw.addr.1, %for.inc51 ]
  %interlaced1 = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 5
  %3 = load i32, ptr %interlaced1, align 4
  %tobool = icmp ne i32 %3, 0
  %cond = select i1 %tobool, i32 8, i32 1
  %cmp = icmp slt i32 %n.0, %cond
  br i1 %cmp, label %for.body, label %return

for.body:
  %idxprom = sext i32 %n.0 to i64
  %arrayidx = getelementptr inbounds [8 x %struct.png_pass], ptr @mlcc_rt.image_png.png_passes, i64 0, i64 %idxprom
  %width = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 0
  %4 = load i64, ptr %width, align 8
  %x = getelementptr inbounds nuw %struct.png_pass, ptr %arrayidx, i32 0, i32 0
  %5 = load i32, ptr %x, align 4
  %across = getelementptr inbounds nuw %struct.png_pass, ptr %arrayidx, i32 0, i32 2
  %6 = load i32, ptr %across, align 4
  %call = call i64 @mlcc_rt.image_png.png_extent(i64 %4, i32 %5, i32 %6)
  %height = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 1
  %7 = load i64, ptr %height, align 8
  %y = getelementptr inbounds nuw %struct.png_pass, ptr %arrayidx, i32 0, i32 1
  %8 = load i32, ptr %y, align 4
  %down = getelementptr inbounds nuw %struct.png_pass, ptr %arrayidx, i32 0, i32 3
  %9 = load i32, ptr %down, align 4
  %call3 = call i64 @mlcc_rt.image_png.png_extent(i64 %7, i32 %8, i32 %9)
  %call4 = call i64 @mlcc_rt.image_png.png_row_bytes(ptr %p, i64 %call)
  br label %for.cond6

for.cond6:
  %raw.addr.1 = phi ptr [ %raw.addr.0, %for.body ], [ %add.ptr49, %for.inc46 ]
  %before.0 = phi ptr [ null, %for.body ], [ %add.ptr17, %for.inc46 ]
  %y5.0 = phi i64 [ 0, %for.body ], [ %inc47, %for.inc46 ]
  %cmp7 = icmp sgt i64 %call, 0
  %cmp9 = icmp slt i64 %y5.0, %call3
  %spec.select = select i1 %cmp7, i1 %cmp9, i1 false
  br i1 %spec.select, label %for.body11, label %for.inc51

for.body11:
  %arrayidx12 = getelementptr inbounds i8, ptr %raw.addr.1, i64 0
  %10 = load i8, ptr %arrayidx12, align 1
  %conv13 = zext i8 %10 to i32
  %add.ptr = getelementptr inbounds i8, ptr %raw.addr.1, i64 1
  %call14 = call i32 @mlcc_rt.image_png.png_row(i32 %conv13, ptr %add.ptr, ptr %before.0, i64 %call4, i64 %conv)
  %cmp15 = icmp ne i32 %call14, 0
  br i1 %cmp15, label %return, label %if.end

if.end:
  %add.ptr17 = getelementptr inbounds i8, ptr %raw.addr.1, i64 1
  %y18 = getelementptr inbounds nuw %struct.png_pass, ptr %arrayidx, i32 0, i32 1
  %11 = load i32, ptr %y18, align 4
  %conv19 = sext i32 %11 to i64
  %down20 = getelementptr inbounds nuw %struct.png_pass, ptr %arrayidx, i32 0, i32 3
  %12 = load i32, ptr %down20, align 4
  %conv21 = sext i32 %12 to i64
  %mul22 = mul nsw i64 %y5.0, %conv21
  %add23 = add nsw i64 %conv19, %mul22
  %width24 = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 0
  %13 = load i64, ptr %width24, align 8
  %mul25 = mul nsw i64 %add23, %13
  %mul26 = mul nsw i64 %mul25, 3
  %add.ptr27 = getelementptr inbounds i8, ptr %rgb, i64 %mul26
  br label %for.cond29

for.cond29:
  %x28.0 = phi i64 [ 0, %if.end ], [ %inc, %for.inc ]
  %cmp30 = icmp slt i64 %x28.0, %call
  br i1 %cmp30, label %for.body32, label %for.inc46

for.body32:
  %x33 = getelementptr inbounds nuw %struct.png_pass, ptr %arrayidx, i32 0, i32 0
  %14 = load i32, ptr %x33, align 4
  %conv34 = sext i32 %14 to i64
  %across35 = getelementptr inbounds nuw %struct.png_pass, ptr %arrayidx, i32 0, i32 2
  %15 = load i32, ptr %across35, align 4
  %conv36 = sext i32 %15 to i64
  %mul37 = mul nsw i64 %x28.0, %conv36
  %add38 = add nsw i64 %conv34, %mul37
  %mul39 = mul nsw i64 %add38, 3
  %add.ptr40 = getelementptr inbounds i8, ptr %add.ptr27, i64 %mul39
  %call41 = call i32 @mlcc_rt.image_png.png_pixel(ptr %p, ptr %add.ptr17, i64 %x28.0, ptr %add.ptr40)
  %cmp42 = icmp ne i32 %call41, 0
  br i1 %cmp42, label %return, label %for.inc

for.inc:
  %inc = add nsw i64 %x28.0, 1
  br label %for.cond29

for.inc46:
  %inc47 = add nsw i64 %y5.0, 1
  %add48 = add nsw i64 %call4, 1
  %add.ptr49 = getelementptr inbounds i8, ptr %raw.addr.1, i64 %add48
  br label %for.cond6

for.inc51:
  %inc52 = add nsw i32 %n.0, 1
  br label %for.cond

return:
  %retval.0 = phi i32 [ 1, %for.body32 ], [ 1, %for.body11 ], [ 0, %for.cond ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_png.png_word(ptr %p) {
entry:
  %arrayidx = getelementptr inbounds i8, ptr %p, i64 0
  %0 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %0 to i32
  %shl = shl i32 %conv, 24
  %arrayidx1 = getelementptr inbounds i8, ptr %p, i64 1
  %1 = load i8, ptr %arrayidx1, align 1
  %conv2 = zext i8 %1 to i32
  %shl3 = shl i32 %conv2, 16
  %or = or i32 %shl, %shl3
  %arrayidx4 = getelementptr inbounds i8, ptr %p, i64 2
  %2 = load i8, ptr %arrayidx4, align 1
  %conv5 = zext i8 %2 to i32
  %shl6 = shl i32 %conv5, 8
  %or7 = or i32 %or, %shl6
  %arrayidx8 = getelementptr inbounds i8, ptr %p, i64 3
  %3 = load i8, ptr %arrayidx8, align 1
  %conv9 = zext i8 %3 to i32
  %or10 = or i32 %or7, %conv9
  ret i32 %or10
}

define internal i32 @mlcc_rt.image_png.png_sum(ptr %data, i64 %size) {
entry:
  br label %for.cond

for.cond:
  %sum.0 = phi i32 [ -1, %entry ], [ %xor7, %for.body ]
  %k.0 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp ult i64 %k.0, %size
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %arrayidx = getelementptr inbounds nuw i8, ptr %data, i64 %k.0
  %0 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %0 to i32
  %xor = xor i32 %sum.0, %conv
  %shr = lshr i32 %xor, 4
  %and = and i32 %xor, 15
  %idxprom = zext i32 %and to i64
  %arrayidx1 = getelementptr inbounds nuw [16 x i32], ptr @mlcc_rt.image_png.png_sum.table, i64 0, i64 %idxprom
  %1 = load i32, ptr %arrayidx1, align 4
  %xor2 = xor i32 %shr, %1
  %shr3 = lshr i32 %xor2, 4
  %and4 = and i32 %xor2, 15
  %idxprom5 = zext i32 %and4 to i64
  %arrayidx6 = getelementptr inbounds nuw [16 x i32], ptr @mlcc_rt.image_png.png_sum.table, i64 0, i64 %idxprom5
  %2 = load i32, ptr %arrayidx6, align 4
  %xor7 = xor i32 %shr3, %2
  %inc = add i64 %k.0, 1
  br label %for.cond

for.end:
  %not = xor i32 %sum.0, -1
  ret i32 %not
}

define internal i32 @mlcc_rt.image_png.png_header(ptr %p, ptr %at, i64 %size) {
entry:
  %cmp = icmp ne i64 %size, 13
  br i1 %cmp, label %return, label %lor.lhs.false

lor.lhs.false:
  %arrayidx = getelementptr inbounds i8, ptr %at, i64 9
  %0 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %0 to i32
  %cmp1 = icmp sgt i32 %conv, 6
  br i1 %cmp1, label %return, label %lor.lhs.false3

lor.lhs.false3:
  %arrayidx4 = getelementptr inbounds i8, ptr %at, i64 9
  %1 = load i8, ptr %arrayidx4, align 1
  %idxprom = zext i8 %1 to i64
  %arrayidx5 = getelementptr inbounds nuw [7 x i8], ptr @mlcc_rt.image_png.png_header.samples, i64 0, i64 %idxprom
  %2 = load i8, ptr %arrayidx5, align 1
  %conv6 = zext i8 %2 to i32
  %cmp7 = icmp eq i32 %conv6, 0
  br i1 %cmp7, label %return, label %lor.lhs.false9

lor.lhs.false9:
  %arrayidx10 = getelementptr inbounds i8, ptr %at, i64 10
  %3 = load i8, ptr %arrayidx10, align 1
  %conv11 = zext i8 %3 to i32
  %cmp12 = icmp ne i32 %conv11, 0
  br i1 %cmp12, label %return, label %lor.lhs.false14

lor.lhs.false14:
  %arrayidx15 = getelementptr inbounds i8, ptr %at, i64 11
  %4 = load i8, ptr %arrayidx15, align 1
  %conv16 = zext i8 %4 to i32
  %cmp17 = icmp ne i32 %conv16, 0
  br i1 %cmp17, label %return, label %lor.lhs.false19

lor.lhs.false19:
  %arrayidx20 = getelementptr inbounds i8, ptr %at, i64 12
  %5 = load i8, ptr %arrayidx20, align 1
  %conv21 = zext i8 %5 to i32
  %cmp22 = icmp sgt i32 %conv21, 1
  br i1 %cmp22, label %return, label %if.end

if.end:
  %call = call i32 @mlcc_rt.image_png.png_word(ptr %at)
  %conv24 = zext i32 %call to i64
  %width = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 0
  store i64 %conv24, ptr %width, align 8
  %add.ptr = getelementptr inbounds i8, ptr %at, i64 4
  %call25 = call i32 @mlcc_rt.image_png.png_word(ptr %add.ptr)
  %conv26 = zext i32 %call25 to i64
  %height = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 1
  store i64 %conv26, ptr %height, align 8
  %arrayidx27 = getelementptr inbounds i8, ptr %at, i64 8
  %6 = load i8, ptr %arrayidx27, align 1
  %conv28 = zext i8 %6 to i32
  %depth = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 2
  store i32 %conv28, ptr %depth, align 8
  %arrayidx29 = getelementptr inbounds i8, ptr %at, i64 9
  %7 = load i8, ptr %arrayidx29, align 1
  %conv30 = zext i8 %7 to i32
  %kind = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 3
  store i32 %conv30, ptr %kind, align 4
  %kind31 = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 3
  %8 = load i32, ptr %kind31, align 4
  %idxprom32 = sext i32 %8 to i64
  %arrayidx33 = getelementptr inbounds [7 x i8], ptr @mlcc_rt.image_png.png_header.samples, i64 0, i64 %idxprom32
  %9 = load i8, ptr %arrayidx33, align 1
  %conv34 = zext i8 %9 to i32
  %samples = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 4
  store i32 %conv34, ptr %samples, align 8
  %arrayidx35 = getelementptr inbounds i8, ptr %at, i64 12
  %10 = load i8, ptr %arrayidx35, align 1
  %conv36 = zext i8 %10 to i32
  %interlaced = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 5
  store i32 %conv36, ptr %interlaced, align 4
  %depth37 = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 2
  %11 = load i32, ptr %depth37, align 8
  %cmp38 = icmp eq i32 %11, 1
  br i1 %cmp38, label %lor.end, label %lor.lhs.false40

lor.lhs.false40:
  %depth41 = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 2
  %12 = load i32, ptr %depth41, align 8
  %cmp42 = icmp eq i32 %12, 2
  br i1 %cmp42, label %lor.end, label %lor.rhs

lor.rhs:
  %depth44 = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 2
  %13 = load i32, ptr %depth44, align 8
  %cmp45 = icmp eq i32 %13, 4
  br label %lor.end

lor.end:
  %14 = phi i1 [ true, %lor.lhs.false40 ], [ true, %if.end ], [ %cmp45, %lor.rhs ]
  %lor.ext = zext i1 %14 to i32
  %depth47 = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 2
  %15 = load i32, ptr %depth47, align 8
  %cmp48 = icmp eq i32 %15, 8
  br i1 %cmp48, label %if.end67, label %lor.lhs.false50

lor.lhs.false50:
  %depth51 = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 2
  %16 = load i32, ptr %depth51, align 8
  %cmp52 = icmp eq i32 %16, 16
  br i1 %cmp52, label %land.lhs.true, label %lor.lhs.false57

land.lhs.true:
  %kind54 = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 3
  %17 = load i32, ptr %kind54, align 4
  %cmp55 = icmp ne i32 %17, 3
  br i1 %cmp55, label %if.end67, label %lor.lhs.false57

lor.lhs.false57:
  %tobool = icmp ne i32 %lor.ext, 0
  br i1 %tobool, label %land.lhs.true58, label %return

land.lhs.true58:
  %kind59 = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 3
  %18 = load i32, ptr %kind59, align 4
  %cmp60 = icmp eq i32 %18, 0
  br i1 %cmp60, label %if.end67, label %lor.lhs.false62

lor.lhs.false62:
  %kind63 = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 3
  %19 = load i32, ptr %kind63, align 4
  %cmp64 = icmp eq i32 %19, 3
  br i1 %cmp64, label %if.end67, label %return

if.end67:
  br label %return

return:
  %retval.0 = phi i32 [ 1, %entry ], [ 0, %if.end67 ], [ 1, %lor.lhs.false19 ], [ 1, %lor.lhs.false14 ], [ 1, %lor.lhs.false9 ], [ 1, %lor.lhs.false3 ], [ 1, %lor.lhs.false ], [ 1, %lor.lhs.false62 ], [ 1, %lor.lhs.false57 ]
  ret i32 %retval.0
}

define internal i64 @mlcc_rt.image_png.png_extent(i64 %size, i32 %begin, i32 %step) {
entry:
  %conv = sext i32 %begin to i64
  %cmp = icmp sgt i64 %size, %conv
  br i1 %cmp, label %cond.true, label %cond.end

cond.true:
  %conv2 = sext i32 %begin to i64
  %sub = sub nsw i64 %size, %conv2
  %conv3 = sext i32 %step to i64
  %add = add nsw i64 %sub, %conv3
  %sub4 = sub nsw i64 %add, 1
  %conv5 = sext i32 %step to i64
  %div = sdiv i64 %sub4, %conv5
  br label %cond.end

cond.end:
  %cond = phi i64 [ %div, %cond.true ], [ 0, %entry ]
  ret i64 %cond
}

define internal i64 @mlcc_rt.image_png.png_row_bytes(ptr %p, i64 %columns) {
entry:
  %samples = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 4
  %0 = load i32, ptr %samples, align 8
  %conv = sext i32 %0 to i64
  %mul = mul nsw i64 %columns, %conv
  %depth = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 2
  %1 = load i32, ptr %depth, align 8
  %conv1 = sext i32 %1 to i64
  %mul2 = mul nsw i64 %mul, %conv1
  %add = add nsw i64 %mul2, 7
  %div = sdiv i64 %add, 8
  ret i64 %div
}

define internal i32 @mlcc_rt.image_png.png_row(i32 %filter, ptr %row, ptr %before, i64 %size, i64 %pixel) {
entry:
  %cmp = icmp sgt i32 %filter, 4
  br i1 %cmp, label %return, label %for.cond

for.cond:
  %k.0 = phi i64 [ %inc, %cond.end39 ], [ 0, %entry ]
  %cmp1 = icmp ne i32 %filter, 0
  %cmp2 = icmp slt i64 %k.0, %size
  %spec.select = select i1 %cmp1, i1 %cmp2, i1 false
  br i1 %spec.select, label %for.body, label %return

for.body:
  %cmp3 = icmp sge i64 %k.0, %pixel
  br i1 %cmp3, label %cond.true, label %cond.end

cond.true:
  %sub = sub nsw i64 %k.0, %pixel
  %arrayidx = getelementptr inbounds i8, ptr %row, i64 %sub
  %0 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %0 to i32
  br label %cond.end

cond.end:
  %cond = phi i32 [ %conv, %cond.true ], [ 0, %for.body ]
  %cmp4 = icmp ne ptr %before, null
  br i1 %cmp4, label %cond.true6, label %cond.end10

cond.true6:
  %arrayidx7 = getelementptr inbounds i8, ptr %before, i64 %k.0
  %1 = load i8, ptr %arrayidx7, align 1
  %conv8 = zext i8 %1 to i32
  br label %cond.end10

cond.end10:
  %cond11 = phi i32 [ %conv8, %cond.true6 ], [ 0, %cond.end ]
  %cmp12 = icmp sge i64 %k.0, %pixel
  %cmp14 = icmp ne ptr %before, null
  %or.cond = select i1 %cmp12, i1 %cmp14, i1 false
  br i1 %or.cond, label %cond.true16, label %cond.end21

cond.true16:
  %sub17 = sub nsw i64 %k.0, %pixel
  %arrayidx18 = getelementptr inbounds i8, ptr %before, i64 %sub17
  %2 = load i8, ptr %arrayidx18, align 1
  %conv19 = zext i8 %2 to i32
  br label %cond.end21

cond.end21:
  %cond22 = phi i32 [ %conv19, %cond.true16 ], [ 0, %cond.end10 ]
  switch i32 %filter, label %cond.false34 [
    i32 1, label %cond.end39
    i32 2, label %cond.end37
    i32 3, label %cond.true33
  ]

cond.true33:
  %add = add nsw i32 %cond, %cond11
  %div = sdiv i32 %add, 2
  br label %cond.end39

cond.false34:
  %call = call i32 @mlcc_rt.image_png.png_nearest(i32 %cond, i32 %cond11, i32 %cond22)
  br label %cond.end39

cond.end37:
  br label %cond.end39

cond.end39:
  %cond40 = phi i32 [ %cond, %cond.end21 ], [ %div, %cond.true33 ], [ %call, %cond.false34 ], [ %cond11, %cond.end37 ]
  %arrayidx41 = getelementptr inbounds i8, ptr %row, i64 %k.0
  %3 = load i8, ptr %arrayidx41, align 1
  %conv42 = zext i8 %3 to i32
  %add43 = add nsw i32 %conv42, %cond40
  %conv44 = trunc i32 %add43 to i8
  %arrayidx45 = getelementptr inbounds i8, ptr %row, i64 %k.0
  store i8 %conv44, ptr %arrayidx45, align 1
  %inc = add nsw i64 %k.0, 1
  br label %for.cond

return:
  %retval.0 = phi i32 [ 1, %entry ], [ 0, %for.cond ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_png.png_pixel(ptr %p, ptr %row, i64 %x, ptr %to) {
entry:
  %samples = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 4
  %0 = load i32, ptr %samples, align 8
  %conv = sext i32 %0 to i64
  %mul = mul nsw i64 %x, %conv
  %call = call i32 @mlcc_rt.image_png.png_sample(ptr %p, ptr %row, i64 %mul)
  %kind = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 3
  %1 = load i32, ptr %kind, align 4
  %cmp = icmp eq i32 %1, 3
  br i1 %cmp, label %if.then, label %if.end10

if.then:
  %colours = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 6
  %2 = load i32, ptr %colours, align 8
  %cmp2 = icmp sge i32 %call, %2
  br i1 %cmp2, label %return, label %for.cond

for.cond:
  %k.0 = phi i32 [ %inc, %for.body ], [ 0, %if.then ]
  %cmp5 = icmp slt i32 %k.0, 3
  br i1 %cmp5, label %for.body, label %return

for.body:
  %palette = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 7
  %mul7 = mul nsw i32 3, %call
  %add = add nsw i32 %mul7, %k.0
  %idxprom = sext i32 %add to i64
  %arrayidx = getelementptr inbounds [768 x i8], ptr %palette, i64 0, i64 %idxprom
  %3 = load i8, ptr %arrayidx, align 1
  %idxprom8 = sext i32 %k.0 to i64
  %arrayidx9 = getelementptr inbounds i8, ptr %to, i64 %idxprom8
  store i8 %3, ptr %arrayidx9, align 1
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

if.end10:
  %depth = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 2
  %4 = load i32, ptr %depth, align 8
  %cmp11 = icmp slt i32 %4, 8
  br i1 %cmp11, label %cond.true, label %cond.end

cond.true:
  %depth13 = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 2
  %5 = load i32, ptr %depth13, align 8
  %shl = shl i32 1, %5
  %sub = sub nsw i32 %shl, 1
  %div = sdiv i32 255, %sub
  br label %cond.end

cond.end:
  %cond = phi i32 [ %div, %cond.true ], [ 1, %if.end10 ]
  br label %for.cond15

for.cond15:
  %k14.0 = phi i32 [ 0, %cond.end ], [ %inc37, %cond.end31 ]
  %cmp16 = icmp slt i32 %k14.0, 3
  br i1 %cmp16, label %for.body18, label %return

for.body18:
  %samples19 = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 4
  %6 = load i32, ptr %samples19, align 8
  %cmp20 = icmp sge i32 %6, 3
  br i1 %cmp20, label %cond.true22, label %cond.false29

cond.true22:
  %samples23 = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 4
  %7 = load i32, ptr %samples23, align 8
  %conv24 = sext i32 %7 to i64
  %mul25 = mul nsw i64 %x, %conv24
  %conv26 = sext i32 %k14.0 to i64
  %add27 = add nsw i64 %mul25, %conv26
  %call28 = call i32 @mlcc_rt.image_png.png_sample(ptr %p, ptr %row, i64 %add27)
  br label %cond.end31

cond.false29:
  %mul30 = mul nsw i32 %call, %cond
  br label %cond.end31

cond.end31:
  %cond32 = phi i32 [ %call28, %cond.true22 ], [ %mul30, %cond.false29 ]
  %conv33 = trunc i32 %cond32 to i8
  %idxprom34 = sext i32 %k14.0 to i64
  %arrayidx35 = getelementptr inbounds i8, ptr %to, i64 %idxprom34
  store i8 %conv33, ptr %arrayidx35, align 1
  %inc37 = add nsw i32 %k14.0, 1
  br label %for.cond15

return:
  %retval.0 = phi i32 [ 0, %for.cond ], [ 1, %if.then ], [ 0, %for.cond15 ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_png.png_nearest(i32 %left, i32 %above, i32 %corner) {
entry:
  %sub = sub nsw i32 %above, %corner
  %sub1 = sub nsw i32 %left, %corner
  %add = add nsw i32 %sub, %sub1
  %cmp = icmp slt i32 %sub, 0
  %sub2 = sub nsw i32 0, %sub
  %cond = select i1 %cmp, i32 %sub2, i32 %sub
  %cmp3 = icmp slt i32 %sub1, 0
  %sub5 = sub nsw i32 0, %sub1
  %cond8 = select i1 %cmp3, i32 %sub5, i32 %sub1
  %cmp9 = icmp slt i32 %add, 0
  %sub11 = sub nsw i32 0, %add
  %cond14 = select i1 %cmp9, i32 %sub11, i32 %add
  %cmp15 = icmp sle i32 %cond, %cond8
  %cmp16 = icmp sle i32 %cond, %cond14
  %or.cond = select i1 %cmp15, i1 %cmp16, i1 false
  %cmp19 = icmp sle i32 %cond8, %cond14
  %above.corner = select i1 %cmp19, i32 %above, i32 %corner
  %cond25 = select i1 %or.cond, i32 %left, i32 %above.corner
  ret i32 %cond25
}

define internal i32 @mlcc_rt.image_png.png_sample(ptr %p, ptr %row, i64 %index) {
entry:
  %depth = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 2
  %0 = load i32, ptr %depth, align 8
  %cmp = icmp sge i32 %0, 8
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %depth1 = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 2
  %1 = load i32, ptr %depth1, align 8
  %div = sdiv i32 %1, 8
  %conv = sext i32 %div to i64
  %mul = mul nsw i64 %index, %conv
  %arrayidx = getelementptr inbounds i8, ptr %row, i64 %mul
  %2 = load i8, ptr %arrayidx, align 1
  %conv2 = zext i8 %2 to i32
  br label %return

if.end:
  %depth3 = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 2
  %3 = load i32, ptr %depth3, align 8
  %conv4 = sext i32 %3 to i64
  %mul5 = mul nsw i64 %index, %conv4
  %div6 = sdiv i64 %mul5, 8
  %arrayidx7 = getelementptr inbounds i8, ptr %row, i64 %div6
  %4 = load i8, ptr %arrayidx7, align 1
  %conv8 = zext i8 %4 to i32
  %depth9 = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 2
  %5 = load i32, ptr %depth9, align 8
  %sub = sub nsw i32 8, %5
  %conv10 = sext i32 %sub to i64
  %rem = srem i64 %mul5, 8
  %sub11 = sub nsw i64 %conv10, %rem
  %sh_prom = trunc i64 %sub11 to i32
  %shr = ashr i32 %conv8, %sh_prom
  %depth12 = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 2
  %6 = load i32, ptr %depth12, align 8
  %shl = shl i32 1, %6
  %sub13 = sub nsw i32 %shl, 1
  %and = and i32 %shr, %sub13
  br label %return

return:
  %retval.0 = phi i32 [ %conv2, %if.then ], [ %and, %if.end ]
  ret i32 %retval.0
}
