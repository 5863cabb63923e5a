/* Values that follow from the sizes of a call alone, kept for the next call of the same sizes.
 *
 * Positions, masks and tables that a model computes from the shapes of its inputs are the same in each call of these
 * shapes. A function has an area for them: the sizes for which it was filled, and up to 64 parts, each with some
 * values. A part is copied to the working memory of a call, or from it, while the call has the area for itself. That
 * takes no longer than the copy, and a call that comes meanwhile does not wait: it computes the values.
 */
#include "libc.h"
#include "runtime.h"

/* Defined with the module: an area for each function. */
extern _Alignas(64) char mlcc_rt_kept[];
extern const int64_t mlcc_rt_kept_bytes;

enum { SIZES = 14 };

/* The first 128 bytes of an area; values follow. */
struct area {
    _Atomic int32_t busy;
    int32_t reserved;
    uint64_t filled; /* a bit per part */
    int64_t sizes[SIZES];
    char values[];
};

static struct area *area_of(int32_t function) {
    return (struct area *)(mlcc_rt_kept + function * mlcc_rt_kept_bytes);
}

static int32_t take(struct area *area) {
    return atomic_exchange_explicit(&area->busy, 1, memory_order_acquire) == 0;
}

static void leave(struct area *area) { atomic_store_explicit(&area->busy, 0, memory_order_release); }

static int32_t is_of(const struct area *area, const int64_t *sizes, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        if (area->sizes[i] != sizes[i]) {
            return 0;
        }
    }
    return 1;
}

/* Whether a part is kept for these sizes. Then the area is the caller's until mlcc_rt_kept_end. */
int32_t mlcc_rt_kept_find(int32_t function, int32_t part, const int64_t *sizes, int32_t count) {
    struct area *const area = area_of(function);
    if (!take(area)) {
        return 0;
    }
    if ((area->filled >> part & 1) != 0 && is_of(area, sizes, count)) {
        return 1;
    }
    leave(area);
    return 0;
}

/* Whether a part, which ends before byte `end` of the values, can be kept. Then the area is the caller's as above. */
int32_t mlcc_rt_kept_begin(int32_t function, const int64_t *sizes, int32_t count, int64_t end) {
    struct area *const area = area_of(function);
    if (count > SIZES || end < 0 || end > mlcc_rt_kept_bytes - (int64_t)sizeof *area || !take(area)) {
        return 0;
    }
    if (!is_of(area, sizes, count)) {
        for (int32_t i = 0; i < count; i++) {
            area->sizes[i] = sizes[i];
        }
        area->filled = 0;
    }
    return 1;
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

int32_t mlcc_rt_kept_end(int32_t function, int32_t part) {
    struct area *const area = area_of(function);
    area->filled |= (uint64_t)1 << part;
    leave(area);
    return 0;
}
