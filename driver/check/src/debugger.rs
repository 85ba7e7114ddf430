//! `--debug`: the program under gdb, which stops at the first finding, in the frame of the program's own source.

use hipify_error::Error;
use hipify_toolchain::environment::Environment;
use std::path::Path;
use std::process::Command;

/// What the runtime calls with each new finding, where it is asked to.
const SCRIPT: &str = include_str!("debugger.py");

/// The command that runs `program` under gdb.
///
/// # Errors
/// Where there is no gdb.
pub(crate) fn command(program: &Command, folder: &Path) -> Result<Command, Error> {
    let Some(gdb) = Environment::of_process().program("gdb") else {
        return Err(Error::usage("`--debug` needs gdb, which is not installed", "install it: `apt install gdb`"));
    };
    let script = folder.join("debugger.py");
    std::fs::write(&script, SCRIPT).map_err(Error::io("write", &script))?;
    let mut command = Command::new(gdb);
    command.args(["-q", "-ex", "set breakpoint pending on", "-ex", "set debuginfod enabled off"]);
    command.args(["-ex", "set confirm off", "-x"]).arg(&script).args(["-ex", "run", "--args"]);
    command.arg(program.get_program()).args(program.get_args());
    for (name, value) in program.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    command.env("HIPIFY_CHECK_STOP", "1");
    Ok(command)
}
