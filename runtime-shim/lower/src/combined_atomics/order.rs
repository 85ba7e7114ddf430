//! Whether a thread can tell that an atomic operation of its own is done no sooner than at the end of its region.

use super::Kind;
use crate::analysis::memory::{Invariance, Object, Typed, is_shared, object, only_read, roots, type_name};
use crate::analysis::{Body, Operand, Role, Row};
use crate::ir;
use inkwell::AtomicRMWBinOp;
use inkwell::attributes::AttributeLoc;
use inkwell::types::BasicTypeEnum;
use inkwell::values::InstructionOpcode as Op;

/// What a thread does after an operation.
pub(super) struct Order<'a, 'ctx> {
    body: &'a Body<'ctx>,
    invariance: Invariance<'a, 'ctx>,
}

/// The type of an access by the rules of C++ (`!tbaa`): what no access of another type reads or writes. The numbers are bits.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Integer(u32),
    Float(u32),
    Pointer,
}

/// How the rows of a block go on.
enum Way {
    /// There is something that the operation must not be later than.
    Hindered,
    /// At a barrier.
    Ended,
    Open,
}

impl<'a, 'ctx> Order<'a, 'ctx> {
    pub(super) fn of(body: &'a Body<'ctx>) -> Self {
        Order { body, invariance: Invariance::of(body) }
    }

    /// Whether nothing that the thread can come to before the next barrier depends on the operation.
    pub(super) fn may_be_late(&mut self, atomic: usize, kind: Kind<'ctx>) -> bool {
        let body = self.body;
        let address = body.rows()[atomic].operands[0];
        if matches!(object(body, address), Object::Local(_) | Object::Shared(_) | Object::SharedBase) {
            return false;
        }
        let own = body.rows()[atomic].block;
        let mut seen = vec![false; body.graph.len()];
        let mut work = vec![(own, atomic + 1)];
        while let Some((block, first)) = work.pop() {
            match self.way(atomic, kind, first..body.span(block).end) {
                Way::Hindered => return false,
                Way::Ended => {}
                Way::Open => {
                    let next = body.graph.successors(block).iter().copied();
                    work.extend(
                        next.filter(|&next| !std::mem::replace(&mut seen[next], true)).map(|next| (next, body.span(next).start)),
                    );
                }
            }
        }
        true
    }

    fn way(&mut self, atomic: usize, kind: Kind<'ctx>, rows: std::ops::Range<usize>) -> Way {
        for at in rows {
            if self.body.rows()[at].is_sync() {
                return Way::Ended;
            }
            if self.hinders(atomic, kind, at) {
                return Way::Hindered;
            }
        }
        Way::Open
    }

    fn hinders(&mut self, atomic: usize, kind: Kind<'ctx>, at: usize) -> bool {
        let row = &self.body.rows()[at];
        match row.opcode {
            Op::Load | Op::Store => !ir::is_simple(row.instruction) || self.may_be_same(atomic, kind, at),
            // Two of one kind may change places. Results of others may tell a thread of what it has done elsewhere.
            Op::AtomicRMW => Kind::of(row).is_none_or(|other| other != kind && !is_apart(kind, class_of_type(other.ty))),
            Op::Call => !row.role.is_some_and(Role::only_computes),
            Op::AtomicCmpXchg | Op::Fence | Op::VAArg => true,
            Op::Invoke | Op::CallBr | Op::IndirectBr | Op::Resume | Op::CleanupRet | Op::CatchRet => true,
            _ => false,
        }
    }

    /// Whether an access may be to what the operation changes.
    fn may_be_same(&mut self, atomic: usize, kind: Kind<'ctx>, access: usize) -> bool {
        let row = &self.body.rows()[access];
        if self.invariance.is_invariant(access) || access_class(row).is_some_and(|class| is_apart(kind, Some(class))) {
            return false;
        }
        let address = self.body.rows()[atomic].operands[0];
        let Some(other) = row.address() else { return true };
        if !roots(self.body, address).into_iter().all(|root| self.is_of_launch(root)) {
            return true;
        }
        match (object(self.body, address), object(self.body, other)) {
            (_, Object::Local(_) | Object::Shared(_) | Object::SharedBase) => false,
            (Object::Global(one), Object::Global(other)) => one == other,
            (Object::Parameter(one), Object::Parameter(other)) if one != other => {
                !self.is_restrict(one) && !self.is_restrict(other)
            }
            (Object::Parameter(one), Object::Global(_)) | (Object::Global(_), Object::Parameter(one)) => !self.is_restrict(one),
            _ => true,
        }
    }

    /// Whether an address is one that a launch brings along, or that of a variable: neither leads to memory of a block or thread.
    fn is_of_launch(&self, root: Operand<'ctx>) -> bool {
        match root {
            Operand::Parameter(_) => true,
            Operand::Global { variable, .. } => !is_shared(variable),
            Operand::Instruction(at) => {
                let row = &self.body.rows()[at];
                let from = || object(self.body, row.operands[0]);
                row.opcode == Op::Load
                    && matches!(from(), Object::Parameter(of) if self.has(of, "byval") && only_read(self.body, of))
            }
            _ => false,
        }
    }

    fn is_restrict(&self, parameter: usize) -> bool {
        self.has(parameter, "noalias")
    }

    fn has(&self, parameter: usize, attribute: &str) -> bool {
        let of = AttributeLoc::Param(parameter as u32);
        self.body.function.get_enum_attribute(of, ir::kind(attribute)).is_some()
    }
}

/// Whether an operation cannot change what an access of a class is to. Integers of the same size count as the same, whatever they are
/// called; the order of floating-point numbers is often that of their bits, so that what is greater is asked of those.
fn is_apart(kind: Kind, class: Option<Class>) -> bool {
    use AtomicRMWBinOp::{Add, Sub};
    match (class_of_type(kind.ty), class) {
        (Some(Class::Float(own)), Some(Class::Float(other))) => own != other,
        (Some(Class::Float(_)), Some(_)) => true,
        (Some(Class::Integer(own)), Some(Class::Integer(other))) => own != other,
        (Some(Class::Integer(own)), Some(Class::Float(other))) => own != other || matches!(kind.operation, Add | Sub),
        (Some(Class::Integer(own)), Some(Class::Pointer)) => own != 64,
        _ => false,
    }
}

fn class_of_type(ty: BasicTypeEnum) -> Option<Class> {
    match ty {
        BasicTypeEnum::IntType(ty) => Some(Class::Integer(ty.get_bit_width())),
        BasicTypeEnum::FloatType(ty) => Some(Class::Float(ty.get_bit_width())),
        BasicTypeEnum::PointerType(_) => Some(Class::Pointer),
        _ => None,
    }
}

/// The class of a load or store, where metadata says which type of C++ it has and it is of that type's size.
fn access_class(row: &Row) -> Option<Class> {
    let name = type_name(row.instruction, Typed::Accessed)?;
    let ty = match row.opcode {
        Op::Load => ir::value_of(row.instruction).map(|value| value.get_type()),
        _ => ir::operand(row.instruction, 0).map(|value| value.get_type()),
    };
    let class = class_of_type(ty?)?;
    let fits = match class {
        Class::Float(bits) => matches!((&*name, bits), ("float", 32) | ("double", 64)),
        Class::Integer(_) => matches!(&*name, "short" | "int" | "long" | "long long" | "bool"),
        Class::Pointer => name == "any pointer" || name.starts_with('p') && name[1..].starts_with(|c: char| c.is_ascii_digit()),
    };
    fits.then_some(class)
}
