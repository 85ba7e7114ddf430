//! Stream capture: operations become nodes of a graph instead of work.

use crate::entry::Outcome;
use crate::operation::Operation;
use crate::stream::Stream;
use crate::types::error::hipErrorStreamCaptureUnsupported;

/// Takes an operation that was put into a stream which is being captured.
///
/// # Errors
/// `hipErrorStreamCaptureUnsupported`.
pub(crate) fn record(_stream: &Stream, _operation: Operation) -> Outcome {
    Err(hipErrorStreamCaptureUnsupported)
}
