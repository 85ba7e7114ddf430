//! Findings as JUnit XML: a suite for each file, a failed case for each error and warning, a passed case with its text for each note,
//! one passed case for a file without findings.

use crate::finding::Finding;
use crate::report::{FileReport, Report};
use hipify_diagnostics::Level;
use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus, TestSuite};

pub(super) fn report(report: &Report<'_>) -> Vec<u8> {
    let mut whole = quick_junit::Report::new("hipify-rs lint");
    whole.add_test_suites(report.files.iter().map(suite));
    let mut text = whole.to_string().expect("a report without times and properties can be written").into_bytes();
    text.push(b'\n');
    text
}

fn suite(file: &FileReport) -> TestSuite {
    let mut suite = TestSuite::new(file.path.as_str());
    if let Some(failure) = &file.failure {
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
        status.set_message(failure.message.as_str());
        suite.add_test_case(TestCase::new("read", status));
    }
    suite.add_test_cases(file.found.iter().filter(|found| found.is_open()).map(|found| case(&file.path, found)));
    if suite.test_cases.is_empty() {
        suite.add_test_case(TestCase::new("lint", TestCaseStatus::success()));
    }
    suite
}

fn case(path: &str, found: &Finding) -> TestCase {
    let diagnostic = &found.diagnostic;
    let mut text =
        format!("{path}:{}:{}: {}\n{}\n", diagnostic.line, diagnostic.column, diagnostic.message, diagnostic.source.text);
    text.extend(diagnostic.help.iter().map(|help| format!("help: {help}\n")));
    let name = format!("{} {} {}:{}", diagnostic.code, diagnostic.name, diagnostic.line, diagnostic.column);
    let kind = match diagnostic.level {
        Level::Error => NonSuccessKind::Error,
        Level::Warning => NonSuccessKind::Failure,
        Level::Note => {
            let mut case = TestCase::new(name, TestCaseStatus::success());
            case.set_classname(path).set_system_out(text);
            return case;
        }
    };
    let mut status = TestCaseStatus::non_success(kind);
    status.set_message(diagnostic.message.as_str()).set_type(&*diagnostic.code).set_description(text);
    let mut case = TestCase::new(name, status);
    case.set_classname(path);
    case
}
