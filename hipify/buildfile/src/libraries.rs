//! CUDA's libraries and the replacement of each: link name, CMake package and imported target, as facts.

use hipify_rules::Flavor;

/// One CUDA library. Sources: CMake's FindCUDAToolkit and FindCUDA manuals for the left side, the package configuration
/// files of ROCm 5 and 6 for the right side.
pub(super) struct Library {
    /// Names for `-l`; the first is also the name after `CUDA::`.
    pub(super) cuda: &'static [&'static str],
    /// FindCUDA's variable, or "".
    pub(super) variable: &'static str,
    pub(super) hip: Option<Hip>,
    /// The package with which `--roc` links.
    pub(super) roc: Option<Hip>,
    /// What to do where there is no replacement.
    pub(super) help: &'static str,
}

/// A library of ROCm.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Hip {
    /// For `-l`; "" for header-only ones.
    pub(super) link: &'static str,
    pub(super) package: &'static str,
    pub(super) target: &'static str,
}

impl Library {
    /// The replacement of the library in the family that was chosen.
    pub(super) fn port(&self, flavor: Flavor) -> Option<Hip> {
        if flavor.is_roc() { self.roc.or(self.hip) } else { self.hip }
    }
}

const fn hip(link: &'static str, package: &'static str, target: &'static str) -> Option<Hip> {
    Some(Hip { link, package, target })
}

const fn both(cuda: &'static [&'static str], variable: &'static str, hip: Option<Hip>, roc: Option<Hip>) -> Library {
    Library { cuda, variable, hip, roc, help: "" }
}

const fn one(cuda: &'static [&'static str], variable: &'static str, hip: Option<Hip>) -> Library {
    both(cuda, variable, hip, None)
}

const fn none(cuda: &'static [&'static str], variable: &'static str, help: &'static str) -> Library {
    Library { cuda, variable, hip: None, roc: None, help }
}

const RUNTIME: Option<Hip> = hip("amdhip64", "hip", "hip::host");
const NPP: &str = "RPP and hipCV cover part of NPP";
const CUPTI: &str = "rocprofiler-sdk and roctracer do this for HIP";

pub(super) static LIBRARIES: &[Library] = &[
    one(&["cudart", "cudart_static"], "CUDA_CUDART_LIBRARY", RUNTIME),
    one(&["cuda", "cuda_driver"], "CUDA_CUDA_LIBRARY", RUNTIME),
    one(&["cudadevrt"], "CUDA_cudadevrt_LIBRARY", RUNTIME),
    one(&["culibos"], "CUDA_culibos_LIBRARY", RUNTIME),
    one(&["toolkit"], "CUDA_LIBRARIES", RUNTIME),
    both(
        &["cublas", "cublas_static"],
        "CUDA_CUBLAS_LIBRARIES",
        hip("hipblas", "hipblas", "roc::hipblas"),
        hip("rocblas", "rocblas", "roc::rocblas"),
    ),
    one(&["cublasLt", "cublasLt_static"], "CUDA_cublasLt_LIBRARY", hip("hipblaslt", "hipblaslt", "roc::hipblaslt")),
    one(&["cublas_device"], "CUDA_cublas_device_LIBRARY", hip("hipblas", "hipblas", "roc::hipblas")),
    one(
        &["cufft", "cufft_static", "cufftw", "cufft_static_nocallback"],
        "CUDA_CUFFT_LIBRARIES",
        hip("hipfft", "hipfft", "hip::hipfft"),
    ),
    both(
        &["curand", "curand_static"],
        "CUDA_curand_LIBRARY",
        hip("hiprand", "hiprand", "hip::hiprand"),
        hip("rocrand", "rocrand", "roc::rocrand"),
    ),
    both(
        &["cusparse", "cusparse_static"],
        "CUDA_cusparse_LIBRARY",
        hip("hipsparse", "hipsparse", "roc::hipsparse"),
        hip("rocsparse", "rocsparse", "roc::rocsparse"),
    ),
    both(
        &["cusolver", "cusolver_static"],
        "CUDA_cusolver_LIBRARY",
        hip("hipsolver", "hipsolver", "roc::hipsolver"),
        hip("rocsolver", "rocsolver", "roc::rocsolver"),
    ),
    one(&["nvrtc", "nvrtc_static", "nvrtc_builtins"], "CUDA_nvrtc_LIBRARY", hip("hiprtc", "hiprtc", "hiprtc::hiprtc")),
    one(&["nvToolsExt", "nvtx3"], "CUDA_nvToolsExt_LIBRARY", hip("roctx64", "", "roctx64")),
    one(&["nccl", "nccl_static"], "NCCL_LIBRARIES", hip("rccl", "rccl", "rccl")),
    one(&["cudnn", "cudnn_static"], "CUDNN_LIBRARIES", hip("MIOpen", "miopen", "MIOpen")),
    one(&["cub"], "", hip("", "hipcub", "hip::hipcub")),
    one(&["thrust"], "", hip("", "rocthrust", "roc::rocthrust")),
    none(&["nvml", "nvidia-ml"], "CUDA_nvml_LIBRARY", "AMD SMI (libamd_smi) answers the same questions with another interface"),
    none(&["cupti", "nvperf_host", "nvperf_target"], "CUDA_cupti_LIBRARY", CUPTI),
    none(&["nvgraph"], "CUDA_nvgraph_LIBRARY", "rocGRAPH or Gunrock may stand in"),
    none(&["nvblas"], "CUDA_nvblas_LIBRARY", "no drop-in BLAS stands in: call hipBLAS"),
    none(&["cufile", "cufile_rdma"], "", "hipFile stands in from ROCm 7 on"),
    none(&["nvjpeg"], "CUDA_nvjpeg_LIBRARY", "rocJPEG stands in for decoding, with another interface"),
    none(&["nvJitLink", "nvptxcompiler_static", "nvfatbin", "nvvm"], "", "hipRTC links device bitcode with hiprtcLink* calls"),
    none(&["nvcuvid", "nvidia-encode"], "CUDA_nvcuvid_LIBRARY", "rocDecode stands in for decoding, with another interface"),
    none(&["cutensor"], "", "hipTensor stands in for contractions"),
    none(&["cublasmp", "cusolverMp"], "", "SLATE has what ScaLAPACK has, over several processes"),
    none(&["OpenCL"], "", ""),
    none(
        &["nppc", "nppial", "nppicc", "nppidei", "nppif", "nppig", "nppim", "nppist", "nppisu", "nppitc", "npps"],
        "CUDA_npp_LIBRARY",
        NPP,
    ),
];

/// The library that `-lNAME` links.
pub(super) fn by_link_name(name: &str) -> Option<&'static Library> {
    LIBRARIES.iter().find(|row| row.cuda.contains(&name) && row.hip.is_some() && !matches!(row.cuda[0], "toolkit"))
}

/// What to do about a library of CUDA without a replacement.
pub(super) fn advice(name: &str) -> Option<&'static str> {
    let row = LIBRARIES.iter().find(|row| row.cuda.contains(&name) && row.hip.is_none())?;
    Some(row.help).filter(|help| !help.is_empty())
}

/// The library that the CMake target `CUDA::NAME` stands for.
pub(super) fn by_target(name: &str) -> Option<&'static Library> {
    LIBRARIES.iter().find(|row| row.cuda.contains(&name))
}

/// The library that one of FindCUDA's variables holds.
pub(super) fn by_variable(name: &str) -> Option<&'static Library> {
    LIBRARIES.iter().find(|row| row.variable == name && !name.is_empty())
}

/// Link names of the libraries of CUDA's that nothing stands in for.
pub(super) fn left_out() -> impl Iterator<Item = &'static str> {
    LIBRARIES.iter().filter(|row| row.hip.is_none() && !row.help.is_empty()).flat_map(|row| row.cuda.iter().copied())
}

/// Link names of all libraries of CUDA's that have a counterpart.
pub(super) fn link_names() -> impl Iterator<Item = &'static str> {
    let linked = LIBRARIES.iter().filter(|row| row.hip.is_some() && row.cuda[0] != "toolkit");
    linked.flat_map(|row| row.cuda.iter().copied())
}

/// What `-lNAME` becomes; nothing where HIP needs no library.
pub(super) fn link_flags(name: &str) -> Vec<String> {
    let link = by_link_name(name).and_then(|row| row.hip).map_or("", |hip| hip.link);
    let needless = link.is_empty() || matches!(name, "cudadevrt" | "culibos");
    if needless { Vec::new() } else { vec![format!("-l{link}")] }
}
