//! Paths as programs that read reports resolve them.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use std::path::Path;

/// A path with forward slashes from the current folder, for programs that resolve it there; as it is, if it lies elsewhere.
#[must_use]
pub fn relative(path: &str) -> String {
    let here = std::env::current_dir().and_then(|here| hipify_tree::platform::real(&here)).unwrap_or_default();
    let real = hipify_tree::scan::resolved(Path::new(path));
    real.strip_prefix(&here).map_or_else(|_| path.to_owned(), hipify_tree::scan::slashed)
}

/// The URI of an absolute path.
#[must_use]
pub fn file_uri(path: &str) -> String {
    format!("file://{}{}", if path.starts_with('/') { "" } else { "/" }, encoded(path))
}

/// What a URI's path holds as it is (RFC 3986, unreserved characters, and `/`).
const KEPT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');

pub(crate) fn encoded(path: &str) -> String {
    utf8_percent_encode(path, KEPT).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_becomes_a_uri() {
        assert_eq!(encoded("a b/\u{e4}%.cu"), "a%20b/%C3%A4%25.cu");
        assert_eq!(file_uri("/x/y"), "file:///x/y");
    }
}
