//! Known findings: a file that lists them by rule, line text and function, so that it outlives moved lines.

use crate::finding::{Finding, State};
use hipify_error::Error;
use hipify_tree::platform;
use hipify_tree::scan::{resolved, slashed};
use hipify_tree::write;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

const VERSION: u32 = 1;

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    version: u32,
    tool: String,
    entries: Vec<KnownFinding>,
}

/// So many findings of one rule in one line of one function.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KnownFinding {
    path: String,
    rule: String,
    fingerprint: String,
    count: u32,
}

/// An entry that matched fewer findings than it lists.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Stale {
    pub(crate) path: String,
    pub(crate) rule: String,
    pub(crate) count: u32,
}

type Key = (String, String, String);

/// A baseline as it is matched.
#[derive(Debug, Default)]
pub(crate) struct Baseline {
    /// The real folder of the file, which paths are relative to.
    folder: PathBuf,
    /// Findings listed, and those met so far.
    entries: BTreeMap<Key, (u32, u32)>,
}

impl Baseline {
    /// An empty one to write to `path`.
    pub(crate) fn empty(path: &Path) -> Self {
        let folder = resolved(path).parent().map(Path::to_path_buf).unwrap_or_default();
        Self { folder, entries: BTreeMap::new() }
    }

    pub(crate) fn read(path: &Path) -> Result<Self, Error> {
        let text = fs::read_to_string(path).map_err(Error::io("read the baseline", path))?;
        let bad = |reason: String| Error::path(path, reason, "write it anew with --write-baseline");
        let file: File = serde_json::from_str(&text).map_err(|error| bad(format!("not a baseline: {error}")))?;
        if file.version != VERSION {
            return Err(bad(format!("a baseline of version {}, not {VERSION}", file.version)));
        }
        let mut baseline = Self::empty(path);
        for entry in file.entries {
            baseline.entries.entry((entry.path, entry.rule, entry.fingerprint)).or_default().0 += entry.count;
        }
        Ok(baseline)
    }

    /// Marks findings that are listed as known.
    pub(crate) fn mark(&mut self, path: &Path, found: &mut [Finding]) {
        let path = self.relative(path);
        for one in found.iter_mut().filter(|one| one.is_open()) {
            if let Some((listed, met)) = self.entries.get_mut(&key(&path, one))
                && met < listed
            {
                *met += 1;
                one.state = State::Known;
            }
        }
    }

    /// Lists open findings.
    pub(crate) fn add(&mut self, path: &Path, found: &[Finding]) {
        let path = self.relative(path);
        for one in found.iter().filter(|one| one.is_open()) {
            self.entries.entry(key(&path, one)).or_default().0 += 1;
        }
    }

    /// What was not met in files that `looked_at` holds for (by path relative to the baseline) or that are gone.
    pub(crate) fn stale(&self, looked_at: impl Fn(&Path) -> bool) -> Vec<Stale> {
        let is_stale = |((path, ..), (listed, met)): &(&Key, &(u32, u32))| {
            let real = self.folder.join(path);
            met < listed && (looked_at(&real) || !real.exists())
        };
        let stale = |((path, rule, _), (listed, met)): (&Key, &(u32, u32))| Stale {
            path: path.clone(),
            rule: rule.clone(),
            count: listed - met,
        };
        self.entries.iter().filter(is_stale).map(stale).collect()
    }

    /// Takes stale entries out.
    pub(crate) fn forget_stale(&mut self, looked_at: impl Fn(&Path) -> bool) {
        let folder = self.folder.clone();
        self.entries.retain(|(path, ..), (listed, met)| {
            let real = folder.join(path);
            if looked_at(&real) || !real.exists() {
                *listed = *met;
            }
            *listed > 0
        });
    }

    /// Writes the file; says how many findings it lists.
    pub(crate) fn save(&self, path: &Path) -> Result<u64, Error> {
        let entry = |((path, rule, fingerprint), (count, _)): (&Key, &(u32, u32))| KnownFinding {
            path: path.clone(),
            rule: rule.clone(),
            fingerprint: fingerprint.clone(),
            count: *count,
        };
        let entries: Vec<KnownFinding> = self.entries.iter().map(entry).collect();
        let count = entries.iter().map(|entry| u64::from(entry.count)).sum();
        let file = File { version: VERSION, tool: "hipify-rs".to_owned(), entries };
        let mut text = serde_json::to_vec_pretty(&file).expect("a baseline has text keys only");
        text.push(b'\n');
        write::replace(path, &text, |file| platform::set_mode(file, 0o644))?;
        Ok(count)
    }

    /// The path from the baseline's folder, so that the file holds for every checkout and working directory.
    fn relative(&self, path: &Path) -> String {
        let real = resolved(path);
        let mut up = PathBuf::new();
        for folder in self.folder.ancestors() {
            if let Ok(below) = real.strip_prefix(folder) {
                return slashed(&up.join(below));
            }
            up.push(Component::ParentDir);
        }
        slashed(&real)
    }
}

fn key(path: &str, found: &Finding) -> Key {
    (path.to_owned(), found.code().to_owned(), format!("{:016x}", found.key))
}
