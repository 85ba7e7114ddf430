//! The options of `build`, as typed.

use hipify_command_line::runtime::{Choice, RuntimeOptions};
use hipify_engine::options::Engine;
use hipify_run::RunOptions;
use hipify_toolchain::ToolchainOptions;
use std::path::PathBuf;

/// The options of `build`, as typed.
#[derive(Clone, Debug)]
pub struct CommandOptions {
    /// Targets, such as gfx942,gfx1201 or gfx90a:xnack+, and cpu; may be repeated. Without it: $HIPIFY_OFFLOAD_ARCH, else the
    /// GPUs of this machine.
    pub offload_arch: Vec<String>,
    /// The file to make; for a project, the folder that its programs and libraries go to: hip-build without it.
    pub output: Option<PathBuf>,
    /// What to make.
    pub emit: Option<Emit>,
    /// Make one object a source.
    pub compile: bool,
    /// How a folder is built.
    pub build_system: BuildSystem,
    /// Take files of a folder that ignore files leave out.
    pub no_ignore: bool,
    /// Run what was built, with the words after `--`.
    pub run: bool,
    /// How code is ported.
    pub engine: Engine,
    /// Where the compiler is.
    pub toolchain: ToolchainOptions,
    /// How code for the CPU is made, and which runtime is linked.
    pub runtime: RuntimeOptions,
    /// Where and how a program runs.
    pub device: RunOptions,

    /// Put this in front of each compile: ccache, sccache, distcc, icecc, or any program.
    pub launcher: Option<String>,
    /// Where make or CMake fails, go on with what does not need what failed.
    pub keep_going: bool,
    /// Steps at a time; 0 means one a core.
    pub jobs: usize,
    /// Keep intermediate files in DIR.
    pub keep: Option<PathBuf>,
    /// Print the steps and run none (also -###).
    pub dry_run: bool,
    /// Write how long each step took: a page with a chart for FILE.html, else JSON.
    pub timings: Option<PathBuf>,
    /// Print each step with its time, and what the port reports.
    pub verbose: bool,
    /// Print nothing but what compilers say.
    pub quiet: bool,

    /// Words for the program of --run, for make and cmake of a project, else for clang and the linker.
    pub rest: Vec<String>,
}

/// What `build` makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Emit {
    /// An executable.
    Exe,
    /// A shared library.
    Shared,
    /// A static library.
    Static,
    /// One object a source.
    Object,
    /// Device code alone: one file for all targets, which hipModuleLoad takes.
    Bundle,
    /// Device code alone: a code object a target.
    CodeObject,
    /// Device code as assembly.
    Asm,
    /// Device code as LLVM bitcode.
    Bitcode,
    /// Device code as LLVM assembly.
    Ir,
    /// build.ninja and compile_commands.json, in the folder of -o.
    Ninja,
}

impl Choice for Emit {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Exe, "exe", "An executable"),
        (Self::Shared, "shared", "A shared library"),
        (Self::Static, "static", "A static library"),
        (Self::Object, "object", "One object a source"),
        (Self::Bundle, "bundle", "Device code alone: one file for all targets, which hipModuleLoad takes"),
        (Self::CodeObject, "code-object", "Device code alone: a code object a target"),
        (Self::Asm, "asm", "Device code as assembly"),
        (Self::Bitcode, "bitcode", "Device code as LLVM bitcode"),
        (Self::Ir, "ir", "Device code as LLVM assembly"),
        (Self::Ninja, "ninja", "build.ninja and compile_commands.json, in the folder of -o"),
    ];
}

/// How a folder is built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BuildSystem {
    /// By what is in it: CMakeLists.txt, a Makefile, compile_commands.json, else its sources.
    Auto,
    /// CMake, which reads CMakeLists.txt.
    Cmake,
    /// make, which reads a Makefile.
    Make,
    /// compile_commands.json.
    Database,
    /// All sources of the folder, linked to one program.
    Sources,
}

impl Choice for BuildSystem {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Auto, "auto", "By what is in it: CMakeLists.txt, a Makefile, compile_commands.json, else its sources"),
        (Self::Cmake, "cmake", ""),
        (Self::Make, "make", ""),
        (Self::Database, "database", "compile_commands.json"),
        (Self::Sources, "sources", "All sources of the folder, linked to one program"),
    ];
}
