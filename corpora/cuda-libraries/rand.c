// A program that was never ported: cuRAND through NVIDIA's own headers. The numbers are those that cuRAND itself gives.
#include <cuda_runtime_api.h>
#include <curand.h>
#include <math.h>
#include <stdio.h>

#define CHECK(call)                                                                                          \
    do {                                                                                                     \
        int status_ = (int)(call);                                                                           \
        if (status_ != 0) return printf("FAIL line %d: %d\n", __LINE__, status_), 1;                         \
    } while (0)

enum { N = 100000 };

// The first words of seed 1234, printed by a program that ran with cuRAND on an H200.
static const struct {
    curandRngType_t method;
    unsigned int words[4];
} known[] = {
    {CURAND_RNG_PSEUDO_DEFAULT, {0x253d5e15, 0xd1f7605a, 0x8ce6f6f8, 0x4b79ff67}},
    {CURAND_RNG_PSEUDO_MRG32K3A, {0xc96891f0, 0x26f0d612, 0xef269080, 0xfc8fa50e}},
    {CURAND_RNG_PSEUDO_PHILOX4_32_10, {0x2090b348, 0xda7cf0ab, 0x4401906f, 0xcbca470e}},
};

int main(void) {
    static float x[N];
    void *data;
    curandGenerator_t generator;
    CHECK(cudaMalloc(&data, sizeof x));
    for (int g = 0; g < 3; g++) {
        unsigned int words[4];
        CHECK(curandCreateGenerator(&generator, known[g].method));
        CHECK(curandSetPseudoRandomGeneratorSeed(generator, 1234));
        CHECK(curandGenerate(generator, data, 4));
        CHECK(cudaMemcpy(words, data, sizeof words, cudaMemcpyDeviceToHost));
        for (int i = 0; i < 4; i++)
            if (words[i] != known[g].words[i]) return printf("FAIL generator %d: %08x\n", g, words[i]), 1;
        CHECK(curandDestroyGenerator(generator));
    }
    CHECK(curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_XORWOW));
    CHECK(curandSetGeneratorOrdering(generator, CURAND_ORDERING_PSEUDO_BEST));
    CHECK(curandGenerateNormal(generator, data, N, 3, 2));
    CHECK(cudaMemcpy(x, data, sizeof x, cudaMemcpyDeviceToHost));
    double mean = 0, variance = 0;
    for (int i = 0; i < N; i++) mean += x[i] / N;
    for (int i = 0; i < N; i++) variance += (x[i] - mean) * (x[i] - mean) / N;
    if (fabs(mean - 3) > 0.03 || fabs(variance - 4) > 0.08) return printf("FAIL moments: %g %g\n", mean, variance), 1;
    CHECK(curandDestroyGenerator(generator));
    if (curandGenerate(generator, data, 4) != CURAND_STATUS_NOT_INITIALIZED) return printf("FAIL a generator that is gone\n"), 1;
    CHECK(curandCreateGeneratorHost(&generator, CURAND_RNG_PSEUDO_PHILOX4_32_10));
    CHECK(curandGenerateUniform(generator, x, N));
    mean = 0;
    for (int i = 0; i < N; i++) mean += x[i] / N;
    if (fabs(mean - 0.5) > 0.01) return printf("FAIL on the host: %g\n", mean), 1;
    CHECK(curandDestroyGenerator(generator));
    printf("PASS rand\n");
    return 0;
}
