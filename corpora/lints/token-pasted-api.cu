#include <cuda_runtime.h>

#define ELSEWHERE(name) cuda##name // fires
#define OURS(name) my_##name

// The port follows these uses.
#define CALL(name) cuda##name
void wait() { CALL(DeviceSynchronize)(); }

// Its arguments change.
__constant__ float table[4];
void fill(const float *from) {
    CALL(MemcpyToSymbol)(table, from, sizeof table); // fires
}
