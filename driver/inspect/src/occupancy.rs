//! How many waves of a kernel a SIMD holds at once, and what keeps it from holding more.
//!
//! The rules are those by which LLVM's AMDGPU back end, up to version 19, prints "Occupancy [waves/SIMD]": `IsaInfo` in
//! `AMDGPUBaseInfo.cpp` and `AMDGPUSubtarget::getOccupancyWithLocalMemSize`. As there, workgroups are taken to have the most
//! work-items that the kernel was compiled for, and no LDS beyond what the kernel declares. Later versions print what the best
//! size of workgroups would give, which is more for some kernels. LDS is rounded up to what is allocated at a time
//! (`GRANULATED_LDS_SIZE` in AMDGPUUsage), which LLVM does not do.

use super::metadata::Kernel;
use hipify_rules::Gfx;
use serde::Serialize;

/// Waves of one kernel that a SIMD holds at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Occupancy {
    pub waves: u32,
    /// What the target's SIMDs hold of a kernel that needs little.
    pub most: u32,
    pub percent: u32,
    pub limit: Limit,
}

/// What bounds the number of waves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Limit {
    /// The SIMD's slots for waves.
    Waves,
    /// Vector registers.
    Vgprs,
    /// Scalar registers.
    Sgprs,
    /// LDS.
    Lds,
    /// Workgroups do not fill the SIMDs evenly, or there are too few slots for workgroups.
    Workgroups,
}

impl Limit {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Waves => "waves",
            Self::Vgprs => "vgprs",
            Self::Sgprs => "sgprs",
            Self::Lds => "lds",
            Self::Workgroups => "workgroups",
        }
    }
}

/// None when the kernel's metadata make no sense for the target.
pub(crate) fn occupancy(gfx: &Gfx, kernel: &Kernel) -> Option<Occupancy> {
    if !gfx.wave_sizes.contains(&kernel.wave_size) || !(1..=gfx.limits.max_workgroup).contains(&kernel.max_workgroup) {
        return None;
    }
    let most = gfx.limits.waves_per_simd;
    let candidates = [
        (most, Limit::Waves),
        (by_vgprs(gfx, kernel), Limit::Vgprs),
        (gfx.limits.waves_by_sgprs(kernel.sgprs), Limit::Sgprs),
        (by_workgroups(gfx, kernel, 0), Limit::Workgroups),
        (by_workgroups(gfx, kernel, kernel.lds), Limit::Lds),
    ];
    // The first of equals: LDS is blamed only where it costs more than the size of the workgroups does.
    let (waves, limit) = candidates.into_iter().min_by_key(|(waves, _)| *waves)?;
    Some(Occupancy { waves, most, percent: waves * 100 / most, limit })
}

fn by_vgprs(gfx: &Gfx, kernel: &Kernel) -> u32 {
    let granule = gfx.limits.vgpr_granule(kernel.wave_size);
    let allocated = kernel.vgprs.max(1).checked_next_multiple_of(granule);
    let fit = allocated.map_or(0, |allocated| gfx.limits.vgprs(kernel.wave_size) / allocated);
    fit.clamp(1, gfx.limits.waves_per_simd)
}

/// As many workgroups as LDS and slots allow, their waves spread over the SIMDs.
fn by_workgroups(gfx: &Gfx, kernel: &Kernel, lds: u32) -> u32 {
    let limits = &gfx.limits;
    // Kernels are compiled for workgroup processors unless their metadata say otherwise.
    let wgp_mode = kernel.wgp_mode.unwrap_or(true);
    let simds = limits.simds(wgp_mode);
    let slots = limits.waves_per_simd * simds;
    let waves = kernel.max_workgroup.div_ceil(kernel.wave_size);
    // A workgroup of one wave needs no barrier, of which there are as many as slots for workgroups.
    let by_slots = if waves == 1 { slots } else { (slots / waves).min(limits.workgroups(wgp_mode)) };
    let allocated = lds.checked_next_multiple_of(limits.lds_granule).unwrap_or(u32::MAX);
    let by_lds = limits.lds(wgp_mode).checked_div(allocated).unwrap_or(by_slots);
    let fit = (by_slots.min(by_lds) * waves).div_ceil(simds);
    fit.clamp(1, limits.waves_per_simd)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hipify_rules::gfx;

    fn kernel(wave_size: u32, max_workgroup: u32) -> Kernel {
        Kernel { vgprs: 8, sgprs: 16, wave_size, max_workgroup, ..Kernel::default() }
    }

    fn found(target: &str, kernel: &Kernel) -> (u32, Limit) {
        let found = occupancy(gfx(target).unwrap(), kernel).unwrap();
        (found.waves, found.limit)
    }

    #[test]
    fn a_small_kernel_fills_every_slot() {
        assert_eq!(found("gfx90a", &kernel(64, 256)), (8, Limit::Waves));
        assert_eq!(found("gfx1010", &kernel(32, 256)), (20, Limit::Waves));
    }

    #[test]
    fn vector_registers_are_allocated_by_granules() {
        assert_eq!(found("gfx90a", &Kernel { vgprs: 65, ..kernel(64, 256) }), (7, Limit::Vgprs));
        assert_eq!(found("gfx1100", &Kernel { vgprs: 97, ..kernel(32, 256) }), (12, Limit::Vgprs));
        assert_eq!(found("gfx1100", &Kernel { vgprs: 97, ..kernel(64, 256) }), (7, Limit::Vgprs));
    }

    #[test]
    fn lds_is_shared_by_the_simds_of_a_cu_or_of_a_workgroup_processor() {
        let kernel = Kernel { lds: 20480, ..kernel(32, 256) };
        assert_eq!(found("gfx1100", &kernel), (12, Limit::Lds));
        assert_eq!(found("gfx1100", &Kernel { wgp_mode: Some(false), ..kernel }), (12, Limit::Lds));
    }

    #[test]
    fn numbers_that_cannot_be_are_no_panic() {
        let wild = Kernel { vgprs: u32::MAX, sgprs: u32::MAX, lds: u32::MAX, ..kernel(64, 1024) };
        assert_eq!(found("gfx900", &wild).0, 1);
        assert_eq!(occupancy(gfx("gfx900").unwrap(), &kernel(0, 256)), None);
        assert_eq!(occupancy(gfx("gfx900").unwrap(), &kernel(64, 0)), None);
    }
}
