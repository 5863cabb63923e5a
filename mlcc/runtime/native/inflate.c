/* Decompression of deflate (RFC 1951) and zlib (RFC 1950) streams. */
#include "libc.h"
#include "image.h"

enum { INFLATE_FAST = 9, INFLATE_LONGEST = 15 };

typedef struct {
    uint16_t fast[1 << INFLATE_FAST]; /* length << 12 | symbol is too wide: symbol << 4 | length; 0 for longer codes */
    uint16_t counts[INFLATE_LONGEST + 1], symbols[288];
} inflate_codes;

typedef struct {
    const uint8_t *at, *end;
    uint64_t bits;
    int32_t count;
    uint8_t *to;
    size_t done, room;
    inflate_codes lengths, distances;
} inflate;

static void inflate_fill(inflate *s) {
    while (s->count <= 48 && s->at < s->end) {
        s->bits |= (uint64_t)*s->at++ << s->count;
        s->count += 8;
    }
}

/* The next bits, or -1 at the end of the data. */
static int32_t inflate_take(inflate *s, int32_t count) {
    if (s->count < count) {
        inflate_fill(s);
    }
    if (s->count < count) {
        return -1;
    }
    const int32_t value = (int32_t)(s->bits & (((uint64_t)1 << count) - 1));
    s->bits >>= count;
    s->count -= count;
    return value;
}

static int32_t inflate_symbol(inflate *s, const inflate_codes *codes) {
    inflate_fill(s);
    const int32_t entry = codes->fast[s->bits & ((1 << INFLATE_FAST) - 1)];
    if (entry != 0 && (entry & 15) <= s->count) {
        s->bits >>= entry & 15;
        s->count -= entry & 15;
        return entry >> 4;
    }
    int32_t code = 0, first = 0, place = 0;
    for (int32_t length = 1; length <= INFLATE_LONGEST && length <= s->count; length++) {
        code |= (int32_t)(s->bits >> (length - 1) & 1);
        const int32_t count = codes->counts[length];
        if (code - count < first) {
            s->bits >>= length;
            s->count -= length;
            return codes->symbols[place + code - first];
        }
        place += count;
        first = (first + count) << 1;
        code <<= 1;
    }
    return -1;
}

/* Codes of the given lengths. A set of one code may be incomplete. */
static int32_t inflate_make(inflate_codes *codes, const uint8_t *lengths, int32_t count) {
    int32_t offsets[INFLATE_LONGEST + 2] = {0}, left = 1, code = 0, next[INFLATE_LONGEST + 1];
    for (int32_t k = 0; k <= INFLATE_LONGEST; k++) {
        codes->counts[k] = 0;
    }
    for (int32_t k = 0; k < count; k++) {
        codes->counts[lengths[k]]++;
    }
    const int32_t used = count - codes->counts[0];
    codes->counts[0] = 0;
    for (int32_t length = 1; length <= INFLATE_LONGEST; length++) {
        left = 2 * left - codes->counts[length];
        if (left < 0) {
            return IMAGE_DAMAGED;
        }
        offsets[length + 1] = offsets[length] + codes->counts[length];
        code = (code + codes->counts[length - 1]) << 1;
        next[length] = code;
    }
    if (left > 0 && used > 1) {
        return IMAGE_DAMAGED;
    }
    for (int32_t k = 0; k < 1 << INFLATE_FAST; k++) {
        codes->fast[k] = 0;
    }
    for (int32_t k = 0; k < count; k++) {
        const int32_t length = lengths[k];
        if (length == 0) {
            continue;
        }
        codes->symbols[offsets[length]++] = (uint16_t)k;
        const int32_t own = next[length]++;
        int32_t reversed = 0;
        for (int32_t bit = 0; bit < length; bit++) {
            reversed |= (own >> bit & 1) << (length - 1 - bit);
        }
        for (int32_t m = reversed; length <= INFLATE_FAST && m < 1 << INFLATE_FAST; m += 1 << length) {
            codes->fast[m] = (uint16_t)(k << 4 | length);
        }
    }
    return IMAGE_OK;
}

static int32_t inflate_fixed(inflate *s) {
    uint8_t lengths[288];
    for (int32_t k = 0; k < 288; k++) {
        lengths[k] = k < 144 ? 8 : k < 256 ? 9 : k < 280 ? 7 : 8;
    }
    const int32_t problem = inflate_make(&s->lengths, lengths, 288);
    for (int32_t k = 0; k < 32; k++) {
        lengths[k] = 5;
    }
    return problem | inflate_make(&s->distances, lengths, 32);
}

static int32_t inflate_dynamic(inflate *s) {
    static const uint8_t order[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    const int32_t symbols = inflate_take(s, 5) + 257, distances = inflate_take(s, 5) + 1, own = inflate_take(s, 4) + 4;
    uint8_t lengths[288 + 32 + 138] = {0};
    if (symbols > 286 || distances > 30 || own < 4) {
        return IMAGE_DAMAGED;
    }
    for (int32_t k = 0; k < own; k++) {
        const int32_t length = inflate_take(s, 3);
        lengths[order[k]] = (uint8_t)(length < 0 ? 0 : length);
    }
    if (inflate_make(&s->lengths, lengths, 19) != IMAGE_OK) {
        return IMAGE_DAMAGED;
    }
    for (int32_t k = 0; k < symbols + distances;) {
        const int32_t symbol = inflate_symbol(s, &s->lengths);
        if (symbol < 0 || (symbol == 16 && k == 0)) {
            return IMAGE_DAMAGED;
        }
        if (symbol < 16) {
            lengths[k++] = (uint8_t)symbol;
            continue;
        }
        const int32_t extra = inflate_take(s, symbol == 16 ? 2 : symbol == 17 ? 3 : 7);
        if (extra < 0) {
            return IMAGE_DAMAGED;
        }
        const int32_t times = extra + (symbol == 18 ? 11 : 3);
        const uint8_t value = symbol == 16 ? lengths[k - 1] : 0;
        for (int32_t n = 0; n < times; n++) {
            lengths[k++] = value;
        }
        if (k > symbols + distances) {
            return IMAGE_DAMAGED;
        }
    }
    /* The lengths of distances are made first: those of symbols go over the ones that were read with. */
    const int32_t problem = inflate_make(&s->distances, lengths + symbols, distances);
    return problem | inflate_make(&s->lengths, lengths, symbols);
}

static int32_t inflate_compressed(inflate *s) {
    static const uint16_t bases[29] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                       31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
    static const uint16_t far_bases[30] = {1,   2,   3,   4,   5,   7,    9,    13,   17,   25,   33,   49,   65,    97,    129,
                                           193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
    while (s->done < s->room) {
        const int32_t symbol = inflate_symbol(s, &s->lengths);
        if (symbol < 0 || symbol > 285) {
            return IMAGE_DAMAGED;
        }
        if (symbol == 256) {
            return IMAGE_OK;
        }
        if (symbol < 256) {
            s->to[s->done++] = (uint8_t)symbol;
            continue;
        }
        const int32_t kind = symbol - 257, wide = kind < 8 || kind == 28 ? 0 : kind / 4 - 1;
        const int32_t more = inflate_take(s, wide), far = inflate_symbol(s, &s->distances);
        if (more < 0 || far < 0 || far > 29) {
            return IMAGE_DAMAGED;
        }
        const int32_t further = inflate_take(s, far < 4 ? 0 : far / 2 - 1);
        const size_t distance = (size_t)far_bases[far] + (size_t)further;
        if (further < 0 || distance > s->done) {
            return IMAGE_DAMAGED;
        }
        for (int32_t n = bases[kind] + more; n > 0 && s->done < s->room; n--, s->done++) {
            s->to[s->done] = s->to[s->done - distance];
        }
    }
    return IMAGE_OK;
}

static int32_t inflate_stored(inflate *s) {
    inflate_take(s, s->count & 7);
    const int32_t length = inflate_take(s, 16), inverse = inflate_take(s, 16);
    if (length < 0 || inverse != (length ^ 0xffff)) {
        return IMAGE_DAMAGED;
    }
    for (int32_t n = 0; n < length && s->done < s->room; n++) {
        const int32_t byte = inflate_take(s, 8);
        if (byte < 0) {
            return IMAGE_DAMAGED;
        }
        s->to[s->done++] = (uint8_t)byte;
    }
    return IMAGE_OK;
}

int32_t mlcc_rt_inflate(const uint8_t *data, size_t size, uint8_t *to, size_t room) {
    inflate *const s = mlcc_rt_image_take(1, sizeof(inflate));
    if (s == NULL) {
        return IMAGE_MEMORY;
    }
    s->at = data;
    s->end = data + size;
    s->to = to;
    s->room = room;
    int32_t last = 0, problem = IMAGE_OK;
    while (problem == IMAGE_OK && !last && s->done < room) {
        last = inflate_take(s, 1);
        const int32_t kind = inflate_take(s, 2);
        problem = kind == 0 ? inflate_stored(s) : kind == 1 ? inflate_fixed(s) : kind == 2 ? inflate_dynamic(s) : IMAGE_DAMAGED;
        if (problem == IMAGE_OK && kind != 0) {
            problem = inflate_compressed(s);
        }
    }
    if (s->done < room) {
        problem = problem == IMAGE_OK ? IMAGE_DAMAGED : problem;
    }
    free(s);
    return problem;
}

int32_t mlcc_rt_zlib(const uint8_t *data, size_t size, uint8_t *to, size_t room) {
    if (size < 2 || (data[0] & 15) != 8 || (data[0] << 8 | data[1]) % 31 != 0 || (data[1] & 32) != 0) {
        return IMAGE_DAMAGED;
    }
    return mlcc_rt_inflate(data + 2, size - 2, to, room);
}
