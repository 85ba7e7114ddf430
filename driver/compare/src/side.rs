//! A side of a comparison: a program that is run as often as is needed, or a file of records that another machine wrote.

use crate::player::{Player, RunFile};
use hipify_error::Error;
use hipify_record::{Place, variables};
use hipify_run::RunOptions;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A program, and how it is run.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) path: PathBuf,
    pub(crate) words: Vec<OsString>,
    pub(crate) options: RunOptions,
}

/// Where the runs of a side come from.
pub(crate) enum Source {
    Program(Program),
    File(PathBuf),
}

/// A side.
pub(crate) struct Side {
    /// What reports call it.
    pub(crate) label: String,
    pub(crate) source: Source,
}

/// What is recorded of a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wanted {
    pub(crate) every: u64,
    pub(crate) launches: Option<(u64, u64)>,
    /// Bytes of contents.
    pub(crate) contents: u64,
    /// A file that lists pages.
    pub(crate) pages: Option<PathBuf>,
    /// Seconds that a launch is waited for.
    pub(crate) patience: Option<u64>,
}

/// How a program ended that did not end well.
#[derive(Clone, Debug)]
pub(crate) struct Ending {
    pub(crate) label: String,
    pub(crate) status: String,
    /// The last lines that it printed.
    pub(crate) said: Vec<String>,
}

impl Program {
    /// Runs it once, and writes what it leaves in memory to a file. How it ended, where that was not well.
    ///
    /// # Errors
    /// Where it cannot be started, or is none whose runtime writes records.
    pub(crate) fn record(&self, file: &Path, wanted: &Wanted, label: &str) -> Result<Option<Ending>, Error> {
        let mut command = fixed_addresses(hipify_run::command(&self.path, &self.words, &self.options)?);
        command.env(variables::FILE, file).stdin(Stdio::null());
        command.env(variables::EVERY, wanted.every.to_string());
        command.env(variables::CONTENTS, wanted.contents.to_string());
        if let Some((from, to)) = wanted.launches {
            command.env(variables::LAUNCHES, format!("{from}..{}", if to == u64::MAX { String::new() } else { to.to_string() }));
        }
        if let Some(pages) = &wanted.pages {
            command.env(variables::PAGES, pages);
        }
        if let Some(seconds) = wanted.patience {
            command.env(variables::PATIENCE, (seconds * 1000).to_string());
        }
        let output = command.output().map_err(Error::io("run", &self.path))?;
        if !file.exists() {
            let remedy = "compare programs that `hipify-rs build --offload-arch cpu` has made, or that run on an AMD GPU by the bundled runtime";
            let said = last_lines(&output.stderr, 3).join("; ");
            let reason = if said.is_empty() {
                "it calls no HIP runtime that records".to_owned()
            } else {
                format!("no record was written: {said}")
            };
            return Err(Error::path(&self.path, reason, remedy));
        }
        if output.status.success() {
            return Ok(None);
        }
        let said = [last_lines(&output.stdout, 3), last_lines(&output.stderr, 3)].concat();
        Ok(Some(Ending { label: label.to_owned(), status: output.status.to_string(), said }))
    }
}

/// The last lines of what a program has printed.
fn last_lines(bytes: &[u8], count: usize) -> Vec<String> {
    let text = String::from_utf8_lossy(bytes);
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    lines[lines.len().saturating_sub(count)..].iter().map(|line| (*line).to_owned()).collect()
}

/// The same command with its code and data at the same addresses in every run, where `setarch` is installed: addresses of functions
/// in device memory are equal then.
fn fixed_addresses(command: Command) -> Command {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let Some(setarch) = std::env::split_paths(&path).map(|folder| folder.join("setarch")).find(|program| program.is_file())
    else {
        return command;
    };
    // Where the kernel forbids it, nothing would run.
    let is_allowed =
        Command::new(&setarch).args(["-R", "true"]).stderr(Stdio::null()).status().is_ok_and(|status| status.success());
    if !is_allowed {
        return command;
    }
    let mut wrapped = Command::new(setarch);
    wrapped.arg("-R").arg(command.get_program()).args(command.get_args());
    wrapped.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    wrapped
}

impl Side {
    /// The records of its runs: so many where it is a program, all that there are where it is a file.
    ///
    /// # Errors
    /// As of [`Program::record`]; where a file is none of records.
    pub(crate) fn runs(
        &self,
        folder: &Path,
        name: &str,
        wanted: &Wanted,
        count: usize,
        endings: &mut Vec<Ending>,
    ) -> Result<Vec<RunFile>, Error> {
        match &self.source {
            Source::File(path) => Ok((0..Player::count(path)?.min(2)).map(|run| RunFile { path: path.clone(), run }).collect()),
            Source::Program(program) => (0..count)
                .map(|run| {
                    let path = folder.join(format!("{name}-{run}"));
                    endings.extend(program.record(&path, wanted, &self.label)?);
                    Ok(RunFile { path, run: 0 })
                })
                .collect(),
        }
    }

    /// As [`Side::runs`], with the contents of pages in the records of programs.
    ///
    /// # Errors
    /// As of [`Side::runs`].
    pub(crate) fn runs_with(
        &self,
        folder: &Path,
        name: &str,
        places: &BTreeSet<Place>,
        patience: Option<u64>,
        count: usize,
    ) -> Result<Vec<RunFile>, Error> {
        let list = folder.join(format!("{name}-pages"));
        let lines: String = places.iter().map(Place::line).collect();
        std::fs::write(&list, lines).map_err(Error::io("write", &list))?;
        let launches = places.first().zip(places.last()).map(|(first, last)| (first.launch, last.launch));
        let wanted = Wanted { every: 1, launches, contents: 0, pages: Some(list), patience };
        self.runs(folder, &format!("{name}-with"), &wanted, count, &mut Vec::new())
    }

    /// The program, where it is one.
    pub(crate) fn program(&self) -> Option<&Program> {
        match &self.source {
            Source::Program(program) => Some(program),
            Source::File(_) => None,
        }
    }
}
