//! What files that include a header ask of it: names and numbers, no text and no tokens.

use hipify_condition::Value;
use hipify_syntax::definitions::Specifiers;
use hipify_syntax::functions::ExecutionSpace;
use rustc_hash::{FxHashMap, FxHashSet};

pub(crate) type Name = Box<[u8]>;

/// What one header declares at namespace scope.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    /// Paths of the local headers that it includes.
    pub(crate) includes: Vec<Box<str>>,
    /// Macros, constants and enumerators; `None` where a name has several values.
    pub(crate) constants: FxHashMap<Name, Option<Constant>>,
    /// Macros for `__host__`, `__device__` and `__global__`.
    pub(crate) specifiers: FxHashMap<Name, Specifiers>,
    pub(crate) types: FxHashMap<Name, Type>,
    /// Functions with bodies; `None` where several share a name.
    pub(crate) functions: FxHashMap<Name, Option<Callee>>,
    /// Whether a name for a warp size gets a value.
    pub(crate) names_warp_size: bool,
    /// Names for a warp size for which the header has a finding itself.
    pub(crate) warp_sizes: FxHashSet<Name>,
    /// Names of functions that are declared for the device without a body, or that its device code calls.
    pub(crate) on_device: FxHashSet<Name>,
}

/// What a name stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Constant {
    Value(Value),
    /// An expression with names that the header does not declare.
    Text(Name),
}

/// An integer type, or the name of another type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    /// Width and signedness.
    Integer(u32, bool),
    Name(Name),
}

/// What callers of a function want to know of it.
#[derive(Clone, Debug)]
pub(crate) struct Callee {
    pub(crate) place: ExecutionSpace,
    /// It returns a mask of a wave's lanes in 64 bits.
    pub(crate) gives_mask: bool,
    /// It returns a lane's number in its warp.
    pub(crate) gives_lane: bool,
    /// Its lanes work together.
    pub(crate) exchanges: bool,
    /// It has a mask of all lanes, so that only some must not call it.
    pub(crate) needs_all_lanes: bool,
    /// Threads of a block by its `__launch_bounds__`.
    pub(crate) bounds: Option<u64>,
    /// A bit for each of its first 32 parameters that is an integer of 32 bits.
    pub(crate) narrow: u32,
}

impl Callee {
    pub(crate) const NOTHING: Self = Self {
        place: ExecutionSpace::Host,
        gives_mask: false,
        gives_lane: false,
        exchanges: false,
        needs_all_lanes: false,
        bounds: None,
        narrow: 0,
    };
}
