//! Which modules a Fortran text defines and uses: what decides the order of compiles.

/// Names in lower case.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Modules {
    pub(crate) defined: Vec<String>,
    pub(crate) used: Vec<String>,
    /// There is a main program, which begins with a `program` statement.
    pub(crate) is_program: bool,
}

impl Modules {
    /// Reads the statements `module`, `submodule` and `use` of a text in either form. One that a preprocessor would skip
    /// counts too: the worst that comes of it is a compile that waits for another.
    pub(crate) fn of(text: &[u8]) -> Self {
        let mut modules = Self::default();
        for line in text.split(|byte| *byte == b'\n') {
            let line = String::from_utf8_lossy(line).to_ascii_lowercase();
            let code = line.split('!').next().unwrap_or_default();
            code.split(';').for_each(|statement| modules.add(statement.trim()));
        }
        modules
    }

    fn add(&mut self, statement: &str) {
        if let Some(rest) = word(statement, "use") {
            let rest = rest.strip_prefix(',').map_or(rest, |rest| rest.split_once("::").map_or("", |(_, name)| name));
            let is_intrinsic = statement.split_once("::").is_some_and(|(head, _)| has_word(head, "intrinsic"));
            push(&mut self.used, name(rest.trim_start_matches(':')), !is_intrinsic);
        } else if let Some(rest) = word(statement, "submodule") {
            // A submodule needs its parent's module file.
            let parent = rest.trim_start_matches('(').split([')', ':']).next().unwrap_or_default();
            push(&mut self.used, name(parent), true);
        } else if let Some(rest) = word(statement, "module") {
            let name = name(rest);
            let is_module = rest.trim() == name && name != "procedure";
            push(&mut self.defined, name, is_module);
        } else if let Some(rest) = word(statement, "program") {
            self.is_program |= !rest.is_empty() && rest.trim() == name(rest);
        }
    }
}

/// What follows `keyword` in a statement that begins with it.
fn word<'a>(statement: &'a str, keyword: &str) -> Option<&'a str> {
    let rest = statement.strip_prefix(keyword)?;
    let ends = rest.starts_with([' ', '\t', ',', ':', '(']);
    // `use = 3` is an assignment.
    (ends && !rest.trim_start().starts_with(['=', '%'])).then(|| rest.trim_start())
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|part| part == word)
}

fn name(text: &str) -> &str {
    let text = text.trim_start();
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    &text[..end]
}

fn push(names: &mut Vec<String>, name: &str, wanted: bool) {
    if wanted && !name.is_empty() && !names.iter().any(|known| known == name) {
        names.push(name.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_are_told_from_what_begins_alike() {
        let text = b"Module A ! first\n use, intrinsic :: iso_c_binding\n  USE b, only: x => y; use::c\n interface\n module procedure p\n\
            module subroutine s()\nuse_it = 1\nend module a\nsubmodule (a:d) e\nuse , non_intrinsic :: f\nmodule = 2\n";
        let modules = Modules::of(text);
        assert_eq!(modules.defined, ["a"]);
        assert_eq!(modules.used, ["b", "c", "a", "f"]);
        assert!(!modules.is_program && Modules::of(b"! x\n  Program p ! y\n").is_program);
    }
}
