/* TVM_FFI_DLL_EXPORT_TYPED_FUNC(name, f): exports a C++ function of tensors and numbers as `name`, in the form in
 * which libraries call functions by name: int32_t name(DLTensor *const *args, int32_t count). A number is the only
 * element of its tensor. A result of `f` that is an integer and not 0 makes the call of the library fail. */
#ifndef MLCC_FFI_FUNCTION_H_
#define MLCC_FFI_FUNCTION_H_
#include <dlpack/dlpack.h>

#include <cstddef>
#include <utility>

namespace mlcc_ffi {

template <typename T>
struct argument {
  static T of(DLTensor *tensor) {
    const char *at = static_cast<const char *>(tensor->data) + tensor->byte_offset;
    const int bits = tensor->dtype.bits;
    if (tensor->dtype.code == kDLFloat) {
      return bits == 32 ? static_cast<T>(*reinterpret_cast<const float *>(at))
                        : static_cast<T>(*reinterpret_cast<const double *>(at));
    }
    if (bits <= 8) return static_cast<T>(*reinterpret_cast<const int8_t *>(at));
    return bits == 32 ? static_cast<T>(*reinterpret_cast<const int32_t *>(at))
                      : static_cast<T>(*reinterpret_cast<const int64_t *>(at));
  }
};

template <>
struct argument<DLTensor *> {
  static DLTensor *of(DLTensor *tensor) { return tensor; }
};

template <typename R, typename... A, std::size_t... N>
int32_t call(R (*f)(A...), DLTensor *const *args, std::index_sequence<N...>) {
  return static_cast<int32_t>(f(argument<A>::of(args[N])...));
}

template <typename... A, std::size_t... N>
int32_t call(void (*f)(A...), DLTensor *const *args, std::index_sequence<N...>) {
  f(argument<A>::of(args[N])...);
  return 0;
}

template <typename R, typename... A>
int32_t call(R (*f)(A...), DLTensor *const *args, int32_t count) {
  if (count != static_cast<int32_t>(sizeof...(A))) return -1;
  return call(f, args, std::index_sequence_for<A...>{});
}

}  // namespace mlcc_ffi

#define TVM_FFI_DLL_EXPORT_TYPED_FUNC(name, f) \
  extern "C" int32_t name(DLTensor *const *args, int32_t count) { return mlcc_ffi::call(f, args, count); }
#endif
