//! How a file writes its commands: the case of their names, blanks before parentheses, indentation, line breaks.

use super::super::lex::{ArgKind, Command, commands};
use super::{BLOCKS, OPTION};
use crate::findings::newline;

pub(super) struct Style {
    pub(super) newline: &'static str,
    is_upper: bool,
    /// What stands between `if` and its parenthesis.
    gap: &'static str,
    unit: String,
}

impl Style {
    pub(super) fn of(text: &str, commands: &[Command<'_>]) -> Self {
        let is_upper = |command: &&Command<'_>| command.name.chars().all(|c| !c.is_lowercase());
        let spaced = |command: &&Command<'_>| text[command.name_span().end..].starts_with(' ');
        let blocks: Vec<&Command<'_>> = commands.iter().filter(|c| BLOCKS.iter().any(|block| c.is(block.0))).collect();
        let all: Vec<&Command<'_>> = commands.iter().collect();
        let most =
            |of: &[&Command<'_>], test: &dyn Fn(&&Command<'_>) -> bool| of.iter().filter(|c| test(c)).count() * 2 > of.len();
        let looked_at = if blocks.is_empty() { &all } else { &blocks };
        let indents =
            text.lines().filter(|line| line.starts_with([' ', '\t'])).map(|line| &line[..line.len() - line.trim_start().len()]);
        let unit = indents
            .filter(|blanks| blanks.starts_with('\t') || matches!(blanks.len(), 2 | 3 | 4 | 8))
            .min_by_key(|blanks| blanks.len());
        Self {
            newline: newline(text),
            is_upper: most(&all, &is_upper),
            gap: if most(looked_at, &spaced) { " " } else { "" },
            unit: unit.map_or("  ", |blanks| if blanks.starts_with('\t') { "\t" } else { blanks }).to_owned(),
        }
    }

    /// A name of a command in the file's case.
    pub(super) fn word(&self, name: &str) -> String {
        if self.is_upper { name.to_ascii_uppercase() } else { name.to_owned() }
    }

    pub(super) fn option(&self) -> String {
        let what = "Build for AMD GPUs, with HIP in the place of CUDA";
        format!("{}({OPTION} \"{what}\" OFF){}", self.word("option"), self.newline)
    }

    /// `if(USE_HIP)` with both branches, or with the one that has lines.
    pub(super) fn block(&self, indent: &str, hip: &str, cuda: &str) -> String {
        let line = |name: &str, condition: &str| {
            let gap = if condition.is_empty() { "" } else { self.gap };
            format!("{indent}{}{gap}({condition}){}", self.word(name), self.newline)
        };
        let inside = |text: &str| self.indented(text, &format!("{indent}{}", self.unit));
        match (hip.is_empty(), cuda.is_empty()) {
            (true, true) => String::new(),
            (true, false) => line("if", &format!("NOT {OPTION}")) + &inside(cuda) + &line("endif", ""),
            (false, true) => line("if", OPTION) + &inside(hip) + &line("endif", ""),
            (false, false) => line("if", OPTION) + &inside(hip) + &line("else", "") + &inside(cuda) + &line("endif", ""),
        }
    }

    /// Lines moved to the right, but for those that begin inside of a quoted or a bracket argument.
    fn indented(&self, text: &str, blanks: &str) -> String {
        let commands = commands(text);
        let quoted = commands.iter().flat_map(|c| &c.args).filter(|arg| matches!(arg.kind, ArgKind::Quoted | ArgKind::Bracket));
        let quoted: Vec<_> = quoted.map(|arg| arg.inner.clone()).collect();
        let mut at = 0;
        let mut out = String::new();
        for line in text.split_inclusive('\n') {
            let is_free = !quoted.iter().any(|inner| inner.start < at && at <= inner.end);
            if is_free && !line.trim().is_empty() {
                out.push_str(blanks);
            }
            out.push_str(line);
            at += line.len();
        }
        out
    }

    /// Lines moved to the left by `indent`, without blank ones at both ends.
    pub(super) fn flush(&self, text: &str, indent: &str) -> String {
        let lines = text.split_inclusive('\n').map(|line| line.strip_prefix(indent).unwrap_or(line));
        let moved: String = lines.skip_while(|line| line.trim().is_empty()).collect();
        let kept = moved.trim_end();
        if kept.is_empty() { String::new() } else { format!("{kept}{}", self.newline) }
    }

    /// The blanks that a line begins with.
    pub(super) fn blanks<'t>(&self, text: &'t str, line: usize) -> &'t str {
        let rest = &text[line..];
        &rest[..rest.len() - rest.trim_start_matches([' ', '\t']).len()]
    }
}
