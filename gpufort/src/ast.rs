//! What a Fortran source file says: a tree whose every node knows its bytes in the source.
//!
//! Names are lower case, since Fortran does not tell cases apart; the source's spelling is at their span. Spans are of the file
//! as it is, continuation lines and fixed form included, so that edits need no map.

mod declaration;
mod expression;
mod statement;

pub use declaration::{Attribute, AttributeKind, Declare, DerivedType, Dim, Entity, Init, Interface, Use};
pub use expression::{Arg, ArgValue, BinaryOp, Expr, ExprKind, Length, TypeKind, TypeSpec, UnaryOp};
use smol_str::SmolStr;
pub use statement::{
    Allocate, Allocated, Arm, Call, Case, Chevron, ChevronArg, CufKernel, Directive, Do, DoControl, If, IndexRange, Select, Stmt,
    StmtKind,
};

/// Bytes `start..end` of the source.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

/// How lines are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    Free,
    /// Columns 1 to 5 label, 6 continuation, 7 to 72 (or to where options say) statement; what stands after that is not read.
    Fixed(FixedForm),
}

/// What options say of fixed form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FixedForm {
    /// The last column of a statement: 72, 132 with `-Mextend`, [`u32::MAX`] where lines have no end.
    pub columns: u32,
    /// Lines with `d` in the first column are statements, not comments: `-Mdlines`, `-fd-lines-as-code`.
    pub debug_lines: bool,
}

impl FixedForm {
    /// As the standard has it (ISO/IEC 1539-1:2018, 6.3.3.1).
    const STANDARD: Self = Self { columns: 72, debug_lines: false };
}

impl Default for FixedForm {
    fn default() -> Self {
        Self::STANDARD
    }
}

impl Form {
    /// Fixed form as the standard has it.
    pub const FIXED: Self = Self::Fixed(FixedForm::STANDARD);

    pub fn is_fixed(self) -> bool {
        matches!(self, Self::Fixed(_))
    }
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
    /// Where the file's own text ends: that of files which it includes stands after it.
    pub end: u32,
    pub included: Vec<Included>,
}

/// What an `include` line stands for, where its file was given.
#[derive(Debug)]
pub struct Included {
    /// As the line names it.
    pub name: String,
    /// The first line that names it.
    pub line: Span,
    pub statements: Vec<Stmt>,
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
    pub attributes: Option<(Span, Vec<RunsOn>)>,
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
pub enum RunsOn {
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

impl Unit {
    /// Runs as a kernel.
    pub fn is_kernel(&self) -> bool {
        self.runs_on(RunsOn::Global) || self.runs_on(RunsOn::GridGlobal)
    }

    /// Is compiled for the device: a kernel or a device procedure.
    pub fn is_device(&self) -> bool {
        self.is_kernel() || self.runs_on(RunsOn::Device)
    }

    /// Is compiled for the host: no attributes, or `host` among them.
    pub fn is_host(&self) -> bool {
        self.prefix.attributes.is_none() || self.runs_on(RunsOn::Host)
    }

    /// `place` is among its attributes.
    pub fn runs_on(&self, place: RunsOn) -> bool {
        self.prefix.attributes.as_ref().is_some_and(|(_, places)| places.contains(&place))
    }

    /// The name that `bind(c)` gives a procedure.
    pub fn c_name(&self) -> Option<String> {
        let bind = self.bind.as_ref()?;
        Some(bind.name.clone().unwrap_or_else(|| self.name.key.to_string()))
    }
}

impl File {
    /// The statements that `include 'name'` stands for; none where the file was not given.
    pub fn included(&self, name: &str) -> &[Stmt] {
        self.included.iter().find(|one| one.name == name).map_or(&[], |one| &one.statements)
    }

    /// Whether the preprocessor leaves `span` out.
    pub fn is_inactive(&self, span: Span) -> bool {
        self.inactive.iter().any(|off| off.start <= span.start && span.end <= off.end)
    }
}
