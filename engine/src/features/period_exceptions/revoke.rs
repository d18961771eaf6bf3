//! `DELETE`: it serves no longer, and stays readable for what was posted by it.

use super::decided::decision;
use crate::books::command::{Command, Decision, Effects, Guarded, Needed, Permitted, Refuses, Snapshot, Takes, Wants};
use crate::kernel::records::one_row::{ById, target};
use crate::values::error::{Refusal, RefusalName};
use crate::values::kind::{GovernedAction, Thing};
use crate::values::period_exception::{PeriodException, RESOURCE, TITLE};

/// Ends an exception before its last day.
#[derive(Debug)]
pub struct RevokeException {
    pub period_exception_id: String,
}

impl Refuses for RevokeException {
    const IS_GUARDED: bool = true;
    const REFUSALS: &'static [RefusalName] = &[];
}

impl Permitted for RevokeException {
    const TAKES: Takes = Takes::These(&[(RESOURCE, "write")]);
}

impl Command for RevokeException {
    type Answer = PeriodException;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn guarded<'a>(&'a self, _: &'a Snapshot, _: &Effects) -> Option<Guarded<'a>> {
        Some(Guarded::thing(Thing::PeriodException, GovernedAction::Revoke, &self.period_exception_id))
    }

    fn wants(&self) -> Wants {
        Wants {
            target: Some(target::<PeriodException>(&self.period_exception_id)),
            exclusive: true,
            ..Wants::of_feature(ById::<PeriodException>::new(&self.period_exception_id))
        }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<PeriodException>, Refusal> {
        let id = &self.period_exception_id;
        let before = snapshot.catalog.exceptions.get(id).ok_or_else(|| Refusal::not_found(TITLE, id))?;
        if before.is_revoked {
            return Ok(Decision::unchanged(before.clone(), snapshot));
        }
        let revoked = PeriodException {
            is_revoked: true,
            version: before.version.saturating_add(1),
            updated_at: snapshot.now,
            updated_by: snapshot.actor.user_id.to_string(),
            ..before.clone()
        };
        decision(revoked, "Revoked", snapshot)
    }
}
