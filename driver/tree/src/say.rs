//! Results on standard output, and words to people on standard error; a closed standard error is no reason to fail.

use hipify_error::Error;
use std::fmt::Display;
use std::io::Write;

/// Prints a result on standard output.
///
/// # Errors
/// When standard output cannot be written to.
pub fn print(bytes: &[u8]) -> Result<(), Error> {
    let mut out = std::io::stdout().lock();
    out.write_all(bytes).and_then(|()| out.flush()).map_err(Error::Stdout)
}

/// Prints text as it is.
pub fn say(text: impl Display) {
    let _ = write!(std::io::stderr().lock(), "{text}");
}

/// Prints a line.
pub fn say_line(text: impl Display) {
    say(format_args!("{text}\n"));
}

/// The first of some paths, for a line of text; nothing where there are none.
pub fn named(paths: &[String]) -> Option<String> {
    const NAMED: usize = 3;
    let names = paths.iter().take(NAMED).map(|path| format!("`{path}`")).collect::<Vec<_>>().join(", ");
    let more = if paths.len() > NAMED { ", ..." } else { "" };
    (!paths.is_empty()).then(|| format!("{names}{more}"))
}
