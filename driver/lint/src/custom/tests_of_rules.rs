//! `--test-rules`: the code that each rule of the configuration must fire on, must not, and what its fix makes of it.

use super::{CustomRule, Search};
use hipify_diagnostics::Edit;

/// Runs the tests of all rules: the number of those that passed, and what failed. A rule without tests is a failure.
pub(crate) fn run(rules: &[CustomRule]) -> (usize, Vec<String>) {
    let mut passed = 0;
    let mut failures = Vec::new();
    for rule in rules {
        let search = Search::new(std::slice::from_ref(rule));
        let results = of_rule(rule, &search);
        if results.is_empty() {
            failures.push(format!("{}: the rule has no tests; give it `fires` and `silent` code", rule.code));
        }
        for result in results {
            match result {
                Ok(()) => passed += 1,
                Err(failure) => failures.push(format!("{}: {failure}", rule.code)),
            }
        }
    }
    (passed, failures)
}

fn of_rule(rule: &CustomRule, search: &Search) -> Vec<Result<(), String>> {
    let count = |code: &String| search.run(code.as_bytes()).len();
    let fires = rule.fires.iter().map(|code| if count(code) > 0 { Ok(()) } else { Err(format!("does not fire on `{code}`")) });
    let silent = rule.silent.iter().map(|code| if count(code) == 0 { Ok(()) } else { Err(format!("fires on `{code}`")) });
    let fixes = rule.fixes.iter().map(|test| {
        let made = fixed(search, &test.from);
        if made == test.to { Ok(()) } else { Err(format!("`{}` becomes `{made}` and not `{}`", test.from, test.to)) }
    });
    fires.chain(silent).chain(fixes).collect()
}

fn fixed(search: &Search, code: &str) -> String {
    let mut edits: Vec<Edit> = Vec::new();
    for hit in search.run(code.as_bytes()) {
        let is_free = edits.last().is_none_or(|edit| edit.span.end <= hit.span.start);
        edits.extend(hit.replacement.filter(|_| is_free).map(|text| Edit::replace(hit.span, text)));
    }
    let made = hipify_diagnostics::apply(code.as_bytes(), &edits).unwrap_or_else(|_| code.as_bytes().to_vec());
    String::from_utf8_lossy(&made).into_owned()
}
