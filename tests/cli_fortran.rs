//! CUDA Fortran by the command line: a tree ported and compiled without this tool, a makefile with `fc` in nvfortran's place, and
//! what is said of broken input.

use hipify_tests::cli_command::{TestFolder, binary};
use std::path::{Path, PathBuf};
use std::process::Command;

const STENCIL: &[&str] = &["precision.f90", "grid.cuf", "kernels.cuf", "main.cuf"];

/// The sources of a program of several modules.
fn stencil() -> TestFolder {
    let place = TestFolder::new(&[]);
    STENCIL.iter().chain(&["twin.f90"]).for_each(|name| place.write(name, std::fs::read(corpus().join(name)).unwrap()));
    place
}

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpora/fortran/stencil3d")
}

/// What a command prints; it must end well.
fn output(place: &TestFolder, program: impl AsRef<std::ffi::OsStr>, words: &[&str]) -> String {
    let mut command = Command::new(program);
    let output = command.args(words).current_dir(place.path("")).env("HIPIFY_OFFLOAD_ARCH", "cpu").env("HIPIFY_DEVICE", "cpu");
    let output = output.output().expect("the program is there: `make test` installs it");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}\n{said}", words.join(" "));
    String::from_utf8(output.stdout).unwrap()
}

fn expected() -> String {
    let place = stencil();
    output(&place, "gfortran", &["twin.f90", "-o", "twin"]);
    output(&place, place.path("twin"), &[])
}

#[test]
fn a_makefile_builds_with_fc_in_the_place_of_nvfortran() {
    let makefile = "\
FC = nvfortran
FFLAGS = -fast -cuda -gpu=cc80 -Minfo=accel
OBJECTS = precision.o grid.o kernels.o main.o
stencil: $(OBJECTS)
\t$(FC) -cuda $(OBJECTS) -o $@
%.o: %.cuf
\t$(FC) $(FFLAGS) -c $< -o $@
%.o: %.f90
\t$(FC) $(FFLAGS) -c $< -o $@
grid.o: precision.o
kernels.o: grid.o
main.o: kernels.o
";
    let expected = expected();
    for compiler in ["gfortran", "flang-new-19"] {
        let place = stencil();
        place.write("Makefile", makefile);
        let fc = format!("FC={} fc --fc={compiler}", binary().display());
        output(&place, "make", &["-j2", &fc]);
        assert_eq!(output(&place, place.path("stencil"), &[]), expected, "{compiler}");
    }
}

#[test]
fn a_ported_tree_compiles_without_this_tool() {
    let place = stencil();
    output(&place, binary(), &["port", "-q", ".", "-o", "out"]);
    let mut objects = Vec::new();
    for name in ["hipfort", "precision", "grid_kernels", "grid", "kernels_kernels", "kernels", "main_kernels", "main"] {
        let source = format!("out/{name}.f90");
        if place.has(&source) {
            let object = format!("{name}.o");
            output(&place, "gfortran", &["-ffree-line-length-none", "-c", &source, "-o", &object]);
            objects.push(object);
        }
    }
    for name in ["grid", "kernels", "main"] {
        let source = format!("out/{name}.hip.cpp");
        if place.has(&source) {
            let object = format!("{name}.kernels.o");
            // The clang of the distribution, as its users call it.
            let words = ["-x", "hip", "--offload-arch=gfx90a", "-nogpulib", "-Iout", "-O1", "-c", &source, "-o", &object];
            let gpu =
                Command::new("clang++-19").args(words).args(["-fsyntax-only"]).current_dir(place.path("")).output().unwrap();
            assert!(gpu.status.success(), "{source}\n{}", String::from_utf8_lossy(&gpu.stderr));
            output(&place, binary(), &["build", "-q", "-c", &source, "-Iout", "--offload-arch", "cpu", "-o", &object]);
            objects.push(object);
        }
    }
    assert_eq!(objects.len(), 11, "{objects:?}");
    let mut words: Vec<&str> = vec!["build", "-q", "--offload-arch", "cpu", "-lgfortran", "-o", "stencil"];
    words.extend(objects.iter().map(String::as_str));
    output(&place, binary(), &words);
    assert_eq!(output(&place, place.path("stencil"), &[]), expected());
}

#[test]
fn porting_twice_changes_nothing_and_ours_alone_is_replaced() {
    let place = stencil();
    output(&place, binary(), &["port", "-q", ".", "-o", "out"]);
    let first: Vec<String> =
        ["main.f90", "main_kernels.f90", "kernels.hip.cpp", "hipfort.f90"].map(|name| place.read(&format!("out/{name}"))).into();
    output(&place, binary(), &["port", "-q", "out", "-o", "again"]);
    assert_eq!(place.read("again/main.f90"), first[0]);
    output(&place, binary(), &["port", "-q", ".", "--exclude", "/out", "--exclude", "/again", "-o", "out"]);
    assert_eq!(place.read("out/kernels.hip.cpp"), first[2]);
    place.write("out/hipfort.f90", "! mine\n");
    let said = place.run("port -q . --exclude /out --exclude /again -o out");
    assert_eq!(said.code, 2, "{}", said.err);
    let all = said.out + &said.err;
    assert!(all.contains("hipfort.f90") && all.contains("a generated file would replace it"), "{all}");
    assert_eq!(place.read("out/hipfort.f90"), "! mine\n");
}

#[test]
fn a_patch_has_the_generated_files() {
    let place = TestFolder::new(&[("a.cuf", include_str!("../corpora/fortran/saxpy/saxpy.cuf"))]);
    let said = place.run("port a.cuf --diff");
    assert!(said.out.contains("--- /dev/null\n+++ b/a.hip.cpp\n"), "{}", said.out);
    assert_eq!(place.run("port a.cuf --check").code, 1);
    assert!(!place.has("a.hip.cpp"));
}

#[test]
fn the_summary_counts_names_of_fortran_too() {
    let text = "program p\n  use cudafor\n  integer :: n, istat\n  istat = cudaGetDeviceCount(n)\n  istat = cudaDeviceSynchronize()\nend program\n";
    let said = TestFolder::new(&[("a.cuf", text)]).run("port a.cuf --check");
    // The module counts as a name.
    assert!((said.out.clone() + &said.err).contains("3 names converted, 0 left"), "{}{}", said.out, said.err);
}

#[test]
fn macros_of_the_command_line_choose_branches_of_fortran() {
    let text = "program p\n#ifdef ON_DEVICE\n  use cudafor\n  real, device :: a(4)\n#else\n  real :: a(4)\n#endif\n  real :: b(4)\n\
                \x20 a = 2\n  b = a\n  print *, sum(b)\nend program\n";
    let place = TestFolder::new(&[("a.F90", text)]);
    for flags in ["-DON_DEVICE", ""] {
        let said = place.run(&format!("build -q a.F90 {flags} --offload-arch cpu -o a --run"));
        assert_eq!((said.code, said.out.trim()), (0, "8.00000000"), "{flags}: {}", said.err);
    }
}

#[test]
fn a_port_takes_macros_of_makefiles_for_defined() {
    let text = "program p\n#ifdef ON_DEVICE\n  use cudafor\n  real, device :: a(4)\n  a = 2\n#endif\nend program\n";
    let place = TestFolder::new(&[("a.F90", text)]);
    let said = place.run("port a.F90 -o out/ --verbose");
    assert_eq!(said.code, 0, "{}", said.err);
    assert!((said.out + &said.err).contains("`ON_DEVICE` counts as defined"));
    assert!(place.read("out/a.F90").contains("use hipfort"), "{}", place.read("out/a.F90"));
    let said = place.run("port a.F90 -o other/ --undefine ON_DEVICE");
    let all = said.out + &said.err;
    assert!(said.code == 1 && all.contains("HIP8004") && all.contains("a.F90:3"), "{}: {all}", said.code);
    assert_eq!(place.read("other/a.F90"), text);
}

#[test]
fn what_the_preprocessor_knows_is_no_device_function() {
    let text = "program p\n  use cudafor\n  integer :: istat\n  istat = cudaDeviceSynchronize()\n  if (istat /= cudaSuccess) print *, __FILE__, __LINE__\n\
                end program\n";
    let said = TestFolder::new(&[("a.F90", text)]).run("port a.F90 -o out/");
    assert_eq!((said.code, said.err.contains("HIP8003")), (0, false), "{}{}", said.out, said.err);
}

#[test]
fn flags_for_fortran_alone_do_not_reach_the_compiler_of_kernels() {
    let text = format!("#ifdef _CUDA\n{}#endif\n", include_str!("../corpora/fortran/saxpy/saxpy.cuf"));
    let place = TestFolder::new(&[("a.f90", &text), ("twin.f90", include_str!("../corpora/fortran/saxpy/twin.f90"))]);
    output(&place, "gfortran", &["twin.f90", "-o", "twin"]);
    output(&place, binary(), &["fc", "--fc=gfortran", "-Mpreprocess", "-Mfree", "-cuda", "a.f90", "-o", "a"]);
    assert_eq!(output(&place, place.path("a"), &[]), output(&place, place.path("twin"), &[]));
}

#[test]
fn broken_fortran_is_reported_and_kept() {
    let text = "program p\n  real, device :: a(3\n  call k<<<1,2>>(a)\nend program\n";
    let place = TestFolder::new(&[("a.cuf", text)]);
    let said = place.run("port a.cuf -o out/");
    assert_eq!(said.code, 1, "{}", said.err);
    let all = said.out + &said.err;
    assert!(all.contains("a.cuf:2") && all.contains("HIP8001"), "{all}");
    assert!(place.read("out/a.f90").contains("real, device :: a(3"), "{}", place.read("out/a.f90"));
    let said = place.run("fc --no-such-option a.cuf");
    assert_eq!(said.code, 2);
    assert!(said.err.contains("--no-such-option"), "{}", said.err);
    let said = place.run("build missing.cuf --offload-arch cpu");
    assert_eq!(said.code, 2, "{}", said.err);
    assert!(said.err.contains("missing.cuf"), "{}", said.err);
}

/// `undeclared` is in line 14; the port moves lines about before it, and the statement itself is not touched.
const MISTAKEN: &str = "\
program p
  use cudafor
  implicit none
  real, device, allocatable :: a(:)
  real :: b(4)
  type(dim3) :: grid, block
  integer :: istat
  grid = dim3(1, 1, 1)
  block = dim3(4, 1, 1)
  allocate(a(4))
  a = 1.0
  b = a
  istat = cudaDeviceSynchronize()
  print *, undeclared, b
end program
";

#[test]
fn errors_of_the_compilers_are_shown_in_the_users_source() {
    for compiler in ["gfortran", "flang-new-19"] {
        let place = TestFolder::new(&[("a.cuf", MISTAKEN)]);
        let said = place.run(&format!("build a.cuf --offload-arch cpu --fc {compiler} -o a"));
        assert_eq!(said.code, 3, "{compiler}: {}", said.err);
        let frame = said.err.contains("a.cuf:14:12") && said.err.contains("14 |   print *, undeclared, b");
        assert!(frame, "{compiler}: {}", said.err);
        assert!(!said.err.contains("a.f90") && !said.err.contains("(1)"), "{compiler}: {}", said.err);
    }
}

#[test]
fn module_files_that_lie_about_are_not_taken() {
    for compiler in ["gfortran", "flang-new-19"] {
        let place = TestFolder::new(&[
            ("m.cuf", "module m\n  use cudafor\n  include 'size.inc'\nend module\n"),
            ("size.inc", "integer, parameter :: n = 3\n"),
            ("p.cuf", "program p\n  use &\n    m\n  use cudafor\n  print '(i0)', n\nend program\n"),
        ]);
        for stale in ["m.mod", "hipfort.mod"] {
            place.write(stale, "V34 :0x24 not of this compiler\n");
        }
        output(&place, binary(), &["build", "-q", "p.cuf", "m.cuf", "--offload-arch", "cpu", "--fc", compiler, "-o", "p"]);
        assert_eq!(output(&place, place.path("p"), &[]), "3\n", "{compiler}");
        assert_eq!(place.read("m.mod"), "V34 :0x24 not of this compiler\n");
    }
}

#[test]
fn ninja_builds_fortran_and_does_again_what_a_change_wants() {
    let program = |n: u32| {
        format!("program p\n  use cudafor\n  use m\n  real, device :: a(n)\n  a = {n}.0\n  print '(f3.1)', sum_of(a)\nend\n")
    };
    let module = "module m\n  integer, parameter :: n = 2\ncontains\n  real function sum_of(a)\n    real, device :: a(n)\n    real :: h(n)\n    h = a\n    sum_of = sum(h)\n  end function\nend module\n";
    let place = TestFolder::new(&[("p.cuf", &program(1)), ("m.cuf", module)]);
    output(&place, binary(), &["build", "-q", "p.cuf", "m.cuf", "--offload-arch", "cpu", "--emit", "ninja", "-o", "out"]);
    output(&place, "ninja", &["-C", "out"]);
    let built = place.path("out/a.out");
    assert_eq!(output(&place, &built, &[]), "2.0\n");
    place.write("p.cuf", program(3));
    output(&place, "ninja", &["-C", "out"]);
    assert_eq!(output(&place, &built, &[]), "6.0\n");
    assert!(output(&place, "ninja", &["-C", "out"]).contains("no work to do"));
}

#[test]
fn one_port_compiles_with_each_set_of_macros_that_the_source_does() {
    let text = include_str!("../corpora/fortran/two-sets/two-sets.F90");
    let place = TestFolder::new(&[("two.F90", text)]);
    output(&place, binary(), &["port", "-q", ".", "-o", "out"]);
    for set in [vec![], vec!["-DUSE_CUDA"], vec!["-DUSE_CUDA", "-DDOUBLE_BUFFER"], vec!["-DUSE_CUDA", "-DNO_LOCAL", "-DTWICE"]] {
        let files = ["out/hipfort.f90", "out/two_kernels.f90", "out/two.F90"];
        let words = [&["-fsyntax-only", "-ffree-line-length-none"], set.as_slice(), &files].concat();
        output(&place, "gfortran", &words);
    }
}
