//! What names mean: the files of a tree and their modules, indexed; scopes; types, kinds and constants of expressions.

mod call;
mod constant;
mod cuda_names;
mod designator;
mod index;
mod intrinsic;
mod kind;
mod lookup;
mod names;
mod recursion;
mod size;
mod table;
mod types;

use crate::ast::{Dim, Expr, File, Length, Name, Span};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

pub use cuda_names::{CUDA_MODULES, is_cuda_module};
pub(crate) use cuda_names::{FAMILIES, symbol_in_lower_case};
pub use kind::mixed;
pub(crate) use names::{each_name, mentions};
pub use names::{names_in, names_of};

/// The kinds that options such as `-r8` give to types without a kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DefaultKinds {
    /// Bytes of `real`; 8 with `-r8`.
    pub real: u8,
    /// Bytes of `integer` and `logical`; 8 with `-i8`.
    pub integer: u8,
}

impl Default for DefaultKinds {
    fn default() -> Self {
        Self { real: 4, integer: 4 }
    }
}

/// A type with its kind in bytes (of the real part, for complex numbers).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    Integer(u8),
    Real(u8),
    Complex(u8),
    Logical(u8),
    Character,
    /// A derived type: its name, and the module that defines it where it is known. `dim3`, `cudaevent` and their kin are
    /// derived types of the module `cudafor`.
    Derived {
        name: SmolStr,
        module: Option<SmolStr>,
    },
    /// `integer(cuda_stream_kind)`, `integer(kind=cuda_count_kind)`, `integer(c_intptr_t)` are integers; a stream is told here.
    Stream,
    /// `type(c_ptr)`, `type(c_devptr)`.
    Pointer {
        device: bool,
    },
    /// `class(*)`, and what is not understood.
    Unknown,
}

/// Where data lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Memory {
    #[default]
    Host,
    Device,
    Managed,
    Unified,
    Pinned,
    Constant,
    Shared,
    Texture,
}

/// What a name stands for in a scope.
#[derive(Clone, Debug)]
pub struct Symbol<'a> {
    /// The name where it is declared, after renames by `use`.
    pub name: SmolStr,
    pub kind: SymbolKind<'a>,
    /// The unit that declares it; `None` for what the compiler or `cudafor` provides.
    pub owner: Option<UnitRef>,
}

#[derive(Clone, Debug)]
pub enum SymbolKind<'a> {
    Variable(Variable<'a>),
    Procedure(UnitRef),
    /// A generic interface: its specific procedures.
    Generic(Vec<UnitRef>),
    DerivedType(SmolStr),
    Module,
    /// An intrinsic procedure.
    Intrinsic,
    /// A name of CUDA Fortran's modules (`cudafor`, `cublas`, ...), by module.
    Cuda(&'static str),
    Other,
}

/// A variable, dummy argument, component or named constant.
#[derive(Clone, Debug)]
pub struct Variable<'a> {
    pub ty: Type,
    /// A statement says its type; else its first letter does.
    pub is_typed: bool,
    /// `None` for a scalar.
    pub dims: Option<&'a [Dim]>,
    /// The length of a string, where it is declared.
    pub length: Option<&'a Length>,
    pub memory: Memory,
    pub allocatable: bool,
    pub pointer: bool,
    pub target: bool,
    pub contiguous: bool,
    pub value: bool,
    pub optional: bool,
    pub save: bool,
    /// `intent`: (reads, writes); `None` where none is given.
    pub intent: Option<(bool, bool)>,
    pub dummy: bool,
    pub parameter: bool,
    /// The initial value, or a named constant's value.
    pub init: Option<&'a Expr>,
    /// Its name in its declaration.
    pub declared: &'a Name,
    /// The whole declaration statement.
    pub statement: Span,
}

/// A unit of an index, by file and path: module, procedure, internal procedure.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct UnitRef {
    pub file: usize,
    /// Positions in `units`, then in `procedures`, each from 1; 0 where there are no more. Interface bodies follow `interface`.
    pub path: [u32; 4],
    /// The unit is a body of the interface block that is statement `.0` of the specification part, body `.1`.
    pub interface: Option<(u32, u32)>,
}

/// A constant that folding gave.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    Integer(i128),
    Real(f64),
    Logical(bool),
    Character(String),
}

/// What an expression has: its type, rank, and where it lives if it is a designator.
#[derive(Clone, PartialEq, Debug)]
pub struct Typed {
    pub ty: Type,
    pub rank: usize,
    pub memory: Memory,
}

/// All files of a tree, and where their modules, procedures and types are.
pub struct Index<'a> {
    files: Vec<&'a File>,
    kinds: DefaultKinds,
    entries: Vec<index::IndexedUnit<'a>>,
    /// Which entries are of each file.
    ranges: Vec<std::ops::Range<usize>>,
    numbers: FxHashMap<UnitRef, usize>,
    modules: FxHashMap<SmolStr, usize>,
    /// Procedures outside modules.
    externals: FxHashMap<SmolStr, usize>,
    /// Integers that macros stand for, by file.
    macros: Vec<FxHashMap<SmolStr, IntegerMacro>>,
}

/// A macro of the preprocessor that stands for an integer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IntegerMacro {
    pub value: i128,
    /// Where its mentions start, of a name that the file also writes in another case: Fortran takes those for one name, the
    /// preprocessor does not.
    pub only_at: Option<Vec<u32>>,
}

/// A unit within its hosts: what names mean there.
#[derive(Clone, Copy)]
pub struct Scope<'i, 'a> {
    index: &'i Index<'a>,
    number: usize,
}
