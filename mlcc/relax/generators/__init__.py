"""Code generators outside of mlcc's own: what they are, what they return, and those that ship."""

from .c_sizes import has_text, size_text
from .program import CALLED, OPENED, program_of
from .registry import (
    ENTRY_POINTS,
    Generator,
    Request,
    find_generator,
    generator_names,
    parse_request,
    register_generator,
)
from .results import CSource, LibraryCall, ObjectCode, Pointer, Result, Scalar

__all__ = [
    "CALLED",
    "ENTRY_POINTS",
    "OPENED",
    "CSource",
    "Generator",
    "LibraryCall",
    "ObjectCode",
    "Pointer",
    "Request",
    "Result",
    "Scalar",
    "find_generator",
    "generator_names",
    "has_text",
    "parse_request",
    "program_of",
    "register_generator",
    "size_text",
]
