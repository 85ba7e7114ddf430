//! What each AMDGPU target is: features, the clang that knows it, and what limits the waves that run on it at once.

include!(concat!(env!("OUT_DIR"), "/gfx.rs"));

/// One line of `rules/gfx.toml`, with what its architecture adds.
#[derive(Debug, PartialEq, Eq)]
pub struct Gfx {
    /// As in `--offload-arch`: `gfx90a`, `gfx11-generic`.
    pub name: &'static str,
    /// Value of `__oclc_ISA_version` in the device libraries: major * 1000 + minor * 100 + step.
    pub isa: u32,
    /// `EF_AMDGPU_MACH` in the `e_flags` of its code objects (AMDGPUUsage, "ELF Header").
    pub mach: u32,
    pub architecture: Architecture,
    /// Its code objects run on every target of a group.
    pub generic: bool,
    /// A target id may carry `xnack+` or `xnack-`.
    pub xnack: bool,
    /// A target id may carry `sramecc+` or `sramecc-`.
    pub sramecc: bool,
    /// First major version of clang that knows it; 17 also stands for all before.
    pub clang_added: u32,
    /// First major version of clang that does not know it any more.
    pub clang_removed: Option<u32>,
    /// Lowest code object version that can hold it.
    pub code_object_min: u32,
    /// Lanes a wave can have, the default first.
    pub wave_sizes: &'static [u32],
    /// A lane can read another lane's register (`ds_bpermute`), as shuffles need it.
    pub bpermute: bool,
    pub images: Images,
    /// What clang makes an instruction with `-munsafe-fp-atomics`, and a loop without it.
    pub atomics_by_option: &'static [FloatAtomics],
    /// Format of 8-bit floats in matrix instructions.
    pub fp8: Option<Fp8>,
    /// Bits of the cycle counter that `clock64` reads.
    pub clock_bits: u32,
    /// Lint looks at it where no target is named.
    pub representative: bool,
    /// Of the largest product that has it, where that is known.
    pub compute_units: Option<u32>,
    /// Some products that have it.
    pub products: &'static [&'static str],
    pub limits: Limits,
}

/// What bounds the number of waves; the source is LLVM's `AMDGPUBaseInfo.cpp` (namespace `IsaInfo`).
#[derive(Debug, PartialEq, Eq)]
pub struct Limits {
    vgprs: u32,
    vgpr_granule: u32,
    /// Vector registers that one wave can name, accumulation registers included where they are unified.
    pub addressable_vgprs: u32,
    /// Accumulation registers come out of the same file as vector registers.
    pub unified_agprs: bool,
    sgpr_waves: &'static [(u32, u32)],
    /// Most waves a SIMD holds.
    pub waves_per_simd: u32,
    simds_per_cu: u32,
    /// Two CUs form a workgroup processor, whose LDS and SIMDs one workgroup can use.
    pub wgp: bool,
    lds_per_cu: u32,
    /// Bytes of LDS that are allocated at a time.
    pub lds_granule: u32,
    workgroups_per_cu: u32,
    /// Most work-items of a workgroup.
    pub max_workgroup: u32,
}

impl Limits {
    /// Vector registers a lane of a SIMD has, for waves of `wave_size` lanes.
    pub fn vgprs(&self, wave_size: u32) -> u32 {
        self.vgprs * lanes_factor(wave_size)
    }

    /// Vector registers that are allocated at a time, for waves of `wave_size` lanes.
    pub fn vgpr_granule(&self, wave_size: u32) -> u32 {
        self.vgpr_granule * lanes_factor(wave_size)
    }

    /// Waves a SIMD holds when each uses `sgprs` scalar registers.
    pub fn waves_by_sgprs(&self, sgprs: u32) -> u32 {
        let step = self.sgpr_waves.iter().find(|(most, _)| sgprs <= *most).or(self.sgpr_waves.last());
        step.map_or(self.waves_per_simd, |(_, waves)| *waves)
    }

    /// SIMDs that the waves of one workgroup are spread over; `wgp_mode`: the kernel runs in workgroup processor mode.
    pub fn simds(&self, wgp_mode: bool) -> u32 {
        self.simds_per_cu * self.cus(wgp_mode)
    }

    /// Bytes of LDS that the workgroups on these SIMDs share.
    pub fn lds(&self, wgp_mode: bool) -> u32 {
        self.lds_per_cu * self.cus(wgp_mode)
    }

    /// Most bytes of LDS of one workgroup.
    pub fn lds_per_workgroup(&self) -> u32 {
        self.lds_per_cu
    }

    /// Most workgroups of more than one wave that these SIMDs hold.
    pub fn workgroups(&self, wgp_mode: bool) -> u32 {
        self.workgroups_per_cu * self.cus(wgp_mode)
    }

    fn cus(&self, wgp_mode: bool) -> u32 {
        1 + u32::from(self.wgp && wgp_mode)
    }
}

/// The register file of a SIMD has a fixed number of bytes: waves of half the lanes get twice as many registers.
fn lanes_factor(wave_size: u32) -> u32 {
    if wave_size == 32 { 2 } else { 1 }
}

/// Image instructions of a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Images {
    All,
    /// No linear filtering of 32-bit floats.
    Unfiltered,
    None,
}

/// Atomic operations on floats in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatAtomics {
    Add,
    MinMax,
}

/// Formats of 8-bit floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fp8 {
    /// Finite, with one NaN and one zero.
    Fnuz,
    /// Of the Open Compute Project, as NVIDIA's are.
    Ocp,
}

/// The target of this name, without features: `gfx90a`.
pub fn gfx(name: &str) -> Option<&'static Gfx> {
    GFX.binary_search_by(|gfx| gfx.name.cmp(name)).ok().map(|at| &GFX[at])
}

/// What ported build files name, and what is built for where nothing else is known.
pub fn default_target() -> &'static Gfx {
    gfx(DEFAULT_TARGET).expect("the table's build found it")
}

/// All targets, by name.
pub fn gfx_targets() -> impl Iterator<Item = &'static Gfx> {
    GFX.iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_isa_version_follows_from_the_name() {
        let isa = |name| gfx(name).unwrap().isa;
        assert_eq!([isa("gfx90a"), isa("gfx942"), isa("gfx90c"), isa("gfx1151")], [9010, 9402, 9012, 11501]);
        assert_eq!([isa("gfx9-4-generic"), isa("gfx11-generic")], [9402, 11003]);
    }

    #[test]
    fn no_two_targets_share_an_elf_machine() {
        let mut machs: Vec<u32> = gfx_targets().map(|gfx| gfx.mach).collect();
        machs.sort_unstable();
        assert!(machs.windows(2).all(|pair| pair[0] != pair[1]), "{machs:x?}");
    }

    #[test]
    fn waves_of_32_lanes_have_twice_the_registers() {
        let limits = &gfx("gfx1100").unwrap().limits;
        assert_eq!((limits.vgprs(32), limits.vgprs(64), limits.vgpr_granule(32)), (1536, 768, 24));
        assert_eq!((limits.lds(true), limits.simds(true), limits.simds(false)), (131_072, 4, 2));
    }

    #[test]
    fn many_scalar_registers_leave_room_for_fewer_waves() {
        let waves = |name: &str, sgprs| gfx(name).unwrap().limits.waves_by_sgprs(sgprs);
        assert_eq!([waves("gfx900", 80), waves("gfx900", 102), waves("gfx90a", 80), waves("gfx1100", 106)], [10, 7, 8, 16]);
    }

    #[test]
    fn an_architectures_facts_are_those_of_its_targets() {
        let images = ["gfx1030", "gfx90a", "gfx9-4-generic", "gfx1250"].map(|name| gfx(name).unwrap().images);
        assert_eq!(images, [Images::All, Images::Unfiltered, Images::None, Images::None]);
        assert_eq!(gfx("gfx90a").unwrap().atomics_by_option, [FloatAtomics::Add]);
        assert_eq!(["gfx942", "gfx950", "gfx90a"].map(|name| gfx(name).unwrap().fp8), [Some(Fp8::Fnuz), Some(Fp8::Ocp), None]);
        assert_eq!(["gfx1151", "gfx1201"].map(|name| gfx(name).unwrap().clock_bits), [20, 64]);
    }

    #[test]
    fn every_architecture_that_hip_supports_has_a_representative() {
        for gfx in gfx_targets().filter(|gfx| gfx.bpermute) {
            let same = gfx_targets().filter(|other| other.architecture == gfx.architecture && other.representative);
            let is_old = gfx.architecture == Architecture::Gcn3;
            assert!(is_old || same.count() > 0, "{}", gfx.name);
        }
    }

    #[test]
    fn an_unknown_target_is_none() {
        assert!(gfx("gfx90b").is_none() && gfx("").is_none() && gfx("gfx90a:xnack+").is_none());
    }
}
