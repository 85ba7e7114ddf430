//! Files of device code, bitcode or text, to one module.

use crate::error::{Error, Result};
use inkwell::context::Context;
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::module::Module;
use std::path::PathBuf;

/// Device code and what to call it in messages.
#[derive(Debug)]
pub struct Input {
    pub name: String,
    /// LLVM bitcode or textual IR.
    pub bytes: Vec<u8>,
}

impl Input {
    /// # Errors
    /// [`Error::Read`].
    pub fn read(path: PathBuf) -> Result<Input> {
        match std::fs::read(&path) {
            Ok(bytes) => Ok(Input { name: path.display().to_string(), bytes }),
            Err(source) => Err(Error::Read { path, source }),
        }
    }
}

/// The module that all inputs make together.
pub(crate) fn link<'ctx>(context: &'ctx Context, inputs: &[Input]) -> Result<Module<'ctx>> {
    let whole = context.create_module("code object");
    let mut whole = Some(whole);
    let mut linked: Option<Module> = None;
    for input in inputs {
        let module = parse(context, input)?;
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
    context
        .create_module_from_ir(buffer)
        .map_err(|message| Error::Parse { input: input.name.clone(), message: message.to_string() })
}
