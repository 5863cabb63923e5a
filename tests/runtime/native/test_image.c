/* Decodes the files named by the arguments, then many damaged forms of each: nothing but their numbers may come of it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "image.h"

int32_t mlcc_rt_image_measure(const void *data, int64_t size, int64_t *sizes);
int32_t mlcc_rt_image_decode(const void *data, int64_t size, int64_t height, int64_t width, uint8_t *rgb);

static uint32_t state = 1;

static uint32_t number(uint32_t below) {
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % below;
}

/* What a decoder said. */
static int32_t tried(const uint8_t *data, int64_t size) {
    int64_t sizes[2] = {-1, -1};
    uint8_t *const own = malloc((size_t)size + (size == 0)); /* of that size, so that reads behind it are found */
    memcpy(own, data, (size_t)size);
    int32_t code = mlcc_rt_image_measure(own, size, sizes);
    if (code == 0 && sizes[0] * sizes[1] <= 1 << 20) {
        uint8_t *const rgb = malloc((size_t)(sizes[0] * sizes[1] * 3));
        code = mlcc_rt_image_decode(own, size, sizes[0], sizes[1], rgb);
        free(rgb);
    }
    free(own);
    return code;
}

int main(int count, char **names) {
    static uint8_t whole[1 << 16], damaged[1 << 16];
    for (int k = 2; k < count; k++) {
        FILE *const file = fopen(names[k], "rb");
        const int64_t size = file == NULL ? 0 : (int64_t)fread(whole, 1, sizeof whole, file);
        if (file == NULL || tried(whole, size) != 0) {
            printf("%s is not decoded\n", names[k]);
            return 1;
        }
        fclose(file);
        for (int n = 0; n < atoi(names[1]); n++) {
            memcpy(damaged, whole, (size_t)size);
            for (uint32_t change = 0; change <= number(4); change++) {
                damaged[number(number(2) ? 100 : (uint32_t)size) % size] = (uint8_t)(number(3) ? number(256) : 255);
            }
            const int32_t code = tried(damaged, number(8) ? size : number((uint32_t)size));
            if (code < 0 || code > 4 * FORMAT_WEBP + IMAGE_MEMORY) {
                printf("%s: %d\n", names[k], code);
                return 1;
            }
        }
    }
    printf("done\n");
    return 0;
}
