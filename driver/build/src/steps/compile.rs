//! One source: its host pass and its device passes.

use super::names::{as_file_name, object_name, with_ending};
use super::{Planner, owned, shown};
use crate::fortran::is_for_fortran;
use crate::plan::{Step, StepKind, Work};
use hipify_abi::Tool;
use hipify_command_line::request::{Language, Produce, Source};
use hipify_command_line::runtime::Runtime;
use hipify_rules::options::{Preprocessing, preprocessor_option};
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::Xxh3;

/// What became of one source.
pub(super) struct Compiled {
    pub(super) source: PathBuf,
    pub(super) stem: String,
    pub(super) host: PathBuf,
    /// For each target its code object, or its bitcode when device code is relocatable; none for plain C++.
    pub(super) device: Vec<PathBuf>,
}

/// One compiler command in parts, so that it can be split in two.
pub(super) struct Command {
    pub(super) program: PathBuf,
    pub(super) kind: StepKind,
    pub(super) target: Option<String>,
    /// What to compile as.
    pub(super) first: Vec<String>,
    /// Flags of the toolchain and of the user.
    pub(super) flags: Vec<String>,
    /// What to make: `-c`.
    pub(super) last: Vec<String>,
}

impl Planner<'_> {
    pub(super) fn compile_all(&mut self) -> Vec<Compiled> {
        (0..self.request.sources.len()).map(|number| self.compile(number)).collect()
    }

    /// Compiles everything of one source, device code first: it takes longer.
    pub(super) fn compile(&mut self, number: usize) -> Compiled {
        let compiled = self.compile_device(number);
        self.host(number, &compiled.host);
        compiled
    }

    /// Compiles the device code of one source.
    pub(super) fn compile_device(&mut self, number: usize) -> Compiled {
        let source = self.request.sources[number].path.clone();
        let stem = self.names.stem(&source);
        let targets = match self.request.sources[number].language {
            Language::Hip => self.tools.device_flags.len(),
            _ => 0,
        };
        let device = (0..targets).map(|target| self.device(number, &stem, target)).collect();
        let to = match self.request.sources[number].language {
            Language::Fortran => self.fortran_object(number),
            _ => self.work_file(format!("{stem}.host.o")),
        };
        Compiled { source, stem, host: to, device }
    }

    pub(super) fn host(&mut self, number: usize, to: &Path) {
        if self.request.sources[number].language == Language::Fortran {
            return self.fortran(number, to);
        }
        let command = Command { last: owned(&["-c"]), ..self.host_command(number) };
        let object = self.object_of(number);
        self.command(number, command, to, &object);
    }

    fn device(&mut self, number: usize, stem: &str, target: usize) -> PathBuf {
        let cpu = self.cpu_of(target);
        let makes_bitcode = self.request.rdc || cpu.is_some();
        let (ending, last): (_, &[&str]) = if makes_bitcode { ("bc", &["-emit-llvm", "-c"]) } else { ("co", &["-c"]) };
        let to = self.work_file(format!("{stem}.{}.{ending}", as_file_name(&self.targets()[target])));
        let command = Command { last: owned(last), ..self.device_command(number, target) };
        self.command(number, command, &to, &to);
        let Some(tools) = cpu.filter(|_| !self.request.rdc) else { return to };
        let object = with_ending(&to, "so");
        let source = self.request.sources[number].path.clone();
        self.cpu_code_object(&tools, &source, vec![to], &object);
        object
    }

    pub(super) fn host_command(&self, number: usize) -> Command {
        let source = &self.request.sources[number];
        let is_hip = source.language == Language::Hip;
        let mut first = self.language(source.language);
        if is_hip {
            first.extend(owned(&["--cuda-host-only", "-nogpulib", "-Xclang"]));
            first.push(format!("-cuid={}", self.cuid(number)));
        }
        if is_hip && self.request.rdc {
            first.push("-fgpu-rdc".into());
        }
        let tools: &[String] = match source.language {
            Language::Hip => &self.tools.host_flags,
            Language::Cxx | Language::C => &self.tools.plain_flags,
            Language::Fortran | Language::Other => &[],
        };
        let sanitizer = if source.language == Language::Other { Vec::new() } else { self.request.runtime.host_flags() };
        let traced = if source.language == Language::Other { Vec::new() } else { self.host_traced() };
        let user = [&self.user_flags(number)[..], &self.request.host_flags].concat();
        let flags = [tools, &of_language(user, source.language), &sanitizer, &traced].concat();
        let program = if source.language == Language::C { &self.tools.cc } else { &self.tools.cxx };
        let kind = if is_hip { StepKind::Host } else { StepKind::Compile };
        Command { program: program.clone(), kind, target: None, first, flags, last: Vec::new() }
    }

    /// For `check`: each access of host code calls the runtime, which knows what is memory of devices.
    fn host_traced(&self) -> Vec<String> {
        // Accesses of more than 16 bytes are not seen.
        let flags = ["-fsanitize-coverage=func,trace-loads,trace-stores", "-fno-vectorize", "-fno-slp-vectorize"];
        if self.traces_host() { owned(&flags) } else { Vec::new() }
    }

    /// Whether host code is checked: where it is linked with the bundled runtime.
    pub(super) fn traces_host(&self) -> bool {
        // The first release of clang that has it (its release notes).
        const FIRST: u32 = 14;
        let runtime = &self.request.runtime;
        let is_ours = runtime.runtime != Some(Runtime::System) && self.tools.cpu.as_ref().is_some_and(|cpu| cpu.release >= FIRST);
        is_ours && [Tool::Memory, Tool::Race].iter().any(|tool| runtime.checks.contains(tool))
    }

    pub(super) fn device_command(&self, number: usize, target: usize) -> Command {
        let (id, tools) = &self.tools.device_flags[target];
        if let Some(cpu) = self.cpu_of(target) {
            return self.cpu_pass(number, &cpu, tools);
        }
        let mut first = self.language(Language::Hip);
        first.extend(owned(&["--cuda-device-only", "--no-gpu-bundle-output"]));
        first.extend([format!("--offload-arch={id}"), format!("-cuid={}", self.cuid(number))]);
        if self.request.rdc {
            first.push("-fgpu-rdc".into());
        }
        let flags = [&tools[..], &self.user_flags(number), &self.request.device_flags].concat();
        let program = self.tools.cxx.clone();
        Command { program, kind: StepKind::Device, target: Some(id.to_string()), first, flags, last: Vec::new() }
    }

    /// Adds the step, or the two of a distributed compile. `object` is what a dependency file calls the output.
    pub(super) fn command(&mut self, number: usize, command: Command, to: &Path, object: &Path) {
        let source = &self.request.sources[number];
        let text = &self.ported.sources[number];
        let (deps, depfile) = self.dependencies(command.kind, to, object);
        let ends = |from: &Path, to: &Path| vec![shown(from), "-o".into(), shown(to)];
        let step = |kind, args: Vec<String>, from: &Path, to: &Path, depfile| Step {
            kind,
            target: command.target.clone(),
            subject: source.path.clone(),
            work: Work::Command { program: command.program.clone(), args },
            inputs: vec![from.to_path_buf()],
            outputs: vec![to.to_path_buf()],
            depfile,
        };
        let Command { kind, first, flags, last, .. } = &command;
        let steps = if self.layout.distributed && source.language != Language::Other {
            let between = with_ending(to, if source.language == Language::C { "i" } else { "ii" });
            let preprocess = [&first[..], flags, &deps, &owned(&["-E"]), &ends(text, &between)].concat();
            // What clang includes in front of HIP by itself is in the preprocessed text already.
            let again = owned(if source.language == Language::Hip { &["-nogpuinc"] } else { &[] });
            let compile = [&first[..], &again, &without_preprocessing(flags), last, &ends(&between, to)].concat();
            vec![step(StepKind::Preprocess, preprocess, text, &between, depfile), step(*kind, compile, &between, to, None)]
        } else {
            vec![step(*kind, [&first[..], flags, &deps, last, &ends(text, to)].concat(), text, to, depfile)]
        };
        self.plan.steps.extend(steps);
    }

    /// Flags that make clang write a dependency file, and its name.
    fn dependencies(&self, kind: StepKind, to: &Path, object: &Path) -> (Vec<String>, Option<PathBuf>) {
        let asked = self.request.depfile.wanted && kind != StepKind::Device;
        if !asked && !self.layout.track_headers {
            return (Vec::new(), None);
        }
        let depfile = with_ending(to, "d");
        let all = asked && !self.request.depfile.user_only;
        let mut flags = owned(&[if all { "-MD" } else { "-MMD" }, "-MF", &shown(&depfile)]);
        if asked {
            flags.extend(self.request.depfile.flags.clone());
            if !self.request.depfile.flags.iter().any(|flag| flag.starts_with("-MT") || flag.starts_with("-MQ")) {
                flags.extend(["-MQ".into(), shown(object)]);
            }
        }
        (flags, Some(depfile))
    }

    /// The object of a source as the user knows it.
    pub(super) fn object_of(&self, number: usize) -> PathBuf {
        let Source { object, path, .. } = &self.request.sources[number];
        let output =
            self.request.output.as_ref().filter(|_| matches!(self.request.produce, Produce::Objects | Produce::HostSource));
        output.or(object.as_ref()).cloned().unwrap_or_else(|| object_name(path, "o"))
    }

    pub(super) fn language(&self, language: Language) -> Vec<String> {
        let name = match language {
            Language::Hip => "hip",
            Language::Cxx => "c++",
            Language::C => "c",
            Language::Fortran | Language::Other => return Vec::new(),
        };
        // distcc works on the spot when it sees `-x`.
        if self.layout.distributed { vec![format!("--language={name}")] } else { owned(&["-x", name]) }
    }

    pub(super) fn user_flags(&self, number: usize) -> Vec<String> {
        let source = &self.request.sources[number];
        let is_cuda = source.language == Language::Hip && source.path.extension().is_some_and(|ending| ending == "cu");
        // As nvcc does: headers of the source may count on it.
        let runtime = owned(if is_cuda { &["-include", "hip/hip_runtime.h"] } else { &[] });
        let mut flags = [&runtime, &self.ported.flags[..], &self.ported.source_flags[number]].concat();
        if self.tools.fc.is_some() {
            flags.retain(|flag| !is_for_fortran(flag));
        }
        flags
    }

    /// The same for the host and all devices of a translation unit, and for no other of the program: clang makes of it the
    /// names under which internal device variables and the fat binary are known.
    pub(super) fn cuid(&self, number: usize) -> String {
        let mut hasher = Xxh3::new();
        let source = &self.request.sources[number];
        let place = std::path::absolute(&source.path).unwrap_or_else(|_| source.path.clone());
        hasher.update(place.as_os_str().as_encoded_bytes());
        for flag in self.request.flags.iter().chain(&source.flags) {
            hasher.update(flag.as_bytes());
            hasher.update(b"\0");
        }
        format!("{:016x}", hasher.digest())
    }
}

/// `flags` without those that only the preprocessor reads: the rest of a split compile must not look for what they name.
fn without_preprocessing(flags: &[String]) -> Vec<String> {
    let mut kept = Vec::new();
    let mut flags = flags.iter();
    while let Some(flag) = flags.next() {
        match preprocessor_option(flag) {
            Some((_, _, "")) => drop(flags.next()),
            // `-include-pch` and the like are other options.
            Some((_, Preprocessing::Macro | Preprocessing::Folder, _)) => {}
            Some((_, Preprocessing::File, _)) | None => kept.push(flag.clone()),
        }
    }
    kept
}

/// `flags` without words of `with_value`, which take the next word along, and without words that start as one of `starts`.
pub(super) fn without(flags: &[String], with_value: &[&str], starts: &[&str]) -> Vec<String> {
    let mut kept = Vec::new();
    let mut flags = flags.iter();
    while let Some(flag) = flags.next() {
        if with_value.contains(&flag.as_str()) {
            flags.next();
        } else if !starts.iter().any(|start| flag.starts_with(start)) {
            kept.push(flag.clone());
        }
    }
    kept
}

/// The flags without a standard of the other language, at which clang stops and gcc, which nvcc calls, warns.
fn of_language(mut flags: Vec<String>, language: Language) -> Vec<String> {
    flags.retain(|flag| {
        let Some(standard) = flag.strip_prefix("-std=") else { return true };
        match language {
            Language::C => !standard.contains("++"),
            Language::Hip | Language::Cxx => standard.contains("++"),
            Language::Fortran | Language::Other => true,
        }
    });
    flags
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_standard_of_the_other_language_is_left_out() {
        let flags = || owned(&["-std=c++17", "-std=c11", "-std=gnu++20", "-O2"]);
        assert_eq!(of_language(flags(), Language::C), ["-std=c11", "-O2"]);
        assert_eq!(of_language(flags(), Language::Hip), ["-std=c++17", "-std=gnu++20", "-O2"]);
    }

    #[test]
    fn a_compile_of_preprocessed_text_keeps_what_is_not_for_the_preprocessor() {
        let flags = owned(&["-Iinc", "-I", "x", "-DA", "-O2", "-isystem", "/y", "-include", "a.h", "-std=c++17", "-U", "B"]);
        assert_eq!(without_preprocessing(&flags), ["-O2", "-std=c++17"]);
    }
}
