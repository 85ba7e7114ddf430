//! What discovery may look at: variables, a file-system root, and a way to ask a compiler about itself.

use hipify_tree::platform::is_program;
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Runs a program with arguments and returns what it printed, on both streams; `None` when it cannot be started.
pub type Ask = dyn Fn(&Path, &[&str]) -> Option<String> + Sync;

/// The world as discovery sees it. A made-up folder tree serves as well as the real one.
pub struct Environment<'a> {
    variables: BTreeMap<OsString, OsString>,
    root: PathBuf,
    /// Folder of this program.
    own: PathBuf,
    ask: &'a Ask,
}

impl Environment<'static> {
    /// This process's variables, the real file system, real runs.
    pub fn of_process() -> Self {
        let own = std::env::current_exe().ok().and_then(|path| Some(path.parent()?.to_path_buf())).unwrap_or_default();
        Self { variables: std::env::vars_os().collect(), root: PathBuf::from("/"), own, ask: &run }
    }
}

impl<'a> Environment<'a> {
    /// One with these variables whose files lie below `root`, and whose programs `ask` answers for.
    #[cfg(any(test, feature = "made-up"))]
    pub fn made_up(root: &Path, variables: &[(&str, &OsStr)], ask: &'a Ask) -> Self {
        let variables = variables.iter().map(|(name, value)| (OsString::from(name), value.into())).collect();
        Self { variables, root: root.to_path_buf(), own: root.join("usr/local/bin"), ask }
    }

    /// A variable that is set and not empty.
    pub fn variable(&self, name: &str) -> Option<&OsStr> {
        self.variables.get(OsStr::new(name)).map(OsString::as_os_str).filter(|value| !value.is_empty())
    }

    /// The same as a path.
    pub fn path_variable(&self, name: &str) -> Option<PathBuf> {
        self.variable(name).map(PathBuf::from)
    }

    /// A well-known absolute path, under the root.
    pub fn at(&self, path: &str) -> PathBuf {
        self.root.join(path.trim_start_matches('/'))
    }

    /// The folders of `PATH`.
    pub fn search_path(&self) -> Vec<PathBuf> {
        let folders = self.variable("PATH").map(|path| std::env::split_paths(path).collect::<Vec<_>>());
        folders.unwrap_or_default().into_iter().filter(|folder| folder.is_absolute()).collect()
    }

    /// The first program of that name in `PATH`.
    pub fn program(&self, name: &str) -> Option<PathBuf> {
        let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
        self.search_path().into_iter().map(|folder| folder.join(&file)).find(|path| is_program(path))
    }

    /// The folder that this program lies in.
    pub fn own_folder(&self) -> &Path {
        &self.own
    }

    /// What a program prints on standard output; `None` where it fails or cannot be run.
    pub fn ask(&self, program: &Path, arguments: &[&str]) -> Option<String> {
        (self.ask)(program, arguments)
    }

    /// Folder of this tool's caches: `$HIPIFY_CACHE_DIR`, else `$XDG_CACHE_HOME/hipify-rs`, else `~/.cache/hipify-rs`.
    pub fn cache(&self) -> PathBuf {
        match self.path_variable("HIPIFY_CACHE_DIR") {
            Some(path) => std::path::absolute(&path).unwrap_or(path),
            None => self.below_home("XDG_CACHE_HOME", ".cache"),
        }
    }

    /// Folder of this tool's data: `$XDG_DATA_HOME/hipify-rs`, else `~/.local/share/hipify-rs`.
    pub fn data(&self) -> PathBuf {
        self.below_home("XDG_DATA_HOME", ".local/share")
    }

    // The base directory specification has relative values ignored.
    fn below_home(&self, variable: &str, fallback: &str) -> PathBuf {
        let set = self.path_variable(variable).filter(|path| path.is_absolute());
        let home = || self.path_variable("HOME").map(|home| home.join(fallback));
        // Where Windows has programs keep such things.
        let of_windows = || self.path_variable("LOCALAPPDATA").filter(|_| cfg!(windows));
        set.or_else(home).or_else(of_windows).unwrap_or_else(std::env::temp_dir).join("hipify-rs")
    }
}

fn run(program: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).stdin(Stdio::null()).output().ok()?;
    let mut said = String::from_utf8_lossy(&output.stdout).into_owned();
    said.push_str(&String::from_utf8_lossy(&output.stderr));
    Some(said)
}
