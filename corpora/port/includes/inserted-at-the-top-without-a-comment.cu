__global__ void k(int *p) { *p = blockIdx.x; }
