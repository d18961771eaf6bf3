//! What the next fiscal year will most likely be: the twelve months after the latest one, or the year of the day of the books.

use chrono::{Datelike, Days, NaiveDate};

/// A proposal for the form.
#[derive(Default)]
pub struct Next {
    pub id: String,
    pub start: String,
}

/// The year after the last day of the latest one; that of `today` where there is none yet. It is named by the year in which it ends.
pub fn after(latest_end: Option<&str>, today: &str) -> Option<Next> {
    let day = |text: &str| text.parse::<NaiveDate>().ok();
    let start = match latest_end {
        Some(end) => day(end)?.checked_add_days(Days::new(1))?,
        None => day(today)?.with_ordinal(1)?,
    };
    let last = start.checked_add_days(Days::new(364))?;
    Some(Next { id: format!("FY{}", last.year()), start: start.to_string() })
}

#[cfg(test)]
mod tests {
    use super::after;

    #[test]
    fn the_year_after() {
        for (latest, id, start) in [
            (Some("2026-12-31"), "FY2027", "2027-01-01"),
            (Some("2026-06-30"), "FY2027", "2026-07-01"),
            (None, "FY2026", "2026-01-01"),
        ] {
            let next = after(latest, "2026-02-03").unwrap();
            assert_eq!((next.id.as_str(), next.start.as_str()), (id, start), "{latest:?}");
        }
        assert!(after(Some(""), "2026-02-03").is_none());
    }
}
