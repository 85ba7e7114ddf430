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

/// What becomes of CUDA's names that HIP lacks and the headers of `hipify-rs build` have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SupportHeader {
    /// They stay, with a note: whoever compiles the file has the headers.
    #[default]
    NotNeeded,
    /// They stay, and the file includes [`crate::SUPPORT_HEADER`] of its tree, which the caller writes.
    Included,
    /// They are reported as names without a counterpart.
    Refused,
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
    /// How files get CUDA's names that HIP lacks.
    pub support_header: SupportHeader,
    /// Some file of the tree uses [`crate::GROUPS_PART`] of the support header, so that all with cooperative groups must.
    pub support_groups: bool,
    /// Leave alone what the preprocessor would skip, as hipify-clang does where asked: the macros known at the start, with
    /// their values. `None` ports every branch.
    pub skip_excluded: Option<Vec<(String, String)>>,
}
