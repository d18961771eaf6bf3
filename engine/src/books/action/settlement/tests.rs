//! What payments take of a control account, as a table: amounts in the document's currency, shares in base.

#![allow(
    clippy::inconsistent_digit_grouping,
    clippy::zero_prefixed_literal,
    clippy::type_complexity,
    reason = "cents stand apart, as a bookkeeper reads them"
)]

use std::collections::BTreeMap;

use super::*;
use crate::books::document::model::{DatedReversal, Settlement};
use crate::books::document::stage::Approval;
use crate::books::document::{Content, Digest, Items, Particulars, Payment};
use crate::values::clock::{Date, Timestamp};
use crate::values::kind::{DocumentKind, SubLedger};
use crate::values::money::decimal_from_text;

fn usd() -> Currency {
    Currency::parse("USD").expect("a currency")
}

/// A posted invoice of this many minor units.
fn invoice(currency: &str, total: i64, rate: &str) -> Document {
    let currency = Currency::parse(currency).expect(currency);
    let rate = decimal_from_text(rate).expect(rate);
    let base_total = currency.convert(Minor(total), rate, usd()).expect("in base currency");
    let approval = Approval::Unsigned(Digest { version: 1, hash: String::new() });
    let posted = Posted { approval, at: Timestamp::from_micros(0), end: End::Open };
    Document {
        key: DocumentKey::new(DocumentKind::Invoice, "I-1"),
        version: 1,
        sub_ledger: SubLedger::Ar,
        content: Content {
            tran_date: Date::parse("2024-01-15").expect("a day"),
            posting_period_id: "2024-01".into(),
            currency,
            exchange_rate: rate,
            exchange_rate_reason: None,
            memo: None,
            total: Minor(total),
            base_total,
            particulars: Particulars::Items(Items {
                party_id: "C-1".into(),
                control_account_id: "1100".into(),
                due_date: None,
                terms: None,
                reference: None,
                about: None,
                subtotal: Minor(total),
                tax_total: Minor::ZERO,
                lines: Vec::new(),
            }),
        },
        corrects_id: None,
        correction_id: None,
        dated_reversal: DatedReversal::default(),
        settlement: Settlement::default(),
        stage: Stage::InLedger(posted),
        created_at: Timestamp::from_micros(0),
        created_by: "carl".into(),
        edited_by: "carl".into(),
        editors: std::collections::BTreeSet::new(),
    }
}

/// Pays the amount and returns its share.
fn pay(document: &mut Document, amount: i64) -> i64 {
    let share = base_share(document, Minor(amount), usd()).expect("a share");
    document.settlement.amount_paid = document.settlement.amount_paid.checked_add(Minor(amount)).expect("a sum");
    document.settlement.base_settled = document.settlement.base_settled.checked_add(share).expect("a sum");
    share.0
}

#[test]
fn shares_sum_to_what_stands_in_the_control_account() {
    #[rustfmt::skip]
    let table: [(&str, i64, &str, &[i64], &[i64]); 8] = [
        ("USD", 100_00, "1",       &[60_00, 40_00],        &[60_00, 40_00]),
        ("EUR", 100_00, "1.1",     &[100_00],              &[110_00]),
        ("EUR", 100_00, "1.1",     &[33_33, 33_33, 33_34], &[36_66, 36_67, 36_67]),
        ("EUR",   0_03, "1.5",     &[1, 1, 1],             &[2, 1, 2]),
        ("JPY",    100, "0.0067",  &[50, 50],              &[34, 33]),
        ("JPY",    100, "0.0067",  &[1, 1, 98],            &[1, 0, 66]),
        ("JPY",      3, "0.0067",  &[1, 1, 1],             &[1, 0, 1]),
        ("KWD",  1_000, "3.2511",  &[333, 333, 334],       &[1_08, 1_09, 1_08]),
    ];
    for (currency, total, rate, payments, shares) in table {
        let mut document = invoice(currency, total, rate);
        let taken: Vec<i64> = payments.iter().map(|amount| pay(&mut document, *amount)).collect();
        assert_eq!(taken, shares, "{currency} {total} at {rate}");
        assert_eq!(document.settlement.base_settled, document.content.base_total);
    }
}

#[test]
fn many_small_payments_take_no_more_than_there_is() {
    // 100 yen at 0.006 are 0.60: a hundred payments of one yen are not a hundred times 0.01.
    let mut document = invoice("JPY", 100, "0.006");
    let taken: Vec<i64> = (0..100).map(|_| pay(&mut document, 1)).collect();
    assert!(taken.iter().all(|share| (0..=1).contains(share)), "{taken:?}");
    assert_eq!(taken.iter().sum::<i64>(), 60);
}

#[test]
fn whatever_is_paid_and_voided_no_share_is_negative_or_more_than_is_left() {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut roll = |sides: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % sides
    };
    for rate in ["0.0067", "0.01", "0.37", "1.1", "149.5"] {
        let mut document = invoice("JPY", 500, rate);
        let mut standing: BTreeMap<u64, (i64, i64)> = BTreeMap::new();
        for number in 0..2_000 {
            let due = document.amount_due().0;
            if due > 0 && roll(2) == 0 {
                let amount = 1 + i64::try_from(roll(40)).expect("small");
                let amount = amount.min(due);
                let left = document.content.base_total.0 - document.settlement.base_settled.0;
                let share = pay(&mut document, amount);
                assert!((0..=left).contains(&share), "{rate}: {share} of {left}");
                standing.insert(number, (amount, share));
            } else if let Some((_, (amount, share))) = standing.pop_first() {
                document.settlement.amount_paid = Minor(document.settlement.amount_paid.0 - amount);
                document.settlement.base_settled = Minor(document.settlement.base_settled.0 - share);
            }
            if document.amount_due().is_zero() {
                assert_eq!(document.settlement.base_settled, document.content.base_total);
            }
        }
    }
}

/// A credit memo names the invoice that it is about, and pays nothing by that: `apply` does.
#[test]
fn only_payments_pay() {
    let mut document = invoice("USD", 100_00, "1");
    let invoice = DocumentKey::new(DocumentKind::Invoice, "I-1");
    let Particulars::Items(items) = &mut document.content.particulars else { panic!("an invoice has items") };
    items.about = Some(invoice.clone());
    assert_eq!(document.pays(), None);
    document.content.particulars = Particulars::Payment(Payment {
        party_id: "C-1".into(),
        control_account_id: "1100".into(),
        cash_account_id: "1000".into(),
        settles: invoice.clone().into(),
        discount: None,
        write_off: None,
        reference: None,
        payment_method: None,
    });
    assert_eq!(document.pays(), Some(&invoice));
}
