// compile: gfx90a
__global__ void __launch_bounds__(128, 8) narrow(float *data) { // fires
    data[threadIdx.x] = 1;
}

__global__ void __launch_bounds__(1024, 2) wide(float *data) { // fires
    data[threadIdx.x] = 1;
}

#define THREADS 64
#define BLOCKS 16
template <int N>
__global__ void __launch_bounds__(THREADS, BLOCKS) by_name(float *data) { // fires
    data[threadIdx.x] = N;
}

template <int T, int B>
__global__ void __launch_bounds__(T, B) by_parameter(float *data) { // fires
    data[threadIdx.x] = 1;
}

__global__ void __launch_bounds__(256, 1) one_block(float *data) {
    data[threadIdx.x] = 1;
}

__global__ void __launch_bounds__(256) threads_only(float *data) {
    data[threadIdx.x] = 1;
}

#ifndef __HIP_PLATFORM_AMD__
__global__ void __launch_bounds__(128, 8) not_for_amd(float *data) {
    data[threadIdx.x] = 1;
}
#endif
