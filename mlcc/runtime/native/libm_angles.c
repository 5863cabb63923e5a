/* Sine, cosine and tangent of double and their inverses, for artefacts that are linked without libm.
 *
 * In pairs of doubles (libm.h), so that a result differs from the exact one by less than one unit in the last place, for
 * arguments of any size. What C says of zeros, infinities and NaN holds.
 */
#include "libm.h"

/* The nearest whole number of quarter turns, of which the last two bits are the result, and the angle that is left.
 *
 * x = m * 2**e, and x * 2 / pi is m times those bits of 2 / pi that 2**e does not move to multiples of four turns of a
 * quarter: 192 of them, the first two of which count quarters (Payne and Hanek 1983). At least 128 bits are right behind
 * the point. No double is nearer to a multiple of pi / 2 than some 2**-62, so 66 bits are left of the angle at least. */
int32_t mlcc_quarters(double x, double *high, double *low) {
    static const uint32_t bits[] = {
        /* 64 zeros, which are the integer part, and 2 / pi */
        0x00000000, 0x00000000, 0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab,
        0xdebbc561, 0xb7246e3a, 0x424dd2e0, 0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e, 0xe88235f5, 0x2ebb4484,
        0xe99c7026, 0xb45f7e41, 0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b, 0x1ff897ff, 0xde05980f, 0xef2f118b,
        0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7, 0x4f463f66, 0x9e5fea2d, 0x7527bac7, 0xebe5f17b, 0x3d0739f7, 0x8a5292ea,
        0x6bfb5fb1, 0x1f8d5d08, 0x56033046, 0xfc7b6bab,
    };
    const uint64_t size = mlcc_bits_of(x) & ~MLCC_SIGN64;
    *low = 0.0;
    if (size <= 0x3fe921fb54442d18u || size >= MLCC_INFINITE64) { /* pi / 4 */
        *high = size >= MLCC_INFINITE64 ? x - x : x;
        return 0;
    }
    int32_t e;
    const uint64_t m = mlcc_significand(size, &e);
    const int32_t begin = e + 62, word = begin >> 5, shift = begin & 31;
    uint32_t p[6];
    uint64_t carry = 0, carry_high = 0, before = 0;
    for (int32_t i = 5; i >= 0; i--) {
        const uint64_t both = (uint64_t)bits[word + i] << 32 | bits[word + i + 1];
        const uint64_t now = both >> (32 - shift) & 0xffffffffu;
        carry += now * (m & 0xffffffffu);
        carry_high += (carry & 0xffffffffu) + before * (m >> 32);
        p[i] = (uint32_t)carry_high;
        carry_high >>= 32;
        carry >>= 32;
        before = now;
    }
    int32_t quarters = (int32_t)(p[0] >> 30);
    uint64_t a = (uint64_t)p[0] << 34 | (uint64_t)p[1] << 2 | p[2] >> 30;
    uint64_t b = (uint64_t)p[2] << 34 | (uint64_t)p[3] << 2 | p[4] >> 30;
    uint64_t sign = mlcc_bits_of(x) & MLCC_SIGN64;
    if (a >> 63) { /* more than half a quarter: the next one, and what lacks to it */
        quarters++;
        sign ^= MLCC_SIGN64;
        b = ~b;
        a = ~a;
    }
    int32_t zeros = 0;
    for (; a >> 63 == 0 && zeros < 64; zeros++) {
        a = a << 1 | b >> 63;
        b = b << 1;
    }
    /* The first 53 bits, and the 52 behind them as the part of a number above a power of two. */
    const uint64_t fraction = ((uint64_t)1 << 52) - 1, first = (uint64_t)(1022 - zeros) << 52;
    const uint64_t second = (uint64_t)(1023 - 53 - zeros) << 52;
    const double top = mlcc_of_bits(sign | first | (a >> 11 & fraction));
    const double rest = mlcc_of_bits(sign | second | (a << 41 & fraction) | b >> 23) - mlcc_of_bits(sign | second);
    const mlcc_pair r = mlcc_pairs_product(mlcc_pair_of(top, rest), mlcc_pair_of(MLCC_HALF_PI));
    *high = r.high;
    *low = r.low;
    return (mlcc_bits_of(x) >> 63 ? -quarters : quarters) & 3;
}

/* x - x**3 / 6 + x**5 / 120 - ..., up to pi / 4. */
double mlcc_sine(double x, double x_low, double *low) {
    static const double inverse[] = {
        -8.22063524662433e-18, 2.8114572543455206e-15, -7.647163731819816e-13, 1.6059043836821613e-10,
        -2.505210838544172e-08, 2.7557319223985893e-06, -0.0001984126984126984, 0.008333333333333333,
    };
    const mlcc_pair a = mlcc_pair_of(x, x_low), v = mlcc_pairs_product(a, a);
    mlcc_pair w = mlcc_sum(-1.0 / 6.0, v.high * mlcc_polynomial(v.high, inverse, MLCC_COUNT(inverse)));
    w.low -= 9.25185853854297e-18; /* what 1 / 6 has not room for */
    const mlcc_pair r = mlcc_pairs_sum(a, mlcc_pairs_product(a, mlcc_pairs_product(v, w)));
    *low = r.low;
    return r.high;
}

/* 1 - x**2 / 2 + x**4 / 24 - ..., up to pi / 4. */
double mlcc_cosine(double x, double x_low, double *low) {
    static const double inverse[] = {
        4.110317623312165e-19, -1.5619206968586225e-16, 4.779477332387385e-14, -1.1470745597729725e-11,
        2.08767569878681e-09, -2.755731922398589e-07, 2.48015873015873e-05, -0.001388888888888889,
        0.041666666666666664,
    };
    const mlcc_pair a = mlcc_pair_of(x, x_low), v = mlcc_pairs_product(a, a);
    mlcc_pair r = mlcc_sum(1.0, -0.5 * v.high);
    const double tail = v.high * v.high * mlcc_polynomial(v.high, inverse, MLCC_COUNT(inverse));
    r = mlcc_whole(r.high, r.low + (tail - 0.5 * v.low));
    *low = r.low;
    return r.high;
}

/* The sine of an angle and so many quarter turns. */
static inline __attribute__((always_inline)) double mlcc_turned(int32_t quarters, double x, double x_low) {
    double low;
    const double high = quarters & 1 ? mlcc_cosine(x, x_low, &low) : mlcc_sine(x, x_low, &low);
    return quarters & 2 ? -(high + low) : high + low;
}

double sin(double x) {
    if ((mlcc_bits_of(x) & ~MLCC_SIGN64) < MLCC_SMALL64) {
        return x;
    }
    double high, low;
    const int32_t quarters = mlcc_quarters(x, &high, &low);
    return mlcc_turned(quarters, high, low);
}

double cos(double x) {
    double high, low;
    const int32_t quarters = mlcc_quarters(x, &high, &low);
    return mlcc_turned(quarters + 1, high, low);
}

/* What LLVM makes of a sine and a cosine of the same number. */
void sincos(double x, double *sine, double *cosine) {
    double high, low;
    const int32_t quarters = mlcc_quarters(x, &high, &low);
    *sine = (mlcc_bits_of(x) & ~MLCC_SIGN64) < MLCC_SMALL64 ? x : mlcc_turned(quarters, high, low);
    *cosine = mlcc_turned(quarters + 1, high, low);
}

double tan(double x) {
    if ((mlcc_bits_of(x) & ~MLCC_SIGN64) < MLCC_SMALL64) {
        return x;
    }
    double high, low;
    mlcc_pair sine, cosine;
    const int32_t quarters = mlcc_quarters(x, &high, &low);
    sine.high = mlcc_sine(high, low, &sine.low);
    cosine.high = mlcc_cosine(high, low, &cosine.low);
    const mlcc_pair r = quarters & 1 ? mlcc_pairs_quotient(cosine, sine) : mlcc_pairs_quotient(sine, cosine);
    return quarters & 1 ? -(r.high + r.low) : r.high + r.low;
}

/* The angle of the point (x, y) where 0 <= y <= x: that of (8, k), k / 8 being near to y / x, and the rest by the series
 * t - t**3 / 3 + t**5 / 5 - ..., with t = (y - x * k / 8) / (x + y * k / 8) of at most 1 / 16. */
double mlcc_angle(double y, double y_low, double x, double x_low, double *low) {
    static const double angles[] = {
        0.0, 0.0,
        0.12435499454676144, -3.1253241424539383e-18, 0.24497866312686414, 1.0698755618734451e-17, 0.35877067027057225,
        -2.4623815582638635e-17, 0.4636476090008061, 2.2698777452961687e-17, 0.5585993153435624,
        -5.4556305485916264e-18, 0.6435011087932844, 1.5834785051444286e-17, 0.7188299996216245,
        -2.1478388444456983e-17, 0.7853981633974483, 3.061616997868383e-17,
    };
    static const double odd[] = {
        0.058823529411764705, -0.06666666666666667, 0.07692307692307693, -0.09090909090909091, 0.1111111111111111,
        -0.14285714285714285, 0.2, -0.3333333333333333,
    };
    const int32_t k = (int32_t)(8.0 * y / x + 0.5);
    const double c = 0.125 * k;
    const mlcc_pair cx = mlcc_product(c, x), cy = mlcc_product(c, y);
    const mlcc_pair above = mlcc_pairs_sum(mlcc_pair_of(y, y_low), mlcc_pair_of(-cx.high, -(cx.low + c * x_low)));
    const mlcc_pair below = mlcc_pairs_sum(mlcc_pair_of(x, x_low), mlcc_pair_of(cy.high, cy.low + c * y_low));
    mlcc_pair r = mlcc_pairs_quotient(above, below);
    const double v = r.high * r.high;
    r = mlcc_whole(r.high, r.low + r.high * v * mlcc_polynomial(v, odd, MLCC_COUNT(odd)));
    r = mlcc_pairs_sum(mlcc_pair_of(angles[2 * k], angles[2 * k + 1]), r);
    *low = r.low;
    return r.high;
}

/* The angle of a point of which no coordinate is negative. */
static inline __attribute__((always_inline)) mlcc_pair mlcc_direction(mlcc_pair y, mlcc_pair x) {
    mlcc_pair r;
    if (y.high <= x.high) {
        r.high = mlcc_angle(y.high, y.low, x.high, x.low, &r.low);
        return r;
    }
    r.high = -mlcc_angle(x.high, x.low, y.high, y.low, &r.low);
    r.low = -r.low;
    return mlcc_pairs_sum(mlcc_pair_of(MLCC_HALF_PI), r);
}

double atan(double x) {
    const uint64_t size = mlcc_bits_of(x) & ~MLCC_SIGN64;
    if (size < MLCC_SMALL64 || size > MLCC_INFINITE64) {
        return x;
    }
    mlcc_pair r = mlcc_pair_of(MLCC_HALF_PI);
    if (size < (uint64_t)(1023 + 60) << 52) {
        r = mlcc_direction(mlcc_pair_of(mlcc_of_bits(size), 0.0), mlcc_pair_of(1.0, 0.0));
    }
    return mlcc_signed(r.high + r.low, x);
}

/* Of a point with coordinates of any size, which a power of two brings near to 1. */
double atan2(double y, double x) {
    const uint64_t a = mlcc_bits_of(y) & ~MLCC_SIGN64, b = mlcc_bits_of(x) & ~MLCC_SIGN64;
    if (a > MLCC_INFINITE64 || b > MLCC_INFINITE64) {
        return x + y;
    }
    int32_t ea = 0, eb = 0;
    mlcc_pair r = mlcc_pair_of(0.0, 0.0);
    if (a == b && (a == 0 || a == MLCC_INFINITE64)) {
        r.high = a == 0 ? 0.0 : 0.5 * 1.5707963267948966;
    } else if (b == 0 || a == MLCC_INFINITE64) {
        r = mlcc_pair_of(MLCC_HALF_PI);
    } else if (a != 0 && b != MLCC_INFINITE64) {
        const uint64_t fraction = ((uint64_t)1 << 52) - 1, one = (uint64_t)1023 << 52;
        const double m = mlcc_of_bits((mlcc_significand(a, &ea) & fraction) | one);
        const double n = mlcc_of_bits((mlcc_significand(b, &eb) & fraction) | one);
        if (ea - eb > 60) {
            r = mlcc_pair_of(MLCC_HALF_PI);
        } else if (ea - eb > -60) {
            r = mlcc_direction(mlcc_pair_of(mlcc_scaled(m, ea - eb), 0.0), mlcc_pair_of(n, 0.0));
        } else if (mlcc_bits_of(x) >> 63 == 0) {
            r.high = mlcc_of_bits(a) / mlcc_of_bits(b);
        }
    }
    if (mlcc_bits_of(x) >> 63) {
        r = mlcc_pairs_sum(mlcc_pair_of(MLCC_PI), mlcc_pair_of(-r.high, -r.low));
    }
    return mlcc_signed(r.high + r.low, y);
}

float atan2f(float y, float x) { return (float)atan2(y, x); }

/* sqrt(1 - x**2) of a number from 0 to 1. */
static inline __attribute__((always_inline)) mlcc_pair mlcc_other_side(double x) {
    return mlcc_root(mlcc_pairs_product(mlcc_sum(1.0, -x), mlcc_sum(1.0, x)));
}

double asin(double x) {
    const uint64_t size = mlcc_bits_of(x) & ~MLCC_SIGN64;
    const double a = mlcc_of_bits(size);
    if (size < MLCC_SMALL64 || !(a <= 1.0)) {
        return a > 1.0 ? mlcc_of_bits(MLCC_NAN64) : x;
    }
    const mlcc_pair r = mlcc_direction(mlcc_pair_of(a, 0.0), mlcc_other_side(a));
    return mlcc_signed(r.high + r.low, x);
}

double acos(double x) {
    const double a = mlcc_of_bits(mlcc_bits_of(x) & ~MLCC_SIGN64);
    if (!(a <= 1.0)) {
        return a > 1.0 ? mlcc_of_bits(MLCC_NAN64) : x;
    }
    mlcc_pair r = mlcc_direction(mlcc_other_side(a), mlcc_pair_of(a, 0.0));
    if (x < 0) {
        r = mlcc_pairs_sum(mlcc_pair_of(MLCC_PI), mlcc_pair_of(-r.high, -r.low));
    }
    return r.high + r.low;
}
