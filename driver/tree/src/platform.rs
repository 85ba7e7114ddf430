//! The few things that differ between operating systems: real paths, modes, links, times.

use std::fs::{File, Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// The real path, absolute and without links. On Windows it is written as people write it, `C:\a` and not `\\?\C:\a`, wherever
/// that means the same: URIs and patches are made of it, and `/` divides it too.
///
/// # Errors
/// When nothing is there, or it cannot be read.
pub fn real(path: &Path) -> io::Result<PathBuf> {
    dunce::canonicalize(path)
}

/// Modification time in nanoseconds since 1970; 0 where it is not known.
pub fn modified(metadata: &Metadata) -> i64 {
    use std::time::UNIX_EPOCH;
    let since = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    since.and_then(|duration| i64::try_from(duration.as_nanos()).ok()).unwrap_or(0)
}

/// The size and time of a file, which tell a program from another release of it; zeros where there is none.
pub fn stamp(path: &Path) -> (u64, i64) {
    path.metadata().map(|it| (it.len(), modified(&it))).unwrap_or_default()
}

/// That of the program that runs.
pub fn own_stamp() -> (u64, i64) {
    std::env::current_exe().map(|own| stamp(&own)).unwrap_or_default()
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

/// A new file; an error when one is there. Of the mode, Windows knows whether the file may be written to.
#[cfg(not(unix))]
pub fn create_new(path: &Path, mode: u32) -> io::Result<File> {
    let file = OpenOptions::new().write(true).create_new(true).open(path)?;
    if mode & 0o222 == 0 {
        set_mode(&file, mode)?;
    }
    Ok(file)
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

/// Makes `file` read-only where the file that it replaces is.
#[cfg(not(unix))]
pub fn take_over(file: &File, from: &Metadata) -> io::Result<()> {
    file.set_permissions(from.permissions())
}

/// Makes the symbolic link `link`, which leads to `target`.
#[cfg(unix)]
pub fn symlink(target: &Path, link: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(target, link)
}

/// Makes the symbolic link `link`, which leads to `target`; links to folders are of another kind than those to files.
#[cfg(windows)]
pub fn symlink(target: &Path, link: &Path) -> io::Result<()> {
    use std::os::windows::fs::{symlink_dir, symlink_file};
    /// `ERROR_PRIVILEGE_NOT_HELD`.
    const NOT_ALLOWED: i32 = 1314;
    let is_folder = link.parent().unwrap_or(Path::new("")).join(target).is_dir();
    let made = if is_folder { symlink_dir(target, link) } else { symlink_file(target, link) };
    made.map_err(|error| match error.raw_os_error() {
        Some(NOT_ALLOWED) => {
            let why = "Windows lets administrators make symbolic links, and others in developer mode";
            io::Error::new(io::ErrorKind::PermissionDenied, why)
        }
        _ => error,
    })
}

/// Sets the mode of an open file.
#[cfg(unix)]
pub fn set_mode(file: &File, mode: u32) -> io::Result<()> {
    file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(mode))
}

/// Makes an open file read-only where nobody may write to it by the mode.
#[cfg(not(unix))]
pub fn set_mode(file: &File, mode: u32) -> io::Result<()> {
    let mut permissions = file.metadata()?.permissions();
    permissions.set_readonly(mode & 0o222 == 0);
    file.set_permissions(permissions)
}

/// Lets everybody read what a folder holds. On Windows that comes with the folder above it.
///
/// # Errors
/// When the folder is not this user's.
pub fn readable_by_all(folder: &Path) -> io::Result<()> {
    #[cfg(unix)]
    std::fs::set_permissions(folder, std::os::unix::fs::PermissionsExt::from_mode(0o755))?;
    let _ = folder;
    Ok(())
}

/// Whether a file is there that may be executed.
pub fn is_program(path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        path.metadata().is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
    }
    #[cfg(not(unix))]
    path.is_file()
}
