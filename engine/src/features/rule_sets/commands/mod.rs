//! Sets of approval rules: drafts are written, put in force at once or at an instant, and taken back before it.
//! See docs/rules/rule-sets.md#versions.

mod begin;
pub mod delete;
pub mod given;
pub mod proposed_rules;
pub mod put_in_force;
pub mod rule;
pub mod save;
pub mod unschedule;
pub mod write;

pub use self::begin::{begin_with, not_scheduled};

use crate::approval::rule_set::{DRAFT, RuleSetDraft, TITLE};
use crate::books::command::{AuditEntry, Effects, Snapshot};
use crate::features::rule_sets::model::{RuleSetChange, seen};
use crate::values::error::{Refusal, RefusalName};

/// What it takes to write a draft: whoever may change rules.
const WRITE: (&str, &str) = ("approval_rule", "write");

/// The draft as it stands now.
fn draft<'a>(draft_id: &str, snapshot: &'a Snapshot) -> Result<&'a RuleSetDraft, Refusal> {
    seen(snapshot).draft.as_ref().ok_or_else(|| Refusal::not_found(TITLE, draft_id))
}

/// Its status does not allow it.
fn wrong_status(draft: &RuleSetDraft) -> Refusal {
    let status = draft.stage.status().name();
    RefusalName::WrongStatus.because(format!("{TITLE} {:?} is {status}", draft.draft_id)).with("draft_status", status)
}

/// The row of the trail about a draft as it now stands.
fn audit(draft: &RuleSetDraft, word: &str, by: &str) -> AuditEntry {
    AuditEntry::about(DRAFT, &draft.draft_id, word, by).with("status", draft.stage.status().name())
}

fn saved(draft: &RuleSetDraft, entry: AuditEntry, snapshot: &Snapshot) -> Effects {
    Effects::one(snapshot.now, RuleSetChange::SaveDraft(draft.clone()).into(), entry)
}
