//! Bytes to files so that no failure ever costs the user a file: whole new text or whole old text.

use crate::platform;
use hipify_error::Error;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// How the names of temporary files begin; one that is found was left by a run that was killed.
pub const TEMPORARY: &str = ".hipify-rs-";

/// Writes a file that was not there; `Ok(false)` when one is.
pub fn create(path: &Path, mode: u32, bytes: &[u8]) -> Result<bool, Error> {
    let mut file = match platform::create_new(path, mode) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Ok(false),
        Err(error) => return Err(Error::io("create", path)(error)),
    };
    if let Err(error) = file.write_all(bytes) {
        drop(file);
        let _ = fs::remove_file(path);
        return Err(Error::io("write", path)(error));
    }
    Ok(true)
}

/// Replaces a file at one stroke; until then, and if anything fails, the old one stays whole.
/// `finish` gives the new file its mode before it takes its place.
pub fn replace(path: &Path, bytes: &[u8], finish: impl FnOnce(&File) -> io::Result<()>) -> Result<(), Error> {
    let failed = || Error::io("replace", path);
    let mut file = temporary(path).map_err(failed())?;
    file.write_all(bytes).map_err(failed())?;
    finish(file.as_file()).map_err(failed())?;
    file.persist(path).map_err(|error| failed()(error.error))?;
    Ok(())
}

/// Writes a new file, or replaces one whose bytes differ.
pub fn write(path: &Path, mode: u32, bytes: &[u8]) -> Result<(), Error> {
    if create(path, mode, bytes)? || fs::read(path).is_ok_and(|there| there == bytes) {
        return Ok(());
    }
    replace(path, bytes, |file| platform::set_mode(file, mode))
}

/// Copies a file over `to` at one stroke, or to a new file.
pub fn copy(from: &Path, to: &Path) -> Result<(), Error> {
    if !to.exists() {
        return fs::copy(from, to).map(drop).map_err(|error| {
            let _ = fs::remove_file(to);
            Error::io("copy to", to)(error)
        });
    }
    let failed = || Error::io("replace", to);
    let file = temporary(to).map_err(failed())?;
    fs::copy(from, file.path()).map_err(failed())?;
    file.persist(to).map_err(|error| failed()(error.error))?;
    Ok(())
}

/// Keeps `path` under another name; never over an earlier backup, which is the older and dearer text.
pub fn back_up(path: &Path, suffix: &OsStr, force: bool) -> Result<PathBuf, Error> {
    let kept = with_suffix(path, suffix);
    if kept.symlink_metadata().is_ok() && !force {
        return Err(Error::path(&kept, "the backup exists already", "move it away, give another suffix, or pass --force"));
    }
    copy(path, &kept)?;
    Ok(kept)
}

/// `path` with `suffix` appended to its name.
pub fn with_suffix(path: &Path, suffix: &OsStr) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// Whether two files hold the same bytes.
pub fn same_contents(one: &Path, other: &Path) -> io::Result<bool> {
    let (mut one, mut other) = (File::open(one)?, File::open(other)?);
    if one.metadata()?.len() != other.metadata()?.len() {
        return Ok(false);
    }
    let (mut first, mut second) = (vec![0; 1 << 16], vec![0; 1 << 16]);
    loop {
        let count = one.read(&mut first)?;
        if count == 0 {
            return Ok(true);
        }
        other.read_exact(&mut second[..count])?;
        if first[..count] != second[..count] {
            return Ok(false);
        }
    }
}

/// A temporary file beside `path`, so that renaming it is atomic; removed when dropped.
fn temporary(path: &Path) -> io::Result<NamedTempFile> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    tempfile::Builder::new().prefix(TEMPORARY).tempfile_in(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replaced_file_has_the_new_text_and_no_leftovers() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.cu");
        assert!(create(&path, 0o640, b"old").unwrap());
        assert!(!create(&path, 0o640, b"other").unwrap());
        let old = fs::metadata(&path).unwrap();
        replace(&path, b"new", |file| platform::take_over(file, &old)).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(platform::mode(&fs::metadata(&path).unwrap()), 0o640);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_backup_is_never_overwritten_unasked() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.cu");
        fs::write(&path, "first").unwrap();
        let kept = back_up(&path, OsStr::new(".orig"), false).unwrap();
        fs::write(&path, "second").unwrap();
        assert!(back_up(&path, OsStr::new(".orig"), false).is_err());
        assert_eq!(fs::read(kept).unwrap(), b"first");
    }
}
