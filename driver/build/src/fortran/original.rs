//! Places in Fortran text and kernels that are compiled, to the places of the user's sources that they were made from.

use hipify_diagnostics::Edit;
use hipify_tree::scan::slashed;
use std::collections::HashMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// A user's source, and the edits that made the text which is compiled.
#[derive(Clone, Debug)]
pub(crate) struct Original {
    /// As typed.
    pub(crate) path: PathBuf,
    pub(crate) bytes: Vec<u8>,
    /// Sorted by place.
    pub(crate) edits: Vec<Edit>,
}

/// Those of a build.
#[derive(Clone, Debug, Default)]
pub(crate) struct Originals {
    /// By the path of their text.
    sources: HashMap<PathBuf, Original>,
    /// What was generated, with the path of the text of the source it was generated for.
    generated: HashMap<PathBuf, PathBuf>,
}

impl Originals {
    pub(crate) fn add(&mut self, text: &Path, original: Original) {
        self.sources.insert(text.to_path_buf(), original);
    }

    pub(crate) fn add_generated(&mut self, generated: &Path, text: &Path) {
        self.generated.insert(generated.to_path_buf(), text.to_path_buf());
    }

    /// The source whose text a compiler names `path`.
    pub(crate) fn source(&self, path: &str) -> Option<&Original> {
        self.sources.get(Path::new(path))
    }

    /// For a line (from 1) of generated kernels: the source of the procedure or loop that it is in, and that one's first line,
    /// which a comment in front of it names.
    pub(crate) fn of_generated(&self, path: &str, line: usize) -> Option<(&Original, Option<usize>)> {
        let text = self.generated.get(Path::new(path))?;
        let own = self.sources.get(text)?;
        let marked = std::fs::read_to_string(path).ok().and_then(|kernels| mark_before(&kernels, line));
        let Some((name, line)) = marked else { return Some((own, None)) };
        let is_named = |original: &&Original| slashed(&original.path).rsplit('/').next() == Some(name.as_str());
        let found = Some(own).filter(is_named).or_else(|| self.sources.values().find(is_named));
        Some(found.map_or((own, None), |original| (original, Some(line))))
    }
}

/// The last `// NAME:LINE` up to a line of kernels.
fn mark_before(kernels: &str, line: usize) -> Option<(String, usize)> {
    let before: Vec<&str> = kernels.lines().take(line).collect();
    let mark = |line: &&str| {
        let (name, number) = line.strip_prefix("// ")?.rsplit_once(':')?;
        Some((name.to_owned(), number.parse().ok()?))
    };
    before.iter().rev().find_map(mark)
}

impl Original {
    /// The bytes that line `line` and column `column` of the text stand for, both counted from 1, the column in bytes: empty
    /// where the text is the source's own, all that an edit replaced where it is not. `None` for a line that is not there.
    pub(crate) fn place(&self, line: usize, column: usize) -> Option<Range<usize>> {
        let text = hipify_diagnostics::apply_with(&self.bytes, &self.edits, hipify_diagnostics::Applicability::Manual).ok()?;
        let start = match line {
            0 => return None,
            1 => 0,
            _ => memchr::memchr_iter(b'\n', &text).nth(line - 2)? + 1,
        };
        let end = memchr::memchr(b'\n', &text[start..]).map_or(text.len(), |length| start + length);
        Some(self.of_offset((start + column.saturating_sub(1)).min(end)))
    }

    fn of_offset(&self, offset: usize) -> Range<usize> {
        // Up to where both texts are known to be alike.
        let (mut in_text, mut in_source) = (0, 0);
        for edit in &self.edits {
            let start = in_text + (edit.span.start - in_source);
            if offset < start {
                break;
            }
            if offset < start + edit.text.len() {
                return edit.span.clone();
            }
            (in_text, in_source) = (start + edit.text.len(), edit.span.end);
        }
        let at = (in_source + (offset - in_text)).min(self.bytes.len());
        at..at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_the_text_lead_back_through_the_edits() {
        let bytes = b"program p\nuse cudafor\ncall k<<<1, 2>>>(a)\nx = y\nend\n".to_vec();
        let edits = vec![
            Edit::insert(10, "use k_kernels\n"),
            Edit::replace(10..21, "use hipfort\nuse iso_c_binding"),
            Edit::replace(28..38, "(dim3(1)"),
        ];
        let original = Original { path: "a.cuf".into(), bytes, edits };
        // An insertion leads to where it was put, a replacement to what it replaced.
        assert_eq!(original.place(2, 5), Some(10..10));
        assert_eq!(original.place(4, 3), Some(10..21));
        assert_eq!(original.place(5, 1), Some(22..22));
        assert_eq!(original.place(6, 5), Some(46..46));
        assert_eq!(original.place(6, 99), Some(47..47));
        assert_eq!((original.place(0, 1), original.place(99, 1)), (None, None));
    }

    #[test]
    fn kernels_name_the_lines_that_they_are_of() {
        let kernels = "// generated by\n#include <a>\n\n// a.cuf:4\nvoid k()\n{\n}\n// b.cuf:9\nvoid l();\n";
        assert_eq!(mark_before(kernels, 6), Some(("a.cuf".to_owned(), 4)));
        assert_eq!(mark_before(kernels, 9), Some(("b.cuf".to_owned(), 9)));
        assert_eq!(mark_before(kernels, 3), None);
    }
}
