//! Sets of targets, and what a lint says of those it is about.

use crate::options::Options;
use hipify_rules::{Architecture, Gfx, Version, gfx};

/// One of each architecture whose behaviour differs: what a file is looked at for when no target is named.
const REPRESENTATIVES: &[&str] =
    &["gfx900", "gfx906", "gfx908", "gfx90a", "gfx942", "gfx950", "gfx1010", "gfx1030", "gfx1100", "gfx1151", "gfx1201"];

/// The targets that a file is looked at for; at most 63.
#[derive(Clone, Debug)]
pub(crate) struct Targets(Vec<&'static Gfx>);

/// Some of them: a bit each, and one for the host's pass over the same source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TargetSet(pub(crate) u64);

const HOST: u64 = 1 << 63;

impl TargetSet {
    pub(crate) const NONE: Self = Self(0);

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(crate) fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl Targets {
    pub(crate) fn of(options: &Options) -> Self {
        if options.targets.is_empty() {
            return Self(REPRESENTATIVES.iter().filter_map(|name| gfx(name)).collect());
        }
        Self(options.targets.iter().copied().take(63).collect())
    }

    /// All targets, and the host.
    pub(crate) fn everywhere(&self) -> TargetSet {
        TargetSet(self.those(|_| true).0 | HOST)
    }

    /// Each pass over a source, by its bit: one for each target, and the host's.
    pub(crate) fn passes(&self) -> impl Iterator<Item = (u64, Option<&'static Gfx>)> + '_ {
        self.0.iter().enumerate().map(|(number, gfx)| (1 << number, Some(*gfx))).chain([(HOST, None)])
    }

    pub(crate) fn those(&self, holds: impl Fn(&'static Gfx) -> bool) -> TargetSet {
        let bit = |(number, gfx): (usize, &&'static Gfx)| u64::from(holds(gfx)) << number;
        TargetSet(self.0.iter().enumerate().map(bit).sum())
    }

    /// The targets of the set.
    pub(crate) fn list(&self, set: TargetSet) -> impl Iterator<Item = &'static Gfx> + '_ {
        self.0.iter().enumerate().filter(move |(number, _)| set.0 >> number & 1 == 1).map(|(_, gfx)| *gfx)
    }
}

/// Which targets and versions a lint is about. A version that was not named may be any.
#[derive(Clone, Copy, Debug)]
pub enum Applies {
    Always,
    /// Code that some GPU compiles.
    Device,
    /// Targets whose waves have 64 lanes by default.
    Wave64,
    Cdna,
    Rdna,
    /// Targets of these names or with names that begin so: `gfx94`.
    Gfx(&'static [&'static str]),
    /// ROCm before this version.
    RocmBefore(Version),
    /// ROCm from this version on.
    RocmFrom(Version),
    CudaBefore(Version),
    CudaFrom(Version),
    /// All of these at once.
    All(&'static [Applies]),
    /// One of these.
    Any(&'static [Applies]),
}

impl Applies {
    /// The targets that the lint is about.
    pub(crate) fn among(&self, targets: &Targets, options: &Options) -> TargetSet {
        let if_version = |holds: bool| if holds { targets.everywhere() } else { TargetSet::NONE };
        match self {
            Self::Always => targets.everywhere(),
            Self::Device => targets.those(|_| true),
            Self::Wave64 => targets.those(|gfx| gfx.wave_sizes.first() == Some(&64)),
            Self::Cdna => targets.those(|gfx| is_cdna(gfx.architecture)),
            Self::Rdna => targets.those(|gfx| is_rdna(gfx.architecture)),
            Self::Gfx(names) => targets.those(|gfx| names.iter().any(|name| gfx.name.starts_with(name))),
            Self::RocmBefore(version) => if_version(options.rocm().is_none_or(|rocm| rocm < *version)),
            Self::RocmFrom(version) => if_version(options.rocm().is_none_or(|rocm| rocm >= *version)),
            Self::CudaBefore(version) => if_version(options.cuda().is_none_or(|cuda| cuda < *version)),
            Self::CudaFrom(version) => if_version(options.cuda().is_none_or(|cuda| cuda >= *version)),
            Self::All(parts) => parts.iter().fold(targets.everywhere(), |set, part| set.and(part.among(targets, options))),
            Self::Any(parts) => TargetSet(parts.iter().fold(0, |set, part| set | part.among(targets, options).0)),
        }
    }
}

/// gfx940 to gfx942 and gfx950, for which HIP's headers define `__HIP_NO_IMAGE_SUPPORT`.
pub(crate) fn has_no_images(gfx: &Gfx) -> bool {
    ["gfx94", "gfx95", "gfx9-4"].iter().any(|prefix| gfx.name.starts_with(prefix))
}

fn is_cdna(architecture: Architecture) -> bool {
    use Architecture::{Cdna1, Cdna2, Cdna3, Cdna4};
    matches!(architecture, Cdna1 | Cdna2 | Cdna3 | Cdna4)
}

fn is_rdna(architecture: Architecture) -> bool {
    use Architecture::{Rdna1, Rdna2, Rdna3, Rdna4, Rdna35};
    matches!(architecture, Rdna1 | Rdna2 | Rdna3 | Rdna35 | Rdna4)
}
