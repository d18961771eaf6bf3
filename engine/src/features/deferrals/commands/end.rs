//! Ends a deferral: what was recognised stays, the rest is not. See docs/rules/deferrals.md#end.

use super::{decided, row};
use crate::approval::access::SYSTEM;
use crate::books::command::{Command, Decision, Effects, Guarded, Needed, Permitted, Refuses, Snapshot, Takes, Wants};
use crate::books::document::Status;
use crate::features::deferrals::model::{Deferral, RESOURCE, Standing};
use crate::features::deferrals::records::{WantedDeferral, found, target};
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::kind::{DocumentKey, GovernedAction, Thing};
use crate::values::money::number;

/// Ends it, as a person asks.
#[derive(Debug)]
pub struct EndDeferral {
    pub deferral_id: String,
    pub faults: Faults,
}

/// Ends it because its document was voided. The service does so by itself.
pub struct EndVoided {
    pub deferral_id: String,
    pub source: DocumentKey,
}

impl Refuses for EndDeferral {
    const IS_GUARDED: bool = true;
    const REFUSALS: &'static [RefusalName] = &[RefusalName::WrongStatus];
}

impl Permitted for EndDeferral {
    const TAKES: Takes = Takes::These(&[(RESOURCE, "write")]);
}

/// The one that has ended, with its row of the trail: what it says was recognised is for a person to reverse, entry by entry.
fn ended(before: &Deferral, by: &str, because: Option<&str>, snapshot: &Snapshot) -> Decision<Deferral> {
    let after = Deferral {
        standing: Standing::Ended,
        problem: None,
        updated_at: snapshot.now,
        updated_by: by.to_owned(),
        ..before.next_version()
    };
    let entry = row(&after, "Ended", by)
        .with("reason", because)
        .with("recognized_amount", number(before.currency.to_decimal(before.recognized())));
    decided(after, entry, snapshot)
}

impl Command for EndDeferral {
    type Answer = Deferral;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn guarded<'a>(&'a self, _: &'a Snapshot, _: &Effects) -> Option<Guarded<'a>> {
        Some(Guarded::thing(Thing::Deferral, GovernedAction::Change, &self.deferral_id))
    }

    fn wants(&self) -> Wants {
        let wanted = WantedDeferral::one(&self.deferral_id);
        Wants { target: Some(target(&self.deferral_id)), ..Wants::of_feature(wanted) }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Deferral>, Refusal> {
        let before = found(&self.deferral_id, snapshot)?;
        self.faults.clone().or(())?;
        match before.standing {
            Standing::Active => Ok(ended(before, &snapshot.actor.user_id, None, snapshot)),
            Standing::Completed | Standing::Ended => {
                let why = format!("it is {}: nothing is left to recognise", before.standing.name());
                Err(RefusalName::WrongStatus.because(why))
            }
        }
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

impl Command for EndVoided {
    /// Whether it was ended.
    type Answer = bool;

    fn needs(&self) -> Vec<Needed> {
        Vec::new()
    }

    fn wants(&self) -> Wants {
        let documents = [self.source.clone()].into();
        Wants { documents, ..Wants::of_feature(WantedDeferral::one(&self.deferral_id)) }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<bool>, Refusal> {
        let before = found(&self.deferral_id, snapshot)?;
        let is_voided = snapshot.documents.get(&self.source).is_some_and(|of| of.status() == Status::Voided);
        if !is_voided || before.standing != Standing::Active {
            return Ok(Decision::unchanged(false, snapshot));
        }
        let because = format!("{} {:?} was voided", self.source.kind.title(), self.source.id);
        Ok(Decision::new(ended(before, SYSTEM, Some(&because), snapshot).effects, true))
    }
}
