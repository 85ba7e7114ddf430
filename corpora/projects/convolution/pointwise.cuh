#pragma once

#include <cufft.h>

// a = a * b * scale, element by element.
void multiply_pointwise(cufftComplex *a, const cufftComplex *b, int count, float scale, cudaStream_t stream);
