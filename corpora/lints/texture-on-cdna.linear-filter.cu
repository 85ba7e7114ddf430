// compile: gfx90a
// lint-options: --target gfx90a
__global__ void samples(cudaTextureObject_t image, float *out) { out[0] = tex2D<float>(image, 0.5f, 0.5f); }

void host(cudaTextureObject_t *image, cudaResourceDesc *resource) {
    cudaTextureDesc texture = {};
    texture.filterMode = cudaFilterModeLinear; // fires
    cudaCreateTextureObject(image, resource, &texture, nullptr);
    texture.filterMode = cudaFilterModePoint;
}
