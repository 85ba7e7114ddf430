//! CUDA's names that HIP lacks, and which part of the tree's support header gives a file each of them.

use super::Context;
use super::unsupported::WIDESPREAD;
use crate::options::{Options, SupportHeader};
use hipify_rules::{Header, Symbol, Target};

/// What `symbol` becomes. A name that the support header has stays, or gets the name that later versions of HIP have it under;
/// the file then uses its part.
pub(super) fn target(context: &mut Context<'_>, symbol: Symbol) -> Target {
    let target = context.options.choice.target(symbol);
    let Some(part) = symbol.supplied().filter(|_| is_included(context.options)) else { return target };
    let target = match target {
        // Of what came lately some installed HIP still lacks it.
        Target::Same | Target::Renamed(_) => {
            let is_recent = symbol.hip_added().is_some_and(|added| added > WIDESPREAD);
            if !is_recent || context.options.choice.rocm.is_some() {
                return target;
            }
            target
        }
        Target::NeedsRocm(hip, _) if hip != symbol.cuda() => Target::Renamed(hip),
        _ => Target::Same,
    };
    context.supplied.insert(part);
    target
}

/// Whether the support header has what the CUDA header declares; the file then uses its part.
pub(super) fn takes_place_of(context: &mut Context<'_>, header: Header) -> bool {
    let choice = &context.options.choice;
    let is_in_hip = header.hip(choice).is_some() && choice.rocm.is_some_and(|rocm| rocm > WIDESPREAD);
    let part = header.supplied().filter(|_| is_included(context.options) && !is_in_hip);
    context.supplied.extend(part);
    part.is_some()
}

/// Whether files include the support header where they need it.
fn is_included(options: &Options) -> bool {
    options.support_header == SupportHeader::Included && !options.single_source && !options.choice.is_hipify()
}
