// compile: no, the target has no images
// lint-options: --target gfx942
__global__ void edits(cudaSurfaceObject_t surface) {
    float v;
    surf2Dread(&v, surface, 4, 1); // fires
    surf2Dwrite(v, surface, 0, 0);
}
