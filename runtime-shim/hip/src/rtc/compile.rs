//! Runs `hipify-rs cc --genco` on a source in a temporary folder and takes the code object and the log.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use super::names;
use crate::module::own_library;
use crate::types::rtc::*;

/// The file that `name` stands for where a program has none.
const DEFAULT_NAME: &str = "program.hip";

/// The header that every program includes first.
const BUILT_IN: &str = "hip/hipify/rtc.h";

/// By what the device pass is known among the steps.
const DEVICE_PASS: &str = " -fcuda-is-device ";

/// What a failed compile gives: the result and the log.
pub(crate) type Failed = (hiprtcResult, String);

/// What a compile is made of: two programs that are equal in it have the same code.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Input {
    pub(crate) source: String,
    pub(crate) name: String,
    /// Names in `#include` and what stands there.
    pub(crate) headers: Vec<(String, String)>,
    /// Expressions whose lowered names are asked for.
    pub(crate) expressions: Vec<String>,
    pub(crate) options: Vec<String>,
}

/// What the compiler made of a source.
pub(crate) enum Code {
    Object(Vec<u8>),
    /// Of relocatable device code, which is still to be linked.
    Bitcode(Vec<u8>),
}

/// What a compile gives.
pub(crate) struct Compiled {
    pub(crate) code: Code,
    /// One for each expression.
    pub(crate) lowered: Vec<String>,
    pub(crate) log: String,
}

/// Compiles a program: to a code object, or to bitcode where it is one part of relocatable device code.
pub(crate) fn compile(input: &Input) -> Result<Compiled, Failed> {
    let folder = Folder::new().map_err(|error| internal(&format!("no temporary folder: {error}")))?;
    let source = folder.write(input).map_err(|error| internal(&format!("`{}`: {error}", folder.path().display())))?;
    let mut words = genco(&source, &folder.path().join("program.hipfb"));
    words.extend(["-I".into(), folder.path().into()]);
    words.extend(input.options.iter().filter(|option| !names_target(option)).map(OsString::from));
    let relocatable = input.options.iter().any(|option| option == "-fgpu-rdc");
    let (code, log) = if relocatable { bitcode(&folder, &words)? } else { code(&folder, &words)? };
    let lowered =
        if input.expressions.is_empty() { Vec::new() } else { lowered_names(&folder, &words, input.expressions.len())? };
    Ok(Compiled { code, lowered, log })
}

/// The command that compiles a source to a code object for the CPU.
fn genco(source: &Path, output: &Path) -> Vec<OsString> {
    let mut words: Vec<OsString> = ["cc", "--genco", "--offload-arch=cpu", "-fdiagnostics-format=clang", "-x", language(source)]
        .map(OsString::from)
        .to_vec();
    words.extend(["-include".into(), BUILT_IN.into(), source.into(), "-o".into(), output.into()]);
    words
}

/// By the ending: CUDA's sources are ported.
fn language(source: &Path) -> &'static str {
    if source.extension().is_some_and(|ending| ending == "cu") { "cu" } else { "hip" }
}

/// The steps that this command takes, each as a shell reads it.
pub(crate) fn steps(source: &Path, output: &Path) -> Result<String, Failed> {
    run(&[genco(source, output), vec!["-###".into()]].concat()).map(|plan| said(&plan))
}

fn code(folder: &Folder, words: &[OsString]) -> Result<(Code, String), Failed> {
    let output = run(words)?;
    let log = folder.without_paths(&said(&output));
    if !output.status.success() {
        // 2 is a word of the command line that is not understood.
        let result = if output.status.code() == Some(2) { HIPRTC_ERROR_INVALID_OPTION } else { HIPRTC_ERROR_COMPILATION };
        return Err((result, log));
    }
    let path = folder.path().join("program.hipfb");
    let code = fs::read(&path).map_err(|error| internal(&format!("`{}`: {error}", path.display())))?;
    Ok((Code::Object(code), log))
}

/// Runs the steps up to the device pass alone.
fn bitcode(folder: &Folder, words: &[OsString]) -> Result<(Code, String), Failed> {
    let plan = said(&run(&[words, &["-###".into()]].concat())?);
    let mut lines = plan.lines();
    let before: Vec<&str> = lines.by_ref().take_while(|line| !line.contains(DEVICE_PASS)).collect();
    let pass = plan.lines().nth(before.len()).ok_or_else(|| internal("the plan has no device pass"))?;
    let path = folder.path().join("program.bc");
    let script = format!("{}\n{pass} -o {}", before.join("\n"), path.display());
    let output = Command::new("/bin/sh").args(["-e", "-c", &script]).output();
    let output = output.map_err(|error| internal(&format!("`/bin/sh`: {error}")))?;
    let log = folder.without_paths(&said(&output));
    if !output.status.success() {
        return Err((HIPRTC_ERROR_COMPILATION, log));
    }
    let bitcode = fs::read(&path).map_err(|error| internal(&format!("`{}`: {error}", path.display())))?;
    Ok((Code::Bitcode(bitcode), log))
}

/// Options that say which GPU to compile for: the code is for the CPU.
fn names_target(option: &str) -> bool {
    ["--offload-arch", "--gpu-architecture", "-arch", "--amdgpu-target"].iter().any(|start| option.starts_with(start))
}

/// Runs the device pass of the same command alone, to assembly, and finds the names there.
fn lowered_names(folder: &Folder, words: &[OsString], count: usize) -> Result<Vec<String>, Failed> {
    let plan = run(&[words, &["-###".into()]].concat())?;
    let steps = said(&plan);
    let pass = steps.lines().find(|line| line.contains(DEVICE_PASS)).ok_or_else(|| internal("the plan has no device pass"))?;
    // The steps are printed as a shell reads them.
    let assembly = folder.path().join("program.ll");
    let output = Command::new("/bin/sh").args(["-c", &format!("{pass} -S -emit-llvm -o {}", assembly.display())]).output();
    let output = output.map_err(|error| internal(&format!("`/bin/sh`: {error}")))?;
    let text = fs::read_to_string(&assembly).map_err(|_| internal(&said(&output)))?;
    names::lowered(&text, count)
        .ok_or_else(|| (HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID, "a name expression has no lowered name".to_owned()))
}

fn run(words: &[OsString]) -> Result<Output, Failed> {
    let program = hipify_rs();
    Command::new(&program).args(words).env_remove("LD_PRELOAD").output().map_err(|error| {
        internal(&format!(
            "`{}` does not run: {error}; put it beside this library or into PATH, or name it with HIPIFY_RS",
            program.display()
        ))
    })
}

pub(crate) fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

pub(crate) fn internal(reason: &str) -> Failed {
    eprintln!("hipify: hipRTC: {reason}");
    (HIPRTC_ERROR_INTERNAL_ERROR, reason.to_owned())
}

/// The command: `HIPIFY_RS`, else beside this library, where it is installed or where cargo leaves it, else in PATH.
fn hipify_rs() -> PathBuf {
    if let Some(named) = std::env::var_os("HIPIFY_RS").filter(|path| !path.is_empty()) {
        return named.into();
    }
    let own = own_library::path();
    let folder = own.as_deref().and_then(Path::parent).unwrap_or(Path::new("/"));
    let places = ["hipify-rs", "../hipify-rs", "../bin/hipify-rs", "../../bin/hipify-rs"].map(|place| folder.join(place));
    places.into_iter().find(|place| place.is_file()).unwrap_or_else(|| "hipify-rs".into())
}

/// A folder of its own, which goes away with the value.
pub(crate) struct Folder(tempfile::TempDir);

impl Folder {
    pub(crate) fn new() -> std::io::Result<Folder> {
        tempfile::Builder::new().prefix("hipify-rtc-").tempdir().map(Folder)
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Writes headers and source; gives the source's path.
    fn write(&self, input: &Input) -> std::io::Result<PathBuf> {
        for (name, text) in &input.headers {
            let path = self.path().join(inside(name));
            fs::create_dir_all(path.parent().unwrap_or(self.path()))?;
            fs::write(path, text)?;
        }
        let name = Path::new(&input.name).file_name().map_or(DEFAULT_NAME.into(), |name| name.to_string_lossy().into_owned());
        let source = self.path().join(name);
        fs::write(&source, format!("{}\n{}", input.source, names::declarations(&input.expressions)))?;
        Ok(source)
    }

    /// A log that speaks of the program's own names.
    fn without_paths(&self, log: &str) -> String {
        log.replace(&format!("{}/", self.path().display()), "")
    }
}

/// A header's name as a path inside a folder: no root, no way up.
fn inside(name: &str) -> PathBuf {
    Path::new(name).components().filter(|part| matches!(part, std::path::Component::Normal(_))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_stay_inside_the_folder() {
        assert_eq!(inside("../../etc/passwd"), Path::new("etc/passwd"));
        assert_eq!(inside("/a/./b.h"), Path::new("a/b.h"));
    }

    #[test]
    fn options_that_name_a_gpu_are_left_out() {
        for option in ["--offload-arch=gfx90a", "--gpu-architecture=compute_70", "-arch=sm_80"] {
            assert!(names_target(option), "{option}");
        }
        assert!(!names_target("-DARCH=1"));
    }
}
