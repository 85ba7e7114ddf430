//! What the environment asks of a record.

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::time::Duration;

use hipify_record::{Place, variables};

/// How long a launch is waited for: longer than kernels take that somebody waits for.
const PATIENCE: Duration = Duration::from_secs(10);

/// What is to be recorded.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Settings {
    /// Digests are taken around every so manieth launch.
    pub(super) every: u64,
    /// Digests are taken around these launches alone.
    pub(super) launches: RangeInclusive<u64>,
    /// Bytes of contents at most.
    pub(super) contents: u64,
    /// Pages whose contents are kept.
    pub(super) pages: HashSet<Place>,
    /// How long a launch is waited for.
    pub(super) patience: Duration,
}

impl Settings {
    /// Of the process's environment.
    pub(super) fn of_process() -> Settings {
        Settings::of(|name| std::env::var(name).ok())
    }

    fn of(variable: impl Fn(&str) -> Option<String>) -> Settings {
        let number = |name: &str| {
            let value = variable(name)?;
            let number = value.trim().parse::<u64>().ok();
            if number.is_none() {
                eprintln!("hipify: `{name}={value}` is no number; it is ignored");
            }
            number
        };
        let pages = variable(variables::PAGES).map(|file| {
            let text = std::fs::read_to_string(&file);
            text.unwrap_or_else(|error| {
                eprintln!("hipify: `{file}` of `{}` cannot be read: {error}", variables::PAGES);
                String::new()
            })
        });
        Settings {
            every: number(variables::EVERY).unwrap_or(1).max(1),
            launches: variable(variables::LAUNCHES).map_or(0..=u64::MAX, |text| launches(&text)),
            contents: number(variables::CONTENTS).unwrap_or(0),
            pages: pages.unwrap_or_default().lines().filter_map(Place::of_line).collect(),
            patience: number(variables::PATIENCE).map_or(PATIENCE, Duration::from_millis),
        }
    }

    /// Whether digests are taken around a launch.
    pub(super) fn is_chosen(&self, launch: u64) -> bool {
        self.launches.contains(&launch) && launch.is_multiple_of(self.every)
    }
}

/// `A..B`, either of which may be missing; all of them, and a line on stderr, for anything else.
fn launches(text: &str) -> RangeInclusive<u64> {
    let end = |text: &str, otherwise: u64| if text.trim().is_empty() { Some(otherwise) } else { text.trim().parse().ok() };
    let range = text.split_once("..").and_then(|(from, to)| Some(end(from, 0)?..=end(to, u64::MAX)?));
    range.unwrap_or_else(|| {
        eprintln!("hipify: `{}={text}` is not of the form `A..B`; it is ignored", variables::LAUNCHES);
        0..=u64::MAX
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_third_launch_of_a_range_is_chosen() {
        let settings = Settings::of(|name| match name {
            variables::EVERY => Some("3".into()),
            variables::LAUNCHES => Some("4..".into()),
            _ => None,
        });
        let chosen: Vec<u64> = (0..14).filter(|&launch| settings.is_chosen(launch)).collect();
        assert_eq!(chosen, [6, 9, 12]);
        assert_eq!(launches("..7"), 0..=7);
        assert_eq!(launches("seven"), 0..=u64::MAX);
    }
}
