// Narrow numbers: softmax in half and bfloat16, and a product on the matrix units.

#include "precision.cuh"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <mma.h>
#include <vector>

using namespace nvcuda;

constexpr int kWarp = 32;

template <class T> __global__ void softmax(const T *in, T *out, int columns) {
    const T *row = in + blockIdx.x * columns;
    float most = -INFINITY, sum = 0;
    for (int i = threadIdx.x; i < columns; i += kWarp) most = fmaxf(most, Narrow<T>::to(row[i]));
    for (int offset = kWarp / 2; offset > 0; offset /= 2) most = fmaxf(most, __shfl_xor_sync(0xffffffffu, most, offset, kWarp));
    for (int i = threadIdx.x; i < columns; i += kWarp) sum += __expf(Narrow<T>::to(row[i]) - most);
    for (int offset = kWarp / 2; offset > 0; offset /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, offset, kWarp);
    for (int i = threadIdx.x; i < columns; i += kWarp)
        out[blockIdx.x * columns + i] = Narrow<T>::from(__expf(Narrow<T>::to(row[i]) - most) / sum);
}

template <class T> static bool softmax_works(int rows, int columns) {
    std::vector<T> in(rows * columns), out(rows * columns);
    for (size_t i = 0; i < in.size(); i++) in[i] = Narrow<T>::from(float(i * 37 % 101) / 25 - 2);
    T *d_in, *d_out;
    cudaMalloc(&d_in, in.size() * sizeof(T));
    cudaMalloc(&d_out, out.size() * sizeof(T));
    cudaMemcpy(d_in, in.data(), in.size() * sizeof(T), cudaMemcpyHostToDevice);
    softmax<T><<<rows, kWarp>>>(d_in, d_out, columns);
    cudaMemcpy(out.data(), d_out, out.size() * sizeof(T), cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_out);

    float worst = 0;
    for (int row = 0; row < rows; row++) {
        double sum = 0;
        for (int i = 0; i < columns; i++) sum += std::exp(double(Narrow<T>::to(in[row * columns + i])));
        for (int i = 0; i < columns; i++) {
            const double expected = std::exp(double(Narrow<T>::to(in[row * columns + i]))) / sum;
            worst = std::max(worst, std::fabs(float(expected) - Narrow<T>::to(out[row * columns + i])));
        }
    }
    const bool good = worst < Narrow<T>::tolerance;
    std::printf("%-12s worst difference %g: %s\n", Narrow<T>::name, worst, good ? "PASS" : "FAIL");
    return good;
}

// One warp multiplies tiles of 16 by 16.
__global__ void multiply(const half *a, const half *b, float *c, int n) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> right;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    for (int k = 0; k < n; k += 16) {
        wmma::load_matrix_sync(left, a + blockIdx.y * 16 * n + k, n);
        wmma::load_matrix_sync(right, b + k * n + blockIdx.x * 16, n);
        wmma::mma_sync(sum, left, right, sum);
    }
    wmma::store_matrix_sync(c + blockIdx.y * 16 * n + blockIdx.x * 16, sum, n, wmma::mem_row_major);
}

static bool product_works(int n) {
    std::vector<half> a(n * n), b(n * n);
    std::vector<float> c(n * n);
    for (int i = 0; i < n * n; i++) {
        a[i] = __float2half(float(i % 9 - 4));
        b[i] = __float2half(float(i % 7 - 3));
    }
    half *d_a, *d_b;
    float *d_c;
    cudaMalloc(&d_a, n * n * sizeof(half));
    cudaMalloc(&d_b, n * n * sizeof(half));
    cudaMalloc(&d_c, n * n * sizeof(float));
    cudaMemcpy(d_a, a.data(), n * n * sizeof(half), cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, b.data(), n * n * sizeof(half), cudaMemcpyHostToDevice);
    multiply<<<dim3(n / 16, n / 16), kWarp>>>(d_a, d_b, d_c, n);
    cudaMemcpy(c.data(), d_c, n * n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_c);
    int wrong = 0;
    for (int row = 0; row < n; row++)
        for (int column = 0; column < n; column++) {
            float sum = 0;
            for (int k = 0; k < n; k++) sum += __half2float(a[row * n + k]) * __half2float(b[k * n + column]);
            wrong += sum != c[row * n + column];
        }
    std::printf("%-12s %d wrong: %s\n", "product", wrong, wrong ? "FAIL" : "PASS");
    return !wrong;
}

int main() {
    bool good = softmax_works<__half>(64, 100);
    good &= softmax_works<__nv_bfloat16>(64, 100);
    good &= product_works(64);
    good &= cudaDeviceSynchronize() == cudaSuccess;
    std::printf("mixed: %s\n", good ? "PASS" : "FAIL");
    return !good;
}
