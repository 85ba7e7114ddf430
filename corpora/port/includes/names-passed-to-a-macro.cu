// Headers that a macro makes names of.
#include <cuda_runtime.h>
#define ANGLED(x) <x>
#define QUOTED_(x) #x
#define QUOTED(x) QUOTED_(x)
#include ANGLED(curand.h)
#include ANGLED(cuda_fp16.h)
#include QUOTED(cublas_v2.h)

curandGenerator_t generator;
cublasHandle_t handle;
