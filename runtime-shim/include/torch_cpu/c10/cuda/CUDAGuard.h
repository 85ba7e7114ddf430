// c10's guards of CUDA's devices and streams, for a PyTorch that was built without CUDA: there is one device, the CPU.
#pragma once
#include <c10/core/Device.h>
#include <c10/cuda/CUDAStream.h>
#include <c10/util/Optional.h>

namespace c10 {
namespace cuda {

struct CUDAGuard {
    explicit CUDAGuard(Device) {}
    explicit CUDAGuard(DeviceIndex) {}
    void set_device(Device) {}
    void set_index(DeviceIndex) {}
    Device current_device() const { return Device(DeviceType::CPU); }
};

struct OptionalCUDAGuard {
    OptionalCUDAGuard() = default;
    explicit OptionalCUDAGuard(optional<Device>) {}
    explicit OptionalCUDAGuard(optional<DeviceIndex>) {}
    void set_device(Device) {}
    void set_index(DeviceIndex) {}
    void reset() {}
};

struct CUDAStreamGuard {
    explicit CUDAStreamGuard(CUDAStream stream) : before_(getCurrentCUDAStream()) { setCurrentCUDAStream(stream); }
    CUDAStreamGuard(const CUDAStreamGuard &) = delete;
    CUDAStreamGuard &operator=(const CUDAStreamGuard &) = delete;
    ~CUDAStreamGuard() { setCurrentCUDAStream(before_); }

  private:
    CUDAStream before_;
};

}
}

namespace at {
namespace cuda {
using c10::cuda::CUDAGuard;
using c10::cuda::CUDAStreamGuard;
using c10::cuda::OptionalCUDAGuard;
}
}
