//! Findings as JUnit XML: a suite for each file, a failed case for each error and warning, a passed case with its text for each note,
//! one passed case for a file without findings.

use crate::finding::Finding;
use crate::report::{FileReport, Report};
use hipify_diagnostics::Level;
use hipify_report::junit::{self, Case, Kind, Suite};

pub(super) fn report(report: &Report<'_>) -> Vec<u8> {
    junit::report("lint", report.files.iter().map(suite))
}

fn suite(file: &FileReport) -> Suite {
    let failure = file.failure.iter().map(|failure| Case {
        name: "read".to_owned(),
        class: None,
        kind: Some(Kind::Error),
        message: failure.message.clone(),
        code: None,
        text: String::new(),
    });
    let found = file.found.iter().filter(|found| found.is_open()).map(|found| case(&file.path, found));
    Suite { name: file.path.clone(), cases: failure.chain(found).collect() }
}

fn case(path: &str, found: &Finding) -> Case {
    let diagnostic = &found.diagnostic;
    let mut text =
        format!("{path}:{}:{}: {}\n{}\n", diagnostic.line, diagnostic.column, diagnostic.message, diagnostic.source.text);
    text.extend(diagnostic.help.iter().map(|help| format!("help: {help}\n")));
    let kind = match diagnostic.level {
        Level::Error => Some(Kind::Error),
        Level::Warning => Some(Kind::Failure),
        Level::Note => None,
    };
    Case {
        name: format!("{} {} {}:{}", diagnostic.code, diagnostic.name, diagnostic.line, diagnostic.column),
        class: Some(path.to_owned()),
        kind,
        message: diagnostic.message.clone(),
        code: Some(diagnostic.code.to_string()),
        text,
    }
}
