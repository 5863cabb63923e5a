/* Time for spinning threads and profiles. */
#include "libc.h"
#include "platform.h"

#if UINTPTR_MAX > 0xffffffff

typedef struct {
    int64_t seconds, nanoseconds;
} timespec;

int clock_gettime(int clock, timespec *time);

int64_t mlcc_rt_now(int64_t turn) {
    timespec time;
    (void)turn;
    clock_gettime(mlcc_rt_clock_monotonic, &time);
    return time.seconds * 1000000000 + time.nanoseconds;
}

#else

/* The layout of struct timespec depends on the C library (32- or 64-bit time_t), so time is counted in turns. */
int64_t mlcc_rt_now(int64_t turn) { return turn; }

#endif
