//! What the user asked of a port.

use hipify_rules::Choice;

/// How kernel launches are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LaunchSyntax {
    /// `k<<<grid, block>>>(args)`, which clang takes as HIP.
    #[default]
    Chevrons,
    /// `hipLaunchKernelGGL(k, dim3(grid), dim3(block), 0, 0, args)`.
    Macro,
}

/// Options of [`crate::port`].
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Library family and versions.
    pub choice: Choice,
    pub launch: LaunchSyntax,
    /// Rename `.cu` to `.hip` and `.cuh` to `.hip.h`, and the includes of them.
    pub rename: bool,
    /// Leave CUDA code as it is, for nvcc too, and include the header that gives its names their meaning in HIP.
    pub single_source: bool,
    /// Leave alone what the preprocessor would skip, as hipify-clang does where asked: the macros known at the start, with
    /// their values. `None` ports every branch.
    pub skip_excluded: Option<Vec<(String, String)>>,
}
