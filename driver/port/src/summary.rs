//! The end of a run, for people: what was done, what is left and where.

use crate::plan::{Plan, Sink};
use crate::run::Run;
use hipify_diagnostics::Level;
use hipify_engine::outcome::{Outcome, Status};
use hipify_tree::say::named;
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write};

/// Names that are listed without `--verbose`.
const NAMES: usize = 20;
/// Places that are listed for a name.
const PLACES: usize = 3;

/// The counts of a run.
#[derive(Debug, Default, PartialEq, Serialize)]
pub(crate) struct Counts {
    pub(crate) files: u64,
    pub(crate) sources: u64,
    pub(crate) changed: u64,
    pub(crate) copied: u64,
    /// Taken over from the run before.
    pub(crate) reused: u64,
    pub(crate) ignored: u64,
    pub(crate) failed: u64,
    pub(crate) bytes: u64,
    pub(crate) edits: u64,
    pub(crate) names_converted: u64,
    pub(crate) names_left: u64,
    pub(crate) launches: u64,
    pub(crate) errors: u64,
    pub(crate) warnings: u64,
    pub(crate) notes: u64,
}

/// A name left in the code.
#[derive(Debug, Default, PartialEq, Serialize)]
pub(crate) struct Left {
    pub(crate) count: u64,
    /// The first places, as `path:line:column`; only the path where no finding names it.
    pub(crate) places: Vec<String>,
}

impl Counts {
    pub(crate) fn of(run: &Run) -> Self {
        let mut counts = Self { files: run.outcomes.len() as u64, ignored: run.ignored.len() as u64, ..Self::default() };
        for outcome in &run.outcomes {
            counts.add(outcome);
        }
        counts
    }

    fn add(&mut self, outcome: &Outcome) {
        let one = |yes: bool| u64::from(yes);
        self.sources += one(outcome.is_source());
        self.changed += one(outcome.status == Status::Changed);
        self.copied += one(outcome.status == Status::Copied);
        self.failed += one(outcome.status == Status::Failed);
        self.reused += one(outcome.reused);
        self.bytes += outcome.bytes;
        self.edits += u64::from(outcome.edits);
        self.names_converted += outcome.converted.values().sum::<u64>();
        self.names_left += outcome.unconverted.values().sum::<u64>();
        self.launches += outcome.launches;
        for finding in &outcome.findings {
            match finding.level {
                Level::Error => self.errors += 1,
                Level::Warning => self.warnings += 1,
                Level::Note => self.notes += 1,
            }
        }
    }
}

/// Names left, with their first places.
pub(crate) fn names_left(run: &Run) -> BTreeMap<&str, Left> {
    let mut names: BTreeMap<&str, Left> = BTreeMap::new();
    for outcome in run.outcomes.iter().filter(|outcome| !outcome.unconverted.is_empty()) {
        let mut places: HashMap<&str, Vec<String>> = HashMap::new();
        for finding in &outcome.findings {
            let places = places.entry(first_quoted(&finding.message)).or_default();
            if places.len() < PLACES {
                places.push(format!("{}:{}:{}", outcome.path, finding.line, finding.column));
            }
        }
        for (name, count) in &outcome.unconverted {
            let left = names.entry(name).or_default();
            left.count += count;
            let here = places.remove(name.as_str()).unwrap_or_else(|| vec![outcome.path.clone()]);
            left.places.extend(here.into_iter().take(PLACES - left.places.len()));
        }
    }
    names
}

/// The first name in backticks; the empty text when there is none.
fn first_quoted(message: &str) -> &str {
    message.split('`').nth(1).unwrap_or("")
}

/// Prints the summary; `held_back` findings were not printed.
pub(crate) fn print(out: &mut dyn Write, plan: &Plan, run: &Run, held_back: usize) -> io::Result<()> {
    failures(out, run)?;
    if plan.printing.quiet {
        return Ok(());
    }
    for note in &run.notes {
        writeln!(out, "note: {note}")?;
    }
    let counts = Counts::of(run);
    if held_back > 0 {
        writeln!(out, "{held_back} more findings are not shown; --verbose or --output-format concise shows them\n")?;
    }
    left(out, plan, run)?;
    line(out, plan, &counts, &run.ignored)?;
    work(out, plan, &counts)?;
    speed(out, run, &counts)?;
    closing(out, plan, &counts)
}

fn failures(out: &mut dyn Write, run: &Run) -> io::Result<()> {
    for failure in run.outcomes.iter().filter_map(|outcome| outcome.failure.as_ref()) {
        writeln!(out, "error: {}", failure.message)?;
        if let Some(help) = &failure.help {
            writeln!(out, "  help: {help}")?;
        }
    }
    Ok(())
}

fn left(out: &mut dyn Write, plan: &Plan, run: &Run) -> io::Result<()> {
    let names = names_left(run);
    if names.is_empty() {
        return Ok(());
    }
    let mut names: Vec<(&str, Left)> = names.into_iter().collect();
    names.sort_by_key(|(name, left)| (std::cmp::Reverse(left.count), *name));
    writeln!(out, "CUDA names left, by number:")?;
    let shown = if plan.printing.verbose { names.len() } else { NAMES };
    for (name, left) in names.iter().take(shown) {
        writeln!(out, "{:>6}  {name}  {}", left.count, left.places.join(" "))?;
    }
    if names.len() > shown {
        writeln!(out, "        and {} more names; --verbose or --report FILE lists them", names.len() - shown)?;
    }
    writeln!(out)
}

fn line(out: &mut dyn Write, plan: &Plan, counts: &Counts, ignored: &[String]) -> io::Result<()> {
    let changed = match plan.sink {
        Sink::Mirror(_) | Sink::File(_) | Sink::InPlace { .. } => "changed",
        Sink::Check { .. } | Sink::Diff | Sink::Stdout => "would change",
    };
    let Counts { files, sources, changed: number, .. } = counts;
    write!(out, "{}, {}, {number} {changed}", counted(*files, "file"), counted(*sources, "source"))?;
    let parts = [(counts.copied, "copied"), (counts.reused, "unchanged since the last run"), (counts.failed, "failed")];
    for (count, what) in parts.into_iter().filter(|(count, _)| *count > 0) {
        write!(out, ", {count} {what}")?;
    }
    if let Some(said) = left_out(ignored) {
        write!(out, ", {said}")?;
    }
    writeln!(out)
}

/// How many paths ignore rules leave out, and the first of them; nothing where they leave out none.
pub fn left_out(paths: &[String]) -> Option<String> {
    let s = if paths.len() == 1 { "" } else { "s" };
    named(paths).map(|names| format!("{} path{s} left out by ignore rules: {names}", paths.len()))
}

fn work(out: &mut dyn Write, plan: &Plan, counts: &Counts) -> io::Result<()> {
    let Counts { edits, names_converted, launches, names_left, errors, warnings, notes, .. } = counts;
    let converted = counted(*names_converted, "name");
    writeln!(out, "{}: {converted} converted, {names_left} left; {}", counted(*edits, "edit"), counted(*launches, "launch"))?;
    let hint = if *notes > 0 && !plan.printing.verbose { " (--verbose shows notes)" } else { "" };
    let notes = counted(*notes, "note");
    writeln!(out, "{}, {}, {notes}{hint}", counted(*errors, "error"), counted(*warnings, "warning"))
}

fn counted(count: u64, what: &str) -> String {
    let ending = match (count, what.ends_with("ch")) {
        (1, _) => "",
        (_, true) => "es",
        _ => "s",
    };
    format!("{count} {what}{ending}")
}

/// Nothing where no file was worked on.
fn speed(out: &mut dyn Write, run: &Run, counts: &Counts) -> io::Result<()> {
    if run.outcomes.iter().all(|outcome| outcome.reused || outcome.status == Status::Failed) {
        return Ok(());
    }
    let seconds = run.elapsed.as_secs_f64().max(1e-6);
    let (files, megabytes) = (counts.files as f64 / seconds, counts.bytes as f64 / 1e6 / seconds);
    writeln!(out, "{seconds:.3} s, {files:.0} files/s, {megabytes:.1} MB/s")
}

fn closing(out: &mut dyn Write, plan: &Plan, counts: &Counts) -> io::Result<()> {
    match &plan.sink {
        Sink::Mirror(output) | Sink::File(output) => writeln!(out, "written to `{}`", output.display()),
        Sink::Check { asked: false } if counts.changed > 0 => {
            writeln!(
                out,
                "nothing was written: -o DIR writes a ported copy, --in-place replaces the files, --diff shows the changes"
            )
        }
        _ => Ok(()),
    }
}
