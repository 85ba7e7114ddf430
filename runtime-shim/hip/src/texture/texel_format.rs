//! How the elements of arrays and textures are stored, as the three ways in which HIP says it.

use std::ffi::{c_int, c_uint};

use crate::entry::Outcome;
use crate::types::array::{HIP_CHANNEL_FLOAT, HIP_CHANNEL_SIGNED, HIP_CHANNEL_UNSIGNED, hipArray_Format, hipChannelFormatDesc};
use crate::types::error::{hipErrorInvalidValue, hipErrorNotSupported};

/// An element: `channels` values of `bits` bits each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TexelFormat {
    /// `hipChannelFormatKind`.
    pub(crate) kind: c_uint,
    /// 8, 16 or 32.
    pub(crate) bits: u32,
    /// 1, 2 or 4.
    pub(crate) channels: u32,
}

/// `hipArray_Format` with kind and bits (driver_types.h).
const DRIVER_FORMATS: [(hipArray_Format, c_uint, u32); 8] = [
    (0x01, HIP_CHANNEL_UNSIGNED, 8),
    (0x02, HIP_CHANNEL_UNSIGNED, 16),
    (0x03, HIP_CHANNEL_UNSIGNED, 32),
    (0x08, HIP_CHANNEL_SIGNED, 8),
    (0x09, HIP_CHANNEL_SIGNED, 16),
    (0x0a, HIP_CHANNEL_SIGNED, 32),
    (0x10, HIP_CHANNEL_FLOAT, 16),
    (0x20, HIP_CHANNEL_FLOAT, 32),
];

/// Kind and bits of each three `hipResourceViewFormat`s from 1 on, which have 1, 2 and 4 channels.
const VIEW_FORMATS: [(c_uint, u32); 8] = [
    (HIP_CHANNEL_UNSIGNED, 8),
    (HIP_CHANNEL_SIGNED, 8),
    (HIP_CHANNEL_UNSIGNED, 16),
    (HIP_CHANNEL_SIGNED, 16),
    (HIP_CHANNEL_UNSIGNED, 32),
    (HIP_CHANNEL_SIGNED, 32),
    (HIP_CHANNEL_FLOAT, 16),
    (HIP_CHANNEL_FLOAT, 32),
];

impl TexelFormat {
    /// # Errors
    /// `hipErrorInvalidValue` where channels differ in size or no texture can have them.
    pub(crate) fn of_channels(desc: hipChannelFormatDesc) -> Outcome<TexelFormat> {
        let bits = [desc.x, desc.y, desc.z, desc.w];
        let channels = bits.iter().take_while(|&&bits| bits != 0).count();
        let alike = bits.iter().take(channels).all(|&bits| bits == desc.x) && bits.iter().skip(channels).all(|&bits| bits == 0);
        let known = match desc.f {
            HIP_CHANNEL_SIGNED | HIP_CHANNEL_UNSIGNED => matches!(desc.x, 8 | 16 | 32),
            HIP_CHANNEL_FLOAT => matches!(desc.x, 16 | 32),
            _ => false,
        };
        if !(alike && known && matches!(channels, 1 | 2 | 4)) {
            return Err(hipErrorInvalidValue);
        }
        Ok(TexelFormat { kind: desc.f, bits: desc.x.unsigned_abs(), channels: channels as u32 })
    }

    /// # Errors
    /// `hipErrorInvalidValue` where HIP has no such format.
    pub(crate) fn of_driver(format: hipArray_Format, channels: c_uint) -> Outcome<TexelFormat> {
        let &(_, kind, bits) = DRIVER_FORMATS.iter().find(|row| row.0 == format).ok_or(hipErrorInvalidValue)?;
        if !matches!(channels, 1 | 2 | 4) {
            return Err(hipErrorInvalidValue);
        }
        Ok(TexelFormat { kind, bits, channels })
    }

    /// `None` where a view leaves the format as it is.
    ///
    /// # Errors
    /// `hipErrorNotSupported` for block-compressed formats.
    pub(crate) fn of_view(format: c_uint) -> Outcome<Option<TexelFormat>> {
        let Some(index) = format.checked_sub(1) else { return Ok(None) };
        let &(kind, bits) = VIEW_FORMATS.get(index as usize / 3).ok_or(hipErrorNotSupported)?;
        Ok(Some(TexelFormat { kind, bits, channels: [1, 2, 4][index as usize % 3] }))
    }

    /// Bytes of an element.
    pub(crate) fn bytes(self) -> usize {
        (self.bits / 8 * self.channels) as usize
    }

    pub(crate) fn channel_desc(self) -> hipChannelFormatDesc {
        let bits = |channel| if channel < self.channels { self.bits as c_int } else { 0 };
        hipChannelFormatDesc { x: bits(0), y: bits(1), z: bits(2), w: bits(3), f: self.kind }
    }

    pub(crate) fn driver_format(self) -> hipArray_Format {
        let row = DRIVER_FORMATS.iter().find(|row| (row.1, row.2) == (self.kind, self.bits));
        row.map_or(0, |row| row.0)
    }

    /// Integers of 8 or 16 bits, which can be read as fractions.
    pub(crate) fn is_narrow_integer(self) -> bool {
        self.kind != HIP_CHANNEL_FLOAT && self.bits < 32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_go_back_and_forth() {
        for (format, kind, bits) in DRIVER_FORMATS {
            for channels in [1, 2, 4] {
                let texel = TexelFormat::of_driver(format, channels).unwrap();
                assert_eq!(texel, TexelFormat { kind, bits, channels });
                assert_eq!(texel.driver_format(), format);
                assert_eq!(TexelFormat::of_channels(texel.channel_desc()), Ok(texel));
            }
        }
    }

    #[test]
    fn what_no_texture_can_have_is_refused() {
        let desc = |x, y, z, w, f| TexelFormat::of_channels(hipChannelFormatDesc { x, y, z, w, f });
        assert_eq!(desc(8, 8, 8, 0, HIP_CHANNEL_UNSIGNED), Err(hipErrorInvalidValue));
        assert_eq!(desc(8, 16, 0, 0, HIP_CHANNEL_UNSIGNED), Err(hipErrorInvalidValue));
        assert_eq!(desc(8, 0, 0, 0, HIP_CHANNEL_FLOAT), Err(hipErrorInvalidValue));
        assert_eq!(desc(0, 8, 0, 0, HIP_CHANNEL_SIGNED), Err(hipErrorInvalidValue));
    }

    #[test]
    fn views_name_the_formats_of_the_enumeration() {
        // hipResViewFormatSignedShort2 and hipResViewFormatFloat4.
        let short2 = TexelFormat { kind: HIP_CHANNEL_SIGNED, bits: 16, channels: 2 };
        assert_eq!(TexelFormat::of_view(0x0b), Ok(Some(short2)));
        let float4 = TexelFormat { kind: HIP_CHANNEL_FLOAT, bits: 32, channels: 4 };
        assert_eq!(TexelFormat::of_view(0x18), Ok(Some(float4)));
        assert_eq!(TexelFormat::of_view(0), Ok(None));
        assert_eq!(TexelFormat::of_view(0x19), Err(hipErrorNotSupported));
    }
}
