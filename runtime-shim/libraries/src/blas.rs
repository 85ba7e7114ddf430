//! hipBLAS on the CPU.

mod extended;
mod handle;
mod lapack;
mod level1;
mod level2;
mod level3;
mod parameters;
mod rotations;
mod transfer;
mod triangular;
mod typed_vectors;

pub(crate) use handle::is_handle;
pub(crate) use level3::product;
pub(crate) use parameters::{Diagonal, Fill, Operation, Side};
pub(crate) use triangular::solve;

use crate::entry::{Failure, Library};

/// hipBLAS's status codes, `hipblasStatus_t` of hipblas-common.
pub(crate) struct HipBlas;

impl Library for HipBlas {
    fn status(failure: Failure) -> u32 {
        match failure {
            Failure::NoHandle => 1,
            Failure::AllocFailed => 2,
            Failure::InvalidValue | Failure::InvalidSize => 3,
            Failure::ExecutionFailed => 5,
            Failure::Internal => 6,
            Failure::NotSupported => 7,
            Failure::InvalidEnum => 10,
        }
    }
}

/// The entry points of `api/blas.txt`.
mod generated {
    #![allow(non_snake_case, clippy::all)]

    use super::parameters::{Call, Diagonal, Fill, Operation, Side, Source, length, size};
    use super::{HipBlas, extended, lapack, level1, level2, level3, rotations, triangular};
    use crate::entry::answer;
    use crate::number::{c32, c64};
    use half::{bf16, f16};

    include!(concat!(env!("OUT_DIR"), "/blas.rs"));
}
