//! Findings as SARIF 2.1.0 (OASIS), in the bounds of what GitHub takes.

mod shape;

pub use shape::*;

use crate::path;
use hipify_diagnostics::Level;
use std::collections::HashMap;

/// GitHub keeps no more of a run's results (its documentation of SARIF support).
const MOST: usize = 5_000;

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
const ROOT: &str = "%SRCROOT%";

/// A finished run of a command.
pub struct Finished<'a> {
    /// Of `hipify-rs`.
    pub command: &'static str,
    /// What can be found.
    pub rules: Vec<Descriptor<'a>>,
    /// What was found, the gravest first: those above what GitHub takes are left out.
    pub results: Vec<ResultView<'a>>,
    /// What went wrong with the run itself.
    pub failures: Vec<String>,
    /// Of the command.
    pub exit_code: u8,
}

/// The log of a run.
#[must_use]
pub fn log(finished: Finished<'_>) -> Vec<u8> {
    let Finished { command, rules, mut results, failures, exit_code } = finished;
    let execution_successful = failures.is_empty();
    let failures = failures.into_iter().map(|text| Notification { level: "error", message: Text { text } });
    let mut notifications: Vec<Notification> = failures.collect();
    if results.len() > MOST {
        let total = results.len();
        let text = format!("{total} findings, of which the {MOST} of the highest level are listed: GitHub takes no more");
        notifications.push(Notification { level: "warning", message: Text { text } });
        results.truncate(MOST);
    }
    let numbers: HashMap<&str, usize> = rules.iter().enumerate().map(|(number, rule)| (rule.id, number)).collect();
    for result in &mut results {
        result.rule_index = numbers.get(result.rule_id).copied();
    }
    let driver = Driver {
        name: "hipify-rs",
        version: env!("CARGO_PKG_VERSION"),
        semantic_version: env!("CARGO_PKG_VERSION"),
        information_uri: env!("CARGO_PKG_REPOSITORY"),
        rules,
    };
    let log = Log {
        schema: SCHEMA,
        version: "2.1.0",
        runs: [Run {
            tool: Tool { driver },
            automation_details: Automation { id: format!("hipify-rs/{command}/") },
            column_kind: "utf16CodeUnits",
            original_uri_base_ids: bases(),
            invocations: [Invocation { execution_successful, exit_code, notifications }],
            results,
        }],
    };
    let mut text = serde_json::to_vec_pretty(&log).expect("the log has text keys only");
    text.push(b'\n');
    text
}

/// What GitHub calls the levels.
#[must_use]
pub fn severity(level: Level) -> &'static str {
    match level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Note => "recommendation",
    }
}

fn bases() -> HashMap<&'static str, Base> {
    let here = std::env::current_dir().and_then(|here| hipify_tree::platform::real(&here)).unwrap_or_default();
    let uri = format!("{}/", path::file_uri(&hipify_tree::scan::slashed(&here)).trim_end_matches('/'));
    HashMap::from([(ROOT, Base { uri })])
}

/// A file as results name it.
#[must_use]
pub fn artifact(path: &str) -> Artifact {
    let path = path::relative(path);
    if std::path::Path::new(&path).is_absolute() {
        return Artifact { uri: path::file_uri(&path), uri_base_id: None };
    }
    Artifact { uri: path::encoded(path.trim_start_matches("./")), uri_base_id: Some(ROOT) }
}
