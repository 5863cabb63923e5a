"""Words that are no names in the languages in which libraries are described and called."""

from __future__ import annotations

import keyword

C = frozenset({
    "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum", "extern", "float",
    "for", "goto", "if", "inline", "int", "long", "register", "restrict", "return", "short", "signed", "sizeof",
    "static", "struct", "switch", "typedef", "typeof", "union", "unsigned", "void", "volatile", "while",
    "errno", "stdin", "stdout", "stderr", "NULL", "EOF", "INFINITY", "NAN", "I",
})  # fmt: skip
#: Those of C++ that are not words of C.
CPP = frozenset({
    "alignas", "alignof", "and", "asm", "bool", "catch", "char16_t", "char32_t", "class", "compl", "const_cast",
    "constexpr", "decltype", "delete", "dynamic_cast", "explicit", "export", "false", "friend", "mutable", "namespace",
    "new", "noexcept", "not", "nullptr", "operator", "or", "private", "protected", "public", "reinterpret_cast",
    "static_assert", "static_cast", "template", "this", "thread_local", "throw", "true", "try", "typeid", "typename",
    "using", "virtual", "wchar_t", "xor",
})  # fmt: skip
#: Names that a size of a library cannot have: extents are in Python's spelling, and sizes are parameters in C and C++.
ANY = C | CPP | frozenset(keyword.kwlist)
