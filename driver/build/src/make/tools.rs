//! The toolchain and the ported tree as a plan sees them.

use crate::fortran;
use crate::ported::PortedTree;
use crate::steps::{CpuTools, Ported, PortedFile, Tools};
use hipify_command_line::request::{LinkWord, Request};
use hipify_command_line::runtime::{Choice, Mode};
use hipify_command_line::target::{Target, gpus};
use hipify_error::Error;
use hipify_toolchain::bundled::{Cpu, DeviceHeaders, RocWmma};
use hipify_toolchain::cuda_headers::CudaHeaders;
use hipify_toolchain::{Linked, Toolchain, openmp};
use std::path::Path;

/// Sources and flags that lead into the ported tree.
pub(super) fn ported(request: &Request, tree: &PortedTree) -> Ported {
    let with_folders = |flags: &[String]| hip_folders_last(tree.flags(flags));
    let mut flags = with_folders(&request.flags);
    flags.extend(tree.trailing_flags());
    let files = tree.steps().map(|step| PortedFile { from: step.from.clone(), to: step.to.clone(), words: step.words() });
    let text = |path: &Path| tree.source(path).unwrap_or_else(|| path.to_path_buf());
    Ported {
        files: files.collect(),
        sources: request.sources.iter().map(|source| text(&source.path)).collect(),
        flags,
        source_flags: request.sources.iter().map(|source| with_folders(&source.flags)).collect(),
        fortran: None,
    }
}

/// Build files name HIP's own folder of headers, as `-I/opt/rocm/include`: the toolchain's come first, which are those that the pass is
/// for, and what else is in the folder is found there still.
fn hip_folders_last(flags: Vec<String>) -> Vec<String> {
    let is_hips = |folder: &str| Path::new(folder).join("hip/hip_version.h").is_file();
    let mut out: Vec<String> = Vec::with_capacity(flags.len());
    let mut flags = flags.into_iter().peekable();
    while let Some(flag) = flags.next() {
        match flag.strip_prefix("-I") {
            Some("") if flags.peek().is_some_and(|folder| is_hips(folder)) => out.push("-isystem".to_owned()),
            Some(folder) if !folder.is_empty() && is_hips(folder) => out.extend(["-isystem".to_owned(), folder.to_owned()]),
            _ => out.push(flag),
        }
    }
    out
}

/// Makes older standards C++17, which AMD's libraries of device code need (rocPRIM's release notes, 4.0; rocWMMA's CMakeLists.txt).
pub(super) fn raise_standard(flags: &mut [String]) {
    for flag in flags {
        let old = ["98", "03", "0x", "11", "1y", "14"].iter().find(|old| flag.ends_with(&format!("++{old}")));
        if let Some(old) = old.filter(|_| flag.starts_with("-std=")) {
            flag.truncate(flag.len() - old.len());
            flag.push_str("17");
        }
    }
}

/// The folders from which CUDA and HIP sources include what stands on rocPRIM.
const ON_ROCPRIM: &[&str] = &["cub/", "thrust/", "hipcub/", "rocprim/"];

/// The headers from which CUDA sources have `nvcuda::wmma`.
const MMA: &[&str] = &["mma.h", "crt/mma.h"];

/// The lanes of warps that there is code for where their number is a constant: those of the narrower ones come first.
const LANES: [u32; 2] = [32, 64];

/// AMD's libraries of device code that the files include, as the machine has them. rocWMMA's headers are those of a folder that the
/// command line names, for all files that lead to it. Where an installed HIP has them, files take them that are written for
/// rocWMMA; those that come from CUDA's `mma.h` keep to the bundled header, whose fragments are of 32 lanes as CUDA's are.
pub(super) fn device_headers(tree: &PortedTree, flags: &[String], toolchain: &Toolchain) -> Option<DeviceHeaders> {
    let cpu = toolchain.cpu.as_ref()?;
    let includes = |folders: &[&str]| tree.files().any(|file| file.includes_from(folders));
    let on_rocwmma = includes(&["rocwmma/"]);
    let rocwmma = if (on_rocwmma || tree.files().any(|file| file.includes_one_of(MMA))) && names_rocwmma(flags) {
        Some(RocWmma::Named)
    } else {
        Some(RocWmma::Installed).filter(|_| on_rocwmma && cpu.rocwmma.is_some())
    };
    let found = DeviceHeaders { rocprim: cpu.rocprim.is_some() && includes(ON_ROCPRIM), rocwmma };
    Some(found).filter(|found| found.rocprim || found.rocwmma.is_some())
}

/// Whether a folder with AMD's rocWMMA is among those to search before the toolchain's.
fn names_rocwmma(flags: &[String]) -> bool {
    let mut flags = flags.iter();
    let folders = std::iter::from_fn(|| {
        let flag = flags.next()?;
        let folder = flag.strip_prefix("-I");
        Some(if folder == Some("") { flags.next().map(String::as_str) } else { folder })
    });
    folders.flatten().any(|folder| Cpu::has_rocwmma(Path::new(folder)))
}

/// Makes passes for the CPU find AMD's libraries of device code. The lanes of a warp are a constant to these: there is code for
/// each size, and the runtime takes what it needs. What it takes only if it is asked to is made smaller than the other. Relocatable
/// code goes into one module with that of other sources, which is for all sizes: it is for the one that the runtime has unless it is
/// asked for another, which it then refuses.
pub(super) fn use_device_headers(tools: &mut Tools, toolchain: &Toolchain, request: &Request, found: DeviceHeaders) {
    let Some(cpu) = toolchain.cpu.as_ref() else { return };
    let gpu = tools.device_flags.iter().find_map(|(target, _)| target.gpu());
    // The host pass says which kernels are launched, and is the same for all targets.
    let alone = gpu.is_none() && toolchain.host_is_bundled();
    if toolchain.host_is_bundled() {
        tools.host_flags.extend(cpu.device_headers_flags(found, LANES[1], alone));
    }
    let default = gpu.and_then(|gpu| gpu.gfx.wave_sizes.first().copied()).unwrap_or(LANES[0]);
    if !request.rdc && tools.device_flags.iter().any(|(target, _)| *target == Target::Cpu(None)) {
        tools.seldom = LANES.into_iter().find(|lanes| *lanes != default).map(|lanes| Target::Cpu(Some(lanes)));
    }
    let passes = std::mem::take(&mut tools.device_flags).into_iter().flat_map(|(target, flags)| {
        let of_lanes = |target, lanes| (target, [flags.clone(), cpu.device_headers_flags(found, lanes, alone)].concat());
        match target {
            Target::Cpu(None) if request.rdc => vec![of_lanes(target, default)],
            Target::Cpu(None) => LANES.map(|lanes| of_lanes(Target::Cpu(Some(lanes)), lanes)).to_vec(),
            Target::Cpu(Some(lanes)) => vec![of_lanes(target, lanes)],
            Target::Gpu(_) => vec![(target, flags)],
        }
    });
    tools.device_flags = passes.collect();
}

/// Programs, and the flags of each target.
///
/// # Errors
/// When the compiler does not know a target, or a tool beside it is missing.
pub(super) fn tools(
    request: &Request,
    targets: &[Target],
    toolchain: &Toolchain,
    mode: Mode,
    fortran: bool,
) -> Result<Tools, Error> {
    for target in gpus(targets) {
        toolchain.check(target)?;
    }
    let cuda = match mode {
        Mode::Port => CudaHeaders::default(),
        Mode::SingleSource => toolchain.cuda_headers()?,
    };
    let hip_flags = [toolchain.compile_flags(), toolchain.supplement()?, cuda.for_kernels()].concat();
    let mut device_flags = Vec::new();
    for target in targets {
        let flags = match target {
            Target::Gpu(id) => {
                let libraries = toolchain.device_library_folder(id)?;
                [hip_flags.clone(), toolchain.device_flags(id, &libraries)].concat()
            }
            Target::Cpu(_) => {
                let flags = toolchain.cpu.as_ref().map(Toolchain::cpu_device_flags).unwrap_or_default();
                [flags, cuda.for_kernels()].concat()
            }
        };
        device_flags.push((target.clone(), flags));
    }
    let cpu = toolchain.cpu.as_ref().map(|cpu| CpuTools {
        cxx: cpu.clang.path.clone(),
        release: cpu.clang.version.major,
        lower: cpu.lower.clone(),
        arch: request.runtime.cpu_arch.name().to_owned(),
        has_mask_registers: has_mask_registers(request.runtime.cpu_arch.name()),
        runs_seldom: false,
    });
    let beside = |name: &str| toolchain.tool(name);
    let host = toolchain.bundled_for_host();
    Ok(Tools {
        cxx: toolchain.clang.path.clone(),
        cc: beside("clang")?,
        lld: beside("ld.lld")?,
        bundler: beside("clang-offload-bundler")?,
        ar: beside("llvm-ar").unwrap_or_else(|_| "ar".into()),
        host_flags: host.map_or(hip_flags, |cpu| [Toolchain::cpu_host_flags(cpu), cuda.for_kernels()].concat()),
        plain_flags: [toolchain.supplement_of_plain()?, toolchain.plain_flags(), cuda.for_hosts()].concat(),
        device_flags,
        cpu,
        seldom: None,
        beside: toolchain.bundled_library.clone().filter(|_| toolchain.linked == Linked::Beside),
        fc: fortran.then(|| fortran::find(request.fortran.compiler.as_deref())).transpose()?,
        objcopy: beside("llvm-objcopy").unwrap_or_else(|_| "objcopy".into()),
        link_flags: toolchain.link_flags(),
        beside_too: Vec::new(),
    })
}

/// The request with clang's OpenMP runtime in the place of gcc's, if it names that.
pub(super) fn with_one_openmp(request: &Request, toolchain: &Toolchain) -> Option<Request> {
    toolchain.openmp_library().filter(|_| request.link.iter().any(is_gccs_openmp))?;
    let mut request = request.clone();
    one_openmp(&mut request.link);
    Some(request)
}

fn is_gccs_openmp(word: &LinkWord) -> bool {
    match word {
        LinkWord::Flag(flag) => openmp::is_gccs(flag),
        LinkWord::File(path) => path.to_str().is_some_and(openmp::is_gccs),
        LinkWord::Source(_) => false,
    }
}

fn one_openmp(link: &mut Vec<LinkWord>) {
    let flag = LinkWord::Flag(openmp::FLAG.to_owned());
    let is_named = link.contains(&flag);
    match link.iter().position(is_gccs_openmp) {
        Some(first) if !is_named => link[first] = flag,
        _ => {}
    }
    link.retain(|word| !is_gccs_openmp(word));
}

/// Whether vector instructions of a processor, as `-march` takes it, take masks from registers of their own: AVX-512's do.
fn has_mask_registers(arch: &str) -> bool {
    match arch {
        #[cfg(target_arch = "x86_64")]
        "native" => std::is_x86_feature_detected!("avx512bw") && std::is_x86_feature_detected!("avx512vl"),
        _ => arch == "x86-64-v4",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_has_one_openmp_runtime() {
        let linked = |words: &[&str]| {
            let mut link = words.iter().map(|word| LinkWord::Flag((*word).to_owned())).collect();
            one_openmp(&mut link);
            link.iter().map(|word| format!("{word:?}")).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(linked(&["-lgomp", "-lm", "-lgomp"]), r#"Flag("-fopenmp") Flag("-lm")"#);
        assert_eq!(linked(&["-fopenmp", "-lgomp"]), r#"Flag("-fopenmp")"#);
        assert_eq!(linked(&["-lm"]), r#"Flag("-lm")"#);
        let mut link = vec![LinkWord::File("/usr/lib/gcc/libgomp.so".into())];
        one_openmp(&mut link);
        assert_eq!(link, [LinkWord::Flag("-fopenmp".to_owned())]);
    }

    #[test]
    fn the_folder_of_hips_headers_comes_after_the_toolchains() -> std::io::Result<()> {
        let folder = tempfile::tempdir()?;
        std::fs::create_dir_all(folder.path().join("hip"))?;
        std::fs::write(folder.path().join("hip/hip_version.h"), "")?;
        let hip = folder.path().display().to_string();
        let flags = vec!["-Iinc".to_owned(), format!("-I{hip}"), "-I".to_owned(), hip.clone(), "-I".to_owned(), "inc".to_owned()];
        let expected = ["-Iinc", "-isystem", &hip, "-isystem", &hip, "-I", "inc"];
        assert_eq!(hip_folders_last(flags), expected);
        Ok(())
    }
}
