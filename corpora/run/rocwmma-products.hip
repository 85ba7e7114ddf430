// Products of matrices by rocWMMA's names, as HIP programs are written: a tile of the result for each wave, of halves, bfloat16
// and bytes, in both layouts; then a product of a product, which a wave passes on in shared memory with nothing between.
// run: wave-any
// targets: cpu (AMD's headers of rocWMMA are for GPUs with matrix instructions)
#include <hip/hip_runtime.h>
#include <rocwmma/rocwmma.hpp>

#include <cstdio>
#include <cstdlib>
#include <type_traits>
#include <vector>

using rocwmma::accumulator;
using rocwmma::col_major;
using rocwmma::fragment;
using rocwmma::matrix_a;
using rocwmma::matrix_b;
using rocwmma::row_major;

#define CHECK(call)                                                                                          \
    do {                                                                                                     \
        const hipError_t status_ = (call);                                                                   \
        if (status_ != hipSuccess) {                                                                         \
            std::printf("FAIL line %d: %s: %s\n", __LINE__, #call, hipGetErrorString(status_));              \
            std::exit(1);                                                                                    \
        }                                                                                                    \
    } while (0)

constexpr int edge = 16, rows = 3 * edge, columns = 4 * edge, depth = 6 * edge;

// The depth of a tile: CDNA 3 has no products of bytes of a smaller one.
template <typename In> constexpr int tile_depth = 16;
template <> constexpr int tile_depth<int8_t> = 32;

// d = 2 a b + 3 c, with tiles of d one after another by waves. The layouts of C and D are those of A.
template <typename In, typename Out, typename LayoutA, typename LayoutB>
__global__ void multiply(const In *a, const In *b, const Out *c, Out *d) {
    const int wave = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize;
    const int row = wave / (columns / edge) * edge, column = wave % (columns / edge) * edge;
    if (row >= rows) return;
    constexpr bool a_by_columns = std::is_same<LayoutA, col_major>::value, b_by_columns = std::is_same<LayoutB, col_major>::value;
    constexpr int step = tile_depth<In>;
    fragment<matrix_a, edge, edge, step, In, LayoutA> fa;
    fragment<matrix_b, edge, edge, step, In, LayoutB> fb;
    fragment<accumulator, edge, edge, step, Out> sum, start;
    rocwmma::fill_fragment(sum, static_cast<Out>(0));
    for (int k = 0; k < depth; k += step) {
        rocwmma::load_matrix_sync(fa, a_by_columns ? a + k * rows + row : a + row * depth + k, a_by_columns ? rows : depth);
        rocwmma::load_matrix_sync(fb, b_by_columns ? b + column * depth + k : b + k * columns + column, b_by_columns ? depth : columns);
        rocwmma::mma_sync(sum, fa, fb, sum);
    }
    const int first = a_by_columns ? column * rows + row : row * columns + column, stride = a_by_columns ? rows : columns;
    const auto layout = a_by_columns ? rocwmma::mem_col_major : rocwmma::mem_row_major;
    rocwmma::load_matrix_sync(start, c + first, stride, layout);
    for (unsigned i = 0; i < sum.num_elements; i++) sum.x[i] = static_cast<Out>(2) * sum.x[i] + static_cast<Out>(3) * start.x[i];
    rocwmma::store_matrix_sync(d + first, sum, stride, layout);
}

// d = (a b) b for each wave.
template <typename In>
__global__ void twice(const In *a, const In *b, In *d) {
    __shared__ In between[4][edge * edge];
    const int wave = threadIdx.x / warpSize;
    fragment<matrix_a, edge, edge, edge, In, row_major> fa;
    fragment<matrix_b, edge, edge, edge, In, row_major> fb;
    fragment<accumulator, edge, edge, edge, In> sum;
    rocwmma::load_matrix_sync(fa, a + wave * edge * edge, edge);
    rocwmma::load_matrix_sync(fb, b, edge);
    rocwmma::fill_fragment(sum, static_cast<In>(0));
    rocwmma::mma_sync(sum, fa, fb, sum);
    rocwmma::store_matrix_sync(between[wave], sum, edge, rocwmma::mem_row_major);
    rocwmma::synchronize_workgroup();
    rocwmma::load_matrix_sync(fa, between[wave], edge);
    rocwmma::fill_fragment(sum, static_cast<In>(0));
    rocwmma::mma_sync(sum, fa, fb, sum);
    rocwmma::store_matrix_sync(d + wave * edge * edge, sum, edge, rocwmma::mem_row_major);
}

// Small whole numbers, exact in every type and in every order of summation.
int number(int i, int least, int count) { return (i * 7 + i / 5) % count + least; }

template <typename T> struct Array {
    T *p;
    std::vector<T> host;

    Array(size_t count, int least, int different) : host(count) {
        for (size_t i = 0; i < count; i++) host[i] = static_cast<T>(static_cast<float>(different == 0 ? 0 : number(int(i), least, different)));
        CHECK(hipMalloc(reinterpret_cast<void **>(&p), count * sizeof(T)));
        CHECK(hipMemcpy(p, host.data(), count * sizeof(T), hipMemcpyHostToDevice));
    }
    ~Array() { (void)hipFree(p); }
    void fetch() {
        CHECK(hipGetLastError());
        CHECK(hipMemcpy(host.data(), p, host.size() * sizeof(T), hipMemcpyDeviceToHost));
    }
    int operator[](size_t i) const { return static_cast<int>(static_cast<float>(host[i])); }
};

int wrong = 0;

void expect(const char *what, int i, int j, int got, int want) {
    if (got != want && wrong++ < 8) std::printf("%s: (%d, %d) is %d, not %d\n", what, i, j, got, want);
}

template <typename In, typename Out, typename LayoutA, typename LayoutB>
void check_product(const char *what, int lanes, int least) {
    constexpr bool a_by_columns = std::is_same<LayoutA, col_major>::value, b_by_columns = std::is_same<LayoutB, col_major>::value;
    Array<In> a(rows * depth, least, 5), b(depth * columns, least, 3);
    Array<Out> c(rows * columns, -4, 9), d(rows * columns, 0, 0);
    const int waves = rows / edge * (columns / edge), per_block = 128 / lanes;
    multiply<In, Out, LayoutA, LayoutB><<<(waves + per_block - 1) / per_block, 128>>>(a.p, b.p, c.p, d.p);
    d.fetch();
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) {
            const int at = a_by_columns ? j * rows + i : i * columns + j;
            int sum = 0;
            for (int k = 0; k < depth; k++)
                sum += a[a_by_columns ? k * rows + i : i * depth + k] * b[b_by_columns ? j * depth + k : k * columns + j];
            expect(what, i, j, d[at], 2 * sum + 3 * c[at]);
        }
}

template <typename In, typename Out>
void check_layouts(const char *what, int lanes, int least) {
    check_product<In, Out, row_major, row_major>(what, lanes, least);
    check_product<In, Out, row_major, col_major>(what, lanes, least);
    check_product<In, Out, col_major, row_major>(what, lanes, least);
    check_product<In, Out, col_major, col_major>(what, lanes, least);
}

void check_twice(int lanes) {
    typedef rocwmma::float16_t half;
    const int waves = 128 / lanes;
    Array<half> a(waves * edge * edge, -1, 3), b(edge * edge, -1, 3), d(waves * edge * edge, 0, 0);
    twice<half><<<1, 128>>>(a.p, b.p, d.p);
    d.fetch();
    for (int wave = 0; wave < waves; wave++) {
        int between[edge][edge] = {};
        for (int i = 0; i < edge; i++)
            for (int j = 0; j < edge; j++)
                for (int k = 0; k < edge; k++) between[i][j] += a[size_t(wave * edge * edge + i * edge + k)] * b[size_t(k * edge + j)];
        for (int i = 0; i < edge; i++)
            for (int j = 0; j < edge; j++) {
                int sum = 0;
                for (int k = 0; k < edge; k++) sum += between[i][k] * b[size_t(k * edge + j)];
                expect("a product of a product", i, j, d[size_t(wave * edge * edge + i * edge + j)], sum);
            }
    }
}

int main() {
    hipDeviceProp_t properties;
    CHECK(hipGetDeviceProperties(&properties, 0));
    const int lanes = properties.warpSize;
    check_layouts<rocwmma::float16_t, float>("halves into floats", lanes, -2);
    check_layouts<rocwmma::float16_t, rocwmma::float16_t>("halves", lanes, -2);
    check_layouts<rocwmma::bfloat16_t, float>("bfloat16 into floats", lanes, -2);
    check_layouts<int8_t, int32_t>("bytes", lanes, -2);
    check_twice(lanes);
    std::printf("%s rocwmma-products\n", wrong == 0 ? "PASS" : "FAIL");
    return wrong != 0;
}
