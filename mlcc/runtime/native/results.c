/* What entries return besides the results of checks: errors of kernels and of working memory. */
#include "libc.h"
#include "runtime.h"

__attribute__((noinline, cold)) const char *mlcc_rt_nth(const char *list, int64_t k) {
    for (; k > 0; list++) {
        k -= *list == 0;
    }
    return list;
}

__attribute__((noinline, cold)) int32_t mlcc_rt_kernel_result(const char *function, int32_t number) {
    if (number == ERROR_ROOM) {
        SAY("%s: an output has less room than the run needs: the last outputs say the sizes", function);
    }
    if (number >= 0 && number < KERNEL_CODES) {
        return number;
    }
    const char *const text = mlcc_kernel_message(number);
    if (text == NULL) {
        SAY("%s: a kernel reported error %d", function, number);
    } else {
        SAY("%s: %s", function, text);
    }
    return ERROR_KERNEL;
}

__attribute__((noinline, cold)) int32_t mlcc_rt_no_memory(const char *function, int64_t bytes) {
    SAY("%s: out of memory: no workspace of %lld bytes", function, (long long)bytes);
    return ERROR_MEMORY;
}

int32_t mlcc_rt_check_workspace(const char *function, const void *given, size_t bytes, int64_t needed) {
    if ((uint64_t)bytes < (uint64_t)needed) {
        SAY("%s: expected a workspace of %lld bytes, given %lld", function, (long long)needed, (long long)bytes);
        return ERROR_WORKSPACE;
    }
    if (needed != 0 && (given == NULL || ((uintptr_t)given & 63) != 0)) {
        SAY("%s: the workspace at %p is NULL or not aligned to 64 bytes", function, given);
        return ERROR_WORKSPACE;
    }
    return 0;
}
