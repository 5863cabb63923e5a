; Generated from image_jpeg2000.c by mlcc.runtime.native.generate.

%struct.j2k = type { ptr, ptr, ptr, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i32, [4 x i32], [4 x i32], i32, i32, i32, i32, i32, i32, i32, i32, [4 x %struct.j2k_style], ptr, i64, i64, i64, i64, i64, i64, [4 x %struct.j2k_part], ptr, ptr, ptr, i32, i32, i32, i64 }
%struct.j2k_style = type { i32, i32, i32, i32, i32, [33 x i8], i32, i32, [97 x i8], [97 x i16], i8, i8 }
%struct.j2k_part = type { [33 x %struct.j2k_level], ptr }
%struct.j2k_level = type { i64, i64, i64, i64, i64, i64, i32, i32, i32, [3 x %struct.j2k_band] }
%struct.j2k_band = type { i64, i64, i64, i64, i64, i64, i32, i32, float, ptr }
%struct.mlcc_image = type { ptr, i32, i64, i64, ptr }
%struct.j2k_precinct = type { i64, i64, ptr, %struct.j2k_tree, %struct.j2k_tree, i32 }
%struct.j2k_tree = type { i64, i64, ptr }
%struct.j2k_code = type { i64, i64, i64, i64, i32, i32, i32, i32, ptr, i32 }
%struct.j2k_piece = type { ptr, ptr, i64 }
%union.mlcc_number = type { i32 }
%struct.j2k_node = type { i64, i32, i32, i32 }

define internal i32 @mlcc_rt_image_jpeg2000(ptr %image) {
entry:
  %call = call ptr @mlcc_rt_image_take(i32 1, i32 34964)
  %cmp = icmp eq ptr %call, null
  br i1 %cmp, label %return, label %if.end

if.end:
  %call1 = call i32 @mlcc_rt.image_jpeg2000.j2k_decode(ptr %call, ptr %image)
  call void @mlcc_rt.image_jpeg2000.j2k_drop_tile(ptr %call)
  %pieces = getelementptr inbounds nuw %struct.j2k, ptr %call, i32 0, i32 25
  %0 = load ptr, ptr %pieces, align 4
  call void @free(ptr %0)
  call void @free(ptr %call)
  br label %return

return:
  %retval.0 = phi i32 [ %call1, %if.end ], [ 3, %entry ]
  ret i32 %retval.0
}

declare ptr @mlcc_rt_image_take(i32, i32)

define internal i32 @mlcc_rt.image_jpeg2000.j2k_decode(ptr %j, ptr %image) {
entry:
  %image1 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 0
  store ptr %image, ptr %image1, align 4
  %data = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 0
  %0 = load ptr, ptr %data, align 4
  %at = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 1
  store ptr %0, ptr %at, align 4
  %data2 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 0
  %1 = load ptr, ptr %data2, align 4
  %size = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 1
  %2 = load i32, ptr %size, align 4
  %add.ptr = getelementptr inbounds nuw i8, ptr %1, i32 %2
  %end = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 2
  store ptr %add.ptr, ptr %end, align 4
  %data3 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 0
  %3 = load ptr, ptr %data3, align 4
  %arrayidx = getelementptr inbounds i8, ptr %3, i32 0
  %4 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %4 to i32
  %cmp = icmp eq i32 %conv, 255
  br i1 %cmp, label %cond.end, label %cond.false

cond.false:
  %at5 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 1
  %5 = load ptr, ptr %at5, align 4
  %end6 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 2
  %6 = load ptr, ptr %end6, align 4
  %call = call i32 @mlcc_rt.image_jpeg2000.j2k_boxes(ptr %j, ptr %5, ptr %6, i32 0)
  br label %cond.end

cond.end:
  %cond = phi i32 [ %call, %cond.false ], [ 0, %entry ]
  %cmp7 = icmp eq i32 %cond, 0
  br i1 %cmp7, label %if.then, label %if.end

if.then:
  %end9 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 2
  %7 = load ptr, ptr %end9, align 4
  %at10 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 1
  %8 = load ptr, ptr %at10, align 4
  %sub.ptr.lhs.cast = ptrtoint ptr %7 to i32
  %sub.ptr.rhs.cast = ptrtoint ptr %8 to i32
  %sub.ptr.sub = sub i32 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %cmp11 = icmp sge i32 %sub.ptr.sub, 4
  br i1 %cmp11, label %land.lhs.true, label %if.end

land.lhs.true:
  %at13 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 1
  %9 = load ptr, ptr %at13, align 4
  %call14 = call i32 @mlcc_rt.image_jpeg2000.j2k_word(ptr %9, i32 4)
  %cmp15 = icmp eq i32 %call14, -11534511
  br i1 %cmp15, label %cond.true17, label %if.end

cond.true17:
  %call18 = call i32 @mlcc_rt.image_jpeg2000.j2k_segments(ptr %j)
  br label %if.end

if.end:
  %problem.0 = phi i32 [ %cond, %cond.end ], [ %call18, %cond.true17 ], [ 1, %land.lhs.true ], [ 1, %if.then ]
  %cmp22 = icmp ne i32 %problem.0, 0
  br i1 %cmp22, label %return, label %lor.lhs.false

lor.lhs.false:
  %rgb = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 4
  %10 = load ptr, ptr %rgb, align 4
  %cmp24 = icmp eq ptr %10, null
  br i1 %cmp24, label %return, label %for.cond

for.cond:
  %k.0 = phi i32 [ %inc, %for.inc ], [ 1, %lor.lhs.false ]
  %mixed = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 23
  %11 = load i32, ptr %mixed, align 4
  %tobool = icmp ne i32 %11, 0
  %cmp28 = icmp slt i32 %k.0, 3
  %spec.select = select i1 %tobool, i1 %cmp28, i1 false
  br i1 %spec.select, label %for.body, label %for.cond41

for.body:
  %count = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 13
  %12 = load i32, ptr %count, align 4
  %cmp30 = icmp slt i32 %12, 3
  br i1 %cmp30, label %return, label %lor.lhs.false32

lor.lhs.false32:
  %styles = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 24
  %arrayidx33 = getelementptr inbounds [4 x %struct.j2k_style], ptr %styles, i32 0, i32 %k.0
  %reversible = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx33, i32 0, i32 4
  %13 = load i32, ptr %reversible, align 4
  %styles34 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 24
  %arrayidx35 = getelementptr inbounds [4 x %struct.j2k_style], ptr %styles34, i32 0, i32 0
  %reversible36 = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx35, i32 0, i32 4
  %14 = load i32, ptr %reversible36, align 4
  %cmp37 = icmp ne i32 %13, %14
  br i1 %cmp37, label %return, label %for.inc

for.inc:
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.cond41:
  %problem.1 = phi i32 [ %call49, %for.body48 ], [ %problem.0, %for.cond ]
  %tile.0 = phi i64 [ %inc51, %for.body48 ], [ 0, %for.cond ]
  %cmp42 = icmp eq i32 %problem.1, 0
  br i1 %cmp42, label %land.rhs44, label %return

land.rhs44:
  %tiles_across = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 11
  %15 = load i64, ptr %tiles_across, align 4
  %tiles_down = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 12
  %16 = load i64, ptr %tiles_down, align 4
  %mul = mul nsw i64 %15, %16
  %cmp45 = icmp slt i64 %tile.0, %mul
  br i1 %cmp45, label %for.body48, label %return

for.body48:
  %call49 = call i32 @mlcc_rt.image_jpeg2000.j2k_tile(ptr %j, i64 %tile.0)
  %inc51 = add nsw i64 %tile.0, 1
  br label %for.cond41

return:
  %retval.0 = phi i32 [ 1, %for.body ], [ %problem.0, %if.end ], [ %problem.0, %lor.lhs.false ], [ 1, %lor.lhs.false32 ], [ %problem.1, %for.cond41 ], [ %problem.1, %land.rhs44 ]
  ret i32 %retval.0
}

define internal void @mlcc_rt.image_jpeg2000.j2k_drop_tile(ptr %j) {
entry:
  br label %for.cond

for.cond:
  %n.0 = phi i32 [ 0, %entry ], [ %inc46, %for.end40 ]
  %cmp = icmp slt i32 %n.0, 396
  br i1 %cmp, label %for.body, label %for.cond49

for.body:
  %parts = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 32
  %div = sdiv i32 %n.0, 3
  %div1 = sdiv i32 %div, 33
  %arrayidx = getelementptr inbounds [4 x %struct.j2k_part], ptr %parts, i32 0, i32 %div1
  %levels = getelementptr inbounds nuw %struct.j2k_part, ptr %arrayidx, i32 0, i32 0
  %div2 = sdiv i32 %n.0, 3
  %rem = srem i32 %div2, 33
  %arrayidx3 = getelementptr inbounds [33 x %struct.j2k_level], ptr %levels, i32 0, i32 %rem
  %bands = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx3, i32 0, i32 9
  %rem4 = srem i32 %n.0, 3
  %arrayidx5 = getelementptr inbounds [3 x %struct.j2k_band], ptr %bands, i32 0, i32 %rem4
  %precincts6 = getelementptr inbounds nuw %struct.j2k_band, ptr %arrayidx5, i32 0, i32 9
  %0 = load ptr, ptr %precincts6, align 4
  br label %for.cond7

for.cond7:
  %k.0 = phi i64 [ 0, %for.body ], [ %inc39, %for.end ]
  %cmp8 = icmp ne ptr %0, null
  br i1 %cmp8, label %land.rhs, label %for.end40

land.rhs:
  %across = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx3, i32 0, i32 4
  %1 = load i64, ptr %across, align 4
  %down = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx3, i32 0, i32 5
  %2 = load i64, ptr %down, align 4
  %mul = mul nsw i64 %1, %2
  %cmp9 = icmp slt i64 %k.0, %mul
  br i1 %cmp9, label %for.cond11, label %for.end40

for.cond11:
  %m.0 = phi i64 [ %inc, %for.body24 ], [ 0, %land.rhs ]
  %idxprom = trunc i64 %k.0 to i32
  %arrayidx12 = getelementptr inbounds %struct.j2k_precinct, ptr %0, i32 %idxprom
  %codes = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx12, i32 0, i32 2
  %3 = load ptr, ptr %codes, align 4
  %cmp13 = icmp ne ptr %3, null
  br i1 %cmp13, label %land.rhs14, label %for.end

land.rhs14:
  %idxprom15 = trunc i64 %k.0 to i32
  %arrayidx16 = getelementptr inbounds %struct.j2k_precinct, ptr %0, i32 %idxprom15
  %across17 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx16, i32 0, i32 0
  %4 = load i64, ptr %across17, align 4
  %idxprom18 = trunc i64 %k.0 to i32
  %arrayidx19 = getelementptr inbounds %struct.j2k_precinct, ptr %0, i32 %idxprom18
  %down20 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx19, i32 0, i32 1
  %5 = load i64, ptr %down20, align 4
  %mul21 = mul nsw i64 %4, %5
  %cmp22 = icmp slt i64 %m.0, %mul21
  br i1 %cmp22, label %for.body24, label %for.end

for.body24:
  %idxprom25 = trunc i64 %k.0 to i32
  %arrayidx26 = getelementptr inbounds %struct.j2k_precinct, ptr %0, i32 %idxprom25
  %codes27 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx26, i32 0, i32 2
  %6 = load ptr, ptr %codes27, align 4
  %idxprom28 = trunc i64 %m.0 to i32
  %arrayidx29 = getelementptr inbounds %struct.j2k_code, ptr %6, i32 %idxprom28
  %data = getelementptr inbounds nuw %struct.j2k_code, ptr %arrayidx29, i32 0, i32 8
  %7 = load ptr, ptr %data, align 4
  call void @free(ptr %7)
  %inc = add nsw i64 %m.0, 1
  br label %for.cond11

for.end:
  %idxprom30 = trunc i64 %k.0 to i32
  %arrayidx31 = getelementptr inbounds %struct.j2k_precinct, ptr %0, i32 %idxprom30
  %codes32 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx31, i32 0, i32 2
  %8 = load ptr, ptr %codes32, align 4
  call void @free(ptr %8)
  %idxprom33 = trunc i64 %k.0 to i32
  %arrayidx34 = getelementptr inbounds %struct.j2k_precinct, ptr %0, i32 %idxprom33
  %inclusion = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx34, i32 0, i32 3
  %nodes = getelementptr inbounds nuw %struct.j2k_tree, ptr %inclusion, i32 0, i32 2
  %9 = load ptr, ptr %nodes, align 4
  call void @free(ptr %9)
  %idxprom35 = trunc i64 %k.0 to i32
  %arrayidx36 = getelementptr inbounds %struct.j2k_precinct, ptr %0, i32 %idxprom35
  %zeros = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx36, i32 0, i32 4
  %nodes37 = getelementptr inbounds nuw %struct.j2k_tree, ptr %zeros, i32 0, i32 2
  %10 = load ptr, ptr %nodes37, align 4
  call void @free(ptr %10)
  %inc39 = add nsw i64 %k.0, 1
  br label %for.cond7

for.end40:
  call void @free(ptr %0)
  %bands41 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx3, i32 0, i32 9
  %rem42 = srem i32 %n.0, 3
  %arrayidx43 = getelementptr inbounds [3 x %struct.j2k_band], ptr %bands41, i32 0, i32 %rem42
  %precincts44 = getelementptr inbounds nuw %struct.j2k_band, ptr %arrayidx43, i32 0, i32 9
  store ptr null, ptr %precincts44, align 4
  %inc46 = add nsw i32 %n.0, 1
  br label %for.cond

for.cond49:
  %n48.0 = phi i32 [ %inc58, %for.body51 ], [ 0, %for.cond ]
  %cmp50 = icmp slt i32 %n48.0, 4
  br i1 %cmp50, label %for.body51, label %for.end59

for.body51:
  %parts52 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 32
  %arrayidx53 = getelementptr inbounds [4 x %struct.j2k_part], ptr %parts52, i32 0, i32 %n48.0
  %numbers = getelementptr inbounds nuw %struct.j2k_part, ptr %arrayidx53, i32 0, i32 1
  %11 = load ptr, ptr %numbers, align 4
  call void @free(ptr %11)
  %parts54 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 32
  %arrayidx55 = getelementptr inbounds [4 x %struct.j2k_part], ptr %parts54, i32 0, i32 %n48.0
  %numbers56 = getelementptr inbounds nuw %struct.j2k_part, ptr %arrayidx55, i32 0, i32 1
  store ptr null, ptr %numbers56, align 4
  %inc58 = add nsw i32 %n48.0, 1
  br label %for.cond49

for.end59:
  %stream = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 33
  %12 = load ptr, ptr %stream, align 4
  call void @free(ptr %12)
  %stream60 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 33
  store ptr null, ptr %stream60, align 4
  ret void
}

declare void @free(ptr)

define internal i32 @mlcc_rt.image_jpeg2000.j2k_boxes(ptr %j, ptr %at, ptr %end, i32 %inner) {
entry:
  br label %while.cond

while.cond:
  %at.addr.0 = phi ptr [ %at, %entry ], [ %add.ptr33, %if.end80 ]
  %sub.ptr.lhs.cast = ptrtoint ptr %end to i32
  %sub.ptr.rhs.cast = ptrtoint ptr %at.addr.0 to i32
  %sub.ptr.sub = sub i32 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %cmp = icmp sge i32 %sub.ptr.sub, 8
  br i1 %cmp, label %while.body, label %while.end

while.body:
  %call = call i32 @mlcc_rt.image_jpeg2000.j2k_word(ptr %at.addr.0, i32 4)
  %conv = zext i32 %call to i64
  %add.ptr = getelementptr inbounds i8, ptr %at.addr.0, i32 4
  %call1 = call i32 @mlcc_rt.image_jpeg2000.j2k_word(ptr %add.ptr, i32 4)
  %cmp2 = icmp eq i64 %conv, 1
  %sub.ptr.lhs.cast4 = ptrtoint ptr %end to i32
  %sub.ptr.rhs.cast5 = ptrtoint ptr %at.addr.0 to i32
  %sub.ptr.sub6 = sub i32 %sub.ptr.lhs.cast4, %sub.ptr.rhs.cast5
  %cmp7 = icmp sge i32 %sub.ptr.sub6, 16
  %or.cond = and i1 %cmp2, %cmp7
  br i1 %or.cond, label %if.then, label %if.end

if.then:
  %add.ptr9 = getelementptr inbounds i8, ptr %at.addr.0, i32 8
  %call10 = call i32 @mlcc_rt.image_jpeg2000.j2k_word(ptr %add.ptr9, i32 4)
  %conv11 = zext i32 %call10 to i64
  %shl = shl i64 %conv11, 32
  %add.ptr12 = getelementptr inbounds i8, ptr %at.addr.0, i32 12
  %call13 = call i32 @mlcc_rt.image_jpeg2000.j2k_word(ptr %add.ptr12, i32 4)
  %conv14 = zext i32 %call13 to i64
  %or = or i64 %shl, %conv14
  br label %if.end

if.end:
  %head.0 = phi i64 [ 16, %if.then ], [ 8, %while.body ]
  %size.0 = phi i64 [ %or, %if.then ], [ %conv, %while.body ]
  %cmp15 = icmp eq i64 %size.0, 0
  %sub.ptr.lhs.cast17 = ptrtoint ptr %end to i32
  %sub.ptr.rhs.cast18 = ptrtoint ptr %at.addr.0 to i32
  %sub.ptr.sub19 = sub i32 %sub.ptr.lhs.cast17, %sub.ptr.rhs.cast18
  %conv20 = sext i32 %sub.ptr.sub19 to i64
  %cond = select i1 %cmp15, i64 %conv20, i64 %size.0
  %cmp21 = icmp ult i64 %cond, %head.0
  br i1 %cmp21, label %return, label %lor.lhs.false

lor.lhs.false:
  %sub.ptr.lhs.cast23 = ptrtoint ptr %end to i32
  %sub.ptr.rhs.cast24 = ptrtoint ptr %at.addr.0 to i32
  %sub.ptr.sub25 = sub i32 %sub.ptr.lhs.cast23, %sub.ptr.rhs.cast24
  %conv26 = sext i32 %sub.ptr.sub25 to i64
  %cmp27 = icmp ugt i64 %cond, %conv26
  br i1 %cmp27, label %return, label %if.end30

if.end30:
  %idx.ext = trunc i64 %head.0 to i32
  %add.ptr31 = getelementptr inbounds i8, ptr %at.addr.0, i32 %idx.ext
  %idx.ext32 = trunc i64 %cond to i32
  %add.ptr33 = getelementptr inbounds nuw i8, ptr %at.addr.0, i32 %idx.ext32
  %cmp34 = icmp ne i32 %call1, 1785737832
  %tobool = icmp ne i32 %inner, 0
  %or.cond35 = select i1 %cmp34, i1 true, i1 %tobool
  br i1 %or.cond35, label %if.else, label %if.then37

if.then37:
  %call38 = call i32 @mlcc_rt.image_jpeg2000.j2k_boxes(ptr %j, ptr %add.ptr31, ptr %add.ptr33, i32 1)
  %cmp39 = icmp ne i32 %call38, 0
  br i1 %cmp39, label %return, label %if.end80

if.else:
  switch i32 %call1, label %if.end80 [
    i32 1885564018, label %return
    i32 1668246642, label %land.lhs.true49
    i32 1785737827, label %land.lhs.true72
  ]

land.lhs.true49:
  %sub.ptr.lhs.cast50 = ptrtoint ptr %add.ptr33 to i32
  %sub.ptr.rhs.cast51 = ptrtoint ptr %add.ptr31 to i32
  %sub.ptr.sub52 = sub i32 %sub.ptr.lhs.cast50, %sub.ptr.rhs.cast51
  %cmp53 = icmp sge i32 %sub.ptr.sub52, 7
  br i1 %cmp53, label %land.lhs.true55, label %if.else69

land.lhs.true55:
  %arrayidx = getelementptr inbounds i8, ptr %add.ptr31, i32 0
  %0 = load i8, ptr %arrayidx, align 1
  %conv56 = zext i8 %0 to i32
  %cmp57 = icmp eq i32 %conv56, 1
  br i1 %cmp57, label %if.then59, label %if.else69

if.then59:
  %add.ptr60 = getelementptr inbounds i8, ptr %add.ptr31, i32 3
  %call61 = call i32 @mlcc_rt.image_jpeg2000.j2k_word(ptr %add.ptr60, i32 4)
  switch i32 %call61, label %return [
    i32 16, label %if.end80
    i32 17, label %if.end80
  ]

if.else69:
  %cmp70 = icmp ne i32 %call1, 1785737827
  %tobool73 = icmp ne i32 %inner, 0
  %or.cond36 = select i1 %cmp70, i1 true, i1 %tobool73
  br i1 %or.cond36, label %if.end80, label %if.then74

land.lhs.true72:
  %tobool73.old = icmp ne i32 %inner, 0
  br i1 %tobool73.old, label %if.end80, label %if.then74

if.then74:
  %at75 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 1
  store ptr %add.ptr31, ptr %at75, align 4
  %end76 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 2
  store ptr %add.ptr33, ptr %end76, align 4
  br label %return

if.end80:
  br label %while.cond

while.end:
  %tobool81 = icmp ne i32 %inner, 0
  %cond82 = select i1 %tobool81, i32 0, i32 1
  br label %return

return:
  %retval.0 = phi i32 [ %cond82, %while.end ], [ %call38, %if.then37 ], [ 2, %if.else ], [ 0, %if.then74 ], [ 1, %if.end ], [ 1, %lor.lhs.false ], [ 2, %if.then59 ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg2000.j2k_word(ptr %p, i32 %bytes) {
entry:
  br label %for.cond

for.cond:
  %value.0 = phi i32 [ 0, %entry ], [ %or, %for.body ]
  %k.0 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp slt i32 %k.0, %bytes
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %shl = shl i32 %value.0, 8
  %arrayidx = getelementptr inbounds i8, ptr %p, i32 %k.0
  %0 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %0 to i32
  %or = or i32 %shl, %conv
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.end:
  ret i32 %value.0
}

define internal i32 @mlcc_rt.image_jpeg2000.j2k_segments(ptr %j) {
entry:
  %at = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 1
  %0 = load ptr, ptr %at, align 4
  %add.ptr = getelementptr inbounds i8, ptr %0, i32 2
  store ptr %add.ptr, ptr %at, align 4
  br label %while.cond

while.cond:
  %in_tile.0 = phi i32 [ 0, %entry ], [ 0, %if.end9 ], [ %in_tile.1, %if.end95 ]
  %end = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 2
  %1 = load ptr, ptr %end, align 4
  %at1 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 1
  %2 = load ptr, ptr %at1, align 4
  %sub.ptr.lhs.cast = ptrtoint ptr %1 to i32
  %sub.ptr.rhs.cast = ptrtoint ptr %2 to i32
  %sub.ptr.sub = sub i32 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %cmp = icmp sge i32 %sub.ptr.sub, 2
  br i1 %cmp, label %while.body, label %while.end

while.body:
  %at2 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 1
  %3 = load ptr, ptr %at2, align 4
  %call = call i32 @mlcc_rt.image_jpeg2000.j2k_word(ptr %3, i32 2)
  %at3 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 1
  %4 = load ptr, ptr %at3, align 4
  %add.ptr4 = getelementptr inbounds i8, ptr %4, i32 2
  store ptr %add.ptr4, ptr %at3, align 4
  switch i32 %call, label %if.end19 [
    i32 65497, label %while.end
    i32 65427, label %if.then7
  ]

if.then7:
  %tobool = icmp ne i32 %in_tile.0, 0
  br i1 %tobool, label %if.end9, label %return

if.end9:
  %pieces = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 25
  %5 = load ptr, ptr %pieces, align 4
  %piece_count = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 26
  %6 = load i64, ptr %piece_count, align 4
  %sub = sub nsw i64 %6, 1
  %idxprom = trunc i64 %sub to i32
  %arrayidx = getelementptr inbounds %struct.j2k_piece, ptr %5, i32 %idxprom
  %at10 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 1
  %7 = load ptr, ptr %at10, align 4
  %begin11 = getelementptr inbounds nuw %struct.j2k_piece, ptr %arrayidx, i32 0, i32 0
  store ptr %7, ptr %begin11, align 4
  %end12 = getelementptr inbounds nuw %struct.j2k_piece, ptr %arrayidx, i32 0, i32 1
  %8 = load ptr, ptr %end12, align 4
  %at13 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 1
  store ptr %8, ptr %at13, align 4
  %begin14 = getelementptr inbounds nuw %struct.j2k_piece, ptr %arrayidx, i32 0, i32 0
  %9 = load ptr, ptr %begin14, align 4
  %end15 = getelementptr inbounds nuw %struct.j2k_piece, ptr %arrayidx, i32 0, i32 1
  %10 = load ptr, ptr %end15, align 4
  %cmp16 = icmp ugt ptr %9, %10
  br i1 %cmp16, label %return, label %while.cond

if.end19:
  %end20 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 2
  %11 = load ptr, ptr %end20, align 4
  %at21 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 1
  %12 = load ptr, ptr %at21, align 4
  %sub.ptr.lhs.cast22 = ptrtoint ptr %11 to i32
  %sub.ptr.rhs.cast23 = ptrtoint ptr %12 to i32
  %sub.ptr.sub24 = sub i32 %sub.ptr.lhs.cast22, %sub.ptr.rhs.cast23
  %cmp25 = icmp slt i32 %sub.ptr.sub24, 2
  %cmp26 = icmp ult i32 %call, 65280
  %or.cond = or i1 %cmp25, %cmp26
  br i1 %or.cond, label %return, label %if.end28

if.end28:
  %at29 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 1
  %13 = load ptr, ptr %at29, align 4
  %call30 = call i32 @mlcc_rt.image_jpeg2000.j2k_word(ptr %13, i32 2)
  %conv = zext i32 %call30 to i64
  %cmp31 = icmp slt i64 %conv, 2
  br i1 %cmp31, label %return, label %lor.lhs.false33

lor.lhs.false33:
  %end34 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 2
  %14 = load ptr, ptr %end34, align 4
  %at35 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 1
  %15 = load ptr, ptr %at35, align 4
  %sub.ptr.lhs.cast36 = ptrtoint ptr %14 to i32
  %sub.ptr.rhs.cast37 = ptrtoint ptr %15 to i32
  %sub.ptr.sub38 = sub i32 %sub.ptr.lhs.cast36, %sub.ptr.rhs.cast37
  %conv39 = sext i32 %sub.ptr.sub38 to i64
  %cmp40 = icmp sgt i64 %conv, %conv39
  br i1 %cmp40, label %return, label %lor.lhs.false42

lor.lhs.false42:
  %cmp43 = icmp ne i32 %call, 65361
  %conv44 = zext i1 %cmp43 to i32
  %count = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 13
  %16 = load i32, ptr %count, align 4
  %cmp45 = icmp sgt i32 %16, 0
  %conv46 = zext i1 %cmp45 to i32
  %cmp47 = icmp ne i32 %conv44, %conv46
  br i1 %cmp47, label %return, label %if.end50

if.end50:
  %at51 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 1
  %17 = load ptr, ptr %at51, align 4
  %add.ptr52 = getelementptr inbounds i8, ptr %17, i32 2
  %at53 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 1
  %18 = load ptr, ptr %at53, align 4
  %idx.ext = trunc i64 %conv to i32
  %add.ptr54 = getelementptr inbounds i8, ptr %18, i32 %idx.ext
  store ptr %add.ptr54, ptr %at53, align 4
  %tobool55 = icmp ne i32 %in_tile.0, 0
  br i1 %tobool55, label %land.lhs.true, label %if.end68

land.lhs.true:
  switch i32 %call, label %if.else91 [
    i32 65362, label %return
    i32 65363, label %return
    i32 65372, label %return
    i32 65373, label %return
    i32 65361, label %if.then71
    i32 65424, label %if.then83
  ]

if.end68:
  switch i32 %call, label %if.else91 [
    i32 65361, label %if.then71
    i32 65424, label %if.then83
  ]

if.then71:
  %sub72 = sub nsw i64 %conv, 2
  %call73 = call i32 @mlcc_rt.image_jpeg2000.j2k_size(ptr %j, ptr %add.ptr52, i64 %sub72)
  %cmp74 = icmp eq i32 %call73, 0
  br i1 %cmp74, label %land.lhs.true76, label %if.end95

land.lhs.true76:
  %image = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 0
  %19 = load ptr, ptr %image, align 4
  %rgb = getelementptr inbounds nuw %struct.mlcc_image, ptr %19, i32 0, i32 4
  %20 = load ptr, ptr %rgb, align 4
  %cmp77 = icmp eq ptr %20, null
  br i1 %cmp77, label %return, label %if.end95

if.then83:
  %tobool84 = icmp ne i32 %in_tile.0, 0
  br i1 %tobool84, label %if.end95, label %lor.lhs.false85

lor.lhs.false85:
  %styled = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 17
  %21 = load i32, ptr %styled, align 4
  %tobool86 = icmp ne i32 %21, 0
  br i1 %tobool86, label %lor.lhs.false87, label %if.end95

lor.lhs.false87:
  %stepped = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 18
  %22 = load i32, ptr %stepped, align 4
  %tobool88 = icmp ne i32 %22, 0
  br i1 %tobool88, label %cond.false, label %if.end95

cond.false:
  %sub89 = sub nsw i64 %conv, 2
  %call90 = call i32 @mlcc_rt.image_jpeg2000.j2k_piece_begins(ptr %j, ptr %3, ptr %add.ptr52, i64 %sub89)
  br label %if.end95

if.else91:
  %sub92 = sub nsw i64 %conv, 2
  %call93 = call i32 @mlcc_rt.image_jpeg2000.j2k_segment(ptr %j, i32 %call, ptr %add.ptr52, i64 %sub92)
  br label %if.end95

if.end95:
  %in_tile.1 = phi i32 [ %in_tile.0, %if.then71 ], [ %in_tile.0, %land.lhs.true76 ], [ %in_tile.0, %if.else91 ], [ 1, %if.then83 ], [ 1, %lor.lhs.false85 ], [ 1, %lor.lhs.false87 ], [ 1, %cond.false ]
  %problem.0 = phi i32 [ %call73, %if.then71 ], [ %call73, %land.lhs.true76 ], [ %call93, %if.else91 ], [ %call90, %cond.false ], [ 1, %lor.lhs.false87 ], [ 1, %lor.lhs.false85 ], [ 1, %if.then83 ]
  %cmp96 = icmp ne i32 %problem.0, 0
  br i1 %cmp96, label %return, label %while.cond

while.end:
  %piece_count100 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 26
  %23 = load i64, ptr %piece_count100, align 4
  %cmp101 = icmp sgt i64 %23, 0
  %tobool103 = icmp ne i32 %in_tile.0, 0
  %lnot = xor i1 %tobool103, true
  %24 = select i1 %cmp101, i1 %lnot, i1 false
  %cond104 = select i1 %24, i32 0, i32 1
  br label %return

return:
  %retval.0 = phi i32 [ %cond104, %while.end ], [ 1, %if.then7 ], [ 0, %land.lhs.true76 ], [ 1, %if.end9 ], [ 1, %if.end19 ], [ 1, %if.end28 ], [ 2, %land.lhs.true ], [ 1, %lor.lhs.false42 ], [ 1, %lor.lhs.false33 ], [ 2, %land.lhs.true ], [ 2, %land.lhs.true ], [ 2, %land.lhs.true ], [ %problem.0, %if.end95 ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg2000.j2k_tile(ptr %j, i64 %tile) {
entry:
  %tiles_across = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 11
  %0 = load i64, ptr %tiles_across, align 4
  %rem = srem i64 %tile, %0
  %tiles_across1 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 11
  %1 = load i64, ptr %tiles_across1, align 4
  %div = sdiv i64 %tile, %1
  %tile_x = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 7
  %2 = load i64, ptr %tile_x, align 4
  %tile_width = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 9
  %3 = load i64, ptr %tile_width, align 4
  %mul = mul nsw i64 %rem, %3
  %add = add nsw i64 %2, %mul
  %x0 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 3
  %4 = load i64, ptr %x0, align 4
  %call = call i64 @mlcc_rt.image_jpeg2000.j2k_most(i64 %add, i64 %4)
  %tx0 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 28
  store i64 %call, ptr %tx0, align 4
  %tile_x2 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 7
  %5 = load i64, ptr %tile_x2, align 4
  %add3 = add nsw i64 %rem, 1
  %tile_width4 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 9
  %6 = load i64, ptr %tile_width4, align 4
  %mul5 = mul nsw i64 %add3, %6
  %add6 = add nsw i64 %5, %mul5
  %x1 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 4
  %7 = load i64, ptr %x1, align 4
  %call7 = call i64 @mlcc_rt.image_jpeg2000.j2k_min(i64 %add6, i64 %7)
  %tx1 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 29
  store i64 %call7, ptr %tx1, align 4
  %tile_y = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 8
  %8 = load i64, ptr %tile_y, align 4
  %tile_height = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 10
  %9 = load i64, ptr %tile_height, align 4
  %mul8 = mul nsw i64 %div, %9
  %add9 = add nsw i64 %8, %mul8
  %y0 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 5
  %10 = load i64, ptr %y0, align 4
  %call10 = call i64 @mlcc_rt.image_jpeg2000.j2k_most(i64 %add9, i64 %10)
  %ty0 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 30
  store i64 %call10, ptr %ty0, align 4
  %tile_y11 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 8
  %11 = load i64, ptr %tile_y11, align 4
  %add12 = add nsw i64 %div, 1
  %tile_height13 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 10
  %12 = load i64, ptr %tile_height13, align 4
  %mul14 = mul nsw i64 %add12, %12
  %add15 = add nsw i64 %11, %mul14
  %y1 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 6
  %13 = load i64, ptr %y1, align 4
  %call16 = call i64 @mlcc_rt.image_jpeg2000.j2k_min(i64 %add15, i64 %13)
  %ty1 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 31
  store i64 %call16, ptr %ty1, align 4
  %blocks = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 39
  store i64 0, ptr %blocks, align 4
  %call17 = call i32 @mlcc_rt.image_jpeg2000.j2k_gather(ptr %j, i64 %tile)
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %problem.0 = phi i32 [ %call17, %entry ], [ %call19, %for.body ]
  %cond = icmp eq i32 %problem.0, 0
  br i1 %cond, label %land.rhs, label %if.end

land.rhs:
  %count = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 13
  %14 = load i32, ptr %count, align 4
  %cmp18 = icmp slt i32 %k.0, %14
  br i1 %cmp18, label %for.body, label %for.end

for.body:
  %call19 = call i32 @mlcc_rt.image_jpeg2000.j2k_lay_part(ptr %j, i32 %k.0)
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.end:
  %cmp20 = icmp eq i32 %problem.0, 0
  br i1 %cmp20, label %if.then, label %if.end

if.then:
  %from = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 34
  %15 = load ptr, ptr %from, align 4
  %to = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 35
  %16 = load ptr, ptr %to, align 4
  %cmp21 = icmp ult ptr %15, %16
  br i1 %cmp21, label %cond.true, label %if.end

cond.true:
  %call22 = call i32 @mlcc_rt.image_jpeg2000.j2k_packets(ptr %j)
  br label %if.end

if.end:
  %problem.1 = phi i32 [ %problem.0, %for.cond ], [ %problem.0, %for.end ], [ %call22, %cond.true ], [ 1, %if.then ]
  %tx123 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 29
  %17 = load i64, ptr %tx123, align 4
  %tx024 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 28
  %18 = load i64, ptr %tx024, align 4
  %sub = sub nsw i64 %17, %18
  %ty125 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 31
  %19 = load i64, ptr %ty125, align 4
  %ty026 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 30
  %20 = load i64, ptr %ty026, align 4
  %sub27 = sub nsw i64 %19, %20
  %call28 = call i64 @mlcc_rt.image_jpeg2000.j2k_most(i64 %sub, i64 %sub27)
  %conv = trunc i64 %call28 to i32
  %call29 = call ptr @mlcc_rt_image_take(i32 %conv, i32 4)
  %cmp30 = icmp eq i32 %problem.1, 0
  %cmp32 = icmp eq ptr %call29, null
  %or.cond = select i1 %cmp30, i1 %cmp32, i1 false
  %cond37 = select i1 %or.cond, i32 3, i32 %problem.1
  br label %for.cond39

for.cond39:
  %k38.0 = phi i32 [ 0, %if.end ], [ %inc49, %for.body46 ]
  %problem.2 = phi i32 [ %cond37, %if.end ], [ %call47, %for.body46 ]
  %cmp40 = icmp eq i32 %problem.2, 0
  br i1 %cmp40, label %land.rhs42, label %for.end50

land.rhs42:
  %read = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 16
  %21 = load i32, ptr %read, align 4
  %cmp43 = icmp slt i32 %k38.0, %21
  br i1 %cmp43, label %for.body46, label %for.end50

for.body46:
  %call47 = call i32 @mlcc_rt.image_jpeg2000.j2k_samples(ptr %j, i32 %k38.0, ptr %call29)
  %inc49 = add nsw i32 %k38.0, 1
  br label %for.cond39

for.end50:
  br label %for.cond52

for.cond52:
  %k51.0 = phi i64 [ 0, %for.end50 ], [ %inc77, %for.body60 ]
  %cmp53 = icmp eq i32 %problem.2, 0
  %mul56 = mul nsw i64 %sub, %sub27
  %cmp57 = icmp slt i64 %k51.0, %mul56
  %22 = select i1 %cmp53, i1 %cmp57, i1 false
  br i1 %22, label %for.body60, label %for.end78

for.body60:
  %tx061 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 28
  %23 = load i64, ptr %tx061, align 4
  %x062 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 3
  %24 = load i64, ptr %x062, align 4
  %sub63 = sub nsw i64 %23, %24
  %rem64 = srem i64 %k51.0, %sub
  %add65 = add nsw i64 %sub63, %rem64
  %ty066 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 30
  %25 = load i64, ptr %ty066, align 4
  %y067 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 5
  %26 = load i64, ptr %y067, align 4
  %sub68 = sub nsw i64 %25, %26
  %div69 = sdiv i64 %k51.0, %sub
  %add70 = add nsw i64 %sub68, %div69
  %image = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 0
  %27 = load ptr, ptr %image, align 4
  %rgb = getelementptr inbounds nuw %struct.mlcc_image, ptr %27, i32 0, i32 4
  %28 = load ptr, ptr %rgb, align 4
  %image71 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 0
  %29 = load ptr, ptr %image71, align 4
  %width72 = getelementptr inbounds nuw %struct.mlcc_image, ptr %29, i32 0, i32 2
  %30 = load i64, ptr %width72, align 4
  %mul73 = mul nsw i64 %add70, %30
  %add74 = add nsw i64 %mul73, %add65
  %mul75 = mul nsw i64 %add74, 3
  %idx.ext = trunc i64 %mul75 to i32
  %add.ptr = getelementptr inbounds i8, ptr %28, i32 %idx.ext
  call void @mlcc_rt.image_jpeg2000.j2k_pixel(ptr %j, i64 %k51.0, ptr %add.ptr)
  %inc77 = add nsw i64 %k51.0, 1
  br label %for.cond52

for.end78:
  call void @free(ptr %call29)
  call void @mlcc_rt.image_jpeg2000.j2k_drop_tile(ptr %j)
  ret i32 %problem.2
}

define internal i32 @mlcc_rt.image_jpeg2000.j2k_size(ptr %j, ptr %p, i64 %size) {
entry:
  %v = alloca [8 x i64], align 8
  %cmp = icmp slt i64 %size, 36
  br i1 %cmp, label %return, label %lor.lhs.false

lor.lhs.false:
  %add.ptr = getelementptr inbounds i8, ptr %p, i32 34
  %call = call i32 @mlcc_rt.image_jpeg2000.j2k_word(ptr %add.ptr, i32 2)
  %conv = zext i32 %call to i64
  %mul = mul nsw i64 3, %conv
  %add = add nsw i64 36, %mul
  %cmp1 = icmp slt i64 %size, %add
  br i1 %cmp1, label %return, label %for.cond

for.cond:
  %k.0 = phi i32 [ %inc, %for.body ], [ 0, %lor.lhs.false ]
  %cmp3 = icmp slt i32 %k.0, 8
  br i1 %cmp3, label %for.body, label %for.end

for.body:
  %add.ptr5 = getelementptr inbounds i8, ptr %p, i32 2
  %mul6 = mul nsw i32 4, %k.0
  %add.ptr7 = getelementptr inbounds i8, ptr %add.ptr5, i32 %mul6
  %call8 = call i32 @mlcc_rt.image_jpeg2000.j2k_word(ptr %add.ptr7, i32 4)
  %conv9 = zext i32 %call8 to i64
  %arrayidx = getelementptr inbounds [8 x i64], ptr %v, i32 0, i32 %k.0
  store i64 %conv9, ptr %arrayidx, align 8
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.end:
  %arrayidx10 = getelementptr inbounds [8 x i64], ptr %v, i32 0, i32 0
  %0 = load i64, ptr %arrayidx10, align 8
  %x1 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 4
  store i64 %0, ptr %x1, align 4
  %arrayidx11 = getelementptr inbounds [8 x i64], ptr %v, i32 0, i32 1
  %1 = load i64, ptr %arrayidx11, align 8
  %y1 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 6
  store i64 %1, ptr %y1, align 4
  %arrayidx12 = getelementptr inbounds [8 x i64], ptr %v, i32 0, i32 2
  %2 = load i64, ptr %arrayidx12, align 8
  %x0 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 3
  store i64 %2, ptr %x0, align 4
  %arrayidx13 = getelementptr inbounds [8 x i64], ptr %v, i32 0, i32 3
  %3 = load i64, ptr %arrayidx13, align 8
  %y0 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 5
  store i64 %3, ptr %y0, align 4
  %arrayidx14 = getelementptr inbounds [8 x i64], ptr %v, i32 0, i32 4
  %4 = load i64, ptr %arrayidx14, align 8
  %tile_width = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 9
  store i64 %4, ptr %tile_width, align 4
  %arrayidx15 = getelementptr inbounds [8 x i64], ptr %v, i32 0, i32 5
  %5 = load i64, ptr %arrayidx15, align 8
  %tile_height = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 10
  store i64 %5, ptr %tile_height, align 4
  %arrayidx16 = getelementptr inbounds [8 x i64], ptr %v, i32 0, i32 6
  %6 = load i64, ptr %arrayidx16, align 8
  %tile_x = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 7
  store i64 %6, ptr %tile_x, align 4
  %arrayidx17 = getelementptr inbounds [8 x i64], ptr %v, i32 0, i32 7
  %7 = load i64, ptr %arrayidx17, align 8
  %tile_y = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 8
  store i64 %7, ptr %tile_y, align 4
  %add.ptr18 = getelementptr inbounds i8, ptr %p, i32 34
  %call19 = call i32 @mlcc_rt.image_jpeg2000.j2k_word(ptr %add.ptr18, i32 2)
  %count = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 13
  store i32 %call19, ptr %count, align 4
  %tile_width20 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 9
  %8 = load i64, ptr %tile_width20, align 4
  %cmp21 = icmp eq i64 %8, 0
  br i1 %cmp21, label %return, label %lor.lhs.false23

lor.lhs.false23:
  %tile_height24 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 10
  %9 = load i64, ptr %tile_height24, align 4
  %cmp25 = icmp eq i64 %9, 0
  br i1 %cmp25, label %return, label %lor.lhs.false27

lor.lhs.false27:
  %tile_x28 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 7
  %10 = load i64, ptr %tile_x28, align 4
  %x029 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 3
  %11 = load i64, ptr %x029, align 4
  %cmp30 = icmp sgt i64 %10, %11
  br i1 %cmp30, label %return, label %lor.lhs.false32

lor.lhs.false32:
  %tile_y33 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 8
  %12 = load i64, ptr %tile_y33, align 4
  %y034 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 5
  %13 = load i64, ptr %y034, align 4
  %cmp35 = icmp sgt i64 %12, %13
  br i1 %cmp35, label %return, label %lor.lhs.false37

lor.lhs.false37:
  %tile_x38 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 7
  %14 = load i64, ptr %tile_x38, align 4
  %tile_width39 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 9
  %15 = load i64, ptr %tile_width39, align 4
  %add40 = add nsw i64 %14, %15
  %x041 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 3
  %16 = load i64, ptr %x041, align 4
  %cmp42 = icmp sle i64 %add40, %16
  br i1 %cmp42, label %return, label %lor.lhs.false44

lor.lhs.false44:
  %tile_y45 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 8
  %17 = load i64, ptr %tile_y45, align 4
  %tile_height46 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 10
  %18 = load i64, ptr %tile_height46, align 4
  %add47 = add nsw i64 %17, %18
  %y048 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 5
  %19 = load i64, ptr %y048, align 4
  %cmp49 = icmp sle i64 %add47, %19
  br i1 %cmp49, label %return, label %lor.lhs.false51

lor.lhs.false51:
  %count52 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 13
  %20 = load i32, ptr %count52, align 4
  %cmp53 = icmp slt i32 %20, 1
  br i1 %cmp53, label %return, label %if.end56

if.end56:
  %count57 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 13
  %21 = load i32, ptr %count57, align 4
  %cmp58 = icmp sgt i32 %21, 4
  br i1 %cmp58, label %return, label %for.cond63

for.cond63:
  %k62.0 = phi i32 [ %inc98, %for.inc97 ], [ 0, %if.end56 ]
  %count64 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 13
  %22 = load i32, ptr %count64, align 4
  %cmp65 = icmp slt i32 %k62.0, %22
  br i1 %cmp65, label %for.body67, label %for.end99

for.body67:
  %add.ptr68 = getelementptr inbounds i8, ptr %p, i32 36
  %mul69 = mul nsw i32 3, %k62.0
  %add.ptr70 = getelementptr inbounds i8, ptr %add.ptr68, i32 %mul69
  %arrayidx71 = getelementptr inbounds i8, ptr %add.ptr70, i32 0
  %23 = load i8, ptr %arrayidx71, align 1
  %conv72 = zext i8 %23 to i32
  %and = and i32 %conv72, 127
  %add73 = add nsw i32 %and, 1
  %depth = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 14
  %arrayidx74 = getelementptr inbounds [4 x i32], ptr %depth, i32 0, i32 %k62.0
  store i32 %add73, ptr %arrayidx74, align 4
  %arrayidx75 = getelementptr inbounds i8, ptr %add.ptr70, i32 0
  %24 = load i8, ptr %arrayidx75, align 1
  %conv76 = zext i8 %24 to i32
  %shr = ashr i32 %conv76, 7
  %is_signed = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 15
  %arrayidx77 = getelementptr inbounds [4 x i32], ptr %is_signed, i32 0, i32 %k62.0
  store i32 %shr, ptr %arrayidx77, align 4
  %depth78 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 14
  %arrayidx79 = getelementptr inbounds [4 x i32], ptr %depth78, i32 0, i32 %k62.0
  %25 = load i32, ptr %arrayidx79, align 4
  %cmp80 = icmp sgt i32 %25, 16
  br i1 %cmp80, label %return, label %lor.lhs.false82

lor.lhs.false82:
  %arrayidx83 = getelementptr inbounds i8, ptr %add.ptr70, i32 1
  %26 = load i8, ptr %arrayidx83, align 1
  %conv84 = zext i8 %26 to i32
  %cmp85 = icmp ne i32 %conv84, 1
  br i1 %cmp85, label %return, label %lor.lhs.false87

lor.lhs.false87:
  %arrayidx88 = getelementptr inbounds i8, ptr %add.ptr70, i32 2
  %27 = load i8, ptr %arrayidx88, align 1
  %conv89 = zext i8 %27 to i32
  %cmp90 = icmp ne i32 %conv89, 1
  br i1 %cmp90, label %return, label %lor.lhs.false92

lor.lhs.false92:
  %is_signed93 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 15
  %arrayidx94 = getelementptr inbounds [4 x i32], ptr %is_signed93, i32 0, i32 %k62.0
  %28 = load i32, ptr %arrayidx94, align 4
  %tobool = icmp ne i32 %28, 0
  br i1 %tobool, label %return, label %for.inc97

for.inc97:
  %inc98 = add nsw i32 %k62.0, 1
  br label %for.cond63

for.end99:
  %count100 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 13
  %29 = load i32, ptr %count100, align 4
  %cmp101 = icmp sge i32 %29, 3
  %cond = select i1 %cmp101, i32 3, i32 1
  %read = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 16
  store i32 %cond, ptr %read, align 4
  %image = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 0
  %30 = load ptr, ptr %image, align 4
  %x1103 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 4
  %31 = load i64, ptr %x1103, align 4
  %x0104 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 3
  %32 = load i64, ptr %x0104, align 4
  %sub = sub nsw i64 %31, %32
  %y1105 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 6
  %33 = load i64, ptr %y1105, align 4
  %y0106 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 5
  %34 = load i64, ptr %y0106, align 4
  %sub107 = sub nsw i64 %33, %34
  %call108 = call i32 @mlcc_rt_image_sizes(ptr %30, i64 %sub, i64 %sub107)
  %x1109 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 4
  %35 = load i64, ptr %x1109, align 4
  %tile_x110 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 7
  %36 = load i64, ptr %tile_x110, align 4
  %sub111 = sub nsw i64 %35, %36
  %tile_width112 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 9
  %37 = load i64, ptr %tile_width112, align 4
  %add113 = add nsw i64 %sub111, %37
  %sub114 = sub nsw i64 %add113, 1
  %tile_width115 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 9
  %38 = load i64, ptr %tile_width115, align 4
  %div = sdiv i64 %sub114, %38
  %tiles_across = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 11
  store i64 %div, ptr %tiles_across, align 4
  %y1116 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 6
  %39 = load i64, ptr %y1116, align 4
  %tile_y117 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 8
  %40 = load i64, ptr %tile_y117, align 4
  %sub118 = sub nsw i64 %39, %40
  %tile_height119 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 10
  %41 = load i64, ptr %tile_height119, align 4
  %add120 = add nsw i64 %sub118, %41
  %sub121 = sub nsw i64 %add120, 1
  %tile_height122 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 10
  %42 = load i64, ptr %tile_height122, align 4
  %div123 = sdiv i64 %sub121, %42
  %tiles_down = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 12
  store i64 %div123, ptr %tiles_down, align 4
  %cmp124 = icmp eq i32 %call108, 0
  br i1 %cmp124, label %land.lhs.true, label %cond.false

land.lhs.true:
  %tiles_across126 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 11
  %43 = load i64, ptr %tiles_across126, align 4
  %tiles_down127 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 12
  %44 = load i64, ptr %tiles_down127, align 4
  %div128 = sdiv i64 65535, %44
  %cmp129 = icmp sgt i64 %43, %div128
  br i1 %cmp129, label %return, label %cond.false

cond.false:
  br label %return

return:
  %retval.0 = phi i32 [ 2, %for.body67 ], [ 1, %entry ], [ 1, %for.end ], [ 2, %if.end56 ], [ 1, %lor.lhs.false ], [ 1, %lor.lhs.false51 ], [ 1, %lor.lhs.false44 ], [ 1, %lor.lhs.false37 ], [ 1, %lor.lhs.false32 ], [ 1, %lor.lhs.false27 ], [ 1, %lor.lhs.false23 ], [ 2, %lor.lhs.false92 ], [ 2, %lor.lhs.false87 ], [ 2, %lor.lhs.false82 ], [ %call108, %cond.false ], [ 1, %land.lhs.true ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg2000.j2k_piece_begins(ptr %j, ptr %marker, ptr %p, i64 %size) {
entry:
  %cmp = icmp slt i64 %size, 8
  br i1 %cmp, label %return, label %if.end

if.end:
  %call = call i32 @mlcc_rt.image_jpeg2000.j2k_word(ptr %p, i32 2)
  %conv = zext i32 %call to i64
  %add.ptr = getelementptr inbounds i8, ptr %p, i32 2
  %call1 = call i32 @mlcc_rt.image_jpeg2000.j2k_word(ptr %add.ptr, i32 4)
  %conv2 = zext i32 %call1 to i64
  %tiles_across = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 11
  %0 = load i64, ptr %tiles_across, align 4
  %tiles_down = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 12
  %1 = load i64, ptr %tiles_down, align 4
  %mul = mul nsw i64 %0, %1
  %cmp3 = icmp sge i64 %conv, %mul
  br i1 %cmp3, label %return, label %lor.lhs.false

lor.lhs.false:
  %cmp5 = icmp ne i64 %conv2, 0
  br i1 %cmp5, label %land.lhs.true, label %if.end14

land.lhs.true:
  %cmp7 = icmp ult i64 %conv2, 14
  br i1 %cmp7, label %return, label %lor.lhs.false9

lor.lhs.false9:
  %end = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 2
  %2 = load ptr, ptr %end, align 4
  %sub.ptr.lhs.cast = ptrtoint ptr %2 to i32
  %sub.ptr.rhs.cast = ptrtoint ptr %marker to i32
  %sub.ptr.sub = sub i32 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %conv10 = sext i32 %sub.ptr.sub to i64
  %cmp11 = icmp ugt i64 %conv2, %conv10
  br i1 %cmp11, label %return, label %if.end14

if.end14:
  %piece_count = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 26
  %3 = load i64, ptr %piece_count, align 4
  %piece_room = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 27
  %4 = load i64, ptr %piece_room, align 4
  %cmp15 = icmp eq i64 %3, %4
  br i1 %cmp15, label %if.then17, label %if.end37

if.then17:
  %piece_room18 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 27
  %5 = load i64, ptr %piece_room18, align 4
  %conv19 = trunc i64 %5 to i32
  %mul20 = mul i32 %conv19, 2
  %add = add i32 %mul20, 16
  %call21 = call ptr @mlcc_rt_image_take(i32 %add, i32 16)
  %cmp22 = icmp eq ptr %call21, null
  br i1 %cmp22, label %return, label %for.cond

for.cond:
  %k.0 = phi i64 [ %inc, %for.body ], [ 0, %if.then17 ]
  %piece_count26 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 26
  %6 = load i64, ptr %piece_count26, align 4
  %cmp27 = icmp slt i64 %k.0, %6
  br i1 %cmp27, label %for.body, label %for.end

for.body:
  %idxprom = trunc i64 %k.0 to i32
  %arrayidx = getelementptr inbounds %struct.j2k_piece, ptr %call21, i32 %idxprom
  %pieces = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 25
  %7 = load ptr, ptr %pieces, align 4
  %idxprom29 = trunc i64 %k.0 to i32
  %arrayidx30 = getelementptr inbounds %struct.j2k_piece, ptr %7, i32 %idxprom29
  call void @llvm.memcpy.p0.p0.i32(ptr align 4 %arrayidx, ptr align 4 %arrayidx30, i32 16, i1 false)
  %inc = add nsw i64 %k.0, 1
  br label %for.cond

for.end:
  %pieces31 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 25
  %8 = load ptr, ptr %pieces31, align 4
  call void @free(ptr %8)
  %pieces32 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 25
  store ptr %call21, ptr %pieces32, align 4
  %piece_room33 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 27
  %9 = load i64, ptr %piece_room33, align 4
  %mul34 = mul nsw i64 %9, 2
  %add35 = add nsw i64 %mul34, 16
  %piece_room36 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 27
  store i64 %add35, ptr %piece_room36, align 4
  br label %if.end37

if.end37:
  %pieces38 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 25
  %10 = load ptr, ptr %pieces38, align 4
  %piece_count39 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 26
  %11 = load i64, ptr %piece_count39, align 4
  %inc40 = add nsw i64 %11, 1
  store i64 %inc40, ptr %piece_count39, align 4
  %idxprom41 = trunc i64 %11 to i32
  %arrayidx42 = getelementptr inbounds %struct.j2k_piece, ptr %10, i32 %idxprom41
  %cmp44 = icmp eq i64 %conv2, 0
  br i1 %cmp44, label %cond.true, label %cond.false

cond.true:
  %end46 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 2
  %12 = load ptr, ptr %end46, align 4
  br label %cond.end

cond.false:
  %idx.ext = trunc i64 %conv2 to i32
  %add.ptr47 = getelementptr inbounds nuw i8, ptr %marker, i32 %idx.ext
  br label %cond.end

cond.end:
  %cond = phi ptr [ %12, %cond.true ], [ %add.ptr47, %cond.false ]
  store ptr null, ptr %arrayidx42, align 4
  %.compoundliteral.sroa.2.0.arrayidx42.sroa_idx = getelementptr inbounds i8, ptr %arrayidx42, i32 4
  store ptr %cond, ptr %.compoundliteral.sroa.2.0.arrayidx42.sroa_idx, align 4
  %.compoundliteral.sroa.3.0.arrayidx42.sroa_idx = getelementptr inbounds i8, ptr %arrayidx42, i32 8
  store i64 %conv, ptr %.compoundliteral.sroa.3.0.arrayidx42.sroa_idx, align 4
  br label %return

return:
  %retval.0 = phi i32 [ 0, %cond.end ], [ 1, %entry ], [ 1, %if.end ], [ 1, %lor.lhs.false9 ], [ 1, %land.lhs.true ], [ 3, %if.then17 ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg2000.j2k_segment(ptr %j, i32 %marker, ptr %p, i64 %size) {
entry:
  %count = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 13
  %0 = load i32, ptr %count, align 4
  %cmp = icmp sgt i32 %0, 256
  %cond = select i1 %cmp, i32 2, i32 1
  switch i32 %marker, label %if.end13 [
    i32 65363, label %if.then
    i32 65373, label %if.then
  ]

if.then:
  %add = add nsw i32 %cond, 1
  %conv = sext i32 %add to i64
  %cmp3 = icmp slt i64 %size, %conv
  br i1 %cmp3, label %return, label %lor.lhs.false5

lor.lhs.false5:
  %arrayidx = getelementptr inbounds i8, ptr %p, i32 0
  %1 = load i8, ptr %arrayidx, align 1
  %conv6 = zext i8 %1 to i32
  %count7 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 13
  %2 = load i32, ptr %count7, align 4
  %cmp8 = icmp sge i32 %conv6, %2
  br i1 %cmp8, label %return, label %if.end

if.end:
  %styles = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 24
  %arrayidx11 = getelementptr inbounds i8, ptr %p, i32 0
  %3 = load i8, ptr %arrayidx11, align 1
  %idxprom = zext i8 %3 to i32
  %arrayidx12 = getelementptr inbounds nuw [4 x %struct.j2k_style], ptr %styles, i32 0, i32 %idxprom
  br label %if.end13

if.end13:
  %own.0 = phi ptr [ %arrayidx12, %if.end ], [ null, %entry ]
  switch i32 %marker, label %sw.default [
    i32 65362, label %sw.bb
    i32 65363, label %sw.bb54
    i32 65372, label %sw.bb62
    i32 65373, label %sw.bb84
    i32 65374, label %return
    i32 65375, label %return
    i32 65376, label %return
    i32 65377, label %return
  ]

sw.bb:
  %cmp14 = icmp slt i64 %size, 10
  br i1 %cmp14, label %return, label %lor.lhs.false16

lor.lhs.false16:
  %arrayidx17 = getelementptr inbounds i8, ptr %p, i32 1
  %4 = load i8, ptr %arrayidx17, align 1
  %conv18 = zext i8 %4 to i32
  %cmp19 = icmp sgt i32 %conv18, 4
  br i1 %cmp19, label %return, label %lor.lhs.false21

lor.lhs.false21:
  %arrayidx22 = getelementptr inbounds i8, ptr %p, i32 4
  %5 = load i8, ptr %arrayidx22, align 1
  %conv23 = zext i8 %5 to i32
  %cmp24 = icmp sgt i32 %conv23, 1
  br i1 %cmp24, label %return, label %if.end27

if.end27:
  %arrayidx28 = getelementptr inbounds i8, ptr %p, i32 0
  %6 = load i8, ptr %arrayidx28, align 1
  %conv29 = zext i8 %6 to i32
  %shr = ashr i32 %conv29, 1
  %and = and i32 %shr, 1
  %heads = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 19
  store i32 %and, ptr %heads, align 4
  %arrayidx30 = getelementptr inbounds i8, ptr %p, i32 0
  %7 = load i8, ptr %arrayidx30, align 1
  %conv31 = zext i8 %7 to i32
  %shr32 = ashr i32 %conv31, 2
  %and33 = and i32 %shr32, 1
  %tails = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 20
  store i32 %and33, ptr %tails, align 4
  %arrayidx34 = getelementptr inbounds i8, ptr %p, i32 1
  %8 = load i8, ptr %arrayidx34, align 1
  %conv35 = zext i8 %8 to i32
  %order = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 21
  store i32 %conv35, ptr %order, align 4
  %add.ptr = getelementptr inbounds i8, ptr %p, i32 2
  %call = call i32 @mlcc_rt.image_jpeg2000.j2k_word(ptr %add.ptr, i32 2)
  %layers = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 22
  store i32 %call, ptr %layers, align 4
  %arrayidx36 = getelementptr inbounds i8, ptr %p, i32 4
  %9 = load i8, ptr %arrayidx36, align 1
  %conv37 = zext i8 %9 to i32
  %mixed = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 23
  store i32 %conv37, ptr %mixed, align 4
  %styled = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 17
  store i32 1, ptr %styled, align 4
  br label %for.cond

for.cond:
  %problem.0 = phi i32 [ 0, %if.end27 ], [ %problem.1, %for.inc ]
  %k.0 = phi i32 [ 0, %if.end27 ], [ %inc, %for.inc ]
  %cmp38 = icmp eq i32 %problem.0, 0
  br i1 %cmp38, label %land.rhs, label %return

land.rhs:
  %count40 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 13
  %10 = load i32, ptr %count40, align 4
  %cmp41 = icmp slt i32 %k.0, %10
  br i1 %cmp41, label %for.body, label %return

for.body:
  %styles43 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 24
  %arrayidx44 = getelementptr inbounds [4 x %struct.j2k_style], ptr %styles43, i32 0, i32 %k.0
  %own_style = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx44, i32 0, i32 10
  %11 = load i8, ptr %own_style, align 4
  %tobool = icmp ne i8 %11, 0
  br i1 %tobool, label %for.inc, label %if.then45

if.then45:
  %styles46 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 24
  %arrayidx47 = getelementptr inbounds [4 x %struct.j2k_style], ptr %styles46, i32 0, i32 %k.0
  %add.ptr48 = getelementptr inbounds i8, ptr %p, i32 5
  %sub = sub nsw i64 %size, 5
  %arrayidx49 = getelementptr inbounds i8, ptr %p, i32 0
  %12 = load i8, ptr %arrayidx49, align 1
  %conv50 = zext i8 %12 to i32
  %and51 = and i32 %conv50, 1
  %call52 = call i32 @mlcc_rt.image_jpeg2000.j2k_read_style(ptr %arrayidx47, ptr %add.ptr48, i64 %sub, i32 %and51)
  br label %for.inc

for.inc:
  %problem.1 = phi i32 [ %problem.0, %for.body ], [ %call52, %if.then45 ]
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

sw.bb54:
  %own_style55 = getelementptr inbounds nuw %struct.j2k_style, ptr %own.0, i32 0, i32 10
  store i8 1, ptr %own_style55, align 4
  %add.ptr56 = getelementptr inbounds i8, ptr %p, i32 2
  %sub57 = sub nsw i64 %size, 2
  %arrayidx58 = getelementptr inbounds i8, ptr %p, i32 1
  %13 = load i8, ptr %arrayidx58, align 1
  %conv59 = zext i8 %13 to i32
  %and60 = and i32 %conv59, 1
  %call61 = call i32 @mlcc_rt.image_jpeg2000.j2k_read_style(ptr %own.0, ptr %add.ptr56, i64 %sub57, i32 %and60)
  br label %return

sw.bb62:
  %stepped = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 18
  store i32 1, ptr %stepped, align 4
  br label %for.cond64

for.cond64:
  %problem.2 = phi i32 [ 0, %sw.bb62 ], [ %problem.3, %for.inc81 ]
  %k63.0 = phi i32 [ 0, %sw.bb62 ], [ %inc82, %for.inc81 ]
  %cmp65 = icmp eq i32 %problem.2, 0
  br i1 %cmp65, label %land.rhs67, label %return

land.rhs67:
  %count68 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 13
  %14 = load i32, ptr %count68, align 4
  %cmp69 = icmp slt i32 %k63.0, %14
  br i1 %cmp69, label %for.body72, label %return

for.body72:
  %styles73 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 24
  %arrayidx74 = getelementptr inbounds [4 x %struct.j2k_style], ptr %styles73, i32 0, i32 %k63.0
  %own_steps = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx74, i32 0, i32 11
  %15 = load i8, ptr %own_steps, align 1
  %tobool75 = icmp ne i8 %15, 0
  br i1 %tobool75, label %for.inc81, label %if.then76

if.then76:
  %styles77 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 24
  %arrayidx78 = getelementptr inbounds [4 x %struct.j2k_style], ptr %styles77, i32 0, i32 %k63.0
  %call79 = call i32 @mlcc_rt.image_jpeg2000.j2k_read_steps(ptr %arrayidx78, ptr %p, i64 %size)
  br label %for.inc81

for.inc81:
  %problem.3 = phi i32 [ %problem.2, %for.body72 ], [ %call79, %if.then76 ]
  %inc82 = add nsw i32 %k63.0, 1
  br label %for.cond64

sw.bb84:
  %own_steps85 = getelementptr inbounds nuw %struct.j2k_style, ptr %own.0, i32 0, i32 11
  store i8 1, ptr %own_steps85, align 1
  %add.ptr86 = getelementptr inbounds i8, ptr %p, i32 1
  %sub87 = sub nsw i64 %size, 1
  %call88 = call i32 @mlcc_rt.image_jpeg2000.j2k_read_steps(ptr %own.0, ptr %add.ptr86, i64 %sub87)
  br label %return

sw.default:
  br label %return

return:
  %retval.0 = phi i32 [ %problem.2, %land.rhs67 ], [ 0, %sw.default ], [ 1, %if.then ], [ 1, %sw.bb ], [ %call61, %sw.bb54 ], [ %problem.0, %land.rhs ], [ %call88, %sw.bb84 ], [ 1, %lor.lhs.false5 ], [ 1, %lor.lhs.false21 ], [ 1, %lor.lhs.false16 ], [ %problem.0, %for.cond ], [ %problem.2, %for.cond64 ], [ 2, %if.end13 ], [ 2, %if.end13 ], [ 2, %if.end13 ], [ 2, %if.end13 ]
  ret i32 %retval.0
}

declare i32 @mlcc_rt_image_sizes(ptr, i64, i64)

declare void @llvm.memcpy.p0.p0.i32(ptr noalias, ptr noalias readonly, i32, i1)

define internal i32 @mlcc_rt.image_jpeg2000.j2k_read_style(ptr %s, ptr %p, i64 %size, i32 %precincts) {
entry:
  %cmp = icmp slt i64 %size, 5
  br i1 %cmp, label %return, label %lor.lhs.false

lor.lhs.false:
  %arrayidx = getelementptr inbounds i8, ptr %p, i32 0
  %0 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %0 to i32
  %cmp1 = icmp sgt i32 %conv, 32
  br i1 %cmp1, label %return, label %lor.lhs.false3

lor.lhs.false3:
  %tobool = icmp ne i32 %precincts, 0
  br i1 %tobool, label %cond.true, label %cond.end

cond.true:
  %arrayidx4 = getelementptr inbounds i8, ptr %p, i32 0
  %1 = load i8, ptr %arrayidx4, align 1
  %conv5 = zext i8 %1 to i32
  %add = add nsw i32 %conv5, 1
  br label %cond.end

cond.end:
  %cond = phi i32 [ %add, %cond.true ], [ 0, %lor.lhs.false3 ]
  %add6 = add nsw i32 5, %cond
  %conv7 = sext i32 %add6 to i64
  %cmp8 = icmp slt i64 %size, %conv7
  br i1 %cmp8, label %return, label %lor.lhs.false10

lor.lhs.false10:
  %arrayidx11 = getelementptr inbounds i8, ptr %p, i32 1
  %2 = load i8, ptr %arrayidx11, align 1
  %conv12 = zext i8 %2 to i32
  %cmp13 = icmp sgt i32 %conv12, 8
  br i1 %cmp13, label %return, label %lor.lhs.false15

lor.lhs.false15:
  %arrayidx16 = getelementptr inbounds i8, ptr %p, i32 2
  %3 = load i8, ptr %arrayidx16, align 1
  %conv17 = zext i8 %3 to i32
  %cmp18 = icmp sgt i32 %conv17, 8
  br i1 %cmp18, label %return, label %lor.lhs.false20

lor.lhs.false20:
  %arrayidx21 = getelementptr inbounds i8, ptr %p, i32 1
  %4 = load i8, ptr %arrayidx21, align 1
  %conv22 = zext i8 %4 to i32
  %arrayidx23 = getelementptr inbounds i8, ptr %p, i32 2
  %5 = load i8, ptr %arrayidx23, align 1
  %conv24 = zext i8 %5 to i32
  %add25 = add nsw i32 %conv22, %conv24
  %cmp26 = icmp sgt i32 %add25, 8
  br i1 %cmp26, label %return, label %lor.lhs.false28

lor.lhs.false28:
  %arrayidx29 = getelementptr inbounds i8, ptr %p, i32 4
  %6 = load i8, ptr %arrayidx29, align 1
  %conv30 = zext i8 %6 to i32
  %cmp31 = icmp sgt i32 %conv30, 1
  br i1 %cmp31, label %return, label %if.end

if.end:
  %arrayidx33 = getelementptr inbounds i8, ptr %p, i32 3
  %7 = load i8, ptr %arrayidx33, align 1
  %conv34 = zext i8 %7 to i32
  %and = and i32 %conv34, -33
  %cmp35 = icmp ne i32 %and, 0
  br i1 %cmp35, label %return, label %if.end38

if.end38:
  %arrayidx39 = getelementptr inbounds i8, ptr %p, i32 0
  %8 = load i8, ptr %arrayidx39, align 1
  %conv40 = zext i8 %8 to i32
  %levels = getelementptr inbounds nuw %struct.j2k_style, ptr %s, i32 0, i32 0
  store i32 %conv40, ptr %levels, align 4
  %arrayidx41 = getelementptr inbounds i8, ptr %p, i32 1
  %9 = load i8, ptr %arrayidx41, align 1
  %conv42 = zext i8 %9 to i32
  %add43 = add nsw i32 %conv42, 2
  %block_width = getelementptr inbounds nuw %struct.j2k_style, ptr %s, i32 0, i32 1
  store i32 %add43, ptr %block_width, align 4
  %arrayidx44 = getelementptr inbounds i8, ptr %p, i32 2
  %10 = load i8, ptr %arrayidx44, align 1
  %conv45 = zext i8 %10 to i32
  %add46 = add nsw i32 %conv45, 2
  %block_height = getelementptr inbounds nuw %struct.j2k_style, ptr %s, i32 0, i32 2
  store i32 %add46, ptr %block_height, align 4
  %arrayidx47 = getelementptr inbounds i8, ptr %p, i32 3
  %11 = load i8, ptr %arrayidx47, align 1
  %conv48 = zext i8 %11 to i32
  %shr = ashr i32 %conv48, 5
  %and49 = and i32 %shr, 1
  %marked = getelementptr inbounds nuw %struct.j2k_style, ptr %s, i32 0, i32 3
  store i32 %and49, ptr %marked, align 4
  %arrayidx50 = getelementptr inbounds i8, ptr %p, i32 4
  %12 = load i8, ptr %arrayidx50, align 1
  %conv51 = zext i8 %12 to i32
  %reversible = getelementptr inbounds nuw %struct.j2k_style, ptr %s, i32 0, i32 4
  store i32 %conv51, ptr %reversible, align 4
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ 0, %if.end38 ], [ %inc, %for.inc ]
  %levels52 = getelementptr inbounds nuw %struct.j2k_style, ptr %s, i32 0, i32 0
  %13 = load i32, ptr %levels52, align 4
  %cmp53 = icmp sle i32 %k.0, %13
  br i1 %cmp53, label %for.body, label %return

for.body:
  %tobool55 = icmp ne i32 %precincts, 0
  br i1 %tobool55, label %cond.true56, label %cond.end61

cond.true56:
  %add57 = add nsw i32 5, %k.0
  %arrayidx58 = getelementptr inbounds i8, ptr %p, i32 %add57
  %14 = load i8, ptr %arrayidx58, align 1
  %conv59 = zext i8 %14 to i32
  br label %cond.end61

cond.end61:
  %cond62 = phi i32 [ %conv59, %cond.true56 ], [ 255, %for.body ]
  %conv63 = trunc i32 %cond62 to i8
  %precincts64 = getelementptr inbounds nuw %struct.j2k_style, ptr %s, i32 0, i32 5
  %arrayidx65 = getelementptr inbounds [33 x i8], ptr %precincts64, i32 0, i32 %k.0
  store i8 %conv63, ptr %arrayidx65, align 1
  %cmp66 = icmp sgt i32 %k.0, 0
  br i1 %cmp66, label %land.lhs.true, label %for.inc

land.lhs.true:
  %precincts68 = getelementptr inbounds nuw %struct.j2k_style, ptr %s, i32 0, i32 5
  %arrayidx69 = getelementptr inbounds [33 x i8], ptr %precincts68, i32 0, i32 %k.0
  %15 = load i8, ptr %arrayidx69, align 1
  %conv70 = zext i8 %15 to i32
  %and71 = and i32 %conv70, 15
  %cmp72 = icmp eq i32 %and71, 0
  br i1 %cmp72, label %return, label %lor.lhs.false74

lor.lhs.false74:
  %precincts75 = getelementptr inbounds nuw %struct.j2k_style, ptr %s, i32 0, i32 5
  %arrayidx76 = getelementptr inbounds [33 x i8], ptr %precincts75, i32 0, i32 %k.0
  %16 = load i8, ptr %arrayidx76, align 1
  %conv77 = zext i8 %16 to i32
  %shr78 = ashr i32 %conv77, 4
  %cmp79 = icmp eq i32 %shr78, 0
  br i1 %cmp79, label %return, label %for.inc

for.inc:
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

return:
  %retval.0 = phi i32 [ 1, %land.lhs.true ], [ 1, %entry ], [ 2, %if.end ], [ 1, %lor.lhs.false28 ], [ 1, %lor.lhs.false20 ], [ 1, %lor.lhs.false15 ], [ 1, %lor.lhs.false10 ], [ 1, %cond.end ], [ 1, %lor.lhs.false ], [ 1, %lor.lhs.false74 ], [ 0, %for.cond ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg2000.j2k_read_steps(ptr %s, ptr %p, i64 %size) {
entry:
  %cmp = icmp slt i64 %size, 1
  br i1 %cmp, label %return, label %lor.lhs.false

lor.lhs.false:
  %arrayidx = getelementptr inbounds i8, ptr %p, i32 0
  %0 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %0 to i32
  %and = and i32 %conv, 31
  %cmp1 = icmp sgt i32 %and, 2
  br i1 %cmp1, label %return, label %if.end

if.end:
  %arrayidx3 = getelementptr inbounds i8, ptr %p, i32 0
  %1 = load i8, ptr %arrayidx3, align 1
  %conv4 = zext i8 %1 to i32
  %and5 = and i32 %conv4, 31
  %steps = getelementptr inbounds nuw %struct.j2k_style, ptr %s, i32 0, i32 6
  store i32 %and5, ptr %steps, align 4
  %arrayidx6 = getelementptr inbounds i8, ptr %p, i32 0
  %2 = load i8, ptr %arrayidx6, align 1
  %conv7 = zext i8 %2 to i32
  %shr = ashr i32 %conv7, 5
  %guard = getelementptr inbounds nuw %struct.j2k_style, ptr %s, i32 0, i32 7
  store i32 %shr, ptr %guard, align 4
  %steps8 = getelementptr inbounds nuw %struct.j2k_style, ptr %s, i32 0, i32 6
  %3 = load i32, ptr %steps8, align 4
  %cmp9 = icmp eq i32 %3, 0
  %cond = select i1 %cmp9, i32 1, i32 2
  %sub = sub nsw i64 %size, 1
  %conv11 = sext i32 %cond to i64
  %div = sdiv i64 %sub, %conv11
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ 0, %if.end ], [ %inc, %for.inc ]
  %cmp12 = icmp slt i32 %k.0, 97
  br i1 %cmp12, label %for.body, label %for.end

for.body:
  %steps14 = getelementptr inbounds nuw %struct.j2k_style, ptr %s, i32 0, i32 6
  %4 = load i32, ptr %steps14, align 4
  %cmp15 = icmp eq i32 %4, 1
  %.k.0 = select i1 %cmp15, i32 0, i32 %k.0
  %conv18 = sext i32 %.k.0 to i64
  %cmp19 = icmp sge i64 %conv18, %div
  br i1 %cmp19, label %if.then21, label %if.end24

if.then21:
  %exponents = getelementptr inbounds nuw %struct.j2k_style, ptr %s, i32 0, i32 8
  %arrayidx22 = getelementptr inbounds [97 x i8], ptr %exponents, i32 0, i32 %k.0
  store i8 0, ptr %arrayidx22, align 1
  %mantissas = getelementptr inbounds nuw %struct.j2k_style, ptr %s, i32 0, i32 9
  %arrayidx23 = getelementptr inbounds [97 x i16], ptr %mantissas, i32 0, i32 %k.0
  store i16 0, ptr %arrayidx23, align 2
  br label %for.inc

if.end24:
  %add.ptr = getelementptr inbounds i8, ptr %p, i32 1
  %conv25 = sext i32 %cond to i64
  %mul = mul nsw i64 %conv18, %conv25
  %idx.ext = trunc i64 %mul to i32
  %add.ptr26 = getelementptr inbounds i8, ptr %add.ptr, i32 %idx.ext
  %call = call i32 @mlcc_rt.image_jpeg2000.j2k_word(ptr %add.ptr26, i32 %cond)
  %cmp27 = icmp eq i32 %cond, 1
  %cond29 = select i1 %cmp27, i32 3, i32 11
  %shr30 = lshr i32 %call, %cond29
  %steps31 = getelementptr inbounds nuw %struct.j2k_style, ptr %s, i32 0, i32 6
  %5 = load i32, ptr %steps31, align 4
  %cmp32 = icmp eq i32 %5, 1
  %cmp34 = icmp sgt i32 %k.0, 0
  %or.cond = and i1 %cmp32, %cmp34
  br i1 %or.cond, label %cond.true36, label %cond.end40

cond.true36:
  %sub37 = sub nsw i32 %k.0, 1
  %div38 = sdiv i32 %sub37, 3
  br label %cond.end40

cond.end40:
  %cond41 = phi i32 [ %div38, %cond.true36 ], [ 0, %if.end24 ]
  %cmp42 = icmp sgt i32 %shr30, %cond41
  %sub45 = sub nsw i32 %shr30, %cond41
  %cond48 = select i1 %cmp42, i32 %sub45, i32 0
  %conv49 = trunc i32 %cond48 to i8
  %exponents50 = getelementptr inbounds nuw %struct.j2k_style, ptr %s, i32 0, i32 8
  %arrayidx51 = getelementptr inbounds [97 x i8], ptr %exponents50, i32 0, i32 %k.0
  store i8 %conv49, ptr %arrayidx51, align 1
  %cmp52 = icmp eq i32 %cond, 1
  %and56 = and i32 %call, 2047
  %cond58 = select i1 %cmp52, i32 0, i32 %and56
  %conv59 = trunc i32 %cond58 to i16
  %mantissas60 = getelementptr inbounds nuw %struct.j2k_style, ptr %s, i32 0, i32 9
  %arrayidx61 = getelementptr inbounds [97 x i16], ptr %mantissas60, i32 0, i32 %k.0
  store i16 %conv59, ptr %arrayidx61, align 2
  br label %for.inc

for.inc:
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.end:
  %cmp62 = icmp sgt i64 %div, 0
  %cond64 = select i1 %cmp62, i32 0, i32 1
  br label %return

return:
  %retval.0 = phi i32 [ %cond64, %for.end ], [ 1, %lor.lhs.false ], [ 1, %entry ]
  ret i32 %retval.0
}

define internal i64 @mlcc_rt.image_jpeg2000.j2k_most(i64 %a, i64 %b) {
entry:
  %cmp = icmp sgt i64 %a, %b
  %a.b = select i1 %cmp, i64 %a, i64 %b
  ret i64 %a.b
}

define internal i64 @mlcc_rt.image_jpeg2000.j2k_min(i64 %a, i64 %b) {
entry:
  %cmp = icmp slt i64 %a, %b
  %a.b = select i1 %cmp, i64 %a, i64 %b
  ret i64 %a.b
}

define internal i32 @mlcc_rt.image_jpeg2000.j2k_gather(ptr %j, i64 %tile) {
entry:
  br label %for.cond

for.cond:
  %size.0 = phi i32 [ 0, %entry ], [ %add, %cond.end ]
  %k.0 = phi i64 [ 0, %entry ], [ %inc, %cond.end ]
  %piece_count = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 26
  %0 = load i64, ptr %piece_count, align 4
  %cmp = icmp slt i64 %k.0, %0
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %pieces = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 25
  %1 = load ptr, ptr %pieces, align 4
  %idxprom = trunc i64 %k.0 to i32
  %arrayidx = getelementptr inbounds %struct.j2k_piece, ptr %1, i32 %idxprom
  %tile1 = getelementptr inbounds nuw %struct.j2k_piece, ptr %arrayidx, i32 0, i32 2
  %2 = load i64, ptr %tile1, align 4
  %cmp2 = icmp eq i64 %2, %tile
  br i1 %cmp2, label %cond.true, label %cond.end

cond.true:
  %pieces3 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 25
  %3 = load ptr, ptr %pieces3, align 4
  %idxprom4 = trunc i64 %k.0 to i32
  %arrayidx5 = getelementptr inbounds %struct.j2k_piece, ptr %3, i32 %idxprom4
  %end = getelementptr inbounds nuw %struct.j2k_piece, ptr %arrayidx5, i32 0, i32 1
  %4 = load ptr, ptr %end, align 4
  %pieces6 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 25
  %5 = load ptr, ptr %pieces6, align 4
  %idxprom7 = trunc i64 %k.0 to i32
  %arrayidx8 = getelementptr inbounds %struct.j2k_piece, ptr %5, i32 %idxprom7
  %begin = getelementptr inbounds nuw %struct.j2k_piece, ptr %arrayidx8, i32 0, i32 0
  %6 = load ptr, ptr %begin, align 4
  %sub.ptr.lhs.cast = ptrtoint ptr %4 to i32
  %sub.ptr.rhs.cast = ptrtoint ptr %6 to i32
  %sub.ptr.sub = sub i32 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  br label %cond.end

cond.end:
  %cond = phi i32 [ %sub.ptr.sub, %cond.true ], [ 0, %for.body ]
  %add = add i32 %size.0, %cond
  %inc = add nsw i64 %k.0, 1
  br label %for.cond

for.end:
  %call = call ptr @mlcc_rt_image_take(i32 %size.0, i32 1)
  %stream = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 33
  store ptr %call, ptr %stream, align 4
  %stream9 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 33
  %7 = load ptr, ptr %stream9, align 4
  %cmp10 = icmp eq ptr %7, null
  br i1 %cmp10, label %return, label %if.end

if.end:
  %stream11 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 33
  %8 = load ptr, ptr %stream11, align 4
  br label %for.cond13

for.cond13:
  %to.0 = phi ptr [ %8, %if.end ], [ %to.1, %for.inc36 ]
  %k12.0 = phi i64 [ 0, %if.end ], [ %inc37, %for.inc36 ]
  %piece_count14 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 26
  %9 = load i64, ptr %piece_count14, align 4
  %cmp15 = icmp slt i64 %k12.0, %9
  br i1 %cmp15, label %for.body16, label %for.end38

for.body16:
  %pieces17 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 25
  %10 = load ptr, ptr %pieces17, align 4
  %idxprom18 = trunc i64 %k12.0 to i32
  %arrayidx19 = getelementptr inbounds %struct.j2k_piece, ptr %10, i32 %idxprom18
  %begin20 = getelementptr inbounds nuw %struct.j2k_piece, ptr %arrayidx19, i32 0, i32 0
  %11 = load ptr, ptr %begin20, align 4
  br label %for.cond21

for.cond21:
  %to.1 = phi ptr [ %to.0, %for.body16 ], [ %incdec.ptr, %for.body32 ]
  %p.0 = phi ptr [ %11, %for.body16 ], [ %incdec.ptr34, %for.body32 ]
  %pieces22 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 25
  %12 = load ptr, ptr %pieces22, align 4
  %idxprom23 = trunc i64 %k12.0 to i32
  %arrayidx24 = getelementptr inbounds %struct.j2k_piece, ptr %12, i32 %idxprom23
  %tile25 = getelementptr inbounds nuw %struct.j2k_piece, ptr %arrayidx24, i32 0, i32 2
  %13 = load i64, ptr %tile25, align 4
  %cmp26 = icmp eq i64 %13, %tile
  br i1 %cmp26, label %land.rhs, label %for.inc36

land.rhs:
  %pieces27 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 25
  %14 = load ptr, ptr %pieces27, align 4
  %idxprom28 = trunc i64 %k12.0 to i32
  %arrayidx29 = getelementptr inbounds %struct.j2k_piece, ptr %14, i32 %idxprom28
  %end30 = getelementptr inbounds nuw %struct.j2k_piece, ptr %arrayidx29, i32 0, i32 1
  %15 = load ptr, ptr %end30, align 4
  %cmp31 = icmp ult ptr %p.0, %15
  br i1 %cmp31, label %for.body32, label %for.inc36

for.body32:
  %16 = load i8, ptr %p.0, align 1
  %incdec.ptr = getelementptr inbounds nuw i8, ptr %to.1, i32 1
  store i8 %16, ptr %to.1, align 1
  %incdec.ptr34 = getelementptr inbounds nuw i8, ptr %p.0, i32 1
  br label %for.cond21

for.inc36:
  %inc37 = add nsw i64 %k12.0, 1
  br label %for.cond13

for.end38:
  %stream39 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 33
  %17 = load ptr, ptr %stream39, align 4
  %from = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 34
  store ptr %17, ptr %from, align 4
  %to40 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 35
  store ptr %to.0, ptr %to40, align 4
  br label %return

return:
  %retval.0 = phi i32 [ 0, %for.end38 ], [ 3, %for.end ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg2000.j2k_lay_part(ptr %j, i32 %number) {
entry:
  %styles = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 24
  %arrayidx = getelementptr inbounds [4 x %struct.j2k_style], ptr %styles, i32 0, i32 %number
  %parts = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 32
  %arrayidx1 = getelementptr inbounds [4 x %struct.j2k_part], ptr %parts, i32 0, i32 %number
  br label %for.cond

for.cond:
  %r.0 = phi i32 [ 0, %entry ], [ %inc62, %for.inc61 ]
  %problem.0 = phi i32 [ 0, %entry ], [ %problem.1, %for.inc61 ]
  %cond59 = icmp eq i32 %problem.0, 0
  br i1 %cond59, label %land.rhs, label %return

land.rhs:
  %levels = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx, i32 0, i32 0
  %0 = load i32, ptr %levels, align 4
  %cmp2 = icmp sle i32 %r.0, %0
  br i1 %cmp2, label %for.body, label %for.end63

for.body:
  %levels3 = getelementptr inbounds nuw %struct.j2k_part, ptr %arrayidx1, i32 0, i32 0
  %arrayidx4 = getelementptr inbounds [33 x %struct.j2k_level], ptr %levels3, i32 0, i32 %r.0
  %levels5 = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx, i32 0, i32 0
  %1 = load i32, ptr %levels5, align 4
  %sub = sub nsw i32 %1, %r.0
  %tx0 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 28
  %2 = load i64, ptr %tx0, align 4
  %call = call i64 @mlcc_rt.image_jpeg2000.j2k_up(i64 %2, i32 %sub)
  %x0 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx4, i32 0, i32 0
  store i64 %call, ptr %x0, align 4
  %tx1 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 29
  %3 = load i64, ptr %tx1, align 4
  %call6 = call i64 @mlcc_rt.image_jpeg2000.j2k_up(i64 %3, i32 %sub)
  %x1 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx4, i32 0, i32 1
  store i64 %call6, ptr %x1, align 4
  %ty0 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 30
  %4 = load i64, ptr %ty0, align 4
  %call7 = call i64 @mlcc_rt.image_jpeg2000.j2k_up(i64 %4, i32 %sub)
  %y0 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx4, i32 0, i32 2
  store i64 %call7, ptr %y0, align 4
  %ty1 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 31
  %5 = load i64, ptr %ty1, align 4
  %call8 = call i64 @mlcc_rt.image_jpeg2000.j2k_up(i64 %5, i32 %sub)
  %y1 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx4, i32 0, i32 3
  store i64 %call8, ptr %y1, align 4
  %precincts = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx, i32 0, i32 5
  %arrayidx9 = getelementptr inbounds [33 x i8], ptr %precincts, i32 0, i32 %r.0
  %6 = load i8, ptr %arrayidx9, align 1
  %conv = zext i8 %6 to i32
  %and = and i32 %conv, 15
  %width = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx4, i32 0, i32 6
  store i32 %and, ptr %width, align 4
  %precincts10 = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx, i32 0, i32 5
  %arrayidx11 = getelementptr inbounds [33 x i8], ptr %precincts10, i32 0, i32 %r.0
  %7 = load i8, ptr %arrayidx11, align 1
  %conv12 = zext i8 %7 to i32
  %shr = ashr i32 %conv12, 4
  %height = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx4, i32 0, i32 7
  store i32 %shr, ptr %height, align 4
  %x113 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx4, i32 0, i32 1
  %8 = load i64, ptr %x113, align 4
  %x014 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx4, i32 0, i32 0
  %9 = load i64, ptr %x014, align 4
  %cmp15 = icmp sgt i64 %8, %9
  br i1 %cmp15, label %cond.true, label %cond.end

cond.true:
  %x117 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx4, i32 0, i32 1
  %10 = load i64, ptr %x117, align 4
  %width18 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx4, i32 0, i32 6
  %11 = load i32, ptr %width18, align 4
  %call19 = call i64 @mlcc_rt.image_jpeg2000.j2k_up(i64 %10, i32 %11)
  %x020 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx4, i32 0, i32 0
  %12 = load i64, ptr %x020, align 4
  %width21 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx4, i32 0, i32 6
  %13 = load i32, ptr %width21, align 4
  %sh_prom = zext i32 %13 to i64
  %shr22 = ashr i64 %12, %sh_prom
  %sub23 = sub nsw i64 %call19, %shr22
  br label %cond.end

cond.end:
  %cond = phi i64 [ %sub23, %cond.true ], [ 0, %for.body ]
  %across = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx4, i32 0, i32 4
  store i64 %cond, ptr %across, align 4
  %y124 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx4, i32 0, i32 3
  %14 = load i64, ptr %y124, align 4
  %y025 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx4, i32 0, i32 2
  %15 = load i64, ptr %y025, align 4
  %cmp26 = icmp sgt i64 %14, %15
  br i1 %cmp26, label %cond.true28, label %cond.end38

cond.true28:
  %y129 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx4, i32 0, i32 3
  %16 = load i64, ptr %y129, align 4
  %height30 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx4, i32 0, i32 7
  %17 = load i32, ptr %height30, align 4
  %call31 = call i64 @mlcc_rt.image_jpeg2000.j2k_up(i64 %16, i32 %17)
  %y032 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx4, i32 0, i32 2
  %18 = load i64, ptr %y032, align 4
  %height33 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx4, i32 0, i32 7
  %19 = load i32, ptr %height33, align 4
  %sh_prom34 = zext i32 %19 to i64
  %shr35 = ashr i64 %18, %sh_prom34
  %sub36 = sub nsw i64 %call31, %shr35
  br label %cond.end38

cond.end38:
  %cond39 = phi i64 [ %sub36, %cond.true28 ], [ 0, %cond.end ]
  %down40 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx4, i32 0, i32 5
  store i64 %cond39, ptr %down40, align 4
  %down41 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx4, i32 0, i32 5
  %20 = load i64, ptr %down41, align 4
  %cmp42 = icmp sgt i64 %20, 0
  br i1 %cmp42, label %land.lhs.true, label %if.end

land.lhs.true:
  %across44 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx4, i32 0, i32 4
  %21 = load i64, ptr %across44, align 4
  %down45 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx4, i32 0, i32 5
  %22 = load i64, ptr %down45, align 4
  %div = sdiv i64 1048576, %22
  %cmp46 = icmp sgt i64 %21, %div
  br i1 %cmp46, label %return, label %if.end

if.end:
  %cmp48 = icmp eq i32 %r.0, 0
  %cond50 = select i1 %cmp48, i32 1, i32 3
  %band_count = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx4, i32 0, i32 8
  store i32 %cond50, ptr %band_count, align 4
  br label %for.cond51

for.cond51:
  %problem.1 = phi i32 [ %problem.0, %if.end ], [ %call60, %for.body59 ]
  %k.0 = phi i32 [ 0, %if.end ], [ %inc, %for.body59 ]
  %cmp52 = icmp eq i32 %problem.1, 0
  br i1 %cmp52, label %land.rhs54, label %for.inc61

land.rhs54:
  %band_count55 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx4, i32 0, i32 8
  %23 = load i32, ptr %band_count55, align 4
  %cmp56 = icmp slt i32 %k.0, %23
  br i1 %cmp56, label %for.body59, label %for.inc61

for.body59:
  %call60 = call i32 @mlcc_rt.image_jpeg2000.j2k_lay_band(ptr %j, i32 %number, i32 %r.0, i32 %k.0)
  %inc = add nsw i32 %k.0, 1
  br label %for.cond51

for.inc61:
  %inc62 = add nsw i32 %r.0, 1
  br label %for.cond

for.end63:
  %cmp64 = icmp eq i32 %problem.0, 0
  br i1 %cmp64, label %land.lhs.true66, label %return

land.lhs.true66:
  %read = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 16
  %24 = load i32, ptr %read, align 4
  %cmp67 = icmp slt i32 %number, %24
  br i1 %cmp67, label %if.then69, label %return

if.then69:
  %tx170 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 29
  %25 = load i64, ptr %tx170, align 4
  %tx071 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 28
  %26 = load i64, ptr %tx071, align 4
  %sub72 = sub nsw i64 %25, %26
  %ty173 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 31
  %27 = load i64, ptr %ty173, align 4
  %ty074 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 30
  %28 = load i64, ptr %ty074, align 4
  %sub75 = sub nsw i64 %27, %28
  %mul = mul nsw i64 %sub72, %sub75
  %conv76 = trunc i64 %mul to i32
  %call77 = call ptr @mlcc_rt_image_take(i32 %conv76, i32 4)
  %numbers = getelementptr inbounds nuw %struct.j2k_part, ptr %arrayidx1, i32 0, i32 1
  store ptr %call77, ptr %numbers, align 4
  %numbers78 = getelementptr inbounds nuw %struct.j2k_part, ptr %arrayidx1, i32 0, i32 1
  %29 = load ptr, ptr %numbers78, align 4
  %cmp79 = icmp eq ptr %29, null
  %cond81 = select i1 %cmp79, i32 3, i32 0
  br label %return

return:
  %retval.0 = phi i32 [ 2, %land.lhs.true ], [ %cond81, %if.then69 ], [ %problem.0, %land.lhs.true66 ], [ %problem.0, %for.end63 ], [ %problem.0, %for.cond ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg2000.j2k_packets(ptr %j) {
entry:
  br label %for.cond

for.cond:
  %levels.0 = phi i32 [ 0, %entry ], [ %cond, %for.inc ]
  %part.0 = phi i32 [ 0, %entry ], [ %inc, %for.inc ]
  %count = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 13
  %0 = load i32, ptr %count, align 4
  %cmp = icmp slt i32 %part.0, %0
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %styles = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 24
  %arrayidx = getelementptr inbounds [4 x %struct.j2k_style], ptr %styles, i32 0, i32 %part.0
  %levels1 = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx, i32 0, i32 0
  %1 = load i32, ptr %levels1, align 4
  %cmp2 = icmp sgt i32 %1, %levels.0
  br i1 %cmp2, label %cond.true, label %for.inc

cond.true:
  %styles3 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 24
  %arrayidx4 = getelementptr inbounds [4 x %struct.j2k_style], ptr %styles3, i32 0, i32 %part.0
  %levels5 = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx4, i32 0, i32 0
  %2 = load i32, ptr %levels5, align 4
  br label %for.inc

for.inc:
  %cond = phi i32 [ %2, %cond.true ], [ %levels.0, %for.body ]
  %inc = add nsw i32 %part.0, 1
  br label %for.cond

for.end:
  %order = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 21
  %3 = load i32, ptr %order, align 4
  switch i32 %3, label %for.cond21 [
    i32 0, label %sw.bb
    i32 1, label %sw.bb
    i32 2, label %for.cond7
    i32 3, label %sw.bb16
  ]

sw.bb:
  %call = call i32 @mlcc_rt.image_jpeg2000.j2k_by_layers(ptr %j, i32 %levels.0)
  br label %return

for.cond7:
  %problem.0 = phi i32 [ %call12, %for.body10 ], [ 0, %for.end ]
  %r.0 = phi i32 [ %inc14, %for.body10 ], [ 0, %for.end ]
  %cmp8 = icmp eq i32 %problem.0, 0
  %cmp9 = icmp sle i32 %r.0, %levels.0
  %spec.select = select i1 %cmp8, i1 %cmp9, i1 false
  br i1 %spec.select, label %for.body10, label %return

for.body10:
  %count11 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 13
  %4 = load i32, ptr %count11, align 4
  %sub = sub nsw i32 %4, 1
  %call12 = call i32 @mlcc_rt.image_jpeg2000.j2k_by_places(ptr %j, i32 %r.0, i32 %r.0, i32 0, i32 %sub)
  %inc14 = add nsw i32 %r.0, 1
  br label %for.cond7

sw.bb16:
  %count17 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 13
  %5 = load i32, ptr %count17, align 4
  %sub18 = sub nsw i32 %5, 1
  %call19 = call i32 @mlcc_rt.image_jpeg2000.j2k_by_places(ptr %j, i32 0, i32 %levels.0, i32 0, i32 %sub18)
  br label %return

for.cond21:
  %problem.1 = phi i32 [ %call28, %for.body27 ], [ 0, %for.end ]
  %part20.0 = phi i32 [ %inc30, %for.body27 ], [ 0, %for.end ]
  %cmp22 = icmp eq i32 %problem.1, 0
  br i1 %cmp22, label %land.rhs23, label %return

land.rhs23:
  %count24 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 13
  %6 = load i32, ptr %count24, align 4
  %cmp25 = icmp slt i32 %part20.0, %6
  br i1 %cmp25, label %for.body27, label %return

for.body27:
  %call28 = call i32 @mlcc_rt.image_jpeg2000.j2k_by_places(ptr %j, i32 0, i32 %levels.0, i32 %part20.0, i32 %part20.0)
  %inc30 = add nsw i32 %part20.0, 1
  br label %for.cond21

return:
  %retval.0 = phi i32 [ %problem.0, %for.cond7 ], [ %call, %sw.bb ], [ %call19, %sw.bb16 ], [ %problem.1, %for.cond21 ], [ %problem.1, %land.rhs23 ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg2000.j2k_samples(ptr %j, i32 %part, ptr %room) {
entry:
  %tx1 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 29
  %0 = load i64, ptr %tx1, align 4
  %tx0 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 28
  %1 = load i64, ptr %tx0, align 4
  %sub = sub nsw i64 %0, %1
  br label %for.cond

for.cond:
  %r.0 = phi i32 [ 0, %entry ], [ %inc19, %for.inc18 ]
  %problem.0 = phi i32 [ 0, %entry ], [ %problem.1, %for.inc18 ]
  %cmp = icmp eq i32 %problem.0, 0
  br i1 %cmp, label %land.rhs, label %for.end20

land.rhs:
  %styles = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 24
  %arrayidx = getelementptr inbounds [4 x %struct.j2k_style], ptr %styles, i32 0, i32 %part
  %levels = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx, i32 0, i32 0
  %2 = load i32, ptr %levels, align 4
  %cmp1 = icmp sle i32 %r.0, %2
  br i1 %cmp1, label %for.body, label %for.end20

for.body:
  %parts = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 32
  %arrayidx2 = getelementptr inbounds [4 x %struct.j2k_part], ptr %parts, i32 0, i32 %part
  %levels3 = getelementptr inbounds nuw %struct.j2k_part, ptr %arrayidx2, i32 0, i32 0
  %arrayidx4 = getelementptr inbounds [33 x %struct.j2k_level], ptr %levels3, i32 0, i32 %r.0
  br label %for.cond5

for.cond5:
  %problem.1 = phi i32 [ %problem.0, %for.body ], [ %call, %for.body10 ]
  %b.0 = phi i32 [ 0, %for.body ], [ %inc, %for.body10 ]
  %cmp6 = icmp eq i32 %problem.1, 0
  br i1 %cmp6, label %land.rhs7, label %for.end

land.rhs7:
  %band_count = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx4, i32 0, i32 8
  %3 = load i32, ptr %band_count, align 4
  %cmp8 = icmp slt i32 %b.0, %3
  br i1 %cmp8, label %for.body10, label %for.end

for.body10:
  %bands = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx4, i32 0, i32 9
  %arrayidx11 = getelementptr inbounds [3 x %struct.j2k_band], ptr %bands, i32 0, i32 %b.0
  %call = call i32 @mlcc_rt.image_jpeg2000.j2k_decode_band(ptr %j, i32 %part, ptr %arrayidx4, ptr %arrayidx11)
  %inc = add nsw i32 %b.0, 1
  br label %for.cond5

for.end:
  %cmp12 = icmp sgt i32 %r.0, 0
  %cmp13 = icmp eq i32 %problem.1, 0
  %or.cond = and i1 %cmp12, %cmp13
  br i1 %or.cond, label %if.then, label %for.inc18

if.then:
  %parts14 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 32
  %arrayidx15 = getelementptr inbounds [4 x %struct.j2k_part], ptr %parts14, i32 0, i32 %part
  %numbers = getelementptr inbounds nuw %struct.j2k_part, ptr %arrayidx15, i32 0, i32 1
  %4 = load ptr, ptr %numbers, align 4
  %x0 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx4, i32 0, i32 0
  %5 = load i64, ptr %x0, align 4
  %x1 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx4, i32 0, i32 1
  %6 = load i64, ptr %x1, align 4
  %y0 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx4, i32 0, i32 2
  %7 = load i64, ptr %y0, align 4
  %y1 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx4, i32 0, i32 3
  %8 = load i64, ptr %y1, align 4
  %styles16 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 24
  %arrayidx17 = getelementptr inbounds [4 x %struct.j2k_style], ptr %styles16, i32 0, i32 %part
  %reversible = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx17, i32 0, i32 4
  %9 = load i32, ptr %reversible, align 4
  call void @mlcc_rt_jpeg2000_wavelet(ptr %4, i64 %sub, i64 %5, i64 %6, i64 %7, i64 %8, i32 %9, ptr %room)
  br label %for.inc18

for.inc18:
  %inc19 = add nsw i32 %r.0, 1
  br label %for.cond

for.end20:
  ret i32 %problem.0
}

define internal void @mlcc_rt.image_jpeg2000.j2k_pixel(ptr %j, i64 %k, ptr %to) {
entry:
  %v = alloca [3 x i32], align 4
  call void @llvm.memset.p0.i32(ptr align 4 %v, i8 0, i32 12, i1 false)
  %mixed = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 23
  %0 = load i32, ptr %mixed, align 4
  %tobool = icmp ne i32 %0, 0
  br i1 %tobool, label %land.lhs.true, label %if.else

land.lhs.true:
  %read = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 16
  %1 = load i32, ptr %read, align 4
  %cmp = icmp eq i32 %1, 3
  br i1 %cmp, label %land.lhs.true1, label %if.else

land.lhs.true1:
  %styles = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 24
  %arrayidx = getelementptr inbounds [4 x %struct.j2k_style], ptr %styles, i32 0, i32 0
  %reversible = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx, i32 0, i32 4
  %2 = load i32, ptr %reversible, align 4
  %tobool2 = icmp ne i32 %2, 0
  br i1 %tobool2, label %if.else, label %if.then

if.then:
  %parts = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 32
  %arrayidx3 = getelementptr inbounds [4 x %struct.j2k_part], ptr %parts, i32 0, i32 0
  %numbers = getelementptr inbounds nuw %struct.j2k_part, ptr %arrayidx3, i32 0, i32 1
  %3 = load ptr, ptr %numbers, align 4
  %idxprom = trunc i64 %k to i32
  %arrayidx4 = getelementptr inbounds %union.mlcc_number, ptr %3, i32 %idxprom
  %4 = load float, ptr %arrayidx4, align 4
  %parts5 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 32
  %arrayidx6 = getelementptr inbounds [4 x %struct.j2k_part], ptr %parts5, i32 0, i32 1
  %numbers7 = getelementptr inbounds nuw %struct.j2k_part, ptr %arrayidx6, i32 0, i32 1
  %5 = load ptr, ptr %numbers7, align 4
  %idxprom8 = trunc i64 %k to i32
  %arrayidx9 = getelementptr inbounds %union.mlcc_number, ptr %5, i32 %idxprom8
  %6 = load float, ptr %arrayidx9, align 4
  %parts10 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 32
  %arrayidx11 = getelementptr inbounds [4 x %struct.j2k_part], ptr %parts10, i32 0, i32 2
  %numbers12 = getelementptr inbounds nuw %struct.j2k_part, ptr %arrayidx11, i32 0, i32 1
  %7 = load ptr, ptr %numbers12, align 4
  %idxprom13 = trunc i64 %k to i32
  %arrayidx14 = getelementptr inbounds %union.mlcc_number, ptr %7, i32 %idxprom13
  %8 = load float, ptr %arrayidx14, align 4
  %mul = fmul float %8, 0x3FF66E9780000000
  %add = fadd float %4, %mul
  %call = call i32 @mlcc_rt.image_jpeg2000.j2k_nearest(float %add)
  %arrayidx15 = getelementptr inbounds [3 x i32], ptr %v, i32 0, i32 0
  store i32 %call, ptr %arrayidx15, align 4
  %mul16 = fmul float %6, 0x3FD60639E0000000
  %sub = fsub float %4, %mul16
  %mul17 = fmul float %8, 0x3FE6DA3C20000000
  %sub18 = fsub float %sub, %mul17
  %call19 = call i32 @mlcc_rt.image_jpeg2000.j2k_nearest(float %sub18)
  %arrayidx20 = getelementptr inbounds [3 x i32], ptr %v, i32 0, i32 1
  store i32 %call19, ptr %arrayidx20, align 4
  %mul21 = fmul float %6, 0x3FFC5A1CA0000000
  %add22 = fadd float %4, %mul21
  %call23 = call i32 @mlcc_rt.image_jpeg2000.j2k_nearest(float %add22)
  %arrayidx24 = getelementptr inbounds [3 x i32], ptr %v, i32 0, i32 2
  store i32 %call23, ptr %arrayidx24, align 4
  br label %if.end60

if.else:
  br label %for.cond

for.cond:
  %n.0 = phi i32 [ 0, %if.else ], [ %inc, %cond.end ]
  %read25 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 16
  %9 = load i32, ptr %read25, align 4
  %cmp26 = icmp slt i32 %n.0, %9
  br i1 %cmp26, label %for.body, label %for.end

for.body:
  %parts27 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 32
  %arrayidx28 = getelementptr inbounds [4 x %struct.j2k_part], ptr %parts27, i32 0, i32 %n.0
  %numbers29 = getelementptr inbounds nuw %struct.j2k_part, ptr %arrayidx28, i32 0, i32 1
  %10 = load ptr, ptr %numbers29, align 4
  %idx.ext = trunc i64 %k to i32
  %add.ptr = getelementptr inbounds %union.mlcc_number, ptr %10, i32 %idx.ext
  %styles30 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 24
  %arrayidx31 = getelementptr inbounds [4 x %struct.j2k_style], ptr %styles30, i32 0, i32 %n.0
  %reversible32 = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx31, i32 0, i32 4
  %11 = load i32, ptr %reversible32, align 4
  %tobool33 = icmp ne i32 %11, 0
  br i1 %tobool33, label %cond.true, label %cond.false

cond.true:
  %12 = load i32, ptr %add.ptr, align 4
  br label %cond.end

cond.false:
  %13 = load float, ptr %add.ptr, align 4
  %call34 = call i32 @mlcc_rt.image_jpeg2000.j2k_nearest(float %13)
  br label %cond.end

cond.end:
  %cond = phi i32 [ %12, %cond.true ], [ %call34, %cond.false ]
  %arrayidx35 = getelementptr inbounds [3 x i32], ptr %v, i32 0, i32 %n.0
  store i32 %cond, ptr %arrayidx35, align 4
  %inc = add nsw i32 %n.0, 1
  br label %for.cond

for.end:
  %mixed36 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 23
  %14 = load i32, ptr %mixed36, align 4
  %tobool37 = icmp ne i32 %14, 0
  br i1 %tobool37, label %land.lhs.true38, label %if.end60

land.lhs.true38:
  %read39 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 16
  %15 = load i32, ptr %read39, align 4
  %cmp40 = icmp eq i32 %15, 3
  br i1 %cmp40, label %if.then41, label %if.end60

if.then41:
  %arrayidx43 = getelementptr inbounds [3 x i32], ptr %v, i32 0, i32 0
  %16 = load i32, ptr %arrayidx43, align 4
  %conv = sext i32 %16 to i64
  %arrayidx45 = getelementptr inbounds [3 x i32], ptr %v, i32 0, i32 1
  %17 = load i32, ptr %arrayidx45, align 4
  %conv46 = sext i32 %17 to i64
  %arrayidx48 = getelementptr inbounds [3 x i32], ptr %v, i32 0, i32 2
  %18 = load i32, ptr %arrayidx48, align 4
  %conv49 = sext i32 %18 to i64
  %add50 = add nsw i64 %conv46, %conv49
  %shr = ashr i64 %add50, 2
  %sub51 = sub nsw i64 %conv, %shr
  %add52 = add nsw i64 %conv49, %sub51
  %conv53 = trunc i64 %add52 to i32
  %arrayidx54 = getelementptr inbounds [3 x i32], ptr %v, i32 0, i32 0
  store i32 %conv53, ptr %arrayidx54, align 4
  %conv55 = trunc i64 %sub51 to i32
  %arrayidx56 = getelementptr inbounds [3 x i32], ptr %v, i32 0, i32 1
  store i32 %conv55, ptr %arrayidx56, align 4
  %add57 = add nsw i64 %conv46, %sub51
  %conv58 = trunc i64 %add57 to i32
  %arrayidx59 = getelementptr inbounds [3 x i32], ptr %v, i32 0, i32 2
  store i32 %conv58, ptr %arrayidx59, align 4
  br label %if.end60

if.end60:
  br label %for.cond62

for.cond62:
  %n61.0 = phi i32 [ 0, %if.end60 ], [ %inc111, %cond.end106 ]
  %cmp63 = icmp slt i32 %n61.0, 3
  br i1 %cmp63, label %for.body65, label %for.end112

for.body65:
  %read66 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 16
  %19 = load i32, ptr %read66, align 4
  %cmp67 = icmp eq i32 %19, 3
  %n61.0. = select i1 %cmp67, i32 %n61.0, i32 0
  %depth73 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 14
  %arrayidx74 = getelementptr inbounds [4 x i32], ptr %depth73, i32 0, i32 %n61.0.
  %20 = load i32, ptr %arrayidx74, align 4
  %arrayidx75 = getelementptr inbounds [3 x i32], ptr %v, i32 0, i32 %n61.0.
  %21 = load i32, ptr %arrayidx75, align 4
  %conv76 = sext i32 %21 to i64
  %sub77 = sub nsw i32 %20, 1
  %shl = shl i32 1, %sub77
  %conv78 = sext i32 %shl to i64
  %add79 = add nsw i64 %conv76, %conv78
  %cmp80 = icmp slt i64 %add79, 0
  br i1 %cmp80, label %cond.end95, label %cond.false83

cond.false83:
  %shl84 = shl i32 1, %20
  %conv85 = sext i32 %shl84 to i64
  %cmp86 = icmp sge i64 %add79, %conv85
  %shl89 = shl i32 1, %20
  %sub90 = sub nsw i32 %shl89, 1
  %conv91 = sext i32 %sub90 to i64
  %cond94 = select i1 %cmp86, i64 %conv91, i64 %add79
  br label %cond.end95

cond.end95:
  %cond96 = phi i64 [ %cond94, %cond.false83 ], [ 0, %for.body65 ]
  %cmp97 = icmp sgt i32 %20, 8
  br i1 %cmp97, label %cond.true99, label %cond.false102

cond.true99:
  %sub100 = sub nsw i32 %20, 8
  %sh_prom = zext i32 %sub100 to i64
  %shr101 = ashr i64 %cond96, %sh_prom
  br label %cond.end106

cond.false102:
  %sub103 = sub nsw i32 8, %20
  %sh_prom104 = zext i32 %sub103 to i64
  %shl105 = shl i64 %cond96, %sh_prom104
  br label %cond.end106

cond.end106:
  %cond107 = phi i64 [ %shr101, %cond.true99 ], [ %shl105, %cond.false102 ]
  %conv108 = trunc i64 %cond107 to i8
  %arrayidx109 = getelementptr inbounds i8, ptr %to, i32 %n61.0
  store i8 %conv108, ptr %arrayidx109, align 1
  %inc111 = add nsw i32 %n61.0, 1
  br label %for.cond62

for.end112:
  ret void
}

define internal i64 @mlcc_rt.image_jpeg2000.j2k_up(i64 %a, i32 %bits) {
entry:
  %sh_prom = zext i32 %bits to i64
  %shl = shl i64 1, %sh_prom
  %add = add nsw i64 %a, %shl
  %sub = sub nsw i64 %add, 1
  %sh_prom1 = zext i32 %bits to i64
  %shr = ashr i64 %sub, %sh_prom1
  ret i64 %shr
}

define internal i32 @mlcc_rt.image_jpeg2000.j2k_lay_band(ptr %j, i32 %part, i32 %r, i32 %number) {
entry:
  %styles = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 24
  %arrayidx = getelementptr inbounds [4 x %struct.j2k_style], ptr %styles, i32 0, i32 %part
  %parts = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 32
  %arrayidx1 = getelementptr inbounds [4 x %struct.j2k_part], ptr %parts, i32 0, i32 %part
  %levels = getelementptr inbounds nuw %struct.j2k_part, ptr %arrayidx1, i32 0, i32 0
  %arrayidx2 = getelementptr inbounds [33 x %struct.j2k_level], ptr %levels, i32 0, i32 %r
  %bands = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx2, i32 0, i32 9
  %arrayidx3 = getelementptr inbounds [3 x %struct.j2k_band], ptr %bands, i32 0, i32 %number
  %cmp = icmp eq i32 %r, 0
  %add = add nsw i32 %number, 1
  %cond = select i1 %cmp, i32 0, i32 %add
  %cmp4 = icmp eq i32 %r, 0
  br i1 %cmp4, label %cond.true5, label %cond.false7

cond.true5:
  %levels6 = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx, i32 0, i32 0
  %0 = load i32, ptr %levels6, align 4
  br label %cond.end10

cond.false7:
  %levels8 = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx, i32 0, i32 0
  %1 = load i32, ptr %levels8, align 4
  %sub = sub nsw i32 %1, %r
  %add9 = add nsw i32 %sub, 1
  br label %cond.end10

cond.end10:
  %cond11 = phi i32 [ %0, %cond.true5 ], [ %add9, %cond.false7 ]
  %and = and i32 %cond, 1
  %tobool = icmp ne i32 %and, 0
  %sub13 = sub nsw i32 %cond11, 1
  %sh_prom = zext i32 %sub13 to i64
  %shl = shl i64 1, %sh_prom
  %cond16 = select i1 %tobool, i64 %shl, i64 0
  %and17 = and i32 %cond, 2
  %tobool18 = icmp ne i32 %and17, 0
  %sub20 = sub nsw i32 %cond11, 1
  %sh_prom21 = zext i32 %sub20 to i64
  %shl22 = shl i64 1, %sh_prom21
  %cond25 = select i1 %tobool18, i64 %shl22, i64 0
  %kind26 = getelementptr inbounds nuw %struct.j2k_band, ptr %arrayidx3, i32 0, i32 6
  store i32 %cond, ptr %kind26, align 4
  %tx0 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 28
  %2 = load i64, ptr %tx0, align 4
  %sub27 = sub nsw i64 %2, %cond16
  %call = call i64 @mlcc_rt.image_jpeg2000.j2k_up(i64 %sub27, i32 %cond11)
  %x0 = getelementptr inbounds nuw %struct.j2k_band, ptr %arrayidx3, i32 0, i32 0
  store i64 %call, ptr %x0, align 4
  %tx1 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 29
  %3 = load i64, ptr %tx1, align 4
  %sub28 = sub nsw i64 %3, %cond16
  %call29 = call i64 @mlcc_rt.image_jpeg2000.j2k_up(i64 %sub28, i32 %cond11)
  %x1 = getelementptr inbounds nuw %struct.j2k_band, ptr %arrayidx3, i32 0, i32 1
  store i64 %call29, ptr %x1, align 4
  %ty0 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 30
  %4 = load i64, ptr %ty0, align 4
  %sub30 = sub nsw i64 %4, %cond25
  %call31 = call i64 @mlcc_rt.image_jpeg2000.j2k_up(i64 %sub30, i32 %cond11)
  %y0 = getelementptr inbounds nuw %struct.j2k_band, ptr %arrayidx3, i32 0, i32 2
  store i64 %call31, ptr %y0, align 4
  %ty1 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 31
  %5 = load i64, ptr %ty1, align 4
  %sub32 = sub nsw i64 %5, %cond25
  %call33 = call i64 @mlcc_rt.image_jpeg2000.j2k_up(i64 %sub32, i32 %cond11)
  %y1 = getelementptr inbounds nuw %struct.j2k_band, ptr %arrayidx3, i32 0, i32 3
  store i64 %call33, ptr %y1, align 4
  %cmp34 = icmp sgt i32 %r, 0
  br i1 %cmp34, label %if.then, label %if.end

if.then:
  %parts35 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 32
  %arrayidx36 = getelementptr inbounds [4 x %struct.j2k_part], ptr %parts35, i32 0, i32 %part
  %levels37 = getelementptr inbounds nuw %struct.j2k_part, ptr %arrayidx36, i32 0, i32 0
  %sub38 = sub nsw i32 %r, 1
  %arrayidx39 = getelementptr inbounds [33 x %struct.j2k_level], ptr %levels37, i32 0, i32 %sub38
  %and40 = and i32 %cond, 1
  %tobool41 = icmp ne i32 %and40, 0
  br i1 %tobool41, label %cond.true42, label %cond.end47

cond.true42:
  %x143 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx39, i32 0, i32 1
  %6 = load i64, ptr %x143, align 4
  %x044 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx39, i32 0, i32 0
  %7 = load i64, ptr %x044, align 4
  %sub45 = sub nsw i64 %6, %7
  br label %cond.end47

cond.end47:
  %cond48 = phi i64 [ %sub45, %cond.true42 ], [ 0, %if.then ]
  %left = getelementptr inbounds nuw %struct.j2k_band, ptr %arrayidx3, i32 0, i32 4
  store i64 %cond48, ptr %left, align 4
  %and49 = and i32 %cond, 2
  %tobool50 = icmp ne i32 %and49, 0
  br i1 %tobool50, label %cond.true51, label %cond.end56

cond.true51:
  %y152 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx39, i32 0, i32 3
  %8 = load i64, ptr %y152, align 4
  %y053 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx39, i32 0, i32 2
  %9 = load i64, ptr %y053, align 4
  %sub54 = sub nsw i64 %8, %9
  br label %cond.end56

cond.end56:
  %cond57 = phi i64 [ %sub54, %cond.true51 ], [ 0, %cond.end47 ]
  %top = getelementptr inbounds nuw %struct.j2k_band, ptr %arrayidx3, i32 0, i32 5
  store i64 %cond57, ptr %top, align 4
  br label %if.end

if.end:
  %cmp58 = icmp eq i32 %r, 0
  %sub61 = sub nsw i32 %r, 1
  %mul = mul nsw i32 3, %sub61
  %add62 = add nsw i32 %mul, %cond
  %cond64 = select i1 %cmp58, i32 0, i32 %add62
  %cmp65 = icmp eq i32 %cond, 3
  %cmp68 = icmp sgt i32 %cond, 0
  %conv = zext i1 %cmp68 to i32
  %cond70 = select i1 %cmp65, i32 2, i32 %conv
  %exponents = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx, i32 0, i32 8
  %arrayidx71 = getelementptr inbounds [97 x i8], ptr %exponents, i32 0, i32 %cond64
  %10 = load i8, ptr %arrayidx71, align 1
  %conv72 = zext i8 %10 to i32
  %guard = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx, i32 0, i32 7
  %11 = load i32, ptr %guard, align 4
  %add73 = add nsw i32 %conv72, %11
  %sub74 = sub nsw i32 %add73, 1
  %planes = getelementptr inbounds nuw %struct.j2k_band, ptr %arrayidx3, i32 0, i32 7
  store i32 %sub74, ptr %planes, align 4
  %mantissas = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx, i32 0, i32 9
  %arrayidx75 = getelementptr inbounds [97 x i16], ptr %mantissas, i32 0, i32 %cond64
  %12 = load i16, ptr %arrayidx75, align 2
  %conv76 = uitofp i16 %12 to float
  %div = fdiv float %conv76, 4.096000e+03
  %add77 = fadd float 5.000000e-01, %div
  %step = getelementptr inbounds nuw %struct.j2k_band, ptr %arrayidx3, i32 0, i32 8
  store float %add77, ptr %step, align 4
  %depth = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 14
  %arrayidx78 = getelementptr inbounds [4 x i32], ptr %depth, i32 0, i32 %part
  %13 = load i32, ptr %arrayidx78, align 4
  %reversible = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx, i32 0, i32 4
  %14 = load i32, ptr %reversible, align 4
  %tobool79 = icmp ne i32 %14, 0
  %cond83 = select i1 %tobool79, i32 %cond70, i32 0
  %add84 = add nsw i32 %13, %cond83
  %exponents85 = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx, i32 0, i32 8
  %arrayidx86 = getelementptr inbounds [97 x i8], ptr %exponents85, i32 0, i32 %cond64
  %15 = load i8, ptr %arrayidx86, align 1
  %conv87 = zext i8 %15 to i32
  %sub88 = sub nsw i32 %add84, %conv87
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ %sub88, %if.end ], [ %add99, %for.body ]
  %cmp89 = icmp ne i32 %k.0, 0
  br i1 %cmp89, label %for.body, label %for.end

for.body:
  %cmp91 = icmp sgt i32 %k.0, 0
  %cond93 = select i1 %cmp91, float 2.000000e+00, float 5.000000e-01
  %step94 = getelementptr inbounds nuw %struct.j2k_band, ptr %arrayidx3, i32 0, i32 8
  %16 = load float, ptr %step94, align 4
  %mul95 = fmul float %16, %cond93
  store float %mul95, ptr %step94, align 4
  %cmp96 = icmp sgt i32 %k.0, 0
  %cond98 = select i1 %cmp96, i32 -1, i32 1
  %add99 = add nsw i32 %k.0, %cond98
  br label %for.cond

for.end:
  %across = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx2, i32 0, i32 4
  %17 = load i64, ptr %across, align 4
  %down100 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx2, i32 0, i32 5
  %18 = load i64, ptr %down100, align 4
  %mul101 = mul nsw i64 %17, %18
  %blocks = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 39
  %19 = load i64, ptr %blocks, align 4
  %add102 = add nsw i64 %19, %mul101
  store i64 %add102, ptr %blocks, align 4
  %blocks103 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 39
  %20 = load i64, ptr %blocks103, align 4
  %cmp104 = icmp sgt i64 %20, 1048576
  br i1 %cmp104, label %return, label %if.end107

if.end107:
  %conv108 = trunc i64 %mul101 to i32
  %call109 = call ptr @mlcc_rt_image_take(i32 %conv108, i32 64)
  %precincts = getelementptr inbounds nuw %struct.j2k_band, ptr %arrayidx3, i32 0, i32 9
  store ptr %call109, ptr %precincts, align 4
  %precincts110 = getelementptr inbounds nuw %struct.j2k_band, ptr %arrayidx3, i32 0, i32 9
  %21 = load ptr, ptr %precincts110, align 4
  %cmp111 = icmp eq ptr %21, null
  %cond113 = select i1 %cmp111, i32 3, i32 0
  br label %for.cond115

for.cond115:
  %problem.0 = phi i32 [ %cond113, %if.end107 ], [ %call121, %for.body120 ]
  %k114.0 = phi i64 [ 0, %if.end107 ], [ %inc, %for.body120 ]
  %cmp116 = icmp eq i32 %problem.0, 0
  %cmp118 = icmp slt i64 %k114.0, %mul101
  %spec.select = select i1 %cmp116, i1 %cmp118, i1 false
  br i1 %spec.select, label %for.body120, label %return

for.body120:
  %call121 = call i32 @mlcc_rt.image_jpeg2000.j2k_lay_precinct(ptr %j, ptr %arrayidx, ptr %arrayidx2, ptr %arrayidx3, i64 %k114.0)
  %inc = add nsw i64 %k114.0, 1
  br label %for.cond115

return:
  %retval.0 = phi i32 [ 2, %for.end ], [ %problem.0, %for.cond115 ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg2000.j2k_lay_precinct(ptr %j, ptr %s, ptr %level, ptr %band, i64 %number) {
entry:
  %precincts = getelementptr inbounds nuw %struct.j2k_band, ptr %band, i32 0, i32 9
  %0 = load ptr, ptr %precincts, align 4
  %idxprom = trunc i64 %number to i32
  %arrayidx = getelementptr inbounds %struct.j2k_precinct, ptr %0, i32 %idxprom
  %kind = getelementptr inbounds nuw %struct.j2k_band, ptr %band, i32 0, i32 6
  %1 = load i32, ptr %kind, align 4
  %cmp = icmp sgt i32 %1, 0
  %conv = zext i1 %cmp to i32
  %width = getelementptr inbounds nuw %struct.j2k_level, ptr %level, i32 0, i32 6
  %2 = load i32, ptr %width, align 4
  %sub = sub nsw i32 %2, %conv
  %height = getelementptr inbounds nuw %struct.j2k_level, ptr %level, i32 0, i32 7
  %3 = load i32, ptr %height, align 4
  %sub1 = sub nsw i32 %3, %conv
  %block_width = getelementptr inbounds nuw %struct.j2k_style, ptr %s, i32 0, i32 1
  %4 = load i32, ptr %block_width, align 4
  %cmp2 = icmp slt i32 %4, %sub
  br i1 %cmp2, label %cond.true, label %cond.end

cond.true:
  %block_width4 = getelementptr inbounds nuw %struct.j2k_style, ptr %s, i32 0, i32 1
  %5 = load i32, ptr %block_width4, align 4
  br label %cond.end

cond.end:
  %cond = phi i32 [ %5, %cond.true ], [ %sub, %entry ]
  %block_height = getelementptr inbounds nuw %struct.j2k_style, ptr %s, i32 0, i32 2
  %6 = load i32, ptr %block_height, align 4
  %cmp5 = icmp slt i32 %6, %sub1
  br i1 %cmp5, label %cond.true7, label %cond.end10

cond.true7:
  %block_height8 = getelementptr inbounds nuw %struct.j2k_style, ptr %s, i32 0, i32 2
  %7 = load i32, ptr %block_height8, align 4
  br label %cond.end10

cond.end10:
  %cond11 = phi i32 [ %7, %cond.true7 ], [ %sub1, %cond.end ]
  %x0 = getelementptr inbounds nuw %struct.j2k_level, ptr %level, i32 0, i32 0
  %8 = load i64, ptr %x0, align 4
  %width12 = getelementptr inbounds nuw %struct.j2k_level, ptr %level, i32 0, i32 6
  %9 = load i32, ptr %width12, align 4
  %sh_prom = zext i32 %9 to i64
  %shr = ashr i64 %8, %sh_prom
  %across = getelementptr inbounds nuw %struct.j2k_level, ptr %level, i32 0, i32 4
  %10 = load i64, ptr %across, align 4
  %rem = srem i64 %number, %10
  %add = add nsw i64 %shr, %rem
  %y0 = getelementptr inbounds nuw %struct.j2k_level, ptr %level, i32 0, i32 2
  %11 = load i64, ptr %y0, align 4
  %height13 = getelementptr inbounds nuw %struct.j2k_level, ptr %level, i32 0, i32 7
  %12 = load i32, ptr %height13, align 4
  %sh_prom14 = zext i32 %12 to i64
  %shr15 = ashr i64 %11, %sh_prom14
  %across16 = getelementptr inbounds nuw %struct.j2k_level, ptr %level, i32 0, i32 4
  %13 = load i64, ptr %across16, align 4
  %div = sdiv i64 %number, %13
  %add17 = add nsw i64 %shr15, %div
  %x019 = getelementptr inbounds nuw %struct.j2k_band, ptr %band, i32 0, i32 0
  %14 = load i64, ptr %x019, align 4
  %sh_prom20 = zext i32 %sub to i64
  %shl = shl i64 %add, %sh_prom20
  %call = call i64 @mlcc_rt.image_jpeg2000.j2k_most(i64 %14, i64 %shl)
  %x121 = getelementptr inbounds nuw %struct.j2k_band, ptr %band, i32 0, i32 1
  %15 = load i64, ptr %x121, align 4
  %add22 = add nsw i64 %add, 1
  %sh_prom23 = zext i32 %sub to i64
  %shl24 = shl i64 %add22, %sh_prom23
  %call25 = call i64 @mlcc_rt.image_jpeg2000.j2k_min(i64 %15, i64 %shl24)
  %y027 = getelementptr inbounds nuw %struct.j2k_band, ptr %band, i32 0, i32 2
  %16 = load i64, ptr %y027, align 4
  %sh_prom28 = zext i32 %sub1 to i64
  %shl29 = shl i64 %add17, %sh_prom28
  %call30 = call i64 @mlcc_rt.image_jpeg2000.j2k_most(i64 %16, i64 %shl29)
  %y131 = getelementptr inbounds nuw %struct.j2k_band, ptr %band, i32 0, i32 3
  %17 = load i64, ptr %y131, align 4
  %add32 = add nsw i64 %add17, 1
  %sh_prom33 = zext i32 %sub1 to i64
  %shl34 = shl i64 %add32, %sh_prom33
  %call35 = call i64 @mlcc_rt.image_jpeg2000.j2k_min(i64 %17, i64 %shl34)
  %cmp36 = icmp sge i64 %call, %call25
  %cmp38 = icmp sge i64 %call30, %call35
  %or.cond = select i1 %cmp36, i1 true, i1 %cmp38
  br i1 %or.cond, label %return, label %if.end

if.end:
  %sh_prom40 = zext i32 %cond to i64
  %shr41 = ashr i64 %call, %sh_prom40
  %sh_prom42 = zext i32 %cond11 to i64
  %shr43 = ashr i64 %call30, %sh_prom42
  %call44 = call i64 @mlcc_rt.image_jpeg2000.j2k_up(i64 %call25, i32 %cond)
  %sub45 = sub nsw i64 %call44, %shr41
  %across46 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx, i32 0, i32 0
  store i64 %sub45, ptr %across46, align 4
  %call47 = call i64 @mlcc_rt.image_jpeg2000.j2k_up(i64 %call35, i32 %cond11)
  %sub48 = sub nsw i64 %call47, %shr43
  %down = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx, i32 0, i32 1
  store i64 %sub48, ptr %down, align 4
  %across49 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx, i32 0, i32 0
  %18 = load i64, ptr %across49, align 4
  %down50 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx, i32 0, i32 1
  %19 = load i64, ptr %down50, align 4
  %mul = mul nsw i64 %18, %19
  %blocks = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 39
  %20 = load i64, ptr %blocks, align 4
  %add51 = add nsw i64 %20, %mul
  store i64 %add51, ptr %blocks, align 4
  %blocks52 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 39
  %21 = load i64, ptr %blocks52, align 4
  %cmp53 = icmp sgt i64 %21, 1048576
  br i1 %cmp53, label %return, label %if.end56

if.end56:
  %across57 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx, i32 0, i32 0
  %22 = load i64, ptr %across57, align 4
  %down58 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx, i32 0, i32 1
  %23 = load i64, ptr %down58, align 4
  %mul59 = mul nsw i64 %22, %23
  %conv60 = trunc i64 %mul59 to i32
  %call61 = call ptr @mlcc_rt_image_take(i32 %conv60, i32 56)
  %codes = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx, i32 0, i32 2
  store ptr %call61, ptr %codes, align 4
  %codes62 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx, i32 0, i32 2
  %24 = load ptr, ptr %codes62, align 4
  %cmp63 = icmp eq ptr %24, null
  br i1 %cmp63, label %return, label %lor.lhs.false65

lor.lhs.false65:
  %inclusion = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx, i32 0, i32 3
  %across66 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx, i32 0, i32 0
  %25 = load i64, ptr %across66, align 4
  %down67 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx, i32 0, i32 1
  %26 = load i64, ptr %down67, align 4
  %call68 = call i32 @mlcc_rt.image_jpeg2000.j2k_plant(ptr %inclusion, i64 %25, i64 %26)
  %cmp69 = icmp ne i32 %call68, 0
  br i1 %cmp69, label %return, label %lor.lhs.false71

lor.lhs.false71:
  %zeros = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx, i32 0, i32 4
  %across72 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx, i32 0, i32 0
  %27 = load i64, ptr %across72, align 4
  %down73 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx, i32 0, i32 1
  %28 = load i64, ptr %down73, align 4
  %call74 = call i32 @mlcc_rt.image_jpeg2000.j2k_plant(ptr %zeros, i64 %27, i64 %28)
  %cmp75 = icmp ne i32 %call74, 0
  br i1 %cmp75, label %return, label %for.cond

for.cond:
  %k.0 = phi i64 [ %inc, %for.body ], [ 0, %lor.lhs.false71 ]
  %across79 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx, i32 0, i32 0
  %29 = load i64, ptr %across79, align 4
  %down80 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx, i32 0, i32 1
  %30 = load i64, ptr %down80, align 4
  %mul81 = mul nsw i64 %29, %30
  %cmp82 = icmp slt i64 %k.0, %mul81
  br i1 %cmp82, label %for.body, label %return

for.body:
  %across84 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx, i32 0, i32 0
  %31 = load i64, ptr %across84, align 4
  %rem85 = srem i64 %k.0, %31
  %add86 = add nsw i64 %shr41, %rem85
  %across87 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx, i32 0, i32 0
  %32 = load i64, ptr %across87, align 4
  %div88 = sdiv i64 %k.0, %32
  %add89 = add nsw i64 %shr43, %div88
  %sh_prom90 = zext i32 %cond to i64
  %shl91 = shl i64 %add86, %sh_prom90
  %call92 = call i64 @mlcc_rt.image_jpeg2000.j2k_most(i64 %call, i64 %shl91)
  %codes93 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx, i32 0, i32 2
  %33 = load ptr, ptr %codes93, align 4
  %idxprom94 = trunc i64 %k.0 to i32
  %arrayidx95 = getelementptr inbounds %struct.j2k_code, ptr %33, i32 %idxprom94
  %x096 = getelementptr inbounds nuw %struct.j2k_code, ptr %arrayidx95, i32 0, i32 0
  store i64 %call92, ptr %x096, align 4
  %add97 = add nsw i64 %add86, 1
  %sh_prom98 = zext i32 %cond to i64
  %shl99 = shl i64 %add97, %sh_prom98
  %call100 = call i64 @mlcc_rt.image_jpeg2000.j2k_min(i64 %call25, i64 %shl99)
  %codes101 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx, i32 0, i32 2
  %34 = load ptr, ptr %codes101, align 4
  %idxprom102 = trunc i64 %k.0 to i32
  %arrayidx103 = getelementptr inbounds %struct.j2k_code, ptr %34, i32 %idxprom102
  %x1104 = getelementptr inbounds nuw %struct.j2k_code, ptr %arrayidx103, i32 0, i32 1
  store i64 %call100, ptr %x1104, align 4
  %sh_prom105 = zext i32 %cond11 to i64
  %shl106 = shl i64 %add89, %sh_prom105
  %call107 = call i64 @mlcc_rt.image_jpeg2000.j2k_most(i64 %call30, i64 %shl106)
  %codes108 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx, i32 0, i32 2
  %35 = load ptr, ptr %codes108, align 4
  %idxprom109 = trunc i64 %k.0 to i32
  %arrayidx110 = getelementptr inbounds %struct.j2k_code, ptr %35, i32 %idxprom109
  %y0111 = getelementptr inbounds nuw %struct.j2k_code, ptr %arrayidx110, i32 0, i32 2
  store i64 %call107, ptr %y0111, align 4
  %add112 = add nsw i64 %add89, 1
  %sh_prom113 = zext i32 %cond11 to i64
  %shl114 = shl i64 %add112, %sh_prom113
  %call115 = call i64 @mlcc_rt.image_jpeg2000.j2k_min(i64 %call35, i64 %shl114)
  %codes116 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx, i32 0, i32 2
  %36 = load ptr, ptr %codes116, align 4
  %idxprom117 = trunc i64 %k.0 to i32
  %arrayidx118 = getelementptr inbounds %struct.j2k_code, ptr %36, i32 %idxprom117
  %y1119 = getelementptr inbounds nuw %struct.j2k_code, ptr %arrayidx118, i32 0, i32 3
  store i64 %call115, ptr %y1119, align 4
  %codes120 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx, i32 0, i32 2
  %37 = load ptr, ptr %codes120, align 4
  %idxprom121 = trunc i64 %k.0 to i32
  %arrayidx122 = getelementptr inbounds %struct.j2k_code, ptr %37, i32 %idxprom121
  %length_bits = getelementptr inbounds nuw %struct.j2k_code, ptr %arrayidx122, i32 0, i32 6
  store i32 3, ptr %length_bits, align 4
  %inc = add nsw i64 %k.0, 1
  br label %for.cond

return:
  %retval.0 = phi i32 [ 3, %if.end56 ], [ 0, %cond.end10 ], [ 2, %if.end ], [ 3, %lor.lhs.false71 ], [ 3, %lor.lhs.false65 ], [ 0, %for.cond ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg2000.j2k_plant(ptr %tree, i64 %width, i64 %height) {
entry:
  %width1 = getelementptr inbounds nuw %struct.j2k_tree, ptr %tree, i32 0, i32 0
  store i64 %width, ptr %width1, align 4
  %height2 = getelementptr inbounds nuw %struct.j2k_tree, ptr %tree, i32 0, i32 1
  store i64 %height, ptr %height2, align 4
  br label %for.cond

for.cond:
  %total.0 = phi i64 [ 0, %entry ], [ %add, %for.inc ]
  %w.0 = phi i64 [ %width, %entry ], [ %div, %for.inc ]
  %h.0 = phi i64 [ %height, %entry ], [ %div6, %for.inc ]
  %mul = mul nsw i64 %w.0, %h.0
  %add = add nsw i64 %total.0, %mul
  %mul3 = mul nsw i64 %w.0, %h.0
  %cmp = icmp sle i64 %mul3, 1
  br i1 %cmp, label %for.end, label %for.inc

for.inc:
  %add4 = add nsw i64 %w.0, 1
  %div = sdiv i64 %add4, 2
  %add5 = add nsw i64 %h.0, 1
  %div6 = sdiv i64 %add5, 2
  br label %for.cond

for.end:
  %conv = trunc i64 %add to i32
  %call = call ptr @mlcc_rt_image_take(i32 %conv, i32 20)
  %nodes = getelementptr inbounds nuw %struct.j2k_tree, ptr %tree, i32 0, i32 2
  store ptr %call, ptr %nodes, align 4
  %nodes7 = getelementptr inbounds nuw %struct.j2k_tree, ptr %tree, i32 0, i32 2
  %0 = load ptr, ptr %nodes7, align 4
  %cmp8 = icmp eq ptr %0, null
  br i1 %cmp8, label %return, label %for.cond14

for.cond14:
  %begin.0 = phi i64 [ %add41, %for.inc47 ], [ 0, %for.end ]
  %w12.0 = phi i64 [ %div49, %for.inc47 ], [ %width, %for.end ]
  %h13.0 = phi i64 [ %div51, %for.inc47 ], [ %height, %for.end ]
  %mul15 = mul nsw i64 %w12.0, %h13.0
  %cmp16 = icmp sgt i64 %mul15, 0
  br i1 %cmp16, label %for.cond18, label %return

for.cond18:
  %k.0 = phi i64 [ %inc, %cond.end ], [ 0, %for.cond14 ]
  %mul19 = mul nsw i64 %w12.0, %h13.0
  %cmp20 = icmp slt i64 %k.0, %mul19
  br i1 %cmp20, label %for.body22, label %for.end39

for.body22:
  %mul23 = mul nsw i64 %w12.0, %h13.0
  %cmp24 = icmp eq i64 %mul23, 1
  br i1 %cmp24, label %cond.end, label %cond.false

cond.false:
  %mul26 = mul nsw i64 %w12.0, %h13.0
  %add27 = add nsw i64 %begin.0, %mul26
  %div28 = sdiv i64 %k.0, %w12.0
  %div29 = sdiv i64 %div28, 2
  %add30 = add nsw i64 %w12.0, 1
  %div31 = sdiv i64 %add30, 2
  %mul32 = mul nsw i64 %div29, %div31
  %add33 = add nsw i64 %add27, %mul32
  %rem = srem i64 %k.0, %w12.0
  %div34 = sdiv i64 %rem, 2
  %add35 = add nsw i64 %add33, %div34
  br label %cond.end

cond.end:
  %cond = phi i64 [ %add35, %cond.false ], [ -1, %for.body22 ]
  %nodes36 = getelementptr inbounds nuw %struct.j2k_tree, ptr %tree, i32 0, i32 2
  %1 = load ptr, ptr %nodes36, align 4
  %add37 = add nsw i64 %begin.0, %k.0
  %idxprom = trunc i64 %add37 to i32
  %arrayidx = getelementptr inbounds %struct.j2k_node, ptr %1, i32 %idxprom
  %parent = getelementptr inbounds nuw %struct.j2k_node, ptr %arrayidx, i32 0, i32 0
  store i64 %cond, ptr %parent, align 4
  %inc = add nsw i64 %k.0, 1
  br label %for.cond18

for.end39:
  %mul40 = mul nsw i64 %w12.0, %h13.0
  %add41 = add nsw i64 %begin.0, %mul40
  %mul42 = mul nsw i64 %w12.0, %h13.0
  %cmp43 = icmp eq i64 %mul42, 1
  br i1 %cmp43, label %return, label %for.inc47

for.inc47:
  %add48 = add nsw i64 %w12.0, 1
  %div49 = sdiv i64 %add48, 2
  %add50 = add nsw i64 %h13.0, 1
  %div51 = sdiv i64 %add50, 2
  br label %for.cond14

return:
  %retval.0 = phi i32 [ 3, %for.end ], [ 0, %for.end39 ], [ 0, %for.cond14 ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg2000.j2k_by_layers(ptr %j, i32 %levels) {
entry:
  %order = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 21
  %0 = load i32, ptr %order, align 4
  %cmp = icmp eq i32 %0, 0
  br i1 %cmp, label %cond.true, label %cond.false

cond.true:
  %layers = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 22
  %1 = load i32, ptr %layers, align 4
  br label %cond.end

cond.false:
  %add = add nsw i32 %levels, 1
  br label %cond.end

cond.end:
  %cond = phi i32 [ %1, %cond.true ], [ %add, %cond.false ]
  %order1 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 21
  %2 = load i32, ptr %order1, align 4
  %cmp2 = icmp eq i32 %2, 0
  br i1 %cmp2, label %cond.true3, label %cond.false5

cond.true3:
  %add4 = add nsw i32 %levels, 1
  br label %cond.end7

cond.false5:
  %layers6 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 22
  %3 = load i32, ptr %layers6, align 4
  br label %cond.end7

cond.end7:
  %cond8 = phi i32 [ %add4, %cond.true3 ], [ %3, %cond.false5 ]
  br label %for.cond

for.cond:
  %a.0 = phi i32 [ 0, %cond.end7 ], [ %inc46, %for.inc45 ]
  %problem.0 = phi i32 [ 0, %cond.end7 ], [ %problem.1, %for.inc45 ]
  %cmp9 = icmp slt i32 %a.0, %cond
  br i1 %cmp9, label %for.cond10, label %return

for.cond10:
  %b.0 = phi i32 [ %inc43, %for.inc42 ], [ 0, %for.cond ]
  %problem.1 = phi i32 [ %problem.2, %for.inc42 ], [ %problem.0, %for.cond ]
  %cmp11 = icmp slt i32 %b.0, %cond8
  br i1 %cmp11, label %for.body12, label %for.inc45

for.body12:
  %order13 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 21
  %4 = load i32, ptr %order13, align 4
  %cmp14 = icmp eq i32 %4, 0
  %b.0.a.0 = select i1 %cmp14, i32 %b.0, i32 %a.0
  %order19 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 21
  %5 = load i32, ptr %order19, align 4
  %cmp20 = icmp eq i32 %5, 0
  %cond24 = select i1 %cmp20, i32 %a.0, i32 %b.0
  br label %for.cond25

for.cond25:
  %problem.2 = phi i32 [ %problem.1, %for.body12 ], [ %problem.3, %for.inc37 ]
  %part.0 = phi i32 [ 0, %for.body12 ], [ %inc38, %for.inc37 ]
  %count = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 13
  %6 = load i32, ptr %count, align 4
  %cmp26 = icmp slt i32 %part.0, %6
  br i1 %cmp26, label %for.body27, label %for.end39

for.body27:
  %parts = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 32
  %arrayidx = getelementptr inbounds [4 x %struct.j2k_part], ptr %parts, i32 0, i32 %part.0
  %levels28 = getelementptr inbounds nuw %struct.j2k_part, ptr %arrayidx, i32 0, i32 0
  %arrayidx29 = getelementptr inbounds [33 x %struct.j2k_level], ptr %levels28, i32 0, i32 %b.0.a.0
  br label %for.cond30

for.cond30:
  %problem.3 = phi i32 [ %problem.2, %for.body27 ], [ %call, %for.body36 ]
  %k.0 = phi i64 [ 0, %for.body27 ], [ %inc, %for.body36 ]
  %cmp31 = icmp eq i32 %problem.3, 0
  br i1 %cmp31, label %land.lhs.true, label %for.inc37

land.lhs.true:
  %styles = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 24
  %arrayidx32 = getelementptr inbounds [4 x %struct.j2k_style], ptr %styles, i32 0, i32 %part.0
  %levels33 = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx32, i32 0, i32 0
  %7 = load i32, ptr %levels33, align 4
  %cmp34 = icmp sle i32 %b.0.a.0, %7
  br i1 %cmp34, label %land.rhs, label %for.inc37

land.rhs:
  %across = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx29, i32 0, i32 4
  %8 = load i64, ptr %across, align 4
  %down = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx29, i32 0, i32 5
  %9 = load i64, ptr %down, align 4
  %mul = mul nsw i64 %8, %9
  %cmp35 = icmp slt i64 %k.0, %mul
  br i1 %cmp35, label %for.body36, label %for.inc37

for.body36:
  %call = call i32 @mlcc_rt.image_jpeg2000.j2k_packet(ptr %j, i32 %part.0, i32 %b.0.a.0, i64 %k.0, i32 %cond24)
  %inc = add nsw i64 %k.0, 1
  br label %for.cond30

for.inc37:
  %inc38 = add nsw i32 %part.0, 1
  br label %for.cond25

for.end39:
  %cmp40 = icmp ne i32 %problem.2, 0
  br i1 %cmp40, label %return, label %lor.lhs.false

lor.lhs.false:
  %from = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 34
  %10 = load ptr, ptr %from, align 4
  %to = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 35
  %11 = load ptr, ptr %to, align 4
  %cmp41 = icmp uge ptr %10, %11
  br i1 %cmp41, label %return, label %for.inc42

for.inc42:
  %inc43 = add nsw i32 %b.0, 1
  br label %for.cond10

for.inc45:
  %inc46 = add nsw i32 %a.0, 1
  br label %for.cond

return:
  %retval.0 = phi i32 [ %problem.2, %for.end39 ], [ %problem.2, %lor.lhs.false ], [ %problem.0, %for.cond ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg2000.j2k_by_places(ptr %j, i32 %first, i32 %last, i32 %first_part, i32 %last_part) {
entry:
  br label %for.cond

for.cond:
  %step_x.0 = phi i64 [ 1099511627776, %entry ], [ %step_x.1, %for.inc19 ]
  %step_y.0 = phi i64 [ 1099511627776, %entry ], [ %step_y.1, %for.inc19 ]
  %part.0 = phi i32 [ %first_part, %entry ], [ %inc20, %for.inc19 ]
  %cmp = icmp sle i32 %part.0, %last_part
  br i1 %cmp, label %for.cond1, label %for.end21

for.cond1:
  %step_x.1 = phi i64 [ %call, %for.body4 ], [ %step_x.0, %for.cond ]
  %step_y.1 = phi i64 [ %call18, %for.body4 ], [ %step_y.0, %for.cond ]
  %r.0 = phi i32 [ %inc, %for.body4 ], [ %first, %for.cond ]
  %cmp2 = icmp sle i32 %r.0, %last
  br i1 %cmp2, label %land.rhs, label %for.inc19

land.rhs:
  %styles = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 24
  %arrayidx = getelementptr inbounds [4 x %struct.j2k_style], ptr %styles, i32 0, i32 %part.0
  %levels = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx, i32 0, i32 0
  %0 = load i32, ptr %levels, align 4
  %cmp3 = icmp sle i32 %r.0, %0
  br i1 %cmp3, label %for.body4, label %for.inc19

for.body4:
  %styles5 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 24
  %arrayidx6 = getelementptr inbounds [4 x %struct.j2k_style], ptr %styles5, i32 0, i32 %part.0
  %levels7 = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx6, i32 0, i32 0
  %1 = load i32, ptr %levels7, align 4
  %sub = sub nsw i32 %1, %r.0
  %parts = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 32
  %arrayidx8 = getelementptr inbounds [4 x %struct.j2k_part], ptr %parts, i32 0, i32 %part.0
  %levels9 = getelementptr inbounds nuw %struct.j2k_part, ptr %arrayidx8, i32 0, i32 0
  %arrayidx10 = getelementptr inbounds [33 x %struct.j2k_level], ptr %levels9, i32 0, i32 %r.0
  %width = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx10, i32 0, i32 6
  %2 = load i32, ptr %width, align 4
  %add = add nsw i32 %2, %sub
  %sh_prom = zext i32 %add to i64
  %shl = shl i64 1, %sh_prom
  %call = call i64 @mlcc_rt.image_jpeg2000.j2k_min(i64 %step_x.1, i64 %shl)
  %parts11 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 32
  %arrayidx12 = getelementptr inbounds [4 x %struct.j2k_part], ptr %parts11, i32 0, i32 %part.0
  %levels13 = getelementptr inbounds nuw %struct.j2k_part, ptr %arrayidx12, i32 0, i32 0
  %arrayidx14 = getelementptr inbounds [33 x %struct.j2k_level], ptr %levels13, i32 0, i32 %r.0
  %height = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx14, i32 0, i32 7
  %3 = load i32, ptr %height, align 4
  %add15 = add nsw i32 %3, %sub
  %sh_prom16 = zext i32 %add15 to i64
  %shl17 = shl i64 1, %sh_prom16
  %call18 = call i64 @mlcc_rt.image_jpeg2000.j2k_min(i64 %step_y.1, i64 %shl17)
  %inc = add nsw i32 %r.0, 1
  br label %for.cond1

for.inc19:
  %inc20 = add nsw i32 %part.0, 1
  br label %for.cond

for.end21:
  %ty0 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 30
  %4 = load i64, ptr %ty0, align 4
  br label %for.cond22

for.cond22:
  %problem.0 = phi i32 [ 0, %for.end21 ], [ %problem.1, %for.inc59 ]
  %y.0 = phi i64 [ %4, %for.end21 ], [ %add62, %for.inc59 ]
  %ty1 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 31
  %5 = load i64, ptr %ty1, align 4
  %cmp23 = icmp slt i64 %y.0, %5
  br i1 %cmp23, label %for.body24, label %return

for.body24:
  %tx0 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 28
  %6 = load i64, ptr %tx0, align 4
  br label %for.cond25

for.cond25:
  %problem.1 = phi i32 [ %problem.0, %for.body24 ], [ %problem.2, %for.inc55 ]
  %x.0 = phi i64 [ %6, %for.body24 ], [ %add57, %for.inc55 ]
  %tx1 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 29
  %7 = load i64, ptr %tx1, align 4
  %cmp26 = icmp slt i64 %x.0, %7
  br i1 %cmp26, label %land.rhs27, label %for.inc59

land.rhs27:
  %from = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 34
  %8 = load ptr, ptr %from, align 4
  %to = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 35
  %9 = load ptr, ptr %to, align 4
  %cmp28 = icmp ult ptr %8, %9
  br i1 %cmp28, label %for.cond32, label %for.inc59

for.cond32:
  %problem.2 = phi i32 [ %problem.3, %for.inc51 ], [ %problem.1, %land.rhs27 ]
  %part31.0 = phi i32 [ %inc52, %for.inc51 ], [ %first_part, %land.rhs27 ]
  %cmp33 = icmp sle i32 %part31.0, %last_part
  br i1 %cmp33, label %for.cond36, label %for.end53

for.cond36:
  %problem.3 = phi i32 [ %call47, %for.body45 ], [ %problem.2, %for.cond32 ]
  %r35.0 = phi i32 [ %inc49, %for.body45 ], [ %first, %for.cond32 ]
  %cmp37 = icmp eq i32 %problem.3, 0
  %cmp38 = icmp sle i32 %r35.0, %last
  %or.cond = select i1 %cmp37, i1 %cmp38, i1 false
  br i1 %or.cond, label %land.rhs39, label %for.inc51

land.rhs39:
  %styles40 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 24
  %arrayidx41 = getelementptr inbounds [4 x %struct.j2k_style], ptr %styles40, i32 0, i32 %part31.0
  %levels42 = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx41, i32 0, i32 0
  %10 = load i32, ptr %levels42, align 4
  %cmp43 = icmp sle i32 %r35.0, %10
  br i1 %cmp43, label %for.body45, label %for.inc51

for.body45:
  %call46 = call i64 @mlcc_rt.image_jpeg2000.j2k_precinct_at(ptr %j, i32 %part31.0, i32 %r35.0, i64 %x.0, i64 %y.0)
  %call47 = call i32 @mlcc_rt.image_jpeg2000.j2k_all_layers(ptr %j, i32 %part31.0, i32 %r35.0, i64 %call46)
  %inc49 = add nsw i32 %r35.0, 1
  br label %for.cond36

for.inc51:
  %inc52 = add nsw i32 %part31.0, 1
  br label %for.cond32

for.end53:
  %cmp54 = icmp ne i32 %problem.2, 0
  br i1 %cmp54, label %return, label %for.inc55

for.inc55:
  %rem = srem i64 %x.0, %step_x.0
  %sub56 = sub nsw i64 %step_x.0, %rem
  %add57 = add nsw i64 %x.0, %sub56
  br label %for.cond25

for.inc59:
  %rem60 = srem i64 %y.0, %step_y.0
  %sub61 = sub nsw i64 %step_y.0, %rem60
  %add62 = add nsw i64 %y.0, %sub61
  br label %for.cond22

return:
  %retval.0 = phi i32 [ %problem.2, %for.end53 ], [ %problem.0, %for.cond22 ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg2000.j2k_packet(ptr %j, i32 %part, i32 %r, i64 %precinct, i32 %layer) {
entry:
  %parts = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 32
  %arrayidx = getelementptr inbounds [4 x %struct.j2k_part], ptr %parts, i32 0, i32 %part
  %levels = getelementptr inbounds nuw %struct.j2k_part, ptr %arrayidx, i32 0, i32 0
  %arrayidx1 = getelementptr inbounds [33 x %struct.j2k_level], ptr %levels, i32 0, i32 %r
  %from = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 34
  %0 = load ptr, ptr %from, align 4
  %to = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 35
  %1 = load ptr, ptr %to, align 4
  %cmp = icmp uge ptr %0, %1
  br i1 %cmp, label %return, label %if.end

if.end:
  %heads = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 19
  %2 = load i32, ptr %heads, align 4
  %tobool = icmp ne i32 %2, 0
  br i1 %tobool, label %land.lhs.true, label %if.end10

land.lhs.true:
  %to2 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 35
  %3 = load ptr, ptr %to2, align 4
  %from3 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 34
  %4 = load ptr, ptr %from3, align 4
  %sub.ptr.lhs.cast = ptrtoint ptr %3 to i32
  %sub.ptr.rhs.cast = ptrtoint ptr %4 to i32
  %sub.ptr.sub = sub i32 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %cmp4 = icmp sge i32 %sub.ptr.sub, 6
  br i1 %cmp4, label %land.lhs.true5, label %if.end10

land.lhs.true5:
  %from6 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 34
  %5 = load ptr, ptr %from6, align 4
  %call = call i32 @mlcc_rt.image_jpeg2000.j2k_word(ptr %5, i32 2)
  %cmp7 = icmp eq i32 %call, 65425
  br i1 %cmp7, label %if.then8, label %if.end10

if.then8:
  %from9 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 34
  %6 = load ptr, ptr %from9, align 4
  %add.ptr = getelementptr inbounds i8, ptr %6, i32 6
  store ptr %add.ptr, ptr %from9, align 4
  br label %if.end10

if.end10:
  br label %for.cond

for.cond:
  %b.0 = phi i32 [ 0, %if.end10 ], [ %inc, %for.body ]
  %total.0 = phi i64 [ 0, %if.end10 ], [ %add, %for.body ]
  %band_count = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx1, i32 0, i32 8
  %7 = load i32, ptr %band_count, align 4
  %cmp11 = icmp slt i32 %b.0, %7
  br i1 %cmp11, label %for.body, label %for.end

for.body:
  %bands = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx1, i32 0, i32 9
  %arrayidx12 = getelementptr inbounds [3 x %struct.j2k_band], ptr %bands, i32 0, i32 %b.0
  %precincts = getelementptr inbounds nuw %struct.j2k_band, ptr %arrayidx12, i32 0, i32 9
  %8 = load ptr, ptr %precincts, align 4
  %idxprom = trunc i64 %precinct to i32
  %arrayidx13 = getelementptr inbounds %struct.j2k_precinct, ptr %8, i32 %idxprom
  %across = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx13, i32 0, i32 0
  %9 = load i64, ptr %across, align 4
  %bands14 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx1, i32 0, i32 9
  %arrayidx15 = getelementptr inbounds [3 x %struct.j2k_band], ptr %bands14, i32 0, i32 %b.0
  %precincts16 = getelementptr inbounds nuw %struct.j2k_band, ptr %arrayidx15, i32 0, i32 9
  %10 = load ptr, ptr %precincts16, align 4
  %idxprom17 = trunc i64 %precinct to i32
  %arrayidx18 = getelementptr inbounds %struct.j2k_precinct, ptr %10, i32 %idxprom17
  %down = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx18, i32 0, i32 1
  %11 = load i64, ptr %down, align 4
  %mul = mul nsw i64 %9, %11
  %add = add nsw i64 %total.0, %mul
  %inc = add nsw i32 %b.0, 1
  br label %for.cond

for.end:
  %conv = trunc i64 %total.0 to i32
  %call19 = call ptr @mlcc_rt_image_take(i32 %conv, i32 8)
  %cmp20 = icmp eq ptr %call19, null
  br i1 %cmp20, label %return, label %if.end23

if.end23:
  %was_full = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 38
  store i32 0, ptr %was_full, align 4
  %bit_count = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 37
  store i32 0, ptr %bit_count, align 4
  %call24 = call i32 @mlcc_rt.image_jpeg2000.j2k_header_bit(ptr %j)
  %tobool25 = icmp ne i32 %call24, 0
  br i1 %tobool25, label %for.cond28, label %if.end63

for.cond28:
  %done.0 = phi i64 [ %done.1, %for.inc60 ], [ 0, %if.end23 ]
  %problem.1 = phi i32 [ %problem.2, %for.inc60 ], [ 0, %if.end23 ]
  %b27.0 = phi i32 [ %inc61, %for.inc60 ], [ 0, %if.end23 ]
  %band_count29 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx1, i32 0, i32 8
  %12 = load i32, ptr %band_count29, align 4
  %cmp30 = icmp slt i32 %b27.0, %12
  br i1 %cmp30, label %for.body32, label %if.end63

for.body32:
  %bands33 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx1, i32 0, i32 9
  %arrayidx34 = getelementptr inbounds [3 x %struct.j2k_band], ptr %bands33, i32 0, i32 %b27.0
  %precincts35 = getelementptr inbounds nuw %struct.j2k_band, ptr %arrayidx34, i32 0, i32 9
  %13 = load ptr, ptr %precincts35, align 4
  %idxprom36 = trunc i64 %precinct to i32
  %arrayidx37 = getelementptr inbounds %struct.j2k_precinct, ptr %13, i32 %idxprom36
  br label %for.cond38

for.cond38:
  %done.1 = phi i64 [ %done.0, %for.body32 ], [ %inc52, %for.body46 ]
  %problem.2 = phi i32 [ %problem.1, %for.body32 ], [ %cond, %for.body46 ]
  %k.0 = phi i64 [ 0, %for.body32 ], [ %inc58, %for.body46 ]
  %cmp39 = icmp eq i32 %problem.2, 0
  br i1 %cmp39, label %land.rhs, label %for.inc60

land.rhs:
  %across41 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx37, i32 0, i32 0
  %14 = load i64, ptr %across41, align 4
  %down42 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx37, i32 0, i32 1
  %15 = load i64, ptr %down42, align 4
  %mul43 = mul nsw i64 %14, %15
  %cmp44 = icmp slt i64 %k.0, %mul43
  br i1 %cmp44, label %for.body46, label %for.inc60

for.body46:
  %bands47 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx1, i32 0, i32 9
  %arrayidx48 = getelementptr inbounds [3 x %struct.j2k_band], ptr %bands47, i32 0, i32 %b27.0
  %call49 = call i64 @mlcc_rt.image_jpeg2000.j2k_block_header(ptr %j, ptr %arrayidx48, ptr %arrayidx37, i64 %k.0, i32 %layer)
  %idxprom50 = trunc i64 %done.1 to i32
  %arrayidx51 = getelementptr inbounds i64, ptr %call19, i32 %idxprom50
  store i64 %call49, ptr %arrayidx51, align 4
  %inc52 = add nsw i64 %done.1, 1
  %idxprom53 = trunc i64 %done.1 to i32
  %arrayidx54 = getelementptr inbounds i64, ptr %call19, i32 %idxprom53
  %16 = load i64, ptr %arrayidx54, align 4
  %cmp55 = icmp slt i64 %16, 0
  %cond = select i1 %cmp55, i32 1, i32 0
  %inc58 = add nsw i64 %k.0, 1
  br label %for.cond38

for.inc60:
  %inc61 = add nsw i32 %b27.0, 1
  br label %for.cond28

if.end63:
  %problem.0 = phi i32 [ 0, %if.end23 ], [ %problem.1, %for.cond28 ]
  %was_full64 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 38
  %17 = load i32, ptr %was_full64, align 4
  %tobool65 = icmp ne i32 %17, 0
  br i1 %tobool65, label %land.lhs.true66, label %if.end77

land.lhs.true66:
  %bit_count67 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 37
  %18 = load i32, ptr %bit_count67, align 4
  %cmp68 = icmp eq i32 %18, 0
  br i1 %cmp68, label %land.lhs.true70, label %if.end77

land.lhs.true70:
  %from71 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 34
  %19 = load ptr, ptr %from71, align 4
  %to72 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 35
  %20 = load ptr, ptr %to72, align 4
  %cmp73 = icmp ult ptr %19, %20
  br i1 %cmp73, label %if.then75, label %if.end77

if.then75:
  %from76 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 34
  %21 = load ptr, ptr %from76, align 4
  %incdec.ptr = getelementptr inbounds nuw i8, ptr %21, i32 1
  store ptr %incdec.ptr, ptr %from76, align 4
  br label %if.end77

if.end77:
  %tails = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 20
  %22 = load i32, ptr %tails, align 4
  %tobool78 = icmp ne i32 %22, 0
  br i1 %tobool78, label %land.lhs.true79, label %if.end95

land.lhs.true79:
  %to80 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 35
  %23 = load ptr, ptr %to80, align 4
  %from81 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 34
  %24 = load ptr, ptr %from81, align 4
  %sub.ptr.lhs.cast82 = ptrtoint ptr %23 to i32
  %sub.ptr.rhs.cast83 = ptrtoint ptr %24 to i32
  %sub.ptr.sub84 = sub i32 %sub.ptr.lhs.cast82, %sub.ptr.rhs.cast83
  %cmp85 = icmp sge i32 %sub.ptr.sub84, 2
  br i1 %cmp85, label %land.lhs.true87, label %if.end95

land.lhs.true87:
  %from88 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 34
  %25 = load ptr, ptr %from88, align 4
  %call89 = call i32 @mlcc_rt.image_jpeg2000.j2k_word(ptr %25, i32 2)
  %cmp90 = icmp eq i32 %call89, 65426
  br i1 %cmp90, label %if.then92, label %if.end95

if.then92:
  %from93 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 34
  %26 = load ptr, ptr %from93, align 4
  %add.ptr94 = getelementptr inbounds i8, ptr %26, i32 2
  store ptr %add.ptr94, ptr %from93, align 4
  br label %if.end95

if.end95:
  br label %for.cond97

for.cond97:
  %done.2 = phi i64 [ 0, %if.end95 ], [ %done.3, %for.inc135 ]
  %problem.3 = phi i32 [ %problem.0, %if.end95 ], [ %problem.4, %for.inc135 ]
  %b96.0 = phi i32 [ 0, %if.end95 ], [ %inc136, %for.inc135 ]
  %band_count98 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx1, i32 0, i32 8
  %27 = load i32, ptr %band_count98, align 4
  %cmp99 = icmp slt i32 %b96.0, %27
  br i1 %cmp99, label %for.body101, label %for.end137

for.body101:
  %bands103 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx1, i32 0, i32 9
  %arrayidx104 = getelementptr inbounds [3 x %struct.j2k_band], ptr %bands103, i32 0, i32 %b96.0
  %precincts105 = getelementptr inbounds nuw %struct.j2k_band, ptr %arrayidx104, i32 0, i32 9
  %28 = load ptr, ptr %precincts105, align 4
  %idxprom106 = trunc i64 %precinct to i32
  %arrayidx107 = getelementptr inbounds %struct.j2k_precinct, ptr %28, i32 %idxprom106
  br label %for.cond109

for.cond109:
  %done.3 = phi i64 [ %done.2, %for.body101 ], [ %inc133, %for.inc131 ]
  %problem.4 = phi i32 [ %problem.3, %for.body101 ], [ %cond130, %for.inc131 ]
  %k108.0 = phi i64 [ 0, %for.body101 ], [ %inc132, %for.inc131 ]
  %cmp110 = icmp eq i32 %problem.4, 0
  br i1 %cmp110, label %land.rhs112, label %for.inc135

land.rhs112:
  %across113 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx107, i32 0, i32 0
  %29 = load i64, ptr %across113, align 4
  %down114 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx107, i32 0, i32 1
  %30 = load i64, ptr %down114, align 4
  %mul115 = mul nsw i64 %29, %30
  %cmp116 = icmp slt i64 %k108.0, %mul115
  br i1 %cmp116, label %for.body119, label %for.inc135

for.body119:
  %idxprom120 = trunc i64 %done.3 to i32
  %arrayidx121 = getelementptr inbounds i64, ptr %call19, i32 %idxprom120
  %31 = load i64, ptr %arrayidx121, align 4
  %cmp122 = icmp sgt i64 %31, 0
  br i1 %cmp122, label %cond.true, label %for.inc131

cond.true:
  %codes = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx107, i32 0, i32 2
  %32 = load ptr, ptr %codes, align 4
  %idxprom124 = trunc i64 %k108.0 to i32
  %arrayidx125 = getelementptr inbounds %struct.j2k_code, ptr %32, i32 %idxprom124
  %idxprom126 = trunc i64 %done.3 to i32
  %arrayidx127 = getelementptr inbounds i64, ptr %call19, i32 %idxprom126
  %33 = load i64, ptr %arrayidx127, align 4
  %conv128 = trunc i64 %33 to i32
  %call129 = call i32 @mlcc_rt.image_jpeg2000.j2k_append(ptr %j, ptr %arrayidx125, i32 %conv128)
  br label %for.inc131

for.inc131:
  %cond130 = phi i32 [ %call129, %cond.true ], [ 0, %for.body119 ]
  %inc132 = add nsw i64 %k108.0, 1
  %inc133 = add nsw i64 %done.3, 1
  br label %for.cond109

for.inc135:
  %inc136 = add nsw i32 %b96.0, 1
  br label %for.cond97

for.end137:
  call void @free(ptr %call19)
  br label %return

return:
  %retval.0 = phi i32 [ %problem.3, %for.end137 ], [ 0, %entry ], [ 3, %for.end ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg2000.j2k_header_bit(ptr %j) {
entry:
  %bit_count = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 37
  %0 = load i32, ptr %bit_count, align 4
  %cmp = icmp eq i32 %0, 0
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %from = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 34
  %1 = load ptr, ptr %from, align 4
  %to = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 35
  %2 = load ptr, ptr %to, align 4
  %cmp1 = icmp ult ptr %1, %2
  br i1 %cmp1, label %cond.true, label %cond.end

cond.true:
  %from2 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 34
  %3 = load ptr, ptr %from2, align 4
  %incdec.ptr = getelementptr inbounds nuw i8, ptr %3, i32 1
  store ptr %incdec.ptr, ptr %from2, align 4
  %4 = load i8, ptr %3, align 1
  %conv = zext i8 %4 to i32
  br label %cond.end

cond.end:
  %cond = phi i32 [ %conv, %cond.true ], [ 0, %if.then ]
  %was_full = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 38
  %5 = load i32, ptr %was_full, align 4
  %tobool = icmp ne i32 %5, 0
  %cond3 = select i1 %tobool, i32 7, i32 8
  %bit_count4 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 37
  store i32 %cond3, ptr %bit_count4, align 4
  %cmp5 = icmp eq i32 %cond, 255
  %conv6 = zext i1 %cmp5 to i32
  %was_full7 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 38
  store i32 %conv6, ptr %was_full7, align 4
  %bits = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 36
  store i32 %cond, ptr %bits, align 4
  br label %if.end

if.end:
  %bits8 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 36
  %6 = load i32, ptr %bits8, align 4
  %bit_count9 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 37
  %7 = load i32, ptr %bit_count9, align 4
  %dec = add nsw i32 %7, -1
  store i32 %dec, ptr %bit_count9, align 4
  %shr = lshr i32 %6, %dec
  %and = and i32 %shr, 1
  ret i32 %and
}

define internal i64 @mlcc_rt.image_jpeg2000.j2k_block_header(ptr %j, ptr %band, ptr %p, i64 %number, i32 %layer) {
entry:
  %codes = getelementptr inbounds nuw %struct.j2k_precinct, ptr %p, i32 0, i32 2
  %0 = load ptr, ptr %codes, align 4
  %idxprom = trunc i64 %number to i32
  %arrayidx = getelementptr inbounds %struct.j2k_code, ptr %0, i32 %idxprom
  %included = getelementptr inbounds nuw %struct.j2k_code, ptr %arrayidx, i32 0, i32 4
  %1 = load i32, ptr %included, align 4
  %tobool = icmp ne i32 %1, 0
  br i1 %tobool, label %cond.true, label %cond.false

cond.true:
  %call = call i32 @mlcc_rt.image_jpeg2000.j2k_header_bit(ptr %j)
  br label %cond.end

cond.false:
  %inclusion = getelementptr inbounds nuw %struct.j2k_precinct, ptr %p, i32 0, i32 3
  %add = add nsw i32 %layer, 1
  %call1 = call i32 @mlcc_rt.image_jpeg2000.j2k_is_below(ptr %j, ptr %inclusion, i64 %number, i32 %add)
  br label %cond.end

cond.end:
  %cond = phi i32 [ %call, %cond.true ], [ %call1, %cond.false ]
  %tobool2 = icmp ne i32 %cond, 0
  br i1 %tobool2, label %if.end, label %return

if.end:
  %included3 = getelementptr inbounds nuw %struct.j2k_code, ptr %arrayidx, i32 0, i32 4
  %2 = load i32, ptr %included3, align 4
  %tobool4 = icmp ne i32 %2, 0
  br i1 %tobool4, label %if.end18, label %while.cond

while.cond:
  %zeros.0 = phi i32 [ 0, %if.end ], [ %inc, %while.body ]
  %zeros6 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %p, i32 0, i32 4
  %add7 = add nsw i32 %zeros.0, 1
  %call8 = call i32 @mlcc_rt.image_jpeg2000.j2k_is_below(ptr %j, ptr %zeros6, i64 %number, i32 %add7)
  %tobool9 = icmp ne i32 %call8, 0
  %lnot = xor i1 %tobool9, true
  br i1 %lnot, label %while.body, label %while.end

while.body:
  %inc = add nsw i32 %zeros.0, 1
  %cmp = icmp sgt i32 %inc, 80
  br i1 %cmp, label %return, label %while.cond

while.end:
  %planes = getelementptr inbounds nuw %struct.j2k_band, ptr %band, i32 0, i32 7
  %3 = load i32, ptr %planes, align 4
  %sub = sub nsw i32 %3, %zeros.0
  %planes12 = getelementptr inbounds nuw %struct.j2k_code, ptr %arrayidx, i32 0, i32 5
  store i32 %sub, ptr %planes12, align 4
  %included13 = getelementptr inbounds nuw %struct.j2k_code, ptr %arrayidx, i32 0, i32 4
  store i32 1, ptr %included13, align 4
  %planes14 = getelementptr inbounds nuw %struct.j2k_code, ptr %arrayidx, i32 0, i32 5
  %4 = load i32, ptr %planes14, align 4
  %cmp15 = icmp slt i32 %4, 1
  br i1 %cmp15, label %return, label %if.end18

if.end18:
  %call19 = call i32 @mlcc_rt.image_jpeg2000.j2k_pass_count(ptr %j)
  br label %while.cond20

while.cond20:
  %call21 = call i32 @mlcc_rt.image_jpeg2000.j2k_header_bit(ptr %j)
  %tobool22 = icmp ne i32 %call21, 0
  br i1 %tobool22, label %while.body23, label %while.end28

while.body23:
  %length_bits = getelementptr inbounds nuw %struct.j2k_code, ptr %arrayidx, i32 0, i32 6
  %5 = load i32, ptr %length_bits, align 4
  %inc24 = add nsw i32 %5, 1
  store i32 %inc24, ptr %length_bits, align 4
  %cmp25 = icmp sgt i32 %inc24, 31
  br i1 %cmp25, label %return, label %while.cond20

while.end28:
  %passes29 = getelementptr inbounds nuw %struct.j2k_code, ptr %arrayidx, i32 0, i32 7
  %6 = load i32, ptr %passes29, align 4
  %add30 = add nsw i32 %6, %call19
  store i32 %add30, ptr %passes29, align 4
  %length_bits31 = getelementptr inbounds nuw %struct.j2k_code, ptr %arrayidx, i32 0, i32 6
  %7 = load i32, ptr %length_bits31, align 4
  br label %for.cond

for.cond:
  %bits.0 = phi i32 [ %7, %while.end28 ], [ %inc33, %for.body ]
  %k.0 = phi i32 [ %call19, %while.end28 ], [ %shr, %for.body ]
  %cmp32 = icmp sgt i32 %k.0, 1
  br i1 %cmp32, label %for.body, label %for.end

for.body:
  %inc33 = add nsw i32 %bits.0, 1
  %shr = ashr i32 %k.0, 1
  br label %for.cond

for.end:
  %cmp34 = icmp sgt i32 %bits.0, 31
  br i1 %cmp34, label %cond.end38, label %cond.false36

cond.false36:
  %call37 = call i32 @mlcc_rt.image_jpeg2000.j2k_header_number(ptr %j, i32 %bits.0)
  br label %cond.end38

cond.end38:
  %cond39 = phi i32 [ %call37, %cond.false36 ], [ -1, %for.end ]
  %conv = sext i32 %cond39 to i64
  br label %return

return:
  %retval.0 = phi i64 [ -1, %while.end ], [ %conv, %cond.end38 ], [ 0, %cond.end ], [ -1, %while.body ], [ -1, %while.body23 ]
  ret i64 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg2000.j2k_append(ptr %j, ptr %code, i32 %bytes) {
entry:
  %to = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 35
  %0 = load ptr, ptr %to, align 4
  %from = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 34
  %1 = load ptr, ptr %from, align 4
  %sub.ptr.lhs.cast = ptrtoint ptr %0 to i32
  %sub.ptr.rhs.cast = ptrtoint ptr %1 to i32
  %sub.ptr.sub = sub i32 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %cmp = icmp ugt i32 %bytes, %sub.ptr.sub
  br i1 %cmp, label %return, label %if.end

if.end:
  %size = getelementptr inbounds nuw %struct.j2k_code, ptr %code, i32 0, i32 9
  %2 = load i32, ptr %size, align 4
  %add = add i32 %2, %bytes
  %call = call ptr @mlcc_rt_image_take(i32 %add, i32 1)
  %cmp1 = icmp eq ptr %call, null
  br i1 %cmp1, label %return, label %for.cond

for.cond:
  %k.0 = phi i32 [ %inc, %cond.end ], [ 0, %if.end ]
  %size4 = getelementptr inbounds nuw %struct.j2k_code, ptr %code, i32 0, i32 9
  %3 = load i32, ptr %size4, align 4
  %add5 = add i32 %3, %bytes
  %cmp6 = icmp ult i32 %k.0, %add5
  br i1 %cmp6, label %for.body, label %for.end

for.body:
  %size7 = getelementptr inbounds nuw %struct.j2k_code, ptr %code, i32 0, i32 9
  %4 = load i32, ptr %size7, align 4
  %cmp8 = icmp ult i32 %k.0, %4
  br i1 %cmp8, label %cond.true, label %cond.false

cond.true:
  %data9 = getelementptr inbounds nuw %struct.j2k_code, ptr %code, i32 0, i32 8
  %5 = load ptr, ptr %data9, align 4
  %arrayidx = getelementptr inbounds nuw i8, ptr %5, i32 %k.0
  %6 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %6 to i32
  br label %cond.end

cond.false:
  %from10 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 34
  %7 = load ptr, ptr %from10, align 4
  %incdec.ptr = getelementptr inbounds nuw i8, ptr %7, i32 1
  store ptr %incdec.ptr, ptr %from10, align 4
  %8 = load i8, ptr %7, align 1
  %conv11 = zext i8 %8 to i32
  br label %cond.end

cond.end:
  %cond = phi i32 [ %conv, %cond.true ], [ %conv11, %cond.false ]
  %conv12 = trunc i32 %cond to i8
  %arrayidx13 = getelementptr inbounds nuw i8, ptr %call, i32 %k.0
  store i8 %conv12, ptr %arrayidx13, align 1
  %inc = add i32 %k.0, 1
  br label %for.cond

for.end:
  %data14 = getelementptr inbounds nuw %struct.j2k_code, ptr %code, i32 0, i32 8
  %9 = load ptr, ptr %data14, align 4
  call void @free(ptr %9)
  %data15 = getelementptr inbounds nuw %struct.j2k_code, ptr %code, i32 0, i32 8
  store ptr %call, ptr %data15, align 4
  %size16 = getelementptr inbounds nuw %struct.j2k_code, ptr %code, i32 0, i32 9
  %10 = load i32, ptr %size16, align 4
  %add17 = add i32 %10, %bytes
  store i32 %add17, ptr %size16, align 4
  br label %return

return:
  %retval.0 = phi i32 [ 0, %for.end ], [ 1, %entry ], [ 3, %if.end ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg2000.j2k_is_below(ptr %j, ptr %tree, i64 %leaf, i32 %limit) {
entry:
  %path = alloca [32 x i64], align 8
  br label %for.cond

for.cond:
  %k.0 = phi i64 [ %leaf, %entry ], [ %1, %for.body ]
  %depth.0 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp sge i64 %k.0, 0
  %cmp1 = icmp slt i32 %depth.0, 32
  %spec.select = select i1 %cmp, i1 %cmp1, i1 false
  br i1 %spec.select, label %for.body, label %while.cond

for.body:
  %inc = add nsw i32 %depth.0, 1
  %arrayidx = getelementptr inbounds [32 x i64], ptr %path, i32 0, i32 %depth.0
  store i64 %k.0, ptr %arrayidx, align 8
  %nodes = getelementptr inbounds nuw %struct.j2k_tree, ptr %tree, i32 0, i32 2
  %0 = load ptr, ptr %nodes, align 4
  %idxprom = trunc i64 %k.0 to i32
  %arrayidx2 = getelementptr inbounds %struct.j2k_node, ptr %0, i32 %idxprom
  %parent = getelementptr inbounds nuw %struct.j2k_node, ptr %arrayidx2, i32 0, i32 0
  %1 = load i64, ptr %parent, align 4
  br label %for.cond

while.cond:
  %low.0 = phi i32 [ %10, %while.end ], [ 0, %for.cond ]
  %depth.1 = phi i32 [ %dec, %while.end ], [ %depth.0, %for.cond ]
  %cmp3 = icmp sgt i32 %depth.1, 0
  br i1 %cmp3, label %while.body, label %while.end24

while.body:
  %nodes4 = getelementptr inbounds nuw %struct.j2k_tree, ptr %tree, i32 0, i32 2
  %2 = load ptr, ptr %nodes4, align 4
  %dec = add nsw i32 %depth.1, -1
  %arrayidx5 = getelementptr inbounds [32 x i64], ptr %path, i32 0, i32 %dec
  %3 = load i64, ptr %arrayidx5, align 8
  %idxprom6 = trunc i64 %3 to i32
  %arrayidx7 = getelementptr inbounds %struct.j2k_node, ptr %2, i32 %idxprom6
  %low8 = getelementptr inbounds nuw %struct.j2k_node, ptr %arrayidx7, i32 0, i32 2
  %4 = load i32, ptr %low8, align 4
  %cmp9 = icmp sgt i32 %4, %low.0
  br i1 %cmp9, label %cond.true, label %cond.end

cond.true:
  %low10 = getelementptr inbounds nuw %struct.j2k_node, ptr %arrayidx7, i32 0, i32 2
  %5 = load i32, ptr %low10, align 4
  br label %cond.end

cond.end:
  %cond = phi i32 [ %5, %cond.true ], [ %low.0, %while.body ]
  %low11 = getelementptr inbounds nuw %struct.j2k_node, ptr %arrayidx7, i32 0, i32 2
  store i32 %cond, ptr %low11, align 4
  br label %while.cond12

while.cond12:
  %low13 = getelementptr inbounds nuw %struct.j2k_node, ptr %arrayidx7, i32 0, i32 2
  %6 = load i32, ptr %low13, align 4
  %cmp14 = icmp slt i32 %6, %limit
  br i1 %cmp14, label %land.rhs15, label %while.end

land.rhs15:
  %done = getelementptr inbounds nuw %struct.j2k_node, ptr %arrayidx7, i32 0, i32 3
  %7 = load i32, ptr %done, align 4
  %tobool = icmp ne i32 %7, 0
  %lnot = xor i1 %tobool, true
  br i1 %lnot, label %while.body17, label %while.end

while.body17:
  %call = call i32 @mlcc_rt.image_jpeg2000.j2k_header_bit(ptr %j)
  %tobool18 = icmp ne i32 %call, 0
  br i1 %tobool18, label %if.then, label %if.else

if.then:
  %done19 = getelementptr inbounds nuw %struct.j2k_node, ptr %arrayidx7, i32 0, i32 3
  store i32 1, ptr %done19, align 4
  %low20 = getelementptr inbounds nuw %struct.j2k_node, ptr %arrayidx7, i32 0, i32 2
  %8 = load i32, ptr %low20, align 4
  %value = getelementptr inbounds nuw %struct.j2k_node, ptr %arrayidx7, i32 0, i32 1
  store i32 %8, ptr %value, align 4
  br label %if.end

if.else:
  %low21 = getelementptr inbounds nuw %struct.j2k_node, ptr %arrayidx7, i32 0, i32 2
  %9 = load i32, ptr %low21, align 4
  %inc22 = add nsw i32 %9, 1
  store i32 %inc22, ptr %low21, align 4
  br label %if.end

if.end:
  br label %while.cond12

while.end:
  %low23 = getelementptr inbounds nuw %struct.j2k_node, ptr %arrayidx7, i32 0, i32 2
  %10 = load i32, ptr %low23, align 4
  br label %while.cond

while.end24:
  %nodes25 = getelementptr inbounds nuw %struct.j2k_tree, ptr %tree, i32 0, i32 2
  %11 = load ptr, ptr %nodes25, align 4
  %idxprom26 = trunc i64 %leaf to i32
  %arrayidx27 = getelementptr inbounds %struct.j2k_node, ptr %11, i32 %idxprom26
  %done28 = getelementptr inbounds nuw %struct.j2k_node, ptr %arrayidx27, i32 0, i32 3
  %12 = load i32, ptr %done28, align 4
  %tobool29 = icmp ne i32 %12, 0
  br i1 %tobool29, label %land.rhs30, label %land.end36

land.rhs30:
  %nodes31 = getelementptr inbounds nuw %struct.j2k_tree, ptr %tree, i32 0, i32 2
  %13 = load ptr, ptr %nodes31, align 4
  %idxprom32 = trunc i64 %leaf to i32
  %arrayidx33 = getelementptr inbounds %struct.j2k_node, ptr %13, i32 %idxprom32
  %value34 = getelementptr inbounds nuw %struct.j2k_node, ptr %arrayidx33, i32 0, i32 1
  %14 = load i32, ptr %value34, align 4
  %cmp35 = icmp slt i32 %14, %limit
  br label %land.end36

land.end36:
  %15 = phi i1 [ false, %while.end24 ], [ %cmp35, %land.rhs30 ]
  %land.ext = zext i1 %15 to i32
  ret i32 %land.ext
}

define internal i32 @mlcc_rt.image_jpeg2000.j2k_pass_count(ptr %j) {
entry:
  %call = call i32 @mlcc_rt.image_jpeg2000.j2k_header_bit(ptr %j)
  %tobool = icmp ne i32 %call, 0
  br i1 %tobool, label %if.end, label %return

if.end:
  %call1 = call i32 @mlcc_rt.image_jpeg2000.j2k_header_bit(ptr %j)
  %tobool2 = icmp ne i32 %call1, 0
  br i1 %tobool2, label %if.end4, label %return

if.end4:
  %call5 = call i32 @mlcc_rt.image_jpeg2000.j2k_header_number(ptr %j, i32 2)
  %cmp = icmp eq i32 %call5, 3
  br i1 %cmp, label %cond.true, label %cond.end

cond.true:
  %call6 = call i32 @mlcc_rt.image_jpeg2000.j2k_header_number(ptr %j, i32 5)
  br label %cond.end

cond.end:
  %cond = phi i32 [ %call6, %cond.true ], [ 0, %if.end4 ]
  %cmp7 = icmp slt i32 %call5, 3
  br i1 %cmp7, label %cond.true8, label %cond.false9

cond.true8:
  %add = add nsw i32 3, %call5
  br label %return

cond.false9:
  %cmp10 = icmp slt i32 %cond, 31
  br i1 %cmp10, label %cond.true11, label %cond.false13

cond.true11:
  %add12 = add nsw i32 6, %cond
  br label %return

cond.false13:
  %call14 = call i32 @mlcc_rt.image_jpeg2000.j2k_header_number(ptr %j, i32 7)
  %add15 = add nsw i32 37, %call14
  br label %return

return:
  %retval.0 = phi i32 [ 2, %if.end ], [ 1, %entry ], [ %add, %cond.true8 ], [ %add12, %cond.true11 ], [ %add15, %cond.false13 ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg2000.j2k_header_number(ptr %j, i32 %bits) {
entry:
  br label %while.cond

while.cond:
  %bits.addr.0 = phi i32 [ %bits, %entry ], [ %dec, %while.body ]
  %value.0 = phi i32 [ 0, %entry ], [ %or, %while.body ]
  %dec = add nsw i32 %bits.addr.0, -1
  %cmp = icmp sgt i32 %bits.addr.0, 0
  br i1 %cmp, label %while.body, label %while.end

while.body:
  %shl = shl i32 %value.0, 1
  %call = call i32 @mlcc_rt.image_jpeg2000.j2k_header_bit(ptr %j)
  %or = or i32 %shl, %call
  br label %while.cond

while.end:
  ret i32 %value.0
}

define internal i32 @mlcc_rt.image_jpeg2000.j2k_all_layers(ptr %j, i32 %part, i32 %r, i64 %precinct) {
entry:
  br label %for.cond

for.cond:
  %problem.0 = phi i32 [ 0, %entry ], [ %call, %for.body ]
  %layer.0 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp eq i32 %problem.0, 0
  %cmp1 = icmp sge i64 %precinct, 0
  %or.cond = select i1 %cmp, i1 %cmp1, i1 false
  br i1 %or.cond, label %land.rhs, label %for.end

land.rhs:
  %layers = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 22
  %0 = load i32, ptr %layers, align 4
  %cmp2 = icmp slt i32 %layer.0, %0
  br i1 %cmp2, label %for.body, label %for.end

for.body:
  %call = call i32 @mlcc_rt.image_jpeg2000.j2k_packet(ptr %j, i32 %part, i32 %r, i64 %precinct, i32 %layer.0)
  %inc = add nsw i32 %layer.0, 1
  br label %for.cond

for.end:
  ret i32 %problem.0
}

define internal i64 @mlcc_rt.image_jpeg2000.j2k_precinct_at(ptr %j, i32 %part, i32 %r, i64 %x, i64 %y) {
entry:
  %parts = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 32
  %arrayidx = getelementptr inbounds [4 x %struct.j2k_part], ptr %parts, i32 0, i32 %part
  %levels = getelementptr inbounds nuw %struct.j2k_part, ptr %arrayidx, i32 0, i32 0
  %arrayidx1 = getelementptr inbounds [33 x %struct.j2k_level], ptr %levels, i32 0, i32 %r
  %styles = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 24
  %arrayidx2 = getelementptr inbounds [4 x %struct.j2k_style], ptr %styles, i32 0, i32 %part
  %levels3 = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx2, i32 0, i32 0
  %0 = load i32, ptr %levels3, align 4
  %sub = sub nsw i32 %0, %r
  %width = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx1, i32 0, i32 6
  %1 = load i32, ptr %width, align 4
  %add = add nsw i32 %1, %sub
  %height = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx1, i32 0, i32 7
  %2 = load i32, ptr %height, align 4
  %add4 = add nsw i32 %2, %sub
  %sh_prom = zext i32 %add to i64
  %shl = shl i64 1, %sh_prom
  %sub5 = sub nsw i64 %shl, 1
  %and = and i64 %x, %sub5
  %sh_prom6 = zext i32 %add4 to i64
  %shl7 = shl i64 1, %sh_prom6
  %sub8 = sub nsw i64 %shl7, 1
  %and9 = and i64 %y, %sub8
  %tx0 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 28
  %3 = load i64, ptr %tx0, align 4
  %cmp = icmp eq i64 %x, %3
  br i1 %cmp, label %land.rhs, label %land.end

land.rhs:
  %x0 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx1, i32 0, i32 0
  %4 = load i64, ptr %x0, align 4
  %sh_prom10 = zext i32 %sub to i64
  %shl11 = shl i64 %4, %sh_prom10
  %sh_prom12 = zext i32 %add to i64
  %shl13 = shl i64 1, %sh_prom12
  %sub14 = sub nsw i64 %shl13, 1
  %and15 = and i64 %shl11, %sub14
  %cmp16 = icmp ne i64 %and15, 0
  br label %land.end

land.end:
  %5 = phi i1 [ false, %entry ], [ %cmp16, %land.rhs ]
  %land.ext = zext i1 %5 to i32
  %ty0 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 30
  %6 = load i64, ptr %ty0, align 4
  %cmp17 = icmp eq i64 %y, %6
  br i1 %cmp17, label %land.rhs18, label %land.end26

land.rhs18:
  %y0 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx1, i32 0, i32 2
  %7 = load i64, ptr %y0, align 4
  %sh_prom19 = zext i32 %sub to i64
  %shl20 = shl i64 %7, %sh_prom19
  %sh_prom21 = zext i32 %add4 to i64
  %shl22 = shl i64 1, %sh_prom21
  %sub23 = sub nsw i64 %shl22, 1
  %and24 = and i64 %shl20, %sub23
  %cmp25 = icmp ne i64 %and24, 0
  br label %land.end26

land.end26:
  %8 = phi i1 [ false, %land.end ], [ %cmp25, %land.rhs18 ]
  %land.ext27 = zext i1 %8 to i32
  %across = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx1, i32 0, i32 4
  %9 = load i64, ptr %across, align 4
  %cmp28 = icmp eq i64 %9, 0
  br i1 %cmp28, label %return, label %lor.lhs.false

lor.lhs.false:
  %down29 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx1, i32 0, i32 5
  %10 = load i64, ptr %down29, align 4
  %cmp30 = icmp eq i64 %10, 0
  br i1 %cmp30, label %return, label %lor.lhs.false31

lor.lhs.false31:
  %cmp32 = icmp eq i64 %and, 0
  %tobool = icmp ne i32 %land.ext, 0
  %or.cond = select i1 %cmp32, i1 true, i1 %tobool
  br i1 %or.cond, label %lor.lhs.false33, label %return

lor.lhs.false33:
  %cmp34 = icmp eq i64 %and9, 0
  %tobool36 = icmp ne i32 %land.ext27, 0
  %or.cond35 = select i1 %cmp34, i1 true, i1 %tobool36
  br i1 %or.cond35, label %if.end, label %return

if.end:
  %call = call i64 @mlcc_rt.image_jpeg2000.j2k_up(i64 %x, i32 %sub)
  %width37 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx1, i32 0, i32 6
  %11 = load i32, ptr %width37, align 4
  %sh_prom38 = zext i32 %11 to i64
  %shr = ashr i64 %call, %sh_prom38
  %x039 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx1, i32 0, i32 0
  %12 = load i64, ptr %x039, align 4
  %width40 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx1, i32 0, i32 6
  %13 = load i32, ptr %width40, align 4
  %sh_prom41 = zext i32 %13 to i64
  %shr42 = ashr i64 %12, %sh_prom41
  %sub43 = sub nsw i64 %shr, %shr42
  %call44 = call i64 @mlcc_rt.image_jpeg2000.j2k_up(i64 %y, i32 %sub)
  %height45 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx1, i32 0, i32 7
  %14 = load i32, ptr %height45, align 4
  %sh_prom46 = zext i32 %14 to i64
  %shr47 = ashr i64 %call44, %sh_prom46
  %y048 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx1, i32 0, i32 2
  %15 = load i64, ptr %y048, align 4
  %height49 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx1, i32 0, i32 7
  %16 = load i32, ptr %height49, align 4
  %sh_prom50 = zext i32 %16 to i64
  %shr51 = ashr i64 %15, %sh_prom50
  %sub52 = sub nsw i64 %shr47, %shr51
  %cmp53 = icmp sge i64 %sub43, 0
  %cmp55 = icmp sge i64 %sub52, 0
  %or.cond36 = select i1 %cmp53, i1 %cmp55, i1 false
  br i1 %or.cond36, label %land.lhs.true56, label %return

land.lhs.true56:
  %across57 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx1, i32 0, i32 4
  %17 = load i64, ptr %across57, align 4
  %cmp58 = icmp slt i64 %sub43, %17
  br i1 %cmp58, label %land.lhs.true59, label %return

land.lhs.true59:
  %down60 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx1, i32 0, i32 5
  %18 = load i64, ptr %down60, align 4
  %cmp61 = icmp slt i64 %sub52, %18
  br i1 %cmp61, label %cond.true, label %return

cond.true:
  %across62 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx1, i32 0, i32 4
  %19 = load i64, ptr %across62, align 4
  %mul = mul nsw i64 %sub52, %19
  %add63 = add nsw i64 %mul, %sub43
  br label %return

return:
  %retval.0 = phi i64 [ -1, %land.end26 ], [ -1, %lor.lhs.false33 ], [ -1, %lor.lhs.false31 ], [ -1, %lor.lhs.false ], [ %add63, %cond.true ], [ -1, %land.lhs.true59 ], [ -1, %land.lhs.true56 ], [ -1, %if.end ]
  ret i64 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg2000.j2k_decode_band(ptr %j, i32 %part, ptr %level, ptr %band) {
entry:
  %styles = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 24
  %arrayidx = getelementptr inbounds [4 x %struct.j2k_style], ptr %styles, i32 0, i32 %part
  %tx1 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 29
  %0 = load i64, ptr %tx1, align 4
  %tx0 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 28
  %1 = load i64, ptr %tx0, align 4
  %sub = sub nsw i64 %0, %1
  %parts = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 32
  %arrayidx1 = getelementptr inbounds [4 x %struct.j2k_part], ptr %parts, i32 0, i32 %part
  %numbers = getelementptr inbounds nuw %struct.j2k_part, ptr %arrayidx1, i32 0, i32 1
  %2 = load ptr, ptr %numbers, align 4
  %top = getelementptr inbounds nuw %struct.j2k_band, ptr %band, i32 0, i32 5
  %3 = load i64, ptr %top, align 4
  %mul = mul nsw i64 %3, %sub
  %idx.ext = trunc i64 %mul to i32
  %add.ptr = getelementptr inbounds %union.mlcc_number, ptr %2, i32 %idx.ext
  %left = getelementptr inbounds nuw %struct.j2k_band, ptr %band, i32 0, i32 4
  %4 = load i64, ptr %left, align 4
  %idx.ext2 = trunc i64 %4 to i32
  %add.ptr3 = getelementptr inbounds %union.mlcc_number, ptr %add.ptr, i32 %idx.ext2
  br label %for.cond

for.cond:
  %n.0 = phi i64 [ 0, %entry ], [ %inc51, %for.inc50 ]
  %problem.0 = phi i32 [ 0, %entry ], [ %problem.1, %for.inc50 ]
  %across = getelementptr inbounds nuw %struct.j2k_level, ptr %level, i32 0, i32 4
  %5 = load i64, ptr %across, align 4
  %down = getelementptr inbounds nuw %struct.j2k_level, ptr %level, i32 0, i32 5
  %6 = load i64, ptr %down, align 4
  %mul4 = mul nsw i64 %5, %6
  %cmp = icmp slt i64 %n.0, %mul4
  br i1 %cmp, label %for.body, label %for.end52

for.body:
  %precincts = getelementptr inbounds nuw %struct.j2k_band, ptr %band, i32 0, i32 9
  %7 = load ptr, ptr %precincts, align 4
  %idxprom = trunc i64 %n.0 to i32
  %arrayidx5 = getelementptr inbounds %struct.j2k_precinct, ptr %7, i32 %idxprom
  br label %for.cond6

for.cond6:
  %k.0 = phi i64 [ 0, %for.body ], [ %inc48, %for.inc47 ]
  %problem.1 = phi i32 [ %problem.0, %for.body ], [ %problem.2, %for.inc47 ]
  %cmp7 = icmp eq i32 %problem.1, 0
  br i1 %cmp7, label %land.rhs, label %for.inc50

land.rhs:
  %across8 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx5, i32 0, i32 0
  %8 = load i64, ptr %across8, align 4
  %down9 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx5, i32 0, i32 1
  %9 = load i64, ptr %down9, align 4
  %mul10 = mul nsw i64 %8, %9
  %cmp11 = icmp slt i64 %k.0, %mul10
  br i1 %cmp11, label %for.body12, label %for.inc50

for.body12:
  %codes = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx5, i32 0, i32 2
  %10 = load ptr, ptr %codes, align 4
  %idxprom13 = trunc i64 %k.0 to i32
  %arrayidx14 = getelementptr inbounds %struct.j2k_code, ptr %10, i32 %idxprom13
  %x1 = getelementptr inbounds nuw %struct.j2k_code, ptr %arrayidx14, i32 0, i32 1
  %11 = load i64, ptr %x1, align 4
  %x0 = getelementptr inbounds nuw %struct.j2k_code, ptr %arrayidx14, i32 0, i32 0
  %12 = load i64, ptr %x0, align 4
  %sub15 = sub nsw i64 %11, %12
  %y1 = getelementptr inbounds nuw %struct.j2k_code, ptr %arrayidx14, i32 0, i32 3
  %13 = load i64, ptr %y1, align 4
  %y0 = getelementptr inbounds nuw %struct.j2k_code, ptr %arrayidx14, i32 0, i32 2
  %14 = load i64, ptr %y0, align 4
  %sub16 = sub nsw i64 %13, %14
  %y017 = getelementptr inbounds nuw %struct.j2k_code, ptr %arrayidx14, i32 0, i32 2
  %15 = load i64, ptr %y017, align 4
  %y018 = getelementptr inbounds nuw %struct.j2k_band, ptr %band, i32 0, i32 2
  %16 = load i64, ptr %y018, align 4
  %sub19 = sub nsw i64 %15, %16
  %mul20 = mul nsw i64 %sub19, %sub
  %idx.ext21 = trunc i64 %mul20 to i32
  %add.ptr22 = getelementptr inbounds %union.mlcc_number, ptr %add.ptr3, i32 %idx.ext21
  %x023 = getelementptr inbounds nuw %struct.j2k_code, ptr %arrayidx14, i32 0, i32 0
  %17 = load i64, ptr %x023, align 4
  %idx.ext24 = trunc i64 %17 to i32
  %add.ptr25 = getelementptr inbounds %union.mlcc_number, ptr %add.ptr22, i32 %idx.ext24
  %x026 = getelementptr inbounds nuw %struct.j2k_band, ptr %band, i32 0, i32 0
  %18 = load i64, ptr %x026, align 4
  %idx.ext27 = trunc i64 %18 to i32
  %idx.neg = sub i32 0, %idx.ext27
  %add.ptr28 = getelementptr inbounds %union.mlcc_number, ptr %add.ptr25, i32 %idx.neg
  %passes = getelementptr inbounds nuw %struct.j2k_code, ptr %arrayidx14, i32 0, i32 7
  %19 = load i32, ptr %passes, align 4
  %cmp29 = icmp eq i32 %19, 0
  br i1 %cmp29, label %for.inc47, label %if.end

if.end:
  %data = getelementptr inbounds nuw %struct.j2k_code, ptr %arrayidx14, i32 0, i32 8
  %20 = load ptr, ptr %data, align 4
  %size = getelementptr inbounds nuw %struct.j2k_code, ptr %arrayidx14, i32 0, i32 9
  %21 = load i32, ptr %size, align 4
  %passes30 = getelementptr inbounds nuw %struct.j2k_code, ptr %arrayidx14, i32 0, i32 7
  %22 = load i32, ptr %passes30, align 4
  %planes = getelementptr inbounds nuw %struct.j2k_code, ptr %arrayidx14, i32 0, i32 5
  %23 = load i32, ptr %planes, align 4
  %kind = getelementptr inbounds nuw %struct.j2k_band, ptr %band, i32 0, i32 6
  %24 = load i32, ptr %kind, align 4
  %marked = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx, i32 0, i32 3
  %25 = load i32, ptr %marked, align 4
  %call = call i32 @mlcc_rt_jpeg2000_block(ptr %20, i32 %21, i32 %22, i32 %23, i32 %24, i32 %25, i64 %sub15, i64 %sub16, ptr %add.ptr28, i64 %sub)
  br label %for.cond31

for.cond31:
  %m.0 = phi i64 [ 0, %if.end ], [ %inc, %for.inc ]
  %cmp32 = icmp eq i32 %call, 0
  %mul34 = mul nsw i64 %sub15, %sub16
  %cmp35 = icmp slt i64 %m.0, %mul34
  %26 = select i1 %cmp32, i1 %cmp35, i1 false
  br i1 %26, label %for.body37, label %for.inc47

for.body37:
  %div = sdiv i64 %m.0, %sub15
  %mul38 = mul nsw i64 %div, %sub
  %idx.ext39 = trunc i64 %mul38 to i32
  %add.ptr40 = getelementptr inbounds %union.mlcc_number, ptr %add.ptr28, i32 %idx.ext39
  %rem = srem i64 %m.0, %sub15
  %idx.ext41 = trunc i64 %rem to i32
  %add.ptr42 = getelementptr inbounds %union.mlcc_number, ptr %add.ptr40, i32 %idx.ext41
  %reversible = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx, i32 0, i32 4
  %27 = load i32, ptr %reversible, align 4
  %tobool = icmp ne i32 %27, 0
  br i1 %tobool, label %if.then43, label %if.else

if.then43:
  %28 = load i32, ptr %add.ptr42, align 4
  %div44 = sdiv i32 %28, 2
  store i32 %div44, ptr %add.ptr42, align 4
  br label %for.inc

if.else:
  %29 = load i32, ptr %add.ptr42, align 4
  %conv = sitofp i32 %29 to float
  %step = getelementptr inbounds nuw %struct.j2k_band, ptr %band, i32 0, i32 8
  %30 = load float, ptr %step, align 4
  %mul45 = fmul float %conv, %30
  store float %mul45, ptr %add.ptr42, align 4
  br label %for.inc

for.inc:
  %inc = add nsw i64 %m.0, 1
  br label %for.cond31

for.inc47:
  %problem.2 = phi i32 [ %problem.1, %for.body12 ], [ %call, %for.cond31 ]
  %inc48 = add nsw i64 %k.0, 1
  br label %for.cond6

for.inc50:
  %inc51 = add nsw i64 %n.0, 1
  br label %for.cond

for.end52:
  ret i32 %problem.0
}

declare void @mlcc_rt_jpeg2000_wavelet(ptr, i64, i64, i64, i64, i64, i32, ptr)

declare i32 @mlcc_rt_jpeg2000_block(ptr, i32, i32, i32, i32, i32, i64, i64, ptr, i64)

declare void @llvm.memset.p0.i32(ptr, i8, i32, i1)

define internal i32 @mlcc_rt.image_jpeg2000.j2k_nearest(float %value) {
entry:
  %cmp = fcmp ogt float %value, -1.000000e+06
  %cmp1 = fcmp olt float %value, 1.000000e+06
  %or.cond = and i1 %cmp, %cmp1
  br i1 %or.cond, label %if.end, label %if.then

if.then:
  %cmp2 = fcmp ogt float %value, 0.000000e+00
  %cond = select i1 %cmp2, i32 1000000, i32 -1000000
  br label %return

if.end:
  %add = fadd float %value, 0x4168000000000000
  %sub = fsub float %add, 0x4168000000000000
  %conv = fptosi float %sub to i32
  br label %return

return:
  %retval.0 = phi i32 [ %conv, %if.end ], [ %cond, %if.then ]
  ret i32 %retval.0
}
