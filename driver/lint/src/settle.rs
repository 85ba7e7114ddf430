//! What one file cannot tell: names that other files declare, the baseline, rules that matched nothing.

use crate::baseline::Baseline;
use crate::file::{Looked, Work};
use crate::finding::{Finding, State};
use crate::place::SourcePosition;
use crate::plan::{BaselineUse, Plan};
use crate::report::FileReport;
use crate::rule::{IDLE_RULE, STALE_BASELINE};
use hipify_diagnostics::Level;
use hipify_engine::located_diagnostic::{Line, LocatedDiagnostic};
use hipify_engine::options::Engine;
use hipify_engine::resolve::declared_by_headers;
use hipify_error::Error;
use hipify_tree::scan::resolved;
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

/// The finished reports, and notes for the summary.
pub(crate) fn settle(work: &Work<'_>, mut looked: Vec<Looked>, notes: &mut Vec<String>) -> Result<Vec<FileReport>, Error> {
    let mut declared: HashSet<String> = looked.iter_mut().flat_map(|file| std::mem::take(&mut file.declared)).collect();
    if !work.plan.roots.iter().any(|root| root.is_dir()) {
        declared.extend(in_headers(work.plan, &looked));
    }
    for file in &mut looked {
        resolve(work, file, &declared);
        number(&mut file.report.found);
    }
    let mut extra = idle_rules(work.plan, &looked);
    extra.extend(baseline(work.plan, &mut looked, notes)?);
    let mut reports: Vec<FileReport> = looked.into_iter().map(|file| file.report).collect();
    reports.extend(extra);
    Ok(reports)
}

/// The findings of a file that was looked at by itself.
pub(crate) fn alone(work: &Work<'_>, mut looked: Looked) -> Vec<Finding> {
    let mut declared: HashSet<String> = std::mem::take(&mut looked.declared).into_iter().collect();
    declared.extend(in_headers(work.plan, std::slice::from_ref(&looked)));
    resolve(work, &mut looked, &declared);
    number(&mut looked.report.found);
    looked.report.found
}

/// What headers declare that the files include by quotes: these were not given, and are read where a name may come from them.
fn in_headers(plan: &Plan, looked: &[Looked]) -> Vec<String> {
    let engine = Engine::safe(plan.options.port.clone());
    let mut seen = HashSet::new();
    let files = looked.iter().filter(|file| !file.mentions.is_empty());
    files.flat_map(|file| declared_by_headers(&file.path, &engine, &mut seen)).collect()
}

/// Adds mentions of names that are declared nowhere, then the suppressions that suppress nothing.
fn resolve(work: &Work<'_>, file: &mut Looked, declared: &HashSet<String>) {
    let judge = work.judge(&file.path);
    let mentions = std::mem::take(&mut file.mentions).into_iter().filter(|(name, _)| !declared.contains(name));
    let mut found: Vec<Finding> = mentions.map(|(_, found)| found).collect();
    judge.judge(&mut found, &mut file.allows);
    found.extend(judge.unused(&file.allows));
    if !found.is_empty() {
        file.report.found.append(&mut found);
        file.report.found.sort_by(|one, other| (one.start, one.code()).cmp(&(other.start, other.code())));
    }
}

/// Numbers the findings of each key.
fn number(found: &mut [Finding]) {
    let mut seen: HashMap<u64, u32> = HashMap::new();
    for one in found {
        let next = seen.entry(one.key).or_default();
        one.occurrence = *next;
        *next += 1;
    }
}

fn idle_rules(plan: &Plan, looked: &[Looked]) -> Vec<FileReport> {
    let matched: HashSet<usize> = looked.iter().flat_map(|file| file.matched.iter().copied()).collect();
    let rules = plan.rules.search.rules().iter().enumerate();
    let idle = rules.filter(|(number, rule)| !matched.contains(number) && plan.rules.selection.has(&rule.code));
    let found: Vec<Finding> = idle
        .map(|(_, rule)| {
            about_run(
                plan,
                IDLE_RULE,
                "idle-rule",
                format!("rule `{}` matched nothing", rule.code),
                "misspelt, or no longer needed",
            )
        })
        .filter(|_| plan.rules.selection.has(IDLE_RULE))
        .collect();
    about("hipify.toml", found)
}

fn baseline(plan: &Plan, looked: &mut [Looked], notes: &mut Vec<String>) -> Result<Vec<FileReport>, Error> {
    match &plan.baseline {
        BaselineUse::None => Ok(Vec::new()),
        BaselineUse::Write(path) => {
            let mut baseline = Baseline::empty(path);
            looked.iter().for_each(|file| baseline.add(&file.path, &file.report.found));
            let count = baseline.save(path)?;
            looked
                .iter_mut()
                .flat_map(|file| &mut file.report.found)
                .filter(|one| one.is_open())
                .for_each(|one| one.state = State::Known);
            notes.push(format!("`{}` lists {count} findings", path.display()));
            Ok(Vec::new())
        }
        BaselineUse::Read { path, update } => {
            let mut baseline = Baseline::read(path)?;
            looked.iter_mut().for_each(|file| baseline.mark(&file.path, &mut file.report.found));
            let files: HashSet<PathBuf> = looked.iter().map(|file| resolved(&file.path)).collect();
            // With changed lines alone, what was not met may stand in the others.
            let looked_at = |path: &std::path::Path| plan.diff_base.is_none() && files.contains(&resolved(path));
            if *update {
                baseline.forget_stale(looked_at);
                let count = baseline.save(path)?;
                notes.push(format!("`{}` lists {count} findings", path.display()));
                return Ok(Vec::new());
            }
            let stale = baseline.stale(looked_at).into_iter().map(|stale| {
                let message = format!(
                    "{} of `{}` in the baseline {} gone",
                    stale.rule,
                    stale.path,
                    if stale.count == 1 { "is" } else { "are" }
                );
                let message = if stale.count == 1 { message } else { format!("{} {message}", stale.count) };
                about_run(plan, STALE_BASELINE, "stale-baseline", message, "run with --update-baseline")
            });
            let stale = stale.filter(|_| plan.rules.selection.has(STALE_BASELINE)).collect();
            Ok(about(&hipify_tree::scan::slashed(path), stale))
        }
    }
}

/// A finding about the run, not about a place.
fn about_run(plan: &Plan, code: &'static str, name: &'static str, message: String, help: &str) -> Finding {
    let level = plan.rules.levels.get(code).copied();
    let level = level.unwrap_or_else(|| plan.rules.catalogue.find(code).map_or(Level::Note, |rule| rule.level));
    let key = xxhash_rust::xxh3::xxh3_64(message.as_bytes());
    let help = Some(help.to_owned());
    Finding {
        diagnostic: LocatedDiagnostic {
            code: code.into(),
            name: name.into(),
            level,
            line: 1,
            column: 1,
            message,
            help,
            source: Line::default(),
        },
        span: 0..0,
        start: SourcePosition { line: 1, column: 1, utf16: 1 },
        end: SourcePosition { line: 1, column: 1, utf16: 1 },
        confidence: "high",
        related: Vec::new(),
        fix: None,
        function: None,
        key,
        occurrence: 0,
        state: State::Open,
    }
}

fn about(path: &str, found: Vec<Finding>) -> Vec<FileReport> {
    if found.is_empty() { Vec::new() } else { vec![FileReport { path: path.to_owned(), found, ..FileReport::default() }] }
}
