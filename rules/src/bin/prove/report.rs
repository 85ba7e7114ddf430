//! Findings -> the table that `prove` prints, and the lists that its numbers count.

use std::collections::BTreeMap;

use crate::check::{Finding, Target};
use crate::headers::Headers;
use crate::layout::Sets;
use crate::signature::Agreement;

/// Counts of one library.
#[derive(Default)]
struct Counts {
    rows: usize,
    cuda: usize,
    mapped: usize,
    hip: usize,
    equal: usize,
    recorded: usize,
    newer: usize,
    no_header: usize,
    missing: usize,
    differs: usize,
}

impl Counts {
    fn add(&mut self, finding: &Finding) {
        self.rows += 1;
        self.cuda += usize::from(finding.cuda.is_some());
        self.mapped += usize::from(finding.target != Target::None);
        match &finding.target {
            Target::None => {}
            Target::Proven(_) => self.hip += 1,
            Target::Newer(_) => self.newer += 1,
            Target::NoHeader(_) => self.no_header += 1,
            Target::Missing(_) => self.missing += 1,
        }
        match class(finding) {
            Some("equal") => self.equal += 1,
            Some("recorded") => self.recorded += 1,
            Some("differs") => self.differs += 1,
            _ => {}
        }
    }

    fn cells(&self) -> [usize; 10] {
        let Self { rows, cuda, mapped, hip, equal, recorded, newer, no_header, missing, differs } = *self;
        [rows, cuda, mapped, hip, equal, recorded, newer, no_header, missing, differs]
    }
}

/// How a row's signatures stand; `None` where there are none to compare.
pub(crate) fn class(finding: &Finding) -> Option<&'static str> {
    let recorded = finding.symbol.differs().is_some() || finding.symbol.has_call_edits();
    match &finding.signature {
        Agreement::Differs(_) | Agreement::Equal if recorded => Some("recorded"),
        Agreement::Differs(_) => Some("differs"),
        Agreement::Equal => Some("equal"),
        Agreement::NoFunction => None,
    }
}

/// Whether the headers contradict the row.
pub(crate) fn is_wrong(finding: &Finding) -> bool {
    matches!(finding.target, Target::Missing(_)) || class(finding) == Some("differs")
}

/// Prints the table, one line a library.
pub(crate) fn print_table(findings: &[Finding]) {
    let mut libraries: BTreeMap<&str, Counts> = BTreeMap::new();
    let mut total = Counts::default();
    for finding in findings {
        libraries.entry(finding.symbol.library()).or_default().add(finding);
        total.add(finding);
    }
    println!(
        "{:<12}{:>7}{:>7}{:>8}{:>7}{:>7}{:>10}{:>7}{:>11}{:>9}{:>9}",
        "library", "rows", "CUDA", "mapped", "HIP", "equal", "recorded", "newer", "no header", "missing", "differs"
    );
    for (library, counts) in libraries.iter().chain([(&"total", &total)]) {
        let [rows, cuda, mapped, hip, equal, recorded, newer, no_header, missing, differs] = counts.cells();
        println!(
            "{library:<12}{rows:>7}{cuda:>7}{mapped:>8}{hip:>7}{equal:>7}{recorded:>10}{newer:>7}{no_header:>11}{missing:>9}{differs:>9}"
        );
    }
}

/// Prints how many rows each set of headers proves.
pub(crate) fn print_sources(findings: &[Finding]) {
    let mut cuda: BTreeMap<&str, usize> = BTreeMap::new();
    let mut hip: BTreeMap<&str, usize> = BTreeMap::new();
    for finding in findings {
        if let Some(set) = &finding.cuda {
            *cuda.entry(set).or_default() += 1;
        }
        if let Target::Proven(set) = &finding.target {
            *hip.entry(set).or_default() += 1;
        }
    }
    for (side, sets) in [("CUDA", cuda), ("HIP", hip)] {
        let parts: Vec<String> = sets.iter().map(|(set, rows)| format!("{set}: {rows}")).collect();
        println!("{side} side proven in {}", parts.join(", "));
    }
}

/// Prints how many of the roc libraries' and MIOpen's names stand in a header.
pub(crate) fn print_families(findings: &[Finding], sets: &Sets) {
    print_family("roc", findings.iter().filter_map(|f| f.symbol.roc()).collect(), sets);
    print_family("MIOpen", findings.iter().filter_map(|f| f.symbol.miopen()).collect(), sets);
}

fn print_family(family: &str, names: Vec<&str>, sets: &Sets) {
    let stands = |name: &str| sets.hip.iter().any(|set| set.index.has(name.split('<').next().unwrap_or(name)));
    let proven = names.iter().filter(|name| stands(name)).count();
    println!("{proven} of {} {family} names proven", names.len());
}

/// Prints what the folders say about the header table.
pub(crate) fn print_headers(headers: &Headers) {
    let Headers { rows, proven, no_header, unknown } = headers;
    println!("{rows} header rows: the HIP header of {proven} stands in a folder");
    println!("headers that no package has: {}", no_header.iter().copied().collect::<Vec<_>>().join(", "));
    println!("{} CUDA headers have no row", unknown.len());
    unknown.iter().for_each(|name| println!("wrong: no row for `{name}`"));
}

/// The line that `--list` prints for a row.
pub(crate) fn line(finding: &Finding) -> String {
    let symbol = finding.symbol;
    let what = match (&finding.target, &finding.signature) {
        (Target::Missing(name), _) => format!("`{name}` stands in no header"),
        (Target::Newer(name), _) => format!("`{name}` is newer than the headers"),
        (Target::NoHeader(name), _) => format!("no header of `{name}` can be had"),
        (_, Agreement::Differs(text)) => text.clone(),
        _ => String::new(),
    };
    format!("{}\t{}\t{}\t{what}", symbol.library(), symbol.cuda(), symbol.hip().unwrap_or("-"))
}
