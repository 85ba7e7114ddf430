//! As many kernels as are wanted, on the CPU and on GPUs. Variables of the environment say which:
//!
//! | variable | what |
//! |---|---|
//! | `COUNT`, `SEED`, `FIRST` | how many kernels (400), of which seed (1), the number of the first (0) |
//! | `ONLY` | in their place the numbers of kernels, as findings say them: `"152 1183"` |
//! | `SIZE` | kernels of a program (100) |
//! | `TARGETS` | GPUs and the CPU, which alone it is without it: `"cpu gfx942 gfx1100"` |
//! | `RUNNER` | what runs a program for a GPU, as `RUNNER gfx942 PROGRAM FIRST`; without it programs are started as they are |
//! | `LEVELS` | optimisation levels, `"0 1 2 3"`: a program has one, in turns, and each tenth program all |
//! | `FLAGS` | options for the compiler |
//! | `REDUCE` | differences that are reduced (5) |
//! | `CHECK` | tools of `check`, or `all`, that are to find nothing in the kernels at both wave sizes |
//! | `JOBS` | programs at once (1) |
//! | `HIPIFY_RS` | the command under test, else the one that cargo builds |
//!
//! Differences that come of known faults of compilers (`text/known.toml`) are printed and counted apart; the others fail.

use crate::examine::{Build, Finding, Manner, Variant};
use crate::known::{self, Explained, Fault};
use crate::{cli_command, kernels, reduce, scratch};
use std::collections::{BTreeMap, BTreeSet};
use std::env::var;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// Of that many programs one is built at all levels.
const SHARE: usize = 10;

/// What is wanted.
struct Wanted {
    seed: u64,
    /// Kernels, by their numbers.
    numbers: Vec<usize>,
    /// Kernels of a program.
    size: usize,
    cpu: bool,
    gpus: Vec<String>,
    levels: Vec<usize>,
    reduce: usize,
    check: Option<String>,
    jobs: usize,
    manner: Manner,
    /// Faults of compilers that are no findings.
    faults: Vec<Fault>,
}

/// What has been done.
#[derive(Default)]
struct Done {
    kernels: BTreeMap<Variant, usize>,
    found: Vec<Finding>,
    /// What comes of known faults.
    known: Vec<Explained>,
    /// What `check` finds.
    checked: Vec<String>,
}

/// A variable's value, or `default` where it is not set or empty.
fn number<T: FromStr>(name: &str, default: T) -> T {
    let said = var(name).unwrap_or_default();
    if said.is_empty() { default } else { said.parse().unwrap_or_else(|_| panic!("`{name}` needs a number, not `{said}`")) }
}

fn words(name: &str) -> Vec<String> {
    var(name).unwrap_or_default().split([' ', ',']).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

fn numbers(name: &str) -> Vec<usize> {
    let number = |word: &String| word.parse().unwrap_or_else(|_| panic!("`{name}` needs numbers, not `{word}`"));
    words(name).iter().map(number).collect()
}

impl Wanted {
    fn read() -> Self {
        let (levels, only, first) = (numbers("LEVELS"), numbers("ONLY"), number("FIRST", 0));
        let (cpu, gpus): (Vec<_>, Vec<_>) = words("TARGETS").into_iter().partition(|target| target == "cpu");
        let cpu = !cpu.is_empty();
        let command = var("HIPIFY_RS").map_or_else(|_| cli_command::binary().to_owned(), PathBuf::from);
        let runner = var("RUNNER").ok().filter(|runner| !runner.is_empty());
        let flags = var("FLAGS").unwrap_or_default().split_whitespace().map(str::to_owned).collect();
        Self {
            seed: number("SEED", 1),
            numbers: if only.is_empty() { (first..first + number("COUNT", 400)).collect() } else { only },
            size: number("SIZE", 100),
            cpu: cpu || gpus.is_empty(),
            gpus,
            levels: if levels.is_empty() { vec![0, 1, 2, 3] } else { levels },
            reduce: number("REDUCE", 5),
            check: var("CHECK").ok().filter(|tools| !tools.is_empty()),
            jobs: number("JOBS", 1),
            manner: Manner { command, runner, flags },
            faults: known::faults(),
        }
    }

    /// The builds of a program by its number.
    fn builds(&self, program: usize) -> Vec<Build> {
        let level = self.levels[program % self.levels.len()];
        let levels = if program.is_multiple_of(SHARE) { self.levels.clone() } else { vec![level] };
        let gpus = levels.iter().map(|&level| Build { targets: self.gpus.clone(), level });
        let cpu = levels.iter().filter(|_| self.cpu).map(|&level| Build::cpu(level));
        cpu.chain(gpus.filter(|build| !build.targets.is_empty())).collect()
    }

    fn program(&self, program: usize, done: &Mutex<Done>) {
        let start = Instant::now();
        let numbers = self.numbers.chunks(self.size).nth(program).expect("a program");
        let (first, last) = (numbers[0], numbers[numbers.len() - 1]);
        let (kernels, builds) = (kernels(self.seed, numbers), self.builds(program));
        let folder = scratch(&format!("seed{}-{first}-{last}", self.seed));
        let (known, found) = self.sorted(&folder, self.manner.examine(&folder, &kernels, &builds));
        let checked =
            self.check.as_ref().map(|tools| self.manner.check(&folder.join("checked"), &kernels, tools)).unwrap_or_default();
        if found.is_empty() && checked.is_empty() {
            let _ = std::fs::remove_dir_all(folder);
        }
        let mut done = done.lock().unwrap();
        for variant in builds.iter().flat_map(Build::variants) {
            *done.kernels.entry(variant).or_default() += kernels.len();
        }
        let count = numbers.len();
        let (new, old, time) = (found.len(), known.len(), start.elapsed());
        eprintln!("seed {}, {count} kernels, {first} to {last}: {new} findings, {old} of known faults, {time:.0?}", self.seed);
        known.iter().for_each(|(names, finding)| eprint!("{}: {}", names.join(" and "), finding.report()));
        found.iter().for_each(|finding| eprint!("{}", finding.report()));
        checked.iter().for_each(|line| eprint!("check: {line}"));
        done.found.extend(found);
        done.checked.extend(checked);
        done.known.extend(known);
    }

    /// What comes of known faults, and the other findings.
    fn sorted(&self, folder: &Path, found: Vec<Finding>) -> (Vec<Explained>, Vec<Finding>) {
        let explained = known::explained(&self.faults, &self.manner, &folder.join("known"), found);
        let (known, new): (Vec<_>, Vec<_>) = explained.into_iter().partition(|(names, _)| !names.is_empty());
        (known, new.into_iter().map(|(_, finding)| finding).collect())
    }
}

/// Known faults that came up, with their kernels.
fn print_known(faults: &[Fault], known: &[Explained]) {
    for fault in faults {
        let all: Vec<&Finding> =
            known.iter().filter(|(names, _)| names.contains(&fault.name)).map(|(_, finding)| finding).collect();
        let kernels: BTreeSet<usize> = all.iter().map(|finding| finding.kernel.number).collect();
        if !all.is_empty() {
            println!("known, {}: {}; {} times, kernels {kernels:?}", fault.name, fault.what, all.len());
        }
    }
}

/// Makes, builds and runs the kernels, prints the differences and a table, and fails where there is one.
pub(crate) fn run() {
    let wanted = Wanted::read();
    let done = Mutex::new(Done::default());
    let (programs, next) = (wanted.numbers.len().div_ceil(wanted.size), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..wanted.jobs {
            scope.spawn(|| {
                while let Some(program) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&program| program < programs) {
                    wanted.program(program, &done);
                }
            });
        }
    });
    let Done { kernels, found, known, checked } = done.into_inner().unwrap();
    for (variant, count) in kernels {
        let wrong = found.iter().filter(|finding| finding.variant == variant).count();
        let old = known.iter().filter(|(_, finding)| finding.variant == variant).count();
        println!("{variant}: {count} kernels, {wrong} findings, {old} of known faults");
    }
    print_known(&wanted.faults, &known);
    let count = found.len() + checked.len();
    for finding in found.into_iter().take(wanted.reduce) {
        let folder = scratch(&format!("reduced{}-{}", wanted.seed, finding.kernel.number));
        let reduced = reduce::reduced(&wanted.manner, &folder, finding);
        println!("\n{}{}", reduced.report(), reduced.kernel.print("k"));
    }
    assert_eq!(count, 0, "findings; SEED and ONLY run single kernels again");
}
