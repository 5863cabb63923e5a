; Generated from hwcap.c by mlcc.runtime.native.generate.

define internal void @mlcc_rt_cpu_words(ptr %words) {
entry:
  %call = call i32 @getauxval(i32 16)
  %arrayidx = getelementptr inbounds i32, ptr %words, i32 0
  store i32 %call, ptr %arrayidx, align 4
  %call1 = call i32 @getauxval(i32 26)
  %arrayidx2 = getelementptr inbounds i32, ptr %words, i32 1
  store i32 %call1, ptr %arrayidx2, align 4
  ret void
}

declare i32 @getauxval(i32 signext)
