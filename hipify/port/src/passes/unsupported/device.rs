//! A name of the device language, or of what launches it, without counterpart to the code that it is reported under.

use hipify_diagnostics::Code;

/// The first row of which a pattern fits says the code. A pattern has one `*` at most, for any text.
const ROWS: &[(Code, &[&str])] = &[
    (Code::CLUSTERS_TMA, &["cooperative_groups::this_cluster", "cooperative_groups::cluster_group"]),
    (Code::TENSOR_CORE, &["nvcuda", "nvcuda::*"]),
    (
        Code::CLUSTERS_TMA,
        &["__cluster*", "__block_size__", "__isClusterShared", "__threadfence_cluster", "cuTensorMap*", "CUtensorMap*"],
    ),
    (
        Code::CLUSTERS_TMA,
        &[
            "CU_TENSOR_MAP_*",
            "cudaLaunchAttributeCluster*",
            "CU_LAUNCH_ATTRIBUTE_CLUSTER_*",
            "cudaLaunchAttribute*ClusterDimension",
        ],
    ),
    (
        Code::CLUSTERS_TMA,
        &[
            "cudaFuncAttributeCluster*",
            "cudaFuncAttributeRequiredCluster*",
            "CU_FUNC_ATTRIBUTE_CLUSTER_*",
            "cudaClusterScheduling*",
        ],
    ),
    (
        Code::CLUSTERS_TMA,
        &[
            "cudaOccupancyMaxActiveClusters",
            "cudaOccupancyMaxPotentialClusterSize",
            "cuOccupancyMaxActiveClusters",
            "CU_CLUSTER_*",
            "CUclusterScheduling*",
        ],
    ),
    (Code::PDL, &["cudaGridDependencySynchronize", "cudaTriggerProgrammatic*"]),
    (Code::PDL, &["cudaLaunchAttributeProgrammatic*", "CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_*"]),
    (Code::DEVICE_ASSERT_ABORT, &["__trap", "__brkpt"]),
    (Code::NANOSLEEP, &["__nanosleep"]),
    (Code::SCOPED_ATOMICS, &["atomic*_block", "atomic*_system"]),
    (Code::ADDRESS_SPACE, &["__isShared", "__isGlobal", "__isLocal", "__isConstant", "__isGridConstant", "__cvta_*"]),
    (Code::DP4A, &["__dp4a", "__dp2a_lo", "__dp2a_hi"]),
    (Code::CACHE_HINT_LOADS, &["__ldlu", "__ldcv", "__ldcg", "__ldca", "__ldcs", "__stwb", "__stcg", "__stcs", "__stwt"]),
    (Code::SIMD_VIDEO, &["__vabs*", "__vadd*", "__vavg*", "__vcmp*", "__vhadd*", "__viadd*", "__vib*", "__vim*"]),
    (Code::SIMD_VIDEO, &["__vmax*", "__vmin*", "__vneg*", "__vsad*", "__vset*", "__vsub*"]),
    (Code::HALF_CONVERSION, &["__CUDA_NO_HALF*", "__CUDA_NO_BFLOAT16*"]),
    (Code::BF16_NAMES, &["__nv_bfloat16*", "__bfloat16*", "__float2bfloat16*", "__double2bfloat16*", "__int2bfloat16*"]),
    (Code::BF16_NAMES, &["__uint2bfloat16*", "__short2bfloat16*", "__ushort2bfloat16*", "__ll2bfloat16*", "__ull2bfloat16*"]),
    (Code::DIRECTED_ROUNDING, &["__f*_rz", "__f*_ru", "__f*_rd", "__d*_rz", "__d*_ru", "__d*_rd"]),
];

/// The code of what a name is about; `None` for names that are about nothing here.
pub(super) fn device_code(name: &str) -> Option<Code> {
    let fits = |(_, patterns): &&(Code, &[&str])| patterns.iter().any(|pattern| matches(pattern, name));
    ROWS.iter().find(fits).map(|(code, _)| *code)
}

/// Whether `name` is `pattern`, whose star stands for any text.
fn matches(pattern: &str, name: &str) -> bool {
    let Some((before, after)) = pattern.split_once('*') else { return pattern == name };
    name.strip_prefix(before).is_some_and(|rest| rest.ends_with(after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_reported_by_the_code_of_what_it_is_about() {
        let codes = [
            ("cooperative_groups::this_cluster", Some(Code::CLUSTERS_TMA)),
            ("cudaLaunchAttributePreferredClusterDimension", Some(Code::CLUSTERS_TMA)),
            ("cudaLaunchAttributeProgrammaticEvent", Some(Code::PDL)),
            ("atomicCAS_block", Some(Code::SCOPED_ATOMICS)),
            ("__vsetgeu4", Some(Code::SIMD_VIDEO)),
            ("__dsqrt_ru", Some(Code::DIRECTED_ROUNDING)),
            ("__float2bfloat16_rz", Some(Code::BF16_NAMES)),
            ("cudaGraphConditionalHandleCreate", None),
        ];
        for (name, code) in codes {
            assert_eq!(device_code(name), code, "{name}");
        }
    }
}
