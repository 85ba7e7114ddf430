// cuFFT's callbacks: device functions load and store the elements of transforms of all eight kinds, of one to three dimensions, in
// batches, with strides and in place; each element once, and in graphs again.
// run: wave-any
// targets: gpus,cpu needs hip-6.1 (HIP 5 of Debian has no hipFFT)
// flags: -lhipfft
// nvcc: -rdc=true -lcufft_static -lculibos
#include "check.h"

#include <cufft.h>
#include <cufftXt.h>

#include <complex>

#define FFT(call) LIBRARY(call, CUFFT_SUCCESS)

using wide = std::complex<double>;

// What callbacks are given: counts of calls for each element, and what they scale by.
struct Info {
    unsigned int *loads, *stores;
    double factor;
};

__device__ Info *of(void *info) { return static_cast<Info *>(info); }

// Elements times a factor.
__device__ cufftComplex load_c(void *data, size_t at, void *info, void *) {
    atomicAdd(&of(info)->loads[at], 1u);
    const cufftComplex z = static_cast<cufftComplex *>(data)[at];
    const float by = static_cast<float>(of(info)->factor);
    return make_cuComplex(z.x * by, z.y * by);
}
__device__ cufftDoubleComplex load_z(void *data, size_t at, void *info, void *) {
    atomicAdd(&of(info)->loads[at], 1u);
    const cufftDoubleComplex z = static_cast<cufftDoubleComplex *>(data)[at];
    return make_cuDoubleComplex(z.x * of(info)->factor, z.y * of(info)->factor);
}
__device__ cufftReal load_r(void *data, size_t at, void *info, void *) {
    atomicAdd(&of(info)->loads[at], 1u);
    return static_cast<cufftReal *>(data)[at] * static_cast<float>(of(info)->factor);
}
__device__ cufftDoubleReal load_d(void *data, size_t at, void *info, void *) {
    atomicAdd(&of(info)->loads[at], 1u);
    return static_cast<cufftDoubleReal *>(data)[at] * of(info)->factor;
}

// Elements less their place.
__device__ void store_c(void *data, size_t at, cufftComplex z, void *info, void *) {
    atomicAdd(&of(info)->stores[at], 1u);
    static_cast<cufftComplex *>(data)[at] = make_cuComplex(z.x - at, z.y);
}
__device__ void store_z(void *data, size_t at, cufftDoubleComplex z, void *info, void *) {
    atomicAdd(&of(info)->stores[at], 1u);
    static_cast<cufftDoubleComplex *>(data)[at] = make_cuDoubleComplex(z.x - at, z.y);
}
__device__ void store_r(void *data, size_t at, cufftReal x, void *info, void *) {
    atomicAdd(&of(info)->stores[at], 1u);
    static_cast<cufftReal *>(data)[at] = x - at;
}
__device__ void store_d(void *data, size_t at, cufftDoubleReal x, void *info, void *) {
    atomicAdd(&of(info)->stores[at], 1u);
    static_cast<cufftDoubleReal *>(data)[at] = x - at;
}

__device__ cufftCallbackLoadC load_c_pointer = load_c;
__device__ cufftCallbackLoadZ load_z_pointer = load_z;
__device__ cufftCallbackLoadR load_r_pointer = load_r;
__device__ cufftCallbackLoadD load_d_pointer = load_d;
__device__ cufftCallbackStoreC store_c_pointer = store_c;
__device__ cufftCallbackStoreZ store_z_pointer = store_z;
__device__ cufftCallbackStoreR store_r_pointer = store_r;
__device__ cufftCallbackStoreD store_d_pointer = store_d;

template <typename Pointer> void *pointer_in(const Pointer &symbol) {
    Pointer pointer;
    CHECK(cudaMemcpyFromSymbol(&pointer, symbol, sizeof(pointer)));
    return reinterpret_cast<void *>(pointer);
}

// Both callbacks that suit a type of transforms.
struct Pair {
    cufftXtCallbackType load_kind, store_kind;
    void *load, *store;
};

Pair pair_of(cufftType type) {
    switch (type) {
    case CUFFT_C2C: return {CUFFT_CB_LD_COMPLEX, CUFFT_CB_ST_COMPLEX, pointer_in(load_c_pointer), pointer_in(store_c_pointer)};
    case CUFFT_R2C: return {CUFFT_CB_LD_REAL, CUFFT_CB_ST_COMPLEX, pointer_in(load_r_pointer), pointer_in(store_c_pointer)};
    case CUFFT_C2R: return {CUFFT_CB_LD_COMPLEX, CUFFT_CB_ST_REAL, pointer_in(load_c_pointer), pointer_in(store_r_pointer)};
    case CUFFT_Z2Z:
        return {CUFFT_CB_LD_COMPLEX_DOUBLE, CUFFT_CB_ST_COMPLEX_DOUBLE, pointer_in(load_z_pointer), pointer_in(store_z_pointer)};
    case CUFFT_D2Z:
        return {CUFFT_CB_LD_REAL_DOUBLE, CUFFT_CB_ST_COMPLEX_DOUBLE, pointer_in(load_d_pointer), pointer_in(store_z_pointer)};
    default:
        return {CUFFT_CB_LD_COMPLEX_DOUBLE, CUFFT_CB_ST_REAL_DOUBLE, pointer_in(load_z_pointer), pointer_in(store_d_pointer)};
    }
}

// Where elements of one side lie: of each batch's member the last dimension in steps of `stride`, rows of `embed` elements.
struct Side {
    std::vector<int> extent, embed;
    int stride, distance;

    size_t place(int member, int index) const {
        int at = 0, step = 1;
        for (size_t axis = extent.size(); axis-- > 0;) {
            at += index % extent[axis] * step;
            index /= extent[axis];
            step *= embed[axis];
        }
        return static_cast<size_t>(member * distance + at * stride);
    }
    int count() const {
        int all = 1;
        for (const int n : extent) all *= n;
        return all;
    }
};

bool is_real(cufftType type, bool is_input) {
    return is_input ? type == CUFFT_R2C || type == CUFFT_D2Z : type == CUFFT_C2R || type == CUFFT_Z2D;
}
bool is_double(cufftType type) { return type == CUFFT_Z2Z || type == CUFFT_D2Z || type == CUFFT_Z2D; }

cufftResult execute(cufftHandle plan, cufftType type, void *from, void *to) {
    switch (type) {
    case CUFFT_C2C: return cufftExecC2C(plan, static_cast<cufftComplex *>(from), static_cast<cufftComplex *>(to), CUFFT_FORWARD);
    case CUFFT_R2C: return cufftExecR2C(plan, static_cast<cufftReal *>(from), static_cast<cufftComplex *>(to));
    case CUFFT_C2R: return cufftExecC2R(plan, static_cast<cufftComplex *>(from), static_cast<cufftReal *>(to));
    case CUFFT_Z2Z:
        return cufftExecZ2Z(plan, static_cast<cufftDoubleComplex *>(from), static_cast<cufftDoubleComplex *>(to), CUFFT_FORWARD);
    case CUFFT_D2Z: return cufftExecD2Z(plan, static_cast<cufftDoubleReal *>(from), static_cast<cufftDoubleComplex *>(to));
    default: return cufftExecZ2D(plan, static_cast<cufftDoubleComplex *>(from), static_cast<cufftDoubleReal *>(to));
    }
}

// The same numbers in the precision of a type, as they lie in memory.
std::vector<unsigned char> bytes_of(const std::vector<double> &from, bool is_double) {
    std::vector<unsigned char> bytes(from.size() * (is_double ? 8 : 4));
    for (size_t i = 0; i < from.size(); i++) {
        if (is_double) reinterpret_cast<double *>(bytes.data())[i] = from[i];
        else reinterpret_cast<float *>(bytes.data())[i] = static_cast<float>(from[i]);
    }
    return bytes;
}
double number(const std::vector<unsigned char> &bytes, size_t i, bool is_double) {
    return is_double ? reinterpret_cast<const double *>(bytes.data())[i] : reinterpret_cast<const float *>(bytes.data())[i];
}

// What a plan gives with callbacks is what it gives without them, times the factor, less the places; each element was asked for once.
void with_callbacks(Verdict &verdict, const char *what, cufftType type, std::vector<int> n, const Side &input, const Side &output, int batch,
                    bool in_place = false) {
    const bool two = is_double(type);
    const int parts_out = is_real(type, false) ? 1 : 2;
    const size_t size = 8192;
    std::vector<double> numbers;
    for (float value : random_reals(size, 5)) numbers.push_back(value - 0.5);
    const auto bytes = bytes_of(numbers, two);
    Array<unsigned char> from(bytes), to(std::vector<unsigned char>(bytes.size()));
    std::vector<int> in_embed = input.embed, out_embed = output.embed;
    cufftHandle plan;
    FFT(cufftPlanMany(&plan, static_cast<int>(n.size()), n.data(), in_embed.data(), input.stride, input.distance, out_embed.data(),
                      output.stride, output.distance, type, batch));
    FFT(execute(plan, type, from.p, to.p));
    const auto plain = to.host();

    const double factor = 3;
    Array<unsigned int> loads(size), stores(size);
    Array<Info> info(std::vector<Info>{{loads.p, stores.p, factor}});
    CHECK(cudaMemcpy(from.p, bytes.data(), bytes.size(), cudaMemcpyHostToDevice));
    Pair pair = pair_of(type);
    void *given = info.p;
    FFT(cufftXtSetCallback(plan, &pair.load, pair.load_kind, &given));
    FFT(cufftXtSetCallback(plan, &pair.store, pair.store_kind, &given));
    FFT(execute(plan, type, from.p, in_place ? from.p : to.p));
    const auto made = in_place ? from.host() : to.host();
    FFT(cufftDestroy(plan));

    std::vector<unsigned int> wanted_loads(size), wanted_stores(size);
    double most = 0;
    for (int member = 0; member < batch; member++) {
        for (int i = 0; i < input.count(); i++) wanted_loads[input.place(member, i)] = 1;
        for (int i = 0; i < output.count(); i++) {
            const size_t at = output.place(member, i);
            wanted_stores[at] = 1;
            for (int part = 0; part < parts_out; part++) {
                const double want = factor * number(plain, at * parts_out + part, two) - (part == 0 ? static_cast<double>(at) : 0);
                most = std::fmax(most, std::fabs(number(made, at * parts_out + part, two) - want) / (1 + std::fabs(want)));
            }
        }
    }
    verdict.same(what, loads.host(), wanted_loads);
    verdict.same(what, stores.host(), wanted_stores);
    if (most > (two ? 1e-13 : 1e-5)) std::printf("%s: off by %g\n", what, most);
    verdict.holds(what, most <= (two ? 1e-13 : 1e-5));
}

// Sides without gaps.
Side packed(std::vector<int> extent, bool is_half, bool is_padded = false) {
    Side side{extent, extent, 1, 1};
    const int half = extent.back() / 2 + 1;
    if (is_half) side.extent.back() = side.embed.back() = half;
    if (is_padded) side.embed.back() = 2 * half;
    for (const int n : side.embed) side.distance *= n;
    return side;
}

void all_kinds(Verdict &verdict) {
    for (const cufftType type : {CUFFT_C2C, CUFFT_R2C, CUFFT_C2R, CUFFT_Z2Z, CUFFT_D2Z, CUFFT_Z2D}) {
        const bool real_in = is_real(type, true), real_out = is_real(type, false);
        const auto sides = [&](const std::vector<int> &n, bool padded) {
            return std::pair<Side, Side>(packed(n, real_out, padded && real_in), packed(n, real_in, padded && real_out));
        };
        for (const std::vector<int> &n : {std::vector<int>{32}, std::vector<int>{21}, std::vector<int>{6, 10}, std::vector<int>{4, 3, 5}}) {
            const auto plain = sides(n, false), padded = sides(n, true);
            with_callbacks(verdict, "packed", type, n, plain.first, plain.second, 3);
            with_callbacks(verdict, "in place", type, n, padded.first, padded.second, 2, true);
        }
        const std::vector<int> n = {4, 6};
        Side input = packed(n, real_out), output = packed(n, real_in);
        input.embed = {5, 9}, input.stride = 2, input.distance = 97;
        output.embed = {6, 8}, output.stride = 3, output.distance = 151;
        with_callbacks(verdict, "with strides", type, n, input, output, 3);
    }
}

// A window that is made as data is loaded, by way of the scratch memory of the thread.
struct Window {
    const float *weights;
    size_t length;
};

__device__ cufftReal windowed(void *data, size_t at, void *info, void *shared) {
    const Window *window = static_cast<const Window *>(info);
    float *mine = static_cast<float *>(shared) + (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    *mine = window->weights[at % window->length];
    return static_cast<const short *>(data)[at] * *mine / 32768.0f;
}
__device__ cufftCallbackLoadR windowed_pointer = windowed;

// Power in the place of the spectrum, at another place, which is a fourth of the memory.
struct Power {
    float *to;
    float scale;
};
__device__ void power(void *, size_t at, cufftComplex z, void *info, void *) {
    const Power *where = static_cast<const Power *>(info);
    where->to[at] = (z.x * z.x + z.y * z.y) * where->scale;
}
__device__ cufftCallbackStoreC power_pointer = power;

// Samples of 16 bits to powers: neither side of the plan's own arrays has its elements.
void power_spectra(Verdict &verdict) {
    const int length = 48, count = 5, half = length / 2 + 1;
    std::vector<short> samples;
    for (float value : random_reals(static_cast<size_t>(length) * count, 9)) samples.push_back(static_cast<short>((value - 0.5f) * 60000));
    std::vector<float> weights;
    for (int i = 0; i < length; i++) weights.push_back(static_cast<float>(0.5 - 0.5 * std::cos(2 * 3.14159265358979323846 * i / length)));
    Array<short> from(samples);
    Array<float> by(weights), to(static_cast<size_t>(half) * count);
    Array<cufftComplex> unused(static_cast<size_t>(half) * count);
    Array<Window> window(std::vector<Window>{{by.p, length}});
    Array<Power> where(std::vector<Power>{{to.p, 0.25f}});
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    cufftHandle plan;
    FFT(cufftPlan1d(&plan, length, CUFFT_R2C, count));
    FFT(cufftSetStream(plan, stream));
    void *load = pointer_in(windowed_pointer), *store = pointer_in(power_pointer), *given[] = {window.p, where.p};
    FFT(cufftXtSetCallback(plan, &load, CUFFT_CB_LD_REAL, &given[0]));
    FFT(cufftXtSetCallbackSharedSize(plan, CUFFT_CB_LD_REAL, 4096));
    FFT(cufftXtSetCallback(plan, &store, CUFFT_CB_ST_COMPLEX, &given[1]));
    FFT(cufftExecR2C(plan, reinterpret_cast<cufftReal *>(from.p), unused.p));
    CHECK(cudaStreamSynchronize(stream));
    std::vector<float> want;
    for (int member = 0; member < count; member++) {
        for (int k = 0; k < half; k++) {
            wide sum = 0;
            for (int i = 0; i < length; i++)
                sum += samples[static_cast<size_t>(member * length + i)] * static_cast<double>(weights[static_cast<size_t>(i)]) / 32768.0 *
                       std::polar(1.0, -2 * 3.14159265358979323846 * i * k / length);
            want.push_back(static_cast<float>(std::norm(sum) * 0.25));
        }
    }
    verdict.same("power spectra", to.host(), want, 1e-4);

    // The same by a graph, twice.
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    FFT(cufftExecR2C(plan, reinterpret_cast<cufftReal *>(from.p), unused.p));
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
    for (int turn = 0; turn < 2; turn++) {
        CHECK(cudaMemset(to.p, 0, sizeof(float) * to.count));
        CHECK(cudaGraphLaunch(exec, stream));
        CHECK(cudaStreamSynchronize(stream));
        verdict.same("power spectra of a graph", to.host(), want, 1e-4);
    }
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
    FFT(cufftDestroy(plan));
    CHECK(cudaStreamDestroy(stream));
}

// Places alone: no memory is read.
__device__ cufftComplex counted(void *, size_t at, void *info, void *) { return make_cuComplex(info ? -1.0f : static_cast<float>(at), 0); }
__device__ cufftCallbackLoadC counted_pointer = counted;

void settings(Verdict &verdict) {
    const size_t n = 8;
    cufftHandle plan;
    FFT(cufftPlan1d(&plan, n, CUFFT_C2C, 1));
    std::vector<cufftComplex> ones(n, make_cuComplex(1, 0));
    Array<cufftComplex> from(ones), to(n);
    void *load = pointer_in(counted_pointer), *given = nullptr;
    const auto first = [&] { return to.host()[0].x; };
    FFT(cufftXtClearCallback(plan, CUFFT_CB_LD_COMPLEX));
    FFT(cufftXtSetCallback(plan, &load, CUFFT_CB_LD_COMPLEX, nullptr));
    FFT(cufftExecC2C(plan, nullptr, to.p, CUFFT_FORWARD));
    verdict.same("no input but places", first(), 28.0f);
    given = to.p;
    FFT(cufftXtSetCallback(plan, &load, CUFFT_CB_LD_COMPLEX, &given));
    FFT(cufftExecC2C(plan, from.p, to.p, CUFFT_FORWARD));
    verdict.same("what the program gives", first(), -8.0f);
    FFT(cufftXtClearCallback(plan, CUFFT_CB_LD_COMPLEX));
    FFT(cufftExecC2C(plan, from.p, to.p, CUFFT_FORWARD));
    verdict.same("without a callback again", first(), 8.0f);

    const auto set = [&](cufftXtCallbackType kind) { return cufftXtSetCallback(plan, &load, kind, &given); };
    verdict.holds("elements are not real", set(CUFFT_CB_LD_REAL) == CUFFT_INVALID_TYPE && set(CUFFT_CB_ST_REAL) == CUFFT_INVALID_TYPE);
    verdict.holds("elements are single", set(CUFFT_CB_LD_COMPLEX_DOUBLE) == CUFFT_INVALID_TYPE);
    verdict.holds("this is no kind", set(CUFFT_CB_UNDEFINED) == CUFFT_INVALID_TYPE);
    verdict.holds("shared memory of 16 KiB", cufftXtSetCallbackSharedSize(plan, CUFFT_CB_LD_COMPLEX, 16384) == CUFFT_SUCCESS);
    verdict.holds("and no more", cufftXtSetCallbackSharedSize(plan, CUFFT_CB_LD_COMPLEX, 16385) == CUFFT_INVALID_SIZE);
    FFT(cufftDestroy(plan));
    verdict.holds("there is no such plan", set(CUFFT_CB_LD_COMPLEX) == CUFFT_INVALID_PLAN);
}

int main() {
    Verdict verdict("fft-callbacks");
    all_kinds(verdict);
    power_spectra(verdict);
    settings(verdict);
    return verdict.end();
}
