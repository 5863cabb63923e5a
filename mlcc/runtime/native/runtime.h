/* The functions of the runtime that generated entries, kernels and exported functions call. */
#ifndef MLCC_RUNTIME_H
#define MLCC_RUNTIME_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

/* What the C interface of an artefact returns; 0 is success. mlcc/runtime/entry.py explains them to users. */
enum error {
    ERROR_COUNT = 1,
    ERROR_NULL = 2,
    ERROR_DEVICE = 3,
    ERROR_DTYPE = 4,
    ERROR_RANK = 5,
    ERROR_SHAPE = 6,
    ERROR_STRIDES = 7,
    ERROR_ALIGNMENT = 8,
    ERROR_OVERLAP = 9,
    ERROR_WORKSPACE = 10,
    ERROR_MEMORY = 11,
    ERROR_EXTERN = 12,
    ERROR_KERNEL = 13,
    ERROR_CPU = 14,
    ERROR_LAUNCH = 15,
    ERROR_ROOM = 16,
    ERROR_SELFTEST = 17,
    KERNEL_CODES = 100, /* error numbers of kernels begin here */
};

/* The size of a thread's message buffer. */
#define MESSAGE_BYTES 512

/* More bytes than a tensor or a workspace can have: beyond it a size is an overflow or a mistake. */
#define MAX_BYTES (UINTPTR_MAX > 0xffffffff ? (int64_t)1 << 47 : ((int64_t)1 << 31) - 1)

/* DLPack's tensor; https://dmlc.github.io/dlpack/latest/c_api.html */
typedef struct {
    int32_t device_type, device_id;
} DLDevice;

typedef struct {
    uint8_t code, bits;
    uint16_t lanes;
} DLDataType;

typedef struct {
    void *data;
    DLDevice device;
    int32_t ndim;
    DLDataType dtype;
    int64_t *shape, *strides;
    uint64_t byte_offset;
} DLTensor;

/* What an entry keeps of an argument: the address of a tensor's first element, or the bits of a scalar or symbol. */
typedef union {
    void *pointer;
    int64_t bits;
} slot;

/* ---- pool.c; single.c for one thread ---- */

/* Calls run(context, begin, end) for chunks that cover [0, extent) exactly once; returns when all have been run. */
void mlcc_rt_parallel(void (*run)(void *context, int64_t begin, int64_t end), void *context, int64_t extent);
/* n < 1: decide from the environment and the affinity mask at the next loop. */
void mlcc_rt_set_num_threads(int32_t n);
/* Ends the workers. No other call into the module may be in progress. */
void mlcc_rt_shutdown(void);

/* ---- messages.c; single.c for one thread ---- */

/* The calling thread's buffer of MESSAGE_BYTES bytes, never NULL. */
char *mlcc_rt_message(void);
/* Releases the key of the buffers, and the caller's own. No other call into the module may be in progress. */
void mlcc_rt_drop_messages(void);

/* Writes the calling thread's message. */
#define SAY(...) snprintf(mlcc_rt_message(), MESSAGE_BYTES, __VA_ARGS__)

/* ---- checks.c: each returns 0, or the error code after writing the message ---- */

int32_t mlcc_rt_check_count(void *const *args, int32_t given, int32_t expected, const char *function,
                            const char *names);
int32_t mlcc_rt_check_tensor(const DLTensor *tensor, int32_t index, const char *function, const char *name,
                             int32_t ndim, int32_t code, int32_t bits);
int64_t mlcc_rt_extent(const DLTensor *tensor, int64_t axis);
void mlcc_rt_set_extent(DLTensor *tensor, int64_t axis, int64_t extent);
int32_t mlcc_rt_check_dim(const DLTensor *tensor, int32_t index, const char *function, const char *name, int32_t axis,
                          int64_t expected, const char *origin);
int32_t mlcc_rt_check_range(int64_t given, int64_t low, int64_t high, const char *function, const char *origin);
int32_t mlcc_rt_check_layout(const DLTensor *tensor, int32_t index, const char *function, const char *name,
                             int32_t ndim, int32_t size, void **data, int64_t *bytes);
int32_t mlcc_rt_check_apart(const slot *data, const int64_t *sizes, int64_t count, const char *flags,
                            const char *function, const char *names);
int64_t mlcc_rt_floordiv(int64_t a, int64_t b);
int64_t mlcc_rt_floormod(int64_t a, int64_t b);

/* ---- workspace.c; single.c for one thread ---- */

/* `bytes` of memory aligned to 64 bytes, or NULL. */
void *mlcc_rt_take(int64_t bytes);
/* Returns what mlcc_rt_take gave. */
void mlcc_rt_give(void *block);
/* Frees what is kept between calls. No other call into the module may be in progress. */
void mlcc_rt_drop_workspace(void);

/* ---- kept.c: function is the number of its area ---- */

int32_t mlcc_rt_kept_enter(int32_t function, const int64_t *sizes, int32_t count);
int32_t mlcc_rt_kept_leave(int32_t function, int32_t entered);
int32_t mlcc_rt_kept_find(int32_t function, int32_t entered, int32_t part);
int32_t mlcc_rt_kept_begin(int32_t function, int32_t entered, int32_t part, int64_t end);
int32_t mlcc_rt_kept_end(int32_t function, int32_t part);
char *mlcc_rt_kept_at(int32_t function, int32_t found, int64_t from, char *own);
int32_t mlcc_rt_kept_read(int32_t function, int64_t from, char *to, int64_t bytes);
int32_t mlcc_rt_kept_write(int32_t function, int64_t to, const char *from, int64_t bytes);

/* ---- pages.c, on Linux ---- */

/* Asks once for large pages under the weights and under the arena. */
void mlcc_rt_large_pages(char *weights, int64_t weights_bytes, char *arena, int64_t arena_bytes);

/* ---- results.c ---- */

/* Entry k of a list of NUL-terminated strings that follow one another. */
const char *mlcc_rt_nth(const char *list, int64_t k);
/* What an entry returns for a kernel's error number; below KERNEL_CODES its message has been written. */
int32_t mlcc_rt_kernel_result(const char *function, int32_t number);
/* Defined by the kernels: the text of an error number from KERNEL_CODES on, or NULL. */
const char *mlcc_kernel_message(int32_t number);
int32_t mlcc_rt_no_memory(const char *function, int64_t bytes);
/* Size and alignment of a workspace that the caller provides. */
int32_t mlcc_rt_check_workspace(const char *function, const void *given, size_t bytes, int64_t needed);

/* ---- externs.c ---- */

typedef int32_t (*provider)(DLTensor *const *args, int32_t n);
int32_t mlcc_rt_set_extern(const char *name, provider function);
int32_t mlcc_rt_call_extern(int64_t index, DLTensor *const *args, int32_t n);

/* ---- tiles.c ---- */

/* Whether the system lets this process use the tile registers of AMX; asks it at the first call. */
int32_t mlcc_rt_tiles(void);

/* ---- cpuid.c, hwcap.c ---- */

/* Writes what the processor says of itself: eight words, which the caller has set to 0. */
void mlcc_rt_cpu_words(uint32_t *words);

/* ---- forms.c ---- */

/* The number of the form of the kernels that runs in this process, and its name; below 0 and NULL: none does. */
int32_t mlcc_rt_form(void);
const char *mlcc_rt_form_name(void);
/* What an entry returns where no form runs, after writing the message. */
int32_t mlcc_rt_no_form(const char *function);

/* ---- profile.c ---- */

int32_t mlcc_rt_profile_mark(int64_t *since, int32_t slot);
int32_t mlcc_rt_profile_read(int64_t *ns, int32_t count);

/* ---- timeline.c ---- */

int64_t mlcc_rt_timeline(int64_t *to, int64_t count);
/* Records what the calling thread did; nothing where nobody asked. */
void mlcc_rt_event(int64_t slot, int64_t begin, int64_t end);
void mlcc_rt_timed_parallel(void (*run)(void *context, int64_t begin, int64_t end), void *context, int64_t extent);

#endif
