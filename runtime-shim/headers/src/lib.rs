//! The bundled runtime's headers to a folder that a compiler can search ([`unpack`]), and parts of them to one header that a tree can
//! have beside its sources ([`support`]).

pub mod support;

include!(concat!(env!("OUT_DIR"), "/files.rs"));

use std::path::{Path, PathBuf};
use std::{fs, io};

/// The headers as a folder below `cache`, written unless it is there. Other headers get another name, so that compiler
/// caches and builds under way are not deceived.
///
/// # Errors
/// When the folder cannot be written.
pub fn unpack(cache: &Path) -> io::Result<PathBuf> {
    let parent = cache.join("include");
    let folder = parent.join(KEY);
    if folder.is_dir() {
        return Ok(folder);
    }
    fs::create_dir_all(&parent)?;
    let making = tempfile::Builder::new().prefix(".making-").tempdir_in(&parent)?;
    for (name, content) in FILES {
        let path = making.path().join(name);
        fs::create_dir_all(path.parent().unwrap_or(making.path()))?;
        fs::write(path, content)?;
    }
    readable_by_all(making.path())?;
    match fs::rename(making.path(), &folder) {
        Ok(()) => drop(making.keep()),
        // Another run was faster.
        Err(_) if folder.is_dir() => {}
        Err(error) => return Err(error),
    }
    Ok(folder)
}

/// The headers of one folder below the one that [`unpack`] makes: their names in it, and what they hold.
pub fn of_folder(folder: &str) -> impl Iterator<Item = (&'static str, &'static [u8])> {
    FILES.iter().filter_map(move |(path, content)| Some((path.strip_prefix(folder)?.strip_prefix('/')?, *content)))
}

/// A temporary folder is its owner's alone; what is made here may be shared.
fn readable_by_all(folder: &Path) -> io::Result<()> {
    #[cfg(unix)]
    fs::set_permissions(folder, std::os::unix::fs::PermissionsExt::from_mode(0o755))?;
    let _ = folder;
    Ok(())
}

/// Names of the stand-ins for headers of NVIDIA's samples, and for those of CUDA that ported sources go on including.
pub fn sample_headers() -> impl Iterator<Item = &'static str> {
    FILES.iter().filter_map(|(name, _)| name.strip_prefix("cuda_samples/").or_else(|| name.strip_prefix("cuda_kept/")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};

    const PREFIX: &str = "__builtin_amdgcn_";

    /// The builtins that a text defines: its function heads and macros of a builtin's name, with macros for all axes, sizes of parts
    /// and suffixes written out.
    fn defined(text: &str) -> BTreeSet<String> {
        let parts: [(&str, &[&str]); 3] = [("##axis", &["x", "y", "z"]), ("##parts", &["4", "8"]), ("##suffix", &["", "f", "h"])];
        let heads = text.lines().filter(|line| {
            ["HIPIFY_DEVICE", "#define __builtin_amdgcn_"].iter().any(|start| line.trim_start().starts_with(start))
        });
        // A head names one builtin; a macro that makes heads is given the names of all that it makes.
        let of_head = |line: &'_ str| if line.contains("HIPIFY_DEVICE_") { usize::MAX } else { 1 };
        let names = heads.flat_map(|line| line.split(PREFIX).skip(1).take(of_head(line)));
        let names = names.filter_map(|rest| rest.split(['(', ',', ' ']).next());
        let written_out = names.flat_map(|name| match parts.iter().find(|(part, _)| name.ends_with(part)) {
            Some((part, endings)) => endings.iter().map(|ending| name.replace(part, ending)).collect(),
            None => vec![name.to_owned()],
        });
        written_out.collect()
    }

    /// The builtins that programs call.
    fn called(text: &str) -> BTreeSet<String> {
        let rest = text.split(PREFIX).skip(1);
        rest.map(|rest| rest.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect()).collect()
    }

    #[test]
    fn each_builtin_of_amdgcn_has_a_row_and_a_test_and_no_row_is_without() {
        let rows: BTreeMap<String, BTreeMap<String, String>> = toml::from_str(include_str!("../amdgcn.toml")).unwrap();
        let headers: BTreeSet<&str> = of_folder("hip/hipify/amdgcn").filter_map(|(name, _)| name.strip_suffix(".h")).collect();
        assert_eq!(rows.keys().map(String::as_str).collect::<BTreeSet<_>>(), headers);
        let programs = [
            include_str!("../../../corpora/run/amdgcn-lanes.cu"),
            include_str!("../../../corpora/run/amdgcn-values.cu"),
            include_str!("../../../corpora/run/amdgcn-matrices.cu"),
            include_str!("../../../corpora/run/amdgcn-small-numbers.cu"),
        ];
        let tested: BTreeSet<String> = programs.into_iter().flat_map(called).collect();
        for (name, content) in of_folder("hip/hipify/amdgcn") {
            let header = name.strip_suffix(".h").unwrap();
            let listed: BTreeSet<String> = rows[header].keys().filter(|key| *key != "source").cloned().collect();
            assert_eq!(defined(std::str::from_utf8(content).unwrap()), listed, "{name}");
            assert_eq!(listed.difference(&tested).collect::<Vec<_>>(), Vec::<&String>::new(), "{name}: not tested");
        }
    }

    #[test]
    fn the_headers_are_unpacked_once_and_whole() {
        let cache = tempfile::tempdir().unwrap();
        let folder = unpack(cache.path()).unwrap();
        for (name, content) in FILES {
            assert_eq!(&fs::read(folder.join(name)).unwrap(), content, "{name}");
        }
        fs::write(folder.join("mark"), "").unwrap();
        assert_eq!(unpack(cache.path()).unwrap(), folder);
        assert!(folder.join("mark").is_file());
        assert_eq!(fs::read_dir(cache.path().join("include")).unwrap().count(), 1);
    }
}
