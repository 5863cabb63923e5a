/* Working memory: aligned, as large as asked for, one call's alone; and the sums of a profile. */
#include "test.h"

#include "platform.h"
#include "runtime.h"

extern char mlcc_rt_arena[];
extern int64_t mlcc_rt_profile_ns[];

static void fill_and_check(char *block, int64_t bytes, int value) {
    require(block != NULL && ((uintptr_t)block & 63) == 0);
    memset(block, value, bytes);
    for (int64_t i = 0; i < bytes; i++) {
        require(block[i] == (char)value);
    }
}

static void one_caller(void) {
    void *const small = mlcc_rt_take(ARENA_BYTES);
    require(small == mlcc_rt_arena);
    void *const second = mlcc_rt_take(100); /* while the arena is taken */
    require(second != small);
    fill_and_check(second, 100, 1);
    fill_and_check(small, ARENA_BYTES, 2);
    mlcc_rt_give(second);
    mlcc_rt_give(small);
    require(mlcc_rt_take(0) == mlcc_rt_arena);
    mlcc_rt_give(mlcc_rt_arena);

    void *const large = mlcc_rt_take(10 * ARENA_BYTES);
    fill_and_check(large, 10 * ARENA_BYTES, 3);
    mlcc_rt_give(large);
    void *const again = mlcc_rt_take(5 * ARENA_BYTES); /* it is kept */
    require(again == large);
    mlcc_rt_give(again);
    void *const larger = mlcc_rt_take(20 * ARENA_BYTES); /* and grows */
    fill_and_check(larger, 20 * ARENA_BYTES, 4);
    mlcc_rt_give(larger);
    mlcc_rt_drop_workspace();
    require(mlcc_rt_take(ARENA_BYTES) == mlcc_rt_arena);
    mlcc_rt_give(mlcc_rt_arena);
}

static void sizes_that_cannot_be(void) {
    const int64_t sizes[] = {-1, INT64_MIN, INT64_MAX, MAX_BYTES + 1};
    for (int i = 0; i < 4; i++) {
        require(mlcc_rt_take(sizes[i]) == NULL);
        void *const block = mlcc_rt_take(64); /* a refusal leaves nothing taken */
        require(block == mlcc_rt_arena);
        require(mlcc_rt_take(sizes[i]) == NULL);
        mlcc_rt_give(block);
    }
    require(mlcc_rt_no_memory("f", -1) == ERROR_MEMORY);
    require(strcmp(mlcc_rt_message(), "f: out of memory: no workspace of -1 bytes") == 0);
}

static void given_by_the_caller(void) {
    require(mlcc_rt_check_workspace("f", mlcc_rt_arena, 128, 128) == 0);
    require(mlcc_rt_check_workspace("f", NULL, 0, 0) == 0);
    require(mlcc_rt_check_workspace("f", mlcc_rt_arena, 127, 128) == ERROR_WORKSPACE);
    require(strcmp(mlcc_rt_message(), "f: expected a workspace of 128 bytes, given 127") == 0);
    require(mlcc_rt_check_workspace("f", mlcc_rt_arena + 8, 200, 128) == ERROR_WORKSPACE);
    require(mlcc_rt_check_workspace("f", NULL, 200, 128) == ERROR_WORKSPACE);
    require(mlcc_rt_check_workspace("f", mlcc_rt_arena, SIZE_MAX, -1) == ERROR_WORKSPACE || SIZE_MAX == UINT64_MAX);
}

static void *caller(void *argument) {
    for (int n = 0; n < 300; n++) {
        const int64_t bytes = 64 + (n * 997 + (long)argument * 313) % (3 * ARENA_BYTES);
        char *const block = mlcc_rt_take(bytes);
        fill_and_check(block, bytes, (int)(long)argument);
        mlcc_rt_give(block);
    }
    return NULL;
}

static void *profiled(void *argument) {
    int64_t since = 0;
    (void)argument;
    mlcc_rt_profile_mark(&since, -1);
    const int64_t begin = since;
    for (int n = 0; n < 100; n++) {
        require(mlcc_rt_profile_mark(&since, n % 4) == 0);
    }
    return (void *)(intptr_t)(since - begin);
}

static void profiles(void) {
    int64_t ns[6] = {-1, -1, -1, -1, -1, -1};
    const int64_t spent = (int64_t)(intptr_t)profiled(NULL);
    require(mlcc_rt_profile_read(ns, 6) == 4 && ns[4] == -1);
    require(ns[0] + ns[1] + ns[2] + ns[3] == spent);
    require(mlcc_rt_profile_read(ns, 2) == 4 && ns[0] == 0 && ns[1] == 0);
    in_threads(4, profiled);
    require(mlcc_rt_profile_read(NULL, 0) == 4);
    require(mlcc_rt_profile_read(ns, 4) == 4 && ns[0] >= 0);
}

/* Events of four threads, of which the buffer takes the first. */
static void timelines(void) {
    static int64_t events[4 * 65];
    events[4 * 64] = -7;
    require(mlcc_rt_timeline(events, 64) == 0);
    in_threads(4, profiled);
    require(mlcc_rt_timeline(NULL, 0) == 64 && events[4 * 64] == -7);
    for (int n = 0; n < 64; n++) {
        const int64_t *const event = events + 4 * n;
        require(event[0] != 0 && event[1] >= 0 && event[1] < 4 && event[2] <= event[3]);
    }
    in_threads(4, profiled);
    require(mlcc_rt_timeline(NULL, 0) == 0);
}

int main(void) {
    alarm(100);
    one_caller();
    sizes_that_cannot_be();
    given_by_the_caller();
    in_threads(4, caller);
    mlcc_rt_drop_workspace();
    profiles();
    timelines();
    mlcc_rt_drop_messages();
    puts("done");
    return 0;
}
