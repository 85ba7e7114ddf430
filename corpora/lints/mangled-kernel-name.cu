#include <cuda.h>

void find(CUfunction *f, CUmodule module) {
    cuModuleGetFunction(f, module, "_Z1kP6float4");  // fires
    cuModuleGetFunction(f, module, "_Z4fillPfi");
    cuModuleGetFunction(f, module, "_Z5int4xPf");
    cuModuleGetFunction(f, module, "k");
}
