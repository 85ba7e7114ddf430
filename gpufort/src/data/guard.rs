//! Statements about data that only a branch of the preprocessor declares stand under that branch's condition.

use super::Pass;
use crate::ast::CppLine;

impl Pass<'_, '_> {
    /// `lines`, which are about what is declared at `at`, between the lines of the preprocessor that the declaration wants.
    pub(super) fn guarded(&self, at: u32, lines: Vec<String>) -> Vec<String> {
        match self.condition(at) {
            Some(condition) if !lines.is_empty() => {
                let (first, last) = (format!("#if {condition}"), "#endif".to_owned());
                [vec![first], lines, vec![last]].concat()
            }
            _ => lines,
        }
    }

    /// The condition of the branches that the byte at `at` stands in and the unit does not.
    pub(super) fn condition(&self, at: u32) -> Option<String> {
        let lines = &self.index.files()[self.at.file].cpp;
        let outer = conditions(self.source, lines, self.unit.span.start).len();
        let all = conditions(self.source, lines, at);
        let own = all.get(outer..).filter(|own| !own.is_empty())?;
        Some(own.join(" && "))
    }
}

/// The conditions of the branches around the byte at `at`, outermost first.
fn conditions(source: &[u8], lines: &[CppLine], at: u32) -> Vec<String> {
    // Of each open `#if`: the conditions of its branches up to now, and whether the last one is `#else`.
    let mut open: Vec<(Vec<String>, bool)> = Vec::new();
    for line in lines.iter().take_while(|line| line.span.start < at) {
        let rest = String::from_utf8_lossy(line.rest.of(source)).trim().to_owned();
        match (line.keyword.as_str(), open.last_mut()) {
            ("ifdef", _) => open.push((vec![format!("defined({rest})")], false)),
            ("ifndef", _) => open.push((vec![format!("!defined({rest})")], false)),
            ("if", _) => open.push((vec![format!("({rest})")], false)),
            ("elif", Some((branches, _))) => branches.push(format!("({rest})")),
            ("else", Some((_, is_else))) => *is_else = true,
            ("endif", _) => drop(open.pop()),
            _ => {}
        }
    }
    let of_group = |(branches, is_else): &(Vec<String>, bool)| {
        let (last, before) = branches.split_last().expect("an `#if` has a branch");
        let not = |condition: &String| match condition.strip_prefix('!') {
            Some(plain) => plain.to_owned(),
            None => format!("!{condition}"),
        };
        let mut parts: Vec<String> = before.iter().map(not).collect();
        parts.push(if *is_else { not(last) } else { last.clone() });
        parts.join(" && ")
    };
    open.iter().map(of_group).collect()
}
