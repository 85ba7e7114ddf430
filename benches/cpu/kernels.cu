// The cases as CUDA kernels: ported and built for the CPU by `hipify-rs build`.
#include "cases.hpp"
#include "check.cuh"

__global__ void nothing() {}

__global__ void saxpy(int n, float a, const float *x, float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}

__global__ void stencil(const float *in, float *out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x > 0 && y > 0 && x < n - 1 && y < n - 1)
        out[y * n + x] = 0.5f * in[y * n + x] + 0.125f * (in[y * n + x - 1] + in[y * n + x + 1] + in[(y - 1) * n + x] + in[(y + 1) * n + x]);
}

__device__ float normal(float d) {
    float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
    float tail = 0.39894228f * expf(-0.5f * d * d) * (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
    return d > 0 ? 1.0f - tail : tail;
}
__global__ void black_scholes(const float *price, const float *strike, const float *years, float *call, float *put, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float rate = 0.02f, volatility = 0.3f;
    float root = sqrtf(years[i]);
    float d1 = (logf(price[i] / strike[i]) + (rate + 0.5f * volatility * volatility) * years[i]) / (volatility * root);
    float d2 = d1 - volatility * root;
    float discount = strike[i] * expf(-rate * years[i]);
    call[i] = price[i] * normal(d1) - discount * normal(d2);
    put[i] = discount * (1.0f - normal(d2)) - price[i] * (1.0f - normal(d1));
}

__global__ void bodies(const float4 *at, float4 *pull, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 me = at[i];
    float x = 0, y = 0, z = 0;
    for (int j = 0; j < n; j++) {
        float dx = at[j].x - me.x, dy = at[j].y - me.y, dz = at[j].z - me.z;
        float square = dx * dx + dy * dy + dz * dz + 1e-3f;
        float inverse = 1.0f / sqrtf(square);
        float strength = at[j].w * inverse * inverse * inverse;
        x += dx * strength, y += dy * strength, z += dz * strength;
    }
    pull[i] = make_float4(x, y, z, 0);
}

__global__ void mandelbrot(int *out, int width, int height, int most) {
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= width || py >= height) return;
    float cx = -2.0f + 3.0f * px / width, cy = -1.0f + 2.0f * py / height, x = 0, y = 0;
    int i = 0;
    while (i < most && x * x + y * y < 4.0f) {
        float t = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = t;
        i++;
    }
    out[py * width + px] = i;
}

__global__ void matmul(const float *a, const float *b, float *c, int n) {
    __shared__ float as[TILE][TILE], bs[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * TILE + ty, column = blockIdx.x * TILE + tx;
    float total = 0;
    for (int t = 0; t < n / TILE; t++) {
        as[ty][tx] = a[row * n + t * TILE + tx];
        bs[ty][tx] = b[(t * TILE + ty) * n + column];
        __syncthreads();
        for (int k = 0; k < TILE; k++) total += as[ty][k] * bs[k][tx];
        __syncthreads();
    }
    c[row * n + column] = total;
}

__global__ void transpose(const float *in, float *out, int n) {
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}

__global__ void tree_reduction(const float *in, float *out) {
    __shared__ float s[BLOCK];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * BLOCK + t];
    __syncthreads();
    for (int w = BLOCK / 2; w > 0; w >>= 1) {
        if (t < w) s[t] += s[t + w];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}

__global__ void block_scan(const float *in, float *out) {
    __shared__ float s[2][BLOCK];
    int t = threadIdx.x, from = 0;
    s[0][t] = in[blockIdx.x * BLOCK + t];
    __syncthreads();
    for (int d = 1; d < BLOCK; d <<= 1) {
        s[1 - from][t] = t >= d ? s[from][t] + s[from][t - d] : s[from][t];
        from = 1 - from;
        __syncthreads();
    }
    out[blockIdx.x * BLOCK + t] = s[from][t];
}

__global__ void histogram(const unsigned *in, unsigned *out, int n) {
    __shared__ unsigned bins[256];
    bins[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&bins[in[i]], 1u);
    __syncthreads();
    atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}

__device__ float warp_sum(float v) {
    for (int o = LANES / 2; o > 0; o >>= 1) v += __shfl_down_sync(0xffffffff, v, o, LANES);
    return v;
}
__global__ void shuffle_reduction(const float *in, float *out) {
    __shared__ float sums[BLOCK / LANES];
    int t = threadIdx.x, lane = t % LANES, warp = t / LANES;
    float v = warp_sum(in[blockIdx.x * BLOCK + t]);
    if (lane == 0) sums[warp] = v;
    __syncthreads();
    if (warp == 0) {
        v = warp_sum(lane < BLOCK / LANES ? sums[lane] : 0.0f);
        if (lane == 0) out[blockIdx.x] = v;
    }
}

__global__ void warp_scan(const float *in, float *out) {
    int i = blockIdx.x * BLOCK + threadIdx.x, lane = threadIdx.x % LANES;
    float v = in[i];
    for (int d = 1; d < LANES; d <<= 1) {
        float other = __shfl_up_sync(0xffffffff, v, d, LANES);
        if (lane >= d) v += other;
    }
    out[i] = v;
}

__global__ void ballot_compaction(const float *in, float *out, int *counts) {
    int i = blockIdx.x * BLOCK + threadIdx.x, lane = threadIdx.x % LANES, first = i - lane;
    float v = in[i];
    bool keep = v < 0.5f;
    const unsigned long long votes = __ballot_sync(~0ull, keep);
    const unsigned mask = unsigned(votes >> threadIdx.x % warpSize / LANES * LANES);
    if (keep) out[first + __popc(mask & ((1u << lane) - 1))] = v;
    if (lane == 0) counts[i / LANES] = __popc(mask);
}

__global__ void enlarge(cudaTextureObject_t in, float *out, int n, float by) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < n && y < n) out[y * n + x] = tex2D<float>(in, (x + 0.5f) * by, (y + 0.5f) * by);
}

template <class T> struct Array {
    T *data;
    size_t count;
    explicit Array(size_t n) : count(n) {
        CHECK(cudaMalloc(&data, n * sizeof(T)));
        CHECK(cudaMemset(data, 0, n * sizeof(T)));
    }
    explicit Array(const std::vector<T> &host) : count(host.size()) {
        CHECK(cudaMalloc(&data, count * sizeof(T)));
        CHECK(cudaMemcpy(data, host.data(), count * sizeof(T), cudaMemcpyHostToDevice));
    }
    ~Array() { CHECK(cudaFree(data)); }
    std::vector<T> host() const {
        std::vector<T> values(count);
        CHECK(cudaMemcpy(values.data(), data, count * sizeof(T), cudaMemcpyDeviceToHost));
        return values;
    }
    double total() const { return sum(host()); }
};

static void wait() {
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
}

static void barrier_free() {
    measure("empty-launch", [] { nothing<<<1, 1>>>(); wait(); }, [] { return 0.0; }, 1000);
    measure("empty-launches", [] { for (int i = 0; i < 1000; i++) nothing<<<1, 1>>>(); wait(); }, [] { return 0.0; });
    for (auto [name, n, inner] : {std::tuple<const char *, int, int>{"saxpy-256Ki", SMALL, 50}, {"saxpy-16Mi", LARGE, 1}}) {
        Array<float> x(samples(n)), y(n);
        measure(name, [&, n = n] { saxpy<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(n, 0.5f, x.data, y.data); wait(); }, [&] { return y.total(); }, inner);
    }
    {
        Array<float> in(samples(size_t(GRID) * GRID)), out(size_t(GRID) * GRID);
        dim3 block(32, 8), grid(GRID / 32, GRID / 8);
        measure("stencil", [&] { stencil<<<grid, block>>>(in.data, out.data, GRID); wait(); }, [&] { return out.total(); });
    }
    {
        Array<float> price(samples(OPTIONS, [](float x) { return 5 + 25 * x; })), strike(samples(OPTIONS, [](float x) { return 30 - 25 * x; })),
            years(samples(OPTIONS, [](float x) { return 0.25f + 9 * x; })), call(OPTIONS), put(OPTIONS);
        measure("black-scholes", [&] { black_scholes<<<OPTIONS / BLOCK, BLOCK>>>(price.data, strike.data, years.data, call.data, put.data, OPTIONS); wait(); },
                [&] { return call.total() + put.total(); });
    }
    {
        std::vector<float4> places(BODIES);
        for (int i = 0; i < BODIES; i++) places[i] = make_float4(sample(4 * i), sample(4 * i + 1), sample(4 * i + 2), sample(4 * i + 3));
        Array<float4> at(places), pull(BODIES);
        measure("n-body", [&] { bodies<<<BODIES / BLOCK, BLOCK>>>(at.data, pull.data, BODIES); wait(); },
                [&] { double total = 0; for (auto &p : pull.host()) total += p.x + p.y + p.z; return total; });
    }
    {
        Array<int> out(WIDTH * HEIGHT);
        dim3 block(32, 8), grid(WIDTH / 32, HEIGHT / 8);
        measure("mandelbrot", [&] { mandelbrot<<<grid, block>>>(out.data, WIDTH, HEIGHT, ITERATIONS); wait(); }, [&] { return out.total(); });
    }
}

static void textures() {
    const auto picture = samples(PICTURE * PICTURE);
    const cudaChannelFormatDesc real = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    CHECK(cudaMallocArray(&array, &real, PICTURE, PICTURE));
    const size_t row = PICTURE * sizeof(float);
    CHECK(cudaMemcpy2DToArray(array, 0, 0, picture.data(), row, row, PICTURE, cudaMemcpyHostToDevice));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    Array<float> out(ENLARGED * ENLARGED);
    for (auto [name, filter] : {std::pair{"texture-nearest", cudaFilterModePoint}, {"texture-linear", cudaFilterModeLinear}}) {
        cudaTextureDesc sampling = {};
        sampling.addressMode[0] = sampling.addressMode[1] = cudaAddressModeClamp;
        sampling.filterMode = filter;
        cudaTextureObject_t texture;
        CHECK(cudaCreateTextureObject(&texture, &resource, &sampling, nullptr));
        dim3 block(32, 8), grid(ENLARGED / 32, ENLARGED / 8);
        measure(name, [&, texture = texture] { enlarge<<<grid, block>>>(texture, out.data, ENLARGED, 0.5f); wait(); }, [&] { return out.total(); });
        CHECK(cudaDestroyTextureObject(texture));
    }
    CHECK(cudaFreeArray(array));
}

static void barriers() {
    {
        Array<float> a(samples(MATRIX * MATRIX)), b(samples(MATRIX * MATRIX)), c(MATRIX * MATRIX);
        dim3 block(TILE, TILE), grid(MATRIX / TILE, MATRIX / TILE);
        measure("matmul", [&] { matmul<<<grid, block>>>(a.data, b.data, c.data, MATRIX); wait(); }, [&] { return c.total(); });
    }
    {
        Array<float> in(samples(size_t(GRID) * GRID)), out(size_t(GRID) * GRID);
        measure("transpose", [&] { transpose<<<dim3(GRID / 32, GRID / 32), dim3(32, 8)>>>(in.data, out.data, GRID); wait(); },
                [&] { auto host = out.host(); return double(host[1]) + host[GRID] + sum(host); });
    }
    Array<float> in(samples(ITEMS)), out(ITEMS), partial(ITEMS / BLOCK);
    measure("tree-reduction", [&] { tree_reduction<<<ITEMS / BLOCK, BLOCK>>>(in.data, partial.data); wait(); }, [&] { return partial.total(); });
    measure("block-scan", [&] { block_scan<<<ITEMS / BLOCK, BLOCK>>>(in.data, out.data); wait(); }, [&] { return out.total(); });
    {
        Array<unsigned> values(bytes(ITEMS)), bins(256);
        measure("histogram", [&] { CHECK(cudaMemset(bins.data, 0, 1024)); histogram<<<256, 256>>>(values.data, bins.data, ITEMS); wait(); },
                [&] { auto host = bins.host(); double total = 0; for (int i = 0; i < 256; i++) total += double(i) * host[i]; return total; });
    }
}

static void warps() {
    Array<float> in(samples(ITEMS)), out(ITEMS), partial(ITEMS / BLOCK);
    Array<int> counts(ITEMS / LANES);
    measure("shuffle-reduction", [&] { shuffle_reduction<<<ITEMS / BLOCK, BLOCK>>>(in.data, partial.data); wait(); }, [&] { return partial.total(); });
    measure("warp-scan", [&] { warp_scan<<<ITEMS / BLOCK, BLOCK>>>(in.data, out.data); wait(); }, [&] { return out.total(); });
    CHECK(cudaMemset(out.data, 0, ITEMS * sizeof(float)));
    measure("ballot-compaction", [&] { ballot_compaction<<<ITEMS / BLOCK, BLOCK>>>(in.data, out.data, counts.data); wait(); },
            [&] { return out.total() + counts.total(); });
}

int main() {
    barrier_free();
    textures();
    barriers();
    warps();
}
