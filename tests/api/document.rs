//! docs/runtime-support.md: what the bundled runtime has of each group of HIP's reference, and the statements that are checked.

use crate::Topic;
use hipify_hip::entry::{State, entries};
use hipify_tests::api_cases::{self, Case, Group};
use hipify_tests::root;
use libtest_mimic::Failed;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::sync::Arc;

const HEAD: &str = "\
# What the bundled runtime supports

<!-- Written by `DOCS=overwrite cargo test --test api` from corpora/run/api and the runtime's own tables; changes to this file will be
lost. -->

The groups are those of HIP's API reference. A function that is implemented has code of its own on the CPU; the others are exported,
answer `hipErrorNotSupported` and say so once. On an AMD GPU all calls go to AMD's runtime.

A statement below is a case of a program in `corpora/run/api`, paraphrased from AMD's documentation, or from what AMD's runtime
does where that says nothing. All of them hold on the CPU: `cargo test --test api` runs the programs and has a test for each.
";

/// Compares the document with what it should be, and writes it where `DOCS=overwrite` asks for it.
pub(crate) fn check(topics: &[Arc<Topic>]) -> Result<(), Failed> {
    let path = root().join("docs/runtime-support.md");
    let cases: Vec<&Case> = topics.iter().flat_map(|topic| &topic.cases).collect();
    let text = text(&api_cases::groups(), &cases);
    if std::env::var("DOCS").is_ok_and(|it| it == "overwrite") {
        fs::write(&path, &text)?;
    }
    if fs::read_to_string(&path).unwrap_or_default() == text {
        return Ok(());
    }
    Err(format!("{} is out of date: `DOCS=overwrite cargo test --test api` writes it", path.display()).into())
}

fn text(groups: &[Group], cases: &[&Case]) -> String {
    let missing = missing();
    let is_there = |function: &&String| !missing.contains(*function);
    let named = |group: &Group| -> BTreeSet<String> {
        let words = cases.iter().flat_map(|case| case.words());
        words.filter_map(|word| group.function(word).map(str::to_owned)).collect()
    };
    let mut page = HEAD.to_owned();
    page.push_str("\n| group | functions | implemented | named in statements | statements |\n|---|---:|---:|---:|---:|\n");
    let mut sums = [0; 4];
    for group in groups {
        let row = [
            group.functions.len(),
            group.functions.iter().filter(is_there).count(),
            named(group).len(),
            cases.iter().filter(|case| case.group == group.id).count(),
        ];
        write(&mut page, &linked(&group.title), row);
        sums = std::array::from_fn(|column| sums[column] + row[column]);
    }
    write(&mut page, "all", sums);
    for group in groups {
        write!(page, "\n## {}\n", group.title).expect("a string takes all");
        list(&mut page, "Not implemented", group.functions.iter().filter(|function| missing.contains(*function)));
        let named = named(group);
        list(&mut page, "In no statement", group.functions.iter().filter(is_there).filter(|function| !named.contains(*function)));
        page.push('\n');
        for case in cases.iter().filter(|case| case.group == group.id) {
            writeln!(page, "- {}", marked(&case.statement)).expect("a string takes all");
        }
    }
    while page.ends_with("\n\n") {
        page.pop();
    }
    page
}

/// Functions that answer "not supported".
fn missing() -> BTreeSet<String> {
    let missing = entries().iter().filter(|entry| entry.facts == State::Missing);
    missing.map(|entry| entry.name.to_string_lossy().into_owned()).collect()
}

fn write(page: &mut String, title: &str, [functions, implemented, named, cases]: [usize; 4]) {
    writeln!(page, "| {title} | {functions} | {implemented} | {named} | {cases} |").expect("a string takes all");
}

fn list<'a>(page: &mut String, what: &str, functions: impl Iterator<Item = &'a String>) {
    let names: Vec<String> = functions.map(|name| format!("`{name}`")).collect();
    if !names.is_empty() {
        write!(page, "\n{what}: {}.\n", names.join(", ")).expect("a string takes all");
    }
}

/// A link to the section of a title, as mdBook and GitHub name it.
fn linked(title: &str) -> String {
    let kept = title.chars().filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-'));
    let anchor: String = kept.map(|letter| if letter == ' ' { '-' } else { letter.to_ascii_lowercase() }).collect();
    format!("[{title}](#{anchor})")
}

/// A statement with the names of the API as code.
fn marked(statement: &str) -> String {
    let is_name = |word: &str| ["hip", "__hip", "HIP"].iter().any(|start| word.starts_with(start)) && word.len() > 3;
    let mut marked = String::new();
    for word in statement.split_inclusive(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_') {
        let name = word.trim_end_matches(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
        match is_name(name) {
            true => write!(marked, "`{name}`{}", &word[name.len()..]).expect("a string takes all"),
            false => marked.push_str(word),
        }
    }
    marked
}
