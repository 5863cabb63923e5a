/* Windows bitmaps: 1, 4, 8, 16, 24 and 32 bits, with palettes, bit fields and run lengths. */
#include "libc.h"
#include "image.h"

typedef struct {
    const uint8_t *data;
    size_t size;
    int64_t width, height;
    int32_t bits, packing, from_top, colours;
    size_t pixels, palette, entry; /* where pixels and palette begin; the bytes of a colour */
    uint32_t masks[3];
} bmp;

enum { BMP_PLAIN, BMP_RUNS8, BMP_RUNS4, BMP_FIELDS, BMP_ALPHA_FIELDS = 6 };

static uint32_t bmp_word(const bmp *b, size_t at, int32_t bytes) {
    uint32_t value = 0;
    for (int32_t k = 0; k < bytes; k++) {
        value |= at + (size_t)k < b->size ? (uint32_t)b->data[at + (size_t)k] << 8 * k : 0;
    }
    return value;
}

static int32_t bmp_header(bmp *b) {
    const uint32_t length = bmp_word(b, 14, 4);
    b->pixels = bmp_word(b, 10, 4);
    if (b->size < 26 || (length != 12 && length < 40) || length > b->size - 14) {
        return IMAGE_DAMAGED;
    }
    const int old = length == 12;
    b->palette = 14 + length;
    b->entry = old ? 3 : 4;
    b->width = old ? (int64_t)bmp_word(b, 18, 2) : (int32_t)bmp_word(b, 18, 4);
    b->height = old ? (int64_t)bmp_word(b, 20, 2) : (int32_t)bmp_word(b, 22, 4);
    b->bits = (int32_t)bmp_word(b, old ? 24 : 28, 2);
    b->packing = old ? BMP_PLAIN : (int32_t)bmp_word(b, 30, 4);
    b->from_top = b->height < 0;
    b->height = b->from_top ? -b->height : b->height;
    const uint32_t colours = old ? 0 : bmp_word(b, 46, 4);
    b->colours = b->bits > 8 ? 0 : colours == 0 || colours > 256 ? 1 << b->bits : (int32_t)colours;
    static const uint32_t usual[2][3] = {{0x7c00, 0x3e0, 0x1f}, {0xff0000, 0xff00, 0xff}};
    for (int32_t k = 0; k < 3; k++) {
        const int fields = b->packing == BMP_FIELDS || b->packing == BMP_ALPHA_FIELDS;
        b->masks[k] = fields ? bmp_word(b, 54 + 4 * (size_t)k, 4) : usual[b->bits == 32][k];
    }
    switch (b->packing) {
    case BMP_PLAIN:
        return b->bits == 1 || b->bits == 4 || b->bits == 8 || b->bits == 16 || b->bits == 24 || b->bits == 32
                   ? IMAGE_OK
                   : IMAGE_UNSUPPORTED;
    case BMP_RUNS8: return b->bits == 8 ? IMAGE_OK : IMAGE_DAMAGED;
    case BMP_RUNS4: return b->bits == 4 ? IMAGE_OK : IMAGE_DAMAGED;
    case BMP_FIELDS:
    case BMP_ALPHA_FIELDS: return b->bits == 16 || b->bits == 32 ? IMAGE_OK : IMAGE_DAMAGED;
    default: return IMAGE_UNSUPPORTED; /* JPEG or PNG inside */
    }
}

static void bmp_colour(const bmp *b, uint32_t index, uint8_t *to) {
    const size_t at = b->palette + index * b->entry;
    for (int32_t k = 0; k < 3; k++) {
        to[k] = (uint8_t)((int32_t)index < b->colours ? bmp_word(b, at + 2 - (size_t)k, 1) : 0);
    }
}

static uint8_t bmp_field(uint32_t value, uint32_t mask) {
    if (mask == 0) {
        return 0;
    }
    int32_t shift = 0;
    while ((mask >> shift & 1) == 0) {
        shift++;
    }
    const uint64_t most = mask >> shift, part = (value & mask) >> shift;
    return (uint8_t)(part * 255 / most);
}

static int32_t bmp_plain(const bmp *b, uint8_t *rgb) {
    const size_t stride = (size_t)((b->width * b->bits + 31) / 32 * 4);
    if (b->pixels > b->size || (b->size - b->pixels) / stride < (size_t)b->height) {
        /* The last row may lack what fills it up. */
        const size_t used = (size_t)((b->width * b->bits + 7) / 8), before = stride * (size_t)(b->height - 1);
        if (b->pixels > b->size || b->size - b->pixels < before || b->size - b->pixels - before < used) {
            return IMAGE_DAMAGED;
        }
    }
    for (int64_t y = 0; y < b->height; y++) {
        const size_t row = b->pixels + stride * (size_t)(b->from_top ? y : b->height - 1 - y);
        uint8_t *to = rgb + y * b->width * 3;
        for (int64_t x = 0; x < b->width; x++, to += 3) {
            if (b->bits <= 8) {
                const size_t bit = (size_t)(x * b->bits);
                const uint32_t byte = b->data[row + bit / 8];
                bmp_colour(b, byte >> (8 - (size_t)b->bits - bit % 8) & ((1u << b->bits) - 1), to);
                continue;
            }
            const uint32_t value = bmp_word(b, row + (size_t)(x * (b->bits / 8)), b->bits / 8);
            for (int32_t k = 0; k < 3; k++) {
                to[k] = b->bits == 24 ? (uint8_t)(value >> (16 - 8 * k)) : bmp_field(value, b->masks[k]);
            }
        }
    }
    return IMAGE_OK;
}

/* Run lengths: pairs of a count and a colour, literal pixels, moves, and the ends of lines and of the image. */
static int32_t bmp_runs(const bmp *b, uint8_t *rgb) {
    const int32_t half = b->packing == BMP_RUNS4;
    for (int64_t k = 0; k < b->width * b->height; k++) {
        bmp_colour(b, 0, rgb + 3 * k);
    }
    int64_t x = 0, y = 0;
    size_t at = b->pixels;
    while (at + 1 < b->size && at >= b->pixels) {
        const int32_t count = b->data[at], value = b->data[at + 1];
        at += 2;
        if (count == 0 && value == 0) {
            x = 0;
            y++;
            continue;
        }
        if (count == 0 && value == 1) {
            return IMAGE_OK;
        }
        if (count == 0 && value == 2) {
            x += (int64_t)bmp_word(b, at, 1);
            y += (int64_t)bmp_word(b, at + 1, 1);
            at += 2;
            continue;
        }
        const int32_t literal = count == 0, pixels = literal ? value : count;
        const size_t bytes = literal ? (size_t)(half ? (value + 1) / 2 : value) : 0;
        if (bytes > b->size - at || y >= b->height) {
            return IMAGE_DAMAGED;
        }
        for (int32_t n = 0; n < pixels && x < b->width; n++, x++) {
            const uint32_t byte = literal ? b->data[at + (size_t)(half ? n / 2 : n)] : (uint32_t)value;
            const uint32_t index = half ? (n % 2 == 0 ? byte >> 4 : byte & 15) : byte;
            bmp_colour(b, index, rgb + ((b->from_top ? y : b->height - 1 - y) * b->width + x) * 3);
        }
        at += bytes + (bytes & 1);
    }
    return y >= b->height - 1 ? IMAGE_OK : IMAGE_DAMAGED;
}

int32_t mlcc_rt_image_bmp(mlcc_image *image) {
    bmp b = {.data = image->data, .size = image->size};
    int32_t problem = bmp_header(&b);
    if (problem == IMAGE_OK) {
        problem = mlcc_rt_image_sizes(image, b.width, b.height);
    }
    if (problem != IMAGE_OK || image->rgb == NULL) {
        return problem;
    }
    return b.packing == BMP_RUNS8 || b.packing == BMP_RUNS4 ? bmp_runs(&b, image->rgb) : bmp_plain(&b, image->rgb);
}
