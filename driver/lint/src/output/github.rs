//! Findings as workflow commands of GitHub Actions, which shows them at their lines, and the summary of the job.

use crate::finding::Finding;
use crate::report::Report;
use crate::statistics;
use hipify_diagnostics::Level;
use hipify_error::Error;
use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::Path;

/// Findings listed in a job summary, which may have 1 MiB (GitHub's documentation of workflow commands).
const LISTED: usize = 200;

/// One command a finding, errors first: GitHub shows ten of each level a step.
pub(super) fn annotations(report: &Report<'_>) -> Vec<u8> {
    let mut all: Vec<_> = report.open().collect();
    all.sort_by_key(|(_, found)| std::cmp::Reverse(found.diagnostic.level));
    let mut out = String::new();
    for (file, found) in all {
        let word = match found.diagnostic.level {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Note => "notice",
        };
        let _ = writeln!(
            out,
            "::{word} {}::{}",
            properties(&hipify_report::path::relative(&file.path), found),
            data(&message(found))
        );
    }
    out.into_bytes()
}

fn properties(path: &str, found: &Finding) -> String {
    let (start, end) = (found.start, found.end);
    let title = format!("{} {}", found.diagnostic.code, found.diagnostic.name);
    let mut text = format!("file={},line={},endLine={}", property(path), start.line, end.line);
    // Columns of a finding over several lines are not taken.
    if start.line == end.line {
        let _ = write!(text, ",col={},endColumn={}", start.column, end.column);
    }
    let _ = write!(text, ",title={}", property(&title));
    text
}

fn message(found: &Finding) -> String {
    match &found.diagnostic.help {
        Some(help) => format!("{}\nhelp: {help}", found.diagnostic.message),
        None => found.diagnostic.message.clone(),
    }
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

/// Appends Markdown to the file that GitHub names for it, if it does.
pub(super) fn job_summary(report: &Report<'_>) -> Result<(), Error> {
    let Some(path) = std::env::var_os("GITHUB_STEP_SUMMARY").filter(|path| !path.is_empty()) else { return Ok(()) };
    let path = Path::new(&path);
    let file = OpenOptions::new().create(true).append(true).open(path);
    file.and_then(|mut file| file.write_all(summary(report).as_bytes())).map_err(Error::io("write the job summary", path))
}

fn summary(report: &Report<'_>) -> String {
    let counts = report.counts();
    let mut out = format!(
        "## hipify-rs lint\n\n{} errors, {} warnings, {} notes in {} files\n\n",
        counts.errors, counts.warnings, counts.notes, counts.files
    );
    let rows = statistics::by_rule(report);
    if rows.is_empty() {
        return out;
    }
    out.push_str("| lint | level | findings | fixable |\n|---|---|---:|---:|\n");
    for row in &rows {
        let _ = writeln!(out, "| {} `{}` | {} | {} | {} |", row.code, row.name, row.level.word(), row.count, row.fixable);
    }
    let _ = writeln!(out, "\n<details><summary>Places</summary>\n");
    for (file, found) in report.open().take(LISTED) {
        let place = format!("{}:{}", hipify_report::path::relative(&file.path), found.start.line);
        let _ = writeln!(out, "- `{}` {} {}", place.replace('`', "'"), found.code(), markdown(&found.diagnostic.message));
    }
    let total = report.open().count();
    if total > LISTED {
        let _ = writeln!(out, "- and {} more", total - LISTED);
    }
    out.push_str("\n</details>\n");
    out
}

/// Text that stays within its line and is no HTML.
fn markdown(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_end_a_command_is_escaped() {
        assert_eq!(data("100%\r\nx"), "100%25%0D%0Ax");
        assert_eq!(property("a:b,c"), "a%3Ab%2Cc");
    }
}
