//! Taking an approved document back to Draft, when its posting was set aside: no document is without a way on.
//! See docs/rules/documents.md#no-dead-end.

use crate::books::action::{Acted, audit, guard, settlement};
use crate::books::command::{Change, Decision, Effects, Snapshot};
use crate::books::document::stage::{Approval, CameBack, Returned, Stage};
use crate::books::document::{Action, Document, Status};
use crate::books::queue::{Done, JobEnd};
use crate::values::error::{Faults, Refusal};
use crate::values::money::{Minor, MoneyError};

/// Back to Draft, with the settlement that it had promised given back, and its posting job ended.
pub fn take_back(
    before: &Document,
    approval: &Approval,
    words: Option<&str>,
    snapshot: &Snapshot,
) -> Result<Decision<Acted>, Refusal> {
    let job_id = guard::set_aside(before, snapshot)?;
    let submitted = approval.submission().map(|submission| submission.submitted.clone());
    let returned = Some(Returned::now(words, snapshot.now, &snapshot.actor.user_id));
    let mut document = before.at(Stage::Draft(Some(CameBack { submitted, returned })));
    let mut effects = Effects::at(snapshot.now);
    let mut entry = audit(Action::RequestChange, before, Status::Draft, snapshot);
    if let Some(field) = Action::RequestChange.facts().words {
        entry = entry.with(field, words);
    }
    effects.audit.push(entry.with("job_id", job_id));
    let too_large = |error: MoneyError| Faults::one("", error.to_string());
    let promised = settlement::parts(before);
    for part in &promised {
        let Some(paid) = snapshot.documents.get(&part.key) else { continue };
        let freed = settlement::take_back(paid, part).map_err(too_large)?;
        effects.audit.push(settlement::audit_row("Payment Taken Back", &freed, before, snapshot));
        effects.changes.push(Change::UpdateDocument { document: Box::new(freed), lines: false });
    }
    // The payment keeps no share.
    if !promised.is_empty() {
        document.keep_shares(&vec![Minor::ZERO; promised.len()]).map_err(too_large)?;
    }
    let end = JobEnd::Done(Done::Posting { posted: false });
    effects.changes.push(Change::EndJob { job_id: job_id.to_owned(), end, is_delivered: true });
    let acted = Acted::new(&document, snapshot, words);
    let lines = document.keeps_shares_in_lines();
    effects.changes.push(Change::UpdateDocument { document: Box::new(document), lines });
    Ok(Decision::new(effects, acted))
}
