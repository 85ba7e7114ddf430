//! Statistics in the forms that scripts parse: those of hipify-perl and of hipify-clang.

use hipify_diagnostics::Edit;
use hipify_engine::located_diagnostic::LocatedDiagnostic;
use hipify_engine::outcome::Outcome;
use hipify_rules::{Choice, header, symbol};
use hipify_tree::say::say;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::time::Duration;

type Names = BTreeMap<String, u64>;

/// The counts of one file, or of all.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Statistics {
    pub(super) name: String,
    converted: Names,
    unconverted: Names,
    warnings: u64,
    replaced_bytes: u64,
    total_bytes: u64,
    changed_lines: u64,
    total_lines: u64,
    elapsed: Duration,
    files: u64,
    changed_files: u64,
}

impl Statistics {
    pub(super) fn named(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    pub(super) fn of(name: &str, bytes: &[u8], edits: &[Edit], outcome: &Outcome, elapsed: Duration) -> Self {
        Self {
            name: name.to_owned(),
            converted: outcome.converted.clone(),
            unconverted: outcome.unconverted.clone(),
            warnings: outcome.findings.iter().filter(|finding| LocatedDiagnostic::counts(finding)).count() as u64,
            replaced_bytes: edits.iter().map(|edit| edit.span.len() as u64).sum(),
            total_bytes: bytes.len() as u64,
            changed_lines: changed_lines(bytes, edits),
            total_lines: memchr::memchr_iter(b'\n', bytes).count() as u64,
            elapsed,
            files: 1,
            changed_files: u64::from(!edits.is_empty()),
        }
    }

    pub(super) fn add(&mut self, other: &Self) {
        other.converted.iter().for_each(|(name, count)| *self.converted.entry(name.clone()).or_default() += count);
        other.unconverted.iter().for_each(|(name, count)| *self.unconverted.entry(name.clone()).or_default() += count);
        self.warnings += other.warnings;
        self.replaced_bytes += other.replaced_bytes;
        self.total_bytes += other.total_bytes;
        self.changed_lines += other.changed_lines;
        self.total_lines += other.total_lines;
        self.elapsed += other.elapsed;
        self.files += other.files;
        self.changed_files += other.changed_files;
    }

    pub(super) fn found_anything(&self) -> bool {
        !self.converted.is_empty() || self.warnings > 0
    }
}

/// Lines that an edit begins in; `edits` are in source order.
fn changed_lines(bytes: &[u8], edits: &[Edit]) -> u64 {
    let (mut line, mut at) = (0, 0);
    let mut lines = BTreeSet::new();
    for edit in edits {
        line += memchr::memchr_iter(b'\n', &bytes[at..edit.span.start]).count();
        at = edit.span.start;
        lines.insert(line);
    }
    lines.len() as u64
}

/// hipify-perl's text, to standard error.
pub(super) fn print_perl(statistics: &Statistics, global: bool) {
    let Statistics { name, converted, warnings, total_lines, .. } = statistics;
    let mut text = format!("\n[HIPIFY] info: file '{name}' statistics:\n");
    item(&mut text, "CONVERTED refs count", sum(converted));
    item(&mut text, "TOTAL lines of code", total_lines);
    item(&mut text, "WARNINGS", warnings);
    text.push_str("[HIPIFY] info: CONVERTED refs by names:\n");
    for (name, count) in converted {
        item(&mut text, &format!("{name} => {}", target(name)), count);
    }
    say(format_args!("{text}{}", if global { "\n" } else { "" }));
}

/// hipify-clang's text and CSV.
pub(super) fn clang_report(all: &[Statistics], text: &mut String, csv: &mut String) {
    for statistics in all {
        file(statistics, text, csv);
    }
    if all.len() > 1 {
        let mut total = Statistics::named("GLOBAL");
        all.iter().for_each(|statistics| total.add(statistics));
        file(&total, text, csv);
        heading(text, csv, "TOTAL statistics:");
        both(text, csv, "CONVERTED files", total.changed_files);
        both(text, csv, "PROCESSED files", total.files);
    }
}

fn file(statistics: &Statistics, text: &mut String, csv: &mut String) {
    let title = format!("file '{}' statistics:", statistics.name);
    heading(text, csv, &title);
    let (converted, unconverted) = (sum(&statistics.converted), sum(&statistics.unconverted));
    both(text, csv, "CONVERTED refs count", converted);
    both(text, csv, "UNCONVERTED refs count", unconverted);
    both(text, csv, "CONVERSION %", percent(converted, converted + unconverted));
    both(text, csv, "REPLACED bytes", statistics.replaced_bytes);
    both(text, csv, "TOTAL bytes", statistics.total_bytes);
    both(text, csv, "CHANGED lines of code", statistics.changed_lines);
    both(text, csv, "TOTAL lines of code", statistics.total_lines);
    both(text, csv, "CODE CHANGED (in bytes) %", percent(statistics.replaced_bytes, statistics.total_bytes));
    both(text, csv, "CODE CHANGED (in lines) %", percent(statistics.changed_lines, statistics.total_lines));
    both(text, csv, "TIME ELAPSED s", format!("{:.2}", statistics.elapsed.as_secs_f64()));
    breakdown(text, csv, "CONVERTED", &statistics.converted);
    breakdown(text, csv, "UNCONVERTED", &statistics.unconverted);
}

fn breakdown(text: &mut String, csv: &mut String, what: &str, names: &Names) {
    if names.is_empty() {
        return;
    }
    let (mut kinds, mut libraries) = (Names::new(), Names::new());
    for (name, count) in names {
        let (kind, library) = place(name);
        *kinds.entry(kind.to_owned()).or_default() += count;
        *libraries.entry(library.to_owned()).or_default() += count;
    }
    for (by, column, counts) in [("type", "type", &kinds), ("API", "API", &libraries), ("names", "name", names)] {
        let ref_word = if by == "API" { "CUDA" } else { "CUDA ref" };
        let _ = writeln!(text, "[HIPIFY] info: {what} refs by {by}:");
        let _ = writeln!(csv, "\n{ref_word} {column};Count");
        counts.iter().for_each(|(name, count)| both(text, csv, name, count));
    }
}

/// TokenKind and library of a name.
fn place(name: &str) -> (&'static str, &'static str) {
    if let Some(symbol) = symbol(name.as_bytes()) {
        return (symbol.kind().word(), symbol.library());
    }
    header(name).map_or(("name", "unknown"), |header| ("include", header.library()))
}

fn target(name: &str) -> &str {
    let of_symbol = symbol(name.as_bytes()).and_then(|symbol| symbol.hip());
    of_symbol.or_else(|| header(name).and_then(|header| header.hip(&Choice::default()))).unwrap_or(name)
}

fn heading(text: &mut String, csv: &mut String, title: &str) {
    let _ = writeln!(text, "\n[HIPIFY] info: {title}");
    let _ = writeln!(csv, "\n{title}");
}

fn both(text: &mut String, csv: &mut String, name: &str, value: impl std::fmt::Display) {
    item(text, name, &value);
    let _ = writeln!(csv, "{name};{value}");
}

fn item(text: &mut String, name: &str, value: impl std::fmt::Display) {
    let _ = writeln!(text, "  {name}: {value}");
}

fn sum(names: &Names) -> u64 {
    names.values().sum()
}

/// To one decimal; 0 of 0 is 0.
fn percent(part: u64, whole: u64) -> String {
    if whole == 0 { "0.0".to_owned() } else { format!("{:.1}", part as f64 * 100.0 / whole as f64) }
}
