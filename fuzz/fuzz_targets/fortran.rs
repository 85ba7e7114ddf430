//! Any bytes as Fortran of either form: no panic, spans within the source, edits that do not overlap.
//!
//! The first byte of the input chooses the form; the rest is the source.

#![no_main]

use gpufort::ast::Form;
use gpufort::parse::{Defines, parse};
use gpufort::{Options, Source, port};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let [first, source @ ..] = input else { return };
    let form = if first & 1 == 0 { Form::Free } else { Form::FIXED };
    let file = parse(source, form, &Defines::default());
    for problem in &file.problems {
        assert!(problem.span.start <= problem.span.end && problem.span.end as usize <= source.len(), "{problem:?}");
    }
    let options = Options { form: Some(form), ..Options::default() };
    let ported = port(&[Source { path: "a.cuf", bytes: source }], &options);
    hipify_diagnostics::apply(source, &ported[0].edits).expect("edits do not overlap");
});
