//! clang's remarks about the registers of kernels, nine a kernel, to one line a kernel.

use hipify_inspect::demangle;
use std::fmt::Write as _;

/// How clang 19 ends such a remark.
const OPTION: &str = " [-Rpass-analysis=kernel-resource-usage]";
/// Follows each of them where the text that was compiled has `#line`.
const LOST: &str = "note: could not determine the original source location for ";

/// What a kernel uses, for one target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Usage {
    /// `a.cu:8`, or nothing.
    place: String,
    kernel: String,
    target: String,
    figures: Vec<String>,
}

/// Takes the remarks out of what a compiler for `target` printed.
pub(super) fn taken(text: &str, target: &str) -> (String, Vec<Usage>) {
    let mut rest = String::with_capacity(text.len());
    let mut found: Vec<Usage> = Vec::new();
    for line in text.lines() {
        let remark = line.strip_suffix(OPTION).and_then(|line| line.split_once("remark: "));
        match remark.and_then(|(place, text)| Some((place, text.trim().split_once(": ")?))) {
            Some((place, ("Function Name", name))) => found.push(Usage {
                place: without_column(place),
                kernel: demangle(name).unwrap_or_else(|| name.to_owned()),
                target: target.to_owned(),
                figures: Vec::new(),
            }),
            Some((_, (name, value))) => {
                if let Some(usage) = found.last_mut() {
                    usage.figures.extend(figure(name, value));
                }
            }
            None if !found.is_empty() && line.contains(LOST) => {}
            None => {
                rest.push_str(line);
                rest.push('\n');
            }
        }
    }
    (rest, found)
}

/// `a.cu:8:17: ` to `a.cu:8`.
fn without_column(place: &str) -> String {
    let place = place.trim_end_matches([':', ' ']);
    let place = place.split(":{").next().unwrap_or(place);
    place.rsplit_once(':').map_or_else(String::new, |(place, _)| place.to_owned())
}

/// A remark as words; what is as nearly always is left out.
fn figure(name: &str, value: &str) -> Option<String> {
    Some(match name {
        "SGPRs" | "VGPRs" | "AGPRs" => format!("{value} {name}"),
        "SGPRs Spill" | "VGPRs Spill" if value == "0" => return None,
        "SGPRs Spill" | "VGPRs Spill" => format!("{value} {}spilled", name.trim_end_matches("Spill")),
        "Dynamic Stack" if value == "False" => return None,
        "Dynamic Stack" => "a stack of unknown size".to_owned(),
        "ScratchSize [bytes/lane]" => format!("{value} bytes of scratch a lane"),
        "Occupancy [waves/SIMD]" => format!("{value} waves a SIMD"),
        "LDS Size [bytes/block]" => format!("{value} bytes of LDS a block"),
        _ => format!("{name} {value}"),
    })
}

impl Usage {
    /// `a.cu:8: k(int*) on gfx90a: 16 SGPRs, 6 VGPRs, ...`.
    pub(super) fn line(&self) -> String {
        let mut line = String::new();
        if !self.place.is_empty() {
            let _ = write!(line, "{}: ", self.place);
        }
        let _ = write!(line, "{} on {}: {}", self.kernel, self.target, self.figures.join(", "));
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nine_remarks_are_one_line_and_other_messages_stay() {
        let remark = |text: &str| format!("a.cu:8:17: remark: {text}{OPTION}\na.cu:8:17: {LOST}a.cu:8:0\n");
        let figures =
            ["    SGPRs: 16", "    VGPRs: 6", "    AGPRs: 0", "    ScratchSize [bytes/lane]: 24", "    Dynamic Stack: False"];
        let more =
            ["    Occupancy [waves/SIMD]: 8", "    SGPRs Spill: 0", "    VGPRs Spill: 3", "    LDS Size [bytes/block]: 512"];
        let all = ["Function Name: _Z1kPi"].iter().chain(&figures).chain(&more).map(|text| remark(text)).collect::<String>();
        let (rest, found) = taken(&format!("a.cu:1:1: warning: odd\n{all}"), "gfx90a");
        assert_eq!(rest, "a.cu:1:1: warning: odd\n");
        let lines: Vec<_> = found.iter().map(Usage::line).collect();
        let expected = "a.cu:8: k(int*) on gfx90a: 16 SGPRs, 6 VGPRs, 0 AGPRs, 24 bytes of scratch a lane, 8 waves a SIMD, \
            3 VGPRs spilled, 512 bytes of LDS a block";
        assert_eq!(lines, [expected]);
    }

    #[test]
    fn remarks_without_a_place_are_taken_too() {
        let (rest, found) = taken(&format!("remark: Function Name: k{OPTION}\nremark:     SGPRs: 4{OPTION}\n"), "gfx1100");
        assert_eq!((rest.as_str(), found[0].line().as_str()), ("", "k on gfx1100: 4 SGPRs"));
    }
}
