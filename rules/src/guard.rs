//! Macros by which sources ask for CUDA, and what HIP defines in their place.

/// A macro of CUDA and what stands for it in HIP.
pub struct Guard {
    pub cuda: &'static str,
    /// Defined by HIP where CUDA defines the macro.
    pub hip: &'static str,
    /// The value that HIP counts as having; `None` for macros that are only tested for being defined.
    pub value: Option<u32>,
}

impl Guard {
    /// The macro that has the value for either compiler in ported code, where the test of a condition cannot stand.
    pub fn hipify_name(&self) -> String {
        format!("{HIPIFY}{}", self.cuda.trim_matches('_'))
    }
}

/// What the names of macros start with that ported code defines.
pub const HIPIFY: &str = "HIPIFY_";

const PLATFORM: &str = "__HIP_PLATFORM_AMD__";

/// Values: compute capability 7.0 has what AMD GPUs have (double atomics, half arithmetic, `_sync` shuffles) and lacks what
/// they lack (asynchronous copies, from 8.0); the library versions are those of CUDA 12.9, which ROCm's libraries follow, and of cuDNN 7.6.5,
/// whose names hipDNN has: it has those that cuDNN 8 removed, and none that came with it.
pub const GUARDS: &[Guard] = &[
    Guard { cuda: "__CUDACC__", hip: "__HIPCC__", value: None },
    Guard { cuda: "__NVCC__", hip: "__HIPCC__", value: None },
    Guard { cuda: "__CUDACC_RTC__", hip: "__HIPCC_RTC__", value: None },
    Guard { cuda: "__CUDA__", hip: "__HIP__", value: None },
    Guard { cuda: "__CUDA_ARCH__", hip: "__HIP_DEVICE_COMPILE__", value: Some(700) },
    // A list of the architectures of a build, on the host too: that of one.
    Guard { cuda: "__CUDA_ARCH_LIST__", hip: "__HIPCC__", value: Some(700) },
    Guard { cuda: "__CUDACC_VER_MAJOR__", hip: "__HIPCC__", value: Some(12) },
    Guard { cuda: "__CUDACC_VER_MINOR__", hip: "__HIPCC__", value: Some(9) },
    Guard { cuda: "__CUDACC_VER_BUILD__", hip: "__HIPCC__", value: Some(86) },
    Guard { cuda: "__CUDACC_RDC__", hip: "__CLANG_RDC__", value: None },
    Guard { cuda: "__CUDACC_EXTENDED_LAMBDA__", hip: "__HIPCC__", value: None },
    Guard { cuda: "__CUDACC_RELAXED_CONSTEXPR__", hip: "__HIPCC__", value: None },
    Guard { cuda: "CUDART_VERSION", hip: PLATFORM, value: Some(12_090) },
    Guard { cuda: "CUDA_VERSION", hip: PLATFORM, value: Some(12_090) },
    Guard { cuda: "CUSPARSE_VERSION", hip: PLATFORM, value: Some(12_500) },
    Guard { cuda: "CUSPARSE_VER_MAJOR", hip: PLATFORM, value: Some(12) },
    Guard { cuda: "CUSPARSE_VER_MINOR", hip: PLATFORM, value: Some(5) },
    Guard { cuda: "CUSPARSE_VER_PATCH", hip: PLATFORM, value: Some(0) },
    Guard { cuda: "CUBLAS_VERSION", hip: PLATFORM, value: Some(120_900) },
    Guard { cuda: "CUBLAS_VER_MAJOR", hip: PLATFORM, value: Some(12) },
    Guard { cuda: "CUBLAS_VER_MINOR", hip: PLATFORM, value: Some(9) },
    Guard { cuda: "CUBLAS_VER_PATCH", hip: PLATFORM, value: Some(0) },
    Guard { cuda: "CUFFT_VERSION", hip: PLATFORM, value: Some(11_400) },
    Guard { cuda: "CUFFT_VER_MAJOR", hip: PLATFORM, value: Some(11) },
    Guard { cuda: "CUFFT_VER_MINOR", hip: PLATFORM, value: Some(4) },
    Guard { cuda: "CUFFT_VER_PATCH", hip: PLATFORM, value: Some(0) },
    Guard { cuda: "CUSOLVER_VERSION", hip: PLATFORM, value: Some(11_700) },
    Guard { cuda: "CUSOLVER_VER_MAJOR", hip: PLATFORM, value: Some(11) },
    Guard { cuda: "CUSOLVER_VER_MINOR", hip: PLATFORM, value: Some(7) },
    Guard { cuda: "CUSOLVER_VER_PATCH", hip: PLATFORM, value: Some(0) },
    Guard { cuda: "CUDNN_VERSION", hip: PLATFORM, value: Some(7_605) },
    Guard { cuda: "CUDNN_MAJOR", hip: PLATFORM, value: Some(7) },
    Guard { cuda: "CUDNN_MINOR", hip: PLATFORM, value: Some(6) },
    Guard { cuda: "CUDNN_PATCHLEVEL", hip: PLATFORM, value: Some(5) },
    Guard { cuda: "__CUDA_RUNTIME_H__", hip: "HIP_INCLUDE_HIP_HIP_RUNTIME_H", value: None },
    Guard { cuda: "__CUDA_RUNTIME_API_H__", hip: "HIP_INCLUDE_HIP_HIP_RUNTIME_API_H", value: None },
    Guard { cuda: "__DRIVER_TYPES_H__", hip: "HIP_INCLUDE_HIP_HIP_RUNTIME_API_H", value: None },
    // Include guards by which programs ask whether a library is there, as NVIDIA's helper_cuda.h does.
    Guard { cuda: "__cuda_cuda_h__", hip: "HIP_INCLUDE_HIP_HIP_RUNTIME_API_H", value: None },
    Guard { cuda: "CUBLAS_API_H_", hip: "HIPBLAS_H", value: None },
    Guard { cuda: "CUBLAS_V2_H_", hip: "HIPBLAS_H", value: None },
    Guard { cuda: "_CUFFT_H_", hip: "HIPFFT_H_", value: None },
    Guard { cuda: "CURAND_H_", hip: "HIPRAND_H_", value: None },
    Guard { cuda: "CUSPARSE_H_", hip: "HIPSPARSE_H", value: None },
    Guard { cuda: "CUSPARSEAPI", hip: "HIPSPARSE_H", value: None },
    Guard { cuda: "CUSOLVER_COMMON_H_", hip: "HIPSOLVER_H", value: None },
    Guard { cuda: "__CUDA_API_VERSION", hip: PLATFORM, value: Some(12_090) },
    Guard { cuda: "CUDA_API_PER_THREAD_DEFAULT_STREAM", hip: "HIP_API_PER_THREAD_DEFAULT_STREAM", value: None },
];
