//! A document as its author wrote it, before it is checked. A field may be missing because it was
//! left out or because it was wrong; what was wrong stands in the faults already.

use rust_decimal::Decimal;

use crate::values::clock::Date;
use crate::values::dimension::Named;
use crate::values::kind::{DocumentKey, DocumentKind, PaymentType, SubLedger};

/// What every type has in common, and what its type adds.
#[derive(Clone, PartialEq, Debug)]
pub struct Draft {
    pub kind: DocumentKind,
    pub id: Option<String>,
    pub tran_date: Option<Date>,
    pub posting_period_id: Option<String>,
    pub currency: Option<String>,
    pub exchange_rate: Option<Decimal>,
    /// Why the rate may differ from the table's.
    pub exchange_rate_reason: Option<String>,
    pub memo: Option<String>,
    pub body: Body,
}

impl Draft {
    /// Whether it would be a payroll entry. See docs/rules/access.md#payroll.
    pub fn is_payroll(&self) -> bool {
        let given = match &self.body {
            Body::JournalEntry(entry) => entry.entry_type.as_deref(),
            Body::Items(_) | Body::Payment(_) => None,
        };
        self.kind.sub_ledger(given) == SubLedger::Payroll
    }

    /// How many lines it has; a payment has as many as it settles several documents.
    pub fn line_count(&self) -> usize {
        match &self.body {
            Body::JournalEntry(entry) => entry.lines.len(),
            Body::Items(items) => items.lines.len(),
            Body::Payment(payment) => payment.applications.as_ref().map_or(0, Vec::len),
        }
    }
}

/// What a family of types adds.
#[derive(Clone, PartialEq, Debug)]
pub enum Body {
    JournalEntry(JournalEntryDraft),
    Items(ItemsDraft),
    Payment(PaymentDraft),
}

/// A journal entry.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct JournalEntryDraft {
    pub entry_type: Option<String>,
    /// The day on which the service is to reverse it.
    pub reversal_date: Option<Date>,
    pub lines: Vec<JournalLineDraft>,
}

/// One line of a journal entry: exactly one of debit and credit.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct JournalLineDraft {
    pub line_number: Option<i64>,
    pub account_id: Option<String>,
    pub debit: Option<Decimal>,
    pub credit: Option<Decimal>,
    pub memo: Option<String>,
    pub department_id: Option<String>,
    pub cost_center_id: Option<String>,
    pub dimensions: Vec<NamedDraft>,
}

/// What a line names in one dimension.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct NamedDraft {
    pub dimension_id: Option<String>,
    pub value_id: Option<String>,
}

impl NamedDraft {
    /// What a line names, as its author would write it.
    pub fn all(named: &Named) -> Vec<Self> {
        let each = named.iter().map(|(dimension_id, value_id)| Self {
            dimension_id: Some(dimension_id.clone()),
            value_id: Some(value_id.clone()),
        });
        each.collect()
    }
}

/// A bill, invoice, expense or credit.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct ItemsDraft {
    /// Vendor, customer or employee.
    pub party_id: Option<String>,
    /// The receivable or payable account.
    pub control_account_id: Option<String>,
    /// When left out: as the terms say.
    pub due_date: Option<Date>,
    /// Of a bill or an invoice; when left out with the due date, those of the party.
    pub payment_terms_id: Option<String>,
    /// The vendor's number of a bill.
    pub reference: Option<String>,
    /// The document that a credit is about.
    pub about: Option<DocumentKey>,
    pub lines: Vec<ItemLineDraft>,
}

/// One item, bought or sold.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct ItemLineDraft {
    pub line_number: Option<i64>,
    pub account_id: Option<String>,
    pub description: Option<String>,
    pub quantity: Option<Decimal>,
    pub rate: Option<Decimal>,
    /// Quantity times rate when left out.
    pub amount: Option<Decimal>,
    pub tax_code_id: Option<String>,
    /// A fraction; when left out that of the tax code, or 0.
    pub tax_rate: Option<Decimal>,
    /// Amount times tax rate when left out.
    pub tax_amount: Option<Decimal>,
    /// That of the tax code, or the one active tax account, when left out.
    pub tax_account_id: Option<String>,
    pub department_id: Option<String>,
    pub cost_center_id: Option<String>,
    pub dimensions: Vec<NamedDraft>,
}

/// A payment of a bill or expense, or of an invoice.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct PaymentDraft {
    /// The customer, where the payment names one.
    pub party_id: Option<String>,
    /// The bill, expense or invoice that it pays.
    pub settles: Option<DocumentKey>,
    /// In place of that: the documents that it pays, each with its part.
    pub applications: Option<Vec<PartDraft>>,
    /// The cash or bank account.
    pub cash_account_id: Option<String>,
    pub control_account_id: Option<String>,
    pub payment: Option<Decimal>,
    /// What it takes of the discount of the one document that it pays.
    pub discount: Option<Decimal>,
    pub write_off: WriteOffDraft,
    pub payment_method: Option<String>,
    pub reference: Option<String>,
}

/// The small difference that a payment is to write off.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct WriteOffDraft {
    /// Less than 0 where it is kept.
    pub amount: Option<Decimal>,
    pub write_off_rule_id: Option<String>,
}

impl PaymentDraft {
    /// The documents among which a payment of this type is divided; of an entry that names none, `None`.
    pub fn parts(&self, of: &PaymentType) -> impl Iterator<Item = Option<DocumentKey>> {
        let usual = of.pays.first().map(|(kind, _)| *kind);
        let key = move |part: &PartDraft| Some(DocumentKey::new(part.kind.or(usual)?, part.id.clone()?));
        self.applications.iter().flatten().map(key)
    }

    /// What a payment of this type pays, or the first of it.
    pub fn first_paid(&self, kind: DocumentKind) -> Option<DocumentKey> {
        let first = || self.parts(kind.payment()?).flatten().next();
        self.settles.clone().or_else(first)
    }
}

/// One of several documents that a payment pays.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct PartDraft {
    /// The type that was named.
    pub kind: Option<DocumentKind>,
    pub id: Option<String>,
    pub amount: Option<Decimal>,
    /// What is taken of its discount.
    pub discount: Option<Decimal>,
}
