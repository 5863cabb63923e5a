/* The runtime without threads: every call has memory of its own, aligned, and one message is kept. */
#include "runtime.h"

#include "test.h"

const char *mlcc_kernel_message(int32_t number) { return number == 107 ? "the seventh went wrong" : 0; }

int main(void) {
    for (int64_t bytes = 0; bytes < 3000; bytes += 37) {
        char *const one = mlcc_rt_take(bytes), *const other = mlcc_rt_take(bytes);
        require(one != NULL && other != NULL && one != other);
        require(((uintptr_t)one & 63) == 0 && ((uintptr_t)other & 63) == 0);
        memset(one, 1, (size_t)bytes);
        memset(other, 2, (size_t)bytes);
        require(bytes == 0 || (one[bytes - 1] == 1 && other[0] == 2));
        mlcc_rt_give(one);
        mlcc_rt_give(other);
    }
    require(mlcc_rt_take(-1) == NULL && mlcc_rt_take(INT64_MAX) == NULL);
    require(mlcc_rt_no_memory("f", 7) == ERROR_MEMORY);
    require(strcmp(mlcc_rt_message(), "f: out of memory: no workspace of 7 bytes") == 0);
    require(mlcc_rt_kernel_result("f", 107) == ERROR_KERNEL);
    require(strcmp(mlcc_rt_message(), "f: the seventh went wrong") == 0);
    puts("done");
    return 0;
}
