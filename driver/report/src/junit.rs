//! Findings as JUnit XML: a suite for each file, a case for each finding, one passed case where there is none.

pub use quick_junit::NonSuccessKind as Kind;
use quick_junit::{TestCase, TestCaseStatus, TestSuite};

/// The cases of one file.
pub struct Suite {
    /// The file.
    pub name: String,
    /// Findings, and what kept the file from being looked at.
    pub cases: Vec<Case>,
}

/// A finding.
pub struct Case {
    /// What it is called in a list of them: code and place.
    pub name: String,
    /// What it belongs to: a file, a tool.
    pub class: Option<String>,
    /// How it failed; nothing where it is a remark.
    pub kind: Option<Kind>,
    /// The fact.
    pub message: String,
    /// Its code.
    pub code: Option<String>,
    /// All that is said of it.
    pub text: String,
}

/// The report of `hipify-rs COMMAND`. What has no findings passes the one case that has the command's name.
#[must_use]
pub fn report(command: &str, suites: impl IntoIterator<Item = Suite>) -> Vec<u8> {
    let mut whole = quick_junit::Report::new(format!("hipify-rs {command}"));
    for Suite { name, cases } in suites {
        let mut suite = TestSuite::new(name);
        suite.add_test_cases(cases.into_iter().map(case));
        if suite.test_cases.is_empty() {
            suite.add_test_case(TestCase::new(command, TestCaseStatus::success()));
        }
        whole.add_test_suite(suite);
    }
    let mut text = whole.to_string().expect("a report without times and properties can be written").into_bytes();
    text.push(b'\n');
    text
}

fn case(Case { name, class, kind, message, code, text }: Case) -> TestCase {
    let mut case = match kind {
        Some(kind) => {
            let mut status = TestCaseStatus::non_success(kind);
            status.set_message(message);
            if let Some(code) = code {
                status.set_type(code);
            }
            if !text.is_empty() {
                status.set_description(text);
            }
            TestCase::new(name, status)
        }
        None => {
            let mut case = TestCase::new(name, TestCaseStatus::success());
            case.set_system_out(text);
            case
        }
    };
    if let Some(class) = class {
        case.set_classname(class);
    }
    case
}
