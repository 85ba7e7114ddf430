// compile: no, it is not C++ before either
#include <cuda_runtime.h>

int wait() {
<<<<<<< HEAD
    return cudaDeviceSynchronize();
=======
    return cudaThreadSynchronize();
>>>>>>> theirs
}
