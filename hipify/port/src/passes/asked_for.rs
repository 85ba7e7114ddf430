//! Names and headers of a library without a counterpart, in a branch that asks whether the library is there: HIP's builds do not
//! take the branch, so that they are notes and no errors.

use super::Context;
use super::sweep::Found;
use hipify_condition::Branching;
use hipify_diagnostics::{Diagnostic, Level};
use hipify_rules::{family, header, symbol};
use hipify_syntax::{Code, TokenKind};
use std::ops::Range;

/// A branch, by its bytes, and the words of its condition in capitals.
struct Branch {
    bytes: Range<usize>,
    words: Vec<Vec<u8>>,
}

pub(super) fn soften(context: &mut Context<'_>, found: &Found) {
    let source = context.source.bytes;
    let mentioned = context.mentions.iter_mut().map(|mention| &mut mention.diagnostic);
    let reports = context.diagnostics.iter_mut().chain(mentioned).filter(|report| report.level == Level::Error);
    let mut reports: Vec<(&'static str, &mut Diagnostic)> =
        reports.filter_map(|report| Some((library(source.get(report.span.clone())?)?, report))).collect();
    if reports.is_empty() {
        return;
    }
    let branches = branches(&context.code, found);
    for (library, report) in &mut reports {
        let library = library.to_ascii_uppercase();
        let asks = |branch: &Branch| {
            branch.bytes.contains(&report.span.start)
                && branch.words.iter().any(|word| memchr::memmem::find(word, library.as_bytes()).is_some())
        };
        if branches.iter().any(asks) {
            report.level = Level::Note;
            report.message += ", and its branch is for builds that have the library";
        }
    }
}

/// The library without a counterpart that a name or header is of.
fn library(text: &[u8]) -> Option<&'static str> {
    let text_of_header = std::str::from_utf8(text).ok();
    let library = text_of_header
        .and_then(header)
        .map(|header| header.library())
        .or_else(|| symbol(text).map(|symbol| symbol.library()))
        .or_else(|| family(text).map(|family| family.library()))?;
    WITHOUT_COUNTERPART.iter().find(|name| **name == library).copied()
}

/// Libraries that projects use where they are, by the rules' names for them.
const WITHOUT_COUNTERPART: &[&str] = &["nvml", "npp", "cupti", "nvjpeg", "cutensor", "cufile", "nvshmem", "cutlass"];

/// The branches whose conditions ask for something to be there: `#ifdef HAVE_NVML`, `#if __has_include(<nvml.h>)`.
fn branches(code: &Code<'_>, found: &Found) -> Vec<Branch> {
    let mut open: Vec<Option<(usize, Vec<Vec<u8>>)>> = Vec::new();
    let mut branches = Vec::new();
    for &hash in &found.directives {
        let Some(branching) = code.branching(hash) else { continue };
        if branching != Branching::Opens
            && let Some(Some((start, words))) = open.pop()
        {
            branches.push(Branch { bytes: start..code.tokens[hash].start as usize, words });
        }
        if branching != Branching::Closes {
            open.push(code.directive(hash).map(|(_, end)| (code.tokens[hash].start as usize, asked(code, hash, end))));
        }
    }
    branches.retain(|branch| !branch.words.is_empty());
    branches
}

/// The words that the condition from `hash` to `end` is true for; none for `#ifndef`.
fn asked(code: &Code<'_>, hash: usize, end: usize) -> Vec<Vec<u8>> {
    if !code.is_condition(hash) || matches!(code.text(hash + 1), b"ifndef" | b"elifndef") {
        return Vec::new();
    }
    let is_denied = |at: usize| {
        let before = (hash + 2..at).rev().find(|&i| !code.is(i, b'(') && code.text(i) != b"defined");
        before.is_some_and(|i| code.is(i, b'!'))
    };
    (hash + 2..end)
        .filter(|&i| matches!(code.kind(i), TokenKind::Identifier | TokenKind::HeaderName | TokenKind::String) && !is_denied(i))
        .map(|i| code.text(i).to_ascii_uppercase())
        .collect()
}
