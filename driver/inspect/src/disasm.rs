//! `inspect --disasm`: a kernel's instructions, through llvm-objdump.

use super::code_object::Amdgpu;
use super::demangle::{demangle, demangle_name};
use super::read::{CodeObject, Image};
use hipify_error::Error;
use std::cmp::Reverse;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};
use tempfile::NamedTempFile;

/// An llvm-objdump, and what it is to print.
pub(super) struct Disassembler<'a> {
    objdump: PathBuf,
    kernel: &'a str,
}

impl<'a> Disassembler<'a> {
    /// With the newest llvm-objdump there is, since it must know the targets.
    pub(super) fn find(kernel: &'a str) -> Result<Self, Error> {
        let objdump = candidates().into_iter().max_by_key(|(version, path)| (*version, Reverse(path.clone())));
        let objdump = objdump.map(|(_, path)| path).ok_or_else(|| {
            let remedy = "install LLVM's tools, on Debian with `apt-get install llvm-19`";
            Error::usage("no llvm-objdump was found in PATH, /usr/lib/llvm-*/bin and /opt/rocm*/llvm/bin", remedy)
        })?;
        Ok(Self { objdump, kernel })
    }

    /// Prints the kernel's instructions for each target that has it.
    pub(super) fn print(&self, path: &Path, found: &[CodeObject]) -> Result<(), Error> {
        let mut printed = false;
        for object in found {
            let Image::Amdgpu(amdgpu) = &object.image else { continue };
            for kernel in amdgpu.kernels.iter().filter(|kernel| is_called(&kernel.name, self.kernel)) {
                let text = self.disassemble(amdgpu, &object.bytes, &kernel.name)?;
                let target = amdgpu.target.as_ref().map_or("unknown target".to_owned(), ToString::to_string);
                let name = demangle(&kernel.name).unwrap_or_else(|| kernel.name.clone());
                let space = if printed { "\n" } else { "" };
                write!(io::stdout().lock(), "{space}; {}: {target}: {name}\n{text}", path.display()).map_err(Error::Stdout)?;
                printed = true;
            }
        }
        if printed { Ok(()) } else { Err(Error::path(path, format!("no kernel `{}`", self.kernel), offered(found))) }
    }

    fn disassemble(&self, amdgpu: &Amdgpu, bytes: &[u8], symbol: &str) -> Result<String, Error> {
        let failed = |action| Error::io(action, &self.objdump);
        let mut file = NamedTempFile::new().map_err(failed("make a file for"))?;
        file.write_all(bytes).map_err(failed("make a file for"))?;
        let mut command = Command::new(&self.objdump);
        command.arg("--disassemble").arg(format!("--disassemble-symbols={symbol}"));
        command.args(amdgpu.target.as_ref().map(|target| format!("--mcpu={}", target.gfx.name)));
        let output = command.arg(file.path()).output().map_err(failed("run"))?;
        let text = String::from_utf8_lossy(&output.stdout);
        // In front of the kernel's label stand the name of our temporary file and of the section.
        let label = format!("<{symbol}>:");
        let start = text.lines().position(|line| line.ends_with(&label));
        match start {
            Some(start) if output.status.success() => {
                Ok(text.lines().skip(start).map(|line| format!("{line}\n")).collect::<String>().trim_end().to_owned() + "\n")
            }
            _ => {
                let said = String::from_utf8_lossy(&output.stderr);
                let reason = format!("cannot disassemble `{symbol}`: {}", said.lines().next().unwrap_or("it printed nothing"));
                Err(Error::path(&self.objdump, reason, "a newer LLVM may know the target"))
            }
        }
    }
}

/// Whether people call a kernel so: by its symbol, by its name in the source, without parameters, or without template arguments.
fn is_called(symbol: &str, name: &str) -> bool {
    let plain = demangle_name(symbol);
    symbol == name
        || demangle(symbol).as_deref() == Some(name)
        || plain.as_deref() == Some(name)
        || plain.as_deref().and_then(|plain| plain.split_once('<')).is_some_and(|(start, _)| start == name)
}

/// What to say where no kernel has the name: those that there are, or why there are none.
fn offered(found: &[CodeObject]) -> String {
    let kernels = found.iter().filter_map(|object| match &object.image {
        Image::Amdgpu(amdgpu) => Some(&amdgpu.kernels),
        _ => None,
    });
    let mut names: Vec<String> =
        kernels.flatten().map(|kernel| demangle_name(&kernel.name).unwrap_or_else(|| kernel.name.clone())).collect();
    names.sort();
    names.dedup();
    match &names[..] {
        [] if found.iter().any(|object| object.image == Image::Bitcode) => {
            "the file holds bitcode; link it and inspect the executable".to_owned()
        }
        [] => "the file holds no kernels".to_owned(),
        [names @ .., last] if names.len() < 8 => {
            let quoted: Vec<String> = names.iter().chain([last]).map(|name| format!("`{name}`")).collect();
            format!("there are {}", quoted.join(", "))
        }
        names => format!("there are {} others; `hipify-rs inspect` lists them", names.len()),
    }
}

/// Every llvm-objdump with the version that its name or folder says. ROCm's counts as newest: it knows AMD's targets first.
fn candidates() -> Vec<(u32, PathBuf)> {
    let mut found = Vec::new();
    for folder in env::var_os("PATH").iter().flat_map(env::split_paths) {
        for path in entries(&folder) {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let name = name.strip_suffix(env::consts::EXE_SUFFIX).unwrap_or(&name);
            if name == "llvm-objdump" {
                found.push((0, path.clone()));
            } else if let Some(version) = name.strip_prefix("llvm-objdump-").and_then(|version| version.parse().ok()) {
                found.push((version, path.clone()));
            }
        }
    }
    for (parent, prefix, inside) in [("/usr/lib", "llvm-", "bin"), ("/opt", "rocm", "llvm/bin")] {
        for folder in entries(Path::new(parent)) {
            let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let Some(version) = name.strip_prefix(prefix) else { continue };
            let rank = if prefix == "rocm" { Some(u32::MAX) } else { version.parse().ok() };
            found.extend(rank.map(|rank| (rank, folder.join(inside).join("llvm-objdump"))));
        }
    }
    found.retain(|(_, path)| path.is_file());
    found
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}

#[cfg(test)]
mod tests {
    use super::is_called;

    #[test]
    fn a_kernel_goes_by_symbol_and_by_name_with_and_without_parameters() {
        let symbol = "_Z6secondIiEvPT_";
        for name in [symbol, "void second<int>(int*)", "second<int>", "second"] {
            assert!(is_called(symbol, name), "{name}");
        }
        assert!(!is_called(symbol, "secon") && !is_called(symbol, "second<float>"));
    }
}
