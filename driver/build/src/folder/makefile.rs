//! A Makefile: a copy of the tree is built by make, with this program in the place of nvcc and its toolkit.

mod copy;
mod product;

use super::origin::Origin;
use super::project::{Project, deliver};
use super::surroundings::Surroundings;
use super::tool::{Ran, Shown, Tool, failed, print, program};
use super::{Built, Folder};
use crate::plan::quoted;
use crate::toolkit::Toolkit;
pub(super) use product::is_machine_code;

use copy::Copied;
use hipify_command_line::target::{Target, gpus};
use hipify_error::Error;
use hipify_toolchain::environment::Environment;
use hipify_toolchain::packages;
use std::path::PathBuf;

/// Variables by which makefiles name the folder of the CUDA toolkit.
const ROOTS: &[&str] = &[
    "CUDA_PATH",
    "CUDA_HOME",
    "CUDA_DIR",
    "CUDA_ROOT",
    "CUDA_INSTALL_PATH",
    "CUDA_INSTALL_DIR",
    "CUDA_TOOLKIT_PATH",
    "CUDA_TOOLKIT_ROOT",
    "CUDA_TOOLKIT_ROOT_DIR",
    "CUDA_BASE",
    "CUDAPATH",
    "CUDAHOME",
    "CUDADIR",
    "CUDAROOT",
];

pub(super) fn build(folder: &Folder<'_>) -> Result<Built, Error> {
    folder.refuse_emit("the Makefile")?;
    if let Some(word) = folder.args.engine.clone().words().iter().find(|word| *word != "--mode=compat") {
        let message = format!("`{word}` cannot be handed through make to each compile");
        return Err(Error::usage(message, "port the tree with `hipify-rs port` and build the result"));
    }
    let (toolchain, targets) = folder.toolchain_and_targets()?;
    for target in gpus(&targets) {
        toolchain.check(target)?;
    }
    let remedy = || packages::install(&Environment::of_process(), "apt-get install make", "install GNU make");
    let make = program("make").ok_or_else(|| Error::usage("make is not installed", remedy()))?;
    let output = folder.output_folder()?;
    let project = Project::open(folder, "make", &targets, &toolchain)?;
    let toolkit = Toolkit::at(&project.build, &toolchain)?;
    let around = Surroundings::of(folder)?;
    let copied = Copied::plan(folder, &around, &project, &toolkit)?;
    let start = project.tree.join(&around.inner);
    let tool = tool(folder, make, start.clone(), &toolkit, &copied, &targets);
    if folder.args.dry_run {
        let copy = ["cp", "-a", &format!("{}/.", folder.path.display()), &start.display().to_string()];
        return print(&[copy.map(quoted).join(" "), tool.line()]);
    }
    around.note().iter().for_each(|note| folder.note(note));
    toolkit.write()?;
    copied.write(folder, &project)?;
    let mut origin = Origin::new(&project.tree, folder.path, &around);
    let mut ran = tool.run(folder, &mut origin, Shown::OurCompilers)?;
    if !ran.well && one_after_the_other(folder, tool, &mut origin)? {
        ran = Ran { well: true, why: None };
    }
    if !ran.well && !folder.args.keep_going {
        return Ok(failed("make in", folder, ran));
    }
    let products = product::products(&project.tree, |path| Some(copied.entry(path)?.modified))?;
    if products.is_empty() {
        folder.note("make has made no program and no library; words after `--` name its targets");
    }
    let files: Vec<PathBuf> = products.iter().map(|product| product.path.clone()).collect();
    let delivered = deliver(&files, &around.base(&project.tree, &files), &output)?;
    folder.list(&delivered);
    let programs = delivered.into_iter().zip(&products).filter(|(_, product)| product.is_program).map(|(path, _)| path);
    let built = Built::of(0, programs.collect());
    Ok(if ran.well { built } else { Built { programs: built.programs, ..failed("make in", folder, ran) } })
}

/// Whether make succeeds with one job at a time: rules of some makefiles use the same files, in the order in which make takes them.
fn one_after_the_other(folder: &Folder<'_>, mut tool: Tool, origin: &mut Origin) -> Result<bool, Error> {
    if folder.jobs() == 1 || folder.args.rest.iter().any(|word| word.starts_with("-j") || word.starts_with("--jobs")) {
        return Ok(false);
    }
    tool.args[0] = "-j1".into();
    let is_well = tool.run(folder, origin, Shown::Nothing)?.well;
    if is_well {
        folder.note("make succeeded with one job at a time: `--jobs 1` builds so at once");
    }
    Ok(is_well)
}

fn tool(folder: &Folder<'_>, make: PathBuf, start: PathBuf, toolkit: &Toolkit, copied: &Copied, targets: &[Target]) -> Tool {
    let root = toolkit.root.display().to_string();
    let mut args = vec![format!("-j{}", folder.jobs())];
    if !folder.args.verbose {
        args.push("-s".into());
    }
    let mentioned = ROOTS.iter().filter(|name| copied.mentions(name));
    args.extend(mentioned.map(|name| format!("{name}={root}")));
    if folder.args.keep_going {
        args.push("-k".into());
    }
    args.extend(folder.args.rest.iter().cloned());
    let mut variables: Vec<(String, String)> = ROOTS.iter().map(|name| ((*name).to_owned(), root.clone())).collect();
    let ids: Vec<String> = targets.iter().map(ToString::to_string).collect();
    variables.push(("HIPIFY_OFFLOAD_ARCH".into(), ids.join(",")));
    for (name, program) in [("NVCC", "nvcc"), ("CUDACXX", "nvcc"), ("HIPCC", "hipcc")] {
        variables.push((name.into(), toolkit.bin().join(program).display().to_string()));
    }
    let path = std::env::var("PATH").unwrap_or_default();
    variables.push(("PATH".into(), format!("{}:{path}", toolkit.bin().display())));
    let words: Vec<String> = folder.words_for_compiles().iter().map(|word| quoted(word)).collect();
    let words = words.join(" ");
    for name in ["NVCC_APPEND_FLAGS", "HIPCC_COMPILE_FLAGS_APPEND"] {
        let before = std::env::var(name).unwrap_or_default();
        let value = format!("{before} {words}").trim().to_owned();
        if !value.is_empty() {
            variables.push((name.into(), value));
        }
    }
    Tool { program: make, args, variables, without: &[], folder: start }
}
