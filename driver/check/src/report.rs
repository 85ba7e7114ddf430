//! Findings to the format that was asked for.

mod junit;
mod sarif;

use crate::finding::{Finding, Place, Suppression};
use crate::session::Ending;
use crate::source::{line, shown};
use crate::{Format, Options};
use anstream::ColorChoice;
use hipify_diagnostics::Level;
use hipify_engine::located_diagnostic::LocatedDiagnostic;
use hipify_engine::render::{explained, renderer};
use hipify_error::Error;
use hipify_places::Call;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Write;

/// Writes the findings.
///
/// # Errors
/// Where that fails.
pub(crate) fn write(found: &[Finding], endings: &[Ending], options: &Options, code: u8) -> Result<(), Error> {
    let rendered = |colored| match options.format {
        Format::Text => text(found, endings, options, colored).into_bytes(),
        Format::Json => format!("{:#}\n", json(found, endings)).into_bytes(),
        Format::Sarif => sarif::log(found, endings, code),
        Format::Junit => junit::report(found),
    };
    if let Some(path) = &options.output {
        return std::fs::write(path, rendered(false)).map_err(Error::io("write", path));
    }
    let mut stream = anstream::AutoStream::auto(std::io::stdout().lock());
    let bytes = rendered(stream.current_choice() != ColorChoice::Never);
    stream.write_all(&bytes).and_then(|()| stream.flush()).map_err(Error::Stdout)
}

fn text(found: &[Finding], endings: &[Ending], options: &Options, colored: bool) -> String {
    let renderer = renderer(colored);
    let mut text = String::new();
    for finding in found.iter().filter(|finding| finding.suppression.is_none()) {
        let (path, diagnostic) = located(finding.frames.first(), finding.level, finding.message.clone(), finding.code());
        let remarks = remarks(finding, options).into_iter().map(|remark| (String::new(), note(remark)));
        let places = places(finding).into_iter().map(|(label, call)| located(Some(call), Level::Note, label, String::new()));
        text += &explained(&renderer, &path, &diagnostic, &remarks.chain(places).collect::<Vec<_>>());
        text += "\n\n";
    }
    endings.iter().for_each(|ending| text += &format!("{}\n", ending.said()));
    text + &summary(found)
}

/// How many findings there are, and what keeps how many others from counting.
fn summary(found: &[Finding]) -> String {
    let counted =
        |level| found.iter().filter(|finding| finding.suppression.is_none() && (finding.level > Level::Note) == level).count();
    let number = |count, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let mut text = match counted(true) {
        0 => "nothing found".to_owned(),
        some => number(some, "finding"),
    };
    if counted(false) > 0 {
        text += &format!(", {}", number(counted(false), "note"));
    }
    let mut suppressed: BTreeMap<&Suppression, usize> = BTreeMap::new();
    found.iter().filter_map(|finding| finding.suppression.as_ref()).for_each(|by| *suppressed.entry(by).or_default() += 1);
    if !suppressed.is_empty() {
        text += &format!(", {} suppressed", suppressed.values().sum::<usize>());
    }
    text.push('\n');
    for (Suppression { by, reason, .. }, count) in suppressed {
        let reason = reason.as_ref().map(|reason| format!(": {reason}")).unwrap_or_default();
        text += &format!("  {count} by `{by}`{reason}\n");
    }
    text
}

/// What is said of a finding beside its message.
fn remarks(finding: &Finding, options: &Options) -> Vec<String> {
    let mut remarks = Vec::new();
    if let Some(place) = &finding.place {
        remarks.push(described(place));
    }
    // Of who waits where, what is at no place is told too.
    let waits = finding.notes.iter().filter(|(_, calls)| calls.is_empty() && finding.tool == "sync");
    remarks.extend(waits.map(|(label, _)| label.clone()));
    if finding.count > 1 {
        remarks.push(format!("found {} times; this is the first", finding.count));
    }
    if !finding.lanes.is_empty() && finding.lanes.len() < options.wave_sizes.len() {
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
fn places(finding: &Finding) -> Vec<(String, &Call)> {
    let called = finding.frames.iter().skip(1).map(|call| ("called here".to_owned(), call));
    let launch = finding.place.as_ref().and_then(|place| place.calls.first());
    let launched = launch.filter(|call| finding.frames.first() != Some(call)).map(|call| ("launched here".to_owned(), call));
    let notes = finding.notes.iter().filter_map(|(label, calls)| Some((label.clone(), calls.first()?)));
    called.chain(launched).chain(notes).collect()
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
            "notes": notes, "count": finding.count, "wave_sizes": finding.lanes, "level": finding.level.word(),
            "suppressed": finding.suppression.as_ref().map(|by| json!({ "by": by.by, "reason": by.reason })),
        })
    });
    let endings = endings.iter().map(|ending| json!({ "wave_size": ending.lanes, "status": ending.status }));
    json!({ "findings": findings.collect::<Vec<_>>(), "failed": endings.collect::<Vec<_>>() })
}
