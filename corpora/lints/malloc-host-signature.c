#include <hip/hip_runtime_api.h>

int pinned(void **p) {
    if (hipHostMalloc(p, 64) != hipSuccess) // fires
        return 1;
    return hipHostMalloc(p, 64, hipHostMallocMapped);
}
