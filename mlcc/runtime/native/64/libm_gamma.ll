; Generated from libm_gamma.c by mlcc.runtime.native.generate.

%struct.mlcc_pair = type { double, double }

@mlcc_rt.libm_gamma.erf.series = internal constant [19 x double] [double 0x3BCAB5CC31489F29, double 0xBC118CC8A061C479, double 0x3C55F7919BC67B8C, double 0xBC9A2007AF3447F6, double 0x3CDD70B3537F4765, double 0xBD1F56F071A885CF, double 0x3D5F683AE4A97007, double 0xBD9D8453CB0C46EA, double 0x3DD9E6AD5E55A730, double 0xBE151D7181C5D36D, double 0x3E4FCC5720624C1C, double 0xBE85F742EC43E71A, double 0x3EBB9E6C9DC651A3, double 0xBEEF4D25C3E0C2EB, double 0x3F1F9A326F9B89B7, double 0xBF4C02DB40040B86, double 0x3F7565BCD0E6A53F, double 0xBF9B82CE31288B51, double 0x3FBCE2F21A042BE2], align 16
@mlcc_rt.libm_gamma.erf.fit = internal constant [18 x double] [double 0xBE5BD674A4B37EFE, double 0xBE9008EFB840F3CF, double 0xBE924CDD513FCDA3, double 0x3EB523269BB1D46E, double 0x3EC1C21E19AA6C5B, double 0xBEE0BC21CB4F942E, double 0xBEEAF854B573B9D1, double 0x3F10CAC64CF08CB6, double 0x3F07BA10334165EA, double 0xBF439084CB001AD2, double 0x3F473101E7556A26, double 0x3F717C838EEDB88A, double 0xBF98FA58EB5D84E7, double 0x3FB258B13B01793F, double 0xBFC336FFBEF08B52, double 0x3FCF6FF204105975, double 0xBFD4E102B9CF8513, double 0x3FC6E9827D229D2D], align 16
@mlcc_rt.libm_gamma.mlcc_gamma_from_2.zeta = internal constant [31 x double] [double 0xBD8F07C514FC9F0A, double 0x3DA000026E3F644F, double 0xBDB08424CBC543D8, double 0x3DC11116E693ED98, double 0xBDD1A7C26EC2523C, double 0x3DE24932A337434C, double 0xBDF2F69A9FABE3E0, double 0x3E03B15D2B2FC10C, double 0xBE147B1679258D0E, double 0x3E2555A877FFD2C3, double 0xBE36434A8447AEAD, double 0x3E47469DACCFADCD, double 0xBE5862C734DF3EAC, double 0x3E699B93C2070B0F, double 0xBE7AF5A6CBBF8A97, double 0x3E8C76BBB3F07A4D, double 0xBE9E2600D93CFD2F, double 0x3EB0064CDEB22F0F, double 0xBEC11B2EB7679541, double 0x3ED2597A39F34AAC, double 0xBEE3CBC963CE2243, double 0x3EF580DCEE66EB02, double 0xBF078DE5BD7C81EF, double 0x3F1A127B0F17D65A, double 0xBF2D3FD4C76D2FC8, double 0x3F40B36AF86396E9, double 0xBF538AC5C2BF8E08, double 0x3F67ADD6EADB6C30, double 0xBF7E404FC218F5F2, double 0x3F951322AC7D8483, double 0xBFB13E001A557607], align 16
@mlcc_rt.libm_gamma.mlcc_stirling.bernoulli = internal constant [9 x double] [double 0x3FC6FE96381E0680, double 0xBF9E4286CB0F5398, double 0x3F7A41A41A41A41A, double 0xBF5F6AB0D9993C7D, double 0x3F4B951E2B18FF23, double 0xBF43813813813814, double 0x3F4A01A01A01A01A, double 0xBF66C16C16C16C17, double 0x3FB5555555555555], align 16

define internal double @erf(double %x) {
entry:
  %low23 = alloca double, align 8
  %n = alloca i32, align 4
  %0 = bitcast double %x to i64
  %and = and i64 %0, 9223372036854775807
  %1 = bitcast i64 %and to double
  %cmp = fcmp olt double %1, 1.000000e+00
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %and.i = and i64 %and, -134217728
  %2 = bitcast i64 %and.i to double
  %and3.i = and i64 %and, -134217728
  %3 = bitcast i64 %and3.i to double
  %sub.i = fsub double %1, %2
  %sub5.i = fsub double %1, %3
  %mul.i = fmul double %1, %1
  %mul6.i = fmul double %2, %3
  %sub8.i = fsub double %mul6.i, %mul.i
  %mul9.i = fmul double %2, %sub5.i
  %add.i = fadd double %sub8.i, %mul9.i
  %mul10.i = fmul double %sub.i, %3
  %add11.i = fadd double %add.i, %mul10.i
  %mul12.i = fmul double %sub.i, %sub5.i
  %add13.i = fadd double %add11.i, %mul12.i
  %.fca.0.insert.i = insertvalue { double, double } poison, double %mul.i, 0
  %.fca.1.insert.i = insertvalue { double, double } %.fca.0.insert.i, double %add13.i, 1
  %4 = extractvalue { double, double } %.fca.1.insert.i, 0
  %5 = extractvalue { double, double } %.fca.1.insert.i, 1
  br label %for.cond.i

for.cond.i:
  %sum.0.i = phi double [ 0x3BCAB5CC31489F29, %if.then ], [ %add.i55, %for.body.i ]
  %i.0.i = phi i64 [ 1, %if.then ], [ %inc.i, %for.body.i ]
  %cmp.i = icmp ult i64 %i.0.i, 19
  br i1 %cmp.i, label %for.body.i, label %mlcc_polynomial.exit

for.body.i:
  %mul.i54 = fmul double %sum.0.i, %4
  %arrayidx1.i = getelementptr inbounds nuw double, ptr @mlcc_rt.libm_gamma.erf.series, i64 %i.0.i
  %6 = load double, ptr %arrayidx1.i, align 8
  %add.i55 = fadd double %mul.i54, %6
  %inc.i = add i64 %i.0.i, 1
  br label %for.cond.i

mlcc_polynomial.exit:
  %mul = fmul double %4, %sum.0.i
  %add.i66 = fadd double 0xBFD812746B0379E7, %mul
  %sub.i67 = fsub double %add.i66, 0xBFD812746B0379E7
  %sub3.i = fsub double %add.i66, %sub.i67
  %sub4.i = fsub double 0xBFD812746B0379E7, %sub3.i
  %sub5.i68 = fsub double %mul, %sub.i67
  %add6.i = fadd double %sub4.i, %sub5.i68
  %.fca.0.insert.i69 = insertvalue { double, double } poison, double %add.i66, 0
  %.fca.1.insert.i70 = insertvalue { double, double } %.fca.0.insert.i69, double %add6.i, 1
  %7 = extractvalue { double, double } %.fca.1.insert.i70, 0
  %8 = extractvalue { double, double } %.fca.1.insert.i70, 1
  %add = fadd double %8, 0x3C6EE12E49CAB700
  %9 = extractvalue { double, double } { double 0x3FC06EBA8214DB69, double 0xBC6CA38ADD602500 }, 0
  %10 = extractvalue { double, double } { double 0x3FC06EBA8214DB69, double 0xBC6CA38ADD602500 }, 1
  %11 = bitcast double %4 to i64
  %and.i.i = and i64 %11, -134217728
  %12 = bitcast i64 %and.i.i to double
  %13 = bitcast double %7 to i64
  %and3.i.i = and i64 %13, -134217728
  %14 = bitcast i64 %and3.i.i to double
  %sub.i.i82 = fsub double %4, %12
  %sub5.i.i83 = fsub double %7, %14
  %mul.i.i = fmul double %4, %7
  %mul6.i.i = fmul double %12, %14
  %sub8.i.i = fsub double %mul6.i.i, %mul.i.i
  %mul9.i.i = fmul double %12, %sub5.i.i83
  %add.i.i84 = fadd double %sub8.i.i, %mul9.i.i
  %mul10.i.i = fmul double %sub.i.i82, %14
  %add11.i.i = fadd double %add.i.i84, %mul10.i.i
  %mul12.i.i = fmul double %sub.i.i82, %sub5.i.i83
  %add13.i.i = fadd double %add11.i.i, %mul12.i.i
  %mul.i87 = fmul double %4, %add
  %mul7.i = fmul double %5, %7
  %add.i88 = fadd double %mul.i87, %mul7.i
  %add8.i = fadd double %add13.i.i, %add.i88
  %add.i100 = fadd double %mul.i.i, %add8.i
  %sub.i101 = fsub double %add.i100, %mul.i.i
  %sub3.i102 = fsub double %add8.i, %sub.i101
  %.fca.0.insert.i103 = insertvalue { double, double } poison, double %add.i100, 0
  %.fca.1.insert.i104 = insertvalue { double, double } %.fca.0.insert.i103, double %sub3.i102, 1
  %15 = extractvalue { double, double } %.fca.1.insert.i104, 0
  %16 = extractvalue { double, double } %.fca.1.insert.i104, 1
  %add.i.i = fadd double %9, %15
  %sub.i.i = fsub double %add.i.i, %9
  %sub3.i.i = fsub double %add.i.i, %sub.i.i
  %sub4.i.i = fsub double %9, %sub3.i.i
  %sub5.i.i = fsub double %15, %sub.i.i
  %add6.i.i = fadd double %sub4.i.i, %sub5.i.i
  %add.i79 = fadd double %10, %16
  %add5.i = fadd double %add6.i.i, %add.i79
  %add.i105 = fadd double %add.i.i, %add5.i
  %sub.i106 = fsub double %add.i105, %add.i.i
  %sub3.i107 = fsub double %add5.i, %sub.i106
  %.fca.0.insert.i108 = insertvalue { double, double } poison, double %add.i105, 0
  %.fca.1.insert.i109 = insertvalue { double, double } %.fca.0.insert.i108, double %sub3.i107, 1
  %17 = extractvalue { double, double } %.fca.1.insert.i109, 0
  %18 = extractvalue { double, double } %.fca.1.insert.i109, 1
  %mul11 = fmul double %1, %17
  %mul13 = fmul double %1, %18
  %add14 = fadd double %mul11, %mul13
  %add15 = fadd double %1, %add14
  %19 = bitcast double %add15 to i64
  %and.i91 = and i64 %19, 9223372036854775807
  %20 = bitcast double %x to i64
  %and2.i = and i64 %20, -9223372036854775808
  %or.i = or i64 %and.i91, %and2.i
  %21 = bitcast i64 %or.i to double
  br label %return

if.end:
  %cmp17 = fcmp olt double %1, 6.000000e+00
  br i1 %cmp17, label %if.end21, label %if.then18

if.then18:
  %cmp19 = fcmp une double %1, %1
  %22 = bitcast double %x to i64
  %and2.i92 = and i64 %22, -9223372036854775808
  %or.i93 = or i64 4607182418800017408, %and2.i92
  %23 = bitcast i64 %or.i93 to double
  %cond = select i1 %cmp19, double %x, double %23
  br label %return

if.end21:
  %and.i24 = and i64 %and, -134217728
  %24 = bitcast i64 %and.i24 to double
  %and3.i25 = and i64 %and, -134217728
  %25 = bitcast i64 %and3.i25 to double
  %sub.i26 = fsub double %1, %24
  %sub5.i27 = fsub double %1, %25
  %mul.i28 = fmul double %1, %1
  %mul6.i29 = fmul double %24, %25
  %sub8.i30 = fsub double %mul6.i29, %mul.i28
  %mul9.i31 = fmul double %24, %sub5.i27
  %add.i32 = fadd double %sub8.i30, %mul9.i31
  %mul10.i33 = fmul double %sub.i26, %25
  %add11.i34 = fadd double %add.i32, %mul10.i33
  %mul12.i35 = fmul double %sub.i26, %sub5.i27
  %add13.i36 = fadd double %add11.i34, %mul12.i35
  %.fca.0.insert.i37 = insertvalue { double, double } poison, double %mul.i28, 0
  %.fca.1.insert.i38 = insertvalue { double, double } %.fca.0.insert.i37, double %add13.i36, 1
  %26 = extractvalue { double, double } %.fca.1.insert.i38, 0
  %27 = extractvalue { double, double } %.fca.1.insert.i38, 1
  %fneg = fneg double %26
  %fneg26 = fneg double %27
  %call27 = call double @mlcc_exponential(double %fneg, double %fneg26, ptr %low23, ptr %n)
  %sub = fsub double %1, 3.000000e+00
  %add28 = fadd double %1, 3.000000e+00
  %div = fdiv double %sub, %add28
  br label %for.cond.i56

for.cond.i56:
  %sum.0.i57 = phi double [ 0xBE5BD674A4B37EFE, %if.end21 ], [ %add.i63, %for.body.i60 ]
  %i.0.i58 = phi i64 [ 1, %if.end21 ], [ %inc.i64, %for.body.i60 ]
  %cmp.i59 = icmp ult i64 %i.0.i58, 18
  br i1 %cmp.i59, label %for.body.i60, label %mlcc_polynomial.exit65

for.body.i60:
  %mul.i61 = fmul double %sum.0.i57, %div
  %arrayidx1.i62 = getelementptr inbounds nuw double, ptr @mlcc_rt.libm_gamma.erf.fit, i64 %i.0.i58
  %28 = load double, ptr %arrayidx1.i62, align 8
  %add.i63 = fadd double %mul.i61, %28
  %inc.i64 = add i64 %i.0.i58, 1
  br label %for.cond.i56

mlcc_polynomial.exit65:
  %29 = load i32, ptr %n, align 4
  %div.i = sdiv i32 %29, 2
  %add.i97 = add nsw i32 1023, %div.i
  %conv.i = sext i32 %add.i97 to i64
  %shl.i = shl i64 %conv.i, 52
  %30 = bitcast i64 %shl.i to double
  %add1.i = add nsw i32 1023, %29
  %sub.i98 = sub nsw i32 %add1.i, %div.i
  %conv2.i = sext i32 %sub.i98 to i64
  %shl3.i = shl i64 %conv2.i, 52
  %31 = bitcast i64 %shl3.i to double
  %mul4.i = fmul double %30, %31
  %32 = bitcast double %call27 to i64
  %and.i39 = and i64 %32, -134217728
  %33 = bitcast i64 %and.i39 to double
  %34 = bitcast double %sum.0.i57 to i64
  %and3.i40 = and i64 %34, -134217728
  %35 = bitcast i64 %and3.i40 to double
  %sub.i41 = fsub double %call27, %33
  %sub5.i42 = fsub double %sum.0.i57, %35
  %mul.i43 = fmul double %call27, %sum.0.i57
  %mul6.i44 = fmul double %33, %35
  %sub8.i45 = fsub double %mul6.i44, %mul.i43
  %mul9.i46 = fmul double %33, %sub5.i42
  %add.i47 = fadd double %sub8.i45, %mul9.i46
  %mul10.i48 = fmul double %sub.i41, %35
  %add11.i49 = fadd double %add.i47, %mul10.i48
  %mul12.i50 = fmul double %sub.i41, %sub5.i42
  %add13.i51 = fadd double %add11.i49, %mul12.i50
  %.fca.0.insert.i52 = insertvalue { double, double } poison, double %mul.i43, 0
  %.fca.1.insert.i53 = insertvalue { double, double } %.fca.0.insert.i52, double %add13.i51, 1
  %36 = extractvalue { double, double } %.fca.1.insert.i53, 0
  %37 = extractvalue { double, double } %.fca.1.insert.i53, 1
  %fneg34 = fneg double %36
  %mul35 = fmul double %fneg34, %mul4.i
  %add.i71 = fadd double 1.000000e+00, %mul35
  %sub.i72 = fsub double %add.i71, 1.000000e+00
  %sub3.i73 = fsub double %add.i71, %sub.i72
  %sub4.i74 = fsub double 1.000000e+00, %sub3.i73
  %sub5.i75 = fsub double %mul35, %sub.i72
  %add6.i76 = fadd double %sub4.i74, %sub5.i75
  %.fca.0.insert.i77 = insertvalue { double, double } poison, double %add.i71, 0
  %.fca.1.insert.i78 = insertvalue { double, double } %.fca.0.insert.i77, double %add6.i76, 1
  %38 = extractvalue { double, double } %.fca.1.insert.i78, 0
  %39 = extractvalue { double, double } %.fca.1.insert.i78, 1
  %40 = load double, ptr %low23, align 8
  %mul40 = fmul double %40, %sum.0.i57
  %add41 = fadd double %37, %mul40
  %mul42 = fmul double %add41, %mul4.i
  %sub43 = fsub double %39, %mul42
  %add44 = fadd double %38, %sub43
  %41 = bitcast double %add44 to i64
  %and.i94 = and i64 %41, 9223372036854775807
  %42 = bitcast double %x to i64
  %and2.i95 = and i64 %42, -9223372036854775808
  %or.i96 = or i64 %and.i94, %and2.i95
  %43 = bitcast i64 %or.i96 to double
  br label %return

return:
  %retval.0 = phi double [ %21, %mlcc_polynomial.exit ], [ %43, %mlcc_polynomial.exit65 ], [ %cond, %if.then18 ]
  ret double %retval.0
}

declare double @mlcc_exponential(double, double, ptr, ptr)

define internal double @mlcc_log_gamma(double %x, ptr %low) {
entry:
  %r.i = alloca %struct.mlcc_pair, align 8
  %product = alloca %struct.mlcc_pair, align 8
  %cmp = fcmp olt double %x, 1.600000e+01
  br i1 %cmp, label %if.then, label %if.else

if.then:
  %cmp.i = fcmp olt double %x, 5.000000e-01
  br i1 %cmp.i, label %if.then.i, label %if.end.i

if.then.i:
  %add.i.i11 = fadd double 1.000000e+00, %x
  %sub.i.i12 = fsub double %add.i.i11, 1.000000e+00
  %sub3.i.i13 = fsub double %add.i.i11, %sub.i.i12
  %sub4.i.i14 = fsub double 1.000000e+00, %sub3.i.i13
  %sub5.i.i15 = fsub double %x, %sub.i.i12
  %add6.i.i16 = fadd double %sub4.i.i14, %sub5.i.i15
  %0 = bitcast double %x to i64
  %and.i.i24.i = and i64 %0, -134217728
  %1 = bitcast i64 %and.i.i24.i to double
  %2 = bitcast double %add.i.i11 to i64
  %and3.i.i25.i = and i64 %2, -134217728
  %3 = bitcast i64 %and3.i.i25.i to double
  %sub.i.i26.i = fsub double %x, %1
  %sub5.i.i27.i = fsub double %add.i.i11, %3
  %mul.i.i28.i = fmul double %x, %add.i.i11
  %mul6.i.i29.i = fmul double %1, %3
  %sub8.i.i30.i = fsub double %mul6.i.i29.i, %mul.i.i28.i
  %mul9.i.i31.i = fmul double %1, %sub5.i.i27.i
  %add.i.i32.i = fadd double %sub8.i.i30.i, %mul9.i.i31.i
  %mul10.i.i33.i = fmul double %sub.i.i26.i, %3
  %add11.i.i34.i = fadd double %add.i.i32.i, %mul10.i.i33.i
  %mul12.i.i35.i = fmul double %sub.i.i26.i, %sub5.i.i27.i
  %add13.i.i36.i = fadd double %add11.i.i34.i, %mul12.i.i35.i
  %mul.i39.i = fmul double %x, %add6.i.i16
  %mul7.i40.i = fmul double 0.000000e+00, %add.i.i11
  %add.i41.i = fadd double %mul.i39.i, %mul7.i40.i
  %add8.i42.i = fadd double %add13.i.i36.i, %add.i41.i
  %add.i129 = fadd double %mul.i.i28.i, %add8.i42.i
  %sub.i130 = fsub double %add.i129, %mul.i.i28.i
  %sub3.i131 = fsub double %add8.i42.i, %sub.i130
  %.fca.0.insert.i132 = insertvalue { double, double } poison, double %add.i129, 0
  %.fca.1.insert.i133 = insertvalue { double, double } %.fca.0.insert.i132, double %sub3.i131, 1
  %4 = extractvalue { double, double } %.fca.1.insert.i133, 0
  %5 = extractvalue { double, double } %.fca.1.insert.i133, 1
  br label %mlcc_gamma_factors.exit

if.end.i:
  %cmp5.i = fcmp olt double %x, 1.500000e+00
  br i1 %cmp5.i, label %if.then6.i, label %if.end8.i

if.then6.i:
  %sub.i = fsub double %x, 1.000000e+00
  br label %mlcc_gamma_factors.exit

if.end8.i:
  %sub9.i = fsub double %x, 1.500000e+00
  %conv.i = fptosi double %sub9.i to i32
  br label %for.cond.i

for.cond.i:
  %i.0.i = phi i32 [ 1, %if.end8.i ], [ %inc.i, %for.body.i ]
  %product.sroa.0.0.i = phi double [ 1.000000e+00, %if.end8.i ], [ %10, %for.body.i ]
  %product.sroa.4.0.i = phi double [ 0.000000e+00, %if.end8.i ], [ %11, %for.body.i ]
  %cmp10.i = icmp sle i32 %i.0.i, %conv.i
  br i1 %cmp10.i, label %for.body.i, label %for.end.i

for.body.i:
  %conv13.i = sitofp i32 %i.0.i to double
  %sub14.i = fsub double %x, %conv13.i
  %6 = bitcast double %product.sroa.0.0.i to i64
  %and.i.i.i = and i64 %6, -134217728
  %7 = bitcast i64 %and.i.i.i to double
  %8 = bitcast double %sub14.i to i64
  %and3.i.i.i = and i64 %8, -134217728
  %9 = bitcast i64 %and3.i.i.i to double
  %sub.i.i.i = fsub double %product.sroa.0.0.i, %7
  %sub5.i.i.i = fsub double %sub14.i, %9
  %mul.i.i.i = fmul double %product.sroa.0.0.i, %sub14.i
  %mul6.i.i.i = fmul double %7, %9
  %sub8.i.i.i = fsub double %mul6.i.i.i, %mul.i.i.i
  %mul9.i.i.i = fmul double %7, %sub5.i.i.i
  %add.i.i.i = fadd double %sub8.i.i.i, %mul9.i.i.i
  %mul10.i.i.i = fmul double %sub.i.i.i, %9
  %add11.i.i.i = fadd double %add.i.i.i, %mul10.i.i.i
  %mul12.i.i.i = fmul double %sub.i.i.i, %sub5.i.i.i
  %add13.i.i.i = fadd double %add11.i.i.i, %mul12.i.i.i
  %mul.i.i = fmul double %product.sroa.0.0.i, 0.000000e+00
  %mul7.i.i = fmul double %product.sroa.4.0.i, %sub14.i
  %add.i21.i = fadd double %mul.i.i, %mul7.i.i
  %add8.i.i = fadd double %add13.i.i.i, %add.i21.i
  %add.i134 = fadd double %mul.i.i.i, %add8.i.i
  %sub.i135 = fsub double %add.i134, %mul.i.i.i
  %sub3.i136 = fsub double %add8.i.i, %sub.i135
  %.fca.0.insert.i137 = insertvalue { double, double } poison, double %add.i134, 0
  %.fca.1.insert.i138 = insertvalue { double, double } %.fca.0.insert.i137, double %sub3.i136, 1
  %10 = extractvalue { double, double } %.fca.1.insert.i138, 0
  %11 = extractvalue { double, double } %.fca.1.insert.i138, 1
  %inc.i = add nsw i32 %i.0.i, 1
  br label %for.cond.i

for.end.i:
  %add.i8 = add nsw i32 %conv.i, 2
  %conv17.i = sitofp i32 %add.i8 to double
  %sub18.i = fsub double %x, %conv17.i
  br label %mlcc_gamma_factors.exit

mlcc_gamma_factors.exit:
  %z.0 = phi double [ %x, %if.then.i ], [ %sub.i, %if.then6.i ], [ %sub18.i, %for.end.i ]
  %retval.sroa.0.0.i = phi double [ %4, %if.then.i ], [ %x, %if.then6.i ], [ %product.sroa.0.0.i, %for.end.i ]
  %retval.sroa.4.0.i = phi double [ %5, %if.then.i ], [ 0.000000e+00, %if.then6.i ], [ %product.sroa.4.0.i, %for.end.i ]
  %.fca.0.insert.i9 = insertvalue { double, double } poison, double %retval.sroa.0.0.i, 0
  %.fca.1.insert.i10 = insertvalue { double, double } %.fca.0.insert.i9, double %retval.sroa.4.0.i, 1
  %12 = getelementptr inbounds nuw { double, double }, ptr %product, i32 0, i32 0
  %13 = extractvalue { double, double } %.fca.1.insert.i10, 0
  store double %13, ptr %12, align 8
  %14 = getelementptr inbounds nuw { double, double }, ptr %product, i32 0, i32 1
  %15 = extractvalue { double, double } %.fca.1.insert.i10, 1
  store double %15, ptr %14, align 8
  br label %for.cond.i.i

for.cond.i.i:
  %sum.0.i.i = phi double [ 0xBD8F07C514FC9F0A, %mlcc_gamma_factors.exit ], [ %add.i.i48, %for.body.i.i ]
  %i.0.i.i = phi i64 [ 1, %mlcc_gamma_factors.exit ], [ %inc.i.i, %for.body.i.i ]
  %cmp.i.i = icmp ult i64 %i.0.i.i, 31
  br i1 %cmp.i.i, label %for.body.i.i, label %mlcc_gamma_from_2.exit

for.body.i.i:
  %mul.i.i47 = fmul double %sum.0.i.i, %z.0
  %arrayidx1.i.i = getelementptr inbounds nuw double, ptr @mlcc_rt.libm_gamma.mlcc_gamma_from_2.zeta, i64 %i.0.i.i
  %16 = load double, ptr %arrayidx1.i.i, align 8
  %add.i.i48 = fadd double %mul.i.i47, %16
  %inc.i.i = add i64 %i.0.i.i, 1
  br label %for.cond.i.i

mlcc_gamma_from_2.exit:
  %mul.i = fmul double %z.0, %sum.0.i.i
  %add.i8.i = fadd double 0x3FD4A34CC4A60FA6, %mul.i
  %sub.i.i19 = fsub double %add.i8.i, 0x3FD4A34CC4A60FA6
  %sub3.i.i20 = fsub double %add.i8.i, %sub.i.i19
  %sub4.i.i21 = fsub double 0x3FD4A34CC4A60FA6, %sub3.i.i20
  %sub5.i.i22 = fsub double %mul.i, %sub.i.i19
  %add6.i.i23 = fadd double %sub4.i.i21, %sub5.i.i22
  %add.i26 = fadd double %add6.i.i23, 0x3C71873D8912200C
  %17 = bitcast double %z.0 to i64
  %and.i.i23.i = and i64 %17, -134217728
  %18 = bitcast i64 %and.i.i23.i to double
  %19 = bitcast double %add.i8.i to i64
  %and3.i.i24.i = and i64 %19, -134217728
  %20 = bitcast i64 %and3.i.i24.i to double
  %sub.i.i25.i = fsub double %z.0, %18
  %sub5.i.i26.i = fsub double %add.i8.i, %20
  %mul.i.i27.i = fmul double %z.0, %add.i8.i
  %mul6.i.i28.i = fmul double %18, %20
  %sub8.i.i29.i = fsub double %mul6.i.i28.i, %mul.i.i27.i
  %mul9.i.i30.i = fmul double %18, %sub5.i.i26.i
  %add.i.i31.i = fadd double %sub8.i.i29.i, %mul9.i.i30.i
  %mul10.i.i32.i = fmul double %sub.i.i25.i, %20
  %add11.i.i33.i = fadd double %add.i.i31.i, %mul10.i.i32.i
  %mul12.i.i34.i = fmul double %sub.i.i25.i, %sub5.i.i26.i
  %add13.i.i35.i = fadd double %add11.i.i33.i, %mul12.i.i34.i
  %mul.i38.i = fmul double %z.0, %add.i26
  %mul7.i39.i = fmul double 0.000000e+00, %add.i8.i
  %add.i40.i = fadd double %mul.i38.i, %mul7.i39.i
  %add8.i41.i = fadd double %add13.i.i35.i, %add.i40.i
  %add.i124 = fadd double %mul.i.i27.i, %add8.i41.i
  %sub.i125 = fsub double %add.i124, %mul.i.i27.i
  %sub3.i126 = fsub double %add8.i41.i, %sub.i125
  %.fca.0.insert.i127 = insertvalue { double, double } poison, double %add.i124, 0
  %.fca.1.insert.i128 = insertvalue { double, double } %.fca.0.insert.i127, double %sub3.i126, 1
  %21 = extractvalue { double, double } %.fca.1.insert.i128, 0
  %22 = extractvalue { double, double } %.fca.1.insert.i128, 1
  %add.i.i.i27 = fadd double 0x3FDB0EE6072093CE, %21
  %sub.i.i.i28 = fsub double %add.i.i.i27, 0x3FDB0EE6072093CE
  %sub3.i.i.i = fsub double %add.i.i.i27, %sub.i.i.i28
  %sub4.i.i.i = fsub double 0x3FDB0EE6072093CE, %sub3.i.i.i
  %sub5.i.i.i29 = fsub double %21, %sub.i.i.i28
  %add6.i.i.i = fadd double %sub4.i.i.i, %sub5.i.i.i29
  %add.i9.i = fadd double 0x3C56CB90701FBFAB, %22
  %add5.i.i = fadd double %add6.i.i.i, %add.i9.i
  %add.i119 = fadd double %add.i.i.i27, %add5.i.i
  %sub.i120 = fsub double %add.i119, %add.i.i.i27
  %sub3.i121 = fsub double %add5.i.i, %sub.i120
  %.fca.0.insert.i122 = insertvalue { double, double } poison, double %add.i119, 0
  %.fca.1.insert.i123 = insertvalue { double, double } %.fca.0.insert.i122, double %sub3.i121, 1
  %23 = extractvalue { double, double } %.fca.1.insert.i123, 0
  %24 = extractvalue { double, double } %.fca.1.insert.i123, 1
  %25 = bitcast double %z.0 to i64
  %and.i.i.i32 = and i64 %25, -134217728
  %26 = bitcast i64 %and.i.i.i32 to double
  %27 = bitcast double %23 to i64
  %and3.i.i.i33 = and i64 %27, -134217728
  %28 = bitcast i64 %and3.i.i.i33 to double
  %sub.i.i14.i = fsub double %z.0, %26
  %sub5.i.i15.i = fsub double %23, %28
  %mul.i.i.i34 = fmul double %z.0, %23
  %mul6.i.i.i35 = fmul double %26, %28
  %sub8.i.i.i36 = fsub double %mul6.i.i.i35, %mul.i.i.i34
  %mul9.i.i.i37 = fmul double %26, %sub5.i.i15.i
  %add.i.i16.i = fadd double %sub8.i.i.i36, %mul9.i.i.i37
  %mul10.i.i.i38 = fmul double %sub.i.i14.i, %28
  %add11.i.i.i39 = fadd double %add.i.i16.i, %mul10.i.i.i38
  %mul12.i.i.i40 = fmul double %sub.i.i14.i, %sub5.i.i15.i
  %add13.i.i.i41 = fadd double %add11.i.i.i39, %mul12.i.i.i40
  %mul.i19.i = fmul double %z.0, %24
  %mul7.i.i42 = fmul double 0.000000e+00, %23
  %add.i20.i = fadd double %mul.i19.i, %mul7.i.i42
  %add8.i.i43 = fadd double %add13.i.i.i41, %add.i20.i
  %add.i114 = fadd double %mul.i.i.i34, %add8.i.i43
  %sub.i115 = fsub double %add.i114, %mul.i.i.i34
  %sub3.i116 = fsub double %add8.i.i43, %sub.i115
  %.fca.0.insert.i117 = insertvalue { double, double } poison, double %add.i114, 0
  %.fca.1.insert.i118 = insertvalue { double, double } %.fca.0.insert.i117, double %sub3.i116, 1
  %29 = extractvalue { double, double } %.fca.1.insert.i118, 0
  %30 = extractvalue { double, double } %.fca.1.insert.i118, 1
  %cmp2 = fcmp olt double %x, 1.500000e+00
  %cmp3 = fcmp oge double %x, 2.500000e+00
  %or.cond = or i1 %cmp2, %cmp3
  br i1 %or.cond, label %if.then4, label %if.end18

if.then4:
  %high = getelementptr inbounds nuw %struct.mlcc_pair, ptr %product, i32 0, i32 0
  %31 = load double, ptr %high, align 8
  %low5 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %product, i32 0, i32 1
  %32 = load double, ptr %low5, align 8
  %low6 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %product, i32 0, i32 1
  %call7 = call double @mlcc_logarithm(double %31, double %32, ptr %low6)
  %high8 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %product, i32 0, i32 0
  store double %call7, ptr %high8, align 8
  %cmp10 = fcmp olt double %x, 1.500000e+00
  br i1 %cmp10, label %cond.true, label %cond.false

cond.true:
  %high11 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %product, i32 0, i32 0
  %33 = load double, ptr %high11, align 8
  %fneg = fneg double %33
  %low12 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %product, i32 0, i32 1
  %34 = load double, ptr %low12, align 8
  %fneg13 = fneg double %34
  %.fca.0.insert.i = insertvalue { double, double } poison, double %fneg, 0
  %.fca.1.insert.i = insertvalue { double, double } %.fca.0.insert.i, double %fneg13, 1
  %35 = extractvalue { double, double } %.fca.1.insert.i, 0
  %36 = extractvalue { double, double } %.fca.1.insert.i, 1
  br label %cond.end

cond.false:
  %agg.tmp.sroa.0.0.copyload = load double, ptr %product, align 8
  %agg.tmp.sroa.3.0.product.sroa_idx = getelementptr inbounds i8, ptr %product, i64 8
  %agg.tmp.sroa.3.0.copyload = load double, ptr %agg.tmp.sroa.3.0.product.sroa_idx, align 8
  br label %cond.end

cond.end:
  %agg.tmp.sroa.3.0 = phi double [ %36, %cond.true ], [ %agg.tmp.sroa.3.0.copyload, %cond.false ]
  %agg.tmp.sroa.0.0 = phi double [ %35, %cond.true ], [ %agg.tmp.sroa.0.0.copyload, %cond.false ]
  %add.i.i = fadd double %29, %agg.tmp.sroa.0.0
  %sub.i.i = fsub double %add.i.i, %29
  %sub3.i.i = fsub double %add.i.i, %sub.i.i
  %sub4.i.i = fsub double %29, %sub3.i.i
  %sub5.i.i = fsub double %agg.tmp.sroa.0.0, %sub.i.i
  %add6.i.i = fadd double %sub4.i.i, %sub5.i.i
  %add.i = fadd double %30, %agg.tmp.sroa.3.0
  %add5.i = fadd double %add6.i.i, %add.i
  %add.i139 = fadd double %add.i.i, %add5.i
  %sub.i140 = fsub double %add.i139, %add.i.i
  %sub3.i141 = fsub double %add5.i, %sub.i140
  %.fca.0.insert.i142 = insertvalue { double, double } poison, double %add.i139, 0
  %.fca.1.insert.i143 = insertvalue { double, double } %.fca.0.insert.i142, double %sub3.i141, 1
  %37 = extractvalue { double, double } %.fca.1.insert.i143, 0
  %38 = extractvalue { double, double } %.fca.1.insert.i143, 1
  br label %if.end18

if.else:
  call void @llvm.lifetime.start.p0(ptr %r.i)
  %low.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i, i32 0, i32 1
  %call.i = call double @mlcc_logarithm(double %x, double 0.000000e+00, ptr %low.i)
  store double %call.i, ptr %r.i, align 8
  %add.i7.i = fadd double %x, -5.000000e-01
  %sub.i8.i = fsub double %add.i7.i, %x
  %sub3.i9.i = fsub double %add.i7.i, %sub.i8.i
  %sub4.i10.i = fsub double %x, %sub3.i9.i
  %sub5.i11.i = fsub double -5.000000e-01, %sub.i8.i
  %add6.i12.i = fadd double %sub4.i10.i, %sub5.i11.i
  %39 = load double, ptr %r.i, align 8
  %40 = getelementptr inbounds nuw { double, double }, ptr %r.i, i32 0, i32 1
  %41 = load double, ptr %40, align 8
  %42 = bitcast double %add.i7.i to i64
  %and.i.i.i49 = and i64 %42, -134217728
  %43 = bitcast i64 %and.i.i.i49 to double
  %44 = bitcast double %39 to i64
  %and3.i.i.i50 = and i64 %44, -134217728
  %45 = bitcast i64 %and3.i.i.i50 to double
  %sub.i.i33.i = fsub double %add.i7.i, %43
  %sub5.i.i34.i = fsub double %39, %45
  %mul.i.i.i51 = fmul double %add.i7.i, %39
  %mul6.i.i.i52 = fmul double %43, %45
  %sub8.i.i.i53 = fsub double %mul6.i.i.i52, %mul.i.i.i51
  %mul9.i.i.i54 = fmul double %43, %sub5.i.i34.i
  %add.i.i35.i = fadd double %sub8.i.i.i53, %mul9.i.i.i54
  %mul10.i.i.i55 = fmul double %sub.i.i33.i, %45
  %add11.i.i.i56 = fadd double %add.i.i35.i, %mul10.i.i.i55
  %mul12.i.i.i57 = fmul double %sub.i.i33.i, %sub5.i.i34.i
  %add13.i.i.i58 = fadd double %add11.i.i.i56, %mul12.i.i.i57
  %mul.i38.i61 = fmul double %add.i7.i, %41
  %mul7.i.i62 = fmul double %add6.i12.i, %39
  %add.i39.i = fadd double %mul.i38.i61, %mul7.i.i62
  %add8.i.i63 = fadd double %add13.i.i.i58, %add.i39.i
  %add.i109 = fadd double %mul.i.i.i51, %add8.i.i63
  %sub.i110 = fsub double %add.i109, %mul.i.i.i51
  %sub3.i111 = fsub double %add8.i.i63, %sub.i110
  %.fca.0.insert.i112 = insertvalue { double, double } poison, double %add.i109, 0
  %.fca.1.insert.i113 = insertvalue { double, double } %.fca.0.insert.i112, double %sub3.i111, 1
  %46 = extractvalue { double, double } %.fca.1.insert.i113, 0
  %47 = extractvalue { double, double } %.fca.1.insert.i113, 1
  %fneg.i = fneg double %x
  %add.i.i18.i = fadd double %46, %fneg.i
  %sub.i.i19.i = fsub double %add.i.i18.i, %46
  %sub3.i.i20.i = fsub double %add.i.i18.i, %sub.i.i19.i
  %sub4.i.i21.i = fsub double %46, %sub3.i.i20.i
  %sub5.i.i22.i = fsub double %fneg.i, %sub.i.i19.i
  %add6.i.i23.i = fadd double %sub4.i.i21.i, %sub5.i.i22.i
  %add.i26.i = fadd double %47, 0.000000e+00
  %add5.i27.i = fadd double %add6.i.i23.i, %add.i26.i
  %add.i104 = fadd double %add.i.i18.i, %add5.i27.i
  %sub.i105 = fsub double %add.i104, %add.i.i18.i
  %sub3.i106 = fsub double %add5.i27.i, %sub.i105
  %.fca.0.insert.i107 = insertvalue { double, double } poison, double %add.i104, 0
  %.fca.1.insert.i108 = insertvalue { double, double } %.fca.0.insert.i107, double %sub3.i106, 1
  %48 = extractvalue { double, double } %.fca.1.insert.i108, 0
  %49 = extractvalue { double, double } %.fca.1.insert.i108, 1
  store double %48, ptr %r.i, align 8
  %tmp.sroa.2.0.r.sroa_idx.i = getelementptr inbounds i8, ptr %r.i, i64 8
  store double %49, ptr %tmp.sroa.2.0.r.sroa_idx.i, align 8
  %div.i = fdiv double 1.000000e+00, %x
  %mul.i65 = fmul double %div.i, %div.i
  br label %for.cond.i.i66

for.cond.i.i66:
  %sum.0.i.i67 = phi double [ 0x3FC6FE96381E0680, %if.else ], [ %add.i.i93, %for.body.i.i90 ]
  %i.0.i.i68 = phi i64 [ 1, %if.else ], [ %inc.i.i94, %for.body.i.i90 ]
  %cmp.i.i69 = icmp ult i64 %i.0.i.i68, 9
  br i1 %cmp.i.i69, label %for.body.i.i90, label %mlcc_stirling.exit

for.body.i.i90:
  %mul.i.i91 = fmul double %sum.0.i.i67, %mul.i65
  %arrayidx1.i.i92 = getelementptr inbounds nuw double, ptr @mlcc_rt.libm_gamma.mlcc_stirling.bernoulli, i64 %i.0.i.i68
  %50 = load double, ptr %arrayidx1.i.i92, align 8
  %add.i.i93 = fadd double %mul.i.i91, %50
  %inc.i.i94 = add i64 %i.0.i.i68, 1
  br label %for.cond.i.i66

mlcc_stirling.exit:
  %mul8.i = fmul double %div.i, %sum.0.i.i67
  %add.i6.i = fadd double 0x3FED67F1C864BEB5, %mul8.i
  %sub.i.i70 = fsub double %add.i6.i, 0x3FED67F1C864BEB5
  %sub3.i.i71 = fsub double %add.i6.i, %sub.i.i70
  %sub4.i.i72 = fsub double 0x3FED67F1C864BEB5, %sub3.i.i71
  %sub5.i.i73 = fsub double %mul8.i, %sub.i.i70
  %add6.i.i74 = fadd double %sub4.i.i72, %sub5.i.i73
  %51 = load double, ptr %r.i, align 8
  %52 = getelementptr inbounds nuw { double, double }, ptr %r.i, i32 0, i32 1
  %53 = load double, ptr %52, align 8
  %add.i.i.i77 = fadd double %51, %add.i6.i
  %sub.i.i.i78 = fsub double %add.i.i.i77, %51
  %sub3.i.i.i79 = fsub double %add.i.i.i77, %sub.i.i.i78
  %sub4.i.i.i80 = fsub double %51, %sub3.i.i.i79
  %sub5.i.i.i81 = fsub double %add.i6.i, %sub.i.i.i78
  %add6.i.i.i82 = fadd double %sub4.i.i.i80, %sub5.i.i.i81
  %add.i15.i = fadd double %53, %add6.i.i74
  %add5.i.i85 = fadd double %add6.i.i.i82, %add.i15.i
  %add.i99 = fadd double %add.i.i.i77, %add5.i.i85
  %sub.i100 = fsub double %add.i99, %add.i.i.i77
  %sub3.i101 = fsub double %add5.i.i85, %sub.i100
  %.fca.0.insert.i102 = insertvalue { double, double } poison, double %add.i99, 0
  %.fca.1.insert.i103 = insertvalue { double, double } %.fca.0.insert.i102, double %sub3.i101, 1
  %54 = extractvalue { double, double } %.fca.1.insert.i103, 0
  %55 = extractvalue { double, double } %.fca.1.insert.i103, 1
  store double %54, ptr %r.i, align 8
  %tmp9.sroa.2.0.r.sroa_idx.i = getelementptr inbounds i8, ptr %r.i, i64 8
  store double %55, ptr %tmp9.sroa.2.0.r.sroa_idx.i, align 8
  %56 = load double, ptr %r.i, align 8
  %low14.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i, i32 0, i32 1
  %57 = load double, ptr %low14.i, align 8
  %sub.i87 = fsub double %57, 0x3C865B5A1B7FF5DF
  %add.i95 = fadd double %56, %sub.i87
  %sub.i96 = fsub double %add.i95, %56
  %sub3.i = fsub double %sub.i87, %sub.i96
  %.fca.0.insert.i97 = insertvalue { double, double } poison, double %add.i95, 0
  %.fca.1.insert.i98 = insertvalue { double, double } %.fca.0.insert.i97, double %sub3.i, 1
  call void @llvm.lifetime.end.p0(ptr %r.i)
  %58 = extractvalue { double, double } %.fca.1.insert.i98, 0
  %59 = extractvalue { double, double } %.fca.1.insert.i98, 1
  br label %if.end18

if.end18:
  %r.sroa.0.1 = phi double [ %58, %mlcc_stirling.exit ], [ %37, %cond.end ], [ %29, %mlcc_gamma_from_2.exit ]
  %r.sroa.5.1 = phi double [ %59, %mlcc_stirling.exit ], [ %38, %cond.end ], [ %30, %mlcc_gamma_from_2.exit ]
  store double %r.sroa.5.1, ptr %low, align 8
  ret double %r.sroa.0.1
}

declare double @mlcc_logarithm(double, double, ptr)

define internal double @mlcc_gamma(double %x, ptr %low, ptr %n) {
entry:
  %r.i = alloca %struct.mlcc_pair, align 8
  %r = alloca %struct.mlcc_pair, align 8
  %0 = extractvalue { double, double } { double 1.000000e+00, double 0.000000e+00 }, 0
  %1 = extractvalue { double, double } { double 1.000000e+00, double 0.000000e+00 }, 1
  %cmp = fcmp olt double %x, 1.600000e+01
  br i1 %cmp, label %if.then, label %if.else

if.then:
  %cmp.i = fcmp olt double %x, 5.000000e-01
  br i1 %cmp.i, label %if.then.i, label %if.end.i

if.then.i:
  %add.i.i8 = fadd double 1.000000e+00, %x
  %sub.i.i9 = fsub double %add.i.i8, 1.000000e+00
  %sub3.i.i = fsub double %add.i.i8, %sub.i.i9
  %sub4.i.i = fsub double 1.000000e+00, %sub3.i.i
  %sub5.i.i10 = fsub double %x, %sub.i.i9
  %add6.i.i = fadd double %sub4.i.i, %sub5.i.i10
  %2 = bitcast double %x to i64
  %and.i.i24.i = and i64 %2, -134217728
  %3 = bitcast i64 %and.i.i24.i to double
  %4 = bitcast double %add.i.i8 to i64
  %and3.i.i25.i = and i64 %4, -134217728
  %5 = bitcast i64 %and3.i.i25.i to double
  %sub.i.i26.i = fsub double %x, %3
  %sub5.i.i27.i = fsub double %add.i.i8, %5
  %mul.i.i28.i = fmul double %x, %add.i.i8
  %mul6.i.i29.i = fmul double %3, %5
  %sub8.i.i30.i = fsub double %mul6.i.i29.i, %mul.i.i28.i
  %mul9.i.i31.i = fmul double %3, %sub5.i.i27.i
  %add.i.i32.i = fadd double %sub8.i.i30.i, %mul9.i.i31.i
  %mul10.i.i33.i = fmul double %sub.i.i26.i, %5
  %add11.i.i34.i = fadd double %add.i.i32.i, %mul10.i.i33.i
  %mul12.i.i35.i = fmul double %sub.i.i26.i, %sub5.i.i27.i
  %add13.i.i36.i = fadd double %add11.i.i34.i, %mul12.i.i35.i
  %mul.i39.i = fmul double %x, %add6.i.i
  %mul7.i40.i = fmul double 0.000000e+00, %add.i.i8
  %add.i41.i = fadd double %mul.i39.i, %mul7.i40.i
  %add8.i42.i = fadd double %add13.i.i36.i, %add.i41.i
  %add.i150 = fadd double %mul.i.i28.i, %add8.i42.i
  %sub.i151 = fsub double %add.i150, %mul.i.i28.i
  %sub3.i152 = fsub double %add8.i42.i, %sub.i151
  %.fca.0.insert.i153 = insertvalue { double, double } poison, double %add.i150, 0
  %.fca.1.insert.i154 = insertvalue { double, double } %.fca.0.insert.i153, double %sub3.i152, 1
  %6 = extractvalue { double, double } %.fca.1.insert.i154, 0
  %7 = extractvalue { double, double } %.fca.1.insert.i154, 1
  br label %mlcc_gamma_factors.exit

if.end.i:
  %cmp5.i = fcmp olt double %x, 1.500000e+00
  br i1 %cmp5.i, label %if.then6.i, label %if.end8.i

if.then6.i:
  %sub.i = fsub double %x, 1.000000e+00
  br label %mlcc_gamma_factors.exit

if.end8.i:
  %sub9.i = fsub double %x, 1.500000e+00
  %conv.i = fptosi double %sub9.i to i32
  br label %for.cond.i

for.cond.i:
  %i.0.i = phi i32 [ 1, %if.end8.i ], [ %inc.i, %for.body.i ]
  %product.sroa.0.0.i = phi double [ 1.000000e+00, %if.end8.i ], [ %12, %for.body.i ]
  %product.sroa.4.0.i = phi double [ 0.000000e+00, %if.end8.i ], [ %13, %for.body.i ]
  %cmp10.i = icmp sle i32 %i.0.i, %conv.i
  br i1 %cmp10.i, label %for.body.i, label %for.end.i

for.body.i:
  %conv13.i = sitofp i32 %i.0.i to double
  %sub14.i = fsub double %x, %conv13.i
  %8 = bitcast double %product.sroa.0.0.i to i64
  %and.i.i.i = and i64 %8, -134217728
  %9 = bitcast i64 %and.i.i.i to double
  %10 = bitcast double %sub14.i to i64
  %and3.i.i.i = and i64 %10, -134217728
  %11 = bitcast i64 %and3.i.i.i to double
  %sub.i.i.i = fsub double %product.sroa.0.0.i, %9
  %sub5.i.i.i = fsub double %sub14.i, %11
  %mul.i.i.i = fmul double %product.sroa.0.0.i, %sub14.i
  %mul6.i.i.i = fmul double %9, %11
  %sub8.i.i.i = fsub double %mul6.i.i.i, %mul.i.i.i
  %mul9.i.i.i = fmul double %9, %sub5.i.i.i
  %add.i.i.i = fadd double %sub8.i.i.i, %mul9.i.i.i
  %mul10.i.i.i = fmul double %sub.i.i.i, %11
  %add11.i.i.i = fadd double %add.i.i.i, %mul10.i.i.i
  %mul12.i.i.i = fmul double %sub.i.i.i, %sub5.i.i.i
  %add13.i.i.i = fadd double %add11.i.i.i, %mul12.i.i.i
  %mul.i.i7 = fmul double %product.sroa.0.0.i, 0.000000e+00
  %mul7.i.i = fmul double %product.sroa.4.0.i, %sub14.i
  %add.i21.i = fadd double %mul.i.i7, %mul7.i.i
  %add8.i.i = fadd double %add13.i.i.i, %add.i21.i
  %add.i155 = fadd double %mul.i.i.i, %add8.i.i
  %sub.i156 = fsub double %add.i155, %mul.i.i.i
  %sub3.i157 = fsub double %add8.i.i, %sub.i156
  %.fca.0.insert.i158 = insertvalue { double, double } poison, double %add.i155, 0
  %.fca.1.insert.i159 = insertvalue { double, double } %.fca.0.insert.i158, double %sub3.i157, 1
  %12 = extractvalue { double, double } %.fca.1.insert.i159, 0
  %13 = extractvalue { double, double } %.fca.1.insert.i159, 1
  %inc.i = add nsw i32 %i.0.i, 1
  br label %for.cond.i

for.end.i:
  %add.i6 = add nsw i32 %conv.i, 2
  %conv17.i = sitofp i32 %add.i6 to double
  %sub18.i = fsub double %x, %conv17.i
  br label %mlcc_gamma_factors.exit

mlcc_gamma_factors.exit:
  %z.0 = phi double [ %x, %if.then.i ], [ %sub.i, %if.then6.i ], [ %sub18.i, %for.end.i ]
  %retval.sroa.0.0.i = phi double [ %6, %if.then.i ], [ %x, %if.then6.i ], [ %product.sroa.0.0.i, %for.end.i ]
  %retval.sroa.4.0.i = phi double [ %7, %if.then.i ], [ 0.000000e+00, %if.then6.i ], [ %product.sroa.4.0.i, %for.end.i ]
  %.fca.0.insert.i = insertvalue { double, double } poison, double %retval.sroa.0.0.i, 0
  %.fca.1.insert.i = insertvalue { double, double } %.fca.0.insert.i, double %retval.sroa.4.0.i, 1
  %14 = extractvalue { double, double } %.fca.1.insert.i, 0
  %15 = extractvalue { double, double } %.fca.1.insert.i, 1
  br label %for.cond.i.i

for.cond.i.i:
  %sum.0.i.i = phi double [ 0xBD8F07C514FC9F0A, %mlcc_gamma_factors.exit ], [ %add.i.i43, %for.body.i.i ]
  %i.0.i.i = phi i64 [ 1, %mlcc_gamma_factors.exit ], [ %inc.i.i, %for.body.i.i ]
  %cmp.i.i = icmp ult i64 %i.0.i.i, 31
  br i1 %cmp.i.i, label %for.body.i.i, label %mlcc_gamma_from_2.exit

for.body.i.i:
  %mul.i.i42 = fmul double %sum.0.i.i, %z.0
  %arrayidx1.i.i = getelementptr inbounds nuw double, ptr @mlcc_rt.libm_gamma.mlcc_gamma_from_2.zeta, i64 %i.0.i.i
  %16 = load double, ptr %arrayidx1.i.i, align 8
  %add.i.i43 = fadd double %mul.i.i42, %16
  %inc.i.i = add i64 %i.0.i.i, 1
  br label %for.cond.i.i

mlcc_gamma_from_2.exit:
  %mul.i13 = fmul double %z.0, %sum.0.i.i
  %add.i8.i = fadd double 0x3FD4A34CC4A60FA6, %mul.i13
  %sub.i.i14 = fsub double %add.i8.i, 0x3FD4A34CC4A60FA6
  %sub3.i.i15 = fsub double %add.i8.i, %sub.i.i14
  %sub4.i.i16 = fsub double 0x3FD4A34CC4A60FA6, %sub3.i.i15
  %sub5.i.i17 = fsub double %mul.i13, %sub.i.i14
  %add6.i.i18 = fadd double %sub4.i.i16, %sub5.i.i17
  %add.i21 = fadd double %add6.i.i18, 0x3C71873D8912200C
  %17 = bitcast double %z.0 to i64
  %and.i.i23.i = and i64 %17, -134217728
  %18 = bitcast i64 %and.i.i23.i to double
  %19 = bitcast double %add.i8.i to i64
  %and3.i.i24.i = and i64 %19, -134217728
  %20 = bitcast i64 %and3.i.i24.i to double
  %sub.i.i25.i = fsub double %z.0, %18
  %sub5.i.i26.i = fsub double %add.i8.i, %20
  %mul.i.i27.i = fmul double %z.0, %add.i8.i
  %mul6.i.i28.i = fmul double %18, %20
  %sub8.i.i29.i = fsub double %mul6.i.i28.i, %mul.i.i27.i
  %mul9.i.i30.i = fmul double %18, %sub5.i.i26.i
  %add.i.i31.i = fadd double %sub8.i.i29.i, %mul9.i.i30.i
  %mul10.i.i32.i = fmul double %sub.i.i25.i, %20
  %add11.i.i33.i = fadd double %add.i.i31.i, %mul10.i.i32.i
  %mul12.i.i34.i = fmul double %sub.i.i25.i, %sub5.i.i26.i
  %add13.i.i35.i = fadd double %add11.i.i33.i, %mul12.i.i34.i
  %mul.i38.i = fmul double %z.0, %add.i21
  %mul7.i39.i = fmul double 0.000000e+00, %add.i8.i
  %add.i40.i = fadd double %mul.i38.i, %mul7.i39.i
  %add8.i41.i = fadd double %add13.i.i35.i, %add.i40.i
  %add.i145 = fadd double %mul.i.i27.i, %add8.i41.i
  %sub.i146 = fsub double %add.i145, %mul.i.i27.i
  %sub3.i147 = fsub double %add8.i41.i, %sub.i146
  %.fca.0.insert.i148 = insertvalue { double, double } poison, double %add.i145, 0
  %.fca.1.insert.i149 = insertvalue { double, double } %.fca.0.insert.i148, double %sub3.i147, 1
  %21 = extractvalue { double, double } %.fca.1.insert.i149, 0
  %22 = extractvalue { double, double } %.fca.1.insert.i149, 1
  %add.i.i.i22 = fadd double 0x3FDB0EE6072093CE, %21
  %sub.i.i.i23 = fsub double %add.i.i.i22, 0x3FDB0EE6072093CE
  %sub3.i.i.i = fsub double %add.i.i.i22, %sub.i.i.i23
  %sub4.i.i.i = fsub double 0x3FDB0EE6072093CE, %sub3.i.i.i
  %sub5.i.i.i24 = fsub double %21, %sub.i.i.i23
  %add6.i.i.i = fadd double %sub4.i.i.i, %sub5.i.i.i24
  %add.i9.i = fadd double 0x3C56CB90701FBFAB, %22
  %add5.i.i = fadd double %add6.i.i.i, %add.i9.i
  %add.i140 = fadd double %add.i.i.i22, %add5.i.i
  %sub.i141 = fsub double %add.i140, %add.i.i.i22
  %sub3.i142 = fsub double %add5.i.i, %sub.i141
  %.fca.0.insert.i143 = insertvalue { double, double } poison, double %add.i140, 0
  %.fca.1.insert.i144 = insertvalue { double, double } %.fca.0.insert.i143, double %sub3.i142, 1
  %23 = extractvalue { double, double } %.fca.1.insert.i144, 0
  %24 = extractvalue { double, double } %.fca.1.insert.i144, 1
  %25 = bitcast double %z.0 to i64
  %and.i.i.i27 = and i64 %25, -134217728
  %26 = bitcast i64 %and.i.i.i27 to double
  %27 = bitcast double %23 to i64
  %and3.i.i.i28 = and i64 %27, -134217728
  %28 = bitcast i64 %and3.i.i.i28 to double
  %sub.i.i14.i = fsub double %z.0, %26
  %sub5.i.i15.i = fsub double %23, %28
  %mul.i.i.i29 = fmul double %z.0, %23
  %mul6.i.i.i30 = fmul double %26, %28
  %sub8.i.i.i31 = fsub double %mul6.i.i.i30, %mul.i.i.i29
  %mul9.i.i.i32 = fmul double %26, %sub5.i.i15.i
  %add.i.i16.i = fadd double %sub8.i.i.i31, %mul9.i.i.i32
  %mul10.i.i.i33 = fmul double %sub.i.i14.i, %28
  %add11.i.i.i34 = fadd double %add.i.i16.i, %mul10.i.i.i33
  %mul12.i.i.i35 = fmul double %sub.i.i14.i, %sub5.i.i15.i
  %add13.i.i.i36 = fadd double %add11.i.i.i34, %mul12.i.i.i35
  %mul.i19.i = fmul double %z.0, %24
  %mul7.i.i37 = fmul double 0.000000e+00, %23
  %add.i20.i = fadd double %mul.i19.i, %mul7.i.i37
  %add8.i.i38 = fadd double %add13.i.i.i36, %add.i20.i
  %add.i135 = fadd double %mul.i.i.i29, %add8.i.i38
  %sub.i136 = fsub double %add.i135, %mul.i.i.i29
  %sub3.i137 = fsub double %add8.i.i38, %sub.i136
  %.fca.0.insert.i138 = insertvalue { double, double } poison, double %add.i135, 0
  %.fca.1.insert.i139 = insertvalue { double, double } %.fca.0.insert.i138, double %sub3.i137, 1
  %29 = extractvalue { double, double } %.fca.1.insert.i139, 0
  %30 = extractvalue { double, double } %.fca.1.insert.i139, 1
  store double %29, ptr %r, align 8
  %tmp2.sroa.2.0.r.sroa_idx = getelementptr inbounds i8, ptr %r, i64 8
  store double %30, ptr %tmp2.sroa.2.0.r.sroa_idx, align 8
  br label %if.end

if.else:
  call void @llvm.lifetime.start.p0(ptr %r.i)
  %low.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i, i32 0, i32 1
  %call.i = call double @mlcc_logarithm(double %x, double 0.000000e+00, ptr %low.i)
  store double %call.i, ptr %r.i, align 8
  %add.i7.i = fadd double %x, -5.000000e-01
  %sub.i8.i = fsub double %add.i7.i, %x
  %sub3.i9.i = fsub double %add.i7.i, %sub.i8.i
  %sub4.i10.i = fsub double %x, %sub3.i9.i
  %sub5.i11.i = fsub double -5.000000e-01, %sub.i8.i
  %add6.i12.i = fadd double %sub4.i10.i, %sub5.i11.i
  %31 = load double, ptr %r.i, align 8
  %32 = getelementptr inbounds nuw { double, double }, ptr %r.i, i32 0, i32 1
  %33 = load double, ptr %32, align 8
  %34 = bitcast double %add.i7.i to i64
  %and.i.i.i44 = and i64 %34, -134217728
  %35 = bitcast i64 %and.i.i.i44 to double
  %36 = bitcast double %31 to i64
  %and3.i.i.i45 = and i64 %36, -134217728
  %37 = bitcast i64 %and3.i.i.i45 to double
  %sub.i.i33.i = fsub double %add.i7.i, %35
  %sub5.i.i34.i = fsub double %31, %37
  %mul.i.i.i46 = fmul double %add.i7.i, %31
  %mul6.i.i.i47 = fmul double %35, %37
  %sub8.i.i.i48 = fsub double %mul6.i.i.i47, %mul.i.i.i46
  %mul9.i.i.i49 = fmul double %35, %sub5.i.i34.i
  %add.i.i35.i = fadd double %sub8.i.i.i48, %mul9.i.i.i49
  %mul10.i.i.i50 = fmul double %sub.i.i33.i, %37
  %add11.i.i.i51 = fadd double %add.i.i35.i, %mul10.i.i.i50
  %mul12.i.i.i52 = fmul double %sub.i.i33.i, %sub5.i.i34.i
  %add13.i.i.i53 = fadd double %add11.i.i.i51, %mul12.i.i.i52
  %mul.i38.i56 = fmul double %add.i7.i, %33
  %mul7.i.i57 = fmul double %add6.i12.i, %31
  %add.i39.i = fadd double %mul.i38.i56, %mul7.i.i57
  %add8.i.i58 = fadd double %add13.i.i.i53, %add.i39.i
  %add.i130 = fadd double %mul.i.i.i46, %add8.i.i58
  %sub.i131 = fsub double %add.i130, %mul.i.i.i46
  %sub3.i132 = fsub double %add8.i.i58, %sub.i131
  %.fca.0.insert.i133 = insertvalue { double, double } poison, double %add.i130, 0
  %.fca.1.insert.i134 = insertvalue { double, double } %.fca.0.insert.i133, double %sub3.i132, 1
  %38 = extractvalue { double, double } %.fca.1.insert.i134, 0
  %39 = extractvalue { double, double } %.fca.1.insert.i134, 1
  %fneg.i = fneg double %x
  %add.i.i18.i = fadd double %38, %fneg.i
  %sub.i.i19.i = fsub double %add.i.i18.i, %38
  %sub3.i.i20.i = fsub double %add.i.i18.i, %sub.i.i19.i
  %sub4.i.i21.i = fsub double %38, %sub3.i.i20.i
  %sub5.i.i22.i = fsub double %fneg.i, %sub.i.i19.i
  %add6.i.i23.i = fadd double %sub4.i.i21.i, %sub5.i.i22.i
  %add.i26.i = fadd double %39, 0.000000e+00
  %add5.i27.i = fadd double %add6.i.i23.i, %add.i26.i
  %add.i125 = fadd double %add.i.i18.i, %add5.i27.i
  %sub.i126 = fsub double %add.i125, %add.i.i18.i
  %sub3.i127 = fsub double %add5.i27.i, %sub.i126
  %.fca.0.insert.i128 = insertvalue { double, double } poison, double %add.i125, 0
  %.fca.1.insert.i129 = insertvalue { double, double } %.fca.0.insert.i128, double %sub3.i127, 1
  %40 = extractvalue { double, double } %.fca.1.insert.i129, 0
  %41 = extractvalue { double, double } %.fca.1.insert.i129, 1
  store double %40, ptr %r.i, align 8
  %tmp.sroa.2.0.r.sroa_idx.i = getelementptr inbounds i8, ptr %r.i, i64 8
  store double %41, ptr %tmp.sroa.2.0.r.sroa_idx.i, align 8
  %div.i = fdiv double 1.000000e+00, %x
  %mul.i60 = fmul double %div.i, %div.i
  br label %for.cond.i.i61

for.cond.i.i61:
  %sum.0.i.i62 = phi double [ 0x3FC6FE96381E0680, %if.else ], [ %add.i.i88, %for.body.i.i85 ]
  %i.0.i.i63 = phi i64 [ 1, %if.else ], [ %inc.i.i89, %for.body.i.i85 ]
  %cmp.i.i64 = icmp ult i64 %i.0.i.i63, 9
  br i1 %cmp.i.i64, label %for.body.i.i85, label %mlcc_stirling.exit

for.body.i.i85:
  %mul.i.i86 = fmul double %sum.0.i.i62, %mul.i60
  %arrayidx1.i.i87 = getelementptr inbounds nuw double, ptr @mlcc_rt.libm_gamma.mlcc_stirling.bernoulli, i64 %i.0.i.i63
  %42 = load double, ptr %arrayidx1.i.i87, align 8
  %add.i.i88 = fadd double %mul.i.i86, %42
  %inc.i.i89 = add i64 %i.0.i.i63, 1
  br label %for.cond.i.i61

mlcc_stirling.exit:
  %mul8.i = fmul double %div.i, %sum.0.i.i62
  %add.i6.i = fadd double 0x3FED67F1C864BEB5, %mul8.i
  %sub.i.i65 = fsub double %add.i6.i, 0x3FED67F1C864BEB5
  %sub3.i.i66 = fsub double %add.i6.i, %sub.i.i65
  %sub4.i.i67 = fsub double 0x3FED67F1C864BEB5, %sub3.i.i66
  %sub5.i.i68 = fsub double %mul8.i, %sub.i.i65
  %add6.i.i69 = fadd double %sub4.i.i67, %sub5.i.i68
  %43 = load double, ptr %r.i, align 8
  %44 = getelementptr inbounds nuw { double, double }, ptr %r.i, i32 0, i32 1
  %45 = load double, ptr %44, align 8
  %add.i.i.i72 = fadd double %43, %add.i6.i
  %sub.i.i.i73 = fsub double %add.i.i.i72, %43
  %sub3.i.i.i74 = fsub double %add.i.i.i72, %sub.i.i.i73
  %sub4.i.i.i75 = fsub double %43, %sub3.i.i.i74
  %sub5.i.i.i76 = fsub double %add.i6.i, %sub.i.i.i73
  %add6.i.i.i77 = fadd double %sub4.i.i.i75, %sub5.i.i.i76
  %add.i15.i = fadd double %45, %add6.i.i69
  %add5.i.i80 = fadd double %add6.i.i.i77, %add.i15.i
  %add.i120 = fadd double %add.i.i.i72, %add5.i.i80
  %sub.i121 = fsub double %add.i120, %add.i.i.i72
  %sub3.i122 = fsub double %add5.i.i80, %sub.i121
  %.fca.0.insert.i123 = insertvalue { double, double } poison, double %add.i120, 0
  %.fca.1.insert.i124 = insertvalue { double, double } %.fca.0.insert.i123, double %sub3.i122, 1
  %46 = extractvalue { double, double } %.fca.1.insert.i124, 0
  %47 = extractvalue { double, double } %.fca.1.insert.i124, 1
  store double %46, ptr %r.i, align 8
  %tmp9.sroa.2.0.r.sroa_idx.i = getelementptr inbounds i8, ptr %r.i, i64 8
  store double %47, ptr %tmp9.sroa.2.0.r.sroa_idx.i, align 8
  %48 = load double, ptr %r.i, align 8
  %low14.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i, i32 0, i32 1
  %49 = load double, ptr %low14.i, align 8
  %sub.i82 = fsub double %49, 0x3C865B5A1B7FF5DF
  %add.i115 = fadd double %48, %sub.i82
  %sub.i116 = fsub double %add.i115, %48
  %sub3.i117 = fsub double %sub.i82, %sub.i116
  %.fca.0.insert.i118 = insertvalue { double, double } poison, double %add.i115, 0
  %.fca.1.insert.i119 = insertvalue { double, double } %.fca.0.insert.i118, double %sub3.i117, 1
  call void @llvm.lifetime.end.p0(ptr %r.i)
  %50 = extractvalue { double, double } %.fca.1.insert.i119, 0
  %51 = extractvalue { double, double } %.fca.1.insert.i119, 1
  store double %50, ptr %r, align 8
  %tmp4.sroa.2.0.r.sroa_idx = getelementptr inbounds i8, ptr %r, i64 8
  store double %51, ptr %tmp4.sroa.2.0.r.sroa_idx, align 8
  br label %if.end

if.end:
  %product.sroa.0.0 = phi double [ %14, %mlcc_gamma_from_2.exit ], [ %0, %mlcc_stirling.exit ]
  %product.sroa.4.0 = phi double [ %15, %mlcc_gamma_from_2.exit ], [ %1, %mlcc_stirling.exit ]
  %high = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 0
  %52 = load double, ptr %high, align 8
  %low6 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 1
  %53 = load double, ptr %low6, align 8
  %low7 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 1
  %call8 = call double @mlcc_exponential(double %52, double %53, ptr %low7, ptr %n)
  %high9 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 0
  store double %call8, ptr %high9, align 8
  %cmp10 = fcmp olt double %x, 1.500000e+00
  br i1 %cmp10, label %cond.true, label %cond.false

cond.true:
  %54 = getelementptr inbounds nuw { double, double }, ptr %r, i32 0, i32 0
  %55 = load double, ptr %54, align 8
  %56 = getelementptr inbounds nuw { double, double }, ptr %r, i32 0, i32 1
  %57 = load double, ptr %56, align 8
  %div.i90 = fdiv double %55, %product.sroa.0.0
  %58 = bitcast double %div.i90 to i64
  %and.i.i91 = and i64 %58, -134217728
  %59 = bitcast i64 %and.i.i91 to double
  %60 = bitcast double %product.sroa.0.0 to i64
  %and3.i.i92 = and i64 %60, -134217728
  %61 = bitcast i64 %and3.i.i92 to double
  %sub.i.i93 = fsub double %div.i90, %59
  %sub5.i.i94 = fsub double %product.sroa.0.0, %61
  %mul.i.i95 = fmul double %div.i90, %product.sroa.0.0
  %mul6.i.i96 = fmul double %59, %61
  %sub8.i.i97 = fsub double %mul6.i.i96, %mul.i.i95
  %mul9.i.i98 = fmul double %59, %sub5.i.i94
  %add.i.i99 = fadd double %sub8.i.i97, %mul9.i.i98
  %mul10.i.i100 = fmul double %sub.i.i93, %61
  %add11.i.i101 = fadd double %add.i.i99, %mul10.i.i100
  %mul12.i.i102 = fmul double %sub.i.i93, %sub5.i.i94
  %add13.i.i103 = fadd double %add11.i.i101, %mul12.i.i102
  %sub.i106 = fsub double %55, %mul.i.i95
  %sub5.i = fsub double %sub.i106, %add13.i.i103
  %add.i107 = fadd double %sub5.i, %57
  %mul.i108 = fmul double %div.i90, %product.sroa.4.0
  %sub8.i = fsub double %add.i107, %mul.i108
  %div10.i = fdiv double %sub8.i, %product.sroa.0.0
  %add.i111 = fadd double %div.i90, %div10.i
  %sub.i112 = fsub double %add.i111, %div.i90
  %sub3.i = fsub double %div10.i, %sub.i112
  %.fca.0.insert.i113 = insertvalue { double, double } poison, double %add.i111, 0
  %.fca.1.insert.i114 = insertvalue { double, double } %.fca.0.insert.i113, double %sub3.i, 1
  %62 = extractvalue { double, double } %.fca.1.insert.i114, 0
  %63 = extractvalue { double, double } %.fca.1.insert.i114, 1
  store double %62, ptr %r, align 8
  %tmp11.sroa.2.0.r.sroa_idx = getelementptr inbounds i8, ptr %r, i64 8
  store double %63, ptr %tmp11.sroa.2.0.r.sroa_idx, align 8
  br label %cond.end

cond.false:
  %64 = getelementptr inbounds nuw { double, double }, ptr %r, i32 0, i32 0
  %65 = load double, ptr %64, align 8
  %66 = getelementptr inbounds nuw { double, double }, ptr %r, i32 0, i32 1
  %67 = load double, ptr %66, align 8
  %68 = bitcast double %65 to i64
  %and.i.i = and i64 %68, -134217728
  %69 = bitcast i64 %and.i.i to double
  %70 = bitcast double %product.sroa.0.0 to i64
  %and3.i.i = and i64 %70, -134217728
  %71 = bitcast i64 %and3.i.i to double
  %sub.i.i = fsub double %65, %69
  %sub5.i.i = fsub double %product.sroa.0.0, %71
  %mul.i.i = fmul double %65, %product.sroa.0.0
  %mul6.i.i = fmul double %69, %71
  %sub8.i.i = fsub double %mul6.i.i, %mul.i.i
  %mul9.i.i = fmul double %69, %sub5.i.i
  %add.i.i = fadd double %sub8.i.i, %mul9.i.i
  %mul10.i.i = fmul double %sub.i.i, %71
  %add11.i.i = fadd double %add.i.i, %mul10.i.i
  %mul12.i.i = fmul double %sub.i.i, %sub5.i.i
  %add13.i.i = fadd double %add11.i.i, %mul12.i.i
  %mul.i = fmul double %65, %product.sroa.4.0
  %mul7.i = fmul double %67, %product.sroa.0.0
  %add.i = fadd double %mul.i, %mul7.i
  %add8.i = fadd double %add13.i.i, %add.i
  %add.i160 = fadd double %mul.i.i, %add8.i
  %sub.i161 = fsub double %add.i160, %mul.i.i
  %sub3.i162 = fsub double %add8.i, %sub.i161
  %.fca.0.insert.i163 = insertvalue { double, double } poison, double %add.i160, 0
  %.fca.1.insert.i164 = insertvalue { double, double } %.fca.0.insert.i163, double %sub3.i162, 1
  %72 = extractvalue { double, double } %.fca.1.insert.i164, 0
  %73 = extractvalue { double, double } %.fca.1.insert.i164, 1
  store double %72, ptr %r, align 8
  %tmp13.sroa.2.0.r.sroa_idx = getelementptr inbounds i8, ptr %r, i64 8
  store double %73, ptr %tmp13.sroa.2.0.r.sroa_idx, align 8
  br label %cond.end

cond.end:
  %low15 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 1
  %74 = load double, ptr %low15, align 8
  store double %74, ptr %low, align 8
  %high16 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 0
  %75 = load double, ptr %high16, align 8
  ret double %75
}

define internal double @tgamma(double %x) {
entry:
  %r.i = alloca %struct.mlcc_pair, align 8
  %r = alloca %struct.mlcc_pair, align 8
  %n = alloca i32, align 4
  %0 = bitcast double %x to i64
  %and = and i64 %0, 9223372036854775807
  %1 = bitcast i64 %and to double
  %cmp = fcmp une double %1, %1
  %cmp2 = fcmp ogt double %x, 1.720000e+02
  %or.cond = or i1 %cmp, %cmp2
  br i1 %or.cond, label %if.then, label %if.end

if.then:
  %cmp3 = fcmp une double %1, %1
  %x. = select i1 %cmp3, double %x, double 0x7FF0000000000000
  br label %return

if.end:
  %cmp5 = fcmp olt double %1, 0x3C30000000000000
  br i1 %cmp5, label %if.then6, label %if.end7

if.then6:
  %div = fdiv double 1.000000e+00, %x
  br label %return

if.end7:
  %cmp8 = fcmp olt double %x, 0.000000e+00
  br i1 %cmp8, label %land.lhs.true, label %if.end13

land.lhs.true:
  %call9 = call double @trunc(double %1)
  %cmp10 = fcmp oeq double %call9, %1
  br i1 %cmp10, label %return, label %if.end13

if.end13:
  %cmp14 = fcmp olt double %x, 0.000000e+00
  br i1 %cmp14, label %land.rhs, label %land.end

land.rhs:
  %call15 = call double @trunc(double %1)
  %mul = fmul double 5.000000e-01, %call15
  %call16 = call double @trunc(double %mul)
  %call17 = call double @trunc(double %1)
  %mul18 = fmul double 5.000000e-01, %call17
  %cmp19 = fcmp oeq double %call16, %mul18
  br label %land.end

land.end:
  %2 = phi i1 [ false, %if.end13 ], [ %cmp19, %land.rhs ]
  %cond20 = select i1 %2, double -1.000000e+00, double 1.000000e+00
  %cmp21 = fcmp olt double %x, -1.850000e+02
  br i1 %cmp21, label %if.then22, label %if.end24

if.then22:
  %3 = bitcast double %cond20 to i64
  %and2.i = and i64 %3, -9223372036854775808
  %4 = bitcast i64 %and2.i to double
  br label %return

if.end24:
  %low = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 1
  %call25 = call double @mlcc_gamma(double %1, ptr %low, ptr %n)
  %high = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 0
  store double %call25, ptr %high, align 8
  %cmp26 = fcmp ogt double %x, 0.000000e+00
  br i1 %cmp26, label %if.then27, label %if.end31

if.then27:
  %high28 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 0
  %5 = load double, ptr %high28, align 8
  %low29 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 1
  %6 = load double, ptr %low29, align 8
  %add = fadd double %5, %6
  %7 = load i32, ptr %n, align 4
  %div.i46 = sdiv i32 %7, 2
  %add.i47 = add nsw i32 1023, %div.i46
  %conv.i48 = sext i32 %add.i47 to i64
  %shl.i49 = shl i64 %conv.i48, 52
  %8 = bitcast i64 %shl.i49 to double
  %add1.i50 = add nsw i32 1023, %7
  %sub.i51 = sub nsw i32 %add1.i50, %div.i46
  %conv2.i52 = sext i32 %sub.i51 to i64
  %shl3.i53 = shl i64 %conv2.i52, 52
  %9 = bitcast i64 %shl3.i53 to double
  %mul.i54 = fmul double %add, %8
  %mul4.i55 = fmul double %mul.i54, %9
  br label %return

if.end31:
  %.fca.0.insert.i = insertvalue { double, double } poison, double %1, 0
  %.fca.1.insert.i = insertvalue { double, double } %.fca.0.insert.i, double 0.000000e+00, 1
  %10 = extractvalue { double, double } %.fca.1.insert.i, 0
  %11 = extractvalue { double, double } %.fca.1.insert.i, 1
  call void @llvm.lifetime.start.p0(ptr %r.i)
  %mul.i77 = fmul double 2.000000e+00, %1
  %add.i78 = fadd double %mul.i77, 5.000000e-01
  %call.i = call double @trunc(double %add.i78)
  %mul1.i = fmul double 5.000000e-01, %call.i
  %sub.i79 = fsub double %1, %mul1.i
  %12 = bitcast double %sub.i79 to i64
  %and.i.i.i = and i64 %12, -134217728
  %13 = bitcast i64 %and.i.i.i to double
  %sub.i.i.i = fsub double %sub.i79, %13
  %mul.i.i.i = fmul double %sub.i79, 0x400921FB54442D18
  %mul6.i.i.i = fmul double %13, 0x400921FB50000000
  %sub8.i.i.i = fsub double %mul6.i.i.i, %mul.i.i.i
  %mul9.i.i.i = fmul double %13, 0x3E6110B460000000
  %add.i.i.i = fadd double %sub8.i.i.i, %mul9.i.i.i
  %mul10.i.i.i = fmul double %sub.i.i.i, 0x400921FB50000000
  %add11.i.i.i = fadd double %add.i.i.i, %mul10.i.i.i
  %mul12.i.i.i = fmul double %sub.i.i.i, 0x3E6110B460000000
  %add13.i.i.i = fadd double %add11.i.i.i, %mul12.i.i.i
  %mul.i.i80 = fmul double %sub.i79, 0x3CA1A62633145C07
  %add.i.i81 = fadd double %mul.i.i80, 0.000000e+00
  %add8.i.i = fadd double %add13.i.i.i, %add.i.i81
  %add.i86 = fadd double %mul.i.i.i, %add8.i.i
  %sub.i87 = fsub double %add.i86, %mul.i.i.i
  %sub3.i = fsub double %add8.i.i, %sub.i87
  %.fca.0.insert.i88 = insertvalue { double, double } poison, double %add.i86, 0
  %.fca.1.insert.i89 = insertvalue { double, double } %.fca.0.insert.i88, double %sub3.i, 1
  %14 = extractvalue { double, double } %.fca.1.insert.i89, 0
  %15 = extractvalue { double, double } %.fca.1.insert.i89, 1
  %mul6.i = fmul double 5.000000e-01, %call.i
  %call7.i = call double @trunc(double %mul6.i)
  %mul8.i = fmul double 5.000000e-01, %call.i
  %cmp.i = fcmp oeq double %call7.i, %mul8.i
  br i1 %cmp.i, label %if.then.i, label %if.else.i

if.then.i:
  %low9.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i, i32 0, i32 1
  %call10.i = call double @mlcc_sine(double %14, double %15, ptr %low9.i)
  store double %call10.i, ptr %r.i, align 8
  br label %if.end.i

if.else.i:
  %low14.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i, i32 0, i32 1
  %call15.i = call double @mlcc_cosine(double %14, double %15, ptr %low14.i)
  store double %call15.i, ptr %r.i, align 8
  br label %if.end.i

if.end.i:
  %16 = load double, ptr %r.i, align 8
  %cmp18.i = fcmp olt double %16, 0.000000e+00
  br i1 %cmp18.i, label %cond.true.i, label %cond.false.i

cond.true.i:
  %17 = load double, ptr %r.i, align 8
  %fneg.i = fneg double %17
  %low20.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i, i32 0, i32 1
  %18 = load double, ptr %low20.i, align 8
  %fneg21.i = fneg double %18
  br label %mlcc_sine_of_turns.exit

cond.false.i:
  %retval.sroa.0.0.copyload.i = load double, ptr %r.i, align 8
  %retval.sroa.3.0.r.sroa_idx.i = getelementptr inbounds i8, ptr %r.i, i64 8
  %retval.sroa.3.0.copyload.i = load double, ptr %retval.sroa.3.0.r.sroa_idx.i, align 8
  br label %mlcc_sine_of_turns.exit

mlcc_sine_of_turns.exit:
  %retval.sroa.0.0.i = phi double [ %fneg.i, %cond.true.i ], [ %retval.sroa.0.0.copyload.i, %cond.false.i ]
  %retval.sroa.3.0.i = phi double [ %fneg21.i, %cond.true.i ], [ %retval.sroa.3.0.copyload.i, %cond.false.i ]
  %.fca.0.insert.i82 = insertvalue { double, double } poison, double %retval.sroa.0.0.i, 0
  %.fca.1.insert.i83 = insertvalue { double, double } %.fca.0.insert.i82, double %retval.sroa.3.0.i, 1
  call void @llvm.lifetime.end.p0(ptr %r.i)
  %19 = extractvalue { double, double } %.fca.1.insert.i83, 0
  %20 = extractvalue { double, double } %.fca.1.insert.i83, 1
  %21 = bitcast double %10 to i64
  %and.i.i22 = and i64 %21, -134217728
  %22 = bitcast i64 %and.i.i22 to double
  %23 = bitcast double %19 to i64
  %and3.i.i23 = and i64 %23, -134217728
  %24 = bitcast i64 %and3.i.i23 to double
  %sub.i.i24 = fsub double %10, %22
  %sub5.i.i25 = fsub double %19, %24
  %mul.i.i26 = fmul double %10, %19
  %mul6.i.i27 = fmul double %22, %24
  %sub8.i.i28 = fsub double %mul6.i.i27, %mul.i.i26
  %mul9.i.i29 = fmul double %22, %sub5.i.i25
  %add.i.i30 = fadd double %sub8.i.i28, %mul9.i.i29
  %mul10.i.i31 = fmul double %sub.i.i24, %24
  %add11.i.i32 = fadd double %add.i.i30, %mul10.i.i31
  %mul12.i.i33 = fmul double %sub.i.i24, %sub5.i.i25
  %add13.i.i34 = fadd double %add11.i.i32, %mul12.i.i33
  %mul.i37 = fmul double %10, %20
  %mul7.i38 = fmul double %11, %19
  %add.i39 = fadd double %mul.i37, %mul7.i38
  %add8.i40 = fadd double %add13.i.i34, %add.i39
  %add.i95 = fadd double %mul.i.i26, %add8.i40
  %sub.i96 = fsub double %add.i95, %mul.i.i26
  %sub3.i97 = fsub double %add8.i40, %sub.i96
  %.fca.0.insert.i98 = insertvalue { double, double } poison, double %add.i95, 0
  %.fca.1.insert.i99 = insertvalue { double, double } %.fca.0.insert.i98, double %sub3.i97, 1
  %25 = extractvalue { double, double } %.fca.1.insert.i99, 0
  %26 = extractvalue { double, double } %.fca.1.insert.i99, 1
  %27 = getelementptr inbounds nuw { double, double }, ptr %r, i32 0, i32 0
  %28 = load double, ptr %27, align 8
  %29 = getelementptr inbounds nuw { double, double }, ptr %r, i32 0, i32 1
  %30 = load double, ptr %29, align 8
  %31 = bitcast double %28 to i64
  %and.i.i = and i64 %31, -134217728
  %32 = bitcast i64 %and.i.i to double
  %33 = bitcast double %25 to i64
  %and3.i.i = and i64 %33, -134217728
  %34 = bitcast i64 %and3.i.i to double
  %sub.i.i = fsub double %28, %32
  %sub5.i.i = fsub double %25, %34
  %mul.i.i = fmul double %28, %25
  %mul6.i.i = fmul double %32, %34
  %sub8.i.i = fsub double %mul6.i.i, %mul.i.i
  %mul9.i.i = fmul double %32, %sub5.i.i
  %add.i.i = fadd double %sub8.i.i, %mul9.i.i
  %mul10.i.i = fmul double %sub.i.i, %34
  %add11.i.i = fadd double %add.i.i, %mul10.i.i
  %mul12.i.i = fmul double %sub.i.i, %sub5.i.i
  %add13.i.i = fadd double %add11.i.i, %mul12.i.i
  %mul.i = fmul double %28, %26
  %mul7.i = fmul double %30, %25
  %add.i = fadd double %mul.i, %mul7.i
  %add8.i = fadd double %add13.i.i, %add.i
  %add.i100 = fadd double %mul.i.i, %add8.i
  %sub.i101 = fsub double %add.i100, %mul.i.i
  %sub3.i102 = fsub double %add8.i, %sub.i101
  %.fca.0.insert.i103 = insertvalue { double, double } poison, double %add.i100, 0
  %.fca.1.insert.i104 = insertvalue { double, double } %.fca.0.insert.i103, double %sub3.i102, 1
  %35 = extractvalue { double, double } %.fca.1.insert.i104, 0
  %36 = extractvalue { double, double } %.fca.1.insert.i104, 1
  store double %35, ptr %r, align 8
  %tmp.sroa.2.0.r.sroa_idx = getelementptr inbounds i8, ptr %r, i64 8
  store double %36, ptr %tmp.sroa.2.0.r.sroa_idx, align 8
  %37 = extractvalue { double, double } { double 0x400921FB54442D18, double 0x3CA1A62633145C07 }, 0
  %38 = extractvalue { double, double } { double 0x400921FB54442D18, double 0x3CA1A62633145C07 }, 1
  %39 = getelementptr inbounds nuw { double, double }, ptr %r, i32 0, i32 0
  %40 = load double, ptr %39, align 8
  %41 = getelementptr inbounds nuw { double, double }, ptr %r, i32 0, i32 1
  %42 = load double, ptr %41, align 8
  %div.i56 = fdiv double %37, %40
  %43 = bitcast double %div.i56 to i64
  %and.i.i57 = and i64 %43, -134217728
  %44 = bitcast i64 %and.i.i57 to double
  %45 = bitcast double %40 to i64
  %and3.i.i58 = and i64 %45, -134217728
  %46 = bitcast i64 %and3.i.i58 to double
  %sub.i.i59 = fsub double %div.i56, %44
  %sub5.i.i60 = fsub double %40, %46
  %mul.i.i61 = fmul double %div.i56, %40
  %mul6.i.i62 = fmul double %44, %46
  %sub8.i.i63 = fsub double %mul6.i.i62, %mul.i.i61
  %mul9.i.i64 = fmul double %44, %sub5.i.i60
  %add.i.i65 = fadd double %sub8.i.i63, %mul9.i.i64
  %mul10.i.i66 = fmul double %sub.i.i59, %46
  %add11.i.i67 = fadd double %add.i.i65, %mul10.i.i66
  %mul12.i.i68 = fmul double %sub.i.i59, %sub5.i.i60
  %add13.i.i69 = fadd double %add11.i.i67, %mul12.i.i68
  %sub.i72 = fsub double %37, %mul.i.i61
  %sub5.i = fsub double %sub.i72, %add13.i.i69
  %add.i73 = fadd double %sub5.i, %38
  %mul.i74 = fmul double %div.i56, %42
  %sub8.i = fsub double %add.i73, %mul.i74
  %div10.i = fdiv double %sub8.i, %40
  %add.i90 = fadd double %div.i56, %div10.i
  %sub.i91 = fsub double %add.i90, %div.i56
  %sub3.i92 = fsub double %div10.i, %sub.i91
  %.fca.0.insert.i93 = insertvalue { double, double } poison, double %add.i90, 0
  %.fca.1.insert.i94 = insertvalue { double, double } %.fca.0.insert.i93, double %sub3.i92, 1
  %47 = extractvalue { double, double } %.fca.1.insert.i94, 0
  %48 = extractvalue { double, double } %.fca.1.insert.i94, 1
  store double %47, ptr %r, align 8
  %tmp38.sroa.2.0.r.sroa_idx = getelementptr inbounds i8, ptr %r, i64 8
  store double %48, ptr %tmp38.sroa.2.0.r.sroa_idx, align 8
  %high42 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 0
  %49 = load double, ptr %high42, align 8
  %low43 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 1
  %50 = load double, ptr %low43, align 8
  %add44 = fadd double %49, %50
  %51 = load i32, ptr %n, align 4
  %sub = sub nsw i32 0, %51
  %div.i = sdiv i32 %sub, 2
  %add.i44 = add nsw i32 1023, %div.i
  %conv.i = sext i32 %add.i44 to i64
  %shl.i = shl i64 %conv.i, 52
  %52 = bitcast i64 %shl.i to double
  %add1.i = add nsw i32 1023, %sub
  %sub.i = sub nsw i32 %add1.i, %div.i
  %conv2.i = sext i32 %sub.i to i64
  %shl3.i = shl i64 %conv2.i, 52
  %53 = bitcast i64 %shl3.i to double
  %mul.i45 = fmul double %add44, %52
  %mul4.i = fmul double %mul.i45, %53
  %mul46 = fmul double %cond20, %mul4.i
  br label %return

return:
  %retval.0 = phi double [ %x., %if.then ], [ %div, %if.then6 ], [ %mul46, %mlcc_sine_of_turns.exit ], [ %4, %if.then22 ], [ %mul4.i55, %if.then27 ], [ 0x7FF8000000000000, %land.lhs.true ]
  ret double %retval.0
}

declare double @trunc(double)

define internal double @lgamma(double %x) {
entry:
  %r.i = alloca %struct.mlcc_pair, align 8
  %r = alloca %struct.mlcc_pair, align 8
  %other = alloca %struct.mlcc_pair, align 8
  %0 = bitcast double %x to i64
  %and = and i64 %0, 9223372036854775807
  %1 = bitcast i64 %and to double
  %cmp = icmp uge i64 %and, 9218868437227405312
  %cmp2 = icmp eq i64 %and, 0
  %or.cond = or i1 %cmp, %cmp2
  br i1 %or.cond, label %if.then, label %lor.lhs.false3

lor.lhs.false3:
  %cmp4 = fcmp olt double %x, 0.000000e+00
  br i1 %cmp4, label %land.lhs.true, label %if.end

land.lhs.true:
  %call5 = call double @trunc(double %1)
  %cmp6 = fcmp oeq double %call5, %1
  br i1 %cmp6, label %if.then, label %if.end

if.then:
  %cmp7 = fcmp une double %1, %1
  %x. = select i1 %cmp7, double %x, double 0x7FF0000000000000
  br label %return

if.end:
  %cmp9 = fcmp olt double %1, 0x3C30000000000000
  %cmp11 = fcmp ogt double %1, 0x43B0000000000000
  %or.cond119 = or i1 %cmp9, %cmp11
  br i1 %or.cond119, label %if.then12, label %if.end29

if.then12:
  %low = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 1
  %call13 = call double @mlcc_logarithm(double %1, double 0.000000e+00, ptr %low)
  %high = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 0
  store double %call13, ptr %high, align 8
  %cmp14 = fcmp olt double %1, 1.000000e+00
  br i1 %cmp14, label %if.then15, label %if.end18

if.then15:
  %high16 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 0
  %2 = load double, ptr %high16, align 8
  %low17 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 1
  %3 = load double, ptr %low17, align 8
  %add = fadd double %2, %3
  %fneg = fneg double %add
  br label %return

if.end18:
  %4 = extractvalue { double, double } { double -1.000000e+00, double 0.000000e+00 }, 0
  %5 = extractvalue { double, double } { double -1.000000e+00, double 0.000000e+00 }, 1
  %6 = getelementptr inbounds nuw { double, double }, ptr %r, i32 0, i32 0
  %7 = load double, ptr %6, align 8
  %8 = getelementptr inbounds nuw { double, double }, ptr %r, i32 0, i32 1
  %9 = load double, ptr %8, align 8
  %add.i.i17 = fadd double %7, %4
  %sub.i.i18 = fsub double %add.i.i17, %7
  %sub3.i.i19 = fsub double %add.i.i17, %sub.i.i18
  %sub4.i.i20 = fsub double %7, %sub3.i.i19
  %sub5.i.i21 = fsub double %4, %sub.i.i18
  %add6.i.i22 = fadd double %sub4.i.i20, %sub5.i.i21
  %add.i25 = fadd double %9, %5
  %add5.i26 = fadd double %add6.i.i22, %add.i25
  %add.i109 = fadd double %add.i.i17, %add5.i26
  %sub.i110 = fsub double %add.i109, %add.i.i17
  %sub3.i111 = fsub double %add5.i26, %sub.i110
  %.fca.0.insert.i112 = insertvalue { double, double } poison, double %add.i109, 0
  %.fca.1.insert.i113 = insertvalue { double, double } %.fca.0.insert.i112, double %sub3.i111, 1
  %10 = extractvalue { double, double } %.fca.1.insert.i113, 0
  %11 = extractvalue { double, double } %.fca.1.insert.i113, 1
  store double %10, ptr %r, align 8
  %tmp.sroa.2.0.r.sroa_idx = getelementptr inbounds i8, ptr %r, i64 8
  store double %11, ptr %tmp.sroa.2.0.r.sroa_idx, align 8
  %mul = fmul double %1, 0x39B0000000000000
  %.fca.0.insert.i30 = insertvalue { double, double } poison, double %mul, 0
  %.fca.1.insert.i31 = insertvalue { double, double } %.fca.0.insert.i30, double 0.000000e+00, 1
  %12 = extractvalue { double, double } %.fca.1.insert.i31, 0
  %13 = extractvalue { double, double } %.fca.1.insert.i31, 1
  %14 = getelementptr inbounds nuw { double, double }, ptr %r, i32 0, i32 0
  %15 = load double, ptr %14, align 8
  %16 = getelementptr inbounds nuw { double, double }, ptr %r, i32 0, i32 1
  %17 = load double, ptr %16, align 8
  %18 = bitcast double %15 to i64
  %and.i.i40 = and i64 %18, -134217728
  %19 = bitcast i64 %and.i.i40 to double
  %20 = bitcast double %12 to i64
  %and3.i.i41 = and i64 %20, -134217728
  %21 = bitcast i64 %and3.i.i41 to double
  %sub.i.i42 = fsub double %15, %19
  %sub5.i.i43 = fsub double %12, %21
  %mul.i.i44 = fmul double %15, %12
  %mul6.i.i45 = fmul double %19, %21
  %sub8.i.i46 = fsub double %mul6.i.i45, %mul.i.i44
  %mul9.i.i47 = fmul double %19, %sub5.i.i43
  %add.i.i48 = fadd double %sub8.i.i46, %mul9.i.i47
  %mul10.i.i49 = fmul double %sub.i.i42, %21
  %add11.i.i50 = fadd double %add.i.i48, %mul10.i.i49
  %mul12.i.i51 = fmul double %sub.i.i42, %sub5.i.i43
  %add13.i.i52 = fadd double %add11.i.i50, %mul12.i.i51
  %mul.i55 = fmul double %15, %13
  %mul7.i56 = fmul double %17, %12
  %add.i57 = fadd double %mul.i55, %mul7.i56
  %add8.i58 = fadd double %add13.i.i52, %add.i57
  %add.i99 = fadd double %mul.i.i44, %add8.i58
  %sub.i100 = fsub double %add.i99, %mul.i.i44
  %sub3.i101 = fsub double %add8.i58, %sub.i100
  %.fca.0.insert.i102 = insertvalue { double, double } poison, double %add.i99, 0
  %.fca.1.insert.i103 = insertvalue { double, double } %.fca.0.insert.i102, double %sub3.i101, 1
  %22 = extractvalue { double, double } %.fca.1.insert.i103, 0
  %23 = extractvalue { double, double } %.fca.1.insert.i103, 1
  store double %22, ptr %r, align 8
  %tmp21.sroa.2.0.r.sroa_idx = getelementptr inbounds i8, ptr %r, i64 8
  store double %23, ptr %tmp21.sroa.2.0.r.sroa_idx, align 8
  %high25 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 0
  %24 = load double, ptr %high25, align 8
  %low26 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 1
  %25 = load double, ptr %low26, align 8
  %add27 = fadd double %24, %25
  %mul28 = fmul double %add27, 0x4630000000000000
  br label %return

if.end29:
  %low30 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 1
  %call31 = call double @mlcc_log_gamma(double %1, ptr %low30)
  %high32 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 0
  store double %call31, ptr %high32, align 8
  %cmp33 = fcmp olt double %x, 0.000000e+00
  br i1 %cmp33, label %if.then34, label %if.end58

if.then34:
  %.fca.0.insert.i28 = insertvalue { double, double } poison, double %1, 0
  %.fca.1.insert.i29 = insertvalue { double, double } %.fca.0.insert.i28, double 0.000000e+00, 1
  %26 = extractvalue { double, double } %.fca.1.insert.i29, 0
  %27 = extractvalue { double, double } %.fca.1.insert.i29, 1
  call void @llvm.lifetime.start.p0(ptr %r.i)
  %mul.i81 = fmul double 2.000000e+00, %1
  %add.i82 = fadd double %mul.i81, 5.000000e-01
  %call.i = call double @trunc(double %add.i82)
  %mul1.i = fmul double 5.000000e-01, %call.i
  %sub.i83 = fsub double %1, %mul1.i
  %28 = bitcast double %sub.i83 to i64
  %and.i.i.i = and i64 %28, -134217728
  %29 = bitcast i64 %and.i.i.i to double
  %sub.i.i.i = fsub double %sub.i83, %29
  %mul.i.i.i = fmul double %sub.i83, 0x400921FB54442D18
  %mul6.i.i.i = fmul double %29, 0x400921FB50000000
  %sub8.i.i.i = fsub double %mul6.i.i.i, %mul.i.i.i
  %mul9.i.i.i = fmul double %29, 0x3E6110B460000000
  %add.i.i.i = fadd double %sub8.i.i.i, %mul9.i.i.i
  %mul10.i.i.i = fmul double %sub.i.i.i, 0x400921FB50000000
  %add11.i.i.i = fadd double %add.i.i.i, %mul10.i.i.i
  %mul12.i.i.i = fmul double %sub.i.i.i, 0x3E6110B460000000
  %add13.i.i.i = fadd double %add11.i.i.i, %mul12.i.i.i
  %mul.i.i84 = fmul double %sub.i83, 0x3CA1A62633145C07
  %add.i.i85 = fadd double %mul.i.i84, 0.000000e+00
  %add8.i.i = fadd double %add13.i.i.i, %add.i.i85
  %add.i90 = fadd double %mul.i.i.i, %add8.i.i
  %sub.i91 = fsub double %add.i90, %mul.i.i.i
  %sub3.i = fsub double %add8.i.i, %sub.i91
  %.fca.0.insert.i92 = insertvalue { double, double } poison, double %add.i90, 0
  %.fca.1.insert.i93 = insertvalue { double, double } %.fca.0.insert.i92, double %sub3.i, 1
  %30 = extractvalue { double, double } %.fca.1.insert.i93, 0
  %31 = extractvalue { double, double } %.fca.1.insert.i93, 1
  %mul6.i = fmul double 5.000000e-01, %call.i
  %call7.i = call double @trunc(double %mul6.i)
  %mul8.i = fmul double 5.000000e-01, %call.i
  %cmp.i = fcmp oeq double %call7.i, %mul8.i
  br i1 %cmp.i, label %if.then.i, label %if.else.i

if.then.i:
  %low9.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i, i32 0, i32 1
  %call10.i = call double @mlcc_sine(double %30, double %31, ptr %low9.i)
  store double %call10.i, ptr %r.i, align 8
  br label %if.end.i

if.else.i:
  %low14.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i, i32 0, i32 1
  %call15.i = call double @mlcc_cosine(double %30, double %31, ptr %low14.i)
  store double %call15.i, ptr %r.i, align 8
  br label %if.end.i

if.end.i:
  %32 = load double, ptr %r.i, align 8
  %cmp18.i = fcmp olt double %32, 0.000000e+00
  br i1 %cmp18.i, label %cond.true.i, label %cond.false.i

cond.true.i:
  %33 = load double, ptr %r.i, align 8
  %fneg.i = fneg double %33
  %low20.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i, i32 0, i32 1
  %34 = load double, ptr %low20.i, align 8
  %fneg21.i = fneg double %34
  br label %mlcc_sine_of_turns.exit

cond.false.i:
  %retval.sroa.0.0.copyload.i = load double, ptr %r.i, align 8
  %retval.sroa.3.0.r.sroa_idx.i = getelementptr inbounds i8, ptr %r.i, i64 8
  %retval.sroa.3.0.copyload.i = load double, ptr %retval.sroa.3.0.r.sroa_idx.i, align 8
  br label %mlcc_sine_of_turns.exit

mlcc_sine_of_turns.exit:
  %retval.sroa.0.0.i = phi double [ %fneg.i, %cond.true.i ], [ %retval.sroa.0.0.copyload.i, %cond.false.i ]
  %retval.sroa.3.0.i = phi double [ %fneg21.i, %cond.true.i ], [ %retval.sroa.3.0.copyload.i, %cond.false.i ]
  %.fca.0.insert.i86 = insertvalue { double, double } poison, double %retval.sroa.0.0.i, 0
  %.fca.1.insert.i87 = insertvalue { double, double } %.fca.0.insert.i86, double %retval.sroa.3.0.i, 1
  call void @llvm.lifetime.end.p0(ptr %r.i)
  %35 = extractvalue { double, double } %.fca.1.insert.i87, 0
  %36 = extractvalue { double, double } %.fca.1.insert.i87, 1
  %37 = bitcast double %26 to i64
  %and.i.i = and i64 %37, -134217728
  %38 = bitcast i64 %and.i.i to double
  %39 = bitcast double %35 to i64
  %and3.i.i = and i64 %39, -134217728
  %40 = bitcast i64 %and3.i.i to double
  %sub.i.i32 = fsub double %26, %38
  %sub5.i.i33 = fsub double %35, %40
  %mul.i.i = fmul double %26, %35
  %mul6.i.i = fmul double %38, %40
  %sub8.i.i = fsub double %mul6.i.i, %mul.i.i
  %mul9.i.i = fmul double %38, %sub5.i.i33
  %add.i.i34 = fadd double %sub8.i.i, %mul9.i.i
  %mul10.i.i = fmul double %sub.i.i32, %40
  %add11.i.i = fadd double %add.i.i34, %mul10.i.i
  %mul12.i.i = fmul double %sub.i.i32, %sub5.i.i33
  %add13.i.i = fadd double %add11.i.i, %mul12.i.i
  %mul.i = fmul double %26, %36
  %mul7.i = fmul double %27, %35
  %add.i37 = fadd double %mul.i, %mul7.i
  %add8.i = fadd double %add13.i.i, %add.i37
  %add.i104 = fadd double %mul.i.i, %add8.i
  %sub.i105 = fsub double %add.i104, %mul.i.i
  %sub3.i106 = fsub double %add8.i, %sub.i105
  %.fca.0.insert.i107 = insertvalue { double, double } poison, double %add.i104, 0
  %.fca.1.insert.i108 = insertvalue { double, double } %.fca.0.insert.i107, double %sub3.i106, 1
  %41 = extractvalue { double, double } %.fca.1.insert.i108, 0
  %42 = extractvalue { double, double } %.fca.1.insert.i108, 1
  store double %41, ptr %other, align 8
  %tmp35.sroa.2.0.other.sroa_idx = getelementptr inbounds i8, ptr %other, i64 8
  store double %42, ptr %tmp35.sroa.2.0.other.sroa_idx, align 8
  %43 = extractvalue { double, double } { double 0x400921FB54442D18, double 0x3CA1A62633145C07 }, 0
  %44 = extractvalue { double, double } { double 0x400921FB54442D18, double 0x3CA1A62633145C07 }, 1
  %45 = getelementptr inbounds nuw { double, double }, ptr %other, i32 0, i32 0
  %46 = load double, ptr %45, align 8
  %47 = getelementptr inbounds nuw { double, double }, ptr %other, i32 0, i32 1
  %48 = load double, ptr %47, align 8
  %div.i = fdiv double %43, %46
  %49 = bitcast double %div.i to i64
  %and.i.i62 = and i64 %49, -134217728
  %50 = bitcast i64 %and.i.i62 to double
  %51 = bitcast double %46 to i64
  %and3.i.i63 = and i64 %51, -134217728
  %52 = bitcast i64 %and3.i.i63 to double
  %sub.i.i64 = fsub double %div.i, %50
  %sub5.i.i65 = fsub double %46, %52
  %mul.i.i66 = fmul double %div.i, %46
  %mul6.i.i67 = fmul double %50, %52
  %sub8.i.i68 = fsub double %mul6.i.i67, %mul.i.i66
  %mul9.i.i69 = fmul double %50, %sub5.i.i65
  %add.i.i70 = fadd double %sub8.i.i68, %mul9.i.i69
  %mul10.i.i71 = fmul double %sub.i.i64, %52
  %add11.i.i72 = fadd double %add.i.i70, %mul10.i.i71
  %mul12.i.i73 = fmul double %sub.i.i64, %sub5.i.i65
  %add13.i.i74 = fadd double %add11.i.i72, %mul12.i.i73
  %sub.i = fsub double %43, %mul.i.i66
  %sub5.i = fsub double %sub.i, %add13.i.i74
  %add.i77 = fadd double %sub5.i, %44
  %mul.i78 = fmul double %div.i, %48
  %sub8.i = fsub double %add.i77, %mul.i78
  %div10.i = fdiv double %sub8.i, %46
  %add.i94 = fadd double %div.i, %div10.i
  %sub.i95 = fsub double %add.i94, %div.i
  %sub3.i96 = fsub double %div10.i, %sub.i95
  %.fca.0.insert.i97 = insertvalue { double, double } poison, double %add.i94, 0
  %.fca.1.insert.i98 = insertvalue { double, double } %.fca.0.insert.i97, double %sub3.i96, 1
  %53 = extractvalue { double, double } %.fca.1.insert.i98, 0
  %54 = extractvalue { double, double } %.fca.1.insert.i98, 1
  store double %53, ptr %other, align 8
  %tmp41.sroa.2.0.other.sroa_idx = getelementptr inbounds i8, ptr %other, i64 8
  store double %54, ptr %tmp41.sroa.2.0.other.sroa_idx, align 8
  %high45 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %other, i32 0, i32 0
  %55 = load double, ptr %high45, align 8
  %low46 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %other, i32 0, i32 1
  %56 = load double, ptr %low46, align 8
  %low47 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %other, i32 0, i32 1
  %call48 = call double @mlcc_logarithm(double %55, double %56, ptr %low47)
  %high49 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %other, i32 0, i32 0
  store double %call48, ptr %high49, align 8
  %high52 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 0
  %57 = load double, ptr %high52, align 8
  %fneg53 = fneg double %57
  %low54 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 1
  %58 = load double, ptr %low54, align 8
  %fneg55 = fneg double %58
  %.fca.0.insert.i = insertvalue { double, double } poison, double %fneg53, 0
  %.fca.1.insert.i = insertvalue { double, double } %.fca.0.insert.i, double %fneg55, 1
  %59 = extractvalue { double, double } %.fca.1.insert.i, 0
  %60 = extractvalue { double, double } %.fca.1.insert.i, 1
  %61 = getelementptr inbounds nuw { double, double }, ptr %other, i32 0, i32 0
  %62 = load double, ptr %61, align 8
  %63 = getelementptr inbounds nuw { double, double }, ptr %other, i32 0, i32 1
  %64 = load double, ptr %63, align 8
  %add.i.i = fadd double %62, %59
  %sub.i.i = fsub double %add.i.i, %62
  %sub3.i.i = fsub double %add.i.i, %sub.i.i
  %sub4.i.i = fsub double %62, %sub3.i.i
  %sub5.i.i = fsub double %59, %sub.i.i
  %add6.i.i = fadd double %sub4.i.i, %sub5.i.i
  %add.i = fadd double %64, %60
  %add5.i = fadd double %add6.i.i, %add.i
  %add.i114 = fadd double %add.i.i, %add5.i
  %sub.i115 = fsub double %add.i114, %add.i.i
  %sub3.i116 = fsub double %add5.i, %sub.i115
  %.fca.0.insert.i117 = insertvalue { double, double } poison, double %add.i114, 0
  %.fca.1.insert.i118 = insertvalue { double, double } %.fca.0.insert.i117, double %sub3.i116, 1
  %65 = extractvalue { double, double } %.fca.1.insert.i118, 0
  %66 = extractvalue { double, double } %.fca.1.insert.i118, 1
  store double %65, ptr %r, align 8
  %tmp50.sroa.2.0.r.sroa_idx = getelementptr inbounds i8, ptr %r, i64 8
  store double %66, ptr %tmp50.sroa.2.0.r.sroa_idx, align 8
  br label %if.end58

if.end58:
  %high59 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 0
  %67 = load double, ptr %high59, align 8
  %low60 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 1
  %68 = load double, ptr %low60, align 8
  %add61 = fadd double %67, %68
  br label %return

return:
  %retval.0 = phi double [ %x., %if.then ], [ %fneg, %if.then15 ], [ %mul28, %if.end18 ], [ %add61, %if.end58 ]
  ret double %retval.0
}

define internal float @tgammaf(float %x) {
entry:
  %conv = fpext float %x to double
  %call = call double @tgamma(double %conv)
  %conv1 = fptrunc double %call to float
  ret float %conv1
}

define internal float @lgammaf(float %x) {
entry:
  %conv = fpext float %x to double
  %call = call double @lgamma(double %conv)
  %conv1 = fptrunc double %call to float
  ret float %conv1
}

declare double @mlcc_sine(double, double, ptr)

declare double @mlcc_cosine(double, double, ptr)

declare void @llvm.lifetime.start.p0(ptr)

declare void @llvm.lifetime.end.p0(ptr)
