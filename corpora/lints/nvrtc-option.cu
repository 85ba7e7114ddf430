#include <nvrtc.h>

void compile(nvrtcProgram program) {
    const char *options[] = {"--gpu-architecture=compute_70", "-DN=4"}; // fires
    nvrtcCompileProgram(program, 2, options);
}
