//! The translation of one procedure or loop: its scope, what has been written, and what it turned out to need.

use super::cpp::{Cpp, Result, identifier, spelled, unsupported};
use super::expansion::Expansions;
use super::record::Records;
use super::writer::Writer;
use crate::ast::{BinaryOp, Expr, ExprKind, Problem, Span, UnitKind};
use crate::sema::{Index, Memory, Scope, Symbol, SymbolKind, Type, UnitRef, Variable};
use smol_str::SmolStr;
use std::collections::{BTreeMap, BTreeSet};

/// What is known while a procedure is translated.
pub(crate) struct Body<'t, 'a> {
    pub(crate) index: &'t Index<'a>,
    pub(crate) scope: Scope<'t, 'a>,
    /// The bytes of the file that the procedure is in.
    pub(crate) source: &'t [u8],
    /// Comments of that file, and how many have been written or passed.
    pub(crate) comments: &'t [Span],
    pub(crate) next_comment: usize,
    /// What mentions of macros stand for; unused while one of them is translated.
    pub(crate) expansions: Option<&'a Expansions>,
    pub(crate) out: Writer,
    pub(crate) records: &'t mut Records,
    /// Statements that come before and after the one that is being translated.
    pub(crate) before: Vec<String>,
    pub(crate) after: Vec<String>,
    /// Positions, from 0, of the element that is being computed; empty outside of array expressions.
    pub(crate) at: Vec<String>,
    /// Names that are in use, so that new ones can be told from them.
    pub(crate) taken: BTreeSet<String>,
    /// Coordinates that are named: `threadidx`, `blockidx`, ...
    pub(crate) coordinates: BTreeSet<&'static str>,
    /// Named constants: what stands for each, and the lines that define them.
    pub(crate) constants: BTreeMap<(UnitRef, SmolStr), String>,
    pub(crate) constant_lines: Vec<String>,
    /// Names of hidden arguments, by module and name.
    pub(crate) hidden: BTreeMap<(SmolStr, SmolStr), String>,
    /// Of a loop: what stands for the variables that it takes from the host, by [`key_of`].
    pub(crate) captures: BTreeMap<String, String>,
    /// Constructs around the statement, the innermost last.
    pub(crate) constructs: Vec<Construct>,
    /// Labels that a `go to` names.
    pub(crate) targets: BTreeSet<u32>,
    /// What `return` returns.
    pub(crate) result: Option<String>,
    pub(crate) dynamic_shared: bool,
    pub(crate) problems: Vec<Problem>,
}

/// A construct that `exit` and `cycle` can name.
#[derive(Clone, Debug)]
pub(crate) struct Construct {
    pub(crate) name: Option<SmolStr>,
    pub(crate) is_loop: bool,
    /// What ends a pass, where passes run in parallel so that the loop cannot be left.
    pub(crate) parallel: Option<&'static str>,
    pub(crate) exit_label: Option<String>,
    pub(crate) cycle_label: Option<String>,
}

/// A name's meaning in C++.
pub(crate) struct Named<'a> {
    pub(crate) text: String,
    pub(crate) variable: Variable<'a>,
}

impl<'t, 'a> Body<'t, 'a> {
    pub(crate) fn new(
        index: &'t Index<'a>,
        unit: &UnitRef,
        source: &'t [u8],
        records: &'t mut Records,
        names: BTreeSet<SmolStr>,
    ) -> Self {
        let comments: &'t [Span] = &index.files()[unit.file].comments;
        let start = index.unit(unit).span.start;
        Self {
            index,
            scope: index.scope(unit),
            source,
            comments,
            next_comment: comments.partition_point(|comment| comment.start < start),
            expansions: None,
            out: Writer::at(1),
            records,
            before: Vec::new(),
            after: Vec::new(),
            at: Vec::new(),
            taken: names.iter().map(SmolStr::to_string).collect(),
            coordinates: BTreeSet::new(),
            constants: BTreeMap::new(),
            constant_lines: Vec::new(),
            hidden: BTreeMap::new(),
            captures: BTreeMap::new(),
            constructs: Vec::new(),
            targets: BTreeSet::new(),
            result: None,
            dynamic_shared: false,
            problems: Vec::new(),
        }
    }

    /// A name like `wish` that nothing else has; it ends in a digit.
    pub(crate) fn fresh(&mut self, wish: &str) -> String {
        let name = (1..).map(|number| format!("{wish}{number}")).find(|name| !self.taken.contains(name));
        let name = name.expect("there is always a next number");
        self.taken.insert(name.clone());
        name
    }

    /// A type as C++ spells it; derived types are defined on the way.
    pub(crate) fn spell(&mut self, ty: &Type, span: Span) -> Result<String> {
        match ty {
            Type::Derived { name, module } if matches!(module.as_deref(), Some("cooperative_groups")) => match name.as_str() {
                "grid_group" | "thread_block" => Ok(format!("gpufort::{name}")),
                _ => unsupported(span, format!("`{name}` of cooperative groups")),
            },
            Type::Derived { name, .. } if name == "dim3" => Ok("gpufort::dim3".to_owned()),
            Type::Derived { .. } => self.records.name(&self.scope, ty, span),
            Type::Unknown => unsupported(span, "a type that is not known here"),
            Type::Real(kind) | Type::Complex(kind) if !matches!(kind, 2 | 4 | 8) => {
                unsupported(span, format!("a kind of {kind} bytes, which GPUs do not have"))
            }
            Type::Integer(kind) if !matches!(kind, 1 | 2 | 4 | 8) => unsupported(span, format!("integers of {kind} bytes")),
            _ => Ok(spelled(ty).to_owned()),
        }
    }

    /// A variable's type, or that of its elements, as C++ spells it.
    pub(crate) fn spell_variable(&mut self, variable: &Variable<'a>, span: Span) -> Result<String> {
        match (&variable.ty, self.scope.characters(variable)) {
            (Type::Character, Some(characters)) => Ok(super::cpp::text(characters)),
            (Type::Character, None) => unsupported(span, "a string whose length is not a constant"),
            (ty, _) => self.spell(ty, span),
        }
    }

    /// What `key` stands for, if it is a variable or a named constant.
    pub(crate) fn named(&mut self, key: &str, span: Span) -> Result<Named<'a>> {
        if let Some(text) = self.captures.get(key).cloned()
            && let Some(Symbol { kind: SymbolKind::Variable(variable), .. }) = self.scope.lookup(key)
        {
            return Ok(Named { text, variable });
        }
        let Some(symbol) = self.scope.lookup(key) else { return unsupported(span, format!("`{key}`, which is not declared")) };
        let SymbolKind::Variable(variable) = symbol.kind else {
            return unsupported(span, format!("`{key}`, which is not a variable here"));
        };
        let Some(owner) = symbol.owner else { return Ok(Named { text: identifier(key), variable }) };
        if variable.parameter {
            let text = self.constant(&owner, &symbol.name, &variable, span)?;
            return Ok(Named { text, variable });
        }
        let host = self.index.unit(&owner);
        if !matches!(host.kind, UnitKind::Module | UnitKind::Submodule) {
            let name = identifier(key);
            let text = if variable.optional && variable.dims.is_none() { format!("(*{name})") } else { name };
            return Ok(Named { text, variable });
        }
        if variable.memory == Memory::Host || variable.memory == Memory::Pinned {
            return unsupported(span, format!("`{key}` of module `{}`, which is in host memory", host.name.key));
        }
        match self.hidden.get(&(host.name.key.clone(), symbol.name.clone())) {
            Some(name) => Ok(Named { text: identifier(name), variable }),
            None => unsupported(span, format!("`{key}` of module `{}`, which the kernel cannot reach", host.name.key)),
        }
    }

    /// The C++ name of a named constant, which is defined once a procedure.
    fn constant(&mut self, owner: &UnitRef, name: &SmolStr, variable: &Variable<'a>, span: Span) -> Result<String> {
        let key = (owner.clone(), name.clone());
        if let Some(text) = self.constants.get(&key) {
            return Ok(text.clone());
        }
        let Some(init) = variable.init else { return unsupported(span, format!("the named constant `{name}` without a value")) };
        let here = std::mem::replace(&mut self.scope, self.index.scope(owner));
        let at = std::mem::take(&mut self.at);
        let line = self.constant_line(name, variable, init, owner != here.unit());
        self.scope = here;
        self.at = at;
        let (text, line) = line?;
        self.constant_lines.push(line);
        self.constants.insert(key, text.clone());
        Ok(text)
    }

    /// The name and the definition of a named constant.
    fn constant_line(&mut self, name: &str, variable: &Variable<'a>, init: &'a Expr, foreign: bool) -> Result<(String, String)> {
        let mut text = identifier(name);
        if foreign && self.constants.values().any(|other| *other == text) {
            text = self.fresh(&format!("{name}_"));
        }
        if let Some(dims) = variable.dims {
            let ty = self.spell_variable(variable, init.span)?;
            let (bounds, values) = (self.constant_bounds(dims, init.span)?, self.constant_items(init, &variable.ty)?);
            let line = format!("const gpufort::fixed<{ty}, {bounds}> {text} = {{{{}}, {{{}}}}};", values.join(", "));
            return Ok((text, line));
        }
        let ty = self.spell_variable(variable, init.span)?;
        if variable.ty == Type::Character && ty != "char" {
            let value = self.value(init)?.text;
            return Ok((text.clone(), format!("const {ty} {text} = gpufort::fitted<{ty}>({value});")));
        }
        let folded = match variable.ty {
            Type::Integer(_) => self.scope.constant(init).and_then(|value| value.integer()),
            _ => None,
        };
        let value = match folded {
            Some(value) => value.to_string(),
            None => self.value(init)?.cast(&variable.ty).text,
        };
        let constant = folded.is_some() || !matches!(variable.ty, Type::Derived { .. }) && !calls(init);
        let how = if constant { "constexpr" } else { "const" };
        Ok((text.clone(), format!("{how} {ty} {text} = {value};")))
    }

    /// The elements of a constant array, in their order.
    fn constant_items(&mut self, init: &'a Expr, ty: &Type) -> Result<Vec<String>> {
        match &init.kind {
            ExprKind::Array { items, .. } => {
                let lists: Vec<_> = items.iter().map(|item| self.constant_items(item, ty)).collect::<Result<_>>()?;
                Ok(lists.concat())
            }
            ExprKind::Apply { base, args } if matches!(&base.kind, ExprKind::Name(name) if name == "reshape") => {
                match args.first().and_then(crate::ast::Arg::expr) {
                    Some(source) if args.len() == 2 => self.constant_items(source, ty),
                    _ => unsupported(init.span, "this `reshape` in a named constant"),
                }
            }
            ExprKind::Parens(inner) => self.constant_items(inner, ty),
            ExprKind::ImpliedDo { .. } => unsupported(init.span, "an implied `do` in a named constant"),
            _ if self.scope.type_of(init).is_some_and(|typed| typed.rank > 0) => {
                unsupported(init.span, "this array expression in a named constant")
            }
            _ => Ok(vec![self.value(init)?.cast(ty).text]),
        }
    }

    /// Writes the comments that stand before `position`: on their line's statement, or on lines of their own.
    pub(crate) fn comments_before(&mut self, position: u32) {
        while let Some(comment) = self.comments.get(self.next_comment).filter(|comment| comment.start < position) {
            self.next_comment += 1;
            let text = String::from_utf8_lossy(comment.of(self.source));
            // Fixed form has its mark in the first column: `c`, `C`, `*`.
            let text = text.trim_end().get(1..).unwrap_or_default().to_owned();
            // A line that ends in a backslash would take the next one into the comment.
            let text = format!("//{}", text.trim_end_matches('\\'));
            let before = &self.source[..comment.start as usize];
            let line = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
            if before[line..].iter().all(u8::is_ascii_whitespace) || self.out.is_empty() {
                self.out.line(text);
            } else {
                self.out.append(&text);
            }
        }
    }

    /// Leaves out the comments before `position`.
    pub(crate) fn skip_comments(&mut self, position: u32) {
        while self.comments.get(self.next_comment).is_some_and(|comment| comment.start < position) {
            self.next_comment += 1;
        }
    }

    pub(crate) fn note<T>(&mut self, result: Result<T>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(problem) => {
                if !self.problems.contains(&problem) {
                    self.problems.push(*problem);
                }
                self.before.clear();
                self.after.clear();
                self.at.clear();
                None
            }
        }
    }

    /// The rank of an expression; 0 where it is not known.
    pub(crate) fn rank(&self, expr: &Expr) -> usize {
        self.scope.type_of(expr).map_or(0, |typed| typed.rank)
    }

    /// An integer expression, as text with its value folded where it is a literal's.
    pub(crate) fn integer(&mut self, expr: &'a Expr) -> Result<Cpp> {
        let value = self.value(expr)?;
        match value.ty {
            Type::Integer(_) => Ok(value),
            _ => unsupported(expr.span, "a subscript or bound that is not an integer"),
        }
    }
}

/// Whether functions are called for the value: those of the mathematical library are not `constexpr`.
fn calls(init: &Expr) -> bool {
    let mut found = false;
    crate::walk::walk_expression(init, &mut |expr| {
        found |= matches!(&expr.kind, ExprKind::Apply { .. } | ExprKind::Binary { op: BinaryOp::Pow, .. });
    });
    found
}

/// A designator as text that is the same for the same designator: lower case, without blanks. `None` for other expressions.
pub(crate) fn key_of(expr: &Expr) -> Option<String> {
    use crate::ast::ArgValue;
    match &expr.kind {
        ExprKind::Name(name) => Some(name.to_string()),
        ExprKind::Integer { digits, .. } => Some(digits.to_string()),
        ExprKind::Member { base, name } => Some(format!("{}%{}", key_of(base)?, name.key)),
        ExprKind::Apply { base, args } => {
            let mut text = key_of(base)?;
            text.push('(');
            for arg in args {
                match &arg.value {
                    ArgValue::Expr(expr) => text.push_str(&key_of(expr)?),
                    ArgValue::Section { lower, upper, stride } => {
                        for (part, mark) in [(lower, ":"), (upper, ":"), (stride, "")] {
                            if let Some(part) = part {
                                text.push_str(&key_of(part)?);
                            }
                            text.push_str(mark);
                        }
                    }
                    ArgValue::Label(_) => return None,
                }
                text.push(',');
            }
            text.push(')');
            Some(text)
        }
        ExprKind::Binary { op, left, right } => Some(format!("{}{op:?}{}", key_of(left)?, key_of(right)?)),
        ExprKind::Unary { op, operand } => Some(format!("{op:?}{}", key_of(operand)?)),
        ExprKind::Parens(inner) => Some(format!("({})", key_of(inner)?)),
        _ => None,
    }
}
