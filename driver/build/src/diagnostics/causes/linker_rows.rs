//! One row a message of a linker: its text as lld and GNU ld print it, and what helps.

use super::Help::Library;
use super::rows::{Row, asked, named, row};

/// Names of CUDA that only an object can bring to the linker.
const LEFT: &[&str] = &["cuda*", "cublas*", "cudnn*", "cufft*", "curand*", "cusparse*", "cusolver*", "nccl*", "nvrtc*"];

/// clang launches a kernel by a host function of this name.
const NO_KERNEL: &str = "no file of the link defines this kernel: name the source that does";

const PORT_IT_TOO: &str = "an object or library that was not ported wants it: port and compile its source too";

/// The order matters: the first row that fits is taken.
pub(super) const LINKER_ROWS: &[Row] = &[
    row(
        "undefined hidden symbol: llvm.amdgcn.*",
        "",
        "the HIP headers name an intrinsic that this clang has lost: `hipify-rs setup` fetches newer headers",
    ),
    row(
        "undefined * symbol: __ockl_*",
        "",
        "the device libraries lack it or were not linked: `hipify-rs doctor` says which are used",
    ),
    row(
        "undefined * symbol: __ocml_*",
        "",
        "the device libraries lack it or were not linked: `hipify-rs doctor` says which are used",
    ),
    row(
        "undefined hidden symbol: *",
        "HIP5015",
        "device code that calls into another source file needs -fgpu-rdc (nvcc's -rdc=true), for all of them and the link",
    ),
    row(
        "undefined protected symbol: *",
        "HIP5015",
        "a device variable of another source file needs -fgpu-rdc (nvcc's -rdc=true), for all of them and the link",
    ),
    row(
        "undefined reference to `hip*R0*`",
        "",
        "the HIP headers are newer than the runtime library that is linked: both must be of one version",
    ),
    row(
        "undefined symbol: hip*R0*",
        "",
        "the HIP headers are newer than the runtime library that is linked: both must be of one version",
    ),
    asked("cannot find -l*: No such file or directory", &[], "", Library),
    asked("unable to find library -l*", &[], "", Library),
    named("undefined symbol: *", &["__device_stub__*"], "", NO_KERNEL),
    named("undefined symbol: *", &["hipblasLt*"], "", "link with -lhipblaslt"),
    named("undefined symbol: *", &["hipblas*"], "", "link with -lhipblas"),
    named("undefined symbol: *", &["hipfft*"], "", "link with -lhipfft"),
    named("undefined symbol: *", &["hiprand*"], "", "link with -lhiprand"),
    named("undefined symbol: *", &["hipsparse*"], "", "link with -lhipsparse"),
    named("undefined symbol: *", &["hipsolver*"], "", "link with -lhipsolver"),
    named("undefined symbol: *", &["hiprtc*"], "", "link with -lhiprtc"),
    named("undefined symbol: *", &["roctx*"], "", "link with -lroctx64"),
    named("undefined symbol: *", &["miopen*"], "", "link with -lMIOpen"),
    named("undefined symbol: *", &["nccl*"], "", "link with -lrccl"),
    named("undefined symbol: *", &["rocblas_*"], "", "link with -lrocblas"),
    named("undefined symbol: *", &["rocsparse_*"], "", "link with -lrocsparse"),
    named("undefined symbol: *", &["rocsolver_*"], "", "link with -lrocsolver"),
    named("undefined reference to `*`", &["__device_stub__*"], "", NO_KERNEL),
    named("undefined reference to `*`", &["hipblasLt*"], "", "link with -lhipblaslt"),
    named("undefined reference to `*`", &["hipblas*"], "", "link with -lhipblas"),
    named("undefined reference to `*`", &["hipfft*"], "", "link with -lhipfft"),
    named("undefined reference to `*`", &["hiprand*"], "", "link with -lhiprand"),
    named("undefined reference to `*`", &["hipsparse*"], "", "link with -lhipsparse"),
    named("undefined reference to `*`", &["hipsolver*"], "", "link with -lhipsolver"),
    named("undefined reference to `*`", &["hiprtc*"], "", "link with -lhiprtc"),
    named("undefined reference to `*`", &["roctx*"], "", "link with -lroctx64"),
    named("undefined reference to `*`", &["miopen*"], "", "link with -lMIOpen"),
    named("undefined reference to `*`", &["nccl*"], "", "link with -lrccl"),
    named("undefined reference to `*`", &["rocblas_*"], "", "link with -lrocblas"),
    named("undefined reference to `*`", &["rocsparse_*"], "", "link with -lrocsparse"),
    named("undefined reference to `*`", &["rocsolver_*"], "", "link with -lrocsolver"),
    named("undefined symbol: *", LEFT, "HIP3031", PORT_IT_TOO),
    named("undefined reference to `*`", LEFT, "HIP3031", PORT_IT_TOO),
];
