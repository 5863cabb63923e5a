/* Windows: what linux.c has, and the functions of POSIX that the runtime calls, by the system's own.
 *
 * native_text.py gives the texts for Windows these names for theirs: `pthread_create` there is
 * `mlcc_rt_windows_pthread_create` here. Windows calls functions of threads and of keys as C does on 64-bit machines.
 */
#include "libc.h"
#include "platform.h"

int WaitOnAddress(volatile void *address, const void *compared, size_t bytes, uint32_t milliseconds);
void WakeByAddressSingle(void *address);
void *GetCurrentProcess(void);
uint32_t GetCurrentProcessId(void);
int GetProcessAffinityMask(void *process, uintptr_t *own, uintptr_t *all);
int SwitchToThread(void);
void *CreateThread(void *security, size_t stack, void *(*run)(void *), void *argument, uint32_t flags, uint32_t *id);
uint32_t WaitForSingleObject(void *handle, uint32_t milliseconds);
int CloseHandle(void *handle);
int GetModuleHandleExA(uint32_t flags, const char *address, void **module);
uint32_t FlsAlloc(void (*destroy)(void *));
int FlsFree(uint32_t index);
void *FlsGetValue(uint32_t index);
int FlsSetValue(uint32_t index, void *value);
int QueryPerformanceCounter(int64_t *count);
int QueryPerformanceFrequency(int64_t *frequency);
void *_aligned_malloc(size_t bytes, size_t alignment);
void _aligned_free(void *block);
int64_t _strtoi64(const char *text, char **end, int base);

enum {
    FOREVER = 0xffffffff,
    STACK_IS_A_RESERVATION = 0x10000,
    FROM_ADDRESS_AND_PINNED = 4 | 1,
    NO_KEY = 0xffffffff,
};

/* ---- platform.h ---- */

__attribute__((noinline)) void mlcc_rt_wait(_Atomic int32_t *word, int32_t value) {
    WaitOnAddress((volatile void *)word, &value, sizeof value, (uint32_t)FOREVER);
}

__attribute__((noinline)) void mlcc_rt_wake(_Atomic int32_t *word) { WakeByAddressSingle((void *)word); }

__attribute__((noinline, cold)) int32_t mlcc_rt_cpus(void) {
    uintptr_t own = 0, all = 0;
    int32_t count = 0;
    if (GetProcessAffinityMask(GetCurrentProcess(), &own, &all)) {
        for (; own != 0; own &= own - 1) {
            count++;
        }
    }
    return count < 1 ? 1 : count;
}

int32_t mlcc_rt_cpu(void) { return -1; }

void mlcc_rt_leave(int32_t cpu) { (void)cpu; }

/* ---- memory, which one function must free whatever it is aligned to ---- */

void *mlcc_rt_windows_malloc(size_t bytes) { return _aligned_malloc(bytes, 16); }

void mlcc_rt_windows_free(void *block) { _aligned_free(block); }

int mlcc_rt_windows_posix_memalign(void **block, size_t alignment, size_t bytes) {
    *block = _aligned_malloc(bytes, alignment);
    return *block == NULL;
}

/* ---- processes and time ---- */

int32_t mlcc_rt_windows_getpid(void) { return (int32_t)GetCurrentProcessId(); }

int mlcc_rt_windows_sched_yield(void) { return SwitchToThread() ? 0 : 0; }

/* `long` has 32 bits here, and the callers' 64. */
int64_t mlcc_rt_windows_strtol(const char *text, char **end, int base) { return _strtoi64(text, end, base); }

void *mlcc_rt_windows_dlsym(void *library, const char *name) {
    (void)library;
    (void)name;
    return NULL;
}

int mlcc_rt_windows_clock_gettime(int clock, int64_t *time) {
    int64_t count = 0, frequency = 1;
    (void)clock;
    QueryPerformanceCounter(&count);
    QueryPerformanceFrequency(&frequency);
    time[0] = count / frequency;
    time[1] = count % frequency * 1000000000 / frequency;
    return 0;
}

/* ---- threads; signals are none of theirs ---- */

int mlcc_rt_windows_pthread_attr_init(size_t *stack) {
    *stack = 0;
    return 0;
}

int mlcc_rt_windows_pthread_attr_setstacksize(size_t *stack, size_t bytes) {
    *stack = bytes;
    return 0;
}

int mlcc_rt_windows_pthread_attr_destroy(size_t *stack) {
    (void)stack;
    return 0;
}

int mlcc_rt_windows_pthread_create(void **thread, const size_t *stack, void *(*run)(void *), void *argument) {
    void *module;
    /* Never unloaded: the threads run code of the library until the process exits. */
    GetModuleHandleExA(FROM_ADDRESS_AND_PINNED, (const char *)(uintptr_t)run, &module);
    *thread = CreateThread(NULL, *stack, run, argument, STACK_IS_A_RESERVATION, NULL);
    return *thread == NULL;
}

int mlcc_rt_windows_pthread_join(void *thread, void **result) {
    (void)result;
    WaitForSingleObject(thread, (uint32_t)FOREVER);
    return CloseHandle(thread) == 0;
}

int mlcc_rt_windows_sigfillset(void *set) {
    (void)set;
    return 0;
}

int mlcc_rt_windows_sigdelset(void *set, int signal) {
    (void)set;
    (void)signal;
    return 0;
}

int mlcc_rt_windows_pthread_sigmask(int how, const void *set, void *previous) {
    (void)how;
    (void)set;
    (void)previous;
    return 0;
}

/* ---- values of threads ---- */

int mlcc_rt_windows_pthread_key_create(uint32_t *key, void (*destroy)(void *)) {
    *key = FlsAlloc(destroy);
    return *key == (uint32_t)NO_KEY;
}

int mlcc_rt_windows_pthread_key_delete(uintptr_t key) { return FlsFree((uint32_t)key) == 0; }

void *mlcc_rt_windows_pthread_getspecific(uintptr_t key) { return FlsGetValue((uint32_t)key); }

int mlcc_rt_windows_pthread_setspecific(uintptr_t key, const void *value) {
    return FlsSetValue((uint32_t)key, (void *)(uintptr_t)value) == 0;
}
