//! What the findings of `lint` and of `check` have in common where machines read them, and how comments in source suppress both.
//!
//! | module | what it turns into what |
//! |---|---|
//! | `sarif`, `sarif/shape` | results of a run to SARIF 2.1.0, in the bounds of what GitHub takes |
//! | `junit` | suites and cases to JUnit XML |
//! | `comment`, `syntax` | a file's bytes to the markers in its comments that suppress findings, and the lines these hold for |
//! | `path` | paths as programs that read reports resolve them |

#![warn(missing_docs)]

pub mod comment;
pub mod junit;
pub mod path;
pub mod sarif;
pub mod syntax;

/// What stays the same of a finding when lines move: its code, the line without differences in space, and the function that it is in.
#[must_use]
pub fn key(code: &str, line: &[u8], function: &str) -> u64 {
    let mut text = code.as_bytes().to_vec();
    text.push(0);
    for word in line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()) {
        text.extend_from_slice(word);
        text.push(b' ');
    }
    text.push(0);
    text.extend_from_slice(function.as_bytes());
    xxhash_rust::xxh3::xxh3_64(&text)
}

/// 16 hexadecimal digits that name one of the findings of a key whatever its line number is; `occurrence` counts those before it.
#[must_use]
pub fn fingerprint(key: u64, occurrence: u32) -> String {
    let mut bytes = key.to_le_bytes().to_vec();
    bytes.extend(occurrence.to_le_bytes());
    format!("{:016x}", xxhash_rust::xxh3::xxh3_64(&bytes))
}
