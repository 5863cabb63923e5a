// Calls a built model through its C++ header: `mlcc build net.pt2 --emit so,h,hpp -o net`.
#include <algorithm>
#include <cstdio>

#include "net.hpp"

int main() {
  net::Array<float, 2> x({1, 4});
  std::copy_n(std::array{1.0F, 2.0F, 3.0F, 4.0F}.begin(), 4, x.begin());
  try {
    std::printf("%g\n", *net::main(x).linear.begin());
  } catch (const net::Error &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
