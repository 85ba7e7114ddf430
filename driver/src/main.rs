//! The command `hipify-rs`: ports CUDA source trees to HIP.

use std::process::ExitCode;

fn main() -> ExitCode {
    hipify_rs::run_command_line(std::env::args_os().collect())
}
