//! Names of intermediate and output files.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// Names given out so far, so that `a/x.cu` and `b/x.cu` do not meet.
#[derive(Default)]
pub(super) struct Names(HashSet<String>);

impl Names {
    /// A name without ending for what is made of `source`: the same for the same sources in the same order.
    pub(super) fn stem(&mut self, source: &Path) -> String {
        let base = source.file_name().map_or_else(|| "stdin".into(), |name| name.to_string_lossy().into_owned());
        let mut name = base.clone();
        let mut number = 1;
        while !self.0.insert(name.clone()) {
            number += 1;
            name = format!("{base}-{number}");
        }
        name
    }
}

/// A target id without the colons and signs that some tools stumble over: `gfx90a_sramecc-off_xnack-on`.
pub(super) fn as_file_name(target: &str) -> String {
    target.replace(':', "_").replace('+', "-on").replace("-_", "-off_").trim_end_matches('-').to_owned()
        + if target.ends_with('-') { "-off" } else { "" }
}

/// The path with `ending` instead of its own.
pub(super) fn with_ending(path: &Path, ending: &str) -> PathBuf {
    path.with_extension(ending)
}

/// `src/a.cu` becomes `a.o` in the current folder, as with every compiler.
pub(super) fn object_name(source: &Path, ending: &str) -> PathBuf {
    let name = source.file_name().map_or_else(|| PathBuf::from("stdin"), PathBuf::from);
    with_ending(&name, ending)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_of_one_name_get_two() {
        let mut names = Names::default();
        assert_eq!(["a/x.cu", "b/x.cu", "x.cpp"].map(|source| names.stem(Path::new(source))), ["x.cu", "x.cu-2", "x.cpp"]);
    }

    #[test]
    fn features_are_spelt_out() {
        assert_eq!(as_file_name("gfx90a:sramecc-:xnack+"), "gfx90a_sramecc-off_xnack-on");
        assert_eq!(as_file_name("gfx942:xnack-"), "gfx942_xnack-off");
        assert_eq!(as_file_name("gfx10-3-generic"), "gfx10-3-generic");
    }
}
