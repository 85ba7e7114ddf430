// compile: refused, HIP has no counterpart
__global__ void dots(int *out, int a, int b) {
    out[0] = __dp4a(a, b, 0); // fires
    out[1] = __dp2a_lo(a, b, 0); // fires
    out[2] = __mul24(a, b);
}
