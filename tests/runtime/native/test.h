/* What the tests of the runtime share. Each `require` that fails ends the program with its place. */
#ifndef TEST_H
#define TEST_H

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ARENA_BYTES 4096

#define require(condition)                                                                    \
    do {                                                                                      \
        if (!(condition)) {                                                                   \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);           \
            _exit(1);                                                                         \
        }                                                                                     \
    } while (0)

/* Runs `run` in `count` threads at once, with the numbers 0 to count - 1. */
static inline void in_threads(int count, void *(*run)(void *)) {
    pthread_t threads[16];
    require(count <= 16);
    for (long i = 0; i < count; i++) {
        require(pthread_create(&threads[i], NULL, run, (void *)i) == 0);
    }
    for (int i = 0; i < count; i++) {
        require(pthread_join(threads[i], NULL) == 0);
    }
}

#endif
