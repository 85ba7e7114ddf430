//! The header of a tree that stays CUDA: the names that its files use, with their meaning in HIP.

use crate::header;
use crate::plan::Plan;
use hipify_engine::outcome::Outcome;
use hipify_error::Error;
use hipify_port::{SINGLE_SOURCE_HEADER, SINGLE_SOURCE_MACRO};
use std::collections::BTreeSet;

/// Puts the header where the plan wants it. `None` where no file uses CUDA.
pub(crate) fn write(plan: &Plan, outcomes: &[Outcome]) -> Result<Option<Outcome>, Error> {
    let used: BTreeSet<&str> = outcomes.iter().flat_map(|outcome| outcome.converted.keys().map(String::as_str)).collect();
    if used.is_empty() {
        return Ok(None);
    }
    let text = hipify_names::single_source_header(SINGLE_SOURCE_MACRO, &used);
    let path = plan.result_root().join(SINGLE_SOURCE_HEADER);
    let old = std::fs::read(&path).ok();
    header::put(plan, &path, old.as_deref(), &text).map(Some)
}
