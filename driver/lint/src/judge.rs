//! Which findings of a file count: selection, per-file ignores, levels, changed lines, suppression comments.

use crate::allow::Allow;
use crate::changed::ChangedLines;
use crate::finding::{Finding, State};
use crate::globs::any_matches;
use crate::plan::Rules;
use crate::select::Selector;

/// The rules as they hold for one file.
pub(crate) struct Judge<'a> {
    pub(crate) rules: &'a Rules,
    /// Lints that are off in this file.
    pub(crate) off: Vec<&'a Selector>,
    /// The lines that count; `None` for all.
    pub(crate) changed: Option<&'a ChangedLines>,
}

impl Judge<'_> {
    /// Drops what does not count and marks what comments suppress; the comments learn that they are used.
    pub(crate) fn judge(&self, found: &mut Vec<Finding>, allows: &mut [Allow]) {
        found.retain(|one| self.is_on(one.code()));
        for one in found.iter_mut() {
            self.set_level(one);
            self.suppress(one, allows);
        }
        found.retain(|one| self.counts_here(one));
    }

    /// Findings for suppressions that suppress nothing; those for lints that are off are left alone.
    pub(crate) fn unused(&self, allows: &[Allow]) -> Vec<Finding> {
        let idle = allows.iter().filter(|allow| !allow.used && self.could_be_used(allow));
        let mut found: Vec<Finding> = idle.map(|allow| allow.unused.clone()).collect();
        found.retain(|one| self.is_on(one.code()) && self.counts_here(one));
        found.iter_mut().for_each(|one| self.set_level(one));
        found
    }

    fn is_on(&self, code: &str) -> bool {
        self.rules.selection.has(code) && self.rules.catalogue.find(code).is_none_or(|rule| !any_matches(&self.off, rule))
    }

    fn could_be_used(&self, allow: &Allow) -> bool {
        match &allow.selector {
            Some(selector) => {
                let mut named = self.rules.catalogue.rules.iter().filter(|rule| selector.matches(rule));
                named.all(|rule| self.is_on(&rule.code))
            }
            None => true,
        }
    }

    fn set_level(&self, one: &mut Finding) {
        if let Some(level) = self.rules.levels.get(one.code()) {
            one.diagnostic.level = *level;
        }
    }

    fn suppress(&self, one: &mut Finding, allows: &mut [Allow]) {
        let Some(rule) = self.rules.catalogue.find(&one.diagnostic.code) else { return };
        for allow in allows {
            let is_here = allow.line.is_none_or(|line| line == one.diagnostic.line);
            let is_meant = allow.selector.as_ref().is_some_and(|selector| selector.matches(rule));
            let has_reason = allow.reason.is_some() || !self.rules.require_reason;
            if is_here && is_meant && has_reason {
                allow.used = true;
                one.state = State::Allowed(allow.reason.clone());
            }
        }
    }

    fn counts_here(&self, one: &Finding) -> bool {
        self.changed.is_none_or(|lines| lines.touches(one.diagnostic.line, one.end.line))
    }
}
