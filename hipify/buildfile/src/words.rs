//! Words of a command line inside a build file, and the edits that translate the nvcc options among them.

use super::findings::Findings;
use super::nvcc::{self, Output, Translation};
use hipify_diagnostics::{Code, Level};
use hipify_rules::options::Action;
use std::ops::Range;

/// One word and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Word<'t> {
    pub(super) span: Range<usize>,
    /// With the quotes that go when the word goes.
    pub(super) outer: Range<usize>,
    pub(super) text: &'t str,
    /// What stands between words that replace it.
    pub(super) joint: &'static str,
    /// Whether it starts a list: nothing that may be deleted with it stands before it.
    pub(super) first: bool,
}

/// Whose command line it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Context {
    /// Surely nvcc's.
    Nvcc,
    /// Perhaps a host compiler's: only options that none of those has are touched.
    Unknown,
}

/// Translates `words` in place.
pub(super) fn translate(found: &mut Findings, code: Code, words: &[Word<'_>], context: Context) {
    let texts: Vec<&str> = words.iter().map(|w| w.text).collect();
    let mut linked: Vec<String> = texts.iter().map(|t| (*t).to_string()).collect();
    for translation in nvcc::translate(&texts) {
        if !applies(&translation, &texts, context) {
            continue;
        }
        let output = without_repeats(&translation, &mut linked);
        write(found, code, words, &translation, &output);
    }
}

fn applies(translation: &Translation, texts: &[&str], context: Context) -> bool {
    let Some(row) = translation.row else { return translation.output != Output::Keep };
    if context == Context::Nvcc {
        return true;
    }
    // Apple's compilers take `-arch arm64`.
    let value = texts[translation.words.clone()].concat();
    let is_gpu = ["sm_", "compute_", "$", "native", "all"].iter().any(|mark| value.contains(mark));
    row.only_nvcc && (row.action != Action::GpuArch || is_gpu)
}

/// A library that the list links already is not named twice.
fn without_repeats(translation: &Translation, linked: &mut Vec<String>) -> Output {
    let Output::Words(out) = &translation.output else { return translation.output.clone() };
    if translation.row.is_some() {
        return translation.output.clone();
    }
    let fresh: Vec<String> = out.iter().filter(|word| !linked.contains(word)).cloned().collect();
    linked.extend(fresh.iter().cloned());
    Output::Words(fresh)
}

fn write(found: &mut Findings, code: Code, words: &[Word<'_>], translation: &Translation, output: &Output) {
    let span = words[translation.words.start].span.start..words[translation.words.end - 1].span.end;
    let name = words[translation.words.start].text;
    match output {
        Output::Keep => {}
        Output::Unported => {}
        Output::GpuArch(value) => {
            remove(found, words, translation.words.clone());
            let message = format!("NVIDIA architecture `{}` dropped", value.trim_matches('"'));
            found.report(Code::ARCH_LIST, Level::Note, span.clone(), message, ARCHITECTURES);
        }
        Output::Words(out) if out.is_empty() => remove(found, words, translation.words.clone()),
        Output::Words(out) => {
            let old: Vec<&str> = words[translation.words.clone()].iter().map(|w| w.text).collect();
            if old != *out {
                found.replace(span.clone(), out.join(words[translation.words.start].joint));
            }
        }
    }
    if let Some((level, help)) = translation.row.and_then(nvcc::advice) {
        let left = *output == Output::Unported;
        let message =
            if left { format!("`{name}` has no counterpart in clang") } else { format!("`{name}` has no exact counterpart") };
        found.report(code, level, span, message, help);
    }
}

const ARCHITECTURES: &str = "name AMD architectures, for example gfx90a, where the build is configured";

/// Deletes words with the blanks before them, or after them where they start a list.
pub(super) fn remove(found: &mut Findings, words: &[Word<'_>], range: Range<usize>) {
    let (first, last) = (&words[range.start], &words[range.end - 1]);
    let next = words.get(range.end).filter(|next| !next.first);
    let opens = |word: usize| words[..=word].iter().rposition(|w| w.first).unwrap_or(0);
    let all_removed = (opens(range.start)..range.start).all(|i| found.is_deleted(&words[i].span));
    let span = match next {
        _ if !first.first && !all_removed => words[range.start - 1].outer.end..last.outer.end,
        Some(next) => first.outer.start..next.outer.start,
        None => first.outer.start..last.outer.end,
    };
    found.delete_either(span, first.outer.start..last.outer.end);
}

/// Splits at blanks and line continuations outside quotes and outside `$(...)`; inside a call such as `$(if a,-G -g)` blanks,
/// and commas before a dash, split as well. A word ends at a parenthesis that it did not open.
pub(super) fn split_make(text: &str, range: Range<usize>) -> Vec<Word<'_>> {
    let bytes = text.as_bytes();
    let mut out: Vec<Word<'_>> = Vec::new();
    let mut at = range.start;
    let mut calls = 0_usize;
    while at < range.end {
        match bytes[at] {
            b' ' | b'\t' | b'\n' | b'\r' | b',' => at += 1,
            b'\\' if is_continuation(bytes, at) => at += 1,
            b')' | b'}' => {
                calls = calls.saturating_sub(1);
                at += 1;
            }
            _ => {
                let (end, opened) = word_end(bytes, at, range.end, calls > 0);
                calls += opened;
                let glued = at > range.start && matches!(bytes[at - 1], b',' | b')' | b'}');
                let first = out.is_empty() || glued;
                out.push(Word { span: at..end, outer: at..end, text: &text[at..end], joint: " ", first });
                at = end.max(at + 1);
            }
        }
    }
    out
}

/// Where the word ends, and how many parentheses it leaves open.
fn word_end(bytes: &[u8], start: usize, end: usize, in_call: bool) -> (usize, usize) {
    let mut depth = 0_usize;
    let mut quote = None;
    let mut at = start;
    while at < end {
        let byte = bytes[at];
        match (quote, byte) {
            (Some(open), _) if byte == open => quote = None,
            (Some(_), b'\n') => break,
            (Some(_), _) => {}
            (None, b'\\') if is_continuation(bytes, at) => break,
            (None, b'\\') if at + 1 < end && bytes[at + 1].is_ascii() => at += 1,
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'(' | b'{') => depth += 1,
            (None, b')' | b'}') if depth == 0 => break,
            (None, b')' | b'}') => depth -= 1,
            (None, b' ' | b'\t' | b'\n' | b'\r') => break,
            (None, b',') if (depth > 0 || in_call) && bytes.get(at + 1) == Some(&b'-') => break,
            _ => {}
        }
        at += 1;
    }
    (at.min(end), depth)
}

fn is_continuation(bytes: &[u8], at: usize) -> bool {
    matches!(&bytes[at + 1..], [b'\n', ..] | [b'\r', b'\n', ..])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(source: &str) -> Vec<&str> {
        split_make(source, 0..source.len()).into_iter().map(|w| w.text).collect()
    }

    #[test]
    fn words_end_at_blanks_continuations_and_foreign_parentheses() {
        assert_eq!(texts("-a \\\n  $(B) \"c d\""), ["-a", "$(B)", "\"c d\""]);
        assert_eq!(
            texts("$(foreach s,$(S),-gencode arch=$(s),code=$(s))"),
            ["$(foreach", "s,$(S)", "-gencode", "arch=$(s),code=$(s)"]
        );
    }

    #[test]
    fn deleted_words_take_their_blanks_with_them() {
        let source = "-O3 -arch=sm_70 -g -gencode arch=compute_70,code=sm_70";
        let mut found = Findings::new(source);
        translate(&mut found, Code::MAKE_NVCC, &split_make(source, 0..source.len()), Context::Nvcc);
        let edits = found.into_parts(source).0;
        assert_eq!(hipify_diagnostics::apply(source.as_bytes(), &edits).unwrap(), b"-O3 -g");
    }

    #[test]
    fn an_architecture_of_apple_is_left() {
        let source = "-arch arm64 -O2";
        let mut found = Findings::new(source);
        translate(&mut found, Code::MAKE_NVCC, &split_make(source, 0..source.len()), Context::Unknown);
        assert!(!found.has_edits());
    }
}
