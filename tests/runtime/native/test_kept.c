/* Values that are kept between calls: found for their sizes alone, never half of them, and whole while calls read. */
#include "test.h"

#include "runtime.h"

extern const int64_t mlcc_rt_kept_bytes;

enum { HEAD = 128, ROUNDS = 20000, VALUES = 96 };

static void fill(int32_t part, int64_t at, const char *text) {
    require(mlcc_rt_kept_begin(0, 1, part, at + 4) == 1);
    mlcc_rt_kept_write(0, at, text, 4);
    mlcc_rt_kept_end(0, part);
}

static void keeps_by_sizes(void) {
    const int64_t sizes[] = {3, 5}, others[] = {3, 6};
    char got[4] = "", own = 0;
    require(mlcc_rt_kept_enter(0, sizes, 2) == 1);
    require(mlcc_rt_kept_find(0, 1, 0) == 0);
    require(mlcc_rt_kept_begin(0, 1, 0, 4) == 1);
    /* One call writes at a time, and a part is there when it is complete. */
    require(mlcc_rt_kept_begin(0, 1, 0, 4) == 0);
    mlcc_rt_kept_write(0, 0, "abc", 4);
    require(mlcc_rt_kept_find(0, 1, 0) == 0);
    mlcc_rt_kept_end(0, 0);
    require(mlcc_rt_kept_find(0, 1, 0) == 1);
    mlcc_rt_kept_read(0, 0, got, 4);
    require(strcmp(got, "abc") == 0);
    require(strcmp(mlcc_rt_kept_at(0, 1, 1, &own), "bc") == 0);
    require(mlcc_rt_kept_at(0, 0, 1, &own) == &own);
    /* What others may read is not written again. */
    require(mlcc_rt_kept_begin(0, 1, 0, 4) == 0);
    fill(63, 4, "def");
    require(mlcc_rt_kept_find(0, 1, 63) == 1);
    require(mlcc_rt_kept_find(0, 1, 62) == 0);
    /* Calls of the same sizes read at the same time; one of other sizes has nothing until they have left. */
    require(mlcc_rt_kept_enter(0, sizes, 2) == 1);
    mlcc_rt_kept_leave(0, 1);
    require(mlcc_rt_kept_enter(0, others, 2) == 0);
    require(mlcc_rt_kept_find(0, 0, 0) == 0);
    require(mlcc_rt_kept_begin(0, 0, 1, 4) == 0);
    mlcc_rt_kept_leave(0, 0);
    require(mlcc_rt_kept_enter(1, others, 2) == 1); /* another function */
    mlcc_rt_kept_leave(1, 1);
    mlcc_rt_kept_leave(0, 1);
    /* Other sizes take the place of all parts. */
    require(mlcc_rt_kept_enter(0, others, 2) == 1);
    require(mlcc_rt_kept_find(0, 1, 63) == 0);
    fill(0, 0, "ghi");
    mlcc_rt_kept_leave(0, 1);
    require(mlcc_rt_kept_enter(0, sizes, 2) == 1);
    require(mlcc_rt_kept_find(0, 1, 0) == 0);
    mlcc_rt_kept_leave(0, 1);
}

static void refuses_what_has_no_room(void) {
    int64_t sizes[16] = {1};
    require(mlcc_rt_kept_enter(0, sizes, 15) == 0);
    require(mlcc_rt_kept_enter(0, sizes, 14) == 1);
    require(mlcc_rt_kept_begin(0, 1, 0, mlcc_rt_kept_bytes - HEAD + 1) == 0);
    require(mlcc_rt_kept_begin(0, 1, 0, INT64_MAX) == 0);
    require(mlcc_rt_kept_begin(0, 1, 0, -1) == 0);
    require(mlcc_rt_kept_begin(0, 1, 0, mlcc_rt_kept_bytes - HEAD) == 1);
    mlcc_rt_kept_end(0, 0);
    mlcc_rt_kept_leave(0, 1);
}

static void *calls(void *number) {
    const int64_t own = (long)number;
    for (int64_t round = 0; round < ROUNDS; round++) {
        const int64_t sizes[] = {(own + round / 8) % 3};
        int64_t computed[VALUES];
        const int32_t entered = mlcc_rt_kept_enter(1, sizes, 1);
        const int32_t found = mlcc_rt_kept_find(1, entered, 2);
        if (!found) {
            for (int i = 0; i < VALUES; i++) {
                computed[i] = sizes[0] + 1;
            }
            if (mlcc_rt_kept_begin(1, entered, 2, sizeof computed)) {
                mlcc_rt_kept_write(1, 0, (const char *)computed, sizeof computed);
                mlcc_rt_kept_end(1, 2);
            }
        }
        const int64_t *values = (const int64_t *)mlcc_rt_kept_at(1, found, 0, (char *)computed);
        for (int i = 0; i < VALUES; i++) {
            require(values[i] == sizes[0] + 1);
        }
        mlcc_rt_kept_leave(1, entered);
    }
    return NULL;
}

int main(void) {
    keeps_by_sizes();
    refuses_what_has_no_room();
    in_threads(4, calls);
    puts("done");
    return 0;
}
