//! Device code in files of a link: archives that `-l` names, and the targets it was compiled for.

use hipify_command_line::request::{LinkWord, Request};
use hipify_command_line::target::Target;
use hipify_error::Error;
use hipify_inspect::{CodeObject, with_code_objects};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// How clang names the section of an object with device code for one target: this and the entry of a bundle.
const SECTION: &[u8] = b"__CLANG_OFFLOAD_BUNDLE__hip-";
/// Entries of GPUs; the target id follows.
const GPU: &str = "amdgcn-amd-amdhsa-";

/// Replaces `-lNAME` by the archive it finds, where that holds relocatable device code: the device link has to read it, as
/// nvcc's does.
pub fn named_by_flags(request: &mut Request) -> Result<(), Error> {
    let folders = folders(request);
    for word in &mut request.link {
        let Some(name) = flag(word, "-l") else { continue };
        let Some(archive) = library(&folders, name).filter(|found| found.extension().is_some_and(|ending| ending == "a")) else {
            continue;
        };
        if !entries(&archive)?.is_empty() {
            *word = LinkWord::File(archive);
        }
    }
    Ok(())
}

fn flag<'w>(word: &'w LinkWord, start: &str) -> Option<&'w str> {
    let LinkWord::Flag(flag) = word else { return None };
    flag.strip_prefix(start)
}

/// The library a linker would take, if it is in one of these folders; it prefers a shared one of the same folder.
fn library(folders: &[PathBuf], name: &str) -> Option<PathBuf> {
    let exact = name.strip_prefix(':');
    folders.iter().find_map(|folder| {
        let file = |name: String| Some(folder.join(name)).filter(|path| path.is_file());
        match exact {
            Some(exact) => file(exact.to_owned()),
            None => file(format!("lib{name}.so")).or_else(|| file(format!("lib{name}.a"))),
        }
    })
}

/// The folders that `-L` names.
fn folders(request: &Request) -> Vec<PathBuf> {
    request.link.iter().filter_map(|word| flag(word, "-L")).map(PathBuf::from).collect()
}

/// Files of the link that hold relocatable device code.
pub(crate) fn files(request: &Request) -> Result<Vec<PathBuf>, Error> {
    let mut found = Vec::new();
    for word in &request.link {
        if let LinkWord::File(path) = word
            && !entries(path)?.is_empty()
        {
            found.push(path.clone());
        }
    }
    Ok(found)
}

/// The targets that the relocatable device code of the link was compiled for.
pub fn targets(request: &Request) -> Result<Vec<String>, Error> {
    let mut all = BTreeSet::new();
    for word in &request.link {
        if let LinkWord::File(path) = word {
            all.extend(entries(path)?);
        }
    }
    Ok(all.into_iter().collect())
}

/// Whether a file of the link, or a library of it in a folder that `-L` names, holds device code for the CPU.
pub(crate) fn any_for_the_cpu(request: &Request) -> bool {
    let folders = folders(request);
    let is_for_cpu = |object: &CodeObject| object.target().is_some_and(|target| target.is_cpu());
    request.link.iter().any(|word| {
        let file = match word {
            LinkWord::File(path) => Some(path.clone()),
            word => flag(word, "-l").and_then(|name| library(&folders, name)),
        };
        // What cannot be read is for the linker to say.
        file.is_some_and(|path| with_code_objects(&path, |found| Ok(found.iter().any(is_for_cpu))).unwrap_or(false))
    })
}

/// The targets of a file's relocatable device code.
fn entries(path: &Path) -> Result<BTreeSet<String>, Error> {
    let bytes = match fs::read(path) {
        // Another step may make it first; if none does, the linker says so.
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(BTreeSet::new()),
        bytes => bytes.map_err(Error::io("read", path))?,
    };
    let is_of_id = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'+' | b':' | b'_');
    let target = |at: usize| {
        let rest = &bytes[at + SECTION.len()..];
        let length = rest.iter().position(|b| !is_of_id(b)).unwrap_or(rest.len());
        let entry = String::from_utf8_lossy(&rest[..length]);
        if let Some(lanes) = hipify_abi::lanes_of_entry(&format!("hip-{entry}")) {
            return Some(Target::Cpu(lanes).to_string());
        }
        Some(entry.strip_prefix(GPU)?.trim_start_matches('-').to_owned()).filter(|id| id.starts_with("gfx"))
    };
    Ok(memchr::memmem::find_iter(&bytes, SECTION).filter_map(target).collect())
}
