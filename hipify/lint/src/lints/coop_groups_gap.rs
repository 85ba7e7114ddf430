//! A name of cooperative groups that HIP lacks, or lacks in some releases.
//!
//! ## What
//!
//! Names of `cooperative_groups` without counterpart, as errors, or as notes where builds supply them (`invoke_one`,
//! `labeled_partition`, `memcpy_async`, `wait`); `reduce` and the scans, which need ROCm 7.13 and 10.0, and `binary_partition`, which
//! needs 7.0 or a macro, where no ROCm release is named.
//!
//! ## Why on AMD
//!
//! HIP 6.4 has groups, tiles, `sync` and shuffles. `cooperative_groups/reduce.h` and `scan.h` become `hip/hip_cooperative_groups.h`,
//! which declares `reduce` from 7.13 and the scans from 10.0 on.
//!
//! ## Example
//!
//! ```cuda before
//! int sum = cg::reduce(tile, value, cg::plus<int>());
//! ```
//!
//! ```cuda after
//! int sum = value;
//! for (int o = tile.size() / 2; o > 0; o /= 2) sum += tile.shfl_xor(sum, o);
//! ```
//!
//! ## Fix
//!
//! Build with `hipify-rs build`, whose groups have them all with every HIP. For other builds: write the reduction with the tile's shuffles, `invoke_one` as `if (group.thread_rank() == 0)`, and copies with the threads of the
//! group. Give `--rocm` to check for one release.
//!
//! ## Source
//!
//! `amd_hip_cooperative_groups.h` of HIP 6.4, compiled with clang 19; `rules/api/namespaces.toml` for the releases; rocm-systems's issues
//! 2301 and 3784.

use crate::{Applies, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::Level;
use hipify_syntax::TokenKind;

pub(crate) const LINT: Lint = Lint {
    code: "HIP2013",
    name: "coop-groups-gap",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[
        Check::Port,
        Check::Directives(check_include),
        Check::Words(NEW, check_name),
        Check::Words(&["binary_partition"], check_partition),
    ],
};

const HELP: &str = "use the shuffles of the tile, or build with `hipify-rs build`, which supplies it";

const NEW: &[&str] = &["reduce", "inclusive_scan", "exclusive_scan"];

/// The headers, and the ROCm from which on HIP has what they declare.
const HEADERS: &[(&str, &str)] = &[("cooperative_groups/reduce.h", "7.13"), ("cooperative_groups/scan.h", "10.0")];

fn check_include(file: &File<'_>, hash: usize, out: &mut Findings<'_>) {
    // Where the ROCm is named, the port says what it lacks.
    let Some(header) = file.code.header(hash).filter(|_| file.options.rocm().is_none()) else { return };
    if let Some((name, since)) = HEADERS.iter().find(|(name, _)| header.name.starts_with(name)) {
        let message = format!("HIP has what `{name}` declares from ROCm {since} on");
        out.report_once(file.span(hash + 2), message).level(Level::Warning).help(HELP);
    }
}

fn check_name(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    if file.options.rocm().is_some() || !is_of_groups(file, at) {
        return;
    }
    let name = file.text(at);
    match out.of_file() {
        Some(finding) => {
            finding.also(file.span(at), format!("`{name}` is used here"));
        }
        None => {
            let since = if name == "reduce" { "7.13" } else { "10.0" };
            let message = format!("HIP has `cooperative_groups::{name}` from ROCm {since} on");
            out.report_once(file.span(at), message).level(Level::Warning).help(HELP);
        }
    }
}

fn check_partition(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    if file.options.rocm().is_none_or(|rocm| rocm.major() < 7) && is_of_groups(file, at) {
        let message = "HIP before 7.0 has `binary_partition` only with `HIP_ENABLE_WARP_SYNC_BUILTINS`";
        out.report(file.span(at), message)
            .level(Level::Warning)
            .help("define it, or build with `hipify-rs build`, which supplies it");
    }
}

/// `cooperative_groups::name`, or `cg::name` where `cg` stands for the namespace.
fn is_of_groups(file: &File<'_>, at: usize) -> bool {
    let code = &file.code;
    let scope = code.previous(at).filter(|&scope| code.kind(scope) == TokenKind::Scope);
    let Some(qualifier) = scope.and_then(|scope| code.previous(scope)) else { return false };
    code.is_word(qualifier, b"cooperative_groups") || is_alias(file, qualifier)
}

/// Whether the file says `namespace name = cooperative_groups` before it uses the name.
fn is_alias(file: &File<'_>, name: usize) -> bool {
    let code = &file.code;
    let Some(first) = file.first_use(file.text(name)) else { return false };
    let aliased = code.next(first).and_then(|equals| code.next(equals));
    code.previous(first).is_some_and(|before| code.is_word(before, b"namespace"))
        && aliased.is_some_and(|of| code.is_word(of, b"cooperative_groups"))
}
