//! `prove.toml` and the fetched folders -> indexes of declarations, one a set of headers.

use std::path::{Path, PathBuf};

use hipify_rules::Version;

use hipify_rules::clang::Clang;
use hipify_rules::decl::Index;

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    no_headers: Vec<String>,
    language: Vec<String>,
    internal: Vec<String>,
    cuda: Side,
    hip: Side,
    set: Vec<SetRow>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Side {
    args: Vec<String>,
    units: Vec<Vec<String>>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct SetRow {
    side: String,
    name: String,
    version: String,
    folders: Vec<String>,
    #[serde(default)]
    args: Vec<String>,
    /// Versions of single libraries that differ from the set's.
    #[serde(default)]
    versions: std::collections::HashMap<String, String>,
}

/// The declarations of one version's headers.
pub(crate) struct Set {
    pub(crate) name: String,
    pub(crate) folders: Vec<PathBuf>,
    pub(crate) index: Index,
    version: Version,
    versions: Vec<(String, Version)>,
}

impl Set {
    /// Version of the headers of a library in this set.
    pub(crate) fn version(&self, library: &str) -> Version {
        self.versions.iter().find(|(name, _)| name == library).map_or(self.version, |(_, version)| *version)
    }

    /// Whether the set has headers of the library that `name` is of, told by the names' common prefix.
    pub(crate) fn covers(&self, name: &str) -> bool {
        let prefix = hipify_rules::decl::family(name);
        self.index.has_family(prefix)
    }

    /// Whether a path belongs to the set, and not to the machine's own headers.
    pub(crate) fn owns(&self, file: &str) -> bool {
        self.folders.iter().any(|folder| Path::new(file).starts_with(folder))
    }
}

/// The sets of one side, newest first, and what to tell about them.
pub(crate) struct Sets {
    /// HIP names, by how they start, whose headers no package has.
    pub(crate) no_headers: Vec<String>,
    /// Words that no header declares.
    pub(crate) language: Vec<String>,
    /// Parts of paths of headers whose names are not for programs to use.
    pub(crate) internal: Vec<String>,
    pub(crate) cuda: Vec<Set>,
    pub(crate) hip: Vec<Set>,
    pub(crate) errors: Vec<String>,
}

/// Parses every unit of every set below `root`.
pub(crate) fn read(clang: &Clang, root: &Path) -> Result<Sets, String> {
    let file: File = toml::from_str(include_str!("../../../prove.toml")).map_err(|e| format!("rules/prove.toml: {e}"))?;
    let File { no_headers, language, internal, cuda, hip, set } = file;
    let mut sets = Sets { no_headers, language, internal, cuda: Vec::new(), hip: Vec::new(), errors: Vec::new() };
    for row in &set {
        let side = if row.side == "cuda" { &cuda } else { &hip };
        let set = read_set(clang, root, row, side, &mut sets.errors)?;
        if row.side == "cuda" { sets.cuda.push(set) } else { sets.hip.push(set) }
    }
    Ok(sets)
}

fn read_set(clang: &Clang, root: &Path, row: &SetRow, side: &Side, errors: &mut Vec<String>) -> Result<Set, String> {
    let folders: Vec<PathBuf> = row.folders.iter().map(|f| root.join(f)).collect();
    if let Some(folder) = folders.iter().find(|f| !f.is_dir()) {
        return Err(format!("no headers in `{}`: run `make prove`, which fetches them", folder.display()));
    }
    let mut set = Set {
        name: row.name.clone(),
        index: Index::default(),
        version: row.version.parse()?,
        versions: row.versions.iter().map(|(n, v)| Ok((n.clone(), v.parse()?))).collect::<Result<_, String>>()?,
        folders,
    };
    let mut args = [side.args.as_slice(), row.args.as_slice()].concat();
    args.extend(set.folders.iter().map(|f| format!("-isystem{}", f.display())));
    for unit in &side.units {
        let there = |header: &&String| set.folders.iter().any(|f| f.join(header).is_file());
        let source: String = unit.iter().filter(there).map(|h| format!("#include <{h}>\n")).collect();
        let (decls, broken) = clang.parse(&source, &args)?;
        errors.extend(broken.into_iter().map(|e| format!("{}: {e}", row.name)));
        set.index.add(decls);
    }
    Ok(set)
}
