//! Text of a module in, the tables of its first defined function out.

use hipify_lower::analysis::Body;
use inkwell::context::Context;
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::module::Module;

/// What the device headers declare, so that fixtures need not.
const DECLARATIONS: &str = "
declare i32 @__hipify_thread_x() memory(none)
declare i32 @__hipify_thread_linear() memory(none)
declare i32 @__hipify_lane() memory(none)
declare i32 @__hipify_block_x() memory(none)
declare i32 @__hipify_block_dim_x() memory(none)
declare i32 @__hipify_warp_size() memory(none)
declare void @__hipify_barrier() convergent
declare void @__hipify_warp_sync() convergent
declare void @__hipify_put32(i32) convergent
declare i32 @__hipify_get32(i32) convergent
declare i64 @__hipify_ballot() convergent
declare i64 @__hipify_active() convergent
declare void @opaque(ptr)
";

/// A context of whichever LLVM is here.
pub(crate) fn context() -> Context {
    hipify_lower::llvm::load(None).unwrap();
    Context::create()
}

/// Parses a module that may use the device intrinsics.
pub(crate) fn parse<'ctx>(context: &'ctx Context, text: &str) -> Module<'ctx> {
    let text = format!("{DECLARATIONS}\n{text}");
    let buffer = MemoryBuffer::create_from_memory_range_copy(text.as_bytes(), "fixture");
    context.create_module_from_ir(buffer).unwrap_or_else(|error| panic!("{}", error.to_string()))
}

/// The tables of the first function that has a body.
pub(crate) fn body<'ctx>(module: &Module<'ctx>) -> Body<'ctx> {
    let defined = module.get_functions().find(|one| one.count_basic_blocks() > 0);
    Body::of(defined.expect("the fixture defines a function"))
}
