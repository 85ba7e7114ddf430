//! The compiler that a command stands in front of, for what is not this program's.

use hipify_error::Error;
use std::path::Path;
use std::process::Command;

/// Exit code for a compiler that was killed, as shells give it.
const KILLED: u8 = 128;

/// Runs `command`, which is the compiler at `real`, and says its exit code.
pub(crate) fn exit_code_of(real: &Path, command: &mut Command) -> Result<u8, Error> {
    let status = command.status().map_err(Error::io("run", real))?;
    Ok(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(KILLED))
}
