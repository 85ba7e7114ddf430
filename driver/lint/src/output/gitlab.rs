//! Findings as a Code Quality report of GitLab.

use crate::report::Report;
use hipify_diagnostics::Level;
use serde::Serialize;

#[derive(Serialize)]
struct Issue<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    description: String,
    check_name: &'a str,
    /// Names the finding over runs; the path makes it unique in the project.
    fingerprint: String,
    severity: &'static str,
    categories: [&'static str; 1],
    location: Location,
}

#[derive(Serialize)]
struct Location {
    path: String,
    lines: Lines,
}

#[derive(Serialize)]
struct Lines {
    begin: usize,
    end: usize,
}

pub(super) fn report(report: &Report<'_>) -> Vec<u8> {
    let issues: Vec<Issue<'_>> = report
        .open()
        .map(|(file, found)| {
            let path = hipify_report::path::relative(&file.path);
            let name = format!("{path}\0{}", found.fingerprint());
            Issue {
                kind: "issue",
                description: format!("{}: {}", found.code(), found.diagnostic.message),
                check_name: &found.diagnostic.name,
                fingerprint: format!("{:032x}", xxhash_rust::xxh3::xxh3_128(name.as_bytes())),
                severity: match found.diagnostic.level {
                    Level::Error => "major",
                    Level::Warning => "minor",
                    Level::Note => "info",
                },
                categories: ["Compatibility"],
                location: Location { path, lines: Lines { begin: found.start.line, end: found.end.line } },
            }
        })
        .collect();
    let mut text = serde_json::to_vec_pretty(&issues).expect("the report has text keys only");
    text.push(b'\n');
    text
}
