// compile: gfx90a
__global__ void tells(int *flag, int *data) {
    data[0] = 1;
    __threadfence_system(); // fires
    atomicAdd_system(flag, 1); // fires
    __threadfence();
    atomicAdd(flag, 1);
}

void host(int **flag) { cudaMalloc(reinterpret_cast<void **>(flag), sizeof(int)); }
