//! How a change request ends that has its signatures: its job carries it out, and both are done in one transaction; or it no longer fits,
//! and fails with the refusal. See docs/rules/change-requests.md#carrying-out.

use super::audit;
use super::guard::wrong_status;
use crate::approval::access::SYSTEM;
use crate::books::change_request::{ChangeRequest, ChangeStage};
use crate::books::command::{Change, Command, Decision, Effects, Guarded, Needed, Snapshot, Target, Wants};
use crate::books::document::Document;
use crate::books::queue::{Done, JobEnd};
use crate::books::request::CarriedOut;
use crate::values::error::{Refusal, RefusalName};
use crate::values::kind::{GovernedType, Thing};

/// The change request that this job may carry out: still approved, still what was signed, and what it acts on still what it was then.
/// That goes before whatever else may be wrong by now.
pub fn carried_out<'a>(
    carried: &CarriedOut,
    target: Option<&Target>,
    snapshot: &'a Snapshot,
) -> Result<&'a ChangeRequest, Refusal> {
    let request = snapshot.change_request(&carried.change_request_id)?;
    if !waits_for(request, carried) {
        return Err(wrong_status(request));
    }
    if !request.is_as_signed() {
        return Err(RefusalName::NotAsSigned.because("what is asked for is not what was signed"));
    }
    let present = target.and_then(|target| snapshot.pin(target));
    match request.pin.as_ref().and_then(|pin| pin.broken_by(present.as_ref())) {
        Some(why) => Err(RefusalName::NotAsSigned.because(why)),
        None => Ok(request),
    }
}

/// Refuses what grew: the rate of the day counts, too. What an older release asked for has no pin: of it, a document or draft that was
/// made anew under the id is refused here.
pub fn still_what_was_signed(
    request: &ChangeRequest,
    guarded: Option<&Guarded<'_>>,
    snapshot: &Snapshot,
) -> Result<(), Refusal> {
    let asked_at = request.submission.submitted.at;
    let of_it = |document: &&Document| request.document_type == document.key.kind.into();
    let documents = snapshot.documents.values().filter(of_it).filter(|document| is_about(request, &document.key.id));
    let is_of_rules = request.document_type == GovernedType::Thing(Thing::ApprovalRule);
    let draft = snapshot.of_features.pins().filter(|_| is_of_rules).map(|pin| pin.made_at);
    if documents.map(|document| document.created_at).chain(draft).any(|made_at| made_at > asked_at) {
        return Err(RefusalName::NotAsSigned.because("it was made anew under this id after it was asked for"));
    }
    let Some((signed, subject)) = request.amount.zip(guarded.map(|guarded| &guarded.subject)) else { return Ok(()) };
    if subject.amount > signed {
        return Err(RefusalName::NotAsSigned.because("its amount has grown since it was asked for"));
    }
    Ok(())
}

fn is_about(request: &ChangeRequest, id: &str) -> bool {
    request.resource_id.as_deref() == Some(id)
}

fn waits_for(request: &ChangeRequest, carried: &CarriedOut) -> bool {
    matches!(&request.stage, ChangeStage::Approved { job_id } if *job_id == carried.job_id)
}

/// Has the effects of the command that it asked for also end it and its job, so that all of it is committed together.
pub fn done(
    request: &ChangeRequest,
    carried: &CarriedOut,
    guarded: Option<&Guarded<'_>>,
    snapshot: &Snapshot,
    effects: &mut Effects,
) {
    let CarriedOut { change_request_id, job_id } = carried;
    for entry in &mut effects.audit {
        entry.details.insert("change_request_id".into(), change_request_id.as_str().into());
    }
    let mut done = request.at(ChangeStage::Done { job_id: job_id.clone(), at: snapshot.now });
    if let Some(guarded) = guarded {
        // What is made anew may have got another id than when it was asked for.
        done.resource_id = Some(guarded.resource_id.clone());
    }
    effects.audit.push(audit(&done, "Done", SYSTEM).with("resource_id", done.resource_id.clone()));
    effects.changes.push(Change::SaveChangeRequest(Box::new(done)));
    effects.changes.push(Change::EndJob { job_id: job_id.clone(), end: JobEnd::Done(Done::Plain), is_delivered: true });
}

/// What was signed no longer fits: it changes nothing, and its change request says why.
pub struct FailChange {
    pub carried: CarriedOut,
    pub refusal: Refusal,
}

impl Command for FailChange {
    type Answer = ();

    fn needs(&self) -> Vec<Needed> {
        // The service's own.
        Vec::new()
    }

    fn wants(&self) -> Wants {
        Wants { change_request: Some(self.carried.change_request_id.clone()), ..Wants::default() }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<()>, Refusal> {
        let request = snapshot.change_request(&self.carried.change_request_id)?;
        let mut effects = Effects::at(snapshot.now);
        // A job is delivered at least once: another delivery of it may have carried it out.
        if waits_for(request, &self.carried) {
            let (job_id, refusal) = (self.carried.job_id.clone(), self.refusal.clone());
            let failed =
                request.at(ChangeStage::Failed { job_id: job_id.clone(), at: snapshot.now, refusal: refusal.clone() });
            let entry = audit(&failed, "Failed", SYSTEM).with("code", refusal.code()).with("detail", refusal.detail());
            effects.audit.push(entry);
            effects.changes.push(Change::SaveChangeRequest(Box::new(failed)));
            effects.changes.push(Change::EndJob { job_id, end: JobEnd::Refused(refusal), is_delivered: true });
        }
        Ok(Decision::new(effects, ()))
    }
}
