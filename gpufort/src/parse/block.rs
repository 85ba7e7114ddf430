//! Statements in order to nested constructs. An end that is missing or has nothing to close is a problem; what stands around it is
//! still nested as well as it can be.

use super::cursor::Parser;
use super::statement::{Line, Middle, Open, Opened, Parsed, Part, TypeHead, Word};
use crate::ast::{
    Arm, AttributeKind, Case, Declare, DerivedType, Do, DoControl, Expr, If, IndexRange, Interface, Name, Select, Span, Stmt,
    StmtKind, Unit,
};

impl Parser<'_> {
    pub(super) fn next_line(&mut self) -> Option<Line> {
        self.pending.take().or_else(|| self.line())
    }

    /// The statement that was left over, if it is the innermost open construct's.
    pub(super) fn own_line(&mut self) -> Option<Line> {
        let own = self.open.last().zip(self.pending.as_ref()).is_some_and(|(opened, line)| opened.owns(&line.parsed));
        if own { self.pending.take() } else { None }
    }

    /// Some open construct or unit awaits it.
    pub(super) fn is_awaited(&self, parsed: &Parsed) -> bool {
        let crosses_units = matches!(parsed, Parsed::Close(None) | Parsed::Middle(Middle::Contains))
            || matches!(parsed, Parsed::Close(Some(word)) if word.is_unit() || matches!(word, Word::Interface | Word::Type));
        for opened in self.open.iter().rev() {
            if opened.owns(parsed) {
                return true;
            }
            if opened.word.is_unit() && !crosses_units {
                return false;
            }
        }
        false
    }

    pub(super) fn enter(&mut self, word: Word, until: Option<u32>) {
        self.open.push(Opened { word, until });
    }

    /// Statements up to one that an open construct or unit awaits, or that begins a unit; it is left pending.
    pub(super) fn statements(&mut self) -> Vec<Stmt> {
        let mut statements = Vec::new();
        while let Some(line) = self.next_line() {
            match line.parsed {
                Parsed::Simple(_) => {
                    let ends = line.label.filter(|label| self.open.last().is_some_and(|opened| opened.until == Some(*label)));
                    let stmt = self.simple_line(line);
                    self.ended = ends.map(|label| (label, stmt.span));
                    statements.push(stmt);
                }
                Parsed::Open(Open::Unit(_)) => {
                    self.pending = Some(line);
                    break;
                }
                Parsed::Open(_) if self.too_deep() => {
                    self.problem(line.span, "constructs are nested too deep");
                    statements.push(stray(line));
                }
                Parsed::Open(_) => statements.push(self.construct(line)),
                _ if self.is_awaited(&line.parsed) => {
                    self.pending = Some(line);
                    break;
                }
                _ => {
                    self.problem(line.span, "the statement has no construct that it belongs to");
                    statements.push(stray(line));
                }
            }
            if self.ended.is_some() {
                break;
            }
        }
        statements
    }

    fn simple_line(&mut self, line: Line) -> Stmt {
        let Parsed::Simple(mut kind) = line.parsed else { return stray(line) };
        let mut span = line.span;
        if let StmtKind::CufKernel(kernel) = &mut kind {
            match self.next_line() {
                Some(next) if matches!(next.parsed, Parsed::Open(Open::Do { .. })) && !self.too_deep() => {
                    let body = self.construct(next);
                    span = span.to(body.span);
                    kernel.body = Some(Box::new(body));
                }
                next => {
                    self.problem(line.span, "no loop follows the directive");
                    self.pending = next;
                }
            }
        }
        wrap(Stmt { span, label: line.label, kind }, line.mark, line.inner)
    }

    pub(super) fn construct(&mut self, line: Line) -> Stmt {
        let (head, start, name) = (Span { start: line.inner, end: line.span.end }, line.inner, line.name);
        let Parsed::Open(open) = line.parsed else { return Stmt { span: line.span, label: line.label, kind: StmtKind::Opaque } };
        let kind = match open {
            Open::If(condition) => self.if_construct(name, head, condition),
            Open::Do { control, until } => self.do_construct(name, head, *control, until),
            Open::Select(subject) => self.select(name, head, subject),
            Open::Where(mask) => self.where_construct(head, mask),
            Open::Associate(pairs) => self.associate_construct(name, head, pairs),
            Open::Block => self.block_construct(name, head),
            Open::Forall { indices, mask } => self.forall_construct(head, indices, mask),
            Open::Other => self.other_construct(head),
            Open::Type(of) => self.type_definition(of, head),
            Open::Interface(name) => self.interface_block(name, head),
            Open::Enum => self.enumeration(head),
            Open::Unit(_) => StmtKind::Opaque,
        };
        let span = Span { start, end: self.passed().max(head.end) };
        wrap(Stmt { span, label: line.label, kind }, line.mark, start)
    }

    /// The end of the last statement that was read and is not pending.
    fn passed(&self) -> u32 {
        self.pending.as_ref().map_or(self.last().end, |line| line.span.start.min(self.last().end))
    }

    /// Ends the innermost construct: the span of its end statement, or a problem.
    fn close(&mut self, head: Span) -> Span {
        let line = self.own_line().filter(|line| matches!(line.parsed, Parsed::Close(_)));
        let opened = self.open.pop();
        match (line, opened) {
            (Some(line), _) => line.span,
            (None, opened) => {
                let end = opened.map_or("end", |opened| opened.word.end());
                self.problem(head, format!("`{end}` is missing"));
                Span::at(head.end)
            }
        }
    }

    fn if_construct(&mut self, name: Option<Name>, head: Span, condition: Expr) -> StmtKind {
        self.enter(Word::If, None);
        let mut arms = vec![Arm { head, condition: Some(condition), body: self.statements() }];
        while let Some(line) = self.own_line() {
            let condition = match line.parsed {
                Parsed::Middle(Middle::ElseIf(condition)) => Some(condition),
                Parsed::Middle(_) => None,
                _ => {
                    self.pending = Some(line);
                    break;
                }
            };
            arms.push(Arm { head: line.span, condition, body: self.statements() });
        }
        self.close(head);
        StmtKind::If(If { name, arms })
    }

    fn where_construct(&mut self, head: Span, mask: Expr) -> StmtKind {
        self.enter(Word::Where, None);
        let mut arms = vec![Arm { head, condition: Some(mask), body: self.statements() }];
        while let Some(line) = self.own_line() {
            let Parsed::Middle(Middle::ElseWhere(condition)) = line.parsed else {
                self.pending = Some(line);
                break;
            };
            arms.push(Arm { head: line.span, condition, body: self.statements() });
        }
        self.close(head);
        StmtKind::Where { arms }
    }

    fn select(&mut self, name: Option<Name>, head: Span, subject: Expr) -> StmtKind {
        self.enter(Word::Select, None);
        let before = self.statements();
        let outside = before.iter().find(|stmt| !matches!(stmt.kind, StmtKind::Cpp(_) | StmtKind::Directive(_)));
        if let Some(span) = outside.map(|stmt| stmt.span) {
            self.problem(span, "the statement stands before the first `case`");
        }
        let mut cases = Vec::new();
        while let Some(line) = self.own_line() {
            let Parsed::Middle(Middle::Case(values)) = line.parsed else {
                self.pending = Some(line);
                break;
            };
            cases.push(Case { head: line.span, values, body: self.statements() });
        }
        self.close(head);
        StmtKind::Select(Select { name, head, subject, cases })
    }

    fn do_construct(&mut self, name: Option<Name>, head: Span, control: DoControl, until: Option<u32>) -> StmtKind {
        self.enter(Word::Do, until);
        let body = self.statements();
        let end = match self.ended {
            Some((label, span)) if until == Some(label) => {
                self.open.pop();
                // Loops around this one may end with the same statement.
                if self.open.last().is_none_or(|opened| opened.until != until) {
                    self.ended = None;
                }
                span
            }
            _ => self.close(head),
        };
        StmtKind::Do(Do { name, head, control, body, until, end })
    }

    fn associate_construct(&mut self, name: Option<Name>, head: Span, pairs: Vec<(Name, Expr)>) -> StmtKind {
        self.enter(Word::Associate, None);
        let body = self.statements();
        self.close(head);
        StmtKind::Associate { name, pairs, body }
    }

    fn block_construct(&mut self, name: Option<Name>, head: Span) -> StmtKind {
        self.enter(Word::Block, None);
        let (spec, body) = super::unit::split(self.source, &[], self.statements());
        self.close(head);
        StmtKind::Block { name, spec, body }
    }

    fn forall_construct(&mut self, head: Span, indices: Vec<IndexRange>, mask: Option<Expr>) -> StmtKind {
        self.enter(Word::Other, None);
        let body = self.statements();
        self.close(head);
        StmtKind::Forall { indices, mask, body }
    }

    fn other_construct(&mut self, head: Span) -> StmtKind {
        self.enter(Word::Other, None);
        let mut body = self.statements();
        while let Some(line) = self.own_line() {
            if !matches!(line.parsed, Parsed::Middle(_)) {
                self.pending = Some(line);
                break;
            }
            body.push(stray(line));
            body.extend(self.statements());
        }
        self.close(head);
        StmtKind::Other { body }
    }

    fn type_definition(&mut self, of: TypeHead, head: Span) -> StmtKind {
        self.enter(Word::Type, None);
        let (mut sequence, mut private, mut components, mut bindings) = (false, false, Vec::new(), Vec::new());
        loop {
            let statements = self.statements();
            private |= bindings.is_empty() && statements.iter().any(is_private);
            add_components(statements, &mut components);
            let Some(line) = self.own_line() else { break };
            match line.parsed {
                Parsed::Part(Part::Sequence) => sequence = true,
                Parsed::Part(Part::Bindings(more)) => bindings.extend(more),
                Parsed::Middle(_) => {}
                _ => {
                    self.pending = Some(line);
                    break;
                }
            }
        }
        let end = self.close(head);
        StmtKind::DerivedType(DerivedType {
            name: of.name,
            attributes: of.attributes,
            extends: of.extends,
            sequence,
            private,
            components,
            bindings,
            head,
            end,
        })
    }

    fn interface_block(&mut self, name: Option<Name>, head: Span) -> StmtKind {
        self.enter(Word::Interface, None);
        let (mut bodies, mut procedures): (Vec<Unit>, Vec<Name>) = (Vec::new(), Vec::new());
        while let Some(line) = self.next_line() {
            match line.parsed {
                Parsed::Open(Open::Unit(of)) if !self.too_deep() => bodies.push(self.unit(line.span, *of)),
                Parsed::Part(Part::Procedures(names)) => procedures.extend(names),
                Parsed::Simple(_) => {}
                _ => {
                    self.pending = Some(line);
                    break;
                }
            }
        }
        let end = self.close(head);
        StmtKind::Interface(Interface { name, head, end, bodies, procedures })
    }

    fn enumeration(&mut self, head: Span) -> StmtKind {
        self.enter(Word::Enum, None);
        let statements = self.statements();
        self.close(head);
        let names =
            statements.into_iter().filter_map(|stmt| if let StmtKind::Enum(names) = stmt.kind { Some(names) } else { None });
        StmtKind::Enum(names.flatten().collect())
    }
}

fn add_components(statements: Vec<Stmt>, components: &mut Vec<Declare>) {
    for stmt in statements {
        let kind = match stmt.kind {
            StmtKind::Cuf { statement, .. } => statement.kind,
            kind => kind,
        };
        if let StmtKind::Declare(declare) = kind {
            components.push(declare);
        }
    }
}

/// `private`, without names.
fn is_private(stmt: &Stmt) -> bool {
    let StmtKind::Attributes { attribute, entities } = &stmt.kind else { return false };
    matches!(attribute.kind, AttributeKind::Private) && entities.is_empty()
}

/// A statement that is not understood where it stands.
fn stray(line: Line) -> Stmt {
    Stmt { span: line.span, label: line.label, kind: StmtKind::Opaque }
}

/// `stmt`, within its mark `!@cuf` where it has one. Its own span begins at `inner`.
fn wrap(mut stmt: Stmt, mark: Option<Span>, inner: u32) -> Stmt {
    let Some(mark) = mark else { return stmt };
    let span = Span { start: mark.start, end: stmt.span.end };
    stmt.span.start = inner;
    Stmt { span, label: stmt.label, kind: StmtKind::Cuf { mark, statement: Box::new(stmt) } }
}
