/* What the decoders of image formats share. */
#ifndef MLCC_IMAGE_H
#define MLCC_IMAGE_H

#include <stddef.h>
#include <stdint.h>

/* The results of a decoder. A kernel returns `4 * format + problem`; the texts are in mlcc/topi/native/images.py. */
enum { IMAGE_OK = 0, IMAGE_DAMAGED = 1, IMAGE_UNSUPPORTED = 2, IMAGE_MEMORY = 3 };
enum { FORMAT_UNKNOWN, FORMAT_BMP, FORMAT_JPEG, FORMAT_JPEG2000, FORMAT_PNG, FORMAT_PNM, FORMAT_TIFF, FORMAT_WEBP };

/* The largest number of pixels: what a file of a few bytes can make a decoder allocate has a bound. */
#define IMAGE_PIXELS ((int64_t)1 << 27)

/* An encoded image, and where its pixels go: `rgb` has three bytes for each, row by row. Where it is NULL, only the
 * sizes are wanted. */
typedef struct {
    const uint8_t *data;
    size_t size;
    int64_t width, height;
    uint8_t *rgb;
} mlcc_image;

int32_t mlcc_rt_image_bmp(mlcc_image *image);
int32_t mlcc_rt_image_jpeg(mlcc_image *image);
int32_t mlcc_rt_image_jpeg2000(mlcc_image *image);
int32_t mlcc_rt_image_png(mlcc_image *image);
int32_t mlcc_rt_image_pnm(mlcc_image *image);
int32_t mlcc_rt_image_tiff(mlcc_image *image);
int32_t mlcc_rt_image_webp(mlcc_image *image);

/* The sizes of an image, of which a decoder that is asked for the pixels must find the same again. */
int32_t mlcc_rt_image_sizes(mlcc_image *image, int64_t width, int64_t height);

/* `count` elements of `bytes` bytes that are 0, to be freed; NULL if there is no memory. */
void *mlcc_rt_image_take(size_t count, size_t bytes);

/* Decompress a deflate stream to exactly `room` bytes at `to`; what follows them is not read. */
int32_t mlcc_rt_inflate(const uint8_t *data, size_t size, uint8_t *to, size_t room);
/* The same for a stream with zlib's header. */
int32_t mlcc_rt_zlib(const uint8_t *data, size_t size, uint8_t *to, size_t room);

/* Pixels of VP8 (lossy) and VP8L (lossless) streams; the container is read by mlcc_rt_image_webp. */
int32_t mlcc_rt_image_vp8(mlcc_image *image, const uint8_t *data, size_t size);
int32_t mlcc_rt_image_vp8l(mlcc_image *image, const uint8_t *data, size_t size);

/* A coefficient of JPEG 2000. */
typedef union {
    int32_t whole;
    float real;
} mlcc_number;

/* A code block of JPEG 2000: `passes` coding passes of `data`, whose first one is of bit plane `planes - 1`, to the
 * doubled coefficients `to` (of rows `stride` apart), in a band of orientation `band` (1: high in x, 2: high in y). */
int32_t mlcc_rt_jpeg2000_block(const uint8_t *data, size_t size, int32_t passes, int32_t planes, int32_t band,
                               int32_t marked, int64_t width, int64_t height, mlcc_number *to, int64_t stride);

/* Undo one level of a wavelet transform in place: of the columns and rows x0 to x1 and y0 to y1 of an image that begins
 * at `to`: whole numbers (the reversible 5/3 filter) or real ones (9/7). `room` has as many elements as the longer
 * side. */
void mlcc_rt_jpeg2000_wavelet(mlcc_number *to, int64_t stride, int64_t x0, int64_t x1, int64_t y0, int64_t y1,
                              int32_t reversible, mlcc_number *room);

#endif
