//! Links files of device code, bitcode or text, into one module.

use crate::error::{Error, Result};
use crate::indirect_parameters;
use crate::llvm::RELEASES;
use crate::processor::Processor;
use hipify_bundle::{FRONT, producer};
use inkwell::context::Context;
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::module::Module;
use object::archive;
use object::read::archive::{ArchiveFile, ArchiveMember};
use std::path::PathBuf;

/// Device code and what to call it in messages.
#[derive(Debug)]
pub struct Input {
    pub name: String,
    /// LLVM bitcode or textual IR.
    pub bytes: Vec<u8>,
}

impl Input {
    /// The device code in a file: the file itself, or all members of an archive; none in an empty file.
    ///
    /// # Errors
    /// [`Error::Read`], [`Error::Archive`].
    pub fn read(path: PathBuf) -> Result<Vec<Input>> {
        let name = path.display().to_string();
        let bytes = std::fs::read(&path).map_err(|source| Error::Read { path, source })?;
        // What a bundle without code for the CPU leaves.
        if bytes.is_empty() {
            return Ok(Vec::new());
        }
        if !bytes.starts_with(&archive::MAGIC) {
            return Ok(vec![Input { name, bytes }]);
        }
        members(&name, &bytes).map_err(|source| Error::Archive { input: name, source })
    }
}

fn members(archive: &str, bytes: &[u8]) -> object::Result<Vec<Input>> {
    let of_member = |member: object::Result<ArchiveMember>| {
        let member = member?;
        let name = format!("{archive}({})", String::from_utf8_lossy(member.name()));
        Ok(Input { name, bytes: member.data(bytes)?.to_vec() })
    };
    ArchiveFile::parse(bytes)?.members().map(of_member).collect()
}

/// The release of LLVM that inputs need: what is asked for, else the newest that made one of them. Text does not say.
///
/// # Errors
/// [`Error::Release`].
pub(crate) fn release(inputs: &[Input], asked: Option<u32>) -> Result<Option<u32>> {
    let made_by = |input: &Input| {
        let version = producer(&input.bytes[..FRONT.min(input.bytes.len())])?;
        Some((version.split('.').next()?.parse().ok()?, input.name.clone()))
    };
    let newest = inputs.iter().filter_map(made_by).max_by_key(|(release, _)| *release);
    match newest {
        Some((release, input)) if !RELEASES.contains(&release) => Err(Error::Release { input, release }),
        newest => Ok(asked.or(newest.map(|(release, _)| release))),
    }
}

/// The module that all inputs make together.
pub(crate) fn link<'ctx>(context: &'ctx Context, inputs: &[Input], processor: &Processor) -> Result<Module<'ctx>> {
    let whole = context.create_module("code object");
    let mut whole = Some(whole);
    let mut linked: Option<Module> = None;
    for input in inputs {
        let module = parse(context, input)?;
        indirect_parameters::resolve(&module, processor)?;
        match &linked {
            None => {
                whole.take();
                linked = Some(module);
            }
            Some(first) => {
                let failed = |message: inkwell::support::LLVMString| Error::Link {
                    input: input.name.clone(),
                    message: message.to_string(),
                };
                first.link_in_module(module).map_err(failed)?;
            }
        }
    }
    Ok(linked.or(whole).expect("one of the two is there"))
}

fn parse<'ctx>(context: &'ctx Context, input: &Input) -> Result<Module<'ctx>> {
    let buffer = MemoryBuffer::create_from_memory_range_copy(&input.bytes, &input.name);
    let failed = |message: inkwell::support::LLVMString| Error::Parse { input: input.name.clone(), message: message.to_string() };
    let module = context.create_module_from_ir(buffer).map_err(failed)?;
    // Who reads bitcode takes it at its word.
    module.verify().map_err(failed)?;
    Ok(module)
}
