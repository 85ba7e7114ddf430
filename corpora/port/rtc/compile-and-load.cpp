// may-change: strings, the compiler's options are translated
// compile: needs hip/hiprtc.h
#include <cuda.h>
#include <nvrtc.h>
#include <vector>

std::vector<char> compile(const char *source) {
    nvrtcProgram program;
    nvrtcCreateProgram(&program, source, "scale.cu", 0, nullptr, nullptr);
    const char *options[] = {"--gpu-architecture=compute_70", "--use_fast_math", "-DN=4"};
    nvrtcResult result = nvrtcCompileProgram(program, 3, options);
    if (result != NVRTC_SUCCESS) {
        size_t size = 0;
        nvrtcGetProgramLogSize(program, &size);
        std::vector<char> log(size);
        nvrtcGetProgramLog(program, log.data());
        return log;
    }
    size_t size = 0;
    nvrtcGetPTXSize(program, &size);
    std::vector<char> code(size);
    nvrtcGetPTX(program, code.data());
    nvrtcDestroyProgram(&program);
    return code;
}
