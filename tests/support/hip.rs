//! The clang and the HIP headers that ported code is compiled with.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

#[derive(Clone)]
pub struct Hip {
    clang: String,
    /// Holds `include/hip/hip_version.h`.
    prefix: PathBuf,
    version: (u32, u32),
    arches: Vec<String>,
}

impl Hip {
    /// The HIP in `HIP_PREFIX`, else the system's.
    pub fn find() -> Self {
        Self::at(PathBuf::from(std::env::var_os("HIP_PREFIX").unwrap_or_else(|| "/usr".into())))
    }

    /// The newest HIP that `hipify-rs setup` has put into the user's folder, if there is one.
    pub fn of_setup() -> Option<Self> {
        let data = std::env::var_os("XDG_DATA_HOME").map(PathBuf::from);
        let data = data.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".local/share")))?;
        let folders = std::fs::read_dir(data.join("hipify-rs")).ok()?.filter_map(|entry| Some(entry.ok()?.path()));
        let newest = folders.filter(|folder| folder.join("include/hip/hip_version.h").is_file()).max()?;
        Some(Self::at(newest))
    }

    /// The headers of a suite of Debian that scripts/fetch-headers.sh has fetched, if it has.
    pub fn of_suite(suite: &str) -> Option<Self> {
        let prefix = crate::root().join(".cache/headers").join(suite).join("usr");
        prefix.join("include/hip/hip_version.h").is_file().then(|| Self::at(prefix))
    }

    /// The HIP in a folder.
    fn at(prefix: PathBuf) -> Self {
        let clang = std::env::var("HIP_CLANG").unwrap_or_else(|_| "clang++-19".to_owned());
        let header = prefix.join("include/hip/hip_version.h");
        let text = std::fs::read_to_string(&header)
            .unwrap_or_else(|error| panic!("{}: {error}; `make test` installs it", header.display()));
        let part = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(&format!("#define {name} ")));
            line.and_then(|value| value.trim().parse().ok()).unwrap_or_else(|| panic!("{}: no {name}", header.display()))
        };
        let arches = std::env::var("HIP_ARCH").unwrap_or_else(|_| "gfx90a".to_owned());
        let arches = arches.split(',').map(str::to_owned).collect();
        Self { clang, prefix, version: (part("HIP_VERSION_MAJOR"), part("HIP_VERSION_MINOR")), arches }
    }

    /// Its major and minor version.
    pub fn version(&self) -> (u32, u32) {
        self.version
    }

    /// The same for other targets: names with commas.
    pub fn for_targets(&self, targets: &str) -> Self {
        Self { arches: targets.split(',').map(str::to_owned).collect(), ..self.clone() }
    }

    /// The compiler's major and minor version.
    pub fn clang_release(&self) -> (u32, u32) {
        let output =
            Command::new(&self.clang).arg("--version").output().unwrap_or_else(|error| panic!("{}: {error}", self.clang));
        let text = String::from_utf8_lossy(&output.stdout);
        let version = text.split_once("clang version ").map(|(_, rest)| rest.split('.').map(|part| part.parse().ok()));
        match version.map(|mut parts| (parts.next().flatten(), parts.next().flatten())) {
            Some((Some(major), Some(minor))) => (major, minor),
            _ => panic!("{}: no version in\n{text}", self.clang),
        }
    }

    /// The first of the `needs` that is not here: `hip-6.4` is a version or a later one, `before-hip-7.0` an earlier one, all else a
    /// header.
    pub fn lacks(&self, needs: &str) -> Option<String> {
        let version = |text: &str| {
            let (major, minor) = text.split_once('.').expect("`hip-MAJOR.MINOR`");
            (major.parse().expect("a number"), minor.parse().expect("a number"))
        };
        let here = |need: &str| match (need.strip_prefix("hip-"), need.strip_prefix("before-hip-")) {
            (Some(since), _) => self.version >= version(since),
            (_, Some(end)) => self.version < version(end),
            _ => self.prefix.join("include").join(need).exists(),
        };
        needs.split_whitespace().find(|need| !here(need)).map(|need| format!("needs {need}"))
    }

    /// Why nothing can be linked here, and whether that is so: headers alone have no runtime.
    pub fn lacks_runtime(&self) -> (String, bool) {
        let skipped = self.prefix != Path::new("/usr");
        (if skipped { "needs the runtime of the HIP headers".to_owned() } else { String::new() }, skipped)
    }

    /// Runs the Makefile in `folder`, which the port wrote, with the clang found here.
    pub fn make(&self, folder: &Path) -> std::io::Result<Output> {
        let libraries = "/usr/lib/x86_64-linux-gnu/amdgcn/bitcode";
        let compiler = format!("HIPCXX={} --rocm-device-lib-path={libraries}", self.clang);
        Command::new("make").arg("-C").arg(folder).arg(compiler).arg(format!("HIP_ARCH={}", self.arches[0])).output()
    }

    /// Checks the syntax and the types of one file, for the host and for each target.
    pub fn check(&self, path: &Path, flags: &[String]) -> Result<(), String> {
        let mut command = self.compile();
        command.arg("-fsyntax-only").args(self.arches.iter().map(|arch| format!("--offload-arch={arch}")));
        self.said(command.args(flags).arg(path)).map(drop)
    }

    /// LLVM's IR of one file before all passes, of its device code for the first target, or of its host code.
    pub fn ir(&self, path: &Path, of_device: bool) -> Result<String, String> {
        let mut command = self.compile();
        command.arg(if of_device { "--offload-device-only" } else { "--offload-host-only" });
        command.args(["-O1", "-Xclang", "-disable-llvm-passes", "-S", "-emit-llvm", "-o", "-"]);
        self.said(command.arg(format!("--offload-arch={}", self.arches[0])).arg(path))
    }

    /// The compiler with the flags that every compile has.
    fn compile(&self) -> Command {
        let mut command = Command::new(&self.clang);
        command.args(["-x", "hip", "-nogpulib", "-std=c++17", "-ferror-limit=8", "-D__HIP_PLATFORM_AMD__"]);
        command.args(["-Wno-unused-result", "-Wno-deprecated-declarations"]);
        if self.prefix != Path::new("/usr") {
            // --hip-path would add its include folder last, so that the system's headers win, and wants a whole installation.
            command.arg("-isystem").arg(self.prefix.join("include"));
            command.args(["-nogpuinc", "-include", "__clang_hip_runtime_wrapper.h"]);
            // Without it HIP 6 declares no shuffles and votes that take a mask; HIP 7 needs no define.
            command.arg("-DHIP_ENABLE_WARP_SYNC_BUILTINS");
            // Of hipBLAS 2's two interfaces, the one that ported code calls, as `build` asks for it.
            command.arg("-DHIPBLAS_V2");
        }
        command
    }

    /// What a compile writes to standard output, or else what is wrong.
    fn said(&self, command: &mut Command) -> Result<String, String> {
        let output = command.output().map_err(|error| format!("{}: {error}", self.clang))?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        if output.status.success() { Ok(text(&output.stdout)) } else { Err(text(&output.stderr)) }
    }
}
