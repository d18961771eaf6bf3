//! The content that the author of a document writes: the part that all types share, and the part of its family.

use rust_decimal::Decimal;

use crate::books::document::deduction::{DISCOUNT, Deduction, WRITE_OFF, WriteOff, discount_of_part};
use crate::books::document::line_tax::LineTax;
use crate::books::document::settles::{Settles, Several};
use crate::books::document::terms::{Offered, Taken, Terms};
use crate::values::clock::Date;
use crate::values::dimension::Named;
use crate::values::kind::DocumentKey;
use crate::values::money::{Currency, Minor};

/// A document's content. A further field is not signed until [`crate::books::document::digest`] has a version that lists it.
#[derive(Clone, PartialEq, Debug)]
pub struct Content {
    pub tran_date: Date,
    pub posting_period_id: String,
    pub currency: Currency,
    /// Base units per one unit of `currency`.
    pub exchange_rate: Decimal,
    /// Why the rate may differ from the table's, where its author gave a reason.
    pub exchange_rate_reason: Option<String>,
    pub memo: Option<String>,
    /// In the document's currency; a journal entry's total of debits.
    pub total: Minor,
    /// `total` in base currency: what approval rules are asked about.
    pub base_total: Minor,
    pub particulars: Particulars,
}

/// What the types of one shape add.
#[derive(Clone, PartialEq, Debug)]
pub enum Particulars {
    /// Journal entries.
    Journal(Journal),
    /// Bills, invoices, expenses and credits.
    Items(Items),
    /// Bill payments and invoice payments.
    Payment(Payment),
}

#[derive(Clone, PartialEq, Debug)]
pub struct Journal {
    pub entry_type: EntryType,
    /// The day on which the service reverses it, after the day on which it posts; of an accrual alone.
    pub reversal_date: Option<Date>,
    pub lines: Vec<Line>,
}

/// What a journal entry is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EntryType {
    Standard,
    Adjusting,
    Accrual,
    /// Belongs to the payroll sub-ledger.
    Payroll,
    /// Undoes another entry; made by the reverse operation alone.
    Reversing {
        original_entry_id: String,
    },
    /// Carries the income and expenses of a fiscal year into an equity account; made by the close of the year alone.
    Closing,
    /// Brings open items or an account in another currency to the rate of a period's end; made by the revaluation alone.
    Revaluation,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Items {
    /// Customer, vendor or employee.
    pub party_id: String,
    /// The receivable or payable account.
    pub control_account_id: String,
    pub due_date: Option<Date>,
    /// Of bills and invoices.
    pub terms: Option<Terms>,
    pub reference: Option<String>,
    /// The document that a credit is about.
    pub about: Option<DocumentKey>,
    pub subtotal: Minor,
    pub tax_total: Minor,
    pub lines: Vec<ItemLine>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Payment {
    /// Customer, vendor or employee: that of what is paid.
    pub party_id: String,
    /// That of what is paid.
    pub control_account_id: String,
    /// The cash or bank account.
    pub cash_account_id: String,
    /// The invoice, bill or expense that it pays, or several.
    pub settles: Settles,
    /// Of a payment of one document, settled with the money; of several each part has its own.
    pub discount: Option<Taken>,
    /// Settled with the money, too; of a payment of several documents once, within their parts.
    pub write_off: Option<WriteOff>,
    pub reference: Option<String>,
    pub payment_method: Option<String>,
}

/// What lines of all types have.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    pub line_number: i64,
    pub account_id: String,
    /// Debit positive, in the document's currency: what the line means to its account.
    pub amount: Minor,
    pub memo: Option<String>,
    pub department_id: Option<String>,
    pub cost_center_id: Option<String>,
    /// What it names in all other dimensions.
    pub dimensions: Named,
}

/// One item of a document of items.
#[derive(Clone, PartialEq, Debug)]
pub struct ItemLine {
    pub line: Line,
    pub quantity: Decimal,
    pub rate: Decimal,
    /// A fraction.
    pub tax_rate: Decimal,
    pub tax: Tax,
    /// Where the line has a tax code.
    pub coded: Option<LineTax>,
}

/// The tax of a line. A charged tax has an account.
#[derive(Clone, PartialEq, Debug)]
pub enum Tax {
    /// None; the author may have named an account all the same.
    Free { account_id: Option<String> },
    /// Never 0.
    Charged { amount: Minor, account_id: String },
}

impl EntryType {
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Standard => "Standard",
            Self::Adjusting => "Adjusting",
            Self::Accrual => "Accrual",
            Self::Payroll => "Payroll",
            Self::Reversing { .. } => Self::REVERSING,
            Self::Closing => Self::CLOSING,
            Self::Revaluation => Self::REVALUATION,
        }
    }

    pub const REVERSING: &str = "Reversing";
    pub const CLOSING: &str = "Closing";
    pub const REVALUATION: &str = "Revaluation";

    /// What an author may give.
    pub const GIVEN: [Self; 4] = [Self::Standard, Self::Adjusting, Self::Accrual, Self::Payroll];

    /// The type of a name that an author may give.
    pub fn given(name: &str) -> Option<Self> {
        Self::GIVEN.into_iter().find(|entry_type| entry_type.name() == name)
    }

    /// The entry that it undoes.
    pub fn original(&self) -> Option<&str> {
        match self {
            Self::Reversing { original_entry_id } => Some(original_entry_id),
            Self::Standard | Self::Adjusting | Self::Accrual | Self::Payroll | Self::Closing | Self::Revaluation => {
                None
            }
        }
    }
}

impl Tax {
    /// What was found: an amount other than 0 without an account is none.
    pub fn of(amount: Minor, account_id: Option<String>) -> Option<Self> {
        match account_id {
            account_id if amount.is_zero() => Some(Self::Free { account_id }),
            Some(account_id) => Some(Self::Charged { amount, account_id }),
            None => None,
        }
    }

    pub const fn amount(&self) -> Minor {
        match self {
            Self::Free { .. } => Minor::ZERO,
            Self::Charged { amount, .. } => *amount,
        }
    }

    pub fn account(&self) -> Option<&str> {
        match self {
            Self::Free { account_id } => account_id.as_deref(),
            Self::Charged { account_id, .. } => Some(account_id),
        }
    }
}

impl Payment {
    /// In the order in which they are posted.
    pub fn deductions(&self) -> impl Iterator<Item = Deduction<'_>> {
        let discount = self.discount.iter().map(|taken| Deduction::discount(DISCOUNT, taken));
        let of_parts = self.settles.several().into_iter().flat_map(Several::discounts);
        discount.chain(of_parts).chain(self.write_off.iter().map(|write_off| Deduction {
            pointer: WRITE_OFF.into(),
            amount: write_off.amount,
            account_id: &write_off.account_id,
        }))
    }
}

/// For readers to which the family does not matter.
impl Content {
    /// Customer, vendor or employee; a journal entry has none.
    pub fn party(&self) -> Option<&str> {
        match &self.particulars {
            Particulars::Journal(_) => None,
            Particulars::Items(items) => Some(&items.party_id),
            Particulars::Payment(payment) => Some(&payment.party_id),
        }
    }

    /// The receivable or payable account; a journal entry has none of its own.
    pub fn control_account(&self) -> Option<&str> {
        match &self.particulars {
            Particulars::Journal(_) => None,
            Particulars::Items(items) => Some(&items.control_account_id),
            Particulars::Payment(payment) => Some(&payment.control_account_id),
        }
    }

    pub fn lines(&self) -> impl Iterator<Item = &Line> {
        let (lines, items): (&[Line], &[ItemLine]) = match &self.particulars {
            Particulars::Journal(journal) => (&journal.lines, &[]),
            Particulars::Items(items) => (&[], &items.lines),
            Particulars::Payment(_) => (&[], &[]),
        };
        lines.iter().chain(items.iter().map(|item| &item.line))
    }

    /// The cash or bank account of a payment.
    pub fn cash_account(&self) -> Option<&str> {
        self.payment().map(|payment| payment.cash_account_id.as_str())
    }

    /// The invoice, bill or expense that a payment settles; none of one that settles several.
    pub fn settles(&self) -> Option<&DocumentKey> {
        self.payment().and_then(|payment| payment.settles.one())
    }

    /// The one document that it settles, or that a credit is about.
    pub fn refers_to(&self) -> Option<&DocumentKey> {
        match &self.particulars {
            Particulars::Journal(_) => None,
            Particulars::Items(items) => items.about.as_ref(),
            Particulars::Payment(payment) => payment.settles.one(),
        }
    }

    pub fn due_date(&self) -> Option<Date> {
        self.items().and_then(|items| items.due_date)
    }

    /// What is let off of a bill or an invoice that is paid early.
    pub fn offered(&self) -> Option<&Offered> {
        self.items().and_then(|items| items.terms.as_ref()).and_then(|terms| terms.discount.as_ref())
    }

    /// The discount that a payment of one document takes.
    pub fn discount(&self) -> Option<&Taken> {
        self.payment().and_then(|payment| payment.discount.as_ref())
    }

    /// The discount that a payment takes of this document among those that it settles.
    pub fn discount_of(&self, document: &DocumentKey) -> Option<Deduction<'_>> {
        let payment = self.payment()?;
        let Some(several) = payment.settles.several() else {
            return payment.discount.as_ref().map(|taken| Deduction::discount(DISCOUNT, taken));
        };
        let (at, (_, part)) = several.each().enumerate().find(|(_, (key, _))| key == document)?;
        Some(Deduction::discount(discount_of_part(at), part.discount.as_ref()?))
    }

    /// Those of a payment; nothing else has any.
    pub fn deductions(&self) -> impl Iterator<Item = Deduction<'_>> {
        self.payment().into_iter().flat_map(Payment::deductions)
    }

    /// What a payment settles: the money that it moves, and its deductions. All of them fit into an amount together: it was checked when
    /// they were written.
    pub fn settled_total(&self) -> Minor {
        Minor(self.deductions().fold(self.total.0, |sum, deduction| sum.saturating_add(deduction.amount.0)))
    }

    /// The small difference that a payment writes off.
    pub fn write_off(&self) -> Option<&WriteOff> {
        self.payment().and_then(|payment| payment.write_off.as_ref())
    }

    /// The other side's own number.
    pub fn reference(&self) -> Option<&str> {
        match &self.particulars {
            Particulars::Journal(_) => None,
            Particulars::Items(items) => items.reference.as_deref(),
            Particulars::Payment(payment) => payment.reference.as_deref(),
        }
    }

    pub fn payment_method(&self) -> Option<&str> {
        self.payment().and_then(|payment| payment.payment_method.as_deref())
    }

    pub fn entry_type(&self) -> Option<&EntryType> {
        self.journal().map(|journal| &journal.entry_type)
    }

    /// The day on which an accrual is reversed.
    pub fn reversal_date(&self) -> Option<Date> {
        self.journal().and_then(|journal| journal.reversal_date)
    }

    /// The entry that a reversing entry undoes.
    pub fn original_entry(&self) -> Option<&str> {
        self.entry_type().and_then(EntryType::original)
    }

    /// The total without tax; without items there is none.
    pub const fn subtotal(&self) -> Minor {
        match &self.particulars {
            Particulars::Journal(_) | Particulars::Payment(_) => self.total,
            Particulars::Items(items) => items.subtotal,
        }
    }

    pub const fn tax_total(&self) -> Minor {
        match &self.particulars {
            Particulars::Journal(_) | Particulars::Payment(_) => Minor::ZERO,
            Particulars::Items(items) => items.tax_total,
        }
    }

    pub const fn journal(&self) -> Option<&Journal> {
        match &self.particulars {
            Particulars::Journal(journal) => Some(journal),
            Particulars::Items(_) | Particulars::Payment(_) => None,
        }
    }

    pub const fn items(&self) -> Option<&Items> {
        match &self.particulars {
            Particulars::Items(items) => Some(items),
            Particulars::Journal(_) | Particulars::Payment(_) => None,
        }
    }

    pub const fn payment(&self) -> Option<&Payment> {
        match &self.particulars {
            Particulars::Payment(payment) => Some(payment),
            Particulars::Journal(_) | Particulars::Items(_) => None,
        }
    }
}
