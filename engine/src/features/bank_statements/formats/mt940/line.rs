//! Field 61, `2401310201DR12,50NTRFREF//BANKREF`: what was booked, when, and in which direction.

use chrono::{Datelike, NaiveDate};

use super::super::event::StatementLine;
use super::super::fault::Reason;
use super::super::value;
use crate::values::money::{Currency, Minor};

pub(super) fn read(text: &str, currency: Currency) -> Result<StatementLine, Reason> {
    let wrong = || Reason::Value { field: "the field :61:", found: Reason::excerpt(text) };
    let (first, details) = text.split_once('\n').unwrap_or((text, ""));
    let (valued, rest) = first.split_at_checked(6).ok_or_else(wrong)?;
    let valued = value::short_date(valued)?;
    let (booked, rest) = while_true(rest, |found| found.is_ascii_digit());
    let booked = if booked.is_empty() { valued } else { near(valued, booked)? };
    let (marks, rest) = while_true(rest, |found| found.is_ascii_uppercase());
    let (amount, rest) = while_true(rest, |found| found.is_ascii_digit() || found == ',');
    let (is_in, is_reversal) = direction(marks).ok_or_else(wrong)?;
    let size = size(amount, currency)?;
    let (code, references) = rest.split_at_checked(4).ok_or_else(wrong)?;
    let (own, bank) = references.split_once("//").unwrap_or((references, ""));
    Ok(StatementLine {
        value_date: Some(valued),
        bank_reference: value::some(bank),
        // The other words say that the number stands in field 86.
        end_to_end_id: value::some(own)
            .filter(|own| !["NONREF", "EREF", "KREF+", "NOTPROVIDED"].contains(&own.as_str())),
        code: value::some(code),
        text: value::some(details),
        is_reversal,
        ..StatementLine::of(booked, value::directed(size, is_in)?, currency)
    })
}

/// An amount always has its comma. Without it the file may have been cut off within the digits.
pub(super) fn size(text: &str, currency: Currency) -> Result<Minor, Reason> {
    if text.contains(',') { value::unsigned(text, ',', currency) } else { Err(Reason::Amount(Reason::excerpt(text))) }
}

/// The side, the mark of a reversal before it, and after it the last letter of the currency, which says nothing new.
/// The reversal of a credit takes money out.
fn direction(marks: &str) -> Option<(bool, bool)> {
    let (is_reversal, side) = marks.strip_prefix('R').map_or((false, marks), |side| (true, side));
    if side.len() > 2 {
        return None;
    }
    match side.chars().next()? {
        'C' => Some((!is_reversal, is_reversal)),
        'D' => Some((is_reversal, is_reversal)),
        _ => None,
    }
}

/// The day `MMDD` of the year that brings it nearest to the value date.
fn near(valued: NaiveDate, text: &str) -> Result<NaiveDate, Reason> {
    let wrong = || Reason::Date(Reason::excerpt(text));
    let (month, day) = text.split_at_checked(2).filter(|(_, day)| day.len() == 2).ok_or_else(wrong)?;
    let month = month.parse().map_err(|_| wrong())?;
    let day = day.parse().map_err(|_| wrong())?;
    [-1, 0, 1]
        .into_iter()
        .filter_map(|shift| NaiveDate::from_ymd_opt(valued.year().checked_add(shift)?, month, day))
        .min_by_key(|date| date.signed_duration_since(valued).num_days().abs())
        .ok_or_else(wrong)
}

fn while_true(text: &str, belongs: impl Fn(char) -> bool) -> (&str, &str) {
    let end = text.find(|found| !belongs(found)).unwrap_or(text.len());
    text.split_at_checked(end).unwrap_or((text, ""))
}
