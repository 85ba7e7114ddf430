// Fetches from textures at several places.

extern "C" {

__global__ void between(hipTextureObject_t in, float *out, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < n) out[x] = tex2D<float>(in, x, 0.5f) + tex2D<float>(in, x + 1, 0.5f) + tex2D<float>(in, x, 1.5f);
}

__global__ void bytes(hipTextureObject_t in, unsigned char *out, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < n) out[x] = tex2D<unsigned char>(in, x, 0.5f);
}
}
