// compile: gfx90a
__global__ void always_256(float *data) { data[threadIdx.x] = 1; } // fires

template <typename T>
__global__ void squares(T *data) { // fires
    data[threadIdx.y * 16 + threadIdx.x] = 1;
}

__global__ void two_sizes(float *data) { data[threadIdx.x] = 1; }

__global__ void any_size(float *data) { data[threadIdx.x] = 1; }

__global__ void __launch_bounds__(64) bounded(float *data) { data[threadIdx.x] = 1; }

__global__ void largest(float *data) { data[threadIdx.x] = 1; }

void host(float *data, int threads) {
    always_256<<<1, 256>>>(data);
    always_256<<<8, 256>>>(data);
    dim3 block(16, 16);
    squares<float><<<1, block>>>(data);
    two_sizes<<<1, 64>>>(data);
    two_sizes<<<1, 128>>>(data);
    any_size<<<1, threads>>>(data);
    bounded<<<1, 64>>>(data);
    largest<<<1, 1024>>>(data);
}
