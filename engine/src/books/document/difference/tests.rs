use super::*;
use crate::books::document::{Items, Journal, Payment, Tax};
use crate::values::clock::Date;
use crate::values::money::{Currency, decimal_from_text};

fn number(text: &str) -> Decimal {
    decimal_from_text(text).expect(text)
}

fn day(text: &str) -> Date {
    Date::parse(text).expect(text)
}

fn content(total: i64, particulars: Particulars) -> Content {
    Content {
        tran_date: day("2024-01-15"),
        posting_period_id: "2024-01".into(),
        currency: Currency::parse("USD").expect("USD"),
        exchange_rate: number("1"),
        exchange_rate_reason: None,
        memo: Some("Rent".into()),
        total: Minor(total),
        base_total: Minor(total),
        particulars,
    }
}

fn line(line_number: i64, account_id: &str, amount: i64) -> Line {
    let amount = Minor(amount);
    let account_id = account_id.into();
    let dimensions = std::collections::BTreeMap::new();
    Line { line_number, account_id, amount, memo: None, department_id: None, cost_center_id: None, dimensions }
}

fn entry(lines: Vec<Line>) -> Content {
    let total = lines.iter().map(|line| line.amount.0.max(0)).sum();
    content(total, Particulars::Journal(Journal { entry_type: EntryType::Standard, reversal_date: None, lines }))
}

fn item(line: Line) -> ItemLine {
    let tax = Tax::Free { account_id: None };
    ItemLine { line, quantity: number("1"), rate: number("12.50"), tax_rate: number("0"), tax, coded: None }
}

fn items(lines: Vec<ItemLine>) -> Content {
    let total = lines.iter().map(|item| item.line.amount.0.abs()).sum();
    let items = Items {
        party_id: "P-1".into(),
        control_account_id: "2000".into(),
        due_date: Some(day("2024-02-14")),
        terms: None,
        reference: None,
        about: None,
        subtotal: Minor(total),
        tax_total: Minor::ZERO,
        lines,
    };
    content(total, Particulars::Items(items))
}

fn payment(settles: DocumentKey) -> Content {
    let payment = Payment {
        party_id: "P-1".into(),
        control_account_id: "2000".into(),
        cash_account_id: "1000".into(),
        settles: settles.into(),
        discount: None,
        write_off: None,
        reference: None,
        payment_method: None,
    };
    content(1_250, Particulars::Payment(payment))
}

/// Each difference as `field: before → after`, joined.
fn told(kind: DocumentKind, before: &Content, after: &Content) -> String {
    let Differences { changes, left_out } = Differences::between(kind, before, after);
    assert_eq!(left_out, 0);
    let shown = |value: Option<String>| value.map_or_else(|| "null".to_owned(), |text| format!("'{text}'"));
    let one = |change: Difference| format!("{}: {} → {}", change.field, shown(change.before), shown(change.after));
    changes.into_iter().map(one).collect::<Vec<_>>().join("; ")
}

fn as_payment(content: &mut Content) -> &mut Payment {
    let Particulars::Payment(payment) = &mut content.particulars else { panic!("a payment") };
    payment
}

fn as_items(content: &mut Content) -> &mut Items {
    let Particulars::Items(items) = &mut content.particulars else { panic!("items") };
    items
}

fn as_journal(content: &mut Content) -> &mut Journal {
    let Particulars::Journal(journal) = &mut content.particulars else { panic!("a journal entry") };
    journal
}

/// What an edit does to a content.
type Edit = fn(&mut Content);

#[track_caller]
fn holds(kind: DocumentKind, before: &Content, cases: &[(Edit, &str)]) {
    assert_eq!(told(kind, before, before), "", "nothing differs from itself");
    for (edit, wanted) in cases {
        let mut after = before.clone();
        edit(&mut after);
        assert_eq!(told(kind, before, &after), *wanted);
    }
}

#[test]
fn what_all_types_have() {
    holds(
        DocumentKind::JournalEntry,
        &entry(vec![line(1, "6000", 1_250), line(2, "1000", -1_250)]),
        &[
            (|after| after.tran_date = day("2024-02-01"), "tran_date: '2024-01-15' → '2024-02-01'"),
            (|after| after.posting_period_id = "2024-02".into(), "posting_period_id: '2024-01' → '2024-02'"),
            (|after| after.memo = None, "memo: 'Rent' → null"),
            (|after| after.exchange_rate = number("1.00"), ""),
            (
                |after| {
                    after.exchange_rate = number("1.0800");
                    after.exchange_rate_reason = Some("Agreed".into());
                },
                "exchange_rate: '1' → '1.08'; exchange_rate_reason: null → 'Agreed'",
            ),
            // What follows from others is left out.
            (|after| after.base_total = Minor(1), ""),
            (
                |after| after.currency = Currency::parse("JPY").expect("JPY"),
                "currency: 'USD' → 'JPY'; total_debit: '12.50' → '1250'; lines/1/debit: '12.50' → '1250'; \
                 lines/1/credit: '0.00' → '0'; lines/2/debit: '0.00' → '0'; lines/2/credit: '12.50' → '1250'",
            ),
        ],
    );
}

#[test]
fn the_lines_of_a_journal_entry() {
    holds(
        DocumentKind::JournalEntry,
        &entry(vec![line(1, "6000", 1_250), line(2, "1000", -1_250)]),
        &[
            (|after| as_journal(after).entry_type = EntryType::Accrual, "entry_type: 'Standard' → 'Accrual'"),
            (|after| as_journal(after).lines.reverse(), ""),
            (
                |after| {
                    *after = entry(vec![line(1, "6000", 1_300), line(2, "1000", -1_300)]);
                },
                "total_debit: '12.50' → '13.00'; lines/1/debit: '12.50' → '13.00'; lines/2/credit: '12.50' → '13.00'",
            ),
            (
                |after| as_journal(after).lines[0].amount = Minor(-1_250),
                "lines/1/debit: '12.50' → '0.00'; lines/1/credit: '0.00' → '12.50'",
            ),
            (
                |after| {
                    let first = &mut as_journal(after).lines[0];
                    first.account_id = "6100".into();
                    first.memo = Some("One".into());
                    first.department_id = Some("D-1".into());
                    first.cost_center_id = Some("C-1".into());
                },
                "lines/1/account_id: '6000' → '6100'; lines/1/memo: null → 'One'; lines/1/department_id: null → 'D-1'; \
                 lines/1/cost_center_id: null → 'C-1'",
            ),
            (
                |after| as_journal(after).lines = vec![line(2, "1000", -1_250), line(10, "6000", 1_250)],
                "lines/1: '6000 debit 12.50' → null; lines/10: null → '6000 debit 12.50'",
            ),
        ],
    );
}

#[test]
fn the_items_of_a_bill() {
    holds(
        DocumentKind::Bill,
        &items(vec![item(line(1, "6000", 1_250))]),
        &[
            (
                |after| {
                    let items = as_items(after);
                    items.party_id = "P-2".into();
                    items.control_account_id = "2010".into();
                    items.due_date = None;
                    items.reference = Some("R-7".into());
                },
                "vendor_id: 'P-1' → 'P-2'; ap_account_id: '2000' → '2010'; due_date: '2024-02-14' → null; \
                 reference: null → 'R-7'",
            ),
            (
                |after| {
                    let first = &mut as_items(after).lines[0];
                    first.quantity = number("2.50");
                    first.rate = number("5.00");
                    first.tax_rate = number("0.07");
                    first.tax = Tax::Charged { amount: Minor(88), account_id: "2200".into() };
                    first.line.memo = Some("Chairs".into());
                },
                "lines/1/description: null → 'Chairs'; lines/1/quantity: '1' → '2.5'; lines/1/rate: '12.5' → '5'; \
                 lines/1/tax_rate: '0' → '0.07'; lines/1/tax_amount: '0.00' → '0.88'; lines/1/tax_account_id: null → '2200'",
            ),
            (
                |after| *after = items(vec![item(line(1, "6000", 1_250)), item(line(2, "6100", 5))]),
                "total: '12.50' → '12.55'; lines/2: null → '6100 0.05'",
            ),
        ],
    );
}

/// In the ledger its lines stand on the other side.
#[test]
fn amounts_are_those_that_the_author_wrote() {
    let before = items(vec![item(line(1, "4000", -1_250))]);
    let after = items(vec![item(line(1, "4000", -1_300)), item(line(2, "4000", 100))]);
    let wanted = "total: '12.50' → '14.00'; lines/1/amount: '12.50' → '13.00'; lines/2: null → '4000 -1.00'";
    assert_eq!(told(DocumentKind::Invoice, &before, &after), wanted);
}

#[test]
fn the_party_has_the_name_of_its_type() {
    for (kind, fields) in [
        (DocumentKind::Invoice, "customer_id: 'P-1' → 'P-2'; ar_account_id: '2000' → '1100'"),
        (DocumentKind::Expense, "employee_id: 'P-1' → 'P-2'; ap_account_id: '2000' → '1100'"),
        (
            DocumentKind::CreditMemo,
            "customer_id: 'P-1' → 'P-2'; ar_account_id: '2000' → '1100'; invoice_id: null → 'X-1'",
        ),
        (DocumentKind::VendorCredit, "vendor_id: 'P-1' → 'P-2'; ap_account_id: '2000' → '1100'; bill_id: null → 'X-1'"),
    ] {
        let before = items(Vec::new());
        let mut after = before.clone();
        let changed = as_items(&mut after);
        changed.party_id = "P-2".into();
        changed.control_account_id = "1100".into();
        changed.about = kind.items().and_then(|items| items.credits).map(|about| DocumentKey::new(about, "X-1"));
        assert_eq!(told(kind, &before, &after), fields, "{}", kind.name());
    }
}

#[test]
fn what_a_payment_pays() {
    holds(
        DocumentKind::BillPayment,
        &payment(DocumentKey::new(DocumentKind::Bill, "BILL-1")),
        &[
            (|after| after.total = Minor(1_300), "payment: '12.50' → '13.00'"),
            (
                |after| {
                    let payment = as_payment(after);
                    payment.cash_account_id = "1010".into();
                    payment.reference = Some("R-7".into());
                    payment.payment_method = Some("Wire".into());
                },
                "account_id: '1000' → '1010'; reference: null → 'R-7'; payment_method: null → 'Wire'",
            ),
            (
                |after| {
                    *after = payment(DocumentKey::new(DocumentKind::Expense, "EXP-1"));
                    as_payment(after).party_id = "emma".into();
                },
                "vendor_id: 'P-1' → null; employee_id: null → 'emma'; bill_id: 'BILL-1' → null; \
                 expense_id: null → 'EXP-1'",
            ),
        ],
    );
    let before = payment(DocumentKey::new(DocumentKind::Invoice, "INV-1"));
    let mut after = payment(DocumentKey::new(DocumentKind::Invoice, "INV-2"));
    as_payment(&mut after).party_id = "P-2".into();
    let wanted = "customer_id: 'P-1' → 'P-2'; invoice_id: 'INV-1' → 'INV-2'";
    assert_eq!(told(DocumentKind::InvoicePayment, &before, &after), wanted);
}

#[test]
fn a_hundred_are_listed_and_the_rest_are_counted() {
    let pairs = |account: &str, number: i64| -> Vec<Line> {
        let both = |n: i64| [line(2 * n + 1, account, 100), line(2 * n + 2, "1000", -100)];
        (0..number).flat_map(both).collect()
    };
    for (number, listed, left_out) in [(99, 99, 0), (100, 100, 0), (101, 100, 1), (500, 100, 400)] {
        let (before, after) = (entry(pairs("6000", number)), entry(pairs("6100", number)));
        let found = Differences::between(DocumentKind::JournalEntry, &before, &after);
        assert_eq!((found.changes.len(), found.left_out), (listed, left_out), "{number} lines");
        assert_eq!(found.changes[9].field, "lines/19/account_id", "by number, not by text");
    }
}
