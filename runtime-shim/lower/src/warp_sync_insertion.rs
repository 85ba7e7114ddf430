//! Inserts warp syncs where a kernel relies on implicit warp synchrony (lanes that run in lockstep): all lanes load, then all
//! store, then all continue. [`crate::analysis::implicit_warp_synchrony`] finds the places.
//!
//! Runs before atomics on shared memory become plain accesses, which would look like reliance on lockstep.

use inkwell::builder::BuilderError;
use inkwell::module::Module;
use inkwell::values::{FunctionValue, InstructionOpcode, InstructionValue};

use crate::analysis::{Body, Group, Sources, Uniformity, implicit_warp_synchrony};

/// Where warp syncs are inserted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Where the analysis is confident.
    #[default]
    Auto,
    /// Wherever a lane might read what another wrote.
    Always,
    /// Nowhere.
    Never,
}

/// Inserts warp syncs into a kernel; returns the names of the shared variables that need them.
pub fn insert<'ctx>(module: &Module<'ctx>, kernel: FunctionValue<'ctx>, mode: Mode) -> Result<Vec<String>, BuilderError> {
    if mode == Mode::Never {
        return Ok(Vec::new());
    }
    let body = Body::of(kernel);
    let uniformity = Uniformity::of(&body, &Sources { group: Group::Block, parameters: Vec::new() });
    let findings = implicit_warp_synchrony::find(&body, &uniformity, mode == Mode::Always);
    let row = |row: usize| body.rows()[row].instruction;
    for finding in &findings {
        for &store in &finding.before {
            sync_before(module, row(store))?;
        }
        for &store in &finding.after {
            if let Some(next) = row(store).get_next_instruction() {
                sync_before(module, next)?;
            }
        }
        for &branch in &finding.branches {
            sync_before(module, row(branch))?;
        }
        for &join in &finding.joins {
            let mut rows = body.span(join).map(row);
            if let Some(first) =
                rows.find(|one| !matches!(one.get_opcode(), InstructionOpcode::Phi | InstructionOpcode::LandingPad))
            {
                sync_before(module, first)?;
            }
        }
    }
    Ok(findings.iter().map(|finding| finding.variable.get_name().to_string_lossy().into_owned()).collect())
}

fn sync_before<'ctx>(module: &Module<'ctx>, instruction: InstructionValue<'ctx>) -> Result<(), BuilderError> {
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
