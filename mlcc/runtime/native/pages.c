/* Large pages for weights and for the arena, on Linux.
 *
 * Working memory of more pages than the processor keeps translations of costs a walk of the page tables at every other
 * step: the first layer of a detector, with 25 MB, takes a quarter longer. Memory that is zero until it is touched
 * comes in large pages where that is asked for.
 *
 * A file that is read as it is touched comes to lie in small pages all over the memory, and each of them costs a walk
 * of the page tables: products that read every weight once take 10 to 30 percent longer (Xeon, 4 KiB pages). Asked
 * before the first touch, the kernel reads the file in pieces of a large page. What is in memory already stays as it
 * lies, and a kernel without large pages refuses, which changes nothing.
 *
 * With MLCC_WEIGHTS=copy the weights are copied into large pages of the process's own, which then take the place of the
 * file's at the same addresses. Other processes no longer share them.
 */
#include "libc.h"
#include "runtime.h"

void *mmap(void *begin, size_t bytes, int protection, int flags, int file, int64_t offset);
void *mremap(void *old, size_t old_bytes, size_t bytes, int flags, void *begin);
int mprotect(void *begin, size_t bytes, int protection);
int munmap(void *begin, size_t bytes);
int madvise(void *begin, size_t bytes, int advice);

enum {
    PROT_READ = 1,
    PROT_WRITE = 2,
    MAP_PRIVATE = 2,
    MAP_ANONYMOUS = 32,
    MREMAP_MAYMOVE = 1,
    MREMAP_FIXED = 2,
    MADV_HUGEPAGE = 14,
    ALIGNMENT = 1 << 16, /* a multiple of every usual size of pages, as the calls ask for */
    LARGE_PAGE = 1 << 21,
    UNASKED = 0,
    ASKING = 1, /* a thread is about to copy the weights */
    ASKED = 2,
};

static _Atomic int32_t state;

static void copy(char *from, size_t bytes) {
    const size_t room = bytes + LARGE_PAGE;
    char *const block = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block == (char *)-1) {
        return;
    }
    /* As far from a boundary of large pages as the weights are, so that whole ones move. */
    const size_t before = ((uintptr_t)from - (uintptr_t)block) % LARGE_PAGE;
    char *const to = block + before;
    madvise(to, bytes, MADV_HUGEPAGE);
    uint64_t *const words = (uint64_t *)to;
    for (size_t i = 0; i < bytes / sizeof *words; i++) {
        words[i] = ((const uint64_t *)from)[i];
    }
    if (before > 0) {
        munmap(block, before);
    }
    munmap(to + bytes, room - before - bytes);
    /* One step for other threads: they read the same numbers before and after it. */
    if (mprotect(to, bytes, PROT_READ) != 0 ||
        mremap(to, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, from) == (void *)-1) {
        munmap(to, bytes);
    }
}

/* The bytes of whole pages among `bytes` that follow *begin, which becomes their beginning. */
static size_t whole_pages(char **begin, int64_t bytes) {
    const size_t skipped = -(uintptr_t)*begin % ALIGNMENT;
    *begin += skipped;
    return (uint64_t)bytes < skipped ? 0 : ((size_t)bytes - skipped) / ALIGNMENT * ALIGNMENT;
}

static __attribute__((noinline, cold)) void ask(char *weights, int64_t weights_bytes, char *arena,
                                                int64_t arena_bytes) {
    int32_t nobody = UNASKED;
    if (!atomic_compare_exchange_strong_explicit(&state, &nobody, ASKING, memory_order_relaxed, memory_order_relaxed)) {
        return;
    }
    const size_t working = whole_pages(&arena, arena_bytes), read = whole_pages(&weights, weights_bytes);
    const char *const how = getenv("MLCC_WEIGHTS");
    if (working >= LARGE_PAGE) {
        madvise(arena, working, MADV_HUGEPAGE);
    }
    if (read >= LARGE_PAGE) {
        madvise(weights, read, MADV_HUGEPAGE);
        if (how != NULL && strcmp(how, "copy") == 0) {
            copy(weights, read);
        }
    }
    atomic_store_explicit(&state, ASKED, memory_order_relaxed);
}

void mlcc_rt_large_pages(char *weights, int64_t weights_bytes, char *arena, int64_t arena_bytes) {
    if (atomic_load_explicit(&state, memory_order_relaxed) == UNASKED) {
        ask(weights, weights_bytes, arena, arena_bytes);
    }
}
