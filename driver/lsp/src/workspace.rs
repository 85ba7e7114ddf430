//! The folder that an editor has open: its configuration, its files, and the linter made of both.

use hipify_lint_command::{Finding, LintOptions, Plan, one_file};
use hipify_syntax::Tree;
use hipify_tree::scan::{FoundFile, Selection, scan};
use std::path::{Path, PathBuf};

pub(super) struct Workspace {
    root: PathBuf,
    plan: Option<Plan>,
    tree: Tree,
}

impl Workspace {
    /// The workspace, and what is wrong with its configuration.
    pub(super) fn new(root: PathBuf) -> (Self, Option<String>) {
        let mut workspace = Self { root, plan: None, tree: Tree::default() };
        let problem = workspace.read_configuration();
        let roots = [workspace.root.clone()];
        let selection = Selection {
            roots: &roots,
            exclude: &[],
            obey_ignore_files: true,
            only: &[],
            output: None,
            follow_named_links: false,
        };
        if let Ok(found) = scan(&selection) {
            workspace.tree = Tree::new(found.entries.iter().map(FoundFile::slashed));
        }
        (workspace, problem)
    }

    /// Reads `hipify.toml` anew; with a broken one the former stays.
    pub(super) fn read_configuration(&mut self) -> Option<String> {
        match plan(&self.root) {
            Ok(plan) => {
                self.plan = Some(plan);
                None
            }
            Err(problem) => {
                self.plan = self.plan.take().or_else(|| plan(Path::new("/")).ok());
                Some(problem)
            }
        }
    }

    pub(super) fn is_configured_by(&self, path: &Path) -> bool {
        path.file_name().is_some_and(|name| name == "hipify.toml" || name == ".hipify.toml")
    }

    /// The open findings of a file's text.
    pub(super) fn lint(&self, path: &Path, bytes: &[u8]) -> Vec<Finding> {
        let Some(plan) = &self.plan else { return Vec::new() };
        let relative = path.strip_prefix(&self.root).unwrap_or(path);
        one_file(plan, &self.tree, &self.root, &hipify_tree::scan::slashed(relative), bytes)
    }
}

/// The plan of `hipify-rs lint ROOT`.
fn plan(root: &Path) -> Result<Plan, String> {
    let options = LintOptions { paths: vec![root.to_path_buf()], ..LintOptions::default() };
    Plan::read(&options).map_err(|error| error.to_string())
}
