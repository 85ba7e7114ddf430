// The same algorithms by hand, for a CPU: OpenMP over blocks; where threads of a block synchronise, a loop over the threads
// between each two synchronisations, and what a thread keeps across one in an array.
#include "cases.hpp"

static void saxpy(int n, float a, const float *x, float *y) {
#pragma omp parallel for
    for (int i = 0; i < n; i++) y[i] = a * x[i] + y[i];
}

static void stencil(const float *in, float *out, int n) {
#pragma omp parallel for
    for (int y = 1; y < n - 1; y++)
        for (int x = 1; x < n - 1; x++)
            out[y * n + x] = 0.5f * in[y * n + x] + 0.125f * (in[y * n + x - 1] + in[y * n + x + 1] + in[(y - 1) * n + x] + in[(y + 1) * n + x]);
}

static inline float normal(float d) {
    float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
    float tail = 0.39894228f * expf(-0.5f * d * d) * (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
    return d > 0 ? 1.0f - tail : tail;
}
static void black_scholes(const float *price, const float *strike, const float *years, float *call, float *put, int n) {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        const float rate = 0.02f, volatility = 0.3f;
        float root = sqrtf(years[i]);
        float d1 = (logf(price[i] / strike[i]) + (rate + 0.5f * volatility * volatility) * years[i]) / (volatility * root);
        float d2 = d1 - volatility * root;
        float discount = strike[i] * expf(-rate * years[i]);
        call[i] = price[i] * normal(d1) - discount * normal(d2);
        put[i] = discount * (1.0f - normal(d2)) - price[i] * (1.0f - normal(d1));
    }
}

struct Body {
    float x, y, z, w;
};
static void bodies(const Body *at, Body *pull, int n) {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        Body me = at[i];
        float x = 0, y = 0, z = 0;
        for (int j = 0; j < n; j++) {
            float dx = at[j].x - me.x, dy = at[j].y - me.y, dz = at[j].z - me.z;
            float square = dx * dx + dy * dy + dz * dz + 1e-3f;
            float inverse = 1.0f / sqrtf(square);
            float strength = at[j].w * inverse * inverse * inverse;
            x += dx * strength, y += dy * strength, z += dz * strength;
        }
        pull[i] = {x, y, z, 0};
    }
}

static void mandelbrot(int *out, int width, int height, int most) {
#pragma omp parallel for schedule(dynamic, 8)
    for (int py = 0; py < height; py++)
        for (int px = 0; px < width; px++) {
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
}

static void enlarge_nearest(const float *in, float *out, int size, int n, float by) {
#pragma omp parallel for
    for (int y = 0; y < n; y++) {
        const float *row = in + std::clamp(int(floorf((y + 0.5f) * by)), 0, size - 1) * size;
        for (int x = 0; x < n; x++) out[y * n + x] = row[std::clamp(int(floorf((x + 0.5f) * by)), 0, size - 1)];
    }
}

static void enlarge_linear(const float *in, float *out, int size, int n, float by) {
#pragma omp parallel for
    for (int y = 0; y < n; y++) {
        const float down = (y + 0.5f) * by - 0.5f, top = floorf(down), below = down - top;
        const float *first = in + std::clamp(int(top), 0, size - 1) * size, *second = in + std::clamp(int(top) + 1, 0, size - 1) * size;
        for (int x = 0; x < n; x++) {
            const float along = (x + 0.5f) * by - 0.5f, left = floorf(along), right = along - left;
            const int a = std::clamp(int(left), 0, size - 1), b = std::clamp(int(left) + 1, 0, size - 1);
            out[y * n + x] = (first[a] * (1 - right) + first[b] * right) * (1 - below) + (second[a] * (1 - right) + second[b] * right) * below;
        }
    }
}

static void matmul(const float *a, const float *b, float *c, int n) {
#pragma omp parallel for collapse(2)
    for (int by = 0; by < n / TILE; by++)
        for (int bx = 0; bx < n / TILE; bx++) {
            float as[TILE][TILE], bs[TILE][TILE], total[TILE][TILE] = {};
            for (int t = 0; t < n / TILE; t++) {
                for (int ty = 0; ty < TILE; ty++)
                    for (int tx = 0; tx < TILE; tx++) {
                        as[ty][tx] = a[(by * TILE + ty) * n + t * TILE + tx];
                        bs[ty][tx] = b[(t * TILE + ty) * n + bx * TILE + tx];
                    }
                for (int ty = 0; ty < TILE; ty++)
                    for (int tx = 0; tx < TILE; tx++)
                        for (int k = 0; k < TILE; k++) total[ty][tx] += as[ty][k] * bs[k][tx];
            }
            for (int ty = 0; ty < TILE; ty++)
                for (int tx = 0; tx < TILE; tx++) c[(by * TILE + ty) * n + bx * TILE + tx] = total[ty][tx];
        }
}

static void transpose(const float *in, float *out, int n) {
#pragma omp parallel for collapse(2)
    for (int by = 0; by < n / 32; by++)
        for (int bx = 0; bx < n / 32; bx++) {
            float tile[32][33];
            for (int ty = 0; ty < 8; ty++)
                for (int tx = 0; tx < 32; tx++)
                    for (int j = 0; j < 32; j += 8) tile[ty + j][tx] = in[(by * 32 + ty + j) * n + bx * 32 + tx];
            for (int ty = 0; ty < 8; ty++)
                for (int tx = 0; tx < 32; tx++)
                    for (int j = 0; j < 32; j += 8) out[(bx * 32 + ty + j) * n + by * 32 + tx] = tile[tx][ty + j];
        }
}

static void tree_reduction(const float *in, float *out) {
#pragma omp parallel for
    for (int block = 0; block < ITEMS / BLOCK; block++) {
        float s[BLOCK];
        for (int t = 0; t < BLOCK; t++) s[t] = in[block * BLOCK + t];
        for (int w = BLOCK / 2; w > 0; w >>= 1)
            for (int t = 0; t < w; t++) s[t] += s[t + w];
        out[block] = s[0];
    }
}

static void block_scan(const float *in, float *out) {
#pragma omp parallel for
    for (int block = 0; block < ITEMS / BLOCK; block++) {
        float s[2][BLOCK];
        int from = 0;
        for (int t = 0; t < BLOCK; t++) s[0][t] = in[block * BLOCK + t];
        for (int d = 1; d < BLOCK; d <<= 1) {
            for (int t = 0; t < BLOCK; t++) s[1 - from][t] = t >= d ? s[from][t] + s[from][t - d] : s[from][t];
            from = 1 - from;
        }
        for (int t = 0; t < BLOCK; t++) out[block * BLOCK + t] = s[from][t];
    }
}

static void histogram(const uint32_t *in, uint32_t *out, int n) {
#pragma omp parallel for
    for (int block = 0; block < 256; block++) {
        uint32_t bins[256] = {};
        for (int t = 0; t < 256; t++)
            for (int i = block * 256 + t; i < n; i += 256 * 256) bins[in[i]]++;
        for (int t = 0; t < 256; t++)
#pragma omp atomic
            out[t] += bins[t];
    }
}

static void warp_sums(float (&v)[LANES]) {
    for (int o = LANES / 2; o > 0; o >>= 1) {
        float shuffled[LANES];
        memcpy(shuffled, v, sizeof v);
        memcpy(shuffled, v + o, (LANES - o) * sizeof *v);
        for (int lane = 0; lane < LANES; lane++) v[lane] += shuffled[lane];
    }
}
static void shuffle_reduction(const float *in, float *out) {
#pragma omp parallel for
    for (int block = 0; block < ITEMS / BLOCK; block++) {
        float sums[BLOCK / LANES], v[LANES];
        for (int warp = 0; warp < BLOCK / LANES; warp++) {
            for (int lane = 0; lane < LANES; lane++) v[lane] = in[block * BLOCK + warp * LANES + lane];
            warp_sums(v);
            sums[warp] = v[0];
        }
        for (int lane = 0; lane < LANES; lane++) v[lane] = lane < BLOCK / LANES ? sums[lane] : 0.0f;
        warp_sums(v);
        out[block] = v[0];
    }
}

static void warp_scan(const float *in, float *out) {
#pragma omp parallel for
    for (int warp = 0; warp < ITEMS / LANES; warp++) {
        float v[LANES];
        for (int lane = 0; lane < LANES; lane++) v[lane] = in[warp * LANES + lane];
        for (int d = 1; d < LANES; d <<= 1) {
            float other[LANES];
            memcpy(other + d, v, (LANES - d) * sizeof *v);
            for (int lane = d; lane < LANES; lane++) v[lane] += other[lane];
        }
        for (int lane = 0; lane < LANES; lane++) out[warp * LANES + lane] = v[lane];
    }
}

static void ballot_compaction(const float *in, float *out, int *counts) {
#pragma omp parallel for
    for (int warp = 0; warp < ITEMS / LANES; warp++) {
        const float *v = in + warp * LANES;
        uint32_t mask = 0;
        for (int lane = 0; lane < LANES; lane++) mask |= uint32_t(v[lane] < 0.5f) << lane;
        for (int lane = 0; lane < LANES; lane++)
            if (v[lane] < 0.5f) out[warp * LANES + __builtin_popcount(mask & ((1u << lane) - 1))] = v[lane];
        counts[warp] = __builtin_popcount(mask);
    }
}

int main() {
    measure("empty-launch", [] {
#pragma omp parallel for
        for (int i = 0; i < 2; i++) asm volatile("");
    }, [] { return 0.0; }, 1000);
    for (auto [name, n, inner] : {std::tuple<const char *, int, int>{"saxpy-256Ki", SMALL, 50}, {"saxpy-16Mi", LARGE, 1}}) {
        std::vector<float> x = samples(n), y(n);
        measure(name, [&, n = n] { saxpy(n, 0.5f, x.data(), y.data()); }, [&] { return sum(y); }, inner);
    }
    {
        std::vector<float> in = samples(size_t(GRID) * GRID), out(size_t(GRID) * GRID);
        measure("stencil", [&] { stencil(in.data(), out.data(), GRID); }, [&] { return sum(out); });
    }
    {
        auto price = samples(OPTIONS, [](float x) { return 5 + 25 * x; }), strike = samples(OPTIONS, [](float x) { return 30 - 25 * x; }),
             years = samples(OPTIONS, [](float x) { return 0.25f + 9 * x; });
        std::vector<float> call(OPTIONS), put(OPTIONS);
        measure("black-scholes", [&] { black_scholes(price.data(), strike.data(), years.data(), call.data(), put.data(), OPTIONS); }, [&] { return sum(call) + sum(put); });
    }
    {
        std::vector<Body> at(BODIES), pull(BODIES);
        for (int i = 0; i < BODIES; i++) at[i] = {sample(4 * i), sample(4 * i + 1), sample(4 * i + 2), sample(4 * i + 3)};
        measure("n-body", [&] { bodies(at.data(), pull.data(), BODIES); },
                [&] { double total = 0; for (auto &p : pull) total += p.x + p.y + p.z; return total; });
    }
    {
        std::vector<int> out(WIDTH * HEIGHT);
        measure("mandelbrot", [&] { mandelbrot(out.data(), WIDTH, HEIGHT, ITERATIONS); }, [&] { return sum(out); });
    }
    {
        std::vector<float> picture = samples(PICTURE * PICTURE), out(ENLARGED * ENLARGED);
        measure("texture-nearest", [&] { enlarge_nearest(picture.data(), out.data(), PICTURE, ENLARGED, 0.5f); }, [&] { return sum(out); });
        measure("texture-linear", [&] { enlarge_linear(picture.data(), out.data(), PICTURE, ENLARGED, 0.5f); }, [&] { return sum(out); });
    }
    {
        std::vector<float> a = samples(MATRIX * MATRIX), b = a, c(MATRIX * MATRIX);
        measure("matmul", [&] { matmul(a.data(), b.data(), c.data(), MATRIX); }, [&] { return sum(c); });
    }
    {
        std::vector<float> in = samples(size_t(GRID) * GRID), out(size_t(GRID) * GRID);
        measure("transpose", [&] { transpose(in.data(), out.data(), GRID); }, [&] { return double(out[1]) + out[GRID] + sum(out); });
    }
    std::vector<float> in = samples(ITEMS), out(ITEMS), partial(ITEMS / BLOCK);
    measure("tree-reduction", [&] { tree_reduction(in.data(), partial.data()); }, [&] { return sum(partial); });
    measure("block-scan", [&] { block_scan(in.data(), out.data()); }, [&] { return sum(out); });
    {
        std::vector<uint32_t> values = bytes(ITEMS), bins(256);
        measure("histogram", [&] { std::fill(bins.begin(), bins.end(), 0); histogram(values.data(), bins.data(), ITEMS); },
                [&] { double total = 0; for (int i = 0; i < 256; i++) total += double(i) * bins[i]; return total; });
    }
    std::vector<int> counts(ITEMS / LANES);
    measure("shuffle-reduction", [&] { shuffle_reduction(in.data(), partial.data()); }, [&] { return sum(partial); });
    measure("warp-scan", [&] { warp_scan(in.data(), out.data()); }, [&] { return sum(out); });
    std::fill(out.begin(), out.end(), 0.0f);
    measure("ballot-compaction", [&] { ballot_compaction(in.data(), out.data(), counts.data()); }, [&] { return sum(out) + sum(counts); });
}
