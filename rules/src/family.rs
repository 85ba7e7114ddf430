//! Names that have no row of their own and are known by how they start: whole libraries without a counterpart in ROCm.

use crate::table::{self, LibraryRow, PrefixRow};

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
    let head = name.get(..2)?;
    let prefix = |row: &PrefixRow| row.prefix.get().unwrap_or("").as_bytes();
    // The rows are in order, and no prefix is shorter than two bytes.
    let rows = table::prefix_rows();
    let rows = &rows[rows.partition_point(|row| prefix(row) < head)..];
    let row = rows.iter().take_while(|row| prefix(row).starts_with(head)).find(|row| starts(name, prefix(row)))?;
    Some(Family(table::library_row(row.library)))
}

/// Whether the prefix ends where a word of `name` ends: `nvml` starts `nvmlInit`, and neither `nvmlike` nor a program's own
/// `nvml_device`; a library whose names go on with an underscore has a prefix that ends in it.
fn starts(name: &[u8], prefix: &[u8]) -> bool {
    let Some(next) = name.strip_prefix(prefix).and_then(<[u8]>::first) else { return false };
    let within = prefix.last().is_some_and(u8::is_ascii_lowercase) && (next.is_ascii_lowercase() || *next == b'_');
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
        assert!(!starts(b"nvml_device", b"nvml"));
        assert!(!starts(b"nvml", b"nvml"));
    }

    #[test]
    fn prefixes_are_in_order_and_longer_than_a_letter() {
        let prefixes: Vec<&str> = table::prefix_rows().iter().filter_map(|row| row.prefix.get()).collect();
        assert!(prefixes.is_sorted());
        assert!(prefixes.iter().all(|prefix| prefix.len() >= 2));
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
