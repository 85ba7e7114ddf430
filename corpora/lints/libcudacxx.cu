// compile: refused, HIP has no counterpart
#include <cuda/pipeline>

__global__ void stages(float *data) {
    auto pipe = cuda::make_pipeline(); // fires
    data[threadIdx.x] = 0;
}

namespace mine {
int make_pipeline() { return 1; }
}

int host() { return mine::make_pipeline(); }
