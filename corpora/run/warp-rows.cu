// A warp for each row of a matrix: 32 lanes go through it side by side and meet at its end. Rows of any length, given for all of them or
// for each, in blocks of one and of two dimensions, with blocks that go beyond the last row.
// run: wave-any
#include "check.h"

#include <algorithm>

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

__device__ float sum_of(float v) {
    for (int mask = 16; mask > 0; mask /= 2) v += __shfl_xor_sync(0xffffffff, v, mask);
    return v;
}
__device__ float most_of(float v) {
    for (int mask = 16; mask > 0; mask /= 2) v = fmaxf(v, __shfl_xor_sync(0xffffffff, v, mask));
    return v;
}

__global__ void softmax(const float *in, float *out, int rows, int columns) {
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    const float *x = in + row * columns;
    float *y = out + row * columns;
    float most = -1e30f, sum = 0;
    for (int i = lane; i < columns; i += 32) most = fmaxf(most, x[i]);
    most = most_of(most);
    for (int i = lane; i < columns; i += 32) {
        y[i] = exp2f(x[i] - most);
        sum += y[i];
    }
    sum = sum_of(sum);
    for (int i = lane; i < columns; i += 32) y[i] /= sum;
}

// Sums in place: what is read first is written last.
__global__ void normalise(float *rows, int count, int columns) {
    float *row = rows + (blockIdx.x * blockDim.y + threadIdx.y) * columns;
    if (blockIdx.x * blockDim.y + threadIdx.y >= count) return;
    float sum = 0;
    for (int i = threadIdx.x; i < columns; i += 32) sum += row[i];
    const float mean = sum_of(sum) / columns;
    for (int i = threadIdx.x; i < columns; i += 32) row[i] -= mean;
}

// By tiles, with a store of the first lane between two loops.
__global__ void scale(const float *in, float *means, float *out, int rows, int columns) {
    const cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
    const int row = blockIdx.x * warp.meta_group_size() + warp.meta_group_rank();
    if (row >= rows) return;
    const float *x = in + row * columns;
    float sum = 0;
    for (int i = warp.thread_rank(); i < columns; i += warp.size()) sum += x[i];
    const float mean = cg::reduce(warp, sum, cg::plus<float>{}) / columns;
    if (warp.thread_rank() == 0 && means != nullptr) means[row] = mean;
    float *y = out + row * columns;
    for (int i = warp.thread_rank(); i < columns; i += warp.size()) y[i] = x[i] / mean;
}

// Rows of a sparse matrix.
__global__ void multiply(const int *first, const int *columns, const float *values, const float *in, float *out, int rows) {
    const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (warp >= unsigned(rows)) return;
    const int end = first[warp + 1];
    float sum = 0;
    for (int k = first[warp] + int(lane); k < end; k += 32) sum += values[k] * in[columns[k]];
    for (int away = 16; away > 0; away /= 2) sum += __shfl_down_sync(0xffffffff, sum, away, 32);
    if (lane == 0) out[warp] = sum;
}

// Each row's sum takes the place of its length.
__global__ void replace(const int *first, int *lengths, const int *values, int rows) {
    const int warp = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (warp >= rows) return;
    const int length = lengths[warp];
    int sum = 0;
    for (int k = lane; k < length; k += 32) sum += values[first[warp] + k];
    for (int away = 16; away > 0; away /= 2) sum += __shfl_down_sync(0xffffffff, sum, away, 32);
    if (lane == 0) lengths[warp] = sum; // hipify-check: allow(race/warp) the sum is of all lanes' parts, for which each has read the length
}

// For how many iterations lanes go on, the most of each warp.
__global__ void until(const int *in, int *out, int columns) {
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int count = 0;
    for (int i = lane; i < columns; i += 32) {
        if (in[warp * columns + i] % 7 == 3) break;
        count++;
    }
    for (int mask = 1; mask < 32; mask *= 2) count = max(count, __shfl_xor_sync(0xffffffff, count, mask));
    if (lane == 0) out[warp] = count;
}

static float sum_of(const std::vector<float> &lanes) {
    std::vector<float> v(lanes);
    for (int away = 16; away > 0; away /= 2) {
        for (int i = 0; i < away; i++) v[i] += v[i + away];
    }
    return v[0];
}

static void rows_of(Verdict &verdict, int rows, int columns) {
    std::vector<float> in(size_t(rows) * columns);
    for (size_t i = 0; i < in.size(); i++) in[i] = float(i * 37 % 101 + 1) / 16;
    std::vector<float> want(in.size()), centred(in), scaled(in), means;
    for (int row = 0; row < rows; row++) {
        float most = -1e30f;
        std::vector<float> sums(32), plain(32);
        for (int i = 0; i < columns; i++) most = std::fmax(most, in[row * columns + i]);
        for (int i = 0; i < columns; i++) {
            want[row * columns + i] = std::exp2(in[row * columns + i] - most);
            sums[i % 32] += want[row * columns + i];
            plain[i % 32] += in[row * columns + i];
        }
        const float sum = sum_of(sums), mean = sum_of(plain) / columns;
        means.push_back(mean);
        for (int i = 0; i < columns; i++) {
            want[row * columns + i] /= sum;
            centred[row * columns + i] -= mean;
            scaled[row * columns + i] /= mean;
        }
    }
    Array<float> from(in), out(in.size());
    for (unsigned threads : {32u, 128u, 256u}) {
        softmax<<<(rows * 32 + threads - 1) / threads, threads>>>(from.p, out.p, rows, columns);
        verdict.same("softmax", out.host(), want, 1e-5);
    }
    Array<float> row_means(rows);
    for (dim3 threads : {dim3(32), dim3(192), dim3(16, 8)}) {
        const unsigned warps = threads.x * threads.y / 32;
        scale<<<(rows + warps - 1) / warps, threads>>>(from.p, row_means.p, out.p, rows, columns);
        verdict.same("means", row_means.host(), means, 1e-5);
        verdict.same("scaled", out.host(), scaled, 1e-4);
    }
    scale<<<rows, 32>>>(from.p, nullptr, out.p, rows, columns);
    verdict.same("scaled alone", out.host(), scaled, 1e-4);
    normalise<<<(rows + 3) / 4, dim3(32, 4)>>>(from.p, rows, columns);
    verdict.same("centred", from.host(), centred, 1e-5);
}

int main() {
    Verdict verdict("warp-rows");
    for (int columns : {1, 7, 16, 31, 32, 33, 48, 64, 100, 127, 128, 1000}) rows_of(verdict, 37, columns);

    const int rows = 203;
    std::vector<int> first{0}, columns, lengths, sums;
    std::vector<float> values, in(rows), want;
    for (int i = 0; i < rows; i++) in[i] = float(i % 13) - 6;
    for (int row = 0; row < rows; row++) {
        lengths.push_back(row * 7 % 90);
        float sum = 0;
        int total = 0;
        for (int k = 0; k < lengths.back(); k++) {
            columns.push_back((row * 31 + k * 17) % rows);
            values.push_back(float(k % 5));
            sum += values.back() * in[columns.back()];
            total += columns.back();
        }
        first.push_back(int(columns.size()));
        want.push_back(sum);
        sums.push_back(total);
    }
    Array<int> begins(first), places(columns), counts(lengths);
    Array<float> entries(values), vector(in), products(rows);
    multiply<<<(rows + 3) / 4, 128>>>(begins.p, places.p, entries.p, vector.p, products.p, rows);
    // All of them are whole numbers.
    verdict.same("products", products.host(), want);
    replace<<<(rows + 7) / 8, 256>>>(begins.p, counts.p, places.p, rows);
    verdict.same("sums in the place of lengths", counts.host(), sums);

    for (int length : {5, 32, 90, 333}) {
        std::vector<int> numbers(8 * length), most(8);
        for (size_t i = 0; i < numbers.size(); i++) numbers[i] = int(i * i * 31 % 1009);
        for (int warp = 0; warp < 8; warp++) {
            for (int lane = 0; lane < 32; lane++) {
                int count = 0;
                for (int i = lane; i < length && numbers[warp * length + i] % 7 != 3; i += 32) count++;
                most[warp] = std::max(most[warp], count);
            }
        }
        Array<int> from(numbers), out(8);
        until<<<1, 256>>>(from.p, out.p, length);
        verdict.same("iterations", out.host(), most);
    }
    return verdict.end();
}
