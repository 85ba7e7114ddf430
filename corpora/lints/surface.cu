// compile: refused, HIP has no such form
// lint-options: --target gfx90a
__global__ void edits(cudaSurfaceObject_t surface, float *out) {
    out[0] = surf2Dread<float>(surface, 4, 1); // fires
    float v;
    surf2Dread(&v, surface, 4, 1);
    surf2Dwrite(v, surface, 0, 0);
}

void host(cudaSurfaceObject_t *surface, cudaResourceDesc *resource) { cudaCreateSurfaceObject(surface, resource); }
