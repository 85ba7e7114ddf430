#include <nvrtc.h>

const char *kernel = R"( // fires
#include <cuda_fp16.h>
extern "C" __global__ void scale(float *p) { p[threadIdx.x] *= 2; }
)";
const char *text = "no kernel";
