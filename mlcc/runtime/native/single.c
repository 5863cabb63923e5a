/* The runtime of an artefact without threads: one message, and working memory from malloc for each call. */
#include "libc.h"
#include "runtime.h"

static char message[MESSAGE_BYTES];

char *mlcc_rt_message(void) { return message; }

void mlcc_rt_drop_messages(void) {}

void mlcc_rt_set_num_threads(int32_t n) { (void)n; }

void mlcc_rt_shutdown(void) {}

/* The address that malloc gave is kept in front of the block. */
void *mlcc_rt_take(int64_t bytes) {
    if (bytes < 0 || bytes > MAX_BYTES - 128) {
        return NULL;
    }
    char *const given = malloc((size_t)bytes + 64 + sizeof(void *));
    if (given == NULL) {
        return NULL;
    }
    void **const block = (void **)(((uintptr_t)given + sizeof(void *) + 63) & ~(uintptr_t)63);
    block[-1] = given;
    return block;
}

void mlcc_rt_give(void *block) { free(((void **)block)[-1]); }

void mlcc_rt_drop_workspace(void) {}
