//! Year-end close: income and expenses of the year go into retained earnings, in one closing entry. See
//! docs/rules/fiscal-years.md#close-of-a-year.

use crate::books::action::closing_entry;
use crate::books::command::{
    AuditEntry, Change, Command, Decision, Effects, Guarded, Needed, Permitted, Refuses, Snapshot, Takes, Target, Wants,
};
use crate::books::document::{Document, Line};
use crate::books::period::{Closing, Period, Scope};
use crate::features::fiscal_years::model::{FiscalYear, RESOURCE, TITLE, YearChange};
use crate::features::fiscal_years::records::{ChangedYear, FEATURE, WantedYears, YearState, seen};
use crate::values::account::{Account, AccountType, Subtype};
use crate::values::dimension::Named;
use crate::values::error::{Faults, Refusal, RefusalName, sum_too_large};
use crate::values::kind::{GovernedAction, SubLedger, Thing};
use crate::values::money::Minor;

/// Closes a fiscal year; of one that is closed, what was posted into it since.
pub struct CloseFiscalYear {
    /// As it was read: its next closing entry is named by it.
    pub year: FiscalYear,
    /// Which account takes the net income; when left out the first active one, by id, of subtype `retained_earnings`.
    pub retained_earnings_account_id: Option<String>,
    pub faults: Faults,
}

/// The year as it now stands, and what its close posted.
#[derive(Clone, Debug)]
pub struct YearClosed {
    pub year: FiscalYear,
    /// `None` where no account has anything to be carried.
    pub entry: Option<Document>,
    /// What this close carried: income less expenses, in base currency; a loss is negative.
    pub carried: Minor,
}

impl Refuses for CloseFiscalYear {
    const IS_GUARDED: bool = true;
    const REFUSALS: &'static [RefusalName] = &[
        RefusalName::AlreadyClosed,
        RefusalName::FiscalYearNotReady,
        RefusalName::HardClosed,
        RefusalName::AlreadyExists,
        RefusalName::MissingAccount,
    ];
}

impl Permitted for CloseFiscalYear {
    const TAKES: Takes = Takes::These(&[("accounting_period", "close")]);
}

impl Command for CloseFiscalYear {
    type Answer = YearClosed;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn guarded<'a>(&'a self, _: &'a Snapshot, _: &Effects) -> Option<Guarded<'a>> {
        Some(Guarded::thing(Thing::FiscalYear, GovernedAction::Close, &self.year.fiscal_year_id))
    }

    fn wants(&self) -> Wants {
        let id = &self.year.fiscal_year_id;
        let wanted = WantedYears { moved: true, ..WantedYears::one(id) };
        let makes = self.year.closing_entry(self.year.closings.saturating_add(1));
        Wants {
            target: Some(Target::OfFeature(FEATURE, id.clone())),
            documents: [makes.clone()].into(),
            makes: Some(makes),
            exclusive: true,
            posts: true,
            ..Wants::of_feature(wanted)
        }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<YearClosed>, Refusal> {
        let state = seen(snapshot);
        let before = state.named(&self.year.fiscal_year_id)?;
        as_read(before, &self.year)?;
        self.faults.clone().or(())?;
        let (mut lines, carried) = carried(state, snapshot)?;
        if before.is_closed && lines.is_empty() {
            let why = format!("{TITLE} {:?} is closed already, and nothing was posted since", before.fiscal_year_id);
            return Err(RefusalName::AlreadyClosed.because(why));
        }
        let last = ready(before, state, snapshot)?;
        let mut year = closed(before, snapshot);
        let mut effects = Effects::at(snapshot.now);
        let mut entry = None;
        if !lines.is_empty() {
            let account = self.retained_earnings(snapshot)?;
            lines.push(line(account, carried.negated().map_err(|_| sum_too_large())?, lines.len()));
            year.closings = year.closings.saturating_add(1);
            let key = year.closing_entry(year.closings);
            let memo = format!("Close of {}", year.fiscal_year_name);
            let made = closing_entry::posted(key, lines, (last, year.end_date), memo, snapshot)?;
            effects.changes.extend(made.effects.changes);
            effects.audit.extend(made.effects.audit);
            effects.changes.push(Change::SavePeriod(Box::new(moved_on(last))));
            effects.audit.push(
                AuditEntry::about("accounting_period", &last.period_id, "Fiscal Year Closed", &snapshot.actor.user_id)
                    .with("fiscal_year_id", year.fiscal_year_id.clone())
                    .with("journal_entry_id", made.document.key.id.clone()),
            );
            entry = Some(made.document);
        }
        effects.audit.push(
            AuditEntry::about(RESOURCE, &year.fiscal_year_id, "Close", &snapshot.actor.user_id)
                .with("journal_entry_id", entry.as_ref().map(|entry| entry.key.id.clone())),
        );
        effects.changes.push(ChangedYear::Save(Box::new(year.clone())).into());
        Ok(Decision::new(effects, YearClosed { year, entry, carried }))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

impl CloseFiscalYear {
    fn retained_earnings<'a>(&self, snapshot: &'a Snapshot) -> Result<&'a Account, Refusal> {
        let subtype = Subtype::RetainedEarnings;
        let Some(id) = &self.retained_earnings_account_id else {
            return snapshot.catalog.first_account(subtype).ok_or_else(|| {
                RefusalName::MissingAccount.because(format!("there is no active account of subtype {}", subtype.name()))
            });
        };
        let found = snapshot.catalog.accounts.get(id).filter(|account| account.is_active);
        found.filter(|account| account.subtype == Some(subtype)).ok_or_else(|| {
            let why = format!("must be an active account of subtype {}", subtype.name());
            Faults::one("/retained_earnings_account_id", why)
        })
    }
}

/// The lines that bring each account of income and expenses to nothing, and the net income that they carry: what an earlier close of the
/// year carried is in the sums already.
fn carried(state: &YearState, snapshot: &Snapshot) -> Result<(Vec<Line>, Minor), Refusal> {
    let mut lines = Vec::new();
    let mut net = Minor::ZERO;
    for (account_id, balance) in &state.moved {
        let Some(account) = snapshot.catalog.accounts.get(account_id) else { continue };
        match account.account_type {
            AccountType::Income | AccountType::Expense => {}
            AccountType::Asset | AccountType::Liability | AccountType::Equity => continue,
        }
        if balance.is_zero() {
            continue;
        }
        net = net.checked_sub(*balance).map_err(|_| sum_too_large())?;
        lines.push(line(account, balance.negated().map_err(|_| sum_too_large())?, lines.len()));
    }
    Ok((lines, net))
}

/// Nobody closed it meanwhile: the entries that the command asked about are all there are.
pub(super) fn as_read(before: &FiscalYear, read: &FiscalYear) -> Result<(), Refusal> {
    if before.closings == read.closings {
        return Ok(());
    }
    Err(RefusalName::StaleVersion.because(format!("{TITLE} {:?} was closed meanwhile", before.fiscal_year_id)))
}

fn line(account: &Account, amount: Minor, before: usize) -> Line {
    Line {
        line_number: i64::try_from(before).unwrap_or(i64::MAX).saturating_add(1),
        account_id: account.account_id.clone(),
        amount,
        memo: None,
        department_id: None,
        cost_center_id: None,
        dimensions: Named::new(),
    }
}

/// The period that takes the closing entry, when nothing of the year is open, nor a year before it.
fn ready<'a>(year: &FiscalYear, state: &YearState, snapshot: &'a Snapshot) -> Result<&'a Period, Refusal> {
    let periods = year.periods(&snapshot.catalog);
    let open: Vec<String> =
        periods.iter().filter(|period| !period.is_closed(Scope::All)).map(|period| period.period_id.clone()).collect();
    if !open.is_empty() {
        let why = format!("close these accounting periods first: {}", open.join(", "));
        return Err(RefusalName::FiscalYearNotReady.because(why).with("period_ids", open));
    }
    if let Some(earlier) = state.years.iter().find(|other| other.end_date < year.start_date && !other.is_closed) {
        let id = &earlier.fiscal_year_id;
        let why = format!("close {TITLE} {id:?} first, which is before it");
        return Err(RefusalName::FiscalYearNotReady.because(why).with("fiscal_year_id", id.clone()));
    }
    let Some(last) = periods.last().copied() else {
        return Err(RefusalName::FiscalYearNotReady.because("it has no accounting period"));
    };
    not_hard_closed(last)?;
    no_exceptions(&periods, snapshot)?;
    Ok(last)
}

/// What a closed year stands on takes nothing more: exceptions of its periods have ended.
fn no_exceptions(periods: &[&Period], snapshot: &Snapshot) -> Result<(), Refusal> {
    let in_force = periods.iter().flat_map(|period| snapshot.catalog.exceptions_in(&period.period_id, snapshot.today));
    let ids: Vec<String> = in_force.map(|exception| exception.period_exception_id.clone()).collect();
    if ids.is_empty() {
        return Ok(());
    }
    let why = format!("revoke these exceptions of its accounting periods first: {}", ids.join(", "));
    Err(RefusalName::FiscalYearNotReady.because(why).with("period_exception_ids", ids))
}

/// What is hard-closed takes no closing entry, and gives none back.
pub(super) fn not_hard_closed(last: &Period) -> Result<(), Refusal> {
    if last.closing_of(SubLedger::Gl) != Closing::HardClosed {
        return Ok(());
    }
    let why = format!("the closing entry stands in accounting period {:?}, which is hard-closed", last.period_id);
    Err(RefusalName::HardClosed.because(why).with("period_id", last.period_id.clone()))
}

fn closed(before: &FiscalYear, snapshot: &Snapshot) -> FiscalYear {
    let last_change = YearChange { at: snapshot.now, by: snapshot.actor.user_id.to_string(), reason: None };
    FiscalYear {
        is_closed: true,
        last_change: Some(last_change),
        version: before.version.saturating_add(1),
        ..before.clone()
    }
}

/// The period one version on: the sums of closed periods are kept by their versions, and it takes something although it is closed.
pub(super) fn moved_on(period: &Period) -> Period {
    Period { version: period.version.saturating_add(1), ..period.clone() }
}
