//! `-o`: the ported tree beside the original, with everything else copied; unchanged inputs are skipped.

use crate::incremental::{Manifest, Record};
use crate::plan::Plan;
use crate::rename::{mirrored, renamed};
use hipify_diagnostics::Language;
use hipify_engine::hash::{fingerprint, hash};
use hipify_engine::one_file::port_bytes;
use hipify_engine::outcome::{Outcome, Status};
use hipify_engine::tree::Tree;
use hipify_error::Error;
use hipify_tree::platform;
use hipify_tree::read::with_bytes;
use hipify_tree::scan::{Failure, FoundFile, MANIFEST, Scan, slashed};
use hipify_tree::write;
use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A mirror being written.
pub(crate) struct Mirror<'a> {
    plan: &'a Plan,
    tree: &'a Tree,
    output: PathBuf,
    /// The last run's manifest, without its records.
    last: Option<Manifest>,
    /// The last run had the same options, paths and tool.
    reusable: bool,
    next: Manifest,
}

impl<'a> Mirror<'a> {
    /// Prepares the output folder: checks that it may be written to, makes its folders, reads its manifest.
    pub(crate) fn open(plan: &'a Plan, tree: &'a Tree, output: &Path, scan: &mut Scan) -> Result<Self, Error> {
        let (last, ours) = match Manifest::load(output) {
            Ok(last) => (last, false),
            Err(reason) => {
                let path = output.join(MANIFEST);
                scan.notes.push(format!("`{}` cannot be used, all is ported anew: {reason}", path.display()));
                (None, true)
            }
        };
        if last.is_none() && !ours && !plan.force {
            refuse_foreign_folder(output)?;
        }
        let fingerprint = fingerprint(&plan.engine, &scan.entries);
        let next = Manifest::new(fingerprint);
        make_folders(output, &scan.folders)?;
        if last.is_none() {
            next.save(output)?;
        }
        let reusable = last.as_ref().is_some_and(|last| last.complete && last.is_for(fingerprint));
        Ok(Self { plan, tree, output: output.to_path_buf(), last, reusable, next })
    }

    /// Ports or copies each entry and saves the manifest; outcomes are in the order of the entries.
    pub(crate) fn run(
        mut self,
        scan: &mut Scan,
        each: impl Fn(&[FoundFile], &(dyn Fn(usize, &FoundFile) -> Outcome + Sync)) -> Vec<Outcome>,
    ) -> Result<Vec<Outcome>, Error> {
        let mut records = self.last.as_mut().map(|last| std::mem::take(&mut last.files)).unwrap_or_default();
        let old: Vec<Option<Record>> = scan.entries.iter().map(|entry| records.remove(&entry.slashed())).collect();
        note_removed(&records, &mut scan.notes);
        let clashes = clashes(self.plan, &scan.entries, ignores_case(&self.output));
        let hashes: Vec<std::sync::OnceLock<Hashes>> = scan.entries.iter().map(|_| Default::default()).collect();
        let work = |number: usize, entry: &FoundFile| {
            if clashes.contains(&number) {
                let reason = "another input goes to the same output path";
                return Outcome::failed(entry.shown(), Error::path(&entry.path, reason, "rename one, or port without --rename"));
            }
            let (outcome, hash) = self.put(entry, old[number].as_ref());
            let _ = hashes[number].set(hash);
            outcome
        };
        let outcomes = each(&scan.entries, &work);
        let mut files = BTreeMap::new();
        for ((entry, outcome), hash) in scan.entries.iter().zip(&outcomes).zip(hashes) {
            if outcome.status != Status::Failed {
                let (read, written) = hash.into_inner().unwrap_or_default();
                files.insert(entry.slashed(), Record::new(entry, read, written, outcome.clone()));
            }
        }
        self.next.finish(files);
        if let Err(error) = self.next.save(&self.output) {
            // The mirror itself is there; only the next run loses its short cut.
            scan.failures.push(Failure { path: slashed(&self.output.join(MANIFEST)), error });
        }
        Ok(outcomes)
    }

    fn put(&self, entry: &FoundFile, old: Option<&Record>) -> (Outcome, Hashes) {
        let target = self.output.join(mirrored(&entry.relative, self.plan.engine.options.rename));
        let done = if entry.link_root.is_some() {
            self.link(entry, &target).map(|outcome| (outcome, (None, None)))
        } else if let Some(record) = old.filter(|record| self.is_done(entry, record, &target)) {
            Ok((reuse(entry, record), record.hashes()))
        } else if Language::of(&entry.slashed()) == Language::Other {
            self.copy(entry, &target, old).map(|outcome| (outcome, (None, None)))
        } else {
            self.port(entry, &target, old)
        };
        done.unwrap_or_else(|error| (Outcome::failed(entry.shown(), error), (None, None)))
    }

    fn is_done(&self, entry: &FoundFile, record: &Record, target: &Path) -> bool {
        self.may_reuse(entry)
            && self.last.as_ref().is_some_and(|last| last.is_untouched(record, entry))
            && target.symlink_metadata().is_ok()
    }

    /// A Fortran file is ported anew: another file's modules decide how, and what is generated is not recorded.
    fn may_reuse(&self, entry: &FoundFile) -> bool {
        self.reusable && Language::of(&entry.slashed()) != Language::Fortran
    }

    /// Whether it is known what the last run wrote, so that anything else in the output is somebody's work.
    fn guards(&self) -> bool {
        !self.plan.force && self.last.as_ref().is_some_and(|last| last.complete)
    }

    fn port(&self, entry: &FoundFile, target: &Path, old: Option<&Record>) -> Result<(Outcome, Hashes), Error> {
        with_bytes(entry, |bytes| {
            let same = old.filter(|record| self.may_reuse(entry) && record.read_the_same(bytes));
            if let Some(record) = same.filter(|_| target.symlink_metadata().is_ok()) {
                return Ok((reuse(entry, record), record.hashes()));
            }
            let done = port_bytes(&entry.slashed(), entry.shown(), bytes, self.tree, &self.plan.engine);
            let text = done.text.as_deref().unwrap_or(bytes);
            if !write::create(target, entry.mode, text)? {
                self.overwrite(target, entry.mode, text, old)?;
            }
            Ok((done.outcome, (Some(hash(bytes)), Some(hash(text)))))
        })?
    }

    /// Replaces what an earlier run wrote, if it differs; never what somebody has changed since.
    fn overwrite(&self, target: &Path, mode: u32, text: &[u8], old: Option<&Record>) -> Result<(), Error> {
        let there = fs::symlink_metadata(target).map_err(Error::io("read", target))?;
        if there.is_file() {
            let found = fs::read(target).map_err(Error::io("read", target))?;
            if found == text {
                return Ok(());
            }
            if self.guards() && !old.is_some_and(|record| record.wrote(&found)) {
                return Err(edited(target));
            }
        } else if !there.is_symlink() || !self.plan.force {
            return Err(Error::path(target, "something that is not a file is in the way", "move it away"));
        }
        write::replace(target, text, |file| platform::set_mode(file, mode))
    }

    fn copy(&self, entry: &FoundFile, target: &Path, old: Option<&Record>) -> Result<Outcome, Error> {
        let outcome = Outcome { bytes: entry.size, ..Outcome::new(entry.shown(), Status::Copied) };
        match fs::symlink_metadata(target) {
            Err(_) => write::copy(&entry.path, target)?,
            Ok(there) if there.is_file() => {
                if write::same_contents(&entry.path, target).map_err(Error::io("compare with", target))? {
                    return Ok(outcome);
                }
                let edited_since = self.last.as_ref().is_some_and(|last| last.is_before(&there));
                if self.guards() && (old.is_none() || edited_since) {
                    return Err(edited(target));
                }
                write::copy(&entry.path, target)?;
            }
            Ok(_) => return Err(Error::path(target, "something that is not a file is in the way", "move it away")),
        }
        Ok(outcome)
    }

    /// Links within the tree stay as they are; a relative one that leads out of it is pointed at the same place.
    fn link(&self, entry: &FoundFile, target: &Path) -> Result<Outcome, Error> {
        let text = fs::read_link(&entry.path).map_err(Error::io("read link", &entry.path))?;
        let text = match (hipify_tree::platform::real(&entry.path), &entry.link_root) {
            (Ok(real), Some(root)) if !real.starts_with(root) && text.is_relative() => real,
            _ if self.plan.engine.options.rename => renamed(&text).unwrap_or(text),
            _ => text,
        };
        if fs::read_link(target).is_ok_and(|there| there == text) {
            return Ok(Outcome::new(entry.shown(), Status::Copied));
        }
        if target.is_symlink() {
            fs::remove_file(target).map_err(Error::io("replace link", target))?;
        }
        platform::symlink(&text, target).map_err(Error::io("make link", target))?;
        Ok(Outcome::new(entry.shown(), Status::Copied))
    }
}

type Hashes = (Option<u64>, Option<u64>);

fn reuse(entry: &FoundFile, record: &Record) -> Outcome {
    Outcome { reused: true, path: entry.shown(), ..record.outcome.clone() }
}

fn edited(target: &Path) -> Error {
    Error::path(target, "was not written by this tool, or was edited since: left as it is", "move it away, or pass --force")
}

fn refuse_foreign_folder(output: &Path) -> Result<(), Error> {
    let is_empty = match fs::read_dir(output) {
        Ok(mut entries) => entries.next().is_none(),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => true,
        Err(error) => return Err(Error::io("use as output folder", output)(error)),
    };
    let refusal = "the output folder is not empty and was not made by this tool";
    if is_empty { Ok(()) } else { Err(Error::path(output, refusal, "give another folder, or pass --force")) }
}

fn make_folders(output: &Path, folders: &[PathBuf]) -> Result<(), Error> {
    fs::create_dir_all(output).map_err(Error::io("create folder", output))?;
    for folder in folders.iter().filter(|folder| !folder.as_os_str().is_empty()) {
        let folder = output.join(folder);
        match fs::create_dir(&folder) {
            Err(_) if folder.is_dir() => {}
            other => other.map_err(Error::io("create folder", &folder))?,
        }
    }
    Ok(())
}

fn note_removed(records: &BTreeMap<String, Record>, notes: &mut Vec<String>) {
    for path in records.keys() {
        notes.push(format!("`{path}` is no longer in the input; its output was left"));
    }
}

/// Whether `A` and `a` are one name in the mirror, as folders of Windows and macOS have it: its record is asked for by another name.
fn ignores_case(output: &Path) -> bool {
    output.join(MANIFEST.to_ascii_uppercase()).is_file()
}

/// Numbers of the entries whose output path an earlier entry has.
fn clashes(plan: &Plan, entries: &[FoundFile], ignores_case: bool) -> HashSet<usize> {
    let mut taken = HashSet::new();
    let target = |entry: &FoundFile| {
        let target = mirrored(&entry.relative, plan.engine.options.rename);
        if ignores_case { target.to_string_lossy().to_lowercase().into() } else { target }
    };
    entries.iter().enumerate().filter(|(_, entry)| !taken.insert(target(entry))).map(|(number, _)| number).collect()
}
