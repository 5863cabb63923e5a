/* The tile registers of AMX: Linux grants them to a process that asks, and to all threads that it starts. */
#include "libc.h"
#include "runtime.h"

long syscall(long number, ...);

enum {
    SYS_ARCH_PRCTL = 158, /* of x86-64, the only architecture with such registers */
    ARCH_REQ_XCOMP_PERM = 0x1023,
    XFEATURE_XTILEDATA = 18,
    ASKED = 1,
    GRANTED = 2,
};

static _Atomic int32_t state;

/* Asks again and again do no harm: threads that begin together may both ask. */
int32_t mlcc_rt_tiles(void) {
    int32_t known = atomic_load_explicit(&state, memory_order_relaxed);
    if (known == 0) {
        known = syscall(SYS_ARCH_PRCTL, (long)ARCH_REQ_XCOMP_PERM, (long)XFEATURE_XTILEDATA) == 0
                    ? ASKED | GRANTED
                    : ASKED;
        atomic_store_explicit(&state, known, memory_order_relaxed);
    }
    return known & GRANTED;
}
