//! An executable, library or object -> the functions that it takes from CUDA's libraries, how the CUDA shim serves each, and
//! whether CUDA's runtime is inside.

use crate::cuda_symbols::{has_static_runtime, libraries, unversioned};
use hipify_cuda_libraries::served;
use hipify_error::Error;
use hipify_rules::{SymbolKind, symbol};
use object::read::elf::ElfFile64;
use object::read::{Object as _, ObjectSymbol as _};
use serde::Serialize;
use std::path::Path;

/// One function.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(super) struct Import {
    pub(super) symbol: String,
    /// The library that has it; empty where none of CUDA's does.
    pub(super) library: &'static str,
    /// `forwarded`, `converted`, `own` or `unsupported`.
    pub(super) served: &'static str,
}

/// What a file has of CUDA's libraries.
pub(super) struct Cuda {
    pub(super) imports: Vec<Import>,
    pub(super) static_runtime: bool,
}

/// Of a file; nothing where it is no ELF file.
pub(super) fn of_file(path: &Path) -> Result<Cuda, Error> {
    let bytes = std::fs::read(path).map_err(Error::io("read", path))?;
    Ok(Cuda { imports: of(&bytes), static_runtime: bytes.starts_with(b"\x7fELF") && has_static_runtime(&bytes) })
}

fn of(bytes: &[u8]) -> Vec<Import> {
    let Ok(file) = ElfFile64::<object::Endianness>::parse(bytes) else { return Vec::new() };
    let needed = libraries(bytes);
    let undefined = file.dynamic_symbols().chain(file.symbols()).filter(|symbol| symbol.is_undefined());
    let names = undefined.filter_map(|symbol| symbol.name().ok().map(|name| unversioned(name).to_owned()));
    let mut imports: Vec<Import> = names.filter_map(|name| import(&name, &needed)).collect();
    imports.sort_by(|a, b| (a.library, a.served, &a.symbol).cmp(&(b.library, b.served, &b.symbol)));
    imports.dedup();
    imports
}

/// A name that one of CUDA's libraries has, or that the rules know to be a function of CUDA's.
fn import(name: &str, needed: &[&'static str]) -> Option<Import> {
    if let Some((library, how)) = served(name, needed).or_else(|| served(name, &[])) {
        return Some(Import { symbol: name.to_owned(), library, served: how.word() });
    }
    let row = symbol(name.as_bytes()).filter(|row| row.kind() == SymbolKind::Function && row.cuda().len() > 5)?;
    let is_cuda = ["cu", "nv", "nccl", "npp"].iter().any(|start| row.cuda().starts_with(start));
    is_cuda.then(|| Import { symbol: name.to_owned(), library: "libraries without a shim", served: "unsupported" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_of_cudas_libraries_are_known_with_how_they_are_served() {
        let how = |name: &str| import(name, &["libcudart.so.12"]).map(|import| (import.library, import.served));
        assert_eq!(how("cudaMalloc"), Some(("libcudart.so.12", "forwarded")));
        assert_eq!(how("cuMemAlloc_v2"), Some(("libcuda.so.1", "forwarded")));
        assert_eq!(how("cudaGetLastError"), Some(("libcudart.so.12", "own")));
        assert_eq!(how("printf"), None);
        assert_eq!(of(b"no ELF file"), []);
    }
}
