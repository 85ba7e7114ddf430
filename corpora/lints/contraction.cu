__device__ float sum(float a, float b, float c) {
    float both = __fadd_rn(__fmul_rn(a, b), c); // fires
    float apart = __fadd_rn(a, c);
    return both + __fsub_rn(apart, __fmul_rn(a, b)); // fires
}
