//! Names that have no row of their own and are known by how they start: whole libraries without a counterpart in ROCm.

use crate::table::{self, LibraryRow};

/// A library known by the prefixes of its names.
#[derive(Clone, Copy)]
pub struct Family(&'static LibraryRow);

impl Family {
    /// The library: `npp`, `nvml`, `cupti`, ...
    pub fn library(self) -> &'static str {
        self.0.name.get().unwrap_or("")
    }

    /// What to use instead; one sentence without a full stop.
    pub fn note(self) -> Option<&'static str> {
        self.0.note.get()
    }
}

/// The library that `name` belongs to by its spelling. Names with a row of their own need [`crate::symbol`].
pub fn family(name: &[u8]) -> Option<Family> {
    let row = table::prefix_rows().iter().find(|row| row.prefix.get().is_some_and(|p| starts(name, p.as_bytes())))?;
    Some(Family(table::library_row(row.library)))
}

/// Whether the prefix ends where a word of `name` ends: `nvml` starts `nvmlInit` and not `nvmlike`.
fn starts(name: &[u8], prefix: &[u8]) -> bool {
    let Some(next) = name.strip_prefix(prefix).and_then(<[u8]>::first) else { return false };
    let within = prefix.last().is_some_and(u8::is_ascii_lowercase) && next.is_ascii_lowercase();
    !within
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_ends_where_a_word_ends() {
        assert!(starts(b"nvmlInit", b"nvml"));
        assert!(starts(b"Npp8u", b"Npp"));
        assert!(starts(b"NPP_NO_ERROR", b"NPP_"));
        assert!(!starts(b"nvmlike", b"nvml"));
        assert!(!starts(b"nvml", b"nvml"));
    }

    #[test]
    fn libraries_without_a_counterpart_are_known_with_a_note() {
        for name in ["nppiAdd_8u_C1RSfs", "nvmlDeviceGetCount_v2", "CUPTI_SUCCESS", "nvjpegCreate", "cuFileRead"] {
            let family = family(name.as_bytes()).unwrap_or_else(|| panic!("{name} is of no family"));
            assert!(family.note().is_some(), "{name}");
        }
        assert!(family(b"supply").is_none());
    }
}
