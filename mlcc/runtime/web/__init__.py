"""JavaScript that comes with WebAssembly modules."""
