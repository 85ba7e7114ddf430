//! Headers of Thrust that others of its headers bring with CUDA and not with HIP: a file that uses what they declare includes them.

use super::Context;
use super::runtime_header::{line_start, newline};
use super::sweep::Found;
use hipify_diagnostics::Edit;
use hipify_syntax::Code;

/// The headers, and what programs know them for. Source: what each public header includes in the Thrust of CUDA 13.0 and in rocThrust
/// of ROCm 6.4 (`-M`): there `sort.h` and `partition.h` bring the first two, `count.h`, `reduce.h`, vectors and others the third, whose
/// other functions rocThrust's have as well.
const BROUGHT: [(&str, &[&[u8]]); 4] = [
    ("thrust/sequence.h", &[b"sequence"]),
    ("thrust/tabulate.h", &[b"tabulate"]),
    ("thrust/copy.h", &[b"copy_if"]),
    ("thrust/zip_function.h", &[b"zip_function", b"make_zip_function"]),
];

pub(super) fn include_what_is_used(context: &mut Context<'_>, found: &Found) {
    let code = context.code;
    let headers = found.directives.iter().filter_map(|&hash| Some((hash, code.header(hash)?.name)));
    let thrust: Vec<_> = headers.filter(|(_, name)| name.starts_with("thrust/")).collect();
    // Beside the first, in its branch.
    let Some(&(first, _)) = thrust.first() else { return };
    let missing = BROUGHT.iter().filter(|(header, names)| {
        thrust.iter().all(|(_, name)| name != header) && (0..code.tokens.len()).any(|at| is_used(&code, at, names))
    });
    let newline = newline(context);
    let text: String = missing.map(|(header, _)| format!("#include <{header}>{newline}")).collect();
    if !text.is_empty() {
        let at = line_start(context, first);
        context.edits.push(Edit::insert(at, text));
    }
}

/// Whether one of the names stands at `at` after `thrust::`.
fn is_used(code: &Code<'_>, at: usize, names: &[&[u8]]) -> bool {
    at >= 2 && code.text(at - 1) == b"::" && code.is_word(at - 2, b"thrust") && names.iter().any(|name| code.is_word(at, name))
}
