//! A function of the program is named like one of CUDA's.
//!
//! ## What
//!
//! A function defined in the file whose name begins with `cuda` or `cu` and a capital letter, and which CUDA does not have.
//!
//! ## Why on AMD
//!
//! Tools that replace by prefix rename it, at one place and not at another. hipify-rs knows CUDA's names and leaves it; a
//! later CUDA may take the name.
//!
//! ## Example
//!
//! ```cuda before
//! void cudaHelper();
//! ```
//!
//! ```cuda after
//! void gpu_helper();
//! ```
//!
//! ## Fix
//!
//! Rename it, if other tools touch the tree.
//!
//! ## Source
//!
//! hipify-perl's substitutions of prefixes.

use crate::{Applies, Check, Confidence, File, Findings, Function, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP3030",
    name: "cuda-name-collision",
    level: Level::Note,
    confidence: Confidence::Medium,
    default: false,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Functions(check)],
};

fn check(file: &File<'_>, function: &Function, out: &mut Findings<'_>) {
    let Some(at) = function.name else { return };
    let name = file.text(at);
    let rest = name.strip_prefix("cuda").or_else(|| name.strip_prefix("cu")).unwrap_or_default();
    if rest.starts_with(|c: char| c.is_ascii_uppercase()) && hipify_rules::symbol(name.as_bytes()).is_none() {
        let finding = out.report(file.span(at), format!("`{name}` is spelt like a function of CUDA's"));
        finding.help("hipify-rs leaves it; rename it if tools that replace by prefix touch the tree");
    }
}
