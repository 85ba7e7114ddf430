//! What only the whole tree can tell: which CUDA-like names no file declares.

use crate::outcome::Outcome;
use std::collections::HashSet;

/// Turns mentions of names that are declared nowhere into findings, and forgets the others.
pub(crate) fn resolve(outcomes: &mut [Outcome]) {
    let declared: HashSet<String> = outcomes.iter().flat_map(|outcome| outcome.declared.iter().cloned()).collect();
    for outcome in outcomes {
        let before = outcome.findings.len();
        for mention in std::mem::take(&mut outcome.mentions) {
            if !declared.contains(&mention.name) {
                *outcome.unconverted.entry(mention.name).or_default() += 1;
                outcome.findings.push(mention.finding);
            }
        }
        if outcome.findings.len() > before {
            outcome.findings.sort_by_key(|finding| (finding.line, finding.column));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Locator;
    use crate::outcome::{Mention, Status};
    use hipify::{Code, Diagnostic, Level};

    fn mentioning(name: &str) -> Outcome {
        let finding = Locator::new(b"x").finding(Diagnostic::new(Code::UNCONVERTED, Level::Warning, 0..1, name));
        let mentions = vec![Mention { name: name.to_owned(), finding }];
        Outcome { mentions, ..Outcome::new(String::new(), Status::Unchanged) }
    }

    #[test]
    fn a_name_that_another_file_declares_is_no_finding() {
        let declaring = Outcome { declared: vec!["cudaMine".into()], ..Outcome::new(String::new(), Status::Unchanged) };
        let mut outcomes = [mentioning("cudaMine"), mentioning("cudaOther"), declaring];
        resolve(&mut outcomes);
        assert_eq!(outcomes.each_ref().map(|outcome| outcome.findings.len()), [0, 1, 0]);
        assert_eq!(outcomes[1].unconverted["cudaOther"], 1);
    }
}
