//! A name of cuBLAS has no counterpart in hipBLAS, or a product is asked for with the wrong type.
//!
//! ## What
//!
//! A name of the library that the port's table has no counterpart for. Also `cublasGemmEx` and its batched forms whose
//! compute type is a data type (`CUDA_R_32F`), as before CUDA 11.
//!
//! ## Why on AMD
//!
//! The counterpart's headers do not declare it, so that the code does not compile. hipBLAS's `hipblasGemmEx` takes a
//! `hipblasComputeType_t`, and unlike cuBLAS has no overload for a data type.
//!
//! ## Example
//!
//! ```cuda before
//! cublasGemmEx(h, n, n, m, k, l, &a, A, CUDA_R_16F, m, B, CUDA_R_16F, l, &b, C, CUDA_R_16F, m, CUDA_R_32F, CUBLAS_GEMM_DEFAULT);
//! ```
//!
//! ```cuda after
//! cublasGemmEx(h, n, n, m, k, l, &a, A, CUDA_R_16F, m, B, CUDA_R_16F, l, &b, C, CUDA_R_16F, m, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
//! ```
//!
//! ## Fix
//!
//! Name a compute type, which CUDA 11 and newer take too.
//!
//! ## Source
//!
//! `rules/api/blas.toml`; compiled with hipBLAS of ROCm 6.4: `no matching function for call to hipblasGemmEx_v2` with a data
//! type, none with a compute type.

use crate::{Applies, Call, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::{Applicability, Level};

pub(crate) const LINT: Lint = Lint {
    code: "HIP4001",
    name: "cublas",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: Some(Applicability::Review),
    applies: Applies::Always,
    checks: &[Check::Port, Check::Calls(PRODUCTS, check)],
};

const PRODUCTS: &[&str] = &[
    "cublasGemmEx",
    "cublasGemmBatchedEx",
    "cublasGemmStridedBatchedEx",
    "hipblasGemmEx",
    "hipblasGemmBatchedEx",
    "hipblasGemmStridedBatchedEx",
];

/// Data types, and the compute type that the old interface of cuBLAS meant by them.
const TYPES: &[(&str, &str)] = &[
    ("CUDA_R_16F", "CUBLAS_COMPUTE_16F"),
    ("CUDA_R_32F", "CUBLAS_COMPUTE_32F"),
    ("CUDA_R_64F", "CUBLAS_COMPUTE_64F"),
    ("CUDA_R_32I", "CUBLAS_COMPUTE_32I"),
    ("CUDA_C_32F", "CUBLAS_COMPUTE_32F"),
    ("CUDA_C_64F", "CUBLAS_COMPUTE_64F"),
    ("HIP_R_16F", "HIPBLAS_COMPUTE_16F"),
    ("HIP_R_32F", "HIPBLAS_COMPUTE_32F"),
    ("HIP_R_64F", "HIPBLAS_COMPUTE_64F"),
    ("HIP_R_32I", "HIPBLAS_COMPUTE_32I"),
];

fn check(file: &File<'_>, call: &Call, out: &mut Findings<'_>) {
    let [.., compute, _algorithm] = call.arguments[..] else { return };
    let text = file.argument_text(compute);
    let Some((_, better)) = TYPES.iter().find(|row| row.0 == text) else { return };
    let finding =
        out.report(file.argument_span(compute), format!("hipBLAS takes a compute type here, and `{text}` is a data type"));
    finding.help(format!("write `{better}`"));
    finding.unsafe_fix(format!("write `{better}`"), vec![file.replace(compute, *better)]);
}
