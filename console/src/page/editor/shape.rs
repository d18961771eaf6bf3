//! What can be written in a document of each type: the fields of its head and of its lines, named as the interface names them.

use crate::interface::enumeration::JournalEntryInputEntryType;
use crate::interface::schema::{DocumentInput, ItemLineInput, JournalLineInput, PaymentPartInput};
use crate::interface::{Family, Member};
use crate::vocabulary::DocumentType;

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
    /// What a line names in dimensions: `project=P-1 region=EU`.
    Named,
}

/// What ids can be suggested.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choices {
    Accounts,
    Payables,
    Receivables,
    Money,
    Taxes,
    TaxCodes,
    PaymentTerms,
    WriteOffRules,
    Vendors,
    Customers,
    People,
    Periods,
    Currencies,
    /// Documents of a type that are posted and may be settled.
    Open(DocumentType),
}

/// One field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Input {
    pub name: Member,
    pub entry: Entry,
    pub is_required: bool,
    /// Seldom needed: stands behind "More fields".
    pub is_rare: bool,
}

const fn input(name: Member, entry: Entry) -> Input {
    Input { name, entry, is_required: false, is_rare: false }
}

const fn required(name: Member, entry: Entry) -> Input {
    Input { is_required: true, ..input(name, entry) }
}

const fn rare(name: Member, entry: Entry) -> Input {
    Input { is_rare: true, ..input(name, entry) }
}

pub const PERIOD: Entry = Entry::From(Choices::Periods);
const DATE: Input = required(DocumentInput::TRAN_DATE, Entry::Date);
/// By the terms where it is left empty, or never.
const DUE: Input = input(DocumentInput::DUE_DATE, Entry::Date);
const TERMS: Input = rare(DocumentInput::PAYMENT_TERMS_ID, Entry::From(Choices::PaymentTerms));
const DISCOUNT: Input = rare(DocumentInput::DISCOUNT, Entry::Figure);
const WRITE_OFF: Input = rare(DocumentInput::WRITE_OFF, Entry::Figure);
const WRITE_OFF_RULE: Input = rare(DocumentInput::WRITE_OFF_RULE_ID, Entry::From(Choices::WriteOffRules));
const CURRENCY: Input = input(DocumentInput::CURRENCY, Entry::From(Choices::Currencies));
const MEMO: Input = input(DocumentInput::MEMO, Entry::Text);
const REFERENCE: Input = input(DocumentInput::REFERENCE, Entry::Text);
const PAYABLES: Input = required(DocumentInput::AP_ACCOUNT_ID, Entry::From(Choices::Payables));
const RECEIVABLES: Input = required(DocumentInput::AR_ACCOUNT_ID, Entry::From(Choices::Receivables));
const VENDOR: Input = required(DocumentInput::VENDOR_ID, Entry::From(Choices::Vendors));
const CUSTOMER: Input = required(DocumentInput::CUSTOMER_ID, Entry::From(Choices::Customers));
const EMPLOYEE: Input = required(DocumentInput::EMPLOYEE_ID, Entry::From(Choices::People));
const OF_PERIOD: Input = required(DocumentInput::POSTING_PERIOD_ID, PERIOD);
const MONEY: Input = required(DocumentInput::ACCOUNT_ID, Entry::From(Choices::Money));
const PAYMENT: Input = required(DocumentInput::PAYMENT, Entry::Figure);
/// Of one document it is given; of several it is their sum.
const PAYMENT_OF_ANY: Input = input(DocumentInput::PAYMENT, Entry::Figure);
const METHOD: Input = input(DocumentInput::PAYMENT_METHOD, Entry::Text);
const ENTRY_TYPE: Input = input(DocumentInput::ENTRY_TYPE, Entry::OneOf(&JournalEntryInputEntryType::NAMES));
const REVERSAL: Input = input(DocumentInput::REVERSAL_DATE, Entry::Date);
const BILL: Input = input(DocumentInput::BILL_ID, Entry::From(Choices::Open(DocumentType::Bill)));
const EXPENSE: Input = input(DocumentInput::EXPENSE_ID, Entry::From(Choices::Open(DocumentType::Expense)));
const INVOICE: Input = input(DocumentInput::INVOICE_ID, Entry::From(Choices::Open(DocumentType::Invoice)));
const CREDIT_MEMO: Input =
    required(DocumentInput::CREDIT_MEMO_ID, Entry::From(Choices::Open(DocumentType::CreditMemo)));
const VENDOR_CREDIT: Input =
    required(DocumentInput::VENDOR_CREDIT_ID, Entry::From(Choices::Open(DocumentType::VendorCredit)));

/// The fields of the head, in their order.
pub fn head(kind: DocumentType) -> Vec<Input> {
    let id = kind.id();
    let mut fields = match kind {
        DocumentType::JournalEntry => vec![DATE, ENTRY_TYPE, REVERSAL, CURRENCY, MEMO],
        DocumentType::Bill => vec![VENDOR, REFERENCE, DATE, DUE, PAYABLES, CURRENCY, MEMO, TERMS],
        DocumentType::BillPayment => {
            vec![
                BILL,
                EXPENSE,
                DATE,
                PAYMENT_OF_ANY,
                MONEY,
                PAYABLES,
                METHOD,
                REFERENCE,
                MEMO,
                DISCOUNT,
                WRITE_OFF,
                WRITE_OFF_RULE,
            ]
        }
        DocumentType::VendorCredit => vec![VENDOR, BILL, REFERENCE, DATE, DUE, PAYABLES, CURRENCY, MEMO],
        DocumentType::Invoice => {
            vec![required(id, Entry::Text), CUSTOMER, DATE, DUE, OF_PERIOD, RECEIVABLES, CURRENCY, MEMO, TERMS]
        }
        DocumentType::InvoicePayment => {
            let (own, account) = (required(id, Entry::Text), RECEIVABLES);
            vec![
                own,
                INVOICE,
                CUSTOMER,
                DATE,
                OF_PERIOD,
                PAYMENT_OF_ANY,
                MONEY,
                account,
                METHOD,
                REFERENCE,
                MEMO,
                DISCOUNT,
                WRITE_OFF,
                WRITE_OFF_RULE,
            ]
        }
        DocumentType::CreditMemo => vec![CUSTOMER, INVOICE, DATE, DUE, RECEIVABLES, CURRENCY, MEMO],
        DocumentType::CustomerRefund => {
            vec![CREDIT_MEMO, DATE, PAYMENT, MONEY, RECEIVABLES, METHOD, REFERENCE, MEMO]
        }
        DocumentType::VendorRefund => {
            vec![VENDOR_CREDIT, DATE, PAYMENT, MONEY, PAYABLES, METHOD, REFERENCE, MEMO]
        }
        DocumentType::Expense => vec![EMPLOYEE, REFERENCE, DATE, DUE, PAYABLES, CURRENCY, MEMO],
    };
    for more in [
        rare(id, Entry::Text),
        rare(DocumentInput::POSTING_PERIOD_ID, PERIOD),
        rare(DocumentInput::EXCHANGE_RATE, Entry::Figure),
        rare(DocumentInput::EXCHANGE_RATE_REASON, Entry::Text),
    ] {
        if !fields.iter().any(|field| field.name == more.name) {
            fields.push(more);
        }
    }
    fields
}

/// Any account.
pub const ACCOUNT: Input = required(JournalLineInput::ACCOUNT_ID, Entry::From(Choices::Accounts));

const JOURNAL: &[Input] = &[
    ACCOUNT,
    input(JournalLineInput::DEBIT, Entry::Figure),
    input(JournalLineInput::CREDIT, Entry::Figure),
    input(JournalLineInput::MEMO, Entry::Text),
    input(JournalLineInput::DEPARTMENT_ID, Entry::Text),
    input(JournalLineInput::COST_CENTER_ID, Entry::Text),
    input(JournalLineInput::DIMENSIONS, Entry::Named),
];

const ITEMS: &[Input] = &[
    required(ItemLineInput::ACCOUNT_ID, Entry::From(Choices::Accounts)),
    input(ItemLineInput::DESCRIPTION, Entry::Text),
    required(ItemLineInput::QUANTITY, Entry::Figure),
    required(ItemLineInput::RATE, Entry::Figure),
    input(ItemLineInput::AMOUNT, Entry::Figure),
    input(ItemLineInput::TAX_CODE_ID, Entry::From(Choices::TaxCodes)),
    input(ItemLineInput::TAX_RATE, Entry::Fraction),
    input(ItemLineInput::TAX_AMOUNT, Entry::Figure),
    input(ItemLineInput::TAX_ACCOUNT_ID, Entry::From(Choices::Taxes)),
    input(ItemLineInput::DEPARTMENT_ID, Entry::Text),
    input(ItemLineInput::COST_CENTER_ID, Entry::Text),
    input(ItemLineInput::DIMENSIONS, Entry::Named),
];

/// What a payment of several documents has for each of them.
const BILLS: &[Input] = &[
    required(PaymentPartInput::DOCUMENT_ID, Entry::From(Choices::Open(DocumentType::Bill))),
    input(PaymentPartInput::DOCUMENT_TYPE, Entry::OneOf(&[DocumentType::Bill.name(), DocumentType::Expense.name()])),
    required(PaymentPartInput::AMOUNT, Entry::Figure),
    input(PaymentPartInput::DISCOUNT, Entry::Figure),
];
const INVOICES: &[Input] = &[
    required(PaymentPartInput::DOCUMENT_ID, Entry::From(Choices::Open(DocumentType::Invoice))),
    required(PaymentPartInput::AMOUNT, Entry::Figure),
    input(PaymentPartInput::DISCOUNT, Entry::Figure),
];

/// The columns of the lines, in their order; none where a document has no lines.
pub fn columns(kind: DocumentType) -> &'static [Input] {
    match (kind, kind.family()) {
        (_, Family::Journal) => JOURNAL,
        (_, Family::Items) => ITEMS,
        (DocumentType::BillPayment, _) => BILLS,
        (DocumentType::InvoicePayment, _) => INVOICES,
        (_, Family::Payment) => &[],
    }
}

/// The member with the lines: of a payment the documents that it is divided among, which it need not have.
pub const fn lines(kind: DocumentType) -> Member {
    match kind.family() {
        Family::Journal | Family::Items => DocumentInput::LINES,
        Family::Payment => DocumentInput::APPLICATIONS,
    }
}

impl Input {
    /// Whether it is chosen in every row, also in one that is empty.
    pub const fn is_chosen(&self) -> bool {
        matches!(self.entry, Entry::OneOf(_))
    }
}

/// What a form calls a field of a line: the same name in every row.
pub fn in_line(name: Member) -> String {
    format!("line.{name}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interface::Schema;
    use crate::interface::schema::DocumentLineInput;

    /// What every document has and no form: a form sends lines by their columns, and a document begins as a draft.
    const NOT_ENTERED: [Member; 3] = [DocumentInput::LINES, DocumentInput::STATUS, DocumentLineInput::LINE_NUMBER];

    /// A payment is in the currency of what it settles, and its parts are entered by their columns.
    const NOT_ENTERED_IN_PAYMENTS: [Member; 2] = [DocumentInput::CURRENCY, DocumentInput::APPLICATIONS];

    fn sorted(names: impl IntoIterator<Item = Member>) -> Vec<Member> {
        let mut names: Vec<Member> = names.into_iter().filter(|name| !NOT_ENTERED.contains(name)).collect();
        names.sort();
        names
    }

    fn compare(of: &str, schema: Schema, left_out: &[Member], form: &[Input]) {
        let entered = sorted(form.iter().map(|input| input.name));
        let taken = sorted(schema.all.iter().copied().filter(|name| !left_out.contains(name)));
        assert_eq!(entered, taken, "{of}: the fields of the form, and those that the interface takes");
        let needed = sorted(form.iter().filter(|input| input.is_required).map(|input| input.name));
        assert_eq!(needed, sorted(schema.required.iter().copied()), "{of}: the fields that must be given");
    }

    #[test]
    fn forms_enter_what_the_interface_takes() {
        for kind in DocumentType::ALL {
            let is_payment = kind.family() == Family::Payment;
            let left_out: &[Member] = if is_payment { &NOT_ENTERED_IN_PAYMENTS } else { &[] };
            compare(kind.name(), kind.input(), left_out, &head(kind));
        }
        let journal = Schema { all: JournalLineInput::ALL, required: JournalLineInput::REQUIRED };
        compare("a line of a journal entry", journal, &[], JOURNAL);
        let items = Schema { all: ItemLineInput::ALL, required: ItemLineInput::REQUIRED };
        compare("a line of items", items, &[], ITEMS);
        let part = Schema { all: PaymentPartInput::ALL, required: PaymentPartInput::REQUIRED };
        compare("a part of a payment of bills", part, &[], BILLS);
        compare("a part of a payment of invoices", part, &[PaymentPartInput::DOCUMENT_TYPE], INVOICES);
    }
}
