#include <cuda_runtime.h>

const char *help = R"(cudaMalloc(&p, n); "quoted" // not a comment)";
const char *more = R"sql(
cudaFree(p); )" still inside
)sql";
int after = cudaDeviceReset();
