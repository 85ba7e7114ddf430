// compile: gfx90a
// lint-options: --rocm 5.1
__global__ void reads(cudaTextureObject_t table, float *out, const float *array) {
    out[0] = tex1Dfetch<float>(table, 3); // fires
    out[1] = tex2D<float>(table, 0.5f, 0.5f);
    out[2] = __ldg(&array[3]);
}

float tex1Dfetch(int i);

float host() { return tex1Dfetch(1); }
