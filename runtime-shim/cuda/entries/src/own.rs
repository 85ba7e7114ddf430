//! Sources of the shim -> the entries that are written by hand there, which no generated one may stand beside.

use std::collections::BTreeMap;
use std::path::Path;

use hipify_entry_source::Calls;

/// Entries written by hand, with the number of their parameters.
pub type Own = BTreeMap<String, usize>;

/// Reads all sources below a folder.
///
/// # Errors
/// When one cannot be read.
pub fn scan(folder: &Path) -> std::io::Result<Own> {
    Calls::of_folder(folder).map(|calls| entries(&calls))
}

/// The functions inside of `own! { ... }`.
fn entries(calls: &Calls) -> Own {
    calls.functions("own").into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_of_own_blocks_are_found_with_their_number_of_parameters() {
        let source = "fn other(a: u8) {}\n\nown! {\n    /// Text.\n    fn cudaOne(a: i32, b: *mut c_void) -> i32 {\n        0\n    }\n\n    fn cudaTwo() -> i32 {\n        1\n    }\n}\n";
        let expected = Own::from([("cudaOne".to_owned(), 2), ("cudaTwo".to_owned(), 0)]);
        assert_eq!(entries(&Calls::of_source(source).unwrap()), expected);
    }
}
