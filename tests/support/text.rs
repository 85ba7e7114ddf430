//! Source text seen without the engine's lexer, so that the engine is not its own judge.

use std::collections::BTreeMap;

/// The text, with all that a snapshot would swallow made visible: carriage returns, bytes that are not UTF-8, byte order
/// marks, blanks at a line's end, a missing line break at the end.
pub fn visible(bytes: &[u8]) -> String {
    let mut out = String::new();
    for line in lossless(bytes).replace('\u{feff}', "\\u{feff}").replace('\r', "\\r").split_inclusive('\n') {
        let text = line.trim_end_matches('\n');
        out.push_str(text);
        if text.ends_with([' ', '\t']) {
            out.push_str("\\s");
        }
        out.push('\n');
    }
    if !bytes.ends_with(b"\n") {
        out.push_str("(no line break at the end)\n");
    }
    out
}

/// Text of any bytes; what is not UTF-8 becomes `\xNN`.
pub fn lossless(bytes: &[u8]) -> String {
    let mut out = String::new();
    for chunk in bytes.utf8_chunks() {
        out.push_str(chunk.valid());
        chunk.invalid().iter().for_each(|byte| out.push_str(&format!("\\x{byte:02x}")));
    }
    out
}

/// A source taken apart.
#[derive(Default)]
pub struct Parts {
    pub comments: Vec<String>,
    /// String and character literals, except those of `#include` lines, with their quotes.
    pub strings: Vec<String>,
    brackets: BTreeMap<char, i32>,
}

impl Parts {
    /// How many more opening than closing brackets there are of each sort.
    pub fn imbalance(&self) -> [i32; 3] {
        let count = |c| self.brackets.get(&c).copied().unwrap_or(0);
        [count('(') - count(')'), count('[') - count(']'), count('{') - count('}')]
    }
}

/// Takes C++ source apart, one byte after the other.
pub fn split(bytes: &[u8]) -> Parts {
    let mut parts = Parts::default();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &bytes[at..];
        let length = match rest[0] {
            b'/' if rest.starts_with(b"//") => line_comment(rest),
            b'/' if rest.starts_with(b"/*") => find(&rest[2..], b"*/").map_or(rest.len(), |end| end + 4),
            b'"' => string(bytes, at),
            b'\'' if !is_word(at.checked_sub(1).map_or(b' ', |before| bytes[before])) => quoted(rest, b'\''),
            byte => {
                *parts.brackets.entry(char::from(byte)).or_default() += 1;
                at += 1;
                continue;
            }
        };
        let text = lossless(&rest[..length]);
        match rest[0] {
            b'/' => parts.comments.push(text),
            _ if in_include(bytes, at) => {}
            _ => parts.strings.push(text),
        }
        at += length;
    }
    parts
}

fn is_word(byte: u8) -> bool {
    byte == b'_' || byte.is_ascii_alphanumeric()
}

fn find(bytes: &[u8], needle: &[u8]) -> Option<usize> {
    bytes.windows(needle.len()).position(|window| window == needle)
}

/// Up to the line's end; a backslash there takes the next line in.
fn line_comment(rest: &[u8]) -> usize {
    let mut end = 0;
    loop {
        end += rest[end..].iter().position(|byte| *byte == b'\n').unwrap_or(rest.len() - end);
        let line = rest[..end].strip_suffix(b"\r").unwrap_or(&rest[..end]);
        if end == rest.len() || !line.ends_with(b"\\") {
            return line.len();
        }
        end += 1;
    }
}

/// An ordinary or raw string literal whose quote is at `at`.
fn string(bytes: &[u8], at: usize) -> usize {
    let prefix = bytes[..at].iter().rev().take_while(|byte| is_word(**byte)).count();
    let rest = &bytes[at..];
    if !matches!(&bytes[at - prefix..at], b"R" | b"LR" | b"uR" | b"UR" | b"u8R") {
        return quoted(rest, b'"');
    }
    let Some(open) = rest.iter().position(|byte| *byte == b'(') else { return quoted(rest, b'"') };
    let close = [b")", &rest[1..open], b"\""].concat();
    find(rest, &close).map_or(rest.len(), |end| end + close.len())
}

/// Up to the closing quote or, where it is missing, the line's end.
fn quoted(rest: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while at < rest.len() {
        match rest[at] {
            b'\\' if rest[at + 1..].starts_with(b"\r\n") => at += 3,
            b'\\' => at += 2,
            b'\n' => return at,
            byte if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    rest.len()
}

fn in_include(bytes: &[u8], at: usize) -> bool {
    let line = bytes[..at].rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
    let words = line.trim_ascii().strip_prefix(b"#").unwrap_or_default().trim_ascii();
    words.starts_with(b"include") || line.trim_ascii().starts_with(b"#") && find(line, b"include").is_some()
}
