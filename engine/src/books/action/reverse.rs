//! Reverse: a posted entry is undone only by a new entry that swaps its debits and credits.
//! See docs/rules/postings.md#reversal.

use crate::books::action::guard;
use crate::books::action::guarded;
use crate::books::action::kind::Composed;
use crate::books::action::kind::{journal_entry, order};
use crate::books::action::next_open;
use crate::books::action::{create, permitted};
use crate::books::command::{Command, Decision, Effects, Guarded, Needed, Permitted, Refuses, Snapshot, Takes, Wants};
use crate::books::document::model::Document;
use crate::books::document::{Action, Journal};
use crate::values::clock::Date;
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::kind::DocumentKey;
use crate::values::kind::GovernedAction;

/// Creates the reversing entry, in Draft.
pub struct Reverse {
    pub key: DocumentKey,
    /// The new entry's id.
    pub new_id: String,
    pub reversal_date: Option<Date>,
    pub memo: Option<String>,
    pub faults: Faults,
}

impl Refuses for Reverse {
    const IS_GUARDED: bool = true;
    const REFUSALS: &'static [RefusalName] =
        &[RefusalName::WrongStatus, RefusalName::AlreadyReversed, RefusalName::PeriodClosed, RefusalName::NoOpenPeriod];
}

impl Permitted for Reverse {
    const TAKES: Takes = Takes::Action(Action::Reverse);
}

impl Command for Reverse {
    type Answer = Document;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(Some(self.key.kind))
    }

    fn guarded<'a>(&'a self, snapshot: &'a Snapshot, effects: &Effects) -> Option<Guarded<'a>> {
        guarded::on(&self.key, GovernedAction::Reverse, snapshot, effects)
    }

    fn wants(&self) -> Wants {
        Wants { reversal_of: Some(self.key.id.clone()), ..Wants::document(&self.key) }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Document>, Refusal> {
        let original = permitted(Action::Reverse, &self.key, snapshot)?;
        let Some(journal) = original.content.journal() else { return Err(guard::wrong_status(original)) };
        let mut faults = self.faults.clone();
        if let Some(date) = self.reversal_date {
            let catalog = &snapshot.catalog;
            order::not_before(date, catalog.period_of(date), original, "/reversal_date", catalog, &mut faults);
        }
        if faults.is_empty() {
            guard::already_reversed(Action::Reverse, snapshot)?;
        }
        let Some(date) = self.reversal_date.filter(|_| faults.is_empty()) else {
            if faults.is_empty() {
                faults.add("/reversal_date", "is required");
            }
            return Err(Refusal::Invalid(faults));
        };
        let composed = composed(original, journal, date, self.memo.clone(), snapshot)?;
        let key = DocumentKey::new(self.key.kind, &self.new_id);
        let document = create::new_document(key, composed, snapshot);
        let mut effects = create::effects(&document, snapshot);
        let entry = crate::books::action::audit(Action::Reverse, original, original.status(), snapshot)
            .with("reversing_entry_id", document.key.id.clone())
            .with("reversal_date", date.to_string());
        effects.audit.push(entry);
        Ok(Decision::new(effects, document))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

/// The reversing entry of that day, in the open period that holds it.
pub(crate) fn composed(
    original: &Document,
    journal: &Journal,
    date: Date,
    memo: Option<String>,
    snapshot: &Snapshot,
) -> Result<Composed, Refusal> {
    let Some(period) = snapshot.catalog.period_of(date) else {
        return Err(RefusalName::NoOpenPeriod
            .because(format!("no accounting period holds {date}"))
            .at("/reversal_date"));
    };
    let mut composed = journal_entry::reversal_of(original, journal, date, &period.period_id, memo)
        .map_err(|error| Faults::one("", error.to_string()))?;
    let touched = journal_entry::sub_ledgers(composed.sub_ledger, &composed.content, &snapshot.catalog);
    let open = next_open::open_on((period, date), &touched, &snapshot.catalog)?;
    composed.content.posting_period_id.clone_from(&open.period_id);
    Ok(composed)
}
