//! The document types, what names a document, and the sub-ledgers that they belong to.

mod sub_ledger;

pub use sub_ledger::SubLedger;

/// A document type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum DocumentKind {
    JournalEntry,
    Bill,
    Invoice,
    BillPayment,
    InvoicePayment,
    CreditMemo,
    Expense,
}

impl DocumentKind {
    pub const ALL: [Self; 7] = [
        Self::JournalEntry,
        Self::Bill,
        Self::Invoice,
        Self::BillPayment,
        Self::InvoicePayment,
        Self::CreditMemo,
        Self::Expense,
    ];

    /// The name in rules, permissions and the database.
    pub const fn name(self) -> &'static str {
        match self {
            Self::JournalEntry => "journal_entry",
            Self::Bill => "bill",
            Self::Invoice => "invoice",
            Self::BillPayment => "bill_payment",
            Self::InvoicePayment => "invoice_payment",
            Self::CreditMemo => "credit_memo",
            Self::Expense => "expense",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The name people read.
    pub const fn title(self) -> &'static str {
        match self {
            Self::JournalEntry => "journal entry",
            Self::Bill => "bill",
            Self::Invoice => "invoice",
            Self::BillPayment => "bill payment",
            Self::InvoicePayment => "invoice payment",
            Self::CreditMemo => "credit memo",
            Self::Expense => "expense",
        }
    }

    /// The path segment of the collection.
    pub const fn collection(self) -> &'static str {
        match self {
            Self::JournalEntry => "journal-entries",
            Self::Bill => "bills",
            Self::Invoice => "invoices",
            Self::BillPayment => "bill-payments",
            Self::InvoicePayment => "invoice-payments",
            Self::CreditMemo => "credit-memos",
            Self::Expense => "expenses",
        }
    }

    /// The field that holds the id on the wire.
    pub const fn id_field(self) -> &'static str {
        match self {
            Self::JournalEntry => "journal_entry_id",
            Self::Bill => "bill_id",
            Self::Invoice => "invoice_id",
            Self::BillPayment => "bill_payment_id",
            Self::InvoicePayment => "customer_payment_id",
            Self::CreditMemo => "credit_memo_id",
            Self::Expense => "expense_id",
        }
    }

    /// Which sub-ledger a document of this type belongs to; a reversal has its original's.
    pub fn sub_ledger(self, entry_type: Option<&str>) -> SubLedger {
        match self {
            Self::JournalEntry if entry_type == Some("Payroll") => SubLedger::Payroll,
            Self::JournalEntry => SubLedger::Gl,
            Self::Bill | Self::BillPayment | Self::Expense => SubLedger::Ap,
            Self::Invoice | Self::InvoicePayment | Self::CreditMemo => SubLedger::Ar,
        }
    }

    /// What a made id begins with.
    pub const fn id_prefix(self) -> &'static str {
        match self {
            Self::JournalEntry => "JE-",
            Self::Bill => "BILL-",
            Self::Invoice => "INV-",
            Self::BillPayment => "BPAY-",
            Self::InvoicePayment => "IPAY-",
            Self::CreditMemo => "CM-",
            Self::Expense => "EXP-",
        }
    }
}

/// Which document: its type and its id within the collection. Orders locks, too.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct DocumentKey {
    pub kind: DocumentKind,
    pub id: String,
}

impl DocumentKey {
    pub fn new(kind: DocumentKind, id: impl Into<String>) -> Self {
        Self { kind, id: id.into() }
    }
}
