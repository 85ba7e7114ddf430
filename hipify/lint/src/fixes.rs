//! Findings to text without them: the fixes that do not fight over a byte.

use crate::finding::{Finding, Fix};
use hipify_diagnostics::{Applicability, Edit, apply_with};
use std::collections::BTreeMap;

/// A text with fixes applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixed {
    pub bytes: Vec<u8>,
    /// Numbers of the findings whose fixes were applied, in order.
    pub applied: Vec<usize>,
    /// Fixes that touch what another one changed: lint the result and fix again.
    pub postponed: usize,
}

/// Applies the fixes of `findings` that may be trusted as far as `most`. The first one that claims a byte keeps it; the same
/// edit of several fixes is made once.
pub fn fix(source: &[u8], findings: &[Finding], most: Applicability) -> Fixed {
    let mut claims = Claims::default();
    let (mut applied, mut postponed) = (Vec::new(), 0);
    for (number, finding) in findings.iter().enumerate() {
        let Some(fix) = finding.fix.as_ref().filter(|fix| fix.applicability <= most) else { continue };
        if claims.take(fix) {
            applied.push(number);
        } else {
            postponed += 1;
        }
    }
    match apply_with(source, &claims.edits, most) {
        Ok(bytes) => Fixed { bytes, applied, postponed },
        Err(_) => Fixed { bytes: source.to_vec(), applied: Vec::new(), postponed: 0 },
    }
}

/// The edits taken so far.
#[derive(Default)]
struct Claims {
    edits: Vec<Edit>,
    /// Start to end of each, and its number.
    spans: BTreeMap<usize, (usize, usize)>,
}

impl Claims {
    /// Takes all edits of a fix, or none.
    fn take(&mut self, fix: &Fix) -> bool {
        let new: Vec<&Edit> = fix.edits.iter().filter(|edit| !self.has(edit)).collect();
        if new.iter().any(|edit| self.is_claimed(edit)) {
            return false;
        }
        for edit in new {
            self.spans.insert(edit.span.start, (edit.span.end, self.edits.len()));
            self.edits.push(edit.clone());
        }
        true
    }

    fn has(&self, edit: &Edit) -> bool {
        self.spans.get(&edit.span.start).is_some_and(|(_, number)| {
            let other = &self.edits[*number];
            other.span == edit.span && other.text == edit.text
        })
    }

    fn is_claimed(&self, edit: &Edit) -> bool {
        let touches = |(start, (end, _)): (&usize, &(usize, usize))| *end > edit.span.start || *start == edit.span.start;
        self.spans.range(..edit.span.end.max(edit.span.start + 1)).next_back().is_some_and(touches)
    }
}
