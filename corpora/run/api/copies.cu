// Copies and fills: of bytes, rows and slices, at once and in streams.
// run: wave-any
// nvcc: -lcuda
#include "case.h"

#include <cuda.h>
#include <cuda_runtime.h>

static std::vector<unsigned char> counted(size_t n) {
    std::vector<unsigned char> all(n);
    for (size_t i = 0; i < n; i++) all[i] = static_cast<unsigned char>(i * 7 + 1);
    return all;
}

static std::vector<unsigned char> fetched(const void *from, size_t n) {
    std::vector<unsigned char> all(n);
    NEED(cudaMemcpy(all.data(), from, n, cudaMemcpyDeviceToHost));
    return all;
}

static unsigned char *allocated(size_t n) {
    unsigned char *memory;
    NEED(cudaMalloc(&memory, n));
    NEED(cudaMemset(memory, 0, n));
    return memory;
}

static bool filled(const std::vector<unsigned char> &all, size_t from, size_t to, unsigned char with) {
    for (size_t i = from; i < to; i++)
        if (all[i] != with) return false;
    return true;
}

static void of_bytes() {
    const size_t n = 1000;
    const auto in = counted(n);
    std::vector<unsigned char> got(n);
    auto *a = allocated(n), *b = allocated(n);
    GIVES("Memory", "hipMemcpy copies from the host", cudaMemcpy(a, in.data(), n, cudaMemcpyHostToDevice), cudaSuccess);
    GIVES("Memory", "hipMemcpy copies from device to device", cudaMemcpy(b, a, n, cudaMemcpyDeviceToDevice), cudaSuccess);
    GIVES("Memory", "hipMemcpy copies to the host", cudaMemcpy(got.data(), b, n, cudaMemcpyDeviceToHost), cudaSuccess);
    CASE("Memory", "hipMemcpy there and back gives the same bytes", got == in);
    got.assign(n, 0);
    NEED(cudaMemcpy(got.data(), in.data(), n, cudaMemcpyHostToHost));
    CASE("Memory", "hipMemcpy copies from host to host", got == in);
    NEED(cudaMemset(b, 0, n));
    NEED(cudaMemcpy(b, in.data(), n, cudaMemcpyDefault));
    CASE("Memory", "hipMemcpy with hipMemcpyDefault finds the direction to a device", fetched(b, n) == in);
    got.assign(n, 0);
    NEED(cudaMemcpy(got.data(), b, n, cudaMemcpyDefault));
    CASE("Memory", "hipMemcpy with hipMemcpyDefault finds the direction to the host", got == in);
    GIVES("Memory", "hipMemcpy of 0 bytes succeeds", cudaMemcpy(a, in.data(), 0, cudaMemcpyHostToDevice), cudaSuccess);
    GIVES("Memory", "hipMemcpy to a null pointer: hipErrorInvalidValue", cudaMemcpy(nullptr, in.data(), n, cudaMemcpyHostToDevice),
          cudaErrorInvalidValue);
    GIVES("Memory", "hipMemcpy from a null pointer: hipErrorInvalidValue", cudaMemcpy(a, nullptr, n, cudaMemcpyHostToDevice),
          cudaErrorInvalidValue);
    GIVES("Memory", "hipMemcpy in a direction that is none: hipErrorInvalidMemcpyDirection",
          cudaMemcpy(a, in.data(), n, static_cast<cudaMemcpyKind>(77)), cudaErrorInvalidMemcpyDirection);
    GIVES("Memory", "hipMemcpy beyond the end of an allocation: hipErrorInvalidValue",
          cudaMemcpy(a, std::vector<char>(size_t{64} << 20).data(), size_t{64} << 20, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    cudaStream_t stream;
    NEED(cudaStreamCreate(&stream));
    got.assign(n, 0);
    GIVES("Memory", "hipMemcpyAsync succeeds", cudaMemcpyAsync(got.data(), b, n, cudaMemcpyDeviceToHost, stream), cudaSuccess);
    NEED(cudaStreamSynchronize(stream));
    CASE("Memory", "hipMemcpyAsync has copied when its stream is done", got == in);
    GIVES("Memory", "hipMemcpyAsync from a null pointer: hipErrorInvalidValue",
          cudaMemcpyAsync(a, nullptr, n, cudaMemcpyHostToDevice, stream), cudaErrorInvalidValue);
    GIVES("Memory", "hipMemcpyAsync in a direction that is none: hipErrorInvalidMemcpyDirection",
          cudaMemcpyAsync(a, in.data(), n, static_cast<cudaMemcpyKind>(77), stream), cudaErrorInvalidMemcpyDirection);
    const auto address = [](const void *memory) { return (CUdeviceptr)(memory); };
    NEED(cudaMemset(a, 0, n));
    GIVES("Memory", "hipMemcpyHtoD succeeds", cuMemcpyHtoD(address(a), const_cast<unsigned char *>(in.data()), n), CUDA_SUCCESS);
    NEED(cuMemcpyDtoD(address(b), address(a), n));
    NEED(cuMemcpyDtoH(got.data(), address(b), n));
    CASE("Memory", "hipMemcpyHtoD, hipMemcpyDtoD and hipMemcpyDtoH give the same bytes", got == in);
    NEED(cudaMemset(a, 0, n));
    NEED(cuMemcpyHtoDAsync(address(a), const_cast<unsigned char *>(in.data()), n, stream));
    NEED(cuMemcpyDtoDAsync(address(b), address(a), n, stream));
    got.assign(n, 0);
    NEED(cuMemcpyDtoHAsync(got.data(), address(b), n, stream));
    NEED(cudaStreamSynchronize(stream));
    CASE("Memory", "hipMemcpyHtoDAsync, hipMemcpyDtoDAsync and hipMemcpyDtoHAsync give the same bytes", got == in);
    NEED(cudaStreamDestroy(stream));
    NEED(cudaFree(a));
    NEED(cudaFree(b));
}

static void fills() {
    const size_t n = 256;
    auto *a = allocated(n);
    const auto address = (CUdeviceptr)(a);
    GIVES("Memory", "hipMemset succeeds", cudaMemset(a, 0x1ab, n), cudaSuccess);
    CASE("Memory", "hipMemset sets each byte to the low byte of the value", filled(fetched(a, n), 0, n, 0xab));
    NEED(cudaMemset(a + 10, 7, 20));
    const auto part = fetched(a, n);
    CASE("Memory", "hipMemset changes no byte beyond those it is asked for",
         filled(part, 0, 10, 0xab) && filled(part, 10, 30, 7) && filled(part, 30, n, 0xab));
    GIVES("Memory", "hipMemset of 0 bytes succeeds", cudaMemset(a, 1, 0), cudaSuccess);
    GIVES("Memory", "hipMemset of a null pointer: hipErrorInvalidValue", cudaMemset(nullptr, 1, 4), cudaErrorInvalidValue);
    NEED(cuMemsetD8(address, 3, n));
    CASE("Memory", "hipMemsetD8 sets bytes", filled(fetched(a, n), 0, n, 3));
    NEED(cuMemsetD16(address, 0x0102, n / 2));
    const auto words = fetched(a, n);
    CASE("Memory", "hipMemsetD16 sets 16 bits at a time", words[0] == 2 && words[1] == 1 && words[n - 2] == 2 && words[n - 1] == 1);
    NEED(cuMemsetD32(address, 0x01020304, n / 4));
    const auto longs = fetched(a, n);
    CASE("Memory", "hipMemsetD32 sets 32 bits at a time", longs[0] == 4 && longs[3] == 1 && longs[n - 4] == 4 && longs[n - 1] == 1);
    cudaStream_t stream;
    NEED(cudaStreamCreate(&stream));
    GIVES("Memory", "hipMemsetAsync succeeds", cudaMemsetAsync(a, 9, n, stream), cudaSuccess);
    NEED(cudaStreamSynchronize(stream));
    CASE("Memory", "hipMemsetAsync has set when its stream is done", filled(fetched(a, n), 0, n, 9));
    NEED(cuMemsetD8Async(address, 1, n, stream));
    NEED(cuMemsetD16Async(address, 0x0202, n / 4, stream));
    NEED(cuMemsetD32Async(address, 0x03030303, n / 16, stream));
    NEED(cudaStreamSynchronize(stream));
    const auto all = fetched(a, n);
    CASE("Memory", "hipMemsetD8Async, hipMemsetD16Async and hipMemsetD32Async set in the order of the stream",
         filled(all, 0, n / 4, 3) && filled(all, n / 4, n / 2, 2) && filled(all, n / 2, n, 1));
    NEED(cudaStreamDestroy(stream));
    NEED(cudaFree(a));
}

static void of_rows() {
    const size_t pitch = 64, rows = 8, width = 40;
    auto *a = allocated(pitch * rows);
    const auto in = counted(width * rows);
    GIVES("Memory", "hipMemcpy2D succeeds", cudaMemcpy2D(a, pitch, in.data(), width, width, rows, cudaMemcpyHostToDevice), cudaSuccess);
    std::vector<unsigned char> got(width * rows);
    NEED(cudaMemcpy2D(got.data(), width, a, pitch, width, rows, cudaMemcpyDeviceToHost));
    CASE("Memory", "hipMemcpy2D there and back gives the same rows", got == in);
    const auto raw = fetched(a, pitch * rows);
    bool gaps = true;
    for (size_t y = 0; y < rows; y++) gaps = gaps && filled(raw, y * pitch + width, (y + 1) * pitch, 0);
    CASE("Memory", "hipMemcpy2D leaves the bytes between rows", gaps);
    GIVES("Memory", "hipMemcpy2D refuses a pitch of the destination below the width: hipErrorInvalidPitchValue",
          cudaMemcpy2D(a, width - 1, in.data(), width, width, rows, cudaMemcpyHostToDevice), cudaErrorInvalidPitchValue);
    GIVES("Memory", "hipMemcpy2D refuses a pitch of the source below the width: hipErrorInvalidPitchValue",
          cudaMemcpy2D(a, pitch, in.data(), width - 1, width, rows, cudaMemcpyHostToDevice), cudaErrorInvalidPitchValue);
    GIVES("Memory", "hipMemcpy2D of no rows succeeds", cudaMemcpy2D(a, pitch, in.data(), width, width, 0, cudaMemcpyHostToDevice),
          cudaSuccess);
    GIVES("Memory", "hipMemcpy2D to a null pointer: hipErrorInvalidValue",
          cudaMemcpy2D(nullptr, pitch, in.data(), width, width, rows, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    cudaStream_t stream;
    NEED(cudaStreamCreate(&stream));
    got.assign(got.size(), 0);
    GIVES("Memory", "hipMemcpy2DAsync succeeds", cudaMemcpy2DAsync(got.data(), width, a, pitch, width, rows, cudaMemcpyDeviceToHost, stream),
          cudaSuccess);
    NEED(cudaStreamSynchronize(stream));
    CASE("Memory", "hipMemcpy2DAsync has copied when its stream is done", got == in);
    GIVES("Memory", "hipMemcpy2DAsync refuses a width greater than a pitch: hipErrorInvalidPitchValue",
          cudaMemcpy2DAsync(got.data(), width - 1, a, pitch, width, rows, cudaMemcpyDeviceToHost, stream), cudaErrorInvalidPitchValue);
    GIVES("Memory", "hipMemset2D succeeds", cudaMemset2D(a, pitch, 5, 10, rows), cudaSuccess);
    const auto set = fetched(a, pitch * rows);
    bool columns = true;
    for (size_t y = 0; y < rows; y++)
        columns = columns && filled(set, y * pitch, y * pitch + 10, 5) && set[y * pitch + 10] == in[y * width + 10];
    CASE("Memory", "hipMemset2D sets the width of each row", columns);
    NEED(cudaMemset2DAsync(a, pitch, 6, pitch, rows, stream));
    NEED(cudaStreamSynchronize(stream));
    CASE("Memory", "hipMemset2DAsync has set when its stream is done", filled(fetched(a, pitch * rows), 0, pitch * rows, 6));
    CUDA_MEMCPY2D copy{};
    copy.srcMemoryType = CU_MEMORYTYPE_HOST;
    copy.srcHost = const_cast<unsigned char *>(in.data());
    copy.srcPitch = width;
    copy.srcXInBytes = 4;
    copy.srcY = 1;
    copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    copy.dstDevice = (CUdeviceptr)(a);
    copy.dstPitch = pitch;
    copy.dstXInBytes = 2;
    copy.dstY = 3;
    copy.WidthInBytes = 8;
    copy.Height = 2;
    GIVES("Memory", "hipMemcpyParam2D succeeds", cuMemcpy2D(&copy), CUDA_SUCCESS);
    const auto placed = fetched(a, pitch * rows);
    CASE("Memory", "hipMemcpyParam2D copies from and to the places within the rows",
         placed[3 * pitch + 2] == in[width + 4] && placed[4 * pitch + 9] == in[2 * width + 11] && placed[3 * pitch + 1] == 6 &&
             placed[3 * pitch + 10] == 6);
    copy.dstY = 5;
    NEED(cuMemcpy2DAsync(&copy, stream));
    NEED(cudaStreamSynchronize(stream));
    CASE("Memory", "hipMemcpyParam2DAsync has copied when its stream is done", fetched(a, pitch * rows)[5 * pitch + 2] == in[width + 4]);
    copy.dstY = 6;
    NEED(cuMemcpy2DUnaligned(&copy));
    CASE("Clang", "hipDrvMemcpy2DUnaligned copies as hipMemcpyParam2D does", fetched(a, pitch * rows)[6 * pitch + 2] == in[width + 4]);
    GIVES("Memory", "hipMemcpyParam2D without parameters: hipErrorInvalidValue", cuMemcpy2D(nullptr), CUDA_ERROR_INVALID_VALUE);
    NEED(cudaStreamDestroy(stream));
    NEED(cudaFree(a));
}

static void of_slices() {
    const size_t width = 24, height = 6, depth = 5;
    const cudaExtent extent = make_cudaExtent(width, height, depth);
    cudaPitchedPtr box{};
    NEED(cudaMalloc3D(&box, extent));
    const auto in = counted(width * height * depth);
    std::vector<unsigned char> got(in.size());
    cudaMemcpy3DParms copy{};
    copy.srcPtr = make_cudaPitchedPtr(const_cast<unsigned char *>(in.data()), width, width, height);
    copy.dstPtr = box;
    copy.extent = extent;
    copy.kind = cudaMemcpyHostToDevice;
    GIVES("Memory", "hipMemcpy3D succeeds", cudaMemcpy3D(&copy), cudaSuccess);
    cudaMemcpy3DParms back{};
    back.srcPtr = box;
    back.dstPtr = make_cudaPitchedPtr(got.data(), width, width, height);
    back.extent = extent;
    back.kind = cudaMemcpyDeviceToHost;
    NEED(cudaMemcpy3D(&back));
    CASE("Memory", "hipMemcpy3D there and back gives the same slices", got == in);
    back.srcPos = make_cudaPos(2, 1, 3);
    back.extent = make_cudaExtent(4, 2, 2);
    got.assign(got.size(), 0);
    NEED(cudaMemcpy3D(&back));
    CASE("Memory", "hipMemcpy3D copies a box from its place",
         got[0] == in[(3 * height + 1) * width + 2] && got[height * width + width + 3] == in[(4 * height + 2) * width + 5] && got[4] == 0);
    cudaStream_t stream;
    NEED(cudaStreamCreate(&stream));
    got.assign(got.size(), 0);
    back.srcPos = make_cudaPos(0, 0, 0);
    back.extent = extent;
    GIVES("Memory", "hipMemcpy3DAsync succeeds", cudaMemcpy3DAsync(&back, stream), cudaSuccess);
    NEED(cudaStreamSynchronize(stream));
    CASE("Memory", "hipMemcpy3DAsync has copied when its stream is done", got == in);
    GIVES("Memory", "hipMemset3D succeeds", cudaMemset3D(box, 4, make_cudaExtent(3, height, depth)), cudaSuccess);
    NEED(cudaMemcpy3D(&back));
    bool set = true;
    for (size_t row = 0; row < height * depth; row++)
        set = set && filled(got, row * width, row * width + 3, 4) && got[row * width + 3] == in[row * width + 3];
    CASE("Memory", "hipMemset3D sets the width of each row of each slice", set);
    NEED(cudaMemset3DAsync(box, 8, extent, stream));
    NEED(cudaStreamSynchronize(stream));
    NEED(cudaMemcpy3D(&back));
    CASE("Memory", "hipMemset3DAsync has set when its stream is done", filled(got, 0, got.size(), 8));
    GIVES("Memory", "hipMemcpy3D without parameters: hipErrorInvalidValue", cudaMemcpy3D(nullptr), cudaErrorInvalidValue);
    NEED(cudaStreamDestroy(stream));
    NEED(cudaFree(box.ptr));
}

int main() {
    NEED(cuInit(0));
    NEED(cudaFree(nullptr));
    of_bytes();
    fills();
    of_rows();
    of_slices();
    return end_of_cases("copies");
}
