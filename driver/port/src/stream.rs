//! `--diff` and `--stdout`: results in path order on standard output, a few files in memory at a time.

use crate::plan::{Plan, Sink};
use crate::rename::renamed;
use hipify_engine::diff;
use hipify_engine::one_file::port_bytes;
use hipify_engine::outcome::Outcome;
use hipify_engine::tree::Tree;
use hipify_error::Error;
use hipify_tree::progress::Progress;
use hipify_tree::read::with_bytes;
use hipify_tree::scan::FoundFile;
use rayon::prelude::*;
use std::io::Write;

/// Bytes of input that are worked on at once.
const BATCH: u64 = 8 << 20;

/// Ports the entries and prints what the sink asks for.
pub(crate) fn run(plan: &Plan, tree: &Tree, entries: &[FoundFile]) -> Result<Vec<Outcome>, Error> {
    let progress = Progress::new(plan.printing.progress, entries.len());
    let mut outcomes = Vec::with_capacity(entries.len());
    let mut rest = entries;
    while !rest.is_empty() {
        let (batch, others) = rest.split_at(batch_length(rest));
        let done: Vec<(Outcome, Vec<u8>)> = batch.par_iter().with_max_len(1).map(|entry| port(plan, tree, entry)).collect();
        let mut out = std::io::stdout().lock();
        for (outcome, text) in done {
            out.write_all(&text).map_err(Error::Stdout)?;
            outcomes.push(outcome);
            progress.step();
        }
        out.flush().map_err(Error::Stdout)?;
        rest = others;
    }
    Ok(outcomes)
}

fn batch_length(entries: &[FoundFile]) -> usize {
    let mut bytes = 0;
    let fits = entries.iter().take_while(|entry| {
        bytes += entry.size;
        bytes <= BATCH
    });
    fits.count().max(1)
}

fn port(plan: &Plan, tree: &Tree, entry: &FoundFile) -> (Outcome, Vec<u8>) {
    let done = with_bytes(entry, |bytes| {
        let done = port_bytes(&entry.slashed(), entry.shown(), bytes, tree, &plan.engine);
        let text = match plan.sink {
            Sink::Diff => {
                let name = diff::path_in_patch(entry);
                let new_name = renamed(&name).filter(|_| plan.engine.options.rename);
                diff::patch(&name, new_name.as_deref(), bytes, done.text.as_deref().unwrap_or(bytes), &done.edits)
            }
            _ => done.text.unwrap_or_else(|| bytes.to_vec()),
        };
        (done.outcome, text)
    });
    done.unwrap_or_else(|error| (Outcome::failed(entry.shown(), error), Vec::new()))
}
