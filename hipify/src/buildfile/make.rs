//! stub
use super::findings::Findings;
use crate::options::Options;
pub(super) fn port(_text: &str, _options: &Options, _found: &mut Findings) {}
