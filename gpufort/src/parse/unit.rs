//! Program units, module procedures, internal procedures and interface bodies.

use super::cursor::Parser;
use super::statement::Head;
use super::statement::{Line, Middle, Open, Parsed, Word};
use crate::ast::{Arg, AttributeKind, Expr, ExprKind, Name, Span, Stmt, StmtKind, Unit, UnitKind};
use crate::token::lower;
use crate::walk::walk_expression;

impl Parser<'_> {
    /// All units of the file.
    pub(super) fn units(&mut self) -> Vec<Unit> {
        let mut units = Vec::new();
        while let Some(line) = self.next_line() {
            match line.parsed {
                Parsed::Open(Open::Unit(head)) => units.push(self.unit(line.span, *head)),
                Parsed::Simple(StmtKind::Cpp(_) | StmtKind::Directive(_) | StmtKind::Opaque) => {}
                Parsed::Simple(_) | Parsed::Open(_) => units.push(self.main_program(line)),
                _ => self.problem(line.span, "the statement has no construct or unit that it belongs to"),
            }
        }
        units
    }

    /// A main program without a `program` statement, which begins with `first`.
    fn main_program(&mut self, first: Line) -> Unit {
        let here = Span::at(first.span.start);
        self.pending = Some(first);
        self.unit(here, Head::new(UnitKind::Program, Name { key: Default::default(), span: here }))
    }

    /// The unit whose head statement was read.
    pub(super) fn unit(&mut self, head: Span, of: Head) -> Unit {
        self.enter(Word::Unit(of.kind), None);
        let (spec, body) = split(self.source, &of.dummies, self.statements());
        let (mut contains, mut procedures) = (None, Vec::new());
        let mut end = self.own_line();
        if let Some(line) = end.take_if(|line| matches!(line.parsed, Parsed::Middle(Middle::Contains))) {
            contains = Some(line.span);
            procedures = self.procedures();
            end = self.own_line();
        }
        self.open.pop();
        if end.is_none() {
            let what = if of.name.key.is_empty() { "the program".to_owned() } else { format!("`{}`", of.name.key) };
            self.problem(head, format!("{what} has no `end`"));
        }
        let reached =
            procedures.last().map(|unit: &Unit| unit.span.end).or_else(|| body.last().or(spec.last()).map(|stmt| stmt.span.end));
        let end = end.map_or(Span::at(reached.unwrap_or(head.end).max(head.end)), |line| line.span);
        let Head { kind, name, prefix, dummies_span, dummies, result, bind, parent } = of;
        let span = head.to(end);
        Unit {
            kind,
            name,
            span,
            head,
            end,
            prefix,
            dummies_span,
            dummies,
            result,
            bind,
            parent,
            spec,
            body,
            contains,
            procedures,
        }
    }

    /// The procedures after `contains`.
    fn procedures(&mut self) -> Vec<Unit> {
        let mut procedures = Vec::new();
        while let Some(line) = self.next_line() {
            match line.parsed {
                Parsed::Open(Open::Unit(_)) if self.too_deep() => self.problem(line.span, "units are nested too deep"),
                Parsed::Open(Open::Unit(ref head)) if !may_be_inner(head.kind) => {
                    self.pending = Some(line);
                    break;
                }
                Parsed::Open(Open::Unit(head)) => procedures.push(self.unit(line.span, *head)),
                Parsed::Simple(StmtKind::Cpp(_) | StmtKind::Directive(_) | StmtKind::Opaque) => {}
                ref parsed if self.is_awaited(parsed) => {
                    self.pending = Some(line);
                    break;
                }
                _ => self.problem(line.span, "the statement stands after `contains`, outside of procedures"),
            }
        }
        procedures
    }
}

fn may_be_inner(kind: UnitKind) -> bool {
    matches!(kind, UnitKind::Subroutine | UnitKind::Function)
}

/// Statements of a unit with these dummy arguments to the specification part and the executable part.
pub(super) fn split(source: &[u8], dummies: &[Name], mut statements: Vec<Stmt>) -> (Vec<Stmt>, Vec<Stmt>) {
    let mut end = 0;
    for (at, stmt) in statements.iter().enumerate() {
        match role(source, stmt) {
            Role::Executable if is_statement_function(stmt, dummies, &statements[..at]) => end = at + 1,
            Role::Specification => end = at + 1,
            Role::Either => {}
            Role::Executable => break,
        }
    }
    end = with_open_conditionals(&statements, end);
    let body = statements.split_off(end);
    (statements, body)
}

/// Takes in the lines that end an `#if` that the specification part opens.
fn with_open_conditionals(statements: &[Stmt], mut end: usize) -> usize {
    let depth_of = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Cpp(line) if line.keyword.starts_with("if") => 1,
        StmtKind::Cpp(line) if line.keyword == "endif" => -1,
        _ => 0,
    };
    let mut depth: i32 = statements[..end].iter().map(depth_of).sum();
    while depth > 0 && statements.get(end).is_some_and(|stmt| matches!(stmt.kind, StmtKind::Cpp(_))) {
        depth += depth_of(&statements[end]);
        end += 1;
    }
    end
}

/// `f(x, y) = x + y` before all executable statements. An element of an array would have a subscript that has no value yet,
/// unless that is a dummy argument; where modules are used, the function's type is declared.
fn is_statement_function(stmt: &Stmt, dummies: &[Name], before: &[Stmt]) -> bool {
    let StmtKind::Assign { target, value, .. } = &stmt.kind else { return false };
    let ExprKind::Apply { base, args } = &target.kind else { return false };
    let ExprKind::Name(name) = &base.kind else { return false };
    let is_own = |arg: &Arg| match arg.expr().map(|expr| &expr.kind) {
        Some(ExprKind::Name(arg)) => {
            !dummies.iter().any(|dummy| dummy.key == *arg) && !has_value(before, arg) && mentions(value, arg)
        }
        _ => false,
    };
    let is_declared = before.iter().any(|stmt| match &stmt.plain().kind {
        StmtKind::Declare(declare) => declare.entities.iter().any(|entity| entity.name.key == *name),
        _ => false,
    });
    let is_used = |stmt: &Stmt| matches!(&stmt.plain().kind, StmtKind::Use(used) if !has_no_arrays(&used.module.key));
    if !is_declared && before.iter().any(is_used) {
        return false;
    }
    !args.is_empty() && args.iter().all(is_own) && !dummies.iter().any(|dummy| dummy.key == *name) && !has_shape(before, name)
}

/// Modules of compilers, which have no arrays of the program's.
fn has_no_arrays(module: &str) -> bool {
    ["cuda", "cublas", "cufft", "curand", "cusparse", "cusolver", "iso_", "ieee_", "omp_", "openacc"]
        .iter()
        .any(|start| module.starts_with(start))
}

fn mentions(value: &Expr, name: &str) -> bool {
    let mut found = false;
    walk_expression(value, &mut |expr| found |= matches!(&expr.kind, ExprKind::Name(one) if one == name));
    found
}

/// A declaration gives the name dimensions, or says that it is no plain variable.
fn has_shape(statements: &[Stmt], name: &str) -> bool {
    statements.iter().any(|stmt| match &stmt.plain().kind {
        StmtKind::Declare(declare) => {
            let shaped = declare.attributes.iter().any(|attribute| !matches!(attribute.kind, AttributeKind::Other));
            declare.entities.iter().any(|entity| entity.name.key == name && (shaped || entity.dims.is_some()))
        }
        StmtKind::Attributes { entities, .. } | StmtKind::Common(entities) => entities.iter().any(|one| one.name.key == name),
        _ => false,
    })
}

/// A declaration gives the name a value.
fn has_value(statements: &[Stmt], name: &str) -> bool {
    statements.iter().any(|stmt| match &stmt.plain().kind {
        StmtKind::Declare(declare) => declare.entities.iter().any(|entity| entity.name.key == name && entity.init.is_some()),
        StmtKind::Parameter(pairs) => pairs.iter().any(|(known, _)| known.key == name),
        _ => false,
    })
}

enum Role {
    Specification,
    Executable,
    Either,
}

fn role(source: &[u8], stmt: &Stmt) -> Role {
    match &stmt.kind {
        StmtKind::Use(_)
        | StmtKind::Implicit { .. }
        | StmtKind::Common(_)
        | StmtKind::Include(_)
        | StmtKind::Declare(_)
        | StmtKind::Attributes { .. }
        | StmtKind::Parameter(_)
        | StmtKind::DerivedType(_)
        | StmtKind::Interface(_)
        | StmtKind::Enum(_) => Role::Specification,
        StmtKind::Cuf { statement, .. } => role(source, statement),
        StmtKind::Cpp(_) => Role::Either,
        StmtKind::Directive(directive) => match directive.sentinel.as_str() {
            "acc" | "omp" if !directive.text.starts_with("routine") && !directive.text.starts_with("declare") => Role::Either,
            "cuf" => Role::Either,
            _ if directive.text.starts_with("ivdep") || directive.text.starts_with("unroll") => Role::Either,
            _ => Role::Specification,
        },
        StmtKind::Opaque => opaque_role(source, stmt.span),
        _ => Role::Executable,
    }
}

fn opaque_role(source: &[u8], span: Span) -> Role {
    let text = span.of(source);
    let letters = text.iter().take_while(|b| b.is_ascii_alphabetic()).count();
    match lower(&text[..letters]).as_str() {
        "data" | "namelist" | "equivalence" | "import" | "codimension" | "asynchronous" => Role::Specification,
        _ => Role::Either,
    }
}
