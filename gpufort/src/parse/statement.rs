//! One statement as the nesting sees it: a statement of its own, or a head, a middle or an end of something.

use crate::ast::{ArgValue, Attribute, Bind, DoControl, Expr, IndexRange, Name, Prefix, Span, StmtKind, UnitKind};

/// A statement, with what it does to the nesting.
#[derive(Debug)]
pub(crate) struct Line {
    pub(super) span: Span,
    /// Where it begins after a mark `!@cuf`.
    pub(super) inner: u32,
    pub(super) label: Option<u32>,
    pub(super) mark: Option<Span>,
    /// The construct's name.
    pub(super) name: Option<Name>,
    pub(super) parsed: Parsed,
}

#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "one line is held at a time")]
pub(crate) enum Parsed {
    Simple(StmtKind),
    Open(Open),
    Middle(Middle),
    /// An end; a bare `end` has no word.
    Close(Option<Word>),
    Part(Part),
}

#[derive(Debug)]
pub(crate) enum Open {
    If(Expr),
    Do { control: Box<DoControl>, until: Option<u32> },
    Select(Expr),
    Where(Expr),
    Associate(Vec<(Name, Expr)>),
    Block,
    Forall { indices: Vec<IndexRange>, mask: Option<Expr> },
    Other,
    Type(TypeHead),
    Interface(Option<Name>),
    Enum,
    Unit(Box<Head>),
}

/// A unit's head statement.
#[derive(Debug)]
pub(crate) struct Head {
    pub(super) kind: UnitKind,
    pub(super) name: Name,
    pub(super) prefix: Prefix,
    pub(super) dummies_span: Option<Span>,
    pub(super) dummies: Vec<Name>,
    pub(super) result: Option<Name>,
    pub(super) bind: Option<Bind>,
    pub(super) parent: Option<Name>,
}

impl Head {
    pub(super) fn new(kind: UnitKind, name: Name) -> Self {
        let prefix = Prefix::default();
        Self { kind, name, prefix, dummies_span: None, dummies: Vec::new(), result: None, bind: None, parent: None }
    }

    /// `module procedure p`, which in an interface only names a procedure.
    pub(super) fn is_procedure_name(&self) -> bool {
        self.dummies_span.is_none()
            && self.kind == UnitKind::Subroutine
            && self.prefix.words.iter().any(|word| word.key == "module")
    }
}

#[derive(Debug)]
pub(crate) struct TypeHead {
    pub(super) name: Name,
    pub(super) attributes: Vec<Attribute>,
    pub(super) extends: Option<Name>,
}

#[derive(Debug)]
pub(crate) enum Middle {
    ElseIf(Expr),
    Else,
    ElseWhere(Option<Expr>),
    Case(Vec<ArgValue>),
    /// `type is (t)`, `class default`, `rank (1)`.
    TypeCase,
    Contains,
}

/// What only derived types and interfaces have.
#[derive(Debug)]
pub(crate) enum Part {
    Sequence,
    Bindings(Vec<(Name, Name)>),
    /// `module procedure a, b`.
    Procedures(Vec<Name>),
}

/// What is opened, and what an `end` names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Word {
    If,
    Do,
    Select,
    Where,
    Associate,
    Block,
    Other,
    Type,
    Interface,
    Enum,
    Unit(UnitKind),
    /// `end procedure`.
    Procedure,
}

#[derive(Debug)]
pub(crate) struct Opened {
    pub(super) word: Word,
    /// The label that ends a loop.
    pub(super) until: Option<u32>,
}

impl Word {
    /// What stands after `end`.
    pub(super) fn of(word: &str) -> Option<Self> {
        Some(match word {
            "if" => Self::If,
            "do" => Self::Do,
            "select" => Self::Select,
            "where" => Self::Where,
            "associate" => Self::Associate,
            "block" => Self::Block,
            "forall" | "critical" | "team" => Self::Other,
            "type" => Self::Type,
            "interface" => Self::Interface,
            "enum" => Self::Enum,
            "program" => Self::Unit(UnitKind::Program),
            "module" => Self::Unit(UnitKind::Module),
            "submodule" => Self::Unit(UnitKind::Submodule),
            "subroutine" => Self::Unit(UnitKind::Subroutine),
            "function" => Self::Unit(UnitKind::Function),
            "blockdata" => Self::Unit(UnitKind::BlockData),
            "procedure" => Self::Procedure,
            _ => return None,
        })
    }

    pub(super) fn is_unit(self) -> bool {
        matches!(self, Self::Unit(_) | Self::Procedure)
    }

    /// The statement that is missing where this has no end.
    pub(super) fn end(self) -> &'static str {
        match self {
            Self::If => "end if",
            Self::Do => "end do",
            Self::Select => "end select",
            Self::Where => "end where",
            Self::Associate => "end associate",
            Self::Block => "end block",
            Self::Other => "end",
            Self::Type => "end type",
            Self::Interface => "end interface",
            Self::Enum => "end enum",
            Self::Unit(_) | Self::Procedure => "end",
        }
    }
}

impl Opened {
    /// `parsed` is a part or the end of this.
    pub(super) fn owns(&self, parsed: &Parsed) -> bool {
        match (self.word, parsed) {
            (Word::If, Parsed::Middle(Middle::ElseIf(_) | Middle::Else)) => true,
            (Word::Where, Parsed::Middle(Middle::ElseWhere(_))) => true,
            (Word::Select, Parsed::Middle(Middle::Case(_))) => true,
            (Word::Other, Parsed::Middle(Middle::TypeCase)) => true,
            (Word::Type | Word::Unit(_), Parsed::Middle(Middle::Contains)) => true,
            (Word::Type, Parsed::Part(Part::Sequence | Part::Bindings(_))) => true,
            (Word::Interface, Parsed::Part(Part::Procedures(_))) => true,
            // `select type` is closed by `end select`.
            (Word::Other, Parsed::Close(Some(Word::Select))) => true,
            (Word::Unit(UnitKind::Subroutine | UnitKind::Function), Parsed::Close(Some(Word::Procedure))) => true,
            (Word::Unit(_), Parsed::Close(None)) => true,
            (word, Parsed::Close(Some(closed))) => word == *closed,
            _ => false,
        }
    }
}
