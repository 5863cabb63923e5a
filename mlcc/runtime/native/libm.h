/* What the functions of libm share: the bits of numbers, and arithmetic on sums of two doubles.
 *
 * A pair has the precision of some 105 bits, so that what is computed with it rounds once to a double.
 */
#ifndef MLCC_LIBM_H
#define MLCC_LIBM_H

#include <stddef.h>
#include <stdint.h>

typedef union {
    float value;
    uint32_t bits;
} mlcc_single;

typedef union {
    double value;
    uint64_t bits;
} mlcc_double;

#define MLCC_SIGN32 0x80000000u
#define MLCC_SIGN64 ((uint64_t)1 << 63)

/* The significand of a finite number other than 0, with its first bit at 52; the number is that times 2**e. */
static inline __attribute__((always_inline)) uint64_t mlcc_significand(uint64_t bits, int32_t *e) {
    uint64_t m = bits & (((uint64_t)1 << 52) - 1);
    *e = (int32_t)(bits >> 52 & 0x7ff);
    m |= *e ? (uint64_t)1 << 52 : 0;
    for (*e += *e == 0; m >> 52 == 0; --*e) {
        m <<= 1;
    }
    *e -= 1075;
    return m;
}

static inline __attribute__((always_inline)) double mlcc_of_bits(uint64_t bits) {
    mlcc_double u;
    u.bits = bits;
    return u.value;
}

static inline __attribute__((always_inline)) uint64_t mlcc_bits_of(double x) {
    mlcc_double u;
    u.value = x;
    return u.bits;
}

/* The magnitude of one number with the sign of another. */
static inline __attribute__((always_inline)) double mlcc_signed(double x, double sign) {
    return mlcc_of_bits((mlcc_bits_of(x) & ~MLCC_SIGN64) | (mlcc_bits_of(sign) & MLCC_SIGN64));
}

/* A sum of two numbers, of which the second is what the first has not room for. */
typedef struct {
    double high, low;
} mlcc_pair;

/* Of two numbers of which the first is the larger one. */
static inline __attribute__((always_inline)) mlcc_pair mlcc_whole(double high, double low) {
    mlcc_pair r;
    r.high = high + low;
    r.low = low - (r.high - high);
    return r;
}

static inline __attribute__((always_inline)) mlcc_pair mlcc_sum(double a, double b) {
    mlcc_pair r;
    r.high = a + b;
    const double part = r.high - a;
    r.low = (a - (r.high - part)) + (b - part);
    return r;
}

/* The products of the halves of both factors have no rounding (Dekker 1971). Halves by their bits, so that it is no matter
 * whether a compiler contracts a product and a sum. */
static inline __attribute__((always_inline)) mlcc_pair mlcc_product(double a, double b) {
    const uint64_t upper = ~(((uint64_t)1 << 27) - 1);
    const double a1 = mlcc_of_bits(mlcc_bits_of(a) & upper), b1 = mlcc_of_bits(mlcc_bits_of(b) & upper);
    const double a0 = a - a1, b0 = b - b1;
    mlcc_pair r;
    r.high = a * b;
    r.low = ((a1 * b1 - r.high) + a1 * b0 + a0 * b1) + a0 * b0;
    return r;
}

static inline __attribute__((always_inline)) mlcc_pair mlcc_pairs_sum(mlcc_pair a, mlcc_pair b) {
    const mlcc_pair r = mlcc_sum(a.high, b.high);
    return mlcc_whole(r.high, r.low + (a.low + b.low));
}

/* Of both factors the parts that count. */
static inline __attribute__((always_inline)) mlcc_pair mlcc_pairs_product(mlcc_pair a, mlcc_pair b) {
    const mlcc_pair r = mlcc_product(a.high, b.high);
    return mlcc_whole(r.high, r.low + (a.high * b.low + a.low * b.high));
}

static inline __attribute__((always_inline)) mlcc_pair mlcc_pairs_quotient(mlcc_pair a, mlcc_pair b) {
    const double q = a.high / b.high;
    const mlcc_pair p = mlcc_product(q, b.high);
    return mlcc_whole(q, (((a.high - p.high) - p.low) + a.low - q * b.low) / b.high);
}

static inline __attribute__((always_inline)) mlcc_pair mlcc_pair_of(double high, double low) {
    mlcc_pair r;
    r.high = high;
    r.low = low;
    return r;
}

/* x * 2**n of a number next to 1, n from -1080 to 1026; the second of the products rounds. */
static inline __attribute__((always_inline)) double mlcc_scaled(double x, int32_t n) {
    const int32_t half = n / 2;
    mlcc_double a, b;
    a.bits = (uint64_t)(1023 + half) << 52;
    b.bits = (uint64_t)(1023 + n - half) << 52;
    return x * a.value * b.value;
}

/* A polynomial, the highest power first, by Horner's scheme. */
static inline __attribute__((always_inline)) double mlcc_polynomial(double x, const double *factors, size_t count) {
    double sum = factors[0];
    for (size_t i = 1; i < count; i++) {
        sum = sum * x + factors[i];
    }
    return sum;
}

#define MLCC_COUNT(table) (sizeof(table) / sizeof *(table))

#define MLCC_NAN64 ((uint64_t)0x7ff8 << 48)
#define MLCC_INFINITE64 ((uint64_t)0x7ff << 52)
/* Below 2**-27 in magnitude, a square is nothing beside 1. */
#define MLCC_SMALL64 ((uint64_t)(1023 - 27) << 52)
#define MLCC_HALF_PI 1.5707963267948966, 6.123233995736766e-17
#define MLCC_PI 3.141592653589793, 1.2246467991473532e-16

/* What more than one file uses. Pairs go in as two numbers, and out as the result and where `low` points. */
double sqrt(double x);
double trunc(double x);
double mlcc_logarithm(double x, double x_low, double *low);
double mlcc_exponential(double z, double z_low, double *low, int32_t *n);
double mlcc_sine(double x, double x_low, double *low);
double mlcc_cosine(double x, double x_low, double *low);

/* The root of a pair that is not negative, from that of its first number. */
static inline __attribute__((always_inline)) mlcc_pair mlcc_root(mlcc_pair x) {
    const double r = sqrt(x.high);
    const mlcc_pair p = mlcc_product(r, r);
    return r == 0 ? mlcc_pair_of(0.0, 0.0) : mlcc_whole(r, (((x.high - p.high) - p.low) + x.low) / (2.0 * r));
}

#endif
