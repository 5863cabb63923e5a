; What the checked entries share: the message buffer, and the checks of one DLTensor.
; Every check returns 0, or the error code after writing the message.

%DLTensor = type { ptr, i32, i32, i32, i8, i8, i16, ptr, ptr, i64 }

; The message buffer is per thread, through a pthread key rather than a thread-local variable:
; LLVM's JIT loads objects without TLS, and no module registers anything with the loader.
; State: 0 no key yet, 1 being made, 2 ready, 3 impossible (all threads share one buffer).
@mlcc_rt_key_state = internal global i32 0, align 4
@mlcc_rt_key       = internal global $word 0, align $word_bytes
@mlcc_rt_shared_message = internal global [$message_bytes x i8] zeroinitializer, align 16

@mlcc_rt_kinds = private unnamed_addr constant [8 x [8 x i8]] [
  [8 x i8] c"int\00\00\00\00\00",  [8 x i8] c"uint\00\00\00\00", [8 x i8] c"float\00\00\00",
  [8 x i8] c"handle\00\00",        [8 x i8] c"bfloat\00\00",     [8 x i8] c"complex\00",
  [8 x i8] c"bool\00\00\00\00",    [8 x i8] c"code??\00\00"]

declare i32 @snprintf(ptr, $word, ptr, ...)
declare ptr @malloc($word)
declare void @free(ptr)
declare i32 @posix_memalign(ptr, $word, $word)
declare i32 @sched_yield()
declare i32 @pthread_key_create(ptr, ptr)
declare i32 @pthread_key_delete($key)
declare ptr @pthread_getspecific($key)
declare i32 @pthread_setspecific($key, ptr)

define internal $key @mlcc_rt_key_value() {
  %key = load $key, ptr @mlcc_rt_key, align 4
  ret $key %key
}

; 1 when the key exists after the call.
define internal i1 @mlcc_rt_key_ready() noinline cold {
entry:
  br label %look

look:
  %state = load atomic i32, ptr @mlcc_rt_key_state acquire, align 4
  switch i32 %state, label %no [ i32 0, label %make  i32 1, label %wait  i32 2, label %yes ]

make:
  %try = cmpxchg ptr @mlcc_rt_key_state, i32 0, i32 1 acq_rel acquire, align 4
  %mine = extractvalue { i32, i1 } %try, 1
  br i1 %mine, label %create, label %look

create:
  %rc = call i32 @pthread_key_create(ptr @mlcc_rt_key, ptr @free)
  %ok = icmp eq i32 %rc, 0
  %next = select i1 %ok, i32 2, i32 3
  store atomic i32 %next, ptr @mlcc_rt_key_state release, align 4
  br label %look

wait:
  %yielded = call i32 @sched_yield()
  br label %look

yes:
  ret i1 true

no:
  ret i1 false
}

; This thread's buffer of $message_bytes bytes, never null.
define internal ptr @mlcc_rt_message() noinline cold {
entry:
  %ready = call i1 @mlcc_rt_key_ready()
  br i1 %ready, label %look, label %shared

look:
  %key = call $key @mlcc_rt_key_value()
  %old = call ptr @pthread_getspecific($key %key)
  %none = icmp eq ptr %old, null
  br i1 %none, label %make, label %found

found:
  ret ptr %old

make:
  %new = call ptr @malloc($word $message_bytes)
  %failed = icmp eq ptr %new, null
  br i1 %failed, label %shared, label %keep

keep:
  store i8 0, ptr %new, align 1
  %rc = call i32 @pthread_setspecific($key %key, ptr %new)
  %kept = icmp eq i32 %rc, 0
  br i1 %kept, label %made, label %drop

made:
  ret ptr %new

drop:
  call void @free(ptr %new)
  br label %shared

shared:
  ret ptr @mlcc_rt_shared_message
}

; Gives the key back. No other call into the module may be under way.
define internal void @mlcc_rt_drop_messages() {
entry:
  %state = load atomic i32, ptr @mlcc_rt_key_state acquire, align 4
  %ready = icmp eq i32 %state, 2
  br i1 %ready, label %drop, label %return

drop:
  %key = call $key @mlcc_rt_key_value()
  %mine = call ptr @pthread_getspecific($key %key)
  %cleared = call i32 @pthread_setspecific($key %key, ptr null)
  call void @free(ptr %mine)
  %rc = call i32 @pthread_key_delete($key %key)
  store atomic i32 0, ptr @mlcc_rt_key_state release, align 4
  br label %return

return:
  ret void
}

@mlcc_rt_m_count = private unnamed_addr constant [38 x i8] c"%s: expected %d arguments (%s), got %d\00"
@mlcc_rt_m_args  = private unnamed_addr constant [33 x i8] c"%s: the array of arguments is NUL\00"

; The number of arguments and the array that holds them.
define internal i32 @mlcc_rt_check_count(ptr %args, i32 %given, i32 %want, ptr %fname, ptr %names) {
entry:
  %same = icmp eq i32 %given, %want
  br i1 %same, label %array, label %wrong

array:
  %missing = icmp eq ptr %args, null
  %some = icmp ne i32 %want, 0
  %bad = and i1 %missing, %some
  br i1 %bad, label %null, label %good

good:
  ret i32 0

wrong:
  %m = call ptr @mlcc_rt_message()
  %w = call i32 (ptr, $word, ptr, ...) @snprintf(ptr %m, $word $message_bytes, ptr @mlcc_rt_m_count, ptr %fname, i32 %want, ptr %names, i32 %given)
  ret i32 1

null:
  %m2 = call ptr @mlcc_rt_message()
  %w2 = call i32 (ptr, $word, ptr, ...) @snprintf(ptr %m2, $word $message_bytes, ptr @mlcc_rt_m_args, ptr %fname)
  ret i32 2
}

@mlcc_rt_m_null   = private unnamed_addr constant [31 x i8] c"%s: argument %d `%s` is a NULL\00\00"
