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
  br i1 %cmp, label %cond.true, label %cond.false

cond.true:
  %add = fadd float %call, 1.000000e+00
  br label %cond.end5

cond.false:
  %cmp1 = fcmp ole float %sub, -5.000000e-01
  %sub3 = fsub float %call, 1.000000e+00
  %cond = select i1 %cmp1, float %sub3, float %call
  br label %cond.end5

cond.end5:
  %cond6 = phi float [ %add, %cond.true ], [ %cond, %cond.false ]
  ret float %cond6
}

define internal double @round(double %x) {
entry:
  %call = call double @trunc(double %x)
  %sub = fsub double %x, %call
  %cmp = fcmp oge double %sub, 5.000000e-01
  br i1 %cmp, label %cond.true, label %cond.false

cond.true:
  %add = fadd double %call, 1.000000e+00
  br label %cond.end5

cond.false:
  %cmp1 = fcmp ole double %sub, -5.000000e-01
  %sub3 = fsub double %call, 1.000000e+00
  %cond = select i1 %cmp1, double %sub3, double %call
  br label %cond.end5

cond.end5:
  %cond6 = phi double [ %add, %cond.true ], [ %cond, %cond.false ]
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
  %q.0 = phi i64 [ 0, %if.end15 ], [ %q.1, %for.body25 ]
  %r.0 = phi i64 [ 0, %if.end15 ], [ %r.1, %for.body25 ]
  %i.0 = phi i32 [ 0, %if.end15 ], [ %inc, %for.body25 ]
  %cmp23 = icmp slt i32 %i.0, 54
  br i1 %cmp23, label %for.body25, label %for.end43

for.body25:
  %shl26 = shl i64 %r.0, 2
  %cmp27 = icmp slt i32 %i.0, 27
  %mul = mul nsw i32 2, %i.0
  %sub29 = sub nsw i32 52, %mul
  %sh_prom = zext i32 %sub29 to i64
  %shr30 = lshr i64 %m.2, %sh_prom
  %and31 = and i64 %shr30, 3
  %cond = select i1 %cmp27, i64 %and31, i64 0
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
  %or.cond363 = select i1 %or.cond, i1 true, i1 %cmp6
  br i1 %or.cond363, label %if.then, label %if.end

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
  %and.i88 = and i64 %4, 4503599627370495
  %shr.i89 = lshr i64 %4, 52
  %and1.i90 = and i64 %shr.i89, 2047
  %conv.i91 = trunc i64 %and1.i90 to i32
  %tobool.i92 = icmp ne i32 %conv.i91, 0
  %cond.i93 = select i1 %tobool.i92, i64 4503599627370496, i64 0
  %or.i94 = or i64 %and.i88, %cond.i93
  %cmp.i95 = icmp eq i32 %conv.i91, 0
  %conv2.i96 = zext i1 %cmp.i95 to i32
  %add.i97 = add nsw i32 %conv.i91, %conv2.i96
  br label %for.cond.i98

for.cond.i98:
  %ey.0 = phi i32 [ %add.i97, %mlcc_significand.exit ], [ %dec.i105, %for.body.i103 ]
  %m.0.i99 = phi i64 [ %or.i94, %mlcc_significand.exit ], [ %shl.i104, %for.body.i103 ]
  %shr3.i100 = lshr i64 %m.0.i99, 52
  %cmp4.i101 = icmp eq i64 %shr3.i100, 0
  br i1 %cmp4.i101, label %for.body.i103, label %mlcc_significand.exit106

for.body.i103:
  %shl.i104 = shl i64 %m.0.i99, 1
  %dec.i105 = add nsw i32 %ey.0, -1
  br label %for.cond.i98

mlcc_significand.exit106:
  %sub.i102 = sub nsw i32 %ey.0, 1075
  %5 = bitcast double %z to i64
  %and.i107 = and i64 %5, 4503599627370495
  %shr.i108 = lshr i64 %5, 52
  %and1.i109 = and i64 %shr.i108, 2047
  %conv.i110 = trunc i64 %and1.i109 to i32
  %tobool.i111 = icmp ne i32 %conv.i110, 0
  %cond.i112 = select i1 %tobool.i111, i64 4503599627370496, i64 0
  %or.i113 = or i64 %and.i107, %cond.i112
  %cmp.i114 = icmp eq i32 %conv.i110, 0
  %conv2.i115 = zext i1 %cmp.i114 to i32
  %add.i116 = add nsw i32 %conv.i110, %conv2.i115
  br label %for.cond.i117

for.cond.i117:
  %ez.0 = phi i32 [ %add.i116, %mlcc_significand.exit106 ], [ %dec.i124, %for.body.i122 ]
  %m.0.i118 = phi i64 [ %or.i113, %mlcc_significand.exit106 ], [ %shl.i123, %for.body.i122 ]
  %shr3.i119 = lshr i64 %m.0.i118, 52
  %cmp4.i120 = icmp eq i64 %shr3.i119, 0
  br i1 %cmp4.i120, label %for.body.i122, label %mlcc_significand.exit125

for.body.i122:
  %shl.i123 = shl i64 %m.0.i118, 1
  %dec.i124 = add nsw i32 %ez.0, -1
  br label %for.cond.i117

mlcc_significand.exit125:
  %sub.i121 = sub nsw i32 %ez.0, 1075
  %6 = bitcast double %x to i64
  %7 = bitcast double %y to i64
  %xor = xor i64 %6, %7
  %and17 = and i64 %xor, -9223372036854775808
  %8 = bitcast double %z to i64
  %and18 = and i64 %8, -9223372036854775808
  %xor19 = xor i64 %and17, %and18
  %and20 = and i64 %m.0.i, 4294967295
  %shr = lshr i64 %m.0.i, 32
  %and21 = and i64 %m.0.i99, 4294967295
  %shr22 = lshr i64 %m.0.i99, 32
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
  %shl6.i = shl i64 %add34, 19
  %shr.i126 = lshr i64 %or, 45
  %or.i127 = or i64 %shl6.i, %shr.i126
  %shl13.i = shl i64 %or, 19
  %.fca.0.insert.i = insertvalue { i64, i64 } poison, i64 %or.i127, 0
  %.fca.1.insert.i = insertvalue { i64, i64 } %.fca.0.insert.i, i64 %shl13.i, 1
  %9 = extractvalue { i64, i64 } %.fca.1.insert.i, 0
  %10 = extractvalue { i64, i64 } %.fca.1.insert.i, 1
  %add38 = add nsw i32 %sub.i, %sub.i102
  %sub = sub nsw i32 %add38, 19
  %sub41 = sub nsw i32 %sub.i121, %sub
  %cmp42 = icmp sgt i32 %sub41, 72
  br i1 %cmp42, label %if.then43, label %if.end49

if.then43:
  %sub45 = sub nsw i32 %sub.i121, %sub
  %sub46 = sub nsw i32 %sub45, 72
  %cmp.i150 = icmp sgt i32 %sub46, 127
  br i1 %cmp.i150, label %if.then.i162, label %if.else.i151

if.then.i162:
  %or.i163 = or i64 %9, %10
  %cmp2.i164 = icmp ne i64 %or.i163, 0
  %conv.i165 = zext i1 %cmp2.i164 to i32
  %conv3.i = sext i32 %conv.i165 to i64
  br label %mlcc_right.exit

if.else.i151:
  %cmp5.i = icmp sgt i32 %sub46, 63
  br i1 %cmp5.i, label %if.then7.i, label %if.else30.i

if.then7.i:
  %cmp9.i = icmp eq i32 %sub46, 64
  %sub.i157 = sub nsw i32 %sub46, 64
  %sh_prom.i158 = zext i32 %sub.i157 to i64
  %shr.i159 = lshr i64 %9, %sh_prom.i158
  %cond.i160 = select i1 %cmp9.i, i64 %9, i64 %shr.i159
  %cmp15.i = icmp eq i32 %sub46, 64
  %sub20.i = sub nsw i32 128, %sub46
  %sh_prom21.i = zext i32 %sub20.i to i64
  %shl.i161 = shl i64 %9, %sh_prom21.i
  %cond23.i = select i1 %cmp15.i, i64 0, i64 %shl.i161
  %or24.i = or i64 %10, %cond23.i
  %cmp25.i = icmp ne i64 %or24.i, 0
  %conv26.i = zext i1 %cmp25.i to i32
  %conv27.i = sext i32 %conv26.i to i64
  %or29.i = or i64 %cond.i160, %conv27.i
  br label %mlcc_right.exit

if.else30.i:
  %cmp31.i = icmp sgt i32 %sub46, 0
  br i1 %cmp31.i, label %if.then33.i, label %mlcc_right.exit

if.then33.i:
  %sh_prom35.i = zext i32 %sub46 to i64
  %shr36.i = lshr i64 %9, %sh_prom35.i
  %sh_prom39.i = zext i32 %sub46 to i64
  %shr40.i = lshr i64 %10, %sh_prom39.i
  %sub42.i = sub nsw i32 64, %sub46
  %sh_prom43.i = zext i32 %sub42.i to i64
  %shl44.i = shl i64 %9, %sh_prom43.i
  %or45.i = or i64 %shr40.i, %shl44.i
  %sub47.i = sub nsw i32 64, %sub46
  %sh_prom48.i = zext i32 %sub47.i to i64
  %shl49.i = shl i64 %10, %sh_prom48.i
  %cmp50.i = icmp ne i64 %shl49.i, 0
  %conv51.i = zext i1 %cmp50.i to i32
  %conv52.i = sext i32 %conv51.i to i64
  %or53.i = or i64 %or45.i, %conv52.i
  br label %mlcc_right.exit

mlcc_right.exit:
  %retval.sroa.0.0.i154 = phi i64 [ 0, %if.then.i162 ], [ 0, %if.then7.i ], [ %shr36.i, %if.then33.i ], [ %9, %if.else30.i ]
  %retval.sroa.5.0.i = phi i64 [ %conv3.i, %if.then.i162 ], [ %or29.i, %if.then7.i ], [ %or53.i, %if.then33.i ], [ %10, %if.else30.i ]
  %.fca.0.insert.i155 = insertvalue { i64, i64 } poison, i64 %retval.sroa.0.0.i154, 0
  %.fca.1.insert.i156 = insertvalue { i64, i64 } %.fca.0.insert.i155, i64 %retval.sroa.5.0.i, 1
  %11 = extractvalue { i64, i64 } %.fca.1.insert.i156, 0
  %12 = extractvalue { i64, i64 } %.fca.1.insert.i156, 1
  %sub48 = sub nsw i32 %sub.i121, 72
  br label %if.end49

if.end49:
  %e.0 = phi i32 [ %sub48, %mlcc_right.exit ], [ %sub, %mlcc_significand.exit125 ]
  %p.sroa.0.0 = phi i64 [ %11, %mlcc_right.exit ], [ %9, %mlcc_significand.exit125 ]
  %p.sroa.23.0 = phi i64 [ %12, %mlcc_right.exit ], [ %10, %mlcc_significand.exit125 ]
  %cmp50 = icmp sge i32 %sub.i121, %e.0
  br i1 %cmp50, label %cond.true51, label %cond.false55

cond.true51:
  %sub53 = sub nsw i32 %sub.i121, %e.0
  %cmp.i128 = icmp sgt i32 %sub53, 63
  br i1 %cmp.i128, label %if.then.i, label %if.else.i

if.then.i:
  %sub.i135 = sub nsw i32 %sub53, 64
  %sh_prom.i = zext i32 %sub.i135 to i64
  %shl.i136 = shl i64 %m.0.i118, %sh_prom.i
  br label %mlcc_left.exit

if.else.i:
  %cmp2.i = icmp sgt i32 %sub53, 0
  br i1 %cmp2.i, label %if.then3.i, label %mlcc_left.exit

if.then3.i:
  %sub8.i = sub nsw i32 64, %sub53
  %sh_prom9.i = zext i32 %sub8.i to i64
  %shr.i132 = lshr i64 %m.0.i118, %sh_prom9.i
  %sh_prom12.i = zext i32 %sub53 to i64
  %shl13.i134 = shl i64 %m.0.i118, %sh_prom12.i
  br label %mlcc_left.exit

mlcc_left.exit:
  %retval.sroa.0.0.i = phi i64 [ %shl.i136, %if.then.i ], [ %shr.i132, %if.then3.i ], [ 0, %if.else.i ]
  %retval.sroa.4.0.i = phi i64 [ 0, %if.then.i ], [ %shl13.i134, %if.then3.i ], [ %m.0.i118, %if.else.i ]
  %.fca.0.insert.i129 = insertvalue { i64, i64 } poison, i64 %retval.sroa.0.0.i, 0
  %.fca.1.insert.i130 = insertvalue { i64, i64 } %.fca.0.insert.i129, i64 %retval.sroa.4.0.i, 1
  %13 = extractvalue { i64, i64 } %.fca.1.insert.i130, 0
  %14 = extractvalue { i64, i64 } %.fca.1.insert.i130, 1
  br label %cond.end59

cond.false55:
  %sub57 = sub nsw i32 %e.0, %sub.i121
  %cmp.i166 = icmp sgt i32 %sub57, 127
  br i1 %cmp.i166, label %if.then.i219, label %if.else.i167

if.then.i219:
  %cmp2.i221 = icmp ne i64 %m.0.i118, 0
  %conv.i222 = zext i1 %cmp2.i221 to i32
  %conv3.i223 = sext i32 %conv.i222 to i64
  br label %mlcc_right.exit224

if.else.i167:
  %cmp5.i168 = icmp sgt i32 %sub57, 63
  br i1 %cmp5.i168, label %if.then7.i197, label %if.else30.i169

if.then7.i197:
  %cond365 = icmp eq i32 %sub57, 64
  br i1 %cond365, label %cond.end22.i210, label %cond.false.i199

cond.false.i199:
  br label %cond.end22.i210

cond.end22.i210:
  %cmp25.i213 = icmp ne i64 %m.0.i118, 0
  %conv26.i214 = zext i1 %cmp25.i213 to i32
  %conv27.i215 = sext i32 %conv26.i214 to i64
  br label %mlcc_right.exit224

if.else30.i169:
  %cmp31.i170 = icmp sgt i32 %sub57, 0
  br i1 %cmp31.i170, label %if.then33.i181, label %mlcc_right.exit224

if.then33.i181:
  %sh_prom39.i184 = zext i32 %sub57 to i64
  %shr40.i185 = lshr i64 %m.0.i118, %sh_prom39.i184
  %sub47.i190 = sub nsw i32 64, %sub57
  %sh_prom48.i191 = zext i32 %sub47.i190 to i64
  %shl49.i192 = shl i64 %m.0.i118, %sh_prom48.i191
  %cmp50.i193 = icmp ne i64 %shl49.i192, 0
  %conv51.i194 = zext i1 %cmp50.i193 to i32
  %conv52.i195 = sext i32 %conv51.i194 to i64
  %or53.i196 = or i64 %shr40.i185, %conv52.i195
  br label %mlcc_right.exit224

mlcc_right.exit224:
  %retval.sroa.5.0.i178 = phi i64 [ %conv3.i223, %if.then.i219 ], [ %conv27.i215, %cond.end22.i210 ], [ %or53.i196, %if.then33.i181 ], [ %m.0.i118, %if.else30.i169 ]
  %.fca.1.insert.i180 = insertvalue { i64, i64 } { i64 0, i64 poison }, i64 %retval.sroa.5.0.i178, 1
  %15 = extractvalue { i64, i64 } %.fca.1.insert.i180, 0
  %16 = extractvalue { i64, i64 } %.fca.1.insert.i180, 1
  br label %cond.end59

cond.end59:
  %q.sroa.0.0 = phi i64 [ %13, %mlcc_left.exit ], [ %15, %mlcc_right.exit224 ]
  %q.sroa.11.0 = phi i64 [ %14, %mlcc_left.exit ], [ %16, %mlcc_right.exit224 ]
  %cmp60 = icmp eq i64 %xor19, 0
  br i1 %cmp60, label %if.then61, label %if.else

if.then61:
  %add64 = add i64 %p.sroa.23.0, %q.sroa.11.0
  %cmp68 = icmp ult i64 %add64, %q.sroa.11.0
  %conv = zext i1 %cmp68 to i32
  %conv69 = sext i32 %conv to i64
  %add70 = add i64 %q.sroa.0.0, %conv69
  %add72 = add i64 %p.sroa.0.0, %add70
  br label %if.end108

if.else:
  %cmp75 = icmp ult i64 %p.sroa.0.0, %q.sroa.0.0
  br i1 %cmp75, label %if.then86, label %lor.lhs.false77

lor.lhs.false77:
  %cmp80 = icmp eq i64 %p.sroa.0.0, %q.sroa.0.0
  %cmp84 = icmp ult i64 %p.sroa.23.0, %q.sroa.11.0
  %or.cond364 = select i1 %cmp80, i1 %cmp84, i1 false
  br i1 %or.cond364, label %if.then86, label %if.end88

if.then86:
  %xor87 = xor i64 %and17, -9223372036854775808
  br label %if.end88

if.end88:
  %q.sroa.0.1 = phi i64 [ %p.sroa.0.0, %if.then86 ], [ %q.sroa.0.0, %lor.lhs.false77 ]
  %q.sroa.11.1 = phi i64 [ %p.sroa.23.0, %if.then86 ], [ %q.sroa.11.0, %lor.lhs.false77 ]
  %p.sroa.0.2 = phi i64 [ %q.sroa.0.0, %if.then86 ], [ %p.sroa.0.0, %lor.lhs.false77 ]
  %p.sroa.23.2 = phi i64 [ %q.sroa.11.0, %if.then86 ], [ %p.sroa.23.0, %lor.lhs.false77 ]
  %sign.1 = phi i64 [ %xor87, %if.then86 ], [ %and17, %lor.lhs.false77 ]
  %cmp92 = icmp ult i64 %p.sroa.23.2, %q.sroa.11.1
  %conv93 = zext i1 %cmp92 to i32
  %conv94 = sext i32 %conv93 to i64
  %add95 = add i64 %q.sroa.0.1, %conv94
  %sub97 = sub i64 %p.sroa.0.2, %add95
  %sub100 = sub i64 %p.sroa.23.2, %q.sroa.11.1
  %or103 = or i64 %sub97, %sub100
  %cmp104 = icmp eq i64 %or103, 0
  br i1 %cmp104, label %return, label %if.end108

if.end108:
  %p.sroa.0.1 = phi i64 [ %add72, %if.then61 ], [ %sub97, %if.end88 ]
  %p.sroa.23.1 = phi i64 [ %add64, %if.then61 ], [ %sub100, %if.end88 ]
  %sign.0 = phi i64 [ %and17, %if.then61 ], [ %sign.1, %if.end88 ]
  br label %for.cond

for.cond:
  %e.1 = phi i32 [ %e.0, %if.end108 ], [ %dec, %for.body ]
  %p.sroa.0.3 = phi i64 [ %p.sroa.0.1, %if.end108 ], [ %17, %for.body ]
  %p.sroa.23.3 = phi i64 [ %p.sroa.23.1, %if.end108 ], [ %18, %for.body ]
  %shr110 = lshr i64 %p.sroa.0.3, 62
  %cmp111 = icmp eq i64 %shr110, 0
  br i1 %cmp111, label %for.body, label %for.end

for.body:
  %shl6.i139 = shl i64 %p.sroa.0.3, 1
  %shr.i140 = lshr i64 %p.sroa.23.3, 63
  %or.i141 = or i64 %shl6.i139, %shr.i140
  %shl13.i142 = shl i64 %p.sroa.23.3, 1
  %.fca.0.insert.i148 = insertvalue { i64, i64 } poison, i64 %or.i141, 0
  %.fca.1.insert.i149 = insertvalue { i64, i64 } %.fca.0.insert.i148, i64 %shl13.i142, 1
  %17 = extractvalue { i64, i64 } %.fca.1.insert.i149, 0
  %18 = extractvalue { i64, i64 } %.fca.1.insert.i149, 1
  %dec = add nsw i32 %e.1, -1
  br label %for.cond

for.end:
  %shr116 = lshr i64 %p.sroa.0.3, 63
  %conv117 = trunc i64 %shr116 to i32
  %cmp.i225 = icmp sgt i32 %conv117, 127
  br i1 %cmp.i225, label %if.then.i278, label %if.else.i226

if.then.i278:
  %or.i279 = or i64 %p.sroa.0.3, %p.sroa.23.3
  %cmp2.i280 = icmp ne i64 %or.i279, 0
  %conv.i281 = zext i1 %cmp2.i280 to i32
  %conv3.i282 = sext i32 %conv.i281 to i64
  br label %mlcc_right.exit283

if.else.i226:
  %cmp5.i227 = icmp sgt i32 %conv117, 63
  br i1 %cmp5.i227, label %if.then7.i256, label %if.else30.i228

if.then7.i256:
  %sub20.i266 = sub nsw i32 128, %conv117
  %sh_prom21.i267 = zext i32 %sub20.i266 to i64
  %shl.i268 = shl i64 %p.sroa.0.3, %sh_prom21.i267
  %or24.i271 = or i64 %p.sroa.23.3, %shl.i268
  %cmp25.i272 = icmp ne i64 %or24.i271, 0
  %conv26.i273 = zext i1 %cmp25.i272 to i32
  %conv27.i274 = sext i32 %conv26.i273 to i64
  %or29.i275 = or i64 poison, %conv27.i274
  br label %mlcc_right.exit283

if.else30.i228:
  %cmp31.i229 = icmp sgt i32 %conv117, 0
  br i1 %cmp31.i229, label %if.then33.i240, label %mlcc_right.exit283

if.then33.i240:
  %sh_prom35.i241 = zext i32 %conv117 to i64
  %shr36.i242 = lshr i64 %p.sroa.0.3, %sh_prom35.i241
  %sh_prom39.i243 = zext i32 %conv117 to i64
  %shr40.i244 = lshr i64 %p.sroa.23.3, %sh_prom39.i243
  %sub42.i245 = sub nsw i32 64, %conv117
  %sh_prom43.i246 = zext i32 %sub42.i245 to i64
  %shl44.i247 = shl i64 %p.sroa.0.3, %sh_prom43.i246
  %or45.i248 = or i64 %shr40.i244, %shl44.i247
  %sub47.i249 = sub nsw i32 64, %conv117
  %sh_prom48.i250 = zext i32 %sub47.i249 to i64
  %shl49.i251 = shl i64 %p.sroa.23.3, %sh_prom48.i250
  %cmp50.i252 = icmp ne i64 %shl49.i251, 0
  %conv51.i253 = zext i1 %cmp50.i252 to i32
  %conv52.i254 = sext i32 %conv51.i253 to i64
  %or53.i255 = or i64 %or45.i248, %conv52.i254
  br label %mlcc_right.exit283

mlcc_right.exit283:
  %retval.sroa.0.0.i236 = phi i64 [ 0, %if.then.i278 ], [ 0, %if.then7.i256 ], [ %shr36.i242, %if.then33.i240 ], [ %p.sroa.0.3, %if.else30.i228 ]
  %retval.sroa.5.0.i237 = phi i64 [ %conv3.i282, %if.then.i278 ], [ %or29.i275, %if.then7.i256 ], [ %or53.i255, %if.then33.i240 ], [ %p.sroa.23.3, %if.else30.i228 ]
  %.fca.0.insert.i238 = insertvalue { i64, i64 } poison, i64 %retval.sroa.0.0.i236, 0
  %.fca.1.insert.i239 = insertvalue { i64, i64 } %.fca.0.insert.i238, i64 %retval.sroa.5.0.i237, 1
  %19 = extractvalue { i64, i64 } %.fca.1.insert.i239, 0
  %20 = extractvalue { i64, i64 } %.fca.1.insert.i239, 1
  %add120 = add nsw i32 %conv117, 64
  %add121 = add nsw i32 %e.1, %add120
  %cmp124 = icmp ne i64 %20, 0
  %conv125 = zext i1 %cmp124 to i32
  %conv126 = sext i32 %conv125 to i64
  %or127 = or i64 %19, %conv126
  %add128 = add nsw i32 %add121, 1085
  %cmp129 = icmp sge i32 %add128, 2047
  br i1 %cmp129, label %if.then131, label %if.end133

if.then131:
  %or132 = or i64 %sign.0, 9218868437227405312
  %21 = bitcast i64 %or132 to double
  br label %return

if.end133:
  %cmp134 = icmp slt i32 %add128, 1
  br i1 %cmp134, label %if.then136, label %if.end148

if.then136:
  %cmp139 = icmp slt i32 %add128, -70
  %sub143 = sub nsw i32 1, %add128
  %cond145 = select i1 %cmp139, i32 71, i32 %sub143
  %cmp.i284 = icmp sgt i32 %cond145, 127
  br i1 %cmp.i284, label %if.then.i337, label %if.else.i285

if.then.i337:
  %cmp2.i339 = icmp ne i64 %or127, 0
  %conv.i340 = zext i1 %cmp2.i339 to i32
  %conv3.i341 = sext i32 %conv.i340 to i64
  br label %mlcc_right.exit342

if.else.i285:
  %cmp5.i286 = icmp sgt i32 %cond145, 63
  br i1 %cmp5.i286, label %if.then7.i315, label %if.else30.i287

if.then7.i315:
  %cond366 = icmp eq i32 %cond145, 64
  br i1 %cond366, label %cond.end22.i328, label %cond.false.i317

cond.false.i317:
  br label %cond.end22.i328

cond.end22.i328:
  %cmp25.i331 = icmp ne i64 %or127, 0
  %conv26.i332 = zext i1 %cmp25.i331 to i32
  %conv27.i333 = sext i32 %conv26.i332 to i64
  br label %mlcc_right.exit342

if.else30.i287:
  %cmp31.i288 = icmp sgt i32 %cond145, 0
  br i1 %cmp31.i288, label %if.then33.i299, label %mlcc_right.exit342

if.then33.i299:
  %sh_prom39.i302 = zext i32 %cond145 to i64
  %shr40.i303 = lshr i64 %or127, %sh_prom39.i302
  %sub47.i308 = sub nsw i32 64, %cond145
  %sh_prom48.i309 = zext i32 %sub47.i308 to i64
  %shl49.i310 = shl i64 %or127, %sh_prom48.i309
  %cmp50.i311 = icmp ne i64 %shl49.i310, 0
  %conv51.i312 = zext i1 %cmp50.i311 to i32
  %conv52.i313 = sext i32 %conv51.i312 to i64
  %or53.i314 = or i64 %shr40.i303, %conv52.i313
  br label %mlcc_right.exit342

mlcc_right.exit342:
  %retval.sroa.5.0.i296 = phi i64 [ %conv3.i341, %if.then.i337 ], [ %conv27.i333, %cond.end22.i328 ], [ %or53.i314, %if.then33.i299 ], [ %or127, %if.else30.i287 ]
  %.fca.1.insert.i298 = insertvalue { i64, i64 } { i64 0, i64 poison }, i64 %retval.sroa.5.0.i296, 1
  %22 = extractvalue { i64, i64 } %.fca.1.insert.i298, 1
  br label %if.end148

if.end148:
  %e.2 = phi i32 [ 0, %mlcc_right.exit342 ], [ %add128, %if.end133 ]
  %m.0 = phi i64 [ %22, %mlcc_right.exit342 ], [ %or127, %if.end133 ]
  %and149 = and i64 %m.0, 1023
  %shr150 = lshr i64 %m.0, 10
  %conv151 = sext i32 %e.2 to i64
  %shl152 = shl i64 %conv151, 52
  %tobool = icmp ne i32 %e.2, 0
  %sub154 = sub i64 %shr150, 4503599627370496
  %cond157 = select i1 %tobool, i64 %sub154, i64 %shr150
  %add158 = add i64 %shl152, %cond157
  %or159 = or i64 %sign.0, %add158
  %23 = bitcast i64 %or159 to double
  %cmp160 = icmp ugt i64 %and149, 512
  br i1 %cmp160, label %lor.end, label %lor.rhs

lor.rhs:
  %cmp162 = icmp eq i64 %and149, 512
  %and164 = and i64 %shr150, 1
  %tobool165 = icmp ne i64 %and164, 0
  %24 = select i1 %cmp162, i1 %tobool165, i1 false
  br label %lor.end

lor.end:
  %25 = phi i1 [ true, %if.end148 ], [ %24, %lor.rhs ]
  %lor.ext = zext i1 %25 to i32
  %conv166 = sext i32 %lor.ext to i64
  %26 = bitcast double %23 to i64
  %add167 = add i64 %26, %conv166
  %27 = bitcast i64 %add167 to double
  br label %return

return:
  %retval.0 = phi double [ %add, %if.then ], [ %cond, %if.then11 ], [ %21, %if.then131 ], [ %27, %lor.end ], [ 0.000000e+00, %if.end88 ]
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
