//! What people type, in each way of writing; and that what is shown, typed again, is the same number.

use proptest::prelude::*;
use serde_json::json;

use super::super::{Locale, Negatives, Reader};
use super::said_of;

fn reader(name: &str) -> Reader {
    Reader::read(name)
}

/// Read as this number.
const READ: &[(&str, &str, &str)] = &[
    // English.
    ("iso", "0", "0"),
    ("iso", "5", "5"),
    ("iso", "5.", "5"),
    ("iso", ".5", "0.5"),
    ("iso", "007", "7"),
    ("iso", "-0.10", "-0.10"),
    ("iso", "-0", "0"),
    ("iso", "12.50", "12.50"),
    ("iso", "1,250", "1250"),
    ("iso", "1250", "1250"),
    ("iso", "1,234.56", "1234.56"),
    ("iso", "1234.56", "1234.56"),
    ("iso", "1,234,567.8901", "1234567.8901"),
    ("iso", "999,999,999,999,999.99", "999999999999999.99"),
    ("iso", " 12.50 ", "12.50"),
    ("iso", "+12.50", "12.50"),
    ("iso", "- 12.50", "-12.50"),
    ("iso", "\u{2212}1.5", "-1.5"),
    ("iso", "(12)", "-12"),
    ("iso", "(1,234.50)", "-1234.50"),
    ("en-US", "1,234.56", "1234.56"),
    ("en-GB", "0.001", "0.001"),
    // German.
    ("de-DE", "12,50", "12.50"),
    ("de-DE", "1.250", "1250"),
    ("de-DE", "1.234,56", "1234.56"),
    ("de-DE", "1234,56", "1234.56"),
    ("de-DE", "1.234.567", "1234567"),
    ("de-DE", ",5", "0.5"),
    ("de-DE", "(1,5)", "-1.5"),
    ("de-DE", "\u{2212}1.234,50", "-1234.50"),
    ("es-ES", "1.234,5", "1234.5"),
    ("es-ES", "12,50", "12.50"),
    // French: any blank, as its keyboards have no narrow one.
    ("fr-FR", "1\u{202f}234,56", "1234.56"),
    ("fr-FR", "1\u{a0}234,56", "1234.56"),
    ("fr-FR", "1 234,56", "1234.56"),
    ("fr-FR", "1\u{2009}234\u{2009}567", "1234567"),
    ("fr-FR", "12,50", "12.50"),
    ("fr-FR", "-1 234", "-1234"),
    // Swiss: either apostrophe.
    ("de-CH", "1\u{2019}234.56", "1234.56"),
    ("de-CH", "1'234.56", "1234.56"),
    ("de-CH", "1'234'567", "1234567"),
    ("de-CH", "12.50", "12.50"),
    // Indian: lakhs, and thousands.
    ("en-IN", "12,34,567.89", "1234567.89"),
    ("en-IN", "1,00,000", "100000"),
    ("en-IN", "99,999", "99999"),
    ("en-IN", "1,234,567.89", "1234567.89"),
    ("en-IN", "1,23,45,67,890", "1234567890"),
    ("en-IN", "12.50", "12.50"),
    // Swedish.
    ("sv-SE", "1\u{a0}234,56", "1234.56"),
    ("sv-SE", "1 234 567,8", "1234567.8"),
    ("sv-SE", "12,50", "12.50"),
];

/// Refused, with what it could mean.
const REFUSED: &[(&str, &str, &[&str])] = &[
    ("iso", "12,50", &["12.50", "1,250"]),
    ("iso", "1,5", &["1.5", "15"]),
    ("iso", "1,50", &["1.50", "150"]),
    ("iso", "0,125", &["0.125", "125"]),
    ("iso", "0,5", &["0.5"]),
    ("iso", "1,2345", &["1.2345", "12,345"]),
    ("iso", "1234,567", &["1,234.567", "1,234,567"]),
    ("iso", "1,234,56", &["1,234.56", "123,456"]),
    ("iso", ",5", &["0.5"]),
    ("iso", "1,,234", &["1.234", "1,234"]),
    ("iso", "1,23,456", &["123.456", "123,456"]),
    ("iso", "1.234,56", &["1,234.56"]),
    ("iso", "1.2.3", &["12.3"]),
    ("iso", "1.234.567", &["1,234.567"]),
    ("iso", "12,", &["12"]),
    ("iso", "1 234.50", &["1,234.50"]),
    ("iso", "1'234.50", &["1,234.50"]),
    ("iso", "-12,50", &["-12.50", "-1,250"]),
    ("iso", "(12,50)", &["-12.50", "-1,250"]),
    ("de-DE", "12.50", &["12,50", "1.250"]),
    ("de-DE", "1.2.3.4", &["123,4", "1.234"]),
    ("de-DE", "1,234.56", &["1.234,56"]),
    ("de-DE", "0.125", &["0,125", "125"]),
    ("de-DE", "1.5", &["1,5", "15"]),
    ("de-DE", "1 234,50", &["1.234,50"]),
    ("de-DE", "1.23.456", &["123,456", "123.456"]),
    ("es-ES", "12.50", &["12,50", "1.250"]),
    ("fr-FR", "12.50", &["12,50", "1\u{202f}250"]),
    ("fr-FR", "1.234,56", &["1\u{202f}234,56"]),
    ("fr-FR", "12 50", &["1\u{202f}250"]),
    ("fr-FR", "1,234.56", &["1\u{202f}234,56"]),
    ("de-CH", "12,50", &["12.50", "1\u{2019}250"]),
    ("de-CH", "12'50", &["1\u{2019}250"]),
    ("de-CH", "1,234.56", &["1\u{2019}234.56"]),
    ("en-IN", "12,50", &["12.50", "1,250"]),
    ("en-IN", "1,2,345", &["12.345", "12,345"]),
    ("en-IN", "123,45,678", &["12,345.678", "1,23,45,678"]),
    ("sv-SE", "12.50", &["12,50", "1\u{a0}250"]),
    ("sv-SE", "1 23", &["123"]),
];

/// No number in any way of writing: the sentence shows one.
const NONE: &[&str] = &[
    "", " ", "twelve", "1e5", "1_000", "12-", "--1", "-", "(12", "12)", "()", ".", ",", "€12", "12 EUR", "0x10", "NaN",
    "1/2", "１２", "1\n2",
];

#[test]
fn at_least_a_hundred_inputs_in_six_ways_of_writing() {
    assert!(READ.len() + REFUSED.len() + NONE.len() >= 100);
    for (locale, typed, is) in READ {
        assert_eq!(reader(locale).read_figure(typed).as_deref(), Ok(*is), "{locale} {typed:?}");
    }
    for (locale, typed, readings) in REFUSED {
        let said = reader(locale).read_figure(typed).expect_err(typed).0;
        for reading in *readings {
            assert!(said.contains(reading), "{locale} {typed:?}: {said}");
        }
        let others = reader(locale).readings(typed);
        assert!(
            readings.iter().all(|reading| others.iter().any(|one| one == reading)),
            "{locale} {typed:?}: {others:?}"
        );
    }
    for typed in NONE {
        for (_, locale) in Locale::ALL {
            assert!(reader(locale).read_figure(typed).is_err(), "{locale} {typed:?}");
        }
    }
}

#[test]
fn percentages() {
    for (locale, typed, is) in [
        ("iso", "7%", "0.07"),
        ("iso", "19.5%", "0.195"),
        ("iso", "19.5 %", "0.195"),
        ("iso", "100%", "1.00"),
        ("iso", "0.07", "0.07"),
        ("iso", "-5%", "-0.05"),
        ("de-DE", "7,7%", "0.077"),
    ] {
        assert_eq!(reader(locale).fraction(typed).to_string(), is, "{locale} {typed}");
    }
    for typed in ["x%", "%", "7,5%", "7%%"] {
        assert!(!reader("iso").fraction(typed).is_number(), "{typed}");
    }
}

#[test]
fn what_is_not_read_is_sent_as_no_number_and_explained() {
    let body = json!({"lines": [{"debit": reader("iso").figure("12,50"), "credit": reader("iso").figure("12.50")}]});
    assert_eq!(
        said_of(&body, "/lines/0/debit"),
        Some("“12,50” can be read as 12.50 or as 1,250. Write the one that you mean.")
    );
    assert_eq!(said_of(&body, "/lines/0/credit"), None);
    let list = json!({"value": [5, reader("iso").figure("1,5")]});
    assert!(said_of(&list, "/value").is_some_and(|said| said.contains("1.5")));
    assert_eq!(body["lines"][0]["credit"].to_string(), "12.50");
}

/// Digits that are a number, as the interface writes them.
fn numbers() -> impl Strategy<Value = String> {
    (any::<bool>(), "0|[1-9][0-9]{0,14}", "[0-9]{0,9}").prop_map(|(is_negative, whole, decimals)| {
        let sign = if is_negative { "-" } else { "" };
        let decimals = if decimals.is_empty() { "0" } else { &decimals };
        format!("{sign}{whole}.{decimals}")
    })
}

/// Without zeros that say nothing.
fn bare(number: &str) -> String {
    let bare = if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.') } else { number };
    if bare == "-0" { "0".into() } else { bare.to_owned() }
}

proptest! {
    #[test]
    fn what_is_shown_typed_again_is_the_same(number in numbers(), locale in 0..Locale::ALL.len(), decimals in 0..4_usize) {
        for (negatives, _) in Negatives::ALL {
            let reader = Reader { locale: Locale::ALL[locale].0, negatives, ..Reader::default() };
            for shown in [reader.amount(&number, decimals), reader.number(&number), reader.input(&number)] {
                let read = reader.read_figure(&shown);
                prop_assert_eq!(read.as_deref().map(bare), Ok(bare(&number)), "{:?} {}", reader.locale, shown);
            }
        }
    }

    /// Whatever is typed is the number of its digits with one point among them, or refused.
    #[test]
    fn what_is_read_has_the_digits_that_were_typed(typed in "[-(]?[0-9., '’\u{a0}\u{202f}]{0,12}[)%]?", locale in 0..Locale::ALL.len()) {
        let reader = Reader { locale: Locale::ALL[locale].0, ..Reader::default() };
        if let Ok(read) = reader.read_figure(&typed) {
            let digits = |text: &str| text.chars().filter(char::is_ascii_digit).skip_while(|digit| *digit == '0').collect::<String>();
            prop_assert_eq!(digits(&read), digits(&typed));
            // A form shows `5.0` as `5`: the same number.
            let again = reader.read_figure(&reader.input(&read));
            prop_assert_eq!(again.as_deref().map(bare), Ok(bare(&read)));
        }
    }
}

#[test]
fn a_fraction_is_shown_as_the_percentage_that_is_typed() {
    for (locale, fraction, is) in [
        ("iso", "0.07", "7%"),
        ("iso", "0.19", "19%"),
        ("iso", "0.055", "5.5%"),
        ("de-DE", "0.055", "5,5%"),
        ("iso", "1", "100%"),
        ("iso", "1.0", "100%"),
        ("iso", "0", "0%"),
        ("iso", "12", "1,200%"),
        ("iso", "0.0000001", "0.00001%"),
        ("iso", "", ""),
    ] {
        let shown = reader(locale).percent(fraction);
        assert_eq!(shown, is, "{locale} {fraction}");
        if let Ok(number) = fraction.parse::<serde_json::Number>() {
            let back = reader(locale).fraction(&shown).to_string();
            assert_eq!(
                back.trim_end_matches(".0").trim_end_matches(".00"),
                number.to_string().trim_end_matches(".0"),
                "{shown}"
            );
        }
    }
}
