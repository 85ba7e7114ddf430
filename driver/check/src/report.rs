//! Findings to the format that was asked for.

mod junit;
mod sarif;

use crate::finding::{Finding, Place};
use crate::session::Ending;
use crate::{Format, Options};
use anstream::ColorChoice;
use hipify_diagnostics::Level;
use hipify_engine::located_diagnostic::{Line, LocatedDiagnostic};
use hipify_engine::render::{explained, renderer};
use hipify_error::Error;
use hipify_places::Call;
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;

/// Writes the findings.
///
/// # Errors
/// Where that fails.
pub(crate) fn write(found: &[Finding], endings: &[Ending], options: &Options) -> Result<(), Error> {
    if let Some(path) = &options.output {
        return std::fs::write(path, rendered(found, endings, options, false)).map_err(Error::io("write", path));
    }
    let mut stream = anstream::AutoStream::auto(std::io::stdout().lock());
    let colored = stream.current_choice() != ColorChoice::Never;
    let bytes = rendered(found, endings, options, colored);
    stream.write_all(&bytes).and_then(|()| stream.flush()).map_err(Error::Stdout)
}

fn rendered(found: &[Finding], endings: &[Ending], options: &Options, colored: bool) -> Vec<u8> {
    match options.format {
        Format::Text => text(found, endings, options, colored).into_bytes(),
        Format::Json => format!("{:#}\n", json(found, endings)).into_bytes(),
        Format::Sarif => format!("{:#}\n", sarif::log(found)).into_bytes(),
        Format::Junit => junit::report(found),
    }
}

fn text(found: &[Finding], endings: &[Ending], options: &Options, colored: bool) -> String {
    let renderer = renderer(colored);
    let mut text = String::new();
    for finding in found.iter().filter(|finding| !finding.suppressed) {
        let (path, diagnostic) = located(finding.frames.first(), Level::Error, finding.message.clone(), finding.code());
        let remarks = remarks(finding, options).into_iter().map(|remark| (String::new(), note(remark)));
        let places = places(finding);
        text += &explained(&renderer, &path, &diagnostic, &remarks.chain(places).collect::<Vec<_>>());
        text += "\n\n";
    }
    for Ending { lanes, status } in endings {
        text += &format!("the program failed with warps of {lanes} lanes: {status}\n");
    }
    let open = found.iter().filter(|finding| !finding.suppressed).count();
    let suppressed = found.len() - open;
    let suppressed = if suppressed > 0 { format!(", {suppressed} suppressed") } else { String::new() };
    text + &match open {
        0 => format!("nothing found{suppressed}\n"),
        1 => format!("1 finding{suppressed}\n"),
        more => format!("{more} findings{suppressed}\n"),
    }
}

/// What is said of a finding beside its message.
pub(super) fn remarks(finding: &Finding, options: &Options) -> Vec<String> {
    let mut remarks = Vec::new();
    if let Some(place) = &finding.place {
        remarks.push(described(place));
    }
    if finding.count > 1 {
        remarks.push(format!("found {} times; this is the first", finding.count));
    }
    if finding.lanes.len() < options.wave_sizes.len() {
        remarks.push(format!(
            "with warps of {} lanes alone",
            finding.lanes.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")
        ));
    }
    remarks
}

/// "kernel `scale(float*)`, launch 1, block (0, 0, 0), thread (3, 0, 0), lane 3".
fn described(place: &Place) -> String {
    let Place { kernel, launch, block, thread, lane, .. } = place;
    let mut text = format!("kernel `{kernel}`");
    if *launch > 0 {
        text += &format!(", launch {launch}");
    }
    text += &format!(", block {}", triple(block));
    if !thread.is_null() {
        text += &format!(", thread {}, lane {lane}", triple(thread));
    }
    text
}

fn triple(value: &Value) -> String {
    let parts: Vec<String> = value.as_array().into_iter().flatten().map(Value::to_string).collect();
    format!("({})", parts.join(", "))
}

/// The other places of a finding: who called, who launched, where memory is from.
fn places(finding: &Finding) -> Vec<(String, LocatedDiagnostic)> {
    let mut places = Vec::new();
    let mut add = |label: String, call: Option<&Call>| {
        if call.is_some() {
            let (path, mut diagnostic) = located(call, Level::Note, label, String::new());
            diagnostic.level = Level::Note;
            places.push((path, diagnostic));
        }
    };
    for call in finding.frames.iter().skip(1) {
        add("called here".to_owned(), Some(call));
    }
    if let Some(place) = &finding.place {
        add("launched here".to_owned(), place.calls.first().filter(|call| finding.frames.first() != Some(call)));
    }
    for (label, calls) in &finding.notes {
        add(label.clone(), calls.first());
    }
    places
}

fn note(message: String) -> LocatedDiagnostic {
    located(None, Level::Note, message, String::new()).1
}

/// A message at a place, with its line of source.
fn located(call: Option<&Call>, level: Level, message: String, code: String) -> (String, LocatedDiagnostic) {
    let path = call.map(|call| shown(&call.file)).unwrap_or_default();
    let source = call.map(line).unwrap_or_default();
    let (line, column) = call.map_or((0, 0), |call| (call.line as usize, call.column as usize));
    let diagnostic =
        LocatedDiagnostic { code: code.into(), name: "".into(), level, line, column: column.max(1), message, help: None, source };
    (path, diagnostic)
}

/// The line of a call, with what stands at its column marked.
fn line(call: &Call) -> Line {
    let bytes = std::fs::read(&call.file).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let Some(text) = text.lines().nth((call.line as usize).saturating_sub(1)) else { return Line::default() };
    let from = (call.column as usize).saturating_sub(1);
    let mut start = if from < text.len() && text.is_char_boundary(from) { from } else { 0 };
    if call.column == 0 || start == 0 {
        start = text.len() - text.trim_start().len();
    }
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    let word = text[start..].find(|letter| !is_part(letter)).unwrap_or(text.len() - start);
    let end = start + word.max(text[start..].chars().next().map_or(0, char::len_utf8));
    Line { text: text.to_owned(), mark: start..end, cut: false }
}

/// A path as seen from the current folder.
pub(super) fn shown(path: &Path) -> String {
    let here = std::env::current_dir().and_then(std::fs::canonicalize).unwrap_or_default();
    let real = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    real.strip_prefix(&here).unwrap_or(&real).to_string_lossy().into_owned()
}

/// All findings as one object.
fn json(found: &[Finding], endings: &[Ending]) -> Value {
    let calls = |calls: &[Call]| -> Vec<Value> {
        let one = |call: &Call| json!({ "file": shown(&call.file), "line": call.line, "column": call.column, "function": call.function });
        calls.iter().map(one).collect()
    };
    let findings = found.iter().map(|finding| {
        let place = finding.place.as_ref().map(|place| {
            json!({
                "kernel": place.kernel, "launch": place.launch, "block": place.block, "thread": place.thread, "lane": place.lane,
                "launched": calls(&place.calls),
            })
        });
        let notes: Vec<Value> =
            finding.notes.iter().map(|(label, places)| json!({ "label": label, "calls": calls(places) })).collect();
        json!({
            "tool": finding.tool, "kind": finding.kind, "message": finding.message, "frames": calls(&finding.frames), "place": place,
            "notes": notes, "count": finding.count, "wave_sizes": finding.lanes, "suppressed": finding.suppressed,
        })
    });
    let endings = endings.iter().map(|ending| json!({ "wave_size": ending.lanes, "status": ending.status }));
    json!({ "findings": findings.collect::<Vec<_>>(), "failed": endings.collect::<Vec<_>>() })
}
