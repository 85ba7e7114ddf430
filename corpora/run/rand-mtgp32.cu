// MTGP32: generators for the device and the host write the words that cuRAND 10.4 wrote on an H100, blocks draw the words of their
// states' sequences from the table of parameters, and numbers of all distributions have their moments.
// run: wave-any
// targets: gpus,cpu needs hip-6.2 (HIP 5 of Debian has no hipRAND, HIP 6.1 no orderings)
// flags: -lhiprand
// nvcc: -lcurand
#include "check.h"

#include <curand.h>
#include <curand_kernel.h>
#include <curand_mtgp32_host.h>
#include <curand_mtgp32dc_p_11213.h>

#include <cstring>

#define RAND(call) LIBRARY(call, CURAND_STATUS_SUCCESS)

using Words = std::vector<unsigned int>;

// Sequences that a generator takes in turn, and words of each before the next one.
const size_t LANES = 192, LEGACY_LANES = 64, TOGETHER = 256;

struct Generator {
    curandGenerator_t handle;

    explicit Generator(unsigned long long seed, curandOrdering_t ordering = CURAND_ORDERING_PSEUDO_DEFAULT) {
        RAND(curandCreateGenerator(&handle, CURAND_RNG_PSEUDO_MTGP32));
        RAND(curandSetGeneratorOrdering(handle, ordering));
        RAND(curandSetPseudoRandomGeneratorSeed(handle, seed));
    }
    ~Generator() { RAND(curandDestroyGenerator(handle)); }

    Words words(size_t count) const {
        Array<unsigned int> to(count);
        RAND(curandGenerate(handle, to.p, count));
        return to.host();
    }
};

// Some neighbours.
Words part(const Words &all, size_t first, size_t count) {
    return Words(all.begin() + static_cast<std::ptrdiff_t>(first), all.begin() + static_cast<std::ptrdiff_t>(first + count));
}

void known_words(Verdict &verdict) {
    const Words all = Generator(1234).words(150000);
    verdict.same("first words", part(all, 0, 4), {0x95130d0d, 0x76af12e1, 0x9d99d21c, 0xff1234b2});
    verdict.same("the second sequence", part(all, TOGETHER, 3), {0xb3ec7da8, 0xf14e02d4, 0x431232bd});
    verdict.same("the last sequence", part(all, (LANES - 1) * TOGETHER, 3), {0x6e4f9d66, 0x0cf58899, 0xb754ab53});
    verdict.same("the first one again", part(all, LANES * TOGETHER, 3), {0x303a95c2, 0xf19a2a0c, 0x2bea8d72});
    verdict.same("last words", part(all, 149997, 3), {0x23f126ad, 0xd6963bcd, 0x3207ca10});
    verdict.same("words of no seed", Generator(0).words(4), {0x1583a42b, 0x4794680a, 0x89ebce6b, 0x843665a6});
    verdict.same("words of a seed above 32 bits", Generator((5ull << 32) + 7).words(4), {0x1a6aff3c, 0x318c6da6, 0xf3768ca9, 0x3df88f2c});
    const Words legacy = Generator(1234, CURAND_ORDERING_PSEUDO_LEGACY).words(40000);
    verdict.same("the older ordering", part(legacy, LEGACY_LANES * TOGETHER, 3), {0x303a95c2, 0xf19a2a0c, 0x2bea8d72});

    const Generator parts(1234);
    Words joined = parts.words(1000);
    for (const size_t count : {1000, 300, 40000}) {
        const Words more = parts.words(count);
        joined.insert(joined.end(), more.begin(), more.end());
    }
    verdict.same("words of several requests", joined, part(all, 0, joined.size()));

    curandGenerator_t host;
    Words made(1000);
    RAND(curandCreateGeneratorHost(&host, CURAND_RNG_PSEUDO_MTGP32));
    RAND(curandSetPseudoRandomGeneratorSeed(host, 1234));
    RAND(curandGenerate(host, made.data(), made.size()));
    RAND(curandDestroyGenerator(host));
    verdict.same("words in host memory", made, part(all, 0, made.size()));
}

void misuse(Verdict &verdict) {
    const Generator generator(1234);
    Array<unsigned long long> wide(8);
    verdict.holds("there is no offset", curandSetGeneratorOffset(generator.handle, 5) == CURAND_STATUS_TYPE_ERROR);
    verdict.holds("words have 32 bits", curandGenerateLongLong(generator.handle, wide.p, 8) == CURAND_STATUS_TYPE_ERROR);
    verdict.holds("there is no ordering of seeds",
                  curandSetGeneratorOrdering(generator.handle, CURAND_ORDERING_PSEUDO_SEEDED) == CURAND_STATUS_OUT_OF_RANGE);
}

// Mean and variance are those of a distribution, within five standard errors of the mean.
template <typename T> void moments(Verdict &verdict, const char *what, const std::vector<T> &all, double mean, double variance) {
    double first = 0, second = 0;
    for (T value : all) first += static_cast<double>(value) / static_cast<double>(all.size());
    for (T value : all) second += (value - first) * (value - first) / static_cast<double>(all.size());
    const double error = std::sqrt(variance / static_cast<double>(all.size()));
    const bool near = std::fabs(first - mean) < 5 * error && std::fabs(second - variance) < 0.05 * variance;
    if (!near) std::printf("%s: mean %g, variance %g\n", what, first, second);
    verdict.holds(what, near);
}

void host_distributions(Verdict &verdict) {
    const size_t count = 100001;
    const Generator generator(77);
    Array<float> singles(count);
    Array<double> doubles(count);
    Array<unsigned int> counts(count);
    RAND(curandGenerateUniform(generator.handle, singles.p, count));
    moments(verdict, "uniform", singles.host(), 0.5, 1 / 12.0);
    RAND(curandGenerateUniformDouble(generator.handle, doubles.p, count));
    moments(verdict, "uniform of 64 bits", doubles.host(), 0.5, 1 / 12.0);
    RAND(curandGenerateNormalDouble(generator.handle, doubles.p, count, 3, 2));
    moments(verdict, "normal of 64 bits", doubles.host(), 3, 4);
    RAND(curandGenerateLogNormalDouble(generator.handle, doubles.p, count, 0, 0.5));
    moments(verdict, "log normal of 64 bits", doubles.host(), std::exp(0.125), std::exp(0.25) * (std::exp(0.25) - 1));
    RAND(curandGeneratePoisson(generator.handle, counts.p, count, 10));
    moments(verdict, "Poisson", counts.host(), 10, 10);
}

// The words of one state's sequence by its definition: the recursion over all words that there have been, without a ring.
Words sequence(const mtgp32_params_fast_t &set, unsigned int seed, size_t count) {
    const size_t length = 351, place = static_cast<size_t>(set.pos);
    const unsigned int hidden = set.tbl[4] ^ set.tbl[8] << 16;
    unsigned int fill = hidden + (hidden >> 16);
    fill = (fill + (fill >> 8)) & 0xff;
    Words all(length, fill | fill << 8 | fill << 16 | fill << 24), given;
    all[0] = seed;
    all[1] = hidden;
    for (size_t i = 1; i < length; i++) all[i] ^= 1812433253u * (all[i - 1] ^ all[i - 1] >> 30) + static_cast<unsigned int>(i);
    for (size_t i = 0; i < count; i++) {
        unsigned int x = (all[i] & set.mask) ^ all[i + 1];
        x ^= x << set.sh1;
        x ^= all[i + place] >> set.sh2;
        all.push_back(x ^ set.tbl[x & 15]);
        unsigned int by = all[i + place - 1];
        by ^= by >> 16;
        by ^= by >> 8;
        given.push_back(all.back() ^ set.tmp_tbl[by & 15]);
    }
    return given;
}

__global__ void draw(curandStateMtgp32_t *states, unsigned int *to, int turns) {
    for (int turn = 0; turn < turns; turn++)
        to[(blockIdx.x * turns + turn) * blockDim.x + threadIdx.x] = curand(&states[blockIdx.x]);
}

__global__ void distribute(curandStateMtgp32_t *states, float *singles, double *doubles, unsigned int *counts) {
    curandStateMtgp32_t *state = &states[blockIdx.x];
    const unsigned int i = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
    singles[i] = curand_uniform(state);
    doubles[i] = curand_uniform_double(state);
    singles[all + i] = curand_normal(state);
    doubles[all + i] = curand_normal_double(state);
    singles[2 * all + i] = curand_log_normal(state, 0, 0.5f);
    doubles[2 * all + i] = curand_log_normal_double(state, 0, 0.5);
    counts[i] = curand_poisson(state, 10);
}

template <typename T> std::vector<T> third(const std::vector<T> &all, size_t which) {
    const auto size = static_cast<std::ptrdiff_t>(all.size() / 3), first = static_cast<std::ptrdiff_t>(which) * size;
    return std::vector<T>(all.begin() + first, all.begin() + first + size);
}

void states(Verdict &verdict, bool are_curands) {
    const int count = 200, threads[] = {256, 32, 100};
    Array<mtgp32_kernel_params_t> constants(1);
    Array<curandStateMtgp32_t> all(count);
    RAND(curandMakeMTGP32Constants(mtgp32dc_params_fast_11213, constants.p));
    RAND(curandMakeMTGP32KernelState(all.p, mtgp32dc_params_fast_11213, constants.p, count, 1234));
    std::vector<Words> drawn(count);
    for (const int size : threads) {
        const int turns = 5;
        Array<unsigned int> to(static_cast<size_t>(count * turns * size));
        draw<<<count, size>>>(all.p, to.p, turns);
        const Words words = to.host();
        for (size_t state = 0; state < drawn.size(); state++) {
            const Words more = part(words, state * turns * size, static_cast<size_t>(turns * size));
            drawn[state].insert(drawn[state].end(), more.begin(), more.end());
        }
    }
    Words got, want;
    for (unsigned int state = 0; state < drawn.size(); state++) {
        const Words defined = sequence(mtgp32dc_params_fast_11213[state], 1234 + state + 1, drawn[state].size());
        got.insert(got.end(), drawn[state].begin(), drawn[state].end());
        want.insert(want.end(), defined.begin(), defined.end());
    }
    verdict.same("words of states", got, want);
    if (are_curands) verdict.same("states and generators", part(drawn[0], 0, TOGETHER), Generator(1234).words(TOGETHER));

    const size_t numbers = 200 * 256;
    Array<float> singles(3 * numbers);
    Array<double> doubles(3 * numbers);
    Array<unsigned int> counts(numbers);
    distribute<<<count, 256>>>(all.p, singles.p, doubles.p, counts.p);
    const double mean = std::exp(0.125), variance = std::exp(0.25) * (std::exp(0.25) - 1);
    moments(verdict, "uniform of states", third(singles.host(), 0), 0.5, 1 / 12.0);
    moments(verdict, "uniform of states, 64 bits", third(doubles.host(), 0), 0.5, 1 / 12.0);
    moments(verdict, "normal of states", third(singles.host(), 1), 0, 1);
    moments(verdict, "normal of states, 64 bits", third(doubles.host(), 1), 0, 1);
    moments(verdict, "log normal of states", third(singles.host(), 2), mean, variance);
    moments(verdict, "log normal of states, 64 bits", third(doubles.host(), 2), mean, variance);
    moments(verdict, "Poisson of states", counts.host(), 10, 10);

    // The same numbers as generators make of the same words.
    RAND(curandMakeMTGP32KernelState(all.p, mtgp32dc_params_fast_11213, constants.p, count, 1234));
    distribute<<<1, 256>>>(all.p, singles.p, doubles.p, counts.p);
    const Words words = sequence(mtgp32dc_params_fast_11213[0], 1235, 2 * 256);
    std::vector<float> uniform;
    std::vector<double> wide;
    for (size_t i = 0; i < 256; i++) {
        uniform.push_back(static_cast<float>(words[i]) * 2.3283064e-10f + 2.3283064e-10f / 2);
        wide.push_back(words[256 + i] * 2.3283064365386963e-10 + 2.3283064365386963e-10);
    }
    std::vector<float> made = singles.host();
    std::vector<double> wide_made = doubles.host();
    made.resize(256);
    wide_made.resize(256);
    if (are_curands) {
        verdict.same("uniform numbers of words", made, uniform);
        verdict.same("uniform numbers of words, 64 bits", wide_made, wide);
    }
}

int main() {
    Verdict verdict("rand-mtgp32");
    bool are_curands = true;
#ifdef __HIP_PLATFORM_AMD__
    // AMD's generators take other parameters in another order.
    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    are_curands = std::strcmp(properties.gcnArchName, "gfx000") == 0;
#endif
    if (are_curands) {
        known_words(verdict);
        misuse(verdict);
    }
    host_distributions(verdict);
    // A table of rocRAND's, which host code for both has, begins with another set.
    states(verdict, are_curands && mtgp32dc_params_fast_11213[0].pos == 88);
    return verdict.end();
}
