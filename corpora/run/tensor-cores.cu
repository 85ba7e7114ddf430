// CUDA's matrix fragments (`nvcuda::wmma`): halves, bfloat16, bytes and doubles, all layouts and shapes, what is done to their elements,
// and tiles in shared memory that the warps of a block make together.
// run: wave-any
#include "check.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

#include <type_traits>

using namespace nvcuda;

// Each warp of a block has a tile of C of its own, and goes along the depth.
template <int M, int N, int K, typename In, typename Out, typename LayoutA, typename LayoutB>
__global__ void multiply(const In *a, const In *b, const Out *c, Out *d, int depth, bool a_by_columns, bool b_by_columns,
                         wmma::layout_t result) {
    const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    a += warp * M * depth, b += warp * depth * N, c += warp * M * N, d += warp * M * N;
    wmma::fragment<wmma::matrix_a, M, N, K, In, LayoutA> fa;
    wmma::fragment<wmma::matrix_b, M, N, K, In, LayoutB> fb;
    wmma::fragment<wmma::accumulator, M, N, K, Out> sum, start;
    wmma::fill_fragment(sum, Out(0));
    for (int k = 0; k < depth; k += K) {
        wmma::load_matrix_sync(fa, a + (a_by_columns ? k * M : k), a_by_columns ? M : depth);
        wmma::load_matrix_sync(fb, b + (b_by_columns ? k : k * N), b_by_columns ? depth : N);
        wmma::mma_sync(sum, fa, fb, sum);
    }
    wmma::load_matrix_sync(start, c, result == wmma::mem_row_major ? N : M, result);
    for (int i = 0; i < sum.num_elements; i++) sum.x[i] = sum.x[i] + sum.x[i] + start.x[i];
    wmma::store_matrix_sync(d, sum, result == wmma::mem_row_major ? N : M, result);
}

// Small whole numbers, exact in every type and in every order of summation.
template <typename T> T number(int i, int least, int count) { return T(float(i * 7 % count + least)); }
template <typename T> double value(T x) { return double(float(x)); }

template <int M, int N, int K, typename In, typename Out, typename LayoutA, typename LayoutB>
void check_product(Verdict &verdict, const char *what, int least, bool result_by_columns) {
    const bool a_by_columns = std::is_same<LayoutA, wmma::col_major>::value;
    const bool b_by_columns = std::is_same<LayoutB, wmma::col_major>::value;
    const int warps = 6, depth = 2 * K;
    std::vector<In> a(warps * M * depth), b(warps * depth * N);
    std::vector<Out> c(warps * M * N);
    for (size_t i = 0; i < a.size(); i++) a[i] = number<In>(int(i), least, 9);
    for (size_t i = 0; i < b.size(); i++) b[i] = number<In>(int(i) + 3, least, 5);
    for (size_t i = 0; i < c.size(); i++) c[i] = number<Out>(int(i), least, 11);
    Array<In> da(a), db(b);
    Array<Out> dc(c), dd(c.size());
    multiply<M, N, K, In, Out, LayoutA, LayoutB><<<2, 32 * warps / 2>>>(
        da.p, db.p, dc.p, dd.p, depth, a_by_columns, b_by_columns, result_by_columns ? wmma::mem_col_major : wmma::mem_row_major);
    const std::vector<Out> got = dd.host();
    std::vector<double> is(got.size()), wanted(got.size());
    for (int w = 0; w < warps; w++)
        for (int i = 0; i < M; i++)
            for (int j = 0; j < N; j++) {
                const int at = w * M * N + (result_by_columns ? j * M + i : i * N + j);
                double sum = 0;
                for (int k = 0; k < depth; k++)
                    sum += value(a[w * M * depth + (a_by_columns ? k * M + i : i * depth + k)]) *
                           value(b[w * depth * N + (b_by_columns ? j * depth + k : k * N + j)]);
                wanted[at] = 2 * sum + value(c[at]);
                is[at] = value(got[at]);
            }
    verdict.same(what, is, wanted);
}

// Four warps multiply 32 by 32: tiles of A and B go by shared memory, which all threads fill, and so does C, which all read.
__global__ void by_tiles(const half *a, const half *b, float *c, int n) {
    __shared__ half tile_a[32 * 16], tile_b[16 * 32];
    __shared__ float tile_c[32 * 32];
    const int row = blockIdx.y * 32, column = blockIdx.x * 32, thread = threadIdx.y * 32 + threadIdx.x;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    for (int k = 0; k < n; k += 16) {
        for (int i = thread; i < 32 * 16; i += 128) {
            tile_a[i] = a[(row + i / 16) * n + k + i % 16];
            tile_b[i] = b[(k + i / 32) * n + column + i % 32];
        }
        __syncthreads();
        wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
        wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
        wmma::load_matrix_sync(fa, tile_a + threadIdx.y / 2 * 16 * 16, 16);
        wmma::load_matrix_sync(fb, tile_b + threadIdx.y % 2 * 16, 32);
        wmma::mma_sync(sum, fa, fb, sum);
        __syncthreads();
    }
    for (int i = 0; i < sum.num_elements; i++) sum.x[i] = fmaxf(sum.x[i], 0.0f);
    wmma::store_matrix_sync(tile_c + threadIdx.y / 2 * 16 * 32 + threadIdx.y % 2 * 16, sum, 32, wmma::mem_row_major);
    __syncthreads();
    for (int i = thread; i < 32 * 32; i += 128) c[(row + i / 32) * n + column + i % 32] = tile_c[i];
}

void check_tiles(Verdict &verdict) {
    const int n = 96;
    std::vector<half> a(n * n), b(n * n);
    for (int i = 0; i < n * n; i++) {
        a[i] = __float2half(float(i % 13 - 6) / 4);
        b[i] = __float2half(float(i % 11 - 5) / 2);
    }
    Array<half> da(a), db(b);
    Array<float> dc(n * n);
    by_tiles<<<dim3(n / 32, n / 32), dim3(32, 4)>>>(da.p, db.p, dc.p, n);
    std::vector<float> wanted(n * n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int k = 0; k < n; k++) sum += __half2float(a[i * n + k]) * __half2float(b[k * n + j]);
            wanted[i * n + j] = std::fmax(sum, 0.0f);
        }
    verdict.same("tiles in shared memory", dc.host(), wanted);
}

int main() {
    Verdict verdict("tensor-cores");
    using wmma::col_major;
    using wmma::row_major;
    check_product<16, 16, 16, half, float, row_major, row_major>(verdict, "halves, rows by rows", -4, false);
    check_product<16, 16, 16, half, float, row_major, col_major>(verdict, "halves, rows by columns", -4, true);
    check_product<16, 16, 16, half, float, col_major, row_major>(verdict, "halves, columns by rows", -4, false);
    check_product<16, 16, 16, half, float, col_major, col_major>(verdict, "halves, columns by columns", -4, true);
    check_product<32, 8, 16, half, float, row_major, col_major>(verdict, "halves, 32 rows", -4, false);
    check_product<8, 32, 16, half, float, col_major, row_major>(verdict, "halves, 32 columns", -4, true);
    check_product<16, 16, 16, half, half, row_major, col_major>(verdict, "sums of halves", -2, false);
    check_product<16, 16, 16, __nv_bfloat16, float, row_major, col_major>(verdict, "bfloat16", -4, false);
    check_product<16, 16, 16, signed char, int, row_major, col_major>(verdict, "signed bytes", -4, false);
    check_product<32, 8, 16, signed char, int, col_major, row_major>(verdict, "signed bytes, 32 rows", -4, true);
    check_product<16, 16, 16, unsigned char, int, row_major, col_major>(verdict, "unsigned bytes", 247, false);
    check_product<8, 8, 4, double, double, row_major, col_major>(verdict, "doubles", -4, false);
    check_tiles(verdict);
    return verdict.end();
}
