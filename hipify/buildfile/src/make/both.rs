//! Makefiles that run nvcc as before and, with `USE_HIP=1`, clang for HIP: each run of lines that the port changes stands in an
//! `ifeq`, with the lines as they were in its `else`.

use super::parse::{self, Line};
use crate::both::{OPTION, applied, line_end, line_start};
use crate::findings::newline;
use hipify_diagnostics::{Diagnostic, Edit, Level};
use std::ops::Range;

const OPENS: &[&str] = &["ifeq", "ifneq", "ifdef", "ifndef"];

/// Edits and findings of the port to those of a file for both.
pub(crate) fn keep(text: &str, edits: Vec<Edit>, diagnostics: Vec<Diagnostic>) -> (Vec<Edit>, Vec<Diagnostic>) {
    let blocks = blocks(text);
    let done: Vec<&Range<usize>> = blocks.iter().filter(|block| asks(text, block)).collect();
    let is_done = |span: &Range<usize>| done.iter().any(|block| block.start <= span.start && span.start < block.end);
    let fresh: Vec<Edit> = edits.into_iter().filter(|edit| !is_done(&edit.span)).collect();
    let told = diagnostics.into_iter().filter(|d| d.level > Level::Note && !is_done(&d.span)).collect();
    (units(text, &fresh, &blocks).into_iter().map(|unit| written(text, unit, &fresh)).collect(), told)
}

fn word<'t>(text: &'t str, line: &Line) -> &'t str {
    text[line.span.clone()].split([' ', '\t', '(']).next().unwrap_or("")
}

/// The lines of every conditional and `define`, and of recipes whose line ends in the middle of one.
fn blocks(text: &str) -> Vec<Range<usize>> {
    let lines = parse::lines(text);
    let mut open: Vec<usize> = Vec::new();
    let mut out: Vec<Range<usize>> = Vec::new();
    for line in &lines {
        match word(text, line) {
            name if OPENS.contains(&name) => open.push(line_start(text, line.span.start)),
            "endif" => out.extend(open.pop().map(|start| start..line_end(text, line.span.end))),
            "define" => {
                let end = text[line.span.end..].find("\nendef").map_or(text.len(), |at| line.span.end + at + 1);
                out.push(line_start(text, line.span.start)..line_end(text, end));
            }
            _ => {}
        }
    }
    out
}

/// Whether a conditional asks for the option.
fn asks(text: &str, block: &Range<usize>) -> bool {
    text[block.clone()].lines().next().is_some_and(|line| !line.starts_with("define") && line.contains(OPTION))
}

/// The lines to write, neighbours together: whole logical lines, and whole blocks where a line of theirs that make reads
/// otherwise is changed.
fn units(text: &str, edits: &[Edit], blocks: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut units: Vec<Range<usize>> = Vec::new();
    let lines = parse::lines(text);
    for edit in edits {
        // A definition goes in front of a line.
        let holds = |line: &&Line| line_start(text, line.span.start) <= edit.span.start && edit.span.start <= line.span.end;
        let line = lines.iter().find(holds);
        let span = line.map_or(edit.span.clone(), |line| line.span.start..line.span.end.max(edit.span.end));
        let mut unit = line_start(text, span.start)..line_end(text, span.end);
        let is_condition =
            line.map(|line| word(text, line)).is_some_and(|word| OPENS.contains(&word) || matches!(word, "else" | "endif"));
        let around = blocks.iter().filter(|block| block.start <= unit.start && unit.end <= block.end);
        let whole = around.filter(|block| is_condition || text[block.start..].trim_start().starts_with("define"));
        if let Some(block) = whole.min_by_key(|block| block.len()) {
            unit = block.clone();
        }
        match units.iter().position(|known| known.start <= unit.end && unit.start <= known.end) {
            Some(at) => units[at] = units[at].start.min(unit.start)..units[at].end.max(unit.end),
            None => units.push(unit),
        }
    }
    units.sort_by_key(|unit| unit.start);
    units.dedup_by(|next, known| {
        let meets = next.start <= known.end;
        if meets {
            known.end = known.end.max(next.end);
        }
        meets
    });
    units
}

fn written(text: &str, unit: Range<usize>, edits: &[Edit]) -> Edit {
    let newline = newline(text);
    let ended = |text: &str| if text.is_empty() || text.ends_with('\n') { text.to_owned() } else { format!("{text}{newline}") };
    let (cuda, hip) = (ended(&text[unit.clone()]), ended(&applied(text, &unit, edits)));
    let new = if hip.trim().is_empty() {
        format!("ifneq ($({OPTION}),1){newline}{cuda}endif{newline}")
    } else {
        format!("ifeq ($({OPTION}),1){newline}{hip}else{newline}{cuda}endif{newline}")
    };
    Edit::replace(unit, new)
}
