//! How good lint is on programs that were written without a look at it: corpora/hazards, half of them with hazards in marked lines.
//!
//! `make lint-quality` prints what `tests/support/quality.rs` counts.

use hipify_diagnostics::Source;
use hipify_lint::{Options, Select, lint};
use hipify_syntax::Tree;
use hipify_tests::quality::{Marks, Quality};
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpora/hazards")
}

fn counts(quality: &Quality) -> [usize; 4] {
    [quality.planted, quality.misses.len(), quality.findings, quality.false_alarms.len()]
}

#[test]
fn every_program_is_found_and_nearly_half_have_no_hazard() {
    let marks = Marks::of(&folder());
    assert_eq!((marks.with, marks.without), (49, 44));
}

#[test]
fn quality_of_the_default_set_is_nine_of_ten_found_and_one_false_alarm_of_twenty_at_most() {
    let marks = Marks::of(&folder());
    let quality = Quality::of(&folder(), &marks, "DEFAULT");
    println!("The default set, {} programs with hazards and {} without:\n{quality}", marks.with, marks.without);
    assert_eq!(counts(&quality), [110, 2, 121, 0], "planted, missed, findings, false alarms");
    assert!(quality.recall() >= 0.9 && quality.precision() >= 0.95, "{} and {}", quality.recall(), quality.precision());
}

#[test]
fn quality_of_all_lints_of_waves_is_as_good() {
    let quality = Quality::of(&folder(), &Marks::of(&folder()), "HIP1");
    println!("All lints of waves:\n{quality}");
    assert_eq!(counts(&quality), [89, 1, 107, 2], "planted, missed, findings, false alarms");
    assert!(quality.recall() >= 0.9 && quality.precision() >= 0.9, "{} and {}", quality.recall(), quality.precision());
}

/// Bytes between the ends of two prefixes.
const STEP: usize = 89;

/// A panic would end the test.
#[test]
fn every_prefix_of_a_program_lints() {
    let options = Options { select: Select::All, ..Options::default() };
    let mut files = 0;
    for (number, entry) in std::fs::read_dir(folder()).unwrap().enumerate() {
        let path = entry.unwrap().path();
        let (name, bytes) = (path.file_name().unwrap().to_str().unwrap(), std::fs::read(&path).unwrap());
        // Programs are cut at different places, which are together what one would show if it were cut everywhere.
        for length in (number % STEP..bytes.len()).step_by(STEP) {
            lint(&Source { path: name, bytes: &bytes[..length] }, &Tree::new([name.to_owned()]), &options);
        }
        files += 1;
    }
    assert_eq!(files, 94);
}
