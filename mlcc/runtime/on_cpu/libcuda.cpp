/* The calls of CUDA's driver that artefacts make, with the CPU as the device.

   Blocks run one after the other. The threads of a block are coroutines on stacks of their own, each run up to a barrier
   before the next; MLCC_CUDA_ORDER says in which order: `forward`, `reverse`, or a number, the seed of a shuffle. A
   kernel whose results depend on the order misses a barrier. What a device leaves undefined is an error here: memory
   begins as NaN and ends at a page that cannot be accessed, and all threads must meet at the same barrier. */
#include <dlfcn.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <random>
#include <string>
#include <vector>

#include "module.h"

namespace {

enum {
  SUCCESS = 0, INVALID_VALUE = 1, OUT_OF_MEMORY = 2, NO_DEVICE = 100, INVALID_IMAGE = 200, NOT_FOUND = 500,
  OUT_OF_RESOURCES = 701, LAUNCH_FAILED = 719
};

/* ---------------------------------------------------------------- memory */
struct Block {
  char *mapped;
  size_t mapped_bytes, bytes;
};

std::map<uintptr_t, Block> blocks;
/* Libraries lock their own calls; several may be called at the same time. */
std::mutex one_caller;

/* Whether a range is inside of one allocation. */
bool inside(uint64_t address, size_t bytes) {
  auto after = blocks.upper_bound(static_cast<uintptr_t>(address));
  if (after == blocks.begin()) return false;
  --after;
  const uint64_t at = address - after->first;
  return at <= after->second.bytes && bytes <= after->second.bytes - at;
}

/* ---------------------------------------------------------------- threads of a block */
constexpr size_t STACK = 256 * 1024;

struct Coroutine {
  jmp_buf at;
  char *stack;
  unsigned int thread;
};

struct Turn {
  mlcc_module *module;
  mlcc_kernel kernel;
  void *const *parameters;
  std::vector<unsigned int> order;
  size_t next, left; /* threads begun, threads that returned */
  std::vector<Coroutine *> waiting, idle;
  int line; /* of the barrier that threads wait at */
  const char *fault;
  Coroutine *running;
  jmp_buf scheduler;
};

Turn turn;
std::vector<Coroutine *> coroutines;

void set_thread(unsigned int number) {
  const mlcc_uint3 &d = turn.module->block_dim;
  turn.module->thread = {number % d.x, number / d.x % d.y, number / d.x / d.y};
}

/* Give the turn to the scheduler; comes back when this coroutine has it again. */
void yield_turn() {
  Coroutine *const self = turn.running;
  if (_setjmp(self->at) == 0) _longjmp(turn.scheduler, 1);
}

/* A coroutine runs threads one after the other until one waits at a barrier. */
void body() {
  for (;;) {
    while (turn.next < turn.order.size()) {
      Coroutine *const self = turn.running;
      self->thread = turn.order[turn.next++];
      set_thread(self->thread);
      turn.kernel(turn.parameters);
      turn.left++;
    }
    turn.idle.push_back(turn.running);
    yield_turn();
  }
}

void barrier(int line) {
  if (!turn.waiting.empty() && turn.line != line) turn.fault = "threads of a block wait at different barriers";
  turn.line = line;
  turn.waiting.push_back(turn.running);
  yield_turn();
}

void resume(Coroutine *to) {
  turn.running = to;
  if (_setjmp(turn.scheduler) == 0) _longjmp(to->at, 1);
}

ucontext_t made_by, made;

void first_turn() {
  Coroutine *const self = turn.running;
  if (_setjmp(self->at) == 0) setcontext(&made_by);
  body();
}

/* A coroutine that waits to begin. Contexts are switched only here: elsewhere jumps do, which make no system call. */
Coroutine *make_coroutine() {
  void *const stack = mmap(nullptr, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (stack == MAP_FAILED) return nullptr;
  Coroutine *const c = new Coroutine;
  c->stack = static_cast<char *>(stack);
  coroutines.push_back(c);
  getcontext(&made);
  made.uc_stack.ss_sp = stack;
  made.uc_stack.ss_size = STACK;
  made.uc_link = nullptr;
  makecontext(&made, first_turn, 0);
  turn.running = c;
  swapcontext(&made_by, &made);
  return c;
}

void forget_coroutines() {
  for (Coroutine *c : coroutines) {
    munmap(c->stack, STACK);
    delete c;
  }
  coroutines.clear();
  turn.idle.clear();
  turn.waiting.clear();
}

/* The threads of one block, barrier by barrier. */
bool run_block() {
  turn.next = turn.left = 0;
  turn.waiting.clear();
  for (;;) {
    while (turn.next < turn.order.size()) {
      Coroutine *c = nullptr;
      if (turn.idle.empty()) {
        c = make_coroutine();
        if (c == nullptr) turn.fault = "no memory for the stacks of threads";
      } else {
        c = turn.idle.back();
        turn.idle.pop_back();
      }
      if (turn.fault == nullptr) resume(c);
      if (turn.fault != nullptr) return false;
    }
    if (turn.waiting.empty()) return true;
    if (turn.left != 0) {
      turn.fault = "threads of a block have returned while others wait at a barrier";
      return false;
    }
    std::vector<Coroutine *> waited;
    waited.swap(turn.waiting);
    for (Coroutine *c : waited) {
      set_thread(c->thread);
      resume(c);
      if (turn.fault != nullptr) return false;
    }
  }
}

void set_order(size_t count) {
  const char *const given = getenv("MLCC_CUDA_ORDER");
  const std::string text = given == nullptr ? "" : given;
  turn.order.resize(count);
  for (size_t k = 0; k < count; k++) turn.order[k] = static_cast<unsigned int>(k);
  if (text == "reverse") {
    std::reverse(turn.order.begin(), turn.order.end());
  } else if (!text.empty() && text != "forward") {
    std::mt19937 random(static_cast<unsigned int>(strtoul(text.c_str(), nullptr, 10)));
    std::shuffle(turn.order.begin(), turn.order.end(), random);
  }
}

struct Function {
  mlcc_module *module;
  mlcc_kernel kernel;
  std::string name;
};

struct Module {
  void *library;
  mlcc_module *state;
  std::map<std::string, Function> functions;
};

/* The library that libnvrtc.cpp wrote is not needed under its name once it is loaded. */
void remove_files(const char *path) {
  const std::string file = path, folder = file.substr(0, file.rfind('/'));
  if (folder.find("/mlcc-cuda-") == std::string::npos) return;
  unlink(path);
  rmdir(folder.c_str());
}

} // namespace

extern "C" {

int cuInit(unsigned int) { return SUCCESS; }

int cuDeviceGetCount(int *count) {
  *count = 1;
  return SUCCESS;
}

int cuDeviceGet(int *device, int number) {
  *device = 0;
  return number == 0 ? SUCCESS : INVALID_VALUE;
}

/* What is asked of a device are the two parts of its processor's number, here those of sm_80. */
int cuDeviceGetAttribute(int *value, int attribute, int) {
  if (attribute != 75 && attribute != 76) return INVALID_VALUE;
  *value = attribute == 75 ? 8 : 0;
  return SUCCESS;
}

int cuDevicePrimaryCtxRetain(void **context, int) {
  static int one;
  *context = &one;
  return SUCCESS;
}

int cuCtxSetCurrent(void *) { return SUCCESS; }

int cuCtxSynchronize(void) { return SUCCESS; }

int cuModuleLoadData(void **module, const void *image) {
  const char *const path = static_cast<const char *>(image);
  if (path[0] != '/' || strchr(path, '\n') != nullptr) {
    fputs("CUDA on the CPU: these kernels are PTX; build the library for `cuda`, whose kernels are source text\n", stderr);
    return INVALID_IMAGE;
  }
  void *const library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    fprintf(stderr, "CUDA on the CPU: %s\n", dlerror());
    return INVALID_IMAGE;
  }
  remove_files(path);
  Module *const made_module = new Module{library, static_cast<mlcc_module *>(dlsym(library, "mlcc_cuda_module")), {}};
  if (made_module->state == nullptr) return INVALID_IMAGE;
  made_module->state->barrier = barrier;
  *module = made_module;
  return SUCCESS;
}

int cuModuleGetFunction(void **function, void *module, const char *name) {
  Module &m = *static_cast<Module *>(module);
  void *const kernel = dlsym(m.library, (std::string("mlcc_kernel_") + name).c_str());
  if (kernel == nullptr) return NOT_FOUND;
  Function &f = m.functions[name];
  f = {m.state, *static_cast<const mlcc_kernel *>(kernel), name};
  *function = &f;
  return SUCCESS;
}

int cuModuleUnload(void *module) {
  Module *const m = static_cast<Module *>(module);
  dlclose(m->library);
  delete m;
  return SUCCESS;
}

int cuMemAlloc_v2(uint64_t *address, size_t bytes) {
  const std::lock_guard<std::mutex> lock(one_caller);
  if (bytes == 0) return INVALID_VALUE;
  const size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE)), used = (bytes + 63) / 64 * 64;
  const size_t whole = (used + page - 1) / page * page, mapped_bytes = whole + 2 * page;
  void *const memory = mmap(nullptr, mapped_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return OUT_OF_MEMORY;
  char *const mapped = static_cast<char *>(memory);
  if (mprotect(mapped + page, whole, PROT_READ | PROT_WRITE) != 0) {
    munmap(memory, mapped_bytes);
    return OUT_OF_MEMORY;
  }
  memset(mapped + page, 0xff, whole);
  char *const at = mapped + page + whole - used;
  blocks[reinterpret_cast<uintptr_t>(at)] = {mapped, mapped_bytes, bytes};
  *address = reinterpret_cast<uintptr_t>(at);
  return SUCCESS;
}

int cuMemFree_v2(uint64_t address) {
  const std::lock_guard<std::mutex> lock(one_caller);
  const auto found = blocks.find(static_cast<uintptr_t>(address));
  if (found == blocks.end()) return INVALID_VALUE;
  munmap(found->second.mapped, found->second.mapped_bytes);
  blocks.erase(found);
  return SUCCESS;
}

int cuMemcpyHtoD_v2(uint64_t to, const void *from, size_t bytes) {
  const std::lock_guard<std::mutex> lock(one_caller);
  if (!inside(to, bytes)) return INVALID_VALUE;
  memcpy(reinterpret_cast<void *>(static_cast<uintptr_t>(to)), from, bytes);
  return SUCCESS;
}

int cuMemcpyDtoH_v2(void *to, uint64_t from, size_t bytes) {
  const std::lock_guard<std::mutex> lock(one_caller);
  if (!inside(from, bytes)) return INVALID_VALUE;
  memcpy(to, reinterpret_cast<const void *>(static_cast<uintptr_t>(from)), bytes);
  return SUCCESS;
}

int cuMemcpyDtoD_v2(uint64_t to, uint64_t from, size_t bytes) {
  const std::lock_guard<std::mutex> lock(one_caller);
  if (!inside(to, bytes) || !inside(from, bytes)) return INVALID_VALUE;
  memmove(reinterpret_cast<void *>(static_cast<uintptr_t>(to)), reinterpret_cast<const void *>(static_cast<uintptr_t>(from)),
          bytes);
  return SUCCESS;
}

int cuLaunchKernel(void *function, unsigned int gx, unsigned int gy, unsigned int gz, unsigned int bx, unsigned int by,
                   unsigned int bz, unsigned int, void *, void **parameters, void **) {
  const std::lock_guard<std::mutex> lock(one_caller);
  const Function &f = *static_cast<Function *>(function);
  /* the limits of every device since compute capability 3.0 */
  const bool fits = gx <= 2147483647u && gy <= 65535 && gz <= 65535 && bx <= 1024 && by <= 1024 && bz <= 64;
  if (gx == 0 || gy == 0 || gz == 0 || bx == 0 || by == 0 || bz == 0 || !fits) return INVALID_VALUE;
  if (static_cast<uint64_t>(bx) * by * bz > 1024) return OUT_OF_RESOURCES;
  turn.module = f.module;
  turn.kernel = f.kernel;
  turn.parameters = parameters;
  turn.fault = nullptr;
  set_order(static_cast<size_t>(bx) * by * bz);
  mlcc_module &m = *f.module;
  m.block_dim = {bx, by, bz};
  m.grid_dim = {gx, gy, gz};
  for (unsigned int z = 0; z < gz; z++)
    for (unsigned int y = 0; y < gy; y++)
      for (unsigned int x = 0; x < gx; x++) {
        m.block = {x, y, z};
        if (m.shared != nullptr) memset(m.shared, 0xff, static_cast<size_t>(m.shared_end - m.shared));
        if (run_block()) continue;
        fprintf(stderr, "CUDA on the CPU: %s in block (%u, %u, %u) of `%s`\n", turn.fault, x, y, z, f.name.c_str());
        forget_coroutines();
        return LAUNCH_FAILED;
      }
  return SUCCESS;
}
}
