//! Calls CUDA's device functions on the CPU with edges of their types and compares with what an NVIDIA GPU gave: a difference that
//! `runtime-shim/functions/data/differences.toml` does not explain fails.

use hipify_functions::{Function, Machine, idle, known, measure, outcomes, reference, rules, unknown};
use hipify_tests::cli_command;

fn machine(wave: u32, folder: &std::path::Path) -> Machine {
    let hipify = cli_command::binary().to_owned();
    Machine { target: "cpu".to_owned(), hipify, runner: None, wave, folder: folder.to_owned() }
}

#[test]
fn functions_on_the_cpu_give_what_cuda_gives_but_for_what_is_explained() {
    let folder = tempfile::tempdir().unwrap();
    let (reference, rules, known) = (reference(), rules(), known());
    let functions = reference.functions();
    assert_eq!(functions.len(), 1617);
    let results = measure(&functions, &rules, &machine(64, folder.path())).unwrap();
    let outcomes = outcomes(&reference, &results, &rules);
    assert_eq!(unknown("cpu", &outcomes, &known), Vec::<String>::new(), "mend it, or explain it in differences.toml");
    assert_eq!(
        idle("cpu", &outcomes, &known),
        Vec::<&str>::new(),
        "explained, and no longer so: take it out of differences.toml"
    );
    let narrow = measure(&functions, &rules, &machine(32, folder.path())).unwrap();
    assert!(narrow == results, "results depend on the size of waves");
}

#[test]
fn a_wrong_result_is_found_and_named() {
    let (reference, rules) = (reference(), rules());
    let mut results = reference.results.clone();
    let line = "__sad(int, int, unsigned int) -> unsigned int";
    let measured = results.get_mut(line).unwrap();
    measured.data[0] ^= 1;
    let outcomes = outcomes(&reference, &results, &rules);
    let new = unknown("cpu", &outcomes, &known());
    assert_eq!(new.len(), 1, "{new:?}");
    assert!(new[0].starts_with(line) && new[0].contains("1 of 384 cases, 1 ULPs"), "{new:?}");
}

#[test]
fn every_function_of_the_reference_can_be_called() {
    let reference = reference();
    let lines: Vec<&String> = reference.results.keys().collect();
    let functions = lines.iter().filter_map(|line| Function::from_line(line));
    assert_eq!(functions.map(|f| f.line()).collect::<Vec<_>>(), lines.iter().map(|l| (*l).clone()).collect::<Vec<_>>());
}
