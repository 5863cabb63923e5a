/* The only functions that an artefact takes from outside: libc and pthread (kernels add libm).
 *
 * They are declared here, not included: the same source must serve every system with pointers of one width, so only
 * types of which each system has the same form may appear. Opaque types (pthread_attr_t, sigset_t, cpu_set_t) are
 * memory of at least the size that the largest system needs; `pthread_t` fits in a pointer everywhere.
 */
#ifndef MLCC_LIBC_H
#define MLCC_LIBC_H

#include <stddef.h>
#include <stdint.h>

int snprintf(char *to, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));
int strcmp(const char *a, const char *b);
char *getenv(const char *name);
long strtol(const char *text, char **end, int base);

void *malloc(size_t bytes);
void free(void *block);
int posix_memalign(void **block, size_t alignment, size_t bytes);

int32_t getpid(void);
int sched_yield(void);

typedef struct {
    _Alignas(16) char bytes[256];
} thread_attributes; /* pthread_attr_t: 56 bytes on x86-64 Linux, 64 on Darwin */

typedef struct {
    _Alignas(16) char bytes[128];
} signal_set; /* sigset_t: 128 bytes on Linux, at most 16 elsewhere */

int sigfillset(signal_set *set);
int sigdelset(signal_set *set, int signal);
int pthread_sigmask(int how, const signal_set *set, signal_set *previous);

int pthread_attr_init(thread_attributes *attributes);
int pthread_attr_setstacksize(thread_attributes *attributes, size_t bytes);
int pthread_attr_destroy(thread_attributes *attributes);
int pthread_create(void **thread, const thread_attributes *attributes, void *(*run)(void *), void *argument);
int pthread_join(void *thread, void **result);

/* pthread_key_t is an `unsigned int` on Linux and the BSDs and an `unsigned long` on Darwin. As an argument both are
 * a register (or one word of the stack); in memory they differ, see mlcc_rt_long_keys. */
int pthread_key_create(void *key, void (*destroy)(void *));
int pthread_key_delete(uintptr_t key);
void *pthread_getspecific(uintptr_t key);
int pthread_setspecific(uintptr_t key, const void *value);

#endif
