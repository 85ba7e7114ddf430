//! The few things that differ between operating systems: modes, links, times.

use std::fs::{File, Metadata, OpenOptions};
use std::io;
use std::path::Path;

/// Modification time in nanoseconds since 1970; 0 where it is not known.
pub fn modified(metadata: &Metadata) -> i64 {
    use std::time::UNIX_EPOCH;
    let since = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    since.and_then(|duration| i64::try_from(duration.as_nanos()).ok()).unwrap_or(0)
}

/// A file's permissions, as Unix counts them.
#[cfg(unix)]
pub fn mode(metadata: &Metadata) -> u32 {
    std::os::unix::fs::MetadataExt::mode(metadata) & 0o7777
}

/// A file's permissions, as Unix would count them.
#[cfg(not(unix))]
pub fn mode(metadata: &Metadata) -> u32 {
    if metadata.permissions().readonly() { 0o444 } else { 0o644 }
}

/// A new file; an error when one is there.
#[cfg(unix)]
pub fn create_new(path: &Path, mode: u32) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    let file = OpenOptions::new().write(true).create_new(true).mode(mode).open(path)?;
    // The usual umasks clear write and other's bits; what they cleared is set again.
    if mode & 0o033 != 0 {
        set_mode(&file, mode)?;
    }
    Ok(file)
}

#[cfg(not(unix))]
pub fn create_new(path: &Path, _mode: u32) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).open(path)
}

/// Gives `file` the mode, and where allowed the owner, of the file it replaces.
#[cfg(unix)]
pub fn take_over(file: &File, from: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let own = file.metadata()?;
    if (own.uid(), own.gid()) != (from.uid(), from.gid()) {
        // Only root may give files away; for others the file changes hands, as with every atomic replacement.
        let _ = fchown(file, Some(from.uid()), Some(from.gid()));
    }
    file.set_permissions(from.permissions())
}

#[cfg(not(unix))]
pub fn take_over(file: &File, from: &Metadata) -> io::Result<()> {
    file.set_permissions(from.permissions())
}

/// Makes the symbolic link `link`, which leads to `target`.
#[cfg(unix)]
pub fn symlink(target: &Path, link: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(target, link)
}

#[cfg(not(unix))]
pub fn symlink(_target: &Path, _link: &Path) -> io::Result<()> {
    Err(io::Error::new(io::ErrorKind::Unsupported, "symbolic links cannot be made here"))
}

/// Sets the mode of an open file.
#[cfg(unix)]
pub fn set_mode(file: &File, mode: u32) -> io::Result<()> {
    file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(mode))
}

#[cfg(not(unix))]
pub fn set_mode(_file: &File, _mode: u32) -> io::Result<()> {
    Ok(())
}
