//! The facts of each document type, a file for each.

mod bill;
mod bill_payment;
mod credit_memo;
mod customer_refund;
mod expense;
mod invoice;
mod invoice_payment;
mod journal_entry;
mod vendor_credit;
mod vendor_refund;

use super::action::Action;
use super::document_kind::DocumentKind;
use super::facts::DocumentType;
use super::family::{Family, ItemsType, PaymentType, Side};
use super::party::{Party, PartyKind};
use super::sub_ledger::SubLedger;

impl DocumentKind {
    /// The facts of the type.
    pub const fn facts(self) -> &'static DocumentType {
        match self {
            Self::JournalEntry => &journal_entry::FACTS,
            Self::Bill => &bill::FACTS,
            Self::Invoice => &invoice::FACTS,
            Self::BillPayment => &bill_payment::FACTS,
            Self::InvoicePayment => &invoice_payment::FACTS,
            Self::CreditMemo => &credit_memo::FACTS,
            Self::Expense => &expense::FACTS,
            Self::VendorCredit => &vendor_credit::FACTS,
            Self::CustomerRefund => &customer_refund::FACTS,
            Self::VendorRefund => &vendor_refund::FACTS,
        }
    }

    /// The name in rules, permissions and the database.
    pub const fn name(self) -> &'static str {
        self.facts().name
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The name people read.
    pub const fn title(self) -> &'static str {
        self.facts().title
    }

    /// The path segment of the collection.
    pub const fn collection(self) -> &'static str {
        self.facts().collection
    }

    /// The field of its id on the wire.
    pub const fn id_field(self) -> &'static str {
        self.facts().id_field
    }

    /// What a made id begins with.
    pub const fn id_prefix(self) -> &'static str {
        self.facts().id_prefix
    }

    /// Whether documents of the type know the action at all.
    pub fn has(self, action: Action) -> bool {
        action.is_of_every_type() || self.facts().own_actions.contains(&action)
    }

    /// The facts of a type of items, when it is one.
    pub const fn items(self) -> Option<&'static ItemsType> {
        match &self.facts().family {
            Family::Items(items) => Some(items),
            Family::Journal | Family::Payment(_) => None,
        }
    }

    /// Whether a document of this type rests on no other row: it names no recorded party, and no document that it pays or credits.
    pub const fn stands_alone(self) -> bool {
        match self.facts().family {
            Family::Journal => true,
            Family::Items(items) => items.party.recorded().is_none() && items.credits.is_none(),
            Family::Payment(_) => false,
        }
    }

    /// The facts of a payment type, when it is one.
    pub const fn payment(self) -> Option<&'static PaymentType> {
        match &self.facts().family {
            Family::Payment(payment) => Some(payment),
            Family::Journal | Family::Items(_) => None,
        }
    }

    /// The kinds of party that documents of the type may have; none for journal entries.
    pub fn parties(self) -> Vec<Party> {
        let of_items = |kind: Self| kind.items().map(|items| items.party);
        match self.payment() {
            // A payment of bills has a vendor, one of expenses an employee, a refund the party of the credit.
            Some(payment) => payment.pays.iter().filter_map(|(paid, _)| of_items(*paid)).collect(),
            None => of_items(self).into_iter().collect(),
        }
    }

    /// To whose bank account payments of the type send money. What an employee is paid back goes by no recorded bank details.
    pub fn sends_to(self) -> Option<PartyKind> {
        self.payment().filter(|of| of.cash == Side::Credit)?;
        self.parties().into_iter().find_map(Party::recorded)
    }

    /// Whether it gives credit, to be applied to documents of another type.
    pub fn gives_credit(self) -> bool {
        self.items().is_some_and(|items| items.credits.is_some())
    }

    /// Whether payments settle it.
    pub fn is_paid(self) -> bool {
        let payments = Self::ALL.into_iter().filter_map(Self::payment);
        payments.flat_map(|payment| payment.pays).any(|(paid, _)| *paid == self)
    }

    /// Which sub-ledger a document of this type belongs to; a reversal has its original's.
    pub fn sub_ledger(self, entry_type: Option<&str>) -> SubLedger {
        match &self.facts().family {
            Family::Journal if entry_type == Some("Payroll") => SubLedger::Payroll,
            Family::Journal => SubLedger::Gl,
            Family::Items(items) => items.control.sub_ledger(),
            Family::Payment(payment) => payment.control.sub_ledger(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_two_types_share_a_name() {
        let names: [fn(DocumentKind) -> &'static str; 5] = [
            DocumentKind::name,
            DocumentKind::title,
            DocumentKind::collection,
            DocumentKind::id_field,
            DocumentKind::id_prefix,
        ];
        for name in names {
            let all: BTreeSet<_> = DocumentKind::ALL.map(name).into();
            assert_eq!(all.len(), DocumentKind::ALL.len(), "{all:?}");
        }
    }

    #[test]
    fn what_gives_credit_can_be_applied_and_nothing_else() {
        for kind in DocumentKind::ALL {
            let gives_credit = kind.items().is_some_and(|items| items.credits.is_some());
            assert_eq!(kind.has(Action::Apply), gives_credit, "{}", kind.name());
        }
    }
}
