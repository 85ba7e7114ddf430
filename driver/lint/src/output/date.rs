//! The date that a report names: that of `SOURCE_DATE_EPOCH` where it is set, so that reports can be reproduced, else today's.

use std::time::{SystemTime, UNIX_EPOCH};

const SECONDS_OF_A_DAY: u64 = 86_400;

/// Date and time in UTC, such as `2026-11-23 06:47 UTC`.
pub(super) fn date() -> String {
    // The variable's specification is reproducible-builds.org's: seconds since 1970.
    let fixed = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|text| text.parse().ok());
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    written(fixed.unwrap_or_else(now))
}

fn written(seconds: u64) -> String {
    let (year, month, day) = civil(seconds / SECONDS_OF_A_DAY);
    let minutes = seconds % SECONDS_OF_A_DAY / 60;
    format!("{year}-{month:02}-{day:02} {:02}:{:02} UTC", minutes / 60, minutes % 60)
}

/// Year, month and day of a number of days since 1970, in the Gregorian calendar. Years are counted from March, so that the leap day is
/// their last; 400 of them have 146,097 days. The algorithm is Howard Hinnant's `civil_from_days`.
fn civil(days: u64) -> (u64, u64, u64) {
    // From the first of March of the year 0.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let of_month = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (era * 400 + year + next, month, of_month)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_written_as_a_date() {
        assert_eq!(written(0), "1970-01-01 00:00 UTC");
        assert_eq!(written(951_782_399), "2000-02-28 23:59 UTC");
        assert_eq!(written(951_782_400), "2000-02-29 00:00 UTC");
        assert_eq!(written(4_107_542_400), "2100-03-01 00:00 UTC");
    }
}
