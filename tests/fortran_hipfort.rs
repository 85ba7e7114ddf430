//! Ports that take HIP's interfaces from an installed hipfort: built against modules that stand in for it, with the names, the
//! generics over arrays and the argument lists of hipfort 6, and run on the CPU beside their twins.

use hipify_tests::cli_command::{TestFolder, binary};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Elements that hipfort has procedures over arrays for: its letter, the type, the bytes.
const ELEMENTS: &[(&str, &str, u32)] = &[
    ("i4", "integer(c_int)", 4),
    ("i8", "integer(c_long)", 8),
    ("r4", "real(c_float)", 4),
    ("r8", "real(c_double)", 8),
    ("c4", "complex(c_float_complex)", 8),
    ("c8", "complex(c_double_complex)", 16),
];
/// The allocating functions, with their last dummy.
const ALLOCATING: &[(&str, &str)] = &[("hipMalloc", ""), ("hipMallocManaged", "flags"), ("hipHostMalloc", "flags")];
const RANKS: usize = 3;

/// The programs of corpora/fortran that are built.
const PROGRAMS: &[&str] = &["allocation", "managed-memory", "streams", "gemm"];

fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpora/fortran").join(name).join(format!("{name}.cuf"))
}

/// What the programs use of HIP, and its functions for memory.
fn names() -> BTreeSet<String> {
    let mut names: BTreeSet<String> = ["hipFree", "hipHostFree", "hipfort_hipblas"].map(str::to_owned).into();
    names.extend(ALLOCATING.iter().map(|(name, _)| (*name).to_owned()));
    for name in PROGRAMS {
        let bytes = std::fs::read(source(name)).unwrap();
        let ported = gpufort::port(&[gpufort::Source { path: "x.cuf", bytes: &bytes }], &gpufort::Options::default());
        names.extend(ported.into_iter().flat_map(|ported| ported.hip_names));
    }
    names
}

/// `hipfort.f90`, compiled: the objects and modules that an installation has.
fn installed(place: &TestFolder) {
    // hipfort's own module for what is not memory.
    let text = gpufort::hipfort::modules(&names());
    let text = text.replace("\nmodule hipfort\n", "\nmodule hipfort_auxiliary\n");
    let text = text.replace("\nend module hipfort\n", "\nend module hipfort_auxiliary\n");
    place.write("installed/hipfort.f90", text + &memory());
    let mut compiler = Command::new("gfortran");
    let run = compiler
        .args(["-O0", "-ffree-line-length-none", "-c", "hipfort.f90"])
        .current_dir(place.path("installed"))
        .output()
        .unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
}

/// `hipfort_hipmalloc`, and `hipfort` which hands all of them on.
fn memory() -> String {
    let mut generics = String::new();
    let mut procedures = String::new();
    for (name, flags) in ALLOCATING {
        let _ = writeln!(generics, "  interface {name}");
        for (letter, ty, bytes) in ELEMENTS {
            for rank in 0..=RANKS {
                allocating(&mut generics, &mut procedures, name, flags, (letter, ty, *bytes), rank);
            }
        }
        let _ = writeln!(generics, "  end interface {name}");
    }
    for name in ["hipFree", "hipHostFree"] {
        let _ = writeln!(generics, "  interface {name}");
        for (letter, ty, _) in ELEMENTS {
            for rank in 0..=RANKS {
                let specific = format!("{name}_{letter}_{rank}");
                let _ = writeln!(generics, "    module procedure {specific}");
                let _ = write!(
                    procedures,
                    "  integer(c_int) function {specific}(ptr)\n    {ty}, pointer :: ptr{}\n    {specific} = {name}(c_loc(ptr))\n  end function\n",
                    colons(rank)
                );
            }
        }
        let _ = writeln!(generics, "  end interface {name}");
    }
    format!(
        "module hipfort_hipmalloc\n  use iso_c_binding\n  use hipfort_auxiliary\n  implicit none\n{generics}contains\n{procedures}\
         end module\nmodule hipfort\n  use hipfort_enums\n  use hipfort_types\n  use hipfort_hipmalloc\n  use hipfort_auxiliary\n  \
         implicit none\nend module\n"
    )
}

fn allocating(
    generics: &mut String,
    procedures: &mut String,
    name: &str,
    flags: &str,
    (letter, ty, bytes): (&str, &str, u32),
    rank: usize,
) {
    let (comma, declared) = if flags.is_empty() { ("", "") } else { (", ", "    integer(c_int) :: flags\n") };
    let head = |specific: &str, dummies: &str| {
        let flags = format!("{comma}{flags}");
        format!(
            "  integer(c_int) function {specific}(ptr{dummies}{flags})\n    {ty}, pointer, intent(inout) :: ptr{}\n{declared}    type(c_ptr) :: cptr\n",
            colons(rank)
        )
    };
    let mut add = |specific: String, body: String| {
        let _ = writeln!(generics, "    module procedure {specific}");
        procedures.push_str(&body);
        procedures.push_str("  end function\n");
    };
    let source = format!("{name}_{letter}_{rank}_source");
    if rank == 0 {
        let made = format!("    {source} = {name}(cptr, {bytes}_c_size_t{comma}{flags})\n    call c_f_pointer(cptr, ptr)\n");
        return add(source.clone(), head(&source, "") + &made);
    }
    for kind in ["c_int", "c_size_t"] {
        let specific = format!("{name}_{letter}_{rank}_{kind}");
        let lengths = (1..=rank).map(|dim| format!("length{dim}")).collect::<Vec<_>>();
        let size = lengths.iter().map(|length| format!("int({length}, c_size_t)*")).collect::<String>();
        let body = format!(
            "    integer({kind}) :: {0}\n    {specific} = {name}(cptr, {size}{bytes}{comma}{flags})\n    call c_f_pointer(cptr, ptr, [{0}])\n",
            lengths.join(", ")
        );
        let text = head(&specific, &format!(", {}", lengths.join(", "))) + &body;
        add(specific, text);
    }
    let bounds = |list: &str| (1..=rank).map(|dim| format!("{list}({dim}):")).collect::<Vec<_>>().join(", ");
    let body = format!(
        "    integer(c_int), intent(in), optional :: dims({rank}), lbounds({rank})
    integer(c_long), intent(in), optional :: dims8({rank}), lbounds8({rank})
    integer(c_long) :: extents({rank})
    if (present(dims) .eqv. present(dims8)) error stop 'one of dims and dims8'
    if (present(lbounds) .and. .not. present(dims)) error stop 'lbounds without dims'
    if (present(lbounds8) .and. .not. present(dims8)) error stop 'lbounds8 without dims8'
    if (present(dims)) extents = dims
    if (present(dims8)) extents = dims8
    {source} = {name}(cptr, product(extents)*{bytes}{comma}{flags})
    call c_f_pointer(cptr, ptr, extents)
    if (present(lbounds)) ptr({}) => ptr
    if (present(lbounds8)) ptr({}) => ptr
",
        bounds("lbounds"),
        bounds("lbounds8")
    );
    add(source.clone(), head(&source, ", dims, dims8, lbounds, lbounds8") + &body);
}

fn colons(rank: usize) -> String {
    if rank == 0 { String::new() } else { format!("({})", vec![":"; rank].join(", ")) }
}

/// What a command prints; it must end well.
fn output(place: &TestFolder, mut command: Command) -> String {
    let run = command.current_dir(place.path("")).env("HIPIFY_DEVICE", "cpu").output().unwrap();
    assert!(run.status.success(), "{command:?}\n{}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).unwrap().split_whitespace().collect::<Vec<_>>().join(" ")
}

fn runs_with_the_installed_modules(place: &TestFolder, name: &str) {
    let source = source(name);
    let mut build = Command::new(binary());
    build.args(["build", "--quiet", "-j1", "--hipfort", "--offload-arch", "cpu", "--fc", "gfortran"]).arg(&source);
    build.arg(format!("-I{}", place.path("installed").display())).arg(place.path("installed/hipfort.o"));
    build.arg("-o").arg(place.path(name));
    output(place, build);
    let mut twin = Command::new("gfortran");
    twin.arg(source.with_file_name("twin.f90")).arg("-o").arg(place.path("twin"));
    output(place, twin);
    assert_eq!(output(place, Command::new(place.path(name))), output(place, Command::new(place.path("twin"))), "{name}");
}

#[test]
fn a_port_compiles_against_the_modules_of_an_installed_hipfort_and_runs() {
    let place = TestFolder::new(&[]);
    installed(&place);
    for name in PROGRAMS {
        runs_with_the_installed_modules(&place, name);
    }
}

#[test]
fn nothing_that_hipfort_has_is_written() {
    let place = TestFolder::new(&[(
        "tree/a.cuf",
        "program p\n  real, device, allocatable :: a(:)\n  logical, device, allocatable :: b(:)\n  allocate(a(4), b(4))\nend program\n",
    )]);
    let said = place.run("port tree -o out --hipfort");
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(!place.has("out/hipfort.f90"));
    let module = place.read("out/a_kernels.f90");
    assert!(!module.contains("hipMalloc_r4") && module.contains("hipMalloc_l4_1"), "{module}");
}
