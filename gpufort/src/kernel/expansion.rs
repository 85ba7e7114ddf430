//! Macros of the preprocessor in device code: what each mention stands for, as an expression.

use crate::ast::{Expr, ExprKind, File, Span, Stmt, StmtKind, Unit};
use crate::parse::{Defines, parse};
use crate::walk::{expressions, walk};
use rustc_hash::FxHashMap;

/// Macros that are defined in terms of themselves end here.
const DEEPEST: usize = 16;
/// A text that grows beyond this is left as it is.
const LONGEST: usize = 10_000;

/// The expressions that mentions of macros stand for, by the bytes of the mention. Spans inside them mean nothing.
#[derive(Default, Debug)]
pub(crate) struct Expansions {
    files: FxHashMap<Span, File>,
}

/// A macro: names of its arguments, and what it stands for.
struct Macro {
    arguments: Option<Vec<String>>,
    text: String,
}

impl Expansions {
    /// Those of a file's device code and loops.
    pub(crate) fn of(file: &File, source: &[u8]) -> Self {
        let mut found = Self::default();
        let macros = definitions(file, source);
        if macros.is_empty() {
            return found;
        }
        for unit in &file.units {
            found.unit(unit, source, &macros);
        }
        found
    }

    /// What the expression at `span` stands for.
    pub(crate) fn get(&self, span: Span) -> Option<&Expr> {
        let statement = self.files.get(&span)?.units.first()?.body.first()?;
        match &statement.kind {
            StmtKind::Assign { value, .. } => Some(value),
            _ => None,
        }
    }

    fn unit(&mut self, unit: &Unit, source: &[u8], macros: &FxHashMap<String, Macro>) {
        if unit.is_device() {
            self.statements(&unit.body, source, macros);
        } else {
            let mut loops = Vec::new();
            walk(&unit.body, &mut |stmt| {
                if let StmtKind::CufKernel(directive) = &stmt.kind {
                    loops.extend(directive.body.as_deref());
                }
            });
            loops.into_iter().for_each(|stmt| self.statements(std::slice::from_ref(stmt), source, macros));
        }
        unit.procedures.iter().for_each(|inner| self.unit(inner, source, macros));
    }

    fn statements(&mut self, list: &[Stmt], source: &[u8], macros: &FxHashMap<String, Macro>) {
        walk(list, &mut |stmt| {
            expressions(stmt, &mut |expr| {
                let name = match &expr.kind {
                    ExprKind::Name(_) => expr.span,
                    ExprKind::Apply { base, .. } if matches!(base.kind, ExprKind::Name(_)) => base.span,
                    _ => return,
                };
                let name = String::from_utf8_lossy(name.of(source)).into_owned();
                let Some(one) = macros.get(&name) else { return };
                // A macro with arguments is named with them; the name alone is something else.
                if one.arguments.is_some() != matches!(expr.kind, ExprKind::Apply { .. }) {
                    return;
                }
                let text = String::from_utf8_lossy(expr.span.of(source)).into_owned();
                let text = format!("x = {}\nend\n", expanded(&text, macros, 0));
                self.files.insert(expr.span, parse(text.as_bytes(), crate::ast::Form::Free, &Defines::default()));
            });
        });
    }
}

/// The macros that the file defines, the last definition of each.
fn definitions(file: &File, source: &[u8]) -> FxHashMap<String, Macro> {
    let mut found = FxHashMap::default();
    for line in file.cpp.iter().filter(|line| line.keyword == "define") {
        if file.inactive.iter().any(|off| off.start <= line.span.start && line.span.end <= off.end) {
            continue;
        }
        let text = String::from_utf8_lossy(line.rest.of(source)).replace("\\\n", " ");
        let text = text.trim();
        let end = text.find(|one: char| !is_word(one)).unwrap_or(text.len());
        let (name, rest) = text.split_at(end);
        let one = match rest.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
            Some((arguments, text)) => {
                let arguments = arguments.split(',').map(|one| one.trim().to_owned()).collect();
                Macro { arguments: Some(arguments), text: text.trim().to_owned() }
            }
            None => Macro { arguments: None, text: rest.trim().to_owned() },
        };
        if !name.is_empty() && !one.text.is_empty() {
            found.insert(name.to_owned(), one);
        }
    }
    found
}

fn is_word(one: char) -> bool {
    one.is_ascii_alphanumeric() || one == '_'
}

/// The text with every macro replaced, and those in what replaces them.
fn expanded(text: &str, macros: &FxHashMap<String, Macro>, depth: usize) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|one: char| !is_word(one)).unwrap_or(rest.len());
        if end == 0 {
            out.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let (word, after) = rest.split_at(end);
        rest = after;
        let one = macros.get(word).filter(|_| depth < DEEPEST && out.len() < LONGEST);
        match one {
            Some(Macro { arguments: None, text }) => out.push_str(&expanded(text, macros, depth + 1)),
            Some(Macro { arguments: Some(names), text }) => match actuals(after) {
                Some((values, after)) if values.len() == names.len() => {
                    out.push_str(&expanded(&substituted(text, names, &values), macros, depth + 1));
                    rest = after;
                }
                _ => out.push_str(word),
            },
            None => out.push_str(word),
        }
    }
    out
}

/// The arguments in parentheses that `text` starts with, and what follows them.
fn actuals(text: &str) -> Option<(Vec<String>, &str)> {
    let inner = text.trim_start().strip_prefix('(')?;
    let mut values = vec![String::new()];
    let mut depth = 0;
    for (at, one) in inner.char_indices() {
        match one {
            ')' if depth == 0 => return Some((values.iter().map(|value| value.trim().to_owned()).collect(), &inner[at + 1..])),
            ',' if depth == 0 => {
                values.push(String::new());
                continue;
            }
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        values.last_mut()?.push(one);
    }
    None
}

/// A macro's text with its arguments' values.
fn substituted(text: &str, names: &[String], values: &[String]) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|one: char| !is_word(one)).unwrap_or(rest.len());
        if end == 0 {
            out.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let (word, after) = rest.split_at(end);
        match names.iter().position(|name| name == word) {
            Some(position) => out.push_str(&values[position]),
            None => out.push_str(word),
        }
        rest = after;
    }
    out
}
