/* The thread pool of an artefact: fork-join loops over [0, extent).
 *
 * The calling thread (the owner of the pool) submits a job to the workers and takes part in it. Each participant has
 * a slot with two words on a cache line of its own:
 *
 *     state    what its worker does, see below (slot 0 is the owner's; its state is not used)
 *     cursor   the first iteration of its share that no thread has claimed yet
 *
 * A loop is split into one contiguous share per participant, so that a thread finds in its own cache what it wrote in
 * the loop before. A share is claimed in chunks, each half of what is left of it; a thread that has finished its own
 * share claims chunks of the others', so one that is delayed (by another process, or by costlier iterations) does not
 * hold the loop up. For extent 12 and 2 participants, where the worker is slow in its first chunk:
 *
 *                 share 0: 0 .. 5                       share 1: 6 .. 11
 *     owner       [0,3) [3,5) [5,6)                     [9,11) [11,12)
 *     worker                                            [6,9)
 *     cursors     0 -> 3 -> 5 -> 6                      6 -> 9 -> 11 -> 12
 *
 * The state of a slot. Transitions of the owner are marked o, those of the worker w:
 *
 *              submit (o)               claim (w)
 *     IDLE ----------------> SUBMITTED -----------> RUNNING ----------+
 *      ^ |  ^                  |   ^                   | wait (o)     |
 *      | |  +-- take back (o) -+   |                   v              |
 *      | |                         | submit, wake (o) AWAITED         |
 *      | +---------> ASLEEP -------+                   |              |
 *      |  doze (w)                                     | done, wake (w)
 *      +-----------------------------------------------+--------------+ done (w)
 *
 * An idle worker spins on its state and after a while sleeps in the kernel. After its own part the owner takes back
 * every submission that no worker has answered, so a sleeping worker never delays a loop; then it waits for those that
 * are RUNNING, spinning first and sleeping (AWAITED) later. STOP asks an idle worker to end.
 *
 * Memory order: fields of the job and cursors are written before `submit` (release) and read after `claim` (acquire);
 * what a worker computed is visible to the owner by `done` (release) and the owner's load of the state (acquire).
 * Claims of chunks need no order between them: iterations of a parallel loop are independent.
 *
 * Nested loops, and loops of other threads while the pool is owned, run in the calling thread.
 */
#include "libc.h"
#include "platform.h"
#include "runtime.h"

enum {
    MAX_THREADS = 512,
    SPIN_US = 200,     /* how long an idle worker spins before it sleeps; MLCC_SPIN_US changes it */
    JOIN_TURNS = 4096, /* how often the owner looks at a running worker before it sleeps */
    STACK_BYTES = 4 << 20,
    LINE = 128, /* x86 fetches cache lines of 64 bytes in pairs */
};

enum state { IDLE, SUBMITTED, RUNNING, ASLEEP, AWAITED, STOP };

/* What is written by different threads lies on different cache lines. */
typedef struct {
    _Alignas(LINE) _Atomic int32_t state;
    int32_t unused;
    _Atomic int64_t cursor;
} participant;

/* The process that owns the pool, 0 for none. Of a process and its fork()ed child each sees the other's as foreign:
 * a child that was forked while some thread of the parent owned the pool takes it over. */
static _Alignas(LINE) _Atomic int32_t owner;

/* How many threads run a loop (0: not decided yet), and how long idle workers spin, in units of the clock. */
static _Alignas(LINE) struct setting {
    _Atomic int32_t threads;
    int32_t unused;
    _Atomic int64_t spin;
} setting;

/* The loop in progress; the owner's alone to write. */
static _Alignas(LINE) struct job {
    void (*run)(void *context, int64_t begin, int64_t end);
    void *context;
    int64_t extent, shares;
    int32_t cpu; /* of the owner */
} job;

/* The workers, slots 1 to `live`; the owner's alone to read and write. */
static _Alignas(LINE) struct workers {
    int32_t process, live;
} workers;

static _Alignas(LINE) participant slots[MAX_THREADS];
static void *threads[MAX_THREADS];

/* ------------------------------------------------------------------ a job */

/* The first iteration of a share: the first (extent mod shares) shares have one iteration more. */
static inline __attribute__((always_inline)) int64_t share_begin(int64_t extent, int64_t shares, int64_t i) {
    const uint64_t each = (uint64_t)extent / (uint64_t)shares;
    const int64_t longer = extent - (int64_t)each * shares;
    return i * (int64_t)each + (i < longer ? i : longer);
}

/* Runs chunks of one share until all of it is claimed. */
static inline __attribute__((always_inline)) void run_share(int64_t i) {
    const int64_t end = share_begin(job.extent, job.shares, i + 1);
    int64_t at = atomic_load_explicit(&slots[i].cursor, memory_order_relaxed);
    while (at < end) {
        const int64_t until = at + (int64_t)(((uint64_t)(end - at) + 1) / 2);
        /* On failure `at` becomes what another thread has advanced the cursor to. */
        if (atomic_compare_exchange_strong_explicit(&slots[i].cursor, &at, until, memory_order_relaxed,
                                                    memory_order_relaxed)) {
            job.run(job.context, at, until);
            at = until;
        }
    }
}

/* Runs share i, then what is left of the others, starting with the next one. */
static void run_from(int64_t i) {
    const int64_t shares = job.shares;
    for (int64_t n = 0; n < shares; n++) {
        run_share(i);
        i = i + 1 == shares ? 0 : i + 1;
    }
}

/* ------------------------------------------------------------------ a worker */

static inline __attribute__((always_inline)) int32_t change(_Atomic int32_t *state, int32_t from, int32_t to) {
    return atomic_compare_exchange_strong_explicit(state, &from, to, memory_order_acq_rel, memory_order_acquire);
}

/* Runs what the worker has claimed of the job.
 *
 * The scheduler may wake a worker on the processor of the owner, and each loop wakes it there again: both share one
 * processor while another is idle. A worker that finds itself there migrates, unless there are more threads than
 * processors (then no worker spins). */
static inline __attribute__((always_inline)) void serve(participant *own, int64_t i) {
    const int32_t cpu = mlcc_rt_cpu();
    if (cpu >= 0 && cpu == job.cpu && atomic_load_explicit(&setting.spin, memory_order_relaxed) > 0) {
        mlcc_rt_leave(cpu);
    }
    run_from(i);
    if (atomic_exchange_explicit(&own->state, IDLE, memory_order_acq_rel) == AWAITED) {
        mlcc_rt_wake(&own->state);
    }
}

/* Spins until the state is not IDLE; puts it to ASLEEP when that takes too long. */
static inline __attribute__((always_inline)) void spin(participant *own) {
    int64_t limit = 0;
    for (int64_t turn = 1; atomic_load_explicit(&own->state, memory_order_acquire) == IDLE; turn++) {
        mlcc_rt_pause();
        if ((turn & 63) == 0) { /* the clock costs about as much as 64 turns */
            const int64_t now = mlcc_rt_now(turn);
            if (limit == 0) {
                limit = now + atomic_load_explicit(&setting.spin, memory_order_relaxed);
            }
            if (now >= limit) {
                change(&own->state, IDLE, ASLEEP);
            }
        }
    }
}

static void *work(void *argument) {
    const int64_t i = (int64_t)(intptr_t)argument;
    participant *const own = &slots[i];
    for (;;) {
        switch (atomic_load_explicit(&own->state, memory_order_acquire)) {
        case SUBMITTED: /* the owner may be taking it back at this moment */
            if (change(&own->state, SUBMITTED, RUNNING)) {
                serve(own, i);
            }
            break;
        case ASLEEP:
            mlcc_rt_wait(&own->state, ASLEEP);
            break;
        case STOP:
            return NULL;
        default:
            spin(own);
        }
    }
}

/* Starts workers until `needed` are live, or no more can be had: fewer threads are slower, not wrong. */
static __attribute__((noinline, cold)) void grow(int32_t needed) {
    thread_attributes attributes;
    signal_set faults_only, previous;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    /* Signals are the program's business: workers take only the faults that they cause. */
    sigfillset(&faults_only);
    sigdelset(&faults_only, 4); /* SIGILL */
    sigdelset(&faults_only, mlcc_rt_sigbus);
    sigdelset(&faults_only, 8);  /* SIGFPE */
    sigdelset(&faults_only, 11); /* SIGSEGV */
    pthread_sigmask(mlcc_rt_sig_setmask, &faults_only, &previous);
    while (workers.live < needed) {
        const int32_t next = workers.live + 1;
        atomic_store_explicit(&slots[next].state, IDLE, memory_order_release);
        if (pthread_create(&threads[next], &attributes, work, (void *)(intptr_t)next) != 0) {
            break;
        }
        workers.live = next;
    }
    pthread_sigmask(mlcc_rt_sig_setmask, &previous, NULL);
    pthread_attr_destroy(&attributes);
}

/* ------------------------------------------------------------------ settings */

/* A number of the environment, clamped to [0, 1000000]; `missing` where it is not set. */
static __attribute__((noinline, cold)) int32_t environment(const char *name, int32_t missing) {
    const char *text = getenv(name);
    if (text == NULL) {
        return missing;
    }
    const long value = strtol(text, NULL, 10);
    return (int32_t)(value < 0 ? 0 : value > 1000000 ? 1000000 : value);
}

/* With more threads than processors idle workers do not spin: they would keep working ones from running. */
static __attribute__((noinline, cold)) void settle(int32_t count, int32_t cpus) {
    const int32_t us = environment("MLCC_SPIN_US", count > cpus ? 0 : SPIN_US);
    atomic_store_explicit(&setting.spin, (int64_t)us * MLCC_CLOCK_PER_US, memory_order_relaxed);
    atomic_store_explicit(&setting.threads, count, memory_order_relaxed);
}

/* MLCC_NUM_THREADS if positive, else the processors that this process may use. */
static __attribute__((noinline, cold)) int32_t decide(void) {
    const int32_t cpus = mlcc_rt_cpus();
    const int32_t asked = environment("MLCC_NUM_THREADS", 0);
    const int32_t wanted = asked > 0 ? asked : cpus;
    const int32_t count = wanted < MAX_THREADS ? wanted : MAX_THREADS;
    settle(count, cpus);
    return count;
}

void mlcc_rt_set_num_threads(int32_t n) {
    if (n > 0) {
        settle(n < MAX_THREADS ? n : MAX_THREADS, mlcc_rt_cpus());
    } else {
        atomic_store_explicit(&setting.threads, 0, memory_order_relaxed);
    }
}

/* ------------------------------------------------------------------ ownership */

/* The threads of the process that this one was forked from do not exist here. */
static __attribute__((noinline, cold)) void adopt(int32_t process) {
    __builtin_memset(slots, 0, sizeof slots);
    workers.live = 0;
    workers.process = process;
}

static inline __attribute__((always_inline)) int32_t own_from(int32_t *holder, int32_t process) {
    return atomic_compare_exchange_strong_explicit(&owner, holder, process, memory_order_acquire,
                                                   memory_order_relaxed);
}

/* True when the caller now owns the pool. */
static int32_t acquire(void) {
    const int32_t process = getpid();
    int32_t holder = 0;
    if (!own_from(&holder, process)) {
        if (holder == process || !own_from(&holder, process)) {
            return 0;
        }
    }
    if (workers.process != process) {
        adopt(process);
    }
    return 1;
}

static inline __attribute__((always_inline)) void release(void) {
    atomic_store_explicit(&owner, 0, memory_order_release);
}

/* ------------------------------------------------------------------ the owner */

static inline __attribute__((always_inline)) void submit(int64_t last) {
    for (int64_t i = 1; i <= last; i++) {
        if (atomic_exchange_explicit(&slots[i].state, SUBMITTED, memory_order_acq_rel) == ASLEEP) {
            mlcc_rt_wake(&slots[i].state);
        }
    }
}

/* Nothing is left to claim: workers that have not begun need not come. */
static inline __attribute__((always_inline)) void take_back(int64_t last) {
    for (int64_t i = 1; i <= last; i++) {
        if (atomic_load_explicit(&slots[i].state, memory_order_relaxed) == SUBMITTED) {
            change(&slots[i].state, SUBMITTED, IDLE);
        }
    }
}

/* Waits until a worker has finished. */
static void join(_Atomic int32_t *state) {
    for (int32_t turn = 0;; turn++) {
        const int32_t now = atomic_load_explicit(state, memory_order_acquire);
        if (now == AWAITED) {
            mlcc_rt_wait(state, AWAITED);
        } else if (now != RUNNING) {
            return;
        } else if (turn < JOIN_TURNS) {
            mlcc_rt_pause();
        } else {
            change(state, RUNNING, AWAITED);
        }
    }
}

void mlcc_rt_parallel(void (*run)(void *context, int64_t begin, int64_t end), void *context, int64_t extent) {
    if (extent < 1) {
        return;
    }
    int32_t count = atomic_load_explicit(&setting.threads, memory_order_relaxed);
    if (count == 0) {
        count = decide();
    }
    const int32_t wanted = extent < count ? (int32_t)extent : count;
    if (wanted < 2 || !acquire()) {
        run(context, 0, extent);
        return;
    }
    if (workers.live < wanted - 1) {
        grow(wanted - 1);
    }
    const int64_t last = workers.live < wanted - 1 ? workers.live : wanted - 1;
    job.run = run;
    job.context = context;
    job.extent = extent;
    job.shares = last + 1;
    job.cpu = mlcc_rt_cpu();
    /* Every cursor is set before any thread may look at one. */
    for (int64_t i = 0; i <= last; i++) {
        atomic_store_explicit(&slots[i].cursor, share_begin(extent, last + 1, i), memory_order_relaxed);
    }
    submit(last);
    run_from(0);
    take_back(last);
    for (int64_t i = 1; i <= last; i++) {
        join(&slots[i].state);
    }
    release();
}

void mlcc_rt_shutdown(void) {
    if (!acquire()) {
        return;
    }
    for (int32_t i = 1; i <= workers.live; i++) {
        if (atomic_exchange_explicit(&slots[i].state, STOP, memory_order_acq_rel) == ASLEEP) {
            mlcc_rt_wake(&slots[i].state);
        }
        pthread_join(threads[i], NULL);
    }
    workers.live = 0;
    release();
}
