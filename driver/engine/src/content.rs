//! What a file is by its content, where its name does not say: which language a file that was named is ported as, and which files of a
//! tree hold CUDA names although nothing ports them.

use crate::pool::largest_first;
use hipify_diagnostics::Language;
use hipify_rules::{SymbolKind, symbol};
use hipify_tree::read::with_bytes;
use hipify_tree::scan::FoundFile;

/// Files above this size in bytes are data.
const LARGEST: u64 = 1 << 20;
/// A file with a zero byte among its first bytes is no text, as git has it.
const LOOKED_AT: usize = 8000;
/// Endings of text for people, in which CUDA's names stand as words.
const PROSE: &[&str] = &["md", "rst", "adoc", "html", "htm", "tex", "bib", "svg", "css", "ipynb", "xml", "log", "patch", "diff"];
/// Words of CUDA C++ that no table of names has.
const KEYWORDS: &[&str] = &["__global__", "__device__", "__shared__", "__constant__", "__managed__", "__launch_bounds__"];

/// How lines of CUDA Fortran begin, and lines of C++ do not.
const FORTRAN: &[&str] = &["use cudafor", "use, intrinsic :: cudafor", "attributes(", "!$cuf"];

/// The name that a file is read by: its own where it says what the file is, else that with an ending which says so by what is in it;
/// `None` for a file that holds nothing to port.
pub fn name_to_read(name: &str, bytes: &[u8]) -> Option<String> {
    if Language::of(name) != Language::Other {
        return Some(name.to_owned());
    }
    if is_fortran(bytes) {
        return Some(format!("{name}.{}", fortran_ending(name)));
    }
    holds_cuda(bytes).then(|| format!("{name}.cu"))
}

/// Fixed form where an ending before the last one says so: `x.f.txt`.
fn fortran_ending(name: &str) -> &str {
    let inner = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    if Language::of(inner) == Language::Fortran { inner.rsplit_once('.').map_or("cuf", |(_, ending)| ending) } else { "cuf" }
}

/// Paths of files, as the user would type them, that hold CUDA's names and are not ported, since their names say nothing of a language.
pub fn unported(entries: &[FoundFile]) -> Vec<String> {
    let held = largest_first(entries, false, |_, entry| {
        is_candidate(entry) && with_bytes(entry, |bytes| holds_cuda(bytes) || is_fortran(bytes)).unwrap_or(false)
    });
    entries.iter().zip(held).filter(|(_, held)| *held).map(|(entry, _)| entry.shown()).collect()
}

fn is_candidate(entry: &FoundFile) -> bool {
    let name = entry.slashed();
    let file = name.rsplit('/').next().unwrap_or(&name);
    // README, LICENSE, CHANGELOG and their kind.
    let is_prose = match file.rsplit_once('.') {
        Some((_, ending)) => PROSE.contains(&ending.to_ascii_lowercase().as_str()),
        None => file.chars().all(|c| c.is_ascii_uppercase() || c == '_' || c == '-'),
    };
    entry.link_root.is_none() && entry.size <= LARGEST && Language::of(&name) == Language::Other && !is_prose
}

/// Whether a line of the text begins as one of CUDA Fortran alone does.
fn is_fortran(bytes: &[u8]) -> bool {
    let begins = |line: &[u8]| {
        let line = line.trim_ascii_start();
        FORTRAN.iter().any(|start| line.len() >= start.len() && line[..start.len()].eq_ignore_ascii_case(start.as_bytes()))
    };
    bytes.split(|byte| *byte == b'\n').any(begins)
}

/// Whether bytes are text with functions or keywords of CUDA C++.
fn holds_cuda(bytes: &[u8]) -> bool {
    if bytes[..bytes.len().min(LOOKED_AT)].contains(&0) {
        return false;
    }
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    bytes.split(|byte| !is_part(byte)).any(is_cudas)
}

fn is_cudas(word: &[u8]) -> bool {
    if word.starts_with(b"__") {
        return KEYWORDS.iter().any(|known| known.as_bytes() == word);
    }
    let is_call = |kind| matches!(kind, SymbolKind::Function | SymbolKind::Type);
    word.starts_with(b"cu") && symbol(word).is_some_and(|symbol| is_call(symbol.kind()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_says_nothing_gets_an_ending_by_what_is_in_the_file() {
        assert_eq!(name_to_read("a.cpp", b"int a;").as_deref(), Some("a.cpp"));
        assert_eq!(name_to_read("a.mm", b"void f() { cudaFree(0); }").as_deref(), Some("a.mm.cu"));
        assert_eq!(name_to_read("a.txt", b"__global__ void k() {}").as_deref(), Some("a.txt.cu"));
        let fortran = b"module m\nuse cudafor\ncontains\nattributes(global) subroutine k()\nend subroutine\nend module\n";
        assert_eq!(name_to_read("a.cuf.txt", fortran).as_deref(), Some("a.cuf.txt.cuf"));
        assert_eq!(name_to_read("a.txt", b"cuda is a word, customers too").as_deref(), None);
        assert_eq!(name_to_read("a.bin", b"\0cudaFree").as_deref(), None);
    }
}
