; Generated from libm.c by mlcc.runtime.native.generate.

define internal float @fmaximumf(float %x, float %y) {
entry:
  %cmp = fcmp une float %x, %x
  br i1 %cmp, label %cond.end11, label %cond.false

cond.false:
  %cmp1 = fcmp une float %y, %y
  br i1 %cmp1, label %cond.end11, label %cond.false3

cond.false3:
  %cmp4 = fcmp ogt float %x, %y
  br i1 %cmp4, label %cond.end11, label %lor.lhs.false

lor.lhs.false:
  %cmp5 = fcmp oeq float %x, %y
  br i1 %cmp5, label %land.lhs.true, label %cond.false8

land.lhs.true:
  %0 = bitcast float %x to i32
  %shr = lshr i32 %0, 31
  %cmp6 = icmp eq i32 %shr, 0
  br i1 %cmp6, label %cond.end11, label %cond.false8

cond.false8:
  br label %cond.end11

cond.end11:
  %cond12 = phi float [ %x, %entry ], [ %y, %cond.false ], [ %y, %cond.false8 ], [ %x, %land.lhs.true ], [ %x, %cond.false3 ]
  ret float %cond12
}

define internal double @fmaximum(double %x, double %y) {
entry:
  %cmp = fcmp une double %x, %x
  br i1 %cmp, label %cond.end11, label %cond.false

cond.false:
  %cmp1 = fcmp une double %y, %y
  br i1 %cmp1, label %cond.end11, label %cond.false3

cond.false3:
  %cmp4 = fcmp ogt double %x, %y
  br i1 %cmp4, label %cond.end11, label %lor.lhs.false

lor.lhs.false:
  %cmp5 = fcmp oeq double %x, %y
  br i1 %cmp5, label %land.lhs.true, label %cond.false8

land.lhs.true:
  %0 = bitcast double %x to i64
  %shr = lshr i64 %0, 63
  %cmp6 = icmp eq i64 %shr, 0
  br i1 %cmp6, label %cond.end11, label %cond.false8

cond.false8:
  br label %cond.end11

cond.end11:
  %cond12 = phi double [ %x, %entry ], [ %y, %cond.false ], [ %y, %cond.false8 ], [ %x, %land.lhs.true ], [ %x, %cond.false3 ]
  ret double %cond12
}

define internal float @fminimumf(float %x, float %y) {
entry:
  %cmp = fcmp une float %x, %x
  br i1 %cmp, label %cond.end11, label %cond.false

cond.false:
  %cmp1 = fcmp une float %y, %y
  br i1 %cmp1, label %cond.end11, label %cond.false3

cond.false3:
  %cmp4 = fcmp olt float %x, %y
  br i1 %cmp4, label %cond.end11, label %lor.lhs.false

lor.lhs.false:
  %cmp5 = fcmp oeq float %x, %y
  br i1 %cmp5, label %land.lhs.true, label %cond.false8

land.lhs.true:
  %0 = bitcast float %x to i32
  %shr = lshr i32 %0, 31
  %cmp6 = icmp ne i32 %shr, 0
  br i1 %cmp6, label %cond.end11, label %cond.false8

cond.false8:
  br label %cond.end11

cond.end11:
  %cond12 = phi float [ %x, %entry ], [ %y, %cond.false ], [ %y, %cond.false8 ], [ %x, %land.lhs.true ], [ %x, %cond.false3 ]
  ret float %cond12
}

define internal double @fminimum(double %x, double %y) {
entry:
  %cmp = fcmp une double %x, %x
  br i1 %cmp, label %cond.end11, label %cond.false

cond.false:
  %cmp1 = fcmp une double %y, %y
  br i1 %cmp1, label %cond.end11, label %cond.false3

cond.false3:
  %cmp4 = fcmp olt double %x, %y
  br i1 %cmp4, label %cond.end11, label %lor.lhs.false

lor.lhs.false:
  %cmp5 = fcmp oeq double %x, %y
  br i1 %cmp5, label %land.lhs.true, label %cond.false8

land.lhs.true:
  %0 = bitcast double %x to i64
  %shr = lshr i64 %0, 63
  %cmp6 = icmp ne i64 %shr, 0
  br i1 %cmp6, label %cond.end11, label %cond.false8

cond.false8:
  br label %cond.end11

cond.end11:
  %cond12 = phi double [ %x, %entry ], [ %y, %cond.false ], [ %y, %cond.false8 ], [ %x, %land.lhs.true ], [ %x, %cond.false3 ]
  ret double %cond12
}

define internal float @truncf(float %x) {
entry:
  %0 = bitcast float %x to i32
  %shr = lshr i32 %0, 23
  %and = and i32 %shr, 255
  %sub = sub nsw i32 %and, 127
  %cmp = icmp slt i32 %sub, 23
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %cmp1 = icmp slt i32 %sub, 0
  %shr2 = lshr i32 8388607, %sub
  %not = xor i32 %shr2, -1
  %cond = select i1 %cmp1, i32 -2147483648, i32 %not
  %1 = bitcast float %x to i32
  %and3 = and i32 %1, %cond
  %2 = bitcast i32 %and3 to float
  br label %if.end

if.end:
  %u.sroa.0.0 = phi float [ %2, %if.then ], [ %x, %entry ]
  ret float %u.sroa.0.0
}

define internal double @trunc(double %x) {
entry:
  %0 = bitcast double %x to i64
  %shr = lshr i64 %0, 52
  %and = and i64 %shr, 2047
  %conv = trunc i64 %and to i32
  %sub = sub nsw i32 %conv, 1023
  %cmp = icmp slt i32 %sub, 52
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %cmp2 = icmp slt i32 %sub, 0
  %sh_prom = zext i32 %sub to i64
  %shr4 = lshr i64 4503599627370495, %sh_prom
  %not = xor i64 %shr4, -1
  %cond = select i1 %cmp2, i64 -9223372036854775808, i64 %not
  %1 = bitcast double %x to i64
  %and5 = and i64 %1, %cond
  %2 = bitcast i64 %and5 to double
  br label %if.end

if.end:
  %u.sroa.0.0 = phi double [ %2, %if.then ], [ %x, %entry ]
  ret double %u.sroa.0.0
}

define internal float @floorf(float %x) {
entry:
  %call = call float @truncf(float %x)
  %cmp = fcmp ogt float %call, %x
  %sub = fsub float %call, 1.000000e+00
  %cond = select i1 %cmp, float %sub, float %call
  ret float %cond
}

define internal double @floor(double %x) {
entry:
  %call = call double @trunc(double %x)
  %cmp = fcmp ogt double %call, %x
  %sub = fsub double %call, 1.000000e+00
  %cond = select i1 %cmp, double %sub, double %call
  ret double %cond
}

define internal float @ceilf(float %x) {
entry:
  %call = call float @truncf(float %x)
  %cmp = fcmp olt float %call, %x
  %add = fadd float %call, 1.000000e+00
  %cond = select i1 %cmp, float %add, float %call
  ret float %cond
}

define internal double @ceil(double %x) {
entry:
  %call = call double @trunc(double %x)
  %cmp = fcmp olt double %call, %x
  %add = fadd double %call, 1.000000e+00
  %cond = select i1 %cmp, double %add, double %call
  ret double %cond
}

define internal float @roundf(float %x) {
entry:
  %call = call float @truncf(float %x)
  %sub = fsub float %x, %call
  %cmp = fcmp oge float %sub, 5.000000e-01
  %add = fadd float %call, 1.000000e+00
  %cmp1 = fcmp ole float %sub, -5.000000e-01
  %sub3 = fsub float %call, 1.000000e+00
  %cond = select i1 %cmp1, float %sub3, float %call
  %cond6 = select i1 %cmp, float %add, float %cond
  ret float %cond6
}

define internal double @round(double %x) {
entry:
  %call = call double @trunc(double %x)
  %sub = fsub double %x, %call
  %cmp = fcmp oge double %sub, 5.000000e-01
  %add = fadd double %call, 1.000000e+00
  %cmp1 = fcmp ole double %sub, -5.000000e-01
  %sub3 = fsub double %call, 1.000000e+00
  %cond = select i1 %cmp1, double %sub3, double %call
  %cond6 = select i1 %cmp, double %add, double %cond
  ret double %cond6
}

define internal float @rintf(float %x) {
entry:
  %call = call float @truncf(float %x)
  %sub = fsub float %x, %call
  %mul = fmul float %call, 5.000000e-01
  %call1 = call float @truncf(float %mul)
  %mul2 = fmul float %call, 5.000000e-01
  %cmp = fcmp une float %call1, %mul2
  %conv = zext i1 %cmp to i32
  %cmp3 = fcmp ogt float %sub, 5.000000e-01
  br i1 %cmp3, label %if.then, label %lor.lhs.false

lor.lhs.false:
  %cmp5 = fcmp oeq float %sub, 5.000000e-01
  %tobool = icmp ne i32 %conv, 0
  %or.cond = select i1 %cmp5, i1 %tobool, i1 false
  br i1 %or.cond, label %if.then, label %if.end

if.then:
  %add = fadd float %call, 1.000000e+00
  br label %return

if.end:
  %cmp7 = fcmp olt float %sub, -5.000000e-01
  br i1 %cmp7, label %cond.true, label %lor.lhs.false9

lor.lhs.false9:
  %cmp10 = fcmp oeq float %sub, -5.000000e-01
  %tobool13 = icmp ne i32 %conv, 0
  %or.cond11 = select i1 %cmp10, i1 %tobool13, i1 false
  br i1 %or.cond11, label %cond.true, label %return

cond.true:
  %sub14 = fsub float %call, 1.000000e+00
  br label %return

return:
  %retval.0 = phi float [ %add, %if.then ], [ %sub14, %cond.true ], [ %call, %lor.lhs.false9 ]
  ret float %retval.0
}

define internal double @rint(double %x) {
entry:
  %call = call double @trunc(double %x)
  %sub = fsub double %x, %call
  %mul = fmul double %call, 5.000000e-01
  %call1 = call double @trunc(double %mul)
  %mul2 = fmul double %call, 5.000000e-01
  %cmp = fcmp une double %call1, %mul2
  %conv = zext i1 %cmp to i32
  %cmp3 = fcmp ogt double %sub, 5.000000e-01
  br i1 %cmp3, label %if.then, label %lor.lhs.false

lor.lhs.false:
  %cmp5 = fcmp oeq double %sub, 5.000000e-01
  %tobool = icmp ne i32 %conv, 0
  %or.cond = select i1 %cmp5, i1 %tobool, i1 false
  br i1 %or.cond, label %if.then, label %if.end

if.then:
  %add = fadd double %call, 1.000000e+00
  br label %return

if.end:
  %cmp7 = fcmp olt double %sub, -5.000000e-01
  br i1 %cmp7, label %cond.true, label %lor.lhs.false9

lor.lhs.false9:
  %cmp10 = fcmp oeq double %sub, -5.000000e-01
  %tobool13 = icmp ne i32 %conv, 0
  %or.cond11 = select i1 %cmp10, i1 %tobool13, i1 false
  br i1 %or.cond11, label %cond.true, label %return

cond.true:
  %sub14 = fsub double %call, 1.000000e+00
  br label %return

return:
  %retval.0 = phi double [ %add, %if.then ], [ %sub14, %cond.true ], [ %call, %lor.lhs.false9 ]
  ret double %retval.0
}

define internal float @nearbyintf(float %x) {
entry:
  %call = call float @rintf(float %x)
  ret float %call
}

define internal double @nearbyint(double %x) {
entry:
  %call = call double @rint(double %x)
  ret double %call
}

define internal float @sqrtf(float %x) {
entry:
  %0 = bitcast float %x to i32
  %cmp = icmp eq i32 %0, 0
  %1 = bitcast float %x to i32
  %cmp1 = icmp eq i32 %1, -2147483648
  %or.cond = or i1 %cmp, %cmp1
  %2 = bitcast float %x to i32
  %cmp3 = icmp eq i32 %2, 2139095040
  %or.cond29 = or i1 %or.cond, %cmp3
  %cmp5 = fcmp une float %x, %x
  %or.cond30 = or i1 %or.cond29, %cmp5
  br i1 %or.cond30, label %return, label %if.end

if.end:
  %3 = bitcast float %x to i32
  %shr = lshr i32 %3, 31
  %tobool = icmp ne i32 %shr, 0
  br i1 %tobool, label %return, label %if.end7

if.end7:
  %4 = bitcast float %x to i32
  %shr8 = lshr i32 %4, 23
  %5 = bitcast float %x to i32
  %and = and i32 %5, 8388607
  %cmp9 = icmp eq i32 %shr8, 0
  br i1 %cmp9, label %for.cond, label %if.end13

for.cond:
  %e.1 = phi i32 [ %dec, %for.body ], [ 1, %if.end7 ]
  %m.1 = phi i32 [ %shl, %for.body ], [ %and, %if.end7 ]
  %shr11 = lshr i32 %m.1, 23
  %cmp12 = icmp eq i32 %shr11, 0
  br i1 %cmp12, label %for.body, label %if.end13

for.body:
  %shl = shl i32 %m.1, 1
  %dec = add nsw i32 %e.1, -1
  br label %for.cond

if.end13:
  %e.0 = phi i32 [ %shr8, %if.end7 ], [ %e.1, %for.cond ]
  %m.0 = phi i32 [ %and, %if.end7 ], [ %m.1, %for.cond ]
  %or = or i32 %m.0, 8388608
  %sub = sub nsw i32 %e.0, 127
  %and14 = and i32 %sub, 1
  %tobool15 = icmp ne i32 %and14, 0
  %shl17 = shl i32 %or, 1
  %dec18 = add nsw i32 %sub, -1
  %e.2 = select i1 %tobool15, i32 %dec18, i32 %sub
  %m.2 = select i1 %tobool15, i32 %shl17, i32 %or
  %shl20 = shl i32 %m.2, 1
  br label %for.cond21

for.cond21:
  %q.0 = phi i32 [ 0, %if.end13 ], [ %q.1, %for.body23 ]
  %r.0 = phi i32 [ 0, %if.end13 ], [ %r.1, %for.body23 ]
  %i.0 = phi i32 [ 0, %if.end13 ], [ %inc, %for.body23 ]
  %cmp22 = icmp slt i32 %i.0, 25
  br i1 %cmp22, label %for.body23, label %for.end39

for.body23:
  %shl24 = shl i32 %r.0, 2
  %cmp25 = icmp slt i32 %i.0, 13
  %mul = mul nsw i32 2, %i.0
  %sub26 = sub nsw i32 24, %mul
  %shr27 = lshr i32 %shl20, %sub26
  %and28 = and i32 %shr27, 3
  %cond = select i1 %cmp25, i32 %and28, i32 0
  %or29 = or i32 %shl24, %cond
  %shl30 = shl i32 %q.0, 2
  %or31 = or i32 %shl30, 1
  %shl32 = shl i32 %q.0, 1
  %cmp33 = icmp uge i32 %or29, %or31
  %sub35 = sub i32 %or29, %or31
  %or36 = or i32 %shl32, 1
  %q.1 = select i1 %cmp33, i32 %or36, i32 %shl32
  %r.1 = select i1 %cmp33, i32 %sub35, i32 %or29
  %inc = add nsw i32 %i.0, 1
  br label %for.cond21

for.end39:
  %div = sdiv i32 %e.2, 2
  %add = add nsw i32 %div, 126
  %shl40 = shl i32 %add, 23
  %add41 = add i32 %q.0, 1
  %div42 = udiv i32 %add41, 2
  %add43 = add i32 %shl40, %div42
  %6 = bitcast i32 %add43 to float
  br label %return

return:
  %retval.0 = phi float [ %6, %for.end39 ], [ %x, %entry ], [ 0x7FF8000000000000, %if.end ]
  ret float %retval.0
}

define internal double @sqrt(double %x) {
entry:
  %0 = bitcast double %x to i64
  %cmp = icmp eq i64 %0, 0
  %1 = bitcast double %x to i64
  %cmp1 = icmp eq i64 %1, -9223372036854775808
  %or.cond = or i1 %cmp, %cmp1
  %2 = bitcast double %x to i64
  %cmp3 = icmp eq i64 %2, 9218868437227405312
  %or.cond28 = or i1 %or.cond, %cmp3
  %cmp5 = fcmp une double %x, %x
  %or.cond29 = or i1 %or.cond28, %cmp5
  br i1 %or.cond29, label %return, label %if.end

if.end:
  %3 = bitcast double %x to i64
  %shr = lshr i64 %3, 63
  %tobool = icmp ne i64 %shr, 0
  br i1 %tobool, label %return, label %if.end7

if.end7:
  %4 = bitcast double %x to i64
  %shr8 = lshr i64 %4, 52
  %conv = trunc i64 %shr8 to i32
  %5 = bitcast double %x to i64
  %and = and i64 %5, 4503599627370495
  %cmp9 = icmp eq i32 %conv, 0
  br i1 %cmp9, label %for.cond, label %if.end15

for.cond:
  %e.1 = phi i32 [ %dec, %for.body ], [ 1, %if.end7 ]
  %m.1 = phi i64 [ %shl, %for.body ], [ %and, %if.end7 ]
  %shr12 = lshr i64 %m.1, 52
  %cmp13 = icmp eq i64 %shr12, 0
  br i1 %cmp13, label %for.body, label %if.end15

for.body:
  %shl = shl i64 %m.1, 1
  %dec = add nsw i32 %e.1, -1
  br label %for.cond

if.end15:
  %e.0 = phi i32 [ %conv, %if.end7 ], [ %e.1, %for.cond ]
  %m.0 = phi i64 [ %and, %if.end7 ], [ %m.1, %for.cond ]
  %or = or i64 %m.0, 4503599627370496
  %sub = sub nsw i32 %e.0, 1023
  %and16 = and i32 %sub, 1
  %tobool17 = icmp ne i32 %and16, 0
  %shl19 = shl i64 %or, 1
  %dec20 = add nsw i32 %sub, -1
  %e.2 = select i1 %tobool17, i32 %dec20, i32 %sub
  %m.2 = select i1 %tobool17, i64 %shl19, i64 %or
  br label %for.cond22

for.cond22:
  %q.0 = phi i64 [ 0, %if.end15 ], [ %q.1, %cond.end ]
  %r.0 = phi i64 [ 0, %if.end15 ], [ %r.1, %cond.end ]
  %i.0 = phi i32 [ 0, %if.end15 ], [ %inc, %cond.end ]
  %cmp23 = icmp slt i32 %i.0, 54
  br i1 %cmp23, label %for.body25, label %for.end43

for.body25:
  %shl26 = shl i64 %r.0, 2
  %cmp27 = icmp slt i32 %i.0, 27
  br i1 %cmp27, label %cond.true, label %cond.end

cond.true:
  %mul = mul nsw i32 2, %i.0
  %sub29 = sub nsw i32 52, %mul
  %sh_prom = zext i32 %sub29 to i64
  %shr30 = lshr i64 %m.2, %sh_prom
  %and31 = and i64 %shr30, 3
  br label %cond.end

cond.end:
  %cond = phi i64 [ %and31, %cond.true ], [ 0, %for.body25 ]
  %or32 = or i64 %shl26, %cond
  %shl33 = shl i64 %q.0, 2
  %or34 = or i64 %shl33, 1
  %shl35 = shl i64 %q.0, 1
  %cmp36 = icmp uge i64 %or32, %or34
  %sub39 = sub i64 %or32, %or34
  %or40 = or i64 %shl35, 1
  %q.1 = select i1 %cmp36, i64 %or40, i64 %shl35
  %r.1 = select i1 %cmp36, i64 %sub39, i64 %or32
  %inc = add nsw i32 %i.0, 1
  br label %for.cond22

for.end43:
  %div = sdiv i32 %e.2, 2
  %add = add nsw i32 %div, 1022
  %conv44 = sext i32 %add to i64
  %shl45 = shl i64 %conv44, 52
  %add46 = add i64 %q.0, 1
  %div47 = udiv i64 %add46, 2
  %add48 = add i64 %shl45, %div47
  %6 = bitcast i64 %add48 to double
  br label %return

return:
  %retval.0 = phi double [ %6, %for.end43 ], [ %x, %entry ], [ 0x7FF8000000000000, %if.end ]
  ret double %retval.0
}

define internal float @fmaf(float %a, float %b, float %c) {
entry:
  %conv = fpext float %a to double
  %conv1 = fpext float %b to double
  %mul = fmul double %conv, %conv1
  %conv2 = fpext float %c to double
  %add = fadd double %mul, %conv2
  %0 = bitcast double %add to i64
  %shr = lshr i64 %0, 52
  %and = and i64 %shr, 2047
  %cmp = icmp eq i64 %and, 2047
  br i1 %cmp, label %if.then, label %lor.lhs.false

lor.lhs.false:
  %1 = bitcast double %add to i64
  %and4 = and i64 %1, 1
  %cmp5 = icmp ne i64 %and4, 0
  br i1 %cmp5, label %if.then, label %if.end

if.then:
  %conv7 = fptrunc double %add to float
  br label %return

if.end:
  %sub = fsub double %add, %mul
  %sub8 = fsub double %add, %sub
  %sub9 = fsub double %mul, %sub8
  %conv10 = fpext float %c to double
  %sub11 = fsub double %conv10, %sub
  %add12 = fadd double %sub9, %sub11
  %cmp13 = fcmp une double %add12, 0.000000e+00
  br i1 %cmp13, label %if.then15, label %if.end23

if.then15:
  %cmp16 = fcmp ogt double %add12, 0.000000e+00
  %conv17 = zext i1 %cmp16 to i32
  %cmp18 = fcmp ogt double %add, 0.000000e+00
  %conv19 = zext i1 %cmp18 to i32
  %cmp20 = icmp eq i32 %conv17, %conv19
  %cond = select i1 %cmp20, i64 1, i64 -1
  %2 = bitcast double %add to i64
  %add22 = add i64 %2, %cond
  %3 = bitcast i64 %add22 to double
  br label %if.end23

if.end23:
  %u.sroa.0.0 = phi double [ %3, %if.then15 ], [ %add, %if.end ]
  %conv24 = fptrunc double %u.sroa.0.0 to float
  br label %return

return:
  %retval.0 = phi float [ %conv7, %if.then ], [ %conv24, %if.end23 ]
  ret float %retval.0
}

define internal float @fmodf(float %x, float %y) {
entry:
  %0 = bitcast float %x to i32
  %and = and i32 %0, -2147483648
  %1 = bitcast float %x to i32
  %xor = xor i32 %1, %and
  %2 = bitcast i32 %xor to float
  %3 = bitcast float %y to i32
  %and1 = and i32 %3, 2147483647
  %4 = bitcast i32 %and1 to float
  %5 = bitcast float %4 to i32
  %cmp = icmp eq i32 %5, 0
  %6 = bitcast float %4 to i32
  %cmp2 = icmp ugt i32 %6, 2139095040
  %or.cond = or i1 %cmp, %cmp2
  %7 = bitcast float %2 to i32
  %cmp4 = icmp uge i32 %7, 2139095040
  %or.cond45 = select i1 %or.cond, i1 true, i1 %cmp4
  br i1 %or.cond45, label %return, label %if.end

if.end:
  %8 = bitcast float %2 to i32
  %9 = bitcast float %4 to i32
  %cmp5 = icmp ult i32 %8, %9
  br i1 %cmp5, label %return, label %if.end7

if.end7:
  %10 = bitcast float %2 to i32
  %shr = lshr i32 %10, 23
  %11 = bitcast float %4 to i32
  %shr8 = lshr i32 %11, 23
  %12 = bitcast float %2 to i32
  %and9 = and i32 %12, 8388607
  %tobool = icmp ne i32 %shr, 0
  %cond = select i1 %tobool, i32 8388608, i32 0
  %or = or i32 %and9, %cond
  %13 = bitcast float %4 to i32
  %and10 = and i32 %13, 8388607
  %tobool11 = icmp ne i32 %shr8, 0
  %cond12 = select i1 %tobool11, i32 8388608, i32 0
  %or13 = or i32 %and10, %cond12
  %cmp14 = icmp eq i32 %shr, 0
  %conv = zext i1 %cmp14 to i32
  %add = add nsw i32 %shr, %conv
  br label %for.cond

for.cond:
  %ex.0 = phi i32 [ %add, %if.end7 ], [ %dec, %for.body ]
  %mx.0 = phi i32 [ %or, %if.end7 ], [ %shl, %for.body ]
  %cmp15 = icmp ult i32 %mx.0, 8388608
  br i1 %cmp15, label %for.body, label %for.end

for.body:
  %shl = shl i32 %mx.0, 1
  %dec = add nsw i32 %ex.0, -1
  br label %for.cond

for.end:
  %cmp17 = icmp eq i32 %shr8, 0
  %conv18 = zext i1 %cmp17 to i32
  %add19 = add nsw i32 %shr8, %conv18
  br label %for.cond20

for.cond20:
  %ey.0 = phi i32 [ %add19, %for.end ], [ %dec26, %for.body23 ]
  %my.0 = phi i32 [ %or13, %for.end ], [ %shl24, %for.body23 ]
  %cmp21 = icmp ult i32 %my.0, 8388608
  br i1 %cmp21, label %for.body23, label %for.cond28

for.body23:
  %shl24 = shl i32 %my.0, 1
  %dec26 = add nsw i32 %ey.0, -1
  br label %for.cond20

for.cond28:
  %ex.1 = phi i32 [ %dec37, %for.body31 ], [ %ex.0, %for.cond20 ]
  %mx.1 = phi i32 [ %shl35, %for.body31 ], [ %mx.0, %for.cond20 ]
  %cmp29 = icmp sgt i32 %ex.1, %ey.0
  br i1 %cmp29, label %for.body31, label %for.end38

for.body31:
  %cmp32 = icmp uge i32 %mx.1, %my.0
  %sub = sub i32 %mx.1, %my.0
  %cond34 = select i1 %cmp32, i32 %sub, i32 %mx.1
  %shl35 = shl i32 %cond34, 1
  %dec37 = add nsw i32 %ex.1, -1
  br label %for.cond28

for.end38:
  %cmp39 = icmp uge i32 %mx.1, %my.0
  %sub42 = sub i32 %mx.1, %my.0
  %cond45 = select i1 %cmp39, i32 %sub42, i32 %mx.1
  br label %for.cond46

for.cond46:
  %ey.1 = phi i32 [ %ey.0, %for.end38 ], [ %dec54, %for.body51 ]
  %mx.2 = phi i32 [ %cond45, %for.end38 ], [ %shl52, %for.body51 ]
  %cmp47 = icmp ne i32 %mx.2, 0
  %cmp49 = icmp ult i32 %mx.2, 8388608
  %spec.select = select i1 %cmp47, i1 %cmp49, i1 false
  br i1 %spec.select, label %for.body51, label %for.end55

for.body51:
  %shl52 = shl i32 %mx.2, 1
  %dec54 = add nsw i32 %ey.1, -1
  br label %for.cond46

for.end55:
  %cmp56 = icmp eq i32 %mx.2, 0
  br i1 %cmp56, label %cond.end71, label %cond.false59

cond.false59:
  %cmp60 = icmp sgt i32 %ey.1, 0
  br i1 %cmp60, label %cond.true62, label %cond.false66

cond.true62:
  %shl63 = shl i32 %ey.1, 23
  %and64 = and i32 %mx.2, 8388607
  %or65 = or i32 %shl63, %and64
  br label %cond.end71

cond.false66:
  %sub67 = sub nsw i32 1, %ey.1
  %shr68 = lshr i32 %mx.2, %sub67
  br label %cond.end71

cond.end71:
  %cond72 = phi i32 [ 0, %for.end55 ], [ %or65, %cond.true62 ], [ %shr68, %cond.false66 ]
  %or73 = or i32 %and, %cond72
  %14 = bitcast i32 %or73 to float
  br label %return

return:
  %retval.0 = phi float [ %14, %cond.end71 ], [ 0x7FF8000000000000, %entry ], [ %x, %if.end ]
  ret float %retval.0
}

define internal double @fmod(double %x, double %y) {
entry:
  %0 = bitcast double %x to i64
  %and = and i64 %0, -9223372036854775808
  %1 = bitcast double %x to i64
  %xor = xor i64 %1, %and
  %2 = bitcast i64 %xor to double
  %3 = bitcast double %y to i64
  %and1 = and i64 %3, 9223372036854775807
  %4 = bitcast i64 %and1 to double
  %5 = bitcast double %4 to i64
  %cmp = icmp eq i64 %5, 0
  %6 = bitcast double %4 to i64
  %cmp2 = icmp ugt i64 %6, 9218868437227405312
  %or.cond = or i1 %cmp, %cmp2
  %7 = bitcast double %2 to i64
  %cmp4 = icmp uge i64 %7, 9218868437227405312
  %or.cond45 = select i1 %or.cond, i1 true, i1 %cmp4
  br i1 %or.cond45, label %return, label %if.end

if.end:
  %8 = bitcast double %2 to i64
  %9 = bitcast double %4 to i64
  %cmp5 = icmp ult i64 %8, %9
  br i1 %cmp5, label %return, label %if.end7

if.end7:
  %10 = bitcast double %2 to i64
  %shr = lshr i64 %10, 52
  %conv = trunc i64 %shr to i32
  %11 = bitcast double %4 to i64
  %shr8 = lshr i64 %11, 52
  %conv9 = trunc i64 %shr8 to i32
  %12 = bitcast double %2 to i64
  %and10 = and i64 %12, 4503599627370495
  %tobool = icmp ne i32 %conv, 0
  %cond = select i1 %tobool, i64 4503599627370496, i64 0
  %or = or i64 %and10, %cond
  %13 = bitcast double %4 to i64
  %and11 = and i64 %13, 4503599627370495
  %tobool12 = icmp ne i32 %conv9, 0
  %cond13 = select i1 %tobool12, i64 4503599627370496, i64 0
  %or14 = or i64 %and11, %cond13
  %cmp15 = icmp eq i32 %conv, 0
  %conv16 = zext i1 %cmp15 to i32
  %add = add nsw i32 %conv, %conv16
  br label %for.cond

for.cond:
  %ex.0 = phi i32 [ %add, %if.end7 ], [ %dec, %for.body ]
  %mx.0 = phi i64 [ %or, %if.end7 ], [ %shl, %for.body ]
  %cmp17 = icmp ult i64 %mx.0, 4503599627370496
  br i1 %cmp17, label %for.body, label %for.end

for.body:
  %shl = shl i64 %mx.0, 1
  %dec = add nsw i32 %ex.0, -1
  br label %for.cond

for.end:
  %cmp19 = icmp eq i32 %conv9, 0
  %conv20 = zext i1 %cmp19 to i32
  %add21 = add nsw i32 %conv9, %conv20
  br label %for.cond22

for.cond22:
  %ey.0 = phi i32 [ %add21, %for.end ], [ %dec28, %for.body25 ]
  %my.0 = phi i64 [ %or14, %for.end ], [ %shl26, %for.body25 ]
  %cmp23 = icmp ult i64 %my.0, 4503599627370496
  br i1 %cmp23, label %for.body25, label %for.cond30

for.body25:
  %shl26 = shl i64 %my.0, 1
  %dec28 = add nsw i32 %ey.0, -1
  br label %for.cond22

for.cond30:
  %ex.1 = phi i32 [ %dec39, %for.body33 ], [ %ex.0, %for.cond22 ]
  %mx.1 = phi i64 [ %shl37, %for.body33 ], [ %mx.0, %for.cond22 ]
  %cmp31 = icmp sgt i32 %ex.1, %ey.0
  br i1 %cmp31, label %for.body33, label %for.end40

for.body33:
  %cmp34 = icmp uge i64 %mx.1, %my.0
  %sub = sub i64 %mx.1, %my.0
  %cond36 = select i1 %cmp34, i64 %sub, i64 %mx.1
  %shl37 = shl i64 %cond36, 1
  %dec39 = add nsw i32 %ex.1, -1
  br label %for.cond30

for.end40:
  %cmp41 = icmp uge i64 %mx.1, %my.0
  %sub44 = sub i64 %mx.1, %my.0
  %cond47 = select i1 %cmp41, i64 %sub44, i64 %mx.1
  br label %for.cond48

for.cond48:
  %ey.1 = phi i32 [ %ey.0, %for.end40 ], [ %dec56, %for.body53 ]
  %mx.2 = phi i64 [ %cond47, %for.end40 ], [ %shl54, %for.body53 ]
  %cmp49 = icmp ne i64 %mx.2, 0
  %cmp51 = icmp ult i64 %mx.2, 4503599627370496
  %spec.select = select i1 %cmp49, i1 %cmp51, i1 false
  br i1 %spec.select, label %for.body53, label %for.end57

for.body53:
  %shl54 = shl i64 %mx.2, 1
  %dec56 = add nsw i32 %ey.1, -1
  br label %for.cond48

for.end57:
  %cmp58 = icmp eq i64 %mx.2, 0
  br i1 %cmp58, label %cond.end74, label %cond.false61

cond.false61:
  %cmp62 = icmp sgt i32 %ey.1, 0
  br i1 %cmp62, label %cond.true64, label %cond.false69

cond.true64:
  %conv65 = sext i32 %ey.1 to i64
  %shl66 = shl i64 %conv65, 52
  %and67 = and i64 %mx.2, 4503599627370495
  %or68 = or i64 %shl66, %and67
  br label %cond.end74

cond.false69:
  %sub70 = sub nsw i32 1, %ey.1
  %sh_prom = zext i32 %sub70 to i64
  %shr71 = lshr i64 %mx.2, %sh_prom
  br label %cond.end74

cond.end74:
  %cond75 = phi i64 [ 0, %for.end57 ], [ %or68, %cond.true64 ], [ %shr71, %cond.false69 ]
  %or76 = or i64 %and, %cond75
  %14 = bitcast i64 %or76 to double
  br label %return

return:
  %retval.0 = phi double [ %14, %cond.end74 ], [ 0x7FF8000000000000, %entry ], [ %x, %if.end ]
  ret double %retval.0
}

define internal double @fma(double %x, double %y, double %z) {
entry:
  %0 = bitcast double %x to i64
  %and = and i64 %0, 9218868437227405312
  %cmp = icmp eq i64 %and, 9218868437227405312
  br i1 %cmp, label %if.then, label %lor.lhs.false

lor.lhs.false:
  %1 = bitcast double %y to i64
  %and1 = and i64 %1, 9218868437227405312
  %cmp2 = icmp eq i64 %and1, 9218868437227405312
  %cmp4 = fcmp oeq double %x, 0.000000e+00
  %or.cond = or i1 %cmp2, %cmp4
  %cmp6 = fcmp oeq double %y, 0.000000e+00
  %or.cond360 = select i1 %or.cond, i1 true, i1 %cmp6
  br i1 %or.cond360, label %if.then, label %if.end

if.then:
  %mul = fmul double %x, %y
  %add = fadd double %mul, %z
  br label %return

if.end:
  %cmp7 = fcmp oeq double %z, 0.000000e+00
  br i1 %cmp7, label %if.then11, label %lor.lhs.false8

lor.lhs.false8:
  %2 = bitcast double %z to i64
  %and9 = and i64 %2, 9218868437227405312
  %cmp10 = icmp eq i64 %and9, 9218868437227405312
  br i1 %cmp10, label %if.then11, label %if.end14

if.then11:
  %cmp12 = fcmp oeq double %z, 0.000000e+00
  %mul13 = fmul double %x, %y
  %cond = select i1 %cmp12, double %mul13, double %z
  br label %return

if.end14:
  %3 = bitcast double %x to i64
  %and.i = and i64 %3, 4503599627370495
  %shr.i = lshr i64 %3, 52
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
  %ex.0 = phi i32 [ %add.i, %if.end14 ], [ %dec.i, %for.body.i ]
  %m.0.i = phi i64 [ %or.i, %if.end14 ], [ %shl.i, %for.body.i ]
  %shr3.i = lshr i64 %m.0.i, 52
  %cmp4.i = icmp eq i64 %shr3.i, 0
  br i1 %cmp4.i, label %for.body.i, label %mlcc_significand.exit

for.body.i:
  %shl.i = shl i64 %m.0.i, 1
  %dec.i = add nsw i32 %ex.0, -1
  br label %for.cond.i

mlcc_significand.exit:
  %sub.i = sub nsw i32 %ex.0, 1075
  %4 = bitcast double %y to i64
  %and.i97 = and i64 %4, 4503599627370495
  %shr.i98 = lshr i64 %4, 52
  %and1.i99 = and i64 %shr.i98, 2047
  %conv.i100 = trunc i64 %and1.i99 to i32
  %tobool.i101 = icmp ne i32 %conv.i100, 0
  %cond.i102 = select i1 %tobool.i101, i64 4503599627370496, i64 0
  %or.i103 = or i64 %and.i97, %cond.i102
  %cmp.i104 = icmp eq i32 %conv.i100, 0
  %conv2.i105 = zext i1 %cmp.i104 to i32
  %add.i106 = add nsw i32 %conv.i100, %conv2.i105
  br label %for.cond.i107

for.cond.i107:
  %ey.0 = phi i32 [ %add.i106, %mlcc_significand.exit ], [ %dec.i114, %for.body.i112 ]
  %m.0.i108 = phi i64 [ %or.i103, %mlcc_significand.exit ], [ %shl.i113, %for.body.i112 ]
  %shr3.i109 = lshr i64 %m.0.i108, 52
  %cmp4.i110 = icmp eq i64 %shr3.i109, 0
  br i1 %cmp4.i110, label %for.body.i112, label %mlcc_significand.exit115

for.body.i112:
  %shl.i113 = shl i64 %m.0.i108, 1
  %dec.i114 = add nsw i32 %ey.0, -1
  br label %for.cond.i107

mlcc_significand.exit115:
  %sub.i111 = sub nsw i32 %ey.0, 1075
  %5 = bitcast double %z to i64
  %and.i116 = and i64 %5, 4503599627370495
  %shr.i117 = lshr i64 %5, 52
  %and1.i118 = and i64 %shr.i117, 2047
  %conv.i119 = trunc i64 %and1.i118 to i32
  %tobool.i120 = icmp ne i32 %conv.i119, 0
  %cond.i121 = select i1 %tobool.i120, i64 4503599627370496, i64 0
  %or.i122 = or i64 %and.i116, %cond.i121
  %cmp.i123 = icmp eq i32 %conv.i119, 0
  %conv2.i124 = zext i1 %cmp.i123 to i32
  %add.i125 = add nsw i32 %conv.i119, %conv2.i124
  br label %for.cond.i126

for.cond.i126:
  %ez.0 = phi i32 [ %add.i125, %mlcc_significand.exit115 ], [ %dec.i133, %for.body.i131 ]
  %m.0.i127 = phi i64 [ %or.i122, %mlcc_significand.exit115 ], [ %shl.i132, %for.body.i131 ]
  %shr3.i128 = lshr i64 %m.0.i127, 52
  %cmp4.i129 = icmp eq i64 %shr3.i128, 0
  br i1 %cmp4.i129, label %for.body.i131, label %mlcc_significand.exit134

for.body.i131:
  %shl.i132 = shl i64 %m.0.i127, 1
  %dec.i133 = add nsw i32 %ez.0, -1
  br label %for.cond.i126

mlcc_significand.exit134:
  %sub.i130 = sub nsw i32 %ez.0, 1075
  %6 = bitcast double %x to i64
  %7 = bitcast double %y to i64
  %xor = xor i64 %6, %7
  %and17 = and i64 %xor, -9223372036854775808
  %8 = bitcast double %z to i64
  %and18 = and i64 %8, -9223372036854775808
  %xor19 = xor i64 %and17, %and18
  %and20 = and i64 %m.0.i, 4294967295
  %shr = lshr i64 %m.0.i, 32
  %and21 = and i64 %m.0.i108, 4294967295
  %shr22 = lshr i64 %m.0.i108, 32
  %mul23 = mul i64 %and20, %and21
  %mul24 = mul i64 %shr, %and21
  %shr25 = lshr i64 %mul23, 32
  %add26 = add i64 %mul24, %shr25
  %mul27 = mul i64 %and20, %shr22
  %and28 = and i64 %add26, 4294967295
  %add29 = add i64 %mul27, %and28
  %mul30 = mul i64 %shr, %shr22
  %shr31 = lshr i64 %add26, 32
  %add32 = add i64 %mul30, %shr31
  %shr33 = lshr i64 %add29, 32
  %add34 = add i64 %add32, %shr33
  %shl = shl i64 %add29, 32
  %and35 = and i64 %mul23, 4294967295
  %or = or i64 %shl, %and35
  %shl8.i = shl i64 %add34, 19
  %shr.i135 = lshr i64 %or, 45
  %or.i136 = or i64 %shl8.i, %shr.i135
  %shl15.i = shl i64 %or, 19
  %add39 = add nsw i32 %sub.i, %sub.i111
  %sub = sub nsw i32 %add39, 19
  %sub42 = sub nsw i32 %sub.i130, %sub
  %cmp43 = icmp sgt i32 %sub42, 72
  br i1 %cmp43, label %if.then44, label %if.end51

if.then44:
  %sub46 = sub nsw i32 %sub.i130, %sub
  %sub47 = sub nsw i32 %sub46, 72
  %cmp.i156 = icmp sgt i32 %sub47, 127
  br i1 %cmp.i156, label %if.then.i164, label %if.else.i157

if.then.i164:
  %or.i165 = or i64 %or.i136, %shl15.i
  %cmp4.i166 = icmp ne i64 %or.i165, 0
  %conv.i167 = zext i1 %cmp4.i166 to i32
  %conv5.i = sext i32 %conv.i167 to i64
  br label %mlcc_right.exit

if.else.i157:
  %cmp7.i = icmp sgt i32 %sub47, 63
  br i1 %cmp7.i, label %if.then9.i, label %if.else32.i

if.then9.i:
  %cmp11.i = icmp eq i32 %sub47, 64
  %sub.i159 = sub nsw i32 %sub47, 64
  %sh_prom.i160 = zext i32 %sub.i159 to i64
  %shr.i161 = lshr i64 %or.i136, %sh_prom.i160
  %cond.i162 = select i1 %cmp11.i, i64 %or.i136, i64 %shr.i161
  %cmp17.i = icmp eq i32 %sub47, 64
  %sub22.i = sub nsw i32 128, %sub47
  %sh_prom23.i = zext i32 %sub22.i to i64
  %shl.i163 = shl i64 %or.i136, %sh_prom23.i
  %cond25.i = select i1 %cmp17.i, i64 0, i64 %shl.i163
  %or26.i = or i64 %shl15.i, %cond25.i
  %cmp27.i = icmp ne i64 %or26.i, 0
  %conv28.i = zext i1 %cmp27.i to i32
  %conv29.i = sext i32 %conv28.i to i64
  %or31.i = or i64 %cond.i162, %conv29.i
  br label %mlcc_right.exit

if.else32.i:
  %cmp33.i = icmp sgt i32 %sub47, 0
  br i1 %cmp33.i, label %if.then35.i, label %mlcc_right.exit

if.then35.i:
  %sh_prom37.i = zext i32 %sub47 to i64
  %shr38.i = lshr i64 %or.i136, %sh_prom37.i
  %sh_prom41.i = zext i32 %sub47 to i64
  %shr42.i = lshr i64 %shl15.i, %sh_prom41.i
  %sub44.i = sub nsw i32 64, %sub47
  %sh_prom45.i = zext i32 %sub44.i to i64
  %shl46.i = shl i64 %or.i136, %sh_prom45.i
  %or47.i = or i64 %shr42.i, %shl46.i
  %sub49.i = sub nsw i32 64, %sub47
  %sh_prom50.i = zext i32 %sub49.i to i64
  %shl51.i = shl i64 %shl15.i, %sh_prom50.i
  %cmp52.i = icmp ne i64 %shl51.i, 0
  %conv53.i = zext i1 %cmp52.i to i32
  %conv54.i = sext i32 %conv53.i to i64
  %or55.i = or i64 %or47.i, %conv54.i
  br label %mlcc_right.exit

mlcc_right.exit:
  %tmp45.sroa.5.2 = phi i64 [ %conv5.i, %if.then.i164 ], [ %or31.i, %if.then9.i ], [ %or55.i, %if.then35.i ], [ %shl15.i, %if.else32.i ]
  %tmp45.sroa.0.2 = phi i64 [ 0, %if.then.i164 ], [ 0, %if.then9.i ], [ %shr38.i, %if.then35.i ], [ %or.i136, %if.else32.i ]
  %sub50 = sub nsw i32 %sub.i130, 72
  br label %if.end51

if.end51:
  %p.sroa.0.0 = phi i64 [ %tmp45.sroa.0.2, %mlcc_right.exit ], [ %or.i136, %mlcc_significand.exit134 ]
  %p.sroa.23.0 = phi i64 [ %tmp45.sroa.5.2, %mlcc_right.exit ], [ %shl15.i, %mlcc_significand.exit134 ]
  %e.0 = phi i32 [ %sub50, %mlcc_right.exit ], [ %sub, %mlcc_significand.exit134 ]
  %cmp52 = icmp sge i32 %sub.i130, %e.0
  br i1 %cmp52, label %cond.true53, label %cond.false58

cond.true53:
  %sub55 = sub nsw i32 %sub.i130, %e.0
  %cmp.i138 = icmp sgt i32 %sub55, 63
  br i1 %cmp.i138, label %if.then.i, label %if.else.i

if.then.i:
  %sub.i145 = sub nsw i32 %sub55, 64
  %sh_prom.i = zext i32 %sub.i145 to i64
  %shl.i146 = shl i64 %m.0.i127, %sh_prom.i
  br label %cond.end63

if.else.i:
  %cmp4.i139 = icmp sgt i32 %sub55, 0
  br i1 %cmp4.i139, label %if.then5.i, label %cond.end63

if.then5.i:
  %sub10.i = sub nsw i32 64, %sub55
  %sh_prom11.i = zext i32 %sub10.i to i64
  %shr.i141 = lshr i64 %m.0.i127, %sh_prom11.i
  %sh_prom14.i = zext i32 %sub55 to i64
  %shl15.i143 = shl i64 %m.0.i127, %sh_prom14.i
  br label %cond.end63

cond.false58:
  %sub60 = sub nsw i32 %e.0, %sub.i130
  %cmp.i169 = icmp sgt i32 %sub60, 127
  br i1 %cmp.i169, label %if.then.i217, label %if.else.i170

if.then.i217:
  %cmp4.i219 = icmp ne i64 %m.0.i127, 0
  %conv.i220 = zext i1 %cmp4.i219 to i32
  %conv5.i221 = sext i32 %conv.i220 to i64
  br label %cond.end63

if.else.i170:
  %cmp7.i171 = icmp sgt i32 %sub60, 63
  br i1 %cmp7.i171, label %if.then9.i193, label %if.else32.i172

if.then9.i193:
  %cond362 = icmp eq i32 %sub60, 64
  br i1 %cond362, label %cond.end24.i207, label %cond.false.i195

cond.false.i195:
  br label %cond.end24.i207

cond.end24.i207:
  %cmp27.i210 = icmp ne i64 %m.0.i127, 0
  %conv28.i211 = zext i1 %cmp27.i210 to i32
  %conv29.i212 = sext i32 %conv28.i211 to i64
  %or31.i214 = or i64 0, %conv29.i212
  br label %cond.end63

if.else32.i172:
  %cmp33.i173 = icmp sgt i32 %sub60, 0
  br i1 %cmp33.i173, label %if.then35.i176, label %cond.end63

if.then35.i176:
  %sh_prom41.i179 = zext i32 %sub60 to i64
  %shr42.i180 = lshr i64 %m.0.i127, %sh_prom41.i179
  %sub49.i185 = sub nsw i32 64, %sub60
  %sh_prom50.i186 = zext i32 %sub49.i185 to i64
  %shl51.i187 = shl i64 %m.0.i127, %sh_prom50.i186
  %cmp52.i188 = icmp ne i64 %shl51.i187, 0
  %conv53.i189 = zext i1 %cmp52.i188 to i32
  %conv54.i190 = sext i32 %conv53.i189 to i64
  %or55.i191 = or i64 %shr42.i180, %conv54.i190
  br label %cond.end63

cond.end63:
  %q.sroa.11.0 = phi i64 [ %m.0.i127, %if.else.i ], [ 0, %if.then.i ], [ %shl15.i143, %if.then5.i ], [ %conv5.i221, %if.then.i217 ], [ %or31.i214, %cond.end24.i207 ], [ %or55.i191, %if.then35.i176 ], [ %m.0.i127, %if.else32.i172 ]
  %q.sroa.0.0 = phi i64 [ 0, %if.else.i ], [ %shl.i146, %if.then.i ], [ %shr.i141, %if.then5.i ], [ 0, %cond.end24.i207 ], [ 0, %if.then35.i176 ], [ 0, %if.else32.i172 ], [ 0, %if.then.i217 ]
  %cmp64 = icmp eq i64 %xor19, 0
  br i1 %cmp64, label %if.then65, label %if.else

if.then65:
  %add68 = add i64 %p.sroa.23.0, %q.sroa.11.0
  %cmp72 = icmp ult i64 %add68, %q.sroa.11.0
  %conv = zext i1 %cmp72 to i32
  %conv73 = sext i32 %conv to i64
  %add74 = add i64 %q.sroa.0.0, %conv73
  %add76 = add i64 %p.sroa.0.0, %add74
  br label %if.end112

if.else:
  %cmp79 = icmp ult i64 %p.sroa.0.0, %q.sroa.0.0
  br i1 %cmp79, label %if.then90, label %lor.lhs.false81

lor.lhs.false81:
  %cmp84 = icmp eq i64 %p.sroa.0.0, %q.sroa.0.0
  %cmp88 = icmp ult i64 %p.sroa.23.0, %q.sroa.11.0
  %or.cond361 = select i1 %cmp84, i1 %cmp88, i1 false
  br i1 %or.cond361, label %if.then90, label %if.end92

if.then90:
  %xor91 = xor i64 %and17, -9223372036854775808
  br label %if.end92

if.end92:
  %p.sroa.0.2 = phi i64 [ %q.sroa.0.0, %if.then90 ], [ %p.sroa.0.0, %lor.lhs.false81 ]
  %p.sroa.23.2 = phi i64 [ %q.sroa.11.0, %if.then90 ], [ %p.sroa.23.0, %lor.lhs.false81 ]
  %q.sroa.11.1 = phi i64 [ %p.sroa.23.0, %if.then90 ], [ %q.sroa.11.0, %lor.lhs.false81 ]
  %q.sroa.0.1 = phi i64 [ %p.sroa.0.0, %if.then90 ], [ %q.sroa.0.0, %lor.lhs.false81 ]
  %sign.1 = phi i64 [ %xor91, %if.then90 ], [ %and17, %lor.lhs.false81 ]
  %cmp96 = icmp ult i64 %p.sroa.23.2, %q.sroa.11.1
  %conv97 = zext i1 %cmp96 to i32
  %conv98 = sext i32 %conv97 to i64
  %add99 = add i64 %q.sroa.0.1, %conv98
  %sub101 = sub i64 %p.sroa.0.2, %add99
  %sub104 = sub i64 %p.sroa.23.2, %q.sroa.11.1
  %or107 = or i64 %sub101, %sub104
  %cmp108 = icmp eq i64 %or107, 0
  br i1 %cmp108, label %return, label %if.end112

if.end112:
  %p.sroa.0.1 = phi i64 [ %add76, %if.then65 ], [ %sub101, %if.end92 ]
  %p.sroa.23.1 = phi i64 [ %add68, %if.then65 ], [ %sub104, %if.end92 ]
  %sign.0 = phi i64 [ %and17, %if.then65 ], [ %sign.1, %if.end92 ]
  br label %for.cond

for.cond:
  %p.sroa.0.3 = phi i64 [ %p.sroa.0.1, %if.end112 ], [ %or.i152, %for.body ]
  %p.sroa.23.3 = phi i64 [ %p.sroa.23.1, %if.end112 ], [ %shl15.i153, %for.body ]
  %e.1 = phi i32 [ %e.0, %if.end112 ], [ %dec, %for.body ]
  %shr114 = lshr i64 %p.sroa.0.3, 62
  %cmp115 = icmp eq i64 %shr114, 0
  br i1 %cmp115, label %for.body, label %for.end

for.body:
  %shl8.i150 = shl i64 %p.sroa.0.3, 1
  %shr.i151 = lshr i64 %p.sroa.23.3, 63
  %or.i152 = or i64 %shl8.i150, %shr.i151
  %shl15.i153 = shl i64 %p.sroa.23.3, 1
  %dec = add nsw i32 %e.1, -1
  br label %for.cond

for.end:
  %shr121 = lshr i64 %p.sroa.0.3, 63
  %conv122 = trunc i64 %shr121 to i32
  %cmp.i225 = icmp sgt i32 %conv122, 127
  br i1 %cmp.i225, label %if.then.i273, label %if.else.i226

if.then.i273:
  %or.i274 = or i64 %p.sroa.0.3, %p.sroa.23.3
  %cmp4.i275 = icmp ne i64 %or.i274, 0
  %conv.i276 = zext i1 %cmp4.i275 to i32
  %conv5.i277 = sext i32 %conv.i276 to i64
  br label %mlcc_right.exit279

if.else.i226:
  %cmp7.i227 = icmp sgt i32 %conv122, 63
  br i1 %cmp7.i227, label %if.then9.i249, label %if.else32.i228

if.then9.i249:
  %sub22.i260 = sub nsw i32 128, %conv122
  %sh_prom23.i261 = zext i32 %sub22.i260 to i64
  %shl.i262 = shl i64 %p.sroa.0.3, %sh_prom23.i261
  %or26.i265 = or i64 %p.sroa.23.3, %shl.i262
  %cmp27.i266 = icmp ne i64 %or26.i265, 0
  %conv28.i267 = zext i1 %cmp27.i266 to i32
  %conv29.i268 = sext i32 %conv28.i267 to i64
  %or31.i270 = or i64 poison, %conv29.i268
  br label %mlcc_right.exit279

if.else32.i228:
  %cmp33.i229 = icmp sgt i32 %conv122, 0
  br i1 %cmp33.i229, label %if.then35.i232, label %mlcc_right.exit279

if.then35.i232:
  %sh_prom37.i233 = zext i32 %conv122 to i64
  %shr38.i234 = lshr i64 %p.sroa.0.3, %sh_prom37.i233
  %sh_prom41.i235 = zext i32 %conv122 to i64
  %shr42.i236 = lshr i64 %p.sroa.23.3, %sh_prom41.i235
  %sub44.i237 = sub nsw i32 64, %conv122
  %sh_prom45.i238 = zext i32 %sub44.i237 to i64
  %shl46.i239 = shl i64 %p.sroa.0.3, %sh_prom45.i238
  %or47.i240 = or i64 %shr42.i236, %shl46.i239
  %sub49.i241 = sub nsw i32 64, %conv122
  %sh_prom50.i242 = zext i32 %sub49.i241 to i64
  %shl51.i243 = shl i64 %p.sroa.23.3, %sh_prom50.i242
  %cmp52.i244 = icmp ne i64 %shl51.i243, 0
  %conv53.i245 = zext i1 %cmp52.i244 to i32
  %conv54.i246 = sext i32 %conv53.i245 to i64
  %or55.i247 = or i64 %or47.i240, %conv54.i246
  br label %mlcc_right.exit279

mlcc_right.exit279:
  %tmp123.sroa.5.2 = phi i64 [ %conv5.i277, %if.then.i273 ], [ %or31.i270, %if.then9.i249 ], [ %or55.i247, %if.then35.i232 ], [ %p.sroa.23.3, %if.else32.i228 ]
  %tmp123.sroa.0.2 = phi i64 [ 0, %if.then.i273 ], [ 0, %if.then9.i249 ], [ %shr38.i234, %if.then35.i232 ], [ %p.sroa.0.3, %if.else32.i228 ]
  %add126 = add nsw i32 %conv122, 64
  %add127 = add nsw i32 %e.1, %add126
  %cmp130 = icmp ne i64 %tmp123.sroa.5.2, 0
  %conv131 = zext i1 %cmp130 to i32
  %conv132 = sext i32 %conv131 to i64
  %or133 = or i64 %tmp123.sroa.0.2, %conv132
  %add134 = add nsw i32 %add127, 1085
  %cmp135 = icmp sge i32 %add134, 2047
  br i1 %cmp135, label %if.then137, label %if.end139

if.then137:
  %or138 = or i64 %sign.0, 9218868437227405312
  %9 = bitcast i64 %or138 to double
  br label %return

if.end139:
  %cmp140 = icmp slt i32 %add134, 1
  br i1 %cmp140, label %if.then142, label %if.end155

if.then142:
  %cmp145 = icmp slt i32 %add134, -70
  %sub149 = sub nsw i32 1, %add134
  %cond151 = select i1 %cmp145, i32 71, i32 %sub149
  %cmp.i281 = icmp sgt i32 %cond151, 127
  br i1 %cmp.i281, label %if.then.i329, label %if.else.i282

if.then.i329:
  %cmp4.i331 = icmp ne i64 %or133, 0
  %conv.i332 = zext i1 %cmp4.i331 to i32
  %conv5.i333 = sext i32 %conv.i332 to i64
  br label %if.end155

if.else.i282:
  %cmp7.i283 = icmp sgt i32 %cond151, 63
  br i1 %cmp7.i283, label %if.then9.i305, label %if.else32.i284

if.then9.i305:
  %cond363 = icmp eq i32 %cond151, 64
  br i1 %cond363, label %cond.end24.i319, label %cond.false.i307

cond.false.i307:
  br label %cond.end24.i319

cond.end24.i319:
  %cmp27.i322 = icmp ne i64 %or133, 0
  %conv28.i323 = zext i1 %cmp27.i322 to i32
  %conv29.i324 = sext i32 %conv28.i323 to i64
  %or31.i326 = or i64 0, %conv29.i324
  br label %if.end155

if.else32.i284:
  %cmp33.i285 = icmp sgt i32 %cond151, 0
  br i1 %cmp33.i285, label %if.then35.i288, label %if.end155

if.then35.i288:
  %sh_prom41.i291 = zext i32 %cond151 to i64
  %shr42.i292 = lshr i64 %or133, %sh_prom41.i291
  %sub49.i297 = sub nsw i32 64, %cond151
  %sh_prom50.i298 = zext i32 %sub49.i297 to i64
  %shl51.i299 = shl i64 %or133, %sh_prom50.i298
  %cmp52.i300 = icmp ne i64 %shl51.i299, 0
  %conv53.i301 = zext i1 %cmp52.i300 to i32
  %conv54.i302 = sext i32 %conv53.i301 to i64
  %or55.i303 = or i64 %shr42.i292, %conv54.i302
  br label %if.end155

if.end155:
  %e.2 = phi i32 [ %add134, %if.end139 ], [ 0, %cond.end24.i319 ], [ 0, %if.then35.i288 ], [ 0, %if.else32.i284 ], [ 0, %if.then.i329 ]
  %m.0 = phi i64 [ %or133, %if.end139 ], [ %conv5.i333, %if.then.i329 ], [ %or31.i326, %cond.end24.i319 ], [ %or55.i303, %if.then35.i288 ], [ %or133, %if.else32.i284 ]
  %and156 = and i64 %m.0, 1023
  %shr157 = lshr i64 %m.0, 10
  %conv158 = sext i32 %e.2 to i64
  %shl159 = shl i64 %conv158, 52
  %tobool = icmp ne i32 %e.2, 0
  %sub161 = sub i64 %shr157, 4503599627370496
  %cond164 = select i1 %tobool, i64 %sub161, i64 %shr157
  %add165 = add i64 %shl159, %cond164
  %or166 = or i64 %sign.0, %add165
  %10 = bitcast i64 %or166 to double
  %cmp167 = icmp ugt i64 %and156, 512
  br i1 %cmp167, label %lor.end, label %lor.rhs

lor.rhs:
  %cmp169 = icmp eq i64 %and156, 512
  %and171 = and i64 %shr157, 1
  %tobool172 = icmp ne i64 %and171, 0
  %11 = select i1 %cmp169, i1 %tobool172, i1 false
  br label %lor.end

lor.end:
  %12 = phi i1 [ true, %if.end155 ], [ %11, %lor.rhs ]
  %lor.ext = zext i1 %12 to i32
  %conv173 = sext i32 %lor.ext to i64
  %13 = bitcast double %10 to i64
  %add174 = add i64 %13, %conv173
  %14 = bitcast i64 %add174 to double
  br label %return

return:
  %retval.0 = phi double [ %add, %if.then ], [ %cond, %if.then11 ], [ %9, %if.then137 ], [ %14, %lor.end ], [ 0.000000e+00, %if.end92 ]
  ret double %retval.0
}

define internal double @ldexp(double %x, i32 %n) {
entry:
  %0 = bitcast double %x to i64
  %and = and i64 %0, 9223372036854775807
  %cmp = icmp eq i64 %and, 0
  %cmp1 = icmp uge i64 %and, 9218868437227405312
  %or.cond = or i1 %cmp, %cmp1
  br i1 %or.cond, label %return, label %if.end

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
  %and3 = and i64 %m.0.i, 4503599627370495
  %conv = sext i32 %sub.i to i64
  %add = add nsw i64 %conv, 52
  %conv4 = sext i32 %n to i64
  %add5 = add nsw i64 %add, %conv4
  %and6 = and i64 %0, -9223372036854775808
  %or = or i64 %and6, 4607182418800017408
  %or7 = or i64 %or, %and3
  %1 = bitcast i64 %or7 to double
  %cmp9 = icmp slt i64 %add5, -1080
  %cmp11 = icmp sgt i64 %add5, 1026
  %conv15 = trunc i64 %add5 to i32
  %cond = select i1 %cmp11, i32 1026, i32 %conv15
  %cond17 = select i1 %cmp9, i32 -1080, i32 %cond
  %div.i = sdiv i32 %cond17, 2
  %add.i7 = add nsw i32 1023, %div.i
  %conv.i8 = sext i32 %add.i7 to i64
  %shl.i9 = shl i64 %conv.i8, 52
  %2 = bitcast i64 %shl.i9 to double
  %add1.i = add nsw i32 1023, %cond17
  %sub.i10 = sub nsw i32 %add1.i, %div.i
  %conv2.i11 = sext i32 %sub.i10 to i64
  %shl3.i = shl i64 %conv2.i11, 52
  %3 = bitcast i64 %shl3.i to double
  %mul.i = fmul double %1, %2
  %mul4.i = fmul double %mul.i, %3
  br label %return

return:
  %retval.0 = phi double [ %mul4.i, %mlcc_significand.exit ], [ %x, %entry ]
  ret double %retval.0
}

define internal float @ldexpf(float %x, i32 %n) {
entry:
  %conv = fpext float %x to double
  %call = call double @ldexp(double %conv, i32 %n)
  %conv1 = fptrunc double %call to float
  ret float %conv1
}

define internal float @nextafterf(float %x, float %y) {
entry:
  %cmp = fcmp une float %x, %x
  %cmp1 = fcmp une float %y, %y
  %or.cond = select i1 %cmp, i1 true, i1 %cmp1
  %cmp3 = fcmp oeq float %x, %y
  %or.cond17 = select i1 %or.cond, i1 true, i1 %cmp3
  br i1 %or.cond17, label %if.then, label %if.end

if.then:
  %cmp4 = fcmp oeq float %x, %y
  %add = fadd float %x, %y
  %cond = select i1 %cmp4, float %y, float %add
  br label %return

if.end:
  %cmp5 = fcmp oeq float %x, 0.000000e+00
  br i1 %cmp5, label %cond.true6, label %cond.false7

cond.true6:
  %0 = bitcast float %y to i32
  %and = and i32 %0, -2147483648
  %or = or i32 %and, 1
  br label %cond.end18

cond.false7:
  %cmp8 = fcmp olt float %x, %y
  %conv = zext i1 %cmp8 to i32
  %1 = bitcast float %x to i32
  %shr = lshr i32 %1, 31
  %cmp9 = icmp eq i32 %shr, 0
  %conv10 = zext i1 %cmp9 to i32
  %cmp11 = icmp eq i32 %conv, %conv10
  %2 = bitcast float %x to i32
  %add14 = add i32 %2, 1
  %3 = bitcast float %x to i32
  %sub = sub i32 %3, 1
  %cond17 = select i1 %cmp11, i32 %add14, i32 %sub
  br label %cond.end18

cond.end18:
  %cond19 = phi i32 [ %or, %cond.true6 ], [ %cond17, %cond.false7 ]
  %4 = bitcast i32 %cond19 to float
  br label %return

return:
  %retval.0 = phi float [ %cond, %if.then ], [ %4, %cond.end18 ]
  ret float %retval.0
}

define internal double @nextafter(double %x, double %y) {
entry:
  %cmp = fcmp une double %x, %x
  %cmp1 = fcmp une double %y, %y
  %or.cond = select i1 %cmp, i1 true, i1 %cmp1
  %cmp3 = fcmp oeq double %x, %y
  %or.cond17 = select i1 %or.cond, i1 true, i1 %cmp3
  br i1 %or.cond17, label %if.then, label %if.end

if.then:
  %cmp4 = fcmp oeq double %x, %y
  %add = fadd double %x, %y
  %cond = select i1 %cmp4, double %y, double %add
  br label %return

if.end:
  %0 = bitcast double %x to i64
  %1 = bitcast double %y to i64
  %cmp6 = fcmp oeq double %x, 0.000000e+00
  br i1 %cmp6, label %cond.true7, label %cond.false8

cond.true7:
  %and = and i64 %1, -9223372036854775808
  %or = or i64 %and, 1
  br label %cond.end19

cond.false8:
  %cmp9 = fcmp olt double %x, %y
  %conv = zext i1 %cmp9 to i32
  %shr = lshr i64 %0, 63
  %cmp10 = icmp eq i64 %shr, 0
  %conv11 = zext i1 %cmp10 to i32
  %cmp12 = icmp eq i32 %conv, %conv11
  %add15 = add i64 %0, 1
  %sub = sub i64 %0, 1
  %cond18 = select i1 %cmp12, i64 %add15, i64 %sub
  br label %cond.end19

cond.end19:
  %cond20 = phi i64 [ %or, %cond.true7 ], [ %cond18, %cond.false8 ]
  %2 = bitcast i64 %cond20 to double
  br label %return

return:
  %retval.0 = phi double [ %cond, %if.then ], [ %2, %cond.end19 ]
  ret double %retval.0
}
