//! CMake files that build for CUDA as before and, with `USE_HIP`, for HIP: the edits of the port, each put under `if(USE_HIP)`.
//! What is CUDA's stays where it is or goes to the `else`, so that without the option CMake runs the commands that it ran.

mod condition;
mod style;

use super::super::both::{OPTION, applied, line_end, line_start};
use super::lex::{Command, commands};
use super::{properties, variables};
use hipify_diagnostics::{Diagnostic, Edit, Level};
use hipify_rules::Flavor;
use std::collections::BTreeSet;
use std::ops::Range;
use style::Style;

/// The commands that open a block, each with the one that closes it.
const BLOCKS: &[(&str, &str)] = &[
    ("if", "endif"),
    ("foreach", "endforeach"),
    ("while", "endwhile"),
    ("function", "endfunction"),
    ("macro", "endmacro"),
    ("block", "endblock"),
];

/// Edits and findings of the port to those of a file for both.
pub(crate) fn keep(text: &str, edits: Vec<Edit>, diagnostics: Vec<Diagnostic>) -> (Vec<Edit>, Vec<Diagnostic>) {
    let file = File::new(text);
    let mut changes = file.changes(edits);
    let edits = file.edits(&mut changes);
    let told = |d: &Diagnostic| {
        d.level > Level::Note && file.owner(&d.span).is_some_and(|at| !file.is_done(at) && !changes.left.contains(&at))
    };
    (edits, diagnostics.into_iter().filter(told).collect())
}

struct File<'t> {
    text: &'t str,
    commands: Vec<Command<'t>>,
    /// Of each command: whether it stands in a block that asks for the option, or is one of its commands.
    is_both: Vec<bool>,
    /// Of each command that opens a block, the one that closes it.
    closes: Vec<Option<usize>>,
    /// Of each command, the outermost that opens a block around it.
    outermost: Vec<usize>,
    /// What the blocks that ask for the option hold.
    done: BTreeSet<String>,
    style: Style,
}

/// What the port does to the commands of a file.
struct Changes {
    /// Of each command, its edits.
    edits: Vec<Vec<Edit>>,
    /// The command that raises the version that CMake must have, if some does.
    minimum: Option<String>,
    /// Commands that stay as they are, since they say nothing to HIP.
    left: BTreeSet<usize>,
}

/// Whole lines that are not the same for both.
struct Unit {
    /// The command that they begin with.
    at: usize,
    lines: Range<usize>,
    /// What HIP gets instead of the lines; beside them where `stays`.
    hip: String,
    /// What CUDA gets beside the lines.
    cuda: String,
    /// The lines stay for both.
    stays: bool,
    /// The lines enable a language, or look for the toolkit that does.
    enables: bool,
}

impl<'t> File<'t> {
    fn new(text: &'t str) -> Self {
        let commands = commands(text);
        let (mut is_both, mut closes, mut outermost) = (Vec::new(), vec![None; commands.len()], Vec::new());
        let mut open: Vec<(usize, bool)> = Vec::new();
        for (at, command) in commands.iter().enumerate() {
            let asks = command.is_one_of(&["if", "elseif"]) && command.args.iter().any(|arg| arg.text == OPTION);
            is_both.push(asks || open.iter().any(|(_, both)| *both));
            if let Some((_, both)) = open.last_mut().filter(|_| command.is("elseif") && asks) {
                *both |= !condition::is_written(command);
            }
            outermost.push(open.first().map_or(at, |(first, _)| *first));
            if BLOCKS.iter().any(|block| command.is(block.0)) {
                open.push((at, asks && !condition::is_written(command)));
            } else if BLOCKS.iter().any(|block| command.is(block.1))
                && let Some((first, _)) = open.pop()
            {
                closes[first] = Some(at);
            }
        }
        let done = commands.iter().zip(&is_both).filter(|(_, both)| **both).map(|(command, _)| plain(command)).collect();
        let style = Style::of(text, &commands);
        Self { text, commands, is_both, closes, outermost, done, style }
    }

    fn is_done(&self, at: usize) -> bool {
        self.is_both[at]
    }

    /// The command that an edit or a finding is about.
    fn owner(&self, span: &Range<usize>) -> Option<usize> {
        let touches = |c: &Command<'_>| c.span.start < span.end && span.start < c.span.end;
        let holds = |c: &Command<'_>| c.span.start <= span.start && span.start <= c.span.end;
        let begins = |c: &Command<'_>| c.span.start == span.start;
        let before = |c: &Command<'_>| c.span.end <= span.start;
        let find = |test: &dyn Fn(&Command<'_>) -> bool| self.commands.iter().position(test);
        let last = self.commands.iter().rposition(before);
        if span.is_empty() { find(&begins).or_else(|| find(&holds)).or(last) } else { find(&touches).or(last) }
    }

    fn changes(&self, edits: Vec<Edit>) -> Changes {
        let mut changes = Changes { edits: vec![Vec::new(); self.commands.len()], minimum: None, left: BTreeSet::new() };
        for edit in edits {
            let Some(at) = self.owner(&edit.span).filter(|at| !self.is_done(*at)) else { continue };
            let command = &self.commands[at];
            if command.is("cmake_minimum_required") {
                changes.minimum = Some(format!("{}(VERSION {})", command.name, edit.text));
            } else if !command.is_one_of(&["else", "endif", "endwhile", "endforeach", "endfunction", "endmacro"]) {
                changes.edits[at].push(edit);
            }
        }
        changes
    }

    fn edits(&self, changes: &mut Changes) -> Vec<Edit> {
        self.leave_settings(changes);
        let mut edits = Vec::new();
        let mut units: Vec<Unit> = Vec::new();
        let (mut at, mut first) = (0, None);
        while at < self.commands.len() {
            let before = edits.len();
            let (unit, next) = self.unit(at, changes, &mut edits);
            if unit.is_some() || edits.len() > before {
                first.get_or_insert(at);
            }
            units.extend(unit);
            at = next;
        }
        let has_option =
            self.commands.iter().any(|c| c.is_one_of(&["option", "set", "cmake_dependent_option"]) && c.arg(0) == OPTION);
        let enabling = units.iter_mut().find(|unit| unit.enables);
        let mut option = (enabling.is_some() && !has_option).then(|| self.style.option());
        if let Some((unit, least)) = enabling.zip(changes.minimum.take()) {
            unit.hip.insert_str(0, &format!("{least}{}", self.style.newline));
        }
        // In front of the block around the first use, if there is one.
        let around = first.map(|first| self.outermost[first]).filter(|around| units.iter().all(|unit| unit.at != *around));
        if let Some(place) = around
            && let Some(option) = option.take()
        {
            edits.push(Edit::insert(line_start(self.text, self.commands[place].span.start), option));
        }
        let mut units = units.into_iter().peekable();
        while let Some(first) = units.next() {
            let mut group = vec![first];
            while let Some(next) = units.next_if(|next| follows(&group, next)) {
                group.push(next);
            }
            edits.extend(self.written(&group, option.take().unwrap_or_default()));
        }
        edits.sort_by_key(|edit| edit.span.start);
        edits
    }

    /// Leaves what is only a setting of CUDA's under a condition about CUDA.
    fn leave_settings(&self, changes: &mut Changes) {
        for (at, command) in self.commands.iter().enumerate().rev() {
            if changes.edits[at].is_empty() || self.is_done(at) {
                continue;
            }
            if self.is_setting(at) && self.twin(at, &changes.edits[at]).is_empty() {
                changes.edits[at].clear();
                changes.left.insert(at);
            } else if let Some(end) = self.closes[at].filter(|_| command.is_one_of(&["if", "foreach"])) {
                let mut inside = at + 1..end;
                let is_left = changes.left.range(at..end).next().is_some();
                if is_left && inside.all(|inner| changes.edits[inner].is_empty()) {
                    changes.edits[at].clear();
                    changes.left.insert(at);
                }
            }
        }
    }

    /// What becomes of the command, and which one to go on with.
    fn unit(&self, at: usize, changes: &Changes, edits: &mut Vec<Edit>) -> (Option<Unit>, usize) {
        let command = &self.commands[at];
        let own = &changes.edits[at];
        if own.is_empty() || self.is_done(at) {
            return (None, at + 1);
        }
        if command.is_one_of(&["if", "elseif", "while"]) {
            edits.extend(condition::written(self.text, command, own, &self.style));
            let ends = self.closes[at].into_iter().flat_map(|end| at + 1..=end);
            let repeats = |c: &Command<'_>| c.is_one_of(&["else", "endif", "endwhile"]) && joined(c, 0) == joined(command, 0);
            let repeated = ends.map(|end| &self.commands[end]).filter(|c| !c.args.is_empty() && repeats(c));
            edits.extend(repeated.map(|c| Edit::delete(c.args[0].span.start..c.close)));
            return (None, at + 1);
        }
        let last = self.closes[at].unwrap_or(at);
        let lines = line_start(self.text, command.span.start)..line_end(self.text, self.commands[last].span.end);
        let end =
            (at..self.commands.len()).find(|next| self.commands[*next].span.start >= lines.end).unwrap_or(self.commands.len());
        let all: Vec<Edit> = changes.edits[at..end].iter().flatten().cloned().collect();
        let enables = command.is_one_of(&["project", "enable_language"])
            || command.is_one_of(&["find_package", "include"]) && command.arg(0).contains("CUDA");
        let unit = |hip: String, stays: bool| Unit { at, lines: lines.clone(), hip, cuda: String::new(), stays, enables };
        if command.is("project") && own.iter().any(|edit| !edit.span.is_empty()) {
            let (hip, cuda) = self.project(command, own, edits);
            return (Some(Unit { cuda, ..unit(hip, true) }), end);
        }
        let is_one = end == at + 1;
        let adds = own.iter().all(|edit| edit.span.is_empty() && edit.span.start >= command.span.end);
        if is_one && (adds || self.is_setting(at)) {
            let hip = if adds {
                self.without_done(&own.iter().map(|edit| &*edit.text).collect::<String>())
            } else {
                self.twin(at, own)
            };
            return ((!hip.is_empty()).then(|| unit(hip, true)), end);
        }
        let hip = self.style.flush(&applied(self.text, &lines, &all), self.indent(command));
        (Some(unit(hip, false)), end)
    }

    /// `project(x LANGUAGES CXX CUDA)` enables CXX alone; the language of the GPU comes after it, by the option. What HIP and CUDA
    /// get then.
    fn project(&self, command: &Command<'_>, own: &[Edit], edits: &mut Vec<Edit>) -> (String, String) {
        let others = ["C", "CXX", "Fortran", "OBJC", "OBJCXX", "ASM", "HIP", "Swift", "ISPC"];
        let alone = !command.args.iter().skip(1).any(|arg| others.contains(&arg.text));
        for index in (1..command.args.len()).filter(|index| command.arg(*index) == "CUDA") {
            let arg = &command.args[index];
            let start = if arg.after_comment { arg.span.start } else { command.args[index - 1].span.end };
            edits.push(if alone { Edit::replace(arg.span.clone(), "NONE") } else { Edit::delete(start..arg.span.end) });
        }
        let enable = |language: &str| format!("{}({language}){}", self.style.word("enable_language"), self.style.newline);
        let more: String = own.iter().filter(|edit| edit.span.is_empty()).map(|edit| &*edit.text).collect();
        let first = if alone { enable("CXX") } else { String::new() };
        (format!("{first}{}{}", enable("HIP"), self.style.flush(&more, self.indent(command))), enable("CUDA"))
    }

    /// Whether the command sets what CUDA alone reads.
    fn is_setting(&self, at: usize) -> bool {
        let command = &self.commands[at];
        let variable = |name: &str| variables::port(name, Flavor::Hip).is_some();
        match command.name.to_ascii_lowercase().as_str() {
            "set" | "unset" => variable(command.arg(0)),
            "list" | "string" => variable(command.arg(1)),
            "set_target_properties" | "set_property" => properties::are_of_cuda(command),
            "target_compile_options" | "add_compile_options" => {
                let first = command.args.iter().position(|arg| arg.text.contains("$<")).unwrap_or(command.args.len());
                let scopes = command.args[..first].iter().skip(usize::from(command.is("target_compile_options")));
                let plain = scopes.filter(|arg| !matches!(arg.text, "PUBLIC" | "PRIVATE" | "INTERFACE")).count() > 0;
                first < command.args.len() && !plain && are_for_cuda(&joined(command, first))
            }
            _ => false,
        }
    }

    /// What says the same to HIP as a setting says to CUDA.
    fn twin(&self, at: usize, own: &[Edit]) -> String {
        let command = &self.commands[at];
        let lines = line_start(self.text, command.span.start)..line_end(self.text, command.span.end);
        let text = self.style.flush(&applied(self.text, &lines, own), self.indent(command));
        let mut kept = String::new();
        for hip in commands(&text) {
            let line = match hip.name.to_ascii_lowercase().as_str() {
                "set_target_properties" | "set_property" => properties::of_hip(&text, &hip),
                "target_compile_options" | "add_compile_options" if says_nothing(&hip) => None,
                _ if plain(&hip) == plain(command) || sets_itself(&hip) => None,
                _ => Some(text[hip.span.clone()].to_owned()),
            };
            kept.extend(line.map(|line| line + self.style.newline));
        }
        self.without_done(&kept)
    }

    /// The commands of a text that no block of the file holds yet, a line each.
    fn without_done(&self, text: &str) -> String {
        let fresh = commands(text).into_iter().filter(|command| !self.done.contains(&plain(command)));
        fresh.map(|command| format!("{}{}", &text[command.span.clone()], self.style.newline)).collect()
    }

    /// The edit that writes neighbouring units: the option asks once for all of them.
    fn written(&self, group: &[Unit], option: String) -> Option<Edit> {
        let (first, last) = (group.first()?, group.last()?);
        let indent = self.style.blanks(self.text, first.lines.start);
        let hip: String = group.iter().map(|unit| unit.hip.as_str()).collect();
        let cuda: String = group.iter().map(|unit| unit.cuda.as_str()).collect();
        let end = if self.text[..last.lines.end].ends_with('\n') { "" } else { self.style.newline };
        let Some(one) = group.iter().find(|unit| !unit.stays) else {
            return Some(Edit::insert(last.lines.end, format!("{end}{option}{}", self.style.block(indent, &hip, &cuda))));
        };
        let lines = one.lines.start..last.lines.end;
        let cuda = format!("{cuda}{}{end}", self.style.flush(&self.text[lines.clone()], indent));
        Some(Edit::replace(lines, format!("{option}{}", self.style.block(indent, &hip, &cuda))))
    }

    fn indent(&self, command: &Command<'_>) -> &'t str {
        self.style.blanks(self.text, line_start(self.text, command.span.start))
    }
}

/// Whether the unit comes right after the group and may be written in one block with it: no line changes places with another.
fn follows(group: &[Unit], next: &Unit) -> bool {
    let adjacent = group.last().is_some_and(|last| last.lines.end == next.lines.start);
    adjacent && (!next.stays || group.iter().all(|unit| unit.stays && unit.cuda.is_empty()))
}

/// A command with one blank between its words.
fn plain(command: &Command<'_>) -> String {
    format!("{}({})", command.name.to_ascii_lowercase(), joined(command, 0))
}

/// The arguments from the one at `first` on, with a blank between them.
fn joined(command: &Command<'_>, first: usize) -> String {
    command.args.iter().skip(first).map(|arg| arg.text).collect::<Vec<_>>().join(" ")
}

/// Whether every word is under an expression that asks for the language CUDA.
fn are_for_cuda(text: &str) -> bool {
    let mut depth = 0_usize;
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        if rest.is_empty() {
            return true;
        }
        if !["$<$<COMPILE_LANGUAGE:CUDA>", "$<$<COMPILE_LANG_AND_ID:CUDA,"].iter().any(|start| rest.starts_with(start)) {
            return false;
        }
        let mut bytes = rest.bytes().enumerate().peekable();
        let end = loop {
            match bytes.next() {
                None => return false,
                Some((_, b'$')) if bytes.peek().is_some_and(|next| next.1 == b'<') => depth += 1,
                Some((at, b'>')) => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        break at + 1;
                    }
                }
                Some(_) => {}
            }
        };
        rest = &rest[end..];
    }
}

/// `set(X "${X}")`.
fn sets_itself(command: &Command<'_>) -> bool {
    command.is("set") && command.args.len() == 2 && command.arg(1) == format!("${{{}}}", command.arg(0))
}

/// Whether a command's expressions have lost all that stood under them.
fn says_nothing(command: &Command<'_>) -> bool {
    let values = command.args.iter().filter(|arg| arg.text.contains("$<"));
    let mut values = values.peekable();
    values.peek().is_some() && values.all(|arg| arg.text == "$<$<COMPILE_LANGUAGE:HIP>:>")
}
