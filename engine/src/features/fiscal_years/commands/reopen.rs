//! Reopens a fiscal year: its closing entries are taken back, on their own day. See docs/rules/fiscal-years.md#reopening-a-year.

use std::collections::BTreeSet;

use super::close::{as_read, moved_on, not_hard_closed};
use crate::books::action::closing_entry;
use crate::books::command::{
    AuditEntry, Change, Command, Decision, Effects, Guarded, Needed, Permitted, Refuses, Snapshot, Takes, Target, Wants,
};
use crate::books::document::Status;
use crate::features::fiscal_years::model::{FiscalYear, RESOURCE, TITLE, YearChange};
use crate::features::fiscal_years::records::{ChangedYear, FEATURE, WantedYears, seen};
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::kind::{DocumentKey, GovernedAction, Thing};

/// Reopens a fiscal year that is closed.
pub struct ReopenFiscalYear {
    /// As it was read: its closing entries are named by it.
    pub year: FiscalYear,
    pub reason: Option<String>,
    pub faults: Faults,
}

impl Refuses for ReopenFiscalYear {
    const IS_GUARDED: bool = true;
    const REFUSALS: &'static [RefusalName] =
        &[RefusalName::NotClosed, RefusalName::FiscalYearClosed, RefusalName::HardClosed];
}

impl Permitted for ReopenFiscalYear {
    const TAKES: Takes = Takes::These(&[("accounting_period", "reopen")]);
}

impl Command for ReopenFiscalYear {
    type Answer = FiscalYear;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn guarded<'a>(&'a self, _: &'a Snapshot, _: &Effects) -> Option<Guarded<'a>> {
        Some(Guarded::thing(Thing::FiscalYear, GovernedAction::Reopen, &self.year.fiscal_year_id))
    }

    fn wants(&self) -> Wants {
        let id = &self.year.fiscal_year_id;
        let entries: BTreeSet<DocumentKey> = self.year.closing_entries().collect();
        let wanted = WantedYears::one(id);
        Wants {
            target: Some(Target::OfFeature(FEATURE, id.clone())),
            documents: entries.clone(),
            postings_of: entries,
            exclusive: true,
            posts: true,
            ..Wants::of_feature(wanted)
        }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<FiscalYear>, Refusal> {
        let state = seen(snapshot);
        let before = state.named(&self.year.fiscal_year_id)?;
        let id = &before.fiscal_year_id;
        let reason = self.faults.clone().required("/reason", self.reason.clone())?;
        if !before.is_closed {
            return Err(RefusalName::NotClosed.because(format!("{TITLE} {id:?} is not closed")));
        }
        as_read(before, &self.year)?;
        let later = state.years.iter().find(|other| before.end_date < other.start_date && other.is_closed);
        if let Some(later) = later {
            let later = &later.fiscal_year_id;
            let why = format!("reopen {TITLE} {later:?} first, which is after it");
            return Err(RefusalName::FiscalYearClosed.because(why).with("fiscal_year_id", later.clone()));
        }
        let periods = before.periods(&snapshot.catalog);
        let last = periods.last().copied().ok_or_else(|| Refusal::not_found("accounting period", id))?;
        not_hard_closed(last)?;
        let mut effects = Effects::at(snapshot.now);
        let standing = before.closing_entries().filter_map(|key| snapshot.documents.get(&key));
        for document in standing.filter(|document| document.status() == Status::Posted) {
            let undone = closing_entry::taken_back(document, last, &reason, snapshot)?;
            effects.changes.extend(undone.changes);
            effects.audit.extend(undone.audit);
        }
        let by = snapshot.actor.user_id.to_string();
        let year = FiscalYear {
            is_closed: false,
            last_change: Some(YearChange { at: snapshot.now, by, reason: Some(reason.clone()) }),
            version: before.version.saturating_add(1),
            ..before.clone()
        };
        effects.changes.push(Change::SavePeriod(Box::new(moved_on(last))));
        effects.audit.push(
            AuditEntry::about("accounting_period", &last.period_id, "Fiscal Year Reopened", &snapshot.actor.user_id)
                .with("fiscal_year_id", id.clone()),
        );
        effects.audit.push(AuditEntry::about(RESOURCE, id, "Reopen", &snapshot.actor.user_id).with("reason", reason));
        effects.changes.push(ChangedYear::Save(Box::new(year.clone())).into());
        Ok(Decision::new(effects, year))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}
