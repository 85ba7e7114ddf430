//! CUDA functions that the files of a link call and none of them defines: the CUDA shim's libraries that serve them, and how to
//! link those; and files that have CUDA's runtime inside, which nothing serves.

use hipify_command_line::request::{LinkWord, Produce, Request};
use hipify_cuda_libraries::{SHIM, served, sonames};
use hipify_error::Error;
use hipify_inspect::cuda_symbols::{STATIC_LIBRARIES, STATIC_RUNTIME, has_static_runtime, libraries, unversioned};
use hipify_toolchain::bundled;
use hipify_toolchain::environment::Environment;
use object::read::archive::ArchiveFile;
use object::read::elf::ElfFile64;
use object::read::{Object as _, ObjectSymbol as _};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// What is left over.
#[derive(Default, Debug, PartialEq, Eq)]
pub(crate) struct Leftovers {
    /// The functions that each file calls, by the library that serves them.
    files: BTreeMap<PathBuf, BTreeMap<&'static str, BTreeSet<String>>>,
    /// Files with CUDA's runtime inside.
    static_runtimes: Vec<PathBuf>,
}

/// CUDA's libraries of the shim, as files.
pub(crate) struct CudaLibraries {
    folder: PathBuf,
    sonames: BTreeSet<&'static str>,
}

/// Looks into the objects, archives and shared libraries of a link.
///
/// # Errors
/// When one cannot be read.
pub(crate) fn leftovers(request: &Request) -> Result<Leftovers, Error> {
    let mut left = Leftovers::default();
    if !matches!(request.produce, Produce::Executable | Produce::SharedLibrary) {
        return Ok(left);
    }
    let mut defined = BTreeSet::new();
    let mut wants = Vec::new();
    for path in files(request) {
        let Ok(bytes) = std::fs::read(&path) else { continue };
        if has_static_runtime(&bytes) {
            left.static_runtimes.push(path.clone());
        }
        let names = names(&bytes);
        defined.extend(names.defined);
        wants.push((path, names.undefined, names.needed));
    }
    for (path, undefined, needed) in wants {
        for name in undefined.into_iter().filter(|name| !defined.contains(name)) {
            if let Some(library) = library_of(&name, &needed) {
                left.files.entry(path.clone()).or_default().entry(library).or_default().insert(name);
            }
        }
    }
    Ok(left)
}

/// The request without libraries of CUDA that HIP's runtime stands for, by `-l` or as archives: what calls them after all is
/// linked with the shim's. `None` where none is named.
pub(crate) fn without_cudas(request: &Request) -> Option<Request> {
    let is_cudas = |word: &LinkWord| match word {
        LinkWord::Flag(flag) => {
            flag.strip_prefix("-l").is_some_and(|name| SHARED_LIBRARIES.contains(&name) || STATIC_LIBRARIES.contains(&name))
        }
        LinkWord::File(path) => STATIC_LIBRARIES
            .iter()
            .any(|name| path.file_name().is_some_and(|file| file.to_str() == Some(&format!("lib{name}.a")))),
        LinkWord::Source(_) => false,
    };
    let mut request = request.link.iter().any(is_cudas).then(|| request.clone())?;
    request.link.retain(|word| !is_cudas(word));
    Some(request)
}

/// The shared runtime, the driver and NVRTC, as `-l` names them.
const SHARED_LIBRARIES: [&str; 3] = ["cudart", "cuda", "nvrtc"];

/// The files of the link, and those that `-l` finds in folders that it names.
fn files(request: &Request) -> Vec<PathBuf> {
    let flags =
        || request.link.iter().filter_map(|word| if let LinkWord::Flag(flag) = word { Some(flag.as_str()) } else { None });
    let folders: Vec<&Path> = flags().filter_map(|flag| flag.strip_prefix("-L")).map(Path::new).collect();
    let named = |name: &str| {
        let names = [format!("lib{name}.so"), format!("lib{name}.a")];
        folders
            .iter()
            .flat_map(|folder| names.iter().map(|file| folder.join(file)).collect::<Vec<_>>())
            .find(|file| file.is_file())
    };
    let files = request.link.iter().filter_map(|word| match word {
        LinkWord::File(path) => Some(path.clone()),
        LinkWord::Flag(flag) => named(flag.strip_prefix("-l")?),
        LinkWord::Source(_) => None,
    });
    files.collect()
}

/// The names of an object, an archive or a shared library; none of any other file.
#[derive(Default)]
struct Names {
    undefined: BTreeSet<String>,
    defined: BTreeSet<String>,
    /// CUDA's libraries that it names itself.
    needed: Vec<&'static str>,
}

fn names(bytes: &[u8]) -> Names {
    let mut names = Names::default();
    if let Ok(archive) = ArchiveFile::parse(bytes) {
        for member in archive.members().flatten() {
            add(member.data(bytes).unwrap_or_default(), &mut names);
        }
    } else {
        add(bytes, &mut names);
    }
    names
}

fn add(bytes: &[u8], names: &mut Names) {
    let Ok(file) = ElfFile64::<object::Endianness>::parse(bytes) else { return };
    for symbol in file.dynamic_symbols().chain(file.symbols()) {
        let Ok(name) = symbol.name() else { continue };
        let name = unversioned(name).to_owned();
        if symbol.is_undefined() {
            names.undefined.insert(name);
        } else if symbol.is_global() {
            names.defined.insert(name);
        }
    }
    names.needed.extend(libraries(bytes));
}

/// The shim's library for a name: one that the file asks for itself, else that of the CUDA whose interface is HIP's model.
fn library_of(name: &str, needed: &[&str]) -> Option<&'static str> {
    let asked = (!needed.is_empty()).then(|| served(name, needed)).flatten();
    let usual: Vec<&str> = sonames().filter(|soname| !OTHER_VERSIONS.contains(soname)).collect();
    asked.or_else(|| served(name, &usual)).or_else(|| served(name, &[])).map(|(library, _)| library)
}

/// Objects do not say which version of CUDA they were compiled for: 12 is taken.
const OTHER_VERSIONS: [&str; 2] = ["libcudart.so.11.0", "libcudart.so.13"];

/// Functions named in a note.
const SHOWN: usize = 4;

impl Leftovers {
    /// A line for each file that nothing serves.
    pub(crate) fn warnings(&self) -> Vec<String> {
        self.static_runtimes.iter().map(|path| format!("`{}` {STATIC_RUNTIME}", path.display())).collect()
    }

    /// A line for each file: what it calls, and what that is linked with.
    pub(crate) fn notes(&self) -> Vec<String> {
        let of_file = |(path, libraries): (&PathBuf, &BTreeMap<&'static str, BTreeSet<String>>)| {
            let names: Vec<&String> = libraries.values().flatten().collect();
            let listed: Vec<String> = names.iter().take(SHOWN).map(|name| format!("`{name}`")).collect();
            let more = if names.len() > SHOWN { format!(" and {} more", names.len() - SHOWN) } else { String::new() };
            let with: Vec<String> = libraries.keys().map(|library| format!("`{library}`")).collect();
            format!(
                "`{}` calls CUDA's {}{more}: linked with {} of the CUDA shim, which hands calls to HIP",
                path.display(),
                listed.join(", "),
                with.join(", ")
            )
        };
        self.files.iter().map(of_file).collect()
    }

    fn sonames(&self) -> BTreeSet<&'static str> {
        self.files.values().flat_map(|libraries| libraries.keys().copied()).collect()
    }
}

impl CudaLibraries {
    /// The libraries that serve what is left over; none where nothing is.
    ///
    /// # Errors
    /// When the shim is not installed, or the cache cannot be written.
    pub(crate) fn find(leftovers: &Leftovers) -> Result<Option<Self>, Error> {
        let sonames = leftovers.sonames();
        if sonames.is_empty() {
            return Ok(None);
        }
        Ok(Some(Self { folder: bundled::cuda_libraries(&Environment::of_process())?, sonames }))
    }

    /// Their names.
    pub(crate) fn sonames(&self) -> impl Iterator<Item = &'static str> {
        self.sonames.iter().copied()
    }

    /// Flags of the link. The program names the libraries itself, so that those of shared libraries are found too.
    /// A program that brings its runtime along finds them beside itself.
    pub(crate) fn flags(&self, bundles: bool) -> Vec<String> {
        let files = self.sonames.iter().map(|soname| self.folder.join(soname).display().to_string());
        let start = ["-Wl,--push-state,--no-as-needed".to_owned()].into_iter();
        let path = (!bundles).then(|| format!("-Wl,-rpath,{}", self.folder.display()));
        start.chain(files).chain(["-Wl,--pop-state".to_owned()]).chain(path).collect()
    }

    /// What goes beside a program that brings its runtime along.
    pub(crate) fn beside(&self, bundles: bool) -> Vec<PathBuf> {
        let names = self.sonames.iter().copied().chain([SHIM]);
        if bundles { names.map(|name| self.folder.join(name)).collect() } else { Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_is_served_by_the_version_that_the_file_asks_for() {
        assert_eq!(library_of("cudaMalloc", &[]), Some("libcudart.so.12"));
        assert_eq!(library_of("cudaMalloc", &["libcudart.so.13"]), Some("libcudart.so.13"));
        assert_eq!(library_of("cuMemAlloc_v2", &["libcudart.so.13"]), Some("libcuda.so.1"));
        assert_eq!(library_of("printf", &[]), None);
    }

    #[test]
    fn a_note_names_the_functions_and_the_library() {
        let functions = ["cudaFree", "cudaMalloc", "cudaMemcpy", "cudaMemset", "cudaSetDevice"].map(str::to_owned);
        let libraries = BTreeMap::from([("libcudart.so.12", BTreeSet::from(functions))]);
        let left = Leftovers { files: BTreeMap::from([("third.o".into(), libraries)]), ..Leftovers::default() };
        assert_eq!(
            left.notes(),
            ["`third.o` calls CUDA's `cudaFree`, `cudaMalloc`, `cudaMemcpy`, `cudaMemset` and 1 more: linked with \
              `libcudart.so.12` of the CUDA shim, which hands calls to HIP"]
        );
    }

    #[test]
    fn what_no_elf_file_is_wants_nothing() {
        assert!(names(b"text").undefined.is_empty() && names(b"!<arch>\n").undefined.is_empty());
    }
}
