//! Reads a page of the documentation: its files, its commands and the output that it shows for them.
//!
//! A block of the language `console` holds commands, each after `$ `, and what they print: `...` on a line by itself stands for
//! any lines, `[..]` for any part of a line. `? 1` after a command is its exit code, which is 0 without it. A comment
//! before a block says more:
//!
//! - `<!-- file: NAME -->`: the block is this file, which the commands after it find in their folder;
//! - `<!-- not run: REASON -->`: the commands of the block need what a test machine does not have.
//!
//! `<!-- needs: PROGRAM... -->` anywhere names programs without which the whole page is skipped.

use std::ops::Range;

pub(crate) struct Page {
    /// Programs that its commands run.
    pub(crate) needs: Vec<String>,
    pub(crate) steps: Vec<Step>,
}

pub(crate) enum Step {
    File { name: String, text: String },
    Command(Command),
    NotRun,
}

pub(crate) struct Command {
    pub(crate) line: String,
    pub(crate) status: i32,
    pub(crate) output: String,
    /// The lines of the page, from 0, that show the output and the exit code.
    pub(crate) shown: Range<usize>,
}

impl Page {
    pub(crate) fn parse(text: &str) -> Self {
        let lines: Vec<&str> = text.lines().collect();
        let needs = lines.iter().filter_map(|line| comment(line, "needs")).flat_map(str::split_whitespace);
        let mut page = Self { needs: needs.map(str::to_owned).collect(), steps: Vec::new() };
        let mut at = 0;
        while let Some(start) = (at..lines.len()).find(|&line| lines[line].starts_with("```")) {
            let end = (start + 1..lines.len()).find(|&line| lines[line] == "```");
            let end = end.unwrap_or_else(|| panic!("line {}: the block has no end", start + 1));
            let before = if start > 0 { lines[start - 1] } else { "" };
            page.block(&lines, before, start + 1..end);
            at = end + 1;
        }
        page
    }

    /// Adds what the block of `body` says, whose fence stands in front of it.
    fn block(&mut self, lines: &[&str], before: &str, body: Range<usize>) {
        if let Some(name) = comment(before, "file") {
            let text = lines[body].iter().map(|line| format!("{line}\n")).collect();
            self.steps.push(Step::File { name: name.to_owned(), text });
        } else if lines[body.start - 1] == "```console" {
            match comment(before, "not run") {
                Some(reason) => {
                    assert!(!reason.is_empty(), "line {}: `not run` without a reason", body.start);
                    self.steps.push(Step::NotRun);
                }
                None => self.steps.extend(commands(lines, body).into_iter().map(Step::Command)),
            }
        }
    }
}

/// What a comment says after `key: `.
fn comment<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    line.strip_prefix("<!-- ")?.strip_suffix(" -->")?.strip_prefix(key)?.strip_prefix(": ")
}

fn commands(lines: &[&str], body: Range<usize>) -> Vec<Command> {
    let mut found = Vec::new();
    let mut at = body.start;
    while at < body.end {
        let first = lines[at].strip_prefix("$ ").unwrap_or_else(|| panic!("line {}: `$ COMMAND` is expected", at + 1));
        let mut line = first.to_owned();
        at += 1;
        while line.ends_with('\\') {
            line.push_str(&format!("\n{}", lines[at]));
            at += 1;
        }
        let end = (at..body.end).find(|&line| lines[line].starts_with("$ ")).unwrap_or(body.end);
        found.push(command(lines, line, at..end));
        at = end;
    }
    found
}

fn command(lines: &[&str], line: String, shown: Range<usize>) -> Command {
    let all = &lines[shown.clone()];
    let (status, output) = match all.split_first() {
        Some((first, rest)) if first.starts_with("? ") => (first[2..].parse().expect("`? EXIT-CODE`"), rest),
        _ => (0, all),
    };
    // An empty line between two commands is for the reader.
    let output = output.iter().map(|line| format!("{line}\n")).collect::<String>();
    let output = if output.trim().is_empty() { String::new() } else { format!("{}\n", output.trim_end_matches('\n')) };
    Command { line, status, output, shown }
}
