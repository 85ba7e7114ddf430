//! Kernels written in CUDA and, by hand, in HIP: the code object of the ported file has the instructions of the hand-written.
//!
//! A pair that wants newer HIP headers than the build finds says so in its first line, `// needs: hip-6.2`, and is skipped by
//! name; a second line `// fails: why` says what is known to be wrong.

use hipify_tests::cli_command::binary;
use libtest_mimic::{Arguments, Failed, Trial};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// One with 64 lanes a wavefront and one with 32.
const TARGETS: [&str; 2] = ["gfx90a", "gfx1100"];

fn main() -> ExitCode {
    let mut folders: Vec<PathBuf> = std::fs::read_dir(root()).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    let have = hip_version(&commands(&root().join("vector-add/cuda.cu"), Path::new("/tmp/a.co")));
    let mut trials = vec![
        Trial::test("every_pair_is_found", every_pair_is_found),
        Trial::test("another_kernel_has_other_instructions", another_kernel_has_other_instructions),
        Trial::test("one_constant_makes_a_difference", one_constant_makes_a_difference),
    ];
    trials.extend(folders.into_iter().map(|folder| {
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        let lacking = needs(&folder).filter(|needed| *needed > have);
        let fails = known_wrong(&folder);
        let kind = match (lacking, &fails) {
            (Some((major, minor)), _) => format!("needs HIP {major}.{minor}"),
            (None, Some(why)) => format!("known wrong: {why}"),
            (None, None) => String::new(),
        };
        let trial = Trial::test(format!("same_instructions/{name}"), move || match fails {
            None => same(&folder),
            Some(_) if std::panic::catch_unwind(|| same(&folder)).is_ok() => Err("it is right now: take its line away".into()),
            Some(_) => Ok(()),
        });
        trial.with_kind(kind).with_ignored_flag(lacking.is_some())
    }));
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpora/pairs")
}

/// The HIP version that a pair's first line asks for.
fn needs(folder: &Path) -> Option<(u32, u32)> {
    let text = std::fs::read_to_string(folder.join("cuda.cu")).unwrap();
    let (major, minor) = text.lines().next()?.strip_prefix("// needs: hip-")?.split_once('.')?;
    Some((major.parse().unwrap(), minor.parse().unwrap()))
}

fn known_wrong(folder: &Path) -> Option<String> {
    let text = std::fs::read_to_string(folder.join("cuda.cu")).unwrap();
    text.lines().nth(1)?.strip_prefix("// fails: ").map(str::to_owned)
}

/// The version of the HIP headers that compiler commands name, or else of the system's.
fn hip_version(commands: &[Vec<String>]) -> (u32, u32) {
    let folders = commands[0].windows(2).filter(|pair| pair[0] == "-isystem").map(|pair| PathBuf::from(&pair[1]));
    let headers = folders.chain(["/usr/include".into()]).map(|folder| folder.join("hip/hip_version.h"));
    let text = headers.into_iter().find_map(|header| std::fs::read_to_string(header).ok()).expect("HIP headers");
    let part = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(&format!("#define HIP_VERSION_{name} ")));
        line.unwrap().trim().parse().unwrap()
    };
    (part("MAJOR"), part("MINOR"))
}

fn hipify(source: &Path, output: &Path, more: &[&str]) -> String {
    let mut command = Command::new(binary());
    command.args(["build", "--quiet", "-j1", "--emit", "code-object", "--offload-arch", &TARGETS.join(",")]).args(more);
    let run = command.arg(source).arg("-o").arg(output).output().unwrap();
    let said = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{}: {}\n{said}", source.display(), run.status);
    String::from_utf8(run.stdout).unwrap()
}

/// The compiler command of each target that a build of `source` runs.
fn commands(source: &Path, output: &Path) -> Vec<Vec<String>> {
    let plan = hipify(source, output, &["--dry-run"]);
    let lines = plan.lines().filter(|line| line.contains("--cuda-device-only"));
    let commands: Vec<_> = lines.map(|line| line.split(' ').map(str::to_owned).collect()).collect();
    assert_eq!(commands.len(), TARGETS.len(), "{plan}");
    commands
}

/// Compiles `source` as it is: `command` with another source and output.
fn compile(command: &[String], source: &Path, output: &Path) {
    let end = command.iter().position(|word| word == "-c").unwrap();
    let run = Command::new(&command[0]).args(&command[1..=end]).arg(source).arg("-o").arg(output).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
}

/// The instructions of each function of a code object, without addresses.
type Functions = BTreeMap<String, Vec<String>>;

fn disassembled(clang: &str, object: &Path) -> Functions {
    let asked = Command::new(clang).arg("-print-prog-name=llvm-objdump").output().unwrap();
    let objdump = String::from_utf8(asked.stdout).unwrap();
    let run = Command::new(objdump.trim()).args(["-d", "--no-show-raw-insn"]).arg(object).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    functions(&String::from_utf8(run.stdout).unwrap())
}

/// Reads `0000000000001900 <name>:` and lines like `s_cbranch_execz 12 // 000000001914: BF880012 <name+0x78>`.
fn functions(text: &str) -> Functions {
    let mut all = Functions::new();
    let mut current = None;
    for line in text.lines() {
        if let Some(name) = line.strip_suffix(">:").and_then(|line| line.split_once(" <")) {
            current = Some(all.entry(name.1.to_owned()).or_default());
        } else if let (Some(lines), true) = (current.as_mut(), line.starts_with('\t')) {
            lines.push(line.split("//").next().unwrap().trim().to_owned());
        }
    }
    // What fills the rest of the section belongs to no function.
    for lines in all.values_mut() {
        let is_padding = |line: &str| ["s_code_end", "s_nop 0", "..."].contains(&line);
        let end = lines.iter().rposition(|line| !is_padding(line)).map_or(0, |last| last + 1);
        lines.truncate(end);
    }
    all
}

fn same(folder: &Path) -> Result<(), Failed> {
    let work = tempfile::tempdir()?;
    let (cuda, hip) = (folder.join("cuda.cu"), folder.join("hip.hip"));
    let ported = work.path().join("ported.co");
    hipify(&cuda, &ported, &[]);
    for (target, command) in TARGETS.iter().zip(commands(&cuda, &ported)) {
        let by_hand = work.path().join(format!("by-hand.{target}.co"));
        compile(&command, &hip, &by_hand);
        let ported = disassembled(&command[0], &ported.with_extension(format!("{target}.co")));
        let by_hand = disassembled(&command[0], &by_hand);
        assert!(ported.values().any(|lines| lines.len() > 4), "{target}: no instructions");
        assert_same(target, &ported, &by_hand);
    }
    Ok(())
}

fn assert_same(target: &str, ported: &Functions, by_hand: &Functions) {
    let names = |functions: &Functions| functions.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(ported), names(by_hand), "{target}");
    for (name, lines) in ported {
        let diff = similar::TextDiff::from_slices(
            &lines.iter().map(String::as_str).collect::<Vec<_>>(),
            &by_hand[name].iter().map(String::as_str).collect::<Vec<_>>(),
        );
        let changed: Vec<String> = diff
            .iter_all_changes()
            .filter(|it| it.tag() != similar::ChangeTag::Equal)
            .map(|it| format!("{}{}", it.tag(), it.value()))
            .collect();
        assert!(changed.is_empty(), "{target} {name}:\n{}", changed.join("\n"));
    }
}

fn compiled(text: &str) -> Functions {
    let work = tempfile::tempdir().unwrap();
    let (source, output) = (work.path().join("a.hip"), work.path().join("a.co"));
    std::fs::write(&source, format!("#include <hip/hip_runtime.h>\n{text}\n")).unwrap();
    let command = &commands(&source, &output)[0];
    compile(command, &source, &output);
    disassembled(&command[0], &output)
}

fn every_pair_is_found() -> Result<(), Failed> {
    assert_eq!(root().read_dir()?.count(), 20);
    Ok(())
}

fn another_kernel_has_other_instructions() -> Result<(), Failed> {
    let add = compiled("__global__ void k(float *p) { p[threadIdx.x] += 1.0f; }");
    let subtract = compiled("__global__ void k(float *p) { p[threadIdx.x] = 1.0f - p[threadIdx.x]; }");
    let equal = std::panic::catch_unwind(|| assert_same("gfx90a", &add, &subtract));
    if equal.is_ok() { Err("they count as the same".into()) } else { Ok(()) }
}

fn one_constant_makes_a_difference() -> Result<(), Failed> {
    let text = "0000000000001900 <k>:\n\tv_add_f32_e32 v0, 1.0, v0    // 000000001900: 02000001\n\ts_endpgm  // 0: BF810000\n\ts_nop 0 // 1\n";
    let one = functions(text);
    assert_eq!(one["k"], ["v_add_f32_e32 v0, 1.0, v0", "s_endpgm"]);
    assert_ne!(one, functions(&text.replace("1.0,", "2.0,")));
    assert_eq!(one, functions(&text.replace("1900", "2000")));
    Ok(())
}
