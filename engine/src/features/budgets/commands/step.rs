//! Puts a budget in force, or locks it. See docs/rules/budgets.md#in-force.

use super::{change, row};
use crate::books::command::{Command, Decision, Effects, Guarded, Needed, Permitted, Refuses, Snapshot, Takes, Wants};
use crate::features::budgets::model::{Budget, RESOURCE, Standing, TITLE};
use crate::features::budgets::records::{WantedBudget, found, seen, target};
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::kind::{GovernedAction, Thing};

/// Puts it in force: the one that was is locked.
#[derive(Debug)]
pub struct ActivateBudget {
    pub budget_id: String,
    pub faults: Faults,
}

/// Keeps a draft as it is.
#[derive(Debug)]
pub struct LockBudget {
    pub budget_id: String,
    pub faults: Faults,
}

impl Refuses for ActivateBudget {
    const IS_GUARDED: bool = true;
    const REFUSALS: &'static [RefusalName] = &[RefusalName::WrongStatus];
}

impl Permitted for ActivateBudget {
    const TAKES: Takes = Takes::These(&[(RESOURCE, "write")]);
}

impl Command for ActivateBudget {
    type Answer = Budget;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn guarded<'a>(&'a self, _: &'a Snapshot, _: &Effects) -> Option<Guarded<'a>> {
        Some(Guarded::thing(Thing::Budget, GovernedAction::Activate, &self.budget_id))
    }

    fn wants(&self) -> Wants {
        let wanted = WantedBudget::one(&self.budget_id);
        // It changes the one that was in force, too.
        Wants { target: Some(target(&self.budget_id)), exclusive: true, ..Wants::of_feature(wanted) }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Budget>, Refusal> {
        let before = found(&self.budget_id, snapshot)?;
        self.faults.clone().or(())?;
        let wrong = |why: &str| Err(RefusalName::WrongStatus.because(format!("{TITLE} {:?} {why}", self.budget_id)));
        match before.standing {
            Standing::Active => return wrong("is in force already"),
            Standing::Draft | Standing::Locked if before.line_count == 0 => return wrong("has no lines"),
            Standing::Draft | Standing::Locked => {}
        }
        let by = snapshot.actor.user_id.to_string();
        let mut effects = Effects::at(snapshot.now);
        if let Some(active) = &seen(snapshot).active {
            let ended = Budget { standing: Standing::Locked, ..active.changed(snapshot.now, &by) };
            effects.audit.push(row(&ended, "Superseded", &by).with("superseded_by", self.budget_id.clone()));
            effects.changes.push(change(&ended, None).into());
        }
        let activated = Some((snapshot.now, by.clone()));
        let after = Budget { standing: Standing::Active, activated, ..before.changed(snapshot.now, &by) };
        effects.audit.push(row(&after, "Activated", &by));
        effects.changes.push(change(&after, None).into());
        Ok(Decision::new(effects, after))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

impl Refuses for LockBudget {
    const REFUSALS: &'static [RefusalName] = &[RefusalName::WrongStatus];
}

impl Permitted for LockBudget {
    const TAKES: Takes = Takes::These(&[(RESOURCE, "write")]);
}

impl Command for LockBudget {
    type Answer = Budget;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn wants(&self) -> Wants {
        let wanted = WantedBudget::one(&self.budget_id);
        Wants { target: Some(target(&self.budget_id)), ..Wants::of_feature(wanted) }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Budget>, Refusal> {
        let before = found(&self.budget_id, snapshot)?;
        self.faults.clone().or(())?;
        let why = match before.standing {
            Standing::Draft => None,
            Standing::Active => Some("is in force until another one is"),
            Standing::Locked => Some("is locked already"),
        };
        if let Some(why) = why {
            return Err(RefusalName::WrongStatus.because(format!("{TITLE} {:?} {why}", self.budget_id)));
        }
        let by = snapshot.actor.user_id.to_string();
        let after = Budget { standing: Standing::Locked, ..before.changed(snapshot.now, &by) };
        let entry = row(&after, "Locked", &by);
        Ok(Decision::new(Effects::one(snapshot.now, change(&after, None).into(), entry), after))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}
