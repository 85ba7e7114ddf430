//! What says that findings do not count: comments in source, `// hipify-check: allow(memory) reason` at the line of a call or on lines of their own
//! before it, and `check.allow` of `hipify.toml`.

use crate::Options;
use crate::finding::{Finding, Suppression};
use crate::source::shown;
use hipify_error::Error;
use hipify_lint_command::{Allowed, CheckConfig, Glob};
use hipify_places::{Call, function_name};
use hipify_report::comment::{self, Marker};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Something that may suppress findings.
struct Candidate<'a> {
    suppression: Suppression,
    /// Tools and kinds.
    names: Vec<String>,
    place: Where<'a>,
    /// In a comment, where it stands.
    call: Option<Call>,
    used: bool,
}

enum Where<'a> {
    /// A real file, and its line, or all of it.
    Line(PathBuf, Option<usize>),
    /// Files and kernels.
    Matching(Option<Glob>, Option<&'a str>),
}

/// Marks findings that do not count, and adds one for each suppression that none is marked by.
///
/// # Errors
/// A glob of the configuration that is none.
pub(crate) fn mark(found: &mut Vec<Finding>, config: &CheckConfig, options: &Options) -> Result<(), Error> {
    let mut candidates = comments(found, config.require_reason.unwrap_or(false), options);
    for allowed in &config.allow {
        candidates.push(of_configuration(allowed)?);
    }
    for finding in found.iter_mut() {
        let files: Vec<PathBuf> = finding.frames.iter().map(|call| real(&call.file)).collect();
        for candidate in &mut candidates {
            if candidate.holds_for(finding, &files) {
                candidate.used = true;
                finding.suppression.get_or_insert_with(|| candidate.suppression.clone());
            }
        }
    }
    let unused = candidates.iter().filter(|candidate| !candidate.used && candidate.could_be_used(options));
    found.extend(unused.map(Candidate::unused));
    Ok(())
}

impl Candidate<'_> {
    /// `files`: of each frame of the finding, the real file.
    fn holds_for(&self, finding: &Finding, files: &[PathBuf]) -> bool {
        let code = finding.code();
        if !self.names.iter().any(|name| *name == finding.tool || *name == code) {
            return false;
        }
        match &self.place {
            Where::Line(file, line) => {
                let mut frames = finding.frames.iter().zip(files);
                frames.any(|(call, real)| real == file && line.is_none_or(|line| line == call.line as usize))
            }
            Where::Matching(glob, kernel) => {
                let in_file = glob.as_ref().is_none_or(|glob| files.iter().any(|file| glob.matches(file)));
                let of_kernel = kernel.is_none_or(|pattern| {
                    let kernel = finding.place.as_ref().map(|place| place.kernel.as_str());
                    kernel.is_some_and(|kernel| matches(pattern, kernel) || matches(pattern, &function_name(kernel)))
                });
                in_file && of_kernel
            }
        }
    }

    /// What is about tools that have not run may have a use in another run.
    fn could_be_used(&self, options: &Options) -> bool {
        let tool = |name: &str| name.split('/').next().and_then(hipify_abi::Tool::named);
        self.names.iter().all(|name| tool(name).is_none_or(|tool| options.tools.contains(&tool)))
    }

    fn unused(&self) -> Finding {
        let names = self.names.join(", ");
        let message = match self.call {
            Some(_) => format!("nothing that is found here is `{names}`"),
            None => format!("nothing that is found is what `{}` allows as `{names}`", self.suppression.by),
        };
        Finding::of_command("unused-suppression", message, self.call.clone())
    }
}

/// The comments of sources that findings are in, and that were named.
fn comments<'a>(found: &[Finding], require_reason: bool, options: &Options) -> Vec<Candidate<'a>> {
    // By the real path, so that a file counts once, whatever it is called; findings know theirs from debug information.
    let mut files: BTreeMap<PathBuf, PathBuf> = BTreeMap::new();
    let named = options.paths.iter().flat_map(|path| sources(path));
    for path in found.iter().flat_map(|finding| finding.frames.iter().map(|call| call.file.clone())).chain(named) {
        files.entry(real(&path)).or_insert(path);
    }
    let mut candidates = Vec::new();
    for path in files.into_values() {
        let Ok(bytes) = std::fs::read(&path) else { continue };
        let markers = comment::markers(&path.to_string_lossy(), &bytes, comment::CHECK);
        let counts = |marker: &&Marker| marker.reason.is_some() || !require_reason;
        candidates.extend(markers.iter().filter(counts).map(|marker| of_comment(&path, &bytes, marker)));
    }
    candidates
}

/// The files of a folder that may be sources; a file itself.
fn sources(path: &Path) -> Vec<PathBuf> {
    let selection = hipify_tree::scan::Selection {
        roots: &[path.to_owned()],
        exclude: &[],
        obey_ignore_files: true,
        only: &[],
        output: None,
        follow_named_links: false,
    };
    let is_source = |path: &PathBuf| {
        use hipify_diagnostics::Language;
        matches!(Language::of(&path.to_string_lossy()), Language::Cuda | Language::Cpp | Language::Fortran)
    };
    let found = hipify_tree::scan::scan(&selection).unwrap_or_default();
    found.entries.into_iter().map(|entry| entry.path).filter(is_source).collect()
}

fn of_comment<'a>(path: &Path, bytes: &[u8], marker: &Marker) -> Candidate<'a> {
    let names = marker.words.iter().map(|word| String::from_utf8_lossy(&bytes[word.clone()]).into_owned()).collect();
    let (line, column) = hipify_diagnostics::LineIndex::new(bytes).position(marker.whole.start);
    Candidate {
        suppression: Suppression { by: format!("{}:{line}", shown(path)), in_source: true, reason: marker.reason.clone() },
        names,
        place: Where::Line(real(path), marker.line),
        call: Some(Call { file: path.to_owned(), line: line as u32, column: column as u32, function: String::new() }),
        used: false,
    }
}

fn of_configuration(allowed: &Allowed) -> Result<Candidate<'_>, Error> {
    let folder = allowed.file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let folder = hipify_tree::platform::real(folder).map_err(Error::io("read", folder))?;
    let glob = allowed.path.as_deref().map(|glob| Glob::new(&folder, glob)).transpose()?;
    Ok(Candidate {
        suppression: Suppression { by: shown(&allowed.file), in_source: false, reason: Some(allowed.reason.clone()) },
        names: allowed.tool.all().to_vec(),
        place: Where::Matching(glob, allowed.kernel.as_deref()),
        call: None,
        used: false,
    })
}

fn real(path: &Path) -> PathBuf {
    hipify_tree::platform::real(path).unwrap_or_else(|_| path.to_owned())
}

/// Whether a text is what a pattern says, in which `*` stands for anything.
fn matches(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let Some(last) = parts.next_back() else { return rest.is_empty() };
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn a_star_stands_for_anything() {
        for (pattern, text) in [("scan", "scan"), ("sc*", "scan"), ("*::scan*", "a::scan<float>"), ("*", ""), ("a*b*c", "a1b2bc")]
        {
            assert!(matches(pattern, text), "{pattern} {text}");
        }
        for (pattern, text) in [("scan", "scan2"), ("a*a", "a"), ("*::scan", "scan"), ("a*b*c", "acb")] {
            assert!(!matches(pattern, text), "{pattern} {text}");
        }
    }
}
