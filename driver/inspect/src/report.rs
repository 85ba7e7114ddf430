//! What is said of a file: owned and named as in the JSON that `inspect --json` prints.

use super::code_object::Amdgpu;
use super::cpu::{Cpu, CpuKernel};
use super::demangle::demangle;
use super::imports::{Cuda, Import};
use super::metadata::Kernel;
use super::occupancy::{Occupancy, occupancy};
use super::read::{CodeObject, Image, PieceLocation};
use hipify_command_line::target::Target;
use hipify_error::Error;
use serde::Serialize;
use std::path::Path;

#[derive(Serialize)]
pub(super) struct FileReport {
    pub(super) path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) error: Option<String>,
    pub(super) code_objects: Vec<ObjectReport>,
    /// CUDA's functions that the file takes from libraries.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) cuda_imports: Vec<Import>,
    /// Whether CUDA's runtime is linked in, which the CUDA shim cannot serve.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) static_cuda_runtime: bool,
}

/// One piece of device code.
#[derive(Serialize)]
pub(super) struct ObjectReport {
    /// The target id; `sm_80` for NVIDIA's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) target: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) architecture: Option<&'static str>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub(super) products: &'static [&'static str],
    /// `code-object`, `bitcode`, `spirv`, `ptx`, `cubin`, `empty` or `unknown`.
    pub(super) kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) code_object_version: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) generic_version: Option<u32>,
    /// Not linked yet.
    pub(super) relocatable: bool,
    pub(super) bytes: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) member: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) section: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) bundle: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) entry: Option<String>,
    pub(super) compressed: bool,
    /// What a processor must have to run it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) processor_features: Option<String>,
    /// What does not fit together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) problem: Option<String>,
    pub(super) kernels: Vec<KernelReport>,
}

#[derive(Serialize)]
pub(super) struct KernelReport {
    #[serde(flatten)]
    pub(super) needs: Needs,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) demangled: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) occupancy: Option<Occupancy>,
}

/// What a kernel needs, of a GPU or of the CPU.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Needs {
    Gpu(Kernel),
    Cpu(CpuKernel),
}

impl FileReport {
    pub(super) fn new(path: &Path, found: &[CodeObject], cuda: Cuda, demangled: bool) -> Self {
        let code_objects = found.iter().map(|object| ObjectReport::new(object, demangled)).collect();
        let Cuda { imports: cuda_imports, static_runtime: static_cuda_runtime } = cuda;
        Self { path: hipify_tree::scan::slashed(path), error: None, code_objects, cuda_imports, static_cuda_runtime }
    }

    pub(super) fn failed(path: &Path, error: &Error) -> Self {
        Self {
            path: hipify_tree::scan::slashed(path),
            error: Some(error.to_string()),
            code_objects: Vec::new(),
            cuda_imports: Vec::new(),
            static_cuda_runtime: false,
        }
    }

    /// Whether there is neither device code nor CUDA in the file.
    pub(super) fn is_empty(&self) -> bool {
        self.code_objects.is_empty() && self.cuda_imports.is_empty() && !self.static_cuda_runtime
    }

    pub(super) fn exit_code(&self) -> u8 {
        if self.error.is_some() { 2 } else { u8::from(self.is_empty()) }
    }
}

impl ObjectReport {
    fn new(object: &CodeObject, demangled: bool) -> Self {
        let target = object.target();
        let gfx = target.as_ref().and_then(Target::gpu).map(|id| id.gfx);
        let PieceLocation { member, section, bundle, compressed, entry } = object.place.clone();
        let mut report = Self {
            architecture: gfx.map(|gfx| gfx.architecture.title()),
            products: gfx.map_or(&[], |gfx| gfx.products),
            target: target.map(|target| target.to_string()),
            kind: "unknown",
            code_object_version: None,
            generic_version: None,
            relocatable: false,
            bytes: object.bytes.len(),
            member,
            section,
            bundle,
            entry,
            compressed,
            processor_features: None,
            problem: object.mismatch(),
            kernels: Vec::new(),
        };
        match &object.image {
            Image::Amdgpu(amdgpu) => report.describe(amdgpu, demangled),
            Image::Cpu(cpu) => report.describe_cpu(cpu, demangled),
            Image::Nvidia { ptx, sm } => {
                report.kind = if *ptx { "ptx" } else { "cubin" };
                report.target = Some(format!("sm_{sm}"));
            }
            Image::Bitcode => report.kind = "bitcode",
            Image::Spirv => report.kind = "spirv",
            Image::Empty => report.kind = "empty",
            Image::Other => {}
        }
        report
    }

    fn describe_cpu(&mut self, cpu: &Cpu, demangled: bool) {
        self.kind = "code-object";
        self.code_object_version = Some(cpu.version);
        self.processor_features = Some(cpu.features.clone()).filter(|features| !features.is_empty());
        if cpu.version != hipify_abi::VERSION {
            let message = format!("kernels of version {} are not read, only of {}", cpu.version, hipify_abi::VERSION);
            self.problem = Some(message);
        }
        let kernel = |kernel: &CpuKernel| KernelReport {
            needs: Needs::Cpu(kernel.clone()),
            demangled: if demangled { demangle(&kernel.name) } else { None },
            occupancy: None,
        };
        self.kernels = cpu.kernels.iter().map(kernel).collect();
    }

    fn describe(&mut self, amdgpu: &Amdgpu, demangled: bool) {
        self.kind = "code-object";
        self.code_object_version = Some(amdgpu.code_object_version);
        self.generic_version = Some(amdgpu.generic_version).filter(|version| *version > 0);
        self.relocatable = amdgpu.relocatable;
        if amdgpu.target.is_none() {
            self.problem = Some(format!("machine {:#x} is none that this program knows", amdgpu.mach));
        } else if amdgpu.code_object_version == 2 {
            self.problem = Some("kernels of code object version 2 are not read".to_owned());
        }
        let gfx = amdgpu.target.as_ref().map(|target| target.gfx);
        let kernel = |kernel: &Kernel| KernelReport {
            needs: Needs::Gpu(kernel.clone()),
            demangled: if demangled { demangle(&kernel.name) } else { None },
            occupancy: gfx.and_then(|gfx| occupancy(gfx, kernel)),
        };
        self.kernels = amdgpu.kernels.iter().map(kernel).collect();
    }
}

impl KernelReport {
    /// The name to show.
    pub(super) fn name(&self) -> &str {
        let name = match &self.needs {
            Needs::Gpu(kernel) => &kernel.name,
            Needs::Cpu(kernel) => &kernel.name,
        };
        self.demangled.as_deref().unwrap_or(name)
    }
}
