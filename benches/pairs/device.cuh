// What the CUDA programs of all pairs share: errors end the program, and arrays in the device's memory.
#pragma once
#include "../cpu/check.cuh"

#include <cstdlib>
#include <utility>
#include <vector>

// A copy whose time is counted as one, from the end of the kernels before it.
inline void timed_copy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind) {
    CHECK(cudaDeviceSynchronize());
    const auto start = std::chrono::steady_clock::now();
    CHECK(cudaMemcpy(to, from, bytes, kind));
    copying += std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

template <class T> class DeviceArray {
    T *memory = nullptr;
    size_t count;

public:
    explicit DeviceArray(size_t n) : count(n) { CHECK(cudaMalloc(&memory, n * sizeof(T))); }
    DeviceArray(const DeviceArray &) = delete;
    DeviceArray &operator=(const DeviceArray &) = delete;
    ~DeviceArray() { CHECK(cudaFree(memory)); }

    T *data() { return memory; }
    void upload(const std::vector<T> &from) { timed_copy(memory, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice); }
    void download(std::vector<T> &to) const { timed_copy(to.data(), memory, to.size() * sizeof(T), cudaMemcpyDeviceToHost); }
    void clear() { CHECK(cudaMemset(memory, 0, count * sizeof(T))); }
    void swap(DeviceArray &other) { std::swap(memory, other.memory), std::swap(count, other.count); }
};

// How many blocks of `size` threads have a thread for each of `n` items.
inline unsigned blocks(size_t n, size_t size) { return static_cast<unsigned>((n + size - 1) / size); }
