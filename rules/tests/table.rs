//! The committed table, without network: what must hold of every row, and some look-ups by name.

use std::collections::HashSet;

use hipify_rules::{CallOp, Choice, Flavor, SymbolKind, Target, Version, family, header, headers, is_cuda_like, symbol, symbols};

fn named(name: &str) -> hipify_rules::Symbol {
    symbol(name.as_bytes()).unwrap_or_else(|| panic!("`{name}` has no row"))
}

fn becomes(name: &str) -> Target {
    Choice { experimental: true, ..Choice::default() }.target(named(name))
}

/// An identifier, a qualified one, a template instance or a plain C type: what may stand in code in a name's place.
fn may_stand_in_code(name: &str) -> bool {
    let sign = |c: char| c.is_ascii_alphanumeric() || "_:<>*".contains(c);
    name.chars().all(sign) && name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
}

#[test]
fn every_name_can_stand_in_code() {
    for symbol in symbols() {
        assert!(may_stand_in_code(symbol.cuda()), "{}", symbol.cuda());
        for name in [symbol.hip(), symbol.roc(), symbol.miopen()].into_iter().flatten() {
            assert!(may_stand_in_code(name), "{} becomes `{name}`", symbol.cuda());
        }
    }
}

#[test]
fn every_row_without_a_counterpart_says_what_to_do() {
    let silent: Vec<_> = symbols().filter(|s| s.hip().is_none() && s.note().is_none()).map(|s| s.cuda()).collect();
    assert!(silent.is_empty(), "{silent:?}");
}

#[test]
fn every_row_states_what_the_name_is() {
    let blank: Vec<_> = symbols().filter(|s| s.kind() == SymbolKind::Unknown).map(|s| s.cuda()).collect();
    assert!(blank.is_empty(), "{blank:?}");
}

#[test]
fn rows_are_sorted_and_found_by_name() {
    let names: Vec<_> = symbols().map(|s| s.cuda()).collect();
    assert!(names.is_sorted());
    assert_eq!(names.len(), names.iter().collect::<HashSet<_>>().len());
    assert!(names.iter().all(|name| named(name).cuda() == *name));
}

#[test]
fn a_header_is_mapped_dropped_or_explained() {
    for row in headers() {
        let mapped = row.hip(&Choice::default()).is_some();
        assert!(mapped || row.is_dropped() || row.note().is_some(), "{}", row.cuda());
        assert!(!(mapped && row.is_dropped()), "{} is mapped and dropped", row.cuda());
    }
}

#[test]
fn a_ported_name_is_not_a_cuda_name_again() {
    // Porting twice must equal porting once.
    for symbol in symbols() {
        for name in [symbol.hip(), symbol.roc(), symbol.miopen()].into_iter().flatten() {
            let again = hipify_rules::symbol(name.as_bytes()).map_or(Target::Same, |s| Choice::default().target(s));
            assert!(!matches!(again, Target::Renamed(_)), "{} becomes {name}, then {again:?}", symbol.cuda());
        }
    }
}

#[test]
fn call_edits_name_arguments_that_a_call_can_have() {
    for symbol in symbols().filter(|s| s.has_call_edits()) {
        for edit in symbol.call_edits() {
            let (CallOp::Symbol(i) | CallOp::Kernel(i) | CallOp::Drop(i)) = edit.op else { continue };
            assert!(edit.arity.is_none_or(|arity| i < arity), "{}: {edit:?}", symbol.cuda());
        }
    }
}

#[test]
fn names_of_each_library_become_what_the_headers_have() {
    for (cuda, hip) in [
        ("cudaMalloc", "hipMalloc"),
        ("cudaMallocHost", "hipHostMalloc"),
        ("cuMemcpy3D", "hipDrvMemcpy3D"),
        ("cublasSgemm_v2", "hipblasSgemm"),
        ("cusparseSpMV", "hipsparseSpMV"),
        ("cufftPlan1d", "hipfftPlan1d"),
        ("curand_init", "hiprand_init"),
        ("nvrtcCompileProgram", "hiprtcCompileProgram"),
        ("nvtxRangePushA", "roctxRangePushA"),
        ("nvcuda::wmma", "rocwmma"),
        ("thrust::cuda::par", "thrust::hip::par"),
        ("cub", "hipcub"),
        ("__nv_bfloat162", "__hip_bfloat162"),
        ("nv_bfloat16", "__hip_bfloat16"),
        ("__nv_fp8_e4m3", "__hip_fp8_e4m3"),
        ("cudaDevAttrMaxBlocksPerMultiprocessor", "hipDeviceAttributeMaxBlocksPerMultiProcessor"),
        ("cudaMemPrefetchAsync_v2", "hipMemPrefetchAsync_v2"),
    ] {
        assert_eq!(becomes(cuda), Target::Renamed(hip), "{cuda}");
    }
    for same in ["ncclAllReduce", "__shfl_sync", "cooperative_groups::this_grid", "float4", "make_float4", "sin"] {
        assert_eq!(becomes(same), Target::Same, "{same}");
    }
    for none in ["__vadd2", "__dp4a", "cuTensorMapEncodeTiled", "__grid_constant__", "cooperative_groups::cluster_group"] {
        assert_eq!(becomes(none), Target::Unsupported, "{none}");
    }
}

#[test]
fn roc_and_miopen_names_are_chosen_where_there_are_any() {
    let roc = Choice { flavor: Flavor::Roc, ..Choice::default() };
    assert_eq!(roc.target(named("cublasSgemm")), Target::Renamed("rocblas_sgemm"));
    assert_eq!(roc.target(named("cudaMalloc")), Target::Renamed("hipMalloc"));
    let miopen = Choice { flavor: Flavor::Miopen, ..Choice::default() };
    assert_eq!(miopen.target(named("cudnnCreate")), Target::Renamed("miopenCreate"));
    let only_miopen = named("cudnnBackendCreateDescriptor");
    assert_eq!(miopen.target(only_miopen), Target::Renamed("miopenBackendCreateDescriptor"));
    assert_eq!(Choice::default().target(only_miopen), Target::Unsupported);
    let both = Choice { flavor: Flavor::new(true, true), ..Choice::default() };
    let becomes = ["cublasSgemm", "cudaMalloc", "cudnnCreate"].map(|name| both.target(named(name)));
    assert_eq!(becomes, ["rocblas_sgemm", "hipMalloc", "miopenCreate"].map(Target::Renamed));
}

#[test]
fn a_name_of_a_newer_rocm_needs_it() {
    let old = Choice { rocm: Some(Version::new(6, 4, 0)), ..Choice::default() };
    let target = old.target(named("cudaMemcpyBatchAsync"));
    assert_eq!(target, Target::NeedsRocm("hipMemcpyBatchAsync", Version::new(7, 1, 0)));
}

#[test]
fn a_header_is_found_by_name_and_by_folder() {
    let to = |name: &str| header(name).and_then(|h| h.hip(&Choice::default()));
    assert_eq!(to("cuda_runtime.h"), Some("hip/hip_runtime.h"));
    assert_eq!(to("cublas_v2.h"), Some("hipblas/hipblas.h"));
    assert_eq!(to("cub/block/block_reduce.cuh"), Some("hipcub/hipcub.hpp"));
    assert_eq!(to("thrust/device_vector.h"), Some("thrust/device_vector.h"));
    assert_eq!(to("thrust/system/cuda/execution_policy.h"), Some("thrust/system/hip/execution_policy.h"));
    assert_eq!(to("nccl.h"), Some("rccl/rccl.h"));
    assert_eq!(to("mma.h"), Some("rocwmma/rocwmma.hpp"));
    assert!(header("crt/host_config.h").is_some_and(|h| h.is_dropped()));
    assert!(header("nvml.h").is_some_and(|h| h.note().is_some()));
    assert!(header("vector").is_none() && header("my/own.h").is_none());
}

#[test]
fn spelling_tells_cuda_names_from_others() {
    for name in ["cudaFooBar", "cuFooBar", "CUDNN_FOO", "cusolverDnFoo", "nppiFoo_8u", "NVML_FOO", "cuptiFoo", "CUpti_Foo"] {
        assert!(is_cuda_like(name.as_bytes()), "{name}");
    }
    for name in ["custom", "cut", "cube", "cuda", "current", "sin", "hipMalloc", "NVIDIA", "nppx", "cublasts", "Nppy"] {
        assert!(!is_cuda_like(name.as_bytes()), "{name}");
    }
}

#[test]
fn libraries_without_rows_are_known_by_their_prefix() {
    assert_eq!(family(b"nppiAdd_8u_C1RSfs").map(|f| f.library()), Some("npp"));
    assert_eq!(family(b"cusparseLtInit").map(|f| f.library()), Some("sparselt"));
    assert_eq!(family(b"cublasMpNumroc").map(|f| f.library()), Some("mathmp"));
    assert!(family(b"cusparseCreate").is_none());
}
