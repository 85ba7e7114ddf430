//! Diagnostics of compilers and linkers, each shown once, at the place in the original source, with what to do about it.

pub(crate) mod causes;
mod clang_format;
mod locate;
mod read;
mod resources;

pub(crate) use read::{Raw, read as messages};

use read::At;

pub(crate) use clang_format::is_wanted as has_clangs_format;

use crate::fortran::Originals;
use crate::ported::PortedTree;
use anstream::{AutoStream, ColorChoice};
use causes::{Cause, explain};
use hipify_diagnostics::Level;
use hipify_engine::located_diagnostic::LocatedDiagnostic;
use hipify_engine::render::{explained, renderer};
use hipify_inspect::demangle;
use locate::Locations;
use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::io::{self, Write};

/// What makes clang's messages easy to read back; excerpts are taken from the originals instead.
pub(crate) const DIAGNOSTIC_FLAGS: [&str; 3] =
    ["-fno-caret-diagnostics", "-fdiagnostics-print-source-range-info", "-fno-color-diagnostics"];

/// Warnings of one option that are shown without `--verbose`; the rest are counted.
const MOST_WARNINGS: usize = 5;

/// A message, ready to be shown.
struct CompilerMessage {
    path: String,
    finding: LocatedDiagnostic,
    /// Places and remarks that explain it; remarks have an empty path.
    notes: Vec<(String, LocatedDiagnostic)>,
    /// The warning's option.
    flag: Option<String>,
    /// What was compiled: target ids and `host`.
    labels: Vec<String>,
}

/// What makes two messages one: the same is said for each target and for the host.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    path: String,
    line: usize,
    column: usize,
    level: Level,
    text: String,
}

/// All diagnostics of the steps of a build.
pub(crate) struct CompilerDiagnostics<'a> {
    tree: &'a PortedTree,
    locations: Locations<'a>,
    messages: Vec<CompilerMessage>,
    known: HashMap<Key, usize>,
    verbatim: Vec<String>,
    /// What kernels use, where that was asked for.
    resources: Vec<resources::Usage>,
    /// What was compiled at all.
    labels: BTreeSet<String>,
    /// Whether the headers of the host pass are the bundled runtime's.
    bundled: bool,
}

/// Messages of each level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) errors: usize,
    pub(crate) warnings: usize,
}

impl<'a> CompilerDiagnostics<'a> {
    pub(crate) fn new(tree: &'a PortedTree) -> Self {
        let locations = Locations::new(tree);
        Self {
            tree,
            locations,
            messages: Vec::new(),
            known: HashMap::new(),
            verbatim: Vec::new(),
            resources: Vec::new(),
            labels: BTreeSet::new(),
            bundled: false,
        }
    }

    /// Names that headers lack are explained by those of the bundled runtime, where the host pass reads these.
    pub(crate) fn with_bundled_headers(mut self, bundled: bool) -> Self {
        self.bundled = bundled;
        self
    }

    /// Messages about Fortran's text and kernels are shown where `originals` leads.
    pub(crate) fn about_fortran(mut self, originals: Option<&'a Originals>) -> Self {
        self.locations.fortran = originals;
        self
    }

    /// Takes standard error of one step; `label` is its target id, `host`, or empty for steps that are neither. Silent steps
    /// count too: what is said for all targets is said without naming them.
    pub(crate) fn add(&mut self, label: &str, stderr: &[u8]) {
        if !label.is_empty() {
            self.labels.insert(label.to_owned());
        }
        let text = String::from_utf8_lossy(stderr);
        let scratch = self.tree.scratch().to_string_lossy();
        let (text, usages) = resources::taken(&text.replace(&*scratch, ""), label);
        self.resources.extend(usages);
        let read = read::read(&text);
        let fails = |message: &&Raw| message.level == Level::Error && !is_echo(message);
        let has_cause = read.messages.iter().any(|message| fails(&message));
        for raw in read.messages {
            if !(has_cause && is_echo(&raw)) {
                self.push(label, raw);
            }
        }
        self.verbatim.extend(read.verbatim);
    }

    pub(crate) fn counts(&self) -> Counts {
        let of = |level| self.messages.iter().filter(|message| message.finding.level == level).count();
        Counts { errors: of(Level::Error), warnings: of(Level::Warning) }
    }

    /// Shows all on standard error, in colours where that is a terminal. A closed standard error is no reason to fail.
    pub(crate) fn show(&self, verbose: bool) {
        let mut out = AutoStream::auto(io::stderr().lock());
        let colored = out.current_choice() != ColorChoice::Never;
        let _ = self.print(&mut out, colored, verbose).and_then(|()| out.flush());
    }

    fn print(&self, out: &mut dyn Write, colored: bool, verbose: bool) -> io::Result<()> {
        let renderer = renderer(colored);
        let mut shown: HashMap<&str, usize> = HashMap::new();
        let mut held_back = 0;
        for message in &self.messages {
            if let Some(flag) = message.flag.as_deref().filter(|_| message.finding.level == Level::Warning && !verbose) {
                let count = shown.entry(flag).or_default();
                *count += 1;
                if *count > MOST_WARNINGS {
                    held_back += 1;
                    continue;
                }
            }
            let mut notes = message.notes.clone();
            if message.labels.len() < self.labels.len() {
                notes.extend(made_for(&message.labels).map(|text| locate::remark(Level::Note, text)));
            }
            writeln!(out, "{}\n", explained(&renderer, &message.path, &message.finding, &notes))?;
        }
        self.print_unplaced(out)?;
        if held_back > 0 {
            writeln!(out, "{held_back} more warnings like these: --verbose shows them")?;
        }
        match self.counts() {
            Counts { errors: 0, .. } => Ok(()),
            Counts { errors, warnings: 0 } => writeln!(out, "{}", counted(errors, "error")),
            Counts { errors, warnings } => writeln!(out, "{}, {}", counted(errors, "error"), counted(warnings, "warning")),
        }
    }

    /// What is about no place in a source.
    fn print_unplaced(&self, out: &mut dyn Write) -> io::Result<()> {
        self.resources.iter().try_for_each(|usage| writeln!(out, "{}", usage.line()))?;
        self.verbatim.iter().try_for_each(|line| writeln!(out, "{line}"))
    }

    fn push(&mut self, label: &str, mut raw: Raw) {
        raw.text = with_names(&raw.text).into_owned();
        let cause = explain(&raw, self.bundled);
        self.put_user_first(&mut raw);
        let (path, mut finding) = self.locations.place(raw.at.as_ref(), raw.level, raw.text.clone());
        let (line, column) = (finding.line, finding.column);
        let key = Key { path: path.clone(), line, column, level: raw.level, text: raw.text.clone() };
        if let Some(&number) = self.known.get(&key) {
            let labels = &mut self.messages[number].labels;
            if !label.is_empty() && !labels.iter().any(|known| known == label) {
                labels.push(label.to_owned());
            }
            return;
        }
        if let Some(flag) = &raw.flag {
            finding.message = format!("{} [{flag}]", raw.text);
        }
        if let Some(Cause { code, help }) = cause {
            finding.code = Cow::Borrowed(code);
            finding.help = Some(help);
        }
        let labels = if label.is_empty() { Vec::new() } else { vec![label.to_owned()] };
        let notes = self.notes(&raw, &path);
        self.known.insert(key, self.messages.len());
        self.messages.push(CompilerMessage { path, finding, notes, flag: raw.flag, labels });
    }

    /// An error inside a system header that user code led to is shown where the user's code stands.
    fn put_user_first(&self, raw: &mut Raw) {
        let is_users = |at: &Option<At>| at.as_ref().is_some_and(|at| self.locations.is_ported(&at.path));
        if raw.at.is_none() || is_users(&raw.at) {
            return;
        }
        if let Some(note) = raw.notes.iter_mut().find(|note| note.text.ends_with("requested here") && is_users(&note.at)) {
            std::mem::swap(&mut raw.at, &mut note.at);
            note.text = "the message is about this line".to_owned();
            raw.from.clear();
        }
    }

    fn notes(&mut self, raw: &Raw, path: &str) -> Vec<(String, LocatedDiagnostic)> {
        let mut notes: Vec<(String, LocatedDiagnostic)> =
            raw.more.iter().map(|line| locate::remark(Level::Note, line.clone())).collect();
        for note in &raw.notes {
            let text = with_names(&note.text).into_owned();
            match &note.at {
                // Text that exists only inside the preprocessor.
                Some(at) if at.path == "<scratch space>" => continue,
                Some(at) if at.path.starts_with('<') => notes.push(locate::remark(Level::Note, format!("{}: {text}", at.path))),
                at => notes.push(self.locations.place(at.as_ref(), Level::Note, text)),
            }
            notes.extend(note.more.iter().map(|line| locate::remark(Level::Note, line.clone())));
        }
        let from = raw.from.iter().rev().map(String::as_str).collect::<Vec<_>>();
        if !from.is_empty() && !path.is_empty() {
            notes.push(locate::remark(Level::Note, format!("included from {}", from.join(", from "))));
        }
        notes
    }
}

/// Shows findings of ours on standard error, in the same options.
pub(crate) fn show(findings: &[(String, LocatedDiagnostic)]) {
    let mut out = AutoStream::auto(io::stderr().lock());
    let renderer = renderer(out.current_choice() != ColorChoice::Never);
    for (path, finding) in findings {
        // A closed standard error is no reason to fail.
        let _ = writeln!(out, "{}\n", explained(&renderer, path, finding, &[]));
    }
}

/// `clang++-19: error: linker command failed with exit code 1 (use -v to see invocation)` repeats what another message says.
fn is_echo(raw: &Raw) -> bool {
    raw.at.is_none() && raw.text.contains("command failed with exit code")
        || raw.text.starts_with("ld returned ")
        || is_echo_of_flang(raw)
}

/// `error: Semantic errors in a.f90` goes in front of the errors themselves.
fn is_echo_of_flang(raw: &Raw) -> bool {
    let echoes = ["Semantic errors in ", "Could not scan ", "Could not parse "];
    raw.at.is_none() && echoes.iter().any(|echo| raw.text.starts_with(echo))
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn made_for(labels: &[String]) -> Option<String> {
    match labels {
        [] => None,
        [only] if only == "host" => None,
        [only] => Some(format!("compiling for {only}")),
        [first, rest @ ..] => Some(format!("compiling for {first} (also for {})", rest.join(", "))),
    }
}

/// The text with mangled names as the source has them.
fn with_names(text: &str) -> Cow<'_, str> {
    if !text.contains("_Z") {
        return Cow::Borrowed(text);
    }
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '$' | '.');
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find("_Z") {
        let (before, name) = rest.split_at(start);
        let end = name.find(|letter| !is_name(letter)).unwrap_or(name.len());
        out.push_str(before);
        let inside = before.ends_with(is_name);
        let known = if inside { None } else { demangle(&name[..end]) };
        out.push_str(known.as_deref().unwrap_or(&name[..end]));
        rest = &name[end..];
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// The messages in what a step printed.
#[cfg(test)]
pub(crate) fn read_messages(text: &str) -> Vec<Raw> {
    read::read(text).messages
}

#[cfg(test)]
mod tests;
