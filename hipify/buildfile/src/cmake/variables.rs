//! CMake's variables and properties about CUDA, and what HIP has in their place, as facts.

use super::super::libraries;
use hipify_rules::Flavor;

/// What becomes of a variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Port {
    /// Another variable.
    Name(String),
    /// The value that the variable had, for a reference to it.
    Value(&'static str),
    /// A setting without meaning for HIP.
    Needless,
    /// There is no replacement.
    Unknown,
}

/// `CMAKE_CUDA_<X>` for which `CMAKE_HIP_<X>` exists (cmake-variables(7), "Variables for Languages"); `FLAGS_*` as well.
const SAME: &[&str] = &[
    "ARCHITECTURES",
    "ARCHIVE_APPEND",
    "ARCHIVE_CREATE",
    "ARCHIVE_FINISH",
    "BYTE_ORDER",
    "CLANG_TIDY",
    "COMPILER",
    "COMPILER_ABI",
    "COMPILER_AR",
    "COMPILER_ID",
    "COMPILER_LAUNCHER",
    "COMPILER_LOADED",
    "COMPILER_RANLIB",
    "COMPILER_TARGET",
    "COMPILER_VERSION",
    "COMPILE_FEATURES",
    "COMPILE_OBJECT",
    "CREATE_SHARED_LIBRARY",
    "CREATE_SHARED_MODULE",
    "EXTENSIONS",
    "EXTENSIONS_DEFAULT",
    "FLAGS",
    "IMPLICIT_INCLUDE_DIRECTORIES",
    "IMPLICIT_LINK_DIRECTORIES",
    "IMPLICIT_LINK_LIBRARIES",
    "LINKER_LAUNCHER",
    "LINKER_PREFERENCE",
    "LINKER_WRAPPER_FLAG",
    "LINK_EXECUTABLE",
    "LINK_FLAGS",
    "OUTPUT_EXTENSION",
    "PLATFORM_ID",
    "SIZEOF_DATA_PTR",
    "SOURCE_FILE_EXTENSIONS",
    "STANDARD",
    "STANDARD_DEFAULT",
    "STANDARD_LIBRARIES",
    "STANDARD_REQUIRED",
    "VISIBILITY_PRESET",
];

/// Variables with another name.
const RENAMED: &[(&str, &str)] = &[
    ("CMAKE_CUDA_COMPILER_TOOLKIT_ROOT", "CMAKE_HIP_COMPILER_ROCM_ROOT"),
    ("CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES", "hip_INCLUDE_DIRS"),
    ("CUDA_FOUND", "hip_FOUND"),
    ("CUDAToolkit_FOUND", "hip_FOUND"),
    ("CUDA_INCLUDE_DIRS", "hip_INCLUDE_DIRS"),
    ("CUDA_TOOLKIT_INCLUDE", "hip_INCLUDE_DIRS"),
    ("CUDAToolkit_INCLUDE_DIRS", "hip_INCLUDE_DIRS"),
    ("CUDAToolkit_LIBRARY_DIR", "hip_LIB_INSTALL_DIR"),
    ("CUDAToolkit_BIN_DIR", "hip_BIN_INSTALL_DIR"),
    ("CUDA_TOOLKIT_ROOT_DIR", "CMAKE_HIP_COMPILER_ROCM_ROOT"),
    ("CUDA_TOOLKIT_TARGET_DIR", "CMAKE_HIP_COMPILER_ROCM_ROOT"),
    ("CUDAToolkit_ROOT", "CMAKE_HIP_COMPILER_ROCM_ROOT"),
    ("CUDAToolkit_ROOT_DIR", "CMAKE_HIP_COMPILER_ROCM_ROOT"),
    ("CUDAToolkit_TARGET_DIR", "CMAKE_HIP_COMPILER_ROCM_ROOT"),
    ("CUDA_NVCC_EXECUTABLE", "CMAKE_HIP_COMPILER"),
    ("CUDAToolkit_NVCC_EXECUTABLE", "CMAKE_HIP_COMPILER"),
    ("CUDA_VERSION", "hip_VERSION"),
    ("CUDA_VERSION_STRING", "hip_VERSION"),
    ("CUDA_VERSION_MAJOR", "hip_VERSION_MAJOR"),
    ("CUDA_VERSION_MINOR", "hip_VERSION_MINOR"),
    ("CUDAToolkit_VERSION", "hip_VERSION"),
    ("CUDAToolkit_VERSION_MAJOR", "hip_VERSION_MAJOR"),
    ("CUDAToolkit_VERSION_MINOR", "hip_VERSION_MINOR"),
    ("CUDAToolkit_VERSION_PATCH", "hip_VERSION_PATCH"),
    ("CUDA_PATH", "ROCM_PATH"),
    ("CUDA_HOME", "ROCM_PATH"),
];

/// Settings of nvcc, FindCUDA or CMake that change nothing under HIP.
const NEEDLESS: &[&str] = &[
    "CMAKE_CUDA_HOST_COMPILER",
    "CMAKE_CUDA_RUNTIME_LIBRARY",
    "CMAKE_CUDA_RESOLVE_DEVICE_SYMBOLS",
    "CUDA_64_BIT_DEVICE_CODE",
    "CUDA_ATTACH_VS_BUILD_RULE_TO_CUDA_FILE",
    "CUDA_BUILD_CUBIN",
    "CUDA_BUILD_EMULATION",
    "CUDA_GENERATED_OUTPUT_DIR",
    "CUDA_HOST_COMPILATION_CPP",
    "CUDA_HOST_COMPILER",
    "CUDA_LINK_LIBRARIES_KEYWORD",
    "CUDA_PROPAGATE_HOST_FLAGS",
    "CUDA_USE_STATIC_CUDA_RUNTIME",
    "CUDA_VERBOSE_BUILD",
];

/// What becomes of a variable; None for one that is no variable of CMake's CUDA support.
pub(super) fn port(name: &str, flavor: Flavor) -> Option<Port> {
    if let Some(row) = RENAMED.iter().find(|row| row.0 == name) {
        return Some(Port::Name(row.1.to_string()));
    }
    if NEEDLESS.contains(&name) {
        return Some(Port::Needless);
    }
    if let Some(suffix) = name.strip_prefix("CUDA_NVCC_FLAGS").filter(|s| s.is_empty() || s.starts_with('_')) {
        return Some(Port::Name(format!("CMAKE_HIP_FLAGS{suffix}")));
    }
    if let Some(suffix) = name.strip_prefix("CMAKE_CUDA_") {
        let same = SAME.contains(&suffix) || suffix.starts_with("FLAGS_");
        return Some(if same { Port::Name(format!("CMAKE_HIP_{suffix}")) } else { Port::Unknown });
    }
    if let Some(library) = libraries::by_variable(name) {
        return Some(library.port(flavor).map_or(Port::Unknown, |hip| Port::Value(hip.target)));
    }
    let known = name.starts_with("CUDAToolkit_") || name.starts_with("CUDA_SEPARABLE_COMPILATION") || is_npp(name);
    known.then_some(Port::Unknown)
}

fn is_npp(name: &str) -> bool {
    name.starts_with("CUDA_npp") && name.ends_with("_LIBRARY")
}

/// Whether a variable holds a version of CUDA or of its compiler, and which part of it (0 the whole, 1 major, 2 minor).
pub(super) fn version_part(name: &str) -> Option<u8> {
    match name {
        "CUDA_VERSION" | "CUDA_VERSION_STRING" | "CUDAToolkit_VERSION" | "CMAKE_CUDA_COMPILER_VERSION" => Some(0),
        "CUDA_VERSION_MAJOR" | "CUDAToolkit_VERSION_MAJOR" => Some(1),
        "CUDA_VERSION_MINOR" | "CUDAToolkit_VERSION_MINOR" => Some(2),
        _ => None,
    }
}

/// What becomes of a target or source property.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Property {
    Renamed(&'static str),
    /// The values name NVIDIA architectures.
    Architectures,
    /// Relocatable device code.
    Separable,
    /// The objects are files of device code, which programs load.
    DeviceAlone,
    /// A setting without meaning for HIP.
    Needless,
    /// There is no replacement.
    Unknown(&'static str),
}

const PROPERTIES: &[(&str, Property)] = &[
    ("CUDA_STANDARD", Property::Renamed("HIP_STANDARD")),
    ("CUDA_STANDARD_REQUIRED", Property::Renamed("HIP_STANDARD_REQUIRED")),
    ("CUDA_EXTENSIONS", Property::Renamed("HIP_EXTENSIONS")),
    ("CUDA_COMPILER_LAUNCHER", Property::Renamed("HIP_COMPILER_LAUNCHER")),
    ("CUDA_VISIBILITY_PRESET", Property::Renamed("HIP_VISIBILITY_PRESET")),
    ("CUDA_ARCHITECTURES", Property::Architectures),
    ("CUDA_SEPARABLE_COMPILATION", Property::Separable),
    ("CUDA_RESOLVE_DEVICE_SYMBOLS", Property::Needless),
    ("CUDA_RUNTIME_LIBRARY", Property::Needless),
    ("CUDA_SOURCE_PROPERTY_FORMAT", Property::Needless),
    ("CUDA_PTX_COMPILATION", Property::DeviceAlone),
    ("CUDA_CUBIN_COMPILATION", Property::DeviceAlone),
    ("CUDA_FATBIN_COMPILATION", Property::DeviceAlone),
    ("CUDA_OPTIX_COMPILATION", Property::Unknown("HIP RT stands in for OptiX, with another interface")),
];

pub(super) fn property(name: &str) -> Option<Property> {
    PROPERTIES.iter().find(|row| row.0 == name).map(|row| row.1)
}
