/* The device by CUDA's driver interface, loaded when the first entry is called. Kernels are PTX made when the library
   was built, or else CUDA C that NVRTC compiles now. */
#include <dlfcn.h>

static struct {
  int32_t (*cuInit)(uint32_t);
  int32_t (*cuDeviceGet)(int32_t *, int32_t);
  int32_t (*cuDevicePrimaryCtxRetain)(void **, int32_t);
  int32_t (*cuCtxSetCurrent)(void *);
  int32_t (*cuModuleLoadData)(void **, const void *);
  int32_t (*cuModuleGetFunction)(void **, void *, const char *);
  int32_t (*cuMemAlloc_v2)(uint64_t *, size_t);
  int32_t (*cuMemFree_v2)(uint64_t);
  int32_t (*cuMemcpyHtoD_v2)(uint64_t, const void *, size_t);
  int32_t (*cuMemcpyDtoH_v2)(void *, uint64_t, size_t);
  int32_t (*cuMemcpyDtoD_v2)(uint64_t, uint64_t, size_t);
  int32_t (*cuLaunchKernel)(void *, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, void *,
                            void **, void **);
} cu;

static struct {
  int32_t (*nvrtcCreateProgram)(void **, const char *, const char *, int32_t, const char *const *, const char *const *);
  int32_t (*nvrtcCompileProgram)(void *, int32_t, const char *const *);
  int32_t (*nvrtcGetPTXSize)(void *, size_t *);
  int32_t (*nvrtcGetPTX)(void *, char *);
} rtc;

typedef struct {
  const char *name;
  void *to;
} cu_symbol;

static void *cu_context, *cu_kernels[DEVICE_KERNELS];

static int32_t device_symbols(void *library, const cu_symbol *names, size_t count) {
  for (size_t k = 0; k < count; k++) {
    void *const found = dlsym(library, names[k].name);
    if (found == NULL) return device_say("the driver of CUDA lacks ", names[k].name);
    memcpy(names[k].to, &found, sizeof found);
  }
  return 0;
}

#define NAME(table, f) {#f, &table.f}
#define COUNT(list) (sizeof list / sizeof list[0])

/* The kernels as PTX; what is allocated lives as long as the library. */
static int32_t device_ptx(const char **ptx) {
  static const cu_symbol names[] = {NAME(rtc, nvrtcCreateProgram), NAME(rtc, nvrtcCompileProgram),
                                    NAME(rtc, nvrtcGetPTXSize), NAME(rtc, nvrtcGetPTX)};
  static const char *const options[] = {"--std=c++17"};
  void *library, *program = NULL;
  size_t size = 0;
  char *text;
  int32_t code;
  *ptx = device_binary;
  if (device_binary != NULL) return 0;
  library = dlopen("libnvrtc.so", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return device_say("the library has no PTX and there is no libnvrtc.so: ", "build it where nvcc is");
  code = device_symbols(library, names, COUNT(names));
  if (code != 0) return code;
  code = rtc.nvrtcCreateProgram(&program, device_source, "kernels.cu", 0, NULL, NULL);
  if (code == 0) code = rtc.nvrtcCompileProgram(program, 1, options);
  if (code == 0) code = rtc.nvrtcGetPTXSize(program, &size);
  if (code != 0) return device_fail("NVRTC", code);
  text = malloc(size);
  if (text == NULL) return ERROR_MEMORY;
  *ptx = text;
  code = rtc.nvrtcGetPTX(program, text);
  return code == 0 ? 0 : device_fail("NVRTC", code);
}

static int32_t device_open(void) {
  static const cu_symbol names[] = {
      NAME(cu, cuInit), NAME(cu, cuDeviceGet), NAME(cu, cuDevicePrimaryCtxRetain), NAME(cu, cuCtxSetCurrent),
      NAME(cu, cuModuleLoadData), NAME(cu, cuModuleGetFunction), NAME(cu, cuMemAlloc_v2), NAME(cu, cuMemFree_v2),
      NAME(cu, cuMemcpyHtoD_v2), NAME(cu, cuMemcpyDtoH_v2), NAME(cu, cuMemcpyDtoD_v2), NAME(cu, cuLaunchKernel),
  };
  void *const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL), *module = NULL;
  const char *ptx = NULL;
  int32_t device = 0, code;
  if (library == NULL) return device_say("there is no libcuda.so.1: ", "this machine has no driver of CUDA");
  code = device_symbols(library, names, COUNT(names));
  if (code != 0) return code;
  code = cu.cuInit(0);
  if (code == 0) code = cu.cuDeviceGet(&device, 0);
  if (code != 0) return device_fail("CUDA has no device", code);
  code = cu.cuDevicePrimaryCtxRetain(&cu_context, device);
  if (code == 0) code = cu.cuCtxSetCurrent(cu_context);
  if (code != 0) return device_fail("cuDevicePrimaryCtxRetain", code);
  code = device_ptx(&ptx);
  if (code != 0) return code;
  code = cu.cuModuleLoadData(&module, ptx);
  for (int32_t k = 0; code == 0 && k < DEVICE_KERNELS && device_kernels[k] != NULL; k++)
    code = cu.cuModuleGetFunction(&cu_kernels[k], module, device_kernels[k]);
  return code == 0 ? 0 : device_fail("cuModuleLoadData", code);
}

static int32_t device_allocate(size_t bytes, device_memory *memory) {
  uint64_t address = 0;
  const int32_t other = cu.cuCtxSetCurrent(cu_context); /* the caller's thread may be new */
  const int32_t code = other != 0 ? other : cu.cuMemAlloc_v2(&address, bytes);
  *memory = (device_memory)address;
  return code == 0 ? 0 : device_fail("cuMemAlloc", code);
}

static void device_release(device_memory memory) { cu.cuMemFree_v2(memory); }

static int32_t device_write(device_memory to, size_t at, const void *from, size_t bytes) {
  const int32_t code = cu.cuMemcpyHtoD_v2(to + at, from, bytes);
  return code == 0 ? 0 : device_fail("cuMemcpyHtoD", code);
}

static int32_t device_read(void *to, device_memory from, size_t at, size_t bytes) {
  const int32_t code = cu.cuMemcpyDtoH_v2(to, from + at, bytes);
  return code == 0 ? 0 : device_fail("cuMemcpyDtoH", code);
}

static int32_t device_move(device_memory to, size_t at, device_memory from, size_t begin, size_t bytes) {
  const int32_t code = cu.cuMemcpyDtoD_v2(to + at, from + begin, bytes);
  return code == 0 ? 0 : device_fail("cuMemcpyDtoD", code);
}

static int32_t device_start(int32_t kernel, const int64_t *size, const device_argument *arguments, int32_t count) {
  uint64_t values[DEVICE_ARGUMENTS];
  void *pointers[DEVICE_ARGUMENTS];
  for (int32_t k = 0; k < count; k++) {
    const device_region *const r = arguments[k].pointer == NULL ? NULL : device_find(arguments[k].pointer);
    values[k] = (uint64_t)arguments[k].number;
    if (r != NULL) values[k] = r->memory + (uint64_t)((const char *)arguments[k].pointer - r->host);
    pointers[k] = &values[k];
  }
  const int32_t code = cu.cuLaunchKernel(cu_kernels[kernel], (uint32_t)size[0], (uint32_t)size[1], (uint32_t)size[2],
                                         (uint32_t)size[3], (uint32_t)size[4], (uint32_t)size[5], 0, NULL, pointers,
                                         NULL);
  return code == 0 ? 0 : device_fail(device_kernels[kernel], code);
}
