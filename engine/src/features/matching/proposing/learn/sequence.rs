//! The words that stand in the same order in several lines.

use super::super::input::StatementLine;
use super::super::text::words;
use super::rule::contains;

/// Words that change from month to month; like a number, they end a sequence.
const CHANGING: [&str; 38] = [
    "APR",
    "APRIL",
    "AUG",
    "AUGUST",
    "DEC",
    "DECEMBER",
    "DEZ",
    "DEZEMBER",
    "FEB",
    "FEBRUAR",
    "FEBRUARY",
    "JAN",
    "JANUAR",
    "JANUARY",
    "JUL",
    "JULI",
    "JULY",
    "JUN",
    "JUNE",
    "JUNI",
    "MAI",
    "MAR",
    "MARCH",
    "MARZ",
    "MAY",
    "NOV",
    "NOVEMBER",
    "OCT",
    "OCTOBER",
    "OKT",
    "OKTOBER",
    "Q1",
    "Q2",
    "Q3",
    "Q4",
    "SEP",
    "SEPT",
    "SEPTEMBER",
];
/// Words that stand in lines of all kinds: a sequence of nothing else says nothing.
const GENERIC: [&str; 34] = [
    "ACCOUNT",
    "BANK",
    "BILL",
    "CARD",
    "CREDIT",
    "DATE",
    "DEBIT",
    "DIRECT",
    "FROM",
    "GMBH",
    "INVOICE",
    "LASTSCHRIFT",
    "LIMITED",
    "MONTH",
    "MONTHLY",
    "ORDER",
    "PAYMENT",
    "PAYMENTS",
    "RECHNUNG",
    "REFERENCE",
    "SEPA",
    "STANDING",
    "SVWZ",
    "THANK",
    "THANKS",
    "THIS",
    "TRANSFER",
    "UBERWEISUNG",
    "VIELEN",
    "VOM",
    "WITH",
    "YOUR",
    "ZAHLUNG",
    "DANK",
];
/// The most words of one sequence.
const MOST: usize = 8;
/// A sequence has a word of at least so many letters that is not generic.
const LETTERS: usize = 4;

/// The lasting words of a line, in parts: what stands between numbers, months and ends of texts.
pub fn parts_of(line: &StatementLine) -> Vec<Vec<String>> {
    let mut parts = Vec::new();
    for text in [&line.text, &line.counterparty_name] {
        let words = words(text);
        let is_changing = |word: &String| CHANGING.contains(&word.as_str()) || word.chars().any(char::is_numeric);
        parts.extend(words.split(is_changing).filter(|part| !part.is_empty()).map(<[String]>::to_vec));
    }
    parts
}

/// The longest sequence of both that says something; of two as long the first.
pub fn shared(one: &[Vec<String>], other: &[Vec<String>]) -> Option<Vec<String>> {
    let mut best: &[String] = &[];
    for part in one {
        for start in 0..part.len() {
            for end in (start..part.len().min(start.saturating_add(MOST))).map(|last| last.saturating_add(1)) {
                let sequence = part.get(start..end).unwrap_or_default();
                if !other.iter().any(|other| contains(other, sequence)) {
                    break;
                }
                if letters(sequence) > letters(best) && says_something(sequence) {
                    best = sequence;
                }
            }
        }
    }
    (!best.is_empty()).then(|| best.to_vec())
}

fn letters(words: &[String]) -> usize {
    words.iter().map(String::len).fold(0, usize::saturating_add)
}

fn says_something(words: &[String]) -> bool {
    words.iter().any(|word| word.chars().count() >= LETTERS && !GENERIC.contains(&word.as_str()))
}
