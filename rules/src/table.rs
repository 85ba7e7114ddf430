//! The generated table: rows of numbers over one string.

/// A string of the table, by number; number 0 is the empty string.
#[derive(Clone, Copy)]
pub(crate) struct Text(pub(crate) u32);

impl Text {
    /// The string; `None` when it is empty, which is how an absent field is stored.
    #[inline]
    pub(crate) fn get(self) -> Option<&'static str> {
        let number = self.0 as usize;
        let start = if number == 0 { 0 } else { ENDS[number - 1] as usize };
        let text = &BLOB[start..ENDS[number] as usize];
        (!text.is_empty()).then_some(text)
    }
}

pub(crate) struct Row {
    pub(crate) name: Text,
    pub(crate) library: u8,
    pub(crate) kind: u8,
    pub(crate) flags: u8,
    pub(crate) hip: Text,
    pub(crate) roc: Text,
    pub(crate) miopen: Text,
    pub(crate) header: Text,
    pub(crate) note: Text,
    pub(crate) differs: Text,
    pub(crate) call: Text,
    pub(crate) supplied: Text,
    pub(crate) added: u32,
    pub(crate) deprecated: u32,
    pub(crate) removed: u32,
    pub(crate) hip_added: u32,
    pub(crate) hip_deprecated: u32,
    pub(crate) hip_removed: u32,
}

pub(crate) struct HeaderRow {
    pub(crate) name: Text,
    pub(crate) hip: Text,
    pub(crate) roc: Text,
    pub(crate) miopen: Text,
    pub(crate) library: Text,
    pub(crate) note: Text,
    pub(crate) supplied: Text,
    pub(crate) flags: u8,
}

/// How a call changes under `--roc` and `--miopen`.
pub(crate) struct FamilyRow {
    name: Text,
    pub(crate) roc_call: Text,
    pub(crate) miopen_call: Text,
    pub(crate) roc_differs: Text,
}

/// What hipify-clang writes for a name or a header.
pub(crate) struct HipifyRow {
    name: Text,
    pub(crate) hip: Text,
    pub(crate) roc: Text,
    pub(crate) miopen: Text,
    pub(crate) call: Text,
    pub(crate) roc_call: Text,
    pub(crate) v2_only: bool,
    pub(crate) unsupported: bool,
}

pub(crate) struct LibraryRow {
    pub(crate) name: Text,
    pub(crate) header: Text,
    pub(crate) note: Text,
}

pub(crate) struct PrefixRow {
    pub(crate) prefix: Text,
    pub(crate) library: u8,
}

pub(crate) fn rows() -> &'static [Row] {
    &ROWS
}

pub(crate) fn header_rows() -> &'static [HeaderRow] {
    &HEADERS
}

/// The row of the name with this number of its own.
pub(crate) fn family_row(name: Text) -> Option<&'static FamilyRow> {
    FAMILIES.binary_search_by_key(&name.0, |row| row.name.0).ok().map(|at| &FAMILIES[at])
}

pub(crate) fn hipify_name(name: Text) -> Option<&'static HipifyRow> {
    HIPIFY_NAMES.binary_search_by_key(&name.0, |row| row.name.0).ok().map(|at| &HIPIFY_NAMES[at])
}

pub(crate) fn hipify_header(name: Text) -> Option<&'static HipifyRow> {
    HIPIFY_HEADERS.binary_search_by_key(&name.0, |row| row.name.0).ok().map(|at| &HIPIFY_HEADERS[at])
}

pub(crate) fn prefix_rows() -> &'static [PrefixRow] {
    &PREFIXES
}

pub(crate) fn library_row(number: u8) -> &'static LibraryRow {
    &LIBRARIES[usize::from(number)]
}

/// Number of the row whose CUDA name is `name`.
#[inline]
pub(crate) fn find(name: &[u8]) -> Option<u16> {
    let hash = crate::hash::hash(name);
    let (word, bit) = crate::hash::filter_bit(hash);
    if FILTER[word] & bit == 0 { None } else { probe(name, hash) }
}

fn probe(name: &[u8], hash: u32) -> Option<u16> {
    let mask = SLOTS.len() - 1;
    let mut slot = hash as usize & mask;
    loop {
        let number = SLOTS[slot];
        if number == u16::MAX {
            return None;
        }
        if ROWS[usize::from(number)].name.get().is_some_and(|n| n.as_bytes() == name) {
            return Some(number);
        }
        slot = (slot + 1) & mask;
    }
}

include!(concat!(env!("OUT_DIR"), "/table.rs"));
