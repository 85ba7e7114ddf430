//! Two revisions of the upstream and a ported folder to three trees of a repository of our own, which is thrown away.

use crate::SyncOptions;
use hipify_error::Error;
use hipify_git::Git;
use hipify_port_command::{Plan, PortOptions};
use hipify_tree::scan::MANIFEST;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// What is merged.
pub(crate) struct Trees {
    folder: TempDir,
    /// The full names of both revisions.
    pub(crate) base_revision: String,
    pub(crate) to_revision: String,
    /// The tree of the port of the first revision, before and after hand edits, and of the port of the second.
    pub(crate) old_port: String,
    pub(crate) edited: String,
    pub(crate) new_port: String,
}

impl Trees {
    pub(crate) fn make(options: &SyncOptions) -> Result<Self, Error> {
        let (upstream, into) = (&options.upstream, &options.into);
        if !into.is_dir() {
            return Err(Error::path(into, "is no folder", "name the ported tree with --into"));
        }
        let (base_revision, to_revision) = (revision(upstream, &options.base)?, revision(upstream, &options.to)?);
        check_committed(options)?;
        let folder = tempfile::tempdir().map_err(Error::io("make a folder in", &std::env::temp_dir()))?;
        let mut trees =
            Self { folder, base_revision, to_revision, old_port: String::new(), edited: String::new(), new_port: String::new() };
        trees.make_repository()?;
        trees.old_port = trees.ported(options, &trees.base_revision, "old")?;
        trees.new_port = trees.ported(options, &trees.to_revision, "new")?;
        trees.edited = trees.of_folder(into)?;
        Ok(trees)
    }

    /// Git on the repository with the trees.
    pub(crate) fn git(&self) -> Git {
        Git::at(&self.repository())
    }

    pub(crate) fn repository(&self) -> PathBuf {
        self.folder.path().join("trees.git")
    }

    fn make_repository(&self) -> Result<(), Error> {
        let repository = self.repository();
        Git::at(self.folder.path()).words(["init", "-q", "--bare"]).words([&repository]).run(b"")?;
        // Bytes are merged as they are, whatever the attributes of the tree say of line ends.
        let attributes = repository.join("info/attributes");
        fs::create_dir_all(repository.join("info")).map_err(Error::io("make", &repository))?;
        fs::write(&attributes, "* -text -filter -ident -working-tree-encoding\n").map_err(Error::io("write", &attributes))?;
        for (name, value) in [("core.fileMode", "true"), ("core.autocrlf", "false"), ("core.symlinks", "true")] {
            self.git().words(["config", name, value]).run(b"")?;
        }
        Ok(())
    }

    /// The port of a revision, by the options of the command line.
    fn ported(&self, options: &SyncOptions, revision: &str, name: &str) -> Result<String, Error> {
        let sources = self.folder.path().join(format!("{name}-sources"));
        let port = self.folder.path().join(name);
        fs::create_dir(&sources).map_err(Error::io("make", &sources))?;
        let prefix = Git::at(&options.upstream).words(["rev-parse", "--show-prefix"]).line()?;
        let index = self.folder.path().join(format!("{name}-index"));
        let git = || Git::at(&options.upstream).variable("GIT_INDEX_FILE", &index);
        git().words(["read-tree", &format!("{revision}:{}", prefix.trim_end_matches('/'))]).run(b"")?;
        // At the top of the repository: `checkout-index` takes paths from there.
        let top = Git::at(&options.upstream).words(["rev-parse", "--show-toplevel"]).line()?;
        let to = format!("--prefix={}/", sources.display());
        Git::at(Path::new(&top)).variable("GIT_INDEX_FILE", &index).words(["checkout-index", "-a", "-f", &to]).run(b"")?;
        let plan = Plan::new(PortOptions {
            paths: vec![sources],
            output: Some(port.clone()),
            in_place: false,
            diff: false,
            check: false,
            stdout: false,
            ..options.port.clone()
        })?;
        let run = hipify_port_command::run(&plan)?;
        if let Some(failed) = run.outcomes.iter().find_map(|outcome| outcome.failure.as_ref().map(|error| (outcome, error))) {
            let reason = format!("cannot be ported at {revision}: {}", failed.1.message);
            return Err(Error::path(Path::new(&failed.0.path), reason, "leave it out with --exclude"));
        }
        self.tree(&port, &index, &["add", "-A", "-f", "."], b"")
    }

    /// The folder as it is, without what git ignores in it.
    fn of_folder(&self, folder: &Path) -> Result<String, Error> {
        let index = self.folder.path().join("edited-index");
        if !is_in_repository(folder)? {
            return self.tree(folder, &index, &["add", "-A", "."], b"");
        }
        let known = Git::at(folder).words(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]).run(b"")?;
        let is_file = |name: &[u8]| {
            let name = String::from_utf8_lossy(name).into_owned();
            folder.join(name).symlink_metadata().is_ok_and(|data| !data.is_dir())
        };
        let mut paths: Vec<&[u8]> = known.split(|byte| *byte == 0).filter(|name| !name.is_empty() && is_file(name)).collect();
        paths.dedup();
        self.tree(folder, &index, &["update-index", "--add", "-z", "--stdin"], &paths.join(&0))
    }

    /// The tree of what a command puts into an index.
    fn tree(&self, folder: &Path, index: &Path, command: &[&str], input: &[u8]) -> Result<String, Error> {
        if index.exists() {
            fs::remove_file(index).map_err(Error::io("remove", index))?;
        }
        let folder = hipify_tree::platform::real(folder).map_err(Error::io("find", folder))?;
        let git = || {
            let repository = self.repository();
            Git::at(&folder).variable("GIT_DIR", repository).variable("GIT_WORK_TREE", &folder).variable("GIT_INDEX_FILE", index)
        };
        git().words(command).run(input)?;
        git().words(["rm", "-q", "--cached", "--ignore-unmatch", MANIFEST]).run(b"")?;
        git().words(["write-tree"]).line()
    }
}

/// The full name of a revision of the upstream.
fn revision(upstream: &Path, name: &str) -> Result<String, Error> {
    if !upstream.is_dir() {
        return Err(Error::path(upstream, "is no folder", "clone the upstream with git and name the clone"));
    }
    if !is_in_repository(upstream)? {
        let remedy = "clone the upstream with git and name the clone";
        return Err(Error::path(upstream, "is in no git repository", remedy));
    }
    let found = Git::at(upstream)
        .words(["rev-parse", "--verify", "--quiet", "--end-of-options", &format!("{name}^{{commit}}")])
        .ends(b"")?;
    if !found.status.success() {
        let remedy = format!("fetch it, or choose one of `git -C {} log`", upstream.display());
        return Err(Error::path(upstream, format!("has no revision `{name}`"), remedy));
    }
    Ok(String::from_utf8_lossy(&found.stdout).trim().to_owned())
}

fn is_in_repository(folder: &Path) -> Result<bool, Error> {
    let asked = Git::at(folder).words(["rev-parse", "--is-inside-work-tree"]).ends(b"")?;
    Ok(asked.status.success() && asked.stdout.starts_with(b"true"))
}

/// A merge into changes that are not committed could not be taken back.
fn check_committed(options: &SyncOptions) -> Result<(), Error> {
    let into = &options.into;
    if options.force || options.check || !is_in_repository(into)? {
        return Ok(());
    }
    let changed = Git::at(into).words(["status", "--porcelain", "--untracked-files=no", "--", "."]).run(b"")?;
    if changed.is_empty() {
        return Ok(());
    }
    Err(Error::path(into, "has changes that are not committed", "commit them with `git commit -a`, or pass --force"))
}
