; Generated from wide.c by mlcc.runtime.native.generate.

define internal void @__multi3(ptr %product, i64 %a_low, i64 %a_high, i64 %b_low, i64 %b_high) {
entry:
  %and = and i64 %a_low, 4294967295
  %shr = lshr i64 %a_low, 32
  %and1 = and i64 %b_low, 4294967295
  %shr2 = lshr i64 %b_low, 32
  %mul = mul i64 %and, %and1
  %mul3 = mul i64 %shr, %and1
  %shr4 = lshr i64 %mul, 32
  %add = add i64 %mul3, %shr4
  %mul5 = mul i64 %and, %shr2
  %and6 = and i64 %add, 4294967295
  %add7 = add i64 %mul5, %and6
  %shl = shl i64 %add7, 32
  %and8 = and i64 %mul, 4294967295
  %or = or i64 %shl, %and8
  %arrayidx = getelementptr inbounds i64, ptr %product, i64 0
  store i64 %or, ptr %arrayidx, align 8
  %mul9 = mul i64 %shr, %shr2
  %shr10 = lshr i64 %add, 32
  %add11 = add i64 %mul9, %shr10
  %shr12 = lshr i64 %add7, 32
  %add13 = add i64 %add11, %shr12
  %mul14 = mul i64 %a_low, %b_high
  %add15 = add i64 %add13, %mul14
  %mul16 = mul i64 %a_high, %b_low
  %add17 = add i64 %add15, %mul16
  %arrayidx18 = getelementptr inbounds i64, ptr %product, i64 1
  store i64 %add17, ptr %arrayidx18, align 8
  ret void
}
