; Generated from messages.c by mlcc.runtime.native.generate.

%union.messages = type { i64 }

@mlcc_rt.messages.shared_message = internal global [512 x i8] zeroinitializer, align 16
@mlcc_rt.messages.key_state = internal global i32 0, align 4
@mlcc_rt.messages.key = internal global %union.messages zeroinitializer, align 8
@mlcc_rt_long_keys = external constant i32, align 4

define internal ptr @mlcc_rt_message() cold noinline {
entry:
  %call = call i32 @mlcc_rt.messages.key_ready()
  %tobool = icmp ne i32 %call, 0
  br i1 %tobool, label %if.end, label %return

if.end:
  %call1 = call i64 @mlcc_rt.messages.key_value()
  %call2 = call ptr @pthread_getspecific(i64 %call1)
  %cmp = icmp ne ptr %call2, null
  br i1 %cmp, label %return, label %if.end4

if.end4:
  %call5 = call ptr @malloc(i64 512)
  %cmp6 = icmp eq ptr %call5, null
  br i1 %cmp6, label %return, label %if.end8

if.end8:
  %arrayidx = getelementptr inbounds i8, ptr %call5, i64 0
  store i8 0, ptr %arrayidx, align 1
  %call9 = call i64 @mlcc_rt.messages.key_value()
  %call10 = call i32 @pthread_setspecific(i64 %call9, ptr %call5)
  %cmp11 = icmp ne i32 %call10, 0
  br i1 %cmp11, label %if.then12, label %return

if.then12:
  call void @free(ptr %call5)
  br label %return

return:
  %retval.0 = phi ptr [ @mlcc_rt.messages.shared_message, %entry ], [ %call2, %if.end ], [ @mlcc_rt.messages.shared_message, %if.then12 ], [ @mlcc_rt.messages.shared_message, %if.end4 ], [ %call5, %if.end8 ]
  ret ptr %retval.0
}

define internal i32 @mlcc_rt.messages.key_ready() {
entry:
  br label %for.cond

for.cond:
  %0 = load atomic i32, ptr @mlcc_rt.messages.key_state acquire, align 4
  switch i32 %0, label %if.then2 [
    i32 1, label %if.then
    i32 0, label %if.else4
  ]

if.then:
  %call = call i32 @sched_yield()
  br label %if.end11

if.then2:
  %cmp3 = icmp eq i32 %0, 2
  %conv = zext i1 %cmp3 to i32
  ret i32 %conv

if.else4:
  %1 = cmpxchg ptr @mlcc_rt.messages.key_state, i32 %0, i32 1 acq_rel acquire, align 4
  %2 = extractvalue { i32, i1 } %1, 1
  %storedv = zext i1 %2 to i8
  %loadedv = trunc i8 %storedv to i1
  br i1 %loadedv, label %if.then5, label %if.end11

if.then5:
  %call6 = call i32 @pthread_key_create(ptr @mlcc_rt.messages.key, ptr @free)
  %cmp7 = icmp eq i32 %call6, 0
  %conv8 = zext i1 %cmp7 to i32
  %tobool = icmp ne i32 %conv8, 0
  %cond = select i1 %tobool, i32 2, i32 3
  store atomic i32 %cond, ptr @mlcc_rt.messages.key_state release, align 4
  br label %if.end11

if.end11:
  br label %for.cond
}

declare ptr @pthread_getspecific(i64)

define internal i64 @mlcc_rt.messages.key_value() {
entry:
  %0 = load i32, ptr @mlcc_rt_long_keys, align 4
  %tobool = icmp ne i32 %0, 0
  %1 = load i64, ptr @mlcc_rt.messages.key, align 8
  %2 = load i32, ptr @mlcc_rt.messages.key, align 8
  %conv = zext i32 %2 to i64
  %cond = select i1 %tobool, i64 %1, i64 %conv
  ret i64 %cond
}

declare ptr @malloc(i64)

declare i32 @pthread_setspecific(i64, ptr)

declare void @free(ptr)

define internal void @mlcc_rt_drop_messages() {
entry:
  %0 = load atomic i32, ptr @mlcc_rt.messages.key_state acquire, align 4
  %cmp = icmp ne i32 %0, 2
  br i1 %cmp, label %return, label %if.end

if.end:
  %call = call i64 @mlcc_rt.messages.key_value()
  %call1 = call ptr @pthread_getspecific(i64 %call)
  %call2 = call i64 @mlcc_rt.messages.key_value()
  %call3 = call i32 @pthread_setspecific(i64 %call2, ptr null)
  call void @free(ptr %call1)
  %call4 = call i64 @mlcc_rt.messages.key_value()
  %call5 = call i32 @pthread_key_delete(i64 %call4)
  store atomic i32 0, ptr @mlcc_rt.messages.key_state release, align 4
  br label %return

return:
  ret void
}

declare i32 @pthread_key_delete(i64)

declare i32 @sched_yield()

declare i32 @pthread_key_create(ptr, ptr)
