//! Golden vectors. Version 0's stand in the books of release 1268427; version 1's were computed by hand from its description.

use super::*;
use crate::clock::{Date, Timestamp};
use crate::document::Stage;
use crate::document::model::{Content, Item, Line, Settlement};
use crate::kind::DocumentKey;
use crate::kind::DocumentKind;
use crate::kind::SubLedger;
use crate::money::{Currency, Minor, decimal_from_text};
use rust_decimal::Decimal;

fn decimal(text: &str) -> Decimal {
    decimal_from_text(text).expect(text)
}

fn line(line_number: i64, account_id: &str, amount: i64) -> Line {
    let amount = Minor(amount);
    let account_id = account_id.into();
    Line { line_number, account_id, amount, memo: None, department_id: None, cost_center_id: None, item: None }
}

#[allow(clippy::unnecessary_wraps, reason = "a line has it so")]
fn item(quantity: &str, rate: &str, tax_rate: &str, tax_amount: i64, tax_account_id: Option<&str>) -> Option<Item> {
    let (quantity, rate, tax_rate) = (decimal(quantity), decimal(rate), decimal(tax_rate));
    Some(Item {
        quantity,
        rate,
        tax_rate,
        tax_amount: Minor(tax_amount),
        tax_account_id: tax_account_id.map(Into::into),
    })
}

fn document(kind: DocumentKind, id: &str, day: &str, rate: &str, total: i64, base_total: i64) -> Document {
    Document {
        key: DocumentKey::new(kind, id),
        version: 1,
        sub_ledger: SubLedger::Gl,
        content: Content {
            tran_date: Date::parse(day).expect("a day"),
            due_date: None,
            posting_period_id: day[..7].into(),
            currency: Currency::parse("EUR").expect("EUR"),
            exchange_rate: decimal(rate),
            memo: None,
            entry_type: None,
            original_entry_id: None,
            party_id: None,
            control_account_id: None,
            cash_account_id: None,
            settles: None,
            reference: None,
            payment_method: None,
            total: Minor(total),
            subtotal: Minor(total),
            tax_total: Minor::ZERO,
            base_total: Minor(base_total),
            exchange_rate_reason: None,
        },
        lines: Vec::new(),
        settlement: Settlement::default(),
        stage: Stage::Draft(None),
        created_at: Timestamp::from_micros(0),
        created_by: "carl".into(),
        edited_by: "carl".into(),
    }
}

fn entry() -> Document {
    let mut entry = document(DocumentKind::JournalEntry, "JE-EUR", "2024-01-15", "1.0812345678", 3_333, 3_604);
    entry.content.memo = Some("Büro – 中文".into());
    entry.content.entry_type = Some("Standard".into());
    entry.lines = vec![line(1, "6000", 3_333), line(2, "1010", -3_333)];
    entry
}

fn bill() -> Document {
    let mut bill = document(DocumentKind::Bill, "B-HALF", "2024-04-05", "1.25", 200_119, 250_149);
    let content = &mut bill.content;
    content.due_date = Date::parse("2024-02-14");
    content.party_id = Some("V-1".into());
    content.control_account_id = Some("2000".into());
    (content.subtotal, content.tax_total) = (Minor(200_100), Minor(19));
    let first = Line { memo: Some("One".into()), item: item("1", "2000", "0", 0, None), ..line(1, "6000", 200_000) };
    let taxed = item("0.5", "2", "0.19", 19, Some("2200"));
    let second = Line { department_id: Some("D-2".into()), item: taxed, ..line(2, "6000", 100) };
    bill.lines = vec![first, second];
    bill
}

fn payment() -> Document {
    let mut payment = document(DocumentKind::BillPayment, "BP-EUR", "2024-01-20", "1.3", 4_000, 5_200);
    let content = &mut payment.content;
    content.party_id = Some("V-1".into());
    content.control_account_id = Some("2000".into());
    content.cash_account_id = Some("1000".into());
    content.settles = Some(DocumentKey::new(DocumentKind::Bill, "B-EUR"));
    payment
}

#[test]
fn each_version_gives_what_it_always_gave() {
    for (document, v0, v1, with_reason) in [
        (
            entry(),
            "92d72752e26ad313d705788614944970e6a2d43e99a606cc9a2a5e050fe6484a",
            "fa5528f2a1d483c4dba5a0f4b32d78993109a870b8fded9b5331dc46ab2e7b63",
            "3ce3f1b35e47f529e3c5fee3ffdbc6ebd963917265ff504e1dffdfa336cade03",
        ),
        (
            bill(),
            "cb482c9a7cb0a9f2e6667e8015276e4b172d8a08206d87887fd4122018c12a3d",
            "ef64e3ca21c15b4d74f36d3b2500d2505839072607809c133b37e78e7d2fa2f5",
            "fd58ae92196aa517a63f1743c47d418d368a74a935efd231bc296476a3a0ea4f",
        ),
        (
            payment(),
            "a852cc4393a18d85283075fe11e8d1acbc69ff5c2351fb607d21606139728b69",
            "2617efed7d0f259fdf78a0b4fea6d5bdd551e098c3f9b3df2d4de77632fe57c7",
            "9e474f0e32a124b712d1e0c604c8b7bbe82961c216db9eb12d37f89d11f0a014",
        ),
    ] {
        let old = Digest { version: 0, hash: v0.into() };
        assert!(old.matches(&document).expect("version 0"), "{}", document.key.id);
        assert_eq!(Digest::of(&document), Digest { version: 1, hash: v1.into() }, "{}", document.key.id);
        let mut reasoned = document.clone();
        reasoned.content.exchange_rate_reason = Some("Contract of 2023".into());
        assert_eq!(Digest::of(&reasoned).hash, with_reason, "{}", document.key.id);
        assert!(!old.matches(&reasoned).expect("version 0"), "a reason that nobody signed");
    }
}

/// A change of one field.
type Change = fn(&mut Document);

/// Every field that is signed, each changed by itself.
const CHANGES: [(&str, Change); 31] = [
    ("kind", |of| of.key.kind = DocumentKind::Invoice),
    ("id", |of| of.key.id.push('x')),
    ("tran_date", |of| of.content.tran_date = of.content.tran_date.next()),
    ("due_date", |of| of.content.due_date = None),
    ("posting_period_id", |of| of.content.posting_period_id.push('x')),
    ("currency", |of| of.content.currency = Currency::parse("USD").expect("USD")),
    ("exchange_rate", |of| of.content.exchange_rate = decimal("1.26")),
    ("memo", |of| of.content.memo = Some(String::new())),
    ("entry_type", |of| of.content.entry_type = Some("Payroll".into())),
    ("original_entry_id", |of| of.content.original_entry_id = Some("JE-1".into())),
    ("party_id", |of| of.content.party_id = Some("V-2".into())),
    ("control_account_id", |of| of.content.control_account_id = None),
    ("cash_account_id", |of| of.content.cash_account_id = Some("1000".into())),
    ("settles", |of| of.content.settles = Some(DocumentKey::new(DocumentKind::Bill, "B-1"))),
    ("reference", |of| of.content.reference = Some("R".into())),
    ("payment_method", |of| of.content.payment_method = Some("R".into())),
    ("total", |of| of.content.total = Minor(1)),
    ("subtotal", |of| of.content.subtotal = Minor(1)),
    ("tax_total", |of| of.content.tax_total = Minor(1)),
    ("base_total", |of| of.content.base_total = Minor(1)),
    ("lines", |of| drop(of.lines.pop())),
    ("line_number", |of| of.lines[0].line_number = 7),
    ("account_id", |of| of.lines[0].account_id.push('x')),
    ("amount", |of| of.lines[0].amount = Minor(1)),
    ("line memo", |of| of.lines[0].memo = None),
    ("department_id", |of| of.lines[1].department_id = None),
    ("cost_center_id", |of| of.lines[1].cost_center_id = Some("D-2".into())),
    ("item", |of| of.lines[0].item = None),
    ("quantity and rate", |of| of.lines[0].item = item("2000", "1", "0", 0, None)),
    ("tax_rate", |of| of.lines[1].item = item("0.5", "2", "0.2", 19, Some("2200"))),
    ("tax_amount and its account", |of| of.lines[1].item = item("0.5", "2", "0.19", 18, None)),
];

#[test]
fn any_signed_field_that_changes_is_seen_by_every_version() {
    let bill = bill();
    let old = Digest { version: 0, hash: hashed(&v0::form(&bill).expect("JSON")) };
    for (field, change) in CHANGES {
        let mut changed = bill.clone();
        change(&mut changed);
        for digest in [&old, &Digest::of(&bill)] {
            assert!(!digest.matches(&changed).expect("known"), "version {}: {field}", digest.version);
        }
    }
}

#[test]
fn a_version_that_is_not_known_is_named() {
    let told = Digest { version: 2, hash: "00".into() }.matches(&bill()).expect_err("unknown").to_string();
    assert!(told.contains("version 2"), "{told}");
}

#[test]
fn a_rate_is_the_same_however_many_zeros_it_ends_in() {
    let mut same = bill();
    same.content.exchange_rate = decimal("1.25").checked_mul(decimal("1")).expect("a product");
    same.content.exchange_rate.rescale(6);
    assert!(Digest::of(&bill()).matches(&same).expect("known"));
}
