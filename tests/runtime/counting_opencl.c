/* A driver of OpenCL that computes nothing and counts the objects that are alive. Every third call of
   clCreateKernel fails where `refuse` is set. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

int alive[5], refuse;
enum { CONTEXT, QUEUE, PROGRAM, KERNEL, MEMORY };

static void *made(int kind, int32_t *code) {
  alive[kind]++;
  *code = 0;
  return &alive[kind];
}

int32_t clGetPlatformIDs(uint32_t room, void **platforms, uint32_t *count) {
  platforms[0] = alive;
  *count = room > 0;
  return 0;
}
int32_t clGetDeviceIDs(void *platform, uint64_t kind, uint32_t room, void **devices, uint32_t *count) {
  devices[0] = platform;
  *count = kind != 0 && room > 0;
  return 0;
}
void *clCreateContext(const intptr_t *a, uint32_t b, void *const *c, void *d, void *e, int32_t *code) {
  return made(CONTEXT, code);
}
void *clCreateCommandQueue(void *a, void *b, uint64_t c, int32_t *code) { return made(QUEUE, code); }
void *clCreateProgramWithSource(void *a, uint32_t b, const char *const *c, const size_t *d, int32_t *code) {
  return made(PROGRAM, code);
}
int32_t clBuildProgram(void *a, uint32_t b, void *const *c, const char *d, void *e, void *f) { return 0; }
int32_t clGetProgramBuildInfo(void *a, void *b, uint32_t c, size_t d, void *e, size_t *f) { return 0; }
void *clCreateKernel(void *a, const char *b, int32_t *code) {
  void *const kernel = made(KERNEL, code);
  if (!refuse || alive[KERNEL] % 3 != 0) return kernel;
  alive[KERNEL]--;
  *code = -5;
  return NULL;
}
void *clCreateBuffer(void *a, uint64_t b, size_t c, void *d, int32_t *code) { return made(MEMORY, code); }
int32_t clReleaseMemObject(void *a) { return alive[MEMORY]--, 0; }
int32_t clReleaseKernel(void *a) { return alive[KERNEL]--, 0; }
int32_t clReleaseProgram(void *a) { return alive[PROGRAM]--, 0; }
int32_t clReleaseCommandQueue(void *a) { return alive[QUEUE]--, 0; }
int32_t clReleaseContext(void *a) { return alive[CONTEXT]--, 0; }
int32_t clSetKernelArg(void *a, uint32_t b, size_t c, const void *d) { return 0; }
int32_t clEnqueueWriteBuffer(void *a, void *b, uint32_t c, size_t d, size_t e, const void *f, uint32_t g, void *h, void *i) {
  return 0;
}
int32_t clEnqueueReadBuffer(void *a, void *b, uint32_t c, size_t d, size_t e, void *f, uint32_t g, void *h, void *i) {
  memset(f, 0, e);
  return 0;
}
int32_t clEnqueueCopyBuffer(void *a, void *b, void *c, size_t d, size_t e, size_t f, uint32_t g, void *h, void *i) {
  return 0;
}
int32_t clEnqueueNDRangeKernel(void *a, void *b, uint32_t c, const size_t *d, const size_t *e, const size_t *f, uint32_t g,
                               void *h, void *i) {
  return 0;
}
