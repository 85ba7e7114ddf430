//! Declarations: attributes, entities, derived types, interfaces and `use`.

use super::{Bind, Expr, Length, Name, Span, TypeSpec, Unit};

/// `use, intrinsic :: m, only: a => b`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Use {
    pub module: Name,
    pub intrinsic: bool,
    /// There is an `only`.
    pub only: bool,
    /// (local name, name in the module); the same where nothing is renamed. Operators as `operator(+)`.
    pub names: Vec<(Name, Name)>,
}

/// `real, device :: a(n), b`.
#[derive(Debug)]
pub struct Declare {
    pub spec: TypeSpec,
    pub attributes: Vec<Attribute>,
    pub colons: Option<Span>,
    pub entities: Vec<Entity>,
}

#[derive(Debug)]
pub struct Attribute {
    pub span: Span,
    pub kind: AttributeKind,
}

#[derive(Debug)]
pub enum AttributeKind {
    Allocatable,
    Pointer,
    Target,
    Parameter,
    Save,
    Value,
    Optional,
    Contiguous,
    External,
    Intrinsic,
    Public,
    Private,
    Protected,
    Volatile,
    Intent { reads: bool, writes: bool },
    Dimension(Vec<Dim>),
    Bind(Bind),
    Device,
    Managed,
    Unified,
    Pinned,
    Constant,
    Shared,
    Texture,
    Other,
}

/// A declared name with what is its own.
#[derive(Debug)]
pub struct Entity {
    pub span: Span,
    pub name: Name,
    /// The dimensions that stand after the name, with the parentheses' span.
    pub dims: Option<(Span, Vec<Dim>)>,
    /// `c*8`.
    pub length: Option<Length>,
    pub init: Option<Init>,
}

#[derive(Debug)]
pub enum Init {
    /// `= e`
    Value(Expr),
    /// `=> null()`
    Pointer(Expr),
}

#[derive(Debug)]
pub enum Dim {
    /// `n`, `0:m`.
    Explicit { lower: Option<Expr>, upper: Expr },
    /// `:`, `0:`: assumed shape of a dummy, deferred shape of what is allocatable or a pointer.
    Deferred { lower: Option<Expr> },
    /// `*`, `0:*`.
    AssumedSize { lower: Option<Expr> },
    /// `..`
    AssumedRank,
}

#[derive(Debug)]
pub struct DerivedType {
    pub name: Name,
    pub attributes: Vec<Attribute>,
    pub extends: Option<Name>,
    pub sequence: bool,
    /// A statement `private` stands before the components.
    pub private: bool,
    pub components: Vec<Declare>,
    /// `procedure :: a => b` and `generic :: ...` after `contains`: (binding name, procedure).
    pub bindings: Vec<(Name, Name)>,
    /// The head `type, bind(c) :: t` and `end type`.
    pub head: Span,
    pub end: Span,
}

#[derive(Debug)]
pub struct Interface {
    /// `interface name`; `None` for one that only has bodies, or is abstract, an operator or an assignment.
    pub name: Option<Name>,
    pub head: Span,
    pub end: Span,
    /// Interface bodies.
    pub bodies: Vec<Unit>,
    /// Names in `module procedure a, b`.
    pub procedures: Vec<Name>,
}

impl AttributeKind {
    /// Says where a host procedure's data is.
    pub fn is_place(&self) -> bool {
        use AttributeKind::{Constant, Device, Managed, Pinned, Texture, Unified};
        matches!(self, Device | Managed | Unified | Pinned | Constant | Texture)
    }
}
