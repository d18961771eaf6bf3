//! The description's examples with the demo's own dates. The examples play in February 2026, and the demo in the months when it was
//! loaded. Only the description that a demo serves is shifted; `gl openapi` prints the original.

use serde_json::Value;

/// Months from one `YYYY-MM` to another.
pub fn months_between(from: &str, to: &str) -> Option<i32> {
    index(to)?.checked_sub(index(from)?)
}

/// Moves every date, month and instant in the examples of the description by so many months.
pub fn examples(description: &mut Value, months: i32) {
    if months == 0 {
        return;
    }
    match description {
        Value::Object(members) => {
            for (name, member) in members.iter_mut() {
                match name.as_str() {
                    "example" | "examples" => every_text(member, months),
                    _ => examples(member, months),
                }
            }
        }
        Value::Array(elements) => elements.iter_mut().for_each(|element| examples(element, months)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn every_text(value: &mut Value, months: i32) {
    match value {
        Value::String(text) => {
            if let Some(moved) = moved(text, months) {
                *text = moved;
            }
        }
        Value::Array(elements) => elements.iter_mut().for_each(|element| every_text(element, months)),
        Value::Object(members) => members.values_mut().for_each(|member| every_text(member, months)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// `2026-01`, `2026-01-31` or `2026-01-31T…Z`, so many months later; the day is the month's last where it has no such day. Also
/// such a month after `Month `, as the demo names its periods, and `March 2026`. Other texts are no dates.
fn moved(text: &str, months: i32) -> Option<String> {
    match text.split_once(' ') {
        Some(("Month", month)) => return moved(month, months).map(|month| format!("Month {month}")),
        Some((name, year)) => return moved_name(name, year, months),
        None => {}
    }
    let (month, rest) = (text.get(..7)?, text.get(7..)?);
    let moved = index(month)?.checked_add(months)?;
    let (year, month) = (moved.div_euclid(12), moved.rem_euclid(12).checked_add(1)?);
    let Some(after) = rest.strip_prefix('-') else { return rest.is_empty().then(|| format!("{year:04}-{month:02}")) };
    let (day, time) = (after.get(..2)?.parse::<u32>().ok()?, after.get(2..)?);
    if !(time.is_empty() || time.starts_with('T')) {
        return None;
    }
    let day =
        (1..=day.min(31)).rev().find_map(|day| chrono::NaiveDate::from_ymd_opt(year, month.try_into().ok()?, day))?;
    Some(format!("{day}{time}"))
}

const NAMES: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

fn moved_name(name: &str, year: &str, months: i32) -> Option<String> {
    let number = (1_usize..).zip(NAMES).find(|(_, known)| *known == name).map(|(number, _)| number)?;
    let moved = index(&format!("{year}-{number:02}"))?.checked_add(months)?;
    let name = NAMES.get(usize::try_from(moved.rem_euclid(12)).ok()?)?;
    Some(format!("{name} {:04}", moved.div_euclid(12)))
}

/// Months since the year 0.
fn index(month: &str) -> Option<i32> {
    let (year, number) = month.split_once('-').filter(|(year, number)| year.len() == 4 && number.len() == 2)?;
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(year) || !digits(number) {
        return None;
    }
    let number = number.parse::<i32>().ok().filter(|number| (1..=12).contains(number))?;
    year.parse::<i32>().ok()?.checked_mul(12)?.checked_add(number)?.checked_sub(1)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn dates_move_and_other_texts_stay() {
        for (text, later, wanted) in [
            ("2026-01-15", 9, Some("2026-10-15")),
            ("2026-01-31", 1, Some("2026-02-28")),
            ("2025-12-31", 2, Some("2026-02-28")),
            ("2026-02", 9, Some("2026-11")),
            ("2026-02", -2, Some("2025-12")),
            ("Month 2026-02", 9, Some("Month 2026-11")),
            ("2026-02-02T09:00:00.000000Z", 12, Some("2027-02-02T09:00:00.000000Z")),
            ("March 2026", 10, Some("January 2027")),
            ("March of 2026", 10, None),
            ("2026-0815", 9, None),
            ("JE-DEMO-001", 9, None),
            ("2026-13", 9, None),
            ("2026-02-0x", 9, None),
            ("2026 was good", 9, None),
            ("", 9, None),
        ] {
            assert_eq!(moved(text, later).as_deref(), wanted, "{text} {later}");
        }
        assert_eq!((months_between("2026-02", "2026-11"), months_between("2026-02", "P1")), (Some(9), None));
    }

    #[test]
    fn only_examples_are_touched() {
        let mut description = json!({
            "info": { "description": "since 2026-01-31", "version": "2026-01" },
            "a": [{ "example": { "tran_date": "2026-01-12", "lines": [{ "memo": "Paper" }] } }],
            "examples": { "b": { "value": ["2026-02"] } },
        });
        examples(&mut description, 10);
        assert_eq!(description["info"], json!({ "description": "since 2026-01-31", "version": "2026-01" }));
        assert_eq!(description["a"][0]["example"]["tran_date"], "2026-11-12");
        assert_eq!(description["examples"]["b"]["value"][0], "2026-12");
    }
}
