; Generated from libm_gamma.c by mlcc.runtime.native.generate.

%struct.mlcc_pair = type { double, double }

@mlcc_rt.libm_gamma.erf.series = internal constant [19 x double] [double 0x3BCAB5CC31489F29, double 0xBC118CC8A061C479, double 0x3C55F7919BC67B8C, double 0xBC9A2007AF3447F6, double 0x3CDD70B3537F4765, double 0xBD1F56F071A885CF, double 0x3D5F683AE4A97007, double 0xBD9D8453CB0C46EA, double 0x3DD9E6AD5E55A730, double 0xBE151D7181C5D36D, double 0x3E4FCC5720624C1C, double 0xBE85F742EC43E71A, double 0x3EBB9E6C9DC651A3, double 0xBEEF4D25C3E0C2EB, double 0x3F1F9A326F9B89B7, double 0xBF4C02DB40040B86, double 0x3F7565BCD0E6A53F, double 0xBF9B82CE31288B51, double 0x3FBCE2F21A042BE2], align 8
@mlcc_rt.libm_gamma.erf.fit = internal constant [18 x double] [double 0xBE5BD674A4B37EFE, double 0xBE9008EFB840F3CF, double 0xBE924CDD513FCDA3, double 0x3EB523269BB1D46E, double 0x3EC1C21E19AA6C5B, double 0xBEE0BC21CB4F942E, double 0xBEEAF854B573B9D1, double 0x3F10CAC64CF08CB6, double 0x3F07BA10334165EA, double 0xBF439084CB001AD2, double 0x3F473101E7556A26, double 0x3F717C838EEDB88A, double 0xBF98FA58EB5D84E7, double 0x3FB258B13B01793F, double 0xBFC336FFBEF08B52, double 0x3FCF6FF204105975, double 0xBFD4E102B9CF8513, double 0x3FC6E9827D229D2D], align 8
@mlcc_rt.libm_gamma.mlcc_gamma_from_2.zeta = internal constant [31 x double] [double 0xBD8F07C514FC9F0A, double 0x3DA000026E3F644F, double 0xBDB08424CBC543D8, double 0x3DC11116E693ED98, double 0xBDD1A7C26EC2523C, double 0x3DE24932A337434C, double 0xBDF2F69A9FABE3E0, double 0x3E03B15D2B2FC10C, double 0xBE147B1679258D0E, double 0x3E2555A877FFD2C3, double 0xBE36434A8447AEAD, double 0x3E47469DACCFADCD, double 0xBE5862C734DF3EAC, double 0x3E699B93C2070B0F, double 0xBE7AF5A6CBBF8A97, double 0x3E8C76BBB3F07A4D, double 0xBE9E2600D93CFD2F, double 0x3EB0064CDEB22F0F, double 0xBEC11B2EB7679541, double 0x3ED2597A39F34AAC, double 0xBEE3CBC963CE2243, double 0x3EF580DCEE66EB02, double 0xBF078DE5BD7C81EF, double 0x3F1A127B0F17D65A, double 0xBF2D3FD4C76D2FC8, double 0x3F40B36AF86396E9, double 0xBF538AC5C2BF8E08, double 0x3F67ADD6EADB6C30, double 0xBF7E404FC218F5F2, double 0x3F951322AC7D8483, double 0xBFB13E001A557607], align 8
@mlcc_rt.libm_gamma.mlcc_stirling.bernoulli = internal constant [9 x double] [double 0x3FC6FE96381E0680, double 0xBF9E4286CB0F5398, double 0x3F7A41A41A41A41A, double 0xBF5F6AB0D9993C7D, double 0x3F4B951E2B18FF23, double 0xBF43813813813814, double 0x3F4A01A01A01A01A, double 0xBF66C16C16C16C17, double 0x3FB5555555555555], align 8

define internal double @erf(double %x) {
entry:
  %low25 = alloca double, align 8
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
  br label %for.cond.i

for.cond.i:
  %sum.0.i = phi double [ 0x3BCAB5CC31489F29, %if.then ], [ %add.i48, %for.body.i ]
  %i.0.i = phi i32 [ 1, %if.then ], [ %inc.i, %for.body.i ]
  %cmp.i = icmp ult i32 %i.0.i, 19
  br i1 %cmp.i, label %for.body.i, label %mlcc_polynomial.exit

for.body.i:
  %mul.i47 = fmul double %sum.0.i, %mul.i
  %arrayidx1.i = getelementptr inbounds nuw double, ptr @mlcc_rt.libm_gamma.erf.series, i32 %i.0.i
  %4 = load double, ptr %arrayidx1.i, align 4
  %add.i48 = fadd double %mul.i47, %4
  %inc.i = add i32 %i.0.i, 1
  br label %for.cond.i

mlcc_polynomial.exit:
  %mul = fmul double %mul.i, %sum.0.i
  %add.i59 = fadd double 0xBFD812746B0379E7, %mul
  %sub.i60 = fsub double %add.i59, 0xBFD812746B0379E7
  %sub3.i = fsub double %add.i59, %sub.i60
  %sub4.i = fsub double 0xBFD812746B0379E7, %sub3.i
  %sub5.i61 = fsub double %mul, %sub.i60
  %add6.i = fadd double %sub4.i, %sub5.i61
  %add = fadd double %add6.i, 0x3C6EE12E49CAB700
  %5 = bitcast double %mul.i to i64
  %and.i.i = and i64 %5, -134217728
  %6 = bitcast i64 %and.i.i to double
  %7 = bitcast double %add.i59 to i64
  %and3.i.i = and i64 %7, -134217728
  %8 = bitcast i64 %and3.i.i to double
  %sub.i.i72 = fsub double %mul.i, %6
  %sub5.i.i73 = fsub double %add.i59, %8
  %mul.i.i = fmul double %mul.i, %add.i59
  %mul6.i.i = fmul double %6, %8
  %sub8.i.i = fsub double %mul6.i.i, %mul.i.i
  %mul9.i.i = fmul double %6, %sub5.i.i73
  %add.i.i74 = fadd double %sub8.i.i, %mul9.i.i
  %mul10.i.i = fmul double %sub.i.i72, %8
  %add11.i.i = fadd double %add.i.i74, %mul10.i.i
  %mul12.i.i = fmul double %sub.i.i72, %sub5.i.i73
  %add13.i.i = fadd double %add11.i.i, %mul12.i.i
  %mul.i77 = fmul double %mul.i, %add
  %mul12.i78 = fmul double %add13.i, %add.i59
  %add.i79 = fadd double %mul.i77, %mul12.i78
  %add13.i80 = fadd double %add13.i.i, %add.i79
  %add.i90 = fadd double %mul.i.i, %add13.i80
  %sub.i91 = fsub double %add.i90, %mul.i.i
  %sub3.i92 = fsub double %add13.i80, %sub.i91
  %add.i.i = fadd double 0x3FC06EBA8214DB69, %add.i90
  %sub.i.i = fsub double %add.i.i, 0x3FC06EBA8214DB69
  %sub3.i.i = fsub double %add.i.i, %sub.i.i
  %sub4.i.i = fsub double 0x3FC06EBA8214DB69, %sub3.i.i
  %sub5.i.i = fsub double %add.i90, %sub.i.i
  %add6.i.i = fadd double %sub4.i.i, %sub5.i.i
  %add.i70 = fadd double 0xBC6CA38ADD602500, %sub3.i92
  %add10.i = fadd double %add6.i.i, %add.i70
  %add.i93 = fadd double %add.i.i, %add10.i
  %sub.i94 = fsub double %add.i93, %add.i.i
  %sub3.i95 = fsub double %add10.i, %sub.i94
  %mul14 = fmul double %1, %add.i93
  %mul16 = fmul double %1, %sub3.i95
  %add17 = fadd double %mul14, %mul16
  %add18 = fadd double %1, %add17
  %9 = bitcast double %add18 to i64
  %and.i81 = and i64 %9, 9223372036854775807
  %10 = bitcast double %x to i64
  %and2.i = and i64 %10, -9223372036854775808
  %or.i = or i64 %and.i81, %and2.i
  %11 = bitcast i64 %or.i to double
  br label %return

if.end:
  %cmp20 = fcmp olt double %1, 6.000000e+00
  br i1 %cmp20, label %if.end24, label %if.then21

if.then21:
  %cmp22 = fcmp une double %1, %1
  %12 = bitcast double %x to i64
  %and2.i82 = and i64 %12, -9223372036854775808
  %or.i83 = or i64 4607182418800017408, %and2.i82
  %13 = bitcast i64 %or.i83 to double
  %cond = select i1 %cmp22, double %x, double %13
  br label %return

if.end24:
  %and.i19 = and i64 %and, -134217728
  %14 = bitcast i64 %and.i19 to double
  %and3.i20 = and i64 %and, -134217728
  %15 = bitcast i64 %and3.i20 to double
  %sub.i21 = fsub double %1, %14
  %sub5.i22 = fsub double %1, %15
  %mul.i23 = fmul double %1, %1
  %mul6.i24 = fmul double %14, %15
  %sub8.i25 = fsub double %mul6.i24, %mul.i23
  %mul9.i26 = fmul double %14, %sub5.i22
  %add.i27 = fadd double %sub8.i25, %mul9.i26
  %mul10.i28 = fmul double %sub.i21, %15
  %add11.i29 = fadd double %add.i27, %mul10.i28
  %mul12.i30 = fmul double %sub.i21, %sub5.i22
  %add13.i31 = fadd double %add11.i29, %mul12.i30
  %fneg = fneg double %mul.i23
  %fneg28 = fneg double %add13.i31
  %call29 = call double @mlcc_exponential(double %fneg, double %fneg28, ptr %low25, ptr %n)
  %sub = fsub double %1, 3.000000e+00
  %add30 = fadd double %1, 3.000000e+00
  %div = fdiv double %sub, %add30
  br label %for.cond.i49

for.cond.i49:
  %sum.0.i50 = phi double [ 0xBE5BD674A4B37EFE, %if.end24 ], [ %add.i56, %for.body.i53 ]
  %i.0.i51 = phi i32 [ 1, %if.end24 ], [ %inc.i57, %for.body.i53 ]
  %cmp.i52 = icmp ult i32 %i.0.i51, 18
  br i1 %cmp.i52, label %for.body.i53, label %mlcc_polynomial.exit58

for.body.i53:
  %mul.i54 = fmul double %sum.0.i50, %div
  %arrayidx1.i55 = getelementptr inbounds nuw double, ptr @mlcc_rt.libm_gamma.erf.fit, i32 %i.0.i51
  %16 = load double, ptr %arrayidx1.i55, align 4
  %add.i56 = fadd double %mul.i54, %16
  %inc.i57 = add i32 %i.0.i51, 1
  br label %for.cond.i49

mlcc_polynomial.exit58:
  %17 = load i32, ptr %n, align 4
  %div.i = sdiv i32 %17, 2
  %add.i87 = add nsw i32 1023, %div.i
  %conv.i = sext i32 %add.i87 to i64
  %shl.i = shl i64 %conv.i, 52
  %18 = bitcast i64 %shl.i to double
  %add1.i = add nsw i32 1023, %17
  %sub.i88 = sub nsw i32 %add1.i, %div.i
  %conv2.i = sext i32 %sub.i88 to i64
  %shl3.i = shl i64 %conv2.i, 52
  %19 = bitcast i64 %shl3.i to double
  %mul4.i = fmul double %18, %19
  %20 = bitcast double %call29 to i64
  %and.i33 = and i64 %20, -134217728
  %21 = bitcast i64 %and.i33 to double
  %22 = bitcast double %sum.0.i50 to i64
  %and3.i34 = and i64 %22, -134217728
  %23 = bitcast i64 %and3.i34 to double
  %sub.i35 = fsub double %call29, %21
  %sub5.i36 = fsub double %sum.0.i50, %23
  %mul.i37 = fmul double %call29, %sum.0.i50
  %mul6.i38 = fmul double %21, %23
  %sub8.i39 = fsub double %mul6.i38, %mul.i37
  %mul9.i40 = fmul double %21, %sub5.i36
  %add.i41 = fadd double %sub8.i39, %mul9.i40
  %mul10.i42 = fmul double %sub.i35, %23
  %add11.i43 = fadd double %add.i41, %mul10.i42
  %mul12.i44 = fmul double %sub.i35, %sub5.i36
  %add13.i45 = fadd double %add11.i43, %mul12.i44
  %fneg35 = fneg double %mul.i37
  %mul36 = fmul double %fneg35, %mul4.i
  %add.i63 = fadd double 1.000000e+00, %mul36
  %sub.i64 = fsub double %add.i63, 1.000000e+00
  %sub3.i65 = fsub double %add.i63, %sub.i64
  %sub4.i66 = fsub double 1.000000e+00, %sub3.i65
  %sub5.i67 = fsub double %mul36, %sub.i64
  %add6.i68 = fadd double %sub4.i66, %sub5.i67
  %24 = load double, ptr %low25, align 8
  %mul40 = fmul double %24, %sum.0.i50
  %add41 = fadd double %add13.i45, %mul40
  %mul42 = fmul double %add41, %mul4.i
  %sub43 = fsub double %add6.i68, %mul42
  %add44 = fadd double %add.i63, %sub43
  %25 = bitcast double %add44 to i64
  %and.i84 = and i64 %25, 9223372036854775807
  %26 = bitcast double %x to i64
  %and2.i85 = and i64 %26, -9223372036854775808
  %or.i86 = or i64 %and.i84, %and2.i85
  %27 = bitcast i64 %or.i86 to double
  br label %return

return:
  %retval.0 = phi double [ %11, %mlcc_polynomial.exit ], [ %27, %mlcc_polynomial.exit58 ], [ %cond, %if.then21 ]
  ret double %retval.0
}

declare double @mlcc_exponential(double, double, ptr, ptr)

define internal double @mlcc_log_gamma(double %x, ptr %low) {
entry:
  %r.i54 = alloca %struct.mlcc_pair, align 4
  %product = alloca %struct.mlcc_pair, align 4
  %cmp = fcmp olt double %x, 1.600000e+01
  br i1 %cmp, label %if.then, label %if.else

if.then:
  %cmp.i = fcmp olt double %x, 5.000000e-01
  br i1 %cmp.i, label %if.then.i, label %if.end.i

if.then.i:
  %add.i.i13 = fadd double 1.000000e+00, %x
  %sub.i.i14 = fsub double %add.i.i13, 1.000000e+00
  %sub3.i.i15 = fsub double %add.i.i13, %sub.i.i14
  %sub4.i.i16 = fsub double 1.000000e+00, %sub3.i.i15
  %sub5.i.i17 = fsub double %x, %sub.i.i14
  %add6.i.i18 = fadd double %sub4.i.i16, %sub5.i.i17
  %0 = bitcast double %x to i64
  %and.i.i20.i = and i64 %0, -134217728
  %1 = bitcast i64 %and.i.i20.i to double
  %2 = bitcast double %add.i.i13 to i64
  %and3.i.i21.i = and i64 %2, -134217728
  %3 = bitcast i64 %and3.i.i21.i to double
  %sub.i.i22.i = fsub double %x, %1
  %sub5.i.i23.i = fsub double %add.i.i13, %3
  %mul.i.i24.i = fmul double %x, %add.i.i13
  %mul6.i.i25.i = fmul double %1, %3
  %sub8.i.i26.i = fsub double %mul6.i.i25.i, %mul.i.i24.i
  %mul9.i.i27.i = fmul double %1, %sub5.i.i23.i
  %add.i.i28.i = fadd double %sub8.i.i26.i, %mul9.i.i27.i
  %mul10.i.i29.i = fmul double %sub.i.i22.i, %3
  %add11.i.i30.i = fadd double %add.i.i28.i, %mul10.i.i29.i
  %mul12.i.i31.i = fmul double %sub.i.i22.i, %sub5.i.i23.i
  %add13.i.i32.i = fadd double %add11.i.i30.i, %mul12.i.i31.i
  %mul.i35.i = fmul double %x, %add6.i.i18
  %mul12.i36.i = fmul double 0.000000e+00, %add.i.i13
  %add.i37.i = fadd double %mul.i35.i, %mul12.i36.i
  %add13.i38.i = fadd double %add13.i.i32.i, %add.i37.i
  %add.i130 = fadd double %mul.i.i24.i, %add13.i38.i
  store double %add.i130, ptr %product, align 4
  %4 = load double, ptr %product, align 4
  %sub.i131 = fsub double %4, %mul.i.i24.i
  %sub3.i132 = fsub double %add13.i38.i, %sub.i131
  %low4.i133 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %product, i32 0, i32 1
  store double %sub3.i132, ptr %low4.i133, align 4
  br label %mlcc_gamma_factors.exit

if.end.i:
  %cmp4.i = fcmp olt double %x, 1.500000e+00
  br i1 %cmp4.i, label %if.then5.i, label %if.end6.i

if.then5.i:
  %sub.i = fsub double %x, 1.000000e+00
  store double %x, ptr %product, align 4
  %low2.i15.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %product, i32 0, i32 1
  store double 0.000000e+00, ptr %low2.i15.i, align 4
  br label %mlcc_gamma_factors.exit

if.end6.i:
  %sub7.i = fsub double %x, 1.500000e+00
  %conv.i = fptosi double %sub7.i to i32
  br label %for.cond.i

for.cond.i:
  %product.i.sroa.0.0 = phi double [ 1.000000e+00, %if.end6.i ], [ %add.i134, %for.body.i ]
  %product.i.sroa.6.0 = phi double [ 0.000000e+00, %if.end6.i ], [ %sub3.i136, %for.body.i ]
  %i.0.i = phi i32 [ 1, %if.end6.i ], [ %inc.i, %for.body.i ]
  %cmp8.i = icmp sle i32 %i.0.i, %conv.i
  br i1 %cmp8.i, label %for.body.i, label %for.end.i

for.body.i:
  %conv11.i = sitofp i32 %i.0.i to double
  %sub12.i = fsub double %x, %conv11.i
  %5 = bitcast double %product.i.sroa.0.0 to i64
  %and.i.i.i = and i64 %5, -134217728
  %6 = bitcast i64 %and.i.i.i to double
  %7 = bitcast double %sub12.i to i64
  %and3.i.i.i = and i64 %7, -134217728
  %8 = bitcast i64 %and3.i.i.i to double
  %sub.i.i.i = fsub double %product.i.sroa.0.0, %6
  %sub5.i.i.i = fsub double %sub12.i, %8
  %mul.i.i.i = fmul double %product.i.sroa.0.0, %sub12.i
  %mul6.i.i.i = fmul double %6, %8
  %sub8.i.i.i = fsub double %mul6.i.i.i, %mul.i.i.i
  %mul9.i.i.i = fmul double %6, %sub5.i.i.i
  %add.i.i.i = fadd double %sub8.i.i.i, %mul9.i.i.i
  %mul10.i.i.i = fmul double %sub.i.i.i, %8
  %add11.i.i.i = fadd double %add.i.i.i, %mul10.i.i.i
  %mul12.i.i.i = fmul double %sub.i.i.i, %sub5.i.i.i
  %add13.i.i.i = fadd double %add11.i.i.i, %mul12.i.i.i
  %mul.i.i = fmul double %product.i.sroa.0.0, 0.000000e+00
  %mul12.i.i = fmul double %product.i.sroa.6.0, %sub12.i
  %add.i18.i = fadd double %mul.i.i, %mul12.i.i
  %add13.i.i = fadd double %add13.i.i.i, %add.i18.i
  %add.i134 = fadd double %mul.i.i.i, %add13.i.i
  %sub.i135 = fsub double %add.i134, %mul.i.i.i
  %sub3.i136 = fsub double %add13.i.i, %sub.i135
  %inc.i = add nsw i32 %i.0.i, 1
  br label %for.cond.i

for.end.i:
  %add.i12 = add nsw i32 %conv.i, 2
  %conv17.i = sitofp i32 %add.i12 to double
  %sub18.i = fsub double %x, %conv17.i
  store double %product.i.sroa.0.0, ptr %product, align 4
  %product.i.sroa.6.0.product.sroa_idx = getelementptr inbounds i8, ptr %product, i32 8
  store double %product.i.sroa.6.0, ptr %product.i.sroa.6.0.product.sroa_idx, align 4
  br label %mlcc_gamma_factors.exit

mlcc_gamma_factors.exit:
  %z.0 = phi double [ %x, %if.then.i ], [ %sub.i, %if.then5.i ], [ %sub18.i, %for.end.i ]
  br label %for.cond.i.i

for.cond.i.i:
  %sum.0.i.i = phi double [ 0xBD8F07C514FC9F0A, %mlcc_gamma_factors.exit ], [ %add.i.i52, %for.body.i.i ]
  %i.0.i.i = phi i32 [ 1, %mlcc_gamma_factors.exit ], [ %inc.i.i, %for.body.i.i ]
  %cmp.i.i = icmp ult i32 %i.0.i.i, 31
  br i1 %cmp.i.i, label %for.body.i.i, label %mlcc_gamma_from_2.exit

for.body.i.i:
  %mul.i.i51 = fmul double %sum.0.i.i, %z.0
  %arrayidx1.i.i = getelementptr inbounds nuw double, ptr @mlcc_rt.libm_gamma.mlcc_gamma_from_2.zeta, i32 %i.0.i.i
  %9 = load double, ptr %arrayidx1.i.i, align 4
  %add.i.i52 = fadd double %mul.i.i51, %9
  %inc.i.i = add i32 %i.0.i.i, 1
  br label %for.cond.i.i

mlcc_gamma_from_2.exit:
  %mul.i = fmul double %z.0, %sum.0.i.i
  %add.i3.i = fadd double 0x3FD4A34CC4A60FA6, %mul.i
  %sub.i.i24 = fsub double %add.i3.i, 0x3FD4A34CC4A60FA6
  %sub3.i.i25 = fsub double %add.i3.i, %sub.i.i24
  %sub4.i.i26 = fsub double 0x3FD4A34CC4A60FA6, %sub3.i.i25
  %sub5.i.i27 = fsub double %mul.i, %sub.i.i24
  %add6.i.i28 = fadd double %sub4.i.i26, %sub5.i.i27
  %add.i31 = fadd double %add6.i.i28, 0x3C71873D8912200C
  %10 = bitcast double %z.0 to i64
  %and.i.i15.i = and i64 %10, -134217728
  %11 = bitcast i64 %and.i.i15.i to double
  %12 = bitcast double %add.i3.i to i64
  %and3.i.i16.i = and i64 %12, -134217728
  %13 = bitcast i64 %and3.i.i16.i to double
  %sub.i.i17.i = fsub double %z.0, %11
  %sub5.i.i18.i = fsub double %add.i3.i, %13
  %mul.i.i19.i = fmul double %z.0, %add.i3.i
  %mul6.i.i20.i = fmul double %11, %13
  %sub8.i.i21.i = fsub double %mul6.i.i20.i, %mul.i.i19.i
  %mul9.i.i22.i = fmul double %11, %sub5.i.i18.i
  %add.i.i23.i = fadd double %sub8.i.i21.i, %mul9.i.i22.i
  %mul10.i.i24.i = fmul double %sub.i.i17.i, %13
  %add11.i.i25.i = fadd double %add.i.i23.i, %mul10.i.i24.i
  %mul12.i.i26.i = fmul double %sub.i.i17.i, %sub5.i.i18.i
  %add13.i.i27.i = fadd double %add11.i.i25.i, %mul12.i.i26.i
  %mul.i30.i = fmul double %z.0, %add.i31
  %mul12.i31.i = fmul double 0.000000e+00, %add.i3.i
  %add.i32.i = fadd double %mul.i30.i, %mul12.i31.i
  %add13.i33.i = fadd double %add13.i.i27.i, %add.i32.i
  %add.i126 = fadd double %mul.i.i19.i, %add13.i33.i
  %sub.i127 = fsub double %add.i126, %mul.i.i19.i
  %sub3.i128 = fsub double %add13.i33.i, %sub.i127
  %add.i.i.i34 = fadd double 0x3FDB0EE6072093CE, %add.i126
  %sub.i.i.i35 = fsub double %add.i.i.i34, 0x3FDB0EE6072093CE
  %sub3.i.i.i = fsub double %add.i.i.i34, %sub.i.i.i35
  %sub4.i.i.i = fsub double 0x3FDB0EE6072093CE, %sub3.i.i.i
  %sub5.i.i.i36 = fsub double %add.i126, %sub.i.i.i35
  %add6.i.i.i = fadd double %sub4.i.i.i, %sub5.i.i.i36
  %add.i4.i = fadd double 0x3C56CB90701FBFAB, %sub3.i128
  %add10.i.i = fadd double %add6.i.i.i, %add.i4.i
  %add.i122 = fadd double %add.i.i.i34, %add10.i.i
  %sub.i123 = fsub double %add.i122, %add.i.i.i34
  %sub3.i124 = fsub double %add10.i.i, %sub.i123
  %14 = bitcast double %z.0 to i64
  %and.i.i.i39 = and i64 %14, -134217728
  %15 = bitcast i64 %and.i.i.i39 to double
  %16 = bitcast double %add.i122 to i64
  %and3.i.i.i40 = and i64 %16, -134217728
  %17 = bitcast i64 %and3.i.i.i40 to double
  %sub.i.i7.i = fsub double %z.0, %15
  %sub5.i.i8.i = fsub double %add.i122, %17
  %mul.i.i.i41 = fmul double %z.0, %add.i122
  %mul6.i.i.i42 = fmul double %15, %17
  %sub8.i.i.i43 = fsub double %mul6.i.i.i42, %mul.i.i.i41
  %mul9.i.i.i44 = fmul double %15, %sub5.i.i8.i
  %add.i.i9.i = fadd double %sub8.i.i.i43, %mul9.i.i.i44
  %mul10.i.i.i45 = fmul double %sub.i.i7.i, %17
  %add11.i.i.i46 = fadd double %add.i.i9.i, %mul10.i.i.i45
  %mul12.i.i.i47 = fmul double %sub.i.i7.i, %sub5.i.i8.i
  %add13.i.i.i48 = fadd double %add11.i.i.i46, %mul12.i.i.i47
  %mul.i12.i = fmul double %z.0, %sub3.i124
  %mul12.i.i49 = fmul double 0.000000e+00, %add.i122
  %add.i13.i = fadd double %mul.i12.i, %mul12.i.i49
  %add13.i.i50 = fadd double %add13.i.i.i48, %add.i13.i
  %add.i118 = fadd double %mul.i.i.i41, %add13.i.i50
  %sub.i119 = fsub double %add.i118, %mul.i.i.i41
  %sub3.i120 = fsub double %add13.i.i50, %sub.i119
  %cmp1 = fcmp olt double %x, 1.500000e+00
  %cmp2 = fcmp oge double %x, 2.500000e+00
  %or.cond = or i1 %cmp1, %cmp2
  br i1 %or.cond, label %if.then3, label %if.end17

if.then3:
  %high = getelementptr inbounds nuw %struct.mlcc_pair, ptr %product, i32 0, i32 0
  %18 = load double, ptr %high, align 4
  %low4 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %product, i32 0, i32 1
  %19 = load double, ptr %low4, align 4
  %low5 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %product, i32 0, i32 1
  %call = call double @mlcc_logarithm(double %18, double %19, ptr %low5)
  %high6 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %product, i32 0, i32 0
  store double %call, ptr %high6, align 4
  %cmp8 = fcmp olt double %x, 1.500000e+00
  br i1 %cmp8, label %cond.true, label %cond.false

cond.true:
  %high9 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %product, i32 0, i32 0
  %20 = load double, ptr %high9, align 4
  %fneg = fneg double %20
  %low10 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %product, i32 0, i32 1
  %21 = load double, ptr %low10, align 4
  %fneg11 = fneg double %21
  br label %cond.end

cond.false:
  %agg.tmp.sroa.0.0.copyload = load double, ptr %product, align 4
  %agg.tmp.sroa.3.0.product.sroa_idx = getelementptr inbounds i8, ptr %product, i32 8
  %agg.tmp.sroa.3.0.copyload = load double, ptr %agg.tmp.sroa.3.0.product.sroa_idx, align 4
  br label %cond.end

cond.end:
  %agg.tmp.sroa.3.0 = phi double [ %fneg11, %cond.true ], [ %agg.tmp.sroa.3.0.copyload, %cond.false ]
  %agg.tmp.sroa.0.0 = phi double [ %fneg, %cond.true ], [ %agg.tmp.sroa.0.0.copyload, %cond.false ]
  %add.i.i = fadd double %add.i118, %agg.tmp.sroa.0.0
  %sub.i.i = fsub double %add.i.i, %add.i118
  %sub3.i.i = fsub double %add.i.i, %sub.i.i
  %sub4.i.i = fsub double %add.i118, %sub3.i.i
  %sub5.i.i = fsub double %agg.tmp.sroa.0.0, %sub.i.i
  %add6.i.i = fadd double %sub4.i.i, %sub5.i.i
  %add.i = fadd double %sub3.i120, %agg.tmp.sroa.3.0
  %add10.i = fadd double %add6.i.i, %add.i
  %add.i138 = fadd double %add.i.i, %add10.i
  %sub.i139 = fsub double %add.i138, %add.i.i
  %sub3.i140 = fsub double %add10.i, %sub.i139
  br label %if.end17

if.else:
  call void @llvm.lifetime.start.p0(ptr %r.i54)
  %low.i58 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i54, i32 0, i32 1
  %call.i = call double @mlcc_logarithm(double %x, double 0.000000e+00, ptr %low.i58)
  store double %call.i, ptr %r.i54, align 4
  %add.i7.i = fadd double %x, -5.000000e-01
  %sub.i8.i = fsub double %add.i7.i, %x
  %sub3.i9.i = fsub double %add.i7.i, %sub.i8.i
  %sub4.i10.i = fsub double %x, %sub3.i9.i
  %sub5.i11.i = fsub double -5.000000e-01, %sub.i8.i
  %add6.i12.i = fadd double %sub4.i10.i, %sub5.i11.i
  %22 = load double, ptr %r.i54, align 4
  %low5.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i54, i32 0, i32 1
  %23 = load double, ptr %low5.i, align 4
  %24 = bitcast double %add.i7.i to i64
  %and.i.i.i60 = and i64 %24, -134217728
  %25 = bitcast i64 %and.i.i.i60 to double
  %26 = bitcast double %22 to i64
  %and3.i.i.i61 = and i64 %26, -134217728
  %27 = bitcast i64 %and3.i.i.i61 to double
  %sub.i.i27.i = fsub double %add.i7.i, %25
  %sub5.i.i28.i = fsub double %22, %27
  %mul.i.i.i62 = fmul double %add.i7.i, %22
  %mul6.i.i.i63 = fmul double %25, %27
  %sub8.i.i.i64 = fsub double %mul6.i.i.i63, %mul.i.i.i62
  %mul9.i.i.i65 = fmul double %25, %sub5.i.i28.i
  %add.i.i29.i = fadd double %sub8.i.i.i64, %mul9.i.i.i65
  %mul10.i.i.i66 = fmul double %sub.i.i27.i, %27
  %add11.i.i.i67 = fadd double %add.i.i29.i, %mul10.i.i.i66
  %mul12.i.i.i68 = fmul double %sub.i.i27.i, %sub5.i.i28.i
  %add13.i.i.i69 = fadd double %add11.i.i.i67, %mul12.i.i.i68
  %mul.i32.i = fmul double %add.i7.i, %23
  %mul12.i.i70 = fmul double %add6.i12.i, %22
  %add.i33.i = fadd double %mul.i32.i, %mul12.i.i70
  %add13.i.i71 = fadd double %add13.i.i.i69, %add.i33.i
  %add.i114 = fadd double %mul.i.i.i62, %add13.i.i71
  %sub.i115 = fsub double %add.i114, %mul.i.i.i62
  %sub3.i116 = fsub double %add13.i.i71, %sub.i115
  %fneg.i = fneg double %x
  %add.i.i16.i = fadd double %add.i114, %fneg.i
  %sub.i.i17.i75 = fsub double %add.i.i16.i, %add.i114
  %sub3.i.i18.i = fsub double %add.i.i16.i, %sub.i.i17.i75
  %sub4.i.i19.i = fsub double %add.i114, %sub3.i.i18.i
  %sub5.i.i20.i = fsub double %fneg.i, %sub.i.i17.i75
  %add6.i.i21.i = fadd double %sub4.i.i19.i, %sub5.i.i20.i
  %add.i24.i = fadd double %sub3.i116, 0.000000e+00
  %add10.i25.i = fadd double %add6.i.i21.i, %add.i24.i
  %add.i110 = fadd double %add.i.i16.i, %add10.i25.i
  %sub.i111 = fsub double %add.i110, %add.i.i16.i
  %sub3.i112 = fsub double %add10.i25.i, %sub.i111
  store double %add.i110, ptr %r.i54, align 4
  %tmp.i55.sroa.5.0.r.i54.sroa_idx = getelementptr inbounds i8, ptr %r.i54, i32 8
  store double %sub3.i112, ptr %tmp.i55.sroa.5.0.r.i54.sroa_idx, align 4
  %div.i = fdiv double 1.000000e+00, %x
  %mul.i76 = fmul double %div.i, %div.i
  br label %for.cond.i.i77

for.cond.i.i77:
  %sum.0.i.i78 = phi double [ 0x3FC6FE96381E0680, %if.else ], [ %add.i.i101, %for.body.i.i98 ]
  %i.0.i.i79 = phi i32 [ 1, %if.else ], [ %inc.i.i102, %for.body.i.i98 ]
  %cmp.i.i80 = icmp ult i32 %i.0.i.i79, 9
  br i1 %cmp.i.i80, label %for.body.i.i98, label %mlcc_stirling.exit

for.body.i.i98:
  %mul.i.i99 = fmul double %sum.0.i.i78, %mul.i76
  %arrayidx1.i.i100 = getelementptr inbounds nuw double, ptr @mlcc_rt.libm_gamma.mlcc_stirling.bernoulli, i32 %i.0.i.i79
  %28 = load double, ptr %arrayidx1.i.i100, align 4
  %add.i.i101 = fadd double %mul.i.i99, %28
  %inc.i.i102 = add i32 %i.0.i.i79, 1
  br label %for.cond.i.i77

mlcc_stirling.exit:
  %mul12.i = fmul double %div.i, %sum.0.i.i78
  %add.i6.i = fadd double 0x3FED67F1C864BEB5, %mul12.i
  %sub.i.i81 = fsub double %add.i6.i, 0x3FED67F1C864BEB5
  %sub3.i.i82 = fsub double %add.i6.i, %sub.i.i81
  %sub4.i.i83 = fsub double 0x3FED67F1C864BEB5, %sub3.i.i82
  %sub5.i.i84 = fsub double %mul12.i, %sub.i.i81
  %add6.i.i85 = fadd double %sub4.i.i83, %sub5.i.i84
  %29 = load double, ptr %r.i54, align 4
  %low16.i87 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i54, i32 0, i32 1
  %30 = load double, ptr %low16.i87, align 4
  %add.i.i.i88 = fadd double %29, %add.i6.i
  %sub.i.i.i89 = fsub double %add.i.i.i88, %29
  %sub3.i.i.i90 = fsub double %add.i.i.i88, %sub.i.i.i89
  %sub4.i.i.i91 = fsub double %29, %sub3.i.i.i90
  %sub5.i.i.i92 = fsub double %add.i6.i, %sub.i.i.i89
  %add6.i.i.i93 = fadd double %sub4.i.i.i91, %sub5.i.i.i92
  %add.i14.i = fadd double %30, %add6.i.i85
  %add10.i.i96 = fadd double %add6.i.i.i93, %add.i14.i
  %add.i106 = fadd double %add.i.i.i88, %add10.i.i96
  %sub.i107 = fsub double %add.i106, %add.i.i.i88
  %sub3.i108 = fsub double %add10.i.i96, %sub.i107
  store double %add.i106, ptr %r.i54, align 4
  %tmp13.i.sroa.5.0.r.i54.sroa_idx = getelementptr inbounds i8, ptr %r.i54, i32 8
  store double %sub3.i108, ptr %tmp13.i.sroa.5.0.r.i54.sroa_idx, align 4
  %31 = load double, ptr %r.i54, align 4
  %low20.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i54, i32 0, i32 1
  %32 = load double, ptr %low20.i, align 4
  %sub.i97 = fsub double %32, 0x3C865B5A1B7FF5DF
  %add.i103 = fadd double %31, %sub.i97
  %sub.i104 = fsub double %add.i103, %31
  %sub3.i = fsub double %sub.i97, %sub.i104
  call void @llvm.lifetime.end.p0(ptr %r.i54)
  br label %if.end17

if.end17:
  %r.sroa.5.1 = phi double [ %sub3.i, %mlcc_stirling.exit ], [ %sub3.i140, %cond.end ], [ %sub3.i120, %mlcc_gamma_from_2.exit ]
  %r.sroa.0.1 = phi double [ %add.i103, %mlcc_stirling.exit ], [ %add.i138, %cond.end ], [ %add.i118, %mlcc_gamma_from_2.exit ]
  store double %r.sroa.5.1, ptr %low, align 4
  ret double %r.sroa.0.1
}

declare double @mlcc_logarithm(double, double, ptr)

define internal double @mlcc_gamma(double %x, ptr %low, ptr %n) {
entry:
  %r.i47 = alloca %struct.mlcc_pair, align 4
  %r = alloca %struct.mlcc_pair, align 4
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
  %0 = bitcast double %x to i64
  %and.i.i20.i = and i64 %0, -134217728
  %1 = bitcast i64 %and.i.i20.i to double
  %2 = bitcast double %add.i.i8 to i64
  %and3.i.i21.i = and i64 %2, -134217728
  %3 = bitcast i64 %and3.i.i21.i to double
  %sub.i.i22.i = fsub double %x, %1
  %sub5.i.i23.i = fsub double %add.i.i8, %3
  %mul.i.i24.i = fmul double %x, %add.i.i8
  %mul6.i.i25.i = fmul double %1, %3
  %sub8.i.i26.i = fsub double %mul6.i.i25.i, %mul.i.i24.i
  %mul9.i.i27.i = fmul double %1, %sub5.i.i23.i
  %add.i.i28.i = fadd double %sub8.i.i26.i, %mul9.i.i27.i
  %mul10.i.i29.i = fmul double %sub.i.i22.i, %3
  %add11.i.i30.i = fadd double %add.i.i28.i, %mul10.i.i29.i
  %mul12.i.i31.i = fmul double %sub.i.i22.i, %sub5.i.i23.i
  %add13.i.i32.i = fadd double %add11.i.i30.i, %mul12.i.i31.i
  %mul.i35.i = fmul double %x, %add6.i.i
  %mul12.i36.i = fmul double 0.000000e+00, %add.i.i8
  %add.i37.i = fadd double %mul.i35.i, %mul12.i36.i
  %add13.i38.i = fadd double %add13.i.i32.i, %add.i37.i
  %add.i146 = fadd double %mul.i.i24.i, %add13.i38.i
  %sub.i147 = fsub double %add.i146, %mul.i.i24.i
  %sub3.i148 = fsub double %add13.i38.i, %sub.i147
  br label %mlcc_gamma_factors.exit

if.end.i:
  %cmp4.i = fcmp olt double %x, 1.500000e+00
  br i1 %cmp4.i, label %if.then5.i, label %if.end6.i

if.then5.i:
  %sub.i = fsub double %x, 1.000000e+00
  br label %mlcc_gamma_factors.exit

if.end6.i:
  %sub7.i = fsub double %x, 1.500000e+00
  %conv.i = fptosi double %sub7.i to i32
  br label %for.cond.i

for.cond.i:
  %product.i.sroa.0.0 = phi double [ 1.000000e+00, %if.end6.i ], [ %add.i150, %for.body.i ]
  %product.i.sroa.6.0 = phi double [ 0.000000e+00, %if.end6.i ], [ %sub3.i152, %for.body.i ]
  %i.0.i = phi i32 [ 1, %if.end6.i ], [ %inc.i, %for.body.i ]
  %cmp8.i = icmp sle i32 %i.0.i, %conv.i
  br i1 %cmp8.i, label %for.body.i, label %for.end.i

for.body.i:
  %conv11.i = sitofp i32 %i.0.i to double
  %sub12.i = fsub double %x, %conv11.i
  %4 = bitcast double %product.i.sroa.0.0 to i64
  %and.i.i.i = and i64 %4, -134217728
  %5 = bitcast i64 %and.i.i.i to double
  %6 = bitcast double %sub12.i to i64
  %and3.i.i.i = and i64 %6, -134217728
  %7 = bitcast i64 %and3.i.i.i to double
  %sub.i.i.i = fsub double %product.i.sroa.0.0, %5
  %sub5.i.i.i = fsub double %sub12.i, %7
  %mul.i.i.i = fmul double %product.i.sroa.0.0, %sub12.i
  %mul6.i.i.i = fmul double %5, %7
  %sub8.i.i.i = fsub double %mul6.i.i.i, %mul.i.i.i
  %mul9.i.i.i = fmul double %5, %sub5.i.i.i
  %add.i.i.i = fadd double %sub8.i.i.i, %mul9.i.i.i
  %mul10.i.i.i = fmul double %sub.i.i.i, %7
  %add11.i.i.i = fadd double %add.i.i.i, %mul10.i.i.i
  %mul12.i.i.i = fmul double %sub.i.i.i, %sub5.i.i.i
  %add13.i.i.i = fadd double %add11.i.i.i, %mul12.i.i.i
  %mul.i.i5 = fmul double %product.i.sroa.0.0, 0.000000e+00
  %mul12.i.i6 = fmul double %product.i.sroa.6.0, %sub12.i
  %add.i18.i = fadd double %mul.i.i5, %mul12.i.i6
  %add13.i.i7 = fadd double %add13.i.i.i, %add.i18.i
  %add.i150 = fadd double %mul.i.i.i, %add13.i.i7
  %sub.i151 = fsub double %add.i150, %mul.i.i.i
  %sub3.i152 = fsub double %add13.i.i7, %sub.i151
  %inc.i = add nsw i32 %i.0.i, 1
  br label %for.cond.i

for.end.i:
  %add.i4 = add nsw i32 %conv.i, 2
  %conv17.i = sitofp i32 %add.i4 to double
  %sub18.i = fsub double %x, %conv17.i
  br label %mlcc_gamma_factors.exit

mlcc_gamma_factors.exit:
  %tmp.sroa.0.0 = phi double [ %add.i146, %if.then.i ], [ %x, %if.then5.i ], [ %product.i.sroa.0.0, %for.end.i ]
  %tmp.sroa.5.0 = phi double [ %sub3.i148, %if.then.i ], [ 0.000000e+00, %if.then5.i ], [ %product.i.sroa.6.0, %for.end.i ]
  %z.0 = phi double [ %x, %if.then.i ], [ %sub.i, %if.then5.i ], [ %sub18.i, %for.end.i ]
  br label %for.cond.i.i

for.cond.i.i:
  %sum.0.i.i = phi double [ 0xBD8F07C514FC9F0A, %mlcc_gamma_factors.exit ], [ %add.i.i45, %for.body.i.i ]
  %i.0.i.i = phi i32 [ 1, %mlcc_gamma_factors.exit ], [ %inc.i.i, %for.body.i.i ]
  %cmp.i.i = icmp ult i32 %i.0.i.i, 31
  br i1 %cmp.i.i, label %for.body.i.i, label %mlcc_gamma_from_2.exit

for.body.i.i:
  %mul.i.i44 = fmul double %sum.0.i.i, %z.0
  %arrayidx1.i.i = getelementptr inbounds nuw double, ptr @mlcc_rt.libm_gamma.mlcc_gamma_from_2.zeta, i32 %i.0.i.i
  %8 = load double, ptr %arrayidx1.i.i, align 4
  %add.i.i45 = fadd double %mul.i.i44, %8
  %inc.i.i = add i32 %i.0.i.i, 1
  br label %for.cond.i.i

mlcc_gamma_from_2.exit:
  %mul.i16 = fmul double %z.0, %sum.0.i.i
  %add.i3.i = fadd double 0x3FD4A34CC4A60FA6, %mul.i16
  %sub.i.i17 = fsub double %add.i3.i, 0x3FD4A34CC4A60FA6
  %sub3.i.i18 = fsub double %add.i3.i, %sub.i.i17
  %sub4.i.i19 = fsub double 0x3FD4A34CC4A60FA6, %sub3.i.i18
  %sub5.i.i20 = fsub double %mul.i16, %sub.i.i17
  %add6.i.i21 = fadd double %sub4.i.i19, %sub5.i.i20
  %add.i24 = fadd double %add6.i.i21, 0x3C71873D8912200C
  %9 = bitcast double %z.0 to i64
  %and.i.i15.i = and i64 %9, -134217728
  %10 = bitcast i64 %and.i.i15.i to double
  %11 = bitcast double %add.i3.i to i64
  %and3.i.i16.i = and i64 %11, -134217728
  %12 = bitcast i64 %and3.i.i16.i to double
  %sub.i.i17.i = fsub double %z.0, %10
  %sub5.i.i18.i = fsub double %add.i3.i, %12
  %mul.i.i19.i = fmul double %z.0, %add.i3.i
  %mul6.i.i20.i = fmul double %10, %12
  %sub8.i.i21.i = fsub double %mul6.i.i20.i, %mul.i.i19.i
  %mul9.i.i22.i = fmul double %10, %sub5.i.i18.i
  %add.i.i23.i = fadd double %sub8.i.i21.i, %mul9.i.i22.i
  %mul10.i.i24.i = fmul double %sub.i.i17.i, %12
  %add11.i.i25.i = fadd double %add.i.i23.i, %mul10.i.i24.i
  %mul12.i.i26.i = fmul double %sub.i.i17.i, %sub5.i.i18.i
  %add13.i.i27.i = fadd double %add11.i.i25.i, %mul12.i.i26.i
  %mul.i30.i = fmul double %z.0, %add.i24
  %mul12.i31.i = fmul double 0.000000e+00, %add.i3.i
  %add.i32.i = fadd double %mul.i30.i, %mul12.i31.i
  %add13.i33.i = fadd double %add13.i.i27.i, %add.i32.i
  %add.i142 = fadd double %mul.i.i19.i, %add13.i33.i
  %sub.i143 = fsub double %add.i142, %mul.i.i19.i
  %sub3.i144 = fsub double %add13.i33.i, %sub.i143
  %add.i.i.i27 = fadd double 0x3FDB0EE6072093CE, %add.i142
  %sub.i.i.i28 = fsub double %add.i.i.i27, 0x3FDB0EE6072093CE
  %sub3.i.i.i = fsub double %add.i.i.i27, %sub.i.i.i28
  %sub4.i.i.i = fsub double 0x3FDB0EE6072093CE, %sub3.i.i.i
  %sub5.i.i.i29 = fsub double %add.i142, %sub.i.i.i28
  %add6.i.i.i = fadd double %sub4.i.i.i, %sub5.i.i.i29
  %add.i4.i = fadd double 0x3C56CB90701FBFAB, %sub3.i144
  %add10.i.i = fadd double %add6.i.i.i, %add.i4.i
  %add.i138 = fadd double %add.i.i.i27, %add10.i.i
  %sub.i139 = fsub double %add.i138, %add.i.i.i27
  %sub3.i140 = fsub double %add10.i.i, %sub.i139
  %13 = bitcast double %z.0 to i64
  %and.i.i.i32 = and i64 %13, -134217728
  %14 = bitcast i64 %and.i.i.i32 to double
  %15 = bitcast double %add.i138 to i64
  %and3.i.i.i33 = and i64 %15, -134217728
  %16 = bitcast i64 %and3.i.i.i33 to double
  %sub.i.i7.i = fsub double %z.0, %14
  %sub5.i.i8.i = fsub double %add.i138, %16
  %mul.i.i.i34 = fmul double %z.0, %add.i138
  %mul6.i.i.i35 = fmul double %14, %16
  %sub8.i.i.i36 = fsub double %mul6.i.i.i35, %mul.i.i.i34
  %mul9.i.i.i37 = fmul double %14, %sub5.i.i8.i
  %add.i.i9.i = fadd double %sub8.i.i.i36, %mul9.i.i.i37
  %mul10.i.i.i38 = fmul double %sub.i.i7.i, %16
  %add11.i.i.i39 = fadd double %add.i.i9.i, %mul10.i.i.i38
  %mul12.i.i.i40 = fmul double %sub.i.i7.i, %sub5.i.i8.i
  %add13.i.i.i41 = fadd double %add11.i.i.i39, %mul12.i.i.i40
  %mul.i12.i = fmul double %z.0, %sub3.i140
  %mul12.i.i42 = fmul double 0.000000e+00, %add.i138
  %add.i13.i = fadd double %mul.i12.i, %mul12.i.i42
  %add13.i.i43 = fadd double %add13.i.i.i41, %add.i13.i
  %add.i134 = fadd double %mul.i.i.i34, %add13.i.i43
  %sub.i135 = fsub double %add.i134, %mul.i.i.i34
  %sub3.i136 = fsub double %add13.i.i43, %sub.i135
  store double %add.i134, ptr %r, align 4
  %tmp1.sroa.3.0.r.sroa_idx = getelementptr inbounds i8, ptr %r, i32 8
  store double %sub3.i136, ptr %tmp1.sroa.3.0.r.sroa_idx, align 4
  br label %if.end

if.else:
  call void @llvm.lifetime.start.p0(ptr %r.i47)
  %low.i51 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i47, i32 0, i32 1
  %call.i = call double @mlcc_logarithm(double %x, double 0.000000e+00, ptr %low.i51)
  store double %call.i, ptr %r.i47, align 4
  %add.i7.i = fadd double %x, -5.000000e-01
  %sub.i8.i = fsub double %add.i7.i, %x
  %sub3.i9.i = fsub double %add.i7.i, %sub.i8.i
  %sub4.i10.i = fsub double %x, %sub3.i9.i
  %sub5.i11.i = fsub double -5.000000e-01, %sub.i8.i
  %add6.i12.i = fadd double %sub4.i10.i, %sub5.i11.i
  %17 = load double, ptr %r.i47, align 4
  %low5.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i47, i32 0, i32 1
  %18 = load double, ptr %low5.i, align 4
  %19 = bitcast double %add.i7.i to i64
  %and.i.i.i53 = and i64 %19, -134217728
  %20 = bitcast i64 %and.i.i.i53 to double
  %21 = bitcast double %17 to i64
  %and3.i.i.i54 = and i64 %21, -134217728
  %22 = bitcast i64 %and3.i.i.i54 to double
  %sub.i.i27.i = fsub double %add.i7.i, %20
  %sub5.i.i28.i = fsub double %17, %22
  %mul.i.i.i55 = fmul double %add.i7.i, %17
  %mul6.i.i.i56 = fmul double %20, %22
  %sub8.i.i.i57 = fsub double %mul6.i.i.i56, %mul.i.i.i55
  %mul9.i.i.i58 = fmul double %20, %sub5.i.i28.i
  %add.i.i29.i = fadd double %sub8.i.i.i57, %mul9.i.i.i58
  %mul10.i.i.i59 = fmul double %sub.i.i27.i, %22
  %add11.i.i.i60 = fadd double %add.i.i29.i, %mul10.i.i.i59
  %mul12.i.i.i61 = fmul double %sub.i.i27.i, %sub5.i.i28.i
  %add13.i.i.i62 = fadd double %add11.i.i.i60, %mul12.i.i.i61
  %mul.i32.i = fmul double %add.i7.i, %18
  %mul12.i.i63 = fmul double %add6.i12.i, %17
  %add.i33.i = fadd double %mul.i32.i, %mul12.i.i63
  %add13.i.i64 = fadd double %add13.i.i.i62, %add.i33.i
  %add.i130 = fadd double %mul.i.i.i55, %add13.i.i64
  %sub.i131 = fsub double %add.i130, %mul.i.i.i55
  %sub3.i132 = fsub double %add13.i.i64, %sub.i131
  %fneg.i = fneg double %x
  %add.i.i16.i = fadd double %add.i130, %fneg.i
  %sub.i.i17.i68 = fsub double %add.i.i16.i, %add.i130
  %sub3.i.i18.i = fsub double %add.i.i16.i, %sub.i.i17.i68
  %sub4.i.i19.i = fsub double %add.i130, %sub3.i.i18.i
  %sub5.i.i20.i = fsub double %fneg.i, %sub.i.i17.i68
  %add6.i.i21.i = fadd double %sub4.i.i19.i, %sub5.i.i20.i
  %add.i24.i = fadd double %sub3.i132, 0.000000e+00
  %add10.i25.i = fadd double %add6.i.i21.i, %add.i24.i
  %add.i126 = fadd double %add.i.i16.i, %add10.i25.i
  %sub.i127 = fsub double %add.i126, %add.i.i16.i
  %sub3.i128 = fsub double %add10.i25.i, %sub.i127
  store double %add.i126, ptr %r.i47, align 4
  %tmp.i48.sroa.5.0.r.i47.sroa_idx = getelementptr inbounds i8, ptr %r.i47, i32 8
  store double %sub3.i128, ptr %tmp.i48.sroa.5.0.r.i47.sroa_idx, align 4
  %div.i = fdiv double 1.000000e+00, %x
  %mul.i69 = fmul double %div.i, %div.i
  br label %for.cond.i.i70

for.cond.i.i70:
  %sum.0.i.i71 = phi double [ 0x3FC6FE96381E0680, %if.else ], [ %add.i.i95, %for.body.i.i92 ]
  %i.0.i.i72 = phi i32 [ 1, %if.else ], [ %inc.i.i96, %for.body.i.i92 ]
  %cmp.i.i73 = icmp ult i32 %i.0.i.i72, 9
  br i1 %cmp.i.i73, label %for.body.i.i92, label %mlcc_stirling.exit

for.body.i.i92:
  %mul.i.i93 = fmul double %sum.0.i.i71, %mul.i69
  %arrayidx1.i.i94 = getelementptr inbounds nuw double, ptr @mlcc_rt.libm_gamma.mlcc_stirling.bernoulli, i32 %i.0.i.i72
  %23 = load double, ptr %arrayidx1.i.i94, align 4
  %add.i.i95 = fadd double %mul.i.i93, %23
  %inc.i.i96 = add i32 %i.0.i.i72, 1
  br label %for.cond.i.i70

mlcc_stirling.exit:
  %mul12.i74 = fmul double %div.i, %sum.0.i.i71
  %add.i6.i = fadd double 0x3FED67F1C864BEB5, %mul12.i74
  %sub.i.i75 = fsub double %add.i6.i, 0x3FED67F1C864BEB5
  %sub3.i.i76 = fsub double %add.i6.i, %sub.i.i75
  %sub4.i.i77 = fsub double 0x3FED67F1C864BEB5, %sub3.i.i76
  %sub5.i.i78 = fsub double %mul12.i74, %sub.i.i75
  %add6.i.i79 = fadd double %sub4.i.i77, %sub5.i.i78
  %24 = load double, ptr %r.i47, align 4
  %low16.i81 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i47, i32 0, i32 1
  %25 = load double, ptr %low16.i81, align 4
  %add.i.i.i82 = fadd double %24, %add.i6.i
  %sub.i.i.i83 = fsub double %add.i.i.i82, %24
  %sub3.i.i.i84 = fsub double %add.i.i.i82, %sub.i.i.i83
  %sub4.i.i.i85 = fsub double %24, %sub3.i.i.i84
  %sub5.i.i.i86 = fsub double %add.i6.i, %sub.i.i.i83
  %add6.i.i.i87 = fadd double %sub4.i.i.i85, %sub5.i.i.i86
  %add.i14.i = fadd double %25, %add6.i.i79
  %add10.i.i90 = fadd double %add6.i.i.i87, %add.i14.i
  %add.i122 = fadd double %add.i.i.i82, %add10.i.i90
  %sub.i123 = fsub double %add.i122, %add.i.i.i82
  %sub3.i124 = fsub double %add10.i.i90, %sub.i123
  store double %add.i122, ptr %r.i47, align 4
  %tmp13.i.sroa.5.0.r.i47.sroa_idx = getelementptr inbounds i8, ptr %r.i47, i32 8
  store double %sub3.i124, ptr %tmp13.i.sroa.5.0.r.i47.sroa_idx, align 4
  %26 = load double, ptr %r.i47, align 4
  %low20.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i47, i32 0, i32 1
  %27 = load double, ptr %low20.i, align 4
  %sub.i91 = fsub double %27, 0x3C865B5A1B7FF5DF
  %add.i118 = fadd double %26, %sub.i91
  %sub.i119 = fsub double %add.i118, %26
  %sub3.i120 = fsub double %sub.i91, %sub.i119
  call void @llvm.lifetime.end.p0(ptr %r.i47)
  store double %add.i118, ptr %r, align 4
  %tmp2.sroa.3.0.r.sroa_idx = getelementptr inbounds i8, ptr %r, i32 8
  store double %sub3.i120, ptr %tmp2.sroa.3.0.r.sroa_idx, align 4
  br label %if.end

if.end:
  %product.sroa.0.0 = phi double [ %tmp.sroa.0.0, %mlcc_gamma_from_2.exit ], [ 1.000000e+00, %mlcc_stirling.exit ]
  %product.sroa.4.0 = phi double [ %tmp.sroa.5.0, %mlcc_gamma_from_2.exit ], [ 0.000000e+00, %mlcc_stirling.exit ]
  %high = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 0
  %28 = load double, ptr %high, align 4
  %low3 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 1
  %29 = load double, ptr %low3, align 4
  %low4 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 1
  %call = call double @mlcc_exponential(double %28, double %29, ptr %low4, ptr %n)
  %high5 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 0
  store double %call, ptr %high5, align 4
  %cmp6 = fcmp olt double %x, 1.500000e+00
  br i1 %cmp6, label %cond.true, label %cond.false

cond.true:
  %high8 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 0
  %30 = load double, ptr %high8, align 4
  %low9 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 1
  %31 = load double, ptr %low9, align 4
  %div.i97 = fdiv double %30, %product.sroa.0.0
  %32 = bitcast double %div.i97 to i64
  %and.i.i98 = and i64 %32, -134217728
  %33 = bitcast i64 %and.i.i98 to double
  %34 = bitcast double %product.sroa.0.0 to i64
  %and3.i.i99 = and i64 %34, -134217728
  %35 = bitcast i64 %and3.i.i99 to double
  %sub.i.i100 = fsub double %div.i97, %33
  %sub5.i.i101 = fsub double %product.sroa.0.0, %35
  %mul.i.i102 = fmul double %div.i97, %product.sroa.0.0
  %mul6.i.i103 = fmul double %33, %35
  %sub8.i.i104 = fsub double %mul6.i.i103, %mul.i.i102
  %mul9.i.i105 = fmul double %33, %sub5.i.i101
  %add.i.i106 = fadd double %sub8.i.i104, %mul9.i.i105
  %mul10.i.i107 = fmul double %sub.i.i100, %35
  %add11.i.i108 = fadd double %add.i.i106, %mul10.i.i107
  %mul12.i.i109 = fmul double %sub.i.i100, %sub5.i.i101
  %add13.i.i110 = fadd double %add11.i.i108, %mul12.i.i109
  %sub.i112 = fsub double %30, %mul.i.i102
  %sub10.i = fsub double %sub.i112, %add13.i.i110
  %add.i113 = fadd double %sub10.i, %31
  %mul.i114 = fmul double %div.i97, %product.sroa.4.0
  %sub13.i = fsub double %add.i113, %mul.i114
  %div15.i = fdiv double %sub13.i, %product.sroa.0.0
  %add.i115 = fadd double %div.i97, %div15.i
  %sub.i116 = fsub double %add.i115, %div.i97
  %sub3.i = fsub double %div15.i, %sub.i116
  store double %add.i115, ptr %r, align 4
  %tmp7.sroa.3.0.r.sroa_idx = getelementptr inbounds i8, ptr %r, i32 8
  store double %sub3.i, ptr %tmp7.sroa.3.0.r.sroa_idx, align 4
  br label %cond.end

cond.false:
  %high13 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 0
  %36 = load double, ptr %high13, align 4
  %low14 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 1
  %37 = load double, ptr %low14, align 4
  %38 = bitcast double %36 to i64
  %and.i.i = and i64 %38, -134217728
  %39 = bitcast i64 %and.i.i to double
  %40 = bitcast double %product.sroa.0.0 to i64
  %and3.i.i = and i64 %40, -134217728
  %41 = bitcast i64 %and3.i.i to double
  %sub.i.i = fsub double %36, %39
  %sub5.i.i = fsub double %product.sroa.0.0, %41
  %mul.i.i = fmul double %36, %product.sroa.0.0
  %mul6.i.i = fmul double %39, %41
  %sub8.i.i = fsub double %mul6.i.i, %mul.i.i
  %mul9.i.i = fmul double %39, %sub5.i.i
  %add.i.i = fadd double %sub8.i.i, %mul9.i.i
  %mul10.i.i = fmul double %sub.i.i, %41
  %add11.i.i = fadd double %add.i.i, %mul10.i.i
  %mul12.i.i = fmul double %sub.i.i, %sub5.i.i
  %add13.i.i = fadd double %add11.i.i, %mul12.i.i
  %mul.i = fmul double %36, %product.sroa.4.0
  %mul12.i = fmul double %37, %product.sroa.0.0
  %add.i = fadd double %mul.i, %mul12.i
  %add13.i = fadd double %add13.i.i, %add.i
  %add.i154 = fadd double %mul.i.i, %add13.i
  %sub.i155 = fsub double %add.i154, %mul.i.i
  %sub3.i156 = fsub double %add13.i, %sub.i155
  store double %add.i154, ptr %r, align 4
  %tmp12.sroa.3.0.r.sroa_idx = getelementptr inbounds i8, ptr %r, i32 8
  store double %sub3.i156, ptr %tmp12.sroa.3.0.r.sroa_idx, align 4
  br label %cond.end

cond.end:
  %low17 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 1
  %42 = load double, ptr %low17, align 4
  store double %42, ptr %low, align 4
  %high18 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 0
  %43 = load double, ptr %high18, align 4
  ret double %43
}

define internal double @tgamma(double %x) {
entry:
  %r.i71 = alloca %struct.mlcc_pair, align 4
  %r = alloca %struct.mlcc_pair, align 4
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
  store double %call25, ptr %high, align 4
  %cmp26 = fcmp ogt double %x, 0.000000e+00
  br i1 %cmp26, label %if.then27, label %if.end31

if.then27:
  %high28 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 0
  %5 = load double, ptr %high28, align 4
  %low29 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 1
  %6 = load double, ptr %low29, align 4
  %add = fadd double %5, %6
  %7 = load i32, ptr %n, align 4
  %div.i43 = sdiv i32 %7, 2
  %add.i44 = add nsw i32 1023, %div.i43
  %conv.i45 = sext i32 %add.i44 to i64
  %shl.i46 = shl i64 %conv.i45, 52
  %8 = bitcast i64 %shl.i46 to double
  %add1.i47 = add nsw i32 1023, %7
  %sub.i48 = sub nsw i32 %add1.i47, %div.i43
  %conv2.i49 = sext i32 %sub.i48 to i64
  %shl3.i50 = shl i64 %conv2.i49, 52
  %9 = bitcast i64 %shl3.i50 to double
  %mul.i51 = fmul double %add, %8
  %mul4.i52 = fmul double %mul.i51, %9
  br label %return

if.end31:
  call void @llvm.lifetime.start.p0(ptr %r.i71)
  %mul.i72 = fmul double 2.000000e+00, %1
  %add.i73 = fadd double %mul.i72, 5.000000e-01
  %call.i = call double @trunc(double %add.i73)
  %mul1.i = fmul double 5.000000e-01, %call.i
  %sub.i74 = fsub double %1, %mul1.i
  %10 = bitcast double %sub.i74 to i64
  %and.i.i.i = and i64 %10, -134217728
  %11 = bitcast i64 %and.i.i.i to double
  %12 = bitcast double 0x400921FB54442D18 to i64
  %and3.i.i.i = and i64 %12, -134217728
  %13 = bitcast i64 %and3.i.i.i to double
  %sub.i.i.i = fsub double %sub.i74, %11
  %sub5.i.i.i = fsub double 0x400921FB54442D18, %13
  %mul.i.i.i = fmul double %sub.i74, 0x400921FB54442D18
  %mul6.i.i.i = fmul double %11, %13
  %sub8.i.i.i = fsub double %mul6.i.i.i, %mul.i.i.i
  %mul9.i.i.i = fmul double %11, %sub5.i.i.i
  %add.i.i.i = fadd double %sub8.i.i.i, %mul9.i.i.i
  %mul10.i.i.i = fmul double %sub.i.i.i, %13
  %add11.i.i.i = fadd double %add.i.i.i, %mul10.i.i.i
  %mul12.i.i.i = fmul double %sub.i.i.i, %sub5.i.i.i
  %add13.i.i.i = fadd double %add11.i.i.i, %mul12.i.i.i
  %mul.i.i75 = fmul double %sub.i74, 0x3CA1A62633145C07
  %mul12.i.i76 = fmul double 0.000000e+00, 0x400921FB54442D18
  %add.i.i77 = fadd double %mul.i.i75, %mul12.i.i76
  %add13.i.i78 = fadd double %add13.i.i.i, %add.i.i77
  %add.i80 = fadd double %mul.i.i.i, %add13.i.i78
  %sub.i81 = fsub double %add.i80, %mul.i.i.i
  %sub3.i = fsub double %add13.i.i78, %sub.i81
  %mul5.i = fmul double 5.000000e-01, %call.i
  %call6.i = call double @trunc(double %mul5.i)
  %mul7.i = fmul double 5.000000e-01, %call.i
  %cmp.i = fcmp oeq double %call6.i, %mul7.i
  br i1 %cmp.i, label %if.then.i, label %if.else.i

if.then.i:
  %low10.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i71, i32 0, i32 1
  %call11.i = call double @mlcc_sine(double %add.i80, double %sub3.i, ptr %low10.i)
  store double %call11.i, ptr %r.i71, align 4
  br label %if.end.i

if.else.i:
  %low15.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i71, i32 0, i32 1
  %call16.i = call double @mlcc_cosine(double %add.i80, double %sub3.i, ptr %low15.i)
  store double %call16.i, ptr %r.i71, align 4
  br label %if.end.i

if.end.i:
  %14 = load double, ptr %r.i71, align 4
  %cmp19.i = fcmp olt double %14, 0.000000e+00
  br i1 %cmp19.i, label %cond.true.i, label %cond.false.i

cond.true.i:
  %15 = load double, ptr %r.i71, align 4
  %fneg.i = fneg double %15
  %low21.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i71, i32 0, i32 1
  %16 = load double, ptr %low21.i, align 4
  %fneg22.i = fneg double %16
  br label %mlcc_sine_of_turns.exit

cond.false.i:
  %agg.tmp33.sroa.0.0.copyload = load double, ptr %r.i71, align 4
  %agg.tmp33.sroa.3.0.r.i71.sroa_idx = getelementptr inbounds i8, ptr %r.i71, i32 8
  %agg.tmp33.sroa.3.0.copyload = load double, ptr %agg.tmp33.sroa.3.0.r.i71.sroa_idx, align 4
  br label %mlcc_sine_of_turns.exit

mlcc_sine_of_turns.exit:
  %agg.tmp33.sroa.0.0 = phi double [ %fneg.i, %cond.true.i ], [ %agg.tmp33.sroa.0.0.copyload, %cond.false.i ]
  %agg.tmp33.sroa.3.0 = phi double [ %fneg22.i, %cond.true.i ], [ %agg.tmp33.sroa.3.0.copyload, %cond.false.i ]
  call void @llvm.lifetime.end.p0(ptr %r.i71)
  %17 = bitcast double %1 to i64
  %and.i.i22 = and i64 %17, -134217728
  %18 = bitcast i64 %and.i.i22 to double
  %19 = bitcast double %agg.tmp33.sroa.0.0 to i64
  %and3.i.i23 = and i64 %19, -134217728
  %20 = bitcast i64 %and3.i.i23 to double
  %sub.i.i24 = fsub double %1, %18
  %sub5.i.i25 = fsub double %agg.tmp33.sroa.0.0, %20
  %mul.i.i26 = fmul double %1, %agg.tmp33.sroa.0.0
  %mul6.i.i27 = fmul double %18, %20
  %sub8.i.i28 = fsub double %mul6.i.i27, %mul.i.i26
  %mul9.i.i29 = fmul double %18, %sub5.i.i25
  %add.i.i30 = fadd double %sub8.i.i28, %mul9.i.i29
  %mul10.i.i31 = fmul double %sub.i.i24, %20
  %add11.i.i32 = fadd double %add.i.i30, %mul10.i.i31
  %mul12.i.i33 = fmul double %sub.i.i24, %sub5.i.i25
  %add13.i.i34 = fadd double %add11.i.i32, %mul12.i.i33
  %mul.i37 = fmul double %1, %agg.tmp33.sroa.3.0
  %mul12.i38 = fmul double 0.000000e+00, %agg.tmp33.sroa.0.0
  %add.i39 = fadd double %mul.i37, %mul12.i38
  %add13.i40 = fadd double %add13.i.i34, %add.i39
  %add.i87 = fadd double %mul.i.i26, %add13.i40
  %sub.i88 = fsub double %add.i87, %mul.i.i26
  %sub3.i89 = fsub double %add13.i40, %sub.i88
  %high38 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 0
  %21 = load double, ptr %high38, align 4
  %low39 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 1
  %22 = load double, ptr %low39, align 4
  %23 = bitcast double %21 to i64
  %and.i.i = and i64 %23, -134217728
  %24 = bitcast i64 %and.i.i to double
  %25 = bitcast double %add.i87 to i64
  %and3.i.i = and i64 %25, -134217728
  %26 = bitcast i64 %and3.i.i to double
  %sub.i.i = fsub double %21, %24
  %sub5.i.i = fsub double %add.i87, %26
  %mul.i.i = fmul double %21, %add.i87
  %mul6.i.i = fmul double %24, %26
  %sub8.i.i = fsub double %mul6.i.i, %mul.i.i
  %mul9.i.i = fmul double %24, %sub5.i.i
  %add.i.i = fadd double %sub8.i.i, %mul9.i.i
  %mul10.i.i = fmul double %sub.i.i, %26
  %add11.i.i = fadd double %add.i.i, %mul10.i.i
  %mul12.i.i = fmul double %sub.i.i, %sub5.i.i
  %add13.i.i = fadd double %add11.i.i, %mul12.i.i
  %mul.i = fmul double %21, %sub3.i89
  %mul12.i = fmul double %22, %add.i87
  %add.i = fadd double %mul.i, %mul12.i
  %add13.i = fadd double %add13.i.i, %add.i
  %add.i91 = fadd double %mul.i.i, %add13.i
  %sub.i92 = fsub double %add.i91, %mul.i.i
  %sub3.i93 = fsub double %add13.i, %sub.i92
  store double %add.i91, ptr %r, align 4
  %tmp.sroa.3.0.r.sroa_idx = getelementptr inbounds i8, ptr %r, i32 8
  store double %sub3.i93, ptr %tmp.sroa.3.0.r.sroa_idx, align 4
  %high46 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 0
  %27 = load double, ptr %high46, align 4
  %low47 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 1
  %28 = load double, ptr %low47, align 4
  %div.i53 = fdiv double 0x400921FB54442D18, %27
  %29 = bitcast double %div.i53 to i64
  %and.i.i54 = and i64 %29, -134217728
  %30 = bitcast i64 %and.i.i54 to double
  %31 = bitcast double %27 to i64
  %and3.i.i55 = and i64 %31, -134217728
  %32 = bitcast i64 %and3.i.i55 to double
  %sub.i.i56 = fsub double %div.i53, %30
  %sub5.i.i57 = fsub double %27, %32
  %mul.i.i58 = fmul double %div.i53, %27
  %mul6.i.i59 = fmul double %30, %32
  %sub8.i.i60 = fsub double %mul6.i.i59, %mul.i.i58
  %mul9.i.i61 = fmul double %30, %sub5.i.i57
  %add.i.i62 = fadd double %sub8.i.i60, %mul9.i.i61
  %mul10.i.i63 = fmul double %sub.i.i56, %32
  %add11.i.i64 = fadd double %add.i.i62, %mul10.i.i63
  %mul12.i.i65 = fmul double %sub.i.i56, %sub5.i.i57
  %add13.i.i66 = fadd double %add11.i.i64, %mul12.i.i65
  %sub.i68 = fsub double 0x400921FB54442D18, %mul.i.i58
  %sub10.i = fsub double %sub.i68, %add13.i.i66
  %add.i69 = fadd double %sub10.i, 0x3CA1A62633145C07
  %mul.i70 = fmul double %div.i53, %28
  %sub13.i = fsub double %add.i69, %mul.i70
  %div15.i = fdiv double %sub13.i, %27
  %add.i83 = fadd double %div.i53, %div15.i
  %sub.i84 = fsub double %add.i83, %div.i53
  %sub3.i85 = fsub double %div15.i, %sub.i84
  store double %add.i83, ptr %r, align 4
  %tmp42.sroa.3.0.r.sroa_idx = getelementptr inbounds i8, ptr %r, i32 8
  store double %sub3.i85, ptr %tmp42.sroa.3.0.r.sroa_idx, align 4
  %high48 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 0
  %33 = load double, ptr %high48, align 4
  %low49 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 1
  %34 = load double, ptr %low49, align 4
  %add50 = fadd double %33, %34
  %35 = load i32, ptr %n, align 4
  %sub = sub nsw i32 0, %35
  %div.i = sdiv i32 %sub, 2
  %add.i41 = add nsw i32 1023, %div.i
  %conv.i = sext i32 %add.i41 to i64
  %shl.i = shl i64 %conv.i, 52
  %36 = bitcast i64 %shl.i to double
  %add1.i = add nsw i32 1023, %sub
  %sub.i = sub nsw i32 %add1.i, %div.i
  %conv2.i = sext i32 %sub.i to i64
  %shl3.i = shl i64 %conv2.i, 52
  %37 = bitcast i64 %shl3.i to double
  %mul.i42 = fmul double %add50, %36
  %mul4.i = fmul double %mul.i42, %37
  %mul52 = fmul double %cond20, %mul4.i
  br label %return

return:
  %retval.0 = phi double [ %x., %if.then ], [ %div, %if.then6 ], [ %mul52, %mlcc_sine_of_turns.exit ], [ %4, %if.then22 ], [ %mul4.i52, %if.then27 ], [ 0x7FF8000000000000, %land.lhs.true ]
  ret double %retval.0
}

declare double @trunc(double)

define internal double @lgamma(double %x) {
entry:
  %r.i75 = alloca %struct.mlcc_pair, align 4
  %r = alloca %struct.mlcc_pair, align 4
  %other = alloca %struct.mlcc_pair, align 4
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
  %or.cond118 = or i1 %cmp9, %cmp11
  br i1 %or.cond118, label %if.then12, label %if.end33

if.then12:
  %low = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 1
  %call13 = call double @mlcc_logarithm(double %1, double 0.000000e+00, ptr %low)
  %high = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 0
  store double %call13, ptr %high, align 4
  %cmp14 = fcmp olt double %1, 1.000000e+00
  br i1 %cmp14, label %if.then15, label %if.end18

if.then15:
  %high16 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 0
  %2 = load double, ptr %high16, align 4
  %low17 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 1
  %3 = load double, ptr %low17, align 4
  %add = fadd double %2, %3
  %fneg = fneg double %add
  br label %return

if.end18:
  %high19 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 0
  %4 = load double, ptr %high19, align 4
  %low20 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 1
  %5 = load double, ptr %low20, align 4
  %add.i.i18 = fadd double %4, -1.000000e+00
  %sub.i.i19 = fsub double %add.i.i18, %4
  %sub3.i.i20 = fsub double %add.i.i18, %sub.i.i19
  %sub4.i.i21 = fsub double %4, %sub3.i.i20
  %sub5.i.i22 = fsub double -1.000000e+00, %sub.i.i19
  %add6.i.i23 = fadd double %sub4.i.i21, %sub5.i.i22
  %add.i26 = fadd double %5, 0.000000e+00
  %add10.i27 = fadd double %add6.i.i23, %add.i26
  %add.i99 = fadd double %add.i.i18, %add10.i27
  %sub.i100 = fsub double %add.i99, %add.i.i18
  %sub3.i101 = fsub double %add10.i27, %sub.i100
  store double %add.i99, ptr %r, align 4
  %tmp.sroa.3.0.r.sroa_idx = getelementptr inbounds i8, ptr %r, i32 8
  store double %sub3.i101, ptr %tmp.sroa.3.0.r.sroa_idx, align 4
  %mul = fmul double %1, 0x39B0000000000000
  %high25 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 0
  %6 = load double, ptr %high25, align 4
  %low26 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 1
  %7 = load double, ptr %low26, align 4
  %8 = bitcast double %6 to i64
  %and.i.i40 = and i64 %8, -134217728
  %9 = bitcast i64 %and.i.i40 to double
  %10 = bitcast double %mul to i64
  %and3.i.i41 = and i64 %10, -134217728
  %11 = bitcast i64 %and3.i.i41 to double
  %sub.i.i42 = fsub double %6, %9
  %sub5.i.i43 = fsub double %mul, %11
  %mul.i.i44 = fmul double %6, %mul
  %mul6.i.i45 = fmul double %9, %11
  %sub8.i.i46 = fsub double %mul6.i.i45, %mul.i.i44
  %mul9.i.i47 = fmul double %9, %sub5.i.i43
  %add.i.i48 = fadd double %sub8.i.i46, %mul9.i.i47
  %mul10.i.i49 = fmul double %sub.i.i42, %11
  %add11.i.i50 = fadd double %add.i.i48, %mul10.i.i49
  %mul12.i.i51 = fmul double %sub.i.i42, %sub5.i.i43
  %add13.i.i52 = fadd double %add11.i.i50, %mul12.i.i51
  %mul.i55 = fmul double %6, 0.000000e+00
  %mul12.i56 = fmul double %7, %mul
  %add.i57 = fadd double %mul.i55, %mul12.i56
  %add13.i58 = fadd double %add13.i.i52, %add.i57
  %add.i91 = fadd double %mul.i.i44, %add13.i58
  %sub.i92 = fsub double %add.i91, %mul.i.i44
  %sub3.i93 = fsub double %add13.i58, %sub.i92
  store double %add.i91, ptr %r, align 4
  %tmp23.sroa.3.0.r.sroa_idx = getelementptr inbounds i8, ptr %r, i32 8
  store double %sub3.i93, ptr %tmp23.sroa.3.0.r.sroa_idx, align 4
  %high29 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 0
  %12 = load double, ptr %high29, align 4
  %low30 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 1
  %13 = load double, ptr %low30, align 4
  %add31 = fadd double %12, %13
  %mul32 = fmul double %add31, 0x4630000000000000
  br label %return

if.end33:
  %low34 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 1
  %call35 = call double @mlcc_log_gamma(double %1, ptr %low34)
  %high36 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 0
  store double %call35, ptr %high36, align 4
  %cmp37 = fcmp olt double %x, 0.000000e+00
  br i1 %cmp37, label %if.then38, label %if.end67

if.then38:
  call void @llvm.lifetime.start.p0(ptr %r.i75)
  %mul.i76 = fmul double 2.000000e+00, %1
  %add.i77 = fadd double %mul.i76, 5.000000e-01
  %call.i = call double @trunc(double %add.i77)
  %mul1.i = fmul double 5.000000e-01, %call.i
  %sub.i78 = fsub double %1, %mul1.i
  %14 = bitcast double %sub.i78 to i64
  %and.i.i.i = and i64 %14, -134217728
  %15 = bitcast i64 %and.i.i.i to double
  %16 = bitcast double 0x400921FB54442D18 to i64
  %and3.i.i.i = and i64 %16, -134217728
  %17 = bitcast i64 %and3.i.i.i to double
  %sub.i.i.i = fsub double %sub.i78, %15
  %sub5.i.i.i = fsub double 0x400921FB54442D18, %17
  %mul.i.i.i = fmul double %sub.i78, 0x400921FB54442D18
  %mul6.i.i.i = fmul double %15, %17
  %sub8.i.i.i = fsub double %mul6.i.i.i, %mul.i.i.i
  %mul9.i.i.i = fmul double %15, %sub5.i.i.i
  %add.i.i.i = fadd double %sub8.i.i.i, %mul9.i.i.i
  %mul10.i.i.i = fmul double %sub.i.i.i, %17
  %add11.i.i.i = fadd double %add.i.i.i, %mul10.i.i.i
  %mul12.i.i.i = fmul double %sub.i.i.i, %sub5.i.i.i
  %add13.i.i.i = fadd double %add11.i.i.i, %mul12.i.i.i
  %mul.i.i79 = fmul double %sub.i78, 0x3CA1A62633145C07
  %mul12.i.i80 = fmul double 0.000000e+00, 0x400921FB54442D18
  %add.i.i81 = fadd double %mul.i.i79, %mul12.i.i80
  %add13.i.i82 = fadd double %add13.i.i.i, %add.i.i81
  %add.i84 = fadd double %mul.i.i.i, %add13.i.i82
  %sub.i85 = fsub double %add.i84, %mul.i.i.i
  %sub3.i = fsub double %add13.i.i82, %sub.i85
  %mul5.i = fmul double 5.000000e-01, %call.i
  %call6.i = call double @trunc(double %mul5.i)
  %mul7.i = fmul double 5.000000e-01, %call.i
  %cmp.i = fcmp oeq double %call6.i, %mul7.i
  br i1 %cmp.i, label %if.then.i, label %if.else.i

if.then.i:
  %low10.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i75, i32 0, i32 1
  %call11.i = call double @mlcc_sine(double %add.i84, double %sub3.i, ptr %low10.i)
  store double %call11.i, ptr %r.i75, align 4
  br label %if.end.i

if.else.i:
  %low15.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i75, i32 0, i32 1
  %call16.i = call double @mlcc_cosine(double %add.i84, double %sub3.i, ptr %low15.i)
  store double %call16.i, ptr %r.i75, align 4
  br label %if.end.i

if.end.i:
  %18 = load double, ptr %r.i75, align 4
  %cmp19.i = fcmp olt double %18, 0.000000e+00
  br i1 %cmp19.i, label %cond.true.i, label %cond.false.i

cond.true.i:
  %19 = load double, ptr %r.i75, align 4
  %fneg.i = fneg double %19
  %low21.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i75, i32 0, i32 1
  %20 = load double, ptr %low21.i, align 4
  %fneg22.i = fneg double %20
  br label %mlcc_sine_of_turns.exit

cond.false.i:
  %agg.tmp41.sroa.0.0.copyload = load double, ptr %r.i75, align 4
  %agg.tmp41.sroa.3.0.r.i75.sroa_idx = getelementptr inbounds i8, ptr %r.i75, i32 8
  %agg.tmp41.sroa.3.0.copyload = load double, ptr %agg.tmp41.sroa.3.0.r.i75.sroa_idx, align 4
  br label %mlcc_sine_of_turns.exit

mlcc_sine_of_turns.exit:
  %agg.tmp41.sroa.0.0 = phi double [ %fneg.i, %cond.true.i ], [ %agg.tmp41.sroa.0.0.copyload, %cond.false.i ]
  %agg.tmp41.sroa.3.0 = phi double [ %fneg22.i, %cond.true.i ], [ %agg.tmp41.sroa.3.0.copyload, %cond.false.i ]
  call void @llvm.lifetime.end.p0(ptr %r.i75)
  %21 = bitcast double %1 to i64
  %and.i.i = and i64 %21, -134217728
  %22 = bitcast i64 %and.i.i to double
  %23 = bitcast double %agg.tmp41.sroa.0.0 to i64
  %and3.i.i = and i64 %23, -134217728
  %24 = bitcast i64 %and3.i.i to double
  %sub.i.i33 = fsub double %1, %22
  %sub5.i.i34 = fsub double %agg.tmp41.sroa.0.0, %24
  %mul.i.i = fmul double %1, %agg.tmp41.sroa.0.0
  %mul6.i.i = fmul double %22, %24
  %sub8.i.i = fsub double %mul6.i.i, %mul.i.i
  %mul9.i.i = fmul double %22, %sub5.i.i34
  %add.i.i35 = fadd double %sub8.i.i, %mul9.i.i
  %mul10.i.i = fmul double %sub.i.i33, %24
  %add11.i.i = fadd double %add.i.i35, %mul10.i.i
  %mul12.i.i = fmul double %sub.i.i33, %sub5.i.i34
  %add13.i.i = fadd double %add11.i.i, %mul12.i.i
  %mul.i = fmul double %1, %agg.tmp41.sroa.3.0
  %mul12.i = fmul double 0.000000e+00, %agg.tmp41.sroa.0.0
  %add.i38 = fadd double %mul.i, %mul12.i
  %add13.i = fadd double %add13.i.i, %add.i38
  %add.i95 = fadd double %mul.i.i, %add13.i
  %sub.i96 = fsub double %add.i95, %mul.i.i
  %sub3.i97 = fsub double %add13.i, %sub.i96
  store double %add.i95, ptr %other, align 4
  %tmp39.sroa.3.0.other.sroa_idx = getelementptr inbounds i8, ptr %other, i32 8
  store double %sub3.i97, ptr %tmp39.sroa.3.0.other.sroa_idx, align 4
  %high50 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %other, i32 0, i32 0
  %25 = load double, ptr %high50, align 4
  %low51 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %other, i32 0, i32 1
  %26 = load double, ptr %low51, align 4
  %div.i = fdiv double 0x400921FB54442D18, %25
  %27 = bitcast double %div.i to i64
  %and.i.i59 = and i64 %27, -134217728
  %28 = bitcast i64 %and.i.i59 to double
  %29 = bitcast double %25 to i64
  %and3.i.i60 = and i64 %29, -134217728
  %30 = bitcast i64 %and3.i.i60 to double
  %sub.i.i61 = fsub double %div.i, %28
  %sub5.i.i62 = fsub double %25, %30
  %mul.i.i63 = fmul double %div.i, %25
  %mul6.i.i64 = fmul double %28, %30
  %sub8.i.i65 = fsub double %mul6.i.i64, %mul.i.i63
  %mul9.i.i66 = fmul double %28, %sub5.i.i62
  %add.i.i67 = fadd double %sub8.i.i65, %mul9.i.i66
  %mul10.i.i68 = fmul double %sub.i.i61, %30
  %add11.i.i69 = fadd double %add.i.i67, %mul10.i.i68
  %mul12.i.i70 = fmul double %sub.i.i61, %sub5.i.i62
  %add13.i.i71 = fadd double %add11.i.i69, %mul12.i.i70
  %sub.i = fsub double 0x400921FB54442D18, %mul.i.i63
  %sub10.i = fsub double %sub.i, %add13.i.i71
  %add.i73 = fadd double %sub10.i, 0x3CA1A62633145C07
  %mul.i74 = fmul double %div.i, %26
  %sub13.i = fsub double %add.i73, %mul.i74
  %div15.i = fdiv double %sub13.i, %25
  %add.i87 = fadd double %div.i, %div15.i
  %sub.i88 = fsub double %add.i87, %div.i
  %sub3.i89 = fsub double %div15.i, %sub.i88
  store double %add.i87, ptr %other, align 4
  %tmp46.sroa.3.0.other.sroa_idx = getelementptr inbounds i8, ptr %other, i32 8
  store double %sub3.i89, ptr %tmp46.sroa.3.0.other.sroa_idx, align 4
  %high52 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %other, i32 0, i32 0
  %31 = load double, ptr %high52, align 4
  %low53 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %other, i32 0, i32 1
  %32 = load double, ptr %low53, align 4
  %low54 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %other, i32 0, i32 1
  %call55 = call double @mlcc_logarithm(double %31, double %32, ptr %low54)
  %high56 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %other, i32 0, i32 0
  store double %call55, ptr %high56, align 4
  %high59 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 0
  %33 = load double, ptr %high59, align 4
  %fneg60 = fneg double %33
  %low61 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 1
  %34 = load double, ptr %low61, align 4
  %fneg62 = fneg double %34
  %high63 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %other, i32 0, i32 0
  %35 = load double, ptr %high63, align 4
  %low64 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %other, i32 0, i32 1
  %36 = load double, ptr %low64, align 4
  %add.i.i = fadd double %35, %fneg60
  %sub.i.i = fsub double %add.i.i, %35
  %sub3.i.i = fsub double %add.i.i, %sub.i.i
  %sub4.i.i = fsub double %35, %sub3.i.i
  %sub5.i.i = fsub double %fneg60, %sub.i.i
  %add6.i.i = fadd double %sub4.i.i, %sub5.i.i
  %add.i = fadd double %36, %fneg62
  %add10.i = fadd double %add6.i.i, %add.i
  %add.i103 = fadd double %add.i.i, %add10.i
  %sub.i104 = fsub double %add.i103, %add.i.i
  %sub3.i105 = fsub double %add10.i, %sub.i104
  store double %add.i103, ptr %r, align 4
  %tmp57.sroa.3.0.r.sroa_idx = getelementptr inbounds i8, ptr %r, i32 8
  store double %sub3.i105, ptr %tmp57.sroa.3.0.r.sroa_idx, align 4
  br label %if.end67

if.end67:
  %high68 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 0
  %37 = load double, ptr %high68, align 4
  %low69 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r, i32 0, i32 1
  %38 = load double, ptr %low69, align 4
  %add70 = fadd double %37, %38
  br label %return

return:
  %retval.0 = phi double [ %x., %if.then ], [ %fneg, %if.then15 ], [ %mul32, %if.end18 ], [ %add70, %if.end67 ]
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
