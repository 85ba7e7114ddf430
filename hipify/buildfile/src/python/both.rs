//! setup.py for both: a list or a name that the port changes becomes an expression that asks `USE_HIP`, which the file sets by
//! what its PyTorch is built for, or by the environment.

use super::lex::{self, Token, TokenKind};
use crate::both::{OPTION, applied, line_end};
use crate::findings::newline;
use hipify_diagnostics::{Diagnostic, Edit, Level};
use std::ops::Range;

/// Edits and findings of the port to those of a file for both.
pub(crate) fn keep(text: &str, edits: Vec<Edit>, diagnostics: Vec<Diagnostic>) -> (Vec<Edit>, Vec<Diagnostic>) {
    let tokens = lex::tokens(text);
    let mut places: Vec<Range<usize>> = Vec::new();
    let mut imports: Vec<Edit> = Vec::new();
    for edit in &edits {
        let Some((place, is_import)) = place(&tokens, &edit.span) else { continue };
        if is_import {
            // `CUDA_HOME` and `ROCM_HOME` are both PyTorch's.
            imports.push(Edit::insert(edit.span.end, format!(", {}", edit.text)));
        } else if !places.contains(&place) {
            places.push(place);
        }
    }
    let is_inner =
        |place: &Range<usize>| places.iter().any(|other| other != place && other.start <= place.start && place.end <= other.end);
    let outer: Vec<Range<usize>> = places.iter().filter(|place| !is_inner(place)).cloned().collect();
    let chosen = outer.iter().filter(|place| !is_chosen(&tokens, place));
    let mut out: Vec<Edit> = chosen.map(|place| choice(text, &tokens, place, &edits)).collect();
    if !out.is_empty() {
        out.extend(imports);
        out.extend(definition(text, &tokens));
    }
    out.sort_by_key(|edit| edit.span.start);
    (out, diagnostics.into_iter().filter(|d| d.level > Level::Note).collect())
}

/// The list around an edit, else the token; and whether the edit is in an import.
fn place(tokens: &[Token], span: &Range<usize>) -> Option<(Range<usize>, bool)> {
    let at = tokens.iter().position(|token| token.span.start <= span.start && span.start < token.span.end);
    let mut open = Vec::new();
    for token in tokens.iter().take_while(|token| token.span.start <= span.start && token.span.end <= span.start) {
        match token.kind {
            TokenKind::Open => open.push(token),
            TokenKind::Close => drop(open.pop()),
            _ => {}
        }
    }
    let list = open.last().filter(|token| token.text == "[");
    if let Some(list) = list {
        let mut depth = 0_usize;
        for token in tokens.iter().filter(|token| token.span.start >= list.span.start) {
            match token.kind {
                TokenKind::Open => depth += 1,
                TokenKind::Close if depth == 1 => return Some((list.span.start..token.span.end, false)),
                TokenKind::Close => depth -= 1,
                _ => {}
            }
        }
    }
    let at = at?;
    let statement = tokens[..at].iter().rposition(|token| token.ends_statement).map_or(0, |end| end + 1);
    Some((tokens[at].span.clone(), matches!(tokens[statement].text.as_str(), "from" | "import")))
}

/// Whether an expression is one side of a choice by the option.
fn is_chosen(tokens: &[Token], place: &Range<usize>) -> bool {
    let text = |at: Option<usize>| at.and_then(|at| tokens.get(at)).map_or("", |token| token.text.as_str());
    let first = tokens.iter().position(|token| token.span.start == place.start);
    let last = tokens.iter().position(|token| token.span.end == place.end);
    let after = text(last.map(|at| at + 1)) == "if" && text(last.map(|at| at + 2)) == OPTION;
    after || text(first.and_then(|at| at.checked_sub(1))) == "else" && text(first.and_then(|at| at.checked_sub(2))) == OPTION
}

fn choice(text: &str, tokens: &[Token], place: &Range<usize>, edits: &[Edit]) -> Edit {
    let (hip, cuda) = (applied(text, place, edits), &text[place.clone()]);
    let tidy = hip.replace(", ]", "]").replace("[, ", "[");
    let before = tokens.iter().rfind(|token| token.span.end <= place.start).map_or("", |token| token.text.as_str());
    let after = tokens.iter().find(|token| token.span.start >= place.end);
    let ends = tokens.iter().any(|token| token.span.end == place.end && token.ends_statement);
    let is_alone = matches!(before, "=" | ":" | "," | "(" | "[" | "+=")
        && (ends || after.is_none_or(|token| matches!(token.text.as_str(), "," | ")" | "]" | "}")));
    let chosen = format!("{tidy} if {OPTION} else {cuda}");
    Edit::replace(place.clone(), if is_alone { chosen } else { format!("({chosen})") })
}

/// Sets the option after the imports at the head of the file, unless it is set.
fn definition(text: &str, tokens: &[Token]) -> Option<Edit> {
    if tokens.iter().any(|token| token.kind == TokenKind::Name && token.text == OPTION) {
        return None;
    }
    let mut end = 0;
    let mut start = 0;
    let (mut has_torch, mut has_os, mut by_torch) = (false, false, false);
    for (index, token) in tokens.iter().enumerate().filter(|(_, token)| token.ends_statement) {
        let statement = &tokens[start..=index];
        start = index + 1;
        let (first, at) = (&statement[0], statement[0].span.start);
        if !matches!(first.text.as_str(), "from" | "import") || !(at == 0 || text[..at].ends_with('\n')) {
            continue;
        }
        end = line_end(text, token.span.end);
        by_torch |= statement.get(1).is_some_and(|token| token.text == "torch");
        let names = |name: &str| {
            let ends = |next: Option<&Token>| next.is_none_or(|token| token.text == ",");
            first.text == "import" && statement.iter().enumerate().any(|(i, t)| t.text == name && ends(statement.get(i + 1)))
        };
        (has_torch, has_os) = (has_torch | names("torch"), has_os | names("os"));
    }
    let newline = newline(text);
    let (module, has, value) = match by_torch {
        true => ("torch", has_torch, "torch.version.hip is not None"),
        false => ("os", has_os, "os.environ.get(\"USE_HIP\") == \"1\""),
    };
    let import = if has { String::new() } else { format!("import {module}{newline}") };
    Some(Edit::insert(end, format!("{import}{newline}{OPTION} = {value}{newline}")))
}
