/* VP8: key frames, which are lossy WebP images, as RFC 6386 defines them. Chroma samples are interpolated, and colours computed,
 * as libwebp does it: RFC 9649 asks for no particular way. */
#include "libc.h"
#include "image.h"

static const uint8_t vp8_dc_steps[128] = {
    4, 5, 6, 7, 8, 9, 10, 10, 11, 12, 13, 14, 15, 16, 17, 17, 18, 19, 20, 20, 21, 21, 22, 22, 23, 23, 24, 25, 25,
    26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 46, 47, 48, 49, 50, 51,
    52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 76, 77, 78,
    79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 91, 93, 95, 96, 98, 100, 101, 102, 104, 106, 108, 110, 112, 114,
    116, 118, 122, 124, 126, 128, 130, 132, 134, 136, 138, 140, 143, 145, 148, 151, 154, 157,
};

static const uint16_t vp8_ac_steps[128] = {
    4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32,
    33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 60, 62,
    64, 66, 68, 70, 72, 74, 76, 78, 80, 82, 84, 86, 88, 90, 92, 94, 96, 98, 100, 102, 104, 106, 108, 110, 112, 114,
    116, 119, 122, 125, 128, 131, 134, 137, 140, 143, 146, 149, 152, 155, 158, 161, 164, 167, 170, 173, 177, 181,
    185, 189, 193, 197, 201, 205, 209, 213, 217, 221, 225, 229, 234, 239, 245, 249, 254, 259, 264, 269, 274, 279,
    284,
};

static const uint8_t vp8_first_odds[1056] = {
    128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128,
    128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 253, 136, 254, 255, 228, 219, 128, 128, 128, 128, 128,
    189, 129, 242, 255, 227, 213, 255, 219, 128, 128, 128, 106, 126, 227, 252, 214, 209, 255, 255, 128, 128, 128, 1,
    98, 248, 255, 236, 226, 255, 255, 128, 128, 128, 181, 133, 238, 254, 221, 234, 255, 154, 128, 128, 128, 78, 134,
    202, 247, 198, 180, 255, 219, 128, 128, 128, 1, 185, 249, 255, 243, 255, 128, 128, 128, 128, 128, 184, 150, 247,
    255, 236, 224, 128, 128, 128, 128, 128, 77, 110, 216, 255, 236, 230, 128, 128, 128, 128, 128, 1, 101, 251, 255,
    241, 255, 128, 128, 128, 128, 128, 170, 139, 241, 252, 236, 209, 255, 255, 128, 128, 128, 37, 116, 196, 243,
    228, 255, 255, 255, 128, 128, 128, 1, 204, 254, 255, 245, 255, 128, 128, 128, 128, 128, 207, 160, 250, 255, 238,
    128, 128, 128, 128, 128, 128, 102, 103, 231, 255, 211, 171, 128, 128, 128, 128, 128, 1, 152, 252, 255, 240, 255,
    128, 128, 128, 128, 128, 177, 135, 243, 255, 234, 225, 128, 128, 128, 128, 128, 80, 129, 211, 255, 194, 224,
    128, 128, 128, 128, 128, 1, 1, 255, 128, 128, 128, 128, 128, 128, 128, 128, 246, 1, 255, 128, 128, 128, 128,
    128, 128, 128, 128, 255, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 198, 35, 237, 223, 193, 187, 162,
    160, 145, 155, 62, 131, 45, 198, 221, 172, 176, 220, 157, 252, 221, 1, 68, 47, 146, 208, 149, 167, 221, 162,
    255, 223, 128, 1, 149, 241, 255, 221, 224, 255, 255, 128, 128, 128, 184, 141, 234, 253, 222, 220, 255, 199, 128,
    128, 128, 81, 99, 181, 242, 176, 190, 249, 202, 255, 255, 128, 1, 129, 232, 253, 214, 197, 242, 196, 255, 255,
    128, 99, 121, 210, 250, 201, 198, 255, 202, 128, 128, 128, 23, 91, 163, 242, 170, 187, 247, 210, 255, 255, 128,
    1, 200, 246, 255, 234, 255, 128, 128, 128, 128, 128, 109, 178, 241, 255, 231, 245, 255, 255, 128, 128, 128, 44,
    130, 201, 253, 205, 192, 255, 255, 128, 128, 128, 1, 132, 239, 251, 219, 209, 255, 165, 128, 128, 128, 94, 136,
    225, 251, 218, 190, 255, 255, 128, 128, 128, 22, 100, 174, 245, 186, 161, 255, 199, 128, 128, 128, 1, 182, 249,
    255, 232, 235, 128, 128, 128, 128, 128, 124, 143, 241, 255, 227, 234, 128, 128, 128, 128, 128, 35, 77, 181, 251,
    193, 211, 255, 205, 128, 128, 128, 1, 157, 247, 255, 236, 231, 255, 255, 128, 128, 128, 121, 141, 235, 255, 225,
    227, 255, 255, 128, 128, 128, 45, 99, 188, 251, 195, 217, 255, 224, 128, 128, 128, 1, 1, 251, 255, 213, 255,
    128, 128, 128, 128, 128, 203, 1, 248, 255, 255, 128, 128, 128, 128, 128, 128, 137, 1, 177, 255, 224, 255, 128,
    128, 128, 128, 128, 253, 9, 248, 251, 207, 208, 255, 192, 128, 128, 128, 175, 13, 224, 243, 193, 185, 249, 198,
    255, 255, 128, 73, 17, 171, 221, 161, 179, 236, 167, 255, 234, 128, 1, 95, 247, 253, 212, 183, 255, 255, 128,
    128, 128, 239, 90, 244, 250, 211, 209, 255, 255, 128, 128, 128, 155, 77, 195, 248, 188, 195, 255, 255, 128, 128,
    128, 1, 24, 239, 251, 218, 219, 255, 205, 128, 128, 128, 201, 51, 219, 255, 196, 186, 128, 128, 128, 128, 128,
    69, 46, 190, 239, 201, 218, 255, 228, 128, 128, 128, 1, 191, 251, 255, 255, 128, 128, 128, 128, 128, 128, 223,
    165, 249, 255, 213, 255, 128, 128, 128, 128, 128, 141, 124, 248, 255, 255, 128, 128, 128, 128, 128, 128, 1, 16,
    248, 255, 255, 128, 128, 128, 128, 128, 128, 190, 36, 230, 255, 236, 255, 128, 128, 128, 128, 128, 149, 1, 255,
    128, 128, 128, 128, 128, 128, 128, 128, 1, 226, 255, 128, 128, 128, 128, 128, 128, 128, 128, 247, 192, 255, 128,
    128, 128, 128, 128, 128, 128, 128, 240, 128, 255, 128, 128, 128, 128, 128, 128, 128, 128, 1, 134, 252, 255, 255,
    128, 128, 128, 128, 128, 128, 213, 62, 250, 255, 255, 128, 128, 128, 128, 128, 128, 55, 93, 255, 128, 128, 128,
    128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128,
    128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 202, 24, 213, 235, 186, 191,
    220, 160, 240, 175, 255, 126, 38, 182, 232, 169, 184, 228, 174, 255, 187, 128, 61, 46, 138, 219, 151, 178, 240,
    170, 255, 216, 128, 1, 112, 230, 250, 199, 191, 247, 159, 255, 255, 128, 166, 109, 228, 252, 211, 215, 255, 174,
    128, 128, 128, 39, 77, 162, 232, 172, 180, 245, 178, 255, 255, 128, 1, 52, 220, 246, 198, 199, 249, 220, 255,
    255, 128, 124, 74, 191, 243, 183, 193, 250, 221, 255, 255, 128, 24, 71, 130, 219, 154, 170, 243, 182, 255, 255,
    128, 1, 182, 225, 249, 219, 240, 255, 224, 128, 128, 128, 149, 150, 226, 252, 216, 205, 255, 171, 128, 128, 128,
    28, 108, 170, 242, 183, 194, 254, 223, 255, 255, 128, 1, 81, 230, 252, 204, 203, 255, 192, 128, 128, 128, 123,
    102, 209, 247, 188, 196, 255, 233, 128, 128, 128, 20, 95, 153, 243, 164, 173, 255, 203, 128, 128, 128, 1, 222,
    248, 255, 216, 213, 128, 128, 128, 128, 128, 168, 175, 246, 252, 235, 205, 255, 255, 128, 128, 128, 47, 116,
    215, 255, 211, 212, 255, 255, 128, 128, 128, 1, 121, 236, 253, 212, 214, 255, 255, 128, 128, 128, 141, 84, 213,
    252, 201, 202, 255, 219, 128, 128, 128, 42, 80, 160, 240, 162, 185, 255, 205, 128, 128, 128, 1, 1, 255, 128,
    128, 128, 128, 128, 128, 128, 128, 244, 1, 255, 128, 128, 128, 128, 128, 128, 128, 128, 238, 1, 255, 128, 128,
    128, 128, 128, 128, 128, 128,
};

static const uint8_t vp8_update_odds[1056] = {
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 176, 246, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    223, 241, 252, 255, 255, 255, 255, 255, 255, 255, 255, 249, 253, 253, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 244, 252, 255, 255, 255, 255, 255, 255, 255, 255, 234, 254, 254, 255, 255, 255, 255, 255, 255, 255, 255,
    253, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 246, 254, 255, 255, 255, 255, 255, 255, 255, 255,
    239, 253, 254, 255, 255, 255, 255, 255, 255, 255, 255, 254, 255, 254, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 248, 254, 255, 255, 255, 255, 255, 255, 255, 255, 251, 255, 254, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 253, 254, 255, 255, 255, 255, 255, 255, 255, 255,
    251, 254, 254, 255, 255, 255, 255, 255, 255, 255, 255, 254, 255, 254, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 254, 253, 255, 254, 255, 255, 255, 255, 255, 255, 250, 255, 254, 255, 254, 255, 255, 255, 255, 255, 255,
    254, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    217, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 225, 252, 241, 253, 255, 255, 254, 255, 255, 255, 255,
    234, 250, 241, 250, 253, 255, 253, 254, 255, 255, 255, 255, 254, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    223, 254, 254, 255, 255, 255, 255, 255, 255, 255, 255, 238, 253, 254, 254, 255, 255, 255, 255, 255, 255, 255,
    255, 248, 254, 255, 255, 255, 255, 255, 255, 255, 255, 249, 254, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 253, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    247, 254, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 253, 254, 255, 255, 255, 255, 255, 255, 255, 255, 252, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 254, 254, 255, 255, 255, 255, 255, 255, 255, 255,
    253, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 254, 253, 255, 255, 255, 255, 255, 255, 255, 255, 250, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    254, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    186, 251, 250, 255, 255, 255, 255, 255, 255, 255, 255, 234, 251, 244, 254, 255, 255, 255, 255, 255, 255, 255,
    251, 251, 243, 253, 254, 255, 254, 255, 255, 255, 255, 255, 253, 254, 255, 255, 255, 255, 255, 255, 255, 255,
    236, 253, 254, 255, 255, 255, 255, 255, 255, 255, 255, 251, 253, 253, 254, 254, 255, 255, 255, 255, 255, 255,
    255, 254, 254, 255, 255, 255, 255, 255, 255, 255, 255, 254, 254, 254, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 254, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    254, 254, 255, 255, 255, 255, 255, 255, 255, 255, 255, 254, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 254, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    248, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 250, 254, 252, 254, 255, 255, 255, 255, 255, 255, 255,
    248, 254, 249, 253, 255, 255, 255, 255, 255, 255, 255, 255, 253, 253, 255, 255, 255, 255, 255, 255, 255, 255,
    246, 253, 253, 255, 255, 255, 255, 255, 255, 255, 255, 252, 254, 251, 254, 254, 255, 255, 255, 255, 255, 255,
    255, 254, 252, 255, 255, 255, 255, 255, 255, 255, 255, 248, 254, 253, 255, 255, 255, 255, 255, 255, 255, 255,
    253, 255, 254, 254, 255, 255, 255, 255, 255, 255, 255, 255, 251, 254, 255, 255, 255, 255, 255, 255, 255, 255,
    245, 251, 254, 255, 255, 255, 255, 255, 255, 255, 255, 253, 253, 254, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 251, 253, 255, 255, 255, 255, 255, 255, 255, 255, 252, 253, 254, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 254, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 252, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    249, 255, 254, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 254, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 253, 255, 255, 255, 255, 255, 255, 255, 255, 250, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    254, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
};

static const uint8_t vp8_mode_odds[900] = {
    231, 120, 48, 89, 115, 113, 120, 152, 112, 152, 179, 64, 126, 170, 118, 46, 70, 95, 175, 69, 143, 80, 85, 82,
    72, 155, 103, 56, 58, 10, 171, 218, 189, 17, 13, 152, 114, 26, 17, 163, 44, 195, 21, 10, 173, 121, 24, 80, 195,
    26, 62, 44, 64, 85, 144, 71, 10, 38, 171, 213, 144, 34, 26, 170, 46, 55, 19, 136, 160, 33, 206, 71, 63, 20, 8,
    114, 114, 208, 12, 9, 226, 81, 40, 11, 96, 182, 84, 29, 16, 36, 134, 183, 89, 137, 98, 101, 106, 165, 148, 72,
    187, 100, 130, 157, 111, 32, 75, 80, 66, 102, 167, 99, 74, 62, 40, 234, 128, 41, 53, 9, 178, 241, 141, 26, 8,
    107, 74, 43, 26, 146, 73, 166, 49, 23, 157, 65, 38, 105, 160, 51, 52, 31, 115, 128, 104, 79, 12, 27, 217, 255,
    87, 17, 7, 87, 68, 71, 44, 114, 51, 15, 186, 23, 47, 41, 14, 110, 182, 183, 21, 17, 194, 66, 45, 25, 102, 197,
    189, 23, 18, 22, 88, 88, 147, 150, 42, 46, 45, 196, 205, 43, 97, 183, 117, 85, 38, 35, 179, 61, 39, 53, 200, 87,
    26, 21, 43, 232, 171, 56, 34, 51, 104, 114, 102, 29, 93, 77, 39, 28, 85, 171, 58, 165, 90, 98, 64, 34, 22, 116,
    206, 23, 34, 43, 166, 73, 107, 54, 32, 26, 51, 1, 81, 43, 31, 68, 25, 106, 22, 64, 171, 36, 225, 114, 34, 19,
    21, 102, 132, 188, 16, 76, 124, 62, 18, 78, 95, 85, 57, 50, 48, 51, 193, 101, 35, 159, 215, 111, 89, 46, 111,
    60, 148, 31, 172, 219, 228, 21, 18, 111, 112, 113, 77, 85, 179, 255, 38, 120, 114, 40, 42, 1, 196, 245, 209, 10,
    25, 109, 88, 43, 29, 140, 166, 213, 37, 43, 154, 61, 63, 30, 155, 67, 45, 68, 1, 209, 100, 80, 8, 43, 154, 1,
    51, 26, 71, 142, 78, 78, 16, 255, 128, 34, 197, 171, 41, 40, 5, 102, 211, 183, 4, 1, 221, 51, 50, 17, 168, 209,
    192, 23, 25, 82, 138, 31, 36, 171, 27, 166, 38, 44, 229, 67, 87, 58, 169, 82, 115, 26, 59, 179, 63, 59, 90, 180,
    59, 166, 93, 73, 154, 40, 40, 21, 116, 143, 209, 34, 39, 175, 47, 15, 16, 183, 34, 223, 49, 45, 183, 46, 17, 33,
    183, 6, 98, 15, 32, 183, 57, 46, 22, 24, 128, 1, 54, 17, 37, 65, 32, 73, 115, 28, 128, 23, 128, 205, 40, 3, 9,
    115, 51, 192, 18, 6, 223, 87, 37, 9, 115, 59, 77, 64, 21, 47, 104, 55, 44, 218, 9, 54, 53, 130, 226, 64, 90, 70,
    205, 40, 41, 23, 26, 57, 54, 57, 112, 184, 5, 41, 38, 166, 213, 30, 34, 26, 133, 152, 116, 10, 32, 134, 39, 19,
    53, 221, 26, 114, 32, 73, 255, 31, 9, 65, 234, 2, 15, 1, 118, 73, 75, 32, 12, 51, 192, 255, 160, 43, 51, 88, 31,
    35, 67, 102, 85, 55, 186, 85, 56, 21, 23, 111, 59, 205, 45, 37, 192, 55, 38, 70, 124, 73, 102, 1, 34, 98, 125,
    98, 42, 88, 104, 85, 117, 175, 82, 95, 84, 53, 89, 128, 100, 113, 101, 45, 75, 79, 123, 47, 51, 128, 81, 171, 1,
    57, 17, 5, 71, 102, 57, 53, 41, 49, 38, 33, 13, 121, 57, 73, 26, 1, 85, 41, 10, 67, 138, 77, 110, 90, 47, 114,
    115, 21, 2, 10, 102, 255, 166, 23, 6, 101, 29, 16, 10, 85, 128, 101, 196, 26, 57, 18, 10, 102, 102, 213, 34, 20,
    43, 117, 20, 15, 36, 163, 128, 68, 1, 26, 102, 61, 71, 37, 34, 53, 31, 243, 192, 69, 60, 71, 38, 73, 119, 28,
    222, 37, 68, 45, 128, 34, 1, 47, 11, 245, 171, 62, 17, 19, 70, 146, 85, 55, 62, 70, 37, 43, 37, 154, 100, 163,
    85, 160, 1, 63, 9, 92, 136, 28, 64, 32, 201, 85, 75, 15, 9, 9, 64, 255, 184, 119, 16, 86, 6, 28, 5, 64, 255, 25,
    248, 1, 56, 8, 17, 132, 137, 255, 55, 116, 128, 58, 15, 20, 82, 135, 57, 26, 121, 40, 164, 50, 31, 137, 154,
    133, 25, 35, 218, 51, 103, 44, 131, 131, 123, 31, 6, 158, 86, 40, 64, 135, 148, 224, 45, 183, 128, 22, 26, 17,
    131, 240, 154, 14, 1, 209, 45, 16, 21, 91, 64, 222, 7, 1, 197, 56, 21, 39, 155, 60, 138, 23, 102, 213, 83, 12,
    13, 54, 192, 255, 68, 47, 28, 85, 26, 85, 85, 128, 128, 32, 146, 171, 18, 11, 7, 63, 144, 171, 4, 4, 246, 35,
    27, 10, 146, 174, 171, 12, 26, 128, 190, 80, 35, 99, 180, 80, 126, 54, 45, 85, 126, 47, 87, 176, 51, 41, 20, 32,
    101, 75, 128, 139, 118, 146, 116, 128, 85, 56, 41, 15, 176, 236, 85, 37, 9, 62, 71, 30, 17, 119, 118, 255, 17,
    18, 138, 101, 38, 60, 138, 55, 70, 43, 26, 142, 146, 36, 19, 30, 171, 255, 97, 27, 20, 138, 45, 61, 62, 219, 1,
    81, 188, 64, 32, 41, 20, 117, 151, 142, 20, 21, 163, 112, 19, 12, 61, 195, 128, 48, 4, 24,
};

/* How the pixels of a 4x4 block follow from its 13 neighbours, from the lowest one to the left over the corner to the
 * eighth one above, of which the first and the last stand twice: `k` is the mean of three around neighbour k, 16 + k
 * that of neighbours k and k + 1. */
enum { VP8_DC, VP8_TM, VP8_VE, VP8_HE, VP8_RD, VP8_VR, VP8_LD, VP8_VL, VP8_HD, VP8_HU };
static const uint8_t vp8_directions[10][16] = {
    [VP8_VE] = {6, 7, 8, 9, 6, 7, 8, 9, 6, 7, 8, 9, 6, 7, 8, 9},
    [VP8_HE] = {4, 4, 4, 4, 3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1},
    [VP8_RD] = {5, 6, 7, 8, 4, 5, 6, 7, 3, 4, 5, 6, 2, 3, 4, 5},
    [VP8_VR] = {21, 22, 23, 24, 5, 6, 7, 8, 4, 21, 22, 23, 3, 5, 6, 7},
    [VP8_LD] = {7, 8, 9, 10, 8, 9, 10, 11, 9, 10, 11, 12, 10, 11, 12, 13},
    [VP8_VL] = {22, 23, 24, 25, 7, 8, 9, 10, 23, 24, 25, 11, 8, 9, 10, 12},
    [VP8_HD] = {20, 5, 6, 7, 19, 4, 20, 5, 18, 3, 19, 4, 17, 2, 18, 3},
    [VP8_HU] = {19, 3, 18, 2, 18, 2, 17, 1, 17, 1, 16, 16, 16, 16, 16, 16},
};

/* Bits with odds: arithmetic coding. */
typedef struct {
    const uint8_t *at, *end;
    uint32_t value, range;
    int32_t count, beyond; /* bits of `value` below its upper 8; bytes that the data does not have */
} vp8_bits;

typedef struct {
    uint8_t flat; /* predicted as a whole, with coefficients for the means of its blocks */
    uint8_t filter, inner, edge, sharp;
} vp8_block;

typedef struct {
    int64_t width, height, columns, rows, stride, half_stride;
    uint8_t *planes, *luma, *chroma[2];
    vp8_block *blocks;
    uint8_t *modes;   /* of 4x4 blocks: those above, four a macroblock; then four to the left */
    uint8_t *nonzero; /* whether blocks have coefficients: nine above, a macroblock; then nine to the left */
    vp8_bits header, parts[8];
    int32_t part_count;
    int32_t segments, by_map, absolute, segment_odds[3], segment_step[4], segment_filter[4];
    int32_t simple, level, sharpness, deltas, frame_delta, mode_delta;
    int32_t skips, skip_odds;
    int32_t steps[4][3][2]; /* by segment, and kind (luma, means, chroma): of the first coefficient, of the others */
    uint8_t odds[4][8][3][11];
    int16_t coefficients[25 * 16];
} vp8;

/* ---------------------------------------------------------------- bits */
static void vp8_begin(vp8_bits *b, const uint8_t *data, size_t size) {
    *b = (vp8_bits){data, data + size, 0, 255, -8, 0};
}

static int32_t vp8_bit(vp8_bits *b, uint32_t odds) {
    while (b->count < 0) {
        b->beyond += b->at >= b->end;
        b->value = b->value << 8 | (b->at < b->end ? *b->at++ : 0);
        b->count += 8;
    }
    const uint32_t split = 1 + ((b->range - 1) * odds >> 8), upper = split << b->count;
    int32_t bit = 0;
    if (b->value >= upper) {
        b->value -= upper;
        b->range -= split;
        bit = 1;
    } else {
        b->range = split;
    }
    while (b->range < 128) {
        b->range <<= 1;
        b->count--;
    }
    return bit;
}

static int32_t vp8_number(vp8_bits *b, int32_t bits) {
    int32_t value = 0;
    while (bits-- > 0) {
        value = value << 1 | vp8_bit(b, 128);
    }
    return value;
}

/* A number with a sign, of which a bit says whether it is there. */
static int32_t vp8_optional(vp8_bits *b, int32_t bits) {
    if (!vp8_bit(b, 128)) {
        return 0;
    }
    const int32_t value = vp8_number(b, bits);
    return vp8_bit(b, 128) ? -value : value;
}

/* ---------------------------------------------------------------- the header */
static int32_t vp8_clip(int32_t value, int32_t low, int32_t high) {
    return value < low ? low : value > high ? high : value;
}

static void vp8_read_segments(vp8 *v) {
    vp8_bits *const b = &v->header;
    v->segments = vp8_bit(b, 128);
    if (!v->segments) {
        return;
    }
    v->by_map = vp8_bit(b, 128);
    if (vp8_bit(b, 128)) {
        v->absolute = vp8_bit(b, 128);
        for (int32_t k = 0; k < 4; k++) {
            v->segment_step[k] = vp8_optional(b, 7);
        }
        for (int32_t k = 0; k < 4; k++) {
            v->segment_filter[k] = vp8_optional(b, 6);
        }
    }
    for (int32_t k = 0; v->by_map && k < 3; k++) {
        v->segment_odds[k] = vp8_bit(b, 128) ? vp8_number(b, 8) : 255;
    }
}

static void vp8_read_filter(vp8 *v) {
    vp8_bits *const b = &v->header;
    v->simple = vp8_bit(b, 128);
    v->level = vp8_number(b, 6);
    v->sharpness = vp8_number(b, 3);
    v->deltas = vp8_bit(b, 128);
    if (v->deltas && vp8_bit(b, 128)) {
        int32_t values[8];
        for (int32_t k = 0; k < 8; k++) {
            values[k] = vp8_optional(b, 6);
        }
        v->frame_delta = values[0];
        v->mode_delta = values[4];
    }
}

static int32_t vp8_read_parts(vp8 *v, const uint8_t *data, const uint8_t *end) {
    v->part_count = 1 << vp8_number(&v->header, 2);
    const uint8_t *sizes = data;
    if (end - data < 3 * (v->part_count - 1)) {
        return IMAGE_DAMAGED;
    }
    data += 3 * (v->part_count - 1);
    for (int32_t k = 0; k < v->part_count; k++, sizes += 3) {
        const size_t left = (size_t)(end - data);
        size_t size = left;
        if (k < v->part_count - 1) {
            size = (size_t)sizes[0] | (size_t)sizes[1] << 8 | (size_t)sizes[2] << 16;
            size = size < left ? size : left;
        }
        vp8_begin(&v->parts[k], data, size);
        data += size;
    }
    return IMAGE_OK;
}

static void vp8_read_steps(vp8 *v) {
    vp8_bits *const b = &v->header;
    const int32_t base = vp8_number(b, 7);
    int32_t more[5];
    for (int32_t k = 0; k < 5; k++) {
        more[k] = vp8_optional(b, 4);
    }
    for (int32_t k = 0; k < 4; k++) {
        const int32_t own = !v->segments ? base : v->segment_step[k] + (v->absolute ? 0 : base);
        const int32_t mean = vp8_ac_steps[vp8_clip(own + more[2], 0, 127)] * 155 / 100;
        const int32_t steps[3][2] = {
            {vp8_dc_steps[vp8_clip(own + more[0], 0, 127)], vp8_ac_steps[vp8_clip(own, 0, 127)]},
            {vp8_dc_steps[vp8_clip(own + more[1], 0, 127)] * 2, mean < 8 ? 8 : mean},
            {vp8_dc_steps[vp8_clip(own + more[3], 0, 117)], vp8_ac_steps[vp8_clip(own + more[4], 0, 127)]},
        };
        for (int32_t n = 0; n < 6; n++) {
            v->steps[k][n / 2][n % 2] = steps[n / 2][n % 2];
        }
    }
}

static int32_t vp8_header(vp8 *v, const uint8_t *data, size_t size) {
    const size_t first = (size_t)(data[0] | data[1] << 8 | data[2] << 16) >> 5;
    if (first > size - 10) {
        return IMAGE_DAMAGED;
    }
    vp8_begin(&v->header, data + 10, first);
    vp8_number(&v->header, 2); /* the colour space, and whether values may be out of range */
    vp8_read_segments(v);
    vp8_read_filter(v);
    const int32_t problem = vp8_read_parts(v, data + 10 + first, data + size);
    vp8_read_steps(v);
    vp8_bit(&v->header, 128);
    uint8_t *const odds = &v->odds[0][0][0][0];
    for (int32_t k = 0; k < 1056; k++) {
        odds[k] = vp8_bit(&v->header, vp8_update_odds[k]) ? (uint8_t)vp8_number(&v->header, 8) : vp8_first_odds[k];
    }
    v->skips = vp8_bit(&v->header, 128);
    v->skip_odds = v->skips ? vp8_number(&v->header, 8) : 0;
    return problem;
}

/* ---------------------------------------------------------------- coefficients */
static int32_t vp8_large(vp8_bits *b, const uint8_t *odds) {
    static const uint8_t digits[4][12] = {{173, 148, 140},
                                          {176, 155, 140, 135},
                                          {180, 157, 141, 134, 130},
                                          {254, 254, 243, 230, 196, 177, 153, 140, 133, 130, 129}};
    if (!vp8_bit(b, odds[3])) {
        return !vp8_bit(b, odds[4]) ? 2 : 3 + vp8_bit(b, odds[5]);
    }
    if (!vp8_bit(b, odds[6])) {
        if (!vp8_bit(b, odds[7])) {
            return 5 + vp8_bit(b, 159);
        }
        const int32_t upper = vp8_bit(b, 165);
        return 7 + 2 * upper + vp8_bit(b, 145);
    }
    const int32_t upper = vp8_bit(b, odds[8]), kind = 2 * upper + vp8_bit(b, odds[9 + upper]);
    int32_t value = 0;
    for (const uint8_t *digit = digits[kind]; *digit != 0; digit++) {
        value = 2 * value + vp8_bit(b, *digit);
    }
    return value + 3 + (8 << kind);
}

/* The coefficients of a block from number `first` on, and how many there are up to the last that is not 0. */
static int32_t vp8_coefficients(vp8_bits *b, uint8_t (*odds)[3][11], int32_t context, const int32_t *steps,
                                int32_t first, int16_t *to) {
    static const uint8_t bands[17] = {0, 1, 2, 3, 6, 4, 5, 6, 6, 6, 6, 6, 6, 6, 6, 7, 0};
    static const uint8_t order[16] = {0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15};
    const uint8_t *p = odds[bands[first]][context];
    for (int32_t n = first; n < 16; n++) {
        if (!vp8_bit(b, p[0])) {
            return n;
        }
        while (!vp8_bit(b, p[1])) {
            p = odds[bands[++n]][0];
            if (n == 16) {
                return 16;
            }
        }
        const int32_t large = vp8_bit(b, p[2]), value = large ? vp8_large(b, p) : 1;
        p = odds[bands[n + 1]][1 + large];
        to[order[n]] = (int16_t)((vp8_bit(b, 128) ? -value : value) * steps[n > 0]);
    }
    return 16;
}

/* The means of the 16 luma blocks, from their transform. */
static void vp8_means(const int16_t *in, int16_t *to) {
    int32_t t[16];
    for (int32_t k = 0; k < 4; k++) {
        const int32_t a = in[k] + in[12 + k], b = in[4 + k] + in[8 + k];
        const int32_t c = in[4 + k] - in[8 + k], d = in[k] - in[12 + k];
        t[k] = a + b;
        t[8 + k] = a - b;
        t[4 + k] = d + c;
        t[12 + k] = d - c;
    }
    for (int32_t k = 0; k < 4; k++) {
        const int32_t *const r = t + 4 * k;
        const int32_t a = r[0] + 3 + r[3], b = r[1] + r[2], c = r[1] - r[2], d = r[0] + 3 - r[3];
        to[64 * k] = (int16_t)((a + b) >> 3);
        to[64 * k + 16] = (int16_t)((d + c) >> 3);
        to[64 * k + 32] = (int16_t)((a - b) >> 3);
        to[64 * k + 48] = (int16_t)((d - c) >> 3);
    }
}

/* All coefficients of a macroblock; whether one is not 0. */
static int32_t vp8_residue(vp8 *v, vp8_bits *b, int32_t segment, int32_t flat, uint8_t *above, uint8_t *left) {
    int16_t *const all = v->coefficients;
    int32_t any = 0;
    for (int32_t k = 0; k < 25 * 16; k++) {
        all[k] = 0;
    }
    if (flat) {
        const int32_t n = vp8_coefficients(b, v->odds[1], above[8] + left[8], v->steps[segment][1], 0, all + 24 * 16);
        above[8] = left[8] = n > 0;
        vp8_means(all + 24 * 16, all);
    }
    for (int32_t k = 0; k < 24; k++) {
        /* Four by four luma blocks, then two by two of each chroma plane. */
        const int32_t luma = k < 16, first = luma && flat;
        uint8_t *const up = above + (luma ? k % 4 : 4 + (k - 16) / 4 * 2 + k % 2);
        uint8_t *const beside = left + (luma ? k / 4 : 4 + (k - 16) / 4 * 2 + k % 4 / 2);
        int16_t *const to = all + 16 * k;
        const int32_t n = vp8_coefficients(b, v->odds[luma ? (flat ? 0 : 3) : 2], *up + *beside,
                                           v->steps[segment][luma ? 0 : 2], first, to);
        *up = *beside = n > first;
        any |= n > 1 || to[0] != 0;
    }
    return any;
}

/* ---------------------------------------------------------------- prediction */
static uint8_t vp8_byte(int32_t value) { return (uint8_t)vp8_clip(value, 0, 255); }

/* Add the inverse transform of a 4x4 block. */
static void vp8_add(const int16_t *in, uint8_t *to, int64_t stride) {
    int32_t t[16];
    for (int32_t k = 0; k < 4; k++) {
        const int32_t a = in[k] + in[8 + k], b = in[k] - in[8 + k], p = in[4 + k], q = in[12 + k];
        const int32_t c = (p * 35468 >> 16) - (q * 20091 >> 16) - q, d = (p * 20091 >> 16) + p + (q * 35468 >> 16);
        t[4 * k] = a + d;
        t[4 * k + 1] = b + c;
        t[4 * k + 2] = b - c;
        t[4 * k + 3] = a - d;
    }
    for (int32_t k = 0; k < 4; k++) {
        const int32_t first = t[k] + 4, a = first + t[8 + k], b = first - t[8 + k], p = t[4 + k], q = t[12 + k];
        const int32_t c = (p * 35468 >> 16) - (q * 20091 >> 16) - q, d = (p * 20091 >> 16) + p + (q * 35468 >> 16);
        uint8_t *const row = to + k * stride;
        row[0] = vp8_byte(row[0] + ((a + d) >> 3));
        row[1] = vp8_byte(row[1] + ((b + c) >> 3));
        row[2] = vp8_byte(row[2] + ((b - c) >> 3));
        row[3] = vp8_byte(row[3] + ((a - d) >> 3));
    }
}

/* Each pixel from the one to its left, the one above, and the corner. */
static void vp8_plane(uint8_t *to, int64_t stride, int32_t size) {
    const uint8_t *const above = to - stride, corner = above[-1];
    for (int32_t y = 0; y < size; y++) {
        for (int32_t x = 0; x < size; x++) {
            to[y * stride + x] = vp8_byte(to[y * stride - 1] + above[x] - corner);
        }
    }
}

/* A whole plane of a macroblock. `inside`: whether there are macroblocks to the left (1) and above (2). */
static void vp8_predict(uint8_t *to, int64_t stride, int32_t size, int32_t mode, int32_t inside) {
    const uint8_t *const above = to - stride;
    int32_t sum = 0, mean = 128;
    for (int32_t k = 0; k < size; k++) {
        sum += (inside & 2 ? above[k] : 0) + (inside & 1 ? to[k * stride - 1] : 0);
    }
    if (inside != 0) {
        const int32_t count = inside == 3 ? 2 * size : size;
        mean = (sum + count / 2) / count;
    }
    if (mode == VP8_TM) {
        vp8_plane(to, stride, size);
        return;
    }
    for (int32_t y = 0; y < size; y++) {
        const uint8_t left = to[y * stride - 1];
        for (int32_t x = 0; x < size; x++) {
            to[y * stride + x] = mode == VP8_VE ? above[x] : mode == VP8_HE ? left : (uint8_t)mean;
        }
    }
}

/* A 4x4 block; `further` are the four pixels above to its right. */
static void vp8_predict_small(uint8_t *to, int64_t stride, int32_t mode, const uint8_t *further) {
    uint8_t e[15];
    for (int32_t k = 0; k < 4; k++) {
        e[1 + k] = to[(3 - k) * stride - 1];
        e[6 + k] = to[k - stride];
        e[10 + k] = further[k];
    }
    e[0] = e[1];
    e[5] = to[-stride - 1];
    e[14] = e[13];
    if (mode == VP8_TM) {
        vp8_plane(to, stride, 4);
        return;
    }
    const int32_t mean = (e[1] + e[2] + e[3] + e[4] + e[6] + e[7] + e[8] + e[9] + 4) >> 3;
    for (int32_t k = 0; k < 16; k++) {
        const int32_t from = vp8_directions[mode][k], n = from & 15;
        const int32_t value = mode == VP8_DC ? mean
                              : from & 16    ? (e[n] + e[n + 1] + 1) >> 1
                                             : (e[n - 1] + 2 * e[n] + e[n + 1] + 2) >> 2;
        to[k / 4 * stride + k % 4] = (uint8_t)value;
    }
}

static void vp8_luma_blocks(const vp8 *v, uint8_t *luma, int64_t x, int64_t y, const uint8_t *modes) {
    uint8_t right[4];
    for (int32_t k = 0; k < 4; k++) {
        /* Above the last macroblock's right there is nothing: its last pixel above is repeated. */
        right[k] = luma[-v->stride + (x < v->columns - 1 || y == 0 ? 16 + k : 15)];
    }
    for (int32_t k = 0; k < 16; k++) {
        uint8_t *const block = luma + k / 4 * 4 * v->stride + k % 4 * 4;
        vp8_predict_small(block, v->stride, modes[k], k % 4 == 3 ? right : block - v->stride + 4);
        vp8_add(v->coefficients + 16 * k, block, v->stride);
    }
}

/* ---------------------------------------------------------------- macroblocks */
static int32_t vp8_small_mode(vp8_bits *b, int32_t above, int32_t left) {
    static const int8_t tree[18] = {-VP8_DC, 2,  -VP8_TM, 4,       -VP8_VE, 6,  8,       12,      -VP8_HE,
                                    10,      -VP8_RD, -VP8_VR, -VP8_LD, 14, -VP8_VL, 16, -VP8_HD, -VP8_HU};
    const uint8_t *const odds = vp8_mode_odds + (above * 10 + left) * 9;
    int32_t at = 0;
    do {
        at = tree[at + vp8_bit(b, odds[at >> 1])];
    } while (at > 0);
    return -at;
}

static void vp8_filter_strength(const vp8 *v, vp8_block *block, int32_t segment) {
    int32_t level = v->level;
    if (v->segments) {
        level = v->segment_filter[segment] + (v->absolute ? 0 : v->level);
    }
    if (v->deltas) {
        level += v->frame_delta + (block->flat ? 0 : v->mode_delta);
    }
    level = vp8_clip(level, 0, 63);
    int32_t inner = v->sharpness > 4 ? level >> 2 : v->sharpness > 0 ? level >> 1 : level;
    if (v->sharpness > 0 && inner > 9 - v->sharpness) {
        inner = 9 - v->sharpness;
    }
    inner = inner < 1 ? 1 : inner;
    block->edge = (uint8_t)(level == 0 ? 0 : 2 * level + inner);
    block->sharp = (uint8_t)inner;
    block->filter = level >= 40 ? 2 : level >= 15 ? 1 : 0;
}

static void vp8_macroblock(vp8 *v, int64_t x, int64_t y) {
    vp8_bits *const b = &v->header;
    vp8_block *const block = &v->blocks[y * v->columns + x];
    uint8_t *const above = v->modes + 4 * x, *const left = v->modes + 4 * v->columns;
    uint8_t *const up = v->nonzero + 9 * x, *const beside = v->nonzero + 9 * v->columns;
    int32_t segment = 0, mode = 0;
    uint8_t modes[16];
    if (v->by_map) {
        segment = !vp8_bit(b, (uint32_t)v->segment_odds[0]) ? vp8_bit(b, (uint32_t)v->segment_odds[1])
                                                            : 2 + vp8_bit(b, (uint32_t)v->segment_odds[2]);
    }
    const int32_t skipped = v->skips ? vp8_bit(b, (uint32_t)v->skip_odds) : 0;
    block->flat = (uint8_t)vp8_bit(b, 145);
    if (block->flat) {
        mode = vp8_bit(b, 156) ? (vp8_bit(b, 128) ? VP8_TM : VP8_HE) : (vp8_bit(b, 163) ? VP8_VE : VP8_DC);
    }
    for (int32_t k = 0; k < 16; k++) {
        uint8_t *const over = above + k % 4, *const before = left + k / 4;
        modes[k] = (uint8_t)(block->flat ? mode : vp8_small_mode(b, *over, *before));
        *over = *before = modes[k];
    }
    const int32_t hue_mode =
        !vp8_bit(b, 142) ? VP8_DC : !vp8_bit(b, 114) ? VP8_VE : vp8_bit(b, 183) ? VP8_TM : VP8_HE;
    int32_t any = 0;
    if (!skipped) {
        any = vp8_residue(v, &v->parts[y & (v->part_count - 1)], segment, block->flat, up, beside);
    } else {
        for (int32_t k = 0; k < 8 + block->flat; k++) {
            up[k] = beside[k] = 0;
        }
        for (int32_t k = 0; k < 25 * 16; k++) {
            v->coefficients[k] = 0;
        }
    }
    vp8_filter_strength(v, block, segment);
    block->inner = !block->flat || any;
    const int32_t inside = (x > 0) | (y > 0) << 1;
    uint8_t *const luma = v->luma + y * 16 * v->stride + x * 16;
    if (block->flat) {
        vp8_predict(luma, v->stride, 16, mode, inside);
        for (int32_t k = 0; k < 16; k++) {
            vp8_add(v->coefficients + 16 * k, luma + k / 4 * 4 * v->stride + k % 4 * 4, v->stride);
        }
    } else {
        vp8_luma_blocks(v, luma, x, y, modes);
    }
    for (int32_t k = 0; k < 8; k++) {
        uint8_t *const plane = v->chroma[k / 4] + y * 8 * v->half_stride + x * 8;
        if (k % 4 == 0) {
            vp8_predict(plane, v->half_stride, 8, hue_mode, inside);
        }
        vp8_add(v->coefficients + 256 + 16 * k, plane + k % 4 / 2 * 4 * v->half_stride + k % 2 * 4, v->half_stride);
    }
}

/* ---------------------------------------------------------------- filters */
static int32_t vp8_apart(int32_t a, int32_t b) { return a > b ? a - b : b - a; }

/* Around an edge whose next pixels are `step` apart: `kind` 0 changes two pixels, 1 up to four, 2 up to six. */
static void vp8_filter(uint8_t *p, int64_t step, int32_t kind, int32_t limit, int32_t sharp, int32_t threshold) {
    const int32_t p1 = p[-2 * step], p0 = p[-step], q0 = p[0], q1 = p[step];
    if (4 * vp8_apart(p0, q0) + vp8_apart(p1, q1) > 2 * limit + 1) {
        return;
    }
    int32_t rough = 1;
    if (kind > 0) {
        const int32_t p3 = p[-4 * step], p2 = p[-3 * step], q2 = p[2 * step], q3 = p[3 * step];
        if (vp8_apart(p3, p2) > sharp || vp8_apart(p2, p1) > sharp || vp8_apart(p1, p0) > sharp ||
            vp8_apart(q3, q2) > sharp || vp8_apart(q2, q1) > sharp || vp8_apart(q1, q0) > sharp) {
            return;
        }
        rough = vp8_apart(p1, p0) > threshold || vp8_apart(q1, q0) > threshold;
    }
    const int32_t step_over = 3 * (q0 - p0), wide = step_over + vp8_clip(p1 - q1, -128, 127);
    if (kind == 2 && !rough) {
        const int32_t a = vp8_clip(wide, -128, 127);
        for (int32_t k = 0; k < 3; k++) {
            const int32_t more = ((27 - 9 * k) * a + 63) >> 7;
            p[-(k + 1) * step] = vp8_byte(p[-(k + 1) * step] + more);
            p[k * step] = vp8_byte(p[k * step] - more);
        }
        return;
    }
    const int32_t a = rough ? wide : step_over;
    const int32_t less = vp8_clip((a + 4) >> 3, -16, 15), more = vp8_clip((a + 3) >> 3, -16, 15);
    p[-step] = vp8_byte(p0 + more);
    p[0] = vp8_byte(q0 - less);
    if (!rough) {
        p[-2 * step] = vp8_byte(p1 + ((less + 1) >> 1));
        p[step] = vp8_byte(q1 - ((less + 1) >> 1));
    }
}

/* The edges of a macroblock in one direction: `across` from one pixel of an edge to the next. */
static void vp8_filter_edges(const vp8 *v, const vp8_block *block, uint8_t *plane, int32_t size, int64_t step,
                             int64_t across, int32_t outer) {
    for (int32_t edge = outer ? 0 : 4; edge < (block->inner ? size : 1); edge += 4) {
        for (int32_t k = 0; k < size; k++) {
            vp8_filter(plane + edge * step + k * across, step, v->simple ? 0 : edge == 0 ? 2 : 1,
                       block->edge + (edge == 0 ? 4 : 0), block->sharp, block->filter);
        }
    }
}

static void vp8_filter_all(const vp8 *v) {
    for (int64_t y = 0; y < v->rows; y++) {
        for (int64_t x = 0; x < v->columns; x++) {
            const vp8_block *const block = &v->blocks[y * v->columns + x];
            for (int32_t k = 0; block->edge != 0 && k < (v->simple ? 1 : 3); k++) {
                const int32_t size = k == 0 ? 16 : 8;
                const int64_t stride = k == 0 ? v->stride : v->half_stride;
                uint8_t *const plane = (k == 0 ? v->luma : v->chroma[k - 1]) + y * size * stride + x * size;
                vp8_filter_edges(v, block, plane, size, 1, stride, x > 0);
                vp8_filter_edges(v, block, plane, size, stride, 1, y > 0);
            }
        }
    }
}

/* ---------------------------------------------------------------- pixels */
static int32_t vp8_colour(int32_t value) { return vp8_clip(value >> 6, 0, 255); }

static int32_t vp8_scaled(int32_t value, int32_t factor) { return value * factor >> 8; }

static void vp8_pixels(const vp8 *v, uint8_t *rgb) {
    const int64_t half_rows = (v->height + 1) / 2, half_columns = (v->width + 1) / 2;
    for (int64_t y = 0; y < v->height; y++) {
        int64_t other = y / 2 + (y % 2 ? 1 : -1);
        other = other < 0 ? 0 : other >= half_rows ? half_rows - 1 : other;
        for (int64_t x = 0; x < v->width; x++, rgb += 3) {
            int64_t beside = x / 2 + (x % 2 ? 1 : -1);
            beside = beside < 0 ? 0 : beside >= half_columns ? half_columns - 1 : beside;
            int32_t hue[2];
            for (int32_t k = 0; k < 2; k++) {
                const uint8_t *const here = v->chroma[k] + y / 2 * v->half_stride;
                const uint8_t *const there = v->chroma[k] + other * v->half_stride;
                hue[k] = (9 * here[x / 2] + 3 * (here[beside] + there[x / 2]) + there[beside] + 8) >> 4;
            }
            const int32_t light = vp8_scaled(v->luma[y * v->stride + x], 19077);
            rgb[0] = (uint8_t)vp8_colour(light + vp8_scaled(hue[1], 26149) - 14234);
            rgb[1] = (uint8_t)vp8_colour(light - vp8_scaled(hue[0], 6419) - vp8_scaled(hue[1], 13320) + 8708);
            rgb[2] = (uint8_t)vp8_colour(light + vp8_scaled(hue[0], 33050) - 17685);
        }
    }
}

/* ---------------------------------------------------------------- images */
/* Planes with a border of a pixel to the left and a row above (and 16 more pixels there), which have fixed values. */
static int32_t vp8_prepare(vp8 *v) {
    v->stride = 16 * v->columns + 32;
    v->half_stride = 8 * v->columns + 16;
    const size_t luma = (size_t)(v->stride * (16 * v->rows + 1)), chroma = (size_t)(v->half_stride * (8 * v->rows + 1));
    v->planes = mlcc_rt_image_take(luma + 2 * chroma, 1);
    v->blocks = mlcc_rt_image_take((size_t)(v->columns * v->rows), sizeof(vp8_block));
    v->modes = mlcc_rt_image_take((size_t)v->columns * 4 + 4, 1);
    v->nonzero = mlcc_rt_image_take((size_t)v->columns * 9 + 9, 1);
    if (v->planes == NULL || v->blocks == NULL || v->modes == NULL || v->nonzero == NULL) {
        return IMAGE_MEMORY;
    }
    for (int32_t n = 0; n < 3; n++) {
        uint8_t *const plane = v->planes + (n > 0 ? luma + (size_t)(n - 1) * chroma : 0);
        const int64_t stride = n > 0 ? v->half_stride : v->stride, rows = (n > 0 ? 8 : 16) * v->rows;
        *(n > 0 ? &v->chroma[n - 1] : &v->luma) = plane + stride + 8;
        for (int64_t k = 0; k < stride; k++) {
            plane[k] = 127;
        }
        for (int64_t y = 1; y <= rows; y++) {
            plane[y * stride + 7] = 129;
        }
    }
    return IMAGE_OK;
}

static int32_t vp8_decode(vp8 *v, const uint8_t *data, size_t size) {
    int32_t problem = vp8_header(v, data, size);
    if (problem == IMAGE_OK) {
        problem = vp8_prepare(v);
    }
    for (int64_t y = 0; problem == IMAGE_OK && y < v->rows; y++) {
        for (int32_t k = 0; k < 4; k++) {
            v->modes[4 * v->columns + k] = VP8_DC;
        }
        for (int32_t k = 0; k < 9; k++) {
            v->nonzero[9 * v->columns + k] = 0;
        }
        for (int64_t x = 0; x < v->columns; x++) {
            vp8_macroblock(v, x, y);
        }
        /* An encoder may leave out the zeros at the end. */
        if (v->header.beyond > 4 || v->parts[y & (v->part_count - 1)].beyond > 4) {
            problem = IMAGE_DAMAGED;
        }
    }
    if (problem == IMAGE_OK) {
        vp8_filter_all(v);
    }
    return problem;
}

int32_t mlcc_rt_image_vp8(mlcc_image *image, const uint8_t *data, size_t size) {
    if (size < 10 || data[3] != 0x9d || data[4] != 1 || data[5] != 0x2a) {
        return IMAGE_DAMAGED;
    }
    if ((data[0] & 1) != 0 || (data[0] >> 1 & 7) > 3) {
        return IMAGE_UNSUPPORTED; /* not a key frame, or a later profile */
    }
    const int32_t problem =
        mlcc_rt_image_sizes(image, (data[6] | data[7] << 8) & 0x3fff, (data[8] | data[9] << 8) & 0x3fff);
    if (problem != IMAGE_OK || image->rgb == NULL) {
        return problem;
    }
    vp8 *const v = mlcc_rt_image_take(1, sizeof(vp8));
    if (v == NULL) {
        return IMAGE_MEMORY;
    }
    v->width = image->width;
    v->height = image->height;
    v->columns = (v->width + 15) / 16;
    v->rows = (v->height + 15) / 16;
    const int32_t result = vp8_decode(v, data, size);
    if (result == IMAGE_OK) {
        vp8_pixels(v, image->rgb);
    }
    free(v->planes);
    free(v->blocks);
    free(v->modes);
    free(v->nonzero);
    free(v);
    return result;
}
