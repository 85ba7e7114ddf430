//! Findings, places and paths to what the protocol calls them. Columns count UTF-16 units there, and everything from 0.

use hipify_diagnostics::Level;
use hipify_lint_command::{Finding, SourcePosition};
use hipify_syntax::{TokenKind, lex};
use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, InitializeParams, Location, NumberOrString, Position, Range,
    Uri,
};
use percent_encoding::percent_decode_str;
use std::path::PathBuf;

/// The folder that the editor has open.
pub(super) fn root(params: &InitializeParams) -> PathBuf {
    let folder = params.workspace_folders.as_ref().and_then(|folders| path(&folders.first()?.uri));
    #[expect(deprecated, reason = "older editors send nothing else")]
    let root = params.root_uri.as_ref().and_then(path);
    folder.or(root).unwrap_or_else(|| PathBuf::from("."))
}

/// The path of a `file:` URI.
pub(super) fn path(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.as_str().strip_prefix("file://")?;
    // A host ends at the path: `localhost`, and on Windows that of a share.
    let (host, rest) = rest.split_at(rest.find('/')?);
    let path = percent_decode_str(rest).decode_utf8().ok()?;
    Some(if cfg!(windows) { windows_path(host, &path) } else { path.into_owned() }.into())
}

/// `/c:/a` is `c:/a` there, and `/share/a` on a host `//host/share/a`.
fn windows_path(host: &str, path: &str) -> String {
    match host {
        "" | "localhost" if path.get(2..3) == Some(":") => path[1..].to_owned(),
        "" | "localhost" => path.to_owned(),
        host => format!("//{host}{path}"),
    }
}

pub(super) fn position(place: SourcePosition) -> Position {
    let number = |count: usize| u32::try_from(count.saturating_sub(1)).unwrap_or(u32::MAX);
    Position { line: number(place.line), character: number(place.utf16) }
}

pub(super) fn range(start: SourcePosition, end: SourcePosition) -> Range {
    Range { start: position(start), end: position(end) }
}

pub(super) fn diagnostic(uri: &Uri, found: &Finding) -> Diagnostic {
    let diagnostic = &found.diagnostic;
    let message = match &diagnostic.help {
        Some(help) => format!("{}\nhelp: {help}", diagnostic.message),
        None => diagnostic.message.clone(),
    };
    let related = found.related.iter().map(|place| {
        let line = u32::try_from(place.line.saturating_sub(1)).unwrap_or(u32::MAX);
        let at = Position { line, character: 0 };
        let location = Location { uri: uri.clone(), range: Range { start: at, end: at } };
        DiagnosticRelatedInformation { location, message: place.message.clone() }
    });
    let related: Vec<DiagnosticRelatedInformation> = related.collect();
    Diagnostic {
        range: range(found.start, found.end),
        severity: Some(match diagnostic.level {
            Level::Error => DiagnosticSeverity::ERROR,
            Level::Warning => DiagnosticSeverity::WARNING,
            Level::Note => DiagnosticSeverity::INFORMATION,
        }),
        code: Some(NumberOrString::String(diagnostic.code.to_string())),
        source: Some("hipify-rs".to_owned()),
        message,
        related_information: (!related.is_empty()).then_some(related),
        ..Diagnostic::default()
    }
}

/// The identifier or header name at a place.
pub(super) fn word_at(text: &str, at: Position) -> Option<&str> {
    let line = text.split_inclusive('\n').nth(at.line as usize)?;
    let start = line.as_ptr() as usize - text.as_ptr() as usize;
    let mut units = 0;
    let within = line.char_indices().find(|(_, letter)| {
        units += letter.len_utf16();
        units > at.character as usize
    });
    let offset = start + within.map_or(line.len(), |(within, _)| within);
    let tokens = lex(text.as_bytes()).tokens;
    let number = tokens.partition_point(|token| token.range().end <= offset);
    let token = tokens.get(number).filter(|token| token.range().contains(&offset))?;
    matches!(token.kind, TokenKind::Identifier | TokenKind::HeaderName).then(|| &text[token.range()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_found_after_wide_letters() {
        let text = "int a;\n/* \u{1f600} */ cudaMalloc(1);";
        let at = |character| word_at(text, Position { line: 1, character });
        assert_eq!((at(9), at(18), at(19), at(0)), (Some("cudaMalloc"), Some("cudaMalloc"), None, None));
    }

    #[test]
    fn uris_are_decoded() {
        assert_eq!(path(&"file:///a%20b/c.cu".parse().unwrap()), Some(PathBuf::from("/a b/c.cu")));
        assert_eq!(path(&"untitled:x".parse().unwrap()), None);
        assert_eq!(windows_path("", "/c:/a b.cu"), "c:/a b.cu");
        assert_eq!(windows_path("host", "/share/a.cu"), "//host/share/a.cu");
    }
}
