//! A command with its caller: what all its attempts share, by itself or in a set.

use std::sync::Arc;

use super::any::AnyCommand;
use super::outcome::{AnyAnswer, Failure, Performed};
use crate::approval::access::payroll;
use crate::books::command::{Effects, Needed, Snapshot, Target, Wants};
use crate::books::document::Document;
use crate::books::request::{Asked, Idempotency, Kept, Unanswered};
use crate::kernel::engine::{Engine, OpenError};
use crate::kernel::outcome::{Answer, Came, Outcome};
use crate::kernel::store::idempotency::Record;
use crate::kernel::store::jobs::Due;
use crate::kernel::store::writes::Writes;
use crate::kernel::store::{StoreError, idempotency};
use crate::values::error::{Refusal, RefusalName};
use crate::values::kind::DocumentKind;

/// A command with its caller, and all that a further attempt needs.
pub(super) struct Ask {
    pub(super) engine: Arc<Engine>,
    pub(super) asked: Asked,
    pub(super) command: Box<dyn AnyCommand>,
}

impl Ask {
    /// What the command wants, and the change request that it carries out.
    pub(super) fn wants(&self) -> Wants {
        let wants = self.command.wants();
        match &self.asked.carries_out {
            Some(carried) => Wants { change_request: Some(carried.change_request_id.clone()), ..wants },
            None => wants,
        }
    }

    /// Decides the command: the effects to write, and what is answered once they are.
    pub(super) fn decide(
        &self,
        target: Option<&Target>,
        seen: &Snapshot,
    ) -> Result<(Effects, Performed<AnyAnswer>), Failure> {
        let came = match &self.asked.carries_out {
            Some(carried) => Came::CarriedOut(carried),
            None => Came::AskedFor(self.asked.call.as_ref()),
        };
        let Outcome { effects, answer } = self.command.outcome(came, target, seen)?;
        let performed = match answer {
            Answer::Own(answer) => Performed::Fresh(answer),
            Answer::Waits(request) => {
                let interface = self.engine.interface().map_err(|error| StoreError::Broken(error.to_string()))?;
                Performed::AskedFor(interface.asked_for(&request, self.asked.dry_run))
            }
        };
        Ok((effects, performed))
    }

    /// Adds what the command decided, and the answer that is kept of it.
    pub(super) fn gather(
        &self,
        effects: Effects,
        performed: &Performed<AnyAnswer>,
        seen: &Snapshot,
        writes: &mut Writes,
    ) -> Result<(), StoreError> {
        writes.add(effects, &self.asked.actor)?;
        if let Some(key) = self.asked.idempotency.as_ref().filter(|_| !self.asked.dry_run) {
            let of_payroll = seen.documents.values().any(Document::is_payroll);
            let without_permission = still_permitted(&self.command.needs(), of_payroll, seen).is_err();
            let kept = match performed {
                Performed::Fresh(answer) => self.command.kept(&**answer),
                Performed::AskedFor(answer) => Kept::Answer(answer.clone()),
                Performed::Replayed(_) | Performed::Interrupted(_) => Kept::Nothing,
            };
            writes.keep(idempotency::row(key, &kept, without_permission, &self.engine.store.process, seen.now)?);
        }
        Ok(())
    }

    /// The outcome of the first request with this key, if there was one. `of_payroll` says whether it is about payroll.
    pub(super) fn earlier(
        &self,
        record: Option<Record>,
        of_payroll: bool,
        seen: &Snapshot,
    ) -> Result<Option<Performed<AnyAnswer>>, Failure> {
        let (Some(record), Some(key)) = (record, &self.asked.idempotency) else { return Ok(None) };
        earlier(record, key, (&self.command.needs(), of_payroll), seen).map(Some)
    }
}

/// Refuses a caller without what the command takes; of an entry that is payroll, without that of payroll as well.
fn still_permitted(needs: &[Needed], of_payroll: bool, seen: &Snapshot) -> Result<(), Refusal> {
    seen.require_all(needs)?;
    let of_entries = needs.iter().filter(|(resource, _)| of_payroll && *resource == DocumentKind::JournalEntry.name());
    let beside: Vec<Needed> = of_entries.map(|(_, permission)| payroll::beside(permission)).collect();
    seen.require_all(&beside)
}

/// The outcome of the first request with this key. A caller who has lost the permission does not get it, unless the command was allowed
/// without the permission, as a submitter's recall is.
pub(super) fn earlier<A>(
    record: Record,
    key: &Idempotency,
    (needs, of_payroll): (&[Needed], bool),
    seen: &Snapshot,
) -> Result<Performed<A>, Failure> {
    if !record.without_permission {
        still_permitted(needs, of_payroll, seen)?;
    }
    if record.fingerprint != key.fingerprint {
        let detail = "this idempotency key came with another request before";
        return Err(Failure::Refused(RefusalName::IdempotencyKeyReused.because(detail)));
    }
    if let Some(answer) = record.answer {
        return Ok(Performed::Replayed(answer));
    }
    // The record says running, yet the claim is ours: the attempt that held it ended without an answer, or is another process'.
    let unsaid = || StoreError::Broken(format!("idempotency key {:?} does not say what it led to", key.key));
    let led_to = record.led_to.ok_or_else(unsaid)?;
    Ok(Performed::Interrupted(Unanswered { at: record.created_at, led_to, running_in: record.running_in }))
}

impl Engine {
    /// When apalis may take a posting job that is made now.
    pub(super) fn due(&self) -> Due {
        if self.signals.posts_here() { Due::Soon } else { Due::Now }
    }

    /// Refuses to write when the base currency was fixed, after this process opened the books, by one with other settings.
    pub(super) fn same_base_currency(&self, fixed: Option<&str>) -> Result<(), StoreError> {
        match fixed.filter(|kept| *kept != self.settings.base_currency.code()) {
            Some(kept) => {
                let other = OpenError::BaseCurrency { kept: kept.to_owned(), asked: self.settings.base_currency };
                Err(StoreError::Unavailable(other.to_string()))
            }
            None => Ok(()),
        }
    }
}
