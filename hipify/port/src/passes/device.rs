//! Which parts of a file are the bodies of device functions, told from `__global__` and `__device__` by the tokens alone.

use super::sweep::Found;
use hipify_syntax::Code;
use hipify_syntax::definitions::{Specifiers, definitions};
use std::ops::Range;

/// Token ranges of the bodies of functions and lambdas marked `__global__` or `__device__` but not `__host__`, ordered.
pub(crate) struct Bodies(Vec<Range<usize>>);

impl Bodies {
    /// Whether the token at `at` stands in one of them.
    pub(crate) fn contain(&self, at: usize) -> bool {
        let number = self.0.partition_point(|body| body.start <= at);
        number > 0 && self.0[number - 1].contains(&at)
    }
}

pub(crate) fn device_bodies(code: &Code<'_>, found: &Found) -> Bodies {
    let mut bodies: Vec<Range<usize>> = Vec::new();
    if found.device_words.is_empty() {
        return Bodies(bodies);
    }
    for definition in definitions(code, |at| specifiers(code, found, at)) {
        let Specifiers { host, device, global } = definition.specifiers;
        let is_inside = bodies.last().is_some_and(|last| definition.body.start < last.end);
        if (device || global) && !host && definition.is_closed && !is_inside {
            bodies.push(definition.body);
        }
    }
    Bodies(bodies)
}

/// What the token at `at` says of where a function runs; where the preprocessor skips it, nothing.
fn specifiers(code: &Code<'_>, found: &Found, at: usize) -> Specifiers {
    let specifiers = Specifiers::of_word(code.text(at));
    let is_skipped = (specifiers.device || specifiers.global) && found.device_words.binary_search(&at).is_err();
    if is_skipped { Specifiers::default() } else { specifiers }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::sweep::sweep;
    use hipify_diagnostics::Source;
    use hipify_syntax::with_tokens;

    fn bodies(source: &str) -> Vec<&str> {
        with_tokens(&Source { path: "a.cu", bytes: source.as_bytes() }, |code, _| {
            let bodies = device_bodies(&code, &sweep(&code, &[]));
            bodies.0.into_iter().map(|r| &source[code.span(r.start, r.end - 1)]).collect()
        })
    }

    #[test]
    fn bodies_of_kernels_and_device_functions_are_found_and_those_of_host_device_functions_are_not() {
        let source = "__device__ int x = 3; template<int N> __global__ void __launch_bounds__(256) k(int (*f)()) { {a} }
            __host__ __device__ int g() { b } __device__ __host__ int h() { c } __host__ inline __device__ int i() { d }";
        assert_eq!(bodies(source), ["{ {a} }"]);
    }

    #[test]
    fn lambdas_members_of_local_classes_and_functions_in_macros_count() {
        let source = "#define K(n) __global__ void n() { a }\nauto f = [] __device__ (int i) { b };\n\
                      void g() { struct S { __device__ int h() { c } }; }";
        assert_eq!(bodies(source), ["{ a }", "{ b }", "{ c }"]);
    }

    #[test]
    fn a_lambda_in_a_device_function_does_not_end_it() {
        assert_eq!(bodies("__device__ void f() { g([] __device__ () { a }); b }"), ["{ g([] __device__ () { a }); b }"]);
    }
}
