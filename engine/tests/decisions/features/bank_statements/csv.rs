use engine::books::stored::Stored;
use engine::features::bank_statements::formats::{CsvMapping, Format, Reason};
use engine::values::money::MoneyError;

use super::support::{cut, events, reason, table};

fn mapping(json: &str) -> CsvMapping {
    engine::books::stored::read(json).expect(json)
}

fn format(json: &str) -> Format {
    Format::Csv(Box::new(mapping(json)))
}

const GERMAN: &str = r#"{"delimiter": ";", "header_rows": 3, "footer_rows": 1, "order": "newest_first", "date_format": "%d.%m.%Y", "decimal": ",",
    "thousands": ".", "currency": {"column": {"name": "Währung"}}, "amount": {"signed": {"amount": {"name": "Betrag"}}},
    "date": {"name": "Buchungstag"}, "value_date": {"name": "Valuta"}, "balance": {"number": 7}, "account": {"number": 8},
    "counterparty_name": {"name": "Name"}, "text": [{"name": "Zweck"}]}"#;

const GERMAN_FILE: &str = "\u{feff}Konto\r\n\r\n\"Buchungstag\";Valuta;Name;Zweck;Betrag;Währung;Saldo;IBAN\r\n\
    31.01.2024;01.02.2024;\"Müller; \"\"Söhne\"\"\";\"Zeile 1\r\nZeile 2\";-1.234,50;EUR;1.000,00;DE02\r\n\
    30.01.2024;;Bank;;\"12,50-\";EUR;\"2.234,50\";DE02\r\n\r\nSumme;;;;\"1,00\";\r\n\r\n";

#[test]
fn a_german_file_is_read_from_its_newest_row() {
    let expected = [
        "begins DE02 - EUR - - open - close 2024-01-31 100000",
        "2024-01-31 2024-02-01 -123450 EUR | Müller; \"Söhne\" | - | - | - | - | Zeile 1\r\nZeile 2",
        "2024-01-30 - -1250 EUR | Bank | - | - | - | - | -",
        "ends open 2024-01-30 224700 close 2024-01-31 100000 not booked 0",
    ];
    assert_eq!(table(&events(&format(GERMAN), GERMAN_FILE.as_bytes()).expect("reads")), expected);
    // Where the footer is cut off, a row is taken for it. The events of newest rows tell what the whole file tells.
    cut(&format(GERMAN), GERMAN_FILE.as_bytes(), |length| length < 60);
}

#[test]
fn sides_stand_in_columns_or_words() {
    let columns = r#"{"date_format": "%Y-%m-%d", "currency": {"fixed": "USD"}, "date": {"number": 1},
        "amount": {"debit_credit": {"debit": {"number": 2}, "credit": {"number": 3}}}}"#;
    let signed = r#"{"date_format": "%Y-%m-%d", "currency": {"fixed": "CHF"}, "date": {"number": 1}, "thousands": "'",
        "amount": {"signed": {"amount": {"number": 2}}}}"#;
    let negative = columns.replace("\"credit\":", "\"debit_is_negative\": true, \"credit\":");
    let words = r#"{"date_format": "%Y-%m-%d", "currency": {"fixed": "USD"}, "date": {"number": 1}, "thousands": " ",
        "amount": {"sided": {"amount": {"number": 2}, "side": {"number": 3}, "debit": ["D", "Soll"], "credit": ["C"]}}}"#;
    let side = |found: &str| Reason::Value { field: "the side", found: found.to_owned() };
    for (mapping, fields, expected) in [
        (columns, "12.50,", Ok(-1250)),
        (columns, "0.00,7", Ok(700)),
        (columns, "1,7", Err(Reason::Contradiction("the amount"))),
        (columns, ",", Err(Reason::Missing("the amount"))),
        (columns, "1", Err(Reason::Column("3".to_owned()))),
        (columns, "-12.50,", Err(Reason::Amount("-12.50".to_owned()))),
        (&negative, "-12.50,", Ok(-1250)),
        (words, "1 234.5,Soll", Ok(-123_450)),
        (words, "1\u{a0}234.5,C", Ok(123_450)),
        (words, "1 23.5,C", Err(Reason::Amount("1 23.5".to_owned()))),
        (words, "1,S", Err(side("S"))),
        (signed, "(12.50)", Ok(-1250)),
        (signed, "-12.50", Ok(-1250)),
        (signed, "+12.5", Ok(1250)),
        (signed, "\"1'234'567.5\"", Ok(123_456_750)),
        (signed, "1’234.5-", Ok(-123_450)),
        (signed, "1'23.4", Err(Reason::Amount("1'23.4".to_owned()))),
        (signed, "--1", Err(Reason::Amount("-1".to_owned()))),
        (signed, "(-1)", Err(Reason::Amount("-1".to_owned()))),
        (signed, "1e3", Err(Reason::Amount("1e3".to_owned()))),
        (signed, "", Err(Reason::Amount(String::new()))),
        (signed, "1.005", Err(Reason::AmountLimit { text: "1.005".to_owned(), error: MoneyError::TooManyDecimals })),
        (
            signed,
            "1000000000000000",
            Err(Reason::AmountLimit { text: "1000000000000000".to_owned(), error: MoneyError::TooLarge }),
        ),
    ] {
        let row = format!("2024-01-31,{fields}\n");
        let found =
            events(&format(mapping), row.as_bytes()).map_err(|fault| fault.reason).map(|events| match &events[1] {
                engine::features::bank_statements::formats::Event::Line(line) => line.amount.0,
                other => panic!("{other:?}"),
            });
        assert_eq!(found, expected, "{fields}");
    }
}

#[test]
fn each_refusal_has_its_reason() {
    let plain = r#"{"header_rows": 1, "date_format": "%Y-%m-%d", "currency": {"column": {"name": "cur"}}, "date": {"name": "day"},
        "amount": {"signed": {"amount": {"name": "amount"}}}}"#;
    for (file, expected) in [
        ("day,amount,cur\n2024-01-31,1,EUR\n", None),
        (
            "day,amount,cur\n2024-01-31,1,EUR\n2024-01-31,1,USD\n",
            Some(Reason::OtherCurrency { expected: "EUR", found: "USD" }),
        ),
        ("day,amount,day,cur\n", Some(Reason::Contradiction("a column's name"))),
        ("day,cur\n", Some(Reason::Column("amount".to_owned()))),
        ("day,amount,cur\n", Some(Reason::NoStatement)),
        ("", Some(Reason::Truncated("the header rows"))),
        ("day,amount,cur\n31.01.2024,1,EUR\n", Some(Reason::Date("31.01.2024".to_owned()))),
        ("day,amount,cur\n2024-01-31,\"1\"x,EUR\n", Some(Reason::Syntax("text after a closing quote".to_owned()))),
        ("day,amount,cur\n2024-01-31,\"1,EUR\n", Some(Reason::Truncated("a quoted field"))),
        ("day,amount,cur\n2024-01-31,\0,EUR\n", Some(Reason::Encoding("text: it has control characters"))),
    ] {
        assert_eq!(reason(&format(plain), file.as_bytes()), expected, "{file:?}");
    }
}

#[test]
fn a_mapping_that_contradicts_itself_is_refused() {
    for (from, to) in [
        ("\"delimiter\": \";\"", "\"delimiter\": \"€\""),
        ("\"thousands\": \".\"", "\"thousands\": \",\""),
        ("\"header_rows\": 3", "\"header_rows\": 0"),
        ("{\"number\": 7}", "{\"number\": 0}"),
        ("{\"number\": 7}", "{\"number\": 257}"),
        ("\"footer_rows\": 1", "\"footer_rows\": 11"),
        ("\"delimiter\": \";\"", "\"delimiter\": \"'\", \"quote\": \"'\""),
        ("%d.%m.%Y", "%d.%m"),
        ("%d.%m.%Y", "%d.%m.%Y %Z"),
        ("%d.%m.%Y", "%d.%m.%y%"),
        ("{\"column\": {\"name\": \"Währung\"}}", "{\"fixed\": \"EUX\"}"),
    ] {
        let broken = mapping(&GERMAN.replace(from, to));
        assert!(matches!(broken.check(), Err(Reason::Mapping(_))), "{to}");
    }
    let german = mapping(GERMAN);
    german.check().expect("the mapping itself is sound");
    let stored = german.written().expect("it is stored");
    assert_eq!(mapping(&stored), german);
}

#[test]
fn a_fault_stands_at_its_row() {
    let file = GERMAN_FILE.replace("-1.234,50", "-1.234,5x");
    let fault = events(&format(GERMAN), file.as_bytes()).expect_err("refused");
    assert_eq!((fault.line, fault.byte), (4, file.find("31.01").expect("the row") as u64), "{fault}");
}

#[test]
fn other_quotes_are_known() {
    let mapping = r#"{"quote": "'", "delimiter": "\t", "date_format": "%d/%b/%y", "currency": {"fixed": "USD"},
        "date": {"number": 1}, "text": [{"number": 3}], "amount": {"signed": {"amount": {"number": 2}}}}"#;
    let file = "31/Jan/24\t1\t'a\tb''c'\n";
    let expected = "2024-01-31 - 100 USD | - | - | - | - | - | a\tb'c";
    assert_eq!(table(&events(&format(mapping), file.as_bytes()).expect("reads"))[1], expected);
    let none = mapping.replace("\"'\"", "null");
    let file = "31/Jan/24\t1\t\"a' b\n";
    let expected = "2024-01-31 - 100 USD | - | - | - | - | - | \"a' b";
    assert_eq!(table(&events(&format(&none), file.as_bytes()).expect("reads"))[1], expected);
}
