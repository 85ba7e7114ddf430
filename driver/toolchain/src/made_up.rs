//! Made-up machines for tests of discovery: a folder tree as file-system root, in which a compiler is a text file.

use super::environment::Environment;
use super::{Toolchain, ToolchainOptions, Wanted};
use hipify_error::Error;
use std::ffi::OsStr;
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

/// The front of a bitcode file that LLVM 15.0.5 wrote.
const BITCODE_15: [u8; 64] = *include_bytes!("made_up/llvm15.bc.front");

/// A file-system root under construction. A made-up compiler's file holds what it prints when asked.
pub struct Machine {
    root: TempDir,
    /// What `environment` will say of the process.
    pub variables: Vec<(&'static str, PathBuf)>,
}

impl Machine {
    /// A Debian machine with nothing installed.
    #[expect(clippy::new_without_default, reason = "a machine is made in a temporary folder, which is no default")]
    pub fn new() -> Self {
        let root = TempDir::new().unwrap();
        let variables = vec![("PATH", root.path().join("usr/bin")), ("HOME", root.path().join("home"))];
        let machine = Self { root, variables };
        machine.write("etc/os-release", "ID=debian\n");
        machine
    }

    /// Where a path of the machine really lies.
    pub fn path(&self, path: &str) -> PathBuf {
        self.root.path().join(path)
    }

    /// Writes a file, and the folders above it.
    pub fn write(&self, path: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        path
    }

    /// Writes a program, which prints `says` whatever it is asked.
    pub fn program(&self, path: &str, says: &str) -> PathBuf {
        use std::os::unix::fs::PermissionsExt;
        let path = self.write(path, says);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    /// A clang of this version, for two GPUs.
    pub fn clang(&self, path: &str, version: &str) -> PathBuf {
        self.program(path, &format!("clang version {version}\nAvailable CPUs for this target:\n\tgfx90a\n\tgfx942\n"))
    }

    /// clang with its tools, as Debian's packages lay it out.
    pub fn debian_clang(&self, major: u32) -> PathBuf {
        for tool in ["ld.lld", "clang-offload-bundler"] {
            self.program(&format!("usr/lib/llvm-{major}/bin/{tool}"), "");
        }
        self.clang(&format!("usr/lib/llvm-{major}/bin/clang++"), &format!("{major}.1.7"))
    }

    /// clang 19 with its tools, as `hipify-rs setup clang` unpacks it into `prefix`.
    pub fn clang_of_setup(&self, prefix: &str) {
        for tool in ["ld.lld", "clang-offload-bundler"] {
            self.program(&format!("{prefix}/usr/lib/llvm-19/bin/{tool}"), "");
        }
        self.clang(&format!("{prefix}/usr/lib/llvm-19/bin/clang++"), "19.1.7");
        self.write(&format!("{prefix}/{}", super::hip::MANIFEST), "");
    }

    /// HIP's headers and runtime library of this version below `root`.
    pub fn hip(&self, root: &str, major: u32, minor: u32) {
        let text = format!("#define HIP_VERSION_MAJOR {major}\n#define HIP_VERSION_MINOR {minor}\n");
        self.write(&format!("{root}/include/hip/hip_version.h"), text);
        self.write(&format!("{root}/lib/libamdhip64.so"), "");
    }

    /// Device libraries that LLVM 15 wrote.
    pub fn bitcode(&self, folder: &str) {
        self.write(&format!("{folder}/ocml.bc"), BITCODE_15);
    }

    /// A machine with clang 19, HIP 5.2 and device libraries, like Debian 12 with the packages of the README.
    pub fn debian() -> Self {
        let machine = Self::new();
        machine.debian_clang(19);
        machine.hip("usr", 5, 2);
        machine.bitcode("usr/lib/x86_64-linux-gnu/amdgcn/bitcode");
        machine
    }

    /// A ROCm with its compiler, headers and device libraries.
    pub fn rocm(&self, folder: &str, clang: &str, hip: u32) {
        self.clang(&format!("{folder}/bin/amdclang++"), clang);
        self.hip(folder, hip, 2);
        self.bitcode(&format!("{folder}/amdgcn/bitcode"));
    }

    /// What discovery sees of the machine.
    pub fn environment(&self) -> Environment<'_> {
        let variables: Vec<_> = self.variables.iter().map(|(name, value)| (*name, OsStr::new(value))).collect();
        Environment::made_up(self.root.path(), &variables, &|program, _| fs::read_to_string(program).ok())
    }

    /// The toolchain for GPUs.
    ///
    /// # Errors
    /// As [`Toolchain::find`].
    pub fn find(&self, args: &ToolchainOptions) -> Result<Toolchain, Error> {
        self.find_wanted(args, Wanted::GPU)
    }

    /// The toolchain for what is wanted.
    ///
    /// # Errors
    /// As [`Toolchain::find`].
    pub fn find_wanted(&self, args: &ToolchainOptions, wanted: Wanted) -> Result<Toolchain, Error> {
        Toolchain::find_in(&self.environment(), args, wanted)
    }

    /// The toolchain that is found without options.
    ///
    /// # Panics
    /// When there is none.
    pub fn found(&self) -> Toolchain {
        self.find(&ToolchainOptions::default()).unwrap()
    }

    /// What is said, and the remedy.
    pub fn refused(&self, args: &ToolchainOptions) -> (String, String) {
        let error = self.find(args).unwrap_err();
        (error.to_string(), error.remedy().unwrap_or_default().to_owned())
    }
}
