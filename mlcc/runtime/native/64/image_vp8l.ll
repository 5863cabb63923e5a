; Generated from image_vp8l.c by mlcc.runtime.native.generate.

%struct.vp8l = type { ptr, ptr, i64, i32, i32, i64, i64, [4 x %struct.vp8l_transform], i32 }
%struct.vp8l_transform = type { i32, i32, i64, ptr }
%struct.mlcc_image = type { ptr, i64, i64, i64, ptr }
%struct.vp8l_coding = type { ptr, i32, i32, i32, ptr, ptr }
%struct.vp8l_group = type { [5 x %struct.vp8l_codes] }
%struct.vp8l_codes = type { [16 x i16], ptr, i32 }

@mlcc_rt.image_vp8l.vp8l_read_lengths.order = internal constant [19 x i8] c"\11\12\00\01\02\03\04\05\10\06\07\08\09\0A\0B\0C\0D\0E\0F", align 16
@mlcc_rt.image_vp8l.vp8l_distance.near = internal constant [120 x i8] c"\18\07\17\19(\06')\16\1A&*8\0579\15\1B6:%+H\04GI\14\1C5;FJ$,XEK4<\03WY\13\1DVZ#-DLU[3=h\02gi\12\1Efj\22.T\\CMek2>x\01wyS]\11\1FdlBNvz!/u{1?cmR^\00t|AO\10 bn0s}Q_@r~aoPq\7F`p", align 16

define internal i32 @mlcc_rt_image_vp8l(ptr %image, ptr %data, i64 %size) {
entry:
  %v = alloca %struct.vp8l, align 8
  %pixels = alloca ptr, align 8
  %cmp = icmp ult i64 %size, 5
  br i1 %cmp, label %return, label %lor.lhs.false

lor.lhs.false:
  %arrayidx = getelementptr inbounds i8, ptr %data, i64 0
  %0 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %0 to i32
  %cmp1 = icmp ne i32 %conv, 47
  br i1 %cmp1, label %return, label %if.end

if.end:
  call void @llvm.memset.p0.i64(ptr align 8 %v, i8 0, i64 152, i1 false)
  %at = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 0
  %add.ptr = getelementptr inbounds i8, ptr %data, i64 1
  store ptr %add.ptr, ptr %at, align 8
  %end = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 1
  %add.ptr3 = getelementptr inbounds nuw i8, ptr %data, i64 %size
  store ptr %add.ptr3, ptr %end, align 8
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
  %1 = load ptr, ptr %rgb, align 8
  %cmp20 = icmp eq ptr %1, null
  br i1 %cmp20, label %return, label %if.end23

if.end23:
  %width24 = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 5
  store i64 %conv5, ptr %width24, align 8
  %height25 = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 6
  store i64 %conv9, ptr %height25, align 8
  store ptr null, ptr %pixels, align 8
  %call26 = call i32 @mlcc_rt.image_vp8l.vp8l_decode(ptr %v, ptr %pixels)
  br label %for.cond

for.cond:
  %k.0 = phi i64 [ 0, %if.end23 ], [ %inc44, %for.inc43 ]
  %cmp27 = icmp eq i32 %call26, 0
  %mul = mul nsw i64 %conv5, %conv9
  %cmp29 = icmp slt i64 %k.0, %mul
  %2 = select i1 %cmp27, i1 %cmp29, i1 false
  br i1 %2, label %for.cond31, label %for.cond47

for.cond31:
  %n.0 = phi i32 [ %inc, %for.body34 ], [ 0, %for.cond ]
  %cmp32 = icmp slt i32 %n.0, 3
  br i1 %cmp32, label %for.body34, label %for.inc43

for.body34:
  %3 = load ptr, ptr %pixels, align 8
  %arrayidx35 = getelementptr inbounds i32, ptr %3, i64 %k.0
  %4 = load i32, ptr %arrayidx35, align 4
  %mul36 = mul nsw i32 8, %n.0
  %sub = sub nsw i32 16, %mul36
  %shr = lshr i32 %4, %sub
  %conv37 = trunc i32 %shr to i8
  %rgb38 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 4
  %5 = load ptr, ptr %rgb38, align 8
  %mul39 = mul nsw i64 3, %k.0
  %conv40 = sext i32 %n.0 to i64
  %add41 = add nsw i64 %mul39, %conv40
  %arrayidx42 = getelementptr inbounds i8, ptr %5, i64 %add41
  store i8 %conv37, ptr %arrayidx42, align 1
  %inc = add nsw i32 %n.0, 1
  br label %for.cond31

for.inc43:
  %inc44 = add nsw i64 %k.0, 1
  br label %for.cond

for.cond47:
  %k46.0 = phi i32 [ %inc56, %for.body51 ], [ 0, %for.cond ]
  %transform_count48 = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 8
  %6 = load i32, ptr %transform_count48, align 8
  %cmp49 = icmp slt i32 %k46.0, %6
  br i1 %cmp49, label %for.body51, label %for.end57

for.body51:
  %transforms52 = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 7
  %idxprom = sext i32 %k46.0 to i64
  %arrayidx53 = getelementptr inbounds [4 x %struct.vp8l_transform], ptr %transforms52, i64 0, i64 %idxprom
  %data54 = getelementptr inbounds nuw %struct.vp8l_transform, ptr %arrayidx53, i32 0, i32 3
  %7 = load ptr, ptr %data54, align 8
  call void @free(ptr %7)
  %inc56 = add nsw i32 %k46.0, 1
  br label %for.cond47

for.end57:
  %8 = load ptr, ptr %pixels, align 8
  call void @free(ptr %8)
  br label %return

return:
  %retval.0 = phi i32 [ %call26, %for.end57 ], [ 1, %entry ], [ 2, %if.end ], [ 1, %lor.lhs.false ], [ %call16, %lor.lhs.false19 ], [ %call16, %if.end15 ]
  ret i32 %retval.0
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define internal i32 @mlcc_rt.image_vp8l.vp8l_take(ptr %v, i32 %count) {
entry:
  %count1 = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 3
  %0 = load i32, ptr %count1, align 8
  %cmp = icmp slt i32 %0, %count
  br i1 %cmp, label %if.then, label %if.end

if.then:
  call void @mlcc_rt.image_vp8l.vp8l_fill(ptr %v)
  br label %if.end

if.end:
  %bits = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 2
  %1 = load i64, ptr %bits, align 8
  %sh_prom = zext i32 %count to i64
  %shl = shl i64 1, %sh_prom
  %sub = sub i64 %shl, 1
  %and = and i64 %1, %sub
  %conv = trunc i64 %and to i32
  %bits2 = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 2
  %2 = load i64, ptr %bits2, align 8
  %sh_prom3 = zext i32 %count to i64
  %shr = lshr i64 %2, %sh_prom3
  store i64 %shr, ptr %bits2, align 8
  %count4 = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 3
  %3 = load i32, ptr %count4, align 8
  %sub5 = sub nsw i32 %3, %count
  store i32 %sub5, ptr %count4, align 8
  ret i32 %conv
}

declare i32 @mlcc_rt_image_sizes(ptr, i64, i64)

define internal i32 @mlcc_rt.image_vp8l.vp8l_decode(ptr %v, ptr %pixels) {
entry:
  %width = alloca i64, align 8
  %packed = alloca ptr, align 8
  %width1 = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 5
  %0 = load i64, ptr %width1, align 8
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
  store ptr null, ptr %packed, align 8
  %1 = load i64, ptr %width, align 8
  %height = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 6
  %2 = load i64, ptr %height, align 8
  %call4 = call i32 @mlcc_rt.image_vp8l.vp8l_image(ptr %v, i64 %1, i64 %2, i32 1, ptr %packed)
  %3 = load ptr, ptr %packed, align 8
  store ptr %3, ptr %pixels, align 8
  %cmp5 = icmp ne i32 %call4, 0
  br i1 %cmp5, label %return, label %lor.lhs.false

lor.lhs.false:
  %transform_count = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 8
  %4 = load i32, ptr %transform_count, align 8
  %cmp6 = icmp eq i32 %4, 0
  br i1 %cmp6, label %return, label %if.end8

if.end8:
  %5 = load i64, ptr %width, align 8
  %width9 = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 5
  %6 = load i64, ptr %width9, align 8
  %cmp10 = icmp ne i64 %5, %6
  br i1 %cmp10, label %if.then11, label %if.end21

if.then11:
  %width12 = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 5
  %7 = load i64, ptr %width12, align 8
  %height13 = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 6
  %8 = load i64, ptr %height13, align 8
  %mul = mul nsw i64 %7, %8
  %call14 = call ptr @mlcc_rt_image_take(i64 %mul, i64 4)
  store ptr %call14, ptr %pixels, align 8
  br label %for.cond

for.cond:
  %k.0 = phi i64 [ 0, %if.then11 ], [ %inc, %for.body ]
  %9 = load ptr, ptr %pixels, align 8
  %cmp15 = icmp ne ptr %9, null
  br i1 %cmp15, label %land.rhs, label %for.end

land.rhs:
  %10 = load i64, ptr %width, align 8
  %height16 = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 6
  %11 = load i64, ptr %height16, align 8
  %mul17 = mul nsw i64 %10, %11
  %cmp18 = icmp slt i64 %k.0, %mul17
  br i1 %cmp18, label %for.body, label %for.end

for.body:
  %12 = load ptr, ptr %packed, align 8
  %arrayidx = getelementptr inbounds i32, ptr %12, i64 %k.0
  %13 = load i32, ptr %arrayidx, align 4
  %14 = load ptr, ptr %pixels, align 8
  %arrayidx19 = getelementptr inbounds i32, ptr %14, i64 %k.0
  store i32 %13, ptr %arrayidx19, align 4
  %inc = add nsw i64 %k.0, 1
  br label %for.cond

for.end:
  %15 = load ptr, ptr %packed, align 8
  call void @free(ptr %15)
  %16 = load ptr, ptr %pixels, align 8
  %cmp20 = icmp eq ptr %16, null
  %cond = select i1 %cmp20, i32 3, i32 0
  br label %if.end21

if.end21:
  %problem3.0 = phi i32 [ %cond, %for.end ], [ %call4, %if.end8 ]
  %transform_count23 = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 8
  %17 = load i32, ptr %transform_count23, align 8
  %sub = sub nsw i32 %17, 1
  br label %for.cond24

for.cond24:
  %k22.0 = phi i32 [ %sub, %if.end21 ], [ %dec, %for.inc42 ]
  %cmp25 = icmp eq i32 %problem3.0, 0
  %cmp27 = icmp sge i32 %k22.0, 0
  %spec.select = select i1 %cmp25, i1 %cmp27, i1 false
  br i1 %spec.select, label %for.body29, label %return

for.body29:
  %transforms = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 7
  %idxprom = sext i32 %k22.0 to i64
  %arrayidx30 = getelementptr inbounds [4 x %struct.vp8l_transform], ptr %transforms, i64 0, i64 %idxprom
  %kind = getelementptr inbounds nuw %struct.vp8l_transform, ptr %arrayidx30, i32 0, i32 0
  %18 = load i32, ptr %kind, align 8
  %cmp31 = icmp eq i32 %18, 0
  br i1 %cmp31, label %if.then32, label %if.else

if.then32:
  %height33 = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 6
  %19 = load i64, ptr %height33, align 8
  %20 = load ptr, ptr %pixels, align 8
  call void @mlcc_rt.image_vp8l.vp8l_undo_prediction(ptr %arrayidx30, i64 %19, ptr %20)
  br label %for.inc42

if.else:
  %kind34 = getelementptr inbounds nuw %struct.vp8l_transform, ptr %arrayidx30, i32 0, i32 0
  %21 = load i32, ptr %kind34, align 8
  %cmp35 = icmp eq i32 %21, 3
  br i1 %cmp35, label %if.then36, label %if.else38

if.then36:
  %height37 = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 6
  %22 = load i64, ptr %height37, align 8
  %23 = load ptr, ptr %pixels, align 8
  call void @mlcc_rt.image_vp8l.vp8l_undo_palette(ptr %arrayidx30, i64 %22, ptr %23)
  br label %for.inc42

if.else38:
  %height39 = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 6
  %24 = load i64, ptr %height39, align 8
  %25 = load ptr, ptr %pixels, align 8
  call void @mlcc_rt.image_vp8l.vp8l_undo_colours(ptr %arrayidx30, i64 %24, ptr %25)
  br label %for.inc42

for.inc42:
  %dec = add nsw i32 %k22.0, -1
  br label %for.cond24

return:
  %retval.0 = phi i32 [ %call4, %while.end ], [ %call2, %while.body ], [ %call4, %lor.lhs.false ], [ %problem3.0, %for.cond24 ]
  ret i32 %retval.0
}

declare void @free(ptr)

define internal void @mlcc_rt.image_vp8l.vp8l_fill(ptr %v) {
entry:
  br label %while.cond

while.cond:
  %count = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 3
  %0 = load i32, ptr %count, align 8
  %cmp = icmp sle i32 %0, 48
  br i1 %cmp, label %while.body, label %while.end

while.body:
  %at = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 0
  %1 = load ptr, ptr %at, align 8
  %end = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 1
  %2 = load ptr, ptr %end, align 8
  %cmp1 = icmp uge ptr %1, %2
  %conv = zext i1 %cmp1 to i32
  %beyond = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 4
  %3 = load i32, ptr %beyond, align 4
  %add = add nsw i32 %3, %conv
  store i32 %add, ptr %beyond, align 4
  %at2 = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 0
  %4 = load ptr, ptr %at2, align 8
  %end3 = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 1
  %5 = load ptr, ptr %end3, align 8
  %cmp4 = icmp ult ptr %4, %5
  br i1 %cmp4, label %cond.true, label %cond.end

cond.true:
  %at6 = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 0
  %6 = load ptr, ptr %at6, align 8
  %incdec.ptr = getelementptr inbounds nuw i8, ptr %6, i32 1
  store ptr %incdec.ptr, ptr %at6, align 8
  %7 = load i8, ptr %6, align 1
  %conv7 = zext i8 %7 to i32
  br label %cond.end

cond.end:
  %cond = phi i32 [ %conv7, %cond.true ], [ 0, %while.body ]
  %conv8 = sext i32 %cond to i64
  %count9 = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 3
  %8 = load i32, ptr %count9, align 8
  %sh_prom = zext i32 %8 to i64
  %shl = shl i64 %conv8, %sh_prom
  %bits = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 2
  %9 = load i64, ptr %bits, align 8
  %or = or i64 %9, %shl
  store i64 %or, ptr %bits, align 8
  %count10 = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 3
  %10 = load i32, ptr %count10, align 8
  %add11 = add nsw i32 %10, 8
  store i32 %add11, ptr %count10, align 8
  br label %while.cond

while.end:
  ret void
}

define internal i32 @mlcc_rt.image_vp8l.vp8l_read_transform(ptr %v, ptr %width) {
entry:
  %table = alloca ptr, align 8
  %call = call i32 @mlcc_rt.image_vp8l.vp8l_take(ptr %v, i32 2)
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ 0, %entry ], [ %inc, %for.inc ]
  %transform_count = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 8
  %0 = load i32, ptr %transform_count, align 8
  %cmp = icmp slt i32 %k.0, %0
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %transforms = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 7
  %idxprom = sext i32 %k.0 to i64
  %arrayidx = getelementptr inbounds [4 x %struct.vp8l_transform], ptr %transforms, i64 0, i64 %idxprom
  %kind1 = getelementptr inbounds nuw %struct.vp8l_transform, ptr %arrayidx, i32 0, i32 0
  %1 = load i32, ptr %kind1, align 8
  %cmp2 = icmp eq i32 %1, %call
  br i1 %cmp2, label %return, label %for.inc

for.inc:
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.end:
  %transforms3 = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 7
  %transform_count4 = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 8
  %2 = load i32, ptr %transform_count4, align 8
  %inc5 = add nsw i32 %2, 1
  store i32 %inc5, ptr %transform_count4, align 8
  %idxprom6 = sext i32 %2 to i64
  %arrayidx7 = getelementptr inbounds [4 x %struct.vp8l_transform], ptr %transforms3, i64 0, i64 %idxprom6
  %kind8 = getelementptr inbounds nuw %struct.vp8l_transform, ptr %arrayidx7, i32 0, i32 0
  store i32 %call, ptr %kind8, align 8
  %3 = load i64, ptr %width, align 8
  %width9 = getelementptr inbounds nuw %struct.vp8l_transform, ptr %arrayidx7, i32 0, i32 2
  store i64 %3, ptr %width9, align 8
  switch i32 %call, label %if.then14 [
    i32 2, label %return
    i32 3, label %if.end22
  ]

if.then14:
  %call15 = call i32 @mlcc_rt.image_vp8l.vp8l_take(ptr %v, i32 3)
  %add = add nsw i32 2, %call15
  %bits = getelementptr inbounds nuw %struct.vp8l_transform, ptr %arrayidx7, i32 0, i32 1
  store i32 %add, ptr %bits, align 4
  %bits16 = getelementptr inbounds nuw %struct.vp8l_transform, ptr %arrayidx7, i32 0, i32 1
  %4 = load i32, ptr %bits16, align 4
  %sh_prom = zext i32 %4 to i64
  %shl = shl i64 1, %sh_prom
  %5 = load i64, ptr %width, align 8
  %add17 = add nsw i64 %5, %shl
  %sub = sub nsw i64 %add17, 1
  %div = sdiv i64 %sub, %shl
  %height = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 6
  %6 = load i64, ptr %height, align 8
  %add18 = add nsw i64 %6, %shl
  %sub19 = sub nsw i64 %add18, 1
  %div20 = sdiv i64 %sub19, %shl
  %data = getelementptr inbounds nuw %struct.vp8l_transform, ptr %arrayidx7, i32 0, i32 3
  %call21 = call i32 @mlcc_rt.image_vp8l.vp8l_image(ptr %v, i64 %div, i64 %div20, i32 0, ptr %data)
  br label %return

if.end22:
  %call23 = call i32 @mlcc_rt.image_vp8l.vp8l_take(ptr %v, i32 8)
  %add24 = add nsw i32 1, %call23
  %cmp25 = icmp sle i32 %add24, 2
  br i1 %cmp25, label %cond.end31, label %cond.false

cond.false:
  %cmp26 = icmp sle i32 %add24, 4
  br i1 %cmp26, label %cond.end31, label %cond.false28

cond.false28:
  %cmp29 = icmp sle i32 %add24, 16
  %cond = select i1 %cmp29, i32 1, i32 0
  br label %cond.end31

cond.end31:
  %cond32 = phi i32 [ 3, %if.end22 ], [ %cond, %cond.false28 ], [ 2, %cond.false ]
  %bits33 = getelementptr inbounds nuw %struct.vp8l_transform, ptr %arrayidx7, i32 0, i32 1
  store i32 %cond32, ptr %bits33, align 4
  %7 = load i64, ptr %width, align 8
  %bits34 = getelementptr inbounds nuw %struct.vp8l_transform, ptr %arrayidx7, i32 0, i32 1
  %8 = load i32, ptr %bits34, align 4
  %shl35 = shl i32 1, %8
  %conv = sext i32 %shl35 to i64
  %add36 = add nsw i64 %7, %conv
  %sub37 = sub nsw i64 %add36, 1
  %bits38 = getelementptr inbounds nuw %struct.vp8l_transform, ptr %arrayidx7, i32 0, i32 1
  %9 = load i32, ptr %bits38, align 4
  %sh_prom39 = zext i32 %9 to i64
  %shr = ashr i64 %sub37, %sh_prom39
  store i64 %shr, ptr %width, align 8
  store ptr null, ptr %table, align 8
  %conv40 = sext i32 %add24 to i64
  %call41 = call i32 @mlcc_rt.image_vp8l.vp8l_image(ptr %v, i64 %conv40, i64 1, i32 0, ptr %table)
  %call42 = call ptr @mlcc_rt_image_take(i64 256, i64 4)
  %data43 = getelementptr inbounds nuw %struct.vp8l_transform, ptr %arrayidx7, i32 0, i32 3
  store ptr %call42, ptr %data43, align 8
  br label %for.cond45

for.cond45:
  %k44.0 = phi i32 [ 0, %cond.end31 ], [ %inc73, %cond.end67 ]
  %cmp46 = icmp eq i32 %call41, 0
  br i1 %cmp46, label %land.lhs.true, label %for.end74

land.lhs.true:
  %data48 = getelementptr inbounds nuw %struct.vp8l_transform, ptr %arrayidx7, i32 0, i32 3
  %10 = load ptr, ptr %data48, align 8
  %cmp49 = icmp ne ptr %10, null
  %cmp51 = icmp slt i32 %k44.0, %add24
  %spec.select = select i1 %cmp49, i1 %cmp51, i1 false
  br i1 %spec.select, label %for.body53, label %for.end74

for.body53:
  %cmp54 = icmp eq i32 %k44.0, 0
  br i1 %cmp54, label %cond.true56, label %cond.false59

cond.true56:
  %11 = load ptr, ptr %table, align 8
  %idxprom57 = sext i32 %k44.0 to i64
  %arrayidx58 = getelementptr inbounds i32, ptr %11, i64 %idxprom57
  %12 = load i32, ptr %arrayidx58, align 4
  br label %cond.end67

cond.false59:
  %data60 = getelementptr inbounds nuw %struct.vp8l_transform, ptr %arrayidx7, i32 0, i32 3
  %13 = load ptr, ptr %data60, align 8
  %sub61 = sub nsw i32 %k44.0, 1
  %idxprom62 = sext i32 %sub61 to i64
  %arrayidx63 = getelementptr inbounds i32, ptr %13, i64 %idxprom62
  %14 = load i32, ptr %arrayidx63, align 4
  %15 = load ptr, ptr %table, align 8
  %idxprom64 = sext i32 %k44.0 to i64
  %arrayidx65 = getelementptr inbounds i32, ptr %15, i64 %idxprom64
  %16 = load i32, ptr %arrayidx65, align 4
  %call66 = call i32 @mlcc_rt.image_vp8l.vp8l_sum(i32 %14, i32 %16)
  br label %cond.end67

cond.end67:
  %cond68 = phi i32 [ %12, %cond.true56 ], [ %call66, %cond.false59 ]
  %data69 = getelementptr inbounds nuw %struct.vp8l_transform, ptr %arrayidx7, i32 0, i32 3
  %17 = load ptr, ptr %data69, align 8
  %idxprom70 = sext i32 %k44.0 to i64
  %arrayidx71 = getelementptr inbounds i32, ptr %17, i64 %idxprom70
  store i32 %cond68, ptr %arrayidx71, align 4
  %inc73 = add nsw i32 %k44.0, 1
  br label %for.cond45

for.end74:
  %18 = load ptr, ptr %table, align 8
  call void @free(ptr %18)
  %cmp75 = icmp eq i32 %call41, 0
  br i1 %cmp75, label %land.lhs.true77, label %cond.false82

land.lhs.true77:
  %data78 = getelementptr inbounds nuw %struct.vp8l_transform, ptr %arrayidx7, i32 0, i32 3
  %19 = load ptr, ptr %data78, align 8
  %cmp79 = icmp eq ptr %19, null
  br i1 %cmp79, label %return, label %cond.false82

cond.false82:
  br label %return

return:
  %retval.0 = phi i32 [ 0, %for.end ], [ 1, %for.body ], [ %call21, %if.then14 ], [ %call41, %cond.false82 ], [ 3, %land.lhs.true77 ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_vp8l.vp8l_image(ptr %v, i64 %width, i64 %height, i32 %top, ptr %to) {
entry:
  %c = alloca %struct.vp8l_coding, align 8
  call void @llvm.memset.p0.i64(ptr align 8 %c, i8 0, i64 40, i1 false)
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
  %sh_prom = zext i32 %2 to i64
  %shl = shl i64 1, %sh_prom
  %call7 = call ptr @mlcc_rt_image_take(i64 %shl, i64 4)
  %cache = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 5
  store ptr %call7, ptr %cache, align 8
  %cache8 = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 5
  %3 = load ptr, ptr %cache8, align 8
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
  br i1 %cmp15, label %if.then16, label %if.end21

if.then16:
  %mul = mul nsw i64 %width, %height
  %call17 = call ptr @mlcc_rt_image_take(i64 %mul, i64 4)
  store ptr %call17, ptr %to, align 8
  %4 = load ptr, ptr %to, align 8
  %cmp18 = icmp eq ptr %4, null
  br i1 %cmp18, label %if.end21, label %cond.false

cond.false:
  %5 = load ptr, ptr %to, align 8
  %call19 = call i32 @mlcc_rt.image_vp8l.vp8l_read_pixels(ptr %v, ptr %c, i64 %width, i64 %height, ptr %5)
  br label %if.end21

if.end21:
  %problem.2 = phi i32 [ %problem.1, %if.end14 ], [ %call19, %cond.false ], [ 3, %if.then16 ]
  %groups = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 0
  %6 = load ptr, ptr %groups, align 8
  %count = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 1
  %7 = load i32, ptr %count, align 8
  call void @mlcc_rt.image_vp8l.vp8l_drop(ptr %6, i32 %7)
  %which = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 4
  %8 = load ptr, ptr %which, align 8
  call void @free(ptr %8)
  %cache22 = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 5
  %9 = load ptr, ptr %cache22, align 8
  call void @free(ptr %9)
  br label %return

return:
  %retval.0 = phi i32 [ %problem.2, %if.end21 ], [ 1, %if.then ]
  ret i32 %retval.0
}

declare ptr @mlcc_rt_image_take(i64, i64)

define internal void @mlcc_rt.image_vp8l.vp8l_undo_prediction(ptr %t, i64 %height, ptr %pixels) {
entry:
  %width1 = getelementptr inbounds nuw %struct.vp8l_transform, ptr %t, i32 0, i32 2
  %0 = load i64, ptr %width1, align 8
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
  %y.0 = phi i64 [ 0, %entry ], [ %inc35, %for.inc34 ]
  %pixels.addr.0 = phi ptr [ %pixels, %entry ], [ %pixels.addr.1, %for.inc34 ]
  %cmp = icmp slt i64 %y.0, %height
  br i1 %cmp, label %for.cond4, label %for.end36

for.cond4:
  %x.0 = phi i64 [ %inc, %cond.end31 ], [ 0, %for.cond ]
  %pixels.addr.1 = phi ptr [ %incdec.ptr, %cond.end31 ], [ %pixels.addr.0, %for.cond ]
  %cmp5 = icmp slt i64 %x.0, %0
  br i1 %cmp5, label %for.body7, label %for.inc34

for.body7:
  %data = getelementptr inbounds nuw %struct.vp8l_transform, ptr %t, i32 0, i32 3
  %3 = load ptr, ptr %data, align 8
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
  %arrayidx = getelementptr inbounds i32, ptr %3, i64 %add14
  %6 = load i32, ptr %arrayidx, align 4
  %shr15 = lshr i32 %6, 8
  %and = and i32 %shr15, 15
  %cmp16 = icmp eq i64 %y.0, 0
  br i1 %cmp16, label %cond.true, label %cond.false22

cond.true:
  %cmp18 = icmp eq i64 %x.0, 0
  br i1 %cmp18, label %cond.end31, label %cond.false

cond.false:
  %arrayidx21 = getelementptr inbounds i32, ptr %pixels.addr.1, i64 -1
  %7 = load i32, ptr %arrayidx21, align 4
  br label %cond.end31

cond.false22:
  %cmp23 = icmp eq i64 %x.0, 0
  br i1 %cmp23, label %cond.true25, label %cond.false28

cond.true25:
  %sub26 = sub nsw i64 0, %0
  %arrayidx27 = getelementptr inbounds i32, ptr %pixels.addr.1, i64 %sub26
  %8 = load i32, ptr %arrayidx27, align 4
  br label %cond.end31

cond.false28:
  %call = call i32 @mlcc_rt.image_vp8l.vp8l_guess(i32 %and, ptr %pixels.addr.1, i64 %0)
  br label %cond.end31

cond.end31:
  %cond32 = phi i32 [ -16777216, %cond.true ], [ %7, %cond.false ], [ %8, %cond.true25 ], [ %call, %cond.false28 ]
  %9 = load i32, ptr %pixels.addr.1, align 4
  %call33 = call i32 @mlcc_rt.image_vp8l.vp8l_sum(i32 %9, i32 %cond32)
  store i32 %call33, ptr %pixels.addr.1, align 4
  %inc = add nsw i64 %x.0, 1
  %incdec.ptr = getelementptr inbounds nuw i32, ptr %pixels.addr.1, i32 1
  br label %for.cond4

for.inc34:
  %inc35 = add nsw i64 %y.0, 1
  br label %for.cond

for.end36:
  ret void
}

define internal void @mlcc_rt.image_vp8l.vp8l_undo_palette(ptr %t, i64 %height, ptr %pixels) {
entry:
  %bits = getelementptr inbounds nuw %struct.vp8l_transform, ptr %t, i32 0, i32 1
  %0 = load i32, ptr %bits, align 4
  %shr = ashr i32 8, %0
  %width = getelementptr inbounds nuw %struct.vp8l_transform, ptr %t, i32 0, i32 2
  %1 = load i64, ptr %width, align 8
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
  %y.0 = phi i64 [ %sub4, %entry ], [ %dec35, %for.inc34 ]
  %cmp = icmp sge i64 %y.0, 0
  br i1 %cmp, label %for.body, label %for.end36

for.body:
  %width6 = getelementptr inbounds nuw %struct.vp8l_transform, ptr %t, i32 0, i32 2
  %4 = load i64, ptr %width6, align 8
  %sub7 = sub nsw i64 %4, 1
  br label %for.cond8

for.cond8:
  %x.0 = phi i64 [ %sub7, %for.body ], [ %dec, %for.body11 ]
  %cmp9 = icmp sge i64 %x.0, 0
  br i1 %cmp9, label %for.body11, label %for.inc34

for.body11:
  %mul = mul nsw i64 %y.0, %shr3
  %bits12 = getelementptr inbounds nuw %struct.vp8l_transform, ptr %t, i32 0, i32 1
  %5 = load i32, ptr %bits12, align 4
  %sh_prom13 = zext i32 %5 to i64
  %shr14 = ashr i64 %x.0, %sh_prom13
  %add15 = add nsw i64 %mul, %shr14
  %arrayidx = getelementptr inbounds i32, ptr %pixels, i64 %add15
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
  %8 = load ptr, ptr %data, align 8
  %idxprom = zext i32 %and28 to i64
  %arrayidx29 = getelementptr inbounds nuw i32, ptr %8, i64 %idxprom
  %9 = load i32, ptr %arrayidx29, align 4
  %width30 = getelementptr inbounds nuw %struct.vp8l_transform, ptr %t, i32 0, i32 2
  %10 = load i64, ptr %width30, align 8
  %mul31 = mul nsw i64 %y.0, %10
  %add32 = add nsw i64 %mul31, %x.0
  %arrayidx33 = getelementptr inbounds i32, ptr %pixels, i64 %add32
  store i32 %9, ptr %arrayidx33, align 4
  %dec = add nsw i64 %x.0, -1
  br label %for.cond8

for.inc34:
  %dec35 = add nsw i64 %y.0, -1
  br label %for.cond

for.end36:
  ret void
}

define internal void @mlcc_rt.image_vp8l.vp8l_undo_colours(ptr %t, i64 %height, ptr %pixels) {
entry:
  %width1 = getelementptr inbounds nuw %struct.vp8l_transform, ptr %t, i32 0, i32 2
  %0 = load i64, ptr %width1, align 8
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
  %3 = load i32, ptr %kind, align 8
  %cmp8 = icmp eq i32 %3, 1
  br i1 %cmp8, label %cond.true, label %cond.end

cond.true:
  %data = getelementptr inbounds nuw %struct.vp8l_transform, ptr %t, i32 0, i32 3
  %4 = load ptr, ptr %data, align 8
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
  %arrayidx = getelementptr inbounds i32, ptr %4, i64 %add16
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
  %11 = load i32, ptr %kind19, align 8
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

define internal i32 @mlcc_rt.image_vp8l.vp8l_read_groups(ptr %v, ptr %c, i64 %width, i64 %height, i32 %top) {
entry:
  %count = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 1
  store i32 1, ptr %count, align 8
  %tobool = icmp ne i32 %top, 0
  br i1 %tobool, label %land.lhs.true, label %if.end23

land.lhs.true:
  %call = call i32 @mlcc_rt.image_vp8l.vp8l_take(ptr %v, i32 1)
  %tobool1 = icmp ne i32 %call, 0
  br i1 %tobool1, label %if.then, label %if.end23

if.then:
  %call2 = call i32 @mlcc_rt.image_vp8l.vp8l_take(ptr %v, i32 3)
  %add = add nsw i32 2, %call2
  %group_bits = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 3
  store i32 %add, ptr %group_bits, align 8
  %group_bits3 = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 3
  %0 = load i32, ptr %group_bits3, align 8
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
  br i1 %cmp10, label %for.body, label %if.end23

for.body:
  %which11 = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 4
  %1 = load ptr, ptr %which11, align 8
  %arrayidx = getelementptr inbounds i32, ptr %1, i64 %k.0
  %2 = load i32, ptr %arrayidx, align 4
  %shr = lshr i32 %2, 8
  %and = and i32 %shr, 65535
  %which12 = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 4
  %3 = load ptr, ptr %which12, align 8
  %arrayidx13 = getelementptr inbounds i32, ptr %3, i64 %k.0
  store i32 %and, ptr %arrayidx13, align 4
  %which14 = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 4
  %4 = load ptr, ptr %which14, align 8
  %arrayidx15 = getelementptr inbounds i32, ptr %4, i64 %k.0
  %5 = load i32, ptr %arrayidx15, align 4
  %count16 = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 1
  %6 = load i32, ptr %count16, align 8
  %cmp17 = icmp sge i32 %5, %6
  br i1 %cmp17, label %cond.true, label %cond.false

cond.true:
  %which18 = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 4
  %7 = load ptr, ptr %which18, align 8
  %arrayidx19 = getelementptr inbounds i32, ptr %7, i64 %k.0
  %8 = load i32, ptr %arrayidx19, align 4
  %add20 = add nsw i32 %8, 1
  br label %cond.end

cond.false:
  %count21 = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 1
  %9 = load i32, ptr %count21, align 8
  br label %cond.end

cond.end:
  %cond = phi i32 [ %add20, %cond.true ], [ %9, %cond.false ]
  %count22 = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 1
  store i32 %cond, ptr %count22, align 8
  %inc = add nsw i64 %k.0, 1
  br label %for.cond

if.end23:
  %count24 = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 1
  %10 = load i32, ptr %count24, align 8
  %conv = sext i32 %10 to i64
  %call25 = call ptr @mlcc_rt_image_take(i64 %conv, i64 240)
  %groups = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 0
  store ptr %call25, ptr %groups, align 8
  %call26 = call ptr @mlcc_rt_image_take(i64 2328, i64 1)
  %groups28 = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 0
  %11 = load ptr, ptr %groups28, align 8
  %cmp29 = icmp eq ptr %11, null
  %cmp31 = icmp eq ptr %call26, null
  %spec.select = select i1 %cmp29, i1 true, i1 %cmp31
  %cond33 = select i1 %spec.select, i32 3, i32 0
  br label %for.cond35

for.cond35:
  %problem27.0 = phi i32 [ %cond33, %if.end23 ], [ %call68, %cond.end60 ]
  %k34.0 = phi i32 [ 0, %if.end23 ], [ %inc70, %cond.end60 ]
  %cmp36 = icmp eq i32 %problem27.0, 0
  br i1 %cmp36, label %land.rhs, label %for.end71

land.rhs:
  %count38 = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 1
  %12 = load i32, ptr %count38, align 8
  %mul39 = mul nsw i32 5, %12
  %cmp40 = icmp slt i32 %k34.0, %mul39
  br i1 %cmp40, label %for.body42, label %for.end71

for.body42:
  %cache_bits = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 2
  %13 = load i32, ptr %cache_bits, align 4
  %cmp43 = icmp sgt i32 %13, 0
  br i1 %cmp43, label %cond.true45, label %cond.end49

cond.true45:
  %cache_bits46 = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 2
  %14 = load i32, ptr %cache_bits46, align 4
  %shl47 = shl i32 1, %14
  br label %cond.end49

cond.end49:
  %cond50 = phi i32 [ %shl47, %cond.true45 ], [ 0, %for.body42 ]
  %rem = srem i32 %k34.0, 5
  %cmp51 = icmp eq i32 %rem, 0
  br i1 %cmp51, label %cond.true53, label %cond.false55

cond.true53:
  %add54 = add nsw i32 280, %cond50
  br label %cond.end60

cond.false55:
  %rem56 = srem i32 %k34.0, 5
  %cmp57 = icmp eq i32 %rem56, 4
  %cond59 = select i1 %cmp57, i32 40, i32 256
  br label %cond.end60

cond.end60:
  %cond61 = phi i32 [ %add54, %cond.true53 ], [ %cond59, %cond.false55 ]
  %groups62 = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 0
  %15 = load ptr, ptr %groups62, align 8
  %div63 = sdiv i32 %k34.0, 5
  %idxprom = sext i32 %div63 to i64
  %arrayidx64 = getelementptr inbounds %struct.vp8l_group, ptr %15, i64 %idxprom
  %codes = getelementptr inbounds nuw %struct.vp8l_group, ptr %arrayidx64, i32 0, i32 0
  %rem65 = srem i32 %k34.0, 5
  %idxprom66 = sext i32 %rem65 to i64
  %arrayidx67 = getelementptr inbounds [5 x %struct.vp8l_codes], ptr %codes, i64 0, i64 %idxprom66
  %call68 = call i32 @mlcc_rt.image_vp8l.vp8l_read_codes(ptr %v, ptr %arrayidx67, i32 %cond61, ptr %call26)
  %inc70 = add nsw i32 %k34.0, 1
  br label %for.cond35

for.end71:
  call void @free(ptr %call26)
  br label %return

return:
  %retval.0 = phi i32 [ %problem27.0, %for.end71 ], [ %call8, %if.then ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_vp8l.vp8l_read_pixels(ptr %v, ptr %c, i64 %width, i64 %height, ptr %to) {
entry:
  %mul = mul nsw i64 %width, %height
  %which = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 4
  %0 = load ptr, ptr %which, align 8
  %tobool = icmp ne ptr %0, null
  br i1 %tobool, label %cond.true, label %cond.end

cond.true:
  %group_bits = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 3
  %1 = load i32, ptr %group_bits, align 8
  %shl = shl i32 1, %1
  %conv = sext i32 %shl to i64
  %add = add nsw i64 %width, %conv
  %sub = sub nsw i64 %add, 1
  %group_bits1 = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 3
  %2 = load i32, ptr %group_bits1, align 8
  %sh_prom = zext i32 %2 to i64
  %shr = ashr i64 %sub, %sh_prom
  br label %cond.end

cond.end:
  %cond = phi i64 [ %shr, %cond.true ], [ 0, %entry ]
  br label %for.cond

for.cond:
  %k.0 = phi i64 [ 0, %cond.end ], [ %k.1, %if.end74 ]
  %cmp = icmp slt i64 %k.0, %mul
  br i1 %cmp, label %for.body, label %for.end75

for.body:
  %groups = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 0
  %3 = load ptr, ptr %groups, align 8
  %which3 = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 4
  %4 = load ptr, ptr %which3, align 8
  %cmp4 = icmp ne ptr %4, null
  br i1 %cmp4, label %if.then, label %if.end

if.then:
  %which6 = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 4
  %5 = load ptr, ptr %which6, align 8
  %div = sdiv i64 %k.0, %width
  %group_bits7 = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 3
  %6 = load i32, ptr %group_bits7, align 8
  %sh_prom8 = zext i32 %6 to i64
  %shr9 = ashr i64 %div, %sh_prom8
  %mul10 = mul nsw i64 %shr9, %cond
  %rem = srem i64 %k.0, %width
  %group_bits11 = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 3
  %7 = load i32, ptr %group_bits11, align 8
  %sh_prom12 = zext i32 %7 to i64
  %shr13 = ashr i64 %rem, %sh_prom12
  %add14 = add nsw i64 %mul10, %shr13
  %arrayidx = getelementptr inbounds i32, ptr %5, i64 %add14
  %8 = load i32, ptr %arrayidx, align 4
  %idx.ext = zext i32 %8 to i64
  %add.ptr = getelementptr inbounds nuw %struct.vp8l_group, ptr %3, i64 %idx.ext
  br label %if.end

if.end:
  %g.0 = phi ptr [ %add.ptr, %if.then ], [ %3, %for.body ]
  %codes = getelementptr inbounds nuw %struct.vp8l_group, ptr %g.0, i32 0, i32 0
  %arrayidx15 = getelementptr inbounds [5 x %struct.vp8l_codes], ptr %codes, i64 0, i64 0
  %call = call i32 @mlcc_rt.image_vp8l.vp8l_symbol(ptr %v, ptr %arrayidx15)
  %call16 = call i32 @mlcc_rt.image_vp8l.vp8l_exhausted(ptr %v)
  %tobool17 = icmp ne i32 %call16, 0
  br i1 %tobool17, label %return, label %if.end19

if.end19:
  %cmp20 = icmp slt i32 %call, 256
  br i1 %cmp20, label %if.then22, label %if.else

if.then22:
  %codes23 = getelementptr inbounds nuw %struct.vp8l_group, ptr %g.0, i32 0, i32 0
  %arrayidx24 = getelementptr inbounds [5 x %struct.vp8l_codes], ptr %codes23, i64 0, i64 1
  %call25 = call i32 @mlcc_rt.image_vp8l.vp8l_symbol(ptr %v, ptr %arrayidx24)
  %codes26 = getelementptr inbounds nuw %struct.vp8l_group, ptr %g.0, i32 0, i32 0
  %arrayidx27 = getelementptr inbounds [5 x %struct.vp8l_codes], ptr %codes26, i64 0, i64 2
  %call28 = call i32 @mlcc_rt.image_vp8l.vp8l_symbol(ptr %v, ptr %arrayidx27)
  %codes29 = getelementptr inbounds nuw %struct.vp8l_group, ptr %g.0, i32 0, i32 0
  %arrayidx30 = getelementptr inbounds [5 x %struct.vp8l_codes], ptr %codes29, i64 0, i64 3
  %call31 = call i32 @mlcc_rt.image_vp8l.vp8l_symbol(ptr %v, ptr %arrayidx30)
  %shl32 = shl i32 %call31, 24
  %shl33 = shl i32 %call25, 16
  %or = or i32 %shl32, %shl33
  %shl34 = shl i32 %call, 8
  %or35 = or i32 %or, %shl34
  %or36 = or i32 %or35, %call28
  %arrayidx37 = getelementptr inbounds i32, ptr %to, i64 %k.0
  store i32 %or36, ptr %arrayidx37, align 4
  %inc = add nsw i64 %k.0, 1
  %arrayidx38 = getelementptr inbounds i32, ptr %to, i64 %k.0
  %9 = load i32, ptr %arrayidx38, align 4
  call void @mlcc_rt.image_vp8l.vp8l_remember(ptr %c, i32 %9)
  br label %if.end74

if.else:
  %cmp39 = icmp slt i32 %call, 280
  br i1 %cmp39, label %if.then41, label %if.else66

if.then41:
  %sub42 = sub nsw i32 %call, 256
  %call43 = call i64 @mlcc_rt.image_vp8l.vp8l_number(ptr %v, i32 %sub42)
  %codes44 = getelementptr inbounds nuw %struct.vp8l_group, ptr %g.0, i32 0, i32 0
  %arrayidx45 = getelementptr inbounds [5 x %struct.vp8l_codes], ptr %codes44, i64 0, i64 4
  %call46 = call i32 @mlcc_rt.image_vp8l.vp8l_symbol(ptr %v, ptr %arrayidx45)
  %call47 = call i64 @mlcc_rt.image_vp8l.vp8l_number(ptr %v, i32 %call46)
  %call48 = call i64 @mlcc_rt.image_vp8l.vp8l_distance(i64 %call47, i64 %width)
  %cmp49 = icmp sgt i64 %call48, %k.0
  %sub51 = sub nsw i64 %mul, %k.0
  %cmp52 = icmp sgt i64 %call43, %sub51
  %or.cond = select i1 %cmp49, i1 true, i1 %cmp52
  br i1 %or.cond, label %return, label %if.end55

if.end55:
  %add56 = add nsw i64 %k.0, %call43
  br label %for.cond57

for.cond57:
  %k.2 = phi i64 [ %k.0, %if.end55 ], [ %inc65, %for.body60 ]
  %cmp58 = icmp slt i64 %k.2, %add56
  br i1 %cmp58, label %for.body60, label %if.end74

for.body60:
  %sub61 = sub nsw i64 %k.2, %call48
  %arrayidx62 = getelementptr inbounds i32, ptr %to, i64 %sub61
  %10 = load i32, ptr %arrayidx62, align 4
  %arrayidx63 = getelementptr inbounds i32, ptr %to, i64 %k.2
  store i32 %10, ptr %arrayidx63, align 4
  %arrayidx64 = getelementptr inbounds i32, ptr %to, i64 %k.2
  %11 = load i32, ptr %arrayidx64, align 4
  call void @mlcc_rt.image_vp8l.vp8l_remember(ptr %c, i32 %11)
  %inc65 = add nsw i64 %k.2, 1
  br label %for.cond57

if.else66:
  %cache = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 5
  %12 = load ptr, ptr %cache, align 8
  %sub67 = sub nsw i32 %call, 256
  %sub68 = sub nsw i32 %sub67, 24
  %idxprom = sext i32 %sub68 to i64
  %arrayidx69 = getelementptr inbounds i32, ptr %12, i64 %idxprom
  %13 = load i32, ptr %arrayidx69, align 4
  %arrayidx70 = getelementptr inbounds i32, ptr %to, i64 %k.0
  store i32 %13, ptr %arrayidx70, align 4
  %inc71 = add nsw i64 %k.0, 1
  %arrayidx72 = getelementptr inbounds i32, ptr %to, i64 %k.0
  %14 = load i32, ptr %arrayidx72, align 4
  call void @mlcc_rt.image_vp8l.vp8l_remember(ptr %c, i32 %14)
  br label %if.end74

if.end74:
  %k.1 = phi i64 [ %inc, %if.then22 ], [ %inc71, %if.else66 ], [ %k.2, %for.cond57 ]
  br label %for.cond

for.end75:
  %call76 = call i32 @mlcc_rt.image_vp8l.vp8l_exhausted(ptr %v)
  %tobool77 = icmp ne i32 %call76, 0
  %cond78 = select i1 %tobool77, i32 1, i32 0
  br label %return

return:
  %retval.0 = phi i32 [ %cond78, %for.end75 ], [ 1, %if.end ], [ 1, %if.then41 ]
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
  %idxprom = sext i32 %div to i64
  %arrayidx = getelementptr inbounds %struct.vp8l_group, ptr %groups, i64 %idxprom
  %codes = getelementptr inbounds nuw %struct.vp8l_group, ptr %arrayidx, i32 0, i32 0
  %rem = srem i32 %k.0, 5
  %idxprom2 = sext i32 %rem to i64
  %arrayidx3 = getelementptr inbounds [5 x %struct.vp8l_codes], ptr %codes, i64 0, i64 %idxprom2
  %symbols = getelementptr inbounds nuw %struct.vp8l_codes, ptr %arrayidx3, i32 0, i32 1
  %1 = load ptr, ptr %symbols, align 8
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
  %idxprom = sext i32 %k.0 to i64
  %arrayidx = getelementptr inbounds i8, ptr %lengths, i64 %idxprom
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
  %k3.0 = phi i32 [ 0, %if.then ], [ %inc15, %if.end ]
  %cmp5 = icmp slt i32 %k3.0, %add
  br i1 %cmp5, label %for.body6, label %if.end21

for.body6:
  %cmp7 = icmp eq i32 %k3.0, 1
  %tobool8 = icmp ne i32 %call2, 0
  %spec.select = select i1 %cmp7, i1 true, i1 %tobool8
  %cond = select i1 %spec.select, i32 8, i32 1
  %call9 = call i32 @mlcc_rt.image_vp8l.vp8l_take(ptr %v, i32 %cond)
  %cmp10 = icmp sge i32 %call9, %count
  br i1 %cmp10, label %return, label %if.end

if.end:
  %idxprom12 = sext i32 %call9 to i64
  %arrayidx13 = getelementptr inbounds i8, ptr %lengths, i64 %idxprom12
  store i8 1, ptr %arrayidx13, align 1
  %inc15 = add nsw i32 %k3.0, 1
  br label %for.cond4

if.else:
  %call17 = call i32 @mlcc_rt.image_vp8l.vp8l_read_lengths(ptr %v, ptr %lengths, i32 %count)
  %cmp18 = icmp ne i32 %call17, 0
  br i1 %cmp18, label %return, label %if.end21

if.end21:
  %call22 = call i32 @mlcc_rt.image_vp8l.vp8l_exhausted(ptr %v)
  %tobool23 = icmp ne i32 %call22, 0
  br i1 %tobool23, label %return, label %cond.false

cond.false:
  %call24 = call i32 @mlcc_rt.image_vp8l.vp8l_make(ptr %codes, ptr %lengths, i32 %count)
  br label %return

return:
  %retval.0 = phi i32 [ 1, %for.body6 ], [ %call17, %if.else ], [ %call24, %cond.false ], [ 1, %if.end21 ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_vp8l.vp8l_read_lengths(ptr %v, ptr %lengths, i32 %count) {
entry:
  %own = alloca [19 x i8], align 16
  %codes = alloca %struct.vp8l_codes, align 8
  call void @llvm.memset.p0.i64(ptr align 16 %own, i8 0, i64 19, i1 false)
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
  %idxprom = sext i32 %k.0 to i64
  %arrayidx = getelementptr inbounds [19 x i8], ptr @mlcc_rt.image_vp8l.vp8l_read_lengths.order, i64 0, i64 %idxprom
  %0 = load i8, ptr %arrayidx, align 1
  %idxprom2 = zext i8 %0 to i64
  %arrayidx3 = getelementptr inbounds nuw [19 x i8], ptr %own, i64 0, i64 %idxprom2
  store i8 %conv, ptr %arrayidx3, align 1
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.end:
  call void @llvm.memset.p0.i64(ptr align 8 %codes, i8 0, i64 48, i1 false)
  %1 = getelementptr inbounds { [16 x i16], ptr, i32, [4 x i8] }, ptr %codes, i32 0, i32 2
  store i32 -1, ptr %1, align 8
  %arraydecay = getelementptr inbounds [19 x i8], ptr %own, i64 0, i64 0
  %call4 = call i32 @mlcc_rt.image_vp8l.vp8l_make(ptr %codes, ptr %arraydecay, i32 19)
  %call5 = call i32 @mlcc_rt.image_vp8l.vp8l_take(ptr %v, i32 1)
  %tobool = icmp ne i32 %call5, 0
  br i1 %tobool, label %if.then, label %if.end

if.then:
  %call6 = call i32 @mlcc_rt.image_vp8l.vp8l_take(ptr %v, i32 3)
  %mul = mul nsw i32 2, %call6
  %add7 = add nsw i32 2, %mul
  %call8 = call i32 @mlcc_rt.image_vp8l.vp8l_take(ptr %v, i32 %add7)
  %add9 = add nsw i32 2, %call8
  br label %if.end

if.end:
  %left.0 = phi i32 [ %add9, %if.then ], [ %count, %for.end ]
  %cmp10 = icmp sgt i32 %left.0, %count
  %cmp13 = icmp eq i32 %call4, 0
  %.call4 = select i1 %cmp13, i32 1, i32 %call4
  %problem.0 = select i1 %cmp10, i32 %.call4, i32 %call4
  br label %for.cond17

for.cond17:
  %left.1 = phi i32 [ %left.0, %if.end ], [ %dec72, %for.inc71 ]
  %previous.0 = phi i32 [ 8, %if.end ], [ %previous.1, %for.inc71 ]
  %k16.0 = phi i32 [ 0, %if.end ], [ %k16.1, %for.inc71 ]
  %cmp18 = icmp eq i32 %problem.0, 0
  %cmp20 = icmp slt i32 %k16.0, %count
  %or.cond = select i1 %cmp18, i1 %cmp20, i1 false
  %cmp22 = icmp sgt i32 %left.1, 0
  %or.cond31 = select i1 %or.cond, i1 %cmp22, i1 false
  br i1 %or.cond31, label %for.body24, label %for.end73

for.body24:
  %call25 = call i32 @mlcc_rt.image_vp8l.vp8l_symbol(ptr %v, ptr %codes)
  %cmp26 = icmp slt i32 %call25, 16
  br i1 %cmp26, label %if.then28, label %if.end39

if.then28:
  %conv29 = trunc i32 %call25 to i8
  %inc30 = add nsw i32 %k16.0, 1
  %idxprom31 = sext i32 %k16.0 to i64
  %arrayidx32 = getelementptr inbounds i8, ptr %lengths, i64 %idxprom31
  store i8 %conv29, ptr %arrayidx32, align 1
  %cmp33 = icmp sgt i32 %call25, 0
  %call25.previous.0 = select i1 %cmp33, i32 %call25, i32 %previous.0
  br label %for.inc71

if.end39:
  %cmp40 = icmp eq i32 %call25, 18
  br i1 %cmp40, label %cond.true42, label %cond.false45

cond.true42:
  %call43 = call i32 @mlcc_rt.image_vp8l.vp8l_take(ptr %v, i32 7)
  %add44 = add nsw i32 11, %call43
  br label %cond.end48

cond.false45:
  %sub = sub nsw i32 %call25, 14
  %call46 = call i32 @mlcc_rt.image_vp8l.vp8l_take(ptr %v, i32 %sub)
  %add47 = add nsw i32 3, %call46
  br label %cond.end48

cond.end48:
  %cond49 = phi i32 [ %add44, %cond.true42 ], [ %add47, %cond.false45 ]
  %sub50 = sub nsw i32 %count, %k16.0
  %cmp51 = icmp sgt i32 %cond49, %sub50
  br i1 %cmp51, label %for.end73, label %for.cond55

for.cond55:
  %k16.2 = phi i32 [ %inc66, %for.body58 ], [ %k16.0, %cond.end48 ]
  %times.0 = phi i32 [ %dec, %for.body58 ], [ %cond49, %cond.end48 ]
  %cmp56 = icmp sgt i32 %times.0, 0
  br i1 %cmp56, label %for.body58, label %for.inc71

for.body58:
  %cmp59 = icmp eq i32 %call25, 16
  %previous.0. = select i1 %cmp59, i32 %previous.0, i32 0
  %conv65 = trunc i32 %previous.0. to i8
  %inc66 = add nsw i32 %k16.2, 1
  %idxprom67 = sext i32 %k16.2 to i64
  %arrayidx68 = getelementptr inbounds i8, ptr %lengths, i64 %idxprom67
  store i8 %conv65, ptr %arrayidx68, align 1
  %dec = add nsw i32 %times.0, -1
  br label %for.cond55

for.inc71:
  %previous.1 = phi i32 [ %call25.previous.0, %if.then28 ], [ %previous.0, %for.cond55 ]
  %k16.1 = phi i32 [ %inc30, %if.then28 ], [ %k16.2, %for.cond55 ]
  %dec72 = add nsw i32 %left.1, -1
  br label %for.cond17

for.end73:
  %problem.1 = phi i32 [ 1, %cond.end48 ], [ %problem.0, %for.cond17 ]
  %symbols = getelementptr inbounds nuw %struct.vp8l_codes, ptr %codes, i32 0, i32 1
  %2 = load ptr, ptr %symbols, align 8
  call void @free(ptr %2)
  ret i32 %problem.1
}

define internal i32 @mlcc_rt.image_vp8l.vp8l_exhausted(ptr %v) {
entry:
  %beyond = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 4
  %0 = load i32, ptr %beyond, align 4
  %mul = mul nsw i32 %0, 8
  %count = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 3
  %1 = load i32, ptr %count, align 8
  %cmp = icmp sgt i32 %mul, %1
  %conv = zext i1 %cmp to i32
  ret i32 %conv
}

define internal i32 @mlcc_rt.image_vp8l.vp8l_make(ptr %codes, ptr %lengths, i32 %count) {
entry:
  %places = alloca [17 x i32], align 16
  call void @llvm.memset.p0.i64(ptr align 16 %places, i8 0, i64 68, i1 false)
  %only = getelementptr inbounds nuw %struct.vp8l_codes, ptr %codes, i32 0, i32 2
  store i32 -1, ptr %only, align 8
  br label %for.cond

for.cond:
  %used.0 = phi i32 [ 0, %entry ], [ %add, %cond.end ]
  %k.0 = phi i32 [ 0, %entry ], [ %inc14, %cond.end ]
  %cmp = icmp slt i32 %k.0, %count
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %counts = getelementptr inbounds nuw %struct.vp8l_codes, ptr %codes, i32 0, i32 0
  %idxprom = sext i32 %k.0 to i64
  %arrayidx = getelementptr inbounds i8, ptr %lengths, i64 %idxprom
  %0 = load i8, ptr %arrayidx, align 1
  %idxprom1 = zext i8 %0 to i64
  %arrayidx2 = getelementptr inbounds nuw [16 x i16], ptr %counts, i64 0, i64 %idxprom1
  %1 = load i16, ptr %arrayidx2, align 2
  %inc = add i16 %1, 1
  store i16 %inc, ptr %arrayidx2, align 2
  %idxprom3 = sext i32 %k.0 to i64
  %arrayidx4 = getelementptr inbounds i8, ptr %lengths, i64 %idxprom3
  %2 = load i8, ptr %arrayidx4, align 1
  %conv = zext i8 %2 to i32
  %cmp5 = icmp sgt i32 %conv, 0
  %conv6 = zext i1 %cmp5 to i32
  %add = add nsw i32 %used.0, %conv6
  %idxprom7 = sext i32 %k.0 to i64
  %arrayidx8 = getelementptr inbounds i8, ptr %lengths, i64 %idxprom7
  %3 = load i8, ptr %arrayidx8, align 1
  %conv9 = zext i8 %3 to i32
  %cmp10 = icmp sgt i32 %conv9, 0
  br i1 %cmp10, label %cond.end, label %cond.false

cond.false:
  %only12 = getelementptr inbounds nuw %struct.vp8l_codes, ptr %codes, i32 0, i32 2
  %4 = load i32, ptr %only12, align 8
  br label %cond.end

cond.end:
  %cond = phi i32 [ %4, %cond.false ], [ %k.0, %for.body ]
  %only13 = getelementptr inbounds nuw %struct.vp8l_codes, ptr %codes, i32 0, i32 2
  store i32 %cond, ptr %only13, align 8
  %inc14 = add nsw i32 %k.0, 1
  br label %for.cond

for.end:
  %counts15 = getelementptr inbounds nuw %struct.vp8l_codes, ptr %codes, i32 0, i32 0
  %arrayidx16 = getelementptr inbounds [16 x i16], ptr %counts15, i64 0, i64 0
  store i16 0, ptr %arrayidx16, align 8
  %cmp17 = icmp eq i32 %used.0, 1
  br i1 %cmp17, label %return, label %if.end

if.end:
  %only19 = getelementptr inbounds nuw %struct.vp8l_codes, ptr %codes, i32 0, i32 2
  store i32 -1, ptr %only19, align 8
  br label %for.cond20

for.cond20:
  %left.0 = phi i32 [ 1, %if.end ], [ %sub, %if.end31 ]
  %length.0 = phi i32 [ 1, %if.end ], [ %inc43, %if.end31 ]
  %cmp21 = icmp sle i32 %length.0, 15
  br i1 %cmp21, label %for.body23, label %for.end44

for.body23:
  %mul = mul nsw i32 2, %left.0
  %counts24 = getelementptr inbounds nuw %struct.vp8l_codes, ptr %codes, i32 0, i32 0
  %idxprom25 = sext i32 %length.0 to i64
  %arrayidx26 = getelementptr inbounds [16 x i16], ptr %counts24, i64 0, i64 %idxprom25
  %5 = load i16, ptr %arrayidx26, align 2
  %conv27 = zext i16 %5 to i32
  %sub = sub nsw i32 %mul, %conv27
  %cmp28 = icmp slt i32 %sub, 0
  br i1 %cmp28, label %return, label %if.end31

if.end31:
  %idxprom32 = sext i32 %length.0 to i64
  %arrayidx33 = getelementptr inbounds [17 x i32], ptr %places, i64 0, i64 %idxprom32
  %6 = load i32, ptr %arrayidx33, align 4
  %counts34 = getelementptr inbounds nuw %struct.vp8l_codes, ptr %codes, i32 0, i32 0
  %idxprom35 = sext i32 %length.0 to i64
  %arrayidx36 = getelementptr inbounds [16 x i16], ptr %counts34, i64 0, i64 %idxprom35
  %7 = load i16, ptr %arrayidx36, align 2
  %conv37 = zext i16 %7 to i32
  %add38 = add nsw i32 %6, %conv37
  %add39 = add nsw i32 %length.0, 1
  %idxprom40 = sext i32 %add39 to i64
  %arrayidx41 = getelementptr inbounds [17 x i32], ptr %places, i64 0, i64 %idxprom40
  store i32 %add38, ptr %arrayidx41, align 4
  %inc43 = add nsw i32 %length.0, 1
  br label %for.cond20

for.end44:
  %cmp45 = icmp eq i32 %left.0, 0
  br i1 %cmp45, label %cond.true47, label %cond.end50

cond.true47:
  %conv48 = sext i32 %used.0 to i64
  %call = call ptr @mlcc_rt_image_take(i64 %conv48, i64 2)
  br label %cond.end50

cond.end50:
  %cond51 = phi ptr [ %call, %cond.true47 ], [ null, %for.end44 ]
  %symbols = getelementptr inbounds nuw %struct.vp8l_codes, ptr %codes, i32 0, i32 1
  store ptr %cond51, ptr %symbols, align 8
  %symbols52 = getelementptr inbounds nuw %struct.vp8l_codes, ptr %codes, i32 0, i32 1
  %8 = load ptr, ptr %symbols52, align 8
  %cmp53 = icmp eq ptr %8, null
  br i1 %cmp53, label %if.then55, label %for.cond61

if.then55:
  %cmp56 = icmp eq i32 %left.0, 0
  %cond58 = select i1 %cmp56, i32 3, i32 1
  br label %return

for.cond61:
  %k60.0 = phi i32 [ %inc82, %for.inc81 ], [ 0, %cond.end50 ]
  %cmp62 = icmp slt i32 %k60.0, %count
  br i1 %cmp62, label %for.body64, label %return

for.body64:
  %idxprom65 = sext i32 %k60.0 to i64
  %arrayidx66 = getelementptr inbounds i8, ptr %lengths, i64 %idxprom65
  %9 = load i8, ptr %arrayidx66, align 1
  %conv67 = zext i8 %9 to i32
  %cmp68 = icmp sgt i32 %conv67, 0
  br i1 %cmp68, label %if.then70, label %for.inc81

if.then70:
  %conv71 = trunc i32 %k60.0 to i16
  %symbols72 = getelementptr inbounds nuw %struct.vp8l_codes, ptr %codes, i32 0, i32 1
  %10 = load ptr, ptr %symbols72, align 8
  %idxprom73 = sext i32 %k60.0 to i64
  %arrayidx74 = getelementptr inbounds i8, ptr %lengths, i64 %idxprom73
  %11 = load i8, ptr %arrayidx74, align 1
  %idxprom75 = zext i8 %11 to i64
  %arrayidx76 = getelementptr inbounds nuw [17 x i32], ptr %places, i64 0, i64 %idxprom75
  %12 = load i32, ptr %arrayidx76, align 4
  %inc77 = add nsw i32 %12, 1
  store i32 %inc77, ptr %arrayidx76, align 4
  %idxprom78 = sext i32 %12 to i64
  %arrayidx79 = getelementptr inbounds i16, ptr %10, i64 %idxprom78
  store i16 %conv71, ptr %arrayidx79, align 2
  br label %for.inc81

for.inc81:
  %inc82 = add nsw i32 %k60.0, 1
  br label %for.cond61

return:
  %retval.0 = phi i32 [ 1, %for.body23 ], [ 0, %for.end ], [ %cond58, %if.then55 ], [ 0, %for.cond61 ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_vp8l.vp8l_symbol(ptr %v, ptr %codes) {
entry:
  %only = getelementptr inbounds nuw %struct.vp8l_codes, ptr %codes, i32 0, i32 2
  %0 = load i32, ptr %only, align 8
  %cmp = icmp sge i32 %0, 0
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %only1 = getelementptr inbounds nuw %struct.vp8l_codes, ptr %codes, i32 0, i32 2
  %1 = load i32, ptr %only1, align 8
  br label %return

if.end:
  %count = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 3
  %2 = load i32, ptr %count, align 8
  %cmp2 = icmp slt i32 %2, 15
  br i1 %cmp2, label %if.then3, label %if.end4

if.then3:
  call void @mlcc_rt.image_vp8l.vp8l_fill(ptr %v)
  br label %if.end4

if.end4:
  br label %for.cond

for.cond:
  %code.0 = phi i32 [ 0, %if.end4 ], [ %shl20, %if.end17 ]
  %first.0 = phi i32 [ 0, %if.end4 ], [ %shl, %if.end17 ]
  %place.0 = phi i32 [ 0, %if.end4 ], [ %add18, %if.end17 ]
  %length.0 = phi i32 [ 1, %if.end4 ], [ %inc, %if.end17 ]
  %cmp5 = icmp sle i32 %length.0, 15
  br i1 %cmp5, label %for.body, label %return

for.body:
  %counts = getelementptr inbounds nuw %struct.vp8l_codes, ptr %codes, i32 0, i32 0
  %idxprom = sext i32 %length.0 to i64
  %arrayidx = getelementptr inbounds [16 x i16], ptr %counts, i64 0, i64 %idxprom
  %3 = load i16, ptr %arrayidx, align 2
  %conv = zext i16 %3 to i32
  %bits = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 2
  %4 = load i64, ptr %bits, align 8
  %and = and i64 %4, 1
  %conv7 = trunc i64 %and to i32
  %or = or i32 %code.0, %conv7
  %bits8 = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 2
  %5 = load i64, ptr %bits8, align 8
  %shr = lshr i64 %5, 1
  store i64 %shr, ptr %bits8, align 8
  %count9 = getelementptr inbounds nuw %struct.vp8l, ptr %v, i32 0, i32 3
  %6 = load i32, ptr %count9, align 8
  %dec = add nsw i32 %6, -1
  store i32 %dec, ptr %count9, align 8
  %sub = sub nsw i32 %or, %conv
  %cmp10 = icmp slt i32 %sub, %first.0
  br i1 %cmp10, label %if.then12, label %if.end17

if.then12:
  %symbols = getelementptr inbounds nuw %struct.vp8l_codes, ptr %codes, i32 0, i32 1
  %7 = load ptr, ptr %symbols, align 8
  %add = add nsw i32 %place.0, %or
  %sub13 = sub nsw i32 %add, %first.0
  %idxprom14 = sext i32 %sub13 to i64
  %arrayidx15 = getelementptr inbounds i16, ptr %7, i64 %idxprom14
  %8 = load i16, ptr %arrayidx15, align 2
  %conv16 = zext i16 %8 to i32
  br label %return

if.end17:
  %add18 = add nsw i32 %place.0, %conv
  %add19 = add nsw i32 %first.0, %conv
  %shl = shl i32 %add19, 1
  %shl20 = shl i32 %or, 1
  %inc = add nsw i32 %length.0, 1
  br label %for.cond

return:
  %retval.0 = phi i32 [ %1, %if.then ], [ %conv16, %if.then12 ], [ 0, %for.cond ]
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
  %1 = load ptr, ptr %cache, align 8
  %mul = mul i32 506832829, %pixel
  %cache_bits1 = getelementptr inbounds nuw %struct.vp8l_coding, ptr %c, i32 0, i32 2
  %2 = load i32, ptr %cache_bits1, align 4
  %sub = sub nsw i32 32, %2
  %shr = lshr i32 %mul, %sub
  %idxprom = zext i32 %shr to i64
  %arrayidx = getelementptr inbounds nuw i32, ptr %1, i64 %idxprom
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
  %arrayidx = getelementptr inbounds [120 x i8], ptr @mlcc_rt.image_vp8l.vp8l_distance.near, i64 0, i64 %sub1
  %0 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %0 to i32
  %shr = ashr i32 %conv, 4
  %conv2 = sext i32 %shr to i64
  %mul = mul nsw i64 %conv2, %width
  %add = add nsw i64 %mul, 8
  %sub3 = sub nsw i64 %number, 1
  %arrayidx4 = getelementptr inbounds [120 x i8], ptr @mlcc_rt.image_vp8l.vp8l_distance.near, i64 0, i64 %sub3
  %1 = load i8, ptr %arrayidx4, align 1
  %conv5 = zext i8 %1 to i32
  %and = and i32 %conv5, 15
  %conv6 = sext i32 %and to i64
  %sub7 = sub nsw i64 %add, %conv6
  %cmp8 = icmp slt i64 %sub7, 1
  %.sub7 = select i1 %cmp8, i64 1, i64 %sub7
  br label %return

return:
  %retval.0 = phi i64 [ %sub, %if.then ], [ %.sub7, %if.end ]
  ret i64 %retval.0
}

define internal i32 @mlcc_rt.image_vp8l.vp8l_guess(i32 %mode, ptr %here, i64 %width) {
entry:
  %arrayidx = getelementptr inbounds i32, ptr %here, i64 -1
  %0 = load i32, ptr %arrayidx, align 4
  %sub = sub nsw i64 0, %width
  %arrayidx1 = getelementptr inbounds i32, ptr %here, i64 %sub
  %1 = load i32, ptr %arrayidx1, align 4
  %sub2 = sub nsw i64 0, %width
  %sub3 = sub nsw i64 %sub2, 1
  %arrayidx4 = getelementptr inbounds i32, ptr %here, i64 %sub3
  %2 = load i32, ptr %arrayidx4, align 4
  %sub5 = sub nsw i64 1, %width
  %arrayidx6 = getelementptr inbounds i32, ptr %here, i64 %sub5
  %3 = load i32, ptr %arrayidx6, align 4
  switch i32 %mode, label %sw.default [
    i32 1, label %return
    i32 2, label %sw.bb7
    i32 3, label %sw.bb8
    i32 4, label %sw.bb9
    i32 5, label %sw.bb10
    i32 6, label %sw.bb12
    i32 7, label %sw.bb14
    i32 8, label %sw.bb16
    i32 9, label %sw.bb18
    i32 10, label %sw.bb20
    i32 11, label %sw.bb24
    i32 12, label %sw.bb26
    i32 13, label %sw.bb28
  ]

sw.bb7:
  br label %return

sw.bb8:
  br label %return

sw.bb9:
  br label %return

sw.bb10:
  %call = call i32 @mlcc_rt.image_vp8l.vp8l_mean(i32 %0, i32 %3)
  %call11 = call i32 @mlcc_rt.image_vp8l.vp8l_mean(i32 %call, i32 %1)
  br label %return

sw.bb12:
  %call13 = call i32 @mlcc_rt.image_vp8l.vp8l_mean(i32 %0, i32 %2)
  br label %return

sw.bb14:
  %call15 = call i32 @mlcc_rt.image_vp8l.vp8l_mean(i32 %0, i32 %1)
  br label %return

sw.bb16:
  %call17 = call i32 @mlcc_rt.image_vp8l.vp8l_mean(i32 %2, i32 %1)
  br label %return

sw.bb18:
  %call19 = call i32 @mlcc_rt.image_vp8l.vp8l_mean(i32 %1, i32 %3)
  br label %return

sw.bb20:
  %call21 = call i32 @mlcc_rt.image_vp8l.vp8l_mean(i32 %0, i32 %2)
  %call22 = call i32 @mlcc_rt.image_vp8l.vp8l_mean(i32 %1, i32 %3)
  %call23 = call i32 @mlcc_rt.image_vp8l.vp8l_mean(i32 %call21, i32 %call22)
  br label %return

sw.bb24:
  %call25 = call i32 @mlcc_rt.image_vp8l.vp8l_nearer(i32 %0, i32 %1, i32 %2)
  br label %return

sw.bb26:
  %call27 = call i32 @mlcc_rt.image_vp8l.vp8l_plane(i32 %0, i32 %1, i32 %2, i32 0)
  br label %return

sw.bb28:
  %call29 = call i32 @mlcc_rt.image_vp8l.vp8l_mean(i32 %0, i32 %1)
  %call30 = call i32 @mlcc_rt.image_vp8l.vp8l_plane(i32 %call29, i32 0, i32 %2, i32 1)
  br label %return

sw.default:
  br label %return

return:
  %retval.0 = phi i32 [ -16777216, %sw.default ], [ %call30, %sw.bb28 ], [ %1, %sw.bb7 ], [ %3, %sw.bb8 ], [ %2, %sw.bb9 ], [ %call11, %sw.bb10 ], [ %call13, %sw.bb12 ], [ %call15, %sw.bb14 ], [ %call17, %sw.bb16 ], [ %call19, %sw.bb18 ], [ %call23, %sw.bb20 ], [ %call25, %sw.bb24 ], [ %call27, %sw.bb26 ], [ %0, %entry ]
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
