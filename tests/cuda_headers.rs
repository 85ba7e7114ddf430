//! CUDA that is compiled as it is: the programs of corpora/compat, which are never ported, and the headers that stand under
//! CUDA's names: all in one source, and with `HIPIFY_CUDA_HEADERS=alone` each in one of its own, for a GPU too.

use hipify_rules::{Symbol, SymbolKind, symbols};
use hipify_tests::cli_command::binary;
use hipify_tests::programs::Program;
use hipify_tests::{build, programs};
use libtest_mimic::{Arguments, Failed, Trial};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::{Command, ExitCode};
use std::sync::Arc;

fn main() -> ExitCode {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpora/compat");
    let programs: Vec<Arc<Program>> = programs::in_folder(&folder).into_iter().map(Arc::new).collect();
    assert_eq!(programs.len(), 4, "programs of {}", folder.display());
    let mut trials: Vec<Trial> = programs.iter().flat_map(trials_of).collect();
    for target in ["gfx90a", "cpu"] {
        trials.push(Trial::test(format!("functions_that_the_rules_call_supplied_are_declared/{target}"), || {
            supplied_functions(target)
        }));
    }
    trials.push(Trial::test("headers/all_in_one_source", || compiles(&all_in_one(), "cpu", Missing::Wrong)));
    if std::env::var("HIPIFY_CUDA_HEADERS").is_ok_and(|which| which == "alone") {
        for (name, target) in headers().into_iter().flat_map(|name| [(name.clone(), "cpu"), (name, "gfx90a")]) {
            trials.push(Trial::test(format!("headers/{name}/{target}"), move || compiles(&alone(&name), target, Missing::Right)));
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn trials_of(program: &Arc<Program>) -> Vec<Trial> {
    let trial = |what: &str, check: fn(&Program)| {
        let program = Arc::clone(program);
        Trial::test(format!("{}/{what}", program.name), move || {
            check(&program);
            Ok(())
        })
    };
    vec![
        trial("has_a_code_object_for_each_target", code_objects),
        trial("is_right_at_32_lanes", |program| drop(program.passes(&executable(program), 32))),
        trial("is_right_at_64_lanes", |program| drop(program.passes(&executable(program), 64))),
    ]
}

fn executable(program: &Program) -> std::path::PathBuf {
    program.executable(&program.targets).unwrap_or_else(|said| panic!("{} does not build:\n{said}", program.name))
}

fn code_objects(program: &Program) {
    assert!(program.text.contains("cuda") || program.text.contains("cu"), "{}: no CUDA in it", program.name);
    let contents = build::contents(&executable(program));
    let found: BTreeSet<&str> = contents.keys().map(|target| target.split(':').next().unwrap()).collect();
    assert_eq!(found, program.targets.iter().map(String::as_str).collect());
}

/// Headers with functions of the device: HIP's, and those that keep CUDA's names.
const HEADERS: [&str; 6] =
    ["hip/hip_runtime.h", "hip/hip_fp16.h", "hip/hip_bf16.h", "hip/hip_fp8.h", "hip/hip_cooperative_groups.h", "cuda_fp4.h"];

/// clang says of each function that it declares which of them is meant, or nothing.
fn supplied_functions(target: &str) -> Result<(), Failed> {
    let is_function = |symbol: &Symbol| symbol.kind() == SymbolKind::DeviceFunction && !symbol.cuda().contains("::");
    let names: Vec<&str> =
        symbols().filter(|symbol| symbol.supplied().is_some() && is_function(symbol)).map(|symbol| symbol.cuda()).collect();
    assert!(names.contains(&"__dp4a"), "{names:?}");
    let folder = tempfile::tempdir()?;
    let source = folder.path().join("supplied.hip");
    let uses: String = names.iter().map(|name| format!("  {name};\n")).collect();
    let headers: String = HEADERS.iter().map(|header| format!("#include <{header}>\n")).collect();
    std::fs::write(&source, format!("{headers}__device__ void uses() {{\n{uses}}}\n"))?;
    let mut compile = Command::new(binary());
    compile.args(["cc", "-fsyntax-only", "-ferror-limit=0", "-w"]).arg(format!("--offload-arch={target}")).arg(&source);
    let said = String::from_utf8_lossy(&compile.output()?.stderr).into_owned();
    let missing: Vec<&str> = said.lines().filter(|line| line.contains("undeclared identifier")).collect();
    if missing.is_empty() { Ok(()) } else { Err(missing.join("\n").into()) }
}

/// A header for each text that there is: many differ by their first line alone.
fn headers() -> Vec<String> {
    let mut by_text = BTreeMap::new();
    for (name, text) in hipify_names::forwarding_headers() {
        if !name.starts_with("hipify/") && !name.starts_with("thrust/") {
            let below_first = text.split_once('\n').map_or("", |(_, rest)| rest).to_owned();
            by_text.entry(below_first).or_insert(name);
        }
    }
    let names: Vec<String> = by_text.into_values().collect();
    assert_eq!(names.len(), 40, "{names:?}");
    names
}

/// The second include is read as nothing new.
fn alone(name: &str) -> String {
    format!("#include <{name}>\n#include <{name}>\n__global__ void kernel() {{}}\n")
}

/// Every header whose HIP header is here.
fn all_in_one() -> String {
    let choice = hipify_rules::Choice::default();
    let include = |name: &String| match hipify_rules::header(name).and_then(|header| header.hip(&choice)) {
        Some(hip) => format!("#if __has_include(<{hip}>)\n#include <{name}>\n#endif\n"),
        None => format!("#include <{name}>\n"),
    };
    headers().iter().map(include).collect::<String>() + "__global__ void kernel() {}\n"
}

/// What it means that a header says which of AMD's libraries it wants.
#[derive(PartialEq)]
enum Missing {
    Right,
    Wrong,
}

/// A source is right when it compiles in silence.
fn compiles(source: &str, target: &str, missing: Missing) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("source.cu");
    std::fs::write(&path, source)?;
    let mut command = Command::new(binary());
    command.args(["build", "--mode", "compat", "-q", "-j1", "--offload-arch", target, "-fsyntax-only"]).arg(&path);
    let output = command.output()?;
    let said = String::from_utf8_lossy(&output.stderr);
    let asks_for_a_library =
        missing == Missing::Right && said.contains("is installed: `hipify-rs setup` installs AMD's libraries");
    if output.status.success() && said.is_empty() || asks_for_a_library { Ok(()) } else { Err(said.into_owned().into()) }
}
