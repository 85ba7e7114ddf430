//! Expressions, the arguments of calls, and types with their kinds and lengths, which are expressions.

use super::{Name, Span};
use smol_str::SmolStr;

#[derive(Debug)]
pub struct Expr {
    pub span: Span,
    pub kind: ExprKind,
}

#[derive(Debug)]
pub enum ExprKind {
    /// `42_8`: digits and the kind, a name or digits.
    Integer {
        digits: SmolStr,
        kind: Option<SmolStr>,
    },
    /// `1.5e3_dp`: the digits with their exponent in lower case (`1d0` stays so) and the kind.
    Real {
        text: SmolStr,
        kind: Option<SmolStr>,
    },
    Complex(Box<Expr>, Box<Expr>),
    Logical {
        value: bool,
        kind: Option<SmolStr>,
    },
    /// A string with doubled quotes made single.
    Character(String),
    /// `z'ff'`: the letter (`b`, `o`, `z`) and the digits.
    Boz {
        letter: u8,
        digits: SmolStr,
    },
    Name(SmolStr),
    /// `f(a, b)`, `a(1:n, j)`, `t(1, x=2)`: an element or section, a call or a constructor, which only declarations tell.
    Apply {
        base: Box<Expr>,
        args: Vec<Arg>,
    },
    /// `base%name`.
    Member {
        base: Box<Expr>,
        name: Name,
    },
    Unary {
        op: UnaryOp,
        operand: Box<Expr>,
    },
    Binary {
        op: BinaryOp,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    /// `(e)`.
    Parens(Box<Expr>),
    /// `[a, b]`, `(/ a, b /)`, `[integer :: a]`.
    Array {
        spec: Option<Box<TypeSpec>>,
        items: Vec<Expr>,
    },
    /// `(a(i), i = 1, n)`; `bounds` are from, to and the step where there is one.
    ImpliedDo {
        items: Vec<Expr>,
        variable: Name,
        bounds: Vec<Expr>,
    },
    /// `*` as a format or a unit.
    Star,
    /// What could not be understood.
    Opaque,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnaryOp {
    Plus,
    Minus,
    Not,
    /// `.op. x`
    Defined,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Pow,
    Concat,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    And,
    Or,
    Eqv,
    Neqv,
    /// `a .op. b`
    Defined,
}

/// An actual argument, subscript or control item.
#[derive(Debug)]
pub struct Arg {
    pub span: Span,
    pub keyword: Option<Name>,
    pub value: ArgValue,
}

#[derive(Debug)]
pub enum ArgValue {
    Expr(Expr),
    /// `lower:upper:stride`, each where given.
    Section {
        lower: Option<Expr>,
        upper: Option<Expr>,
        stride: Option<Expr>,
    },
    /// `*10`
    Label(u32),
}

/// A type as it is written.
#[derive(Debug)]
pub struct TypeSpec {
    pub span: Span,
    pub kind: TypeKind,
}

#[derive(Debug)]
pub enum TypeKind {
    /// With the kind: `integer(8)`, `integer*8`, `integer(kind=i8)`.
    Integer(Option<Expr>),
    Real(Option<Expr>),
    DoublePrecision,
    Complex(Option<Expr>),
    DoubleComplex,
    Logical(Option<Expr>),
    Character {
        len: Option<Length>,
        kind: Option<Expr>,
    },
    Type(Name),
    /// `class(t)`; `class(*)` has `None`.
    Class(Option<Name>),
    /// `procedure(interface)`.
    Procedure(Option<Name>),
}

/// A character length.
#[derive(Debug)]
pub enum Length {
    Expr(Expr),
    /// `*`
    Assumed,
    /// `:`
    Deferred,
}
