/* The support function of WebAssembly's compilers for products of 128 bits, by which overflow in 64 bits is found. */
#include <stdint.h>

/* The product of two numbers of 128 bits, each given as its low and its high word. */
void __multi3(uint64_t *product, uint64_t a_low, uint64_t a_high, uint64_t b_low, uint64_t b_high) {
    const uint64_t half = 0xffffffffu, x0 = a_low & half, x1 = a_low >> 32, y0 = b_low & half, y1 = b_low >> 32;
    const uint64_t low = x0 * y0, middle = x1 * y0 + (low >> 32), cross = x0 * y1 + (middle & half);
    product[0] = cross << 32 | (low & half);
    product[1] = x1 * y1 + (middle >> 32) + (cross >> 32) + a_low * b_high + a_high * b_low;
}
