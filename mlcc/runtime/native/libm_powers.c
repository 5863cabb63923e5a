/* Logarithms, exponentials and what is made of them, of double, for artefacts that are linked without libm.
 *
 * In pairs of doubles (libm.h), so that a result differs from the exact one by less than one unit in the last place, and
 * is exact where a double holds it. What C says of zeros, infinities and NaN holds.
 */
#include "libm.h"

/* The first number has zeros in its last bits, so that its product with an exponent is exact. */
#define MLCC_LN2_HIGH 6.93147180369123816490e-01
#define MLCC_LN2_LOW 1.90821492927058770002e-10
#define MLCC_LN2 0.6931471805599453, 2.3190468138462996e-17
#define MLCC_LN10 2.302585092994046, -2.1707562233822494e-16

/* 2 * (s + s**3 / 3 + s**5 / 5 + ...), the logarithm of (1 + s) / (1 - s), for |s| up to 0.172, to 2**-64 of it. */
double mlcc_area(double s_high, double s_low, double *low) {
    static const double odd[] = {
        0.037037037037037035, 0.04, 0.043478260869565216, 0.047619047619047616, 0.05263157894736842,
        0.058823529411764705, 0.06666666666666667, 0.07692307692307693, 0.09090909090909091, 0.1111111111111111,
        0.14285714285714285, 0.2,
    };
    const mlcc_pair s = mlcc_pair_of(s_high, s_low), v = mlcc_pairs_product(s, s);
    mlcc_pair w = mlcc_sum(1.0 / 3.0, v.high * mlcc_polynomial(v.high, odd, MLCC_COUNT(odd)));
    w.low += 1.85037170770859413132e-17; /* what 1 / 3 has not room for */
    const mlcc_pair r = mlcc_pairs_sum(s, mlcc_pairs_product(s, mlcc_pairs_product(v, w)));
    *low = 2.0 * r.low;
    return 2.0 * r.high;
}

/* log(1 + f), for f from -0.293 to 0.415. */
static inline __attribute__((always_inline)) mlcc_pair mlcc_logarithm_from_1(mlcc_pair f) {
    const mlcc_pair g = mlcc_pairs_sum(mlcc_pair_of(2.0, 0.0), f), s = mlcc_pairs_quotient(f, g);
    mlcc_pair r;
    r.high = mlcc_area(s.high, s.low, &r.low);
    return r;
}

/* log(x) of a positive number with an error of 2**-64 of it: x = m * 2**e with m from sqrt(1/2) to sqrt(2), and with
 * s = (m - 1) / (m + 1) it is 2 * (s + s**3 / 3 + s**5 / 5 + ...) + e * log(2). For x = 10: e = 3, m = 1.25, s = 1/9,
 * 0.2231436 + 3 * 0.6931472 = 2.3025851. */
double mlcc_logarithm(double x, double x_low, double *low) {
    int32_t e;
    mlcc_double u;
    u.value = x;
    const uint64_t significand = mlcc_significand(u.bits, &e);
    const int32_t above = significand > 0x16a09e667f3bcdu;
    u.bits = ((uint64_t)(1023 - above) << 52) | (significand & (((uint64_t)1 << 52) - 1));
    const double exponent = (double)(e + 52 + above), rest = x_low / x;
    const mlcc_pair part = mlcc_logarithm_from_1(mlcc_pair_of(u.value - 1.0, 0.0));
    mlcc_pair r = mlcc_sum(exponent * MLCC_LN2_HIGH, part.high);
    r = mlcc_pairs_sum(r, mlcc_pair_of(rest - 0.5 * rest * rest, part.low + exponent * MLCC_LN2_LOW));
    *low = r.low;
    return r.high;
}

/* The exponential of a sum from -746 to 746, as a pair that is next to 1, times 2**n: the rest below log(2) / 2 by its
 * series. What is added to 1 has an error of 2**-59, so results that a double holds are exact. */
double mlcc_exponential(double z, double z_low, double *low, int32_t *n) {
    static const double inverse[] = {
        2.8114572543455206e-15, 4.779477332387385e-14, 7.647163731819816e-13, 1.1470745597729725e-11,
        1.6059043836821613e-10, 2.08767569878681e-09, 2.505210838544172e-08, 2.755731922398589e-07,
        2.7557319223985893e-06, 2.48015873015873e-05, 0.0001984126984126984, 0.001388888888888889,
        0.008333333333333333, 0.041666666666666664, 0.16666666666666666,
    };
    const int32_t whole = (int32_t)(z * 1.44269504088896338700 + (z < 0 ? -0.5 : 0.5));
    mlcc_pair h = mlcc_sum(z - whole * MLCC_LN2_HIGH, -(whole * MLCC_LN2_LOW));
    h = mlcc_sum(h.high, h.low + z_low);
    const mlcc_pair square = mlcc_product(h.high, h.high);
    const double tail = square.high * h.high * mlcc_polynomial(h.high, inverse, MLCC_COUNT(inverse));
    const mlcc_pair first = mlcc_sum(1.0, h.high), second = mlcc_sum(first.high, 0.5 * square.high);
    const double rest = (first.low + second.low) + (h.low * (1.0 + h.high) + 0.5 * square.low + tail);
    const mlcc_pair r = mlcc_whole(second.high, rest);
    *n = whole;
    *low = r.low;
    return r.high;
}

/* exp(z) as a double, where z is in the range of mlcc_exponential. */
static inline __attribute__((always_inline)) double mlcc_rounded_exponential(mlcc_pair z) {
    double low;
    int32_t n;
    const double high = mlcc_exponential(z.high, z.low, &low, &n);
    return mlcc_scaled(high + low, n);
}

/* exp(y * log(x)) with both in pairs, and what C says of zeros, infinities, NaN and negative numbers. */
double pow(double x, double y) {
    mlcc_double u, v;
    u.value = x;
    v.value = y;
    const uint64_t infinite = (uint64_t)0x7ff << 52, one = (uint64_t)0x3ff << 52, bits = u.bits & ~MLCC_SIGN64;
    const uint64_t power = v.bits & ~MLCC_SIGN64;
    if (power == 0 || u.bits == one) {
        return 1.0;
    }
    if (bits > infinite || power > infinite) {
        return x + y;
    }
    /* Whether y is odd, and whether it is a whole number at all. */
    const int32_t places = 1075 - (int32_t)(power >> 52);
    const uint64_t m = (power & (((uint64_t)1 << 52) - 1)) | (uint64_t)1 << 52;
    const int whole = places <= 0 || (places <= 52 && (m & (((uint64_t)1 << places) - 1)) == 0);
    const uint64_t sign = whole && places >= 0 && (m >> places & 1) ? u.bits & MLCC_SIGN64 : 0;
    const int grows = (bits > one) == (v.bits == power);
    if (bits == one) {
        u.bits = whole || power == infinite ? sign | one : infinite + 1;
        return u.value;
    }
    if (u.bits != bits && !whole && bits != 0 && bits != infinite) {
        u.bits = infinite | (uint64_t)1 << 51;
        return u.value;
    }
    u.bits = sign | (grows ? infinite : 0);
    /* From 2**65 on the power of the number next to 1 overflows, and below 2**-65 that of the largest is next to 1. */
    if (bits == 0 || bits == infinite || power >= (uint64_t)(1023 + 65) << 52) {
        return u.value;
    }
    if (power < (uint64_t)(1023 - 65) << 52) {
        return 1.0;
    }
    double low;
    mlcc_pair z = mlcc_product(y, mlcc_logarithm(mlcc_of_bits(bits), 0.0, &low));
    z.low += y * low;
    if (!(z.high > -746.0 && z.high < 710.0)) {
        return u.value;
    }
    u.value = mlcc_rounded_exponential(z);
    u.bits |= sign;
    return u.value;
}

/* base**x = exp(x * log(base)), where the result may be a number other than 0 and infinity between the limits. */
static inline __attribute__((always_inline)) double mlcc_power_of(mlcc_pair base, double x, double least, double most) {
    if (!(x > least && x < most)) {
        return x != x ? x : x < 0 ? 0.0 : mlcc_of_bits(MLCC_INFINITE64);
    }
    mlcc_pair z = mlcc_product(x, base.high);
    z.low += x * base.low;
    return mlcc_rounded_exponential(z);
}

double exp2(double x) { return mlcc_power_of(mlcc_pair_of(MLCC_LN2), x, -1076.0, 1024.0); }

double exp10(double x) { return mlcc_power_of(mlcc_pair_of(MLCC_LN10), x, -324.0, 309.0); }

/* log(x) / log(base). */
static inline __attribute__((always_inline)) double mlcc_logarithm_to(double x, mlcc_pair inverse) {
    if (!(x > 0) || mlcc_bits_of(x) == MLCC_INFINITE64) {
        return x != x || x > 0 ? x : mlcc_of_bits(x == 0 ? MLCC_SIGN64 | MLCC_INFINITE64 : MLCC_NAN64);
    }
    mlcc_pair r;
    r.high = mlcc_logarithm(x, 0.0, &r.low);
    r = mlcc_pairs_product(r, inverse);
    return r.high + r.low;
}

double log2(double x) { return mlcc_logarithm_to(x, mlcc_pair_of(1.4426950408889634, 2.0355273740931033e-17)); }

double log10(double x) { return mlcc_logarithm_to(x, mlcc_pair_of(0.4342944819032518, 1.098319650216765e-17)); }

/* (exp(x) + sign * exp(-x)) / 2 for x up to 746; from 2**40 on, the second part is nothing beside the first. */
static inline __attribute__((always_inline)) double mlcc_half_sum(double x, double sign) {
    mlcc_pair e;
    int32_t n;
    e.high = mlcc_exponential(x, 0.0, &e.low, &n);
    if (n > 40) {
        return mlcc_scaled(e.high + e.low, n - 1);
    }
    const double up = mlcc_scaled(0.5, n), down = mlcc_scaled(0.5 * sign, -n);
    const mlcc_pair inverse = mlcc_pairs_quotient(mlcc_pair_of(1.0, 0.0), e);
    e = mlcc_pairs_sum(mlcc_pair_of(e.high * up, e.low * up), mlcc_pair_of(inverse.high * down, inverse.low * down));
    return e.high + e.low;
}

double sinh(double x) {
    static const double inverse[] = {
        3.868170170630684e-23, 1.9572941063391263e-20, 8.22063524662433e-18, 2.8114572543455206e-15,
        7.647163731819816e-13, 1.6059043836821613e-10, 2.505210838544172e-08, 2.7557319223985893e-06,
        0.0001984126984126984, 0.008333333333333333, 0.16666666666666666,
    };
    const uint64_t size = mlcc_bits_of(x) & ~MLCC_SIGN64;
    if (size < MLCC_SMALL64 || size >= MLCC_INFINITE64) {
        return x;
    }
    if (x > -1.0 && x < 1.0) {
        const double v = x * x;
        return x + x * v * mlcc_polynomial(v, inverse, MLCC_COUNT(inverse));
    }
    const double a = mlcc_of_bits(size);
    return mlcc_signed(a > 711.0 ? mlcc_of_bits(MLCC_INFINITE64) : mlcc_half_sum(a, -1.0), x);
}

double cosh(double x) {
    const double a = mlcc_of_bits(mlcc_bits_of(x) & ~MLCC_SIGN64);
    return a != a ? x : a > 711.0 ? mlcc_of_bits(MLCC_INFINITE64) : mlcc_half_sum(a, 1.0);
}

/* log(1 + u) of a pair that is not negative, as a double. */
static inline __attribute__((always_inline)) double mlcc_logarithm_of_more(mlcc_pair u) {
    mlcc_pair r;
    if (u.high < 0.41) {
        r = mlcc_logarithm_from_1(u);
    } else {
        const mlcc_pair whole = mlcc_pairs_sum(mlcc_pair_of(1.0, 0.0), u);
        r.high = mlcc_logarithm(whole.high, whole.low, &r.low);
    }
    return r.high + r.low;
}

/* log(2 * x) of a number beside whose square 1 is nothing. */
static inline __attribute__((always_inline)) double mlcc_logarithm_of_twice(double x) {
    mlcc_pair r;
    r.high = mlcc_logarithm(x, 0.0, &r.low);
    r = mlcc_pairs_sum(r, mlcc_pair_of(MLCC_LN2));
    return r.high + r.low;
}

/* log(x + sqrt(x**2 + 1)) as log(1 + u) with u = x + x**2 / (1 + sqrt(x**2 + 1)), which is right for small x too. */
double asinh(double x) {
    const uint64_t size = mlcc_bits_of(x) & ~MLCC_SIGN64;
    if (size < MLCC_SMALL64 || size >= MLCC_INFINITE64) {
        return x;
    }
    const double a = mlcc_of_bits(size);
    if (a > 0x1p28) {
        return mlcc_signed(mlcc_logarithm_of_twice(a), x);
    }
    const mlcc_pair square = mlcc_product(a, a), one = mlcc_pair_of(1.0, 0.0);
    const mlcc_pair below = mlcc_pairs_sum(one, mlcc_root(mlcc_pairs_sum(one, square)));
    const mlcc_pair u = mlcc_pairs_sum(mlcc_pair_of(a, 0.0), mlcc_pairs_quotient(square, below));
    return mlcc_signed(mlcc_logarithm_of_more(u), x);
}

/* log(x + sqrt(x**2 - 1)) as log(1 + u) with t = x - 1 and u = t + sqrt(t * (t + 2)). */
double acosh(double x) {
    if (!(x >= 1.0) || mlcc_bits_of(x) == MLCC_INFINITE64) {
        return x < 1.0 ? mlcc_of_bits(MLCC_NAN64) : x;
    }
    if (x > 0x1p28) {
        return mlcc_logarithm_of_twice(x);
    }
    const mlcc_pair t = mlcc_sum(x, -1.0);
    return mlcc_logarithm_of_more(mlcc_pairs_sum(t, mlcc_root(mlcc_pairs_product(t, mlcc_sum(x, 1.0)))));
}

/* log((1 + x) / (1 - x)) / 2. */
double atanh(double x) {
    const uint64_t size = mlcc_bits_of(x) & ~MLCC_SIGN64;
    const double a = mlcc_of_bits(size);
    if (size < MLCC_SMALL64 || !(a < 1.0)) {
        const uint64_t beyond = a == 1.0 ? MLCC_INFINITE64 : MLCC_NAN64;
        return size < MLCC_SMALL64 || a != a ? x : mlcc_signed(mlcc_of_bits(beyond), x);
    }
    mlcc_pair r = mlcc_pair_of(a, 0.0);
    if (a < 0.17) {
        r.high = mlcc_area(a, 0.0, &r.low);
    } else {
        r = mlcc_pairs_quotient(mlcc_sum(1.0, a), mlcc_sum(1.0, -a));
        r.high = mlcc_logarithm(r.high, r.low, &r.low);
    }
    return mlcc_signed(0.5 * (r.high + r.low), x);
}

/* sqrt(x**2 + y**2), of which no square overflows: both are divided by a power of two near the larger one. */
double hypot(double x, double y) {
    uint64_t a = mlcc_bits_of(x) & ~MLCC_SIGN64, b = mlcc_bits_of(y) & ~MLCC_SIGN64;
    if (a < b) {
        const uint64_t other = a;
        a = b;
        b = other;
    }
    if (a >= MLCC_INFINITE64) {
        return mlcc_of_bits(b == MLCC_INFINITE64 ? b : a); /* infinity even beside NaN */
    }
    const double scale = a > (uint64_t)(1023 + 500) << 52 ? 0x1p-600 : a < (uint64_t)(1023 - 400) << 52 ? 0x1p600 : 1.0;
    const double large = mlcc_of_bits(a) * scale, small = mlcc_of_bits(b) * scale;
    if (small < large * 0x1p-60) {
        return mlcc_of_bits(a) + mlcc_of_bits(b);
    }
    const mlcc_pair r = mlcc_root(mlcc_pairs_sum(mlcc_product(large, large), mlcc_product(small, small)));
    return (r.high + r.low) / scale;
}

float hypotf(float x, float y) { return (float)hypot(x, y); }
