//! `hipify-rs cc` in the place of nvcc: programs of corpora/projects by their own makefiles, unchanged, and what makefiles and
//! configure scripts do with a compiler. What the HIP found here lacks is an ignored test whose name says what is missing.

use hipify_tests::cli_command::{Said, TestFolder, binary};
use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

type Outcome = Result<(), Failed>;

fn main() -> ExitCode {
    let hip = Hip::find();
    let mut trials: Vec<Trial> = PROGRAMS.iter().map(|row| program_trial(row, &hip)).collect();
    trials.extend(TESTS.iter().map(|(name, test)| Trial::test(*name, test)));
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// A program, what its ported text needs of HIP, words for make, and for each file made its kernels.
type Program = (&'static str, &'static str, &'static [&'static str], &'static [(&'static str, &'static [&'static str])]);

const PROGRAMS: &[Program] = &[
    ("convolution", "hipfft/hipfft.h", &[], &[("convolution", &[])]),
    ("jit", "hip-5.5", &[], &[("jit", &[])]),
    ("montecarlo", "hiprand/hiprand.h", &[], &[("montecarlo", &[])]),
    ("overlap", "hip-6.0", &[], &[("overlap", &["transform"])]),
    ("peer", "hip-6.0 roctracer/roctx.h", &[], &[("peer", &[])]),
    ("reduction", "hip-6.4", &[], &[("reduction", &[])]),
    ("saxpy", "", &[], &[("saxpy", &["saxpy"])]),
    ("spmv", "hip-6.4 hipsparse/hipsparse.h hipsolver/hipsolver.h", &[], &[("spmv", &[]), ("solve", &[])]),
    ("stencil", "", &[], &[("stencil", &[])]),
    ("orbit", "", &["LDLIBS"], &[("orbit", &["kick", "drift"]), ("libenergy.so", &["add_energy"])]),
];

/// The HIP that the driver finds.
struct Hip {
    include: String,
    version: Vec<u32>,
}

impl Hip {
    fn find() -> Self {
        let said = TestFolder::new(&[]).run("doctor --output-format json");
        let report: Value = serde_json::from_str(&said.out).expect("the report of doctor");
        let text = |name: &str| report["hip"][name].as_str().expect("HIP is installed: `make test` does it").to_owned();
        Self { include: text("path"), version: numbers(&text("version")) }
    }

    fn lacks(&self, needs: &str) -> Option<String> {
        let has = |need: &str| match need.strip_prefix("hip-") {
            Some(version) => self.version >= numbers(version),
            None => Path::new(&self.include).join(need).exists(),
        };
        needs.split_whitespace().find(|need| !has(need)).map(|need| format!("needs {need}"))
    }
}

fn numbers(version: &str) -> Vec<u32> {
    version.split('.').map(|part| part.parse().expect("a number")).collect()
}

fn program_trial(row: &'static Program, hip: &Hip) -> Trial {
    let lacks = hip.lacks(row.1);
    let skipped = lacks.is_some();
    let trial = Trial::test(format!("programs/{}", row.0), move || builds_unchanged(row));
    trial.with_kind(lacks.unwrap_or_default()).with_ignored_flag(skipped)
}

fn builds_unchanged((name, _, words, made): &Program) -> Outcome {
    let place = TestFolder::new(&[]);
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("corpora/projects").join(name), &place, "");
    let libraries = place.run("cc --ldflags").out;
    let words: Vec<String> = words.iter().map(|word| format!("{word}='{}'", libraries.trim())).collect();
    // `overlap` names nvcc by a path below CUDA_HOME, and so does whoever overrides it.
    let line = format!("make NVCC=\"$hipify cc --offload-arch=gfx90a\" {}", words.join(" "));
    good(&place.shell(&line))?;
    for (file, kernels) in *made {
        let found = code_objects(&place, file)?;
        let targets: Vec<&str> = found.keys().map(String::as_str).collect();
        let has_device_code = *file != "solve" && *file != "jit";
        same(&targets, if has_device_code { &["gfx90a"][..] } else { &[] })?;
        for kernel in *kernels {
            let holds = |names: &Vec<String>| names.iter().any(|name| name.contains(kernel));
            holds_that(found.values().all(holds), &format!("{file} has kernel {kernel}: {found:?}"))?;
        }
    }
    Ok(())
}

fn copy(from: &Path, place: &TestFolder, to: &str) {
    for entry in std::fs::read_dir(from).expect("a project") {
        let entry = entry.expect("a readable folder");
        let name = entry.file_name().into_string().expect("a UTF-8 name");
        let to = if to.is_empty() { name } else { format!("{to}/{name}") };
        if entry.path().is_dir() {
            copy(&entry.path(), place, &to);
        } else {
            place.write(&to, std::fs::read(entry.path()).expect("readable"));
        }
    }
}

/// The kernels of a file, by target.
fn code_objects(place: &TestFolder, file: &str) -> Result<BTreeMap<String, Vec<String>>, Failed> {
    let said = place.run(&format!("inspect --json {file}"));
    let report: Value = serde_json::from_str(&said.out).map_err(|error| format!("{error}: {}{}", said.out, said.err))?;
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    collect(&report, &mut found);
    Ok(found)
}

/// Every part of the report that has a target and kernels.
fn collect(value: &Value, found: &mut BTreeMap<String, Vec<String>>) {
    if let (Some(target), Some(kernels)) = (value["target"].as_str(), value["kernels"].as_array()) {
        let names = kernels.iter().filter_map(|kernel| kernel["name"].as_str()).map(str::to_owned);
        found.entry(target.to_owned()).or_default().extend(names);
    }
    match value {
        Value::Array(values) => values.iter().for_each(|value| collect(value, found)),
        Value::Object(values) => values.values().for_each(|value| collect(value, found)),
        _ => {}
    }
}

fn good(said: &Said) -> Outcome {
    if said.code == 0 { Ok(()) } else { Err(format!("exit {}\n{}{}", said.code, said.out, said.err).into()) }
}

fn holds_that(condition: bool, what: &str) -> Outcome {
    if condition { Ok(()) } else { Err(format!("not so: {what}").into()) }
}

fn same(left: &[&str], right: &[&str]) -> Outcome {
    if left == right { Ok(()) } else { Err(format!("{left:?} is not {right:?}").into()) }
}

const HEADER: &str = "#pragma once\n__device__ float twice(float x);\nvoid scale(float *p, int n);\n";
const DEVICE: &str = "#include \"twice.h\"\n__device__ float twice(float x) { return x + x; }\n";
const KERNEL: &str = "\
#include <cuda_runtime.h>
#include \"twice.h\"
__global__ void scale_all(float *p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = twice(p[i]);
}
void scale(float *p, int n) {
    scale_all<<<(n + 255) / 256, 256>>>(p, n);
    cudaDeviceSynchronize();
}
";
const MAIN: &str = "\
#include <cuda_runtime.h>
void scale(float *p, int n);
int main() {
    float *p = 0;
    if (cudaMalloc(&p, 16) != cudaSuccess) return 0;
    scale(p, 4);
}
";

fn relocatable() -> TestFolder {
    TestFolder::new(&[("twice.h", HEADER), ("twice.cu", DEVICE), ("scale.cu", KERNEL), ("main.cpp", MAIN)])
}

/// Runs a line of shell in which `$nvcc` is the compiler.
fn shell(place: &TestFolder, line: &str) -> Said {
    place.shell(&format!("set -e; nvcc=\"$hipify cc --offload-arch=gfx90a\"\n{line}"))
}

type Test = (&'static str, fn() -> Outcome);

const TESTS: &[Test] = &[
    ("the_three_steps_of_relocatable_device_code_end_in_a_link_by_another_compiler", three_steps),
    ("relocatable_objects_link_in_one_step_and_through_libraries_by_name", libraries_by_name),
    ("a_link_alone_takes_the_targets_of_its_objects", targets_of_objects),
    ("a_shared_library_is_made_and_linked", shared_library),
    ("dependency_rules_name_the_originals_and_make_rebuilds_after_a_header", dependencies),
    ("preprocessed_text_and_assembly_go_to_standard_output", standard_output),
    ("names_of_outputs_are_nvccs", names_of_outputs),
    ("host_code_is_left_as_assembly", assembly_of_host_code),
    ("a_program_that_is_the_only_input_is_run", a_program_that_is_there_is_run),
    ("sources_come_from_standard_input", standard_input),
    ("options_come_from_files_and_variables", options_from_files),
    ("configure_scripts_find_the_release", release),
    ("links_named_nvcc_and_hipcc_select_the_command_line", links),
    ("a_dry_run_prints_commands_and_makes_nothing", dry_run),
    ("bad_command_lines_are_refused_with_a_remedy", refused),
    ("registers_of_kernels_are_printed_where_ptxas_would", registers),
    ("a_source_that_does_not_compile_ends_with_3_and_leaves_nothing", broken_source),
];

fn three_steps() -> Outcome {
    let place = relocatable();
    good(&shell(
        &place,
        "$nvcc -dc twice.cu scale.cu\n$nvcc -dlink twice.o scale.o -o link.o\n$nvcc -c main.cpp\n\
         c++ main.o twice.o scale.o link.o $($nvcc --ldflags) -o app",
    ))?;
    let found = code_objects(&place, "app")?;
    holds_that(found["gfx90a"].iter().any(|name| name.contains("scale_all")), &format!("{found:?}"))
}

fn libraries_by_name() -> Outcome {
    let place = relocatable();
    good(&shell(
        &place,
        "$nvcc -rdc=true -c twice.cu scale.cu\n$nvcc -lib twice.o scale.o -o libscale.a\n\
         $nvcc -lscale main.cpp -L. -o app\nar rcs libtwice.a twice.o\n$nvcc -rdc=true main.cpp scale.o libtwice.a -o other",
    ))?;
    for file in ["app", "other"] {
        let found = code_objects(&place, file)?;
        holds_that(found["gfx90a"].iter().any(|name| name.contains("scale_all")), &format!("{file}: {found:?}"))?;
    }
    Ok(())
}

fn targets_of_objects() -> Outcome {
    let place = relocatable();
    good(&place.run("cc -dc twice.cu scale.cu --offload-arch=gfx90a,gfx1030"))?;
    good(&place.run("cc twice.o scale.o main.cpp -o app"))?;
    let found = code_objects(&place, "app")?;
    same(&found.keys().map(String::as_str).collect::<Vec<_>>(), &["gfx1030", "gfx90a"])
}

fn shared_library() -> Outcome {
    let place = relocatable();
    good(&shell(
        &place,
        "$nvcc -rdc=true -shared -Xcompiler -fPIC twice.cu scale.cu -o libscale.so\n\
         $nvcc main.cpp -L. -lscale -Xlinker -rpath,. -o app",
    ))?;
    let found = code_objects(&place, "libscale.so")?;
    holds_that(found["gfx90a"].iter().any(|name| name.contains("scale_all")), &format!("{found:?}"))?;
    same(&code_objects(&place, "app")?.keys().map(String::as_str).collect::<Vec<_>>(), &[])
}

fn dependencies() -> Outcome {
    let place = relocatable();
    let rules = shell(&place, "$nvcc -MM scale.cu");
    good(&rules)?;
    holds_that(rules.out.starts_with("scale.o"), &rules.out)?;
    holds_that(rules.out.contains(" scale.cu") && rules.out.contains(" twice.h"), &rules.out)?;
    holds_that(!rules.out.contains("ported"), &rules.out)?;
    good(&shell(&place, "$nvcc -MM scale.cu -o rules.d"))?;
    holds_that(place.read("rules.d").contains(" twice.h") && !place.read("rules.d").contains("ported"), &place.read("rules.d"))?;
    place.write("Makefile", "all: scale.o\n%.o: %.cu\n\techo made $@; $(NVCC) -MD -MP -dc $< -o $@\n-include scale.d\n");
    let make = "make NVCC=\"$nvcc\"";
    let first = shell(&place, make);
    good(&first)?;
    let again = shell(&place, make);
    holds_that(
        first.out.contains("made scale.o") && !again.out.contains("made scale.o"),
        &format!("{}{}", first.out, again.out),
    )?;
    let touched = shell(&place, &format!("sleep 0.01; touch twice.h; {make}"));
    holds_that(touched.out.contains("made scale.o"), &touched.out)
}

fn standard_output() -> Outcome {
    let place = relocatable();
    let text = shell(&place, "$nvcc -E scale.cu");
    good(&text)?;
    holds_that(text.out.contains("hipDeviceSynchronize()") && text.out.contains("\"scale.cu\""), "preprocessed text")?;
    place.write("k.cu", "__global__ void k(int *p) { *p = 1; }\n");
    let assembly = shell(&place, "$nvcc -ptx k.cu -o -");
    good(&assembly)?;
    holds_that(assembly.out.contains("amdgcn-amd-amdhsa--gfx90a") && assembly.out.contains("_Z1kPi:"), &assembly.out)?;
    holds_that(place.files("").len() == 5, "nothing else is made")
}

fn names_of_outputs() -> Outcome {
    let place = TestFolder::new(&[("in/k.cu", "__global__ void k() {}\n"), ("in/m.cu", "int main() {}\n"), ("out/.keep", "")]);
    good(&shell(
        &place,
        "$nvcc -c in/k.cu\n$nvcc -cubin in/k.cu\n$nvcc -fatbin in/k.cu -odir out\n$nvcc -ptx in/k.cu in/m.cu -odir out\n\
         $nvcc in/k.cu in/m.cu\n$nvcc -dc in/k.cu -o r.o\n$nvcc -dlink r.o\n$nvcc -lib k.o",
    ))?;
    for name in ["k.o", "k.cubin", "out/k.fatbin", "out/k.ptx", "out/m.ptx", "a.out", "a_dlink.o", "a.a"] {
        holds_that(place.has(name), name)?;
    }
    for name in ["k.o", "k.cubin", "out/k.fatbin", "out/k.ptx", "a.out", "a_dlink.o", "a.a"] {
        let found = code_objects(&place, name)?;
        holds_that(found.get("gfx90a").is_some_and(|kernels| kernels.len() == 1), &format!("{name}: {found:?}"))?;
    }
    Ok(())
}

fn assembly_of_host_code() -> Outcome {
    let place = TestFolder::new(&[
        ("p.cpp", "#include <cuda_runtime.h>\nint f() { return cudaDeviceSynchronize(); }\n"),
        ("k.cu", "__global__ void k() {}\nvoid g() { k<<<1, 1>>>(); }\n"),
    ]);
    good(&shell(&place, "$nvcc -S p.cpp\n$nvcc -S -emit-llvm -O2 p.cpp -o p.ir\n$nvcc --cuda-host-only -S k.cu -o host.s"))?;
    holds_that(place.read("p.s").contains("hipDeviceSynchronize"), "assembly of C++")?;
    holds_that(place.read("p.ir").contains("define"), "LLVM's assembly")?;
    holds_that(place.read("host.s").contains("_Z1gv:"), "assembly of the host part")?;
    let refused = shell(&place, "$nvcc -S k.cu");
    holds_that(refused.code == 2 && refused.err.contains("--cuda-host-only"), &refused.err)
}

fn a_program_that_is_there_is_run() -> Outcome {
    let place = TestFolder::new(&[("m.cu", "#include <cstdio>\nint main(int n, char **) { std::printf(\"%d\\n\", n); }\n")]);
    let said = place.shell("set -e; $hipify cc --offload-arch=cpu m.cu -o m.exe\n$hipify cc -run '\"m.exe\"' -run-args a,b");
    good(&said).and_then(|()| same(&[said.out.as_str()], &["3\n"]))
}

fn standard_input() -> Outcome {
    let place = TestFolder::new(&[]);
    good(&shell(&place, "echo '__global__ void k() {}' | $nvcc -x cu -c - -o k.o"))?;
    same(&code_objects(&place, "k.o")?["gfx90a"].iter().map(String::as_str).collect::<Vec<_>>(), &["_Z1kv"])
}

fn options_from_files() -> Outcome {
    let place = TestFolder::new(&[
        ("m.c", "a = A b = B\n"),
        ("words.txt", "-DA='\"x y\"' -optf more.txt"),
        ("more.txt", "-D B=\\\"2\\\"\n"),
    ]);
    let has = |said: Said, text: &str| good(&said).and_then(|()| holds_that(said.out.contains(text), &said.out));
    has(shell(&place, "$nvcc -E m.c @words.txt"), "a = \"x y\" b = 2")?;
    let line = r#"NVCC_PREPEND_FLAGS='-DA=\"x\" -DB=1' NVCC_APPEND_FLAGS='-UB -DB=3' $nvcc -E m.c -UB -DB=2"#;
    has(shell(&place, line), "a = \"x\" b = 3")
}

fn release() -> Outcome {
    let place = TestFolder::new(&[]);
    // As configure scripts, CMake's FindCUDAToolkit and PyTorch's cpp_extension do it.
    let said = shell(
        &place,
        "$nvcc --version | sed -n 's/^.*release \\([0-9]*\\.[0-9]*\\).*$/\\1/p'\n$nvcc -V | grep -o 'V[0-9]*\\.[0-9]*\\.[0-9]*'\n\
         $nvcc --list-gpu-arch | grep -c '^compute_'",
    );
    good(&said)?;
    same(&said.out.lines().take(2).collect::<Vec<_>>(), &["12.9", "V12.9.0"])?;
    holds_that(shell(&place, "$nvcc --version").out.contains("hipify-rs"), "it says what it is")
}

fn links() -> Outcome {
    let place =
        TestFolder::new(&[("k.cpp", "#include <cuda_runtime.h>\n__global__ void k() {}\nint main() { k<<<1, 1>>>(); }\n")]);
    for name in ["nvcc", "hipcc"] {
        std::os::unix::fs::symlink(binary(), place.path(name))?;
    }
    good(&place.run_args(&place.path("hipcc"), &["k.cpp", "--offload-arch=gfx90a", "-o", "app"], b""))?;
    same(&code_objects(&place, "app")?.keys().map(String::as_str).collect::<Vec<_>>(), &["gfx90a"])?;
    // nvcc takes `.cpp` for host code, to which a launch is a syntax error.
    let said = place.run_args(&place.path("nvcc"), &["k.cpp", "-o", "other"], b"");
    holds_that(said.code == 3 && !place.has("other"), &said.err)?;
    good(&place.run_args(&place.path("nvcc"), &["-x", "cu", "k.cpp", "--offload-arch=gfx90a", "-o", "other"], b""))?;
    let version = place.run_args(&place.path("hipcc"), &["--version"], b"");
    holds_that(version.out.starts_with("HIP version: "), &version.out)
}

fn dry_run() -> Outcome {
    let place = relocatable();
    let said = shell(&place, "$nvcc -dryrun scale.cu -c");
    good(&said)?;
    holds_that(said.out.contains("--offload-arch=gfx90a") && said.out.contains("--cuda-host-only"), &said.out)?;
    holds_that(!place.has("scale.o"), "nothing is made")
}

fn refused() -> Outcome {
    let place = TestFolder::new(&[("a.cu", "int main() {}\n"), ("folder/x", "")]);
    for (line, words) in [
        ("", "no input"),
        ("-c a.cu a.cu -o x.o", "several"),
        ("missing.cu", "missing.cu"),
        ("a.cu missing.o", "missing.o"),
        ("a.cu folder", "folder"),
        ("a.cu --offload-arch=gfx99", "gfx99"),
        ("a.cu --offload-arch=native", "native"),
        ("a.cu -o none/x", "none"),
        ("a.cu -maxrregcount", "needs a value"),
        ("@missing.txt", "missing.txt"),
        ("k.ptx", "k.ptx"),
    ] {
        let said = place.run(&format!("cc {line}"));
        holds_that(said.code == 2 && said.err.contains(words) && said.err.contains("help: "), &format!("{line}: {}", said.err))?;
    }
    Ok(())
}

fn registers() -> Outcome {
    let place = TestFolder::new(&[("k.cu", "__global__ void k(int *p) { *p = 1; }\n")]);
    let said = place.run("cc -c k.cu -Xptxas=-v --offload-arch=gfx90a,gfx1100");
    good(&said)?;
    let lines: Vec<&str> = said.err.lines().collect();
    let of = |target: &str| {
        lines.iter().any(|line| line.starts_with(&format!("k.cu:1: k(int*) on {target}: ")) && line.contains(" VGPRs"))
    };
    holds_that(lines.len() == 2 && of("gfx90a") && of("gfx1100"), &said.err)
}

fn broken_source() -> Outcome {
    let place = TestFolder::new(&[("a.cu", "int main() {\n  return missing;\n}\n")]);
    let said = place.run("cc a.cu --offload-arch=gfx90a -o app");
    holds_that(said.code == 3 && said.err.contains("error: ") && said.err.contains("a.cu:2:10"), &said.err)?;
    same(&place.files("").iter().map(|file| file.0.as_str()).collect::<Vec<_>>(), &["a.cu"])
}
