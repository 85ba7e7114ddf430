// Threads march through planes or tiles with a place that all move on by the same between barriers: by a plane, backwards, by what differs from
// round to round, by a number that wraps around, in a loop inside of another one that moves it too, and where some threads march on
// while others have left. Only where each begins differs between threads, and that is what compilers may split off.
// run: wave-any
#include "check.h"

#include <cstdio>
#include <vector>

constexpr int ACROSS = 32, DOWN = 4, WIDTH = 64, HEIGHT = 8, DEPTH = 6, AREA = WIDTH * HEIGHT;

// The place is used before and after it is moved on, and after the loop.
__global__ void up(const int *in, int *out, int width, int area, int depth) {
    __shared__ int plane[DOWN][ACROSS];
    const int x = blockIdx.x * ACROSS + threadIdx.x, y = blockIdx.y * DOWN + threadIdx.y;
    int at = y * width + x;
    for (int z = 0; z < depth - 1; z++) {
        plane[threadIdx.y][threadIdx.x] = in[at];
        __syncthreads();
        const int other = plane[threadIdx.y][ACROSS - 1 - threadIdx.x];
        out[at] = other + z;
        at += area;
        __syncthreads();
        out[at] = -other;
    }
    out[at] += at;
}

__global__ void down(const int *in, int *out, int width, int area, int depth) {
    __shared__ int plane[DOWN][ACROSS];
    const int x = blockIdx.x * ACROSS + threadIdx.x, y = blockIdx.y * DOWN + threadIdx.y;
    long at = long(depth - 1) * area + y * width + x;
    for (int z = depth - 1; z >= 0; z--) {
        plane[threadIdx.y][threadIdx.x] = in[at];
        __syncthreads();
        out[at] = plane[DOWN - 1 - threadIdx.y][threadIdx.x] * z;
        __syncthreads();
        at -= area;
    }
}

// Steps that differ from round to round, of numbers that wrap around on the way.
__global__ void uneven(const int *steps, unsigned *out, int rounds) {
    __shared__ unsigned row[64];
    unsigned at = 0xfffffff0u + threadIdx.x * 3;
    for (int round = 0; round < rounds; round++) {
        row[threadIdx.x] = at;
        __syncthreads();
        out[blockIdx.x * blockDim.x + threadIdx.x] += row[blockDim.x - 1 - threadIdx.x] >> 1;
        __syncthreads();
        at += steps[round];
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] ^= at;
}

// Both loops move the place on.
__global__ void nested(const int *in, int *out, int width, int outer, int inner) {
    __shared__ int row[64];
    int at = threadIdx.x + blockIdx.x * 2, sum = 0;
    for (int i = 0; i < outer; i++) {
        for (int j = 0; j < inner; j++) {
            row[threadIdx.x] = in[at % AREA];
            __syncthreads();
            sum = sum * 3 + row[(threadIdx.x + 1) % blockDim.x];
            __syncthreads();
            at += width;
        }
        at += i + 1;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum + at;
}

// Threads with many rounds march on while others are done.
__global__ void some_leave(const int *in, int *out, int rounds) {
    __shared__ int row[64];
    int at = threadIdx.x, left = 0;
    row[threadIdx.x] = 0;
    __syncthreads();
    const int mine = threadIdx.x < 32 ? rounds : rounds / 2;
    for (int round = 0; __syncthreads_or(round < mine); round++) {
        if (round >= mine) continue;
        row[threadIdx.x] += in[at];
        at += 64;
        left++;
    }
    out[threadIdx.x] = row[threadIdx.x] * 64 + left + at;
}

static std::vector<void *> all_made;

template <class T> static T *on_device(const std::vector<T> &values) {
    T *made;
    CHECK(cudaMalloc(&made, values.size() * sizeof(T)));
    all_made.push_back(made);
    CHECK(cudaMemcpy(made, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
    return made;
}

template <class T> static bool holds(const T *device, const std::vector<T> &wanted, const char *what) {
    std::vector<T> got(wanted.size());
    CHECK(cudaMemcpy(got.data(), device, got.size() * sizeof(T), cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < got.size(); i++)
        if (got[i] != wanted[i]) return std::printf("%s: %zu is %lld, not %lld\n", what, i, (long long)got[i], (long long)wanted[i]), false;
    return true;
}

int main() {
    std::vector<int> in(AREA * DEPTH);
    for (size_t i = 0; i < in.size(); i++) in[i] = int(i * 37 % 101);
    const int *from = on_device(in);
    const dim3 block(ACROSS, DOWN), grid(WIDTH / ACROSS, HEIGHT / DOWN);
    bool good = true;

    std::vector<int> wanted(in.size());
    for (int z = 0; z < DEPTH; z++)
        for (int y = 0; y < HEIGHT; y++)
            for (int x = 0; x < WIDTH; x++) {
                const int at = z * AREA + y * WIDTH + x, mirrored = at - x + x / ACROSS * ACROSS + ACROSS - 1 - x % ACROSS;
                wanted[at] = z < DEPTH - 1 ? in[mirrored] + z : at - in[mirrored - AREA];
            }
    int *to = on_device(std::vector<int>(in.size()));
    up<<<grid, block>>>(from, to, WIDTH, AREA, DEPTH);
    good = holds(to, wanted, "up") && good;

    for (int z = 0; z < DEPTH; z++)
        for (int y = 0; y < HEIGHT; y++)
            for (int x = 0; x < WIDTH; x++)
                wanted[z * AREA + y * WIDTH + x] = z * in[z * AREA + (y / DOWN * DOWN + DOWN - 1 - y % DOWN) * WIDTH + x];
    down<<<grid, block>>>(from, to, WIDTH, AREA, DEPTH);
    good = holds(to, wanted, "down") && good;

    const std::vector<int> steps = {5, -40, 7, 1 << 30, 3};
    std::vector<unsigned> sums(128);
    for (unsigned thread = 0; thread < 128; thread++) {
        unsigned mirrored = 0xfffffff0u + (63 - thread % 64) * 3, own = 0xfffffff0u + thread % 64 * 3;
        for (const int step : steps) sums[thread] += mirrored >> 1, mirrored += step, own += step;
        sums[thread] ^= own;
    }
    unsigned *numbers = on_device(std::vector<unsigned>(128));
    uneven<<<2, 64>>>(on_device(steps), numbers, int(steps.size()));
    good = holds(numbers, sums, "uneven") && good;

    std::vector<int> small(128);
    for (int thread = 0; thread < 128; thread++) {
        const auto begin = [&](int t) { return t + thread / 64 * 2; };
        int way = 0, sum = 0;
        for (int i = 0; i < 3; i++, way += i)
            for (int j = 0; j < 4; j++, way += 65) sum = sum * 3 + in[(begin((thread + 1) % 64) + way) % AREA];
        small[thread] = sum + begin(thread % 64) + way;
    }
    int *few = on_device(std::vector<int>(128));
    nested<<<2, 64>>>(from, few, 65, 3, 4);
    good = holds(few, small, "nested") && good;

    small.assign(64, 0);
    for (int thread = 0; thread < 64; thread++) {
        const int mine = thread < 32 ? 9 : 4;
        for (int round = 0; round < mine; round++) small[thread] += 64 * in[thread + 64 * round];
        small[thread] += mine + thread + 64 * mine;
    }
    some_leave<<<1, 64>>>(from, few, 9);
    good = holds(few, small, "some leave") && good;

    CHECK(cudaDeviceSynchronize());
    for (void *one : all_made) CHECK(cudaFree(one));
    if (!good) return 1;
    std::puts("PASS marching-planes");
}
