// Collective operations of NCCL between 2, 4 and 8 devices of one process: all types, all operations, in place and not, in streams.
// run: wave-any
// devices: 8
// targets: gpus,cpu needs hip-7.0 (ncclCommSplit and the 8-bit types: RCCL of ROCm 7)
// flags: -lrccl
// nvcc: none, since a machine rarely has eight GPUs
#include "check.h"

#include <cstring>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <nccl.h>

#define NCCL(call)                                                                                  \
    do {                                                                                            \
        const ncclResult_t result_ = (call);                                                        \
        if (result_ != ncclSuccess) {                                                               \
            std::printf("FAIL line %d: %s: %s\n", __LINE__, #call, ncclGetErrorString(result_));    \
            std::exit(1);                                                                           \
        }                                                                                           \
    } while (0)

// Inputs are 1 or 2, so that sums and products of eight are exact in every type.
__host__ __device__ inline int input(int rank, int i) {
    const unsigned mixed = (i * 2654435761u) ^ (rank * 40503u);
    return 1 + (mixed >> 13 & 1);
}

// The bits of a small number in eight-bit floating types: 1, 2, 4 ... and sums of them up to 16.
__host__ __device__ inline unsigned char eight_bits(int value, int fraction, int bias) {
    int exponent = 0;
    while (value >> (exponent + 1)) ++exponent;
    const int below = value - (1 << exponent);
    return (unsigned char)((exponent + bias) << fraction | (exponent >= fraction ? below >> (exponent - fraction) : below << (fraction - exponent)));
}

struct Fp8E4M3 {
    unsigned char bits;
    __host__ __device__ static Fp8E4M3 of(int value) { return {eight_bits(value, 3, 7)}; }
};
struct Fp8E5M2 {
    unsigned char bits;
    __host__ __device__ static Fp8E5M2 of(int value) { return {eight_bits(value, 2, 15)}; }
};

template <typename T> __host__ __device__ T element(long long value) { return T(value); }
template <> __host__ __device__ __half element(long long value) { return __float2half(float(value)); }
template <> __host__ __device__ __nv_bfloat16 element(long long value) { return __float2bfloat16(float(value)); }
template <> __host__ __device__ Fp8E4M3 element(long long value) { return Fp8E4M3::of(int(value)); }
template <> __host__ __device__ Fp8E5M2 element(long long value) { return Fp8E5M2::of(int(value)); }

template <typename T> __global__ void fill(T *out, int rank, int offset, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = element<T>(input(rank, offset + i));
}

// What an operation makes of element i of all ranks.
long long reduced(ncclRedOp_t op, int ranks, int i) {
    long long sum = 0, product = 1, most = 0, least = 9;
    for (int rank = 0; rank < ranks; ++rank) {
        const int one = input(rank, i);
        sum += one;
        product *= one;
        most = one > most ? one : most;
        least = one < least ? one : least;
    }
    switch (op) {
    case ncclSum: return sum;
    case ncclProd: return product;
    case ncclMax: return most;
    case ncclMin: return least;
    default: return sum / ranks;
    }
}

struct Ranks {
    int count;
    std::vector<ncclComm_t> comms;
    std::vector<cudaStream_t> streams;

    explicit Ranks(int n) : count(n), comms(n), streams(n) {
        NCCL(ncclCommInitAll(comms.data(), n, nullptr));
        for (int rank = 0; rank < n; ++rank) {
            CHECK(cudaSetDevice(rank));
            CHECK(cudaStreamCreate(&streams[rank]));
        }
    }
    ~Ranks() {
        for (int rank = 0; rank < count; ++rank) {
            CHECK(cudaSetDevice(rank));
            CHECK(cudaStreamDestroy(streams[rank]));
            NCCL(ncclCommDestroy(comms[rank]));
        }
    }
    // For each rank, with its device set.
    template <typename F> void each(F f) const {
        for (int rank = 0; rank < count; ++rank) {
            CHECK(cudaSetDevice(rank));
            f(rank);
        }
    }
    template <typename F> void together(F f) const {
        NCCL(ncclGroupStart());
        each(f);
        NCCL(ncclGroupEnd());
    }
    void finish() const {
        each([&](int rank) { CHECK(cudaStreamSynchronize(streams[rank])); });
    }
};

// A buffer a rank, filled in the rank's stream.
template <typename T> struct Buffers {
    const Ranks &ranks;
    std::vector<T *> p;
    size_t count;

    Buffers(const Ranks &of, size_t n) : ranks(of), p(of.count), count(n) {
        ranks.each([&](int rank) {
            CHECK(cudaMalloc(reinterpret_cast<void **>(&p[rank]), n * sizeof(T) + 1));
            CHECK(cudaMemsetAsync(p[rank], 0x55, n * sizeof(T), ranks.streams[rank]));
        });
    }
    ~Buffers() {
        ranks.each([&](int rank) { CHECK(cudaFree(p[rank])); });
    }
    // Element i of rank r is input(r, i), from element `at` of the buffer on.
    void fill_inputs(size_t n, size_t at_of_rank = 0) {
        if (n == 0) return;
        ranks.each([&](int rank) {
            fill<T><<<blocks(int(n), 128), 128, 0, ranks.streams[rank]>>>(p[rank] + at_of_rank * rank, rank, 0, int(n));
            CHECK(cudaGetLastError());
        });
    }
    std::vector<T> host(int rank) const {
        std::vector<T> all(count);
        CHECK(cudaSetDevice(rank));
        CHECK(cudaMemcpyAsync(all.data(), p[rank], count * sizeof(T), cudaMemcpyDeviceToHost, ranks.streams[rank]));
        CHECK(cudaStreamSynchronize(ranks.streams[rank]));
        return all;
    }
};

// Counts elements of a rank's buffer that are not `wanted(i)`.
template <typename T, typename F> void expect(Verdict &verdict, const char *what, const std::vector<T> &got, size_t from, size_t n, F wanted) {
    int wrong = 0;
    for (size_t i = 0; i < n; ++i) {
        const T one = element<T>(wanted(int(i)));
        wrong += std::memcmp(&got[from + i], &one, sizeof one) != 0;
    }
    if (wrong) std::printf("%s of type of %zu bytes: %d of %zu wrong\n", what, sizeof(T), wrong, n);
    verdict.wrong += wrong != 0;
}

template <typename T> void reductions(Verdict &verdict, const Ranks &ranks, ncclDataType_t type, size_t n, bool averages) {
    const ncclRedOp_t ops[] = {ncclSum, ncclProd, ncclMax, ncclMin, ncclAvg};
    for (const ncclRedOp_t op : ops) {
        if (op == ncclAvg && !averages) continue;
        const auto wanted = [&](int i) { return reduced(op, ranks.count, i); };
        for (const bool in_place : {false, true}) {
            Buffers<T> from(ranks, n), apart(ranks, n);
            Buffers<T> &to = in_place ? from : apart;
            from.fill_inputs(n);
            ranks.together([&](int r) {
                NCCL(ncclAllReduce(from.p[r], to.p[r], n, type, op, ranks.comms[r], ranks.streams[r]));
            });
            for (int r = 0; r < ranks.count; ++r) expect(verdict, "all-reduce", to.host(r), 0, n, wanted);
            from.fill_inputs(n);
            const int root = ranks.count - 1;
            ranks.together([&](int r) {
                NCCL(ncclReduce(from.p[r], to.p[r], n, type, op, root, ranks.comms[r], ranks.streams[r]));
            });
            expect(verdict, "reduce", to.host(root), 0, n, wanted);
        }
        const size_t part = n / ranks.count;
        Buffers<T> from(ranks, part * ranks.count), to(ranks, part);
        from.fill_inputs(part * ranks.count);
        ranks.together([&](int r) {
            NCCL(ncclReduceScatter(from.p[r], to.p[r], part, type, op, ranks.comms[r], ranks.streams[r]));
        });
        for (int r = 0; r < ranks.count; ++r) {
            expect(verdict, "reduce-scatter", to.host(r), 0, part, [&](int i) { return wanted(int(r * part) + i); });
        }
    }
}

template <typename T> void movements(Verdict &verdict, const Ranks &ranks, ncclDataType_t type, size_t n) {
    const int count = ranks.count;
    Buffers<T> one(ranks, n), all(ranks, n * count), other(ranks, n * count);
    one.fill_inputs(n);
    ranks.together([&](int r) { NCCL(ncclAllGather(one.p[r], all.p[r], n, type, ranks.comms[r], ranks.streams[r])); });
    for (int r = 0; r < count; ++r) {
        const std::vector<T> got = all.host(r);
        for (int q = 0; q < count; ++q) expect(verdict, "all-gather", got, q * n, n, [&](int i) { return input(q, i); });
    }
    // In place: a rank's part is where it is to be.
    other.fill_inputs(n, n);
    ranks.together([&](int r) {
        NCCL(ncclAllGather(other.p[r] + n * r, other.p[r], n, type, ranks.comms[r], ranks.streams[r]));
    });
    for (int r = 0; r < count; ++r) {
        const std::vector<T> got = other.host(r);
        for (int q = 0; q < count; ++q) expect(verdict, "all-gather in place", got, q * n, n, [&](int i) { return input(q, i); });
    }
    for (int root = 0; root < count; root += count - 1) {
        one.fill_inputs(n);
        ranks.together([&](int r) { NCCL(ncclBcast(one.p[r], n, type, root, ranks.comms[r], ranks.streams[r])); });
        for (int r = 0; r < count; ++r) expect(verdict, "broadcast", one.host(r), 0, n, [&](int i) { return input(root, i); });
    }
    // Each rank's parts to all ranks, by messages: part q of rank r goes to part r of rank q.
    all.fill_inputs(n * count);
    ranks.together([&](int r) {
        for (int q = 0; q < count; ++q) {
            NCCL(ncclSend(all.p[r] + n * q, n, type, q, ranks.comms[r], ranks.streams[r]));
            NCCL(ncclRecv(other.p[r] + n * q, n, type, q, ranks.comms[r], ranks.streams[r]));
        }
    });
    for (int r = 0; r < count; ++r) {
        const std::vector<T> got = other.host(r);
        for (int q = 0; q < count; ++q) {
            expect(verdict, "messages", got, q * n, n, [&](int i) { return input(q, int(n) * r + i); });
        }
    }
}

// Ranks of even and of odd numbers, the highest first, sum among themselves.
void splits(Verdict &verdict, const Ranks &ranks) {
    std::vector<ncclComm_t> halves(ranks.count);
    ranks.together([&](int r) { NCCL(ncclCommSplit(ranks.comms[r], r % 2, -r, &halves[r], nullptr)); });
    Buffers<int> sums(ranks, 1);
    ranks.each([&](int r) {
        int number = -1, size = 0;
        NCCL(ncclCommUserRank(halves[r], &number));
        NCCL(ncclCommCount(halves[r], &size));
        verdict.same("ranks of a half", size, ranks.count / 2);
        verdict.same("rank in a half", number, (ranks.count - 1 - r) / 2);
        CHECK(cudaMemcpyAsync(sums.p[r], &r, sizeof r, cudaMemcpyHostToDevice, ranks.streams[r]));
        CHECK(cudaStreamSynchronize(ranks.streams[r]));
    });
    ranks.together([&](int r) {
        NCCL(ncclAllReduce(sums.p[r], sums.p[r], 1, ncclInt, ncclSum, halves[r], ranks.streams[r]));
    });
    for (int r = 0; r < ranks.count; ++r) {
        int wanted = 0;
        for (int q = r % 2; q < ranks.count; q += 2) wanted += q;
        verdict.same("sum of a half", sums.host(r)[0], wanted);
    }
    for (const ncclComm_t half : halves) NCCL(ncclCommDestroy(half));
}

// A factor that is read at once, and one that is read from device memory when the operation runs.
void factors(Verdict &verdict, const Ranks &ranks) {
    const int n = 1000;
    Buffers<int> all(ranks, n), factor(ranks, 1);
    for (const bool at_once : {true, false}) {
        std::vector<ncclRedOp_t> ops(ranks.count);
        all.fill_inputs(n);
        ranks.each([&](int r) {
            int value = r + 1;
            CHECK(cudaMemcpyAsync(factor.p[r], &value, sizeof value, cudaMemcpyHostToDevice, ranks.streams[r]));
            CHECK(cudaStreamSynchronize(ranks.streams[r]));
            void *scalar = at_once ? static_cast<void *>(&value) : factor.p[r];
            const ncclScalarResidence_t where = at_once ? ncclScalarHostImmediate : ncclScalarDevice;
            NCCL(ncclRedOpCreatePreMulSum(&ops[r], scalar, ncclInt, where, ranks.comms[r]));
        });
        ranks.together([&](int r) {
            NCCL(ncclAllReduce(all.p[r], all.p[r], n, ncclInt, ops[r], ranks.comms[r], ranks.streams[r]));
        });
        for (int r = 0; r < ranks.count; ++r) {
            expect(verdict, "sum with factors", all.host(r), 0, n, [&](int i) {
                int sum = 0;
                for (int q = 0; q < ranks.count; ++q) sum += (q + 1) * input(q, i);
                return sum;
            });
            NCCL(ncclRedOpDestroy(ops[r], ranks.comms[r]));
        }
    }
}

// A graph a rank with an all-reduce in it, launched three times: the sum grows by a factor each time.
void graphs(Verdict &verdict, const Ranks &ranks) {
    Buffers<long long> value(ranks, 1);
    std::vector<cudaGraphExec_t> execs(ranks.count);
    value.fill_inputs(1);
    ranks.finish();
    ranks.each([&](int r) { CHECK(cudaStreamBeginCapture(ranks.streams[r], cudaStreamCaptureModeRelaxed)); });
    ranks.together([&](int r) {
        NCCL(ncclAllReduce(value.p[r], value.p[r], 1, ncclInt64, ncclSum, ranks.comms[r], ranks.streams[r]));
    });
    ranks.each([&](int r) {
        cudaGraph_t graph;
        CHECK(cudaStreamEndCapture(ranks.streams[r], &graph));
        CHECK(cudaGraphInstantiate(&execs[r], graph, nullptr, nullptr, 0));
        CHECK(cudaGraphDestroy(graph));
    });
    for (int launch = 0; launch < 3; ++launch) {
        ranks.each([&](int r) { CHECK(cudaGraphLaunch(execs[r], ranks.streams[r])); });
    }
    ranks.finish();
    const long long wanted = reduced(ncclSum, ranks.count, 0) * ranks.count * ranks.count;
    for (int r = 0; r < ranks.count; ++r) verdict.same("sum of a graph", value.host(r)[0], wanted);
    for (const cudaGraphExec_t exec : execs) CHECK(cudaGraphExecDestroy(exec));
}

void all_types(Verdict &verdict, const Ranks &ranks, size_t n) {
    reductions<signed char>(verdict, ranks, ncclInt8, n, true);
    reductions<unsigned char>(verdict, ranks, ncclUint8, n, true);
    reductions<int>(verdict, ranks, ncclInt32, n, true);
    reductions<unsigned>(verdict, ranks, ncclUint32, n, true);
    reductions<long long>(verdict, ranks, ncclInt64, n, true);
    reductions<unsigned long long>(verdict, ranks, ncclUint64, n, true);
    // Averages that are no whole numbers are compared below.
    reductions<__half>(verdict, ranks, ncclFloat16, n, false);
    reductions<float>(verdict, ranks, ncclFloat32, n, false);
    reductions<double>(verdict, ranks, ncclFloat64, n, false);
    reductions<__nv_bfloat16>(verdict, ranks, ncclBfloat16, n, false);
#ifdef RCCL_FLOAT8
    reductions<Fp8E4M3>(verdict, ranks, ncclFloat8e4m3, n, false);
#endif
    movements<unsigned char>(verdict, ranks, ncclUint8, n);
    movements<double>(verdict, ranks, ncclFloat64, n);
#ifdef RCCL_FLOAT8
    movements<Fp8E5M2>(verdict, ranks, ncclFloat8e5m2, n);
#endif
}

void averages(Verdict &verdict, const Ranks &ranks) {
    const int n = 777;
    Buffers<float> all(ranks, n);
    all.fill_inputs(n);
    ranks.together([&](int r) {
        NCCL(ncclAllReduce(all.p[r], all.p[r], n, ncclFloat, ncclAvg, ranks.comms[r], ranks.streams[r]));
    });
    for (int r = 0; r < ranks.count; ++r) {
        const std::vector<float> got = all.host(r);
        for (int i = 0; i < n; ++i) verdict.same("average", got[i], float(reduced(ncclSum, ranks.count, i)) / ranks.count);
    }
}

int main() {
    Verdict verdict("collectives");
    int devices = 0;
    CHECK(cudaGetDeviceCount(&devices));
    for (int count = 2; count <= 8 && count <= devices; count *= 2) {
        const Ranks ranks(count);
        // Of the many elements, parts and pieces of several sizes, beyond what ranks hand over at a time.
        for (const size_t n : {size_t(1), size_t(1000)}) all_types(verdict, ranks, n);
        if (count == 4) all_types(verdict, ranks, 70003);
        averages(verdict, ranks);
        splits(verdict, ranks);
        factors(verdict, ranks);
        graphs(verdict, ranks);
    }
    int version = 0;
    ncclUniqueId nobodys;
    ncclComm_t none;
    std::memset(&nobodys, 0, sizeof nobodys);
    NCCL(ncclGetVersion(&version));
    verdict.holds("the version of the header", version == NCCL_VERSION_CODE);
    verdict.same("a rank out of range", int(ncclCommInitRank(&none, 2, nobodys, 2)), int(ncclInvalidArgument));
    return verdict.end();
}
