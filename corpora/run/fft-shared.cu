// A radix-2 Fourier transform of 256 points a block in shared memory, and back.
// run: wave-any
#include "check.h"

constexpr int size = 256, levels = 8;

__global__ void transform(float2 *data, float sign) {
    __shared__ float2 s[size];
    const int t = threadIdx.x;
    float2 *mine = data + blockIdx.x * size;
    s[__brev(t) >> (32 - levels)] = mine[t];
    s[__brev(t + size / 2) >> (32 - levels)] = mine[t + size / 2];
    for (int half = 1; half < size; half *= 2) {
        __syncthreads();
        const int k = t % half, a = t / half * 2 * half + k, b = a + half;
        float sine, cosine;
        sincospif(sign * k / half, &sine, &cosine);
        const float2 u = s[a], v = make_float2(s[b].x * cosine - s[b].y * sine, s[b].x * sine + s[b].y * cosine);
        s[a] = make_float2(u.x + v.x, u.y + v.y);
        s[b] = make_float2(u.x - v.x, u.y - v.y);
    }
    __syncthreads();
    mine[t] = s[t];
    mine[t + size / 2] = s[t + size / 2];
}

static std::vector<float> flat(const std::vector<float2> &v, float by) {
    std::vector<float> all;
    for (const auto &c : v) all.insert(all.end(), {c.x * by, c.y * by});
    return all;
}

int main() {
    Verdict verdict("fft-shared");
    const int rows = 7;
    std::vector<float2> in(rows * size), want(in.size());
    const auto r = random_reals(2 * in.size());
    for (size_t i = 0; i < in.size(); i++) in[i] = make_float2(r[2 * i], r[2 * i + 1]);
    for (int row = 0; row < rows; row++)
        for (int k = 0; k < size; k++) {
            double x = 0, y = 0;
            for (int j = 0; j < size; j++) {
                const double angle = -2 * 3.14159265358979 * (j * k % size) / size;
                const float2 c = in[row * size + j];
                x += c.x * std::cos(angle) - c.y * std::sin(angle);
                y += c.x * std::sin(angle) + c.y * std::cos(angle);
            }
            want[row * size + k] = make_float2(x, y);
        }
    Array<float2> data(in);
    transform<<<rows, size / 2>>>(data.p, -1.0f);
    verdict.same("spectrum", flat(data.host(), 1), flat(want, 1), 2e-4);
    transform<<<rows, size / 2>>>(data.p, 1.0f);
    verdict.same("and back", flat(data.host(), 1.0f / size), flat(in, 1), 1e-5);
    return verdict.end();
}
