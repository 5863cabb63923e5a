; Generated from clock.c by mlcc.runtime.native.generate.

define internal i64 @mlcc_rt_now(i64 %turn) {
entry:
  ret i64 %turn
}
