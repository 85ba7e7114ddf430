//! The header of a ported tree with CUDA's names that HIP lacks: the parts that the tree's files use, gathered over all of them.

use crate::header;
use crate::plan::{Plan, Sink};
use hipify_engine::outcome::Outcome;
use hipify_error::Error;
use hipify_headers::support;
use hipify_port::{SUPPORT_HEADER, SupportHeader};
use hipify_tree::read::with_bytes;
use hipify_tree::scan::{FoundFile, Scan};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

type Parts = BTreeSet<&'static str>;

/// What each support header needs, by the folder that it goes to.
pub(crate) struct Support(BTreeMap<PathBuf, Parts>);

impl Support {
    /// Takes the headers of earlier runs out of the scan: they are made anew, with the parts that they had.
    pub(crate) fn take(plan: &Plan, scan: &mut Scan) -> Self {
        let mut folders: BTreeMap<PathBuf, Parts> = BTreeMap::new();
        if plan.engine.options.support_header == SupportHeader::Included {
            scan.entries.retain(|entry| {
                let is_root = entry.relative == Path::new(SUPPORT_HEADER);
                let parts = is_root.then(|| with_bytes(entry, support::parts_of).ok().flatten()).flatten();
                let is_ours = parts.is_some();
                folders.entry(folder(plan, entry)).or_default().extend(parts.unwrap_or_default());
                !is_ours
            });
        }
        Self(folders)
    }

    /// Adds what the ported files use; outcomes are in the order of the entries.
    pub(crate) fn add(&mut self, plan: &Plan, entries: &[FoundFile], outcomes: &[Outcome]) {
        for (entry, outcome) in entries.iter().zip(outcomes).filter(|(_, outcome)| !outcome.supplied.is_empty()) {
            let parts = outcome.supplied.iter().filter_map(|name| support::part(name)).map(|part| part.name);
            self.0.entry(folder(plan, entry)).or_default().extend(parts);
        }
    }

    /// Puts each header where the plan wants it; what could not be written is an outcome too.
    pub(crate) fn write(self, plan: &Plan) -> Vec<Outcome> {
        let needed = self.0.into_iter().filter(|(_, parts)| !parts.is_empty());
        needed
            .map(|(folder, parts)| {
                let path = folder.join(SUPPORT_HEADER);
                put(plan, &path, parts).unwrap_or_else(|error| Outcome::failed(path.display().to_string(), error))
            })
            .collect()
    }
}

/// What is said where the text alone is printed and includes the header.
pub(crate) fn note(plan: &Plan, outcomes: &[Outcome]) -> Option<String> {
    let is_used = plan.sink == Sink::Stdout && outcomes.iter().any(|outcome| !outcome.supplied.is_empty());
    is_used.then(|| format!("the text includes `{SUPPORT_HEADER}`, which -o DIR and --in-place write beside it"))
}

fn put(plan: &Plan, path: &Path, mut parts: Parts) -> Result<Outcome, Error> {
    let old = match std::fs::read(path) {
        Ok(old) => Some(old),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
        Err(error) => return Err(Error::io("read", path)(error)),
    };
    match old.as_deref().map(support::parts_of) {
        Some(None) => {
            let what = "the header with CUDA's names that HIP lacks would replace this file, which is not this tool's";
            return Err(Error::path(path, what, "give the file another name, or pass --no-support-header"));
        }
        // A mirror is ported as a whole; elsewhere other files may include the header.
        Some(Some(had)) if !matches!(plan.sink, Sink::Mirror(_)) => parts.extend(had),
        _ => {}
    }
    header::put(plan, path, old.as_deref(), &support::header(&parts))
}

/// The folder of the header that the ported file includes: the root of its tree, where that goes or stands.
fn folder(plan: &Plan, entry: &FoundFile) -> PathBuf {
    match &plan.sink {
        Sink::Mirror(_) | Sink::File(_) => plan.result_root(),
        _ => entry.path.ancestors().nth(entry.relative.components().count()).unwrap_or(Path::new("")).to_path_buf(),
    }
}
