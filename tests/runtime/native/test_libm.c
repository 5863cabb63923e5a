/* The functions for artefacts without libm, against libm: every bit of the result, but of NaN that it is one. */
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
#define pow own_pow
#include "libm.c"
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
#undef pow
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

/* Powers: one unit in the last place apart at most, and none where a whole number is the result. */
static int near(double a, double b) {
    mlcc_double u, v;
    u.value = a;
    v.value = b;
    const int64_t apart = (int64_t)(u.bits - v.bits);
    return same(a, b) || (apart >= -1 && apart <= 1 && !(rint(b) == b && fabs(b) < 0x1p53));
}

static void powers(void) {
    static const double some[] = {0.0,  -0.0, 1.0,    -1.0,     2.0,       -2.0,       0.5,  -0.5,   3.0, -3.0, 1e308, INFINITY,
                                  -INFINITY, NAN, 5e-324, -5e-324, 0x1.fffffffffffffp-1, 0x1.0000000000001p0, 0x1p65, -0x1p53};
    const int count = sizeof some / sizeof *some;
    for (int i = 0; i < count * count; i++) {
        require(near(own_pow(some[i / count], some[i % count]), pow(some[i / count], some[i % count])));
    }
    for (int i = 0; i < 200000; i++) {
        const double x = any_double(), y = any_double(), whole = (double)(next() % 2000) - 1000;
        const double small = (double)(next() % 40) - 20, part = (double)(next() % 40000) / 313 - 64;
        require(near(own_pow(x, y), pow(x, y)));
        require(near(own_pow(whole, small), pow(whole, small)));
        require(near(own_pow(fabs(x), part), pow(fabs(x), part)));
        require(near(own_pow(1 + whole * 1e-9, y), pow(1 + whole * 1e-9, y)));
    }
}

#define COMPARE(name)                                 \
    require(same(own_##name##f(x), name##f(x)));      \
    require(same(own_##name(d), name(d)))

int main(void) {
    powers();
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
