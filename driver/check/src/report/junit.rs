//! Findings as JUnit XML: a suite for each file, a case for each finding.

use crate::finding::Finding;
use crate::source::shown;
use hipify_diagnostics::Level;
use hipify_report::junit::{self, Case, Kind, Suite};

pub(super) fn report(found: &[Finding]) -> Vec<u8> {
    let mut suites: Vec<Suite> = Vec::new();
    for finding in found.iter().filter(|finding| finding.suppression.is_none()) {
        let call = finding.frames.first();
        let file = call.map_or_else(|| "unknown place".to_owned(), |call| shown(&call.file));
        let place = call.map_or_else(|| file.clone(), |call| format!("{file}:{}:{}", call.line, call.column));
        let case = Case {
            name: format!("{} {place}", finding.code()),
            class: Some(finding.tool.clone()),
            kind: match finding.level {
                Level::Error => Some(Kind::Error),
                Level::Warning => Some(Kind::Failure),
                Level::Note => None,
            },
            message: finding.message.clone(),
            code: Some(finding.code()),
            text: format!("{place}: {}\n", finding.message),
        };
        match suites.iter_mut().find(|suite| suite.name == file) {
            Some(suite) => suite.cases.push(case),
            None => suites.push(Suite { name: file, cases: vec![case] }),
        }
    }
    if suites.is_empty() {
        suites.push(Suite { name: "hipify-rs check".to_owned(), cases: Vec::new() });
    }
    junit::report("check", suites)
}
