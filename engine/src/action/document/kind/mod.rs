//! The seven document types.

pub mod bill;
pub mod bill_payment;
pub mod checks;
pub mod credit_memo;
pub mod expense;
pub mod invoice;
pub mod invoice_payment;
pub mod items;
pub mod journal_entry;
pub mod order;
pub mod payment;

use std::collections::BTreeSet;

use crate::action::document::kind::items::Side;
use crate::action::document::rate;
use crate::catalog::Catalog;
use crate::command::{Settings, Snapshot, Wants};
use crate::document::draft::{Body, Draft};
use crate::document::model::Document;
use crate::document::{Content, Family, Line};
use crate::error::{Faults, Refusal};
use crate::kind::SubLedger;
use crate::kind::{DocumentKey, DocumentKind};
use crate::ledger::posting::{PostingError, PostingLine, UnconvertedLine, to_base};
use crate::master::party::PartyKind;

/// A draft that was checked: what the document will hold.
#[derive(Clone, PartialEq, Debug)]
pub struct Composed {
    pub content: Content,
    pub sub_ledger: SubLedger,
}

/// Checks a draft by the rules of its type. All faults are named at once. `before` is the stored document when a draft is edited.
pub fn compose(
    draft: &Draft,
    before: Option<&Document>,
    snapshot: &Snapshot,
    faults: Faults,
) -> Result<Composed, Refusal> {
    match &draft.body {
        Body::JournalEntry(entry) => journal_entry::compose(draft, entry, before, snapshot, faults),
        Body::Bill(bill) => bill::compose(draft, bill, before, snapshot, faults),
        Body::Invoice(invoice) => invoice::compose(draft, invoice, snapshot, faults),
        Body::CreditMemo(memo) => credit_memo::compose(draft, memo, snapshot, faults),
        Body::Expense(expense) => expense::compose(draft, expense, snapshot, faults),
        Body::BillPayment(payment) => bill_payment::compose(draft, payment, snapshot, faults),
        Body::InvoicePayment(payment) => invoice_payment::compose(draft, payment, snapshot, faults),
    }
}

/// What [`compose`] needs to see besides the catalog.
pub fn wants(key: &DocumentKey, draft: &Draft, wants: &mut Wants) {
    wants.table_rate = rate::wanted(draft);
    match &draft.body {
        // Accounts and people are part of the catalog.
        Body::JournalEntry(_) | Body::Expense(_) => {}
        Body::Bill(bill) => bill::wants(key, bill, wants),
        Body::Invoice(invoice) => invoice::wants(invoice, wants),
        Body::CreditMemo(memo) => credit_memo::wants(memo, wants),
        Body::BillPayment(payment) => bill_payment::wants(payment, wants),
        Body::InvoicePayment(payment) => invoice_payment::wants(payment, wants),
    }
}

/// What the document puts into the general ledger, balanced in its own currency and in base. `settled` is what a payment pays.
pub fn posting_lines(
    document: &Document,
    settled: Option<&Document>,
    catalog: &Catalog,
    settings: &Settings,
) -> Result<Vec<PostingLine>, PostingError> {
    let accounts = catalog.added_accounts();
    let (content, side) = (&document.content, side(document.key.kind));
    let moved = match &content.family {
        Family::Journal(journal) => journal.lines.iter().map(of_line).collect(),
        Family::Items(items) => items::movements(side, content, items)?,
        Family::Payment(payment) => {
            return payment::posting_lines(side, payment, document, settled, accounts, settings);
        }
    };
    to_base(moved, content.currency, content.exchange_rate, settings.base_currency, accounts)
}

/// On which side of the ledger the lines of a type stand; of a payment, the money. A journal line says it by its sign, debit
/// positive.
pub const fn side(kind: DocumentKind) -> Side {
    match kind {
        DocumentKind::JournalEntry => Side::Debit,
        DocumentKind::Bill => bill::RULES.side,
        DocumentKind::Invoice => invoice::RULES.side,
        DocumentKind::CreditMemo => credit_memo::RULES.side,
        DocumentKind::Expense => expense::RULES.side,
        DocumentKind::BillPayment => bill_payment::RULES.cash,
        DocumentKind::InvoicePayment => invoice_payment::RULES.cash,
    }
}

/// A line of the document as it is posted.
fn of_line(line: &Line) -> UnconvertedLine {
    UnconvertedLine {
        line_number: line.line_number,
        account_id: line.account_id.clone(),
        amount: line.amount,
        memo: line.memo.clone(),
    }
}

/// The accounts that the document names, each with its field.
pub fn accounts(document: &Document) -> Vec<(String, &str)> {
    let control_field = match document.sub_ledger {
        SubLedger::Ar => "/ar_account_id",
        SubLedger::Ap | SubLedger::Gl | SubLedger::Payroll => "/ap_account_id",
    };
    let content = &document.content;
    let header = [(control_field, content.control_account()), ("/account_id", content.cash_account())];
    let mut named: Vec<_> = header.into_iter().filter_map(|(field, id)| Some((field.to_owned(), id?))).collect();
    for (at, line) in content.lines().enumerate() {
        named.push((format!("/lines/{at}/account_id"), &line.account_id));
        let item = content.items().and_then(|items| items.lines.get(at));
        named.extend(item.and_then(|item| item.tax.account()).map(|id| (format!("/lines/{at}/tax_account_id"), id)));
    }
    named
}

/// Whether the document's party is a customer or a vendor; that of an expense, and of its payment, is a user.
pub fn party_kind(document: &Document) -> Option<PartyKind> {
    match document.key.kind {
        DocumentKind::Invoice | DocumentKind::InvoicePayment | DocumentKind::CreditMemo => Some(PartyKind::Customer),
        DocumentKind::Bill => Some(PartyKind::Vendor),
        DocumentKind::BillPayment => {
            let pays_expense = document.pays().is_some_and(|key| key.kind == DocumentKind::Expense);
            (!pays_expense).then_some(PartyKind::Vendor)
        }
        DocumentKind::JournalEntry | DocumentKind::Expense => None,
    }
}

/// Whom the document names as its party, when they are recorded as inactive: what they are (`customer`, `vendor`, `user`), and
/// their id.
pub fn inactive_party<'a>(document: &'a Document, snapshot: &Snapshot) -> Option<(&'static str, &'a str)> {
    let id = document.content.party()?;
    let (word, is_active) = match party_kind(document) {
        Some(of) => (of.name(), snapshot.parties.get(&(of, id.to_owned())).is_some_and(|party| party.is_active)),
        None => ("user", !snapshot.catalog.is_inactive(&id.into())),
    };
    (!is_active).then_some((word, id))
}

/// The sub-ledgers that must be open for the document to land in its period.
pub fn sub_ledgers(document: &Document, catalog: &Catalog) -> BTreeSet<SubLedger> {
    journal_entry::sub_ledgers(document.sub_ledger, &document.content, catalog)
}
