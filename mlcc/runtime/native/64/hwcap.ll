; Generated from hwcap.c by mlcc.runtime.native.generate.

define internal void @mlcc_rt_cpu_words(ptr %words) {
entry:
  %call = call i64 @getauxval(i64 16)
  %conv = trunc i64 %call to i32
  %arrayidx = getelementptr inbounds i32, ptr %words, i64 0
  store i32 %conv, ptr %arrayidx, align 4
  %call1 = call i64 @getauxval(i64 26)
  %conv2 = trunc i64 %call1 to i32
  %arrayidx3 = getelementptr inbounds i32, ptr %words, i64 1
  store i32 %conv2, ptr %arrayidx3, align 4
  ret void
}

declare i64 @getauxval(i64)
