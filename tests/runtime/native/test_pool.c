/* The thread pool: every iteration once, whatever the number of threads, their speed and their sleep. */
#include <sys/wait.h>

#include "test.h"

#include "runtime.h"

enum { MOST = 4099 };

/* Plain counters: a thread sanitizer sees it when two threads write one, or the owner reads it too early. */
static int runs[MOST];

static void count(void *context, int64_t begin, int64_t end) {
    require(begin < end);
    int *const counters = context;
    for (int64_t i = begin; i < end; i++) {
        counters[i]++;
    }
}

static void check_loop(int64_t extent, int times) {
    memset(runs, 0, sizeof runs);
    for (int n = 0; n < times; n++) {
        mlcc_rt_parallel(count, runs, extent);
    }
    for (int64_t i = 0; i < MOST; i++) {
        require(runs[i] == (i < extent ? times : 0));
    }
}

static void every_iteration_once(void) {
    static const int64_t extents[] = {0, 1, 2, 3, 7, 8, 9, 64, 1000, MOST};
    for (int threads = 1; threads <= 9; threads++) {
        mlcc_rt_set_num_threads(threads);
        for (unsigned i = 0; i < sizeof extents / sizeof *extents; i++) {
            check_loop(extents[i], 20);
        }
    }
    mlcc_rt_set_num_threads(100000); /* more than there can be */
    check_loop(MOST, 2);
    mlcc_rt_shutdown();
    mlcc_rt_set_num_threads(3);
}

/* Of 16 iterations the first is slow: others are not left to the thread that runs it. */
static _Atomic int finished;

static void first_waits_for_the_others(void *context, int64_t begin, int64_t end) {
    (void)context;
    for (int64_t i = begin; i < end; i++) {
        /* The thread of the first claims 4 of its share of 8; the other 12 must be run meanwhile. */
        for (int turn = 0; i == 0 && finished < 12; turn++) {
            require(turn < 20000);
            usleep(1000);
        }
        finished++;
    }
}

static void idle_threads_help(int times) {
    mlcc_rt_set_num_threads(2);
    for (int n = 0; n < times; n++) {
        if (n % 2) {
            usleep(3000); /* the other thread sleeps, and must be woken */
        }
        finished = 0;
        mlcc_rt_parallel(first_waits_for_the_others, NULL, 16);
        require(finished == 16);
    }
}

/* The owner runs iteration 0 and returns when the worker has begun iteration 1, which outlasts its patience: it sleeps,
 * and is woken. */
static _Atomic int begun;

static void second_is_slow(void *context, int64_t begin, int64_t end) {
    (void)context;
    for (int64_t i = begin; i < end; i++) {
        for (int turn = 0; i == 0 && !begun; turn++) {
            require(turn < 20000);
            usleep(1000);
        }
        if (i == 1) {
            begun = 1;
            usleep(20000);
            begun = 2;
        }
    }
}

static void the_owner_waits(void) {
    mlcc_rt_set_num_threads(2);
    for (int n = 0; n < 10; n++) {
        begun = 0;
        mlcc_rt_parallel(second_is_slow, NULL, 2);
        require(begun == 2);
    }
}

static void inner(void *context, int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; i++) {
        mlcc_rt_parallel(count, (int *)context + 50 * i, 50);
    }
}

static void nested_loops(void) {
    memset(runs, 0, sizeof runs);
    mlcc_rt_parallel(inner, runs, 80);
    for (int i = 0; i < MOST; i++) {
        require(runs[i] == (i < 4000));
    }
}

static void *caller(void *argument) {
    int own[100] = {0};
    for (int n = 0; n < 200; n++) {
        mlcc_rt_parallel(count, own, 100);
        if ((long)argument == 0) {
            mlcc_rt_set_num_threads(1 + n % 5);
        }
    }
    for (int i = 0; i < 100; i++) {
        require(own[i] == 200);
    }
    return NULL;
}

static void several_callers(void) {
    for (int n = 0; n < 3; n++) {
        in_threads(4, caller);
    }
}

/* Workers that sleep at once, and that spin: no wake may be missed. */
static void sleeping_workers(void) {
    static const char *const times[] = {"0", "1", "30", "rubbish", "-5"};
    for (unsigned i = 0; i < sizeof times / sizeof *times; i++) {
        setenv("MLCC_SPIN_US", times[i], 1);
        mlcc_rt_set_num_threads(3);
        for (int n = 0; n < 30; n++) {
            check_loop(16, 4);
            usleep((n % 4) * 50);
        }
    }
    unsetenv("MLCC_SPIN_US");
}

static void start_and_stop(void) {
    for (int n = 0; n < 30; n++) {
        mlcc_rt_set_num_threads(2 + n % 3);
        check_loop(10, 2);
        if (n % 2) {
            usleep(500); /* the workers sleep when they are stopped */
        }
        mlcc_rt_shutdown();
        mlcc_rt_shutdown();
    }
}

static void number_from_the_environment(void) {
    setenv("MLCC_NUM_THREADS", "3", 1);
    mlcc_rt_set_num_threads(0);
    check_loop(MOST, 3);
    unsetenv("MLCC_NUM_THREADS");
    mlcc_rt_set_num_threads(-1);
    check_loop(MOST, 3);
}

#ifdef __linux__
/* With the other processor busy the scheduler leaves a worker on the processor of the owner, where they take turns.
 * The worker moves away by itself. */
static _Atomic int stop, worker, worker_cpu;

static cpu_set_t only(int cpu) {
    cpu_set_t mask;
    CPU_ZERO(&mask);
    CPU_SET(cpu, &mask);
    return mask;
}

static void run_on(pid_t thread, cpu_set_t mask) { require(sched_setaffinity(thread, sizeof mask, &mask) == 0); }

static void *busy(void *cpu) {
    run_on(0, only((int)(long)cpu));
    while (!stop) {
    }
    return NULL;
}

static void second_says_where(void *context, int64_t begin, int64_t end) {
    (void)context;
    for (int64_t i = begin; i < end; i++) {
        for (int turn = 0; i == 0 && !begun; turn++) {
            require(turn < 200000);
            usleep(100);
        }
        if (i == 1) {
            worker = gettid();
            worker_cpu = sched_getcpu();
            begun = 1;
        }
    }
}

static void a_worker_leaves_its_owner(void) {
    cpu_set_t before, both;
    pthread_t thread;
    require(sched_getaffinity(0, sizeof before, &before) == 0);
    if (CPU_COUNT(&before) < 2) {
        return;
    }
    const int here = sched_getcpu();
    int other = here == 0;
    while (other == here || !CPU_ISSET(other, &before)) {
        other++;
    }
    both = only(here);
    CPU_SET(other, &both);
    stop = 0;
    require(pthread_create(&thread, NULL, busy, (void *)(long)other) == 0);
    run_on(0, only(here));
    setenv("MLCC_SPIN_US", "200", 1); /* there are processors enough, though the owner may use one only */
    mlcc_rt_set_num_threads(2);
    int apart = 0;
    for (int n = 0; n < 41; n++) {
        if (n > 0) { /* back to where the owner runs */
            run_on(worker, only(here));
            run_on(worker, both);
        }
        begun = 0;
        mlcc_rt_parallel(second_says_where, NULL, 2);
        apart += n > 0 && worker_cpu != here;
    }
    stop = 1;
    require(pthread_join(thread, NULL) == 0);
    unsetenv("MLCC_SPIN_US");
    run_on(worker, before);
    run_on(0, before);
    require(apart >= 30); /* of 40; without the move it is none */
}
#endif

/* A child has none of its parent's workers, and makes its own. */
static void forked(void) {
    mlcc_rt_set_num_threads(3);
    check_loop(100, 5);
    for (int n = 0; n < 5; n++) {
        const pid_t child = fork();
        if (child == 0) {
            alarm(20);
            check_loop(100, 5);
            idle_threads_help(2);
            mlcc_rt_shutdown();
            check_loop(100, 5);
            _exit(0);
        }
        int status = 1;
        require(waitpid(child, &status, 0) == child && status == 0);
    }
}

int main(int argc, char **argv) {
    alarm(100); /* a wake that was missed is a program that never ends */
    every_iteration_once();
    idle_threads_help(20);
    the_owner_waits();
    nested_loops();
    several_callers();
    sleeping_workers();
    start_and_stop();
    number_from_the_environment();
#ifdef __linux__
    a_worker_leaves_its_owner();
#endif
    if (argc < 2 || strcmp(argv[1], "no-fork") != 0) {
        forked();
    }
    mlcc_rt_shutdown();
    puts("done");
    return 0;
}
