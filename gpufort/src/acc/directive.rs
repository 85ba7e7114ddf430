//! The text after `!$acc` to its name and clauses.

/// A directive of OpenACC.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Directive {
    /// Its words, lower case: `parallel loop`, `enter data`, `end kernels`.
    pub(super) name: String,
    /// What stands in parentheses right after the name: `wait(1)`, `routine(f)`, `cache(a)`.
    pub(super) argument: Option<String>,
    pub(super) clauses: Vec<Clause>,
}

/// `copyin(a, b)`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Clause {
    /// Lower case.
    pub(super) name: String,
    /// What stands in the parentheses, in the source's spelling.
    pub(super) argument: Option<String>,
}

/// Names of two words, and those that may stand after `end`.
const PAIRS: &[(&str, &str)] = &[
    ("parallel", "loop"),
    ("kernels", "loop"),
    ("serial", "loop"),
    ("enter", "data"),
    ("exit", "data"),
    ("end", "parallel"),
    ("end", "kernels"),
    ("end", "serial"),
    ("end", "data"),
    ("end", "host_data"),
    ("end", "atomic"),
    ("end", "loop"),
    ("end", "declare"),
];

/// Single names.
const NAMES: &[&str] = &[
    "parallel",
    "kernels",
    "serial",
    "data",
    "host_data",
    "loop",
    "update",
    "routine",
    "declare",
    "atomic",
    "wait",
    "cache",
    "init",
    "shutdown",
    "set",
];

impl Directive {
    /// Reads a directive; the error says what is wrong with it.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let mut rest = Reader { text, at: 0 };
        let first = rest.word().ok_or("a directive without a name")?;
        let mut name = first;
        while let Some(second) = rest.peek_word() {
            let last = name.rsplit(' ').next().expect("a name has a word");
            if !PAIRS.contains(&(last, second.as_str())) {
                break;
            }
            rest.word();
            name = format!("{name} {second}");
        }
        if !name.contains(' ') && !NAMES.contains(&name.as_str()) {
            return Err(format!("`{name}` is no directive of OpenACC"));
        }
        let argument = rest.parentheses()?;
        let mut clauses = Vec::new();
        while let Some(name) = rest.word() {
            clauses.push(Clause { name, argument: rest.parentheses()? });
        }
        rest.ends()?;
        Ok(Self { name, argument, clauses })
    }

    pub(super) fn has(&self, clause: &str) -> bool {
        self.clauses.iter().any(|found| found.name == clause)
    }

    /// The arguments of all clauses of a name.
    pub(super) fn arguments(&self, clause: &str) -> impl Iterator<Item = &str> {
        let named = move |found: &&Clause| found.name == clause;
        self.clauses.iter().filter(named).filter_map(|found| found.argument.as_deref())
    }

    /// `parallel loop` and its kin, and `loop`.
    pub(super) fn is_loop(&self) -> bool {
        self.name == "loop" || self.name.ends_with(" loop") && !self.name.starts_with("end")
    }
}

/// Variables of a list, without sections: `a(1:n), b` to `a`, `b`, in lower case.
pub(super) fn variables(list: &str) -> Vec<String> {
    let base = |item: &str| item.split(['(', '%']).next().unwrap_or(item).trim().to_ascii_lowercase();
    split(list).iter().map(|item| base(item)).filter(|name| !name.is_empty()).collect()
}

/// A list at its commas outside parentheses.
pub(super) fn split(list: &str) -> Vec<String> {
    let mut depth = 0_usize;
    let mut parts = vec![String::new()];
    for c in list.chars() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if c == ',' && depth == 0 {
            parts.push(String::new());
        } else {
            parts.last_mut().expect("one at least").push(c);
        }
    }
    parts.iter().map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn peek_word(&self) -> Option<String> {
        Reader { text: self.text, at: self.at }.word()
    }

    fn word(&mut self) -> Option<String> {
        let rest = &self.text[self.at..];
        let trimmed = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        let len = trimmed.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(trimmed.len());
        if len == 0 {
            return None;
        }
        self.at = self.text.len() - trimmed.len() + len;
        Some(trimmed[..len].to_ascii_lowercase())
    }

    fn parentheses(&mut self) -> Result<Option<String>, String> {
        let rest = self.text[self.at..].trim_start();
        let start = self.text.len() - rest.len();
        if !rest.starts_with('(') {
            return Ok(None);
        }
        let mut depth = 0_usize;
        for (at, c) in rest.char_indices() {
            match c {
                '(' => depth += 1,
                ')' if depth == 1 => {
                    self.at = start + at + 1;
                    return Ok(Some(rest[1..at].split_whitespace().collect::<Vec<_>>().join(" ")));
                }
                ')' => depth -= 1,
                _ => {}
            }
        }
        Err("an open parenthesis in a directive".to_owned())
    }

    fn ends(&self) -> Result<(), String> {
        let rest = self.text[self.at..].trim();
        if rest.is_empty() { Ok(()) } else { Err(format!("`{rest}` in a directive")) }
    }
}
