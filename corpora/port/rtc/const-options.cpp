#include <nvrtc.h>

void go(nvrtcProgram *program, const char *source, const char *const *options, int n) {
    nvrtcCreateProgram(program, source, "k.cu", 0, nullptr, NULL);
    nvrtcCompileProgram(*program, n, options);
}
