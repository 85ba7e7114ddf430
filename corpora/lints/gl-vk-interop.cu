#include <cuda_gl_interop.h>

void join(cudaGraphicsResource **r, unsigned buffer) {
    cudaGraphicsGLRegisterBuffer(r, buffer, 0); // fires
    cudaGraphicsMapResources(1, r, 0);
}
