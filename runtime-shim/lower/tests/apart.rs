//! Which accesses of code that is checked for races are told, and which of code that is checked for accesses out of bounds are checked, of a
//! kernel's own code and of its copy for launches that answer all questions.

#[path = "support/device.rs"]
mod device;

use hipify_lower::checks::Checks;
use hipify_lower::{Form, Options};

/// What is told of a kernel's accesses, or checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Told {
    /// None whatever the launch.
    Never,
    /// None by the copy.
    OrNone,
    /// Fewer by the copy.
    OrFewer,
    /// By the kernel's own code alone.
    Always,
}

use Told::{Always, Never, OrFewer, OrNone};

const RACES: [(&str, Told); 16] = [
    ("rows", OrNone),
    ("strides", OrNone),
    ("tiles", OrNone),
    ("first_thread", OrNone),
    ("members", OrNone),
    ("counts", Never),
    ("nothing_written", Never),
    ("counts_and_fences", OrFewer),
    ("scattered", OrFewer),
    ("tables", Always),
    ("tile_without_barrier", OrFewer),
    ("barrier_of_some", OrFewer),
    ("halves", OrNone),
    ("inner", OrNone),
    ("sums", OrFewer),
    ("until_nothing", OrNone),
];

const BOUNDS: [(&str, Told); 8] = [
    ("rows", OrNone),
    ("tiles", OrNone),
    ("members", OrNone),
    ("scattered", OrFewer),
    ("halves", OrNone),
    ("inner", OrNone),
    ("sums", OrNone),
    ("until_nothing", OrFewer),
];

#[test]
fn what_races_with_nothing_is_told_to_nobody() {
    let calls = ["__hipify_race_access(", "__hipify_race_write("];
    let text = lowered(Checks { race: true, ..Checks::default() });
    assert_eq!(found(&text, &calls, RACES), RACES);
    // Who compares launches with each other asks the kernel's own code.
    let reached = |kernel: &str| told(&text, kernel, &["__hipify_race_reach("]);
    assert_eq!(
        ["counts", "counts.apart", "tiles.apart"].map(|kernel| reached(kernel).is_some_and(|count| count > 0)),
        [true, false, false]
    );
}

#[test]
fn what_a_launch_knows_to_be_in_bounds_is_not_checked() {
    let text = lowered(Checks { memory: true, ..Checks::default() });
    assert_eq!(found(&text, &["__hipify_check_failed("], BOUNDS), BOUNDS);
}

fn lowered(checks: Checks) -> String {
    let options = Options { checks, form: Form::Text, ..device::options() };
    let (text, _) = hipify_lower::lower(&device::device_code("apart/kernels.hip"), &options).unwrap();
    String::from_utf8(text).unwrap()
}

/// What is done about the accesses of kernels, each by one of `calls`.
fn found<const COUNT: usize>(text: &str, calls: &[&str], cases: [(&'static str, Told); COUNT]) -> [(&'static str, Told); COUNT] {
    cases.map(|(kernel, _)| {
        let told = match (told(text, kernel, calls).unwrap(), told(text, &format!("{kernel}.apart"), calls)) {
            (0, None | Some(0)) => Never,
            (1.., Some(0)) => OrNone,
            (own, Some(copy)) if copy < own => OrFewer,
            (1.., None) => Always,
            other => panic!("{kernel}: {other:?}"),
        };
        (kernel, told)
    })
}

/// The accesses of which a kernel's `step` tells, or its `run` where there is no `step`.
fn told(text: &str, kernel: &str, calls: &[&str]) -> Option<usize> {
    let body = |entry: &str| {
        let (_, after) = text.split_once(&format!("@{kernel}.{entry}("))?;
        after.split_once("\n}").map(|(body, _)| body)
    };
    let body = body("step").or_else(|| body("run"))?;
    Some(body.lines().filter(|line| calls.iter().any(|call| line.contains(call))).count())
}
