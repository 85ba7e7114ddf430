//! CUDA's libraries as files that lead to the shim, and how the shim serves each of their symbols.

use std::path::{Path, PathBuf};
use std::{fs, io};

include!(concat!(env!("OUT_DIR"), "/libraries.rs"));

/// The file of the shim itself, which all of the libraries load.
pub const SHIM: &str = "libhipify_cuda.so";

/// How a symbol is served.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Served {
    /// HIP's function has the same interface.
    Forwarded,
    /// Arguments or results are converted.
    Converted,
    /// By code of the shim's own.
    Own,
    /// Answers that it is not supported.
    Unsupported,
}

impl Served {
    /// The word that commands print.
    pub fn word(self) -> &'static str {
        match self {
            Served::Forwarded => "forwarded",
            Served::Converted => "converted",
            Served::Own => "own",
            Served::Unsupported => "unsupported",
        }
    }
}

/// One library.
pub(crate) struct Stub {
    soname: &'static str,
    /// Names without a version.
    plain: &'static [&'static str],
    /// The file, for the machines that the shim is made for.
    content: Option<&'static [u8]>,
}

/// Names of the libraries, as programs load them.
pub fn sonames() -> impl Iterator<Item = &'static str> {
    STUBS.iter().map(|stub| stub.soname)
}

/// Symbols of a library and how they are served, sorted by name.
pub fn symbols(soname: &str) -> impl Iterator<Item = (&'static str, Served)> {
    SYMBOLS.iter().filter(move |(_, of, _)| *of == soname).map(|(symbol, _, served)| (*symbol, *served))
}

/// The first library that has a symbol, and how it serves it. Where `among` names libraries, those are asked alone.
pub fn served(symbol: &str, among: &[&str]) -> Option<(&'static str, Served)> {
    let is_asked = |soname: &str| among.is_empty() || among.contains(&soname);
    SYMBOLS.iter().find(|(name, of, _)| *name == symbol && is_asked(of)).map(|(_, of, served)| (*of, *served))
}

/// The libraries as files in a folder below `cache`, with a link to the shim, written unless they are there.
///
/// # Errors
/// As [`write`].
pub fn unpack(cache: &Path, shim: &Path) -> io::Result<PathBuf> {
    let parent = cache.join("cuda");
    fs::create_dir_all(&parent)?;
    let shim = fs::canonicalize(shim)?;
    let folder = parent.join(format!("{KEY}-{:016x}", hash(shim.as_os_str().as_encoded_bytes())));
    if folder.is_dir() {
        return Ok(folder);
    }
    let making = tempfile::Builder::new().prefix(".making-").tempdir_in(&parent)?;
    write(making.path(), &shim)?;
    match fs::rename(making.path(), &folder) {
        Ok(()) => drop(making.keep()),
        // Another run was faster.
        Err(_) if folder.is_dir() => {}
        Err(error) => return Err(error),
    }
    Ok(folder)
}

/// Writes the libraries into a folder, links of their plain names, and a link to the shim, whose path is taken as it is.
///
/// # Errors
/// When a file cannot be written, and where this program is not for the machines of the shim.
pub fn write(folder: &Path, shim: &Path) -> io::Result<()> {
    readable_by_all(folder)?;
    for stub in STUBS {
        let content = stub.content.ok_or(io::ErrorKind::Unsupported)?;
        fs::write(folder.join(stub.soname), content)?;
        for plain in stub.plain {
            link(Path::new(stub.soname), &folder.join(plain))?;
        }
    }
    link(shim, &folder.join(SHIM))
}

/// A link in the place of what may be there.
fn link(target: &Path, path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    #[cfg(unix)]
    return std::os::unix::fs::symlink(target, path);
    #[cfg(not(unix))]
    fs::copy(target, path).map(drop)
}

/// A temporary folder is its owner's alone; what is made here may be shared.
fn readable_by_all(folder: &Path) -> io::Result<()> {
    #[cfg(unix)]
    fs::set_permissions(folder, std::os::unix::fs::PermissionsExt::from_mode(0o755))?;
    #[cfg(not(unix))]
    let _ = folder;
    Ok(())
}

/// FNV-1a.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_libraries_are_unpacked_once_with_a_link_to_the_shim() {
        let cache = tempfile::tempdir().unwrap();
        let shim = cache.path().join(SHIM);
        fs::write(&shim, "").unwrap();
        let folder = unpack(cache.path(), &shim).unwrap();
        assert_eq!(fs::canonicalize(folder.join(SHIM)).unwrap(), fs::canonicalize(&shim).unwrap());
        for soname in
            ["libcudart.so.12", "libcudart.so.13", "libcuda.so.1", "libnvrtc.so.12", "libnvToolsExt.so.1", "libnccl.so.2"]
        {
            assert!(folder.join(soname).is_file(), "{soname}");
        }
        assert_eq!(fs::read_link(folder.join("libcuda.so")).unwrap(), Path::new("libcuda.so.1"));
        assert_eq!(unpack(cache.path(), &shim).unwrap(), folder);
    }

    #[test]
    fn a_symbol_is_known_with_its_library() {
        assert_eq!(served("cudaMalloc", &["libcudart.so.12"]), Some(("libcudart.so.12", Served::Forwarded)));
        assert_eq!(served("cuMemAlloc_v2", &[]), Some(("libcuda.so.1", Served::Forwarded)));
        assert_eq!(served("printf", &[]), None);
    }
}
