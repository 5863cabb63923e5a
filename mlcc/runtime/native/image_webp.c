/* The container of WebP (RFC 9649): its chunks, of which one has the pixels. Transparency is left out, and the pictures of
 * an animation are not read. */
#include "libc.h"
#include "image.h"

static uint32_t webp_word(const uint8_t *p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

int32_t mlcc_rt_image_webp(mlcc_image *image) {
    size_t at = 12;
    while (image->size - at >= 8) {
        const uint8_t *const chunk = image->data + at;
        const uint32_t name = webp_word(chunk);
        const size_t left = image->size - at - 8, length = webp_word(chunk + 4);
        if (length > left) {
            return IMAGE_DAMAGED;
        }
        switch (name) {
        case 0x20385056: return mlcc_rt_image_vp8(image, chunk + 8, length);  /* "VP8 " */
        case 0x4c385056: return mlcc_rt_image_vp8l(image, chunk + 8, length); /* "VP8L" */
        case 0x58385056:                                                      /* "VP8X" */
            if (length >= 1 && (chunk[8] & 2) != 0) {
                return IMAGE_UNSUPPORTED; /* an animation */
            }
            break;
        default: break;
        }
        at += 8 + length + (length & 1);
        if (at > image->size) {
            break;
        }
    }
    return IMAGE_DAMAGED;
}
