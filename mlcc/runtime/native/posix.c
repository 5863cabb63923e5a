/* Systems without futex: a waiting thread looks again every 50 microseconds, and the scheduler places threads. */
#include "libc.h"
#include "platform.h"

int usleep(uint32_t microseconds);
long sysconf(int name);

__attribute__((noinline)) void mlcc_rt_wait(_Atomic int32_t *word, int32_t value) {
    while (atomic_load_explicit(word, memory_order_acquire) == value) {
        usleep(50);
    }
}

void mlcc_rt_wake(_Atomic int32_t *word) { (void)word; }

__attribute__((noinline, cold)) int32_t mlcc_rt_cpus(void) {
    const long online = sysconf(mlcc_rt_sc_nprocessors);
    return online < 1 ? 1 : (int32_t)online;
}

int32_t mlcc_rt_cpu(void) { return -1; }

void mlcc_rt_leave(int32_t cpu) { (void)cpu; }
