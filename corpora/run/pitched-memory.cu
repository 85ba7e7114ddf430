// Rows with a pitch, two-dimensional copies and sets, also of a part.
// run: wave-any
#include "check.h"

__global__ void add_row(float *base, size_t pitch, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x < width && y < height) reinterpret_cast<float *>(reinterpret_cast<char *>(base) + y * pitch)[x] += y;
}

int main() {
    Verdict verdict("pitched-memory");
    const int width = 77, height = 13;
    std::vector<float> in(width * height), want(in.size()), got(in.size());
    for (size_t i = 0; i < in.size(); i++) in[i] = i * 0.5f;
    float *base;
    size_t pitch;
    CHECK(cudaMallocPitch(reinterpret_cast<void **>(&base), &pitch, width * sizeof(float), height));
    verdict.holds("a pitch holds a row and is aligned", pitch >= width * sizeof(float) && pitch % 16 == 0);
    CHECK(cudaMemset2D(base, pitch, 0xff, width * sizeof(float), height));
    CHECK(cudaMemcpy2D(base, pitch, in.data(), width * sizeof(float), width * sizeof(float), height, cudaMemcpyHostToDevice));
    // A window of 10 by 4 elements at (20, 3) becomes zero.
    CHECK(cudaMemset2D(reinterpret_cast<char *>(base) + 3 * pitch + 20 * sizeof(float), pitch, 0, 10 * sizeof(float), 4));
    add_row<<<dim3(blocks(width, 32), height), 32>>>(base, pitch, width, height);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy2D(got.data(), width * sizeof(float), base, pitch, width * sizeof(float), height, cudaMemcpyDeviceToHost));
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            want[y * width + x] = (x >= 20 && x < 30 && y >= 3 && y < 7 ? 0 : in[y * width + x]) + y;
    verdict.same("rows", got, want);
    CHECK(cudaFree(base));
    return verdict.end();
}
