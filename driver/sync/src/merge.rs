//! The three trees to the merged one, by `git merge-tree`: content by content, with files that were renamed, added and deleted.

use crate::trees::Trees;
use hipify_error::Error;
use hipify_git::{Git, fields};
use std::collections::BTreeMap;

pub(crate) struct Merged {
    /// The tree, with conflicts marked in its files.
    pub(crate) tree: String,
    /// Paths in conflict, with git's word for what is wrong.
    pub(crate) conflicts: BTreeMap<String, String>,
}

pub(crate) fn merge(trees: &Trees) -> Result<Merged, Error> {
    let base = commit(trees, &trees.old_port, &[])?;
    // The names stand beside the marks of conflicts.
    for (name, tree) in [("port", &trees.edited), ("upstream", &trees.new_port)] {
        let commit = commit(trees, tree, &["-p", &base])?;
        trees.git().words(["update-ref", &format!("refs/heads/{name}"), &commit]).run(b"")?;
    }
    let output =
        trees.git().words(["merge-tree", "--write-tree", "--messages", "-z", "--name-only", "port", "upstream"]).ends(b"")?;
    match output.status.code() {
        Some(0 | 1) => parse(&output.stdout),
        _ => {
            let said = String::from_utf8_lossy(&output.stderr).lines().next().unwrap_or_default().to_owned();
            Err(Error::usage(format!("git cannot merge: {said}"), "install git 2.38 or later"))
        }
    }
}

fn commit(trees: &Trees, tree: &str, words: &[&str]) -> Result<String, Error> {
    let mut git: Git = trees.git();
    for who in ["AUTHOR", "COMMITTER"] {
        git = git.variable(&format!("GIT_{who}_NAME"), "hipify-rs").variable(&format!("GIT_{who}_EMAIL"), "hipify-rs@localhost");
    }
    git.words(["commit-tree", "-m", "port", tree]).words(words).line()
}

/// What git prints (git-merge-tree(1), "OUTPUT"): the tree, the paths in conflict, an empty word, and messages of a count of paths,
/// these, a kind and a text.
fn parse(printed: &[u8]) -> Result<Merged, Error> {
    let mut words = fields(printed);
    let tree = words.next().unwrap_or_default();
    let paths: Vec<String> = words.by_ref().take_while(|word| !word.is_empty()).collect();
    let mut conflicts: BTreeMap<String, String> = paths.into_iter().map(|path| (path, "contents".to_owned())).collect();
    while let Some(count) = words.next().and_then(|word| word.parse::<usize>().ok()) {
        let about: Vec<String> = words.by_ref().take(count).collect();
        let (kind, text) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let Some(kind) = kind.strip_prefix("CONFLICT (").and_then(|kind| kind.strip_suffix(')')) else { continue };
        let said = if kind == "contents" {
            kind.to_owned()
        } else {
            text.trim().trim_start_matches(&format!("CONFLICT ({kind}): ")).to_owned()
        };
        for path in &about {
            conflicts.entry(path.clone()).and_modify(|why| why.clone_from(&said));
        }
    }
    Ok(Merged { tree, conflicts })
}
