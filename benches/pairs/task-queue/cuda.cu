#include "problem.hpp"
#include "../device.cuh"

constexpr int THREADS = 64, BLOCKS = 512;

__device__ int iterations(int x, int y, int side, int most) {
    const float cx = -2.0f + 2.5f * x / side, cy = -1.25f + 2.5f * y / side;
    float zx = 0, zy = 0;
    int i = 0;
    while (i < most && zx * zx + zy * zy < 4.0f) {
        const float t = zx * zx - zy * zy + cx;
        zy = 2 * zx * zy + cy;
        zx = t;
        i++;
    }
    return i;
}

// Blocks take tasks from one queue until it is empty, and put new ones into another.
__global__ void work(const Square *tasks, int count, int *head, Square *next, int *tail, int *image, int side, int most) {
    __shared__ int task, low, high, place;
    const int t = threadIdx.x;
    for (;;) {
        if (t == 0) task = atomicAdd(head, 1), low = most, high = 0;
        __syncthreads();
        if (task >= count) return;
        const Square square = tasks[task];
        const int last = square.side - 1;
        if (square.side > LEAST) {
            for (int k = t; k < 4 * last; k += THREADS) {
                const int edge = k / last, along = k % last;
                const int dx = edge == 0 ? along : edge == 1 ? last : edge == 2 ? last - along : 0;
                const int dy = edge == 0 ? 0 : edge == 1 ? along : edge == 2 ? last : last - along;
                const int value = iterations(square.x + dx, square.y + dy, side, most);
                atomicMin(&low, value);
                atomicMax(&high, value);
            }
            __syncthreads();
            if (low == high) {
                for (int k = t; k < square.side * square.side; k += THREADS) image[(square.y + k / square.side) * side + square.x + k % square.side] = low;
            } else {
                const int half = square.side / 2;
                if (t == 0) place = atomicAdd(tail, 4);
                __syncthreads();
                if (t < 4) next[place + t] = {square.x + t % 2 * half, square.y + t / 2 * half, half};
            }
        } else {
            for (int k = t; k < square.side * square.side; k += THREADS) {
                const int x = square.x + k % square.side, y = square.y + k / square.side;
                image[y * side + x] = iterations(x, y, side, most);
            }
        }
        __syncthreads();
    }
}

int main(int argc, char **argv) {
    const Problem problem(is_small(argc, argv));
    DeviceArray<Square> tasks(problem.capacity()), next(problem.capacity());
    DeviceArray<int> ends(2), image(size_t(problem.side) * problem.side);
    std::vector<int> result(size_t(problem.side) * problem.side);
    measure(
        "task-queue",
        [&] {
            tasks.upload(problem.squares);
            int count = int(problem.squares.size());
            while (count > 0) {
                ends.clear();
                work<<<std::min(count, BLOCKS), THREADS>>>(tasks.data(), count, ends.data(), next.data(), ends.data() + 1, image.data(), problem.side, problem.most);
                CHECK(cudaMemcpy(&count, ends.data() + 1, sizeof count, cudaMemcpyDeviceToHost));
                tasks.swap(next);
            }
            image.download(result);
        },
        [&] { return weighted(result); });
}
