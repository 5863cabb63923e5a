/* JPEG: baseline, extended and progressive Huffman-coded images of 8 bits (ITU-T T.81).
 *
 * All coefficients are read before pixels are computed. The inverse transform is the integer form of C. Loeffler,
 * A. Ligtenberg and G. Moschytz, "Practical Fast 1-D DCT Algorithms with 11 Multiplications" (1989) with constants of
 * 13 bits, and samples are interpolated where they were halved, so that results are those of libjpeg.
 */
#include "libc.h"
#include "image.h"

enum { JPEG_TABLES = 4, JPEG_SCANS = 500, JPEG_FAST = 9 };
enum { JPEG_GRAY, JPEG_RGB, JPEG_YCC, JPEG_CMYK, JPEG_YCCK };

static const uint8_t jpeg_zigzag[64] = {
    0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,  12, 19, 26, 33, 40, 48,
    41, 34, 27, 20, 13, 6,  7,  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23,
    30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
};

/* Codes by length: the number after the last of a length, in 16 bits, and where its symbols begin. */
typedef struct {
    uint8_t set, symbols[256];
    uint16_t fast[1 << JPEG_FAST]; /* length << 8 | symbol; 0 where a code is longer */
    int32_t beyond[17], offset[17];
} jpeg_codes;

typedef struct {
    const uint8_t *at, *end;
    uint32_t bits;
    int32_t count, lacking; /* bits that are there, and bits of them that the file does not have */
} jpeg_bits;

typedef struct {
    int32_t id, h, v, quantisation, dc, ac, previous, latched;
    int64_t width, height;      /* in samples */
    int64_t columns, rows;      /* blocks that samples cover */
    int64_t stride, all_rows;   /* blocks, with those that fill up units */
    uint16_t table[64];
    int16_t *blocks;
    uint8_t *samples;
} jpeg_component;

typedef struct {
    mlcc_image *image;
    const uint8_t *at, *end;
    uint16_t tables[JPEG_TABLES][64];
    uint8_t has_table[JPEG_TABLES];
    jpeg_codes codes[2][JPEG_TABLES];
    jpeg_component parts[4];
    int32_t count, progressive, interval, h_most, v_most, jfif, adobe, frame, scans;
    int64_t unit_columns, unit_rows;
    /* Of a scan. */
    jpeg_component *scan[4];
    int32_t in_scan, first, last, high, low;
    int64_t run; /* blocks of an end-of-band run that are left */
    jpeg_bits bits;
} jpeg;

static int64_t jpeg_quotient(int64_t a, int64_t b) { return (a + b - 1) / b; }

/* ---------------------------------------------------------------- bits and codes */
static void jpeg_fill(jpeg_bits *b) {
    while (b->count <= 24) {
        uint32_t byte = 0;
        if (b->at < b->end && *b->at != 0xff) {
            byte = *b->at++;
        } else if (b->end - b->at >= 2 && b->at[1] == 0) {
            byte = 0xff;
            b->at += 2;
        } else {
            b->lacking += 8; /* a marker, or the end: zeros follow */
        }
        b->bits |= byte << (24 - b->count);
        b->count += 8;
    }
}

static uint32_t jpeg_take(jpeg_bits *b, int32_t count) {
    if (count == 0) {
        return 0;
    }
    if (b->count < count) {
        jpeg_fill(b);
    }
    const uint32_t value = b->bits >> (32 - count);
    b->bits <<= count;
    b->count -= count;
    return value;
}

static void jpeg_align(jpeg_bits *b) {
    b->bits = 0;
    b->count = b->lacking = 0;
}

/* Whether bits were taken that the file does not have. */
static int jpeg_exhausted(const jpeg_bits *b) { return b->lacking > b->count && b->at >= b->end; }

static int32_t jpeg_symbol(jpeg_bits *b, const jpeg_codes *codes) {
    if (b->count < 16) {
        jpeg_fill(b);
    }
    const uint32_t entry = codes->fast[b->bits >> (32 - JPEG_FAST)];
    if (entry != 0) {
        b->bits <<= entry >> 8;
        b->count -= (int32_t)(entry >> 8);
        return (int32_t)(entry & 0xff);
    }
    const int32_t next = (int32_t)(b->bits >> 16);
    for (int32_t length = JPEG_FAST + 1; length <= 16; length++) {
        if (next < codes->beyond[length]) {
            const int32_t code = next >> (16 - length);
            b->bits <<= length;
            b->count -= length;
            return codes->symbols[(code + codes->offset[length]) & 0xff];
        }
    }
    return -1;
}

static int32_t jpeg_signed(jpeg_bits *b, int32_t count) {
    const int32_t value = (int32_t)jpeg_take(b, count);
    return count != 0 && value < 1 << (count - 1) ? value - (1 << count) + 1 : value;
}

/* The tables of a DHT segment. */
static int32_t jpeg_read_codes(jpeg *j, const uint8_t *at, const uint8_t *end) {
    while (at < end) {
        if (end - at < 17 || (at[0] >> 4) > 1 || (at[0] & 15) >= JPEG_TABLES) {
            return IMAGE_DAMAGED;
        }
        jpeg_codes *const codes = &j->codes[at[0] >> 4][at[0] & 15];
        const uint8_t *const counts = at; /* counts[1 .. 16] */
        int32_t code = 0, total = 0;
        for (int32_t length = 1; length <= 16; length++) {
            codes->offset[length] = total - code;
            code += counts[length];
            total += counts[length];
            if (code > 1 << length || total > 256) {
                return IMAGE_DAMAGED;
            }
            codes->beyond[length] = code << (16 - length);
            code <<= 1;
        }
        at += 17;
        if (end - at < total) {
            return IMAGE_DAMAGED;
        }
        for (int32_t k = 0; k < 1 << JPEG_FAST; k++) {
            codes->fast[k] = 0;
        }
        int32_t k = 0, place = 0;
        for (int32_t length = 1; length <= 16; length++) {
            for (int32_t n = 0; n < counts[length]; n++, k++) {
                codes->symbols[k] = at[k];
                for (int32_t m = 0; length <= JPEG_FAST && m < 1 << (JPEG_FAST - length); m++) {
                    codes->fast[place++] = (uint16_t)(length << 8 | at[k]);
                }
            }
        }
        codes->set = 1;
        at += total;
    }
    return IMAGE_OK;
}

/* The tables of a DQT segment. */
static int32_t jpeg_read_tables(jpeg *j, const uint8_t *at, const uint8_t *end) {
    while (at < end) {
        const int32_t wide = at[0] >> 4, number = at[0] & 15;
        if (wide > 1 || number >= JPEG_TABLES || end - at < 1 + 64 * (1 + wide)) {
            return IMAGE_DAMAGED;
        }
        at++;
        for (int32_t k = 0; k < 64; k++, at += 1 + wide) {
            j->tables[number][jpeg_zigzag[k]] = (uint16_t)(wide ? at[0] << 8 | at[1] : at[0]);
        }
        j->has_table[number] = 1;
    }
    return IMAGE_OK;
}

/* ---------------------------------------------------------------- coefficients of a block */
static int32_t jpeg_first_dc(jpeg *j, jpeg_component *c, int16_t *block) {
    const int32_t size = jpeg_symbol(&j->bits, &j->codes[0][c->dc]);
    if (size < 0 || size > 15) {
        return IMAGE_DAMAGED;
    }
    c->previous = (int16_t)(c->previous + jpeg_signed(&j->bits, size));
    block[0] = (int16_t)(c->previous * (1 << j->low));
    return IMAGE_OK;
}

static int32_t jpeg_baseline(jpeg *j, jpeg_component *c, int16_t *block) {
    if (jpeg_first_dc(j, c, block) != IMAGE_OK) {
        return IMAGE_DAMAGED;
    }
    for (int32_t k = 1; k < 64; k++) {
        const int32_t symbol = jpeg_symbol(&j->bits, &j->codes[1][c->ac]), size = symbol & 15;
        if (symbol < 0) {
            return IMAGE_DAMAGED;
        }
        if (size == 0 && symbol != 0xf0) {
            break;
        }
        k += symbol >> 4;
        if (size != 0) {
            if (k > 63) {
                return IMAGE_DAMAGED;
            }
            block[jpeg_zigzag[k]] = (int16_t)jpeg_signed(&j->bits, size);
        }
    }
    return IMAGE_OK;
}

static int32_t jpeg_first_ac(jpeg *j, jpeg_component *c, int16_t *block) {
    if (j->run > 0) {
        j->run--;
        return IMAGE_OK;
    }
    for (int32_t k = j->first; k <= j->last; k++) {
        const int32_t symbol = jpeg_symbol(&j->bits, &j->codes[1][c->ac]), size = symbol & 15;
        if (symbol < 0) {
            return IMAGE_DAMAGED;
        }
        if (size == 0 && symbol != 0xf0) {
            j->run = ((int64_t)1 << (symbol >> 4)) - 1 + jpeg_take(&j->bits, symbol >> 4);
            break;
        }
        k += symbol >> 4;
        if (size != 0) {
            if (k > j->last) {
                return IMAGE_DAMAGED;
            }
            block[jpeg_zigzag[k]] = (int16_t)(jpeg_signed(&j->bits, size) * (1 << j->low));
        }
    }
    return IMAGE_OK;
}

/* One more bit of a coefficient that is not 0. */
static void jpeg_refine(jpeg *j, int16_t *coefficient) {
    const int32_t bit = 1 << j->low;
    if (jpeg_take(&j->bits, 1) && (*coefficient & bit) == 0) {
        *coefficient = (int16_t)(*coefficient + (*coefficient > 0 ? bit : -bit));
    }
}

static int32_t jpeg_next_ac(jpeg *j, jpeg_component *c, int16_t *block) {
    int32_t k = j->first;
    for (; j->run == 0 && k <= j->last; k++) {
        const int32_t symbol = jpeg_symbol(&j->bits, &j->codes[1][c->ac]), size = symbol & 15;
        int32_t zeros = symbol >> 4, value = 0;
        if (symbol < 0 || size > 1) {
            return IMAGE_DAMAGED;
        }
        if (size == 1) {
            value = jpeg_take(&j->bits, 1) ? 1 << j->low : -(1 << j->low);
        } else if (zeros < 15) {
            j->run = ((int64_t)1 << zeros) + jpeg_take(&j->bits, zeros);
            break;
        }
        for (; k <= j->last; k++) {
            int16_t *const coefficient = &block[jpeg_zigzag[k]];
            if (*coefficient != 0) {
                jpeg_refine(j, coefficient);
            } else if (zeros-- == 0) {
                *coefficient = (int16_t)value;
                break;
            }
        }
    }
    if (j->run > 0) {
        for (; k <= j->last; k++) {
            if (block[jpeg_zigzag[k]] != 0) {
                jpeg_refine(j, &block[jpeg_zigzag[k]]);
            }
        }
        j->run--;
    }
    return IMAGE_OK;
}

static int32_t jpeg_block(jpeg *j, jpeg_component *c, int64_t row, int64_t column) {
    int16_t *const block = c->blocks + (row * c->stride + column) * 64;
    if (!j->progressive) {
        return jpeg_baseline(j, c, block);
    }
    if (j->first != 0) {
        return j->high == 0 ? jpeg_first_ac(j, c, block) : jpeg_next_ac(j, c, block);
    }
    if (j->high == 0) {
        return jpeg_first_dc(j, c, block);
    }
    block[0] = (int16_t)(block[0] | (int32_t)(jpeg_take(&j->bits, 1) << j->low));
    return IMAGE_OK;
}

/* ---------------------------------------------------------------- scans */
static int32_t jpeg_unit(jpeg *j, int64_t row, int64_t column) {
    if (j->in_scan == 1) {
        return jpeg_block(j, j->scan[0], row, column);
    }
    for (int32_t n = 0; n < j->in_scan; n++) {
        jpeg_component *const c = j->scan[n];
        for (int32_t v = 0; v < c->v; v++) {
            for (int32_t h = 0; h < c->h; h++) {
                if (jpeg_block(j, c, row * c->v + v, column * c->h + h) != IMAGE_OK) {
                    return IMAGE_DAMAGED;
                }
            }
        }
    }
    return IMAGE_OK;
}

/* Behind a restart marker, which may lie further on. */
static void jpeg_restart(jpeg *j) {
    jpeg_bits *const b = &j->bits;
    jpeg_align(b);
    const uint8_t *at = b->at;
    while (b->end - at >= 2 && !(at[0] == 0xff && at[1] != 0 && at[1] != 0xff)) {
        at++;
    }
    if (b->end - at >= 2 && at[1] >= 0xd0 && at[1] <= 0xd7) {
        b->at = at + 2;
    }
    for (int32_t n = 0; n < j->in_scan; n++) {
        j->scan[n]->previous = 0;
    }
    j->run = 0;
}

static int32_t jpeg_scan_data(jpeg *j) {
    const int64_t columns = j->in_scan == 1 ? j->scan[0]->columns : j->unit_columns;
    const int64_t rows = j->in_scan == 1 ? j->scan[0]->rows : j->unit_rows;
    int64_t units = 0;
    j->bits = (jpeg_bits){j->at, j->end, 0, 0, 0};
    j->run = 0;
    for (int64_t row = 0; row < rows; row++) {
        for (int64_t column = 0; column < columns; column++, units++) {
            if (j->interval != 0 && units != 0 && units % j->interval == 0) {
                jpeg_restart(j);
            }
            if (jpeg_unit(j, row, column) != IMAGE_OK) {
                return IMAGE_DAMAGED;
            }
        }
        if (jpeg_exhausted(&j->bits)) {
            return IMAGE_DAMAGED;
        }
    }
    j->at = j->bits.at;
    return IMAGE_OK;
}

/* Memory for the coefficients, and where samples of other sizes lie. */
static int32_t jpeg_prepare(jpeg *j) {
    for (int32_t n = 0; n < j->count; n++) {
        jpeg_component *const c = &j->parts[n];
        c->blocks = mlcc_rt_image_take((size_t)(c->stride * c->all_rows) * 64, sizeof(int16_t));
        if (c->blocks == NULL) {
            return IMAGE_MEMORY;
        }
    }
    return IMAGE_OK;
}

/* Whether a scan's parameters are those of its process. */
static int jpeg_scan_is_valid(const jpeg *j) {
    if (!j->progressive) {
        return 1;
    }
    if (j->first > j->last || j->last > 63 || j->low > 13 || (j->high != 0 && j->high != j->low + 1)) {
        return 0;
    }
    return j->first == 0 ? j->last == 0 : j->in_scan == 1;
}

static int32_t jpeg_scan(jpeg *j, const uint8_t *at, const uint8_t *end) {
    if (!j->frame || end - at < 1 || at[0] < 1 || at[0] > 4 || end - at < 4 + 2 * at[0] || ++j->scans > JPEG_SCANS) {
        return IMAGE_DAMAGED;
    }
    if (j->parts[0].blocks == NULL && jpeg_prepare(j) != IMAGE_OK) {
        return IMAGE_MEMORY;
    }
    j->in_scan = *at++;
    for (int32_t n = 0; n < j->in_scan; n++, at += 2) {
        j->scan[n] = NULL;
        for (int32_t k = 0; k < j->count; k++) {
            if (j->parts[k].id == at[0]) {
                j->scan[n] = &j->parts[k];
            }
        }
        for (int32_t k = 0; k < n; k++) {
            if (j->scan[k] == j->scan[n]) {
                return IMAGE_DAMAGED;
            }
        }
        jpeg_component *const c = j->scan[n];
        if (c == NULL || (at[1] >> 4) >= JPEG_TABLES || (at[1] & 15) >= JPEG_TABLES) {
            return IMAGE_DAMAGED;
        }
        c->dc = at[1] >> 4;
        c->ac = at[1] & 15;
        c->previous = 0;
        if (!c->latched) {
            if (!j->has_table[c->quantisation]) {
                return IMAGE_DAMAGED;
            }
            for (int32_t k = 0; k < 64; k++) {
                c->table[k] = j->tables[c->quantisation][k];
            }
            c->latched = 1;
        }
    }
    j->first = j->progressive ? at[0] : 0;
    j->last = j->progressive ? at[1] : 63;
    j->high = j->progressive ? at[2] >> 4 : 0;
    j->low = j->progressive ? at[2] & 15 : 0;
    if (!jpeg_scan_is_valid(j)) {
        return IMAGE_DAMAGED;
    }
    for (int32_t n = 0; n < j->in_scan; n++) {
        const jpeg_component *const c = j->scan[n];
        const int needs_dc = j->first == 0 && j->high == 0, needs_ac = j->last > 0;
        if ((needs_dc && !j->codes[0][c->dc].set) || (needs_ac && !j->codes[1][c->ac].set)) {
            return IMAGE_DAMAGED;
        }
    }
    j->at = end;
    return jpeg_scan_data(j);
}

/* ---------------------------------------------------------------- the frame */
static int32_t jpeg_frame(jpeg *j, const uint8_t *at, const uint8_t *end) {
    if (j->frame || end - at < 6 || end - at < 6 + 3 * at[5]) {
        return IMAGE_DAMAGED;
    }
    j->count = at[5];
    if (at[0] != 8 || (j->count != 1 && j->count != 3 && j->count != 4)) {
        return IMAGE_UNSUPPORTED;
    }
    const int64_t height = at[1] << 8 | at[2], width = at[3] << 8 | at[4];
    if (height == 0) {
        return IMAGE_UNSUPPORTED; /* the number of lines comes behind the first scan */
    }
    const int32_t problem = mlcc_rt_image_sizes(j->image, width, height);
    if (problem != IMAGE_OK) {
        return problem;
    }
    j->h_most = j->v_most = 1;
    for (int32_t n = 0; n < j->count; n++) {
        const uint8_t *const p = at + 6 + 3 * n;
        jpeg_component *const c = &j->parts[n];
        c->id = p[0];
        c->h = p[1] >> 4;
        c->v = p[1] & 15;
        c->quantisation = p[2];
        if (c->h < 1 || c->h > 4 || c->v < 1 || c->v > 4 || c->quantisation >= JPEG_TABLES) {
            return IMAGE_DAMAGED;
        }
        j->h_most = c->h > j->h_most ? c->h : j->h_most;
        j->v_most = c->v > j->v_most ? c->v : j->v_most;
    }
    j->unit_columns = jpeg_quotient(width, 8 * j->h_most);
    j->unit_rows = jpeg_quotient(height, 8 * j->v_most);
    for (int32_t n = 0; n < j->count; n++) {
        jpeg_component *const c = &j->parts[n];
        if (j->h_most % c->h != 0 || j->v_most % c->v != 0) {
            return IMAGE_UNSUPPORTED;
        }
        c->width = jpeg_quotient(width * c->h, j->h_most);
        c->height = jpeg_quotient(height * c->v, j->v_most);
        c->columns = jpeg_quotient(c->width, 8);
        c->rows = jpeg_quotient(c->height, 8);
        c->stride = j->unit_columns * c->h;
        c->all_rows = j->unit_rows * c->v;
    }
    j->frame = 1;
    return IMAGE_OK;
}

static void jpeg_application(jpeg *j, int32_t marker, const uint8_t *at, const uint8_t *end) {
    if (marker == 0xe0 && end - at >= 5 && at[0] == 'J' && at[1] == 'F' && at[2] == 'I' && at[3] == 'F' && at[4] == 0) {
        j->jfif = 1;
    }
    if (marker == 0xee && end - at >= 12 && at[0] == 'A' && at[1] == 'd' && at[2] == 'o' && at[3] == 'b' &&
        at[4] == 'e') {
        j->adobe = 1 + at[11];
    }
}

static int32_t jpeg_segment(jpeg *j, int32_t marker, const uint8_t *at, const uint8_t *end) {
    switch (marker) {
    case 0xc0:
    case 0xc1:
    case 0xc2: j->progressive = marker == 0xc2; return jpeg_frame(j, at, end);
    case 0xc4: return jpeg_read_codes(j, at, end);
    case 0xda: return jpeg_scan(j, at, end);
    case 0xdb: return jpeg_read_tables(j, at, end);
    case 0xdd:
        if (end - at < 2) {
            return IMAGE_DAMAGED;
        }
        j->interval = at[0] << 8 | at[1];
        return IMAGE_OK;
    default:
        if (marker >= 0xc3 && marker <= 0xcf && marker != 0xc8) {
            return IMAGE_UNSUPPORTED; /* lossless, hierarchical or with arithmetic codes */
        }
        jpeg_application(j, marker, at, end);
        return IMAGE_OK;
    }
}

/* Segments to the end of the image, or to its frame if only the sizes are wanted. */
static int32_t jpeg_segments(jpeg *j) {
    j->at += 2;
    while (j->image->rgb != NULL || !j->frame) {
        while (j->end - j->at >= 2 && !(j->at[0] == 0xff && j->at[1] != 0 && j->at[1] != 0xff)) {
            j->at++; /* what stands between segments says nothing */
        }
        if (j->end - j->at < 2) {
            break;
        }
        const int32_t marker = j->at[1];
        j->at += 2;
        if (marker == 0xd9) {
            break;
        }
        if (marker == 1 || (marker >= 0xd0 && marker <= 0xd8)) {
            continue;
        }
        if (j->end - j->at < 2) {
            return IMAGE_DAMAGED;
        }
        const int32_t length = j->at[0] << 8 | j->at[1];
        if (length < 2 || length > j->end - j->at) {
            return IMAGE_DAMAGED;
        }
        const uint8_t *const begin = j->at + 2;
        j->at += length;
        const int32_t problem = jpeg_segment(j, marker, begin, j->at);
        if (problem != IMAGE_OK) {
            return problem;
        }
    }
    return j->frame && (j->image->rgb == NULL || j->scans > 0) ? IMAGE_OK : IMAGE_DAMAGED;
}

/* ---------------------------------------------------------------- samples */
static void jpeg_transform(int64_t *x, int32_t step) {
    int64_t t0 = x[0] + x[4 * step], t1 = x[0] - x[4 * step], t2, t3, z;
    z = (x[2 * step] + x[6 * step]) * 4433;
    t2 = z - x[6 * step] * 15137;
    t3 = z + x[2 * step] * 6270;
    t0 *= 8192;
    t1 *= 8192;
    const int64_t e0 = t0 + t3, e3 = t0 - t3, e1 = t1 + t2, e2 = t1 - t2;
    const int64_t x1 = x[step], x3 = x[3 * step], x5 = x[5 * step], x7 = x[7 * step];
    z = (x7 + x3 + x5 + x1) * 9633;
    const int64_t a = (x7 + x1) * -7373, b = (x5 + x3) * -20995;
    const int64_t c = (x7 + x3) * -16069 + z, d = (x5 + x1) * -3196 + z;
    t0 = x7 * 2446 + a + c;
    t1 = x5 * 16819 + b + d;
    t2 = x3 * 25172 + b + c;
    t3 = x1 * 12299 + a + d;
    x[0] = e0 + t3;
    x[7 * step] = e0 - t3;
    x[step] = e1 + t2;
    x[6 * step] = e1 - t2;
    x[2 * step] = e2 + t1;
    x[5 * step] = e2 - t1;
    x[3 * step] = e3 + t0;
    x[4 * step] = e3 - t0;
}

static void jpeg_samples(const int16_t *block, const uint16_t *table, uint8_t *to, int64_t stride) {
    int64_t x[64];
    for (int32_t k = 0; k < 64; k++) {
        x[k] = (int64_t)block[k] * table[k];
    }
    for (int32_t k = 0; k < 8; k++) {
        jpeg_transform(x + k, 8);
        for (int32_t n = 0; n < 8; n++) {
            x[8 * n + k] = (x[8 * n + k] + 1024) >> 11;
        }
    }
    for (int32_t k = 0; k < 8; k++) {
        jpeg_transform(x + 8 * k, 1);
        for (int32_t n = 0; n < 8; n++) {
            const int64_t value = ((x[8 * k + n] + 131072) >> 18) + 128;
            to[k * stride + n] = (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
        }
    }
}

static int32_t jpeg_plane(jpeg_component *c) {
    c->samples = mlcc_rt_image_take((size_t)(c->stride * c->all_rows), 64);
    if (c->samples == NULL) {
        return IMAGE_MEMORY;
    }
    for (int64_t row = 0; row < c->all_rows; row++) {
        for (int64_t column = 0; column < c->stride; column++) {
            jpeg_samples(c->blocks + (row * c->stride + column) * 64, c->table,
                         c->samples + row * 64 * c->stride + column * 8, c->stride * 8);
        }
    }
    free(c->blocks);
    c->blocks = NULL;
    return IMAGE_OK;
}

/* Twice as many samples of a row whose values have `bits` more bits than 8; `odd` is added to round to the right. */
static void jpeg_double(const int32_t *from, int64_t count, uint8_t *to, int32_t bits, int32_t even, int32_t odd) {
    for (int64_t k = 0; k < count; k++) {
        const int32_t here = 3 * from[k];
        to[2 * k] = (uint8_t)((k == 0 ? here + from[k] + even : here + from[k - 1] + even) >> bits);
        to[2 * k + 1] = (uint8_t)((k == count - 1 ? here + from[k] + odd : here + from[k + 1] + odd) >> bits);
    }
}

/* A row of the image's samples of one component. `room` holds a row of sums. */
static void jpeg_row(const jpeg *j, const jpeg_component *c, int64_t y, uint8_t *to, int32_t *room) {
    const int32_t across = j->h_most / c->h, down = j->v_most / c->v;
    const int64_t stride = c->stride * 8, row = y / down;
    const uint8_t *const here = c->samples + row * stride;
    const int smooth_across = across == 2 && down <= 2 && c->width > 2;
    if (down == 2 && (smooth_across || across == 1)) {
        int64_t near = y % 2 == 0 ? row - 1 : row + 1;
        near = near < 0 ? 0 : near >= c->height ? c->height - 1 : near;
        const uint8_t *const other = c->samples + near * stride;
        if (across == 1) {
            for (int64_t x = 0; x < c->width; x++) {
                to[x] = (uint8_t)((3 * here[x] + other[x] + 1 + (int32_t)(y % 2)) >> 2);
            }
            return;
        }
        for (int64_t x = 0; x < c->width; x++) {
            room[x] = 3 * here[x] + other[x];
        }
        jpeg_double(room, c->width, to, 4, 8, 7);
        return;
    }
    if (smooth_across) {
        for (int64_t x = 0; x < c->width; x++) {
            room[x] = here[x];
        }
        jpeg_double(room, c->width, to, 2, 1, 2);
        return;
    }
    for (int64_t x = 0; x < j->image->width; x++) {
        to[x] = here[x / across];
    }
}

static int32_t jpeg_colours(const jpeg *j) {
    if (j->count == 1) {
        return JPEG_GRAY;
    }
    if (j->count == 4) {
        return j->adobe && j->adobe != 1 ? JPEG_YCCK : JPEG_CMYK;
    }
    if (j->jfif) {
        return JPEG_YCC;
    }
    if (j->adobe) {
        return j->adobe == 1 ? JPEG_RGB : JPEG_YCC;
    }
    return j->parts[0].id == 'R' && j->parts[1].id == 'G' && j->parts[2].id == 'B' ? JPEG_RGB : JPEG_YCC;
}

static uint8_t jpeg_byte(int32_t value) { return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value); }

static void jpeg_pixel(int32_t colours, const int32_t *v, uint8_t *to) {
    int32_t r = v[0], g = v[1], b = v[2];
    if (colours == JPEG_GRAY) {
        g = b = r;
    }
    if (colours == JPEG_YCC || colours == JPEG_YCCK) {
        const int32_t cb = v[1] - 128, cr = v[2] - 128;
        r = jpeg_byte(v[0] + ((91881 * cr + 32768) >> 16));
        g = jpeg_byte(v[0] + ((-22554 * cb - 46802 * cr + 32768) >> 16));
        b = jpeg_byte(v[0] + ((116130 * cb + 32768) >> 16));
    }
    if (colours == JPEG_CMYK || colours == JPEG_YCCK) {
        /* Inks are stored inverted, as Adobe's programs do; the transform of YCCK inverts three of them again. */
        const int32_t light = v[3];
        int32_t *const inks[3] = {&r, &g, &b};
        for (int32_t k = 0; k < 3; k++) {
            const int32_t ink = colours == JPEG_YCCK ? *inks[k] : 255 - *inks[k];
            const int32_t product = ink * light + 128;
            *inks[k] = jpeg_byte(light - ((product + (product >> 8)) >> 8));
        }
    }
    to[0] = (uint8_t)r;
    to[1] = (uint8_t)g;
    to[2] = (uint8_t)b;
}

static int32_t jpeg_pixels(jpeg *j) {
    const int64_t width = j->image->width, room = (j->unit_columns * j->h_most) * 8 + 8;
    const int32_t colours = jpeg_colours(j);
    uint8_t *const rows = mlcc_rt_image_take((size_t)room * 4, 1);
    int32_t *const sums = mlcc_rt_image_take((size_t)room, sizeof(int32_t));
    const int32_t problem = rows == NULL || sums == NULL ? IMAGE_MEMORY : IMAGE_OK;
    for (int64_t y = 0; problem == IMAGE_OK && y < j->image->height; y++) {
        for (int32_t n = 0; n < j->count; n++) {
            jpeg_row(j, &j->parts[n], y, rows + n * room, sums);
        }
        for (int64_t x = 0; x < width; x++) {
            int32_t values[4] = {0, 0, 0, 0};
            for (int32_t n = 0; n < j->count; n++) {
                values[n] = rows[n * room + x];
            }
            jpeg_pixel(colours, values, j->image->rgb + (y * width + x) * 3);
        }
    }
    free(rows);
    free(sums);
    return problem;
}

int32_t mlcc_rt_image_jpeg(mlcc_image *image) {
    jpeg *const j = mlcc_rt_image_take(1, sizeof(jpeg));
    if (j == NULL) {
        return IMAGE_MEMORY;
    }
    j->image = image;
    j->at = image->data;
    j->end = image->data + image->size;
    int32_t problem = jpeg_segments(j);
    for (int32_t n = 0; problem == IMAGE_OK && image->rgb != NULL && n < j->count; n++) {
        problem = j->parts[n].latched ? jpeg_plane(&j->parts[n]) : IMAGE_DAMAGED;
    }
    if (problem == IMAGE_OK && image->rgb != NULL) {
        problem = jpeg_pixels(j);
    }
    for (int32_t n = 0; n < 4; n++) {
        free(j->parts[n].blocks);
        free(j->parts[n].samples);
    }
    free(j);
    return problem;
}
