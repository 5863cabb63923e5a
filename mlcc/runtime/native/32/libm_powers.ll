; Generated from libm_powers.c by mlcc.runtime.native.generate.

%struct.mlcc_pair = type { double, double }

@mlcc_rt.libm_powers.mlcc_area.odd = internal constant [12 x double] [double 0x3FA2F684BDA12F68, double 4.000000e-02, double 0x3FA642C8590B2164, double 0x3FA8618618618618, double 0x3FAAF286BCA1AF28, double 0x3FAE1E1E1E1E1E1E, double 0x3FB1111111111111, double 0x3FB3B13B13B13B14, double 0x3FB745D1745D1746, double 0x3FBC71C71C71C71C, double 0x3FC2492492492492, double 2.000000e-01], align 8
@mlcc_rt.libm_powers.mlcc_exponential.inverse = internal constant [15 x double] [double 0x3CE952C77030AD4A, double 0x3D2AE7F3E733B81F, double 0x3D6AE7F3E733B81F, double 0x3DA93974A8C07C9D, double 0x3DE6124613A86D09, double 0x3E21EED8EFF8D898, double 0x3E5AE64567F544E4, double 0x3E927E4FB7789F5C, double 0x3EC71DE3A556C734, double 0x3EFA01A01A01A01A, double 0x3F2A01A01A01A01A, double 0x3F56C16C16C16C17, double 0x3F81111111111111, double 0x3FA5555555555555, double 0x3FC5555555555555], align 8
@mlcc_rt.libm_powers.sinh.inverse = internal constant [11 x double] [double 0x3B4761B41316381A, double 0x3BD71B8EF6DCF572, double 0x3C62F49B46814157, double 0x3CE952C77030AD4A, double 0x3D6AE7F3E733B81F, double 0x3DE6124613A86D09, double 0x3E5AE64567F544E4, double 0x3EC71DE3A556C734, double 0x3F2A01A01A01A01A, double 0x3F81111111111111, double 0x3FC5555555555555], align 8

define internal double @mlcc_area(double %s_high, double %s_low, ptr %low) {
entry:
  %0 = bitcast double %s_high to i64
  %and.i45 = and i64 %0, -134217728
  %1 = bitcast i64 %and.i45 to double
  %2 = bitcast double %s_high to i64
  %and3.i48 = and i64 %2, -134217728
  %3 = bitcast i64 %and3.i48 to double
  %sub.i50 = fsub double %s_high, %1
  %sub5.i51 = fsub double %s_high, %3
  %mul.i52 = fmul double %s_high, %s_high
  %mul6.i53 = fmul double %1, %3
  %sub8.i54 = fsub double %mul6.i53, %mul.i52
  %mul9.i55 = fmul double %1, %sub5.i51
  %add.i56 = fadd double %sub8.i54, %mul9.i55
  %mul10.i57 = fmul double %sub.i50, %3
  %add11.i58 = fadd double %add.i56, %mul10.i57
  %mul12.i59 = fmul double %sub.i50, %sub5.i51
  %add13.i60 = fadd double %add11.i58, %mul12.i59
  %mul.i = fmul double %s_high, %s_low
  %mul12.i = fmul double %s_low, %s_high
  %add.i = fadd double %mul.i, %mul12.i
  %add13.i = fadd double %add13.i60, %add.i
  %add.i73 = fadd double %mul.i52, %add13.i
  %sub.i74 = fsub double %add.i73, %mul.i52
  %sub3.i75 = fsub double %add13.i, %sub.i74
  br label %for.cond.i

for.cond.i:
  %sum.0.i = phi double [ 0x3FA2F684BDA12F68, %entry ], [ %add.i15, %for.body.i ]
  %i.0.i = phi i32 [ 1, %entry ], [ %inc.i, %for.body.i ]
  %cmp.i = icmp ult i32 %i.0.i, 12
  br i1 %cmp.i, label %for.body.i, label %mlcc_polynomial.exit

for.body.i:
  %mul.i14 = fmul double %sum.0.i, %add.i73
  %arrayidx1.i = getelementptr inbounds nuw double, ptr @mlcc_rt.libm_powers.mlcc_area.odd, i32 %i.0.i
  %4 = load double, ptr %arrayidx1.i, align 4
  %add.i15 = fadd double %mul.i14, %4
  %inc.i = add i32 %i.0.i, 1
  br label %for.cond.i

mlcc_polynomial.exit:
  %mul = fmul double %add.i73, %sum.0.i
  %add.i13 = fadd double 0x3FD5555555555555, %mul
  %sub.i = fsub double %add.i13, 0x3FD5555555555555
  %sub3.i = fsub double %add.i13, %sub.i
  %sub4.i = fsub double 0x3FD5555555555555, %sub3.i
  %sub5.i = fsub double %mul, %sub.i
  %add6.i = fadd double %sub4.i, %sub5.i
  %add = fadd double %add6.i, 0x3C75555555555555
  %5 = bitcast double %add.i73 to i64
  %and.i27 = and i64 %5, -134217728
  %6 = bitcast i64 %and.i27 to double
  %7 = bitcast double %add.i13 to i64
  %and3.i30 = and i64 %7, -134217728
  %8 = bitcast i64 %and3.i30 to double
  %sub.i32 = fsub double %add.i73, %6
  %sub5.i33 = fsub double %add.i13, %8
  %mul.i34 = fmul double %add.i73, %add.i13
  %mul6.i35 = fmul double %6, %8
  %sub8.i36 = fsub double %mul6.i35, %mul.i34
  %mul9.i37 = fmul double %6, %sub5.i33
  %add.i38 = fadd double %sub8.i36, %mul9.i37
  %mul10.i39 = fmul double %sub.i32, %8
  %add11.i40 = fadd double %add.i38, %mul10.i39
  %mul12.i41 = fmul double %sub.i32, %sub5.i33
  %add13.i42 = fadd double %add11.i40, %mul12.i41
  %mul.i3 = fmul double %add.i73, %add
  %mul12.i4 = fmul double %sub3.i75, %add.i13
  %add.i5 = fadd double %mul.i3, %mul12.i4
  %add13.i6 = fadd double %add13.i42, %add.i5
  %add.i69 = fadd double %mul.i34, %add13.i6
  %sub.i70 = fsub double %add.i69, %mul.i34
  %sub3.i71 = fsub double %add13.i6, %sub.i70
  %9 = bitcast double %s_high to i64
  %and.i = and i64 %9, -134217728
  %10 = bitcast i64 %and.i to double
  %11 = bitcast double %add.i69 to i64
  %and3.i = and i64 %11, -134217728
  %12 = bitcast i64 %and3.i to double
  %sub.i19 = fsub double %s_high, %10
  %sub5.i20 = fsub double %add.i69, %12
  %mul.i21 = fmul double %s_high, %add.i69
  %mul6.i = fmul double %10, %12
  %sub8.i = fsub double %mul6.i, %mul.i21
  %mul9.i = fmul double %10, %sub5.i20
  %add.i22 = fadd double %sub8.i, %mul9.i
  %mul10.i = fmul double %sub.i19, %12
  %add11.i = fadd double %add.i22, %mul10.i
  %mul12.i23 = fmul double %sub.i19, %sub5.i20
  %add13.i24 = fadd double %add11.i, %mul12.i23
  %mul.i9 = fmul double %s_high, %sub3.i71
  %mul12.i10 = fmul double %s_low, %add.i69
  %add.i11 = fadd double %mul.i9, %mul12.i10
  %add13.i12 = fadd double %add13.i24, %add.i11
  %add.i65 = fadd double %mul.i21, %add13.i12
  %sub.i66 = fsub double %add.i65, %mul.i21
  %sub3.i67 = fsub double %add13.i12, %sub.i66
  %add.i.i = fadd double %s_high, %add.i65
  %sub.i.i = fsub double %add.i.i, %s_high
  %sub3.i.i = fsub double %add.i.i, %sub.i.i
  %sub4.i.i = fsub double %s_high, %sub3.i.i
  %sub5.i.i = fsub double %add.i65, %sub.i.i
  %add6.i.i = fadd double %sub4.i.i, %sub5.i.i
  %add.i18 = fadd double %s_low, %sub3.i67
  %add10.i = fadd double %add6.i.i, %add.i18
  %add.i62 = fadd double %add.i.i, %add10.i
  %sub.i63 = fsub double %add.i62, %add.i.i
  %sub3.i64 = fsub double %add10.i, %sub.i63
  %mul21 = fmul double 2.000000e+00, %sub3.i64
  store double %mul21, ptr %low, align 4
  %mul23 = fmul double 2.000000e+00, %add.i62
  ret double %mul23
}

define internal double @mlcc_logarithm(double %x, double %x_low, ptr %low) {
entry:
  %part = alloca %struct.mlcc_pair, align 4
  %0 = bitcast double %x to i64
  %and.i = and i64 %0, 4503599627370495
  %shr.i = lshr i64 %0, 52
  %and1.i = and i64 %shr.i, 2047
  %conv.i = trunc i64 %and1.i to i32
  %tobool.i = icmp ne i32 %conv.i, 0
  %cond.i = select i1 %tobool.i, i64 4503599627370496, i64 0
  %or.i = or i64 %and.i, %cond.i
  %cmp.i = icmp eq i32 %conv.i, 0
  %conv2.i = zext i1 %cmp.i to i32
  %add.i9 = add nsw i32 %conv.i, %conv2.i
  br label %for.cond.i

for.cond.i:
  %e.0 = phi i32 [ %add.i9, %entry ], [ %dec.i, %for.body.i ]
  %m.0.i = phi i64 [ %or.i, %entry ], [ %shl.i, %for.body.i ]
  %shr3.i = lshr i64 %m.0.i, 52
  %cmp4.i = icmp eq i64 %shr3.i, 0
  br i1 %cmp4.i, label %for.body.i, label %mlcc_significand.exit

for.body.i:
  %shl.i = shl i64 %m.0.i, 1
  %dec.i = add nsw i32 %e.0, -1
  br label %for.cond.i

mlcc_significand.exit:
  %sub.i10 = sub nsw i32 %e.0, 1075
  %cmp = icmp ugt i64 %m.0.i, 6369051672525773
  %conv = zext i1 %cmp to i32
  %sub = sub nsw i32 1023, %conv
  %conv1 = sext i32 %sub to i64
  %shl = shl i64 %conv1, 52
  %and = and i64 %m.0.i, 4503599627370495
  %or = or i64 %shl, %and
  %1 = bitcast i64 %or to double
  %add = add nsw i32 %sub.i10, 52
  %add2 = add nsw i32 %add, %conv
  %conv3 = sitofp i32 %add2 to double
  %div = fdiv double %x_low, %x
  %sub4 = fsub double %1, 1.000000e+00
  %add.i.i.i = fadd double 2.000000e+00, %sub4
  %sub.i.i.i = fsub double %add.i.i.i, 2.000000e+00
  %sub3.i.i.i = fsub double %add.i.i.i, %sub.i.i.i
  %sub4.i.i.i = fsub double 2.000000e+00, %sub3.i.i.i
  %sub5.i.i.i = fsub double %sub4, %sub.i.i.i
  %add6.i.i.i = fadd double %sub4.i.i.i, %sub5.i.i.i
  %add.i.i12 = fadd double 0.000000e+00, 0.000000e+00
  %add10.i.i = fadd double %add6.i.i.i, %add.i.i12
  %add.i13 = fadd double %add.i.i.i, %add10.i.i
  %sub.i14 = fsub double %add.i13, %add.i.i.i
  %sub3.i15 = fsub double %add10.i.i, %sub.i14
  %div.i = fdiv double %sub4, %add.i13
  %2 = bitcast double %div.i to i64
  %and.i.i = and i64 %2, -134217728
  %3 = bitcast i64 %and.i.i to double
  %4 = bitcast double %add.i13 to i64
  %and3.i.i = and i64 %4, -134217728
  %5 = bitcast i64 %and3.i.i to double
  %sub.i.i20 = fsub double %div.i, %3
  %sub5.i.i21 = fsub double %add.i13, %5
  %mul.i.i = fmul double %div.i, %add.i13
  %mul6.i.i = fmul double %3, %5
  %sub8.i.i = fsub double %mul6.i.i, %mul.i.i
  %mul9.i.i = fmul double %3, %sub5.i.i21
  %add.i.i22 = fadd double %sub8.i.i, %mul9.i.i
  %mul10.i.i = fmul double %sub.i.i20, %5
  %add11.i.i = fadd double %add.i.i22, %mul10.i.i
  %mul12.i.i = fmul double %sub.i.i20, %sub5.i.i21
  %add13.i.i = fadd double %add11.i.i, %mul12.i.i
  %sub.i24 = fsub double %sub4, %mul.i.i
  %sub10.i = fsub double %sub.i24, %add13.i.i
  %add.i25 = fadd double %sub10.i, 0.000000e+00
  %mul.i = fmul double %div.i, %sub3.i15
  %sub13.i = fsub double %add.i25, %mul.i
  %div15.i = fdiv double %sub13.i, %add.i13
  %add.i6.i = fadd double %div.i, %div15.i
  %sub.i7.i = fsub double %add.i6.i, %div.i
  %sub3.i.i26 = fsub double %div15.i, %sub.i7.i
  %low11.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %part, i32 0, i32 1
  %call.i = call double @mlcc_area(double %add.i6.i, double %sub3.i.i26, ptr %low11.i)
  store double %call.i, ptr %part, align 4
  %mul = fmul double %conv3, 0x3FE62E42FEE00000
  %high6 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %part, i32 0, i32 0
  %6 = load double, ptr %high6, align 4
  %add.i = fadd double %mul, %6
  %sub.i = fsub double %add.i, %mul
  %sub3.i = fsub double %add.i, %sub.i
  %sub4.i = fsub double %mul, %sub3.i
  %sub5.i = fsub double %6, %sub.i
  %add6.i = fadd double %sub4.i, %sub5.i
  %mul8 = fmul double 5.000000e-01, %div
  %mul9 = fmul double %mul8, %div
  %sub10 = fsub double %div, %mul9
  %low11 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %part, i32 0, i32 1
  %7 = load double, ptr %low11, align 4
  %mul12 = fmul double %conv3, 0x3DEA39EF35793C76
  %add13 = fadd double %7, %mul12
  %add.i.i = fadd double %add.i, %sub10
  %sub.i.i = fsub double %add.i.i, %add.i
  %sub3.i.i = fsub double %add.i.i, %sub.i.i
  %sub4.i.i = fsub double %add.i, %sub3.i.i
  %sub5.i.i = fsub double %sub10, %sub.i.i
  %add6.i.i = fadd double %sub4.i.i, %sub5.i.i
  %add.i8 = fadd double %add6.i, %add13
  %add10.i = fadd double %add6.i.i, %add.i8
  %add.i16 = fadd double %add.i.i, %add10.i
  %sub.i17 = fsub double %add.i16, %add.i.i
  %sub3.i18 = fsub double %add10.i, %sub.i17
  store double %sub3.i18, ptr %low, align 4
  ret double %add.i16
}

declare void @llvm.memcpy.p0.p0.i32(ptr noalias, ptr noalias readonly, i32, i1)

define internal double @mlcc_exponential(double %z, double %z_low, ptr %low, ptr %n) {
entry:
  %mul = fmul double %z, 0x3FF71547652B82FE
  %cmp = fcmp olt double %z, 0.000000e+00
  %cond = select i1 %cmp, double -5.000000e-01, double 5.000000e-01
  %add = fadd double %mul, %cond
  %conv = fptosi double %add to i32
  %conv1 = sitofp i32 %conv to double
  %mul2 = fmul double %conv1, 0x3FE62E42FEE00000
  %sub = fsub double %z, %mul2
  %conv3 = sitofp i32 %conv to double
  %mul4 = fmul double %conv3, 0x3DEA39EF35793C76
  %fneg = fneg double %mul4
  %add.i19 = fadd double %sub, %fneg
  %sub.i20 = fsub double %add.i19, %sub
  %sub3.i21 = fsub double %add.i19, %sub.i20
  %sub4.i22 = fsub double %sub, %sub3.i21
  %sub5.i23 = fsub double %fneg, %sub.i20
  %add6.i24 = fadd double %sub4.i22, %sub5.i23
  %add6 = fadd double %add6.i24, %z_low
  %add.i12 = fadd double %add.i19, %add6
  %sub.i13 = fsub double %add.i12, %add.i19
  %sub3.i14 = fsub double %add.i12, %sub.i13
  %sub4.i15 = fsub double %add.i19, %sub3.i14
  %sub5.i16 = fsub double %add6, %sub.i13
  %add6.i17 = fadd double %sub4.i15, %sub5.i16
  %0 = bitcast double %add.i12 to i64
  %and.i = and i64 %0, -134217728
  %1 = bitcast i64 %and.i to double
  %2 = bitcast double %add.i12 to i64
  %and3.i = and i64 %2, -134217728
  %3 = bitcast i64 %and3.i to double
  %sub.i27 = fsub double %add.i12, %1
  %sub5.i28 = fsub double %add.i12, %3
  %mul.i29 = fmul double %add.i12, %add.i12
  %mul6.i = fmul double %1, %3
  %sub8.i = fsub double %mul6.i, %mul.i29
  %mul9.i = fmul double %1, %sub5.i28
  %add.i30 = fadd double %sub8.i, %mul9.i
  %mul10.i = fmul double %sub.i27, %3
  %add11.i = fadd double %add.i30, %mul10.i
  %mul12.i = fmul double %sub.i27, %sub5.i28
  %add13.i = fadd double %add11.i, %mul12.i
  %mul11 = fmul double %mul.i29, %add.i12
  br label %for.cond.i

for.cond.i:
  %sum.0.i = phi double [ 0x3CE952C77030AD4A, %entry ], [ %add.i26, %for.body.i ]
  %i.0.i = phi i32 [ 1, %entry ], [ %inc.i, %for.body.i ]
  %cmp.i = icmp ult i32 %i.0.i, 15
  br i1 %cmp.i, label %for.body.i, label %mlcc_polynomial.exit

for.body.i:
  %mul.i = fmul double %sum.0.i, %add.i12
  %arrayidx1.i = getelementptr inbounds nuw double, ptr @mlcc_rt.libm_powers.mlcc_exponential.inverse, i32 %i.0.i
  %4 = load double, ptr %arrayidx1.i, align 4
  %add.i26 = fadd double %mul.i, %4
  %inc.i = add i32 %i.0.i, 1
  br label %for.cond.i

mlcc_polynomial.exit:
  %mul13 = fmul double %mul11, %sum.0.i
  %add.i5 = fadd double 1.000000e+00, %add.i12
  %sub.i6 = fsub double %add.i5, 1.000000e+00
  %sub3.i7 = fsub double %add.i5, %sub.i6
  %sub4.i8 = fsub double 1.000000e+00, %sub3.i7
  %sub5.i9 = fsub double %add.i12, %sub.i6
  %add6.i10 = fadd double %sub4.i8, %sub5.i9
  %mul17 = fmul double 5.000000e-01, %mul.i29
  %add.i = fadd double %add.i5, %mul17
  %sub.i = fsub double %add.i, %add.i5
  %sub3.i = fsub double %add.i, %sub.i
  %sub4.i = fsub double %add.i5, %sub3.i
  %sub5.i = fsub double %mul17, %sub.i
  %add6.i = fadd double %sub4.i, %sub5.i
  %add20 = fadd double %add6.i10, %add6.i
  %add23 = fadd double 1.000000e+00, %add.i12
  %mul24 = fmul double %add6.i17, %add23
  %mul26 = fmul double 5.000000e-01, %add13.i
  %add27 = fadd double %mul24, %mul26
  %add28 = fadd double %add27, %mul13
  %add29 = fadd double %add20, %add28
  %add.i32 = fadd double %add.i, %add29
  %sub.i33 = fsub double %add.i32, %add.i
  %sub3.i34 = fsub double %add29, %sub.i33
  store i32 %conv, ptr %n, align 4
  store double %sub3.i34, ptr %low, align 4
  ret double %add.i32
}

define internal double @pow(double %x, double %y) {
entry:
  %low1.i = alloca double, align 8
  %n.i = alloca i32, align 4
  %low = alloca double, align 8
  %0 = bitcast double %x to i64
  %and = and i64 %0, 9223372036854775807
  %1 = bitcast double %y to i64
  %and1 = and i64 %1, 9223372036854775807
  %cmp = icmp eq i64 %and1, 0
  %2 = bitcast double %x to i64
  %cmp2 = icmp eq i64 %2, 4607182418800017408
  %or.cond = select i1 %cmp, i1 true, i1 %cmp2
  br i1 %or.cond, label %return, label %if.end

if.end:
  %cmp3 = icmp ugt i64 %and, 9218868437227405312
  %cmp5 = icmp ugt i64 %and1, 9218868437227405312
  %or.cond47 = or i1 %cmp3, %cmp5
  br i1 %or.cond47, label %if.then6, label %if.end7

if.then6:
  %add = fadd double %x, %y
  br label %return

if.end7:
  %shr = lshr i64 %and1, 52
  %conv = trunc i64 %shr to i32
  %sub = sub nsw i32 1075, %conv
  %and8 = and i64 %and1, 4503599627370495
  %or = or i64 %and8, 4503599627370496
  %cmp9 = icmp sle i32 %sub, 0
  br i1 %cmp9, label %lor.end, label %lor.rhs

lor.rhs:
  %cmp11 = icmp sle i32 %sub, 52
  br i1 %cmp11, label %land.rhs, label %lor.end

land.rhs:
  %sh_prom = zext i32 %sub to i64
  %shl = shl i64 1, %sh_prom
  %sub13 = sub i64 %shl, 1
  %and14 = and i64 %or, %sub13
  %cmp15 = icmp eq i64 %and14, 0
  br label %lor.end

lor.end:
  %3 = phi i1 [ true, %if.end7 ], [ false, %lor.rhs ], [ %cmp15, %land.rhs ]
  %lor.ext = zext i1 %3 to i32
  %tobool = icmp ne i32 %lor.ext, 0
  %cmp17 = icmp sge i32 %sub, 0
  %or.cond48 = and i1 %tobool, %cmp17
  br i1 %or.cond48, label %land.lhs.true19, label %cond.end

land.lhs.true19:
  %sh_prom20 = zext i32 %sub to i64
  %shr21 = lshr i64 %or, %sh_prom20
  %and22 = and i64 %shr21, 1
  %tobool23 = icmp ne i64 %and22, 0
  br i1 %tobool23, label %cond.true, label %cond.end

cond.true:
  %4 = bitcast double %x to i64
  %and24 = and i64 %4, -9223372036854775808
  br label %cond.end

cond.end:
  %cond = phi i64 [ %and24, %cond.true ], [ 0, %land.lhs.true19 ], [ 0, %lor.end ]
  %cmp25 = icmp ugt i64 %and, 4607182418800017408
  %conv26 = zext i1 %cmp25 to i32
  %5 = bitcast double %y to i64
  %cmp27 = icmp eq i64 %5, %and1
  %conv28 = zext i1 %cmp27 to i32
  %cmp29 = icmp eq i32 %conv26, %conv28
  %conv30 = zext i1 %cmp29 to i32
  %cmp31 = icmp eq i64 %and, 4607182418800017408
  br i1 %cmp31, label %if.then33, label %if.end43

if.then33:
  %tobool34 = icmp ne i32 %lor.ext, 0
  %cmp36 = icmp eq i64 %and1, 9218868437227405312
  %or.cond49 = or i1 %tobool34, %cmp36
  %or39 = or i64 %cond, 4607182418800017408
  %cond42 = select i1 %or.cond49, i64 %or39, i64 9218868437227405313
  %6 = bitcast i64 %cond42 to double
  br label %return

if.end43:
  %7 = bitcast double %x to i64
  %cmp44 = icmp eq i64 %7, %and
  %tobool47 = icmp ne i32 %lor.ext, 0
  %or.cond50 = or i1 %cmp44, %tobool47
  %or.cond50.not = xor i1 %or.cond50, true
  %8 = freeze i1 %or.cond50.not
  br i1 %8, label %switch.early.test, label %if.end55

switch.early.test:
  switch i64 %0, label %return [
    i64 -4503599627370496, label %if.end55
    i64 -9223372036854775808, label %if.end55
    i64 9218868437227405312, label %if.end55
    i64 0, label %if.end55
  ]

if.end55:
  %tobool56 = icmp ne i32 %conv30, 0
  %cond57 = select i1 %tobool56, i64 9218868437227405312, i64 0
  %or58 = or i64 %cond, %cond57
  %9 = bitcast i64 %or58 to double
  switch i64 %and, label %lor.lhs.false64 [
    i64 0, label %return
    i64 9218868437227405312, label %return
  ]

lor.lhs.false64:
  %cmp65 = icmp uge i64 %and1, 4899916394579099648
  br i1 %cmp65, label %return, label %if.end68

if.end68:
  %cmp69 = icmp ult i64 %and1, 4314448443020935168
  br i1 %cmp69, label %return, label %if.end72

if.end72:
  %10 = bitcast i64 %and to double
  %call73 = call double @mlcc_logarithm(double %10, double 0.000000e+00, ptr %low)
  %11 = bitcast double %y to i64
  %and.i = and i64 %11, -134217728
  %12 = bitcast i64 %and.i to double
  %13 = bitcast double %call73 to i64
  %and3.i = and i64 %13, -134217728
  %14 = bitcast i64 %and3.i to double
  %sub.i = fsub double %y, %12
  %sub5.i = fsub double %call73, %14
  %mul.i = fmul double %y, %call73
  %mul6.i = fmul double %12, %14
  %sub8.i = fsub double %mul6.i, %mul.i
  %mul9.i = fmul double %12, %sub5.i
  %add.i = fadd double %sub8.i, %mul9.i
  %mul10.i = fmul double %sub.i, %14
  %add11.i = fadd double %add.i, %mul10.i
  %mul12.i = fmul double %sub.i, %sub5.i
  %add13.i = fadd double %add11.i, %mul12.i
  %15 = load double, ptr %low, align 8
  %mul = fmul double %y, %15
  %add75 = fadd double %add13.i, %mul
  %cmp76 = fcmp ogt double %mul.i, -7.460000e+02
  %cmp80 = fcmp olt double %mul.i, 7.100000e+02
  %or.cond53 = and i1 %cmp76, %cmp80
  br i1 %or.cond53, label %if.end83, label %return

if.end83:
  call void @llvm.lifetime.start.p0(ptr %low1.i)
  call void @llvm.lifetime.start.p0(ptr %n.i)
  %call.i38 = call double @mlcc_exponential(double %mul.i, double %add75, ptr %low1.i, ptr %n.i)
  %16 = load double, ptr %low1.i, align 8
  %add.i39 = fadd double %call.i38, %16
  %17 = load i32, ptr %n.i, align 4
  %div.i = sdiv i32 %17, 2
  %add.i40 = add nsw i32 1023, %div.i
  %conv.i = sext i32 %add.i40 to i64
  %shl.i = shl i64 %conv.i, 52
  %18 = bitcast i64 %shl.i to double
  %add1.i = add nsw i32 1023, %17
  %sub.i41 = sub nsw i32 %add1.i, %div.i
  %conv2.i = sext i32 %sub.i41 to i64
  %shl3.i = shl i64 %conv2.i, 52
  %19 = bitcast i64 %shl3.i to double
  %mul.i42 = fmul double %add.i39, %18
  %mul4.i = fmul double %mul.i42, %19
  call void @llvm.lifetime.end.p0(ptr %low1.i)
  call void @llvm.lifetime.end.p0(ptr %n.i)
  %20 = bitcast double %mul4.i to i64
  %or87 = or i64 %20, %cond
  %21 = bitcast i64 %or87 to double
  br label %return

return:
  %retval.0 = phi double [ 1.000000e+00, %entry ], [ %add, %if.then6 ], [ %6, %if.then33 ], [ 0x7FF8000000000000, %switch.early.test ], [ %9, %lor.lhs.false64 ], [ %21, %if.end83 ], [ 1.000000e+00, %if.end68 ], [ %9, %if.end55 ], [ %9, %if.end55 ], [ %9, %if.end72 ]
  ret double %retval.0
}

define internal double @exp2(double %x) {
entry:
  %low1.i.i = alloca double, align 8
  %n.i.i = alloca i32, align 4
  %cmp.i = fcmp ogt double %x, -1.076000e+03
  %cmp1.i = fcmp olt double %x, 1.024000e+03
  %or.cond = and i1 %cmp.i, %cmp1.i
  br i1 %or.cond, label %if.end.i, label %if.then.i

if.then.i:
  %cmp2.i = fcmp une double %x, %x
  %cmp3.i = fcmp olt double %x, 0.000000e+00
  %. = select i1 %cmp3.i, double 0.000000e+00, double 0x7FF0000000000000
  %cond7.i = select i1 %cmp2.i, double %x, double %.
  br label %mlcc_power_of.exit

if.end.i:
  %0 = bitcast double %x to i64
  %and.i.i = and i64 %0, -134217728
  %1 = bitcast i64 %and.i.i to double
  %2 = bitcast double 0x3FE62E42FEFA39EF to i64
  %and3.i.i = and i64 %2, -134217728
  %3 = bitcast i64 %and3.i.i to double
  %sub.i.i = fsub double %x, %1
  %sub5.i.i = fsub double 0x3FE62E42FEFA39EF, %3
  %mul.i.i = fmul double %x, 0x3FE62E42FEFA39EF
  %mul6.i.i = fmul double %1, %3
  %sub8.i.i = fsub double %mul6.i.i, %mul.i.i
  %mul9.i.i = fmul double %1, %sub5.i.i
  %add.i.i = fadd double %sub8.i.i, %mul9.i.i
  %mul10.i.i = fmul double %sub.i.i, %3
  %add11.i.i = fadd double %add.i.i, %mul10.i.i
  %mul12.i.i = fmul double %sub.i.i, %sub5.i.i
  %add13.i.i = fadd double %add11.i.i, %mul12.i.i
  %mul.i = fmul double %x, 0x3C7ABC9E3B39803F
  %add.i = fadd double %add13.i.i, %mul.i
  call void @llvm.lifetime.start.p0(ptr %low1.i.i)
  call void @llvm.lifetime.start.p0(ptr %n.i.i)
  %call.i8.i = call double @mlcc_exponential(double %mul.i.i, double %add.i, ptr %low1.i.i, ptr %n.i.i)
  %4 = load double, ptr %low1.i.i, align 8
  %add.i9.i = fadd double %call.i8.i, %4
  %5 = load i32, ptr %n.i.i, align 4
  %div.i = sdiv i32 %5, 2
  %add.i1 = add nsw i32 1023, %div.i
  %conv.i = sext i32 %add.i1 to i64
  %shl.i = shl i64 %conv.i, 52
  %6 = bitcast i64 %shl.i to double
  %add1.i = add nsw i32 1023, %5
  %sub.i = sub nsw i32 %add1.i, %div.i
  %conv2.i = sext i32 %sub.i to i64
  %shl3.i = shl i64 %conv2.i, 52
  %7 = bitcast i64 %shl3.i to double
  %mul.i2 = fmul double %add.i9.i, %6
  %mul4.i = fmul double %mul.i2, %7
  call void @llvm.lifetime.end.p0(ptr %low1.i.i)
  call void @llvm.lifetime.end.p0(ptr %n.i.i)
  br label %mlcc_power_of.exit

mlcc_power_of.exit:
  %retval.0.i = phi double [ %mul4.i, %if.end.i ], [ %cond7.i, %if.then.i ]
  ret double %retval.0.i
}

define internal double @exp10(double %x) {
entry:
  %low1.i.i = alloca double, align 8
  %n.i.i = alloca i32, align 4
  %cmp.i = fcmp ogt double %x, -3.240000e+02
  %cmp1.i = fcmp olt double %x, 3.090000e+02
  %or.cond = and i1 %cmp.i, %cmp1.i
  br i1 %or.cond, label %if.end.i, label %if.then.i

if.then.i:
  %cmp2.i = fcmp une double %x, %x
  %cmp3.i = fcmp olt double %x, 0.000000e+00
  %. = select i1 %cmp3.i, double 0.000000e+00, double 0x7FF0000000000000
  %cond7.i = select i1 %cmp2.i, double %x, double %.
  br label %mlcc_power_of.exit

if.end.i:
  %0 = bitcast double %x to i64
  %and.i.i = and i64 %0, -134217728
  %1 = bitcast i64 %and.i.i to double
  %2 = bitcast double 0x40026BB1BBB55516 to i64
  %and3.i.i = and i64 %2, -134217728
  %3 = bitcast i64 %and3.i.i to double
  %sub.i.i = fsub double %x, %1
  %sub5.i.i = fsub double 0x40026BB1BBB55516, %3
  %mul.i.i = fmul double %x, 0x40026BB1BBB55516
  %mul6.i.i = fmul double %1, %3
  %sub8.i.i = fsub double %mul6.i.i, %mul.i.i
  %mul9.i.i = fmul double %1, %sub5.i.i
  %add.i.i = fadd double %sub8.i.i, %mul9.i.i
  %mul10.i.i = fmul double %sub.i.i, %3
  %add11.i.i = fadd double %add.i.i, %mul10.i.i
  %mul12.i.i = fmul double %sub.i.i, %sub5.i.i
  %add13.i.i = fadd double %add11.i.i, %mul12.i.i
  %mul.i = fmul double %x, 0xBCAF48AD494EA3E9
  %add.i = fadd double %add13.i.i, %mul.i
  call void @llvm.lifetime.start.p0(ptr %low1.i.i)
  call void @llvm.lifetime.start.p0(ptr %n.i.i)
  %call.i8.i = call double @mlcc_exponential(double %mul.i.i, double %add.i, ptr %low1.i.i, ptr %n.i.i)
  %4 = load double, ptr %low1.i.i, align 8
  %add.i9.i = fadd double %call.i8.i, %4
  %5 = load i32, ptr %n.i.i, align 4
  %div.i = sdiv i32 %5, 2
  %add.i1 = add nsw i32 1023, %div.i
  %conv.i = sext i32 %add.i1 to i64
  %shl.i = shl i64 %conv.i, 52
  %6 = bitcast i64 %shl.i to double
  %add1.i = add nsw i32 1023, %5
  %sub.i = sub nsw i32 %add1.i, %div.i
  %conv2.i = sext i32 %sub.i to i64
  %shl3.i = shl i64 %conv2.i, 52
  %7 = bitcast i64 %shl3.i to double
  %mul.i2 = fmul double %add.i9.i, %6
  %mul4.i = fmul double %mul.i2, %7
  call void @llvm.lifetime.end.p0(ptr %low1.i.i)
  call void @llvm.lifetime.end.p0(ptr %n.i.i)
  br label %mlcc_power_of.exit

mlcc_power_of.exit:
  %retval.0.i = phi double [ %mul4.i, %if.end.i ], [ %cond7.i, %if.then.i ]
  ret double %retval.0.i
}

define internal double @log2(double %x) {
entry:
  %r.i = alloca %struct.mlcc_pair, align 4
  call void @llvm.lifetime.start.p0(ptr %r.i)
  %cmp.i = fcmp ule double %x, 0.000000e+00
  %0 = bitcast double %x to i64
  %cmp1.i = icmp eq i64 %0, 9218868437227405312
  %or.cond = or i1 %cmp.i, %cmp1.i
  br i1 %or.cond, label %if.then.i, label %if.end.i

if.then.i:
  %cmp2.i = fcmp une double %x, %x
  %cmp4.i = fcmp ogt double %x, 0.000000e+00
  %or.cond2 = or i1 %cmp2.i, %cmp4.i
  br i1 %or.cond2, label %mlcc_logarithm_to.exit, label %cond.false.i

cond.false.i:
  %cmp5.i = fcmp oeq double %x, 0.000000e+00
  %cond.i = select i1 %cmp5.i, i64 -4503599627370496, i64 9221120237041090560
  %1 = bitcast i64 %cond.i to double
  br label %mlcc_logarithm_to.exit

if.end.i:
  %low8.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i, i32 0, i32 1
  %call9.i = call double @mlcc_logarithm(double %x, double 0.000000e+00, ptr %low8.i)
  store double %call9.i, ptr %r.i, align 4
  %2 = load double, ptr %r.i, align 4
  %low12.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i, i32 0, i32 1
  %3 = load double, ptr %low12.i, align 4
  %4 = bitcast double %2 to i64
  %and.i.i = and i64 %4, -134217728
  %5 = bitcast i64 %and.i.i to double
  %6 = bitcast double 0x3FF71547652B82FE to i64
  %and3.i.i = and i64 %6, -134217728
  %7 = bitcast i64 %and3.i.i to double
  %sub.i.i = fsub double %2, %5
  %sub5.i.i = fsub double 0x3FF71547652B82FE, %7
  %mul.i8.i = fmul double %2, 0x3FF71547652B82FE
  %mul6.i.i = fmul double %5, %7
  %sub8.i.i = fsub double %mul6.i.i, %mul.i8.i
  %mul9.i.i = fmul double %5, %sub5.i.i
  %add.i9.i = fadd double %sub8.i.i, %mul9.i.i
  %mul10.i.i = fmul double %sub.i.i, %7
  %add11.i.i = fadd double %add.i9.i, %mul10.i.i
  %mul12.i10.i = fmul double %sub.i.i, %sub5.i.i
  %add13.i11.i = fadd double %add11.i.i, %mul12.i10.i
  %mul.i.i = fmul double %2, 0x3C7777D0FFDA0D24
  %mul12.i.i = fmul double %3, 0x3FF71547652B82FE
  %add.i.i = fadd double %mul.i.i, %mul12.i.i
  %add13.i.i = fadd double %add13.i11.i, %add.i.i
  %add.i12.i = fadd double %mul.i8.i, %add13.i.i
  %sub.i13.i = fsub double %add.i12.i, %mul.i8.i
  %sub3.i.i = fsub double %add13.i.i, %sub.i13.i
  store double %add.i12.i, ptr %r.i, align 4
  %tmp.i.sroa.5.0.r.i.sroa_idx = getelementptr inbounds i8, ptr %r.i, i32 8
  store double %sub3.i.i, ptr %tmp.i.sroa.5.0.r.i.sroa_idx, align 4
  %8 = load double, ptr %r.i, align 4
  %low16.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i, i32 0, i32 1
  %9 = load double, ptr %low16.i, align 4
  %add.i = fadd double %8, %9
  br label %mlcc_logarithm_to.exit

mlcc_logarithm_to.exit:
  %retval.0.i = phi double [ %add.i, %if.end.i ], [ %1, %cond.false.i ], [ %x, %if.then.i ]
  call void @llvm.lifetime.end.p0(ptr %r.i)
  ret double %retval.0.i
}

define internal double @log10(double %x) {
entry:
  %r.i = alloca %struct.mlcc_pair, align 4
  call void @llvm.lifetime.start.p0(ptr %r.i)
  %cmp.i = fcmp ule double %x, 0.000000e+00
  %0 = bitcast double %x to i64
  %cmp1.i = icmp eq i64 %0, 9218868437227405312
  %or.cond = or i1 %cmp.i, %cmp1.i
  br i1 %or.cond, label %if.then.i, label %if.end.i

if.then.i:
  %cmp2.i = fcmp une double %x, %x
  %cmp4.i = fcmp ogt double %x, 0.000000e+00
  %or.cond2 = or i1 %cmp2.i, %cmp4.i
  br i1 %or.cond2, label %mlcc_logarithm_to.exit, label %cond.false.i

cond.false.i:
  %cmp5.i = fcmp oeq double %x, 0.000000e+00
  %cond.i = select i1 %cmp5.i, i64 -4503599627370496, i64 9221120237041090560
  %1 = bitcast i64 %cond.i to double
  br label %mlcc_logarithm_to.exit

if.end.i:
  %low8.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i, i32 0, i32 1
  %call9.i = call double @mlcc_logarithm(double %x, double 0.000000e+00, ptr %low8.i)
  store double %call9.i, ptr %r.i, align 4
  %2 = load double, ptr %r.i, align 4
  %low12.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i, i32 0, i32 1
  %3 = load double, ptr %low12.i, align 4
  %4 = bitcast double %2 to i64
  %and.i.i = and i64 %4, -134217728
  %5 = bitcast i64 %and.i.i to double
  %6 = bitcast double 0x3FDBCB7B1526E50E to i64
  %and3.i.i = and i64 %6, -134217728
  %7 = bitcast i64 %and3.i.i to double
  %sub.i.i = fsub double %2, %5
  %sub5.i.i = fsub double 0x3FDBCB7B1526E50E, %7
  %mul.i8.i = fmul double %2, 0x3FDBCB7B1526E50E
  %mul6.i.i = fmul double %5, %7
  %sub8.i.i = fsub double %mul6.i.i, %mul.i8.i
  %mul9.i.i = fmul double %5, %sub5.i.i
  %add.i9.i = fadd double %sub8.i.i, %mul9.i.i
  %mul10.i.i = fmul double %sub.i.i, %7
  %add11.i.i = fadd double %add.i9.i, %mul10.i.i
  %mul12.i10.i = fmul double %sub.i.i, %sub5.i.i
  %add13.i11.i = fadd double %add11.i.i, %mul12.i10.i
  %mul.i.i = fmul double %2, 0x3C695355BAAAFAD3
  %mul12.i.i = fmul double %3, 0x3FDBCB7B1526E50E
  %add.i.i = fadd double %mul.i.i, %mul12.i.i
  %add13.i.i = fadd double %add13.i11.i, %add.i.i
  %add.i12.i = fadd double %mul.i8.i, %add13.i.i
  %sub.i13.i = fsub double %add.i12.i, %mul.i8.i
  %sub3.i.i = fsub double %add13.i.i, %sub.i13.i
  store double %add.i12.i, ptr %r.i, align 4
  %tmp.i.sroa.5.0.r.i.sroa_idx = getelementptr inbounds i8, ptr %r.i, i32 8
  store double %sub3.i.i, ptr %tmp.i.sroa.5.0.r.i.sroa_idx, align 4
  %8 = load double, ptr %r.i, align 4
  %low16.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i, i32 0, i32 1
  %9 = load double, ptr %low16.i, align 4
  %add.i = fadd double %8, %9
  br label %mlcc_logarithm_to.exit

mlcc_logarithm_to.exit:
  %retval.0.i = phi double [ %add.i, %if.end.i ], [ %1, %cond.false.i ], [ %x, %if.then.i ]
  call void @llvm.lifetime.end.p0(ptr %r.i)
  ret double %retval.0.i
}

define internal double @sinh(double %x) {
entry:
  %e.i = alloca %struct.mlcc_pair, align 4
  %n.i = alloca i32, align 4
  %0 = bitcast double %x to i64
  %and = and i64 %0, 9223372036854775807
  %cmp = icmp ult i64 %and, 4485585228861014016
  %cmp1 = icmp uge i64 %and, 9218868437227405312
  %or.cond = or i1 %cmp, %cmp1
  br i1 %or.cond, label %return, label %if.end

if.end:
  %cmp2 = fcmp ogt double %x, -1.000000e+00
  %cmp3 = fcmp olt double %x, 1.000000e+00
  %or.cond50 = and i1 %cmp2, %cmp3
  br i1 %or.cond50, label %if.then4, label %if.end8

if.then4:
  %mul = fmul double %x, %x
  %mul5 = fmul double %x, %mul
  br label %for.cond.i

for.cond.i:
  %sum.0.i = phi double [ 0x3B4761B41316381A, %if.then4 ], [ %add.i, %for.body.i ]
  %i.0.i = phi i32 [ 1, %if.then4 ], [ %inc.i, %for.body.i ]
  %cmp.i = icmp ult i32 %i.0.i, 11
  br i1 %cmp.i, label %for.body.i, label %mlcc_polynomial.exit

for.body.i:
  %mul.i = fmul double %sum.0.i, %mul
  %arrayidx1.i = getelementptr inbounds nuw double, ptr @mlcc_rt.libm_powers.sinh.inverse, i32 %i.0.i
  %1 = load double, ptr %arrayidx1.i, align 4
  %add.i = fadd double %mul.i, %1
  %inc.i = add i32 %i.0.i, 1
  br label %for.cond.i

mlcc_polynomial.exit:
  %mul7 = fmul double %mul5, %sum.0.i
  %add = fadd double %x, %mul7
  br label %return

if.end8:
  %2 = bitcast i64 %and to double
  %cmp10 = fcmp ogt double %2, 7.110000e+02
  br i1 %cmp10, label %cond.end, label %cond.false

cond.false:
  call void @llvm.lifetime.start.p0(ptr %e.i)
  call void @llvm.lifetime.start.p0(ptr %n.i)
  %low.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %e.i, i32 0, i32 1
  %call.i = call double @mlcc_exponential(double %2, double 0.000000e+00, ptr %low.i, ptr %n.i)
  store double %call.i, ptr %e.i, align 4
  %3 = load i32, ptr %n.i, align 4
  %cmp.i13 = icmp sgt i32 %3, 40
  br i1 %cmp.i13, label %if.then.i, label %if.end.i

if.then.i:
  %4 = load double, ptr %e.i, align 4
  %low2.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %e.i, i32 0, i32 1
  %5 = load double, ptr %low2.i, align 4
  %add.i14 = fadd double %4, %5
  %6 = load i32, ptr %n.i, align 4
  %sub.i = sub nsw i32 %6, 1
  %div.i22 = sdiv i32 %sub.i, 2
  %add.i23 = add nsw i32 1023, %div.i22
  %conv.i = sext i32 %add.i23 to i64
  %shl.i = shl i64 %conv.i, 52
  %7 = bitcast i64 %shl.i to double
  %add1.i = add nsw i32 1023, %sub.i
  %sub.i24 = sub nsw i32 %add1.i, %div.i22
  %conv2.i = sext i32 %sub.i24 to i64
  %shl3.i = shl i64 %conv2.i, 52
  %8 = bitcast i64 %shl3.i to double
  %mul.i25 = fmul double %add.i14, %7
  %mul4.i = fmul double %mul.i25, %8
  br label %mlcc_half_sum.exit

if.end.i:
  %9 = load i32, ptr %n.i, align 4
  %div.i36 = sdiv i32 %9, 2
  %add.i37 = add nsw i32 1023, %div.i36
  %conv.i38 = sext i32 %add.i37 to i64
  %shl.i39 = shl i64 %conv.i38, 52
  %10 = bitcast i64 %shl.i39 to double
  %add1.i40 = add nsw i32 1023, %9
  %sub.i41 = sub nsw i32 %add1.i40, %div.i36
  %conv2.i42 = sext i32 %sub.i41 to i64
  %shl3.i43 = shl i64 %conv2.i42, 52
  %11 = bitcast i64 %shl3.i43 to double
  %mul.i44 = fmul double 5.000000e-01, %10
  %mul4.i45 = fmul double %mul.i44, %11
  %12 = load i32, ptr %n.i, align 4
  %sub5.i = sub nsw i32 0, %12
  %div.i26 = sdiv i32 %sub5.i, 2
  %add.i27 = add nsw i32 1023, %div.i26
  %conv.i28 = sext i32 %add.i27 to i64
  %shl.i29 = shl i64 %conv.i28, 52
  %13 = bitcast i64 %shl.i29 to double
  %add1.i30 = add nsw i32 1023, %sub5.i
  %sub.i31 = sub nsw i32 %add1.i30, %div.i26
  %conv2.i32 = sext i32 %sub.i31 to i64
  %shl3.i33 = shl i64 %conv2.i32, 52
  %14 = bitcast i64 %shl3.i33 to double
  %mul.i34 = fmul double -5.000000e-01, %13
  %mul4.i35 = fmul double %mul.i34, %14
  %15 = load double, ptr %e.i, align 4
  %low10.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %e.i, i32 0, i32 1
  %16 = load double, ptr %low10.i, align 4
  %div.i = fdiv double 1.000000e+00, %15
  %17 = bitcast double %div.i to i64
  %and.i.i = and i64 %17, -134217728
  %18 = bitcast i64 %and.i.i to double
  %19 = bitcast double %15 to i64
  %and3.i.i = and i64 %19, -134217728
  %20 = bitcast i64 %and3.i.i to double
  %sub.i.i15 = fsub double %div.i, %18
  %sub5.i.i = fsub double %15, %20
  %mul.i.i = fmul double %div.i, %15
  %mul6.i.i = fmul double %18, %20
  %sub8.i.i = fsub double %mul6.i.i, %mul.i.i
  %mul9.i.i = fmul double %18, %sub5.i.i
  %add.i.i16 = fadd double %sub8.i.i, %mul9.i.i
  %mul10.i.i = fmul double %sub.i.i15, %20
  %add11.i.i = fadd double %add.i.i16, %mul10.i.i
  %mul12.i.i = fmul double %sub.i.i15, %sub5.i.i
  %add13.i.i = fadd double %add11.i.i, %mul12.i.i
  %sub.i17 = fsub double 1.000000e+00, %mul.i.i
  %sub10.i = fsub double %sub.i17, %add13.i.i
  %add.i18 = fadd double %sub10.i, 0.000000e+00
  %mul.i19 = fmul double %div.i, %16
  %sub13.i = fsub double %add.i18, %mul.i19
  %div15.i = fdiv double %sub13.i, %15
  %add.i6.i = fadd double %div.i, %div15.i
  %sub.i7.i = fsub double %add.i6.i, %div.i
  %sub3.i.i20 = fsub double %div15.i, %sub.i7.i
  %21 = load double, ptr %e.i, align 4
  %mul13.i = fmul double %21, %mul4.i45
  %low14.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %e.i, i32 0, i32 1
  %22 = load double, ptr %low14.i, align 4
  %mul15.i = fmul double %22, %mul4.i45
  %mul18.i = fmul double %add.i6.i, %mul4.i35
  %mul20.i = fmul double %sub3.i.i20, %mul4.i35
  %add.i.i.i = fadd double %mul13.i, %mul18.i
  %sub.i.i.i = fsub double %add.i.i.i, %mul13.i
  %sub3.i.i.i = fsub double %add.i.i.i, %sub.i.i.i
  %sub4.i.i.i = fsub double %mul13.i, %sub3.i.i.i
  %sub5.i.i.i = fsub double %mul18.i, %sub.i.i.i
  %add6.i.i.i = fadd double %sub4.i.i.i, %sub5.i.i.i
  %add.i.i = fadd double %mul15.i, %mul20.i
  %add10.i.i = fadd double %add6.i.i.i, %add.i.i
  %add.i5.i = fadd double %add.i.i.i, %add10.i.i
  %sub.i.i = fsub double %add.i5.i, %add.i.i.i
  %sub3.i.i = fsub double %add10.i.i, %sub.i.i
  store double %add.i5.i, ptr %e.i, align 4
  %tmp.i.sroa.5.0.e.i.sroa_idx = getelementptr inbounds i8, ptr %e.i, i32 8
  store double %sub3.i.i, ptr %tmp.i.sroa.5.0.e.i.sroa_idx, align 4
  %23 = load double, ptr %e.i, align 4
  %low26.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %e.i, i32 0, i32 1
  %24 = load double, ptr %low26.i, align 4
  %add27.i = fadd double %23, %24
  br label %mlcc_half_sum.exit

mlcc_half_sum.exit:
  %retval.0.i = phi double [ %mul4.i, %if.then.i ], [ %add27.i, %if.end.i ]
  call void @llvm.lifetime.end.p0(ptr %e.i)
  call void @llvm.lifetime.end.p0(ptr %n.i)
  br label %cond.end

cond.end:
  %cond = phi double [ %retval.0.i, %mlcc_half_sum.exit ], [ 0x7FF0000000000000, %if.end8 ]
  %25 = bitcast double %cond to i64
  %and.i = and i64 %25, 9223372036854775807
  %26 = bitcast double %x to i64
  %and2.i = and i64 %26, -9223372036854775808
  %or.i = or i64 %and.i, %and2.i
  %27 = bitcast i64 %or.i to double
  br label %return

return:
  %retval.0 = phi double [ %27, %cond.end ], [ %add, %mlcc_polynomial.exit ], [ %x, %entry ]
  ret double %retval.0
}

define internal double @cosh(double %x) {
entry:
  %e.i = alloca %struct.mlcc_pair, align 4
  %n.i = alloca i32, align 4
  %0 = bitcast double %x to i64
  %and = and i64 %0, 9223372036854775807
  %1 = bitcast i64 %and to double
  %cmp = fcmp une double %1, %1
  br i1 %cmp, label %cond.end7, label %cond.false

cond.false:
  %cmp2 = fcmp ogt double %1, 7.110000e+02
  br i1 %cmp2, label %cond.end7, label %cond.false5

cond.false5:
  call void @llvm.lifetime.start.p0(ptr %e.i)
  call void @llvm.lifetime.start.p0(ptr %n.i)
  %low.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %e.i, i32 0, i32 1
  %call.i = call double @mlcc_exponential(double %1, double 0.000000e+00, ptr %low.i, ptr %n.i)
  store double %call.i, ptr %e.i, align 4
  %2 = load i32, ptr %n.i, align 4
  %cmp.i = icmp sgt i32 %2, 40
  br i1 %cmp.i, label %if.then.i, label %if.end.i

if.then.i:
  %3 = load double, ptr %e.i, align 4
  %low2.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %e.i, i32 0, i32 1
  %4 = load double, ptr %low2.i, align 4
  %add.i = fadd double %3, %4
  %5 = load i32, ptr %n.i, align 4
  %sub.i = sub nsw i32 %5, 1
  %div.i11 = sdiv i32 %sub.i, 2
  %add.i12 = add nsw i32 1023, %div.i11
  %conv.i = sext i32 %add.i12 to i64
  %shl.i = shl i64 %conv.i, 52
  %6 = bitcast i64 %shl.i to double
  %add1.i = add nsw i32 1023, %sub.i
  %sub.i13 = sub nsw i32 %add1.i, %div.i11
  %conv2.i = sext i32 %sub.i13 to i64
  %shl3.i = shl i64 %conv2.i, 52
  %7 = bitcast i64 %shl3.i to double
  %mul.i14 = fmul double %add.i, %6
  %mul4.i = fmul double %mul.i14, %7
  br label %mlcc_half_sum.exit

if.end.i:
  %8 = load i32, ptr %n.i, align 4
  %div.i25 = sdiv i32 %8, 2
  %add.i26 = add nsw i32 1023, %div.i25
  %conv.i27 = sext i32 %add.i26 to i64
  %shl.i28 = shl i64 %conv.i27, 52
  %9 = bitcast i64 %shl.i28 to double
  %add1.i29 = add nsw i32 1023, %8
  %sub.i30 = sub nsw i32 %add1.i29, %div.i25
  %conv2.i31 = sext i32 %sub.i30 to i64
  %shl3.i32 = shl i64 %conv2.i31, 52
  %10 = bitcast i64 %shl3.i32 to double
  %mul.i33 = fmul double 5.000000e-01, %9
  %mul4.i34 = fmul double %mul.i33, %10
  %11 = load i32, ptr %n.i, align 4
  %sub5.i = sub nsw i32 0, %11
  %div.i15 = sdiv i32 %sub5.i, 2
  %add.i16 = add nsw i32 1023, %div.i15
  %conv.i17 = sext i32 %add.i16 to i64
  %shl.i18 = shl i64 %conv.i17, 52
  %12 = bitcast i64 %shl.i18 to double
  %add1.i19 = add nsw i32 1023, %sub5.i
  %sub.i20 = sub nsw i32 %add1.i19, %div.i15
  %conv2.i21 = sext i32 %sub.i20 to i64
  %shl3.i22 = shl i64 %conv2.i21, 52
  %13 = bitcast i64 %shl3.i22 to double
  %mul.i23 = fmul double 5.000000e-01, %12
  %mul4.i24 = fmul double %mul.i23, %13
  %14 = load double, ptr %e.i, align 4
  %low10.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %e.i, i32 0, i32 1
  %15 = load double, ptr %low10.i, align 4
  %div.i = fdiv double 1.000000e+00, %14
  %16 = bitcast double %div.i to i64
  %and.i.i = and i64 %16, -134217728
  %17 = bitcast i64 %and.i.i to double
  %18 = bitcast double %14 to i64
  %and3.i.i = and i64 %18, -134217728
  %19 = bitcast i64 %and3.i.i to double
  %sub.i.i5 = fsub double %div.i, %17
  %sub5.i.i = fsub double %14, %19
  %mul.i.i = fmul double %div.i, %14
  %mul6.i.i = fmul double %17, %19
  %sub8.i.i = fsub double %mul6.i.i, %mul.i.i
  %mul9.i.i = fmul double %17, %sub5.i.i
  %add.i.i6 = fadd double %sub8.i.i, %mul9.i.i
  %mul10.i.i = fmul double %sub.i.i5, %19
  %add11.i.i = fadd double %add.i.i6, %mul10.i.i
  %mul12.i.i = fmul double %sub.i.i5, %sub5.i.i
  %add13.i.i = fadd double %add11.i.i, %mul12.i.i
  %sub.i7 = fsub double 1.000000e+00, %mul.i.i
  %sub10.i = fsub double %sub.i7, %add13.i.i
  %add.i8 = fadd double %sub10.i, 0.000000e+00
  %mul.i = fmul double %div.i, %15
  %sub13.i = fsub double %add.i8, %mul.i
  %div15.i = fdiv double %sub13.i, %14
  %add.i6.i = fadd double %div.i, %div15.i
  %sub.i7.i = fsub double %add.i6.i, %div.i
  %sub3.i.i9 = fsub double %div15.i, %sub.i7.i
  %20 = load double, ptr %e.i, align 4
  %mul13.i = fmul double %20, %mul4.i34
  %low14.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %e.i, i32 0, i32 1
  %21 = load double, ptr %low14.i, align 4
  %mul15.i = fmul double %21, %mul4.i34
  %mul18.i = fmul double %add.i6.i, %mul4.i24
  %mul20.i = fmul double %sub3.i.i9, %mul4.i24
  %add.i.i.i = fadd double %mul13.i, %mul18.i
  %sub.i.i.i = fsub double %add.i.i.i, %mul13.i
  %sub3.i.i.i = fsub double %add.i.i.i, %sub.i.i.i
  %sub4.i.i.i = fsub double %mul13.i, %sub3.i.i.i
  %sub5.i.i.i = fsub double %mul18.i, %sub.i.i.i
  %add6.i.i.i = fadd double %sub4.i.i.i, %sub5.i.i.i
  %add.i.i = fadd double %mul15.i, %mul20.i
  %add10.i.i = fadd double %add6.i.i.i, %add.i.i
  %add.i5.i = fadd double %add.i.i.i, %add10.i.i
  %sub.i.i = fsub double %add.i5.i, %add.i.i.i
  %sub3.i.i = fsub double %add10.i.i, %sub.i.i
  store double %add.i5.i, ptr %e.i, align 4
  %tmp.i.sroa.5.0.e.i.sroa_idx = getelementptr inbounds i8, ptr %e.i, i32 8
  store double %sub3.i.i, ptr %tmp.i.sroa.5.0.e.i.sroa_idx, align 4
  %22 = load double, ptr %e.i, align 4
  %low26.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %e.i, i32 0, i32 1
  %23 = load double, ptr %low26.i, align 4
  %add27.i = fadd double %22, %23
  br label %mlcc_half_sum.exit

mlcc_half_sum.exit:
  %retval.0.i = phi double [ %mul4.i, %if.then.i ], [ %add27.i, %if.end.i ]
  call void @llvm.lifetime.end.p0(ptr %e.i)
  call void @llvm.lifetime.end.p0(ptr %n.i)
  br label %cond.end7

cond.end7:
  %cond8 = phi double [ %x, %entry ], [ %retval.0.i, %mlcc_half_sum.exit ], [ 0x7FF0000000000000, %cond.false ]
  ret double %cond8
}

define internal double @asinh(double %x) {
entry:
  %r.i93 = alloca %struct.mlcc_pair, align 4
  %tmp.i94 = alloca %struct.mlcc_pair, align 4
  %r.i48 = alloca %struct.mlcc_pair, align 4
  %0 = bitcast double %x to i64
  %and = and i64 %0, 9223372036854775807
  %cmp = icmp ult i64 %and, 4485585228861014016
  %cmp1 = icmp uge i64 %and, 9218868437227405312
  %or.cond = or i1 %cmp, %cmp1
  br i1 %or.cond, label %return, label %if.end

if.end:
  %1 = bitcast i64 %and to double
  %cmp3 = fcmp ogt double %1, 0x41B0000000000000
  br i1 %cmp3, label %if.then4, label %if.end7

if.then4:
  call void @llvm.lifetime.start.p0(ptr %r.i48)
  %low.i49 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i48, i32 0, i32 1
  %call.i = call double @mlcc_logarithm(double %1, double 0.000000e+00, ptr %low.i49)
  store double %call.i, ptr %r.i48, align 4
  %2 = load double, ptr %r.i48, align 4
  %low2.i50 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i48, i32 0, i32 1
  %3 = load double, ptr %low2.i50, align 4
  %add.i.i.i = fadd double %2, 0x3FE62E42FEFA39EF
  %sub.i.i.i = fsub double %add.i.i.i, %2
  %sub3.i.i.i = fsub double %add.i.i.i, %sub.i.i.i
  %sub4.i.i.i = fsub double %2, %sub3.i.i.i
  %sub5.i.i.i = fsub double 0x3FE62E42FEFA39EF, %sub.i.i.i
  %add6.i.i.i = fadd double %sub4.i.i.i, %sub5.i.i.i
  %add.i.i52 = fadd double %3, 0x3C7ABC9E3B39803F
  %add10.i.i = fadd double %add6.i.i.i, %add.i.i52
  %add.i1.i = fadd double %add.i.i.i, %add10.i.i
  %sub.i.i53 = fsub double %add.i1.i, %add.i.i.i
  %sub3.i.i54 = fsub double %add10.i.i, %sub.i.i53
  store double %add.i1.i, ptr %r.i48, align 4
  %tmp.i.sroa.5.0.r.i48.sroa_idx = getelementptr inbounds i8, ptr %r.i48, i32 8
  store double %sub3.i.i54, ptr %tmp.i.sroa.5.0.r.i48.sroa_idx, align 4
  %4 = load double, ptr %r.i48, align 4
  %low6.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i48, i32 0, i32 1
  %5 = load double, ptr %low6.i, align 4
  %add.i55 = fadd double %4, %5
  call void @llvm.lifetime.end.p0(ptr %r.i48)
  %6 = bitcast double %add.i55 to i64
  %and.i45 = and i64 %6, 9223372036854775807
  %7 = bitcast double %x to i64
  %and2.i46 = and i64 %7, -9223372036854775808
  %or.i47 = or i64 %and.i45, %and2.i46
  %8 = bitcast i64 %or.i47 to double
  br label %return

if.end7:
  %and.i = and i64 %and, -134217728
  %9 = bitcast i64 %and.i to double
  %and3.i = and i64 %and, -134217728
  %10 = bitcast i64 %and3.i to double
  %sub.i = fsub double %1, %9
  %sub5.i = fsub double %1, %10
  %mul.i = fmul double %1, %1
  %mul6.i = fmul double %9, %10
  %sub8.i = fsub double %mul6.i, %mul.i
  %mul9.i = fmul double %9, %sub5.i
  %add.i33 = fadd double %sub8.i, %mul9.i
  %mul10.i = fmul double %sub.i, %10
  %add11.i = fadd double %add.i33, %mul10.i
  %mul12.i = fmul double %sub.i, %sub5.i
  %add13.i = fadd double %add11.i, %mul12.i
  %add.i.i23 = fadd double 1.000000e+00, %mul.i
  %sub.i.i24 = fsub double %add.i.i23, 1.000000e+00
  %sub3.i.i25 = fsub double %add.i.i23, %sub.i.i24
  %sub4.i.i26 = fsub double 1.000000e+00, %sub3.i.i25
  %sub5.i.i27 = fsub double %mul.i, %sub.i.i24
  %add6.i.i28 = fadd double %sub4.i.i26, %sub5.i.i27
  %add.i31 = fadd double 0.000000e+00, %add13.i
  %add10.i32 = fadd double %add6.i.i28, %add.i31
  %add.i34 = fadd double %add.i.i23, %add10.i32
  %sub.i35 = fsub double %add.i34, %add.i.i23
  %sub3.i = fsub double %add10.i32, %sub.i35
  %call.i56 = call double @sqrt(double %add.i34)
  %11 = bitcast double %call.i56 to i64
  %and.i.i = and i64 %11, -134217728
  %12 = bitcast i64 %and.i.i to double
  %13 = bitcast double %call.i56 to i64
  %and3.i.i = and i64 %13, -134217728
  %14 = bitcast i64 %and3.i.i to double
  %sub.i.i57 = fsub double %call.i56, %12
  %sub5.i.i58 = fsub double %call.i56, %14
  %mul.i.i = fmul double %call.i56, %call.i56
  %mul6.i.i = fmul double %12, %14
  %sub8.i.i = fsub double %mul6.i.i, %mul.i.i
  %mul9.i.i = fmul double %12, %sub5.i.i58
  %add.i.i59 = fadd double %sub8.i.i, %mul9.i.i
  %mul10.i.i = fmul double %sub.i.i57, %14
  %add11.i.i = fadd double %add.i.i59, %mul10.i.i
  %mul12.i.i = fmul double %sub.i.i57, %sub5.i.i58
  %add13.i.i = fadd double %add11.i.i, %mul12.i.i
  %cmp.i = fcmp oeq double %call.i56, 0.000000e+00
  br i1 %cmp.i, label %cond.true.i, label %cond.false.i

cond.true.i:
  br label %mlcc_root.exit

cond.false.i:
  %sub.i61 = fsub double %add.i34, %mul.i.i
  %sub5.i63 = fsub double %sub.i61, %add13.i.i
  %add.i64 = fadd double %sub5.i63, %sub3.i
  %mul.i65 = fmul double 2.000000e+00, %call.i56
  %div.i = fdiv double %add.i64, %mul.i65
  %add.i6.i = fadd double %call.i56, %div.i
  %sub.i7.i = fsub double %add.i6.i, %call.i56
  %sub3.i.i66 = fsub double %div.i, %sub.i7.i
  br label %mlcc_root.exit

mlcc_root.exit:
  %agg.tmp.sroa.0.0 = phi double [ 0.000000e+00, %cond.true.i ], [ %add.i6.i, %cond.false.i ]
  %agg.tmp.sroa.4.0 = phi double [ 0.000000e+00, %cond.true.i ], [ %sub3.i.i66, %cond.false.i ]
  %add.i.i12 = fadd double 1.000000e+00, %agg.tmp.sroa.0.0
  %sub.i.i13 = fsub double %add.i.i12, 1.000000e+00
  %sub3.i.i14 = fsub double %add.i.i12, %sub.i.i13
  %sub4.i.i15 = fsub double 1.000000e+00, %sub3.i.i14
  %sub5.i.i16 = fsub double %agg.tmp.sroa.0.0, %sub.i.i13
  %add6.i.i17 = fadd double %sub4.i.i15, %sub5.i.i16
  %add.i20 = fadd double 0.000000e+00, %agg.tmp.sroa.4.0
  %add10.i21 = fadd double %add6.i.i17, %add.i20
  %add.i36 = fadd double %add.i.i12, %add10.i21
  %sub.i37 = fsub double %add.i36, %add.i.i12
  %sub3.i38 = fsub double %add10.i21, %sub.i37
  %div.i70 = fdiv double %mul.i, %add.i36
  %15 = bitcast double %div.i70 to i64
  %and.i.i71 = and i64 %15, -134217728
  %16 = bitcast i64 %and.i.i71 to double
  %17 = bitcast double %add.i36 to i64
  %and3.i.i72 = and i64 %17, -134217728
  %18 = bitcast i64 %and3.i.i72 to double
  %sub.i.i73 = fsub double %div.i70, %16
  %sub5.i.i74 = fsub double %add.i36, %18
  %mul.i.i75 = fmul double %div.i70, %add.i36
  %mul6.i.i76 = fmul double %16, %18
  %sub8.i.i77 = fsub double %mul6.i.i76, %mul.i.i75
  %mul9.i.i78 = fmul double %16, %sub5.i.i74
  %add.i.i79 = fadd double %sub8.i.i77, %mul9.i.i78
  %mul10.i.i80 = fmul double %sub.i.i73, %18
  %add11.i.i81 = fadd double %add.i.i79, %mul10.i.i80
  %mul12.i.i82 = fmul double %sub.i.i73, %sub5.i.i74
  %add13.i.i83 = fadd double %add11.i.i81, %mul12.i.i82
  %sub.i85 = fsub double %mul.i, %mul.i.i75
  %sub10.i = fsub double %sub.i85, %add13.i.i83
  %add.i86 = fadd double %sub10.i, %add13.i
  %mul.i87 = fmul double %div.i70, %sub3.i38
  %sub13.i = fsub double %add.i86, %mul.i87
  %div15.i = fdiv double %sub13.i, %add.i36
  %add.i6.i88 = fadd double %div.i70, %div15.i
  %sub.i7.i89 = fsub double %add.i6.i88, %div.i70
  %sub3.i.i90 = fsub double %div15.i, %sub.i7.i89
  %add.i.i = fadd double %1, %add.i6.i88
  %sub.i.i = fsub double %add.i.i, %1
  %sub3.i.i = fsub double %add.i.i, %sub.i.i
  %sub4.i.i = fsub double %1, %sub3.i.i
  %sub5.i.i = fsub double %add.i6.i88, %sub.i.i
  %add6.i.i = fadd double %sub4.i.i, %sub5.i.i
  %add.i = fadd double 0.000000e+00, %sub3.i.i90
  %add10.i = fadd double %add6.i.i, %add.i
  %add.i40 = fadd double %add.i.i, %add10.i
  %sub.i41 = fsub double %add.i40, %add.i.i
  %sub3.i42 = fsub double %add10.i, %sub.i41
  call void @llvm.lifetime.start.p0(ptr %r.i93)
  call void @llvm.lifetime.start.p0(ptr %tmp.i94)
  %cmp.i96 = fcmp olt double %add.i40, 4.100000e-01
  br i1 %cmp.i96, label %if.then.i, label %if.else.i

if.then.i:
  %add.i.i.i.i = fadd double 2.000000e+00, %add.i40
  %sub.i.i.i.i = fsub double %add.i.i.i.i, 2.000000e+00
  %sub3.i.i.i.i = fsub double %add.i.i.i.i, %sub.i.i.i.i
  %sub4.i.i.i.i = fsub double 2.000000e+00, %sub3.i.i.i.i
  %sub5.i.i.i.i = fsub double %add.i40, %sub.i.i.i.i
  %add6.i.i.i.i = fadd double %sub4.i.i.i.i, %sub5.i.i.i.i
  %add.i.i5.i = fadd double 0.000000e+00, %sub3.i42
  %add10.i.i.i = fadd double %add6.i.i.i.i, %add.i.i5.i
  %add.i6.i111 = fadd double %add.i.i.i.i, %add10.i.i.i
  %sub.i.i112 = fsub double %add.i6.i111, %add.i.i.i.i
  %sub3.i.i113 = fsub double %add10.i.i.i, %sub.i.i112
  %div.i.i = fdiv double %add.i40, %add.i6.i111
  %19 = bitcast double %div.i.i to i64
  %and.i.i.i = and i64 %19, -134217728
  %20 = bitcast i64 %and.i.i.i to double
  %21 = bitcast double %add.i6.i111 to i64
  %and3.i.i.i = and i64 %21, -134217728
  %22 = bitcast i64 %and3.i.i.i to double
  %sub.i.i11.i = fsub double %div.i.i, %20
  %sub5.i.i12.i = fsub double %add.i6.i111, %22
  %mul.i.i.i = fmul double %div.i.i, %add.i6.i111
  %mul6.i.i.i = fmul double %20, %22
  %sub8.i.i.i = fsub double %mul6.i.i.i, %mul.i.i.i
  %mul9.i.i.i = fmul double %20, %sub5.i.i12.i
  %add.i.i13.i = fadd double %sub8.i.i.i, %mul9.i.i.i
  %mul10.i.i.i = fmul double %sub.i.i11.i, %22
  %add11.i.i.i = fadd double %add.i.i13.i, %mul10.i.i.i
  %mul12.i.i.i = fmul double %sub.i.i11.i, %sub5.i.i12.i
  %add13.i.i.i = fadd double %add11.i.i.i, %mul12.i.i.i
  %sub.i15.i = fsub double %add.i40, %mul.i.i.i
  %sub10.i.i = fsub double %sub.i15.i, %add13.i.i.i
  %add.i16.i = fadd double %sub10.i.i, %sub3.i42
  %mul.i.i115 = fmul double %div.i.i, %sub3.i.i113
  %sub13.i.i = fsub double %add.i16.i, %mul.i.i115
  %div15.i.i = fdiv double %sub13.i.i, %add.i6.i111
  %add.i6.i.i = fadd double %div.i.i, %div15.i.i
  %sub.i7.i.i = fsub double %add.i6.i.i, %div.i.i
  %sub3.i.i17.i = fsub double %div15.i.i, %sub.i7.i.i
  %low11.i.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %tmp.i94, i32 0, i32 1
  %call.i.i = call double @mlcc_area(double %add.i6.i.i, double %sub3.i.i17.i, ptr %low11.i.i)
  store double %call.i.i, ptr %tmp.i94, align 4
  call void @llvm.memcpy.p0.p0.i32(ptr align 4 %r.i93, ptr align 4 %tmp.i94, i32 16, i1 false)
  br label %mlcc_logarithm_of_more.exit

if.else.i:
  %add.i.i.i98 = fadd double 1.000000e+00, %add.i40
  %sub.i.i.i99 = fsub double %add.i.i.i98, 1.000000e+00
  %sub3.i.i.i100 = fsub double %add.i.i.i98, %sub.i.i.i99
  %sub4.i.i.i101 = fsub double 1.000000e+00, %sub3.i.i.i100
  %sub5.i.i.i102 = fsub double %add.i40, %sub.i.i.i99
  %add6.i.i.i103 = fadd double %sub4.i.i.i101, %sub5.i.i.i102
  %add.i.i106 = fadd double 0.000000e+00, %sub3.i42
  %add10.i.i107 = fadd double %add6.i.i.i103, %add.i.i106
  %add.i7.i = fadd double %add.i.i.i98, %add10.i.i107
  %sub.i8.i = fsub double %add.i7.i, %add.i.i.i98
  %sub3.i9.i = fsub double %add10.i.i107, %sub.i8.i
  %low10.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i93, i32 0, i32 1
  %call.i109 = call double @mlcc_logarithm(double %add.i7.i, double %sub3.i9.i, ptr %low10.i)
  store double %call.i109, ptr %r.i93, align 4
  br label %mlcc_logarithm_of_more.exit

mlcc_logarithm_of_more.exit:
  %23 = load double, ptr %r.i93, align 4
  %low13.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i93, i32 0, i32 1
  %24 = load double, ptr %low13.i, align 4
  %add.i110 = fadd double %23, %24
  call void @llvm.lifetime.end.p0(ptr %r.i93)
  call void @llvm.lifetime.end.p0(ptr %tmp.i94)
  %25 = bitcast double %add.i110 to i64
  %and.i44 = and i64 %25, 9223372036854775807
  %26 = bitcast double %x to i64
  %and2.i = and i64 %26, -9223372036854775808
  %or.i = or i64 %and.i44, %and2.i
  %27 = bitcast i64 %or.i to double
  br label %return

return:
  %retval.0 = phi double [ %27, %mlcc_logarithm_of_more.exit ], [ %8, %if.then4 ], [ %x, %entry ]
  ret double %retval.0
}

define internal double @acosh(double %x) {
entry:
  %r.i54 = alloca %struct.mlcc_pair, align 4
  %tmp.i55 = alloca %struct.mlcc_pair, align 4
  %r.i33 = alloca %struct.mlcc_pair, align 4
  %cmp = fcmp ult double %x, 1.000000e+00
  %0 = bitcast double %x to i64
  %cmp1 = icmp eq i64 %0, 9218868437227405312
  %or.cond = or i1 %cmp, %cmp1
  br i1 %or.cond, label %if.then, label %if.end

if.then:
  %cmp2 = fcmp olt double %x, 1.000000e+00
  %.x = select i1 %cmp2, double 0x7FF8000000000000, double %x
  br label %return

if.end:
  %cmp4 = fcmp ogt double %x, 0x41B0000000000000
  br i1 %cmp4, label %if.then5, label %if.end7

if.then5:
  call void @llvm.lifetime.start.p0(ptr %r.i33)
  %low.i34 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i33, i32 0, i32 1
  %call.i = call double @mlcc_logarithm(double %x, double 0.000000e+00, ptr %low.i34)
  store double %call.i, ptr %r.i33, align 4
  %1 = load double, ptr %r.i33, align 4
  %low2.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i33, i32 0, i32 1
  %2 = load double, ptr %low2.i, align 4
  %add.i.i.i = fadd double %1, 0x3FE62E42FEFA39EF
  %sub.i.i.i = fsub double %add.i.i.i, %1
  %sub3.i.i.i = fsub double %add.i.i.i, %sub.i.i.i
  %sub4.i.i.i = fsub double %1, %sub3.i.i.i
  %sub5.i.i.i = fsub double 0x3FE62E42FEFA39EF, %sub.i.i.i
  %add6.i.i.i = fadd double %sub4.i.i.i, %sub5.i.i.i
  %add.i.i36 = fadd double %2, 0x3C7ABC9E3B39803F
  %add10.i.i = fadd double %add6.i.i.i, %add.i.i36
  %add.i1.i = fadd double %add.i.i.i, %add10.i.i
  %sub.i.i37 = fsub double %add.i1.i, %add.i.i.i
  %sub3.i.i38 = fsub double %add10.i.i, %sub.i.i37
  store double %add.i1.i, ptr %r.i33, align 4
  %tmp.i.sroa.5.0.r.i33.sroa_idx = getelementptr inbounds i8, ptr %r.i33, i32 8
  store double %sub3.i.i38, ptr %tmp.i.sroa.5.0.r.i33.sroa_idx, align 4
  %3 = load double, ptr %r.i33, align 4
  %low6.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i33, i32 0, i32 1
  %4 = load double, ptr %low6.i, align 4
  %add.i39 = fadd double %3, %4
  call void @llvm.lifetime.end.p0(ptr %r.i33)
  br label %return

if.end7:
  %add.i9 = fadd double %x, -1.000000e+00
  %sub.i10 = fsub double %add.i9, %x
  %sub3.i11 = fsub double %add.i9, %sub.i10
  %sub4.i12 = fsub double %x, %sub3.i11
  %sub5.i13 = fsub double -1.000000e+00, %sub.i10
  %add6.i14 = fadd double %sub4.i12, %sub5.i13
  %add.i8 = fadd double %x, 1.000000e+00
  %sub.i = fsub double %add.i8, %x
  %sub3.i = fsub double %add.i8, %sub.i
  %sub4.i = fsub double %x, %sub3.i
  %sub5.i = fsub double 1.000000e+00, %sub.i
  %add6.i = fadd double %sub4.i, %sub5.i
  %5 = bitcast double %add.i9 to i64
  %and.i = and i64 %5, -134217728
  %6 = bitcast i64 %and.i to double
  %7 = bitcast double %add.i8 to i64
  %and3.i = and i64 %7, -134217728
  %8 = bitcast i64 %and3.i to double
  %sub.i19 = fsub double %add.i9, %6
  %sub5.i20 = fsub double %add.i8, %8
  %mul.i21 = fmul double %add.i9, %add.i8
  %mul6.i = fmul double %6, %8
  %sub8.i = fsub double %mul6.i, %mul.i21
  %mul9.i = fmul double %6, %sub5.i20
  %add.i22 = fadd double %sub8.i, %mul9.i
  %mul10.i = fmul double %sub.i19, %8
  %add11.i = fadd double %add.i22, %mul10.i
  %mul12.i23 = fmul double %sub.i19, %sub5.i20
  %add13.i24 = fadd double %add11.i, %mul12.i23
  %mul.i = fmul double %add.i9, %add6.i
  %mul12.i = fmul double %add6.i14, %add.i8
  %add.i = fadd double %mul.i, %mul12.i
  %add13.i = fadd double %add13.i24, %add.i
  %add.i29 = fadd double %mul.i21, %add13.i
  %sub.i30 = fsub double %add.i29, %mul.i21
  %sub3.i31 = fsub double %add13.i, %sub.i30
  %call.i40 = call double @sqrt(double %add.i29)
  %9 = bitcast double %call.i40 to i64
  %and.i.i = and i64 %9, -134217728
  %10 = bitcast i64 %and.i.i to double
  %11 = bitcast double %call.i40 to i64
  %and3.i.i = and i64 %11, -134217728
  %12 = bitcast i64 %and3.i.i to double
  %sub.i.i41 = fsub double %call.i40, %10
  %sub5.i.i42 = fsub double %call.i40, %12
  %mul.i.i = fmul double %call.i40, %call.i40
  %mul6.i.i = fmul double %10, %12
  %sub8.i.i = fsub double %mul6.i.i, %mul.i.i
  %mul9.i.i = fmul double %10, %sub5.i.i42
  %add.i.i43 = fadd double %sub8.i.i, %mul9.i.i
  %mul10.i.i = fmul double %sub.i.i41, %12
  %add11.i.i = fadd double %add.i.i43, %mul10.i.i
  %mul12.i.i = fmul double %sub.i.i41, %sub5.i.i42
  %add13.i.i = fadd double %add11.i.i, %mul12.i.i
  %cmp.i = fcmp oeq double %call.i40, 0.000000e+00
  br i1 %cmp.i, label %cond.true.i, label %cond.false.i

cond.true.i:
  br label %mlcc_root.exit

cond.false.i:
  %sub.i45 = fsub double %add.i29, %mul.i.i
  %sub5.i47 = fsub double %sub.i45, %add13.i.i
  %add.i48 = fadd double %sub5.i47, %sub3.i31
  %mul.i49 = fmul double 2.000000e+00, %call.i40
  %div.i = fdiv double %add.i48, %mul.i49
  %add.i6.i = fadd double %call.i40, %div.i
  %sub.i7.i = fsub double %add.i6.i, %call.i40
  %sub3.i.i50 = fsub double %div.i, %sub.i7.i
  br label %mlcc_root.exit

mlcc_root.exit:
  %agg.tmp8.sroa.0.0 = phi double [ 0.000000e+00, %cond.true.i ], [ %add.i6.i, %cond.false.i ]
  %agg.tmp8.sroa.4.0 = phi double [ 0.000000e+00, %cond.true.i ], [ %sub3.i.i50, %cond.false.i ]
  %add.i.i = fadd double %add.i9, %agg.tmp8.sroa.0.0
  %sub.i.i = fsub double %add.i.i, %add.i9
  %sub3.i.i = fsub double %add.i.i, %sub.i.i
  %sub4.i.i = fsub double %add.i9, %sub3.i.i
  %sub5.i.i = fsub double %agg.tmp8.sroa.0.0, %sub.i.i
  %add6.i.i = fadd double %sub4.i.i, %sub5.i.i
  %add.i18 = fadd double %add6.i14, %agg.tmp8.sroa.4.0
  %add10.i = fadd double %add6.i.i, %add.i18
  %add.i26 = fadd double %add.i.i, %add10.i
  %sub.i27 = fsub double %add.i26, %add.i.i
  %sub3.i28 = fsub double %add10.i, %sub.i27
  call void @llvm.lifetime.start.p0(ptr %r.i54)
  call void @llvm.lifetime.start.p0(ptr %tmp.i55)
  %cmp.i57 = fcmp olt double %add.i26, 4.100000e-01
  br i1 %cmp.i57, label %if.then.i, label %if.else.i

if.then.i:
  %add.i.i.i.i = fadd double 2.000000e+00, %add.i26
  %sub.i.i.i.i = fsub double %add.i.i.i.i, 2.000000e+00
  %sub3.i.i.i.i = fsub double %add.i.i.i.i, %sub.i.i.i.i
  %sub4.i.i.i.i = fsub double 2.000000e+00, %sub3.i.i.i.i
  %sub5.i.i.i.i = fsub double %add.i26, %sub.i.i.i.i
  %add6.i.i.i.i = fadd double %sub4.i.i.i.i, %sub5.i.i.i.i
  %add.i.i5.i = fadd double 0.000000e+00, %sub3.i28
  %add10.i.i.i = fadd double %add6.i.i.i.i, %add.i.i5.i
  %add.i6.i71 = fadd double %add.i.i.i.i, %add10.i.i.i
  %sub.i.i72 = fsub double %add.i6.i71, %add.i.i.i.i
  %sub3.i.i73 = fsub double %add10.i.i.i, %sub.i.i72
  %div.i.i = fdiv double %add.i26, %add.i6.i71
  %13 = bitcast double %div.i.i to i64
  %and.i.i.i = and i64 %13, -134217728
  %14 = bitcast i64 %and.i.i.i to double
  %15 = bitcast double %add.i6.i71 to i64
  %and3.i.i.i = and i64 %15, -134217728
  %16 = bitcast i64 %and3.i.i.i to double
  %sub.i.i11.i = fsub double %div.i.i, %14
  %sub5.i.i12.i = fsub double %add.i6.i71, %16
  %mul.i.i.i = fmul double %div.i.i, %add.i6.i71
  %mul6.i.i.i = fmul double %14, %16
  %sub8.i.i.i = fsub double %mul6.i.i.i, %mul.i.i.i
  %mul9.i.i.i = fmul double %14, %sub5.i.i12.i
  %add.i.i13.i = fadd double %sub8.i.i.i, %mul9.i.i.i
  %mul10.i.i.i = fmul double %sub.i.i11.i, %16
  %add11.i.i.i = fadd double %add.i.i13.i, %mul10.i.i.i
  %mul12.i.i.i = fmul double %sub.i.i11.i, %sub5.i.i12.i
  %add13.i.i.i = fadd double %add11.i.i.i, %mul12.i.i.i
  %sub.i15.i = fsub double %add.i26, %mul.i.i.i
  %sub10.i.i = fsub double %sub.i15.i, %add13.i.i.i
  %add.i16.i = fadd double %sub10.i.i, %sub3.i28
  %mul.i.i75 = fmul double %div.i.i, %sub3.i.i73
  %sub13.i.i = fsub double %add.i16.i, %mul.i.i75
  %div15.i.i = fdiv double %sub13.i.i, %add.i6.i71
  %add.i6.i.i = fadd double %div.i.i, %div15.i.i
  %sub.i7.i.i = fsub double %add.i6.i.i, %div.i.i
  %sub3.i.i17.i = fsub double %div15.i.i, %sub.i7.i.i
  %low11.i.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %tmp.i55, i32 0, i32 1
  %call.i.i = call double @mlcc_area(double %add.i6.i.i, double %sub3.i.i17.i, ptr %low11.i.i)
  store double %call.i.i, ptr %tmp.i55, align 4
  call void @llvm.memcpy.p0.p0.i32(ptr align 4 %r.i54, ptr align 4 %tmp.i55, i32 16, i1 false)
  br label %mlcc_logarithm_of_more.exit

if.else.i:
  %add.i.i.i59 = fadd double 1.000000e+00, %add.i26
  %sub.i.i.i60 = fsub double %add.i.i.i59, 1.000000e+00
  %sub3.i.i.i61 = fsub double %add.i.i.i59, %sub.i.i.i60
  %sub4.i.i.i62 = fsub double 1.000000e+00, %sub3.i.i.i61
  %sub5.i.i.i63 = fsub double %add.i26, %sub.i.i.i60
  %add6.i.i.i64 = fadd double %sub4.i.i.i62, %sub5.i.i.i63
  %add.i.i67 = fadd double 0.000000e+00, %sub3.i28
  %add10.i.i68 = fadd double %add6.i.i.i64, %add.i.i67
  %add.i7.i = fadd double %add.i.i.i59, %add10.i.i68
  %sub.i8.i = fsub double %add.i7.i, %add.i.i.i59
  %sub3.i9.i = fsub double %add10.i.i68, %sub.i8.i
  %low10.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i54, i32 0, i32 1
  %call.i69 = call double @mlcc_logarithm(double %add.i7.i, double %sub3.i9.i, ptr %low10.i)
  store double %call.i69, ptr %r.i54, align 4
  br label %mlcc_logarithm_of_more.exit

mlcc_logarithm_of_more.exit:
  %17 = load double, ptr %r.i54, align 4
  %low13.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i54, i32 0, i32 1
  %18 = load double, ptr %low13.i, align 4
  %add.i70 = fadd double %17, %18
  call void @llvm.lifetime.end.p0(ptr %r.i54)
  call void @llvm.lifetime.end.p0(ptr %tmp.i55)
  br label %return

return:
  %retval.0 = phi double [ %.x, %if.then ], [ %add.i39, %if.then5 ], [ %add.i70, %mlcc_logarithm_of_more.exit ]
  ret double %retval.0
}

define internal double @atanh(double %x) {
entry:
  %r = alloca %struct.mlcc_pair, align 4
  %0 = bitcast double %x to i64
  %and = and i64 %0, 9223372036854775807
  %1 = bitcast i64 %and to double
  %cmp = icmp uge i64 %and, 4485585228861014016
  %cmp2 = fcmp olt double %1, 1.000000e+00
  %or.cond = and i1 %cmp, %cmp2
  br i1 %or.cond, label %if.end, label %if.then

if.then:
  %cmp3 = fcmp oeq double %1, 1.000000e+00
  %cond = select i1 %cmp3, i64 9218868437227405312, i64 9221120237041090560
  %cmp4 = icmp ult i64 %and, 4485585228861014016
  %cmp6 = fcmp une double %1, %1
  %or.cond31 = or i1 %cmp4, %cmp6
  br i1 %or.cond31, label %return, label %cond.false

cond.false:
  %2 = bitcast double %x to i64
  %and2.i22 = and i64 %2, -9223372036854775808
  %or.i23 = or i64 %cond, %and2.i22
  %3 = bitcast i64 %or.i23 to double
  br label %return

if.end:
  store double %1, ptr %r, align 4
  %low2.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 1
  store double 0.000000e+00, ptr %low2.i, align 4
  %cmp10 = fcmp olt double %1, 1.700000e-01
  br i1 %cmp10, label %if.then11, label %if.else

if.then11:
  %low = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 1
  %call12 = call double @mlcc_area(double %1, double 0.000000e+00, ptr %low)
  %high = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 0
  store double %call12, ptr %high, align 4
  br label %if.end23

if.else:
  %add.i14 = fadd double 1.000000e+00, %1
  %sub.i15 = fsub double %add.i14, 1.000000e+00
  %sub3.i16 = fsub double %add.i14, %sub.i15
  %sub4.i17 = fsub double 1.000000e+00, %sub3.i16
  %sub5.i18 = fsub double %1, %sub.i15
  %add6.i19 = fadd double %sub4.i17, %sub5.i18
  %fneg = fneg double %1
  %add.i = fadd double 1.000000e+00, %fneg
  %sub.i = fsub double %add.i, 1.000000e+00
  %sub3.i = fsub double %add.i, %sub.i
  %sub4.i = fsub double 1.000000e+00, %sub3.i
  %sub5.i = fsub double %fneg, %sub.i
  %add6.i = fadd double %sub4.i, %sub5.i
  %div.i = fdiv double %add.i14, %add.i
  %4 = bitcast double %div.i to i64
  %and.i.i = and i64 %4, -134217728
  %5 = bitcast i64 %and.i.i to double
  %6 = bitcast double %add.i to i64
  %and3.i.i = and i64 %6, -134217728
  %7 = bitcast i64 %and3.i.i to double
  %sub.i.i = fsub double %div.i, %5
  %sub5.i.i = fsub double %add.i, %7
  %mul.i.i = fmul double %div.i, %add.i
  %mul6.i.i = fmul double %5, %7
  %sub8.i.i = fsub double %mul6.i.i, %mul.i.i
  %mul9.i.i = fmul double %5, %sub5.i.i
  %add.i.i = fadd double %sub8.i.i, %mul9.i.i
  %mul10.i.i = fmul double %sub.i.i, %7
  %add11.i.i = fadd double %add.i.i, %mul10.i.i
  %mul12.i.i = fmul double %sub.i.i, %sub5.i.i
  %add13.i.i = fadd double %add11.i.i, %mul12.i.i
  %sub.i24 = fsub double %add.i14, %mul.i.i
  %sub10.i = fsub double %sub.i24, %add13.i.i
  %add.i25 = fadd double %sub10.i, %add6.i19
  %mul.i = fmul double %div.i, %add6.i
  %sub13.i = fsub double %add.i25, %mul.i
  %div15.i = fdiv double %sub13.i, %add.i
  %add.i6.i = fadd double %div.i, %div15.i
  %sub.i7.i = fsub double %add.i6.i, %div.i
  %sub3.i.i = fsub double %div15.i, %sub.i7.i
  store double %add.i6.i, ptr %r, align 4
  %tmp.sroa.3.0.r.sroa_idx = getelementptr inbounds i8, ptr %r, i32 8
  store double %sub3.i.i, ptr %tmp.sroa.3.0.r.sroa_idx, align 4
  %high18 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 0
  %8 = load double, ptr %high18, align 4
  %low19 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 1
  %9 = load double, ptr %low19, align 4
  %low20 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 1
  %call21 = call double @mlcc_logarithm(double %8, double %9, ptr %low20)
  %high22 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 0
  store double %call21, ptr %high22, align 4
  br label %if.end23

if.end23:
  %high24 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 0
  %10 = load double, ptr %high24, align 4
  %low25 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 1
  %11 = load double, ptr %low25, align 4
  %add = fadd double %10, %11
  %mul = fmul double 5.000000e-01, %add
  %12 = bitcast double %mul to i64
  %and.i = and i64 %12, 9223372036854775807
  %13 = bitcast double %x to i64
  %and2.i = and i64 %13, -9223372036854775808
  %or.i = or i64 %and.i, %and2.i
  %14 = bitcast i64 %or.i to double
  br label %return

return:
  %retval.0 = phi double [ %14, %if.end23 ], [ %3, %cond.false ], [ %x, %if.then ]
  ret double %retval.0
}

define internal double @hypot(double %x, double %y) {
entry:
  %0 = bitcast double %x to i64
  %and = and i64 %0, 9223372036854775807
  %1 = bitcast double %y to i64
  %and2 = and i64 %1, 9223372036854775807
  %cmp = icmp ult i64 %and, %and2
  %b.0 = select i1 %cmp, i64 %and, i64 %and2
  %a.0 = select i1 %cmp, i64 %and2, i64 %and
  %cmp3 = icmp uge i64 %a.0, 9218868437227405312
  br i1 %cmp3, label %if.then4, label %if.end7

if.then4:
  %cmp5 = icmp eq i64 %b.0, 9218868437227405312
  %b.0.a.0 = select i1 %cmp5, i64 %b.0, i64 %a.0
  %2 = bitcast i64 %b.0.a.0 to double
  br label %return

if.end7:
  %cmp8 = icmp ugt i64 %a.0, 6858982232485265408
  br i1 %cmp8, label %cond.end13, label %cond.false10

cond.false10:
  %cmp11 = icmp ult i64 %a.0, 2805742567851819008
  %cond12 = select i1 %cmp11, double 0x6570000000000000, double 1.000000e+00
  br label %cond.end13

cond.end13:
  %cond14 = phi double [ %cond12, %cond.false10 ], [ 0x1A70000000000000, %if.end7 ]
  %3 = bitcast i64 %a.0 to double
  %mul = fmul double %3, %cond14
  %4 = bitcast i64 %b.0 to double
  %mul17 = fmul double %4, %cond14
  %mul18 = fmul double %mul, 0x3C30000000000000
  %cmp19 = fcmp olt double %mul17, %mul18
  br i1 %cmp19, label %if.then20, label %if.end23

if.then20:
  %5 = bitcast i64 %a.0 to double
  %6 = bitcast i64 %b.0 to double
  %add = fadd double %5, %6
  br label %return

if.end23:
  %7 = bitcast double %mul to i64
  %and.i21 = and i64 %7, -134217728
  %8 = bitcast i64 %and.i21 to double
  %9 = bitcast double %mul to i64
  %and3.i24 = and i64 %9, -134217728
  %10 = bitcast i64 %and3.i24 to double
  %sub.i26 = fsub double %mul, %8
  %sub5.i27 = fsub double %mul, %10
  %mul.i28 = fmul double %mul, %mul
  %mul6.i29 = fmul double %8, %10
  %sub8.i30 = fsub double %mul6.i29, %mul.i28
  %mul9.i31 = fmul double %8, %sub5.i27
  %add.i32 = fadd double %sub8.i30, %mul9.i31
  %mul10.i33 = fmul double %sub.i26, %10
  %add11.i34 = fadd double %add.i32, %mul10.i33
  %mul12.i35 = fmul double %sub.i26, %sub5.i27
  %add13.i36 = fadd double %add11.i34, %mul12.i35
  %11 = bitcast double %mul17 to i64
  %and.i = and i64 %11, -134217728
  %12 = bitcast i64 %and.i to double
  %13 = bitcast double %mul17 to i64
  %and3.i = and i64 %13, -134217728
  %14 = bitcast i64 %and3.i to double
  %sub.i = fsub double %mul17, %12
  %sub5.i = fsub double %mul17, %14
  %mul.i = fmul double %mul17, %mul17
  %mul6.i = fmul double %12, %14
  %sub8.i = fsub double %mul6.i, %mul.i
  %mul9.i = fmul double %12, %sub5.i
  %add.i19 = fadd double %sub8.i, %mul9.i
  %mul10.i = fmul double %sub.i, %14
  %add11.i = fadd double %add.i19, %mul10.i
  %mul12.i = fmul double %sub.i, %sub5.i
  %add13.i = fadd double %add11.i, %mul12.i
  %add.i.i = fadd double %mul.i28, %mul.i
  %sub.i.i = fsub double %add.i.i, %mul.i28
  %sub3.i.i = fsub double %add.i.i, %sub.i.i
  %sub4.i.i = fsub double %mul.i28, %sub3.i.i
  %sub5.i.i = fsub double %mul.i, %sub.i.i
  %add6.i.i = fadd double %sub4.i.i, %sub5.i.i
  %add.i = fadd double %add13.i36, %add13.i
  %add10.i = fadd double %add6.i.i, %add.i
  %add.i38 = fadd double %add.i.i, %add10.i
  %sub.i39 = fsub double %add.i38, %add.i.i
  %sub3.i = fsub double %add10.i, %sub.i39
  %call.i = call double @sqrt(double %add.i38)
  %15 = bitcast double %call.i to i64
  %and.i.i = and i64 %15, -134217728
  %16 = bitcast i64 %and.i.i to double
  %17 = bitcast double %call.i to i64
  %and3.i.i = and i64 %17, -134217728
  %18 = bitcast i64 %and3.i.i to double
  %sub.i.i40 = fsub double %call.i, %16
  %sub5.i.i41 = fsub double %call.i, %18
  %mul.i.i = fmul double %call.i, %call.i
  %mul6.i.i = fmul double %16, %18
  %sub8.i.i = fsub double %mul6.i.i, %mul.i.i
  %mul9.i.i = fmul double %16, %sub5.i.i41
  %add.i.i42 = fadd double %sub8.i.i, %mul9.i.i
  %mul10.i.i = fmul double %sub.i.i40, %18
  %add11.i.i = fadd double %add.i.i42, %mul10.i.i
  %mul12.i.i = fmul double %sub.i.i40, %sub5.i.i41
  %add13.i.i = fadd double %add11.i.i, %mul12.i.i
  %cmp.i = fcmp oeq double %call.i, 0.000000e+00
  br i1 %cmp.i, label %cond.true.i, label %cond.false.i

cond.true.i:
  br label %mlcc_root.exit

cond.false.i:
  %sub.i44 = fsub double %add.i38, %mul.i.i
  %sub5.i46 = fsub double %sub.i44, %add13.i.i
  %add.i47 = fadd double %sub5.i46, %sub3.i
  %mul.i48 = fmul double 2.000000e+00, %call.i
  %div.i = fdiv double %add.i47, %mul.i48
  %add.i6.i = fadd double %call.i, %div.i
  %sub.i7.i = fsub double %add.i6.i, %call.i
  %sub3.i.i49 = fsub double %div.i, %sub.i7.i
  br label %mlcc_root.exit

mlcc_root.exit:
  %r.sroa.0.0 = phi double [ 0.000000e+00, %cond.true.i ], [ %add.i6.i, %cond.false.i ]
  %r.sroa.4.0 = phi double [ 0.000000e+00, %cond.true.i ], [ %sub3.i.i49, %cond.false.i ]
  %add32 = fadd double %r.sroa.0.0, %r.sroa.4.0
  %div = fdiv double %add32, %cond14
  br label %return

return:
  %retval.0 = phi double [ %2, %if.then4 ], [ %add, %if.then20 ], [ %div, %mlcc_root.exit ]
  ret double %retval.0
}

define internal float @hypotf(float %x, float %y) {
entry:
  %conv = fpext float %x to double
  %conv1 = fpext float %y to double
  %call = call double @hypot(double %conv, double %conv1)
  %conv2 = fptrunc double %call to float
  ret float %conv2
}

declare double @sqrt(double)

declare void @llvm.lifetime.start.p0(ptr)

declare void @llvm.lifetime.end.p0(ptr)
