// compile: gfx90a
__global__ void __launch_bounds__(128) bounded(float *data) { data[threadIdx.x] = 1; }

__global__ void plain(float *data) { data[threadIdx.x] = 1; }

void host(float *data, int threads) {
    bounded<<<1, 256>>>(data); // fires
    dim3 block(64, 32);
    plain<<<1, block>>>(data); // fires
    bounded<<<1, 128>>>(data);
    bounded<<<1, threads>>>(data);
    plain<<<1, dim3(32, 32)>>>(data);
}
