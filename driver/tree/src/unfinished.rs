//! A folder that is made under another name and renamed when it is whole: a folder of its final name is never half-made.

use crate::platform;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use tempfile::TempDir;

/// Names of unfinished folders start so.
pub const MARK: &str = ".making-";

/// A killed run's folder is removed after this time; a live run takes a minute at most.
pub const ABANDONED: Duration = Duration::from_secs(3600);

/// A folder in the making, removed if it is never finished.
pub struct Unfinished {
    making: TempDir,
    folder: PathBuf,
}

impl Unfinished {
    /// Starts a folder that will be called `folder`. What killed runs left beside it is removed.
    pub fn start(folder: &Path) -> io::Result<Self> {
        let parent = folder.parent().ok_or(io::ErrorKind::InvalidInput)?;
        std::fs::create_dir_all(parent)?;
        remove_abandoned(parent);
        let making = tempfile::Builder::new().prefix(MARK).tempdir_in(parent)?;
        Ok(Self { making, folder: folder.to_path_buf() })
    }

    /// Where it is made.
    pub fn path(&self) -> &Path {
        self.making.path()
    }

    /// Gives the folder its name. When another run was faster, its folder stays and this one goes.
    pub fn finish(self) -> io::Result<()> {
        // A temporary folder is its owner's alone; what is made here may be shared.
        platform::readable_by_all(self.path())?;
        match std::fs::rename(self.path(), &self.folder) {
            Ok(()) => {
                let _ = self.making.keep();
                Ok(())
            }
            Err(_) if self.folder.is_dir() => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// The same, but in place of a folder that is there. In between there is none for an instant.
    pub fn replace(self) -> io::Result<()> {
        let parent = self.folder.parent().ok_or(io::ErrorKind::InvalidInput)?;
        let old = tempfile::Builder::new().prefix(MARK).tempdir_in(parent)?;
        if self.folder.exists() {
            std::fs::rename(&self.folder, old.path().join("old"))?;
        }
        self.finish()
    }
}

fn remove_abandoned(parent: &Path) {
    let old = |entry: &std::fs::DirEntry| {
        let age =
            entry.metadata().and_then(|file| file.modified()).ok().and_then(|time| SystemTime::now().duration_since(time).ok());
        entry.file_name().to_string_lossy().starts_with(MARK) && age.is_some_and(|age| age > ABANDONED)
    };
    for entry in std::fs::read_dir(parent).into_iter().flatten().flatten().filter(old) {
        // Another run may have been faster.
        let _ = std::fs::remove_dir_all(entry.path());
    }
}
