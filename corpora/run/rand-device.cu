// cuRAND's device generators: their words are those of cuRAND 10.4 on an H200, and kernels that draw from them estimate pi, means
// and variances.
// run: wave-any
// targets: gpus,cpu needs hip-6.1 (HIP 5 of Debian has no hipRAND)
#include "check.h"

#include <curand_kernel.h>

#include <cstring>

struct Known {
    int method;
    unsigned long long seed, sequence, offset;
    unsigned int words[6];
};

// Printed by a program that cuRAND's own headers were compiled for.
const Known known[] = {
    {0, 0ull, 0ull, 0ull, {0xbd7f03b6, 0x703e556d, 0x845af0c5, 0x283067fd, 0x1245241f, 0x7666f33f}},
    {1, 0ull, 0ull, 0ull, {0x2083cd07, 0x518b05c4, 0x4f26d091, 0xd36ab334, 0x38bcbcf8, 0x888c99a3}},
    {2, 0ull, 0ull, 0ull, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8, 0xf8e4cca4, 0x5cb200db}},
    {0, 1234ull, 0ull, 0ull, {0x253d5e15, 0x6f558604, 0xdee6daf2, 0x7485b394, 0xdb6a6a85, 0x95195c6b}},
    {1, 1234ull, 0ull, 0ull, {0xc96891f0, 0x9650c684, 0x0cbc7881, 0x5fa111cd, 0x864a3897, 0xfa61def9}},
    {2, 1234ull, 0ull, 0ull, {0x2090b348, 0xda7cf0ab, 0x4401906f, 0xcbca470e, 0x9eeede35, 0x1cbe137c}},
    {0, 1234ull, 1ull, 0ull, {0xd1f7605a, 0xed29ae49, 0x83030ed9, 0x899fbaf4, 0xcf2ac63b, 0x047c6db7}},
    {1, 1234ull, 1ull, 0ull, {0x26f0d612, 0xac5068d7, 0xa3dbc910, 0x8fa62437, 0x76c19809, 0x815d3185}},
    {2, 1234ull, 1ull, 0ull, {0xd115a128, 0x52fc7c75, 0xc7f33f17, 0x0f1539db, 0x07129e5f, 0x653d7a73}},
    {0, 1234ull, 5ull, 7ull, {0xc7c04273, 0xd8577152, 0x18c2f892, 0x45ebfbe1, 0x291c2b37, 0x84bfaa09}},
    {1, 1234ull, 5ull, 7ull, {0x7b4fe4e9, 0x1bfc281d, 0x28a56de6, 0x3765d63c, 0xda9da40e, 0x8b8998e1}},
    {2, 1234ull, 5ull, 7ull, {0x72c26332, 0x26a9bd1b, 0xd88ecb0d, 0x088f2111, 0xd1e85602, 0xc19c9fa2}},
    {0, 81985529216486895ull, 100000ull, 8589934592ull, {0x7f0afa73, 0x0439497b, 0x5496398f, 0x71d6cab1, 0xdcebe56a, 0xde01cd4c}},
    {1, 81985529216486895ull, 100000ull, 8589934592ull, {0x538026a9, 0xbbae3bd7, 0xc2b384f4, 0xdb216f8e, 0x60e68ad4, 0x39ab6558}},
    {2, 81985529216486895ull, 100000ull, 8589934592ull, {0xf9cdc3ad, 0x612fcfdf, 0x139ef816, 0x91294635, 0x35e56502, 0x90447323}},
};

template <typename State> __device__ void six(const Known &of, unsigned int *to) {
    State state;
    curand_init(of.seed, of.sequence, of.offset, &state);
    for (int i = 0; i < 6; i++) to[i] = curand(&state);
}

__global__ void words(const Known *all, unsigned int *to) {
    const Known &of = all[threadIdx.x];
    to += 6 * threadIdx.x;
    if (of.method == 0) six<curandStateXORWOW_t>(of, to);
    if (of.method == 1) six<curandStateMRG32k3a_t>(of, to);
    if (of.method == 2) six<curandStatePhilox4_32_10_t>(of, to);
}

// Words, and uniform numbers of the same words.
template <typename State> __global__ void words_and_numbers(unsigned int *to, float *numbers, int count) {
    State one, other;
    curand_init(1234, threadIdx.x, 0, &one);
    curand_init(1234, threadIdx.x, 0, &other);
    for (int i = 0; i < count; i++) {
        to[threadIdx.x * count + i] = curand(&one);
        numbers[threadIdx.x * count + i] = curand_uniform(&other);
    }
}

// To the last bit: cuRAND rounds a word to single precision before it scales it.
template <typename State> void rounding(Verdict &verdict, const char *what) {
    const int threads = 8, count = 1000;
    Array<unsigned int> made(threads * count);
    Array<float> numbers(threads * count);
    words_and_numbers<State><<<1, threads>>>(made.p, numbers.p, count);
    std::vector<float> want;
    for (unsigned int word : made.host()) want.push_back(static_cast<float>(word) * 2.3283064365386963e-10f + 1.1641532182693481e-10f);
    verdict.same(what, numbers.host(), want);
}

__global__ void set_up(curandState *states, unsigned long long seed) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    curand_init(seed, i, 0, &states[i]);
}

__global__ void darts(curandState *states, unsigned long long *inside, int turns) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    curandState state = states[i];
    unsigned int mine = 0;
    for (int turn = 0; turn < turns; turn++) {
        const float x = curand_uniform(&state), y = curand_uniform(&state);
        mine += x * x + y * y <= 1;
    }
    states[i] = state;
    atomicAdd(inside, static_cast<unsigned long long>(mine));
}

__global__ void moments(double *sums, int turns) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    curandStatePhilox4_32_10_t state;
    curand_init(7, i, 0, &state);
    double first = 0, second = 0, counts = 0;
    for (int turn = 0; turn < turns; turn++) {
        const float4 z = curand_normal4(&state);
        first += z.x + z.y + z.z + z.w;
        second += z.x * z.x + z.y * z.y + z.z * z.z + z.w * z.w;
        counts += curand_poisson(&state, 3.5) + curand_poisson(&state, 64.0);
    }
    atomicAdd(&sums[0], first);
    atomicAdd(&sums[1], second);
    atomicAdd(&sums[2], counts);
}

int main() {
    Verdict verdict("rand-device");
    const std::vector<Known> all(std::begin(known), std::end(known));
    Array<Known> inputs(all);
    Array<unsigned int> made(6 * all.size());
    words<<<1, static_cast<int>(all.size())>>>(inputs.p, made.p);
    std::vector<unsigned int> want;
    for (const Known &of : all) want.insert(want.end(), of.words, of.words + 6);
    bool same_numbers = true;
#ifdef __HIP_PLATFORM_AMD__
    // AMD's own generators start from other constants.
    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    same_numbers = std::strcmp(properties.gcnArchName, "gfx000") == 0;
#endif
    if (same_numbers) {
        verdict.same("words", made.host(), want);
        rounding<curandStateXORWOW_t>(verdict, "uniform numbers of XORWOW");
        rounding<curandStatePhilox4_32_10_t>(verdict, "uniform numbers of Philox");
    }

    const int blocks = 16, threads = 64, turns = 500;
    Array<curandState> states(blocks * threads);
    Array<unsigned long long> inside(1);
    set_up<<<blocks, threads>>>(states.p, 1234);
    darts<<<blocks, threads>>>(states.p, inside.p, turns);
    const double pi = 4.0 * inside.host()[0] / (double(blocks) * threads * turns);
    verdict.holds("pi by darts", std::fabs(pi - 3.14159265) < 0.01);

    Array<double> sums(3);
    moments<<<blocks, threads>>>(sums.p, 100);
    const auto got = sums.host();
    const double n = 400.0 * blocks * threads;
    verdict.holds("the mean of normal numbers", std::fabs(got[0] / n) < 0.01);
    verdict.holds("the variance of normal numbers", std::fabs(got[1] / n - 1) < 0.02);
    verdict.holds("the mean of Poisson numbers", std::fabs(got[2] / (n / 4) - 67.5) < 0.2);
    return verdict.end();
}
