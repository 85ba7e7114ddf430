#include <c10/cuda/CUDAGuard.h>

void run(int device) {
    c10::cuda::CUDAGuard guard(device); // fires
    auto stream = at::cuda::getCurrentCUDAStream();
    my::cuda::run(stream);
}
