//! Calls CUDA's device functions on the CPU with edges of their types and compares with what an NVIDIA GPU gave: a difference that
//! `runtime-shim/functions/data/differences.toml` does not explain fails.

use hipify_functions::{Function, Machine, calls, idle, known, measure, outcomes, reference, rules, unknown};
use hipify_tests::cli_command::{self, TestFolder};

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

/// The functions whose call a build refuses, for all targets, with the HIP that `before` leaves to be found.
fn refused(before: &str) -> Vec<String> {
    let (text, functions) = calls(&reference().functions());
    assert_eq!(functions.iter().filter(|line| !line.is_empty()).count(), CALLED);
    let place = TestFolder::new(&[("calls.cu", &text)]);
    let targets = "gfx90a,gfx942,gfx1100,gfx1201,cpu";
    let said =
        place.shell(&format!("{before}; $hipify build -q --offload-arch {targets} -fsyntax-only -ferror-limit=0 calls.cu"));
    let numbers = said.err.split("calls.cu:").skip(1).filter_map(|rest| rest.split(':').next()?.parse::<usize>().ok());
    let refused: std::collections::BTreeSet<&str> = numbers.map(|number| functions[number - 1].as_str()).collect();
    assert_eq!(said.code == 0, refused.is_empty(), "{}", said.err);
    refused.into_iter().map(str::to_owned).collect()
}

/// Functions of the reference that HIP has or that are supplied, without operators.
const CALLED: usize = 1524;

#[test]
fn each_function_can_be_called_on_every_target_with_the_systems_hip() {
    assert_eq!(refused("export XDG_DATA_HOME=$PWD/none"), Vec::<String>::new());
}

#[test]
fn each_function_can_be_called_on_every_target_with_the_hip_that_is_found() {
    assert_eq!(refused("true"), Vec::<String>::new());
}

#[test]
fn a_function_that_no_header_has_is_refused_by_its_line() {
    let lines = ["nothing_of_that_name(int) -> int", "__popc(unsigned int) -> int"];
    let functions: Vec<Function> = lines.iter().filter_map(|line| Function::from_line(line)).collect();
    let (text, functions) = calls(&functions);
    let place = TestFolder::new(&[("calls.cu", &text)]);
    let said = place.shell("$hipify build -q --offload-arch gfx90a -fsyntax-only calls.cu");
    assert_eq!(said.code, 3, "{}", said.err);
    assert_eq!(functions[4], lines[0]);
    assert!(said.err.contains("calls.cu:5:") && !said.err.contains("calls.cu:6:"), "{}", said.err);
}
