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

_Alignas(64) char mlcc_rt_kept[2 * 4096];
const int64_t mlcc_rt_kept_bytes = 4096;

const char *mlcc_kernel_message(int32_t number) { return number == 107 ? "the seventh went wrong" : 0; }

const char mlcc_rt_extern_names[] = "first\0second";
const int64_t mlcc_rt_extern_count = 2;
void *mlcc_rt_providers[2];

int64_t mlcc_rt_profile_ns[4];
const int32_t mlcc_rt_profile_count = 4;

/* Three forms, which need a bit of the first word, one of the third too, and AMX too. */
const int32_t mlcc_rt_form_count = 3;
const uint32_t mlcc_rt_form_needs[] = {1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 32, 0, 0, 0, 0, 6, 1, 0, 32, 0, 0, 0, 0, 0x60006};
const char mlcc_rt_form_names[] = "old\0new\0tiles";
const char mlcc_rt_form_list[] = "old, new, tiles";

/* A processor that says what a test wants: the words of cpuid.c, and the last leaves that it has. */
uint32_t host_words[8], host_last = 7, host_last_of_7 = 1;

void mlcc_rt_cpuid(uint32_t leaf, uint32_t subleaf, uint32_t *registers) {
    registers[0] = registers[1] = registers[2] = registers[3] = 0;
    switch (leaf) {
    case 0: registers[0] = host_last; break;
    case 1: registers[2] = host_words[0], registers[3] = host_words[1]; break;
    case 7:
        if (subleaf == 1) {
            registers[0] = host_words[5];
        } else {
            registers[0] = host_last_of_7;
            registers[1] = host_words[2], registers[2] = host_words[3], registers[3] = host_words[4];
        }
        break;
    case 0x80000000: registers[0] = 0x80000001; break;
    case 0x80000001: registers[2] = host_words[6]; break;
    }
}

uint32_t mlcc_rt_xcr0(void) { return host_words[7]; }
