/* Runs a function twice, the second time in a workspace that is one byte too small, and prints the bits of its result. */
#include "data.h"
#include "model.h"

void put(const char *text);

static float y[OUTPUTS];
static _Alignas(64) unsigned char workspace[MLCC_MAIN_WORKSPACE_BYTES];

static void put_bits(float value) {
    union {
        float value;
        uint32_t bits;
    } u = {value};
    char text[10];
    for (int i = 0; i < 8; i++) {
        text[i] = "0123456789abcdef"[u.bits >> (28 - 4 * i) & 15];
    }
    text[8] = '\n';
    text[9] = 0;
    put(text);
}

int main(void) {
    if (mlcc_main_workspace_bytes() != sizeof workspace) return 1;
    if (mlcc_main_run(x, y, workspace, sizeof workspace - 1) != 10) return 2;
    if (mlcc_main_run(x, y, workspace, sizeof workspace) != 0) return 3;
    for (int i = 0; i < OUTPUTS; i++) put_bits(y[i]);
    return 0;
}
