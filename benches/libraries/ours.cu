// CUB, cuBLAS, cuFFT and cuSOLVER as a program of CUDA calls them; on the CPU hipCUB and the bundled libraries answer.
#include "cases.hpp"

#include <cub/cub.cuh>
#include <cublas_v2.h>
#include <cufft.h>
#include <cusolverDn.h>

#include <memory>

#define OK(call)                                                                                                              \
    if (const int status = static_cast<int>(call)) {                                                                          \
        std::fprintf(stderr, "line %d: %s: %d\n", __LINE__, #call, status);                                                   \
        std::exit(1);                                                                                                         \
    }

template <class T> struct Buffer {
    T *p = nullptr;
    size_t count;
    explicit Buffer(size_t n) : count(n) { OK(cudaMalloc(reinterpret_cast<void **>(&p), n * sizeof(T))); }
    explicit Buffer(const std::vector<T> &from) : Buffer(from.size()) { set(from); }
    ~Buffer() { (void)cudaFree(p); }
    void set(const std::vector<T> &from) { OK(cudaMemcpy(p, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice)); }
    std::vector<T> host() const {
        std::vector<T> all(count);
        OK(cudaMemcpy(all.data(), p, count * sizeof(T), cudaMemcpyDeviceToHost));
        return all;
    }
};

// Asks for memory to work in, and gives what does the work and waits for it.
template <class Call> auto with_memory(Call call) {
    size_t bytes = 0;
    OK(call(nullptr, bytes));
    auto memory = std::make_shared<Buffer<char>>(bytes + 1);
    return [=] {
        size_t size = bytes;
        OK(call(memory->p, size));
        OK(cudaDeviceSynchronize());
    };
}

struct IsThird {
    __host__ __device__ bool operator()(uint32_t x) const { return x % 3 == 0; }
};

void algorithms() {
    const auto host = words(ELEMENTS);
    std::vector<uint32_t> numbers(ELEMENTS);
    for (int i = 0; i < ELEMENTS; i++) numbers[i] = i;
    Buffer<uint32_t> a(host), steps(runs(ELEMENTS)), values(numbers), to(ELEMENTS), sums(ELEMENTS);
    Buffer<uint8_t> small(octets(ELEMENTS));
    Buffer<uint32_t> total(1);
    Buffer<int> kept(1), bins(BINS);
    const auto in = a.p, out = to.p, more = sums.p;
    const auto pairs_in = values.p, keys = steps.p, one = total.p;
    const auto bytes = small.p;
    const auto counted = kept.p, histogram = bins.p;
    const auto some = [&](const Buffer<uint32_t> &of) {
        const auto count = static_cast<size_t>(kept.host()[0]);
        return checksum(of.host().data(), count) + double(count);
    };
    measure("reduce", with_memory([=](void *p, size_t &size) { return cub::DeviceReduce::Sum(p, size, in, one, ELEMENTS); }),
            [&] { return double(total.host()[0]); });
    measure("scan", with_memory([=](void *p, size_t &size) { return cub::DeviceScan::InclusiveSum(p, size, in, out, ELEMENTS); }),
            [&] { return checksum(to.host().data(), ELEMENTS); });
    measure("sort_by_key",
            with_memory([=](void *p, size_t &size) { return cub::DeviceRadixSort::SortPairs(p, size, in, out, pairs_in, more, ELEMENTS); }),
            [&] {
                auto sorted = to.host();
                const auto places = sums.host();
                for (int i = 0; i < ELEMENTS; i++) sorted[i] ^= places[i];
                return checksum(sorted.data(), ELEMENTS);
            });
    measure("select",
            with_memory([=](void *p, size_t &size) { return cub::DeviceSelect::If(p, size, in, out, counted, ELEMENTS, IsThird()); }),
            [&] { return some(to); });
    measure("histogram", with_memory([=](void *p, size_t &size) {
                return cub::DeviceHistogram::HistogramEven(p, size, bytes, histogram, BINS + 1, 0, BINS, ELEMENTS);
            }),
            [&] {
                const auto found = bins.host();
                double sum = 0;
                for (int i = 0; i < BINS; i++) sum += double(found[i]) * (1 + i % 13);
                return sum;
            });
    measure("unique", with_memory([=](void *p, size_t &size) { return cub::DeviceSelect::Unique(p, size, keys, out, counted, ELEMENTS); }),
            [&] { return some(to); });
    measure("reduce_by_key", with_memory([=](void *p, size_t &size) {
                return cub::DeviceReduce::ReduceByKey(p, size, keys, out, in, more, counted, cub::Sum(), ELEMENTS);
            }),
            [&] { return some(sums); });
}

template <class T, class Gemm, class Syrk, class Trsm, class Gemv>
void products(char letter, Gemm gemm, Syrk syrk, Trsm trsm, Gemv gemv) {
    cublasHandle_t handle;
    OK(cublasCreate(&handle));
    const T one = 1, zero = 0;
    const auto N = CUBLAS_OP_N, Y = CUBLAS_OP_T;
    for (const int n : ROWS) {
        const size_t all = size_t(n) * n;
        const auto b_values = reals<T>(all, 5);
        Buffer<T> a(dominant<T>(n)), b(b_values), c(all);
        const auto set = [&] { c.set(b_values); };
        const auto run = [&](const char *name, auto call) {
            const auto once = [&] {
                OK(call());
                OK(cudaDeviceSynchronize());
            };
            measure(sized(letter, name, n).c_str(), once, [&] { return energy(c.host().data(), all); }, 1, set);
        };
        run("gemm", [&] { return gemm(handle, N, N, n, n, n, &one, a.p, n, b.p, n, &zero, c.p, n); });
        run("gemm_tt", [&] { return gemm(handle, Y, Y, n, n, n, &one, a.p, n, b.p, n, &zero, c.p, n); });
        if (n != ROWS[0]) continue;
        run("syrk", [&] { return syrk(handle, CUBLAS_FILL_MODE_LOWER, N, n, n, &one, a.p, n, &zero, c.p, n); });
        run("trsm", [&] {
            return trsm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, N, CUBLAS_DIAG_NON_UNIT, n, n, &one, a.p, n, c.p, n);
        });
        run("gemv_t", [&] { return gemv(handle, Y, n, n, &one, a.p, n, b.p, 1, &zero, c.p, 1); });
    }
    OK(cublasDestroy(handle));
}

void transforms() {
    Buffer<std::complex<float>> from(complexes(POINTS)), to(POINTS);
    const auto in = reinterpret_cast<cufftComplex *>(from.p), out = reinterpret_cast<cufftComplex *>(to.p);
    cufftHandle one, two;
    OK(cufftPlan1d(&one, POINTS, CUFFT_C2C, 1));
    OK(cufftPlan2d(&two, SIDE, SIDE, CUFFT_C2C));
    const auto run = [&](cufftHandle plan) {
        return [=] {
            OK(cufftExecC2C(plan, in, out, CUFFT_FORWARD));
            OK(cudaDeviceSynchronize());
        };
    };
    const auto sum = [&] { return energy(to.host().data(), 4096); };
    measure("fft", run(one), sum);
    measure("fft_2d", run(two), sum);
    OK(cufftDestroy(one));
    OK(cufftDestroy(two));
}

void decompositions() {
    const int n = EIGENVALUES, m = SINGULAR_VALUES;
    cusolverDnHandle_t handle;
    OK(cusolverDnCreate(&handle));
    const auto a = symmetric(n), general = reals<double>(m * m, 3);
    Buffer<double> v(a), w(n), left(general), s(m), u(m * m), vt(m * m);
    Buffer<int> info(1);
    int size = 0;
    OK(cusolverDnDsyevd_bufferSize(handle, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, n, v.p, n, w.p, &size));
    Buffer<double> work(size);
    measure("eigenvalues",
            [&] {
                v.set(a);
                OK(cusolverDnDsyevd(handle, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, n, v.p, n, w.p, work.p, size, info.p));
                OK(cudaDeviceSynchronize());
            },
            [&] {
                const auto found = w.host();
                return found[0] + found[n / 3] + found[n - 1];
            });
    OK(cusolverDnDgesvd_bufferSize(handle, m, m, &size));
    Buffer<double> more(size);
    measure("singular_values",
            [&] {
                left.set(general);
                OK(cusolverDnDgesvd(handle, 'A', 'A', m, m, left.p, m, s.p, u.p, m, vt.p, m, more.p, size, nullptr, info.p));
                OK(cudaDeviceSynchronize());
            },
            [&] {
                const auto found = s.host();
                return found[0] + found[m / 3];
            });
    OK(cusolverDnDestroy(handle));
}

int main() {
    algorithms();
    products<float>('s', cublasSgemm, cublasSsyrk, cublasStrsm, cublasSgemv);
    products<double>('d', cublasDgemm, cublasDsyrk, cublasDtrsm, cublasDgemv);
    transforms();
    decompositions();
}
