//! Types as debug information describes them. The places of the operands are those of the classes of `DebugInfoMetadata.h` in LLVM 19.

use crate::ir::{self, Function, llvm};
use inkwell::context::{AsContextRef, ContextRef};

use inkwell::llvm_sys::core::{LLVMMetadataAsValue, LLVMValueAsMetadata};
use inkwell::llvm_sys::debuginfo::LLVMMetadataKind as Kind;
use inkwell::llvm_sys::debuginfo::{LLVMDITypeGetAlignInBits, LLVMDITypeGetSizeInBits, LLVMGetMetadataKind};
use inkwell::llvm_sys::prelude::{LLVMMetadataRef, LLVMValueRef};
use inkwell::module::Module;

/// `DISubprogram`: its type.
const SUBPROGRAM_TYPE: usize = 4;
/// `DISubroutineType`: the types of the result and the parameters.
const SUBROUTINE_TYPES: usize = 3;
/// `DIDerivedType` and an array's `DICompositeType`: the type that it is made of.
const BASE: usize = 3;
/// `DICompositeType`: its members.
const ELEMENTS: usize = 4;
/// `DICompileUnit`: the text of `-dwarf-debug-flags`.
const UNIT_FLAGS: usize = 2;

/// Bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Layout {
    pub(crate) size: u64,
    pub(crate) align: u64,
}

/// The class, structure or union that a parameter of a function is of, counted as in the source; `None` for other types, and where
/// no debug information says it.
pub(crate) fn class_of_parameter(context: ContextRef, function: Function, parameter: usize) -> Option<Layout> {
    let subprogram = function.get_subprogram()?;
    let reader = Reader { context };
    let subroutine = reader.operand(subprogram.as_mut_ptr(), SUBPROGRAM_TYPE)?;
    let types = reader.operand(subroutine, SUBROUTINE_TYPES)?;
    // The first is the result's.
    let ty = reader.named(reader.operand(types, parameter + 1)?)?;
    matches!(kind(ty), Kind::LLVMDICompositeTypeMetadataKind).then(|| reader.layout(ty))
}

/// The texts of `-dwarf-debug-flags` that a module was compiled with, one a compile unit.
pub(crate) fn unit_flags(module: &Module) -> Vec<String> {
    use inkwell::values::AsValueRef;
    let units = module.get_global_metadata("llvm.dbg.cu");
    units.iter().filter_map(|unit| ir::node_operands(unit.as_value_ref()).get(UNIT_FLAGS).copied()).map(optional_text).collect()
}

fn optional_text(string: LLVMValueRef) -> String {
    if string.is_null() { String::new() } else { ir::text(string) }
}

fn kind(node: LLVMMetadataRef) -> Kind {
    llvm!(LLVMGetMetadataKind(node))
}

struct Reader<'ctx> {
    context: ContextRef<'ctx>,
}

impl Reader<'_> {
    fn operands(&self, node: LLVMMetadataRef) -> Vec<Option<LLVMMetadataRef>> {
        let value = llvm!(LLVMMetadataAsValue(self.context.as_ctx_ref(), node));
        let one = |operand: LLVMValueRef| (!operand.is_null()).then(|| llvm!(LLVMValueAsMetadata(operand)));
        ir::node_operands(value).into_iter().map(one).collect()
    }

    fn operand(&self, node: LLVMMetadataRef, place: usize) -> Option<LLVMMetadataRef> {
        self.operands(node).get(place).copied().flatten()
    }

    /// The type behind names and qualifiers, which have no size of their own.
    fn named(&self, mut ty: LLVMMetadataRef) -> Option<LLVMMetadataRef> {
        while matches!(kind(ty), Kind::LLVMDIDerivedTypeMetadataKind) && size(ty) == 0 {
            ty = self.operand(ty, BASE)?;
        }
        Some(ty)
    }

    fn layout(&self, ty: LLVMMetadataRef) -> Layout {
        let size = size(ty).max(1);
        // No type is more aligned than its size allows.
        Layout { size, align: self.align(ty).min(1 << size.trailing_zeros()) }
    }

    /// The alignment that a type asks for, or that its parts do.
    fn align(&self, ty: LLVMMetadataRef) -> u64 {
        let Some(ty) = self.named(ty) else { return 1 };
        let own = u64::from(llvm!(LLVMDITypeGetAlignInBits(ty))) / 8;
        let parts = match kind(ty) {
            Kind::LLVMDICompositeTypeMetadataKind => self.parts_align(ty),
            // Pointers and basic types.
            _ => size(ty).clamp(1, 16).next_power_of_two(),
        };
        own.max(parts)
    }

    fn parts_align(&self, ty: LLVMMetadataRef) -> u64 {
        // An array, or an enumeration with the type that it is kept in.
        if let Some(base) = self.operand(ty, BASE) {
            return self.align(base);
        }
        let members = self.operand(ty, ELEMENTS).map_or(Vec::new(), |elements| self.operands(elements));
        let members = members.into_iter().flatten().filter(|member| matches!(kind(*member), Kind::LLVMDIDerivedTypeMetadataKind));
        members.filter_map(|member| self.operand(member, BASE)).map(|base| self.align(base)).max().unwrap_or(1)
    }
}

/// Bytes.
fn size(ty: LLVMMetadataRef) -> u64 {
    llvm!(LLVMDITypeGetSizeInBits(ty)) / 8
}
