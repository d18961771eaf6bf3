//! Sums by account up to a day. A closed period takes nothing but by an exception that is in force, so what the closed periods at the beginning of the books hold is summed
//! up once and kept in memory: a report reads the balances of the periods since. See docs/rules/reports.md#figures-of-reports.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use sea_orm::ConnectionTrait;

use crate::approval::catalog::Catalog;
use crate::books::period::{Period, Scope};
use crate::kernel::store::StoreError;
use crate::kernel::store::read::balances::{Sums, by_account};
use crate::values::clock::{Clock, Date, Timestamp};
use crate::values::money::MoneyError;

/// So many ends of closed periods are kept: today's, and those of the periods that somebody walks through.
const MOST: usize = 8;

/// A range with no more closed periods than these is summed up as it is.
const FEW: usize = 12;

/// By account.
pub type ByAccount = BTreeMap<String, Sums>;

/// What was carried forward.
#[derive(Debug)]
pub struct Carried {
    /// The newest last.
    kept: Mutex<VecDeque<Arc<Through>>>,
    clock: Clock,
}

/// A period with the version in which it is closed, and since when: once it was reopened, it has another. A database that lost a close, as a
/// standby may, gives its version again to a later one.
type Closed = (String, i64, Option<Timestamp>);

/// What all periods together hold up to the end of a closed one, before which none is open.
#[derive(Debug)]
struct Through {
    /// The periods in the order of their days.
    periods: Vec<Closed>,
    sums: ByAccount,
}

impl Carried {
    pub fn new(clock: Clock) -> Self {
        Self { kept: Mutex::default(), clock }
    }

    /// The sums up to the last of these periods, or up to one before it.
    fn nearest(&self, periods: &[Closed]) -> Option<Arc<Through>> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let before = kept.iter().filter(|through| periods.starts_with(&through.periods));
        before.max_by_key(|through| through.periods.len()).cloned()
    }

    fn keep(&self, through: &Arc<Through>) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|other| other.periods != through.periods);
        kept.push_back(Arc::clone(through));
        while kept.len() > MOST {
            kept.pop_front();
        }
    }

    /// Sums by account of what is posted up to `to`, and from `from` where given, in the state of the books that `db` reads; the
    /// catalog is of the same state.
    pub async fn sums(
        &self,
        db: &impl ConnectionTrait,
        catalog: &Catalog,
        (from, to): (Option<Date>, Date),
    ) -> Result<ByAccount, StoreError> {
        let closed = self.closed_by(catalog, to);
        let from = from.filter(|from| closed.first().is_none_or(|first| first.start_date < *from));
        let Some(from) = from else { return self.up_to(db, &closed, to).await };
        if closed.iter().filter(|period| from <= period.start_date).count() <= FEW {
            return by_account(db, Some(from), to).await;
        }
        let mut sums = self.up_to(db, &closed, to).await?;
        let before = from.plus_days(-1);
        less(&mut sums, &self.up_to(db, &self.closed_by(catalog, before), before).await?)?;
        Ok(sums)
    }

    /// What the periods that are [closed by](Self::closed_by) the day hold, and what was posted since.
    async fn up_to(&self, db: &impl ConnectionTrait, closed: &[&Period], to: Date) -> Result<ByAccount, StoreError> {
        let Some(last) = closed.last() else { return by_account(db, None, to).await };
        let mut sums = self.through(db, closed, last.end_date).await?.sums.clone();
        if last.end_date < to {
            add(&mut sums, by_account(db, Some(last.end_date.next()), to).await?).map_err(too_large)?;
        }
        Ok(sums)
    }

    async fn through(
        &self,
        db: &impl ConnectionTrait,
        closed: &[&Period],
        end: Date,
    ) -> Result<Arc<Through>, StoreError> {
        let since = |period: &Period| period.last_change.as_ref().and_then(|change| change.closed_at);
        let periods: Vec<Closed> =
            closed.iter().map(|period| (period.period_id.clone(), period.version, since(period))).collect();
        let nearest = self.nearest(&periods);
        let known = nearest.as_ref().map_or(0, |nearest| nearest.periods.len());
        let through = match nearest {
            Some(nearest) if known == periods.len() => nearest,
            nearest => {
                let mut sums = nearest.map_or_else(ByAccount::new, |nearest| nearest.sums.clone());
                let next = closed.get(known).map(|next| next.start_date);
                add(&mut sums, by_account(db, next, end).await?).map_err(too_large)?;
                Arc::new(Through { periods, sums })
            }
        };
        self.keep(&through);
        Ok(through)
    }

    /// The periods that end by this day, from the first one on, as long as everything in them is closed, and nothing comes into them by way
    /// of exception: a day longer than that serves, for a posting that began before midnight. The exception that is made next gives the
    /// period another version.
    fn closed_by<'a>(&self, catalog: &'a Catalog, to: Date) -> Vec<&'a Period> {
        let yesterday = self.clock.wall().date().plus_days(-1);
        let mut periods: Vec<&Period> = catalog.periods.values().collect();
        periods.sort_unstable_by_key(|period| period.start_date);
        let takes_nothing = |period: &Period| {
            period.is_closed(Scope::All) && catalog.exceptions_in(&period.period_id, yesterday).next().is_none()
        };
        // The adjustments of a year have a period inside of its last one: both are closed, or neither counts as that.
        let is_closed = |period: &Period| {
            let inside = |other: &&Period| other.start_date <= period.end_date && period.start_date <= other.end_date;
            catalog.periods.values().filter(inside).all(takes_nothing)
        };
        periods.into_iter().take_while(|period| period.end_date <= to && is_closed(period)).collect()
    }
}

fn too_large(error: MoneyError) -> StoreError {
    StoreError::TooLarge(error.to_string())
}

fn add(sums: &mut ByAccount, more: ByAccount) -> Result<(), MoneyError> {
    for (account_id, more) in more {
        let sums = sums.entry(account_id).or_default();
        *sums = sums.plus(more)?;
    }
    Ok(())
}

/// Takes away what was there before; what did not move since goes.
pub fn less(sums: &mut ByAccount, before: &ByAccount) -> Result<(), StoreError> {
    for (account_id, before) in before {
        let Some(sums) = sums.get_mut(account_id) else { continue };
        *sums = sums.less(*before).map_err(too_large)?;
    }
    sums.retain(|_, sums| *sums != Sums::default());
    Ok(())
}
