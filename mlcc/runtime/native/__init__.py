"""The runtime of an artefact in C, and the LLVM text that is generated from it for each width of pointers."""
