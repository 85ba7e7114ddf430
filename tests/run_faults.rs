//! What goes wrong at run time, and what is said about it: the programs of corpora/run/faults on the CPU, and executables whose
//! code objects are missing or broken.
//!
//! `// stderr:` in a program's first lines is a text that standard error holds.

use hipify_tests::cli_command::TestFolder;
use hipify_tests::programs;
use hipify_tests::programs::Program;
use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// The CPU's entry of a fat binary, as the file has it.
const ENTRY: &[u8] = b"hip-x86_64-pc-linux-gnu";
/// What a fat binary begins with.
const MAGIC: &[u8] = b"__CLANG_OFFLOAD_BUNDLE__";

fn main() -> ExitCode {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpora/run/faults");
    let mut trials: Vec<Trial> = programs::in_folder(&folder).into_iter().map(a_program).collect();
    trials.extend([
        Trial::test("a_program_without_code_for_the_cpu_says_how_to_get_it", no_entry),
        Trial::test("a_fat_binary_that_is_cut_off_is_named", cut_off),
        Trial::test("a_code_object_that_is_none_is_named", no_code_object),
    ]);
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn a_program(program: Program) -> Trial {
    Trial::test(format!("{}/is_told", program.name), move || {
        let executable = program.executable(&["cpu".to_owned()]).unwrap_or_else(|said| panic!("{said}"));
        for wave_size in [32, 64] {
            let run = program.passes(&executable, wave_size);
            for text in &program.stderr {
                assert!(run.err.contains(text), "`{text}` is not in\n{}", run.err);
            }
            assert!(!program.stderr.is_empty() || run.err.is_empty(), "{}", run.err);
        }
        Ok(())
    })
}

/// A program for `targets` with the bundled runtime, and the folder it is in.
fn saxpy(targets: &str) -> (TestFolder, PathBuf) {
    let place = TestFolder::new(&[]);
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpora/run/saxpy.cu");
    place.build(&format!("{} --offload-arch {targets} --runtime bundled -o saxpy", source.display()));
    let executable = place.path("saxpy");
    (place, executable)
}

/// Runs a program that is to fail, in words that hold each of `texts`.
fn fails_with(executable: &Path, texts: &[&str]) {
    let run = programs::patiently(Command::new(executable).env("HIPIFY_DEVICE", "cpu"));
    // It ends by itself: what it prints is its own report of the error it was given.
    assert_eq!(run.code, Some(1), "{run:?}");
    for text in texts {
        assert!(run.err.contains(text), "`{text}` is not in\n{}", run.err);
    }
}

fn no_entry() -> Result<(), Failed> {
    let (_place, executable) = saxpy("gfx90a");
    fails_with(&executable, &["gfx90a", "--offload-arch", "cpu"]);
    Ok(())
}

/// Where `text` is in `bytes`.
fn find(bytes: &[u8], text: &[u8]) -> usize {
    bytes.windows(text.len()).position(|window| window == text).expect("a text that is there")
}

fn cut_off() -> Result<(), Failed> {
    let (place, executable) = saxpy("cpu");
    let mut bytes = std::fs::read(&executable)?;
    let bundle = find(&bytes, MAGIC);
    let name = bundle + find(&bytes[bundle..], ENTRY);
    // An entry is offset, size and length of the name, of eight bytes each, then the name: the size goes past all.
    bytes[name - 16..name - 8].copy_from_slice(&(1_u64 << 40).to_le_bytes());
    place.write("saxpy", &bytes);
    fails_with(&executable, &["offload bundle is cut off", "--offload-arch cpu"]);
    Ok(())
}

fn no_code_object() -> Result<(), Failed> {
    let (place, executable) = saxpy("cpu");
    let mut bytes = std::fs::read(&executable)?;
    let bundle = find(&bytes, MAGIC);
    let name = bundle + find(&bytes[bundle..], ENTRY);
    let number = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap());
    let (start, size) = (bundle + usize::try_from(number(name - 24))?, usize::try_from(number(name - 16))?);
    bytes[start..start + size].fill(0x5a);
    place.write("saxpy", &bytes);
    fails_with(&executable, &["its CPU entry is no shared object", "--offload-arch cpu"]);
    Ok(())
}
