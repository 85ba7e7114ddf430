// c10's streams of CUDA over the runtime alone, for a PyTorch that was built without CUDA.
#pragma once
#include <c10/core/Device.h>
#include <c10/core/Stream.h>
#include <c10/cuda/hipify_runtime.h>

namespace c10 {
namespace cuda {

/// A stream that a function works in. Tensors are the host's, and PyTorch's own functions wait for no stream: what was put into the
/// stream is done when the object goes, at the end of the launch or of the function that asked for it.
class CUDAStream {
  public:
    CUDAStream() = default;
    explicit CUDAStream(cudaStream_t stream) : stream_(stream) {}
    CUDAStream(const CUDAStream &) = default;
    CUDAStream &operator=(const CUDAStream &) = default;
    ~CUDAStream() { synchronize(); }
    operator cudaStream_t() const { return stream_; }
    cudaStream_t stream() const { return stream_; }
    bool query() const { return cudaStreamQuery(stream_) == cudaSuccess; }
    void synchronize() const { (void)cudaStreamSynchronize(stream_); }
    DeviceIndex device_index() const { return 0; }
    bool operator==(const CUDAStream &other) const { return stream_ == other.stream_; }
    bool operator!=(const CUDAStream &other) const { return stream_ != other.stream_; }

  private:
    cudaStream_t stream_ = nullptr;
};

namespace hipify {
inline cudaStream_t &current() {
    static thread_local cudaStream_t stream = nullptr;
    return stream;
}
}

/// The default stream, unless a guard of this thread has set another.
inline CUDAStream getCurrentCUDAStream(DeviceIndex = -1) { return CUDAStream(hipify::current()); }
inline CUDAStream getDefaultCUDAStream(DeviceIndex = -1) { return CUDAStream(); }
inline void setCurrentCUDAStream(CUDAStream stream) { hipify::current() = stream.stream(); }
inline CUDAStream getStreamFromExternal(cudaStream_t stream, DeviceIndex) { return CUDAStream(stream); }

}
}

namespace at {
namespace cuda {
using c10::cuda::CUDAStream;
using c10::cuda::getCurrentCUDAStream;
using c10::cuda::getDefaultCUDAStream;
using c10::cuda::setCurrentCUDAStream;
}
}
