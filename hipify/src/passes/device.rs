//! Which parts of a file are the bodies of device functions, told from `__global__` and `__device__` by the tokens alone.

use super::sweep::Found;
use crate::code::Code;
use crate::token::Kind;
use std::ops::Range;

/// Token ranges of the bodies of functions and lambdas marked `__global__` or `__device__` but not `__host__`.
pub(crate) fn device_bodies(code: &Code<'_>, found: &Found) -> Vec<Range<usize>> {
    let mut bodies: Vec<Range<usize>> = Vec::new();
    for &at in &found.device_words {
        if bodies.last().is_some_and(|body| body.contains(&at)) {
            continue;
        }
        if let Some(body) = body_of(code, at) {
            bodies.push(body);
        }
    }
    bodies
}

/// The body of the function that the specifier at `at` belongs to; `None` for declarations, variables and functions that
/// run on the host too.
fn body_of(code: &Code<'_>, at: usize) -> Option<Range<usize>> {
    if code.previous(at).is_some_and(|i| code.is_word(i, b"__host__")) {
        return None;
    }
    let mut i = code.next(at)?;
    loop {
        let token = code.tokens[i];
        if token.is(b'{') {
            return Some(i..code.close(i)?);
        }
        if token.is(b';') || token.is(b'=') || token.is(b'}') || code.is_word(i, b"__host__") {
            return None;
        }
        if token.is(b'(') || token.is(b'[') || (token.is(b'<') && token.kind == Kind::Punctuation) {
            i = code.skip(i);
        }
        i = code.next(i)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::Brackets;
    use crate::lex::lex;
    use crate::passes::sweep::sweep;

    fn bodies(source: &str) -> Vec<&str> {
        let tokens = lex(source.as_bytes());
        let brackets = Brackets::default();
        let code = Code::new(source.as_bytes(), &tokens.tokens, &brackets);
        let bodies = device_bodies(&code, &sweep(&code, &[]));
        bodies.into_iter().map(|r| &source[code.span(r.start, r.end)]).collect()
    }

    #[test]
    fn bodies_of_kernels_and_device_functions_are_found_and_those_of_host_device_functions_are_not() {
        let source = "__device__ int x = 3; template<int N> __global__ void __launch_bounds__(256) k(int (*f)()) { {a} }
            __host__ __device__ int g() { b } __device__ __host__ int h() { c } __device__ void d();";
        assert_eq!(bodies(source), ["{ {a} }"]);
    }
}
