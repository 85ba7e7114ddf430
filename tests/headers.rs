//! Compiles corpora/headers with the bundled runtime's headers, for the host and as device code for the CPU, and runs the
//! checks of values there: arithmetic with named roundings, numbers of 16 and 8 bits, parts of words, mathematics.

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs};

/// Standards that sources are compiled as.
const STANDARDS: [&str; 3] = ["c++14", "c++17", "c++20"];

/// What the rules say HIP has in a header of these, and the headers have not, with the reason.
const ABSENT: &[(&str, &str)] =
    &[("skipahead", "hipRAND's"), ("skipahead_sequence", "hipRAND's"), ("skipahead_subsequence", "hipRAND's")];

/// Headers whose names the rules may name; those of other libraries are not here.
const HEADERS: [&str; 6] =
    ["hip/hip_runtime.h", "hip/hip_fp16.h", "hip/hip_bf16.h", "hip/hip_fp8.h", "hip/hip_fp4.h", "hip/hip_complex.h"];

#[derive(Clone, Copy, PartialEq)]
enum Pass {
    Host,
    Device,
}

fn main() -> ExitCode {
    let corpus = root().join("corpora/headers");
    let mut trials = vec![
        Trial::test("every_name_of_the_rules_is_there", every_name_of_the_rules_is_there),
        Trial::test("a_function_that_is_not_there_is_an_error", a_function_that_is_not_there_is_an_error),
        Trial::test("c_and_other_compilers_can_read_the_interface", c_and_other_compilers_can_read_the_interface),
    ];
    for path in sources(&corpus.join("language")) {
        for standard in STANDARDS {
            for (pass, said) in [(Pass::Host, "host"), (Pass::Device, "device")] {
                let path = path.clone();
                let name = format!("language/{}/{standard}/{said}", stem(&path));
                trials.push(Trial::test(name, move || compiles(&path, standard, pass)));
            }
        }
    }
    for path in sources(&corpus.join("signatures")) {
        trials.push(Trial::test(format!("signatures/{}", stem(&path)), move || compiles(&path, "c++14", Pass::Device)));
    }
    for path in sources(&corpus.join("values")) {
        trials.push(Trial::test(format!("values/{}", stem(&path)), move || values_are_right(&path)));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder of the corpus").map(|entry| entry.expect("an entry").path());
    let mut paths: Vec<_> = entries.filter(|path| path.extension().is_some_and(|ending| ending == "hip")).collect();
    assert!(!paths.is_empty(), "{}: no sources", folder.display());
    paths.sort();
    paths
}

fn stem(path: &Path) -> String {
    path.file_stem().expect("a file").to_string_lossy().into_owned()
}

fn clang() -> Command {
    Command::new(env::var("HIP_CLANG").unwrap_or_else(|_| "clang++-19".to_owned()))
}

/// A clang with the flags of a pass, which the build gives it too.
fn compiler(standard: &str, pass: Pass) -> Command {
    let include = root().join("runtime-shim/include");
    let mut command = clang();
    command.args(["-x", "hip", "--cuda-host-only", "-nogpuinc", "-nogpulib", "--offload-arch=gfx90a", "-ferror-limit=10"]);
    command.arg(format!("-std={standard}")).args(["-Xclang", "-fcuda-allow-variadic-functions", "-Wall", "-Wextra", "-Werror"]);
    command.arg("-isystem").arg(include.join("std")).arg("-isystem").arg(&include).args(["-include", "hip/hip_runtime.h"]);
    if pass == Pass::Device {
        command.args(["-D__HIPIFY_CPU__=1", "-Xclang", "-fcuda-is-device", "-fno-math-errno", "-ffp-contract=fast"]);
    }
    command
}

fn run(command: &mut Command) -> Result<String, Failed> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    if output.status.success() { Ok(said) } else { Err(format!("{command:?}\n{said}").into()) }
}

fn compiles(path: &Path, standard: &str, pass: Pass) -> Result<(), Failed> {
    // Code is made: what a function for both sides may not call on the device is only said then.
    let object = tempfile::NamedTempFile::new()?;
    run(compiler(standard, pass).args(["-Wno-unused-variable", "-emit-llvm", "-c"]).arg(path).arg("-o").arg(object.path()))
        .map(drop)
}

/// Compiles a check as device code, links it to a main function of the host, and runs that.
fn values_are_right(path: &Path) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let (device, host, program) = (folder.path().join("device.o"), folder.path().join("host.o"), folder.path().join("check"));
    run(compiler("c++17", Pass::Device)
        .args(["-O2", "-march=native", "-mno-avx10.1-256", "-c"])
        .arg(path)
        .arg("-o")
        .arg(&device))?;
    let main = path.with_file_name("main.c");
    run(clang().args(["-x", "c", "-O1", "-frounding-math", "-ffp-model=strict", "-w", "-c"]).arg(main).arg("-o").arg(&host))?;
    run(clang().arg(&device).arg(&host).arg("-lm").arg("-o").arg(&program))?;
    let said = run(&mut Command::new(&program))?;
    println!("{}: {}", stem(path), said.trim());
    Ok(())
}

/// Names that the rules say one of [`HEADERS`] has.
fn names_of_the_rules() -> Vec<String> {
    let mut names = Vec::new();
    for file in ["device", "complex"] {
        let text = fs::read_to_string(root().join(format!("rules/api/{file}.toml"))).expect("a table of rules");
        let table: toml::Table = text.parse().expect("a table of rules");
        let default = table["header"].as_str().expect("a header");
        for row in table["symbols"].as_table().expect("symbols").values() {
            let header = row.get("header").and_then(toml::Value::as_str).unwrap_or(default);
            let Some(name) = row.get("hip").and_then(toml::Value::as_str) else { continue };
            if HEADERS.contains(&header) {
                names.push(name.to_owned());
            }
        }
    }
    names.sort();
    names.dedup();
    names
}

fn every_name_of_the_rules_is_there() -> Result<(), Failed> {
    let names = names_of_the_rules();
    let mut source: String = HEADERS.iter().map(|header| format!("#include <{header}>\n")).collect();
    // Those with a macro in front, and variables of the compiler's, have no declaration to name.
    source += "namespace names {\n";
    for name in names.iter().filter(|name| !ABSENT.iter().any(|(absent, _)| absent == name)) {
        source += &format!("#ifndef {name}\nusing ::{name};\n#endif\n");
    }
    source += "}\n";
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("names.hip");
    fs::write(&path, source)?;
    run(compiler("c++17", Pass::Device).args(["-fsyntax-only", "-ferror-limit=0"]).arg(&path))?;
    println!("{} of {} names; absent: {ABSENT:?}", names.len() - ABSENT.len(), names.len());
    Ok(())
}

fn a_function_that_is_not_there_is_an_error() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("k.hip");
    for (body, part) in [("__no_such_function(1);", "__no_such_function"), ("drand48();", "call to __host__ function")] {
        fs::write(&path, format!("__global__ void k() {{ {body} }}\n"))?;
        let Err(failed) = run(compiler("c++17", Pass::Device).arg("-fsyntax-only").arg(&path)) else {
            return Err(format!("{body} compiles").into());
        };
        let said = failed.message().unwrap_or_default();
        if !said.contains(part) {
            return Err(format!("{body}: {said}").into());
        }
    }
    Ok(())
}

fn c_and_other_compilers_can_read_the_interface() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let include = root().join("runtime-shim/include");
    let text = "#include <hip/hip_runtime.h>\n#include <hip/hip_fp16.h>\n#include <hip/hip_complex.h>\n\
                int main(void) { bool built = true; float4 v = make_float4(1, 2, 3, 4); float2 z = hipCaddf(make_hipFloatComplex(1, 2), make_hipFloatComplex(3, 4));\n\
                return !(built && v.w == 4 && z.y == 6 && __half2float(__float2half(1.5f)) == 1.5f && sizeof(float3) == 12); }\n";
    for (compiler, file) in [("gcc", "use.c"), ("g++", "use.cpp"), ("clang++-19", "use.cc")] {
        let path = folder.path().join(file);
        fs::write(&path, text)?;
        let program = folder.path().join("use");
        run(Command::new(compiler).arg("-isystem").arg(&include).arg(&path).arg("-lm").arg("-o").arg(&program))?;
        run(&mut Command::new(&program))?;
    }
    Ok(())
}
