//! Objects to executables, libraries and objects with their device code inside.

use super::compile::{Compiled, without};
use super::names::{as_file_name, with_ending};
use super::{Planner, owned, shown};
use crate::plan::{Step, StepKind, Work};
use hipify_command_line::request::{Language, LinkWord, Produce};
use hipify_command_line::target::{Target, TargetId};
use hipify_rules::options::is_wanted_at_link;
use std::path::{Path, PathBuf};

impl Planner<'_> {
    pub(super) fn link(&mut self) {
        let compiled = self.compile_all();
        let fat = self.fat_objects(&compiled);
        let output = self.request.output.clone().unwrap_or_else(|| "a.out".into());
        let mut words = Vec::new();
        let mut inputs = Vec::new();
        for word in &self.request.link {
            match word {
                LinkWord::Flag(flag) => words.push(flag.clone()),
                LinkWord::File(file) => {
                    words.push(shown(file));
                    inputs.push(file.clone());
                }
                LinkWord::Source(number) => {
                    for object in std::iter::once(&compiled[*number].host).chain(&fat.of_source[*number]) {
                        words.push(shown(object));
                        inputs.push(object.clone());
                    }
                }
            }
        }
        if let Some(object) = &fat.linked {
            // In front: archives after it may be searched for what it does not need, but never the other way round.
            words.insert(0, shown(object));
            inputs.push(object.clone());
        }
        let mut args = owned(if self.request.produce == Produce::SharedLibrary { &["-shared"] } else { &[] });
        args.extend(self.flags_of_the_link());
        args.extend(words);
        args.extend(self.tools.fc.iter().flat_map(|fc| fc.link_flags()));
        args.extend(["-o".into(), shown(&output)]);
        if !self.request.bare_link {
            args.extend(self.tools.link_flags.clone());
        }
        let program = self.tools.fc.as_ref().map_or_else(|| self.tools.cxx.clone(), |fc| fc.program.clone());
        self.push(StepKind::Link, &output, Work::Command { program, args }, inputs, &output);
        self.user_depfiles(&compiled);
        let runtime = self.runtime_beside(&output);
        self.plan.outputs = std::iter::once(output).chain(runtime).collect();
    }

    /// Puts the runtime library, and what goes with it, where the program looks for them.
    fn runtime_beside(&mut self, output: &Path) -> Vec<PathBuf> {
        let libraries = self.tools.beside.iter().chain(&self.tools.beside_too).cloned().collect::<Vec<_>>();
        libraries.into_iter().filter_map(|library| self.put_beside(&library, output)).collect()
    }

    fn put_beside(&mut self, library: &Path, output: &Path) -> Option<PathBuf> {
        let to = output.with_file_name(library.file_name()?);
        if to.canonicalize().is_ok_and(|there| there == library) {
            return None;
        }
        let work = Work::Command { program: "cp".into(), args: vec![shown(library), shown(&to)] };
        Some(self.push(StepKind::Copy, library, work, vec![library.to_path_buf()], &to))
    }

    fn flags_of_the_link(&self) -> Vec<String> {
        if let Some(fc) = &self.tools.fc {
            return fc.flags(&[&self.request.flags[..], &self.request.host_flags].concat());
        }
        let sanitizer = self.request.runtime.host_flags();
        let flags = self.request.flags.iter().chain(&self.request.host_flags).chain(&sanitizer);
        // A compile's word for the back end is none of the link's.
        let flags = without(&flags.cloned().collect::<Vec<_>>(), &["-mllvm"], &["-mllvm="]);
        let kept = flags.into_iter().filter(|flag| is_wanted_at_link(flag));
        // LLVM's linker, which device code needs anyway, takes half the time of GNU's; another one named after it wins.
        let mut words = vec!["-fuse-ld=lld".to_owned()];
        words.extend(kept);
        if self.traces_host() {
            // What `-fsanitize-coverage` does not see of host code.
            words.extend(["memcpy", "memmove", "memset"].map(|name| format!("-Wl,--wrap={name}")));
        }
        words.push("-Qunused-arguments".to_owned());
        words
    }

    pub(super) fn device_link(&mut self) {
        let output = self.request.output.clone().unwrap_or_else(|| "a_dlink.o".into());
        let compiled = self.compile_all();
        let hosts = self.relocatable_hosts(&compiled);
        self.linked_device_code(&compiled, hosts, &output);
        self.plan.outputs = vec![output];
    }

    pub(super) fn archive(&mut self) {
        let compiled = self.compile_all();
        let mut objects: Vec<PathBuf> = Vec::new();
        for one in &compiled {
            let to = self.work_file(format!("{}.o", one.stem));
            objects.push(self.whole_object(one, &to));
        }
        let files = self.request.link.iter().filter_map(|word| match word {
            LinkWord::File(file) => Some(file.clone()),
            _ => None,
        });
        objects.extend(files);
        let output = self.request.output.clone().unwrap_or_else(|| "a.a".into());
        let mut args = vec!["rcsD".into(), shown(&output)];
        args.extend(objects.iter().map(|object| shown(object)));
        let work = Work::Command { program: self.tools.ar.clone(), args };
        self.push(StepKind::Archive, &output, work, objects, &output);
        self.user_depfiles(&compiled);
        self.plan.outputs = vec![output];
    }

    pub(super) fn objects(&mut self) {
        for number in 0..self.request.sources.len() {
            if self.is_made_for_another(number) {
                continue;
            }
            let output = self.object_of(number);
            if self.request.sources[number].language == Language::Fortran {
                self.fortran_whole_object(number, &output);
            } else if self.request.sources[number].language == Language::Hip {
                let compiled = self.compile(number);
                self.whole_object(&compiled, &output);
                self.user_depfile(&compiled.host, &output);
            } else {
                self.host(number, &output);
                self.user_depfile(&output, &output);
            }
            self.plan.outputs.push(output);
        }
    }

    /// One object of a source with its device code inside, as clang makes it.
    pub(super) fn whole_object(&mut self, one: &Compiled, to: &Path) -> PathBuf {
        if one.device.is_empty() {
            return one.host.clone();
        }
        if self.request.rdc {
            let entries = self.tools.device_flags.iter().map(|(target, _)| target.relocatable_entry());
            let names = std::iter::once(HOST.to_owned()).chain(entries).collect();
            let inputs = [std::slice::from_ref(&one.host), &one.device].concat();
            return self.bundle_of(&one.source, names, inputs, &[], to);
        }
        let fat = self.embedded(one);
        let args = vec!["-r".into(), shown(&one.host), shown(&fat), "-o".into(), shown(to)];
        let work = Work::Command { program: self.tools.lld.clone(), args };
        self.push(StepKind::Merge, &one.source, work, vec![one.host.clone(), fat], to)
    }

    fn fat_objects(&mut self, compiled: &[Compiled]) -> FatObjects {
        let embeds = |one: &Compiled| !one.device.is_empty();
        let of_source = match self.request.rdc {
            true => vec![None; compiled.len()],
            false => compiled.iter().map(|one| embeds(one).then(|| self.embedded(one))).collect(),
        };
        let hosts = self.relocatable_hosts(compiled);
        let to = self.work_file("device-code.o");
        let linked = (!hosts.is_empty()).then(|| self.linked_device_code(compiled, hosts, &to));
        FatObjects { of_source, linked }
    }

    /// Objects that expect the device code of the whole program.
    fn relocatable_hosts(&self, compiled: &[Compiled]) -> Vec<PathBuf> {
        let own = compiled.iter().filter(|one| self.request.rdc && !one.device.is_empty()).map(|one| one.host.clone());
        own.chain(self.layout.relocatable.iter().cloned()).collect()
    }

    /// The object with the fat binary of one source.
    fn embedded(&mut self, one: &Compiled) -> PathBuf {
        let bundle = self.work_file(format!("{}.hipfb", one.stem));
        self.fat_binary(&one.source, one.device.clone(), &bundle);
        let to = self.work_file(format!("{}.fat.o", one.stem));
        self.embed(&one.source, &bundle, vec![one.host.clone()], &to)
    }

    fn embed(&mut self, subject: &Path, bundle: &Path, hosts: Vec<PathBuf>, to: &Path) -> PathBuf {
        let inputs = [vec![bundle.to_path_buf()], hosts.clone()].concat();
        self.push(StepKind::Embed, subject, Work::Embed { bundle: bundle.to_path_buf(), hosts }, inputs, to)
    }

    /// A bundle of linked code objects, one for each target.
    pub(super) fn fat_binary(&mut self, subject: &Path, objects: Vec<PathBuf>, to: &Path) -> PathBuf {
        let entries = self.tools.device_flags.iter().map(|(target, _)| target.bundle_entry());
        let names = std::iter::once(HOST.to_owned()).chain(entries).collect();
        let inputs = [vec!["/dev/null".into()], objects].concat();
        self.bundle_of(subject, names, inputs, &["-bundle-align=4096"], to)
    }

    fn bundle_of(&mut self, subject: &Path, names: Vec<String>, inputs: Vec<PathBuf>, flags: &[&str], to: &Path) -> PathBuf {
        let mut args = owned(&["-type=o"]);
        args.extend(owned(flags));
        if self.request.device_flags.iter().any(|flag| flag == "--offload-compress") && !flags.is_empty() {
            args.push("-compress".into());
        }
        args.push(format!("-targets={}", names.join(",")));
        args.extend(inputs.iter().map(|input| format!("-input={}", shown(input))));
        args.push(format!("-output={}", shown(to)));
        let real = inputs.into_iter().filter(|input| input != Path::new("/dev/null")).collect();
        self.push(StepKind::Bundle, subject, Work::Command { program: self.tools.bundler.clone(), args }, real, to)
    }

    /// Links the relocatable device code of all sources and files, for each target, into the object `to`.
    fn linked_device_code(&mut self, compiled: &[Compiled], hosts: Vec<PathBuf>, to: &Path) -> PathBuf {
        let subject = self.request.output.clone().unwrap_or_else(|| "a.out".into());
        let unbundled: Vec<Vec<PathBuf>> = self.layout.relocatable.iter().map(|file| self.unbundle(file)).collect();
        let mut objects = Vec::new();
        for (number, (target, _)) in self.tools.device_flags.iter().enumerate() {
            let target = target.clone();
            let own = compiled.iter().filter(|_| self.request.rdc).filter_map(|one| one.device.get(number));
            let inputs: Vec<PathBuf> = own.chain(unbundled.iter().map(|files| &files[number])).cloned().collect();
            let output = self.work_file(format!("linked.{}.co", as_file_name(&target.to_string())));
            match (target, self.cpu_of(number)) {
                (Target::Gpu(id), _) => self.link_for_a_gpu(&subject, id, inputs, &output),
                (Target::Cpu(_), Some(tools)) => self.cpu_code_object(&tools, &subject, inputs, &output),
                (Target::Cpu(_), None) => {}
            }
            objects.push(output);
        }
        let bundle = self.work_file("device-code.hipfb");
        self.fat_binary(&subject, objects, &bundle);
        self.embed(&subject, &bundle, hosts, to)
    }

    fn link_for_a_gpu(&mut self, subject: &Path, target: TargetId, inputs: Vec<PathBuf>, output: &Path) {
        self.plan.steps.push(Step {
            kind: StepKind::DeviceLink,
            target: Some(target.to_string()),
            subject: subject.to_path_buf(),
            work: Work::Command { program: self.tools.lld.clone(), args: self.device_link_args(&target, &inputs, output) },
            inputs,
            outputs: vec![output.to_path_buf()],
            depfile: None,
        });
    }

    /// What clang's link of relocatable device code runs (`-###` prints it).
    fn device_link_args(&self, target: &TargetId, inputs: &[PathBuf], output: &Path) -> Vec<String> {
        let mut args = owned(&["-m", "elf64_amdgpu", "--no-undefined", "-shared", "-plugin-opt=-amdgpu-internalize-symbols"]);
        args.push(format!("-plugin-opt=mcpu={}", target.gfx.name));
        let features = target.attributes();
        if !features.is_empty() {
            args.push(format!("-plugin-opt=-mattr={}", features.join(",")));
        }
        let flags = self.request.flags.iter().chain(&self.request.device_flags);
        if let Some(level) = flags.filter_map(|flag| flag.strip_prefix("-O")).next_back() {
            // LTO knows levels 0 to 3; those for size count as 2, -Ofast as 3.
            let level = match level {
                "0" | "1" | "2" | "3" => level,
                "fast" | "4" => "3",
                "" | "g" => "1",
                _ => "2",
            };
            args.extend([format!("-plugin-opt=O{level}"), format!("--lto-CGO{level}")]);
        }
        args.extend(self.back_end_options(target).iter().map(|option| format!("-plugin-opt={option}")));
        args.push("--whole-archive".into());
        args.extend(inputs.iter().map(|input| shown(input)));
        args.extend(["--no-whole-archive".into(), "-o".into(), shown(output)]);
        args
    }

    /// What `-mllvm` says in device compiles for a target: with relocatable device code, lld runs the back end.
    fn back_end_options(&self, target: &TargetId) -> Vec<&str> {
        let own = self.tools.device_flags.iter().filter(|(other, _)| other.gpu() == Some(target)).flat_map(|(_, flags)| flags);
        let mut flags = own.chain(&self.request.flags).chain(&self.request.device_flags);
        let mut options = Vec::new();
        while let Some(flag) = flags.next() {
            let joined = flag.strip_prefix("-mllvm=");
            options.extend(if flag == "-mllvm" { flags.next().map(String::as_str) } else { joined });
        }
        options
    }

    /// The device code of an object or archive, for each target.
    fn unbundle(&mut self, file: &Path) -> Vec<PathBuf> {
        let stem = self.names.stem(file);
        let is_archive = file.extension().is_some_and(|ending| ending == "a");
        let targets = self.targets();
        let ending = if is_archive { "a" } else { "bc" };
        let outputs: Vec<PathBuf> =
            targets.iter().map(|id| self.work_file(format!("{stem}.{}.{ending}", as_file_name(id)))).collect();
        let names: Vec<String> = self.tools.device_flags.iter().map(|(target, _)| target.relocatable_entry()).collect();
        let mut args = owned(&["-unbundle", "-allow-missing-bundles", if is_archive { "-type=a" } else { "-type=o" }]);
        args.extend([format!("-targets={}", names.join(",")), format!("-input={}", shown(file))]);
        args.extend(outputs.iter().map(|output| format!("-output={}", shown(output))));
        self.plan.steps.push(Step {
            kind: StepKind::Unbundle,
            target: None,
            subject: file.to_path_buf(),
            work: Work::Command { program: self.tools.bundler.clone(), args },
            inputs: vec![file.to_path_buf()],
            outputs: outputs.clone(),
            depfile: None,
        });
        outputs
    }

    fn user_depfiles(&mut self, compiled: &[Compiled]) {
        for (number, one) in compiled.iter().enumerate() {
            let object = self.object_of(number);
            self.user_depfile(&one.host, &object);
        }
    }

    /// The dependency file the user asked for, made of the one that the host pass wrote.
    fn user_depfile(&mut self, host: &Path, object: &Path) {
        let depfile = &self.request.depfile;
        if !depfile.wanted {
            return;
        }
        let to = depfile.path.clone().unwrap_or_else(|| with_ending(object, "d"));
        let from = with_ending(host, "d");
        self.push(StepKind::Dependencies, object, Work::Dependencies { from }, vec![host.to_path_buf()], &to);
    }
}

struct FatObjects {
    /// For each source its own, where it has one.
    of_source: Vec<Option<PathBuf>>,
    /// That of all relocatable device code.
    linked: Option<PathBuf>,
}

/// The bundle entry of the host; the runtime looks at those of devices alone.
const HOST: &str = "host-x86_64-unknown-linux-gnu";
