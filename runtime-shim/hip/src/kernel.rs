//! Execution of kernels: their functions and arguments, the blocks of a launch, and faults.

mod apart;
mod arena;
pub mod arguments;
mod assumed;
pub mod block_scheduler;
pub(crate) mod checked;
mod execute;
pub mod fault;
pub mod fiber;
pub mod function;
mod heap;
mod host_access;
pub mod launch;
mod masks;
mod place;
pub mod print;
mod raced;
mod sanitizer;
mod shape;
mod waiting;
pub mod work_item;
