//! What a build leaves in a tree: programs, libraries and objects, told by their bytes.

use crate::folder::project::files;
use hipify_error::Error;
use hipify_tree::platform;
use object::Endianness;
use object::elf::{ET_DYN, ET_EXEC, ET_REL, FileHeader64, PT_INTERP};
use object::read::elf::{FileHeader as _, ProgramHeader as _};
use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// A program or library that make has made.
pub(super) struct Product {
    pub(super) path: PathBuf,
    pub(super) is_program: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ProductKind {
    Program,
    Shared,
    Object,
    Archive,
    /// A bundle of code objects, for programs to load.
    Bundle,
}

/// The programs and libraries of the tree, and the device code that programs load, that were not copied into it; `copied` gives the time of what was.
pub(super) fn products(tree: &Path, copied: impl Fn(&Path) -> Option<i64>) -> Result<Vec<Product>, Error> {
    let mut found = Vec::new();
    for path in files(tree)? {
        let is_link = path.is_symlink();
        let metadata = fs::symlink_metadata(&path).map_err(Error::io("read", &path))?;
        let time = path.strip_prefix(tree).ok().and_then(&copied);
        let is_copy = time == Some(platform::modified(&metadata));
        let kind = if is_link || is_copy { None } else { kind(&path)? };
        if let Some(kind) = kind.filter(|kind| *kind != ProductKind::Object) {
            found.push(Product { path, is_program: kind == ProductKind::Program });
        }
    }
    Ok(found)
}

/// Whether a file of the user's tree came of another build and would keep make from building it here: a program, an object, or
/// a library with code for NVIDIA GPUs.
pub(super) fn is_stale(path: &Path) -> Result<bool, Error> {
    Ok(match kind(path)? {
        Some(ProductKind::Program | ProductKind::Object) => true,
        Some(ProductKind::Shared | ProductKind::Archive) => {
            let bytes = fs::read(path).map_err(Error::io("read", path))?;
            memchr::memmem::find(&bytes, b"__cudaRegisterFatBinary").is_some()
        }
        Some(ProductKind::Bundle) | None => false,
    })
}

/// Whether a file holds machine code, or device code in a bundle.
///
/// # Errors
/// When it cannot be read.
pub(in crate::folder) fn is_machine_code(path: &Path) -> Result<bool, Error> {
    Ok(kind(path)?.is_some())
}

/// The first bytes tell most files from what is meant here.
fn kind(path: &Path) -> Result<Option<ProductKind>, Error> {
    let mut start = [0; 8];
    let mut file = File::open(path).map_err(Error::io("read", path))?;
    let length = file.read(&mut start).map_err(Error::io("read", path))?;
    if hipify_bundle::PLAIN.starts_with(&start) || start.starts_with(hipify_bundle::COMPRESSED) {
        return Ok(Some(ProductKind::Bundle));
    }
    if start.starts_with(b"!<arch>\n") {
        return Ok(Some(ProductKind::Archive));
    }
    if length < start.len() || !start.starts_with(b"\x7fELF") {
        return Ok(None);
    }
    let bytes = fs::read(path).map_err(Error::io("read", path))?;
    Ok(elf_kind(&bytes))
}

fn elf_kind(bytes: &[u8]) -> Option<ProductKind> {
    let header = FileHeader64::<Endianness>::parse(bytes).ok()?;
    let endian = header.endian().ok()?;
    let segments = header.program_headers(endian, bytes).ok()?;
    let is_interpreted = segments.iter().any(|segment| segment.p_type(endian) == PT_INTERP);
    match header.e_type(endian) {
        ET_EXEC => Some(ProductKind::Program),
        ET_DYN if is_interpreted => Some(ProductKind::Program),
        ET_DYN => Some(ProductKind::Shared),
        ET_REL => Some(ProductKind::Object),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_told_by_their_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let of = |bytes: &[u8]| {
            let path = folder.path().join("file");
            fs::write(&path, bytes).unwrap();
            kind(&path).unwrap()
        };
        assert_eq!(of(b""), None);
        assert_eq!(of(b"\x7fELF"), None);
        assert_eq!(of(b"\x7fELF and no more"), None);
        assert_eq!(of(b"#!/bin/sh\n"), None);
        assert_eq!(of(b"!<arch>\n"), Some(ProductKind::Archive));
        assert_eq!(kind(&std::env::current_exe().unwrap()).unwrap(), Some(ProductKind::Program));
    }
}
