#include "estimates.h"

#include <curand.h>
#include <curand_kernel.h>
#include <stdexcept>

__global__ void count_inside(const float *x, const float *y, int points, unsigned long long *inside) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const bool is_inside = i < points && x[i] * x[i] + y[i] * y[i] < 1.0f;
    const int in_block = __syncthreads_count(is_inside);
    if (threadIdx.x == 0) atomicAdd(inside, (unsigned long long)in_block);
}

__global__ void draw_inside(int points, unsigned long long seed, unsigned long long *inside) {
    curandStatePhilox4_32_10_t state;
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    curand_init(seed, thread, 0, &state);
    unsigned long long count = 0;
    for (int i = thread; i < points; i += gridDim.x * blockDim.x) {
        const float4 draw = curand_uniform4(&state);
        count += draw.x * draw.x + draw.y * draw.y < 1.0f;
    }
    atomicAdd(inside, count);
}

static unsigned long long *make_counter() {
    unsigned long long *counter = nullptr;
    if (cudaMalloc(&counter, sizeof(*counter)) != cudaSuccess) throw std::runtime_error("no memory");
    cudaMemset(counter, 0, sizeof(*counter));
    return counter;
}

static unsigned long long take(unsigned long long *counter) {
    unsigned long long count = 0;
    cudaMemcpy(&count, counter, sizeof(count), cudaMemcpyDeviceToHost);
    cudaFree(counter);
    return count;
}

double estimate_pi(int points, unsigned long long seed) {
    float *x, *y;
    cudaMalloc(&x, points * sizeof(float));
    cudaMalloc(&y, points * sizeof(float));
    curandGenerator_t generator;
    if (curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT) != CURAND_STATUS_SUCCESS) throw std::runtime_error("no generator");
    curandSetPseudoRandomGeneratorSeed(generator, seed);
    curandGenerateUniform(generator, x, points);
    curandGenerateUniform(generator, y, points);
    unsigned long long *counter = make_counter();
    count_inside<<<(points + 255) / 256, 256>>>(x, y, points, counter);
    const double inside = double(take(counter));
    curandDestroyGenerator(generator);
    cudaFree(x);
    cudaFree(y);
    return 4 * inside / points;
}

double estimate_pi_in_the_kernel(int points, unsigned long long seed) {
    unsigned long long *counter = make_counter();
    draw_inside<<<64, 128>>>(points, seed, counter);
    return 4.0 * double(take(counter)) / points;
}
