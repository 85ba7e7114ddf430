//! A ROCm-like folder for CMake's HIP language, where no ROCm is installed: packages whose targets name the headers and
//! libraries that were found.
//!
//! Debian's own packages of this kind work at the place where they are installed, ask for the development files of the whole
//! runtime, and stop when a library is not there; these do none of that.

use super::Toolchain;
use super::hip::HipOrigin;
use hipify_command_line::clang::UNLIKE_NVCC;
use hipify_command_line::target::{Target, gpus};
use hipify_error::Error;
use hipify_rules::Architecture;
use hipify_tree::platform;
use hipify_tree::unfinished::Unfinished;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

/// A CMake package of one library.
struct Package {
    name: &'static str,
    targets: &'static [&'static str],
    /// Link name; empty for headers alone.
    library: &'static str,
    /// The header that says whether the library is there.
    header: &'static str,
}

const fn package(name: &'static str, targets: &'static [&'static str], library: &'static str, header: &'static str) -> Package {
    Package { name, targets, library, header }
}

/// Names of packages and targets are those of ROCm's own CMake files.
const PACKAGES: [Package; 18] = [
    package("hiprtc", &["hiprtc::hiprtc"], "hiprtc", "hip/hiprtc.h"),
    package("hipblas", &["roc::hipblas"], "hipblas", "hipblas/hipblas.h"),
    package("hipblas-common", &["roc::hipblas-common"], "", "hipblas-common/hipblas-common.h"),
    package("hipblaslt", &["roc::hipblaslt"], "hipblaslt", "hipblaslt/hipblaslt.h"),
    package("rocblas", &["roc::rocblas"], "rocblas", "rocblas/rocblas.h"),
    package("hipfft", &["hip::hipfft"], "hipfft", "hipfft/hipfft.h"),
    package("rocfft", &["roc::rocfft"], "rocfft", "rocfft/rocfft.h"),
    package("hiprand", &["hip::hiprand"], "hiprand", "hiprand/hiprand.h"),
    package("rocrand", &["roc::rocrand"], "rocrand", "rocrand/rocrand.h"),
    package("hipsparse", &["roc::hipsparse"], "hipsparse", "hipsparse/hipsparse.h"),
    package("rocsparse", &["roc::rocsparse"], "rocsparse", "rocsparse/rocsparse.h"),
    package("hipsolver", &["roc::hipsolver"], "hipsolver", "hipsolver/hipsolver.h"),
    package("rocsolver", &["roc::rocsolver"], "rocsolver", "rocsolver/rocsolver.h"),
    package("hipcub", &["hip::hipcub"], "", "hipcub/hipcub.hpp"),
    package("rocprim", &["roc::rocprim", "roc::rocprim_hip"], "", "rocprim/rocprim.hpp"),
    package("rocthrust", &["roc::rocthrust"], "", "thrust/rocthrust_version.hpp"),
    package("rccl", &["rccl", "roc::rccl"], "rccl", "rccl/rccl.h"),
    package("miopen", &["MIOpen"], "MIOpen", "miopen/miopen.h"),
];

/// The link name of the library of ROCm that has what `header`, or what it includes, declares: the header itself, or another one of a
/// library of HIP's, `hiprand/hiprand_kernel.h` say. `None` for other headers, such as the tables `rocrand/rocrand_mtgp32_11213.h`, and
/// for libraries of headers alone.
pub fn library_of_header(header: &str) -> Option<&'static str> {
    let folder = header.split_once('/').map(|parts| parts.0).filter(|folder| folder.starts_with("hip"));
    let has = |package: &&Package| package.header == header || folder == Some(package.name);
    PACKAGES.iter().find(has).map(|package| package.library).filter(|library| !library.is_empty())
}

impl Toolchain {
    /// Arguments that make `cmake` configure a project of language HIP for these targets with this toolchain. `compiler` stands
    /// in for clang, which does not know the CPU as a target.
    ///
    /// # Errors
    /// When the cache cannot be written.
    pub fn cmake_arguments(&self, targets: &[Target], compiler: Option<&Path>) -> Result<Vec<String>, Error> {
        let root = self.cmake_root(targets)?.display().to_string();
        // CMake looks for the LLVM tools beside the compiler.
        let beside = self.clang.bin.join("clang++");
        let clang = if beside.is_file() { &beside } else { &self.clang.path };
        let compiler = compiler.unwrap_or(clang);
        let names: Vec<_> = targets.iter().map(Target::to_string).collect();
        let flags: Vec<_> = self.cmake_flags(targets)?.iter().map(|flag| quoted(flag)).collect();
        Ok(vec![
            "--no-warn-unused-cli".to_owned(),
            format!("-DCMAKE_HIP_COMPILER={}", compiler.display()),
            format!("-DCMAKE_HIP_COMPILER_ROCM_ROOT={root}"),
            format!("-DCMAKE_PREFIX_PATH={root}"),
            format!("-DCMAKE_HIP_ARCHITECTURES={}", names.join(";")),
            format!("-DGPU_TARGETS={}", names.join(";")),
            // CMake puts these before what the project and the user add.
            format!("-DCMAKE_HIP_FLAGS_INIT={} {}", flags.join(" "), UNLIKE_NVCC.join(" ")),
        ])
    }

    /// The folder that CMake takes for a ROCm: a real one, or one in the cache.
    pub fn cmake_root(&self, targets: &[Target]) -> Result<PathBuf, Error> {
        if let HipOrigin::Rocm(root) = &self.hip.origin
            && !targets.iter().any(Target::is_cpu)
            && root.join("lib/cmake/hip-lang/hip-lang-config.cmake").is_file()
        {
            return Ok(root.clone());
        }
        let files = self.files(&self.cmake_flags(targets)?);
        let include = self.hip.include.first().map(PathBuf::as_path).unwrap_or(Path::new("/usr/include"));
        let mut all = include.display().to_string();
        for (name, text) in &files {
            let _ = write!(all, "\0{name}\0{text}");
        }
        let folder = self.cache.join("cmake").join(format!("{:032x}", xxhash_rust::xxh3::xxh3_128(all.as_bytes())));
        if !folder.is_dir() {
            make(&folder, include, &files).map_err(|error| {
                let remedy = "name a folder that can be written with `XDG_CACHE_HOME`";
                Error::path(&folder, format!("cannot make CMake's packages here: {error}"), remedy)
            })?;
        }
        Ok(folder)
    }

    /// Flags of every compile. CMake compiles for all targets at once: what only one of them needs goes to that one, where clang
    /// has a way to say so.
    fn cmake_flags(&self, targets: &[Target]) -> Result<Vec<String>, Error> {
        // What stands in for clang knows by itself what each pass takes.
        if targets.iter().any(Target::is_cpu) {
            return Ok(Vec::new());
        }
        let mut flags = [self.compile_flags(), self.supplement()?, self.sample_headers()?].concat();
        // Code objects are of the version that the most demanding target asks for; the device libraries of gfx6 serve all.
        let Some(newest) = gpus(targets).max_by_key(|target| target.gfx.code_object_min) else { return Ok(flags) };
        let oldest = gpus(targets).find(|target| target.gfx.architecture == Architecture::Gcn1).unwrap_or(newest);
        let shared = self.device_flags(newest, &self.device_library_folder(oldest)?);
        // The host pass would take words for the compiler proper too: they are left out, and a define is given to its target.
        let for_both = |flag: &&String| flag.starts_with("--rocm-device-lib-path=") || flag.starts_with("-mcode-object-version=");
        flags.extend(shared.iter().filter(for_both).cloned());
        // Of the words for the compiler proper, these change nothing in host passes. Links get them too, which use them with
        // relocatable device code and are to be silent without.
        flags.extend(self.workarounds(&gpus(targets).map(|target| target.gfx).collect::<Vec<_>>()));
        flags.push("-Qunused-arguments".to_owned());
        for target in gpus(targets) {
            let own = self.device_flags(target, &self.device_library_folder(target)?);
            for define in own.into_iter().filter(|flag| flag.starts_with("-D")) {
                flags.extend([format!("-Xarch_{}", target.gfx.name), define]);
            }
        }
        Ok(flags)
    }

    /// The packages' files, by their path in the folder.
    fn files(&self, flags: &[String]) -> BTreeMap<String, String> {
        let mut files = BTreeMap::new();
        let mut add = |name: &str, text: String| {
            files.insert(format!("lib/cmake/{name}/{name}-config.cmake"), text);
            files.insert(format!("lib/cmake/{name}/{name}-config-version.cmake"), self.version_file());
        };
        add("hip-lang", self.hip_lang(flags));
        add("hip", self.hip_package(flags));
        let there = |package: &&Package| self.hip.include.iter().any(|folder| folder.join(package.header).is_file());
        for package in PACKAGES.iter().filter(there) {
            add(package.name, self.library_package(package));
        }
        files
    }

    fn version_file(&self) -> String {
        let version = self.hip.version;
        format!(
            "set(PACKAGE_VERSION {}.{})\nset(PACKAGE_VERSION_COMPATIBLE TRUE)\n\
             if(PACKAGE_FIND_VERSION STREQUAL PACKAGE_VERSION)\n  set(PACKAGE_VERSION_EXACT TRUE)\nendif()\n",
            version.major, version.minor
        )
    }

    /// What CMake gives to every target that has HIP sources. The flags stand here too, since projects overwrite
    /// `CMAKE_HIP_FLAGS`.
    fn hip_lang(&self, flags: &[String]) -> String {
        let flags = shell(flags);
        format!(
            "if(NOT TARGET hip-lang::device)\n\
             \x20 add_library(hip-lang::amdhip64 INTERFACE IMPORTED)\n\
             {link}\
             \x20 add_library(hip-lang::device INTERFACE IMPORTED)\n\
             \x20 set_target_properties(hip-lang::device PROPERTIES\n\
             \x20   INTERFACE_COMPILE_OPTIONS \"$<$<COMPILE_LANGUAGE:HIP>:{flags}>\"\n\
             \x20   INTERFACE_LINK_OPTIONS \"$<$<LINK_LANGUAGE:HIP>:--hip-link;-no-hip-rt>\"\n\
             \x20   INTERFACE_LINK_LIBRARIES hip-lang::amdhip64)\n\
             endif()\n\
             set(_CMAKE_HIP_DEVICE_RUNTIME_TARGET hip-lang::device)\n",
            link = self.linked("hip-lang::amdhip64", None),
        )
    }

    /// `hip::host` for C++ that calls the runtime, `hip::device` for C++ that is compiled as HIP.
    fn hip_package(&self, flags: &[String]) -> String {
        let flags = shell(flags);
        format!(
            "if(NOT TARGET hip::host)\n\
             \x20 add_library(hip::amdhip64 INTERFACE IMPORTED)\n\
             {link}\
             \x20 add_library(hip::host INTERFACE IMPORTED)\n\
             \x20 set_target_properties(hip::host PROPERTIES\n\
             \x20   INTERFACE_COMPILE_DEFINITIONS \"{defines}\"\n\
             {include}\
             \x20   INTERFACE_LINK_LIBRARIES hip::amdhip64)\n\
             \x20 add_library(hip::device INTERFACE IMPORTED)\n\
             \x20 set(_hip_offload)\n\
             \x20 foreach(_hip_target IN LISTS GPU_TARGETS)\n\
             \x20   list(APPEND _hip_offload \"--offload-arch=${{_hip_target}}\")\n\
             \x20 endforeach()\n\
             \x20 set_target_properties(hip::device PROPERTIES\n\
             \x20   INTERFACE_COMPILE_OPTIONS \"$<$<COMPILE_LANGUAGE:CXX>:SHELL:-x hip;${{_hip_offload}};{flags}>\"\n\
             \x20   INTERFACE_LINK_OPTIONS \"$<$<LINK_LANGUAGE:CXX>:--hip-link;-no-hip-rt;${{_hip_offload}}>\"\n\
             \x20   INTERFACE_LINK_LIBRARIES hip::host)\n\
             \x20 unset(_hip_offload)\n\
             endif()\n\
             {variables}set(HIP_PLATFORM amd)\nset(HIP_COMPILER clang)\nset(HIP_RUNTIME rocclr)\n",
            link = self.linked("hip::amdhip64", None),
            include = self.include_property(),
            defines = self.include_flags().iter().filter_map(|flag| flag.strip_prefix("-D")).collect::<Vec<_>>().join(";"),
            variables = self.variables("hip", "hip::host"),
        )
    }

    fn library_package(&self, package: &Package) -> String {
        let mut text = String::from("include(CMakeFindDependencyMacro)\nfind_dependency(hip)\n");
        let folders = || self.hip.libraries.iter().chain(&self.bundled_names);
        let there = |name: &str| folders().any(|folder| folder.join(format!("lib{name}.so")).exists());
        // HIP 5 has hipRTC in the runtime library.
        let library = if package.library == "hiprtc" && !there("hiprtc") { "" } else { package.library };
        if !library.is_empty() && !there(library) {
            let _ = writeln!(
                text,
                "message(WARNING \"lib{library} is not installed: `hipify-rs setup --all` brings it, and programs link then\")"
            );
        }
        for target in package.targets {
            let _ = write!(
                text,
                "if(NOT TARGET {target})\n  add_library({target} INTERFACE IMPORTED)\n{}endif()\n",
                self.linked(target, Some(library))
            );
        }
        text.push_str(&self.variables(package.name, package.targets[0]));
        text
    }

    /// Properties of a target that links the runtime, and a library before it.
    fn linked(&self, target: &str, library: Option<&str>) -> String {
        let mut words: Vec<_> = self.link_flags().iter().map(|flag| listed(flag)).collect();
        match library {
            Some("") => words.insert(0, "hip::host".to_owned()),
            Some(library) => words.splice(0..0, ["hip::host".to_owned(), format!("-l{library}")]).for_each(drop),
            None => {}
        }
        let include = self.include_property();
        format!("  set_target_properties({target} PROPERTIES\n{include}    INTERFACE_LINK_LIBRARIES \"{}\")\n", words.join(";"))
    }

    fn include_property(&self) -> String {
        let folders: Vec<_> = self.own_include_folders().map(|folder| listed(&folder.display().to_string())).collect();
        if folders.is_empty() { String::new() } else { format!("    INTERFACE_INCLUDE_DIRECTORIES \"{}\"\n", folders.join(";")) }
    }

    /// The variables that projects of before CMake's targets read.
    fn variables(&self, name: &str, target: &str) -> String {
        let include = self.hip.include.iter().map(|folder| listed(&folder.display().to_string())).collect::<Vec<_>>().join(";");
        format!(
            "set({name}_FOUND TRUE)\nset({name}_INCLUDE_DIR \"{include}\")\nset({name}_INCLUDE_DIRS \"{include}\")\n\
             set({name}_LIBRARIES {target})\nset({name}_LIBRARY {target})\n"
        )
    }
}

fn make(folder: &Path, include: &Path, files: &BTreeMap<String, String>) -> io::Result<()> {
    let making = Unfinished::start(folder)?;
    platform::symlink(include, &making.path().join("include"))?;
    for (name, text) in files {
        let path = making.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap_or(making.path()))?;
        std::fs::write(path, text)?;
    }
    making.finish()
}

/// As one item of a list of options, which CMake would tear into words and rid of repeated ones.
fn shell(flags: &[String]) -> String {
    let words: Vec<_> = flags.iter().map(|flag| quoted(flag)).collect();
    format!("SHELL:{}", listed(&words.join(" ")))
}

/// As one word of a command line in a CMake variable.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=./,+:".contains(c);
    if word.chars().all(plain) { word.to_owned() } else { format!("\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\"")) }
}

/// As one element of a list in a quoted CMake argument.
fn listed(word: &str) -> String {
    word.replace('\\', "\\\\").replace('"', "\\\"").replace('$', "\\$").replace(';', "\\;")
}

#[cfg(test)]
mod tests;
