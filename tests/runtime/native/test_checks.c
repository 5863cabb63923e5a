/* The checks of arguments: each fault has its code and its message, and what is right passes. */
#include "test.h"

#include "runtime.h"

static int64_t shape[3] = {2, 3, 4}, strides[3] = {12, 4, 1};
static _Alignas(16) float values[40];

static DLTensor tensor(void) {
    return (DLTensor){values, {1, 0}, 3, {2, 32, 1}, shape, strides, 0};
}

static void says(int32_t code, int32_t expected, const char *text) {
    if (code != expected || (code != 0 && strcmp(mlcc_rt_message(), text) != 0)) {
        fprintf(stderr, "%d: %s\n", code, code == 0 ? "" : mlcc_rt_message());
        fprintf(stderr, "expected %d: %s\n", expected, text);
        _exit(1);
    }
}

static void counts(void) {
    void *args[1] = {NULL};
    says(mlcc_rt_check_count(args, 1, 1, "f", "x"), 0, "");
    says(mlcc_rt_check_count(NULL, 0, 0, "f", "none"), 0, "");
    says(mlcc_rt_check_count(args, 1, 2, "f", "x, y"), ERROR_COUNT, "f: expected 2 arguments (x, y), given 1");
    says(mlcc_rt_check_count(NULL, 1, 1, "f", "x"), ERROR_NULL, "f: the array of arguments is NULL");
}

static int32_t header(const DLTensor *t) { return mlcc_rt_check_tensor(t, 1, "f", "x", 3, 2, 32); }

static void headers(void) {
    DLTensor t = tensor();
    says(header(&t), 0, "");
    says(header(NULL), ERROR_NULL, "f: argument 1 `x` is NULL");
    t.device.device_type = 2;
    says(header(&t), ERROR_DEVICE, "f: argument 1 `x`: expected CPU memory (device type 1), given device type 2");
    t = tensor(), t.ndim = 2;
    says(header(&t), ERROR_RANK, "f: argument 1 `x`: expected 3 dimensions, given 2");
    t = tensor(), t.shape = NULL;
    says(header(&t), ERROR_NULL, "f: argument 1 `x`: its shape is NULL");
    t.ndim = 0;
    says(mlcc_rt_check_tensor(&t, 1, "f", "x", 0, 2, 32), 0, "");
}

static void dtypes(void) {
    static const struct {
        DLDataType given;
        const char *text;
    } cases[] = {
        {{0, 32, 1}, "int32"},       {{2, 64, 1}, "float64"},   {{2, 32, 4}, "float32x4"}, {{6, 8, 1}, "bool"},
        {{6, 8, 2}, "bool8x2"},      {{4, 16, 1}, "bfloat16"},  {{3, 64, 1}, "handle64"},  {{5, 128, 1}, "complex128"},
        {{7, 8, 1}, "code??8"},      {{255, 255, 65535}, "code??255x65535"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        char expected[200];
        DLTensor t = tensor();
        t.dtype = cases[i].given;
        snprintf(expected, sizeof expected, "f: argument 1 `x`: expected elements of type float32, given %s", cases[i].text);
        says(header(&t), ERROR_DTYPE, expected);
    }
    DLTensor t = tensor();
    t.dtype = (DLDataType){1, 8, 1}; /* uint8 passes for bool, and not the other way round */
    says(mlcc_rt_check_tensor(&t, 0, "f", "x", 3, 6, 8), 0, "");
    t.dtype.code = 6;
    says(mlcc_rt_check_tensor(&t, 0, "f", "x", 3, 1, 8), ERROR_DTYPE,
         "f: argument 0 `x`: expected elements of type uint8, given bool");
}

static void extents(void) {
    DLTensor t = tensor();
    require(mlcc_rt_extent(&t, 2) == 4);
    says(mlcc_rt_check_dim(&t, 0, "f", "x", 1, 3, NULL), 0, "");
    says(mlcc_rt_check_dim(&t, 0, "f", "x", 1, 5, NULL), ERROR_SHAPE, "f: argument 0 `x`: dimension 1: expected 5, given 3");
    says(mlcc_rt_check_dim(&t, 0, "f", "x", 1, 5, "n"), ERROR_SHAPE,
         "f: argument 0 `x`: dimension 1: expected 5 (n), given 3");
    int64_t negative[3] = {2, -3, 4};
    t.shape = negative;
    says(mlcc_rt_check_dim(&t, 0, "f", "x", 1, -3, NULL), ERROR_SHAPE, "f: argument 0 `x`: dimension 1 is negative (-3)");
}

static int32_t layout(const DLTensor *t, int64_t *bytes) {
    void *data = NULL;
    const int32_t code = mlcc_rt_check_layout(t, 0, "f", "x", t->ndim, 4, &data, bytes);
    require(code != 0 || data == (void *)((uintptr_t)t->data + (uintptr_t)t->byte_offset));
    return code;
}

static void layouts(void) {
    int64_t bytes = -1;
    DLTensor t = tensor();
    says(layout(&t, &bytes), 0, "");
    require(bytes == 2 * 3 * 4 * 4);
    t.strides = NULL, t.byte_offset = 16;
    says(layout(&t, &bytes), 0, "");
    t.byte_offset = 2;
    char text[200];
    snprintf(text, sizeof text, "f: argument 0 `x`: data at %p is not aligned to its element size, 4 bytes",
             (void *)((char *)values + 2));
    says(layout(&t, &bytes), ERROR_ALIGNMENT, text);
    t = tensor(), t.data = NULL;
    says(layout(&t, &bytes), ERROR_NULL, "f: argument 0 `x`: its data pointer is NULL");
    int64_t wrong[3] = {12, 5, 1}, padded[3] = {99, 4, 1}, single[3] = {1, 3, 4}, empty[3] = {2, 0, 4};
    t = tensor(), t.strides = wrong;
    says(layout(&t, &bytes), ERROR_STRIDES,
         "f: argument 0 `x`: expected compact row-major strides (or NULL): dimension 1 has stride 5, not 4");
    t.shape = single, t.strides = padded; /* the stride of an axis of one element is never used */
    says(layout(&t, &bytes), 0, "");
    t.shape = empty, t.strides = wrong, t.data = NULL;
    says(layout(&t, &bytes), 0, "");
    require(bytes == 0);
}

static void sizes_that_overflow(void) {
    int64_t bytes = -1;
    static int64_t shapes[][3] = {
        {INT64_MAX, INT64_MAX, 2}, {(int64_t)1 << 32, (int64_t)1 << 32, 1}, {(int64_t)1 << 62, 4, 1},
        {MAX_BYTES / 4 + 1, 1, 1}, {1, INT64_MAX, 1},
    };
    DLTensor t = tensor();
    t.strides = NULL;
    for (unsigned i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        t.shape = shapes[i];
        says(layout(&t, &bytes), ERROR_SHAPE, "f: argument 0 `x`: has more elements than memory can hold");
    }
    int64_t none[3] = {INT64_MAX, INT64_MAX, 0}, most[3] = {MAX_BYTES / 4, 1, 1};
    t.shape = none;
    says(layout(&t, &bytes), 0, "");
    t.shape = most;
    says(layout(&t, &bytes), 0, "");
    require(bytes == MAX_BYTES / 4 * 4);
}

static void overlaps(void) {
    char *const at = (char *)values;
    const struct {
        long a, a_bytes, b, b_bytes;
        const char *flags;
        int overlap;
    } cases[] = {
        {0, 16, 16, 16, "ww", 0}, {0, 17, 16, 16, "ww", 1}, {16, 16, 0, 17, "rw", 1}, {0, 40, 8, 4, "wr", 1},
        {8, 4, 0, 40, "wr", 1},   {0, 16, 0, 16, "rr", 0},  {8, 0, 0, 40, "wr", 0},   {0, 40, 8, 0, "wr", 0},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        slot data[2];
        memset(data, 0xff, sizeof data); /* a pointer need not fill its slot */
        data[0].pointer = at + cases[i].a;
        data[1].pointer = at + cases[i].b;
        const int64_t sizes[2] = {cases[i].a_bytes, cases[i].b_bytes};
        const int first = cases[i].flags[0] == 'w';
        says(mlcc_rt_check_apart(data, sizes, 2, cases[i].flags, "f", "x\0y"), cases[i].overlap ? ERROR_OVERLAP : 0,
             first ? "f: `x` is written and shares memory with `y`" : "f: `y` is written and shares memory with `x`");
    }
}

/* Against the definition: a == q b + r with r of the sign of b, and |r| < |b|. */
static void divisions(void) {
    const int64_t special[] = {INT64_MIN, INT64_MIN + 1, -2, -1, 0, 1, 2, 3, INT64_MAX - 1, INT64_MAX};
    for (int64_t a = -30; a <= 30; a++) {
        for (int64_t b = -8; b <= 8; b++) {
            const int64_t q = mlcc_rt_floordiv(a, b), r = mlcc_rt_floormod(a, b);
            require(b == 0 ? q == 0 && r == a : a == q * b + r && (r == 0 || (r < 0) == (b < 0)) && llabs(r) < llabs(b));
        }
        for (unsigned i = 0; i < 10; i++) {
            const int64_t b = special[i], r = mlcc_rt_floormod(a, b);
            require(r == (int64_t)((uint64_t)a - (uint64_t)mlcc_rt_floordiv(a, b) * (uint64_t)b));
        }
    }
    require(mlcc_rt_floordiv(INT64_MIN, -1) == INT64_MIN && mlcc_rt_floormod(INT64_MIN, -1) == 0);
    require(mlcc_rt_floordiv(INT64_MAX, 2) == INT64_MAX / 2 && mlcc_rt_floordiv(INT64_MIN + 1, 2) == INT64_MIN / 2);
}

static void lists_and_kernels(void) {
    require(strcmp(mlcc_rt_nth("a\0\0bc", 0), "a") == 0 && strcmp(mlcc_rt_nth("a\0\0bc", 2), "bc") == 0);
    require(mlcc_rt_kernel_result("f", 11) == 11);
    says(mlcc_rt_kernel_result("f", 107), ERROR_KERNEL, "f: the seventh went wrong");
    says(mlcc_rt_kernel_result("f", 100), ERROR_KERNEL, "f: a kernel reported error 100");
    says(mlcc_rt_kernel_result("f", -1), ERROR_KERNEL, "f: a kernel reported error -1");
}

static int32_t provide(DLTensor *const *args, int32_t n) { return args == NULL ? n : 0; }

static void externals(void) {
    says(mlcc_rt_call_extern(1, NULL, 7), ERROR_EXTERN, "the external function `second` has no provider");
    says(mlcc_rt_set_extern("third", provide), ERROR_EXTERN, "no kernel of this library calls an external function `third`");
    says(mlcc_rt_set_extern("second", provide), 0, "");
    says(mlcc_rt_call_extern(1, NULL, 7), ERROR_EXTERN, "the external function `second` reported error 7");
    says(mlcc_rt_call_extern(1, NULL, 0), 0, "");
}

/* Long texts are cut off, never written beyond the buffer. */
static void long_names(void) {
    char name[2 * MESSAGE_BYTES];
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = 0;
    require(mlcc_rt_check_tensor(NULL, 0, name, name, 1, 2, 32) == ERROR_NULL);
    require(strlen(mlcc_rt_message()) == MESSAGE_BYTES - 1);
}

static void *own_message(void *argument) {
    char expected[64];
    snprintf(expected, sizeof expected, "f: argument %ld `x` is NULL", (long)argument);
    for (int n = 0; n < 20; n++) {
        says(mlcc_rt_check_tensor(NULL, (int32_t)(long)argument, "f", "x", 1, 2, 32), ERROR_NULL, expected);
    }
    return NULL;
}

static int keys_left(void) {
    pthread_key_t keys[4096];
    int count = 0;
    while (count < 4096 && pthread_key_create(&keys[count], NULL) == 0) {
        count++;
    }
    for (int i = 0; i < count; i++) {
        pthread_key_delete(keys[i]);
    }
    return count;
}

static _Atomic int ready;

static void *first_message(void *argument) {
    ready++;
    while (ready < 2) {
        sched_yield();
    }
    return own_message(argument);
}

/* Threads that say something for the first time make one key between them. */
static void one_key(void) {
    const int before = keys_left();
    for (int n = 0; n < 2000; n++) {
        ready = 0;
        in_threads(2, first_message);
        mlcc_rt_drop_messages();
    }
    require(keys_left() == before);
}

int main(void) {
    alarm(100);
    one_key();
    in_threads(8, own_message);
    for (int n = 0; n < 2; n++) {
        counts();
        headers();
        dtypes();
        extents();
        layouts();
        sizes_that_overflow();
        overlaps();
        divisions();
        lists_and_kernels();
        long_names();
        mlcc_rt_drop_messages();
        mlcc_rt_drop_messages();
    }
    externals();
    mlcc_rt_drop_messages();
    puts("done");
    return 0;
}
