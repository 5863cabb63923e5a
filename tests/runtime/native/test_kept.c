/* Values that are kept between calls: found for their sizes alone, and never half of them. */
#include "test.h"

#include "runtime.h"

extern const int64_t mlcc_rt_kept_bytes;

enum { HEAD = 128, ROUNDS = 20000, VALUES = 96 };

static void keeps_by_sizes(void) {
    const int64_t sizes[] = {3, 5}, others[] = {3, 6};
    char got[4] = "";
    require(mlcc_rt_kept_find(0, 0, sizes, 2) == 0);
    require(mlcc_rt_kept_begin(0, sizes, 2, 4) == 1);
    /* The area belongs to one call at a time. */
    require(mlcc_rt_kept_find(0, 0, sizes, 2) == 0);
    require(mlcc_rt_kept_begin(0, sizes, 2, 4) == 0);
    mlcc_rt_kept_write(0, 0, "abc", 4);
    mlcc_rt_kept_end(0, 0);
    require(mlcc_rt_kept_find(0, 0, sizes, 2) == 1);
    mlcc_rt_kept_read(0, 0, got, 4);
    mlcc_rt_kept_end(0, 0);
    require(strcmp(got, "abc") == 0);
    require(mlcc_rt_kept_find(0, 1, sizes, 2) == 0);  /* another part */
    require(mlcc_rt_kept_find(0, 0, others, 2) == 0); /* other sizes */
    require(mlcc_rt_kept_find(1, 0, sizes, 2) == 0);  /* another function */
    require(mlcc_rt_kept_begin(0, sizes, 2, 8) == 1);
    mlcc_rt_kept_write(0, 4, "def", 4);
    mlcc_rt_kept_end(0, 63);
    require(mlcc_rt_kept_find(0, 63, sizes, 2) == 1);
    mlcc_rt_kept_end(0, 63);
    /* Other sizes take the place of all parts. */
    require(mlcc_rt_kept_begin(0, others, 2, 4) == 1);
    mlcc_rt_kept_end(0, 0);
    require(mlcc_rt_kept_find(0, 63, others, 2) == 0);
    require(mlcc_rt_kept_find(0, 0, sizes, 2) == 0);
}

static void refuses_what_has_no_room(void) {
    int64_t sizes[16] = {1};
    require(mlcc_rt_kept_begin(0, sizes, 15, 4) == 0);
    require(mlcc_rt_kept_begin(0, sizes, 1, mlcc_rt_kept_bytes - HEAD + 1) == 0);
    require(mlcc_rt_kept_begin(0, sizes, 1, INT64_MAX) == 0);
    require(mlcc_rt_kept_begin(0, sizes, 1, -1) == 0);
    require(mlcc_rt_kept_begin(0, sizes, 14, mlcc_rt_kept_bytes - HEAD) == 1);
    mlcc_rt_kept_end(0, 0);
}

static void *calls(void *number) {
    const int64_t own = (long)number;
    for (int64_t round = 0; round < ROUNDS; round++) {
        const int64_t sizes[] = {(own + round / 8) % 3};
        int64_t values[VALUES];
        if (mlcc_rt_kept_find(1, 2, sizes, 1)) {
            mlcc_rt_kept_read(1, 0, (char *)values, sizeof values);
            mlcc_rt_kept_end(1, 2);
            for (int i = 0; i < VALUES; i++) {
                require(values[i] == sizes[0] + 1);
            }
        } else {
            for (int i = 0; i < VALUES; i++) {
                values[i] = sizes[0] + 1;
            }
            if (mlcc_rt_kept_begin(1, sizes, 1, sizeof values)) {
                mlcc_rt_kept_write(1, 0, (const char *)values, sizeof values);
                mlcc_rt_kept_end(1, 2);
            }
        }
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
