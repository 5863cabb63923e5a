; Generated from pool.c by mlcc.runtime.native.generate.

%struct.setting = type { i32, i32, i64 }
%struct.workers = type { i32, i32 }
%struct.job = type { ptr, ptr, i64, i64, i32 }
%struct.participant = type { i32, i32, i64, [112 x i8] }
%struct.thread_attributes = type { [256 x i8] }
%struct.signal_set = type { [128 x i8] }

@mlcc_rt.pool.setting = internal global %struct.setting zeroinitializer, align 128
@mlcc_rt.pool.workers = internal global %struct.workers zeroinitializer, align 128
@mlcc_rt.pool.job = internal global %struct.job zeroinitializer, align 128
@mlcc_rt.pool.slots = internal global [512 x %struct.participant] zeroinitializer, align 128
@mlcc_rt.pool.threads = internal global [512 x ptr] zeroinitializer, align 4
@mlcc_rt.pool.str = private unnamed_addr constant [13 x i8] c"MLCC_SPIN_US\00", align 1
@mlcc_rt.pool.str.1 = private unnamed_addr constant [17 x i8] c"MLCC_NUM_THREADS\00", align 1
@mlcc_rt.pool.owner = internal global i32 0, align 128
@mlcc_rt_sigbus = external constant i32, align 4
@mlcc_rt_sig_setmask = external constant i32, align 4

define internal void @mlcc_rt_set_num_threads(i32 %n) {
entry:
  %cmp = icmp sgt i32 %n, 0
  br i1 %cmp, label %if.then, label %if.else

if.then:
  %cmp1 = icmp slt i32 %n, 512
  %n. = select i1 %cmp1, i32 %n, i32 512
  %call = call i32 @mlcc_rt_cpus()
  call void @mlcc_rt.pool.settle(i32 %n., i32 %call)
  br label %if.end

if.else:
  store atomic i32 0, ptr @mlcc_rt.pool.setting monotonic, align 128
  br label %if.end

if.end:
  ret void
}

define internal void @mlcc_rt.pool.settle(i32 %count, i32 %cpus) cold noinline {
entry:
  %cmp = icmp sgt i32 %count, %cpus
  %cond = select i1 %cmp, i32 0, i32 200
  %call = call i32 @mlcc_rt.pool.environment(ptr @mlcc_rt.pool.str, i32 %cond)
  %conv = sext i32 %call to i64
  %mul = mul nsw i64 %conv, 20
  store atomic i64 %mul, ptr getelementptr inbounds nuw (%struct.setting, ptr @mlcc_rt.pool.setting, i32 0, i32 2) monotonic, align 8
  store atomic i32 %count, ptr @mlcc_rt.pool.setting monotonic, align 128
  ret void
}

declare i32 @mlcc_rt_cpus()

define void @mlcc_rt_parallel(ptr %run, ptr %context, i64 %extent) {
entry:
  %cmp = icmp slt i64 %extent, 1
  br i1 %cmp, label %return, label %if.end

if.end:
  %0 = load atomic i32, ptr @mlcc_rt.pool.setting monotonic, align 128
  %cmp1 = icmp eq i32 %0, 0
  br i1 %cmp1, label %if.then2, label %if.end3

if.then2:
  %call = call i32 @mlcc_rt.pool.decide()
  br label %if.end3

if.end3:
  %count.0 = phi i32 [ %call, %if.then2 ], [ %0, %if.end ]
  %conv = sext i32 %count.0 to i64
  %cmp4 = icmp slt i64 %extent, %conv
  %conv6 = trunc i64 %extent to i32
  %cond = select i1 %cmp4, i32 %conv6, i32 %count.0
  %cmp7 = icmp slt i32 %cond, 2
  br i1 %cmp7, label %if.then10, label %lor.lhs.false

lor.lhs.false:
  %call9 = call i32 @mlcc_rt.pool.acquire()
  %tobool = icmp ne i32 %call9, 0
  br i1 %tobool, label %if.end11, label %if.then10

if.then10:
  call void %run(ptr %context, i64 0, i64 %extent)
  br label %return

if.end11:
  %1 = load i32, ptr getelementptr inbounds nuw (%struct.workers, ptr @mlcc_rt.pool.workers, i32 0, i32 1), align 4
  %sub = sub nsw i32 %cond, 1
  %cmp12 = icmp slt i32 %1, %sub
  br i1 %cmp12, label %if.then14, label %if.end16

if.then14:
  %sub15 = sub nsw i32 %cond, 1
  call void @mlcc_rt.pool.grow(i32 %sub15)
  br label %if.end16

if.end16:
  %2 = load i32, ptr getelementptr inbounds nuw (%struct.workers, ptr @mlcc_rt.pool.workers, i32 0, i32 1), align 4
  %sub17 = sub nsw i32 %cond, 1
  %cmp18 = icmp slt i32 %2, %sub17
  %3 = load i32, ptr getelementptr inbounds nuw (%struct.workers, ptr @mlcc_rt.pool.workers, i32 0, i32 1), align 4
  %sub22 = sub nsw i32 %cond, 1
  %cond24 = select i1 %cmp18, i32 %3, i32 %sub22
  %conv25 = sext i32 %cond24 to i64
  store ptr %run, ptr @mlcc_rt.pool.job, align 128
  store ptr %context, ptr getelementptr inbounds nuw (%struct.job, ptr @mlcc_rt.pool.job, i32 0, i32 1), align 4
  store i64 %extent, ptr getelementptr inbounds nuw (%struct.job, ptr @mlcc_rt.pool.job, i32 0, i32 2), align 8
  %add = add nsw i64 %conv25, 1
  store i64 %add, ptr getelementptr inbounds nuw (%struct.job, ptr @mlcc_rt.pool.job, i32 0, i32 3), align 16
  %call26 = call i32 @mlcc_rt_cpu()
  store i32 %call26, ptr getelementptr inbounds nuw (%struct.job, ptr @mlcc_rt.pool.job, i32 0, i32 4), align 8
  br label %for.cond

for.cond:
  %i.0 = phi i64 [ 0, %if.end16 ], [ %inc, %for.body ]
  %cmp27 = icmp sle i64 %i.0, %conv25
  br i1 %cmp27, label %for.body, label %for.cond.i

for.body:
  %idxprom = trunc i64 %i.0 to i32
  %arrayidx = getelementptr inbounds [512 x %struct.participant], ptr @mlcc_rt.pool.slots, i32 0, i32 %idxprom
  %cursor = getelementptr inbounds nuw %struct.participant, ptr %arrayidx, i32 0, i32 2
  %add29 = add nsw i64 %conv25, 1
  %div.i = udiv i64 %extent, %add29
  %mul.i = mul nsw i64 %div.i, %add29
  %sub.i = sub nsw i64 %extent, %mul.i
  %mul1.i = mul nsw i64 %i.0, %div.i
  %cmp.i = icmp slt i64 %i.0, %sub.i
  %i.0.sub.i = select i1 %cmp.i, i64 %i.0, i64 %sub.i
  %add.i = add nsw i64 %mul1.i, %i.0.sub.i
  store atomic i64 %add.i, ptr %cursor monotonic, align 8
  %inc = add nsw i64 %i.0, 1
  br label %for.cond

for.cond.i:
  %i.0.i = phi i64 [ %inc.i, %if.end.i ], [ 1, %for.cond ]
  %cmp.i24 = icmp sle i64 %i.0.i, %conv25
  br i1 %cmp.i24, label %for.body.i, label %submit.exit

for.body.i:
  %idxprom.i = trunc i64 %i.0.i to i32
  %arrayidx.i = getelementptr inbounds [512 x %struct.participant], ptr @mlcc_rt.pool.slots, i32 0, i32 %idxprom.i
  %4 = atomicrmw xchg ptr %arrayidx.i, i32 1 acq_rel, align 128
  %cmp1.i = icmp eq i32 %4, 3
  br i1 %cmp1.i, label %if.then.i, label %if.end.i

if.then.i:
  %idxprom2.i = trunc i64 %i.0.i to i32
  %arrayidx3.i = getelementptr inbounds [512 x %struct.participant], ptr @mlcc_rt.pool.slots, i32 0, i32 %idxprom2.i
  call void @mlcc_rt_wake(ptr %arrayidx3.i)
  br label %if.end.i

if.end.i:
  %inc.i = add nsw i64 %i.0.i, 1
  br label %for.cond.i

submit.exit:
  call void @mlcc_rt.pool.run_from(i64 0)
  br label %for.cond.i25

for.cond.i25:
  %i.0.i26 = phi i64 [ 1, %submit.exit ], [ %inc.i33, %if.end.i32 ]
  %cmp.i27 = icmp sle i64 %i.0.i26, %conv25
  br i1 %cmp.i27, label %for.body.i28, label %for.cond32

for.body.i28:
  %idxprom.i29 = trunc i64 %i.0.i26 to i32
  %arrayidx.i30 = getelementptr inbounds [512 x %struct.participant], ptr @mlcc_rt.pool.slots, i32 0, i32 %idxprom.i29
  %5 = load atomic i32, ptr %arrayidx.i30 monotonic, align 128
  %cmp1.i31 = icmp eq i32 %5, 1
  br i1 %cmp1.i31, label %if.then.i34, label %if.end.i32

if.then.i34:
  %idxprom2.i35 = trunc i64 %i.0.i26 to i32
  %arrayidx3.i36 = getelementptr inbounds [512 x %struct.participant], ptr @mlcc_rt.pool.slots, i32 0, i32 %idxprom2.i35
  %6 = cmpxchg ptr %arrayidx3.i36, i32 1, i32 0 acq_rel acquire, align 4
  br label %if.end.i32

if.end.i32:
  %inc.i33 = add nsw i64 %i.0.i26, 1
  br label %for.cond.i25

for.cond32:
  %i31.0 = phi i64 [ %inc39, %for.body35 ], [ 1, %for.cond.i25 ]
  %cmp33 = icmp sle i64 %i31.0, %conv25
  br i1 %cmp33, label %for.body35, label %for.end40

for.body35:
  %idxprom36 = trunc i64 %i31.0 to i32
  %arrayidx37 = getelementptr inbounds [512 x %struct.participant], ptr @mlcc_rt.pool.slots, i32 0, i32 %idxprom36
  %state = getelementptr inbounds nuw %struct.participant, ptr %arrayidx37, i32 0, i32 0
  call void @mlcc_rt.pool.join(ptr %state)
  %inc39 = add nsw i64 %i31.0, 1
  br label %for.cond32

for.end40:
  store atomic i32 0, ptr @mlcc_rt.pool.owner release, align 128
  br label %return

return:
  ret void
}

define internal i32 @mlcc_rt.pool.decide() cold noinline {
entry:
  %call = call i32 @mlcc_rt_cpus()
  %call1 = call i32 @mlcc_rt.pool.environment(ptr @mlcc_rt.pool.str.1, i32 0)
  %cmp = icmp sgt i32 %call1, 0
  %call1.call = select i1 %cmp, i32 %call1, i32 %call
  %cmp2 = icmp slt i32 %call1.call, 512
  %cond6 = select i1 %cmp2, i32 %call1.call, i32 512
  call void @mlcc_rt.pool.settle(i32 %cond6, i32 %call)
  ret i32 %cond6
}

define internal i32 @mlcc_rt.pool.acquire() {
entry:
  %call = call i32 @getpid()
  %0 = cmpxchg ptr @mlcc_rt.pool.owner, i32 0, i32 %call acquire monotonic, align 128
  %1 = extractvalue { i32, i1 } %0, 0
  %2 = extractvalue { i32, i1 } %0, 1
  %spec.select = select i1 %2, i32 0, i32 %1
  %conv.i = zext i1 %2 to i32
  %tobool = icmp ne i32 %conv.i, 0
  br i1 %tobool, label %if.end5, label %if.then

if.then:
  %cmp = icmp eq i32 %spec.select, %call
  br i1 %cmp, label %return, label %lor.lhs.false

lor.lhs.false:
  %3 = cmpxchg ptr @mlcc_rt.pool.owner, i32 %spec.select, i32 %call acquire monotonic, align 128
  %4 = extractvalue { i32, i1 } %3, 1
  %conv.i7 = zext i1 %4 to i32
  %tobool3 = icmp ne i32 %conv.i7, 0
  br i1 %tobool3, label %if.end5, label %return

if.end5:
  %5 = load i32, ptr @mlcc_rt.pool.workers, align 128
  %cmp6 = icmp ne i32 %5, %call
  br i1 %cmp6, label %if.then7, label %return

if.then7:
  call void @mlcc_rt.pool.adopt(i32 %call)
  br label %return

return:
  %retval.0 = phi i32 [ 0, %if.then ], [ 0, %lor.lhs.false ], [ 1, %if.then7 ], [ 1, %if.end5 ]
  ret i32 %retval.0
}

define internal void @mlcc_rt.pool.grow(i32 %needed) cold noinline {
entry:
  %attributes = alloca %struct.thread_attributes, align 16
  %faults_only = alloca %struct.signal_set, align 16
  %previous = alloca %struct.signal_set, align 16
  %call = call i32 @pthread_attr_init(ptr %attributes)
  %call1 = call i32 @pthread_attr_setstacksize(ptr %attributes, i32 4194304)
  %call2 = call i32 @sigfillset(ptr %faults_only)
  %call3 = call i32 @sigdelset(ptr %faults_only, i32 4)
  %0 = load i32, ptr @mlcc_rt_sigbus, align 4
  %call4 = call i32 @sigdelset(ptr %faults_only, i32 %0)
  %call5 = call i32 @sigdelset(ptr %faults_only, i32 8)
  %call6 = call i32 @sigdelset(ptr %faults_only, i32 11)
  %1 = load i32, ptr @mlcc_rt_sig_setmask, align 4
  %call7 = call i32 @pthread_sigmask(i32 %1, ptr %faults_only, ptr %previous)
  br label %while.cond

while.cond:
  %2 = load i32, ptr getelementptr inbounds nuw (%struct.workers, ptr @mlcc_rt.pool.workers, i32 0, i32 1), align 4
  %cmp = icmp slt i32 %2, %needed
  br i1 %cmp, label %while.body, label %while.end

while.body:
  %3 = load i32, ptr getelementptr inbounds nuw (%struct.workers, ptr @mlcc_rt.pool.workers, i32 0, i32 1), align 4
  %add = add nsw i32 %3, 1
  %arrayidx = getelementptr inbounds [512 x %struct.participant], ptr @mlcc_rt.pool.slots, i32 0, i32 %add
  %state = getelementptr inbounds nuw %struct.participant, ptr %arrayidx, i32 0, i32 0
  store atomic i32 0, ptr %state release, align 128
  %arrayidx8 = getelementptr inbounds [512 x ptr], ptr @mlcc_rt.pool.threads, i32 0, i32 %add
  %4 = inttoptr i32 %add to ptr
  %call9 = call i32 @pthread_create(ptr %arrayidx8, ptr %attributes, ptr @mlcc_rt.pool.work, ptr %4)
  %cmp10 = icmp ne i32 %call9, 0
  br i1 %cmp10, label %while.end, label %if.end

if.end:
  store i32 %add, ptr getelementptr inbounds nuw (%struct.workers, ptr @mlcc_rt.pool.workers, i32 0, i32 1), align 4
  br label %while.cond

while.end:
  %5 = load i32, ptr @mlcc_rt_sig_setmask, align 4
  %call11 = call i32 @pthread_sigmask(i32 %5, ptr %previous, ptr null)
  %call12 = call i32 @pthread_attr_destroy(ptr %attributes)
  ret void
}

declare i32 @mlcc_rt_cpu()

define internal void @mlcc_rt.pool.run_from(i64 %i) {
entry:
  %0 = load i64, ptr getelementptr inbounds nuw (%struct.job, ptr @mlcc_rt.pool.job, i32 0, i32 3), align 16
  br label %for.cond

for.cond:
  %i.addr.0 = phi i64 [ %i, %entry ], [ %cond, %run_share.exit ]
  %n.0 = phi i64 [ 0, %entry ], [ %inc, %run_share.exit ]
  %cmp = icmp slt i64 %n.0, %0
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %1 = load i64, ptr getelementptr inbounds nuw (%struct.job, ptr @mlcc_rt.pool.job, i32 0, i32 2), align 8
  %2 = load i64, ptr getelementptr inbounds nuw (%struct.job, ptr @mlcc_rt.pool.job, i32 0, i32 3), align 16
  %add.i = add nsw i64 %i.addr.0, 1
  %div.i.i = udiv i64 %1, %2
  %mul.i.i = mul nsw i64 %div.i.i, %2
  %sub.i.i = sub nsw i64 %1, %mul.i.i
  %mul1.i.i = mul nsw i64 %add.i, %div.i.i
  %cmp.i.i = icmp slt i64 %add.i, %sub.i.i
  %add.i.sub.i.i = select i1 %cmp.i.i, i64 %add.i, i64 %sub.i.i
  %add.i.i = add nsw i64 %mul1.i.i, %add.i.sub.i.i
  %idxprom.i = trunc i64 %i.addr.0 to i32
  %arrayidx.i = getelementptr inbounds [512 x %struct.participant], ptr @mlcc_rt.pool.slots, i32 0, i32 %idxprom.i
  %cursor.i = getelementptr inbounds nuw %struct.participant, ptr %arrayidx.i, i32 0, i32 2
  %3 = load atomic i64, ptr %cursor.i monotonic, align 8
  br label %while.cond.i

while.cond.i:
  %at.0.i = phi i64 [ %3, %for.body ], [ %at.2.i, %if.end.i ]
  %cmp.i = icmp slt i64 %at.0.i, %add.i.i
  br i1 %cmp.i, label %while.body.i, label %run_share.exit

while.body.i:
  %sub.i = sub nsw i64 %add.i.i, %at.0.i
  %add1.i = add i64 %sub.i, 1
  %div.i = udiv i64 %add1.i, 2
  %add2.i = add nsw i64 %at.0.i, %div.i
  %idxprom3.i = trunc i64 %i.addr.0 to i32
  %arrayidx4.i = getelementptr inbounds [512 x %struct.participant], ptr @mlcc_rt.pool.slots, i32 0, i32 %idxprom3.i
  %cursor5.i = getelementptr inbounds nuw %struct.participant, ptr %arrayidx4.i, i32 0, i32 2
  %4 = cmpxchg ptr %cursor5.i, i64 %at.0.i, i64 %add2.i monotonic monotonic, align 8
  %5 = extractvalue { i64, i1 } %4, 0
  %6 = extractvalue { i64, i1 } %4, 1
  %spec.select = select i1 %6, i64 %at.0.i, i64 %5
  br i1 %6, label %if.then.i, label %if.end.i

if.then.i:
  %7 = load ptr, ptr @mlcc_rt.pool.job, align 128
  %8 = load ptr, ptr getelementptr inbounds nuw (%struct.job, ptr @mlcc_rt.pool.job, i32 0, i32 1), align 4
  call void %7(ptr %8, i64 %spec.select, i64 %add2.i)
  br label %if.end.i

if.end.i:
  %at.2.i = phi i64 [ %add2.i, %if.then.i ], [ %spec.select, %while.body.i ]
  br label %while.cond.i

run_share.exit:
  %add = add nsw i64 %i.addr.0, 1
  %cmp1 = icmp eq i64 %add, %0
  %add2 = add nsw i64 %i.addr.0, 1
  %cond = select i1 %cmp1, i64 0, i64 %add2
  %inc = add nsw i64 %n.0, 1
  br label %for.cond

for.end:
  ret void
}

define internal void @mlcc_rt.pool.join(ptr %state) {
entry:
  br label %for.cond

for.cond:
  %turn.0 = phi i32 [ 0, %entry ], [ %inc, %for.inc ]
  %0 = load atomic i32, ptr %state acquire, align 4
  switch i32 %0, label %if.then2 [
    i32 4, label %if.then
    i32 2, label %if.else3
  ]

if.then:
  call void @mlcc_rt_wait(ptr %state, i32 4)
  br label %for.inc

if.then2:
  ret void

if.else3:
  %cmp4 = icmp slt i32 %turn.0, 4096
  br i1 %cmp4, label %if.then5, label %if.else6

if.then5:
  call void @mlcc_rt_pause()
  br label %for.inc

if.else6:
  %1 = cmpxchg ptr %state, i32 2, i32 4 acq_rel acquire, align 4
  br label %for.inc

for.inc:
  %inc = add nsw i32 %turn.0, 1
  br label %for.cond
}

define internal void @mlcc_rt_shutdown() {
entry:
  %call = call i32 @mlcc_rt.pool.acquire()
  %tobool = icmp ne i32 %call, 0
  br i1 %tobool, label %for.cond, label %return

for.cond:
  %i.0 = phi i32 [ %inc, %if.end5 ], [ 1, %entry ]
  %0 = load i32, ptr getelementptr inbounds nuw (%struct.workers, ptr @mlcc_rt.pool.workers, i32 0, i32 1), align 4
  %cmp = icmp sle i32 %i.0, %0
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %arrayidx = getelementptr inbounds [512 x %struct.participant], ptr @mlcc_rt.pool.slots, i32 0, i32 %i.0
  %state = getelementptr inbounds nuw %struct.participant, ptr %arrayidx, i32 0, i32 0
  %1 = atomicrmw xchg ptr %state, i32 5 acq_rel, align 128
  %cmp1 = icmp eq i32 %1, 3
  br i1 %cmp1, label %if.then2, label %if.end5

if.then2:
  %arrayidx3 = getelementptr inbounds [512 x %struct.participant], ptr @mlcc_rt.pool.slots, i32 0, i32 %i.0
  %state4 = getelementptr inbounds nuw %struct.participant, ptr %arrayidx3, i32 0, i32 0
  call void @mlcc_rt_wake(ptr %state4)
  br label %if.end5

if.end5:
  %arrayidx6 = getelementptr inbounds [512 x ptr], ptr @mlcc_rt.pool.threads, i32 0, i32 %i.0
  %2 = load ptr, ptr %arrayidx6, align 4
  %call7 = call i32 @pthread_join(ptr %2, ptr null)
  %inc = add nsw i32 %i.0, 1
  br label %for.cond

for.end:
  store i32 0, ptr getelementptr inbounds nuw (%struct.workers, ptr @mlcc_rt.pool.workers, i32 0, i32 1), align 4
  store atomic i32 0, ptr @mlcc_rt.pool.owner release, align 128
  br label %return

return:
  ret void
}

declare void @mlcc_rt_wake(ptr)

declare i32 @pthread_join(ptr, ptr)

define internal i32 @mlcc_rt.pool.environment(ptr %name, i32 %missing) cold noinline {
entry:
  %call = call ptr @getenv(ptr %name)
  %cmp = icmp eq ptr %call, null
  br i1 %cmp, label %return, label %if.end

if.end:
  %call1 = call i32 @strtol(ptr %call, ptr null, i32 10)
  %cmp2 = icmp slt i32 %call1, 0
  %cmp3 = icmp sgt i32 %call1, 1000000
  %.call1 = select i1 %cmp3, i32 1000000, i32 %call1
  %cond7 = select i1 %cmp2, i32 0, i32 %.call1
  br label %return

return:
  %retval.0 = phi i32 [ %cond7, %if.end ], [ %missing, %entry ]
  ret i32 %retval.0
}

declare ptr @getenv(ptr)

declare i32 @strtol(ptr, ptr, i32 signext)

declare i32 @getpid()

define internal void @mlcc_rt.pool.adopt(i32 %process) cold noinline {
entry:
  call void @llvm.memset.p0.i32(ptr align 128 @mlcc_rt.pool.slots, i8 0, i32 65536, i1 false)
  store i32 0, ptr getelementptr inbounds nuw (%struct.workers, ptr @mlcc_rt.pool.workers, i32 0, i32 1), align 4
  store i32 %process, ptr @mlcc_rt.pool.workers, align 128
  ret void
}

declare void @llvm.memset.p0.i32(ptr, i8, i32, i1)

declare i32 @pthread_attr_init(ptr)

declare i32 @pthread_attr_setstacksize(ptr, i32 signext)

declare i32 @sigfillset(ptr)

declare i32 @sigdelset(ptr, i32 signext)

declare i32 @pthread_sigmask(i32 signext, ptr, ptr)

declare i32 @pthread_create(ptr, ptr, ptr, ptr)

define internal ptr @mlcc_rt.pool.work(ptr %argument) {
entry:
  %0 = ptrtoint ptr %argument to i32
  %conv = sext i32 %0 to i64
  %idxprom = trunc i64 %conv to i32
  %arrayidx = getelementptr inbounds [512 x %struct.participant], ptr @mlcc_rt.pool.slots, i32 0, i32 %idxprom
  br label %for.cond

for.cond:
  %state = getelementptr inbounds nuw %struct.participant, ptr %arrayidx, i32 0, i32 0
  %1 = load atomic i32, ptr %state acquire, align 128
  switch i32 %1, label %for.cond.i [
    i32 1, label %sw.bb
    i32 3, label %sw.bb2
    i32 5, label %sw.bb4
  ]

sw.bb:
  %state1 = getelementptr inbounds nuw %struct.participant, ptr %arrayidx, i32 0, i32 0
  %2 = cmpxchg ptr %state1, i32 1, i32 2 acq_rel acquire, align 4
  %3 = extractvalue { i32, i1 } %2, 1
  %conv.i = zext i1 %3 to i32
  %tobool = icmp ne i32 %conv.i, 0
  br i1 %tobool, label %if.then, label %sw.epilog

if.then:
  %call.i = call i32 @mlcc_rt_cpu()
  %cmp.i = icmp sge i32 %call.i, 0
  %4 = load i32, ptr getelementptr inbounds nuw (%struct.job, ptr @mlcc_rt.pool.job, i32 0, i32 4), align 8
  %cmp1.i = icmp eq i32 %call.i, %4
  %or.cond = select i1 %cmp.i, i1 %cmp1.i, i1 false
  br i1 %or.cond, label %land.lhs.true2.i, label %if.end.i

land.lhs.true2.i:
  %5 = load atomic i64, ptr getelementptr inbounds nuw (%struct.setting, ptr @mlcc_rt.pool.setting, i32 0, i32 2) monotonic, align 8
  %cmp3.i = icmp sgt i64 %5, 0
  br i1 %cmp3.i, label %if.then.i, label %if.end.i

if.then.i:
  call void @mlcc_rt_leave(i32 %call.i)
  br label %if.end.i

if.end.i:
  call void @mlcc_rt.pool.run_from(i64 %conv)
  %6 = atomicrmw xchg ptr %arrayidx, i32 0 acq_rel, align 128
  %cmp5.i = icmp eq i32 %6, 4
  br i1 %cmp5.i, label %if.then6.i, label %sw.epilog

if.then6.i:
  call void @mlcc_rt_wake(ptr %arrayidx)
  br label %sw.epilog

sw.bb2:
  %state3 = getelementptr inbounds nuw %struct.participant, ptr %arrayidx, i32 0, i32 0
  call void @mlcc_rt_wait(ptr %state3, i32 3)
  br label %sw.epilog

sw.bb4:
  ret ptr null

for.cond.i:
  %turn.0.i = phi i64 [ %inc.i, %if.end10.i ], [ 1, %for.cond ]
  %limit.0.i = phi i64 [ %limit.1.i, %if.end10.i ], [ 0, %for.cond ]
  %7 = load atomic i32, ptr %arrayidx acquire, align 128
  %cmp.i6 = icmp eq i32 %7, 0
  br i1 %cmp.i6, label %for.body.i, label %sw.epilog

for.body.i:
  call void @mlcc_rt_pause()
  %and.i = and i64 %turn.0.i, 63
  %cmp1.i7 = icmp eq i64 %and.i, 0
  br i1 %cmp1.i7, label %if.then.i8, label %if.end10.i

if.then.i8:
  %call.i9 = call i64 @mlcc_rt_now(i64 %turn.0.i)
  %cmp2.i = icmp eq i64 %limit.0.i, 0
  br i1 %cmp2.i, label %if.then3.i, label %if.end.i10

if.then3.i:
  %8 = load atomic i64, ptr getelementptr inbounds nuw (%struct.setting, ptr @mlcc_rt.pool.setting, i32 0, i32 2) monotonic, align 8
  %add.i = add nsw i64 %call.i9, %8
  br label %if.end.i10

if.end.i10:
  %limit.2.i = phi i64 [ %add.i, %if.then3.i ], [ %limit.0.i, %if.then.i8 ]
  %cmp5.i11 = icmp sge i64 %call.i9, %limit.2.i
  br i1 %cmp5.i11, label %if.then6.i12, label %if.end10.i

if.then6.i12:
  %9 = cmpxchg ptr %arrayidx, i32 0, i32 3 acq_rel acquire, align 4
  br label %if.end10.i

if.end10.i:
  %limit.1.i = phi i64 [ %limit.0.i, %for.body.i ], [ %limit.2.i, %if.then6.i12 ], [ %limit.2.i, %if.end.i10 ]
  %inc.i = add nsw i64 %turn.0.i, 1
  br label %for.cond.i

sw.epilog:
  br label %for.cond
}

declare i32 @pthread_attr_destroy(ptr)

declare void @mlcc_rt_wait(ptr, i32)

declare void @mlcc_rt_leave(i32)

declare void @mlcc_rt_pause()

declare i64 @mlcc_rt_now(i64)
