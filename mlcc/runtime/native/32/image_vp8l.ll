; Generated from image_vp8l.c by mlcc.runtime.native.generate.

%struct.vp8l = type { ptr, ptr, i64, i32, i32, i64, i64, [4 x %struct.vp8l_transform], i32 }
%struct.vp8l_transform = type { i32, i32, i64, ptr }
%struct.mlcc_image = type { ptr, i32, i64, i64, ptr }
%struct.vp8l_coding = type { ptr, i32, i32, i32, ptr, ptr }
%struct.vp8l_group = type { [5 x %struct.vp8l_codes] }
%struct.vp8l_codes = type { [16 x i16], ptr, i32 }

@mlcc_rt.image_vp8l.vp8l_read_lengths.order = internal constant [19 x i8] c"\11\12\00\01\02\03\04\05\10\06\07\08\09\0A\0B\0C\0D\0E\0F", align 1
@mlcc_rt.image_vp8l.vp8l_distance.near = internal constant [120 x i8] c"\18\07\17\19(\06')\16\1A&*8\0579\15\1B6:%+H\04GI\14\1C5;FJ$,XEK4<\03WY\13\1DVZ#-DLU[3=h\02gi\12\1Efj\22.T\\CMek2>x\01wyS]\11\1FdlBNvz!/u{1?cmR^\00t|AO\10 bn0s}Q_@r~aoPq\7F`p", align 1

define internal i32 @mlcc_rt_image_vp8l(ptr %image, ptr %data, i32 %size) {
entry:
  %v = alloca %struct.vp8l, align 4
  %pixels = alloca ptr, align 4
  %cmp = icmp ult i32 %size, 5
  br i1 %cmp, label %return, label %lor.lhs.false

lor.lhs.false:
  %arrayidx = getelementptr inbounds i8, ptr %data, i32 0
  %0 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %0 to i32
  %cmp1 = icmp ne i32 %conv, 47
  br i1 %cmp1, label %return, label %if.end

if.end:
  call void @llvm.memset.p0.i64(ptr align 4 %v, i8 0, i64 124, i1 false)
  %at = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 0
  %add.ptr = getelementptr inbounds i8, ptr %data, i32 1
  store ptr %add.ptr, ptr %at, align 4
  %end = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 1
  %add.ptr3 = getelementptr inbounds nuw i8, ptr %data, i32 %size
  store ptr %add.ptr3, ptr %end, align 4
  %call = call i32 @mlcc_rt.image_vp8l.vp8l_take(ptr %v, i32 14)
  %add = add i32 %call, 1
  %conv5 = zext i32 %add to i64
  %call7 = call i32 @mlcc_rt.image_vp8l.vp8l_take(ptr %v, i32 14)
  %add8 = add i32 %call7, 1
  %conv9 = zext i32 %add8 to i64
  %call10 = call i32 @mlcc_rt.image_vp8l.vp8l_take(ptr %v, i32 1)
  %call11 = call i32 @mlcc_rt.image_vp8l.vp8l_take(ptr %v, i32 3)
  %cmp12 = icmp ne i32 %call11, 0
  br i1 %cmp12, label %return, label %if.end15

if.end15:
  %call16 = call i32 @mlcc_rt_image_sizes(ptr %image, i64 %conv5, i64 %conv9)
  %cmp17 = icmp ne i32 %call16, 0
  br i1 %cmp17, label %return, label %lor.lhs.false19

lor.lhs.false19:
  %rgb = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 4
  %1 = load ptr, ptr %rgb, align 4
  %cmp20 = icmp eq ptr %1, null
  br i1 %cmp20, label %return, label %if.end23

if.end23:
  %width24 = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 5
  store i64 %conv5, ptr %width24, align 4
  %height25 = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 6
  store i64 %conv9, ptr %height25, align 4
  store ptr null, ptr %pixels, align 4
  %call26 = call i32 @mlcc_rt.image_vp8l.vp8l_decode(ptr %v, ptr %pixels)
  br label %for.cond

for.cond:
  %k.0 = phi i64 [ 0, %if.end23 ], [ %inc45, %for.inc44 ]
  %cmp27 = icmp eq i32 %call26, 0
  %mul = mul nsw i64 %conv5, %conv9
  %cmp29 = icmp slt i64 %k.0, %mul
  %2 = select i1 %cmp27, i1 %cmp29, i1 false
  br i1 %2, label %for.cond31, label %for.cond48

for.cond31:
  %n.0 = phi i32 [ %inc, %for.body34 ], [ 0, %for.cond ]
  %cmp32 = icmp slt i32 %n.0, 3
  br i1 %cmp32, label %for.body34, label %for.inc44

for.body34:
  %3 = load ptr, ptr %pixels, align 4
  %idxprom = trunc i64 %k.0 to i32
  %arrayidx35 = getelementptr inbounds i32, ptr %3, i32 %idxprom
  %4 = load i32, ptr %arrayidx35, align 4
  %mul36 = mul nsw i32 8, %n.0
  %sub = sub nsw i32 16, %mul36
  %shr = lshr i32 %4, %sub
  %conv37 = trunc i32 %shr to i8
  %rgb38 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 4
  %5 = load ptr, ptr %rgb38, align 4
  %mul39 = mul nsw i64 3, %k.0
  %conv40 = sext i32 %n.0 to i64
  %add41 = add nsw i64 %mul39, %conv40
  %idxprom42 = trunc i64 %add41 to i32
  %arrayidx43 = getelementptr inbounds i8, ptr %5, i32 %idxprom42
  store i8 %conv37, ptr %arrayidx43, align 1
  %inc = add nsw i32 %n.0, 1
  br label %for.cond31

for.inc44:
  %inc45 = add nsw i64 %k.0, 1
  br label %for.cond

for.cond48:
  %k47.0 = phi i32 [ %inc57, %for.body52 ], [ 0, %for.cond ]
  %transform_count49 = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 8
  %6 = load i32, ptr %transform_count49, align 4
  %cmp50 = icmp slt i32 %k47.0, %6
  br i1 %cmp50, label %for.body52, label %for.end58

for.body52:
  %transforms53 = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 7
  %arrayidx54 = getelementptr inbounds [4 x %struct.vp8l_transform], ptr %transforms53, i32 0, i32 %k47.0
  %data55 = getelementptr inbounds nuw %struct.vp8l_transform, ptr %arrayidx54, i32 0, i32 3
  %7 = load ptr, ptr %data55, align 4
  call void @free(ptr %7)
  %inc57 = add nsw i32 %k47.0, 1
  br label %for.cond48

for.end58:
  %8 = load ptr, ptr %pixels, align 4
  call void @free(ptr %8)
  br label %return

return:
  %retval.0 = phi i32 [ %call26, %for.end58 ], [ 1, %entry ], [ 2, %if.end ], [ 1, %lor.lhs.false ], [ %call16, %lor.lhs.false19 ], [ %call16, %if.end15 ]
  ret i32 %retval.0
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define internal i32 @mlcc_rt.image_vp8l.vp8l_take(ptr %v, i32 %count) {
entry:
  %count1 = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 3
  %0 = load i32, ptr %count1, align 4
  %cmp = icmp slt i32 %0, %count
  br i1 %cmp, label %if.then, label %if.end

if.then:
  call void @mlcc_rt.image_vp8l.vp8l_fill(ptr %v)
  br label %if.end

if.end:
  %bits = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 2
  %1 = load i64, ptr %bits, align 4
  %sh_prom = zext i32 %count to i64
  %shl = shl i64 1, %sh_prom
  %sub = sub i64 %shl, 1
  %and = and i64 %1, %sub
  %conv = trunc i64 %and to i32
  %bits2 = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 2
  %2 = load i64, ptr %bits2, align 4
  %sh_prom3 = zext i32 %count to i64
  %shr = lshr i64 %2, %sh_prom3
  store i64 %shr, ptr %bits2, align 4
  %count4 = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 3
  %3 = load i32, ptr %count4, align 4
  %sub5 = sub nsw i32 %3, %count
  store i32 %sub5, ptr %count4, align 4
  ret i32 %conv
}

declare i32 @mlcc_rt_image_sizes(ptr, i64, i64)

define internal i32 @mlcc_rt.image_vp8l.vp8l_decode(ptr %v, ptr %pixels) {
entry:
  %width = alloca i64, align 8
  %packed = alloca ptr, align 4
  %width1 = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 5
  %0 = load i64, ptr %width1, align 4
  store i64 %0, ptr %width, align 8
  br label %while.cond

while.cond:
  %call = call i32 @mlcc_rt.image_vp8l.vp8l_take(ptr %v, i32 1)
  %tobool = icmp ne i32 %call, 0
  br i1 %tobool, label %while.body, label %while.end

while.body:
  %call2 = call i32 @mlcc_rt.image_vp8l.vp8l_read_transform(ptr %v, ptr %width)
  %cmp = icmp ne i32 %call2, 0
  br i1 %cmp, label %return, label %while.cond

while.end:
  store ptr null, ptr %packed, align 4
  %1 = load i64, ptr %width, align 8
  %height = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 6
  %2 = load i64, ptr %height, align 4
  %call4 = call i32 @mlcc_rt.image_vp8l.vp8l_image(ptr %v, i64 %1, i64 %2, i32 1, ptr %packed)
  %3 = load ptr, ptr %packed, align 4
  store ptr %3, ptr %pixels, align 4
  %cmp5 = icmp ne i32 %call4, 0
  br i1 %cmp5, label %return, label %lor.lhs.false

lor.lhs.false:
  %transform_count = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 8
  %4 = load i32, ptr %transform_count, align 4
  %cmp6 = icmp eq i32 %4, 0
  br i1 %cmp6, label %return, label %if.end8

if.end8:
  %5 = load i64, ptr %width, align 8
  %width9 = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 5
  %6 = load i64, ptr %width9, align 4
  %cmp10 = icmp ne i64 %5, %6
  br i1 %cmp10, label %if.then11, label %if.end25

if.then11:
  %width12 = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 5
  %7 = load i64, ptr %width12, align 4
  %height13 = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 6
  %8 = load i64, ptr %height13, align 4
  %mul = mul nsw i64 %7, %8
  %conv = trunc i64 %mul to i32
  %call14 = call ptr @mlcc_rt_image_take(i32 %conv, i32 4)
  store ptr %call14, ptr %pixels, align 4
  br label %for.cond

for.cond:
  %k.0 = phi i64 [ 0, %if.then11 ], [ %inc, %for.body ]
  %9 = load ptr, ptr %pixels, align 4
  %cmp15 = icmp ne ptr %9, null
  br i1 %cmp15, label %land.rhs, label %for.end

land.rhs:
  %10 = load i64, ptr %width, align 8
  %height17 = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 6
  %11 = load i64, ptr %height17, align 4
  %mul18 = mul nsw i64 %10, %11
  %cmp19 = icmp slt i64 %k.0, %mul18
  br i1 %cmp19, label %for.body, label %for.end

for.body:
  %12 = load ptr, ptr %packed, align 4
  %idxprom = trunc i64 %k.0 to i32
  %arrayidx = getelementptr inbounds i32, ptr %12, i32 %idxprom
  %13 = load i32, ptr %arrayidx, align 4
  %14 = load ptr, ptr %pixels, align 4
  %idxprom21 = trunc i64 %k.0 to i32
  %arrayidx22 = getelementptr inbounds i32, ptr %14, i32 %idxprom21
  store i32 %13, ptr %arrayidx22, align 4
  %inc = add nsw i64 %k.0, 1
  br label %for.cond

for.end:
  %15 = load ptr, ptr %packed, align 4
  call void @free(ptr %15)
  %16 = load ptr, ptr %pixels, align 4
  %cmp23 = icmp eq ptr %16, null
  %cond = select i1 %cmp23, i32 3, i32 0
  br label %if.end25

if.end25:
  %problem3.0 = phi i32 [ %cond, %for.end ], [ %call4, %if.end8 ]
  %transform_count27 = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 8
  %17 = load i32, ptr %transform_count27, align 4
  %sub = sub nsw i32 %17, 1
  br label %for.cond28

for.cond28:
  %k26.0 = phi i32 [ %sub, %if.end25 ], [ %dec, %for.inc50 ]
  %cmp29 = icmp eq i32 %problem3.0, 0
  %cmp32 = icmp sge i32 %k26.0, 0
  %spec.select = select i1 %cmp29, i1 %cmp32, i1 false
  br i1 %spec.select, label %for.body35, label %return

for.body35:
  %transforms = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 7
  %arrayidx36 = getelementptr inbounds [4 x %struct.vp8l_transform], ptr %transforms, i32 0, i32 %k26.0
  %kind = getelementptr inbounds nuw %struct.vp8l_transform, ptr %arrayidx36, i32 0, i32 0
  %18 = load i32, ptr %kind, align 4
  %cmp37 = icmp eq i32 %18, 0
  br i1 %cmp37, label %if.then39, label %if.else

if.then39:
  %height40 = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 6
  %19 = load i64, ptr %height40, align 4
  %20 = load ptr, ptr %pixels, align 4
  call void @mlcc_rt.image_vp8l.vp8l_undo_prediction(ptr %arrayidx36, i64 %19, ptr %20)
  br label %for.inc50

if.else:
  %kind41 = getelementptr inbounds nuw %struct.vp8l_transform, ptr %arrayidx36, i32 0, i32 0
  %21 = load i32, ptr %kind41, align 4
  %cmp42 = icmp eq i32 %21, 3
  br i1 %cmp42, label %if.then44, label %if.else46

if.then44:
  %height45 = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 6
  %22 = load i64, ptr %height45, align 4
  %23 = load ptr, ptr %pixels, align 4
  call void @mlcc_rt.image_vp8l.vp8l_undo_palette(ptr %arrayidx36, i64 %22, ptr %23)
  br label %for.inc50

if.else46:
  %height47 = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 6
  %24 = load i64, ptr %height47, align 4
  %25 = load ptr, ptr %pixels, align 4
  call void @mlcc_rt.image_vp8l.vp8l_undo_colours(ptr %arrayidx36, i64 %24, ptr %25)
  br label %for.inc50

for.inc50:
  %dec = add nsw i32 %k26.0, -1
  br label %for.cond28

return:
  %retval.0 = phi i32 [ %call4, %while.end ], [ %call2, %while.body ], [ %call4, %lor.lhs.false ], [ %problem3.0, %for.cond28 ]
  ret i32 %retval.0
}

declare void @free(ptr)

define internal void @mlcc_rt.image_vp8l.vp8l_fill(ptr %v) {
entry:
  br label %while.cond

while.cond:
  %count = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 3
  %0 = load i32, ptr %count, align 4
  %cmp = icmp sle i32 %0, 48
  br i1 %cmp, label %while.body, label %while.end

while.body:
  %at = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 0
  %1 = load ptr, ptr %at, align 4
  %end = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 1
  %2 = load ptr, ptr %end, align 4
  %cmp1 = icmp uge ptr %1, %2
  %conv = zext i1 %cmp1 to i32
  %beyond = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 4
  %3 = load i32, ptr %beyond, align 4
  %add = add nsw i32 %3, %conv
  store i32 %add, ptr %beyond, align 4
  %at2 = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 0
  %4 = load ptr, ptr %at2, align 4
  %end3 = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 1
  %5 = load ptr, ptr %end3, align 4
  %cmp4 = icmp ult ptr %4, %5
  br i1 %cmp4, label %cond.true, label %cond.end

cond.true:
  %at6 = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 0
  %6 = load ptr, ptr %at6, align 4
  %incdec.ptr = getelementptr inbounds nuw i8, ptr %6, i32 1
  store ptr %incdec.ptr, ptr %at6, align 4
  %7 = load i8, ptr %6, align 1
  %conv7 = zext i8 %7 to i32
  br label %cond.end

cond.end:
  %cond = phi i32 [ %conv7, %cond.true ], [ 0, %while.body ]
  %conv8 = sext i32 %cond to i64
  %count9 = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 3
  %8 = load i32, ptr %count9, align 4
  %sh_prom = zext i32 %8 to i64
  %shl = shl i64 %conv8, %sh_prom
  %bits = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 2
  %9 = load i64, ptr %bits, align 4
  %or = or i64 %9, %shl
  store i64 %or, ptr %bits, align 4
  %count10 = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 3
  %10 = load i32, ptr %count10, align 4
  %add11 = add nsw i32 %10, 8
  store i32 %add11, ptr %count10, align 4
  br label %while.cond

while.end:
  ret void
}

define internal i32 @mlcc_rt.image_vp8l.vp8l_read_transform(ptr %v, ptr %width) {
entry:
  %table = alloca ptr, align 4
  %call = call i32 @mlcc_rt.image_vp8l.vp8l_take(ptr %v, i32 2)
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ 0, %entry ], [ %inc, %for.inc ]
  %transform_count = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 8
  %0 = load i32, ptr %transform_count, align 4
  %cmp = icmp slt i32 %k.0, %0
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %transforms = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 7
  %arrayidx = getelementptr inbounds [4 x %struct.vp8l_transform], ptr %transforms, i32 0, i32 %k.0
  %kind1 = getelementptr inbounds nuw %struct.vp8l_transform, ptr %arrayidx, i32 0, i32 0
  %1 = load i32, ptr %kind1, align 4
  %cmp2 = icmp eq i32 %1, %call
  br i1 %cmp2, label %return, label %for.inc

for.inc:
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.end:
  %transforms3 = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 7
  %transform_count4 = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 8
  %2 = load i32, ptr %transform_count4, align 4
  %inc5 = add nsw i32 %2, 1
  store i32 %inc5, ptr %transform_count4, align 4
  %arrayidx6 = getelementptr inbounds [4 x %struct.vp8l_transform], ptr %transforms3, i32 0, i32 %2
  %kind7 = getelementptr inbounds nuw %struct.vp8l_transform, ptr %arrayidx6, i32 0, i32 0
  store i32 %call, ptr %kind7, align 4
  %3 = load i64, ptr %width, align 4
  %width8 = getelementptr inbounds nuw %struct.vp8l_transform, ptr %arrayidx6, i32 0, i32 2
  store i64 %3, ptr %width8, align 4
  switch i32 %call, label %if.then13 [
    i32 2, label %return
    i32 3, label %if.end21
  ]

if.then13:
  %call14 = call i32 @mlcc_rt.image_vp8l.vp8l_take(ptr %v, i32 3)
  %add = add nsw i32 2, %call14
  %bits = getelementptr inbounds nuw %struct.vp8l_transform, ptr %arrayidx6, i32 0, i32 1
  store i32 %add, ptr %bits, align 4
  %bits15 = getelementptr inbounds nuw %struct.vp8l_transform, ptr %arrayidx6, i32 0, i32 1
  %4 = load i32, ptr %bits15, align 4
  %sh_prom = zext i32 %4 to i64
  %shl = shl i64 1, %sh_prom
  %5 = load i64, ptr %width, align 4
  %add16 = add nsw i64 %5, %shl
  %sub = sub nsw i64 %add16, 1
  %div = sdiv i64 %sub, %shl
  %height = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 6
  %6 = load i64, ptr %height, align 4
  %add17 = add nsw i64 %6, %shl
  %sub18 = sub nsw i64 %add17, 1
  %div19 = sdiv i64 %sub18, %shl
  %data = getelementptr inbounds nuw %struct.vp8l_transform, ptr %arrayidx6, i32 0, i32 3
  %call20 = call i32 @mlcc_rt.image_vp8l.vp8l_image(ptr %v, i64 %div, i64 %div19, i32 0, ptr %data)
  br label %return

if.end21:
  %call22 = call i32 @mlcc_rt.image_vp8l.vp8l_take(ptr %v, i32 8)
  %add23 = add nsw i32 1, %call22
  %cmp24 = icmp sle i32 %add23, 2
  br i1 %cmp24, label %cond.end30, label %cond.false

cond.false:
  %cmp25 = icmp sle i32 %add23, 4
  br i1 %cmp25, label %cond.end30, label %cond.false27

cond.false27:
  %cmp28 = icmp sle i32 %add23, 16
  %cond = select i1 %cmp28, i32 1, i32 0
  br label %cond.end30

cond.end30:
  %cond31 = phi i32 [ 3, %if.end21 ], [ %cond, %cond.false27 ], [ 2, %cond.false ]
  %bits32 = getelementptr inbounds nuw %struct.vp8l_transform, ptr %arrayidx6, i32 0, i32 1
  store i32 %cond31, ptr %bits32, align 4
  %7 = load i64, ptr %width, align 4
  %bits33 = getelementptr inbounds nuw %struct.vp8l_transform, ptr %arrayidx6, i32 0, i32 1
  %8 = load i32, ptr %bits33, align 4
  %shl34 = shl i32 1, %8
  %conv = sext i32 %shl34 to i64
  %add35 = add nsw i64 %7, %conv
  %sub36 = sub nsw i64 %add35, 1
  %bits37 = getelementptr inbounds nuw %struct.vp8l_transform, ptr %arrayidx6, i32 0, i32 1
  %9 = load i32, ptr %bits37, align 4
  %sh_prom38 = zext i32 %9 to i64
  %shr = ashr i64 %sub36, %sh_prom38
  store i64 %shr, ptr %width, align 4
  store ptr null, ptr %table, align 4
  %conv39 = sext i32 %add23 to i64
  %call40 = call i32 @mlcc_rt.image_vp8l.vp8l_image(ptr %v, i64 %conv39, i64 1, i32 0, ptr %table)
  %call41 = call ptr @mlcc_rt_image_take(i32 256, i32 4)
  %data42 = getelementptr inbounds nuw %struct.vp8l_transform, ptr %arrayidx6, i32 0, i32 3
  store ptr %call41, ptr %data42, align 4
  br label %for.cond44

for.cond44:
  %k43.0 = phi i32 [ 0, %cond.end30 ], [ %inc68, %cond.end63 ]
  %cmp45 = icmp eq i32 %call40, 0
  br i1 %cmp45, label %land.lhs.true, label %for.end69

land.lhs.true:
  %data47 = getelementptr inbounds nuw %struct.vp8l_transform, ptr %arrayidx6, i32 0, i32 3
  %10 = load ptr, ptr %data47, align 4
  %cmp48 = icmp ne ptr %10, null
  %cmp50 = icmp slt i32 %k43.0, %add23
  %spec.select = select i1 %cmp48, i1 %cmp50, i1 false
  br i1 %spec.select, label %for.body52, label %for.end69

for.body52:
  %cmp53 = icmp eq i32 %k43.0, 0
  br i1 %cmp53, label %cond.true55, label %cond.false57

cond.true55:
  %11 = load ptr, ptr %table, align 4
  %arrayidx56 = getelementptr inbounds i32, ptr %11, i32 %k43.0
  %12 = load i32, ptr %arrayidx56, align 4
  br label %cond.end63

cond.false57:
  %data58 = getelementptr inbounds nuw %struct.vp8l_transform, ptr %arrayidx6, i32 0, i32 3
  %13 = load ptr, ptr %data58, align 4
  %sub59 = sub nsw i32 %k43.0, 1
  %arrayidx60 = getelementptr inbounds i32, ptr %13, i32 %sub59
  %14 = load i32, ptr %arrayidx60, align 4
  %15 = load ptr, ptr %table, align 4
  %arrayidx61 = getelementptr inbounds i32, ptr %15, i32 %k43.0
  %16 = load i32, ptr %arrayidx61, align 4
  %call62 = call i32 @mlcc_rt.image_vp8l.vp8l_sum(i32 %14, i32 %16)
  br label %cond.end63

cond.end63:
  %cond64 = phi i32 [ %12, %cond.true55 ], [ %call62, %cond.false57 ]
  %data65 = getelementptr inbounds nuw %struct.vp8l_transform, ptr %arrayidx6, i32 0, i32 3
  %17 = load ptr, ptr %data65, align 4
  %arrayidx66 = getelementptr inbounds i32, ptr %17, i32 %k43.0
  store i32 %cond64, ptr %arrayidx66, align 4
  %inc68 = add nsw i32 %k43.0, 1
  br label %for.cond44

for.end69:
  %18 = load ptr, ptr %table, align 4
  call void @free(ptr %18)
  %cmp70 = icmp eq i32 %call40, 0
  br i1 %cmp70, label %land.lhs.true72, label %cond.false77

land.lhs.true72:
  %data73 = getelementptr inbounds nuw %struct.vp8l_transform, ptr %arrayidx6, i32 0, i32 3
  %19 = load ptr, ptr %data73, align 4
  %cmp74 = icmp eq ptr %19, null
  br i1 %cmp74, label %return, label %cond.false77

cond.false77:
  br label %return

return:
  %retval.0 = phi i32 [ 0, %for.end ], [ 1, %for.body ], [ %call20, %if.then13 ], [ %call40, %cond.false77 ], [ 3, %land.lhs.true72 ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_vp8l.vp8l_image(ptr %v, i64 %width, i64 %height, i32 %top, ptr %to) {
entry:
  %c = alloca %struct.vp8l_coding, align 4
  call void @llvm.memset.p0.i32(ptr align 4 %c, i8 0, i32 24, i1 false)
  %call = call i32 @mlcc_rt.image_vp8l.vp8l_take(ptr %v, i32 1)
  %tobool = icmp ne i32 %call, 0
  br i1 %tobool, label %if.then, label %if.end10

if.then:
  %call1 = call i32 @mlcc_rt.image_vp8l.vp8l_take(ptr %v, i32 4)
  %cache_bits = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 2
  store i32 %call1, ptr %cache_bits, align 4
  %cache_bits2 = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 2
  %0 = load i32, ptr %cache_bits2, align 4
  %cmp = icmp slt i32 %0, 1
  %cache_bits3 = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 2
  %1 = load i32, ptr %cache_bits3, align 4
  %cmp4 = icmp sgt i32 %1, 11
  %or.cond = select i1 %cmp, i1 true, i1 %cmp4
  br i1 %or.cond, label %return, label %if.end

if.end:
  %cache_bits6 = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 2
  %2 = load i32, ptr %cache_bits6, align 4
  %shl = shl i32 1, %2
  %call7 = call ptr @mlcc_rt_image_take(i32 %shl, i32 4)
  %cache = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 5
  store ptr %call7, ptr %cache, align 4
  %cache8 = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 5
  %3 = load ptr, ptr %cache8, align 4
  %cmp9 = icmp eq ptr %3, null
  %cond = select i1 %cmp9, i32 3, i32 0
  br label %if.end10

if.end10:
  %problem.0 = phi i32 [ %cond, %if.end ], [ 0, %entry ]
  %cmp11 = icmp eq i32 %problem.0, 0
  br i1 %cmp11, label %if.then12, label %if.end14

if.then12:
  %call13 = call i32 @mlcc_rt.image_vp8l.vp8l_read_groups(ptr %v, ptr %c, i64 %width, i64 %height, i32 %top)
  br label %if.end14

if.end14:
  %problem.1 = phi i32 [ %call13, %if.then12 ], [ %problem.0, %if.end10 ]
  %cmp15 = icmp eq i32 %problem.1, 0
  br i1 %cmp15, label %if.then16, label %if.end22

if.then16:
  %mul = mul nsw i64 %width, %height
  %conv = trunc i64 %mul to i32
  %call17 = call ptr @mlcc_rt_image_take(i32 %conv, i32 4)
  store ptr %call17, ptr %to, align 4
  %4 = load ptr, ptr %to, align 4
  %cmp18 = icmp eq ptr %4, null
  br i1 %cmp18, label %if.end22, label %cond.false

cond.false:
  %5 = load ptr, ptr %to, align 4
  %call20 = call i32 @mlcc_rt.image_vp8l.vp8l_read_pixels(ptr %v, ptr %c, i64 %width, i64 %height, ptr %5)
  br label %if.end22

if.end22:
  %problem.2 = phi i32 [ %problem.1, %if.end14 ], [ %call20, %cond.false ], [ 3, %if.then16 ]
  %groups = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 0
  %6 = load ptr, ptr %groups, align 4
  %count = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 1
  %7 = load i32, ptr %count, align 4
  call void @mlcc_rt.image_vp8l.vp8l_drop(ptr %6, i32 %7)
  %which = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 4
  %8 = load ptr, ptr %which, align 4
  call void @free(ptr %8)
  %cache23 = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 5
  %9 = load ptr, ptr %cache23, align 4
  call void @free(ptr %9)
  br label %return

return:
  %retval.0 = phi i32 [ %problem.2, %if.end22 ], [ 1, %if.then ]
  ret i32 %retval.0
}

declare ptr @mlcc_rt_image_take(i32, i32)

define internal void @mlcc_rt.image_vp8l.vp8l_undo_prediction(ptr %t, i64 %height, ptr %pixels) {
entry:
  %width1 = getelementptr inbounds nuw %struct.vp8l_transform, ptr %t, i32 0, i32 2
  %0 = load i64, ptr %width1, align 4
  %bits = getelementptr inbounds nuw %struct.vp8l_transform, ptr %t, i32 0, i32 1
  %1 = load i32, ptr %bits, align 4
  %shl = shl i32 1, %1
  %conv = sext i32 %shl to i64
  %add = add nsw i64 %0, %conv
  %sub = sub nsw i64 %add, 1
  %bits2 = getelementptr inbounds nuw %struct.vp8l_transform, ptr %t, i32 0, i32 1
  %2 = load i32, ptr %bits2, align 4
  %sh_prom = zext i32 %2 to i64
  %shr = ashr i64 %sub, %sh_prom
  br label %for.cond

for.cond:
  %y.0 = phi i64 [ 0, %entry ], [ %inc36, %for.inc35 ]
  %pixels.addr.0 = phi ptr [ %pixels, %entry ], [ %pixels.addr.1, %for.inc35 ]
  %cmp = icmp slt i64 %y.0, %height
  br i1 %cmp, label %for.cond4, label %for.end37

for.cond4:
  %x.0 = phi i64 [ %inc, %cond.end32 ], [ 0, %for.cond ]
  %pixels.addr.1 = phi ptr [ %incdec.ptr, %cond.end32 ], [ %pixels.addr.0, %for.cond ]
  %cmp5 = icmp slt i64 %x.0, %0
  br i1 %cmp5, label %for.body7, label %for.inc35

for.body7:
  %data = getelementptr inbounds nuw %struct.vp8l_transform, ptr %t, i32 0, i32 3
  %3 = load ptr, ptr %data, align 4
  %bits8 = getelementptr inbounds nuw %struct.vp8l_transform, ptr %t, i32 0, i32 1
  %4 = load i32, ptr %bits8, align 4
  %sh_prom9 = zext i32 %4 to i64
  %shr10 = ashr i64 %y.0, %sh_prom9
  %mul = mul nsw i64 %shr10, %shr
  %bits11 = getelementptr inbounds nuw %struct.vp8l_transform, ptr %t, i32 0, i32 1
  %5 = load i32, ptr %bits11, align 4
  %sh_prom12 = zext i32 %5 to i64
  %shr13 = ashr i64 %x.0, %sh_prom12
  %add14 = add nsw i64 %mul, %shr13
  %idxprom = trunc i64 %add14 to i32
  %arrayidx = getelementptr inbounds i32, ptr %3, i32 %idxprom
  %6 = load i32, ptr %arrayidx, align 4
  %shr15 = lshr i32 %6, 8
  %and = and i32 %shr15, 15
  %cmp16 = icmp eq i64 %y.0, 0
  br i1 %cmp16, label %cond.true, label %cond.false22

cond.true:
  %cmp18 = icmp eq i64 %x.0, 0
  br i1 %cmp18, label %cond.end32, label %cond.false

cond.false:
  %arrayidx21 = getelementptr inbounds i32, ptr %pixels.addr.1, i32 -1
  %7 = load i32, ptr %arrayidx21, align 4
  br label %cond.end32

cond.false22:
  %cmp23 = icmp eq i64 %x.0, 0
  br i1 %cmp23, label %cond.true25, label %cond.false29

cond.true25:
  %sub26 = sub nsw i64 0, %0
  %idxprom27 = trunc i64 %sub26 to i32
  %arrayidx28 = getelementptr inbounds i32, ptr %pixels.addr.1, i32 %idxprom27
  %8 = load i32, ptr %arrayidx28, align 4
  br label %cond.end32

cond.false29:
  %call = call i32 @mlcc_rt.image_vp8l.vp8l_guess(i32 %and, ptr %pixels.addr.1, i64 %0)
  br label %cond.end32

cond.end32:
  %cond33 = phi i32 [ -16777216, %cond.true ], [ %7, %cond.false ], [ %8, %cond.true25 ], [ %call, %cond.false29 ]
  %9 = load i32, ptr %pixels.addr.1, align 4
  %call34 = call i32 @mlcc_rt.image_vp8l.vp8l_sum(i32 %9, i32 %cond33)
  store i32 %call34, ptr %pixels.addr.1, align 4
  %inc = add nsw i64 %x.0, 1
  %incdec.ptr = getelementptr inbounds nuw i32, ptr %pixels.addr.1, i32 1
  br label %for.cond4

for.inc35:
  %inc36 = add nsw i64 %y.0, 1
  br label %for.cond

for.end37:
  ret void
}

define internal void @mlcc_rt.image_vp8l.vp8l_undo_palette(ptr %t, i64 %height, ptr %pixels) {
entry:
  %bits = getelementptr inbounds nuw %struct.vp8l_transform, ptr %t, i32 0, i32 1
  %0 = load i32, ptr %bits, align 4
  %shr = ashr i32 8, %0
  %width = getelementptr inbounds nuw %struct.vp8l_transform, ptr %t, i32 0, i32 2
  %1 = load i64, ptr %width, align 4
  %bits1 = getelementptr inbounds nuw %struct.vp8l_transform, ptr %t, i32 0, i32 1
  %2 = load i32, ptr %bits1, align 4
  %shl = shl i32 1, %2
  %conv = sext i32 %shl to i64
  %add = add nsw i64 %1, %conv
  %sub = sub nsw i64 %add, 1
  %bits2 = getelementptr inbounds nuw %struct.vp8l_transform, ptr %t, i32 0, i32 1
  %3 = load i32, ptr %bits2, align 4
  %sh_prom = zext i32 %3 to i64
  %shr3 = ashr i64 %sub, %sh_prom
  %sub4 = sub nsw i64 %height, 1
  br label %for.cond

for.cond:
  %y.0 = phi i64 [ %sub4, %entry ], [ %dec36, %for.inc35 ]
  %cmp = icmp sge i64 %y.0, 0
  br i1 %cmp, label %for.body, label %for.end37

for.body:
  %width6 = getelementptr inbounds nuw %struct.vp8l_transform, ptr %t, i32 0, i32 2
  %4 = load i64, ptr %width6, align 4
  %sub7 = sub nsw i64 %4, 1
  br label %for.cond8

for.cond8:
  %x.0 = phi i64 [ %sub7, %for.body ], [ %dec, %for.body11 ]
  %cmp9 = icmp sge i64 %x.0, 0
  br i1 %cmp9, label %for.body11, label %for.inc35

for.body11:
  %mul = mul nsw i64 %y.0, %shr3
  %bits12 = getelementptr inbounds nuw %struct.vp8l_transform, ptr %t, i32 0, i32 1
  %5 = load i32, ptr %bits12, align 4
  %sh_prom13 = zext i32 %5 to i64
  %shr14 = ashr i64 %x.0, %sh_prom13
  %add15 = add nsw i64 %mul, %shr14
  %idxprom = trunc i64 %add15 to i32
  %arrayidx = getelementptr inbounds i32, ptr %pixels, i32 %idxprom
  %6 = load i32, ptr %arrayidx, align 4
  %shr16 = lshr i32 %6, 8
  %and = and i32 %shr16, 255
  %conv17 = sext i32 %shr to i64
  %bits18 = getelementptr inbounds nuw %struct.vp8l_transform, ptr %t, i32 0, i32 1
  %7 = load i32, ptr %bits18, align 4
  %shl19 = shl i32 1, %7
  %sub20 = sub nsw i32 %shl19, 1
  %conv21 = sext i32 %sub20 to i64
  %and22 = and i64 %x.0, %conv21
  %mul23 = mul nsw i64 %conv17, %and22
  %sh_prom24 = trunc i64 %mul23 to i32
  %shr25 = lshr i32 %and, %sh_prom24
  %shl26 = shl i32 1, %shr
  %sub27 = sub i32 %shl26, 1
  %and28 = and i32 %shr25, %sub27
  %data = getelementptr inbounds nuw %struct.vp8l_transform, ptr %t, i32 0, i32 3
  %8 = load ptr, ptr %data, align 4
  %arrayidx29 = getelementptr inbounds nuw i32, ptr %8, i32 %and28
  %9 = load i32, ptr %arrayidx29, align 4
  %width30 = getelementptr inbounds nuw %struct.vp8l_transform, ptr %t, i32 0, i32 2
  %10 = load i64, ptr %width30, align 4
  %mul31 = mul nsw i64 %y.0, %10
  %add32 = add nsw i64 %mul31, %x.0
  %idxprom33 = trunc i64 %add32 to i32
  %arrayidx34 = getelementptr inbounds i32, ptr %pixels, i32 %idxprom33
  store i32 %9, ptr %arrayidx34, align 4
  %dec = add nsw i64 %x.0, -1
  br label %for.cond8

for.inc35:
  %dec36 = add nsw i64 %y.0, -1
  br label %for.cond

for.end37:
  ret void
}

define internal void @mlcc_rt.image_vp8l.vp8l_undo_colours(ptr %t, i64 %height, ptr %pixels) {
entry:
  %width1 = getelementptr inbounds nuw %struct.vp8l_transform, ptr %t, i32 0, i32 2
  %0 = load i64, ptr %width1, align 4
  %bits = getelementptr inbounds nuw %struct.vp8l_transform, ptr %t, i32 0, i32 1
  %1 = load i32, ptr %bits, align 4
  %shl = shl i32 1, %1
  %conv = sext i32 %shl to i64
  %add = add nsw i64 %0, %conv
  %sub = sub nsw i64 %add, 1
  %bits2 = getelementptr inbounds nuw %struct.vp8l_transform, ptr %t, i32 0, i32 1
  %2 = load i32, ptr %bits2, align 4
  %sh_prom = zext i32 %2 to i64
  %shr = ashr i64 %sub, %sh_prom
  br label %for.cond

for.cond:
  %y.0 = phi i64 [ 0, %entry ], [ %inc36, %for.inc35 ]
  %pixels.addr.0 = phi ptr [ %pixels, %entry ], [ %pixels.addr.1, %for.inc35 ]
  %cmp = icmp slt i64 %y.0, %height
  br i1 %cmp, label %for.cond4, label %for.end37

for.cond4:
  %x.0 = phi i64 [ %inc, %if.end ], [ 0, %for.cond ]
  %pixels.addr.1 = phi ptr [ %incdec.ptr, %if.end ], [ %pixels.addr.0, %for.cond ]
  %cmp5 = icmp slt i64 %x.0, %0
  br i1 %cmp5, label %for.body7, label %for.inc35

for.body7:
  %kind = getelementptr inbounds nuw %struct.vp8l_transform, ptr %t, i32 0, i32 0
  %3 = load i32, ptr %kind, align 4
  %cmp8 = icmp eq i32 %3, 1
  br i1 %cmp8, label %cond.true, label %cond.end

cond.true:
  %data = getelementptr inbounds nuw %struct.vp8l_transform, ptr %t, i32 0, i32 3
  %4 = load ptr, ptr %data, align 4
  %bits10 = getelementptr inbounds nuw %struct.vp8l_transform, ptr %t, i32 0, i32 1
  %5 = load i32, ptr %bits10, align 4
  %sh_prom11 = zext i32 %5 to i64
  %shr12 = ashr i64 %y.0, %sh_prom11
  %mul = mul nsw i64 %shr12, %shr
  %bits13 = getelementptr inbounds nuw %struct.vp8l_transform, ptr %t, i32 0, i32 1
  %6 = load i32, ptr %bits13, align 4
  %sh_prom14 = zext i32 %6 to i64
  %shr15 = ashr i64 %x.0, %sh_prom14
  %add16 = add nsw i64 %mul, %shr15
  %idxprom = trunc i64 %add16 to i32
  %arrayidx = getelementptr inbounds i32, ptr %4, i32 %idxprom
  %7 = load i32, ptr %arrayidx, align 4
  br label %cond.end

cond.end:
  %cond = phi i32 [ %7, %cond.true ], [ 0, %for.body7 ]
  %8 = load i32, ptr %pixels.addr.1, align 4
  %shr17 = lshr i32 %8, 8
  %9 = load i32, ptr %pixels.addr.1, align 4
  %shr18 = lshr i32 %9, 16
  %10 = load i32, ptr %pixels.addr.1, align 4
  %kind19 = getelementptr inbounds nuw %struct.vp8l_transform, ptr %t, i32 0, i32 0
  %11 = load i32, ptr %kind19, align 4
  %cmp20 = icmp eq i32 %11, 2
  br i1 %cmp20, label %if.then, label %if.else

if.then:
  %add22 = add i32 %shr18, %shr17
  %add23 = add i32 %10, %shr17
  br label %if.end

if.else:
  %call = call i32 @mlcc_rt.image_vp8l.vp8l_share(i32 %cond, i32 %shr17)
  %add24 = add i32 %shr18, %call
  %shr25 = lshr i32 %cond, 8
  %call26 = call i32 @mlcc_rt.image_vp8l.vp8l_share(i32 %shr25, i32 %shr17)
  %shr27 = lshr i32 %cond, 16
  %call28 = call i32 @mlcc_rt.image_vp8l.vp8l_share(i32 %shr27, i32 %add24)
  %add29 = add i32 %call26, %call28
  %add30 = add i32 %10, %add29
  br label %if.end

if.end:
  %red.0 = phi i32 [ %add22, %if.then ], [ %add24, %if.else ]
  %blue.0 = phi i32 [ %add23, %if.then ], [ %add30, %if.else ]
  %12 = load i32, ptr %pixels.addr.1, align 4
  %and = and i32 %12, -16711936
  %and31 = and i32 %red.0, 255
  %shl32 = shl i32 %and31, 16
  %or = or i32 %and, %shl32
  %and33 = and i32 %blue.0, 255
  %or34 = or i32 %or, %and33
  store i32 %or34, ptr %pixels.addr.1, align 4
  %inc = add nsw i64 %x.0, 1
  %incdec.ptr = getelementptr inbounds nuw i32, ptr %pixels.addr.1, i32 1
  br label %for.cond4

for.inc35:
  %inc36 = add nsw i64 %y.0, 1
  br label %for.cond

for.end37:
  ret void
}

define internal i32 @mlcc_rt.image_vp8l.vp8l_sum(i32 %a, i32 %b) {
entry:
  %and = and i32 %a, -16711936
  %and1 = and i32 %b, -16711936
  %add = add i32 %and, %and1
  %and2 = and i32 %add, -16711936
  %and3 = and i32 %a, 16711935
  %and4 = and i32 %b, 16711935
  %add5 = add i32 %and3, %and4
  %and6 = and i32 %add5, 16711935
  %or = or i32 %and2, %and6
  ret i32 %or
}

declare void @llvm.memset.p0.i32(ptr, i8, i32, i1)

define internal i32 @mlcc_rt.image_vp8l.vp8l_read_groups(ptr %v, ptr %c, i64 %width, i64 %height, i32 %top) {
entry:
  %count = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 1
  store i32 1, ptr %count, align 4
  %tobool = icmp ne i32 %top, 0
  br i1 %tobool, label %land.lhs.true, label %if.end26

land.lhs.true:
  %call = call i32 @mlcc_rt.image_vp8l.vp8l_take(ptr %v, i32 1)
  %tobool1 = icmp ne i32 %call, 0
  br i1 %tobool1, label %if.then, label %if.end26

if.then:
  %call2 = call i32 @mlcc_rt.image_vp8l.vp8l_take(ptr %v, i32 3)
  %add = add nsw i32 2, %call2
  %group_bits = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 3
  store i32 %add, ptr %group_bits, align 4
  %group_bits3 = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 3
  %0 = load i32, ptr %group_bits3, align 4
  %sh_prom = zext i32 %0 to i64
  %shl = shl i64 1, %sh_prom
  %add4 = add nsw i64 %width, %shl
  %sub = sub nsw i64 %add4, 1
  %div = sdiv i64 %sub, %shl
  %add5 = add nsw i64 %height, %shl
  %sub6 = sub nsw i64 %add5, 1
  %div7 = sdiv i64 %sub6, %shl
  %which = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 4
  %call8 = call i32 @mlcc_rt.image_vp8l.vp8l_image(ptr %v, i64 %div, i64 %div7, i32 0, ptr %which)
  %cmp = icmp ne i32 %call8, 0
  br i1 %cmp, label %return, label %for.cond

for.cond:
  %k.0 = phi i64 [ %inc, %cond.end ], [ 0, %if.then ]
  %mul = mul nsw i64 %div, %div7
  %cmp10 = icmp slt i64 %k.0, %mul
  br i1 %cmp10, label %for.body, label %if.end26

for.body:
  %which11 = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 4
  %1 = load ptr, ptr %which11, align 4
  %idxprom = trunc i64 %k.0 to i32
  %arrayidx = getelementptr inbounds i32, ptr %1, i32 %idxprom
  %2 = load i32, ptr %arrayidx, align 4
  %shr = lshr i32 %2, 8
  %and = and i32 %shr, 65535
  %which12 = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 4
  %3 = load ptr, ptr %which12, align 4
  %idxprom13 = trunc i64 %k.0 to i32
  %arrayidx14 = getelementptr inbounds i32, ptr %3, i32 %idxprom13
  store i32 %and, ptr %arrayidx14, align 4
  %which15 = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 4
  %4 = load ptr, ptr %which15, align 4
  %idxprom16 = trunc i64 %k.0 to i32
  %arrayidx17 = getelementptr inbounds i32, ptr %4, i32 %idxprom16
  %5 = load i32, ptr %arrayidx17, align 4
  %count18 = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 1
  %6 = load i32, ptr %count18, align 4
  %cmp19 = icmp sge i32 %5, %6
  br i1 %cmp19, label %cond.true, label %cond.false

cond.true:
  %which20 = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 4
  %7 = load ptr, ptr %which20, align 4
  %idxprom21 = trunc i64 %k.0 to i32
  %arrayidx22 = getelementptr inbounds i32, ptr %7, i32 %idxprom21
  %8 = load i32, ptr %arrayidx22, align 4
  %add23 = add nsw i32 %8, 1
  br label %cond.end

cond.false:
  %count24 = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 1
  %9 = load i32, ptr %count24, align 4
  br label %cond.end

cond.end:
  %cond = phi i32 [ %add23, %cond.true ], [ %9, %cond.false ]
  %count25 = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 1
  store i32 %cond, ptr %count25, align 4
  %inc = add nsw i64 %k.0, 1
  br label %for.cond

if.end26:
  %count27 = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 1
  %10 = load i32, ptr %count27, align 4
  %call28 = call ptr @mlcc_rt_image_take(i32 %10, i32 200)
  %groups = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 0
  store ptr %call28, ptr %groups, align 4
  %call29 = call ptr @mlcc_rt_image_take(i32 2328, i32 1)
  %groups31 = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 0
  %11 = load ptr, ptr %groups31, align 4
  %cmp32 = icmp eq ptr %11, null
  %cmp33 = icmp eq ptr %call29, null
  %spec.select = select i1 %cmp32, i1 true, i1 %cmp33
  %cond34 = select i1 %spec.select, i32 3, i32 0
  br label %for.cond36

for.cond36:
  %problem30.0 = phi i32 [ %cond34, %if.end26 ], [ %call63, %cond.end56 ]
  %k35.0 = phi i32 [ 0, %if.end26 ], [ %inc65, %cond.end56 ]
  %cmp37 = icmp eq i32 %problem30.0, 0
  br i1 %cmp37, label %land.rhs, label %for.end66

land.rhs:
  %count38 = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 1
  %12 = load i32, ptr %count38, align 4
  %mul39 = mul nsw i32 5, %12
  %cmp40 = icmp slt i32 %k35.0, %mul39
  br i1 %cmp40, label %for.body41, label %for.end66

for.body41:
  %cache_bits = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 2
  %13 = load i32, ptr %cache_bits, align 4
  %cmp42 = icmp sgt i32 %13, 0
  br i1 %cmp42, label %cond.true43, label %cond.end47

cond.true43:
  %cache_bits44 = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 2
  %14 = load i32, ptr %cache_bits44, align 4
  %shl45 = shl i32 1, %14
  br label %cond.end47

cond.end47:
  %cond48 = phi i32 [ %shl45, %cond.true43 ], [ 0, %for.body41 ]
  %rem = srem i32 %k35.0, 5
  %cmp49 = icmp eq i32 %rem, 0
  br i1 %cmp49, label %cond.true50, label %cond.false52

cond.true50:
  %add51 = add nsw i32 280, %cond48
  br label %cond.end56

cond.false52:
  %rem53 = srem i32 %k35.0, 5
  %cmp54 = icmp eq i32 %rem53, 4
  %cond55 = select i1 %cmp54, i32 40, i32 256
  br label %cond.end56

cond.end56:
  %cond57 = phi i32 [ %add51, %cond.true50 ], [ %cond55, %cond.false52 ]
  %groups58 = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 0
  %15 = load ptr, ptr %groups58, align 4
  %div59 = sdiv i32 %k35.0, 5
  %arrayidx60 = getelementptr inbounds %struct.vp8l_group, ptr %15, i32 %div59
  %codes = getelementptr inbounds nuw %struct.vp8l_group, ptr %arrayidx60, i32 0, i32 0
  %rem61 = srem i32 %k35.0, 5
  %arrayidx62 = getelementptr inbounds [5 x %struct.vp8l_codes], ptr %codes, i32 0, i32 %rem61
  %call63 = call i32 @mlcc_rt.image_vp8l.vp8l_read_codes(ptr %v, ptr %arrayidx62, i32 %cond57, ptr %call29)
  %inc65 = add nsw i32 %k35.0, 1
  br label %for.cond36

for.end66:
  call void @free(ptr %call29)
  br label %return

return:
  %retval.0 = phi i32 [ %problem30.0, %for.end66 ], [ %call8, %if.then ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_vp8l.vp8l_read_pixels(ptr %v, ptr %c, i64 %width, i64 %height, ptr %to) {
entry:
  %mul = mul nsw i64 %width, %height
  %which = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 4
  %0 = load ptr, ptr %which, align 4
  %tobool = icmp ne ptr %0, null
  br i1 %tobool, label %cond.true, label %cond.end

cond.true:
  %group_bits = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 3
  %1 = load i32, ptr %group_bits, align 4
  %shl = shl i32 1, %1
  %conv = sext i32 %shl to i64
  %add = add nsw i64 %width, %conv
  %sub = sub nsw i64 %add, 1
  %group_bits1 = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 3
  %2 = load i32, ptr %group_bits1, align 4
  %sh_prom = zext i32 %2 to i64
  %shr = ashr i64 %sub, %sh_prom
  br label %cond.end

cond.end:
  %cond = phi i64 [ %shr, %cond.true ], [ 0, %entry ]
  br label %for.cond

for.cond:
  %k.0 = phi i64 [ 0, %cond.end ], [ %k.1, %if.end81 ]
  %cmp = icmp slt i64 %k.0, %mul
  br i1 %cmp, label %for.body, label %for.end82

for.body:
  %groups = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 0
  %3 = load ptr, ptr %groups, align 4
  %which3 = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 4
  %4 = load ptr, ptr %which3, align 4
  %cmp4 = icmp ne ptr %4, null
  br i1 %cmp4, label %if.then, label %if.end

if.then:
  %which6 = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 4
  %5 = load ptr, ptr %which6, align 4
  %div = sdiv i64 %k.0, %width
  %group_bits7 = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 3
  %6 = load i32, ptr %group_bits7, align 4
  %sh_prom8 = zext i32 %6 to i64
  %shr9 = ashr i64 %div, %sh_prom8
  %mul10 = mul nsw i64 %shr9, %cond
  %rem = srem i64 %k.0, %width
  %group_bits11 = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 3
  %7 = load i32, ptr %group_bits11, align 4
  %sh_prom12 = zext i32 %7 to i64
  %shr13 = ashr i64 %rem, %sh_prom12
  %add14 = add nsw i64 %mul10, %shr13
  %idxprom = trunc i64 %add14 to i32
  %arrayidx = getelementptr inbounds i32, ptr %5, i32 %idxprom
  %8 = load i32, ptr %arrayidx, align 4
  %add.ptr = getelementptr inbounds nuw %struct.vp8l_group, ptr %3, i32 %8
  br label %if.end

if.end:
  %g.0 = phi ptr [ %add.ptr, %if.then ], [ %3, %for.body ]
  %codes = getelementptr inbounds nuw %struct.vp8l_group, ptr %g.0, i32 0, i32 0
  %arrayidx15 = getelementptr inbounds [5 x %struct.vp8l_codes], ptr %codes, i32 0, i32 0
  %call = call i32 @mlcc_rt.image_vp8l.vp8l_symbol(ptr %v, ptr %arrayidx15)
  %call16 = call i32 @mlcc_rt.image_vp8l.vp8l_exhausted(ptr %v)
  %tobool17 = icmp ne i32 %call16, 0
  br i1 %tobool17, label %return, label %if.end19

if.end19:
  %cmp20 = icmp slt i32 %call, 256
  br i1 %cmp20, label %if.then22, label %if.else

if.then22:
  %codes23 = getelementptr inbounds nuw %struct.vp8l_group, ptr %g.0, i32 0, i32 0
  %arrayidx24 = getelementptr inbounds [5 x %struct.vp8l_codes], ptr %codes23, i32 0, i32 1
  %call25 = call i32 @mlcc_rt.image_vp8l.vp8l_symbol(ptr %v, ptr %arrayidx24)
  %codes26 = getelementptr inbounds nuw %struct.vp8l_group, ptr %g.0, i32 0, i32 0
  %arrayidx27 = getelementptr inbounds [5 x %struct.vp8l_codes], ptr %codes26, i32 0, i32 2
  %call28 = call i32 @mlcc_rt.image_vp8l.vp8l_symbol(ptr %v, ptr %arrayidx27)
  %codes29 = getelementptr inbounds nuw %struct.vp8l_group, ptr %g.0, i32 0, i32 0
  %arrayidx30 = getelementptr inbounds [5 x %struct.vp8l_codes], ptr %codes29, i32 0, i32 3
  %call31 = call i32 @mlcc_rt.image_vp8l.vp8l_symbol(ptr %v, ptr %arrayidx30)
  %shl32 = shl i32 %call31, 24
  %shl33 = shl i32 %call25, 16
  %or = or i32 %shl32, %shl33
  %shl34 = shl i32 %call, 8
  %or35 = or i32 %or, %shl34
  %or36 = or i32 %or35, %call28
  %idxprom37 = trunc i64 %k.0 to i32
  %arrayidx38 = getelementptr inbounds i32, ptr %to, i32 %idxprom37
  store i32 %or36, ptr %arrayidx38, align 4
  %inc = add nsw i64 %k.0, 1
  %idxprom39 = trunc i64 %k.0 to i32
  %arrayidx40 = getelementptr inbounds i32, ptr %to, i32 %idxprom39
  %9 = load i32, ptr %arrayidx40, align 4
  call void @mlcc_rt.image_vp8l.vp8l_remember(ptr %c, i32 %9)
  br label %if.end81

if.else:
  %cmp41 = icmp slt i32 %call, 280
  br i1 %cmp41, label %if.then43, label %if.else71

if.then43:
  %sub44 = sub nsw i32 %call, 256
  %call45 = call i64 @mlcc_rt.image_vp8l.vp8l_number(ptr %v, i32 %sub44)
  %codes46 = getelementptr inbounds nuw %struct.vp8l_group, ptr %g.0, i32 0, i32 0
  %arrayidx47 = getelementptr inbounds [5 x %struct.vp8l_codes], ptr %codes46, i32 0, i32 4
  %call48 = call i32 @mlcc_rt.image_vp8l.vp8l_symbol(ptr %v, ptr %arrayidx47)
  %call49 = call i64 @mlcc_rt.image_vp8l.vp8l_number(ptr %v, i32 %call48)
  %call50 = call i64 @mlcc_rt.image_vp8l.vp8l_distance(i64 %call49, i64 %width)
  %cmp51 = icmp sgt i64 %call50, %k.0
  %sub53 = sub nsw i64 %mul, %k.0
  %cmp54 = icmp sgt i64 %call45, %sub53
  %or.cond = select i1 %cmp51, i1 true, i1 %cmp54
  br i1 %or.cond, label %return, label %if.end57

if.end57:
  %add58 = add nsw i64 %k.0, %call45
  br label %for.cond59

for.cond59:
  %k.2 = phi i64 [ %k.0, %if.end57 ], [ %inc70, %for.body62 ]
  %cmp60 = icmp slt i64 %k.2, %add58
  br i1 %cmp60, label %for.body62, label %if.end81

for.body62:
  %sub63 = sub nsw i64 %k.2, %call50
  %idxprom64 = trunc i64 %sub63 to i32
  %arrayidx65 = getelementptr inbounds i32, ptr %to, i32 %idxprom64
  %10 = load i32, ptr %arrayidx65, align 4
  %idxprom66 = trunc i64 %k.2 to i32
  %arrayidx67 = getelementptr inbounds i32, ptr %to, i32 %idxprom66
  store i32 %10, ptr %arrayidx67, align 4
  %idxprom68 = trunc i64 %k.2 to i32
  %arrayidx69 = getelementptr inbounds i32, ptr %to, i32 %idxprom68
  %11 = load i32, ptr %arrayidx69, align 4
  call void @mlcc_rt.image_vp8l.vp8l_remember(ptr %c, i32 %11)
  %inc70 = add nsw i64 %k.2, 1
  br label %for.cond59

if.else71:
  %cache = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 5
  %12 = load ptr, ptr %cache, align 4
  %sub72 = sub nsw i32 %call, 256
  %sub73 = sub nsw i32 %sub72, 24
  %arrayidx74 = getelementptr inbounds i32, ptr %12, i32 %sub73
  %13 = load i32, ptr %arrayidx74, align 4
  %idxprom75 = trunc i64 %k.0 to i32
  %arrayidx76 = getelementptr inbounds i32, ptr %to, i32 %idxprom75
  store i32 %13, ptr %arrayidx76, align 4
  %inc77 = add nsw i64 %k.0, 1
  %idxprom78 = trunc i64 %k.0 to i32
  %arrayidx79 = getelementptr inbounds i32, ptr %to, i32 %idxprom78
  %14 = load i32, ptr %arrayidx79, align 4
  call void @mlcc_rt.image_vp8l.vp8l_remember(ptr %c, i32 %14)
  br label %if.end81

if.end81:
  %k.1 = phi i64 [ %inc, %if.then22 ], [ %inc77, %if.else71 ], [ %k.2, %for.cond59 ]
  br label %for.cond

for.end82:
  %call83 = call i32 @mlcc_rt.image_vp8l.vp8l_exhausted(ptr %v)
  %tobool84 = icmp ne i32 %call83, 0
  %cond85 = select i1 %tobool84, i32 1, i32 0
  br label %return

return:
  %retval.0 = phi i32 [ %cond85, %for.end82 ], [ 1, %if.end ], [ 1, %if.then43 ]
  ret i32 %retval.0
}

define internal void @mlcc_rt.image_vp8l.vp8l_drop(ptr %groups, i32 %count) {
entry:
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp ne ptr %groups, null
  %mul = mul nsw i32 5, %count
  %cmp1 = icmp slt i32 %k.0, %mul
  %0 = select i1 %cmp, i1 %cmp1, i1 false
  br i1 %0, label %for.body, label %for.end

for.body:
  %div = sdiv i32 %k.0, 5
  %arrayidx = getelementptr inbounds %struct.vp8l_group, ptr %groups, i32 %div
  %codes = getelementptr inbounds nuw %struct.vp8l_group, ptr %arrayidx, i32 0, i32 0
  %rem = srem i32 %k.0, 5
  %arrayidx2 = getelementptr inbounds [5 x %struct.vp8l_codes], ptr %codes, i32 0, i32 %rem
  %symbols = getelementptr inbounds nuw %struct.vp8l_codes, ptr %arrayidx2, i32 0, i32 1
  %1 = load ptr, ptr %symbols, align 4
  call void @free(ptr %1)
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.end:
  call void @free(ptr %groups)
  ret void
}

define internal i32 @mlcc_rt.image_vp8l.vp8l_read_codes(ptr %v, ptr %codes, i32 %count, ptr %lengths) {
entry:
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp slt i32 %k.0, %count
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %arrayidx = getelementptr inbounds i8, ptr %lengths, i32 %k.0
  store i8 0, ptr %arrayidx, align 1
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.end:
  %call = call i32 @mlcc_rt.image_vp8l.vp8l_take(ptr %v, i32 1)
  %tobool = icmp ne i32 %call, 0
  br i1 %tobool, label %if.then, label %if.else

if.then:
  %call1 = call i32 @mlcc_rt.image_vp8l.vp8l_take(ptr %v, i32 1)
  %add = add nsw i32 1, %call1
  %call2 = call i32 @mlcc_rt.image_vp8l.vp8l_take(ptr %v, i32 1)
  br label %for.cond4

for.cond4:
  %k3.0 = phi i32 [ 0, %if.then ], [ %inc14, %if.end ]
  %cmp5 = icmp slt i32 %k3.0, %add
  br i1 %cmp5, label %for.body6, label %if.end20

for.body6:
  %cmp7 = icmp eq i32 %k3.0, 1
  %tobool8 = icmp ne i32 %call2, 0
  %spec.select = select i1 %cmp7, i1 true, i1 %tobool8
  %cond = select i1 %spec.select, i32 8, i32 1
  %call9 = call i32 @mlcc_rt.image_vp8l.vp8l_take(ptr %v, i32 %cond)
  %cmp10 = icmp sge i32 %call9, %count
  br i1 %cmp10, label %return, label %if.end

if.end:
  %arrayidx12 = getelementptr inbounds i8, ptr %lengths, i32 %call9
  store i8 1, ptr %arrayidx12, align 1
  %inc14 = add nsw i32 %k3.0, 1
  br label %for.cond4

if.else:
  %call16 = call i32 @mlcc_rt.image_vp8l.vp8l_read_lengths(ptr %v, ptr %lengths, i32 %count)
  %cmp17 = icmp ne i32 %call16, 0
  br i1 %cmp17, label %return, label %if.end20

if.end20:
  %call21 = call i32 @mlcc_rt.image_vp8l.vp8l_exhausted(ptr %v)
  %tobool22 = icmp ne i32 %call21, 0
  br i1 %tobool22, label %return, label %cond.false

cond.false:
  %call23 = call i32 @mlcc_rt.image_vp8l.vp8l_make(ptr %codes, ptr %lengths, i32 %count)
  br label %return

return:
  %retval.0 = phi i32 [ 1, %for.body6 ], [ %call16, %if.else ], [ %call23, %cond.false ], [ 1, %if.end20 ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_vp8l.vp8l_read_lengths(ptr %v, ptr %lengths, i32 %count) {
entry:
  %own = alloca [19 x i8], align 1
  %codes = alloca %struct.vp8l_codes, align 4
  call void @llvm.memset.p0.i32(ptr align 1 %own, i8 0, i32 19, i1 false)
  %call = call i32 @mlcc_rt.image_vp8l.vp8l_take(ptr %v, i32 4)
  %add = add nsw i32 4, %call
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp slt i32 %k.0, %add
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %call1 = call i32 @mlcc_rt.image_vp8l.vp8l_take(ptr %v, i32 3)
  %conv = trunc i32 %call1 to i8
  %arrayidx = getelementptr inbounds [19 x i8], ptr @mlcc_rt.image_vp8l.vp8l_read_lengths.order, i32 0, i32 %k.0
  %0 = load i8, ptr %arrayidx, align 1
  %idxprom = zext i8 %0 to i32
  %arrayidx2 = getelementptr inbounds nuw [19 x i8], ptr %own, i32 0, i32 %idxprom
  store i8 %conv, ptr %arrayidx2, align 1
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.end:
  call void @llvm.memset.p0.i32(ptr align 4 %codes, i8 0, i32 40, i1 false)
  %1 = getelementptr inbounds %struct.vp8l_codes, ptr %codes, i32 0, i32 2
  store i32 -1, ptr %1, align 4
  %arraydecay = getelementptr inbounds [19 x i8], ptr %own, i32 0, i32 0
  %call3 = call i32 @mlcc_rt.image_vp8l.vp8l_make(ptr %codes, ptr %arraydecay, i32 19)
  %call4 = call i32 @mlcc_rt.image_vp8l.vp8l_take(ptr %v, i32 1)
  %tobool = icmp ne i32 %call4, 0
  br i1 %tobool, label %if.then, label %if.end

if.then:
  %call5 = call i32 @mlcc_rt.image_vp8l.vp8l_take(ptr %v, i32 3)
  %mul = mul nsw i32 2, %call5
  %add6 = add nsw i32 2, %mul
  %call7 = call i32 @mlcc_rt.image_vp8l.vp8l_take(ptr %v, i32 %add6)
  %add8 = add nsw i32 2, %call7
  br label %if.end

if.end:
  %left.0 = phi i32 [ %add8, %if.then ], [ %count, %for.end ]
  %cmp9 = icmp sgt i32 %left.0, %count
  %cmp12 = icmp eq i32 %call3, 0
  %.call3 = select i1 %cmp12, i32 1, i32 %call3
  %problem.0 = select i1 %cmp9, i32 %.call3, i32 %call3
  br label %for.cond16

for.cond16:
  %left.1 = phi i32 [ %left.0, %if.end ], [ %dec69, %for.inc68 ]
  %previous.0 = phi i32 [ 8, %if.end ], [ %previous.1, %for.inc68 ]
  %k15.0 = phi i32 [ 0, %if.end ], [ %k15.1, %for.inc68 ]
  %cmp17 = icmp eq i32 %problem.0, 0
  %cmp19 = icmp slt i32 %k15.0, %count
  %or.cond = select i1 %cmp17, i1 %cmp19, i1 false
  %cmp21 = icmp sgt i32 %left.1, 0
  %or.cond31 = select i1 %or.cond, i1 %cmp21, i1 false
  br i1 %or.cond31, label %for.body23, label %for.end70

for.body23:
  %call24 = call i32 @mlcc_rt.image_vp8l.vp8l_symbol(ptr %v, ptr %codes)
  %cmp25 = icmp slt i32 %call24, 16
  br i1 %cmp25, label %if.then27, label %if.end37

if.then27:
  %conv28 = trunc i32 %call24 to i8
  %inc29 = add nsw i32 %k15.0, 1
  %arrayidx30 = getelementptr inbounds i8, ptr %lengths, i32 %k15.0
  store i8 %conv28, ptr %arrayidx30, align 1
  %cmp31 = icmp sgt i32 %call24, 0
  %call24.previous.0 = select i1 %cmp31, i32 %call24, i32 %previous.0
  br label %for.inc68

if.end37:
  %cmp38 = icmp eq i32 %call24, 18
  br i1 %cmp38, label %cond.true40, label %cond.false43

cond.true40:
  %call41 = call i32 @mlcc_rt.image_vp8l.vp8l_take(ptr %v, i32 7)
  %add42 = add nsw i32 11, %call41
  br label %cond.end46

cond.false43:
  %sub = sub nsw i32 %call24, 14
  %call44 = call i32 @mlcc_rt.image_vp8l.vp8l_take(ptr %v, i32 %sub)
  %add45 = add nsw i32 3, %call44
  br label %cond.end46

cond.end46:
  %cond47 = phi i32 [ %add42, %cond.true40 ], [ %add45, %cond.false43 ]
  %sub48 = sub nsw i32 %count, %k15.0
  %cmp49 = icmp sgt i32 %cond47, %sub48
  br i1 %cmp49, label %for.end70, label %for.cond53

for.cond53:
  %k15.2 = phi i32 [ %inc64, %for.body56 ], [ %k15.0, %cond.end46 ]
  %times.0 = phi i32 [ %dec, %for.body56 ], [ %cond47, %cond.end46 ]
  %cmp54 = icmp sgt i32 %times.0, 0
  br i1 %cmp54, label %for.body56, label %for.inc68

for.body56:
  %cmp57 = icmp eq i32 %call24, 16
  %previous.0. = select i1 %cmp57, i32 %previous.0, i32 0
  %conv63 = trunc i32 %previous.0. to i8
  %inc64 = add nsw i32 %k15.2, 1
  %arrayidx65 = getelementptr inbounds i8, ptr %lengths, i32 %k15.2
  store i8 %conv63, ptr %arrayidx65, align 1
  %dec = add nsw i32 %times.0, -1
  br label %for.cond53

for.inc68:
  %previous.1 = phi i32 [ %call24.previous.0, %if.then27 ], [ %previous.0, %for.cond53 ]
  %k15.1 = phi i32 [ %inc29, %if.then27 ], [ %k15.2, %for.cond53 ]
  %dec69 = add nsw i32 %left.1, -1
  br label %for.cond16

for.end70:
  %problem.1 = phi i32 [ 1, %cond.end46 ], [ %problem.0, %for.cond16 ]
  %symbols = getelementptr inbounds nuw %struct.vp8l_codes, ptr %codes, i32 0, i32 1
  %2 = load ptr, ptr %symbols, align 4
  call void @free(ptr %2)
  ret i32 %problem.1
}

define internal i32 @mlcc_rt.image_vp8l.vp8l_exhausted(ptr %v) {
entry:
  %beyond = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 4
  %0 = load i32, ptr %beyond, align 4
  %mul = mul nsw i32 %0, 8
  %count = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 3
  %1 = load i32, ptr %count, align 4
  %cmp = icmp sgt i32 %mul, %1
  %conv = zext i1 %cmp to i32
  ret i32 %conv
}

define internal i32 @mlcc_rt.image_vp8l.vp8l_make(ptr %codes, ptr %lengths, i32 %count) {
entry:
  %places = alloca [17 x i32], align 4
  call void @llvm.memset.p0.i32(ptr align 4 %places, i8 0, i32 68, i1 false)
  %only = getelementptr inbounds nuw %struct.vp8l_codes, ptr %codes, i32 0, i32 2
  store i32 -1, ptr %only, align 4
  br label %for.cond

for.cond:
  %used.0 = phi i32 [ 0, %entry ], [ %add, %cond.end ]
  %k.0 = phi i32 [ 0, %entry ], [ %inc11, %cond.end ]
  %cmp = icmp slt i32 %k.0, %count
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %counts = getelementptr inbounds nuw %struct.vp8l_codes, ptr %codes, i32 0, i32 0
  %arrayidx = getelementptr inbounds i8, ptr %lengths, i32 %k.0
  %0 = load i8, ptr %arrayidx, align 1
  %idxprom = zext i8 %0 to i32
  %arrayidx1 = getelementptr inbounds nuw [16 x i16], ptr %counts, i32 0, i32 %idxprom
  %1 = load i16, ptr %arrayidx1, align 2
  %inc = add i16 %1, 1
  store i16 %inc, ptr %arrayidx1, align 2
  %arrayidx2 = getelementptr inbounds i8, ptr %lengths, i32 %k.0
  %2 = load i8, ptr %arrayidx2, align 1
  %conv = zext i8 %2 to i32
  %cmp3 = icmp sgt i32 %conv, 0
  %conv4 = zext i1 %cmp3 to i32
  %add = add nsw i32 %used.0, %conv4
  %arrayidx5 = getelementptr inbounds i8, ptr %lengths, i32 %k.0
  %3 = load i8, ptr %arrayidx5, align 1
  %conv6 = zext i8 %3 to i32
  %cmp7 = icmp sgt i32 %conv6, 0
  br i1 %cmp7, label %cond.end, label %cond.false

cond.false:
  %only9 = getelementptr inbounds nuw %struct.vp8l_codes, ptr %codes, i32 0, i32 2
  %4 = load i32, ptr %only9, align 4
  br label %cond.end

cond.end:
  %cond = phi i32 [ %4, %cond.false ], [ %k.0, %for.body ]
  %only10 = getelementptr inbounds nuw %struct.vp8l_codes, ptr %codes, i32 0, i32 2
  store i32 %cond, ptr %only10, align 4
  %inc11 = add nsw i32 %k.0, 1
  br label %for.cond

for.end:
  %counts12 = getelementptr inbounds nuw %struct.vp8l_codes, ptr %codes, i32 0, i32 0
  %arrayidx13 = getelementptr inbounds [16 x i16], ptr %counts12, i32 0, i32 0
  store i16 0, ptr %arrayidx13, align 4
  %cmp14 = icmp eq i32 %used.0, 1
  br i1 %cmp14, label %return, label %if.end

if.end:
  %only16 = getelementptr inbounds nuw %struct.vp8l_codes, ptr %codes, i32 0, i32 2
  store i32 -1, ptr %only16, align 4
  br label %for.cond17

for.cond17:
  %left.0 = phi i32 [ 1, %if.end ], [ %sub, %if.end27 ]
  %length.0 = phi i32 [ 1, %if.end ], [ %inc36, %if.end27 ]
  %cmp18 = icmp sle i32 %length.0, 15
  br i1 %cmp18, label %for.body20, label %for.end37

for.body20:
  %mul = mul nsw i32 2, %left.0
  %counts21 = getelementptr inbounds nuw %struct.vp8l_codes, ptr %codes, i32 0, i32 0
  %arrayidx22 = getelementptr inbounds [16 x i16], ptr %counts21, i32 0, i32 %length.0
  %5 = load i16, ptr %arrayidx22, align 2
  %conv23 = zext i16 %5 to i32
  %sub = sub nsw i32 %mul, %conv23
  %cmp24 = icmp slt i32 %sub, 0
  br i1 %cmp24, label %return, label %if.end27

if.end27:
  %arrayidx28 = getelementptr inbounds [17 x i32], ptr %places, i32 0, i32 %length.0
  %6 = load i32, ptr %arrayidx28, align 4
  %counts29 = getelementptr inbounds nuw %struct.vp8l_codes, ptr %codes, i32 0, i32 0
  %arrayidx30 = getelementptr inbounds [16 x i16], ptr %counts29, i32 0, i32 %length.0
  %7 = load i16, ptr %arrayidx30, align 2
  %conv31 = zext i16 %7 to i32
  %add32 = add nsw i32 %6, %conv31
  %add33 = add nsw i32 %length.0, 1
  %arrayidx34 = getelementptr inbounds [17 x i32], ptr %places, i32 0, i32 %add33
  store i32 %add32, ptr %arrayidx34, align 4
  %inc36 = add nsw i32 %length.0, 1
  br label %for.cond17

for.end37:
  %cmp38 = icmp eq i32 %left.0, 0
  br i1 %cmp38, label %cond.true40, label %cond.end42

cond.true40:
  %call = call ptr @mlcc_rt_image_take(i32 %used.0, i32 2)
  br label %cond.end42

cond.end42:
  %cond43 = phi ptr [ %call, %cond.true40 ], [ null, %for.end37 ]
  %symbols = getelementptr inbounds nuw %struct.vp8l_codes, ptr %codes, i32 0, i32 1
  store ptr %cond43, ptr %symbols, align 4
  %symbols44 = getelementptr inbounds nuw %struct.vp8l_codes, ptr %codes, i32 0, i32 1
  %8 = load ptr, ptr %symbols44, align 4
  %cmp45 = icmp eq ptr %8, null
  br i1 %cmp45, label %if.then47, label %for.cond53

if.then47:
  %cmp48 = icmp eq i32 %left.0, 0
  %cond50 = select i1 %cmp48, i32 3, i32 1
  br label %return

for.cond53:
  %k52.0 = phi i32 [ %inc71, %for.inc70 ], [ 0, %cond.end42 ]
  %cmp54 = icmp slt i32 %k52.0, %count
  br i1 %cmp54, label %for.body56, label %return

for.body56:
  %arrayidx57 = getelementptr inbounds i8, ptr %lengths, i32 %k52.0
  %9 = load i8, ptr %arrayidx57, align 1
  %conv58 = zext i8 %9 to i32
  %cmp59 = icmp sgt i32 %conv58, 0
  br i1 %cmp59, label %if.then61, label %for.inc70

if.then61:
  %conv62 = trunc i32 %k52.0 to i16
  %symbols63 = getelementptr inbounds nuw %struct.vp8l_codes, ptr %codes, i32 0, i32 1
  %10 = load ptr, ptr %symbols63, align 4
  %arrayidx64 = getelementptr inbounds i8, ptr %lengths, i32 %k52.0
  %11 = load i8, ptr %arrayidx64, align 1
  %idxprom65 = zext i8 %11 to i32
  %arrayidx66 = getelementptr inbounds nuw [17 x i32], ptr %places, i32 0, i32 %idxprom65
  %12 = load i32, ptr %arrayidx66, align 4
  %inc67 = add nsw i32 %12, 1
  store i32 %inc67, ptr %arrayidx66, align 4
  %arrayidx68 = getelementptr inbounds i16, ptr %10, i32 %12
  store i16 %conv62, ptr %arrayidx68, align 2
  br label %for.inc70

for.inc70:
  %inc71 = add nsw i32 %k52.0, 1
  br label %for.cond53

return:
  %retval.0 = phi i32 [ 1, %for.body20 ], [ 0, %for.end ], [ %cond50, %if.then47 ], [ 0, %for.cond53 ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_vp8l.vp8l_symbol(ptr %v, ptr %codes) {
entry:
  %only = getelementptr inbounds nuw %struct.vp8l_codes, ptr %codes, i32 0, i32 2
  %0 = load i32, ptr %only, align 4
  %cmp = icmp sge i32 %0, 0
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %only1 = getelementptr inbounds nuw %struct.vp8l_codes, ptr %codes, i32 0, i32 2
  %1 = load i32, ptr %only1, align 4
  br label %return

if.end:
  %count = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 3
  %2 = load i32, ptr %count, align 4
  %cmp2 = icmp slt i32 %2, 15
  br i1 %cmp2, label %if.then3, label %if.end4

if.then3:
  call void @mlcc_rt.image_vp8l.vp8l_fill(ptr %v)
  br label %if.end4

if.end4:
  br label %for.cond

for.cond:
  %code.0 = phi i32 [ 0, %if.end4 ], [ %shl19, %if.end16 ]
  %first.0 = phi i32 [ 0, %if.end4 ], [ %shl, %if.end16 ]
  %place.0 = phi i32 [ 0, %if.end4 ], [ %add17, %if.end16 ]
  %length.0 = phi i32 [ 1, %if.end4 ], [ %inc, %if.end16 ]
  %cmp5 = icmp sle i32 %length.0, 15
  br i1 %cmp5, label %for.body, label %return

for.body:
  %counts = getelementptr inbounds nuw %struct.vp8l_codes, ptr %codes, i32 0, i32 0
  %arrayidx = getelementptr inbounds [16 x i16], ptr %counts, i32 0, i32 %length.0
  %3 = load i16, ptr %arrayidx, align 2
  %conv = zext i16 %3 to i32
  %bits = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 2
  %4 = load i64, ptr %bits, align 4
  %and = and i64 %4, 1
  %conv7 = trunc i64 %and to i32
  %or = or i32 %code.0, %conv7
  %bits8 = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 2
  %5 = load i64, ptr %bits8, align 4
  %shr = lshr i64 %5, 1
  store i64 %shr, ptr %bits8, align 4
  %count9 = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 3
  %6 = load i32, ptr %count9, align 4
  %dec = add nsw i32 %6, -1
  store i32 %dec, ptr %count9, align 4
  %sub = sub nsw i32 %or, %conv
  %cmp10 = icmp slt i32 %sub, %first.0
  br i1 %cmp10, label %if.then12, label %if.end16

if.then12:
  %symbols = getelementptr inbounds nuw %struct.vp8l_codes, ptr %codes, i32 0, i32 1
  %7 = load ptr, ptr %symbols, align 4
  %add = add nsw i32 %place.0, %or
  %sub13 = sub nsw i32 %add, %first.0
  %arrayidx14 = getelementptr inbounds i16, ptr %7, i32 %sub13
  %8 = load i16, ptr %arrayidx14, align 2
  %conv15 = zext i16 %8 to i32
  br label %return

if.end16:
  %add17 = add nsw i32 %place.0, %conv
  %add18 = add nsw i32 %first.0, %conv
  %shl = shl i32 %add18, 1
  %shl19 = shl i32 %or, 1
  %inc = add nsw i32 %length.0, 1
  br label %for.cond

return:
  %retval.0 = phi i32 [ %1, %if.then ], [ %conv15, %if.then12 ], [ 0, %for.cond ]
  ret i32 %retval.0
}

define internal void @mlcc_rt.image_vp8l.vp8l_remember(ptr %c, i32 %pixel) {
entry:
  %cache_bits = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 2
  %0 = load i32, ptr %cache_bits, align 4
  %cmp = icmp sgt i32 %0, 0
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %cache = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 5
  %1 = load ptr, ptr %cache, align 4
  %mul = mul i32 506832829, %pixel
  %cache_bits1 = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 2
  %2 = load i32, ptr %cache_bits1, align 4
  %sub = sub nsw i32 32, %2
  %shr = lshr i32 %mul, %sub
  %arrayidx = getelementptr inbounds nuw i32, ptr %1, i32 %shr
  store i32 %pixel, ptr %arrayidx, align 4
  br label %if.end

if.end:
  ret void
}

define internal i64 @mlcc_rt.image_vp8l.vp8l_number(ptr %v, i32 %prefix) {
entry:
  %cmp = icmp slt i32 %prefix, 4
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %add = add nsw i32 %prefix, 1
  %conv = sext i32 %add to i64
  br label %return

if.end:
  %sub = sub nsw i32 %prefix, 2
  %shr = ashr i32 %sub, 1
  %and = and i32 %prefix, 1
  %add1 = add nsw i32 2, %and
  %conv2 = sext i32 %add1 to i64
  %sh_prom = zext i32 %shr to i64
  %shl = shl i64 %conv2, %sh_prom
  %call = call i32 @mlcc_rt.image_vp8l.vp8l_take(ptr %v, i32 %shr)
  %conv3 = zext i32 %call to i64
  %add4 = add nsw i64 %shl, %conv3
  %add5 = add nsw i64 %add4, 1
  br label %return

return:
  %retval.0 = phi i64 [ %conv, %if.then ], [ %add5, %if.end ]
  ret i64 %retval.0
}

define internal i64 @mlcc_rt.image_vp8l.vp8l_distance(i64 %number, i64 %width) {
entry:
  %cmp = icmp sgt i64 %number, 120
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %sub = sub nsw i64 %number, 120
  br label %return

if.end:
  %sub1 = sub nsw i64 %number, 1
  %idxprom = trunc i64 %sub1 to i32
  %arrayidx = getelementptr inbounds [120 x i8], ptr @mlcc_rt.image_vp8l.vp8l_distance.near, i32 0, i32 %idxprom
  %0 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %0 to i32
  %shr = ashr i32 %conv, 4
  %conv2 = sext i32 %shr to i64
  %mul = mul nsw i64 %conv2, %width
  %add = add nsw i64 %mul, 8
  %sub3 = sub nsw i64 %number, 1
  %idxprom4 = trunc i64 %sub3 to i32
  %arrayidx5 = getelementptr inbounds [120 x i8], ptr @mlcc_rt.image_vp8l.vp8l_distance.near, i32 0, i32 %idxprom4
  %1 = load i8, ptr %arrayidx5, align 1
  %conv6 = zext i8 %1 to i32
  %and = and i32 %conv6, 15
  %conv7 = sext i32 %and to i64
  %sub8 = sub nsw i64 %add, %conv7
  %cmp9 = icmp slt i64 %sub8, 1
  %.sub8 = select i1 %cmp9, i64 1, i64 %sub8
  br label %return

return:
  %retval.0 = phi i64 [ %sub, %if.then ], [ %.sub8, %if.end ]
  ret i64 %retval.0
}

define internal i32 @mlcc_rt.image_vp8l.vp8l_guess(i32 %mode, ptr %here, i64 %width) {
entry:
  %arrayidx = getelementptr inbounds i32, ptr %here, i32 -1
  %0 = load i32, ptr %arrayidx, align 4
  %sub = sub nsw i64 0, %width
  %idxprom = trunc i64 %sub to i32
  %arrayidx1 = getelementptr inbounds i32, ptr %here, i32 %idxprom
  %1 = load i32, ptr %arrayidx1, align 4
  %sub2 = sub nsw i64 0, %width
  %sub3 = sub nsw i64 %sub2, 1
  %idxprom4 = trunc i64 %sub3 to i32
  %arrayidx5 = getelementptr inbounds i32, ptr %here, i32 %idxprom4
  %2 = load i32, ptr %arrayidx5, align 4
  %sub6 = sub nsw i64 1, %width
  %idxprom7 = trunc i64 %sub6 to i32
  %arrayidx8 = getelementptr inbounds i32, ptr %here, i32 %idxprom7
  %3 = load i32, ptr %arrayidx8, align 4
  switch i32 %mode, label %sw.default [
    i32 1, label %return
    i32 2, label %sw.bb9
    i32 3, label %sw.bb10
    i32 4, label %sw.bb11
    i32 5, label %sw.bb12
    i32 6, label %sw.bb14
    i32 7, label %sw.bb16
    i32 8, label %sw.bb18
    i32 9, label %sw.bb20
    i32 10, label %sw.bb22
    i32 11, label %sw.bb26
    i32 12, label %sw.bb28
    i32 13, label %sw.bb30
  ]

sw.bb9:
  br label %return

sw.bb10:
  br label %return

sw.bb11:
  br label %return

sw.bb12:
  %call = call i32 @mlcc_rt.image_vp8l.vp8l_mean(i32 %0, i32 %3)
  %call13 = call i32 @mlcc_rt.image_vp8l.vp8l_mean(i32 %call, i32 %1)
  br label %return

sw.bb14:
  %call15 = call i32 @mlcc_rt.image_vp8l.vp8l_mean(i32 %0, i32 %2)
  br label %return

sw.bb16:
  %call17 = call i32 @mlcc_rt.image_vp8l.vp8l_mean(i32 %0, i32 %1)
  br label %return

sw.bb18:
  %call19 = call i32 @mlcc_rt.image_vp8l.vp8l_mean(i32 %2, i32 %1)
  br label %return

sw.bb20:
  %call21 = call i32 @mlcc_rt.image_vp8l.vp8l_mean(i32 %1, i32 %3)
  br label %return

sw.bb22:
  %call23 = call i32 @mlcc_rt.image_vp8l.vp8l_mean(i32 %0, i32 %2)
  %call24 = call i32 @mlcc_rt.image_vp8l.vp8l_mean(i32 %1, i32 %3)
  %call25 = call i32 @mlcc_rt.image_vp8l.vp8l_mean(i32 %call23, i32 %call24)
  br label %return

sw.bb26:
  %call27 = call i32 @mlcc_rt.image_vp8l.vp8l_nearer(i32 %0, i32 %1, i32 %2)
  br label %return

sw.bb28:
  %call29 = call i32 @mlcc_rt.image_vp8l.vp8l_plane(i32 %0, i32 %1, i32 %2, i32 0)
  br label %return

sw.bb30:
  %call31 = call i32 @mlcc_rt.image_vp8l.vp8l_mean(i32 %0, i32 %1)
  %call32 = call i32 @mlcc_rt.image_vp8l.vp8l_plane(i32 %call31, i32 0, i32 %2, i32 1)
  br label %return

sw.default:
  br label %return

return:
  %retval.0 = phi i32 [ -16777216, %sw.default ], [ %call32, %sw.bb30 ], [ %1, %sw.bb9 ], [ %3, %sw.bb10 ], [ %2, %sw.bb11 ], [ %call13, %sw.bb12 ], [ %call15, %sw.bb14 ], [ %call17, %sw.bb16 ], [ %call19, %sw.bb18 ], [ %call21, %sw.bb20 ], [ %call25, %sw.bb22 ], [ %call27, %sw.bb26 ], [ %call29, %sw.bb28 ], [ %0, %entry ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_vp8l.vp8l_mean(i32 %a, i32 %b) {
entry:
  %xor = xor i32 %a, %b
  %and = and i32 %xor, -16843010
  %shr = lshr i32 %and, 1
  %and1 = and i32 %a, %b
  %add = add i32 %shr, %and1
  ret i32 %add
}

define internal i32 @mlcc_rt.image_vp8l.vp8l_nearer(i32 %left, i32 %above, i32 %corner) {
entry:
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %difference.0 = phi i32 [ 0, %entry ], [ %add, %for.body ]
  %cmp = icmp slt i32 %k.0, 4
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %call = call i32 @mlcc_rt.image_vp8l.vp8l_channel(i32 %above, i32 %k.0)
  %call1 = call i32 @mlcc_rt.image_vp8l.vp8l_channel(i32 %corner, i32 %k.0)
  %sub = sub nsw i32 %call, %call1
  %call2 = call i32 @mlcc_rt.image_vp8l.vp8l_channel(i32 %left, i32 %k.0)
  %call3 = call i32 @mlcc_rt.image_vp8l.vp8l_channel(i32 %corner, i32 %k.0)
  %sub4 = sub nsw i32 %call2, %call3
  %cmp5 = icmp slt i32 %sub, 0
  %sub6 = sub nsw i32 0, %sub
  %cond = select i1 %cmp5, i32 %sub6, i32 %sub
  %cmp7 = icmp slt i32 %sub4, 0
  %sub9 = sub nsw i32 0, %sub4
  %cond12 = select i1 %cmp7, i32 %sub9, i32 %sub4
  %sub13 = sub nsw i32 %cond, %cond12
  %add = add nsw i32 %difference.0, %sub13
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.end:
  %cmp14 = icmp slt i32 %difference.0, 0
  %left.above = select i1 %cmp14, i32 %left, i32 %above
  ret i32 %left.above
}

define internal i32 @mlcc_rt.image_vp8l.vp8l_plane(i32 %a, i32 %b, i32 %corner, i32 %halved) {
entry:
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ 0, %entry ], [ %inc, %cond.end ]
  %result.0 = phi i32 [ 0, %entry ], [ %or, %cond.end ]
  %cmp = icmp slt i32 %k.0, 4
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %call = call i32 @mlcc_rt.image_vp8l.vp8l_channel(i32 %a, i32 %k.0)
  %call1 = call i32 @mlcc_rt.image_vp8l.vp8l_channel(i32 %corner, i32 %k.0)
  %tobool = icmp ne i32 %halved, 0
  br i1 %tobool, label %cond.true, label %cond.false

cond.true:
  %sub = sub nsw i32 %call, %call1
  %div = sdiv i32 %sub, 2
  %add = add nsw i32 %call, %div
  br label %cond.end

cond.false:
  %call2 = call i32 @mlcc_rt.image_vp8l.vp8l_channel(i32 %b, i32 %k.0)
  %add3 = add nsw i32 %call, %call2
  %sub4 = sub nsw i32 %add3, %call1
  br label %cond.end

cond.end:
  %cond = phi i32 [ %add, %cond.true ], [ %sub4, %cond.false ]
  %cmp5 = icmp slt i32 %cond, 0
  %cmp8 = icmp sgt i32 %cond, 255
  %.cond = select i1 %cmp8, i32 255, i32 %cond
  %cond14 = select i1 %cmp5, i32 0, i32 %.cond
  %mul = mul nsw i32 8, %k.0
  %shl = shl i32 %cond14, %mul
  %or = or i32 %result.0, %shl
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.end:
  ret i32 %result.0
}

define internal i32 @mlcc_rt.image_vp8l.vp8l_channel(i32 %pixel, i32 %k) {
entry:
  %mul = mul nsw i32 8, %k
  %shr = lshr i32 %pixel, %mul
  %and = and i32 %shr, 255
  ret i32 %and
}

define internal i32 @mlcc_rt.image_vp8l.vp8l_share(i32 %factor, i32 %value) {
entry:
  %conv = trunc i32 %factor to i8
  %conv1 = sext i8 %conv to i32
  %conv2 = trunc i32 %value to i8
  %conv3 = sext i8 %conv2 to i32
  %mul = mul nsw i32 %conv1, %conv3
  %shr = ashr i32 %mul, 5
  ret i32 %shr
}
