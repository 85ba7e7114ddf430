//! A folder that looks like a CUDA toolkit to a makefile: this program as `bin/nvcc`, HIP's libraries under CUDA's names.

use crate::plan::quoted;
use hipify_error::Error;
use hipify_toolchain::Toolchain;
use hipify_tree::{platform, write};
use std::fs;
use std::path::{Path, PathBuf};

/// Host compilers that makefiles call by name.
const HOST_COMPILERS: &[&str] = &["g++", "c++", "clang++", "gcc", "cc", "clang"];

/// An archive without members.
const NO_MEMBERS: &[u8] = b"!<arch>\n";

pub(super) struct Toolkit {
    pub(super) root: PathBuf,
    /// Folders in which HIP's libraries are looked for.
    libraries: Vec<PathBuf>,
    /// What a link with the runtime needs beside libraries.
    link_flags: Vec<String>,
}

impl Toolkit {
    pub(super) fn at(project: &Path, toolchain: &Toolchain) -> Self {
        let system = ["/usr/lib/x86_64-linux-gnu", "/usr/lib64", "/usr/lib"].map(PathBuf::from);
        let libraries = toolchain.hip.libraries.iter().chain(&toolchain.bundled_names).cloned().chain(system).collect();
        let is_flag = |flag: &String| !flag.starts_with("-l") && !flag.starts_with("-L");
        let link_flags = toolchain.link_flags().into_iter().filter(is_flag).collect();
        Self { root: project.join("toolkit"), libraries, link_flags }
    }

    pub(super) fn bin(&self) -> PathBuf {
        self.root.join("bin")
    }

    /// Makes the folder, or brings it up to date.
    pub(super) fn write(&self) -> Result<(), Error> {
        for folder in ["bin", "include", "lib64/stubs"].map(|name| self.root.join(name)) {
            fs::create_dir_all(&folder).map_err(Error::io("make", &folder))?;
        }
        make_link(Path::new("lib64"), &self.root.join("lib"))?;
        let own = std::env::current_exe().map_err(Error::io("find", Path::new("hipify-rs")))?;
        for name in ["nvcc", "hipcc"] {
            make_link(&own, &self.bin().join(name))?;
        }
        for name in HOST_COMPILERS {
            self.host_compiler(name, &own)?;
        }
        let lib64 = self.root.join("lib64");
        for (name, flags) in hipify_buildfile::nvcc::libraries() {
            let text = self.linker_script(&flags);
            let ending = if name.ends_with("_static") || name == "cudadevrt" { "a" } else { "so" };
            // The toolkit has stubs of the driver's libraries, and the driver the libraries, where linkers look by themselves.
            let stub = (name == "cuda" || name == "nvidia-ml").then(|| lib64.join("stubs"));
            for folder in stub.iter().chain([&lib64]) {
                write::write(&folder.join(format!("lib{name}.{ending}")), 0o644, &text)?;
            }
        }
        Ok(())
    }

    /// A host compiler of this name, if there is one, that hands sources with CUDA in them to this program.
    fn host_compiler(&self, name: &str, own: &Path) -> Result<(), Error> {
        let bin = self.bin();
        let path = std::env::var_os("PATH").unwrap_or_default();
        let mut folders = std::env::split_paths(&path).filter(|folder| *folder != bin);
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
    fn linker_script(&self, flags: &[String]) -> Vec<u8> {
        if flags.is_empty() {
            return NO_MEMBERS.to_vec();
        }
        let word = |flag: &String| {
            let file = format!("lib{}.so", flag.trim_start_matches("-l"));
            let found = self.libraries.iter().map(|folder| folder.join(&file)).find(|path| path.exists());
            found.map_or_else(|| flag.clone(), |path| format!("\"{}\"", path.display()))
        };
        let words: Vec<String> = flags.iter().map(word).collect();
        format!("INPUT ( {} )\n", words.join(" ")).into_bytes()
    }
}

fn make_link(to: &Path, link: &Path) -> Result<(), Error> {
    if fs::read_link(link).is_ok_and(|there| there == to) {
        return Ok(());
    }
    if link.symlink_metadata().is_ok() {
        fs::remove_file(link).map_err(Error::io("replace", link))?;
    }
    platform::symlink(to, link).map_err(Error::io("make link", link))
}
