// A hipRTC that only has a version: a library of its own, as since ROCm 7.
#include <hip/hiprtc.h>

hiprtcResult hiprtcVersion(int *major, int *minor) {
    *major = 70;
    *minor = 7;
    return HIPRTC_SUCCESS;
}
