/* Netpbm's PBM, PGM and PPM, as text and as bytes. */
#include "libc.h"
#include "image.h"

typedef struct {
    const uint8_t *at, *end;
} pnm;

static int pnm_is_space(uint8_t c) { return c == ' ' || (c >= 9 && c <= 13); }

static void pnm_skip(pnm *p) {
    while (p->at < p->end && (pnm_is_space(*p->at) || *p->at == '#')) {
        if (*p->at == '#') {
            while (p->at < p->end && *p->at != '\n' && *p->at != '\r') {
                p->at++;
            }
        } else {
            p->at++;
        }
    }
}

/* The next decimal number, or -1. */
static int64_t pnm_number(pnm *p) {
    pnm_skip(p);
    int64_t value = -1;
    for (; p->at < p->end && *p->at >= '0' && *p->at <= '9'; p->at++) {
        value = (value < 0 ? 0 : value) * 10 + (*p->at - '0');
        if (value > IMAGE_PIXELS) {
            return -1;
        }
    }
    return value;
}

/* A sample of a bitmap as text: one digit, which nothing need separate from the next. */
static int64_t pnm_digit(pnm *p) {
    pnm_skip(p);
    return p->at < p->end && (*p->at == '0' || *p->at == '1') ? *p->at++ - '0' : -1;
}

static int64_t pnm_bytes(pnm *p, int32_t wide) {
    if (p->end - p->at < 1 + wide) {
        return -1;
    }
    const int64_t value = wide ? p->at[0] << 8 | p->at[1] : p->at[0];
    p->at += 1 + wide;
    return value;
}

int32_t mlcc_rt_image_pnm(mlcc_image *image) {
    pnm p = {image->data + 2, image->data + image->size};
    const int32_t kind = image->data[1] - '0', bitmap = kind == 1 || kind == 4, colours = kind % 3 == 0 ? 3 : 1;
    const int64_t width = pnm_number(&p), height = pnm_number(&p), most = bitmap ? 1 : pnm_number(&p);
    if (most < 1 || most > 65535 || (kind > 3 && (p.at >= p.end || !pnm_is_space(*p.at++)))) {
        return IMAGE_DAMAGED;
    }
    const int32_t problem = mlcc_rt_image_sizes(image, width, height);
    if (problem != IMAGE_OK || image->rgb == NULL) {
        return problem;
    }
    uint8_t *to = image->rgb;
    for (int64_t y = 0; y < height; y++) {
        for (int64_t x = 0; x < width; x++, to += 3) {
            for (int32_t c = 0; c < colours; c++) {
                int64_t value;
                if (kind == 4) {
                    value = p.at < p.end ? *p.at >> (7 - x % 8) & 1 : -1;
                    p.at += p.at < p.end && (x % 8 == 7 || x == width - 1);
                } else {
                    value = kind == 1 ? pnm_digit(&p) : kind < 4 ? pnm_number(&p) : pnm_bytes(&p, most > 255);
                }
                if (value < 0 || value > most) {
                    return IMAGE_DAMAGED;
                }
                value = bitmap ? 1 - value : value;
                const int64_t whole = value * 255 / most, twice = value * 255 % most * 2;
                to[c] = (uint8_t)(whole + (twice > most || (twice == most && whole % 2 == 1)));
            }
            if (colours == 1) {
                to[1] = to[2] = to[0];
            }
        }
    }
    return IMAGE_OK;
}
