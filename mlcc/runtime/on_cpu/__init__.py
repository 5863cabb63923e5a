"""CUDA on the CPU: C++ that stands in for the driver and for NVRTC, to run kernels where there is no graphics card."""
