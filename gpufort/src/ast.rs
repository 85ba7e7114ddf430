//! What a Fortran source file says: a tree whose every node knows its bytes in the source.
//!
//! Names are lower case, since Fortran does not tell cases apart; the source's spelling is at their span. Spans are of the file
//! as it is, continuation lines and fixed form included, so that edits need no map.

use smol_str::SmolStr;

/// Bytes `start..end` of the source.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

/// How lines are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    Free,
    /// Columns 1 to 5 label, 6 continuation, 7 to 72 statement.
    Fixed,
}

/// An identifier.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// In lower case.
    pub key: SmolStr,
    pub span: Span,
}

/// One parsed file.
#[derive(Debug)]
pub struct File {
    pub form: Form,
    pub units: Vec<Unit>,
    /// Lines of the C preprocessor, in order, wherever they stand (those between statements are [`StmtKind::Cpp`] too).
    pub cpp: Vec<CppLine>,
    /// Comments from their mark to the end of the line, in order; directives (`!$cuf`, `!$acc`, `!@cuf`) are not among them.
    pub comments: Vec<Span>,
    /// Each mark `!@cuf`, those of continuation lines included, in order.
    pub marks: Vec<Span>,
    /// Branches of `#if` that the defines switch off; most are in the tree all the same. Outermost ones, in order.
    pub inactive: Vec<Span>,
    /// Those that are not in the tree, since they split a statement or a construct that the branch in force splits too.
    pub left_out: Vec<Span>,
    /// What could not be understood; its bytes are left alone.
    pub problems: Vec<Problem>,
}

/// A place that could not be understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    pub span: Span,
    /// Lower case, no full stop.
    pub message: String,
}

/// A line `#if ...`, `#include ...`, with its continuation lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CppLine {
    pub span: Span,
    /// `ifdef`, `if`, `elif`, `else`, `endif`, `define`, `include`, ...
    pub keyword: SmolStr,
    /// What follows the keyword.
    pub rest: Span,
}

/// What a [`Unit`] is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnitKind {
    /// The main program, with or without a `program` statement.
    Program,
    Module,
    Submodule,
    Subroutine,
    Function,
    BlockData,
}

/// A program unit, a module procedure, an internal procedure or an interface body.
#[derive(Debug)]
pub struct Unit {
    pub kind: UnitKind,
    pub name: Name,
    /// From the first byte of its head to the last of its `end` statement.
    pub span: Span,
    /// The head statement (`subroutine s(a) bind(c)`), prefixes included; empty for a main program without one.
    pub head: Span,
    /// The `end` statement.
    pub end: Span,
    pub prefix: Prefix,
    /// Where the dummy arguments stand, parentheses included.
    pub dummies_span: Option<Span>,
    /// Names of dummy arguments; `*` for an alternate return.
    pub dummies: Vec<Name>,
    /// `result(r)`.
    pub result: Option<Name>,
    /// `bind(c, name="x")` of a procedure.
    pub bind: Option<Bind>,
    /// The parent of a submodule: `submodule (parent) name`.
    pub parent: Option<Name>,
    /// Specification statements, `use` included.
    pub spec: Vec<Stmt>,
    /// Executable statements.
    pub body: Vec<Stmt>,
    /// The `contains` statement.
    pub contains: Option<Span>,
    pub procedures: Vec<Unit>,
}

/// What stands before `subroutine` or `function`.
#[derive(Debug, Default)]
pub struct Prefix {
    /// `attributes(global)`, with the whole of it as a span.
    pub attributes: Option<(Span, Vec<Place>)>,
    /// `launch_bounds(256, 2)`.
    pub launch_bounds: Option<(Span, Vec<Expr>)>,
    /// `cluster_dims(2, 1, 1)`.
    pub cluster_dims: Option<(Span, Vec<Expr>)>,
    /// The type of a function's result, where it stands in the head.
    pub result: Option<TypeSpec>,
    /// `recursive`, `pure`, `elemental`, `impure`, `module`.
    pub words: Vec<Name>,
}

/// Where a procedure runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    Host,
    Device,
    Global,
    /// A kernel whose whole grid can synchronise: `attributes(grid_global)`.
    GridGlobal,
}

/// `bind(c, name="x")`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bind {
    pub span: Span,
    pub name: Option<String>,
}

/// One statement, or a construct with those inside it.
#[derive(Debug)]
pub struct Stmt {
    /// From its first byte (label and construct name included) to its last; a trailing comment and `;` excluded.
    pub span: Span,
    pub label: Option<u32>,
    pub kind: StmtKind,
}

#[derive(Debug)]
pub enum StmtKind {
    Use(Use),
    /// `implicit none` and other `implicit` statements.
    Implicit {
        none: bool,
    },
    Declare(Declare),
    /// An attribute given to names by a statement of its own: `attributes(device) :: a`, `save`, `target :: b`, `dimension a(3)`.
    Attributes {
        attribute: Attribute,
        entities: Vec<Entity>,
    },
    /// `parameter (n = 3)`.
    Parameter(Vec<(Name, Expr)>),
    DerivedType(DerivedType),
    Interface(Interface),
    /// `enum, bind(c)`: names with their values where given.
    Enum(Vec<(Name, Option<Expr>)>),
    Assign {
        target: Expr,
        value: Expr,
    },
    /// `p => t`.
    Point {
        target: Expr,
        value: Expr,
    },
    Call(Call),
    Allocate(Allocate),
    Deallocate {
        objects: Vec<Expr>,
        options: Vec<Arg>,
    },
    Nullify(Vec<Expr>),
    If(If),
    /// `if (c) statement`.
    IfOne {
        condition: Expr,
        then: Box<Stmt>,
    },
    Do(Do),
    Select(Select),
    /// `where (mask) ...`, as construct or statement: `arms` has masks (`None` for a bare `elsewhere`).
    Where {
        arms: Vec<Arm>,
    },
    Associate {
        name: Option<Name>,
        pairs: Vec<(Name, Expr)>,
        body: Vec<Stmt>,
    },
    /// `block ... end block`.
    Block {
        name: Option<Name>,
        spec: Vec<Stmt>,
        body: Vec<Stmt>,
    },
    /// Another construct with statements inside, such as `select type`, `forall`, `critical`: its head is not understood.
    Other {
        body: Vec<Stmt>,
    },
    Cycle(Option<Name>),
    Exit(Option<Name>),
    Goto(u32),
    Continue,
    Return,
    Stop {
        error: bool,
        code: Option<Expr>,
    },
    /// `print`, `write`, `read`, `open` and their kin. `print *, a` has the format as its one control argument.
    Io {
        keyword: SmolStr,
        control: Vec<Arg>,
        items: Vec<Expr>,
    },
    /// `!$cuf kernel do` with the loop it is about.
    CufKernel(CufKernel),
    /// A directive that is not CUDA Fortran's, such as `!$acc` and `!$omp`, with its continuation lines.
    Directive(Directive),
    /// `!@cuf statement`: the statement, whose mark `!@cuf` is at the span.
    Cuf {
        mark: Span,
        statement: Box<Stmt>,
    },
    Cpp(CppLine),
    /// A statement that is left alone: `format`, `data`, `common`, `namelist`, ...
    Opaque,
}

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

/// `call k<<<g, b>>>(a)`.
#[derive(Debug)]
pub struct Call {
    /// The subroutine: a name or `object%binding`.
    pub callee: Expr,
    pub chevron: Option<Chevron>,
    /// The parentheses with what is inside; `None` for `call s`.
    pub args_span: Option<Span>,
    pub args: Vec<Arg>,
}

/// `<<<grid, block, bytes, stream>>>`; each may be `*` ([`ExprKind::Star`]) or, in a `!$cuf kernel do`, a list in parentheses.
#[derive(Debug)]
pub struct Chevron {
    /// From `<<<` to `>>>`.
    pub span: Span,
    pub args: Vec<ChevronArg>,
}

#[derive(Debug)]
pub struct ChevronArg {
    pub span: Span,
    /// `stream=s`.
    pub keyword: Option<Name>,
    /// One expression, or those of a list `(*, 8)`.
    pub values: Vec<Expr>,
    /// The values stand in a list.
    pub list: bool,
}

/// `allocate(a(n), b(0:m), stat=ierr, source=c)`.
#[derive(Debug)]
pub struct Allocate {
    /// `allocate(real :: p)`.
    pub spec: Option<TypeSpec>,
    pub objects: Vec<Allocated>,
    /// `stat=`, `source=`, `mold=`, `pinned=`, `errmsg=`, `stream=`.
    pub options: Vec<Arg>,
}

#[derive(Debug)]
pub struct Allocated {
    pub span: Span,
    /// The object without its shape.
    pub object: Expr,
    /// Empty where `source=` gives the shape, or for a scalar.
    pub dims: Vec<Dim>,
}

#[derive(Debug)]
pub struct If {
    pub name: Option<Name>,
    /// `if`, each `else if`, and `else` (without a condition).
    pub arms: Vec<Arm>,
}

#[derive(Debug)]
pub struct Arm {
    /// The statement that opens the arm.
    pub head: Span,
    pub condition: Option<Expr>,
    pub body: Vec<Stmt>,
}

#[derive(Debug)]
pub struct Do {
    pub name: Option<Name>,
    /// The statement `do ...`.
    pub head: Span,
    pub control: DoControl,
    pub body: Vec<Stmt>,
    /// The label of the old form `do 10 i = 1, n`.
    pub until: Option<u32>,
    /// `end do`, or the labelled statement that ends it (which is the body's last too).
    pub end: Span,
}

#[derive(Debug)]
pub enum DoControl {
    Forever,
    While(Expr),
    Count {
        variable: Name,
        from: Expr,
        to: Expr,
        step: Option<Expr>,
    },
    /// `do concurrent (i = 1:n, j = 1:m, mask)`.
    Concurrent {
        indices: Vec<(Name, Expr, Expr, Option<Expr>)>,
        mask: Option<Expr>,
    },
}

#[derive(Debug)]
pub struct Select {
    pub name: Option<Name>,
    pub head: Span,
    pub subject: Expr,
    pub cases: Vec<Case>,
}

#[derive(Debug)]
pub struct Case {
    pub head: Span,
    /// Empty for `case default`. A single value, or a range with open ends.
    pub values: Vec<ArgValue>,
    pub body: Vec<Stmt>,
}

/// `!$cuf kernel do(2) <<<*, (32, 4), 0, stream>>>`.
#[derive(Debug)]
pub struct CufKernel {
    /// All lines of the directive, from the mark of the first.
    pub directive: Span,
    /// The number of nested loops; 1 where none is given.
    pub depth: Option<Expr>,
    pub chevron: Option<Chevron>,
    /// `reduce(+:a, b)` clauses: the operation as written, the names.
    pub reduce: Vec<(SmolStr, Vec<Name>)>,
    /// The loop after it; a problem was reported where there is none.
    pub body: Option<Box<Stmt>>,
}

/// A directive comment, such as `!$acc parallel loop`.
#[derive(Debug)]
pub struct Directive {
    pub span: Span,
    /// `acc`, `omp`, `dir`, ...
    pub sentinel: SmolStr,
    /// What it says, continuation lines joined, in lower case, without the sentinel.
    pub text: String,
}

impl Span {
    /// The empty span before `at`.
    pub fn at(at: u32) -> Self {
        Self { start: at, end: at }
    }

    /// From the start of this to the end of `other`.
    pub fn to(self, other: Span) -> Self {
        Self { start: self.start, end: other.end }
    }

    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Its bytes in `source`.
    pub fn of(self, source: &[u8]) -> &[u8] {
        &source[self.range()]
    }
}

impl AttributeKind {
    /// Says where a host procedure's data is.
    pub fn is_place(&self) -> bool {
        use AttributeKind::{Constant, Device, Managed, Pinned, Texture, Unified};
        matches!(self, Device | Managed | Unified | Pinned | Constant | Texture)
    }
}

impl Unit {
    /// Runs as a kernel.
    pub fn is_kernel(&self) -> bool {
        self.runs_on(Place::Global) || self.runs_on(Place::GridGlobal)
    }

    /// Is compiled for the device: a kernel or a device procedure.
    pub fn is_device(&self) -> bool {
        self.is_kernel() || self.runs_on(Place::Device)
    }

    /// Is compiled for the host: no attributes, or `host` among them.
    pub fn is_host(&self) -> bool {
        self.prefix.attributes.is_none() || self.runs_on(Place::Host)
    }

    /// `place` is among its attributes.
    pub fn runs_on(&self, place: Place) -> bool {
        self.prefix.attributes.as_ref().is_some_and(|(_, places)| places.contains(&place))
    }

    /// The name that `bind(c)` gives a procedure.
    pub fn c_name(&self) -> Option<String> {
        let bind = self.bind.as_ref()?;
        Some(bind.name.clone().unwrap_or_else(|| self.name.key.to_string()))
    }
}

impl File {
    /// Whether the preprocessor leaves `span` out.
    pub fn is_inactive(&self, span: Span) -> bool {
        self.inactive.iter().any(|off| off.start <= span.start && span.end <= off.end)
    }
}

impl Stmt {
    /// The statement after `!@cuf`, or this one where there is no such mark.
    pub fn plain(&self) -> &Self {
        match &self.kind {
            StmtKind::Cuf { statement, .. } => statement.plain(),
            _ => self,
        }
    }
}
