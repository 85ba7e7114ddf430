//! Which accesses of code that is checked for races are told, of a kernel's own code and of its copy for launches that answer all questions.

#[path = "support/device.rs"]
mod device;

use hipify_lower::checks::Checks;
use hipify_lower::{Form, Options};

/// What is told of a kernel's accesses.
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

const CASES: [(&str, Told); 12] = [
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
];

#[test]
fn what_races_with_nothing_is_told_to_nobody() {
    let checks = Checks { race: true, ..Checks::default() };
    let options = Options { checks, form: Form::Text, ..device::options() };
    let (text, _) = hipify_lower::lower(&device::device_code("apart/kernels.hip"), &options).unwrap();
    let text = String::from_utf8(text).unwrap();
    let found = CASES.map(|(kernel, _)| {
        let told = match (told(&text, kernel).unwrap(), told(&text, &format!("{kernel}.apart"))) {
            (0, None | Some(0)) => Never,
            (1.., Some(0)) => OrNone,
            (own, Some(copy)) if copy < own => OrFewer,
            (1.., None) => Always,
            other => panic!("{kernel}: {other:?}"),
        };
        (kernel, told)
    });
    assert_eq!(found, CASES);
    // Who compares launches with each other asks the kernel's own code.
    let reached = |kernel: &str| calls(&text, kernel, &["__hipify_race_reach("]);
    assert_eq!(
        ["counts", "counts.apart", "tiles.apart"].map(|kernel| reached(kernel).is_some_and(|count| count > 0)),
        [true, false, false]
    );
}

/// The accesses of which a kernel's `step` tells, or its `run` where there is no `step`.
fn told(text: &str, kernel: &str) -> Option<usize> {
    calls(text, kernel, &["__hipify_race_access(", "__hipify_race_write("])
}

fn calls(text: &str, kernel: &str, of: &[&str]) -> Option<usize> {
    let body = |entry: &str| {
        let (_, after) = text.split_once(&format!("@{kernel}.{entry}("))?;
        after.split_once("\n}").map(|(body, _)| body)
    };
    let body = body("step").or_else(|| body("run"))?;
    Some(body.lines().filter(|line| of.iter().any(|call| line.contains(call))).count())
}
