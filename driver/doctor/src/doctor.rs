//! The command `doctor`: what there is to build with, which targets that serves, and what installs the rest.

mod advice;
mod checkup;
mod faults;
mod print;
#[cfg(test)]
mod tests;

use crate::cli::{DoctorArgs, QueryFormat};
use crate::error::Error;
use checkup::Checkup;
use hipify_toolchain::environment::Environment;
use std::io::{self, BufWriter, Write};

/// Prints the checkup; 0 when at least one target can be built, else 1.
pub(crate) fn run(args: &DoctorArgs) -> Result<u8, Error> {
    let checkup = Checkup::new(&Environment::of_process(), &args.toolchain.options());
    let mut out = BufWriter::new(io::stdout().lock());
    let printed = match args.output_format {
        QueryFormat::Text => print::text(&mut out, &checkup),
        QueryFormat::Json => serde_json::to_writer_pretty(&mut out, &checkup).map_err(Into::into).and_then(|()| writeln!(out)),
    };
    printed.and_then(|()| out.flush()).map_err(Error::Stdout)?;
    Ok(if checkup.builds_something() { 0 } else { 1 })
}
