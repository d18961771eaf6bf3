//! What the next period will most likely be: the month after the latest one.

use chrono::{Days, Months, NaiveDate};

use crate::text::filled;

/// A proposal for the form.
#[derive(Default)]
pub struct Next {
    pub id: String,
    pub name: String,
    pub start: String,
    pub end: String,
}

/// The month that begins the day after; no proposal when that is not the first of a month.
pub fn after(end_date: &str) -> Option<Next> {
    let start = end_date.parse::<NaiveDate>().ok()?.checked_add_days(Days::new(1))?;
    let end = start.checked_add_months(Months::new(1))?.checked_sub_days(Days::new(1))?;
    let id = start.format("%Y-%m").to_string();
    let begins_a_month = start.format("%d").to_string() == "01";
    begins_a_month.then(|| Next {
        name: filled("close.new.name", &[&id]),
        id,
        start: start.to_string(),
        end: end.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::after;

    #[test]
    fn the_month_after() {
        let next = after("2027-01-31").unwrap();
        assert_eq!((next.id.as_str(), next.start.as_str(), next.end.as_str()), ("2027-02", "2027-02-01", "2027-02-28"));
        assert!(after("2027-01-15").is_none() && after("").is_none());
    }
}
