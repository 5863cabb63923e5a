/* The error function and the gamma function of double, for artefacts that are linked without libm.
 *
 * In pairs of doubles (libm.h), so that a result differs from the exact one by less than one unit in the last place; but
 * for lgamma beside its zeros below 0, where the error is 2**-58 of the two numbers of which it is the difference.
 */
#include "libm.h"

/* The series of erf up to 1; from there 1 - exp(-x**2) * F, with a Chebyshev fit of F = exp(x**2) * erfc(x) in
 * t = (x - 3) / (x + 3), of which an error is a sixth of that in the result. From 6 on, the result rounds to 1. */
double erf(double x) {
    static const double series[] = {
        1.131218725924631e-20, -2.3784598852774293e-19, 4.763348040515068e-18, -9.063970842808673e-17,
        1.6342614095367152e-15, -2.7835162072109215e-14, 4.4632242632864775e-13, -6.7113668551641105e-12,
        9.422759064650411e-11, -1.2290555301717928e-09, 1.4807192815879218e-08, -1.6365844691234924e-07,
        1.6462114365889248e-06, -1.492565035840625e-05, 0.00012055332981789664, -0.0008548327023450853,
        0.005223977625442188, -0.026866170645131252, 0.11283791670955126,
    };
    static const double fit[] = {
        -2.5925894581233316e-08, -2.389387463474792e-07, -2.7269500546476834e-07, 1.2598817267482604e-06,
        2.1169509641489688e-06, -7.979817704348727e-06, -1.2860318447907675e-05, 6.405673342206844e-05,
        4.5255298034073955e-05, -0.0005970619586158305, 0.0007077464385177353, 0.004269136333148302,
        -0.024392499318655416, 0.07166583719797347, -0.15011593650077742, 0.2456038017123309, -0.3262335600430372,
        0.17900115118138996,
    };
    const double a = mlcc_of_bits(mlcc_bits_of(x) & ~MLCC_SIGN64);
    if (a < 1.0) {
        const mlcc_pair v = mlcc_product(a, a);
        const double tail = v.high * mlcc_polynomial(v.high, series, MLCC_COUNT(series));
        mlcc_pair r = mlcc_sum(-0.37612638903183754, tail);
        r.low += 1.3391897206030649e-17; /* what the first number has not room for */
        r = mlcc_pairs_sum(mlcc_pair_of(0.1283791670955126, -1.2420116002463032e-17), mlcc_pairs_product(v, r));
        return mlcc_signed(a + (a * r.high + a * r.low), x);
    }
    if (!(a < 6.0)) {
        return a != a ? x : mlcc_signed(1.0, x);
    }
    const mlcc_pair square = mlcc_product(a, a);
    double low;
    int32_t n;
    const double e = mlcc_exponential(-square.high, -square.low, &low, &n);
    const double t = (a - 3.0) / (a + 3.0), f = mlcc_polynomial(t, fit, MLCC_COUNT(fit)), scale = mlcc_scaled(1.0, n);
    const mlcc_pair p = mlcc_product(e, f), r = mlcc_sum(1.0, -p.high * scale);
    return mlcc_signed(r.high + (r.low - (p.low + low * f) * scale), x);
}

/* log(gamma(2 + z)) for |z| up to 1 / 2: its Taylor series, whose coefficients are (zeta(k) - 1) / k with changing signs,
 * and at z one less Euler's constant. */
static inline __attribute__((always_inline)) mlcc_pair mlcc_gamma_from_2(double z) {
    static const double zeta[] = {
        -3.527742476575915e-12, 7.275974480239079e-12, -1.5021384080754142e-11, 3.1044247747322276e-11,
        -6.4229645638381e-11, 1.330476437424449e-10, -2.7595228851242334e-10, 5.731367241678862e-10,
        -1.1921401405860912e-09, 2.4836745438024785e-09, -5.183475041970047e-09, 1.0838659214896955e-08,
        -2.2711094608943164e-08, 4.7698101693639804e-08, -1.0043224823968099e-07, 2.1207184805554665e-07,
        -4.492469198764566e-07, 9.55141213040742e-07, -2.039215753801366e-06, 4.374866789907488e-06,
        -9.439488275268397e-06, 2.050721277567069e-05, -4.492623673813314e-05, 9.945751278180853e-05,
        -0.00022315475845357939, 0.0005096695247430425, -0.001192753911703261, 0.0028905103307415234,
        -0.007385551028673986, 0.020580808427784546, -0.0673523010531981,
    };
    const mlcc_pair once = mlcc_pair_of(z, 0.0);
    mlcc_pair w = mlcc_sum(0.3224670334241132, z * mlcc_polynomial(z, zeta, MLCC_COUNT(zeta)));
    w.low += 1.520336175199238e-17;
    w = mlcc_pairs_sum(mlcc_pair_of(0.42278433509846713, 4.942915152430645e-18), mlcc_pairs_product(once, w));
    return mlcc_pairs_product(once, w);
}

/* gamma(x) of x from 0 to 16 as gamma(2 + z) times or divided by numbers: z, and the product of these. */
static inline __attribute__((always_inline)) mlcc_pair mlcc_gamma_factors(double x, double *z) {
    mlcc_pair product = mlcc_pair_of(1.0, 0.0);
    if (x < 0.5) {
        *z = x;
        return mlcc_pairs_product(mlcc_pair_of(x, 0.0), mlcc_sum(1.0, x));
    }
    if (x < 1.5) {
        *z = x - 1.0;
        return mlcc_pair_of(x, 0.0);
    }
    const int32_t count = (int32_t)(x - 1.5);
    for (int32_t i = 1; i <= count; i++) {
        product = mlcc_pairs_product(product, mlcc_pair_of(x - i, 0.0));
    }
    *z = x - (count + 2);
    return product;
}

/* log(gamma(x)) of x from 16 to 2**60, by Stirling's series. */
static inline __attribute__((always_inline)) mlcc_pair mlcc_stirling(double x) {
    static const double bernoulli[] = {
        0.17964437236883057, -0.029550653594771242, 0.00641025641025641, -0.0019175269175269176, 0.0008417508417508417,
        -0.0005952380952380953, 0.0007936507936507937, -0.002777777777777778, 0.08333333333333333,
    };
    mlcc_pair r;
    r.high = mlcc_logarithm(x, 0.0, &r.low);
    r = mlcc_pairs_sum(mlcc_pairs_product(mlcc_sum(x, -0.5), r), mlcc_pair_of(-x, 0.0));
    const double inverse = 1.0 / x, v = inverse * inverse;
    const double tail = inverse * mlcc_polynomial(v, bernoulli, MLCC_COUNT(bernoulli));
    r = mlcc_pairs_sum(r, mlcc_sum(0.9189385332046728, tail));
    return mlcc_whole(r.high, r.low - 3.8782941580672414e-17);
}

/* log(gamma(x)) of x from 2**-60 to 2**60. */
double mlcc_log_gamma(double x, double *low) {
    mlcc_pair r;
    if (x < 16.0) {
        double z;
        mlcc_pair product = mlcc_gamma_factors(x, &z);
        r = mlcc_gamma_from_2(z);
        if (x < 1.5 || x >= 2.5) {
            product.high = mlcc_logarithm(product.high, product.low, &product.low);
            r = mlcc_pairs_sum(r, x < 1.5 ? mlcc_pair_of(-product.high, -product.low) : product);
        }
    } else {
        r = mlcc_stirling(x);
    }
    *low = r.low;
    return r.high;
}

/* gamma(x) of x from 2**-60 to 185, as a pair times 2**n. */
double mlcc_gamma(double x, double *low, int32_t *n) {
    double z;
    mlcc_pair r, product = mlcc_pair_of(1.0, 0.0);
    if (x < 16.0) {
        product = mlcc_gamma_factors(x, &z);
        r = mlcc_gamma_from_2(z);
    } else {
        r = mlcc_stirling(x);
    }
    r.high = mlcc_exponential(r.high, r.low, &r.low, n);
    r = x < 1.5 ? mlcc_pairs_quotient(r, product) : mlcc_pairs_product(r, product);
    *low = r.low;
    return r.high;
}

/* The magnitude of sin(pi * x) of a positive number, not a whole one, that is below 2**52: from the nearest half. */
static inline __attribute__((always_inline)) mlcc_pair mlcc_sine_of_turns(double x) {
    const double halves = trunc(2.0 * x + 0.5);
    const mlcc_pair angle = mlcc_pairs_product(mlcc_pair_of(x - 0.5 * halves, 0.0), mlcc_pair_of(MLCC_PI));
    mlcc_pair r;
    if (trunc(0.5 * halves) == 0.5 * halves) {
        r.high = mlcc_sine(angle.high, angle.low, &r.low);
    } else {
        r.high = mlcc_cosine(angle.high, angle.low, &r.low);
    }
    return r.high < 0 ? mlcc_pair_of(-r.high, -r.low) : r;
}

/* Below 0 by gamma(x) * gamma(-x) = -pi / (x * sin(pi * x)). */
double tgamma(double x) {
    const uint64_t size = mlcc_bits_of(x) & ~MLCC_SIGN64;
    const double a = mlcc_of_bits(size);
    if (a != a || x > 172.0) {
        return a != a ? x : mlcc_of_bits(MLCC_INFINITE64);
    }
    if (a < 0x1p-60) {
        return 1.0 / x;
    }
    if (x < 0 && trunc(a) == a) {
        return mlcc_of_bits(MLCC_NAN64);
    }
    /* gamma is negative from -1 to 0, positive from -2 to -1, and so on. */
    const double sign = x < 0 && trunc(0.5 * trunc(a)) == 0.5 * trunc(a) ? -1.0 : 1.0;
    if (x < -185.0) {
        return mlcc_signed(0.0, sign);
    }
    mlcc_pair r;
    int32_t n;
    r.high = mlcc_gamma(a, &r.low, &n);
    if (x > 0) {
        return mlcc_scaled(r.high + r.low, n);
    }
    r = mlcc_pairs_product(r, mlcc_pairs_product(mlcc_pair_of(a, 0.0), mlcc_sine_of_turns(a)));
    r = mlcc_pairs_quotient(mlcc_pair_of(MLCC_PI), r);
    return sign * mlcc_scaled(r.high + r.low, -n);
}

/* Beyond 2**60 all but x * (log(x) - 1) is nothing, and below 2**-60 all but -log(|x|). */
double lgamma(double x) {
    const uint64_t size = mlcc_bits_of(x) & ~MLCC_SIGN64;
    const double a = mlcc_of_bits(size);
    if (size >= MLCC_INFINITE64 || size == 0 || (x < 0 && trunc(a) == a)) {
        return a != a ? x : mlcc_of_bits(MLCC_INFINITE64);
    }
    mlcc_pair r, other;
    if (a < 0x1p-60 || a > 0x1p60) {
        r.high = mlcc_logarithm(a, 0.0, &r.low);
        if (a < 1.0) {
            return -(r.high + r.low);
        }
        r = mlcc_pairs_sum(r, mlcc_pair_of(-1.0, 0.0));
        r = mlcc_pairs_product(r, mlcc_pair_of(a * 0x1p-100, 0.0));
        return (r.high + r.low) * 0x1p100;
    }
    r.high = mlcc_log_gamma(a, &r.low);
    if (x < 0) {
        other = mlcc_pairs_product(mlcc_pair_of(a, 0.0), mlcc_sine_of_turns(a));
        other = mlcc_pairs_quotient(mlcc_pair_of(MLCC_PI), other);
        other.high = mlcc_logarithm(other.high, other.low, &other.low);
        r = mlcc_pairs_sum(other, mlcc_pair_of(-r.high, -r.low));
    }
    return r.high + r.low;
}

float tgammaf(float x) { return (float)tgamma(x); }

float lgammaf(float x) { return (float)lgamma(x); }
