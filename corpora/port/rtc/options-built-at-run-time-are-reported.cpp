// compile: needs hip/hiprtc.h
#include <nvrtc.h>
#include <string>

int compile(nvrtcProgram program, int capability) {
    std::string option = "--gpu-architecture=compute_" + std::to_string(capability);
    const char *options[] = {option.c_str()};
    return nvrtcCompileProgram(program, 1, options);
}
