/* Start of a 64-bit RISC-V with floating point switched on, and output by the serial port of QEMU's machine `virt`. */
#include <stdint.h>

int main(void);

void put(const char *text) {
    while (*text) *(volatile uint8_t *)0x10000000 = (uint8_t)*text++;
}

/* The machine's test device ends it. */
void leave(int code) {
    *(volatile uint32_t *)0x100000 = code == 0 ? 0x5555 : 0x3333 | (uint32_t)code << 16;
    for (;;) {
    }
}

void begin(void) { leave(main()); }
void fault(void) { leave(99); }

__asm__(
    ".section .start, \"ax\"\n"
    ".globl _start\n"
    "_start:\n"
    "  la sp, stack_top\n"
    "  la t0, fault\n"
    "  csrw mtvec, t0\n"
    "  li t0, 0x2000\n"
    "  csrs mstatus, t0\n"
    "  call begin\n");
