//! Makes lanes wait where a kernel relies on them running in lockstep: all load, then all store, then all go on.
//!
//! Runs before atomics on shared memory become plain: those are no sign of lockstep.

use inkwell::builder::BuilderError;
use inkwell::module::Module;
use inkwell::values::{FunctionValue, InstructionOpcode, InstructionValue};

use crate::analysis::{Body, Group, Sources, Uniformity, lockstep};

/// When kernels are looked at for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Where the detector is sure enough.
    #[default]
    Auto,
    /// Wherever a lane might read what another wrote.
    Always,
    /// Nowhere.
    Never,
}

/// Inserts waits into a kernel; the answer is the names of the shared variables it was done for.
pub fn insert_waits<'ctx>(module: &Module<'ctx>, kernel: FunctionValue<'ctx>, mode: Mode) -> Result<Vec<String>, BuilderError> {
    if mode == Mode::Never {
        return Ok(Vec::new());
    }
    let body = Body::of(kernel);
    let uniformity = Uniformity::of(&body, &Sources { group: Group::Block, parameters: Vec::new() });
    let findings = lockstep::find(&body, &uniformity, mode == Mode::Always);
    let row = |row: usize| body.rows()[row].instruction;
    for finding in &findings {
        for &store in &finding.before {
            wait_before(module, row(store))?;
        }
        for &store in &finding.after {
            if let Some(next) = row(store).get_next_instruction() {
                wait_before(module, next)?;
            }
        }
        for &join in &finding.joins {
            let mut rows = body.span(join).map(row);
            if let Some(first) =
                rows.find(|one| !matches!(one.get_opcode(), InstructionOpcode::Phi | InstructionOpcode::LandingPad))
            {
                wait_before(module, first)?;
            }
        }
    }
    Ok(findings.iter().map(|finding| finding.variable.get_name().to_string_lossy().into_owned()).collect())
}

fn wait_before<'ctx>(module: &Module<'ctx>, instruction: InstructionValue<'ctx>) -> Result<(), BuilderError> {
    let context = module.get_context();
    let name = "__hipify_warp_sync";
    let wait = module.get_function(name).unwrap_or_else(|| {
        let function = module.add_function(name, context.void_type().fn_type(&[], false), None);
        let convergent = inkwell::attributes::Attribute::get_named_enum_kind_id("convergent");
        function.add_attribute(inkwell::attributes::AttributeLoc::Function, context.create_enum_attribute(convergent, 0));
        function
    });
    let builder = context.create_builder();
    builder.position_before(&instruction);
    builder.build_call(wait, &[], "")?;
    Ok(())
}
