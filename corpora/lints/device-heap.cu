// compile: gfx90a
#include <cstdlib>

__global__ void allocates(float **out, int n) {
    out[0] = static_cast<float *>(malloc(n * sizeof(float))); // fires
    out[1] = new float[4];
    free(out[0]);
}

__global__ void constructs(void *where) { new (where) int(1); }

void host() {
    int *p = new int;
    free(malloc(4));
    delete p;
}
