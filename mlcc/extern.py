"""Code generators outside of mlcc's own: ``from mlcc.extern import CSource, Generator, register_generator``.

[How to write one](docs/extern.md) goes through an example.
"""

from mlcc.relax.generators import (
    CSource,
    Generator,
    LibraryCall,
    ObjectCode,
    Pointer,
    Scalar,
    generator_names,
    register_generator,
)

__all__ = [
    "CSource",
    "Generator",
    "LibraryCall",
    "ObjectCode",
    "Pointer",
    "Scalar",
    "generator_names",
    "register_generator",
]
