/* Time between marks, added up per slot: only in libraries built with a profile. */
#include "platform.h"
#include "runtime.h"

/* Defined with the module. */
extern _Atomic int64_t mlcc_rt_profile_ns[];
extern const int32_t mlcc_rt_profile_count;

/* Adds the time since the last mark to a slot. A negative slot only begins: it is where a call starts. `since` is the
 * caller's own, so that concurrent calls do not disturb each other. */
__attribute__((noinline)) int32_t mlcc_rt_profile_mark(int64_t *since, int32_t index) {
    const int64_t now = mlcc_rt_now(0);
    if (index >= 0) {
        atomic_fetch_add_explicit(&mlcc_rt_profile_ns[index], now - *since, memory_order_relaxed);
        mlcc_rt_event(index, *since, now);
    }
    *since = now;
    return 0;
}

/* Copies the first `count` sums to `ns` and resets them; returns how many slots there are. */
int32_t mlcc_rt_profile_read(int64_t *ns, int32_t count) {
    for (int32_t i = 0; i < count && i < mlcc_rt_profile_count; i++) {
        ns[i] = atomic_exchange_explicit(&mlcc_rt_profile_ns[i], 0, memory_order_relaxed);
    }
    return mlcc_rt_profile_count;
}
