//! Findings of runs, at places in source, one a cause.

use hipify_diagnostics::Level;
use hipify_inspect::demangle;
use hipify_places::{Call, Places};
use serde_json::Value;

/// A finding.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    pub(crate) tool: String,
    pub(crate) kind: String,
    pub(crate) message: String,
    /// Where: the frames of the program's own source, innermost first, in device code or on the host.
    pub(crate) frames: Vec<Call>,
    /// The thread of a kernel that it is about.
    pub(crate) place: Option<Place>,
    /// Other places, with what they are.
    pub(crate) notes: Vec<(String, Vec<Call>)>,
    /// How often, in all runs.
    pub(crate) count: u64,
    /// The wave sizes of the runs in which it was found.
    pub(crate) lanes: Vec<u32>,
    pub(crate) level: Level,
    /// Why it does not count.
    pub(crate) suppression: Option<Suppression>,
}

/// Why a finding does not count.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Suppression {
    /// What says so: a line of source, or a configuration.
    pub(crate) by: String,
    /// It stands in the source.
    pub(crate) in_source: bool,
    /// The reason that it gives.
    pub(crate) reason: Option<String>,
}

/// A thread of a kernel.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// Demangled.
    pub(crate) kernel: String,
    /// From 1; 0 where it is not known.
    pub(crate) launch: u64,
    /// The calls that launched it.
    pub(crate) calls: Vec<Call>,
    pub(crate) block: Value,
    /// Null where no one thread is to blame.
    pub(crate) thread: Value,
    pub(crate) lane: u64,
}

impl Finding {
    /// What the command itself has to say.
    pub(crate) fn of_command(kind: &str, message: String, call: Option<Call>) -> Finding {
        Finding {
            tool: "check".to_owned(),
            kind: kind.to_owned(),
            message,
            frames: call.into_iter().collect(),
            place: None,
            notes: Vec::new(),
            count: 1,
            lanes: Vec::new(),
            level: Level::Note,
            suppression: None,
        }
    }

    /// `memory/out-of-bounds`.
    pub(crate) fn code(&self) -> String {
        format!("{}/{}", self.tool, self.kind)
    }

    /// What makes two findings one.
    fn is_same(&self, other: &Finding) -> bool {
        let kernel = |one: &Finding| one.place.as_ref().map(|place| place.kernel.clone());
        (&self.tool, &self.kind, self.frames.first()) == (&other.tool, &other.kind, other.frames.first())
            && kernel(self) == kernel(other)
            && (!self.frames.is_empty() || self.message == other.message)
    }
}

/// Adds the findings of a run to those of others.
pub(crate) fn add(all: &mut Vec<Finding>, lines: &[Value], lanes: u32, places: &mut Places) {
    for line in lines.iter().filter(|line| line["tool"].is_string()) {
        if is_in_step(line, places) {
            continue;
        }
        let finding = read(line, count(lines, line), lanes, places);
        match all.iter_mut().find(|known| known.is_same(&finding)) {
            Some(known) => {
                known.count += finding.count;
                if !known.lanes.contains(&lanes) {
                    known.lanes.push(lanes);
                }
            }
            None => all.push(finding),
        }
    }
}

/// Whether a race is one of AMD's libraries' own: of lanes within one call, which they know to run in step on the GPUs that they are for, or in
/// a kernel that is all theirs.
fn is_in_step(line: &Value, places: &mut Places) -> bool {
    let kind = line["kind"].as_str().unwrap_or_default();
    if line["tool"] != "race" || !matches!(kind, "warp" | "shared") {
        return false;
    }
    let notes = line["notes"].as_array().into_iter().flatten();
    let sites = [&line["site"]].into_iter().chain(notes.map(|note| &note["site"])).filter_map(Value::as_str);
    let within: Option<Vec<Vec<Call>>> = sites.map(|site| places.in_amd_library(site)).collect();
    let Some(within) = within else { return false };
    let is_one_call = within.len() > 1 && within.windows(2).all(|pair| pair[0].first() == pair[1].first());
    is_one_call && (kind == "warp" || within.iter().all(Vec::is_empty))
}

/// What a program that ends well may well have is a warning: memory that the system takes back, errors that change nothing.
fn level(tool: &str, kind: &str) -> Level {
    match (tool, kind) {
        ("leak", _) | ("api", "unread-error") => Level::Warning,
        _ => Level::Error,
    }
}

/// How often a finding was made: what the runtime wrote at the end, if it came to that.
fn count(lines: &[Value], of: &Value) -> u64 {
    let counted = lines.iter().find(|line| line["of"] == of["number"] && line["count"].is_u64());
    counted.and_then(|line| line["count"].as_u64()).unwrap_or(1)
}

/// The lowering's entry points, and copies of kernels, stand at a kernel's first line, around what is inlined into them: they are no calls of the program's.
fn without_entry(mut frames: Vec<Call>) -> Vec<Call> {
    let is_entry = |call: &Call| call.function.contains("[clone .") || call.function.ends_with(".run");
    while frames.len() > 1 && frames.last().is_some_and(is_entry) {
        frames.pop();
    }
    frames
}

fn read(line: &Value, count: u64, lanes: u32, places: &mut Places) -> Finding {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut calls = |value: &Value| places.of(value.as_str().unwrap_or_default());
    let place = line["place"].is_object().then(|| {
        let place = &line["place"];
        let kernel = text(&place["kernel"]);
        Place {
            kernel: demangle(&kernel).unwrap_or(kernel),
            launch: place["launch"].as_u64().unwrap_or(0),
            calls: calls(&place["calls"]),
            block: place["block"].clone(),
            thread: place["thread"].clone(),
            lane: place["lane"].as_u64().unwrap_or(0),
        }
    });
    let notes = line["notes"].as_array().into_iter().flatten();
    let notes = notes
        .map(|note| {
            let calls = note["site"].as_str().map(|site| without_entry(places.at(site)));
            (text(&note["label"]), calls.unwrap_or_else(|| places.of(note["calls"].as_str().unwrap_or_default())))
        })
        .collect();
    let mut calls = |value: &Value| places.of(value.as_str().unwrap_or_default());
    let host = calls(&line["calls"]);
    let frames = match line["site"].as_str() {
        Some(site) => without_entry(places.at(site)),
        None if host.is_empty() => place.as_ref().map(|place: &Place| place.calls.clone()).unwrap_or_default(),
        None => host,
    };
    Finding {
        tool: text(&line["tool"]),
        kind: text(&line["kind"]),
        message: text(&line["message"]),
        frames,
        place,
        notes,
        count,
        lanes: vec![lanes],
        level: level(line["tool"].as_str().unwrap_or_default(), line["kind"].as_str().unwrap_or_default()),
        suppression: None,
    }
}
