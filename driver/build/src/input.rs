//! What an input is compiled as: by its name, and for C++ by what is in it.

use hipify_command_line::extension::{FileKind, kind};
use hipify_command_line::request::Language;
use hipify_error::Error;
use std::path::Path;

/// Marks of device code and launches; a C++ source with one of them is compiled as HIP.
const MARKS: &[&str] = &["__global__", "__device__", "<<<", "hipLaunchKernelGGL"];

/// The language of an input that a command line names; `None` for what only a linker takes.
pub fn language_of(path: &Path) -> Result<Option<Language>, Error> {
    if path.is_dir() {
        return Err(Error::path(path, "a folder is built alone", "name one folder, or files"));
    }
    if let Err(error) = std::fs::metadata(path) {
        return Err(missing(path, error));
    }
    match kind(path) {
        FileKind::Header(language) => Ok(Some(language)),
        _ => source_language(path),
    }
}

/// Why a file that was named cannot be read; of one that is not there, with the name that is spelt most like its own.
pub(crate) fn missing(path: &Path, error: std::io::Error) -> Error {
    if error.kind() != std::io::ErrorKind::NotFound {
        return Error::io("read", path)(error);
    }
    let remedy = match nearest(path) {
        Some(name) => format!("there is `{}`", path.with_file_name(name).display()),
        None => "check the path; it is relative to the current folder".to_owned(),
    };
    Error::path(path, "no such file", remedy)
}

/// The name in the folder of `path` that is spelt most like its own.
fn nearest(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_string_lossy().into_owned();
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let names = std::fs::read_dir(folder).ok()?.flatten().filter(|entry| entry.path().is_file());
    hipify_error::suggest::nearest_of(&name, names.map(|entry| entry.file_name().to_string_lossy().into_owned()))
}

/// The language of a file that is a source by its name.
pub fn source_language(path: &Path) -> Result<Option<Language>, Error> {
    Ok(match kind(path) {
        FileKind::Source(Language::Cxx) if path.is_file() => {
            let text = std::fs::read(path).map_err(Error::io("read", path))?;
            let marked = MARKS.iter().any(|mark| memchr::memmem::find(&text, mark.as_bytes()).is_some());
            Some(if marked { Language::Hip } else { Language::Cxx })
        }
        FileKind::Source(language) => Some(language),
        _ => None,
    })
}
