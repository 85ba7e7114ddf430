//! How long each step took: JSON for programs, a page with a Gantt chart for people.

use crate::execute::{Ending, Ran};
use crate::plan::{Plan, Step};
use serde::Serialize;
use std::fmt::Write as _;

/// One step that ran; times in seconds since the build began.
#[derive(Serialize, Clone, Debug)]
pub(crate) struct Timing {
    kind: &'static str,
    subject: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<String>,
    start: f64,
    seconds: f64,
    worker: usize,
    failed: bool,
}

impl Timing {
    pub(crate) fn new(step: &Step, ran: &Ran) -> Self {
        Self {
            kind: step.kind.word(),
            subject: step.subject.display().to_string(),
            target: step.target.clone(),
            start: ran.start.as_secs_f64(),
            seconds: ran.took.as_secs_f64(),
            worker: ran.worker,
            failed: ran.ending != Ending::Done,
        }
    }
}

#[derive(Serialize)]
struct Report<'a> {
    schema_version: u32,
    /// Wall-clock seconds from the first start to the last end.
    seconds: f64,
    /// Seconds of all steps added up.
    work: f64,
    steps: &'a [Timing],
}

/// The steps that ran, in the order of the plan.
pub(crate) fn timings(plan: &Plan, ran: &[Option<Ran>]) -> Vec<Timing> {
    plan.steps.iter().zip(ran).filter_map(|(step, ran)| ran.as_ref().map(|ran| Timing::new(step, ran))).collect()
}

fn wall(timings: &[Timing]) -> f64 {
    timings.iter().map(|timing| timing.start + timing.seconds).fold(0.0, f64::max)
}

pub(crate) fn json(timings: &[Timing]) -> String {
    let work = timings.iter().map(|timing| timing.seconds).sum();
    let report = Report { schema_version: 1, seconds: wall(timings), work, steps: timings };
    serde_json::to_string_pretty(&report).unwrap_or_default() + "\n"
}

/// Pixels of a row, and of the whole chart's width in its own coordinates.
const ROW: usize = 24;
const WIDTH: f64 = 1000.0;

/// A page of its own: no script, no other file; light and dark as the reader's system is.
pub(crate) fn html(timings: &[Timing]) -> String {
    let total = wall(timings).max(1e-3);
    let work: f64 = timings.iter().map(|timing| timing.seconds).sum();
    let workers = timings.iter().map(|timing| timing.worker + 1).max().unwrap_or(1);
    let mut page = String::from(HEAD);
    let _ = writeln!(
        page,
        "<p>{} steps, {total:.2} s; {work:.2} s of work on {workers} {}, {:.0} % busy</p>",
        timings.len(),
        if workers == 1 { "worker" } else { "workers" },
        100.0 * work / (total * workers as f64)
    );
    let height = workers * ROW + ROW;
    let _ = writeln!(page, "<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"steps over time\">");
    for tick in 0..=10 {
        let (x, at) = (WIDTH * f64::from(tick) / 10.0, total * f64::from(tick) / 10.0);
        let anchor = ["start", "middle", "end"][usize::from(tick > 0) + usize::from(tick == 10)];
        let _ = writeln!(page, "<line x1=\"{x}\" x2=\"{x}\" y1=\"0\" y2=\"{}\"/>", workers * ROW);
        let _ = writeln!(page, "<text class=\"tick\" x=\"{x}\" y=\"{}\" text-anchor=\"{anchor}\">{at:.2} s</text>", height - 8);
    }
    for timing in timings {
        let (x, width) = (WIDTH * timing.start / total, (WIDTH * timing.seconds / total).max(1.0));
        let y = timing.worker * ROW + 2;
        let title = escaped(&format!(
            "{} {} {}: {:.3} s",
            timing.kind,
            timing.subject,
            timing.target.as_deref().unwrap_or(""),
            timing.seconds
        ));
        let class = if timing.failed { "failed" } else { timing.kind };
        let _ = writeln!(
            page,
            "<g><title>{title}</title><rect class=\"{class}\" x=\"{x:.2}\" y=\"{y}\" width=\"{width:.2}\" height=\"{}\"/></g>",
            ROW - 4
        );
    }
    page.push_str("</svg>\n<table><thead><tr><th>step<th>source<th>target<th>start<th>seconds</thead><tbody>\n");
    let mut longest: Vec<&Timing> = timings.iter().collect();
    longest.sort_by(|one, other| other.seconds.total_cmp(&one.seconds));
    for timing in longest {
        let class = if timing.failed { "failed" } else { timing.kind };
        let (subject, target) = (escaped(&timing.subject), escaped(timing.target.as_deref().unwrap_or("")));
        let _ = writeln!(
            page,
            "<tr><td><i class=\"{class}\"></i>{}<td>{subject}<td>{target}<td>{:.3}<td>{:.3}",
            timing.kind, timing.start, timing.seconds
        );
    }
    page.push_str("</tbody></table>\n</html>\n");
    page
}

const HEAD: &str = "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\">\
<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><title>Build timings</title>\n<style>\n\
:root{color-scheme:light dark;--line:#8884}\n\
body{font:14px/1.4 system-ui,sans-serif;margin:1rem;max-width:80rem}\n\
svg{width:100%;min-height:6rem}line{stroke:var(--line)}.tick{font-size:11px;fill:currentColor}\n\
table{border-collapse:collapse;width:100%;overflow-wrap:anywhere}\n\
th,td{text-align:left;padding:.15rem .5rem;border-bottom:1px solid var(--line)}td:nth-child(n+4){text-align:right}\n\
i{display:inline-block;width:.8em;height:.8em;margin-right:.4em}\n\
rect,i{fill:#888;background:#888}\n\
.device{fill:#c5432f;background:#c5432f}.host,.compile{fill:#2f6fc5;background:#2f6fc5}\n\
.preprocess{fill:#6aa5d8;background:#6aa5d8}.device-link{fill:#b8860b;background:#b8860b}\n\
.link,.merge,.archive{fill:#3b8f4b;background:#3b8f4b}.bundle,.embed,.unbundle{fill:#7d55b5;background:#7d55b5}\n\
.failed{fill:#f0f;background:#f0f}\n\
</style>\n<h1>Build timings</h1>\n";

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Vec<Timing> {
        let timing = |kind, start, seconds, worker, failed| Timing {
            kind,
            subject: "a<b>.cu".into(),
            target: Some("gfx90a".into()),
            start,
            seconds,
            worker,
            failed,
        };
        vec![timing("device", 0.0, 2.0, 0, false), timing("host", 0.0, 1.0, 1, false), timing("link", 2.0, 1.0, 0, true)]
    }

    #[test]
    fn json_adds_up() {
        let report: serde_json::Value = serde_json::from_str(&json(&sample())).unwrap();
        assert_eq!((report["seconds"].as_f64(), report["work"].as_f64()), (Some(3.0), Some(4.0)));
        assert_eq!(report["steps"][2]["failed"], true);
    }

    #[test]
    fn a_page_has_a_bar_a_step_on_its_worker_and_escapes_names() {
        let page = html(&sample());
        assert_eq!(page.matches("<rect").count(), 3);
        assert!(page.contains("class=\"host\" x=\"0.00\" y=\"26\" width=\"333.33\""), "{page}");
        assert!(page.contains("a&lt;b&gt;.cu") && !page.contains("a<b>"));
        assert!(page.contains("3 steps, 3.00 s; 4.00 s of work on 2 workers, 67 % busy"));
    }
}
