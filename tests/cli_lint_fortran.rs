//! `hipify-rs lint` over CUDA Fortran: what the port would report, with all that lint does to findings.

use hipify_tests::cli_command::{Said, TestFolder};
use serde_json::Value;

/// A kernel that cannot be translated in line 6, and a procedure that HIP lacks in line 15.
const PROGRAM: &str = "module kernels
  use cudafor
contains
  attributes(global) subroutine step(a)
    real, device :: a(:)
    if (threadIdx%x == 1) open(unit=10, file='x')
    a(threadIdx%x) = 1.0
  end subroutine
end module
program main
  use kernels
  integer :: ierr
  real, device, allocatable :: d(:)
  call step<<<1, 10>>>(d)
  ierr = cudaGraphFrobnicate(1)
end program
";
const FOUND: &[&str] = &["HIP8002:6", "HIP8003:15"];

fn json(said: &Said) -> Value {
    serde_json::from_str(&said.out).unwrap_or_else(|error| panic!("{error}: {}{}", said.out, said.err))
}

/// `CODE:LINE` of the open findings, by place.
fn codes(place: &TestFolder, line: &str) -> Vec<String> {
    let report = json(&place.run(&format!("lint {line} --output-format json")));
    let open = report["findings"].as_array().unwrap().iter().filter(|finding| finding["state"] == "open");
    open.map(|finding| format!("{}:{}", finding["code"].as_str().unwrap(), finding["start"]["line"])).collect()
}

#[test]
fn what_the_port_would_report_is_found() {
    let place = TestFolder::new(&[("a.cuf", PROGRAM), ("b.f90", "program b\nend program\n")]);
    assert_eq!(codes(&place, "."), FOUND);
    let said = place.run("lint .");
    assert_eq!(said.code, 1);
    assert!(said.out.contains("error[HIP8003]: `cudaGraphFrobnicate`") && said.out.contains("--> a.cuf:15:10"), "{}", said.out);
}

#[test]
fn every_output_has_them() {
    let place = TestFolder::new(&[("a.cuf", PROGRAM)]);
    for format in ["text", "concise", "json", "json-lines", "sarif", "github", "gitlab", "junit", "html"] {
        let said = place.run(&format!("lint a.cuf --output-format {format}"));
        for code in ["HIP8002", "HIP8003", "cudaGraphFrobnicate", "a.cuf"] {
            assert!(said.out.contains(code), "{format} lacks {code}: {}", said.out);
        }
    }
}

#[test]
fn a_module_of_another_file_is_known() {
    let module = "module data\n  use cudafor\n  real, device :: d(10)\nend module\n";
    let user =
        "subroutine f\n  use data\n  integer :: i\n  !$cuf kernel do\n  do i = 1, 10\n    d(i) = 1.0\n  end do\nend subroutine\n";
    let place = TestFolder::new(&[("data.cuf", module), ("user.cuf", user)]);
    assert_eq!(codes(&place, "."), [""; 0]);
    let alone = codes(&place, "user.cuf");
    assert!(alone.iter().all(|code| code.starts_with("HIP8002")) && !alone.is_empty(), "{alone:?}");
}

#[test]
fn comments_allow_findings_and_unused_ones_are_reported() {
    let allowed = PROGRAM
        .replace("    if (thr", "    ! hipify-lint: allow(HIP8002) written by hand\n    if (thr")
        .replace("Frobnicate(1)", "Frobnicate(1) ! NOLINT(HIP8003)")
        .replace("end program", "end program ! hipify-lint: allow(HIP8001)");
    assert_eq!(codes(&TestFolder::new(&[("a.cuf", &allowed)]), "a.cuf"), ["HIP9005:17"]);
    let fixed = "c     hipify-lint: allow(HIP8003)\n      i = cudaGraphFrobnicate(1)\n      end\n";
    let place = TestFolder::new(&[
        ("a.f", &format!("      use cudafor\n{fixed}")),
        ("b.f", "      use cudafor\n      i = cudaGraphFrobnicate(1)\n      end\n"),
    ]);
    assert_eq!(codes(&place, "a.f"), [""; 0]);
    assert_eq!(codes(&place, "b.f"), ["HIP8003:2"]);
}

#[test]
fn add_allow_writes_comments_of_fortran() {
    let place = TestFolder::new(&[("a.cuf", PROGRAM)]);
    place.run("lint a.cuf --add-allow");
    let text = place.read("a.cuf");
    assert!(text.contains("cudaGraphFrobnicate(1) ! hipify-lint: allow(HIP8003)\n"), "{text}");
    assert_eq!(codes(&place, "a.cuf"), [""; 0]);
}

#[test]
fn a_baseline_knows_them_wherever_they_move() {
    let place = TestFolder::new(&[("a.cuf", PROGRAM)]);
    assert_eq!(place.run("lint a.cuf --write-baseline known.json").code, 0);
    place.write(
        "a.cuf",
        format!("! a new line\n{PROGRAM}").replace("  integer :: ierr\n", "  integer :: ierr\n  ierr = cudaGraphAnother(2)\n"),
    );
    assert_eq!(codes(&place, "a.cuf --baseline known.json"), ["HIP8003:14"]);
}

#[test]
fn codes_are_selected_and_ignored() {
    let place = TestFolder::new(&[("a.cuf", PROGRAM)]);
    assert_eq!(codes(&place, "a.cuf --ignore HIP8002"), ["HIP8003:15"]);
    assert_eq!(codes(&place, "a.cuf --select HIP8002"), ["HIP8002:6"]);
    assert_eq!(codes(&place, "a.cuf --select HIP1"), [""; 0]);
}

#[test]
fn standard_input_is_fortran_by_its_name() {
    let place = TestFolder::new(&[]);
    let said = place.run_with_input("lint - --stdin-filename a.cuf --output-format concise", PROGRAM.as_bytes());
    assert!(said.out.contains("a.cuf:15:10: error[HIP8003]"), "{}{}", said.out, said.err);
}
