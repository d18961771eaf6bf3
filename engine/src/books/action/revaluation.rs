//! The entries of a revaluation, made and submitted in one step: they are journal entries, checked, routed and signed as those that a
//! person writes. See docs/rules/revaluation.md#entries.

use crate::books::action::create;
use crate::books::action::create_and_submit::submitted_as_made;
use crate::books::action::kind;
use crate::books::action::kind::{Composed, checks, journal_entry};
use crate::books::action::post::posting_of;
use crate::books::command::{Decision, Effects, Snapshot};
use crate::books::document::draft::{Body, JournalEntryDraft, JournalLineDraft};
use crate::books::document::{Document, Draft, EntryType, Particulars};
use crate::books::ledger::Posting;
use crate::books::period::Period;
use crate::values::clock::Date;
use crate::values::error::{Faults, Refusal, sum_too_large};
use crate::values::kind::DocumentKey;
use crate::values::money::{Currency, Minor};

/// What one account lacks.
pub struct Adjustment<'a> {
    pub key: DocumentKey,
    pub account_id: &'a str,
    /// The account of exchange gain or loss, against which it is posted.
    pub exchange_account_id: &'a str,
    /// In base currency, debit positive; not 0.
    pub amount: Minor,
    pub memo: String,
    /// Of the account's line.
    pub about: String,
    pub period: &'a Period,
    pub on: Date,
}

/// A new entry, Pending Approval, with all that it changes and what it will post.
pub struct Submitted {
    pub document: Document,
    pub effects: Effects,
    pub posting: Posting,
}

/// The entry, submitted by the caller.
pub fn submitted(adjustment: &Adjustment<'_>, snapshot: &Snapshot) -> Result<Submitted, Refusal> {
    let draft = draft(adjustment, snapshot.settings.base_currency)?;
    let mut composed = kind::compose(&draft, None, snapshot, Faults::default())?;
    if let Particulars::Journal(journal) = &mut composed.content.particulars {
        journal.entry_type = EntryType::Revaluation;
    }
    into_approval(adjustment.key.clone(), composed, (adjustment.period, adjustment.on), snapshot)
}

/// What takes an entry back on a day of this period, submitted by the caller. It is posted after what it takes back:
/// [`super::guard::after_original`].
pub fn reversed(
    original: &Document,
    key: DocumentKey,
    (period, on): (&Period, Date),
    snapshot: &Snapshot,
) -> Result<Submitted, Refusal> {
    let Some(journal) = original.content.journal() else { return Err(super::guard::wrong_status(original)) };
    let composed = journal_entry::reversal_of(original, journal, on, &period.period_id, None);
    into_approval(key, composed.map_err(|_| sum_too_large())?, (period, on), snapshot)
}

fn draft(adjustment: &Adjustment<'_>, base: Currency) -> Result<Draft, Refusal> {
    let size = base.to_decimal(adjustment.amount.magnitude().map_err(|_| sum_too_large())?);
    let (debit, credit) = if adjustment.amount.is_positive() { (Some(size), None) } else { (None, Some(size)) };
    let line = |account_id: &str, debit, credit, memo| JournalLineDraft {
        account_id: Some(account_id.to_owned()),
        debit,
        credit,
        memo,
        ..JournalLineDraft::default()
    };
    let lines = vec![
        line(adjustment.account_id, debit, credit, Some(adjustment.about.clone())),
        line(adjustment.exchange_account_id, credit, debit, None),
    ];
    Ok(Draft {
        kind: adjustment.key.kind,
        id: None,
        tran_date: Some(adjustment.on),
        posting_period_id: Some(adjustment.period.period_id.clone()),
        currency: None,
        exchange_rate: None,
        exchange_rate_reason: None,
        memo: Some(adjustment.memo.clone()),
        body: Body::JournalEntry(JournalEntryDraft { entry_type: None, reversal_date: None, lines }),
    })
}

/// The entry, in a period that is open for it.
fn into_approval(
    key: DocumentKey,
    composed: Composed,
    (period, on): (&Period, Date),
    snapshot: &Snapshot,
) -> Result<Submitted, Refusal> {
    let touched = journal_entry::sub_ledgers(composed.sub_ledger, &composed.content, &snapshot.catalog);
    checks::period_open(period, &touched)?;
    let draft = create::new_document(key, composed, snapshot);
    let created = create::effects(&draft, snapshot).audit;
    let posting = posting_of(&draft, period, on, snapshot)?;
    let Decision { effects, answer } = submitted_as_made(draft, created, snapshot)?;
    Ok(Submitted { document: answer.acted.document, effects, posting })
}
