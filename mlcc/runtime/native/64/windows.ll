; Generated from windows.c by mlcc.runtime.native.generate.

define internal void @mlcc_rt_wait(ptr %word, i32 %value) noinline {
entry:
  %value.addr = alloca i32, align 4
  store i32 %value, ptr %value.addr, align 4
  %call = call i32 @WaitOnAddress(ptr %word, ptr %value.addr, i64 4, i32 -1)
  ret void
}

declare i32 @WaitOnAddress(ptr, ptr, i64, i32 signext)

define internal void @mlcc_rt_wake(ptr %word) noinline {
entry:
  call void @WakeByAddressSingle(ptr %word)
  ret void
}

declare void @WakeByAddressSingle(ptr)

define internal i32 @mlcc_rt_cpus() cold noinline {
entry:
  %own = alloca i64, align 8
  %all = alloca i64, align 8
  store i64 0, ptr %own, align 8
  store i64 0, ptr %all, align 8
  %call = call ptr @GetCurrentProcess()
  %call1 = call i32 @GetProcessAffinityMask(ptr %call, ptr %own, ptr %all)
  %tobool = icmp ne i32 %call1, 0
  br i1 %tobool, label %for.cond, label %if.end

for.cond:
  %count.1 = phi i32 [ %inc, %for.body ], [ 0, %entry ]
  %0 = load i64, ptr %own, align 8
  %cmp = icmp ne i64 %0, 0
  br i1 %cmp, label %for.body, label %if.end

for.body:
  %inc = add nsw i32 %count.1, 1
  %1 = load i64, ptr %own, align 8
  %sub = sub i64 %1, 1
  %2 = load i64, ptr %own, align 8
  %and = and i64 %2, %sub
  store i64 %and, ptr %own, align 8
  br label %for.cond

if.end:
  %count.0 = phi i32 [ 0, %entry ], [ %count.1, %for.cond ]
  %cmp2 = icmp slt i32 %count.0, 1
  %.count.0 = select i1 %cmp2, i32 1, i32 %count.0
  ret i32 %.count.0
}

declare i32 @GetProcessAffinityMask(ptr, ptr, ptr)

declare ptr @GetCurrentProcess()

define internal i32 @mlcc_rt_cpu() {
entry:
  ret i32 -1
}

define internal void @mlcc_rt_leave(i32 %cpu) {
entry:
  ret void
}

define internal ptr @mlcc_rt_windows_malloc(i64 %bytes) {
entry:
  %call = call ptr @_aligned_malloc(i64 %bytes, i64 16)
  ret ptr %call
}

declare ptr @_aligned_malloc(i64, i64)

define internal void @mlcc_rt_windows_free(ptr %block) {
entry:
  call void @_aligned_free(ptr %block)
  ret void
}

declare void @_aligned_free(ptr)

define internal i32 @mlcc_rt_windows_posix_memalign(ptr %block, i64 %alignment, i64 %bytes) {
entry:
  %call = call ptr @_aligned_malloc(i64 %bytes, i64 %alignment)
  store ptr %call, ptr %block, align 8
  %0 = load ptr, ptr %block, align 8
  %cmp = icmp eq ptr %0, null
  %conv = zext i1 %cmp to i32
  ret i32 %conv
}

define internal i32 @mlcc_rt_windows_getpid() {
entry:
  %call = call i32 @GetCurrentProcessId()
  ret i32 %call
}

declare i32 @GetCurrentProcessId()

define internal i32 @mlcc_rt_windows_sched_yield() {
entry:
  %call = call i32 @SwitchToThread()
  %tobool = icmp ne i32 %call, 0
  %cond = select i1 %tobool, i32 0, i32 0
  ret i32 %cond
}

declare i32 @SwitchToThread()

define internal i64 @mlcc_rt_windows_strtol(ptr %text, ptr %end, i32 %base) {
entry:
  %call = call i64 @_strtoi64(ptr %text, ptr %end, i32 %base)
  ret i64 %call
}

declare i64 @_strtoi64(ptr, ptr, i32 signext)

define internal ptr @mlcc_rt_windows_dlsym(ptr %library, ptr %name) {
entry:
  ret ptr null
}

define internal i32 @mlcc_rt_windows_clock_gettime(i32 %clock, ptr %time) {
entry:
  %count = alloca i64, align 8
  %frequency = alloca i64, align 8
  store i64 0, ptr %count, align 8
  store i64 1, ptr %frequency, align 8
  %call = call i32 @QueryPerformanceCounter(ptr %count)
  %call1 = call i32 @QueryPerformanceFrequency(ptr %frequency)
  %0 = load i64, ptr %count, align 8
  %1 = load i64, ptr %frequency, align 8
  %div = sdiv i64 %0, %1
  %arrayidx = getelementptr inbounds i64, ptr %time, i64 0
  store i64 %div, ptr %arrayidx, align 8
  %2 = load i64, ptr %count, align 8
  %3 = load i64, ptr %frequency, align 8
  %rem = srem i64 %2, %3
  %mul = mul nsw i64 %rem, 1000000000
  %4 = load i64, ptr %frequency, align 8
  %div2 = sdiv i64 %mul, %4
  %arrayidx3 = getelementptr inbounds i64, ptr %time, i64 1
  store i64 %div2, ptr %arrayidx3, align 8
  ret i32 0
}

declare i32 @QueryPerformanceCounter(ptr)

declare i32 @QueryPerformanceFrequency(ptr)

define internal i32 @mlcc_rt_windows_pthread_attr_init(ptr %stack) {
entry:
  store i64 0, ptr %stack, align 8
  ret i32 0
}

define internal i32 @mlcc_rt_windows_pthread_attr_setstacksize(ptr %stack, i64 %bytes) {
entry:
  store i64 %bytes, ptr %stack, align 8
  ret i32 0
}

define internal i32 @mlcc_rt_windows_pthread_attr_destroy(ptr %stack) {
entry:
  ret i32 0
}

define internal i32 @mlcc_rt_windows_pthread_create(ptr %thread, ptr %stack, ptr %run, ptr %argument) {
entry:
  %module = alloca ptr, align 8
  %0 = ptrtoint ptr %run to i64
  %1 = inttoptr i64 %0 to ptr
  %call = call i32 @GetModuleHandleExA(i32 5, ptr %1, ptr %module)
  %2 = load i64, ptr %stack, align 8
  %call1 = call ptr @CreateThread(ptr null, i64 %2, ptr %run, ptr %argument, i32 65536, ptr null)
  store ptr %call1, ptr %thread, align 8
  %3 = load ptr, ptr %thread, align 8
  %cmp = icmp eq ptr %3, null
  %conv = zext i1 %cmp to i32
  ret i32 %conv
}

declare i32 @GetModuleHandleExA(i32 signext, ptr, ptr)

declare ptr @CreateThread(ptr, i64, ptr, ptr, i32 signext, ptr)

define internal i32 @mlcc_rt_windows_pthread_join(ptr %thread, ptr %result) {
entry:
  %call = call i32 @WaitForSingleObject(ptr %thread, i32 -1)
  %call1 = call i32 @CloseHandle(ptr %thread)
  %cmp = icmp eq i32 %call1, 0
  %conv = zext i1 %cmp to i32
  ret i32 %conv
}

declare i32 @WaitForSingleObject(ptr, i32 signext)

declare i32 @CloseHandle(ptr)

define internal i32 @mlcc_rt_windows_sigfillset(ptr %set) {
entry:
  ret i32 0
}

define internal i32 @mlcc_rt_windows_sigdelset(ptr %set, i32 %signal) {
entry:
  ret i32 0
}

define internal i32 @mlcc_rt_windows_pthread_sigmask(i32 %how, ptr %set, ptr %previous) {
entry:
  ret i32 0
}

define internal i32 @mlcc_rt_windows_pthread_key_create(ptr %key, ptr %destroy) {
entry:
  %call = call i32 @FlsAlloc(ptr %destroy)
  store i32 %call, ptr %key, align 4
  %0 = load i32, ptr %key, align 4
  %cmp = icmp eq i32 %0, -1
  %conv = zext i1 %cmp to i32
  ret i32 %conv
}

declare i32 @FlsAlloc(ptr)

define internal i32 @mlcc_rt_windows_pthread_key_delete(i64 %key) {
entry:
  %conv = trunc i64 %key to i32
  %call = call i32 @FlsFree(i32 %conv)
  %cmp = icmp eq i32 %call, 0
  %conv1 = zext i1 %cmp to i32
  ret i32 %conv1
}

declare i32 @FlsFree(i32 signext)

define internal ptr @mlcc_rt_windows_pthread_getspecific(i64 %key) {
entry:
  %conv = trunc i64 %key to i32
  %call = call ptr @FlsGetValue(i32 %conv)
  ret ptr %call
}

declare ptr @FlsGetValue(i32 signext)

define internal i32 @mlcc_rt_windows_pthread_setspecific(i64 %key, ptr %value) {
entry:
  %conv = trunc i64 %key to i32
  %0 = ptrtoint ptr %value to i64
  %1 = inttoptr i64 %0 to ptr
  %call = call i32 @FlsSetValue(i32 %conv, ptr %1)
  %cmp = icmp eq i32 %call, 0
  %conv1 = zext i1 %cmp to i32
  ret i32 %conv1
}

declare i32 @FlsSetValue(i32 signext, ptr)
