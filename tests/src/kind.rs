//! The document types on the wire, by the facts that the engine has of them: a test over all of them knows a new type by itself.

use engine::values::kind::{Action, Control, DocumentKind, ItemsType, PaymentType};
use serde_json::{Value, json};

/// A document type on the wire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kind {
    pub of: DocumentKind,
    /// The collection's path.
    pub path: &'static str,
    /// The field that holds the id.
    pub id: &'static str,
    pub name: &'static str,
}

pub const JOURNAL_ENTRY: Kind = Kind::of(DocumentKind::JournalEntry);
pub const BILL: Kind = Kind::of(DocumentKind::Bill);
pub const INVOICE: Kind = Kind::of(DocumentKind::Invoice);
pub const BILL_PAYMENT: Kind = Kind::of(DocumentKind::BillPayment);
pub const INVOICE_PAYMENT: Kind = Kind::of(DocumentKind::InvoicePayment);
pub const CREDIT_MEMO: Kind = Kind::of(DocumentKind::CreditMemo);
pub const EXPENSE_REPORT: Kind = Kind::of(DocumentKind::Expense);
pub const CUSTOMER_REFUND: Kind = Kind::of(DocumentKind::CustomerRefund);
pub const VENDOR_REFUND: Kind = Kind::of(DocumentKind::VendorRefund);

impl Kind {
    pub const fn of(of: DocumentKind) -> Self {
        Self { of, path: of.collection(), id: of.id_field(), name: of.name() }
    }

    /// `bills/B-1`.
    pub fn at(self, id: &str) -> String {
        format!("{}/{id}", self.path)
    }

    /// `B-0`: what [`crate::app::TestApp::open_debts`] makes of this type, to be paid and credited.
    pub fn debt(self) -> String {
        let letter = self.of.id_prefix().get(..1).unwrap_or_default();
        format!("{letter}-0")
    }

    /// `B-8`: what [`crate::app::TestApp::more_debts`] makes of it.
    pub fn other_debt(self) -> String {
        let letter = self.of.id_prefix().get(..1).unwrap_or_default();
        format!("{letter}-8")
    }

    /// The body that moves a payment to the other debt.
    pub fn reassignment(self) -> Value {
        self.pays().first().map_or(Value::Null, |(paid, field)| json!({ *field: paid.other_debt() }))
    }

    /// The facts of a type of items.
    pub const fn items(self) -> Option<&'static ItemsType> {
        self.of.items()
    }

    /// The facts of a type of payments.
    pub const fn payment(self) -> Option<&'static PaymentType> {
        self.of.payment()
    }

    /// Where its documents are open, or what they settle.
    pub fn control(self) -> Option<Control> {
        let of_items = self.items().map(|items| items.control);
        of_items.or_else(|| self.payment().map(|payment| payment.control))
    }

    /// What it gives credit for.
    pub fn credits(self) -> Option<Self> {
        self.items()?.credits.map(Self::of)
    }

    /// The types that it pays, each with the field of a payment that names it.
    pub fn pays(self) -> Vec<(Self, &'static str)> {
        let pays = self.payment().map_or(&[][..], |payment| payment.pays);
        pays.iter().map(|(paid, field)| (Self::of(*paid), name(field))).collect()
    }

    /// The type of payments that pays it.
    pub fn payer(self) -> Option<Self> {
        payment_kinds().into_iter().find(|payer| payer.pays().iter().any(|(paid, _)| *paid == self))
    }

    /// Whether the API lists what was applied of it, or to it.
    pub fn has_applications(self) -> bool {
        self.credits().is_some() || credits().into_iter().any(|(_, credited)| credited == self)
    }

    pub fn has(self, action: Action) -> bool {
        self.of.has(action)
    }
}

/// The field that a pointer names.
pub(crate) fn name(pointer: &'static str) -> &'static str {
    pointer.trim_start_matches('/')
}

/// Every type.
pub fn all_kinds() -> [Kind; DocumentKind::ALL.len()] {
    DocumentKind::ALL.map(Kind::of)
}

fn those(are_meant: impl Fn(&Kind) -> bool) -> Vec<Kind> {
    all_kinds().into_iter().filter(are_meant).collect()
}

/// All types but journal entries.
pub fn trade_kinds() -> Vec<Kind> {
    those(|kind| *kind != JOURNAL_ENTRY)
}

/// Those with items.
pub fn item_kinds() -> Vec<Kind> {
    those(|kind| kind.items().is_some())
}

/// Those that settle one document with money.
pub fn payment_kinds() -> Vec<Kind> {
    those(|kind| kind.payment().is_some())
}

/// Those that give credit, each with what it gives credit for.
pub fn credits() -> Vec<(Kind, Kind)> {
    all_kinds().into_iter().filter_map(|kind| Some((kind, kind.credits()?))).collect()
}

/// What payments and refunds pay first, and what is credited: bills, invoices and credits. [`crate::app::TestApp::open_debts`] makes one
/// of each.
pub fn debt_kinds() -> Vec<Kind> {
    let paid_first =
        |kind: &Kind| payment_kinds().iter().any(|payer| payer.pays().first().is_some_and(|(paid, _)| paid == kind));
    those(|kind| paid_first(kind) || credits().iter().any(|(_, credited)| credited == kind))
}

/// Those that payments settle.
pub fn paid_kinds() -> Vec<Kind> {
    those(|kind| kind.of.is_paid())
}

/// Those that the bank shows, each with what says so, the field of its day, and what takes it back.
pub fn ending_kinds() -> Vec<(Kind, &'static str, &'static str, &'static str)> {
    let cleared = kinds_with(Action::Clear).into_iter().map(|kind| (kind, "clear", "cleared_date", "unclear"));
    let deposited = kinds_with(Action::Deposit).into_iter().map(|kind| (kind, "deposit", "deposit_date", "undeposit"));
    cleared.chain(deposited).collect()
}

/// Those that know the action.
pub fn kinds_with(action: Action) -> Vec<Kind> {
    those(|kind| kind.has(action))
}
