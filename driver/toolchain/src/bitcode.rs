//! Control bitcode for targets that are newer than the installed device libraries, in a folder that also has the installed ones.
//!
//! The device libraries ask two constants what they are compiled for: `__oclc_ISA_version`, one file a target, and
//! `__oclc_ABI_version`, one file a code object version. clang stops when the file of its target is not there.

use super::Toolchain;
use hipify_command_line::target::TargetId;
use hipify_error::Error;
use hipify_rules::{Architecture, Gfx, gfx};
use hipify_tree::platform;
use hipify_tree::unfinished::Unfinished;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Generated files by name: the constant that each defines.
type Constants = BTreeMap<String, (&'static str, u32)>;

impl Toolchain {
    /// The folder of device libraries for a target: the installed one when it lacks nothing, else one in the cache with links
    /// to the installed files and with those that are missing. All targets share it, but for gfx600-602.
    ///
    /// # Errors
    /// When the cache cannot be written, or clang cannot compile the constants.
    pub fn device_library_folder(&self, target: &TargetId) -> Result<PathBuf, Error> {
        let installed = self.installed_libraries(target.gfx)?;
        let files = library_files(installed)?;
        let missing = missing(self.targets(), &files);
        if missing.is_empty() {
            return Ok(installed.to_path_buf());
        }
        let parent = self.cache.join("device-libs");
        let folder = parent.join(key(installed, &files, &self.clang.version.to_string(), &missing));
        if !folder.is_dir() {
            self.make(installed, &folder, &files, &missing)?;
        }
        Ok(folder)
    }

    /// Whether the installed device libraries have all that clang asks for.
    pub fn has_control_bitcode(&self, gfx: &Gfx) -> bool {
        self.installed_libraries(gfx)
            .and_then(library_files)
            .is_ok_and(|files| missing(&[gfx.name.to_owned()], &files).is_empty())
    }

    /// Whether a kernel that prints makes the compiler die, for want of device libraries that it takes for this target.
    pub fn lacks_printf(&self, gfx: &Gfx) -> bool {
        gfx.architecture == Architecture::Gcn1 && self.gfx6_device_libraries.is_none()
    }

    fn installed_libraries(&self, gfx: &Gfx) -> Result<&Path, Error> {
        let own = self.gfx6_device_libraries.as_ref().filter(|_| gfx.architecture == Architecture::Gcn1);
        let found = own.or(self.device_libraries.as_ref());
        let none = || Error::usage("no device libraries for AMD GPUs were looked for", "name a target that is a GPU");
        found.map(|libraries| libraries.path.as_path()).ok_or_else(none)
    }

    /// Makes the folder under another name and renames it, so that a folder of that name is always whole.
    fn make(&self, installed: &Path, folder: &Path, files: &Files, missing: &Constants) -> Result<(), Error> {
        let parent = folder.parent().unwrap_or(&self.cache);
        let cannot = |error: std::io::Error| {
            let remedy = "name a folder that can be written with `XDG_CACHE_HOME`";
            Error::path(parent, format!("cannot make the device libraries of newer targets here: {error}"), remedy)
        };
        let making = Unfinished::start(folder).map_err(cannot)?;
        for name in files.keys() {
            platform::symlink(&installed.join(name), &making.path().join(name)).map_err(cannot)?;
        }
        for (name, (constant, value)) in missing {
            let text = making.path().join(name).with_extension("ll");
            std::fs::write(&text, definition(constant, *value)).map_err(cannot)?;
        }
        self.compile(&making, missing)?;
        for name in missing.keys() {
            std::fs::remove_file(making.path().join(name).with_extension("ll")).map_err(cannot)?;
        }
        making.finish().map_err(cannot)
    }

    /// One run of clang makes a `.bc` beside each `.ll`.
    fn compile(&self, making: &Unfinished, missing: &Constants) -> Result<(), Error> {
        let mut clang = Command::new(&self.clang.path);
        clang.args(["-c", "-emit-llvm", "--target=amdgcn-amd-amdhsa", "-nogpulib", "-x", "ir"]).stdin(Stdio::null());
        clang.args(missing.keys().map(|name| Path::new(name).with_extension("ll"))).current_dir(making.path());
        let output = clang.output().map_err(Error::io("run", &self.clang.path))?;
        let made = missing.keys().all(|name| making.path().join(name).is_file());
        if output.status.success() && made {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&output.stderr);
        let first = said.lines().find(|line| line.contains("error")).unwrap_or("it was stopped");
        let remedy = "name another clang with `--clang`";
        Err(Error::path(&self.clang.path, format!("cannot compile the control bitcode of newer targets: {first}"), remedy))
    }
}

/// Files of a folder of device libraries: name, size in bytes and time of the last change.
type Files = BTreeMap<String, (u64, i64)>;

fn library_files(folder: &Path) -> Result<Files, Error> {
    let mut files = Files::new();
    for entry in std::fs::read_dir(folder).map_err(Error::io("read", folder))? {
        let path = entry.map_err(Error::io("read", folder))?.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()).filter(|name| name.ends_with(".bc")) else { continue };
        let file = path.metadata().map_err(Error::io("read", &path))?;
        files.insert(name.to_owned(), (file.len(), platform::modified(&file)));
    }
    Ok(files)
}

/// What clang will ask for, for the targets it knows, and the folder does not have.
fn missing(targets: &[String], files: &Files) -> Constants {
    let mut all = Constants::new();
    for gfx in targets.iter().filter_map(|name| gfx(name)) {
        all.insert(isa_file(gfx.name), ("__oclc_ISA_version", gfx.isa));
        // Value and name are the code object version times 100.
        if gfx.code_object_min > 5 {
            let version = gfx.code_object_min * 100;
            all.insert(format!("oclc_abi_version_{version}.bc"), ("__oclc_ABI_version", version));
        }
    }
    all.retain(|name, _| !files.contains_key(name));
    all
}

/// The file that clang looks for: `oclc_isa_version_90a.bc`, `oclc_isa_version_9-generic.bc`.
fn isa_file(target: &str) -> String {
    format!("oclc_isa_version_{}.bc", target.strip_prefix("gfx").unwrap_or(target))
}

/// The module as in the device libraries, so that a definition there and here merge.
fn definition(constant: &str, value: u32) -> String {
    format!(
        "target triple = \"amdgcn-amd-amdhsa\"\n\
         @{constant} = linkonce_odr protected local_unnamed_addr addrspace(4) constant i32 {value}, align 4\n"
    )
}

/// A name that changes with everything that the folder's content depends on.
fn key(installed: &Path, files: &Files, clang: &str, missing: &Constants) -> String {
    let mut all = format!("1 {} {clang}", installed.display());
    for (name, (size, modified)) in files {
        let _ = write!(all, " {name} {size} {modified}");
    }
    for (name, (constant, value)) in missing {
        let _ = write!(all, " {name} {constant} {value}");
    }
    format!("{:032x}", xxhash_rust::xxh3::xxh3_128(all.as_bytes()))
}

#[cfg(test)]
mod tests;
