//! The closing entry of a fiscal year: a journal entry that the close itself approves, posts, and takes back when the year is reopened.
//! See docs/rules/fiscal-years.md#close-of-a-year.

use rust_decimal::Decimal;

use crate::books::action::kind::Composed;
use crate::books::action::post::{posted as in_ledger, posting_of};
use crate::books::action::{audit, create, to_ledger};
use crate::books::command::{Change, Effects, Snapshot};
use crate::books::document::stage::{Approval, Ended, Stage, Voided, VoidedFrom};
use crate::books::document::{Action, Content, Digest, Document, EntryType, Journal, Line, Particulars, Status};
use crate::books::ledger::PostingKind;
use crate::books::period::Period;
use crate::values::clock::Date;
use crate::values::error::{Refusal, RefusalName, sum_too_large};
use crate::values::kind::{DocumentKey, SubLedger};
use crate::values::money::Minor;

/// A closing entry, and all that it changes.
pub struct ClosingEntry {
    pub document: Document,
    pub effects: Effects,
}

/// The entry of these lines, in base currency, posted on the day into the period, closed as that is.
pub fn posted(
    key: DocumentKey,
    lines: Vec<Line>,
    (period, on): (&Period, Date),
    memo: String,
    snapshot: &Snapshot,
) -> Result<ClosingEntry, Refusal> {
    if snapshot.documents.contains_key(&key) {
        let why = format!("{} {:?} exists already", key.kind.title(), key.id);
        return Err(RefusalName::AlreadyExists.because(why));
    }
    let debits = lines.iter().map(|line| line.amount).filter(|amount| amount.is_positive());
    let total = Minor::sum(debits).map_err(|_| sum_too_large())?;
    let content = Content {
        tran_date: on,
        posting_period_id: period.period_id.clone(),
        currency: snapshot.settings.base_currency,
        exchange_rate: Decimal::ONE,
        exchange_rate_reason: None,
        memo: Some(memo),
        total,
        base_total: total,
        particulars: Particulars::Journal(Journal { entry_type: EntryType::Closing, reversal_date: None, lines }),
    };
    let mut document = create::new_document(key, Composed { content, sub_ledger: SubLedger::Gl }, snapshot);
    let approval = Approval::Unsigned(Digest::of(&document));
    document.stage = Stage::Approved(approval.clone());
    let mut effects = create::effects(&document, snapshot);
    let entry = audit(Action::Post, &document, Status::Posted, snapshot).with("period_id", period.period_id.clone());
    let document = Document { version: document.version, ..in_ledger(&document, &approval, snapshot.now) };
    let posting = posting_of(&document, period, on, snapshot)?;
    effects.changes = vec![Change::InsertDocument(Box::new(document.clone())), Change::Post(Box::new(posting))];
    effects.audit.push(entry);
    Ok(ClosingEntry { document, effects })
}

/// What the entry posted, the other way round on its own day; the entry is Voided.
pub fn taken_back(document: &Document, period: &Period, reason: &str, snapshot: &Snapshot) -> Result<Effects, Refusal> {
    let Stage::InLedger(in_ledger) = &document.stage else {
        return Err(RefusalName::PostingMissing.because(format!("{:?} is not in the ledger", document.key.id)));
    };
    let original = to_ledger::posted(document, snapshot)?;
    let on = original.posting_date;
    let posting = original.opposite(PostingKind::Void, period, on, snapshot.now).map_err(|_| sum_too_large())?;
    let from = VoidedFrom::Ledger { approval: in_ledger.approval.clone(), at: in_ledger.at };
    let ended = Ended { on, at: snapshot.now, by: snapshot.actor.user_id.clone() };
    let entry = audit(Action::Void, document, Status::Voided, snapshot)
        .with("reason", reason)
        .with("period_id", period.period_id.clone())
        .with("posting_date", on.to_string());
    let voided = Voided { from, ended, reason: reason.to_owned() };
    let mut effects = Effects::at(snapshot.now);
    effects.changes.push(Change::Post(Box::new(posting)));
    effects.changes.push(Change::UpdateDocument {
        document: Box::new(document.at(Stage::Voided(Box::new(voided)))),
        lines: false,
    });
    effects.audit.push(entry);
    Ok(effects)
}
