"""Code generators. `mlcc.codegen.llvm` is the one for CPUs."""
