; Generated from clock.c by mlcc.runtime.native.generate.

%struct.timespec = type { i64, i64 }

@mlcc_rt_clock_monotonic = external constant i32, align 4

define internal i64 @mlcc_rt_now(i64 %turn) {
entry:
  %time = alloca %struct.timespec, align 8
  %0 = load i32, ptr @mlcc_rt_clock_monotonic, align 4
  %call = call i32 @clock_gettime(i32 %0, ptr %time)
  %seconds = getelementptr inbounds nuw %struct.timespec, ptr %time, i32 0, i32 0
  %1 = load i64, ptr %seconds, align 8
  %mul = mul nsw i64 %1, 1000000000
  %nanoseconds = getelementptr inbounds nuw %struct.timespec, ptr %time, i32 0, i32 1
  %2 = load i64, ptr %nanoseconds, align 8
  %add = add nsw i64 %mul, %2
  ret i64 %add
}

declare i32 @clock_gettime(i32 signext, ptr)
