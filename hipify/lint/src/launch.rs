//! A kernel launch, by its tokens.

use hipify_port::launch_parts;
use hipify_syntax::call::Call;
use hipify_syntax::{Argument, Code};

/// `k<<<grid, block, shared, stream>>>(arguments)`, or the same as `hipLaunchKernelGGL`.
#[allow(dead_code, reason = "what lints can be written with; no lint uses all of it")]
#[derive(Clone, Debug)]
pub(crate) struct Launch {
    /// The token of the kernel's name; of `a::k<T>`, the `k`.
    pub(crate) kernel: usize,
    /// First and last token of all.
    pub(crate) first: usize,
    pub(crate) last: usize,
    pub(crate) grid: Argument,
    pub(crate) block: Argument,
    pub(crate) shared: Option<Argument>,
    pub(crate) stream: Option<Argument>,
    pub(crate) arguments: Vec<Argument>,
}

impl Launch {
    /// The launch whose `<<<` stands at `open`.
    pub(crate) fn chevrons(code: &Code<'_>, open: usize) -> Option<Self> {
        let (callee, configuration, arguments_open) = launch_parts(code, open)?;
        let [grid, block, ..] = configuration[..] else { return None };
        Some(Self {
            kernel: kernel_name(code, callee.1)?,
            first: callee.0,
            last: code.close(arguments_open)?,
            grid,
            block,
            shared: configuration.get(2).copied(),
            stream: configuration.get(3).copied(),
            arguments: code.arguments(arguments_open)?,
        })
    }

    /// The launch by a call of `hipLaunchKernelGGL`.
    pub(crate) fn call(code: &Code<'_>, call: &Call) -> Option<Self> {
        let [kernel, grid, block, shared, stream, ref rest @ ..] = call.arguments[..] else { return None };
        let name = Call::at(code, kernel.first).filter(|_| code.is_word(kernel.first, b"HIP_KERNEL_NAME"));
        let last = name.and_then(|name| Some(name.arguments.last()?.last)).unwrap_or(kernel.last);
        Some(Self {
            kernel: kernel_name(code, last)?,
            first: call.name,
            last: call.close,
            grid,
            block,
            shared: Some(shared),
            stream: Some(stream),
            arguments: rest.to_vec(),
        })
    }
}

/// The name that ends at `last`, without its template arguments.
fn kernel_name(code: &Code<'_>, last: usize) -> Option<usize> {
    let name = if code.is(last, b'>') { code.previous(code.template_open(last)?)? } else { last };
    (code.kind(name) == hipify_syntax::TokenKind::Identifier).then_some(name)
}
