//! The header for nvcc, compiled by the host's compiler with a CUDA runtime whose GPU is this processor.

use crate::{beside, compare, good, host_compiler, names};
use hipify_tests::cli_command::TestFolder;
use std::process::Command;

/// The words by which the linker leads calls to the header, as the header says.
fn wraps(header: &str) -> Vec<String> {
    let names = header.lines().filter_map(|line| line.strip_prefix("HIPIFY_WRAP(")?.split(',').next());
    let words: Vec<String> = names.map(|name| format!("-Wl,--wrap={name}")).collect();
    assert!(words.len() > 10, "{words:?}");
    words
}

pub(crate) fn records() {
    let place = TestFolder::new(&[]);
    let header = place.run("compare --nvcc-header");
    good(&header);
    place.write("hipify_record.h", &header.out);
    let include = format!("-I{}", beside("stand_in").display());
    let sources = [beside("stand_in/launches.cpp"), beside("stand_in/cudart.cpp")].map(|path| path.display().to_string());
    let wraps = wraps(&header.out);
    let mut words = vec!["-include", "hipify_record.h", &include, &sources[0], &sources[1], "-o", "original"];
    words.extend(wraps.iter().map(String::as_str));
    host_compiler(&words, &place.path(""));
    let mut runs = Vec::new();
    for run in ["first", "second"] {
        let mut command = Command::new(place.path("original"));
        command.env("HIPIFY_RECORD", place.path(run)).env("HIPIFY_RECORD_CONTENTS", "1000000");
        assert!(command.status().unwrap().success());
        runs.extend(place.bytes(run));
    }
    place.write("original.record", &runs);

    // The same program as CUDA, right and with a wrong factor in its second launch.
    for (output, word) in [("right", "-DFACTOR=3"), ("wrong", "-DFACTOR=4")] {
        place.build(&format!("--quiet --offload-arch cpu -g {word} {} -o {output}", beside("stand_in/launches.cu").display()));
    }
    let same = compare(&place, "./right --against original.record", 0);
    assert_eq!((&same["compared"], &same["tolerated"]), (&3.into(), &0.into()), "{same:#}");
    let answer = compare(&place, "./wrong --against original.record", 1);
    names(&answer, 2, "scale");
    let first = &answer["difference"]["allocations"][0]["first"];
    assert_eq!((&first["index"], &first["values"]), (&1.into(), &serde_json::json!(["4.0", "3.0"])), "{answer:#}");
}
