// compile: gfx90a
__constant__ float coefficients[8];

void host(const float *values) {
    cudaMemcpyToSymbol("coefficients", values, 32); // fires
    cudaMemcpyToSymbol(coefficients, values, 32);
    const char *name = "coefficients";
    (void)name;
}
