//! Which parts of a file are the bodies of device functions, told from `__global__` and `__device__` by the tokens alone.

use super::sweep::Found;
use hipify_syntax::Code;
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
    let mut bodies = Vec::new();
    // Behind what was looked at: the other specifiers of one declaration lead to the same body, and looking from each would
    // take quadratic time.
    let mut done = 0;
    for &at in &found.device_words {
        if at < done {
            continue;
        }
        match search_body(code, at) {
            Ok(body) => {
                done = body.end;
                bodies.push(body);
            }
            Err(stop) => done = stop,
        }
    }
    Bodies(bodies)
}

/// The body of the function that the specifier at `at` belongs to; for declarations, variables and functions that run on
/// the host too, where the search stopped.
fn search_body(code: &Code<'_>, at: usize) -> Result<Range<usize>, usize> {
    if code.previous(at).is_some_and(|i| code.is_word(i, b"__host__")) {
        return Err(at);
    }
    let mut last = at;
    while let Some(i) = code.next(last) {
        let token = code.tokens[i];
        if token.is(b'{') {
            return code.close(i).map(|close| i..close).ok_or(i);
        }
        if token.is(b';') || token.is(b'=') || token.is(b'}') || code.is_word(i, b"__host__") {
            return Err(i);
        }
        let opens = token.is(b'(') || token.is(b'[') || token.is(b'<');
        last = if opens { code.skip(i) } else { i };
    }
    Err(last)
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
            bodies.0.into_iter().map(|r| &source[code.span(r.start, r.end)]).collect()
        })
    }

    #[test]
    fn bodies_of_kernels_and_device_functions_are_found_and_those_of_host_device_functions_are_not() {
        let source = "__device__ int x = 3; template<int N> __global__ void __launch_bounds__(256) k(int (*f)()) { {a} }
            __host__ __device__ int g() { b } __device__ __host__ int h() { c } __device__ void d();";
        assert_eq!(bodies(source), ["{ {a} }"]);
    }
}
