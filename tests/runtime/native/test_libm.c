/* The functions for artefacts without libm, against libm: every bit of the result, but of NaN that it is one. What no
 * instruction computes, against libm's long double: less than one unit in the last place from it. */
#define truncf own_truncf
#define trunc own_trunc
#define floorf own_floorf
#define floor own_floor
#define ceilf own_ceilf
#define ceil own_ceil
#define roundf own_roundf
#define round own_round
#define rintf own_rintf
#define rint own_rint
#define nearbyintf own_nearbyintf
#define nearbyint own_nearbyint
#define sqrtf own_sqrtf
#define sqrt own_sqrt
#define fmaf own_fmaf
#define fma own_fma
#define fmodf own_fmodf
#define fmod own_fmod
#define ldexpf own_ldexpf
#define ldexp own_ldexp
#define nextafterf own_nextafterf
#define nextafter own_nextafter
#define pow own_pow
#define exp2 own_exp2
#define exp10 own_exp10
#define log2 own_log2
#define log10 own_log10
#define sinh own_sinh
#define cosh own_cosh
#define asinh own_asinh
#define acosh own_acosh
#define atanh own_atanh
#define hypotf own_hypotf
#define hypot own_hypot
#define sin own_sin
#define cos own_cos
#define tan own_tan
#define sincos own_sincos
#define atan own_atan
#define atan2f own_atan2f
#define atan2 own_atan2
#define asin own_asin
#define acos own_acos
#define erf own_erf
#define tgammaf own_tgammaf
#define tgamma own_tgamma
#define lgammaf own_lgammaf
#define lgamma own_lgamma
#include "libm.c"
#include "libm_powers.c"
#include "libm_angles.c"
#include "libm_gamma.c"
#undef truncf
#undef trunc
#undef floorf
#undef floor
#undef ceilf
#undef ceil
#undef roundf
#undef round
#undef rintf
#undef rint
#undef nearbyintf
#undef nearbyint
#undef sqrtf
#undef sqrt
#undef fmaf
#undef fma
#undef fmodf
#undef fmod
#undef ldexpf
#undef ldexp
#undef nextafterf
#undef nextafter
#undef pow
#undef exp2
#undef exp10
#undef log2
#undef log10
#undef sinh
#undef cosh
#undef asinh
#undef acosh
#undef atanh
#undef hypotf
#undef hypot
#undef sin
#undef cos
#undef tan
#undef sincos
#undef atan
#undef atan2f
#undef atan2
#undef asin
#undef acos
#undef erf
#undef tgammaf
#undef tgamma
#undef lgammaf
#undef lgamma
#include <math.h>

#include "test.h"

static uint64_t state = 88172645463325252u;

static uint64_t next(void) {
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

/* Any bits, or halves, quarters and whole numbers, where rounding has its ties. */
static float any_single(void) {
    mlcc_single u;
    u.bits = (uint32_t)next();
    return next() & 3 ? u.value : (float)((int32_t)u.bits % 2000) / (float)(1 << (next() % 4));
}

static double any_double(void) {
    mlcc_double u;
    u.bits = next();
    return next() & 3 ? u.value : (double)((int32_t)u.bits % 2000) / (double)(1 << (next() % 4));
}

/* The largest or smallest of two as IEEE 754-2019 defines it. */
static double extreme(double x, double y, int largest) {
    if (x != x || y != y) return NAN;
    if (x == y) return signbit(x) == largest ? y : x;
    return (x > y) == largest ? x : y;
}

static int same(double a, double b) { return (a != a && b != b) || (a == b && signbit(a) == signbit(b)); }

/* Whether a number is at most one unit in the last place away from another one, and equal to it where that is whole. */
static int near(double a, long double b) {
    const double nearest = (double)b, above = nextafter(fabs(nearest), INFINITY);
    if (a != a || nearest != nearest || isinf(nearest) || isinf(a)) return same(a, nearest);
    if (signbit(a) != signbit(nearest)) return 0;
    if (rintl(b) == b && fabsl(b) < 0x1p53L) return a == nearest;
    return fabsl(a - b) <= (isinf(above) ? 0x1p971L : (long double)above - fabsl((long double)nearest));
}

static void powers(void) {
    static const double some[] = {0.0,  -0.0, 1.0,    -1.0,     2.0,       -2.0,       0.5,  -0.5,   3.0, -3.0, 1e308, INFINITY,
                                  -INFINITY, NAN, 5e-324, -5e-324, 0x1.fffffffffffffp-1, 0x1.0000000000001p0, 0x1p65, -0x1p53};
    const int count = sizeof some / sizeof *some;
    for (int i = 0; i < count * count; i++) {
        require(near(own_pow(some[i / count], some[i % count]), powl(some[i / count], some[i % count])));
    }
    for (int i = 0; i < 100000; i++) {
        const double x = any_double(), y = any_double(), whole = (double)(next() % 2000) - 1000;
        const double small = (double)(next() % 40) - 20, part = (double)(next() % 40000) / 313 - 64;
        require(near(own_pow(x, y), powl(x, y)));
        require(near(own_pow(whole, small), powl(whole, small)));
        require(near(own_pow(fabs(x), part), powl(fabs(x), part)));
        require(near(own_pow(1 + whole * 1e-9, y), powl(1 + whole * 1e-9, y)));
    }
}

/* Numbers of both signs between two magnitudes, by their logarithms. */
static double between(double low, double high) {
    const double share = (double)(next() >> 11) * 0x1p-53;
    return (next() & 1 ? 1 : -1) * low * exp(share * log(high / low));
}

static long double power_of_ten(long double x) { return powl(10, x); }

/* Where a function has results that are neither trivial nor infinite. */
static const struct {
    double (*own)(double);
    long double (*exact)(long double);
    double low, high;
} functions[] = {
    {own_sin, sinl, 1e-9, 1e300}, {own_cos, cosl, 1e-9, 1e300}, {own_tan, tanl, 1e-9, 1e300},
    {own_sin, sinl, 0.1, 30}, {own_cos, cosl, 0.1, 30}, {own_tan, tanl, 0.1, 30},
    {own_asin, asinl, 1e-9, 1}, {own_acos, acosl, 1e-9, 1}, {own_atan, atanl, 1e-9, 1e18},
    {own_exp2, exp2l, 1e-9, 1080}, {own_log2, log2l, 1e-300, 1e300}, {own_log10, log10l, 1e-300, 1e300},
    {own_log2, log2l, 0.5, 2}, {own_log10, log10l, 0.5, 2},
    {own_sinh, sinhl, 1e-9, 712}, {own_cosh, coshl, 1e-9, 712}, {own_asinh, asinhl, 1e-9, 1e300},
    {own_acosh, acoshl, 1, 1e300}, {own_acosh, acoshl, 1, 2}, {own_atanh, atanhl, 1e-9, 1},
    {own_erf, erfl, 1e-9, 6.5}, {own_tgamma, tgammal, 1e-9, 172}, {own_exp10, power_of_ten, 1e-9, 310},
};

static void of_one_number(void) {
    static const double some[] = {0.0, -0.0, 1.0, -1.0, 0.5, 2.0, 23.0, 700.0, 1e22, -1e22, 0x1p1023, 5e-324, -5e-324, 1e-310,
                                  INFINITY, -INFINITY, NAN, 0x1.921fb54442d18p0, 0x1.921fb54442d18p-1, 0x1.6ac5b262ca1ffp849,
                                  0x1.fffffffffffffp1023, 0x1p-27, 0x1.fffffffffffffp-1, 0x1.0000000000001p0};
    for (size_t f = 0; f < sizeof functions / sizeof *functions; f++) {
        for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
            require(near(functions[f].own(some[i]), functions[f].exact(some[i])));
        }
        for (int i = 0; i < 20000; i++) {
            const double x = i & 7 ? between(functions[f].low, functions[f].high) : any_double();
            require(near(functions[f].own(x), functions[f].exact(x)));
        }
    }
    for (int i = 0; i < 20000; i++) {
        const double x = fabs(between(1e-9, 1e300)), y = -fabs(between(1e-9, 160)), both = (double)fabsl(lgammal(-y)) + 1;
        double sine, cosine;
        require(near(own_lgamma(x), lgammal(x)));
        require(fabsl(own_lgamma(y) - lgammal(y)) <= 0x1p-53 * (both + fabsl(lgammal(y))));
        own_sincos(x, &sine, &cosine);
        require(same(sine, own_sin(x)) && same(cosine, own_cos(x)));
    }
    require(same(own_lgamma(1), 0.0) && same(own_lgamma(2), 0.0) && own_lgamma(-3) == INFINITY && own_lgamma(0) == INFINITY);
    require(own_lgamma(-INFINITY) == INFINITY && own_lgamma(NAN) != 0);
    for (double n = 1, product = 1; n < 23; product *= n++) require(own_tgamma(n) == product);
    for (int n = -1074; n < 1024; n++) require(own_log2(ldexp(1, n)) == n && own_exp2(n) == ldexp(1, n));
    for (int n = 0; n < 23; n++) require(own_log10(own_exp10(n)) == n);
}

static void of_two_numbers(void) {
    static const double some[] = {0.0, -0.0, 1.0, -1.0, 5e-324, -5e-324, 0x1p1023, -0x1p-1000, INFINITY, -INFINITY, NAN};
    const int count = sizeof some / sizeof *some;
    for (int i = 0; i < 200000; i++) {
        const int given = i < count * count;
        const double x = given ? some[i / count] : any_double(), y = given ? some[i % count] : any_double();
        const double z = x * (1 + (double)(next() % 64) / 64);
        const int n = (int)(next() % 4400) - 2200;
        require(same(own_nextafter(x, y), nextafter(x, y)) && same(own_nextafter(x, z), nextafter(x, z)));
        require(same(own_nextafterf((float)x, (float)y), nextafterf((float)x, (float)y)));
        require(same(own_ldexp(x, n), ldexp(x, n)) && same(own_ldexpf((float)x, n / 8), ldexpf((float)x, n / 8)));
        if (i < 20000) {
            require(near(own_atan2(x, y), atan2l(x, y)) && near(own_atan2(x, z), atan2l(x, z)));
            require(near(own_hypot(x, y), hypotl(x, y)) && near(own_hypot(x, z), hypotl(x, z)));
        }
    }
}

#define COMPARE(name)                                 \
    require(same(own_##name##f(x), name##f(x)));      \
    require(same(own_##name(d), name(d)))

int main(void) {
    powers();
    of_one_number();
    of_two_numbers();
    for (int i = 0; i < 200000; i++) {
        const float x = any_single(), y = any_single(), z = any_single();
        const double d = any_double(), e = any_double();
        COMPARE(trunc);
        COMPARE(floor);
        COMPARE(ceil);
        COMPARE(round);
        COMPARE(rint);
        COMPARE(nearbyint);
        COMPARE(sqrt);
        require(same(fmaximumf(x, y), extreme(x, y, 1)) && same(fmaximumf(0.0f, -0.0f), 0.0));
        require(same(fmaximum(d, e), extreme(d, e, 1)) && same(fmaximum(-0.0, 0.0), 0.0));
        require(same(fminimumf(x, y), extreme(x, y, 0)) && same(fminimumf(0.0f, -0.0f), -0.0));
        require(same(fminimum(d, e), extreme(d, e, 0)) && same(fminimum(-0.0, 0.0), -0.0));
        require(same(own_fmaf(x, y, z), fmaf(x, y, z)));
        /* nearly all of the product cancels */
        const float near = -x * y * (1 + (float)(next() & 7) * 0x1p-24f);
        require(same(own_fmaf(x, y, near), fmaf(x, y, near)));
        if (i < 20000) {
            require(same(own_fmodf(x, y), fmodf(x, y)));
            require(same(own_fmod(d, e), fmod(d, e)));
        }
        const double f = any_double(), close = -d * e * (1 + (double)(next() & 7) * 0x1p-53);
        require(same(own_fma(d, e, f), fma(d, e, f)));
        require(same(own_fma(d, e, close), fma(d, e, close)));
        /* of any distance, down to denormal results */
        if (d == 0 || e == 0 || f == 0 || isinf(d) || isinf(e) || isinf(f) || d != d || e != e || f != f) continue;
        const double small = ldexp(d, -1074 - ilogb(d) + (int)(next() % 140)), factor = ldexp(e, -ilogb(e));
        const double far = ldexp(f, ilogb(small) - ilogb(f) + (int)(next() % 260) - 130);
        require(same(own_fma(small, factor, far), fma(small, factor, far)));
    }
    puts("done");
    return 0;
}
