//! A finished run of lint, as outputs see it.

use crate::finding::{Finding, State};
use crate::options::FailOn;
use crate::plan::{Plan, Task};
use hipify_diagnostics::Level;
use hipify_engine::outcome::Failure;
use serde::Serialize;
use std::path::PathBuf;
use std::time::Duration;

/// What became of one file.
#[derive(Debug, Default)]
pub(crate) struct FileReport {
    /// The path to show, as the user would type it, with forward slashes.
    pub(crate) path: String,
    /// Where the file is; empty for what is no file.
    pub(crate) real: PathBuf,
    /// By place.
    pub(crate) found: Vec<Finding>,
    /// Bytes read.
    pub(crate) bytes: u64,
    /// Findings fixed.
    pub(crate) fixed: u64,
    /// The file changed, or would.
    pub(crate) changed: bool,
    pub(crate) failure: Option<Failure>,
}

/// A finished run.
pub(crate) struct Report<'a> {
    pub(crate) plan: &'a Plan,
    /// Ordered by path.
    pub(crate) files: Vec<FileReport>,
    pub(crate) ignored: u64,
    pub(crate) notes: Vec<String>,
    pub(crate) elapsed: Duration,
}

/// Numbers of findings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Counts {
    pub(crate) files: u64,
    pub(crate) errors: u64,
    pub(crate) warnings: u64,
    pub(crate) notes: u64,
    /// Suppressed by comments.
    pub(crate) allowed: u64,
    /// Listed by the baseline.
    pub(crate) known: u64,
    pub(crate) fixed: u64,
    /// Open findings that `--fix` would fix.
    pub(crate) fixable: u64,
    /// Open findings that `--fix --unsafe-fixes` would fix beside these.
    pub(crate) fixable_unsafe: u64,
    pub(crate) failed: u64,
    pub(crate) ignored: u64,
    pub(crate) bytes: u64,
}

impl Report<'_> {
    /// The findings that count, with their files.
    pub(crate) fn open(&self) -> impl Iterator<Item = (&FileReport, &Finding)> {
        self.all().filter(|(_, found)| found.is_open())
    }

    /// All findings, with their files.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&FileReport, &Finding)> {
        self.files.iter().flat_map(|file| file.found.iter().map(move |found| (file, found)))
    }

    pub(crate) fn counts(&self) -> Counts {
        let mut counts = Counts { files: self.files.len() as u64, ignored: self.ignored, ..Counts::default() };
        for file in &self.files {
            counts.failed += u64::from(file.failure.is_some());
            counts.bytes += file.bytes;
            counts.fixed += file.fixed;
        }
        self.all().for_each(|(_, found)| counts.add(found));
        counts
    }

    /// 2 after a failure, 1 when findings reach what the run fails on, else 0.
    pub(crate) fn exit_code(&self) -> u8 {
        let counts = self.counts();
        if counts.failed > 0 {
            return 2;
        }
        if self.plan.verdict.exit_zero {
            return 0;
        }
        let fails = |level: Level| match self.plan.verdict.fail_on {
            FailOn::Note => true,
            FailOn::Warning => level >= Level::Warning,
            FailOn::Error => level >= Level::Error,
            FailOn::Never => false,
        };
        let too_many = self.plan.verdict.max_warnings.is_some_and(|most| counts.warnings > most);
        let would_change = self.plan.task == Task::Diff && self.files.iter().any(|file| file.changed);
        let added = self.plan.task == Task::AddAllow;
        u8::from(too_many || would_change || (!added && self.open().any(|(_, found)| fails(found.diagnostic.level))))
    }
}

impl Counts {
    fn add(&mut self, found: &Finding) {
        match &found.state {
            State::Allowed(_) => self.allowed += 1,
            State::Known => self.known += 1,
            State::Open => {
                match found.diagnostic.level {
                    Level::Error => self.errors += 1,
                    Level::Warning => self.warnings += 1,
                    Level::Note => self.notes += 1,
                }
                match found.fix.as_ref().map(|fix| fix.applicability) {
                    Some(hipify_diagnostics::Applicability::Safe) => self.fixable += 1,
                    Some(hipify_diagnostics::Applicability::Review) => self.fixable_unsafe += 1,
                    _ => {}
                }
            }
        }
    }
}
