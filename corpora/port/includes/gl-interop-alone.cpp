// compile: needs hip/hip_gl_interop.h
// AMD's header for OpenGL takes the runtime's names from a header before it.
#include <cuda_gl_interop.h>

cudaError_t unregister(cudaGraphicsResource *resource) { return cudaGraphicsUnregisterResource(resource); }
