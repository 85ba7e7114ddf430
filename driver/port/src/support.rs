//! The header of a ported tree with CUDA's names that HIP lacks: the parts that the tree's files use, gathered over all of them.

use crate::header;
use crate::plan::{Plan, Sink};
use hipify_diagnostics::Language;
use hipify_engine::one_file::port_bytes;
use hipify_engine::outcome::Outcome;
use hipify_engine::pool::in_pool;
use hipify_engine::tree::Tree;
use hipify_error::Error;
use hipify_headers::support;
use hipify_port::{GROUPS_PART, SUPPORT_HEADER, SupportHeader};
use hipify_tree::read::with_bytes;
use hipify_tree::scan::{FoundFile, Scan};
use rayon::prelude::*;
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

    /// The plan with which a file takes the header's cooperative groups where any other of the tree does.
    pub(crate) fn settled(&self, plan: &Plan, tree: &Tree, entries: &[FoundFile]) -> Result<Plan, Error> {
        let in_header = |parts: &Parts| parts.contains(GROUPS_PART);
        let had = || self.0.iter().any(|(folder, parts)| in_header(parts) || in_header(&had(plan, &folder.join(SUPPORT_HEADER))));
        let mut settled = plan.clone();
        settled.engine.options.support_groups =
            had() || in_pool(plan.jobs, || entries.par_iter().any(|entry| uses_groups(plan, tree, entry)))?;
        Ok(settled)
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
                put(plan, &path, parts).unwrap_or_else(|error| Outcome::failed(hipify_tree::scan::slashed(&path), error))
            })
            .collect()
    }
}

/// The parts of a header that is there, and which other files may include: a mirror is ported as a whole.
fn had(plan: &Plan, path: &Path) -> Parts {
    let there = std::fs::read(path).ok().filter(|_| !matches!(plan.sink, Sink::Mirror(_)));
    there.and_then(|there| support::parts_of(&there)).unwrap_or_default()
}

fn uses_groups(plan: &Plan, tree: &Tree, entry: &FoundFile) -> bool {
    let is_source = entry.link_root.is_none() && matches!(Language::of(&entry.slashed()), Language::Cuda | Language::Cpp);
    let uses = |bytes: &[u8]| {
        memchr::memmem::find(bytes, b"cooperative_groups").is_some() && {
            let done = port_bytes(&entry.slashed(), entry.shown(), bytes, tree, &plan.engine);
            done.outcome.supplied.contains(GROUPS_PART)
        }
    };
    // What cannot be read is reported where it is ported.
    plan.engine.options.support_header == SupportHeader::Included && is_source && with_bytes(entry, uses).unwrap_or(false)
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
    if old.as_deref().is_some_and(|old| support::parts_of(old).is_none()) {
        let what = "the header with CUDA's names that HIP lacks would replace this file, which is not this tool's";
        return Err(Error::path(path, what, "give the file another name, or pass --no-support-header"));
    }
    parts.extend(had(plan, path));
    header::put(plan, path, old.as_deref(), &support::header(&parts))
}

/// The folder of the header that the ported file includes: the root of its tree, where that goes or stands.
fn folder(plan: &Plan, entry: &FoundFile) -> PathBuf {
    match &plan.sink {
        Sink::Mirror(_) | Sink::File(_) => plan.result_root(),
        _ => entry.path.ancestors().nth(entry.relative.components().count()).unwrap_or(Path::new("")).to_path_buf(),
    }
}
