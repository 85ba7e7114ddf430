// compile: no, the target has no images
// lint-options: --target gfx942,gfx1100
__global__ void samples(cudaTextureObject_t image, float *out) {
    out[0] = tex2D<float>(image, 0.5f, 0.5f); // fires
    out[1] = tex1Dfetch<float>(image, 1);
}

__global__ void guarded(cudaTextureObject_t image, const float *pixels, float *out) {
#if __HIP_NO_IMAGE_SUPPORT
    out[0] = pixels[0];
#else
    out[0] = tex3D<float>(image, 0.5f, 0.5f, 0.5f);
#endif
}

void host(cudaTextureObject_t *image, cudaResourceDesc *resource, cudaTextureDesc *texture) {
    cudaCreateTextureObject(image, resource, texture, nullptr);
}

struct Painter {
    float tex2D(int x) const { return x; }
    float paints() const { return this->tex2D(1); }
};
