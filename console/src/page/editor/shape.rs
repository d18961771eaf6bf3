//! What can be written in a document of each type: the fields of its head and of its lines, named as the interface names them.

use crate::vocabulary::{DocumentType, Family};

/// How a field is entered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entry {
    Text,
    Date,
    /// An amount, a quantity or a rate: a number in the interface.
    Figure,
    /// A fraction, which may be typed as a percentage.
    Fraction,
    OneOf(&'static [&'static str]),
    /// An id, with suggestions.
    From(Choices),
}

/// What ids can be suggested.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choices {
    Accounts,
    Payables,
    Receivables,
    Money,
    Taxes,
    Vendors,
    Customers,
    People,
    Periods,
    Currencies,
    /// Documents of a collection that are posted and may be settled.
    Open(&'static str),
}

/// One field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Input {
    pub name: &'static str,
    pub entry: Entry,
    pub is_required: bool,
    /// Seldom needed: stands behind "More fields".
    pub is_rare: bool,
}

const fn input(name: &'static str, entry: Entry) -> Input {
    Input { name, entry, is_required: false, is_rare: false }
}

const fn required(name: &'static str, entry: Entry) -> Input {
    Input { is_required: true, ..input(name, entry) }
}

const fn rare(name: &'static str, entry: Entry) -> Input {
    Input { is_rare: true, ..input(name, entry) }
}

pub const PERIOD: Entry = Entry::From(Choices::Periods);
const DATE: Input = required("tran_date", Entry::Date);
const DUE: Input = required("due_date", Entry::Date);
const CURRENCY: Input = input("currency", Entry::From(Choices::Currencies));
const MEMO: Input = input("memo", Entry::Text);
const REFERENCE: Input = input("reference", Entry::Text);
const PAYABLES: Input = required("ap_account_id", Entry::From(Choices::Payables));
const RECEIVABLES: Input = required("ar_account_id", Entry::From(Choices::Receivables));
const VENDOR: Input = required("vendor_id", Entry::From(Choices::Vendors));
const CUSTOMER: Input = required("customer_id", Entry::From(Choices::Customers));
const MONEY: Input = required("account_id", Entry::From(Choices::Money));
const PAYMENT: Input = required("payment", Entry::Figure);
const METHOD: Input = input("payment_method", Entry::Text);
const ENTRY_TYPES: &[&str] = &["Standard", "Adjusting", "Accrual", "Payroll"];

/// The fields of the head, in their order.
pub fn head(kind: &DocumentType) -> Vec<Input> {
    let mut fields = match kind.name {
        "journal_entry" => vec![DATE, input("entry_type", Entry::OneOf(ENTRY_TYPES)), CURRENCY, MEMO],
        "bill" => vec![VENDOR, REFERENCE, DATE, DUE, PAYABLES, CURRENCY, MEMO],
        "bill_payment" => vec![
            input("bill_id", Entry::From(Choices::Open("bills"))),
            input("expense_id", Entry::From(Choices::Open("expenses"))),
            DATE,
            PAYMENT,
            MONEY,
            PAYABLES,
            METHOD,
            REFERENCE,
            MEMO,
        ],
        "vendor_credit" => vec![
            VENDOR,
            input("bill_id", Entry::From(Choices::Open("bills"))),
            REFERENCE,
            DATE,
            input("due_date", Entry::Date),
            PAYABLES,
            CURRENCY,
            MEMO,
        ],
        "invoice" => vec![
            required("invoice_id", Entry::Text),
            CUSTOMER,
            DATE,
            DUE,
            required("posting_period_id", PERIOD),
            RECEIVABLES,
            CURRENCY,
            MEMO,
        ],
        "invoice_payment" => vec![
            required("customer_payment_id", Entry::Text),
            required("invoice_id", Entry::From(Choices::Open("invoices"))),
            CUSTOMER,
            DATE,
            required("posting_period_id", PERIOD),
            PAYMENT,
            MONEY,
            RECEIVABLES,
            METHOD,
            REFERENCE,
            MEMO,
        ],
        "credit_memo" => vec![
            CUSTOMER,
            input("invoice_id", Entry::From(Choices::Open("invoices"))),
            DATE,
            input("due_date", Entry::Date),
            RECEIVABLES,
            CURRENCY,
            MEMO,
        ],
        _ => vec![
            required("employee_id", Entry::From(Choices::People)),
            REFERENCE,
            DATE,
            input("due_date", Entry::Date),
            PAYABLES,
            CURRENCY,
            MEMO,
        ],
    };
    for more in [
        rare(kind.id, Entry::Text),
        rare("posting_period_id", PERIOD),
        rare("exchange_rate", Entry::Figure),
        rare("exchange_rate_reason", Entry::Text),
    ] {
        if !fields.iter().any(|field| field.name == more.name) {
            fields.push(more);
        }
    }
    fields
}

const JOURNAL: &[Input] = &[
    required("account_id", Entry::From(Choices::Accounts)),
    input("debit", Entry::Figure),
    input("credit", Entry::Figure),
    input("memo", Entry::Text),
    input("department_id", Entry::Text),
    input("cost_center_id", Entry::Text),
];

const ITEMS: &[Input] = &[
    required("account_id", Entry::From(Choices::Accounts)),
    input("description", Entry::Text),
    required("quantity", Entry::Figure),
    required("rate", Entry::Figure),
    input("amount", Entry::Figure),
    input("tax_rate", Entry::Fraction),
    input("tax_amount", Entry::Figure),
    input("tax_account_id", Entry::From(Choices::Taxes)),
    input("department_id", Entry::Text),
    input("cost_center_id", Entry::Text),
];

/// The columns of the lines, in their order; none where a document has no lines.
pub fn columns(kind: &DocumentType) -> &'static [Input] {
    match kind.family {
        Family::Journal => JOURNAL,
        Family::Items => ITEMS,
        Family::Payment => &[],
    }
}

/// What a form calls a field of a line: the same name in every row.
pub fn in_line(name: &str) -> String {
    format!("line.{name}")
}
