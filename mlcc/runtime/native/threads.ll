; The parallel runtime of an artefact: a pool of threads for fork-join loops.
;
; A loop is split into one contiguous part per thread, so that a thread finds in its own cache what
; it wrote in the loop before. A part is claimed piece by piece, each half of what is left of it, and
; a thread that is done with its own part claims pieces of the others': whoever is held up by
; another process, or has the dearer iterations, is helped to the end.
;
; One mailbox per thread, each on lines of its own. The thread that starts a loop (the owner) writes
; the job and a cursor for every part, posts it to the mailboxes of parts 1 and up, runs part 0 and
; what is left of the others, takes back every post that no worker has answered, and waits for the
; pieces that are still being run. So a sleeping worker never holds a loop up.
;
; A worker that finds itself on the processor of the owner moves to another one: the scheduler wakes it there
; now and then, and each loop wakes it there again, so that both share one processor and another is idle.
;
; Mailbox states:
;   0 idle      the worker spins on it                    1 posted   a part is offered
;   2 running   the worker runs pieces                    3 asleep   the worker waits in the kernel
;   4 awaited   running, and the owner waits in the kernel
;   5 stop      the worker must leave
;
; @mlcc_rt_owner holds the process id of the owner's process: a child made by fork() while some
; thread of the parent owned the pool sees a foreign id, takes the pool over and starts afresh.
; Nested loops, and loops of other threads while the pool is owned, run inline.

%mlcc_rt.mailbox = type { i32, i32, i64, [112 x i8] }        ; state, unused, cursor of the part
%mlcc_rt.word    = type { i32, [124 x i8] }
%mlcc_rt.setting = type { i32, i32, i64, [112 x i8] }       ; threads (0: undecided), unused, spin
%mlcc_rt.job     = type { ptr, ptr, i64, i64, i32, [92 x i8] } ; fn, ctx, extent, parts, owner's processor
%mlcc_rt.staff   = type { i32, i32, [120 x i8] }            ; process of the workers, how many live

; Each on cache lines of its own (128 bytes: adjacent lines are fetched in pairs on x86).
@mlcc_rt_owner   = internal global %mlcc_rt.word zeroinitializer, align 128
@mlcc_rt_setting = internal global %mlcc_rt.setting zeroinitializer, align 128
@mlcc_rt_job     = internal global %mlcc_rt.job zeroinitializer, align 128
@mlcc_rt_staff   = internal global %mlcc_rt.staff zeroinitializer, align 128
@mlcc_rt_mail    = internal global [$max_threads x %mlcc_rt.mailbox] zeroinitializer, align 128
@mlcc_rt_thread  = internal global [$max_threads x ptr] zeroinitializer, align 16

define internal ptr @mlcc_rt_mailbox(i64 %index) alwaysinline {
  %mail = getelementptr inbounds [$max_threads x %mlcc_rt.mailbox], ptr @mlcc_rt_mail, i64 0, i64 %index
  ret ptr %mail
}

define internal ptr @mlcc_rt_cursor(i64 %index) alwaysinline {
  %mail = call ptr @mlcc_rt_mailbox(i64 %index)
  %cursor = getelementptr inbounds %mlcc_rt.mailbox, ptr %mail, i32 0, i32 2
  ret ptr %cursor
}

; Where part i of [0, extent) begins: the first (extent mod parts) parts have one iteration more.
define internal i64 @mlcc_rt_bound(i64 %extent, i64 %parts, i64 %i) {
  %q = udiv i64 %extent, %parts
  %qp = mul i64 %q, %parts
  %r = sub i64 %extent, %qp
  %iq = mul i64 %i, %q
  %extra = call i64 @llvm.umin.i64(i64 %i, i64 %r)
  %begin = add i64 %iq, %extra
  ret i64 %begin
}

; Runs pieces of one part until none is left to claim.
define internal void @mlcc_rt_run_part(i64 %i) {
entry:
  %fn = load ptr, ptr @mlcc_rt_job, align 128
  %ctx_at = getelementptr inbounds %mlcc_rt.job, ptr @mlcc_rt_job, i32 0, i32 1
  %ctx = load ptr, ptr %ctx_at, align $word_bytes
  %extent_at = getelementptr inbounds %mlcc_rt.job, ptr @mlcc_rt_job, i32 0, i32 2
  %extent = load i64, ptr %extent_at, align 8
  %parts_at = getelementptr inbounds %mlcc_rt.job, ptr @mlcc_rt_job, i32 0, i32 3
  %parts = load i64, ptr %parts_at, align 8
  %i1 = add i64 %i, 1
  %end = call i64 @mlcc_rt_bound(i64 %extent, i64 %parts, i64 %i1)
  %cursor = call ptr @mlcc_rt_cursor(i64 %i)
  %start = load atomic i64, ptr %cursor monotonic, align 8
  br label %look

look:
  %at = phi i64 [ %start, %entry ], [ %seen, %lost ], [ %until, %ran ]
  %left = sub i64 %end, %at
  %some = icmp sgt i64 %left, 0
  br i1 %some, label %claim, label %return

claim:
  %more = add i64 %left, 1
  %half = lshr i64 %more, 1
  %until = add i64 %at, %half
  %claimed = cmpxchg ptr %cursor, i64 %at, i64 %until monotonic monotonic, align 8
  %mine = extractvalue { i64, i1 } %claimed, 1
  br i1 %mine, label %run, label %lost

lost:
  %seen = extractvalue { i64, i1 } %claimed, 0
  br label %look

run:
  call void %fn(ptr %ctx, i64 %at, i64 %until)
  br label %ran

ran:
  br label %look

return:
  ret void
}

; Runs part i and then what is left of the parts after it, round the circle.
define internal void @mlcc_rt_run_from(i64 %i) {
entry:
  %parts_at = getelementptr inbounds %mlcc_rt.job, ptr @mlcc_rt_job, i32 0, i32 3
  %parts = load i64, ptr %parts_at, align 8
  br label %next

next:
  %n = phi i64 [ 0, %entry ], [ %n1, %next ]
  %p = phi i64 [ %i, %entry ], [ %p2, %next ]
  call void @mlcc_rt_run_part(i64 %p)
  %p1 = add i64 %p, 1
  %round = icmp eq i64 %p1, %parts
  %p2 = select i1 %round, i64 0, i64 %p1
  %n1 = add i64 %n, 1
  %over = icmp eq i64 %n1, %parts
  br i1 %over, label %return, label %next

return:
  ret void
}

define internal ptr @mlcc_rt_worker(ptr %arg) {
entry:
  %index = ptrtoint ptr %arg to i64
  %mail = call ptr @mlcc_rt_mailbox(i64 %index)
  br label %fresh

fresh:                                   ; something happened: a new term of spinning begins
  br label %look

look:
  %turn = phi i64 [ 0, %fresh ], [ %turn1, %spin ]
  %limit = phi i64 [ 0, %fresh ], [ %limit1, %spin ]
  %state = load atomic i32, ptr %mail acquire, align 4
  switch i32 %state, label %idle [ i32 1, label %claim  i32 3, label %sleep  i32 5, label %leave ]

claim:                                   ; the owner may be taking the post back at this moment
  %claimed = cmpxchg ptr %mail, i32 1, i32 2 acq_rel acquire, align 4
  %mine = extractvalue { i32, i1 } %claimed, 1
  br i1 %mine, label %work, label %fresh

work:
  %home_at = getelementptr inbounds %mlcc_rt.job, ptr @mlcc_rt_job, i32 0, i32 4
  %home = load i32, ptr %home_at, align 4
  %here = call i32 @mlcc_rt_cpu()
  %shared = icmp eq i32 %home, %here
  %known = icmp sge i32 %here, 0
  %both = and i1 %shared, %known
  %spins = call i64 @mlcc_rt_spin_span()    ; 0: there are more threads than processors
  %alone = icmp sgt i64 %spins, 0
  %leaves = and i1 %both, %alone
  br i1 %leaves, label %move, label %serve

move:
  call void @mlcc_rt_leave(i32 %here)
  br label %serve

serve:
  call void @mlcc_rt_run_from(i64 %index)
  %old = atomicrmw xchg ptr %mail, i32 0 acq_rel, align 4
  %awaited = icmp eq i32 %old, 4
  br i1 %awaited, label %notify, label %fresh

notify:
  call void @mlcc_rt_wake(ptr %mail)
  br label %fresh

idle:
  $pause
  %turn1 = add i64 %turn, 1
  %low = and i64 %turn1, 63
  %ask = icmp eq i64 %low, 0
  br i1 %ask, label %clock, label %spin0

spin0:
  br label %spin

clock:
  %now = call i64 @mlcc_rt_now(i64 %turn1)
  %first = icmp eq i64 %limit, 0
  %span = call i64 @mlcc_rt_spin_span()
  %fresh_limit = add i64 %now, %span
  %limit2 = select i1 %first, i64 %fresh_limit, i64 %limit
  %over = icmp sge i64 %now, %limit2
  br i1 %over, label %doze, label %spin

spin:
  %limit1 = phi i64 [ %limit, %spin0 ], [ %limit2, %clock ]
  br label %look

doze:
  %dozed = cmpxchg ptr %mail, i32 0, i32 3 acq_rel acquire, align 4
  br label %fresh

sleep:
  call void @mlcc_rt_wait(ptr %mail, i32 3)
  br label %fresh

leave:
  ret ptr null
}

; Starts workers until `need` of them live; returns how many do. The caller owns the pool.
define internal i32 @mlcc_rt_grow(i32 %need) noinline cold {
entry:
  %id = alloca ptr, align $word_bytes
  %attr = alloca [256 x i8], align 16
  %all = alloca [128 x i8], align 16
  %kept = alloca [128 x i8], align 16
  %e0 = call i32 @pthread_attr_init(ptr %attr)
  %e1 = call i32 @pthread_attr_setstacksize(ptr %attr, $word 4194304)
  ; Signals are the program's business: workers take only the faults that they cause.
  %s0 = call i32 @sigfillset(ptr %all)
  %s1 = call i32 @sigdelset(ptr %all, i32 4)
  %s2 = call i32 @sigdelset(ptr %all, i32 $sigbus)
  %s3 = call i32 @sigdelset(ptr %all, i32 8)
  %s4 = call i32 @sigdelset(ptr %all, i32 11)
  %s5 = call i32 @pthread_sigmask(i32 $sig_setmask, ptr %all, ptr %kept)
  br label %more

more:
  %have = call i32 @mlcc_rt_live()
  %enough = icmp sge i32 %have, %need
  br i1 %enough, label %done, label %start

start:
  %next = add i32 %have, 1
  %index = sext i32 %next to i64
  %mail = call ptr @mlcc_rt_mailbox(i64 %index)
  store atomic i32 0, ptr %mail release, align 4
  %arg = inttoptr i64 %index to ptr
  %rc = call i32 @pthread_create(ptr %id, ptr %attr, ptr @mlcc_rt_worker, ptr %arg)
  %ok = icmp eq i32 %rc, 0
  br i1 %ok, label %keep, label %done      ; fewer threads is slower, not wrong

keep:
  %handle = load ptr, ptr %id, align $word_bytes
  %place = getelementptr inbounds [$max_threads x ptr], ptr @mlcc_rt_thread, i64 0, i64 %index
  store ptr %handle, ptr %place, align $word_bytes
  call void @mlcc_rt_set_live(i32 %next)
  br label %more

done:
  %s6 = call i32 @pthread_sigmask(i32 $sig_setmask, ptr %kept, ptr null)
  %e2 = call i32 @pthread_attr_destroy(ptr %attr)
  %count = call i32 @mlcc_rt_live()
  ret i32 %count
}

; The workers of another process (before a fork) are not ours: forget them.
define internal void @mlcc_rt_adopt(i32 %pid) noinline cold {
  call void @llvm.memset.p0.i64(ptr align 128 @mlcc_rt_mail, i8 0, i64 $mail_bytes, i1 false)
  call void @mlcc_rt_set_live(i32 0)
  store i32 %pid, ptr @mlcc_rt_staff, align 128
  ret void
}

define internal i32 @mlcc_rt_live() alwaysinline {
  %at = getelementptr inbounds %mlcc_rt.staff, ptr @mlcc_rt_staff, i32 0, i32 1
  %n = load i32, ptr %at, align 4
  ret i32 %n
}

define internal void @mlcc_rt_set_live(i32 %n) alwaysinline {
  %at = getelementptr inbounds %mlcc_rt.staff, ptr @mlcc_rt_staff, i32 0, i32 1
  store i32 %n, ptr %at, align 4
  ret void
}

define internal i64 @mlcc_rt_spin_span() alwaysinline {
  %at = getelementptr inbounds %mlcc_rt.setting, ptr @mlcc_rt_setting, i32 0, i32 2
  %span = load atomic i64, ptr %at monotonic, align 8
  ret i64 %span
}

; A number from the environment, within [0, 1000000]; `missing` if there is none.
define internal i32 @mlcc_rt_env(ptr %name, i32 %missing) noinline cold {
entry:
  %text = call ptr @getenv(ptr %name)
  %unset = icmp eq ptr %text, null
  br i1 %unset, label %none, label %read

read:
  %value = call $word @strtol(ptr %text, ptr null, i32 10)
  %low = call $word @llvm.smax.$word($word %value, $word 0)
  %bound = call $word @llvm.smin.$word($word %low, $word 1000000)
  %number = $narrow
  ret i32 %number

none:
  ret i32 %missing
}

; The number of threads: MLCC_NUM_THREADS if positive, else the processors this process may use.
define internal i32 @mlcc_rt_decide() noinline cold {
  %cpus = call i32 @mlcc_rt_cpus()
  %asked = call i32 @mlcc_rt_env(ptr @mlcc_rt_s_num_threads, i32 0)
  %given = icmp sgt i32 %asked, 0
  %either = select i1 %given, i32 %asked, i32 %cpus
  %want = call i32 @llvm.smin.i32(i32 %either, i32 $max_threads)
  call void @mlcc_rt_settle(i32 %want, i32 %cpus)
  ret i32 %want
}

; Stores the count and how long to spin (MLCC_SPIN_US). By default not at all when there are more
; threads than processors, because then a spinning thread keeps a working one from running.
define internal void @mlcc_rt_settle(i32 %want, i32 %cpus) noinline cold {
  %crowded = icmp sgt i32 %want, %cpus
  %usual = select i1 %crowded, i32 0, i32 $spin_us
  %us = call i32 @mlcc_rt_env(ptr @mlcc_rt_s_spin_us, i32 %usual)
  %us64 = zext i32 %us to i64
  %span = mul i64 %us64, $spin_per_us
  %at = getelementptr inbounds %mlcc_rt.setting, ptr @mlcc_rt_setting, i32 0, i32 2
  store atomic i64 %span, ptr %at monotonic, align 8
  store atomic i32 %want, ptr @mlcc_rt_setting monotonic, align 128
  ret void
}

; n < 1: decide again from the environment at the next loop.
define internal void @mlcc_rt_set_num_threads(i32 %n) {
entry:
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %set, label %forget

set:
  %want = call i32 @llvm.smin.i32(i32 %n, i32 $max_threads)
  %cpus = call i32 @mlcc_rt_cpus()
  call void @mlcc_rt_settle(i32 %want, i32 %cpus)
  ret void

forget:
  store atomic i32 0, ptr @mlcc_rt_setting monotonic, align 128
  ret void
}

; True when the caller now owns the pool.
define internal i1 @mlcc_rt_acquire() {
entry:
  %pid = call i32 @getpid()
  %try = cmpxchg ptr @mlcc_rt_owner, i32 0, i32 %pid acquire monotonic, align 4
  %got = extractvalue { i32, i1 } %try, 1
  br i1 %got, label %check, label %taken

taken:
  %holder = extractvalue { i32, i1 } %try, 0
  %ours = icmp eq i32 %holder, %pid
  br i1 %ours, label %no, label %steal

steal:                                   ; held in the process that this one was forked from
  %again = cmpxchg ptr @mlcc_rt_owner, i32 %holder, i32 %pid acquire monotonic, align 4
  %won = extractvalue { i32, i1 } %again, 1
  br i1 %won, label %check, label %no

check:
  %home = load i32, ptr @mlcc_rt_staff, align 128
  %same = icmp eq i32 %home, %pid
  br i1 %same, label %yes, label %adopt

adopt:
  call void @mlcc_rt_adopt(i32 %pid)
  br label %yes

yes:
  ret i1 true

no:
  ret i1 false
}

; Runs fn(ctx, begin, end) over pieces of [0, extent) on all threads.
define internal void @mlcc_rt_parallel(ptr %fn, ptr %ctx, i64 %extent) {
entry:
  %empty = icmp slt i64 %extent, 1
  br i1 %empty, label %return, label %count

count:
  %known = load atomic i32, ptr @mlcc_rt_setting monotonic, align 128
  %undecided = icmp eq i32 %known, 0
  br i1 %undecided, label %decide, label %choose

decide:
  %decided = call i32 @mlcc_rt_decide()
  br label %choose

choose:
  %threads = phi i32 [ %known, %count ], [ %decided, %decide ]
  %threads64 = sext i32 %threads to i64
  %fewer = icmp slt i64 %extent, %threads64
  %parts64 = select i1 %fewer, i64 %extent, i64 %threads64
  %alone = icmp slt i64 %parts64, 2
  br i1 %alone, label %inline, label %acquire

acquire:
  %owned = call i1 @mlcc_rt_acquire()
  br i1 %owned, label %staff, label %inline

inline:
  call void %fn(ptr %ctx, i64 0, i64 %extent)
  br label %return

staff:
  %want = trunc i64 %parts64 to i32
  %need = sub i32 %want, 1
  %have = call i32 @mlcc_rt_live()
  %short = icmp slt i32 %have, %need
  br i1 %short, label %grow, label %staffed

grow:
  %grown = call i32 @mlcc_rt_grow(i32 %need)
  br label %staffed

staffed:
  %live = phi i32 [ %have, %staff ], [ %grown, %grow ]
  %posts = call i32 @llvm.smin.i32(i32 %live, i32 %need)
  %last = sext i32 %posts to i64
  %parts = add i64 %last, 1
  store ptr %fn, ptr @mlcc_rt_job, align 128
  %ctx_at = getelementptr inbounds %mlcc_rt.job, ptr @mlcc_rt_job, i32 0, i32 1
  store ptr %ctx, ptr %ctx_at, align $word_bytes
  %extent_at = getelementptr inbounds %mlcc_rt.job, ptr @mlcc_rt_job, i32 0, i32 2
  store i64 %extent, ptr %extent_at, align 8
  %parts_at = getelementptr inbounds %mlcc_rt.job, ptr @mlcc_rt_job, i32 0, i32 3
  store i64 %parts, ptr %parts_at, align 8
  %cpu_at = getelementptr inbounds %mlcc_rt.job, ptr @mlcc_rt_job, i32 0, i32 4
  %cpu = call i32 @mlcc_rt_cpu()
  store i32 %cpu, ptr %cpu_at, align 4
  br label %mark

mark:                                    ; all cursors stand before any thread may look at them
  %m = phi i64 [ 0, %staffed ], [ %m1, %mark ]
  %m_begin = call i64 @mlcc_rt_bound(i64 %extent, i64 %parts, i64 %m)
  %m_cursor = call ptr @mlcc_rt_cursor(i64 %m)
  store atomic i64 %m_begin, ptr %m_cursor monotonic, align 8
  %m1 = add i64 %m, 1
  %m_over = icmp eq i64 %m1, %parts
  br i1 %m_over, label %post, label %mark

post:
  %p = phi i64 [ 1, %mark ], [ %p1, %posted ]
  %p_over = icmp sgt i64 %p, %last
  br i1 %p_over, label %own, label %post_one

post_one:
  %p_mail = call ptr @mlcc_rt_mailbox(i64 %p)
  %before = atomicrmw xchg ptr %p_mail, i32 1 acq_rel, align 4
  %slept = icmp eq i32 %before, 3
  br i1 %slept, label %rouse, label %posted

rouse:
  call void @mlcc_rt_wake(ptr %p_mail)
  br label %posted

posted:
  %p1 = add i64 %p, 1
  br label %post

own:
  call void @mlcc_rt_run_from(i64 0)
  br label %take

take:                                    ; nothing is left to claim: late workers need not come
  %t = phi i64 [ 1, %own ], [ %t1, %taken_next ]
  %t_over = icmp sgt i64 %t, %last
  br i1 %t_over, label %join, label %take_one

take_one:
  %t_mail = call ptr @mlcc_rt_mailbox(i64 %t)
  %t_state = load atomic i32, ptr %t_mail monotonic, align 4
  %t_posted = icmp eq i32 %t_state, 1
  br i1 %t_posted, label %take_back, label %taken_next

take_back:
  %back = cmpxchg ptr %t_mail, i32 1, i32 0 acq_rel monotonic, align 4
  br label %taken_next

taken_next:
  %t1 = add i64 %t, 1
  br label %take

join:
  %j = phi i64 [ 1, %take ], [ %j1, %joined ]
  %j_over = icmp sgt i64 %j, %last
  br i1 %j_over, label %release, label %join_one

join_one:
  %j_mail = call ptr @mlcc_rt_mailbox(i64 %j)
  call void @mlcc_rt_join(ptr %j_mail)
  br label %joined

joined:
  %j1 = add i64 %j, 1
  br label %join

release:
  store atomic i32 0, ptr @mlcc_rt_owner release, align 4
  br label %return

return:
  ret void
}

; Waits until the worker of this mailbox is neither running nor awaited.
define internal void @mlcc_rt_join(ptr %mail) {
entry:
  br label %look

look:
  %turn = phi i64 [ 0, %entry ], [ %turn1, %again ], [ 0, %slept ]
  %state = load atomic i32, ptr %mail acquire, align 4
  switch i32 %state, label %done [ i32 2, label %spin  i32 4, label %sleep ]

spin:
  $pause
  %turn1 = add i64 %turn, 1
  %patient = icmp ult i64 %turn1, $join_turns
  br i1 %patient, label %again, label %announce

again:
  br label %look

announce:
  %said = cmpxchg ptr %mail, i32 2, i32 4 acq_rel acquire, align 4
  br label %slept

sleep:
  call void @mlcc_rt_wait(ptr %mail, i32 4)
  br label %slept

slept:
  br label %look

done:
  ret void
}

; Ends the workers. No other call into the module may be under way.
define internal void @mlcc_rt_shutdown() {
entry:
  %owned = call i1 @mlcc_rt_acquire()
  br i1 %owned, label %begin, label %return

begin:
  %last32 = call i32 @mlcc_rt_live()
  %last = sext i32 %last32 to i64
  br label %next

next:
  %i = phi i64 [ 1, %begin ], [ %i1, %gone ]
  %over = icmp sgt i64 %i, %last
  br i1 %over, label %finish, label %stop

stop:
  %mail = call ptr @mlcc_rt_mailbox(i64 %i)
  %before = atomicrmw xchg ptr %mail, i32 5 acq_rel, align 4
  %slept = icmp eq i32 %before, 3
  br i1 %slept, label %rouse, label %gone0

rouse:
  call void @mlcc_rt_wake(ptr %mail)
  br label %gone0

gone0:
  %place = getelementptr inbounds [$max_threads x ptr], ptr @mlcc_rt_thread, i64 0, i64 %i
  %id = load ptr, ptr %place, align $word_bytes
  %rc = call i32 @pthread_join(ptr %id, ptr null)
  store atomic i32 0, ptr %mail monotonic, align 4
  br label %gone

gone:
  %i1 = add i64 %i, 1
  br label %next

finish:
  call void @mlcc_rt_set_live(i32 0)
  store atomic i32 0, ptr @mlcc_rt_owner release, align 4
  br label %return

return:
  ret void
}
