//! The values that all formats share: days, amounts, currencies and short texts.

use chrono::{Datelike, NaiveDate};

use super::fault::Reason;
use super::limits::MAX_TEXT_BYTES;
use crate::values::money::{Currency, Minor, decimal_from_text};

/// Reads an amount without sign: digits, and at most one `separator` with digits on a side of it.
pub(crate) fn unsigned(text: &str, separator: char, currency: Currency) -> Result<Minor, Reason> {
    let wrong = || Reason::Amount(Reason::excerpt(text));
    let (whole, fraction) = text.split_once(separator).unwrap_or((text, ""));
    let is_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let has_digits = !whole.is_empty() || !fraction.is_empty();
    if !has_digits || !is_digits(whole) || !is_digits(fraction) || text.len() > 64 {
        return Err(wrong());
    }
    let whole = if whole.is_empty() { "0" } else { whole };
    let too_large = |error| Reason::AmountLimit { text: Reason::excerpt(text), error };
    let exact = decimal_from_text(&format!("{whole}.{fraction}"))
        .ok_or_else(|| too_large(crate::values::money::MoneyError::TooLarge))?;
    currency.to_minor(exact).map_err(too_large)
}

/// Reads an amount with an optional sign before it.
pub(crate) fn signed(text: &str, separator: char, currency: Currency) -> Result<Minor, Reason> {
    let (is_negative, size) = match text.strip_prefix('-') {
        Some(size) => (true, size),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    directed(unsigned(size.trim_start(), separator, currency)?, !is_negative)
}

/// The amount with the sign of its side: money in is positive.
pub(crate) fn directed(size: Minor, is_in: bool) -> Result<Minor, Reason> {
    if is_in {
        return Ok(size);
    }
    size.negated().map_err(|error| Reason::AmountLimit { text: size.0.to_string(), error })
}

pub(crate) fn currency(code: &str) -> Result<Currency, Reason> {
    Currency::parse(code).ok_or_else(|| Reason::Currency(Reason::excerpt(code)))
}

/// Refuses an amount that is not in the currency of the statement.
pub(crate) fn same_currency(expected: Currency, found: Currency) -> Result<(), Reason> {
    if expected == found {
        return Ok(());
    }
    Err(Reason::OtherCurrency { expected: expected.code(), found: found.code() })
}

/// Reads digits of a fixed layout such as `%Y%m%d`, of which all must be there.
pub(crate) fn digits_date(text: &str, layout: &str, length: usize) -> Result<NaiveDate, Reason> {
    let wrong = || Reason::Date(Reason::excerpt(text));
    if text.len() != length || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(wrong());
    }
    NaiveDate::parse_from_str(text, layout).map_err(|_| wrong())
}

/// Reads `YYMMDD`; 80 to 99 are of the last century.
pub(crate) fn short_date(text: &str) -> Result<NaiveDate, Reason> {
    let century = match text.get(..1) {
        Some("8" | "9") => "19",
        _ => "20",
    };
    digits_date(&format!("{century}{text}"), "%Y%m%d", 8).map_err(|_| Reason::Date(Reason::excerpt(text)))
}

/// Reads the day of `2024-01-31`, also when a time or a zone follows. The day is the one that the bank wrote.
pub(crate) fn iso_date(text: &str) -> Result<NaiveDate, Reason> {
    let wrong = || Reason::Date(Reason::excerpt(text));
    let (day, rest) = text.split_at_checked(10).ok_or_else(wrong)?;
    let fits =
        day.bytes().enumerate().all(|(at, byte)| if at == 4 || at == 7 { byte == b'-' } else { byte.is_ascii_digit() });
    if !(rest.is_empty() || rest.starts_with(['T', 'Z', '+', '-'])) || !fits {
        return Err(wrong());
    }
    plausible(NaiveDate::parse_from_str(day, "%Y-%m-%d").map_err(|_| wrong())?, text)
}

/// Refuses days that no statement has: they are misread.
pub(crate) fn plausible(date: NaiveDate, text: &str) -> Result<NaiveDate, Reason> {
    if (1900..=2199).contains(&date.year()) { Ok(date) } else { Err(Reason::Date(Reason::excerpt(text))) }
}

/// The text, if there is any besides blanks.
pub(crate) fn some(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// An account number or IBAN as it is compared: without blanks.
pub(crate) fn account(text: &str) -> Option<String> {
    let compact: String = text.chars().filter(|character| !character.is_whitespace()).collect();
    (!compact.is_empty()).then_some(compact)
}

/// Adds `more` to a text with a separator between. What is longer than a text may be is cut.
pub(crate) fn join(text: &mut Option<String>, separator: &str, more: &str) {
    join_within(text, separator, more, MAX_TEXT_BYTES);
}

/// The same with a limit of its own. A cut text ends in an ellipsis, which takes no more.
pub(crate) fn join_within(text: &mut Option<String>, separator: &str, more: &str, limit: usize) {
    let more = more.trim();
    if more.is_empty() {
        return;
    }
    let Some(so_far) = text else {
        *text = Some(cut(more, limit));
        return;
    };
    if so_far.ends_with('…') && so_far.len() >= limit.saturating_sub(CUT_BYTES) {
        return;
    }
    let room = limit.saturating_sub(so_far.len()).saturating_sub(separator.len());
    so_far.push_str(separator);
    so_far.push_str(&cut(more, room));
}

/// How far below its limit a text may end that was cut: an ellipsis, and the rest of a character.
const CUT_BYTES: usize = 8;

/// The text, or as much of it as fits with an ellipsis behind.
pub(crate) fn cut(text: &str, limit: usize) -> String {
    if text.len() <= limit {
        return text.to_owned();
    }
    let room = limit.saturating_sub('…'.len_utf8());
    let fits = |(at, found): &(usize, char)| at.saturating_add(found.len_utf8()) <= room;
    let mut kept: String = text.char_indices().take_while(fits).map(|(_, found)| found).collect();
    kept.push('…');
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut_once() {
        let mut text = None;
        for more in ["", "abc", "déf", "ghi", "jkl"] {
            join_within(&mut text, " ", more, 11);
        }
        assert_eq!(text.as_deref(), Some("abc déf …"));
        for (limit, expected) in [(9, "abcdefghi"), (8, "abcde…"), (3, "…")] {
            assert_eq!(cut("abcdefghi", limit), expected);
        }
    }

    #[test]
    fn days_are_read_as_they_were_written() {
        for (text, expected) in [
            ("2024-01-31", Some("2024-01-31")),
            ("2024-01-31T23:59:59+01:00", Some("2024-01-31")),
            ("2024-01-31Z", Some("2024-01-31")),
            ("2024-02-30", None),
            ("0001-01-01", None),
            ("2024-1-31", None),
            ("2024-01-31x", None),
            ("", None),
        ] {
            assert_eq!(iso_date(text).ok().map(|date| date.to_string()).as_deref(), expected, "{text}");
        }
        assert_eq!(short_date("991231").ok(), NaiveDate::from_ymd_opt(1999, 12, 31));
        assert_eq!(short_date("240229").ok(), NaiveDate::from_ymd_opt(2024, 2, 29));
    }
}
