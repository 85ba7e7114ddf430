// cuRAND's quasi-random generators and MT19937, on the host and in kernels: Sobol's points are what cuRAND 10.4 wrote on an H100, words
// of states are those of generators, and each interval has its share of the points.
// run: wave-any
// targets: gpus,cpu needs hip-6.2 (HIP 5 of Debian has no hipRAND, HIP 6.1 no states of 64 bits)
// flags: -lhiprand
// nvcc: -lcurand
#include "check.h"

#include <curand.h>
#include <curand_kernel.h>

#include <type_traits>

#define RAND(call) LIBRARY(call, CURAND_STATUS_SUCCESS)

using Words = std::vector<unsigned int>;
using LongWords = std::vector<unsigned long long>;

struct Generator {
    curandGenerator_t handle;

    Generator(curandRngType_t method, unsigned int dimensions, unsigned long long offset = 0) {
        RAND(curandCreateGenerator(&handle, method));
        if (dimensions) RAND(curandSetQuasiRandomGeneratorDimensions(handle, dimensions));
        if (offset) RAND(curandSetGeneratorOffset(handle, offset));
    }
    ~Generator() { RAND(curandDestroyGenerator(handle)); }
};

Words words(curandRngType_t method, unsigned int dimensions, size_t count, unsigned long long offset = 0) {
    Generator generator(method, dimensions, offset);
    Array<unsigned int> to(count);
    RAND(curandGenerate(generator.handle, to.p, count));
    return to.host();
}

LongWords long_words(curandRngType_t method, unsigned int dimensions, size_t count, unsigned long long offset = 0) {
    Generator generator(method, dimensions, offset);
    Array<unsigned long long> to(count);
    RAND(curandGenerateLongLong(generator.handle, to.p, count));
    return to.host();
}

void known_points(Verdict &verdict) {
    const Words three = {0, 0x80000000, 0xc0000000, 0x40000000, 0x60000000, 0xe0000000, 0xa0000000, 0x20000000,
                         0, 0x80000000, 0x40000000, 0xc0000000, 0x60000000, 0xe0000000, 0x20000000, 0xa0000000,
                         0, 0x80000000, 0x40000000, 0xc0000000, 0xa0000000, 0x20000000, 0xe0000000, 0x60000000};
    verdict.same("points of three dimensions", words(CURAND_RNG_QUASI_SOBOL32, 3, 24), three);
    const Words later = {0xe0000000, 0xa0000000, 0x20000000, 0x30000000, 0xe0000000, 0x20000000, 0xa0000000, 0x50000000};
    verdict.same("points from the sixth on", words(CURAND_RNG_QUASI_SOBOL32, 2, 8, 5), later);
    LongWords wide;
    for (size_t i = 0; i < 16; i++) wide.push_back(static_cast<unsigned long long>(three[i]) << 32);
    verdict.same("points of 64 bits", long_words(CURAND_RNG_QUASI_SOBOL64, 2, 16), wide);

    Generator single(CURAND_RNG_QUASI_SOBOL32, 1);
    Array<double> reals(4);
    Array<float> floats(4);
    RAND(curandGenerateUniformDouble(single.handle, reals.p, 4));
    verdict.same("uniform numbers", reals.host(),
                 {2.3283064365386963e-10, 0.5000000002328306, 0.7500000002328306, 0.25000000023283064});
    RAND(curandSetGeneratorOffset(single.handle, 0));
    RAND(curandGenerateNormalDouble(single.handle, reals.p, 4, 0, 1));
    verdict.same("normal numbers", reals.host(), {-6.33795775455379, 2.918099372916623e-10, 0.6744897505624251, -0.6744897498297384}, 1e-12);
    RAND(curandSetGeneratorOffset(single.handle, 0));
    RAND(curandGenerateNormal(single.handle, floats.p, 4, 0, 1));
    verdict.same("normal numbers of 32 bits", floats.host(), {-6.3379573822f, 0.0f, 0.67448973656f, -0.67448973656f}, 2e-6);
    Generator wide_single(CURAND_RNG_QUASI_SOBOL64, 1);
    RAND(curandGenerateNormalDouble(wide_single.handle, reals.p, 4, 0, 1));
    verdict.same("normal numbers of 64 bits", reals.host(), {-8.292361075813593, 0.0, 0.6744897501960818, -0.6744897501960816}, 1e-12);
}

// Of the first 2^k points each interval of length 2^-k has one, in each dimension.
void shares(Verdict &verdict, curandRngType_t method) {
    const size_t points = 1024, dimensions = 50;
    const Words all = words(method, dimensions, points * dimensions);
    bool even = true;
    for (size_t dimension = 0; dimension < dimensions; dimension++) {
        std::vector<int> hits(points);
        for (size_t i = 0; i < points; i++) hits[all[dimension * points + i] >> 22]++;
        for (int hit : hits) even = even && hit == 1;
    }
    verdict.holds("each interval has one point", even);
}

template <typename State, typename Word> __global__ void draw(const Word *vectors, const Word *shifts, int bits, Word offset, int count, Word *to) {
    const int dimension = threadIdx.x;
    State state;
    if constexpr (std::is_same<State, curandStateScrambledSobol32>::value || std::is_same<State, curandStateScrambledSobol64>::value)
        curand_init(const_cast<Word *>(vectors) + dimension * bits, shifts[dimension], offset, &state);
    else
        curand_init(const_cast<Word *>(vectors) + dimension * bits, offset, &state);
    for (int i = 0; i < count / 2; i++) to[dimension * count + i] = curand(&state);
    skipahead(static_cast<Word>(0), &state);
    for (int i = count / 2; i < count; i++) to[dimension * count + i] = curand(&state);
}

template <typename State, typename Word> std::vector<Word> drawn(const Word *vectors, const Word *shifts, int bits) {
    const int dimensions = 40, count = 60;
    Array<Word> device(std::vector<Word>(vectors, vectors + dimensions * bits)), to(dimensions * count);
    Array<Word> constants(std::vector<Word>(shifts, shifts + dimensions));
    draw<State><<<1, dimensions>>>(device.p, constants.p, bits, static_cast<Word>(7), count, to.p);
    return to.host();
}

void states(Verdict &verdict) {
    curandDirectionVectors32_t *narrow;
    curandDirectionVectors64_t *wide;
    unsigned int *shifts;
    unsigned long long *long_shifts;
    RAND(curandGetScrambleConstants32(&shifts));
    RAND(curandGetScrambleConstants64(&long_shifts));
    const auto of_32 = [&](curandDirectionVectorSet_t set) { RAND(curandGetDirectionVectors32(&narrow, set)); return &narrow[0][0]; };
    const auto of_64 = [&](curandDirectionVectorSet_t set) { RAND(curandGetDirectionVectors64(&wide, set)); return &wide[0][0]; };
    verdict.same("states of Sobol32", drawn<curandStateSobol32>(of_32(CURAND_DIRECTION_VECTORS_32_JOEKUO6), shifts, 32),
                 words(CURAND_RNG_QUASI_SOBOL32, 40, 2400, 7));
    verdict.same("states of scrambled Sobol32",
                 drawn<curandStateScrambledSobol32>(of_32(CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6), shifts, 32),
                 words(CURAND_RNG_QUASI_SCRAMBLED_SOBOL32, 40, 2400, 7));
    verdict.same("states of Sobol64", drawn<curandStateSobol64>(of_64(CURAND_DIRECTION_VECTORS_64_JOEKUO6), long_shifts, 64),
                 long_words(CURAND_RNG_QUASI_SOBOL64, 40, 2400, 7));
    verdict.same("states of scrambled Sobol64",
                 drawn<curandStateScrambledSobol64>(of_64(CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6), long_shifts, 64),
                 long_words(CURAND_RNG_QUASI_SCRAMBLED_SOBOL64, 40, 2400, 7));
}

__global__ void numbers(const unsigned int *vectors, double *to) {
    curandStateSobol32 state;
    curand_init(const_cast<unsigned int *>(vectors), 1u, &state);
    to[0] = curand_uniform(&state);
    to[1] = curand_uniform_double(&state);
    to[2] = curand_normal(&state);
    to[3] = curand_normal_double(&state);
}

// Of 0.5, 0.75, 0.25 and 0.375.
void distributions(Verdict &verdict) {
    curandDirectionVectors32_t *vectors;
    RAND(curandGetDirectionVectors32(&vectors, CURAND_DIRECTION_VECTORS_32_JOEKUO6));
    Array<unsigned int> device(Words(&vectors[0][0], &vectors[0][0] + 32));
    Array<double> to(4);
    numbers<<<1, 1>>>(device.p, to.p);
    verdict.same("numbers of a state", to.host(), {0.5, 0.7500000002328306, -0.6744897365570068, -0.3186393639643752}, 1e-6);
}

void mersenne_twister(Verdict &verdict) {
    Generator generator(CURAND_RNG_PSEUDO_MT19937, 0);
    RAND(curandSetPseudoRandomGeneratorSeed(generator.handle, 1234));
    Array<unsigned int> to(4096);
    RAND(curandGenerate(generator.handle, to.p, 4096));
    verdict.same("the first word of seed 1234", to.host()[0], 0x31076b2fu);
    verdict.holds("there is no offset", curandSetGeneratorOffset(generator.handle, 5) == CURAND_STATUS_TYPE_ERROR);
    const size_t count = 100000;
    Array<double> reals(count);
    RAND(curandGenerateNormalDouble(generator.handle, reals.p, count, 3, 2));
    double mean = 0, spread = 0;
    for (double value : reals.host()) mean += value / count;
    for (double value : reals.host()) spread += (value - mean) * (value - mean) / count;
    verdict.holds("moments of normal numbers", std::fabs(mean - 3) < 0.05 && std::fabs(spread - 4) < 0.1);
}

void misuse(Verdict &verdict) {
    Generator generator(CURAND_RNG_QUASI_SOBOL32, 2);
    Array<unsigned int> to(8);
    Array<unsigned long long> wide(8);
    verdict.holds("points have all dimensions", curandGenerate(generator.handle, to.p, 7) == CURAND_STATUS_LENGTH_NOT_MULTIPLE);
    verdict.holds("words have 32 bits", curandGenerateLongLong(generator.handle, wide.p, 8) == CURAND_STATUS_TYPE_ERROR);
}

int main() {
    Verdict verdict("rand-quasi");
    known_points(verdict);
    shares(verdict, CURAND_RNG_QUASI_SOBOL32);
    shares(verdict, CURAND_RNG_QUASI_SCRAMBLED_SOBOL32);
    states(verdict);
    distributions(verdict);
    mersenne_twister(verdict);
    misuse(verdict);
    return verdict.end();
}
