/* CUDA C++ as plain C++: what a file of kernels needs above it, to be compiled by g++ or clang++ for the CPU.

   A kernel is called once per thread of a block, with `threadIdx` set. Threads of a block are coroutines: a barrier
   gives the turn to the next thread, and what a thread has in variables lives on its own stack. Shared memory is static,
   and filled with NaN before each block. */
#pragma once
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <utility>

#include "module.h"

extern "C" mlcc_module mlcc_cuda_module;

#define __global__
#define __device__
#define __host__
#define __constant__ static const
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __launch_bounds__(...)
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __shared__ static __attribute__((section("mlcc_shared"), aligned(16)))
#define __syncthreads() mlcc_cuda_module.barrier(__LINE__)
#define threadIdx (mlcc_cuda_module.thread)
#define blockIdx (mlcc_cuda_module.block)
#define blockDim (mlcc_cuda_module.block_dim)
#define gridDim (mlcc_cuda_module.grid_dim)

extern "C" char __start_mlcc_shared[] __attribute__((weak, visibility("hidden")));
extern "C" char __stop_mlcc_shared[] __attribute__((weak, visibility("hidden")));
mlcc_module mlcc_cuda_module = {{0, 0, 0}, {0, 0, 0}, {1, 1, 1}, {1, 1, 1}, nullptr,
                                __start_mlcc_shared, __stop_mlcc_shared};

/* The entry of a kernel. */
template <auto kernel> struct mlcc_called;
template <class... T, void (*kernel)(T...)> struct mlcc_called<kernel> {
  template <size_t... k> static void expand(void *const *p, std::index_sequence<k...>) {
    (void)p;
    kernel(*static_cast<T *>(p[k])...);
  }
  static void call(void *const *p) { expand(p, std::index_sequence_for<T...>{}); }
};
#define MLCC_KERNEL(name) extern "C" const mlcc_kernel mlcc_kernel_##name = &mlcc_called<&name>::call;
