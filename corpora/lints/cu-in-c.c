#include <stdio.h>
#include <hip/hip_runtime_api.h> // fires

int devices(int *count) { return hipGetDeviceCount(count); }
