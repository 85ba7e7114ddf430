// known-wrong: the user's own namespace is renamed, though everywhere
// compile: needs hipcub/hipcub.hpp
#include <cub/cub.cuh>
#include <cuda_runtime.h>

namespace geometry {
namespace cub {
struct Face {
    int side;
};
}
int side(const cub::Face &face) { return face.side; }
}
size_t bytes(int *p) {
    size_t n = 0;
    ::cub::DeviceReduce::Sum(nullptr, n, p, p, 1);
    return n;
}
