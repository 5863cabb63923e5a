/* JPEG 2000's wavelets (ITU-T T.800, annex F): the reversible 5/3 filter of integers, and the 9/7 filter. */
#include "libc.h"
#include "image.h"

/* The line of a level: samples `count` apart by `step`, of which the first half (those of even positions) is low. */
typedef struct {
    int64_t count, odd, low; /* odd: whether the first position is odd */
} j2k_line;

/* The index after mirroring at both ends. */
static int64_t j2k_mirrored(int64_t k, int64_t count) {
    if (k < 0) {
        k = -k;
    }
    return k >= count ? 2 * (count - 1) - k : k;
}

static void j2k_integers(mlcc_number *x, const j2k_line *line) {
    if (line->count == 1) {
        x[0].whole = line->odd ? x[0].whole / 2 : x[0].whole;
        return;
    }
    for (int64_t k = line->odd; k < line->count; k += 2) {
        const int32_t near = x[j2k_mirrored(k - 1, line->count)].whole;
        const int32_t next = x[j2k_mirrored(k + 1, line->count)].whole;
        x[k].whole = (int32_t)((uint32_t)x[k].whole - (uint32_t)(((int64_t)near + next + 2) >> 2));
    }
    for (int64_t k = 1 - line->odd; k < line->count; k += 2) {
        const int32_t near = x[j2k_mirrored(k - 1, line->count)].whole;
        const int32_t next = x[j2k_mirrored(k + 1, line->count)].whole;
        x[k].whole = (int32_t)((uint32_t)x[k].whole + (uint32_t)(((int64_t)near + next) >> 1));
    }
}

static void j2k_floats(mlcc_number *x, const j2k_line *line) {
    static const float factors[4] = {0.443506852f, 0.882911075f, -0.052980118f, -1.586134342f};
    if (line->count == 1) {
        return;
    }
    for (int64_t k = 0; k < line->count; k++) {
        x[k].real *= (k + line->odd) % 2 == 0 ? 1.230174105f : 1.625732422f;
    }
    for (int32_t n = 0; n < 4; n++) {
        for (int64_t k = n % 2 == 0 ? line->odd : 1 - line->odd; k < line->count; k += 2) {
            const float near = x[j2k_mirrored(k - 1, line->count)].real;
            x[k].real -= factors[n] * (near + x[j2k_mirrored(k + 1, line->count)].real);
        }
    }
}

/* A line whose low half stands before its high half; `x` has room for it. */
static void j2k_undo_line(mlcc_number *to, int64_t step, const j2k_line *line, int32_t reversible, mlcc_number *x) {
    for (int64_t k = 0; k < line->low; k++) {
        x[2 * k + line->odd] = to[k * step];
    }
    for (int64_t k = 0; k < line->count - line->low; k++) {
        x[2 * k + 1 - line->odd] = to[(line->low + k) * step];
    }
    if (reversible) {
        j2k_integers(x, line);
    } else {
        j2k_floats(x, line);
    }
    for (int64_t k = 0; k < line->count; k++) {
        to[k * step] = x[k];
    }
}

void mlcc_rt_jpeg2000_wavelet(mlcc_number *to, int64_t stride, int64_t x0, int64_t x1, int64_t y0, int64_t y1,
                              int32_t reversible, mlcc_number *room) {
    const j2k_line row = {x1 - x0, x0 & 1, (x1 + 1) / 2 - (x0 + 1) / 2};
    const j2k_line column = {y1 - y0, y0 & 1, (y1 + 1) / 2 - (y0 + 1) / 2};
    for (int64_t y = 0; y < column.count; y++) {
        j2k_undo_line(to + y * stride, 1, &row, reversible, room);
    }
    for (int64_t x = 0; x < row.count; x++) {
        j2k_undo_line(to + x, stride, &column, reversible, room);
    }
}
