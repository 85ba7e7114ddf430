//! What is said about the user's source: plain data, rendered elsewhere.

use std::ops::Range;

/// How much a diagnostic matters. Errors and warnings make the exit code 1; notes do not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    Note,
    Warning,
    Error,
}

impl Level {
    /// The level as compilers print it.
    pub fn word(self) -> &'static str {
        match self {
            Level::Note => "note",
            Level::Warning => "warning",
            Level::Error => "error",
        }
    }
}

/// A stable diagnostic code; never renumbered, never reused.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Code {
    /// `HIP3001`.
    pub id: &'static str,
    /// `unsupported-api`: reads well after "allow".
    pub name: &'static str,
}

macro_rules! codes {
    ($($(#[$doc:meta])* $constant:ident = $id:literal $name:literal;)*) => {
        impl Code {
            $($(#[$doc])* pub const $constant: Code = Code { id: $id, name: $name };)*

            /// Every code that porting can report.
            pub const ALL: &'static [Code] = &[$(Code::$constant),*];
        }
    };
}

codes! {
    /// A lane mask of 32 bits that names some lanes.
    PARTIAL_MASK = "HIP1002" "partial-mask-32bit";
    /// A function whose lane mask has 64 bits in HIP.
    LANEMASK_TRUNCATED = "HIP1003" "lanemask-truncated";
    /// Inline assembly with PTX that has no exact HIP counterpart.
    INLINE_PTX = "HIP2001" "inline-ptx";
    /// A kernel launch in device code.
    DYNAMIC_PARALLELISM = "HIP2008" "dynamic-parallelism";
    /// A `texture<>` reference, removed in CUDA 12 and deprecated in HIP.
    TEXTURE_REFERENCE = "HIP2010" "texture-reference";
    /// A cooperative groups name that HIP does not have.
    COOP_GROUPS_GAP = "HIP2013" "coop-groups-gap";
    /// Thread block clusters, distributed shared memory, tensor maps.
    CLUSTERS_TMA = "HIP2014" "clusters-tma";
    /// A device function that stops or breaks in a way HIP has not.
    DEVICE_ASSERT_ABORT = "HIP2015" "device-assert-abort";
    /// `__nanosleep`.
    NANOSLEEP = "HIP2017" "nanosleep";
    /// An atomic operation with a scope in its name that HIP has not.
    SCOPED_ATOMICS = "HIP2022" "scoped-atomics";
    /// libcu++ names that libhipcxx does not cover.
    LIBCUDACXX = "HIP2023" "libcudacxx";
    /// A symbol given as a string.
    SYMBOL_BY_NAME = "HIP2028" "symbol-by-name";
    /// A question about the address space of a pointer, or a conversion between them.
    ADDRESS_SPACE = "HIP2029" "address-space";
    /// Arithmetic on the halves or bytes of a word.
    SIMD_VIDEO = "HIP2030" "simd-video";
    /// Arithmetic that rounds in a named direction.
    DIRECTED_ROUNDING = "HIP2031" "directed-rounding";
    /// A macro that hides operators of half types.
    HALF_CONVERSION = "HIP2035" "half-conversion";
    /// A bfloat16 name that HIP has not.
    BF16_NAMES = "HIP2036" "bf16-names";
    /// Warp matrix functions that rocWMMA has not.
    TENSOR_CORE = "HIP2038" "tensor-core";
    /// Loads and stores with a cache hint.
    CACHE_HINT_LOADS = "HIP2039" "cache-hint-loads";
    /// Programmatic dependent launches.
    PDL = "HIP2041" "pdl";
    /// Dot products of packed integers.
    DP4A = "HIP2042" "dp4a";
    /// A name with no HIP counterpart.
    UNSUPPORTED_API = "HIP3001" "unsupported-api";
    /// A name whose HIP counterpart is newer than the requested ROCm.
    NEEDS_NEWER_ROCM = "HIP3002" "needs-newer-rocm";
    /// A name that the requested CUDA version no longer has.
    CUDA_REMOVED = "HIP3003" "cuda-removed";
    /// A call whose HIP signature differs in a way that no edit covers.
    PARTIAL_API = "HIP3004" "partial-api";
    /// An error code that HIP's enumeration does not have.
    ERROR_ENUM_MISSING = "HIP3006" "error-enum-missing";
    /// A part of graphs that HIP does not have.
    GRAPH_GAP = "HIP3009" "graph-gap";
    /// An NVRTC option string that hipRTC does not take.
    NVRTC_OPTION = "HIP3024" "nvrtc-option";
    /// CUDA source inside a string.
    KERNEL_STRING = "HIP3025" "kernel-string";
    /// A CUDA name built by token pasting or held in a string.
    TOKEN_PASTED_API = "HIP3031" "token-pasted-api";
    /// A name of cuBLAS without a counterpart.
    CUBLAS = "HIP4001" "cublas";
    /// A name of cuBLASLt without a counterpart.
    CUBLASLT = "HIP4002" "cublaslt";
    /// A name of cuDNN without a counterpart.
    CUDNN = "HIP4003" "cudnn";
    /// A name of NCCL without a counterpart.
    NCCL = "HIP4004" "nccl";
    /// A name of cuFFT without a counterpart.
    CUFFT = "HIP4005" "cufft";
    /// A name of cuRAND without a counterpart.
    CURAND = "HIP4006" "curand";
    /// A name of cuSPARSE without a counterpart.
    CUSPARSE = "HIP4007" "cusparse";
    /// A name of cuSOLVER without a counterpart.
    CUSOLVER = "HIP4008" "cusolver";
    /// A name of CUB without a counterpart.
    CUB = "HIP4009" "cub";
    /// A name of Thrust without a counterpart.
    THRUST = "HIP4010" "thrust";
    /// CUTLASS or CuTe.
    CUTLASS = "HIP4011" "cutlass-cute";
    /// A name of NVTX without a counterpart.
    NVTX = "HIP4012" "nvtx";
    /// A name or header of NVML.
    NVML = "HIP4013" "nvml";
    /// A name or header of CUPTI.
    CUPTI = "HIP4014" "cupti";
    /// A header of NVIDIA's samples.
    SAMPLE_HEADER = "HIP4016" "helper-cuda";
    /// A library header with no HIP counterpart.
    UNSUPPORTED_HEADER = "HIP4015" "unsupported-library";
    /// A test of the value of `__CUDA_ARCH__`.
    CUDA_ARCH_GUARD = "HIP5001" "cuda-arch-guard";
    /// A test of the value of `__CUDACC__` or its version.
    CUDACC_GUARD = "HIP5002" "cudacc-guard";
    /// A test of `CUDART_VERSION`, `CUDA_VERSION` and the like.
    CUDA_VERSION_GUARD = "HIP5004" "cuda-version";
    /// A pragma that only nvcc knows.
    NV_PRAGMA = "HIP5006" "nv-pragma";
    /// A toolkit-internal header.
    INTERNAL_HEADER = "HIP5010" "internal-header";
    /// A launch that could not be rewritten.
    LAUNCH_IN_MACRO = "HIP5012" "launch-in-macro";
    /// Commands of CMake's FindCUDA module that port only in part.
    CMAKE_FINDCUDA = "HIP7001" "cmake-findcuda";
    /// CMake commands that port only in part.
    CMAKE = "HIP7002" "cmake-language";
    /// Packages and libraries of the CUDA toolkit in CMake without a counterpart.
    CMAKE_TOOLKIT = "HIP7003" "cmake-cudatoolkit";
    /// Makefile parts that port only in part.
    MAKE_NVCC = "HIP7004" "make-nvcc";
    /// setup.py parts that port only in part.
    SETUP_PY = "HIP7005" "setup-py";
    /// Bazel's rules for CUDA.
    BAZEL = "HIP7006" "bazel";
    /// A list of NVIDIA architectures that names no AMD GPU.
    ARCH_LIST = "HIP7010" "arch-list";
    /// A build system that is recognised and not ported.
    OTHER_BUILD_SYSTEM = "HIP7007" "other-build-system";
    /// Fortran that could not be understood; it is left as it is.
    FORTRAN_NOT_PARSED = "HIP8001" "fortran-not-parsed";
    /// A construct of CUDA Fortran that has no counterpart, or none yet.
    FORTRAN_UNSUPPORTED = "HIP8002" "fortran-unsupported";
    /// A name of CUDA Fortran's modules that HIP or hipfort does not have.
    FORTRAN_API = "HIP8003" "fortran-api-unsupported";
    /// CUDA Fortran in branches of the preprocessor that are left out, and macros that are taken for defined.
    FORTRAN_BRANCH = "HIP8004" "fortran-branch";
    /// A directive or a call of OpenACC that OpenMP has no full counterpart for.
    OPENACC = "HIP8020" "openacc";
    /// A use of device data on the host side of CUDA Fortran that has no counterpart.
    FORTRAN_DEVICE_DATA = "HIP8010" "fortran-device-data";
    /// A CUDA name left in the code.
    UNCONVERTED = "HIP9001" "unconverted-identifier";
    /// A part of a file that could not be understood.
    NOT_PARSED = "HIP9002" "not-parsed-region";
    /// Encoding that keeps a file from being ported.
    ENCODING = "HIP9007" "encoding";
}

/// A second place that explains a diagnostic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Related {
    pub span: Range<usize>,
    pub message: String,
}

/// A finding in one file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    pub code: Code,
    pub level: Level,
    /// Byte offsets in the source.
    pub span: Range<usize>,
    /// Lower case, no full stop, names in backticks.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    pub related: Vec<Related>,
}

impl Diagnostic {
    pub fn new(code: Code, level: Level, span: Range<usize>, message: impl Into<String>) -> Self {
        Self { code, level, span, message: message.into(), help: None, related: Vec::new() }
    }

    /// The same diagnostic with a remedy.
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}
