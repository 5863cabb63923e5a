"""The C sources of what an artefact with kernels for a device needs on the host, included in its C file as text."""
