#pragma once

#include <cstddef>
#include <cuda_runtime.h>
#include <new>
#include <utility>

// Host memory that the device can copy without staging.
template <class T> class Pinned {
  public:
    explicit Pinned(std::size_t count, unsigned flags = cudaHostAllocDefault) : count_(count) {
        if (cudaHostAlloc((void **)&data_, count * sizeof(T), flags) != cudaSuccess) throw std::bad_alloc();
    }
    Pinned(Pinned &&other) noexcept : data_(std::exchange(other.data_, nullptr)), count_(other.count_) {}
    Pinned(const Pinned &) = delete;
    Pinned &operator=(const Pinned &) = delete;
    ~Pinned() {
        if (data_) cudaFreeHost(data_);
    }

    T &operator[](std::size_t i) { return data_[i]; }
    T *data() { return data_; }
    std::size_t size() const { return count_; }

  private:
    T *data_ = nullptr;
    std::size_t count_;
};
