//! Kernels once more, for launches whose arguments lead to memory of which something is known then: code for these leaves checks out.
//!
//! Of each kernel it is found out by which of its parameters it reads memory, and by which it writes what may be undefined. Where all memory that
//! the first lead to has been written before the launch, and none of it is memory that the others lead to, nothing undefined is read there,
//! and the copy takes for granted that it is so: what the tool for undefined memory would compute of such values is a constant, and goes.

use super::definedness::{self, is_fill, is_foreign};
use crate::analysis::memory::{self, Object};
use crate::analysis::{Body, Operand, Role, Row};
use crate::bounds::Bounds;
use crate::debug::Debug;
use crate::error::Result;
use crate::inline::run_passes;
use crate::ir;
use crate::kernels::{self, Kernel};
use crate::processor::Processor;
use inkwell::module::Module;
use inkwell::values::InstructionOpcode;

/// What a copy's name ends with.
const COPY: &str = ".assumed";

/// The kernel of which a kernel is the copy.
pub(crate) fn original(name: &str) -> Option<&str> {
    name.strip_suffix(COPY)
}

/// What is found of a kernel, with sets of its parameters, a bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reach {
    /// The code of the copy takes for granted that all memory which these lead to is defined.
    pub(crate) defined: u64,
    /// By these the kernel may write what is undefined, where `defined` holds.
    pub(crate) tainted: u64,
    /// Whether all that the copy reads is defined, but for the block's shared memory.
    pub(crate) only_shared: bool,
}

/// Finds the reach of kernels by their names, and copies those for which something can be assumed.
pub(crate) fn add<'ctx>(
    module: &Module<'ctx>,
    kernels: &mut Vec<Kernel<'ctx>>,
    bounds: &mut Bounds<'ctx>,
    processor: &Processor,
) -> Result<Vec<(String, Reach)>> {
    let mut found = Vec::new();
    let mut copies = Vec::new();
    let mut debug = Debug::of(module);
    for kernel in kernels.iter() {
        let Some(reach) = Memory::of(&Body::of(kernel.function), kernel).reach() else { continue };
        found.push((kernel.name.clone(), reach));
        if reach.defined != 0 {
            let function = kernels::copy(module, kernel, COPY);
            debug.describe_copy(function, kernel.function);
            bounds.copy(kernel.function, function);
            ir::mark(kernel.function, "alwaysinline");
            copies.push((Kernel { function, name: ir::name_of(function), ..kernel.clone() }, reach));
        }
    }
    debug.finish();
    run_passes(module, processor, "always-inline")?;
    kernels.iter().for_each(|kernel| ir::unmark(kernel.function, "alwaysinline"));
    for (kernel, reach) in copies {
        mark_defined(module, &kernel, reach);
        kernels.push(kernel);
    }
    Ok(found)
}

/// Says of what a copy reads that it is defined.
fn mark_defined<'ctx>(module: &Module<'ctx>, kernel: &Kernel<'ctx>, reach: Reach) {
    let body = Body::of(kernel.function);
    let memory = Memory::of(&body, kernel);
    for row in body.rows() {
        let reads = !matches!(row.opcode, InstructionOpcode::Store);
        let Some(address) = row.address().filter(|_| reads) else { continue };
        let is_defined = match memory.base(address) {
            Base::Arguments => true,
            Base::Parameters(bits) => bits & !reach.defined == 0,
            _ => false,
        };
        if is_defined {
            definedness::say_defined(module, row.instruction);
        }
    }
}

/// Where an address begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Base {
    /// The arguments themselves, a structure of which is passed in memory.
    Arguments,
    /// What one of these parameters leads to.
    Parameters(u64),
    /// Memory of the block or the thread, or a constant.
    Own,
    /// A device variable.
    Variable,
    Unknown,
}

/// What a kernel does to memory.
struct Memory<'a, 'ctx> {
    body: &'a Body<'ctx>,
    kernel: &'a Kernel<'ctx>,
}

impl<'a, 'ctx> Memory<'a, 'ctx> {
    fn of(body: &'a Body<'ctx>, kernel: &'a Kernel<'ctx>) -> Self {
        Memory { body, kernel }
    }

    fn base(&self, address: Operand<'ctx>) -> Base {
        let mut whole: Option<Base> = None;
        for root in memory::roots(self.body, address) {
            let one = self.base_of_root(root);
            whole = match (whole, one) {
                (_, Base::Unknown) => return Base::Unknown,
                (None, one) => Some(one),
                (Some(Base::Parameters(a)), Base::Parameters(b)) => Some(Base::Parameters(a | b)),
                (Some(before), one) if before == one => Some(one),
                _ => return Base::Unknown,
            };
        }
        whole.unwrap_or(Base::Unknown)
    }

    fn base_of_root(&self, root: Operand<'ctx>) -> Base {
        match memory::root_object(self.body, root) {
            Object::Parameter(at) => {
                let piece = &self.kernel.pieces[at];
                if piece.by_value.is_some() { Base::Arguments } else { Base::Parameters(1 << piece.parameter) }
            }
            Object::Shared(_) | Object::SharedBase | Object::Local(_) => Base::Own,
            Object::Global(variable) if variable.is_constant() => Base::Own,
            Object::Global(_) => Base::Variable,
            Object::Unknown => self.base_of_member(root),
        }
    }

    /// Of a pointer that is read from a structure which was passed.
    fn base_of_member(&self, root: Operand<'ctx>) -> Base {
        let Operand::Instruction(row) = root else { return Base::Unknown };
        let row = &self.body.rows()[row];
        if row.opcode != InstructionOpcode::Load {
            return Base::Unknown;
        }
        match memory::object(self.body, row.operands[0]) {
            Object::Parameter(at) if self.kernel.pieces[at].by_value.is_some() => {
                Base::Parameters(1 << self.kernel.pieces[at].parameter)
            }
            _ => Base::Unknown,
        }
    }

    /// Nothing where code is called that is not part of the kernel, or where something undefined may be written anywhere.
    fn reach(&self) -> Option<Reach> {
        let seen = |row: &Row| row.role.is_none() || is_foreign(row);
        if self.kernel.parameters.len() > 64 || !self.body.rows().iter().all(seen) {
            return None;
        }
        let mut read = 0;
        for row in self.body.rows() {
            let address = match row.role {
                Some(Role::Copy) => Some(row.operands[1]),
                _ if row.opcode == InstructionOpcode::Store => None,
                _ => row.address(),
            };
            if let Some(Base::Parameters(bits)) = address.map(|address| self.base(address)) {
                read |= bits;
            }
        }
        let mut tainted = 0;
        loop {
            let more = self.written_undefined(tainted)? | tainted;
            if more == tainted {
                let (defined, only_shared) = (read & !tainted, self.reads_only_shared(tainted));
                return Some(Reach { defined, tainted, only_shared });
            }
            tainted = more;
        }
    }

    /// Whether what may be undefined comes from shared memory.
    fn reads_only_shared(&self, tainted: u64) -> bool {
        let is_known = |row: &Row<'ctx>| match (row.opcode, row.role) {
            (InstructionOpcode::InsertElement | InstructionOpcode::ShuffleVector, _) => true,
            (InstructionOpcode::Load, _) => self.comes_from_shared(row.operands[0], tainted),
            (_, Some(Role::Copy)) => self.comes_from_shared(row.operands[1], tainted),
            _ => !row.operands.contains(&Operand::Undefined),
        };
        self.body.rows().iter().all(is_known)
    }

    fn comes_from_shared(&self, address: Operand<'ctx>, tainted: u64) -> bool {
        self.base(address) == Base::Own || !self.reads_undefined(address, tainted)
    }

    /// The parameters by which something undefined may be written; nothing where it may be written anywhere.
    fn written_undefined(&self, tainted: u64) -> Option<u64> {
        let undefined = self.undefined(tainted);
        let is_undefined = |operand: Operand<'ctx>| definedness::may_be(operand, &undefined, false);
        let mut bits = 0;
        for row in self.body.rows() {
            let (to, is_bad) = match (row.opcode, row.role) {
                (InstructionOpcode::Store, _) => (row.operands[1], is_undefined(row.operands[0])),
                (_, Some(Role::Copy)) => (row.operands[0], self.reads_undefined(row.operands[1], tainted)),
                (_, Some(_)) if is_fill(row) => (row.operands[0], is_undefined(row.operands[1])),
                _ => continue,
            };
            match self.base(to) {
                Base::Parameters(to) if is_bad => bits |= to,
                Base::Unknown | Base::Variable if is_bad => return None,
                _ => {}
            }
        }
        Some(bits)
    }

    fn reads_undefined(&self, address: Operand<'ctx>, tainted: u64) -> bool {
        match self.base(address) {
            Base::Arguments => false,
            Base::Parameters(bits) => bits & tainted != 0,
            _ => true,
        }
    }

    /// Which rows' results may be undefined, where memory that parameters lead to is defined, but for those that are tainted.
    fn undefined(&self, tainted: u64) -> Vec<bool> {
        definedness::undefined(self.body, false, |load| self.reads_undefined(load.operands[0], tainted))
    }
}
