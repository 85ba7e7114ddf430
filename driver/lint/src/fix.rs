//! Fixes to new bytes: those that do not touch each other are applied, then the result is linted again until none is left.

use crate::finding::Finding;
use crate::judge::Judge;
use crate::look::Look;
use hipify_diagnostics::{Applicability, Diagnostic};
use hipify_engine::one_file::INTERNAL;
use hipify_lint::Confidence;

/// More rounds than fixes that wait for each other take.
const ROUNDS: usize = 12;

/// What fixing made of a file.
pub(crate) struct Fixed {
    /// The new text.
    pub(crate) bytes: Vec<u8>,
    /// Number of findings fixed.
    pub(crate) count: u64,
}

/// Applies the fixes up to `most`; `None` when there are none.
pub(crate) fn fix(look: &Look<'_>, judge: &Judge<'_>, path: &str, bytes: &[u8], most: Applicability) -> Option<Fixed> {
    let mut now = Fixed { bytes: bytes.to_vec(), count: 0 };
    // Changed lines are known of the text as it was, so that one round must do.
    let rounds = if judge.changed.is_some() { 1 } else { ROUNDS };
    for _ in 0..rounds {
        let fixes = findings(look, judge, path, &now.bytes);
        let fixed = hipify_lint::fix(&now.bytes, &fixes, most.min(Applicability::Review));
        if fixed.applied.is_empty() || fixed.bytes == now.bytes {
            break;
        }
        now = Fixed { bytes: fixed.bytes, count: now.count + fixed.applied.len() as u64 };
    }
    (now.count > 0).then_some(now)
}

/// The open findings that have a fix, as the engine takes them.
fn findings(look: &Look<'_>, judge: &Judge<'_>, path: &str, bytes: &[u8]) -> Vec<hipify_lint::Finding> {
    let mut seen = look.at(path, bytes);
    judge.judge(&mut seen.found, &mut seen.allows);
    // A comment may be there for a mention, which only the tree decides.
    let mut mentions: Vec<Finding> = seen.mentions.into_iter().map(|(_, found)| found).collect();
    judge.judge(&mut mentions, &mut seen.allows);
    seen.found.extend(judge.unused(&seen.allows));
    seen.found.iter().filter(|one| one.is_open()).filter_map(finding).collect()
}

fn finding(found: &Finding) -> Option<hipify_lint::Finding> {
    let fix = found.fix.as_ref()?;
    Some(hipify_lint::Finding {
        diagnostic: Diagnostic::new(INTERNAL, found.diagnostic.level, found.span.clone(), String::new()),
        confidence: Confidence::High,
        fix: Some(hipify_lint::Fix { message: String::new(), edits: fix.edits(), applicability: fix.applicability }),
        function: None,
    })
}
