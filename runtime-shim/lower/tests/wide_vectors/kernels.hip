// Functions of the C library in loops over threads, and a variable that the host reads.
__device__ int kept = 7;

extern "C" __global__ void functions(float *x, double *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    x[i] = expf(x[i]) + sinf(x[i]) * cosf(x[i]) + logf(1 + x[i]) + powf(1 + x[i], 1.5f) + kept;
    y[i] = exp(y[i]) + sin(y[i]) * cos(y[i]) + log(1 + y[i]) + pow(1 + y[i], 1.5) + kept;
}

#if !__HIP_DEVICE_COMPILE__
const void *address_of_kept() { return &kept; }
#endif
