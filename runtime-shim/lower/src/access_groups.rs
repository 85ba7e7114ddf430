//! Marks the memory accesses of a body that are independent between threads (`llvm.access.group`), so that work-item loops can be
//! vectorised.

use crate::access_order::{self, address};
use crate::context_save::derived_uses;
use crate::ir::{self, Function, Instruction, Value};
use inkwell::llvm_sys::prelude::LLVMValueRef;
use inkwell::module::Module;
use inkwell::values::{AsValueRef, InstructionOpcode, MetadataValue};
use std::collections::HashSet;

/// Where the module keeps its access group; metadata of loops refers to the same node.
const GROUP: &str = "hipify.parallel";

/// The node that marks independent accesses.
fn group<'ctx>(module: &Module<'ctx>) -> MetadataValue<'ctx> {
    let context = module.get_context();
    if module.get_global_metadata_size(GROUP) == 0 {
        let made = ir::nodes(context, "!nodes = !{!0}\n!0 = !{!1}\n!1 = distinct !{}\n")[0];
        module.add_global_metadata(GROUP, &made).expect("it is a node");
    }
    ir::node_operand(context, module.get_global_metadata(GROUP)[0], 0)
}

/// Marks one access as independent of those of other threads.
pub(crate) fn mark_access<'ctx>(module: &Module<'ctx>, access: Instruction<'ctx>) {
    let kind = module.get_context().get_kind_id("llvm.access.group");
    let _ = access.set_metadata(group(module), kind);
}

/// Whether an access is marked as independent of those of other threads.
pub(crate) fn is_marked(access: Instruction) -> bool {
    ir::metadata(access, "llvm.access.group").is_some()
}

/// Whether the loop which a branch closes runs through threads, as one of the functions below has said.
pub(crate) fn is_of_threads(latch: Instruction) -> bool {
    let Some(node) = ir::metadata(latch, "llvm.loop") else { return false };
    let says =
        |part: LLVMValueRef| ir::node_operands(part).first().is_some_and(|&name| ir::text(name) == "llvm.loop.parallel_accesses");
    // The first operand is the node itself.
    ir::node_operands(node.as_value_ref()).into_iter().skip(1).any(says)
}

/// Gives the branch that closes a loop the metadata that `text` says; its second operand becomes the list of marked accesses.
fn describe<'ctx>(module: &Module<'ctx>, latch: Instruction<'ctx>, text: &str) {
    let context = module.get_context();
    let node = ir::nodes(context, text)[0];
    let accesses = context.metadata_node(&[context.metadata_string("llvm.loop.parallel_accesses").into(), group(module).into()]);
    ir::set_node_operand(node, 1, accesses);
    let _ = latch.set_metadata(node, context.get_kind_id("llvm.loop"));
}

/// Tells LLVM that the loop which a branch closes runs through threads, so that marked accesses do not depend on each other.
/// Blocks are often 16 or 32 threads wide: taking several vectors at a time would leave too many threads over.
pub(crate) fn mark_loop<'ctx>(module: &Module<'ctx>, latch: Instruction<'ctx>) {
    let text = "!nodes = !{!0}\n!0 = distinct !{!0, !1, !2}\n!1 = !{}\n!2 = !{!\"llvm.loop.interleave.count\", i32 1}\n";
    describe(module, latch, text);
}

/// [`mark_loop`] for a loop of few threads, whose number is constant: unrolled before it has become vector code it would never become that.
pub(crate) fn mark_short_loop<'ctx>(module: &Module<'ctx>, latch: Instruction<'ctx>) {
    let text = "!nodes = !{!0}\n!0 = distinct !{!0, !1, !2, !3, !4}\n!1 = !{}\n!2 = !{!\"llvm.loop.interleave.count\", i32 1}\n\
        !3 = !{!\"llvm.loop.unroll.disable\"}\n!4 = !{!\"llvm.loop.vectorize.followup_vectorized\", !5}\n\
        !5 = !{!\"llvm.loop.isvectorized\", i32 1}\n";
    describe(module, latch, text);
}

/// Which lanes of a warp a loop runs through.
pub(crate) enum Lanes {
    /// So few, and always as many, that the loop can become straight code.
    AllOfChunk,
    /// Those of a row, however many.
    Some,
    /// The same, and those that are no whole vector are to be a vector with a mask: no code for smaller vectors and single lanes, of
    /// which rows are too short to make use.
    SomeMasked,
}

/// Tells LLVM that the loop which a branch closes runs through lanes of a warp. Before it is vector code it must not be unrolled, nor
/// its first lane be taken out.
pub(crate) fn mark_lanes<'ctx>(module: &Module<'ctx>, latch: Instruction<'ctx>, lanes: Lanes) {
    let is_masked = match lanes {
        Lanes::AllOfChunk => return mark_strip(module, latch),
        Lanes::Some => "false",
        Lanes::SomeMasked => "true",
    };
    let text = "!nodes = !{!0}\n!0 = distinct !{!0, !1, !2, !3, !4}\n!1 = !{}\n!2 = !{!\"llvm.loop.unroll.disable\"}\n\
        !3 = !{!\"llvm.loop.interleave.count\", i32 1}\n!4 = !{!\"llvm.loop.vectorize.predicate.enable\", i1 ";
    describe(module, latch, &format!("{text}{is_masked}}}\n"));
}

/// Tells LLVM that the loop which a branch closes is not worth the code that would make it fast.
pub(crate) fn mark_slow<'ctx>(module: &Module<'ctx>, latch: Instruction<'ctx>) {
    let context = module.get_context();
    let text = "!nodes = !{!0}\n!0 = distinct !{!0, !1}\n!1 = !{!\"llvm.loop.disable_nonforced\"}\n";
    let _ = latch.set_metadata(ir::nodes(context, text)[0], context.get_kind_id("llvm.loop"));
}

/// Tells LLVM not to make vector code of the loop which a branch closes.
pub(crate) fn mark_scalar<'ctx>(module: &Module<'ctx>, latch: Instruction<'ctx>) {
    let text = "!nodes = !{!0}\n!0 = distinct !{!0, !1, !2}\n!1 = !{}\n!2 = !{!\"llvm.loop.vectorize.enable\", i1 false}\n";
    describe(module, latch, text);
}

/// Tells LLVM that the loop which a branch closes runs through the threads of a strip. Unrolled before it has become vector
/// code, it would never become that; unrolled afterwards, its arrays become registers.
pub(crate) fn mark_strip<'ctx>(module: &Module<'ctx>, latch: Instruction<'ctx>) {
    let text = "!nodes = !{!0}\n!0 = distinct !{!0, !1, !2, !3}\n!1 = !{}\n!2 = !{!\"llvm.loop.unroll.disable\"}\n\
        !3 = !{!\"llvm.loop.vectorize.followup_vectorized\", !4, !5}\n!4 = !{!\"llvm.loop.isvectorized\", i32 1}\n\
        !5 = !{!\"llvm.loop.unroll.full\"}\n";
    describe(module, latch, text);
}

/// Tells LLVM to make so many iterations of the loop which a branch closes one.
pub(crate) fn mark_unrolled<'ctx>(module: &Module<'ctx>, latch: Instruction<'ctx>, times: u64) {
    let context = module.get_context();
    let text = format!("!nodes = !{{!0}}\n!0 = distinct !{{!0, !1}}\n!1 = !{{!\"llvm.loop.unroll.count\", i32 {times}}}\n");
    let _ = latch.set_metadata(ir::nodes(context, &text)[0], context.get_kind_id("llvm.loop"));
}

/// Marks what a body's threads do independently of each other between two cuts: all but accesses to memory on the stack, which
/// in a loop over threads is one place for all, those that are volatile or atomic, and those whose order within a thread would be lost.
pub(crate) fn mark<'ctx>(module: &Module<'ctx>, body: Function<'ctx>) {
    let instructions = ir::instructions(body);
    let stack: HashSet<Instruction> =
        instructions.iter().copied().filter(|it| it.get_opcode() == InstructionOpcode::Alloca).collect();
    if stack.iter().any(|&alloca| escapes(alloca)) {
        return;
    }
    let on_stack: HashSet<Instruction> =
        stack.iter().flat_map(|&alloca| derived_uses(alloca)).filter(|it| address(*it).is_some()).collect();
    let ordered: HashSet<Instruction> = access_order::unsafe_to_mark(module, body).into_iter().collect();
    let was_atomic = module.get_context().get_kind_id(crate::shared_atomics::MARK);
    for access in instructions {
        let is_own = !on_stack.contains(&access) && !ordered.contains(&access) && access.get_metadata(was_atomic).is_none();
        if address(access).is_some() && is_own && !access.get_volatile().unwrap_or(true) {
            mark_access(module, access);
        }
    }
}

/// Whether an address of memory on the stack can become known to other code than the accesses that name it.
fn escapes<'ctx>(alloca: Instruction<'ctx>) -> bool {
    use InstructionOpcode as Op;
    let mut addresses = vec![alloca];
    let uses = derived_uses(alloca);
    addresses.extend(&uses);
    let is_address = |value: Value<'ctx>| ir::maker(value).is_some_and(|maker| addresses.contains(&maker));
    uses.iter().any(|user| match user.get_opcode() {
        Op::Load | Op::GetElementPtr | Op::Phi | Op::Select | Op::BitCast | Op::AddrSpaceCast | Op::Freeze | Op::ICmp => false,
        Op::Store => ir::operand(*user, 0).is_some_and(is_address),
        Op::Call => !["llvm.lifetime", "llvm.mem"].iter().any(|name| crate::context_save::is_intrinsic(*user, name)),
        _ => true,
    })
}
