; Generated from image_jpeg2000_wavelet.c by mlcc.runtime.native.generate.

%struct.j2k_line = type { i64, i64, i64 }
%union.mlcc_number = type { i32 }

@mlcc_rt.image_jpeg2000_wavelet.j2k_floats.factors = internal constant [4 x float] [float 0x3FDC626AA0000000, float 0x3FEC40CEC0000000, float 0xBFAB2035C0000000, float 0xBFF960CE60000000], align 16

define internal void @mlcc_rt_jpeg2000_wavelet(ptr %to, i64 %stride, i64 %x0, i64 %x1, i64 %y0, i64 %y1, i32 %reversible, ptr %room) {
entry:
  %row = alloca %struct.j2k_line, align 8
  %column = alloca %struct.j2k_line, align 8
  %count = getelementptr inbounds nuw %struct.j2k_line, ptr %row, i32 0, i32 0
  %sub = sub nsw i64 %x1, %x0
  store i64 %sub, ptr %count, align 8
  %odd = getelementptr inbounds nuw %struct.j2k_line, ptr %row, i32 0, i32 1
  %and = and i64 %x0, 1
  store i64 %and, ptr %odd, align 8
  %low = getelementptr inbounds nuw %struct.j2k_line, ptr %row, i32 0, i32 2
  %add = add nsw i64 %x1, 1
  %div = sdiv i64 %add, 2
  %add1 = add nsw i64 %x0, 1
  %div2 = sdiv i64 %add1, 2
  %sub3 = sub nsw i64 %div, %div2
  store i64 %sub3, ptr %low, align 8
  %count4 = getelementptr inbounds nuw %struct.j2k_line, ptr %column, i32 0, i32 0
  %sub5 = sub nsw i64 %y1, %y0
  store i64 %sub5, ptr %count4, align 8
  %odd6 = getelementptr inbounds nuw %struct.j2k_line, ptr %column, i32 0, i32 1
  %and7 = and i64 %y0, 1
  store i64 %and7, ptr %odd6, align 8
  %low8 = getelementptr inbounds nuw %struct.j2k_line, ptr %column, i32 0, i32 2
  %add9 = add nsw i64 %y1, 1
  %div10 = sdiv i64 %add9, 2
  %add11 = add nsw i64 %y0, 1
  %div12 = sdiv i64 %add11, 2
  %sub13 = sub nsw i64 %div10, %div12
  store i64 %sub13, ptr %low8, align 8
  br label %for.cond

for.cond:
  %y.0 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  %count14 = getelementptr inbounds nuw %struct.j2k_line, ptr %column, i32 0, i32 0
  %0 = load i64, ptr %count14, align 8
  %cmp = icmp slt i64 %y.0, %0
  br i1 %cmp, label %for.body, label %for.cond15

for.body:
  %mul = mul nsw i64 %y.0, %stride
  %add.ptr = getelementptr inbounds %union.mlcc_number, ptr %to, i64 %mul
  call void @mlcc_rt.image_jpeg2000_wavelet.j2k_undo_line(ptr %add.ptr, i64 1, ptr %row, i32 %reversible, ptr %room)
  %inc = add nsw i64 %y.0, 1
  br label %for.cond

for.cond15:
  %x.0 = phi i64 [ %inc21, %for.body18 ], [ 0, %for.cond ]
  %count16 = getelementptr inbounds nuw %struct.j2k_line, ptr %row, i32 0, i32 0
  %1 = load i64, ptr %count16, align 8
  %cmp17 = icmp slt i64 %x.0, %1
  br i1 %cmp17, label %for.body18, label %for.end22

for.body18:
  %add.ptr19 = getelementptr inbounds %union.mlcc_number, ptr %to, i64 %x.0
  call void @mlcc_rt.image_jpeg2000_wavelet.j2k_undo_line(ptr %add.ptr19, i64 %stride, ptr %column, i32 %reversible, ptr %room)
  %inc21 = add nsw i64 %x.0, 1
  br label %for.cond15

for.end22:
  ret void
}

define internal void @mlcc_rt.image_jpeg2000_wavelet.j2k_undo_line(ptr %to, i64 %step, ptr %line, i32 %reversible, ptr %x) {
entry:
  br label %for.cond

for.cond:
  %k.0 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  %low = getelementptr inbounds nuw %struct.j2k_line, ptr %line, i32 0, i32 2
  %0 = load i64, ptr %low, align 8
  %cmp = icmp slt i64 %k.0, %0
  br i1 %cmp, label %for.body, label %for.cond4

for.body:
  %mul = mul nsw i64 2, %k.0
  %odd = getelementptr inbounds nuw %struct.j2k_line, ptr %line, i32 0, i32 1
  %1 = load i64, ptr %odd, align 8
  %add = add nsw i64 %mul, %1
  %arrayidx = getelementptr inbounds %union.mlcc_number, ptr %x, i64 %add
  %mul1 = mul nsw i64 %k.0, %step
  %arrayidx2 = getelementptr inbounds %union.mlcc_number, ptr %to, i64 %mul1
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %arrayidx, ptr align 4 %arrayidx2, i64 4, i1 false)
  %inc = add nsw i64 %k.0, 1
  br label %for.cond

for.cond4:
  %k3.0 = phi i64 [ %inc18, %for.body7 ], [ 0, %for.cond ]
  %count = getelementptr inbounds nuw %struct.j2k_line, ptr %line, i32 0, i32 0
  %2 = load i64, ptr %count, align 8
  %low5 = getelementptr inbounds nuw %struct.j2k_line, ptr %line, i32 0, i32 2
  %3 = load i64, ptr %low5, align 8
  %sub = sub nsw i64 %2, %3
  %cmp6 = icmp slt i64 %k3.0, %sub
  br i1 %cmp6, label %for.body7, label %for.end19

for.body7:
  %mul8 = mul nsw i64 2, %k3.0
  %add9 = add nsw i64 %mul8, 1
  %odd10 = getelementptr inbounds nuw %struct.j2k_line, ptr %line, i32 0, i32 1
  %4 = load i64, ptr %odd10, align 8
  %sub11 = sub nsw i64 %add9, %4
  %arrayidx12 = getelementptr inbounds %union.mlcc_number, ptr %x, i64 %sub11
  %low13 = getelementptr inbounds nuw %struct.j2k_line, ptr %line, i32 0, i32 2
  %5 = load i64, ptr %low13, align 8
  %add14 = add nsw i64 %5, %k3.0
  %mul15 = mul nsw i64 %add14, %step
  %arrayidx16 = getelementptr inbounds %union.mlcc_number, ptr %to, i64 %mul15
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %arrayidx12, ptr align 4 %arrayidx16, i64 4, i1 false)
  %inc18 = add nsw i64 %k3.0, 1
  br label %for.cond4

for.end19:
  %tobool = icmp ne i32 %reversible, 0
  br i1 %tobool, label %if.then, label %if.else

if.then:
  call void @mlcc_rt.image_jpeg2000_wavelet.j2k_integers(ptr %x, ptr %line)
  br label %if.end

if.else:
  call void @mlcc_rt.image_jpeg2000_wavelet.j2k_floats(ptr %x, ptr %line)
  br label %if.end

if.end:
  br label %for.cond21

for.cond21:
  %k20.0 = phi i64 [ 0, %if.end ], [ %inc29, %for.body24 ]
  %count22 = getelementptr inbounds nuw %struct.j2k_line, ptr %line, i32 0, i32 0
  %6 = load i64, ptr %count22, align 8
  %cmp23 = icmp slt i64 %k20.0, %6
  br i1 %cmp23, label %for.body24, label %for.end30

for.body24:
  %mul25 = mul nsw i64 %k20.0, %step
  %arrayidx26 = getelementptr inbounds %union.mlcc_number, ptr %to, i64 %mul25
  %arrayidx27 = getelementptr inbounds %union.mlcc_number, ptr %x, i64 %k20.0
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %arrayidx26, ptr align 4 %arrayidx27, i64 4, i1 false)
  %inc29 = add nsw i64 %k20.0, 1
  br label %for.cond21

for.end30:
  ret void
}

declare void @llvm.memcpy.p0.p0.i64(ptr noalias, ptr noalias readonly, i64, i1)

define internal void @mlcc_rt.image_jpeg2000_wavelet.j2k_integers(ptr %x, ptr %line) {
entry:
  %count = getelementptr inbounds nuw %struct.j2k_line, ptr %line, i32 0, i32 0
  %0 = load i64, ptr %count, align 8
  %cmp = icmp eq i64 %0, 1
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %odd = getelementptr inbounds nuw %struct.j2k_line, ptr %line, i32 0, i32 1
  %1 = load i64, ptr %odd, align 8
  %tobool = icmp ne i64 %1, 0
  br i1 %tobool, label %cond.true, label %cond.false

cond.true:
  %arrayidx = getelementptr inbounds %union.mlcc_number, ptr %x, i64 0
  %2 = load i32, ptr %arrayidx, align 4
  %div = sdiv i32 %2, 2
  br label %cond.end

cond.false:
  %arrayidx1 = getelementptr inbounds %union.mlcc_number, ptr %x, i64 0
  %3 = load i32, ptr %arrayidx1, align 4
  br label %cond.end

cond.end:
  %cond = phi i32 [ %div, %cond.true ], [ %3, %cond.false ]
  %arrayidx2 = getelementptr inbounds %union.mlcc_number, ptr %x, i64 0
  store i32 %cond, ptr %arrayidx2, align 4
  br label %for.end47

if.end:
  %odd3 = getelementptr inbounds nuw %struct.j2k_line, ptr %line, i32 0, i32 1
  %4 = load i64, ptr %odd3, align 8
  br label %for.cond

for.cond:
  %k.0 = phi i64 [ %4, %if.end ], [ %add18, %for.body ]
  %count4 = getelementptr inbounds nuw %struct.j2k_line, ptr %line, i32 0, i32 0
  %5 = load i64, ptr %count4, align 8
  %cmp5 = icmp slt i64 %k.0, %5
  br i1 %cmp5, label %for.body, label %for.end

for.body:
  %sub = sub nsw i64 %k.0, 1
  %count6 = getelementptr inbounds nuw %struct.j2k_line, ptr %line, i32 0, i32 0
  %6 = load i64, ptr %count6, align 8
  %call = call i64 @mlcc_rt.image_jpeg2000_wavelet.j2k_mirrored(i64 %sub, i64 %6)
  %arrayidx7 = getelementptr inbounds %union.mlcc_number, ptr %x, i64 %call
  %7 = load i32, ptr %arrayidx7, align 4
  %add = add nsw i64 %k.0, 1
  %count8 = getelementptr inbounds nuw %struct.j2k_line, ptr %line, i32 0, i32 0
  %8 = load i64, ptr %count8, align 8
  %call9 = call i64 @mlcc_rt.image_jpeg2000_wavelet.j2k_mirrored(i64 %add, i64 %8)
  %arrayidx10 = getelementptr inbounds %union.mlcc_number, ptr %x, i64 %call9
  %9 = load i32, ptr %arrayidx10, align 4
  %arrayidx11 = getelementptr inbounds %union.mlcc_number, ptr %x, i64 %k.0
  %10 = load i32, ptr %arrayidx11, align 4
  %conv = sext i32 %7 to i64
  %conv12 = sext i32 %9 to i64
  %add13 = add nsw i64 %conv, %conv12
  %add14 = add nsw i64 %add13, 2
  %shr = ashr i64 %add14, 2
  %conv15 = trunc i64 %shr to i32
  %sub16 = sub i32 %10, %conv15
  %arrayidx17 = getelementptr inbounds %union.mlcc_number, ptr %x, i64 %k.0
  store i32 %sub16, ptr %arrayidx17, align 4
  %add18 = add nsw i64 %k.0, 2
  br label %for.cond

for.end:
  %odd20 = getelementptr inbounds nuw %struct.j2k_line, ptr %line, i32 0, i32 1
  %11 = load i64, ptr %odd20, align 8
  %sub21 = sub nsw i64 1, %11
  br label %for.cond22

for.cond22:
  %k19.0 = phi i64 [ %sub21, %for.end ], [ %add46, %for.body26 ]
  %count23 = getelementptr inbounds nuw %struct.j2k_line, ptr %line, i32 0, i32 0
  %12 = load i64, ptr %count23, align 8
  %cmp24 = icmp slt i64 %k19.0, %12
  br i1 %cmp24, label %for.body26, label %for.end47

for.body26:
  %sub28 = sub nsw i64 %k19.0, 1
  %count29 = getelementptr inbounds nuw %struct.j2k_line, ptr %line, i32 0, i32 0
  %13 = load i64, ptr %count29, align 8
  %call30 = call i64 @mlcc_rt.image_jpeg2000_wavelet.j2k_mirrored(i64 %sub28, i64 %13)
  %arrayidx31 = getelementptr inbounds %union.mlcc_number, ptr %x, i64 %call30
  %14 = load i32, ptr %arrayidx31, align 4
  %add33 = add nsw i64 %k19.0, 1
  %count34 = getelementptr inbounds nuw %struct.j2k_line, ptr %line, i32 0, i32 0
  %15 = load i64, ptr %count34, align 8
  %call35 = call i64 @mlcc_rt.image_jpeg2000_wavelet.j2k_mirrored(i64 %add33, i64 %15)
  %arrayidx36 = getelementptr inbounds %union.mlcc_number, ptr %x, i64 %call35
  %16 = load i32, ptr %arrayidx36, align 4
  %arrayidx37 = getelementptr inbounds %union.mlcc_number, ptr %x, i64 %k19.0
  %17 = load i32, ptr %arrayidx37, align 4
  %conv38 = sext i32 %14 to i64
  %conv39 = sext i32 %16 to i64
  %add40 = add nsw i64 %conv38, %conv39
  %shr41 = ashr i64 %add40, 1
  %conv42 = trunc i64 %shr41 to i32
  %add43 = add i32 %17, %conv42
  %arrayidx44 = getelementptr inbounds %union.mlcc_number, ptr %x, i64 %k19.0
  store i32 %add43, ptr %arrayidx44, align 4
  %add46 = add nsw i64 %k19.0, 2
  br label %for.cond22

for.end47:
  ret void
}

define internal void @mlcc_rt.image_jpeg2000_wavelet.j2k_floats(ptr %x, ptr %line) {
entry:
  %count = getelementptr inbounds nuw %struct.j2k_line, ptr %line, i32 0, i32 0
  %0 = load i64, ptr %count, align 8
  %cmp = icmp eq i64 %0, 1
  br i1 %cmp, label %for.end34, label %for.cond

for.cond:
  %k.0 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %count1 = getelementptr inbounds nuw %struct.j2k_line, ptr %line, i32 0, i32 0
  %1 = load i64, ptr %count1, align 8
  %cmp2 = icmp slt i64 %k.0, %1
  br i1 %cmp2, label %for.body, label %for.cond4

for.body:
  %odd = getelementptr inbounds nuw %struct.j2k_line, ptr %line, i32 0, i32 1
  %2 = load i64, ptr %odd, align 8
  %add = add nsw i64 %k.0, %2
  %rem = srem i64 %add, 2
  %cmp3 = icmp eq i64 %rem, 0
  %cond = select i1 %cmp3, float 0x3FF3AECB00000000, float 0x3FFA030000000000
  %arrayidx = getelementptr inbounds %union.mlcc_number, ptr %x, i64 %k.0
  %3 = load float, ptr %arrayidx, align 4
  %mul = fmul float %3, %cond
  store float %mul, ptr %arrayidx, align 4
  %inc = add nsw i64 %k.0, 1
  br label %for.cond

for.cond4:
  %n.0 = phi i32 [ %inc33, %for.inc32 ], [ 0, %for.cond ]
  %cmp5 = icmp slt i32 %n.0, 4
  br i1 %cmp5, label %for.body6, label %for.end34

for.body6:
  %rem8 = srem i32 %n.0, 2
  %cmp9 = icmp eq i32 %rem8, 0
  br i1 %cmp9, label %cond.true, label %cond.false

cond.true:
  %odd10 = getelementptr inbounds nuw %struct.j2k_line, ptr %line, i32 0, i32 1
  %4 = load i64, ptr %odd10, align 8
  br label %cond.end

cond.false:
  %odd11 = getelementptr inbounds nuw %struct.j2k_line, ptr %line, i32 0, i32 1
  %5 = load i64, ptr %odd11, align 8
  %sub = sub nsw i64 1, %5
  br label %cond.end

cond.end:
  %cond12 = phi i64 [ %4, %cond.true ], [ %sub, %cond.false ]
  br label %for.cond13

for.cond13:
  %k7.0 = phi i64 [ %cond12, %cond.end ], [ %add30, %for.body16 ]
  %count14 = getelementptr inbounds nuw %struct.j2k_line, ptr %line, i32 0, i32 0
  %6 = load i64, ptr %count14, align 8
  %cmp15 = icmp slt i64 %k7.0, %6
  br i1 %cmp15, label %for.body16, label %for.inc32

for.body16:
  %sub17 = sub nsw i64 %k7.0, 1
  %count18 = getelementptr inbounds nuw %struct.j2k_line, ptr %line, i32 0, i32 0
  %7 = load i64, ptr %count18, align 8
  %call = call i64 @mlcc_rt.image_jpeg2000_wavelet.j2k_mirrored(i64 %sub17, i64 %7)
  %arrayidx19 = getelementptr inbounds %union.mlcc_number, ptr %x, i64 %call
  %8 = load float, ptr %arrayidx19, align 4
  %idxprom = sext i32 %n.0 to i64
  %arrayidx20 = getelementptr inbounds [4 x float], ptr @mlcc_rt.image_jpeg2000_wavelet.j2k_floats.factors, i64 0, i64 %idxprom
  %9 = load float, ptr %arrayidx20, align 4
  %add21 = add nsw i64 %k7.0, 1
  %count22 = getelementptr inbounds nuw %struct.j2k_line, ptr %line, i32 0, i32 0
  %10 = load i64, ptr %count22, align 8
  %call23 = call i64 @mlcc_rt.image_jpeg2000_wavelet.j2k_mirrored(i64 %add21, i64 %10)
  %arrayidx24 = getelementptr inbounds %union.mlcc_number, ptr %x, i64 %call23
  %11 = load float, ptr %arrayidx24, align 4
  %add25 = fadd float %8, %11
  %mul26 = fmul float %9, %add25
  %arrayidx27 = getelementptr inbounds %union.mlcc_number, ptr %x, i64 %k7.0
  %12 = load float, ptr %arrayidx27, align 4
  %sub28 = fsub float %12, %mul26
  store float %sub28, ptr %arrayidx27, align 4
  %add30 = add nsw i64 %k7.0, 2
  br label %for.cond13

for.inc32:
  %inc33 = add nsw i32 %n.0, 1
  br label %for.cond4

for.end34:
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
