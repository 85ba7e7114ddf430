// compile: needs hipblas/hipblas.h
#include <cublas_v2.h>
#include <cuda_runtime.h>

#define CALL(what) cuda##what()
#define NAME(what) #what
#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
#define GEMM(T) cublas##T##gemm
#define CHECKED(what, ...) ((void)cuda##what(__VA_ARGS__))

// The prefix stands in the macro.
int wait() { return CALL(DeviceSynchronize); }
int last() { return CALL(GetLastError); }

// The prefix stands in the use.
int release(void *at) { return CAT(cuda, Free)(at); }
void get(void **at) { CHECKED(Malloc, at, 4 * sizeof(int)); }

void multiply(cublasHandle_t handle, const float *a, const double *b, float *c, double *d, int n) {
    const float one = 1;
    const double two = 2;
    GEMM(S)(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a, n, a, n, &one, c, n);
    GEMM(D)(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &two, b, n, b, n, &two, d, n);
}
const char *name = NAME(cudaDeviceSynchronize);
