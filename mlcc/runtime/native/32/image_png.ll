; Generated from image_png.c by mlcc.runtime.native.generate.

%struct.png_pass = type { i32, i32, i32, i32 }
%struct.png = type { i64, i64, i32, i32, i32, i32, i32, [768 x i8], ptr, i32 }
%struct.mlcc_image = type { ptr, i32, i64, i64, ptr }

@mlcc_rt.image_png.png_sum.table = internal constant [16 x i32] [i32 0, i32 498536548, i32 997073096, i32 651767980, i32 1994146192, i32 1802195444, i32 1303535960, i32 1342533948, i32 -306674912, i32 -267414716, i32 -690576408, i32 -882789492, i32 -1687895376, i32 -2032938284, i32 -1609899400, i32 -1111625188], align 4
@mlcc_rt.image_png.png_header.samples = internal constant [7 x i8] c"\01\00\03\01\02\00\04", align 1
@mlcc_rt.image_png.png_passes = internal constant [8 x %struct.png_pass] [%struct.png_pass { i32 0, i32 0, i32 1, i32 1 }, %struct.png_pass { i32 0, i32 0, i32 8, i32 8 }, %struct.png_pass { i32 4, i32 0, i32 8, i32 8 }, %struct.png_pass { i32 0, i32 4, i32 4, i32 8 }, %struct.png_pass { i32 2, i32 0, i32 4, i32 4 }, %struct.png_pass { i32 0, i32 2, i32 2, i32 4 }, %struct.png_pass { i32 1, i32 0, i32 2, i32 2 }, %struct.png_pass { i32 0, i32 1, i32 1, i32 2 }], align 4

define internal i32 @mlcc_rt_image_png(ptr %image) {
entry:
  %call = call ptr @mlcc_rt_image_take(i32 1, i32 812)
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
  %0 = load ptr, ptr %packed, align 4
  call void @free(ptr %0)
  br label %if.end

if.end:
  call void @free(ptr %call)
  ret i32 %cond
}

declare ptr @mlcc_rt_image_take(i32, i32)

define internal i32 @mlcc_rt.image_png.png_decode(ptr %p, ptr %image) {
entry:
  %call = call i32 @mlcc_rt.image_png.png_chunks(ptr %p, ptr %image)
  %cmp = icmp eq i32 %call, 0
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %depth = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 2
  %0 = load i32, ptr %depth, align 4
  %cmp1 = icmp eq i32 %0, 0
  br i1 %cmp1, label %if.end, label %cond.false

cond.false:
  %width = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 0
  %1 = load i64, ptr %width, align 4
  %height = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 1
  %2 = load i64, ptr %height, align 4
  %call2 = call i32 @mlcc_rt_image_sizes(ptr %image, i64 %1, i64 %2)
  br label %if.end

if.end:
  %problem.0 = phi i32 [ %call, %entry ], [ %call2, %cond.false ], [ 1, %if.then ]
  %cmp3 = icmp ne i32 %problem.0, 0
  br i1 %cmp3, label %return, label %lor.lhs.false

lor.lhs.false:
  %rgb = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 4
  %3 = load ptr, ptr %rgb, align 4
  %cmp4 = icmp eq ptr %3, null
  br i1 %cmp4, label %return, label %if.end6

if.end6:
  %call7 = call i32 @mlcc_rt.image_png.png_raw_bytes(ptr %p)
  %call8 = call ptr @mlcc_rt_image_take(i32 %call7, i32 1)
  %cmp9 = icmp eq ptr %call8, null
  br i1 %cmp9, label %cond.end13, label %cond.false11

cond.false11:
  %packed = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 8
  %4 = load ptr, ptr %packed, align 4
  %packed_size = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 9
  %5 = load i32, ptr %packed_size, align 4
  %call12 = call i32 @mlcc_rt_zlib(ptr %4, i32 %5, ptr %call8, i32 %call7)
  br label %cond.end13

cond.end13:
  %cond14 = phi i32 [ %call12, %cond.false11 ], [ 3, %if.end6 ]
  %cmp15 = icmp eq i32 %cond14, 0
  br i1 %cmp15, label %if.then16, label %if.end19

if.then16:
  %rgb17 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 4
  %6 = load ptr, ptr %rgb17, align 4
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
  %at.0 = phi i32 [ 8, %entry ], [ %add62, %if.end60 ]
  %size = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 1
  %0 = load i32, ptr %size, align 4
  %sub = sub i32 %0, %at.0
  %cmp = icmp uge i32 %sub, 12
  br i1 %cmp, label %while.body, label %while.end

while.body:
  %data = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 0
  %1 = load ptr, ptr %data, align 4
  %add.ptr = getelementptr inbounds nuw i8, ptr %1, i32 %at.0
  %call = call i32 @mlcc_rt.image_png.png_word(ptr %add.ptr)
  %size1 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 1
  %2 = load i32, ptr %size1, align 4
  %sub2 = sub i32 %2, %at.0
  %sub3 = sub i32 %sub2, 12
  %cmp4 = icmp ugt i32 %call, %sub3
  br i1 %cmp4, label %return, label %lor.lhs.false

lor.lhs.false:
  %add.ptr5 = getelementptr inbounds i8, ptr %add.ptr, i32 4
  %add = add i32 %call, 4
  %call6 = call i32 @mlcc_rt.image_png.png_sum(ptr %add.ptr5, i32 %add)
  %add.ptr7 = getelementptr inbounds i8, ptr %add.ptr, i32 8
  %add.ptr8 = getelementptr inbounds nuw i8, ptr %add.ptr7, i32 %call
  %call9 = call i32 @mlcc_rt.image_png.png_word(ptr %add.ptr8)
  %cmp10 = icmp ne i32 %call6, %call9
  br i1 %cmp10, label %return, label %if.end

if.end:
  %add.ptr11 = getelementptr inbounds i8, ptr %add.ptr, i32 4
  %call12 = call i32 @mlcc_rt.image_png.png_word(ptr %add.ptr11)
  %cmp13 = icmp eq i32 %call12, 1229472850
  br i1 %cmp13, label %if.then14, label %if.else

if.then14:
  %cmp15 = icmp eq i32 %at.0, 8
  br i1 %cmp15, label %cond.true, label %cond.end

cond.true:
  %add.ptr16 = getelementptr inbounds i8, ptr %add.ptr, i32 8
  %call17 = call i32 @mlcc_rt.image_png.png_header(ptr %p, ptr %add.ptr16, i32 %call)
  br label %cond.end

cond.end:
  %cond = phi i32 [ %call17, %cond.true ], [ 1, %if.then14 ]
  %cmp18 = icmp ne i32 %cond, 0
  br i1 %cmp18, label %return, label %lor.lhs.false19

lor.lhs.false19:
  %rgb = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 4
  %3 = load ptr, ptr %rgb, align 4
  %cmp20 = icmp eq ptr %3, null
  br i1 %cmp20, label %return, label %if.end22

if.end22:
  %size23 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 1
  %4 = load i32, ptr %size23, align 4
  %call24 = call ptr @mlcc_rt_image_take(i32 %4, i32 1)
  %packed = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 8
  store ptr %call24, ptr %packed, align 4
  %packed25 = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 8
  %5 = load ptr, ptr %packed25, align 4
  %cmp26 = icmp eq ptr %5, null
  br i1 %cmp26, label %return, label %if.end60

if.else:
  %cmp29 = icmp eq i32 %at.0, 8
  br i1 %cmp29, label %return, label %if.else31

if.else31:
  %cmp32 = icmp eq i32 %call12, 1347179589
  %cmp33 = icmp ule i32 %call, 768
  %or.cond = and i1 %cmp32, %cmp33
  br i1 %or.cond, label %if.then34, label %if.else38

if.then34:
  %div = udiv i32 %call, 3
  %colours = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 6
  store i32 %div, ptr %colours, align 4
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ 0, %if.then34 ], [ %inc, %for.body ]
  %cmp35 = icmp ult i32 %k.0, %call
  br i1 %cmp35, label %for.body, label %if.end60

for.body:
  %add36 = add i32 8, %k.0
  %arrayidx = getelementptr inbounds nuw i8, ptr %add.ptr, i32 %add36
  %6 = load i8, ptr %arrayidx, align 1
  %palette = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 7
  %arrayidx37 = getelementptr inbounds nuw [768 x i8], ptr %palette, i32 0, i32 %k.0
  store i8 %6, ptr %arrayidx37, align 1
  %inc = add i32 %k.0, 1
  br label %for.cond

if.else38:
  switch i32 %call12, label %if.end60 [
    i32 1229209940, label %for.cond42
    i32 1229278788, label %return
  ]

for.cond42:
  %k41.0 = phi i32 [ %inc51, %for.body44 ], [ 0, %if.else38 ]
  %cmp43 = icmp ult i32 %k41.0, %call
  br i1 %cmp43, label %for.body44, label %if.end60

for.body44:
  %add45 = add i32 8, %k41.0
  %arrayidx46 = getelementptr inbounds nuw i8, ptr %add.ptr, i32 %add45
  %7 = load i8, ptr %arrayidx46, align 1
  %packed47 = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 8
  %8 = load ptr, ptr %packed47, align 4
  %packed_size = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 9
  %9 = load i32, ptr %packed_size, align 4
  %inc48 = add i32 %9, 1
  store i32 %inc48, ptr %packed_size, align 4
  %arrayidx49 = getelementptr inbounds nuw i8, ptr %8, i32 %9
  store i8 %7, ptr %arrayidx49, align 1
  %inc51 = add i32 %k41.0, 1
  br label %for.cond42

if.end60:
  %add61 = add i32 %call, 12
  %add62 = add i32 %at.0, %add61
  br label %while.cond

while.end:
  %packed_size63 = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 9
  %10 = load i32, ptr %packed_size63, align 4
  %cmp64 = icmp ugt i32 %10, 0
  %cond65 = select i1 %cmp64, i32 0, i32 1
  br label %return

return:
  %retval.0 = phi i32 [ %cond65, %while.end ], [ 1, %while.body ], [ %cond, %cond.end ], [ 3, %if.end22 ], [ 1, %if.else ], [ 1, %lor.lhs.false ], [ %cond, %lor.lhs.false19 ], [ 0, %if.else38 ]
  ret i32 %retval.0
}

declare i32 @mlcc_rt_image_sizes(ptr, i64, i64)

define internal i32 @mlcc_rt.image_png.png_raw_bytes(ptr %p) {
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
  %arrayidx = getelementptr inbounds [8 x %struct.png_pass], ptr @mlcc_rt.image_png.png_passes, i32 0, i32 %n.0
  %width = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 0
  %2 = load i64, ptr %width, align 4
  %x = getelementptr inbounds nuw %struct.png_pass, ptr %arrayidx, i32 0, i32 0
  %3 = load i32, ptr %x, align 4
  %across = getelementptr inbounds nuw %struct.png_pass, ptr %arrayidx, i32 0, i32 2
  %4 = load i32, ptr %across, align 4
  %call = call i64 @mlcc_rt.image_png.png_extent(i64 %2, i32 %3, i32 %4)
  %cmp2 = icmp sgt i64 %call, 0
  br i1 %cmp2, label %if.then, label %for.inc

if.then:
  %height = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 1
  %5 = load i64, ptr %height, align 4
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
  %conv = trunc i64 %total.0 to i32
  ret i32 %conv
}

declare i32 @mlcc_rt_zlib(ptr, i32, ptr, i32)

define internal i32 @mlcc_rt.image_png.png_pixels(ptr %p, ptr %raw, ptr %rgb) {
entry:
  %samples = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 4
  %0 = load i32, ptr %samples, align 4
  %depth = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 2
  %1 = load i32, ptr %depth, align 4
  %mul = mul nsw i32 %0, %1
  %add = add nsw i32 %mul, 7
  %div = sdiv i32 %add, 8
  %conv = sext i32 %div to i64
  %interlaced = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 5
  %2 = load i32, ptr %interlaced, align 4
  br label %for.cond

for.cond:
  %n.0 = phi i32 [ %2, %entry ], [ %inc54, %for.inc53 ]
  %raw.addr.0 = phi ptr [ %raw, %entry ], [ %raw.addr.1, %for.inc53 ]
  %interlaced1 = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 5
  %3 = load i32, ptr %interlaced1, align 4
  %tobool = icmp ne i32 %3, 0
  %cond = select i1 %tobool, i32 8, i32 1
  %cmp = icmp slt i32 %n.0, %cond
  br i1 %cmp, label %for.body, label %return

for.body:
  %arrayidx = getelementptr inbounds [8 x %struct.png_pass], ptr @mlcc_rt.image_png.png_passes, i32 0, i32 %n.0
  %width = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 0
  %4 = load i64, ptr %width, align 4
  %x = getelementptr inbounds nuw %struct.png_pass, ptr %arrayidx, i32 0, i32 0
  %5 = load i32, ptr %x, align 4
  %across = getelementptr inbounds nuw %struct.png_pass, ptr %arrayidx, i32 0, i32 2
  %6 = load i32, ptr %across, align 4
  %call = call i64 @mlcc_rt.image_png.png_extent(i64 %4, i32 %5, i32 %6)
  %height = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 1
  %7 = load i64, ptr %height, align 4
  %y = getelementptr inbounds nuw %struct.png_pass, ptr %arrayidx, i32 0, i32 1
  %8 = load i32, ptr %y, align 4
  %down = getelementptr inbounds nuw %struct.png_pass, ptr %arrayidx, i32 0, i32 3
  %9 = load i32, ptr %down, align 4
  %call3 = call i64 @mlcc_rt.image_png.png_extent(i64 %7, i32 %8, i32 %9)
  %call4 = call i64 @mlcc_rt.image_png.png_row_bytes(ptr %p, i64 %call)
  br label %for.cond6

for.cond6:
  %raw.addr.1 = phi ptr [ %raw.addr.0, %for.body ], [ %add.ptr51, %for.inc47 ]
  %before.0 = phi ptr [ null, %for.body ], [ %add.ptr17, %for.inc47 ]
  %y5.0 = phi i64 [ 0, %for.body ], [ %inc48, %for.inc47 ]
  %cmp7 = icmp sgt i64 %call, 0
  %cmp9 = icmp slt i64 %y5.0, %call3
  %spec.select = select i1 %cmp7, i1 %cmp9, i1 false
  br i1 %spec.select, label %for.body11, label %for.inc53

for.body11:
  %arrayidx12 = getelementptr inbounds i8, ptr %raw.addr.1, i32 0
  %10 = load i8, ptr %arrayidx12, align 1
  %conv13 = zext i8 %10 to i32
  %add.ptr = getelementptr inbounds i8, ptr %raw.addr.1, i32 1
  %call14 = call i32 @mlcc_rt.image_png.png_row(i32 %conv13, ptr %add.ptr, ptr %before.0, i64 %call4, i64 %conv)
  %cmp15 = icmp ne i32 %call14, 0
  br i1 %cmp15, label %return, label %if.end

if.end:
  %add.ptr17 = getelementptr inbounds i8, ptr %raw.addr.1, i32 1
  %y18 = getelementptr inbounds nuw %struct.png_pass, ptr %arrayidx, i32 0, i32 1
  %11 = load i32, ptr %y18, align 4
  %conv19 = sext i32 %11 to i64
  %down20 = getelementptr inbounds nuw %struct.png_pass, ptr %arrayidx, i32 0, i32 3
  %12 = load i32, ptr %down20, align 4
  %conv21 = sext i32 %12 to i64
  %mul22 = mul nsw i64 %y5.0, %conv21
  %add23 = add nsw i64 %conv19, %mul22
  %width24 = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 0
  %13 = load i64, ptr %width24, align 4
  %mul25 = mul nsw i64 %add23, %13
  %mul26 = mul nsw i64 %mul25, 3
  %idx.ext = trunc i64 %mul26 to i32
  %add.ptr27 = getelementptr inbounds i8, ptr %rgb, i32 %idx.ext
  br label %for.cond29

for.cond29:
  %x28.0 = phi i64 [ 0, %if.end ], [ %inc, %for.inc ]
  %cmp30 = icmp slt i64 %x28.0, %call
  br i1 %cmp30, label %for.body32, label %for.inc47

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
  %idx.ext40 = trunc i64 %mul39 to i32
  %add.ptr41 = getelementptr inbounds i8, ptr %add.ptr27, i32 %idx.ext40
  %call42 = call i32 @mlcc_rt.image_png.png_pixel(ptr %p, ptr %add.ptr17, i64 %x28.0, ptr %add.ptr41)
  %cmp43 = icmp ne i32 %call42, 0
  br i1 %cmp43, label %return, label %for.inc

for.inc:
  %inc = add nsw i64 %x28.0, 1
  br label %for.cond29

for.inc47:
  %inc48 = add nsw i64 %y5.0, 1
  %add49 = add nsw i64 %call4, 1
  %idx.ext50 = trunc i64 %add49 to i32
  %add.ptr51 = getelementptr inbounds i8, ptr %raw.addr.1, i32 %idx.ext50
  br label %for.cond6

for.inc53:
  %inc54 = add nsw i32 %n.0, 1
  br label %for.cond

return:
  %retval.0 = phi i32 [ 1, %for.body32 ], [ 1, %for.body11 ], [ 0, %for.cond ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_png.png_word(ptr %p) {
entry:
  %arrayidx = getelementptr inbounds i8, ptr %p, i32 0
  %0 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %0 to i32
  %shl = shl i32 %conv, 24
  %arrayidx1 = getelementptr inbounds i8, ptr %p, i32 1
  %1 = load i8, ptr %arrayidx1, align 1
  %conv2 = zext i8 %1 to i32
  %shl3 = shl i32 %conv2, 16
  %or = or i32 %shl, %shl3
  %arrayidx4 = getelementptr inbounds i8, ptr %p, i32 2
  %2 = load i8, ptr %arrayidx4, align 1
  %conv5 = zext i8 %2 to i32
  %shl6 = shl i32 %conv5, 8
  %or7 = or i32 %or, %shl6
  %arrayidx8 = getelementptr inbounds i8, ptr %p, i32 3
  %3 = load i8, ptr %arrayidx8, align 1
  %conv9 = zext i8 %3 to i32
  %or10 = or i32 %or7, %conv9
  ret i32 %or10
}

define internal i32 @mlcc_rt.image_png.png_sum(ptr %data, i32 %size) {
entry:
  br label %for.cond

for.cond:
  %sum.0 = phi i32 [ -1, %entry ], [ %xor6, %for.body ]
  %k.0 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp ult i32 %k.0, %size
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %arrayidx = getelementptr inbounds nuw i8, ptr %data, i32 %k.0
  %0 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %0 to i32
  %xor = xor i32 %sum.0, %conv
  %shr = lshr i32 %xor, 4
  %and = and i32 %xor, 15
  %arrayidx1 = getelementptr inbounds nuw [16 x i32], ptr @mlcc_rt.image_png.png_sum.table, i32 0, i32 %and
  %1 = load i32, ptr %arrayidx1, align 4
  %xor2 = xor i32 %shr, %1
  %shr3 = lshr i32 %xor2, 4
  %and4 = and i32 %xor2, 15
  %arrayidx5 = getelementptr inbounds nuw [16 x i32], ptr @mlcc_rt.image_png.png_sum.table, i32 0, i32 %and4
  %2 = load i32, ptr %arrayidx5, align 4
  %xor6 = xor i32 %shr3, %2
  %inc = add i32 %k.0, 1
  br label %for.cond

for.end:
  %not = xor i32 %sum.0, -1
  ret i32 %not
}

define internal i32 @mlcc_rt.image_png.png_header(ptr %p, ptr %at, i32 %size) {
entry:
  %cmp = icmp ne i32 %size, 13
  br i1 %cmp, label %return, label %lor.lhs.false

lor.lhs.false:
  %arrayidx = getelementptr inbounds i8, ptr %at, i32 9
  %0 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %0 to i32
  %cmp1 = icmp sgt i32 %conv, 6
  br i1 %cmp1, label %return, label %lor.lhs.false3

lor.lhs.false3:
  %arrayidx4 = getelementptr inbounds i8, ptr %at, i32 9
  %1 = load i8, ptr %arrayidx4, align 1
  %idxprom = zext i8 %1 to i32
  %arrayidx5 = getelementptr inbounds nuw [7 x i8], ptr @mlcc_rt.image_png.png_header.samples, i32 0, i32 %idxprom
  %2 = load i8, ptr %arrayidx5, align 1
  %conv6 = zext i8 %2 to i32
  %cmp7 = icmp eq i32 %conv6, 0
  br i1 %cmp7, label %return, label %lor.lhs.false9

lor.lhs.false9:
  %arrayidx10 = getelementptr inbounds i8, ptr %at, i32 10
  %3 = load i8, ptr %arrayidx10, align 1
  %conv11 = zext i8 %3 to i32
  %cmp12 = icmp ne i32 %conv11, 0
  br i1 %cmp12, label %return, label %lor.lhs.false14

lor.lhs.false14:
  %arrayidx15 = getelementptr inbounds i8, ptr %at, i32 11
  %4 = load i8, ptr %arrayidx15, align 1
  %conv16 = zext i8 %4 to i32
  %cmp17 = icmp ne i32 %conv16, 0
  br i1 %cmp17, label %return, label %lor.lhs.false19

lor.lhs.false19:
  %arrayidx20 = getelementptr inbounds i8, ptr %at, i32 12
  %5 = load i8, ptr %arrayidx20, align 1
  %conv21 = zext i8 %5 to i32
  %cmp22 = icmp sgt i32 %conv21, 1
  br i1 %cmp22, label %return, label %if.end

if.end:
  %call = call i32 @mlcc_rt.image_png.png_word(ptr %at)
  %conv24 = zext i32 %call to i64
  %width = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 0
  store i64 %conv24, ptr %width, align 4
  %add.ptr = getelementptr inbounds i8, ptr %at, i32 4
  %call25 = call i32 @mlcc_rt.image_png.png_word(ptr %add.ptr)
  %conv26 = zext i32 %call25 to i64
  %height = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 1
  store i64 %conv26, ptr %height, align 4
  %arrayidx27 = getelementptr inbounds i8, ptr %at, i32 8
  %6 = load i8, ptr %arrayidx27, align 1
  %conv28 = zext i8 %6 to i32
  %depth = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 2
  store i32 %conv28, ptr %depth, align 4
  %arrayidx29 = getelementptr inbounds i8, ptr %at, i32 9
  %7 = load i8, ptr %arrayidx29, align 1
  %conv30 = zext i8 %7 to i32
  %kind = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 3
  store i32 %conv30, ptr %kind, align 4
  %kind31 = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 3
  %8 = load i32, ptr %kind31, align 4
  %arrayidx32 = getelementptr inbounds [7 x i8], ptr @mlcc_rt.image_png.png_header.samples, i32 0, i32 %8
  %9 = load i8, ptr %arrayidx32, align 1
  %conv33 = zext i8 %9 to i32
  %samples = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 4
  store i32 %conv33, ptr %samples, align 4
  %arrayidx34 = getelementptr inbounds i8, ptr %at, i32 12
  %10 = load i8, ptr %arrayidx34, align 1
  %conv35 = zext i8 %10 to i32
  %interlaced = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 5
  store i32 %conv35, ptr %interlaced, align 4
  %depth36 = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 2
  %11 = load i32, ptr %depth36, align 4
  %cmp37 = icmp eq i32 %11, 1
  br i1 %cmp37, label %lor.end, label %lor.lhs.false39

lor.lhs.false39:
  %depth40 = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 2
  %12 = load i32, ptr %depth40, align 4
  %cmp41 = icmp eq i32 %12, 2
  br i1 %cmp41, label %lor.end, label %lor.rhs

lor.rhs:
  %depth43 = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 2
  %13 = load i32, ptr %depth43, align 4
  %cmp44 = icmp eq i32 %13, 4
  br label %lor.end

lor.end:
  %14 = phi i1 [ true, %lor.lhs.false39 ], [ true, %if.end ], [ %cmp44, %lor.rhs ]
  %lor.ext = zext i1 %14 to i32
  %depth46 = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 2
  %15 = load i32, ptr %depth46, align 4
  %cmp47 = icmp eq i32 %15, 8
  br i1 %cmp47, label %if.end66, label %lor.lhs.false49

lor.lhs.false49:
  %depth50 = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 2
  %16 = load i32, ptr %depth50, align 4
  %cmp51 = icmp eq i32 %16, 16
  br i1 %cmp51, label %land.lhs.true, label %lor.lhs.false56

land.lhs.true:
  %kind53 = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 3
  %17 = load i32, ptr %kind53, align 4
  %cmp54 = icmp ne i32 %17, 3
  br i1 %cmp54, label %if.end66, label %lor.lhs.false56

lor.lhs.false56:
  %tobool = icmp ne i32 %lor.ext, 0
  br i1 %tobool, label %land.lhs.true57, label %return

land.lhs.true57:
  %kind58 = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 3
  %18 = load i32, ptr %kind58, align 4
  %cmp59 = icmp eq i32 %18, 0
  br i1 %cmp59, label %if.end66, label %lor.lhs.false61

lor.lhs.false61:
  %kind62 = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 3
  %19 = load i32, ptr %kind62, align 4
  %cmp63 = icmp eq i32 %19, 3
  br i1 %cmp63, label %if.end66, label %return

if.end66:
  br label %return

return:
  %retval.0 = phi i32 [ 1, %entry ], [ 0, %if.end66 ], [ 1, %lor.lhs.false19 ], [ 1, %lor.lhs.false14 ], [ 1, %lor.lhs.false9 ], [ 1, %lor.lhs.false3 ], [ 1, %lor.lhs.false ], [ 1, %lor.lhs.false61 ], [ 1, %lor.lhs.false56 ]
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
  %0 = load i32, ptr %samples, align 4
  %conv = sext i32 %0 to i64
  %mul = mul nsw i64 %columns, %conv
  %depth = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 2
  %1 = load i32, ptr %depth, align 4
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
  %k.0 = phi i64 [ %inc, %cond.end41 ], [ 0, %entry ]
  %cmp1 = icmp ne i32 %filter, 0
  %cmp2 = icmp slt i64 %k.0, %size
  %spec.select = select i1 %cmp1, i1 %cmp2, i1 false
  br i1 %spec.select, label %for.body, label %return

for.body:
  %cmp3 = icmp sge i64 %k.0, %pixel
  br i1 %cmp3, label %cond.true, label %cond.end

cond.true:
  %sub = sub nsw i64 %k.0, %pixel
  %idxprom = trunc i64 %sub to i32
  %arrayidx = getelementptr inbounds i8, ptr %row, i32 %idxprom
  %0 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %0 to i32
  br label %cond.end

cond.end:
  %cond = phi i32 [ %conv, %cond.true ], [ 0, %for.body ]
  %cmp4 = icmp ne ptr %before, null
  br i1 %cmp4, label %cond.true6, label %cond.end11

cond.true6:
  %idxprom7 = trunc i64 %k.0 to i32
  %arrayidx8 = getelementptr inbounds i8, ptr %before, i32 %idxprom7
  %1 = load i8, ptr %arrayidx8, align 1
  %conv9 = zext i8 %1 to i32
  br label %cond.end11

cond.end11:
  %cond12 = phi i32 [ %conv9, %cond.true6 ], [ 0, %cond.end ]
  %cmp13 = icmp sge i64 %k.0, %pixel
  %cmp15 = icmp ne ptr %before, null
  %or.cond = select i1 %cmp13, i1 %cmp15, i1 false
  br i1 %or.cond, label %cond.true17, label %cond.end23

cond.true17:
  %sub18 = sub nsw i64 %k.0, %pixel
  %idxprom19 = trunc i64 %sub18 to i32
  %arrayidx20 = getelementptr inbounds i8, ptr %before, i32 %idxprom19
  %2 = load i8, ptr %arrayidx20, align 1
  %conv21 = zext i8 %2 to i32
  br label %cond.end23

cond.end23:
  %cond24 = phi i32 [ %conv21, %cond.true17 ], [ 0, %cond.end11 ]
  switch i32 %filter, label %cond.false36 [
    i32 1, label %cond.end41
    i32 2, label %cond.end39
    i32 3, label %cond.true35
  ]

cond.true35:
  %add = add nsw i32 %cond, %cond12
  %div = sdiv i32 %add, 2
  br label %cond.end41

cond.false36:
  %call = call i32 @mlcc_rt.image_png.png_nearest(i32 %cond, i32 %cond12, i32 %cond24)
  br label %cond.end41

cond.end39:
  br label %cond.end41

cond.end41:
  %cond42 = phi i32 [ %cond, %cond.end23 ], [ %div, %cond.true35 ], [ %call, %cond.false36 ], [ %cond12, %cond.end39 ]
  %idxprom43 = trunc i64 %k.0 to i32
  %arrayidx44 = getelementptr inbounds i8, ptr %row, i32 %idxprom43
  %3 = load i8, ptr %arrayidx44, align 1
  %conv45 = zext i8 %3 to i32
  %add46 = add nsw i32 %conv45, %cond42
  %conv47 = trunc i32 %add46 to i8
  %idxprom48 = trunc i64 %k.0 to i32
  %arrayidx49 = getelementptr inbounds i8, ptr %row, i32 %idxprom48
  store i8 %conv47, ptr %arrayidx49, align 1
  %inc = add nsw i64 %k.0, 1
  br label %for.cond

return:
  %retval.0 = phi i32 [ 1, %entry ], [ 0, %for.cond ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_png.png_pixel(ptr %p, ptr %row, i64 %x, ptr %to) {
entry:
  %samples = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 4
  %0 = load i32, ptr %samples, align 4
  %conv = sext i32 %0 to i64
  %mul = mul nsw i64 %x, %conv
  %call = call i32 @mlcc_rt.image_png.png_sample(ptr %p, ptr %row, i64 %mul)
  %kind = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 3
  %1 = load i32, ptr %kind, align 4
  %cmp = icmp eq i32 %1, 3
  br i1 %cmp, label %if.then, label %if.end9

if.then:
  %colours = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 6
  %2 = load i32, ptr %colours, align 4
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
  %arrayidx = getelementptr inbounds [768 x i8], ptr %palette, i32 0, i32 %add
  %3 = load i8, ptr %arrayidx, align 1
  %arrayidx8 = getelementptr inbounds i8, ptr %to, i32 %k.0
  store i8 %3, ptr %arrayidx8, align 1
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

if.end9:
  %depth = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 2
  %4 = load i32, ptr %depth, align 4
  %cmp10 = icmp slt i32 %4, 8
  br i1 %cmp10, label %cond.true, label %cond.end

cond.true:
  %depth12 = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 2
  %5 = load i32, ptr %depth12, align 4
  %shl = shl i32 1, %5
  %sub = sub nsw i32 %shl, 1
  %div = sdiv i32 255, %sub
  br label %cond.end

cond.end:
  %cond = phi i32 [ %div, %cond.true ], [ 1, %if.end9 ]
  br label %for.cond14

for.cond14:
  %k13.0 = phi i32 [ 0, %cond.end ], [ %inc35, %cond.end30 ]
  %cmp15 = icmp slt i32 %k13.0, 3
  br i1 %cmp15, label %for.body17, label %return

for.body17:
  %samples18 = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 4
  %6 = load i32, ptr %samples18, align 4
  %cmp19 = icmp sge i32 %6, 3
  br i1 %cmp19, label %cond.true21, label %cond.false28

cond.true21:
  %samples22 = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 4
  %7 = load i32, ptr %samples22, align 4
  %conv23 = sext i32 %7 to i64
  %mul24 = mul nsw i64 %x, %conv23
  %conv25 = sext i32 %k13.0 to i64
  %add26 = add nsw i64 %mul24, %conv25
  %call27 = call i32 @mlcc_rt.image_png.png_sample(ptr %p, ptr %row, i64 %add26)
  br label %cond.end30

cond.false28:
  %mul29 = mul nsw i32 %call, %cond
  br label %cond.end30

cond.end30:
  %cond31 = phi i32 [ %call27, %cond.true21 ], [ %mul29, %cond.false28 ]
  %conv32 = trunc i32 %cond31 to i8
  %arrayidx33 = getelementptr inbounds i8, ptr %to, i32 %k13.0
  store i8 %conv32, ptr %arrayidx33, align 1
  %inc35 = add nsw i32 %k13.0, 1
  br label %for.cond14

return:
  %retval.0 = phi i32 [ 0, %for.cond ], [ 1, %if.then ], [ 0, %for.cond14 ]
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
  %0 = load i32, ptr %depth, align 4
  %cmp = icmp sge i32 %0, 8
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %depth1 = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 2
  %1 = load i32, ptr %depth1, align 4
  %div = sdiv i32 %1, 8
  %conv = sext i32 %div to i64
  %mul = mul nsw i64 %index, %conv
  %idxprom = trunc i64 %mul to i32
  %arrayidx = getelementptr inbounds i8, ptr %row, i32 %idxprom
  %2 = load i8, ptr %arrayidx, align 1
  %conv2 = zext i8 %2 to i32
  br label %return

if.end:
  %depth3 = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 2
  %3 = load i32, ptr %depth3, align 4
  %conv4 = sext i32 %3 to i64
  %mul5 = mul nsw i64 %index, %conv4
  %div6 = sdiv i64 %mul5, 8
  %idxprom7 = trunc i64 %div6 to i32
  %arrayidx8 = getelementptr inbounds i8, ptr %row, i32 %idxprom7
  %4 = load i8, ptr %arrayidx8, align 1
  %conv9 = zext i8 %4 to i32
  %depth10 = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 2
  %5 = load i32, ptr %depth10, align 4
  %sub = sub nsw i32 8, %5
  %conv11 = sext i32 %sub to i64
  %rem = srem i64 %mul5, 8
  %sub12 = sub nsw i64 %conv11, %rem
  %sh_prom = trunc i64 %sub12 to i32
  %shr = ashr i32 %conv9, %sh_prom
  %depth13 = getelementptr inbounds nuw %struct.png, ptr %p, i32 0, i32 2
  %6 = load i32, ptr %depth13, align 4
  %shl = shl i32 1, %6
  %sub14 = sub nsw i32 %shl, 1
  %and = and i32 %shr, %sub14
  br label %return

return:
  %retval.0 = phi i32 [ %conv2, %if.then ], [ %and, %if.end ]
  ret i32 %retval.0
}
