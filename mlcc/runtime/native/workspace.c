/* Working memory of calls.
 *
 * A module has one static arena, of the largest size that was known when it was built; sizes that depend on the shapes
 * come from one buffer that is kept and grows. Both serve one call at a time. A call that comes while another has them
 * gets memory of its own for its duration: concurrent calls never wait and never share, and an ordinary call never
 * allocates.
 */
#include "libc.h"
#include "runtime.h"

/* Defined with the module. */
extern _Alignas(64) char mlcc_rt_arena[];
extern const int64_t mlcc_rt_arena_bytes;

static _Atomic int32_t taken;

/* The buffer that grows. Only the call that has taken the arena may use it; others compare its address. */
static _Atomic(void *) grown;
static size_t grown_bytes;

static __attribute__((noinline, cold)) void *allocate(int64_t bytes) {
    void *block = NULL;
    if (bytes < 0 || bytes > MAX_BYTES) {
        return NULL;
    }
    return posix_memalign(&block, 64, bytes < 64 ? 64 : (size_t)bytes) == 0 ? block : NULL;
}

static __attribute__((noinline, cold)) void *grow(int64_t bytes) {
    void *const old = atomic_load_explicit(&grown, memory_order_relaxed);
    /* Forgotten first: another call may be given the address that is freed here. */
    atomic_store_explicit(&grown, NULL, memory_order_relaxed);
    free(old);
    void *const block = allocate(bytes);
    grown_bytes = block == NULL ? 0 : (size_t)bytes;
    atomic_store_explicit(&grown, block, memory_order_relaxed);
    if (block == NULL) {
        atomic_store_explicit(&taken, 0, memory_order_release);
    }
    return block;
}

void *mlcc_rt_take(int64_t bytes) {
    int32_t nobody = 0;
    if (!atomic_compare_exchange_strong_explicit(&taken, &nobody, 1, memory_order_acquire, memory_order_relaxed)) {
        return allocate(bytes);
    }
    if ((uint64_t)bytes <= (uint64_t)mlcc_rt_arena_bytes) {
        return mlcc_rt_arena;
    }
    if (grown_bytes >= (uint64_t)bytes) {
        return atomic_load_explicit(&grown, memory_order_relaxed);
    }
    return grow(bytes);
}

/* A block that was allocated for one call is neither of the two that are kept. */
void mlcc_rt_give(void *block) {
    if (block == mlcc_rt_arena || block == atomic_load_explicit(&grown, memory_order_relaxed)) {
        atomic_store_explicit(&taken, 0, memory_order_release);
    } else {
        free(block);
    }
}

void mlcc_rt_drop_workspace(void) {
    free(atomic_load_explicit(&grown, memory_order_relaxed));
    atomic_store_explicit(&grown, NULL, memory_order_relaxed);
    grown_bytes = 0;
}
