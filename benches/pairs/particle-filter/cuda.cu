#include "problem.hpp"
#include "../device.cuh"

constexpr int THREADS = 256;

__constant__ Offset offsets[MOST_OFFSETS];

__device__ float uniform(unsigned &seed) {
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    return ((seed >> 8) + 1) * (1.0f / 16777217.0f);
}
__device__ float normal(unsigned &seed) {
    const float u = uniform(seed), v = uniform(seed);
    return sqrtf(-2 * logf(u)) * cosf(2 * PI * v);
}

__device__ float block_sum(float value) {
    __shared__ float sums[THREADS];
    const int t = threadIdx.x;
    sums[t] = value;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2) {
        if (t < half) sums[t] += sums[t + half];
        __syncthreads();
    }
    return sums[0];
}

// Moves the particles and weighs them; the weights' sum for each block.
__global__ void weigh(float *x, float *y, unsigned *seeds, const unsigned char *frame, int side, int count, float *weight, float *sums) {
    const int i = blockIdx.x * THREADS + threadIdx.x;
    unsigned seed = seeds[i];
    const float px = x[i] + 2 + 2 * normal(seed), py = y[i] + 1 + normal(seed);
    seeds[i] = seed;
    x[i] = px;
    y[i] = py;
    const int cx = static_cast<int>(rintf(px)), cy = static_cast<int>(rintf(py));
    float likelihood = 0;
    for (int k = 0; k < count; k++) {
        const int at_x = min(max(cx + offsets[k].x, 0), side - 1), at_y = min(max(cy + offsets[k].y, 0), side - 1);
        const float pixel = frame[at_y * side + at_x], off = pixel - FIELD, on = pixel - DISC;
        likelihood += (off * off - on * on) / 5000;
    }
    const float w = expf(likelihood / count);
    weight[i] = w;
    const float sum = block_sum(w);
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

// Running sums of the weights inside of a block, by Hillis and Steele.
__global__ void scan(const float *weight, float *running) {
    __shared__ float buffer[2][THREADS];
    const int t = threadIdx.x, i = blockIdx.x * THREADS + t;
    int from = 0;
    buffer[0][t] = weight[i];
    __syncthreads();
    for (int away = 1; away < THREADS; away *= 2) {
        buffer[1 - from][t] = t >= away ? buffer[from][t] + buffer[from][t - away] : buffer[from][t];
        from = 1 - from;
        __syncthreads();
    }
    running[i] = buffer[from][t];
}

// `bases`: the sum of the weights before each block, and of all. The estimate's terms are added up for each block.
__global__ void finish(float *running, const float *bases, const float *weight, const float *x, const float *y, float *estimate) {
    const int i = blockIdx.x * THREADS + threadIdx.x;
    running[i] += bases[blockIdx.x];
    const float sum_x = block_sum(weight[i] * x[i]);
    __syncthreads();
    const float sum_y = block_sum(weight[i] * y[i]);
    if (threadIdx.x == 0) estimate[2 * blockIdx.x] = sum_x, estimate[2 * blockIdx.x + 1] = sum_y;
}

__global__ void draw(const float *running, const float *x, const float *y, float *new_x, float *new_y, int particles, float step, float start) {
    const int i = blockIdx.x * THREADS + threadIdx.x;
    const float wanted = start + step * i;
    int low = 0, high = particles - 1;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (running[middle] < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    new_x[i] = x[low];
    new_y[i] = y[low];
}

int main(int argc, char **argv) {
    const Problem problem(is_small(argc, argv));
    const int n = problem.particles, grid = n / THREADS, area = problem.side * problem.side, count = int(problem.offsets.size());
    DeviceArray<float> x(n), y(n), new_x(n), new_y(n), weight(n), running(n), sums(grid), bases(grid), estimate(2 * grid);
    DeviceArray<unsigned> seeds(n);
    DeviceArray<unsigned char> video(problem.video.size());
    std::vector<float> path, partial(grid), base(grid), terms(2 * grid);
    measure(
        "particle-filter",
        [&] {
            path.clear();
            CHECK(cudaMemcpyToSymbol(offsets, problem.offsets.data(), count * sizeof(Offset)));
            video.upload(problem.video);
            seeds.upload(problem.seeds);
            x.upload(std::vector<float>(n, problem.x));
            y.upload(std::vector<float>(n, problem.y));
            for (int frame = 0; frame < problem.frames; frame++) {
                weigh<<<grid, THREADS>>>(x.data(), y.data(), seeds.data(), video.data() + frame * area, problem.side, count, weight.data(), sums.data());
                scan<<<grid, THREADS>>>(weight.data(), running.data());
                sums.download(partial);
                float total = 0;
                for (int i = 0; i < grid; i++) base[i] = total, total += partial[i];
                bases.upload(base);
                finish<<<grid, THREADS>>>(running.data(), bases.data(), weight.data(), x.data(), y.data(), estimate.data());
                draw<<<grid, THREADS>>>(running.data(), x.data(), y.data(), new_x.data(), new_y.data(), n, total / n, 0.5f * total / n);
                estimate.download(terms);
                float sum_x = 0, sum_y = 0;
                for (int i = 0; i < grid; i++) sum_x += terms[2 * i], sum_y += terms[2 * i + 1];
                path.push_back(sum_x / total), path.push_back(sum_y / total);
                x.swap(new_x), y.swap(new_y);
            }
            CHECK(cudaGetLastError());
        },
        [&] { return weighted(path); });
}
