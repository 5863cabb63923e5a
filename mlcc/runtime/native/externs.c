/* External functions: those that kernels call by name and the loading program provides. */
#include "libc.h"
#include "runtime.h"

/* Defined with the module: the names, one after the other, and the provider of each. */
extern const char mlcc_rt_extern_names[];
extern const int64_t mlcc_rt_extern_count;
extern _Atomic(provider) mlcc_rt_providers[];

int32_t mlcc_rt_set_extern(const char *name, provider function) {
    for (int64_t i = 0; i < mlcc_rt_extern_count; i++) {
        if (strcmp(mlcc_rt_nth(mlcc_rt_extern_names, i), name) == 0) {
            atomic_store_explicit(&mlcc_rt_providers[i], function, memory_order_release);
            return 0;
        }
    }
    SAY("no kernel of this library calls an external function `%s`", name);
    return ERROR_EXTERN;
}

int32_t mlcc_rt_call_extern(int64_t index, DLTensor *const *args, int32_t n) {
    const provider function = atomic_load_explicit(&mlcc_rt_providers[index], memory_order_acquire);
    if (function == NULL) {
        SAY("the external function `%s` has no provider", mlcc_rt_nth(mlcc_rt_extern_names, index));
        return ERROR_EXTERN;
    }
    const int32_t number = function(args, n);
    if (number != 0) {
        SAY("the external function `%s` reported error %d", mlcc_rt_nth(mlcc_rt_extern_names, index), number);
        return ERROR_EXTERN;
    }
    return 0;
}
