/* What an artefact says of a function that is run as a program, and of its self-test; mlcc/runtime/program.py writes
 * it. */
#ifndef MLCC_PROGRAM_H
#define MLCC_PROGRAM_H

#include "libc.h"
#include "runtime.h"

enum { INPUT, OUTPUT, INOUT };

typedef struct {
    const char *name;
    const char *type;  /* of the elements, as NumPy writes it: "<f4" */
    const char *shape; /* the extents as text, one NUL-terminated string after the other */
    int32_t role, rank;
    int32_t low, limit; /* made-up integers are from `low` on, and fewer than `limit`; floats where that is 0 */
    uint8_t code, bits;
} program_param;

typedef struct {
    const char *function;
    const program_param *params;
    int32_t (*entry)(DLTensor *const *args, int32_t count);
    void (*extents)(DLTensor *const *args); /* writes the shapes of the outputs, from those of the inputs */
    void (*results)(DLTensor *const *args); /* writes the shapes that the outputs have after a run */
    int32_t (*selftest)(void);              /* or NULL */
    const char *(*description)(void);       /* in JSON */
    const int32_t *code;                    /* the number of the diagnostic of each error of an entry */
    int32_t count, codes;
} program;

typedef struct {
    const char *function;
    const program_param *params;
    int32_t (*entry)(DLTensor *const *args, int32_t count);
    void (*results)(DLTensor *const *args); /* as in a program */
    const int64_t *shapes;    /* of all parameters, one after the other */
    const uint64_t *expected; /* the sum of the weights; of each output the tolerance and SAMPLES values, as doubles */
    int64_t words;            /* of 8 bytes in the weights */
    int32_t count;
} selftest;

void mlcc_rt_program(const program *self, void **stack);
int32_t mlcc_rt_selftest(const selftest *self, const uint64_t *weights);

/* The most elements of an output that a self-test compares. */
#define SAMPLES 64

/* The C library's files: their structure is only passed on. */
typedef struct file FILE;

FILE *fopen(const char *path, const char *mode);
FILE *fdopen(int descriptor, const char *mode);
size_t fread(void *to, size_t size, size_t count, FILE *file);
size_t fwrite(const void *from, size_t size, size_t count, FILE *file);
int fprintf(FILE *file, const char *format, ...) __attribute__((format(printf, 2, 3)));
int dprintf(int descriptor, const char *format, ...) __attribute__((format(printf, 2, 3)));
int printf(const char *format, ...) __attribute__((format(printf, 1, 2)));
int fflush(FILE *file);
int fclose(FILE *file);
int isatty(int descriptor);
void exit(int status) __attribute__((noreturn));
void *calloc(size_t count, size_t size);
size_t strlen(const char *text);
char *strchr(const char *text, int letter);
char *strstr(const char *text, const char *part);
int strncmp(const char *a, const char *b, size_t count);
int memcmp(const void *a, const void *b, size_t count);

#endif
