#include <cublasLt.h>

cublasLtMatmulTile_t tile = CUBLASLT_MATMUL_TILE_64x64; // fires
cublasLtHandle_t handle;
