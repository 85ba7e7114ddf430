// Blocks with a tile each that go through many arrays: reduction of speckle in the first kernel's way, with whole and partial tiles, a tile
// in dynamic shared memory, and a way that all threads take or none.
// run: wave-any
#include "check.h"

constexpr int SIDE = 16;

struct Slopes {
    int *north, *south, *west, *east;
};

__global__ void slopes(const int *image, Slopes slope, int *sum, int width, int height, bool doubled) {
    __shared__ int tile[SIDE + 2][SIDE + 2];
    const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    const int x = blockIdx.x * SIDE + threadIdx.x, y = blockIdx.y * SIDE + threadIdx.y, at = y * width + x;
    const bool inside = x < width && y < height;
    tile[ty][tx] = inside ? image[at] : 0;
    if (tx == 1 && y < height) tile[ty][0] = x > 0 ? image[at - 1] : 0;
    if (tx == SIDE && y < height) tile[ty][SIDE + 1] = x + 1 < width ? image[at + 1] : 0;
    if (ty == 1 && x < width) tile[0][tx] = y > 0 ? image[at - width] : 0;
    if (ty == SIDE && x < width) tile[SIDE + 1][tx] = y + 1 < height ? image[at + width] : 0;
    if (doubled) {
        __syncthreads();
        tile[ty][tx] *= 2;
    }
    __syncthreads();
    if (!inside) return;
    const int here = tile[ty][tx];
    const int north = y > 0 ? tile[ty - 1][tx] - here : 0, south = y + 1 < height ? tile[ty + 1][tx] - here : 0;
    const int west = x > 0 ? tile[ty][tx - 1] - here : 0, east = x + 1 < width ? tile[ty][tx + 1] - here : 0;
    slope.north[at] = north;
    slope.south[at] = south;
    slope.west[at] = west;
    slope.east[at] = east;
    sum[at] = north + south + west + east;
}

// Rows turned round within tiles of any width, by a tile whose size the launch gives.
__global__ void turned(const int *a, const int *b, const int *c, int *to, int *of_block, int width) {
    extern __shared__ int tile[];
    const int t = threadIdx.y * blockDim.x + threadIdx.x, x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y + blockIdx.z * gridDim.y * blockDim.y, at = y * width + x;
    tile[t] = x < width ? a[at] + 3 * b[at] - c[at] : -1;
    __syncthreads();
    if (x < width) to[at] = tile[t + blockDim.x - 1 - 2 * threadIdx.x];
    if (x < width) of_block[at] = tile[0] + blockIdx.x;
}

void compare(Verdict &verdict, int width, int height, bool doubled) {
    std::vector<int> image;
    for (const auto word : random_words(width * height)) image.push_back(word % 1000);
    Array<int> in(image), north(image.size()), south(image.size()), west(image.size()), east(image.size()), sum(image.size());
    const dim3 grid((width + SIDE - 1) / SIDE, (height + SIDE - 1) / SIDE);
    slopes<<<grid, dim3(SIDE, SIDE)>>>(in.p, {north.p, south.p, west.p, east.p}, sum.p, width, height, doubled);
    // Edges of tiles are as they were where the rest is doubled.
    const auto of = [&](int x, int y, int of_x, int of_y) {
        if (x < 0 || y < 0 || x >= width || y >= height) return 0;
        const bool same = x / SIDE == of_x / SIDE && y / SIDE == of_y / SIDE;
        const int here = image[of_y * width + of_x] * (doubled ? 2 : 1);
        return image[y * width + x] * (doubled && same ? 2 : 1) - here;
    };
    std::vector<int> wanted[5];
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            const int all[] = {of(x, y - 1, x, y), of(x, y + 1, x, y), of(x - 1, y, x, y), of(x + 1, y, x, y)};
            for (int k = 0; k < 4; k++) wanted[k].push_back(all[k]);
            wanted[4].push_back(all[0] + all[1] + all[2] + all[3]);
        }
    verdict.same("north", north.host(), wanted[0]);
    verdict.same("south", south.host(), wanted[1]);
    verdict.same("west", west.host(), wanted[2]);
    verdict.same("east", east.host(), wanted[3]);
    verdict.same("sum", sum.host(), wanted[4]);
}

void compare_turned(Verdict &verdict, dim3 block, dim3 grid, int width) {
    const int rows = block.y * grid.y * grid.z, count = width * rows;
    std::vector<int> a, b, c;
    for (const auto word : random_words(count)) a.push_back(word % 100), b.push_back(word % 7), c.push_back(word % 31);
    Array<int> da(a), db(b), dc(c), to(count), of_block(count);
    turned<<<grid, block, block.x * block.y * sizeof(int)>>>(da.p, db.p, dc.p, to.p, of_block.p, width);
    std::vector<int> wanted, wanted_of_block;
    const auto value = [&](int x, int y) { return x < width ? a[y * width + x] + 3 * b[y * width + x] - c[y * width + x] : -1; };
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < width; x++) {
            const int left = x / int(block.x) * int(block.x);
            wanted.push_back(value(left + int(block.x) - 1 - (x - left), y));
            wanted_of_block.push_back(value(left, y / int(block.y) * int(block.y)) + x / int(block.x));
        }
    verdict.same("turned", to.host(), wanted);
    verdict.same("of block", of_block.host(), wanted_of_block);
}

int main() {
    Verdict verdict("blocks-in-a-row");
    compare(verdict, 256, 64, false);
    compare(verdict, 1000, 37, false);
    compare(verdict, 16, 16, true);
    compare(verdict, 2061, 50, true);
    compare_turned(verdict, dim3(16, 16), dim3(20, 2), 320);
    compare_turned(verdict, dim3(24, 5), dim3(9, 3, 2), 200);
    compare_turned(verdict, dim3(1, 9), dim3(77, 1, 1), 77);
    compare_turned(verdict, dim3(200, 2), dim3(3, 2), 555);
    return verdict.end();
}
