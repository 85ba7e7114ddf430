//! A match or reduction of a warp is called, which HIP has for everybody from 7.0 on.
//!
//! ## What
//!
//! `__match_any_sync`, `__match_all_sync` or a `__reduce_*_sync`, where the ROCm that the code is for is older than 7.0 or
//! not named.
//!
//! ## Why on AMD
//!
//! HIP 6.2 to 6.4 declare the matches only where `HIP_ENABLE_WARP_SYNC_BUILTINS` is defined before its headers, and the
//! reductions not at all.
//!
//! ## Example
//!
//! ```cuda before
//! #include <hip/hip_runtime.h>
//! auto peers = __match_any_sync(~0ull, key);
//! ```
//!
//! ```cuda after
//! #define HIP_ENABLE_WARP_SYNC_BUILTINS
//! #include <hip/hip_runtime.h>
//! auto peers = __match_any_sync(~0ull, key);
//! ```
//!
//! ## Fix
//!
//! Define the macro before the first include or on the command line, as `hipify-rs build` does; reduce with shuffles, or
//! build with ROCm 7.0.
//!
//! ## Source
//!
//! `amd_warp_sync_functions.h` of HIP 6.4 and 7.0.

use crate::{Applies, Call, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::{Applicability, Edit, Level};
use hipify_rules::Version;

pub(crate) const LINT: Lint = Lint {
    code: "HIP1017",
    name: "match-reduce-sync",
    level: Level::Error,
    confidence: Confidence::High,
    default: false,
    fix: Some(Applicability::Review),
    applies: Applies::All(&[Applies::Device, Applies::RocmBefore(Version::new(7, 0, 0))]),
    checks: &[
        Check::Calls(&["__match_any_sync", "__match_all_sync"], check_match),
        Check::Calls(
            &[
                "__reduce_add_sync",
                "__reduce_min_sync",
                "__reduce_max_sync",
                "__reduce_and_sync",
                "__reduce_or_sync",
                "__reduce_xor_sync",
            ],
            check_reduce,
        ),
    ],
};

const ENABLE: &str = "HIP_ENABLE_WARP_SYNC_BUILTINS";

fn check_match(file: &File<'_>, call: &Call, out: &mut Findings<'_>) {
    if file.macros().named(ENABLE.as_bytes()).next().is_some() {
        return;
    }
    let name = file.text(call.name);
    let message = format!("HIP before 7.0 has `{name}` only where `{ENABLE}` is defined");
    let finding = out.report(file.span(call.name), message);
    finding.help("define it before the first include or on the command line, as `hipify-rs build` does");
    let include = file.code.directives().find(|&hash| file.code.is_word((hash + 1).min(file.code.tokens.len() - 1), b"include"));
    if let Some(include) = include {
        let edit = Edit::insert(file.span(include).start, format!("#define {ENABLE}\n"));
        finding.unsafe_fix("define the macro before the first include", vec![edit]);
    }
}

fn check_reduce(file: &File<'_>, call: &Call, out: &mut Findings<'_>) {
    let message = format!("HIP has `{}` from 7.0 on", file.text(call.name));
    out.report(file.span(call.name), message).help("reduce with shuffles, or build with ROCm 7.0");
}
