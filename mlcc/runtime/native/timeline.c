/* When each thread ran what: only in libraries built with a profile, and only while a buffer is given.
 *
 * An event has four words: the thread (a number that no other living thread has), the slot of a call or -1 for a chunk
 * of a parallel loop, and when it began and ended. Events of several threads stand in no order.
 */
#include "platform.h"
#include "runtime.h"

typedef struct {
    int64_t thread, slot, begin, end;
} event;

static _Atomic(event *) events;
static _Atomic int64_t room, used;

/* Ends the recording, and begins another in `to` if that is not NULL; how many events stand in the buffer before. No
 * call into the module may be in progress. */
int64_t mlcc_rt_timeline(int64_t *to, int64_t count) {
    const int64_t had = atomic_load_explicit(&used, memory_order_relaxed);
    const int64_t most = atomic_load_explicit(&room, memory_order_relaxed);
    atomic_store_explicit(&used, 0, memory_order_relaxed);
    atomic_store_explicit(&room, to == NULL ? 0 : count, memory_order_relaxed);
    atomic_store_explicit(&events, (event *)(void *)to, memory_order_release);
    return had < most ? had : most;
}

__attribute__((noinline)) void mlcc_rt_event(int64_t slot, int64_t begin, int64_t end) {
    event *const first = atomic_load_explicit(&events, memory_order_acquire);
    if (first == NULL) {
        return;
    }
    const int64_t at = atomic_fetch_add_explicit(&used, 1, memory_order_relaxed);
    if (at < atomic_load_explicit(&room, memory_order_relaxed)) {
        first[at].thread = (int64_t)(intptr_t)mlcc_rt_message();
        first[at].slot = slot;
        first[at].begin = begin;
        first[at].end = end;
    }
}

/* A loop, and what runs a chunk of it. */
struct timed {
    void (*run)(void *context, int64_t begin, int64_t end);
    void *context;
};

static void run_timed(void *context, int64_t begin, int64_t end) {
    const struct timed *const loop = context;
    const int64_t start = mlcc_rt_now(0);
    loop->run(loop->context, begin, end);
    mlcc_rt_event(-1, start, mlcc_rt_now(0));
}

/* mlcc_rt_parallel, whose chunks are events while something records. */
void mlcc_rt_timed_parallel(void (*run)(void *context, int64_t begin, int64_t end), void *context, int64_t extent) {
    struct timed loop = {run, context};
    if (atomic_load_explicit(&events, memory_order_relaxed) == NULL) {
        mlcc_rt_parallel(run, context, extent);
    } else {
        mlcc_rt_parallel(run_timed, &loop, extent);
    }
}
