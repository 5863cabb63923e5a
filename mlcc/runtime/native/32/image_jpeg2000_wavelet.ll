; Generated from image_jpeg2000_wavelet.c by mlcc.runtime.native.generate.

%struct.j2k_line = type { i64, i64, i64 }
%union.mlcc_number = type { i32 }

@mlcc_rt.image_jpeg2000_wavelet.j2k_floats.factors = internal constant [4 x float] [float 0x3FDC626AA0000000, float 0x3FEC40CEC0000000, float 0xBFAB2035C0000000, float 0xBFF960CE60000000], align 4

define internal void @mlcc_rt_jpeg2000_wavelet(ptr %to, i64 %stride, i64 %x0, i64 %x1, i64 %y0, i64 %y1, i32 %reversible, ptr %room) {
entry:
  %row = alloca %struct.j2k_line, align 4
  %column = alloca %struct.j2k_line, align 4
  %count = getelementptr inbounds nuw %struct.j2k_line, ptr %row, i32 0, i32 0
  %sub = sub nsw i64 %x1, %x0
  store i64 %sub, ptr %count, align 4
  %odd = getelementptr inbounds nuw %struct.j2k_line, ptr %row, i32 0, i32 1
  %and = and i64 %x0, 1
  store i64 %and, ptr %odd, align 4
  %low = getelementptr inbounds nuw %struct.j2k_line, ptr %row, i32 0, i32 2
  %add = add nsw i64 %x1, 1
  %div = sdiv i64 %add, 2
  %add1 = add nsw i64 %x0, 1
  %div2 = sdiv i64 %add1, 2
  %sub3 = sub nsw i64 %div, %div2
  store i64 %sub3, ptr %low, align 4
  %count4 = getelementptr inbounds nuw %struct.j2k_line, ptr %column, i32 0, i32 0
  %sub5 = sub nsw i64 %y1, %y0
  store i64 %sub5, ptr %count4, align 4
  %odd6 = getelementptr inbounds nuw %struct.j2k_line, ptr %column, i32 0, i32 1
  %and7 = and i64 %y0, 1
  store i64 %and7, ptr %odd6, align 4
  %low8 = getelementptr inbounds nuw %struct.j2k_line, ptr %column, i32 0, i32 2
  %add9 = add nsw i64 %y1, 1
  %div10 = sdiv i64 %add9, 2
  %add11 = add nsw i64 %y0, 1
  %div12 = sdiv i64 %add11, 2
  %sub13 = sub nsw i64 %div10, %div12
  store i64 %sub13, ptr %low8, align 4
  br label %for.cond

for.cond:
  %y.0 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  %count14 = getelementptr inbounds nuw %struct.j2k_line, ptr %column, i32 0, i32 0
  %0 = load i64, ptr %count14, align 4
  %cmp = icmp slt i64 %y.0, %0
  br i1 %cmp, label %for.body, label %for.cond15

for.body:
  %mul = mul nsw i64 %y.0, %stride
  %idx.ext = trunc i64 %mul to i32
  %add.ptr = getelementptr inbounds %union.mlcc_number, ptr %to, i32 %idx.ext
  call void @mlcc_rt.image_jpeg2000_wavelet.j2k_undo_line(ptr %add.ptr, i64 1, ptr %row, i32 %reversible, ptr %room)
  %inc = add nsw i64 %y.0, 1
  br label %for.cond

for.cond15:
  %x.0 = phi i64 [ %inc22, %for.body18 ], [ 0, %for.cond ]
  %count16 = getelementptr inbounds nuw %struct.j2k_line, ptr %row, i32 0, i32 0
  %1 = load i64, ptr %count16, align 4
  %cmp17 = icmp slt i64 %x.0, %1
  br i1 %cmp17, label %for.body18, label %for.end23

for.body18:
  %idx.ext19 = trunc i64 %x.0 to i32
  %add.ptr20 = getelementptr inbounds %union.mlcc_number, ptr %to, i32 %idx.ext19
  call void @mlcc_rt.image_jpeg2000_wavelet.j2k_undo_line(ptr %add.ptr20, i64 %stride, ptr %column, i32 %reversible, ptr %room)
  %inc22 = add nsw i64 %x.0, 1
  br label %for.cond15

for.end23:
  ret void
}

define internal void @mlcc_rt.image_jpeg2000_wavelet.j2k_undo_line(ptr %to, i64 %step, ptr %line, i32 %reversible, ptr %x) {
entry:
  br label %for.cond

for.cond:
  %k.0 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  %low = getelementptr inbounds nuw %struct.j2k_line, ptr %line, i32 0, i32 2
  %0 = load i64, ptr %low, align 4
  %cmp = icmp slt i64 %k.0, %0
  br i1 %cmp, label %for.body, label %for.cond5

for.body:
  %mul = mul nsw i64 2, %k.0
  %odd = getelementptr inbounds nuw %struct.j2k_line, ptr %line, i32 0, i32 1
  %1 = load i64, ptr %odd, align 4
  %add = add nsw i64 %mul, %1
  %idxprom = trunc i64 %add to i32
  %arrayidx = getelementptr inbounds %union.mlcc_number, ptr %x, i32 %idxprom
  %mul1 = mul nsw i64 %k.0, %step
  %idxprom2 = trunc i64 %mul1 to i32
  %arrayidx3 = getelementptr inbounds %union.mlcc_number, ptr %to, i32 %idxprom2
  call void @llvm.memcpy.p0.p0.i32(ptr align 4 %arrayidx, ptr align 4 %arrayidx3, i32 4, i1 false)
  %inc = add nsw i64 %k.0, 1
  br label %for.cond

for.cond5:
  %k4.0 = phi i64 [ %inc21, %for.body8 ], [ 0, %for.cond ]
  %count = getelementptr inbounds nuw %struct.j2k_line, ptr %line, i32 0, i32 0
  %2 = load i64, ptr %count, align 4
  %low6 = getelementptr inbounds nuw %struct.j2k_line, ptr %line, i32 0, i32 2
  %3 = load i64, ptr %low6, align 4
  %sub = sub nsw i64 %2, %3
  %cmp7 = icmp slt i64 %k4.0, %sub
  br i1 %cmp7, label %for.body8, label %for.end22

for.body8:
  %mul9 = mul nsw i64 2, %k4.0
  %add10 = add nsw i64 %mul9, 1
  %odd11 = getelementptr inbounds nuw %struct.j2k_line, ptr %line, i32 0, i32 1
  %4 = load i64, ptr %odd11, align 4
  %sub12 = sub nsw i64 %add10, %4
  %idxprom13 = trunc i64 %sub12 to i32
  %arrayidx14 = getelementptr inbounds %union.mlcc_number, ptr %x, i32 %idxprom13
  %low15 = getelementptr inbounds nuw %struct.j2k_line, ptr %line, i32 0, i32 2
  %5 = load i64, ptr %low15, align 4
  %add16 = add nsw i64 %5, %k4.0
  %mul17 = mul nsw i64 %add16, %step
  %idxprom18 = trunc i64 %mul17 to i32
  %arrayidx19 = getelementptr inbounds %union.mlcc_number, ptr %to, i32 %idxprom18
  call void @llvm.memcpy.p0.p0.i32(ptr align 4 %arrayidx14, ptr align 4 %arrayidx19, i32 4, i1 false)
  %inc21 = add nsw i64 %k4.0, 1
  br label %for.cond5

for.end22:
  %tobool = icmp ne i32 %reversible, 0
  br i1 %tobool, label %if.then, label %if.else

if.then:
  call void @mlcc_rt.image_jpeg2000_wavelet.j2k_integers(ptr %x, ptr %line)
  br label %if.end

if.else:
  call void @mlcc_rt.image_jpeg2000_wavelet.j2k_floats(ptr %x, ptr %line)
  br label %if.end

if.end:
  br label %for.cond24

for.cond24:
  %k23.0 = phi i64 [ 0, %if.end ], [ %inc34, %for.body27 ]
  %count25 = getelementptr inbounds nuw %struct.j2k_line, ptr %line, i32 0, i32 0
  %6 = load i64, ptr %count25, align 4
  %cmp26 = icmp slt i64 %k23.0, %6
  br i1 %cmp26, label %for.body27, label %for.end35

for.body27:
  %mul28 = mul nsw i64 %k23.0, %step
  %idxprom29 = trunc i64 %mul28 to i32
  %arrayidx30 = getelementptr inbounds %union.mlcc_number, ptr %to, i32 %idxprom29
  %idxprom31 = trunc i64 %k23.0 to i32
  %arrayidx32 = getelementptr inbounds %union.mlcc_number, ptr %x, i32 %idxprom31
  call void @llvm.memcpy.p0.p0.i32(ptr align 4 %arrayidx30, ptr align 4 %arrayidx32, i32 4, i1 false)
  %inc34 = add nsw i64 %k23.0, 1
  br label %for.cond24

for.end35:
  ret void
}

declare void @llvm.memcpy.p0.p0.i32(ptr noalias, ptr noalias readonly, i32, i1)

define internal void @mlcc_rt.image_jpeg2000_wavelet.j2k_integers(ptr %x, ptr %line) {
entry:
  %count = getelementptr inbounds nuw %struct.j2k_line, ptr %line, i32 0, i32 0
  %0 = load i64, ptr %count, align 4
  %cmp = icmp eq i64 %0, 1
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %odd = getelementptr inbounds nuw %struct.j2k_line, ptr %line, i32 0, i32 1
  %1 = load i64, ptr %odd, align 4
  %tobool = icmp ne i64 %1, 0
  br i1 %tobool, label %cond.true, label %cond.false

cond.true:
  %arrayidx = getelementptr inbounds %union.mlcc_number, ptr %x, i32 0
  %2 = load i32, ptr %arrayidx, align 4
  %div = sdiv i32 %2, 2
  br label %cond.end

cond.false:
  %arrayidx1 = getelementptr inbounds %union.mlcc_number, ptr %x, i32 0
  %3 = load i32, ptr %arrayidx1, align 4
  br label %cond.end

cond.end:
  %cond = phi i32 [ %div, %cond.true ], [ %3, %cond.false ]
  %arrayidx2 = getelementptr inbounds %union.mlcc_number, ptr %x, i32 0
  store i32 %cond, ptr %arrayidx2, align 4
  br label %for.end54

if.end:
  %odd3 = getelementptr inbounds nuw %struct.j2k_line, ptr %line, i32 0, i32 1
  %4 = load i64, ptr %odd3, align 4
  br label %for.cond

for.cond:
  %k.0 = phi i64 [ %4, %if.end ], [ %add21, %for.body ]
  %count4 = getelementptr inbounds nuw %struct.j2k_line, ptr %line, i32 0, i32 0
  %5 = load i64, ptr %count4, align 4
  %cmp5 = icmp slt i64 %k.0, %5
  br i1 %cmp5, label %for.body, label %for.end

for.body:
  %sub = sub nsw i64 %k.0, 1
  %count6 = getelementptr inbounds nuw %struct.j2k_line, ptr %line, i32 0, i32 0
  %6 = load i64, ptr %count6, align 4
  %call = call i64 @mlcc_rt.image_jpeg2000_wavelet.j2k_mirrored(i64 %sub, i64 %6)
  %idxprom = trunc i64 %call to i32
  %arrayidx7 = getelementptr inbounds %union.mlcc_number, ptr %x, i32 %idxprom
  %7 = load i32, ptr %arrayidx7, align 4
  %add = add nsw i64 %k.0, 1
  %count8 = getelementptr inbounds nuw %struct.j2k_line, ptr %line, i32 0, i32 0
  %8 = load i64, ptr %count8, align 4
  %call9 = call i64 @mlcc_rt.image_jpeg2000_wavelet.j2k_mirrored(i64 %add, i64 %8)
  %idxprom10 = trunc i64 %call9 to i32
  %arrayidx11 = getelementptr inbounds %union.mlcc_number, ptr %x, i32 %idxprom10
  %9 = load i32, ptr %arrayidx11, align 4
  %idxprom12 = trunc i64 %k.0 to i32
  %arrayidx13 = getelementptr inbounds %union.mlcc_number, ptr %x, i32 %idxprom12
  %10 = load i32, ptr %arrayidx13, align 4
  %conv = sext i32 %7 to i64
  %conv14 = sext i32 %9 to i64
  %add15 = add nsw i64 %conv, %conv14
  %add16 = add nsw i64 %add15, 2
  %shr = ashr i64 %add16, 2
  %conv17 = trunc i64 %shr to i32
  %sub18 = sub i32 %10, %conv17
  %idxprom19 = trunc i64 %k.0 to i32
  %arrayidx20 = getelementptr inbounds %union.mlcc_number, ptr %x, i32 %idxprom19
  store i32 %sub18, ptr %arrayidx20, align 4
  %add21 = add nsw i64 %k.0, 2
  br label %for.cond

for.end:
  %odd23 = getelementptr inbounds nuw %struct.j2k_line, ptr %line, i32 0, i32 1
  %11 = load i64, ptr %odd23, align 4
  %sub24 = sub nsw i64 1, %11
  br label %for.cond25

for.cond25:
  %k22.0 = phi i64 [ %sub24, %for.end ], [ %add53, %for.body29 ]
  %count26 = getelementptr inbounds nuw %struct.j2k_line, ptr %line, i32 0, i32 0
  %12 = load i64, ptr %count26, align 4
  %cmp27 = icmp slt i64 %k22.0, %12
  br i1 %cmp27, label %for.body29, label %for.end54

for.body29:
  %sub31 = sub nsw i64 %k22.0, 1
  %count32 = getelementptr inbounds nuw %struct.j2k_line, ptr %line, i32 0, i32 0
  %13 = load i64, ptr %count32, align 4
  %call33 = call i64 @mlcc_rt.image_jpeg2000_wavelet.j2k_mirrored(i64 %sub31, i64 %13)
  %idxprom34 = trunc i64 %call33 to i32
  %arrayidx35 = getelementptr inbounds %union.mlcc_number, ptr %x, i32 %idxprom34
  %14 = load i32, ptr %arrayidx35, align 4
  %add37 = add nsw i64 %k22.0, 1
  %count38 = getelementptr inbounds nuw %struct.j2k_line, ptr %line, i32 0, i32 0
  %15 = load i64, ptr %count38, align 4
  %call39 = call i64 @mlcc_rt.image_jpeg2000_wavelet.j2k_mirrored(i64 %add37, i64 %15)
  %idxprom40 = trunc i64 %call39 to i32
  %arrayidx41 = getelementptr inbounds %union.mlcc_number, ptr %x, i32 %idxprom40
  %16 = load i32, ptr %arrayidx41, align 4
  %idxprom42 = trunc i64 %k22.0 to i32
  %arrayidx43 = getelementptr inbounds %union.mlcc_number, ptr %x, i32 %idxprom42
  %17 = load i32, ptr %arrayidx43, align 4
  %conv44 = sext i32 %14 to i64
  %conv45 = sext i32 %16 to i64
  %add46 = add nsw i64 %conv44, %conv45
  %shr47 = ashr i64 %add46, 1
  %conv48 = trunc i64 %shr47 to i32
  %add49 = add i32 %17, %conv48
  %idxprom50 = trunc i64 %k22.0 to i32
  %arrayidx51 = getelementptr inbounds %union.mlcc_number, ptr %x, i32 %idxprom50
  store i32 %add49, ptr %arrayidx51, align 4
  %add53 = add nsw i64 %k22.0, 2
  br label %for.cond25

for.end54:
  ret void
}

define internal void @mlcc_rt.image_jpeg2000_wavelet.j2k_floats(ptr %x, ptr %line) {
entry:
  %count = getelementptr inbounds nuw %struct.j2k_line, ptr %line, i32 0, i32 0
  %0 = load i64, ptr %count, align 4
  %cmp = icmp eq i64 %0, 1
  br i1 %cmp, label %for.end37, label %for.cond

for.cond:
  %k.0 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %count1 = getelementptr inbounds nuw %struct.j2k_line, ptr %line, i32 0, i32 0
  %1 = load i64, ptr %count1, align 4
  %cmp2 = icmp slt i64 %k.0, %1
  br i1 %cmp2, label %for.body, label %for.cond4

for.body:
  %odd = getelementptr inbounds nuw %struct.j2k_line, ptr %line, i32 0, i32 1
  %2 = load i64, ptr %odd, align 4
  %add = add nsw i64 %k.0, %2
  %rem = srem i64 %add, 2
  %cmp3 = icmp eq i64 %rem, 0
  %cond = select i1 %cmp3, float 0x3FF3AECB00000000, float 0x3FFA030000000000
  %idxprom = trunc i64 %k.0 to i32
  %arrayidx = getelementptr inbounds %union.mlcc_number, ptr %x, i32 %idxprom
  %3 = load float, ptr %arrayidx, align 4
  %mul = fmul float %3, %cond
  store float %mul, ptr %arrayidx, align 4
  %inc = add nsw i64 %k.0, 1
  br label %for.cond

for.cond4:
  %n.0 = phi i32 [ %inc36, %for.inc35 ], [ 0, %for.cond ]
  %cmp5 = icmp slt i32 %n.0, 4
  br i1 %cmp5, label %for.body6, label %for.end37

for.body6:
  %rem8 = srem i32 %n.0, 2
  %cmp9 = icmp eq i32 %rem8, 0
  br i1 %cmp9, label %cond.true, label %cond.false

cond.true:
  %odd10 = getelementptr inbounds nuw %struct.j2k_line, ptr %line, i32 0, i32 1
  %4 = load i64, ptr %odd10, align 4
  br label %cond.end

cond.false:
  %odd11 = getelementptr inbounds nuw %struct.j2k_line, ptr %line, i32 0, i32 1
  %5 = load i64, ptr %odd11, align 4
  %sub = sub nsw i64 1, %5
  br label %cond.end

cond.end:
  %cond12 = phi i64 [ %4, %cond.true ], [ %sub, %cond.false ]
  br label %for.cond13

for.cond13:
  %k7.0 = phi i64 [ %cond12, %cond.end ], [ %add33, %for.body16 ]
  %count14 = getelementptr inbounds nuw %struct.j2k_line, ptr %line, i32 0, i32 0
  %6 = load i64, ptr %count14, align 4
  %cmp15 = icmp slt i64 %k7.0, %6
  br i1 %cmp15, label %for.body16, label %for.inc35

for.body16:
  %sub17 = sub nsw i64 %k7.0, 1
  %count18 = getelementptr inbounds nuw %struct.j2k_line, ptr %line, i32 0, i32 0
  %7 = load i64, ptr %count18, align 4
  %call = call i64 @mlcc_rt.image_jpeg2000_wavelet.j2k_mirrored(i64 %sub17, i64 %7)
  %idxprom19 = trunc i64 %call to i32
  %arrayidx20 = getelementptr inbounds %union.mlcc_number, ptr %x, i32 %idxprom19
  %8 = load float, ptr %arrayidx20, align 4
  %arrayidx21 = getelementptr inbounds [4 x float], ptr @mlcc_rt.image_jpeg2000_wavelet.j2k_floats.factors, i32 0, i32 %n.0
  %9 = load float, ptr %arrayidx21, align 4
  %add22 = add nsw i64 %k7.0, 1
  %count23 = getelementptr inbounds nuw %struct.j2k_line, ptr %line, i32 0, i32 0
  %10 = load i64, ptr %count23, align 4
  %call24 = call i64 @mlcc_rt.image_jpeg2000_wavelet.j2k_mirrored(i64 %add22, i64 %10)
  %idxprom25 = trunc i64 %call24 to i32
  %arrayidx26 = getelementptr inbounds %union.mlcc_number, ptr %x, i32 %idxprom25
  %11 = load float, ptr %arrayidx26, align 4
  %add27 = fadd float %8, %11
  %mul28 = fmul float %9, %add27
  %idxprom29 = trunc i64 %k7.0 to i32
  %arrayidx30 = getelementptr inbounds %union.mlcc_number, ptr %x, i32 %idxprom29
  %12 = load float, ptr %arrayidx30, align 4
  %sub31 = fsub float %12, %mul28
  store float %sub31, ptr %arrayidx30, align 4
  %add33 = add nsw i64 %k7.0, 2
  br label %for.cond13

for.inc35:
  %inc36 = add nsw i32 %n.0, 1
  br label %for.cond4

for.end37:
  ret void
}

define internal i64 @mlcc_rt.image_jpeg2000_wavelet.j2k_mirrored(i64 %k, i64 %count) {
entry:
  %cmp = icmp slt i64 %k, 0
  %sub = sub nsw i64 0, %k
  %spec.select = select i1 %cmp, i64 %sub, i64 %k
  %cmp1 = icmp sge i64 %spec.select, %count
  %sub2 = sub nsw i64 %count, 1
  %mul = mul nsw i64 2, %sub2
  %sub3 = sub nsw i64 %mul, %spec.select
  %cond = select i1 %cmp1, i64 %sub3, i64 %spec.select
  ret i64 %cond
}
