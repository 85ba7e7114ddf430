//! Sources of the shim -> the entries that are written by hand there, which no generated one may stand beside.

use std::collections::BTreeMap;
use std::path::Path;

/// Entries written by hand, with the number of their parameters.
pub type Own = BTreeMap<String, usize>;

/// Marks a function that is an entry.
const OPENING: &str = "\nown! {";

/// Reads all sources below a folder.
///
/// # Errors
/// When one cannot be read.
pub fn scan(folder: &Path) -> std::io::Result<Own> {
    let mut own = Own::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            own.extend(scan(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            own.extend(entries(&std::fs::read_to_string(&path)?));
        }
    }
    Ok(own)
}

/// The functions inside of `own! { ... }`, which closes at the start of a line.
fn entries(source: &str) -> Own {
    let blocks = source.split(OPENING).skip(1).filter_map(|rest| rest.split("\n}").next());
    blocks.flat_map(|block| block.split("\n    fn ").skip(1).filter_map(head)).collect()
}

/// `name(a: A, b: B)` and the number of its parameters.
fn head(text: &str) -> Option<(String, usize)> {
    let (name, rest) = text.split_once('(')?;
    let (parameters, _) = rest.split_once(") ").or_else(|| rest.split_once(")\n"))?;
    Some((name.trim().to_owned(), parameters.matches(": ").count()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_of_own_blocks_are_found_with_their_number_of_parameters() {
        let source = "fn other(a: u8) {}\n\nown! {\n    /// Text.\n    fn cudaOne(a: i32, b: *mut c_void) -> i32 {\n        0\n    }\n\n    fn cudaTwo() -> i32 {\n        1\n    }\n}\n";
        let expected = Own::from([("cudaOne".to_owned(), 2), ("cudaTwo".to_owned(), 0)]);
        assert_eq!(entries(source), expected);
    }
}
