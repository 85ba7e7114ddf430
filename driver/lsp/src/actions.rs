//! Findings to code actions: their fixes, a comment that allows them, and all safe fixes at once.

use crate::convert::{diagnostic, range};
use hipify_diagnostics::{Applicability, Edit};
use hipify_lint_command::{Finding, Lines, add_allow};
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, Diagnostic, Position, TextEdit, Uri, WorkspaceEdit,
};
use std::collections::HashMap;
use std::path::Path;

/// Asked for by editors that fix on save.
const FIX_ALL: &str = "source.fixAll.hipify";

pub(super) fn actions(
    uri: &Uri,
    path: &Path,
    bytes: &[u8],
    found: &[Finding],
    params: &CodeActionParams,
) -> Vec<CodeActionOrCommand> {
    let lines = Lines::new(bytes);
    let wanted = |kind: &str| {
        let only = params.context.only.as_ref();
        only.is_none_or(|kinds| {
            kinds.iter().any(|wanted| kind == wanted.as_str() || kind.starts_with(&format!("{}.", wanted.as_str())))
        })
    };
    let mut all = Vec::new();
    if wanted("quickfix") {
        for one in found.iter().filter(|one| touches(one, &params.range)) {
            let diagnostics = Some(vec![diagnostic(uri, one)]);
            all.extend(fix(uri, &lines, one, diagnostics.clone()));
            all.extend(allow(uri, &lines, path, bytes, one, diagnostics));
        }
    }
    if wanted(FIX_ALL) {
        all.extend(fix_all(uri, &lines, found));
    }
    all.into_iter().map(CodeActionOrCommand::CodeAction).collect()
}

fn touches(found: &Finding, wanted: &lsp_types::Range) -> bool {
    let own = range(found.start, found.end);
    let order = |position: Position| (position.line, position.character);
    order(own.start) <= order(wanted.end) && order(wanted.start) <= order(own.end)
}

fn fix(uri: &Uri, lines: &Lines<'_>, found: &Finding, diagnostics: Option<Vec<Diagnostic>>) -> Option<CodeAction> {
    let fix = found.fix.as_ref().filter(|fix| fix.applicability < Applicability::Manual)?;
    let is_safe = fix.applicability == Applicability::Safe;
    let title = if is_safe { fix.message.clone() } else { format!("{} (may change behaviour)", fix.message) };
    Some(CodeAction {
        is_preferred: Some(is_safe),
        ..action(uri, lines, title, CodeActionKind::QUICKFIX, &fix.edits(), diagnostics)
    })
}

fn allow(
    uri: &Uri,
    lines: &Lines<'_>,
    path: &Path,
    bytes: &[u8],
    found: &Finding,
    diagnostics: Option<Vec<Diagnostic>>,
) -> Option<CodeAction> {
    let (edits, _) = add_allow(&hipify_tree::scan::slashed(path), bytes, std::slice::from_ref(found));
    let title = format!("allow {} here", found.diagnostic.code);
    (!edits.is_empty()).then(|| action(uri, lines, title, CodeActionKind::QUICKFIX, &edits, diagnostics))
}

fn fix_all(uri: &Uri, lines: &Lines<'_>, found: &[Finding]) -> Option<CodeAction> {
    let mut edits: Vec<Edit> = Vec::new();
    for one in found {
        let Some(fix) = one.fix_up_to(Applicability::Safe) else { continue };
        let new: Vec<Edit> = fix.edits().into_iter().filter(|edit| !edits.contains(edit)).collect();
        let is_free =
            |edit: &Edit| edits.iter().all(|other| edit.span.end <= other.span.start || other.span.end <= edit.span.start);
        if new.iter().all(is_free) {
            edits.extend(new);
        }
    }
    let title = "apply all safe fixes".to_owned();
    (!edits.is_empty()).then(|| action(uri, lines, title, CodeActionKind::new(FIX_ALL), &edits, None))
}

#[allow(clippy::mutable_key_type, reason = "the protocol's map has URIs for keys, which nothing changes")]
fn action(
    uri: &Uri,
    lines: &Lines<'_>,
    title: String,
    kind: CodeActionKind,
    edits: &[Edit],
    diagnostics: Option<Vec<Diagnostic>>,
) -> CodeAction {
    let edit = |edit: &Edit| TextEdit {
        range: range(lines.place(edit.span.start), lines.place(edit.span.end)),
        new_text: edit.text.to_string(),
    };
    let changes = HashMap::from([(uri.clone(), edits.iter().map(edit).collect())]);
    let edit = Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() });
    CodeAction { title, kind: Some(kind), edit, diagnostics, ..CodeAction::default() }
}
