//! Patches without context, as `git diff --unified=0` prints them (git-diff(1), "Generating patch text with -p").

/// Some lines of a file that were replaced by others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hunk {
    /// Of the file that there is, or was where it is gone, from the top of the tree.
    pub path: String,
    /// The first of the new lines, from 1; the line before them where there are none.
    pub line: usize,
    /// The old lines, with their ends.
    pub old: Vec<u8>,
    /// The new lines, with their ends.
    pub new: Vec<u8>,
}

impl Hunk {
    /// The number of new lines.
    #[must_use]
    pub fn new_lines(&self) -> usize {
        self.new.split_inclusive(|byte| *byte == b'\n').count()
    }
}

/// The hunks of a patch in its order. Paths have git's `a/` and `b/`.
#[must_use]
pub fn hunks(patch: &[u8]) -> Vec<Hunk> {
    let mut hunks: Vec<Hunk> = Vec::new();
    let (mut old_path, mut path, mut in_hunk) = (String::new(), String::new(), false);
    let mut last_is_new = false;
    for line in patch.split_inclusive(|byte| *byte == b'\n') {
        if line.starts_with(b"diff --") {
            in_hunk = false;
        } else if let Some(rest) = line.strip_prefix(b"--- ").filter(|_| !in_hunk) {
            old_path = path_of(rest);
        } else if let Some(rest) = line.strip_prefix(b"+++ ").filter(|_| !in_hunk) {
            path = if rest.starts_with(b"/dev/null") { old_path.clone() } else { path_of(rest) };
        } else if let Some(rest) = line.strip_prefix(b"@@ ") {
            in_hunk = true;
            hunks.push(Hunk { path: path.clone(), line: new_line(rest), old: Vec::new(), new: Vec::new() });
        } else if let Some(hunk) = hunks.last_mut().filter(|_| in_hunk) {
            match line.split_first() {
                Some((b'-', rest)) => hunk.old.extend(rest),
                Some((b'+', rest)) => hunk.new.extend(rest),
                // "No newline at end of file".
                Some((b'\\', _)) => drop(if last_is_new { &mut hunk.new } else { &mut hunk.old }.pop()),
                _ => {}
            }
            last_is_new = line.starts_with(b"+");
        }
    }
    hunks
}

/// The first line on the new side of `-1,2 +3,4 @@`.
fn new_line(head: &[u8]) -> usize {
    let head = String::from_utf8_lossy(head);
    let side = head.split('+').nth(1).unwrap_or_default();
    let digits: String = side.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or_default()
}

/// A path without git's first folder, quotes, and the tab after a name with a space.
fn path_of(text: &[u8]) -> String {
    let text = text.trim_ascii_end();
    let quoted = text.strip_prefix(b"\"").and_then(|text| text.strip_suffix(b"\""));
    let path = quoted.map_or_else(|| text.to_vec(), unquoted);
    let path = String::from_utf8_lossy(&path);
    path.split_once('/').map_or(&*path, |(_, path)| path).to_owned()
}

/// A name without the escapes of C that git writes (git-config(1), `core.quotePath`).
fn unquoted(text: &[u8]) -> Vec<u8> {
    let mut name = Vec::new();
    let mut rest = text;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != b'\\' {
            name.push(byte);
            continue;
        }
        let digits = rest.iter().take(3).take_while(|byte| matches!(byte, b'0'..=b'7')).count();
        let (code, length) = match rest.first() {
            Some(_) if digits > 0 => {
                (rest[..digits].iter().fold(0u8, |code, digit| code.wrapping_mul(8) + (digit - b'0')), digits)
            }
            Some(letter) => {
                let known = b"abtnvfr".iter().position(|known| known == letter);
                (known.map_or(*letter, |at| 7 + u8::try_from(at).unwrap_or_default()), 1)
            }
            None => break,
        };
        name.push(code);
        rest = &rest[length..];
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hunk(path: &str, line: usize, old: &str, new: &str) -> Hunk {
        Hunk { path: path.to_owned(), line, old: old.into(), new: new.into() }
    }

    #[test]
    fn lines_that_look_like_headers_are_text() {
        let patch =
            b"diff --git a/a.cu b/a.cu\n--- a/a.cu\n+++ b/a.cu\n@@ -1 +1,2 @@ f\n--- x\n+++ y\n+z\n@@ -9,2 +10,0 @@\n-a\n-b\n";
        assert_eq!(hunks(patch), [hunk("a.cu", 1, "-- x\n", "++ y\nz\n"), hunk("a.cu", 10, "a\nb\n", "")]);
        assert_eq!(hunks(patch)[0].new_lines(), 2);
    }

    #[test]
    fn a_file_that_is_gone_keeps_its_name() {
        let patch = b"diff --git a/d/a.cu b/d/a.cu\n--- a/d/a.cu\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n";
        assert_eq!(hunks(patch), [hunk("d/a.cu", 0, "x\n", "")]);
    }

    #[test]
    fn last_lines_without_an_end_have_none() {
        let patch = b"--- a/a\n+++ b/a\n@@ -3 +3 @@\n-x\n\\ No newline at end of file\n+y\n\\ No newline at end of file\n";
        assert_eq!(hunks(patch), [hunk("a", 3, "x", "y")]);
    }

    #[test]
    fn names_lose_their_quotes_and_the_tab() {
        assert_eq!(path_of(b"b/a b.cu\t\n"), "a b.cu");
        assert_eq!(path_of(br#""b/t\tq\"s\\o\303\244.cu""#), "t\tq\"s\\o\u{e4}.cu");
    }
}
