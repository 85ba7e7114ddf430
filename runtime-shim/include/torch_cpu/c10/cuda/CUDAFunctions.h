// c10's questions about CUDA's devices, for a PyTorch that was built without CUDA: there is one, the CPU.
#pragma once
#include <c10/core/Device.h>
#include <c10/cuda/hipify_runtime.h>

namespace c10 {
namespace cuda {
inline DeviceIndex device_count() noexcept { return 1; }
inline DeviceIndex current_device() { return 0; }
inline void set_device(DeviceIndex) {}
inline void device_synchronize() { (void)cudaDeviceSynchronize(); }
}
}
