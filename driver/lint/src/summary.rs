//! The end of a run, for people, on standard error.

use crate::plan::Task;
use crate::report::{Counts, Report};
use hipify_tree::say::say_line;

pub(crate) fn print(report: &Report<'_>) {
    for note in &report.notes {
        say_line(format_args!("note: {note}"));
    }
    for failure in report.files.iter().filter_map(|file| file.failure.as_ref()) {
        say_line(format_args!("error: {}", failure.message));
        if let Some(help) = &failure.help {
            say_line(format_args!("  help: {help}"));
        }
    }
    let counts = report.counts();
    say_line(format_args!(
        "{}, {}, {}{} in {}{}",
        counted(counts.errors, "error"),
        counted(counts.warnings, "warning"),
        counted(counts.notes, "note"),
        if counts.notes > 0 && !report.plan.voice.verbose { " (--verbose shows notes)" } else { "" },
        counted(counts.files, "file"),
        beside(&counts)
    ));
    if let Some(line) = fixes(report, &counts) {
        say_line(line);
    }
    if report.plan.voice.verbose && counts.bytes > 0 {
        let seconds = report.elapsed.as_secs_f64().max(1e-6);
        say_line(format_args!("{seconds:.3} s, {:.1} MB/s", counts.bytes as f64 / 1e6 / seconds));
    }
}

fn beside(counts: &Counts) -> String {
    let parts = [
        (counts.allowed, "allowed by comments"),
        (counts.known, "known to the baseline"),
        (counts.ignored, "paths left out by ignore rules"),
        (counts.failed, "failed"),
    ];
    parts.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("; {count} {what}")).collect()
}

fn fixes(report: &Report<'_>, counts: &Counts) -> Option<String> {
    match report.plan.task {
        Task::Fix => return Some(format!("{} fixed", counted(counts.fixed, "finding"))),
        Task::Diff => return Some(format!("{} would be fixed", counted(counts.fixed, "finding"))),
        Task::AddAllow => {
            let files = report.files.iter().filter(|file| file.changed).count() as u64;
            return Some(format!("comments added to {}", counted(files, "file")));
        }
        Task::Report => {}
    }
    match (counts.fixable, counts.fixable_unsafe) {
        (0, 0) => None,
        (safe, 0) => Some(format!("{safe} fixable with --fix")),
        (0, more) => Some(format!("{more} fixable with --fix --unsafe-fixes")),
        (safe, more) => Some(format!("{safe} fixable with --fix, {more} more with --unsafe-fixes")),
    }
}

fn counted(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
