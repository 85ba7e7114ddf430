//! A folder that looks like a CUDA toolkit to a build system: this program as `bin/nvcc`, CUDA's headers over HIP's, HIP's libraries
//! under CUDA's names.

use crate::plan::quoted;
use hipify_error::Error;
use hipify_toolchain::environment::Environment;
use hipify_toolchain::hip::HipOrigin;
use hipify_toolchain::{Toolchain, bundled, stub};
use hipify_tree::{platform, write};
use std::fs;
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_64;

/// Host compilers that makefiles call by name.
const HOST_COMPILERS: &[&str] = &["g++", "c++", "clang++", "gcc", "cc", "clang"];

/// The release of CUDA whose options and library versions are followed; scripts that ask nvcc look for it.
pub const RELEASE: &str = "12.9";

/// Where nvcc's device library would be; CMake asks for the folder.
const DEVICE_LIBRARY: &str = "nvvm/libdevice";

/// Links the runtime, without which nothing runs.
const RUNTIME: &str = "-lamdhip64";

/// An archive without members.
const NO_MEMBERS: &[u8] = b"!<arch>\n";

/// Where the folder is, and what it is made of.
pub struct Toolkit {
    pub(crate) root: PathBuf,
    /// CUDA's headers over HIP's, then the folders of HIP's.
    headers: Vec<PathBuf>,
    /// Folders in which HIP's libraries are looked for.
    libraries: Vec<PathBuf>,
    /// What a link with the runtime needs beside libraries.
    link_flags: Vec<String>,
    /// The libraries of the bundled runtime.
    runtime: Vec<PathBuf>,
    /// clang's OpenMP runtime, which serves the objects of other compilers too.
    openmp: Option<PathBuf>,
    /// HIP's libraries that need libraries which may not be here: links take stubs of them.
    unpacked: Option<Unpacked>,
    /// CUDA's libraries over HIP's: for the tests of configure scripts, which ask for CUDA's names.
    shim: Option<PathBuf>,
}

/// Libraries that `hipify-rs setup` unpacked of packages, without those that these depend on.
struct Unpacked {
    /// Below this folder.
    prefix: PathBuf,
    stubs: PathBuf,
    clang: PathBuf,
}

impl Toolkit {
    /// That of every project that is built with this toolchain, in the cache.
    ///
    /// # Errors
    /// When the cache cannot be written.
    pub fn of(toolchain: &Toolchain) -> Result<Self, Error> {
        let own = std::env::current_exe().unwrap_or_default();
        let made_of = format!("{own:?} {:?} {:?}", toolchain.hip, toolchain.bundled_library);
        let toolkit =
            Self::at(&toolchain.cache.join("toolkits").join(format!("{:016x}", xxh3_64(made_of.as_bytes()))), toolchain)?;
        toolkit.write()?;
        Ok(toolkit)
    }

    /// That of one project.
    pub(crate) fn at(project: &Path, toolchain: &Toolchain) -> Result<Self, Error> {
        let system = ["/usr/lib/x86_64-linux-gnu", "/usr/lib64", "/usr/lib"].map(PathBuf::from);
        let libraries = toolchain.bundled_names.iter().chain(&toolchain.hip.libraries).cloned().chain(system).collect();
        let is_flag = |flag: &String| !flag.starts_with("-l") && !flag.starts_with("-L");
        let root = project.join("toolkit");
        let own = format!("-L{}", root.join("lib64").display());
        let link_flags = toolchain.link_flags().into_iter().filter(is_flag).chain([own]).collect();
        let hips = toolchain.plain_include_folders();
        let headers = std::iter::once(toolchain.cuda_runtime_headers()?).chain(hips).collect();
        let shim = bundled::cuda_libraries(&Environment::of_process()).ok();
        let own = toolchain.bundled_library.iter().cloned();
        let runtime = own.flat_map(|path| [path.with_file_name(bundled::MATH_LIBRARIES), path]).filter(|path| path.is_file());
        let runtime = runtime.collect();
        let unpacked = match &toolchain.hip.origin {
            HipOrigin::Prefix(prefix) => Some(Unpacked {
                prefix: prefix.clone(),
                stubs: toolchain.cache.join("stubs"),
                clang: toolchain.clang.path.clone(),
            }),
            _ => None,
        };
        Ok(Self { root, headers, libraries, link_flags, runtime, openmp: toolchain.openmp_library(), unpacked, shim })
    }

    /// Its path.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// What nvcc says of itself with `-v`, by which build systems find the parts of the toolkit and how to link without nvcc: CMake's
    /// CMakeDetermineCUDACompiler.cmake reads these lines. `architecture` is the number of the one that nvcc compiles for by default.
    pub fn settings(&self, architecture: &str) -> String {
        let root = self.root.display();
        let linker = HOST_COMPILERS.iter().map(|name| self.bin().join(name)).find(|path| path.is_file());
        let linker = linker.unwrap_or_else(|| self.bin().join("nvcc"));
        let path = std::env::var("PATH").unwrap_or_default();
        format!(
            "#$ TOP={root}\n#$ NVVMIR_LIBRARY_DIR={root}/{DEVICE_LIBRARY}\n#$ PATH={root}/bin:{path}\n\
             #$ INCLUDES=\"-I{root}/include\"\n#$ LIBRARIES=\"-L{root}/lib64\"\n#$ cicc -arch compute_{architecture}\n\
             #$ \"{}\" \"-L{root}/lib64\" -lcudadevrt -lcudart_static -lrt -lpthread -ldl\n",
            linker.display()
        )
    }

    pub(crate) fn bin(&self) -> PathBuf {
        self.root.join("bin")
    }

    /// Makes the folder, or brings it up to date.
    pub(crate) fn write(&self) -> Result<(), Error> {
        for folder in ["bin", "lib64/stubs", DEVICE_LIBRARY].map(|name| self.root.join(name)) {
            fs::create_dir_all(&folder).map_err(Error::io("make", &folder))?;
        }
        make_link(Path::new("lib64"), &self.root.join("lib"))?;
        self.write_headers()?;
        let own = std::env::current_exe().map_err(Error::io("find", Path::new("hipify-rs")))?;
        for name in ["nvcc", "hipcc"] {
            make_link(&own, &self.bin().join(name))?;
        }
        for name in HOST_COMPILERS {
            self.host_compiler(name, &own)?;
        }
        let lib64 = self.root.join("lib64");
        for (name, flags) in hipify_buildfile::nvcc::libraries() {
            let text = self.linker_script(name, &flags)?;
            let ending = if name.ends_with("_static") || name == "cudadevrt" { "a" } else { "so" };
            // The toolkit has a stub of the driver's library, and the driver the library, where linkers look by themselves.
            let stub = (name == "cuda").then(|| lib64.join("stubs"));
            for folder in stub.iter().chain([&lib64]) {
                write::write(&folder.join(format!("lib{name}.{ending}")), 0o644, &text)?;
            }
        }
        for folder in [lib64.join("stubs"), lib64.clone()] {
            write_left_out(&folder)?;
        }
        // Build systems let programs look for shared libraries where they were linked.
        for library in &self.runtime {
            make_link(library, &lib64.join(library.file_name().unwrap_or_default()))?;
        }
        if let Some(openmp) = &self.openmp {
            let text = format!("INPUT ( \"{}\" )\n", openmp.display());
            write::write(&lib64.join("libgomp.so"), 0o644, text.as_bytes())?;
        }
        self.write_torch()?;
        write::write(&self.root.join("version.txt"), 0o644, format!("CUDA Version {RELEASE}.0\n").as_bytes())?;
        let version = format!("{{ \"cuda\": {{ \"name\": \"CUDA SDK\", \"version\": \"{RELEASE}.0\" }} }}\n");
        write::write(&self.root.join("version.json"), 0o644, version.as_bytes())
    }

    /// What extensions of a PyTorch for the CPU are built with: headers of the parts that it lacks, and libraries that they make
    /// needless, which it links all the same.
    fn write_torch(&self) -> Result<(), Error> {
        let program: (&str, &[u8]) = ("hipify_torch.py", include_bytes!("toolkit/hipify_torch.py"));
        for (name, text) in hipify_headers::of_folder("torch_cpu").chain([program]) {
            let path = self.root.join("torch").join(name);
            let folder = path.parent().unwrap_or(&self.root);
            fs::create_dir_all(folder).map_err(Error::io("make", folder))?;
            write::write(&path, 0o644, text)?;
        }
        write_empty(&self.root.join("lib64"), ["c10_cuda", "torch_cuda"])
    }

    /// Host compilers that do not port find HIP's headers beside CUDA's, which include them.
    fn write_headers(&self) -> Result<(), Error> {
        let include = self.root.join("include");
        let _ = fs::remove_file(&include);
        fs::create_dir_all(&include).map_err(Error::io("make", &include))?;
        let (cudas, hips) = self.headers.split_at(1);
        for (folder, is_wanted) in cudas.iter().map(|folder| (folder, true)).chain(hips.iter().map(|folder| (folder, false))) {
            for entry in fs::read_dir(folder).map_err(Error::io("read folder", folder))?.flatten() {
                let name = entry.file_name();
                let is_hips = ["hip", "roc"].iter().any(|start| name.to_string_lossy().starts_with(start));
                let to = include.join(&name);
                let is_ours = is_wanted || is_hips && !cudas[0].join(&name).exists();
                if is_ours {
                    make_link(&entry.path(), &to)?;
                }
            }
        }
        Ok(())
    }

    /// A host compiler of this name, if there is one, that hands sources with CUDA in them to this program.
    fn host_compiler(&self, name: &str, own: &Path) -> Result<(), Error> {
        let bin = self.bin();
        let path = std::env::var_os("PATH").unwrap_or_default();
        let mut folders = std::env::split_paths(&path).filter(|folder| *folder != bin && !is_toolkit(folder));
        let shim = bin.join(name);
        let Some(real) = folders.find_map(|folder| Some(folder.join(name)).filter(|path| path.is_file())) else {
            let _ = fs::remove_file(shim);
            return Ok(());
        };
        let mut words = vec![own.display().to_string(), "step".into(), "host-compiler".into(), real.display().to_string()];
        words.extend(self.link_flags.iter().map(|flag| format!("--link-flag={flag}")));
        let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
        write::write(&shim, 0o755, format!("#!/bin/sh\nexec {} -- \"$@\"\n", words.join(" ")).as_bytes())
    }

    /// A linker takes such a text in the place of a library.
    fn linker_script(&self, name: &str, flags: &[String]) -> Result<Vec<u8>, Error> {
        let mut words = Vec::new();
        for flag in flags {
            match self.library(flag)? {
                Some(path) => words.push(format!("\"{}\"", path.display())),
                // Links name libraries that they take nothing of, and CMake's find modules do; a name of it that is used is
                // reported as undefined.
                None => words.extend((flag == RUNTIME).then(|| flag.clone())),
            }
        }
        let shared = name.strip_suffix("_static").unwrap_or(name);
        let soname = hipify_cuda_libraries::sonames().find(|soname| soname.starts_with(&format!("lib{shared}.so")));
        let shim = self.shim.as_ref().zip(soname).map(|(folder, soname)| folder.join(soname)).filter(|path| path.is_file());
        words.extend(shim.filter(|_| !flags.is_empty()).map(|path| format!("AS_NEEDED ( \"{}\" )", path.display())));
        if words.is_empty() {
            return Ok(NO_MEMBERS.to_vec());
        }
        Ok(format!("INPUT ( {} )\n", words.join(" ")).into_bytes())
    }

    /// The library that `-lname` means, or its stub.
    fn library(&self, flag: &str) -> Result<Option<PathBuf>, Error> {
        let file = format!("lib{}.so", flag.trim_start_matches("-l"));
        let found = self.libraries.iter().map(|folder| folder.join(&file)).find(|path| path.exists());
        match (found, &self.unpacked) {
            (Some(path), Some(unpacked)) if path.starts_with(&unpacked.prefix) => {
                stub::of(&path, &unpacked.stubs, &unpacked.clang).map(Some)
            }
            (found, _) => Ok(found),
        }
    }
}

/// Makes archives without members in the place of CUDA's libraries that nothing stands in for: links name libraries that they take nothing
/// of. A name that is used is reported as undefined.
///
/// # Errors
/// When the folder cannot be written.
pub(crate) fn write_left_out(folder: &Path) -> Result<(), Error> {
    fs::create_dir_all(folder).map_err(Error::io("make", folder))?;
    write_empty(folder, hipify_buildfile::nvcc::left_out_libraries())
}

fn write_empty(folder: &Path, names: impl IntoIterator<Item = &'static str>) -> Result<(), Error> {
    names.into_iter().try_for_each(|name| write::write(&folder.join(format!("lib{name}.so")), 0o644, NO_MEMBERS))
}

/// Whether a folder of programs belongs to a toolkit that was made here, whose compilers would call those of this one in turn.
fn is_toolkit(bin: &Path) -> bool {
    let is_own = fs::read_link(bin.join("nvcc")).ok().zip(std::env::current_exe().ok());
    let root = bin.parent().unwrap_or(bin);
    root.join(DEVICE_LIBRARY).is_dir() && is_own.is_some_and(|(to, own)| to.file_name() == own.file_name())
}

fn make_link(to: &Path, link: &Path) -> Result<(), Error> {
    if fs::read_link(link).is_ok_and(|there| there == to) {
        return Ok(());
    }
    // An earlier release made an empty folder of that name.
    let _ = fs::remove_dir(link);
    if link.symlink_metadata().is_ok() {
        fs::remove_file(link).map_err(Error::io("replace", link))?;
    }
    match platform::symlink(to, link) {
        // Another process has made it.
        Err(_) if fs::read_link(link).is_ok_and(|there| there == to) => Ok(()),
        made => made.map_err(Error::io("make link", link)),
    }
}
