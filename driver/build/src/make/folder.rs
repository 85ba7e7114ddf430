//! Where intermediate files go.

use super::BuildOptions;
use hipify_error::Error;
use std::fs;
use std::path::{Path, PathBuf};

/// Folder of intermediate files; removed at the end unless it is to be kept.
pub(super) enum WorkFolder {
    Kept(PathBuf),
    Temporary(tempfile::TempDir),
}

impl WorkFolder {
    pub(super) fn path(&self) -> &Path {
        match self {
            WorkFolder::Kept(path) => path,
            WorkFolder::Temporary(folder) => folder.path(),
        }
    }
}

/// The folder of this run, made unless the plan is only printed.
pub(super) fn work_folder(options: &BuildOptions) -> Result<WorkFolder, Error> {
    if options.show_plan && options.keep.is_none() && options.ninja.is_none() {
        return Ok(WorkFolder::Kept(std::env::temp_dir().join("hipify-rs-build")));
    }
    let folder = match (&options.ninja, &options.keep) {
        (Some((folder, _)), _) => folder.join("obj"),
        (None, Some(folder)) => folder.clone(),
        (None, None) => {
            let temp = std::env::temp_dir();
            let folder = tempfile::Builder::new().prefix("hipify-rs-").tempdir().map_err(Error::io("make a folder in", &temp))?;
            return Ok(WorkFolder::Temporary(folder));
        }
    };
    let folder = std::path::absolute(&folder).map_err(Error::io("find", &folder))?;
    if !options.show_plan {
        fs::create_dir_all(&folder).map_err(Error::io("make", &folder))?;
    }
    Ok(WorkFolder::Kept(folder))
}
