/* PNG (ISO/IEC 15948): every colour type and depth, interlaced or not. Transparency and colour management are left out:
 * what is decoded are the colours that are stored; of 16 bits the upper 8. */
#include "libc.h"
#include "image.h"

typedef struct {
    int64_t width, height;
    int32_t depth, kind, samples, interlaced, colours;
    uint8_t palette[256 * 3];
    uint8_t *packed; /* the compressed data, without what stands between */
    size_t packed_size;
} png;

static uint32_t png_word(const uint8_t *p) {
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

/* The check sum of a chunk: CRC-32, four bits at a time. */
static uint32_t png_sum(const uint8_t *data, size_t size) {
    static const uint32_t table[16] = {0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4,
                                       0x4db26158, 0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
                                       0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};
    uint32_t sum = 0xffffffff;
    for (size_t k = 0; k < size; k++) {
        sum ^= data[k];
        sum = sum >> 4 ^ table[sum & 15];
        sum = sum >> 4 ^ table[sum & 15];
    }
    return ~sum;
}

static int32_t png_header(png *p, const uint8_t *at, size_t size) {
    static const uint8_t samples[7] = {1, 0, 3, 1, 2, 0, 4};
    if (size != 13 || at[9] > 6 || samples[at[9]] == 0 || at[10] != 0 || at[11] != 0 || at[12] > 1) {
        return IMAGE_DAMAGED;
    }
    p->width = png_word(at);
    p->height = png_word(at + 4);
    p->depth = at[8];
    p->kind = at[9];
    p->samples = samples[p->kind];
    p->interlaced = at[12];
    const int small = p->depth == 1 || p->depth == 2 || p->depth == 4;
    if (!(p->depth == 8 || (p->depth == 16 && p->kind != 3) || (small && (p->kind == 0 || p->kind == 3)))) {
        return IMAGE_DAMAGED;
    }
    return IMAGE_OK;
}

/* The chunks up to the end of the image. */
static int32_t png_chunks(png *p, const mlcc_image *image) {
    size_t at = 8;
    while (image->size - at >= 12) {
        const uint8_t *const chunk = image->data + at;
        const size_t length = png_word(chunk);
        if (length > image->size - at - 12 || png_sum(chunk + 4, length + 4) != png_word(chunk + 8 + length)) {
            return IMAGE_DAMAGED;
        }
        const uint32_t name = png_word(chunk + 4);
        if (name == 0x49484452) { /* IHDR */
            const int32_t problem = at == 8 ? png_header(p, chunk + 8, length) : IMAGE_DAMAGED;
            if (problem != IMAGE_OK || image->rgb == NULL) {
                return problem;
            }
            p->packed = mlcc_rt_image_take(image->size, 1);
            if (p->packed == NULL) {
                return IMAGE_MEMORY;
            }
        } else if (at == 8) {
            return IMAGE_DAMAGED;
        } else if (name == 0x504c5445 && length <= sizeof p->palette) { /* PLTE */
            p->colours = (int32_t)(length / 3);
            for (size_t k = 0; k < length; k++) {
                p->palette[k] = chunk[8 + k];
            }
        } else if (name == 0x49444154) { /* IDAT */
            for (size_t k = 0; k < length; k++) {
                p->packed[p->packed_size++] = chunk[8 + k];
            }
        } else if (name == 0x49454e44) { /* IEND */
            return IMAGE_OK;
        }
        at += length + 12;
    }
    return p->packed_size > 0 ? IMAGE_OK : IMAGE_DAMAGED;
}

static int32_t png_nearest(int32_t left, int32_t above, int32_t corner) {
    const int32_t a = above - corner, b = left - corner, c = a + b;
    const int32_t to_left = a < 0 ? -a : a, to_above = b < 0 ? -b : b, to_corner = c < 0 ? -c : c;
    return to_left <= to_above && to_left <= to_corner ? left : to_above <= to_corner ? above : corner;
}

/* Undo the filter of a row in place; `before` is the row above, or NULL. */
static int32_t png_row(int32_t filter, uint8_t *row, const uint8_t *before, int64_t size, int64_t pixel) {
    if (filter > 4) {
        return IMAGE_DAMAGED;
    }
    for (int64_t k = 0; filter != 0 && k < size; k++) {
        const int32_t left = k >= pixel ? row[k - pixel] : 0, above = before != NULL ? before[k] : 0;
        const int32_t corner = k >= pixel && before != NULL ? before[k - pixel] : 0;
        const int32_t guess = filter == 1   ? left
                              : filter == 2 ? above
                              : filter == 3 ? (left + above) / 2
                                            : png_nearest(left, above, corner);
        row[k] = (uint8_t)(row[k] + guess);
    }
    return IMAGE_OK;
}

static int32_t png_sample(const png *p, const uint8_t *row, int64_t index) {
    if (p->depth >= 8) {
        return row[index * (p->depth / 8)];
    }
    const int64_t bit = index * p->depth;
    return row[bit / 8] >> (8 - p->depth - bit % 8) & ((1 << p->depth) - 1);
}

static int32_t png_pixel(const png *p, const uint8_t *row, int64_t x, uint8_t *to) {
    const int32_t value = png_sample(p, row, x * p->samples);
    if (p->kind == 3) {
        if (value >= p->colours) {
            return IMAGE_DAMAGED;
        }
        for (int32_t k = 0; k < 3; k++) {
            to[k] = p->palette[3 * value + k];
        }
        return IMAGE_OK;
    }
    const int32_t scale = p->depth < 8 ? 255 / ((1 << p->depth) - 1) : 1;
    for (int32_t k = 0; k < 3; k++) {
        to[k] = (uint8_t)(p->samples >= 3 ? png_sample(p, row, x * p->samples + k) : value * scale);
    }
    return IMAGE_OK;
}

typedef struct {
    int32_t x, y, across, down; /* where the pixels of a pass begin, and how far apart they are */
} png_pass;

static const png_pass png_passes[8] = {{0, 0, 1, 1}, {0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8},
                                       {2, 0, 4, 4}, {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}};

static int64_t png_row_bytes(const png *p, int64_t columns) { return (columns * p->samples * p->depth + 7) / 8; }

static int64_t png_extent(int64_t size, int32_t begin, int32_t step) {
    return size > begin ? (size - begin + step - 1) / step : 0;
}

static int32_t png_pixels(const png *p, uint8_t *raw, uint8_t *rgb) {
    const int64_t pixel = (p->samples * p->depth + 7) / 8;
    for (int32_t n = p->interlaced; n < (p->interlaced ? 8 : 1); n++) {
        const png_pass *const pass = &png_passes[n];
        const int64_t columns = png_extent(p->width, pass->x, pass->across);
        const int64_t rows = png_extent(p->height, pass->y, pass->down), size = png_row_bytes(p, columns);
        const uint8_t *before = NULL;
        for (int64_t y = 0; columns > 0 && y < rows; y++, raw += size + 1) {
            if (png_row(raw[0], raw + 1, before, size, pixel) != IMAGE_OK) {
                return IMAGE_DAMAGED;
            }
            before = raw + 1;
            uint8_t *const line = rgb + (pass->y + y * pass->down) * p->width * 3;
            for (int64_t x = 0; x < columns; x++) {
                if (png_pixel(p, before, x, line + (pass->x + x * pass->across) * 3) != IMAGE_OK) {
                    return IMAGE_DAMAGED;
                }
            }
        }
    }
    return IMAGE_OK;
}

static size_t png_raw_bytes(const png *p) {
    int64_t total = 0;
    for (int32_t n = p->interlaced; n < (p->interlaced ? 8 : 1); n++) {
        const png_pass *const pass = &png_passes[n];
        const int64_t columns = png_extent(p->width, pass->x, pass->across);
        if (columns > 0) {
            total += png_extent(p->height, pass->y, pass->down) * (png_row_bytes(p, columns) + 1);
        }
    }
    return (size_t)total;
}

static int32_t png_decode(png *p, mlcc_image *image) {
    int32_t problem = png_chunks(p, image);
    if (problem == IMAGE_OK) {
        problem = p->depth == 0 ? IMAGE_DAMAGED : mlcc_rt_image_sizes(image, p->width, p->height);
    }
    if (problem != IMAGE_OK || image->rgb == NULL) {
        return problem;
    }
    const size_t room = png_raw_bytes(p);
    uint8_t *const raw = mlcc_rt_image_take(room, 1);
    problem = raw == NULL ? IMAGE_MEMORY : mlcc_rt_zlib(p->packed, p->packed_size, raw, room);
    if (problem == IMAGE_OK) {
        problem = png_pixels(p, raw, image->rgb);
    }
    free(raw);
    return problem;
}

int32_t mlcc_rt_image_png(mlcc_image *image) {
    png *const p = mlcc_rt_image_take(1, sizeof(png));
    const int32_t problem = p == NULL ? IMAGE_MEMORY : png_decode(p, image);
    if (p != NULL) {
        free(p->packed);
    }
    free(p);
    return problem;
}
