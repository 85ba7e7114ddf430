// This file does not parse, so what its tree says of names is a guess, which holds only if the result says the same.
// compile: no, it is not C++ before either
#include <cuda_runtime.h>

int first(int cudaMemcpyKind) {
    int k<<<g, b>>>(a);void **p) { return cudaMal[loc(p, 3) == cudaSu; END
}
