//! Files that `include` lines name. Their text is put after that of the file which names them, so that every place has its bytes
//! in one text; what it declares is known, and nothing in it is changed.

use crate::ast::{File, Form, Included, Span, Stmt, StmtKind, Unit};
use crate::lex::line::{self, Content};
use crate::parse::{Defines, parse, parse_from};
use crate::source::{Ported, Source};
use crate::walk::walk;
use hipify_diagnostics::{Code, Diagnostic, Level};
use std::borrow::Cow;

/// What there is to be included.
pub(super) struct Files<'a>(Vec<(&'a str, &'a [u8])>);

impl<'a> Files<'a> {
    pub(super) fn new(sources: &'a [Source<'a>], others: &'a [(String, Vec<u8>)]) -> Self {
        let others = others.iter().map(|(path, bytes)| (path.as_str(), bytes.as_slice()));
        Self(others.chain(sources.iter().map(|source| (source.path, source.bytes))).collect())
    }

    /// The text of a source with what it includes, and its tree.
    pub(super) fn read<'s>(&self, source: &Source<'s>, form: Form, defines: &Defines) -> (Cow<'s, [u8]>, File) {
        let mut file = parse(source.bytes, form, defines);
        let mut wanted = Vec::new();
        file.units.iter().for_each(|unit| of_unit(unit, &mut wanted));
        let mut text = Cow::Borrowed(source.bytes);
        let mut at = 0;
        while let Some((name, line)) = wanted.get(at).cloned() {
            at += 1;
            let Some((_, bytes)) = self.find(source.path, &name) else { continue };
            let statements = add(text.to_mut(), bytes, &mut file, defines);
            of_statements(&statements, line, &mut wanted);
            file.included.push(Included { name, line, statements });
        }
        (text, file)
    }

    /// Beside the source; else the file of that name which is the nearest.
    fn find(&self, source: &str, name: &str) -> Option<(&'a str, &'a [u8])> {
        let name = name.trim_start_matches("./");
        let last = name.rsplit('/').next()?;
        let folder = source.rsplit_once('/').map_or("", |(folder, _)| folder);
        let beside = if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") };
        if let Some(found) = self.0.iter().find(|(path, _)| *path == beside) {
            return Some(*found);
        }
        let named = self.0.iter().filter(|(path, _)| path.rsplit('/').next() == Some(last));
        let folders = |path: &str| path.split('/').zip(source.split('/')).take_while(|(one, other)| one == other).count();
        named.rev().max_by_key(|(path, _)| folders(path)).copied()
    }
}

/// Puts the text of an included file after `text`: its statements.
fn add(text: &mut Vec<u8>, bytes: &[u8], file: &mut File, defines: &Defines) -> Vec<Stmt> {
    if !text.ends_with(b"\n") {
        text.push(b'\n');
    }
    let from = text.len();
    text.extend_from_slice(&bytes[line::first(bytes)..]);
    let part = parse_from(text, from, file.form, defines);
    file.inactive.extend(part.inactive);
    // Procedures in included text are nobody's here.
    let own = part.units.into_iter().filter(|unit| unit.head.start == unit.head.end);
    own.flat_map(|unit| unit.spec.into_iter().chain(unit.body)).collect()
}

fn of_unit(unit: &Unit, wanted: &mut Vec<(String, Span)>) {
    for stmt in unit.spec.iter().chain(&unit.body) {
        of_statements(std::slice::from_ref(stmt), stmt.span, wanted);
        if let StmtKind::Interface(interface) = &stmt.kind {
            interface.bodies.iter().for_each(|body| of_unit(body, wanted));
        }
    }
    unit.procedures.iter().for_each(|procedure| of_unit(procedure, wanted));
}

/// The names in `include` lines that are new, with the place that they are told at.
fn of_statements(statements: &[Stmt], line: Span, wanted: &mut Vec<(String, Span)>) {
    walk(statements, &mut |stmt| {
        if let StmtKind::Include(name) = &stmt.kind
            && !wanted.iter().any(|(known, _)| known == name)
        {
            wanted.push((name.clone(), line));
        }
    });
}

/// Data for the device that an included file declares is not ported: the line that includes it says so. Other diagnostics of
/// included text stand there too.
pub(super) fn tell(files: &[File], ported: &mut [Ported]) {
    for (file, ported) in files.iter().zip(ported) {
        if file.included.is_empty() {
            continue;
        }
        let first = file.included[0].line;
        for diagnostic in ported.diagnostics.iter_mut().filter(|one| one.span.end > file.end as usize) {
            diagnostic.span = first.range();
        }
        for included in file.included.iter().filter(|included| included.statements.iter().any(is_for_device)) {
            let text = format!("`{}` declares data for the device, which is not ported where it is included", included.name);
            let error = Diagnostic::new(Code::FORTRAN_DEVICE_DATA, Level::Error, included.line.range(), text);
            ported.diagnostics.push(error.with_help("move these declarations to a module"));
        }
        ported.diagnostics.sort_by_key(|diagnostic| (diagnostic.span.start, diagnostic.span.end));
    }
}

fn is_for_device(stmt: &Stmt) -> bool {
    match &stmt.plain().kind {
        StmtKind::Declare(declare) => declare.attributes.iter().any(|attribute| attribute.kind.is_place()),
        StmtKind::Attributes { attribute, .. } => attribute.kind.is_place(),
        _ => false,
    }
}

/// The names that a source's `include` lines have.
pub fn included_names(source: &[u8], form: Form) -> Vec<String> {
    let name = |line: line::Line| {
        let Content::Initial { body, .. } = line.content else { return None };
        let rest = source.get(body..line.limit)?;
        let quoted = rest.get(7..).filter(|_| rest[..7].eq_ignore_ascii_case(b"include"))?.trim_ascii();
        let (quote, inner) = quoted.split_first().filter(|(quote, _)| matches!(quote, b'\'' | b'"'))?;
        let end = memchr::memchr(*quote, inner)?;
        Some(String::from_utf8_lossy(&inner[..end]).into_owned())
    };
    line::all(source, form).filter_map(name).collect()
}
