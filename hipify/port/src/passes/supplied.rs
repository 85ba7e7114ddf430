//! CUDA's names that HIP lacks, and which part of the tree's support header gives a file each of them.

use super::Context;
use super::unsupported::WIDESPREAD;
use crate::options::{Options, SupportHeader};
use hipify_rules::{Header, Symbol, Target};

/// The header with CUDA's names that HIP lacks, at the root of the tree.
pub const SUPPORT_HEADER: &str = "hipify_device.h";

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
        // Of names that HIP has in another form the part has CUDA's.
        Target::NeedsRocm(hip, _) if hip != symbol.cuda() && !symbol.is_experimental() => Target::Renamed(hip),
        _ => Target::Same,
    };
    context.supplied.insert(part);
    target
}

/// Whether the support header has this name, and files may include it.
pub(super) fn has(options: &Options, symbol: Symbol) -> bool {
    symbol.supplied().is_some() && is_included(options)
}

/// Whether the support header has what the CUDA header declares; the file then uses its part.
pub(super) fn takes_place_of(context: &mut Context<'_>, header: Header) -> bool {
    let choice = &context.options.choice;
    let is_taken = header.hip(choice).is_some() && (choice.experimental || !header.is_experimental());
    let is_in_hip = is_taken && choice.rocm.is_some_and(|rocm| rocm > WIDESPREAD);
    let part = header.supplied().filter(|_| is_included(context.options) && !is_in_hip);
    context.supplied.extend(part);
    part.is_some()
}

/// HIP's header of cooperative groups.
pub(super) const GROUPS: &str = "hip/hip_cooperative_groups.h";

/// The part of the support header whose classes of cooperative groups take the place of HIP's.
pub const GROUPS_PART: &str = "groups";

/// A member that CUDA's groups have, and HIP's lack before 7.0.
const LACKING_MEMBER: &[u8] = b"num_threads";

/// Two sets of classes of the same names cannot meet in one compile: a file that includes cooperative groups takes those of the support
/// header where another file of the tree does, or where it names a member that HIP's lack.
pub(super) fn take_groups(context: &mut Context<'_>) {
    let is_recent = context.options.choice.rocm.is_some_and(|rocm| rocm > WIDESPREAD);
    let is_lacking = || memchr::memmem::find(context.source.bytes, LACKING_MEMBER).is_some();
    if is_included(context.options) && (context.options.support_groups || !is_recent && is_lacking()) {
        context.supplied.insert(GROUPS_PART);
    }
}

/// Whether files include the support header where they need it.
fn is_included(options: &Options) -> bool {
    options.support_header == SupportHeader::Included && !options.single_source && !options.choice.is_hipify()
}
