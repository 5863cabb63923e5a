/* The device by CUDA's driver interface, loaded when the first entry is called. Kernels are PTX made when the library
   was built, or else CUDA C that NVRTC compiles now, for the processor that is there. */
#include <dlfcn.h>

static struct {
  int32_t (*cuInit)(uint32_t);
  int32_t (*cuDeviceGet)(int32_t *, int32_t);
  int32_t (*cuDeviceGetAttribute)(int32_t *, int32_t, int32_t);
  int32_t (*cuDevicePrimaryCtxRetain)(void **, int32_t);
  int32_t (*cuCtxSetCurrent)(void *);
  int32_t (*cuModuleLoadData)(void **, const void *);
  int32_t (*cuModuleUnload)(void *);
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
  int32_t (*nvrtcGetCUBINSize)(void *, size_t *);
  int32_t (*nvrtcGetCUBIN)(void *, char *);
  int32_t (*nvrtcGetProgramLogSize)(void *, size_t *);
  int32_t (*nvrtcGetProgramLog)(void *, char *);
  int32_t (*nvrtcDestroyProgram)(void **);
} rtc;

/* Attributes of a device. */
enum { CU_CAPABILITY_MAJOR = 75, CU_CAPABILITY_MINOR = 76 };

typedef struct {
  const char *name;
  void *to;
} cu_symbol;

static void *cu_context, *cu_module, *cu_kernels[DEVICE_KERNELS];

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

/* NVRTC under the names that it is installed by: the toolkit's, those without its headers, and where it is not known to
   the system's loader. */
static void *device_compiler(void) {
  static const char *const names[] = {"libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12"};
  static const char *const variables[] = {"CUDA_HOME", "CUDA_PATH", NULL};
  void *library = NULL;
  char path[1024];
  for (size_t k = 0; library == NULL && k < COUNT(names); k++) library = dlopen(names[k], RTLD_NOW | RTLD_LOCAL);
  for (size_t k = 0; library == NULL && k < COUNT(variables); k++) {
    const char *const root = variables[k] == NULL ? "/usr/local/cuda" : getenv(variables[k]);
    if (root == NULL) continue;
    snprintf(path, sizeof path, "%s/lib64/libnvrtc.so", root);
    library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  }
  return library;
}

/* What NVRTC says of kernels that it refuses: the first lines, as far as there is room. */
static int32_t device_refused(void *program) {
  size_t size = 0;
  char *log;
  if (rtc.nvrtcGetProgramLogSize(program, &size) != 0 || size == 0 || (log = malloc(size)) == NULL)
    return device_say("NVRTC refuses the kernels", "");
  if (rtc.nvrtcGetProgramLog(program, log) != 0) log[0] = 0;
  device_say("NVRTC refuses the kernels: ", log);
  free(log);
  return ERROR_LAUNCH;
}

/* The kernels as code or PTX; what is allocated for it is `made`. */
static int32_t device_image(int32_t device, const char **image, char **made) {
  static const cu_symbol names[] = {
      NAME(rtc, nvrtcCreateProgram), NAME(rtc, nvrtcCompileProgram),    NAME(rtc, nvrtcGetCUBINSize),
      NAME(rtc, nvrtcGetCUBIN),      NAME(rtc, nvrtcGetProgramLogSize), NAME(rtc, nvrtcGetProgramLog),
      NAME(rtc, nvrtcDestroyProgram)};
  void *library, *program = NULL;
  int32_t major = 0, minor = 0, code;
  char architecture[40];
  const char *const options[] = {"--std=c++17", architecture};
  size_t size = 0;
  *image = device_binary;
  if (device_binary != NULL) return 0;
  library = device_compiler();
  if (library == NULL) return device_say("there is no libnvrtc.so: ", "CUDA's toolkit has it, and the package nvidia-cuda-nvrtc");
  code = device_symbols(library, names, COUNT(names));
  if (code != 0) return code;
  code = cu.cuDeviceGetAttribute(&major, CU_CAPABILITY_MAJOR, device);
  if (code == 0) code = cu.cuDeviceGetAttribute(&minor, CU_CAPABILITY_MINOR, device);
  if (code != 0) return device_fail("cuDeviceGetAttribute", code);
  snprintf(architecture, sizeof architecture, "--gpu-architecture=sm_%d%d", (int)major, (int)minor);
  code = rtc.nvrtcCreateProgram(&program, device_source, "kernels.cu", 0, NULL, NULL);
  if (code != 0) return device_fail("nvrtcCreateProgram", code);
  code = rtc.nvrtcCompileProgram(program, COUNT(options), options);
  if (code != 0) code = device_refused(program);
  if (code == 0) {
    code = rtc.nvrtcGetCUBINSize(program, &size);
    if (code == 0 && (*made = malloc(size)) == NULL) code = ERROR_MEMORY;
    if (code == 0) code = rtc.nvrtcGetCUBIN(program, *made);
    if (code != 0 && code != ERROR_MEMORY) code = device_fail("NVRTC", code);
    *image = *made;
  }
  rtc.nvrtcDestroyProgram(&program);
  return code;
}

static int32_t device_open(void) {
  static const cu_symbol names[] = {
      NAME(cu, cuInit), NAME(cu, cuDeviceGet), NAME(cu, cuDeviceGetAttribute), NAME(cu, cuDevicePrimaryCtxRetain), NAME(cu, cuCtxSetCurrent),
      NAME(cu, cuModuleLoadData), NAME(cu, cuModuleUnload), NAME(cu, cuModuleGetFunction), NAME(cu, cuMemAlloc_v2), NAME(cu, cuMemFree_v2),
      NAME(cu, cuMemcpyHtoD_v2), NAME(cu, cuMemcpyDtoH_v2), NAME(cu, cuMemcpyDtoD_v2), NAME(cu, cuLaunchKernel),
  };
  void *const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  const char *image = NULL;
  char *made = NULL;
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
  code = device_image(device, &image, &made);
  if (code == 0) {
    code = cu.cuModuleLoadData(&cu_module, image);
    if (code != 0) code = device_fail("cuModuleLoadData", code);
  }
  free(made);
  if (code != 0) return code;
  for (int32_t k = 0; code == 0 && k < DEVICE_KERNELS && device_kernels[k] != NULL; k++)
    code = cu.cuModuleGetFunction(&cu_kernels[k], cu_module, device_kernels[k]);
  return code == 0 ? 0 : device_fail("cuModuleGetFunction", code);
}

/* The context stays: it is the process's, and the next library would wait for another. */
static void device_close(void) {
  if (cu_module != NULL) cu.cuModuleUnload(cu_module);
  cu_module = NULL;
}

/* The caller's thread may be new. */
static int32_t device_enter(void) {
  const int32_t code = cu.cuCtxSetCurrent(cu_context);
  return code == 0 ? 0 : device_fail("cuCtxSetCurrent", code);
}

static int32_t device_allocate(size_t bytes, device_memory *memory) {
  uint64_t address = 0;
  const int32_t code = cu.cuMemAlloc_v2(&address, bytes);
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
