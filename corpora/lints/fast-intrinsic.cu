__global__ void soften(float *p) {
    p[0] = __expf(p[0]); // fires
    p[1] = __sinf(p[1]) + sinf(p[2]);
}
