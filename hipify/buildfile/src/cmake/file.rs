//! What a CMake file says as a whole, gathered before any rule runs.

use super::lex::{Arg, ArgKind, Command};
use crate::Options;
use std::collections::BTreeSet;
use std::ops::Range;

pub(super) struct File<'t> {
    pub(super) text: &'t str,
    pub(super) options: Options,
    /// The whole file, for rules that look around.
    pub(super) commands: Vec<Command<'t>>,
    /// Sources and variables that a `LANGUAGE HIP` property names already.
    pub(super) hip_sources: BTreeSet<&'t str>,
    /// Packages that a `find_package` names.
    pub(super) packages: BTreeSet<&'t str>,
    /// CUDA is enabled as a language in this file.
    pub(super) enables_cuda: bool,
}

impl<'t> File<'t> {
    pub(super) fn new(text: &'t str, commands: &[Command<'t>], options: Options) -> Self {
        let mut file = File {
            text,
            options,
            commands: commands.to_vec(),
            hip_sources: BTreeSet::new(),
            packages: BTreeSet::new(),
            enables_cuda: false,
        };
        commands.iter().for_each(|command| file.learn(command));
        file
    }

    fn learn(&mut self, command: &Command<'t>) {
        if command.is("find_package") {
            self.packages.extend(command.args.first().map(|arg| arg.text));
        } else if command.is_one_of(&["project", "enable_language"]) {
            self.enables_cuda |= command.args.iter().skip(usize::from(command.is("project"))).any(|a| a.text == "CUDA");
        } else if command.is("set_source_files_properties") && names_hip(command) {
            let sources = command.args.iter().take_while(|a| a.text != "PROPERTIES");
            self.hip_sources.extend(sources.map(|a| a.text));
        } else if command.is("set_property") && command.arg(0) == "SOURCE" && names_hip(command) {
            let sources = command.args.iter().skip(1).take_while(|a| a.text != "PROPERTY");
            self.hip_sources.extend(sources.map(|a| a.text));
        }
    }

    /// The blanks before the line of a place.
    pub(super) fn indent(&self, at: usize) -> &'t str {
        let line = self.text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let blanks = self.text[line..at].bytes().take_while(|b| matches!(b, b' ' | b'\t')).count();
        &self.text[line..line + blanks]
    }

    /// The span with its line break, where nothing else stands on its lines.
    pub(super) fn whole_line(&self, span: Range<usize>) -> Range<usize> {
        let bytes = self.text.as_bytes();
        let blank = |at: &usize| matches!(bytes[*at], b' ' | b'\t');
        let start = span.start - (0..span.start).rev().take_while(blank).count();
        let end = span.end + (span.end..bytes.len()).take_while(blank).count();
        let starts_line = start == 0 || bytes[start - 1] == b'\n';
        match &bytes[end..] {
            [b'\r', b'\n', ..] if starts_line => start..end + 2,
            [b'\n', ..] if starts_line => start..end + 1,
            [] if starts_line => start..end,
            _ => span,
        }
    }

    /// What `target_link_libraries` of the same target is written with: CMake refuses a mix of both ways.
    pub(super) fn link_keyword(&self, target: &str) -> &'static str {
        let links = self.commands.iter().filter(|c| c.is("target_link_libraries") && c.arg(0) == target);
        let keyed = links.into_iter().any(|c| matches!(c.arg(1), "PUBLIC" | "PRIVATE" | "INTERFACE"));
        if keyed { "PRIVATE " } else { "" }
    }
}

fn names_hip(command: &Command<'_>) -> bool {
    command.args.windows(2).any(|pair| pair[0].text == "LANGUAGE" && matches!(pair[1].text, "HIP" | "CUDA"))
}

/// `NAME` of an argument that is `${NAME}` and no more.
pub(super) fn reference<'t>(arg: &Arg<'t>) -> Option<&'t str> {
    let name = arg.text.strip_prefix("${")?.strip_suffix('}')?;
    (!name.contains(['$', '{', '}'])).then_some(name)
}

/// An argument as it stands in the file.
pub(super) fn raw<'t>(text: &'t str, arg: &Arg<'_>) -> &'t str {
    &text[arg.span.clone()]
}

/// A literal that ends like a CUDA source.
pub(super) fn is_cuda_source(arg: &Arg<'_>) -> bool {
    matches!(arg.kind, ArgKind::Unquoted | ArgKind::Quoted) && (arg.text.ends_with(".cu") || arg.text.ends_with(".CU"))
}
