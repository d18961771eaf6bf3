//! Records a fiscal year, with its periods. See docs/rules/fiscal-years.md#periods-of-a-year.

use crate::approval::catalog::Catalog;
use crate::books::command::{
    AuditEntry, Command, Decision, Effects, Needed, Permitted, Refuses, Snapshot, Takes, Target, Wants,
};
use crate::books::new_period::{made, not_before_hard_closed, open};
use crate::books::period::Period;
use crate::features::fiscal_years::commands::adjustment::{adjusting, hard_closed_already, id_of};
use crate::features::fiscal_years::model::{FiscalYear, RESOURCE, TITLE};
use crate::features::fiscal_years::records::{ChangedYear, FEATURE, WantedYears, seen};
use crate::features::fiscal_years::{MOST_PERIODS, Pattern};
use crate::values::clock::Date;
use crate::values::error::{Faults, Refusal, RefusalName};

/// Records a fiscal year; its periods are made where they are not there.
pub struct CreateFiscalYear {
    pub fiscal_year_id: String,
    pub fiscal_year_name: Option<String>,
    pub start_date: Option<Date>,
    /// That of its pattern when left out.
    pub end_date: Option<Date>,
    /// When left out, the periods that tile the year, or months.
    pub pattern: Option<Pattern>,
    /// Whether it has a period of adjustments.
    pub adjustment_period: bool,
    pub faults: Faults,
}

/// The days of a year, and of its periods.
struct Days {
    start: Date,
    end: Date,
    cut: Vec<(Date, Date)>,
}

/// The year, and its periods in the order of their days.
#[derive(Clone, Debug)]
pub struct WithPeriods {
    pub year: FiscalYear,
    pub periods: Vec<Period>,
}

impl Refuses for CreateFiscalYear {
    const REFUSALS: &'static [RefusalName] = &[RefusalName::AlreadyExists, RefusalName::PeriodOverlap];
}

impl Permitted for CreateFiscalYear {
    const TAKES: Takes = Takes::These(&[("accounting_period", "write")]);
}

impl Command for CreateFiscalYear {
    type Answer = WithPeriods;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn wants(&self) -> Wants {
        let wanted = WantedYears::one(&self.fiscal_year_id);
        let target = Some(Target::OfFeature(FEATURE, self.fiscal_year_id.clone()));
        Wants { target, exclusive: true, ..Wants::of_feature(wanted) }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<WithPeriods>, Refusal> {
        let state = seen(snapshot);
        if state.named(&self.fiscal_year_id).is_ok() {
            let why = format!("{TITLE} {:?} exists already", self.fiscal_year_id);
            return Err(RefusalName::AlreadyExists.because(why).at("/fiscal_year_id"));
        }
        let mut faults = self.faults.clone();
        let days = self.days(&snapshot.catalog, &mut faults);
        if let Some(days) = &days {
            not_before_hard_closed(days.end, snapshot, &mut faults);
        }
        let (Some(Days { start: start_date, end: end_date, cut }), Some(name), true) =
            (days, &self.fiscal_year_name, faults.is_empty())
        else {
            if faults.is_empty() {
                faults.add("", "the fiscal year is incomplete");
            }
            return Err(Refusal::Invalid(faults));
        };
        if let Some(other) =
            state.years.iter().find(|other| start_date <= other.end_date && other.start_date <= end_date)
        {
            let (id, from, to) = (&other.fiscal_year_id, other.start_date, other.end_date);
            let why = format!("overlaps {TITLE} {id:?} ({from} to {to})");
            return Err(RefusalName::PeriodOverlap.because(why).with("fiscal_year_id", id.clone()));
        }
        let year = FiscalYear {
            fiscal_year_id: self.fiscal_year_id.clone(),
            fiscal_year_name: name.clone(),
            start_date,
            end_date,
            adjustment_period_id: self.adjustment_period.then(|| id_of(&self.fiscal_year_id)),
            is_closed: false,
            closings: 0,
            last_change: None,
            version: 1,
            created_at: snapshot.now,
            created_by: snapshot.actor.user_id.to_string(),
        };
        self.recorded(year, &cut, snapshot)
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

impl CreateFiscalYear {
    /// The first and the last day of the year, and of each of its periods.
    fn days(&self, catalog: &Catalog, faults: &mut Faults) -> Option<Days> {
        let start = self.start_date?;
        let end = self.end_date.unwrap_or_else(|| self.pattern.unwrap_or(Pattern::Months).end(start));
        if end < start {
            faults.add("/end_date", "is before start_date");
            return None;
        }
        let known = self.pattern.is_none().then(|| tiled(start, end, catalog)).flatten();
        let cut = known.map_or_else(|| self.pattern.unwrap_or(Pattern::Months).periods(start, end), Ok);
        match cut {
            Ok(cut) => Some(Days { start, end, cut }),
            Err(why) => {
                faults.add("/end_date", why);
                None
            }
        }
    }

    /// The year, with the periods that are new.
    fn recorded(
        &self,
        year: FiscalYear,
        cut: &[(Date, Date)],
        snapshot: &Snapshot,
    ) -> Result<Decision<WithPeriods>, Refusal> {
        let mut effects = Effects::at(snapshot.now);
        let mut periods = Vec::with_capacity(cut.len());
        for ((first, last), number) in cut.iter().zip(1_u32..) {
            let is_it = |found: &&Period| (found.start_date, found.end_date) == (*first, *last);
            let period = match snapshot.catalog.regular_periods().find(is_it) {
                Some(there) => there.clone(),
                None => made(self.period(*first, *last, number, snapshot), snapshot, &mut effects)?,
            };
            periods.push(period);
        }
        if let Some(period_id) = year.adjustment_period_id.clone() {
            let last = periods.last_mut();
            let last = last.filter(|last| snapshot.catalog.periods.contains_key(&last.period_id));
            if let Some(why) = last.as_deref().and_then(hard_closed_already) {
                return Err(Faults::one("/adjustment_period", why));
            }
            let adjusts = adjusting(&year, period_id, last, snapshot, &mut effects)?;
            periods.push(adjusts);
        }
        effects.audit.push(
            AuditEntry::about(RESOURCE, &year.fiscal_year_id, "Created", &snapshot.actor.user_id)
                .with("fiscal_year_name", year.fiscal_year_name.clone())
                .with("start_date", year.start_date.to_string())
                .with("end_date", year.end_date.to_string()),
        );
        effects.changes.push(ChangedYear::Save(Box::new(year.clone())).into());
        Ok(Decision::new(effects, WithPeriods { year, periods }))
    }

    /// A period of a calendar month is called by it; any other by the year and its number.
    fn period(&self, first: Date, last: Date, number: u32, snapshot: &Snapshot) -> Period {
        let text = first.to_string();
        let month = text.strip_suffix("-01").filter(|_| first.plus_months(1).plus_days(-1) == last);
        let period_id = month.map_or_else(|| format!("{}-{number:02}", self.fiscal_year_id), str::to_owned);
        open(period_id.clone(), period_id, (first, last), snapshot)
    }
}

/// The days of the periods that are there, when they tile the year.
fn tiled(start: Date, end: Date, catalog: &Catalog) -> Option<Vec<(Date, Date)>> {
    let touching = catalog.regular_periods().filter(|period| period.start_date <= end && start <= period.end_date);
    let mut days: Vec<(Date, Date)> = touching.map(|period| (period.start_date, period.end_date)).collect();
    days.sort_unstable();
    let mut next = start;
    for (first, last) in &days {
        if *first != next {
            return None;
        }
        next = last.next();
    }
    let ends = days.last().is_some_and(|(_, last)| *last == end);
    (ends && days.len() <= MOST_PERIODS).then_some(days)
}
