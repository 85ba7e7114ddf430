//! What a link names, or a program that was made -> the parts of the bundled runtime that `--bundle` puts beside it, the runtime
//! library itself left out.

use hipify_command_line::request::{LinkWord, Request};
use hipify_cuda_libraries::SHIM;
use hipify_error::Error;
use hipify_inspect::cuda_symbols::libraries;
use hipify_toolchain::bundled;
use hipify_toolchain::environment::Environment;
use hipify_toolchain::names;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// CUDA's libraries that lead to the bundled mathematical ones.
const MATHEMATICS: [&str; 6] = ["libcublas.", "libcublasLt.", "libcufft.", "libcurand.", "libcusparse.", "libcusolver."];

/// The mathematical libraries, where a link names one of AMD's or takes one of CUDA's of the shim. `runtime` is the runtime library.
pub(crate) fn mathematics<'a>(request: &Request, cudas: impl Iterator<Item = &'a str>, runtime: &Path) -> Option<PathBuf> {
    let is_named = |word: &LinkWord| match word {
        LinkWord::Flag(flag) => flag.strip_prefix("-l").is_some_and(names::is_mathematics),
        LinkWord::File(path) => path.file_name().and_then(|name| name.to_str()).is_some_and(names::is_mathematics_file),
        LinkWord::Source(_) => false,
    };
    let wanted = request.link.iter().any(is_named) || leads_to_mathematics(cudas);
    wanted.then(|| installed_beside(runtime)).flatten()
}

/// All parts that programs and libraries ask the loader for.
///
/// # Errors
/// When the CUDA shim is not installed, or the cache cannot be written.
pub(crate) fn needed_by(files: &[PathBuf], runtime: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut cudas = BTreeSet::new();
    let mut mathematics = false;
    let name = format!("\0{}\0", bundled::MATH_LIBRARIES);
    for bytes in files.iter().filter_map(|file| std::fs::read(file).ok()).filter(|bytes| bytes.starts_with(b"\x7fELF")) {
        cudas.extend(libraries(&bytes));
        mathematics |= memchr::memmem::find(&bytes, name.as_bytes()).is_some();
    }
    let wanted = mathematics || leads_to_mathematics(cudas.iter().copied());
    let mut parts: Vec<PathBuf> = wanted.then(|| installed_beside(runtime)).flatten().into_iter().collect();
    if !cudas.is_empty() {
        let folder = bundled::cuda_libraries(&Environment::of_process())?;
        parts.extend(cudas.into_iter().chain([SHIM]).map(|name| folder.join(name)));
    }
    Ok(parts)
}

/// The mathematical libraries, where they are installed with the runtime library.
fn installed_beside(runtime: &Path) -> Option<PathBuf> {
    Some(runtime.with_file_name(bundled::MATH_LIBRARIES)).filter(|path| path.is_file())
}

fn leads_to_mathematics<'a>(mut cudas: impl Iterator<Item = &'a str>) -> bool {
    cudas.any(|soname| MATHEMATICS.iter().any(|start| soname.starts_with(start)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mathematics_go_along_where_a_link_names_them() {
        let folder = tempfile::tempdir().unwrap();
        let runtime = folder.path().join(bundled::LIBRARY);
        let of = |words: &[LinkWord], cudas: &[&'static str]| {
            let request = Request { link: words.to_vec(), ..Request::default() };
            mathematics(&request, cudas.iter().copied(), &runtime).is_some()
        };
        let flag = |text: &str| LinkWord::Flag(text.into());
        assert!(!of(&[flag("-lhipblas")], &[]), "they are not installed");
        std::fs::write(runtime.with_file_name(bundled::MATH_LIBRARIES), "").unwrap();
        assert!(of(&[flag("-lhipblas")], &[]) && of(&[], &["libcudart.so.12", "libcufft.so.11"]));
        assert!(of(&[LinkWord::File("/opt/rocm/lib/libhiprand.so.1".into())], &[]));
        assert!(!of(&[flag("-lm"), LinkWord::File("a.o".into())], &["libcudart.so.12"]));
    }
}
