// Of calls with the same number of arguments, those of CUDA 13 are told by the variables they take.
// compile: needs hip-7.1
#include <cuda_runtime.h>

void prefetch(float *p, size_t bytes, int device, cudaStream_t stream, const cudaMemLocation &host) {
    cudaMemLocation place;
    place.type = cudaMemLocationTypeDevice;
    place.id = device;
    cudaMemPrefetchAsync(p, bytes, place, 0);
    cudaMemPrefetchAsync(p, bytes, cudaMemLocation{cudaMemLocationTypeDevice, 0}, 0);
    cudaMemPrefetchAsync(p, bytes, device, stream);
    cudaMemPrefetchAsync(p, bytes, device, 0);
    cudaMemAdvise(p, bytes, cudaMemAdviseSetPreferredLocation, place);
    cudaMemAdvise(p, bytes, cudaMemAdviseSetPreferredLocation, host);
    cudaMemAdvise(p, bytes, cudaMemAdviseSetReadMostly, device);
}
