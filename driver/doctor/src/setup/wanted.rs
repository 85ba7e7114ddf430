//! Turns a table of `data/` into the packages that one run of `setup` fetches.

use serde::Deserialize;
use std::path::PathBuf;

/// HIP's headers and libraries.
pub(crate) const HIP: &str = include_str!("../../data/hip-prefix.toml");
/// clang with lld.
pub(crate) const CLANG: &str = include_str!("../../data/clang-prefix.toml");

/// All that the prefix can hold.
#[derive(Deserialize)]
pub(crate) struct Wanted {
    /// Name of the folder in the user's data folder.
    pub(crate) name: String,
    /// A file that is there when all was unpacked and arranged.
    pub(crate) complete: PathBuf,
    #[serde(rename = "package")]
    pub(crate) packages: Vec<Package>,
}

/// A package of a Debian suite, pinned.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub(crate) struct Package {
    pub(crate) suite: String,
    pub(crate) name: String,
    pub(crate) version: String,
    /// Of the `.deb` file, in hexadecimal digits.
    pub(crate) sha256: String,
    #[serde(default)]
    large: bool,
}

impl Wanted {
    /// The packages of the table; the large ones with `all` alone.
    pub(crate) fn read(table: &str, all: bool) -> Self {
        let mut wanted: Self = toml::from_str(table).expect("a test reads this table");
        wanted.packages.retain(|package| all || !package.large);
        wanted
    }

    /// Each suite once, in the order of the table.
    pub(crate) fn suites(&self) -> Vec<&str> {
        let mut suites = Vec::new();
        for package in &self.packages {
            if !suites.contains(&&*package.suite) {
                suites.push(&*package.suite);
            }
        }
        suites
    }

    pub(crate) fn of_suite(&self, suite: &str) -> Vec<&Package> {
        self.packages.iter().filter(|package| package.suite == suite).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_package_stands_once_with_a_whole_checksum() {
        for (table, suites) in [(HIP, &["sid", "trixie"][..]), (CLANG, &["bookworm"])] {
            let all = Wanted::read(table, true);
            for package in &all.packages {
                assert_eq!(all.packages.iter().filter(|other| other.name == package.name).count(), 1, "{}", package.name);
                assert!(package.sha256.len() == 64 && package.sha256.bytes().all(|c| c.is_ascii_hexdigit()), "{}", package.name);
            }
            assert!(Wanted::read(table, false).packages.len() < all.packages.len());
            assert_eq!(all.suites(), suites);
        }
    }

    #[test]
    fn a_library_that_is_not_large_comes_with_its_headers() {
        let names: Vec<_> = Wanted::read(HIP, false).packages.into_iter().map(|package| package.name).collect();
        for stem in ["libamdhip64", "libhipblas", "libhipfft", "libhiprand", "libhipsparse", "libhipsolver", "libroctx"] {
            let library = names.iter().any(|name| name.starts_with(stem) && name.ends_with(|c: char| c.is_ascii_digit()));
            assert!(names.contains(&format!("{stem}-dev")) && library, "{stem}");
        }
    }
}
