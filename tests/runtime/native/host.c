/* What an artefact's module defines besides the runtime's C files, for the machine that compiles these tests. */
#include <signal.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>

#include "test.h"

#include "platform.h"

const int32_t mlcc_rt_sigbus = SIGBUS;
const int32_t mlcc_rt_sig_setmask = SIG_SETMASK;
const int32_t mlcc_rt_sc_nprocessors = _SC_NPROCESSORS_ONLN;
const int32_t mlcc_rt_clock_monotonic = CLOCK_MONOTONIC;

#ifdef __APPLE__
const int32_t mlcc_rt_long_keys = 1;
#else
const int32_t mlcc_rt_long_keys = 0;
#endif

#ifdef __linux__
#include <sys/syscall.h>
const long mlcc_rt_sys_futex = SYS_futex;
#else
const long mlcc_rt_sys_futex = 0;
#endif

void mlcc_rt_pause(void) {
#if defined __x86_64__ || defined __i386__
    __builtin_ia32_pause();
#endif
}

_Alignas(64) char mlcc_rt_arena[ARENA_BYTES];
const int64_t mlcc_rt_arena_bytes = ARENA_BYTES;

const char *mlcc_kernel_message(int32_t number) { return number == 107 ? "the seventh went wrong" : 0; }

const char mlcc_rt_extern_names[] = "first\0second";
const int64_t mlcc_rt_extern_count = 2;
void *mlcc_rt_providers[2];

int64_t mlcc_rt_profile_ns[4];
const int32_t mlcc_rt_profile_count = 4;
