/* The choice among the forms of a module's kernels: once per process, by what the processor and the system have.
 *
 * The forms are in an order in which the last that runs is the best. MLCC_CPU names one to be taken instead, which must
 * run here too.
 */
#include "libc.h"
#include "runtime.h"

enum {
    WORDS = 8,
    UNKNOWN = 0,
    NONE = -1,
    FIRST = 1, /* the first form; the others follow */
};

/* Defined with the module: how many forms, the bits that each needs, their names, and these in one line. */
extern const int32_t mlcc_rt_form_count;
extern const uint32_t mlcc_rt_form_needs[];
extern const char mlcc_rt_form_names[];
extern const char mlcc_rt_form_list[];

static _Atomic int32_t chosen;

static int32_t runs(const uint32_t *words, int32_t form) {
    for (int32_t i = 0; i < WORDS; i++) {
        const uint32_t need = mlcc_rt_form_needs[WORDS * form + i];
        if ((words[i] & need) != need) {
            return 0;
        }
    }
    return 1;
}

static const char *wanted(void) {
    const char *name = getenv("MLCC_CPU");
    return name == NULL || *name == 0 ? NULL : name;
}

/* Threads that begin together may both choose: the same. */
static __attribute__((noinline, cold)) int32_t choose(void) {
    uint32_t words[WORDS] = {0};
    mlcc_rt_cpu_words(words);
    const char *const name = wanted();
    int32_t form = NONE;
    for (int32_t i = 0; i < mlcc_rt_form_count; i++) {
        if (runs(words, i) && (name == NULL || strcmp(name, mlcc_rt_nth(mlcc_rt_form_names, i)) == 0)) {
            form = FIRST + i;
        }
    }
    atomic_store_explicit(&chosen, form, memory_order_relaxed);
    return form;
}

int32_t mlcc_rt_form(void) {
    const int32_t known = atomic_load_explicit(&chosen, memory_order_relaxed);
    return (known == UNKNOWN ? choose() : known) - FIRST;
}

const char *mlcc_rt_form_name(void) {
    const int32_t form = mlcc_rt_form();
    return form < 0 ? NULL : mlcc_rt_nth(mlcc_rt_form_names, form);
}

__attribute__((noinline, cold)) int32_t mlcc_rt_no_form(const char *function) {
    const char *const name = wanted();
    if (name == NULL) {
        SAY("%s: this library is for %s, and the processor is none of these", function, mlcc_rt_form_list);
    } else {
        SAY("%s: MLCC_CPU is %s, and this library is for %s, of which the processor must run it", function, name,
            mlcc_rt_form_list);
    }
    return ERROR_CPU;
}
