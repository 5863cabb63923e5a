/* A library that is also a program: it reads arrays (.npy), calls one function, and writes its results.
 *
 *     ./net.so [NAME=]FILE.npy... [-o [NAME=]FILE.npy]...
 *
 * Inputs that no argument names are read from standard input, one after another as numpy.save writes them; outputs
 * that no -o names go to standard output. Format of the files: numpy.lib.format, versions 1 to 3.
 */
#include "program.h"

typedef struct {
    DLTensor tensor;
    int64_t *shape;
    const char *source; /* the file of an input, "-" for standard input */
    const char *target; /* the file of an output, or NULL for standard output */
} argument;

static const char *own_name;

#define FAIL(status, code, ...)                                                                                        \
    do {                                                                                                               \
        char text[MESSAGE_BYTES];                                                                                      \
        snprintf(text, MESSAGE_BYTES, __VA_ARGS__);                                                                    \
        complain(code, text);                                                                                          \
        return status;                                                                                                 \
    } while (0)

enum { REFUSED = 1, USAGE = 2 };

static void complain(int32_t code, const char *text) { dprintf(2, "%s: error[R%d]: %s\n", own_name, code, text); }

static int32_t multiply(int64_t *product, int64_t factor) {
    return factor >= 0 && !__builtin_mul_overflow(*product, factor, product) && *product <= MAX_BYTES;
}

/* The bytes of a tensor, or -1 for more than can exist. */
static int64_t bytes_of(const program_param *param, const int64_t *shape) {
    int64_t bytes = param->bits / 8;
    for (int32_t axis = 0; axis < param->rank; axis++) {
        if (!multiply(&bytes, shape[axis])) {
            return -1;
        }
    }
    return bytes;
}

/* What follows `key` in the text of a header, without blanks; NULL if it lacks. */
static const char *after(const char *header, const char *key) {
    const char *at = strstr(header, key);
    if (at == NULL) {
        return NULL;
    }
    at += strlen(key);
    while (*at == ' ' || *at == ':') {
        at++;
    }
    return at;
}

/* Whether the text of an element type is that of a parameter: `<f4`; the sign of the byte order may be `=` or `|`. */
static int32_t is_type(const char *given, const char *wanted) {
    const size_t length = strlen(wanted);
    const int32_t order = given[1] == wanted[0] || given[1] == '=' || (given[1] == '|' && wanted[length - 1] == '1');
    return (given[0] == '\'' || given[0] == '"') && order && strncmp(given + 2, wanted + 1, length - 1) == 0 &&
           given[length + 1] == given[0];
}

/* Reads `(1, 784)`; returns the number of axes, of which at most `rank` are stored, or -1. */
static int32_t read_shape(const char *text, int64_t *shape, int32_t rank) {
    int32_t count = 0;
    if (*text++ != '(') {
        return -1;
    }
    for (;;) {
        while (*text == ' ' || *text == ',') {
            text++;
        }
        if (*text == ')') {
            return count;
        }
        char *end;
        const long extent = strtol(text, &end, 10);
        if (end == text || extent < 0) {
            return -1;
        }
        if (count < rank) {
            shape[count] = extent;
        }
        count++;
        text = end;
    }
}

/* The text of a header, to be freed; NULL if the file is none of numpy.save. */
static char *read_header(FILE *file) {
    uint8_t head[8], size[4] = {0};
    if (fread(head, 1, 8, file) != 8 || memcmp(head, "\x93NUMPY", 6) != 0 || head[6] < 1 || head[6] > 3) {
        return NULL;
    }
    const size_t width = head[6] == 1 ? 2 : 4;
    if (fread(size, 1, width, file) != width) {
        return NULL;
    }
    const uint32_t length = size[0] | (uint32_t)size[1] << 8 | (uint32_t)size[2] << 16 | (uint32_t)size[3] << 24;
    char *const text = length < (1 << 20) ? malloc(length + 1) : NULL;
    if (text == NULL) {
        return NULL;
    }
    if (fread(text, 1, length, file) != length) {
        free(text);
        return NULL;
    }
    text[length] = 0;
    return text;
}

static int32_t check_header(const char *header, const program_param *param, argument *given) {
    const char *const type = after(header, "'descr'"), *const order = after(header, "'fortran_order'");
    const char *const extents = after(header, "'shape'");
    if (type == NULL || order == NULL || extents == NULL) {
        FAIL(REFUSED, 392, "`%s` is damaged: its header lacks the type or the shape", given->source);
    }
    if (!is_type(type, param->type)) {
        FAIL(REFUSED, 302, "`%s` has elements %.8s, and `%s` takes '%s'", given->source, type, param->name,
             param->type);
    }
    const int32_t rank = read_shape(extents, given->shape, param->rank);
    if (rank != param->rank) {
        FAIL(REFUSED, 305, "`%s` has %d axes, and `%s` takes %d", given->source, rank, param->name, param->rank);
    }
    if (rank > 1 && *order == 'T') {
        FAIL(REFUSED, 307, "`%s` is in Fortran's order; save numpy.ascontiguousarray(x)", given->source);
    }
    return 0;
}

/* Gives a tensor its memory. */
static int32_t allocate(const program_param *param, argument *given) {
    const int64_t bytes = bytes_of(param, given->shape);
    void *block = NULL;
    if (bytes < 0 || posix_memalign(&block, 64, bytes > 0 ? (size_t)bytes : 1) != 0) {
        FAIL(REFUSED, 310, "there is no memory for `%s`", param->name);
    }
    given->tensor = (DLTensor){block, {1, 0}, param->rank, {param->code, param->bits, 1}, given->shape, NULL, 0};
    return 0;
}

static int32_t read_input(const program_param *param, argument *given, FILE *input) {
    const int32_t own = strcmp(given->source, "-") != 0;
    FILE *const file = own ? fopen(given->source, "rb") : input;
    if (file == NULL) {
        FAIL(REFUSED, 391, "cannot read `%s`", given->source);
    }
    char *const header = read_header(file);
    if (header == NULL) {
        FAIL(REFUSED, 392, "`%s` is no array of numpy.save (.npy), for the input `%s`",
             own ? given->source : "<stdin>", param->name);
    }
    int32_t failed = check_header(header, param, given);
    free(header);
    failed = failed ? failed : allocate(param, given);
    if (failed) {
        return failed;
    }
    const size_t bytes = (size_t)bytes_of(param, given->shape);
    if (fread(given->tensor.data, 1, bytes, file) != bytes) {
        FAIL(REFUSED, 392, "`%s` is cut short: %zu bytes are needed for `%s`", own ? given->source : "<stdin>", bytes,
             param->name);
    }
    if (own) {
        fclose(file);
    }
    return 0;
}

/* Writes the bytes of numpy.save: its header has room for an extent of 20 digits, and ends at a multiple of 64 bytes. */
static int32_t write_array(const program_param *param, const argument *given, FILE *file) {
    char text[1024];
    int at = snprintf(text, sizeof text, "{'descr': '%s', 'fortran_order': False, 'shape': (", param->type);
    int room = 0;
    for (int32_t axis = 0; axis < param->rank; axis++) {
        const int digits = snprintf(text + at, sizeof text - (size_t)at, "%lld", (long long)given->shape[axis]);
        room = axis == 0 ? 21 - digits : room;
        at += digits;
        at += snprintf(text + at, sizeof text - (size_t)at, "%s", axis + 1 < param->rank ? ", " : axis ? "" : ",");
    }
    at += snprintf(text + at, sizeof text - (size_t)at, "), }");
    const int length = (10 + at + room + 1 + 63) / 64 * 64 - 10;
    const uint8_t head[10] = {0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, (uint8_t)length, (uint8_t)(length >> 8)};
    const size_t bytes = (size_t)bytes_of(param, given->shape);
    return fwrite(head, 1, 10, file) == 10 && fprintf(file, "%s%*s\n", text, length - at - 1, "") == length &&
           fwrite(given->tensor.data, 1, bytes, file) == bytes;
}

static int32_t write_output(const program_param *param, const argument *given, FILE *output) {
    FILE *const file = given->target == NULL ? output : fopen(given->target, "wb");
    const char *const name = given->target == NULL ? "<stdout>" : given->target;
    if (file == NULL) {
        FAIL(REFUSED, 393, "cannot write `%s`", name);
    }
    const int32_t written = write_array(param, given, file);
    if ((given->target == NULL ? fflush(file) : fclose(file)) != 0 || !written) {
        FAIL(REFUSED, 393, "cannot write `%s`: the disk is full, or the reader is gone", name);
    }
    return 0;
}

static void describe(const program_param *param) {
    printf("  %-7s %s: '%s' [", param->role == OUTPUT ? "output" : "input", param->name, param->type);
    const char *shape = param->shape;
    for (int32_t axis = 0; axis < param->rank; axis++) {
        printf("%s%s", axis ? ", " : "", shape);
        shape += strlen(shape) + 1;
    }
    printf("]\n");
}

static int32_t help(const program *self) {
    printf("usage: %s [NAME=]FILE.npy... [-o [NAME=]FILE.npy]... [--threads N]\n       or: --describe%s\n\n", own_name,
           self->selftest == NULL ? "" : " | --selftest");
    printf("Runs `%s`. Inputs that are not given are read from standard input, outputs without -o are written to\n"
           "standard output, each after the other, as numpy.save writes arrays. --describe prints what the library says\n"
           "of itself, as JSON.\n\n",
           self->function);
    for (int32_t i = 0; i < self->count; i++) {
        describe(&self->params[i]);
    }
    printf("\nExit codes: 0; 1 for an error, with its code; 2 for a wrong command line.\n");
    return fflush(NULL) == 0 ? 0 : REFUSED;
}

/* The parameter of a role that an argument `NAME=FILE` names, else the first that has no file yet; its file is *path. */
static int32_t place(const program *self, argument *args, const char *word, int32_t output, const char **path) {
    const char *const equals = strchr(word, '=');
    *path = word;
    for (int32_t i = 0; equals != NULL && i < self->count; i++) {
        const size_t length = (size_t)(equals - word);
        if (strlen(self->params[i].name) == length && strncmp(self->params[i].name, word, length) == 0 &&
            (self->params[i].role == OUTPUT) == output) {
            *path = equals + 1;
            return i;
        }
    }
    for (int32_t i = 0; i < self->count; i++) {
        const int32_t free_one = output ? args[i].target == NULL : args[i].source == NULL;
        if (free_one && (output ? self->params[i].role != INPUT : self->params[i].role != OUTPUT)) {
            return i;
        }
    }
    return -1;
}

static int32_t parse(const program *self, argument *args, int32_t count, char **words) {
    for (int32_t i = 1; i < count; i++) {
        const char *word = words[i], *path;
        if (strcmp(word, "--threads") == 0 && i + 1 < count) {
            char *end;
            const long threads = strtol(words[++i], &end, 10);
            if (*end || threads < 1 || threads > 65536) {
                FAIL(USAGE, 390, "--threads takes a number from 1 on, not `%s`", words[i]);
            }
            mlcc_rt_set_num_threads((int32_t)threads);
            continue;
        }
        const int32_t output = strcmp(word, "-o") == 0;
        if (output && ++i == count) {
            FAIL(USAGE, 390, "-o takes a file");
        }
        if (!output && word[0] == '-' && word[1]) {
            FAIL(USAGE, 390, "there is no option `%s`; --help lists what there is", word);
        }
        const int32_t which = place(self, args, words[i], output, &path);
        if (which < 0) {
            FAIL(USAGE, 390, "`%s` is one %s too many", words[i], output ? "output" : "input");
        }
        *(output ? &args[which].target : &args[which].source) = path;
    }
    return 0;
}

static int32_t run(const program *self, argument *args, DLTensor **tensors) {
    FILE *const input = fdopen(0, "rb"), *const output = fdopen(1, "wb");
    for (int32_t i = 0; i < self->count; i++) {
        tensors[i] = &args[i].tensor;
        args[i].tensor.shape = args[i].shape;
        if (self->params[i].role == OUTPUT) {
            continue;
        }
        args[i].source = args[i].source == NULL ? "-" : args[i].source;
        const int32_t failed = read_input(&self->params[i], &args[i], input);
        if (failed) {
            return failed;
        }
    }
    self->extents((DLTensor *const *)tensors);
    for (int32_t i = 0; i < self->count; i++) {
        const int32_t failed = self->params[i].role == OUTPUT ? allocate(&self->params[i], &args[i]) : 0;
        if (failed) {
            return failed;
        }
    }
    const int32_t code = self->entry((DLTensor *const *)tensors, self->count);
    if (code != 0) {
        complain(code > 0 && code < self->codes ? self->code[code] : 312, mlcc_rt_message());
        return REFUSED;
    }
    self->results((DLTensor *const *)tensors);
    for (int32_t i = 0; i < self->count; i++) {
        const int32_t failed = self->params[i].role == INPUT ? 0 : write_output(&self->params[i], &args[i], output);
        if (failed) {
            return failed;
        }
    }
    return 0;
}

static int32_t reads(const program *self, const argument *args) {
    for (int32_t i = 0; i < self->count; i++) {
        if (self->params[i].role != OUTPUT && (args[i].source == NULL || strcmp(args[i].source, "-") == 0)) {
            return 1;
        }
    }
    return 0;
}

static int32_t writes(const program *self, const argument *args) {
    for (int32_t i = 0; i < self->count; i++) {
        if (self->params[i].role != INPUT && args[i].target == NULL) {
            return 1;
        }
    }
    return 0;
}

static int32_t begin(const program *self, int32_t count, char **words) {
    int64_t axes = 0;
    for (int32_t i = 1; i < count; i++) {
        if (strcmp(words[i], "--help") == 0 || strcmp(words[i], "-h") == 0) {
            return help(self);
        }
        if (strcmp(words[i], "--describe") == 0) {
            printf("%s\n", self->description());
            return fflush(NULL) == 0 ? 0 : REFUSED;
        }
        if (strcmp(words[i], "--selftest") == 0 && self->selftest != NULL) {
            const int32_t code = self->selftest();
            if (code != 0) {
                FAIL(REFUSED, 394, "%s", mlcc_rt_message());
            }
            printf("%s: the self-test passed\n", own_name);
            return fflush(NULL) == 0 ? 0 : REFUSED;
        }
    }
    for (int32_t i = 0; i < self->count; i++) {
        axes += self->params[i].rank;
    }
    argument *const args = calloc((size_t)self->count + 1, sizeof *args);
    DLTensor **const tensors = calloc((size_t)self->count + 1, sizeof *tensors);
    int64_t *shapes = calloc((size_t)axes + 1, sizeof *shapes);
    if (args == NULL || tensors == NULL || shapes == NULL) {
        FAIL(REFUSED, 310, "out of memory");
    }
    for (int32_t i = 0; i < self->count; i++) {
        args[i].shape = shapes;
        shapes += self->params[i].rank;
    }
    const int32_t failed = parse(self, args, count, words);
    if (failed) {
        return failed;
    }
    if (reads(self, args) && isatty(0)) {
        FAIL(USAGE, 390, "standard input is a terminal: give files or pipe arrays (%s --help)", own_name);
    }
    if (writes(self, args) && isatty(1)) {
        FAIL(USAGE, 390, "standard output is a terminal: give -o, or redirect (%s --help)", own_name);
    }
    return run(self, args, tensors);
}

/* Where the program begins: `stack` is what the system left there, the number of arguments and the arguments. */
void mlcc_rt_program(const program *self, void **stack) {
    const int32_t count = (int32_t)(intptr_t)stack[0];
    char **const words = (char **)(stack + 1);
    own_name = count > 0 ? words[0] : self->function;
    exit(begin(self, count, words));
}
