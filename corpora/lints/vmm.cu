#include <cuda.h>

void reserve(CUdeviceptr *address, size_t bytes) {
    cuMemAddressReserve(address, bytes, 0, 0, 0); // fires
    cuMemAlloc(address, bytes);
}
