//! Names of the rules table that a pattern with `*`, `?` and `[...]` matches.

use hipify_error::Error;
use hipify_rules::{headers, symbols};
use ignore::gitignore::GitignoreBuilder;

/// Whether a name that was asked for is a pattern.
pub(super) fn is_pattern(name: &str) -> bool {
    name.contains(['*', '?', '['])
}

/// The symbols and headers that match, in the order of their names.
///
/// # Errors
/// When the pattern is none.
pub(super) fn matching(pattern: &str) -> Result<Vec<&'static str>, Error> {
    let bad = |error: ignore::Error| {
        Error::usage(format!("`{pattern}` is no pattern: {error}"), "write it as in a shell, such as 'cudaMem*' or 'cub[A-F]*'")
    };
    let mut builder = GitignoreBuilder::new("");
    builder.add_line(None, pattern).map_err(bad)?;
    let glob = builder.build().map_err(bad)?;
    let names = symbols().map(|symbol| symbol.cuda()).chain(headers().map(|header| header.cuda()));
    let mut found: Vec<&str> = names.filter(|name| glob.matched(name, false).is_ignore()).collect();
    found.sort_unstable();
    found.dedup();
    Ok(found)
}
