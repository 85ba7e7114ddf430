//! The note `NT_AMDGPU_METADATA` of a code object into what each kernel needs.
//!
//! Source of the fields: AMDGPUUsage, "Code Object V3 Metadata" to "Code Object V5 Metadata"; the note holds msgpack.

use serde::{Deserialize, Deserializer, Serialize};

/// What one kernel needs, as the compiler recorded it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default)]
pub struct Kernel {
    /// As in the source, mangled.
    #[serde(rename(deserialize = ".name"))]
    pub name: String,
    /// Symbol of its descriptor, `NAME.kd`.
    #[serde(rename(deserialize = ".symbol"))]
    pub symbol: String,
    #[serde(rename(deserialize = ".language"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// Vector registers of a lane; where accumulation registers are unified with them, both.
    #[serde(rename(deserialize = ".vgpr_count"))]
    pub vgprs: u32,
    /// Accumulation registers of a lane; none on targets without.
    #[serde(rename(deserialize = ".agpr_count"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agprs: Option<u32>,
    /// Scalar registers of a wave.
    #[serde(rename(deserialize = ".sgpr_count"))]
    pub sgprs: u32,
    /// Vector registers stored to scratch for want of room.
    #[serde(rename(deserialize = ".vgpr_spill_count"))]
    pub vgpr_spills: u32,
    /// Scalar registers stored to vector registers or scratch for want of room.
    #[serde(rename(deserialize = ".sgpr_spill_count"))]
    pub sgpr_spills: u32,
    /// Bytes of LDS of a workgroup, without what a launch adds.
    #[serde(rename(deserialize = ".group_segment_fixed_size"))]
    pub lds: u32,
    /// Bytes of scratch of a lane.
    #[serde(rename(deserialize = ".private_segment_fixed_size"))]
    pub scratch: u32,
    /// More scratch may be needed than `scratch`: the kernel calls what the compiler could not see.
    #[serde(rename(deserialize = ".uses_dynamic_stack"))]
    pub dynamic_stack: bool,
    /// Bytes of arguments, hidden ones included.
    #[serde(rename(deserialize = ".kernarg_segment_size"))]
    pub kernarg: u32,
    /// Lanes of a wave.
    #[serde(rename(deserialize = ".wavefront_size"))]
    pub wave_size: u32,
    /// Most work-items of a workgroup that it was compiled for.
    #[serde(rename(deserialize = ".max_flat_workgroup_size"))]
    pub max_workgroup: u32,
    /// It runs in workgroup processor mode: two CUs share a workgroup's LDS.
    #[serde(rename(deserialize = ".workgroup_processor_mode"), deserialize_with = "flag")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wgp_mode: Option<bool>,
}

#[derive(Deserialize)]
struct Metadata {
    #[serde(rename = "amdhsa.kernels", default)]
    kernels: Vec<Kernel>,
}

/// LLVM writes this field as 0 or 1, where AMDGPUUsage says boolean.
fn flag<'d, D: Deserializer<'d>>(value: D) -> Result<Option<bool>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Flag {
        Word(bool),
        Number(u8),
    }
    Flag::deserialize(value).map(|flag| match flag {
        Flag::Word(on) => Some(on),
        Flag::Number(number) => Some(number != 0),
    })
}

/// The kernels of a code object, in its order; the error is the decoder's.
pub(super) fn kernels(msgpack: &[u8]) -> Result<Vec<Kernel>, String> {
    rmp_serde::from_slice::<Metadata>(msgpack).map(|metadata| metadata.kernels).map_err(|error| error.to_string())
}
