// A warp for each row of a matrix, which its lanes go through side by side.

#include <hip/hip_cooperative_groups.h>

__device__ float sum_of(float v) {
    for (int mask = 16; mask > 0; mask /= 2) v += __shfl_xor(v, mask, 32);
    return v;
}

extern "C" __global__ void by_index(const float *in, float *out, int rows, int columns) {
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    float sum = 0;
    for (int i = lane; i < columns; i += 32) sum += in[row * columns + i];
    out[row * 32 + lane] = sum_of(sum);
}

extern "C" __global__ void by_warp_size(const float *in, float *out, int rows, int columns) {
    const int row = blockIdx.x * (blockDim.x / warpSize) + threadIdx.x / warpSize, lane = threadIdx.x % warpSize;
    if (row >= rows) return;
    float sum = 0;
    for (int i = lane; i < columns; i += warpSize) sum += in[row * columns + i];
    out[row * 32 + lane] = sum_of(sum);
}

extern "C" __global__ void by_tiles(const float *in, float *out, int rows, int columns) {
    const auto tile = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
    const int row = blockIdx.x * tile.meta_group_size() + tile.meta_group_rank();
    if (row >= rows) return;
    float sum = 0;
    for (int i = tile.thread_rank(); i < columns; i += tile.size()) sum += in[row * columns + i];
    out[row * 32 + tile.thread_rank()] = sum_of(sum);
}

// How long a row is says memory that is written at the end.
extern "C" __global__ void by_lengths(const float *in, float *out, int rows, const int *lengths) {
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (row >= rows) return;
    const int columns = lengths[row];
    float sum = 0;
    for (int i = lane; i < columns; i += 32) sum += in[row * columns + i];
    out[row * 32 + lane] = sum_of(sum);
}

// Lanes that come to the loop begin with another number than those that pass it by.
extern "C" __global__ void by_ones(const float *in, float *out, int rows, int columns) {
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    float sum = 5;
    int i = lane;
    if (i < columns) {
        sum = 1;
        do {
            sum += in[row * columns + i];
            i += 32;
        } while (i < columns);
    }
    out[row * 32 + lane] = sum_of(sum);
}

// A row lies between two numbers, and its length may be any.
extern "C" __global__ void by_ranges(const float *in, float *out, int rows, const int *first) {
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    const int end = first[row + 1];
    float sum = 0;
    for (int i = first[row] + lane; i < end; i += 32) sum += in[i] * in[i + 1];
    out[row * 32 + lane] = sum_of(sum);
}

// A row for each half of a warp.
extern "C" __global__ void by_halves(const float *in, float *out, int rows, const int *first) {
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 16, lane = threadIdx.x % 16;
    if (row >= rows) return;
    const int end = first[row + 1];
    float sum = 0;
    for (int i = first[row] + lane; i < end; i += 16) sum += in[i];
    for (int mask = 8; mask > 0; mask /= 2) sum += __shfl_xor(sum, mask, 16);
    out[row * 32 + lane] = out[row * 32 + 16 + lane] = sum;
}

// Steps that are shorter than a warp: lanes have what others have had.
extern "C" __global__ void by_short_steps(const float *in, float *out, int rows, const int *first) {
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    const int end = first[row + 1];
    float sum = 0;
    for (int i = first[row] + lane; i < end; i += 8) sum += in[i];
    out[row * 32 + lane] = sum;
}

// All lanes have an iteration, though they may begin beyond the end.
extern "C" __global__ void at_least_once(const float *in, float *out, int rows, const int *first) {
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    const int begin = first[row], end = first[row + 1];
    float sum = 0;
    int i = begin + lane;
    do {
        sum += i < end ? in[i] : 1000;
        i += 32;
    } while (i < end);
    out[row * 32 + lane] = sum_of(sum);
}
