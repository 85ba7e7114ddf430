// Warps an image: "warp" is the geometry's word, and the lanes are those of a road.
// run: wave-any
#include "support.h"

#define WARP_WINDOW 32
constexpr int kLanes = 4;

struct Affine {
    int a, b, c, d, e, f;
};

__device__ int warp_x(const Affine &m, int x, int y) { return m.a * x + m.b * y + m.c; }
__device__ int warp_y(const Affine &m, int x, int y) { return m.d * x + m.e * y + m.f; }

__global__ void warp_image(const int *in, int *out, Affine map, int size) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= size || y >= size) return;
    const int sx = warp_x(map, x, y), sy = warp_y(map, x, y);
    const bool in_window = abs(sx - x) <= WARP_WINDOW && abs(sy - y) <= WARP_WINDOW;
    out[y * size + x] = in_window && sx >= 0 && sy >= 0 && sx < size && sy < size ? in[sy * size + sx] : -1;
}

__global__ void drive(const int *speed, int *position, int cars) {
    const int car = blockIdx.x * blockDim.x + threadIdx.x;
    if (car >= cars) return;
    const int lane = car % kLanes;
    const int limit = lane == kLanes - 1 ? 31 : 32 - 8 * lane;
    position[car] += min(speed[car], limit);
}

int main() {
    const int size = 48, cars = 100;
    int *in = managed<int>(size * size), *out = managed<int>(size * size);
    int *speed = managed<int>(cars), *position = managed<int>(cars);
    for (int i = 0; i < size * size; i++) in[i] = i;
    for (int c = 0; c < cars; c++) speed[c] = c;
    warp_image<<<dim3(3, 3), dim3(16, 16)>>>(in, out, Affine{1, 0, 3, 0, 1, -2}, size);
    drive<<<1, 128>>>(speed, position, cars);
    finish();
    bool right = position[4] == 4 && position[99] == 31 && position[96] == 32 && position[98] == 16;
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++) right = right && out[y * size + x] == (x + 3 < size && y >= 2 ? (y - 2) * size + x + 3 : -1);
    return report("image-warp", right);
}
