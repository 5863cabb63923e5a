/* Run the built model `mlp` from C: no Python, no runtime package, only the library and its header.
 *
 *   run_mlp x.npy [scores.npy]
 *
 * Prints the ten scores; the second file receives them as NumPy's `save` would write them, so that
 * `mlcc run mlp.so x.npy --check scores.npy --rtol 0 --atol 0` can compare every bit. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mlp.h"

enum { PIXELS = 784, CLASSES = 10 };

static int fail(const char *what) {
  fprintf(stderr, "run_mlp: %s\n", what);
  return 1;
}

/* The data of a .npy file of exactly `count` float32 values in C order; 0 when it is another kind of file. */
static int read_npy(const char *path, float *data, size_t count) {
  unsigned char start[10];
  char header[4096];
  FILE *file = fopen(path, "rb");
  int good = 0;
  if (file == NULL) return 0;
  if (fread(start, 1, sizeof start, file) == sizeof start && memcmp(start, "\x93NUMPY\x01", 7) == 0) {
    size_t length = start[8] | (size_t)start[9] << 8;
    if (length < sizeof header && fread(header, 1, length, file) == length) {
      header[length] = '\0';
      good = strstr(header, "'<f4'") != NULL && strstr(header, "'fortran_order': False") != NULL &&
             fread(data, sizeof *data, count, file) == count && fgetc(file) == EOF;
    }
  }
  fclose(file);
  return good;
}

static int write_npy(const char *path, const float *data, size_t count) {
  char header[118];
  FILE *file = fopen(path, "wb");
  int good;
  if (file == NULL) return 0;
  memset(header, ' ', sizeof header);
  header[snprintf(header, sizeof header, "{'descr': '<f4', 'fortran_order': False, 'shape': (1, %zu), }", count)] = ' ';
  header[sizeof header - 1] = '\n';
  good = fwrite("\x93NUMPY\x01\x00\x76\x00", 1, 10, file) == 10 &&
         fwrite(header, 1, sizeof header, file) == sizeof header &&
         fwrite(data, sizeof *data, count, file) == count;
  return fclose(file) == 0 && good;
}

int main(int argc, char **argv) {
  static float image[PIXELS], scores[CLASSES];
  int64_t image_shape[] = {1, PIXELS}, scores_shape[] = {1, CLASSES};
  DLTensor x = {image, {kDLCPU, 0}, 2, {kDLFloat, 32, 1}, image_shape, NULL, 0};
  DLTensor y = {scores, {kDLCPU, 0}, 2, {kDLFloat, 32, 1}, scores_shape, NULL, 0};
  DLTensor *args[] = {&x, &y};

  if (argc < 2) return fail("usage: run_mlp x.npy [scores.npy]");
  if (!read_npy(argv[1], image, PIXELS)) return fail("the input is not a .npy file of 784 float32 values");
  if (mlcc_main(args, 2) != MLCC_OK) return fail(mlcc_last_error());
  for (int i = 0; i < CLASSES; i++) printf("%.9g\n", scores[i]);

  /* A wrong argument is reported, not executed. */
  image_shape[1] = 783;
  if (mlcc_main(args, 2) != MLCC_ERR_SHAPE) return fail("a wrong shape was not noticed");
  fprintf(stderr, "as it should be, 783 pixels are refused: %s\n", mlcc_last_error());

  if (argc > 2 && !write_npy(argv[2], scores, CLASSES)) return fail("cannot write the scores");
  return 0;
}
