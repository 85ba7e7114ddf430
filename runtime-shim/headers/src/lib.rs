//! The bundled runtime's headers to a folder that a compiler can search.

include!(concat!(env!("OUT_DIR"), "/files.rs"));

use std::path::{Path, PathBuf};
use std::{fs, io};

/// The headers as a folder below `cache`, written unless it is there. Other headers get another name, so that compiler
/// caches and builds under way are not deceived.
///
/// # Errors
/// When the folder cannot be written.
pub fn unpack(cache: &Path) -> io::Result<PathBuf> {
    let parent = cache.join("include");
    let folder = parent.join(KEY);
    if folder.is_dir() {
        return Ok(folder);
    }
    fs::create_dir_all(&parent)?;
    let making = tempfile::Builder::new().prefix(".making-").tempdir_in(&parent)?;
    for (name, content) in FILES {
        let path = making.path().join(name);
        fs::create_dir_all(path.parent().unwrap_or(making.path()))?;
        fs::write(path, content)?;
    }
    readable_by_all(making.path())?;
    match fs::rename(making.path(), &folder) {
        Ok(()) => drop(making.keep()),
        // Another run was faster.
        Err(_) if folder.is_dir() => {}
        Err(error) => return Err(error),
    }
    Ok(folder)
}

/// The headers of one folder below the one that [`unpack`] makes: their names in it, and what they hold.
pub fn of_folder(folder: &str) -> impl Iterator<Item = (&'static str, &'static [u8])> {
    FILES.iter().filter_map(move |(path, content)| Some((path.strip_prefix(folder)?.strip_prefix('/')?, *content)))
}

/// A temporary folder is its owner's alone; what is made here may be shared.
fn readable_by_all(folder: &Path) -> io::Result<()> {
    #[cfg(unix)]
    fs::set_permissions(folder, std::os::unix::fs::PermissionsExt::from_mode(0o755))?;
    Ok(())
}

/// Names of the stand-ins for headers of NVIDIA's samples, and for those of CUDA that ported sources go on including.
pub fn sample_headers() -> impl Iterator<Item = &'static str> {
    FILES.iter().filter_map(|(name, _)| name.strip_prefix("cuda_samples/").or_else(|| name.strip_prefix("cuda_kept/")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_headers_are_unpacked_once_and_whole() {
        let cache = tempfile::tempdir().unwrap();
        let folder = unpack(cache.path()).unwrap();
        for (name, content) in FILES {
            assert_eq!(&fs::read(folder.join(name)).unwrap(), content, "{name}");
        }
        fs::write(folder.join("mark"), "").unwrap();
        assert_eq!(unpack(cache.path()).unwrap(), folder);
        assert!(folder.join("mark").is_file());
        assert_eq!(fs::read_dir(cache.path().join("include")).unwrap().count(), 1);
    }
}
