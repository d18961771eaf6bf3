//! Golden vectors. Version 0's stand in the books of release 1268427; version 1's were computed by hand from its description.

use super::*;
use crate::books::document::model::{DatedReversal, Settlement};
use crate::books::document::{
    Content, EntryType, ItemLine, Items, Journal, Line, Part, Particulars, Payment, Settles, Several, Stage, Taken, Tax,
};
use crate::values::clock::{Date, Timestamp};
use crate::values::kind::DocumentKey;
use crate::values::kind::DocumentKind;
use crate::values::kind::SubLedger;
use crate::values::money::{Currency, Minor, decimal_from_text};
use rust_decimal::Decimal;

fn decimal(text: &str) -> Decimal {
    decimal_from_text(text).expect(text)
}

fn line(line_number: i64, account_id: &str, amount: i64) -> Line {
    let amount = Minor(amount);
    let account_id = account_id.into();
    let dimensions = std::collections::BTreeMap::new();
    Line { line_number, account_id, amount, memo: None, department_id: None, cost_center_id: None, dimensions }
}

fn document(
    kind: DocumentKind,
    id: &str,
    day: &str,
    rate: &str,
    totals: [i64; 2],
    particulars: Particulars,
) -> Document {
    let [total, base_total] = totals.map(Minor);
    Document {
        key: DocumentKey::new(kind, id),
        version: 1,
        sub_ledger: SubLedger::Gl,
        content: Content {
            tran_date: Date::parse(day).expect("a day"),
            posting_period_id: day[..7].into(),
            currency: Currency::parse("EUR").expect("EUR"),
            exchange_rate: decimal(rate),
            exchange_rate_reason: None,
            memo: None,
            total,
            base_total,
            particulars,
        },
        corrects_id: None,
        correction_id: None,
        dated_reversal: DatedReversal::default(),
        settlement: Settlement::default(),
        stage: Stage::Draft(None),
        created_at: Timestamp::from_micros(0),
        created_by: "carl".into(),
        edited_by: "carl".into(),
        editors: std::collections::BTreeSet::new(),
    }
}

fn entry() -> Document {
    let lines = vec![line(1, "6000", 3_333), line(2, "1010", -3_333)];
    let particulars = Particulars::Journal(Journal { entry_type: EntryType::Standard, reversal_date: None, lines });
    let mut entry =
        document(DocumentKind::JournalEntry, "JE-EUR", "2024-01-15", "1.0812345678", [3_333, 3_604], particulars);
    entry.content.memo = Some("Büro – 中文".into());
    entry
}

fn bill() -> Document {
    let first = ItemLine {
        line: Line { memo: Some("One".into()), ..line(1, "6000", 200_000) },
        quantity: decimal("1"),
        rate: decimal("2000"),
        tax_rate: decimal("0"),
        tax: Tax::Free { account_id: None },
        coded: None,
    };
    let second = ItemLine {
        line: Line { department_id: Some("D-2".into()), ..line(2, "6000", 100) },
        quantity: decimal("0.5"),
        rate: decimal("2"),
        tax_rate: decimal("0.19"),
        tax: Tax::Charged { amount: Minor(19), account_id: "2200".into() },
        coded: None,
    };
    let items = Items {
        party_id: "V-1".into(),
        control_account_id: "2000".into(),
        due_date: Date::parse("2024-02-14"),
        terms: None,
        reference: None,
        about: None,
        subtotal: Minor(200_100),
        tax_total: Minor(19),
        lines: vec![first, second],
    };
    document(DocumentKind::Bill, "B-HALF", "2024-04-05", "1.25", [200_119, 250_149], Particulars::Items(items))
}

fn payment() -> Document {
    let payment = Payment {
        party_id: "V-1".into(),
        control_account_id: "2000".into(),
        cash_account_id: "1000".into(),
        settles: DocumentKey::new(DocumentKind::Bill, "B-EUR").into(),
        discount: None,
        write_off: None,
        reference: None,
        payment_method: None,
    };
    document(DocumentKind::BillPayment, "BP-EUR", "2024-01-20", "1.3", [4_000, 5_200], Particulars::Payment(payment))
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

fn journal(of: &mut Document) -> &mut Journal {
    let Particulars::Journal(journal) = &mut of.content.particulars else { panic!("no journal entry") };
    journal
}

fn items(of: &mut Document) -> &mut Items {
    let Particulars::Items(items) = &mut of.content.particulars else { panic!("no items") };
    items
}

fn paid(of: &mut Document) -> &mut Payment {
    let Particulars::Payment(payment) = &mut of.content.particulars else { panic!("no payment") };
    payment
}

/// What is changed, of which document, and how.
type Case = (&'static str, fn() -> Document, Change);

/// Every field that is signed, each changed by itself.
const CHANGES: [Case; 38] = [
    ("kind", bill, |of| of.key.kind = DocumentKind::Invoice),
    ("id", bill, |of| of.key.id.push('x')),
    ("tran_date", bill, |of| of.content.tran_date = of.content.tran_date.next()),
    ("posting_period_id", bill, |of| of.content.posting_period_id.push('x')),
    ("currency", bill, |of| of.content.currency = Currency::parse("USD").expect("USD")),
    ("exchange_rate", bill, |of| of.content.exchange_rate = decimal("1.26")),
    ("memo", bill, |of| of.content.memo = Some(String::new())),
    ("total", bill, |of| of.content.total = Minor(1)),
    ("base_total", bill, |of| of.content.base_total = Minor(1)),
    ("entry_type", entry, |of| journal(of).entry_type = EntryType::Payroll),
    ("original_entry_id", entry, |of| journal(of).entry_type = EntryType::Reversing { original_entry_id: "J".into() }),
    ("lines of an entry", entry, |of| drop(journal(of).lines.pop())),
    ("account_id of an entry", entry, |of| journal(of).lines[0].account_id.push('x')),
    ("party_id", bill, |of| items(of).party_id.push('x')),
    ("control_account_id", bill, |of| items(of).control_account_id.clear()),
    ("due_date", bill, |of| items(of).due_date = None),
    ("reference", bill, |of| items(of).reference = Some("R".into())),
    ("about", bill, |of| items(of).about = Some(DocumentKey::new(DocumentKind::Bill, "B-1"))),
    ("subtotal", bill, |of| items(of).subtotal = Minor(1)),
    ("tax_total", bill, |of| items(of).tax_total = Minor(1)),
    ("lines", bill, |of| drop(items(of).lines.pop())),
    ("line_number", bill, |of| items(of).lines[0].line.line_number = 7),
    ("account_id", bill, |of| items(of).lines[0].line.account_id.push('x')),
    ("amount", bill, |of| items(of).lines[0].line.amount = Minor(1)),
    ("line memo", bill, |of| items(of).lines[0].line.memo = None),
    ("department_id", bill, |of| items(of).lines[1].line.department_id = None),
    ("cost_center_id", bill, |of| items(of).lines[1].line.cost_center_id = Some("D-2".into())),
    ("quantity", bill, |of| items(of).lines[0].quantity = decimal("2000")),
    ("rate", bill, |of| items(of).lines[0].rate = decimal("1")),
    ("tax_rate", bill, |of| items(of).lines[1].tax_rate = decimal("0.2")),
    ("tax_amount", bill, |of| items(of).lines[1].tax = Tax::Charged { amount: Minor(18), account_id: "2200".into() }),
    ("tax_account_id", bill, |of| items(of).lines[0].tax = Tax::Free { account_id: Some("2200".into()) }),
    ("party_id of a payment", payment, |of| paid(of).party_id.push('x')),
    ("control_account_id of a payment", payment, |of| paid(of).control_account_id.push('x')),
    ("cash_account_id", payment, |of| paid(of).cash_account_id.push('x')),
    ("settles", payment, |of| paid(of).settles = DocumentKey::new(DocumentKind::Expense, "B-EUR").into()),
    ("reference of a payment", payment, |of| paid(of).reference = Some("R".into())),
    ("payment_method", payment, |of| paid(of).payment_method = Some("R".into())),
];

#[test]
fn any_signed_field_that_changes_is_seen_by_every_version() {
    for (field, document, change) in CHANGES {
        let (signed, mut changed) = (document(), document());
        change(&mut changed);
        let old = Digest { version: 0, hash: hashed(&v0::form(&signed).expect("JSON")) };
        for digest in [&old, &Digest::of(&signed)] {
            assert!(digest.matches(&signed).expect("known"), "version {}: {field}", digest.version);
            assert!(!digest.matches(&changed).expect("known"), "version {}: {field}", digest.version);
        }
    }
}

/// The accrual's golden vector, of version 2.
#[test]
fn the_day_of_a_reversal_is_signed_by_version_2_alone() {
    let plain = entry();
    let mut accrual = entry();
    journal(&mut accrual).reversal_date = Date::parse("2024-02-01");
    let signed = Digest::of(&accrual);
    let golden = "19a24716fe82a0c4e2f9cb95eb6f1dff43f396b3956bed97105cf654b2bd914a";
    assert_eq!(signed, Digest { version: 2, hash: golden.into() });
    assert!(signed.matches(&accrual).expect("known"));
    for day in [None, Date::parse("2024-02-02")] {
        let mut other = accrual.clone();
        journal(&mut other).reversal_date = day;
        assert!(!signed.matches(&other).expect("known"), "{day:?}");
    }
    let old = Digest { version: 0, hash: hashed(&v0::form(&plain).expect("JSON")) };
    for without in [old, Digest::of(&plain)] {
        assert!(without.matches(&plain).expect("known"));
        assert!(!without.matches(&accrual).expect("known"), "version {}: a day that nobody signed", without.version);
    }
    for (field, document, change) in CHANGES.into_iter().filter(|(_, document, _)| document().key == plain.key) {
        let mut changed = document();
        journal(&mut changed).reversal_date = Date::parse("2024-02-01");
        change(&mut changed);
        assert!(!signed.matches(&changed).expect("known"), "{field}");
    }
}

#[test]
fn a_version_that_is_not_known_is_named() {
    let told = Digest { version: 4, hash: "00".into() }.matches(&bill()).expect_err("unknown").to_string();
    assert!(told.contains("version 4"), "{told}");
}

#[test]
fn a_rate_is_the_same_however_many_zeros_it_ends_in() {
    let mut same = bill();
    same.content.exchange_rate = decimal("1.25").checked_mul(decimal("1")).expect("a product");
    same.content.exchange_rate.rescale(6);
    assert!(Digest::of(&bill()).matches(&same).expect("known"));
}

/// Version 3's golden vector, computed by hand from its description.
#[test]
fn what_a_line_names_in_a_dimension_is_signed_by_version_3_alone() {
    let named = |line: usize, dimension: &str, value: &str| {
        let mut entry = entry();
        journal(&mut entry).lines[line].dimensions.insert(dimension.into(), value.into());
        entry
    };
    let signed = Digest::of(&named(0, "project", "P-1"));
    let golden = "579f3bea15c60e6176e551f212f5d937c643d0740068944a65dc6663b3f6514c";
    assert_eq!(signed, Digest { version: 3, hash: golden.into() });
    assert!(signed.matches(&named(0, "project", "P-1")).expect("known"));
    for other in [entry(), named(1, "project", "P-1"), named(0, "project", "P-2"), named(0, "region", "P-1")] {
        assert!(!signed.matches(&other).expect("known"), "{other:?}");
    }
    let old = Digest { version: 0, hash: hashed(&v0::form(&entry()).expect("JSON")) };
    for without in [old, Digest::of(&entry())] {
        assert!(!without.matches(&named(0, "project", "P-1")).expect("known"), "a project that nobody signed");
    }
    let mut accrual = named(0, "project", "P-1");
    journal(&mut accrual).reversal_date = Date::parse("2024-02-01");
    assert!(!signed.matches(&accrual).expect("known"), "a day that nobody signed");
    assert!(Digest::of(&accrual).matches(&accrual).expect("known"));
    let nothing_further = Digest { version: 3, hash: hashed(&v3::form(&entry(), &v3::Further::new())) };
    assert!(nothing_further.matches(&entry()).expect("known"));
}

/// A payment of several documents: version 3 lists each part, and nothing else of them.
#[test]
fn every_part_of_a_payment_is_signed() {
    let part = |id: &str, amount: i64| Part { id: id.into(), amount: Minor(amount), discount: None, share: Minor(0) };
    let less = |id: &str, amount: i64, off: i64, account_id: &str| {
        let discount = Some(Taken { amount: Minor(off), account_id: account_id.into() });
        Part { discount, ..part(id, amount) }
    };
    let of = |parts: Vec<Part>| {
        let mut document = payment();
        paid(&mut document).settles = Settles::Several(Several { kind: DocumentKind::Bill, parts });
        document
    };
    let signed = of(vec![part("B-1", 1_000), part("B-2", 3_000)]);
    let digest = Digest::of(&signed);
    assert_eq!(digest.version, 3);
    for other in [
        of(vec![part("B-1", 1_000), part("B-2", 2_999)]),
        of(vec![part("B-1", 1_000), part("B-3", 3_000)]),
        of(vec![part("B-1", 1_000)]),
        of(vec![part("B-1", 1_000), less("B-2", 3_000, 60, "6900")]),
        payment(),
    ] {
        assert_ne!(Digest::of(&other), digest);
        assert!(!digest.matches(&other).expect("a known version"));
    }
    let (off, more) = (less("B-1", 1_000, 20, "6900"), part("B-2", 3_000));
    let signed_off = Digest::of(&of(vec![off, more.clone()]));
    for other in [less("B-1", 1_000, 21, "6900"), less("B-1", 1_000, 20, "6950"), part("B-1", 1_000)] {
        assert!(!signed_off.matches(&of(vec![other, more.clone()])).expect("a known version"));
    }
    let mut promised = signed.clone();
    promised.keep_shares(&[Minor(1_300), Minor(3_900)]).expect("small");
    assert!(digest.matches(&promised).expect("a known version"), "what it takes is promised later");
    assert!(!Digest::of(&payment()).matches(&signed).expect("a known version"));
}
