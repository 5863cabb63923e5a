/* The device by OpenCL 1.2. The library is loaded when the first entry is called. */
#include <dlfcn.h>

typedef void *cl_object;
enum { CL_SUCCESS = 0, CL_MEM_READ_WRITE = 1, CL_TRUE = 1, CL_PROGRAM_BUILD_LOG = 0x1183 };

static struct {
  int32_t (*clGetPlatformIDs)(uint32_t, cl_object *, uint32_t *);
  int32_t (*clGetDeviceIDs)(cl_object, uint64_t, uint32_t, cl_object *, uint32_t *);
  cl_object (*clCreateContext)(const intptr_t *, uint32_t, const cl_object *, void *, void *, int32_t *);
  cl_object (*clCreateCommandQueue)(cl_object, cl_object, uint64_t, int32_t *);
  cl_object (*clCreateProgramWithSource)(cl_object, uint32_t, const char *const *, const size_t *, int32_t *);
  int32_t (*clBuildProgram)(cl_object, uint32_t, const cl_object *, const char *, void *, void *);
  int32_t (*clGetProgramBuildInfo)(cl_object, cl_object, uint32_t, size_t, void *, size_t *);
  cl_object (*clCreateKernel)(cl_object, const char *, int32_t *);
  cl_object (*clCreateBuffer)(cl_object, uint64_t, size_t, void *, int32_t *);
  int32_t (*clReleaseMemObject)(cl_object);
  int32_t (*clReleaseKernel)(cl_object);
  int32_t (*clReleaseProgram)(cl_object);
  int32_t (*clReleaseCommandQueue)(cl_object);
  int32_t (*clReleaseContext)(cl_object);
  int32_t (*clSetKernelArg)(cl_object, uint32_t, size_t, const void *);
  int32_t (*clEnqueueWriteBuffer)(cl_object, cl_object, uint32_t, size_t, size_t, const void *, uint32_t, void *, void *);
  int32_t (*clEnqueueReadBuffer)(cl_object, cl_object, uint32_t, size_t, size_t, void *, uint32_t, void *, void *);
  int32_t (*clEnqueueCopyBuffer)(cl_object, cl_object, cl_object, size_t, size_t, size_t, uint32_t, void *, void *);
  int32_t (*clEnqueueNDRangeKernel)(cl_object, cl_object, uint32_t, const size_t *, const size_t *, const size_t *,
                                    uint32_t, void *, void *);
} cl;

static cl_object cl_context, cl_queue, cl_program, cl_kernels[DEVICE_KERNELS];

static int32_t device_symbols(void *library) {
  static const struct {
    const char *name;
    void *to;
  } names[] = {
#define NAME(f) {#f, &cl.f}
    NAME(clGetPlatformIDs), NAME(clGetDeviceIDs), NAME(clCreateContext), NAME(clCreateCommandQueue),
    NAME(clCreateProgramWithSource), NAME(clBuildProgram), NAME(clGetProgramBuildInfo), NAME(clCreateKernel),
    NAME(clCreateBuffer), NAME(clReleaseMemObject), NAME(clReleaseKernel), NAME(clReleaseProgram),
    NAME(clReleaseCommandQueue), NAME(clReleaseContext), NAME(clSetKernelArg), NAME(clEnqueueWriteBuffer),
    NAME(clEnqueueReadBuffer), NAME(clEnqueueCopyBuffer), NAME(clEnqueueNDRangeKernel),
#undef NAME
  };
  for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
    void *const found = dlsym(library, names[k].name);
    if (found == NULL) return device_say("OpenCL lacks ", names[k].name);
    memcpy(names[k].to, &found, sizeof found);
  }
  return 0;
}

static int32_t device_build(cl_object device) {
  int32_t code;
  const char *text = device_source;
  cl_program = cl.clCreateProgramWithSource(cl_context, 1, &text, NULL, &code);
  if (code != CL_SUCCESS) return device_fail("clCreateProgramWithSource", code);
  if (cl.clBuildProgram(cl_program, 1, &device, "", NULL, NULL) != CL_SUCCESS) {
    static char log[400];
    cl.clGetProgramBuildInfo(cl_program, device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
    return device_say("the device's compiler refuses the kernels: ", log);
  }
  for (int32_t k = 0; k < DEVICE_KERNELS && device_kernels[k] != NULL; k++) {
    cl_kernels[k] = cl.clCreateKernel(cl_program, device_kernels[k], &code);
    if (code != CL_SUCCESS) return device_say("the device's compiler has no kernel ", device_kernels[k]);
  }
  return 0;
}

static int32_t device_open(void) {
  void *library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
  cl_object platforms[8], device = NULL;
  uint32_t count = 0, found = 0;
  int32_t code;
  if (library == NULL) library = dlopen("libOpenCL.so", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return device_say("there is no libOpenCL.so.1: ", "install a driver of OpenCL");
  code = device_symbols(library);
  if (code != 0) return code;
  if (cl.clGetPlatformIDs(8, platforms, &count) != CL_SUCCESS) count = 0;
  /* a graphics card or accelerator of any platform, else any device */
  for (int32_t pass = 0; pass < 2 && found == 0; pass++)
    for (uint32_t k = 0; k < count && k < 8 && found == 0; k++)
      if (cl.clGetDeviceIDs(platforms[k], pass == 0 ? 4 | 8 : 0xffffffffu, 1, &device, &found) != CL_SUCCESS) found = 0;
  if (found == 0) return device_say("OpenCL has no device", "");
  cl_context = cl.clCreateContext(NULL, 1, &device, NULL, NULL, &code);
  if (code != CL_SUCCESS) return device_fail("clCreateContext", code);
  cl_queue = cl.clCreateCommandQueue(cl_context, device, 0, &code);
  if (code != CL_SUCCESS) return device_fail("clCreateCommandQueue", code);
  return device_build(device);
}

static void device_close(void) {
  for (int32_t k = 0; k < DEVICE_KERNELS; k++) {
    if (cl_kernels[k] != NULL) cl.clReleaseKernel(cl_kernels[k]);
    cl_kernels[k] = NULL;
  }
  if (cl_program != NULL) cl.clReleaseProgram(cl_program);
  if (cl_queue != NULL) cl.clReleaseCommandQueue(cl_queue);
  if (cl_context != NULL) cl.clReleaseContext(cl_context);
  cl_program = cl_queue = cl_context = NULL;
}

static int32_t device_enter(void) { return 0; }

static int32_t device_allocate(size_t bytes, device_memory *memory) {
  int32_t code;
  *memory = (device_memory)cl.clCreateBuffer(cl_context, CL_MEM_READ_WRITE, bytes, NULL, &code);
  return code == CL_SUCCESS ? 0 : device_fail("clCreateBuffer", code);
}

static void device_release(device_memory memory) { cl.clReleaseMemObject((cl_object)memory); }

static int32_t device_write(device_memory to, size_t at, const void *from, size_t bytes) {
  const int32_t code = cl.clEnqueueWriteBuffer(cl_queue, (cl_object)to, CL_TRUE, at, bytes, from, 0, NULL, NULL);
  return code == CL_SUCCESS ? 0 : device_fail("clEnqueueWriteBuffer", code);
}

static int32_t device_read(void *to, device_memory from, size_t at, size_t bytes) {
  const int32_t code = cl.clEnqueueReadBuffer(cl_queue, (cl_object)from, CL_TRUE, at, bytes, to, 0, NULL, NULL);
  return code == CL_SUCCESS ? 0 : device_fail("clEnqueueReadBuffer", code);
}

static int32_t device_move(device_memory to, size_t at, device_memory from, size_t begin, size_t bytes) {
  const int32_t code =
      cl.clEnqueueCopyBuffer(cl_queue, (cl_object)from, (cl_object)to, begin, at, bytes, 0, NULL, NULL);
  return code == CL_SUCCESS ? 0 : device_fail("clEnqueueCopyBuffer", code);
}

static int32_t device_start(int32_t kernel, const int64_t *size, const device_argument *arguments, int32_t count) {
  size_t global[3], local[3];
  uint32_t at = 0;
  int32_t code = CL_SUCCESS;
  for (int32_t k = 0; k < count && code == CL_SUCCESS; k++) {
    int64_t number = arguments[k].number;
    if (arguments[k].pointer != NULL) {
      const device_region *const r = device_find(arguments[k].pointer);
      cl_object memory = r == NULL ? NULL : (cl_object)r->memory;
      number = r == NULL ? 0 : (const char *)arguments[k].pointer - r->host;
      code = cl.clSetKernelArg(cl_kernels[kernel], at++, sizeof memory, &memory);
      if (code != CL_SUCCESS) break;
    }
    code = cl.clSetKernelArg(cl_kernels[kernel], at++, sizeof number, &number);
  }
  if (code != CL_SUCCESS) return device_fail("clSetKernelArg", code);
  for (int32_t k = 0; k < 3; k++) {
    local[k] = (size_t)size[3 + k];
    global[k] = (size_t)size[k] * local[k];
  }
  code = cl.clEnqueueNDRangeKernel(cl_queue, cl_kernels[kernel], 3, NULL, global, local, 0, NULL, NULL);
  return code == CL_SUCCESS ? 0 : device_fail(device_kernels[kernel], code);
}
