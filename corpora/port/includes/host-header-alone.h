// A header that counts on what nvcc includes first.
#ifndef HOST_HEADER_ALONE_H
#define HOST_HEADER_ALONE_H

#include <stddef.h>

cudaError_t copy_all(void *to, const void *from, size_t size, cudaStream_t stream);

#endif
