//! Hard-close: for good, in order, when everything is soft-closed and nothing is unposted.
//! See docs/rules/periods.md#hard-close.

use crate::books::command::{
    AuditEntry, Change, Command, Decision, Effects, Guarded, Needed, Permitted, Refuses, Snapshot, Takes, Target, Wants,
};
use crate::books::period::{Closing, Period, PeriodChange, Scope};
use crate::features::periods::commands::close::{count, open_sub_ledgers, unposted_documents};
use crate::features::{close_tasks, fiscal_years};
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::kind::SubLedger;
use crate::values::kind::{GovernedAction, Thing};

/// Closes a period for good.
pub struct HardClose {
    pub period_id: String,
    pub reason: Option<String>,
    pub faults: Faults,
}

impl Refuses for HardClose {
    const IS_GUARDED: bool = true;
    const REFUSALS: &'static [RefusalName] = &[
        RefusalName::NotReadyToHardClose,
        RefusalName::HardClosed,
        RefusalName::UnpostedDocuments,
        RefusalName::CloseTasksOpen,
    ];
}

impl Permitted for HardClose {
    const TAKES: Takes = Takes::These(&[("accounting_period", "hard_close")]);
}

impl Command for HardClose {
    type Answer = Period;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn guarded<'a>(&'a self, _: &'a Snapshot, _: &Effects) -> Option<Guarded<'a>> {
        Some(Guarded::thing(Thing::Period, GovernedAction::HardClose, &self.period_id))
    }

    fn wants(&self) -> Wants {
        Wants {
            unposted_in: Some(self.period_id.clone()),
            of_features: [fiscal_years::all(), close_tasks::checklist_of(&self.period_id)].concat(),
            ..Wants::catalog(Target::Period(self.period_id.clone()))
        }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Period>, Refusal> {
        let id = &self.period_id;
        let before = snapshot.catalog.periods.get(id).ok_or_else(|| Refusal::not_found("accounting period", id))?;
        let reason = self.faults.clone().required("/reason", self.reason.clone())?;
        ready(before, snapshot)?;
        let mut period = before.clone();
        period.version = period.version.saturating_add(1);
        for sub_ledger in SubLedger::ALL {
            period.set_closing(sub_ledger, Closing::HardClosed);
        }
        period.last_change = Some(PeriodChange {
            closed_at: Some(snapshot.now),
            closed_by: Some(snapshot.actor.user_id.to_string()),
            close_type: Some(Scope::All),
            reopened_at: None,
            reopened_by: None,
            reopen_type: None,
            reason: Some(reason.clone()),
        });
        let audit =
            AuditEntry::about("accounting_period", id, "Hard Close", &snapshot.actor.user_id).with("reason", reason);
        Ok(Decision::new(Effects::one(snapshot.now, Change::SavePeriod(Box::new(period.clone())), audit), period))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

fn ready(period: &Period, snapshot: &Snapshot) -> Result<(), Refusal> {
    let id = &period.period_id;
    if SubLedger::ALL.iter().all(|sub_ledger| period.closing_of(*sub_ledger) == Closing::HardClosed) {
        return Err(RefusalName::HardClosed.because(format!("accounting period {id} is hard-closed already")));
    }
    let open = open_sub_ledgers(period);
    if !open.is_empty() {
        let names: Vec<_> = open.into_iter().map(SubLedger::name).collect();
        return Err(RefusalName::NotReadyToHardClose
            .because(format!("accounting period {id} is still open for {}", names.join(", "))));
    }
    let earlier = snapshot.catalog.periods.values().filter(|other| other.end_date < period.start_date);
    if let Some(other) = earlier.into_iter().find(|other| other.closing_of(SubLedger::Gl) != Closing::HardClosed) {
        return Err(RefusalName::NotReadyToHardClose
            .because(format!("the earlier accounting period {} is not hard-closed", other.period_id)));
    }
    if let Some(year) = fiscal_years::still_to_close_in(period, snapshot) {
        return Err(RefusalName::NotReadyToHardClose
            .because(format!("close fiscal year {year:?} first: its closing entry stands in accounting period {id}")));
    }
    if !snapshot.unposted.is_empty() {
        let all: Vec<_> = snapshot.unposted.iter().collect();
        return Err(unposted_documents(period, all.len(), count(&all)));
    }
    close_tasks::all_signed(period, Scope::All, snapshot)
}
