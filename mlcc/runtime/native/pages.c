/* Large pages for weights, where Linux reads them from the library's file.
 *
 * A file that is read as it is touched comes to lie in small pages all over the memory, and each of them costs a walk
 * of the page tables: products that read every weight once take 10 to 15 percent longer (Xeon, 4 KiB pages). Asked
 * before the first touch, the kernel reads the file in pieces of a large page. What is in memory already stays as it
 * lies, and a kernel without large pages refuses, which changes nothing.
 */
#include "runtime.h"

int madvise(void *begin, size_t bytes, int advice);

enum {
    MADV_HUGEPAGE = 14,
    ALIGNMENT = 1 << 16, /* a multiple of every usual size of pages, as the call asks for */
};

static _Atomic int32_t asked;

static __attribute__((noinline, cold)) void ask(char *weights, int64_t bytes) {
    const size_t skipped = -(uintptr_t)weights % ALIGNMENT;
    atomic_store_explicit(&asked, 1, memory_order_relaxed);
    if ((uint64_t)bytes > skipped) {
        madvise(weights + skipped, (size_t)bytes - skipped, MADV_HUGEPAGE);
    }
}

/* Threads that begin together may both ask, which does no harm. */
void mlcc_rt_large_pages(char *weights, int64_t bytes) {
    if (atomic_load_explicit(&asked, memory_order_relaxed) == 0) {
        ask(weights, bytes);
    }
}
