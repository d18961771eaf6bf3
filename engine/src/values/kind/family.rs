//! The facts that the types of a family share, and those in which they differ.

use super::document_kind::DocumentKind;
use super::party::Party;
use super::sub_ledger::SubLedger;
use crate::values::money::{Minor, MoneyError};

/// What a document is made of.
#[derive(Clone, Copy, Debug)]
pub enum Family {
    /// Lines with debits and credits.
    Journal,
    /// Items with tax, one party, one control account.
    Items(ItemsType),
    /// Money that settles one document.
    Payment(PaymentType),
}

impl Family {
    /// On which side of the ledger its lines stand; of a payment, the money. A journal line says it by its sign, debit positive.
    pub const fn side(&self) -> Side {
        match self {
            Self::Journal => Side::Debit,
            Self::Items(of) => of.side,
            Self::Payment(of) => of.cash,
        }
    }
}

/// A type of items.
#[derive(Clone, Copy, Debug)]
pub struct ItemsType {
    /// Where the items stand; the control account takes the other side.
    pub side: Side,
    pub control: Control,
    pub party: Party,
    pub needs_due_date: bool,
    /// Whether a party's reference may be used once only.
    pub has_unique_reference: bool,
    /// Whether it becomes Paid when nothing of it is due.
    pub becomes_paid: bool,
    /// What it gives credit for: it may name one such document, and is applied to them.
    pub credits: Option<DocumentKind>,
}

/// A type of payment.
#[derive(Clone, Copy, Debug)]
pub struct PaymentType {
    /// Where the money stands; the control account takes the other side.
    pub cash: Side,
    pub control: Control,
    /// What it settles; each with the field that names it.
    pub pays: &'static [(DocumentKind, &'static str)],
    /// Whether the payment itself names its party. One that does not has that of what it pays.
    pub names_party: Option<Party>,
    /// The type of what such money is, as long as there is no document that it pays. See docs/rules/payments.md#on-account.
    pub on_account: Option<DocumentKind>,
}

impl PaymentType {
    /// Whether it may settle more or less than the money, by a discount or a small difference: of what is owed, not of a credit that is
    /// paid back.
    pub fn has_deductions(&self) -> bool {
        self.pays.iter().all(|(paid, _)| paid.items().is_some_and(|items| items.credits.is_none()))
    }
}

/// The account that holds what is open on documents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Control {
    Receivable,
    Payable,
}

impl Control {
    pub const ALL: [Self; 2] = [Self::Receivable, Self::Payable];

    /// The field that names it.
    pub const fn field(self) -> &'static str {
        match self {
            Self::Receivable => "/ar_account_id",
            Self::Payable => "/ap_account_id",
        }
    }

    /// What people call it.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Receivable => "receivables",
            Self::Payable => "payables",
        }
    }

    pub const fn sub_ledger(self) -> SubLedger {
        match self {
            Self::Receivable => SubLedger::Ar,
            Self::Payable => SubLedger::Ap,
        }
    }
}

/// A side of the ledger.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    Debit,
    Credit,
}

impl Side {
    /// The amount as the ledger has it: debit positive.
    pub fn signed(self, amount: Minor) -> Result<Minor, MoneyError> {
        match self {
            Self::Debit => Ok(amount),
            Self::Credit => amount.negated(),
        }
    }
}
