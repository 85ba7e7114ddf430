//! The compiler that a command stands in front of, for what is not this program's.

use hipify_error::Error;
use std::path::Path;
use std::process::{Command, ExitStatus};

/// Exit code for a compiler that was killed, as shells give it.
const KILLED: u8 = 128;

/// Runs `command`, which is the compiler at `real`, and says its exit code.
pub(crate) fn exit_code_of(real: &Path, command: &mut Command) -> Result<u8, Error> {
    command.status().map(code_of).map_err(Error::io("run", real))
}

/// The exit code of a compiler that ended so.
pub(crate) fn code_of(status: ExitStatus) -> u8 {
    status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(KILLED)
}
