//! A file that is not C++, as lints see it: text in lines, comments apart.

use crate::options::Options;
use hipify_diagnostics::{Language, Source};
use std::ops::Range;

/// CMake, make, Python, a Dockerfile, a script, a CI description.
#[allow(dead_code, reason = "what lints can be written with; no lint uses all of it")]
pub(crate) struct BuildText<'a> {
    pub(crate) source: &'a Source<'a>,
    pub(crate) options: &'a Options,
    /// The same offsets as the source; what is not UTF-8 is replaced.
    pub(crate) text: &'a str,
}

/// Whether a file of this path is looked at: C++, what the port reads, and scripts and descriptions that call compilers or
/// choose containers.
pub fn is_read(path: &str) -> bool {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    Language::of(path) != Language::Other || SCRIPTS.contains(&extension) || NAMES.iter().any(|start| name.starts_with(start))
}

/// Extensions of scripts, CI descriptions and settings.
const SCRIPTS: &[&str] = &["sh", "bash", "slurm", "sbatch", "yml", "yaml", "py", "toml", "cfg", "env", "dockerfile"];

/// How names of files without such an extension begin.
const NAMES: &[&str] = &["Dockerfile", "Containerfile", "Jenkinsfile", "CMakePresets.json", "CMakeUserPresets.json"];

impl<'a> BuildText<'a> {
    pub(crate) fn language(&self) -> Language {
        self.source.language()
    }

    /// Each line without its `#` comment and its end, with the offset where it starts.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (usize, &'a str)> + use<'a> {
        let mut start = 0;
        self.text.split_inclusive('\n').map(move |line| {
            let at = start;
            start += line.len();
            (at, without_comment(line).trim_end())
        })
    }

    /// Each place outside comments where `part` stands, perhaps in a longer word.
    pub(crate) fn places(&self, part: &'a str) -> impl Iterator<Item = Range<usize>> + use<'a> {
        let text = self.text;
        let is_code = move |place: &Range<usize>| {
            let start = memchr::memrchr(b'\n', &text.as_bytes()[..place.start]).map_or(0, |at| at + 1);
            let line = text[start..].split('\n').next().unwrap_or("");
            place.end <= start + without_comment(line).len()
        };
        // Few files have it: only lines that do are looked at.
        let all = memchr::memmem::find_iter(text.as_bytes(), part.as_bytes()).map(move |at| at..at + part.len());
        all.filter(is_code)
    }

    /// Each place outside comments where `word` stands, not as a part of a longer word.
    pub(crate) fn words(&self, word: &'a str) -> impl Iterator<Item = Range<usize>> + use<'a> {
        let text = self.text;
        self.places(word).filter(move |place| stands_alone(text, place))
    }
}

/// A `#` at the start of a line or after a blank, outside quotes.
fn without_comment(line: &str) -> &str {
    let mut quote = None;
    let mut before = b' ';
    for (at, &byte) in line.as_bytes().iter().enumerate() {
        match byte {
            b'"' | b'\'' if quote == Some(byte) => quote = None,
            b'"' | b'\'' if quote.is_none() => quote = Some(byte),
            b'#' if quote.is_none() && before.is_ascii_whitespace() => return &line[..at],
            _ => {}
        }
        before = byte;
    }
    line
}

fn stands_alone(text: &str, place: &Range<usize>) -> bool {
    let is_word = |byte: Option<&u8>| byte.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
    let bytes = text.as_bytes();
    !is_word(place.start.checked_sub(1).and_then(|i| bytes.get(i))) && !is_word(bytes.get(place.end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_and_containers_are_read_and_documents_are_not() {
        assert!(
            ["a/run.sh", "ci/Dockerfile.rocm", ".github/workflows/ci.yml", "src/a.cu", "CMakeLists.txt"]
                .iter()
                .all(|p| is_read(p))
        );
        assert!(!["README.md", "data.bin", "notes.txt", "model.json"].iter().any(|path| is_read(path)));
    }

    #[test]
    fn words_are_whole_and_outside_of_comments() {
        let source = Source { path: "a/Makefile", bytes: b"" };
        let text = "nvcc -x '#' nvcc # nvcc\n# nvcc\nmy_nvcc nvcc\n";
        let text = BuildText { source: &source, options: &Options::default(), text };
        assert_eq!(text.words("nvcc").collect::<Vec<_>>(), [0..4, 12..16, 39..43]);
    }
}
