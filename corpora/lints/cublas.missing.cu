#include <cublas_v2.h>

void query(cublasHandle_t h, int *count) {
    cublasGetSmCountTarget(h, count); // fires
    cublasDestroy(h);
}
