//! The commands `doctor` and `setup`: what this machine has to build with, which targets that serves, what installs the rest, and
//! newer HIP packages unpacked for it.
//!
//! | module | what it does |
//! |---|---|
//! | `checkup` | an environment to what there is to build with, part by part |
//! | `own`, `tools` | this program and the bundled runtime; programs that are called |
//! | `faults` | which known faults the compiler has, by its release and by what it makes of a probe |
//! | `advice` | what is missing or amiss, and what mends it |
//! | `print` | a checkup as text |
//! | `setup` | packages of `data/` by apt into private folders, where discovery finds them; the bundled runtime from its sources |

#![warn(missing_docs)]

mod advice;
mod checkup;
mod faults;
mod own;
mod print;
pub mod setup;
#[cfg(test)]
mod tests;
mod tools;

use checkup::Checkup;
use hipify_error::Error;
use hipify_toolchain::ToolchainOptions;
use hipify_toolchain::environment::Environment;
use std::io::{self, BufWriter, Write};

/// Prints the checkup of the program of that `build`, a version and a commit, as text or JSON; 0 when at least one target can be built,
/// else 1.
pub fn run(options: &ToolchainOptions, json: bool, build: &str) -> Result<u8, Error> {
    let checkup = Checkup::new(&Environment::of_process(), options, build);
    let mut out = BufWriter::new(io::stdout().lock());
    let printed = if json {
        serde_json::to_writer_pretty(&mut out, &checkup).map_err(Into::into).and_then(|()| writeln!(out))
    } else {
        print::text(&mut out, &checkup)
    };
    printed.and_then(|()| out.flush()).map_err(Error::Stdout)?;
    Ok(if checkup.builds_something() { 0 } else { 1 })
}
