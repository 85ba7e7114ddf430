//! Numbers of findings by lint, and the list of lints.

use crate::plan::Rules;
use crate::report::Report;
use crate::rule::Rule;
use hipify_diagnostics::{Applicability, Level};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The findings of one lint.
#[derive(Serialize)]
pub(crate) struct Row<'a> {
    pub(crate) code: &'a str,
    pub(crate) name: &'a str,
    /// The highest that a finding has.
    pub(crate) level: Level,
    pub(crate) count: u64,
    /// How many have a fix, safe or not.
    pub(crate) fixable: u64,
}

/// Open findings by lint, the most frequent first.
pub(crate) fn by_rule<'a>(report: &'a Report<'_>) -> Vec<Row<'a>> {
    let mut rows: BTreeMap<&str, Row<'a>> = BTreeMap::new();
    for (_, found) in report.open() {
        let diagnostic = &found.diagnostic;
        let new = || Row { code: &diagnostic.code, name: &diagnostic.name, level: diagnostic.level, count: 0, fixable: 0 };
        let row = rows.entry(&diagnostic.code).or_insert_with(new);
        row.level = row.level.max(diagnostic.level);
        row.count += 1;
        row.fixable += u64::from(found.fix_up_to(Applicability::Review).is_some());
    }
    let mut rows: Vec<Row<'a>> = rows.into_values().collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.count));
    rows
}

/// `--statistics`, as text or JSON.
pub(crate) fn of_findings(report: &Report<'_>, json: bool) -> Vec<u8> {
    let rows = by_rule(report);
    if json {
        return pretty(&rows);
    }
    let mut out = String::new();
    for Row { code, name, count, fixable, .. } in &rows {
        let fixable = if *fixable > 0 { format!("  ({fixable} fixable)") } else { String::new() };
        let _ = writeln!(out, "{count:>6}  {code}  {name}{fixable}");
    }
    out.into_bytes()
}

/// `--list-rules`, as text or JSON.
pub(crate) fn rules(rules: &Rules, json: bool) -> Vec<u8> {
    #[derive(Serialize)]
    struct Listed<'a> {
        #[serde(flatten)]
        rule: &'a Rule,
        /// On in this run.
        selected: bool,
    }
    let listed = rules.catalogue.rules.iter().map(|rule| Listed { rule, selected: rules.selection.has(&rule.code) });
    if json {
        return pretty(&listed.collect::<Vec<_>>());
    }
    let width = rules.catalogue.rules.iter().map(|rule| rule.name.len()).max().unwrap_or_default();
    let mut out = String::new();
    for Listed { rule, selected } in listed {
        let on = if selected { "on " } else { "off" };
        let fix = match rule.fix {
            Some(Applicability::Safe) => "fix       ",
            Some(Applicability::Review) => "unsafe fix",
            _ => "          ",
        };
        let level = format!("{:?}", rule.level).to_lowercase();
        let _ = writeln!(out, "{}  {:<width$}  {on}  {level:<7}  {fix}  {}", rule.code, rule.name, rule.summary);
    }
    out.into_bytes()
}

fn pretty(value: &impl Serialize) -> Vec<u8> {
    let mut text = serde_json::to_vec_pretty(value).expect("lists have text keys only");
    text.push(b'\n');
    text
}
