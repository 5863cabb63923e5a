/* Encoded images: their sizes and their pixels. */
#include "libc.h"
#include "image.h"

void *mlcc_rt_image_take(size_t count, size_t bytes) {
    if (bytes != 0 && count > ((size_t)-1 >> 2) / bytes) {
        return NULL;
    }
    uint8_t *const block = malloc(count * bytes + 1);
    for (size_t k = 0; block != NULL && k < count * bytes; k++) {
        block[k] = 0;
    }
    return block;
}

int32_t mlcc_rt_image_sizes(mlcc_image *image, int64_t width, int64_t height) {
    if (width <= 0 || height <= 0) {
        return IMAGE_DAMAGED;
    }
    if (width > IMAGE_PIXELS / height) {
        return IMAGE_UNSUPPORTED;
    }
    if (image->rgb != NULL && (width != image->width || height != image->height)) {
        return IMAGE_DAMAGED;
    }
    image->width = width;
    image->height = height;
    return IMAGE_OK;
}

static int begins(const mlcc_image *image, size_t at, const char *with, size_t count) {
    if (image->size < at + count) {
        return 0;
    }
    for (size_t k = 0; k < count; k++) {
        if (image->data[at + k] != (uint8_t)with[k]) {
            return 0;
        }
    }
    return 1;
}

static int32_t format_of(const mlcc_image *image) {
    static const struct {
        char mark[8];
        uint8_t length, format;
    } marks[] = {
        {"BM", 2, FORMAT_BMP},
        {"\xff\xd8\xff", 3, FORMAT_JPEG},
        {"\0\0\0\x0cjP ", 7, FORMAT_JPEG2000},
        {"\xff\x4f\xff\x51", 4, FORMAT_JPEG2000},
        {"\x89PNG\r\n\x1a", 7, FORMAT_PNG},
        {"II*\0", 4, FORMAT_TIFF},
        {"MM\0*", 4, FORMAT_TIFF},
    };
    for (size_t k = 0; k < sizeof marks / sizeof marks[0]; k++) {
        if (begins(image, 0, marks[k].mark, marks[k].length)) {
            return marks[k].format;
        }
    }
    if (begins(image, 0, "RIFF", 4) && begins(image, 8, "WEBP", 4)) {
        return FORMAT_WEBP;
    }
    if (image->size > 2 && image->data[0] == 'P' && image->data[1] >= '1' && image->data[1] <= '6') {
        return FORMAT_PNM;
    }
    return FORMAT_UNKNOWN;
}

static int32_t decoded(mlcc_image *image, int32_t format) {
    switch (format) {
    case FORMAT_BMP: return mlcc_rt_image_bmp(image);
    case FORMAT_JPEG: return mlcc_rt_image_jpeg(image);
    case FORMAT_JPEG2000: return mlcc_rt_image_jpeg2000(image);
    case FORMAT_PNG: return mlcc_rt_image_png(image);
    case FORMAT_PNM: return mlcc_rt_image_pnm(image);
    case FORMAT_TIFF: return mlcc_rt_image_tiff(image);
    case FORMAT_WEBP: return mlcc_rt_image_webp(image);
    default: return IMAGE_UNSUPPORTED;
    }
}

/* Height and width of an image to sizes[0] and sizes[1]; 0, or what is wrong with it. */
int32_t mlcc_rt_image_measure(const void *data, int64_t size, int64_t *sizes) {
    mlcc_image image = {data, (size_t)size, 0, 0, NULL};
    const int32_t format = format_of(&image), problem = decoded(&image, format);
    sizes[0] = problem == IMAGE_OK ? image.height : 0;
    sizes[1] = problem == IMAGE_OK ? image.width : 0;
    return problem == IMAGE_OK ? 0 : 4 * format + problem;
}

/* The pixels of an image of the sizes that mlcc_rt_image_measure gave, three bytes each; 0, or what is wrong. */
int32_t mlcc_rt_image_decode(const void *data, int64_t size, int64_t height, int64_t width, uint8_t *rgb) {
    mlcc_image image = {data, (size_t)size, width, height, rgb};
    const int32_t format = format_of(&image), problem = decoded(&image, format);
    return problem == IMAGE_OK ? 0 : 4 * format + problem;
}
