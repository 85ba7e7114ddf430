//! Which files ignore files and `--exclude` leave out; counted, which a ready-made walker would not let us do.

use hipify_error::Error;
use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use std::fs::DirEntry;
use std::path::{Path, PathBuf};

/// Later lines win, so `.hipifyignore` can take back what `.gitignore` leaves out.
const IGNORE_FILES: &[&str] = &[".gitignore", OWN_FILE];
const OWN_FILE: &str = ".hipifyignore";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ignored {
    No,
    /// By git's files: what git tracks is part of the tree all the same.
    ByGit,
    /// By `--exclude` or `.hipifyignore`.
    Yes,
}

/// The ignore rules in force, outermost folder first.
pub(super) struct Rules {
    exclude: Gitignore,
    stack: Vec<Gitignore>,
    obey_files: bool,
    /// The top folder of the git work tree that the root is in.
    top: Option<PathBuf>,
}

impl Rules {
    /// Rules for a walk from the real path `root`: `--exclude`, and the ignore files above `root` in its git work tree.
    pub(super) fn new(root: &Path, exclude: &[String], obey_files: bool) -> Result<Self, Error> {
        let mut builder = GitignoreBuilder::new(root);
        for glob in exclude {
            let bad =
                |error| Error::usage(format!("--exclude `{glob}`: {error}"), "use .gitignore syntax, such as `*.cu` or `build/`");
            builder.add_line(None, glob).map_err(bad)?;
        }
        let exclude = builder.build().map_err(|error| Error::usage(format!("--exclude: {error}"), "use .gitignore syntax"))?;
        let top = root.ancestors().find(|folder| folder.join(".git").exists()).map(Path::to_path_buf);
        let mut rules = Self { exclude, stack: Vec::new(), obey_files, top };
        if obey_files {
            rules.push_work_tree(root);
        }
        Ok(rules)
    }

    /// The top folder of the git work tree that the root is in, if it is in one.
    pub(super) fn work_tree(&self) -> Option<&Path> {
        self.top.as_deref()
    }

    /// Takes up the ignore files of a folder that is being entered; says whether there were any.
    pub(super) fn enter(&mut self, folder: &Path, entries: &[DirEntry]) -> bool {
        let is_rules = |entry: &DirEntry| IGNORE_FILES.iter().any(|name| entry.file_name() == *name);
        if !self.obey_files || !entries.iter().any(is_rules) {
            return false;
        }
        self.push(folder, &[]);
        true
    }

    /// Undoes [`Rules::enter`].
    pub(super) fn leave(&mut self, pushed: bool) {
        if pushed {
            self.stack.pop();
        }
    }

    /// Whether a path is left out; the innermost rule that says anything decides.
    pub(super) fn decide(&self, path: impl FnOnce() -> PathBuf, is_folder: bool) -> Ignored {
        if self.exclude.is_empty() && self.stack.is_empty() {
            return Ignored::No;
        }
        let path = path();
        if self.exclude.matched(&path, is_folder).is_ignore() {
            return Ignored::Yes;
        }
        for rules in self.stack.iter().rev() {
            match rules.matched(&path, is_folder) {
                Match::Ignore(line) if line.from().is_some_and(|file| file.ends_with(OWN_FILE)) => return Ignored::Yes,
                Match::Ignore(_) => return Ignored::ByGit,
                Match::Whitelist(_) => return Ignored::No,
                Match::None => {}
            }
        }
        Ignored::No
    }

    fn push_work_tree(&mut self, root: &Path) {
        let Some(top) = self.top.clone() else { return };
        self.push(&top, &[top.join(".git/info/exclude")]);
        let between: Vec<&Path> =
            root.ancestors().skip(1).take_while(|folder| *folder != top && folder.starts_with(&top)).collect();
        for folder in between.into_iter().rev() {
            self.push(folder, &[]);
        }
    }

    fn push(&mut self, folder: &Path, first: &[PathBuf]) {
        let mut builder = GitignoreBuilder::new(folder);
        let files = IGNORE_FILES.iter().map(|name| folder.join(name));
        for file in first.iter().cloned().chain(files) {
            // A line that is no glob is skipped, as git does.
            let _ = builder.add(file);
        }
        self.stack.push(builder.build().unwrap_or_else(|_| Gitignore::empty()));
    }
}
