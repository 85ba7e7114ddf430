//! CMake files to CMake files that use its HIP language: languages, packages, targets, properties, flags and sources.

mod both;
mod commands;
mod conditions;
mod file;
mod findcuda;
mod flags;
mod languages;
mod lex;
mod packages;
mod properties;
mod sources;
mod text;
mod variables;
mod workarounds;

pub(super) use both::keep;

use super::findings::Findings;
use crate::Options;
use file::File;
use hipify_diagnostics::{Code, Level};
use lex::Command;
use std::ops::Range;

/// Ports one file; nothing happens to a file without CUDA.
pub(super) fn port(text: &str, options: Options, found: &mut Findings) {
    let commands = lex::commands(text);
    let file = File::new(text, &commands, options);
    let mut pass = Pass { file, found, needs: Vec::new() };
    for command in &commands {
        pass.command(command);
    }
    workarounds::insert(&mut pass);
    packages::insert(&mut pass);
    languages::raise_minimum(&mut pass);
}

/// One walk over the commands of a file.
struct Pass<'t, 'f> {
    file: File<'t>,
    found: &'f mut Findings,
    /// Packages whose targets are used now, and where each was first.
    needs: Vec<(&'static str, usize)>,
}

type Handler = fn(&mut Pass<'_, '_>, &Command<'_>);

/// Which rules see a command before the general rules for the text of its arguments do.
const HANDLERS: &[(&str, Handler)] = &[
    ("project", languages::project),
    ("enable_language", languages::enable_language),
    ("check_language", languages::enable_language),
    ("if", conditions::condition),
    ("elseif", conditions::condition),
    ("while", conditions::condition),
    ("find_package", packages::find_package),
    ("find_dependency", packages::find_package),
    ("thrust_create_target", packages::thrust_target),
    ("find_library", packages::find_library),
    ("find_path", packages::find_path),
    ("find_file", packages::find_path),
    ("target_link_libraries", packages::link_libraries),
    ("link_libraries", packages::link_libraries),
    ("include_directories", packages::include_directories),
    ("target_include_directories", packages::include_directories),
    ("target_compile_features", properties::compile_features),
    ("set_target_properties", properties::pairs),
    ("set_source_files_properties", properties::pairs),
    ("set_property", properties::set_property),
    ("get_target_property", properties::get_property),
    ("get_source_file_property", properties::get_property),
    ("get_property", properties::get_property),
    ("set", flags::set),
    ("unset", flags::set),
    ("list", flags::list),
    ("string", flags::string),
    ("option", flags::set),
    ("target_compile_options", flags::options),
    ("add_compile_options", flags::options),
    ("target_link_options", flags::options),
    ("add_link_options", flags::options),
    ("add_definitions", flags::options),
    ("cuda_add_executable", findcuda::add_target),
    ("cuda_add_library", findcuda::add_target),
    ("cuda_include_directories", findcuda::include_directories),
    ("cuda_add_cublas_to_target", findcuda::add_library_to_target),
    ("cuda_add_cufft_to_target", findcuda::add_library_to_target),
    ("cuda_select_nvcc_arch_flags", findcuda::select_architectures),
    ("cuda_build_clean_target", findcuda::drop),
    ("cuda_compile", findcuda::compile),
    ("cuda_compile_ptx", findcuda::compile_device),
    ("cuda_compile_cubin", findcuda::compile_device),
    ("cuda_compile_fatbin", findcuda::compile_device),
    ("cuda_wrap_srcs", findcuda::wrap_sources),
    ("cuda_find_library_local_first", findcuda::find_library),
    ("cuda_find_library_local_first_with_path_ext", findcuda::find_library),
    ("cuda_link_separable_compilation_objects", findcuda::drop),
    ("cuda_compute_separable_compilation_object_file_name", findcuda::no_object),
    ("cuda_find_helper_file", findcuda::unported),
    ("cuda_get_sources_and_options", findcuda::unported),
    ("cuda_include_nvcc_dependencies", findcuda::unported),
    ("cuda_parse_nvcc_options", findcuda::unported),
    ("add_executable", sources::target),
    ("add_library", sources::target),
    ("target_sources", sources::target),
    ("file", sources::glob),
    ("aux_source_directory", sources::directory),
    ("include", packages::include),
    ("execute_process", commands::process),
    ("exec_program", commands::process),
    ("add_custom_command", commands::process),
    ("add_custom_target", commands::process),
    ("find_program", commands::process),
    ("add_test", commands::process),
];

impl Pass<'_, '_> {
    /// Removes arguments with the blanks before them; a comment among them stays.
    fn remove_args(&mut self, command: &Command<'_>, range: Range<usize>) {
        for index in range {
            let arg = &command.args[index];
            let start = if arg.after_comment || index == 0 { arg.span.start } else { command.args[index - 1].span.end };
            self.found.delete(start..arg.span.end);
        }
    }

    fn command(&mut self, command: &Command<'_>) {
        if let Some((_, handler)) = HANDLERS.iter().find(|row| command.is(row.0)) {
            handler(self, command);
        } else {
            sources::of_another_command(self, command);
        }
        sources::rename(self, command);
        text::arguments(self, command);
    }

    fn note(&mut self, span: Range<usize>, message: impl Into<String>, help: &str) {
        self.found.report(Code::CMAKE, Level::Note, span, message, help);
    }

    fn warn(&mut self, span: Range<usize>, message: impl Into<String>, help: &str) {
        self.found.report(Code::CMAKE, Level::Warning, span, message, help);
    }

    /// Architectures of NVIDIA's that the port leaves out.
    fn note_architectures(&mut self, span: Range<usize>, message: impl Into<String>) {
        self.found.report(Code::ARCH_LIST, Level::Note, span, message, properties::ARCHITECTURES);
    }

    /// A library of the toolkit without a replacement.
    fn warn_library(&mut self, span: Range<usize>, message: impl Into<String>, help: &str) {
        self.found.report(Code::CMAKE_TOOLKIT, Level::Warning, span, message, help);
    }

    /// Adds a line after a command, indented as the command is.
    fn line_after(&mut self, command: &Command<'_>, line: &str) {
        let text = format!("{}{}{line}", self.found.newline(), self.file.indent(command.span.start));
        self.found.insert(command.span.end, text);
    }

    /// Deletes a command, with its line where it stands alone on it.
    fn delete(&mut self, command: &Command<'_>) {
        let span = self.file.whole_line(command.span.clone());
        self.found.delete_either(span, command.span.clone());
    }

    /// Remembers that `package` has to be found before the place `at`.
    fn need(&mut self, package: &'static str, at: usize) {
        if !package.is_empty() && !self.needs.iter().any(|need| need.0 == package) {
            self.needs.push((package, at));
        }
    }
}
