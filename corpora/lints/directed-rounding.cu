// compile: refused, HIP's headers hide the functions
__global__ void bounds(float *out, double *wide, float a, float b) {
    out[0] = __fadd_rz(a, b); // fires
    out[1] = __fmaf_ru(a, b, a); // fires
    wide[0] = __dmul_rd(wide[1], wide[2]); // fires
    out[2] = __fadd_rn(a, b);
    out[3] = __float2int_rz(a);
}
