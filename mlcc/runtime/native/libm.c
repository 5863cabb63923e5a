/* The functions of libm into which compilers turn arithmetic on processors that have no instruction for it.
 *
 * For artefacts that are linked without libm; each is exact, or rounds to the nearest as IEEE 754 asks. Nothing here uses
 * a function of a library.
 */
#include "libm.h"

/* NaN where an operand is; +0 is larger than -0. */
float fmaximumf(float x, float y) {
    mlcc_single u;
    u.value = x;
    return x != x ? x : y != y ? y : x > y || (x == y && u.bits >> 31 == 0) ? x : y;
}

double fmaximum(double x, double y) {
    mlcc_double u;
    u.value = x;
    return x != x ? x : y != y ? y : x > y || (x == y && u.bits >> 63 == 0) ? x : y;
}

float fminimumf(float x, float y) {
    mlcc_single u;
    u.value = x;
    return x != x ? x : y != y ? y : x < y || (x == y && u.bits >> 31 != 0) ? x : y;
}

double fminimum(double x, double y) {
    mlcc_double u;
    u.value = x;
    return x != x ? x : y != y ? y : x < y || (x == y && u.bits >> 63 != 0) ? x : y;
}

float truncf(float x) {
    mlcc_single u;
    u.value = x;
    const int32_t e = (int32_t)(u.bits >> 23 & 0xff) - 127;
    if (e < 23) {
        u.bits &= e < 0 ? MLCC_SIGN32 : ~(0x7fffffu >> e);
    }
    return u.value;
}

double trunc(double x) {
    mlcc_double u;
    u.value = x;
    const int32_t e = (int32_t)(u.bits >> 52 & 0x7ff) - 1023;
    if (e < 52) {
        u.bits &= e < 0 ? MLCC_SIGN64 : ~((((uint64_t)1 << 52) - 1) >> e);
    }
    return u.value;
}

float floorf(float x) {
    const float t = truncf(x);
    return t > x ? t - 1.0f : t;
}

double floor(double x) {
    const double t = trunc(x);
    return t > x ? t - 1.0 : t;
}

float ceilf(float x) {
    const float t = truncf(x);
    return t < x ? t + 1.0f : t;
}

double ceil(double x) {
    const double t = trunc(x);
    return t < x ? t + 1.0 : t;
}

/* Halves away from zero; x - t is exact. */
float roundf(float x) {
    const float t = truncf(x), rest = x - t;
    return rest >= 0.5f ? t + 1.0f : rest <= -0.5f ? t - 1.0f : t;
}

double round(double x) {
    const double t = trunc(x), rest = x - t;
    return rest >= 0.5 ? t + 1.0 : rest <= -0.5 ? t - 1.0 : t;
}

/* Halves to even: t is odd where half of it is not whole. */
float rintf(float x) {
    const float t = truncf(x), rest = x - t;
    const int odd = truncf(t * 0.5f) != t * 0.5f;
    if (rest > 0.5f || (rest == 0.5f && odd)) {
        return t + 1.0f;
    }
    return rest < -0.5f || (rest == -0.5f && odd) ? t - 1.0f : t;
}

double rint(double x) {
    const double t = trunc(x), rest = x - t;
    const int odd = trunc(t * 0.5) != t * 0.5;
    if (rest > 0.5 || (rest == 0.5 && odd)) {
        return t + 1.0;
    }
    return rest < -0.5 || (rest == -0.5 && odd) ? t - 1.0 : t;
}

float nearbyintf(float x) { return rintf(x); }

double nearbyint(double x) { return rint(x); }

/* The root digit by digit from two bits of the operand each; the last digit is one more than there is place for, and
 * rounds. No root is halfway between two numbers. */
float sqrtf(float x) {
    mlcc_single u;
    u.value = x;
    if (u.bits == 0 || u.bits == MLCC_SIGN32 || u.bits == 0x7f800000u || x != x) {
        return x;
    }
    if (u.bits >> 31) {
        u.bits = 0x7fc00000u;
        return u.value;
    }
    int32_t e = (int32_t)(u.bits >> 23);
    uint32_t m = u.bits & 0x7fffffu;
    if (e == 0) {
        for (e = 1; m >> 23 == 0; e--) {
            m <<= 1;
        }
    }
    m |= 0x800000u;
    e -= 127;
    if (e & 1) {
        m <<= 1;
        e--;
    }
    m <<= 1; /* an even number of bits behind the point */
    uint32_t q = 0, r = 0;
    for (int32_t i = 0; i < 25; i++) {
        r = r << 2 | (i < 13 ? m >> (24 - 2 * i) & 3u : 0u);
        const uint32_t next = q << 2 | 1u;
        q <<= 1;
        if (r >= next) {
            r -= next;
            q |= 1;
        }
    }
    u.bits = ((uint32_t)(e / 2 + 126) << 23) + (q + 1) / 2;
    return u.value;
}

double sqrt(double x) {
    mlcc_double u;
    u.value = x;
    if (u.bits == 0 || u.bits == MLCC_SIGN64 || u.bits == (uint64_t)0x7ff << 52 || x != x) {
        return x;
    }
    if (u.bits >> 63) {
        u.bits = (uint64_t)0x7ff8 << 48;
        return u.value;
    }
    int32_t e = (int32_t)(u.bits >> 52);
    uint64_t m = u.bits & (((uint64_t)1 << 52) - 1);
    if (e == 0) {
        for (e = 1; m >> 52 == 0; e--) {
            m <<= 1;
        }
    }
    m |= (uint64_t)1 << 52;
    e -= 1023;
    if (e & 1) {
        m <<= 1;
        e--;
    }
    uint64_t q = 0, r = 0;
    for (int32_t i = 0; i < 54; i++) {
        r = r << 2 | (i < 27 ? m >> (52 - 2 * i) & 3u : 0u);
        const uint64_t next = q << 2 | 1u;
        q <<= 1;
        if (r >= next) {
            r -= next;
            q |= 1;
        }
    }
    u.bits = ((uint64_t)(e / 2 + 1022) << 52) + (q + 1) / 2;
    return u.value;
}

/* The product is exact in double. The sum is made odd where it is not exact, so that it rounds once. */
float fmaf(float a, float b, float c) {
    const double product = (double)a * b, sum = product + c;
    mlcc_double u;
    u.value = sum;
    if ((u.bits >> 52 & 0x7ff) == 0x7ff || (u.bits & 1) != 0) {
        return (float)sum;
    }
    const double part = sum - product;
    const double rest = (product - (sum - part)) + (c - part);
    if (rest != 0) {
        u.bits += (rest > 0) == (sum > 0) ? 1 : -(uint64_t)1;
    }
    return (float)u.value;
}

/* The remainder of the significands, bit by bit of the quotient. */
float fmodf(float x, float y) {
    mlcc_single u, v;
    u.value = x;
    v.value = y;
    const uint32_t sign = u.bits & MLCC_SIGN32;
    u.bits ^= sign;
    v.bits &= ~MLCC_SIGN32;
    if (v.bits == 0 || v.bits > 0x7f800000u || u.bits >= 0x7f800000u) {
        u.bits = 0x7fc00000u;
        return u.value;
    }
    if (u.bits < v.bits) {
        return x;
    }
    int32_t ex = (int32_t)(u.bits >> 23), ey = (int32_t)(v.bits >> 23);
    uint32_t mx = (u.bits & 0x7fffffu) | (ex ? 0x800000u : 0u), my = (v.bits & 0x7fffffu) | (ey ? 0x800000u : 0u);
    for (ex += ex == 0; mx < 0x800000u; ex--) {
        mx <<= 1;
    }
    for (ey += ey == 0; my < 0x800000u; ey--) {
        my <<= 1;
    }
    for (; ex > ey; ex--) {
        mx = (mx >= my ? mx - my : mx) << 1;
    }
    mx = mx >= my ? mx - my : mx;
    for (; mx != 0 && mx < 0x800000u; ey--) {
        mx <<= 1;
    }
    u.bits = sign | (mx == 0 ? 0 : ey > 0 ? (uint32_t)ey << 23 | (mx & 0x7fffffu) : mx >> (1 - ey));
    return u.value;
}

double fmod(double x, double y) {
    mlcc_double u, v;
    u.value = x;
    v.value = y;
    const uint64_t sign = u.bits & MLCC_SIGN64, one = (uint64_t)1 << 52, infinite = (uint64_t)0x7ff << 52;
    u.bits ^= sign;
    v.bits &= ~MLCC_SIGN64;
    if (v.bits == 0 || v.bits > infinite || u.bits >= infinite) {
        u.bits = (uint64_t)0x7ff8 << 48;
        return u.value;
    }
    if (u.bits < v.bits) {
        return x;
    }
    int32_t ex = (int32_t)(u.bits >> 52), ey = (int32_t)(v.bits >> 52);
    uint64_t mx = (u.bits & (one - 1)) | (ex ? one : 0), my = (v.bits & (one - 1)) | (ey ? one : 0);
    for (ex += ex == 0; mx < one; ex--) {
        mx <<= 1;
    }
    for (ey += ey == 0; my < one; ey--) {
        my <<= 1;
    }
    for (; ex > ey; ex--) {
        mx = (mx >= my ? mx - my : mx) << 1;
    }
    mx = mx >= my ? mx - my : mx;
    for (; mx != 0 && mx < one; ey--) {
        mx <<= 1;
    }
    u.bits = sign | (mx == 0 ? 0 : ey > 0 ? (uint64_t)ey << 52 | (mx & (one - 1)) : mx >> (1 - ey));
    return u.value;
}

typedef struct {
    uint64_t high, low;
} mlcc_wide;

/* The bits that leave at the right are one bit that says whether any of them was 1. */
static inline __attribute__((always_inline)) mlcc_wide mlcc_right(mlcc_wide a, int32_t n) {
    mlcc_wide r = a;
    if (n > 127) {
        r.high = 0;
        r.low = (a.high | a.low) != 0;
    } else if (n > 63) {
        r.high = 0;
        r.low = n == 64 ? a.high : a.high >> (n - 64);
        r.low |= (a.low | (n == 64 ? 0 : a.high << (128 - n))) != 0;
    } else if (n > 0) {
        r.high = a.high >> n;
        r.low = a.low >> n | a.high << (64 - n) | ((a.low << (64 - n)) != 0);
    }
    return r;
}

static inline __attribute__((always_inline)) mlcc_wide mlcc_left(mlcc_wide a, int32_t n) {
    mlcc_wide r = a;
    if (n > 63) {
        r.high = a.low << (n - 64);
        r.low = 0;
    } else if (n > 0) {
        r.high = a.high << n | a.low >> (64 - n);
        r.low = a.low << n;
    }
    return r;
}

/* The exact product and the third number in 128 bits, of which the sum is rounded once. */
double fma(double x, double y, double z) {
    mlcc_double u, v, w;
    u.value = x;
    v.value = y;
    w.value = z;
    const uint64_t infinite = (uint64_t)0x7ff << 52;
    if ((u.bits & infinite) == infinite || (v.bits & infinite) == infinite || x == 0 || y == 0) {
        return x * y + z;
    }
    if (z == 0 || (w.bits & infinite) == infinite) { /* infinity, although the product may overflow */
        return z == 0 ? x * y : z;
    }
    int32_t ex, ey, ez;
    const uint64_t mx = mlcc_significand(u.bits, &ex), my = mlcc_significand(v.bits, &ey);
    const uint64_t mz = mlcc_significand(w.bits, &ez);
    uint64_t sign = (u.bits ^ v.bits) & MLCC_SIGN64;
    const uint64_t subtract = sign ^ (w.bits & MLCC_SIGN64);
    const uint64_t x0 = mx & 0xffffffffu, x1 = mx >> 32, y0 = my & 0xffffffffu, y1 = my >> 32;
    const uint64_t low = x0 * y0, middle = x1 * y0 + (low >> 32), cross = x0 * y1 + (middle & 0xffffffffu);
    mlcc_wide p, q;
    p.high = x1 * y1 + (middle >> 32) + (cross >> 32);
    p.low = cross << 32 | (low & 0xffffffffu);
    /* The product has its first bit at 122 or 123. The other number goes at most one bit above, without a loss; only where
     * they are far apart, and nothing cancels, do bits of the smaller one leave. */
    p = mlcc_left(p, 19);
    int32_t e = ex + ey - 19;
    q.high = 0;
    q.low = mz;
    if (ez - e > 72) {
        p = mlcc_right(p, ez - e - 72);
        e = ez - 72;
    }
    q = ez >= e ? mlcc_left(q, ez - e) : mlcc_right(q, e - ez);
    if (subtract == 0) {
        p.low += q.low;
        p.high += q.high + (p.low < q.low);
    } else {
        if (p.high < q.high || (p.high == q.high && p.low < q.low)) {
            const mlcc_wide other = p;
            p = q;
            q = other;
            sign ^= MLCC_SIGN64;
        }
        p.high -= q.high + (p.low < q.low);
        p.low -= q.low;
        if ((p.high | p.low) == 0) {
            return 0.0;
        }
    }
    /* The first bit to 62 of the high word; below it one bit of the low word says what is left. */
    for (; p.high >> 62 == 0; e--) {
        p = mlcc_left(p, 1);
    }
    const int32_t above = (int32_t)(p.high >> 63);
    p = mlcc_right(p, above);
    e += above + 64;
    uint64_t m = p.high | (p.low != 0);
    e += 62 + 1023;
    if (e >= 0x7ff) {
        u.bits = sign | infinite;
        return u.value;
    }
    if (e < 1) { /* denormal: fewer bits are kept */
        p.high = 0;
        p.low = m;
        m = mlcc_right(p, e < -70 ? 71 : 1 - e).low;
        e = 0;
    }
    const uint64_t rest = m & 0x3ff, kept = m >> 10;
    u.bits = sign | (((uint64_t)e << 52) + (e ? kept - ((uint64_t)1 << 52) : kept));
    u.bits += rest > 0x200 || (rest == 0x200 && (kept & 1));
    return u.value;
}

/* x * 2**n, which rounds once where it is denormal. */
double ldexp(double x, int n) {
    const uint64_t bits = mlcc_bits_of(x), size = bits & ~MLCC_SIGN64;
    if (size == 0 || size >= MLCC_INFINITE64) {
        return x;
    }
    int32_t e;
    const uint64_t m = mlcc_significand(size, &e) & (((uint64_t)1 << 52) - 1);
    const int64_t power = (int64_t)e + 52 + n;
    const double one = mlcc_of_bits((bits & MLCC_SIGN64) | (uint64_t)1023 << 52 | m);
    return mlcc_scaled(one, power < -1080 ? -1080 : power > 1026 ? 1026 : (int32_t)power);
}

float ldexpf(float x, int n) { return (float)ldexp(x, n); }

/* The next number after x on the way to y: its bits are one more or one less. */
float nextafterf(float x, float y) {
    mlcc_single u, v;
    u.value = x;
    v.value = y;
    if (x != x || y != y || x == y) {
        return x == y ? y : x + y;
    }
    u.bits = x == 0 ? (v.bits & MLCC_SIGN32) | 1u : (x < y) == (u.bits >> 31 == 0) ? u.bits + 1 : u.bits - 1;
    return u.value;
}

double nextafter(double x, double y) {
    if (x != x || y != y || x == y) {
        return x == y ? y : x + y;
    }
    const uint64_t a = mlcc_bits_of(x), b = mlcc_bits_of(y);
    return mlcc_of_bits(x == 0 ? (b & MLCC_SIGN64) | 1u : (x < y) == (a >> 63 == 0) ? a + 1 : a - 1);
}
