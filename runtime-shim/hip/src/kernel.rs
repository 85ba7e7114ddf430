//! Kernels at work: their functions and arguments, the blocks of a launch, and what goes wrong in them.

mod arena;
pub mod arguments;
pub mod block_scheduler;
mod execute;
pub mod fault;
pub mod fiber;
pub mod function;
pub mod launch;
mod place;
pub mod print;
mod sanitizer;
pub mod work_item;
