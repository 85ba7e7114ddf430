//! The script that CMake calls in the place of clang, and what it takes for sources of the language HIP.

use super::super::Folder;
use super::super::project::Project;
use crate::plan::quoted;
use hipify_command_line::target::Target;
use hipify_error::Error;
use hipify_toolchain::Toolchain;
use hipify_tree::scan::resolved;
use std::fs;
use std::path::{Path, PathBuf};

/// Named like the compiler, which is what CMake makes the names of its other tools of.
pub(super) struct Compiler {
    pub(super) path: PathBuf,
    text: String,
}

/// Sources get their language by their names too: projects hand them through functions and variables, in which no property that the
/// port adds finds them. CMake keeps a command that is defined again under its name with an underscore in front.
const SOURCES: &str = "\
function(hipify_sources)
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  foreach(source IN LISTS ARGN)
    if(source MATCHES \"[.]cu$\" AND HIP IN_LIST languages)
      set_source_files_properties(\"${source}\" PROPERTIES LANGUAGE HIP)
    endif()
  endforeach()
endfunction()
foreach(command add_executable add_library target_sources)
  if(NOT COMMAND _${command})
    cmake_language(EVAL CODE \"function(${command})\\n hipify_sources(\\${ARGV})\\n _${command}(\\${ARGV})\\nendfunction()\")
  endif()
endforeach()
";

impl Compiler {
    pub(super) fn at(project: &Project, folder: &Folder<'_>, targets: &[Target], toolchain: &Toolchain) -> Self {
        let own = std::env::current_exe().unwrap_or_else(|_| "hipify-rs".into());
        let mut words = vec![own.display().to_string(), "step".into(), "hip-compiler".into()];
        words.push(toolchain.clang.path.display().to_string());
        words.extend(folder.words_for_compiles().into_iter().map(|word| format!("--word={word}")));
        let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
        // For commands of the project's own; CMake names the targets of its compiles.
        let targets: Vec<String> = targets.iter().map(ToString::to_string).collect();
        let targets = format!("HIPIFY_OFFLOAD_ARCH={}\nexport HIPIFY_OFFLOAD_ARCH\n", quoted(&targets.join(",")));
        let text = format!("#!/bin/sh\n{targets}exec {} -- \"$@\"\n", words.join(" "));
        // Beside CMake's folder, whose contents projects may clear.
        Self { path: project.build.with_file_name("compiler").join("clang++"), text }
    }

    /// Removes what CMake remembers of a build by another compiler, or of another source folder, which it would not go on from.
    pub(super) fn forget_another(&self, build: &Path, source: &Path) -> Result<(), Error> {
        let cache = build.join("CMakeCache.txt");
        let text = fs::read_to_string(&cache).unwrap_or_default();
        let is = |name: &str, path: &Path| {
            let known = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':')?.split_once('='));
            known.is_none_or(|(_, value)| resolved(Path::new(value)) == resolved(path))
        };
        if is("CMAKE_HIP_COMPILER", &self.path) && is("CMAKE_HOME_DIRECTORY", source) {
            return Ok(());
        }
        fs::remove_file(&cache).map_err(Error::io("remove", &cache))?;
        let files = build.join("CMakeFiles");
        fs::remove_dir_all(&files).map_err(Error::io("remove", &files))
    }

    /// The file that CMake reads after each `project` command (`CMAKE_PROJECT_INCLUDE`).
    pub(super) fn sources(&self) -> PathBuf {
        self.path.with_file_name("sources.cmake")
    }

    pub(super) fn write(&self) -> Result<(), Error> {
        let folder = self.path.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder).map_err(Error::io("make", folder))?;
        hipify_tree::write::write(&self.sources(), 0o644, SOURCES.as_bytes())?;
        hipify_tree::write::write(&self.path, 0o755, self.text.as_bytes())
    }
}
