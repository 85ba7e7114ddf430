//! Kernels made by chance leave the same on every target: on the CPU at both wave sizes and on GPUs, without optimisation and with, what
//! the same text leaves that another compiler has made for the host. `make random-kernels` does as many as are wanted.

mod checked;
mod examine;
mod expressions;
mod generate;
mod known;
mod many;
mod patterns;
mod program;
mod reduce;
mod rows;
mod statements;
mod together;
mod tree;

use examine::{Build, Finding, Manner};
use hipify_tests::cli_command;
use patterns::Patterns;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use tree::Kernel;

/// Kernels of the tests that run by default.
const COUNT: usize = 60;
/// Those of them that are checked too.
const CHECKED: usize = 15;

#[test]
fn kernels_made_by_chance_leave_on_the_cpu_what_a_host_compiler_gives() {
    let manner = Manner { command: cli_command::binary().to_owned(), runner: None, flags: Vec::new() };
    let found = manner.examine(&scratch("default"), &first(1), &[Build::cpu(0), Build::cpu(3)]);
    assert!(found.is_empty(), "{}", found.iter().map(Finding::report).collect::<String>());
}

#[test]
fn nothing_is_found_in_kernels_made_by_chance() {
    let manner = Manner { command: cli_command::binary().to_owned(), runner: None, flags: Vec::new() };
    let found = manner.check(&scratch("checked"), &kernels(1, &(0..CHECKED).collect::<Vec<_>>()), "all");
    assert!(found.is_empty(), "{}", found.concat());
}

#[test]
fn kernels_of_a_seed_are_always_the_same_and_differ_from_each_other() {
    let texts = |seed| first(seed).iter().map(|kernel| kernel.print("k")).collect::<BTreeSet<_>>();
    assert_eq!(texts(1), texts(1));
    assert_eq!(texts(1).len(), COUNT);
    assert!(texts(1).is_disjoint(&texts(2)));
}

/// The two compilers differ in `__GNUC__`.
#[test]
fn a_kernel_that_is_wrong_is_found_and_reduced_to_what_is_wrong() {
    let mut kernel = kernels(1, &[0]).remove(0);
    let wrong = tree::Expression::leaf("u32", "(u32)(__GNUC__ + 1000u)");
    kernel.body.insert(0, tree::Statement::new("atomicAdd(&counters[$0 % 8u], $0);", vec![wrong]));
    let manner = Manner { command: cli_command::binary().to_owned(), runner: None, flags: Vec::new() };
    let found = manner.examine(&scratch("wrong"), &[kernel], &[Build::cpu(1)]).remove(0);
    assert!(found.what.starts_with("counter "), "{}", found.report());
    let text = reduce::reduced(&manner, &scratch("wrong"), found).kernel.print("k");
    assert!(text.contains("__GNUC__") && text.lines().count() == 4, "{text}");
}

/// `char` without a sign stands for a fault that `-fsigned-char` takes away.
#[test]
fn a_known_fault_explains_what_it_alone_makes_wrong() {
    let mut manner =
        Manner { command: cli_command::binary().to_owned(), runner: None, flags: vec!["-funsigned-char".to_owned()] };
    let (sign, fault) = ("REMAINDER((u32)-5, 7u)", "(u32)(char)200");
    let kernel = |number: usize, parts: &[&str]| {
        let body = vec![tree::Statement::new(format!("out[g * 10u] = {};", parts.join(" + ")), Vec::new())];
        Kernel { number, shape: tree::Shape([64, 1, 1]), functions: Vec::new(), variables: Vec::new(), body }
    };
    let other = "(u32)__GNUC__";
    let kernels = [kernel(1, &[sign, fault]), kernel(2, &[sign, fault, other]), kernel(3, &[fault]), kernel(4, &[sign])];
    let known = |manner: &Manner, probe: &str| {
        let mut fault = known::faults().swap_remove(0);
        (fault.option, fault.probe) = ("-fsigned-char".to_owned(), probe.to_owned());
        let found = manner.examine(&scratch("known"), &kernels, &[Build::cpu(1)]);
        let explained = known::explained(&[fault], manner, &scratch("known"), found);
        explained.into_iter().map(|(names, finding)| (finding.kernel.number, names.len())).collect::<BTreeSet<_>>()
    };
    // The second has another cause too, the third no sign of the fault, the fourth nothing wrong.
    assert_eq!(known(&manner, "out[g * 10u] = (u32)(char)200;"), BTreeSet::from([(1, 1), (2, 0), (3, 0)]));
    // A compiler without the fault.
    assert_eq!(known(&manner, "out[g * 10u] = 200u;"), BTreeSet::from([(1, 0), (2, 0), (3, 0)]));
    manner.flags.clear();
    assert_eq!(known(&manner, "out[g * 10u] = (u32)(char)200;"), BTreeSet::from([(2, 0)]));
}

#[test]
fn kernels_without_the_shapes_of_known_faults_leave_the_same() {
    let faults = known::faults();
    let probes = faults.iter().enumerate().map(|(place, fault)| fault.probe(place));
    let kernels: Vec<Kernel> = first(1).into_iter().chain(probes).collect();
    let flags = faults.iter().map(|fault| fault.option.clone()).collect();
    let manner = Manner { command: cli_command::binary().to_owned(), runner: None, flags };
    let found = manner.examine(&scratch("without"), &kernels, &[Build::cpu(1)]);
    assert!(found.is_empty(), "{}", found.iter().map(Finding::report).collect::<String>());
}

#[test]
#[ignore = "`make random-kernels` runs it"]
fn many_kernels_made_by_chance_leave_the_same_on_all_targets() {
    many::run();
}

/// The first kernels of a seed.
fn first(seed: u64) -> Vec<Kernel> {
    kernels(seed, &(0..COUNT).collect::<Vec<_>>())
}

/// Kernels of a seed.
fn kernels(seed: u64, numbers: &[usize]) -> Vec<Kernel> {
    let patterns = Patterns::read();
    numbers.iter().map(|&number| generate::kernel(&patterns, seed, number)).collect()
}

/// A folder for the programs.
fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("random_kernels").join(name)
}
