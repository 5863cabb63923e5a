/* Start of a Cortex-M, and output by semihosting, which an emulator has. */
#include <stdint.h>

extern uint32_t stack_top;
int main(void);

static int semihosting(int operation, const void *argument) {
    register int r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
}

void put(const char *text) { semihosting(4, text); }

static void leave(int code) {
    const uint32_t block[2] = {0x20026, (uint32_t)code};
    semihosting(0x20, block);
    for (;;) {
    }
}

/* Switches floating point and vectors on, where there are any, before a function that may use them begins. */
void reset(void) {
    *(volatile uint32_t *)0xe000ed88 |= 0xfu << 20;
    __asm__ volatile("dsb\n isb" ::: "memory");
    leave(main());
}
void fault(void) { leave(99); }

__attribute__((section(".vectors"), used)) const void *const vectors[16] = {
    &stack_top, (void *)reset, (void *)fault, (void *)fault, (void *)fault, (void *)fault, (void *)fault,
};
