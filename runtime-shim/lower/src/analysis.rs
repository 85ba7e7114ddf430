//! Analyses of a function before it is split into regions: a [`Body`] is the function as tables, everything else is computed from
//! it and does not touch LLVM again.

pub mod affine;
pub mod body;
pub mod calls;
pub mod cfg;
pub mod control_dependence;
pub mod dominance;
pub mod implicit_warp_synchrony;
pub mod memory;
pub mod uniformity;

pub use body::{Body, Operand, Row};
pub use calls::Role;
pub use uniformity::{Group, SAME, Sources, Uniformity};
