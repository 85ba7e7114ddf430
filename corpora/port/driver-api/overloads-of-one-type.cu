// CUresult and cudaError_t are one type in HIP: of two functions that differ by them, the later becomes a template.
#include <cuda.h>
#include <cuda_runtime.h>

static const char *name_of(cudaError_t error) { return cudaGetErrorName(error); }

#ifdef WITH_DRIVER
static const char *name_of(CUresult result) {
    const char *name = nullptr;
    cuGetErrorName(result, &name);
    return name;
}
#endif

inline void check(CUresult result, const char *file = __FILE__, int line = __LINE__) {}
inline void check(cudaError_t error, const char *where = "", int = 0) {}

struct Log {
    void add(CUresult result) {}
    void add(cudaError_t error) {}
};

namespace other {
// Another namespace, other types: nothing to tell apart.
inline void check(cudaError_t error, const char *file, int line) {}
inline void check(CUresult *result, const char *file, int line) {}
}  // namespace other

// One of the two is compiled.
#ifdef WITH_DRIVER
int code_of(CUresult result) { return result; }
#else
int code_of(cudaError_t error) { return error; }
#endif

int main() {
    check(cudaSuccess);
    check(CUDA_SUCCESS);
    Log().add(CUDA_SUCCESS);
    return name_of(cudaSuccess) == nullptr || code_of(cudaSuccess);
}
