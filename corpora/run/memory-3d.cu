// Three-dimensional memory: allocation, copies of boxes both ways, sets, and a kernel that walks slices.
// run: wave-any
#include "check.h"

__global__ void triple(cudaPitchedPtr box, int width, int height, int depth) {
    const int x = threadIdx.x, y = blockIdx.x, z = blockIdx.y;
    if (x >= width || y >= height || z >= depth) return;
    char *slice = static_cast<char *>(box.ptr) + z * box.pitch * height;
    reinterpret_cast<int *>(slice + y * box.pitch)[x] *= 3;
}

int main() {
    Verdict verdict("memory-3d");
    const int width = 21, height = 11, depth = 7;
    std::vector<int> in(width * height * depth), got(in.size()), want(in.size());
    for (size_t i = 0; i < in.size(); i++) want[i] = 3 * (in[i] = static_cast<int>(i));
    const cudaExtent extent = make_cudaExtent(width * sizeof(int), height, depth);
    cudaPitchedPtr box;
    CHECK(cudaMalloc3D(&box, extent));
    CHECK(cudaMemset3D(box, 0, extent));
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(in.data(), width * sizeof(int), width, height);
    copy.dstPtr = box;
    copy.extent = extent;
    copy.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&copy));
    triple<<<dim3(height, depth), 32>>>(box, width, height, depth);
    CHECK(cudaGetLastError());
    copy.srcPtr = box;
    copy.dstPtr = make_cudaPitchedPtr(got.data(), width * sizeof(int), width, height);
    copy.kind = cudaMemcpyDeviceToHost;
    CHECK(cudaMemcpy3D(&copy));
    verdict.same("tripled", got, want);

    // A box of 4 by 3 by 2 from (5, 2, 1) to (0, 0, 0) of a smaller volume.
    std::vector<int> part(4 * 3 * 2), expected;
    cudaMemcpy3DParms cut = {};
    cut.srcPtr = box;
    cut.srcPos = make_cudaPos(5 * sizeof(int), 2, 1);
    cut.dstPtr = make_cudaPitchedPtr(part.data(), 4 * sizeof(int), 4, 3);
    cut.extent = make_cudaExtent(4 * sizeof(int), 3, 2);
    cut.kind = cudaMemcpyDeviceToHost;
    CHECK(cudaMemcpy3D(&cut));
    for (int z = 1; z < 3; z++)
        for (int y = 2; y < 5; y++)
            for (int x = 5; x < 9; x++) expected.push_back(want[(z * height + y) * width + x]);
    verdict.same("cut", part, expected);
    CHECK(cudaFree(box.ptr));
    return verdict.end();
}
