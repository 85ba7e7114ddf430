//! What the user asked of a lint.

use hipify_port::Options as PortOptions;
use hipify_rules::{Gfx, Version};
use rustc_hash::FxHashSet;

/// Options of [`crate::lint()`].
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The GPUs that the code is for; none: any, and what is wrong on one of them is reported.
    pub targets: Vec<&'static Gfx>,
    /// Which lints run.
    pub select: Select,
    /// Versions and library family, which lints and port share.
    pub port: PortOptions,
}

/// Which lints run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Select {
    /// Those that are on by themselves.
    #[default]
    Default,
    All,
    /// Those of these codes.
    Codes(FxHashSet<String>),
}

impl Select {
    /// Whether the lint of this code was asked for, by its code or with all others.
    pub(crate) fn names(&self, code: &str) -> bool {
        self.holds(code, false)
    }

    /// Whether the lint of this code runs, which runs without being selected where `default` says so.
    pub(crate) fn holds(&self, code: &str, default: bool) -> bool {
        match self {
            Self::Default => default,
            Self::All => true,
            Self::Codes(codes) => codes.contains(code),
        }
    }
}

impl Options {
    /// The ROCm that the code is for, if it was said.
    pub fn rocm(&self) -> Option<Version> {
        self.port.choice.rocm
    }

    /// The CUDA that the code was written for, if it was said.
    pub fn cuda(&self) -> Option<Version> {
        self.port.choice.cuda
    }
}
