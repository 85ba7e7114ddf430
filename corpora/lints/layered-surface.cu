// compile: gfx90a
__global__ void layers(cudaSurfaceObject_t surface, int layer) {
    float v;
    surf2DLayeredread(&v, surface, threadIdx.x * 4, 0, layer); // fires
    surf2DLayeredwrite(v, surface, threadIdx.x * 4, 0, layer);
}

__global__ void volume(cudaSurfaceObject_t surface, int layer) {
    float v;
    surf3Dread(&v, surface, threadIdx.x * 4, 0, layer);
    surf3Dwrite(v, surface, threadIdx.x * 4, 0, layer);
}
