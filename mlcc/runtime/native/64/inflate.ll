; Generated from inflate.c by mlcc.runtime.native.generate.

%struct.inflate = type { ptr, ptr, i64, i32, ptr, i64, i64, %struct.inflate_codes, %struct.inflate_codes }
%struct.inflate_codes = type { [512 x i16], [16 x i16], [288 x i16] }

@mlcc_rt.inflate.inflate_dynamic.order = internal constant [19 x i8] c"\10\11\12\00\08\07\09\06\0A\05\0B\04\0C\03\0D\02\0E\01\0F", align 16
@mlcc_rt.inflate.inflate_compressed.bases = internal constant [29 x i16] [i16 3, i16 4, i16 5, i16 6, i16 7, i16 8, i16 9, i16 10, i16 11, i16 13, i16 15, i16 17, i16 19, i16 23, i16 27, i16 31, i16 35, i16 43, i16 51, i16 59, i16 67, i16 83, i16 99, i16 115, i16 131, i16 163, i16 195, i16 227, i16 258], align 16
@mlcc_rt.inflate.inflate_compressed.far_bases = internal constant [30 x i16] [i16 1, i16 2, i16 3, i16 4, i16 5, i16 7, i16 9, i16 13, i16 17, i16 25, i16 33, i16 49, i16 65, i16 97, i16 129, i16 193, i16 257, i16 385, i16 513, i16 769, i16 1025, i16 1537, i16 2049, i16 3073, i16 4097, i16 6145, i16 8193, i16 12289, i16 16385, i16 24577], align 16

define internal i32 @mlcc_rt_inflate(ptr %data, i64 %size, ptr %to, i64 %room) {
entry:
  %call = call ptr @mlcc_rt_image_take(i64 1, i64 3320)
  %cmp = icmp eq ptr %call, null
  br i1 %cmp, label %return, label %if.end

if.end:
  %at = getelementptr inbounds nuw %struct.inflate, ptr %call, i32 0, i32 0
  store ptr %data, ptr %at, align 8
  %add.ptr = getelementptr inbounds nuw i8, ptr %data, i64 %size
  %end = getelementptr inbounds nuw %struct.inflate, ptr %call, i32 0, i32 1
  store ptr %add.ptr, ptr %end, align 8
  %to1 = getelementptr inbounds nuw %struct.inflate, ptr %call, i32 0, i32 4
  store ptr %to, ptr %to1, align 8
  %room2 = getelementptr inbounds nuw %struct.inflate, ptr %call, i32 0, i32 6
  store i64 %room, ptr %room2, align 8
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
  %0 = load i64, ptr %done, align 8
  %cmp4 = icmp ult i64 %0, %room
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
  %1 = load i64, ptr %done27, align 8
  %cmp28 = icmp ult i64 %1, %room
  %cmp30 = icmp eq i32 %problem.0, 0
  %.problem.0 = select i1 %cmp30, i32 1, i32 %problem.0
  %problem.2 = select i1 %cmp28, i32 %.problem.0, i32 %problem.0
  call void @free(ptr %call)
  br label %return

return:
  %retval.0 = phi i32 [ %problem.2, %while.end ], [ 3, %entry ]
  ret i32 %retval.0
}

declare ptr @mlcc_rt_image_take(i64, i64)

define internal i32 @mlcc_rt.inflate.inflate_take(ptr %s, i32 %count) {
entry:
  %count1 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 3
  %0 = load i32, ptr %count1, align 8
  %cmp = icmp slt i32 %0, %count
  br i1 %cmp, label %if.then, label %if.end

if.then:
  call void @mlcc_rt.inflate.inflate_fill(ptr %s)
  br label %if.end

if.end:
  %count2 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 3
  %1 = load i32, ptr %count2, align 8
  %cmp3 = icmp slt i32 %1, %count
  br i1 %cmp3, label %return, label %if.end5

if.end5:
  %bits = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 2
  %2 = load i64, ptr %bits, align 8
  %sh_prom = zext i32 %count to i64
  %shl = shl i64 1, %sh_prom
  %sub = sub i64 %shl, 1
  %and = and i64 %2, %sub
  %conv = trunc i64 %and to i32
  %bits6 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 2
  %3 = load i64, ptr %bits6, align 8
  %sh_prom7 = zext i32 %count to i64
  %shr = lshr i64 %3, %sh_prom7
  store i64 %shr, ptr %bits6, align 8
  %count8 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 3
  %4 = load i32, ptr %count8, align 8
  %sub9 = sub nsw i32 %4, %count
  store i32 %sub9, ptr %count8, align 8
  br label %return

return:
  %retval.0 = phi i32 [ %conv, %if.end5 ], [ -1, %if.end ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.inflate.inflate_stored(ptr %s) {
entry:
  %count = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 3
  %0 = load i32, ptr %count, align 8
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
  %1 = load i64, ptr %done, align 8
  %room = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 6
  %2 = load i64, ptr %room, align 8
  %cmp5 = icmp ult i64 %1, %2
  br i1 %cmp5, label %for.body, label %return

for.body:
  %call6 = call i32 @mlcc_rt.inflate.inflate_take(ptr %s, i32 8)
  %cmp7 = icmp slt i32 %call6, 0
  br i1 %cmp7, label %return, label %if.end9

if.end9:
  %conv = trunc i32 %call6 to i8
  %to = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 4
  %3 = load ptr, ptr %to, align 8
  %done10 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 5
  %4 = load i64, ptr %done10, align 8
  %inc = add i64 %4, 1
  store i64 %inc, ptr %done10, align 8
  %arrayidx = getelementptr inbounds nuw i8, ptr %3, i64 %4
  store i8 %conv, ptr %arrayidx, align 1
  %inc11 = add nsw i32 %n.0, 1
  br label %for.cond

return:
  %retval.0 = phi i32 [ 1, %for.body ], [ 1, %entry ], [ 0, %for.cond ], [ 0, %land.rhs ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.inflate.inflate_fixed(ptr %s) {
entry:
  %lengths = alloca [288 x i8], align 16
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
  %idxprom = sext i32 %k.0 to i64
  %arrayidx = getelementptr inbounds [288 x i8], ptr %lengths, i64 0, i64 %idxprom
  store i8 %conv, ptr %arrayidx, align 1
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.end:
  %lengths9 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 7
  %arraydecay = getelementptr inbounds [288 x i8], ptr %lengths, i64 0, i64 0
  %call = call i32 @mlcc_rt.inflate.inflate_make(ptr %lengths9, ptr %arraydecay, i32 288)
  br label %for.cond11

for.cond11:
  %k10.0 = phi i32 [ 0, %for.end ], [ %inc18, %for.body14 ]
  %cmp12 = icmp slt i32 %k10.0, 32
  br i1 %cmp12, label %for.body14, label %for.end19

for.body14:
  %idxprom15 = sext i32 %k10.0 to i64
  %arrayidx16 = getelementptr inbounds [288 x i8], ptr %lengths, i64 0, i64 %idxprom15
  store i8 5, ptr %arrayidx16, align 1
  %inc18 = add nsw i32 %k10.0, 1
  br label %for.cond11

for.end19:
  %distances = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 8
  %arraydecay20 = getelementptr inbounds [288 x i8], ptr %lengths, i64 0, i64 0
  %call21 = call i32 @mlcc_rt.inflate.inflate_make(ptr %distances, ptr %arraydecay20, i32 32)
  %or = or i32 %call, %call21
  ret i32 %or
}

define internal i32 @mlcc_rt.inflate.inflate_dynamic(ptr %s) {
entry:
  %lengths = alloca [458 x i8], align 16
  %call = call i32 @mlcc_rt.inflate.inflate_take(ptr %s, i32 5)
  %add = add nsw i32 %call, 257
  %call1 = call i32 @mlcc_rt.inflate.inflate_take(ptr %s, i32 5)
  %add2 = add nsw i32 %call1, 1
  %call3 = call i32 @mlcc_rt.inflate.inflate_take(ptr %s, i32 4)
  %add4 = add nsw i32 %call3, 4
  call void @llvm.memset.p0.i64(ptr align 16 %lengths, i8 0, i64 458, i1 false)
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
  %idxprom = sext i32 %k.0 to i64
  %arrayidx = getelementptr inbounds [19 x i8], ptr @mlcc_rt.inflate.inflate_dynamic.order, i64 0, i64 %idxprom
  %0 = load i8, ptr %arrayidx, align 1
  %idxprom11 = zext i8 %0 to i64
  %arrayidx12 = getelementptr inbounds nuw [458 x i8], ptr %lengths, i64 0, i64 %idxprom11
  store i8 %conv, ptr %arrayidx12, align 1
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.end:
  %lengths13 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 7
  %arraydecay = getelementptr inbounds [458 x i8], ptr %lengths, i64 0, i64 0
  %call14 = call i32 @mlcc_rt.inflate.inflate_make(ptr %lengths13, ptr %arraydecay, i32 19)
  %cmp15 = icmp ne i32 %call14, 0
  br i1 %cmp15, label %return, label %for.cond20

for.cond20:
  %k19.0 = phi i32 [ 0, %for.end ], [ %inc40, %if.then38 ], [ %k19.1, %for.end81 ]
  %add21 = add nsw i32 %add, %add2
  %cmp22 = icmp slt i32 %k19.0, %add21
  br i1 %cmp22, label %for.body24, label %for.end87

for.body24:
  %lengths25 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 7
  %call26 = call i32 @mlcc_rt.inflate.inflate_symbol(ptr %s, ptr %lengths25)
  %cmp27 = icmp slt i32 %call26, 0
  br i1 %cmp27, label %return, label %lor.lhs.false29

lor.lhs.false29:
  %cmp30 = icmp eq i32 %call26, 16
  %cmp32 = icmp eq i32 %k19.0, 0
  %or.cond36 = and i1 %cmp30, %cmp32
  br i1 %or.cond36, label %return, label %if.end35

if.end35:
  %cmp36 = icmp slt i32 %call26, 16
  br i1 %cmp36, label %if.then38, label %if.end43

if.then38:
  %conv39 = trunc i32 %call26 to i8
  %inc40 = add nsw i32 %k19.0, 1
  %idxprom41 = sext i32 %k19.0 to i64
  %arrayidx42 = getelementptr inbounds [458 x i8], ptr %lengths, i64 0, i64 %idxprom41
  store i8 %conv39, ptr %arrayidx42, align 1
  br label %for.cond20

if.end43:
  %cmp44 = icmp eq i32 %call26, 16
  br i1 %cmp44, label %cond.end51, label %cond.false47

cond.false47:
  %cmp48 = icmp eq i32 %call26, 17
  %cond50 = select i1 %cmp48, i32 3, i32 7
  br label %cond.end51

cond.end51:
  %cond52 = phi i32 [ %cond50, %cond.false47 ], [ 2, %if.end43 ]
  %call53 = call i32 @mlcc_rt.inflate.inflate_take(ptr %s, i32 %cond52)
  %cmp54 = icmp slt i32 %call53, 0
  br i1 %cmp54, label %return, label %if.end57

if.end57:
  %cmp58 = icmp eq i32 %call26, 18
  %cond60 = select i1 %cmp58, i32 11, i32 3
  %add61 = add nsw i32 %call53, %cond60
  %cmp62 = icmp eq i32 %call26, 16
  br i1 %cmp62, label %cond.true64, label %cond.end69

cond.true64:
  %sub = sub nsw i32 %k19.0, 1
  %idxprom65 = sext i32 %sub to i64
  %arrayidx66 = getelementptr inbounds [458 x i8], ptr %lengths, i64 0, i64 %idxprom65
  %1 = load i8, ptr %arrayidx66, align 1
  %conv67 = zext i8 %1 to i32
  br label %cond.end69

cond.end69:
  %cond70 = phi i32 [ %conv67, %cond.true64 ], [ 0, %if.end57 ]
  %conv71 = trunc i32 %cond70 to i8
  br label %for.cond72

for.cond72:
  %k19.1 = phi i32 [ %k19.0, %cond.end69 ], [ %inc76, %for.body75 ]
  %n.0 = phi i32 [ 0, %cond.end69 ], [ %inc80, %for.body75 ]
  %cmp73 = icmp slt i32 %n.0, %add61
  br i1 %cmp73, label %for.body75, label %for.end81

for.body75:
  %inc76 = add nsw i32 %k19.1, 1
  %idxprom77 = sext i32 %k19.1 to i64
  %arrayidx78 = getelementptr inbounds [458 x i8], ptr %lengths, i64 0, i64 %idxprom77
  store i8 %conv71, ptr %arrayidx78, align 1
  %inc80 = add nsw i32 %n.0, 1
  br label %for.cond72

for.end81:
  %add82 = add nsw i32 %add, %add2
  %cmp83 = icmp sgt i32 %k19.1, %add82
  br i1 %cmp83, label %return, label %for.cond20

for.end87:
  %distances88 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 8
  %arraydecay89 = getelementptr inbounds [458 x i8], ptr %lengths, i64 0, i64 0
  %idx.ext = sext i32 %add to i64
  %add.ptr = getelementptr inbounds i8, ptr %arraydecay89, i64 %idx.ext
  %call90 = call i32 @mlcc_rt.inflate.inflate_make(ptr %distances88, ptr %add.ptr, i32 %add2)
  %lengths91 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 7
  %arraydecay92 = getelementptr inbounds [458 x i8], ptr %lengths, i64 0, i64 0
  %call93 = call i32 @mlcc_rt.inflate.inflate_make(ptr %lengths91, ptr %arraydecay92, i32 %add)
  %or = or i32 %call90, %call93
  br label %return

return:
  %retval.0 = phi i32 [ %or, %for.end87 ], [ 1, %entry ], [ 1, %for.end ], [ 1, %for.body24 ], [ 1, %cond.end51 ], [ 1, %lor.lhs.false29 ], [ 1, %for.end81 ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.inflate.inflate_compressed(ptr %s) {
entry:
  br label %while.cond

while.cond:
  %done = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 5
  %0 = load i64, ptr %done, align 8
  %room = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 6
  %1 = load i64, ptr %room, align 8
  %cmp = icmp ult i64 %0, %1
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
  %2 = load ptr, ptr %to, align 8
  %done8 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 5
  %3 = load i64, ptr %done8, align 8
  %inc = add i64 %3, 1
  store i64 %inc, ptr %done8, align 8
  %arrayidx = getelementptr inbounds nuw i8, ptr %2, i64 %3
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
  %idxprom = sext i32 %call17 to i64
  %arrayidx37 = getelementptr inbounds [30 x i16], ptr @mlcc_rt.inflate.inflate_compressed.far_bases, i64 0, i64 %idxprom
  %4 = load i16, ptr %arrayidx37, align 2
  %conv38 = zext i16 %4 to i64
  %conv39 = sext i32 %call36 to i64
  %add = add i64 %conv38, %conv39
  %cmp40 = icmp slt i32 %call36, 0
  br i1 %cmp40, label %return, label %lor.lhs.false42

lor.lhs.false42:
  %done43 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 5
  %5 = load i64, ptr %done43, align 8
  %cmp44 = icmp ugt i64 %add, %5
  br i1 %cmp44, label %return, label %if.end47

if.end47:
  %idxprom48 = sext i32 %sub to i64
  %arrayidx49 = getelementptr inbounds [29 x i16], ptr @mlcc_rt.inflate.inflate_compressed.bases, i64 0, i64 %idxprom48
  %6 = load i16, ptr %arrayidx49, align 2
  %conv50 = zext i16 %6 to i32
  %add51 = add nsw i32 %conv50, %call16
  br label %for.cond

for.cond:
  %n.0 = phi i32 [ %add51, %if.end47 ], [ %dec, %for.body ]
  %cmp52 = icmp sgt i32 %n.0, 0
  br i1 %cmp52, label %land.rhs, label %for.end

land.rhs:
  %done54 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 5
  %7 = load i64, ptr %done54, align 8
  %room55 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 6
  %8 = load i64, ptr %room55, align 8
  %cmp56 = icmp ult i64 %7, %8
  br i1 %cmp56, label %for.body, label %for.end

for.body:
  %to58 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 4
  %9 = load ptr, ptr %to58, align 8
  %done59 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 5
  %10 = load i64, ptr %done59, align 8
  %sub60 = sub i64 %10, %add
  %arrayidx61 = getelementptr inbounds nuw i8, ptr %9, i64 %sub60
  %11 = load i8, ptr %arrayidx61, align 1
  %to62 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 4
  %12 = load ptr, ptr %to62, align 8
  %done63 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 5
  %13 = load i64, ptr %done63, align 8
  %arrayidx64 = getelementptr inbounds nuw i8, ptr %12, i64 %13
  store i8 %11, ptr %arrayidx64, align 1
  %dec = add nsw i32 %n.0, -1
  %done65 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 5
  %14 = load i64, ptr %done65, align 8
  %inc66 = add i64 %14, 1
  store i64 %inc66, ptr %done65, align 8
  br label %for.cond

for.end:
  br label %while.cond

return:
  %retval.0 = phi i32 [ 1, %cond.end34 ], [ 1, %while.body ], [ 0, %if.end ], [ 1, %cond.end ], [ 1, %lor.lhs.false42 ], [ 0, %while.cond ]
  ret i32 %retval.0
}

declare void @free(ptr)

define internal i32 @mlcc_rt_zlib(ptr %data, i64 %size, ptr %to, i64 %room) {
entry:
  %cmp = icmp ult i64 %size, 2
  br i1 %cmp, label %return, label %lor.lhs.false

lor.lhs.false:
  %arrayidx = getelementptr inbounds i8, ptr %data, i64 0
  %0 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %0 to i32
  %and = and i32 %conv, 15
  %cmp1 = icmp ne i32 %and, 8
  br i1 %cmp1, label %return, label %lor.lhs.false3

lor.lhs.false3:
  %arrayidx4 = getelementptr inbounds i8, ptr %data, i64 0
  %1 = load i8, ptr %arrayidx4, align 1
  %conv5 = zext i8 %1 to i32
  %shl = shl i32 %conv5, 8
  %arrayidx6 = getelementptr inbounds i8, ptr %data, i64 1
  %2 = load i8, ptr %arrayidx6, align 1
  %conv7 = zext i8 %2 to i32
  %or = or i32 %shl, %conv7
  %rem = srem i32 %or, 31
  %cmp8 = icmp ne i32 %rem, 0
  br i1 %cmp8, label %return, label %lor.lhs.false10

lor.lhs.false10:
  %arrayidx11 = getelementptr inbounds i8, ptr %data, i64 1
  %3 = load i8, ptr %arrayidx11, align 1
  %conv12 = zext i8 %3 to i32
  %and13 = and i32 %conv12, 32
  %cmp14 = icmp ne i32 %and13, 0
  br i1 %cmp14, label %return, label %if.end

if.end:
  %add.ptr = getelementptr inbounds i8, ptr %data, i64 2
  %sub = sub i64 %size, 2
  %call = call i32 @mlcc_rt_inflate(ptr %add.ptr, i64 %sub, ptr %to, i64 %room)
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
  %0 = load i32, ptr %count, align 8
  %cmp = icmp sle i32 %0, 48
  br i1 %cmp, label %land.rhs, label %while.end

land.rhs:
  %at = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 0
  %1 = load ptr, ptr %at, align 8
  %end = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 1
  %2 = load ptr, ptr %end, align 8
  %cmp1 = icmp ult ptr %1, %2
  br i1 %cmp1, label %while.body, label %while.end

while.body:
  %at2 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 0
  %3 = load ptr, ptr %at2, align 8
  %incdec.ptr = getelementptr inbounds nuw i8, ptr %3, i32 1
  store ptr %incdec.ptr, ptr %at2, align 8
  %4 = load i8, ptr %3, align 1
  %conv = zext i8 %4 to i64
  %count3 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 3
  %5 = load i32, ptr %count3, align 8
  %sh_prom = zext i32 %5 to i64
  %shl = shl i64 %conv, %sh_prom
  %bits = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 2
  %6 = load i64, ptr %bits, align 8
  %or = or i64 %6, %shl
  store i64 %or, ptr %bits, align 8
  %count4 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 3
  %7 = load i32, ptr %count4, align 8
  %add = add nsw i32 %7, 8
  store i32 %add, ptr %count4, align 8
  br label %while.cond

while.end:
  ret void
}

define internal i32 @mlcc_rt.inflate.inflate_make(ptr %codes, ptr %lengths, i32 %count) {
entry:
  %offsets = alloca [17 x i32], align 16
  %next = alloca [16 x i32], align 16
  call void @llvm.memset.p0.i64(ptr align 16 %offsets, i8 0, i64 68, i1 false)
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp sle i32 %k.0, 15
  br i1 %cmp, label %for.body, label %for.cond2

for.body:
  %counts = getelementptr inbounds nuw %struct.inflate_codes, ptr %codes, i32 0, i32 1
  %idxprom = sext i32 %k.0 to i64
  %arrayidx = getelementptr inbounds [16 x i16], ptr %counts, i64 0, i64 %idxprom
  store i16 0, ptr %arrayidx, align 2
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.cond2:
  %k1.0 = phi i32 [ %inc12, %for.body4 ], [ 0, %for.cond ]
  %cmp3 = icmp slt i32 %k1.0, %count
  br i1 %cmp3, label %for.body4, label %for.end13

for.body4:
  %counts5 = getelementptr inbounds nuw %struct.inflate_codes, ptr %codes, i32 0, i32 1
  %idxprom6 = sext i32 %k1.0 to i64
  %arrayidx7 = getelementptr inbounds i8, ptr %lengths, i64 %idxprom6
  %0 = load i8, ptr %arrayidx7, align 1
  %idxprom8 = zext i8 %0 to i64
  %arrayidx9 = getelementptr inbounds nuw [16 x i16], ptr %counts5, i64 0, i64 %idxprom8
  %1 = load i16, ptr %arrayidx9, align 2
  %inc10 = add i16 %1, 1
  store i16 %inc10, ptr %arrayidx9, align 2
  %inc12 = add nsw i32 %k1.0, 1
  br label %for.cond2

for.end13:
  %counts14 = getelementptr inbounds nuw %struct.inflate_codes, ptr %codes, i32 0, i32 1
  %arrayidx15 = getelementptr inbounds [16 x i16], ptr %counts14, i64 0, i64 0
  %2 = load i16, ptr %arrayidx15, align 2
  %conv = zext i16 %2 to i32
  %sub = sub nsw i32 %count, %conv
  %counts16 = getelementptr inbounds nuw %struct.inflate_codes, ptr %codes, i32 0, i32 1
  %arrayidx17 = getelementptr inbounds [16 x i16], ptr %counts16, i64 0, i64 0
  store i16 0, ptr %arrayidx17, align 2
  br label %for.cond18

for.cond18:
  %code.0 = phi i32 [ 0, %for.end13 ], [ %shl, %if.end ]
  %length.0 = phi i32 [ 1, %for.end13 ], [ %inc47, %if.end ]
  %left.0 = phi i32 [ 1, %for.end13 ], [ %sub26, %if.end ]
  %cmp19 = icmp sle i32 %length.0, 15
  br i1 %cmp19, label %for.body21, label %for.end48

for.body21:
  %mul = mul nsw i32 2, %left.0
  %counts22 = getelementptr inbounds nuw %struct.inflate_codes, ptr %codes, i32 0, i32 1
  %idxprom23 = sext i32 %length.0 to i64
  %arrayidx24 = getelementptr inbounds [16 x i16], ptr %counts22, i64 0, i64 %idxprom23
  %3 = load i16, ptr %arrayidx24, align 2
  %conv25 = zext i16 %3 to i32
  %sub26 = sub nsw i32 %mul, %conv25
  %cmp27 = icmp slt i32 %sub26, 0
  br i1 %cmp27, label %return, label %if.end

if.end:
  %idxprom29 = sext i32 %length.0 to i64
  %arrayidx30 = getelementptr inbounds [17 x i32], ptr %offsets, i64 0, i64 %idxprom29
  %4 = load i32, ptr %arrayidx30, align 4
  %counts31 = getelementptr inbounds nuw %struct.inflate_codes, ptr %codes, i32 0, i32 1
  %idxprom32 = sext i32 %length.0 to i64
  %arrayidx33 = getelementptr inbounds [16 x i16], ptr %counts31, i64 0, i64 %idxprom32
  %5 = load i16, ptr %arrayidx33, align 2
  %conv34 = zext i16 %5 to i32
  %add = add nsw i32 %4, %conv34
  %add35 = add nsw i32 %length.0, 1
  %idxprom36 = sext i32 %add35 to i64
  %arrayidx37 = getelementptr inbounds [17 x i32], ptr %offsets, i64 0, i64 %idxprom36
  store i32 %add, ptr %arrayidx37, align 4
  %counts38 = getelementptr inbounds nuw %struct.inflate_codes, ptr %codes, i32 0, i32 1
  %sub39 = sub nsw i32 %length.0, 1
  %idxprom40 = sext i32 %sub39 to i64
  %arrayidx41 = getelementptr inbounds [16 x i16], ptr %counts38, i64 0, i64 %idxprom40
  %6 = load i16, ptr %arrayidx41, align 2
  %conv42 = zext i16 %6 to i32
  %add43 = add nsw i32 %code.0, %conv42
  %shl = shl i32 %add43, 1
  %idxprom44 = sext i32 %length.0 to i64
  %arrayidx45 = getelementptr inbounds [16 x i32], ptr %next, i64 0, i64 %idxprom44
  store i32 %shl, ptr %arrayidx45, align 4
  %inc47 = add nsw i32 %length.0, 1
  br label %for.cond18

for.end48:
  %cmp49 = icmp sgt i32 %left.0, 0
  %cmp51 = icmp sgt i32 %sub, 1
  %or.cond = select i1 %cmp49, i1 %cmp51, i1 false
  br i1 %or.cond, label %return, label %for.cond56

for.cond56:
  %k55.0 = phi i32 [ %inc63, %for.body59 ], [ 0, %for.end48 ]
  %cmp57 = icmp slt i32 %k55.0, 512
  br i1 %cmp57, label %for.body59, label %for.cond66

for.body59:
  %fast = getelementptr inbounds nuw %struct.inflate_codes, ptr %codes, i32 0, i32 0
  %idxprom60 = sext i32 %k55.0 to i64
  %arrayidx61 = getelementptr inbounds [512 x i16], ptr %fast, i64 0, i64 %idxprom60
  store i16 0, ptr %arrayidx61, align 2
  %inc63 = add nsw i32 %k55.0, 1
  br label %for.cond56

for.cond66:
  %k65.0 = phi i32 [ %inc114, %for.inc113 ], [ 0, %for.cond56 ]
  %cmp67 = icmp slt i32 %k65.0, %count
  br i1 %cmp67, label %for.body69, label %return

for.body69:
  %idxprom71 = sext i32 %k65.0 to i64
  %arrayidx72 = getelementptr inbounds i8, ptr %lengths, i64 %idxprom71
  %7 = load i8, ptr %arrayidx72, align 1
  %conv73 = zext i8 %7 to i32
  %cmp74 = icmp eq i32 %conv73, 0
  br i1 %cmp74, label %for.inc113, label %if.end77

if.end77:
  %conv78 = trunc i32 %k65.0 to i16
  %symbols = getelementptr inbounds nuw %struct.inflate_codes, ptr %codes, i32 0, i32 2
  %idxprom79 = sext i32 %conv73 to i64
  %arrayidx80 = getelementptr inbounds [17 x i32], ptr %offsets, i64 0, i64 %idxprom79
  %8 = load i32, ptr %arrayidx80, align 4
  %inc81 = add nsw i32 %8, 1
  store i32 %inc81, ptr %arrayidx80, align 4
  %idxprom82 = sext i32 %8 to i64
  %arrayidx83 = getelementptr inbounds [288 x i16], ptr %symbols, i64 0, i64 %idxprom82
  store i16 %conv78, ptr %arrayidx83, align 2
  %idxprom84 = sext i32 %conv73 to i64
  %arrayidx85 = getelementptr inbounds [16 x i32], ptr %next, i64 0, i64 %idxprom84
  %9 = load i32, ptr %arrayidx85, align 4
  %inc86 = add nsw i32 %9, 1
  store i32 %inc86, ptr %arrayidx85, align 4
  br label %for.cond87

for.cond87:
  %reversed.0 = phi i32 [ 0, %if.end77 ], [ %or, %for.body90 ]
  %bit.0 = phi i32 [ 0, %if.end77 ], [ %inc95, %for.body90 ]
  %cmp88 = icmp slt i32 %bit.0, %conv73
  br i1 %cmp88, label %for.body90, label %for.cond97

for.body90:
  %shr = ashr i32 %9, %bit.0
  %and = and i32 %shr, 1
  %sub91 = sub nsw i32 %conv73, 1
  %sub92 = sub nsw i32 %sub91, %bit.0
  %shl93 = shl i32 %and, %sub92
  %or = or i32 %reversed.0, %shl93
  %inc95 = add nsw i32 %bit.0, 1
  br label %for.cond87

for.cond97:
  %m.0 = phi i32 [ %add111, %for.body102 ], [ %reversed.0, %for.cond87 ]
  %cmp98 = icmp sle i32 %conv73, 9
  %cmp100 = icmp slt i32 %m.0, 512
  %spec.select = select i1 %cmp98, i1 %cmp100, i1 false
  br i1 %spec.select, label %for.body102, label %for.inc113

for.body102:
  %shl103 = shl i32 %k65.0, 4
  %or104 = or i32 %shl103, %conv73
  %conv105 = trunc i32 %or104 to i16
  %fast106 = getelementptr inbounds nuw %struct.inflate_codes, ptr %codes, i32 0, i32 0
  %idxprom107 = sext i32 %m.0 to i64
  %arrayidx108 = getelementptr inbounds [512 x i16], ptr %fast106, i64 0, i64 %idxprom107
  store i16 %conv105, ptr %arrayidx108, align 2
  %shl110 = shl i32 1, %conv73
  %add111 = add nsw i32 %m.0, %shl110
  br label %for.cond97

for.inc113:
  %inc114 = add nsw i32 %k65.0, 1
  br label %for.cond66

return:
  %retval.0 = phi i32 [ 1, %for.end48 ], [ 1, %for.body21 ], [ 0, %for.cond66 ]
  ret i32 %retval.0
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define internal i32 @mlcc_rt.inflate.inflate_symbol(ptr %s, ptr %codes) {
entry:
  call void @mlcc_rt.inflate.inflate_fill(ptr %s)
  %fast = getelementptr inbounds nuw %struct.inflate_codes, ptr %codes, i32 0, i32 0
  %bits = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 2
  %0 = load i64, ptr %bits, align 8
  %and = and i64 %0, 511
  %arrayidx = getelementptr inbounds nuw [512 x i16], ptr %fast, i64 0, i64 %and
  %1 = load i16, ptr %arrayidx, align 2
  %conv = zext i16 %1 to i32
  %cmp = icmp ne i32 %conv, 0
  br i1 %cmp, label %land.lhs.true, label %if.end

land.lhs.true:
  %and3 = and i32 %conv, 15
  %count = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 3
  %2 = load i32, ptr %count, align 8
  %cmp4 = icmp sle i32 %and3, %2
  br i1 %cmp4, label %if.then, label %if.end

if.then:
  %and6 = and i32 %conv, 15
  %bits7 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 2
  %3 = load i64, ptr %bits7, align 8
  %sh_prom = zext i32 %and6 to i64
  %shr = lshr i64 %3, %sh_prom
  store i64 %shr, ptr %bits7, align 8
  %and8 = and i32 %conv, 15
  %count9 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 3
  %4 = load i32, ptr %count9, align 8
  %sub = sub nsw i32 %4, %and8
  store i32 %sub, ptr %count9, align 8
  %shr10 = ashr i32 %conv, 4
  br label %return

if.end:
  br label %for.cond

for.cond:
  %code.0 = phi i32 [ 0, %if.end ], [ %shl41, %if.end38 ]
  %first.0 = phi i32 [ 0, %if.end ], [ %shl, %if.end38 ]
  %place.0 = phi i32 [ 0, %if.end ], [ %add39, %if.end38 ]
  %length.0 = phi i32 [ 1, %if.end ], [ %inc, %if.end38 ]
  %cmp11 = icmp sle i32 %length.0, 15
  br i1 %cmp11, label %land.rhs, label %return

land.rhs:
  %count13 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 3
  %5 = load i32, ptr %count13, align 8
  %cmp14 = icmp sle i32 %length.0, %5
  br i1 %cmp14, label %for.body, label %return

for.body:
  %bits16 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 2
  %6 = load i64, ptr %bits16, align 8
  %sub17 = sub nsw i32 %length.0, 1
  %sh_prom18 = zext i32 %sub17 to i64
  %shr19 = lshr i64 %6, %sh_prom18
  %and20 = and i64 %shr19, 1
  %conv21 = trunc i64 %and20 to i32
  %or = or i32 %code.0, %conv21
  %counts = getelementptr inbounds nuw %struct.inflate_codes, ptr %codes, i32 0, i32 1
  %idxprom = sext i32 %length.0 to i64
  %arrayidx23 = getelementptr inbounds [16 x i16], ptr %counts, i64 0, i64 %idxprom
  %7 = load i16, ptr %arrayidx23, align 2
  %conv24 = zext i16 %7 to i32
  %sub25 = sub nsw i32 %or, %conv24
  %cmp26 = icmp slt i32 %sub25, %first.0
  br i1 %cmp26, label %if.then28, label %if.end38

if.then28:
  %bits29 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 2
  %8 = load i64, ptr %bits29, align 8
  %sh_prom30 = zext i32 %length.0 to i64
  %shr31 = lshr i64 %8, %sh_prom30
  store i64 %shr31, ptr %bits29, align 8
  %count32 = getelementptr inbounds nuw %struct.inflate, ptr %s, i32 0, i32 3
  %9 = load i32, ptr %count32, align 8
  %sub33 = sub nsw i32 %9, %length.0
  store i32 %sub33, ptr %count32, align 8
  %symbols = getelementptr inbounds nuw %struct.inflate_codes, ptr %codes, i32 0, i32 2
  %add = add nsw i32 %place.0, %or
  %sub34 = sub nsw i32 %add, %first.0
  %idxprom35 = sext i32 %sub34 to i64
  %arrayidx36 = getelementptr inbounds [288 x i16], ptr %symbols, i64 0, i64 %idxprom35
  %10 = load i16, ptr %arrayidx36, align 2
  %conv37 = zext i16 %10 to i32
  br label %return

if.end38:
  %add39 = add nsw i32 %place.0, %conv24
  %add40 = add nsw i32 %first.0, %conv24
  %shl = shl i32 %add40, 1
  %shl41 = shl i32 %or, 1
  %inc = add nsw i32 %length.0, 1
  br label %for.cond

return:
  %retval.0 = phi i32 [ %shr10, %if.then ], [ %conv37, %if.then28 ], [ -1, %for.cond ], [ -1, %land.rhs ]
  ret i32 %retval.0
}
