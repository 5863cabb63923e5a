; Generated from libm_angles.c by mlcc.runtime.native.generate.

%struct.mlcc_pair = type { double, double }

@mlcc_rt.libm_angles.mlcc_quarters.bits = internal constant [40 x i32] [i32 0, i32 0, i32 -1560706194, i32 1313084713, i32 -64530479, i32 -181084736, i32 -614296167, i32 1011060801, i32 -28220501, i32 -558119583, i32 -1222349254, i32 1112396512, i32 105459434, i32 164729372, i32 -31593700, i32 -1322670274, i32 -394119691, i32 784024708, i32 -375623642, i32 -1268810175, i32 965858873, i32 -2091697676, i32 -1669046389, i32 -1107744709, i32 536385535, i32 -570058737, i32 -282127989, i32 1510632735, i32 1832287951, i32 667617719, i32 1330003814, i32 -1637881299, i32 1965537991, i32 -337251973, i32 1023883767, i32 -1974299926, i32 1811636145, i32 529358088, i32 1443049542, i32 -59020373], align 4
@mlcc_rt.libm_angles.mlcc_sine.inverse = internal constant [8 x double] [double 0xBC62F49B46814157, double 0x3CE952C77030AD4A, double 0xBD6AE7F3E733B81F, double 0x3DE6124613A86D09, double 0xBE5AE64567F544E4, double 0x3EC71DE3A556C734, double 0xBF2A01A01A01A01A, double 0x3F81111111111111], align 8
@mlcc_rt.libm_angles.mlcc_cosine.inverse = internal constant [9 x double] [double 0x3C1E542BA4020225, double 0xBCA6827863B97D97, double 0x3D2AE7F3E733B81F, double 0xBDA93974A8C07C9D, double 0x3E21EED8EFF8D898, double 0xBE927E4FB7789F5C, double 0x3EFA01A01A01A01A, double 0xBF56C16C16C16C17, double 0x3FA5555555555555], align 8
@mlcc_rt.libm_angles.mlcc_angle.angles = internal constant [18 x double] [double 0.000000e+00, double 0.000000e+00, double 0x3FBFD5BA9AAC2F6E, double 0xBC4CD37686760C17, double 0x3FCF5B75F92C80DD, double 0x3C68AB6E3CF7AFBD, double 0x3FD6F61941E4DEF1, double 0xBC7C63AAE6F6E918, double 0x3FDDAC670561BB4F, double 0x3C7A2B7F222F65E2, double 0x3FE1E00BABDEFEB4, double 0xBC5928DF287A668F, double 0x3FE4978FA3269EE1, double 0x3C72419A87F2A458, double 0x3FE700A7C5784634, double 0xBC78C34D25AADEF6, double 0x3FE921FB54442D18, double 0x3C81A62633145C07], align 8
@mlcc_rt.libm_angles.mlcc_angle.odd = internal constant [8 x double] [double 0x3FAE1E1E1E1E1E1E, double 0xBFB1111111111111, double 0x3FB3B13B13B13B14, double 0xBFB745D1745D1746, double 0x3FBC71C71C71C71C, double 0xBFC2492492492492, double 2.000000e-01, double 0xBFD5555555555555], align 8

define internal i32 @mlcc_quarters(double %x, ptr %high, ptr %low) {
entry:
  %p = alloca [6 x i32], align 4
  %0 = bitcast double %x to i64
  %and = and i64 %0, 9223372036854775807
  store double 0.000000e+00, ptr %low, align 4
  %cmp = icmp ule i64 %and, 4605249457297304856
  %cmp1 = icmp uge i64 %and, 9218868437227405312
  %or.cond = or i1 %cmp, %cmp1
  br i1 %or.cond, label %if.then, label %if.end

if.then:
  %cmp2 = icmp uge i64 %and, 9218868437227405312
  %sub = fsub double %x, %x
  %cond = select i1 %cmp2, double %sub, double %x
  store double %cond, ptr %high, align 4
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
  %before.0 = phi i64 [ 0, %mlcc_significand.exit ], [ %and13, %for.body ]
  %carry_high.0 = phi i64 [ 0, %mlcc_significand.exit ], [ %shr23, %for.body ]
  %carry.0 = phi i64 [ 0, %mlcc_significand.exit ], [ %shr24, %for.body ]
  %cmp5 = icmp sge i32 %i.0, 0
  br i1 %cmp5, label %for.body, label %for.end

for.body:
  %add6 = add nsw i32 %shr, %i.0
  %arrayidx = getelementptr inbounds [40 x i32], ptr @mlcc_rt.libm_angles.mlcc_quarters.bits, i32 0, i32 %add6
  %1 = load i32, ptr %arrayidx, align 4
  %conv = zext i32 %1 to i64
  %shl = shl i64 %conv, 32
  %add7 = add nsw i32 %shr, %i.0
  %add8 = add nsw i32 %add7, 1
  %arrayidx9 = getelementptr inbounds [40 x i32], ptr @mlcc_rt.libm_angles.mlcc_quarters.bits, i32 0, i32 %add8
  %2 = load i32, ptr %arrayidx9, align 4
  %conv10 = zext i32 %2 to i64
  %or = or i64 %shl, %conv10
  %sub11 = sub nsw i32 32, %and4
  %sh_prom = zext i32 %sub11 to i64
  %shr12 = lshr i64 %or, %sh_prom
  %and13 = and i64 %shr12, 4294967295
  %and14 = and i64 %m.0.i, 4294967295
  %mul = mul i64 %and13, %and14
  %add15 = add i64 %carry.0, %mul
  %and16 = and i64 %add15, 4294967295
  %shr17 = lshr i64 %m.0.i, 32
  %mul18 = mul i64 %before.0, %shr17
  %add19 = add i64 %and16, %mul18
  %add20 = add i64 %carry_high.0, %add19
  %conv21 = trunc i64 %add20 to i32
  %arrayidx22 = getelementptr inbounds [6 x i32], ptr %p, i32 0, i32 %i.0
  store i32 %conv21, ptr %arrayidx22, align 4
  %shr23 = lshr i64 %add20, 32
  %shr24 = lshr i64 %add15, 32
  %dec = add nsw i32 %i.0, -1
  br label %for.cond

for.end:
  %arrayidx25 = getelementptr inbounds [6 x i32], ptr %p, i32 0, i32 0
  %3 = load i32, ptr %arrayidx25, align 4
  %shr26 = lshr i32 %3, 30
  %arrayidx27 = getelementptr inbounds [6 x i32], ptr %p, i32 0, i32 0
  %4 = load i32, ptr %arrayidx27, align 4
  %conv28 = zext i32 %4 to i64
  %shl29 = shl i64 %conv28, 34
  %arrayidx30 = getelementptr inbounds [6 x i32], ptr %p, i32 0, i32 1
  %5 = load i32, ptr %arrayidx30, align 4
  %conv31 = zext i32 %5 to i64
  %shl32 = shl i64 %conv31, 2
  %or33 = or i64 %shl29, %shl32
  %arrayidx34 = getelementptr inbounds [6 x i32], ptr %p, i32 0, i32 2
  %6 = load i32, ptr %arrayidx34, align 4
  %shr35 = lshr i32 %6, 30
  %conv36 = zext i32 %shr35 to i64
  %or37 = or i64 %or33, %conv36
  %arrayidx38 = getelementptr inbounds [6 x i32], ptr %p, i32 0, i32 2
  %7 = load i32, ptr %arrayidx38, align 4
  %conv39 = zext i32 %7 to i64
  %shl40 = shl i64 %conv39, 34
  %arrayidx41 = getelementptr inbounds [6 x i32], ptr %p, i32 0, i32 3
  %8 = load i32, ptr %arrayidx41, align 4
  %conv42 = zext i32 %8 to i64
  %shl43 = shl i64 %conv42, 2
  %or44 = or i64 %shl40, %shl43
  %arrayidx45 = getelementptr inbounds [6 x i32], ptr %p, i32 0, i32 4
  %9 = load i32, ptr %arrayidx45, align 4
  %shr46 = lshr i32 %9, 30
  %conv47 = zext i32 %shr46 to i64
  %or48 = or i64 %or44, %conv47
  %10 = bitcast double %x to i64
  %and50 = and i64 %10, -9223372036854775808
  %shr51 = lshr i64 %or37, 63
  %tobool = icmp ne i64 %shr51, 0
  br i1 %tobool, label %if.then52, label %if.end54

if.then52:
  %inc = add nsw i32 %shr26, 1
  %xor = xor i64 %and50, -9223372036854775808
  %not = xor i64 %or48, -1
  %not53 = xor i64 %or37, -1
  br label %if.end54

if.end54:
  %quarters.0 = phi i32 [ %inc, %if.then52 ], [ %shr26, %for.end ]
  %a.0 = phi i64 [ %not53, %if.then52 ], [ %or37, %for.end ]
  %b.0 = phi i64 [ %not, %if.then52 ], [ %or48, %for.end ]
  %sign.0 = phi i64 [ %xor, %if.then52 ], [ %and50, %for.end ]
  br label %for.cond55

for.cond55:
  %a.1 = phi i64 [ %a.0, %if.end54 ], [ %or64, %for.body61 ]
  %b.1 = phi i64 [ %b.0, %if.end54 ], [ %shl65, %for.body61 ]
  %zeros.0 = phi i32 [ 0, %if.end54 ], [ %inc67, %for.body61 ]
  %shr56 = lshr i64 %a.1, 63
  %cmp57 = icmp eq i64 %shr56, 0
  %cmp59 = icmp slt i32 %zeros.0, 64
  %spec.select = select i1 %cmp57, i1 %cmp59, i1 false
  br i1 %spec.select, label %for.body61, label %for.end68

for.body61:
  %shl62 = shl i64 %a.1, 1
  %shr63 = lshr i64 %b.1, 63
  %or64 = or i64 %shl62, %shr63
  %shl65 = shl i64 %b.1, 1
  %inc67 = add nsw i32 %zeros.0, 1
  br label %for.cond55

for.end68:
  %sub69 = sub nsw i32 1022, %zeros.0
  %conv70 = sext i32 %sub69 to i64
  %shl71 = shl i64 %conv70, 52
  %sub72 = sub nsw i32 970, %zeros.0
  %conv73 = sext i32 %sub72 to i64
  %shl74 = shl i64 %conv73, 52
  %or75 = or i64 %sign.0, %shl71
  %shr76 = lshr i64 %a.1, 11
  %and77 = and i64 %shr76, 4503599627370495
  %or78 = or i64 %or75, %and77
  %11 = bitcast i64 %or78 to double
  %or80 = or i64 %sign.0, %shl74
  %shl81 = shl i64 %a.1, 41
  %and82 = and i64 %shl81, 4503599627370495
  %or83 = or i64 %or80, %and82
  %shr84 = lshr i64 %b.1, 23
  %or85 = or i64 %or83, %shr84
  %12 = bitcast i64 %or85 to double
  %or87 = or i64 %sign.0, %shl74
  %13 = bitcast i64 %or87 to double
  %sub89 = fsub double %12, %13
  %14 = bitcast double %11 to i64
  %and.i44 = and i64 %14, -134217728
  %15 = bitcast i64 %and.i44 to double
  %16 = bitcast double 0x3FF921FB54442D18 to i64
  %and3.i = and i64 %16, -134217728
  %17 = bitcast i64 %and3.i to double
  %sub.i45 = fsub double %11, %15
  %sub5.i = fsub double 0x3FF921FB54442D18, %17
  %mul.i46 = fmul double %11, 0x3FF921FB54442D18
  %mul6.i = fmul double %15, %17
  %sub8.i = fsub double %mul6.i, %mul.i46
  %mul9.i = fmul double %15, %sub5.i
  %add.i47 = fadd double %sub8.i, %mul9.i
  %mul10.i = fmul double %sub.i45, %17
  %add11.i = fadd double %add.i47, %mul10.i
  %mul12.i48 = fmul double %sub.i45, %sub5.i
  %add13.i49 = fadd double %add11.i, %mul12.i48
  %mul.i = fmul double %11, 0x3C91A62633145C07
  %mul12.i = fmul double %sub89, 0x3FF921FB54442D18
  %add.i40 = fadd double %mul.i, %mul12.i
  %add13.i = fadd double %add13.i49, %add.i40
  %add.i42 = fadd double %mul.i46, %add13.i
  %sub.i43 = fsub double %add.i42, %mul.i46
  %sub3.i = fsub double %add13.i, %sub.i43
  store double %add.i42, ptr %high, align 4
  store double %sub3.i, ptr %low, align 4
  %18 = bitcast double %x to i64
  %shr98 = lshr i64 %18, 63
  %tobool99 = icmp ne i64 %shr98, 0
  %sub101 = sub nsw i32 0, %quarters.0
  %cond104 = select i1 %tobool99, i32 %sub101, i32 %quarters.0
  %and105 = and i32 %cond104, 3
  br label %return

return:
  %retval.0 = phi i32 [ 0, %if.then ], [ %and105, %for.end68 ]
  ret i32 %retval.0
}

define internal double @mlcc_sine(double %x, double %x_low, ptr %low) {
entry:
  %0 = bitcast double %x to i64
  %and.i = and i64 %0, -134217728
  %1 = bitcast i64 %and.i to double
  %2 = bitcast double %x to i64
  %and3.i = and i64 %2, -134217728
  %3 = bitcast i64 %and3.i to double
  %sub.i34 = fsub double %x, %1
  %sub5.i35 = fsub double %x, %3
  %mul.i36 = fmul double %x, %x
  %mul6.i = fmul double %1, %3
  %sub8.i = fsub double %mul6.i, %mul.i36
  %mul9.i = fmul double %1, %sub5.i35
  %add.i37 = fadd double %sub8.i, %mul9.i
  %mul10.i = fmul double %sub.i34, %3
  %add11.i = fadd double %add.i37, %mul10.i
  %mul12.i38 = fmul double %sub.i34, %sub5.i35
  %add13.i39 = fadd double %add11.i, %mul12.i38
  %mul.i9 = fmul double %x, %x_low
  %mul12.i10 = fmul double %x_low, %x
  %add.i11 = fadd double %mul.i9, %mul12.i10
  %add13.i12 = fadd double %add13.i39, %add.i11
  %add.i22 = fadd double %mul.i36, %add13.i12
  %sub.i23 = fsub double %add.i22, %mul.i36
  %sub3.i24 = fsub double %add13.i12, %sub.i23
  br label %for.cond.i

for.cond.i:
  %sum.0.i = phi double [ 0xBC62F49B46814157, %entry ], [ %add.i15, %for.body.i ]
  %i.0.i = phi i32 [ 1, %entry ], [ %inc.i, %for.body.i ]
  %cmp.i = icmp ult i32 %i.0.i, 8
  br i1 %cmp.i, label %for.body.i, label %mlcc_polynomial.exit

for.body.i:
  %mul.i14 = fmul double %sum.0.i, %add.i22
  %arrayidx1.i = getelementptr inbounds nuw double, ptr @mlcc_rt.libm_angles.mlcc_sine.inverse, i32 %i.0.i
  %4 = load double, ptr %arrayidx1.i, align 4
  %add.i15 = fadd double %mul.i14, %4
  %inc.i = add i32 %i.0.i, 1
  br label %for.cond.i

mlcc_polynomial.exit:
  %mul = fmul double %add.i22, %sum.0.i
  %add.i13 = fadd double 0xBFC5555555555555, %mul
  %sub.i = fsub double %add.i13, 0xBFC5555555555555
  %sub3.i = fsub double %add.i13, %sub.i
  %sub4.i = fsub double 0xBFC5555555555555, %sub3.i
  %sub5.i = fsub double %mul, %sub.i
  %add6.i = fadd double %sub4.i, %sub5.i
  %sub = fsub double %add6.i, 0x3C65555555555555
  %5 = bitcast double %add.i22 to i64
  %and.i41 = and i64 %5, -134217728
  %6 = bitcast i64 %and.i41 to double
  %7 = bitcast double %add.i13 to i64
  %and3.i42 = and i64 %7, -134217728
  %8 = bitcast i64 %and3.i42 to double
  %sub.i43 = fsub double %add.i22, %6
  %sub5.i44 = fsub double %add.i13, %8
  %mul.i45 = fmul double %add.i22, %add.i13
  %mul6.i46 = fmul double %6, %8
  %sub8.i47 = fsub double %mul6.i46, %mul.i45
  %mul9.i48 = fmul double %6, %sub5.i44
  %add.i49 = fadd double %sub8.i47, %mul9.i48
  %mul10.i50 = fmul double %sub.i43, %8
  %add11.i51 = fadd double %add.i49, %mul10.i50
  %mul12.i52 = fmul double %sub.i43, %sub5.i44
  %add13.i53 = fadd double %add11.i51, %mul12.i52
  %mul.i3 = fmul double %add.i22, %sub
  %mul12.i4 = fmul double %sub3.i24, %add.i13
  %add.i5 = fadd double %mul.i3, %mul12.i4
  %add13.i6 = fadd double %add13.i53, %add.i5
  %add.i26 = fadd double %mul.i45, %add13.i6
  %sub.i27 = fsub double %add.i26, %mul.i45
  %sub3.i28 = fsub double %add13.i6, %sub.i27
  %9 = bitcast double %x to i64
  %and.i55 = and i64 %9, -134217728
  %10 = bitcast i64 %and.i55 to double
  %11 = bitcast double %add.i26 to i64
  %and3.i56 = and i64 %11, -134217728
  %12 = bitcast i64 %and3.i56 to double
  %sub.i57 = fsub double %x, %10
  %sub5.i58 = fsub double %add.i26, %12
  %mul.i59 = fmul double %x, %add.i26
  %mul6.i60 = fmul double %10, %12
  %sub8.i61 = fsub double %mul6.i60, %mul.i59
  %mul9.i62 = fmul double %10, %sub5.i58
  %add.i63 = fadd double %sub8.i61, %mul9.i62
  %mul10.i64 = fmul double %sub.i57, %12
  %add11.i65 = fadd double %add.i63, %mul10.i64
  %mul12.i66 = fmul double %sub.i57, %sub5.i58
  %add13.i67 = fadd double %add11.i65, %mul12.i66
  %mul.i = fmul double %x, %sub3.i28
  %mul12.i = fmul double %x_low, %add.i26
  %add.i = fadd double %mul.i, %mul12.i
  %add13.i = fadd double %add13.i67, %add.i
  %add.i30 = fadd double %mul.i59, %add13.i
  %sub.i31 = fsub double %add.i30, %mul.i59
  %sub3.i32 = fsub double %add13.i, %sub.i31
  %add.i.i = fadd double %x, %add.i30
  %sub.i.i = fsub double %add.i.i, %x
  %sub3.i.i = fsub double %add.i.i, %sub.i.i
  %sub4.i.i = fsub double %x, %sub3.i.i
  %sub5.i.i = fsub double %add.i30, %sub.i.i
  %add6.i.i = fadd double %sub4.i.i, %sub5.i.i
  %add.i18 = fadd double %x_low, %sub3.i32
  %add10.i = fadd double %add6.i.i, %add.i18
  %add.i19 = fadd double %add.i.i, %add10.i
  %sub.i20 = fsub double %add.i19, %add.i.i
  %sub3.i21 = fsub double %add10.i, %sub.i20
  store double %sub3.i21, ptr %low, align 4
  ret double %add.i19
}

define internal double @mlcc_cosine(double %x, double %x_low, ptr %low) {
entry:
  %0 = bitcast double %x to i64
  %and.i = and i64 %0, -134217728
  %1 = bitcast i64 %and.i to double
  %2 = bitcast double %x to i64
  %and3.i = and i64 %2, -134217728
  %3 = bitcast i64 %and3.i to double
  %sub.i11 = fsub double %x, %1
  %sub5.i12 = fsub double %x, %3
  %mul.i13 = fmul double %x, %x
  %mul6.i = fmul double %1, %3
  %sub8.i = fsub double %mul6.i, %mul.i13
  %mul9.i = fmul double %1, %sub5.i12
  %add.i14 = fadd double %sub8.i, %mul9.i
  %mul10.i = fmul double %sub.i11, %3
  %add11.i = fadd double %add.i14, %mul10.i
  %mul12.i15 = fmul double %sub.i11, %sub5.i12
  %add13.i16 = fadd double %add11.i, %mul12.i15
  %mul.i = fmul double %x, %x_low
  %mul12.i = fmul double %x_low, %x
  %add.i = fadd double %mul.i, %mul12.i
  %add13.i = fadd double %add13.i16, %add.i
  %add.i4 = fadd double %mul.i13, %add13.i
  %sub.i5 = fsub double %add.i4, %mul.i13
  %sub3.i6 = fsub double %add13.i, %sub.i5
  %mul = fmul double -5.000000e-01, %add.i4
  %add.i1 = fadd double 1.000000e+00, %mul
  %sub.i = fsub double %add.i1, 1.000000e+00
  %sub3.i = fsub double %add.i1, %sub.i
  %sub4.i = fsub double 1.000000e+00, %sub3.i
  %sub5.i = fsub double %mul, %sub.i
  %add6.i = fadd double %sub4.i, %sub5.i
  %mul7 = fmul double %add.i4, %add.i4
  br label %for.cond.i

for.cond.i:
  %sum.0.i = phi double [ 0x3C1E542BA4020225, %entry ], [ %add.i3, %for.body.i ]
  %i.0.i = phi i32 [ 1, %entry ], [ %inc.i, %for.body.i ]
  %cmp.i = icmp ult i32 %i.0.i, 9
  br i1 %cmp.i, label %for.body.i, label %mlcc_polynomial.exit

for.body.i:
  %mul.i2 = fmul double %sum.0.i, %add.i4
  %arrayidx1.i = getelementptr inbounds nuw double, ptr @mlcc_rt.libm_angles.mlcc_cosine.inverse, i32 %i.0.i
  %4 = load double, ptr %arrayidx1.i, align 4
  %add.i3 = fadd double %mul.i2, %4
  %inc.i = add i32 %i.0.i, 1
  br label %for.cond.i

mlcc_polynomial.exit:
  %mul9 = fmul double %mul7, %sum.0.i
  %mul13 = fmul double 5.000000e-01, %sub3.i6
  %sub = fsub double %mul9, %mul13
  %add = fadd double %add6.i, %sub
  %add.i7 = fadd double %add.i1, %add
  %sub.i8 = fsub double %add.i7, %add.i1
  %sub3.i9 = fsub double %add, %sub.i8
  store double %sub3.i9, ptr %low, align 4
  ret double %add.i7
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
  store double %cond, ptr %sine, align 4
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
  store double %cond8.i, ptr %cosine, align 4
  ret void
}

define internal double @tan(double %x) {
entry:
  %high = alloca double, align 8
  %low = alloca double, align 8
  %sine = alloca %struct.mlcc_pair, align 4
  %cosine = alloca %struct.mlcc_pair, align 4
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
  store double %call3, ptr %high4, align 4
  %3 = load double, ptr %high, align 8
  %4 = load double, ptr %low, align 8
  %low5 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %cosine, i32 0, i32 1
  %call6 = call double @mlcc_cosine(double %3, double %4, ptr %low5)
  %high7 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %cosine, i32 0, i32 0
  store double %call6, ptr %high7, align 4
  %and8 = and i32 %call1, 1
  %tobool = icmp ne i32 %and8, 0
  br i1 %tobool, label %cond.true, label %cond.false

cond.true:
  %high9 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %cosine, i32 0, i32 0
  %5 = load double, ptr %high9, align 4
  %low10 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %cosine, i32 0, i32 1
  %6 = load double, ptr %low10, align 4
  %high11 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %sine, i32 0, i32 0
  %7 = load double, ptr %high11, align 4
  %low12 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %sine, i32 0, i32 1
  %8 = load double, ptr %low12, align 4
  %div.i = fdiv double %5, %7
  %9 = bitcast double %div.i to i64
  %and.i20 = and i64 %9, -134217728
  %10 = bitcast i64 %and.i20 to double
  %11 = bitcast double %7 to i64
  %and3.i21 = and i64 %11, -134217728
  %12 = bitcast i64 %and3.i21 to double
  %sub.i22 = fsub double %div.i, %10
  %sub5.i23 = fsub double %7, %12
  %mul.i24 = fmul double %div.i, %7
  %mul6.i25 = fmul double %10, %12
  %sub8.i26 = fsub double %mul6.i25, %mul.i24
  %mul9.i27 = fmul double %10, %sub5.i23
  %add.i28 = fadd double %sub8.i26, %mul9.i27
  %mul10.i29 = fmul double %sub.i22, %12
  %add11.i30 = fadd double %add.i28, %mul10.i29
  %mul12.i31 = fmul double %sub.i22, %sub5.i23
  %add13.i32 = fadd double %add11.i30, %mul12.i31
  %sub.i = fsub double %5, %mul.i24
  %sub10.i = fsub double %sub.i, %add13.i32
  %add.i = fadd double %sub10.i, %6
  %mul.i = fmul double %div.i, %8
  %sub13.i = fsub double %add.i, %mul.i
  %div15.i = fdiv double %sub13.i, %7
  %add.i.i = fadd double %div.i, %div15.i
  %sub.i.i = fsub double %add.i.i, %div.i
  %sub3.i.i = fsub double %div15.i, %sub.i.i
  br label %cond.end

cond.false:
  %high13 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %sine, i32 0, i32 0
  %13 = load double, ptr %high13, align 4
  %low14 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %sine, i32 0, i32 1
  %14 = load double, ptr %low14, align 4
  %high15 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %cosine, i32 0, i32 0
  %15 = load double, ptr %high15, align 4
  %low16 = getelementptr inbounds nuw %struct.mlcc_pair, ptr %cosine, i32 0, i32 1
  %16 = load double, ptr %low16, align 4
  %div.i5 = fdiv double %13, %15
  %17 = bitcast double %div.i5 to i64
  %and.i = and i64 %17, -134217728
  %18 = bitcast i64 %and.i to double
  %19 = bitcast double %15 to i64
  %and3.i = and i64 %19, -134217728
  %20 = bitcast i64 %and3.i to double
  %sub.i17 = fsub double %div.i5, %18
  %sub5.i = fsub double %15, %20
  %mul.i18 = fmul double %div.i5, %15
  %mul6.i = fmul double %18, %20
  %sub8.i = fsub double %mul6.i, %mul.i18
  %mul9.i = fmul double %18, %sub5.i
  %add.i19 = fadd double %sub8.i, %mul9.i
  %mul10.i = fmul double %sub.i17, %20
  %add11.i = fadd double %add.i19, %mul10.i
  %mul12.i = fmul double %sub.i17, %sub5.i
  %add13.i = fadd double %add11.i, %mul12.i
  %sub.i6 = fsub double %13, %mul.i18
  %sub10.i8 = fsub double %sub.i6, %add13.i
  %add.i9 = fadd double %sub10.i8, %14
  %mul.i10 = fmul double %div.i5, %16
  %sub13.i11 = fsub double %add.i9, %mul.i10
  %div15.i12 = fdiv double %sub13.i11, %15
  %add.i.i13 = fadd double %div.i5, %div15.i12
  %sub.i.i14 = fsub double %add.i.i13, %div.i5
  %sub3.i.i15 = fsub double %div15.i12, %sub.i.i14
  br label %cond.end

cond.end:
  %r.sroa.6.0 = phi double [ %sub3.i.i, %cond.true ], [ %sub3.i.i15, %cond.false ]
  %r.sroa.0.0 = phi double [ %add.i.i, %cond.true ], [ %add.i.i13, %cond.false ]
  %and17 = and i32 %call1, 1
  %tobool18 = icmp ne i32 %and17, 0
  br i1 %tobool18, label %cond.true19, label %cond.false22

cond.true19:
  %add = fadd double %r.sroa.0.0, %r.sroa.6.0
  %fneg = fneg double %add
  br label %return

cond.false22:
  %add25 = fadd double %r.sroa.0.0, %r.sroa.6.0
  br label %return

return:
  %retval.0 = phi double [ %x, %entry ], [ %fneg, %cond.true19 ], [ %add25, %cond.false22 ]
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
  %and.i62 = and i64 %0, -134217728
  %1 = bitcast i64 %and.i62 to double
  %2 = bitcast double %x to i64
  %and3.i63 = and i64 %2, -134217728
  %3 = bitcast i64 %and3.i63 to double
  %sub.i64 = fsub double %mul2, %1
  %sub5.i65 = fsub double %x, %3
  %mul.i66 = fmul double %mul2, %x
  %mul6.i67 = fmul double %1, %3
  %sub8.i68 = fsub double %mul6.i67, %mul.i66
  %mul9.i69 = fmul double %1, %sub5.i65
  %add.i70 = fadd double %sub8.i68, %mul9.i69
  %mul10.i71 = fmul double %sub.i64, %3
  %add11.i72 = fadd double %add.i70, %mul10.i71
  %mul12.i73 = fmul double %sub.i64, %sub5.i65
  %add13.i74 = fadd double %add11.i72, %mul12.i73
  %4 = bitcast double %mul2 to i64
  %and.i76 = and i64 %4, -134217728
  %5 = bitcast i64 %and.i76 to double
  %6 = bitcast double %y to i64
  %and3.i77 = and i64 %6, -134217728
  %7 = bitcast i64 %and3.i77 to double
  %sub.i78 = fsub double %mul2, %5
  %sub5.i79 = fsub double %y, %7
  %mul.i80 = fmul double %mul2, %y
  %mul6.i81 = fmul double %5, %7
  %sub8.i82 = fsub double %mul6.i81, %mul.i80
  %mul9.i83 = fmul double %5, %sub5.i79
  %add.i84 = fadd double %sub8.i82, %mul9.i83
  %mul10.i85 = fmul double %sub.i78, %7
  %add11.i86 = fadd double %add.i84, %mul10.i85
  %mul12.i87 = fmul double %sub.i78, %sub5.i79
  %add13.i88 = fadd double %add11.i86, %mul12.i87
  %fneg = fneg double %mul.i66
  %mul5 = fmul double %mul2, %x_low
  %add6 = fadd double %add13.i74, %mul5
  %fneg7 = fneg double %add6
  %add.i.i30 = fadd double %y, %fneg
  %sub.i.i31 = fsub double %add.i.i30, %y
  %sub3.i.i32 = fsub double %add.i.i30, %sub.i.i31
  %sub4.i.i33 = fsub double %y, %sub3.i.i32
  %sub5.i.i34 = fsub double %fneg, %sub.i.i31
  %add6.i.i35 = fadd double %sub4.i.i33, %sub5.i.i34
  %add.i38 = fadd double %y_low, %fneg7
  %add10.i39 = fadd double %add6.i.i35, %add.i38
  %add.i40 = fadd double %add.i.i30, %add10.i39
  %sub.i = fsub double %add.i40, %add.i.i30
  %sub3.i = fsub double %add10.i39, %sub.i
  %mul16 = fmul double %mul2, %y_low
  %add17 = fadd double %add13.i88, %mul16
  %add.i.i19 = fadd double %x, %mul.i80
  %sub.i.i20 = fsub double %add.i.i19, %x
  %sub3.i.i21 = fsub double %add.i.i19, %sub.i.i20
  %sub4.i.i22 = fsub double %x, %sub3.i.i21
  %sub5.i.i23 = fsub double %mul.i80, %sub.i.i20
  %add6.i.i24 = fadd double %sub4.i.i22, %sub5.i.i23
  %add.i27 = fadd double %x_low, %add17
  %add10.i28 = fadd double %add6.i.i24, %add.i27
  %add.i41 = fadd double %add.i.i19, %add10.i28
  %sub.i42 = fsub double %add.i41, %add.i.i19
  %sub3.i43 = fsub double %add10.i28, %sub.i42
  %div.i = fdiv double %add.i40, %add.i41
  %8 = bitcast double %div.i to i64
  %and.i = and i64 %8, -134217728
  %9 = bitcast i64 %and.i to double
  %10 = bitcast double %add.i41 to i64
  %and3.i = and i64 %10, -134217728
  %11 = bitcast i64 %and3.i to double
  %sub.i59 = fsub double %div.i, %9
  %sub5.i = fsub double %add.i41, %11
  %mul.i60 = fmul double %div.i, %add.i41
  %mul6.i = fmul double %9, %11
  %sub8.i = fsub double %mul6.i, %mul.i60
  %mul9.i = fmul double %9, %sub5.i
  %add.i61 = fadd double %sub8.i, %mul9.i
  %mul10.i = fmul double %sub.i59, %11
  %add11.i = fadd double %add.i61, %mul10.i
  %mul12.i = fmul double %sub.i59, %sub5.i
  %add13.i = fadd double %add11.i, %mul12.i
  %sub.i53 = fsub double %add.i40, %mul.i60
  %sub10.i = fsub double %sub.i53, %add13.i
  %add.i54 = fadd double %sub10.i, %sub3.i
  %mul.i55 = fmul double %div.i, %sub3.i43
  %sub13.i = fsub double %add.i54, %mul.i55
  %div15.i = fdiv double %sub13.i, %add.i41
  %add.i.i56 = fadd double %div.i, %div15.i
  %sub.i.i57 = fsub double %add.i.i56, %div.i
  %sub3.i.i58 = fsub double %div15.i, %sub.i.i57
  %mul28 = fmul double %add.i.i56, %add.i.i56
  %mul32 = fmul double %add.i.i56, %mul28
  br label %for.cond.i

for.cond.i:
  %sum.0.i = phi double [ 0x3FAE1E1E1E1E1E1E, %entry ], [ %add.i, %for.body.i ]
  %i.0.i = phi i32 [ 1, %entry ], [ %inc.i, %for.body.i ]
  %cmp.i = icmp ult i32 %i.0.i, 8
  br i1 %cmp.i, label %for.body.i, label %mlcc_polynomial.exit

for.body.i:
  %mul.i = fmul double %sum.0.i, %mul28
  %arrayidx1.i = getelementptr inbounds nuw double, ptr @mlcc_rt.libm_angles.mlcc_angle.odd, i32 %i.0.i
  %12 = load double, ptr %arrayidx1.i, align 4
  %add.i = fadd double %mul.i, %12
  %inc.i = add i32 %i.0.i, 1
  br label %for.cond.i

mlcc_polynomial.exit:
  %mul33 = fmul double %mul32, %sum.0.i
  %add34 = fadd double %sub3.i.i58, %mul33
  %add.i49 = fadd double %add.i.i56, %add34
  %sub.i50 = fsub double %add.i49, %add.i.i56
  %sub3.i51 = fsub double %add34, %sub.i50
  %mul37 = mul nsw i32 2, %conv
  %arrayidx = getelementptr inbounds [18 x double], ptr @mlcc_rt.libm_angles.mlcc_angle.angles, i32 0, i32 %mul37
  %13 = load double, ptr %arrayidx, align 8
  %mul38 = mul nsw i32 2, %conv
  %add39 = add nsw i32 %mul38, 1
  %arrayidx40 = getelementptr inbounds [18 x double], ptr @mlcc_rt.libm_angles.mlcc_angle.angles, i32 0, i32 %add39
  %14 = load double, ptr %arrayidx40, align 8
  %add.i.i = fadd double %13, %add.i49
  %sub.i.i = fsub double %add.i.i, %13
  %sub3.i.i = fsub double %add.i.i, %sub.i.i
  %sub4.i.i = fsub double %13, %sub3.i.i
  %sub5.i.i = fsub double %add.i49, %sub.i.i
  %add6.i.i = fadd double %sub4.i.i, %sub5.i.i
  %add.i17 = fadd double %14, %sub3.i51
  %add10.i = fadd double %add6.i.i, %add.i17
  %add.i45 = fadd double %add.i.i, %add10.i
  %sub.i46 = fsub double %add.i45, %add.i.i
  %sub3.i47 = fsub double %add10.i, %sub.i46
  store double %sub3.i47, ptr %low, align 4
  ret double %add.i45
}

define internal double @atan(double %x) {
entry:
  %r.i = alloca %struct.mlcc_pair, align 4
  %0 = bitcast double %x to i64
  %and = and i64 %0, 9223372036854775807
  %cmp = icmp ult i64 %and, 4485585228861014016
  %cmp1 = icmp ugt i64 %and, 9218868437227405312
  %or.cond = or i1 %cmp, %cmp1
  br i1 %or.cond, label %return, label %if.end

if.end:
  %cmp2 = icmp ult i64 %and, 4877398396442247168
  br i1 %cmp2, label %if.then3, label %if.end8

if.then3:
  %1 = bitcast i64 %and to double
  call void @llvm.lifetime.start.p0(ptr %r.i)
  %cmp.i = fcmp ole double %1, 1.000000e+00
  br i1 %cmp.i, label %if.then.i, label %if.end.i

if.then.i:
  %low10.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i, i32 0, i32 1
  %call.i = call double @mlcc_angle(double %1, double 0.000000e+00, double 1.000000e+00, double 0.000000e+00, ptr %low10.i)
  store double %call.i, ptr %r.i, align 4
  %tmp.sroa.0.0.copyload8 = load double, ptr %r.i, align 4
  %tmp.sroa.4.0.r.i.sroa_idx = getelementptr inbounds i8, ptr %r.i, i32 8
  %tmp.sroa.4.0.copyload9 = load double, ptr %tmp.sroa.4.0.r.i.sroa_idx, align 4
  br label %mlcc_direction.exit

if.end.i:
  %low16.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i, i32 0, i32 1
  %call17.i = call double @mlcc_angle(double 1.000000e+00, double 0.000000e+00, double %1, double 0.000000e+00, ptr %low16.i)
  %fneg.i = fneg double %call17.i
  store double %fneg.i, ptr %r.i, align 4
  %low19.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i, i32 0, i32 1
  %2 = load double, ptr %low19.i, align 4
  %fneg20.i = fneg double %2
  %low21.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i, i32 0, i32 1
  store double %fneg20.i, ptr %low21.i, align 4
  %3 = load double, ptr %r.i, align 4
  %low25.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i, i32 0, i32 1
  %4 = load double, ptr %low25.i, align 4
  %add.i.i.i = fadd double 0x3FF921FB54442D18, %3
  %sub.i.i.i = fsub double %add.i.i.i, 0x3FF921FB54442D18
  %sub3.i.i.i = fsub double %add.i.i.i, %sub.i.i.i
  %sub4.i.i.i = fsub double 0x3FF921FB54442D18, %sub3.i.i.i
  %sub5.i.i.i = fsub double %3, %sub.i.i.i
  %add6.i.i.i = fadd double %sub4.i.i.i, %sub5.i.i.i
  %add.i.i = fadd double 0x3C91A62633145C07, %4
  %add10.i.i = fadd double %add6.i.i.i, %add.i.i
  %add.i7.i = fadd double %add.i.i.i, %add10.i.i
  %sub.i.i = fsub double %add.i7.i, %add.i.i.i
  %sub3.i.i = fsub double %add10.i.i, %sub.i.i
  br label %mlcc_direction.exit

mlcc_direction.exit:
  %tmp.sroa.0.0 = phi double [ %tmp.sroa.0.0.copyload8, %if.then.i ], [ %add.i7.i, %if.end.i ]
  %tmp.sroa.4.0 = phi double [ %tmp.sroa.4.0.copyload9, %if.then.i ], [ %sub3.i.i, %if.end.i ]
  call void @llvm.lifetime.end.p0(ptr %r.i)
  br label %if.end8

if.end8:
  %r.sroa.0.0 = phi double [ %tmp.sroa.0.0, %mlcc_direction.exit ], [ 0x3FF921FB54442D18, %if.end ]
  %r.sroa.3.0 = phi double [ %tmp.sroa.4.0, %mlcc_direction.exit ], [ 0x3C91A62633145C07, %if.end ]
  %add = fadd double %r.sroa.0.0, %r.sroa.3.0
  %5 = bitcast double %add to i64
  %and.i = and i64 %5, 9223372036854775807
  %6 = bitcast double %x to i64
  %and2.i = and i64 %6, -9223372036854775808
  %or.i = or i64 %and.i, %and2.i
  %7 = bitcast i64 %or.i to double
  br label %return

return:
  %retval.0 = phi double [ %7, %if.end8 ], [ %x, %entry ]
  ret double %retval.0
}

define internal double @atan2(double %y, double %x) {
entry:
  %r.i47 = alloca %struct.mlcc_pair, align 4
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
  %cmp4 = icmp eq i64 %and, %and2
  br i1 %cmp4, label %land.lhs.true, label %if.else

land.lhs.true:
  switch i64 %and, label %if.else [
    i64 0, label %if.then8
    i64 9218868437227405312, label %if.then8
  ]

if.then8:
  %cmp9 = icmp eq i64 %and, 0
  %cond = select i1 %cmp9, double 0.000000e+00, double 0x3FE921FB54442D18
  br label %if.end52

if.else:
  %cmp10 = icmp eq i64 %and2, 0
  %cmp12 = icmp eq i64 %and, 9218868437227405312
  %or.cond81 = or i1 %cmp10, %cmp12
  br i1 %or.cond81, label %if.then13, label %if.else14

if.then13:
  br label %if.end52

if.else14:
  %cmp15 = icmp ne i64 %and, 0
  %cmp17 = icmp ne i64 %and2, 9218868437227405312
  %or.cond82 = select i1 %cmp15, i1 %cmp17, i1 false
  br i1 %or.cond82, label %if.then18, label %if.end52

if.then18:
  %and.i19 = and i64 %and, 4503599627370495
  %shr.i20 = lshr i64 %and, 52
  %and1.i21 = and i64 %shr.i20, 2047
  %conv.i22 = trunc i64 %and1.i21 to i32
  %tobool.i23 = icmp ne i32 %conv.i22, 0
  %cond.i24 = select i1 %tobool.i23, i64 4503599627370496, i64 0
  %or.i25 = or i64 %and.i19, %cond.i24
  %cmp.i26 = icmp eq i32 %conv.i22, 0
  %conv2.i27 = zext i1 %cmp.i26 to i32
  %add.i28 = add nsw i32 %conv.i22, %conv2.i27
  br label %for.cond.i29

for.cond.i29:
  %ea.0 = phi i32 [ %add.i28, %if.then18 ], [ %dec.i36, %for.body.i34 ]
  %m.0.i30 = phi i64 [ %or.i25, %if.then18 ], [ %shl.i35, %for.body.i34 ]
  %shr3.i31 = lshr i64 %m.0.i30, 52
  %cmp4.i32 = icmp eq i64 %shr3.i31, 0
  br i1 %cmp4.i32, label %for.body.i34, label %mlcc_significand.exit37

for.body.i34:
  %shl.i35 = shl i64 %m.0.i30, 1
  %dec.i36 = add nsw i32 %ea.0, -1
  br label %for.cond.i29

mlcc_significand.exit37:
  %sub.i33 = sub nsw i32 %ea.0, 1075
  %and20 = and i64 %m.0.i30, 4503599627370495
  %or = or i64 %and20, 4607182418800017408
  %2 = bitcast i64 %or to double
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
  %eb.0 = phi i32 [ %add.i, %mlcc_significand.exit37 ], [ %dec.i, %for.body.i ]
  %m.0.i = phi i64 [ %or.i, %mlcc_significand.exit37 ], [ %shl.i, %for.body.i ]
  %shr3.i = lshr i64 %m.0.i, 52
  %cmp4.i = icmp eq i64 %shr3.i, 0
  br i1 %cmp4.i, label %for.body.i, label %mlcc_significand.exit

for.body.i:
  %shl.i = shl i64 %m.0.i, 1
  %dec.i = add nsw i32 %eb.0, -1
  br label %for.cond.i

mlcc_significand.exit:
  %sub.i = sub nsw i32 %eb.0, 1075
  %and23 = and i64 %m.0.i, 4503599627370495
  %or24 = or i64 %and23, 4607182418800017408
  %3 = bitcast i64 %or24 to double
  %sub = sub nsw i32 %sub.i33, %sub.i
  %cmp26 = icmp sgt i32 %sub, 60
  br i1 %cmp26, label %if.then27, label %if.else29

if.then27:
  br label %if.end52

if.else29:
  %sub30 = sub nsw i32 %sub.i33, %sub.i
  %cmp31 = icmp sgt i32 %sub30, -60
  br i1 %cmp31, label %if.then32, label %if.else40

if.then32:
  %sub34 = sub nsw i32 %sub.i33, %sub.i
  %div.i = sdiv i32 %sub34, 2
  %add.i54 = add nsw i32 1023, %div.i
  %conv.i55 = sext i32 %add.i54 to i64
  %shl.i56 = shl i64 %conv.i55, 52
  %4 = bitcast i64 %shl.i56 to double
  %add1.i = add nsw i32 1023, %sub34
  %sub.i57 = sub nsw i32 %add1.i, %div.i
  %conv2.i58 = sext i32 %sub.i57 to i64
  %shl3.i = shl i64 %conv2.i58, 52
  %5 = bitcast i64 %shl3.i to double
  %mul.i = fmul double %2, %4
  %mul4.i = fmul double %mul.i, %5
  call void @llvm.lifetime.start.p0(ptr %r.i47)
  %cmp.i48 = fcmp ole double %mul4.i, %3
  br i1 %cmp.i48, label %if.then.i, label %if.end.i

if.then.i:
  %low10.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i47, i32 0, i32 1
  %call.i = call double @mlcc_angle(double %mul4.i, double 0.000000e+00, double %3, double 0.000000e+00, ptr %low10.i)
  store double %call.i, ptr %r.i47, align 4
  %tmp33.sroa.0.0.copyload59 = load double, ptr %r.i47, align 4
  %tmp33.sroa.4.0.r.i47.sroa_idx = getelementptr inbounds i8, ptr %r.i47, i32 8
  %tmp33.sroa.4.0.copyload60 = load double, ptr %tmp33.sroa.4.0.r.i47.sroa_idx, align 4
  br label %mlcc_direction.exit

if.end.i:
  %low16.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i47, i32 0, i32 1
  %call17.i = call double @mlcc_angle(double %3, double 0.000000e+00, double %mul4.i, double 0.000000e+00, ptr %low16.i)
  %fneg.i = fneg double %call17.i
  store double %fneg.i, ptr %r.i47, align 4
  %low19.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i47, i32 0, i32 1
  %6 = load double, ptr %low19.i, align 4
  %fneg20.i = fneg double %6
  %low21.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i47, i32 0, i32 1
  store double %fneg20.i, ptr %low21.i, align 4
  %7 = load double, ptr %r.i47, align 4
  %low25.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i47, i32 0, i32 1
  %8 = load double, ptr %low25.i, align 4
  %add.i.i.i = fadd double 0x3FF921FB54442D18, %7
  %sub.i.i.i = fsub double %add.i.i.i, 0x3FF921FB54442D18
  %sub3.i.i.i = fsub double %add.i.i.i, %sub.i.i.i
  %sub4.i.i.i = fsub double 0x3FF921FB54442D18, %sub3.i.i.i
  %sub5.i.i.i = fsub double %7, %sub.i.i.i
  %add6.i.i.i = fadd double %sub4.i.i.i, %sub5.i.i.i
  %add.i.i49 = fadd double 0x3C91A62633145C07, %8
  %add10.i.i = fadd double %add6.i.i.i, %add.i.i49
  %add.i7.i = fadd double %add.i.i.i, %add10.i.i
  %sub.i.i50 = fsub double %add.i7.i, %add.i.i.i
  %sub3.i.i51 = fsub double %add10.i.i, %sub.i.i50
  br label %mlcc_direction.exit

mlcc_direction.exit:
  %tmp33.sroa.0.0 = phi double [ %tmp33.sroa.0.0.copyload59, %if.then.i ], [ %add.i7.i, %if.end.i ]
  %tmp33.sroa.4.0 = phi double [ %tmp33.sroa.4.0.copyload60, %if.then.i ], [ %sub3.i.i51, %if.end.i ]
  call void @llvm.lifetime.end.p0(ptr %r.i47)
  br label %if.end52

if.else40:
  %9 = bitcast double %x to i64
  %shr = lshr i64 %9, 63
  %cmp42 = icmp eq i64 %shr, 0
  %10 = bitcast i64 %and to double
  %11 = bitcast i64 %and2 to double
  %div = fdiv double %10, %11
  %r.sroa.0.5 = select i1 %cmp42, double %div, double 0.000000e+00
  br label %if.end52

if.end52:
  %r.sroa.0.0 = phi double [ %cond, %if.then8 ], [ 0x3FF921FB54442D18, %if.then13 ], [ 0.000000e+00, %if.else14 ], [ 0x3FF921FB54442D18, %if.then27 ], [ %tmp33.sroa.0.0, %mlcc_direction.exit ], [ %r.sroa.0.5, %if.else40 ]
  %r.sroa.9.0 = phi double [ 0.000000e+00, %if.then8 ], [ 0x3C91A62633145C07, %if.then13 ], [ 0.000000e+00, %if.else14 ], [ 0x3C91A62633145C07, %if.then27 ], [ %tmp33.sroa.4.0, %mlcc_direction.exit ], [ 0.000000e+00, %if.else40 ]
  %12 = bitcast double %x to i64
  %shr54 = lshr i64 %12, 63
  %tobool = icmp ne i64 %shr54, 0
  br i1 %tobool, label %if.then55, label %if.end66

if.then55:
  %fneg = fneg double %r.sroa.0.0
  %fneg61 = fneg double %r.sroa.9.0
  %add.i.i = fadd double 0x400921FB54442D18, %fneg
  %sub.i.i = fsub double %add.i.i, 0x400921FB54442D18
  %sub3.i.i = fsub double %add.i.i, %sub.i.i
  %sub4.i.i = fsub double 0x400921FB54442D18, %sub3.i.i
  %sub5.i.i = fsub double %fneg, %sub.i.i
  %add6.i.i = fadd double %sub4.i.i, %sub5.i.i
  %add.i44 = fadd double 0x3CA1A62633145C07, %fneg61
  %add10.i = fadd double %add6.i.i, %add.i44
  %add.i45 = fadd double %add.i.i, %add10.i
  %sub.i46 = fsub double %add.i45, %add.i.i
  %sub3.i = fsub double %add10.i, %sub.i46
  br label %if.end66

if.end66:
  %r.sroa.0.6 = phi double [ %add.i45, %if.then55 ], [ %r.sroa.0.0, %if.end52 ]
  %r.sroa.9.5 = phi double [ %sub3.i, %if.then55 ], [ %r.sroa.9.0, %if.end52 ]
  %add69 = fadd double %r.sroa.0.6, %r.sroa.9.5
  %13 = bitcast double %add69 to i64
  %and.i52 = and i64 %13, 9223372036854775807
  %14 = bitcast double %y to i64
  %and2.i = and i64 %14, -9223372036854775808
  %or.i53 = or i64 %and.i52, %and2.i
  %15 = bitcast i64 %or.i53 to double
  br label %return

return:
  %retval.0 = phi double [ %add, %if.then ], [ %15, %if.end66 ]
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
  %r.i = alloca %struct.mlcc_pair, align 4
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
  %2 = bitcast double %add.i3.i to i64
  %and.i.i = and i64 %2, -134217728
  %3 = bitcast i64 %and.i.i to double
  %4 = bitcast double %add.i2.i to i64
  %and3.i.i = and i64 %4, -134217728
  %5 = bitcast i64 %and3.i.i to double
  %sub.i13.i = fsub double %add.i3.i, %3
  %sub5.i14.i = fsub double %add.i2.i, %5
  %mul.i15.i = fmul double %add.i3.i, %add.i2.i
  %mul6.i.i = fmul double %3, %5
  %sub8.i.i = fsub double %mul6.i.i, %mul.i15.i
  %mul9.i.i = fmul double %3, %sub5.i14.i
  %add.i16.i = fadd double %sub8.i.i, %mul9.i.i
  %mul10.i.i = fmul double %sub.i13.i, %5
  %add11.i.i = fadd double %add.i16.i, %mul10.i.i
  %mul12.i17.i = fmul double %sub.i13.i, %sub5.i14.i
  %add13.i18.i = fadd double %add11.i.i, %mul12.i17.i
  %mul.i.i = fmul double %add.i3.i, %add6.i.i
  %mul12.i.i = fmul double %add6.i8.i, %add.i2.i
  %add.i.i13 = fadd double %mul.i.i, %mul12.i.i
  %add13.i.i = fadd double %add13.i18.i, %add.i.i13
  %add.i10.i = fadd double %mul.i15.i, %add13.i.i
  %sub.i11.i = fsub double %add.i10.i, %mul.i15.i
  %sub3.i12.i = fsub double %add13.i.i, %sub.i11.i
  %call.i15 = call double @sqrt(double %add.i10.i)
  %6 = bitcast double %call.i15 to i64
  %and.i.i16 = and i64 %6, -134217728
  %7 = bitcast i64 %and.i.i16 to double
  %8 = bitcast double %call.i15 to i64
  %and3.i.i17 = and i64 %8, -134217728
  %9 = bitcast i64 %and3.i.i17 to double
  %sub.i6.i = fsub double %call.i15, %7
  %sub5.i.i18 = fsub double %call.i15, %9
  %mul.i.i19 = fmul double %call.i15, %call.i15
  %mul6.i.i20 = fmul double %7, %9
  %sub8.i.i21 = fsub double %mul6.i.i20, %mul.i.i19
  %mul9.i.i22 = fmul double %7, %sub5.i.i18
  %add.i7.i23 = fadd double %sub8.i.i21, %mul9.i.i22
  %mul10.i.i24 = fmul double %sub.i6.i, %9
  %add11.i.i25 = fadd double %add.i7.i23, %mul10.i.i24
  %mul12.i.i26 = fmul double %sub.i6.i, %sub5.i.i18
  %add13.i.i27 = fadd double %add11.i.i25, %mul12.i.i26
  %cmp.i29 = fcmp oeq double %call.i15, 0.000000e+00
  br i1 %cmp.i29, label %cond.true.i, label %cond.false.i

cond.true.i:
  br label %mlcc_root.exit

cond.false.i:
  %sub.i = fsub double %add.i10.i, %mul.i.i19
  %sub5.i = fsub double %sub.i, %add13.i.i27
  %add.i = fadd double %sub5.i, %sub3.i12.i
  %mul.i = fmul double 2.000000e+00, %call.i15
  %div.i = fdiv double %add.i, %mul.i
  %add.i.i31 = fadd double %call.i15, %div.i
  %sub.i.i32 = fsub double %add.i.i31, %call.i15
  %sub3.i.i33 = fsub double %div.i, %sub.i.i32
  br label %mlcc_root.exit

mlcc_root.exit:
  %agg.tmp5.sroa.4.0 = phi double [ 0.000000e+00, %cond.true.i ], [ %sub3.i.i33, %cond.false.i ]
  %agg.tmp5.sroa.0.0 = phi double [ 0.000000e+00, %cond.true.i ], [ %add.i.i31, %cond.false.i ]
  call void @llvm.lifetime.start.p0(ptr %r.i)
  %cmp.i = fcmp ole double %1, %agg.tmp5.sroa.0.0
  br i1 %cmp.i, label %if.then.i, label %if.end.i

if.then.i:
  %low10.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i, i32 0, i32 1
  %call.i = call double @mlcc_angle(double %1, double 0.000000e+00, double %agg.tmp5.sroa.0.0, double %agg.tmp5.sroa.4.0, ptr %low10.i)
  store double %call.i, ptr %r.i, align 4
  %r.sroa.0.0.copyload = load double, ptr %r.i, align 4
  %r.sroa.4.0.r.i.sroa_idx = getelementptr inbounds i8, ptr %r.i, i32 8
  %r.sroa.4.0.copyload = load double, ptr %r.sroa.4.0.r.i.sroa_idx, align 4
  br label %mlcc_direction.exit

if.end.i:
  %low16.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i, i32 0, i32 1
  %call17.i = call double @mlcc_angle(double %agg.tmp5.sroa.0.0, double %agg.tmp5.sroa.4.0, double %1, double 0.000000e+00, ptr %low16.i)
  %fneg.i = fneg double %call17.i
  store double %fneg.i, ptr %r.i, align 4
  %low19.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i, i32 0, i32 1
  %10 = load double, ptr %low19.i, align 4
  %fneg20.i = fneg double %10
  %low21.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i, i32 0, i32 1
  store double %fneg20.i, ptr %low21.i, align 4
  %11 = load double, ptr %r.i, align 4
  %low25.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i, i32 0, i32 1
  %12 = load double, ptr %low25.i, align 4
  %add.i.i.i = fadd double 0x3FF921FB54442D18, %11
  %sub.i.i.i = fsub double %add.i.i.i, 0x3FF921FB54442D18
  %sub3.i.i.i = fsub double %add.i.i.i, %sub.i.i.i
  %sub4.i.i.i = fsub double 0x3FF921FB54442D18, %sub3.i.i.i
  %sub5.i.i.i = fsub double %11, %sub.i.i.i
  %add6.i.i.i = fadd double %sub4.i.i.i, %sub5.i.i.i
  %add.i.i = fadd double 0x3C91A62633145C07, %12
  %add10.i.i = fadd double %add6.i.i.i, %add.i.i
  %add.i7.i = fadd double %add.i.i.i, %add10.i.i
  %sub.i.i = fsub double %add.i7.i, %add.i.i.i
  %sub3.i.i = fsub double %add10.i.i, %sub.i.i
  br label %mlcc_direction.exit

mlcc_direction.exit:
  %r.sroa.0.0 = phi double [ %r.sroa.0.0.copyload, %if.then.i ], [ %add.i7.i, %if.end.i ]
  %r.sroa.4.0 = phi double [ %r.sroa.4.0.copyload, %if.then.i ], [ %sub3.i.i, %if.end.i ]
  call void @llvm.lifetime.end.p0(ptr %r.i)
  %add = fadd double %r.sroa.0.0, %r.sroa.4.0
  %13 = bitcast double %add to i64
  %and.i = and i64 %13, 9223372036854775807
  %14 = bitcast double %x to i64
  %and2.i = and i64 %14, -9223372036854775808
  %or.i = or i64 %and.i, %and2.i
  %15 = bitcast i64 %or.i to double
  br label %return

return:
  %retval.0 = phi double [ %.x, %if.then ], [ %15, %mlcc_direction.exit ]
  ret double %retval.0
}

define internal double @acos(double %x) {
entry:
  %r.i9 = alloca %struct.mlcc_pair, align 4
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
  %fneg.i15 = fneg double %1
  %add.i3.i = fadd double 1.000000e+00, %fneg.i15
  %sub.i4.i = fsub double %add.i3.i, 1.000000e+00
  %sub3.i5.i = fsub double %add.i3.i, %sub.i4.i
  %sub4.i6.i = fsub double 1.000000e+00, %sub3.i5.i
  %sub5.i7.i = fsub double %fneg.i15, %sub.i4.i
  %add6.i8.i = fadd double %sub4.i6.i, %sub5.i7.i
  %add.i2.i = fadd double 1.000000e+00, %1
  %sub.i.i16 = fsub double %add.i2.i, 1.000000e+00
  %sub3.i.i17 = fsub double %add.i2.i, %sub.i.i16
  %sub4.i.i18 = fsub double 1.000000e+00, %sub3.i.i17
  %sub5.i.i19 = fsub double %1, %sub.i.i16
  %add6.i.i20 = fadd double %sub4.i.i18, %sub5.i.i19
  %2 = bitcast double %add.i3.i to i64
  %and.i.i = and i64 %2, -134217728
  %3 = bitcast i64 %and.i.i to double
  %4 = bitcast double %add.i2.i to i64
  %and3.i.i = and i64 %4, -134217728
  %5 = bitcast i64 %and3.i.i to double
  %sub.i13.i = fsub double %add.i3.i, %3
  %sub5.i14.i = fsub double %add.i2.i, %5
  %mul.i15.i = fmul double %add.i3.i, %add.i2.i
  %mul6.i.i = fmul double %3, %5
  %sub8.i.i = fsub double %mul6.i.i, %mul.i15.i
  %mul9.i.i = fmul double %3, %sub5.i14.i
  %add.i16.i = fadd double %sub8.i.i, %mul9.i.i
  %mul10.i.i = fmul double %sub.i13.i, %5
  %add11.i.i = fadd double %add.i16.i, %mul10.i.i
  %mul12.i17.i = fmul double %sub.i13.i, %sub5.i14.i
  %add13.i18.i = fadd double %add11.i.i, %mul12.i17.i
  %mul.i.i = fmul double %add.i3.i, %add6.i.i20
  %mul12.i.i = fmul double %add6.i8.i, %add.i2.i
  %add.i.i24 = fadd double %mul.i.i, %mul12.i.i
  %add13.i.i = fadd double %add13.i18.i, %add.i.i24
  %add.i10.i = fadd double %mul.i15.i, %add13.i.i
  %sub.i11.i = fsub double %add.i10.i, %mul.i15.i
  %sub3.i12.i = fsub double %add13.i.i, %sub.i11.i
  %call.i26 = call double @sqrt(double %add.i10.i)
  %6 = bitcast double %call.i26 to i64
  %and.i.i27 = and i64 %6, -134217728
  %7 = bitcast i64 %and.i.i27 to double
  %8 = bitcast double %call.i26 to i64
  %and3.i.i28 = and i64 %8, -134217728
  %9 = bitcast i64 %and3.i.i28 to double
  %sub.i6.i = fsub double %call.i26, %7
  %sub5.i.i29 = fsub double %call.i26, %9
  %mul.i.i30 = fmul double %call.i26, %call.i26
  %mul6.i.i31 = fmul double %7, %9
  %sub8.i.i32 = fsub double %mul6.i.i31, %mul.i.i30
  %mul9.i.i33 = fmul double %7, %sub5.i.i29
  %add.i7.i34 = fadd double %sub8.i.i32, %mul9.i.i33
  %mul10.i.i35 = fmul double %sub.i6.i, %9
  %add11.i.i36 = fadd double %add.i7.i34, %mul10.i.i35
  %mul12.i.i37 = fmul double %sub.i6.i, %sub5.i.i29
  %add13.i.i38 = fadd double %add11.i.i36, %mul12.i.i37
  %cmp.i40 = fcmp oeq double %call.i26, 0.000000e+00
  br i1 %cmp.i40, label %cond.true.i, label %cond.false.i

cond.true.i:
  br label %mlcc_root.exit

cond.false.i:
  %sub.i41 = fsub double %add.i10.i, %mul.i.i30
  %sub5.i = fsub double %sub.i41, %add13.i.i38
  %add.i43 = fadd double %sub5.i, %sub3.i12.i
  %mul.i = fmul double 2.000000e+00, %call.i26
  %div.i = fdiv double %add.i43, %mul.i
  %add.i.i44 = fadd double %call.i26, %div.i
  %sub.i.i45 = fsub double %add.i.i44, %call.i26
  %sub3.i.i46 = fsub double %div.i, %sub.i.i45
  br label %mlcc_root.exit

mlcc_root.exit:
  %agg.tmp.sroa.0.0 = phi double [ 0.000000e+00, %cond.true.i ], [ %add.i.i44, %cond.false.i ]
  %agg.tmp.sroa.4.0 = phi double [ 0.000000e+00, %cond.true.i ], [ %sub3.i.i46, %cond.false.i ]
  call void @llvm.lifetime.start.p0(ptr %r.i9)
  %cmp.i = fcmp ole double %agg.tmp.sroa.0.0, %1
  br i1 %cmp.i, label %if.then.i, label %if.end.i

if.then.i:
  %low10.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i9, i32 0, i32 1
  %call.i = call double @mlcc_angle(double %agg.tmp.sroa.0.0, double %agg.tmp.sroa.4.0, double %1, double 0.000000e+00, ptr %low10.i)
  store double %call.i, ptr %r.i9, align 4
  %r.sroa.0.0.copyload = load double, ptr %r.i9, align 4
  %r.sroa.6.0.r.i9.sroa_idx = getelementptr inbounds i8, ptr %r.i9, i32 8
  %r.sroa.6.0.copyload = load double, ptr %r.sroa.6.0.r.i9.sroa_idx, align 4
  br label %mlcc_direction.exit

if.end.i:
  %low16.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i9, i32 0, i32 1
  %call17.i = call double @mlcc_angle(double %1, double 0.000000e+00, double %agg.tmp.sroa.0.0, double %agg.tmp.sroa.4.0, ptr %low16.i)
  %fneg.i = fneg double %call17.i
  store double %fneg.i, ptr %r.i9, align 4
  %low19.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i9, i32 0, i32 1
  %10 = load double, ptr %low19.i, align 4
  %fneg20.i = fneg double %10
  %low21.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i9, i32 0, i32 1
  store double %fneg20.i, ptr %low21.i, align 4
  %11 = load double, ptr %r.i9, align 4
  %low25.i = getelementptr inbounds nuw %struct.mlcc_pair, ptr %r.i9, i32 0, i32 1
  %12 = load double, ptr %low25.i, align 4
  %add.i.i.i = fadd double 0x3FF921FB54442D18, %11
  %sub.i.i.i = fsub double %add.i.i.i, 0x3FF921FB54442D18
  %sub3.i.i.i = fsub double %add.i.i.i, %sub.i.i.i
  %sub4.i.i.i = fsub double 0x3FF921FB54442D18, %sub3.i.i.i
  %sub5.i.i.i = fsub double %11, %sub.i.i.i
  %add6.i.i.i = fadd double %sub4.i.i.i, %sub5.i.i.i
  %add.i.i10 = fadd double 0x3C91A62633145C07, %12
  %add10.i.i = fadd double %add6.i.i.i, %add.i.i10
  %add.i7.i = fadd double %add.i.i.i, %add10.i.i
  %sub.i.i11 = fsub double %add.i7.i, %add.i.i.i
  %sub3.i.i12 = fsub double %add10.i.i, %sub.i.i11
  br label %mlcc_direction.exit

mlcc_direction.exit:
  %r.sroa.0.1 = phi double [ %r.sroa.0.0.copyload, %if.then.i ], [ %add.i7.i, %if.end.i ]
  %r.sroa.6.1 = phi double [ %r.sroa.6.0.copyload, %if.then.i ], [ %sub3.i.i12, %if.end.i ]
  call void @llvm.lifetime.end.p0(ptr %r.i9)
  %cmp7 = fcmp olt double %x, 0.000000e+00
  br i1 %cmp7, label %if.then8, label %if.end18

if.then8:
  %fneg = fneg double %r.sroa.0.1
  %fneg13 = fneg double %r.sroa.6.1
  %add.i.i = fadd double 0x400921FB54442D18, %fneg
  %sub.i.i = fsub double %add.i.i, 0x400921FB54442D18
  %sub3.i.i = fsub double %add.i.i, %sub.i.i
  %sub4.i.i = fsub double 0x400921FB54442D18, %sub3.i.i
  %sub5.i.i = fsub double %fneg, %sub.i.i
  %add6.i.i = fadd double %sub4.i.i, %sub5.i.i
  %add.i = fadd double 0x3CA1A62633145C07, %fneg13
  %add10.i = fadd double %add6.i.i, %add.i
  %add.i8 = fadd double %add.i.i, %add10.i
  %sub.i = fsub double %add.i8, %add.i.i
  %sub3.i = fsub double %add10.i, %sub.i
  br label %if.end18

if.end18:
  %r.sroa.0.0 = phi double [ %add.i8, %if.then8 ], [ %r.sroa.0.1, %mlcc_direction.exit ]
  %r.sroa.6.0 = phi double [ %sub3.i, %if.then8 ], [ %r.sroa.6.1, %mlcc_direction.exit ]
  %add = fadd double %r.sroa.0.0, %r.sroa.6.0
  br label %return

return:
  %retval.0 = phi double [ %add, %if.end18 ], [ %.x, %if.then ]
  ret double %retval.0
}

declare double @sqrt(double)

declare void @llvm.lifetime.start.p0(ptr)

declare void @llvm.lifetime.end.p0(ptr)
