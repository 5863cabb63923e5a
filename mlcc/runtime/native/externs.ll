; The providers of the external functions, in the order of their names.
@mlcc_rt_providers = internal global [$count x ptr] zeroinitializer, align 16

define signext i32 @${prefix}_set_extern(ptr %name, ptr %fn) {
entry:
  br label %look

look:
  %i = phi i64 [ 0, %entry ], [ %i1, %next ]
  %over = icmp eq i64 %i, $count
  br i1 %over, label %unknown, label %compare

compare:
  %known = call ptr @mlcc_rt_nth(ptr $names, i64 %i)
  %order = call i32 @strcmp(ptr %known, ptr %name)
  %same = icmp eq i32 %order, 0
  br i1 %same, label %found, label %next

next:
  %i1 = add i64 %i, 1
  br label %look

found:
  %at = getelementptr inbounds [$count x ptr], ptr @mlcc_rt_providers, i64 0, i64 %i
  store atomic ptr %fn, ptr %at release, align $word_bytes
  ret i32 0

unknown:
  %m = call ptr @mlcc_rt_message()
  $say(ptr %m, $word 512, ptr @mlcc_rt_m_extern_unknown, ptr %name)
  ret i32 12
}

define internal i32 @mlcc_rt_call_extern(i64 %i, ptr %args, i32 %n) {
entry:
  %at = getelementptr inbounds [$count x ptr], ptr @mlcc_rt_providers, i64 0, i64 %i
  %fn = load atomic ptr, ptr %at acquire, align $word_bytes
  %none = icmp eq ptr %fn, null
  br i1 %none, label %missing, label %call

call:
  %rc = call i32 %fn(ptr %args, i32 %n)
  %ok = icmp eq i32 %rc, 0
  br i1 %ok, label %good, label %failed

good:
  ret i32 0

missing:
  %m = call ptr @mlcc_rt_message()
  %m_name = call ptr @mlcc_rt_nth(ptr $names, i64 %i)
  $say(ptr %m, $word 512, ptr @mlcc_rt_m_extern, ptr %m_name)
  ret i32 12

failed:
  %f = call ptr @mlcc_rt_message()
  %f_name = call ptr @mlcc_rt_nth(ptr $names, i64 %i)
  $say(ptr %f, $word 512, ptr @mlcc_rt_m_extern_failed, ptr %f_name, i32 %rc)
  ret i32 12
}
