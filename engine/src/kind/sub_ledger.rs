//! Sub-ledgers. See docs/rules/periods.md#sub-ledgers.

use super::DocumentKind;

/// A part of the books that is closed on its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SubLedger {
    Gl,
    Ap,
    Ar,
    Payroll,
}

impl SubLedger {
    pub const ALL: [Self; 4] = [Self::Gl, Self::Ap, Self::Ar, Self::Payroll];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Gl => "gl",
            Self::Ap => "ap",
            Self::Ar => "ar",
            Self::Payroll => "payroll",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|sub_ledger| sub_ledger.name() == name)
    }

    /// Which sub-ledger a document of this type belongs to; a reversal has its original's.
    pub fn of(kind: DocumentKind, entry_type: Option<&str>) -> Self {
        match kind {
            DocumentKind::JournalEntry if entry_type == Some("Payroll") => Self::Payroll,
            DocumentKind::JournalEntry => Self::Gl,
            DocumentKind::Bill | DocumentKind::BillPayment | DocumentKind::Expense => Self::Ap,
            DocumentKind::Invoice | DocumentKind::InvoicePayment | DocumentKind::CreditMemo => Self::Ar,
        }
    }
}
