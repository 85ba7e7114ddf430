//! cuBLASLt: attributes of descriptors, which hipBLASLt numbers in another way, and records that the two lay out in their own ways.
//! Numbers are those of `cublasLt.h` of CUDA 12.9 and of `hipblaslt.h`.

use std::ffi::{c_char, c_void};

use crate::enumeration::Enumeration;
use crate::generated::{
    BLASLT_CUBLASCOMPUTETYPE_T_HIPBLASCOMPUTETYPE_T as COMPUTE, BLASLT_CUBLASOPERATION_T_HIPBLASOPERATION_T as OPERATION,
    NAMES_BLASLT, STATUS_BLASLT,
};

/// `CUBLAS_STATUS_INVALID_VALUE` and `CUBLAS_STATUS_NOT_SUPPORTED`.
const INVALID_VALUE: i32 = 7;
const NOT_SUPPORTED: i32 = 15;

/// The version of cuBLASLt, and of the CUDA that it is part of, whose interface this is.
const VERSION: u64 = 120_903;
const CUDA_VERSION: u64 = 12_090;

/// What an attribute's value becomes.
#[derive(Clone, Copy)]
enum Value {
    /// The same, under this number of hipBLASLt's.
    Same(u32),
    /// Another enumerator, under this number.
    Of(u32, &'static Enumeration),
    /// An epilogue: hipBLASLt keeps what ReLU was given, cuBLASLt a bit for each element.
    Epilogue(u32),
    /// Only this value can be asked for: it is what happens.
    Only(u64),
    /// It changes nothing here.
    Ignored,
}

/// An attribute: cuBLASLt's number, its bytes, and what becomes of it.
type Row = (i32, usize, Value);

const MATMUL: [Row; 28] = [
    // Those that hipBLASLt lacks have numbers of the bundled library.
    (0, 4, Value::Of(0x6875_0000, &COMPUTE)),
    (1, 4, Value::Same(0x6875_0001)),
    (2, 4, Value::Same(13)),
    (3, 4, Value::Of(0, &OPERATION)),
    (4, 4, Value::Of(1, &OPERATION)),
    // C as it is, and the whole matrix (`CUBLAS_FILL_MODE_FULL`).
    (5, 4, Value::Only(0)),
    (6, 4, Value::Only(2)),
    (7, 4, Value::Epilogue(2)),
    (8, 8, Value::Same(3)),
    (10, 8, Value::Same(0x6875_000a)),
    (11, 8, Value::Same(10)),
    (12, 8, Value::Same(11)),
    (13, 8, Value::Same(12)),
    (14, 8, Value::Only(0)),
    (15, 4, Value::Ignored),
    (17, 8, Value::Same(5)),
    (18, 8, Value::Same(6)),
    (19, 8, Value::Same(7)),
    (20, 8, Value::Same(8)),
    (21, 8, Value::Same(14)),
    (22, 4, Value::Same(22)),
    (23, 8, Value::Same(9)),
    (24, 8, Value::Only(0)),
    (25, 1, Value::Ignored),
    (26, 4, Value::Same(4)),
    (31, 4, Value::Same(31)),
    (32, 4, Value::Same(32)),
    (33, 4, Value::Only(0)),
];
const LAYOUT: [Row; 8] = [
    (0, 4, Value::Same(2)),
    (1, 4, Value::Same(3)),
    (2, 8, Value::Same(4)),
    (3, 8, Value::Same(5)),
    (4, 8, Value::Same(6)),
    (5, 4, Value::Same(0)),
    (6, 8, Value::Same(1)),
    (7, 8, Value::Only(0)),
];
const PREFERENCE: [Row; 9] = [
    (0, 4, Value::Same(0)),
    (1, 8, Value::Same(1)),
    (3, 4, Value::Ignored),
    (5, 4, Value::Ignored),
    (6, 4, Value::Ignored),
    (7, 4, Value::Ignored),
    (8, 4, Value::Ignored),
    (9, 4, Value::Ignored),
    (12, 8, Value::Ignored),
];
const TRANSFORM: [Row; 4] =
    [(0, 4, Value::Same(0)), (1, 4, Value::Same(1)), (2, 4, Value::Of(2, &OPERATION)), (3, 4, Value::Of(3, &OPERATION))];

/// `CUBLASLT_EPILOGUE_RELU_AUX` and its like: what is kept, or taken, is a bit for each element.
const OF_BITS: [u64; 4] = [130, 134, 136, 152];

/// `cublasLtMatmulHeuristicResult_t`.
#[repr(C)]
#[derive(Clone, Copy, Default)]
struct Result {
    algorithm: [u64; 8],
    workspace: usize,
    status: i32,
    waves: f32,
    reserved: [i32; 4],
}

/// `hipblasLtMatmulHeuristicResult_t`.
#[repr(C)]
#[derive(Clone, Copy, Default)]
struct HipResult {
    algorithm: [u64; 3],
    workspace: usize,
    status: i32,
    waves: f32,
    reserved: [i32; 4],
}

/// Calls hipBLASLt's function that sets an attribute.
macro_rules! set {
    ($function:ident, $rows:ident, $descriptor:ident, $attribute:ident, $from:ident, $size:ident) => {
        set(&$rows, $attribute, $from.cast(), $size, |attribute, from, size| {
            hip!(@Libraries $function($descriptor => usize, attribute => u32, from => *const u8, size => usize))
        })
    };
}

/// Calls hipBLASLt's function that gets an attribute.
macro_rules! get {
    ($function:ident, $rows:ident, $descriptor:ident, $attribute:ident, $to:ident, $size:ident, $written:ident) => {
        get(&$rows, $attribute, $to.cast(), $size, $written, |attribute, to, size| {
            hip!(@Libraries $function($descriptor => usize, attribute => u32, to => *mut u8, size => usize,
                std::ptr::null_mut() => *mut usize))
        })
    };
}

own! {
    Blaslt:

    /// The version of cuBLASLt whose interface this is.
    fn cublasLtGetVersion() -> u64 {
        VERSION
    }

    /// The version of CUDA that cuBLASLt is part of.
    fn cublasLtGetCudartVersion() -> u64 {
        CUDA_VERSION
    }

    /// A part of the version.
    fn cublasLtGetProperty(kind: i32, value: *mut i32) -> i32 {
        let parts = [VERSION / 10_000, VERSION / 100 % 100, VERSION % 100];
        match usize::try_from(kind).ok().and_then(|kind| parts.get(kind)) {
            Some(part) if !value.is_null() => {
                value.write(*part as i32);
                0
            }
            _ => INVALID_VALUE,
        }
    }

    /// The name of a status.
    fn cublasLtGetStatusName(status: i32) -> *const c_char {
        NAMES_BLASLT.iter().find(|(value, _)| *value == status).map_or(c"", |(_, name)| *name).as_ptr()
    }

    /// Sets an attribute of a product.
    fn cublasLtMatmulDescSetAttribute(descriptor: usize, attribute: i32, from: *const c_void, size: usize) -> i32 {
        set!(hipblasLtMatmulDescSetAttribute, MATMUL, descriptor, attribute, from, size)
    }

    /// Gets an attribute of a product.
    fn cublasLtMatmulDescGetAttribute(descriptor: usize, attribute: i32, to: *mut c_void, size: usize, written: *mut usize) -> i32 {
        get!(hipblasLtMatmulDescGetAttribute, MATMUL, descriptor, attribute, to, size, written)
    }

    /// Sets an attribute of a matrix.
    fn cublasLtMatrixLayoutSetAttribute(descriptor: usize, attribute: i32, from: *const c_void, size: usize) -> i32 {
        set!(hipblasLtMatrixLayoutSetAttribute, LAYOUT, descriptor, attribute, from, size)
    }

    /// Gets an attribute of a matrix.
    fn cublasLtMatrixLayoutGetAttribute(descriptor: usize, attribute: i32, to: *mut c_void, size: usize, written: *mut usize) -> i32 {
        get!(hipblasLtMatrixLayoutGetAttribute, LAYOUT, descriptor, attribute, to, size, written)
    }

    /// Sets what is preferred in a product.
    fn cublasLtMatmulPreferenceSetAttribute(descriptor: usize, attribute: i32, from: *const c_void, size: usize) -> i32 {
        set!(hipblasLtMatmulPreferenceSetAttribute, PREFERENCE, descriptor, attribute, from, size)
    }

    /// Gets what is preferred in a product.
    fn cublasLtMatmulPreferenceGetAttribute(descriptor: usize, attribute: i32, to: *mut c_void, size: usize, written: *mut usize) -> i32 {
        get!(hipblasLtMatmulPreferenceGetAttribute, PREFERENCE, descriptor, attribute, to, size, written)
    }

    /// Sets an attribute of a transformation.
    fn cublasLtMatrixTransformDescSetAttribute(descriptor: usize, attribute: i32, from: *const c_void, size: usize) -> i32 {
        set!(hipblasLtMatrixTransformDescSetAttribute, TRANSFORM, descriptor, attribute, from, size)
    }

    /// Gets an attribute of a transformation.
    fn cublasLtMatrixTransformDescGetAttribute(descriptor: usize, attribute: i32, to: *mut c_void, size: usize, written: *mut usize) -> i32 {
        get!(hipblasLtMatrixTransformDescGetAttribute, TRANSFORM, descriptor, attribute, to, size, written)
    }

    /// How a product would be computed.
    fn cublasLtMatmulAlgoGetHeuristic(handle: usize, product: usize, a: usize, b: usize, c: usize, d: usize, preference: usize, wanted: i32, results: *mut c_void, count: *mut i32) -> i32 {
        if results.is_null() || count.is_null() || wanted <= 0 {
            return INVALID_VALUE;
        }
        let mut found = vec![HipResult::default(); wanted as usize];
        let status = hip!(@Libraries hipblasLtMatmulAlgoGetHeuristic(
            handle => usize, product => usize, a => usize, b => usize, c => usize, d => usize, preference => usize,
            wanted => i32, found.as_mut_ptr() => *mut HipResult, count => *mut i32,
        ));
        if status == 0 {
            for (at, one) in found.iter().take((*count).max(0) as usize).enumerate() {
                results.cast::<Result>().add(at).write(one.to_cuda());
            }
        }
        STATUS_BLASLT.to_cuda(status)
    }

    /// A product. The way that the program has chosen is AMD's to choose again: the record has no room for what it needs.
    fn cublasLtMatmul(handle: usize, product: usize, alpha: *const c_void, a: *const c_void, layout_a: usize, b: *const c_void, layout_b: usize, beta: *const c_void, c: *const c_void, layout_c: usize, d: *mut c_void, layout_d: usize, _algorithm: *const c_void, workspace: *mut c_void, bytes: usize, stream: *mut c_void) -> i32 {
        STATUS_BLASLT.to_cuda(hip!(@Libraries hipblasLtMatmul(
            handle => usize, product => usize, alpha => *const c_void, a => *const c_void, layout_a => usize, b => *const c_void,
            layout_b => usize, beta => *const c_void, c => *const c_void, layout_c => usize, d => *mut c_void, layout_d => usize,
            std::ptr::null() => *const c_void, workspace => *mut c_void, bytes => usize, stream => *mut c_void,
        )))
    }
}

impl HipResult {
    fn to_cuda(self) -> Result {
        let mut algorithm = [0; 8];
        algorithm[..3].copy_from_slice(&self.algorithm);
        let (workspace, status, waves) = (self.workspace, STATUS_BLASLT.to_cuda(self.status), self.waves);
        Result { algorithm, workspace, status, waves, reserved: self.reserved }
    }
}

fn row(rows: &[Row], attribute: i32) -> Option<&Row> {
    rows.iter().find(|row| row.0 == attribute)
}

/// # Safety
/// `from` is null or valid for reads of `size` bytes.
unsafe fn set(rows: &[Row], attribute: i32, from: *const u8, size: usize, set: impl FnOnce(u32, *const u8, usize) -> i32) -> i32 {
    let Some(&(_, bytes, value)) = row(rows, attribute) else { return INVALID_VALUE };
    if from.is_null() || size < bytes {
        return INVALID_VALUE;
    }
    let mut given = [0; 8];
    // SAFETY: not null, and valid for as many bytes, as required; no attribute has more than 8.
    unsafe { from.copy_to_nonoverlapping(given.as_mut_ptr(), bytes) };
    let given = u64::from_le_bytes(given);
    let (number, converted) = match value {
        Value::Same(number) => (number, given),
        Value::Of(number, table) => match table.to_hip(given as i32) {
            Some(of_hip) => (number, u64::from(of_hip.cast_unsigned())),
            None => return INVALID_VALUE,
        },
        Value::Epilogue(_) if OF_BITS.contains(&given) => return NOT_SUPPORTED,
        Value::Epilogue(number) => (number, given),
        Value::Only(only) if only != given => return NOT_SUPPORTED,
        Value::Only(_) | Value::Ignored => return 0,
    };
    STATUS_BLASLT.to_cuda(set(number, converted.to_le_bytes().as_ptr(), bytes))
}

/// # Safety
/// `to` is null or valid for writes of `size` bytes, `written` null or valid for a write.
unsafe fn get(
    rows: &[Row],
    attribute: i32,
    to: *mut u8,
    size: usize,
    written: *mut usize,
    get: impl FnOnce(u32, *mut u8, usize) -> i32,
) -> i32 {
    let Some(&(_, bytes, value)) = row(rows, attribute) else { return INVALID_VALUE };
    if size == 0 && written.is_null() || size != 0 && (to.is_null() || size < bytes) {
        return INVALID_VALUE;
    }
    let mut held = [0u8; 8];
    let status = match value {
        Value::Same(number) | Value::Epilogue(number) | Value::Of(number, _) => get(number, held.as_mut_ptr(), bytes),
        Value::Only(only) => {
            held = only.to_le_bytes();
            0
        }
        Value::Ignored => 0,
    };
    if status != 0 {
        return STATUS_BLASLT.to_cuda(status);
    }
    if let Value::Of(_, table) = value {
        held = u64::from(table.to_cuda(u64::from_le_bytes(held) as i32).cast_unsigned()).to_le_bytes();
    }
    // SAFETY: valid for what is written, as required.
    unsafe {
        if size != 0 {
            to.copy_from_nonoverlapping(held.as_ptr(), bytes);
        }
        if !written.is_null() {
            written.write(bytes);
        }
    }
    0
}
