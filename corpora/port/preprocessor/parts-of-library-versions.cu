// compile: no, the headers of the libraries are not needed to read the conditions
#include <cublas_v2.h>
#include <cudnn.h>

#if CUBLAS_VER_MAJOR > 11 || (CUBLAS_VER_MAJOR == 11 && CUBLAS_VER_MINOR >= 2)
int has_workspaces = 1;
#endif
#if CUDNN_MAJOR < 8
int has_older_algorithms = 1;
#endif
#if CUDNN_VERSION >= 8000
int has_backend = 1;
#endif
int version() { return CUDNN_MAJOR * 1000 + CUDNN_MINOR * 100 + CUDNN_PATCHLEVEL; }
int parts() { return CUFFT_VER_MAJOR + CUSPARSE_VER_MINOR + CUSOLVER_VER_PATCH; }
