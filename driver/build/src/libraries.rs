//! The libraries that a program's headers belong to: a build of sources links them without being told.

use super::ported::PortedTree;
use hipify_command_line::request::{LinkWord, Produce, Request};
use hipify_rules::{Choice, header};
use hipify_toolchain::cmake::library_of_header;
use std::collections::BTreeSet;

/// The request with those libraries of ROCm behind its other words whose headers `tree` includes, under CUDA's names or HIP's, and that
/// no word names; the linker keeps those that something calls. `None` where there is nothing to add.
pub(crate) fn with_those_of_headers(request: &Request, tree: &PortedTree, choice: &Choice) -> Option<Request> {
    if !matches!(request.produce, Produce::Executable | Produce::SharedLibrary) || request.bare_link {
        return None;
    }
    let of_name = |name: &str| library_of_header(header(name).and_then(|known| known.hip(choice)).unwrap_or(name));
    let found: BTreeSet<&str> = tree.files().flat_map(|file| file.included()).filter_map(of_name).collect();
    let is_named = |library: &str| {
        request.link.iter().any(|word| matches!(word, LinkWord::Flag(flag) if flag.strip_prefix("-l") == Some(library)))
    };
    let added: Vec<String> = found.into_iter().filter(|library| !is_named(library)).map(|name| format!("-l{name}")).collect();
    let words =
        ["-Wl,--push-state,--as-needed".to_owned()].into_iter().chain(added.clone()).chain(["-Wl,--pop-state".to_owned()]);
    let mut request = (!added.is_empty()).then(|| request.clone())?;
    request.link.extend(words.map(LinkWord::Flag));
    Some(request)
}
