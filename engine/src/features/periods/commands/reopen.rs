//! Reopen: a soft-closed scope opens again; what was approved under the close is posted now.
//! See docs/rules/periods.md#reopen.

use crate::books::command::{
    AuditEntry, Change, Command, Decision, Effects, Guarded, Needed, Permitted, Refuses, Snapshot, Takes, Target, Wants,
};
use crate::books::document::Status;
use crate::books::period::{Closing, Period, PeriodChange, Scope};
use crate::books::queue::Task;
use crate::features::fiscal_years;
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::kind::{GovernedAction, Thing};

/// Reopens what is soft-closed of the scope.
pub struct Reopen {
    pub period_id: String,
    pub scope: Scope,
    pub reason: Option<String>,
    pub faults: Faults,
}

impl Refuses for Reopen {
    const IS_GUARDED: bool = true;
    const REFUSALS: &'static [RefusalName] =
        &[RefusalName::NotClosed, RefusalName::HardClosed, RefusalName::FiscalYearClosed];
}

impl Permitted for Reopen {
    const TAKES: Takes = Takes::These(&[("accounting_period", "reopen")]);
}

impl Command for Reopen {
    type Answer = Period;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn guarded<'a>(&'a self, _: &'a Snapshot, _: &Effects) -> Option<Guarded<'a>> {
        Some(Guarded::thing(Thing::Period, GovernedAction::Reopen, &self.period_id))
    }

    fn wants(&self) -> Wants {
        Wants {
            unposted_in: Some(self.period_id.clone()),
            of_features: fiscal_years::all(),
            ..Wants::catalog(Target::Period(self.period_id.clone()))
        }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Period>, Refusal> {
        let id = &self.period_id;
        let before = snapshot.catalog.periods.get(id).ok_or_else(|| Refusal::not_found("accounting period", id))?;
        let reason = self.faults.clone().required("/reason", self.reason.clone())?;
        let scope = self.scope.sub_ledgers();
        if scope.iter().any(|sub_ledger| before.closing_of(*sub_ledger) == Closing::HardClosed) {
            return Err(RefusalName::HardClosed.because(format!("accounting period {id} is hard-closed")));
        }
        if scope.iter().all(|sub_ledger| before.is_open_for(*sub_ledger)) {
            return Err(RefusalName::NotClosed
                .because(format!("accounting period {id} is not closed for {}", self.scope.name())));
        }
        fiscal_years::not_closed_over(before, snapshot)?;
        let mut period = before.clone();
        period.version = period.version.saturating_add(1);
        for sub_ledger in scope {
            period.set_closing(*sub_ledger, Closing::Open);
        }
        period.last_change = Some(PeriodChange {
            closed_at: None,
            closed_by: None,
            close_type: None,
            reopened_at: Some(snapshot.now),
            reopened_by: Some(snapshot.actor.user_id.to_string()),
            reopen_type: Some(self.scope),
            reason: Some(reason.clone()),
        });
        let audit = AuditEntry::about("accounting_period", id, "Reopen", &snapshot.actor.user_id)
            .with("reopen_type", self.scope.name())
            .with("reason", reason);
        let mut effects = Effects::one(snapshot.now, Change::SavePeriod(Box::new(period.clone())), audit);
        for found in snapshot.unposted.iter().filter(|found| found.status == Status::Approved) {
            effects.enqueue(Task::PostDocument { key: found.key.clone() }, snapshot);
        }
        Ok(Decision::new(effects, period))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}
