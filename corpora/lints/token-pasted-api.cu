#include <cuda_runtime.h>

#define CALL(name) cuda##name // fires
#define OURS(name) my_##name

void wait() { CALL(DeviceSynchronize)(); }
