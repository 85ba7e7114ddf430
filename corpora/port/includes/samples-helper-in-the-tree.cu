// port-path: samples/scan/scan.cu
// port-tree: common/helper_cuda.h
// compile: no, the local header is not there
#include <helper_cuda.h>

void go(void **p) { checkCudaErrors(cudaMalloc(p, 64)); }
