//! Data is to stay in the L2 cache.
//!
//! ## What
//!
//! `accessPolicyWindow` of a stream's or node's attributes, or the calls and limits that set a part of the L2 cache aside.
//!
//! ## Why on AMD
//!
//! HIP has the structure and the attribute, and no function of AMD's runtime keeps data in the cache by them; the limit
//! `cudaLimitPersistingL2CacheSize` has no counterpart.
//!
//! ## Example
//!
//! ```cuda before
//! value.accessPolicyWindow.num_bytes = bytes;
//! cudaStreamSetAttribute(s, cudaStreamAttributeAccessPolicyWindow, &value);
//! ```
//!
//! ```cuda after
//! // nothing: the kernels run as they are
//! ```
//!
//! ## Fix
//!
//! Leave it out for AMD GPUs. Accesses that should not fill the cache can be marked by `__builtin_nontemporal_load`.
//!
//! ## Source
//!
//! `hip_runtime_api.h` of HIP 6.4 has no call that sets the size set aside; clang's nontemporal builtins.

use crate::{Applies, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP3021",
    name: "l2-persistence",
    level: Level::Warning,
    confidence: Confidence::Medium,
    default: false,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Words(&["accessPolicyWindow", "cudaCtxResetPersistingL2Cache", "cuCtxResetPersistingL2Cache"], check)],
};

fn check(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    if let Some(finding) = out.report_first(file.span(at), "AMD GPUs keep no data in the L2 cache by request") {
        finding.help("leave it out of the AMD build; speed may differ, results do not");
    }
}
