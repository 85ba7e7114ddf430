#include <cuda_runtime.h>

enum class Status { cudaSuccess, failed };
enum Old { cudaOldStatus = 7 };

bool fine(Status status, cudaError_t error) { return status == Status::cudaSuccess && error == cudaSuccess; }
