/* What an x86 processor says of itself, and what the system lets a process use of it. mlcc/target/detect.py names the
 * bits. */
#include "runtime.h"

/* Machine code, as C has no name for these instructions: mlcc/runtime/native_text.py. The registers are EAX, EBX, ECX
 * and EDX; XCR0 is to be asked for only where OSXSAVE is set. */
void mlcc_rt_cpuid(uint32_t leaf, uint32_t subleaf, uint32_t *registers);
uint32_t mlcc_rt_xcr0(void);

enum { EAX, EBX, ECX, EDX };

enum {
    OSXSAVE = 1 << 27,
    TILES = 0x60000, /* the bits of XCR0 for AMX */
};

void mlcc_rt_cpu_words(uint32_t *words) {
    uint32_t leaf[4];
    mlcc_rt_cpuid(0, 0, leaf);
    const uint32_t last = leaf[EAX];
    mlcc_rt_cpuid(1, 0, leaf);
    words[0] = leaf[ECX];
    words[1] = leaf[EDX];
    if (last >= 7) {
        mlcc_rt_cpuid(7, 0, leaf);
        const uint32_t last_of_7 = leaf[EAX];
        words[2] = leaf[EBX];
        words[3] = leaf[ECX];
        words[4] = leaf[EDX];
        if (last_of_7 >= 1) {
            mlcc_rt_cpuid(7, 1, leaf);
            words[5] = leaf[EAX];
        }
    }
    mlcc_rt_cpuid(0x80000000, 0, leaf);
    if (leaf[EAX] >= 0x80000001) {
        mlcc_rt_cpuid(0x80000001, 0, leaf);
        words[6] = leaf[ECX];
    }
    if (words[0] & OSXSAVE) {
        words[7] = mlcc_rt_xcr0();
        if ((words[7] & TILES) != TILES || !mlcc_rt_tiles()) {
            words[7] &= ~(uint32_t)TILES;
        }
    }
}
