//! Findings as JUnit XML: a failed case each, one passed case where there are none.

use crate::finding::Finding;
use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus, TestSuite};

pub(super) fn report(found: &[Finding]) -> Vec<u8> {
    let mut suite = TestSuite::new("hipify-rs check");
    for finding in found.iter().filter(|finding| !finding.suppressed) {
        let place = finding.frames.first().map(|call| format!("{}:{}:{}", super::shown(&call.file), call.line, call.column));
        let place = place.unwrap_or_else(|| "unknown place".to_owned());
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
        status.set_message(finding.message.as_str()).set_type(finding.code());
        status.set_description(format!("{place}: {}\n", finding.message));
        let mut case = TestCase::new(format!("{} {place}", finding.code()), status);
        case.set_classname(finding.tool.as_str());
        suite.add_test_case(case);
    }
    if suite.test_cases.is_empty() {
        suite.add_test_case(TestCase::new("check", TestCaseStatus::success()));
    }
    let mut whole = quick_junit::Report::new("hipify-rs check");
    whole.add_test_suite(suite);
    let mut text = whole.to_string().expect("a report without times and properties can be written").into_bytes();
    text.push(b'\n');
    text
}
