//! The checks of drafts and the postings of documents, by the family of their type. The facts of the types are in [`crate::values::kind`].

mod base_only;
pub mod checks;
mod composed;
pub mod dimensions;
pub mod items;
pub mod journal_entry;
pub mod order;
mod party;
pub mod payment;
mod posted_line;

use std::collections::BTreeSet;

pub use self::composed::Composed;
pub use self::party::{inactive_party, party_kind};
use self::posted_line::of_line;
use crate::approval::catalog::Catalog;
use crate::books::action::rate;
use crate::books::command::{Settings, Snapshot, Wants};
use crate::books::document::draft::{Body, Draft};
use crate::books::document::{Document, Particulars};
use crate::books::ledger::posting::{PostingError, PostingLine, to_base};
use crate::values::error::{Faults, Refusal};
use crate::values::kind::{Control, SubLedger};
use crate::values::kind::{DocumentKey, DocumentKind, Family};

/// Checks a draft by the rules of its type. All faults are named at once. `before` is the stored document when a draft is edited.
pub fn compose(
    draft: &Draft,
    before: Option<&Document>,
    snapshot: &Snapshot,
    faults: Faults,
) -> Result<Composed, Refusal> {
    match (&draft.kind.facts().family, &draft.body) {
        (Family::Journal, Body::JournalEntry(entry)) => journal_entry::compose(draft, entry, before, snapshot, faults),
        (Family::Items(of), Body::Items(items)) => items::compose(*of, draft, items, before, snapshot, faults),
        (Family::Payment(of), Body::Payment(payment)) => payment::compose(of, draft, payment, snapshot, faults),
        (Family::Journal | Family::Items(_) | Family::Payment(_), _) => Err(other_family(draft.kind)),
    }
}

/// What [`compose`] needs to see besides the catalog.
pub fn wants(key: &DocumentKey, draft: &Draft, wants: &mut Wants) {
    wants.table_rate = rate::wanted(draft);
    match (&draft.kind.facts().family, &draft.body) {
        (Family::Items(of), Body::Items(items)) => items::wants(*of, key, items, wants),
        (Family::Payment(of), Body::Payment(payment)) => payment::wants(of, payment, wants),
        // Accounts and people are part of the catalog.
        (Family::Journal | Family::Items(_) | Family::Payment(_), _) => {}
    }
}

/// A draft read from a request is always of its type's family.
fn other_family(kind: DocumentKind) -> Refusal {
    Faults::one("", format!("is not the content of a {}", kind.title()))
}

/// What the document puts into the general ledger, balanced in its own currency and in base. `settled` is all that a payment pays.
pub fn posting_lines(
    document: &Document,
    settled: &[&Document],
    catalog: &Catalog,
    settings: &Settings,
) -> Result<Vec<PostingLine>, PostingError> {
    let accounts = catalog.added_accounts();
    let (content, side) = (&document.content, document.key.kind.facts().family.side());
    let moved = match &content.particulars {
        Particulars::Journal(journal) => journal.lines.iter().map(of_line).collect(),
        Particulars::Items(items) => items::unconverted(side, content, items)?,
        Particulars::Payment(payment) => {
            return payment::posting_lines(side, payment, document, settled, accounts, settings);
        }
    };
    to_base(moved, content.currency, content.exchange_rate, settings.base_currency, accounts)
}

/// What of the accounts that the document names is not as it was when they were written into it.
pub fn check_accounts(document: &Document, snapshot: &Snapshot, faults: &mut Faults) {
    let own = document.content.currency.into();
    let control = control(document);
    let has_items = matches!(document.key.kind.facts().family, Family::Items(_));
    let read_in = match &document.content.particulars {
        Particulars::Journal(journal) => {
            base_only::read_in(own, journal.lines.iter().map(|line| line.account_id.as_str()), snapshot)
        }
        Particulars::Items(_) | Particulars::Payment(_) => own,
    };
    for (field, id) in accounts(document) {
        let id = Some(id);
        match control {
            _ if field == "/account_id" => checks::cash_account(id, &field, read_in, snapshot, faults),
            Some(control) if field == control.field() && !has_items => {
                checks::control_of_open(control.into(), id, &field, read_in, snapshot, faults);
            }
            Some(control) if field == control.field() => {
                checks::account_for(control.into(), id, &field, read_in, snapshot, faults);
            }
            _ if has_items => checks::item_account(id, &field, read_in, snapshot, faults),
            _ if document.content.deductions().any(|deduction| field == deduction.pointer) => {
                checks::deduction_account(id, &field, read_in, snapshot, faults);
            }
            _ => {
                checks::account(id, &field, read_in, snapshot, faults);
            }
        }
    }
}

/// The control account that the document itself moves; none of a journal entry.
fn control(document: &Document) -> Option<Control> {
    match &document.key.kind.facts().family {
        Family::Journal => None,
        Family::Items(of) => Some(of.control),
        Family::Payment(of) => Some(of.control),
    }
}

/// The accounts that the document names, each with its field.
pub fn accounts(document: &Document) -> Vec<(String, &str)> {
    let control_field = control(document).map_or("", Control::field);
    let content = &document.content;
    let header = [(control_field, content.control_account()), ("/account_id", content.cash_account())];
    let mut named: Vec<_> = header.into_iter().filter_map(|(field, id)| Some((field.to_owned(), id?))).collect();
    for (at, line) in content.lines().enumerate() {
        named.push((format!("/lines/{at}/account_id"), &line.account_id));
        let item = content.items().and_then(|items| items.lines.get(at));
        named.extend(item.and_then(|item| item.tax.account()).map(|id| (format!("/lines/{at}/tax_account_id"), id)));
        let reverse = item.and_then(|item| item.coded.as_ref()).and_then(|coded| coded.reverse_charge.as_ref());
        named.extend(reverse.map(|reverse| (format!("/lines/{at}/tax_code_id"), reverse.account_id.as_str())));
    }
    named.extend(content.offered().map(|offered| ("/payment_terms_id".to_owned(), offered.account_id.as_str())));
    named.extend(content.deductions().map(|deduction| (deduction.pointer.into_owned(), deduction.account_id)));
    named
}

/// The sub-ledgers that must be open for the document to land in its period.
pub fn sub_ledgers(document: &Document, catalog: &Catalog) -> BTreeSet<SubLedger> {
    journal_entry::sub_ledgers(document.sub_ledger, &document.content, catalog)
}
