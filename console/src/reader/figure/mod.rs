//! What people type as a number, read in one place for every amount, quantity and rate of the console. Digit by digit: no number
//! passes through a float. A mark between groups is taken only where groups stand; whatever else could be read in two ways, or in
//! none, is refused with what it could mean. See docs/rules/console.md#amounts.

#[cfg(test)]
mod tests;

use serde_json::{Number, Value, json};

use super::Reader;
use super::locale::{Grouping, is_blank};
use crate::text::filled;

/// Where a number was to stand and something else was typed, this is sent: the interface refuses it there, along with whatever else
/// is wrong, and [`said_of`] finds the sentence for it.
const UNREAD: &str = "unread";

/// What was typed and cannot be read, as a sentence for who typed it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unread(pub String);

impl Reader {
    /// A number as JSON has it: `-1234.50`.
    pub fn read_figure(self, typed: &str) -> Result<String, Unread> {
        let (is_negative, body) = sign(typed.trim()).ok_or_else(|| self.unread(typed))?;
        let (whole, fraction) = self.parts(body).ok_or_else(|| self.unread(typed))?;
        Ok(plain(is_negative, &whole, fraction))
    }

    /// The number for a body of the interface.
    pub fn figure(self, typed: &str) -> Value {
        value(self.read_figure(typed), typed)
    }

    /// A fraction, which may be typed as a percentage: `7%` is 0.07.
    pub fn fraction(self, typed: &str) -> Value {
        let Some(percent) = typed.trim().strip_suffix('%') else { return self.figure(typed) };
        value(self.read_figure(percent).map(|percent| hundredth(&percent)), typed)
    }

    /// A fraction as the percentage that is typed for it: 0.07 is `7%`.
    pub fn percent(self, fraction: &str) -> String {
        if fraction.is_empty() { String::new() } else { format!("{}%", self.number(&hundredfold(fraction))) }
    }

    /// Whole digits and decimals, when the text is a number as the reader writes it.
    fn parts(self, body: &str) -> Option<(String, &str)> {
        let (_, point) = self.locale.marks();
        let (whole, fraction) = body.split_once(point).unwrap_or((body, ""));
        let groups: Vec<&str> = whole.split(|letter| self.locale.groups_by(letter)).collect();
        let is_grouped = match groups.as_slice() {
            [_] => true,
            // `0,125` is no thousand.
            [first, ..] if first.starts_with('0') => false,
            _ => stand(&groups, Grouping::Thousands) || stand(&groups, self.locale.grouping()),
        };
        let whole = groups.concat();
        let is_number = is_grouped && digits(&whole) && digits(fraction) && !(whole.is_empty() && fraction.is_empty());
        is_number.then_some((whole, fraction))
    }

    /// Says what was typed could mean, in the reader's own way of writing.
    fn unread(self, typed: &str) -> Unread {
        let typed: String = typed.trim().chars().take(40).collect();
        let readings = self.readings(&typed);
        let sentence = match readings.as_slice() {
            [] => filled("figure.none", &[&typed, &self.joined("1234", "56")]),
            [one] => filled("figure.one", &[&typed, one]),
            [one, other, ..] => filled("figure.two", &[&typed, one, other]),
        };
        Unread(sentence)
    }

    /// What it could mean: with its last mark before the decimals, and with the reader's own before them.
    fn readings(self, typed: &str) -> Vec<String> {
        let Some((is_negative, body)) = sign(typed) else { return Vec::new() };
        let is_mark = |letter: char| matches!(letter, ',' | '.' | '\'' | '\u{2019}') || is_blank(letter);
        let as_if = |at: Option<usize>| -> Option<String> {
            let (whole, fraction) = at.map_or((body, ""), |at| body.split_at(at));
            let [whole, fraction] =
                [whole, fraction].map(|part| part.chars().filter(|letter| !is_mark(*letter)).collect());
            let (whole, fraction): (String, String) = (whole, fraction);
            let is_number = digits(&whole) && digits(&fraction) && !(whole.is_empty() && fraction.is_empty());
            is_number.then(|| {
                let whole = whole.trim_start_matches('0');
                let figure = self.joined(if whole.is_empty() { "0" } else { whole }, &fraction);
                if is_negative { format!("-{figure}") } else { figure }
            })
        };
        let (_, point) = self.locale.marks();
        let last = body.rfind(['.', ',']);
        let mut found: Vec<String> = [as_if(last), as_if(body.rfind(point))].into_iter().flatten().collect();
        found.dedup();
        found
    }

    /// Digits with the reader's marks.
    pub(super) fn joined(self, whole: &str, fraction: &str) -> String {
        let (mark, point) = self.locale.marks();
        let mut out = String::new();
        for (index, digit) in whole.chars().enumerate() {
            let left = whole.len().saturating_sub(index);
            let begins_group = match self.locale.grouping() {
                Grouping::Thousands => left.is_multiple_of(3),
                Grouping::Lakhs => left == 3 || (left > 3 && left.saturating_sub(3).is_multiple_of(2)),
            };
            if index > 0 && begins_group {
                out.push(mark);
            }
            out.push(digit);
        }
        if !fraction.is_empty() {
            out.push(point);
            out.push_str(fraction);
        }
        out
    }
}

/// The sentence of what was sent at this pointer and could not be read.
pub fn said_of<'a>(body: &'a Value, pointer: &str) -> Option<&'a str> {
    let sent = body.pointer(pointer)?;
    // A list is refused as a whole.
    let unread = sent.get(UNREAD).or_else(|| sent.as_array()?.iter().find_map(|item| item.get(UNREAD)));
    unread?.as_str()
}

fn value(read: Result<String, Unread>, typed: &str) -> Value {
    match read {
        Ok(number) => number.parse::<Number>().map_or_else(|_| json!({ UNREAD: typed }), Value::Number),
        Err(Unread(sentence)) => json!({ UNREAD: sentence }),
    }
}

/// Whether it is negative, and the rest: a sign stands before the digits, or parentheses around them.
fn sign(text: &str) -> Option<(bool, &str)> {
    if let Some(inner) = text.strip_prefix('(') {
        return inner.strip_suffix(')').map(|inner| (true, inner.trim()));
    }
    let negative = text.strip_prefix(['-', '\u{2212}']);
    Some(match (negative, text.strip_prefix('+')) {
        (Some(rest), _) => (true, rest.trim_start()),
        (None, Some(rest)) => (false, rest.trim_start()),
        (None, None) => (false, text),
    })
}

/// Whether several groups have the digits that they must have.
fn stand(groups: &[&str], grouping: Grouping) -> bool {
    let [first, between @ .., last] = groups else { return false };
    let size = match grouping {
        Grouping::Thousands => 3,
        Grouping::Lakhs => 2,
    };
    (1..=size).contains(&first.len()) && between.iter().all(|group| group.len() == size) && last.len() == 3
}

fn digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// JSON knows neither `.5` nor `007` nor `5.`, people do.
fn plain(is_negative: bool, whole: &str, fraction: &str) -> String {
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    let is_zero = whole == "0" && fraction.bytes().all(|byte| byte == b'0');
    let sign = if is_negative && !is_zero { "-" } else { "" };
    let point = if fraction.is_empty() { "" } else { "." };
    format!("{sign}{whole}{point}{fraction}")
}

/// A hundred times a number: the point moves. What is no number stays as it is.
fn hundredfold(number: &str) -> String {
    let (is_negative, figure) = number.strip_prefix('-').map_or((false, number), |figure| (true, figure));
    let (whole, fraction) = figure.split_once('.').unwrap_or((figure, ""));
    if !digits(whole) || !digits(fraction) {
        return number.to_owned();
    }
    let fraction = format!("{fraction:0<2}");
    let (more, rest) = fraction.split_at(2);
    plain(is_negative, &format!("{whole}{more}"), rest.trim_end_matches('0'))
}

/// A hundredth of a number: the point moves.
fn hundredth(number: &str) -> String {
    let (is_negative, number) = number.strip_prefix('-').map_or((false, number), |number| (true, number));
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let whole = format!("{whole:0>3}");
    let (before, after) = whole.split_at(whole.len().saturating_sub(2));
    plain(is_negative, before, &format!("{after}{fraction}"))
}
