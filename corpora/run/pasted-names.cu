// Names that macros paste together, CUDA's macros as values, and conditions with macros of the program.
// run: wave-any
// targets: gpus,cpu needs hip-6.1 (HIP 5 of Debian has no hipBLAS)
// flags: -lhipblas
// nvcc: none, the architecture and version are those that HIP counts as
#include "check.h"

#include <cublas_v2.h>
#include <cuda_runtime.h>

#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
#define CUDA(what) cuda##what
#define GEMM(T) cublas##T##gemm
#define CC_PASCAL 600
#define CC_AMPERE 800
#define OLDEST_TOOLKIT 12000

#define BLAS(call)                                                                                           \
    do {                                                                                                     \
        const cublasStatus_t status_ = (call);                                                               \
        if (status_ != CUBLAS_STATUS_SUCCESS) {                                                              \
            std::printf("FAIL line %d: %s: %d\n", __LINE__, #call, static_cast<int>(status_));               \
            std::exit(1);                                                                                    \
        }                                                                                                    \
    } while (0)

__global__ void branches(int *to) {
#if __CUDA_ARCH__ >= CC_PASCAL && __CUDA_ARCH__ < CC_AMPERE
    to[0] = 1;
#else
    to[0] = 2;
#endif
#ifdef __CUDA_ARCH__
    to[1] = __CUDA_ARCH__ / 100;
#endif
#if __CUDACC_VER_MAJOR__ * 100 + __CUDACC_VER_MINOR__ >= 1100
    to[2] = 1;
#else
    to[2] = 2;
#endif
}

#if CUDART_VERSION < OLDEST_TOOLKIT
#error "a condition that was false is true"
#endif

template <typename T, typename Multiply>
T product(cublasHandle_t handle, Multiply multiply, T a, T b) {
    T *data, one = 1, zero = 0, from[] = {a, b, 0};
    CHECK(CAT(cuda, Malloc)((void **)&data, sizeof from));
    CHECK(CUDA(Memcpy)(data, from, sizeof from, cudaMemcpyHostToDevice));
    BLAS(multiply(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &one, data, 1, data + 1, 1, &zero, data + 2, 1));
    CHECK(CUDA(Memcpy)(from, data, sizeof from, cudaMemcpyDeviceToHost));
    CHECK(CAT(cuda, Free)(data));
    return from[2];
}

int main() {
    Verdict verdict("pasted-names");
    cublasHandle_t handle;
    BLAS(cublasCreate(&handle));
    verdict.same("sgemm", product(handle, GEMM(S), 3.0f, 4.0f), 12.0f);
    verdict.same("dgemm", product(handle, GEMM(D), 5.0, 7.0), 35.0);
    BLAS(cublasDestroy(handle));

    Array<int> taken(3);
    branches<<<1, 1>>>(taken.p);
    const std::vector<int> host = taken.host();
    verdict.same("the branch by a macro of the program", host[0], 1);
    verdict.same("an architecture as a value", host[1], 7);
    verdict.same("the branch by arithmetic", host[2], 1);
    verdict.holds("a version as a value", CUDART_VERSION / 1000 >= 12);
    return verdict.end();
}
