__global__ void add(float *sum, int *count, float x) {
    atomicAdd(count, 1);
    atomicAdd(sum, x); // fires
    atomicAdd(&sum[1], x);
}
