//! The names that CUDA Fortran's own modules give: variables, types with their members, functions.
//!
//! Facts of the CUDA Fortran Programming Guide, chapters 3 and 4.

use super::Type;
use hipify_rules::{Symbol, SymbolKind, symbols};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;
use std::sync::OnceLock;

/// The modules that come with CUDA Fortran, in lower case.
pub const CUDA_MODULES: &[&str] = &[
    "cudafor",
    "cudadevice",
    "cublas",
    "cublas_v2",
    "cublasxt",
    "cublas_device",
    "openacc_cublas",
    "cufft",
    "cufftxt",
    "openacc_cufft",
    "curand",
    "curand_device",
    "openacc_curand",
    "cusparse",
    "openacc_cusparse",
    "cusolverdn",
    "cusolver_common",
    "cusolvermp",
    "cutensorex",
    "cutensor_v2",
    "cooperative_groups",
    "wmma",
    "nvtx",
    "nccl",
    "nvshmem",
    "sort",
    "libm",
];

/// Whether `name` (in lower case) is a module that comes with CUDA Fortran.
pub fn is_cuda_module(name: &str) -> bool {
    CUDA_MODULES.contains(&name)
}

/// What device code has without a `use`: coordinates, and the warp's size.
pub(super) fn device_variable(name: &str) -> Option<Type> {
    match name {
        "threadidx" | "blockidx" | "blockdim" | "griddim" => Some(derived("dim3", "cudafor")),
        "warpsize" => Some(Type::Integer(4)),
        _ => None,
    }
}

/// Derived types, with the module that has them.
pub(super) fn derived_type(name: &str) -> Option<&'static str> {
    Some(match name {
        "dim3"
        | "cudaevent"
        | "cudadeviceprop"
        | "cudapointerattributes"
        | "cudafuncattributes"
        | "cudaarrayptr"
        | "cudaextent"
        | "cudapitchedptr"
        | "cudasymbol"
        | "cudachannelformatdesc"
        | "cudamemcpy3dparms"
        | "cudapos"
        | "cudagraph"
        | "cudagraphexec"
        | "cudamemlocation" => "cudafor",
        "cublashandle" => "cublas",
        "cusparsehandle"
        | "cusparsematdescr"
        | "cusparsespmatdescr"
        | "cusparsednmatdescr"
        | "cusparsednvecdescr"
        | "cusparsespvecdescr"
        | "cusparsehybmat"
        | "cusparsesolveanalysisinfo"
        | "cusparsecsrsv2info"
        | "cusparsespsvdescr"
        | "cusparsespgemmdescr" => "cusparse",
        "cusolverdnhandle" | "cusolverdnparams" | "syevjinfo" | "gesvdjinfo" => "cusolverdn",
        "curandgenerator" => "curand",
        "grid_group" | "coalesced_group" | "thread_group" | "thread_block" | "cluster_group" => "cooperative_groups",
        "curandstatexorwow"
        | "curandstatemrg32k3a"
        | "curandstatephilox4_32_10"
        | "curandstatesobol32"
        | "curandstatescrambledsobol32"
        | "curandstatemtgp32" => "curand_device",
        _ => return None,
    })
}

/// A member of one of [`derived_type`]'s types: its type and rank.
pub(super) fn member(name: &str, member: &str) -> Option<(Type, usize)> {
    match (name, member) {
        ("dim3", "x" | "y" | "z") => Some((Type::Integer(4), 0)),
        ("grid_group" | "coalesced_group" | "thread_group" | "thread_block", "size" | "rank") => Some((Type::Integer(4), 0)),
        ("cudadeviceprop", "name") => Some((Type::Character, 0)),
        ("cudadeviceprop", "maxthreadsdim" | "maxgridsize") => Some((Type::Integer(4), 1)),
        ("cudadeviceprop", "totalglobalmem" | "sharedmemperblock" | "mempitch" | "totalconstmem" | "texturealignment") => {
            Some((Type::Integer(8), 0))
        }
        ("cudadeviceprop", _) => Some((Type::Integer(4), 0)),
        ("cudaextent" | "cudapos", _) => Some((Type::Integer(8), 0)),
        ("cudapitchedptr", "ptr") => Some((Type::Pointer { device: true }, 0)),
        ("cudapitchedptr", _) => Some((Type::Integer(8), 0)),
        ("cudamemcpy3dparms", "srcpos" | "dstpos") => Some((derived("cudapos", "cudafor"), 0)),
        ("cudamemcpy3dparms", "srcptr" | "dstptr") => Some((derived("cudapitchedptr", "cudafor"), 0)),
        ("cudamemcpy3dparms", "extent") => Some((derived("cudaextent", "cudafor"), 0)),
        ("cudamemcpy3dparms", "kind") => Some((Type::Integer(4), 0)),
        _ => None,
    }
}

/// The value of a named constant that is a kind.
pub(super) fn kind_constant(name: &str) -> Option<i128> {
    matches!(name, "cuda_stream_kind" | "cuda_count_kind" | "cuda_devptr_kind").then_some(8)
}

/// The module that gives `name`, if it looks like one of their functions or enumerators and one of `used` can have it.
pub(super) fn provider(name: &str, used: &[&'static str]) -> Option<&'static str> {
    let has = |wanted: &'static str| used.iter().find(|one| **one == wanted).copied();
    let first = |wanted: &[&'static str]| wanted.iter().find_map(|one| has(one));
    if device_variable(name).is_some() || name.starts_with("atomic") || is_device_function(name) || DEVICE.contains(&name) {
        return first(&["cudadevice", "cudafor"]);
    }
    // CUDA's functions have no underscores, and constants with underscores are known; what else has one is the program's own.
    if name.split_once('_').is_some_and(|(family, _)| FAMILIES.contains(&family)) && !is_known(name) {
        return None;
    }
    if name.starts_with("cublas") {
        return used.iter().find(|one| one.contains("cublas")).copied();
    }
    for (prefix, module) in [("cufft", "cufft"), ("curand", "curand"), ("cusparse", "cusparse"), ("cusolver", "cusolver")] {
        if name.starts_with(prefix) {
            return used.iter().find(|one| one.contains(module)).copied();
        }
    }
    // The types of data that libraries name.
    if (name.starts_with("cuda_r_") || name.starts_with("cuda_c_"))
        && let Some(module) =
            used.iter().find(|one| one.contains("cublas") || one.contains("cusparse") || one.contains("cusolver"))
    {
        return Some(module);
    }
    if name.starts_with("nvtx") {
        return has("nvtx");
    }
    if name.starts_with("cuda") || matches!(name, "c_devptr" | "c_devloc" | "c_cudevptr" | "dim3") {
        return first(&["cudafor", "cudadevice"]);
    }
    (name.starts_with("this_") || name == "syncthreads").then(|| has("cooperative_groups")).flatten()
}

/// What names of CUDA's C API start with, in lower case.
pub(crate) const FAMILIES: &[&str] = &["cuda", "cublas", "cufft", "curand", "cusparse", "cusolver"];

/// Whether the rules or CUDA Fortran's own modules have a name, in lower case, that starts like a family's.
fn is_known(name: &str) -> bool {
    kind_constant(name).is_some() || symbol_in_lower_case(name).is_some()
}

/// CUDA's names by their spelling in lower case: Fortran does not tell cases apart.
pub(crate) fn symbol_in_lower_case(name: &str) -> Option<Symbol> {
    static TABLE: OnceLock<FxHashMap<String, Symbol>> = OnceLock::new();
    TABLE.get_or_init(|| symbols().map(|symbol| (symbol.cuda().to_ascii_lowercase(), symbol)).collect()).get(name).copied()
}

/// `__ldg` and its kin have their names from CUDA C; the preprocessor's names have underscores too.
fn is_device_function(name: &str) -> bool {
    name.starts_with("__") && symbol_in_lower_case(name).is_some_and(|symbol| symbol.kind() == SymbolKind::DeviceFunction)
}

/// Procedures of device code that are not told by a prefix.
const DEVICE: &[&str] = &[
    "syncthreads",
    "syncthreads_count",
    "syncthreads_and",
    "syncthreads_or",
    "syncwarp",
    "threadfence",
    "threadfence_block",
    "threadfence_system",
    "gpu_time",
    "clock64",
    "clock",
    "globaltimer",
    "allthreads",
    "anythread",
    "ballot",
    "all_sync",
    "any_sync",
    "ballot_sync",
    "match_all_sync",
    "match_any_sync",
    "nanosleep",
];

/// What a function of these modules gives; `argument` is the type of its first argument.
pub(super) fn result(name: &str, argument: Option<Type>) -> Type {
    if name.starts_with("atomic") || name.starts_with("__shfl") || name.starts_with("__ldg") {
        return argument.unwrap_or(Type::Integer(4));
    }
    match name {
        "clock64" | "globaltimer" | "gpu_time" => Type::Integer(8),
        "c_devloc" | "c_devptr" => Type::Pointer { device: true },
        "cudageterrorstring" | "cudageterrorname" => Type::Character,
        "cudaforgetdefaultstream" => Type::Stream,
        "dim3" => derived("dim3", "cudafor"),
        "this_grid" => derived("grid_group", "cooperative_groups"),
        "this_thread_block" => derived("thread_block", "cooperative_groups"),
        "this_warp" | "coalesced_threads" => derived("coalesced_group", "cooperative_groups"),
        "allthreads" | "anythread" => Type::Logical(4),
        "curand_uniform" | "curand_normal" | "curand_log_normal" => Type::Real(4),
        "curand_uniform_double" | "curand_normal_double" | "curand_log_normal_double" => Type::Real(8),
        _ => legacy_blas(name).unwrap_or(Type::Integer(4)),
    }
}

/// The functions of the first cuBLAS interface that give a number: `cublasSdot`, `cublasDznrm2`.
fn legacy_blas(name: &str) -> Option<Type> {
    let rest = name.strip_prefix("cublas")?;
    Some(match rest {
        "sdot" | "snrm2" | "sasum" | "scnrm2" | "scasum" => Type::Real(4),
        "ddot" | "dnrm2" | "dasum" | "dznrm2" | "dzasum" => Type::Real(8),
        "cdotu" | "cdotc" => Type::Complex(4),
        "zdotu" | "zdotc" => Type::Complex(8),
        _ => return None,
    })
}

pub(super) fn derived(name: &str, module: &str) -> Type {
    Type::Derived { name: SmolStr::new(name), module: Some(SmolStr::new(module)) }
}
