//! Words to people on standard error; a closed standard error is no reason to fail.

use std::fmt::Display;
use std::io::Write;

/// Prints text as it is.
pub fn say(text: impl Display) {
    let _ = write!(std::io::stderr().lock(), "{text}");
}

/// Prints a line.
pub fn say_line(text: impl Display) {
    say(format_args!("{text}\n"));
}
