//! The properties of matrices that the functions with arrays as arguments take in one descriptor (`hipsparseMatDescr_t`).

use super::HipSparse;
use crate::entry::{Failure, Outcome, answer};
use crate::handles::{Handles, give};

/// Values of hipSPARSE's enumerations, in the order of [`LIMITS`].
#[derive(Clone, Copy, Default)]
struct Properties([u32; 4]);

const KIND: usize = 0;
const FILL: usize = 1;
const DIAGONAL: usize = 2;
const BASE: usize = 3;

/// The largest values of `hipsparseMatrixType_t`, `FillMode_t`, `DiagType_t` and `IndexBase_t`.
const LIMITS: [u32; 4] = [3, 1, 1, 1];

static PROPERTIES: Handles<Properties> = Handles::new();

/// What indices count from, 0 or 1.
///
/// # Errors
/// `Failure::InvalidValue` for no descriptor.
pub(crate) fn base(descriptor: usize) -> Outcome<i32> {
    PROPERTIES.with(descriptor, |found| found.0[BASE] as i32).map_err(|_| Failure::InvalidValue)
}

/// Whether the upper triangle is meant, and whether its diagonal is taken for ones.
///
/// # Errors
/// `Failure::InvalidValue` for no descriptor.
pub(super) fn triangle(descriptor: usize) -> Outcome<(bool, bool)> {
    PROPERTIES.with(descriptor, |found| (found.0[FILL] == 1, found.0[DIAGONAL] == 1)).map_err(|_| Failure::InvalidValue)
}

/// `hipsparseMatrixType_t`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    General,
    Symmetric,
    Hermitian,
    Triangular,
}

/// Of which kind a matrix is.
///
/// # Errors
/// `Failure::InvalidValue` for no descriptor.
pub(super) fn kind(descriptor: usize) -> Outcome<Kind> {
    let kinds = [Kind::General, Kind::Symmetric, Kind::Hermitian, Kind::Triangular];
    PROPERTIES.with(descriptor, |found| kinds[found.0[KIND] as usize]).map_err(|_| Failure::InvalidValue)
}

/// # Safety
/// `to` is null or valid for writes.
unsafe extern "C" fn create(to: *mut usize) -> u32 {
    // SAFETY: null or valid, as hipSPARSE says.
    answer::<HipSparse>("hipsparseCreateMatDescr", || unsafe { give(to, PROPERTIES.create(Properties::default())) })
}

extern "C" fn destroy(descriptor: usize) -> u32 {
    answer::<HipSparse>("hipsparseDestroyMatDescr", || PROPERTIES.destroy(descriptor).map_err(|_| Failure::InvalidValue))
}

extern "C" fn copy(to: usize, from: usize) -> u32 {
    answer::<HipSparse>("hipsparseCopyMatDescr", || {
        let found = PROPERTIES.with(from, |found| *found).map_err(|_| Failure::InvalidValue)?;
        PROPERTIES.with(to, |to| *to = found).map_err(|_| Failure::InvalidValue)
    })
}

/// The entry points that set and tell one property; the latter answer zero for no descriptor, as there is no status.
macro_rules! properties {
    ($($set:ident $get:ident $name:literal $which:ident;)*) => { $(
        extern "C" fn $set(descriptor: usize, value: u32) -> u32 {
            answer::<HipSparse>($name, || {
                if value > LIMITS[$which] {
                    return Err(Failure::InvalidValue);
                }
                PROPERTIES.with(descriptor, |found| found.0[$which] = value).map_err(|_| Failure::InvalidValue)
            })
        }

        extern "C" fn $get(descriptor: usize) -> u32 {
            PROPERTIES.with(descriptor, |found| found.0[$which]).unwrap_or(0)
        }
    )* };
}

properties! {
    set_kind get_kind "hipsparseSetMatType" KIND;
    set_fill get_fill "hipsparseSetMatFillMode" FILL;
    set_diagonal get_diagonal "hipsparseSetMatDiagType" DIAGONAL;
    set_base get_base "hipsparseSetMatIndexBase" BASE;
}

crate::export! {
    10;
    hipsparseCreateMatDescr = create,
    hipsparseDestroyMatDescr = destroy,
    hipsparseCopyMatDescr = copy,
    hipsparseSetMatType = set_kind,
    hipsparseGetMatType = get_kind,
    hipsparseSetMatFillMode = set_fill,
    hipsparseGetMatFillMode = get_fill,
    hipsparseSetMatDiagType = set_diagonal,
    hipsparseGetMatDiagType = get_diagonal,
    hipsparseSetMatIndexBase = set_base,
    hipsparseGetMatIndexBase = get_base,
}
