/* What the runtime must know of the system that an artefact is for.
 *
 * The generated LLVM text is the same for all systems with pointers of one width. These constants and
 * `mlcc_rt_pause` are defined for each platform by mlcc/runtime/native_text.py, from the tables in
 * mlcc/runtime/platform.py; the tests compare the tables with the headers of the systems.
 */
#ifndef MLCC_PLATFORM_H
#define MLCC_PLATFORM_H

#include <stdatomic.h>
#include <stdint.h>

extern const long mlcc_rt_sys_futex;           /* the number of the system call */
extern const int32_t mlcc_rt_sigbus;           /* SIGBUS */
extern const int32_t mlcc_rt_sig_setmask;      /* SIG_SETMASK */
extern const int32_t mlcc_rt_sc_nprocessors;   /* _SC_NPROCESSORS_ONLN */
extern const int32_t mlcc_rt_clock_monotonic;  /* CLOCK_MONOTONIC */
extern const int32_t mlcc_rt_long_keys;        /* whether pthread_key_t is an unsigned long */

/* The processor's hint "this is a spin loop"; nothing where it has none. */
void mlcc_rt_pause(void);

/* ---- linux.c, or posix.c where there is no futex ---- */

/* Blocks while *word == value; may return for no reason. */
void mlcc_rt_wait(_Atomic int32_t *word, int32_t value);

/* Wakes one thread that waits on the word. */
void mlcc_rt_wake(_Atomic int32_t *word);

/* How many processors this process may run on; at least 1. */
int32_t mlcc_rt_cpus(void);

/* The processor on which the calling thread runs; negative where that cannot be determined. */
int32_t mlcc_rt_cpu(void);

/* Moves the calling thread off `cpu`, to another processor of its affinity mask, if it has one. */
void mlcc_rt_leave(int32_t cpu);

/* ---- clock.c ---- */

/* A clock that never goes back, in units of 1 / MLCC_CLOCK_PER_US microseconds. `turn` counts the caller's looks at
 * the clock, which is all the time there is on 32-bit systems. */
int64_t mlcc_rt_now(int64_t turn);

#if UINTPTR_MAX > 0xffffffff
#define MLCC_CLOCK_PER_US 1000 /* nanoseconds */
#else
#define MLCC_CLOCK_PER_US 20 /* turns of a spin loop, about 50 ns each */
#endif

#endif
