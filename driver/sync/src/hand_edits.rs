//! Hand edits that upstream has made needless: lines that the new port has by itself, or has no more.

use crate::merge::Merged;
use crate::trees::Trees;
use hipify_error::Error;
use hipify_git::Hunk;
use std::collections::BTreeMap;

/// A line of text about each.
pub(crate) fn needless(trees: &Trees, merged: &Merged) -> Result<Vec<String>, Error> {
    let edits = hunks(trees, &trees.old_port, &trees.edited)?;
    let mut kept: Vec<Hunk> = hunks(trees, &trees.new_port, &merged.tree)?;
    let renamed = renamed(trees)?;
    let mut ports: BTreeMap<&str, Option<Vec<u8>>> = BTreeMap::new();
    let mut said = Vec::new();
    for edit in edits.iter().filter(|edit| !merged.conflicts.contains_key(&edit.path)) {
        if let Some(at) = kept.iter().position(|hunk| hunk.old == edit.old && hunk.new == edit.new) {
            kept.swap_remove(at);
            continue;
        }
        let path = renamed.get(&edit.path).unwrap_or(&edit.path);
        if !ports.contains_key(path.as_str()) {
            let port = trees.git().words(["cat-file", "blob", &format!("{}:{path}", trees.new_port)]).ends(b"")?;
            ports.insert(path, port.status.success().then_some(port.stdout));
        }
        let port = ports[path.as_str()].as_deref();
        let has = |lines: &[u8]| port.is_some_and(|port| memchr::memmem::find(port, lines).is_some());
        let why = match (edit.new.is_empty(), port.is_some()) {
            (false, true) if has(&edit.new) => "upstream has these lines now",
            (true, _) if !has(&edit.old) => "upstream has dropped these lines too",
            _ => continue,
        };
        said.push(format!("{}:{}: {why}", edit.path, edit.line));
    }
    Ok(said)
}

/// Files that upstream has renamed.
fn renamed(trees: &Trees) -> Result<BTreeMap<String, String>, Error> {
    let words = ["diff-tree", "-r", "-z", "-M", "--diff-filter=R", "--name-status", &trees.old_port, &trees.new_port];
    let mut words = trees.git().words(words).fields()?.into_iter();
    let mut renamed = BTreeMap::new();
    while let (Some(_), Some(from), Some(to)) = (words.next(), words.next(), words.next()) {
        renamed.insert(from, to);
    }
    Ok(renamed)
}

/// What is not the same in two trees, without context.
fn hunks(trees: &Trees, from: &str, to: &str) -> Result<Vec<Hunk>, Error> {
    let words = ["diff-tree", "-p", "--unified=0", "--no-renames", "--no-color", "--no-ext-diff", "--no-textconv", from, to];
    Ok(hipify_git::hunks(&trees.git().words(words).run(b"")?))
}
