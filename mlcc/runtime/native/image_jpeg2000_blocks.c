/* JPEG 2000's entropy coding (ITU-T T.800, annexes C and D): bit planes of a code block by arithmetic coding. */
#include "libc.h"
#include "image.h"

enum { J2K_SIGN = 9, J2K_MAGNITUDE = 14, J2K_RUN = 17, J2K_UNIFORM = 18, J2K_CONTEXTS = 19 };
enum { J2K_SIGNIFICANT = 1, J2K_NEGATIVE = 2, J2K_VISITED = 4, J2K_REFINED = 8 };

/* The states of the probability estimation: the odds of the rarer bit, and the states after one and the other. */
typedef struct {
    uint16_t odds;
    uint8_t usual, rare, swaps;
} j2k_state;

static const j2k_state j2k_states[47] = {
    {0x5601, 1, 1, 1},    {0x3401, 2, 6, 0},    {0x1801, 3, 9, 0},    {0x0ac1, 4, 12, 0},   {0x0521, 5, 29, 0},
    {0x0221, 38, 33, 0},  {0x5601, 7, 6, 1},    {0x5401, 8, 14, 0},   {0x4801, 9, 14, 0},   {0x3801, 10, 14, 0},
    {0x3001, 11, 17, 0},  {0x2401, 12, 18, 0},  {0x1c01, 13, 20, 0},  {0x1601, 29, 21, 0},  {0x5601, 15, 14, 1},
    {0x5401, 16, 14, 0},  {0x5101, 17, 15, 0},  {0x4801, 18, 16, 0},  {0x3801, 19, 17, 0},  {0x3401, 20, 18, 0},
    {0x3001, 21, 19, 0},  {0x2801, 22, 19, 0},  {0x2401, 23, 20, 0},  {0x2201, 24, 21, 0},  {0x1c01, 25, 22, 0},
    {0x1801, 26, 23, 0},  {0x1601, 27, 24, 0},  {0x1401, 28, 25, 0},  {0x1201, 29, 26, 0},  {0x1101, 30, 27, 0},
    {0x0ac1, 31, 28, 0},  {0x09c1, 32, 29, 0},  {0x08a1, 33, 30, 0},  {0x0521, 34, 31, 0},  {0x0441, 35, 32, 0},
    {0x02a1, 36, 33, 0},  {0x0221, 37, 34, 0},  {0x0141, 38, 35, 0},  {0x0111, 39, 36, 0},  {0x0085, 40, 37, 0},
    {0x0049, 41, 38, 0},  {0x0025, 42, 39, 0},  {0x0015, 43, 40, 0},  {0x0009, 44, 41, 0},  {0x0005, 45, 42, 0},
    {0x0001, 45, 43, 0},  {0x5601, 46, 46, 0},
};

typedef struct {
    const uint8_t *at, *end;
    uint32_t code, range;
    int32_t count;
    uint8_t states[J2K_CONTEXTS], bits[J2K_CONTEXTS];
    int64_t width, height, stride, to_stride;
    int32_t band, plane;
    mlcc_number *to;
    uint8_t *flags; /* of the samples, with a border around them */
} j2k_block;

/* ---------------------------------------------------------------- arithmetic coding */
static uint32_t j2k_byte(const j2k_block *b, int32_t ahead) {
    return b->end - b->at > ahead ? b->at[ahead] : 0xff;
}

static void j2k_more(j2k_block *b) {
    const uint32_t next = j2k_byte(b, 1);
    if (j2k_byte(b, 0) == 0xff) {
        if (next > 0x8f) {
            b->code += 0xff00;
            b->count = 8;
            return;
        }
        b->code += next << 9;
        b->count = 7;
    } else {
        b->code += next << 8;
        b->count = 8;
    }
    b->at += b->at < b->end;
}

static void j2k_begin(j2k_block *b) {
    for (int32_t k = 0; k < J2K_CONTEXTS; k++) {
        b->states[k] = k == 0 ? 4 : k == J2K_RUN ? 3 : k == J2K_UNIFORM ? 46 : 0;
        b->bits[k] = 0;
    }
    b->code = j2k_byte(b, 0) << 16;
    j2k_more(b);
    b->code <<= 7;
    b->count -= 7;
    b->range = 0x8000;
}

static int32_t j2k_bit(j2k_block *b, int32_t context) {
    const j2k_state *const state = &j2k_states[b->states[context]];
    const uint32_t odds = state->odds;
    int32_t bit = b->bits[context], rare;
    b->range -= odds;
    if (b->code >> 16 < odds) {
        rare = b->range >= odds;
        b->range = odds;
    } else {
        b->code -= odds << 16;
        if (b->range & 0x8000) {
            return bit;
        }
        rare = b->range < odds;
    }
    if (rare) {
        b->bits[context] = (uint8_t)(state->swaps ? 1 - bit : bit);
        bit = 1 - bit;
    }
    b->states[context] = rare ? state->rare : state->usual;
    do {
        if (b->count == 0) {
            j2k_more(b);
        }
        b->range <<= 1;
        b->code <<= 1;
        b->count--;
    } while ((b->range & 0x8000) == 0);
    return bit;
}

/* ---------------------------------------------------------------- contexts */
static int32_t j2k_least(int32_t a, int32_t b) { return a < b ? a : b; }

/* The context of a sample's significance, from those of its eight neighbours. */
static int32_t j2k_context(const j2k_block *b, const uint8_t *f) {
    const int64_t s = b->stride;
    int32_t h = (f[-1] & 1) + (f[1] & 1), v = (f[-s] & 1) + (f[s] & 1);
    const int32_t d = (f[-s - 1] & 1) + (f[1 - s] & 1) + (f[s - 1] & 1) + (f[s + 1] & 1);
    if (b->band == 3) {
        const int32_t both = h + v;
        return d >= 3 ? 8 : d == 2 ? 6 + (both >= 1) : d == 1 ? 3 + j2k_least(both, 2) : j2k_least(both, 2);
    }
    if (b->band == 1) {
        const int32_t other = h;
        h = v;
        v = other;
    }
    if (h == 0) {
        return v > 0 ? 2 + v : j2k_least(d, 2);
    }
    return h == 2 ? 8 : v > 0 ? 7 : 5 + (d > 0);
}

static int32_t j2k_lean(uint8_t a, uint8_t b) {
    const int32_t sum = (a & 1 ? 1 - (a & 2) : 0) + (b & 1 ? 1 - (b & 2) : 0);
    return sum > 0 ? 1 : sum < 0 ? -1 : 0;
}

/* The sign of a sample that has become significant, and its first approximation. */
static void j2k_significant(j2k_block *b, uint8_t *f, int32_t *to) {
    const int32_t h = j2k_lean(f[-1], f[1]), v = j2k_lean(f[-b->stride], f[b->stride]);
    const int32_t turned = h < 0 || (h == 0 && v < 0), context = h == 0 ? (v != 0) : 3 + (turned ? -v : v);
    const int32_t negative = j2k_bit(b, J2K_SIGN + context) ^ turned;
    *f = (uint8_t)(*f | J2K_SIGNIFICANT | (negative ? J2K_NEGATIVE : 0));
    const int32_t value = 3 << b->plane;
    *to = negative ? -value : value;
}

/* ---------------------------------------------------------------- passes */
static void j2k_propagate(j2k_block *b, uint8_t *f, int32_t *to) {
    const int32_t context = j2k_context(b, f);
    if ((*f & J2K_SIGNIFICANT) || context == 0) {
        return;
    }
    if (j2k_bit(b, context)) {
        j2k_significant(b, f, to);
    }
    *f |= J2K_VISITED;
}

static void j2k_refine(j2k_block *b, uint8_t *f, int32_t *to) {
    if ((*f & (J2K_SIGNIFICANT | J2K_VISITED)) != J2K_SIGNIFICANT) {
        return;
    }
    const int32_t context = *f & J2K_REFINED ? 2 : j2k_context(b, f) != 0;
    const int32_t half = 1 << b->plane, more = j2k_bit(b, J2K_MAGNITUDE + context) ? half : -half;
    *to += *to < 0 ? -more : more;
    *f |= J2K_REFINED;
}

static void j2k_clean(j2k_block *b, uint8_t *f, int32_t *to) {
    if (!(*f & (J2K_SIGNIFICANT | J2K_VISITED)) && j2k_bit(b, j2k_context(b, f))) {
        j2k_significant(b, f, to);
    }
    *f &= (uint8_t)~J2K_VISITED;
}

/* Whether four samples below each other are insignificant and have no significant neighbour. */
static int j2k_is_quiet(const j2k_block *b, const uint8_t *f) {
    for (int32_t k = 0; k < 4; k++, f += b->stride) {
        if ((*f & (J2K_SIGNIFICANT | J2K_VISITED)) || j2k_context(b, f) != 0) {
            return 0;
        }
    }
    return 1;
}

/* One pass: samples are visited in stripes of four rows, column by column. */
static void j2k_pass(j2k_block *b, int32_t kind) {
    for (int64_t y = 0; y < b->height; y += 4) {
        const int64_t rows = b->height - y < 4 ? b->height - y : 4;
        for (int64_t x = 0; x < b->width; x++) {
            uint8_t *f = b->flags + (y + 1) * b->stride + x + 1;
            mlcc_number *to = b->to + y * b->to_stride + x;
            int64_t row = 0;
            if (kind == 2 && rows == 4 && j2k_is_quiet(b, f)) {
                if (!j2k_bit(b, J2K_RUN)) {
                    continue;
                }
                row = j2k_bit(b, J2K_UNIFORM) * 2;
                row += j2k_bit(b, J2K_UNIFORM);
                j2k_significant(b, f + row * b->stride, &to[row * b->to_stride].whole);
                row++;
            }
            for (; row < rows; row++) {
                uint8_t *const own = f + row * b->stride;
                int32_t *const value = &to[row * b->to_stride].whole;
                if (kind == 0) {
                    j2k_propagate(b, own, value);
                } else if (kind == 1) {
                    j2k_refine(b, own, value);
                } else {
                    j2k_clean(b, own, value);
                }
            }
        }
    }
}

int32_t mlcc_rt_jpeg2000_block(const uint8_t *data, size_t size, int32_t passes, int32_t planes, int32_t band,
                               int32_t marked, int64_t width, int64_t height, mlcc_number *to, int64_t stride) {
    j2k_block b = {.at = data, .end = data + size, .width = width, .height = height, .stride = width + 2};
    b.band = band;
    b.to = to;
    b.to_stride = stride;
    if (planes > 29 || passes > 3 * planes - 2) {
        return IMAGE_DAMAGED;
    }
    b.flags = mlcc_rt_image_take((size_t)b.stride, (size_t)height + 2);
    if (b.flags == NULL) {
        return IMAGE_MEMORY;
    }
    b.plane = planes - 1;
    j2k_begin(&b);
    for (int32_t pass = 0, kind = 2; pass < passes; pass++) {
        j2k_pass(&b, kind);
        if (kind == 2) {
            for (int32_t k = 0; marked && k < 4; k++) {
                j2k_bit(&b, J2K_UNIFORM); /* a symbol by which errors could be found */
            }
            b.plane--;
        }
        kind = (kind + 1) % 3;
    }
    free(b.flags);
    return IMAGE_OK;
}
