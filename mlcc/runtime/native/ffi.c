/* The calling convention of tvm-ffi: arguments as values with a type, errors through a function of its library.
 *
 * An artefact does not need that library: whoever calls by this convention has loaded it, and then the loader finds the
 * function by name. `dlsym` itself is weak, for programs that are linked without a loader.
 */
#include "libc.h"
#include "runtime.h"

/* TVMFFIAny, and the types of it that can be arguments here; https://tvm.apache.org/ffi/concepts/abi_overview.html */
typedef struct {
    int32_t type;
    uint32_t padding;
    union ffi_content {
        int64_t number;
        double real;
        void *pointer;
    } content;
} ffi_value;

enum {
    FFI_NONE = 0,
    FFI_INT = 1,
    FFI_BOOL = 2,
    FFI_FLOAT = 3,
    FFI_DLTENSOR = 7,
    FFI_TENSOR = 70,
    FFI_OBJECT_BYTES = 24, /* the head of an object, behind which a tensor has its DLTensor */
};

/* A number that was passed for a tensor of rank 0. */
typedef struct {
    DLTensor tensor;
    union ffi_element {
        int64_t integer;
        int32_t word;
        int16_t half;
        int8_t byte;
        float single;
        double real;
    } value;
} ffi_number;

/* What the artefact says of a function: its checked entry, the names of its parameters one after the other, and listed
 * for a message, the code and the width of each that may be a number (else 0), and where `dlsym` looks everywhere. */
typedef struct {
    int32_t (*entry)(DLTensor *const *args, int32_t count);
    const char *name, *params, *listed;
    const uint8_t *types;
    void *everywhere;
    int32_t count;
} ffi_function;

void *dlsym(void *library, const char *name) __attribute__((weak));

static int32_t holds(int64_t number, int32_t code, int32_t bits) {
    if (code == 6) {
        return number == 0 || number == 1;
    }
    if (code == 1) {
        return number >= 0 && (bits == 64 || number >> bits == 0);
    }
    return bits == 64 || (number >= -((int64_t)1 << (bits - 1)) && number < (int64_t)1 << (bits - 1));
}

/* Stores a number as an element of a type; false if it is none of that type. */
static int32_t fill(ffi_number *box, const ffi_value *given, int32_t code, int32_t bits) {
    if (code == 2) {
        const double real = given->type == FFI_FLOAT ? given->content.real : (double)given->content.number;
        if (bits == 64) {
            box->value.real = real;
        } else if (bits == 32) {
            box->value.single = (float)real;
        } else {
            return 0;
        }
    } else {
        if (code > 1 && code != 6) {
            return 0;
        }
        if (given->type == FFI_FLOAT || !holds(given->content.number, code, bits)) {
            return 0;
        }
        switch (bits) {
        case 64: box->value.integer = given->content.number; break;
        case 32: box->value.word = (int32_t)given->content.number; break;
        case 16: box->value.half = (int16_t)given->content.number; break;
        default: box->value.byte = (int8_t)given->content.number; break;
        }
    }
    const DLTensor tensor = {&box->value, {1, 0}, 0, {(uint8_t)code, (uint8_t)bits, 1}, NULL, NULL, 0};
    box->tensor = tensor;
    return 1;
}

/* The tensor of each argument; numbers get one in `boxes` where `types` (code and width, or 0) admits them. */
static int32_t unpack(const ffi_value *args, int32_t count, const ffi_function *function, ffi_number *boxes,
                      DLTensor **tensors) {
    for (int32_t i = 0; i < count; i++) {
        const uint8_t *const element = function->types + 2 * i;
        const int32_t type = args[i].type;
        if (type == FFI_DLTENSOR || type == FFI_NONE) {
            tensors[i] = type == FFI_NONE ? NULL : args[i].content.pointer;
        } else if (type == FFI_TENSOR) {
            tensors[i] = (DLTensor *)((char *)args[i].content.pointer + FFI_OBJECT_BYTES);
        } else if (type < FFI_INT || type > FFI_FLOAT) {
            SAY("%s: argument %d (%s) is no tensor, but of type %d of tvm-ffi", function->name, i,
                mlcc_rt_nth(function->params, i), type);
            return ERROR_DTYPE;
        } else if (element[1] == 0 || !fill(&boxes[i], &args[i], element[0], element[1])) {
            SAY("%s: argument %d (%s) cannot be this number", function->name, i, mlcc_rt_nth(function->params, i));
            return ERROR_DTYPE;
        } else {
            tensors[i] = &boxes[i].tensor;
        }
    }
    return 0;
}

/* Leaves the message to the library of the caller; what a function of this convention returns then. */
static __attribute__((noinline, cold)) int32_t fail(int32_t error, const ffi_function *function) {
    const char *kind = "RuntimeError";
    if (error <= ERROR_DTYPE) {
        kind = "TypeError";
    } else if (error <= ERROR_OVERLAP) {
        kind = "ValueError";
    } else if (error == ERROR_MEMORY) {
        kind = "MemoryError";
    }
    if (dlsym != NULL) {
        void *const found = dlsym(function->everywhere, "TVMFFIErrorSetRaisedFromCStr");
        if (found != NULL) {
            ((void (*)(const char *, const char *))found)(kind, mlcc_rt_message());
        }
    }
    return -1;
}

int32_t mlcc_rt_ffi_call(const ffi_function *function, const ffi_value *args, int32_t count, ffi_value *result) {
    int32_t error =
        mlcc_rt_check_count((void *const *)args, count, function->count, function->name, function->listed);
    if (error != 0) {
        return fail(error, function);
    }
    ffi_number boxes[count + 1];
    DLTensor *tensors[count + 1];
    error = unpack(args, count, function, boxes, tensors);
    if (error == 0) {
        error = function->entry(tensors, count);
    }
    if (error != 0) {
        return fail(error, function);
    }
    result->type = FFI_NONE;
    result->padding = 0;
    result->content.number = 0;
    return 0;
}
