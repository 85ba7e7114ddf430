//! Why the command cannot go on: each error names the path or option it failed on, and what to do.

#![warn(missing_docs)]

pub mod suggest;

use std::io;
use std::path::{Path, PathBuf};

/// A failure of the command itself; findings in the user's source are diagnostics instead.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The operating system refuses `action` on `path`.
    #[error("cannot {action} `{path}`: {source}")]
    Io {
        /// A verb: `read`, `write`, `run`.
        action: &'static str,
        /// The file, folder or program.
        path: PathBuf,
        /// What the operating system says.
        source: io::Error,
    },
    /// Something is wrong with a file or folder.
    #[error("`{path}`: {reason}")]
    Path {
        /// The file or folder.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
        /// What to do.
        remedy: String,
    },
    /// The command was called in a way that means nothing.
    #[error("{message}")]
    Usage {
        /// What is wrong with the command line.
        message: String,
        /// What to do.
        remedy: String,
    },
    /// Results cannot be printed.
    #[error("cannot write to standard output: {0}")]
    Stdout(io::Error),
}

impl Error {
    /// A failure of `action` on `path`, for `map_err`.
    pub fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_path_buf();
        move |source| Error::Io { action, path, source }
    }

    /// What is wrong with the file or folder, and what to do.
    pub fn path(path: &Path, reason: impl Into<String>, remedy: impl Into<String>) -> Self {
        Error::Path { path: path.to_path_buf(), reason: reason.into(), remedy: remedy.into() }
    }

    /// What is wrong with the command line, and what to do.
    pub fn usage(message: impl Into<String>, remedy: impl Into<String>) -> Self {
        Error::Usage { message: message.into(), remedy: remedy.into() }
    }

    /// What the user can do about it.
    pub fn remedy(&self) -> Option<&str> {
        match self {
            Error::Path { remedy, .. } | Error::Usage { remedy, .. } => Some(remedy),
            Error::Stdout(source) if source.kind() == io::ErrorKind::StorageFull => {
                Some("free some space where standard output goes, and run again")
            }
            Error::Io { source, .. } | Error::Stdout(source) => match source.kind() {
                io::ErrorKind::StorageFull => Some("free some space and run again; the original is whole"),
                io::ErrorKind::FileTooLarge => Some("raise the file size limit and run again; the original is whole"),
                io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => Some("check the permissions"),
                _ => None,
            },
        }
    }

    /// Whether the reader of our output has gone away, which is no fault of ours.
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, Error::Stdout(source) if source.kind() == io::ErrorKind::BrokenPipe)
    }
}
