/* The checks of one argument, which the generated entries call in order. */
#include "libc.h"
#include "runtime.h"

#define ARGUMENT "%s: argument %d `%s`"

int32_t mlcc_rt_check_count(void *const *args, int32_t given, int32_t expected, const char *function,
                            const char *names) {
    if (given != expected) {
        SAY("%s: expected %d arguments (%s), given %d", function, expected, names, given);
        return ERROR_COUNT;
    }
    if (args == NULL && expected != 0) {
        SAY("%s: the array of arguments is NULL", function);
        return ERROR_NULL;
    }
    return 0;
}

/* DLPack's type codes that need naming here. */
enum { UINT = 1, BOOL = 6, CPU = 1 };

/* "float32", "bool", "int32x4" into a buffer of 32 bytes. */
static __attribute__((noinline, cold)) void dtype_text(char *to, int32_t code, int32_t bits, int32_t lanes) {
    static const char kinds[8][8] = {"int", "uint", "float", "handle", "bfloat", "complex", "bool", "code??"};
    const char *const kind = kinds[code >= 0 && code < 7 ? code : 7];
    if (lanes != 1) {
        snprintf(to, 32, "%s%dx%d", kind, bits, lanes);
    } else if (code == BOOL) {
        snprintf(to, 32, "%s", kind);
    } else {
        snprintf(to, 32, "%s%d", kind, bits);
    }
}

static __attribute__((noinline, cold)) int32_t wrong_dtype(const DLDataType *given, int32_t index, const char *function,
                                                           const char *name, int32_t code, int32_t bits) {
    char expected_text[32], given_text[32];
    dtype_text(expected_text, code, bits, 1);
    dtype_text(given_text, given->code, given->bits, given->lanes);
    SAY(ARGUMENT ": expected elements of type %s, given %s", function, index, name, expected_text, given_text);
    return ERROR_DTYPE;
}

/* Pointer, device, element type and rank of argument `index`. */
int32_t mlcc_rt_check_tensor(const DLTensor *tensor, int32_t index, const char *function, const char *name,
                             int32_t ndim, int32_t code, int32_t bits) {
    if (tensor == NULL) {
        SAY(ARGUMENT " is NULL", function, index, name);
        return ERROR_NULL;
    }
    if ((int32_t)tensor->device.device_type != CPU) {
        SAY(ARGUMENT ": expected CPU memory (device type 1), given device type %d", function, index, name,
            tensor->device.device_type);
        return ERROR_DEVICE;
    }
    /* A bool may come as uint8, the only spelling that older producers have. */
    const int32_t same_code = tensor->dtype.code == code || (code == BOOL && tensor->dtype.code == UINT);
    if (!same_code || tensor->dtype.bits != bits || tensor->dtype.lanes != 1) {
        return wrong_dtype(&tensor->dtype, index, function, name, code, bits);
    }
    if (tensor->ndim != ndim) {
        SAY(ARGUMENT ": expected %d dimensions, given %d", function, index, name, ndim, tensor->ndim);
        return ERROR_RANK;
    }
    if (tensor->shape == NULL && ndim != 0) {
        SAY(ARGUMENT ": its shape is NULL", function, index, name);
        return ERROR_NULL;
    }
    return 0;
}

/* The extent of one axis of a tensor that has passed mlcc_rt_check_tensor. */
int64_t mlcc_rt_extent(const DLTensor *tensor, int64_t axis) { return tensor->shape[axis]; }

void mlcc_rt_set_extent(DLTensor *tensor, int64_t axis, int64_t extent) { tensor->shape[axis] = extent; }

/* One extent against what it must be; `origin` says what determines that, NULL for a constant. */
int32_t mlcc_rt_check_dim(const DLTensor *tensor, int32_t index, const char *function, const char *name, int32_t axis,
                          int64_t expected, const char *origin) {
    const int64_t given = tensor->shape[axis];
    if (given == expected && given >= 0) {
        return 0;
    }
    if (given < 0) {
        SAY(ARGUMENT ": dimension %d is negative (%lld)", function, index, name, axis, (long long)given);
    } else if (origin == NULL) {
        SAY(ARGUMENT ": dimension %d: expected %lld, given %lld", function, index, name, axis, (long long)expected,
            (long long)given);
    } else {
        SAY(ARGUMENT ": dimension %d: expected %lld (%s), given %lld", function, index, name, axis,
            (long long)expected, origin, (long long)given);
    }
    return ERROR_SHAPE;
}

/* The value of a symbolic dimension against the range for which the program was made; `origin` says what it is. */
int32_t mlcc_rt_check_range(int64_t given, int64_t low, int64_t high, const char *function, const char *origin) {
    if (given >= low && given <= high) {
        return 0;
    }
    if (high == INT64_MAX) {
        SAY("%s: %s must be at least %lld, given %lld", function, origin, (long long)low, (long long)given);
    } else {
        SAY("%s: %s must be from %lld to %lld, given %lld", function, origin, (long long)low, (long long)high,
            (long long)given);
    }
    return ERROR_SHAPE;
}

/* Strides, data pointer and alignment of a tensor whose extents are not negative. Writes the address of the first
 * element and the size in bytes. A tensor without elements may have any strides and a NULL pointer. */
int32_t mlcc_rt_check_layout(const DLTensor *tensor, int32_t index, const char *function, const char *name,
                             int32_t ndim, int32_t size, void **data, int64_t *bytes) {
    int64_t elements = 1;
    for (int32_t axis = 0; axis < ndim; axis++) {
        if (__builtin_mul_overflow(elements, tensor->shape[axis], &elements)) {
            elements = INT64_MAX; /* too many, unless a later extent is 0 */
        }
    }
    if ((uint64_t)elements > (uint64_t)MAX_BYTES / (uint32_t)size) {
        SAY(ARGUMENT ": has more elements than memory can hold", function, index, name);
        return ERROR_SHAPE;
    }
    const uintptr_t address = (uintptr_t)tensor->data + (uintptr_t)tensor->byte_offset;
    *data = (void *)address;
    *bytes = elements * size;
    if (elements == 0) {
        return 0;
    }
    if (tensor->data == NULL) {
        SAY(ARGUMENT ": its data pointer is NULL", function, index, name);
        return ERROR_NULL;
    }
    if ((address & ((uintptr_t)size - 1)) != 0) {
        SAY(ARGUMENT ": data at %p is not aligned to its element size, %d bytes", function, index, name,
            (void *)address, size);
        return ERROR_ALIGNMENT;
    }
    if (tensor->strides == NULL) {
        return 0;
    }
    int64_t expected = 1;
    for (int32_t axis = ndim - 1; axis >= 0; axis--) {
        const int64_t extent = tensor->shape[axis], stride = tensor->strides[axis];
        if (stride != expected && extent != 1) { /* the stride of an axis of one element is never used */
            SAY(ARGUMENT ": expected compact row-major strides (or NULL): dimension %d has stride %lld, not %lld",
                function, index, name, axis, (long long)stride, (long long)expected);
            return ERROR_STRIDES;
        }
        expected *= extent;
    }
    return 0;
}

static inline __attribute__((always_inline)) int32_t overlaps(uintptr_t a, int64_t a_bytes, uintptr_t b,
                                                              int64_t b_bytes) {
    return a_bytes != 0 && b_bytes != 0 && a < b + (uintptr_t)b_bytes && b < a + (uintptr_t)a_bytes;
}

/* Memory that is written must not be another tensor's. `data`, `sizes` and `flags` have an element per tensor; those
 * with the flag 'w' are written. */
int32_t mlcc_rt_check_apart(const slot *data, const int64_t *sizes, int64_t count, const char *flags,
                            const char *function, const char *names) {
    for (int64_t i = 0; i < count; i++) {
        if (flags[i] != 'w') {
            continue;
        }
        for (int64_t j = 0; j < count; j++) {
            if (j <= i && flags[j] == 'w') {
                continue; /* the tensor itself, or a pair that has been compared */
            }
            if (overlaps((uintptr_t)data[i].pointer, sizes[i], (uintptr_t)data[j].pointer, sizes[j])) {
                SAY("%s: `%s` is written and shares memory with `%s`", function, mlcc_rt_nth(names, i),
                    mlcc_rt_nth(names, j));
                return ERROR_OVERLAP;
            }
        }
    }
    return 0;
}

/* Floor division as in Python; a divisor of zero gives 0, so that a shape can never trap. */
int64_t mlcc_rt_floordiv(int64_t a, int64_t b) {
    if (b == 0) {
        return 0;
    }
    if (b == -1) { /* the one divisor whose quotient can overflow */
        return (int64_t)(0 - (uint64_t)a);
    }
    const int64_t rest = a % b;
    return a / b - (rest != 0 && (rest ^ b) < 0);
}

int64_t mlcc_rt_floormod(int64_t a, int64_t b) {
    return (int64_t)((uint64_t)a - (uint64_t)mlcc_rt_floordiv(a, b) * (uint64_t)b);
}
