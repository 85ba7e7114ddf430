//! The headers that every HIP source begins with (`-include hip/hip_runtime.h`), parsed once for many compiles: clang loads them from
//! a precompiled header in the cache. It is made when a second compile wants it, and used as long as the files that it was made of are
//! what they were. Nothing depends on it: a compile that fails with one is done again without.

mod inputs;
mod prefix;

use crate::plan::{Plan, Step};
use crate::ported::without_prerequisite;
use hipify_toolchain::environment::Environment;
use inputs::Inputs;
use prefix::Prefix;
use std::collections::HashMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, SystemTime};

/// The variable that turns them off, with the value `0`.
const VARIABLE: &str = "HIPIFY_PRECOMPILED_HEADERS";

/// How many headers the cache keeps, of 6 MB each.
const KEPT: usize = 24;

/// How many notes of headers that one compile alone wanted.
const NOTES_KEPT: usize = 1000;

/// What clang reads where a header is made: nothing but the files that options include.
const EMPTY: &str = "empty.hip";

/// The time of a header's last use is noted this seldom, and a header that clang could not make is tried again after as long.
const RECENT: Duration = Duration::from_secs(3600);

/// The precompiled headers of one build.
pub(crate) struct PrecompiledHeaders {
    /// Where they are; none where they are turned off, or the cache cannot be written.
    folder: Option<PathBuf>,
    /// How many compiles of the plan want each.
    wanted: HashMap<u64, usize>,
    /// Those that were looked for; none where there is none to use.
    found: Mutex<HashMap<u64, Arc<OnceLock<Option<PathBuf>>>>>,
}

impl PrecompiledHeaders {
    /// Those of `plan`, below `cache`. What a launcher runs reads all headers itself: a compiler cache must see them.
    pub(crate) fn new(plan: &Plan, launcher: &[String]) -> Self {
        let environment = Environment::of_process();
        let is_off = !launcher.is_empty() || environment.variable(VARIABLE).is_some_and(|value| value == "0");
        let cache = environment.cache();
        Self::in_cache((!is_off).then_some(&cache), plan)
    }

    fn in_cache(cache: Option<&PathBuf>, plan: &Plan) -> Self {
        let none = Self { folder: None, wanted: HashMap::new(), found: Mutex::default() };
        let Some(cache) = cache else { return none };
        let mut wanted = HashMap::new();
        for prefix in plan.steps.iter().filter_map(|step| Prefix::of(step, cache)) {
            *wanted.entry(prefix.key).or_insert(0) += 1;
        }
        let folder = cache.join("precompiled");
        let is_ready = !wanted.is_empty() && fs::create_dir_all(&folder).is_ok() && is_there(&folder.join(EMPTY));
        if is_ready { Self { folder: Some(folder), wanted, found: Mutex::default() } } else { none }
    }

    /// The header for a step, where there is one that can be used; `run` runs a command and says whether it ended well.
    pub(crate) fn of(&self, step: &Step, run: &dyn Fn(&[String]) -> bool) -> Option<Header> {
        let folder = self.folder.as_ref()?;
        let prefix = Prefix::of(step, folder.parent()?)?;
        let cell = self.found.lock().unwrap_or_else(PoisonError::into_inner).entry(prefix.key).or_default().clone();
        let path = cell.get_or_init(|| self.usable(folder, &prefix, run)).clone()?;
        Some(Header { path, empty: folder.join(EMPTY) })
    }

    fn usable(&self, folder: &Path, prefix: &Prefix, run: &dyn Fn(&[String]) -> bool) -> Option<PathBuf> {
        let file = |ending: &str| folder.join(format!("{:016x}.{ending}", prefix.key));
        let (header, inputs, wanted) = (file("pch"), file("inputs"), file("wanted"));
        match Inputs::read(&inputs) {
            // clang cannot make one, as far as is known.
            Some(known) if known.is_empty() && is_recent(&inputs) => return None,
            Some(known) if !known.is_empty() && header.is_file() && known.is_current(prefix) => {
                used(&inputs);
                return Some(header);
            }
            _ => {}
        }
        let is_first = self.wanted.get(&prefix.key).is_none_or(|count| *count < 2) && !wanted.is_file();
        let note = File::create(&wanted).ok()?;
        if is_first {
            return None;
        }
        // Another process makes it: this one does not wait.
        if !matches!(fs4::FileExt::try_lock(&note), Ok(())) {
            return None;
        }
        let made = tempfile::Builder::new().prefix(hipify_tree::write::TEMPORARY).tempdir_in(folder).ok()?;
        let (unfinished, rules) = (made.path().join("header.pch"), made.path().join("header.d"));
        let is_made = run(&prefix.command(&folder.join(EMPTY), &unfinished, &rules));
        let read = fs::read_to_string(&rules).unwrap_or_default();
        let _ = fs::remove_file(&header);
        if is_made {
            fs::rename(&unfinished, &header).ok()?;
        }
        Inputs::of(&read, prefix).write(&inputs)?;
        keep_few(folder);
        is_made.then_some(header)
    }
}

/// A precompiled header that a compile can load.
pub(crate) struct Header {
    path: PathBuf,
    empty: PathBuf,
}

impl Header {
    /// What tells clang to load it: before all other options.
    pub(crate) fn flags(&self) -> [String; 2] {
        ["-include-pch".to_owned(), self.path.display().to_string()]
    }

    /// Takes what clang read when it made the header out of the dependency file of a compile of `main` that loaded it.
    pub(crate) fn mend_depfile(&self, depfile: &Path, main: &Path) -> std::io::Result<()> {
        let text = fs::read_to_string(depfile)?;
        fs::write(depfile, without_prerequisite(&text, &self.empty, main))
    }

    /// Removes one with which a compile failed that goes well without.
    pub(crate) fn discard(&self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// Makes an empty file that is not there yet. One that is there keeps its time, which headers hold.
fn is_there(path: &Path) -> bool {
    path.is_file() || File::create_new(path).is_ok() || path.is_file()
}

/// Notes that a header was used, for `keep_few`.
fn used(inputs: &Path) {
    if !is_recent(inputs) {
        let _ = File::options().append(true).open(inputs).and_then(|file| file.set_modified(SystemTime::now()));
    }
}

fn is_recent(path: &Path) -> bool {
    path.metadata().and_then(|it| it.modified()).is_ok_and(|time| time.elapsed().unwrap_or_default() < RECENT)
}

/// Removes the headers that were not used for longest, and notes of what was wanted long ago.
fn keep_few(folder: &Path) {
    for (ending, kept) in [("inputs", KEPT), ("wanted", NOTES_KEPT)] {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
        let timed = |path: PathBuf| Some((path.metadata().ok()?.modified().ok()?, path));
        let mut files: Vec<_> =
            entries.filter(|path| path.extension().is_some_and(|it| it == ending)).filter_map(timed).collect();
        files.sort_unstable();
        for (_, path) in files.iter().rev().skip(kept) {
            for ending in ["inputs", "pch", "wanted"] {
                let _ = fs::remove_file(path.with_extension(ending));
            }
        }
    }
}

#[cfg(test)]
mod tests;
