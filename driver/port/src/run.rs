//! `port`: scan, port every file in parallel, settle what only the whole tree can tell, report.

use crate::generated;
use crate::in_place;
use crate::mirror::Mirror;
use crate::plan::{Plan, Sink};
use crate::single_source;
use crate::stream;
use crate::support::{self, Support};
use hipify_diagnostics::Language;
use hipify_engine::content::{self, name_to_read};
use hipify_engine::fortran::Fortran;
use hipify_engine::located_diagnostic::LocatedDiagnostic;
use hipify_engine::one_file::port_bytes;
use hipify_engine::outcome::{Outcome, Status};
use hipify_engine::pool::{in_pool, largest_first};
use hipify_engine::resolve::{resolve, resolve_files};
use hipify_engine::tree::Tree;
use hipify_error::Error;
use hipify_tree::read::with_bytes;
use hipify_tree::say::named;
use hipify_tree::scan::{Failure, FoundFile, Scan, scan};
use hipify_tree::write;
use std::path::Path;
use std::time::{Duration, Instant};

/// Why a file of a name that says nothing is refused.
pub(crate) const NOTHING_TO_PORT: &str = "neither its name nor its content says that it is CUDA: not ported";

/// A finished run.
pub struct Run {
    /// Ordered by path in the tree; failures of the scan last.
    pub outcomes: Vec<Outcome>,
    /// Paths that ignore rules leave out, as the user would type them.
    pub ignored: Vec<String>,
    pub(crate) notes: Vec<String>,
    pub(crate) elapsed: Duration,
}

/// Ports the plan's roots. Failures of single files are outcomes; an error means that nothing could be done.
pub fn run(plan: &Plan) -> Result<Run, Error> {
    let begun = Instant::now();
    let mut scan = scan(&plan.selection())?;
    by_content(plan, &mut scan)?;
    note_links(&mut scan);
    let mut support = Support::take(plan, &mut scan);
    let mut tree = Tree::new(scan.entries.iter().map(FoundFile::slashed));
    tree.fortran = in_pool(plan.jobs, || Fortran::read(&scan.entries, &plan.engine))?;
    let plan = &support.settled(plan, &tree, &scan.entries)?;
    let mut outcomes = in_pool(plan.jobs, || carry_out(plan, &tree, &mut scan))??;
    support.add(plan, &scan.entries, &outcomes);
    scan.notes.extend(support::note(plan, &outcomes));
    outcomes.extend(generated::put(plan, &tree.fortran, &scan.entries)?);
    outcomes.extend(std::mem::take(&mut scan.failures).into_iter().map(Outcome::from));
    outcomes.extend(support.write(plan));
    if plan.engine.options.single_source {
        outcomes.extend(single_source::write(plan, &outcomes)?);
    }
    if plan.roots.iter().any(|root| root.is_dir()) {
        resolve(&mut outcomes);
    } else {
        in_pool(1, || resolve_files(&mut outcomes, &plan.engine))?;
    }
    Ok(Run { outcomes, ignored: scan.ignored, notes: scan.notes, elapsed: begun.elapsed() })
}

/// Files that were named are read as what is in them, where their names do not say, or refused; those of a tree that hold CUDA's names
/// and are left are named.
fn by_content(plan: &Plan, scan: &mut Scan) -> Result<(), Error> {
    let (mut entries, mut failures) = (Vec::new(), Vec::new());
    for mut entry in std::mem::take(&mut scan.entries) {
        match plan.roots.contains(&entry.path).then(|| read_as(&mut entry)) {
            Some(Err(error)) => failures.push(Failure { path: entry.shown(), error }),
            _ => entries.push(entry),
        }
    }
    (scan.entries, scan.failures) = (entries, failures.into_iter().chain(std::mem::take(&mut scan.failures)).collect());
    let left = in_pool(plan.jobs, || content::unported(&scan.entries))?;
    let all = || left.iter().map(|path| format!("`{path}`")).collect::<Vec<_>>().join(", ");
    let names = named(&left).map(|first| if plan.printing.verbose { all() } else { first });
    scan.notes.extend(names.map(|names| {
        let (hold, are) = if left.len() == 1 { ("file holds", "is") } else { ("files hold", "are") };
        format!("{} {hold} CUDA names and {are} not ported: {names}; name a file to port it by its content", left.len())
    }));
    Ok(())
}

fn read_as(entry: &mut FoundFile) -> Result<(), Error> {
    if Language::of(&entry.slashed()) != Language::Other {
        return Ok(());
    }
    let name = with_bytes(entry, |bytes| name_to_read(&entry.slashed(), bytes))?;
    let remedy = "name CUDA C++, CUDA Fortran and build files";
    entry.read_as = Some(name.ok_or_else(|| Error::path(&entry.path, NOTHING_TO_PORT, remedy))?.into());
    Ok(())
}

fn carry_out(plan: &Plan, tree: &Tree, scan: &mut Scan) -> Result<Vec<Outcome>, Error> {
    match &plan.sink {
        Sink::Mirror(output) => {
            let mirror = Mirror::open(plan, tree, output, scan)?;
            mirror.run(scan, |entries, work| in_parallel(plan, entries, work))
        }
        Sink::File(output) => Ok(in_parallel(plan, &scan.entries, &|_, entry| to_file(plan, tree, entry, output))),
        Sink::InPlace { backup } => {
            keep_sources(scan);
            Ok(in_parallel(plan, &scan.entries, &|_, entry| in_place::port(plan, tree, entry, backup.as_deref())))
        }
        Sink::Check { .. } => {
            keep_sources(scan);
            Ok(in_parallel(plan, &scan.entries, &|_, entry| check(plan, tree, entry)))
        }
        Sink::Diff | Sink::Stdout => {
            keep_sources(scan);
            stream::run(plan, tree, &scan.entries)
        }
    }
}

/// Without a mirror only sources matter. Links are left alone: what they lead to is in the tree itself, or not ours.
fn keep_sources(scan: &mut Scan) {
    scan.entries.retain(|entry| entry.link_root.is_none() && Language::of(&entry.slashed()) != Language::Other);
}

/// Names links whose sources are not the tree's.
fn note_links(scan: &mut Scan) {
    for entry in &scan.entries {
        scan.notes
            .extend(leads_to(entry).map(|what| format!("`{}` links to {what} outside the tree: not ported", entry.shown())));
    }
}

/// What a link leads to outside of its tree that could hold sources.
fn leads_to(entry: &FoundFile) -> Option<&'static str> {
    let root = entry.link_root.as_ref()?;
    let real = hipify_tree::platform::real(&entry.path).ok().filter(|real| !real.starts_with(root))?;
    if real.is_dir() {
        return Some("a folder");
    }
    (Language::of(&entry.slashed()) != Language::Other).then_some("a source")
}

fn in_parallel(plan: &Plan, entries: &[FoundFile], work: &(dyn Fn(usize, &FoundFile) -> Outcome + Sync)) -> Vec<Outcome> {
    largest_first(entries, plan.printing.progress, work)
}

fn check(plan: &Plan, tree: &Tree, entry: &FoundFile) -> Outcome {
    let ported = with_bytes(entry, |bytes| port_bytes(&entry.slashed(), entry.shown(), bytes, tree, &plan.engine).outcome);
    ported.unwrap_or_else(|error| Outcome::failed(entry.shown(), error))
}

fn to_file(plan: &Plan, tree: &Tree, entry: &FoundFile, output: &Path) -> Outcome {
    let written = with_bytes(entry, |bytes| {
        let done = port_bytes(&entry.slashed(), entry.shown(), bytes, tree, &plan.engine);
        write::write(output, entry.mode, done.text.as_deref().unwrap_or(bytes))?;
        Ok(done.outcome)
    });
    written.and_then(|done| done).unwrap_or_else(|error| Outcome::failed(entry.shown(), error))
}

impl Run {
    /// 2 after a failure, 1 when something was left unconverted (or, where nothing is written, would change), else 0.
    pub(crate) fn exit_code(&self, sink: &Sink) -> u8 {
        let any = |test: fn(&Outcome) -> bool| self.outcomes.iter().any(test);
        let failed = any(|outcome| outcome.failure.is_some());
        let left = any(|outcome| outcome.findings.iter().any(LocatedDiagnostic::counts));
        let would_change = matches!(sink, Sink::Check { .. } | Sink::Diff) && any(|outcome| outcome.status == Status::Changed);
        if failed { 2 } else { u8::from(left || would_change) }
    }
}
