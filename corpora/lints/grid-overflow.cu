// compile: gfx90a
__global__ void fill(float *data, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += gridDim.x * (size_t)blockDim.x) data[i] = 0;
}

constexpr int max_grid_size = 2147483647; // fires
const int max_elements = 2147483647;

void host(float *data, size_t n) {
    fill<<<1 << 24, 256>>>(data, n); // fires
    dim3 grid(4, 1 << 23);
    fill<<<grid, dim3(1, 512)>>>(data, n); // fires
    fill<<<(1 << 24) - 1, 256>>>(data, n);
    fill<<<65535, 1024>>>(data, n);
}
