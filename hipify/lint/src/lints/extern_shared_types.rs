//! One name of dynamic shared memory is declared with several types.
//!
//! ## What
//!
//! `extern __shared__` arrays of one name and different types in one file.
//!
//! ## Why on AMD
//!
//! The array is one variable for clang: "redeclaration with a different type".
//!
//! ## Example
//!
//! ```cuda before
//! extern __shared__ int buffer[]; // a kernel before it has `float buffer[]`
//! ```
//!
//! ```cuda after
//! extern __shared__ __align__(16) unsigned char shared_bytes[];
//! int *buffer = reinterpret_cast<int *>(shared_bytes);
//! ```
//!
//! ## Fix
//!
//! Declare bytes under one name and cast them, or give each type a name of its own.
//!
//! ## Source
//!
//! clang 19 with HIP 5.2 and 6.4.

use crate::{Applies, Check, Confidence, File, Findings, Lint, Shared, shared_at};
use hipify_diagnostics::{Applicability, Edit, Level};
use std::collections::HashMap;

pub(crate) const LINT: Lint = Lint {
    code: "HIP2044",
    name: "extern-shared-types",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: Some(Applicability::Review),
    applies: Applies::Always,
    checks: &[Check::File(check)],
};

fn check(file: &File<'_>, out: &mut Findings<'_>) {
    // Most files have none, and need not be walked.
    if memchr::memmem::find(file.code.source, b"__shared__").is_none() {
        return;
    }
    let mut first: HashMap<&str, Shared> = HashMap::new();
    let words = (0..file.code.tokens.len()).filter(|&at| file.code.is_word(at, b"__shared__"));
    for shared in words.filter_map(|at| shared_at(file, at)).filter(|shared| shared.is_extern) {
        let name = file.text(shared.name);
        match first.get(name) {
            Some(before) if kind(file, before) != kind(file, &shared) && share_a_target(file, before, &shared) => {
                report(file, before, &shared, out);
            }
            Some(_) => {}
            None => {
                first.insert(name, shared);
            }
        }
    }
}

/// The words of the type.
fn kind<'a>(file: &File<'a>, shared: &Shared) -> Vec<&'a str> {
    shared.kind.clone().map(|at| file.text(at)).collect()
}

fn share_a_target(file: &File<'_>, a: &Shared, b: &Shared) -> bool {
    !file.targets_at(a.name).and(file.targets_at(b.name)).is_empty()
}

fn report(file: &File<'_>, before: &Shared, shared: &Shared, out: &mut Findings<'_>) {
    let name = file.text(shared.name);
    let finding = out.report(file.code.span(shared.first, shared.name), format!("`{name}` has another type here than before"));
    finding.related(file.code.span(before.first, before.name), "it is declared here first");
    finding.help("declare bytes under one name and cast them");
    let types = kind(file, shared);
    let is_plain = !types.iter().any(|word| matches!(*word, "(" | "volatile" | "const"));
    if is_plain && file.code.is(shared.end, b';') {
        let whole = file.code.span(shared.first, shared.end);
        let kind = types.join(" ");
        let text = format!(
            "extern __shared__ __align__(16) unsigned char shared_bytes[]; {kind} *{name} = reinterpret_cast<{kind} *>(shared_bytes);"
        );
        finding.unsafe_fix("declare bytes and cast them", vec![Edit::replace(whole, text)]);
    }
}
