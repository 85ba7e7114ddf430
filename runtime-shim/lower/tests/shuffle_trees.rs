//! Reductions by shuffles that become trees: their warps meet once. What they compute the programs of corpora/run say.

#[path = "support/device.rs"]
mod device;

/// The regions of kernels, which are one more than the places where their threads meet.
fn has_regions(kernels: &[(&str, usize)]) {
    let (_, report) = hipify_lower::lower(&device::device_code("shuffle_trees/kernels.hip"), &device::options()).unwrap();
    for (kernel, regions) in kernels {
        let wanted = format!("{kernel}: {regions} regions");
        assert!(report.iter().any(|line| line.starts_with(&wanted)), "no `{wanted}` in {report:?}");
    }
}

#[test]
fn reductions_of_32_lanes_meet_once() {
    has_regions(&[("of_first", 2), ("of_all", 2), ("of_block", 2)]);
}

#[test]
fn those_of_whole_warps_meet_once_more_for_64_lanes() {
    has_regions(&[("of_warp", 3), ("rising", 3)]);
}

#[test]
fn other_exchanges_stay_as_they_are() {
    has_regions(&[("of_each", 6), ("of_some", 3), ("halfway", 6), ("of_others", 6), ("mixed", 6)]);
}
