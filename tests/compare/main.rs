//! `compare`: the launch that it names, in programs that wide waves break and in programs with planted bugs beside their right twins;
//! what it sets apart; records, of the header for nvcc too; and every way in which a program comes to be built.

mod nvcc;

use hipify_tests::build::copy;
use hipify_tests::cli_command::{Said, TestFolder};
use hipify_tests::programs::{self, Program};
use hipify_tests::root;
use libtest_mimic::{Arguments, Trial};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Programs of corpora/wave, and the launch that is wrong with 64 lanes: its number and its kernel.
const WAVE: &[(&str, u64, &str)] = &[
    ("ballot-bits", 1, "keep_odd"),
    ("ballot-count", 1, "count_hits"),
    ("constant-lane-mask", 1, "by_member"),
    ("lane-index", 1, "sum"),
    ("last-lane", 1, "reserve"),
    ("match-peers", 1, "histogram"),
    ("shuffle-no-width", 1, "normalise"),
    ("shuffle-tree-unrolled", 2, "greatest"),
    ("shuffle-tree", 1, "sum"),
    ("warp-size-macro", 2, "last_of_warps"),
];

/// The exit code where there is no difference, and a program says by its own that it failed.
const FAILED: u8 = 4;

fn main() -> ExitCode {
    let planted = programs::in_folder(&root().join("corpora/compare"));
    let launches = planted.iter().filter(|program| !programs::said(&program.text, "launch").is_empty()).count();
    assert_eq!((planted.len(), launches), (11, 10), "programs of corpora/compare, and those with a planted bug");
    let mut trials: Vec<Trial> = WAVE.iter().map(|row| trial(&format!("wave/{}", row.0), move || wide_waves(row))).collect();
    for program in planted {
        let name = program.name.clone();
        let is_planted = !programs::said(&program.text, "launch").is_empty();
        trials.push(if is_planted {
            trial(&format!("planted/{name}"), move || planted_bug(&program))
        } else {
            trial(&format!("planted/{name}_is_set_apart"), move || unsteady(&program))
        });
    }
    trials.extend([
        trial("a_record_is_compared_with_another_build", recorded),
        trial("digests_of_every_fourth_launch_lead_to_the_one_launch", every_fourth),
        trial("launches_outside_of_a_range_are_not_compared", range),
        trial("floats_are_compared_within_the_tolerance_that_is_asked_for", tolerance),
        trial("a_difference_by_chance_is_none", by_chance),
        trial("a_call_of_a_library_is_a_launch", library_call),
        trial("a_folder_with_a_makefile_is_built", || built("saxpy", 1)),
        trial("a_folder_with_cmake_is_built", || built("blur", 2)),
        trial("cc_builds_what_is_compared", by_cc),
        trial("cuda_fortran_is_compared", fortran),
        trial("what_has_no_record_is_an_error", no_record),
        trial("the_header_for_nvcc_writes_records_that_are_compared", nvcc::records),
    ]);
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn trial(name: &str, check: impl FnOnce() + Send + 'static) -> Trial {
    Trial::test(name, move || {
        check();
        Ok(())
    })
}

/// The answer in JSON, and the exit code that goes with it.
fn compare(place: &TestFolder, line: &str, code: u8) -> Value {
    let said = place.run(&format!("compare --output-format json {line}"));
    assert_eq!(said.code, i32::from(code), "{line}\n{}{}", said.out, said.err);
    serde_json::from_str(&said.out).unwrap_or_else(|error| panic!("{error}: {}", said.out))
}

fn names(answer: &Value, number: u64, kernel: &str) {
    let launch = &answer["difference"]["launch"];
    let name = launch["kernel"].as_str().unwrap_or_default();
    assert_eq!((launch["number"].as_u64(), name.split('(').next()), (Some(number), Some(kernel)), "{answer:#}");
    assert_eq!(answer["difference"]["pages_that_differed_before"], 0, "{answer:#}");
}

fn wide_waves(&(name, number, kernel): &(&str, u64, &str)) {
    let place = TestFolder::new(&[]);
    let path = root().join("corpora/wave").join(format!("{name}.cu"));
    let answer = compare(&place, &format!("--wave-size 32,64 {}", path.display()), 1);
    names(&answer, number, kernel);
    let same = compare(&place, &format!("--wave-size 32,32 {}", path.display()), 0);
    assert!(same["difference"].is_null() && same["compared"].as_u64() >= Some(number), "{same:#}");
}

/// Builds a program as it is and, with `RIGHT`, as its twin.
fn with_twin(place: &TestFolder, source: &Path) {
    for (output, word) in [("wrong", "-DWRONG"), ("right", "-DRIGHT")] {
        place.build(&format!("--quiet --offload-arch cpu -g {word} {} -o {output}", source.display()));
    }
}

fn planted_bug(program: &Program) {
    let first = |key: &str| programs::said(&program.text, key).remove(0);
    let place = TestFolder::new(&[]);
    with_twin(&place, &root().join("corpora/compare").join(format!("{}.cu", program.name)));
    assert!(place.run("run ./right").out.ends_with(&format!("PASS {}\n", program.name)));
    assert!(place.run("run ./wrong").out.ends_with(&format!("FAIL {}\n", program.name)));
    let answer = compare(&place, "./right --with ./wrong", 1);
    let launch = first("launch");
    let (number, kernel) = launch.split_once(' ').unwrap();
    names(&answer, number.parse().unwrap(), kernel);
    assert_eq!(answer["difference"]["allocations"][0]["variable"], first("variable"), "{answer:#}");
    compare(&place, "./right --with ./right", 0);
}

fn unsteady(program: &Program) {
    let place = TestFolder::new(&[]);
    let path = root().join("corpora/compare").join(format!("{}.cu", program.name));
    let answer = compare(&place, &format!("--wave-size 32,32 {}", path.display()), 0);
    let apart: Vec<&str> = answer["unsteady"].as_array().unwrap().iter().filter_map(|one| one["kernel"].as_str()).collect();
    let kernel = programs::said(&program.text, "unsteady").remove(0);
    assert!(apart.iter().any(|name| name.split('(').next() == Some(&kernel)), "{answer:#}");
    assert_eq!(answer["compared"], 3);
}

/// A program with a twin, built.
fn twins(source: &str) -> TestFolder {
    let place = TestFolder::new(&[]);
    with_twin(&place, &root().join("corpora/compare").join(source));
    place
}

fn good(said: &Said) {
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
}

fn recorded() {
    let place = twins("scan-offsets.cu");
    good(&place.run("compare ./right --record right.record"));
    let answer = compare(&place, "./wrong --against right.record", 1);
    names(&answer, 3, "add_offsets");
    assert_eq!(answer["difference"]["allocations"][0]["first"]["values"], serde_json::json!(["764", "381"]));
    compare(&place, "./right --against right.record", 0);
    // Digests alone say which launch it is, not which values.
    good(&place.run("compare ./right --once --contents 0 --record digests.record"));
    assert!(place.bytes("digests.record").len() * 2 < place.bytes("right.record").len());
    let answer = compare(&place, "./wrong --against digests.record", 1);
    names(&answer, 3, "add_offsets");
    assert!(answer["difference"]["allocations"][0]["first"].is_null(), "{answer:#}");
}

fn every_fourth() {
    let place = twins("graph-replay.cu");
    let answer = compare(&place, "./right --with ./wrong --every 4", FAILED);
    assert_eq!(answer["compared"], 1, "{answer:#}");
    let answer = compare(&place, "./right --with ./wrong --every 3", 1);
    names(&answer, 6, "rotate");
}

fn range() {
    let place = twins("scan-offsets.cu");
    let answer = compare(&place, "./right --with ./wrong --launches 1..2", FAILED);
    assert_eq!((&answer["compared"], &answer["launches"]), (&2.into(), &3.into()));
    names(&compare(&place, "./right --with ./wrong --launches 3..", 1), 3, "add_offsets");
}

fn tolerance() {
    let place = twins("single-sum.cu");
    // Sums of singles are off by some 1e-5 of their values.
    compare(&place, "./right --with ./wrong --rtol 1e-4", FAILED);
    names(&compare(&place, "./right --with ./wrong --rtol 1e-6", 1), 2, "sum_rows");
    names(&compare(&place, "./right --with ./wrong --ulps 1000", 1), 2, "sum_rows");
    compare(&place, "./right --with ./wrong --atol 1e5", FAILED);
    let answer = compare(&place, "./right --with ./wrong --type u64", 1);
    assert_eq!(answer["difference"]["allocations"][0]["type_from"], "as asked for");
}

/// Keeps count of its own runs in a file. Those of two sides take turns: twice for digests, twice for contents, then to confirm.
const TURNS: &str = r#"#include <cuda_runtime.h>
#include <cstdio>
__global__ void set(int *p, int value) { *p = value; }
int main() {
    FILE *file = fopen("turns", "a+");
    fputc('.', file);
    const long turn = ftell(file) - 1;
    fclose(file);
    int *p;
    cudaMalloc(&p, sizeof(int));
    set<<<1, 1>>>(p, turn < 8 ? turn / 2 % 2 : turn % 2);
    return cudaDeviceSynchronize();
}
"#;

fn by_chance() {
    let place = TestFolder::new(&[("turns.cu", TURNS)]);
    place.build("--quiet --offload-arch cpu turns.cu -o turned");
    let answer = compare(&place, "./turned --with ./turned", 0);
    assert_eq!(answer["unsteady"][0]["kernel"], "set(int*, int)", "{answer:#}");
    assert_eq!(place.bytes("turns").len(), 12);
}

const AXPY: &str = r#"#include <cublas_v2.h>
#include <cuda_runtime.h>
__global__ void twice(float *x) { x[threadIdx.x] *= 2; }
int main() {
    float host[64], *x, *y;
    for (int i = 0; i < 64; i++) host[i] = i;
    cudaMalloc(&x, sizeof host);
    cudaMalloc(&y, sizeof host);
    cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpy(y, host, sizeof host, cudaMemcpyHostToDevice);
    twice<<<1, 64>>>(x);
#ifdef RIGHT
    const float factor = 3;
#else
    const float factor = 4;
#endif
    cublasHandle_t blas;
    if (cublasCreate(&blas) || cublasSaxpy(blas, 64, &factor, x, 1, y, 1)) return 1;
    twice<<<1, 64>>>(y);
    return cudaDeviceSynchronize();
}
"#;

fn library_call() {
    let place = TestFolder::new(&[("axpy.cu", AXPY)]);
    for (output, word) in [("wrong", "-DWRONG"), ("right", "-DRIGHT")] {
        place.build(&format!("--quiet --offload-arch cpu -g {word} axpy.cu -lcublas -o {output}"));
    }
    let answer = compare(&place, "./right --with ./wrong", 1);
    names(&answer, 2, "hipblasSaxpy");
    assert_eq!(answer["difference"]["allocations"][0]["variable"], "y");
    assert_eq!(answer["difference"]["allocations"][0]["type"], "f32");
}

fn built(project: &str, launches: u64) {
    let place = TestFolder::new(&[]);
    copy(&root().join("corpora/projects").join(project), &place.path(project));
    let answer = compare(&place, project, 0);
    assert_eq!(answer["compared"], launches, "{answer:#}");
}

fn by_cc() {
    let place = TestFolder::new(&[]);
    let source = root().join("corpora/wave/last-lane.cu");
    good(&place.run(&format!("cc --offload-arch=cpu -g {} -o program", source.display())));
    names(&compare(&place, "./program", 1), 1, "reserve");
}

const LANES: &str = "\
module kernels
contains
  attributes(global) subroutine widths(a, n)
    integer, value :: n
    integer :: a(n), i
    i = (blockIdx%x - 1) * blockDim%x + threadIdx%x
    if (i <= n) a(i) = a(i) + warpsize
  end subroutine
end module
program main
  use cudafor
  use kernels
  integer, device :: a(100)
  integer :: b(100)
  a = 1
  call widths<<<2, 64>>>(a, 100)
  b = a
  if (b(100) < 33) stop 1
end program
";

fn fortran() {
    let place = TestFolder::new(&[("lanes.cuf", LANES)]);
    let answer = compare(&place, "lanes.cuf", 1);
    let difference = &answer["difference"];
    assert!(difference["launch"]["kernel"].as_str().unwrap().contains("widths"), "{answer:#}");
    let first = &difference["allocations"][0];
    assert_eq!((&first["differ"], &first["first"]["values"]), (&100.into(), &serde_json::json!(["33", "65"])), "{answer:#}");
}

fn no_record() {
    let place = TestFolder::new(&[("a.txt", "text")]);
    let said = place.run("compare /bin/true");
    assert!(said.code == 2 && said.err.contains("it calls no HIP runtime that records"), "{}", said.err);
    good(
        &place.run("build --quiet --offload-arch cpu -g -DRIGHT DUMMY -o x".replace("DUMMY", &path("scan-offsets.cu")).as_str()),
    );
    let said = place.run("compare ./x --against a.txt");
    assert!(said.code == 2 && said.err.contains("it is no record of launches"), "{}", said.err);
    let said = place.run("compare missing.cu");
    assert_ne!(said.code, 0, "{}", said.err);
}

fn path(source: &str) -> String {
    root().join("corpora/compare").join(source).display().to_string()
}

/// Compiles C++ by the host's compiler; for what stands in for nvcc.
fn host_compiler(words: &[&str], folder: &Path) {
    let output = Command::new("c++").args(words).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{words:?}\n{}", String::from_utf8_lossy(&output.stderr));
}

/// A file beside this one.
fn beside(name: &str) -> PathBuf {
    root().join("tests/compare").join(name)
}
