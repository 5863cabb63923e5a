/* Error messages: one buffer per thread.
 *
 * The buffer hangs on a pthread key rather than being a thread-local variable: LLVM's JIT loads objects without TLS,
 * and no module registers anything with the loader. It is made at a thread's first message and freed at its end.
 */
#include "libc.h"
#include "platform.h"
#include "runtime.h"

/* IMPOSSIBLE: the process has no more keys, all threads share one buffer. */
enum { ABSENT, IN_PROGRESS, READY, IMPOSSIBLE };

static _Atomic int32_t key_state;

/* pthread_key_create writes an int or a long, which on big-endian machines are not the same bytes. */
static union {
    uint32_t number;
    uintptr_t word;
} key;

static char shared_message[MESSAGE_BYTES];

static uintptr_t key_value(void) { return mlcc_rt_long_keys ? key.word : key.number; }

/* True when the key exists after the call. */
static int32_t key_ready(void) {
    for (;;) {
        int32_t state = atomic_load_explicit(&key_state, memory_order_acquire);
        if (state == IN_PROGRESS) {
            sched_yield();
        } else if (state != ABSENT) {
            return state == READY;
        } else if (atomic_compare_exchange_strong_explicit(&key_state, &state, IN_PROGRESS, memory_order_acq_rel,
                                                           memory_order_acquire)) {
            const int32_t created = pthread_key_create(&key, free) == 0;
            atomic_store_explicit(&key_state, created ? READY : IMPOSSIBLE, memory_order_release);
        }
    }
}

__attribute__((noinline, cold)) char *mlcc_rt_message(void) {
    if (!key_ready()) {
        return shared_message;
    }
    char *message = pthread_getspecific(key_value());
    if (message != NULL) {
        return message;
    }
    message = malloc(MESSAGE_BYTES);
    if (message == NULL) {
        return shared_message;
    }
    message[0] = 0;
    if (pthread_setspecific(key_value(), message) != 0) {
        free(message);
        return shared_message;
    }
    return message;
}

void mlcc_rt_drop_messages(void) {
    if (atomic_load_explicit(&key_state, memory_order_acquire) != READY) {
        return;
    }
    void *const own = pthread_getspecific(key_value());
    pthread_setspecific(key_value(), NULL);
    free(own);
    pthread_key_delete(key_value());
    atomic_store_explicit(&key_state, ABSENT, memory_order_release);
}
