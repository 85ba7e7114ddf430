//! Programs that know CUDA alone: compiled against NVIDIA's own headers, linked with the shim's libraries, run on the CPU.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// CUDA's libraries in a folder, with the shim that cargo built.
pub(crate) struct Shim {
    pub(crate) folder: tempfile::TempDir,
}

/// A version of CUDA: the folder of its headers and the runtime's library.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Version {
    pub(crate) number: u32,
    pub(crate) runtime: &'static str,
}

pub(crate) const VERSIONS: [Version; 3] = [
    Version { number: 11, runtime: "libcudart.so.11.0" },
    Version { number: 12, runtime: "libcudart.so.12" },
    Version { number: 13, runtime: "libcudart.so.13" },
];

/// The newest version, for tests that one will do for.
pub(crate) const NEWEST: Version = VERSIONS[2];

fn crate_folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

impl Version {
    /// Folders of NVIDIA's headers.
    ///
    /// # Panics
    /// When they are not there: a test that cannot see them has not passed.
    pub(crate) fn headers(self) -> Vec<PathBuf> {
        let all =
            std::env::var_os("HIPIFY_CUDA_HEADERS").map_or_else(|| crate_folder().join("../../.cache/headers"), PathBuf::from);
        let own = all.join(format!("cuda{}", self.number));
        assert!(
            own.join("cuda_runtime_api.h").exists(),
            "no headers of CUDA {} in `{}`: run `make cuda-headers`",
            self.number,
            all.display()
        );
        // Wheels of CUDA 11 and 12 have `crt/host_defines.h` in the compiler's package; that of 13 is the same to C.
        vec![own, all.join("cuda13")]
    }
}

impl Shim {
    /// The libraries, written anew.
    pub(crate) fn new() -> Shim {
        let shim = std::env::current_exe().unwrap().with_file_name("libhipify_cuda.so");
        let shim = std::env::var_os("HIPIFY_TSAN_SHIM").map_or(shim, PathBuf::from);
        assert!(shim.exists(), "`{}` is missing", shim.display());
        let folder = tempfile::tempdir().unwrap();
        hipify_cuda_libraries::write(folder.path(), &shim).unwrap();
        Shim { folder }
    }

    /// Compiles `tests/programs/NAME.c` and gives its path.
    pub(crate) fn compile(&self, name: &str, version: Version, library: &str) -> PathBuf {
        self.compile_with(name, version, &[library])
    }

    /// The same with several libraries.
    #[allow(dead_code, reason = "not every test that shares this file has programs with several")]
    pub(crate) fn compile_with(&self, name: &str, version: Version, libraries: &[&str]) -> PathBuf {
        let program = self.folder.path().join(format!("{name}-{}", version.number));
        let mut command = compiler();
        command.args(["-std=c11", "-D_GNU_SOURCE", "-g", "-O1", "-Wall", "-Werror", "-Wno-deprecated-declarations", "-pthread"]);
        for folder in version.headers() {
            command.arg("-isystem").arg(folder);
        }
        command.arg(crate_folder().join("tests/programs").join(name).with_extension("c")).arg("-o").arg(&program);
        command.arg("-L").arg(self.folder.path()).args(libraries.iter().map(|library| format!("-l:{library}")));
        succeeded(command.output().unwrap());
        program
    }

    /// A command that runs a program with the libraries on the CPU.
    pub(crate) fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command.env("LD_LIBRARY_PATH", self.folder.path()).env("HIPIFY_DEVICE", "cpu").env_remove("HIPIFY_TRACE");
        command
    }
}

/// The system's compiler; for an instrumented shim clang, with the sanitizer.
fn compiler() -> Command {
    if std::env::var_os("HIPIFY_TSAN_SHIM").is_none() {
        return Command::new("cc");
    }
    let mut command = Command::new("clang-19");
    command.arg("-fsanitize=thread");
    command
}

/// What a program that succeeded wrote, its output and then its messages.
pub(crate) fn succeeded(output: Output) -> (String, String) {
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{}\n{out}\n{err}", output.status);
    (out.into_owned(), err.into_owned())
}
