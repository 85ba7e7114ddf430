//! A program of corpora/projects, ported as one tree.

use hipify_diagnostics::{Diagnostic, LineIndex, Source, apply};
use hipify_port::{Options, Ported, port};
use hipify_syntax::Tree;
use std::path::{Path, PathBuf};

pub(crate) struct Project {
    pub(crate) name: String,
    /// In the order of their paths.
    pub(crate) files: Vec<File>,
}

pub(crate) struct File {
    /// Relative to the project, with forward slashes.
    pub(crate) path: String,
    pub(crate) bytes: Vec<u8>,
    pub(crate) ported: Vec<u8>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl File {
    /// `path:line:column`.
    pub(crate) fn place(&self, diagnostic: &Diagnostic) -> String {
        let (line, column) = LineIndex::new(&self.bytes).position(diagnostic.span.start);
        format!("{}:{line}:{column}", self.path)
    }
}

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpora/projects")
}

/// All files under `folder`, in an order that does not depend on the file system.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    paths.sort();
    paths.into_iter().flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// The names of all programs.
pub(crate) fn names() -> Vec<String> {
    let entries = std::fs::read_dir(root()).expect("corpora/projects is there");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("readable").file_name().into_string().expect("a UTF-8 name")).collect();
    names.sort();
    names
}

impl Project {
    /// Reads and ports the program `name`.
    pub(crate) fn ported(name: &str) -> Self {
        let folder = root().join(name);
        let sources: Vec<(String, Vec<u8>)> = files(&folder)
            .into_iter()
            .map(|path| {
                let relative = path.strip_prefix(&folder).expect("found under the folder").to_str().expect("a UTF-8 name");
                (relative.to_owned(), std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
            })
            .collect();
        let tree = Tree::new(sources.iter().map(|(path, _)| path.clone()));
        let options = Options::default();
        let ported: Vec<Ported> = sources.iter().map(|(path, bytes)| port(&Source { path, bytes }, &tree, &options)).collect();
        let declared: Vec<String> = ported.iter().flat_map(|file| file.declared.clone()).collect();
        let files = sources.into_iter().zip(ported).map(|((path, bytes), file)| {
            let mut diagnostics = file.diagnostics;
            diagnostics.extend(file.mentions.into_iter().filter(|m| !declared.contains(&m.name)).map(|m| m.diagnostic));
            diagnostics.sort_by_key(|d| (d.span.start, d.code));
            let ported = apply(&bytes, &file.edits).unwrap_or_else(|overlap| panic!("{path}: {overlap}"));
            File { path, bytes, ported, diagnostics }
        });
        Self { name: name.to_owned(), files: files.collect() }
    }
}
