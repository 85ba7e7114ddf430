//! A CUDA name and all that the table knows of it.

use crate::call::{CallEdit, call_edits};
use crate::table::{self, FamilyRow, HipifyRow, Row};
use crate::version::Version;

/// What a CUDA name is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SymbolKind {
    /// Not recorded.
    Unknown,
    /// A host function.
    Function,
    Type,
    EnumValue,
    /// A preprocessor macro.
    Define,
    /// A function callable in kernels.
    DeviceFunction,
    /// A namespace, possibly qualified (`thrust::cuda`).
    Namespace,
    /// A declaration specifier such as `__grid_constant__`.
    Qualifier,
}

impl SymbolKind {
    /// The word that `query` and the rules files use.
    pub fn word(self) -> &'static str {
        match self {
            SymbolKind::Unknown => "name",
            SymbolKind::Function => "function",
            SymbolKind::Type => "type",
            SymbolKind::EnumValue => "enum-value",
            SymbolKind::Define => "define",
            SymbolKind::DeviceFunction => "device-function",
            SymbolKind::Namespace => "namespace",
            SymbolKind::Qualifier => "qualifier",
        }
    }
}

/// One line of `rules/api/*.toml`.
#[derive(Clone, Copy)]
pub struct Symbol(pub(crate) &'static Row);

impl Symbol {
    /// The CUDA name.
    pub fn cuda(self) -> &'static str {
        self.0.name.get().unwrap_or("")
    }

    /// The HIP name; `None` where HIP has no counterpart.
    pub fn hip(self) -> Option<&'static str> {
        if self.is_unsupported() { None } else { self.0.hip.get() }
    }

    /// The name in the roc libraries (rocBLAS, rocSPARSE, rocRAND, ...).
    pub fn roc(self) -> Option<&'static str> {
        if self.is_unsupported() { None } else { self.0.roc.get() }
    }

    /// The name in MIOpen.
    pub fn miopen(self) -> Option<&'static str> {
        if self.is_unsupported() { None } else { self.0.miopen.get() }
    }

    /// The library whose file the line stands in: `runtime`, `driver`, `blas`, ...
    pub fn library(self) -> &'static str {
        table::library_row(self.0.library).name.get().unwrap_or("")
    }

    pub fn kind(self) -> SymbolKind {
        match self.0.kind {
            1 => SymbolKind::Function,
            2 => SymbolKind::Type,
            3 => SymbolKind::EnumValue,
            4 => SymbolKind::Define,
            5 => SymbolKind::DeviceFunction,
            6 => SymbolKind::Namespace,
            7 => SymbolKind::Qualifier,
            _ => SymbolKind::Unknown,
        }
    }

    /// The HIP header that declares the HIP name, as written between `<` and `>`.
    pub fn header(self) -> Option<&'static str> {
        self.0.header.get().or_else(|| table::library_row(self.0.library).header.get())
    }

    /// What to do instead, or what to know; one sentence without a full stop.
    ///
    /// A name without a counterpart and without a note of its own has its library's.
    pub fn note(self) -> Option<&'static str> {
        let of_library = || table::library_row(self.0.library).note.get();
        self.0.note.get().or_else(|| if self.hip().is_some() { None } else { of_library() })
    }

    /// Whether any library family has the name.
    pub fn has_counterpart(self) -> bool {
        self.hip().or_else(|| self.roc()).or_else(|| self.miopen()).is_some()
    }

    /// How the HIP signature differs from the CUDA one.
    pub fn differs(self) -> Option<&'static str> {
        self.0.differs.get()
    }

    /// hipify-clang converts the name only in files that include `cublas_v2.h`.
    pub fn is_hipify_v2_only(self) -> bool {
        self.hipify_row().is_some_and(|row| row.v2_only)
    }

    /// The field `call` of the name's row.
    pub(crate) fn call_field(self) -> Option<&'static str> {
        self.0.call.get()
    }

    pub(crate) fn family_row(self) -> Option<&'static FamilyRow> {
        table::family_row(self.0.name)
    }

    pub(crate) fn hipify_row(self) -> Option<&'static HipifyRow> {
        table::hipify_name(self.0.name)
    }

    /// How a call's arguments change, beside the name, when it becomes HIP's.
    pub fn call_edits(self) -> Vec<CallEdit> {
        self.call_field().map(call_edits).unwrap_or_default()
    }

    /// Whether [`Symbol::call_edits`] is not empty, without parsing it.
    pub fn has_call_edits(self) -> bool {
        self.0.call.0 != 0
    }

    /// Marked experimental by AMD: emitted only where asked for.
    pub fn is_experimental(self) -> bool {
        self.0.flags & 1 != 0
    }

    /// No HIP counterpart, whatever names the line carries.
    pub fn is_unsupported(self) -> bool {
        self.0.flags & 2 != 0
    }

    /// The part of the headers of our builds that has it, which `port` can write beside the sources. It has the HIP name where
    /// some HIP has one, else CUDA's.
    pub fn supplied(self) -> Option<&'static str> {
        self.0.supplied.get()
    }

    /// CUDA (for `dnn`: cuDNN) version that added the name.
    pub fn added(self) -> Option<Version> {
        Version::from_table(self.0.added)
    }

    pub fn deprecated(self) -> Option<Version> {
        Version::from_table(self.0.deprecated)
    }

    pub fn removed(self) -> Option<Version> {
        Version::from_table(self.0.removed)
    }

    /// HIP/ROCm version that added the HIP name.
    pub fn hip_added(self) -> Option<Version> {
        Version::from_table(self.0.hip_added)
    }

    pub fn hip_deprecated(self) -> Option<Version> {
        Version::from_table(self.0.hip_deprecated)
    }

    pub fn hip_removed(self) -> Option<Version> {
        Version::from_table(self.0.hip_removed)
    }
}

/// The line of a CUDA name.
#[inline]
pub fn symbol(name: &[u8]) -> Option<Symbol> {
    table::find(name).map(|number| Symbol(&table::rows()[usize::from(number)]))
}

/// All lines, ordered by CUDA name.
pub fn symbols() -> impl ExactSizeIterator<Item = Symbol> + Clone {
    table::rows().iter().map(Symbol)
}

/// Whether an identifier that the table does not know is spelt like a CUDA API name: such a name, left in ported code and
/// declared nowhere in the tree, is reported.
pub fn is_cuda_like(name: &[u8]) -> bool {
    const PREFIXES: &[&str] = &[
        "cuda", "cublasLt", "cublasXt", "cublas", "cusparse", "cusolver", "cufft", "curand", "cudnn", "cutensor", "nvrtc",
        "nvml", "cupti", "cuFile", "nvjpeg", "nppi", "npps", "nvtx", "cuvid", "nvcomp", "nvshmem", "cu",
    ];
    const UPPER: &[&str] = &[
        "CUDA_",
        "CUBLAS_",
        "CUBLASLT_",
        "CUSPARSE_",
        "CUSOLVER_",
        "CUFFT_",
        "CURAND_",
        "CUDNN_",
        "CUDART_",
        "NVRTC_",
        "NVML_",
        "CUPTI_",
        "CU_",
        "CUTENSOR_",
        "CUB_",
    ];
    // A prefix ends in a capital or `_`, or one follows it; most words of a program have neither.
    if name.iter().all(u8::is_ascii_lowercase) {
        return false;
    }
    let capital_after =
        |prefix: &&str| name.strip_prefix(prefix.as_bytes()).and_then(|rest| rest.first()).is_some_and(u8::is_ascii_uppercase);
    // The driver API's types: `CUdevice`.
    let driver_type = name.len() > 4 && name.starts_with(b"CU") && name[2].is_ascii_lowercase();
    PREFIXES.iter().any(capital_after)
        || driver_type
        || crate::family::family(name).is_some()
        || UPPER.iter().any(|prefix| name.len() > prefix.len() && name.starts_with(prefix.as_bytes()))
}
