//! A field of the device properties that HIP lacks or does not fill.
//!
//! ## What
//!
//! Access to a field of `cudaDeviceProp` or `hipDeviceProp_t` that HIP's structure does not have, has not in the ROCm named
//! by `--rocm`, or documents as CUDA's alone.
//!
//! ## Why on AMD
//!
//! The field does not compile, or is 0. HIP 6.0 took over most fields of CUDA 12; before it, most of the newer ones are
//! missing.
//!
//! ## Example
//!
//! ```cuda before
//! if (prop.sparseCudaArraySupported) use_sparse_arrays();
//! ```
//!
//! ```cuda after
//! #ifndef __HIP_PLATFORM_AMD__
//! if (prop.sparseCudaArraySupported) use_sparse_arrays();
//! #endif
//! ```
//!
//! ## Fix
//!
//! Leave the use out for AMD GPUs, or ask `hipDeviceGetAttribute` for what it has an attribute of.
//!
//! ## Source
//!
//! `cudaDeviceProp` of CUDA 12.9, compared with `hipDeviceProp_t` of HIP 5.2 and 6.4.

use crate::{Applies, Check, Confidence, File, Findings, Lint, declared};
use hipify_diagnostics::Level;
use hipify_rules::Version;
use hipify_syntax::TokenKind;

pub(crate) const LINT: Lint = Lint {
    code: "HIP3008",
    name: "prop-field",
    level: Level::Warning,
    confidence: Confidence::High,
    default: false,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Words(ALL, check)],
};

/// Fields that no HIP has.
const MISSING: &[&str] = &["sparseCudaArraySupported", "deferredMappingCudaArraySupported"];

/// Fields that HIP has and says are only CUDA's.
const EMPTY: &[&str] = &["singleToDoublePrecisionPerfRatio", "accessPolicyMaxWindowSize"];

/// Fields of both lists and those that HIP has from 6.0 on.
const ALL: &[&str] = &[
    "sparseCudaArraySupported",
    "deferredMappingCudaArraySupported",
    "singleToDoublePrecisionPerfRatio",
    "uuid",
    "luid",
    "deviceOverlap",
    "asyncEngineCount",
    "unifiedAddressing",
    "persistingL2CacheMaxSize",
    "streamPrioritiesSupported",
    "globalL1CacheSupported",
    "localL1CacheSupported",
    "sharedMemPerMultiprocessor",
    "regsPerMultiprocessor",
    "multiGpuBoardGroupID",
    "hostNativeAtomicSupported",
    "computePreemptionSupported",
    "canUseHostPointerForRegisteredMem",
    "sharedMemPerBlockOptin",
    "maxBlocksPerMultiProcessor",
    "accessPolicyMaxWindowSize",
    "reservedSharedMemPerBlock",
    "hostRegisterSupported",
    "memoryPoolsSupported",
    "gpuDirectRDMASupported",
    "clusterLaunch",
    "unifiedFunctionPointers",
];

fn check(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    let code = &file.code;
    let access = code.previous(at).filter(|&i| code.is(i, b'.') || code.kind(i) == TokenKind::Arrow);
    let object = access.and_then(|i| code.previous(i)).filter(|&i| code.kind(i) == TokenKind::Identifier);
    let is_properties = |i: usize| declared::has_type(file, i, &["cudaDeviceProp", "hipDeviceProp_t"]) == Some(true);
    if !object.is_some_and(is_properties) {
        return;
    }
    let name = file.text(at);
    if MISSING.contains(&name) {
        let finding = out.report(file.span(at), format!("`hipDeviceProp_t` has no field `{name}`")).level(Level::Error);
        finding.help("leave the use out of the AMD build");
    } else if file.options.rocm().is_some_and(|rocm| rocm < Version::new(6, 0, 0)) {
        let finding = out.report(file.span(at), format!("`hipDeviceProp_t` has `{name}` from ROCm 6.0 on")).level(Level::Error);
        finding.help("ask `hipDeviceGetAttribute`, or build with a newer ROCm");
    } else if EMPTY.contains(&name) {
        let finding = out.report(file.span(at), format!("`{name}` has a meaning on NVIDIA GPUs alone"));
        finding.help("decide by `gcnArchName`, or measure");
    }
}
