; Generated from libm_powers.c by mlcc.runtime.native.generate.

%struct.mlcc_pair = type { double, double }

@mlcc_rt.libm_powers.mlcc_area.odd = internal constant [12 x double] [double 0x3FA2F684BDA12F68, double 4.000000e-02, double 0x3FA642C8590B2164, double 0x3FA8618618618618, double 0x3FAAF286BCA1AF28, double 0x3FAE1E1E1E1E1E1E, double 0x3FB1111111111111, double 0x3FB3B13B13B13B14, double 0x3FB745D1745D1746, double 0x3FBC71C71C71C71C, double 0x3FC2492492492492, double 2.000000e-01], align 16
@mlcc_rt.libm_powers.mlcc_exponential.inverse = internal constant [15 x double] [double 0x3CE952C77030AD4A, double 0x3D2AE7F3E733B81F, double 0x3D6AE7F3E733B81F, double 0x3DA93974A8C07C9D, double 0x3DE6124613A86D09, double 0x3E21EED8EFF8D898, double 0x3E5AE64567F544E4, double 0x3E927E4FB7789F5C, double 0x3EC71DE3A556C734, double 0x3EFA01A01A01A01A, double 0x3F2A01A01A01A01A, double 0x3F56C16C16C16C17, double 0x3F81111111111111, double 0x3FA5555555555555, double 0x3FC5555555555555], align 16
@mlcc_rt.libm_powers.sinh.inverse = internal constant [11 x double] [double 0x3B4761B41316381A, double 0x3BD71B8EF6DCF572, double 0x3C62F49B46814157, double 0x3CE952C77030AD4A, double 0x3D6AE7F3E733B81F, double 0x3DE6124613A86D09, double 0x3E5AE64567F544E4, double 0x3EC71DE3A556C734, double 0x3F2A01A01A01A01A, double 0x3F81111111111111, double 0x3FC5555555555555], align 16

define internal double @mlcc_area(double %s_high, double %s_low, ptr %low) {
entry:
  %.fca.0.insert.i = insertvalue { double, double } poison, double %s_high, 0
  %.fca.1.insert.i = insertvalue { double, double } %.fca.0.insert.i, double %s_low, 1
  %0 = extractvalue { double, double } %.fca.1.insert.i, 0
  %1 = extractvalue { double, double } %.fca.1.insert.i, 1
  %2 = bitcast double %0 to i64
  %and.i63 = and i64 %2, -134217728
  %3 = bitcast i64 %and.i63 to double
  %4 = bitcast double %0 to i64
  %and3.i66 = and i64 %4, -134217728
  %5 = bitcast i64 %and3.i66 to double
  %sub.i68 = fsub double %0, %3
  %sub5.i69 = fsub double %0, %5
  %mul.i70 = fmul double %0, %0
  %mul6.i71 = fmul double %3, %5
  %sub8.i72 = fsub double %mul6.i71, %mul.i70
  %mul9.i73 = fmul double %3, %sub5.i69
  %add.i74 = fadd double %sub8.i72, %mul9.i73
  %mul10.i75 = fmul double %sub.i68, %5
  %add11.i76 = fadd double %add.i74, %mul10.i75
  %mul12.i77 = fmul double %sub.i68, %sub5.i69
  %add13.i78 = fadd double %add11.i76, %mul12.i77
  %.fca.0.insert.i79 = insertvalue { double, double } poison, double %mul.i70, 0
  %.fca.1.insert.i80 = insertvalue { double, double } %.fca.0.insert.i79, double %add13.i78, 1
  %6 = extractvalue { double, double } %.fca.1.insert.i80, 0
  %7 = extractvalue { double, double } %.fca.1.insert.i80, 1
  %mul.i = fmul double %0, %1
  %mul7.i = fmul double %1, %0
  %add.i = fadd double %mul.i, %mul7.i
  %add8.i = fadd double %7, %add.i
  %add.i96 = fadd double %6, %add8.i
  %sub.i97 = fsub double %add.i96, %6
  %sub3.i98 = fsub double %add8.i, %sub.i97
  %.fca.0.insert.i99 = insertvalue { double, double } poison, double %add.i96, 0
  %.fca.1.insert.i100 = insertvalue { double, double } %.fca.0.insert.i99, double %sub3.i98, 1
  %8 = extractvalue { double, double } %.fca.1.insert.i100, 0
  %9 = extractvalue { double, double } %.fca.1.insert.i100, 1
  br label %for.cond.i

for.cond.i:
  %sum.0.i = phi double [ 0x3FA2F684BDA12F68, %entry ], [ %add.i32, %for.body.i ]
  %i.0.i = phi i64 [ 1, %entry ], [ %inc.i, %for.body.i ]
  %cmp.i = icmp ult i64 %i.0.i, 12
  br i1 %cmp.i, label %for.body.i, label %mlcc_polynomial.exit

for.body.i:
  %mul.i31 = fmul double %sum.0.i, %8
  %arrayidx1.i = getelementptr inbounds nuw double, ptr @mlcc_rt.libm_powers.mlcc_area.odd, i64 %i.0.i
  %10 = load double, ptr %arrayidx1.i, align 8
  %add.i32 = fadd double %mul.i31, %10
  %inc.i = add i64 %i.0.i, 1
  br label %for.cond.i

mlcc_polynomial.exit:
  %mul = fmul double %8, %sum.0.i
  %add.i28 = fadd double 0x3FD5555555555555, %mul
  %sub.i = fsub double %add.i28, 0x3FD5555555555555
  %sub3.i = fsub double %add.i28, %sub.i
  %sub4.i = fsub double 0x3FD5555555555555, %sub3.i
  %sub5.i = fsub double %mul, %sub.i
  %add6.i = fadd double %sub4.i, %sub5.i
  %.fca.0.insert.i29 = insertvalue { double, double } poison, double %add.i28, 0
  %.fca.1.insert.i30 = insertvalue { double, double } %.fca.0.insert.i29, double %add6.i, 1
  %11 = extractvalue { double, double } %.fca.1.insert.i30, 0
  %12 = extractvalue { double, double } %.fca.1.insert.i30, 1
  %add = fadd double %12, 0x3C75555555555555
  %13 = bitcast double %8 to i64
  %and.i44 = and i64 %13, -134217728
  %14 = bitcast i64 %and.i44 to double
  %15 = bitcast double %11 to i64
  %and3.i47 = and i64 %15, -134217728
  %16 = bitcast i64 %and3.i47 to double
  %sub.i49 = fsub double %8, %14
  %sub5.i50 = fsub double %11, %16
  %mul.i51 = fmul double %8, %11
  %mul6.i52 = fmul double %14, %16
  %sub8.i53 = fsub double %mul6.i52, %mul.i51
  %mul9.i54 = fmul double %14, %sub5.i50
  %add.i55 = fadd double %sub8.i53, %mul9.i54
  %mul10.i56 = fmul double %sub.i49, %16
  %add11.i57 = fadd double %add.i55, %mul10.i56
  %mul12.i58 = fmul double %sub.i49, %sub5.i50
  %add13.i59 = fadd double %add11.i57, %mul12.i58
  %.fca.0.insert.i60 = insertvalue { double, double } poison, double %mul.i51, 0
  %.fca.1.insert.i61 = insertvalue { double, double } %.fca.0.insert.i60, double %add13.i59, 1
  %17 = extractvalue { double, double } %.fca.1.insert.i61, 0
  %18 = extractvalue { double, double } %.fca.1.insert.i61, 1
  %mul.i13 = fmul double %8, %add
  %mul7.i14 = fmul double %9, %11
  %add.i15 = fadd double %mul.i13, %mul7.i14
  %add8.i16 = fadd double %18, %add.i15
  %add.i91 = fadd double %17, %add8.i16
  %sub.i92 = fsub double %add.i91, %17
  %sub3.i93 = fsub double %add8.i16, %sub.i92
  %.fca.0.insert.i94 = insertvalue { double, double } poison, double %add.i91, 0
  %.fca.1.insert.i95 = insertvalue { double, double } %.fca.0.insert.i94, double %sub3.i93, 1
  %19 = extractvalue { double, double } %.fca.1.insert.i95, 0
  %20 = extractvalue { double, double } %.fca.1.insert.i95, 1
  %21 = bitcast double %0 to i64
  %and.i = and i64 %21, -134217728
  %22 = bitcast i64 %and.i to double
  %23 = bitcast double %19 to i64
  %and3.i = and i64 %23, -134217728
  %24 = bitcast i64 %and3.i to double
  %sub.i37 = fsub double %0, %22
  %sub5.i38 = fsub double %19, %24
  %mul.i39 = fmul double %0, %19
  %mul6.i = fmul double %22, %24
  %sub8.i = fsub double %mul6.i, %mul.i39
  %mul9.i = fmul double %22, %sub5.i38
  %add.i40 = fadd double %sub8.i, %mul9.i
  %mul10.i = fmul double %sub.i37, %24
  %add11.i = fadd double %add.i40, %mul10.i
  %mul12.i = fmul double %sub.i37, %sub5.i38
  %add13.i = fadd double %add11.i, %mul12.i
  %.fca.0.insert.i41 = insertvalue { double, double } poison, double %mul.i39, 0
  %.fca.1.insert.i42 = insertvalue { double, double } %.fca.0.insert.i41, double %add13.i, 1
  %25 = extractvalue { double, double } %.fca.1.insert.i42, 0
  %26 = extractvalue { double, double } %.fca.1.insert.i42, 1
  %mul.i21 = fmul double %0, %20
  %mul7.i22 = fmul double %1, %19
  %add.i23 = fadd double %mul.i21, %mul7.i22
  %add8.i24 = fadd double %26, %add.i23
  %add.i86 = fadd double %25, %add8.i24
  %sub.i87 = fsub double %add.i86, %25
  %sub3.i88 = fsub double %add8.i24, %sub.i87
  %.fca.0.insert.i89 = insertvalue { double, double } poison, double %add.i86, 0
  %.fca.1.insert.i90 = insertvalue { double, double } %.fca.0.insert.i89, double %sub3.i88, 1
  %27 = extractvalue { double, double } %.fca.1.insert.i90, 0
  %28 = extractvalue { double, double } %.fca.1.insert.i90, 1
  %add.i.i = fadd double %0, %27
  %sub.i.i = fsub double %add.i.i, %0
  %sub3.i.i = fsub double %add.i.i, %sub.i.i
  %sub4.i.i = fsub double %0, %sub3.i.i
  %sub5.i.i = fsub double %27, %sub.i.i
  %add6.i.i = fadd double %sub4.i.i, %sub5.i.i
  %add.i33 = fadd double %1, %28
  %add5.i = fadd double %add6.i.i, %add.i33
  %add.i81 = fadd double %add.i.i, %add5.i
  %sub.i82 = fsub double %add.i81, %add.i.i
  %sub3.i83 = fsub double %add5.i, %sub.i82
  %.fca.0.insert.i84 = insertvalue { double, double } poison, double %add.i81, 0
  %.fca.1.insert.i85 = insertvalue { double, double } %.fca.0.insert.i84, double %sub3.i83, 1
  %29 = extractvalue { double, double } %.fca.1.insert.i85, 0
  %30 = extractvalue { double, double } %.fca.1.insert.i85, 1
  %mul11 = fmul double 2.000000e+00, %30
  store double %mul11, ptr %low, align 8
  %mul13 = fmul double 2.000000e+00, %29
  ret double %mul13
}

define internal double @mlcc_logarithm(double %x, double %x_low, ptr %low) {
entry:
  %retval.i = alloca %struct.mlcc_pair, align 8
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
  %add.i16 = add nsw i32 %conv.i, %conv2.i
  br label %for.cond.i

for.cond.i:
  %e.0 = phi i32 [ %add.i16, %entry ], [ %dec.i, %for.body.i ]
  %m.0.i = phi i64 [ %or.i, %entry ], [ %shl.i, %for.body.i ]
  %shr3.i = lshr i64 %m.0.i, 52
  %cmp4.i = icmp eq i64 %shr3.i, 0
  br i1 %cmp4.i, label %for.body.i, label %mlcc_significand.exit

for.body.i:
  %shl.i = shl i64 %m.0.i, 1
  %dec.i = add nsw i32 %e.0, -1
  br label %for.cond.i

mlcc_significand.exit:
  %sub.i17 = sub nsw i32 %e.0, 1075
  %cmp = icmp ugt i64 %m.0.i, 6369051672525773
  %conv = zext i1 %cmp to i32
  %sub = sub nsw i32 1023, %conv
  %conv1 = sext i32 %sub to i64
  %shl = shl i64 %conv1, 52
  %and = and i64 %m.0.i, 4503599627370495
  %or = or i64 %shl, %and
  %1 = bitcast i64 %or to double
  %add = add nsw i32 %sub.i17, 52
  %add2 = add nsw i32 %add, %conv
  %conv3 = sitofp i32 %add2 to double
  %div = fdiv double %x_low, %x
  %sub4 = fsub double %1, 1.000000e+00
  %.fca.0.insert.i9 = insertvalue { double, double } poison, double %sub4, 0
  %.fca.1.insert.i10 = insertvalue { double, double } %.fca.0.insert.i9, double 0.000000e+00, 1
  %2 = extractvalue { double, double } %.fca.1.insert.i10, 0
  %3 = extractvalue { double, double } %.fca.1.insert.i10, 1
  call void @llvm.lifetime.start.p0(ptr %retval.i)
  %add.i.i.i = fadd double 2.000000e+00, %2
  %sub.i.i.i = fsub double %add.i.i.i, 2.000000e+00
  %sub3.i.i.i = fsub double %add.i.i.i, %sub.i.i.i
  %sub4.i.i.i = fsub double 2.000000e+00, %sub3.i.i.i
  %sub5.i.i.i = fsub double %2, %sub.i.i.i
  %add6.i.i.i = fadd double %sub4.i.i.i, %sub5.i.i.i
  %add.i.i18 = fadd double 0.000000e+00, %3
  %add5.i.i = fadd double %add6.i.i.i, %add.i.i18
  %add.i21 = fadd double %add.i.i.i, %add5.i.i
  %sub.i22 = fsub double %add.i21, %add.i.i.i
  %sub3.i23 = fsub double %add5.i.i, %sub.i22
  %.fca.0.insert.i24 = insertvalue { double, double } poison, double %add.i21, 0
  %.fca.1.insert.i25 = insertvalue { double, double } %.fca.0.insert.i24, double %sub3.i23, 1
  %4 = extractvalue { double, double } %.fca.1.insert.i25, 0
  %5 = extractvalue { double, double } %.fca.1.insert.i25, 1
  %div.i = fdiv double %2, %4
  %6 = bitcast double %div.i to i64
  %and.i.i = and i64 %6, -134217728
  %7 = bitcast i64 %and.i.i to double
  %8 = bitcast double %4 to i64
  %and3.i.i = and i64 %8, -134217728
  %9 = bitcast i64 %and3.i.i to double
  %sub.i.i31 = fsub double %div.i, %7
  %sub5.i.i32 = fsub double %4, %9
  %mul.i.i = fmul double %div.i, %4
  %mul6.i.i = fmul double %7, %9
  %sub8.i.i = fsub double %mul6.i.i, %mul.i.i
  %mul9.i.i = fmul double %7, %sub5.i.i32
  %add.i.i33 = fadd double %sub8.i.i, %mul9.i.i
  %mul10.i.i = fmul double %sub.i.i31, %9
  %add11.i.i = fadd double %add.i.i33, %mul10.i.i
  %mul12.i.i = fmul double %sub.i.i31, %sub5.i.i32
  %add13.i.i = fadd double %add11.i.i, %mul12.i.i
  %sub.i36 = fsub double %2, %mul.i.i
  %sub5.i37 = fsub double %sub.i36, %add13.i.i
  %add.i38 = fadd double %sub5.i37, %3
  %mul.i = fmul double %div.i, %5
  %sub8.i = fsub double %add.i38, %mul.i
  %div10.i = fdiv double %sub8.i, %4
  %add.i6.i = fadd double %div.i, %div10.i
  %sub.i7.i = fsub double %add.i6.i, %div.i
  %sub3.i.i39 = fsub double %div10.i, %sub.i7.i
  %.fca.0.insert.i40 = insertvalue { double, double } poison, double %add.i6.i, 0
  %.fca.1.insert.i41 = insertvalue { double, double } %.fca.0.insert.i40, double %sub3.i.i39, 1
  %10 = extractvalue { double, double } %.fca.1.insert.i41, 0
  %11 = extractvalue { double, double } %.fca.1.insert.i41, 1
  %low3.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %retval.i, i32 0, i32 1
  %call4.i = call double @mlcc_area(double %10, double %11, ptr %low3.i)
  store double %call4.i, ptr %retval.i, align 8
  %.fca.0.load.i = load double, ptr %retval.i, align 8
  %.fca.0.insert.i19 = insertvalue { double, double } poison, double %.fca.0.load.i, 0
  %.fca.1.gep.i = getelementptr inbounds { double, double }, ptr %retval.i, i32 0, i32 1
  %.fca.1.load.i = load double, ptr %.fca.1.gep.i, align 8
  %.fca.1.insert.i20 = insertvalue { double, double } %.fca.0.insert.i19, double %.fca.1.load.i, 1
  call void @llvm.lifetime.end.p0(ptr %retval.i)
  %12 = extractvalue { double, double } %.fca.1.insert.i20, 0
  %13 = extractvalue { double, double } %.fca.1.insert.i20, 1
  %mul = fmul double %conv3, 0x3FE62E42FEE00000
  %add.i = fadd double %mul, %12
  %sub.i = fsub double %add.i, %mul
  %sub3.i = fsub double %add.i, %sub.i
  %sub4.i = fsub double %mul, %sub3.i
  %sub5.i = fsub double %12, %sub.i
  %add6.i = fadd double %sub4.i, %sub5.i
  %.fca.0.insert.i11 = insertvalue { double, double } poison, double %add.i, 0
  %.fca.1.insert.i12 = insertvalue { double, double } %.fca.0.insert.i11, double %add6.i, 1
  %14 = extractvalue { double, double } %.fca.1.insert.i12, 0
  %15 = extractvalue { double, double } %.fca.1.insert.i12, 1
  %mul9 = fmul double 5.000000e-01, %div
  %mul10 = fmul double %mul9, %div
  %sub11 = fsub double %div, %mul10
  %mul13 = fmul double %conv3, 0x3DEA39EF35793C76
  %add14 = fadd double %13, %mul13
  %.fca.0.insert.i = insertvalue { double, double } poison, double %sub11, 0
  %.fca.1.insert.i = insertvalue { double, double } %.fca.0.insert.i, double %add14, 1
  %16 = extractvalue { double, double } %.fca.1.insert.i, 0
  %17 = extractvalue { double, double } %.fca.1.insert.i, 1
  %add.i.i = fadd double %14, %16
  %sub.i.i = fsub double %add.i.i, %14
  %sub3.i.i = fsub double %add.i.i, %sub.i.i
  %sub4.i.i = fsub double %14, %sub3.i.i
  %sub5.i.i = fsub double %16, %sub.i.i
  %add6.i.i = fadd double %sub4.i.i, %sub5.i.i
  %add.i13 = fadd double %15, %17
  %add5.i = fadd double %add6.i.i, %add.i13
  %add.i26 = fadd double %add.i.i, %add5.i
  %sub.i27 = fsub double %add.i26, %add.i.i
  %sub3.i28 = fsub double %add5.i, %sub.i27
  %.fca.0.insert.i29 = insertvalue { double, double } poison, double %add.i26, 0
  %.fca.1.insert.i30 = insertvalue { double, double } %.fca.0.insert.i29, double %sub3.i28, 1
  %18 = extractvalue { double, double } %.fca.1.insert.i30, 0
  %19 = extractvalue { double, double } %.fca.1.insert.i30, 1
  store double %19, ptr %low, align 8
  ret double %18
}

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
  %add.i29 = fadd double %sub, %fneg
  %sub.i30 = fsub double %add.i29, %sub
  %sub3.i31 = fsub double %add.i29, %sub.i30
  %sub4.i32 = fsub double %sub, %sub3.i31
  %sub5.i33 = fsub double %fneg, %sub.i30
  %add6.i34 = fadd double %sub4.i32, %sub5.i33
  %.fca.0.insert.i35 = insertvalue { double, double } poison, double %add.i29, 0
  %.fca.1.insert.i36 = insertvalue { double, double } %.fca.0.insert.i35, double %add6.i34, 1
  %0 = extractvalue { double, double } %.fca.1.insert.i36, 0
  %1 = extractvalue { double, double } %.fca.1.insert.i36, 1
  %add6 = fadd double %1, %z_low
  %add.i21 = fadd double %0, %add6
  %sub.i22 = fsub double %add.i21, %0
  %sub3.i23 = fsub double %add.i21, %sub.i22
  %sub4.i24 = fsub double %0, %sub3.i23
  %sub5.i25 = fsub double %add6, %sub.i22
  %add6.i26 = fadd double %sub4.i24, %sub5.i25
  %.fca.0.insert.i27 = insertvalue { double, double } poison, double %add.i21, 0
  %.fca.1.insert.i28 = insertvalue { double, double } %.fca.0.insert.i27, double %add6.i26, 1
  %2 = extractvalue { double, double } %.fca.1.insert.i28, 0
  %3 = extractvalue { double, double } %.fca.1.insert.i28, 1
  %4 = bitcast double %2 to i64
  %and.i = and i64 %4, -134217728
  %5 = bitcast i64 %and.i to double
  %6 = bitcast double %2 to i64
  %and3.i = and i64 %6, -134217728
  %7 = bitcast i64 %and3.i to double
  %sub.i38 = fsub double %2, %5
  %sub5.i39 = fsub double %2, %7
  %mul.i40 = fmul double %2, %2
  %mul6.i = fmul double %5, %7
  %sub8.i = fsub double %mul6.i, %mul.i40
  %mul9.i = fmul double %5, %sub5.i39
  %add.i41 = fadd double %sub8.i, %mul9.i
  %mul10.i = fmul double %sub.i38, %7
  %add11.i = fadd double %add.i41, %mul10.i
  %mul12.i = fmul double %sub.i38, %sub5.i39
  %add13.i = fadd double %add11.i, %mul12.i
  %.fca.0.insert.i42 = insertvalue { double, double } poison, double %mul.i40, 0
  %.fca.1.insert.i43 = insertvalue { double, double } %.fca.0.insert.i42, double %add13.i, 1
  %8 = extractvalue { double, double } %.fca.1.insert.i43, 0
  %9 = extractvalue { double, double } %.fca.1.insert.i43, 1
  %mul13 = fmul double %8, %2
  br label %for.cond.i

for.cond.i:
  %sum.0.i = phi double [ 0x3CE952C77030AD4A, %entry ], [ %add.i37, %for.body.i ]
  %i.0.i = phi i64 [ 1, %entry ], [ %inc.i, %for.body.i ]
  %cmp.i = icmp ult i64 %i.0.i, 15
  br i1 %cmp.i, label %for.body.i, label %mlcc_polynomial.exit

for.body.i:
  %mul.i = fmul double %sum.0.i, %2
  %arrayidx1.i = getelementptr inbounds nuw double, ptr @mlcc_rt.libm_powers.mlcc_exponential.inverse, i64 %i.0.i
  %10 = load double, ptr %arrayidx1.i, align 8
  %add.i37 = fadd double %mul.i, %10
  %inc.i = add i64 %i.0.i, 1
  br label %for.cond.i

mlcc_polynomial.exit:
  %mul16 = fmul double %mul13, %sum.0.i
  %add.i13 = fadd double 1.000000e+00, %2
  %sub.i14 = fsub double %add.i13, 1.000000e+00
  %sub3.i15 = fsub double %add.i13, %sub.i14
  %sub4.i16 = fsub double 1.000000e+00, %sub3.i15
  %sub5.i17 = fsub double %2, %sub.i14
  %add6.i18 = fadd double %sub4.i16, %sub5.i17
  %.fca.0.insert.i19 = insertvalue { double, double } poison, double %add.i13, 0
  %.fca.1.insert.i20 = insertvalue { double, double } %.fca.0.insert.i19, double %add6.i18, 1
  %11 = extractvalue { double, double } %.fca.1.insert.i20, 0
  %12 = extractvalue { double, double } %.fca.1.insert.i20, 1
  %mul21 = fmul double 5.000000e-01, %8
  %add.i = fadd double %11, %mul21
  %sub.i = fsub double %add.i, %11
  %sub3.i = fsub double %add.i, %sub.i
  %sub4.i = fsub double %11, %sub3.i
  %sub5.i = fsub double %mul21, %sub.i
  %add6.i = fadd double %sub4.i, %sub5.i
  %.fca.0.insert.i = insertvalue { double, double } poison, double %add.i, 0
  %.fca.1.insert.i = insertvalue { double, double } %.fca.0.insert.i, double %add6.i, 1
  %13 = extractvalue { double, double } %.fca.1.insert.i, 0
  %14 = extractvalue { double, double } %.fca.1.insert.i, 1
  %add25 = fadd double %12, %14
  %add28 = fadd double 1.000000e+00, %2
  %mul29 = fmul double %3, %add28
  %mul31 = fmul double 5.000000e-01, %9
  %add32 = fadd double %mul29, %mul31
  %add33 = fadd double %add32, %mul16
  %add34 = fadd double %add25, %add33
  %add.i44 = fadd double %13, %add34
  %sub.i45 = fsub double %add.i44, %13
  %sub3.i46 = fsub double %add34, %sub.i45
  %.fca.0.insert.i47 = insertvalue { double, double } poison, double %add.i44, 0
  %.fca.1.insert.i48 = insertvalue { double, double } %.fca.0.insert.i47, double %sub3.i46, 1
  %15 = extractvalue { double, double } %.fca.1.insert.i48, 0
  %16 = extractvalue { double, double } %.fca.1.insert.i48, 1
  store i32 %conv, ptr %n, align 4
  store double %16, ptr %low, align 8
  ret double %15
}

define internal double @pow(double %x, double %y) {
entry:
  %low.i = alloca double, align 8
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
  %or.cond46 = or i1 %cmp3, %cmp5
  br i1 %or.cond46, label %if.then6, label %if.end7

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
  %sh_prom = zext i32 %sub to i64
  %shl = shl i64 1, %sh_prom
  %sub13 = sub i64 %shl, 1
  %and14 = and i64 %or, %sub13
  %cmp15 = icmp eq i64 %and14, 0
  %3 = select i1 %cmp11, i1 %cmp15, i1 false
  br label %lor.end

lor.end:
  %4 = phi i1 [ true, %if.end7 ], [ %3, %lor.rhs ]
  %lor.ext = zext i1 %4 to i32
  %tobool = icmp ne i32 %lor.ext, 0
  %cmp17 = icmp sge i32 %sub, 0
  %or.cond47 = and i1 %tobool, %cmp17
  br i1 %or.cond47, label %land.lhs.true19, label %cond.end

land.lhs.true19:
  %sh_prom20 = zext i32 %sub to i64
  %shr21 = lshr i64 %or, %sh_prom20
  %and22 = and i64 %shr21, 1
  %tobool23 = icmp ne i64 %and22, 0
  br i1 %tobool23, label %cond.true, label %cond.end

cond.true:
  %5 = bitcast double %x to i64
  %and24 = and i64 %5, -9223372036854775808
  br label %cond.end

cond.end:
  %cond = phi i64 [ %and24, %cond.true ], [ 0, %land.lhs.true19 ], [ 0, %lor.end ]
  %cmp25 = icmp ugt i64 %and, 4607182418800017408
  %conv26 = zext i1 %cmp25 to i32
  %6 = bitcast double %y to i64
  %cmp27 = icmp eq i64 %6, %and1
  %conv28 = zext i1 %cmp27 to i32
  %cmp29 = icmp eq i32 %conv26, %conv28
  %conv30 = zext i1 %cmp29 to i32
  %cmp31 = icmp eq i64 %and, 4607182418800017408
  br i1 %cmp31, label %if.then33, label %if.end43

if.then33:
  %tobool34 = icmp ne i32 %lor.ext, 0
  %cmp36 = icmp eq i64 %and1, 9218868437227405312
  %or.cond48 = or i1 %tobool34, %cmp36
  %or39 = or i64 %cond, 4607182418800017408
  %cond42 = select i1 %or.cond48, i64 %or39, i64 9218868437227405313
  %7 = bitcast i64 %cond42 to double
  br label %return

if.end43:
  %8 = bitcast double %x to i64
  %cmp44 = icmp eq i64 %8, %and
  %tobool47 = icmp ne i32 %lor.ext, 0
  %or.cond49 = or i1 %cmp44, %tobool47
  %or.cond49.not = xor i1 %or.cond49, true
  %9 = freeze i1 %or.cond49.not
  br i1 %9, label %switch.early.test, label %if.end55

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
  %10 = bitcast i64 %or58 to double
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
  %11 = bitcast i64 %and to double
  %call73 = call double @mlcc_logarithm(double %11, double 0.000000e+00, ptr %low)
  %12 = bitcast double %y to i64
  %and.i = and i64 %12, -134217728
  %13 = bitcast i64 %and.i to double
  %14 = bitcast double %call73 to i64
  %and3.i = and i64 %14, -134217728
  %15 = bitcast i64 %and3.i to double
  %sub.i = fsub double %y, %13
  %sub5.i = fsub double %call73, %15
  %mul.i = fmul double %y, %call73
  %mul6.i = fmul double %13, %15
  %sub8.i = fsub double %mul6.i, %mul.i
  %mul9.i = fmul double %13, %sub5.i
  %add.i = fadd double %sub8.i, %mul9.i
  %mul10.i = fmul double %sub.i, %15
  %add11.i = fadd double %add.i, %mul10.i
  %mul12.i = fmul double %sub.i, %sub5.i
  %add13.i = fadd double %add11.i, %mul12.i
  %.fca.0.insert.i = insertvalue { double, double } poison, double %mul.i, 0
  %.fca.1.insert.i = insertvalue { double, double } %.fca.0.insert.i, double %add13.i, 1
  %16 = extractvalue { double, double } %.fca.1.insert.i, 0
  %17 = extractvalue { double, double } %.fca.1.insert.i, 1
  %18 = load double, ptr %low, align 8
  %mul = fmul double %y, %18
  %add76 = fadd double %17, %mul
  %cmp77 = fcmp ogt double %16, -7.460000e+02
  %cmp81 = fcmp olt double %16, 7.100000e+02
  %or.cond52 = and i1 %cmp77, %cmp81
  br i1 %or.cond52, label %if.end84, label %return

if.end84:
  call void @llvm.lifetime.start.p0(ptr %low.i)
  call void @llvm.lifetime.start.p0(ptr %n.i)
  %call.i41 = call double @mlcc_exponential(double %16, double %add76, ptr %low.i, ptr %n.i)
  %19 = load double, ptr %low.i, align 8
  %add.i42 = fadd double %call.i41, %19
  %20 = load i32, ptr %n.i, align 4
  %div.i = sdiv i32 %20, 2
  %add.i43 = add nsw i32 1023, %div.i
  %conv.i = sext i32 %add.i43 to i64
  %shl.i = shl i64 %conv.i, 52
  %21 = bitcast i64 %shl.i to double
  %add1.i = add nsw i32 1023, %20
  %sub.i44 = sub nsw i32 %add1.i, %div.i
  %conv2.i = sext i32 %sub.i44 to i64
  %shl3.i = shl i64 %conv2.i, 52
  %22 = bitcast i64 %shl3.i to double
  %mul.i45 = fmul double %add.i42, %21
  %mul4.i = fmul double %mul.i45, %22
  call void @llvm.lifetime.end.p0(ptr %low.i)
  call void @llvm.lifetime.end.p0(ptr %n.i)
  %23 = bitcast double %mul4.i to i64
  %or86 = or i64 %23, %cond
  %24 = bitcast i64 %or86 to double
  br label %return

return:
  %retval.0 = phi double [ 1.000000e+00, %entry ], [ %add, %if.then6 ], [ %7, %if.then33 ], [ 0x7FF8000000000000, %switch.early.test ], [ %10, %lor.lhs.false64 ], [ %24, %if.end84 ], [ 1.000000e+00, %if.end68 ], [ %10, %if.end55 ], [ %10, %if.end55 ], [ %10, %if.end72 ]
  ret double %retval.0
}

define internal double @exp2(double %x) {
entry:
  %low.i.i = alloca double, align 8
  %n.i.i = alloca i32, align 4
  %0 = extractvalue { double, double } { double 0x3FE62E42FEFA39EF, double 0x3C7ABC9E3B39803F }, 0
  %1 = extractvalue { double, double } { double 0x3FE62E42FEFA39EF, double 0x3C7ABC9E3B39803F }, 1
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
  %2 = bitcast double %x to i64
  %and.i.i = and i64 %2, -134217728
  %3 = bitcast i64 %and.i.i to double
  %4 = bitcast double %0 to i64
  %and3.i.i = and i64 %4, -134217728
  %5 = bitcast i64 %and3.i.i to double
  %sub.i.i = fsub double %x, %3
  %sub5.i.i = fsub double %0, %5
  %mul.i.i = fmul double %x, %0
  %mul6.i.i = fmul double %3, %5
  %sub8.i.i = fsub double %mul6.i.i, %mul.i.i
  %mul9.i.i = fmul double %3, %sub5.i.i
  %add.i.i = fadd double %sub8.i.i, %mul9.i.i
  %mul10.i.i = fmul double %sub.i.i, %5
  %add11.i.i = fadd double %add.i.i, %mul10.i.i
  %mul12.i.i = fmul double %sub.i.i, %sub5.i.i
  %add13.i.i = fadd double %add11.i.i, %mul12.i.i
  %mul.i = fmul double %x, %1
  %add.i = fadd double %add13.i.i, %mul.i
  call void @llvm.lifetime.start.p0(ptr %low.i.i)
  call void @llvm.lifetime.start.p0(ptr %n.i.i)
  %call.i9.i = call double @mlcc_exponential(double %mul.i.i, double %add.i, ptr %low.i.i, ptr %n.i.i)
  %6 = load double, ptr %low.i.i, align 8
  %add.i10.i = fadd double %call.i9.i, %6
  %7 = load i32, ptr %n.i.i, align 4
  %div.i = sdiv i32 %7, 2
  %add.i1 = add nsw i32 1023, %div.i
  %conv.i = sext i32 %add.i1 to i64
  %shl.i = shl i64 %conv.i, 52
  %8 = bitcast i64 %shl.i to double
  %add1.i = add nsw i32 1023, %7
  %sub.i = sub nsw i32 %add1.i, %div.i
  %conv2.i = sext i32 %sub.i to i64
  %shl3.i = shl i64 %conv2.i, 52
  %9 = bitcast i64 %shl3.i to double
  %mul.i2 = fmul double %add.i10.i, %8
  %mul4.i = fmul double %mul.i2, %9
  call void @llvm.lifetime.end.p0(ptr %low.i.i)
  call void @llvm.lifetime.end.p0(ptr %n.i.i)
  br label %mlcc_power_of.exit

mlcc_power_of.exit:
  %retval.0.i = phi double [ %mul4.i, %if.end.i ], [ %cond7.i, %if.then.i ]
  ret double %retval.0.i
}

define internal double @exp10(double %x) {
entry:
  %low.i.i = alloca double, align 8
  %n.i.i = alloca i32, align 4
  %0 = extractvalue { double, double } { double 0x40026BB1BBB55516, double 0xBCAF48AD494EA3E9 }, 0
  %1 = extractvalue { double, double } { double 0x40026BB1BBB55516, double 0xBCAF48AD494EA3E9 }, 1
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
  %2 = bitcast double %x to i64
  %and.i.i = and i64 %2, -134217728
  %3 = bitcast i64 %and.i.i to double
  %4 = bitcast double %0 to i64
  %and3.i.i = and i64 %4, -134217728
  %5 = bitcast i64 %and3.i.i to double
  %sub.i.i = fsub double %x, %3
  %sub5.i.i = fsub double %0, %5
  %mul.i.i = fmul double %x, %0
  %mul6.i.i = fmul double %3, %5
  %sub8.i.i = fsub double %mul6.i.i, %mul.i.i
  %mul9.i.i = fmul double %3, %sub5.i.i
  %add.i.i = fadd double %sub8.i.i, %mul9.i.i
  %mul10.i.i = fmul double %sub.i.i, %5
  %add11.i.i = fadd double %add.i.i, %mul10.i.i
  %mul12.i.i = fmul double %sub.i.i, %sub5.i.i
  %add13.i.i = fadd double %add11.i.i, %mul12.i.i
  %mul.i = fmul double %x, %1
  %add.i = fadd double %add13.i.i, %mul.i
  call void @llvm.lifetime.start.p0(ptr %low.i.i)
  call void @llvm.lifetime.start.p0(ptr %n.i.i)
  %call.i9.i = call double @mlcc_exponential(double %mul.i.i, double %add.i, ptr %low.i.i, ptr %n.i.i)
  %6 = load double, ptr %low.i.i, align 8
  %add.i10.i = fadd double %call.i9.i, %6
  %7 = load i32, ptr %n.i.i, align 4
  %div.i = sdiv i32 %7, 2
  %add.i1 = add nsw i32 1023, %div.i
  %conv.i = sext i32 %add.i1 to i64
  %shl.i = shl i64 %conv.i, 52
  %8 = bitcast i64 %shl.i to double
  %add1.i = add nsw i32 1023, %7
  %sub.i = sub nsw i32 %add1.i, %div.i
  %conv2.i = sext i32 %sub.i to i64
  %shl3.i = shl i64 %conv2.i, 52
  %9 = bitcast i64 %shl3.i to double
  %mul.i2 = fmul double %add.i10.i, %8
  %mul4.i = fmul double %mul.i2, %9
  call void @llvm.lifetime.end.p0(ptr %low.i.i)
  call void @llvm.lifetime.end.p0(ptr %n.i.i)
  br label %mlcc_power_of.exit

mlcc_power_of.exit:
  %retval.0.i = phi double [ %mul4.i, %if.end.i ], [ %cond7.i, %if.then.i ]
  ret double %retval.0.i
}

define internal double @log2(double %x) {
entry:
  %r.i = alloca %struct.mlcc_pair, align 8
  %0 = extractvalue { double, double } { double 0x3FF71547652B82FE, double 0x3C7777D0FFDA0D24 }, 0
  %1 = extractvalue { double, double } { double 0x3FF71547652B82FE, double 0x3C7777D0FFDA0D24 }, 1
  call void @llvm.lifetime.start.p0(ptr %r.i)
  %cmp.i = fcmp ule double %x, 0.000000e+00
  %2 = bitcast double %x to i64
  %cmp1.i = icmp eq i64 %2, 9218868437227405312
  %or.cond = or i1 %cmp.i, %cmp1.i
  br i1 %or.cond, label %if.then.i, label %if.end.i

if.then.i:
  %cmp2.i = fcmp une double %x, %x
  %cmp4.i = fcmp ogt double %x, 0.000000e+00
  %or.cond1 = or i1 %cmp2.i, %cmp4.i
  br i1 %or.cond1, label %mlcc_logarithm_to.exit, label %cond.false.i

cond.false.i:
  %cmp5.i = fcmp oeq double %x, 0.000000e+00
  %cond.i = select i1 %cmp5.i, i64 -4503599627370496, i64 9221120237041090560
  %3 = bitcast i64 %cond.i to double
  br label %mlcc_logarithm_to.exit

if.end.i:
  %low.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i, i32 0, i32 1
  %call8.i = call double @mlcc_logarithm(double %x, double 0.000000e+00, ptr %low.i)
  store double %call8.i, ptr %r.i, align 8
  %4 = load double, ptr %r.i, align 8
  %5 = getelementptr inbounds nuw { double, double }, ptr %r.i, i32 0, i32 1
  %6 = load double, ptr %5, align 8
  %7 = bitcast double %4 to i64
  %and.i.i = and i64 %7, -134217728
  %8 = bitcast i64 %and.i.i to double
  %9 = bitcast double %0 to i64
  %and3.i.i = and i64 %9, -134217728
  %10 = bitcast i64 %and3.i.i to double
  %sub.i.i = fsub double %4, %8
  %sub5.i.i = fsub double %0, %10
  %mul.i9.i = fmul double %4, %0
  %mul6.i.i = fmul double %8, %10
  %sub8.i.i = fsub double %mul6.i.i, %mul.i9.i
  %mul9.i.i = fmul double %8, %sub5.i.i
  %add.i10.i = fadd double %sub8.i.i, %mul9.i.i
  %mul10.i.i = fmul double %sub.i.i, %10
  %add11.i.i = fadd double %add.i10.i, %mul10.i.i
  %mul12.i.i = fmul double %sub.i.i, %sub5.i.i
  %add13.i.i = fadd double %add11.i.i, %mul12.i.i
  %mul.i.i = fmul double %4, %1
  %mul7.i.i = fmul double %6, %0
  %add.i.i = fadd double %mul.i.i, %mul7.i.i
  %add8.i.i = fadd double %add13.i.i, %add.i.i
  %add.i11.i = fadd double %mul.i9.i, %add8.i.i
  %sub.i12.i = fsub double %add.i11.i, %mul.i9.i
  %sub3.i.i = fsub double %add8.i.i, %sub.i12.i
  store double %add.i11.i, ptr %r.i, align 8
  %tmp.sroa.2.0.r.sroa_idx.i = getelementptr inbounds i8, ptr %r.i, i64 8
  store double %sub3.i.i, ptr %tmp.sroa.2.0.r.sroa_idx.i, align 8
  %11 = load double, ptr %r.i, align 8
  %low11.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i, i32 0, i32 1
  %12 = load double, ptr %low11.i, align 8
  %add.i = fadd double %11, %12
  br label %mlcc_logarithm_to.exit

mlcc_logarithm_to.exit:
  %retval.0.i = phi double [ %add.i, %if.end.i ], [ %3, %cond.false.i ], [ %x, %if.then.i ]
  call void @llvm.lifetime.end.p0(ptr %r.i)
  ret double %retval.0.i
}

define internal double @log10(double %x) {
entry:
  %r.i = alloca %struct.mlcc_pair, align 8
  %0 = extractvalue { double, double } { double 0x3FDBCB7B1526E50E, double 0x3C695355BAAAFAD3 }, 0
  %1 = extractvalue { double, double } { double 0x3FDBCB7B1526E50E, double 0x3C695355BAAAFAD3 }, 1
  call void @llvm.lifetime.start.p0(ptr %r.i)
  %cmp.i = fcmp ule double %x, 0.000000e+00
  %2 = bitcast double %x to i64
  %cmp1.i = icmp eq i64 %2, 9218868437227405312
  %or.cond = or i1 %cmp.i, %cmp1.i
  br i1 %or.cond, label %if.then.i, label %if.end.i

if.then.i:
  %cmp2.i = fcmp une double %x, %x
  %cmp4.i = fcmp ogt double %x, 0.000000e+00
  %or.cond1 = or i1 %cmp2.i, %cmp4.i
  br i1 %or.cond1, label %mlcc_logarithm_to.exit, label %cond.false.i

cond.false.i:
  %cmp5.i = fcmp oeq double %x, 0.000000e+00
  %cond.i = select i1 %cmp5.i, i64 -4503599627370496, i64 9221120237041090560
  %3 = bitcast i64 %cond.i to double
  br label %mlcc_logarithm_to.exit

if.end.i:
  %low.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i, i32 0, i32 1
  %call8.i = call double @mlcc_logarithm(double %x, double 0.000000e+00, ptr %low.i)
  store double %call8.i, ptr %r.i, align 8
  %4 = load double, ptr %r.i, align 8
  %5 = getelementptr inbounds nuw { double, double }, ptr %r.i, i32 0, i32 1
  %6 = load double, ptr %5, align 8
  %7 = bitcast double %4 to i64
  %and.i.i = and i64 %7, -134217728
  %8 = bitcast i64 %and.i.i to double
  %9 = bitcast double %0 to i64
  %and3.i.i = and i64 %9, -134217728
  %10 = bitcast i64 %and3.i.i to double
  %sub.i.i = fsub double %4, %8
  %sub5.i.i = fsub double %0, %10
  %mul.i9.i = fmul double %4, %0
  %mul6.i.i = fmul double %8, %10
  %sub8.i.i = fsub double %mul6.i.i, %mul.i9.i
  %mul9.i.i = fmul double %8, %sub5.i.i
  %add.i10.i = fadd double %sub8.i.i, %mul9.i.i
  %mul10.i.i = fmul double %sub.i.i, %10
  %add11.i.i = fadd double %add.i10.i, %mul10.i.i
  %mul12.i.i = fmul double %sub.i.i, %sub5.i.i
  %add13.i.i = fadd double %add11.i.i, %mul12.i.i
  %mul.i.i = fmul double %4, %1
  %mul7.i.i = fmul double %6, %0
  %add.i.i = fadd double %mul.i.i, %mul7.i.i
  %add8.i.i = fadd double %add13.i.i, %add.i.i
  %add.i11.i = fadd double %mul.i9.i, %add8.i.i
  %sub.i12.i = fsub double %add.i11.i, %mul.i9.i
  %sub3.i.i = fsub double %add8.i.i, %sub.i12.i
  store double %add.i11.i, ptr %r.i, align 8
  %tmp.sroa.2.0.r.sroa_idx.i = getelementptr inbounds i8, ptr %r.i, i64 8
  store double %sub3.i.i, ptr %tmp.sroa.2.0.r.sroa_idx.i, align 8
  %11 = load double, ptr %r.i, align 8
  %low11.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i, i32 0, i32 1
  %12 = load double, ptr %low11.i, align 8
  %add.i = fadd double %11, %12
  br label %mlcc_logarithm_to.exit

mlcc_logarithm_to.exit:
  %retval.0.i = phi double [ %add.i, %if.end.i ], [ %3, %cond.false.i ], [ %x, %if.then.i ]
  call void @llvm.lifetime.end.p0(ptr %r.i)
  ret double %retval.0.i
}

define internal double @sinh(double %x) {
entry:
  %e.i = alloca %struct.mlcc_pair, align 8
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
  %i.0.i = phi i64 [ 1, %if.then4 ], [ %inc.i, %for.body.i ]
  %cmp.i = icmp ult i64 %i.0.i, 11
  br i1 %cmp.i, label %for.body.i, label %mlcc_polynomial.exit

for.body.i:
  %mul.i = fmul double %sum.0.i, %mul
  %arrayidx1.i = getelementptr inbounds nuw double, ptr @mlcc_rt.libm_powers.sinh.inverse, i64 %i.0.i
  %1 = load double, ptr %arrayidx1.i, align 8
  %add.i = fadd double %mul.i, %1
  %inc.i = add i64 %i.0.i, 1
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
  store double %call.i, ptr %e.i, align 8
  %3 = load i32, ptr %n.i, align 4
  %cmp.i13 = icmp sgt i32 %3, 40
  br i1 %cmp.i13, label %if.then.i, label %if.end.i

if.then.i:
  %4 = load double, ptr %e.i, align 8
  %low2.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %e.i, i32 0, i32 1
  %5 = load double, ptr %low2.i, align 8
  %add.i14 = fadd double %4, %5
  %6 = load i32, ptr %n.i, align 4
  %sub.i = sub nsw i32 %6, 1
  %div.i26 = sdiv i32 %sub.i, 2
  %add.i27 = add nsw i32 1023, %div.i26
  %conv.i = sext i32 %add.i27 to i64
  %shl.i = shl i64 %conv.i, 52
  %7 = bitcast i64 %shl.i to double
  %add1.i = add nsw i32 1023, %sub.i
  %sub.i28 = sub nsw i32 %add1.i, %div.i26
  %conv2.i = sext i32 %sub.i28 to i64
  %shl3.i = shl i64 %conv2.i, 52
  %8 = bitcast i64 %shl3.i to double
  %mul.i29 = fmul double %add.i14, %7
  %mul4.i = fmul double %mul.i29, %8
  br label %mlcc_half_sum.exit

if.end.i:
  %9 = load i32, ptr %n.i, align 4
  %div.i40 = sdiv i32 %9, 2
  %add.i41 = add nsw i32 1023, %div.i40
  %conv.i42 = sext i32 %add.i41 to i64
  %shl.i43 = shl i64 %conv.i42, 52
  %10 = bitcast i64 %shl.i43 to double
  %add1.i44 = add nsw i32 1023, %9
  %sub.i45 = sub nsw i32 %add1.i44, %div.i40
  %conv2.i46 = sext i32 %sub.i45 to i64
  %shl3.i47 = shl i64 %conv2.i46, 52
  %11 = bitcast i64 %shl3.i47 to double
  %mul.i48 = fmul double 5.000000e-01, %10
  %mul4.i49 = fmul double %mul.i48, %11
  %12 = load i32, ptr %n.i, align 4
  %sub5.i = sub nsw i32 0, %12
  %div.i30 = sdiv i32 %sub5.i, 2
  %add.i31 = add nsw i32 1023, %div.i30
  %conv.i32 = sext i32 %add.i31 to i64
  %shl.i33 = shl i64 %conv.i32, 52
  %13 = bitcast i64 %shl.i33 to double
  %add1.i34 = add nsw i32 1023, %sub5.i
  %sub.i35 = sub nsw i32 %add1.i34, %div.i30
  %conv2.i36 = sext i32 %sub.i35 to i64
  %shl3.i37 = shl i64 %conv2.i36, 52
  %14 = bitcast i64 %shl3.i37 to double
  %mul.i38 = fmul double -5.000000e-01, %13
  %mul4.i39 = fmul double %mul.i38, %14
  %15 = load double, ptr %e.i, align 8
  %16 = getelementptr inbounds nuw { double, double }, ptr %e.i, i32 0, i32 1
  %17 = load double, ptr %16, align 8
  %div.i = fdiv double 1.000000e+00, %15
  %18 = bitcast double %div.i to i64
  %and.i.i = and i64 %18, -134217728
  %19 = bitcast i64 %and.i.i to double
  %20 = bitcast double %15 to i64
  %and3.i.i = and i64 %20, -134217728
  %21 = bitcast i64 %and3.i.i to double
  %sub.i.i15 = fsub double %div.i, %19
  %sub5.i.i = fsub double %15, %21
  %mul.i.i = fmul double %div.i, %15
  %mul6.i.i = fmul double %19, %21
  %sub8.i.i = fsub double %mul6.i.i, %mul.i.i
  %mul9.i.i = fmul double %19, %sub5.i.i
  %add.i.i16 = fadd double %sub8.i.i, %mul9.i.i
  %mul10.i.i = fmul double %sub.i.i15, %21
  %add11.i.i = fadd double %add.i.i16, %mul10.i.i
  %mul12.i.i = fmul double %sub.i.i15, %sub5.i.i
  %add13.i.i = fadd double %add11.i.i, %mul12.i.i
  %sub.i19 = fsub double 1.000000e+00, %mul.i.i
  %sub5.i20 = fsub double %sub.i19, %add13.i.i
  %mul.i22 = fmul double %div.i, %17
  %sub8.i = fsub double %sub5.i20, %mul.i22
  %div10.i = fdiv double %sub8.i, %15
  %add.i6.i = fadd double %div.i, %div10.i
  %sub.i7.i = fsub double %add.i6.i, %div.i
  %sub3.i.i23 = fsub double %div10.i, %sub.i7.i
  %.fca.0.insert.i = insertvalue { double, double } poison, double %add.i6.i, 0
  %.fca.1.insert.i = insertvalue { double, double } %.fca.0.insert.i, double %sub3.i.i23, 1
  %22 = extractvalue { double, double } %.fca.1.insert.i, 0
  %23 = extractvalue { double, double } %.fca.1.insert.i, 1
  %24 = load double, ptr %e.i, align 8
  %mul11.i = fmul double %24, %mul4.i49
  %low12.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %e.i, i32 0, i32 1
  %25 = load double, ptr %low12.i, align 8
  %mul13.i = fmul double %25, %mul4.i49
  %mul17.i = fmul double %22, %mul4.i39
  %mul19.i = fmul double %23, %mul4.i39
  %add.i.i.i = fadd double %mul11.i, %mul17.i
  %sub.i.i.i = fsub double %add.i.i.i, %mul11.i
  %sub3.i.i.i = fsub double %add.i.i.i, %sub.i.i.i
  %sub4.i.i.i = fsub double %mul11.i, %sub3.i.i.i
  %sub5.i.i.i = fsub double %mul17.i, %sub.i.i.i
  %add6.i.i.i = fadd double %sub4.i.i.i, %sub5.i.i.i
  %add.i.i = fadd double %mul13.i, %mul19.i
  %add5.i.i = fadd double %add6.i.i.i, %add.i.i
  %add.i7.i = fadd double %add.i.i.i, %add5.i.i
  %sub.i.i = fsub double %add.i7.i, %add.i.i.i
  %sub3.i.i = fsub double %add5.i.i, %sub.i.i
  store double %add.i7.i, ptr %e.i, align 8
  %tmp.sroa.2.0.e.sroa_idx.i = getelementptr inbounds i8, ptr %e.i, i64 8
  store double %sub3.i.i, ptr %tmp.sroa.2.0.e.sroa_idx.i, align 8
  %26 = load double, ptr %e.i, align 8
  %low23.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %e.i, i32 0, i32 1
  %27 = load double, ptr %low23.i, align 8
  %add24.i = fadd double %26, %27
  br label %mlcc_half_sum.exit

mlcc_half_sum.exit:
  %retval.0.i = phi double [ %mul4.i, %if.then.i ], [ %add24.i, %if.end.i ]
  call void @llvm.lifetime.end.p0(ptr %e.i)
  call void @llvm.lifetime.end.p0(ptr %n.i)
  br label %cond.end

cond.end:
  %cond = phi double [ %retval.0.i, %mlcc_half_sum.exit ], [ 0x7FF0000000000000, %if.end8 ]
  %28 = bitcast double %cond to i64
  %and.i = and i64 %28, 9223372036854775807
  %29 = bitcast double %x to i64
  %and2.i = and i64 %29, -9223372036854775808
  %or.i = or i64 %and.i, %and2.i
  %30 = bitcast i64 %or.i to double
  br label %return

return:
  %retval.0 = phi double [ %30, %cond.end ], [ %add, %mlcc_polynomial.exit ], [ %x, %entry ]
  ret double %retval.0
}

define internal double @cosh(double %x) {
entry:
  %e.i = alloca %struct.mlcc_pair, align 8
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
  store double %call.i, ptr %e.i, align 8
  %2 = load i32, ptr %n.i, align 4
  %cmp.i = icmp sgt i32 %2, 40
  br i1 %cmp.i, label %if.then.i, label %if.end.i

if.then.i:
  %3 = load double, ptr %e.i, align 8
  %low2.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %e.i, i32 0, i32 1
  %4 = load double, ptr %low2.i, align 8
  %add.i = fadd double %3, %4
  %5 = load i32, ptr %n.i, align 4
  %sub.i = sub nsw i32 %5, 1
  %div.i15 = sdiv i32 %sub.i, 2
  %add.i16 = add nsw i32 1023, %div.i15
  %conv.i = sext i32 %add.i16 to i64
  %shl.i = shl i64 %conv.i, 52
  %6 = bitcast i64 %shl.i to double
  %add1.i = add nsw i32 1023, %sub.i
  %sub.i17 = sub nsw i32 %add1.i, %div.i15
  %conv2.i = sext i32 %sub.i17 to i64
  %shl3.i = shl i64 %conv2.i, 52
  %7 = bitcast i64 %shl3.i to double
  %mul.i18 = fmul double %add.i, %6
  %mul4.i = fmul double %mul.i18, %7
  br label %mlcc_half_sum.exit

if.end.i:
  %8 = load i32, ptr %n.i, align 4
  %div.i29 = sdiv i32 %8, 2
  %add.i30 = add nsw i32 1023, %div.i29
  %conv.i31 = sext i32 %add.i30 to i64
  %shl.i32 = shl i64 %conv.i31, 52
  %9 = bitcast i64 %shl.i32 to double
  %add1.i33 = add nsw i32 1023, %8
  %sub.i34 = sub nsw i32 %add1.i33, %div.i29
  %conv2.i35 = sext i32 %sub.i34 to i64
  %shl3.i36 = shl i64 %conv2.i35, 52
  %10 = bitcast i64 %shl3.i36 to double
  %mul.i37 = fmul double 5.000000e-01, %9
  %mul4.i38 = fmul double %mul.i37, %10
  %11 = load i32, ptr %n.i, align 4
  %sub5.i = sub nsw i32 0, %11
  %div.i19 = sdiv i32 %sub5.i, 2
  %add.i20 = add nsw i32 1023, %div.i19
  %conv.i21 = sext i32 %add.i20 to i64
  %shl.i22 = shl i64 %conv.i21, 52
  %12 = bitcast i64 %shl.i22 to double
  %add1.i23 = add nsw i32 1023, %sub5.i
  %sub.i24 = sub nsw i32 %add1.i23, %div.i19
  %conv2.i25 = sext i32 %sub.i24 to i64
  %shl3.i26 = shl i64 %conv2.i25, 52
  %13 = bitcast i64 %shl3.i26 to double
  %mul.i27 = fmul double 5.000000e-01, %12
  %mul4.i28 = fmul double %mul.i27, %13
  %14 = load double, ptr %e.i, align 8
  %15 = getelementptr inbounds nuw { double, double }, ptr %e.i, i32 0, i32 1
  %16 = load double, ptr %15, align 8
  %div.i = fdiv double 1.000000e+00, %14
  %17 = bitcast double %div.i to i64
  %and.i.i = and i64 %17, -134217728
  %18 = bitcast i64 %and.i.i to double
  %19 = bitcast double %14 to i64
  %and3.i.i = and i64 %19, -134217728
  %20 = bitcast i64 %and3.i.i to double
  %sub.i.i5 = fsub double %div.i, %18
  %sub5.i.i = fsub double %14, %20
  %mul.i.i = fmul double %div.i, %14
  %mul6.i.i = fmul double %18, %20
  %sub8.i.i = fsub double %mul6.i.i, %mul.i.i
  %mul9.i.i = fmul double %18, %sub5.i.i
  %add.i.i6 = fadd double %sub8.i.i, %mul9.i.i
  %mul10.i.i = fmul double %sub.i.i5, %20
  %add11.i.i = fadd double %add.i.i6, %mul10.i.i
  %mul12.i.i = fmul double %sub.i.i5, %sub5.i.i
  %add13.i.i = fadd double %add11.i.i, %mul12.i.i
  %sub.i9 = fsub double 1.000000e+00, %mul.i.i
  %sub5.i10 = fsub double %sub.i9, %add13.i.i
  %mul.i = fmul double %div.i, %16
  %sub8.i = fsub double %sub5.i10, %mul.i
  %div10.i = fdiv double %sub8.i, %14
  %add.i6.i = fadd double %div.i, %div10.i
  %sub.i7.i = fsub double %add.i6.i, %div.i
  %sub3.i.i12 = fsub double %div10.i, %sub.i7.i
  %.fca.0.insert.i = insertvalue { double, double } poison, double %add.i6.i, 0
  %.fca.1.insert.i = insertvalue { double, double } %.fca.0.insert.i, double %sub3.i.i12, 1
  %21 = extractvalue { double, double } %.fca.1.insert.i, 0
  %22 = extractvalue { double, double } %.fca.1.insert.i, 1
  %23 = load double, ptr %e.i, align 8
  %mul11.i = fmul double %23, %mul4.i38
  %low12.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %e.i, i32 0, i32 1
  %24 = load double, ptr %low12.i, align 8
  %mul13.i = fmul double %24, %mul4.i38
  %mul17.i = fmul double %21, %mul4.i28
  %mul19.i = fmul double %22, %mul4.i28
  %add.i.i.i = fadd double %mul11.i, %mul17.i
  %sub.i.i.i = fsub double %add.i.i.i, %mul11.i
  %sub3.i.i.i = fsub double %add.i.i.i, %sub.i.i.i
  %sub4.i.i.i = fsub double %mul11.i, %sub3.i.i.i
  %sub5.i.i.i = fsub double %mul17.i, %sub.i.i.i
  %add6.i.i.i = fadd double %sub4.i.i.i, %sub5.i.i.i
  %add.i.i = fadd double %mul13.i, %mul19.i
  %add5.i.i = fadd double %add6.i.i.i, %add.i.i
  %add.i7.i = fadd double %add.i.i.i, %add5.i.i
  %sub.i.i = fsub double %add.i7.i, %add.i.i.i
  %sub3.i.i = fsub double %add5.i.i, %sub.i.i
  store double %add.i7.i, ptr %e.i, align 8
  %tmp.sroa.2.0.e.sroa_idx.i = getelementptr inbounds i8, ptr %e.i, i64 8
  store double %sub3.i.i, ptr %tmp.sroa.2.0.e.sroa_idx.i, align 8
  %25 = load double, ptr %e.i, align 8
  %low23.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %e.i, i32 0, i32 1
  %26 = load double, ptr %low23.i, align 8
  %add24.i = fadd double %25, %26
  br label %mlcc_half_sum.exit

mlcc_half_sum.exit:
  %retval.0.i = phi double [ %mul4.i, %if.then.i ], [ %add24.i, %if.end.i ]
  call void @llvm.lifetime.end.p0(ptr %e.i)
  call void @llvm.lifetime.end.p0(ptr %n.i)
  br label %cond.end7

cond.end7:
  %cond8 = phi double [ %x, %entry ], [ %retval.0.i, %mlcc_half_sum.exit ], [ 0x7FF0000000000000, %cond.false ]
  ret double %cond8
}

define internal double @asinh(double %x) {
entry:
  %retval.i.i = alloca %struct.mlcc_pair, align 8
  %r.i110 = alloca %struct.mlcc_pair, align 8
  %r.i = alloca %struct.mlcc_pair, align 8
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
  call void @llvm.lifetime.start.p0(ptr %r.i)
  %low.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i, i32 0, i32 1
  %call.i = call double @mlcc_logarithm(double %1, double 0.000000e+00, ptr %low.i)
  store double %call.i, ptr %r.i, align 8
  %2 = load double, ptr %r.i, align 8
  %3 = getelementptr inbounds nuw { double, double }, ptr %r.i, i32 0, i32 1
  %4 = load double, ptr %3, align 8
  %add.i.i.i = fadd double %2, 0x3FE62E42FEFA39EF
  %sub.i.i.i = fsub double %add.i.i.i, %2
  %sub3.i.i.i = fsub double %add.i.i.i, %sub.i.i.i
  %sub4.i.i.i = fsub double %2, %sub3.i.i.i
  %sub5.i.i.i = fsub double 0x3FE62E42FEFA39EF, %sub.i.i.i
  %add6.i.i.i = fadd double %sub4.i.i.i, %sub5.i.i.i
  %add.i.i63 = fadd double %4, 0x3C7ABC9E3B39803F
  %add5.i.i = fadd double %add6.i.i.i, %add.i.i63
  %add.i1.i = fadd double %add.i.i.i, %add5.i.i
  %sub.i.i64 = fsub double %add.i1.i, %add.i.i.i
  %sub3.i.i65 = fsub double %add5.i.i, %sub.i.i64
  store double %add.i1.i, ptr %r.i, align 8
  %tmp.sroa.2.0.r.sroa_idx.i = getelementptr inbounds i8, ptr %r.i, i64 8
  store double %sub3.i.i65, ptr %tmp.sroa.2.0.r.sroa_idx.i, align 8
  %5 = load double, ptr %r.i, align 8
  %low4.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i, i32 0, i32 1
  %6 = load double, ptr %low4.i, align 8
  %add.i68 = fadd double %5, %6
  call void @llvm.lifetime.end.p0(ptr %r.i)
  %7 = bitcast double %add.i68 to i64
  %and.i60 = and i64 %7, 9223372036854775807
  %8 = bitcast double %x to i64
  %and2.i61 = and i64 %8, -9223372036854775808
  %or.i62 = or i64 %and.i60, %and2.i61
  %9 = bitcast i64 %or.i62 to double
  br label %return

if.end7:
  %and.i = and i64 %and, -134217728
  %10 = bitcast i64 %and.i to double
  %and3.i = and i64 %and, -134217728
  %11 = bitcast i64 %and3.i to double
  %sub.i = fsub double %1, %10
  %sub5.i = fsub double %1, %11
  %mul.i = fmul double %1, %1
  %mul6.i = fmul double %10, %11
  %sub8.i = fsub double %mul6.i, %mul.i
  %mul9.i = fmul double %10, %sub5.i
  %add.i42 = fadd double %sub8.i, %mul9.i
  %mul10.i = fmul double %sub.i, %11
  %add11.i = fadd double %add.i42, %mul10.i
  %mul12.i = fmul double %sub.i, %sub5.i
  %add13.i = fadd double %add11.i, %mul12.i
  %.fca.0.insert.i43 = insertvalue { double, double } poison, double %mul.i, 0
  %.fca.1.insert.i44 = insertvalue { double, double } %.fca.0.insert.i43, double %add13.i, 1
  %12 = extractvalue { double, double } %.fca.1.insert.i44, 0
  %13 = extractvalue { double, double } %.fca.1.insert.i44, 1
  %14 = extractvalue { double, double } { double 1.000000e+00, double 0.000000e+00 }, 0
  %15 = extractvalue { double, double } { double 1.000000e+00, double 0.000000e+00 }, 1
  %add.i.i29 = fadd double %14, %12
  %sub.i.i30 = fsub double %add.i.i29, %14
  %sub3.i.i31 = fsub double %add.i.i29, %sub.i.i30
  %sub4.i.i32 = fsub double %14, %sub3.i.i31
  %sub5.i.i33 = fsub double %12, %sub.i.i30
  %add6.i.i34 = fadd double %sub4.i.i32, %sub5.i.i33
  %add.i37 = fadd double %15, %13
  %add5.i38 = fadd double %add6.i.i34, %add.i37
  %add.i45 = fadd double %add.i.i29, %add5.i38
  %sub.i46 = fsub double %add.i45, %add.i.i29
  %sub3.i = fsub double %add5.i38, %sub.i46
  %.fca.0.insert.i47 = insertvalue { double, double } poison, double %add.i45, 0
  %.fca.1.insert.i48 = insertvalue { double, double } %.fca.0.insert.i47, double %sub3.i, 1
  %16 = extractvalue { double, double } %.fca.1.insert.i48, 0
  %17 = extractvalue { double, double } %.fca.1.insert.i48, 1
  %call.i69 = call double @sqrt(double %16)
  %18 = bitcast double %call.i69 to i64
  %and.i.i = and i64 %18, -134217728
  %19 = bitcast i64 %and.i.i to double
  %20 = bitcast double %call.i69 to i64
  %and3.i.i = and i64 %20, -134217728
  %21 = bitcast i64 %and3.i.i to double
  %sub.i.i70 = fsub double %call.i69, %19
  %sub5.i.i71 = fsub double %call.i69, %21
  %mul.i.i = fmul double %call.i69, %call.i69
  %mul6.i.i = fmul double %19, %21
  %sub8.i.i = fsub double %mul6.i.i, %mul.i.i
  %mul9.i.i = fmul double %19, %sub5.i.i71
  %add.i.i72 = fadd double %sub8.i.i, %mul9.i.i
  %mul10.i.i = fmul double %sub.i.i70, %21
  %add11.i.i = fadd double %add.i.i72, %mul10.i.i
  %mul12.i.i = fmul double %sub.i.i70, %sub5.i.i71
  %add13.i.i = fadd double %add11.i.i, %mul12.i.i
  %cmp.i = fcmp oeq double %call.i69, 0.000000e+00
  br i1 %cmp.i, label %mlcc_root.exit, label %cond.false.i

cond.false.i:
  %sub.i75 = fsub double %16, %mul.i.i
  %sub5.i76 = fsub double %sub.i75, %add13.i.i
  %add.i77 = fadd double %sub5.i76, %17
  %mul.i78 = fmul double 2.000000e+00, %call.i69
  %div.i = fdiv double %add.i77, %mul.i78
  %add.i6.i = fadd double %call.i69, %div.i
  %sub.i7.i = fsub double %add.i6.i, %call.i69
  %sub3.i.i79 = fsub double %div.i, %sub.i7.i
  br label %mlcc_root.exit

mlcc_root.exit:
  %retval.sroa.0.0.i = phi double [ %add.i6.i, %cond.false.i ], [ 0.000000e+00, %if.end7 ]
  %retval.sroa.3.0.i = phi double [ %sub3.i.i79, %cond.false.i ], [ 0.000000e+00, %if.end7 ]
  %.fca.0.insert.i80 = insertvalue { double, double } poison, double %retval.sroa.0.0.i, 0
  %.fca.1.insert.i81 = insertvalue { double, double } %.fca.0.insert.i80, double %retval.sroa.3.0.i, 1
  %22 = extractvalue { double, double } %.fca.1.insert.i81, 0
  %23 = extractvalue { double, double } %.fca.1.insert.i81, 1
  %add.i.i16 = fadd double %14, %22
  %sub.i.i17 = fsub double %add.i.i16, %14
  %sub3.i.i18 = fsub double %add.i.i16, %sub.i.i17
  %sub4.i.i19 = fsub double %14, %sub3.i.i18
  %sub5.i.i20 = fsub double %22, %sub.i.i17
  %add6.i.i21 = fadd double %sub4.i.i19, %sub5.i.i20
  %add.i24 = fadd double %15, %23
  %add5.i25 = fadd double %add6.i.i21, %add.i24
  %add.i49 = fadd double %add.i.i16, %add5.i25
  %sub.i50 = fsub double %add.i49, %add.i.i16
  %sub3.i51 = fsub double %add5.i25, %sub.i50
  %.fca.0.insert.i52 = insertvalue { double, double } poison, double %add.i49, 0
  %.fca.1.insert.i53 = insertvalue { double, double } %.fca.0.insert.i52, double %sub3.i51, 1
  %24 = extractvalue { double, double } %.fca.1.insert.i53, 0
  %25 = extractvalue { double, double } %.fca.1.insert.i53, 1
  %.fca.0.insert.i = insertvalue { double, double } poison, double %1, 0
  %.fca.1.insert.i = insertvalue { double, double } %.fca.0.insert.i, double 0.000000e+00, 1
  %26 = extractvalue { double, double } %.fca.1.insert.i, 0
  %27 = extractvalue { double, double } %.fca.1.insert.i, 1
  %div.i82 = fdiv double %12, %24
  %28 = bitcast double %div.i82 to i64
  %and.i.i83 = and i64 %28, -134217728
  %29 = bitcast i64 %and.i.i83 to double
  %30 = bitcast double %24 to i64
  %and3.i.i84 = and i64 %30, -134217728
  %31 = bitcast i64 %and3.i.i84 to double
  %sub.i.i85 = fsub double %div.i82, %29
  %sub5.i.i86 = fsub double %24, %31
  %mul.i.i87 = fmul double %div.i82, %24
  %mul6.i.i88 = fmul double %29, %31
  %sub8.i.i89 = fsub double %mul6.i.i88, %mul.i.i87
  %mul9.i.i90 = fmul double %29, %sub5.i.i86
  %add.i.i91 = fadd double %sub8.i.i89, %mul9.i.i90
  %mul10.i.i92 = fmul double %sub.i.i85, %31
  %add11.i.i93 = fadd double %add.i.i91, %mul10.i.i92
  %mul12.i.i94 = fmul double %sub.i.i85, %sub5.i.i86
  %add13.i.i95 = fadd double %add11.i.i93, %mul12.i.i94
  %sub.i98 = fsub double %12, %mul.i.i87
  %sub5.i99 = fsub double %sub.i98, %add13.i.i95
  %add.i100 = fadd double %sub5.i99, %13
  %mul.i101 = fmul double %div.i82, %25
  %sub8.i102 = fsub double %add.i100, %mul.i101
  %div10.i = fdiv double %sub8.i102, %24
  %add.i6.i103 = fadd double %div.i82, %div10.i
  %sub.i7.i104 = fsub double %add.i6.i103, %div.i82
  %sub3.i.i105 = fsub double %div10.i, %sub.i7.i104
  %.fca.0.insert.i108 = insertvalue { double, double } poison, double %add.i6.i103, 0
  %.fca.1.insert.i109 = insertvalue { double, double } %.fca.0.insert.i108, double %sub3.i.i105, 1
  %32 = extractvalue { double, double } %.fca.1.insert.i109, 0
  %33 = extractvalue { double, double } %.fca.1.insert.i109, 1
  %add.i.i = fadd double %26, %32
  %sub.i.i = fsub double %add.i.i, %26
  %sub3.i.i = fsub double %add.i.i, %sub.i.i
  %sub4.i.i = fsub double %26, %sub3.i.i
  %sub5.i.i = fsub double %32, %sub.i.i
  %add6.i.i = fadd double %sub4.i.i, %sub5.i.i
  %add.i = fadd double %27, %33
  %add5.i = fadd double %add6.i.i, %add.i
  %add.i54 = fadd double %add.i.i, %add5.i
  %sub.i55 = fsub double %add.i54, %add.i.i
  %sub3.i56 = fsub double %add5.i, %sub.i55
  %.fca.0.insert.i57 = insertvalue { double, double } poison, double %add.i54, 0
  %.fca.1.insert.i58 = insertvalue { double, double } %.fca.0.insert.i57, double %sub3.i56, 1
  %34 = extractvalue { double, double } %.fca.1.insert.i58, 0
  %35 = extractvalue { double, double } %.fca.1.insert.i58, 1
  call void @llvm.lifetime.start.p0(ptr %r.i110)
  %cmp.i111 = fcmp olt double %34, 4.100000e-01
  br i1 %cmp.i111, label %if.then.i, label %if.else.i

if.then.i:
  call void @llvm.lifetime.start.p0(ptr %retval.i.i)
  %add.i.i.i.i = fadd double 2.000000e+00, %34
  %sub.i.i.i.i = fsub double %add.i.i.i.i, 2.000000e+00
  %sub3.i.i.i.i = fsub double %add.i.i.i.i, %sub.i.i.i.i
  %sub4.i.i.i.i = fsub double 2.000000e+00, %sub3.i.i.i.i
  %sub5.i.i.i.i = fsub double %34, %sub.i.i.i.i
  %add6.i.i.i.i = fadd double %sub4.i.i.i.i, %sub5.i.i.i.i
  %add.i.i4.i = fadd double 0.000000e+00, %35
  %add5.i.i.i = fadd double %add6.i.i.i.i, %add.i.i4.i
  %add.i5.i = fadd double %add.i.i.i.i, %add5.i.i.i
  %sub.i.i124 = fsub double %add.i5.i, %add.i.i.i.i
  %sub3.i.i125 = fsub double %add5.i.i.i, %sub.i.i124
  %div.i.i = fdiv double %34, %add.i5.i
  %36 = bitcast double %div.i.i to i64
  %and.i.i.i = and i64 %36, -134217728
  %37 = bitcast i64 %and.i.i.i to double
  %38 = bitcast double %add.i5.i to i64
  %and3.i.i.i = and i64 %38, -134217728
  %39 = bitcast i64 %and3.i.i.i to double
  %sub.i.i13.i = fsub double %div.i.i, %37
  %sub5.i.i14.i = fsub double %add.i5.i, %39
  %mul.i.i.i = fmul double %div.i.i, %add.i5.i
  %mul6.i.i.i = fmul double %37, %39
  %sub8.i.i.i = fsub double %mul6.i.i.i, %mul.i.i.i
  %mul9.i.i.i = fmul double %37, %sub5.i.i14.i
  %add.i.i15.i = fadd double %sub8.i.i.i, %mul9.i.i.i
  %mul10.i.i.i = fmul double %sub.i.i13.i, %39
  %add11.i.i.i = fadd double %add.i.i15.i, %mul10.i.i.i
  %mul12.i.i.i = fmul double %sub.i.i13.i, %sub5.i.i14.i
  %add13.i.i.i = fadd double %add11.i.i.i, %mul12.i.i.i
  %sub.i18.i = fsub double %34, %mul.i.i.i
  %sub5.i.i126 = fsub double %sub.i18.i, %add13.i.i.i
  %add.i19.i = fadd double %sub5.i.i126, %35
  %mul.i.i127 = fmul double %div.i.i, %sub3.i.i125
  %sub8.i.i128 = fsub double %add.i19.i, %mul.i.i127
  %div10.i.i = fdiv double %sub8.i.i128, %add.i5.i
  %add.i6.i.i = fadd double %div.i.i, %div10.i.i
  %sub.i7.i.i = fsub double %add.i6.i.i, %div.i.i
  %sub3.i.i20.i = fsub double %div10.i.i, %sub.i7.i.i
  %low3.i.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %retval.i.i, i32 0, i32 1
  %call4.i.i = call double @mlcc_area(double %add.i6.i.i, double %sub3.i.i20.i, ptr %low3.i.i)
  store double %call4.i.i, ptr %retval.i.i, align 8
  %.fca.0.load.i.i = load double, ptr %retval.i.i, align 8
  %.fca.1.gep.i.i = getelementptr inbounds { double, double }, ptr %retval.i.i, i32 0, i32 1
  %.fca.1.load.i.i = load double, ptr %.fca.1.gep.i.i, align 8
  call void @llvm.lifetime.end.p0(ptr %retval.i.i)
  store double %.fca.0.load.i.i, ptr %r.i110, align 8
  %tmp.sroa.2.0.r.sroa_idx.i131 = getelementptr inbounds i8, ptr %r.i110, i64 8
  store double %.fca.1.load.i.i, ptr %tmp.sroa.2.0.r.sroa_idx.i131, align 8
  br label %mlcc_logarithm_of_more.exit

if.else.i:
  %add.i.i.i112 = fadd double 1.000000e+00, %34
  %sub.i.i.i113 = fsub double %add.i.i.i112, 1.000000e+00
  %sub3.i.i.i114 = fsub double %add.i.i.i112, %sub.i.i.i113
  %sub4.i.i.i115 = fsub double 1.000000e+00, %sub3.i.i.i114
  %sub5.i.i.i116 = fsub double %34, %sub.i.i.i113
  %add6.i.i.i117 = fadd double %sub4.i.i.i115, %sub5.i.i.i116
  %add.i.i120 = fadd double 0.000000e+00, %35
  %add5.i.i121 = fadd double %add6.i.i.i117, %add.i.i120
  %add.i8.i = fadd double %add.i.i.i112, %add5.i.i121
  %sub.i9.i = fsub double %add.i8.i, %add.i.i.i112
  %sub3.i10.i = fsub double %add5.i.i121, %sub.i9.i
  %low4.i122 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i110, i32 0, i32 1
  %call5.i = call double @mlcc_logarithm(double %add.i8.i, double %sub3.i10.i, ptr %low4.i122)
  store double %call5.i, ptr %r.i110, align 8
  br label %mlcc_logarithm_of_more.exit

mlcc_logarithm_of_more.exit:
  %40 = load double, ptr %r.i110, align 8
  %low8.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i110, i32 0, i32 1
  %41 = load double, ptr %low8.i, align 8
  %add.i123 = fadd double %40, %41
  call void @llvm.lifetime.end.p0(ptr %r.i110)
  %42 = bitcast double %add.i123 to i64
  %and.i59 = and i64 %42, 9223372036854775807
  %43 = bitcast double %x to i64
  %and2.i = and i64 %43, -9223372036854775808
  %or.i = or i64 %and.i59, %and2.i
  %44 = bitcast i64 %or.i to double
  br label %return

return:
  %retval.0 = phi double [ %44, %mlcc_logarithm_of_more.exit ], [ %9, %if.then4 ], [ %x, %entry ]
  ret double %retval.0
}

define internal double @acosh(double %x) {
entry:
  %retval.i.i = alloca %struct.mlcc_pair, align 8
  %r.i58 = alloca %struct.mlcc_pair, align 8
  %r.i = alloca %struct.mlcc_pair, align 8
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
  call void @llvm.lifetime.start.p0(ptr %r.i)
  %low.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i, i32 0, i32 1
  %call.i = call double @mlcc_logarithm(double %x, double 0.000000e+00, ptr %low.i)
  store double %call.i, ptr %r.i, align 8
  %1 = load double, ptr %r.i, align 8
  %2 = getelementptr inbounds nuw { double, double }, ptr %r.i, i32 0, i32 1
  %3 = load double, ptr %2, align 8
  %add.i.i.i = fadd double %1, 0x3FE62E42FEFA39EF
  %sub.i.i.i = fsub double %add.i.i.i, %1
  %sub3.i.i.i = fsub double %add.i.i.i, %sub.i.i.i
  %sub4.i.i.i = fsub double %1, %sub3.i.i.i
  %sub5.i.i.i = fsub double 0x3FE62E42FEFA39EF, %sub.i.i.i
  %add6.i.i.i = fadd double %sub4.i.i.i, %sub5.i.i.i
  %add.i.i39 = fadd double %3, 0x3C7ABC9E3B39803F
  %add5.i.i = fadd double %add6.i.i.i, %add.i.i39
  %add.i1.i = fadd double %add.i.i.i, %add5.i.i
  %sub.i.i40 = fsub double %add.i1.i, %add.i.i.i
  %sub3.i.i41 = fsub double %add5.i.i, %sub.i.i40
  store double %add.i1.i, ptr %r.i, align 8
  %tmp.sroa.2.0.r.sroa_idx.i = getelementptr inbounds i8, ptr %r.i, i64 8
  store double %sub3.i.i41, ptr %tmp.sroa.2.0.r.sroa_idx.i, align 8
  %4 = load double, ptr %r.i, align 8
  %low4.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i, i32 0, i32 1
  %5 = load double, ptr %low4.i, align 8
  %add.i44 = fadd double %4, %5
  call void @llvm.lifetime.end.p0(ptr %r.i)
  br label %return

if.end7:
  %add.i11 = fadd double %x, -1.000000e+00
  %sub.i12 = fsub double %add.i11, %x
  %sub3.i13 = fsub double %add.i11, %sub.i12
  %sub4.i14 = fsub double %x, %sub3.i13
  %sub5.i15 = fsub double -1.000000e+00, %sub.i12
  %add6.i16 = fadd double %sub4.i14, %sub5.i15
  %.fca.0.insert.i17 = insertvalue { double, double } poison, double %add.i11, 0
  %.fca.1.insert.i18 = insertvalue { double, double } %.fca.0.insert.i17, double %add6.i16, 1
  %6 = extractvalue { double, double } %.fca.1.insert.i18, 0
  %7 = extractvalue { double, double } %.fca.1.insert.i18, 1
  %add.i10 = fadd double %x, 1.000000e+00
  %sub.i = fsub double %add.i10, %x
  %sub3.i = fsub double %add.i10, %sub.i
  %sub4.i = fsub double %x, %sub3.i
  %sub5.i = fsub double 1.000000e+00, %sub.i
  %add6.i = fadd double %sub4.i, %sub5.i
  %.fca.0.insert.i = insertvalue { double, double } poison, double %add.i10, 0
  %.fca.1.insert.i = insertvalue { double, double } %.fca.0.insert.i, double %add6.i, 1
  %8 = extractvalue { double, double } %.fca.1.insert.i, 0
  %9 = extractvalue { double, double } %.fca.1.insert.i, 1
  %10 = bitcast double %6 to i64
  %and.i = and i64 %10, -134217728
  %11 = bitcast i64 %and.i to double
  %12 = bitcast double %8 to i64
  %and3.i = and i64 %12, -134217728
  %13 = bitcast i64 %and3.i to double
  %sub.i23 = fsub double %6, %11
  %sub5.i24 = fsub double %8, %13
  %mul.i25 = fmul double %6, %8
  %mul6.i = fmul double %11, %13
  %sub8.i = fsub double %mul6.i, %mul.i25
  %mul9.i = fmul double %11, %sub5.i24
  %add.i26 = fadd double %sub8.i, %mul9.i
  %mul10.i = fmul double %sub.i23, %13
  %add11.i = fadd double %add.i26, %mul10.i
  %mul12.i = fmul double %sub.i23, %sub5.i24
  %add13.i = fadd double %add11.i, %mul12.i
  %.fca.0.insert.i27 = insertvalue { double, double } poison, double %mul.i25, 0
  %.fca.1.insert.i28 = insertvalue { double, double } %.fca.0.insert.i27, double %add13.i, 1
  %14 = extractvalue { double, double } %.fca.1.insert.i28, 0
  %15 = extractvalue { double, double } %.fca.1.insert.i28, 1
  %mul.i = fmul double %6, %9
  %mul7.i = fmul double %7, %8
  %add.i = fadd double %mul.i, %mul7.i
  %add8.i = fadd double %15, %add.i
  %add.i34 = fadd double %14, %add8.i
  %sub.i35 = fsub double %add.i34, %14
  %sub3.i36 = fsub double %add8.i, %sub.i35
  %.fca.0.insert.i37 = insertvalue { double, double } poison, double %add.i34, 0
  %.fca.1.insert.i38 = insertvalue { double, double } %.fca.0.insert.i37, double %sub3.i36, 1
  %16 = extractvalue { double, double } %.fca.1.insert.i38, 0
  %17 = extractvalue { double, double } %.fca.1.insert.i38, 1
  %call.i45 = call double @sqrt(double %16)
  %18 = bitcast double %call.i45 to i64
  %and.i.i = and i64 %18, -134217728
  %19 = bitcast i64 %and.i.i to double
  %20 = bitcast double %call.i45 to i64
  %and3.i.i = and i64 %20, -134217728
  %21 = bitcast i64 %and3.i.i to double
  %sub.i.i46 = fsub double %call.i45, %19
  %sub5.i.i47 = fsub double %call.i45, %21
  %mul.i.i = fmul double %call.i45, %call.i45
  %mul6.i.i = fmul double %19, %21
  %sub8.i.i = fsub double %mul6.i.i, %mul.i.i
  %mul9.i.i = fmul double %19, %sub5.i.i47
  %add.i.i48 = fadd double %sub8.i.i, %mul9.i.i
  %mul10.i.i = fmul double %sub.i.i46, %21
  %add11.i.i = fadd double %add.i.i48, %mul10.i.i
  %mul12.i.i = fmul double %sub.i.i46, %sub5.i.i47
  %add13.i.i = fadd double %add11.i.i, %mul12.i.i
  %cmp.i = fcmp oeq double %call.i45, 0.000000e+00
  br i1 %cmp.i, label %mlcc_root.exit, label %cond.false.i

cond.false.i:
  %sub.i51 = fsub double %16, %mul.i.i
  %sub5.i52 = fsub double %sub.i51, %add13.i.i
  %add.i53 = fadd double %sub5.i52, %17
  %mul.i54 = fmul double 2.000000e+00, %call.i45
  %div.i = fdiv double %add.i53, %mul.i54
  %add.i6.i = fadd double %call.i45, %div.i
  %sub.i7.i = fsub double %add.i6.i, %call.i45
  %sub3.i.i55 = fsub double %div.i, %sub.i7.i
  br label %mlcc_root.exit

mlcc_root.exit:
  %retval.sroa.0.0.i = phi double [ %add.i6.i, %cond.false.i ], [ 0.000000e+00, %if.end7 ]
  %retval.sroa.3.0.i = phi double [ %sub3.i.i55, %cond.false.i ], [ 0.000000e+00, %if.end7 ]
  %.fca.0.insert.i56 = insertvalue { double, double } poison, double %retval.sroa.0.0.i, 0
  %.fca.1.insert.i57 = insertvalue { double, double } %.fca.0.insert.i56, double %retval.sroa.3.0.i, 1
  %22 = extractvalue { double, double } %.fca.1.insert.i57, 0
  %23 = extractvalue { double, double } %.fca.1.insert.i57, 1
  %add.i.i = fadd double %6, %22
  %sub.i.i = fsub double %add.i.i, %6
  %sub3.i.i = fsub double %add.i.i, %sub.i.i
  %sub4.i.i = fsub double %6, %sub3.i.i
  %sub5.i.i = fsub double %22, %sub.i.i
  %add6.i.i = fadd double %sub4.i.i, %sub5.i.i
  %add.i19 = fadd double %7, %23
  %add5.i = fadd double %add6.i.i, %add.i19
  %add.i29 = fadd double %add.i.i, %add5.i
  %sub.i30 = fsub double %add.i29, %add.i.i
  %sub3.i31 = fsub double %add5.i, %sub.i30
  %.fca.0.insert.i32 = insertvalue { double, double } poison, double %add.i29, 0
  %.fca.1.insert.i33 = insertvalue { double, double } %.fca.0.insert.i32, double %sub3.i31, 1
  %24 = extractvalue { double, double } %.fca.1.insert.i33, 0
  %25 = extractvalue { double, double } %.fca.1.insert.i33, 1
  call void @llvm.lifetime.start.p0(ptr %r.i58)
  %cmp.i59 = fcmp olt double %24, 4.100000e-01
  br i1 %cmp.i59, label %if.then.i, label %if.else.i

if.then.i:
  call void @llvm.lifetime.start.p0(ptr %retval.i.i)
  %add.i.i.i.i = fadd double 2.000000e+00, %24
  %sub.i.i.i.i = fsub double %add.i.i.i.i, 2.000000e+00
  %sub3.i.i.i.i = fsub double %add.i.i.i.i, %sub.i.i.i.i
  %sub4.i.i.i.i = fsub double 2.000000e+00, %sub3.i.i.i.i
  %sub5.i.i.i.i = fsub double %24, %sub.i.i.i.i
  %add6.i.i.i.i = fadd double %sub4.i.i.i.i, %sub5.i.i.i.i
  %add.i.i4.i = fadd double 0.000000e+00, %25
  %add5.i.i.i = fadd double %add6.i.i.i.i, %add.i.i4.i
  %add.i5.i = fadd double %add.i.i.i.i, %add5.i.i.i
  %sub.i.i72 = fsub double %add.i5.i, %add.i.i.i.i
  %sub3.i.i73 = fsub double %add5.i.i.i, %sub.i.i72
  %div.i.i = fdiv double %24, %add.i5.i
  %26 = bitcast double %div.i.i to i64
  %and.i.i.i = and i64 %26, -134217728
  %27 = bitcast i64 %and.i.i.i to double
  %28 = bitcast double %add.i5.i to i64
  %and3.i.i.i = and i64 %28, -134217728
  %29 = bitcast i64 %and3.i.i.i to double
  %sub.i.i13.i = fsub double %div.i.i, %27
  %sub5.i.i14.i = fsub double %add.i5.i, %29
  %mul.i.i.i = fmul double %div.i.i, %add.i5.i
  %mul6.i.i.i = fmul double %27, %29
  %sub8.i.i.i = fsub double %mul6.i.i.i, %mul.i.i.i
  %mul9.i.i.i = fmul double %27, %sub5.i.i14.i
  %add.i.i15.i = fadd double %sub8.i.i.i, %mul9.i.i.i
  %mul10.i.i.i = fmul double %sub.i.i13.i, %29
  %add11.i.i.i = fadd double %add.i.i15.i, %mul10.i.i.i
  %mul12.i.i.i = fmul double %sub.i.i13.i, %sub5.i.i14.i
  %add13.i.i.i = fadd double %add11.i.i.i, %mul12.i.i.i
  %sub.i18.i = fsub double %24, %mul.i.i.i
  %sub5.i.i74 = fsub double %sub.i18.i, %add13.i.i.i
  %add.i19.i = fadd double %sub5.i.i74, %25
  %mul.i.i75 = fmul double %div.i.i, %sub3.i.i73
  %sub8.i.i76 = fsub double %add.i19.i, %mul.i.i75
  %div10.i.i = fdiv double %sub8.i.i76, %add.i5.i
  %add.i6.i.i = fadd double %div.i.i, %div10.i.i
  %sub.i7.i.i = fsub double %add.i6.i.i, %div.i.i
  %sub3.i.i20.i = fsub double %div10.i.i, %sub.i7.i.i
  %low3.i.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %retval.i.i, i32 0, i32 1
  %call4.i.i = call double @mlcc_area(double %add.i6.i.i, double %sub3.i.i20.i, ptr %low3.i.i)
  store double %call4.i.i, ptr %retval.i.i, align 8
  %.fca.0.load.i.i = load double, ptr %retval.i.i, align 8
  %.fca.1.gep.i.i = getelementptr inbounds { double, double }, ptr %retval.i.i, i32 0, i32 1
  %.fca.1.load.i.i = load double, ptr %.fca.1.gep.i.i, align 8
  call void @llvm.lifetime.end.p0(ptr %retval.i.i)
  store double %.fca.0.load.i.i, ptr %r.i58, align 8
  %tmp.sroa.2.0.r.sroa_idx.i79 = getelementptr inbounds i8, ptr %r.i58, i64 8
  store double %.fca.1.load.i.i, ptr %tmp.sroa.2.0.r.sroa_idx.i79, align 8
  br label %mlcc_logarithm_of_more.exit

if.else.i:
  %add.i.i.i60 = fadd double 1.000000e+00, %24
  %sub.i.i.i61 = fsub double %add.i.i.i60, 1.000000e+00
  %sub3.i.i.i62 = fsub double %add.i.i.i60, %sub.i.i.i61
  %sub4.i.i.i63 = fsub double 1.000000e+00, %sub3.i.i.i62
  %sub5.i.i.i64 = fsub double %24, %sub.i.i.i61
  %add6.i.i.i65 = fadd double %sub4.i.i.i63, %sub5.i.i.i64
  %add.i.i68 = fadd double 0.000000e+00, %25
  %add5.i.i69 = fadd double %add6.i.i.i65, %add.i.i68
  %add.i8.i = fadd double %add.i.i.i60, %add5.i.i69
  %sub.i9.i = fsub double %add.i8.i, %add.i.i.i60
  %sub3.i10.i = fsub double %add5.i.i69, %sub.i9.i
  %low4.i70 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i58, i32 0, i32 1
  %call5.i = call double @mlcc_logarithm(double %add.i8.i, double %sub3.i10.i, ptr %low4.i70)
  store double %call5.i, ptr %r.i58, align 8
  br label %mlcc_logarithm_of_more.exit

mlcc_logarithm_of_more.exit:
  %30 = load double, ptr %r.i58, align 8
  %low8.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i58, i32 0, i32 1
  %31 = load double, ptr %low8.i, align 8
  %add.i71 = fadd double %30, %31
  call void @llvm.lifetime.end.p0(ptr %r.i58)
  br label %return

return:
  %retval.0 = phi double [ %.x, %if.then ], [ %add.i44, %if.then5 ], [ %add.i71, %mlcc_logarithm_of_more.exit ]
  ret double %retval.0
}

define internal double @atanh(double %x) {
entry:
  %r = alloca %struct.mlcc_pair, align 8
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
  %or.cond32 = or i1 %cmp4, %cmp6
  br i1 %or.cond32, label %return, label %cond.false

cond.false:
  %2 = bitcast double %x to i64
  %and2.i25 = and i64 %2, -9223372036854775808
  %or.i26 = or i64 %cond, %and2.i25
  %3 = bitcast i64 %or.i26 to double
  br label %return

if.end:
  %.fca.0.insert.i = insertvalue { double, double } poison, double %1, 0
  %.fca.1.insert.i = insertvalue { double, double } %.fca.0.insert.i, double 0.000000e+00, 1
  %4 = getelementptr inbounds nuw { double, double }, ptr %r, i32 0, i32 0
  %5 = extractvalue { double, double } %.fca.1.insert.i, 0
  store double %5, ptr %4, align 8
  %6 = getelementptr inbounds nuw { double, double }, ptr %r, i32 0, i32 1
  %7 = extractvalue { double, double } %.fca.1.insert.i, 1
  store double %7, ptr %6, align 8
  %cmp11 = fcmp olt double %1, 1.700000e-01
  br i1 %cmp11, label %if.then12, label %if.else

if.then12:
  %low = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 1
  %call13 = call double @mlcc_area(double %1, double 0.000000e+00, ptr %low)
  %high = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 0
  store double %call13, ptr %high, align 8
  br label %if.end23

if.else:
  %add.i16 = fadd double 1.000000e+00, %1
  %sub.i17 = fsub double %add.i16, 1.000000e+00
  %sub3.i18 = fsub double %add.i16, %sub.i17
  %sub4.i19 = fsub double 1.000000e+00, %sub3.i18
  %sub5.i20 = fsub double %1, %sub.i17
  %add6.i21 = fadd double %sub4.i19, %sub5.i20
  %.fca.0.insert.i22 = insertvalue { double, double } poison, double %add.i16, 0
  %.fca.1.insert.i23 = insertvalue { double, double } %.fca.0.insert.i22, double %add6.i21, 1
  %8 = extractvalue { double, double } %.fca.1.insert.i23, 0
  %9 = extractvalue { double, double } %.fca.1.insert.i23, 1
  %fneg = fneg double %1
  %add.i = fadd double 1.000000e+00, %fneg
  %sub.i = fsub double %add.i, 1.000000e+00
  %sub3.i = fsub double %add.i, %sub.i
  %sub4.i = fsub double 1.000000e+00, %sub3.i
  %sub5.i = fsub double %fneg, %sub.i
  %add6.i = fadd double %sub4.i, %sub5.i
  %.fca.0.insert.i14 = insertvalue { double, double } poison, double %add.i, 0
  %.fca.1.insert.i15 = insertvalue { double, double } %.fca.0.insert.i14, double %add6.i, 1
  %10 = extractvalue { double, double } %.fca.1.insert.i15, 0
  %11 = extractvalue { double, double } %.fca.1.insert.i15, 1
  %div.i = fdiv double %8, %10
  %12 = bitcast double %div.i to i64
  %and.i.i = and i64 %12, -134217728
  %13 = bitcast i64 %and.i.i to double
  %14 = bitcast double %10 to i64
  %and3.i.i = and i64 %14, -134217728
  %15 = bitcast i64 %and3.i.i to double
  %sub.i.i = fsub double %div.i, %13
  %sub5.i.i = fsub double %10, %15
  %mul.i.i = fmul double %div.i, %10
  %mul6.i.i = fmul double %13, %15
  %sub8.i.i = fsub double %mul6.i.i, %mul.i.i
  %mul9.i.i = fmul double %13, %sub5.i.i
  %add.i.i = fadd double %sub8.i.i, %mul9.i.i
  %mul10.i.i = fmul double %sub.i.i, %15
  %add11.i.i = fadd double %add.i.i, %mul10.i.i
  %mul12.i.i = fmul double %sub.i.i, %sub5.i.i
  %add13.i.i = fadd double %add11.i.i, %mul12.i.i
  %sub.i27 = fsub double %8, %mul.i.i
  %sub5.i28 = fsub double %sub.i27, %add13.i.i
  %add.i29 = fadd double %sub5.i28, %9
  %mul.i = fmul double %div.i, %11
  %sub8.i = fsub double %add.i29, %mul.i
  %div10.i = fdiv double %sub8.i, %10
  %add.i6.i = fadd double %div.i, %div10.i
  %sub.i7.i = fsub double %add.i6.i, %div.i
  %sub3.i.i = fsub double %div10.i, %sub.i7.i
  %.fca.0.insert.i30 = insertvalue { double, double } poison, double %add.i6.i, 0
  %.fca.1.insert.i31 = insertvalue { double, double } %.fca.0.insert.i30, double %sub3.i.i, 1
  %16 = extractvalue { double, double } %.fca.1.insert.i31, 0
  %17 = extractvalue { double, double } %.fca.1.insert.i31, 1
  store double %16, ptr %r, align 8
  %tmp.sroa.2.0.r.sroa_idx = getelementptr inbounds i8, ptr %r, i64 8
  store double %17, ptr %tmp.sroa.2.0.r.sroa_idx, align 8
  %high18 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 0
  %18 = load double, ptr %high18, align 8
  %low19 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 1
  %19 = load double, ptr %low19, align 8
  %low20 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 1
  %call21 = call double @mlcc_logarithm(double %18, double %19, ptr %low20)
  %high22 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 0
  store double %call21, ptr %high22, align 8
  br label %if.end23

if.end23:
  %high24 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 0
  %20 = load double, ptr %high24, align 8
  %low25 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 1
  %21 = load double, ptr %low25, align 8
  %add = fadd double %20, %21
  %mul = fmul double 5.000000e-01, %add
  %22 = bitcast double %mul to i64
  %and.i = and i64 %22, 9223372036854775807
  %23 = bitcast double %x to i64
  %and2.i = and i64 %23, -9223372036854775808
  %or.i = or i64 %and.i, %and2.i
  %24 = bitcast i64 %or.i to double
  br label %return

return:
  %retval.0 = phi double [ %24, %if.end23 ], [ %3, %cond.false ], [ %x, %if.then ]
  ret double %retval.0
}

define internal double @hypot(double %x, double %y) {
entry:
  %0 = bitcast double %x to i64
  %and = and i64 %0, 9223372036854775807
  %1 = bitcast double %y to i64
  %and2 = and i64 %1, 9223372036854775807
  %cmp = icmp ult i64 %and, %and2
  %spec.select = select i1 %cmp, i64 %and, i64 %and2
  %spec.select55 = select i1 %cmp, i64 %and2, i64 %and
  %cmp3 = icmp uge i64 %spec.select55, 9218868437227405312
  br i1 %cmp3, label %if.then4, label %if.end7

if.then4:
  %cmp5 = icmp eq i64 %spec.select, 9218868437227405312
  %spec.select.spec.select55 = select i1 %cmp5, i64 %spec.select, i64 %spec.select55
  %2 = bitcast i64 %spec.select.spec.select55 to double
  br label %return

if.end7:
  %cmp8 = icmp ugt i64 %spec.select55, 6858982232485265408
  br i1 %cmp8, label %cond.end13, label %cond.false10

cond.false10:
  %cmp11 = icmp ult i64 %spec.select55, 2805742567851819008
  %cond12 = select i1 %cmp11, double 0x6570000000000000, double 1.000000e+00
  br label %cond.end13

cond.end13:
  %cond14 = phi double [ %cond12, %cond.false10 ], [ 0x1A70000000000000, %if.end7 ]
  %3 = bitcast i64 %spec.select55 to double
  %mul = fmul double %3, %cond14
  %4 = bitcast i64 %spec.select to double
  %mul17 = fmul double %4, %cond14
  %mul18 = fmul double %mul, 0x3C30000000000000
  %cmp19 = fcmp olt double %mul17, %mul18
  br i1 %cmp19, label %if.then20, label %if.end23

if.then20:
  %5 = bitcast i64 %spec.select55 to double
  %6 = bitcast i64 %spec.select to double
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
  %.fca.0.insert.i37 = insertvalue { double, double } poison, double %mul.i28, 0
  %.fca.1.insert.i38 = insertvalue { double, double } %.fca.0.insert.i37, double %add13.i36, 1
  %11 = extractvalue { double, double } %.fca.1.insert.i38, 0
  %12 = extractvalue { double, double } %.fca.1.insert.i38, 1
  %13 = bitcast double %mul17 to i64
  %and.i = and i64 %13, -134217728
  %14 = bitcast i64 %and.i to double
  %15 = bitcast double %mul17 to i64
  %and3.i = and i64 %15, -134217728
  %16 = bitcast i64 %and3.i to double
  %sub.i = fsub double %mul17, %14
  %sub5.i = fsub double %mul17, %16
  %mul.i = fmul double %mul17, %mul17
  %mul6.i = fmul double %14, %16
  %sub8.i = fsub double %mul6.i, %mul.i
  %mul9.i = fmul double %14, %sub5.i
  %add.i19 = fadd double %sub8.i, %mul9.i
  %mul10.i = fmul double %sub.i, %16
  %add11.i = fadd double %add.i19, %mul10.i
  %mul12.i = fmul double %sub.i, %sub5.i
  %add13.i = fadd double %add11.i, %mul12.i
  %.fca.0.insert.i = insertvalue { double, double } poison, double %mul.i, 0
  %.fca.1.insert.i = insertvalue { double, double } %.fca.0.insert.i, double %add13.i, 1
  %17 = extractvalue { double, double } %.fca.1.insert.i, 0
  %18 = extractvalue { double, double } %.fca.1.insert.i, 1
  %add.i.i = fadd double %11, %17
  %sub.i.i = fsub double %add.i.i, %11
  %sub3.i.i = fsub double %add.i.i, %sub.i.i
  %sub4.i.i = fsub double %11, %sub3.i.i
  %sub5.i.i = fsub double %17, %sub.i.i
  %add6.i.i = fadd double %sub4.i.i, %sub5.i.i
  %add.i = fadd double %12, %18
  %add5.i = fadd double %add6.i.i, %add.i
  %add.i39 = fadd double %add.i.i, %add5.i
  %sub.i40 = fsub double %add.i39, %add.i.i
  %sub3.i = fsub double %add5.i, %sub.i40
  %.fca.0.insert.i41 = insertvalue { double, double } poison, double %add.i39, 0
  %.fca.1.insert.i42 = insertvalue { double, double } %.fca.0.insert.i41, double %sub3.i, 1
  %19 = extractvalue { double, double } %.fca.1.insert.i42, 0
  %20 = extractvalue { double, double } %.fca.1.insert.i42, 1
  %call.i = call double @sqrt(double %19)
  %21 = bitcast double %call.i to i64
  %and.i.i = and i64 %21, -134217728
  %22 = bitcast i64 %and.i.i to double
  %23 = bitcast double %call.i to i64
  %and3.i.i = and i64 %23, -134217728
  %24 = bitcast i64 %and3.i.i to double
  %sub.i.i43 = fsub double %call.i, %22
  %sub5.i.i44 = fsub double %call.i, %24
  %mul.i.i = fmul double %call.i, %call.i
  %mul6.i.i = fmul double %22, %24
  %sub8.i.i = fsub double %mul6.i.i, %mul.i.i
  %mul9.i.i = fmul double %22, %sub5.i.i44
  %add.i.i45 = fadd double %sub8.i.i, %mul9.i.i
  %mul10.i.i = fmul double %sub.i.i43, %24
  %add11.i.i = fadd double %add.i.i45, %mul10.i.i
  %mul12.i.i = fmul double %sub.i.i43, %sub5.i.i44
  %add13.i.i = fadd double %add11.i.i, %mul12.i.i
  %cmp.i = fcmp oeq double %call.i, 0.000000e+00
  br i1 %cmp.i, label %mlcc_root.exit, label %cond.false.i

cond.false.i:
  %sub.i48 = fsub double %19, %mul.i.i
  %sub5.i49 = fsub double %sub.i48, %add13.i.i
  %add.i50 = fadd double %sub5.i49, %20
  %mul.i51 = fmul double 2.000000e+00, %call.i
  %div.i = fdiv double %add.i50, %mul.i51
  %add.i6.i = fadd double %call.i, %div.i
  %sub.i7.i = fsub double %add.i6.i, %call.i
  %sub3.i.i52 = fsub double %div.i, %sub.i7.i
  br label %mlcc_root.exit

mlcc_root.exit:
  %retval.sroa.0.0.i = phi double [ %add.i6.i, %cond.false.i ], [ 0.000000e+00, %if.end23 ]
  %retval.sroa.3.0.i = phi double [ %sub3.i.i52, %cond.false.i ], [ 0.000000e+00, %if.end23 ]
  %.fca.0.insert.i53 = insertvalue { double, double } poison, double %retval.sroa.0.0.i, 0
  %.fca.1.insert.i54 = insertvalue { double, double } %.fca.0.insert.i53, double %retval.sroa.3.0.i, 1
  %25 = extractvalue { double, double } %.fca.1.insert.i54, 0
  %26 = extractvalue { double, double } %.fca.1.insert.i54, 1
  %add30 = fadd double %25, %26
  %div = fdiv double %add30, %cond14
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
