//! What the user asked for: which library family, which versions; and what a name becomes under it.

use crate::call::{CallEdit, call_edits};
use crate::symbol::Symbol;
use crate::version::Version;

/// Which library family names map to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Flavor {
    /// hipBLAS, hipSPARSE, hipRAND, ...: thin layers with CUDA-like signatures.
    #[default]
    Hip,
    /// rocBLAS, rocSPARSE, rocRAND, ... where a name exists there, else HIP.
    Roc,
    /// MIOpen for cuDNN, else HIP.
    Miopen,
    /// MIOpen for cuDNN, else as [`Flavor::Roc`].
    RocMiopen,
}

impl Flavor {
    /// The family that the two options ask for.
    pub fn new(roc: bool, miopen: bool) -> Self {
        match (roc, miopen) {
            (false, false) => Self::Hip,
            (true, false) => Self::Roc,
            (false, true) => Self::Miopen,
            (true, true) => Self::RocMiopen,
        }
    }

    /// rocBLAS's, rocSPARSE's, ... names come before HIP's.
    pub fn is_roc(self) -> bool {
        matches!(self, Self::Roc | Self::RocMiopen)
    }

    /// MIOpen's names come before HIP's.
    pub fn is_miopen(self) -> bool {
        matches!(self, Self::Miopen | Self::RocMiopen)
    }

    /// The first name of the families in their order.
    pub(crate) fn first<T>(self, hip: Option<T>, roc: Option<T>, miopen: Option<T>) -> Option<T> {
        let miopen = if self.is_miopen() { miopen } else { None };
        let roc = if self.is_roc() { roc } else { None };
        miopen.or(roc).or(hip)
    }
}

/// Whose spelling a result has, where more than one is right.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Spelling {
    /// What compiles with the ROCm of today, and needs no deprecated header.
    #[default]
    Current,
    /// What hipify-clang writes, for scripts that read its results (`rules/hipify.toml`).
    Hipify,
}

/// The choices under which a name is looked up.
#[derive(Clone, Copy, Debug, Default)]
pub struct Choice {
    pub flavor: Flavor,
    /// Emit names that AMD marks experimental.
    pub experimental: bool,
    /// The CUDA version that the source was written for.
    pub cuda: Option<Version>,
    /// The ROCm version that the result is for: a name added later counts as not there.
    pub rocm: Option<Version>,
    pub spelling: Spelling,
}

/// What a CUDA name becomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// Another name.
    Renamed(&'static str),
    /// HIP has it under the same name.
    Same,
    /// HIP has no counterpart.
    Unsupported,
    /// HIP has it under this name from the given version on, which is newer than the one asked for.
    NeedsRocm(&'static str, Version),
    /// HIP had it until the given version.
    RemovedInRocm(&'static str, Version),
    /// Marked experimental, and experimental names were not asked for.
    Experimental(&'static str),
}

/// Which libraries a counterpart is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Of {
    Hip,
    Roc,
    Miopen,
}

impl Choice {
    /// What hipify-clang writes comes first.
    pub fn is_hipify(&self) -> bool {
        self.spelling == Spelling::Hipify
    }

    /// The name that `symbol` becomes, whatever its version, and the libraries it is of.
    pub(crate) fn counterpart(&self, symbol: Symbol) -> Option<(Of, &'static str)> {
        let theirs = symbol.hipify_row().filter(|_| self.is_hipify());
        if theirs.is_some_and(|row| row.unsupported) {
            return None;
        }
        let hip = theirs.and_then(|row| row.hip.get()).or_else(|| symbol.hip()).map(|name| (Of::Hip, name));
        let roc = theirs.and_then(|row| row.roc.get()).or_else(|| symbol.roc()).map(|name| (Of::Roc, name));
        let miopen = theirs.and_then(|row| row.miopen.get()).or_else(|| symbol.miopen()).map(|name| (Of::Miopen, name));
        self.flavor.first(hip, roc, miopen)
    }

    /// How the signature of the counterpart differs from the CUDA one, where no edit of the call makes up for it.
    pub fn difference(&self, symbol: Symbol) -> Option<&'static str> {
        match self.counterpart(symbol)?.0 {
            Of::Hip => symbol.differs(),
            Of::Roc => symbol.family_row()?.roc_differs.get(),
            Of::Miopen => None,
        }
    }

    /// How a call's arguments change, beside the name.
    pub fn call_edits(&self, symbol: Symbol) -> Vec<CallEdit> {
        self.call_field(symbol).map(call_edits).unwrap_or_default()
    }

    /// Whether [`Choice::call_edits`] is not empty, without parsing it.
    pub fn has_call_edits(&self, symbol: Symbol) -> bool {
        self.call_field(symbol).is_some()
    }

    fn call_field(&self, symbol: Symbol) -> Option<&'static str> {
        let theirs = || symbol.hipify_row().filter(|_| self.is_hipify());
        match self.counterpart(symbol)?.0 {
            Of::Hip if self.is_hipify() => theirs()?.call.get(),
            Of::Hip => symbol.call_field(),
            Of::Roc => theirs().and_then(|row| row.roc_call.get()).or_else(|| symbol.family_row()?.roc_call.get()),
            Of::Miopen => symbol.family_row()?.miopen_call.get(),
        }
    }

    /// What `symbol` becomes.
    pub fn target(&self, symbol: Symbol) -> Target {
        let Some((_, name)) = self.counterpart(symbol) else { return Target::Unsupported };
        if symbol.is_experimental() && !self.experimental {
            return Target::Experimental(name);
        }
        if let Some(rocm) = self.rocm {
            if let Some(added) = symbol.hip_added().filter(|added| *added > rocm) {
                return Target::NeedsRocm(name, added);
            }
            if let Some(removed) = symbol.hip_removed().filter(|removed| *removed <= rocm) {
                return Target::RemovedInRocm(name, removed);
            }
        }
        if name == symbol.cuda() { Target::Same } else { Target::Renamed(name) }
    }
}
