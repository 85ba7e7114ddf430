//! A physical line of source to what it holds: a comment, a directive, the preprocessor's line, a statement's begin or more of it.

use crate::ast::{FixedForm, Form, Span};

/// One line of the file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    pub(crate) start: usize,
    /// Where its statement field ends: the line's end, or column 72 of fixed form.
    pub(crate) limit: usize,
    /// Where its text ends: before `\n` or `\r\n`.
    pub(crate) end: usize,
    /// The begin of the following line.
    pub(crate) next: usize,
    pub(crate) content: Content,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Content {
    Blank,
    /// A comment, whose mark is at the place.
    Comment(usize),
    /// A line of the preprocessor, whose `#` is at the place.
    Cpp(usize),
    /// `!$cuf` or `!@cuf`.
    Cuf {
        mark: Span,
        directive: bool,
        body: usize,
        continues: bool,
    },
    /// Another directive, whose sentinel's word (`acc`) is at the span.
    Directive {
        mark: usize,
        word: Span,
        body: usize,
    },
    /// A statement begins at `body`, after its label of fixed form.
    Initial {
        label: Option<Span>,
        body: usize,
    },
    /// A continuation line of fixed form.
    Continuation {
        body: usize,
    },
}

/// Directives whose sentinel has its word after the `$`.
const WORDS_AFTER: [&[u8]; 3] = [b"acc", b"omp", b"ompx"];
/// Directives whose sentinel has its word before the `$`.
const WORDS_BEFORE: [&[u8]; 5] = [b"dir", b"pgi", b"nvf", b"dec", b"gcc"];

/// Where the first line starts: after a byte order mark.
pub(crate) fn first(source: &[u8]) -> usize {
    if source.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 }
}

/// All lines of a file, in order.
pub(crate) fn all(source: &[u8], form: Form) -> impl Iterator<Item = Line> {
    from(source, form, first(source))
}

/// The lines from that which starts at `next` on.
pub(crate) fn from(source: &[u8], form: Form, mut next: usize) -> impl Iterator<Item = Line> {
    std::iter::from_fn(move || {
        let line = (next < source.len()).then(|| read(source, form, next))?;
        next = line.next;
        Some(line)
    })
}

/// Whether a text has lines that the preprocessor has to read; line markers (`# 1 "x"`) are none.
pub fn has_preprocessor_lines(source: &[u8], form: Form) -> bool {
    const WORDS: [&[u8]; 6] = [b"if", b"el", b"endif", b"define", b"undef", b"include"];
    all(source, form).any(|line| match line.content {
        Content::Cpp(mark) => {
            let word = source[mark + 1..line.end].trim_ascii_start();
            mark == line.start && WORDS.iter().any(|known| word.starts_with(known))
        }
        _ => false,
    })
}

/// Whether the byte at `at`, after the sentinel of a directive in fixed form, says that the line continues the one before.
pub(crate) fn continues_directive(text: &[u8], at: usize) -> bool {
    !matches!(text.get(at), None | Some(b' ' | b'0' | b'\t' | b'\r' | b'\n'))
}

/// Reads the line at `start`.
pub(crate) fn read(source: &[u8], form: Form, start: usize) -> Line {
    let newline = memchr::memchr(b'\n', &source[start..]).map(|found| start + found);
    let next = newline.map_or(source.len(), |at| at + 1);
    let mut end = newline.unwrap_or(source.len());
    if end > start && source[end - 1] == b'\r' {
        end -= 1;
    }
    let text = &source[..end];
    let (content, limit) = match form {
        Form::Free => (free(text, start), end),
        Form::Fixed(options) => fixed(text, start, options),
    };
    Line { start, limit, end, next, content }
}

/// The first place from `at` that is not a blank.
pub(crate) fn skip_blanks(text: &[u8], mut at: usize) -> usize {
    while matches!(text.get(at), Some(b' ' | b'\t' | b'\x0c')) {
        at += 1;
    }
    at
}

fn free(text: &[u8], start: usize) -> Content {
    let first = skip_blanks(text, start);
    match text.get(first) {
        None => Content::Blank,
        Some(b'!') => comment(text, first, Form::Free),
        Some(b'#') => Content::Cpp(first),
        Some(_) => Content::Initial { label: None, body: first },
    }
}

/// A column ends the statement field; tabs make columns meaningless, so a line with one among its first has no such end.
fn fixed(text: &[u8], start: usize, options: FixedForm) -> (Content, usize) {
    let form = Form::Fixed(options);
    let is_debug = options.debug_lines && matches!(text.get(start), Some(b'd' | b'D'));
    let first = skip_blanks(text, start + usize::from(is_debug));
    let tab = label_tab(&text[start..]);
    let limit = if tab.is_some() { text.len() } else { text.len().min(start + options.columns as usize) };
    let content = match (text.get(first), text.get(start)) {
        (None, _) => Content::Blank,
        (_, Some(b'#')) => Content::Cpp(start),
        (_, Some(b'c' | b'C' | b'*' | b'd' | b'D' | b'!')) if !is_debug => comment(text, start, form),
        (Some(b'!'), _) if first != start + 5 => comment(text, first, form),
        _ if first >= limit => Content::Blank,
        _ => match tab {
            Some(tab) => after_tab(text, start, start + tab, first),
            None => columns(text, start, first),
        },
    };
    (content, limit)
}

/// Where a line of fixed form has a tab in place of its first columns.
pub(crate) fn label_tab(line: &[u8]) -> Option<usize> {
    memchr::memchr(b'\t', &line[..line.len().min(6)])
}

/// The form with a tab in place of columns: a digit after the tab continues.
fn after_tab(text: &[u8], start: usize, tab: usize, first: usize) -> Content {
    match text.get(tab + 1) {
        Some(b'1'..=b'9') if first > tab => Content::Continuation { body: tab + 2 },
        _ => initial(text, start, first),
    }
}

fn columns(text: &[u8], start: usize, first: usize) -> Content {
    let mark = start + 5;
    match text.get(mark) {
        Some(b) if first >= mark && !matches!(b, b' ' | b'0') => Content::Continuation { body: mark + 1 },
        _ => initial(text, start, first),
    }
}

fn initial(text: &[u8], start: usize, first: usize) -> Content {
    let digits = text[first..].iter().take_while(|b| b.is_ascii_digit()).count();
    let label = Span { start: first as u32, end: (first + digits) as u32 };
    let zero_mark = text.get(start + 5) == Some(&b'0') && first >= start + 5;
    match digits {
        _ if zero_mark => Content::Initial { label: None, body: start + 6 },
        0 => Content::Initial { label: None, body: first },
        _ => Content::Initial { label: Some(label), body: skip_blanks(text, first + digits) },
    }
}

/// A comment, unless its first characters are a directive's sentinel.
fn comment(text: &[u8], mark: usize, form: Form) -> Content {
    let rest = &text[mark + 1..];
    let is = |word: &[u8]| rest.len() >= word.len() && rest[..word.len()].eq_ignore_ascii_case(word) && ends(rest, word.len());
    let continues = |body: usize| form.is_fixed() && continues_directive(text, body);
    if is(b"$cuf") || is(b"@cuf") {
        let body = mark + 5;
        let span = Span { start: mark as u32, end: body as u32 };
        let skip = usize::from(form.is_fixed() && body < text.len());
        return Content::Cuf { mark: span, directive: rest[0] == b'$', body: body + skip, continues: continues(body) };
    }
    match sentinel(rest) {
        Some((word, len)) => Content::Directive {
            mark,
            word: Span { start: (mark + 1 + word.start) as u32, end: (mark + 1 + word.end) as u32 },
            body: mark + 1 + len,
        },
        None => Content::Comment(mark),
    }
}

/// The place of the sentinel's word and the sentinel's length.
fn sentinel(rest: &[u8]) -> Option<(std::ops::Range<usize>, usize)> {
    if rest.first() == Some(&b'$') {
        let word = WORDS_AFTER
            .iter()
            .find(|w| rest.get(1..=w.len()).is_some_and(|t| t.eq_ignore_ascii_case(w)) && ends(rest, w.len() + 1))?;
        return Some((1..word.len() + 1, word.len() + 1));
    }
    let word = WORDS_BEFORE
        .iter()
        .find(|w| rest.get(..w.len()).is_some_and(|t| t.eq_ignore_ascii_case(w)) && rest.get(w.len()) == Some(&b'$'))?;
    Some((0..word.len(), word.len() + 1))
}

/// No letter goes on at `at`.
fn ends(rest: &[u8], at: usize) -> bool {
    rest.get(at).is_none_or(|b| !(b.is_ascii_alphanumeric() || *b == b'_'))
}
