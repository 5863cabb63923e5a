; Time between marks, added up per slot: only in libraries built with a profile.
@mlcc_rt_profile_ns = internal global [$count x i64] zeroinitializer, align 64

; The time since the last mark goes to a slot; below 0: to none, it is where a call begins. `since` is
; the caller's own, so that concurrent calls do not disturb each other.
define i32 @mlcc_rt_profile_mark(ptr %since, i32 %slot) noinline {
entry:
  %now = call i64 @mlcc_rt_now(i64 0)
  %begin = load i64, ptr %since, align 8
  store i64 %now, ptr %since, align 8
  %first = icmp slt i32 %slot, 0
  br i1 %first, label %done, label %add

add:
  %spent = sub i64 %now, %begin
  %index = sext i32 %slot to i64
  %at = getelementptr inbounds [$count x i64], ptr @mlcc_rt_profile_ns, i64 0, i64 %index
  %before = atomicrmw add ptr %at, i64 %spent monotonic
  br label %done

done:
  ret i32 0
}

define i32 @${prefix}_profile(ptr %ns, i32 %count) {
entry:
  %some = icmp sgt i32 %count, 0
  br i1 %some, label %next, label %done

next:
  %i = phi i32 [ 0, %entry ], [ %i1, %next ]
  %index = sext i32 %i to i64
  %at = getelementptr inbounds [$count x i64], ptr @mlcc_rt_profile_ns, i64 0, i64 %index
  %spent = atomicrmw xchg ptr %at, i64 0 monotonic
  %to = getelementptr inbounds i64, ptr %ns, i64 %index
  store i64 %spent, ptr %to, align 8
  %i1 = add i32 %i, 1
  %given = icmp slt i32 %i1, %count
  %have = icmp slt i32 %i1, $count
  %more = and i1 %given, %have
  br i1 %more, label %next, label %done

done:
  ret i32 $count
}
