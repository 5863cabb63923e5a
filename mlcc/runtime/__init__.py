"""What is linked into an artefact, and what loads one.

Loading (`load`, `Library`, `nd`) needs NumPy and ctypes only; making one needs llvmlite. Names are
looked up on first use, so that neither pays for the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mlcc.late_names import loader, names_of

if TYPE_CHECKING:
    from . import ndarray as nd
    from .archive import Member as Member
    from .archive import archive_chunks as archive_chunks
    from .archive import exported as exported
    from .archive import make_archive as make_archive
    from .assembly import assemble as assemble
    from .assembly import runtime_ir as runtime_ir
    from .atomic import atomic_path as atomic_path
    from .atomic import write_atomic as write_atomic
    from .attaching import attach_data as attach_data
    from .attaching import find_room as find_room
    from .bare_source import own_functions as own_functions
    from .bare_source import write_bare_source as write_bare_source
    from .c_source import write_source as write_source
    from .c_weights import weights_definition as weights_definition
    from .c_weights import weights_included as weights_included
    from .conversion import convert as convert
    from .cpp_header import make_cpp_header as make_cpp_header
    from .cuda_on_cpu import cuda_on_cpu_digest as cuda_on_cpu_digest
    from .cuda_on_cpu import use_cuda_on_cpu as use_cuda_on_cpu
    from .cuda_on_cpu import write_cuda_on_cpu as write_cuda_on_cpu
    from .device_module import DeviceModule as DeviceModule
    from .device_module import Launch as Launch
    from .device_presence import enabled as enabled
    from .device_support import KERNELS_MARK as KERNELS_MARK
    from .device_support import write_device_support as write_device_support
    from .dims import evaluate_dim as evaluate_dim
    from .dims import largest_dim as largest_dim
    from .elsewhere import ForeignLibrary as ForeignLibrary
    from .function import BoundCall as BoundCall
    from .function import Function as Function
    from .header import make_header as make_header
    from .late_data import link_with_data as link_with_data
    from .leftovers import remove_leftovers as remove_leftovers
    from .leftovers import temporary_beside as temporary_beside
    from .leftovers import temporary_folder as temporary_folder
    from .leftovers import temporary_prefix as temporary_prefix
    from .libraries import check_libraries as check_libraries
    from .library import Library as Library
    from .library import load as load
    from .link import LINKERS as LINKERS
    from .link import compile_c as compile_c
    from .link import compile_object as compile_object
    from .link import find_linker as find_linker
    from .link import join_objects as join_objects
    from .link import link_shared as link_shared
    from .link import links_itself as links_itself
    from .link import links_what_it_loads as links_what_it_loads
    from .ndarray import NDArray as NDArray
    from .ndarray import aligned as aligned
    from .ndarray import cpu as cpu
    from .ndarray import device as device
    from .ndarray import from_dlpack as from_dlpack
    from .objfile import inspect as inspect
    from .objfile import map_file as map_file
    from .objfile import parse_object as parse_object
    from .objfile import undefined as undefined
    from .own_libm import instruction_functions as instruction_functions
    from .own_libm import libm_functions as libm_functions
    from .own_libm import libm_text as libm_text
    from .packages import cmake_package as cmake_package
    from .packages import pkg_config as pkg_config
    from .platform import Platform as Platform
    from .platform import platform_of as platform_of
    from .processor import form_here as form_here
    from .program import SELFTEST_SECTION as SELFTEST_SECTION
    from .program import entry_point as entry_point
    from .program import expectations as expectations
    from .program import with_expectations as with_expectations
    from .registry import find_func as find_func
    from .registry import get_global_func as get_global_func
    from .registry import register_func as register_func
    from .section_bytes import Occupied as Occupied
    from .section_bytes import occupied as occupied
    from .selftest import expected_words as expected_words
    from .selftest import made_up as made_up
    from .selftest import weights_sum as weights_sum
    from .selftest import words_expected as words_expected
    from .shape_tuple import ShapeTuple as ShapeTuple
    from .spec import ExternSpec as ExternSpec
    from .spec import FormSpec as FormSpec
    from .spec import FunctionSpec as FunctionSpec
    from .spec import KernelForm as KernelForm
    from .spec import LibrarySpec as LibrarySpec
    from .spec import ModuleSpec as ModuleSpec
    from .spec import ScalarSpec as ScalarSpec
    from .spec import SelfTest as SelfTest
    from .spec import TensorSpec as TensorSpec
    from .spec import check_spec as check_spec
    from .spec import from_json as from_json
    from .spec import to_json as to_json
    from .tarball import tar_chunks as tar_chunks
    from .timing import Evaluator as Evaluator
    from .timing import Timing as Timing
    from .wasm import link_wasm as link_wasm
    from .wasm import loader_text as loader_text
    from .weights import DESCRIPTION_SECTION as DESCRIPTION_SECTION
    from .weights import MARK as MARK
    from .weights import DataSection as DataSection
    from .weights import is_far as is_far
    from .weights import reserved_weights as reserved_weights
    from .weights import weights_section as weights_section
    from .weights import weights_symbol as weights_symbol

_LAZY = {
    "BoundCall": "function",
    "ShapeTuple": "shape_tuple",
    "DataSection": "weights",
    "Evaluator": "timing",
    "ExternSpec": "spec",
    "FormSpec": "spec",
    "ForeignLibrary": "elsewhere",
    "Function": "function",
    "FunctionSpec": "spec",
    "KernelForm": "spec",
    "Library": "library",
    "LibrarySpec": "spec",
    "ModuleSpec": "spec",
    "NDArray": "ndarray",
    "Occupied": "section_bytes",
    "occupied": "section_bytes",
    "Platform": "platform",
    "ScalarSpec": "spec",
    "SelfTest": "spec",
    "SELFTEST_SECTION": "program",
    "expectations": "program",
    "with_expectations": "program",
    "entry_point": "program",
    "expected_words": "selftest",
    "made_up": "selftest",
    "weights_sum": "selftest",
    "words_expected": "selftest",
    "TensorSpec": "spec",
    "Timing": "timing",
    "aligned": "ndarray",
    "assemble": "assembly",
    "atomic_path": "atomic",
    "check_spec": "spec",
    "cpu": "ndarray",
    "cuda": "ndarray",
    "opencl": "ndarray",
    "cuda_on_cpu_digest": "cuda_on_cpu",
    "use_cuda_on_cpu": "cuda_on_cpu",
    "enabled": "device_presence",
    "write_cuda_on_cpu": "cuda_on_cpu",
    "evaluate_dim": "dims",
    "largest_dim": "dims",
    "find_func": "registry",
    "from_json": "spec",
    "map_file": "objfile",
    "MARK": "weights",
    "DESCRIPTION_SECTION": "weights",
    "find_linker": "link",
    "remove_leftovers": "leftovers",
    "temporary_beside": "leftovers",
    "temporary_folder": "leftovers",
    "temporary_prefix": "leftovers",
    "from_dlpack": "ndarray",
    "convert": "conversion",
    "device": "ndarray",
    "form_here": "processor",
    "get_global_func": "registry",
    "inspect": "objfile",
    "link_shared": "link",
    "links_itself": "link",
    "links_what_it_loads": "link",
    "LINKERS": "link",
    "link_with_data": "late_data",
    "instruction_functions": "own_libm",
    "libm_functions": "own_libm",
    "libm_text": "own_libm",
    "link_wasm": "wasm",
    "load": "library",
    "loader_text": "wasm",
    "make_archive": "archive",
    "cmake_package": "packages",
    "make_cpp_header": "cpp_header",
    "pkg_config": "packages",
    "make_header": "header",
    "parse_object": "objfile",
    "own_functions": "bare_source",
    "platform_of": "platform",
    "register_func": "registry",
    "runtime_ir": "assembly",
    "DECODERS": "support",
    "support_module": "support",
    "support_text": "support",
    "tar_chunks": "tarball",
    "to_json": "spec",
    "undefined": "objfile",
    "is_far": "weights",
    "reserved_weights": "weights",
    "weights_section": "weights",
    "attach_data": "attaching",
    "find_room": "attaching",
    "Member": "archive",
    "archive_chunks": "archive",
    "exported": "archive",
    "weights_symbol": "weights",
    "check_libraries": "libraries",
    "write_bare_source": "bare_source",
    "compile_c": "link",
    "compile_object": "link",
    "join_objects": "link",
    "DeviceModule": "device_module",
    "Launch": "device_module",
    "weights_definition": "c_weights",
    "weights_included": "c_weights",
    "write_source": "c_source",
    "write_device_support": "device_support",
    "KERNELS_MARK": "device_support",
    "write_atomic": "atomic",
}
__all__ = ["nd", *sorted(_LAZY)]

__getattr__ = loader(__name__, {"nd": ".ndarray", **names_of(_LAZY)})
