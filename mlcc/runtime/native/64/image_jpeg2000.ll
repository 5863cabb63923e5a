; Generated from image_jpeg2000.c by mlcc.runtime.native.generate.

%struct.j2k = type { ptr, ptr, ptr, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i32, [4 x i32], [4 x i32], i32, i32, i32, i32, i32, i32, i32, i32, [4 x %struct.j2k_style], ptr, i64, i64, i64, i64, i64, i64, [4 x %struct.j2k_part], ptr, ptr, ptr, i32, i32, i32, i64 }
%struct.j2k_style = type { i32, i32, i32, i32, i32, [33 x i8], i32, i32, [97 x i8], [97 x i16], i8, i8 }
%struct.j2k_part = type { [33 x %struct.j2k_level], ptr }
%struct.j2k_level = type { i64, i64, i64, i64, i64, i64, i32, i32, i32, [3 x %struct.j2k_band] }
%struct.j2k_band = type { i64, i64, i64, i64, i64, i64, i32, i32, float, ptr }
%struct.mlcc_image = type { ptr, i64, i64, i64, ptr }
%struct.j2k_precinct = type { i64, i64, ptr, %struct.j2k_tree, %struct.j2k_tree, i32 }
%struct.j2k_tree = type { i64, i64, ptr }
%struct.j2k_code = type { i64, i64, i64, i64, i32, i32, i32, i32, ptr, i64 }
%struct.j2k_piece = type { ptr, ptr, i64 }
%union.mlcc_number = type { i32 }
%struct.j2k_node = type { i64, i32, i32, i32 }

define internal i32 @mlcc_rt_image_jpeg2000(ptr %image) {
entry:
  %call = call ptr @mlcc_rt_image_take(i64 1, i64 38712)
  %cmp = icmp eq ptr %call, null
  br i1 %cmp, label %return, label %if.end

if.end:
  %call1 = call i32 @mlcc_rt.image_jpeg2000.j2k_decode(ptr %call, ptr %image)
  call void @mlcc_rt.image_jpeg2000.j2k_drop_tile(ptr %call)
  %pieces = getelementptr inbounds nuw %struct.j2k, ptr %call, i32 0, i32 25
  %0 = load ptr, ptr %pieces, align 8
  call void @free(ptr %0)
  call void @free(ptr %call)
  br label %return

return:
  %retval.0 = phi i32 [ %call1, %if.end ], [ 3, %entry ]
  ret i32 %retval.0
}

declare ptr @mlcc_rt_image_take(i64, i64)

define internal i32 @mlcc_rt.image_jpeg2000.j2k_decode(ptr %j, ptr %image) {
entry:
  %image1 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 0
  store ptr %image, ptr %image1, align 8
  %data = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 0
  %0 = load ptr, ptr %data, align 8
  %at = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 1
  store ptr %0, ptr %at, align 8
  %data2 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 0
  %1 = load ptr, ptr %data2, align 8
  %size = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 1
  %2 = load i64, ptr %size, align 8
  %add.ptr = getelementptr inbounds nuw i8, ptr %1, i64 %2
  %end = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 2
  store ptr %add.ptr, ptr %end, align 8
  %data3 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 0
  %3 = load ptr, ptr %data3, align 8
  %arrayidx = getelementptr inbounds i8, ptr %3, i64 0
  %4 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %4 to i32
  %cmp = icmp eq i32 %conv, 255
  br i1 %cmp, label %cond.end, label %cond.false

cond.false:
  %at5 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 1
  %5 = load ptr, ptr %at5, align 8
  %end6 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 2
  %6 = load ptr, ptr %end6, align 8
  %call = call i32 @mlcc_rt.image_jpeg2000.j2k_boxes(ptr %j, ptr %5, ptr %6, i32 0)
  br label %cond.end

cond.end:
  %cond = phi i32 [ %call, %cond.false ], [ 0, %entry ]
  %cmp7 = icmp eq i32 %cond, 0
  br i1 %cmp7, label %if.then, label %if.end

if.then:
  %end9 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 2
  %7 = load ptr, ptr %end9, align 8
  %at10 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 1
  %8 = load ptr, ptr %at10, align 8
  %sub.ptr.lhs.cast = ptrtoint ptr %7 to i64
  %sub.ptr.rhs.cast = ptrtoint ptr %8 to i64
  %sub.ptr.sub = sub i64 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %cmp11 = icmp sge i64 %sub.ptr.sub, 4
  br i1 %cmp11, label %land.lhs.true, label %if.end

land.lhs.true:
  %at13 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 1
  %9 = load ptr, ptr %at13, align 8
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
  %10 = load ptr, ptr %rgb, align 8
  %cmp24 = icmp eq ptr %10, null
  br i1 %cmp24, label %return, label %for.cond

for.cond:
  %k.0 = phi i32 [ %inc, %for.inc ], [ 1, %lor.lhs.false ]
  %mixed = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 23
  %11 = load i32, ptr %mixed, align 8
  %tobool = icmp ne i32 %11, 0
  %cmp28 = icmp slt i32 %k.0, 3
  %spec.select = select i1 %tobool, i1 %cmp28, i1 false
  br i1 %spec.select, label %for.body, label %for.cond41

for.body:
  %count = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 13
  %12 = load i32, ptr %count, align 8
  %cmp30 = icmp slt i32 %12, 3
  br i1 %cmp30, label %return, label %lor.lhs.false32

lor.lhs.false32:
  %styles = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 24
  %idxprom = sext i32 %k.0 to i64
  %arrayidx33 = getelementptr inbounds [4 x %struct.j2k_style], ptr %styles, i64 0, i64 %idxprom
  %reversible = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx33, i32 0, i32 4
  %13 = load i32, ptr %reversible, align 4
  %styles34 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 24
  %arrayidx35 = getelementptr inbounds [4 x %struct.j2k_style], ptr %styles34, i64 0, i64 0
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
  %15 = load i64, ptr %tiles_across, align 8
  %tiles_down = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 12
  %16 = load i64, ptr %tiles_down, align 8
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
  %n.0 = phi i32 [ 0, %entry ], [ %inc42, %for.end35 ]
  %cmp = icmp slt i32 %n.0, 396
  br i1 %cmp, label %for.body, label %for.cond45

for.body:
  %parts = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 32
  %div = sdiv i32 %n.0, 3
  %div1 = sdiv i32 %div, 33
  %idxprom = sext i32 %div1 to i64
  %arrayidx = getelementptr inbounds [4 x %struct.j2k_part], ptr %parts, i64 0, i64 %idxprom
  %levels = getelementptr inbounds nuw %struct.j2k_part, ptr %arrayidx, i32 0, i32 0
  %div2 = sdiv i32 %n.0, 3
  %rem = srem i32 %div2, 33
  %idxprom3 = sext i32 %rem to i64
  %arrayidx4 = getelementptr inbounds [33 x %struct.j2k_level], ptr %levels, i64 0, i64 %idxprom3
  %bands = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx4, i32 0, i32 9
  %rem5 = srem i32 %n.0, 3
  %idxprom6 = sext i32 %rem5 to i64
  %arrayidx7 = getelementptr inbounds [3 x %struct.j2k_band], ptr %bands, i64 0, i64 %idxprom6
  %precincts8 = getelementptr inbounds nuw %struct.j2k_band, ptr %arrayidx7, i32 0, i32 9
  %0 = load ptr, ptr %precincts8, align 8
  br label %for.cond9

for.cond9:
  %k.0 = phi i64 [ 0, %for.body ], [ %inc34, %for.end ]
  %cmp10 = icmp ne ptr %0, null
  br i1 %cmp10, label %land.rhs, label %for.end35

land.rhs:
  %across = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx4, i32 0, i32 4
  %1 = load i64, ptr %across, align 8
  %down = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx4, i32 0, i32 5
  %2 = load i64, ptr %down, align 8
  %mul = mul nsw i64 %1, %2
  %cmp11 = icmp slt i64 %k.0, %mul
  br i1 %cmp11, label %for.cond13, label %for.end35

for.cond13:
  %m.0 = phi i64 [ %inc, %for.body24 ], [ 0, %land.rhs ]
  %arrayidx14 = getelementptr inbounds %struct.j2k_precinct, ptr %0, i64 %k.0
  %codes = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx14, i32 0, i32 2
  %3 = load ptr, ptr %codes, align 8
  %cmp15 = icmp ne ptr %3, null
  br i1 %cmp15, label %land.rhs16, label %for.end

land.rhs16:
  %arrayidx17 = getelementptr inbounds %struct.j2k_precinct, ptr %0, i64 %k.0
  %across18 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx17, i32 0, i32 0
  %4 = load i64, ptr %across18, align 8
  %arrayidx19 = getelementptr inbounds %struct.j2k_precinct, ptr %0, i64 %k.0
  %down20 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx19, i32 0, i32 1
  %5 = load i64, ptr %down20, align 8
  %mul21 = mul nsw i64 %4, %5
  %cmp22 = icmp slt i64 %m.0, %mul21
  br i1 %cmp22, label %for.body24, label %for.end

for.body24:
  %arrayidx25 = getelementptr inbounds %struct.j2k_precinct, ptr %0, i64 %k.0
  %codes26 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx25, i32 0, i32 2
  %6 = load ptr, ptr %codes26, align 8
  %arrayidx27 = getelementptr inbounds %struct.j2k_code, ptr %6, i64 %m.0
  %data = getelementptr inbounds nuw %struct.j2k_code, ptr %arrayidx27, i32 0, i32 8
  %7 = load ptr, ptr %data, align 8
  call void @free(ptr %7)
  %inc = add nsw i64 %m.0, 1
  br label %for.cond13

for.end:
  %arrayidx28 = getelementptr inbounds %struct.j2k_precinct, ptr %0, i64 %k.0
  %codes29 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx28, i32 0, i32 2
  %8 = load ptr, ptr %codes29, align 8
  call void @free(ptr %8)
  %arrayidx30 = getelementptr inbounds %struct.j2k_precinct, ptr %0, i64 %k.0
  %inclusion = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx30, i32 0, i32 3
  %nodes = getelementptr inbounds nuw %struct.j2k_tree, ptr %inclusion, i32 0, i32 2
  %9 = load ptr, ptr %nodes, align 8
  call void @free(ptr %9)
  %arrayidx31 = getelementptr inbounds %struct.j2k_precinct, ptr %0, i64 %k.0
  %zeros = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx31, i32 0, i32 4
  %nodes32 = getelementptr inbounds nuw %struct.j2k_tree, ptr %zeros, i32 0, i32 2
  %10 = load ptr, ptr %nodes32, align 8
  call void @free(ptr %10)
  %inc34 = add nsw i64 %k.0, 1
  br label %for.cond9

for.end35:
  call void @free(ptr %0)
  %bands36 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx4, i32 0, i32 9
  %rem37 = srem i32 %n.0, 3
  %idxprom38 = sext i32 %rem37 to i64
  %arrayidx39 = getelementptr inbounds [3 x %struct.j2k_band], ptr %bands36, i64 0, i64 %idxprom38
  %precincts40 = getelementptr inbounds nuw %struct.j2k_band, ptr %arrayidx39, i32 0, i32 9
  store ptr null, ptr %precincts40, align 8
  %inc42 = add nsw i32 %n.0, 1
  br label %for.cond

for.cond45:
  %n44.0 = phi i32 [ %inc56, %for.body47 ], [ 0, %for.cond ]
  %cmp46 = icmp slt i32 %n44.0, 4
  br i1 %cmp46, label %for.body47, label %for.end57

for.body47:
  %parts48 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 32
  %idxprom49 = sext i32 %n44.0 to i64
  %arrayidx50 = getelementptr inbounds [4 x %struct.j2k_part], ptr %parts48, i64 0, i64 %idxprom49
  %numbers = getelementptr inbounds nuw %struct.j2k_part, ptr %arrayidx50, i32 0, i32 1
  %11 = load ptr, ptr %numbers, align 8
  call void @free(ptr %11)
  %parts51 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 32
  %idxprom52 = sext i32 %n44.0 to i64
  %arrayidx53 = getelementptr inbounds [4 x %struct.j2k_part], ptr %parts51, i64 0, i64 %idxprom52
  %numbers54 = getelementptr inbounds nuw %struct.j2k_part, ptr %arrayidx53, i32 0, i32 1
  store ptr null, ptr %numbers54, align 8
  %inc56 = add nsw i32 %n44.0, 1
  br label %for.cond45

for.end57:
  %stream = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 33
  %12 = load ptr, ptr %stream, align 8
  call void @free(ptr %12)
  %stream58 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 33
  store ptr null, ptr %stream58, align 8
  ret void
}

declare void @free(ptr)

define internal i32 @mlcc_rt.image_jpeg2000.j2k_boxes(ptr %j, ptr %at, ptr %end, i32 %inner) {
entry:
  br label %while.cond

while.cond:
  %at.addr.0 = phi ptr [ %at, %entry ], [ %add.ptr30, %if.end77 ]
  %sub.ptr.lhs.cast = ptrtoint ptr %end to i64
  %sub.ptr.rhs.cast = ptrtoint ptr %at.addr.0 to i64
  %sub.ptr.sub = sub i64 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %cmp = icmp sge i64 %sub.ptr.sub, 8
  br i1 %cmp, label %while.body, label %while.end

while.body:
  %call = call i32 @mlcc_rt.image_jpeg2000.j2k_word(ptr %at.addr.0, i32 4)
  %conv = zext i32 %call to i64
  %add.ptr = getelementptr inbounds i8, ptr %at.addr.0, i64 4
  %call1 = call i32 @mlcc_rt.image_jpeg2000.j2k_word(ptr %add.ptr, i32 4)
  %cmp2 = icmp eq i64 %conv, 1
  %sub.ptr.lhs.cast4 = ptrtoint ptr %end to i64
  %sub.ptr.rhs.cast5 = ptrtoint ptr %at.addr.0 to i64
  %sub.ptr.sub6 = sub i64 %sub.ptr.lhs.cast4, %sub.ptr.rhs.cast5
  %cmp7 = icmp sge i64 %sub.ptr.sub6, 16
  %or.cond = and i1 %cmp2, %cmp7
  br i1 %or.cond, label %if.then, label %if.end

if.then:
  %add.ptr9 = getelementptr inbounds i8, ptr %at.addr.0, i64 8
  %call10 = call i32 @mlcc_rt.image_jpeg2000.j2k_word(ptr %add.ptr9, i32 4)
  %conv11 = zext i32 %call10 to i64
  %shl = shl i64 %conv11, 32
  %add.ptr12 = getelementptr inbounds i8, ptr %at.addr.0, i64 12
  %call13 = call i32 @mlcc_rt.image_jpeg2000.j2k_word(ptr %add.ptr12, i32 4)
  %conv14 = zext i32 %call13 to i64
  %or = or i64 %shl, %conv14
  br label %if.end

if.end:
  %head.0 = phi i64 [ 16, %if.then ], [ 8, %while.body ]
  %size.0 = phi i64 [ %or, %if.then ], [ %conv, %while.body ]
  %cmp15 = icmp eq i64 %size.0, 0
  %sub.ptr.lhs.cast17 = ptrtoint ptr %end to i64
  %sub.ptr.rhs.cast18 = ptrtoint ptr %at.addr.0 to i64
  %sub.ptr.sub19 = sub i64 %sub.ptr.lhs.cast17, %sub.ptr.rhs.cast18
  %cond = select i1 %cmp15, i64 %sub.ptr.sub19, i64 %size.0
  %cmp20 = icmp ult i64 %cond, %head.0
  %sub.ptr.lhs.cast22 = ptrtoint ptr %end to i64
  %sub.ptr.rhs.cast23 = ptrtoint ptr %at.addr.0 to i64
  %sub.ptr.sub24 = sub i64 %sub.ptr.lhs.cast22, %sub.ptr.rhs.cast23
  %cmp25 = icmp ugt i64 %cond, %sub.ptr.sub24
  %or.cond35 = or i1 %cmp20, %cmp25
  br i1 %or.cond35, label %return, label %if.end28

if.end28:
  %add.ptr29 = getelementptr inbounds i8, ptr %at.addr.0, i64 %head.0
  %add.ptr30 = getelementptr inbounds nuw i8, ptr %at.addr.0, i64 %cond
  %cmp31 = icmp ne i32 %call1, 1785737832
  %tobool = icmp ne i32 %inner, 0
  %or.cond36 = select i1 %cmp31, i1 true, i1 %tobool
  br i1 %or.cond36, label %if.else, label %if.then34

if.then34:
  %call35 = call i32 @mlcc_rt.image_jpeg2000.j2k_boxes(ptr %j, ptr %add.ptr29, ptr %add.ptr30, i32 1)
  %cmp36 = icmp ne i32 %call35, 0
  br i1 %cmp36, label %return, label %if.end77

if.else:
  switch i32 %call1, label %if.end77 [
    i32 1885564018, label %return
    i32 1668246642, label %land.lhs.true46
    i32 1785737827, label %land.lhs.true69
  ]

land.lhs.true46:
  %sub.ptr.lhs.cast47 = ptrtoint ptr %add.ptr30 to i64
  %sub.ptr.rhs.cast48 = ptrtoint ptr %add.ptr29 to i64
  %sub.ptr.sub49 = sub i64 %sub.ptr.lhs.cast47, %sub.ptr.rhs.cast48
  %cmp50 = icmp sge i64 %sub.ptr.sub49, 7
  br i1 %cmp50, label %land.lhs.true52, label %if.else66

land.lhs.true52:
  %arrayidx = getelementptr inbounds i8, ptr %add.ptr29, i64 0
  %0 = load i8, ptr %arrayidx, align 1
  %conv53 = zext i8 %0 to i32
  %cmp54 = icmp eq i32 %conv53, 1
  br i1 %cmp54, label %if.then56, label %if.else66

if.then56:
  %add.ptr57 = getelementptr inbounds i8, ptr %add.ptr29, i64 3
  %call58 = call i32 @mlcc_rt.image_jpeg2000.j2k_word(ptr %add.ptr57, i32 4)
  switch i32 %call58, label %return [
    i32 16, label %if.end77
    i32 17, label %if.end77
  ]

if.else66:
  %cmp67 = icmp ne i32 %call1, 1785737827
  %tobool70 = icmp ne i32 %inner, 0
  %or.cond37 = select i1 %cmp67, i1 true, i1 %tobool70
  br i1 %or.cond37, label %if.end77, label %if.then71

land.lhs.true69:
  %tobool70.old = icmp ne i32 %inner, 0
  br i1 %tobool70.old, label %if.end77, label %if.then71

if.then71:
  %at72 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 1
  store ptr %add.ptr29, ptr %at72, align 8
  %end73 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 2
  store ptr %add.ptr30, ptr %end73, align 8
  br label %return

if.end77:
  br label %while.cond

while.end:
  %tobool78 = icmp ne i32 %inner, 0
  %cond79 = select i1 %tobool78, i32 0, i32 1
  br label %return

return:
  %retval.0 = phi i32 [ %cond79, %while.end ], [ %call35, %if.then34 ], [ 2, %if.else ], [ 0, %if.then71 ], [ 1, %if.end ], [ 2, %if.then56 ]
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
  %idxprom = sext i32 %k.0 to i64
  %arrayidx = getelementptr inbounds i8, ptr %p, i64 %idxprom
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
  %0 = load ptr, ptr %at, align 8
  %add.ptr = getelementptr inbounds i8, ptr %0, i64 2
  store ptr %add.ptr, ptr %at, align 8
  br label %while.cond

while.cond:
  %in_tile.0 = phi i32 [ 0, %entry ], [ 0, %if.end9 ], [ %in_tile.1, %if.end94 ]
  %end = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 2
  %1 = load ptr, ptr %end, align 8
  %at1 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 1
  %2 = load ptr, ptr %at1, align 8
  %sub.ptr.lhs.cast = ptrtoint ptr %1 to i64
  %sub.ptr.rhs.cast = ptrtoint ptr %2 to i64
  %sub.ptr.sub = sub i64 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %cmp = icmp sge i64 %sub.ptr.sub, 2
  br i1 %cmp, label %while.body, label %while.end

while.body:
  %at2 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 1
  %3 = load ptr, ptr %at2, align 8
  %call = call i32 @mlcc_rt.image_jpeg2000.j2k_word(ptr %3, i32 2)
  %at3 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 1
  %4 = load ptr, ptr %at3, align 8
  %add.ptr4 = getelementptr inbounds i8, ptr %4, i64 2
  store ptr %add.ptr4, ptr %at3, align 8
  switch i32 %call, label %if.end19 [
    i32 65497, label %while.end
    i32 65427, label %if.then7
  ]

if.then7:
  %tobool = icmp ne i32 %in_tile.0, 0
  br i1 %tobool, label %if.end9, label %return

if.end9:
  %pieces = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 25
  %5 = load ptr, ptr %pieces, align 8
  %piece_count = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 26
  %6 = load i64, ptr %piece_count, align 8
  %sub = sub nsw i64 %6, 1
  %arrayidx = getelementptr inbounds %struct.j2k_piece, ptr %5, i64 %sub
  %at10 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 1
  %7 = load ptr, ptr %at10, align 8
  %begin11 = getelementptr inbounds nuw %struct.j2k_piece, ptr %arrayidx, i32 0, i32 0
  store ptr %7, ptr %begin11, align 8
  %end12 = getelementptr inbounds nuw %struct.j2k_piece, ptr %arrayidx, i32 0, i32 1
  %8 = load ptr, ptr %end12, align 8
  %at13 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 1
  store ptr %8, ptr %at13, align 8
  %begin14 = getelementptr inbounds nuw %struct.j2k_piece, ptr %arrayidx, i32 0, i32 0
  %9 = load ptr, ptr %begin14, align 8
  %end15 = getelementptr inbounds nuw %struct.j2k_piece, ptr %arrayidx, i32 0, i32 1
  %10 = load ptr, ptr %end15, align 8
  %cmp16 = icmp ugt ptr %9, %10
  br i1 %cmp16, label %return, label %while.cond

if.end19:
  %end20 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 2
  %11 = load ptr, ptr %end20, align 8
  %at21 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 1
  %12 = load ptr, ptr %at21, align 8
  %sub.ptr.lhs.cast22 = ptrtoint ptr %11 to i64
  %sub.ptr.rhs.cast23 = ptrtoint ptr %12 to i64
  %sub.ptr.sub24 = sub i64 %sub.ptr.lhs.cast22, %sub.ptr.rhs.cast23
  %cmp25 = icmp slt i64 %sub.ptr.sub24, 2
  %cmp26 = icmp ult i32 %call, 65280
  %or.cond = or i1 %cmp25, %cmp26
  br i1 %or.cond, label %return, label %if.end28

if.end28:
  %at29 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 1
  %13 = load ptr, ptr %at29, align 8
  %call30 = call i32 @mlcc_rt.image_jpeg2000.j2k_word(ptr %13, i32 2)
  %conv = zext i32 %call30 to i64
  %cmp31 = icmp slt i64 %conv, 2
  br i1 %cmp31, label %return, label %lor.lhs.false33

lor.lhs.false33:
  %end34 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 2
  %14 = load ptr, ptr %end34, align 8
  %at35 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 1
  %15 = load ptr, ptr %at35, align 8
  %sub.ptr.lhs.cast36 = ptrtoint ptr %14 to i64
  %sub.ptr.rhs.cast37 = ptrtoint ptr %15 to i64
  %sub.ptr.sub38 = sub i64 %sub.ptr.lhs.cast36, %sub.ptr.rhs.cast37
  %cmp39 = icmp sgt i64 %conv, %sub.ptr.sub38
  br i1 %cmp39, label %return, label %lor.lhs.false41

lor.lhs.false41:
  %cmp42 = icmp ne i32 %call, 65361
  %conv43 = zext i1 %cmp42 to i32
  %count = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 13
  %16 = load i32, ptr %count, align 8
  %cmp44 = icmp sgt i32 %16, 0
  %conv45 = zext i1 %cmp44 to i32
  %cmp46 = icmp ne i32 %conv43, %conv45
  br i1 %cmp46, label %return, label %if.end49

if.end49:
  %at50 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 1
  %17 = load ptr, ptr %at50, align 8
  %add.ptr51 = getelementptr inbounds i8, ptr %17, i64 2
  %at52 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 1
  %18 = load ptr, ptr %at52, align 8
  %add.ptr53 = getelementptr inbounds i8, ptr %18, i64 %conv
  store ptr %add.ptr53, ptr %at52, align 8
  %tobool54 = icmp ne i32 %in_tile.0, 0
  br i1 %tobool54, label %land.lhs.true, label %if.end67

land.lhs.true:
  switch i32 %call, label %if.else90 [
    i32 65362, label %return
    i32 65363, label %return
    i32 65372, label %return
    i32 65373, label %return
    i32 65361, label %if.then70
    i32 65424, label %if.then82
  ]

if.end67:
  switch i32 %call, label %if.else90 [
    i32 65361, label %if.then70
    i32 65424, label %if.then82
  ]

if.then70:
  %sub71 = sub nsw i64 %conv, 2
  %call72 = call i32 @mlcc_rt.image_jpeg2000.j2k_size(ptr %j, ptr %add.ptr51, i64 %sub71)
  %cmp73 = icmp eq i32 %call72, 0
  br i1 %cmp73, label %land.lhs.true75, label %if.end94

land.lhs.true75:
  %image = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 0
  %19 = load ptr, ptr %image, align 8
  %rgb = getelementptr inbounds nuw %struct.mlcc_image, ptr %19, i32 0, i32 4
  %20 = load ptr, ptr %rgb, align 8
  %cmp76 = icmp eq ptr %20, null
  br i1 %cmp76, label %return, label %if.end94

if.then82:
  %tobool83 = icmp ne i32 %in_tile.0, 0
  br i1 %tobool83, label %if.end94, label %lor.lhs.false84

lor.lhs.false84:
  %styled = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 17
  %21 = load i32, ptr %styled, align 8
  %tobool85 = icmp ne i32 %21, 0
  br i1 %tobool85, label %lor.lhs.false86, label %if.end94

lor.lhs.false86:
  %stepped = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 18
  %22 = load i32, ptr %stepped, align 4
  %tobool87 = icmp ne i32 %22, 0
  br i1 %tobool87, label %cond.false, label %if.end94

cond.false:
  %sub88 = sub nsw i64 %conv, 2
  %call89 = call i32 @mlcc_rt.image_jpeg2000.j2k_piece_begins(ptr %j, ptr %3, ptr %add.ptr51, i64 %sub88)
  br label %if.end94

if.else90:
  %sub91 = sub nsw i64 %conv, 2
  %call92 = call i32 @mlcc_rt.image_jpeg2000.j2k_segment(ptr %j, i32 %call, ptr %add.ptr51, i64 %sub91)
  br label %if.end94

if.end94:
  %in_tile.1 = phi i32 [ %in_tile.0, %if.then70 ], [ %in_tile.0, %land.lhs.true75 ], [ %in_tile.0, %if.else90 ], [ 1, %if.then82 ], [ 1, %lor.lhs.false84 ], [ 1, %lor.lhs.false86 ], [ 1, %cond.false ]
  %problem.0 = phi i32 [ %call72, %if.then70 ], [ %call72, %land.lhs.true75 ], [ %call92, %if.else90 ], [ %call89, %cond.false ], [ 1, %lor.lhs.false86 ], [ 1, %lor.lhs.false84 ], [ 1, %if.then82 ]
  %cmp95 = icmp ne i32 %problem.0, 0
  br i1 %cmp95, label %return, label %while.cond

while.end:
  %piece_count99 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 26
  %23 = load i64, ptr %piece_count99, align 8
  %cmp100 = icmp sgt i64 %23, 0
  %tobool102 = icmp ne i32 %in_tile.0, 0
  %lnot = xor i1 %tobool102, true
  %24 = select i1 %cmp100, i1 %lnot, i1 false
  %cond103 = select i1 %24, i32 0, i32 1
  br label %return

return:
  %retval.0 = phi i32 [ %cond103, %while.end ], [ 1, %if.then7 ], [ 0, %land.lhs.true75 ], [ 1, %if.end9 ], [ 1, %if.end19 ], [ 1, %if.end28 ], [ 2, %land.lhs.true ], [ 1, %lor.lhs.false41 ], [ 1, %lor.lhs.false33 ], [ 2, %land.lhs.true ], [ 2, %land.lhs.true ], [ 2, %land.lhs.true ], [ %problem.0, %if.end94 ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg2000.j2k_tile(ptr %j, i64 %tile) {
entry:
  %tiles_across = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 11
  %0 = load i64, ptr %tiles_across, align 8
  %rem = srem i64 %tile, %0
  %tiles_across1 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 11
  %1 = load i64, ptr %tiles_across1, align 8
  %div = sdiv i64 %tile, %1
  %tile_x = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 7
  %2 = load i64, ptr %tile_x, align 8
  %tile_width = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 9
  %3 = load i64, ptr %tile_width, align 8
  %mul = mul nsw i64 %rem, %3
  %add = add nsw i64 %2, %mul
  %x0 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 3
  %4 = load i64, ptr %x0, align 8
  %call = call i64 @mlcc_rt.image_jpeg2000.j2k_most(i64 %add, i64 %4)
  %tx0 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 28
  store i64 %call, ptr %tx0, align 8
  %tile_x2 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 7
  %5 = load i64, ptr %tile_x2, align 8
  %add3 = add nsw i64 %rem, 1
  %tile_width4 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 9
  %6 = load i64, ptr %tile_width4, align 8
  %mul5 = mul nsw i64 %add3, %6
  %add6 = add nsw i64 %5, %mul5
  %x1 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 4
  %7 = load i64, ptr %x1, align 8
  %call7 = call i64 @mlcc_rt.image_jpeg2000.j2k_min(i64 %add6, i64 %7)
  %tx1 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 29
  store i64 %call7, ptr %tx1, align 8
  %tile_y = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 8
  %8 = load i64, ptr %tile_y, align 8
  %tile_height = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 10
  %9 = load i64, ptr %tile_height, align 8
  %mul8 = mul nsw i64 %div, %9
  %add9 = add nsw i64 %8, %mul8
  %y0 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 5
  %10 = load i64, ptr %y0, align 8
  %call10 = call i64 @mlcc_rt.image_jpeg2000.j2k_most(i64 %add9, i64 %10)
  %ty0 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 30
  store i64 %call10, ptr %ty0, align 8
  %tile_y11 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 8
  %11 = load i64, ptr %tile_y11, align 8
  %add12 = add nsw i64 %div, 1
  %tile_height13 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 10
  %12 = load i64, ptr %tile_height13, align 8
  %mul14 = mul nsw i64 %add12, %12
  %add15 = add nsw i64 %11, %mul14
  %y1 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 6
  %13 = load i64, ptr %y1, align 8
  %call16 = call i64 @mlcc_rt.image_jpeg2000.j2k_min(i64 %add15, i64 %13)
  %ty1 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 31
  store i64 %call16, ptr %ty1, align 8
  %blocks = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 39
  store i64 0, ptr %blocks, align 8
  %call17 = call i32 @mlcc_rt.image_jpeg2000.j2k_gather(ptr %j, i64 %tile)
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %problem.0 = phi i32 [ %call17, %entry ], [ %call19, %for.body ]
  %cond = icmp eq i32 %problem.0, 0
  br i1 %cond, label %land.rhs, label %if.end

land.rhs:
  %count = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 13
  %14 = load i32, ptr %count, align 8
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
  %15 = load ptr, ptr %from, align 8
  %to = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 35
  %16 = load ptr, ptr %to, align 8
  %cmp21 = icmp ult ptr %15, %16
  br i1 %cmp21, label %cond.true, label %if.end

cond.true:
  %call22 = call i32 @mlcc_rt.image_jpeg2000.j2k_packets(ptr %j)
  br label %if.end

if.end:
  %problem.1 = phi i32 [ %problem.0, %for.cond ], [ %problem.0, %for.end ], [ %call22, %cond.true ], [ 1, %if.then ]
  %tx123 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 29
  %17 = load i64, ptr %tx123, align 8
  %tx024 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 28
  %18 = load i64, ptr %tx024, align 8
  %sub = sub nsw i64 %17, %18
  %ty125 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 31
  %19 = load i64, ptr %ty125, align 8
  %ty026 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 30
  %20 = load i64, ptr %ty026, align 8
  %sub27 = sub nsw i64 %19, %20
  %call28 = call i64 @mlcc_rt.image_jpeg2000.j2k_most(i64 %sub, i64 %sub27)
  %call29 = call ptr @mlcc_rt_image_take(i64 %call28, i64 4)
  %cmp30 = icmp eq i32 %problem.1, 0
  %cmp31 = icmp eq ptr %call29, null
  %or.cond = select i1 %cmp30, i1 %cmp31, i1 false
  %cond35 = select i1 %or.cond, i32 3, i32 %problem.1
  br label %for.cond37

for.cond37:
  %k36.0 = phi i32 [ 0, %if.end ], [ %inc45, %for.body42 ]
  %problem.2 = phi i32 [ %cond35, %if.end ], [ %call43, %for.body42 ]
  %cmp38 = icmp eq i32 %problem.2, 0
  br i1 %cmp38, label %land.rhs39, label %for.end46

land.rhs39:
  %read = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 16
  %21 = load i32, ptr %read, align 4
  %cmp40 = icmp slt i32 %k36.0, %21
  br i1 %cmp40, label %for.body42, label %for.end46

for.body42:
  %call43 = call i32 @mlcc_rt.image_jpeg2000.j2k_samples(ptr %j, i32 %k36.0, ptr %call29)
  %inc45 = add nsw i32 %k36.0, 1
  br label %for.cond37

for.end46:
  br label %for.cond48

for.cond48:
  %k47.0 = phi i64 [ 0, %for.end46 ], [ %inc71, %for.body54 ]
  %cmp49 = icmp eq i32 %problem.2, 0
  %mul51 = mul nsw i64 %sub, %sub27
  %cmp52 = icmp slt i64 %k47.0, %mul51
  %22 = select i1 %cmp49, i1 %cmp52, i1 false
  br i1 %22, label %for.body54, label %for.end72

for.body54:
  %tx055 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 28
  %23 = load i64, ptr %tx055, align 8
  %x056 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 3
  %24 = load i64, ptr %x056, align 8
  %sub57 = sub nsw i64 %23, %24
  %rem58 = srem i64 %k47.0, %sub
  %add59 = add nsw i64 %sub57, %rem58
  %ty060 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 30
  %25 = load i64, ptr %ty060, align 8
  %y061 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 5
  %26 = load i64, ptr %y061, align 8
  %sub62 = sub nsw i64 %25, %26
  %div63 = sdiv i64 %k47.0, %sub
  %add64 = add nsw i64 %sub62, %div63
  %image = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 0
  %27 = load ptr, ptr %image, align 8
  %rgb = getelementptr inbounds nuw %struct.mlcc_image, ptr %27, i32 0, i32 4
  %28 = load ptr, ptr %rgb, align 8
  %image65 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 0
  %29 = load ptr, ptr %image65, align 8
  %width66 = getelementptr inbounds nuw %struct.mlcc_image, ptr %29, i32 0, i32 2
  %30 = load i64, ptr %width66, align 8
  %mul67 = mul nsw i64 %add64, %30
  %add68 = add nsw i64 %mul67, %add59
  %mul69 = mul nsw i64 %add68, 3
  %add.ptr = getelementptr inbounds i8, ptr %28, i64 %mul69
  call void @mlcc_rt.image_jpeg2000.j2k_pixel(ptr %j, i64 %k47.0, ptr %add.ptr)
  %inc71 = add nsw i64 %k47.0, 1
  br label %for.cond48

for.end72:
  call void @free(ptr %call29)
  call void @mlcc_rt.image_jpeg2000.j2k_drop_tile(ptr %j)
  ret i32 %problem.2
}

define internal i32 @mlcc_rt.image_jpeg2000.j2k_size(ptr %j, ptr %p, i64 %size) {
entry:
  %v = alloca [8 x i64], align 16
  %cmp = icmp slt i64 %size, 36
  br i1 %cmp, label %return, label %lor.lhs.false

lor.lhs.false:
  %add.ptr = getelementptr inbounds i8, ptr %p, i64 34
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
  %add.ptr5 = getelementptr inbounds i8, ptr %p, i64 2
  %mul6 = mul nsw i32 4, %k.0
  %idx.ext = sext i32 %mul6 to i64
  %add.ptr7 = getelementptr inbounds i8, ptr %add.ptr5, i64 %idx.ext
  %call8 = call i32 @mlcc_rt.image_jpeg2000.j2k_word(ptr %add.ptr7, i32 4)
  %conv9 = zext i32 %call8 to i64
  %idxprom = sext i32 %k.0 to i64
  %arrayidx = getelementptr inbounds [8 x i64], ptr %v, i64 0, i64 %idxprom
  store i64 %conv9, ptr %arrayidx, align 8
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.end:
  %arrayidx10 = getelementptr inbounds [8 x i64], ptr %v, i64 0, i64 0
  %0 = load i64, ptr %arrayidx10, align 16
  %x1 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 4
  store i64 %0, ptr %x1, align 8
  %arrayidx11 = getelementptr inbounds [8 x i64], ptr %v, i64 0, i64 1
  %1 = load i64, ptr %arrayidx11, align 8
  %y1 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 6
  store i64 %1, ptr %y1, align 8
  %arrayidx12 = getelementptr inbounds [8 x i64], ptr %v, i64 0, i64 2
  %2 = load i64, ptr %arrayidx12, align 16
  %x0 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 3
  store i64 %2, ptr %x0, align 8
  %arrayidx13 = getelementptr inbounds [8 x i64], ptr %v, i64 0, i64 3
  %3 = load i64, ptr %arrayidx13, align 8
  %y0 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 5
  store i64 %3, ptr %y0, align 8
  %arrayidx14 = getelementptr inbounds [8 x i64], ptr %v, i64 0, i64 4
  %4 = load i64, ptr %arrayidx14, align 16
  %tile_width = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 9
  store i64 %4, ptr %tile_width, align 8
  %arrayidx15 = getelementptr inbounds [8 x i64], ptr %v, i64 0, i64 5
  %5 = load i64, ptr %arrayidx15, align 8
  %tile_height = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 10
  store i64 %5, ptr %tile_height, align 8
  %arrayidx16 = getelementptr inbounds [8 x i64], ptr %v, i64 0, i64 6
  %6 = load i64, ptr %arrayidx16, align 16
  %tile_x = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 7
  store i64 %6, ptr %tile_x, align 8
  %arrayidx17 = getelementptr inbounds [8 x i64], ptr %v, i64 0, i64 7
  %7 = load i64, ptr %arrayidx17, align 8
  %tile_y = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 8
  store i64 %7, ptr %tile_y, align 8
  %add.ptr18 = getelementptr inbounds i8, ptr %p, i64 34
  %call19 = call i32 @mlcc_rt.image_jpeg2000.j2k_word(ptr %add.ptr18, i32 2)
  %count = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 13
  store i32 %call19, ptr %count, align 8
  %tile_width20 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 9
  %8 = load i64, ptr %tile_width20, align 8
  %cmp21 = icmp eq i64 %8, 0
  br i1 %cmp21, label %return, label %lor.lhs.false23

lor.lhs.false23:
  %tile_height24 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 10
  %9 = load i64, ptr %tile_height24, align 8
  %cmp25 = icmp eq i64 %9, 0
  br i1 %cmp25, label %return, label %lor.lhs.false27

lor.lhs.false27:
  %tile_x28 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 7
  %10 = load i64, ptr %tile_x28, align 8
  %x029 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 3
  %11 = load i64, ptr %x029, align 8
  %cmp30 = icmp sgt i64 %10, %11
  br i1 %cmp30, label %return, label %lor.lhs.false32

lor.lhs.false32:
  %tile_y33 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 8
  %12 = load i64, ptr %tile_y33, align 8
  %y034 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 5
  %13 = load i64, ptr %y034, align 8
  %cmp35 = icmp sgt i64 %12, %13
  br i1 %cmp35, label %return, label %lor.lhs.false37

lor.lhs.false37:
  %tile_x38 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 7
  %14 = load i64, ptr %tile_x38, align 8
  %tile_width39 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 9
  %15 = load i64, ptr %tile_width39, align 8
  %add40 = add nsw i64 %14, %15
  %x041 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 3
  %16 = load i64, ptr %x041, align 8
  %cmp42 = icmp sle i64 %add40, %16
  br i1 %cmp42, label %return, label %lor.lhs.false44

lor.lhs.false44:
  %tile_y45 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 8
  %17 = load i64, ptr %tile_y45, align 8
  %tile_height46 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 10
  %18 = load i64, ptr %tile_height46, align 8
  %add47 = add nsw i64 %17, %18
  %y048 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 5
  %19 = load i64, ptr %y048, align 8
  %cmp49 = icmp sle i64 %add47, %19
  br i1 %cmp49, label %return, label %lor.lhs.false51

lor.lhs.false51:
  %count52 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 13
  %20 = load i32, ptr %count52, align 8
  %cmp53 = icmp slt i32 %20, 1
  br i1 %cmp53, label %return, label %if.end56

if.end56:
  %count57 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 13
  %21 = load i32, ptr %count57, align 8
  %cmp58 = icmp sgt i32 %21, 4
  br i1 %cmp58, label %return, label %for.cond63

for.cond63:
  %k62.0 = phi i32 [ %inc103, %for.inc102 ], [ 0, %if.end56 ]
  %count64 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 13
  %22 = load i32, ptr %count64, align 8
  %cmp65 = icmp slt i32 %k62.0, %22
  br i1 %cmp65, label %for.body67, label %for.end104

for.body67:
  %add.ptr68 = getelementptr inbounds i8, ptr %p, i64 36
  %mul69 = mul nsw i32 3, %k62.0
  %idx.ext70 = sext i32 %mul69 to i64
  %add.ptr71 = getelementptr inbounds i8, ptr %add.ptr68, i64 %idx.ext70
  %arrayidx72 = getelementptr inbounds i8, ptr %add.ptr71, i64 0
  %23 = load i8, ptr %arrayidx72, align 1
  %conv73 = zext i8 %23 to i32
  %and = and i32 %conv73, 127
  %add74 = add nsw i32 %and, 1
  %depth = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 14
  %idxprom75 = sext i32 %k62.0 to i64
  %arrayidx76 = getelementptr inbounds [4 x i32], ptr %depth, i64 0, i64 %idxprom75
  store i32 %add74, ptr %arrayidx76, align 4
  %arrayidx77 = getelementptr inbounds i8, ptr %add.ptr71, i64 0
  %24 = load i8, ptr %arrayidx77, align 1
  %conv78 = zext i8 %24 to i32
  %shr = ashr i32 %conv78, 7
  %is_signed = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 15
  %idxprom79 = sext i32 %k62.0 to i64
  %arrayidx80 = getelementptr inbounds [4 x i32], ptr %is_signed, i64 0, i64 %idxprom79
  store i32 %shr, ptr %arrayidx80, align 4
  %depth81 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 14
  %idxprom82 = sext i32 %k62.0 to i64
  %arrayidx83 = getelementptr inbounds [4 x i32], ptr %depth81, i64 0, i64 %idxprom82
  %25 = load i32, ptr %arrayidx83, align 4
  %cmp84 = icmp sgt i32 %25, 16
  br i1 %cmp84, label %return, label %lor.lhs.false86

lor.lhs.false86:
  %arrayidx87 = getelementptr inbounds i8, ptr %add.ptr71, i64 1
  %26 = load i8, ptr %arrayidx87, align 1
  %conv88 = zext i8 %26 to i32
  %cmp89 = icmp ne i32 %conv88, 1
  br i1 %cmp89, label %return, label %lor.lhs.false91

lor.lhs.false91:
  %arrayidx92 = getelementptr inbounds i8, ptr %add.ptr71, i64 2
  %27 = load i8, ptr %arrayidx92, align 1
  %conv93 = zext i8 %27 to i32
  %cmp94 = icmp ne i32 %conv93, 1
  br i1 %cmp94, label %return, label %lor.lhs.false96

lor.lhs.false96:
  %is_signed97 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 15
  %idxprom98 = sext i32 %k62.0 to i64
  %arrayidx99 = getelementptr inbounds [4 x i32], ptr %is_signed97, i64 0, i64 %idxprom98
  %28 = load i32, ptr %arrayidx99, align 4
  %tobool = icmp ne i32 %28, 0
  br i1 %tobool, label %return, label %for.inc102

for.inc102:
  %inc103 = add nsw i32 %k62.0, 1
  br label %for.cond63

for.end104:
  %count105 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 13
  %29 = load i32, ptr %count105, align 8
  %cmp106 = icmp sge i32 %29, 3
  %cond = select i1 %cmp106, i32 3, i32 1
  %read = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 16
  store i32 %cond, ptr %read, align 4
  %image = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 0
  %30 = load ptr, ptr %image, align 8
  %x1108 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 4
  %31 = load i64, ptr %x1108, align 8
  %x0109 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 3
  %32 = load i64, ptr %x0109, align 8
  %sub = sub nsw i64 %31, %32
  %y1110 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 6
  %33 = load i64, ptr %y1110, align 8
  %y0111 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 5
  %34 = load i64, ptr %y0111, align 8
  %sub112 = sub nsw i64 %33, %34
  %call113 = call i32 @mlcc_rt_image_sizes(ptr %30, i64 %sub, i64 %sub112)
  %x1114 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 4
  %35 = load i64, ptr %x1114, align 8
  %tile_x115 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 7
  %36 = load i64, ptr %tile_x115, align 8
  %sub116 = sub nsw i64 %35, %36
  %tile_width117 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 9
  %37 = load i64, ptr %tile_width117, align 8
  %add118 = add nsw i64 %sub116, %37
  %sub119 = sub nsw i64 %add118, 1
  %tile_width120 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 9
  %38 = load i64, ptr %tile_width120, align 8
  %div = sdiv i64 %sub119, %38
  %tiles_across = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 11
  store i64 %div, ptr %tiles_across, align 8
  %y1121 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 6
  %39 = load i64, ptr %y1121, align 8
  %tile_y122 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 8
  %40 = load i64, ptr %tile_y122, align 8
  %sub123 = sub nsw i64 %39, %40
  %tile_height124 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 10
  %41 = load i64, ptr %tile_height124, align 8
  %add125 = add nsw i64 %sub123, %41
  %sub126 = sub nsw i64 %add125, 1
  %tile_height127 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 10
  %42 = load i64, ptr %tile_height127, align 8
  %div128 = sdiv i64 %sub126, %42
  %tiles_down = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 12
  store i64 %div128, ptr %tiles_down, align 8
  %cmp129 = icmp eq i32 %call113, 0
  br i1 %cmp129, label %land.lhs.true, label %cond.false

land.lhs.true:
  %tiles_across131 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 11
  %43 = load i64, ptr %tiles_across131, align 8
  %tiles_down132 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 12
  %44 = load i64, ptr %tiles_down132, align 8
  %div133 = sdiv i64 65535, %44
  %cmp134 = icmp sgt i64 %43, %div133
  br i1 %cmp134, label %return, label %cond.false

cond.false:
  br label %return

return:
  %retval.0 = phi i32 [ 2, %for.body67 ], [ 1, %entry ], [ 1, %for.end ], [ 2, %if.end56 ], [ 1, %lor.lhs.false ], [ 1, %lor.lhs.false51 ], [ 1, %lor.lhs.false44 ], [ 1, %lor.lhs.false37 ], [ 1, %lor.lhs.false32 ], [ 1, %lor.lhs.false27 ], [ 1, %lor.lhs.false23 ], [ 2, %lor.lhs.false96 ], [ 2, %lor.lhs.false91 ], [ 2, %lor.lhs.false86 ], [ %call113, %cond.false ], [ 1, %land.lhs.true ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg2000.j2k_piece_begins(ptr %j, ptr %marker, ptr %p, i64 %size) {
entry:
  %cmp = icmp slt i64 %size, 8
  br i1 %cmp, label %return, label %if.end

if.end:
  %call = call i32 @mlcc_rt.image_jpeg2000.j2k_word(ptr %p, i32 2)
  %conv = zext i32 %call to i64
  %add.ptr = getelementptr inbounds i8, ptr %p, i64 2
  %call1 = call i32 @mlcc_rt.image_jpeg2000.j2k_word(ptr %add.ptr, i32 4)
  %conv2 = zext i32 %call1 to i64
  %tiles_across = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 11
  %0 = load i64, ptr %tiles_across, align 8
  %tiles_down = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 12
  %1 = load i64, ptr %tiles_down, align 8
  %mul = mul nsw i64 %0, %1
  %cmp3 = icmp sge i64 %conv, %mul
  br i1 %cmp3, label %return, label %lor.lhs.false

lor.lhs.false:
  %cmp5 = icmp ne i64 %conv2, 0
  br i1 %cmp5, label %land.lhs.true, label %if.end13

land.lhs.true:
  %cmp7 = icmp ult i64 %conv2, 14
  br i1 %cmp7, label %return, label %lor.lhs.false9

lor.lhs.false9:
  %end = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 2
  %2 = load ptr, ptr %end, align 8
  %sub.ptr.lhs.cast = ptrtoint ptr %2 to i64
  %sub.ptr.rhs.cast = ptrtoint ptr %marker to i64
  %sub.ptr.sub = sub i64 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %cmp10 = icmp ugt i64 %conv2, %sub.ptr.sub
  br i1 %cmp10, label %return, label %if.end13

if.end13:
  %piece_count = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 26
  %3 = load i64, ptr %piece_count, align 8
  %piece_room = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 27
  %4 = load i64, ptr %piece_room, align 8
  %cmp14 = icmp eq i64 %3, %4
  br i1 %cmp14, label %if.then16, label %if.end34

if.then16:
  %piece_room17 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 27
  %5 = load i64, ptr %piece_room17, align 8
  %mul18 = mul i64 %5, 2
  %add = add i64 %mul18, 16
  %call19 = call ptr @mlcc_rt_image_take(i64 %add, i64 24)
  %cmp20 = icmp eq ptr %call19, null
  br i1 %cmp20, label %return, label %for.cond

for.cond:
  %k.0 = phi i64 [ %inc, %for.body ], [ 0, %if.then16 ]
  %piece_count24 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 26
  %6 = load i64, ptr %piece_count24, align 8
  %cmp25 = icmp slt i64 %k.0, %6
  br i1 %cmp25, label %for.body, label %for.end

for.body:
  %arrayidx = getelementptr inbounds %struct.j2k_piece, ptr %call19, i64 %k.0
  %pieces = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 25
  %7 = load ptr, ptr %pieces, align 8
  %arrayidx27 = getelementptr inbounds %struct.j2k_piece, ptr %7, i64 %k.0
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %arrayidx, ptr align 8 %arrayidx27, i64 24, i1 false)
  %inc = add nsw i64 %k.0, 1
  br label %for.cond

for.end:
  %pieces28 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 25
  %8 = load ptr, ptr %pieces28, align 8
  call void @free(ptr %8)
  %pieces29 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 25
  store ptr %call19, ptr %pieces29, align 8
  %piece_room30 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 27
  %9 = load i64, ptr %piece_room30, align 8
  %mul31 = mul nsw i64 %9, 2
  %add32 = add nsw i64 %mul31, 16
  %piece_room33 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 27
  store i64 %add32, ptr %piece_room33, align 8
  br label %if.end34

if.end34:
  %pieces35 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 25
  %10 = load ptr, ptr %pieces35, align 8
  %piece_count36 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 26
  %11 = load i64, ptr %piece_count36, align 8
  %inc37 = add nsw i64 %11, 1
  store i64 %inc37, ptr %piece_count36, align 8
  %arrayidx38 = getelementptr inbounds %struct.j2k_piece, ptr %10, i64 %11
  %cmp40 = icmp eq i64 %conv2, 0
  br i1 %cmp40, label %cond.true, label %cond.false

cond.true:
  %end42 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 2
  %12 = load ptr, ptr %end42, align 8
  br label %cond.end

cond.false:
  %add.ptr43 = getelementptr inbounds nuw i8, ptr %marker, i64 %conv2
  br label %cond.end

cond.end:
  %cond = phi ptr [ %12, %cond.true ], [ %add.ptr43, %cond.false ]
  store ptr null, ptr %arrayidx38, align 8
  %.compoundliteral.sroa.2.0.arrayidx38.sroa_idx = getelementptr inbounds i8, ptr %arrayidx38, i64 8
  store ptr %cond, ptr %.compoundliteral.sroa.2.0.arrayidx38.sroa_idx, align 8
  %.compoundliteral.sroa.3.0.arrayidx38.sroa_idx = getelementptr inbounds i8, ptr %arrayidx38, i64 16
  store i64 %conv, ptr %.compoundliteral.sroa.3.0.arrayidx38.sroa_idx, align 8
  br label %return

return:
  %retval.0 = phi i32 [ 0, %cond.end ], [ 1, %entry ], [ 1, %if.end ], [ 1, %lor.lhs.false9 ], [ 1, %land.lhs.true ], [ 3, %if.then16 ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg2000.j2k_segment(ptr %j, i32 %marker, ptr %p, i64 %size) {
entry:
  %count = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 13
  %0 = load i32, ptr %count, align 8
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
  %arrayidx = getelementptr inbounds i8, ptr %p, i64 0
  %1 = load i8, ptr %arrayidx, align 1
  %conv6 = zext i8 %1 to i32
  %count7 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 13
  %2 = load i32, ptr %count7, align 8
  %cmp8 = icmp sge i32 %conv6, %2
  br i1 %cmp8, label %return, label %if.end

if.end:
  %styles = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 24
  %arrayidx11 = getelementptr inbounds i8, ptr %p, i64 0
  %3 = load i8, ptr %arrayidx11, align 1
  %idxprom = zext i8 %3 to i64
  %arrayidx12 = getelementptr inbounds nuw [4 x %struct.j2k_style], ptr %styles, i64 0, i64 %idxprom
  br label %if.end13

if.end13:
  %own.0 = phi ptr [ %arrayidx12, %if.end ], [ null, %entry ]
  switch i32 %marker, label %sw.default [
    i32 65362, label %sw.bb
    i32 65363, label %sw.bb56
    i32 65372, label %sw.bb64
    i32 65373, label %sw.bb88
    i32 65374, label %return
    i32 65375, label %return
    i32 65376, label %return
    i32 65377, label %return
  ]

sw.bb:
  %cmp14 = icmp slt i64 %size, 10
  br i1 %cmp14, label %return, label %lor.lhs.false16

lor.lhs.false16:
  %arrayidx17 = getelementptr inbounds i8, ptr %p, i64 1
  %4 = load i8, ptr %arrayidx17, align 1
  %conv18 = zext i8 %4 to i32
  %cmp19 = icmp sgt i32 %conv18, 4
  br i1 %cmp19, label %return, label %lor.lhs.false21

lor.lhs.false21:
  %arrayidx22 = getelementptr inbounds i8, ptr %p, i64 4
  %5 = load i8, ptr %arrayidx22, align 1
  %conv23 = zext i8 %5 to i32
  %cmp24 = icmp sgt i32 %conv23, 1
  br i1 %cmp24, label %return, label %if.end27

if.end27:
  %arrayidx28 = getelementptr inbounds i8, ptr %p, i64 0
  %6 = load i8, ptr %arrayidx28, align 1
  %conv29 = zext i8 %6 to i32
  %shr = ashr i32 %conv29, 1
  %and = and i32 %shr, 1
  %heads = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 19
  store i32 %and, ptr %heads, align 8
  %arrayidx30 = getelementptr inbounds i8, ptr %p, i64 0
  %7 = load i8, ptr %arrayidx30, align 1
  %conv31 = zext i8 %7 to i32
  %shr32 = ashr i32 %conv31, 2
  %and33 = and i32 %shr32, 1
  %tails = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 20
  store i32 %and33, ptr %tails, align 4
  %arrayidx34 = getelementptr inbounds i8, ptr %p, i64 1
  %8 = load i8, ptr %arrayidx34, align 1
  %conv35 = zext i8 %8 to i32
  %order = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 21
  store i32 %conv35, ptr %order, align 8
  %add.ptr = getelementptr inbounds i8, ptr %p, i64 2
  %call = call i32 @mlcc_rt.image_jpeg2000.j2k_word(ptr %add.ptr, i32 2)
  %layers = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 22
  store i32 %call, ptr %layers, align 4
  %arrayidx36 = getelementptr inbounds i8, ptr %p, i64 4
  %9 = load i8, ptr %arrayidx36, align 1
  %conv37 = zext i8 %9 to i32
  %mixed = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 23
  store i32 %conv37, ptr %mixed, align 8
  %styled = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 17
  store i32 1, ptr %styled, align 8
  br label %for.cond

for.cond:
  %problem.0 = phi i32 [ 0, %if.end27 ], [ %problem.1, %for.inc ]
  %k.0 = phi i32 [ 0, %if.end27 ], [ %inc, %for.inc ]
  %cmp38 = icmp eq i32 %problem.0, 0
  br i1 %cmp38, label %land.rhs, label %return

land.rhs:
  %count40 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 13
  %10 = load i32, ptr %count40, align 8
  %cmp41 = icmp slt i32 %k.0, %10
  br i1 %cmp41, label %for.body, label %return

for.body:
  %styles43 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 24
  %idxprom44 = sext i32 %k.0 to i64
  %arrayidx45 = getelementptr inbounds [4 x %struct.j2k_style], ptr %styles43, i64 0, i64 %idxprom44
  %own_style = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx45, i32 0, i32 10
  %11 = load i8, ptr %own_style, align 4
  %tobool = icmp ne i8 %11, 0
  br i1 %tobool, label %for.inc, label %if.then46

if.then46:
  %styles47 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 24
  %idxprom48 = sext i32 %k.0 to i64
  %arrayidx49 = getelementptr inbounds [4 x %struct.j2k_style], ptr %styles47, i64 0, i64 %idxprom48
  %add.ptr50 = getelementptr inbounds i8, ptr %p, i64 5
  %sub = sub nsw i64 %size, 5
  %arrayidx51 = getelementptr inbounds i8, ptr %p, i64 0
  %12 = load i8, ptr %arrayidx51, align 1
  %conv52 = zext i8 %12 to i32
  %and53 = and i32 %conv52, 1
  %call54 = call i32 @mlcc_rt.image_jpeg2000.j2k_read_style(ptr %arrayidx49, ptr %add.ptr50, i64 %sub, i32 %and53)
  br label %for.inc

for.inc:
  %problem.1 = phi i32 [ %problem.0, %for.body ], [ %call54, %if.then46 ]
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

sw.bb56:
  %own_style57 = getelementptr inbounds nuw %struct.j2k_style, ptr %own.0, i32 0, i32 10
  store i8 1, ptr %own_style57, align 4
  %add.ptr58 = getelementptr inbounds i8, ptr %p, i64 2
  %sub59 = sub nsw i64 %size, 2
  %arrayidx60 = getelementptr inbounds i8, ptr %p, i64 1
  %13 = load i8, ptr %arrayidx60, align 1
  %conv61 = zext i8 %13 to i32
  %and62 = and i32 %conv61, 1
  %call63 = call i32 @mlcc_rt.image_jpeg2000.j2k_read_style(ptr %own.0, ptr %add.ptr58, i64 %sub59, i32 %and62)
  br label %return

sw.bb64:
  %stepped = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 18
  store i32 1, ptr %stepped, align 4
  br label %for.cond66

for.cond66:
  %problem.2 = phi i32 [ 0, %sw.bb64 ], [ %problem.3, %for.inc85 ]
  %k65.0 = phi i32 [ 0, %sw.bb64 ], [ %inc86, %for.inc85 ]
  %cmp67 = icmp eq i32 %problem.2, 0
  br i1 %cmp67, label %land.rhs69, label %return

land.rhs69:
  %count70 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 13
  %14 = load i32, ptr %count70, align 8
  %cmp71 = icmp slt i32 %k65.0, %14
  br i1 %cmp71, label %for.body74, label %return

for.body74:
  %styles75 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 24
  %idxprom76 = sext i32 %k65.0 to i64
  %arrayidx77 = getelementptr inbounds [4 x %struct.j2k_style], ptr %styles75, i64 0, i64 %idxprom76
  %own_steps = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx77, i32 0, i32 11
  %15 = load i8, ptr %own_steps, align 1
  %tobool78 = icmp ne i8 %15, 0
  br i1 %tobool78, label %for.inc85, label %if.then79

if.then79:
  %styles80 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 24
  %idxprom81 = sext i32 %k65.0 to i64
  %arrayidx82 = getelementptr inbounds [4 x %struct.j2k_style], ptr %styles80, i64 0, i64 %idxprom81
  %call83 = call i32 @mlcc_rt.image_jpeg2000.j2k_read_steps(ptr %arrayidx82, ptr %p, i64 %size)
  br label %for.inc85

for.inc85:
  %problem.3 = phi i32 [ %problem.2, %for.body74 ], [ %call83, %if.then79 ]
  %inc86 = add nsw i32 %k65.0, 1
  br label %for.cond66

sw.bb88:
  %own_steps89 = getelementptr inbounds nuw %struct.j2k_style, ptr %own.0, i32 0, i32 11
  store i8 1, ptr %own_steps89, align 1
  %add.ptr90 = getelementptr inbounds i8, ptr %p, i64 1
  %sub91 = sub nsw i64 %size, 1
  %call92 = call i32 @mlcc_rt.image_jpeg2000.j2k_read_steps(ptr %own.0, ptr %add.ptr90, i64 %sub91)
  br label %return

sw.default:
  br label %return

return:
  %retval.0 = phi i32 [ %problem.2, %land.rhs69 ], [ 0, %sw.default ], [ 1, %if.then ], [ 1, %sw.bb ], [ %call63, %sw.bb56 ], [ %problem.0, %land.rhs ], [ %call92, %sw.bb88 ], [ 1, %lor.lhs.false5 ], [ 1, %lor.lhs.false21 ], [ 1, %lor.lhs.false16 ], [ %problem.0, %for.cond ], [ %problem.2, %for.cond66 ], [ 2, %if.end13 ], [ 2, %if.end13 ], [ 2, %if.end13 ], [ 2, %if.end13 ]
  ret i32 %retval.0
}

declare i32 @mlcc_rt_image_sizes(ptr, i64, i64)

declare void @llvm.memcpy.p0.p0.i64(ptr noalias, ptr noalias readonly, i64, i1)

define internal i32 @mlcc_rt.image_jpeg2000.j2k_read_style(ptr %s, ptr %p, i64 %size, i32 %precincts) {
entry:
  %cmp = icmp slt i64 %size, 5
  br i1 %cmp, label %return, label %lor.lhs.false

lor.lhs.false:
  %arrayidx = getelementptr inbounds i8, ptr %p, i64 0
  %0 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %0 to i32
  %cmp1 = icmp sgt i32 %conv, 32
  br i1 %cmp1, label %return, label %lor.lhs.false3

lor.lhs.false3:
  %tobool = icmp ne i32 %precincts, 0
  br i1 %tobool, label %cond.true, label %cond.end

cond.true:
  %arrayidx4 = getelementptr inbounds i8, ptr %p, i64 0
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
  %arrayidx11 = getelementptr inbounds i8, ptr %p, i64 1
  %2 = load i8, ptr %arrayidx11, align 1
  %conv12 = zext i8 %2 to i32
  %cmp13 = icmp sgt i32 %conv12, 8
  br i1 %cmp13, label %return, label %lor.lhs.false15

lor.lhs.false15:
  %arrayidx16 = getelementptr inbounds i8, ptr %p, i64 2
  %3 = load i8, ptr %arrayidx16, align 1
  %conv17 = zext i8 %3 to i32
  %cmp18 = icmp sgt i32 %conv17, 8
  br i1 %cmp18, label %return, label %lor.lhs.false20

lor.lhs.false20:
  %arrayidx21 = getelementptr inbounds i8, ptr %p, i64 1
  %4 = load i8, ptr %arrayidx21, align 1
  %conv22 = zext i8 %4 to i32
  %arrayidx23 = getelementptr inbounds i8, ptr %p, i64 2
  %5 = load i8, ptr %arrayidx23, align 1
  %conv24 = zext i8 %5 to i32
  %add25 = add nsw i32 %conv22, %conv24
  %cmp26 = icmp sgt i32 %add25, 8
  br i1 %cmp26, label %return, label %lor.lhs.false28

lor.lhs.false28:
  %arrayidx29 = getelementptr inbounds i8, ptr %p, i64 4
  %6 = load i8, ptr %arrayidx29, align 1
  %conv30 = zext i8 %6 to i32
  %cmp31 = icmp sgt i32 %conv30, 1
  br i1 %cmp31, label %return, label %if.end

if.end:
  %arrayidx33 = getelementptr inbounds i8, ptr %p, i64 3
  %7 = load i8, ptr %arrayidx33, align 1
  %conv34 = zext i8 %7 to i32
  %and = and i32 %conv34, -33
  %cmp35 = icmp ne i32 %and, 0
  br i1 %cmp35, label %return, label %if.end38

if.end38:
  %arrayidx39 = getelementptr inbounds i8, ptr %p, i64 0
  %8 = load i8, ptr %arrayidx39, align 1
  %conv40 = zext i8 %8 to i32
  %levels = getelementptr inbounds nuw %struct.j2k_style, ptr %s, i32 0, i32 0
  store i32 %conv40, ptr %levels, align 4
  %arrayidx41 = getelementptr inbounds i8, ptr %p, i64 1
  %9 = load i8, ptr %arrayidx41, align 1
  %conv42 = zext i8 %9 to i32
  %add43 = add nsw i32 %conv42, 2
  %block_width = getelementptr inbounds nuw %struct.j2k_style, ptr %s, i32 0, i32 1
  store i32 %add43, ptr %block_width, align 4
  %arrayidx44 = getelementptr inbounds i8, ptr %p, i64 2
  %10 = load i8, ptr %arrayidx44, align 1
  %conv45 = zext i8 %10 to i32
  %add46 = add nsw i32 %conv45, 2
  %block_height = getelementptr inbounds nuw %struct.j2k_style, ptr %s, i32 0, i32 2
  store i32 %add46, ptr %block_height, align 4
  %arrayidx47 = getelementptr inbounds i8, ptr %p, i64 3
  %11 = load i8, ptr %arrayidx47, align 1
  %conv48 = zext i8 %11 to i32
  %shr = ashr i32 %conv48, 5
  %and49 = and i32 %shr, 1
  %marked = getelementptr inbounds nuw %struct.j2k_style, ptr %s, i32 0, i32 3
  store i32 %and49, ptr %marked, align 4
  %arrayidx50 = getelementptr inbounds i8, ptr %p, i64 4
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
  %idxprom = sext i32 %add57 to i64
  %arrayidx58 = getelementptr inbounds i8, ptr %p, i64 %idxprom
  %14 = load i8, ptr %arrayidx58, align 1
  %conv59 = zext i8 %14 to i32
  br label %cond.end61

cond.end61:
  %cond62 = phi i32 [ %conv59, %cond.true56 ], [ 255, %for.body ]
  %conv63 = trunc i32 %cond62 to i8
  %precincts64 = getelementptr inbounds nuw %struct.j2k_style, ptr %s, i32 0, i32 5
  %idxprom65 = sext i32 %k.0 to i64
  %arrayidx66 = getelementptr inbounds [33 x i8], ptr %precincts64, i64 0, i64 %idxprom65
  store i8 %conv63, ptr %arrayidx66, align 1
  %cmp67 = icmp sgt i32 %k.0, 0
  br i1 %cmp67, label %land.lhs.true, label %for.inc

land.lhs.true:
  %precincts69 = getelementptr inbounds nuw %struct.j2k_style, ptr %s, i32 0, i32 5
  %idxprom70 = sext i32 %k.0 to i64
  %arrayidx71 = getelementptr inbounds [33 x i8], ptr %precincts69, i64 0, i64 %idxprom70
  %15 = load i8, ptr %arrayidx71, align 1
  %conv72 = zext i8 %15 to i32
  %and73 = and i32 %conv72, 15
  %cmp74 = icmp eq i32 %and73, 0
  br i1 %cmp74, label %return, label %lor.lhs.false76

lor.lhs.false76:
  %precincts77 = getelementptr inbounds nuw %struct.j2k_style, ptr %s, i32 0, i32 5
  %idxprom78 = sext i32 %k.0 to i64
  %arrayidx79 = getelementptr inbounds [33 x i8], ptr %precincts77, i64 0, i64 %idxprom78
  %16 = load i8, ptr %arrayidx79, align 1
  %conv80 = zext i8 %16 to i32
  %shr81 = ashr i32 %conv80, 4
  %cmp82 = icmp eq i32 %shr81, 0
  br i1 %cmp82, label %return, label %for.inc

for.inc:
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

return:
  %retval.0 = phi i32 [ 1, %land.lhs.true ], [ 1, %entry ], [ 2, %if.end ], [ 1, %lor.lhs.false28 ], [ 1, %lor.lhs.false20 ], [ 1, %lor.lhs.false15 ], [ 1, %lor.lhs.false10 ], [ 1, %cond.end ], [ 1, %lor.lhs.false ], [ 1, %lor.lhs.false76 ], [ 0, %for.cond ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg2000.j2k_read_steps(ptr %s, ptr %p, i64 %size) {
entry:
  %cmp = icmp slt i64 %size, 1
  br i1 %cmp, label %return, label %lor.lhs.false

lor.lhs.false:
  %arrayidx = getelementptr inbounds i8, ptr %p, i64 0
  %0 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %0 to i32
  %and = and i32 %conv, 31
  %cmp1 = icmp sgt i32 %and, 2
  br i1 %cmp1, label %return, label %if.end

if.end:
  %arrayidx3 = getelementptr inbounds i8, ptr %p, i64 0
  %1 = load i8, ptr %arrayidx3, align 1
  %conv4 = zext i8 %1 to i32
  %and5 = and i32 %conv4, 31
  %steps = getelementptr inbounds nuw %struct.j2k_style, ptr %s, i32 0, i32 6
  store i32 %and5, ptr %steps, align 4
  %arrayidx6 = getelementptr inbounds i8, ptr %p, i64 0
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
  br i1 %cmp19, label %if.then21, label %if.end25

if.then21:
  %exponents = getelementptr inbounds nuw %struct.j2k_style, ptr %s, i32 0, i32 8
  %idxprom = sext i32 %k.0 to i64
  %arrayidx22 = getelementptr inbounds [97 x i8], ptr %exponents, i64 0, i64 %idxprom
  store i8 0, ptr %arrayidx22, align 1
  %mantissas = getelementptr inbounds nuw %struct.j2k_style, ptr %s, i32 0, i32 9
  %idxprom23 = sext i32 %k.0 to i64
  %arrayidx24 = getelementptr inbounds [97 x i16], ptr %mantissas, i64 0, i64 %idxprom23
  store i16 0, ptr %arrayidx24, align 2
  br label %for.inc

if.end25:
  %add.ptr = getelementptr inbounds i8, ptr %p, i64 1
  %conv26 = sext i32 %cond to i64
  %mul = mul nsw i64 %conv18, %conv26
  %add.ptr27 = getelementptr inbounds i8, ptr %add.ptr, i64 %mul
  %call = call i32 @mlcc_rt.image_jpeg2000.j2k_word(ptr %add.ptr27, i32 %cond)
  %cmp28 = icmp eq i32 %cond, 1
  %cond30 = select i1 %cmp28, i32 3, i32 11
  %shr31 = lshr i32 %call, %cond30
  %steps32 = getelementptr inbounds nuw %struct.j2k_style, ptr %s, i32 0, i32 6
  %5 = load i32, ptr %steps32, align 4
  %cmp33 = icmp eq i32 %5, 1
  %cmp35 = icmp sgt i32 %k.0, 0
  %or.cond = and i1 %cmp33, %cmp35
  br i1 %or.cond, label %cond.true37, label %cond.end41

cond.true37:
  %sub38 = sub nsw i32 %k.0, 1
  %div39 = sdiv i32 %sub38, 3
  br label %cond.end41

cond.end41:
  %cond42 = phi i32 [ %div39, %cond.true37 ], [ 0, %if.end25 ]
  %cmp43 = icmp sgt i32 %shr31, %cond42
  %sub46 = sub nsw i32 %shr31, %cond42
  %cond49 = select i1 %cmp43, i32 %sub46, i32 0
  %conv50 = trunc i32 %cond49 to i8
  %exponents51 = getelementptr inbounds nuw %struct.j2k_style, ptr %s, i32 0, i32 8
  %idxprom52 = sext i32 %k.0 to i64
  %arrayidx53 = getelementptr inbounds [97 x i8], ptr %exponents51, i64 0, i64 %idxprom52
  store i8 %conv50, ptr %arrayidx53, align 1
  %cmp54 = icmp eq i32 %cond, 1
  %and58 = and i32 %call, 2047
  %cond60 = select i1 %cmp54, i32 0, i32 %and58
  %conv61 = trunc i32 %cond60 to i16
  %mantissas62 = getelementptr inbounds nuw %struct.j2k_style, ptr %s, i32 0, i32 9
  %idxprom63 = sext i32 %k.0 to i64
  %arrayidx64 = getelementptr inbounds [97 x i16], ptr %mantissas62, i64 0, i64 %idxprom63
  store i16 %conv61, ptr %arrayidx64, align 2
  br label %for.inc

for.inc:
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.end:
  %cmp65 = icmp sgt i64 %div, 0
  %cond67 = select i1 %cmp65, i32 0, i32 1
  br label %return

return:
  %retval.0 = phi i32 [ %cond67, %for.end ], [ 1, %lor.lhs.false ], [ 1, %entry ]
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
  %size.0 = phi i64 [ 0, %entry ], [ %add, %cond.end ]
  %k.0 = phi i64 [ 0, %entry ], [ %inc, %cond.end ]
  %piece_count = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 26
  %0 = load i64, ptr %piece_count, align 8
  %cmp = icmp slt i64 %k.0, %0
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %pieces = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 25
  %1 = load ptr, ptr %pieces, align 8
  %arrayidx = getelementptr inbounds %struct.j2k_piece, ptr %1, i64 %k.0
  %tile1 = getelementptr inbounds nuw %struct.j2k_piece, ptr %arrayidx, i32 0, i32 2
  %2 = load i64, ptr %tile1, align 8
  %cmp2 = icmp eq i64 %2, %tile
  br i1 %cmp2, label %cond.true, label %cond.end

cond.true:
  %pieces3 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 25
  %3 = load ptr, ptr %pieces3, align 8
  %arrayidx4 = getelementptr inbounds %struct.j2k_piece, ptr %3, i64 %k.0
  %end = getelementptr inbounds nuw %struct.j2k_piece, ptr %arrayidx4, i32 0, i32 1
  %4 = load ptr, ptr %end, align 8
  %pieces5 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 25
  %5 = load ptr, ptr %pieces5, align 8
  %arrayidx6 = getelementptr inbounds %struct.j2k_piece, ptr %5, i64 %k.0
  %begin = getelementptr inbounds nuw %struct.j2k_piece, ptr %arrayidx6, i32 0, i32 0
  %6 = load ptr, ptr %begin, align 8
  %sub.ptr.lhs.cast = ptrtoint ptr %4 to i64
  %sub.ptr.rhs.cast = ptrtoint ptr %6 to i64
  %sub.ptr.sub = sub i64 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  br label %cond.end

cond.end:
  %cond = phi i64 [ %sub.ptr.sub, %cond.true ], [ 0, %for.body ]
  %add = add i64 %size.0, %cond
  %inc = add nsw i64 %k.0, 1
  br label %for.cond

for.end:
  %call = call ptr @mlcc_rt_image_take(i64 %size.0, i64 1)
  %stream = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 33
  store ptr %call, ptr %stream, align 8
  %stream7 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 33
  %7 = load ptr, ptr %stream7, align 8
  %cmp8 = icmp eq ptr %7, null
  br i1 %cmp8, label %return, label %if.end

if.end:
  %stream9 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 33
  %8 = load ptr, ptr %stream9, align 8
  br label %for.cond11

for.cond11:
  %to.0 = phi ptr [ %8, %if.end ], [ %to.1, %for.inc31 ]
  %k10.0 = phi i64 [ 0, %if.end ], [ %inc32, %for.inc31 ]
  %piece_count12 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 26
  %9 = load i64, ptr %piece_count12, align 8
  %cmp13 = icmp slt i64 %k10.0, %9
  br i1 %cmp13, label %for.body14, label %for.end33

for.body14:
  %pieces15 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 25
  %10 = load ptr, ptr %pieces15, align 8
  %arrayidx16 = getelementptr inbounds %struct.j2k_piece, ptr %10, i64 %k10.0
  %begin17 = getelementptr inbounds nuw %struct.j2k_piece, ptr %arrayidx16, i32 0, i32 0
  %11 = load ptr, ptr %begin17, align 8
  br label %for.cond18

for.cond18:
  %to.1 = phi ptr [ %to.0, %for.body14 ], [ %incdec.ptr, %for.body27 ]
  %p.0 = phi ptr [ %11, %for.body14 ], [ %incdec.ptr29, %for.body27 ]
  %pieces19 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 25
  %12 = load ptr, ptr %pieces19, align 8
  %arrayidx20 = getelementptr inbounds %struct.j2k_piece, ptr %12, i64 %k10.0
  %tile21 = getelementptr inbounds nuw %struct.j2k_piece, ptr %arrayidx20, i32 0, i32 2
  %13 = load i64, ptr %tile21, align 8
  %cmp22 = icmp eq i64 %13, %tile
  br i1 %cmp22, label %land.rhs, label %for.inc31

land.rhs:
  %pieces23 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 25
  %14 = load ptr, ptr %pieces23, align 8
  %arrayidx24 = getelementptr inbounds %struct.j2k_piece, ptr %14, i64 %k10.0
  %end25 = getelementptr inbounds nuw %struct.j2k_piece, ptr %arrayidx24, i32 0, i32 1
  %15 = load ptr, ptr %end25, align 8
  %cmp26 = icmp ult ptr %p.0, %15
  br i1 %cmp26, label %for.body27, label %for.inc31

for.body27:
  %16 = load i8, ptr %p.0, align 1
  %incdec.ptr = getelementptr inbounds nuw i8, ptr %to.1, i32 1
  store i8 %16, ptr %to.1, align 1
  %incdec.ptr29 = getelementptr inbounds nuw i8, ptr %p.0, i32 1
  br label %for.cond18

for.inc31:
  %inc32 = add nsw i64 %k10.0, 1
  br label %for.cond11

for.end33:
  %stream34 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 33
  %17 = load ptr, ptr %stream34, align 8
  %from = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 34
  store ptr %17, ptr %from, align 8
  %to35 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 35
  store ptr %to.0, ptr %to35, align 8
  br label %return

return:
  %retval.0 = phi i32 [ 0, %for.end33 ], [ 3, %for.end ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg2000.j2k_lay_part(ptr %j, i32 %number) {
entry:
  %styles = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 24
  %idxprom = sext i32 %number to i64
  %arrayidx = getelementptr inbounds [4 x %struct.j2k_style], ptr %styles, i64 0, i64 %idxprom
  %parts = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 32
  %idxprom1 = sext i32 %number to i64
  %arrayidx2 = getelementptr inbounds [4 x %struct.j2k_part], ptr %parts, i64 0, i64 %idxprom1
  br label %for.cond

for.cond:
  %r.0 = phi i32 [ 0, %entry ], [ %inc66, %for.inc65 ]
  %problem.0 = phi i32 [ 0, %entry ], [ %problem.1, %for.inc65 ]
  %cond59 = icmp eq i32 %problem.0, 0
  br i1 %cond59, label %land.rhs, label %return

land.rhs:
  %levels = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx, i32 0, i32 0
  %0 = load i32, ptr %levels, align 4
  %cmp3 = icmp sle i32 %r.0, %0
  br i1 %cmp3, label %for.body, label %for.end67

for.body:
  %levels4 = getelementptr inbounds nuw %struct.j2k_part, ptr %arrayidx2, i32 0, i32 0
  %idxprom5 = sext i32 %r.0 to i64
  %arrayidx6 = getelementptr inbounds [33 x %struct.j2k_level], ptr %levels4, i64 0, i64 %idxprom5
  %levels7 = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx, i32 0, i32 0
  %1 = load i32, ptr %levels7, align 4
  %sub = sub nsw i32 %1, %r.0
  %tx0 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 28
  %2 = load i64, ptr %tx0, align 8
  %call = call i64 @mlcc_rt.image_jpeg2000.j2k_up(i64 %2, i32 %sub)
  %x0 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx6, i32 0, i32 0
  store i64 %call, ptr %x0, align 8
  %tx1 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 29
  %3 = load i64, ptr %tx1, align 8
  %call8 = call i64 @mlcc_rt.image_jpeg2000.j2k_up(i64 %3, i32 %sub)
  %x1 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx6, i32 0, i32 1
  store i64 %call8, ptr %x1, align 8
  %ty0 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 30
  %4 = load i64, ptr %ty0, align 8
  %call9 = call i64 @mlcc_rt.image_jpeg2000.j2k_up(i64 %4, i32 %sub)
  %y0 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx6, i32 0, i32 2
  store i64 %call9, ptr %y0, align 8
  %ty1 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 31
  %5 = load i64, ptr %ty1, align 8
  %call10 = call i64 @mlcc_rt.image_jpeg2000.j2k_up(i64 %5, i32 %sub)
  %y1 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx6, i32 0, i32 3
  store i64 %call10, ptr %y1, align 8
  %precincts = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx, i32 0, i32 5
  %idxprom11 = sext i32 %r.0 to i64
  %arrayidx12 = getelementptr inbounds [33 x i8], ptr %precincts, i64 0, i64 %idxprom11
  %6 = load i8, ptr %arrayidx12, align 1
  %conv = zext i8 %6 to i32
  %and = and i32 %conv, 15
  %width = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx6, i32 0, i32 6
  store i32 %and, ptr %width, align 8
  %precincts13 = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx, i32 0, i32 5
  %idxprom14 = sext i32 %r.0 to i64
  %arrayidx15 = getelementptr inbounds [33 x i8], ptr %precincts13, i64 0, i64 %idxprom14
  %7 = load i8, ptr %arrayidx15, align 1
  %conv16 = zext i8 %7 to i32
  %shr = ashr i32 %conv16, 4
  %height = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx6, i32 0, i32 7
  store i32 %shr, ptr %height, align 4
  %x117 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx6, i32 0, i32 1
  %8 = load i64, ptr %x117, align 8
  %x018 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx6, i32 0, i32 0
  %9 = load i64, ptr %x018, align 8
  %cmp19 = icmp sgt i64 %8, %9
  br i1 %cmp19, label %cond.true, label %cond.end

cond.true:
  %x121 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx6, i32 0, i32 1
  %10 = load i64, ptr %x121, align 8
  %width22 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx6, i32 0, i32 6
  %11 = load i32, ptr %width22, align 8
  %call23 = call i64 @mlcc_rt.image_jpeg2000.j2k_up(i64 %10, i32 %11)
  %x024 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx6, i32 0, i32 0
  %12 = load i64, ptr %x024, align 8
  %width25 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx6, i32 0, i32 6
  %13 = load i32, ptr %width25, align 8
  %sh_prom = zext i32 %13 to i64
  %shr26 = ashr i64 %12, %sh_prom
  %sub27 = sub nsw i64 %call23, %shr26
  br label %cond.end

cond.end:
  %cond = phi i64 [ %sub27, %cond.true ], [ 0, %for.body ]
  %across = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx6, i32 0, i32 4
  store i64 %cond, ptr %across, align 8
  %y128 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx6, i32 0, i32 3
  %14 = load i64, ptr %y128, align 8
  %y029 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx6, i32 0, i32 2
  %15 = load i64, ptr %y029, align 8
  %cmp30 = icmp sgt i64 %14, %15
  br i1 %cmp30, label %cond.true32, label %cond.end42

cond.true32:
  %y133 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx6, i32 0, i32 3
  %16 = load i64, ptr %y133, align 8
  %height34 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx6, i32 0, i32 7
  %17 = load i32, ptr %height34, align 4
  %call35 = call i64 @mlcc_rt.image_jpeg2000.j2k_up(i64 %16, i32 %17)
  %y036 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx6, i32 0, i32 2
  %18 = load i64, ptr %y036, align 8
  %height37 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx6, i32 0, i32 7
  %19 = load i32, ptr %height37, align 4
  %sh_prom38 = zext i32 %19 to i64
  %shr39 = ashr i64 %18, %sh_prom38
  %sub40 = sub nsw i64 %call35, %shr39
  br label %cond.end42

cond.end42:
  %cond43 = phi i64 [ %sub40, %cond.true32 ], [ 0, %cond.end ]
  %down44 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx6, i32 0, i32 5
  store i64 %cond43, ptr %down44, align 8
  %down45 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx6, i32 0, i32 5
  %20 = load i64, ptr %down45, align 8
  %cmp46 = icmp sgt i64 %20, 0
  br i1 %cmp46, label %land.lhs.true, label %if.end

land.lhs.true:
  %across48 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx6, i32 0, i32 4
  %21 = load i64, ptr %across48, align 8
  %down49 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx6, i32 0, i32 5
  %22 = load i64, ptr %down49, align 8
  %div = sdiv i64 1048576, %22
  %cmp50 = icmp sgt i64 %21, %div
  br i1 %cmp50, label %return, label %if.end

if.end:
  %cmp52 = icmp eq i32 %r.0, 0
  %cond54 = select i1 %cmp52, i32 1, i32 3
  %band_count = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx6, i32 0, i32 8
  store i32 %cond54, ptr %band_count, align 8
  br label %for.cond55

for.cond55:
  %problem.1 = phi i32 [ %problem.0, %if.end ], [ %call64, %for.body63 ]
  %k.0 = phi i32 [ 0, %if.end ], [ %inc, %for.body63 ]
  %cmp56 = icmp eq i32 %problem.1, 0
  br i1 %cmp56, label %land.rhs58, label %for.inc65

land.rhs58:
  %band_count59 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx6, i32 0, i32 8
  %23 = load i32, ptr %band_count59, align 8
  %cmp60 = icmp slt i32 %k.0, %23
  br i1 %cmp60, label %for.body63, label %for.inc65

for.body63:
  %call64 = call i32 @mlcc_rt.image_jpeg2000.j2k_lay_band(ptr %j, i32 %number, i32 %r.0, i32 %k.0)
  %inc = add nsw i32 %k.0, 1
  br label %for.cond55

for.inc65:
  %inc66 = add nsw i32 %r.0, 1
  br label %for.cond

for.end67:
  %cmp68 = icmp eq i32 %problem.0, 0
  br i1 %cmp68, label %land.lhs.true70, label %return

land.lhs.true70:
  %read = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 16
  %24 = load i32, ptr %read, align 4
  %cmp71 = icmp slt i32 %number, %24
  br i1 %cmp71, label %if.then73, label %return

if.then73:
  %tx174 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 29
  %25 = load i64, ptr %tx174, align 8
  %tx075 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 28
  %26 = load i64, ptr %tx075, align 8
  %sub76 = sub nsw i64 %25, %26
  %ty177 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 31
  %27 = load i64, ptr %ty177, align 8
  %ty078 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 30
  %28 = load i64, ptr %ty078, align 8
  %sub79 = sub nsw i64 %27, %28
  %mul = mul nsw i64 %sub76, %sub79
  %call80 = call ptr @mlcc_rt_image_take(i64 %mul, i64 4)
  %numbers = getelementptr inbounds nuw %struct.j2k_part, ptr %arrayidx2, i32 0, i32 1
  store ptr %call80, ptr %numbers, align 8
  %numbers81 = getelementptr inbounds nuw %struct.j2k_part, ptr %arrayidx2, i32 0, i32 1
  %29 = load ptr, ptr %numbers81, align 8
  %cmp82 = icmp eq ptr %29, null
  %cond84 = select i1 %cmp82, i32 3, i32 0
  br label %return

return:
  %retval.0 = phi i32 [ 2, %land.lhs.true ], [ %cond84, %if.then73 ], [ %problem.0, %land.lhs.true70 ], [ %problem.0, %for.end67 ], [ %problem.0, %for.cond ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg2000.j2k_packets(ptr %j) {
entry:
  br label %for.cond

for.cond:
  %levels.0 = phi i32 [ 0, %entry ], [ %cond, %for.inc ]
  %part.0 = phi i32 [ 0, %entry ], [ %inc, %for.inc ]
  %count = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 13
  %0 = load i32, ptr %count, align 8
  %cmp = icmp slt i32 %part.0, %0
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %styles = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 24
  %idxprom = sext i32 %part.0 to i64
  %arrayidx = getelementptr inbounds [4 x %struct.j2k_style], ptr %styles, i64 0, i64 %idxprom
  %levels1 = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx, i32 0, i32 0
  %1 = load i32, ptr %levels1, align 4
  %cmp2 = icmp sgt i32 %1, %levels.0
  br i1 %cmp2, label %cond.true, label %for.inc

cond.true:
  %styles3 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 24
  %idxprom4 = sext i32 %part.0 to i64
  %arrayidx5 = getelementptr inbounds [4 x %struct.j2k_style], ptr %styles3, i64 0, i64 %idxprom4
  %levels6 = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx5, i32 0, i32 0
  %2 = load i32, ptr %levels6, align 4
  br label %for.inc

for.inc:
  %cond = phi i32 [ %2, %cond.true ], [ %levels.0, %for.body ]
  %inc = add nsw i32 %part.0, 1
  br label %for.cond

for.end:
  %order = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 21
  %3 = load i32, ptr %order, align 8
  switch i32 %3, label %for.cond22 [
    i32 0, label %sw.bb
    i32 1, label %sw.bb
    i32 2, label %for.cond8
    i32 3, label %sw.bb17
  ]

sw.bb:
  %call = call i32 @mlcc_rt.image_jpeg2000.j2k_by_layers(ptr %j, i32 %levels.0)
  br label %return

for.cond8:
  %problem.0 = phi i32 [ %call13, %for.body11 ], [ 0, %for.end ]
  %r.0 = phi i32 [ %inc15, %for.body11 ], [ 0, %for.end ]
  %cmp9 = icmp eq i32 %problem.0, 0
  %cmp10 = icmp sle i32 %r.0, %levels.0
  %spec.select = select i1 %cmp9, i1 %cmp10, i1 false
  br i1 %spec.select, label %for.body11, label %return

for.body11:
  %count12 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 13
  %4 = load i32, ptr %count12, align 8
  %sub = sub nsw i32 %4, 1
  %call13 = call i32 @mlcc_rt.image_jpeg2000.j2k_by_places(ptr %j, i32 %r.0, i32 %r.0, i32 0, i32 %sub)
  %inc15 = add nsw i32 %r.0, 1
  br label %for.cond8

sw.bb17:
  %count18 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 13
  %5 = load i32, ptr %count18, align 8
  %sub19 = sub nsw i32 %5, 1
  %call20 = call i32 @mlcc_rt.image_jpeg2000.j2k_by_places(ptr %j, i32 0, i32 %levels.0, i32 0, i32 %sub19)
  br label %return

for.cond22:
  %problem.1 = phi i32 [ %call29, %for.body28 ], [ 0, %for.end ]
  %part21.0 = phi i32 [ %inc31, %for.body28 ], [ 0, %for.end ]
  %cmp23 = icmp eq i32 %problem.1, 0
  br i1 %cmp23, label %land.rhs24, label %return

land.rhs24:
  %count25 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 13
  %6 = load i32, ptr %count25, align 8
  %cmp26 = icmp slt i32 %part21.0, %6
  br i1 %cmp26, label %for.body28, label %return

for.body28:
  %call29 = call i32 @mlcc_rt.image_jpeg2000.j2k_by_places(ptr %j, i32 0, i32 %levels.0, i32 %part21.0, i32 %part21.0)
  %inc31 = add nsw i32 %part21.0, 1
  br label %for.cond22

return:
  %retval.0 = phi i32 [ %problem.0, %for.cond8 ], [ %call, %sw.bb ], [ %call20, %sw.bb17 ], [ %problem.1, %for.cond22 ], [ %problem.1, %land.rhs24 ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg2000.j2k_samples(ptr %j, i32 %part, ptr %room) {
entry:
  %tx1 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 29
  %0 = load i64, ptr %tx1, align 8
  %tx0 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 28
  %1 = load i64, ptr %tx0, align 8
  %sub = sub nsw i64 %0, %1
  br label %for.cond

for.cond:
  %r.0 = phi i32 [ 0, %entry ], [ %inc24, %for.inc23 ]
  %problem.0 = phi i32 [ 0, %entry ], [ %problem.1, %for.inc23 ]
  %cmp = icmp eq i32 %problem.0, 0
  br i1 %cmp, label %land.rhs, label %for.end25

land.rhs:
  %styles = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 24
  %idxprom = sext i32 %part to i64
  %arrayidx = getelementptr inbounds [4 x %struct.j2k_style], ptr %styles, i64 0, i64 %idxprom
  %levels = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx, i32 0, i32 0
  %2 = load i32, ptr %levels, align 4
  %cmp1 = icmp sle i32 %r.0, %2
  br i1 %cmp1, label %for.body, label %for.end25

for.body:
  %parts = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 32
  %idxprom2 = sext i32 %part to i64
  %arrayidx3 = getelementptr inbounds [4 x %struct.j2k_part], ptr %parts, i64 0, i64 %idxprom2
  %levels4 = getelementptr inbounds nuw %struct.j2k_part, ptr %arrayidx3, i32 0, i32 0
  %idxprom5 = sext i32 %r.0 to i64
  %arrayidx6 = getelementptr inbounds [33 x %struct.j2k_level], ptr %levels4, i64 0, i64 %idxprom5
  br label %for.cond7

for.cond7:
  %problem.1 = phi i32 [ %problem.0, %for.body ], [ %call, %for.body12 ]
  %b.0 = phi i32 [ 0, %for.body ], [ %inc, %for.body12 ]
  %cmp8 = icmp eq i32 %problem.1, 0
  br i1 %cmp8, label %land.rhs9, label %for.end

land.rhs9:
  %band_count = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx6, i32 0, i32 8
  %3 = load i32, ptr %band_count, align 8
  %cmp10 = icmp slt i32 %b.0, %3
  br i1 %cmp10, label %for.body12, label %for.end

for.body12:
  %bands = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx6, i32 0, i32 9
  %idxprom13 = sext i32 %b.0 to i64
  %arrayidx14 = getelementptr inbounds [3 x %struct.j2k_band], ptr %bands, i64 0, i64 %idxprom13
  %call = call i32 @mlcc_rt.image_jpeg2000.j2k_decode_band(ptr %j, i32 %part, ptr %arrayidx6, ptr %arrayidx14)
  %inc = add nsw i32 %b.0, 1
  br label %for.cond7

for.end:
  %cmp15 = icmp sgt i32 %r.0, 0
  %cmp16 = icmp eq i32 %problem.1, 0
  %or.cond = and i1 %cmp15, %cmp16
  br i1 %or.cond, label %if.then, label %for.inc23

if.then:
  %parts17 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 32
  %idxprom18 = sext i32 %part to i64
  %arrayidx19 = getelementptr inbounds [4 x %struct.j2k_part], ptr %parts17, i64 0, i64 %idxprom18
  %numbers = getelementptr inbounds nuw %struct.j2k_part, ptr %arrayidx19, i32 0, i32 1
  %4 = load ptr, ptr %numbers, align 8
  %x0 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx6, i32 0, i32 0
  %5 = load i64, ptr %x0, align 8
  %x1 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx6, i32 0, i32 1
  %6 = load i64, ptr %x1, align 8
  %y0 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx6, i32 0, i32 2
  %7 = load i64, ptr %y0, align 8
  %y1 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx6, i32 0, i32 3
  %8 = load i64, ptr %y1, align 8
  %styles20 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 24
  %idxprom21 = sext i32 %part to i64
  %arrayidx22 = getelementptr inbounds [4 x %struct.j2k_style], ptr %styles20, i64 0, i64 %idxprom21
  %reversible = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx22, i32 0, i32 4
  %9 = load i32, ptr %reversible, align 4
  call void @mlcc_rt_jpeg2000_wavelet(ptr %4, i64 %sub, i64 %5, i64 %6, i64 %7, i64 %8, i32 %9, ptr %room)
  br label %for.inc23

for.inc23:
  %inc24 = add nsw i32 %r.0, 1
  br label %for.cond

for.end25:
  ret i32 %problem.0
}

define internal void @mlcc_rt.image_jpeg2000.j2k_pixel(ptr %j, i64 %k, ptr %to) {
entry:
  %v = alloca [3 x i32], align 4
  call void @llvm.memset.p0.i64(ptr align 4 %v, i8 0, i64 12, i1 false)
  %mixed = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 23
  %0 = load i32, ptr %mixed, align 8
  %tobool = icmp ne i32 %0, 0
  br i1 %tobool, label %land.lhs.true, label %if.else

land.lhs.true:
  %read = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 16
  %1 = load i32, ptr %read, align 4
  %cmp = icmp eq i32 %1, 3
  br i1 %cmp, label %land.lhs.true1, label %if.else

land.lhs.true1:
  %styles = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 24
  %arrayidx = getelementptr inbounds [4 x %struct.j2k_style], ptr %styles, i64 0, i64 0
  %reversible = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx, i32 0, i32 4
  %2 = load i32, ptr %reversible, align 4
  %tobool2 = icmp ne i32 %2, 0
  br i1 %tobool2, label %if.else, label %if.then

if.then:
  %parts = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 32
  %arrayidx3 = getelementptr inbounds [4 x %struct.j2k_part], ptr %parts, i64 0, i64 0
  %numbers = getelementptr inbounds nuw %struct.j2k_part, ptr %arrayidx3, i32 0, i32 1
  %3 = load ptr, ptr %numbers, align 8
  %arrayidx4 = getelementptr inbounds %union.mlcc_number, ptr %3, i64 %k
  %4 = load float, ptr %arrayidx4, align 4
  %parts5 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 32
  %arrayidx6 = getelementptr inbounds [4 x %struct.j2k_part], ptr %parts5, i64 0, i64 1
  %numbers7 = getelementptr inbounds nuw %struct.j2k_part, ptr %arrayidx6, i32 0, i32 1
  %5 = load ptr, ptr %numbers7, align 8
  %arrayidx8 = getelementptr inbounds %union.mlcc_number, ptr %5, i64 %k
  %6 = load float, ptr %arrayidx8, align 4
  %parts9 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 32
  %arrayidx10 = getelementptr inbounds [4 x %struct.j2k_part], ptr %parts9, i64 0, i64 2
  %numbers11 = getelementptr inbounds nuw %struct.j2k_part, ptr %arrayidx10, i32 0, i32 1
  %7 = load ptr, ptr %numbers11, align 8
  %arrayidx12 = getelementptr inbounds %union.mlcc_number, ptr %7, i64 %k
  %8 = load float, ptr %arrayidx12, align 4
  %mul = fmul float %8, 0x3FF66E9780000000
  %add = fadd float %4, %mul
  %call = call i32 @mlcc_rt.image_jpeg2000.j2k_nearest(float %add)
  %arrayidx13 = getelementptr inbounds [3 x i32], ptr %v, i64 0, i64 0
  store i32 %call, ptr %arrayidx13, align 4
  %mul14 = fmul float %6, 0x3FD60639E0000000
  %sub = fsub float %4, %mul14
  %mul15 = fmul float %8, 0x3FE6DA3C20000000
  %sub16 = fsub float %sub, %mul15
  %call17 = call i32 @mlcc_rt.image_jpeg2000.j2k_nearest(float %sub16)
  %arrayidx18 = getelementptr inbounds [3 x i32], ptr %v, i64 0, i64 1
  store i32 %call17, ptr %arrayidx18, align 4
  %mul19 = fmul float %6, 0x3FFC5A1CA0000000
  %add20 = fadd float %4, %mul19
  %call21 = call i32 @mlcc_rt.image_jpeg2000.j2k_nearest(float %add20)
  %arrayidx22 = getelementptr inbounds [3 x i32], ptr %v, i64 0, i64 2
  store i32 %call21, ptr %arrayidx22, align 4
  br label %if.end60

if.else:
  br label %for.cond

for.cond:
  %n.0 = phi i32 [ 0, %if.else ], [ %inc, %cond.end ]
  %read23 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 16
  %9 = load i32, ptr %read23, align 4
  %cmp24 = icmp slt i32 %n.0, %9
  br i1 %cmp24, label %for.body, label %for.end

for.body:
  %parts25 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 32
  %idxprom = sext i32 %n.0 to i64
  %arrayidx26 = getelementptr inbounds [4 x %struct.j2k_part], ptr %parts25, i64 0, i64 %idxprom
  %numbers27 = getelementptr inbounds nuw %struct.j2k_part, ptr %arrayidx26, i32 0, i32 1
  %10 = load ptr, ptr %numbers27, align 8
  %add.ptr = getelementptr inbounds %union.mlcc_number, ptr %10, i64 %k
  %styles28 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 24
  %idxprom29 = sext i32 %n.0 to i64
  %arrayidx30 = getelementptr inbounds [4 x %struct.j2k_style], ptr %styles28, i64 0, i64 %idxprom29
  %reversible31 = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx30, i32 0, i32 4
  %11 = load i32, ptr %reversible31, align 4
  %tobool32 = icmp ne i32 %11, 0
  br i1 %tobool32, label %cond.true, label %cond.false

cond.true:
  %12 = load i32, ptr %add.ptr, align 4
  br label %cond.end

cond.false:
  %13 = load float, ptr %add.ptr, align 4
  %call33 = call i32 @mlcc_rt.image_jpeg2000.j2k_nearest(float %13)
  br label %cond.end

cond.end:
  %cond = phi i32 [ %12, %cond.true ], [ %call33, %cond.false ]
  %idxprom34 = sext i32 %n.0 to i64
  %arrayidx35 = getelementptr inbounds [3 x i32], ptr %v, i64 0, i64 %idxprom34
  store i32 %cond, ptr %arrayidx35, align 4
  %inc = add nsw i32 %n.0, 1
  br label %for.cond

for.end:
  %mixed36 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 23
  %14 = load i32, ptr %mixed36, align 8
  %tobool37 = icmp ne i32 %14, 0
  br i1 %tobool37, label %land.lhs.true38, label %if.end60

land.lhs.true38:
  %read39 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 16
  %15 = load i32, ptr %read39, align 4
  %cmp40 = icmp eq i32 %15, 3
  br i1 %cmp40, label %if.then41, label %if.end60

if.then41:
  %arrayidx43 = getelementptr inbounds [3 x i32], ptr %v, i64 0, i64 0
  %16 = load i32, ptr %arrayidx43, align 4
  %conv = sext i32 %16 to i64
  %arrayidx45 = getelementptr inbounds [3 x i32], ptr %v, i64 0, i64 1
  %17 = load i32, ptr %arrayidx45, align 4
  %conv46 = sext i32 %17 to i64
  %arrayidx48 = getelementptr inbounds [3 x i32], ptr %v, i64 0, i64 2
  %18 = load i32, ptr %arrayidx48, align 4
  %conv49 = sext i32 %18 to i64
  %add50 = add nsw i64 %conv46, %conv49
  %shr = ashr i64 %add50, 2
  %sub51 = sub nsw i64 %conv, %shr
  %add52 = add nsw i64 %conv49, %sub51
  %conv53 = trunc i64 %add52 to i32
  %arrayidx54 = getelementptr inbounds [3 x i32], ptr %v, i64 0, i64 0
  store i32 %conv53, ptr %arrayidx54, align 4
  %conv55 = trunc i64 %sub51 to i32
  %arrayidx56 = getelementptr inbounds [3 x i32], ptr %v, i64 0, i64 1
  store i32 %conv55, ptr %arrayidx56, align 4
  %add57 = add nsw i64 %conv46, %sub51
  %conv58 = trunc i64 %add57 to i32
  %arrayidx59 = getelementptr inbounds [3 x i32], ptr %v, i64 0, i64 2
  store i32 %conv58, ptr %arrayidx59, align 4
  br label %if.end60

if.end60:
  br label %for.cond62

for.cond62:
  %n61.0 = phi i32 [ 0, %if.end60 ], [ %inc114, %cond.end97 ]
  %cmp63 = icmp slt i32 %n61.0, 3
  br i1 %cmp63, label %for.body65, label %for.end115

for.body65:
  %read66 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 16
  %19 = load i32, ptr %read66, align 4
  %cmp67 = icmp eq i32 %19, 3
  %n61.0. = select i1 %cmp67, i32 %n61.0, i32 0
  %depth73 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 14
  %idxprom74 = sext i32 %n61.0. to i64
  %arrayidx75 = getelementptr inbounds [4 x i32], ptr %depth73, i64 0, i64 %idxprom74
  %20 = load i32, ptr %arrayidx75, align 4
  %idxprom76 = sext i32 %n61.0. to i64
  %arrayidx77 = getelementptr inbounds [3 x i32], ptr %v, i64 0, i64 %idxprom76
  %21 = load i32, ptr %arrayidx77, align 4
  %conv78 = sext i32 %21 to i64
  %sub79 = sub nsw i32 %20, 1
  %shl = shl i32 1, %sub79
  %conv80 = sext i32 %shl to i64
  %add81 = add nsw i64 %conv78, %conv80
  %cmp82 = icmp slt i64 %add81, 0
  br i1 %cmp82, label %cond.end97, label %cond.false85

cond.false85:
  %shl86 = shl i32 1, %20
  %conv87 = sext i32 %shl86 to i64
  %cmp88 = icmp sge i64 %add81, %conv87
  %shl91 = shl i32 1, %20
  %sub92 = sub nsw i32 %shl91, 1
  %conv93 = sext i32 %sub92 to i64
  %cond96 = select i1 %cmp88, i64 %conv93, i64 %add81
  br label %cond.end97

cond.end97:
  %cond98 = phi i64 [ %cond96, %cond.false85 ], [ 0, %for.body65 ]
  %cmp99 = icmp sgt i32 %20, 8
  %sub102 = sub nsw i32 %20, 8
  %sh_prom = zext i32 %sub102 to i64
  %shr103 = ashr i64 %cond98, %sh_prom
  %sub105 = sub nsw i32 8, %20
  %sh_prom106 = zext i32 %sub105 to i64
  %shl107 = shl i64 %cond98, %sh_prom106
  %cond109 = select i1 %cmp99, i64 %shr103, i64 %shl107
  %conv110 = trunc i64 %cond109 to i8
  %idxprom111 = sext i32 %n61.0 to i64
  %arrayidx112 = getelementptr inbounds i8, ptr %to, i64 %idxprom111
  store i8 %conv110, ptr %arrayidx112, align 1
  %inc114 = add nsw i32 %n61.0, 1
  br label %for.cond62

for.end115:
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
  %idxprom = sext i32 %part to i64
  %arrayidx = getelementptr inbounds [4 x %struct.j2k_style], ptr %styles, i64 0, i64 %idxprom
  %parts = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 32
  %idxprom1 = sext i32 %part to i64
  %arrayidx2 = getelementptr inbounds [4 x %struct.j2k_part], ptr %parts, i64 0, i64 %idxprom1
  %levels = getelementptr inbounds nuw %struct.j2k_part, ptr %arrayidx2, i32 0, i32 0
  %idxprom3 = sext i32 %r to i64
  %arrayidx4 = getelementptr inbounds [33 x %struct.j2k_level], ptr %levels, i64 0, i64 %idxprom3
  %bands = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx4, i32 0, i32 9
  %idxprom5 = sext i32 %number to i64
  %arrayidx6 = getelementptr inbounds [3 x %struct.j2k_band], ptr %bands, i64 0, i64 %idxprom5
  %cmp = icmp eq i32 %r, 0
  %add = add nsw i32 %number, 1
  %cond = select i1 %cmp, i32 0, i32 %add
  %cmp7 = icmp eq i32 %r, 0
  br i1 %cmp7, label %cond.true8, label %cond.false10

cond.true8:
  %levels9 = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx, i32 0, i32 0
  %0 = load i32, ptr %levels9, align 4
  br label %cond.end13

cond.false10:
  %levels11 = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx, i32 0, i32 0
  %1 = load i32, ptr %levels11, align 4
  %sub = sub nsw i32 %1, %r
  %add12 = add nsw i32 %sub, 1
  br label %cond.end13

cond.end13:
  %cond14 = phi i32 [ %0, %cond.true8 ], [ %add12, %cond.false10 ]
  %and = and i32 %cond, 1
  %tobool = icmp ne i32 %and, 0
  %sub16 = sub nsw i32 %cond14, 1
  %sh_prom = zext i32 %sub16 to i64
  %shl = shl i64 1, %sh_prom
  %cond19 = select i1 %tobool, i64 %shl, i64 0
  %and20 = and i32 %cond, 2
  %tobool21 = icmp ne i32 %and20, 0
  %sub23 = sub nsw i32 %cond14, 1
  %sh_prom24 = zext i32 %sub23 to i64
  %shl25 = shl i64 1, %sh_prom24
  %cond28 = select i1 %tobool21, i64 %shl25, i64 0
  %kind29 = getelementptr inbounds nuw %struct.j2k_band, ptr %arrayidx6, i32 0, i32 6
  store i32 %cond, ptr %kind29, align 8
  %tx0 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 28
  %2 = load i64, ptr %tx0, align 8
  %sub30 = sub nsw i64 %2, %cond19
  %call = call i64 @mlcc_rt.image_jpeg2000.j2k_up(i64 %sub30, i32 %cond14)
  %x0 = getelementptr inbounds nuw %struct.j2k_band, ptr %arrayidx6, i32 0, i32 0
  store i64 %call, ptr %x0, align 8
  %tx1 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 29
  %3 = load i64, ptr %tx1, align 8
  %sub31 = sub nsw i64 %3, %cond19
  %call32 = call i64 @mlcc_rt.image_jpeg2000.j2k_up(i64 %sub31, i32 %cond14)
  %x1 = getelementptr inbounds nuw %struct.j2k_band, ptr %arrayidx6, i32 0, i32 1
  store i64 %call32, ptr %x1, align 8
  %ty0 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 30
  %4 = load i64, ptr %ty0, align 8
  %sub33 = sub nsw i64 %4, %cond28
  %call34 = call i64 @mlcc_rt.image_jpeg2000.j2k_up(i64 %sub33, i32 %cond14)
  %y0 = getelementptr inbounds nuw %struct.j2k_band, ptr %arrayidx6, i32 0, i32 2
  store i64 %call34, ptr %y0, align 8
  %ty1 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 31
  %5 = load i64, ptr %ty1, align 8
  %sub35 = sub nsw i64 %5, %cond28
  %call36 = call i64 @mlcc_rt.image_jpeg2000.j2k_up(i64 %sub35, i32 %cond14)
  %y1 = getelementptr inbounds nuw %struct.j2k_band, ptr %arrayidx6, i32 0, i32 3
  store i64 %call36, ptr %y1, align 8
  %cmp37 = icmp sgt i32 %r, 0
  br i1 %cmp37, label %if.then, label %if.end

if.then:
  %parts38 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 32
  %idxprom39 = sext i32 %part to i64
  %arrayidx40 = getelementptr inbounds [4 x %struct.j2k_part], ptr %parts38, i64 0, i64 %idxprom39
  %levels41 = getelementptr inbounds nuw %struct.j2k_part, ptr %arrayidx40, i32 0, i32 0
  %sub42 = sub nsw i32 %r, 1
  %idxprom43 = sext i32 %sub42 to i64
  %arrayidx44 = getelementptr inbounds [33 x %struct.j2k_level], ptr %levels41, i64 0, i64 %idxprom43
  %and45 = and i32 %cond, 1
  %tobool46 = icmp ne i32 %and45, 0
  br i1 %tobool46, label %cond.true47, label %cond.end52

cond.true47:
  %x148 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx44, i32 0, i32 1
  %6 = load i64, ptr %x148, align 8
  %x049 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx44, i32 0, i32 0
  %7 = load i64, ptr %x049, align 8
  %sub50 = sub nsw i64 %6, %7
  br label %cond.end52

cond.end52:
  %cond53 = phi i64 [ %sub50, %cond.true47 ], [ 0, %if.then ]
  %left = getelementptr inbounds nuw %struct.j2k_band, ptr %arrayidx6, i32 0, i32 4
  store i64 %cond53, ptr %left, align 8
  %and54 = and i32 %cond, 2
  %tobool55 = icmp ne i32 %and54, 0
  br i1 %tobool55, label %cond.true56, label %cond.end61

cond.true56:
  %y157 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx44, i32 0, i32 3
  %8 = load i64, ptr %y157, align 8
  %y058 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx44, i32 0, i32 2
  %9 = load i64, ptr %y058, align 8
  %sub59 = sub nsw i64 %8, %9
  br label %cond.end61

cond.end61:
  %cond62 = phi i64 [ %sub59, %cond.true56 ], [ 0, %cond.end52 ]
  %top = getelementptr inbounds nuw %struct.j2k_band, ptr %arrayidx6, i32 0, i32 5
  store i64 %cond62, ptr %top, align 8
  br label %if.end

if.end:
  %cmp63 = icmp eq i32 %r, 0
  %sub66 = sub nsw i32 %r, 1
  %mul = mul nsw i32 3, %sub66
  %add67 = add nsw i32 %mul, %cond
  %cond69 = select i1 %cmp63, i32 0, i32 %add67
  %cmp70 = icmp eq i32 %cond, 3
  %cmp73 = icmp sgt i32 %cond, 0
  %conv = zext i1 %cmp73 to i32
  %cond75 = select i1 %cmp70, i32 2, i32 %conv
  %exponents = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx, i32 0, i32 8
  %idxprom76 = sext i32 %cond69 to i64
  %arrayidx77 = getelementptr inbounds [97 x i8], ptr %exponents, i64 0, i64 %idxprom76
  %10 = load i8, ptr %arrayidx77, align 1
  %conv78 = zext i8 %10 to i32
  %guard = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx, i32 0, i32 7
  %11 = load i32, ptr %guard, align 4
  %add79 = add nsw i32 %conv78, %11
  %sub80 = sub nsw i32 %add79, 1
  %planes = getelementptr inbounds nuw %struct.j2k_band, ptr %arrayidx6, i32 0, i32 7
  store i32 %sub80, ptr %planes, align 4
  %mantissas = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx, i32 0, i32 9
  %idxprom81 = sext i32 %cond69 to i64
  %arrayidx82 = getelementptr inbounds [97 x i16], ptr %mantissas, i64 0, i64 %idxprom81
  %12 = load i16, ptr %arrayidx82, align 2
  %conv83 = uitofp i16 %12 to float
  %div = fdiv float %conv83, 4.096000e+03
  %add84 = fadd float 5.000000e-01, %div
  %step = getelementptr inbounds nuw %struct.j2k_band, ptr %arrayidx6, i32 0, i32 8
  store float %add84, ptr %step, align 8
  %depth = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 14
  %idxprom85 = sext i32 %part to i64
  %arrayidx86 = getelementptr inbounds [4 x i32], ptr %depth, i64 0, i64 %idxprom85
  %13 = load i32, ptr %arrayidx86, align 4
  %reversible = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx, i32 0, i32 4
  %14 = load i32, ptr %reversible, align 4
  %tobool87 = icmp ne i32 %14, 0
  %cond91 = select i1 %tobool87, i32 %cond75, i32 0
  %add92 = add nsw i32 %13, %cond91
  %exponents93 = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx, i32 0, i32 8
  %idxprom94 = sext i32 %cond69 to i64
  %arrayidx95 = getelementptr inbounds [97 x i8], ptr %exponents93, i64 0, i64 %idxprom94
  %15 = load i8, ptr %arrayidx95, align 1
  %conv96 = zext i8 %15 to i32
  %sub97 = sub nsw i32 %add92, %conv96
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ %sub97, %if.end ], [ %add108, %for.body ]
  %cmp98 = icmp ne i32 %k.0, 0
  br i1 %cmp98, label %for.body, label %for.end

for.body:
  %cmp100 = icmp sgt i32 %k.0, 0
  %cond102 = select i1 %cmp100, float 2.000000e+00, float 5.000000e-01
  %step103 = getelementptr inbounds nuw %struct.j2k_band, ptr %arrayidx6, i32 0, i32 8
  %16 = load float, ptr %step103, align 8
  %mul104 = fmul float %16, %cond102
  store float %mul104, ptr %step103, align 8
  %cmp105 = icmp sgt i32 %k.0, 0
  %cond107 = select i1 %cmp105, i32 -1, i32 1
  %add108 = add nsw i32 %k.0, %cond107
  br label %for.cond

for.end:
  %across = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx4, i32 0, i32 4
  %17 = load i64, ptr %across, align 8
  %down109 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx4, i32 0, i32 5
  %18 = load i64, ptr %down109, align 8
  %mul110 = mul nsw i64 %17, %18
  %blocks = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 39
  %19 = load i64, ptr %blocks, align 8
  %add111 = add nsw i64 %19, %mul110
  store i64 %add111, ptr %blocks, align 8
  %blocks112 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 39
  %20 = load i64, ptr %blocks112, align 8
  %cmp113 = icmp sgt i64 %20, 1048576
  br i1 %cmp113, label %return, label %if.end116

if.end116:
  %call117 = call ptr @mlcc_rt_image_take(i64 %mul110, i64 80)
  %precincts = getelementptr inbounds nuw %struct.j2k_band, ptr %arrayidx6, i32 0, i32 9
  store ptr %call117, ptr %precincts, align 8
  %precincts118 = getelementptr inbounds nuw %struct.j2k_band, ptr %arrayidx6, i32 0, i32 9
  %21 = load ptr, ptr %precincts118, align 8
  %cmp119 = icmp eq ptr %21, null
  %cond121 = select i1 %cmp119, i32 3, i32 0
  br label %for.cond123

for.cond123:
  %problem.0 = phi i32 [ %cond121, %if.end116 ], [ %call129, %for.body128 ]
  %k122.0 = phi i64 [ 0, %if.end116 ], [ %inc, %for.body128 ]
  %cmp124 = icmp eq i32 %problem.0, 0
  %cmp126 = icmp slt i64 %k122.0, %mul110
  %spec.select = select i1 %cmp124, i1 %cmp126, i1 false
  br i1 %spec.select, label %for.body128, label %return

for.body128:
  %call129 = call i32 @mlcc_rt.image_jpeg2000.j2k_lay_precinct(ptr %j, ptr %arrayidx, ptr %arrayidx4, ptr %arrayidx6, i64 %k122.0)
  %inc = add nsw i64 %k122.0, 1
  br label %for.cond123

return:
  %retval.0 = phi i32 [ 2, %for.end ], [ %problem.0, %for.cond123 ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg2000.j2k_lay_precinct(ptr %j, ptr %s, ptr %level, ptr %band, i64 %number) {
entry:
  %precincts = getelementptr inbounds nuw %struct.j2k_band, ptr %band, i32 0, i32 9
  %0 = load ptr, ptr %precincts, align 8
  %arrayidx = getelementptr inbounds %struct.j2k_precinct, ptr %0, i64 %number
  %kind = getelementptr inbounds nuw %struct.j2k_band, ptr %band, i32 0, i32 6
  %1 = load i32, ptr %kind, align 8
  %cmp = icmp sgt i32 %1, 0
  %conv = zext i1 %cmp to i32
  %width = getelementptr inbounds nuw %struct.j2k_level, ptr %level, i32 0, i32 6
  %2 = load i32, ptr %width, align 8
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
  %8 = load i64, ptr %x0, align 8
  %width12 = getelementptr inbounds nuw %struct.j2k_level, ptr %level, i32 0, i32 6
  %9 = load i32, ptr %width12, align 8
  %sh_prom = zext i32 %9 to i64
  %shr = ashr i64 %8, %sh_prom
  %across = getelementptr inbounds nuw %struct.j2k_level, ptr %level, i32 0, i32 4
  %10 = load i64, ptr %across, align 8
  %rem = srem i64 %number, %10
  %add = add nsw i64 %shr, %rem
  %y0 = getelementptr inbounds nuw %struct.j2k_level, ptr %level, i32 0, i32 2
  %11 = load i64, ptr %y0, align 8
  %height13 = getelementptr inbounds nuw %struct.j2k_level, ptr %level, i32 0, i32 7
  %12 = load i32, ptr %height13, align 4
  %sh_prom14 = zext i32 %12 to i64
  %shr15 = ashr i64 %11, %sh_prom14
  %across16 = getelementptr inbounds nuw %struct.j2k_level, ptr %level, i32 0, i32 4
  %13 = load i64, ptr %across16, align 8
  %div = sdiv i64 %number, %13
  %add17 = add nsw i64 %shr15, %div
  %x019 = getelementptr inbounds nuw %struct.j2k_band, ptr %band, i32 0, i32 0
  %14 = load i64, ptr %x019, align 8
  %sh_prom20 = zext i32 %sub to i64
  %shl = shl i64 %add, %sh_prom20
  %call = call i64 @mlcc_rt.image_jpeg2000.j2k_most(i64 %14, i64 %shl)
  %x121 = getelementptr inbounds nuw %struct.j2k_band, ptr %band, i32 0, i32 1
  %15 = load i64, ptr %x121, align 8
  %add22 = add nsw i64 %add, 1
  %sh_prom23 = zext i32 %sub to i64
  %shl24 = shl i64 %add22, %sh_prom23
  %call25 = call i64 @mlcc_rt.image_jpeg2000.j2k_min(i64 %15, i64 %shl24)
  %y027 = getelementptr inbounds nuw %struct.j2k_band, ptr %band, i32 0, i32 2
  %16 = load i64, ptr %y027, align 8
  %sh_prom28 = zext i32 %sub1 to i64
  %shl29 = shl i64 %add17, %sh_prom28
  %call30 = call i64 @mlcc_rt.image_jpeg2000.j2k_most(i64 %16, i64 %shl29)
  %y131 = getelementptr inbounds nuw %struct.j2k_band, ptr %band, i32 0, i32 3
  %17 = load i64, ptr %y131, align 8
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
  store i64 %sub45, ptr %across46, align 8
  %call47 = call i64 @mlcc_rt.image_jpeg2000.j2k_up(i64 %call35, i32 %cond11)
  %sub48 = sub nsw i64 %call47, %shr43
  %down = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx, i32 0, i32 1
  store i64 %sub48, ptr %down, align 8
  %across49 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx, i32 0, i32 0
  %18 = load i64, ptr %across49, align 8
  %down50 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx, i32 0, i32 1
  %19 = load i64, ptr %down50, align 8
  %mul = mul nsw i64 %18, %19
  %blocks = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 39
  %20 = load i64, ptr %blocks, align 8
  %add51 = add nsw i64 %20, %mul
  store i64 %add51, ptr %blocks, align 8
  %blocks52 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 39
  %21 = load i64, ptr %blocks52, align 8
  %cmp53 = icmp sgt i64 %21, 1048576
  br i1 %cmp53, label %return, label %if.end56

if.end56:
  %across57 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx, i32 0, i32 0
  %22 = load i64, ptr %across57, align 8
  %down58 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx, i32 0, i32 1
  %23 = load i64, ptr %down58, align 8
  %mul59 = mul nsw i64 %22, %23
  %call60 = call ptr @mlcc_rt_image_take(i64 %mul59, i64 64)
  %codes = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx, i32 0, i32 2
  store ptr %call60, ptr %codes, align 8
  %codes61 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx, i32 0, i32 2
  %24 = load ptr, ptr %codes61, align 8
  %cmp62 = icmp eq ptr %24, null
  br i1 %cmp62, label %return, label %lor.lhs.false64

lor.lhs.false64:
  %inclusion = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx, i32 0, i32 3
  %across65 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx, i32 0, i32 0
  %25 = load i64, ptr %across65, align 8
  %down66 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx, i32 0, i32 1
  %26 = load i64, ptr %down66, align 8
  %call67 = call i32 @mlcc_rt.image_jpeg2000.j2k_plant(ptr %inclusion, i64 %25, i64 %26)
  %cmp68 = icmp ne i32 %call67, 0
  br i1 %cmp68, label %return, label %lor.lhs.false70

lor.lhs.false70:
  %zeros = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx, i32 0, i32 4
  %across71 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx, i32 0, i32 0
  %27 = load i64, ptr %across71, align 8
  %down72 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx, i32 0, i32 1
  %28 = load i64, ptr %down72, align 8
  %call73 = call i32 @mlcc_rt.image_jpeg2000.j2k_plant(ptr %zeros, i64 %27, i64 %28)
  %cmp74 = icmp ne i32 %call73, 0
  br i1 %cmp74, label %return, label %for.cond

for.cond:
  %k.0 = phi i64 [ %inc, %for.body ], [ 0, %lor.lhs.false70 ]
  %across78 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx, i32 0, i32 0
  %29 = load i64, ptr %across78, align 8
  %down79 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx, i32 0, i32 1
  %30 = load i64, ptr %down79, align 8
  %mul80 = mul nsw i64 %29, %30
  %cmp81 = icmp slt i64 %k.0, %mul80
  br i1 %cmp81, label %for.body, label %return

for.body:
  %across83 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx, i32 0, i32 0
  %31 = load i64, ptr %across83, align 8
  %rem84 = srem i64 %k.0, %31
  %add85 = add nsw i64 %shr41, %rem84
  %across86 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx, i32 0, i32 0
  %32 = load i64, ptr %across86, align 8
  %div87 = sdiv i64 %k.0, %32
  %add88 = add nsw i64 %shr43, %div87
  %sh_prom89 = zext i32 %cond to i64
  %shl90 = shl i64 %add85, %sh_prom89
  %call91 = call i64 @mlcc_rt.image_jpeg2000.j2k_most(i64 %call, i64 %shl90)
  %codes92 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx, i32 0, i32 2
  %33 = load ptr, ptr %codes92, align 8
  %arrayidx93 = getelementptr inbounds %struct.j2k_code, ptr %33, i64 %k.0
  %x094 = getelementptr inbounds nuw %struct.j2k_code, ptr %arrayidx93, i32 0, i32 0
  store i64 %call91, ptr %x094, align 8
  %add95 = add nsw i64 %add85, 1
  %sh_prom96 = zext i32 %cond to i64
  %shl97 = shl i64 %add95, %sh_prom96
  %call98 = call i64 @mlcc_rt.image_jpeg2000.j2k_min(i64 %call25, i64 %shl97)
  %codes99 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx, i32 0, i32 2
  %34 = load ptr, ptr %codes99, align 8
  %arrayidx100 = getelementptr inbounds %struct.j2k_code, ptr %34, i64 %k.0
  %x1101 = getelementptr inbounds nuw %struct.j2k_code, ptr %arrayidx100, i32 0, i32 1
  store i64 %call98, ptr %x1101, align 8
  %sh_prom102 = zext i32 %cond11 to i64
  %shl103 = shl i64 %add88, %sh_prom102
  %call104 = call i64 @mlcc_rt.image_jpeg2000.j2k_most(i64 %call30, i64 %shl103)
  %codes105 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx, i32 0, i32 2
  %35 = load ptr, ptr %codes105, align 8
  %arrayidx106 = getelementptr inbounds %struct.j2k_code, ptr %35, i64 %k.0
  %y0107 = getelementptr inbounds nuw %struct.j2k_code, ptr %arrayidx106, i32 0, i32 2
  store i64 %call104, ptr %y0107, align 8
  %add108 = add nsw i64 %add88, 1
  %sh_prom109 = zext i32 %cond11 to i64
  %shl110 = shl i64 %add108, %sh_prom109
  %call111 = call i64 @mlcc_rt.image_jpeg2000.j2k_min(i64 %call35, i64 %shl110)
  %codes112 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx, i32 0, i32 2
  %36 = load ptr, ptr %codes112, align 8
  %arrayidx113 = getelementptr inbounds %struct.j2k_code, ptr %36, i64 %k.0
  %y1114 = getelementptr inbounds nuw %struct.j2k_code, ptr %arrayidx113, i32 0, i32 3
  store i64 %call111, ptr %y1114, align 8
  %codes115 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx, i32 0, i32 2
  %37 = load ptr, ptr %codes115, align 8
  %arrayidx116 = getelementptr inbounds %struct.j2k_code, ptr %37, i64 %k.0
  %length_bits = getelementptr inbounds nuw %struct.j2k_code, ptr %arrayidx116, i32 0, i32 6
  store i32 3, ptr %length_bits, align 8
  %inc = add nsw i64 %k.0, 1
  br label %for.cond

return:
  %retval.0 = phi i32 [ 3, %if.end56 ], [ 0, %cond.end10 ], [ 2, %if.end ], [ 3, %lor.lhs.false70 ], [ 3, %lor.lhs.false64 ], [ 0, %for.cond ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg2000.j2k_plant(ptr %tree, i64 %width, i64 %height) {
entry:
  %width1 = getelementptr inbounds nuw %struct.j2k_tree, ptr %tree, i32 0, i32 0
  store i64 %width, ptr %width1, align 8
  %height2 = getelementptr inbounds nuw %struct.j2k_tree, ptr %tree, i32 0, i32 1
  store i64 %height, ptr %height2, align 8
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
  %call = call ptr @mlcc_rt_image_take(i64 %add, i64 24)
  %nodes = getelementptr inbounds nuw %struct.j2k_tree, ptr %tree, i32 0, i32 2
  store ptr %call, ptr %nodes, align 8
  %nodes7 = getelementptr inbounds nuw %struct.j2k_tree, ptr %tree, i32 0, i32 2
  %0 = load ptr, ptr %nodes7, align 8
  %cmp8 = icmp eq ptr %0, null
  br i1 %cmp8, label %return, label %for.cond13

for.cond13:
  %begin.0 = phi i64 [ %add37, %for.inc42 ], [ 0, %for.end ]
  %w11.0 = phi i64 [ %div44, %for.inc42 ], [ %width, %for.end ]
  %h12.0 = phi i64 [ %div46, %for.inc42 ], [ %height, %for.end ]
  %mul14 = mul nsw i64 %w11.0, %h12.0
  %cmp15 = icmp sgt i64 %mul14, 0
  br i1 %cmp15, label %for.cond16, label %return

for.cond16:
  %k.0 = phi i64 [ %inc, %cond.end ], [ 0, %for.cond13 ]
  %mul17 = mul nsw i64 %w11.0, %h12.0
  %cmp18 = icmp slt i64 %k.0, %mul17
  br i1 %cmp18, label %for.body19, label %for.end35

for.body19:
  %mul20 = mul nsw i64 %w11.0, %h12.0
  %cmp21 = icmp eq i64 %mul20, 1
  br i1 %cmp21, label %cond.end, label %cond.false

cond.false:
  %mul22 = mul nsw i64 %w11.0, %h12.0
  %add23 = add nsw i64 %begin.0, %mul22
  %div24 = sdiv i64 %k.0, %w11.0
  %div25 = sdiv i64 %div24, 2
  %add26 = add nsw i64 %w11.0, 1
  %div27 = sdiv i64 %add26, 2
  %mul28 = mul nsw i64 %div25, %div27
  %add29 = add nsw i64 %add23, %mul28
  %rem = srem i64 %k.0, %w11.0
  %div30 = sdiv i64 %rem, 2
  %add31 = add nsw i64 %add29, %div30
  br label %cond.end

cond.end:
  %cond = phi i64 [ %add31, %cond.false ], [ -1, %for.body19 ]
  %nodes32 = getelementptr inbounds nuw %struct.j2k_tree, ptr %tree, i32 0, i32 2
  %1 = load ptr, ptr %nodes32, align 8
  %add33 = add nsw i64 %begin.0, %k.0
  %arrayidx = getelementptr inbounds %struct.j2k_node, ptr %1, i64 %add33
  %parent = getelementptr inbounds nuw %struct.j2k_node, ptr %arrayidx, i32 0, i32 0
  store i64 %cond, ptr %parent, align 8
  %inc = add nsw i64 %k.0, 1
  br label %for.cond16

for.end35:
  %mul36 = mul nsw i64 %w11.0, %h12.0
  %add37 = add nsw i64 %begin.0, %mul36
  %mul38 = mul nsw i64 %w11.0, %h12.0
  %cmp39 = icmp eq i64 %mul38, 1
  br i1 %cmp39, label %return, label %for.inc42

for.inc42:
  %add43 = add nsw i64 %w11.0, 1
  %div44 = sdiv i64 %add43, 2
  %add45 = add nsw i64 %h12.0, 1
  %div46 = sdiv i64 %add45, 2
  br label %for.cond13

return:
  %retval.0 = phi i32 [ 3, %for.end ], [ 0, %for.end35 ], [ 0, %for.cond13 ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg2000.j2k_by_layers(ptr %j, i32 %levels) {
entry:
  %order = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 21
  %0 = load i32, ptr %order, align 8
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
  %2 = load i32, ptr %order1, align 8
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
  %a.0 = phi i32 [ 0, %cond.end7 ], [ %inc48, %for.inc47 ]
  %problem.0 = phi i32 [ 0, %cond.end7 ], [ %problem.1, %for.inc47 ]
  %cmp9 = icmp slt i32 %a.0, %cond
  br i1 %cmp9, label %for.cond10, label %return

for.cond10:
  %b.0 = phi i32 [ %inc45, %for.inc44 ], [ 0, %for.cond ]
  %problem.1 = phi i32 [ %problem.2, %for.inc44 ], [ %problem.0, %for.cond ]
  %cmp11 = icmp slt i32 %b.0, %cond8
  br i1 %cmp11, label %for.body12, label %for.inc47

for.body12:
  %order13 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 21
  %4 = load i32, ptr %order13, align 8
  %cmp14 = icmp eq i32 %4, 0
  %b.0.a.0 = select i1 %cmp14, i32 %b.0, i32 %a.0
  %order19 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 21
  %5 = load i32, ptr %order19, align 8
  %cmp20 = icmp eq i32 %5, 0
  %cond24 = select i1 %cmp20, i32 %a.0, i32 %b.0
  br label %for.cond25

for.cond25:
  %problem.2 = phi i32 [ %problem.1, %for.body12 ], [ %problem.3, %for.inc39 ]
  %part.0 = phi i32 [ 0, %for.body12 ], [ %inc40, %for.inc39 ]
  %count = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 13
  %6 = load i32, ptr %count, align 8
  %cmp26 = icmp slt i32 %part.0, %6
  br i1 %cmp26, label %for.body27, label %for.end41

for.body27:
  %parts = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 32
  %idxprom = sext i32 %part.0 to i64
  %arrayidx = getelementptr inbounds [4 x %struct.j2k_part], ptr %parts, i64 0, i64 %idxprom
  %levels28 = getelementptr inbounds nuw %struct.j2k_part, ptr %arrayidx, i32 0, i32 0
  %idxprom29 = sext i32 %b.0.a.0 to i64
  %arrayidx30 = getelementptr inbounds [33 x %struct.j2k_level], ptr %levels28, i64 0, i64 %idxprom29
  br label %for.cond31

for.cond31:
  %problem.3 = phi i32 [ %problem.2, %for.body27 ], [ %call, %for.body38 ]
  %k.0 = phi i64 [ 0, %for.body27 ], [ %inc, %for.body38 ]
  %cmp32 = icmp eq i32 %problem.3, 0
  br i1 %cmp32, label %land.lhs.true, label %for.inc39

land.lhs.true:
  %styles = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 24
  %idxprom33 = sext i32 %part.0 to i64
  %arrayidx34 = getelementptr inbounds [4 x %struct.j2k_style], ptr %styles, i64 0, i64 %idxprom33
  %levels35 = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx34, i32 0, i32 0
  %7 = load i32, ptr %levels35, align 4
  %cmp36 = icmp sle i32 %b.0.a.0, %7
  br i1 %cmp36, label %land.rhs, label %for.inc39

land.rhs:
  %across = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx30, i32 0, i32 4
  %8 = load i64, ptr %across, align 8
  %down = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx30, i32 0, i32 5
  %9 = load i64, ptr %down, align 8
  %mul = mul nsw i64 %8, %9
  %cmp37 = icmp slt i64 %k.0, %mul
  br i1 %cmp37, label %for.body38, label %for.inc39

for.body38:
  %call = call i32 @mlcc_rt.image_jpeg2000.j2k_packet(ptr %j, i32 %part.0, i32 %b.0.a.0, i64 %k.0, i32 %cond24)
  %inc = add nsw i64 %k.0, 1
  br label %for.cond31

for.inc39:
  %inc40 = add nsw i32 %part.0, 1
  br label %for.cond25

for.end41:
  %cmp42 = icmp ne i32 %problem.2, 0
  br i1 %cmp42, label %return, label %lor.lhs.false

lor.lhs.false:
  %from = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 34
  %10 = load ptr, ptr %from, align 8
  %to = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 35
  %11 = load ptr, ptr %to, align 8
  %cmp43 = icmp uge ptr %10, %11
  br i1 %cmp43, label %return, label %for.inc44

for.inc44:
  %inc45 = add nsw i32 %b.0, 1
  br label %for.cond10

for.inc47:
  %inc48 = add nsw i32 %a.0, 1
  br label %for.cond

return:
  %retval.0 = phi i32 [ %problem.2, %for.end41 ], [ %problem.2, %lor.lhs.false ], [ %problem.0, %for.cond ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg2000.j2k_by_places(ptr %j, i32 %first, i32 %last, i32 %first_part, i32 %last_part) {
entry:
  br label %for.cond

for.cond:
  %step_x.0 = phi i64 [ 1099511627776, %entry ], [ %step_x.1, %for.inc24 ]
  %step_y.0 = phi i64 [ 1099511627776, %entry ], [ %step_y.1, %for.inc24 ]
  %part.0 = phi i32 [ %first_part, %entry ], [ %inc25, %for.inc24 ]
  %cmp = icmp sle i32 %part.0, %last_part
  br i1 %cmp, label %for.cond1, label %for.end26

for.cond1:
  %step_x.1 = phi i64 [ %call, %for.body4 ], [ %step_x.0, %for.cond ]
  %step_y.1 = phi i64 [ %call23, %for.body4 ], [ %step_y.0, %for.cond ]
  %r.0 = phi i32 [ %inc, %for.body4 ], [ %first, %for.cond ]
  %cmp2 = icmp sle i32 %r.0, %last
  br i1 %cmp2, label %land.rhs, label %for.inc24

land.rhs:
  %styles = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 24
  %idxprom = sext i32 %part.0 to i64
  %arrayidx = getelementptr inbounds [4 x %struct.j2k_style], ptr %styles, i64 0, i64 %idxprom
  %levels = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx, i32 0, i32 0
  %0 = load i32, ptr %levels, align 4
  %cmp3 = icmp sle i32 %r.0, %0
  br i1 %cmp3, label %for.body4, label %for.inc24

for.body4:
  %styles5 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 24
  %idxprom6 = sext i32 %part.0 to i64
  %arrayidx7 = getelementptr inbounds [4 x %struct.j2k_style], ptr %styles5, i64 0, i64 %idxprom6
  %levels8 = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx7, i32 0, i32 0
  %1 = load i32, ptr %levels8, align 4
  %sub = sub nsw i32 %1, %r.0
  %parts = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 32
  %idxprom9 = sext i32 %part.0 to i64
  %arrayidx10 = getelementptr inbounds [4 x %struct.j2k_part], ptr %parts, i64 0, i64 %idxprom9
  %levels11 = getelementptr inbounds nuw %struct.j2k_part, ptr %arrayidx10, i32 0, i32 0
  %idxprom12 = sext i32 %r.0 to i64
  %arrayidx13 = getelementptr inbounds [33 x %struct.j2k_level], ptr %levels11, i64 0, i64 %idxprom12
  %width = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx13, i32 0, i32 6
  %2 = load i32, ptr %width, align 8
  %add = add nsw i32 %2, %sub
  %sh_prom = zext i32 %add to i64
  %shl = shl i64 1, %sh_prom
  %call = call i64 @mlcc_rt.image_jpeg2000.j2k_min(i64 %step_x.1, i64 %shl)
  %parts14 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 32
  %idxprom15 = sext i32 %part.0 to i64
  %arrayidx16 = getelementptr inbounds [4 x %struct.j2k_part], ptr %parts14, i64 0, i64 %idxprom15
  %levels17 = getelementptr inbounds nuw %struct.j2k_part, ptr %arrayidx16, i32 0, i32 0
  %idxprom18 = sext i32 %r.0 to i64
  %arrayidx19 = getelementptr inbounds [33 x %struct.j2k_level], ptr %levels17, i64 0, i64 %idxprom18
  %height = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx19, i32 0, i32 7
  %3 = load i32, ptr %height, align 4
  %add20 = add nsw i32 %3, %sub
  %sh_prom21 = zext i32 %add20 to i64
  %shl22 = shl i64 1, %sh_prom21
  %call23 = call i64 @mlcc_rt.image_jpeg2000.j2k_min(i64 %step_y.1, i64 %shl22)
  %inc = add nsw i32 %r.0, 1
  br label %for.cond1

for.inc24:
  %inc25 = add nsw i32 %part.0, 1
  br label %for.cond

for.end26:
  %ty0 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 30
  %4 = load i64, ptr %ty0, align 8
  br label %for.cond27

for.cond27:
  %problem.0 = phi i32 [ 0, %for.end26 ], [ %problem.1, %for.inc65 ]
  %y.0 = phi i64 [ %4, %for.end26 ], [ %add68, %for.inc65 ]
  %ty1 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 31
  %5 = load i64, ptr %ty1, align 8
  %cmp28 = icmp slt i64 %y.0, %5
  br i1 %cmp28, label %for.body29, label %return

for.body29:
  %tx0 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 28
  %6 = load i64, ptr %tx0, align 8
  br label %for.cond30

for.cond30:
  %problem.1 = phi i32 [ %problem.0, %for.body29 ], [ %problem.2, %for.inc61 ]
  %x.0 = phi i64 [ %6, %for.body29 ], [ %add63, %for.inc61 ]
  %tx1 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 29
  %7 = load i64, ptr %tx1, align 8
  %cmp31 = icmp slt i64 %x.0, %7
  br i1 %cmp31, label %land.rhs32, label %for.inc65

land.rhs32:
  %from = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 34
  %8 = load ptr, ptr %from, align 8
  %to = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 35
  %9 = load ptr, ptr %to, align 8
  %cmp33 = icmp ult ptr %8, %9
  br i1 %cmp33, label %for.cond37, label %for.inc65

for.cond37:
  %problem.2 = phi i32 [ %problem.3, %for.inc57 ], [ %problem.1, %land.rhs32 ]
  %part36.0 = phi i32 [ %inc58, %for.inc57 ], [ %first_part, %land.rhs32 ]
  %cmp38 = icmp sle i32 %part36.0, %last_part
  br i1 %cmp38, label %for.cond41, label %for.end59

for.cond41:
  %problem.3 = phi i32 [ %call53, %for.body51 ], [ %problem.2, %for.cond37 ]
  %r40.0 = phi i32 [ %inc55, %for.body51 ], [ %first, %for.cond37 ]
  %cmp42 = icmp eq i32 %problem.3, 0
  %cmp43 = icmp sle i32 %r40.0, %last
  %or.cond = select i1 %cmp42, i1 %cmp43, i1 false
  br i1 %or.cond, label %land.rhs44, label %for.inc57

land.rhs44:
  %styles45 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 24
  %idxprom46 = sext i32 %part36.0 to i64
  %arrayidx47 = getelementptr inbounds [4 x %struct.j2k_style], ptr %styles45, i64 0, i64 %idxprom46
  %levels48 = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx47, i32 0, i32 0
  %10 = load i32, ptr %levels48, align 4
  %cmp49 = icmp sle i32 %r40.0, %10
  br i1 %cmp49, label %for.body51, label %for.inc57

for.body51:
  %call52 = call i64 @mlcc_rt.image_jpeg2000.j2k_precinct_at(ptr %j, i32 %part36.0, i32 %r40.0, i64 %x.0, i64 %y.0)
  %call53 = call i32 @mlcc_rt.image_jpeg2000.j2k_all_layers(ptr %j, i32 %part36.0, i32 %r40.0, i64 %call52)
  %inc55 = add nsw i32 %r40.0, 1
  br label %for.cond41

for.inc57:
  %inc58 = add nsw i32 %part36.0, 1
  br label %for.cond37

for.end59:
  %cmp60 = icmp ne i32 %problem.2, 0
  br i1 %cmp60, label %return, label %for.inc61

for.inc61:
  %rem = srem i64 %x.0, %step_x.0
  %sub62 = sub nsw i64 %step_x.0, %rem
  %add63 = add nsw i64 %x.0, %sub62
  br label %for.cond30

for.inc65:
  %rem66 = srem i64 %y.0, %step_y.0
  %sub67 = sub nsw i64 %step_y.0, %rem66
  %add68 = add nsw i64 %y.0, %sub67
  br label %for.cond27

return:
  %retval.0 = phi i32 [ %problem.2, %for.end59 ], [ %problem.0, %for.cond27 ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg2000.j2k_packet(ptr %j, i32 %part, i32 %r, i64 %precinct, i32 %layer) {
entry:
  %parts = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 32
  %idxprom = sext i32 %part to i64
  %arrayidx = getelementptr inbounds [4 x %struct.j2k_part], ptr %parts, i64 0, i64 %idxprom
  %levels = getelementptr inbounds nuw %struct.j2k_part, ptr %arrayidx, i32 0, i32 0
  %idxprom1 = sext i32 %r to i64
  %arrayidx2 = getelementptr inbounds [33 x %struct.j2k_level], ptr %levels, i64 0, i64 %idxprom1
  %from = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 34
  %0 = load ptr, ptr %from, align 8
  %to = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 35
  %1 = load ptr, ptr %to, align 8
  %cmp = icmp uge ptr %0, %1
  br i1 %cmp, label %return, label %if.end

if.end:
  %heads = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 19
  %2 = load i32, ptr %heads, align 8
  %tobool = icmp ne i32 %2, 0
  br i1 %tobool, label %land.lhs.true, label %if.end11

land.lhs.true:
  %to3 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 35
  %3 = load ptr, ptr %to3, align 8
  %from4 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 34
  %4 = load ptr, ptr %from4, align 8
  %sub.ptr.lhs.cast = ptrtoint ptr %3 to i64
  %sub.ptr.rhs.cast = ptrtoint ptr %4 to i64
  %sub.ptr.sub = sub i64 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %cmp5 = icmp sge i64 %sub.ptr.sub, 6
  br i1 %cmp5, label %land.lhs.true6, label %if.end11

land.lhs.true6:
  %from7 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 34
  %5 = load ptr, ptr %from7, align 8
  %call = call i32 @mlcc_rt.image_jpeg2000.j2k_word(ptr %5, i32 2)
  %cmp8 = icmp eq i32 %call, 65425
  br i1 %cmp8, label %if.then9, label %if.end11

if.then9:
  %from10 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 34
  %6 = load ptr, ptr %from10, align 8
  %add.ptr = getelementptr inbounds i8, ptr %6, i64 6
  store ptr %add.ptr, ptr %from10, align 8
  br label %if.end11

if.end11:
  br label %for.cond

for.cond:
  %b.0 = phi i32 [ 0, %if.end11 ], [ %inc, %for.body ]
  %total.0 = phi i64 [ 0, %if.end11 ], [ %add, %for.body ]
  %band_count = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx2, i32 0, i32 8
  %7 = load i32, ptr %band_count, align 8
  %cmp12 = icmp slt i32 %b.0, %7
  br i1 %cmp12, label %for.body, label %for.end

for.body:
  %bands = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx2, i32 0, i32 9
  %idxprom13 = sext i32 %b.0 to i64
  %arrayidx14 = getelementptr inbounds [3 x %struct.j2k_band], ptr %bands, i64 0, i64 %idxprom13
  %precincts = getelementptr inbounds nuw %struct.j2k_band, ptr %arrayidx14, i32 0, i32 9
  %8 = load ptr, ptr %precincts, align 8
  %arrayidx15 = getelementptr inbounds %struct.j2k_precinct, ptr %8, i64 %precinct
  %across = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx15, i32 0, i32 0
  %9 = load i64, ptr %across, align 8
  %bands16 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx2, i32 0, i32 9
  %idxprom17 = sext i32 %b.0 to i64
  %arrayidx18 = getelementptr inbounds [3 x %struct.j2k_band], ptr %bands16, i64 0, i64 %idxprom17
  %precincts19 = getelementptr inbounds nuw %struct.j2k_band, ptr %arrayidx18, i32 0, i32 9
  %10 = load ptr, ptr %precincts19, align 8
  %arrayidx20 = getelementptr inbounds %struct.j2k_precinct, ptr %10, i64 %precinct
  %down = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx20, i32 0, i32 1
  %11 = load i64, ptr %down, align 8
  %mul = mul nsw i64 %9, %11
  %add = add nsw i64 %total.0, %mul
  %inc = add nsw i32 %b.0, 1
  br label %for.cond

for.end:
  %call21 = call ptr @mlcc_rt_image_take(i64 %total.0, i64 8)
  %cmp22 = icmp eq ptr %call21, null
  br i1 %cmp22, label %return, label %if.end24

if.end24:
  %was_full = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 38
  store i32 0, ptr %was_full, align 8
  %bit_count = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 37
  store i32 0, ptr %bit_count, align 4
  %call25 = call i32 @mlcc_rt.image_jpeg2000.j2k_header_bit(ptr %j)
  %tobool26 = icmp ne i32 %call25, 0
  br i1 %tobool26, label %for.cond29, label %if.end59

for.cond29:
  %done.0 = phi i64 [ %done.1, %for.inc56 ], [ 0, %if.end24 ]
  %problem.1 = phi i32 [ %problem.2, %for.inc56 ], [ 0, %if.end24 ]
  %b28.0 = phi i32 [ %inc57, %for.inc56 ], [ 0, %if.end24 ]
  %band_count30 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx2, i32 0, i32 8
  %12 = load i32, ptr %band_count30, align 8
  %cmp31 = icmp slt i32 %b28.0, %12
  br i1 %cmp31, label %for.body32, label %if.end59

for.body32:
  %bands33 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx2, i32 0, i32 9
  %idxprom34 = sext i32 %b28.0 to i64
  %arrayidx35 = getelementptr inbounds [3 x %struct.j2k_band], ptr %bands33, i64 0, i64 %idxprom34
  %precincts36 = getelementptr inbounds nuw %struct.j2k_band, ptr %arrayidx35, i32 0, i32 9
  %13 = load ptr, ptr %precincts36, align 8
  %arrayidx37 = getelementptr inbounds %struct.j2k_precinct, ptr %13, i64 %precinct
  br label %for.cond38

for.cond38:
  %done.1 = phi i64 [ %done.0, %for.body32 ], [ %inc50, %for.body44 ]
  %problem.2 = phi i32 [ %problem.1, %for.body32 ], [ %cond, %for.body44 ]
  %k.0 = phi i64 [ 0, %for.body32 ], [ %inc54, %for.body44 ]
  %cmp39 = icmp eq i32 %problem.2, 0
  br i1 %cmp39, label %land.rhs, label %for.inc56

land.rhs:
  %across40 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx37, i32 0, i32 0
  %14 = load i64, ptr %across40, align 8
  %down41 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx37, i32 0, i32 1
  %15 = load i64, ptr %down41, align 8
  %mul42 = mul nsw i64 %14, %15
  %cmp43 = icmp slt i64 %k.0, %mul42
  br i1 %cmp43, label %for.body44, label %for.inc56

for.body44:
  %bands45 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx2, i32 0, i32 9
  %idxprom46 = sext i32 %b28.0 to i64
  %arrayidx47 = getelementptr inbounds [3 x %struct.j2k_band], ptr %bands45, i64 0, i64 %idxprom46
  %call48 = call i64 @mlcc_rt.image_jpeg2000.j2k_block_header(ptr %j, ptr %arrayidx47, ptr %arrayidx37, i64 %k.0, i32 %layer)
  %arrayidx49 = getelementptr inbounds i64, ptr %call21, i64 %done.1
  store i64 %call48, ptr %arrayidx49, align 8
  %inc50 = add nsw i64 %done.1, 1
  %arrayidx51 = getelementptr inbounds i64, ptr %call21, i64 %done.1
  %16 = load i64, ptr %arrayidx51, align 8
  %cmp52 = icmp slt i64 %16, 0
  %cond = select i1 %cmp52, i32 1, i32 0
  %inc54 = add nsw i64 %k.0, 1
  br label %for.cond38

for.inc56:
  %inc57 = add nsw i32 %b28.0, 1
  br label %for.cond29

if.end59:
  %problem.0 = phi i32 [ 0, %if.end24 ], [ %problem.1, %for.cond29 ]
  %was_full60 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 38
  %17 = load i32, ptr %was_full60, align 8
  %tobool61 = icmp ne i32 %17, 0
  br i1 %tobool61, label %land.lhs.true62, label %if.end71

land.lhs.true62:
  %bit_count63 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 37
  %18 = load i32, ptr %bit_count63, align 4
  %cmp64 = icmp eq i32 %18, 0
  br i1 %cmp64, label %land.lhs.true65, label %if.end71

land.lhs.true65:
  %from66 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 34
  %19 = load ptr, ptr %from66, align 8
  %to67 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 35
  %20 = load ptr, ptr %to67, align 8
  %cmp68 = icmp ult ptr %19, %20
  br i1 %cmp68, label %if.then69, label %if.end71

if.then69:
  %from70 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 34
  %21 = load ptr, ptr %from70, align 8
  %incdec.ptr = getelementptr inbounds nuw i8, ptr %21, i32 1
  store ptr %incdec.ptr, ptr %from70, align 8
  br label %if.end71

if.end71:
  %tails = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 20
  %22 = load i32, ptr %tails, align 4
  %tobool72 = icmp ne i32 %22, 0
  br i1 %tobool72, label %land.lhs.true73, label %if.end87

land.lhs.true73:
  %to74 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 35
  %23 = load ptr, ptr %to74, align 8
  %from75 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 34
  %24 = load ptr, ptr %from75, align 8
  %sub.ptr.lhs.cast76 = ptrtoint ptr %23 to i64
  %sub.ptr.rhs.cast77 = ptrtoint ptr %24 to i64
  %sub.ptr.sub78 = sub i64 %sub.ptr.lhs.cast76, %sub.ptr.rhs.cast77
  %cmp79 = icmp sge i64 %sub.ptr.sub78, 2
  br i1 %cmp79, label %land.lhs.true80, label %if.end87

land.lhs.true80:
  %from81 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 34
  %25 = load ptr, ptr %from81, align 8
  %call82 = call i32 @mlcc_rt.image_jpeg2000.j2k_word(ptr %25, i32 2)
  %cmp83 = icmp eq i32 %call82, 65426
  br i1 %cmp83, label %if.then84, label %if.end87

if.then84:
  %from85 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 34
  %26 = load ptr, ptr %from85, align 8
  %add.ptr86 = getelementptr inbounds i8, ptr %26, i64 2
  store ptr %add.ptr86, ptr %from85, align 8
  br label %if.end87

if.end87:
  br label %for.cond89

for.cond89:
  %done.2 = phi i64 [ 0, %if.end87 ], [ %done.3, %for.inc119 ]
  %problem.3 = phi i32 [ %problem.0, %if.end87 ], [ %problem.4, %for.inc119 ]
  %b88.0 = phi i32 [ 0, %if.end87 ], [ %inc120, %for.inc119 ]
  %band_count90 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx2, i32 0, i32 8
  %27 = load i32, ptr %band_count90, align 8
  %cmp91 = icmp slt i32 %b88.0, %27
  br i1 %cmp91, label %for.body92, label %for.end121

for.body92:
  %bands94 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx2, i32 0, i32 9
  %idxprom95 = sext i32 %b88.0 to i64
  %arrayidx96 = getelementptr inbounds [3 x %struct.j2k_band], ptr %bands94, i64 0, i64 %idxprom95
  %precincts97 = getelementptr inbounds nuw %struct.j2k_band, ptr %arrayidx96, i32 0, i32 9
  %28 = load ptr, ptr %precincts97, align 8
  %arrayidx98 = getelementptr inbounds %struct.j2k_precinct, ptr %28, i64 %precinct
  br label %for.cond100

for.cond100:
  %done.3 = phi i64 [ %done.2, %for.body92 ], [ %inc117, %for.inc115 ]
  %problem.4 = phi i32 [ %problem.3, %for.body92 ], [ %cond114, %for.inc115 ]
  %k99.0 = phi i64 [ 0, %for.body92 ], [ %inc116, %for.inc115 ]
  %cmp101 = icmp eq i32 %problem.4, 0
  br i1 %cmp101, label %land.rhs102, label %for.inc119

land.rhs102:
  %across103 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx98, i32 0, i32 0
  %29 = load i64, ptr %across103, align 8
  %down104 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx98, i32 0, i32 1
  %30 = load i64, ptr %down104, align 8
  %mul105 = mul nsw i64 %29, %30
  %cmp106 = icmp slt i64 %k99.0, %mul105
  br i1 %cmp106, label %for.body108, label %for.inc119

for.body108:
  %arrayidx109 = getelementptr inbounds i64, ptr %call21, i64 %done.3
  %31 = load i64, ptr %arrayidx109, align 8
  %cmp110 = icmp sgt i64 %31, 0
  br i1 %cmp110, label %cond.true, label %for.inc115

cond.true:
  %codes = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx98, i32 0, i32 2
  %32 = load ptr, ptr %codes, align 8
  %arrayidx111 = getelementptr inbounds %struct.j2k_code, ptr %32, i64 %k99.0
  %arrayidx112 = getelementptr inbounds i64, ptr %call21, i64 %done.3
  %33 = load i64, ptr %arrayidx112, align 8
  %call113 = call i32 @mlcc_rt.image_jpeg2000.j2k_append(ptr %j, ptr %arrayidx111, i64 %33)
  br label %for.inc115

for.inc115:
  %cond114 = phi i32 [ %call113, %cond.true ], [ 0, %for.body108 ]
  %inc116 = add nsw i64 %k99.0, 1
  %inc117 = add nsw i64 %done.3, 1
  br label %for.cond100

for.inc119:
  %inc120 = add nsw i32 %b88.0, 1
  br label %for.cond89

for.end121:
  call void @free(ptr %call21)
  br label %return

return:
  %retval.0 = phi i32 [ %problem.3, %for.end121 ], [ 0, %entry ], [ 3, %for.end ]
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
  %1 = load ptr, ptr %from, align 8
  %to = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 35
  %2 = load ptr, ptr %to, align 8
  %cmp1 = icmp ult ptr %1, %2
  br i1 %cmp1, label %cond.true, label %cond.end

cond.true:
  %from2 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 34
  %3 = load ptr, ptr %from2, align 8
  %incdec.ptr = getelementptr inbounds nuw i8, ptr %3, i32 1
  store ptr %incdec.ptr, ptr %from2, align 8
  %4 = load i8, ptr %3, align 1
  %conv = zext i8 %4 to i32
  br label %cond.end

cond.end:
  %cond = phi i32 [ %conv, %cond.true ], [ 0, %if.then ]
  %was_full = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 38
  %5 = load i32, ptr %was_full, align 8
  %tobool = icmp ne i32 %5, 0
  %cond3 = select i1 %tobool, i32 7, i32 8
  %bit_count4 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 37
  store i32 %cond3, ptr %bit_count4, align 4
  %cmp5 = icmp eq i32 %cond, 255
  %conv6 = zext i1 %cmp5 to i32
  %was_full7 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 38
  store i32 %conv6, ptr %was_full7, align 8
  %bits = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 36
  store i32 %cond, ptr %bits, align 8
  br label %if.end

if.end:
  %bits8 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 36
  %6 = load i32, ptr %bits8, align 8
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
  %0 = load ptr, ptr %codes, align 8
  %arrayidx = getelementptr inbounds %struct.j2k_code, ptr %0, i64 %number
  %included = getelementptr inbounds nuw %struct.j2k_code, ptr %arrayidx, i32 0, i32 4
  %1 = load i32, ptr %included, align 8
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
  %2 = load i32, ptr %included3, align 8
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
  store i32 1, ptr %included13, align 8
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
  %5 = load i32, ptr %length_bits, align 8
  %inc24 = add nsw i32 %5, 1
  store i32 %inc24, ptr %length_bits, align 8
  %cmp25 = icmp sgt i32 %inc24, 31
  br i1 %cmp25, label %return, label %while.cond20

while.end28:
  %passes29 = getelementptr inbounds nuw %struct.j2k_code, ptr %arrayidx, i32 0, i32 7
  %6 = load i32, ptr %passes29, align 4
  %add30 = add nsw i32 %6, %call19
  store i32 %add30, ptr %passes29, align 4
  %length_bits31 = getelementptr inbounds nuw %struct.j2k_code, ptr %arrayidx, i32 0, i32 6
  %7 = load i32, ptr %length_bits31, align 8
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

define internal i32 @mlcc_rt.image_jpeg2000.j2k_append(ptr %j, ptr %code, i64 %bytes) {
entry:
  %to = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 35
  %0 = load ptr, ptr %to, align 8
  %from = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 34
  %1 = load ptr, ptr %from, align 8
  %sub.ptr.lhs.cast = ptrtoint ptr %0 to i64
  %sub.ptr.rhs.cast = ptrtoint ptr %1 to i64
  %sub.ptr.sub = sub i64 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %cmp = icmp ugt i64 %bytes, %sub.ptr.sub
  br i1 %cmp, label %return, label %if.end

if.end:
  %size = getelementptr inbounds nuw %struct.j2k_code, ptr %code, i32 0, i32 9
  %2 = load i64, ptr %size, align 8
  %add = add i64 %2, %bytes
  %call = call ptr @mlcc_rt_image_take(i64 %add, i64 1)
  %cmp1 = icmp eq ptr %call, null
  br i1 %cmp1, label %return, label %for.cond

for.cond:
  %k.0 = phi i64 [ %inc, %cond.end ], [ 0, %if.end ]
  %size4 = getelementptr inbounds nuw %struct.j2k_code, ptr %code, i32 0, i32 9
  %3 = load i64, ptr %size4, align 8
  %add5 = add i64 %3, %bytes
  %cmp6 = icmp ult i64 %k.0, %add5
  br i1 %cmp6, label %for.body, label %for.end

for.body:
  %size7 = getelementptr inbounds nuw %struct.j2k_code, ptr %code, i32 0, i32 9
  %4 = load i64, ptr %size7, align 8
  %cmp8 = icmp ult i64 %k.0, %4
  br i1 %cmp8, label %cond.true, label %cond.false

cond.true:
  %data9 = getelementptr inbounds nuw %struct.j2k_code, ptr %code, i32 0, i32 8
  %5 = load ptr, ptr %data9, align 8
  %arrayidx = getelementptr inbounds nuw i8, ptr %5, i64 %k.0
  %6 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %6 to i32
  br label %cond.end

cond.false:
  %from10 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 34
  %7 = load ptr, ptr %from10, align 8
  %incdec.ptr = getelementptr inbounds nuw i8, ptr %7, i32 1
  store ptr %incdec.ptr, ptr %from10, align 8
  %8 = load i8, ptr %7, align 1
  %conv11 = zext i8 %8 to i32
  br label %cond.end

cond.end:
  %cond = phi i32 [ %conv, %cond.true ], [ %conv11, %cond.false ]
  %conv12 = trunc i32 %cond to i8
  %arrayidx13 = getelementptr inbounds nuw i8, ptr %call, i64 %k.0
  store i8 %conv12, ptr %arrayidx13, align 1
  %inc = add i64 %k.0, 1
  br label %for.cond

for.end:
  %data14 = getelementptr inbounds nuw %struct.j2k_code, ptr %code, i32 0, i32 8
  %9 = load ptr, ptr %data14, align 8
  call void @free(ptr %9)
  %data15 = getelementptr inbounds nuw %struct.j2k_code, ptr %code, i32 0, i32 8
  store ptr %call, ptr %data15, align 8
  %size16 = getelementptr inbounds nuw %struct.j2k_code, ptr %code, i32 0, i32 9
  %10 = load i64, ptr %size16, align 8
  %add17 = add i64 %10, %bytes
  store i64 %add17, ptr %size16, align 8
  br label %return

return:
  %retval.0 = phi i32 [ 0, %for.end ], [ 1, %entry ], [ 3, %if.end ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg2000.j2k_is_below(ptr %j, ptr %tree, i64 %leaf, i32 %limit) {
entry:
  %path = alloca [32 x i64], align 16
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
  %idxprom = sext i32 %depth.0 to i64
  %arrayidx = getelementptr inbounds [32 x i64], ptr %path, i64 0, i64 %idxprom
  store i64 %k.0, ptr %arrayidx, align 8
  %nodes = getelementptr inbounds nuw %struct.j2k_tree, ptr %tree, i32 0, i32 2
  %0 = load ptr, ptr %nodes, align 8
  %arrayidx2 = getelementptr inbounds %struct.j2k_node, ptr %0, i64 %k.0
  %parent = getelementptr inbounds nuw %struct.j2k_node, ptr %arrayidx2, i32 0, i32 0
  %1 = load i64, ptr %parent, align 8
  br label %for.cond

while.cond:
  %low.0 = phi i32 [ %10, %while.end ], [ 0, %for.cond ]
  %depth.1 = phi i32 [ %dec, %while.end ], [ %depth.0, %for.cond ]
  %cmp3 = icmp sgt i32 %depth.1, 0
  br i1 %cmp3, label %while.body, label %while.end24

while.body:
  %nodes4 = getelementptr inbounds nuw %struct.j2k_tree, ptr %tree, i32 0, i32 2
  %2 = load ptr, ptr %nodes4, align 8
  %dec = add nsw i32 %depth.1, -1
  %idxprom5 = sext i32 %dec to i64
  %arrayidx6 = getelementptr inbounds [32 x i64], ptr %path, i64 0, i64 %idxprom5
  %3 = load i64, ptr %arrayidx6, align 8
  %arrayidx7 = getelementptr inbounds %struct.j2k_node, ptr %2, i64 %3
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
  %7 = load i32, ptr %done, align 8
  %tobool = icmp ne i32 %7, 0
  %lnot = xor i1 %tobool, true
  br i1 %lnot, label %while.body17, label %while.end

while.body17:
  %call = call i32 @mlcc_rt.image_jpeg2000.j2k_header_bit(ptr %j)
  %tobool18 = icmp ne i32 %call, 0
  br i1 %tobool18, label %if.then, label %if.else

if.then:
  %done19 = getelementptr inbounds nuw %struct.j2k_node, ptr %arrayidx7, i32 0, i32 3
  store i32 1, ptr %done19, align 8
  %low20 = getelementptr inbounds nuw %struct.j2k_node, ptr %arrayidx7, i32 0, i32 2
  %8 = load i32, ptr %low20, align 4
  %value = getelementptr inbounds nuw %struct.j2k_node, ptr %arrayidx7, i32 0, i32 1
  store i32 %8, ptr %value, align 8
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
  %11 = load ptr, ptr %nodes25, align 8
  %arrayidx26 = getelementptr inbounds %struct.j2k_node, ptr %11, i64 %leaf
  %done27 = getelementptr inbounds nuw %struct.j2k_node, ptr %arrayidx26, i32 0, i32 3
  %12 = load i32, ptr %done27, align 8
  %tobool28 = icmp ne i32 %12, 0
  br i1 %tobool28, label %land.rhs29, label %land.end34

land.rhs29:
  %nodes30 = getelementptr inbounds nuw %struct.j2k_tree, ptr %tree, i32 0, i32 2
  %13 = load ptr, ptr %nodes30, align 8
  %arrayidx31 = getelementptr inbounds %struct.j2k_node, ptr %13, i64 %leaf
  %value32 = getelementptr inbounds nuw %struct.j2k_node, ptr %arrayidx31, i32 0, i32 1
  %14 = load i32, ptr %value32, align 8
  %cmp33 = icmp slt i32 %14, %limit
  br label %land.end34

land.end34:
  %15 = phi i1 [ false, %while.end24 ], [ %cmp33, %land.rhs29 ]
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
  %idxprom = sext i32 %part to i64
  %arrayidx = getelementptr inbounds [4 x %struct.j2k_part], ptr %parts, i64 0, i64 %idxprom
  %levels = getelementptr inbounds nuw %struct.j2k_part, ptr %arrayidx, i32 0, i32 0
  %idxprom1 = sext i32 %r to i64
  %arrayidx2 = getelementptr inbounds [33 x %struct.j2k_level], ptr %levels, i64 0, i64 %idxprom1
  %styles = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 24
  %idxprom3 = sext i32 %part to i64
  %arrayidx4 = getelementptr inbounds [4 x %struct.j2k_style], ptr %styles, i64 0, i64 %idxprom3
  %levels5 = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx4, i32 0, i32 0
  %0 = load i32, ptr %levels5, align 4
  %sub = sub nsw i32 %0, %r
  %width = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx2, i32 0, i32 6
  %1 = load i32, ptr %width, align 8
  %add = add nsw i32 %1, %sub
  %height = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx2, i32 0, i32 7
  %2 = load i32, ptr %height, align 4
  %add6 = add nsw i32 %2, %sub
  %sh_prom = zext i32 %add to i64
  %shl = shl i64 1, %sh_prom
  %sub7 = sub nsw i64 %shl, 1
  %and = and i64 %x, %sub7
  %sh_prom8 = zext i32 %add6 to i64
  %shl9 = shl i64 1, %sh_prom8
  %sub10 = sub nsw i64 %shl9, 1
  %and11 = and i64 %y, %sub10
  %tx0 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 28
  %3 = load i64, ptr %tx0, align 8
  %cmp = icmp eq i64 %x, %3
  br i1 %cmp, label %land.rhs, label %land.end

land.rhs:
  %x0 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx2, i32 0, i32 0
  %4 = load i64, ptr %x0, align 8
  %sh_prom12 = zext i32 %sub to i64
  %shl13 = shl i64 %4, %sh_prom12
  %sh_prom14 = zext i32 %add to i64
  %shl15 = shl i64 1, %sh_prom14
  %sub16 = sub nsw i64 %shl15, 1
  %and17 = and i64 %shl13, %sub16
  %cmp18 = icmp ne i64 %and17, 0
  br label %land.end

land.end:
  %5 = phi i1 [ false, %entry ], [ %cmp18, %land.rhs ]
  %land.ext = zext i1 %5 to i32
  %ty0 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 30
  %6 = load i64, ptr %ty0, align 8
  %cmp19 = icmp eq i64 %y, %6
  br i1 %cmp19, label %land.rhs20, label %land.end28

land.rhs20:
  %y0 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx2, i32 0, i32 2
  %7 = load i64, ptr %y0, align 8
  %sh_prom21 = zext i32 %sub to i64
  %shl22 = shl i64 %7, %sh_prom21
  %sh_prom23 = zext i32 %add6 to i64
  %shl24 = shl i64 1, %sh_prom23
  %sub25 = sub nsw i64 %shl24, 1
  %and26 = and i64 %shl22, %sub25
  %cmp27 = icmp ne i64 %and26, 0
  br label %land.end28

land.end28:
  %8 = phi i1 [ false, %land.end ], [ %cmp27, %land.rhs20 ]
  %land.ext29 = zext i1 %8 to i32
  %across = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx2, i32 0, i32 4
  %9 = load i64, ptr %across, align 8
  %cmp30 = icmp eq i64 %9, 0
  br i1 %cmp30, label %return, label %lor.lhs.false

lor.lhs.false:
  %down31 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx2, i32 0, i32 5
  %10 = load i64, ptr %down31, align 8
  %cmp32 = icmp eq i64 %10, 0
  br i1 %cmp32, label %return, label %lor.lhs.false33

lor.lhs.false33:
  %cmp34 = icmp eq i64 %and, 0
  %tobool = icmp ne i32 %land.ext, 0
  %or.cond = select i1 %cmp34, i1 true, i1 %tobool
  br i1 %or.cond, label %lor.lhs.false35, label %return

lor.lhs.false35:
  %cmp36 = icmp eq i64 %and11, 0
  %tobool38 = icmp ne i32 %land.ext29, 0
  %or.cond35 = select i1 %cmp36, i1 true, i1 %tobool38
  br i1 %or.cond35, label %if.end, label %return

if.end:
  %call = call i64 @mlcc_rt.image_jpeg2000.j2k_up(i64 %x, i32 %sub)
  %width39 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx2, i32 0, i32 6
  %11 = load i32, ptr %width39, align 8
  %sh_prom40 = zext i32 %11 to i64
  %shr = ashr i64 %call, %sh_prom40
  %x041 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx2, i32 0, i32 0
  %12 = load i64, ptr %x041, align 8
  %width42 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx2, i32 0, i32 6
  %13 = load i32, ptr %width42, align 8
  %sh_prom43 = zext i32 %13 to i64
  %shr44 = ashr i64 %12, %sh_prom43
  %sub45 = sub nsw i64 %shr, %shr44
  %call46 = call i64 @mlcc_rt.image_jpeg2000.j2k_up(i64 %y, i32 %sub)
  %height47 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx2, i32 0, i32 7
  %14 = load i32, ptr %height47, align 4
  %sh_prom48 = zext i32 %14 to i64
  %shr49 = ashr i64 %call46, %sh_prom48
  %y050 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx2, i32 0, i32 2
  %15 = load i64, ptr %y050, align 8
  %height51 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx2, i32 0, i32 7
  %16 = load i32, ptr %height51, align 4
  %sh_prom52 = zext i32 %16 to i64
  %shr53 = ashr i64 %15, %sh_prom52
  %sub54 = sub nsw i64 %shr49, %shr53
  %cmp55 = icmp sge i64 %sub45, 0
  %cmp57 = icmp sge i64 %sub54, 0
  %or.cond36 = select i1 %cmp55, i1 %cmp57, i1 false
  br i1 %or.cond36, label %land.lhs.true58, label %return

land.lhs.true58:
  %across59 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx2, i32 0, i32 4
  %17 = load i64, ptr %across59, align 8
  %cmp60 = icmp slt i64 %sub45, %17
  br i1 %cmp60, label %land.lhs.true61, label %return

land.lhs.true61:
  %down62 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx2, i32 0, i32 5
  %18 = load i64, ptr %down62, align 8
  %cmp63 = icmp slt i64 %sub54, %18
  br i1 %cmp63, label %cond.true, label %return

cond.true:
  %across64 = getelementptr inbounds nuw %struct.j2k_level, ptr %arrayidx2, i32 0, i32 4
  %19 = load i64, ptr %across64, align 8
  %mul = mul nsw i64 %sub54, %19
  %add65 = add nsw i64 %mul, %sub45
  br label %return

return:
  %retval.0 = phi i64 [ -1, %land.end28 ], [ -1, %lor.lhs.false35 ], [ -1, %lor.lhs.false33 ], [ -1, %lor.lhs.false ], [ %add65, %cond.true ], [ -1, %land.lhs.true61 ], [ -1, %land.lhs.true58 ], [ -1, %if.end ]
  ret i64 %retval.0
}

define internal i32 @mlcc_rt.image_jpeg2000.j2k_decode_band(ptr %j, i32 %part, ptr %level, ptr %band) {
entry:
  %styles = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 24
  %idxprom = sext i32 %part to i64
  %arrayidx = getelementptr inbounds [4 x %struct.j2k_style], ptr %styles, i64 0, i64 %idxprom
  %tx1 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 29
  %0 = load i64, ptr %tx1, align 8
  %tx0 = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 28
  %1 = load i64, ptr %tx0, align 8
  %sub = sub nsw i64 %0, %1
  %parts = getelementptr inbounds nuw %struct.j2k, ptr %j, i32 0, i32 32
  %idxprom1 = sext i32 %part to i64
  %arrayidx2 = getelementptr inbounds [4 x %struct.j2k_part], ptr %parts, i64 0, i64 %idxprom1
  %numbers = getelementptr inbounds nuw %struct.j2k_part, ptr %arrayidx2, i32 0, i32 1
  %2 = load ptr, ptr %numbers, align 8
  %top = getelementptr inbounds nuw %struct.j2k_band, ptr %band, i32 0, i32 5
  %3 = load i64, ptr %top, align 8
  %mul = mul nsw i64 %3, %sub
  %add.ptr = getelementptr inbounds %union.mlcc_number, ptr %2, i64 %mul
  %left = getelementptr inbounds nuw %struct.j2k_band, ptr %band, i32 0, i32 4
  %4 = load i64, ptr %left, align 8
  %add.ptr3 = getelementptr inbounds %union.mlcc_number, ptr %add.ptr, i64 %4
  br label %for.cond

for.cond:
  %n.0 = phi i64 [ 0, %entry ], [ %inc45, %for.inc44 ]
  %problem.0 = phi i32 [ 0, %entry ], [ %problem.1, %for.inc44 ]
  %across = getelementptr inbounds nuw %struct.j2k_level, ptr %level, i32 0, i32 4
  %5 = load i64, ptr %across, align 8
  %down = getelementptr inbounds nuw %struct.j2k_level, ptr %level, i32 0, i32 5
  %6 = load i64, ptr %down, align 8
  %mul4 = mul nsw i64 %5, %6
  %cmp = icmp slt i64 %n.0, %mul4
  br i1 %cmp, label %for.body, label %for.end46

for.body:
  %precincts = getelementptr inbounds nuw %struct.j2k_band, ptr %band, i32 0, i32 9
  %7 = load ptr, ptr %precincts, align 8
  %arrayidx5 = getelementptr inbounds %struct.j2k_precinct, ptr %7, i64 %n.0
  br label %for.cond6

for.cond6:
  %k.0 = phi i64 [ 0, %for.body ], [ %inc42, %for.inc41 ]
  %problem.1 = phi i32 [ %problem.0, %for.body ], [ %problem.2, %for.inc41 ]
  %cmp7 = icmp eq i32 %problem.1, 0
  br i1 %cmp7, label %land.rhs, label %for.inc44

land.rhs:
  %across8 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx5, i32 0, i32 0
  %8 = load i64, ptr %across8, align 8
  %down9 = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx5, i32 0, i32 1
  %9 = load i64, ptr %down9, align 8
  %mul10 = mul nsw i64 %8, %9
  %cmp11 = icmp slt i64 %k.0, %mul10
  br i1 %cmp11, label %for.body12, label %for.inc44

for.body12:
  %codes = getelementptr inbounds nuw %struct.j2k_precinct, ptr %arrayidx5, i32 0, i32 2
  %10 = load ptr, ptr %codes, align 8
  %arrayidx13 = getelementptr inbounds %struct.j2k_code, ptr %10, i64 %k.0
  %x1 = getelementptr inbounds nuw %struct.j2k_code, ptr %arrayidx13, i32 0, i32 1
  %11 = load i64, ptr %x1, align 8
  %x0 = getelementptr inbounds nuw %struct.j2k_code, ptr %arrayidx13, i32 0, i32 0
  %12 = load i64, ptr %x0, align 8
  %sub14 = sub nsw i64 %11, %12
  %y1 = getelementptr inbounds nuw %struct.j2k_code, ptr %arrayidx13, i32 0, i32 3
  %13 = load i64, ptr %y1, align 8
  %y0 = getelementptr inbounds nuw %struct.j2k_code, ptr %arrayidx13, i32 0, i32 2
  %14 = load i64, ptr %y0, align 8
  %sub15 = sub nsw i64 %13, %14
  %y016 = getelementptr inbounds nuw %struct.j2k_code, ptr %arrayidx13, i32 0, i32 2
  %15 = load i64, ptr %y016, align 8
  %y017 = getelementptr inbounds nuw %struct.j2k_band, ptr %band, i32 0, i32 2
  %16 = load i64, ptr %y017, align 8
  %sub18 = sub nsw i64 %15, %16
  %mul19 = mul nsw i64 %sub18, %sub
  %add.ptr20 = getelementptr inbounds %union.mlcc_number, ptr %add.ptr3, i64 %mul19
  %x021 = getelementptr inbounds nuw %struct.j2k_code, ptr %arrayidx13, i32 0, i32 0
  %17 = load i64, ptr %x021, align 8
  %add.ptr22 = getelementptr inbounds %union.mlcc_number, ptr %add.ptr20, i64 %17
  %x023 = getelementptr inbounds nuw %struct.j2k_band, ptr %band, i32 0, i32 0
  %18 = load i64, ptr %x023, align 8
  %idx.neg = sub i64 0, %18
  %add.ptr24 = getelementptr inbounds %union.mlcc_number, ptr %add.ptr22, i64 %idx.neg
  %passes = getelementptr inbounds nuw %struct.j2k_code, ptr %arrayidx13, i32 0, i32 7
  %19 = load i32, ptr %passes, align 4
  %cmp25 = icmp eq i32 %19, 0
  br i1 %cmp25, label %for.inc41, label %if.end

if.end:
  %data = getelementptr inbounds nuw %struct.j2k_code, ptr %arrayidx13, i32 0, i32 8
  %20 = load ptr, ptr %data, align 8
  %size = getelementptr inbounds nuw %struct.j2k_code, ptr %arrayidx13, i32 0, i32 9
  %21 = load i64, ptr %size, align 8
  %passes26 = getelementptr inbounds nuw %struct.j2k_code, ptr %arrayidx13, i32 0, i32 7
  %22 = load i32, ptr %passes26, align 4
  %planes = getelementptr inbounds nuw %struct.j2k_code, ptr %arrayidx13, i32 0, i32 5
  %23 = load i32, ptr %planes, align 4
  %kind = getelementptr inbounds nuw %struct.j2k_band, ptr %band, i32 0, i32 6
  %24 = load i32, ptr %kind, align 8
  %marked = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx, i32 0, i32 3
  %25 = load i32, ptr %marked, align 4
  %call = call i32 @mlcc_rt_jpeg2000_block(ptr %20, i64 %21, i32 %22, i32 %23, i32 %24, i32 %25, i64 %sub14, i64 %sub15, ptr %add.ptr24, i64 %sub)
  br label %for.cond27

for.cond27:
  %m.0 = phi i64 [ 0, %if.end ], [ %inc, %for.inc ]
  %cmp28 = icmp eq i32 %call, 0
  %mul30 = mul nsw i64 %sub14, %sub15
  %cmp31 = icmp slt i64 %m.0, %mul30
  %26 = select i1 %cmp28, i1 %cmp31, i1 false
  br i1 %26, label %for.body33, label %for.inc41

for.body33:
  %div = sdiv i64 %m.0, %sub14
  %mul34 = mul nsw i64 %div, %sub
  %add.ptr35 = getelementptr inbounds %union.mlcc_number, ptr %add.ptr24, i64 %mul34
  %rem = srem i64 %m.0, %sub14
  %add.ptr36 = getelementptr inbounds %union.mlcc_number, ptr %add.ptr35, i64 %rem
  %reversible = getelementptr inbounds nuw %struct.j2k_style, ptr %arrayidx, i32 0, i32 4
  %27 = load i32, ptr %reversible, align 4
  %tobool = icmp ne i32 %27, 0
  br i1 %tobool, label %if.then37, label %if.else

if.then37:
  %28 = load i32, ptr %add.ptr36, align 4
  %div38 = sdiv i32 %28, 2
  store i32 %div38, ptr %add.ptr36, align 4
  br label %for.inc

if.else:
  %29 = load i32, ptr %add.ptr36, align 4
  %conv = sitofp i32 %29 to float
  %step = getelementptr inbounds nuw %struct.j2k_band, ptr %band, i32 0, i32 8
  %30 = load float, ptr %step, align 8
  %mul39 = fmul float %conv, %30
  store float %mul39, ptr %add.ptr36, align 4
  br label %for.inc

for.inc:
  %inc = add nsw i64 %m.0, 1
  br label %for.cond27

for.inc41:
  %problem.2 = phi i32 [ %problem.1, %for.body12 ], [ %call, %for.cond27 ]
  %inc42 = add nsw i64 %k.0, 1
  br label %for.cond6

for.inc44:
  %inc45 = add nsw i64 %n.0, 1
  br label %for.cond

for.end46:
  ret i32 %problem.0
}

declare void @mlcc_rt_jpeg2000_wavelet(ptr, i64, i64, i64, i64, i64, i32, ptr)

declare i32 @mlcc_rt_jpeg2000_block(ptr, i64, i32, i32, i32, i32, i64, i64, ptr, i64)

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

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
