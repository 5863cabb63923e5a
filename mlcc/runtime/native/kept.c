/* Values that follow from the sizes of a call alone, kept for the next call of the same sizes.
 *
 * Positions, masks and tables that a model computes from the shapes of its inputs are the same in each call of these
 * shapes. A function has an area for them: the sizes for which it was filled, and up to 64 parts, each with some
 * values, which calls read where they are. Calls of the sizes of the area are counted while they run, and only when
 * there is none may a call take the area for other sizes. A part is filled once, by a copy from the working memory of
 * the call that computed it, before calls are told that it is there. No call waits: one that cannot have the area
 * computes the values.
 */
#include "libc.h"
#include "runtime.h"

/* Defined with the module: an area for each function. */
extern _Alignas(64) char mlcc_rt_kept[];
extern const int64_t mlcc_rt_kept_bytes;

enum { SIZES = 14, ALONE = -1 };

/* The first 128 bytes of an area; values follow. */
struct area {
    _Atomic int32_t calls; /* that read values; ALONE while one takes the area */
    _Atomic int32_t writing;
    _Atomic uint32_t filled[2]; /* a bit per part */
    int64_t sizes[SIZES];
    char values[];
};

static struct area *area_of(int32_t function) {
    return (struct area *)(mlcc_rt_kept + function * mlcc_rt_kept_bytes);
}

static int32_t is_of(const struct area *area, const int64_t *sizes, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        if (area->sizes[i] != sizes[i]) {
            return 0;
        }
    }
    return 1;
}

static int32_t is_filled(struct area *area, int32_t part) {
    return atomic_load_explicit(&area->filled[part / 32], memory_order_acquire) >> part % 32 & 1;
}

/* Whether a call of these sizes has the area: 1 until mlcc_rt_kept_leave, which is given the answer, else 0. */
int32_t mlcc_rt_kept_enter(int32_t function, const int64_t *sizes, int32_t count) {
    struct area *const area = area_of(function);
    int32_t calls = atomic_load_explicit(&area->calls, memory_order_relaxed);
    if (count > SIZES) {
        return 0;
    }
    while (calls != ALONE) {
        if (atomic_compare_exchange_weak_explicit(&area->calls, &calls, calls + 1, memory_order_acquire,
                                                  memory_order_relaxed)) {
            if (is_of(area, sizes, count)) {
                return 1;
            }
            mlcc_rt_kept_leave(function, 1);
            break;
        }
    }
    calls = 0;
    if (!atomic_compare_exchange_strong_explicit(&area->calls, &calls, ALONE, memory_order_acquire,
                                                 memory_order_relaxed)) {
        return 0;
    }
    for (int32_t i = 0; i < count; i++) {
        area->sizes[i] = sizes[i];
    }
    for (int32_t i = 0; i < 2; i++) {
        atomic_store_explicit(&area->filled[i], 0, memory_order_relaxed);
    }
    atomic_store_explicit(&area->calls, 1, memory_order_release);
    return 1;
}

int32_t mlcc_rt_kept_leave(int32_t function, int32_t entered) {
    if (entered != 0) {
        atomic_fetch_sub_explicit(&area_of(function)->calls, 1, memory_order_release);
    }
    return 0;
}

/* Whether the values of a part can be read until the call leaves. */
int32_t mlcc_rt_kept_find(int32_t function, int32_t entered, int32_t part) {
    return entered != 0 && is_filled(area_of(function), part);
}

/* Whether the call may write a part, which ends before byte `end` of the values; then mlcc_rt_kept_end comes next. */
int32_t mlcc_rt_kept_begin(int32_t function, int32_t entered, int32_t part, int64_t end) {
    struct area *const area = area_of(function);
    if (entered == 0 || end < 0 || end > mlcc_rt_kept_bytes - (int64_t)sizeof *area) {
        return 0;
    }
    if (atomic_exchange_explicit(&area->writing, 1, memory_order_acquire) != 0) {
        return 0;
    }
    if (is_filled(area, part)) { /* by another call meanwhile: others read it */
        atomic_store_explicit(&area->writing, 0, memory_order_release);
        return 0;
    }
    return 1;
}

int32_t mlcc_rt_kept_end(int32_t function, int32_t part) {
    struct area *const area = area_of(function);
    atomic_fetch_or_explicit(&area->filled[part / 32], (uint32_t)1 << part % 32, memory_order_release);
    atomic_store_explicit(&area->writing, 0, memory_order_release);
    return 0;
}

/* Where a value is: at byte `from` of the values that are kept, or in the memory of a call that did not find it. */
char *mlcc_rt_kept_at(int32_t function, int32_t found, int64_t from, char *own) {
    return found != 0 ? area_of(function)->values + from : own;
}

/* Copies values to the caller's memory. */
int32_t mlcc_rt_kept_read(int32_t function, int64_t from, char *to, int64_t bytes) {
    __builtin_memcpy(to, area_of(function)->values + from, (size_t)bytes);
    return 0;
}

/* Copies values from the caller's memory. */
int32_t mlcc_rt_kept_write(int32_t function, int64_t to, const char *from, int64_t bytes) {
    __builtin_memcpy(area_of(function)->values + to, from, (size_t)bytes);
    return 0;
}
