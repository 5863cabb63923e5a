/* TIFF 6.0: the first image, in strips or tiles, of gray, palette, RGB or CMYK samples of 1 to 16 bits; stored as they
 * are or packed by PackBits, LZW or deflate. Of 16 bits the upper 8 are taken; further samples (alpha) are left out. */
#include "libc.h"
#include "image.h"

enum { TIFF_NONE = 1, TIFF_LZW = 5, TIFF_DEFLATE = 8, TIFF_PACKBITS = 32773, TIFF_OLD_DEFLATE = 32946 };
enum { TIFF_WHITE_IS_0, TIFF_BLACK_IS_0, TIFF_RGB, TIFF_PALETTE, TIFF_CMYK = 5 };

/* The values of a tag. */
typedef struct {
    size_t at;
    int64_t count;
    int32_t bytes;
} tiff_field;

typedef struct {
    const uint8_t *data;
    size_t size;
    int32_t big_endian;
    int64_t width, height, part_width, part_height, across, down; /* parts are strips or tiles */
    int32_t bits, samples, packing, colours, planar, predictor, tiled;
    tiff_field offsets, counts, map;
    uint8_t *part;
} tiff;

static uint32_t tiff_word(const tiff *t, size_t at, int32_t bytes) {
    uint32_t value = 0;
    for (int32_t k = 0; k < bytes; k++) {
        const size_t from = at + (size_t)(t->big_endian ? k : bytes - 1 - k);
        value = value << 8 | (from < t->size ? t->data[from] : 0);
    }
    return value;
}

static int64_t tiff_value(const tiff *t, const tiff_field *field, int64_t index) {
    return index < field->count ? tiff_word(t, field->at + (size_t)index * (size_t)field->bytes, field->bytes) : 0;
}

/* A tag of the directory at `begin`; without it its count is 0. */
static tiff_field tiff_find(const tiff *t, size_t begin, uint32_t tag) {
    tiff_field field = {0, 0, 1};
    const size_t entries = tiff_word(t, begin, 2);
    for (size_t k = 0; k < entries && begin + 14 + 12 * k <= t->size; k++) {
        const size_t at = begin + 2 + 12 * k;
        if (tiff_word(t, at, 2) != tag) {
            continue;
        }
        const uint32_t type = tiff_word(t, at + 2, 2);
        field.bytes = type == 3 ? 2 : type == 4 ? 4 : 1;
        field.count = tiff_word(t, at + 4, 4);
        const size_t bytes = (size_t)field.count * (size_t)field.bytes;
        field.at = bytes <= 4 ? at + 8 : tiff_word(t, at + 8, 4);
        if (field.at > t->size || bytes > t->size - field.at) {
            field.count = 0;
        }
        return field;
    }
    return field;
}

static int64_t tiff_tag(const tiff *t, size_t begin, uint32_t tag, int64_t otherwise) {
    const tiff_field field = tiff_find(t, begin, tag);
    return field.count > 0 ? tiff_value(t, &field, 0) : otherwise;
}

static int32_t tiff_header(tiff *t) {
    t->big_endian = t->data[0] == 'M';
    const size_t begin = tiff_word(t, 4, 4);
    if (begin < 8 || begin > t->size || t->size - begin < 2) {
        return IMAGE_DAMAGED;
    }
    t->width = tiff_tag(t, begin, 256, 0);
    t->height = tiff_tag(t, begin, 257, 0);
    t->bits = (int32_t)tiff_tag(t, begin, 258, 1);
    t->packing = (int32_t)tiff_tag(t, begin, 259, TIFF_NONE);
    t->colours = (int32_t)tiff_tag(t, begin, 262, -1);
    t->samples = (int32_t)tiff_tag(t, begin, 277, 1);
    t->planar = tiff_tag(t, begin, 284, 1) == 2;
    t->predictor = (int32_t)tiff_tag(t, begin, 317, 1);
    t->map = tiff_find(t, begin, 320);
    t->tiled = tiff_find(t, begin, 324).count > 0;
    t->offsets = tiff_find(t, begin, t->tiled ? 324 : 273);
    t->counts = tiff_find(t, begin, t->tiled ? 325 : 279);
    const int64_t rows = tiff_tag(t, begin, 278, t->height);
    t->part_width = t->tiled ? tiff_tag(t, begin, 322, 0) : t->width;
    t->part_height = t->tiled ? tiff_tag(t, begin, 323, 0) : rows < t->height ? rows : t->height;
    const int32_t needed = t->colours == TIFF_RGB ? 3 : t->colours == TIFF_CMYK ? 4 : 1;
    const tiff_field depths = tiff_find(t, begin, 258);
    for (int64_t k = 0; k < depths.count; k++) {
        if (tiff_value(t, &depths, k) != t->bits) {
            return IMAGE_UNSUPPORTED;
        }
    }
    const int known = t->colours >= 0 && (t->colours <= TIFF_PALETTE || t->colours == TIFF_CMYK);
    const int whole = t->bits == 8 || t->bits == 16;
    if (!known || tiff_tag(t, begin, 339, 1) != 1 || tiff_tag(t, begin, 266, 1) != 1 || t->samples > 16 ||
        !(whole || t->bits == 1 || t->bits == 2 || t->bits == 4) || t->predictor < 1 ||
        t->predictor > (whole ? 2 : 1)) {
        return IMAGE_UNSUPPORTED;
    }
    switch (t->packing) {
    case TIFF_NONE:
    case TIFF_LZW:
    case TIFF_DEFLATE:
    case TIFF_PACKBITS:
    case TIFF_OLD_DEFLATE: break;
    default: return IMAGE_UNSUPPORTED;
    }
    if (t->samples < needed || (t->colours == TIFF_PALETTE && (t->bits > 8 || t->map.count < 3 << t->bits))) {
        return IMAGE_DAMAGED;
    }
    return t->part_width > 0 && t->part_height > 0 && t->part_width <= IMAGE_PIXELS / t->part_height ? IMAGE_OK
                                                                                                  : IMAGE_DAMAGED;
}

/* ---------------------------------------------------------------- decompression */
static int32_t tiff_packbits(const uint8_t *data, size_t size, uint8_t *to, size_t room) {
    size_t at = 0, done = 0;
    while (done < room && at < size) {
        const int32_t count = data[at++];
        if (count == 128) {
            continue;
        }
        if (count > 128) {
            if (at >= size) {
                return IMAGE_DAMAGED;
            }
            for (int32_t n = 257 - count; n > 0 && done < room; n--) {
                to[done++] = data[at];
            }
            at++;
            continue;
        }
        for (int32_t n = 0; n <= count && done < room; n++) {
            if (at >= size) {
                return IMAGE_DAMAGED;
            }
            to[done++] = data[at++];
        }
    }
    return done == room ? IMAGE_OK : IMAGE_DAMAGED;
}

/* Strings by code: each is a string with one more byte at its end. */
typedef struct {
    uint16_t before[4096], length[4096];
    uint8_t last[4096], first[4096];
} tiff_strings;

static int32_t tiff_lzw(const uint8_t *data, size_t size, uint8_t *to, size_t room) {
    tiff_strings *const s = mlcc_rt_image_take(1, sizeof(tiff_strings));
    if (s == NULL) {
        return IMAGE_MEMORY;
    }
    for (int32_t k = 0; k < 256; k++) {
        s->last[k] = s->first[k] = (uint8_t)k;
        s->length[k] = 1;
    }
    int32_t problem = IMAGE_OK, next = 258, width = 9, previous = -1, count = 0;
    uint32_t bits = 0;
    size_t at = 0, done = 0;
    while (done < room) {
        while (count < width && at < size) {
            bits = bits << 8 | data[at++];
            count += 8;
        }
        if (count < width) {
            break;
        }
        const int32_t code = (int32_t)(bits >> (count - width)) & ((1 << width) - 1);
        count -= width;
        if (code == 257) {
            break;
        }
        if (code == 256) {
            next = 258;
            width = 9;
            previous = -1;
            continue;
        }
        if (code > 255 && (previous < 0 || code > next || code < 258)) {
            break;
        }
        if (previous >= 0 && next < 4096) {
            s->before[next] = (uint16_t)previous;
            s->length[next] = (uint16_t)(s->length[previous] + 1);
            s->first[next] = s->first[previous];
            s->last[next] = s->first[code == next ? previous : code];
            next++;
        } else if (code >= next) {
            break;
        }
        const size_t length = s->length[code];
        int32_t part = code;
        for (size_t k = length; k-- > 0; part = s->before[part]) {
            if (done + k < room) {
                to[done + k] = s->last[part];
            }
        }
        done += length;
        previous = code;
        width = next >= 2047 ? 12 : next >= 1023 ? 11 : next >= 511 ? 10 : 9;
    }
    if (done < room) {
        problem = IMAGE_DAMAGED;
    }
    free(s);
    return problem;
}

/* ---------------------------------------------------------------- parts */
static int32_t tiff_unpack(const tiff *t, int64_t number, size_t room) {
    const size_t at = (size_t)tiff_value(t, &t->offsets, number);
    size_t size = (size_t)tiff_value(t, &t->counts, number);
    if (number >= t->offsets.count || at > t->size) {
        return IMAGE_DAMAGED;
    }
    if (t->counts.count == 0 || size > t->size - at) {
        size = t->size - at;
    }
    const uint8_t *const data = t->data + at;
    switch (t->packing) {
    case TIFF_LZW: return tiff_lzw(data, size, t->part, room);
    case TIFF_PACKBITS: return tiff_packbits(data, size, t->part, room);
    case TIFF_NONE:
        for (size_t k = 0; k < room; k++) {
            if (k >= size) {
                return IMAGE_DAMAGED;
            }
            t->part[k] = data[k];
        }
        return IMAGE_OK;
    default: return mlcc_rt_zlib(data, size, t->part, room);
    }
}

/* Differences to the sample `step` before, summed up. */
static void tiff_sum(const tiff *t, uint8_t *row, int64_t count, int64_t step) {
    for (int64_t k = step; k < count; k++) {
        if (t->bits == 8) {
            row[k] = (uint8_t)(row[k] + row[k - step]);
            continue;
        }
        uint8_t *const to = row + 2 * k, *const from = row + 2 * (k - step);
        const int32_t high = t->big_endian ? 0 : 1;
        const int32_t sum = (to[high] << 8 | to[1 - high]) + (from[high] << 8 | from[1 - high]);
        to[high] = (uint8_t)(sum >> 8);
        to[1 - high] = (uint8_t)sum;
    }
}

/* A sample as it is stored, of 16 bits the upper 8. */
static int32_t tiff_sample(const tiff *t, const uint8_t *row, int64_t index) {
    if (t->bits == 16) {
        return row[2 * index + (t->big_endian ? 0 : 1)];
    }
    const int64_t bit = index * t->bits;
    return row[bit / 8] >> (8 - t->bits - bit % 8) & ((1 << t->bits) - 1);
}

/* Colours of a pixel from its sample (or samples) at `index`: of plane `plane` where they lie apart. */
static void tiff_pixel(const tiff *t, const uint8_t *row, int64_t index, int32_t plane, uint8_t *to) {
    const int32_t value = tiff_sample(t, row, index), scale = t->bits < 8 ? 255 / ((1 << t->bits) - 1) : 1;
    if (t->colours == TIFF_PALETTE) {
        for (int32_t k = 0; k < 3; k++) {
            to[k] = (uint8_t)(tiff_value(t, &t->map, ((int64_t)k << t->bits) + value) >> 8);
        }
    } else if (t->colours == TIFF_RGB) {
        for (int32_t k = 0; k < 3; k++) {
            if (!t->planar || k == plane) {
                to[k] = (uint8_t)(scale * (t->planar ? value : tiff_sample(t, row, index + k)));
            }
        }
    } else {
        const int32_t gray = scale * value;
        to[0] = to[1] = to[2] = (uint8_t)(t->colours == TIFF_WHITE_IS_0 ? 255 - gray : gray);
    }
}

static void tiff_inks(const tiff *t, const uint8_t *row, int64_t index, uint8_t *to) {
    const int32_t scale = t->bits < 8 ? 255 / ((1 << t->bits) - 1) : 1;
    const int32_t light = 255 - scale * tiff_sample(t, row, index + 3);
    for (int32_t k = 0; k < 3; k++) {
        const int32_t product = scale * tiff_sample(t, row, index + k) * light + 128;
        const int32_t value = light - ((product + (product >> 8)) >> 8);
        to[k] = (uint8_t)(value < 0 ? 0 : value);
    }
}

static int32_t tiff_part(const tiff *t, int64_t number, int32_t plane, uint8_t *rgb) {
    const int64_t x0 = number % t->across * t->part_width, y0 = number / t->across * t->part_height;
    const int32_t samples = t->planar ? 1 : t->samples;
    const int64_t stride = (t->part_width * samples * t->bits + 7) / 8;
    const int64_t rows = t->height - y0 < t->part_height ? t->height - y0 : t->part_height;
    const int64_t columns = t->width - x0 < t->part_width ? t->width - x0 : t->part_width;
    const int32_t problem =
        tiff_unpack(t, number + plane * t->across * t->down, (size_t)(stride * (t->tiled ? t->part_height : rows)));
    if (problem != IMAGE_OK) {
        return problem;
    }
    for (int64_t y = 0; y < rows; y++) {
        uint8_t *const row = t->part + y * stride;
        if (t->predictor == 2) {
            tiff_sum(t, row, t->part_width * samples, samples);
        }
        for (int64_t x = 0; x < columns; x++) {
            uint8_t *const to = rgb + ((y0 + y) * t->width + x0 + x) * 3;
            if (t->colours == TIFF_CMYK) {
                tiff_inks(t, row, x * samples, to);
            } else {
                tiff_pixel(t, row, x * samples, plane, to);
            }
        }
    }
    return IMAGE_OK;
}

int32_t mlcc_rt_image_tiff(mlcc_image *image) {
    tiff t = {.data = image->data, .size = image->size};
    int32_t problem = tiff_header(&t);
    if (problem == IMAGE_OK) {
        problem = mlcc_rt_image_sizes(image, t.width, t.height);
    }
    if (problem != IMAGE_OK || image->rgb == NULL) {
        return problem;
    }
    t.across = (t.width + t.part_width - 1) / t.part_width;
    t.down = (t.height + t.part_height - 1) / t.part_height;
    if (t.planar && t.colours == TIFF_CMYK) {
        return IMAGE_UNSUPPORTED;
    }
    const int32_t planes = t.planar && t.colours == TIFF_RGB ? 3 : 1, samples = t.planar ? 1 : t.samples;
    t.part = mlcc_rt_image_take((size_t)((t.part_width * samples * t.bits + 7) / 8), (size_t)t.part_height);
    problem = t.part == NULL ? IMAGE_MEMORY : IMAGE_OK;
    for (int32_t plane = 0; plane < planes; plane++) {
        for (int64_t k = 0; problem == IMAGE_OK && k < t.across * t.down; k++) {
            problem = tiff_part(&t, k, plane, image->rgb);
        }
    }
    free(t.part);
    return problem;
}
