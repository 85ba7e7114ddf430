//! One file through lint: findings, and where asked its fixed text.

use crate::allow::Allow;
use crate::changed::Changed;
use crate::finding::Finding;
use crate::fix::fix;
use crate::judge::Judge;
use crate::look::{Look, Seen};
use crate::plan::{Plan, Task};
use crate::report::FileReport;
use hipify_diagnostics::Edit;
use hipify_engine::diff;
use hipify_error::Error;
use hipify_tree::platform;
use hipify_tree::read::with_bytes;
use hipify_tree::scan::FoundFile;
use hipify_tree::write;
use std::fs;
use std::path::{Path, PathBuf};

/// What is the same for all files of a run.
pub(crate) struct Work<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) look: Look<'a>,
    pub(crate) changed: Option<&'a Changed>,
}

/// A file's report, and what the whole tree still has to say to it.
pub(crate) struct Looked {
    pub(crate) report: FileReport,
    /// Where the file is; empty for standard input.
    pub(crate) path: PathBuf,
    pub(crate) mentions: Vec<(String, Finding)>,
    pub(crate) declared: Vec<String>,
    pub(crate) allows: Vec<Allow>,
    /// Numbers of the user's rules that matched.
    pub(crate) matched: Vec<usize>,
    /// With `--diff`: what the fixes would change.
    pub(crate) patch: Vec<u8>,
}

impl Work<'_> {
    /// Lints a file of the tree, and fixes it where asked.
    pub(crate) fn entry(&self, entry: &FoundFile) -> Looked {
        let done = with_bytes(entry, |bytes| {
            let mut looked = self.bytes(&entry.slashed(), entry.shown(), &entry.path, bytes);
            if let Some(text) = looked.1 {
                looked.0.patch = self.settle_text(entry, bytes, &text)?;
            }
            Ok(looked.0)
        });
        done.and_then(|done| done).unwrap_or_else(|error| failed(entry, error))
    }

    /// Lints bytes; the second value is the fixed text, if fixing was asked for and changed anything.
    pub(crate) fn bytes(&self, relative: &str, shown: String, path: &Path, bytes: &[u8]) -> (Looked, Option<Vec<u8>>) {
        let judge = self.judge(path);
        let fixes = matches!(self.plan.task, Task::Fix | Task::Diff);
        let fixed = fixes.then(|| fix(&self.look, &judge, relative, bytes, self.plan.most)).flatten();
        // After --fix the report is about the new text; --diff and a plain run speak of the old.
        let after = fixed.as_ref().filter(|_| self.plan.task == Task::Fix).map_or(bytes, |fixed| &fixed.bytes);
        let mut seen = self.look.at(relative, after);
        judge.judge(&mut seen.found, &mut seen.allows);
        let mut report = FileReport { path: shown, real: path.to_path_buf(), bytes: bytes.len() as u64, ..FileReport::default() };
        let text = fixed.map(|fixed| {
            report.fixed = fixed.count;
            fixed.bytes
        });
        report.changed = text.is_some();
        report.found = seen.found;
        let Seen { mentions, declared, allows, matched, .. } = seen;
        (Looked { report, path: path.to_path_buf(), mentions, declared, allows, matched, patch: Vec::new() }, text)
    }

    /// What counts in a file.
    pub(crate) fn judge(&self, path: &Path) -> Judge<'_> {
        let rules = &self.plan.rules;
        let off = match rules.per_file.is_empty() {
            true => Vec::new(),
            false => rules.per_file.of(&hipify_tree::scan::resolved(path)),
        };
        Judge { rules, off, changed: self.changed.map(|changed| changed.of(path)) }
    }

    /// Writes the text, or says what it would change.
    fn settle_text(&self, entry: &FoundFile, bytes: &[u8], text: &[u8]) -> Result<Vec<u8>, Error> {
        if self.plan.task == Task::Diff {
            return Ok(diff::patch(&diff::path_in_patch(entry), None, bytes, text, &[whole(bytes, text)]));
        }
        put(&entry.path, text)?;
        Ok(Vec::new())
    }
}

/// The change between two texts as one edit: what is the same at both ends stays.
pub(crate) fn whole(old: &[u8], new: &[u8]) -> Edit {
    let most = old.len().min(new.len());
    let head = old.iter().zip(new).take_while(|(one, other)| one == other).count();
    let tail = old.iter().rev().zip(new.iter().rev()).take(most - head).take_while(|(one, other)| one == other).count();
    // A patch takes lines from the texts themselves, and the length alone from here, which must be right in any encoding.
    let text: String =
        new[head..new.len() - tail].iter().map(|byte| if byte.is_ascii() { char::from(*byte) } else { '?' }).collect();
    Edit::replace(head..old.len() - tail, text)
}

/// Replaces a file's text; one that is read-only stays.
pub(crate) fn put(path: &Path, text: &[u8]) -> Result<(), Error> {
    let old = fs::metadata(path).map_err(Error::io("read", path))?;
    if platform::mode(&old) & 0o222 == 0 {
        return Err(Error::path(path, "the file is read-only: left as it is", "make it writable"));
    }
    write::replace(path, text, |file| platform::take_over(file, &old))
}

fn failed(entry: &FoundFile, error: Error) -> Looked {
    Looked {
        report: FileReport { path: entry.shown(), failure: Some(error.into()), ..FileReport::default() },
        path: entry.path.clone(),
        mentions: Vec::new(),
        declared: Vec::new(),
        allows: Vec::new(),
        matched: Vec::new(),
        patch: Vec::new(),
    }
}
