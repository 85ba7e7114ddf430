//! Runs of git. Nothing of the caller's environment decides which repository they are about.
//!
//! | part | holds | is about |
//! |---|---|---|
//! | `lib.rs` | `Git`, `fields` | a run: words, variables, input, what it prints |
//! | `hunks.rs` | `Hunk`, `hunks` | a patch without context, as `diff --unified=0` prints it |

mod hunks;

pub use hunks::{Hunk, hunks};

use hipify_error::Error;
use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Variables by which git is told of another repository than the one that is meant (git(1), "Environment Variables").
const FOREIGN: &[&str] =
    &["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR", "GIT_NAMESPACE"];

/// A run that is being put together.
pub struct Git(Command);

impl Git {
    /// Git in a folder of a repository.
    #[must_use]
    pub fn at(folder: &Path) -> Self {
        let mut command = Command::new("git");
        for name in FOREIGN {
            command.env_remove(name);
        }
        command.arg("-C").arg(folder).env("LC_ALL", "C");
        Self(command)
    }

    /// Sets a variable of its environment.
    #[must_use]
    pub fn variable(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.0.env(name, value);
        self
    }

    /// Adds words to its command line.
    #[must_use]
    pub fn words<W: AsRef<OsStr>>(mut self, words: impl IntoIterator<Item = W>) -> Self {
        self.0.args(words);
        self
    }

    /// Runs it, however it ends.
    ///
    /// # Errors
    ///
    /// When git is not installed, or cannot be run.
    pub fn ends(mut self, input: &[u8]) -> Result<Output, Error> {
        let failed = |error: std::io::Error| match error.kind() {
            std::io::ErrorKind::NotFound => Error::usage("git is not installed", "install git 2.38 or later"),
            _ => Error::io("run", Path::new("git"))(error),
        };
        let mut child = self.0.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().map_err(failed)?;
        let mut stdin = child.stdin.take();
        let input = input.to_vec();
        // A command that reads nothing may be gone before all is written.
        let writer = std::thread::spawn(move || drop(stdin.as_mut().map(|stdin| stdin.write_all(&input))));
        let output = child.wait_with_output().map_err(failed)?;
        drop(writer.join());
        Ok(output)
    }

    /// Runs it, which must go well, and gives what it prints.
    ///
    /// # Errors
    ///
    /// As above, and when git fails, with what it says.
    pub fn run(self, input: &[u8]) -> Result<Vec<u8>, Error> {
        let line = format!("{:?}", self.0);
        let output = self.ends(input)?;
        if output.status.success() {
            return Ok(output.stdout);
        }
        let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        Err(Error::usage(format!("git fails: {said}"), format!("try it by hand: {line}")))
    }

    /// The same, of words that end with NUL each, as `-z` has git print them.
    ///
    /// # Errors
    ///
    /// As above.
    pub fn fields(self) -> Result<Vec<String>, Error> {
        Ok(fields(&self.run(b"")?).collect())
    }

    /// The same, of one line of text.
    ///
    /// # Errors
    ///
    /// As above.
    pub fn line(self) -> Result<String, Error> {
        Ok(String::from_utf8_lossy(&self.run(b"")?).trim_end_matches('\n').to_owned())
    }
}

/// The words of what git prints with `-z`, each of which a NUL ends.
pub fn fields(printed: &[u8]) -> impl Iterator<Item = String> {
    let words = printed.split_inclusive(|byte| *byte == 0);
    words.map(|word| String::from_utf8_lossy(word.strip_suffix(b"\0").unwrap_or(word)).into_owned())
}

#[cfg(test)]
mod tests {
    #[test]
    fn fields_end_with_nul_and_may_be_empty() {
        assert_eq!(super::fields(b"a\0\0b c\0").collect::<Vec<_>>(), ["a", "", "b c"]);
        assert_eq!(super::fields(b"").count(), 0);
    }
}
