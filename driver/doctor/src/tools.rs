//! Programs that builds and other commands call: where each is, and what installs it.

use super::advice::Advice;
use hipify_run::simulate::{self, Simulator};
use hipify_toolchain::clang::Clang;
use hipify_toolchain::environment::Environment;
use hipify_toolchain::packages;
use hipify_tree::platform::is_program;
use serde::Serialize;
use std::path::PathBuf;

/// A program, or that it is missing.
#[derive(Serialize)]
pub(crate) struct Tool {
    pub(crate) name: &'static str,
    /// What is done with it.
    pub(crate) purpose: &'static str,
    pub(crate) path: Option<PathBuf>,
    /// Nothing can be built without it.
    pub(crate) needed: bool,
}

/// Tools beside the compiler: name, what for, whether nothing is built without it.
const OF_LLVM: [(&str, &str, bool); 4] = [
    ("ld.lld", "links device code", true),
    ("clang-offload-bundler", "puts the code of several targets into one file", true),
    ("llvm-ar", "makes static libraries", false),
    ("llvm-objdump", "disassembles kernels", false),
];

/// Tools in PATH: name, what for, Debian's package.
const IN_PATH: [(&str, &str, &str); 7] = [
    ("make", "folders with a Makefile", "make"),
    ("cmake", "folders with a CMakeLists.txt", "cmake"),
    ("ninja", "`--emit ninja`, and CMake's builds", "ninja-build"),
    ("git", "`sync`, and `lint --diff-base`", "git"),
    ("ccache", "`--launcher ccache`: unchanged sources are not compiled again", "ccache"),
    ("sccache", "`--launcher sccache`: the same, shared between machines", "sccache"),
    ("distcc", "`--launcher distcc`: compiles on other machines too", "distcc"),
];

/// What AMD's simulator is for.
const SIMULATOR: &str = "`run --simulate`: code for AMD's GPUs without one";

pub(crate) fn all(environment: &Environment, clang: Option<&Clang>) -> Vec<Tool> {
    let beside = |name: &str| clang.map(|clang| clang.bin.join(name)).filter(|path| is_program(path));
    let llvm = OF_LLVM.iter().map(|(name, purpose, needed)| Tool { name, purpose, path: beside(name), needed: *needed });
    let others = IN_PATH.iter().map(|(name, purpose, _)| Tool { name, purpose, path: environment.program(name), needed: false });
    let simulator = Simulator::find(environment).ok().map(|found| found.program);
    let simulator = Tool { name: simulate::NAME, purpose: SIMULATOR, path: simulator, needed: false };
    llvm.chain(others).chain([simulator]).collect()
}

pub(crate) fn advice(environment: &Environment, clang: Option<&Clang>, tools: &[Tool]) -> Vec<Advice> {
    let mut advice = Vec::new();
    let missing = |name: &str| tools.iter().any(|tool| tool.name == name && tool.path.is_none());
    if let Some(clang) = clang {
        for (name, purpose, _) in OF_LLVM.iter().filter(|(name, ..)| missing(name)) {
            let fact = format!("clang {} lacks `{name}`, which {purpose}", clang.version);
            advice.push(Advice {
                fact,
                remedy: packages::tool(packages::family(environment), clang.version.major, &clang.bin, name),
            });
        }
    }
    for (name, purpose, package) in IN_PATH.iter().filter(|(name, ..)| missing(name)) {
        let remedy = packages::install(environment, &format!("apt-get install {package}"), &format!("install `{name}`"));
        advice.push(Advice { fact: format!("`{name}` is not installed: {purpose}"), remedy });
    }
    if missing(simulate::NAME) {
        let fact = format!("`{}` is not installed: {SIMULATOR}", simulate::NAME);
        advice.push(Advice { fact, remedy: simulate::REMEDY.to_owned() });
    }
    advice
}
