//! Names of CUDA Fortran's modules to those of HIP. What the tables of rules/ know is not repeated here.

use crate::sema::symbol_in_lower_case;
use hipify_rules::{Choice, Target};

/// What a name becomes, and where the new one comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Become {
    /// A name of hipfort's modules.
    Hip(&'static str),
    /// A name of the module `gpufort`.
    Gpufort(&'static str),
    /// A name of `iso_c_binding`.
    C(&'static str),
}

/// Names of CUDA Fortran that differ from the C API's, or whose HIP counterpart has other arguments.
const OWN: &[(&str, Become)] = &[
    ("cudageterrorstring", Become::Gpufort("gpufort_errorString")),
    ("cudageterrorname", Become::Gpufort("gpufort_errorName")),
    ("cudaeventelapsedtime", Become::Gpufort("gpufort_eventElapsedTime")),
    ("cudagetdeviceproperties", Become::Gpufort("gpufort_getDeviceProperties")),
    ("cudadeviceprop", Become::Gpufort("gpufort_deviceProp")),
    ("cudaforsetdefaultstream", Become::Gpufort("gpufort_setDefaultStream")),
    ("cudaforgetdefaultstream", Become::Gpufort("gpufort_getDefaultStream")),
    ("cudaextent", Become::Gpufort("gpufort_extent")),
    ("cudapos", Become::Gpufort("gpufort_pos")),
    ("cudapitchedptr", Become::Gpufort("gpufort_pitchedPtr")),
    ("cudamemcpy3dparms", Become::Gpufort("gpufort_memcpy3DParms")),
    ("cudamemcpy3d", Become::Gpufort("gpufort_memcpy3D")),
    ("cudamemcpy3dasync", Become::Gpufort("gpufort_memcpy3DAsync")),
    ("cudamalloc3d", Become::Gpufort("gpufort_malloc3D")),
    ("curandstatexorwow", Become::Gpufort("gpufort_randomXORWOW")),
    ("curandstatemrg32k3a", Become::Gpufort("gpufort_randomMRG32k3a")),
    ("curandstatephilox4_32_10", Become::Gpufort("gpufort_randomPhilox4_32_10")),
    ("cudaevent", Become::C("c_ptr")),
    ("cublashandle", Become::C("c_ptr")),
    ("cusparsehandle", Become::C("c_ptr")),
    ("cusparsematdescr", Become::C("c_ptr")),
    ("cusparsespmatdescr", Become::C("c_ptr")),
    ("cusparsednmatdescr", Become::C("c_ptr")),
    ("cusparsednvecdescr", Become::C("c_ptr")),
    ("cusparsespvecdescr", Become::C("c_ptr")),
    ("cusolverdnhandle", Become::C("c_ptr")),
    ("cusolverdnparams", Become::C("c_ptr")),
    ("curandgenerator", Become::C("c_ptr")),
    ("cudagraph", Become::C("c_ptr")),
    ("cudagraphexec", Become::C("c_ptr")),
    ("c_devptr", Become::C("c_ptr")),
    ("c_devloc", Become::C("c_loc")),
    ("c_null_devptr", Become::C("c_null_ptr")),
    ("dim3", Become::Hip("dim3")),
    ("cuda_count_kind", Become::C("c_size_t")),
    ("cuda_stream_kind", Become::C("c_intptr_t")),
];

/// The types of `curand_device` that the module `gpufort` has, by CUDA's names in lower case.
pub(super) const GENERATORS: &[&str] = &["curandstatexorwow", "curandstatemrg32k3a", "curandstatephilox4_32_10"];

/// Types and functions that the module `gpufort` has, by CUDA's names in lower case: a program that names one needs it.
pub(super) fn of_gpufort() -> impl Iterator<Item = &'static str> {
    OWN.iter().filter(|(_, becomes)| matches!(becomes, Become::Gpufort(_))).map(|(name, _)| *name)
}

/// What `key` (in lower case) becomes; `None` where HIP has nothing.
pub(super) fn becomes(choice: &Choice, key: &str) -> Option<Become> {
    if let Some((_, own)) = OWN.iter().find(|(name, _)| *name == key) {
        return Some(*own);
    }
    let symbol = symbol_in_lower_case(key)?;
    match choice.target(symbol) {
        Target::Renamed(name) => Some(Become::Hip(name)),
        Target::Same => Some(Become::Hip(symbol.cuda())),
        _ => None,
    }
}
