//! `query`: what CUDA names become, from the rules table.

use crate::cli::QueryArgs;
use crate::error::Error;
use hipify_rules::{Symbol, symbol};
use std::io::Write;

/// Answers for each name; 1 when one is unknown.
pub(crate) fn run(args: &QueryArgs) -> Result<u8, Error> {
    let mut out = std::io::stdout().lock();
    let mut code = 0;
    for name in &args.names {
        match symbol(name.as_bytes()) {
            Some(symbol) => text(&mut out, symbol).map_err(Error::Stdout)?,
            None => code = 1,
        }
    }
    Ok(code)
}

fn text(out: &mut impl Write, symbol: Symbol) -> std::io::Result<()> {
    writeln!(out, "{} -> {}", symbol.cuda(), symbol.hip().unwrap_or("-"))
}
