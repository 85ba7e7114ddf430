// compile: no, the experimental names are not there yet
#include <cublasLt.h>

int last() { return CUBLASLT_MATMUL_MATRIX_SCALE_END; }
