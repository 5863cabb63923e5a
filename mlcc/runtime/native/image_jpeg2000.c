/* JPEG 2000 (ITU-T T.800), as a codestream or in the container JP2: gray and RGB images of up to 16 bits (of which the
 * upper 8 are taken), further components left out; tiles, layers, precincts and all five progressions, both wavelets.
 * Not read: subsampled components, palettes, regions of interest, and coding styles but the usual one.
 */
#include "libc.h"
#include "image.h"

enum { J2K_LEVELS = 32, J2K_PARTS = 4, J2K_BLOCKS = 1 << 20 };

typedef struct {
    int32_t levels, block_width, block_height, marked, reversible; /* sizes of blocks as logarithms */
    uint8_t precincts[J2K_LEVELS + 1];
    int32_t steps, guard; /* whether steps are given (2), follow from the first (1), or are 1 (0) */
    uint8_t exponents[3 * J2K_LEVELS + 1];
    uint16_t mantissas[3 * J2K_LEVELS + 1];
    uint8_t own_style, own_steps;
} j2k_style;

/* A tree of numbers (B.10.2): each node is the least of up to four below it. */
typedef struct {
    int64_t parent;
    int32_t value, low, done;
} j2k_node;

typedef struct {
    int64_t width, height;
    j2k_node *nodes;
} j2k_tree;

typedef struct {
    int64_t x0, x1, y0, y1; /* in the band */
    int32_t included, planes, length_bits, passes;
    uint8_t *data;
    size_t size;
} j2k_code;

typedef struct {
    int64_t across, down;
    j2k_code *codes;
    j2k_tree inclusion, zeros;
    int32_t used;
} j2k_precinct;

typedef struct {
    int64_t x0, x1, y0, y1, left, top; /* left, top: where its coefficients lie */
    int32_t kind, planes;
    float step;
    j2k_precinct *precincts;
} j2k_band;

typedef struct {
    int64_t x0, x1, y0, y1, across, down;
    int32_t width, height, band_count; /* of precincts, as logarithms */
    j2k_band bands[3];
} j2k_level;

typedef struct {
    j2k_level levels[J2K_LEVELS + 1];
    mlcc_number *numbers;
} j2k_part;

typedef struct {
    const uint8_t *begin, *end;
    int64_t tile;
} j2k_piece;

typedef struct {
    mlcc_image *image;
    const uint8_t *at, *end;
    int64_t x0, x1, y0, y1, tile_x, tile_y, tile_width, tile_height, tiles_across, tiles_down;
    int32_t count, depth[J2K_PARTS], is_signed[J2K_PARTS], read; /* components; those of which pixels are made */
    int32_t styled, stepped, heads, tails, order, layers, mixed;
    j2k_style styles[J2K_PARTS];
    j2k_piece *pieces;
    int64_t piece_count, piece_room;
    /* Of a tile. */
    int64_t tx0, tx1, ty0, ty1;
    j2k_part parts[J2K_PARTS];
    uint8_t *stream;
    const uint8_t *from, *to; /* what is left of it */
    uint32_t bits;
    int32_t bit_count, was_full;
    int64_t blocks; /* of all precincts of the tile */
} j2k;

static int64_t j2k_up(int64_t a, int32_t bits) { return (a + ((int64_t)1 << bits) - 1) >> bits; }
static int64_t j2k_most(int64_t a, int64_t b) { return a > b ? a : b; }
static int64_t j2k_min(int64_t a, int64_t b) { return a < b ? a : b; }

static uint32_t j2k_word(const uint8_t *p, int32_t bytes) {
    uint32_t value = 0;
    for (int32_t k = 0; k < bytes; k++) {
        value = value << 8 | p[k];
    }
    return value;
}

/* ---------------------------------------------------------------- headers */
static int32_t j2k_size(j2k *j, const uint8_t *p, int64_t size) {
    if (size < 36 || size < 36 + 3 * (int64_t)j2k_word(p + 34, 2)) {
        return IMAGE_DAMAGED;
    }
    int64_t v[8];
    for (int32_t k = 0; k < 8; k++) {
        v[k] = j2k_word(p + 2 + 4 * k, 4);
    }
    j->x1 = v[0], j->y1 = v[1], j->x0 = v[2], j->y0 = v[3];
    j->tile_width = v[4], j->tile_height = v[5], j->tile_x = v[6], j->tile_y = v[7];
    j->count = (int32_t)j2k_word(p + 34, 2);
    if (j->tile_width == 0 || j->tile_height == 0 || j->tile_x > j->x0 || j->tile_y > j->y0 ||
        j->tile_x + j->tile_width <= j->x0 || j->tile_y + j->tile_height <= j->y0 || j->count < 1) {
        return IMAGE_DAMAGED;
    }
    if (j->count > J2K_PARTS) {
        return IMAGE_UNSUPPORTED;
    }
    for (int32_t k = 0; k < j->count; k++) {
        const uint8_t *const c = p + 36 + 3 * k;
        j->depth[k] = (c[0] & 0x7f) + 1;
        j->is_signed[k] = c[0] >> 7;
        if (j->depth[k] > 16 || c[1] != 1 || c[2] != 1 || j->is_signed[k]) {
            return IMAGE_UNSUPPORTED;
        }
    }
    j->read = j->count >= 3 ? 3 : 1;
    const int32_t problem = mlcc_rt_image_sizes(j->image, j->x1 - j->x0, j->y1 - j->y0);
    j->tiles_across = (j->x1 - j->tile_x + j->tile_width - 1) / j->tile_width;
    j->tiles_down = (j->y1 - j->tile_y + j->tile_height - 1) / j->tile_height;
    return problem == IMAGE_OK && j->tiles_across > 65535 / j->tiles_down ? IMAGE_DAMAGED : problem;
}

/* The coding style of a component, from its levels on. */
static int32_t j2k_read_style(j2k_style *s, const uint8_t *p, int64_t size, int32_t precincts) {
    if (size < 5 || p[0] > J2K_LEVELS || size < 5 + (precincts ? p[0] + 1 : 0) || p[1] > 8 || p[2] > 8 ||
        p[1] + p[2] > 8 || p[4] > 1) {
        return IMAGE_DAMAGED;
    }
    if ((p[3] & ~0x20) != 0) {
        return IMAGE_UNSUPPORTED;
    }
    s->levels = p[0];
    s->block_width = p[1] + 2;
    s->block_height = p[2] + 2;
    s->marked = p[3] >> 5 & 1;
    s->reversible = p[4];
    for (int32_t k = 0; k <= s->levels; k++) {
        s->precincts[k] = precincts ? p[5 + k] : 0xff;
        if (k > 0 && ((s->precincts[k] & 15) == 0 || s->precincts[k] >> 4 == 0)) {
            return IMAGE_DAMAGED;
        }
    }
    return IMAGE_OK;
}

static int32_t j2k_read_steps(j2k_style *s, const uint8_t *p, int64_t size) {
    if (size < 1 || (p[0] & 31) > 2) {
        return IMAGE_DAMAGED;
    }
    s->steps = p[0] & 31;
    s->guard = p[0] >> 5;
    const int32_t wide = s->steps == 0 ? 1 : 2;
    const int64_t given = (size - 1) / wide;
    for (int32_t k = 0; k < 3 * J2K_LEVELS + 1; k++) {
        const int64_t from = s->steps == 1 ? 0 : k;
        if (from >= given) {
            s->exponents[k] = 0;
            s->mantissas[k] = 0;
            continue;
        }
        const uint32_t value = j2k_word(p + 1 + from * wide, wide);
        const int32_t exponent = (int32_t)(value >> (wide == 1 ? 3 : 11)), less = s->steps == 1 && k > 0 ? (k - 1) / 3 : 0;
        s->exponents[k] = (uint8_t)(exponent > less ? exponent - less : 0);
        s->mantissas[k] = (uint16_t)(wide == 1 ? 0 : value & 0x7ff);
    }
    return given > 0 ? IMAGE_OK : IMAGE_DAMAGED;
}

static int32_t j2k_piece_begins(j2k *j, const uint8_t *marker, const uint8_t *p, int64_t size) {
    if (size < 8) {
        return IMAGE_DAMAGED;
    }
    const int64_t tile = j2k_word(p, 2);
    const uint64_t length = j2k_word(p + 2, 4);
    if (tile >= j->tiles_across * j->tiles_down || (length != 0 && (length < 14 || length > (uint64_t)(j->end - marker)))) {
        return IMAGE_DAMAGED;
    }
    if (j->piece_count == j->piece_room) {
        j2k_piece *const more = mlcc_rt_image_take((size_t)j->piece_room * 2 + 16, sizeof(j2k_piece));
        if (more == NULL) {
            return IMAGE_MEMORY;
        }
        for (int64_t k = 0; k < j->piece_count; k++) {
            more[k] = j->pieces[k];
        }
        free(j->pieces);
        j->pieces = more;
        j->piece_room = j->piece_room * 2 + 16;
    }
    j->pieces[j->piece_count++] = (j2k_piece){NULL, length == 0 ? j->end : marker + length, tile};
    return IMAGE_OK;
}

static int32_t j2k_segment(j2k *j, uint32_t marker, const uint8_t *p, int64_t size) {
    const int32_t wide = j->count > 256 ? 2 : 1;
    j2k_style *own = NULL;
    if (marker == 0xff53 || marker == 0xff5d) {
        if (size < wide + 1 || (int32_t)p[0] >= j->count) {
            return IMAGE_DAMAGED;
        }
        own = &j->styles[p[0]];
    }
    int32_t problem = IMAGE_OK;
    switch (marker) {
    case 0xff52: /* COD */
        if (size < 10 || p[1] > 4 || p[4] > 1) {
            return IMAGE_DAMAGED;
        }
        j->heads = p[0] >> 1 & 1;
        j->tails = p[0] >> 2 & 1;
        j->order = p[1];
        j->layers = (int32_t)j2k_word(p + 2, 2);
        j->mixed = p[4];
        j->styled = 1;
        for (int32_t k = 0; problem == IMAGE_OK && k < j->count; k++) {
            if (!j->styles[k].own_style) {
                problem = j2k_read_style(&j->styles[k], p + 5, size - 5, p[0] & 1);
            }
        }
        return problem;
    case 0xff53: /* COC */ own->own_style = 1; return j2k_read_style(own, p + 2, size - 2, p[1] & 1);
    case 0xff5c: /* QCD */
        j->stepped = 1;
        for (int32_t k = 0; problem == IMAGE_OK && k < j->count; k++) {
            if (!j->styles[k].own_steps) {
                problem = j2k_read_steps(&j->styles[k], p, size);
            }
        }
        return problem;
    case 0xff5d: /* QCC */ own->own_steps = 1; return j2k_read_steps(own, p + 1, size - 1);
    case 0xff5e: /* regions, other progressions, and packet headers apart from their packets */
    case 0xff5f:
    case 0xff60:
    case 0xff61: return IMAGE_UNSUPPORTED;
    default: return IMAGE_OK;
    }
}

/* The segments of the codestream: headers are read, and where tiles have their data is kept. */
static int32_t j2k_segments(j2k *j) {
    int in_tile = 0;
    j->at += 2;
    while (j->end - j->at >= 2) {
        const uint8_t *const begin = j->at;
        const uint32_t marker = j2k_word(begin, 2);
        j->at += 2;
        if (marker == 0xffd9) {
            break;
        }
        if (marker == 0xff93) { /* SOD */
            if (!in_tile) {
                return IMAGE_DAMAGED;
            }
            j2k_piece *const piece = &j->pieces[j->piece_count - 1];
            piece->begin = j->at;
            j->at = piece->end;
            in_tile = 0;
            if (piece->begin > piece->end) {
                return IMAGE_DAMAGED;
            }
            continue;
        }
        if (j->end - j->at < 2 || marker < 0xff00) {
            return IMAGE_DAMAGED;
        }
        const int64_t length = j2k_word(j->at, 2);
        if (length < 2 || length > j->end - j->at || (marker != 0xff51) != (j->count > 0)) {
            return IMAGE_DAMAGED;
        }
        const uint8_t *const p = j->at + 2;
        j->at += length;
        if (in_tile && (marker == 0xff52 || marker == 0xff53 || marker == 0xff5c || marker == 0xff5d)) {
            return IMAGE_UNSUPPORTED; /* a tile of another style */
        }
        int32_t problem;
        if (marker == 0xff51) {
            problem = j2k_size(j, p, length - 2);
            if (problem == IMAGE_OK && j->image->rgb == NULL) {
                return IMAGE_OK;
            }
        } else if (marker == 0xff90) {
            problem = in_tile || !j->styled || !j->stepped ? IMAGE_DAMAGED : j2k_piece_begins(j, begin, p, length - 2);
            in_tile = 1;
        } else {
            problem = j2k_segment(j, marker, p, length - 2);
        }
        if (problem != IMAGE_OK) {
            return problem;
        }
    }
    return j->piece_count > 0 && !in_tile ? IMAGE_OK : IMAGE_DAMAGED;
}

/* ---------------------------------------------------------------- trees */
static int32_t j2k_plant(j2k_tree *tree, int64_t width, int64_t height) {
    int64_t total = 0;
    tree->width = width;
    tree->height = height;
    for (int64_t w = width, h = height;; w = (w + 1) / 2, h = (h + 1) / 2) {
        total += w * h;
        if (w * h <= 1) {
            break;
        }
    }
    tree->nodes = mlcc_rt_image_take((size_t)total, sizeof(j2k_node));
    if (tree->nodes == NULL) {
        return IMAGE_MEMORY;
    }
    int64_t begin = 0;
    for (int64_t w = width, h = height; w * h > 0; w = (w + 1) / 2, h = (h + 1) / 2) {
        for (int64_t k = 0; k < w * h; k++) {
            tree->nodes[begin + k].parent = w * h == 1 ? -1 : begin + w * h + k / w / 2 * ((w + 1) / 2) + k % w / 2;
        }
        begin += w * h;
        if (w * h == 1) {
            break;
        }
    }
    return IMAGE_OK;
}

static int32_t j2k_header_bit(j2k *j) {
    if (j->bit_count == 0) {
        const uint32_t byte = j->from < j->to ? *j->from++ : 0;
        j->bit_count = j->was_full ? 7 : 8; /* behind a byte 0xff the next one begins with a 0 */
        j->was_full = byte == 0xff;
        j->bits = byte;
    }
    return (int32_t)(j->bits >> --j->bit_count & 1);
}

/* Whether the number of a leaf is below `limit`; bits say it node by node, from the root on. */
static int j2k_is_below(j2k *j, j2k_tree *tree, int64_t leaf, int32_t limit) {
    int64_t path[32];
    int32_t depth = 0, low = 0;
    for (int64_t k = leaf; k >= 0 && depth < 32; k = tree->nodes[k].parent) {
        path[depth++] = k;
    }
    while (depth > 0) {
        j2k_node *const node = &tree->nodes[path[--depth]];
        node->low = node->low > low ? node->low : low;
        while (node->low < limit && !node->done) {
            if (j2k_header_bit(j)) {
                node->done = 1;
                node->value = node->low;
            } else {
                node->low++;
            }
        }
        low = node->low;
    }
    return tree->nodes[leaf].done && tree->nodes[leaf].value < limit;
}

/* ---------------------------------------------------------------- tiles */
static int32_t j2k_lay_precinct(j2k *j, const j2k_style *s, const j2k_level *level, j2k_band *band, int64_t number) {
    j2k_precinct *const p = &band->precincts[number];
    const int32_t half = band->kind > 0, wide = level->width - half, high = level->height - half;
    const int32_t block_wide = s->block_width < wide ? s->block_width : wide;
    const int32_t block_high = s->block_height < high ? s->block_height : high;
    const int64_t px = (level->x0 >> level->width) + number % level->across;
    const int64_t py = (level->y0 >> level->height) + number / level->across;
    const int64_t x0 = j2k_most(band->x0, px << wide), x1 = j2k_min(band->x1, (px + 1) << wide);
    const int64_t y0 = j2k_most(band->y0, py << high), y1 = j2k_min(band->y1, (py + 1) << high);
    if (x0 >= x1 || y0 >= y1) {
        return IMAGE_OK;
    }
    const int64_t first_x = x0 >> block_wide, first_y = y0 >> block_high;
    p->across = j2k_up(x1, block_wide) - first_x;
    p->down = j2k_up(y1, block_high) - first_y;
    j->blocks += p->across * p->down;
    if (j->blocks > J2K_BLOCKS) {
        return IMAGE_UNSUPPORTED;
    }
    p->codes = mlcc_rt_image_take((size_t)(p->across * p->down), sizeof(j2k_code));
    if (p->codes == NULL || j2k_plant(&p->inclusion, p->across, p->down) != IMAGE_OK ||
        j2k_plant(&p->zeros, p->across, p->down) != IMAGE_OK) {
        return IMAGE_MEMORY;
    }
    for (int64_t k = 0; k < p->across * p->down; k++) {
        const int64_t x = first_x + k % p->across, y = first_y + k / p->across;
        p->codes[k].x0 = j2k_most(x0, x << block_wide);
        p->codes[k].x1 = j2k_min(x1, (x + 1) << block_wide);
        p->codes[k].y0 = j2k_most(y0, y << block_high);
        p->codes[k].y1 = j2k_min(y1, (y + 1) << block_high);
        p->codes[k].length_bits = 3;
    }
    return IMAGE_OK;
}

static int32_t j2k_lay_band(j2k *j, int32_t part, int32_t r, int32_t number) {
    const j2k_style *const s = &j->styles[part];
    j2k_level *const level = &j->parts[part].levels[r];
    j2k_band *const band = &level->bands[number];
    const int32_t kind = r == 0 ? 0 : number + 1, down = r == 0 ? s->levels : s->levels - r + 1;
    const int64_t right = kind & 1 ? (int64_t)1 << (down - 1) : 0, below = kind & 2 ? (int64_t)1 << (down - 1) : 0;
    band->kind = kind;
    band->x0 = j2k_up(j->tx0 - right, down);
    band->x1 = j2k_up(j->tx1 - right, down);
    band->y0 = j2k_up(j->ty0 - below, down);
    band->y1 = j2k_up(j->ty1 - below, down);
    if (r > 0) {
        const j2k_level *const under = &j->parts[part].levels[r - 1];
        band->left = kind & 1 ? under->x1 - under->x0 : 0;
        band->top = kind & 2 ? under->y1 - under->y0 : 0;
    }
    const int32_t index = r == 0 ? 0 : 3 * (r - 1) + kind, gain = kind == 3 ? 2 : kind > 0;
    band->planes = s->exponents[index] + s->guard - 1;
    band->step = 0.5f + (float)s->mantissas[index] / 4096.0f;
    /* The filter's factors have the gain of 9/7 already. */
    for (int32_t k = j->depth[part] + (s->reversible ? gain : 0) - s->exponents[index]; k != 0; k += k > 0 ? -1 : 1) {
        band->step *= k > 0 ? 2.0f : 0.5f;
    }
    const int64_t count = level->across * level->down;
    j->blocks += count;
    if (j->blocks > J2K_BLOCKS) {
        return IMAGE_UNSUPPORTED;
    }
    band->precincts = mlcc_rt_image_take((size_t)count, sizeof(j2k_precinct));
    int32_t problem = band->precincts == NULL ? IMAGE_MEMORY : IMAGE_OK;
    for (int64_t k = 0; problem == IMAGE_OK && k < count; k++) {
        problem = j2k_lay_precinct(j, s, level, band, k);
    }
    return problem;
}

/* Levels, bands, precincts and code blocks of a component of the tile. */
static int32_t j2k_lay_part(j2k *j, int32_t number) {
    const j2k_style *const s = &j->styles[number];
    j2k_part *const part = &j->parts[number];
    int32_t problem = IMAGE_OK;
    for (int32_t r = 0; problem == IMAGE_OK && r <= s->levels; r++) {
        j2k_level *const level = &part->levels[r];
        const int32_t down = s->levels - r;
        level->x0 = j2k_up(j->tx0, down);
        level->x1 = j2k_up(j->tx1, down);
        level->y0 = j2k_up(j->ty0, down);
        level->y1 = j2k_up(j->ty1, down);
        level->width = s->precincts[r] & 15;
        level->height = s->precincts[r] >> 4;
        level->across = level->x1 > level->x0 ? j2k_up(level->x1, level->width) - (level->x0 >> level->width) : 0;
        level->down = level->y1 > level->y0 ? j2k_up(level->y1, level->height) - (level->y0 >> level->height) : 0;
        if (level->down > 0 && level->across > J2K_BLOCKS / level->down) {
            return IMAGE_UNSUPPORTED;
        }
        level->band_count = r == 0 ? 1 : 3;
        for (int32_t k = 0; problem == IMAGE_OK && k < level->band_count; k++) {
            problem = j2k_lay_band(j, number, r, k);
        }
    }
    if (problem == IMAGE_OK && number < j->read) {
        part->numbers = mlcc_rt_image_take((size_t)((j->tx1 - j->tx0) * (j->ty1 - j->ty0)), sizeof(mlcc_number));
        problem = part->numbers == NULL ? IMAGE_MEMORY : IMAGE_OK;
    }
    return problem;
}

static void j2k_drop_tile(j2k *j) {
    for (int32_t n = 0; n < J2K_PARTS * (J2K_LEVELS + 1) * 3; n++) {
        j2k_level *const level = &j->parts[n / 3 / (J2K_LEVELS + 1)].levels[n / 3 % (J2K_LEVELS + 1)];
        j2k_precinct *const precincts = level->bands[n % 3].precincts;
        for (int64_t k = 0; precincts != NULL && k < level->across * level->down; k++) {
            for (int64_t m = 0; precincts[k].codes != NULL && m < precincts[k].across * precincts[k].down; m++) {
                free(precincts[k].codes[m].data);
            }
            free(precincts[k].codes);
            free(precincts[k].inclusion.nodes);
            free(precincts[k].zeros.nodes);
        }
        free(precincts);
        level->bands[n % 3].precincts = NULL;
    }
    for (int32_t n = 0; n < J2K_PARTS; n++) {
        free(j->parts[n].numbers);
        j->parts[n].numbers = NULL;
    }
    free(j->stream);
    j->stream = NULL;
}

/* ---------------------------------------------------------------- packets */
static int32_t j2k_header_number(j2k *j, int32_t bits) {
    int32_t value = 0;
    while (bits-- > 0) {
        value = value << 1 | j2k_header_bit(j);
    }
    return value;
}

static int32_t j2k_pass_count(j2k *j) {
    if (!j2k_header_bit(j)) {
        return 1;
    }
    if (!j2k_header_bit(j)) {
        return 2;
    }
    const int32_t few = j2k_header_number(j, 2), some = few == 3 ? j2k_header_number(j, 5) : 0;
    return few < 3 ? 3 + few : some < 31 ? 6 + some : 37 + j2k_header_number(j, 7);
}

/* What a packet's header says of one code block: how many bytes of it follow; -1 if that cannot be. */
static int64_t j2k_block_header(j2k *j, const j2k_band *band, j2k_precinct *p, int64_t number, int32_t layer) {
    j2k_code *const code = &p->codes[number];
    const int32_t now = code->included ? j2k_header_bit(j) : j2k_is_below(j, &p->inclusion, number, layer + 1);
    if (!now) {
        return 0;
    }
    if (!code->included) {
        int32_t zeros = 0;
        while (!j2k_is_below(j, &p->zeros, number, zeros + 1)) {
            if (++zeros > 80) {
                return -1;
            }
        }
        code->planes = band->planes - zeros;
        code->included = 1;
        if (code->planes < 1) {
            return -1;
        }
    }
    const int32_t passes = j2k_pass_count(j);
    while (j2k_header_bit(j)) {
        if (++code->length_bits > 31) {
            return -1;
        }
    }
    code->passes += passes;
    int32_t bits = code->length_bits;
    for (int32_t k = passes; k > 1; k >>= 1) {
        bits++;
    }
    return bits > 31 ? -1 : j2k_header_number(j, bits);
}

static int32_t j2k_append(j2k *j, j2k_code *code, size_t bytes) {
    if (bytes > (size_t)(j->to - j->from)) {
        return IMAGE_DAMAGED;
    }
    uint8_t *const data = mlcc_rt_image_take(code->size + bytes, 1);
    if (data == NULL) {
        return IMAGE_MEMORY;
    }
    for (size_t k = 0; k < code->size + bytes; k++) {
        data[k] = k < code->size ? code->data[k] : *j->from++;
    }
    free(code->data);
    code->data = data;
    code->size += bytes;
    return IMAGE_OK;
}

/* One packet: what a layer adds to the code blocks of one precinct of a level, band by band. */
static int32_t j2k_packet(j2k *j, int32_t part, int32_t r, int64_t precinct, int32_t layer) {
    j2k_level *const level = &j->parts[part].levels[r];
    int64_t total = 0, done = 0;
    if (j->from >= j->to) {
        return IMAGE_OK; /* an image whose last layers were left out */
    }
    if (j->heads && j->to - j->from >= 6 && j2k_word(j->from, 2) == 0xff91) {
        j->from += 6;
    }
    for (int32_t b = 0; b < level->band_count; b++) {
        total += level->bands[b].precincts[precinct].across * level->bands[b].precincts[precinct].down;
    }
    int64_t *const sizes = mlcc_rt_image_take((size_t)total, sizeof(int64_t));
    if (sizes == NULL) {
        return IMAGE_MEMORY;
    }
    j->bit_count = j->was_full = 0;
    int32_t problem = IMAGE_OK;
    if (j2k_header_bit(j)) {
        for (int32_t b = 0; b < level->band_count; b++) {
            j2k_precinct *const p = &level->bands[b].precincts[precinct];
            for (int64_t k = 0; problem == IMAGE_OK && k < p->across * p->down; k++) {
                sizes[done] = j2k_block_header(j, &level->bands[b], p, k, layer);
                problem = sizes[done++] < 0 ? IMAGE_DAMAGED : IMAGE_OK;
            }
        }
    }
    if (j->was_full && j->bit_count == 0 && j->from < j->to) {
        j->from++; /* a header does not end with 0xff */
    }
    if (j->tails && j->to - j->from >= 2 && j2k_word(j->from, 2) == 0xff92) {
        j->from += 2;
    }
    done = 0;
    for (int32_t b = 0; b < level->band_count; b++) {
        j2k_precinct *const p = &level->bands[b].precincts[precinct];
        for (int64_t k = 0; problem == IMAGE_OK && k < p->across * p->down; k++, done++) {
            problem = sizes[done] > 0 ? j2k_append(j, &p->codes[k], (size_t)sizes[done]) : IMAGE_OK;
        }
    }
    free(sizes);
    return problem;
}

/* The number of the precinct of a level that begins at a position of the image, or -1. */
static int64_t j2k_precinct_at(const j2k *j, int32_t part, int32_t r, int64_t x, int64_t y) {
    const j2k_level *const level = &j->parts[part].levels[r];
    const int32_t down = j->styles[part].levels - r, wide = level->width + down, high = level->height + down;
    const int64_t at_x = x & (((int64_t)1 << wide) - 1), at_y = y & (((int64_t)1 << high) - 1);
    const int first_x = x == j->tx0 && (level->x0 << down & (((int64_t)1 << wide) - 1)) != 0;
    const int first_y = y == j->ty0 && (level->y0 << down & (((int64_t)1 << high) - 1)) != 0;
    if (level->across == 0 || level->down == 0 || (at_x != 0 && !first_x) || (at_y != 0 && !first_y)) {
        return -1;
    }
    const int64_t column = (j2k_up(x, down) >> level->width) - (level->x0 >> level->width);
    const int64_t row = (j2k_up(y, down) >> level->height) - (level->y0 >> level->height);
    return column >= 0 && row >= 0 && column < level->across && row < level->down ? row * level->across + column : -1;
}

static int32_t j2k_all_layers(j2k *j, int32_t part, int32_t r, int64_t precinct) {
    int32_t problem = IMAGE_OK;
    for (int32_t layer = 0; problem == IMAGE_OK && precinct >= 0 && layer < j->layers; layer++) {
        problem = j2k_packet(j, part, r, precinct, layer);
    }
    return problem;
}

/* Packets in an order of layers and levels: 0 has layers outside, 1 levels. */
static int32_t j2k_by_layers(j2k *j, int32_t levels) {
    const int32_t outer = j->order == 0 ? j->layers : levels + 1, inner = j->order == 0 ? levels + 1 : j->layers;
    int32_t problem = IMAGE_OK;
    for (int32_t a = 0; a < outer; a++) {
        for (int32_t b = 0; b < inner; b++) {
            const int32_t r = j->order == 0 ? b : a, layer = j->order == 0 ? a : b;
            for (int32_t part = 0; part < j->count; part++) {
                const j2k_level *const level = &j->parts[part].levels[r];
                for (int64_t k = 0; problem == IMAGE_OK && r <= j->styles[part].levels && k < level->across * level->down;
                     k++) {
                    problem = j2k_packet(j, part, r, k, layer);
                }
            }
            if (problem != IMAGE_OK || j->from >= j->to) {
                return problem;
            }
        }
    }
    return problem;
}

/* Packets by positions, for levels and components of these ranges. */
static int32_t j2k_by_places(j2k *j, int32_t first, int32_t last, int32_t first_part, int32_t last_part) {
    int64_t step_x = (int64_t)1 << 40, step_y = step_x;
    for (int32_t part = first_part; part <= last_part; part++) {
        for (int32_t r = first; r <= last && r <= j->styles[part].levels; r++) {
            const int32_t down = j->styles[part].levels - r;
            step_x = j2k_min(step_x, (int64_t)1 << (j->parts[part].levels[r].width + down));
            step_y = j2k_min(step_y, (int64_t)1 << (j->parts[part].levels[r].height + down));
        }
    }
    int32_t problem = IMAGE_OK;
    for (int64_t y = j->ty0; y < j->ty1; y += step_y - y % step_y) {
        for (int64_t x = j->tx0; x < j->tx1 && j->from < j->to; x += step_x - x % step_x) {
            for (int32_t part = first_part; part <= last_part; part++) {
                for (int32_t r = first; problem == IMAGE_OK && r <= last && r <= j->styles[part].levels; r++) {
                    problem = j2k_all_layers(j, part, r, j2k_precinct_at(j, part, r, x, y));
                }
            }
            if (problem != IMAGE_OK) {
                return problem;
            }
        }
    }
    return problem;
}

static int32_t j2k_packets(j2k *j) {
    int32_t levels = 0, problem = IMAGE_OK;
    for (int32_t part = 0; part < j->count; part++) {
        levels = j->styles[part].levels > levels ? j->styles[part].levels : levels;
    }
    switch (j->order) {
    case 0:
    case 1: return j2k_by_layers(j, levels);
    case 2:
        for (int32_t r = 0; problem == IMAGE_OK && r <= levels; r++) {
            problem = j2k_by_places(j, r, r, 0, j->count - 1);
        }
        return problem;
    case 3: return j2k_by_places(j, 0, levels, 0, j->count - 1);
    default:
        for (int32_t part = 0; problem == IMAGE_OK && part < j->count; part++) {
            problem = j2k_by_places(j, 0, levels, part, part);
        }
        return problem;
    }
}

/* ---------------------------------------------------------------- samples */
static int32_t j2k_decode_band(j2k *j, int32_t part, const j2k_level *level, const j2k_band *band) {
    const j2k_style *const s = &j->styles[part];
    const int64_t stride = j->tx1 - j->tx0;
    mlcc_number *const begin = j->parts[part].numbers + band->top * stride + band->left;
    int32_t problem = IMAGE_OK;
    for (int64_t n = 0; n < level->across * level->down; n++) {
        const j2k_precinct *const p = &band->precincts[n];
        for (int64_t k = 0; problem == IMAGE_OK && k < p->across * p->down; k++) {
            const j2k_code *const code = &p->codes[k];
            const int64_t width = code->x1 - code->x0, height = code->y1 - code->y0;
            mlcc_number *const to = begin + (code->y0 - band->y0) * stride + code->x0 - band->x0;
            if (code->passes == 0) {
                continue;
            }
            problem = mlcc_rt_jpeg2000_block(code->data, code->size, code->passes, code->planes, band->kind, s->marked,
                                             width, height, to, stride);
            for (int64_t m = 0; problem == IMAGE_OK && m < width * height; m++) {
                mlcc_number *const number = to + m / width * stride + m % width;
                if (s->reversible) {
                    number->whole /= 2;
                } else {
                    number->real = (float)number->whole * band->step;
                }
            }
        }
    }
    return problem;
}

static int32_t j2k_samples(j2k *j, int32_t part, mlcc_number *room) {
    const int64_t stride = j->tx1 - j->tx0;
    int32_t problem = IMAGE_OK;
    for (int32_t r = 0; problem == IMAGE_OK && r <= j->styles[part].levels; r++) {
        const j2k_level *const level = &j->parts[part].levels[r];
        for (int32_t b = 0; problem == IMAGE_OK && b < level->band_count; b++) {
            problem = j2k_decode_band(j, part, level, &level->bands[b]);
        }
        if (r > 0 && problem == IMAGE_OK) {
            mlcc_rt_jpeg2000_wavelet(j->parts[part].numbers, stride, level->x0, level->x1, level->y0, level->y1,
                                     j->styles[part].reversible, room);
        }
    }
    return problem;
}

static int32_t j2k_nearest(float value) {
    if (!(value > -1e6f && value < 1e6f)) {
        return value > 0 ? 1000000 : -1000000;
    }
    const float moved = value + 12582912.0f; /* 1.5 * 2^23: what is added is rounded to whole numbers */
    const float whole = moved - 12582912.0f;
    return (int32_t)whole;
}

static void j2k_pixel(const j2k *j, int64_t k, uint8_t *to) {
    int32_t v[3] = {0, 0, 0};
    if (j->mixed && j->read == 3 && !j->styles[0].reversible) {
        const float y = j->parts[0].numbers[k].real, b = j->parts[1].numbers[k].real, r = j->parts[2].numbers[k].real;
        v[0] = j2k_nearest(y + r * 1.402f);
        v[1] = j2k_nearest(y - b * 0.34413f - r * 0.71414f);
        v[2] = j2k_nearest(y + b * 1.772f);
    } else {
        for (int32_t n = 0; n < j->read; n++) {
            const mlcc_number *const number = j->parts[n].numbers + k;
            v[n] = j->styles[n].reversible ? number->whole : j2k_nearest(number->real);
        }
        if (j->mixed && j->read == 3) {
            const int64_t y = v[0], b = v[1], r = v[2], green = y - ((b + r) >> 2);
            v[0] = (int32_t)(r + green);
            v[1] = (int32_t)green;
            v[2] = (int32_t)(b + green);
        }
    }
    for (int32_t n = 0; n < 3; n++) {
        const int32_t from = j->read == 3 ? n : 0, depth = j->depth[from];
        int64_t value = (int64_t)v[from] + (1 << (depth - 1));
        value = value < 0 ? 0 : value >= 1 << depth ? (1 << depth) - 1 : value;
        to[n] = (uint8_t)(depth > 8 ? value >> (depth - 8) : value << (8 - depth));
    }
}

static int32_t j2k_gather(j2k *j, int64_t tile) {
    size_t size = 0;
    for (int64_t k = 0; k < j->piece_count; k++) {
        size += j->pieces[k].tile == tile ? (size_t)(j->pieces[k].end - j->pieces[k].begin) : 0;
    }
    j->stream = mlcc_rt_image_take(size, 1);
    if (j->stream == NULL) {
        return IMAGE_MEMORY;
    }
    uint8_t *to = j->stream;
    for (int64_t k = 0; k < j->piece_count; k++) {
        for (const uint8_t *p = j->pieces[k].begin; j->pieces[k].tile == tile && p < j->pieces[k].end; p++) {
            *to++ = *p;
        }
    }
    j->from = j->stream;
    j->to = to;
    return IMAGE_OK;
}

static int32_t j2k_tile(j2k *j, int64_t tile) {
    const int64_t column = tile % j->tiles_across, row = tile / j->tiles_across;
    j->tx0 = j2k_most(j->tile_x + column * j->tile_width, j->x0);
    j->tx1 = j2k_min(j->tile_x + (column + 1) * j->tile_width, j->x1);
    j->ty0 = j2k_most(j->tile_y + row * j->tile_height, j->y0);
    j->ty1 = j2k_min(j->tile_y + (row + 1) * j->tile_height, j->y1);
    j->blocks = 0;
    int32_t problem = j2k_gather(j, tile);
    for (int32_t k = 0; problem == IMAGE_OK && k < j->count; k++) {
        problem = j2k_lay_part(j, k);
    }
    if (problem == IMAGE_OK) {
        problem = j->from < j->to ? j2k_packets(j) : IMAGE_DAMAGED;
    }
    const int64_t width = j->tx1 - j->tx0, height = j->ty1 - j->ty0;
    mlcc_number *const room = mlcc_rt_image_take((size_t)j2k_most(width, height), sizeof(mlcc_number));
    problem = problem == IMAGE_OK && room == NULL ? IMAGE_MEMORY : problem;
    for (int32_t k = 0; problem == IMAGE_OK && k < j->read; k++) {
        problem = j2k_samples(j, k, room);
    }
    for (int64_t k = 0; problem == IMAGE_OK && k < width * height; k++) {
        const int64_t x = j->tx0 - j->x0 + k % width, y = j->ty0 - j->y0 + k / width;
        j2k_pixel(j, k, j->image->rgb + (y * j->image->width + x) * 3);
    }
    free(room);
    j2k_drop_tile(j);
    return problem;
}

/* ---------------------------------------------------------------- the container */
/* The codestream of a JP2 file; an image of other colours than gray and RGB, or of a palette, is not read. */
static int32_t j2k_boxes(j2k *j, const uint8_t *at, const uint8_t *end, int32_t inner) {
    while (end - at >= 8) {
        uint64_t size = j2k_word(at, 4);
        const uint32_t name = j2k_word(at + 4, 4);
        int64_t head = 8;
        if (size == 1 && end - at >= 16) {
            size = (uint64_t)j2k_word(at + 8, 4) << 32 | j2k_word(at + 12, 4);
            head = 16;
        }
        size = size == 0 ? (uint64_t)(end - at) : size;
        if (size < (uint64_t)head || size > (uint64_t)(end - at)) {
            return IMAGE_DAMAGED;
        }
        const uint8_t *const body = at + head;
        at += size;
        if (name == 0x6a703268 && !inner) { /* jp2h */
            const int32_t problem = j2k_boxes(j, body, at, 1);
            if (problem != IMAGE_OK) {
                return problem;
            }
        } else if (name == 0x70636c72) { /* pclr */
            return IMAGE_UNSUPPORTED;
        } else if (name == 0x636f6c72 && at - body >= 7 && body[0] == 1) { /* colr */
            const uint32_t colours = j2k_word(body + 3, 4);
            if (colours != 16 && colours != 17) {
                return IMAGE_UNSUPPORTED;
            }
        } else if (name == 0x6a703263 && !inner) { /* jp2c */
            j->at = body;
            j->end = at;
            return IMAGE_OK;
        }
    }
    return inner ? IMAGE_OK : IMAGE_DAMAGED;
}

static int32_t j2k_decode(j2k *j, mlcc_image *image) {
    j->image = image;
    j->at = image->data;
    j->end = image->data + image->size;
    int32_t problem = image->data[0] == 0xff ? IMAGE_OK : j2k_boxes(j, j->at, j->end, 0);
    if (problem == IMAGE_OK) {
        problem = j->end - j->at >= 4 && j2k_word(j->at, 4) == 0xff4fff51 ? j2k_segments(j) : IMAGE_DAMAGED;
    }
    if (problem != IMAGE_OK || image->rgb == NULL) {
        return problem;
    }
    for (int32_t k = 1; j->mixed && k < 3; k++) {
        if (j->count < 3 || j->styles[k].reversible != j->styles[0].reversible) {
            return IMAGE_DAMAGED;
        }
    }
    for (int64_t tile = 0; problem == IMAGE_OK && tile < j->tiles_across * j->tiles_down; tile++) {
        problem = j2k_tile(j, tile);
    }
    return problem;
}

int32_t mlcc_rt_image_jpeg2000(mlcc_image *image) {
    j2k *const j = mlcc_rt_image_take(1, sizeof(j2k));
    if (j == NULL) {
        return IMAGE_MEMORY;
    }
    const int32_t problem = j2k_decode(j, image);
    j2k_drop_tile(j);
    free(j->pieces);
    free(j);
    return problem;
}
