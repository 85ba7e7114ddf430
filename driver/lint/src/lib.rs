//! The command `lint`: configuration, selection, suppressions, baseline and outputs around the lints, which the crate `hipify-lint`
//! finds in one file.
//!
//! ```text
//! command line, hipify.toml -> Plan -> scan -> (one file at a time) look -> judge -> fix -> settle -> Report -> outputs
//! ```
//!
//! | module | what it does |
//! |---|---|
//! | `options`, `config`, `plan` | what was typed and what `hipify.toml` says: which lints count where, as what, and what becomes of findings |
//! | `rule`, `select`, `globs`, `level` | the lints, the codes of a run and the user's rules as one catalogue; which are on, where, at which level |
//! | `look`, `file` | the bytes of a file to findings with places and fixes; its new text, or a patch |
//! | `finding`, `place`, `function` | a finding free of the file's bytes; its lines and columns; the function that it is in |
//! | `custom` | the user's rules: names, headers and patterns of tokens, and the tests of them |
//! | `fortran` | what the port of a tree's Fortran files reports, all of them seen together |
//! | `allow`, `judge`, `changed` | comments, the selection and git's changed lines: which findings count |
//! | `fix`, `add_allow` | fixes, until none is left; suppression comments written |
//! | `settle`, `baseline` | names that other files declare, known findings, entries and rules that are idle |
//! | `report`, `format`, `output` | a finished run as text, JSON, SARIF, GitHub, GitLab, JUnit, HTML |
//! | `statistics`, `summary` | numbers of findings by lint, the list of lints; the end of a run |
//! | `explain` | the command `explain`: manual pages of lints and of faults of compilers |

#![warn(missing_docs)]

mod add_allow;
mod allow;
mod baseline;
mod changed;
mod config;
mod custom;
mod explain;
mod file;
mod finding;
mod fix;
mod format;
mod fortran;
mod function;
mod globs;
mod judge;
mod level;
mod look;
mod options;
mod output;
mod place;
mod plan;
mod report;
mod rule;
mod select;
mod settle;
mod statistics;
mod summary;

pub use add_allow::edits as add_allow;
pub use config::{Allowed, CheckConfig, Config};
pub use custom::OneOrMany;
pub use explain::explain;
pub use finding::{Finding, LocatedFix};
pub use globs::Glob;
pub use options::{FailOn, LintOptions};
pub use place::{Lines, SourcePosition};
pub use plan::Plan;

use crate::changed::Changed;
use crate::file::{Looked, Work};
use crate::fortran::Fortran;
use crate::plan::{Task, configuration};
use crate::report::Report;
use hipify_engine::pool::{in_pool, largest_first};
use hipify_error::Error;
use hipify_lint::{Headers, is_read};
use hipify_syntax::Tree;
use hipify_tree::say::{print, say_line};
use hipify_tree::scan::{FoundFile, Scan, Selection, scan};
use std::collections::HashMap;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Runs what the command line asks for and says the exit code.
pub fn run(options: &LintOptions) -> Result<u8, Error> {
    if options.schema {
        return print(config::schema().as_bytes()).map(|()| 0);
    }
    let config = configuration(options)?;
    if options.test_rules {
        return Ok(test_rules(&config.rules));
    }
    let plan = Plan::new(options, config)?;
    if options.list_rules {
        return print(&statistics::rules(&plan.rules, options.json)).map(|()| 0);
    }
    let report = lint(&plan, &options.files.stdin_filename)?;
    output::write(&report)?;
    if !plan.voice.quiet {
        summary::print(&report);
    }
    Ok(report.exit_code())
}

/// The open findings of one file that an editor shows; `relative` is its path in `tree`, whose folder is `root`.
pub fn one_file(plan: &Plan, tree: &Tree, root: &Path, relative: &str, bytes: &[u8]) -> Vec<Finding> {
    let path = &root.join(relative);
    let headers = Headers::new(|header| fs::read(root.join(header)).ok());
    let fortran = Fortran::alone(plan.options.port.choice);
    let look = plan.look(tree, &headers, &fortran);
    let work = Work { plan, look, changed: None };
    let (looked, _) = work.bytes(relative, relative.to_owned(), path, bytes);
    let mut found = settle::alone(&work, looked);
    found.retain(Finding::is_open);
    found
}

fn test_rules(rules: &[custom::CustomRule]) -> u8 {
    let (passed, failures) = custom::run_tests(rules);
    for failure in &failures {
        say_line(format_args!("error: {failure}"));
    }
    say_line(format_args!("{} rules, {passed} tests passed, {} failed", rules.len(), failures.len()));
    u8::from(!failures.is_empty())
}

fn lint<'a>(plan: &'a Plan, stdin_name: &str) -> Result<Report<'a>, Error> {
    let begun = Instant::now();
    let from_stdin = plan.roots.iter().any(|root| root.as_os_str() == "-");
    if from_stdin && plan.roots.len() > 1 {
        return Err(Error::usage("`-` stands for all input", "give `-` alone, or files and folders"));
    }
    let mut scan = if from_stdin { Scan::default() } else { scan_roots(plan)? };
    let names: Vec<String> =
        if from_stdin { vec![stdin_name.to_owned()] } else { scan.entries.iter().map(FoundFile::slashed).collect() };
    let tree = Tree::new(names);
    let headers = headers(&scan.entries);
    keep_read(&mut scan, &plan.roots);
    let root = plan.roots.first().map_or(Path::new("."), |root| root.as_path());
    let changed =
        plan.diff_base.as_deref().map(|revision| Changed::since(revision, if from_stdin { Path::new(".") } else { root }));
    let changed = changed.transpose()?;
    let fortran = Fortran::read(&scan.entries, plan.options.port.choice);
    let look = plan.look(&tree, &headers, &fortran);
    let work = Work { plan, look, changed: changed.as_ref() };
    let mut input = Vec::new();
    let looked = match from_stdin {
        true => in_pool(1, || stdin(&work, stdin_name, &mut input))??,
        false => in_pool(plan.jobs, || largest_first(&scan.entries, plan.voice.progress, |_, entry| work.entry(entry)))?,
    };
    let mut notes = std::mem::take(&mut scan.notes);
    print_patches(plan, &looked)?;
    let mut files = in_pool(1, || settle::settle(&work, looked, &mut notes))??;
    match (plan.task, from_stdin) {
        (Task::AddAllow, true) => {
            let text = files.first_mut().and_then(|file| add_allow::with_comments(file, &input));
            print(&text.unwrap_or(input))?;
        }
        (Task::AddAllow, false) => files.iter_mut().for_each(add_allow::allow_all),
        _ => {}
    }
    files.extend(scan.failures.into_iter().map(|failure| report::FileReport {
        path: failure.path,
        failure: Some(failure.error.into()),
        ..report::FileReport::default()
    }));
    Ok(Report { plan, files, ignored: scan.ignored.len() as u64, notes, elapsed: begun.elapsed() })
}

/// The files of a scan as headers of each other, those that are not looked at by themselves too: what a build makes sources of.
fn headers(entries: &[FoundFile]) -> Headers<'static> {
    let own = entries.iter().filter(|entry| entry.link_root.is_none());
    let paths: HashMap<String, PathBuf> = own.map(|entry| (entry.slashed(), entry.path.clone())).collect();
    Headers::new(move |header| fs::read(paths.get(header)?).ok())
}

fn scan_roots(plan: &Plan) -> Result<Scan, Error> {
    let writes = matches!(plan.task, Task::Fix | Task::AddAllow);
    scan(&Selection {
        roots: &plan.roots,
        exclude: &plan.exclude,
        obey_ignore_files: plan.obey_ignore_files,
        only: &[],
        output: None,
        // Those that write files too find what a link leads to.
        follow_named_links: writes,
    })
}

/// Leaves what lint reads: sources, build files, scripts. Links are left alone: what they lead to is in the tree itself, or not
/// ours. A file that was named is missed with a word.
fn keep_read(scan: &mut Scan, roots: &[PathBuf]) {
    let others = scan.entries.iter().filter(|entry| !is_read(&entry.slashed()) && roots.contains(&entry.path));
    let notes = others.map(|entry| format!("`{}` is no source, build file or script: left out", entry.shown()));
    scan.notes.extend(notes.collect::<Vec<_>>());
    scan.entries.retain(|entry| entry.link_root.is_none() && is_read(&entry.slashed()));
}

/// With `--fix` the new text goes to standard output, and the findings to standard error.
fn stdin(work: &Work<'_>, name: &str, bytes: &mut Vec<u8>) -> Result<Vec<Looked>, Error> {
    io::stdin().lock().read_to_end(bytes).map_err(Error::io("read", Path::new("-")))?;
    let (mut looked, text) = work.bytes(name, name.to_owned(), Path::new(name), bytes);
    match (work.plan.task, text) {
        (Task::Diff, Some(text)) => {
            looked.patch = hipify_engine::diff::patch(Path::new(name), None, bytes, &text, &[file::whole(bytes, &text)]);
        }
        (Task::Fix, text) => print(text.as_deref().unwrap_or(bytes))?,
        _ => {}
    }
    Ok(vec![looked])
}

fn print_patches(plan: &Plan, looked: &[Looked]) -> Result<(), Error> {
    if plan.task == Task::Diff {
        looked.iter().try_for_each(|file| print(&file.patch))?;
    }
    Ok(())
}
