; Generated from inflate.c by mlcc.runtime.native.generate.

%struct.inflate = type { ptr, ptr, i64, i32, ptr, i32, i32, %struct.inflate_codes, %struct.inflate_codes }
%struct.inflate_codes = type { [512 x i16], [16 x i16], [288 x i16] }

@mlcc_rt.inflate.inflate_dynamic.order = internal constant [19 x i8] c"\10\11\12\00\08\07\09\06\0A\05\0B\04\0C\03\0D\02\0E\01\0F", align 1
@mlcc_rt.inflate.inflate_compressed.bases = internal constant [29 x i16] [i16 3, i16 4, i16 5, i16 6, i16 7, i16 8, i16 9, i16 10, i16 11, i16 13, i16 15, i16 17, i16 19, i16 23, i16 27, i16 31, i16 35, i16 43, i16 51, i16 59, i16 67, i16 83, i16 99, i16 115, i16 131, i16 163, i16 195, i16 227, i16 258], align 2
@mlcc_rt.inflate.inflate_compressed.far_bases = internal constant [30 x i16] [i16 1, i16 2, i16 3, i16 4, i16 5, i16 7, i16 9, i16 13, i16 17, i16 25, i16 33, i16 49, i16 65, i16 97, i16 129, i16 193, i16 257, i16 385, i16 513, i16 769, i16 1025, i16 1537, i16 2049, i16 3073, i16 4097, i16 6145, i16 8193, i16 12289, i16 16385, i16 24577], align 2

define internal i32 @mlcc_rt_inflate(ptr %data, i32 %size, ptr %to, i32 %room) {
entry:
  %call = call ptr @mlcc_rt_image_take(i32 1, i32 3296)
  %cmp = icmp eq ptr %call, null
  br i1 %cmp, label %return, label %if.end

if.end:
  %at = getelementptr inbounds nuw %struct.inflate, ptr %call, i32 0, i32 0
  store ptr %data, ptr %at, align 4
  %add.ptr = getelementptr inbounds nuw i8, ptr %data, i32 %size
  %end = getelementptr inbounds nuw %struct.inflate, ptr %call, i32 0, i32 1
  store ptr %add.ptr, ptr %end, align 4
  %to1 = getelementptr inbounds nuw %struct.inflate, ptr %call, i32 0, i32 4
  store ptr %to, ptr %to1, align 4
  %room2 = getelementptr inbounds nuw %struct.inflate, ptr %call, i32 0, i32 6
  store i32 %room, ptr %room2, align 4
  br label %while.cond

while.cond:
  %last.0 = phi i32 [ 0, %if.end ], [ %call5, %if.end26 ]
  %problem.0 = phi i32 [ 0, %if.end ], [ %problem.1, %if.end26 ]
  %cmp3 = icmp ne i32 %problem.0, 0
  %tobool = icmp ne i32 %last.0, 0
  %or.cond = select i1 %cmp3, i1 true, i1 %tobool
  br i1 %or.cond, label %while.end, label %land.rhs

land.rhs:
  %done = getelementptr inbounds nuw %struct.inflate, ptr %call, i32 0, i32 5
  %0 = load i32, ptr %done, align 4
  %cmp4 = icmp ult i32 %0, %room
  br i1 %cmp4, label %while.body, label %while.end

while.body:
  %call5 = call i32 @mlcc_rt.inflate.inflate_take(ptr %call, i32 1)
  %call6 = call i32 @mlcc_rt.inflate.inflate_take(ptr %call, i32 2)
  switch i32 %call6, label %cond.end19 [
    i32 0, label %cond.true
    i32 1, label %cond.true10
    i32 2, label %cond.true14
  ]

cond.true:
  %call8 = call i32 @mlcc_rt.inflate.inflate_stored(ptr %call)
  br label %cond.end19

cond.true10:
  %call11 = call i32 @mlcc_rt.inflate.inflate_fixed(ptr %call)
  br label %cond.end19

cond.true14:
  %call15 = call i32 @mlcc_rt.inflate.inflate_dynamic(ptr %call)
  br label %cond.end19

cond.end19:
  %cond20 = phi i32 [ %call8, %cond.true ], [ %call11, %cond.true10 ], [ %call15, %cond.true14 ], [ 1, %while.body ]
  %cmp21 = icmp eq i32 %cond20, 0
  %cmp23 = icmp ne i32 %call6, 0
  %or.cond24 = and i1 %cmp21, %cmp23
  br i1 %or.cond24, label %if.then24, label %if.end26

if.then24:
  %call25 = call i32 @mlcc_rt.inflate.inflate_compressed(ptr %call)
  br label %if.end26

if.end26:
  %problem.1 = phi i32 [ %call25, %if.then24 ], [ %cond20, %cond.end19 ]
  br label %while.cond

while.end:
  %done27 = getelementptr inbounds nuw %struct.inflate, ptr %call, i32 0, i32 5
  %1 = load i32, ptr %done27, align 4
  %cmp28 = icmp ult i32 %1, %room
  %cmp30 = icmp eq i32 %problem.0, 0
  %.problem.0 = select i1 %cmp30, i32 1, i32 %problem.0
  %problem.2 = select i1 %cmp28, i32 %.problem.0, i32 %problem.0
  call void @free(ptr %call)
  br label %return

return:
  %retval.0 = phi i32 [ %problem.2, %while.end ], [ 3, %entry ]
  ret i32 %retval.0
}

declare ptr @mlcc_rt_image_take(i32, i32)

define internal i32 @mlcc_rt.inflate.inflate_take(ptr %s, i32 %count) {
entry:
  %count1 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 3
  %0 = load i32, ptr %count1, align 4
  %cmp = icmp slt i32 %0, %count
  br i1 %cmp, label %if.then, label %if.end

if.then:
  call void @mlcc_rt.inflate.inflate_fill(ptr %s)
  br label %if.end

if.end:
  %count2 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 3
  %1 = load i32, ptr %count2, align 4
  %cmp3 = icmp slt i32 %1, %count
  br i1 %cmp3, label %return, label %if.end5

if.end5:
  %bits = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 2
  %2 = load i64, ptr %bits, align 4
  %sh_prom = zext i32 %count to i64
  %shl = shl i64 1, %sh_prom
  %sub = sub i64 %shl, 1
  %and = and i64 %2, %sub
  %conv = trunc i64 %and to i32
  %bits6 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 2
  %3 = load i64, ptr %bits6, align 4
  %sh_prom7 = zext i32 %count to i64
  %shr = lshr i64 %3, %sh_prom7
  store i64 %shr, ptr %bits6, align 4
  %count8 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 3
  %4 = load i32, ptr %count8, align 4
  %sub9 = sub nsw i32 %4, %count
  store i32 %sub9, ptr %count8, align 4
  br label %return

return:
  %retval.0 = phi i32 [ %conv, %if.end5 ], [ -1, %if.end ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.inflate.inflate_stored(ptr %s) {
entry:
  %count = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 3
  %0 = load i32, ptr %count, align 4
  %and = and i32 %0, 7
  %call = call i32 @mlcc_rt.inflate.inflate_take(ptr %s, i32 %and)
  %call1 = call i32 @mlcc_rt.inflate.inflate_take(ptr %s, i32 16)
  %call2 = call i32 @mlcc_rt.inflate.inflate_take(ptr %s, i32 16)
  %cmp = icmp slt i32 %call1, 0
  %xor = xor i32 %call1, 65535
  %cmp3 = icmp ne i32 %call2, %xor
  %or.cond = select i1 %cmp, i1 true, i1 %cmp3
  br i1 %or.cond, label %return, label %for.cond

for.cond:
  %n.0 = phi i32 [ %inc11, %if.end9 ], [ 0, %entry ]
  %cmp4 = icmp slt i32 %n.0, %call1
  br i1 %cmp4, label %land.rhs, label %return

land.rhs:
  %done = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 5
  %1 = load i32, ptr %done, align 4
  %room = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 6
  %2 = load i32, ptr %room, align 4
  %cmp5 = icmp ult i32 %1, %2
  br i1 %cmp5, label %for.body, label %return

for.body:
  %call6 = call i32 @mlcc_rt.inflate.inflate_take(ptr %s, i32 8)
  %cmp7 = icmp slt i32 %call6, 0
  br i1 %cmp7, label %return, label %if.end9

if.end9:
  %conv = trunc i32 %call6 to i8
  %to = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 4
  %3 = load ptr, ptr %to, align 4
  %done10 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 5
  %4 = load i32, ptr %done10, align 4
  %inc = add i32 %4, 1
  store i32 %inc, ptr %done10, align 4
  %arrayidx = getelementptr inbounds nuw i8, ptr %3, i32 %4
  store i8 %conv, ptr %arrayidx, align 1
  %inc11 = add nsw i32 %n.0, 1
  br label %for.cond

return:
  %retval.0 = phi i32 [ 1, %for.body ], [ 1, %entry ], [ 0, %for.cond ], [ 0, %land.rhs ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.inflate.inflate_fixed(ptr %s) {
entry:
  %lengths = alloca [288 x i8], align 1
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ 0, %entry ], [ %inc, %cond.end7 ]
  %cmp = icmp slt i32 %k.0, 288
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %cmp1 = icmp slt i32 %k.0, 144
  br i1 %cmp1, label %cond.end7, label %cond.false

cond.false:
  %cmp2 = icmp slt i32 %k.0, 256
  br i1 %cmp2, label %cond.end7, label %cond.false4

cond.false4:
  %cmp5 = icmp slt i32 %k.0, 280
  %cond = select i1 %cmp5, i32 7, i32 8
  br label %cond.end7

cond.end7:
  %cond8 = phi i32 [ 8, %for.body ], [ %cond, %cond.false4 ], [ 9, %cond.false ]
  %conv = trunc i32 %cond8 to i8
  %arrayidx = getelementptr inbounds [288 x i8], ptr %lengths, i32 0, i32 %k.0
  store i8 %conv, ptr %arrayidx, align 1
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.end:
  %lengths9 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 7
  %arraydecay = getelementptr inbounds [288 x i8], ptr %lengths, i32 0, i32 0
  %call = call i32 @mlcc_rt.inflate.inflate_make(ptr %lengths9, ptr %arraydecay, i32 288)
  br label %for.cond11

for.cond11:
  %k10.0 = phi i32 [ 0, %for.end ], [ %inc17, %for.body14 ]
  %cmp12 = icmp slt i32 %k10.0, 32
  br i1 %cmp12, label %for.body14, label %for.end18

for.body14:
  %arrayidx15 = getelementptr inbounds [288 x i8], ptr %lengths, i32 0, i32 %k10.0
  store i8 5, ptr %arrayidx15, align 1
  %inc17 = add nsw i32 %k10.0, 1
  br label %for.cond11

for.end18:
  %distances = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 8
  %arraydecay19 = getelementptr inbounds [288 x i8], ptr %lengths, i32 0, i32 0
  %call20 = call i32 @mlcc_rt.inflate.inflate_make(ptr %distances, ptr %arraydecay19, i32 32)
  %or = or i32 %call, %call20
  ret i32 %or
}

define internal i32 @mlcc_rt.inflate.inflate_dynamic(ptr %s) {
entry:
  %lengths = alloca [458 x i8], align 1
  %call = call i32 @mlcc_rt.inflate.inflate_take(ptr %s, i32 5)
  %add = add nsw i32 %call, 257
  %call1 = call i32 @mlcc_rt.inflate.inflate_take(ptr %s, i32 5)
  %add2 = add nsw i32 %call1, 1
  %call3 = call i32 @mlcc_rt.inflate.inflate_take(ptr %s, i32 4)
  %add4 = add nsw i32 %call3, 4
  call void @llvm.memset.p0.i32(ptr align 1 %lengths, i8 0, i32 458, i1 false)
  %cmp = icmp sgt i32 %add, 286
  %cmp5 = icmp sgt i32 %add2, 30
  %or.cond = select i1 %cmp, i1 true, i1 %cmp5
  %cmp7 = icmp slt i32 %add4, 4
  %or.cond35 = select i1 %or.cond, i1 true, i1 %cmp7
  br i1 %or.cond35, label %return, label %for.cond

for.cond:
  %k.0 = phi i32 [ %inc, %for.body ], [ 0, %entry ]
  %cmp8 = icmp slt i32 %k.0, %add4
  br i1 %cmp8, label %for.body, label %for.end

for.body:
  %call9 = call i32 @mlcc_rt.inflate.inflate_take(ptr %s, i32 3)
  %cmp10 = icmp slt i32 %call9, 0
  %.call9 = select i1 %cmp10, i32 0, i32 %call9
  %conv = trunc i32 %.call9 to i8
  %arrayidx = getelementptr inbounds [19 x i8], ptr @mlcc_rt.inflate.inflate_dynamic.order, i32 0, i32 %k.0
  %0 = load i8, ptr %arrayidx, align 1
  %idxprom = zext i8 %0 to i32
  %arrayidx11 = getelementptr inbounds nuw [458 x i8], ptr %lengths, i32 0, i32 %idxprom
  store i8 %conv, ptr %arrayidx11, align 1
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.end:
  %lengths12 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 7
  %arraydecay = getelementptr inbounds [458 x i8], ptr %lengths, i32 0, i32 0
  %call13 = call i32 @mlcc_rt.inflate.inflate_make(ptr %lengths12, ptr %arraydecay, i32 19)
  %cmp14 = icmp ne i32 %call13, 0
  br i1 %cmp14, label %return, label %for.cond19

for.cond19:
  %k18.0 = phi i32 [ 0, %for.end ], [ %inc39, %if.then37 ], [ %k18.1, %for.end77 ]
  %add20 = add nsw i32 %add, %add2
  %cmp21 = icmp slt i32 %k18.0, %add20
  br i1 %cmp21, label %for.body23, label %for.end83

for.body23:
  %lengths24 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 7
  %call25 = call i32 @mlcc_rt.inflate.inflate_symbol(ptr %s, ptr %lengths24)
  %cmp26 = icmp slt i32 %call25, 0
  br i1 %cmp26, label %return, label %lor.lhs.false28

lor.lhs.false28:
  %cmp29 = icmp eq i32 %call25, 16
  %cmp31 = icmp eq i32 %k18.0, 0
  %or.cond36 = and i1 %cmp29, %cmp31
  br i1 %or.cond36, label %return, label %if.end34

if.end34:
  %cmp35 = icmp slt i32 %call25, 16
  br i1 %cmp35, label %if.then37, label %if.end41

if.then37:
  %conv38 = trunc i32 %call25 to i8
  %inc39 = add nsw i32 %k18.0, 1
  %arrayidx40 = getelementptr inbounds [458 x i8], ptr %lengths, i32 0, i32 %k18.0
  store i8 %conv38, ptr %arrayidx40, align 1
  br label %for.cond19

if.end41:
  %cmp42 = icmp eq i32 %call25, 16
  br i1 %cmp42, label %cond.end49, label %cond.false45

cond.false45:
  %cmp46 = icmp eq i32 %call25, 17
  %cond48 = select i1 %cmp46, i32 3, i32 7
  br label %cond.end49

cond.end49:
  %cond50 = phi i32 [ %cond48, %cond.false45 ], [ 2, %if.end41 ]
  %call51 = call i32 @mlcc_rt.inflate.inflate_take(ptr %s, i32 %cond50)
  %cmp52 = icmp slt i32 %call51, 0
  br i1 %cmp52, label %return, label %if.end55

if.end55:
  %cmp56 = icmp eq i32 %call25, 18
  %cond58 = select i1 %cmp56, i32 11, i32 3
  %add59 = add nsw i32 %call51, %cond58
  %cmp60 = icmp eq i32 %call25, 16
  br i1 %cmp60, label %cond.true62, label %cond.end66

cond.true62:
  %sub = sub nsw i32 %k18.0, 1
  %arrayidx63 = getelementptr inbounds [458 x i8], ptr %lengths, i32 0, i32 %sub
  %1 = load i8, ptr %arrayidx63, align 1
  %conv64 = zext i8 %1 to i32
  br label %cond.end66

cond.end66:
  %cond67 = phi i32 [ %conv64, %cond.true62 ], [ 0, %if.end55 ]
  %conv68 = trunc i32 %cond67 to i8
  br label %for.cond69

for.cond69:
  %k18.1 = phi i32 [ %k18.0, %cond.end66 ], [ %inc73, %for.body72 ]
  %n.0 = phi i32 [ 0, %cond.end66 ], [ %inc76, %for.body72 ]
  %cmp70 = icmp slt i32 %n.0, %add59
  br i1 %cmp70, label %for.body72, label %for.end77

for.body72:
  %inc73 = add nsw i32 %k18.1, 1
  %arrayidx74 = getelementptr inbounds [458 x i8], ptr %lengths, i32 0, i32 %k18.1
  store i8 %conv68, ptr %arrayidx74, align 1
  %inc76 = add nsw i32 %n.0, 1
  br label %for.cond69

for.end77:
  %add78 = add nsw i32 %add, %add2
  %cmp79 = icmp sgt i32 %k18.1, %add78
  br i1 %cmp79, label %return, label %for.cond19

for.end83:
  %distances84 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 8
  %arraydecay85 = getelementptr inbounds [458 x i8], ptr %lengths, i32 0, i32 0
  %add.ptr = getelementptr inbounds i8, ptr %arraydecay85, i32 %add
  %call86 = call i32 @mlcc_rt.inflate.inflate_make(ptr %distances84, ptr %add.ptr, i32 %add2)
  %lengths87 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 7
  %arraydecay88 = getelementptr inbounds [458 x i8], ptr %lengths, i32 0, i32 0
  %call89 = call i32 @mlcc_rt.inflate.inflate_make(ptr %lengths87, ptr %arraydecay88, i32 %add)
  %or = or i32 %call86, %call89
  br label %return

return:
  %retval.0 = phi i32 [ %or, %for.end83 ], [ 1, %entry ], [ 1, %for.end ], [ 1, %for.body23 ], [ 1, %cond.end49 ], [ 1, %lor.lhs.false28 ], [ 1, %for.end77 ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.inflate.inflate_compressed(ptr %s) {
entry:
  br label %while.cond

while.cond:
  %done = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 5
  %0 = load i32, ptr %done, align 4
  %room = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 6
  %1 = load i32, ptr %room, align 4
  %cmp = icmp ult i32 %0, %1
  br i1 %cmp, label %while.body, label %return

while.body:
  %lengths = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 7
  %call = call i32 @mlcc_rt.inflate.inflate_symbol(ptr %s, ptr %lengths)
  %cmp1 = icmp slt i32 %call, 0
  %cmp2 = icmp sgt i32 %call, 285
  %or.cond = or i1 %cmp1, %cmp2
  br i1 %or.cond, label %return, label %if.end

if.end:
  %cmp3 = icmp eq i32 %call, 256
  br i1 %cmp3, label %return, label %if.end5

if.end5:
  %cmp6 = icmp slt i32 %call, 256
  br i1 %cmp6, label %if.then7, label %if.end9

if.then7:
  %conv = trunc i32 %call to i8
  %to = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 4
  %2 = load ptr, ptr %to, align 4
  %done8 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 5
  %3 = load i32, ptr %done8, align 4
  %inc = add i32 %3, 1
  store i32 %inc, ptr %done8, align 4
  %arrayidx = getelementptr inbounds nuw i8, ptr %2, i32 %3
  store i8 %conv, ptr %arrayidx, align 1
  br label %while.cond

if.end9:
  %sub = sub nsw i32 %call, 257
  %cmp10 = icmp slt i32 %sub, 8
  %cmp13 = icmp eq i32 %sub, 28
  %or.cond34 = or i1 %cmp10, %cmp13
  br i1 %or.cond34, label %cond.end, label %cond.false

cond.false:
  %div = sdiv i32 %sub, 4
  %sub15 = sub nsw i32 %div, 1
  br label %cond.end

cond.end:
  %cond = phi i32 [ %sub15, %cond.false ], [ 0, %if.end9 ]
  %call16 = call i32 @mlcc_rt.inflate.inflate_take(ptr %s, i32 %cond)
  %distances = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 8
  %call17 = call i32 @mlcc_rt.inflate.inflate_symbol(ptr %s, ptr %distances)
  %cmp18 = icmp slt i32 %call16, 0
  %cmp21 = icmp slt i32 %call17, 0
  %or.cond35 = select i1 %cmp18, i1 true, i1 %cmp21
  %cmp24 = icmp sgt i32 %call17, 29
  %or.cond36 = select i1 %or.cond35, i1 true, i1 %cmp24
  br i1 %or.cond36, label %return, label %if.end27

if.end27:
  %cmp28 = icmp slt i32 %call17, 4
  br i1 %cmp28, label %cond.end34, label %cond.false31

cond.false31:
  %div32 = sdiv i32 %call17, 2
  %sub33 = sub nsw i32 %div32, 1
  br label %cond.end34

cond.end34:
  %cond35 = phi i32 [ %sub33, %cond.false31 ], [ 0, %if.end27 ]
  %call36 = call i32 @mlcc_rt.inflate.inflate_take(ptr %s, i32 %cond35)
  %arrayidx37 = getelementptr inbounds [30 x i16], ptr @mlcc_rt.inflate.inflate_compressed.far_bases, i32 0, i32 %call17
  %4 = load i16, ptr %arrayidx37, align 2
  %conv38 = zext i16 %4 to i32
  %add = add i32 %conv38, %call36
  %cmp39 = icmp slt i32 %call36, 0
  br i1 %cmp39, label %return, label %lor.lhs.false41

lor.lhs.false41:
  %done42 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 5
  %5 = load i32, ptr %done42, align 4
  %cmp43 = icmp ugt i32 %add, %5
  br i1 %cmp43, label %return, label %if.end46

if.end46:
  %arrayidx47 = getelementptr inbounds [29 x i16], ptr @mlcc_rt.inflate.inflate_compressed.bases, i32 0, i32 %sub
  %6 = load i16, ptr %arrayidx47, align 2
  %conv48 = zext i16 %6 to i32
  %add49 = add nsw i32 %conv48, %call16
  br label %for.cond

for.cond:
  %n.0 = phi i32 [ %add49, %if.end46 ], [ %dec, %for.body ]
  %cmp50 = icmp sgt i32 %n.0, 0
  br i1 %cmp50, label %land.rhs, label %for.end

land.rhs:
  %done52 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 5
  %7 = load i32, ptr %done52, align 4
  %room53 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 6
  %8 = load i32, ptr %room53, align 4
  %cmp54 = icmp ult i32 %7, %8
  br i1 %cmp54, label %for.body, label %for.end

for.body:
  %to56 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 4
  %9 = load ptr, ptr %to56, align 4
  %done57 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 5
  %10 = load i32, ptr %done57, align 4
  %sub58 = sub i32 %10, %add
  %arrayidx59 = getelementptr inbounds nuw i8, ptr %9, i32 %sub58
  %11 = load i8, ptr %arrayidx59, align 1
  %to60 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 4
  %12 = load ptr, ptr %to60, align 4
  %done61 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 5
  %13 = load i32, ptr %done61, align 4
  %arrayidx62 = getelementptr inbounds nuw i8, ptr %12, i32 %13
  store i8 %11, ptr %arrayidx62, align 1
  %dec = add nsw i32 %n.0, -1
  %done63 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 5
  %14 = load i32, ptr %done63, align 4
  %inc64 = add i32 %14, 1
  store i32 %inc64, ptr %done63, align 4
  br label %for.cond

for.end:
  br label %while.cond

return:
  %retval.0 = phi i32 [ 1, %cond.end34 ], [ 1, %while.body ], [ 0, %if.end ], [ 1, %cond.end ], [ 1, %lor.lhs.false41 ], [ 0, %while.cond ]
  ret i32 %retval.0
}

declare void @free(ptr)

define internal i32 @mlcc_rt_zlib(ptr %data, i32 %size, ptr %to, i32 %room) {
entry:
  %cmp = icmp ult i32 %size, 2
  br i1 %cmp, label %return, label %lor.lhs.false

lor.lhs.false:
  %arrayidx = getelementptr inbounds i8, ptr %data, i32 0
  %0 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %0 to i32
  %and = and i32 %conv, 15
  %cmp1 = icmp ne i32 %and, 8
  br i1 %cmp1, label %return, label %lor.lhs.false3

lor.lhs.false3:
  %arrayidx4 = getelementptr inbounds i8, ptr %data, i32 0
  %1 = load i8, ptr %arrayidx4, align 1
  %conv5 = zext i8 %1 to i32
  %shl = shl i32 %conv5, 8
  %arrayidx6 = getelementptr inbounds i8, ptr %data, i32 1
  %2 = load i8, ptr %arrayidx6, align 1
  %conv7 = zext i8 %2 to i32
  %or = or i32 %shl, %conv7
  %rem = srem i32 %or, 31
  %cmp8 = icmp ne i32 %rem, 0
  br i1 %cmp8, label %return, label %lor.lhs.false10

lor.lhs.false10:
  %arrayidx11 = getelementptr inbounds i8, ptr %data, i32 1
  %3 = load i8, ptr %arrayidx11, align 1
  %conv12 = zext i8 %3 to i32
  %and13 = and i32 %conv12, 32
  %cmp14 = icmp ne i32 %and13, 0
  br i1 %cmp14, label %return, label %if.end

if.end:
  %add.ptr = getelementptr inbounds i8, ptr %data, i32 2
  %sub = sub i32 %size, 2
  %call = call i32 @mlcc_rt_inflate(ptr %add.ptr, i32 %sub, ptr %to, i32 %room)
  br label %return

return:
  %retval.0 = phi i32 [ %call, %if.end ], [ 1, %lor.lhs.false10 ], [ 1, %lor.lhs.false3 ], [ 1, %lor.lhs.false ], [ 1, %entry ]
  ret i32 %retval.0
}

define internal void @mlcc_rt.inflate.inflate_fill(ptr %s) {
entry:
  br label %while.cond

while.cond:
  %count = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 3
  %0 = load i32, ptr %count, align 4
  %cmp = icmp sle i32 %0, 48
  br i1 %cmp, label %land.rhs, label %while.end

land.rhs:
  %at = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 0
  %1 = load ptr, ptr %at, align 4
  %end = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 1
  %2 = load ptr, ptr %end, align 4
  %cmp1 = icmp ult ptr %1, %2
  br i1 %cmp1, label %while.body, label %while.end

while.body:
  %at2 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 0
  %3 = load ptr, ptr %at2, align 4
  %incdec.ptr = getelementptr inbounds nuw i8, ptr %3, i32 1
  store ptr %incdec.ptr, ptr %at2, align 4
  %4 = load i8, ptr %3, align 1
  %conv = zext i8 %4 to i64
  %count3 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 3
  %5 = load i32, ptr %count3, align 4
  %sh_prom = zext i32 %5 to i64
  %shl = shl i64 %conv, %sh_prom
  %bits = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 2
  %6 = load i64, ptr %bits, align 4
  %or = or i64 %6, %shl
  store i64 %or, ptr %bits, align 4
  %count4 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 3
  %7 = load i32, ptr %count4, align 4
  %add = add nsw i32 %7, 8
  store i32 %add, ptr %count4, align 4
  br label %while.cond

while.end:
  ret void
}

define internal i32 @mlcc_rt.inflate.inflate_make(ptr %codes, ptr %lengths, i32 %count) {
entry:
  %offsets = alloca [17 x i32], align 4
  %next = alloca [16 x i32], align 4
  call void @llvm.memset.p0.i32(ptr align 4 %offsets, i8 0, i32 68, i1 false)
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp sle i32 %k.0, 15
  br i1 %cmp, label %for.body, label %for.cond2

for.body:
  %counts = getelementptr inbounds nuw %struct.inflate_codes, ptr %codes, i32 0, i32 1
  %arrayidx = getelementptr inbounds [16 x i16], ptr %counts, i32 0, i32 %k.0
  store i16 0, ptr %arrayidx, align 2
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.cond2:
  %k1.0 = phi i32 [ %inc10, %for.body4 ], [ 0, %for.cond ]
  %cmp3 = icmp slt i32 %k1.0, %count
  br i1 %cmp3, label %for.body4, label %for.end11

for.body4:
  %counts5 = getelementptr inbounds nuw %struct.inflate_codes, ptr %codes, i32 0, i32 1
  %arrayidx6 = getelementptr inbounds i8, ptr %lengths, i32 %k1.0
  %0 = load i8, ptr %arrayidx6, align 1
  %idxprom = zext i8 %0 to i32
  %arrayidx7 = getelementptr inbounds nuw [16 x i16], ptr %counts5, i32 0, i32 %idxprom
  %1 = load i16, ptr %arrayidx7, align 2
  %inc8 = add i16 %1, 1
  store i16 %inc8, ptr %arrayidx7, align 2
  %inc10 = add nsw i32 %k1.0, 1
  br label %for.cond2

for.end11:
  %counts12 = getelementptr inbounds nuw %struct.inflate_codes, ptr %codes, i32 0, i32 1
  %arrayidx13 = getelementptr inbounds [16 x i16], ptr %counts12, i32 0, i32 0
  %2 = load i16, ptr %arrayidx13, align 2
  %conv = zext i16 %2 to i32
  %sub = sub nsw i32 %count, %conv
  %counts14 = getelementptr inbounds nuw %struct.inflate_codes, ptr %codes, i32 0, i32 1
  %arrayidx15 = getelementptr inbounds [16 x i16], ptr %counts14, i32 0, i32 0
  store i16 0, ptr %arrayidx15, align 2
  br label %for.cond16

for.cond16:
  %code.0 = phi i32 [ 0, %for.end11 ], [ %shl, %if.end ]
  %length.0 = phi i32 [ 1, %for.end11 ], [ %inc39, %if.end ]
  %left.0 = phi i32 [ 1, %for.end11 ], [ %sub23, %if.end ]
  %cmp17 = icmp sle i32 %length.0, 15
  br i1 %cmp17, label %for.body19, label %for.end40

for.body19:
  %mul = mul nsw i32 2, %left.0
  %counts20 = getelementptr inbounds nuw %struct.inflate_codes, ptr %codes, i32 0, i32 1
  %arrayidx21 = getelementptr inbounds [16 x i16], ptr %counts20, i32 0, i32 %length.0
  %3 = load i16, ptr %arrayidx21, align 2
  %conv22 = zext i16 %3 to i32
  %sub23 = sub nsw i32 %mul, %conv22
  %cmp24 = icmp slt i32 %sub23, 0
  br i1 %cmp24, label %return, label %if.end

if.end:
  %arrayidx26 = getelementptr inbounds [17 x i32], ptr %offsets, i32 0, i32 %length.0
  %4 = load i32, ptr %arrayidx26, align 4
  %counts27 = getelementptr inbounds nuw %struct.inflate_codes, ptr %codes, i32 0, i32 1
  %arrayidx28 = getelementptr inbounds [16 x i16], ptr %counts27, i32 0, i32 %length.0
  %5 = load i16, ptr %arrayidx28, align 2
  %conv29 = zext i16 %5 to i32
  %add = add nsw i32 %4, %conv29
  %add30 = add nsw i32 %length.0, 1
  %arrayidx31 = getelementptr inbounds [17 x i32], ptr %offsets, i32 0, i32 %add30
  store i32 %add, ptr %arrayidx31, align 4
  %counts32 = getelementptr inbounds nuw %struct.inflate_codes, ptr %codes, i32 0, i32 1
  %sub33 = sub nsw i32 %length.0, 1
  %arrayidx34 = getelementptr inbounds [16 x i16], ptr %counts32, i32 0, i32 %sub33
  %6 = load i16, ptr %arrayidx34, align 2
  %conv35 = zext i16 %6 to i32
  %add36 = add nsw i32 %code.0, %conv35
  %shl = shl i32 %add36, 1
  %arrayidx37 = getelementptr inbounds [16 x i32], ptr %next, i32 0, i32 %length.0
  store i32 %shl, ptr %arrayidx37, align 4
  %inc39 = add nsw i32 %length.0, 1
  br label %for.cond16

for.end40:
  %cmp41 = icmp sgt i32 %left.0, 0
  %cmp43 = icmp sgt i32 %sub, 1
  %or.cond = select i1 %cmp41, i1 %cmp43, i1 false
  br i1 %or.cond, label %return, label %for.cond48

for.cond48:
  %k47.0 = phi i32 [ %inc54, %for.body51 ], [ 0, %for.end40 ]
  %cmp49 = icmp slt i32 %k47.0, 512
  br i1 %cmp49, label %for.body51, label %for.cond57

for.body51:
  %fast = getelementptr inbounds nuw %struct.inflate_codes, ptr %codes, i32 0, i32 0
  %arrayidx52 = getelementptr inbounds [512 x i16], ptr %fast, i32 0, i32 %k47.0
  store i16 0, ptr %arrayidx52, align 2
  %inc54 = add nsw i32 %k47.0, 1
  br label %for.cond48

for.cond57:
  %k56.0 = phi i32 [ %inc100, %for.inc99 ], [ 0, %for.cond48 ]
  %cmp58 = icmp slt i32 %k56.0, %count
  br i1 %cmp58, label %for.body60, label %return

for.body60:
  %arrayidx62 = getelementptr inbounds i8, ptr %lengths, i32 %k56.0
  %7 = load i8, ptr %arrayidx62, align 1
  %conv63 = zext i8 %7 to i32
  %cmp64 = icmp eq i32 %conv63, 0
  br i1 %cmp64, label %for.inc99, label %if.end67

if.end67:
  %conv68 = trunc i32 %k56.0 to i16
  %symbols = getelementptr inbounds nuw %struct.inflate_codes, ptr %codes, i32 0, i32 2
  %arrayidx69 = getelementptr inbounds [17 x i32], ptr %offsets, i32 0, i32 %conv63
  %8 = load i32, ptr %arrayidx69, align 4
  %inc70 = add nsw i32 %8, 1
  store i32 %inc70, ptr %arrayidx69, align 4
  %arrayidx71 = getelementptr inbounds [288 x i16], ptr %symbols, i32 0, i32 %8
  store i16 %conv68, ptr %arrayidx71, align 2
  %arrayidx72 = getelementptr inbounds [16 x i32], ptr %next, i32 0, i32 %conv63
  %9 = load i32, ptr %arrayidx72, align 4
  %inc73 = add nsw i32 %9, 1
  store i32 %inc73, ptr %arrayidx72, align 4
  br label %for.cond74

for.cond74:
  %reversed.0 = phi i32 [ 0, %if.end67 ], [ %or, %for.body77 ]
  %bit.0 = phi i32 [ 0, %if.end67 ], [ %inc82, %for.body77 ]
  %cmp75 = icmp slt i32 %bit.0, %conv63
  br i1 %cmp75, label %for.body77, label %for.cond84

for.body77:
  %shr = ashr i32 %9, %bit.0
  %and = and i32 %shr, 1
  %sub78 = sub nsw i32 %conv63, 1
  %sub79 = sub nsw i32 %sub78, %bit.0
  %shl80 = shl i32 %and, %sub79
  %or = or i32 %reversed.0, %shl80
  %inc82 = add nsw i32 %bit.0, 1
  br label %for.cond74

for.cond84:
  %m.0 = phi i32 [ %add97, %for.body89 ], [ %reversed.0, %for.cond74 ]
  %cmp85 = icmp sle i32 %conv63, 9
  %cmp87 = icmp slt i32 %m.0, 512
  %spec.select = select i1 %cmp85, i1 %cmp87, i1 false
  br i1 %spec.select, label %for.body89, label %for.inc99

for.body89:
  %shl90 = shl i32 %k56.0, 4
  %or91 = or i32 %shl90, %conv63
  %conv92 = trunc i32 %or91 to i16
  %fast93 = getelementptr inbounds nuw %struct.inflate_codes, ptr %codes, i32 0, i32 0
  %arrayidx94 = getelementptr inbounds [512 x i16], ptr %fast93, i32 0, i32 %m.0
  store i16 %conv92, ptr %arrayidx94, align 2
  %shl96 = shl i32 1, %conv63
  %add97 = add nsw i32 %m.0, %shl96
  br label %for.cond84

for.inc99:
  %inc100 = add nsw i32 %k56.0, 1
  br label %for.cond57

return:
  %retval.0 = phi i32 [ 1, %for.end40 ], [ 1, %for.body19 ], [ 0, %for.cond57 ]
  ret i32 %retval.0
}

declare void @llvm.memset.p0.i32(ptr, i8, i32, i1)

define internal i32 @mlcc_rt.inflate.inflate_symbol(ptr %s, ptr %codes) {
entry:
  call void @mlcc_rt.inflate.inflate_fill(ptr %s)
  %fast = getelementptr inbounds nuw %struct.inflate_codes, ptr %codes, i32 0, i32 0
  %bits = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 2
  %0 = load i64, ptr %bits, align 4
  %and = and i64 %0, 511
  %idxprom = trunc i64 %and to i32
  %arrayidx = getelementptr inbounds nuw [512 x i16], ptr %fast, i32 0, i32 %idxprom
  %1 = load i16, ptr %arrayidx, align 2
  %conv = zext i16 %1 to i32
  %cmp = icmp ne i32 %conv, 0
  br i1 %cmp, label %land.lhs.true, label %if.end

land.lhs.true:
  %and3 = and i32 %conv, 15
  %count = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 3
  %2 = load i32, ptr %count, align 4
  %cmp4 = icmp sle i32 %and3, %2
  br i1 %cmp4, label %if.then, label %if.end

if.then:
  %and6 = and i32 %conv, 15
  %bits7 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 2
  %3 = load i64, ptr %bits7, align 4
  %sh_prom = zext i32 %and6 to i64
  %shr = lshr i64 %3, %sh_prom
  store i64 %shr, ptr %bits7, align 4
  %and8 = and i32 %conv, 15
  %count9 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 3
  %4 = load i32, ptr %count9, align 4
  %sub = sub nsw i32 %4, %and8
  store i32 %sub, ptr %count9, align 4
  %shr10 = ashr i32 %conv, 4
  br label %return

if.end:
  br label %for.cond

for.cond:
  %code.0 = phi i32 [ 0, %if.end ], [ %shl40, %if.end37 ]
  %first.0 = phi i32 [ 0, %if.end ], [ %shl, %if.end37 ]
  %place.0 = phi i32 [ 0, %if.end ], [ %add38, %if.end37 ]
  %length.0 = phi i32 [ 1, %if.end ], [ %inc, %if.end37 ]
  %cmp11 = icmp sle i32 %length.0, 15
  br i1 %cmp11, label %land.rhs, label %return

land.rhs:
  %count13 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 3
  %5 = load i32, ptr %count13, align 4
  %cmp14 = icmp sle i32 %length.0, %5
  br i1 %cmp14, label %for.body, label %return

for.body:
  %bits16 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 2
  %6 = load i64, ptr %bits16, align 4
  %sub17 = sub nsw i32 %length.0, 1
  %sh_prom18 = zext i32 %sub17 to i64
  %shr19 = lshr i64 %6, %sh_prom18
  %and20 = and i64 %shr19, 1
  %conv21 = trunc i64 %and20 to i32
  %or = or i32 %code.0, %conv21
  %counts = getelementptr inbounds nuw %struct.inflate_codes, ptr %codes, i32 0, i32 1
  %arrayidx23 = getelementptr inbounds [16 x i16], ptr %counts, i32 0, i32 %length.0
  %7 = load i16, ptr %arrayidx23, align 2
  %conv24 = zext i16 %7 to i32
  %sub25 = sub nsw i32 %or, %conv24
  %cmp26 = icmp slt i32 %sub25, %first.0
  br i1 %cmp26, label %if.then28, label %if.end37

if.then28:
  %bits29 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 2
  %8 = load i64, ptr %bits29, align 4
  %sh_prom30 = zext i32 %length.0 to i64
  %shr31 = lshr i64 %8, %sh_prom30
  store i64 %shr31, ptr %bits29, align 4
  %count32 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 3
  %9 = load i32, ptr %count32, align 4
  %sub33 = sub nsw i32 %9, %length.0
  store i32 %sub33, ptr %count32, align 4
  %symbols = getelementptr inbounds nuw %struct.inflate_codes, ptr %codes, i32 0, i32 2
  %add = add nsw i32 %place.0, %or
  %sub34 = sub nsw i32 %add, %first.0
  %arrayidx35 = getelementptr inbounds [288 x i16], ptr %symbols, i32 0, i32 %sub34
  %10 = load i16, ptr %arrayidx35, align 2
  %conv36 = zext i16 %10 to i32
  br label %return

if.end37:
  %add38 = add nsw i32 %place.0, %conv24
  %add39 = add nsw i32 %first.0, %conv24
  %shl = shl i32 %add39, 1
  %shl40 = shl i32 %or, 1
  %inc = add nsw i32 %length.0, 1
  br label %for.cond

return:
  %retval.0 = phi i32 [ %shr10, %if.then ], [ %conv36, %if.then28 ], [ -1, %for.cond ], [ -1, %land.rhs ]
  ret i32 %retval.0
}
