// compile: no, HIP has no clusters
__global__ void __cluster_dims__(2, 1, 1) pairs(float *data) { data[threadIdx.x] = 1; }

__global__ void __maxnreg__(64) few_registers(float *data) { data[threadIdx.x] = 1; }

__global__ void constants(const __grid_constant__ int4 values, int *data) { data[0] = values.x; }
