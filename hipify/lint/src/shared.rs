//! Declarations of shared memory to names and sizes.

use crate::file::File;
use hipify_syntax::TokenKind;
use std::ops::Range;

/// `__shared__ float tile[32][33];`, one for each name.
#[derive(Clone, Debug)]
pub(crate) struct Shared {
    /// The token of the name.
    pub(crate) name: usize,
    /// Tokens of the type.
    pub(crate) kind: Range<usize>,
    /// First token of the declaration, `extern` included.
    pub(crate) first: usize,
    /// The `;` or `,` after it.
    pub(crate) end: usize,
    pub(crate) is_extern: bool,
    /// Bytes, where type and extents are known.
    pub(crate) bytes: Option<u64>,
}

/// Tokens of a declaration that are looked at.
const LONGEST: usize = 200;

/// The declaration that the `__shared__` at `at` belongs to; of several names, the first.
pub(crate) fn shared_at(file: &File<'_>, at: usize) -> Option<Shared> {
    let code = &file.code;
    let mut first = at;
    let mut is_extern = false;
    while let Some(before) =
        code.previous(first).filter(|&i| matches!(code.text(i), b"extern" | b"static" | b"volatile" | b"const"))
    {
        is_extern |= code.is_word(before, b"extern");
        first = before;
    }
    let start = code.next(at)?;
    let name = declared_name(file, start)?;
    let mut elements = Some(1u64);
    let mut end = code.next(name)?;
    while code.is(end, b'[') {
        let close = code.close(end)?;
        elements = extent(file, end, close).and_then(|extent| elements?.checked_mul(extent));
        end = code.next(close)?;
    }
    let bytes = size_of(file, start..name).and_then(|size| elements?.checked_mul(size)).filter(|_| !is_extern);
    Some(Shared { name, kind: start..name, first, end, is_extern, bytes })
}

/// The last name before `[`, `;`, `,`, `=` or `{`.
fn declared_name(file: &File<'_>, start: usize) -> Option<usize> {
    let code = &file.code;
    let mut at = start;
    for _ in 0..LONGEST {
        at = code.skip(at);
        let next = code.next(at)?;
        if b"[;,={".iter().any(|b| code.is(next, *b)) {
            return (code.kind(at) == TokenKind::Identifier).then_some(at);
        }
        at = next;
    }
    None
}

fn extent(file: &File<'_>, open: usize, close: usize) -> Option<u64> {
    let (first, last) = (file.code.next(open)?, file.code.previous(close)?);
    if first == close {
        return None;
    }
    file.value(first, last).and_then(|value| u64::try_from(value.number).ok())
}

/// Bytes of the types of device code, by CUDA's `vector_types.h` and the data model of 64-bit hosts.
const SIZES: &[(&str, u64)] = &[
    ("bool", 1),
    ("char", 1),
    ("int8_t", 1),
    ("uint8_t", 1),
    ("uchar", 1),
    ("short", 2),
    ("int16_t", 2),
    ("uint16_t", 2),
    ("ushort", 2),
    ("half", 2),
    ("__half", 2),
    ("__nv_bfloat16", 2),
    ("int", 4),
    ("unsigned", 4),
    ("uint", 4),
    ("int32_t", 4),
    ("uint32_t", 4),
    ("float", 4),
    ("half2", 4),
    ("__half2", 4),
    ("uchar4", 4),
    ("char4", 4),
    ("long", 8),
    ("size_t", 8),
    ("int64_t", 8),
    ("uint64_t", 8),
    ("double", 8),
    ("float2", 8),
    ("int2", 8),
    ("uint2", 8),
    ("float3", 12),
    ("int3", 12),
    ("uint3", 12),
    ("float4", 16),
    ("int4", 16),
    ("uint4", 16),
    ("double2", 16),
    ("double3", 24),
    ("double4", 32),
];

/// Bytes of a pointer.
const POINTER: u64 = 8;

/// The size of the type that the tokens name, if it is a known one.
pub(crate) fn size_of(file: &File<'_>, kind: Range<usize>) -> Option<u64> {
    let code = &file.code;
    let mut size = None;
    let mut at = kind.start;
    while at < kind.end {
        match file.text(at) {
            "const" | "volatile" | "signed" => {}
            // `__align__(16)`
            "__align__" | "alignas" => at = code.skip(code.next(at)?),
            // `long int`
            "int" if size.is_some() => {}
            "*" => return Some(POINTER),
            text => size = Some(SIZES.iter().find(|row| row.0 == text)?.1),
        }
        at = code.next(at).filter(|&next| next > at)?;
    }
    size
}
