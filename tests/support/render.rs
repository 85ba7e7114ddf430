//! What porting made of a fixture, as the text that snapshots hold.

use crate::fixture::Fixture;
use crate::text;
use hipify_diagnostics::{Applicability, Diagnostic, Level, LineIndex, apply};
use std::fmt::Write;

/// The ported text, then the edits that wait for review, then the diagnostics in source order.
pub(crate) fn ported(fixture: &Fixture) -> String {
    let ported = fixture.port();
    let bytes = apply(&fixture.bytes, &ported.edits).unwrap_or_else(|overlap| panic!("{overlap}"));
    let lines = LineIndex::new(&fixture.bytes);
    let mut out = if bytes == fixture.bytes { "(unchanged)\n".to_owned() } else { text::visible(&bytes) };

    if let Some(reason) = fixture.directive("known-wrong") {
        writeln!(out, "\n=== known to be wrong: {reason}").expect("a string takes all");
    }

    let mut waiting: Vec<_> = ported.edits.iter().filter(|edit| edit.applicability != Applicability::Safe).collect();
    waiting.sort_by_key(|edit| (edit.span.start, edit.span.end));
    if !waiting.is_empty() {
        out.push_str("\n=== not applied without permission\n");
    }
    for edit in waiting {
        let (line, column) = lines.position(edit.span.start);
        let old = String::from_utf8_lossy(&fixture.bytes[edit.span.clone()]);
        let word = if edit.applicability == Applicability::Review { "review" } else { "manual" };
        writeln!(out, "{}:{line}:{column} {word} {old:?} -> {:?}", fixture.path, edit.text).expect("a string takes all");
    }

    let mut diagnostics = ported.diagnostics;
    // What the driver does once it has seen all files of the tree, which here is one.
    diagnostics.extend(ported.mentions.into_iter().filter(|m| !ported.declared.contains(&m.name)).map(|m| m.diagnostic));
    diagnostics.sort_by_key(|d| (d.span.start, d.code));
    if !diagnostics.is_empty() {
        out.push_str("\n=== diagnostics\n");
    }
    for diagnostic in &diagnostics {
        line(&mut out, &fixture.path, &lines, diagnostic);
    }
    out
}

fn line(out: &mut String, path: &str, lines: &LineIndex, diagnostic: &Diagnostic) {
    let (line, column) = lines.position(diagnostic.span.start);
    let level = match diagnostic.level {
        Level::Note => "note",
        Level::Warning => "warning",
        Level::Error => "error",
    };
    writeln!(out, "{path}:{line}:{column} {} {level}: {}", diagnostic.code.id, diagnostic.message).expect("a string takes all");
    if let Some(help) = &diagnostic.help {
        writeln!(out, "    help: {help}").expect("a string takes all");
    }
}
