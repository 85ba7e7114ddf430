//! How good `check` is on the programs of corpora/checks: each has mistakes in marked lines (`// check: tool/kind`, one for each that is found
//! there), and a right twin by a macro in which nothing may be found. `// check with:` are words of `check` that both are run with;
//! `// check by timing:` marks what a mistake leads to in some runs alone, which counts neither way.
//!
//! `make check-quality` prints found, missed and false findings of all programs; without `CHECK_QUALITY=all` every eighth is run.

use hipify_abi::Tool;
use hipify_tests::cli_command::TestFolder;
use hipify_tests::root;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The tools that programs are checked with, all at once.
const TOOLS: &str = "all";
/// Without being asked for all, every so manieth program is run.
const STEP: usize = 8;

const PLANTED: &str = "// check: ";
const BY_TIMING: &str = "// check by timing: ";

/// A line, and what is found there: `memory/out-of-bounds`.
type Mark = (u64, String);

/// Of one tool.
#[derive(Default)]
struct Count {
    found: usize,
    missed: usize,
    false_ones: usize,
}

fn programs() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join("corpora/checks")).unwrap().map(|entry| entry.unwrap().path());
    // A program's name begins with its tool's.
    let is_ours = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        name.ends_with(".cu") && Tool::ALL.iter().any(|(_, tool, _)| name.starts_with(&format!("{tool}-")))
    };
    let mut programs: Vec<PathBuf> = entries.filter(is_ours).collect();
    programs.sort();
    programs
}

/// What comments of a program mark, that begin in this way.
fn marks(program: &Path, start: &str) -> BTreeSet<Mark> {
    let text = std::fs::read_to_string(program).unwrap();
    let planted = text.lines().enumerate().filter_map(|(number, line)| Some((number as u64 + 1, line.split_once(start)?.1)));
    planted.flat_map(|(number, all)| all.split_whitespace().map(move |what| (number, what.to_owned()))).collect()
}

/// What is found in a program, or in its right twin.
fn found(program: &Path, is_right: bool) -> BTreeSet<Mark> {
    let place = TestFolder::new(&[]);
    let text = std::fs::read_to_string(program).unwrap();
    // Options that a program is about.
    let with = text.lines().find_map(|line| line.strip_prefix("// check with: ")).unwrap_or_default();
    let word = if is_right { " --build-word -DRIGHT" } else { "" };
    let said = place.run(&format!("check {} --tool {TOOLS} --output-format json {with}{word}", program.display()));
    let answer: Value = serde_json::from_str(&said.out)
        .unwrap_or_else(|error| panic!("{}: {error}\n{}{}", program.display(), said.out, said.err));
    let findings = answer["findings"].as_array().unwrap();
    assert_eq!(said.code, if findings.is_empty() { 0 } else { 1 }, "{}: {}", program.display(), said.out);
    let mark = |finding: &Value| {
        let what = format!("{}/{}", finding["tool"].as_str().unwrap(), finding["kind"].as_str().unwrap());
        (finding["frames"][0]["line"].as_u64().unwrap_or(0), what)
    };
    findings.iter().map(mark).collect()
}

#[test]
fn every_program_has_a_mark() {
    let programs = programs();
    assert!(programs.len() >= 60, "{}", programs.len());
    for program in programs {
        assert!(!marks(&program, PLANTED).is_empty(), "{}", program.display());
    }
}

#[test]
fn what_is_planted_is_found_and_nothing_else() {
    let all = std::env::var("CHECK_QUALITY").is_ok_and(|value| value == "all");
    let programs: Vec<PathBuf> = programs().into_iter().step_by(if all { 1 } else { STEP }).collect();
    let (next, counts, wrong) = (AtomicUsize::new(0), Mutex::new(BTreeMap::<String, Count>::new()), Mutex::new(Vec::new()));
    let work = || {
        while let Some(program) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let (planted, by_timing) = (marks(program, PLANTED), marks(program, BY_TIMING));
            for (is_right, wanted) in [(false, planted), (true, BTreeSet::new())] {
                let mut got = found(program, is_right);
                if !is_right {
                    got.retain(|mark| !by_timing.contains(mark));
                }
                let (mut counts, mut wrong) = (counts.lock().unwrap(), wrong.lock().unwrap());
                let name = format!("{}{}", program.file_stem().unwrap().display(), if is_right { " (right twin)" } else { "" });
                let mut of = |mark: &Mark, add: fn(&mut Count)| {
                    let tool = mark.1.split('/').next().unwrap_or_default().to_owned();
                    add(counts.entry(tool).or_default());
                };
                for mark in wanted.union(&got) {
                    match (wanted.contains(mark), got.contains(mark)) {
                        (true, true) => of(mark, |count| count.found += 1),
                        (true, false) => {
                            of(mark, |count| count.missed += 1);
                            wrong.push(format!("{name}: line {}: {} is missed", mark.0, mark.1));
                        }
                        _ => {
                            of(mark, |count| count.false_ones += 1);
                            wrong.push(format!("{name}: line {}: {} is no mistake", mark.0, mark.1));
                        }
                    }
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, NonZero::get) {
            scope.spawn(work);
        }
    });
    let (counts, wrong) = (counts.into_inner().unwrap(), wrong.into_inner().unwrap());
    println!("{} programs and their right twins:", programs.len());
    for (tool, Count { found, missed, false_ones }) in &counts {
        let share = |of: usize| if *found == 0 { 0.0 } else { *found as f64 / (found + of) as f64 };
        let (recall, precision) = (share(*missed), share(*false_ones));
        println!("{tool}: {found} found, {missed} missed, {false_ones} false: recall {recall:.3}, precision {precision:.3}");
    }
    wrong.iter().for_each(|line| println!("{line}"));
    for (tool, Count { found, missed, false_ones }) in &counts {
        assert_eq!(*false_ones, 0, "{tool}: {wrong:#?}");
        assert!(*found as f64 >= 0.95 * (found + missed) as f64, "{tool}: {wrong:#?}");
    }
}
