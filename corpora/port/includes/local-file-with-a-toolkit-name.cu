// port-path: src/main.cu
// port-tree: include/my/cuda_runtime.h
// compile: no, the local header is not there
#include "my/cuda_runtime.h"

int wait() { return my_wait(); }
