//! Where LLVM's library may be, by release, and which packages bring it.

use super::RELEASES;
use std::path::{Path, PathBuf};

/// Names a file or a folder to take LLVM from, before all others.
pub const VARIABLE: &str = "HIPIFY_RS_LLVM";

/// The release that most tests run with comes first where any will do, then the newest.
const PREFERRED: u32 = 19;

/// A file to try, or a name that the loader knows the place of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(super) path: PathBuf,
    /// The release that it has to be of; `None` for any.
    pub(super) release: Option<u32>,
}

/// The library's names, as upstream, Debian, Fedora, Arch and conda-forge call it: upstream changed its own with LLVM 18.
fn names(release: u32) -> [String; 3] {
    let (upstream, other) = (format!("libLLVM.so.{release}.1"), format!("libLLVM-{release}.so.1"));
    let [first, second] = if release < 18 { [other, upstream] } else { [upstream, other] };
    [first, second, format!("libLLVM-{release}.so")]
}

/// Folders outside of the loader's: of Debian and apt.llvm.org, Fedora, Alpine and Arch, openSUSE's builds by hand, Homebrew.
fn folders(release: u32) -> [PathBuf; 5] {
    [
        format!("/usr/lib/llvm-{release}/lib"),
        format!("/usr/lib64/llvm{release}/lib64"),
        format!("/usr/lib64/llvm{release}/lib"),
        format!("/usr/lib/llvm{release}/lib"),
        format!("/home/linuxbrew/.linuxbrew/opt/llvm@{release}/lib"),
    ]
    .map(PathBuf::from)
}

/// Where to look: at the place that the user names alone, else by the loader's own search, then in the known folders; for
/// `release`, or for each that will do.
pub(super) fn of(named: Option<PathBuf>, release: Option<u32>) -> Vec<Place> {
    let releases = match release {
        Some(release) => vec![release],
        None => std::iter::once(PREFERRED).chain(RELEASES.rev().filter(|release| *release != PREFERRED)).collect(),
    };
    let each = |paths: &dyn Fn(u32) -> Vec<PathBuf>| {
        let of_release = |one: u32| paths(one).into_iter().map(move |path| Place { path, release: Some(one) });
        releases.iter().flat_map(|&one| of_release(one)).collect::<Vec<_>>()
    };
    match named.filter(|path| !path.as_os_str().is_empty()) {
        Some(path) if path.is_dir() => each(&|release| in_folder(&path, release)),
        Some(path) => vec![Place { path, release }],
        None => each(&everywhere),
    }
}

fn in_folder(folder: &Path, release: u32) -> Vec<PathBuf> {
    names(release).map(|name| folder.join(name)).into()
}

fn everywhere(release: u32) -> Vec<PathBuf> {
    let conda = std::env::var_os("CONDA_PREFIX").map(|prefix| Path::new(&prefix).join("lib"));
    let known = folders(release).into_iter().chain(conda).chain(of_setup(release)).flat_map(|folder| in_folder(&folder, release));
    names(release).into_iter().map(PathBuf::from).chain(known.filter(|path| path.is_file())).collect()
}

/// Where `hipify-rs setup clang` unpacks LLVM with clang: below `$XDG_DATA_HOME`, else `~/.local/share`.
fn of_setup(release: u32) -> Option<PathBuf> {
    let data = std::env::var_os("XDG_DATA_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let data = data.or_else(|| Some(Path::new(&std::env::var_os("HOME")?).join(".local/share")))?;
    Some(data.join(format!("hipify-rs/clang-{release}/usr/lib/llvm-{release}/lib")))
}

/// `LLVM 21`, or all that will do.
pub(super) fn words(release: Option<u32>) -> String {
    match release {
        Some(release) => format!("LLVM {release}"),
        None => format!("LLVM {} to {}", RELEASES.start(), RELEASES.end()),
    }
}

/// What is said where no file of that release is found.
pub(super) fn nowhere(release: Option<u32>) -> String {
    let [name, ..] = names(release.unwrap_or(PREFERRED));
    format!("`{name}`, LLVM's library, is not on this machine")
}

/// Which packages bring the library.
pub(super) fn remedy(release: Option<u32>) -> String {
    let release = release.unwrap_or(PREFERRED);
    format!(
        "it comes with clang {release}: `apt-get install libllvm{release}` (Debian, Ubuntu, apt.llvm.org), \
         `dnf install llvm{release}-libs` (Fedora), `pacman -S llvm{release}-libs` (Arch), \
         `conda install -c conda-forge libllvm{release}`, `hipify-rs setup clang` without rights (19); or name its folder with `{VARIABLE}`"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_is_named_is_searched_alone() {
        let places = of(Some("/tmp".into()), Some(17));
        let names = ["libLLVM-17.so.1", "libLLVM.so.17.1", "libLLVM-17.so"];
        assert_eq!(places, names.map(|name| Place { path: Path::new("/tmp").join(name), release: Some(17) }));
    }

    #[test]
    fn where_any_release_will_do_all_are_looked_for_and_the_preferred_one_first() {
        let releases: Vec<_> = of(Some("/tmp".into()), None).chunks(3).map(|names| names[0].release.unwrap()).collect();
        assert_eq!(releases, [19, 22, 21, 20, 18, 17]);
        assert_eq!(of(Some("/nowhere/libLLVM.so".into()), None).len(), 1);
    }
}
