//! Which source a module came from, beside its module file: what another file's compile needs to know of device data and kernels
//! stands in no module file, since those are of ported text.

use super::Modules;
use hipify_error::Error;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The ending of the files that say so: one line, the source's absolute path.
const ENDING: &str = "gpufort";

/// Notes in `folder` that the modules of `text` come from `source`.
pub(super) fn record(folder: &Path, source: &Path, text: &[u8]) -> Result<(), Error> {
    let path = std::path::absolute(source).map_err(Error::io("find", source))?;
    for module in Modules::of(source, text, &[]).defined {
        let note = folder.join(format!("{module}.{ENDING}"));
        hipify_tree::write::write(&note, 0o644, format!("{}\n", path.display()).as_bytes())?;
    }
    Ok(())
}

/// Sources of the modules that `texts` use, and of those that they use in turn, as far as notes in `folders` tell.
pub(super) fn sources_of(texts: &[(&Path, &[u8])], folders: &[PathBuf]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    let mut waiting: Vec<String> = texts.iter().flat_map(|(path, text)| Modules::of(path, text, folders).used).collect();
    while let Some(module) = waiting.pop() {
        if !seen.insert(module.clone()) {
            continue;
        }
        let note = folders.iter().find_map(|folder| fs::read_to_string(folder.join(format!("{module}.{ENDING}"))).ok());
        let Some(path) = note.map(|note| PathBuf::from(note.trim_end())) else { continue };
        let Ok(text) = fs::read(&path) else { continue };
        waiting.extend(Modules::of(&path, &text, folders).used);
        if !found.contains(&path) {
            found.push(path);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_leads_to_its_source() {
        let folder = tempfile::tempdir().unwrap();
        let source = folder.path().join("m.cuf");
        let text = b"module m\nuse n\nend module\n";
        std::fs::write(&source, text).unwrap();
        record(folder.path(), &source, text).unwrap();
        let found = sources_of(&[(Path::new("p.f90"), b"program p\nuse m\nend")], &[folder.path().to_path_buf()]);
        assert_eq!(found, [source]);
    }
}
