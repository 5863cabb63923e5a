/* What a compiled file of kernels and the stand-in for the driver know of each other. */
#pragma once

struct mlcc_uint3 {
  unsigned int x, y, z;
};

/* A kernel, called with its parameters by their addresses, as cuLaunchKernel takes them. */
typedef void (*mlcc_kernel)(void *const *parameters);

/* The state of a launch. `barrier` is set when the module is loaded; `shared` is the shared memory of a block. */
struct mlcc_module {
  mlcc_uint3 thread, block, block_dim, grid_dim;
  void (*barrier)(int line);
  char *shared, *shared_end;
};
