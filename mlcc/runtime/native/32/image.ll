; Generated from image.c by mlcc.runtime.native.generate.

%struct.image = type { [8 x i8], i8, i8 }
%struct.mlcc_image = type { ptr, i32, i64, i64, ptr }

@mlcc_rt.image.format_of.marks = internal constant [7 x %struct.image] [%struct.image { [8 x i8] c"BM\00\00\00\00\00\00", i8 2, i8 1 }, %struct.image { [8 x i8] c"\FF\D8\FF\00\00\00\00\00", i8 3, i8 2 }, %struct.image { [8 x i8] c"\00\00\00\0CjP \00", i8 7, i8 3 }, %struct.image { [8 x i8] c"\FFO\FFQ\00\00\00\00", i8 4, i8 3 }, %struct.image { [8 x i8] c"\89PNG\0D\0A\1A\00", i8 7, i8 4 }, %struct.image { [8 x i8] c"II*\00\00\00\00\00", i8 4, i8 6 }, %struct.image { [8 x i8] c"MM\00*\00\00\00\00", i8 4, i8 6 }], align 1
@mlcc_rt.image.str = private unnamed_addr constant [5 x i8] c"RIFF\00", align 1
@mlcc_rt.image.str.1 = private unnamed_addr constant [5 x i8] c"WEBP\00", align 1

define internal ptr @mlcc_rt_image_take(i32 %count, i32 %bytes) {
entry:
  %cmp = icmp ne i32 %bytes, 0
  br i1 %cmp, label %land.lhs.true, label %if.end

land.lhs.true:
  %div = udiv i32 1073741823, %bytes
  %cmp1 = icmp ugt i32 %count, %div
  br i1 %cmp1, label %return, label %if.end

if.end:
  %mul = mul i32 %count, %bytes
  %add = add i32 %mul, 1
  %call = call ptr @malloc(i32 %add)
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ 0, %if.end ], [ %inc, %for.body ]
  %cmp2 = icmp ne ptr %call, null
  %mul3 = mul i32 %count, %bytes
  %cmp4 = icmp ult i32 %k.0, %mul3
  %0 = select i1 %cmp2, i1 %cmp4, i1 false
  br i1 %0, label %for.body, label %return

for.body:
  %arrayidx = getelementptr inbounds nuw i8, ptr %call, i32 %k.0
  store i8 0, ptr %arrayidx, align 1
  %inc = add i32 %k.0, 1
  br label %for.cond

return:
  %retval.0 = phi ptr [ null, %land.lhs.true ], [ %call, %for.cond ]
  ret ptr %retval.0
}

declare ptr @malloc(i32 signext)

define internal i32 @mlcc_rt_image_sizes(ptr %image, i64 %width, i64 %height) {
entry:
  %cmp = icmp sle i64 %width, 0
  %cmp1 = icmp sle i64 %height, 0
  %or.cond = select i1 %cmp, i1 true, i1 %cmp1
  br i1 %or.cond, label %return, label %if.end

if.end:
  %div = sdiv i64 134217728, %height
  %cmp2 = icmp sgt i64 %width, %div
  br i1 %cmp2, label %return, label %if.end4

if.end4:
  %rgb = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 4
  %0 = load ptr, ptr %rgb, align 4
  %cmp5 = icmp ne ptr %0, null
  br i1 %cmp5, label %land.lhs.true, label %if.end12

land.lhs.true:
  %width6 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 2
  %1 = load i64, ptr %width6, align 4
  %cmp7 = icmp ne i64 %width, %1
  br i1 %cmp7, label %return, label %lor.lhs.false8

lor.lhs.false8:
  %height9 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 3
  %2 = load i64, ptr %height9, align 4
  %cmp10 = icmp ne i64 %height, %2
  br i1 %cmp10, label %return, label %if.end12

if.end12:
  %width13 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 2
  store i64 %width, ptr %width13, align 4
  %height14 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 3
  store i64 %height, ptr %height14, align 4
  br label %return

return:
  %retval.0 = phi i32 [ 0, %if.end12 ], [ 1, %entry ], [ 2, %if.end ], [ 1, %lor.lhs.false8 ], [ 1, %land.lhs.true ]
  ret i32 %retval.0
}

define i32 @mlcc_rt_image_measure(ptr %data, i64 %size, ptr %sizes) {
entry:
  %image = alloca %struct.mlcc_image, align 4
  %data1 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 0
  store ptr %data, ptr %data1, align 4
  %size2 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 1
  %conv = trunc i64 %size to i32
  store i32 %conv, ptr %size2, align 4
  %width = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 2
  store i64 0, ptr %width, align 4
  %height = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 3
  store i64 0, ptr %height, align 4
  %rgb = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 4
  store ptr null, ptr %rgb, align 4
  %call = call i32 @mlcc_rt.image.format_of(ptr %image)
  %call3 = call i32 @mlcc_rt.image.decoded(ptr %image, i32 %call)
  %cmp = icmp eq i32 %call3, 0
  %height5 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 3
  %0 = load i64, ptr %height5, align 4
  %cond = select i1 %cmp, i64 %0, i64 0
  %arrayidx = getelementptr inbounds i64, ptr %sizes, i32 0
  store i64 %cond, ptr %arrayidx, align 4
  %cmp6 = icmp eq i32 %call3, 0
  %width9 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 2
  %1 = load i64, ptr %width9, align 4
  %cond12 = select i1 %cmp6, i64 %1, i64 0
  %arrayidx13 = getelementptr inbounds i64, ptr %sizes, i32 1
  store i64 %cond12, ptr %arrayidx13, align 4
  %cmp14 = icmp eq i32 %call3, 0
  %mul = mul nsw i32 4, %call
  %add = add nsw i32 %mul, %call3
  %cond19 = select i1 %cmp14, i32 0, i32 %add
  ret i32 %cond19
}

define internal i32 @mlcc_rt.image.format_of(ptr %image) {
entry:
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ 0, %entry ], [ %inc, %for.inc ]
  %cmp = icmp ult i32 %k.0, 7
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %arrayidx = getelementptr inbounds nuw [7 x %struct.image], ptr @mlcc_rt.image.format_of.marks, i32 0, i32 %k.0
  %mark = getelementptr inbounds nuw %struct.image, ptr %arrayidx, i32 0, i32 0
  %arraydecay = getelementptr inbounds [8 x i8], ptr %mark, i32 0, i32 0
  %arrayidx1 = getelementptr inbounds nuw [7 x %struct.image], ptr @mlcc_rt.image.format_of.marks, i32 0, i32 %k.0
  %length = getelementptr inbounds nuw %struct.image, ptr %arrayidx1, i32 0, i32 1
  %0 = load i8, ptr %length, align 1
  %conv = zext i8 %0 to i32
  %call = call i32 @mlcc_rt.image.begins(ptr %image, i32 0, ptr %arraydecay, i32 %conv)
  %tobool = icmp ne i32 %call, 0
  br i1 %tobool, label %if.then, label %for.inc

if.then:
  %arrayidx2 = getelementptr inbounds nuw [7 x %struct.image], ptr @mlcc_rt.image.format_of.marks, i32 0, i32 %k.0
  %format = getelementptr inbounds nuw %struct.image, ptr %arrayidx2, i32 0, i32 2
  %1 = load i8, ptr %format, align 1
  %conv3 = zext i8 %1 to i32
  br label %return

for.inc:
  %inc = add i32 %k.0, 1
  br label %for.cond

for.end:
  %call4 = call i32 @mlcc_rt.image.begins(ptr %image, i32 0, ptr @mlcc_rt.image.str, i32 4)
  %tobool5 = icmp ne i32 %call4, 0
  br i1 %tobool5, label %land.lhs.true, label %if.end9

land.lhs.true:
  %call6 = call i32 @mlcc_rt.image.begins(ptr %image, i32 8, ptr @mlcc_rt.image.str.1, i32 4)
  %tobool7 = icmp ne i32 %call6, 0
  br i1 %tobool7, label %return, label %if.end9

if.end9:
  %size = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 1
  %2 = load i32, ptr %size, align 4
  %cmp10 = icmp ugt i32 %2, 2
  br i1 %cmp10, label %land.lhs.true12, label %if.end30

land.lhs.true12:
  %data = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 0
  %3 = load ptr, ptr %data, align 4
  %arrayidx13 = getelementptr inbounds i8, ptr %3, i32 0
  %4 = load i8, ptr %arrayidx13, align 1
  %conv14 = zext i8 %4 to i32
  %cmp15 = icmp eq i32 %conv14, 80
  br i1 %cmp15, label %land.lhs.true17, label %if.end30

land.lhs.true17:
  %data18 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 0
  %5 = load ptr, ptr %data18, align 4
  %arrayidx19 = getelementptr inbounds i8, ptr %5, i32 1
  %6 = load i8, ptr %arrayidx19, align 1
  %conv20 = zext i8 %6 to i32
  %cmp21 = icmp sge i32 %conv20, 49
  br i1 %cmp21, label %land.lhs.true23, label %if.end30

land.lhs.true23:
  %data24 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 0
  %7 = load ptr, ptr %data24, align 4
  %arrayidx25 = getelementptr inbounds i8, ptr %7, i32 1
  %8 = load i8, ptr %arrayidx25, align 1
  %conv26 = zext i8 %8 to i32
  %cmp27 = icmp sle i32 %conv26, 54
  br i1 %cmp27, label %return, label %if.end30

if.end30:
  br label %return

return:
  %retval.0 = phi i32 [ %conv3, %if.then ], [ 0, %if.end30 ], [ 7, %land.lhs.true ], [ 5, %land.lhs.true23 ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image.decoded(ptr %image, i32 %format) {
entry:
  switch i32 %format, label %return [
    i32 1, label %sw.bb
    i32 2, label %sw.bb1
    i32 3, label %sw.bb3
    i32 4, label %sw.bb5
    i32 5, label %sw.bb7
    i32 6, label %sw.bb9
    i32 7, label %sw.bb11
  ]

sw.bb:
  %call = call i32 @mlcc_rt_image_bmp(ptr %image)
  br label %return

sw.bb1:
  %call2 = call i32 @mlcc_rt_image_jpeg(ptr %image)
  br label %return

sw.bb3:
  %call4 = call i32 @mlcc_rt_image_jpeg2000(ptr %image)
  br label %return

sw.bb5:
  %call6 = call i32 @mlcc_rt_image_png(ptr %image)
  br label %return

sw.bb7:
  %call8 = call i32 @mlcc_rt_image_pnm(ptr %image)
  br label %return

sw.bb9:
  %call10 = call i32 @mlcc_rt_image_tiff(ptr %image)
  br label %return

sw.bb11:
  %call12 = call i32 @mlcc_rt_image_webp(ptr %image)
  br label %return

return:
  %retval.0 = phi i32 [ %call12, %sw.bb11 ], [ %call, %sw.bb ], [ %call2, %sw.bb1 ], [ %call4, %sw.bb3 ], [ %call6, %sw.bb5 ], [ %call8, %sw.bb7 ], [ %call10, %sw.bb9 ], [ 2, %entry ]
  ret i32 %retval.0
}

define i32 @mlcc_rt_image_decode(ptr %data, i64 %size, i64 %height, i64 %width, ptr %rgb) {
entry:
  %image = alloca %struct.mlcc_image, align 4
  %data1 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 0
  store ptr %data, ptr %data1, align 4
  %size2 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 1
  %conv = trunc i64 %size to i32
  store i32 %conv, ptr %size2, align 4
  %width3 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 2
  store i64 %width, ptr %width3, align 4
  %height4 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 3
  store i64 %height, ptr %height4, align 4
  %rgb5 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 4
  store ptr %rgb, ptr %rgb5, align 4
  %call = call i32 @mlcc_rt.image.format_of(ptr %image)
  %call6 = call i32 @mlcc_rt.image.decoded(ptr %image, i32 %call)
  %cmp = icmp eq i32 %call6, 0
  %mul = mul nsw i32 4, %call
  %add = add nsw i32 %mul, %call6
  %cond = select i1 %cmp, i32 0, i32 %add
  ret i32 %cond
}

define internal i32 @mlcc_rt.image.begins(ptr %image, i32 %at, ptr %with, i32 %count) {
entry:
  %size = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 1
  %0 = load i32, ptr %size, align 4
  %add = add i32 %at, %count
  %cmp = icmp ult i32 %0, %add
  br i1 %cmp, label %return, label %for.cond

for.cond:
  %k.0 = phi i32 [ %inc, %for.inc ], [ 0, %entry ]
  %cmp1 = icmp ult i32 %k.0, %count
  br i1 %cmp1, label %for.body, label %return

for.body:
  %data = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 0
  %1 = load ptr, ptr %data, align 4
  %add2 = add i32 %at, %k.0
  %arrayidx = getelementptr inbounds nuw i8, ptr %1, i32 %add2
  %2 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %2 to i32
  %arrayidx3 = getelementptr inbounds nuw i8, ptr %with, i32 %k.0
  %3 = load i8, ptr %arrayidx3, align 1
  %conv4 = zext i8 %3 to i32
  %cmp5 = icmp ne i32 %conv, %conv4
  br i1 %cmp5, label %return, label %for.inc

for.inc:
  %inc = add i32 %k.0, 1
  br label %for.cond

return:
  %retval.0 = phi i32 [ 0, %for.body ], [ 0, %entry ], [ 1, %for.cond ]
  ret i32 %retval.0
}

declare i32 @mlcc_rt_image_bmp(ptr)

declare i32 @mlcc_rt_image_jpeg(ptr)

declare i32 @mlcc_rt_image_jpeg2000(ptr)

declare i32 @mlcc_rt_image_png(ptr)

declare i32 @mlcc_rt_image_pnm(ptr)

declare i32 @mlcc_rt_image_tiff(ptr)

declare i32 @mlcc_rt_image_webp(ptr)
