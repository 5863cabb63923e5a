"""How other build systems find a shared library: files for pkg-config and CMake that stand beside it and its headers.

Paths are relative to the file, so that the folder can be moved.
"""

from __future__ import annotations

from .platform import platform_of
from .spec import ModuleSpec, c_name


def pkg_config(spec: ModuleSpec, name: str) -> str:
    """`NAME.pc` for `NAME.so`: `cc main.c $(pkg-config --cflags --libs NAME)` with the folder in PKG_CONFIG_PATH."""
    return f"""\
here=${{pcfiledir}}

Name: {name}
Description: {spec.name}, compiled by mlcc for {spec.triple}
Version: {_version(spec)}
Cflags: -I${{here}}
Libs: -L${{here}} -l:{name}{_suffix(spec)} -Wl,-rpath,${{here}} -lm
"""


def cmake_package(spec: ModuleSpec, name: str) -> str:
    """`NAME-config.cmake` for `NAME.so`: `find_package(NAME)`, `target_link_libraries(program NAME::NAME)`."""
    target = c_name(name)
    return f"""\
# {spec.name}, compiled by mlcc for {spec.triple}: find_package({name}) with the folder in CMAKE_PREFIX_PATH, or
# {name}_DIR, then target_link_libraries(program PRIVATE {target}::{target}).
if(NOT TARGET {target}::{target})
  add_library({target}::{target} SHARED IMPORTED)
  set_target_properties({target}::{target} PROPERTIES
    IMPORTED_LOCATION "${{CMAKE_CURRENT_LIST_DIR}}/{name}{_suffix(spec)}"{_import_library(spec, name)}
    INTERFACE_INCLUDE_DIRECTORIES "${{CMAKE_CURRENT_LIST_DIR}}"
    INTERFACE_COMPILE_FEATURES cxx_std_17)
endif()
"""


def _suffix(spec: ModuleSpec) -> str:
    return platform_of(spec.triple).library_suffix


def _import_library(spec: ModuleSpec, name: str) -> str:
    """MinGW's linker takes a DLL itself."""
    if platform_of(spec.triple).os != "windows":
        return ""
    return f'\n    IMPORTED_IMPLIB "${{CMAKE_CURRENT_LIST_DIR}}/{name}.dll"'


def _version(spec: ModuleSpec) -> str:
    return str(spec.versions.get("mlcc", "0"))
