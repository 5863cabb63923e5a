/* Memory and launches of an artefact whose kernels run on a device.

   Host code works with addresses of host memory. While an entry runs, a table says which of them stand for memory of
   the device: arguments, workspace, constants. What the device needs is behind nine functions, which opencl.c and
   cuda.c define: open, close, enter, allocate, release, write, read, move, start. Calls of one library run one after the
   other, and memory that one has allocated is there for the next, until the library is shut down. */
#define MLCC_ON_DEVICE 1

typedef uintptr_t device_memory;

typedef struct {
  const void *pointer; /* of a buffer, or NULL */
  int64_t number;
} device_argument;

enum { DEVICE_READ, DEVICE_WRITTEN, DEVICE_SCRATCH, DEVICE_CONSTANT };

typedef struct {
  char *host;
  size_t bytes, allocated;
  int32_t use;
  device_memory memory;
} device_region;

/* The first entry is that of the constants, and the second that of the workspace. */
static device_region device_regions[DEVICE_REGIONS + 2];
static int32_t device_count = 2;
static int32_t device_is_open;
static volatile int device_lock;

static MLCC_UNUSED int32_t device_fail(const char *what, int32_t code) {
  snprintf(mlcc_rt_text, sizeof mlcc_rt_text, "%s: error %d of the device's driver", what, (int)code);
  return ERROR_LAUNCH;
}

static MLCC_UNUSED int32_t device_say(const char *what, const char *more) {
  snprintf(mlcc_rt_text, sizeof mlcc_rt_text, "%s%s", what, more);
  return ERROR_LAUNCH;
}

static int32_t device_open(void);
/* Gives back what `device_open` has made, as far as it came. */
static void device_close(void);
static int32_t device_enter(void);
static int32_t device_allocate(size_t bytes, device_memory *memory);
static void device_release(device_memory memory);
static int32_t device_write(device_memory to, size_t at, const void *from, size_t bytes);
static int32_t device_read(void *to, device_memory from, size_t at, size_t bytes);
static int32_t device_move(device_memory to, size_t at, device_memory from, size_t begin, size_t bytes);
/* `size`: blocks along x, y, z, then threads. */
static int32_t device_start(int32_t kernel, const int64_t *size, const device_argument *arguments, int32_t count);

static device_region *device_find(const void *pointer) {
  for (int32_t k = 0; k < device_count; k++) {
    device_region *const r = &device_regions[k];
    if ((uintptr_t)pointer - (uintptr_t)r->host < r->bytes) return r;
  }
  return NULL;
}

static MLCC_UNUSED int32_t mlcc_device_map(const void *pointer, int64_t bytes, int32_t use) {
  device_region *const r = &device_regions[use == DEVICE_CONSTANT ? 0 : use == DEVICE_SCRATCH ? 1 : device_count];
  const int32_t is_there = r->allocated >= (size_t)bytes;
  int32_t code = 0;
  if (bytes <= 0) return 0;
  if (!is_there) {
    if (r->allocated != 0) device_release(r->memory);
    r->allocated = 0;
    code = device_allocate((size_t)bytes, &r->memory);
    if (code != 0) return code;
    r->allocated = (size_t)bytes;
  }
  r->host = (char *)(uintptr_t)pointer;
  r->bytes = (size_t)bytes;
  r->use = use;
  if (use < DEVICE_SCRATCH) device_count++;
  if (use == DEVICE_SCRATCH || (use == DEVICE_CONSTANT && is_there)) return 0;
  code = device_write(r->memory, 0, pointer, r->bytes);
  if (code != 0) {
    device_release(r->memory);
    r->allocated = 0;
  }
  return code;
}

static MLCC_UNUSED int32_t mlcc_device_begin(const void *constants, int64_t bytes) {
  int32_t code;
  while (__sync_lock_test_and_set(&device_lock, 1)) {}
  if (!device_is_open) {
    code = device_open();
    if (code != 0) {
      device_close();
      return code;
    }
    device_is_open = 1;
  }
  code = device_enter();
  return code != 0 ? code : mlcc_device_map(constants, bytes, DEVICE_CONSTANT);
}

/* Results to the host, if the call went well. */
static MLCC_UNUSED int32_t mlcc_device_end(int32_t code) {
  for (int32_t k = 2; code == 0 && k < device_count; k++) {
    const device_region *const r = &device_regions[k];
    if (r->use == DEVICE_WRITTEN) code = device_read(r->host, r->memory, 0, r->bytes);
  }
  device_count = 2;
  __sync_lock_release(&device_lock);
  return code;
}

/* Gives back all that is held on the device; the next call opens it again. */
static MLCC_UNUSED void mlcc_device_shutdown(void) {
  while (__sync_lock_test_and_set(&device_lock, 1)) {}
  if (device_is_open && device_enter() == 0) {
    for (int32_t k = 0; k < DEVICE_REGIONS + 2; k++) {
      if (device_regions[k].allocated != 0) device_release(device_regions[k].memory);
      device_regions[k].allocated = 0;
    }
    device_close();
    device_is_open = 0;
  }
  __sync_lock_release(&device_lock);
}

/* Between any two of: memory of the device, and variables of the host. */
static MLCC_UNUSED int32_t mlcc_device_copy(void *to, const void *from, int64_t bytes) {
  const device_region *const t = device_find(to), *const f = device_find(from);
  const size_t size = (size_t)bytes;
  if (bytes <= 0) return 0;
  if (t != NULL && f != NULL)
    return device_move(t->memory, (size_t)((char *)to - t->host), f->memory, (size_t)((const char *)from - f->host), size);
  if (t != NULL) return device_write(t->memory, (size_t)((char *)to - t->host), from, size);
  if (f != NULL) return device_read(to, f->memory, (size_t)((const char *)from - f->host), size);
  memcpy(to, from, size);
  return 0;
}

/* For programs that run on the host: their operands at their own addresses, before and after. */
static MLCC_UNUSED int32_t mlcc_device_fetch(const void *pointer, int64_t bytes) {
  const device_region *const r = device_find(pointer);
  if (r == NULL || bytes <= 0 || r->use == DEVICE_READ || r->use == DEVICE_CONSTANT) return 0;
  return device_read((void *)(uintptr_t)pointer, r->memory, (size_t)((const char *)pointer - r->host), (size_t)bytes);
}

static MLCC_UNUSED int32_t mlcc_device_send(const void *pointer, int64_t bytes) {
  const device_region *const r = device_find(pointer);
  if (r == NULL || bytes <= 0) return 0;
  return device_write(r->memory, (size_t)((const char *)pointer - r->host), pointer, (size_t)bytes);
}

static MLCC_UNUSED int32_t mlcc_device_launch(int32_t kernel, const int64_t *size, const device_argument *arguments,
                                              int32_t count) {
  for (int32_t k = 0; k < 6; k++)
    if (size[k] <= 0) return 0;
  return device_start(kernel, size, arguments, count);
}
