// Loops of known lengths, in which each iteration depends on the one before and on its number.

extern "C" {

__global__ void whole(const int *in, const int *keys, int *out) {
    int x = threadIdx.x, total = 1;
    for (int k = 0; k < 24; ++k) total = total * 3 + (in[x + k] ^ keys[k]);
    out[x] = total;
}

__global__ void eights(const int *in, const int *keys, int *out) {
    int x = threadIdx.x, total = 1;
    for (int k = 0; k < 96; ++k) total = total * 3 + (in[x + k] ^ keys[k]);
    out[x] = total;
}

__global__ void pairs(const int *in, const int *keys, int *out) {
    int x = threadIdx.x, total = 1;
    for (int k = 0; k < 50; ++k) total = total * 3 + (in[x + k] ^ keys[k]);
    out[x] = total;
}

__global__ void odd(const int *in, const int *keys, int *out) {
    int x = threadIdx.x, total = 1;
    for (int k = 0; k < 75; ++k) total = total * 3 + (in[x + k] ^ keys[k]);
    out[x] = total;
}

// Each iteration is in another page, which is gone through in wide strips and not unrolled.
__global__ void far(const int *in, const int *keys, int *out) {
    int x = threadIdx.x, total = 1;
    for (int k = 0; k < 24; ++k) total = total * 3 + (in[x + k * 1024] ^ keys[k]);
    out[x] = total;
}
}
