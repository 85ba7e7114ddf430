//! Edits to a patch that `git apply` takes, byte for byte: no text is decoded, so CRLF and any encoding survive.

use hipify_diagnostics::Edit;
use hipify_tree::scan::{FoundFile, resolved};
use similar::udiff::UnifiedHunkHeader;
use similar::{Algorithm, DiffOp, capture_diff_slices, group_diff_ops};
use std::path::{Component, Path, PathBuf};

/// Lines of context around a change, as git has it.
const CONTEXT: usize = 3;

/// The patch from `old` to `new`, empty when neither bytes nor name change. `edits` made `new` and are in source order.
pub fn patch(name: &Path, new_name: Option<&Path>, old: &[u8], new: &[u8], edits: &[Edit]) -> Vec<u8> {
    let mut out = Vec::new();
    if old == new && new_name.is_none() {
        return out;
    }
    let (from, to) = (quoted("a/", name), quoted("b/", new_name.unwrap_or(name)));
    push(&mut out, &[b"diff --git ", &from, b" ", &to, b"\n"]);
    if let Some(new_name) = new_name {
        push(&mut out, &[b"rename from ", &quoted("", name), b"\nrename to ", &quoted("", new_name), b"\n"]);
    }
    if old != new {
        push(&mut out, &[b"--- ", &ended(from), b"\n+++ ", &ended(to), b"\n"]);
        hunks(&mut out, &Lines::new(old), &Lines::new(new), edits);
    }
    out
}

/// The patch that makes a file.
pub fn new_file(name: &Path, new: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    push(&mut out, &[b"diff --git ", &quoted("a/", name), b" ", &quoted("b/", name), b"\nnew file mode 100644\n"]);
    push(&mut out, &[b"--- /dev/null\n+++ ", &ended(quoted("b/", name)), b"\n"]);
    hunks(&mut out, &Lines::new(b""), &Lines::new(new), &[Edit::insert(0, String::from_utf8_lossy(new).into_owned())]);
    out
}

/// The path to write in a patch: from the current folder where the file lies below it, else from the root of the scan.
pub fn path_in_patch(entry: &FoundFile) -> PathBuf {
    name_in_patch(&entry.path, &entry.relative)
}

/// The same for a file that is made: its path, and that within its tree.
pub fn name_in_patch(path: &Path, relative: &Path) -> PathBuf {
    let plain: PathBuf = path.components().filter(|part| *part != Component::CurDir).collect();
    if plain.components().all(|part| matches!(part, Component::Normal(_))) {
        return plain;
    }
    let here = std::env::current_dir().and_then(|here| hipify_tree::platform::real(&here)).unwrap_or_default();
    match resolved(path).strip_prefix(&here) {
        Ok(below) => below.to_path_buf(),
        Err(_) => relative.to_path_buf(),
    }
}

/// Bytes cut into lines that keep their line breaks.
struct Lines<'a> {
    bytes: &'a [u8],
    lines: Vec<&'a [u8]>,
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        let lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
        let mut at = 0;
        let starts = lines
            .iter()
            .map(|line| {
                at += line.len();
                at - line.len()
            })
            .collect();
        Self { bytes, lines, starts }
    }

    /// Number of the line that holds the byte at `offset`; the last line for the end of the file.
    fn at(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| *start <= offset).saturating_sub(1)
    }

    /// Offset of the first byte of a line; the end of the file for the line after the last.
    fn start(&self, line: usize) -> usize {
        self.starts.get(line).copied().unwrap_or(self.bytes.len())
    }
}

fn hunks(out: &mut Vec<u8>, old: &Lines<'_>, new: &Lines<'_>, edits: &[Edit]) {
    for group in group_diff_ops(operations(old, new, edits), CONTEXT) {
        out.extend_from_slice(format!("{}\n", UnifiedHunkHeader::new(&group)).as_bytes());
        for op in group {
            let (sign, kept) = if matches!(op, DiffOp::Equal { .. }) { (b' ', true) } else { (b'-', false) };
            old.lines[op.old_range()].iter().for_each(|line| push_line(out, sign, line));
            if !kept {
                new.lines[op.new_range()].iter().for_each(|line| push_line(out, b'+', line));
            }
        }
    }
}

/// The whole file as a list of equal and changed runs of lines: only lines that an edit touches are compared.
fn operations(old: &Lines<'_>, new: &Lines<'_>, edits: &[Edit]) -> Vec<DiffOp> {
    let mut ops = Vec::new();
    let (mut old_at, mut new_at) = (0, 0);
    for block in blocks(old, new, edits) {
        let len = block.old.start - old_at;
        push_equal(&mut ops, old_at, new_at, len);
        let (old_lines, new_lines) = (&old.lines[block.old.clone()], &new.lines[block.new.clone()]);
        for op in capture_diff_slices(Algorithm::Myers, old_lines, new_lines) {
            ops.push(shifted(op, block.old.start, block.new.start));
        }
        (old_at, new_at) = (block.old.end, block.new.end);
    }
    push_equal(&mut ops, old_at, new_at, old.lines.len() - old_at);
    ops
}

/// Lines that edits touch, on both sides.
struct Block {
    old: std::ops::Range<usize>,
    new: std::ops::Range<usize>,
}

fn blocks(old: &Lines<'_>, new: &Lines<'_>, edits: &[Edit]) -> Vec<Block> {
    let mut blocks = Vec::new();
    // How far the new text is ahead of the old at the place reached.
    let mut shift = 0;
    let mut edits = edits.iter().peekable();
    while let Some(first) = edits.peek() {
        let start = old.at(first.span.start);
        let new_start = moved(old.start(start), shift);
        let mut end = start;
        let new_end = loop {
            end += 1;
            while let Some(edit) = edits.next_if(|edit| old.at(edit.span.start) < end) {
                shift += edit.text.len() as isize - edit.span.len() as isize;
                end = end.max(old.at(edit.span.end.saturating_sub(1).max(edit.span.start)) + 1);
            }
            let new_end = moved(old.start(end), shift);
            let is_line_end = new_end == 0 || new_end == new.bytes.len() || new.bytes[new_end - 1] == b'\n';
            if is_line_end || end >= old.lines.len() {
                break new_end;
            }
        };
        let lines = |offset: usize| new.starts.partition_point(|start| *start < offset);
        blocks.push(Block { old: start..end.min(old.lines.len()), new: lines(new_start)..lines(new_end) });
    }
    blocks
}

fn moved(offset: usize, shift: isize) -> usize {
    offset.saturating_add_signed(shift)
}

fn push_equal(ops: &mut Vec<DiffOp>, old_index: usize, new_index: usize, len: usize) {
    if len > 0 {
        ops.push(DiffOp::Equal { old_index, new_index, len });
    }
}

fn shifted(op: DiffOp, old: usize, new: usize) -> DiffOp {
    match op {
        DiffOp::Equal { old_index, new_index, len } => {
            DiffOp::Equal { old_index: old_index + old, new_index: new_index + new, len }
        }
        DiffOp::Delete { old_index, old_len, new_index } => {
            DiffOp::Delete { old_index: old_index + old, old_len, new_index: new_index + new }
        }
        DiffOp::Insert { old_index, new_index, new_len } => {
            DiffOp::Insert { old_index: old_index + old, new_index: new_index + new, new_len }
        }
        DiffOp::Replace { old_index, old_len, new_index, new_len } => {
            DiffOp::Replace { old_index: old_index + old, old_len, new_index: new_index + new, new_len }
        }
    }
}

fn push_line(out: &mut Vec<u8>, sign: u8, line: &[u8]) {
    out.push(sign);
    out.extend_from_slice(line);
    if !line.ends_with(b"\n") {
        out.extend_from_slice(b"\n\\ No newline at end of file\n");
    }
}

fn push(out: &mut Vec<u8>, parts: &[&[u8]]) {
    parts.iter().for_each(|part| out.extend_from_slice(part));
}

/// A path as git writes it: in quotes with escapes when it holds a quote, a backslash or a control character.
fn quoted(prefix: &str, path: &Path) -> Vec<u8> {
    let slashed = path.as_os_str().as_encoded_bytes();
    let mut name = prefix.as_bytes().to_vec();
    name.extend(slashed.iter().map(|byte| if cfg!(windows) && *byte == b'\\' { b'/' } else { *byte }));
    if !name.iter().any(|byte| byte.is_ascii_control() || matches!(byte, b'"' | b'\\')) {
        return name;
    }
    let mut out = vec![b'"'];
    for byte in name {
        match byte {
            b'"' | b'\\' => out.extend([b'\\', byte]),
            byte if byte.is_ascii_control() => out.extend(format!("\\{byte:03o}").bytes()),
            byte => out.push(byte),
        }
    }
    out.push(b'"');
    out
}

/// A tab ends a name that holds a space, so that what follows is not taken for a part of it.
fn ended(mut name: Vec<u8>) -> Vec<u8> {
    if name.contains(&b' ') && !name.starts_with(b"\"") {
        name.push(b'\t');
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patched(old: &str, edits: &[Edit]) -> String {
        let new = hipify_diagnostics::apply(old.as_bytes(), edits).unwrap();
        String::from_utf8(patch(Path::new("f"), None, old.as_bytes(), &new, edits)).unwrap()
    }

    #[test]
    fn a_missing_final_newline_is_marked() {
        let text = patched("a\r\nb", &[Edit::replace(3..4, "c")]);
        let body = text.split_once("@@\n").unwrap().1;
        assert_eq!(body, " a\r\n-b\n\\ No newline at end of file\n+c\n\\ No newline at end of file\n");
    }

    #[test]
    fn a_deleted_line_break_joins_the_next_line() {
        let text = patched("a\nb\nc\n", &[Edit::delete(1..2)]);
        assert!(text.ends_with("@@ -1,3 +1,2 @@\n-a\n-b\n+ab\n c\n"), "{text}");
    }

    #[test]
    fn insertions_at_both_ends_touch_no_other_line() {
        let text = patched("m\n", &[Edit::insert(0, "first\n"), Edit::insert(2, "last\n")]);
        assert!(text.ends_with("@@ -1 +1,3 @@\n+first\n m\n+last\n"), "{text}");
    }

    #[test]
    fn a_file_emptied_or_filled_is_a_patch_too() {
        assert!(patched("a\n", &[Edit::delete(0..2)]).ends_with("@@ -1 +0,0 @@\n-a\n"));
        assert!(patched("", &[Edit::insert(0, "a\n")]).ends_with("@@ -0,0 +1 @@\n+a\n"));
    }

    #[test]
    fn names_with_quotes_are_quoted() {
        assert_eq!(quoted("a/", Path::new("x\"y")), b"\"a/x\\\"y\"");
        assert_eq!(ended(b"a/x y".to_vec()), b"a/x y\t");
    }
}
