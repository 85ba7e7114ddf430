//! Comments that say that findings do not count: `// hipify-check: allow(memory)`, at a frame's line or on the line before it.

use crate::finding::Finding;
use hipify_places::Call;
use std::collections::HashMap;
use std::path::PathBuf;

/// What such comments begin with.
const MARK: &str = "hipify-check: allow(";

/// Marks findings that comments are about.
pub(crate) fn mark(findings: &mut [Finding]) {
    let mut files: HashMap<PathBuf, Vec<String>> = HashMap::new();
    for finding in findings {
        let (tool, code) = (finding.tool.clone(), finding.code());
        finding.suppressed = finding.frames.iter().any(|frame| {
            let lines = files.entry(frame.file.clone()).or_insert_with(|| read(frame));
            let line = frame.line as usize;
            [line, line.wrapping_sub(1)].iter().any(|&line| {
                let text = line.checked_sub(1).and_then(|line| lines.get(line));
                text.is_some_and(|text| allowed(text).any(|name| name == tool || name == code))
            })
        });
    }
}

fn read(frame: &Call) -> Vec<String> {
    let bytes = std::fs::read(&frame.file).unwrap_or_default();
    String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect()
}

/// The tools and kinds that a line allows.
fn allowed(line: &str) -> impl Iterator<Item = &str> {
    let inside = line.split_once(MARK).and_then(|(_, rest)| rest.split_once(')')).map_or("", |(inside, _)| inside);
    inside.split(',').map(str::trim).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::allowed;

    #[test]
    fn a_comment_names_tools_and_kinds() {
        let of = |line| allowed(line).collect::<Vec<_>>();
        assert_eq!(of("x[i] = 0; // hipify-check: allow(memory, race/shared)"), ["memory", "race/shared"]);
        assert!(of("x[i] = 0; // hipify-check: allow").is_empty() && of("").is_empty());
    }
}
