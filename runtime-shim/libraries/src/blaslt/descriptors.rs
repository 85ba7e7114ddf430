//! The four kinds of descriptors, `hipblasLt{MatmulDesc,MatrixLayout,MatmulPreference,MatrixTransformDesc}_t`: created with few
//! values, and attributes from then on. Attributes are numbered as in hipBLASLt's header.

use super::attributes::{Attributes, Row};
use crate::blas::HipBlas;
use crate::entry::{Failure, Outcome, answer};
use crate::handles::{Handles, give};
use crate::typed::Type;

/// Attributes of a product.
pub(super) mod matmul {
    pub(crate) const TRANS_A: u32 = 0;
    pub(crate) const TRANS_B: u32 = 1;
    pub(crate) const EPILOGUE: u32 = 2;
    pub(crate) const BIAS: u32 = 3;
    pub(crate) const BIAS_TYPE: u32 = 4;
    /// Of A; those of B, C and D follow.
    pub(crate) const SCALE: u32 = 5;
    pub(crate) const AUX_SCALE: u32 = 9;
    pub(crate) const AUX: u32 = 10;
    pub(crate) const AUX_LD: u32 = 11;
    pub(crate) const AUX_STRIDE: u32 = 12;
    pub(crate) const POINTER_MODE: u32 = 13;
    pub(crate) const AMAX: u32 = 14;
    pub(crate) const AUX_TYPE: u32 = 22;
    /// Of A; that of B follows.
    pub(crate) const SCALE_MODE: u32 = 31;
    /// Of A; that of B follows.
    pub(crate) const INPUT_TYPE: u32 = 100;
    pub(crate) const ARGUMENT_0: u32 = 102;
    pub(crate) const ARGUMENT_1: u32 = 103;
    /// What cuBLASLt has as attributes and hipBLASLt does not: the CUDA shim sets these, and AMD's library refuses them.
    pub(crate) const COMPUTE_TYPE: u32 = 0x6875_0000;
    pub(crate) const SCALE_TYPE: u32 = 0x6875_0001;
    pub(crate) const BIAS_STRIDE: u32 = 0x6875_000a;
}

/// Attributes of a matrix.
pub(super) mod layout {
    pub(crate) const BATCH_COUNT: u32 = 0;
    pub(crate) const BATCH_STRIDE: u32 = 1;
    pub(crate) const TYPE: u32 = 2;
    pub(crate) const ORDER: u32 = 3;
    pub(crate) const ROWS: u32 = 4;
    pub(crate) const COLUMNS: u32 = 5;
    pub(crate) const LD: u32 = 6;
}

/// Attributes of a transformation.
pub(super) mod transform {
    pub(crate) const SCALE_TYPE: u32 = 0;
    pub(crate) const POINTER_MODE: u32 = 1;
    pub(crate) const TRANS_A: u32 = 2;
    pub(crate) const TRANS_B: u32 = 3;
}

/// `HIPBLASLT_DATATYPE_INVALID`: a type that follows from another.
pub(super) const NO_TYPE: u32 = 255;
/// `HIPBLAS_OP_N`.
const OP_N: u64 = 111;
/// `HIPBLASLT_EPILOGUE_DEFAULT`.
const EPILOGUE_DEFAULT: u64 = 1;

const MATMUL: [Row; 26] = [
    (matmul::TRANS_A, 4, OP_N),
    (matmul::TRANS_B, 4, OP_N),
    (matmul::EPILOGUE, 4, EPILOGUE_DEFAULT),
    (matmul::BIAS, 8, 0),
    (matmul::BIAS_TYPE, 4, NO_TYPE as u64),
    (matmul::SCALE, 8, 0),
    (matmul::SCALE + 1, 8, 0),
    (matmul::SCALE + 2, 8, 0),
    (matmul::SCALE + 3, 8, 0),
    (matmul::AUX_SCALE, 8, 0),
    (matmul::AUX, 8, 0),
    (matmul::AUX_LD, 8, 0),
    (matmul::AUX_STRIDE, 8, 0),
    (matmul::POINTER_MODE, 4, 0),
    (matmul::AMAX, 8, 0),
    (matmul::AUX_TYPE, 4, NO_TYPE as u64),
    (matmul::SCALE_MODE, 4, 0),
    (matmul::SCALE_MODE + 1, 4, 0),
    (matmul::INPUT_TYPE, 4, NO_TYPE as u64),
    (matmul::INPUT_TYPE + 1, 4, NO_TYPE as u64),
    (matmul::ARGUMENT_0, 4, 0),
    (matmul::ARGUMENT_1, 4, 0),
    (matmul::COMPUTE_TYPE, 4, 0),
    (matmul::SCALE_TYPE, 4, 0),
    (matmul::BIAS_STRIDE, 8, 0),
    (FAST_ACCUMULATION, 1, 0),
];
/// cuBLASLt's `CUBLASLT_MATMUL_DESC_FAST_ACCUM`, which changes nothing here.
const FAST_ACCUMULATION: u32 = 0x6875_0019;
const LAYOUT: [Row; 7] = [
    (layout::BATCH_COUNT, 4, 1),
    (layout::BATCH_STRIDE, 8, 0),
    (layout::TYPE, 4, 0),
    (layout::ORDER, 4, 0),
    (layout::ROWS, 8, 0),
    (layout::COLUMNS, 8, 0),
    (layout::LD, 8, 0),
];
/// The search mode and the most bytes of workspace; products here need none.
const PREFERENCE: [Row; 2] = [(0, 4, 0), (1, 8, 0)];
const TRANSFORM: [Row; 4] = [
    (transform::SCALE_TYPE, 4, 0),
    (transform::POINTER_MODE, 4, 0),
    (transform::TRANS_A, 4, OP_N),
    (transform::TRANS_B, 4, OP_N),
];

static MATMULS: Handles<Attributes> = Handles::new();
static LAYOUTS: Handles<Attributes> = Handles::new();
static PREFERENCES: Handles<Attributes> = Handles::new();
static TRANSFORMS: Handles<Attributes> = Handles::new();

/// A copy of what a descriptor holds.
fn of(handles: &Handles<Attributes>, descriptor: usize) -> Outcome<Attributes> {
    handles.with(descriptor, |all| all.clone()).map_err(|_| Failure::InvalidValue)
}

pub(super) fn matmul_of(descriptor: usize) -> Outcome<Attributes> {
    of(&MATMULS, descriptor)
}

pub(super) fn layout_of(descriptor: usize) -> Outcome<Attributes> {
    of(&LAYOUTS, descriptor)
}

pub(super) fn preference_of(descriptor: usize) -> Outcome<Attributes> {
    of(&PREFERENCES, descriptor)
}

pub(super) fn transform_of(descriptor: usize) -> Outcome<Attributes> {
    of(&TRANSFORMS, descriptor)
}

/// # Safety
/// `to` is null or valid for a write.
unsafe fn create(name: &str, handles: &Handles<Attributes>, rows: &'static [Row], to: *mut usize, values: &[(u32, u64)]) -> u32 {
    answer::<HipBlas>(name, || {
        if to.is_null() {
            return Err(Failure::InvalidValue);
        }
        let mut all = Attributes::new(rows);
        values.iter().for_each(|&(attribute, value)| all.put(attribute, value));
        // SAFETY: not null, and valid as required.
        unsafe { give(to, handles.create(all)) }
    })
}

/// # Safety
/// `descriptor` is null or valid for a write.
unsafe extern "C" fn create_matmul(descriptor: *mut usize, compute: u32, scale: u32) -> u32 {
    let values = [(matmul::COMPUTE_TYPE, compute.into()), (matmul::SCALE_TYPE, scale.into())];
    // SAFETY: this function requires what its callee does.
    unsafe { create("hipblasLtMatmulDescCreate", &MATMULS, &MATMUL, descriptor, &values) }
}

/// # Safety
/// `descriptor` is null or valid for a write.
unsafe extern "C" fn create_layout(descriptor: *mut usize, kind: u32, rows: u64, columns: u64, ld: i64) -> u32 {
    if let Err(failure) = Type::with_small(kind) {
        return <HipBlas as crate::entry::Library>::status(failure);
    }
    let values =
        [(layout::TYPE, kind.into()), (layout::ROWS, rows), (layout::COLUMNS, columns), (layout::LD, ld.cast_unsigned())];
    // SAFETY: this function requires what its callee does.
    unsafe { create("hipblasLtMatrixLayoutCreate", &LAYOUTS, &LAYOUT, descriptor, &values) }
}

/// # Safety
/// `descriptor` is null or valid for a write.
unsafe extern "C" fn create_preference(descriptor: *mut usize) -> u32 {
    // SAFETY: this function requires what its callee does.
    unsafe { create("hipblasLtMatmulPreferenceCreate", &PREFERENCES, &PREFERENCE, descriptor, &[]) }
}

/// # Safety
/// `descriptor` is null or valid for a write.
unsafe extern "C" fn create_transform(descriptor: *mut usize, scale: u32) -> u32 {
    let values = [(transform::SCALE_TYPE, scale.into())];
    // SAFETY: this function requires what its callee does.
    unsafe { create("hipblasLtMatrixTransformDescCreate", &TRANSFORMS, &TRANSFORM, descriptor, &values) }
}

/// The entry points that end a descriptor, set an attribute and get one.
macro_rules! descriptor {
    ($handles:ident; $destroy:ident = $destroyed:literal, $set:ident = $setting:literal, $get:ident = $getting:literal) => {
        /// # Safety
        /// None: the descriptor is looked up before it is used.
        unsafe extern "C" fn $destroy(descriptor: usize) -> u32 {
            answer::<HipBlas>($destroyed, || $handles.destroy(descriptor).map_err(|_| Failure::InvalidValue))
        }

        /// # Safety
        /// `from` is null or valid for reads of `size` bytes.
        unsafe extern "C" fn $set(descriptor: usize, attribute: u32, from: *const u8, size: usize) -> u32 {
            answer::<HipBlas>($setting, || {
                // SAFETY: this function requires what its callee does.
                let read = |all: &mut Attributes| unsafe { all.read(attribute, from, size) };
                $handles.with(descriptor, read).map_err(|_| Failure::InvalidValue)?
            })
        }

        /// # Safety
        /// `to` is null or valid for writes of `size` bytes, `written` null or valid for a write.
        unsafe extern "C" fn $get(descriptor: usize, attribute: u32, to: *mut u8, size: usize, written: *mut usize) -> u32 {
            answer::<HipBlas>($getting, || {
                // SAFETY: this function requires what its callee does.
                unsafe { of(&$handles, descriptor)?.write(attribute, to, size, written) }
            })
        }
    };
}

descriptor! {
    MATMULS;
    destroy_matmul = "hipblasLtMatmulDescDestroy",
    set_matmul = "hipblasLtMatmulDescSetAttribute",
    get_matmul = "hipblasLtMatmulDescGetAttribute"
}
descriptor! {
    LAYOUTS;
    destroy_layout = "hipblasLtMatrixLayoutDestroy",
    set_layout = "hipblasLtMatrixLayoutSetAttribute",
    get_layout = "hipblasLtMatrixLayoutGetAttribute"
}
descriptor! {
    PREFERENCES;
    destroy_preference = "hipblasLtMatmulPreferenceDestroy",
    set_preference = "hipblasLtMatmulPreferenceSetAttribute",
    get_preference = "hipblasLtMatmulPreferenceGetAttribute"
}
descriptor! {
    TRANSFORMS;
    destroy_transform = "hipblasLtMatrixTransformDescDestroy",
    set_transform = "hipblasLtMatrixTransformDescSetAttribute",
    get_transform = "hipblasLtMatrixTransformDescGetAttribute"
}

crate::export! {
    7;
    hipblasLtMatmulDescCreate = create_matmul,
    hipblasLtMatmulDescDestroy = destroy_matmul,
    hipblasLtMatmulDescSetAttribute = set_matmul,
    hipblasLtMatmulDescGetAttribute = get_matmul,
    hipblasLtMatrixLayoutCreate = create_layout,
    hipblasLtMatrixLayoutDestroy = destroy_layout,
    hipblasLtMatrixLayoutSetAttribute = set_layout,
    hipblasLtMatrixLayoutGetAttribute = get_layout,
    hipblasLtMatmulPreferenceCreate = create_preference,
    hipblasLtMatmulPreferenceDestroy = destroy_preference,
    hipblasLtMatmulPreferenceSetAttribute = set_preference,
    hipblasLtMatmulPreferenceGetAttribute = get_preference,
    hipblasLtMatrixTransformDescCreate = create_transform,
    hipblasLtMatrixTransformDescDestroy = destroy_transform,
    hipblasLtMatrixTransformDescSetAttribute = set_transform,
    hipblasLtMatrixTransformDescGetAttribute = get_transform,
}
