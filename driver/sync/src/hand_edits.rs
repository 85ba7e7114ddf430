//! Hand edits that upstream has made needless: lines that the new port has by itself, or has no more.

use crate::merge::Merged;
use crate::trees::Trees;
use hipify_error::Error;
use std::collections::BTreeMap;

/// Some lines of a file that were replaced by others.
struct Hunk {
    path: String,
    /// In the edited file, from 1.
    line: usize,
    old: Vec<u8>,
    new: Vec<u8>,
}

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
    let words =
        ["-c", "core.quotePath=false", "diff-tree", "-p", "-U0", "--no-renames", "--no-color", "--no-ext-diff", "--no-textconv"];
    let printed = trees.git().words(words).words([from, to]).run(b"")?;
    let mut hunks: Vec<Hunk> = Vec::new();
    let (mut old_name, mut path, mut in_hunk) = (String::new(), String::new(), false);
    let name = |line: &[u8]| {
        let name = String::from_utf8_lossy(line).trim_end().trim_matches('"').to_owned();
        name.split_once('/').map(|(_, name)| name.to_owned())
    };
    for line in printed.split_inclusive(|byte| *byte == b'\n') {
        if line.starts_with(b"diff --git ") {
            in_hunk = false;
        } else if let Some(rest) = line.strip_prefix(b"--- ").filter(|_| !in_hunk) {
            old_name = name(rest).unwrap_or_default();
        } else if let Some(rest) = line.strip_prefix(b"+++ ").filter(|_| !in_hunk) {
            let is_gone = rest.starts_with(b"/dev/null");
            path = if is_gone { old_name.clone() } else { name(rest).unwrap_or_default() };
        } else if let Some(rest) = line.strip_prefix(b"@@ ") {
            in_hunk = true;
            hunks.push(Hunk { path: path.clone(), line: new_line(rest), old: Vec::new(), new: Vec::new() });
        } else if let Some(hunk) = hunks.last_mut().filter(|_| in_hunk) {
            match line.split_first() {
                Some((b'-', rest)) => hunk.old.extend(rest),
                Some((b'+', rest)) => hunk.new.extend(rest),
                _ => {}
            }
        }
    }
    Ok(hunks)
}

/// The first line on the new side of `-1,2 +3,4 @@`.
fn new_line(head: &[u8]) -> usize {
    let head = String::from_utf8_lossy(head);
    let side = head.split('+').nth(1).unwrap_or_default();
    let digits: String = side.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or_default()
}
