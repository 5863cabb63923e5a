/* Linux: waiting in the kernel by futex, and the processors of the affinity mask. */
#include "libc.h"
#include "platform.h"

long syscall(long number, ...);
int sched_getaffinity(int32_t process, size_t bytes, unsigned long *mask);
int sched_setaffinity(int32_t process, size_t bytes, const unsigned long *mask);
int sched_getcpu(void);

enum {
    FUTEX_WAIT_PRIVATE = 128,
    FUTEX_WAKE_PRIVATE = 129,
    MASK_BYTES = 1024, /* 8192 processors, the most that Linux can be configured for */
    WORD_BITS = 8 * sizeof(long),
    MASK_WORDS = MASK_BYTES / sizeof(long),
};

__attribute__((noinline)) void mlcc_rt_wait(_Atomic int32_t *word, int32_t value) {
    syscall(mlcc_rt_sys_futex, word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0);
}

__attribute__((noinline)) void mlcc_rt_wake(_Atomic int32_t *word) {
    syscall(mlcc_rt_sys_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

__attribute__((noinline, cold)) int32_t mlcc_rt_cpus(void) {
    unsigned long mask[MASK_WORDS] = {0};
    sched_getaffinity(0, MASK_BYTES, mask);
    int32_t count = 0;
    for (int32_t i = 0; i < MASK_WORDS; i++) {
        count += __builtin_popcountl(mask[i]);
    }
    return count > 0 ? count : 1;
}

int32_t mlcc_rt_cpu(void) { return sched_getcpu(); }

/* Setting a mask without `cpu` makes the kernel migrate the thread at once; then the mask is restored. */
__attribute__((noinline, cold)) void mlcc_rt_leave(int32_t cpu) {
    unsigned long mask[MASK_WORDS] = {0};
    if (cpu < 0 || cpu >= 8 * MASK_BYTES || mlcc_rt_cpus() < 2) {
        return;
    }
    sched_getaffinity(0, MASK_BYTES, mask);
    const unsigned long kept = mask[cpu / WORD_BITS];
    mask[cpu / WORD_BITS] = kept & ~(1UL << (cpu % WORD_BITS));
    sched_setaffinity(0, MASK_BYTES, mask);
    mask[cpu / WORD_BITS] = kept;
    sched_setaffinity(0, MASK_BYTES, mask);
}
