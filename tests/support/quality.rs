//! From marked sources and what `hipify-rs lint` says of them to how much of the planted it finds (recall), and how much of what
//! it finds is there (precision).
//!
//! A line with a hazard ends in `// hazard: HIP1001 HIP1003`. A code in parentheses is true of the line as well, without being
//! asked for: another name of the same cause, or its consequence.

use crate::cli_command::binary;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::Path;
use std::process::Command;

/// Of a file, its line and a code.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct HazardSite {
    pub file: String,
    pub line: u64,
    pub code: String,
}

impl fmt::Display for HazardSite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{} {}", self.file, self.line, self.code)
    }
}

/// What the marks of a folder say.
#[derive(Default)]
pub struct Marks {
    /// To be found.
    pub planted: BTreeSet<HazardSite>,
    /// True where they are found.
    pub allowed: BTreeSet<HazardSite>,
    /// Programs with a hazard to be found, and those without.
    pub with: usize,
    pub without: usize,
}

impl Marks {
    pub fn of(folder: &Path) -> Self {
        let mut marks = Self::default();
        let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        for path in files {
            let before = marks.planted.len();
            marks.read(path.file_name().unwrap().to_str().unwrap(), &std::fs::read_to_string(&path).unwrap());
            if path.extension().is_some_and(|ending| ending == "h") {
                continue;
            }
            *(if marks.planted.len() > before { &mut marks.with } else { &mut marks.without }) += 1;
        }
        marks
    }

    fn read(&mut self, file: &str, text: &str) {
        for (number, line) in (1..).zip(text.lines()) {
            let Some((_, codes)) = line.split_once("// hazard: ") else { continue };
            for code in codes.split_whitespace() {
                let bare = code.trim_matches(['(', ')']);
                assert!(bare.starts_with("HIP") && bare.len() == 7, "{file}:{number}: `{code}` is no code");
                let place = HazardSite { file: file.to_owned(), line: number, code: bare.to_owned() };
                if bare == code {
                    self.planted.insert(place)
                } else {
                    self.allowed.insert(place)
                };
            }
        }
    }
}

/// A finding: where it stands, and where else it says that its cause shows.
struct Found {
    place: HazardSite,
    related: Vec<u64>,
    message: String,
}

/// What lint finds with a selection, beside the marks.
pub struct Quality {
    /// Of each code: planted, found of them, findings, right ones of them.
    pub by_code: BTreeMap<String, [usize; 4]>,
    pub misses: Vec<HazardSite>,
    /// With their messages.
    pub false_alarms: Vec<String>,
    pub planted: usize,
    pub findings: usize,
}

impl Quality {
    /// Of the lints that `select` names; hazards of others are not asked for.
    pub fn of(folder: &Path, marks: &Marks, select: &str) -> Self {
        let others = unselected(select);
        let found = findings(folder, select);
        let mut quality =
            Self { by_code: BTreeMap::new(), misses: Vec::new(), false_alarms: Vec::new(), planted: 0, findings: 0 };
        for place in marks.planted.iter().filter(|place| !others.contains(&place.code)) {
            let hit = found.iter().any(|found| found.says(place));
            let counts = quality.by_code.entry(place.code.clone()).or_default();
            counts[0] += 1;
            counts[1] += usize::from(hit);
            quality.planted += 1;
            if !hit {
                quality.misses.push(place.clone());
            }
        }
        for found in &found {
            let right = marks.planted.union(&marks.allowed).any(|place| found.says(place));
            let counts = quality.by_code.entry(found.place.code.clone()).or_default();
            counts[2] += 1;
            counts[3] += usize::from(right);
            quality.findings += 1;
            if !right {
                quality.false_alarms.push(format!("{}: {}", found.place, found.message));
            }
        }
        quality
    }

    pub fn recall(&self) -> f64 {
        part(self.planted - self.misses.len(), self.planted)
    }

    pub fn precision(&self) -> f64 {
        part(self.findings - self.false_alarms.len(), self.findings)
    }
}

impl Found {
    /// At this place, or of it.
    fn says(&self, place: &HazardSite) -> bool {
        let same_code = self.place.code == place.code && self.place.file == place.file;
        same_code && (self.place.line == place.line || self.related.contains(&place.line))
    }
}

impl fmt::Display for Quality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "code     planted  found  recall  findings  right  precision")?;
        for (code, [planted, found, findings, right]) in &self.by_code {
            let (recall, precision) = (percent(*found, *planted), percent(*right, *findings));
            writeln!(f, "{code}  {planted:7}  {found:5}  {recall:>6}  {findings:8}  {right:5}  {precision:>9}")?;
        }
        let (found, right) = (self.planted - self.misses.len(), self.findings - self.false_alarms.len());
        let (recall, precision) = (percent(found, self.planted), percent(right, self.findings));
        writeln!(f, "all      {:7}  {found:5}  {recall:>6}  {:8}  {right:5}  {precision:>9}", self.planted, self.findings)?;
        for miss in &self.misses {
            writeln!(f, "missed       {miss}")?;
        }
        for alarm in &self.false_alarms {
            writeln!(f, "false alarm  {alarm}")?;
        }
        Ok(())
    }
}

/// One where nothing was to be done.
fn part(of: usize, all: usize) -> f64 {
    if all == 0 { 1.0 } else { of as f64 / all as f64 }
}

fn percent(of: usize, all: usize) -> String {
    if all == 0 { "-".to_owned() } else { format!("{:.1} %", part(of, all) * 100.0) }
}

/// Codes of lints that are there, and that a selection leaves out. A code without a lint is not among them: it is missed.
fn unselected(select: &str) -> BTreeSet<String> {
    let rules = lint(&["--list-rules", "--json", "--select", select], Path::new("."));
    let left_out = rules.as_array().unwrap().iter().filter(|rule| rule["selected"] == false);
    left_out.map(|rule| rule["code"].as_str().unwrap().to_owned()).collect()
}

fn findings(folder: &Path, select: &str) -> Vec<Found> {
    let report = lint(&["--output-format", "json", "--exit-zero", "--isolated", "--select", select, "."], folder);
    let findings = report["findings"].as_array().unwrap();
    findings.iter().map(found).collect()
}

fn found(finding: &Value) -> Found {
    let text = |key: &str| finding[key].as_str().unwrap().to_owned();
    let related = finding["related"].as_array().into_iter().flatten();
    let file = text("path");
    Found {
        place: HazardSite {
            file: file.rsplit('/').next().unwrap().to_owned(),
            line: finding["start"]["line"].as_u64().unwrap(),
            code: text("code"),
        },
        related: related.filter_map(|place| place["line"].as_u64()).collect(),
        message: text("message"),
    }
}

fn lint(arguments: &[&str], folder: &Path) -> Value {
    let run = Command::new(binary()).arg("lint").args(arguments).current_dir(folder).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    serde_json::from_slice(&run.stdout).unwrap()
}
