// compile: refused, HIP has no counterpart
__global__ void child(int *data) { data[threadIdx.x] = 1; }

__global__ void parent(int *data) {
    child<<<1, 32>>>(data); // fires
}

void host(int *data) { parent<<<1, 32>>>(data); }
