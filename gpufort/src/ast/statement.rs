//! Statements and the constructs that contain statements.

use super::{Arg, ArgValue, Attribute, CppLine, Declare, DerivedType, Dim, Entity, Expr, Interface, Name, Span, TypeSpec, Use};
use smol_str::SmolStr;

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
    /// `implicit none`, `implicit real*8 (a-h, o-z)`: types with the first letters (in lower case) of names that have them.
    Implicit {
        none: bool,
        letters: Vec<(TypeSpec, Vec<(u8, u8)>)>,
    },
    /// `common /c/ a(3), b`: the names of all its blocks, with dimensions where they stand here.
    Common(Vec<Entity>),
    /// `include 'x.inc'`, with the name as it is written.
    Include(String),
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
        /// The sign between them.
        equals: Span,
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
    /// `forall (i = 1:n, mask) ...`, as construct or statement.
    Forall {
        indices: Vec<IndexRange>,
        mask: Option<Expr>,
        body: Vec<Stmt>,
    },
    /// Another construct with statements inside, such as `select type`, `critical`: its head is not understood.
    Other {
        body: Vec<Stmt>,
    },
    Cycle(Option<Name>),
    Exit(Option<Name>),
    Goto(u32),
    /// `go to (10, 20), k`.
    ComputedGoto {
        labels: Vec<u32>,
        value: Expr,
    },
    /// `if (e) 10, 20, 30`: where to go for a value below, equal to and above zero.
    ArithmeticIf {
        value: Expr,
        labels: [u32; 3],
    },
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
    /// A statement that is left alone: `format`, `data`, `namelist`, ...
    Opaque,
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
        indices: Vec<IndexRange>,
        mask: Option<Expr>,
    },
}

/// `i = 1:n:2` of `do concurrent` and `forall`: the index, its first and last value, and the step where there is one.
pub type IndexRange = (Name, Expr, Expr, Option<Expr>);

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

impl Stmt {
    /// The statement after `!@cuf`, or this one where there is no such mark.
    pub fn plain(&self) -> &Self {
        match &self.kind {
            StmtKind::Cuf { statement, .. } => statement.plain(),
            _ => self,
        }
    }
}
