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
    match kind(path) {
        FileKind::Header(language) => Ok(Some(language)),
        _ => match source_language(path)? {
            None if !path.exists() => Err(Error::path(path, "there is no such file", "check the name")),
            language => Ok(language),
        },
    }
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
