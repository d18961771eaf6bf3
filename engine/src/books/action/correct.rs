//! Correct: a posted document is taken back, and a copy of it is made as a draft, in one step. What takes it back is its void; of a
//! journal entry, a reversing entry, which is signed like any other. Both documents name each other. See
//! docs/rules/postings.md#correction.

use std::collections::BTreeSet;

use crate::books::action::kind;
use crate::books::action::kind::{Composed, checks, order};
use crate::books::action::landing;
use crate::books::action::reassigned;
use crate::books::action::reverse::Reverse;
use crate::books::action::void::Void;
use crate::books::action::{create, guard, guarded};
use crate::books::command::{
    AuditEntry, Change, Command, Decision, Effects, Guarded, Needed, Permitted, Refuses, Snapshot, Takes, Wants,
};
use crate::books::document::model::Document;
use crate::books::document::stage::Stage;
use crate::books::document::{Action, Content, Particulars};
use crate::books::ledger::Posting;
use crate::values::clock::Date;
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::kind::{DocumentKey, DocumentKind, GovernedAction, SubLedger};

/// Takes a posted document back, and makes its copy.
pub struct Correct {
    pub key: DocumentKey,
    /// The copy's id, and that of the reversing entry, where there is one.
    pub copy_id: String,
    pub reversal_id: String,
    pub reason: Option<String>,
    /// From which day on the original stands no more.
    pub correction_date: Option<Date>,
    pub faults: Faults,
}

/// The outcome: the original as it now stands, its copy, and what takes it back.
#[derive(Clone, Debug)]
pub struct Corrected {
    pub original: Document,
    pub copy: Document,
    pub by: TakenBackBy,
}

/// What takes the original back.
#[derive(Clone, Debug)]
pub enum TakenBackBy {
    /// Posted at once.
    Void(Box<Posting>),
    /// A draft.
    Reversal(Box<Document>),
}

impl Refuses for Correct {
    const IS_GUARDED: bool = true;
    const REFUSALS: &'static [RefusalName] =
        &[RefusalName::WrongStatus, RefusalName::NoOpenPeriod, RefusalName::PeriodClosed];

    /// What bars the void, or the reversal.
    fn of_type(kind: DocumentKind) -> Vec<RefusalName> {
        if kind.has(Action::Void) {
            vec![RefusalName::TransactionCleared, RefusalName::ReconciliationCompleted]
        } else {
            vec![RefusalName::AlreadyReversed]
        }
    }
}

impl Permitted for Correct {
    const TAKES: Takes = Takes::Correction;
}

impl Command for Correct {
    type Answer = Corrected;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(Some(self.key.kind))
    }

    /// A rule that guards what takes it back guards this as well.
    fn guarded<'a>(&'a self, snapshot: &'a Snapshot, effects: &Effects) -> Option<Guarded<'a>> {
        let action = if self.key.kind.has(Action::Void) { GovernedAction::Void } else { GovernedAction::Reverse };
        guarded::on(&self.key, action, snapshot, effects)
    }

    fn wants(&self) -> Wants {
        if self.key.kind.has(Action::Void) { self.void().wants() } else { self.reverse(None).wants() }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Corrected>, Refusal> {
        let before = snapshot.document(&self.key)?;
        let (mut effects, by) = self.taken_back(before, snapshot)?;
        let on = match &by {
            TakenBackBy::Void(posting) => (posting.period_id.clone(), posting.posting_date),
            TakenBackBy::Reversal(entry) => (entry.content.posting_period_id.clone(), entry.content.tran_date),
        };
        let composed = Composed { content: copied(before, on, snapshot), sub_ledger: before.sub_ledger };
        let key = DocumentKey::new(self.key.kind, &self.copy_id);
        let copy =
            Document { corrects_id: Some(before.key.id.clone()), ..create::new_document(key, composed, snapshot) };
        let original = self.linked(before, &mut effects);
        let made = create::effects(&copy, snapshot);
        effects.changes.extend(made.changes);
        effects.audit.extend(made.audit.into_iter().map(|row| row.with("corrects_id", before.key.id.clone())));
        Ok(Decision::new(effects, Corrected { original, copy, by }))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

impl Correct {
    /// The original, which names its copy, as the row of its trail does.
    fn linked(&self, before: &Document, effects: &mut Effects) -> Document {
        let (kind, id) = (before.key.kind.name(), before.key.id.as_str());
        let words = [Action::Void, Action::Reverse].map(Action::audit_word);
        let is_own = |row: &&mut AuditEntry| {
            (row.resource.as_str(), row.resource_id.as_str()) == (kind, id) && words.contains(&row.action.as_str())
        };
        for row in effects.audit.iter_mut().filter(is_own) {
            row.details.insert("correction_id".into(), self.copy_id.clone().into());
            row.details.insert("reason".into(), self.reason.clone().into());
        }
        let voided = effects.changes.iter_mut().find_map(|change| match change {
            Change::UpdateDocument { document, .. } if document.key == before.key => Some(document),
            _ => None,
        });
        if let Some(voided) = voided {
            voided.correction_id = Some(self.copy_id.clone());
            return voided.as_ref().clone();
        }
        let original = Document { correction_id: Some(self.copy_id.clone()), ..before.next_version() };
        effects.changes.push(Change::UpdateDocument { document: Box::new(original.clone()), lines: false });
        original
    }

    fn void(&self) -> Void {
        let (key, reason, faults) = (self.key.clone(), self.reason.clone(), self.faults.clone());
        Void { key, reason, void_date: self.correction_date, faults }
    }

    fn reverse(&self, on: Option<Date>) -> Reverse {
        let (key, new_id) = (self.key.clone(), self.reversal_id.clone());
        Reverse { key, new_id, reversal_date: on, memo: self.reason.clone(), faults: self.faults.clone() }
    }

    /// What takes the original back, decided as if it had been asked for alone.
    fn taken_back(&self, before: &Document, snapshot: &Snapshot) -> Result<(Effects, TakenBackBy), Refusal> {
        let has_void = self.key.kind.has(Action::Void);
        guard::permit(if has_void { Action::Void } else { Action::Reverse }, before, snapshot)?;
        // What is not posted is edited or deleted; a reversing entry is no slip of its own.
        if !matches!(before.stage, Stage::InLedger(_)) || before.undoes().is_some() {
            return Err(guard::wrong_status(before));
        }
        if has_void {
            let Decision { effects, answer } =
                self.void().decide(snapshot).map_err(|refusal| refusal.renamed(NAMES))?;
            let Some(posting) = answer.reversed else { return Err(guard::wrong_status(before)) };
            return Ok((effects, TakenBackBy::Void(Box::new(posting))));
        }
        self.faults.clone().required("/reason", self.reason.as_ref())?;
        let on = if let Some(date) = self.correction_date {
            date
        } else {
            let day = before.content.tran_date;
            landing::open_from(day, &touched(before, snapshot), snapshot)?.start_date.max(day)
        };
        let decided = self.reverse(Some(on)).decide(snapshot);
        let Decision { effects, answer } = decided.map_err(|refusal| refusal.renamed(NAMES))?;
        Ok((effects, TakenBackBy::Reversal(Box::new(answer))))
    }
}

/// The day has a name of its own.
const NAMES: &[(&str, &str)] = &[("/void_date", "/correction_date"), ("/reversal_date", "/correction_date")];

fn has_unique_reference(document: &Document) -> bool {
    document.key.kind.items().is_some_and(|items| items.has_unique_reference)
}

fn touched(document: &Document, snapshot: &Snapshot) -> Vec<SubLedger> {
    kind::sub_ledgers(document, &snapshot.catalog).into_iter().collect()
}

/// What its author wrote, on its own day; where it is taken back on a later day than it was posted, in that period and on that day, so that
/// the two never count at once.
fn copied(document: &Document, taken_back: (String, Date), snapshot: &Snapshot) -> Content {
    let mut content = document.content.clone();
    if let Particulars::Payment(payment) = &mut content.particulars {
        payment.settles = payment.settles.clone().without_shares();
    }
    // The original has it until it is taken back, and the draft is to say it again.
    if let (Particulars::Items(items), true) = (&mut content.particulars, has_unique_reference(document)) {
        items.reference = None;
    }
    // A payment that was reassigned is to be of what it settles since.
    if let (Particulars::Payment(payment), Some(settled)) = (&mut content.particulars, reassigned::to(snapshot))
        && let Some(owed) = settled.content.items()
    {
        payment.settles = settled.key.clone().into();
        payment.party_id.clone_from(&owed.party_id);
        payment.control_account_id.clone_from(&owed.control_account_id);
    }
    let touched: BTreeSet<SubLedger> = kind::sub_ledgers(document, &snapshot.catalog);
    let own = snapshot.catalog.periods.get(&content.posting_period_id);
    let is_open = own.is_some_and(|period| checks::period_open(period, &touched).is_ok());
    if is_open && taken_back.1 <= order::posts_on(&content, &snapshot.catalog) {
        return content;
    }
    (content.posting_period_id, content.tran_date) = taken_back;
    if let Particulars::Journal(journal) = &mut content.particulars {
        journal.reversal_date = journal.reversal_date.filter(|day| *day > content.tran_date);
    }
    if let Particulars::Items(items) = &mut content.particulars {
        items.due_date = items.due_date.map(|due| due.max(content.tran_date));
    }
    content
}
