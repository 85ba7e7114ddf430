// compile: needs hip/hiprtc.h
#include <nvrtc.h>

const char *lowered(nvrtcProgram program) {
    const char *name = nullptr;
    nvrtcAddNameExpression(program, "scale<float>");
    nvrtcGetLoweredName(program, "scale<float>", &name);
    int major, minor;
    nvrtcVersion(&major, &minor);
    return name ? name : nvrtcGetErrorString(NVRTC_ERROR_INVALID_OPTION);
}
