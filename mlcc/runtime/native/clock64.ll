; Monotonic nanoseconds.
%mlcc_rt.timespec = type { i64, i64 }
declare i32 @clock_gettime(i32, ptr)

define internal i64 @mlcc_rt_now(i64 %turn) {
  %time = alloca %mlcc_rt.timespec, align 8
  %rc = call i32 @clock_gettime(i32 $clock_monotonic, ptr %time)
  %s = load i64, ptr %time, align 8
  %ns_at = getelementptr inbounds %mlcc_rt.timespec, ptr %time, i32 0, i32 1
  %ns = load i64, ptr %ns_at, align 8
  %s_ns = mul i64 %s, 1000000000
  %now = add i64 %s_ns, %ns
  ret i64 %now
}
