//! The lines and the paths of sources, as reports show them.

use hipify_engine::located_diagnostic::Line;
use hipify_places::Call;
use std::path::Path;

/// The line of a call, with what stands at its column marked.
pub(crate) fn line(call: &Call) -> Line {
    let bytes = std::fs::read(&call.file).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let Some(text) = text.lines().nth((call.line as usize).saturating_sub(1)) else { return Line::default() };
    let from = (call.column as usize).saturating_sub(1);
    let mut start = if from < text.len() && text.is_char_boundary(from) { from } else { 0 };
    if call.column == 0 || start == 0 {
        start = text.len() - text.trim_start().len();
    }
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    let word = text[start..].find(|letter| !is_part(letter)).unwrap_or(text.len() - start);
    let end = start + word.max(text[start..].chars().next().map_or(0, char::len_utf8));
    Line { text: text.to_owned(), mark: start..end, cut: false }
}

/// A path as seen from the current folder.
pub(crate) fn shown(path: &Path) -> String {
    let here = std::env::current_dir().and_then(|here| hipify_tree::platform::real(&here)).unwrap_or_default();
    let real = hipify_tree::platform::real(path).unwrap_or_else(|_| path.to_owned());
    real.strip_prefix(&here).unwrap_or(&real).to_string_lossy().into_owned()
}
