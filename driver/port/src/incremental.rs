//! The manifest of a mirror: what the last run read and said, so that the next can skip what did not change.

use hipify_engine::hash::hash;
use hipify_engine::outcome::Outcome;
use hipify_error::Error;
use hipify_tree::platform;
use hipify_tree::scan::{FoundFile, MANIFEST};
use hipify_tree::write;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// Raised when the fields change; a manifest of another schema is not used.
const SCHEMA: u32 = 1;

/// File times are older than the clock by up to one timer tick: at most 10 ms, with 100 ticks a second.
const CLOCK_TICK: i64 = 10_000_000;

/// What a run left in its output folder.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Manifest {
    schema_version: u32,
    /// Options, tool version and the list of input paths, hashed: files are reused only when all are the same.
    fingerprint: u64,
    /// When the run began, in nanoseconds since 1970: an input changed later than this is looked at again.
    started: i64,
    /// When it ended; what changed in the output later was changed by somebody else.
    ended: i64,
    /// False until the run has ended.
    pub(crate) complete: bool,
    /// By path in the tree.
    pub(crate) files: BTreeMap<String, Record>,
}

/// One file of the last run.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Record {
    size: u64,
    modified: i64,
    /// Hashes of what was read and written; absent for files that are only copied.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    read: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    written: Option<u64>,
    pub(crate) outcome: Outcome,
}

impl Record {
    pub(crate) fn new(entry: &FoundFile, read: Option<u64>, written: Option<u64>, outcome: Outcome) -> Self {
        Self { size: entry.size, modified: entry.modified, read, written, outcome }
    }

    pub(crate) fn read_the_same(&self, bytes: &[u8]) -> bool {
        self.size == bytes.len() as u64 && self.read == Some(hash(bytes))
    }

    /// Whether `bytes`, found in the output, are what was written there.
    pub(crate) fn wrote(&self, bytes: &[u8]) -> bool {
        self.written == Some(hash(bytes))
    }

    pub(crate) fn hashes(&self) -> (Option<u64>, Option<u64>) {
        (self.read, self.written)
    }
}

impl Manifest {
    pub(crate) fn new(fingerprint: u64) -> Self {
        Self { schema_version: SCHEMA, fingerprint, started: now(), ended: 0, complete: false, files: BTreeMap::new() }
    }

    /// Marks the run as ended with these files.
    pub(crate) fn finish(&mut self, files: BTreeMap<String, Record>) {
        self.files = files;
        self.ended = now();
        self.complete = true;
    }

    /// The manifest in `folder`: `Ok(None)` when there is none, `Err` with the reason when it cannot be used.
    pub(crate) fn load(folder: &Path) -> Result<Option<Self>, String> {
        let path = folder.join(MANIFEST);
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error.to_string()),
        };
        let manifest: Self = serde_json::from_slice(&bytes).map_err(|error| error.to_string())?;
        match manifest.schema_version {
            SCHEMA => Ok(Some(manifest)),
            other => Err(format!("it has schema version {other}, not {SCHEMA}")),
        }
    }

    pub(crate) fn save(&self, folder: &Path) -> Result<(), Error> {
        let path = folder.join(MANIFEST);
        let text = serde_json::to_vec(self).map_err(|error| Error::io("write", &path)(error.into()))?;
        write::replace(&path, &text, |file| platform::set_mode(file, 0o644))
    }

    /// Whether what it says holds for a run with this fingerprint.
    pub(crate) fn is_for(&self, fingerprint: u64) -> bool {
        self.fingerprint == fingerprint
    }

    /// Whether the run had ended when a file was last written.
    pub(crate) fn is_before(&self, there: &fs::Metadata) -> bool {
        platform::modified(there) > self.ended
    }

    /// Whether `entry` is, by size and time, what the record was made of. A file touched while or after the last run read
    /// it does not count: its bytes must be compared.
    pub(crate) fn is_untouched(&self, record: &Record, entry: &FoundFile) -> bool {
        record.size == entry.size && record.modified == entry.modified && entry.modified < self.started - CLOCK_TICK
    }
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos());
    i64::try_from(since).unwrap_or(0)
}
