#include <cusolverDn.h>

void refine(cusolverDnHandle_t handle) {
    cusolverDnIRSParams_t parameters; // fires
    cusolverDnDestroy(handle);
}
