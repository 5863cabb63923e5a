; Generated from image_jpeg2000_blocks.c by mlcc.runtime.native.generate.

%struct.j2k_block = type { ptr, ptr, i32, i32, i32, [19 x i8], [19 x i8], i64, i64, i64, i64, i32, i32, ptr, ptr }
%union.mlcc_number = type { i32 }
%struct.j2k_state = type { i16, i8, i8, i8 }

@mlcc_rt.image_jpeg2000_blocks.j2k_states = internal constant [47 x { i16, i8, i8, i8, i8 }] [{ i16, i8, i8, i8, i8 } { i16 22017, i8 1, i8 1, i8 1, i8 0 }, { i16, i8, i8, i8, i8 } { i16 13313, i8 2, i8 6, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 6145, i8 3, i8 9, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 2753, i8 4, i8 12, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 1313, i8 5, i8 29, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 545, i8 38, i8 33, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 22017, i8 7, i8 6, i8 1, i8 0 }, { i16, i8, i8, i8, i8 } { i16 21505, i8 8, i8 14, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 18433, i8 9, i8 14, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 14337, i8 10, i8 14, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 12289, i8 11, i8 17, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 9217, i8 12, i8 18, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 7169, i8 13, i8 20, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 5633, i8 29, i8 21, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 22017, i8 15, i8 14, i8 1, i8 0 }, { i16, i8, i8, i8, i8 } { i16 21505, i8 16, i8 14, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 20737, i8 17, i8 15, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 18433, i8 18, i8 16, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 14337, i8 19, i8 17, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 13313, i8 20, i8 18, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 12289, i8 21, i8 19, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 10241, i8 22, i8 19, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 9217, i8 23, i8 20, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 8705, i8 24, i8 21, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 7169, i8 25, i8 22, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 6145, i8 26, i8 23, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 5633, i8 27, i8 24, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 5121, i8 28, i8 25, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 4609, i8 29, i8 26, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 4353, i8 30, i8 27, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 2753, i8 31, i8 28, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 2497, i8 32, i8 29, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 2209, i8 33, i8 30, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 1313, i8 34, i8 31, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 1089, i8 35, i8 32, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 673, i8 36, i8 33, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 545, i8 37, i8 34, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 321, i8 38, i8 35, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 273, i8 39, i8 36, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 133, i8 40, i8 37, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 73, i8 41, i8 38, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 37, i8 42, i8 39, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 21, i8 43, i8 40, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 9, i8 44, i8 41, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 5, i8 45, i8 42, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 1, i8 45, i8 43, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 22017, i8 46, i8 46, i8 0, i8 0 }], align 16

define internal i32 @mlcc_rt_jpeg2000_block(ptr %data, i64 %size, i32 %passes, i32 %planes, i32 %band, i32 %marked, i64 %width, i64 %height, ptr %to, i64 %stride) {
entry:
  %b = alloca %struct.j2k_block, align 8
  %at = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 0
  store ptr %data, ptr %at, align 8
  %end = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 1
  %add.ptr = getelementptr inbounds nuw i8, ptr %data, i64 %size
  store ptr %add.ptr, ptr %end, align 8
  %code = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 2
  store i32 0, ptr %code, align 8
  %range = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 3
  store i32 0, ptr %range, align 4
  %count = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 4
  store i32 0, ptr %count, align 8
  %states = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 5
  call void @llvm.memset.p0.i64(ptr align 4 %states, i8 0, i64 19, i1 false)
  %bits = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 6
  call void @llvm.memset.p0.i64(ptr align 1 %bits, i8 0, i64 19, i1 false)
  %0 = getelementptr i8, ptr %b, i64 66
  call void @llvm.memset.p0.i64(ptr align 2 %0, i8 0, i64 6, i1 false)
  %width1 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 7
  store i64 %width, ptr %width1, align 8
  %height2 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 8
  store i64 %height, ptr %height2, align 8
  %stride3 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 9
  %add = add nsw i64 %width, 2
  store i64 %add, ptr %stride3, align 8
  %to_stride = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 10
  store i64 0, ptr %to_stride, align 8
  %band4 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 11
  store i32 0, ptr %band4, align 8
  %plane = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 12
  store i32 0, ptr %plane, align 4
  %to5 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 13
  store ptr null, ptr %to5, align 8
  %flags = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 14
  store ptr null, ptr %flags, align 8
  %band6 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 11
  store i32 %band, ptr %band6, align 8
  %to7 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 13
  store ptr %to, ptr %to7, align 8
  %to_stride8 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 10
  store i64 %stride, ptr %to_stride8, align 8
  %cmp = icmp sgt i32 %planes, 29
  br i1 %cmp, label %return, label %lor.lhs.false

lor.lhs.false:
  %mul = mul nsw i32 3, %planes
  %sub = sub nsw i32 %mul, 2
  %cmp9 = icmp sgt i32 %passes, %sub
  br i1 %cmp9, label %return, label %if.end

if.end:
  %stride10 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 9
  %1 = load i64, ptr %stride10, align 8
  %add11 = add i64 %height, 2
  %call = call ptr @mlcc_rt_image_take(i64 %1, i64 %add11)
  %flags12 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 14
  store ptr %call, ptr %flags12, align 8
  %flags13 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 14
  %2 = load ptr, ptr %flags13, align 8
  %cmp14 = icmp eq ptr %2, null
  br i1 %cmp14, label %return, label %if.end16

if.end16:
  %sub17 = sub nsw i32 %planes, 1
  %plane18 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 12
  store i32 %sub17, ptr %plane18, align 4
  call void @mlcc_rt.image_jpeg2000_blocks.j2k_begin(ptr %b)
  br label %for.cond

for.cond:
  %pass.0 = phi i32 [ 0, %if.end16 ], [ %inc30, %if.end27 ]
  %kind.0 = phi i32 [ 2, %if.end16 ], [ %rem, %if.end27 ]
  %cmp19 = icmp slt i32 %pass.0, %passes
  br i1 %cmp19, label %for.body, label %for.end31

for.body:
  call void @mlcc_rt.image_jpeg2000_blocks.j2k_pass(ptr %b, i32 %kind.0)
  %cmp20 = icmp eq i32 %kind.0, 2
  br i1 %cmp20, label %for.cond22, label %if.end27

for.cond22:
  %k.0 = phi i32 [ %inc, %for.body24 ], [ 0, %for.body ]
  %tobool = icmp ne i32 %marked, 0
  %cmp23 = icmp slt i32 %k.0, 4
  %spec.select = select i1 %tobool, i1 %cmp23, i1 false
  br i1 %spec.select, label %for.body24, label %for.end

for.body24:
  %call25 = call i32 @mlcc_rt.image_jpeg2000_blocks.j2k_bit(ptr %b, i32 18)
  %inc = add nsw i32 %k.0, 1
  br label %for.cond22

for.end:
  %plane26 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 12
  %3 = load i32, ptr %plane26, align 4
  %dec = add nsw i32 %3, -1
  store i32 %dec, ptr %plane26, align 4
  br label %if.end27

if.end27:
  %add28 = add nsw i32 %kind.0, 1
  %rem = srem i32 %add28, 3
  %inc30 = add nsw i32 %pass.0, 1
  br label %for.cond

for.end31:
  %flags32 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 14
  %4 = load ptr, ptr %flags32, align 8
  call void @free(ptr %4)
  br label %return

return:
  %retval.0 = phi i32 [ 0, %for.end31 ], [ 1, %entry ], [ 1, %lor.lhs.false ], [ 3, %if.end ]
  ret i32 %retval.0
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

declare ptr @mlcc_rt_image_take(i64, i64)

define internal void @mlcc_rt.image_jpeg2000_blocks.j2k_begin(ptr %b) {
entry:
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ 0, %entry ], [ %inc, %cond.end7 ]
  %cmp = icmp slt i32 %k.0, 19
  br i1 %cmp, label %for.body, label %for.end

for.body:
  switch i32 %k.0, label %cond.false4 [
    i32 0, label %cond.end7
    i32 17, label %cond.end
  ]

cond.false4:
  %cmp5 = icmp eq i32 %k.0, 18
  %cond = select i1 %cmp5, i32 46, i32 0
  br label %cond.end7

cond.end:
  br label %cond.end7

cond.end7:
  %cond8 = phi i32 [ 4, %for.body ], [ %cond, %cond.false4 ], [ 3, %cond.end ]
  %conv = trunc i32 %cond8 to i8
  %states = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 5
  %idxprom = sext i32 %k.0 to i64
  %arrayidx = getelementptr inbounds [19 x i8], ptr %states, i64 0, i64 %idxprom
  store i8 %conv, ptr %arrayidx, align 1
  %bits = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 6
  %idxprom9 = sext i32 %k.0 to i64
  %arrayidx10 = getelementptr inbounds [19 x i8], ptr %bits, i64 0, i64 %idxprom9
  store i8 0, ptr %arrayidx10, align 1
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.end:
  %call = call i32 @mlcc_rt.image_jpeg2000_blocks.j2k_byte(ptr %b, i32 0)
  %shl = shl i32 %call, 16
  %code = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 2
  store i32 %shl, ptr %code, align 8
  call void @mlcc_rt.image_jpeg2000_blocks.j2k_more(ptr %b)
  %code11 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 2
  %0 = load i32, ptr %code11, align 8
  %shl12 = shl i32 %0, 7
  store i32 %shl12, ptr %code11, align 8
  %count = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 4
  %1 = load i32, ptr %count, align 8
  %sub = sub nsw i32 %1, 7
  store i32 %sub, ptr %count, align 8
  %range = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 3
  store i32 32768, ptr %range, align 4
  ret void
}

define internal void @mlcc_rt.image_jpeg2000_blocks.j2k_pass(ptr %b, i32 %kind) {
entry:
  br label %for.cond

for.cond:
  %y.0 = phi i64 [ 0, %entry ], [ %add55, %for.inc54 ]
  %height = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 8
  %0 = load i64, ptr %height, align 8
  %cmp = icmp slt i64 %y.0, %0
  br i1 %cmp, label %for.body, label %for.end56

for.body:
  %height1 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 8
  %1 = load i64, ptr %height1, align 8
  %sub = sub nsw i64 %1, %y.0
  %cmp2 = icmp slt i64 %sub, 4
  br i1 %cmp2, label %cond.true, label %cond.end

cond.true:
  %height3 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 8
  %2 = load i64, ptr %height3, align 8
  %sub4 = sub nsw i64 %2, %y.0
  br label %cond.end

cond.end:
  %cond = phi i64 [ %sub4, %cond.true ], [ 4, %for.body ]
  br label %for.cond5

for.cond5:
  %x.0 = phi i64 [ 0, %cond.end ], [ %inc52, %for.inc51 ]
  %width = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 7
  %3 = load i64, ptr %width, align 8
  %cmp6 = icmp slt i64 %x.0, %3
  br i1 %cmp6, label %for.body7, label %for.inc54

for.body7:
  %flags = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 14
  %4 = load ptr, ptr %flags, align 8
  %add = add nsw i64 %y.0, 1
  %stride = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 9
  %5 = load i64, ptr %stride, align 8
  %mul = mul nsw i64 %add, %5
  %add.ptr = getelementptr inbounds i8, ptr %4, i64 %mul
  %add.ptr8 = getelementptr inbounds i8, ptr %add.ptr, i64 %x.0
  %add.ptr9 = getelementptr inbounds i8, ptr %add.ptr8, i64 1
  %to10 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 13
  %6 = load ptr, ptr %to10, align 8
  %to_stride = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 10
  %7 = load i64, ptr %to_stride, align 8
  %mul11 = mul nsw i64 %y.0, %7
  %add.ptr12 = getelementptr inbounds %union.mlcc_number, ptr %6, i64 %mul11
  %add.ptr13 = getelementptr inbounds %union.mlcc_number, ptr %add.ptr12, i64 %x.0
  %cmp14 = icmp eq i32 %kind, 2
  %cmp15 = icmp eq i64 %cond, 4
  %or.cond = select i1 %cmp14, i1 %cmp15, i1 false
  br i1 %or.cond, label %land.lhs.true16, label %if.end30

land.lhs.true16:
  %call = call i32 @mlcc_rt.image_jpeg2000_blocks.j2k_is_quiet(ptr %b, ptr %add.ptr9)
  %tobool = icmp ne i32 %call, 0
  br i1 %tobool, label %if.then, label %if.end30

if.then:
  %call17 = call i32 @mlcc_rt.image_jpeg2000_blocks.j2k_bit(ptr %b, i32 17)
  %tobool18 = icmp ne i32 %call17, 0
  br i1 %tobool18, label %if.end, label %for.inc51

if.end:
  %call20 = call i32 @mlcc_rt.image_jpeg2000_blocks.j2k_bit(ptr %b, i32 18)
  %mul21 = mul nsw i32 %call20, 2
  %conv = sext i32 %mul21 to i64
  %call22 = call i32 @mlcc_rt.image_jpeg2000_blocks.j2k_bit(ptr %b, i32 18)
  %conv23 = sext i32 %call22 to i64
  %add24 = add nsw i64 %conv, %conv23
  %stride25 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 9
  %8 = load i64, ptr %stride25, align 8
  %mul26 = mul nsw i64 %add24, %8
  %add.ptr27 = getelementptr inbounds i8, ptr %add.ptr9, i64 %mul26
  %to_stride28 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 10
  %9 = load i64, ptr %to_stride28, align 8
  %mul29 = mul nsw i64 %add24, %9
  %arrayidx = getelementptr inbounds %union.mlcc_number, ptr %add.ptr13, i64 %mul29
  call void @mlcc_rt.image_jpeg2000_blocks.j2k_significant(ptr %b, ptr %add.ptr27, ptr %arrayidx)
  %inc = add nsw i64 %add24, 1
  br label %if.end30

if.end30:
  %row.0 = phi i64 [ %inc, %if.end ], [ 0, %land.lhs.true16 ], [ 0, %for.body7 ]
  br label %for.cond31

for.cond31:
  %row.1 = phi i64 [ %row.0, %if.end30 ], [ %inc50, %for.inc ]
  %cmp32 = icmp slt i64 %row.1, %cond
  br i1 %cmp32, label %for.body34, label %for.inc51

for.body34:
  %stride35 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 9
  %10 = load i64, ptr %stride35, align 8
  %mul36 = mul nsw i64 %row.1, %10
  %add.ptr37 = getelementptr inbounds i8, ptr %add.ptr9, i64 %mul36
  %to_stride38 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 10
  %11 = load i64, ptr %to_stride38, align 8
  %mul39 = mul nsw i64 %row.1, %11
  %arrayidx40 = getelementptr inbounds %union.mlcc_number, ptr %add.ptr13, i64 %mul39
  switch i32 %kind, label %if.else47 [
    i32 0, label %if.then43
    i32 1, label %if.then46
  ]

if.then43:
  call void @mlcc_rt.image_jpeg2000_blocks.j2k_propagate(ptr %b, ptr %add.ptr37, ptr %arrayidx40)
  br label %for.inc

if.then46:
  call void @mlcc_rt.image_jpeg2000_blocks.j2k_refine(ptr %b, ptr %add.ptr37, ptr %arrayidx40)
  br label %for.inc

if.else47:
  call void @mlcc_rt.image_jpeg2000_blocks.j2k_clean(ptr %b, ptr %add.ptr37, ptr %arrayidx40)
  br label %for.inc

for.inc:
  %inc50 = add nsw i64 %row.1, 1
  br label %for.cond31

for.inc51:
  %inc52 = add nsw i64 %x.0, 1
  br label %for.cond5

for.inc54:
  %add55 = add nsw i64 %y.0, 4
  br label %for.cond

for.end56:
  ret void
}

define internal i32 @mlcc_rt.image_jpeg2000_blocks.j2k_bit(ptr %b, i32 %context) {
entry:
  %states = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 5
  %idxprom = sext i32 %context to i64
  %arrayidx = getelementptr inbounds [19 x i8], ptr %states, i64 0, i64 %idxprom
  %0 = load i8, ptr %arrayidx, align 1
  %idxprom1 = zext i8 %0 to i64
  %arrayidx2 = getelementptr inbounds nuw [47 x %struct.j2k_state], ptr @mlcc_rt.image_jpeg2000_blocks.j2k_states, i64 0, i64 %idxprom1
  %odds3 = getelementptr inbounds nuw %struct.j2k_state, ptr %arrayidx2, i32 0, i32 0
  %1 = load i16, ptr %odds3, align 2
  %conv = zext i16 %1 to i32
  %bits = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 6
  %idxprom4 = sext i32 %context to i64
  %arrayidx5 = getelementptr inbounds [19 x i8], ptr %bits, i64 0, i64 %idxprom4
  %2 = load i8, ptr %arrayidx5, align 1
  %conv6 = zext i8 %2 to i32
  %range = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 3
  %3 = load i32, ptr %range, align 4
  %sub = sub i32 %3, %conv
  store i32 %sub, ptr %range, align 4
  %code = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 2
  %4 = load i32, ptr %code, align 8
  %shr = lshr i32 %4, 16
  %cmp = icmp ult i32 %shr, %conv
  br i1 %cmp, label %if.then, label %if.else

if.then:
  %range8 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 3
  %5 = load i32, ptr %range8, align 4
  %cmp9 = icmp uge i32 %5, %conv
  %conv10 = zext i1 %cmp9 to i32
  %range11 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 3
  store i32 %conv, ptr %range11, align 4
  br label %if.end19

if.else:
  %shl = shl i32 %conv, 16
  %code12 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 2
  %6 = load i32, ptr %code12, align 8
  %sub13 = sub i32 %6, %shl
  store i32 %sub13, ptr %code12, align 8
  %range14 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 3
  %7 = load i32, ptr %range14, align 4
  %and = and i32 %7, 32768
  %tobool = icmp ne i32 %and, 0
  br i1 %tobool, label %return, label %if.end

if.end:
  %range16 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 3
  %8 = load i32, ptr %range16, align 4
  %cmp17 = icmp ult i32 %8, %conv
  %conv18 = zext i1 %cmp17 to i32
  br label %if.end19

if.end19:
  %rare.0 = phi i32 [ %conv10, %if.then ], [ %conv18, %if.end ]
  %tobool20 = icmp ne i32 %rare.0, 0
  br i1 %tobool20, label %if.then21, label %if.end30

if.then21:
  %swaps = getelementptr inbounds nuw %struct.j2k_state, ptr %arrayidx2, i32 0, i32 3
  %9 = load i8, ptr %swaps, align 2
  %conv22 = zext i8 %9 to i32
  %tobool23 = icmp ne i32 %conv22, 0
  %sub24 = sub nsw i32 1, %conv6
  %cond = select i1 %tobool23, i32 %sub24, i32 %conv6
  %conv25 = trunc i32 %cond to i8
  %bits26 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 6
  %idxprom27 = sext i32 %context to i64
  %arrayidx28 = getelementptr inbounds [19 x i8], ptr %bits26, i64 0, i64 %idxprom27
  store i8 %conv25, ptr %arrayidx28, align 1
  %sub29 = sub nsw i32 1, %conv6
  br label %if.end30

if.end30:
  %bit.0 = phi i32 [ %sub29, %if.then21 ], [ %conv6, %if.end19 ]
  %tobool31 = icmp ne i32 %rare.0, 0
  br i1 %tobool31, label %cond.true32, label %cond.false35

cond.true32:
  %rare33 = getelementptr inbounds nuw %struct.j2k_state, ptr %arrayidx2, i32 0, i32 2
  %10 = load i8, ptr %rare33, align 1
  %conv34 = zext i8 %10 to i32
  br label %cond.end37

cond.false35:
  %usual = getelementptr inbounds nuw %struct.j2k_state, ptr %arrayidx2, i32 0, i32 1
  %11 = load i8, ptr %usual, align 2
  %conv36 = zext i8 %11 to i32
  br label %cond.end37

cond.end37:
  %cond38 = phi i32 [ %conv34, %cond.true32 ], [ %conv36, %cond.false35 ]
  %conv39 = trunc i32 %cond38 to i8
  %states40 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 5
  %idxprom41 = sext i32 %context to i64
  %arrayidx42 = getelementptr inbounds [19 x i8], ptr %states40, i64 0, i64 %idxprom41
  store i8 %conv39, ptr %arrayidx42, align 1
  br label %do.body

do.body:
  %count = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 4
  %12 = load i32, ptr %count, align 8
  %cmp43 = icmp eq i32 %12, 0
  br i1 %cmp43, label %if.then45, label %if.end46

if.then45:
  call void @mlcc_rt.image_jpeg2000_blocks.j2k_more(ptr %b)
  br label %if.end46

if.end46:
  %range47 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 3
  %13 = load i32, ptr %range47, align 4
  %shl48 = shl i32 %13, 1
  store i32 %shl48, ptr %range47, align 4
  %code49 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 2
  %14 = load i32, ptr %code49, align 8
  %shl50 = shl i32 %14, 1
  store i32 %shl50, ptr %code49, align 8
  %count51 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 4
  %15 = load i32, ptr %count51, align 8
  %dec = add nsw i32 %15, -1
  store i32 %dec, ptr %count51, align 8
  %range52 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 3
  %16 = load i32, ptr %range52, align 4
  %and53 = and i32 %16, 32768
  %cmp54 = icmp eq i32 %and53, 0
  br i1 %cmp54, label %do.body, label %return

return:
  %retval.0 = phi i32 [ %conv6, %if.else ], [ %bit.0, %if.end46 ]
  ret i32 %retval.0
}

declare void @free(ptr)

define internal i32 @mlcc_rt.image_jpeg2000_blocks.j2k_byte(ptr %b, i32 %ahead) {
entry:
  %end = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 1
  %0 = load ptr, ptr %end, align 8
  %at = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 0
  %1 = load ptr, ptr %at, align 8
  %sub.ptr.lhs.cast = ptrtoint ptr %0 to i64
  %sub.ptr.rhs.cast = ptrtoint ptr %1 to i64
  %sub.ptr.sub = sub i64 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %conv = sext i32 %ahead to i64
  %cmp = icmp sgt i64 %sub.ptr.sub, %conv
  br i1 %cmp, label %cond.true, label %cond.end

cond.true:
  %at2 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 0
  %2 = load ptr, ptr %at2, align 8
  %idxprom = sext i32 %ahead to i64
  %arrayidx = getelementptr inbounds i8, ptr %2, i64 %idxprom
  %3 = load i8, ptr %arrayidx, align 1
  %conv3 = zext i8 %3 to i32
  br label %cond.end

cond.end:
  %cond = phi i32 [ %conv3, %cond.true ], [ 255, %entry ]
  ret i32 %cond
}

define internal void @mlcc_rt.image_jpeg2000_blocks.j2k_more(ptr %b) {
entry:
  %call = call i32 @mlcc_rt.image_jpeg2000_blocks.j2k_byte(ptr %b, i32 1)
  %call1 = call i32 @mlcc_rt.image_jpeg2000_blocks.j2k_byte(ptr %b, i32 0)
  %cmp = icmp eq i32 %call1, 255
  br i1 %cmp, label %if.then, label %if.else

if.then:
  %cmp2 = icmp ugt i32 %call, 143
  br i1 %cmp2, label %if.then3, label %if.end

if.then3:
  %code = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 2
  %0 = load i32, ptr %code, align 8
  %add = add i32 %0, 65280
  store i32 %add, ptr %code, align 8
  %count = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 4
  store i32 8, ptr %count, align 8
  br label %return

if.end:
  %shl = shl i32 %call, 9
  %code4 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 2
  %1 = load i32, ptr %code4, align 8
  %add5 = add i32 %1, %shl
  store i32 %add5, ptr %code4, align 8
  %count6 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 4
  store i32 7, ptr %count6, align 8
  br label %if.end11

if.else:
  %shl7 = shl i32 %call, 8
  %code8 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 2
  %2 = load i32, ptr %code8, align 8
  %add9 = add i32 %2, %shl7
  store i32 %add9, ptr %code8, align 8
  %count10 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 4
  store i32 8, ptr %count10, align 8
  br label %if.end11

if.end11:
  %at = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 0
  %3 = load ptr, ptr %at, align 8
  %end = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 1
  %4 = load ptr, ptr %end, align 8
  %cmp12 = icmp ult ptr %3, %4
  %conv = zext i1 %cmp12 to i32
  %at13 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 0
  %5 = load ptr, ptr %at13, align 8
  %idx.ext = sext i32 %conv to i64
  %add.ptr = getelementptr inbounds i8, ptr %5, i64 %idx.ext
  store ptr %add.ptr, ptr %at13, align 8
  br label %return

return:
  ret void
}

define internal i32 @mlcc_rt.image_jpeg2000_blocks.j2k_is_quiet(ptr %b, ptr %f) {
entry:
  br label %for.cond

for.cond:
  %f.addr.0 = phi ptr [ %f, %entry ], [ %add.ptr, %for.inc ]
  %k.0 = phi i32 [ 0, %entry ], [ %inc, %for.inc ]
  %cmp = icmp slt i32 %k.0, 4
  br i1 %cmp, label %for.body, label %return

for.body:
  %0 = load i8, ptr %f.addr.0, align 1
  %conv = zext i8 %0 to i32
  %and = and i32 %conv, 5
  %tobool = icmp ne i32 %and, 0
  br i1 %tobool, label %return, label %lor.lhs.false

lor.lhs.false:
  %call = call i32 @mlcc_rt.image_jpeg2000_blocks.j2k_context(ptr %b, ptr %f.addr.0)
  %cmp1 = icmp ne i32 %call, 0
  br i1 %cmp1, label %return, label %for.inc

for.inc:
  %inc = add nsw i32 %k.0, 1
  %stride = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 9
  %1 = load i64, ptr %stride, align 8
  %add.ptr = getelementptr inbounds i8, ptr %f.addr.0, i64 %1
  br label %for.cond

return:
  %retval.0 = phi i32 [ 0, %for.body ], [ 0, %lor.lhs.false ], [ 1, %for.cond ]
  ret i32 %retval.0
}

define internal void @mlcc_rt.image_jpeg2000_blocks.j2k_significant(ptr %b, ptr %f, ptr %to) {
entry:
  %arrayidx = getelementptr inbounds i8, ptr %f, i64 -1
  %0 = load i8, ptr %arrayidx, align 1
  %arrayidx1 = getelementptr inbounds i8, ptr %f, i64 1
  %1 = load i8, ptr %arrayidx1, align 1
  %call = call i32 @mlcc_rt.image_jpeg2000_blocks.j2k_lean(i8 zeroext %0, i8 zeroext %1)
  %stride = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 9
  %2 = load i64, ptr %stride, align 8
  %sub = sub nsw i64 0, %2
  %arrayidx2 = getelementptr inbounds i8, ptr %f, i64 %sub
  %3 = load i8, ptr %arrayidx2, align 1
  %stride3 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 9
  %4 = load i64, ptr %stride3, align 8
  %arrayidx4 = getelementptr inbounds i8, ptr %f, i64 %4
  %5 = load i8, ptr %arrayidx4, align 1
  %call5 = call i32 @mlcc_rt.image_jpeg2000_blocks.j2k_lean(i8 zeroext %3, i8 zeroext %5)
  %cmp = icmp slt i32 %call, 0
  br i1 %cmp, label %lor.end, label %lor.rhs

lor.rhs:
  %cmp6 = icmp eq i32 %call, 0
  %cmp7 = icmp slt i32 %call5, 0
  %spec.select = select i1 %cmp6, i1 %cmp7, i1 false
  br label %lor.end

lor.end:
  %6 = phi i1 [ true, %entry ], [ %spec.select, %lor.rhs ]
  %lor.ext = zext i1 %6 to i32
  %cmp8 = icmp eq i32 %call, 0
  br i1 %cmp8, label %cond.true, label %cond.false

cond.true:
  %cmp9 = icmp ne i32 %call5, 0
  %conv = zext i1 %cmp9 to i32
  br label %cond.end13

cond.false:
  %tobool = icmp ne i32 %lor.ext, 0
  %sub11 = sub nsw i32 0, %call5
  %cond = select i1 %tobool, i32 %sub11, i32 %call5
  %add = add nsw i32 3, %cond
  br label %cond.end13

cond.end13:
  %cond14 = phi i32 [ %conv, %cond.true ], [ %add, %cond.false ]
  %add15 = add nsw i32 9, %cond14
  %call16 = call i32 @mlcc_rt.image_jpeg2000_blocks.j2k_bit(ptr %b, i32 %add15)
  %xor = xor i32 %call16, %lor.ext
  %7 = load i8, ptr %f, align 1
  %conv17 = zext i8 %7 to i32
  %or = or i32 %conv17, 1
  %tobool18 = icmp ne i32 %xor, 0
  %cond19 = select i1 %tobool18, i32 2, i32 0
  %or20 = or i32 %or, %cond19
  %conv21 = trunc i32 %or20 to i8
  store i8 %conv21, ptr %f, align 1
  %plane = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 12
  %8 = load i32, ptr %plane, align 4
  %shl = shl i32 3, %8
  %tobool22 = icmp ne i32 %xor, 0
  %sub24 = sub nsw i32 0, %shl
  %cond27 = select i1 %tobool22, i32 %sub24, i32 %shl
  store i32 %cond27, ptr %to, align 4
  ret void
}

define internal void @mlcc_rt.image_jpeg2000_blocks.j2k_propagate(ptr %b, ptr %f, ptr %to) {
entry:
  %call = call i32 @mlcc_rt.image_jpeg2000_blocks.j2k_context(ptr %b, ptr %f)
  %0 = load i8, ptr %f, align 1
  %conv = zext i8 %0 to i32
  %and = and i32 %conv, 1
  %tobool = icmp ne i32 %and, 0
  %cmp = icmp eq i32 %call, 0
  %or.cond = select i1 %tobool, i1 true, i1 %cmp
  br i1 %or.cond, label %return, label %if.end

if.end:
  %call2 = call i32 @mlcc_rt.image_jpeg2000_blocks.j2k_bit(ptr %b, i32 %call)
  %tobool3 = icmp ne i32 %call2, 0
  br i1 %tobool3, label %if.then4, label %if.end5

if.then4:
  call void @mlcc_rt.image_jpeg2000_blocks.j2k_significant(ptr %b, ptr %f, ptr %to)
  br label %if.end5

if.end5:
  %1 = load i8, ptr %f, align 1
  %conv6 = zext i8 %1 to i32
  %or = or i32 %conv6, 4
  %conv7 = trunc i32 %or to i8
  store i8 %conv7, ptr %f, align 1
  br label %return

return:
  ret void
}

define internal void @mlcc_rt.image_jpeg2000_blocks.j2k_refine(ptr %b, ptr %f, ptr %to) {
entry:
  %0 = load i8, ptr %f, align 1
  %conv = zext i8 %0 to i32
  %and = and i32 %conv, 5
  %cmp = icmp ne i32 %and, 1
  br i1 %cmp, label %return, label %if.end

if.end:
  %1 = load i8, ptr %f, align 1
  %conv2 = zext i8 %1 to i32
  %and3 = and i32 %conv2, 8
  %tobool = icmp ne i32 %and3, 0
  br i1 %tobool, label %cond.end, label %cond.false

cond.false:
  %call = call i32 @mlcc_rt.image_jpeg2000_blocks.j2k_context(ptr %b, ptr %f)
  %cmp4 = icmp ne i32 %call, 0
  %conv5 = zext i1 %cmp4 to i32
  br label %cond.end

cond.end:
  %cond = phi i32 [ %conv5, %cond.false ], [ 2, %if.end ]
  %plane = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 12
  %2 = load i32, ptr %plane, align 4
  %shl = shl i32 1, %2
  %add = add nsw i32 14, %cond
  %call6 = call i32 @mlcc_rt.image_jpeg2000_blocks.j2k_bit(ptr %b, i32 %add)
  %tobool7 = icmp ne i32 %call6, 0
  %sub = sub nsw i32 0, %shl
  %cond11 = select i1 %tobool7, i32 %shl, i32 %sub
  %3 = load i32, ptr %to, align 4
  %cmp12 = icmp slt i32 %3, 0
  %sub15 = sub nsw i32 0, %cond11
  %cond18 = select i1 %cmp12, i32 %sub15, i32 %cond11
  %4 = load i32, ptr %to, align 4
  %add19 = add nsw i32 %4, %cond18
  store i32 %add19, ptr %to, align 4
  %5 = load i8, ptr %f, align 1
  %conv20 = zext i8 %5 to i32
  %or = or i32 %conv20, 8
  %conv21 = trunc i32 %or to i8
  store i8 %conv21, ptr %f, align 1
  br label %return

return:
  ret void
}

define internal void @mlcc_rt.image_jpeg2000_blocks.j2k_clean(ptr %b, ptr %f, ptr %to) {
entry:
  %0 = load i8, ptr %f, align 1
  %conv = zext i8 %0 to i32
  %and = and i32 %conv, 5
  %tobool = icmp ne i32 %and, 0
  br i1 %tobool, label %if.end, label %land.lhs.true

land.lhs.true:
  %call = call i32 @mlcc_rt.image_jpeg2000_blocks.j2k_context(ptr %b, ptr %f)
  %call1 = call i32 @mlcc_rt.image_jpeg2000_blocks.j2k_bit(ptr %b, i32 %call)
  %tobool2 = icmp ne i32 %call1, 0
  br i1 %tobool2, label %if.then, label %if.end

if.then:
  call void @mlcc_rt.image_jpeg2000_blocks.j2k_significant(ptr %b, ptr %f, ptr %to)
  br label %if.end

if.end:
  %1 = load i8, ptr %f, align 1
  %conv3 = zext i8 %1 to i32
  %and4 = and i32 %conv3, 251
  %conv5 = trunc i32 %and4 to i8
  store i8 %conv5, ptr %f, align 1
  ret void
}

define internal i32 @mlcc_rt.image_jpeg2000_blocks.j2k_context(ptr %b, ptr %f) {
entry:
  %stride = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 9
  %0 = load i64, ptr %stride, align 8
  %arrayidx = getelementptr inbounds i8, ptr %f, i64 -1
  %1 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %1 to i32
  %and = and i32 %conv, 1
  %arrayidx1 = getelementptr inbounds i8, ptr %f, i64 1
  %2 = load i8, ptr %arrayidx1, align 1
  %conv2 = zext i8 %2 to i32
  %and3 = and i32 %conv2, 1
  %add = add nsw i32 %and, %and3
  %sub = sub nsw i64 0, %0
  %arrayidx4 = getelementptr inbounds i8, ptr %f, i64 %sub
  %3 = load i8, ptr %arrayidx4, align 1
  %conv5 = zext i8 %3 to i32
  %and6 = and i32 %conv5, 1
  %arrayidx7 = getelementptr inbounds i8, ptr %f, i64 %0
  %4 = load i8, ptr %arrayidx7, align 1
  %conv8 = zext i8 %4 to i32
  %and9 = and i32 %conv8, 1
  %add10 = add nsw i32 %and6, %and9
  %sub11 = sub nsw i64 0, %0
  %sub12 = sub nsw i64 %sub11, 1
  %arrayidx13 = getelementptr inbounds i8, ptr %f, i64 %sub12
  %5 = load i8, ptr %arrayidx13, align 1
  %conv14 = zext i8 %5 to i32
  %and15 = and i32 %conv14, 1
  %sub16 = sub nsw i64 1, %0
  %arrayidx17 = getelementptr inbounds i8, ptr %f, i64 %sub16
  %6 = load i8, ptr %arrayidx17, align 1
  %conv18 = zext i8 %6 to i32
  %and19 = and i32 %conv18, 1
  %add20 = add nsw i32 %and15, %and19
  %sub21 = sub nsw i64 %0, 1
  %arrayidx22 = getelementptr inbounds i8, ptr %f, i64 %sub21
  %7 = load i8, ptr %arrayidx22, align 1
  %conv23 = zext i8 %7 to i32
  %and24 = and i32 %conv23, 1
  %add25 = add nsw i32 %add20, %and24
  %add26 = add nsw i64 %0, 1
  %arrayidx27 = getelementptr inbounds i8, ptr %f, i64 %add26
  %8 = load i8, ptr %arrayidx27, align 1
  %conv28 = zext i8 %8 to i32
  %and29 = and i32 %conv28, 1
  %add30 = add nsw i32 %add25, %and29
  %band = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 11
  %9 = load i32, ptr %band, align 8
  %cmp = icmp eq i32 %9, 3
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %add32 = add nsw i32 %add, %add10
  %cmp33 = icmp sge i32 %add30, 3
  br i1 %cmp33, label %return, label %cond.false

cond.false:
  switch i32 %add30, label %cond.false46 [
    i32 2, label %cond.true37
    i32 1, label %cond.true44
  ]

cond.true37:
  %cmp38 = icmp sge i32 %add32, 1
  %conv39 = zext i1 %cmp38 to i32
  %add40 = add nsw i32 6, %conv39
  br label %return

cond.true44:
  %call = call i32 @mlcc_rt.image_jpeg2000_blocks.j2k_least(i32 %add32, i32 2)
  %add45 = add nsw i32 3, %call
  br label %return

cond.false46:
  %call47 = call i32 @mlcc_rt.image_jpeg2000_blocks.j2k_least(i32 %add32, i32 2)
  br label %return

if.end:
  %band52 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 11
  %10 = load i32, ptr %band52, align 8
  %cmp53 = icmp eq i32 %10, 1
  %spec.select = select i1 %cmp53, i32 %add, i32 %add10
  %spec.select28 = select i1 %cmp53, i32 %add10, i32 %add
  switch i32 %spec.select28, label %cond.false72 [
    i32 0, label %if.then59
    i32 2, label %return
  ]

if.then59:
  %cmp60 = icmp sgt i32 %spec.select, 0
  br i1 %cmp60, label %cond.true62, label %cond.false64

cond.true62:
  %add63 = add nsw i32 2, %spec.select
  br label %return

cond.false64:
  %call65 = call i32 @mlcc_rt.image_jpeg2000_blocks.j2k_least(i32 %add30, i32 2)
  br label %return

cond.false72:
  %cmp73 = icmp sgt i32 %spec.select, 0
  %cmp77 = icmp sgt i32 %add30, 0
  %conv78 = zext i1 %cmp77 to i32
  %add79 = add nsw i32 5, %conv78
  %cond81 = select i1 %cmp73, i32 7, i32 %add79
  br label %return

return:
  %retval.0 = phi i32 [ %call65, %cond.false64 ], [ %call47, %cond.false46 ], [ 8, %if.then ], [ %add40, %cond.true37 ], [ %add45, %cond.true44 ], [ %add63, %cond.true62 ], [ %cond81, %cond.false72 ], [ 8, %if.end ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg2000_blocks.j2k_least(i32 %a, i32 %b) {
entry:
  %cmp = icmp slt i32 %a, %b
  %a.b = select i1 %cmp, i32 %a, i32 %b
  ret i32 %a.b
}

define internal i32 @mlcc_rt.image_jpeg2000_blocks.j2k_lean(i8 zeroext %a, i8 zeroext %b) {
entry:
  %conv = zext i8 %a to i32
  %and = and i32 %conv, 1
  %tobool = icmp ne i32 %and, 0
  %conv1 = zext i8 %a to i32
  %and2 = and i32 %conv1, 2
  %sub = sub nsw i32 1, %and2
  %cond = select i1 %tobool, i32 %sub, i32 0
  %conv3 = zext i8 %b to i32
  %and4 = and i32 %conv3, 1
  %tobool5 = icmp ne i32 %and4, 0
  %conv7 = zext i8 %b to i32
  %and8 = and i32 %conv7, 2
  %sub9 = sub nsw i32 1, %and8
  %cond12 = select i1 %tobool5, i32 %sub9, i32 0
  %add = add nsw i32 %cond, %cond12
  %cmp = icmp sgt i32 %add, 0
  br i1 %cmp, label %cond.end19, label %cond.false15

cond.false15:
  %cmp16 = icmp slt i32 %add, 0
  %cond18 = select i1 %cmp16, i32 -1, i32 0
  br label %cond.end19

cond.end19:
  %cond20 = phi i32 [ %cond18, %cond.false15 ], [ 1, %entry ]
  ret i32 %cond20
}
