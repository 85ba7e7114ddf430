// What the CUDA programs of all pairs share: errors end the program, and arrays in the device's memory.
#pragma once
#include "../cpu/check.cuh"

#include <cstdlib>
#include <utility>
#include <vector>

template <class T> class DeviceArray {
    T *memory = nullptr;
    size_t count;

public:
    explicit DeviceArray(size_t n) : count(n) { CHECK(cudaMalloc(&memory, n * sizeof(T))); }
    DeviceArray(const DeviceArray &) = delete;
    DeviceArray &operator=(const DeviceArray &) = delete;
    ~DeviceArray() { CHECK(cudaFree(memory)); }

    T *data() { return memory; }
    void upload(const std::vector<T> &from) { CHECK(cudaMemcpy(memory, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice)); }
    void download(std::vector<T> &to) const { CHECK(cudaMemcpy(to.data(), memory, to.size() * sizeof(T), cudaMemcpyDeviceToHost)); }
    void clear() { CHECK(cudaMemset(memory, 0, count * sizeof(T))); }
    void swap(DeviceArray &other) { std::swap(memory, other.memory), std::swap(count, other.count); }
};

// How many blocks of `size` threads have a thread for each of `n` items.
inline unsigned blocks(size_t n, size_t size) { return static_cast<unsigned>((n + size - 1) / size); }
