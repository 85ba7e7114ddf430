//! Turns a toolchain and a target into the flags of a compile and of a link.

use super::bundled::Cpu;
use super::clang::Origin;
use super::hip::HipOrigin;
use super::{Linked, Toolchain};
use hipify_command_line::target::TargetId;
use hipify_error::Error;
use hipify_rules::Architecture;
use std::path::{Path, PathBuf};

/// The first clang that leaves `hip.bc` out, which HIP 5's headers need for fences (measured: 19 has it, 21 has not).
const CLANG_WITHOUT_HIP_BITCODE: u32 = 20;

/// Code object version that HIP runtimes from 5.2 on load; clang 18 and 19 emit it by themselves, 17 an older, 21 a newer one.
const CODE_OBJECT_VERSION: u32 = 5;

/// What makes clang take the bundled headers in the place of HIP's and its own. Device code may call what is declared with an
/// ellipsis: standard headers declare such functions, and a CPU can call them.
const BUNDLED: [&str; 5] = ["-nogpuinc", "-include", "hip/hip_runtime.h", "-Xclang", "-fcuda-allow-variadic-functions"];

impl Toolchain {
    /// For sources that call HIP but hold no device code, compiled as C or C++.
    pub fn include_flags(&self) -> Vec<String> {
        let mut flags = vec!["-D__HIP_PLATFORM_AMD__=1".to_owned()];
        // `--hip-path` and `--rocm-path` put their folder after the system's, where /usr/include/hip would win.
        for folder in self.own_include_folders() {
            flags.push("-isystem".to_owned());
            flags.push(folder.display().to_string());
        }
        // HIP 6.2 brought `__shfl_sync` and its like under this macro; from 7.0 on they are there without it.
        let bundled = self.hip.origin == HipOrigin::Bundled;
        if self.hip.version.major == 6 && self.hip.version.minor >= 2 && !bundled {
            flags.push("-DHIP_ENABLE_WARP_SYNC_BUILTINS".to_owned());
        }
        // hipBLAS 2 has two interfaces; this chooses the one with hipDataType, which ported code calls and hipBLAS 3 has alone.
        if self.hip.version.major == 6 && !bundled {
            flags.push("-DHIPBLAS_V2".to_owned());
        }
        flags
    }

    /// Include folders that clang does not search by itself.
    pub(super) fn own_include_folders(&self) -> impl Iterator<Item = &PathBuf> {
        self.hip.include.iter().filter(|folder| folder.as_path() != Path::new("/usr/include"))
    }

    /// For host and device passes of HIP sources alike.
    pub fn compile_flags(&self) -> Vec<String> {
        let mut flags = self.include_flags();
        match &self.hip.origin {
            HipOrigin::Rocm(root) => flags.push(format!("--rocm-path={}", root.display())),
            HipOrigin::Bundled => flags.extend(BUNDLED.map(str::to_owned)),
            // clang looks for HIP in places of its own and stops when there is none: it is told not to look, and what it
            // would include by itself is named.
            HipOrigin::Prefix(_) | HipOrigin::Distribution => {
                flags.extend(["-nogpuinc", "-include", "__clang_hip_runtime_wrapper.h"].map(str::to_owned));
            }
        }
        flags
    }

    /// The CPU's headers where host code is to see them in the place of the GPUs' ones: some structures and values of HIP 5
    /// changed under their names (HIP_MEMCPY3D, hipMemoryType, hipGraphNodeType), and the bundled runtime has those of 6.
    pub fn bundled_for_host(&self) -> Option<&Cpu> {
        self.cpu.as_ref().filter(|_| self.bundled_library.is_some() && self.hip.version.major < 6)
    }

    /// Whether host passes of device code see the bundled headers: for the CPU alone, or in the place of older ones.
    pub fn host_is_bundled(&self) -> bool {
        self.hip.origin == HipOrigin::Bundled || self.bundled_for_host().is_some()
    }

    /// For sources that hold no device code, whatever they are built for.
    pub fn plain_flags(&self) -> Vec<String> {
        self.bundled_for_host().map_or_else(|| self.include_flags(), Self::cpu_include_flags)
    }

    /// The folders of the headers for those sources, where compilers do not look by themselves.
    pub fn plain_include_folders(&self) -> Vec<PathBuf> {
        let flags = self.plain_flags();
        let named = flags.windows(2).filter(|pair| pair[0] == "-isystem");
        named.map(|pair| PathBuf::from(&pair[1])).collect()
    }

    /// The bundled headers for sources that hold no device code.
    pub fn cpu_include_flags(cpu: &Cpu) -> Vec<String> {
        let mut flags = vec!["-D__HIP_PLATFORM_AMD__=1".to_owned()];
        for folder in cpu.include_folders() {
            flags.extend(["-isystem".to_owned(), folder.display().to_string()]);
        }
        flags
    }

    /// The bundled headers for the host pass.
    pub fn cpu_host_flags(cpu: &Cpu) -> Vec<String> {
        [Self::cpu_include_flags(cpu), BUNDLED.map(str::to_owned).to_vec()].concat()
    }

    /// For the device pass of the CPU, whatever HIP the host pass sees.
    pub fn cpu_device_flags(cpu: &Cpu) -> Vec<String> {
        [vec!["-D__HIPIFY_CPU__=1".to_owned()], Self::cpu_host_flags(cpu), Self::cpu_workarounds(cpu)].concat()
    }

    /// For the device pass of one target. `device_libraries` is what `device_library_folder` returned.
    pub fn device_flags(&self, target: &TargetId, device_libraries: &Path) -> Vec<String> {
        let mut flags = vec![format!("--rocm-device-lib-path={}", device_libraries.display())];
        let version = target.gfx.code_object_min.max(CODE_OBJECT_VERSION);
        // A ROCm's own clang and runtime agree on a default.
        if !matches!(self.clang.origin, Origin::Rocm(_)) || version > CODE_OBJECT_VERSION {
            flags.push(format!("-mcode-object-version={version}"));
        }
        flags.extend(self.hip_bitcode(device_libraries));
        flags.extend(self.workarounds(&[target.gfx]));
        if self.hip.refuses_gfx6 && target.gfx.architecture == Architecture::Gcn1 {
            // hip_runtime.h asks for gfx7, 8 or 9 as those with 64 lanes, and nothing else in HIP looks at this macro.
            flags.push("-D__GFX7__=1".to_owned());
        }
        flags
    }

    fn hip_bitcode(&self, device_libraries: &Path) -> Vec<String> {
        let file = device_libraries.join("hip.bc");
        if self.hip.version.major >= 6 || self.clang.version.major < CLANG_WITHOUT_HIP_BITCODE || !file.is_file() {
            return Vec::new();
        }
        vec!["-Xclang".to_owned(), "-mlink-builtin-bitcode".to_owned(), "-Xclang".to_owned(), file.display().to_string()]
    }

    /// For the link of host objects with device code in them.
    pub fn link_flags(&self) -> Vec<String> {
        if let Some(library) = &self.bundled_library {
            let folder = library.parent().unwrap_or(library).display();
            let rpath = match self.linked {
                Linked::Beside => "-Wl,-rpath,$ORIGIN".to_owned(),
                _ => format!("-Wl,-rpath,{folder}"),
            };
            let names = self.bundled_names.iter().map(|folder| format!("-L{}", folder.display()));
            return std::iter::once(format!("-L{folder}")).chain(names).chain([rpath, "-lhipify_hip".to_owned()]).collect();
        }
        let mut flags: Vec<_> = self.hip.libraries.iter().map(|folder| format!("-L{}", folder.display())).collect();
        match &self.hip.origin {
            HipOrigin::Rocm(_) => {
                flags.extend(self.hip.libraries.iter().map(|folder| format!("-Wl,-rpath,{}", folder.display())))
            }
            // The libraries are of a newer Debian and want symbols of its newer C library.
            HipOrigin::Prefix(_) => flags.push("-Wl,--unresolved-symbols=ignore-in-shared-libs".to_owned()),
            HipOrigin::Distribution | HipOrigin::Bundled => {}
        }
        flags.push("-lamdhip64".to_owned());
        // NVIDIA's tools extension is headers alone; the library that ported calls want is linked where they are.
        if self.hip.libraries.iter().any(|folder| folder.join("libroctx64.so").is_file()) {
            flags.extend(["-Wl,--push-state,--as-needed", "-lroctx64", "-Wl,--pop-state"].map(str::to_owned));
        }
        flags
    }

    /// Whether this clang builds for a target.
    pub fn check(&self, target: &TargetId) -> Result<(), Error> {
        let gfx = target.gfx;
        if self.clang.targets.iter().any(|known| known == gfx.name) {
            return Ok(());
        }
        let have = self.clang.version.major;
        let fact = format!("clang {} does not know `{}`", self.clang.version, gfx.name);
        let name = "name one with `--clang` or `--rocm-path`";
        Err(match gfx.clang_removed {
            Some(removed) if have >= removed => {
                Error::usage(fact, format!("clang {} is the last that does: {name}", removed - 1))
            }
            _ if have < gfx.clang_added => {
                Error::usage(fact, format!("clang {} is the first that does: {name}", gfx.clang_added))
            }
            _ => Error::usage(fact, format!("this build of clang leaves it out: {name}")),
        })
    }
}
