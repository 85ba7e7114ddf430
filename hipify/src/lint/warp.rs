//! Functions that the lanes of a warp run together.

/// Functions whose first argument is a mask of lanes.
pub(crate) const MASKED: &[&str] = &[
    "__shfl_sync",
    "__shfl_up_sync",
    "__shfl_down_sync",
    "__shfl_xor_sync",
    "__all_sync",
    "__any_sync",
    "__ballot_sync",
    "__uni_sync",
    "__match_any_sync",
    "__match_all_sync",
    "__reduce_add_sync",
    "__reduce_min_sync",
    "__reduce_max_sync",
    "__reduce_and_sync",
    "__reduce_or_sync",
    "__reduce_xor_sync",
    "__syncwarp",
];

/// Functions of lanes without a mask, as CUDA had them before 9.0 and HIP has them still.
pub(crate) const LEGACY: &[&str] = &["__any", "__all", "__ballot", "__activemask", "__match_any", "__match_all"];
