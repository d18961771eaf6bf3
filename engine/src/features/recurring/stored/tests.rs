//! Golden texts: what this release writes is read and written so by each later one.

use super::PAYROLL;
use crate::books::document::Draft;
use crate::books::document::draft::Body;
use crate::books::stored::{Stored, read};
use crate::features::recurring::schedule::Schedule;

/// Reads the text, and writes it again as it is.
fn comes_back<T: Stored>(text: &str) -> T {
    let value: T = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(value.written().expect("a text"), text);
    value
}

#[test]
fn a_schedule() {
    for text in [
        r#"{"every":{"month":{"day":31}},"interval":1,"start_date":"2024-01-01","end_date":null,"occurrences":null,"business_day":"none","holidays":[]}"#,
        r#"{"every":{"week":{"weekday":"friday"}},"interval":2,"start_date":"2024-01-01","end_date":"2024-12-31","occurrences":20,"business_day":"before","holidays":["2024-05-01"]}"#,
    ] {
        comes_back::<Schedule>(text);
    }
    let good = r#"{"every":{"month":{"day":31}},"interval":1,"start_date":"2024-01-01","end_date":null,"occurrences":null,"business_day":"none","holidays":[]}"#;
    for (part, other) in [
        ("month", "year"),
        ("none", "never"),
        ("2024-01-01", "2024-02-30"),
        (r#""end_date":null,"#, ""),
        (r#""interval":1"#, r#""interval":1,"v":1"#),
    ] {
        assert!(read::<Schedule>(&good.replace(part, other)).is_err(), "{part}");
    }
}

#[test]
fn a_document_to_be_made() {
    let entry = r#"{"document_type":"journal_entry","memo":"Rent","body":{"journal_entry":{"entry_type":"Accrual","lines":[{"account_id":"6000","debit":"100.00","department_id":"D-1"},{"line_number":2,"account_id":"2000","credit":"100.00","memo":"owed","cost_center_id":"C-1","dimensions":[{"dimension_id":"project","value_id":"P-1"}]}]}}}"#;
    let draft: Draft = comes_back(entry);
    assert!(matches!(draft.body, Body::JournalEntry(_)) && draft.tran_date.is_none() && draft.id.is_none());
    for text in [
        r#"{"document_type":"bill","currency":"EUR","exchange_rate":"1.10","exchange_rate_reason":"agreed","body":{"items":{"party_id":"V-1","control_account_id":"2000","reference":"R-1","lines":[{"account_id":"6000","description":"Rent","quantity":"1","rate":"1000.00","amount":"1000.00","tax_rate":"0.07","tax_amount":"70.00","tax_account_id":"1400"}]}}}"#,
        r#"{"document_type":"vendor_credit","body":{"items":{"party_id":"V-1","about":{"document_type":"bill","id":"B-1"},"lines":[]}}}"#,
        r#"{"document_type":"bill_payment","body":{"payment":{"settles":{"document_type":"bill","id":"B-1"},"cash_account_id":"1000","control_account_id":"2000","payment":"5.00","payment_method":"Cheque","reference":"R"}}}"#,
        r#"{"document_type":"invoice_payment","body":{"payment":{"party_id":"C-1"}}}"#,
    ] {
        comes_back::<Draft>(text);
    }
    // Payroll is found by its text, whatever else a document says.
    let payroll = entry.replace("Accrual", "Payroll");
    let mut said = comes_back::<Draft>(entry);
    said.memo = Some(PAYROLL.to_owned());
    assert!(comes_back::<Draft>(&payroll).is_payroll() && payroll.contains(PAYROLL));
    assert!(!said.is_payroll() && !said.written().expect("a text").contains(PAYROLL));
    for (part, other) in [("journal_entry", "letter"), ("memo", "note"), ("100.00", "much")] {
        assert!(read::<Draft>(&entry.replacen(part, other, 1)).is_err(), "{part}");
    }
}
