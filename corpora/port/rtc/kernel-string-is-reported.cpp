// compile: needs hip/hiprtc.h
#include <nvrtc.h>

const char *source = R"(
extern "C" __global__ void scale(float *p, float by) {
    p[blockIdx.x * blockDim.x + threadIdx.x] *= by;
}
)";

int make(nvrtcProgram *program) { return nvrtcCreateProgram(program, source, "scale.cu", 0, nullptr, nullptr); }
