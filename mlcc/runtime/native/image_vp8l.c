/* Lossless WebP images, VP8L (RFC 9649). Pixels are words of alpha, red, green and blue. */
#include "libc.h"
#include "image.h"

enum { VP8L_PREDICT, VP8L_COLOUR, VP8L_ADD_GREEN, VP8L_PALETTE };
enum { VP8L_LENGTHS = 24, VP8L_LONGEST = 15, VP8L_CACHE = 11, VP8L_SYMBOLS = 256 + VP8L_LENGTHS + (1 << VP8L_CACHE) };

typedef struct {
    uint16_t counts[VP8L_LONGEST + 1];
    uint16_t *symbols;
    int32_t only; /* the one symbol, which takes no bits; else -1 */
} vp8l_codes;

/* Codes for green (with lengths and cached colours), red, blue, alpha and distances. */
typedef struct {
    vp8l_codes codes[5];
} vp8l_group;

typedef struct {
    int32_t kind, bits;
    int64_t width; /* of the image after the transform is undone */
    uint32_t *data;
} vp8l_transform;

typedef struct {
    const uint8_t *at, *end;
    uint64_t bits;
    int32_t count, beyond;
    int64_t width, height;
    vp8l_transform transforms[4];
    int32_t transform_count;
} vp8l;

/* ---------------------------------------------------------------- bits and codes */
static void vp8l_fill(vp8l *v) {
    while (v->count <= 48) {
        v->beyond += v->at >= v->end;
        v->bits |= (uint64_t)(v->at < v->end ? *v->at++ : 0) << v->count;
        v->count += 8;
    }
}

static uint32_t vp8l_take(vp8l *v, int32_t count) {
    if (v->count < count) {
        vp8l_fill(v);
    }
    const uint32_t value = (uint32_t)(v->bits & (((uint64_t)1 << count) - 1));
    v->bits >>= count;
    v->count -= count;
    return value;
}

/* Whether bits were taken that the data does not have. */
static int vp8l_exhausted(const vp8l *v) { return v->beyond * 8 > v->count; }

static int32_t vp8l_symbol(vp8l *v, const vp8l_codes *codes) {
    if (codes->only >= 0) {
        return codes->only;
    }
    if (v->count < VP8L_LONGEST) {
        vp8l_fill(v);
    }
    int32_t code = 0, first = 0, place = 0;
    for (int32_t length = 1; length <= VP8L_LONGEST; length++) {
        const int32_t count = codes->counts[length];
        code |= (int32_t)(v->bits & 1);
        v->bits >>= 1;
        v->count--;
        if (code - count < first) {
            return codes->symbols[place + code - first];
        }
        place += count;
        first = (first + count) << 1;
        code <<= 1;
    }
    return 0; /* codes are complete: not reached */
}

static int32_t vp8l_make(vp8l_codes *codes, const uint8_t *lengths, int32_t count) {
    int32_t used = 0, left = 1, places[VP8L_LONGEST + 2] = {0};
    codes->only = -1;
    for (int32_t k = 0; k < count; k++) {
        codes->counts[lengths[k]]++;
        used += lengths[k] > 0;
        codes->only = lengths[k] > 0 ? k : codes->only;
    }
    codes->counts[0] = 0;
    if (used == 1) {
        return IMAGE_OK;
    }
    codes->only = -1;
    for (int32_t length = 1; length <= VP8L_LONGEST; length++) {
        left = 2 * left - codes->counts[length];
        if (left < 0) {
            return IMAGE_DAMAGED;
        }
        places[length + 1] = places[length] + codes->counts[length];
    }
    codes->symbols = left == 0 ? mlcc_rt_image_take((size_t)used, sizeof(uint16_t)) : NULL;
    if (codes->symbols == NULL) {
        return left == 0 ? IMAGE_MEMORY : IMAGE_DAMAGED;
    }
    for (int32_t k = 0; k < count; k++) {
        if (lengths[k] > 0) {
            codes->symbols[places[lengths[k]]++] = (uint16_t)k;
        }
    }
    return IMAGE_OK;
}

/* The lengths of codes, which are coded themselves. */
static int32_t vp8l_read_lengths(vp8l *v, uint8_t *lengths, int32_t count) {
    static const uint8_t order[19] = {17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    uint8_t own[19] = {0};
    const int32_t given = 4 + (int32_t)vp8l_take(v, 4);
    for (int32_t k = 0; k < given; k++) {
        own[order[k]] = (uint8_t)vp8l_take(v, 3);
    }
    vp8l_codes codes = {{0}, NULL, -1};
    int32_t problem = vp8l_make(&codes, own, 19), left = count, previous = 8;
    if (vp8l_take(v, 1)) {
        left = 2 + (int32_t)vp8l_take(v, 2 + 2 * (int32_t)vp8l_take(v, 3));
    }
    if (left > count) {
        problem = problem == IMAGE_OK ? IMAGE_DAMAGED : problem;
    }
    for (int32_t k = 0; problem == IMAGE_OK && k < count && left > 0; left--) {
        const int32_t symbol = vp8l_symbol(v, &codes);
        if (symbol < 16) {
            lengths[k++] = (uint8_t)symbol;
            previous = symbol > 0 ? symbol : previous;
            continue;
        }
        int32_t times = symbol == 18 ? 11 + (int32_t)vp8l_take(v, 7) : 3 + (int32_t)vp8l_take(v, symbol - 14);
        if (times > count - k) {
            problem = IMAGE_DAMAGED;
            break;
        }
        for (; times > 0; times--) {
            lengths[k++] = (uint8_t)(symbol == 16 ? previous : 0);
        }
    }
    free(codes.symbols);
    return problem;
}

static int32_t vp8l_read_codes(vp8l *v, vp8l_codes *codes, int32_t count, uint8_t *lengths) {
    for (int32_t k = 0; k < count; k++) {
        lengths[k] = 0;
    }
    if (vp8l_take(v, 1)) {
        const int32_t symbols = 1 + (int32_t)vp8l_take(v, 1), wide = (int32_t)vp8l_take(v, 1);
        for (int32_t k = 0; k < symbols; k++) {
            const int32_t symbol = (int32_t)vp8l_take(v, k == 1 || wide ? 8 : 1);
            if (symbol >= count) {
                return IMAGE_DAMAGED;
            }
            lengths[symbol] = 1;
        }
    } else {
        const int32_t problem = vp8l_read_lengths(v, lengths, count);
        if (problem != IMAGE_OK) {
            return problem;
        }
    }
    return vp8l_exhausted(v) ? IMAGE_DAMAGED : vp8l_make(codes, lengths, count);
}

static void vp8l_drop(vp8l_group *groups, int32_t count) {
    for (int32_t k = 0; groups != NULL && k < 5 * count; k++) {
        free(groups[k / 5].codes[k % 5].symbols);
    }
    free(groups);
}

/* ---------------------------------------------------------------- pixels that were coded */
static int64_t vp8l_number(vp8l *v, int32_t prefix) {
    if (prefix < 4) {
        return prefix + 1;
    }
    const int32_t extra = (prefix - 2) >> 1;
    return ((int64_t)(2 + (prefix & 1)) << extra) + vp8l_take(v, extra) + 1;
}

/* How many pixels lie between a pixel and the one that it repeats: small numbers say where it lies in the plane. */
static int64_t vp8l_distance(int64_t number, int64_t width) {
    /* Rows above in the upper four bits; in the lower ones 8 less the columns to the left. */
    static const uint8_t near[120] = {
        0x18, 0x07, 0x17, 0x19, 0x28, 0x06, 0x27, 0x29, 0x16, 0x1a, 0x26, 0x2a, 0x38, 0x05, 0x37, 0x39, 0x15, 0x1b,
        0x36, 0x3a, 0x25, 0x2b, 0x48, 0x04, 0x47, 0x49, 0x14, 0x1c, 0x35, 0x3b, 0x46, 0x4a, 0x24, 0x2c, 0x58, 0x45,
        0x4b, 0x34, 0x3c, 0x03, 0x57, 0x59, 0x13, 0x1d, 0x56, 0x5a, 0x23, 0x2d, 0x44, 0x4c, 0x55, 0x5b, 0x33, 0x3d,
        0x68, 0x02, 0x67, 0x69, 0x12, 0x1e, 0x66, 0x6a, 0x22, 0x2e, 0x54, 0x5c, 0x43, 0x4d, 0x65, 0x6b, 0x32, 0x3e,
        0x78, 0x01, 0x77, 0x79, 0x53, 0x5d, 0x11, 0x1f, 0x64, 0x6c, 0x42, 0x4e, 0x76, 0x7a, 0x21, 0x2f, 0x75, 0x7b,
        0x31, 0x3f, 0x63, 0x6d, 0x52, 0x5e, 0x00, 0x74, 0x7c, 0x41, 0x4f, 0x10, 0x20, 0x62, 0x6e, 0x30, 0x73, 0x7d,
        0x51, 0x5f, 0x40, 0x72, 0x7e, 0x61, 0x6f, 0x50, 0x71, 0x7f, 0x60, 0x70,
    };
    if (number > 120) {
        return number - 120;
    }
    const int64_t distance = (near[number - 1] >> 4) * width + 8 - (near[number - 1] & 15);
    return distance < 1 ? 1 : distance;
}

typedef struct {
    vp8l_group *groups;
    int32_t count, cache_bits, group_bits;
    uint32_t *which, *cache; /* the group of each square of pixels; colours by a hash */
} vp8l_coding;

static void vp8l_remember(const vp8l_coding *c, uint32_t pixel) {
    if (c->cache_bits > 0) {
        c->cache[0x1e35a7bdu * pixel >> (32 - c->cache_bits)] = pixel;
    }
}

static int32_t vp8l_read_pixels(vp8l *v, const vp8l_coding *c, int64_t width, int64_t height, uint32_t *to) {
    const int64_t total = width * height, across = c->which ? (width + (1 << c->group_bits) - 1) >> c->group_bits : 0;
    for (int64_t k = 0; k < total;) {
        const vp8l_group *g = c->groups;
        if (c->which != NULL) {
            g += c->which[(k / width >> c->group_bits) * across + (k % width >> c->group_bits)];
        }
        const int32_t symbol = vp8l_symbol(v, &g->codes[0]);
        if (vp8l_exhausted(v)) {
            return IMAGE_DAMAGED;
        }
        if (symbol < 256) {
            const uint32_t red = (uint32_t)vp8l_symbol(v, &g->codes[1]), blue = (uint32_t)vp8l_symbol(v, &g->codes[2]);
            const uint32_t alpha = (uint32_t)vp8l_symbol(v, &g->codes[3]);
            to[k] = alpha << 24 | red << 16 | (uint32_t)symbol << 8 | blue;
            vp8l_remember(c, to[k++]);
        } else if (symbol < 256 + VP8L_LENGTHS) {
            const int64_t length = vp8l_number(v, symbol - 256);
            const int64_t distance = vp8l_distance(vp8l_number(v, vp8l_symbol(v, &g->codes[4])), width);
            if (distance > k || length > total - k) {
                return IMAGE_DAMAGED;
            }
            for (const int64_t end = k + length; k < end; k++) {
                to[k] = to[k - distance];
                vp8l_remember(c, to[k]);
            }
        } else {
            to[k] = c->cache[symbol - 256 - VP8L_LENGTHS];
            vp8l_remember(c, to[k++]);
        }
    }
    return vp8l_exhausted(v) ? IMAGE_DAMAGED : IMAGE_OK;
}

static int32_t vp8l_image(vp8l *v, int64_t width, int64_t height, int32_t top, uint32_t **to);

/* The groups of codes of an image: one, or (at the `top`) as many as a smaller image refers to. */
static int32_t vp8l_read_groups(vp8l *v, vp8l_coding *c, int64_t width, int64_t height, int32_t top) {
    c->count = 1;
    if (top && vp8l_take(v, 1)) {
        c->group_bits = 2 + (int32_t)vp8l_take(v, 3);
        const int64_t step = (int64_t)1 << c->group_bits;
        const int64_t across = (width + step - 1) / step, down = (height + step - 1) / step;
        const int32_t problem = vp8l_image(v, across, down, 0, &c->which);
        if (problem != IMAGE_OK) {
            return problem;
        }
        for (int64_t k = 0; k < across * down; k++) {
            c->which[k] = c->which[k] >> 8 & 0xffff;
            c->count = (int32_t)c->which[k] >= c->count ? (int32_t)c->which[k] + 1 : c->count;
        }
    }
    c->groups = mlcc_rt_image_take((size_t)c->count, sizeof(vp8l_group));
    uint8_t *const lengths = mlcc_rt_image_take(VP8L_SYMBOLS, 1);
    int32_t problem = c->groups == NULL || lengths == NULL ? IMAGE_MEMORY : IMAGE_OK;
    for (int32_t k = 0; problem == IMAGE_OK && k < 5 * c->count; k++) {
        const int32_t cached = c->cache_bits > 0 ? 1 << c->cache_bits : 0;
        const int32_t symbols = k % 5 == 0 ? 256 + VP8L_LENGTHS + cached : k % 5 == 4 ? 40 : 256;
        problem = vp8l_read_codes(v, &c->groups[k / 5].codes[k % 5], symbols, lengths);
    }
    free(lengths);
    return problem;
}

/* The pixels of an image in memory that is to be freed, whatever the result. */
static int32_t vp8l_image(vp8l *v, int64_t width, int64_t height, int32_t top, uint32_t **to) {
    vp8l_coding c = {NULL, 0, 0, 0, NULL, NULL};
    int32_t problem = IMAGE_OK;
    if (vp8l_take(v, 1)) {
        c.cache_bits = (int32_t)vp8l_take(v, 4);
        if (c.cache_bits < 1 || c.cache_bits > VP8L_CACHE) {
            return IMAGE_DAMAGED;
        }
        c.cache = mlcc_rt_image_take((size_t)1 << c.cache_bits, sizeof(uint32_t));
        problem = c.cache == NULL ? IMAGE_MEMORY : IMAGE_OK;
    }
    if (problem == IMAGE_OK) {
        problem = vp8l_read_groups(v, &c, width, height, top);
    }
    if (problem == IMAGE_OK) {
        *to = mlcc_rt_image_take((size_t)(width * height), sizeof(uint32_t));
        problem = *to == NULL ? IMAGE_MEMORY : vp8l_read_pixels(v, &c, width, height, *to);
    }
    vp8l_drop(c.groups, c.count);
    free(c.which);
    free(c.cache);
    return problem;
}

/* ---------------------------------------------------------------- transforms */
static uint32_t vp8l_sum(uint32_t a, uint32_t b) {
    return (((a & 0xff00ff00u) + (b & 0xff00ff00u)) & 0xff00ff00u) | (((a & 0xff00ffu) + (b & 0xff00ffu)) & 0xff00ffu);
}

static uint32_t vp8l_mean(uint32_t a, uint32_t b) { return (((a ^ b) & 0xfefefefeu) >> 1) + (a & b); }

static int32_t vp8l_channel(uint32_t pixel, int32_t k) { return (int32_t)(pixel >> 8 * k & 0xff); }

/* The one of two neighbours that is more like the plane through them and the corner. */
static uint32_t vp8l_nearer(uint32_t left, uint32_t above, uint32_t corner) {
    int32_t difference = 0;
    for (int32_t k = 0; k < 4; k++) {
        const int32_t a = vp8l_channel(above, k) - vp8l_channel(corner, k);
        const int32_t b = vp8l_channel(left, k) - vp8l_channel(corner, k);
        difference += (a < 0 ? -a : a) - (b < 0 ? -b : b);
    }
    return difference < 0 ? left : above;
}

/* `a` and a difference to `b` or, halved, to `a` itself; channel by channel, inside of 0 to 255. */
static uint32_t vp8l_plane(uint32_t a, uint32_t b, uint32_t corner, int32_t halved) {
    uint32_t result = 0;
    for (int32_t k = 0; k < 4; k++) {
        const int32_t x = vp8l_channel(a, k), y = vp8l_channel(corner, k);
        int32_t value = halved ? x + (x - y) / 2 : x + vp8l_channel(b, k) - y;
        value = value < 0 ? 0 : value > 255 ? 255 : value;
        result |= (uint32_t)value << 8 * k;
    }
    return result;
}

static uint32_t vp8l_guess(uint32_t mode, const uint32_t *here, int64_t width) {
    const uint32_t left = here[-1], above = here[-width], corner = here[-width - 1], next = here[1 - width];
    switch (mode) {
    case 1: return left;
    case 2: return above;
    case 3: return next;
    case 4: return corner;
    case 5: return vp8l_mean(vp8l_mean(left, next), above);
    case 6: return vp8l_mean(left, corner);
    case 7: return vp8l_mean(left, above);
    case 8: return vp8l_mean(corner, above);
    case 9: return vp8l_mean(above, next);
    case 10: return vp8l_mean(vp8l_mean(left, corner), vp8l_mean(above, next));
    case 11: return vp8l_nearer(left, above, corner);
    case 12: return vp8l_plane(left, above, corner, 0);
    case 13: return vp8l_plane(vp8l_mean(left, above), 0, corner, 1);
    default: return 0xff000000u;
    }
}

static void vp8l_undo_prediction(const vp8l_transform *t, int64_t height, uint32_t *pixels) {
    const int64_t width = t->width, across = (width + (1 << t->bits) - 1) >> t->bits;
    for (int64_t y = 0; y < height; y++) {
        for (int64_t x = 0; x < width; x++, pixels++) {
            const uint32_t mode = t->data[(y >> t->bits) * across + (x >> t->bits)] >> 8 & 15;
            const uint32_t guess = y == 0   ? (x == 0 ? 0xff000000u : pixels[-1])
                                   : x == 0 ? pixels[-width]
                                            : vp8l_guess(mode, pixels, width);
            *pixels = vp8l_sum(*pixels, guess);
        }
    }
}

static uint32_t vp8l_share(uint32_t factor, uint32_t value) {
    return (uint32_t)((int8_t)(uint8_t)factor * (int8_t)(uint8_t)value >> 5);
}

static void vp8l_undo_colours(const vp8l_transform *t, int64_t height, uint32_t *pixels) {
    const int64_t width = t->width, across = (width + (1 << t->bits) - 1) >> t->bits;
    for (int64_t y = 0; y < height; y++) {
        for (int64_t x = 0; x < width; x++, pixels++) {
            const uint32_t factors = t->kind == VP8L_COLOUR ? t->data[(y >> t->bits) * across + (x >> t->bits)] : 0;
            const uint32_t green = *pixels >> 8;
            uint32_t red = *pixels >> 16, blue = *pixels;
            if (t->kind == VP8L_ADD_GREEN) {
                red += green;
                blue += green;
            } else {
                red += vp8l_share(factors, green);
                blue += vp8l_share(factors >> 8, green) + vp8l_share(factors >> 16, red);
            }
            *pixels = (*pixels & 0xff00ff00u) | (red & 0xff) << 16 | (blue & 0xff);
        }
    }
}

/* Colours for indices, of which a pixel may hold several: from the last on, so that one memory has both. */
static void vp8l_undo_palette(const vp8l_transform *t, int64_t height, uint32_t *pixels) {
    const int32_t each = 8 >> t->bits;
    const int64_t packed = (t->width + (1 << t->bits) - 1) >> t->bits;
    for (int64_t y = height - 1; y >= 0; y--) {
        for (int64_t x = t->width - 1; x >= 0; x--) {
            const uint32_t group = pixels[y * packed + (x >> t->bits)] >> 8 & 0xff;
            const uint32_t index = group >> (each * (x & ((1 << t->bits) - 1))) & ((1u << each) - 1);
            pixels[y * t->width + x] = t->data[index];
        }
    }
}

static int32_t vp8l_read_transform(vp8l *v, int64_t *width) {
    const int32_t kind = (int32_t)vp8l_take(v, 2);
    for (int32_t k = 0; k < v->transform_count; k++) {
        if (v->transforms[k].kind == kind) {
            return IMAGE_DAMAGED;
        }
    }
    vp8l_transform *const t = &v->transforms[v->transform_count++];
    t->kind = kind;
    t->width = *width;
    if (kind == VP8L_ADD_GREEN) {
        return IMAGE_OK;
    }
    if (kind != VP8L_PALETTE) {
        t->bits = 2 + (int32_t)vp8l_take(v, 3);
        const int64_t step = (int64_t)1 << t->bits;
        return vp8l_image(v, (*width + step - 1) / step, (v->height + step - 1) / step, 0, &t->data);
    }
    const int32_t count = 1 + (int32_t)vp8l_take(v, 8);
    t->bits = count <= 2 ? 3 : count <= 4 ? 2 : count <= 16 ? 1 : 0;
    *width = (*width + (1 << t->bits) - 1) >> t->bits;
    uint32_t *table = NULL;
    const int32_t problem = vp8l_image(v, count, 1, 0, &table);
    t->data = mlcc_rt_image_take(256, sizeof(uint32_t)); /* what lies behind the palette is transparent */
    for (int32_t k = 0; problem == IMAGE_OK && t->data != NULL && k < count; k++) {
        t->data[k] = k == 0 ? table[k] : vp8l_sum(t->data[k - 1], table[k]);
    }
    free(table);
    return problem == IMAGE_OK && t->data == NULL ? IMAGE_MEMORY : problem;
}

static int32_t vp8l_decode(vp8l *v, uint32_t **pixels) {
    int64_t width = v->width;
    while (vp8l_take(v, 1)) {
        const int32_t problem = vp8l_read_transform(v, &width);
        if (problem != IMAGE_OK) {
            return problem;
        }
    }
    uint32_t *packed = NULL;
    int32_t problem = vp8l_image(v, width, v->height, 1, &packed);
    *pixels = packed;
    if (problem != IMAGE_OK || v->transform_count == 0) {
        return problem;
    }
    if (width != v->width) {
        *pixels = mlcc_rt_image_take((size_t)(v->width * v->height), sizeof(uint32_t));
        for (int64_t k = 0; *pixels != NULL && k < width * v->height; k++) {
            (*pixels)[k] = packed[k];
        }
        free(packed);
        problem = *pixels == NULL ? IMAGE_MEMORY : IMAGE_OK;
    }
    for (int32_t k = v->transform_count - 1; problem == IMAGE_OK && k >= 0; k--) {
        const vp8l_transform *const t = &v->transforms[k];
        if (t->kind == VP8L_PREDICT) {
            vp8l_undo_prediction(t, v->height, *pixels);
        } else if (t->kind == VP8L_PALETTE) {
            vp8l_undo_palette(t, v->height, *pixels);
        } else {
            vp8l_undo_colours(t, v->height, *pixels);
        }
    }
    return problem;
}

int32_t mlcc_rt_image_vp8l(mlcc_image *image, const uint8_t *data, size_t size) {
    if (size < 5 || data[0] != 0x2f) {
        return IMAGE_DAMAGED;
    }
    vp8l v = {.at = data + 1, .end = data + size};
    const int64_t width = vp8l_take(&v, 14) + 1, height = vp8l_take(&v, 14) + 1;
    vp8l_take(&v, 1); /* whether there is transparency */
    if (vp8l_take(&v, 3) != 0) {
        return IMAGE_UNSUPPORTED;
    }
    int32_t problem = mlcc_rt_image_sizes(image, width, height);
    if (problem != IMAGE_OK || image->rgb == NULL) {
        return problem;
    }
    v.width = width;
    v.height = height;
    uint32_t *pixels = NULL;
    problem = vp8l_decode(&v, &pixels);
    for (int64_t k = 0; problem == IMAGE_OK && k < width * height; k++) {
        for (int32_t n = 0; n < 3; n++) {
            image->rgb[3 * k + n] = (uint8_t)(pixels[k] >> (16 - 8 * n));
        }
    }
    for (int32_t k = 0; k < v.transform_count; k++) {
        free(v.transforms[k].data);
    }
    free(pixels);
    return problem;
}
