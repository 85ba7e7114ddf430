//! Sets of targets, and what a lint says of those it is about.

use crate::options::Options;
use hipify_condition::Audience;
use hipify_rules::{Gfx, Version, gfx_targets};

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

impl Audience for TargetSet {
    const NONE: Self = Self::NONE;

    fn and(self, other: Self) -> Self {
        self.and(other)
    }

    fn without(self, other: Self) -> Self {
        self.without(other)
    }
}

impl Targets {
    pub(crate) fn of(options: &Options) -> Self {
        if options.targets.is_empty() {
            return Self(gfx_targets().filter(|gfx| gfx.representative).collect());
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
    /// Targets of which a fact of `gfx.toml` holds.
    Where(fn(&Gfx) -> bool),
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
            Self::Where(holds) => targets.those(holds),
            Self::RocmBefore(version) => if_version(options.rocm().is_none_or(|rocm| rocm < *version)),
            Self::RocmFrom(version) => if_version(options.rocm().is_none_or(|rocm| rocm >= *version)),
            Self::CudaBefore(version) => if_version(options.cuda().is_none_or(|cuda| cuda < *version)),
            Self::CudaFrom(version) => if_version(options.cuda().is_none_or(|cuda| cuda >= *version)),
            Self::All(parts) => parts.iter().fold(targets.everywhere(), |set, part| set.and(part.among(targets, options))),
            Self::Any(parts) => TargetSet(parts.iter().fold(0, |set, part| set | part.among(targets, options).0)),
        }
    }
}
