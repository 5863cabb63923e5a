; Generated from image_jpeg2000_blocks.c by mlcc.runtime.native.generate.

%struct.j2k_block = type { ptr, ptr, i32, i32, i32, [19 x i8], [19 x i8], i64, i64, i64, i64, i32, i32, ptr, ptr }
%union.mlcc_number = type { i32 }
%struct.j2k_state = type { i16, i8, i8, i8 }

@mlcc_rt.image_jpeg2000_blocks.j2k_states = internal constant [47 x { i16, i8, i8, i8, i8 }] [{ i16, i8, i8, i8, i8 } { i16 22017, i8 1, i8 1, i8 1, i8 0 }, { i16, i8, i8, i8, i8 } { i16 13313, i8 2, i8 6, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 6145, i8 3, i8 9, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 2753, i8 4, i8 12, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 1313, i8 5, i8 29, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 545, i8 38, i8 33, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 22017, i8 7, i8 6, i8 1, i8 0 }, { i16, i8, i8, i8, i8 } { i16 21505, i8 8, i8 14, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 18433, i8 9, i8 14, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 14337, i8 10, i8 14, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 12289, i8 11, i8 17, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 9217, i8 12, i8 18, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 7169, i8 13, i8 20, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 5633, i8 29, i8 21, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 22017, i8 15, i8 14, i8 1, i8 0 }, { i16, i8, i8, i8, i8 } { i16 21505, i8 16, i8 14, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 20737, i8 17, i8 15, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 18433, i8 18, i8 16, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 14337, i8 19, i8 17, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 13313, i8 20, i8 18, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 12289, i8 21, i8 19, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 10241, i8 22, i8 19, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 9217, i8 23, i8 20, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 8705, i8 24, i8 21, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 7169, i8 25, i8 22, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 6145, i8 26, i8 23, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 5633, i8 27, i8 24, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 5121, i8 28, i8 25, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 4609, i8 29, i8 26, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 4353, i8 30, i8 27, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 2753, i8 31, i8 28, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 2497, i8 32, i8 29, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 2209, i8 33, i8 30, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 1313, i8 34, i8 31, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 1089, i8 35, i8 32, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 673, i8 36, i8 33, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 545, i8 37, i8 34, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 321, i8 38, i8 35, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 273, i8 39, i8 36, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 133, i8 40, i8 37, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 73, i8 41, i8 38, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 37, i8 42, i8 39, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 21, i8 43, i8 40, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 9, i8 44, i8 41, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 5, i8 45, i8 42, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 1, i8 45, i8 43, i8 0, i8 0 }, { i16, i8, i8, i8, i8 } { i16 22017, i8 46, i8 46, i8 0, i8 0 }], align 2

define internal i32 @mlcc_rt_jpeg2000_block(ptr %data, i32 %size, i32 %passes, i32 %planes, i32 %band, i32 %marked, i64 %width, i64 %height, ptr %to, i64 %stride) {
entry:
  %b = alloca %struct.j2k_block, align 4
  %at = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 0
  store ptr %data, ptr %at, align 4
  %end = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 1
  %add.ptr = getelementptr inbounds nuw i8, ptr %data, i32 %size
  store ptr %add.ptr, ptr %end, align 4
  %code = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 2
  store i32 0, ptr %code, align 4
  %range = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 3
  store i32 0, ptr %range, align 4
  %count = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 4
  store i32 0, ptr %count, align 4
  %states = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 5
  call void @llvm.memset.p0.i32(ptr align 4 %states, i8 0, i32 19, i1 false)
  %bits = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 6
  call void @llvm.memset.p0.i32(ptr align 1 %bits, i8 0, i32 19, i1 false)
  %0 = getelementptr i8, ptr %b, i32 58
  call void @llvm.memset.p0.i64(ptr align 2 %0, i8 0, i64 2, i1 false)
  %width1 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 7
  store i64 %width, ptr %width1, align 4
  %height2 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 8
  store i64 %height, ptr %height2, align 4
  %stride3 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 9
  %add = add nsw i64 %width, 2
  store i64 %add, ptr %stride3, align 4
  %to_stride = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 10
  store i64 0, ptr %to_stride, align 4
  %band4 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 11
  store i32 0, ptr %band4, align 4
  %plane = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 12
  store i32 0, ptr %plane, align 4
  %to5 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 13
  store ptr null, ptr %to5, align 4
  %flags = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 14
  store ptr null, ptr %flags, align 4
  %band6 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 11
  store i32 %band, ptr %band6, align 4
  %to7 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 13
  store ptr %to, ptr %to7, align 4
  %to_stride8 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 10
  store i64 %stride, ptr %to_stride8, align 4
  %cmp = icmp sgt i32 %planes, 29
  br i1 %cmp, label %return, label %lor.lhs.false

lor.lhs.false:
  %mul = mul nsw i32 3, %planes
  %sub = sub nsw i32 %mul, 2
  %cmp9 = icmp sgt i32 %passes, %sub
  br i1 %cmp9, label %return, label %if.end

if.end:
  %stride10 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 9
  %1 = load i64, ptr %stride10, align 4
  %conv = trunc i64 %1 to i32
  %conv11 = trunc i64 %height to i32
  %add12 = add i32 %conv11, 2
  %call = call ptr @mlcc_rt_image_take(i32 %conv, i32 %add12)
  %flags13 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 14
  store ptr %call, ptr %flags13, align 4
  %flags14 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 14
  %2 = load ptr, ptr %flags14, align 4
  %cmp15 = icmp eq ptr %2, null
  br i1 %cmp15, label %return, label %if.end18

if.end18:
  %sub19 = sub nsw i32 %planes, 1
  %plane20 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 12
  store i32 %sub19, ptr %plane20, align 4
  call void @mlcc_rt.image_jpeg2000_blocks.j2k_begin(ptr %b)
  br label %for.cond

for.cond:
  %pass.0 = phi i32 [ 0, %if.end18 ], [ %inc35, %if.end32 ]
  %kind.0 = phi i32 [ 2, %if.end18 ], [ %rem, %if.end32 ]
  %cmp21 = icmp slt i32 %pass.0, %passes
  br i1 %cmp21, label %for.body, label %for.end36

for.body:
  call void @mlcc_rt.image_jpeg2000_blocks.j2k_pass(ptr %b, i32 %kind.0)
  %cmp23 = icmp eq i32 %kind.0, 2
  br i1 %cmp23, label %for.cond26, label %if.end32

for.cond26:
  %k.0 = phi i32 [ %inc, %for.body29 ], [ 0, %for.body ]
  %tobool = icmp ne i32 %marked, 0
  %cmp27 = icmp slt i32 %k.0, 4
  %spec.select = select i1 %tobool, i1 %cmp27, i1 false
  br i1 %spec.select, label %for.body29, label %for.end

for.body29:
  %call30 = call i32 @mlcc_rt.image_jpeg2000_blocks.j2k_bit(ptr %b, i32 18)
  %inc = add nsw i32 %k.0, 1
  br label %for.cond26

for.end:
  %plane31 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 12
  %3 = load i32, ptr %plane31, align 4
  %dec = add nsw i32 %3, -1
  store i32 %dec, ptr %plane31, align 4
  br label %if.end32

if.end32:
  %add33 = add nsw i32 %kind.0, 1
  %rem = srem i32 %add33, 3
  %inc35 = add nsw i32 %pass.0, 1
  br label %for.cond

for.end36:
  %flags37 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 14
  %4 = load ptr, ptr %flags37, align 4
  call void @free(ptr %4)
  br label %return

return:
  %retval.0 = phi i32 [ 0, %for.end36 ], [ 1, %entry ], [ 1, %lor.lhs.false ], [ 3, %if.end ]
  ret i32 %retval.0
}

declare void @llvm.memset.p0.i32(ptr, i8, i32, i1)

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

declare ptr @mlcc_rt_image_take(i32, i32)

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
  %arrayidx = getelementptr inbounds [19 x i8], ptr %states, i32 0, i32 %k.0
  store i8 %conv, ptr %arrayidx, align 1
  %bits = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 6
  %arrayidx9 = getelementptr inbounds [19 x i8], ptr %bits, i32 0, i32 %k.0
  store i8 0, ptr %arrayidx9, align 1
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.end:
  %call = call i32 @mlcc_rt.image_jpeg2000_blocks.j2k_byte(ptr %b, i32 0)
  %shl = shl i32 %call, 16
  %code = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 2
  store i32 %shl, ptr %code, align 4
  call void @mlcc_rt.image_jpeg2000_blocks.j2k_more(ptr %b)
  %code10 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 2
  %0 = load i32, ptr %code10, align 4
  %shl11 = shl i32 %0, 7
  store i32 %shl11, ptr %code10, align 4
  %count = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 4
  %1 = load i32, ptr %count, align 4
  %sub = sub nsw i32 %1, 7
  store i32 %sub, ptr %count, align 4
  %range = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 3
  store i32 32768, ptr %range, align 4
  ret void
}

define internal void @mlcc_rt.image_jpeg2000_blocks.j2k_pass(ptr %b, i32 %kind) {
entry:
  br label %for.cond

for.cond:
  %y.0 = phi i64 [ 0, %entry ], [ %add61, %for.inc60 ]
  %height = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 8
  %0 = load i64, ptr %height, align 4
  %cmp = icmp slt i64 %y.0, %0
  br i1 %cmp, label %for.body, label %for.end62

for.body:
  %height1 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 8
  %1 = load i64, ptr %height1, align 4
  %sub = sub nsw i64 %1, %y.0
  %cmp2 = icmp slt i64 %sub, 4
  br i1 %cmp2, label %cond.true, label %cond.end

cond.true:
  %height3 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 8
  %2 = load i64, ptr %height3, align 4
  %sub4 = sub nsw i64 %2, %y.0
  br label %cond.end

cond.end:
  %cond = phi i64 [ %sub4, %cond.true ], [ 4, %for.body ]
  br label %for.cond5

for.cond5:
  %x.0 = phi i64 [ 0, %cond.end ], [ %inc58, %for.inc57 ]
  %width = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 7
  %3 = load i64, ptr %width, align 4
  %cmp6 = icmp slt i64 %x.0, %3
  br i1 %cmp6, label %for.body7, label %for.inc60

for.body7:
  %flags = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 14
  %4 = load ptr, ptr %flags, align 4
  %add = add nsw i64 %y.0, 1
  %stride = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 9
  %5 = load i64, ptr %stride, align 4
  %mul = mul nsw i64 %add, %5
  %idx.ext = trunc i64 %mul to i32
  %add.ptr = getelementptr inbounds i8, ptr %4, i32 %idx.ext
  %idx.ext8 = trunc i64 %x.0 to i32
  %add.ptr9 = getelementptr inbounds i8, ptr %add.ptr, i32 %idx.ext8
  %add.ptr10 = getelementptr inbounds i8, ptr %add.ptr9, i32 1
  %to11 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 13
  %6 = load ptr, ptr %to11, align 4
  %to_stride = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 10
  %7 = load i64, ptr %to_stride, align 4
  %mul12 = mul nsw i64 %y.0, %7
  %idx.ext13 = trunc i64 %mul12 to i32
  %add.ptr14 = getelementptr inbounds %union.mlcc_number, ptr %6, i32 %idx.ext13
  %idx.ext15 = trunc i64 %x.0 to i32
  %add.ptr16 = getelementptr inbounds %union.mlcc_number, ptr %add.ptr14, i32 %idx.ext15
  %cmp17 = icmp eq i32 %kind, 2
  %cmp18 = icmp eq i64 %cond, 4
  %or.cond = select i1 %cmp17, i1 %cmp18, i1 false
  br i1 %or.cond, label %land.lhs.true19, label %if.end34

land.lhs.true19:
  %call = call i32 @mlcc_rt.image_jpeg2000_blocks.j2k_is_quiet(ptr %b, ptr %add.ptr10)
  %tobool = icmp ne i32 %call, 0
  br i1 %tobool, label %if.then, label %if.end34

if.then:
  %call20 = call i32 @mlcc_rt.image_jpeg2000_blocks.j2k_bit(ptr %b, i32 17)
  %tobool21 = icmp ne i32 %call20, 0
  br i1 %tobool21, label %if.end, label %for.inc57

if.end:
  %call23 = call i32 @mlcc_rt.image_jpeg2000_blocks.j2k_bit(ptr %b, i32 18)
  %mul24 = mul nsw i32 %call23, 2
  %conv = sext i32 %mul24 to i64
  %call25 = call i32 @mlcc_rt.image_jpeg2000_blocks.j2k_bit(ptr %b, i32 18)
  %conv26 = sext i32 %call25 to i64
  %add27 = add nsw i64 %conv, %conv26
  %stride28 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 9
  %8 = load i64, ptr %stride28, align 4
  %mul29 = mul nsw i64 %add27, %8
  %idx.ext30 = trunc i64 %mul29 to i32
  %add.ptr31 = getelementptr inbounds i8, ptr %add.ptr10, i32 %idx.ext30
  %to_stride32 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 10
  %9 = load i64, ptr %to_stride32, align 4
  %mul33 = mul nsw i64 %add27, %9
  %idxprom = trunc i64 %mul33 to i32
  %arrayidx = getelementptr inbounds %union.mlcc_number, ptr %add.ptr16, i32 %idxprom
  call void @mlcc_rt.image_jpeg2000_blocks.j2k_significant(ptr %b, ptr %add.ptr31, ptr %arrayidx)
  %inc = add nsw i64 %add27, 1
  br label %if.end34

if.end34:
  %row.0 = phi i64 [ %inc, %if.end ], [ 0, %land.lhs.true19 ], [ 0, %for.body7 ]
  br label %for.cond35

for.cond35:
  %row.1 = phi i64 [ %row.0, %if.end34 ], [ %inc56, %for.inc ]
  %cmp36 = icmp slt i64 %row.1, %cond
  br i1 %cmp36, label %for.body38, label %for.inc57

for.body38:
  %stride39 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 9
  %10 = load i64, ptr %stride39, align 4
  %mul40 = mul nsw i64 %row.1, %10
  %idx.ext41 = trunc i64 %mul40 to i32
  %add.ptr42 = getelementptr inbounds i8, ptr %add.ptr10, i32 %idx.ext41
  %to_stride43 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 10
  %11 = load i64, ptr %to_stride43, align 4
  %mul44 = mul nsw i64 %row.1, %11
  %idxprom45 = trunc i64 %mul44 to i32
  %arrayidx46 = getelementptr inbounds %union.mlcc_number, ptr %add.ptr16, i32 %idxprom45
  switch i32 %kind, label %if.else53 [
    i32 0, label %if.then49
    i32 1, label %if.then52
  ]

if.then49:
  call void @mlcc_rt.image_jpeg2000_blocks.j2k_propagate(ptr %b, ptr %add.ptr42, ptr %arrayidx46)
  br label %for.inc

if.then52:
  call void @mlcc_rt.image_jpeg2000_blocks.j2k_refine(ptr %b, ptr %add.ptr42, ptr %arrayidx46)
  br label %for.inc

if.else53:
  call void @mlcc_rt.image_jpeg2000_blocks.j2k_clean(ptr %b, ptr %add.ptr42, ptr %arrayidx46)
  br label %for.inc

for.inc:
  %inc56 = add nsw i64 %row.1, 1
  br label %for.cond35

for.inc57:
  %inc58 = add nsw i64 %x.0, 1
  br label %for.cond5

for.inc60:
  %add61 = add nsw i64 %y.0, 4
  br label %for.cond

for.end62:
  ret void
}

define internal i32 @mlcc_rt.image_jpeg2000_blocks.j2k_bit(ptr %b, i32 %context) {
entry:
  %states = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 5
  %arrayidx = getelementptr inbounds [19 x i8], ptr %states, i32 0, i32 %context
  %0 = load i8, ptr %arrayidx, align 1
  %idxprom = zext i8 %0 to i32
  %arrayidx1 = getelementptr inbounds nuw [47 x %struct.j2k_state], ptr @mlcc_rt.image_jpeg2000_blocks.j2k_states, i32 0, i32 %idxprom
  %odds2 = getelementptr inbounds nuw %struct.j2k_state, ptr %arrayidx1, i32 0, i32 0
  %1 = load i16, ptr %odds2, align 2
  %conv = zext i16 %1 to i32
  %bits = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 6
  %arrayidx3 = getelementptr inbounds [19 x i8], ptr %bits, i32 0, i32 %context
  %2 = load i8, ptr %arrayidx3, align 1
  %conv4 = zext i8 %2 to i32
  %range = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 3
  %3 = load i32, ptr %range, align 4
  %sub = sub i32 %3, %conv
  store i32 %sub, ptr %range, align 4
  %code = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 2
  %4 = load i32, ptr %code, align 4
  %shr = lshr i32 %4, 16
  %cmp = icmp ult i32 %shr, %conv
  br i1 %cmp, label %if.then, label %if.else

if.then:
  %range6 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 3
  %5 = load i32, ptr %range6, align 4
  %cmp7 = icmp uge i32 %5, %conv
  %conv8 = zext i1 %cmp7 to i32
  %range9 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 3
  store i32 %conv, ptr %range9, align 4
  br label %if.end17

if.else:
  %shl = shl i32 %conv, 16
  %code10 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 2
  %6 = load i32, ptr %code10, align 4
  %sub11 = sub i32 %6, %shl
  store i32 %sub11, ptr %code10, align 4
  %range12 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 3
  %7 = load i32, ptr %range12, align 4
  %and = and i32 %7, 32768
  %tobool = icmp ne i32 %and, 0
  br i1 %tobool, label %return, label %if.end

if.end:
  %range14 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 3
  %8 = load i32, ptr %range14, align 4
  %cmp15 = icmp ult i32 %8, %conv
  %conv16 = zext i1 %cmp15 to i32
  br label %if.end17

if.end17:
  %rare.0 = phi i32 [ %conv8, %if.then ], [ %conv16, %if.end ]
  %tobool18 = icmp ne i32 %rare.0, 0
  br i1 %tobool18, label %if.then19, label %if.end27

if.then19:
  %swaps = getelementptr inbounds nuw %struct.j2k_state, ptr %arrayidx1, i32 0, i32 3
  %9 = load i8, ptr %swaps, align 2
  %conv20 = zext i8 %9 to i32
  %tobool21 = icmp ne i32 %conv20, 0
  %sub22 = sub nsw i32 1, %conv4
  %cond = select i1 %tobool21, i32 %sub22, i32 %conv4
  %conv23 = trunc i32 %cond to i8
  %bits24 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 6
  %arrayidx25 = getelementptr inbounds [19 x i8], ptr %bits24, i32 0, i32 %context
  store i8 %conv23, ptr %arrayidx25, align 1
  %sub26 = sub nsw i32 1, %conv4
  br label %if.end27

if.end27:
  %bit.0 = phi i32 [ %sub26, %if.then19 ], [ %conv4, %if.end17 ]
  %tobool28 = icmp ne i32 %rare.0, 0
  br i1 %tobool28, label %cond.true29, label %cond.false32

cond.true29:
  %rare30 = getelementptr inbounds nuw %struct.j2k_state, ptr %arrayidx1, i32 0, i32 2
  %10 = load i8, ptr %rare30, align 1
  %conv31 = zext i8 %10 to i32
  br label %cond.end34

cond.false32:
  %usual = getelementptr inbounds nuw %struct.j2k_state, ptr %arrayidx1, i32 0, i32 1
  %11 = load i8, ptr %usual, align 2
  %conv33 = zext i8 %11 to i32
  br label %cond.end34

cond.end34:
  %cond35 = phi i32 [ %conv31, %cond.true29 ], [ %conv33, %cond.false32 ]
  %conv36 = trunc i32 %cond35 to i8
  %states37 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 5
  %arrayidx38 = getelementptr inbounds [19 x i8], ptr %states37, i32 0, i32 %context
  store i8 %conv36, ptr %arrayidx38, align 1
  br label %do.body

do.body:
  %count = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 4
  %12 = load i32, ptr %count, align 4
  %cmp39 = icmp eq i32 %12, 0
  br i1 %cmp39, label %if.then41, label %if.end42

if.then41:
  call void @mlcc_rt.image_jpeg2000_blocks.j2k_more(ptr %b)
  br label %if.end42

if.end42:
  %range43 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 3
  %13 = load i32, ptr %range43, align 4
  %shl44 = shl i32 %13, 1
  store i32 %shl44, ptr %range43, align 4
  %code45 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 2
  %14 = load i32, ptr %code45, align 4
  %shl46 = shl i32 %14, 1
  store i32 %shl46, ptr %code45, align 4
  %count47 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 4
  %15 = load i32, ptr %count47, align 4
  %dec = add nsw i32 %15, -1
  store i32 %dec, ptr %count47, align 4
  %range48 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 3
  %16 = load i32, ptr %range48, align 4
  %and49 = and i32 %16, 32768
  %cmp50 = icmp eq i32 %and49, 0
  br i1 %cmp50, label %do.body, label %return

return:
  %retval.0 = phi i32 [ %conv4, %if.else ], [ %bit.0, %if.end42 ]
  ret i32 %retval.0
}

declare void @free(ptr)

define internal i32 @mlcc_rt.image_jpeg2000_blocks.j2k_byte(ptr %b, i32 %ahead) {
entry:
  %end = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 1
  %0 = load ptr, ptr %end, align 4
  %at = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 0
  %1 = load ptr, ptr %at, align 4
  %sub.ptr.lhs.cast = ptrtoint ptr %0 to i32
  %sub.ptr.rhs.cast = ptrtoint ptr %1 to i32
  %sub.ptr.sub = sub i32 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %cmp = icmp sgt i32 %sub.ptr.sub, %ahead
  br i1 %cmp, label %cond.true, label %cond.end

cond.true:
  %at1 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 0
  %2 = load ptr, ptr %at1, align 4
  %arrayidx = getelementptr inbounds i8, ptr %2, i32 %ahead
  %3 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %3 to i32
  br label %cond.end

cond.end:
  %cond = phi i32 [ %conv, %cond.true ], [ 255, %entry ]
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
  %0 = load i32, ptr %code, align 4
  %add = add i32 %0, 65280
  store i32 %add, ptr %code, align 4
  %count = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 4
  store i32 8, ptr %count, align 4
  br label %return

if.end:
  %shl = shl i32 %call, 9
  %code4 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 2
  %1 = load i32, ptr %code4, align 4
  %add5 = add i32 %1, %shl
  store i32 %add5, ptr %code4, align 4
  %count6 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 4
  store i32 7, ptr %count6, align 4
  br label %if.end11

if.else:
  %shl7 = shl i32 %call, 8
  %code8 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 2
  %2 = load i32, ptr %code8, align 4
  %add9 = add i32 %2, %shl7
  store i32 %add9, ptr %code8, align 4
  %count10 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 4
  store i32 8, ptr %count10, align 4
  br label %if.end11

if.end11:
  %at = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 0
  %3 = load ptr, ptr %at, align 4
  %end = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 1
  %4 = load ptr, ptr %end, align 4
  %cmp12 = icmp ult ptr %3, %4
  %conv = zext i1 %cmp12 to i32
  %at13 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 0
  %5 = load ptr, ptr %at13, align 4
  %add.ptr = getelementptr inbounds i8, ptr %5, i32 %conv
  store ptr %add.ptr, ptr %at13, align 4
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
  %1 = load i64, ptr %stride, align 4
  %idx.ext = trunc i64 %1 to i32
  %add.ptr = getelementptr inbounds i8, ptr %f.addr.0, i32 %idx.ext
  br label %for.cond

return:
  %retval.0 = phi i32 [ 0, %for.body ], [ 0, %lor.lhs.false ], [ 1, %for.cond ]
  ret i32 %retval.0
}

define internal void @mlcc_rt.image_jpeg2000_blocks.j2k_significant(ptr %b, ptr %f, ptr %to) {
entry:
  %arrayidx = getelementptr inbounds i8, ptr %f, i32 -1
  %0 = load i8, ptr %arrayidx, align 1
  %arrayidx1 = getelementptr inbounds i8, ptr %f, i32 1
  %1 = load i8, ptr %arrayidx1, align 1
  %call = call i32 @mlcc_rt.image_jpeg2000_blocks.j2k_lean(i8 zeroext %0, i8 zeroext %1)
  %stride = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 9
  %2 = load i64, ptr %stride, align 4
  %sub = sub nsw i64 0, %2
  %idxprom = trunc i64 %sub to i32
  %arrayidx2 = getelementptr inbounds i8, ptr %f, i32 %idxprom
  %3 = load i8, ptr %arrayidx2, align 1
  %stride3 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 9
  %4 = load i64, ptr %stride3, align 4
  %idxprom4 = trunc i64 %4 to i32
  %arrayidx5 = getelementptr inbounds i8, ptr %f, i32 %idxprom4
  %5 = load i8, ptr %arrayidx5, align 1
  %call6 = call i32 @mlcc_rt.image_jpeg2000_blocks.j2k_lean(i8 zeroext %3, i8 zeroext %5)
  %cmp = icmp slt i32 %call, 0
  br i1 %cmp, label %lor.end, label %lor.rhs

lor.rhs:
  %cmp7 = icmp eq i32 %call, 0
  %cmp8 = icmp slt i32 %call6, 0
  %spec.select = select i1 %cmp7, i1 %cmp8, i1 false
  br label %lor.end

lor.end:
  %6 = phi i1 [ true, %entry ], [ %spec.select, %lor.rhs ]
  %lor.ext = zext i1 %6 to i32
  %cmp9 = icmp eq i32 %call, 0
  br i1 %cmp9, label %cond.true, label %cond.false

cond.true:
  %cmp10 = icmp ne i32 %call6, 0
  %conv = zext i1 %cmp10 to i32
  br label %cond.end14

cond.false:
  %tobool = icmp ne i32 %lor.ext, 0
  %sub12 = sub nsw i32 0, %call6
  %cond = select i1 %tobool, i32 %sub12, i32 %call6
  %add = add nsw i32 3, %cond
  br label %cond.end14

cond.end14:
  %cond15 = phi i32 [ %conv, %cond.true ], [ %add, %cond.false ]
  %add16 = add nsw i32 9, %cond15
  %call17 = call i32 @mlcc_rt.image_jpeg2000_blocks.j2k_bit(ptr %b, i32 %add16)
  %xor = xor i32 %call17, %lor.ext
  %7 = load i8, ptr %f, align 1
  %conv18 = zext i8 %7 to i32
  %or = or i32 %conv18, 1
  %tobool19 = icmp ne i32 %xor, 0
  %cond20 = select i1 %tobool19, i32 2, i32 0
  %or21 = or i32 %or, %cond20
  %conv22 = trunc i32 %or21 to i8
  store i8 %conv22, ptr %f, align 1
  %plane = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 12
  %8 = load i32, ptr %plane, align 4
  %shl = shl i32 3, %8
  %tobool23 = icmp ne i32 %xor, 0
  %sub25 = sub nsw i32 0, %shl
  %cond28 = select i1 %tobool23, i32 %sub25, i32 %shl
  store i32 %cond28, ptr %to, align 4
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
  %0 = load i64, ptr %stride, align 4
  %arrayidx = getelementptr inbounds i8, ptr %f, i32 -1
  %1 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %1 to i32
  %and = and i32 %conv, 1
  %arrayidx1 = getelementptr inbounds i8, ptr %f, i32 1
  %2 = load i8, ptr %arrayidx1, align 1
  %conv2 = zext i8 %2 to i32
  %and3 = and i32 %conv2, 1
  %add = add nsw i32 %and, %and3
  %sub = sub nsw i64 0, %0
  %idxprom = trunc i64 %sub to i32
  %arrayidx4 = getelementptr inbounds i8, ptr %f, i32 %idxprom
  %3 = load i8, ptr %arrayidx4, align 1
  %conv5 = zext i8 %3 to i32
  %and6 = and i32 %conv5, 1
  %idxprom7 = trunc i64 %0 to i32
  %arrayidx8 = getelementptr inbounds i8, ptr %f, i32 %idxprom7
  %4 = load i8, ptr %arrayidx8, align 1
  %conv9 = zext i8 %4 to i32
  %and10 = and i32 %conv9, 1
  %add11 = add nsw i32 %and6, %and10
  %sub12 = sub nsw i64 0, %0
  %sub13 = sub nsw i64 %sub12, 1
  %idxprom14 = trunc i64 %sub13 to i32
  %arrayidx15 = getelementptr inbounds i8, ptr %f, i32 %idxprom14
  %5 = load i8, ptr %arrayidx15, align 1
  %conv16 = zext i8 %5 to i32
  %and17 = and i32 %conv16, 1
  %sub18 = sub nsw i64 1, %0
  %idxprom19 = trunc i64 %sub18 to i32
  %arrayidx20 = getelementptr inbounds i8, ptr %f, i32 %idxprom19
  %6 = load i8, ptr %arrayidx20, align 1
  %conv21 = zext i8 %6 to i32
  %and22 = and i32 %conv21, 1
  %add23 = add nsw i32 %and17, %and22
  %sub24 = sub nsw i64 %0, 1
  %idxprom25 = trunc i64 %sub24 to i32
  %arrayidx26 = getelementptr inbounds i8, ptr %f, i32 %idxprom25
  %7 = load i8, ptr %arrayidx26, align 1
  %conv27 = zext i8 %7 to i32
  %and28 = and i32 %conv27, 1
  %add29 = add nsw i32 %add23, %and28
  %add30 = add nsw i64 %0, 1
  %idxprom31 = trunc i64 %add30 to i32
  %arrayidx32 = getelementptr inbounds i8, ptr %f, i32 %idxprom31
  %8 = load i8, ptr %arrayidx32, align 1
  %conv33 = zext i8 %8 to i32
  %and34 = and i32 %conv33, 1
  %add35 = add nsw i32 %add29, %and34
  %band = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 11
  %9 = load i32, ptr %band, align 4
  %cmp = icmp eq i32 %9, 3
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %add37 = add nsw i32 %add, %add11
  %cmp38 = icmp sge i32 %add35, 3
  br i1 %cmp38, label %return, label %cond.false

cond.false:
  switch i32 %add35, label %cond.false51 [
    i32 2, label %cond.true42
    i32 1, label %cond.true49
  ]

cond.true42:
  %cmp43 = icmp sge i32 %add37, 1
  %conv44 = zext i1 %cmp43 to i32
  %add45 = add nsw i32 6, %conv44
  br label %return

cond.true49:
  %call = call i32 @mlcc_rt.image_jpeg2000_blocks.j2k_least(i32 %add37, i32 2)
  %add50 = add nsw i32 3, %call
  br label %return

cond.false51:
  %call52 = call i32 @mlcc_rt.image_jpeg2000_blocks.j2k_least(i32 %add37, i32 2)
  br label %return

if.end:
  %band57 = getelementptr inbounds nuw %struct.j2k_block, ptr %b, i32 0, i32 11
  %10 = load i32, ptr %band57, align 4
  %cmp58 = icmp eq i32 %10, 1
  %spec.select = select i1 %cmp58, i32 %add, i32 %add11
  %spec.select28 = select i1 %cmp58, i32 %add11, i32 %add
  switch i32 %spec.select28, label %cond.false77 [
    i32 0, label %if.then64
    i32 2, label %return
  ]

if.then64:
  %cmp65 = icmp sgt i32 %spec.select, 0
  br i1 %cmp65, label %cond.true67, label %cond.false69

cond.true67:
  %add68 = add nsw i32 2, %spec.select
  br label %return

cond.false69:
  %call70 = call i32 @mlcc_rt.image_jpeg2000_blocks.j2k_least(i32 %add35, i32 2)
  br label %return

cond.false77:
  %cmp78 = icmp sgt i32 %spec.select, 0
  %cmp82 = icmp sgt i32 %add35, 0
  %conv83 = zext i1 %cmp82 to i32
  %add84 = add nsw i32 5, %conv83
  %cond86 = select i1 %cmp78, i32 7, i32 %add84
  br label %return

return:
  %retval.0 = phi i32 [ %call70, %cond.false69 ], [ %call52, %cond.false51 ], [ 8, %if.then ], [ %add45, %cond.true42 ], [ %add50, %cond.true49 ], [ %add68, %cond.true67 ], [ %cond86, %cond.false77 ], [ 8, %if.end ]
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
