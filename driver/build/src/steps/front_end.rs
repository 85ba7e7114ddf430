//! Requests for less than a link: device code alone, preprocessed text, dependencies, diagnostics.

use super::compile::Command;
use super::names::{as_file_name, object_name};
use super::{Planner, owned};
use crate::plan::{StepKind, Work};
use hipify_command_line::request::{DeviceForm, Language, Produce};
use std::path::{Path, PathBuf};

impl Planner<'_> {
    pub(super) fn device_only(&mut self, form: DeviceForm) {
        for number in 0..self.request.sources.len() {
            if self.request.sources[number].language == Language::Hip {
                self.device_form(number, form);
            }
        }
    }

    fn device_form(&mut self, number: usize, form: DeviceForm) {
        let source = self.request.sources[number].path.clone();
        let (ending, last): (_, &[&str]) = match form {
            DeviceForm::Bundle => ("hipfb", &["-c"]),
            DeviceForm::CodeObject => ("co", &["-c"]),
            DeviceForm::Assembly => ("s", &["-S"]),
            DeviceForm::Bitcode => ("bc", &["-emit-llvm", "-c"]),
            DeviceForm::Ir => ("ll", &["-emit-llvm", "-S"]),
        };
        let named = self.request.output.clone().or_else(|| self.request.sources[number].object.clone());
        let output = named.unwrap_or_else(|| object_name(&source, ending));
        let targets = self.targets();
        let stem = self.names.stem(&source);
        let mut made = Vec::new();
        for (target, id) in targets.iter().enumerate() {
            let to = match form {
                DeviceForm::Bundle => self.work_file(format!("{stem}.{}.co", as_file_name(id))),
                _ => of_target(&output, id, targets.len()),
            };
            if let Some(tools) = self.cpu_of(target) {
                let bitcode = self.work_file(format!("{stem}.{id}.bc"));
                let command = Command { last: owned(&["-emit-llvm", "-c"]), ..self.device_command(number, target) };
                self.command(number, command, &bitcode, &bitcode);
                self.cpu_form(&tools, &source, bitcode, form, &to);
            } else {
                let command = Command { last: owned(last), ..self.device_command(number, target) };
                self.command(number, command, &to, &to);
            }
            made.push(to);
        }
        if form == DeviceForm::Bundle {
            made = vec![self.fat_binary(&source, made, &output)];
        }
        self.plan.outputs.extend(made);
    }

    /// Host code as text: assembly, or LLVM's.
    pub(super) fn host_text(&mut self, ir: bool) {
        for number in 0..self.request.sources.len() {
            let source = &self.request.sources[number];
            let named = self.request.output.clone().or_else(|| source.object.clone());
            let output = named.unwrap_or_else(|| object_name(&source.path, if ir { "ll" } else { "s" }));
            let last = owned(if ir { &["-emit-llvm", "-S"] } else { &["-S"] });
            let command = Command { last, ..self.host_command(number) };
            self.command(number, command, &output, &output);
            self.plan.outputs.push(output);
        }
    }

    pub(super) fn host_sources(&mut self) {
        for number in 0..self.request.sources.len() {
            let compiled = self.compile_device(number);
            let output = self.object_of(number);
            let assembly = self.work_file(format!("{}.host.s", compiled.stem));
            let mut command = Command { last: owned(&["-S", "-g0"]), ..self.host_command(number) };
            // GNU's assembler knows no such table.
            command.flags.push("-fno-addrsig".into());
            self.command(number, command, &assembly, &output);
            let bundle = self.work_file(format!("{}.hipfb", compiled.stem));
            self.fat_binary(&compiled.source, compiled.device, &bundle);
            let work = Work::HostSource { assembly: assembly.clone(), bundle: bundle.clone() };
            self.push(StepKind::Embed, &compiled.source, work, vec![assembly, bundle], &output);
            self.plan.outputs.push(output);
        }
    }

    pub(super) fn front_end(&mut self) {
        for number in 0..self.request.sources.len() {
            let output = self.request.output.clone().unwrap_or_else(|| "-".into());
            let last: &[&str] = match self.request.produce {
                Produce::Preprocessed => &["-E"],
                Produce::Dependencies if self.request.depfile.user_only => &["-MM"],
                Produce::Dependencies => &["-M"],
                _ => &["-fsyntax-only"],
            };
            let mut last = owned(last);
            if self.request.produce == Produce::Dependencies {
                last.extend(self.request.depfile.flags.clone());
            }
            let host = Command { last: last.clone(), ..self.host_command(number) };
            let object = self.object_of(number);
            let source = self.request.sources[number].path.clone();
            if self.request.produce == Produce::Dependencies && output.as_os_str() != "-" {
                // clang names the ported copies; on standard output that is mended as it passes.
                let name = format!("{}.d", self.names.stem(&source));
                let from = self.work_file(name);
                self.command(number, host, &from, &object);
                self.push(StepKind::Dependencies, &source, Work::Dependencies { from: from.clone() }, vec![from], &output);
            } else {
                self.command(number, host, &output, &object);
            }
            let checks_devices =
                self.request.produce == Produce::Nothing && self.request.sources[number].language == Language::Hip;
            for target in 0..if checks_devices { self.targets().len() } else { 0 } {
                let device = Command { last: last.clone(), ..self.device_command(number, target) };
                self.command(number, device, Path::new("-"), &object);
            }
        }
    }
}

/// The output of one target: the name asked for, with the target in front of its ending when there are several.
fn of_target(output: &Path, target: &str, count: usize) -> PathBuf {
    let ending = output.extension().map(|ending| ending.to_string_lossy().into_owned());
    match ending {
        _ if count == 1 => output.to_path_buf(),
        Some(ending) => output.with_extension(format!("{}.{ending}", as_file_name(target))),
        None => output.with_extension(as_file_name(target)),
    }
}
