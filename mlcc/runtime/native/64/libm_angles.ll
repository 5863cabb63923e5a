; Generated from libm_angles.c by mlcc.runtime.native.generate.

%struct.mlcc_pair = type { double, double }

@mlcc_rt.libm_angles.mlcc_quarters.bits = internal constant [40 x i32] [i32 0, i32 0, i32 -1560706194, i32 1313084713, i32 -64530479, i32 -181084736, i32 -614296167, i32 1011060801, i32 -28220501, i32 -558119583, i32 -1222349254, i32 1112396512, i32 105459434, i32 164729372, i32 -31593700, i32 -1322670274, i32 -394119691, i32 784024708, i32 -375623642, i32 -1268810175, i32 965858873, i32 -2091697676, i32 -1669046389, i32 -1107744709, i32 536385535, i32 -570058737, i32 -282127989, i32 1510632735, i32 1832287951, i32 667617719, i32 1330003814, i32 -1637881299, i32 1965537991, i32 -337251973, i32 1023883767, i32 -1974299926, i32 1811636145, i32 529358088, i32 1443049542, i32 -59020373], align 16
@mlcc_rt.libm_angles.mlcc_sine.inverse = internal constant [8 x double] [double 0xBC62F49B46814157, double 0x3CE952C77030AD4A, double 0xBD6AE7F3E733B81F, double 0x3DE6124613A86D09, double 0xBE5AE64567F544E4, double 0x3EC71DE3A556C734, double 0xBF2A01A01A01A01A, double 0x3F81111111111111], align 16
@mlcc_rt.libm_angles.mlcc_cosine.inverse = internal constant [9 x double] [double 0x3C1E542BA4020225, double 0xBCA6827863B97D97, double 0x3D2AE7F3E733B81F, double 0xBDA93974A8C07C9D, double 0x3E21EED8EFF8D898, double 0xBE927E4FB7789F5C, double 0x3EFA01A01A01A01A, double 0xBF56C16C16C16C17, double 0x3FA5555555555555], align 16
@mlcc_rt.libm_angles.mlcc_angle.angles = internal constant [18 x double] [double 0.000000e+00, double 0.000000e+00, double 0x3FBFD5BA9AAC2F6E, double 0xBC4CD37686760C17, double 0x3FCF5B75F92C80DD, double 0x3C68AB6E3CF7AFBD, double 0x3FD6F61941E4DEF1, double 0xBC7C63AAE6F6E918, double 0x3FDDAC670561BB4F, double 0x3C7A2B7F222F65E2, double 0x3FE1E00BABDEFEB4, double 0xBC5928DF287A668F, double 0x3FE4978FA3269EE1, double 0x3C72419A87F2A458, double 0x3FE700A7C5784634, double 0xBC78C34D25AADEF6, double 0x3FE921FB54442D18, double 0x3C81A62633145C07], align 16
@mlcc_rt.libm_angles.mlcc_angle.odd = internal constant [8 x double] [double 0x3FAE1E1E1E1E1E1E, double 0xBFB1111111111111, double 0x3FB3B13B13B13B14, double 0xBFB745D1745D1746, double 0x3FBC71C71C71C71C, double 0xBFC2492492492492, double 2.000000e-01, double 0xBFD5555555555555], align 16

define internal i32 @mlcc_quarters(double %x, ptr %high, ptr %low) {
entry:
  %p = alloca [6 x i32], align 16
  %0 = bitcast double %x to i64
  %and = and i64 %0, 9223372036854775807
  store double 0.000000e+00, ptr %low, align 8
  %cmp = icmp ule i64 %and, 4605249457297304856
  %cmp1 = icmp uge i64 %and, 9218868437227405312
  %or.cond = or i1 %cmp, %cmp1
  br i1 %or.cond, label %if.then, label %if.end

if.then:
  %cmp2 = icmp uge i64 %and, 9218868437227405312
  %sub = fsub double %x, %x
  %cond = select i1 %cmp2, double %sub, double %x
  store double %cond, ptr %high, align 8
  br label %return

if.end:
  %and.i = and i64 %and, 4503599627370495
  %shr.i = lshr i64 %and, 52
  %and1.i = and i64 %shr.i, 2047
  %conv.i = trunc i64 %and1.i to i32
  %tobool.i = icmp ne i32 %conv.i, 0
  %cond.i = select i1 %tobool.i, i64 4503599627370496, i64 0
  %or.i = or i64 %and.i, %cond.i
  %cmp.i = icmp eq i32 %conv.i, 0
  %conv2.i = zext i1 %cmp.i to i32
  %add.i = add nsw i32 %conv.i, %conv2.i
  br label %for.cond.i

for.cond.i:
  %e.0 = phi i32 [ %add.i, %if.end ], [ %dec.i, %for.body.i ]
  %m.0.i = phi i64 [ %or.i, %if.end ], [ %shl.i, %for.body.i ]
  %shr3.i = lshr i64 %m.0.i, 52
  %cmp4.i = icmp eq i64 %shr3.i, 0
  br i1 %cmp4.i, label %for.body.i, label %mlcc_significand.exit

for.body.i:
  %shl.i = shl i64 %m.0.i, 1
  %dec.i = add nsw i32 %e.0, -1
  br label %for.cond.i

mlcc_significand.exit:
  %sub.i = sub nsw i32 %e.0, 1075
  %add = add nsw i32 %sub.i, 62
  %shr = ashr i32 %add, 5
  %and4 = and i32 %add, 31
  br label %for.cond

for.cond:
  %i.0 = phi i32 [ 5, %mlcc_significand.exit ], [ %dec, %for.body ]
  %before.0 = phi i64 [ 0, %mlcc_significand.exit ], [ %and14, %for.body ]
  %carry_high.0 = phi i64 [ 0, %mlcc_significand.exit ], [ %shr25, %for.body ]
  %carry.0 = phi i64 [ 0, %mlcc_significand.exit ], [ %shr26, %for.body ]
  %cmp5 = icmp sge i32 %i.0, 0
  br i1 %cmp5, label %for.body, label %for.end

for.body:
  %add6 = add nsw i32 %shr, %i.0
  %idxprom = sext i32 %add6 to i64
  %arrayidx = getelementptr inbounds [40 x i32], ptr @mlcc_rt.libm_angles.mlcc_quarters.bits, i64 0, i64 %idxprom
  %1 = load i32, ptr %arrayidx, align 4
  %conv = zext i32 %1 to i64
  %shl = shl i64 %conv, 32
  %add7 = add nsw i32 %shr, %i.0
  %add8 = add nsw i32 %add7, 1
  %idxprom9 = sext i32 %add8 to i64
  %arrayidx10 = getelementptr inbounds [40 x i32], ptr @mlcc_rt.libm_angles.mlcc_quarters.bits, i64 0, i64 %idxprom9
  %2 = load i32, ptr %arrayidx10, align 4
  %conv11 = zext i32 %2 to i64
  %or = or i64 %shl, %conv11
  %sub12 = sub nsw i32 32, %and4
  %sh_prom = zext i32 %sub12 to i64
  %shr13 = lshr i64 %or, %sh_prom
  %and14 = and i64 %shr13, 4294967295
  %and15 = and i64 %m.0.i, 4294967295
  %mul = mul i64 %and14, %and15
  %add16 = add i64 %carry.0, %mul
  %and17 = and i64 %add16, 4294967295
  %shr18 = lshr i64 %m.0.i, 32
  %mul19 = mul i64 %before.0, %shr18
  %add20 = add i64 %and17, %mul19
  %add21 = add i64 %carry_high.0, %add20
  %conv22 = trunc i64 %add21 to i32
  %idxprom23 = sext i32 %i.0 to i64
  %arrayidx24 = getelementptr inbounds [6 x i32], ptr %p, i64 0, i64 %idxprom23
  store i32 %conv22, ptr %arrayidx24, align 4
  %shr25 = lshr i64 %add21, 32
  %shr26 = lshr i64 %add16, 32
  %dec = add nsw i32 %i.0, -1
  br label %for.cond

for.end:
  %arrayidx27 = getelementptr inbounds [6 x i32], ptr %p, i64 0, i64 0
  %3 = load i32, ptr %arrayidx27, align 16
  %shr28 = lshr i32 %3, 30
  %arrayidx29 = getelementptr inbounds [6 x i32], ptr %p, i64 0, i64 0
  %4 = load i32, ptr %arrayidx29, align 16
  %conv30 = zext i32 %4 to i64
  %shl31 = shl i64 %conv30, 34
  %arrayidx32 = getelementptr inbounds [6 x i32], ptr %p, i64 0, i64 1
  %5 = load i32, ptr %arrayidx32, align 4
  %conv33 = zext i32 %5 to i64
  %shl34 = shl i64 %conv33, 2
  %or35 = or i64 %shl31, %shl34
  %arrayidx36 = getelementptr inbounds [6 x i32], ptr %p, i64 0, i64 2
  %6 = load i32, ptr %arrayidx36, align 8
  %shr37 = lshr i32 %6, 30
  %conv38 = zext i32 %shr37 to i64
  %or39 = or i64 %or35, %conv38
  %arrayidx40 = getelementptr inbounds [6 x i32], ptr %p, i64 0, i64 2
  %7 = load i32, ptr %arrayidx40, align 8
  %conv41 = zext i32 %7 to i64
  %shl42 = shl i64 %conv41, 34
  %arrayidx43 = getelementptr inbounds [6 x i32], ptr %p, i64 0, i64 3
  %8 = load i32, ptr %arrayidx43, align 4
  %conv44 = zext i32 %8 to i64
  %shl45 = shl i64 %conv44, 2
  %or46 = or i64 %shl42, %shl45
  %arrayidx47 = getelementptr inbounds [6 x i32], ptr %p, i64 0, i64 4
  %9 = load i32, ptr %arrayidx47, align 16
  %shr48 = lshr i32 %9, 30
  %conv49 = zext i32 %shr48 to i64
  %or50 = or i64 %or46, %conv49
  %10 = bitcast double %x to i64
  %and52 = and i64 %10, -9223372036854775808
  %shr53 = lshr i64 %or39, 63
  %tobool = icmp ne i64 %shr53, 0
  br i1 %tobool, label %if.then54, label %if.end56

if.then54:
  %inc = add nsw i32 %shr28, 1
  %xor = xor i64 %and52, -9223372036854775808
  %not = xor i64 %or50, -1
  %not55 = xor i64 %or39, -1
  br label %if.end56

if.end56:
  %sign.0 = phi i64 [ %xor, %if.then54 ], [ %and52, %for.end ]
  %b.0 = phi i64 [ %not, %if.then54 ], [ %or50, %for.end ]
  %a.0 = phi i64 [ %not55, %if.then54 ], [ %or39, %for.end ]
  %quarters.0 = phi i32 [ %inc, %if.then54 ], [ %shr28, %for.end ]
  br label %for.cond57

for.cond57:
  %zeros.0 = phi i32 [ 0, %if.end56 ], [ %inc69, %for.body63 ]
  %b.1 = phi i64 [ %b.0, %if.end56 ], [ %shl67, %for.body63 ]
  %a.1 = phi i64 [ %a.0, %if.end56 ], [ %or66, %for.body63 ]
  %shr58 = lshr i64 %a.1, 63
  %cmp59 = icmp eq i64 %shr58, 0
  %cmp61 = icmp slt i32 %zeros.0, 64
  %spec.select = select i1 %cmp59, i1 %cmp61, i1 false
  br i1 %spec.select, label %for.body63, label %for.end70

for.body63:
  %shl64 = shl i64 %a.1, 1
  %shr65 = lshr i64 %b.1, 63
  %or66 = or i64 %shl64, %shr65
  %shl67 = shl i64 %b.1, 1
  %inc69 = add nsw i32 %zeros.0, 1
  br label %for.cond57

for.end70:
  %sub71 = sub nsw i32 1022, %zeros.0
  %conv72 = sext i32 %sub71 to i64
  %shl73 = shl i64 %conv72, 52
  %sub74 = sub nsw i32 970, %zeros.0
  %conv75 = sext i32 %sub74 to i64
  %shl76 = shl i64 %conv75, 52
  %or77 = or i64 %sign.0, %shl73
  %shr78 = lshr i64 %a.1, 11
  %and79 = and i64 %shr78, 4503599627370495
  %or80 = or i64 %or77, %and79
  %11 = bitcast i64 %or80 to double
  %or82 = or i64 %sign.0, %shl76
  %shl83 = shl i64 %a.1, 41
  %and84 = and i64 %shl83, 4503599627370495
  %or85 = or i64 %or82, %and84
  %shr86 = lshr i64 %b.1, 23
  %or87 = or i64 %or85, %shr86
  %12 = bitcast i64 %or87 to double
  %or89 = or i64 %sign.0, %shl76
  %13 = bitcast i64 %or89 to double
  %sub91 = fsub double %12, %13
  %.fca.0.insert.i = insertvalue { double, double } poison, double %11, 0
  %.fca.1.insert.i = insertvalue { double, double } %.fca.0.insert.i, double %sub91, 1
  %14 = extractvalue { double, double } %.fca.1.insert.i, 0
  %15 = extractvalue { double, double } %.fca.1.insert.i, 1
  %16 = extractvalue { double, double } { double 0x3FF921FB54442D18, double 0x3C91A62633145C07 }, 0
  %17 = extractvalue { double, double } { double 0x3FF921FB54442D18, double 0x3C91A62633145C07 }, 1
  %18 = bitcast double %14 to i64
  %and.i45 = and i64 %18, -134217728
  %19 = bitcast i64 %and.i45 to double
  %20 = bitcast double %16 to i64
  %and3.i = and i64 %20, -134217728
  %21 = bitcast i64 %and3.i to double
  %sub.i46 = fsub double %14, %19
  %sub5.i = fsub double %16, %21
  %mul.i47 = fmul double %14, %16
  %mul6.i = fmul double %19, %21
  %sub8.i = fsub double %mul6.i, %mul.i47
  %mul9.i = fmul double %19, %sub5.i
  %add.i48 = fadd double %sub8.i, %mul9.i
  %mul10.i = fmul double %sub.i46, %21
  %add11.i = fadd double %add.i48, %mul10.i
  %mul12.i = fmul double %sub.i46, %sub5.i
  %add13.i = fadd double %add11.i, %mul12.i
  %.fca.0.insert.i49 = insertvalue { double, double } poison, double %mul.i47, 0
  %.fca.1.insert.i50 = insertvalue { double, double } %.fca.0.insert.i49, double %add13.i, 1
  %22 = extractvalue { double, double } %.fca.1.insert.i50, 0
  %23 = extractvalue { double, double } %.fca.1.insert.i50, 1
  %mul.i = fmul double %14, %17
  %mul7.i = fmul double %15, %16
  %add.i40 = fadd double %mul.i, %mul7.i
  %add8.i = fadd double %23, %add.i40
  %add.i41 = fadd double %22, %add8.i
  %sub.i42 = fsub double %add.i41, %22
  %sub3.i = fsub double %add8.i, %sub.i42
  %.fca.0.insert.i43 = insertvalue { double, double } poison, double %add.i41, 0
  %.fca.1.insert.i44 = insertvalue { double, double } %.fca.0.insert.i43, double %sub3.i, 1
  %24 = extractvalue { double, double } %.fca.1.insert.i44, 0
  %25 = extractvalue { double, double } %.fca.1.insert.i44, 1
  store double %24, ptr %high, align 8
  store double %25, ptr %low, align 8
  %26 = bitcast double %x to i64
  %shr99 = lshr i64 %26, 63
  %tobool100 = icmp ne i64 %shr99, 0
  %sub102 = sub nsw i32 0, %quarters.0
  %cond105 = select i1 %tobool100, i32 %sub102, i32 %quarters.0
  %and106 = and i32 %cond105, 3
  br label %return

return:
  %retval.0 = phi i32 [ 0, %if.then ], [ %and106, %for.end70 ]
  ret i32 %retval.0
}

define internal double @mlcc_sine(double %x, double %x_low, ptr %low) {
entry:
  %.fca.0.insert.i = insertvalue { double, double } poison, double %x, 0
  %.fca.1.insert.i = insertvalue { double, double } %.fca.0.insert.i, double %x_low, 1
  %0 = extractvalue { double, double } %.fca.1.insert.i, 0
  %1 = extractvalue { double, double } %.fca.1.insert.i, 1
  %2 = bitcast double %0 to i64
  %and.i = and i64 %2, -134217728
  %3 = bitcast i64 %and.i to double
  %4 = bitcast double %0 to i64
  %and3.i = and i64 %4, -134217728
  %5 = bitcast i64 %and3.i to double
  %sub.i50 = fsub double %0, %3
  %sub5.i51 = fsub double %0, %5
  %mul.i52 = fmul double %0, %0
  %mul6.i = fmul double %3, %5
  %sub8.i = fsub double %mul6.i, %mul.i52
  %mul9.i = fmul double %3, %sub5.i51
  %add.i53 = fadd double %sub8.i, %mul9.i
  %mul10.i = fmul double %sub.i50, %5
  %add11.i = fadd double %add.i53, %mul10.i
  %mul12.i = fmul double %sub.i50, %sub5.i51
  %add13.i = fadd double %add11.i, %mul12.i
  %.fca.0.insert.i54 = insertvalue { double, double } poison, double %mul.i52, 0
  %.fca.1.insert.i55 = insertvalue { double, double } %.fca.0.insert.i54, double %add13.i, 1
  %6 = extractvalue { double, double } %.fca.1.insert.i55, 0
  %7 = extractvalue { double, double } %.fca.1.insert.i55, 1
  %mul.i17 = fmul double %0, %1
  %mul7.i18 = fmul double %1, %0
  %add.i19 = fadd double %mul.i17, %mul7.i18
  %add8.i20 = fadd double %7, %add.i19
  %add.i35 = fadd double %6, %add8.i20
  %sub.i36 = fsub double %add.i35, %6
  %sub3.i37 = fsub double %add8.i20, %sub.i36
  %.fca.0.insert.i38 = insertvalue { double, double } poison, double %add.i35, 0
  %.fca.1.insert.i39 = insertvalue { double, double } %.fca.0.insert.i38, double %sub3.i37, 1
  %8 = extractvalue { double, double } %.fca.1.insert.i39, 0
  %9 = extractvalue { double, double } %.fca.1.insert.i39, 1
  br label %for.cond.i

for.cond.i:
  %sum.0.i = phi double [ 0xBC62F49B46814157, %entry ], [ %add.i26, %for.body.i ]
  %i.0.i = phi i64 [ 1, %entry ], [ %inc.i, %for.body.i ]
  %cmp.i = icmp ult i64 %i.0.i, 8
  br i1 %cmp.i, label %for.body.i, label %mlcc_polynomial.exit

for.body.i:
  %mul.i25 = fmul double %sum.0.i, %8
  %arrayidx1.i = getelementptr inbounds nuw double, ptr @mlcc_rt.libm_angles.mlcc_sine.inverse, i64 %i.0.i
  %10 = load double, ptr %arrayidx1.i, align 8
  %add.i26 = fadd double %mul.i25, %10
  %inc.i = add i64 %i.0.i, 1
  br label %for.cond.i

mlcc_polynomial.exit:
  %mul = fmul double %8, %sum.0.i
  %add.i22 = fadd double 0xBFC5555555555555, %mul
  %sub.i = fsub double %add.i22, 0xBFC5555555555555
  %sub3.i = fsub double %add.i22, %sub.i
  %sub4.i = fsub double 0xBFC5555555555555, %sub3.i
  %sub5.i = fsub double %mul, %sub.i
  %add6.i = fadd double %sub4.i, %sub5.i
  %.fca.0.insert.i23 = insertvalue { double, double } poison, double %add.i22, 0
  %.fca.1.insert.i24 = insertvalue { double, double } %.fca.0.insert.i23, double %add6.i, 1
  %11 = extractvalue { double, double } %.fca.1.insert.i24, 0
  %12 = extractvalue { double, double } %.fca.1.insert.i24, 1
  %sub = fsub double %12, 0x3C65555555555555
  %13 = bitcast double %8 to i64
  %and.i56 = and i64 %13, -134217728
  %14 = bitcast i64 %and.i56 to double
  %15 = bitcast double %11 to i64
  %and3.i57 = and i64 %15, -134217728
  %16 = bitcast i64 %and3.i57 to double
  %sub.i58 = fsub double %8, %14
  %sub5.i59 = fsub double %11, %16
  %mul.i60 = fmul double %8, %11
  %mul6.i61 = fmul double %14, %16
  %sub8.i62 = fsub double %mul6.i61, %mul.i60
  %mul9.i63 = fmul double %14, %sub5.i59
  %add.i64 = fadd double %sub8.i62, %mul9.i63
  %mul10.i65 = fmul double %sub.i58, %16
  %add11.i66 = fadd double %add.i64, %mul10.i65
  %mul12.i67 = fmul double %sub.i58, %sub5.i59
  %add13.i68 = fadd double %add11.i66, %mul12.i67
  %.fca.0.insert.i69 = insertvalue { double, double } poison, double %mul.i60, 0
  %.fca.1.insert.i70 = insertvalue { double, double } %.fca.0.insert.i69, double %add13.i68, 1
  %17 = extractvalue { double, double } %.fca.1.insert.i70, 0
  %18 = extractvalue { double, double } %.fca.1.insert.i70, 1
  %mul.i11 = fmul double %8, %sub
  %mul7.i12 = fmul double %9, %11
  %add.i13 = fadd double %mul.i11, %mul7.i12
  %add8.i14 = fadd double %18, %add.i13
  %add.i40 = fadd double %17, %add8.i14
  %sub.i41 = fsub double %add.i40, %17
  %sub3.i42 = fsub double %add8.i14, %sub.i41
  %.fca.0.insert.i43 = insertvalue { double, double } poison, double %add.i40, 0
  %.fca.1.insert.i44 = insertvalue { double, double } %.fca.0.insert.i43, double %sub3.i42, 1
  %19 = extractvalue { double, double } %.fca.1.insert.i44, 0
  %20 = extractvalue { double, double } %.fca.1.insert.i44, 1
  %21 = bitcast double %0 to i64
  %and.i71 = and i64 %21, -134217728
  %22 = bitcast i64 %and.i71 to double
  %23 = bitcast double %19 to i64
  %and3.i72 = and i64 %23, -134217728
  %24 = bitcast i64 %and3.i72 to double
  %sub.i73 = fsub double %0, %22
  %sub5.i74 = fsub double %19, %24
  %mul.i75 = fmul double %0, %19
  %mul6.i76 = fmul double %22, %24
  %sub8.i77 = fsub double %mul6.i76, %mul.i75
  %mul9.i78 = fmul double %22, %sub5.i74
  %add.i79 = fadd double %sub8.i77, %mul9.i78
  %mul10.i80 = fmul double %sub.i73, %24
  %add11.i81 = fadd double %add.i79, %mul10.i80
  %mul12.i82 = fmul double %sub.i73, %sub5.i74
  %add13.i83 = fadd double %add11.i81, %mul12.i82
  %.fca.0.insert.i84 = insertvalue { double, double } poison, double %mul.i75, 0
  %.fca.1.insert.i85 = insertvalue { double, double } %.fca.0.insert.i84, double %add13.i83, 1
  %25 = extractvalue { double, double } %.fca.1.insert.i85, 0
  %26 = extractvalue { double, double } %.fca.1.insert.i85, 1
  %mul.i = fmul double %0, %20
  %mul7.i = fmul double %1, %19
  %add.i = fadd double %mul.i, %mul7.i
  %add8.i = fadd double %26, %add.i
  %add.i45 = fadd double %25, %add8.i
  %sub.i46 = fsub double %add.i45, %25
  %sub3.i47 = fsub double %add8.i, %sub.i46
  %.fca.0.insert.i48 = insertvalue { double, double } poison, double %add.i45, 0
  %.fca.1.insert.i49 = insertvalue { double, double } %.fca.0.insert.i48, double %sub3.i47, 1
  %27 = extractvalue { double, double } %.fca.1.insert.i49, 0
  %28 = extractvalue { double, double } %.fca.1.insert.i49, 1
  %add.i.i = fadd double %0, %27
  %sub.i.i = fsub double %add.i.i, %0
  %sub3.i.i = fsub double %add.i.i, %sub.i.i
  %sub4.i.i = fsub double %0, %sub3.i.i
  %sub5.i.i = fsub double %27, %sub.i.i
  %add6.i.i = fadd double %sub4.i.i, %sub5.i.i
  %add.i27 = fadd double %1, %28
  %add5.i = fadd double %add6.i.i, %add.i27
  %add.i30 = fadd double %add.i.i, %add5.i
  %sub.i31 = fsub double %add.i30, %add.i.i
  %sub3.i32 = fsub double %add5.i, %sub.i31
  %.fca.0.insert.i33 = insertvalue { double, double } poison, double %add.i30, 0
  %.fca.1.insert.i34 = insertvalue { double, double } %.fca.0.insert.i33, double %sub3.i32, 1
  %29 = extractvalue { double, double } %.fca.1.insert.i34, 0
  %30 = extractvalue { double, double } %.fca.1.insert.i34, 1
  store double %30, ptr %low, align 8
  ret double %29
}

define internal double @mlcc_cosine(double %x, double %x_low, ptr %low) {
entry:
  %.fca.0.insert.i = insertvalue { double, double } poison, double %x, 0
  %.fca.1.insert.i = insertvalue { double, double } %.fca.0.insert.i, double %x_low, 1
  %0 = extractvalue { double, double } %.fca.1.insert.i, 0
  %1 = extractvalue { double, double } %.fca.1.insert.i, 1
  %2 = bitcast double %0 to i64
  %and.i = and i64 %2, -134217728
  %3 = bitcast i64 %and.i to double
  %4 = bitcast double %0 to i64
  %and3.i = and i64 %4, -134217728
  %5 = bitcast i64 %and3.i to double
  %sub.i23 = fsub double %0, %3
  %sub5.i24 = fsub double %0, %5
  %mul.i25 = fmul double %0, %0
  %mul6.i = fmul double %3, %5
  %sub8.i = fsub double %mul6.i, %mul.i25
  %mul9.i = fmul double %3, %sub5.i24
  %add.i26 = fadd double %sub8.i, %mul9.i
  %mul10.i = fmul double %sub.i23, %5
  %add11.i = fadd double %add.i26, %mul10.i
  %mul12.i = fmul double %sub.i23, %sub5.i24
  %add13.i = fadd double %add11.i, %mul12.i
  %.fca.0.insert.i27 = insertvalue { double, double } poison, double %mul.i25, 0
  %.fca.1.insert.i28 = insertvalue { double, double } %.fca.0.insert.i27, double %add13.i, 1
  %6 = extractvalue { double, double } %.fca.1.insert.i28, 0
  %7 = extractvalue { double, double } %.fca.1.insert.i28, 1
  %mul.i = fmul double %0, %1
  %mul7.i = fmul double %1, %0
  %add.i = fadd double %mul.i, %mul7.i
  %add8.i = fadd double %7, %add.i
  %add.i13 = fadd double %6, %add8.i
  %sub.i14 = fsub double %add.i13, %6
  %sub3.i15 = fsub double %add8.i, %sub.i14
  %.fca.0.insert.i16 = insertvalue { double, double } poison, double %add.i13, 0
  %.fca.1.insert.i17 = insertvalue { double, double } %.fca.0.insert.i16, double %sub3.i15, 1
  %8 = extractvalue { double, double } %.fca.1.insert.i17, 0
  %9 = extractvalue { double, double } %.fca.1.insert.i17, 1
  %mul = fmul double -5.000000e-01, %8
  %add.i8 = fadd double 1.000000e+00, %mul
  %sub.i = fsub double %add.i8, 1.000000e+00
  %sub3.i = fsub double %add.i8, %sub.i
  %sub4.i = fsub double 1.000000e+00, %sub3.i
  %sub5.i = fsub double %mul, %sub.i
  %add6.i = fadd double %sub4.i, %sub5.i
  %.fca.0.insert.i9 = insertvalue { double, double } poison, double %add.i8, 0
  %.fca.1.insert.i10 = insertvalue { double, double } %.fca.0.insert.i9, double %add6.i, 1
  %10 = extractvalue { double, double } %.fca.1.insert.i10, 0
  %11 = extractvalue { double, double } %.fca.1.insert.i10, 1
  %mul5 = fmul double %8, %8
  br label %for.cond.i

for.cond.i:
  %sum.0.i = phi double [ 0x3C1E542BA4020225, %entry ], [ %add.i12, %for.body.i ]
  %i.0.i = phi i64 [ 1, %entry ], [ %inc.i, %for.body.i ]
  %cmp.i = icmp ult i64 %i.0.i, 9
  br i1 %cmp.i, label %for.body.i, label %mlcc_polynomial.exit

for.body.i:
  %mul.i11 = fmul double %sum.0.i, %8
  %arrayidx1.i = getelementptr inbounds nuw double, ptr @mlcc_rt.libm_angles.mlcc_cosine.inverse, i64 %i.0.i
  %12 = load double, ptr %arrayidx1.i, align 8
  %add.i12 = fadd double %mul.i11, %12
  %inc.i = add i64 %i.0.i, 1
  br label %for.cond.i

mlcc_polynomial.exit:
  %mul8 = fmul double %mul5, %sum.0.i
  %mul12 = fmul double 5.000000e-01, %9
  %sub = fsub double %mul8, %mul12
  %add = fadd double %11, %sub
  %add.i18 = fadd double %10, %add
  %sub.i19 = fsub double %add.i18, %10
  %sub3.i20 = fsub double %add, %sub.i19
  %.fca.0.insert.i21 = insertvalue { double, double } poison, double %add.i18, 0
  %.fca.1.insert.i22 = insertvalue { double, double } %.fca.0.insert.i21, double %sub3.i20, 1
  %13 = extractvalue { double, double } %.fca.1.insert.i22, 0
  %14 = extractvalue { double, double } %.fca.1.insert.i22, 1
  store double %14, ptr %low, align 8
  ret double %13
}

define internal double @sin(double %x) {
entry:
  %low.i = alloca double, align 8
  %high = alloca double, align 8
  %low = alloca double, align 8
  %0 = bitcast double %x to i64
  %and = and i64 %0, 9223372036854775807
  %cmp = icmp ult i64 %and, 4485585228861014016
  br i1 %cmp, label %return, label %if.end

if.end:
  %call1 = call i32 @mlcc_quarters(double %x, ptr %high, ptr %low)
  %1 = load double, ptr %high, align 8
  %2 = load double, ptr %low, align 8
  call void @llvm.lifetime.start.p0(ptr %low.i)
  %and.i = and i32 %call1, 1
  %tobool.i = icmp ne i32 %and.i, 0
  br i1 %tobool.i, label %cond.true.i, label %cond.false.i

cond.true.i:
  %call.i = call double @mlcc_cosine(double %1, double %2, ptr %low.i)
  br label %cond.end.i

cond.false.i:
  %call1.i = call double @mlcc_sine(double %1, double %2, ptr %low.i)
  br label %cond.end.i

cond.end.i:
  %cond.i = phi double [ %call.i, %cond.true.i ], [ %call1.i, %cond.false.i ]
  %and2.i = and i32 %call1, 2
  %tobool3.i = icmp ne i32 %and2.i, 0
  br i1 %tobool3.i, label %cond.true4.i, label %cond.false5.i

cond.true4.i:
  %3 = load double, ptr %low.i, align 8
  %add.i = fadd double %cond.i, %3
  %fneg.i = fneg double %add.i
  br label %mlcc_turned.exit

cond.false5.i:
  %4 = load double, ptr %low.i, align 8
  %add6.i = fadd double %cond.i, %4
  br label %mlcc_turned.exit

mlcc_turned.exit:
  %cond8.i = phi double [ %fneg.i, %cond.true4.i ], [ %add6.i, %cond.false5.i ]
  call void @llvm.lifetime.end.p0(ptr %low.i)
  br label %return

return:
  %retval.0 = phi double [ %cond8.i, %mlcc_turned.exit ], [ %x, %entry ]
  ret double %retval.0
}

define internal double @cos(double %x) {
entry:
  %low.i = alloca double, align 8
  %high = alloca double, align 8
  %low = alloca double, align 8
  %call = call i32 @mlcc_quarters(double %x, ptr %high, ptr %low)
  %add = add nsw i32 %call, 1
  %0 = load double, ptr %high, align 8
  %1 = load double, ptr %low, align 8
  call void @llvm.lifetime.start.p0(ptr %low.i)
  %and.i = and i32 %add, 1
  %tobool.i = icmp ne i32 %and.i, 0
  br i1 %tobool.i, label %cond.true.i, label %cond.false.i

cond.true.i:
  %call.i = call double @mlcc_cosine(double %0, double %1, ptr %low.i)
  br label %cond.end.i

cond.false.i:
  %call1.i = call double @mlcc_sine(double %0, double %1, ptr %low.i)
  br label %cond.end.i

cond.end.i:
  %cond.i = phi double [ %call.i, %cond.true.i ], [ %call1.i, %cond.false.i ]
  %and2.i = and i32 %add, 2
  %tobool3.i = icmp ne i32 %and2.i, 0
  br i1 %tobool3.i, label %cond.true4.i, label %cond.false5.i

cond.true4.i:
  %2 = load double, ptr %low.i, align 8
  %add.i = fadd double %cond.i, %2
  %fneg.i = fneg double %add.i
  br label %mlcc_turned.exit

cond.false5.i:
  %3 = load double, ptr %low.i, align 8
  %add6.i = fadd double %cond.i, %3
  br label %mlcc_turned.exit

mlcc_turned.exit:
  %cond8.i = phi double [ %fneg.i, %cond.true4.i ], [ %add6.i, %cond.false5.i ]
  call void @llvm.lifetime.end.p0(ptr %low.i)
  ret double %cond8.i
}

define internal void @sincos(double %x, ptr %sine, ptr %cosine) {
entry:
  %low.i4 = alloca double, align 8
  %low.i = alloca double, align 8
  %high = alloca double, align 8
  %low = alloca double, align 8
  %call = call i32 @mlcc_quarters(double %x, ptr %high, ptr %low)
  %0 = bitcast double %x to i64
  %and = and i64 %0, 9223372036854775807
  %cmp = icmp ult i64 %and, 4485585228861014016
  br i1 %cmp, label %cond.end, label %cond.false

cond.false:
  %1 = load double, ptr %high, align 8
  %2 = load double, ptr %low, align 8
  call void @llvm.lifetime.start.p0(ptr %low.i4)
  %and.i5 = and i32 %call, 1
  %tobool.i6 = icmp ne i32 %and.i5, 0
  br i1 %tobool.i6, label %cond.true.i19, label %cond.false.i7

cond.true.i19:
  %call.i20 = call double @mlcc_cosine(double %1, double %2, ptr %low.i4)
  br label %cond.end.i9

cond.false.i7:
  %call1.i8 = call double @mlcc_sine(double %1, double %2, ptr %low.i4)
  br label %cond.end.i9

cond.end.i9:
  %cond.i10 = phi double [ %call.i20, %cond.true.i19 ], [ %call1.i8, %cond.false.i7 ]
  %and2.i11 = and i32 %call, 2
  %tobool3.i12 = icmp ne i32 %and2.i11, 0
  br i1 %tobool3.i12, label %cond.true4.i16, label %cond.false5.i13

cond.true4.i16:
  %3 = load double, ptr %low.i4, align 8
  %add.i17 = fadd double %cond.i10, %3
  %fneg.i18 = fneg double %add.i17
  br label %mlcc_turned.exit21

cond.false5.i13:
  %4 = load double, ptr %low.i4, align 8
  %add6.i14 = fadd double %cond.i10, %4
  br label %mlcc_turned.exit21

mlcc_turned.exit21:
  %cond8.i15 = phi double [ %fneg.i18, %cond.true4.i16 ], [ %add6.i14, %cond.false5.i13 ]
  call void @llvm.lifetime.end.p0(ptr %low.i4)
  br label %cond.end

cond.end:
  %cond = phi double [ %cond8.i15, %mlcc_turned.exit21 ], [ %x, %entry ]
  store double %cond, ptr %sine, align 8
  %add = add nsw i32 %call, 1
  %5 = load double, ptr %high, align 8
  %6 = load double, ptr %low, align 8
  call void @llvm.lifetime.start.p0(ptr %low.i)
  %and.i = and i32 %add, 1
  %tobool.i = icmp ne i32 %and.i, 0
  br i1 %tobool.i, label %cond.true.i, label %cond.false.i

cond.true.i:
  %call.i = call double @mlcc_cosine(double %5, double %6, ptr %low.i)
  br label %cond.end.i

cond.false.i:
  %call1.i = call double @mlcc_sine(double %5, double %6, ptr %low.i)
  br label %cond.end.i

cond.end.i:
  %cond.i = phi double [ %call.i, %cond.true.i ], [ %call1.i, %cond.false.i ]
  %and2.i = and i32 %add, 2
  %tobool3.i = icmp ne i32 %and2.i, 0
  br i1 %tobool3.i, label %cond.true4.i, label %cond.false5.i

cond.true4.i:
  %7 = load double, ptr %low.i, align 8
  %add.i = fadd double %cond.i, %7
  %fneg.i = fneg double %add.i
  br label %mlcc_turned.exit

cond.false5.i:
  %8 = load double, ptr %low.i, align 8
  %add6.i = fadd double %cond.i, %8
  br label %mlcc_turned.exit

mlcc_turned.exit:
  %cond8.i = phi double [ %fneg.i, %cond.true4.i ], [ %add6.i, %cond.false5.i ]
  call void @llvm.lifetime.end.p0(ptr %low.i)
  store double %cond8.i, ptr %cosine, align 8
  ret void
}

define internal double @tan(double %x) {
entry:
  %high = alloca double, align 8
  %low = alloca double, align 8
  %sine = alloca %struct.mlcc_pair, align 8
  %cosine = alloca %struct.mlcc_pair, align 8
  %0 = bitcast double %x to i64
  %and = and i64 %0, 9223372036854775807
  %cmp = icmp ult i64 %and, 4485585228861014016
  br i1 %cmp, label %return, label %if.end

if.end:
  %call1 = call i32 @mlcc_quarters(double %x, ptr %high, ptr %low)
  %1 = load double, ptr %high, align 8
  %2 = load double, ptr %low, align 8
  %low2 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %sine, i32 0, i32 1
  %call3 = call double @mlcc_sine(double %1, double %2, ptr %low2)
  %high4 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %sine, i32 0, i32 0
  store double %call3, ptr %high4, align 8
  %3 = load double, ptr %high, align 8
  %4 = load double, ptr %low, align 8
  %low5 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %cosine, i32 0, i32 1
  %call6 = call double @mlcc_cosine(double %3, double %4, ptr %low5)
  %high7 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %cosine, i32 0, i32 0
  store double %call6, ptr %high7, align 8
  %and8 = and i32 %call1, 1
  %tobool = icmp ne i32 %and8, 0
  br i1 %tobool, label %cond.true, label %cond.false

cond.true:
  %5 = getelementptr inbounds nuw { double, double }, ptr %cosine, i32 0, i32 0
  %6 = load double, ptr %5, align 8
  %7 = getelementptr inbounds nuw { double, double }, ptr %cosine, i32 0, i32 1
  %8 = load double, ptr %7, align 8
  %9 = getelementptr inbounds nuw { double, double }, ptr %sine, i32 0, i32 0
  %10 = load double, ptr %9, align 8
  %11 = getelementptr inbounds nuw { double, double }, ptr %sine, i32 0, i32 1
  %12 = load double, ptr %11, align 8
  %div.i = fdiv double %6, %10
  %13 = bitcast double %div.i to i64
  %and.i28 = and i64 %13, -134217728
  %14 = bitcast i64 %and.i28 to double
  %15 = bitcast double %10 to i64
  %and3.i29 = and i64 %15, -134217728
  %16 = bitcast i64 %and3.i29 to double
  %sub.i30 = fsub double %div.i, %14
  %sub5.i31 = fsub double %10, %16
  %mul.i32 = fmul double %div.i, %10
  %mul6.i33 = fmul double %14, %16
  %sub8.i34 = fsub double %mul6.i33, %mul.i32
  %mul9.i35 = fmul double %14, %sub5.i31
  %add.i36 = fadd double %sub8.i34, %mul9.i35
  %mul10.i37 = fmul double %sub.i30, %16
  %add11.i38 = fadd double %add.i36, %mul10.i37
  %mul12.i39 = fmul double %sub.i30, %sub5.i31
  %add13.i40 = fadd double %add11.i38, %mul12.i39
  %.fca.0.insert.i41 = insertvalue { double, double } poison, double %mul.i32, 0
  %.fca.1.insert.i42 = insertvalue { double, double } %.fca.0.insert.i41, double %add13.i40, 1
  %17 = extractvalue { double, double } %.fca.1.insert.i42, 0
  %18 = extractvalue { double, double } %.fca.1.insert.i42, 1
  %sub.i = fsub double %6, %17
  %sub5.i = fsub double %sub.i, %18
  %add.i = fadd double %sub5.i, %8
  %mul.i = fmul double %div.i, %12
  %sub8.i = fsub double %add.i, %mul.i
  %div10.i = fdiv double %sub8.i, %10
  %add.i.i = fadd double %div.i, %div10.i
  %sub.i.i = fsub double %add.i.i, %div.i
  %sub3.i.i = fsub double %div10.i, %sub.i.i
  %.fca.0.insert.i = insertvalue { double, double } poison, double %add.i.i, 0
  %.fca.1.insert.i = insertvalue { double, double } %.fca.0.insert.i, double %sub3.i.i, 1
  %19 = extractvalue { double, double } %.fca.1.insert.i, 0
  %20 = extractvalue { double, double } %.fca.1.insert.i, 1
  br label %cond.end

cond.false:
  %21 = getelementptr inbounds nuw { double, double }, ptr %sine, i32 0, i32 0
  %22 = load double, ptr %21, align 8
  %23 = getelementptr inbounds nuw { double, double }, ptr %sine, i32 0, i32 1
  %24 = load double, ptr %23, align 8
  %25 = getelementptr inbounds nuw { double, double }, ptr %cosine, i32 0, i32 0
  %26 = load double, ptr %25, align 8
  %27 = getelementptr inbounds nuw { double, double }, ptr %cosine, i32 0, i32 1
  %28 = load double, ptr %27, align 8
  %div.i6 = fdiv double %22, %26
  %29 = bitcast double %div.i6 to i64
  %and.i = and i64 %29, -134217728
  %30 = bitcast i64 %and.i to double
  %31 = bitcast double %26 to i64
  %and3.i = and i64 %31, -134217728
  %32 = bitcast i64 %and3.i to double
  %sub.i21 = fsub double %div.i6, %30
  %sub5.i22 = fsub double %26, %32
  %mul.i23 = fmul double %div.i6, %26
  %mul6.i = fmul double %30, %32
  %sub8.i24 = fsub double %mul6.i, %mul.i23
  %mul9.i = fmul double %30, %sub5.i22
  %add.i25 = fadd double %sub8.i24, %mul9.i
  %mul10.i = fmul double %sub.i21, %32
  %add11.i = fadd double %add.i25, %mul10.i
  %mul12.i = fmul double %sub.i21, %sub5.i22
  %add13.i = fadd double %add11.i, %mul12.i
  %.fca.0.insert.i26 = insertvalue { double, double } poison, double %mul.i23, 0
  %.fca.1.insert.i27 = insertvalue { double, double } %.fca.0.insert.i26, double %add13.i, 1
  %33 = extractvalue { double, double } %.fca.1.insert.i27, 0
  %34 = extractvalue { double, double } %.fca.1.insert.i27, 1
  %sub.i8 = fsub double %22, %33
  %sub5.i9 = fsub double %sub.i8, %34
  %add.i10 = fadd double %sub5.i9, %24
  %mul.i11 = fmul double %div.i6, %28
  %sub8.i12 = fsub double %add.i10, %mul.i11
  %div10.i13 = fdiv double %sub8.i12, %26
  %add.i.i14 = fadd double %div.i6, %div10.i13
  %sub.i.i15 = fsub double %add.i.i14, %div.i6
  %sub3.i.i16 = fsub double %div10.i13, %sub.i.i15
  %.fca.0.insert.i19 = insertvalue { double, double } poison, double %add.i.i14, 0
  %.fca.1.insert.i20 = insertvalue { double, double } %.fca.0.insert.i19, double %sub3.i.i16, 1
  %35 = extractvalue { double, double } %.fca.1.insert.i20, 0
  %36 = extractvalue { double, double } %.fca.1.insert.i20, 1
  br label %cond.end

cond.end:
  %r.sroa.4.0 = phi double [ %20, %cond.true ], [ %36, %cond.false ]
  %r.sroa.0.0 = phi double [ %19, %cond.true ], [ %35, %cond.false ]
  %and11 = and i32 %call1, 1
  %tobool12 = icmp ne i32 %and11, 0
  %add = fadd double %r.sroa.0.0, %r.sroa.4.0
  %fneg = fneg double %add
  %add19 = fadd double %r.sroa.0.0, %r.sroa.4.0
  %cond = select i1 %tobool12, double %fneg, double %add19
  br label %return

return:
  %retval.0 = phi double [ %cond, %cond.end ], [ %x, %entry ]
  ret double %retval.0
}

define internal double @mlcc_angle(double %y, double %y_low, double %x, double %x_low, ptr %low) {
entry:
  %mul = fmul double 8.000000e+00, %y
  %div = fdiv double %mul, %x
  %add = fadd double %div, 5.000000e-01
  %conv = fptosi double %add to i32
  %conv1 = sitofp i32 %conv to double
  %mul2 = fmul double 1.250000e-01, %conv1
  %0 = bitcast double %mul2 to i64
  %and.i92 = and i64 %0, -134217728
  %1 = bitcast i64 %and.i92 to double
  %2 = bitcast double %x to i64
  %and3.i93 = and i64 %2, -134217728
  %3 = bitcast i64 %and3.i93 to double
  %sub.i94 = fsub double %mul2, %1
  %sub5.i95 = fsub double %x, %3
  %mul.i96 = fmul double %mul2, %x
  %mul6.i97 = fmul double %1, %3
  %sub8.i98 = fsub double %mul6.i97, %mul.i96
  %mul9.i99 = fmul double %1, %sub5.i95
  %add.i100 = fadd double %sub8.i98, %mul9.i99
  %mul10.i101 = fmul double %sub.i94, %3
  %add11.i102 = fadd double %add.i100, %mul10.i101
  %mul12.i103 = fmul double %sub.i94, %sub5.i95
  %add13.i104 = fadd double %add11.i102, %mul12.i103
  %.fca.0.insert.i105 = insertvalue { double, double } poison, double %mul.i96, 0
  %.fca.1.insert.i106 = insertvalue { double, double } %.fca.0.insert.i105, double %add13.i104, 1
  %4 = extractvalue { double, double } %.fca.1.insert.i106, 0
  %5 = extractvalue { double, double } %.fca.1.insert.i106, 1
  %6 = bitcast double %mul2 to i64
  %and.i107 = and i64 %6, -134217728
  %7 = bitcast i64 %and.i107 to double
  %8 = bitcast double %y to i64
  %and3.i108 = and i64 %8, -134217728
  %9 = bitcast i64 %and3.i108 to double
  %sub.i109 = fsub double %mul2, %7
  %sub5.i110 = fsub double %y, %9
  %mul.i111 = fmul double %mul2, %y
  %mul6.i112 = fmul double %7, %9
  %sub8.i113 = fsub double %mul6.i112, %mul.i111
  %mul9.i114 = fmul double %7, %sub5.i110
  %add.i115 = fadd double %sub8.i113, %mul9.i114
  %mul10.i116 = fmul double %sub.i109, %9
  %add11.i117 = fadd double %add.i115, %mul10.i116
  %mul12.i118 = fmul double %sub.i109, %sub5.i110
  %add13.i119 = fadd double %add11.i117, %mul12.i118
  %.fca.0.insert.i120 = insertvalue { double, double } poison, double %mul.i111, 0
  %.fca.1.insert.i121 = insertvalue { double, double } %.fca.0.insert.i120, double %add13.i119, 1
  %10 = extractvalue { double, double } %.fca.1.insert.i121, 1
  %.fca.0.insert.i26 = insertvalue { double, double } poison, double %y, 0
  %.fca.1.insert.i27 = insertvalue { double, double } %.fca.0.insert.i26, double %y_low, 1
  %11 = extractvalue { double, double } %.fca.1.insert.i27, 0
  %12 = extractvalue { double, double } %.fca.1.insert.i27, 1
  %fneg = fneg double %4
  %mul7 = fmul double %mul2, %x_low
  %add8 = fadd double %5, %mul7
  %fneg9 = fneg double %add8
  %.fca.0.insert.i24 = insertvalue { double, double } poison, double %fneg, 0
  %.fca.1.insert.i25 = insertvalue { double, double } %.fca.0.insert.i24, double %fneg9, 1
  %13 = extractvalue { double, double } %.fca.1.insert.i25, 0
  %14 = extractvalue { double, double } %.fca.1.insert.i25, 1
  %add.i.i44 = fadd double %11, %13
  %sub.i.i45 = fsub double %add.i.i44, %11
  %sub3.i.i46 = fsub double %add.i.i44, %sub.i.i45
  %sub4.i.i47 = fsub double %11, %sub3.i.i46
  %sub5.i.i48 = fsub double %13, %sub.i.i45
  %add6.i.i49 = fadd double %sub4.i.i47, %sub5.i.i48
  %add.i52 = fadd double %12, %14
  %add5.i53 = fadd double %add6.i.i49, %add.i52
  %add.i57 = fadd double %add.i.i44, %add5.i53
  %sub.i = fsub double %add.i57, %add.i.i44
  %sub3.i = fsub double %add5.i53, %sub.i
  %.fca.0.insert.i58 = insertvalue { double, double } poison, double %add.i57, 0
  %.fca.1.insert.i59 = insertvalue { double, double } %.fca.0.insert.i58, double %sub3.i, 1
  %15 = extractvalue { double, double } %.fca.1.insert.i59, 0
  %16 = extractvalue { double, double } %.fca.1.insert.i59, 1
  %.fca.0.insert.i22 = insertvalue { double, double } poison, double %x, 0
  %.fca.1.insert.i23 = insertvalue { double, double } %.fca.0.insert.i22, double %x_low, 1
  %17 = extractvalue { double, double } %.fca.1.insert.i23, 0
  %18 = extractvalue { double, double } %.fca.1.insert.i23, 1
  %mul17 = fmul double %mul2, %y_low
  %add18 = fadd double %10, %mul17
  %.fca.1.insert.i21 = insertvalue { double, double } %.fca.1.insert.i121, double %add18, 1
  %19 = extractvalue { double, double } %.fca.1.insert.i21, 0
  %20 = extractvalue { double, double } %.fca.1.insert.i21, 1
  %add.i.i31 = fadd double %17, %19
  %sub.i.i32 = fsub double %add.i.i31, %17
  %sub3.i.i33 = fsub double %add.i.i31, %sub.i.i32
  %sub4.i.i34 = fsub double %17, %sub3.i.i33
  %sub5.i.i35 = fsub double %19, %sub.i.i32
  %add6.i.i36 = fadd double %sub4.i.i34, %sub5.i.i35
  %add.i39 = fadd double %18, %20
  %add5.i40 = fadd double %add6.i.i36, %add.i39
  %add.i60 = fadd double %add.i.i31, %add5.i40
  %sub.i61 = fsub double %add.i60, %add.i.i31
  %sub3.i62 = fsub double %add5.i40, %sub.i61
  %.fca.0.insert.i63 = insertvalue { double, double } poison, double %add.i60, 0
  %.fca.1.insert.i64 = insertvalue { double, double } %.fca.0.insert.i63, double %sub3.i62, 1
  %21 = extractvalue { double, double } %.fca.1.insert.i64, 0
  %22 = extractvalue { double, double } %.fca.1.insert.i64, 1
  %div.i = fdiv double %15, %21
  %23 = bitcast double %div.i to i64
  %and.i = and i64 %23, -134217728
  %24 = bitcast i64 %and.i to double
  %25 = bitcast double %21 to i64
  %and3.i = and i64 %25, -134217728
  %26 = bitcast i64 %and3.i to double
  %sub.i85 = fsub double %div.i, %24
  %sub5.i86 = fsub double %21, %26
  %mul.i87 = fmul double %div.i, %21
  %mul6.i = fmul double %24, %26
  %sub8.i88 = fsub double %mul6.i, %mul.i87
  %mul9.i = fmul double %24, %sub5.i86
  %add.i89 = fadd double %sub8.i88, %mul9.i
  %mul10.i = fmul double %sub.i85, %26
  %add11.i = fadd double %add.i89, %mul10.i
  %mul12.i = fmul double %sub.i85, %sub5.i86
  %add13.i = fadd double %add11.i, %mul12.i
  %.fca.0.insert.i90 = insertvalue { double, double } poison, double %mul.i87, 0
  %.fca.1.insert.i91 = insertvalue { double, double } %.fca.0.insert.i90, double %add13.i, 1
  %27 = extractvalue { double, double } %.fca.1.insert.i91, 0
  %28 = extractvalue { double, double } %.fca.1.insert.i91, 1
  %sub.i75 = fsub double %15, %27
  %sub5.i = fsub double %sub.i75, %28
  %add.i76 = fadd double %sub5.i, %16
  %mul.i77 = fmul double %div.i, %22
  %sub8.i = fsub double %add.i76, %mul.i77
  %div10.i = fdiv double %sub8.i, %21
  %add.i.i78 = fadd double %div.i, %div10.i
  %sub.i.i79 = fsub double %add.i.i78, %div.i
  %sub3.i.i80 = fsub double %div10.i, %sub.i.i79
  %.fca.0.insert.i83 = insertvalue { double, double } poison, double %add.i.i78, 0
  %.fca.1.insert.i84 = insertvalue { double, double } %.fca.0.insert.i83, double %sub3.i.i80, 1
  %29 = extractvalue { double, double } %.fca.1.insert.i84, 0
  %30 = extractvalue { double, double } %.fca.1.insert.i84, 1
  %mul24 = fmul double %29, %29
  %mul28 = fmul double %29, %mul24
  br label %for.cond.i

for.cond.i:
  %sum.0.i = phi double [ 0x3FAE1E1E1E1E1E1E, %entry ], [ %add.i, %for.body.i ]
  %i.0.i = phi i64 [ 1, %entry ], [ %inc.i, %for.body.i ]
  %cmp.i = icmp ult i64 %i.0.i, 8
  br i1 %cmp.i, label %for.body.i, label %mlcc_polynomial.exit

for.body.i:
  %mul.i = fmul double %sum.0.i, %mul24
  %arrayidx1.i = getelementptr inbounds nuw double, ptr @mlcc_rt.libm_angles.mlcc_angle.odd, i64 %i.0.i
  %31 = load double, ptr %arrayidx1.i, align 8
  %add.i = fadd double %mul.i, %31
  %inc.i = add i64 %i.0.i, 1
  br label %for.cond.i

mlcc_polynomial.exit:
  %mul30 = fmul double %mul28, %sum.0.i
  %add31 = fadd double %30, %mul30
  %add.i70 = fadd double %29, %add31
  %sub.i71 = fsub double %add.i70, %29
  %sub3.i72 = fsub double %add31, %sub.i71
  %.fca.0.insert.i73 = insertvalue { double, double } poison, double %add.i70, 0
  %.fca.1.insert.i74 = insertvalue { double, double } %.fca.0.insert.i73, double %sub3.i72, 1
  %32 = extractvalue { double, double } %.fca.1.insert.i74, 0
  %33 = extractvalue { double, double } %.fca.1.insert.i74, 1
  %mul35 = mul nsw i32 2, %conv
  %idxprom = sext i32 %mul35 to i64
  %arrayidx = getelementptr inbounds [18 x double], ptr @mlcc_rt.libm_angles.mlcc_angle.angles, i64 0, i64 %idxprom
  %34 = load double, ptr %arrayidx, align 8
  %mul36 = mul nsw i32 2, %conv
  %add37 = add nsw i32 %mul36, 1
  %idxprom38 = sext i32 %add37 to i64
  %arrayidx39 = getelementptr inbounds [18 x double], ptr @mlcc_rt.libm_angles.mlcc_angle.angles, i64 0, i64 %idxprom38
  %35 = load double, ptr %arrayidx39, align 8
  %.fca.0.insert.i = insertvalue { double, double } poison, double %34, 0
  %.fca.1.insert.i = insertvalue { double, double } %.fca.0.insert.i, double %35, 1
  %36 = extractvalue { double, double } %.fca.1.insert.i, 0
  %37 = extractvalue { double, double } %.fca.1.insert.i, 1
  %add.i.i = fadd double %36, %32
  %sub.i.i = fsub double %add.i.i, %36
  %sub3.i.i = fsub double %add.i.i, %sub.i.i
  %sub4.i.i = fsub double %36, %sub3.i.i
  %sub5.i.i = fsub double %32, %sub.i.i
  %add6.i.i = fadd double %sub4.i.i, %sub5.i.i
  %add.i28 = fadd double %37, %33
  %add5.i = fadd double %add6.i.i, %add.i28
  %add.i65 = fadd double %add.i.i, %add5.i
  %sub.i66 = fsub double %add.i65, %add.i.i
  %sub3.i67 = fsub double %add5.i, %sub.i66
  %.fca.0.insert.i68 = insertvalue { double, double } poison, double %add.i65, 0
  %.fca.1.insert.i69 = insertvalue { double, double } %.fca.0.insert.i68, double %sub3.i67, 1
  %38 = extractvalue { double, double } %.fca.1.insert.i69, 0
  %39 = extractvalue { double, double } %.fca.1.insert.i69, 1
  store double %39, ptr %low, align 8
  ret double %38
}

define internal double @atan(double %x) {
entry:
  %r.i = alloca %struct.mlcc_pair, align 8
  %0 = bitcast double %x to i64
  %and = and i64 %0, 9223372036854775807
  %cmp = icmp ult i64 %and, 4485585228861014016
  %cmp1 = icmp ugt i64 %and, 9218868437227405312
  %or.cond = or i1 %cmp, %cmp1
  br i1 %or.cond, label %return, label %if.end

if.end:
  %1 = extractvalue { double, double } { double 0x3FF921FB54442D18, double 0x3C91A62633145C07 }, 0
  %2 = extractvalue { double, double } { double 0x3FF921FB54442D18, double 0x3C91A62633145C07 }, 1
  %cmp3 = icmp ult i64 %and, 4877398396442247168
  br i1 %cmp3, label %if.then4, label %if.end10

if.then4:
  %3 = bitcast i64 %and to double
  %.fca.0.insert.i = insertvalue { double, double } poison, double %3, 0
  %.fca.1.insert.i = insertvalue { double, double } %.fca.0.insert.i, double 0.000000e+00, 1
  %4 = extractvalue { double, double } %.fca.1.insert.i, 0
  %5 = extractvalue { double, double } %.fca.1.insert.i, 1
  %6 = extractvalue { double, double } { double 1.000000e+00, double 0.000000e+00 }, 0
  %7 = extractvalue { double, double } { double 1.000000e+00, double 0.000000e+00 }, 1
  call void @llvm.lifetime.start.p0(ptr %r.i)
  %cmp.i = fcmp ole double %4, %6
  br i1 %cmp.i, label %if.then.i, label %if.end.i

if.then.i:
  %low5.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i, i32 0, i32 1
  %call.i = call double @mlcc_angle(double %4, double %5, double %6, double %7, ptr %low5.i)
  store double %call.i, ptr %r.i, align 8
  %retval.sroa.0.0.copyload.i = load double, ptr %r.i, align 8
  %retval.sroa.3.0.r.sroa_idx.i = getelementptr inbounds i8, ptr %r.i, i64 8
  %retval.sroa.3.0.copyload.i = load double, ptr %retval.sroa.3.0.r.sroa_idx.i, align 8
  br label %mlcc_direction.exit

if.end.i:
  %low11.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i, i32 0, i32 1
  %call12.i = call double @mlcc_angle(double %6, double %7, double %4, double %5, ptr %low11.i)
  %fneg.i = fneg double %call12.i
  store double %fneg.i, ptr %r.i, align 8
  %low14.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i, i32 0, i32 1
  %8 = load double, ptr %low14.i, align 8
  %fneg15.i = fneg double %8
  %low16.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i, i32 0, i32 1
  store double %fneg15.i, ptr %low16.i, align 8
  %9 = load double, ptr %r.i, align 8
  %10 = getelementptr inbounds nuw { double, double }, ptr %r.i, i32 0, i32 1
  %11 = load double, ptr %10, align 8
  %add.i.i.i = fadd double 0x3FF921FB54442D18, %9
  %sub.i.i.i = fsub double %add.i.i.i, 0x3FF921FB54442D18
  %sub3.i.i.i = fsub double %add.i.i.i, %sub.i.i.i
  %sub4.i.i.i = fsub double 0x3FF921FB54442D18, %sub3.i.i.i
  %sub5.i.i.i = fsub double %9, %sub.i.i.i
  %add6.i.i.i = fadd double %sub4.i.i.i, %sub5.i.i.i
  %add.i.i = fadd double 0x3C91A62633145C07, %11
  %add5.i.i = fadd double %add6.i.i.i, %add.i.i
  %add.i7.i = fadd double %add.i.i.i, %add5.i.i
  %sub.i.i = fsub double %add.i7.i, %add.i.i.i
  %sub3.i.i = fsub double %add5.i.i, %sub.i.i
  br label %mlcc_direction.exit

mlcc_direction.exit:
  %retval.sroa.0.0.i = phi double [ %retval.sroa.0.0.copyload.i, %if.then.i ], [ %add.i7.i, %if.end.i ]
  %retval.sroa.3.0.i = phi double [ %retval.sroa.3.0.copyload.i, %if.then.i ], [ %sub3.i.i, %if.end.i ]
  %.fca.0.insert.i6 = insertvalue { double, double } poison, double %retval.sroa.0.0.i, 0
  %.fca.1.insert.i7 = insertvalue { double, double } %.fca.0.insert.i6, double %retval.sroa.3.0.i, 1
  call void @llvm.lifetime.end.p0(ptr %r.i)
  %12 = extractvalue { double, double } %.fca.1.insert.i7, 0
  %13 = extractvalue { double, double } %.fca.1.insert.i7, 1
  br label %if.end10

if.end10:
  %r.sroa.0.0 = phi double [ %12, %mlcc_direction.exit ], [ %1, %if.end ]
  %r.sroa.3.0 = phi double [ %13, %mlcc_direction.exit ], [ %2, %if.end ]
  %add = fadd double %r.sroa.0.0, %r.sroa.3.0
  %14 = bitcast double %add to i64
  %and.i = and i64 %14, 9223372036854775807
  %15 = bitcast double %x to i64
  %and2.i = and i64 %15, -9223372036854775808
  %or.i = or i64 %and.i, %and2.i
  %16 = bitcast i64 %or.i to double
  br label %return

return:
  %retval.0 = phi double [ %16, %if.end10 ], [ %x, %entry ]
  ret double %retval.0
}

define internal double @atan2(double %y, double %x) {
entry:
  %r.i = alloca %struct.mlcc_pair, align 8
  %0 = bitcast double %y to i64
  %and = and i64 %0, 9223372036854775807
  %1 = bitcast double %x to i64
  %and2 = and i64 %1, 9223372036854775807
  %cmp = icmp ugt i64 %and, 9218868437227405312
  %cmp3 = icmp ugt i64 %and2, 9218868437227405312
  %or.cond = select i1 %cmp, i1 true, i1 %cmp3
  br i1 %or.cond, label %if.then, label %if.end

if.then:
  %add = fadd double %x, %y
  br label %return

if.end:
  %2 = extractvalue { double, double } zeroinitializer, 0
  %3 = extractvalue { double, double } zeroinitializer, 1
  %cmp5 = icmp eq i64 %and, %and2
  br i1 %cmp5, label %land.lhs.true, label %if.else

land.lhs.true:
  switch i64 %and, label %if.else [
    i64 0, label %if.then9
    i64 9218868437227405312, label %if.then9
  ]

if.then9:
  %cmp10 = icmp eq i64 %and, 0
  %cond = select i1 %cmp10, double 0.000000e+00, double 0x3FE921FB54442D18
  br label %if.end55

if.else:
  %cmp11 = icmp eq i64 %and2, 0
  %cmp13 = icmp eq i64 %and, 9218868437227405312
  %or.cond80 = or i1 %cmp11, %cmp13
  br i1 %or.cond80, label %if.then14, label %if.else16

if.then14:
  %4 = extractvalue { double, double } { double 0x3FF921FB54442D18, double 0x3C91A62633145C07 }, 0
  %5 = extractvalue { double, double } { double 0x3FF921FB54442D18, double 0x3C91A62633145C07 }, 1
  br label %if.end55

if.else16:
  %cmp17 = icmp ne i64 %and, 0
  %cmp19 = icmp ne i64 %and2, 9218868437227405312
  %or.cond81 = select i1 %cmp17, i1 %cmp19, i1 false
  br i1 %or.cond81, label %if.then20, label %if.end55

if.then20:
  %and.i21 = and i64 %and, 4503599627370495
  %shr.i22 = lshr i64 %and, 52
  %and1.i23 = and i64 %shr.i22, 2047
  %conv.i24 = trunc i64 %and1.i23 to i32
  %tobool.i25 = icmp ne i32 %conv.i24, 0
  %cond.i26 = select i1 %tobool.i25, i64 4503599627370496, i64 0
  %or.i27 = or i64 %and.i21, %cond.i26
  %cmp.i28 = icmp eq i32 %conv.i24, 0
  %conv2.i29 = zext i1 %cmp.i28 to i32
  %add.i30 = add nsw i32 %conv.i24, %conv2.i29
  br label %for.cond.i31

for.cond.i31:
  %ea.0 = phi i32 [ %add.i30, %if.then20 ], [ %dec.i38, %for.body.i36 ]
  %m.0.i32 = phi i64 [ %or.i27, %if.then20 ], [ %shl.i37, %for.body.i36 ]
  %shr3.i33 = lshr i64 %m.0.i32, 52
  %cmp4.i34 = icmp eq i64 %shr3.i33, 0
  br i1 %cmp4.i34, label %for.body.i36, label %mlcc_significand.exit39

for.body.i36:
  %shl.i37 = shl i64 %m.0.i32, 1
  %dec.i38 = add nsw i32 %ea.0, -1
  br label %for.cond.i31

mlcc_significand.exit39:
  %sub.i35 = sub nsw i32 %ea.0, 1075
  %and22 = and i64 %m.0.i32, 4503599627370495
  %or = or i64 %and22, 4607182418800017408
  %6 = bitcast i64 %or to double
  %and.i = and i64 %and2, 4503599627370495
  %shr.i = lshr i64 %and2, 52
  %and1.i = and i64 %shr.i, 2047
  %conv.i = trunc i64 %and1.i to i32
  %tobool.i = icmp ne i32 %conv.i, 0
  %cond.i = select i1 %tobool.i, i64 4503599627370496, i64 0
  %or.i = or i64 %and.i, %cond.i
  %cmp.i = icmp eq i32 %conv.i, 0
  %conv2.i = zext i1 %cmp.i to i32
  %add.i = add nsw i32 %conv.i, %conv2.i
  br label %for.cond.i

for.cond.i:
  %eb.0 = phi i32 [ %add.i, %mlcc_significand.exit39 ], [ %dec.i, %for.body.i ]
  %m.0.i = phi i64 [ %or.i, %mlcc_significand.exit39 ], [ %shl.i, %for.body.i ]
  %shr3.i = lshr i64 %m.0.i, 52
  %cmp4.i = icmp eq i64 %shr3.i, 0
  br i1 %cmp4.i, label %for.body.i, label %mlcc_significand.exit

for.body.i:
  %shl.i = shl i64 %m.0.i, 1
  %dec.i = add nsw i32 %eb.0, -1
  br label %for.cond.i

mlcc_significand.exit:
  %sub.i = sub nsw i32 %eb.0, 1075
  %and25 = and i64 %m.0.i, 4503599627370495
  %or26 = or i64 %and25, 4607182418800017408
  %7 = bitcast i64 %or26 to double
  %sub = sub nsw i32 %sub.i35, %sub.i
  %cmp28 = icmp sgt i32 %sub, 60
  br i1 %cmp28, label %if.then29, label %if.else32

if.then29:
  %8 = extractvalue { double, double } { double 0x3FF921FB54442D18, double 0x3C91A62633145C07 }, 0
  %9 = extractvalue { double, double } { double 0x3FF921FB54442D18, double 0x3C91A62633145C07 }, 1
  br label %if.end55

if.else32:
  %sub33 = sub nsw i32 %sub.i35, %sub.i
  %cmp34 = icmp sgt i32 %sub33, -60
  br i1 %cmp34, label %if.then35, label %if.else43

if.then35:
  %sub37 = sub nsw i32 %sub.i35, %sub.i
  %div.i = sdiv i32 %sub37, 2
  %add.i61 = add nsw i32 1023, %div.i
  %conv.i62 = sext i32 %add.i61 to i64
  %shl.i63 = shl i64 %conv.i62, 52
  %10 = bitcast i64 %shl.i63 to double
  %add1.i = add nsw i32 1023, %sub37
  %sub.i64 = sub nsw i32 %add1.i, %div.i
  %conv2.i65 = sext i32 %sub.i64 to i64
  %shl3.i = shl i64 %conv2.i65, 52
  %11 = bitcast i64 %shl3.i to double
  %mul.i = fmul double %6, %10
  %mul4.i = fmul double %mul.i, %11
  %.fca.0.insert.i42 = insertvalue { double, double } poison, double %mul4.i, 0
  %.fca.1.insert.i43 = insertvalue { double, double } %.fca.0.insert.i42, double 0.000000e+00, 1
  %12 = extractvalue { double, double } %.fca.1.insert.i43, 0
  %13 = extractvalue { double, double } %.fca.1.insert.i43, 1
  %.fca.0.insert.i40 = insertvalue { double, double } poison, double %7, 0
  %.fca.1.insert.i41 = insertvalue { double, double } %.fca.0.insert.i40, double 0.000000e+00, 1
  %14 = extractvalue { double, double } %.fca.1.insert.i41, 0
  %15 = extractvalue { double, double } %.fca.1.insert.i41, 1
  call void @llvm.lifetime.start.p0(ptr %r.i)
  %cmp.i51 = fcmp ole double %12, %14
  br i1 %cmp.i51, label %if.then.i, label %if.end.i

if.then.i:
  %low5.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i, i32 0, i32 1
  %call.i = call double @mlcc_angle(double %12, double %13, double %14, double %15, ptr %low5.i)
  store double %call.i, ptr %r.i, align 8
  %retval.sroa.0.0.copyload.i = load double, ptr %r.i, align 8
  %retval.sroa.3.0.r.sroa_idx.i = getelementptr inbounds i8, ptr %r.i, i64 8
  %retval.sroa.3.0.copyload.i = load double, ptr %retval.sroa.3.0.r.sroa_idx.i, align 8
  br label %mlcc_direction.exit

if.end.i:
  %low11.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i, i32 0, i32 1
  %call12.i = call double @mlcc_angle(double %14, double %15, double %12, double %13, ptr %low11.i)
  %fneg.i = fneg double %call12.i
  store double %fneg.i, ptr %r.i, align 8
  %low14.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i, i32 0, i32 1
  %16 = load double, ptr %low14.i, align 8
  %fneg15.i = fneg double %16
  %low16.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i, i32 0, i32 1
  store double %fneg15.i, ptr %low16.i, align 8
  %17 = load double, ptr %r.i, align 8
  %18 = getelementptr inbounds nuw { double, double }, ptr %r.i, i32 0, i32 1
  %19 = load double, ptr %18, align 8
  %add.i.i.i = fadd double 0x3FF921FB54442D18, %17
  %sub.i.i.i = fsub double %add.i.i.i, 0x3FF921FB54442D18
  %sub3.i.i.i = fsub double %add.i.i.i, %sub.i.i.i
  %sub4.i.i.i = fsub double 0x3FF921FB54442D18, %sub3.i.i.i
  %sub5.i.i.i = fsub double %17, %sub.i.i.i
  %add6.i.i.i = fadd double %sub4.i.i.i, %sub5.i.i.i
  %add.i.i52 = fadd double 0x3C91A62633145C07, %19
  %add5.i.i = fadd double %add6.i.i.i, %add.i.i52
  %add.i7.i = fadd double %add.i.i.i, %add5.i.i
  %sub.i.i53 = fsub double %add.i7.i, %add.i.i.i
  %sub3.i.i54 = fsub double %add5.i.i, %sub.i.i53
  br label %mlcc_direction.exit

mlcc_direction.exit:
  %retval.sroa.0.0.i = phi double [ %retval.sroa.0.0.copyload.i, %if.then.i ], [ %add.i7.i, %if.end.i ]
  %retval.sroa.3.0.i = phi double [ %retval.sroa.3.0.copyload.i, %if.then.i ], [ %sub3.i.i54, %if.end.i ]
  %.fca.0.insert.i57 = insertvalue { double, double } poison, double %retval.sroa.0.0.i, 0
  %.fca.1.insert.i58 = insertvalue { double, double } %.fca.0.insert.i57, double %retval.sroa.3.0.i, 1
  call void @llvm.lifetime.end.p0(ptr %r.i)
  %20 = extractvalue { double, double } %.fca.1.insert.i58, 0
  %21 = extractvalue { double, double } %.fca.1.insert.i58, 1
  br label %if.end55

if.else43:
  %22 = bitcast double %x to i64
  %shr = lshr i64 %22, 63
  %cmp45 = icmp eq i64 %shr, 0
  %23 = bitcast i64 %and to double
  %24 = bitcast i64 %and2 to double
  %div = fdiv double %23, %24
  %r.sroa.0.5 = select i1 %cmp45, double %div, double %2
  br label %if.end55

if.end55:
  %r.sroa.0.0 = phi double [ %cond, %if.then9 ], [ %4, %if.then14 ], [ %2, %if.else16 ], [ %8, %if.then29 ], [ %20, %mlcc_direction.exit ], [ %r.sroa.0.5, %if.else43 ]
  %r.sroa.9.0 = phi double [ %3, %if.then9 ], [ %5, %if.then14 ], [ %3, %if.else16 ], [ %9, %if.then29 ], [ %21, %mlcc_direction.exit ], [ %3, %if.else43 ]
  %25 = bitcast double %x to i64
  %shr57 = lshr i64 %25, 63
  %tobool = icmp ne i64 %shr57, 0
  br i1 %tobool, label %if.then58, label %if.end67

if.then58:
  %26 = extractvalue { double, double } { double 0x400921FB54442D18, double 0x3CA1A62633145C07 }, 0
  %27 = extractvalue { double, double } { double 0x400921FB54442D18, double 0x3CA1A62633145C07 }, 1
  %fneg = fneg double %r.sroa.0.0
  %fneg64 = fneg double %r.sroa.9.0
  %.fca.0.insert.i = insertvalue { double, double } poison, double %fneg, 0
  %.fca.1.insert.i = insertvalue { double, double } %.fca.0.insert.i, double %fneg64, 1
  %28 = extractvalue { double, double } %.fca.1.insert.i, 0
  %29 = extractvalue { double, double } %.fca.1.insert.i, 1
  %add.i.i = fadd double %26, %28
  %sub.i.i = fsub double %add.i.i, %26
  %sub3.i.i = fsub double %add.i.i, %sub.i.i
  %sub4.i.i = fsub double %26, %sub3.i.i
  %sub5.i.i = fsub double %28, %sub.i.i
  %add6.i.i = fadd double %sub4.i.i, %sub5.i.i
  %add.i44 = fadd double %27, %29
  %add5.i = fadd double %add6.i.i, %add.i44
  %add.i47 = fadd double %add.i.i, %add5.i
  %sub.i48 = fsub double %add.i47, %add.i.i
  %sub3.i = fsub double %add5.i, %sub.i48
  %.fca.0.insert.i49 = insertvalue { double, double } poison, double %add.i47, 0
  %.fca.1.insert.i50 = insertvalue { double, double } %.fca.0.insert.i49, double %sub3.i, 1
  %30 = extractvalue { double, double } %.fca.1.insert.i50, 0
  %31 = extractvalue { double, double } %.fca.1.insert.i50, 1
  br label %if.end67

if.end67:
  %r.sroa.0.6 = phi double [ %30, %if.then58 ], [ %r.sroa.0.0, %if.end55 ]
  %r.sroa.9.5 = phi double [ %31, %if.then58 ], [ %r.sroa.9.0, %if.end55 ]
  %add70 = fadd double %r.sroa.0.6, %r.sroa.9.5
  %32 = bitcast double %add70 to i64
  %and.i59 = and i64 %32, 9223372036854775807
  %33 = bitcast double %y to i64
  %and2.i = and i64 %33, -9223372036854775808
  %or.i60 = or i64 %and.i59, %and2.i
  %34 = bitcast i64 %or.i60 to double
  br label %return

return:
  %retval.0 = phi double [ %add, %if.then ], [ %34, %if.end67 ]
  ret double %retval.0
}

define internal float @atan2f(float %y, float %x) {
entry:
  %conv = fpext float %y to double
  %conv1 = fpext float %x to double
  %call = call double @atan2(double %conv, double %conv1)
  %conv2 = fptrunc double %call to float
  ret float %conv2
}

define internal double @asin(double %x) {
entry:
  %r.i = alloca %struct.mlcc_pair, align 8
  %0 = bitcast double %x to i64
  %and = and i64 %0, 9223372036854775807
  %1 = bitcast i64 %and to double
  %cmp = icmp uge i64 %and, 4485585228861014016
  %cmp2 = fcmp ole double %1, 1.000000e+00
  %or.cond = and i1 %cmp, %cmp2
  br i1 %or.cond, label %if.end, label %if.then

if.then:
  %cmp3 = fcmp ogt double %1, 1.000000e+00
  %.x = select i1 %cmp3, double 0x7FF8000000000000, double %x
  br label %return

if.end:
  %.fca.0.insert.i = insertvalue { double, double } poison, double %1, 0
  %.fca.1.insert.i = insertvalue { double, double } %.fca.0.insert.i, double 0.000000e+00, 1
  %2 = extractvalue { double, double } %.fca.1.insert.i, 0
  %3 = extractvalue { double, double } %.fca.1.insert.i, 1
  %fneg.i9 = fneg double %1
  %add.i3.i = fadd double 1.000000e+00, %fneg.i9
  %sub.i4.i = fsub double %add.i3.i, 1.000000e+00
  %sub3.i5.i = fsub double %add.i3.i, %sub.i4.i
  %sub4.i6.i = fsub double 1.000000e+00, %sub3.i5.i
  %sub5.i7.i = fsub double %fneg.i9, %sub.i4.i
  %add6.i8.i = fadd double %sub4.i6.i, %sub5.i7.i
  %add.i2.i = fadd double 1.000000e+00, %1
  %sub.i.i10 = fsub double %add.i2.i, 1.000000e+00
  %sub3.i.i11 = fsub double %add.i2.i, %sub.i.i10
  %sub4.i.i = fsub double 1.000000e+00, %sub3.i.i11
  %sub5.i.i = fsub double %1, %sub.i.i10
  %add6.i.i = fadd double %sub4.i.i, %sub5.i.i
  %4 = bitcast double %add.i3.i to i64
  %and.i.i = and i64 %4, -134217728
  %5 = bitcast i64 %and.i.i to double
  %6 = bitcast double %add.i2.i to i64
  %and3.i.i = and i64 %6, -134217728
  %7 = bitcast i64 %and3.i.i to double
  %sub.i16.i = fsub double %add.i3.i, %5
  %sub5.i17.i = fsub double %add.i2.i, %7
  %mul.i18.i = fmul double %add.i3.i, %add.i2.i
  %mul6.i.i = fmul double %5, %7
  %sub8.i.i = fsub double %mul6.i.i, %mul.i18.i
  %mul9.i.i = fmul double %5, %sub5.i17.i
  %add.i19.i = fadd double %sub8.i.i, %mul9.i.i
  %mul10.i.i = fmul double %sub.i16.i, %7
  %add11.i.i = fadd double %add.i19.i, %mul10.i.i
  %mul12.i.i = fmul double %sub.i16.i, %sub5.i17.i
  %add13.i.i = fadd double %add11.i.i, %mul12.i.i
  %mul.i.i = fmul double %add.i3.i, %add6.i.i
  %mul7.i.i = fmul double %add6.i8.i, %add.i2.i
  %add.i.i14 = fadd double %mul.i.i, %mul7.i.i
  %add8.i.i = fadd double %add13.i.i, %add.i.i14
  %add.i11.i = fadd double %mul.i18.i, %add8.i.i
  %sub.i12.i = fsub double %add.i11.i, %mul.i18.i
  %sub3.i13.i = fsub double %add8.i.i, %sub.i12.i
  %call.i17 = call double @sqrt(double %add.i11.i)
  %8 = bitcast double %call.i17 to i64
  %and.i.i18 = and i64 %8, -134217728
  %9 = bitcast i64 %and.i.i18 to double
  %10 = bitcast double %call.i17 to i64
  %and3.i.i19 = and i64 %10, -134217728
  %11 = bitcast i64 %and3.i.i19 to double
  %sub.i6.i = fsub double %call.i17, %9
  %sub5.i.i20 = fsub double %call.i17, %11
  %mul.i.i21 = fmul double %call.i17, %call.i17
  %mul6.i.i22 = fmul double %9, %11
  %sub8.i.i23 = fsub double %mul6.i.i22, %mul.i.i21
  %mul9.i.i24 = fmul double %9, %sub5.i.i20
  %add.i7.i25 = fadd double %sub8.i.i23, %mul9.i.i24
  %mul10.i.i26 = fmul double %sub.i6.i, %11
  %add11.i.i27 = fadd double %add.i7.i25, %mul10.i.i26
  %mul12.i.i28 = fmul double %sub.i6.i, %sub5.i.i20
  %add13.i.i29 = fadd double %add11.i.i27, %mul12.i.i28
  %cmp.i30 = fcmp oeq double %call.i17, 0.000000e+00
  br i1 %cmp.i30, label %mlcc_root.exit, label %cond.false.i

cond.false.i:
  %sub.i = fsub double %add.i11.i, %mul.i.i21
  %sub5.i = fsub double %sub.i, %add13.i.i29
  %add.i = fadd double %sub5.i, %sub3.i13.i
  %mul.i = fmul double 2.000000e+00, %call.i17
  %div.i = fdiv double %add.i, %mul.i
  %add.i.i31 = fadd double %call.i17, %div.i
  %sub.i.i32 = fsub double %add.i.i31, %call.i17
  %sub3.i.i33 = fsub double %div.i, %sub.i.i32
  br label %mlcc_root.exit

mlcc_root.exit:
  %retval.sroa.0.0.i36 = phi double [ %add.i.i31, %cond.false.i ], [ 0.000000e+00, %if.end ]
  %retval.sroa.3.0.i37 = phi double [ %sub3.i.i33, %cond.false.i ], [ 0.000000e+00, %if.end ]
  %.fca.0.insert.i38 = insertvalue { double, double } poison, double %retval.sroa.0.0.i36, 0
  %.fca.1.insert.i39 = insertvalue { double, double } %.fca.0.insert.i38, double %retval.sroa.3.0.i37, 1
  %12 = extractvalue { double, double } %.fca.1.insert.i39, 0
  %13 = extractvalue { double, double } %.fca.1.insert.i39, 1
  call void @llvm.lifetime.start.p0(ptr %r.i)
  %cmp.i = fcmp ole double %2, %12
  br i1 %cmp.i, label %if.then.i, label %if.end.i

if.then.i:
  %low5.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i, i32 0, i32 1
  %call.i = call double @mlcc_angle(double %2, double %3, double %12, double %13, ptr %low5.i)
  store double %call.i, ptr %r.i, align 8
  %retval.sroa.0.0.copyload.i = load double, ptr %r.i, align 8
  %retval.sroa.3.0.r.sroa_idx.i = getelementptr inbounds i8, ptr %r.i, i64 8
  %retval.sroa.3.0.copyload.i = load double, ptr %retval.sroa.3.0.r.sroa_idx.i, align 8
  br label %mlcc_direction.exit

if.end.i:
  %low11.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i, i32 0, i32 1
  %call12.i = call double @mlcc_angle(double %12, double %13, double %2, double %3, ptr %low11.i)
  %fneg.i = fneg double %call12.i
  store double %fneg.i, ptr %r.i, align 8
  %low14.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i, i32 0, i32 1
  %14 = load double, ptr %low14.i, align 8
  %fneg15.i = fneg double %14
  %low16.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i, i32 0, i32 1
  store double %fneg15.i, ptr %low16.i, align 8
  %15 = load double, ptr %r.i, align 8
  %16 = getelementptr inbounds nuw { double, double }, ptr %r.i, i32 0, i32 1
  %17 = load double, ptr %16, align 8
  %add.i.i.i = fadd double 0x3FF921FB54442D18, %15
  %sub.i.i.i = fsub double %add.i.i.i, 0x3FF921FB54442D18
  %sub3.i.i.i = fsub double %add.i.i.i, %sub.i.i.i
  %sub4.i.i.i = fsub double 0x3FF921FB54442D18, %sub3.i.i.i
  %sub5.i.i.i = fsub double %15, %sub.i.i.i
  %add6.i.i.i = fadd double %sub4.i.i.i, %sub5.i.i.i
  %add.i.i = fadd double 0x3C91A62633145C07, %17
  %add5.i.i = fadd double %add6.i.i.i, %add.i.i
  %add.i7.i = fadd double %add.i.i.i, %add5.i.i
  %sub.i.i = fsub double %add.i7.i, %add.i.i.i
  %sub3.i.i = fsub double %add5.i.i, %sub.i.i
  br label %mlcc_direction.exit

mlcc_direction.exit:
  %retval.sroa.0.0.i = phi double [ %retval.sroa.0.0.copyload.i, %if.then.i ], [ %add.i7.i, %if.end.i ]
  %retval.sroa.3.0.i = phi double [ %retval.sroa.3.0.copyload.i, %if.then.i ], [ %sub3.i.i, %if.end.i ]
  %.fca.0.insert.i7 = insertvalue { double, double } poison, double %retval.sroa.0.0.i, 0
  %.fca.1.insert.i8 = insertvalue { double, double } %.fca.0.insert.i7, double %retval.sroa.3.0.i, 1
  call void @llvm.lifetime.end.p0(ptr %r.i)
  %18 = extractvalue { double, double } %.fca.1.insert.i8, 0
  %19 = extractvalue { double, double } %.fca.1.insert.i8, 1
  %add = fadd double %18, %19
  %20 = bitcast double %add to i64
  %and.i = and i64 %20, 9223372036854775807
  %21 = bitcast double %x to i64
  %and2.i = and i64 %21, -9223372036854775808
  %or.i = or i64 %and.i, %and2.i
  %22 = bitcast i64 %or.i to double
  br label %return

return:
  %retval.0 = phi double [ %.x, %if.then ], [ %22, %mlcc_direction.exit ]
  ret double %retval.0
}

define internal double @acos(double %x) {
entry:
  %r.i = alloca %struct.mlcc_pair, align 8
  %0 = bitcast double %x to i64
  %and = and i64 %0, 9223372036854775807
  %1 = bitcast i64 %and to double
  %cmp = fcmp ole double %1, 1.000000e+00
  br i1 %cmp, label %if.end, label %if.then

if.then:
  %cmp2 = fcmp ogt double %1, 1.000000e+00
  %.x = select i1 %cmp2, double 0x7FF8000000000000, double %x
  br label %return

if.end:
  %fneg.i22 = fneg double %1
  %add.i3.i = fadd double 1.000000e+00, %fneg.i22
  %sub.i4.i = fsub double %add.i3.i, 1.000000e+00
  %sub3.i5.i = fsub double %add.i3.i, %sub.i4.i
  %sub4.i6.i = fsub double 1.000000e+00, %sub3.i5.i
  %sub5.i7.i = fsub double %fneg.i22, %sub.i4.i
  %add6.i8.i = fadd double %sub4.i6.i, %sub5.i7.i
  %add.i2.i = fadd double 1.000000e+00, %1
  %sub.i.i23 = fsub double %add.i2.i, 1.000000e+00
  %sub3.i.i24 = fsub double %add.i2.i, %sub.i.i23
  %sub4.i.i25 = fsub double 1.000000e+00, %sub3.i.i24
  %sub5.i.i26 = fsub double %1, %sub.i.i23
  %add6.i.i27 = fadd double %sub4.i.i25, %sub5.i.i26
  %2 = bitcast double %add.i3.i to i64
  %and.i.i = and i64 %2, -134217728
  %3 = bitcast i64 %and.i.i to double
  %4 = bitcast double %add.i2.i to i64
  %and3.i.i = and i64 %4, -134217728
  %5 = bitcast i64 %and3.i.i to double
  %sub.i16.i = fsub double %add.i3.i, %3
  %sub5.i17.i = fsub double %add.i2.i, %5
  %mul.i18.i = fmul double %add.i3.i, %add.i2.i
  %mul6.i.i = fmul double %3, %5
  %sub8.i.i = fsub double %mul6.i.i, %mul.i18.i
  %mul9.i.i = fmul double %3, %sub5.i17.i
  %add.i19.i = fadd double %sub8.i.i, %mul9.i.i
  %mul10.i.i = fmul double %sub.i16.i, %5
  %add11.i.i = fadd double %add.i19.i, %mul10.i.i
  %mul12.i.i = fmul double %sub.i16.i, %sub5.i17.i
  %add13.i.i = fadd double %add11.i.i, %mul12.i.i
  %mul.i.i = fmul double %add.i3.i, %add6.i.i27
  %mul7.i.i = fmul double %add6.i8.i, %add.i2.i
  %add.i.i30 = fadd double %mul.i.i, %mul7.i.i
  %add8.i.i = fadd double %add13.i.i, %add.i.i30
  %add.i11.i = fadd double %mul.i18.i, %add8.i.i
  %sub.i12.i = fsub double %add.i11.i, %mul.i18.i
  %sub3.i13.i = fsub double %add8.i.i, %sub.i12.i
  %call.i33 = call double @sqrt(double %add.i11.i)
  %6 = bitcast double %call.i33 to i64
  %and.i.i34 = and i64 %6, -134217728
  %7 = bitcast i64 %and.i.i34 to double
  %8 = bitcast double %call.i33 to i64
  %and3.i.i35 = and i64 %8, -134217728
  %9 = bitcast i64 %and3.i.i35 to double
  %sub.i6.i = fsub double %call.i33, %7
  %sub5.i.i36 = fsub double %call.i33, %9
  %mul.i.i37 = fmul double %call.i33, %call.i33
  %mul6.i.i38 = fmul double %7, %9
  %sub8.i.i39 = fsub double %mul6.i.i38, %mul.i.i37
  %mul9.i.i40 = fmul double %7, %sub5.i.i36
  %add.i7.i41 = fadd double %sub8.i.i39, %mul9.i.i40
  %mul10.i.i42 = fmul double %sub.i6.i, %9
  %add11.i.i43 = fadd double %add.i7.i41, %mul10.i.i42
  %mul12.i.i44 = fmul double %sub.i6.i, %sub5.i.i36
  %add13.i.i45 = fadd double %add11.i.i43, %mul12.i.i44
  %cmp.i46 = fcmp oeq double %call.i33, 0.000000e+00
  br i1 %cmp.i46, label %mlcc_root.exit, label %cond.false.i

cond.false.i:
  %sub.i47 = fsub double %add.i11.i, %mul.i.i37
  %sub5.i = fsub double %sub.i47, %add13.i.i45
  %add.i48 = fadd double %sub5.i, %sub3.i13.i
  %mul.i = fmul double 2.000000e+00, %call.i33
  %div.i = fdiv double %add.i48, %mul.i
  %add.i.i49 = fadd double %call.i33, %div.i
  %sub.i.i50 = fsub double %add.i.i49, %call.i33
  %sub3.i.i51 = fsub double %div.i, %sub.i.i50
  br label %mlcc_root.exit

mlcc_root.exit:
  %retval.sroa.0.0.i54 = phi double [ %add.i.i49, %cond.false.i ], [ 0.000000e+00, %if.end ]
  %retval.sroa.3.0.i55 = phi double [ %sub3.i.i51, %cond.false.i ], [ 0.000000e+00, %if.end ]
  %.fca.0.insert.i56 = insertvalue { double, double } poison, double %retval.sroa.0.0.i54, 0
  %.fca.1.insert.i57 = insertvalue { double, double } %.fca.0.insert.i56, double %retval.sroa.3.0.i55, 1
  %10 = extractvalue { double, double } %.fca.1.insert.i57, 0
  %11 = extractvalue { double, double } %.fca.1.insert.i57, 1
  %.fca.0.insert.i8 = insertvalue { double, double } poison, double %1, 0
  %.fca.1.insert.i9 = insertvalue { double, double } %.fca.0.insert.i8, double 0.000000e+00, 1
  %12 = extractvalue { double, double } %.fca.1.insert.i9, 0
  %13 = extractvalue { double, double } %.fca.1.insert.i9, 1
  call void @llvm.lifetime.start.p0(ptr %r.i)
  %cmp.i = fcmp ole double %10, %12
  br i1 %cmp.i, label %if.then.i, label %if.end.i

if.then.i:
  %low5.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i, i32 0, i32 1
  %call.i = call double @mlcc_angle(double %10, double %11, double %12, double %13, ptr %low5.i)
  store double %call.i, ptr %r.i, align 8
  %retval.sroa.0.0.copyload.i = load double, ptr %r.i, align 8
  %retval.sroa.3.0.r.sroa_idx.i = getelementptr inbounds i8, ptr %r.i, i64 8
  %retval.sroa.3.0.copyload.i = load double, ptr %retval.sroa.3.0.r.sroa_idx.i, align 8
  br label %mlcc_direction.exit

if.end.i:
  %low11.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i, i32 0, i32 1
  %call12.i = call double @mlcc_angle(double %12, double %13, double %10, double %11, ptr %low11.i)
  %fneg.i = fneg double %call12.i
  store double %fneg.i, ptr %r.i, align 8
  %low14.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i, i32 0, i32 1
  %14 = load double, ptr %low14.i, align 8
  %fneg15.i = fneg double %14
  %low16.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i, i32 0, i32 1
  store double %fneg15.i, ptr %low16.i, align 8
  %15 = load double, ptr %r.i, align 8
  %16 = getelementptr inbounds nuw { double, double }, ptr %r.i, i32 0, i32 1
  %17 = load double, ptr %16, align 8
  %add.i.i.i = fadd double 0x3FF921FB54442D18, %15
  %sub.i.i.i = fsub double %add.i.i.i, 0x3FF921FB54442D18
  %sub3.i.i.i = fsub double %add.i.i.i, %sub.i.i.i
  %sub4.i.i.i = fsub double 0x3FF921FB54442D18, %sub3.i.i.i
  %sub5.i.i.i = fsub double %15, %sub.i.i.i
  %add6.i.i.i = fadd double %sub4.i.i.i, %sub5.i.i.i
  %add.i.i15 = fadd double 0x3C91A62633145C07, %17
  %add5.i.i = fadd double %add6.i.i.i, %add.i.i15
  %add.i7.i = fadd double %add.i.i.i, %add5.i.i
  %sub.i.i16 = fsub double %add.i7.i, %add.i.i.i
  %sub3.i.i17 = fsub double %add5.i.i, %sub.i.i16
  br label %mlcc_direction.exit

mlcc_direction.exit:
  %retval.sroa.0.0.i = phi double [ %retval.sroa.0.0.copyload.i, %if.then.i ], [ %add.i7.i, %if.end.i ]
  %retval.sroa.3.0.i = phi double [ %retval.sroa.3.0.copyload.i, %if.then.i ], [ %sub3.i.i17, %if.end.i ]
  %.fca.0.insert.i20 = insertvalue { double, double } poison, double %retval.sroa.0.0.i, 0
  %.fca.1.insert.i21 = insertvalue { double, double } %.fca.0.insert.i20, double %retval.sroa.3.0.i, 1
  call void @llvm.lifetime.end.p0(ptr %r.i)
  %18 = extractvalue { double, double } %.fca.1.insert.i21, 0
  %19 = extractvalue { double, double } %.fca.1.insert.i21, 1
  %cmp8 = fcmp olt double %x, 0.000000e+00
  br i1 %cmp8, label %if.then9, label %if.end16

if.then9:
  %20 = extractvalue { double, double } { double 0x400921FB54442D18, double 0x3CA1A62633145C07 }, 0
  %21 = extractvalue { double, double } { double 0x400921FB54442D18, double 0x3CA1A62633145C07 }, 1
  %fneg = fneg double %18
  %fneg13 = fneg double %19
  %.fca.0.insert.i = insertvalue { double, double } poison, double %fneg, 0
  %.fca.1.insert.i = insertvalue { double, double } %.fca.0.insert.i, double %fneg13, 1
  %22 = extractvalue { double, double } %.fca.1.insert.i, 0
  %23 = extractvalue { double, double } %.fca.1.insert.i, 1
  %add.i.i = fadd double %20, %22
  %sub.i.i = fsub double %add.i.i, %20
  %sub3.i.i = fsub double %add.i.i, %sub.i.i
  %sub4.i.i = fsub double %20, %sub3.i.i
  %sub5.i.i = fsub double %22, %sub.i.i
  %add6.i.i = fadd double %sub4.i.i, %sub5.i.i
  %add.i = fadd double %21, %23
  %add5.i = fadd double %add6.i.i, %add.i
  %add.i12 = fadd double %add.i.i, %add5.i
  %sub.i = fsub double %add.i12, %add.i.i
  %sub3.i = fsub double %add5.i, %sub.i
  %.fca.0.insert.i13 = insertvalue { double, double } poison, double %add.i12, 0
  %.fca.1.insert.i14 = insertvalue { double, double } %.fca.0.insert.i13, double %sub3.i, 1
  %24 = extractvalue { double, double } %.fca.1.insert.i14, 0
  %25 = extractvalue { double, double } %.fca.1.insert.i14, 1
  br label %if.end16

if.end16:
  %r.sroa.0.0 = phi double [ %24, %if.then9 ], [ %18, %mlcc_direction.exit ]
  %r.sroa.4.0 = phi double [ %25, %if.then9 ], [ %19, %mlcc_direction.exit ]
  %add = fadd double %r.sroa.0.0, %r.sroa.4.0
  br label %return

return:
  %retval.0 = phi double [ %add, %if.end16 ], [ %.x, %if.then ]
  ret double %retval.0
}

declare double @sqrt(double)

declare void @llvm.lifetime.start.p0(ptr)

declare void @llvm.lifetime.end.p0(ptr)
