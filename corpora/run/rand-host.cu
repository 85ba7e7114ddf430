// cuRAND's host interface: what three generators write is what cuRAND 10.4 wrote on an H200, in words and in distributions, whatever
// the way there; moments of what else it has.
// run: wave-any
// targets: gpus,cpu needs hip-6.1 (HIP 5 of Debian has no hipRAND)
// flags: -lhiprand
// nvcc: -lcurand
#include "check.h"

#include <curand.h>

#include <cstring>

#define RAND(call) LIBRARY(call, CURAND_STATUS_SUCCESS)

// Of seed 1234: the first words, those at 4096, 17 * 4096, 21 * 4096 and 79 * 4096, those that come after 1048574 words,
// and the first numbers of each distribution.
struct Known {
    curandRngType_t method;
    uint32_t first[6], far[4], next[2];
    float uniform[6];
    double uniform_double[6];
    float normal[6];
    double normal_double[6];
};

const Known known[] = {
    {CURAND_RNG_PSEUDO_XORWOW,
     {0x253d5e15, 0xd1f7605a, 0x8ce6f6f8, 0x4b79ff67, 0xea2bee0d, 0xde75663f},
     {0x6f558604, 0x65cd15d4, 0x2b8a0a07, 0xe2d0ff11},
     {0x76f03081, 0x886b85f1},
     {0.14546764f, 0.82018089f, 0.55039924f, 0.29483029f, 0.91473281f, 0.86897886f},
     {0.43489880438841294, 0.9264169202024377, 0.8118452111300192, 0.30855542463539803, 0.5572350286815337, 0.5012456711076041},
     {0.78097361f, -1.80157793f, -0.28084871f, 0.56354648f, -1.01133287f, 0.41403893f},
     {0.3587397985244547, -1.239592503223552, -0.09149539977360861, -0.38011893868395424, -0.6449617102012678, -0.030258217605530314}},
    {CURAND_RNG_PSEUDO_MRG32K3A,
     {0xc96891f0, 0x26f0d612, 0xef269080, 0xfc8fa50e, 0xfcef6715, 0x4df33f46},
     {0x9dda211d, 0xdfd9fc1d, 0x0297aa7e, 0xfafc6766},
     {0xff48d4c6, 0x94478981},
     {0.78675187f, 0.15211236f, 0.93418223f, 0.98656684f, 0.98802799f, 0.30449292f},
     {0.7867518627157294, 0.15211236914421553, 0.9341821969123743, 0.9865668449067676, 0.9880279948697079, 0.30449290728173634},
     {-0.36065355f, -0.59128135f, -1.71853626f, -0.90161204f, 0.34389943f, 0.13379335f},
     {-0.36065364611174483, -0.591281403741744, -1.7185360616531142, -0.9016126252167348, 0.3438995534482032, 0.13379339823547715}},
    {CURAND_RNG_PSEUDO_PHILOX4_32_10,
     {0x2090b348, 0xda7cf0ab, 0x4401906f, 0xcbca470e, 0xd115a128, 0x52fc7c75},
     {0x7a6635c0, 0x2e29d0a3, 0x22dc0ecd, 0xe7eb018f},
     {0xd6ddb3b5, 0x5dc7646e},
     {0.12720795f, 0.85346895f, 0.26564887f, 0.79605526f, 0.81673628f, 0.32416514f},
     {0.8534689954300143, 0.7960551488327052, 0.11227557330034327, 0.08006063132372038, 0.32416504567394094, 0.058917992888356474},
     {-1.61649048f, 1.22915471f, -1.56054068f, 0.46462032f, 0.56845516f, -0.28589624f},
     {-0.5395266959073188, 0.16063334644202298, 1.0081967077372695, 1.8322492478152392, 0.5430548566466276, 1.399319980560631}},
};
const size_t count = 1048574;

__global__ void halve(float *x, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= 0.5f;
}

template <typename T> std::vector<T> listed(const T *from, size_t n) { return std::vector<T>(from, from + n); }

struct Generator {
    curandGenerator_t handle;
    explicit Generator(curandRngType_t method, unsigned long long offset = 0) {
        RAND(curandCreateGenerator(&handle, method));
        RAND(curandSetPseudoRandomGeneratorSeed(handle, 1234));
        RAND(curandSetGeneratorOffset(handle, offset));
    }
    ~Generator() { (void)curandDestroyGenerator(handle); }
};

void words(Verdict &verdict, const Known &of) {
    Array<uint32_t> made(count);
    Generator generator(of.method);
    RAND(curandGenerate(generator.handle, made.p, count));
    const auto got = made.host();
    verdict.same("first words", listed(got.data(), 6), listed(of.first, 6));
    verdict.same("far words", {got[4096], got[17 * 4096], got[21 * 4096], got[79 * 4096]}, listed(of.far, 4));
    RAND(curandGenerate(generator.handle, made.p, 2));
    verdict.same("words of the next call", listed(made.host().data(), 2), listed(of.next, 2));
    Generator later(of.method, 5000);
    RAND(curandGenerate(later.handle, made.p, 100));
    verdict.same("words from an offset", listed(made.host().data(), 100), listed(got.data() + 5000, 100));
}

void distributions(Verdict &verdict, const Known &of) {
    Array<float> single(12);
    Array<double> wide(12);
    RAND(curandGenerateUniform(Generator(of.method).handle, single.p, 12));
    verdict.same("uniform", listed(single.host().data(), 6), listed(of.uniform, 6), 1e-7);
    RAND(curandGenerateUniformDouble(Generator(of.method).handle, wide.p, 12));
    verdict.same("uniform, double", listed(wide.host().data(), 6), listed(of.uniform_double, 6), 1e-15);
    RAND(curandGenerateNormal(Generator(of.method).handle, single.p, 12, 0, 1));
    verdict.same("normal", listed(single.host().data(), 6), listed(of.normal, 6), 2e-6);
    RAND(curandGenerateNormalDouble(Generator(of.method).handle, wide.p, 12, 0, 1));
    verdict.same("normal, double", listed(wide.host().data(), 6), listed(of.normal_double, 6), 1e-12);
}

void moments(Verdict &verdict) {
    const size_t n = 1 << 16;
    Array<float> x(n);
    Array<unsigned int> k(n);
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    Generator generator(CURAND_RNG_PSEUDO_DEFAULT);
    RAND(curandSetStream(generator.handle, stream));
    RAND(curandGenerateUniform(generator.handle, x.p, n));
    halve<<<n / 256, 256, 0, stream>>>(x.p, n);
    RAND(curandGeneratePoisson(generator.handle, k.p, n, 100.0));
    CHECK(cudaStreamSynchronize(stream));
    double sum = 0, counts = 0, squares = 0;
    for (const float value : x.host()) sum += value;
    for (const unsigned int value : k.host()) counts += value, squares += double(value) * value;
    verdict.holds("a kernel after the numbers", std::fabs(sum / n - 0.25) < 0.01);
    verdict.holds("the mean of Poisson numbers", std::fabs(counts / n - 100) < 0.3);
    verdict.holds("their variance", std::fabs(squares / n - counts / n * (counts / n) - 100) < 4);
    CHECK(cudaStreamDestroy(stream));
}

int main() {
    Verdict verdict("rand-host");
    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    bool same_numbers = true;
#ifdef __HIP_PLATFORM_AMD__
    // AMD's own generators start from other constants.
    same_numbers = std::strcmp(properties.gcnArchName, "gfx000") == 0;
#endif
    for (const Known &of : known)
        if (same_numbers) words(verdict, of), distributions(verdict, of);
    moments(verdict);
    std::vector<float> there(4);
    curandGenerator_t host;
    RAND(curandCreateGeneratorHost(&host, CURAND_RNG_PSEUDO_PHILOX4_32_10));
    RAND(curandSetPseudoRandomGeneratorSeed(host, 1234));
    RAND(curandGenerateUniform(host, there.data(), 4));
    if (same_numbers) verdict.same("a generator for the host", there, listed(known[2].uniform, 4), 1e-7);
    RAND(curandDestroyGenerator(host));
    verdict.holds("a handle that is gone is refused", curandGenerateUniform(host, there.data(), 4) != CURAND_STATUS_SUCCESS);
    return verdict.end();
}
