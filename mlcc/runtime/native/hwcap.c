/* What Linux says of an AArch64 processor. mlcc/target/detect.py names the bits. */
#include "runtime.h"

unsigned long getauxval(unsigned long kind);

enum {
    AT_HWCAP = 16,
    AT_HWCAP2 = 26,
};

void mlcc_rt_cpu_words(uint32_t *words) {
    words[0] = (uint32_t)getauxval(AT_HWCAP);
    words[1] = (uint32_t)getauxval(AT_HWCAP2);
}
