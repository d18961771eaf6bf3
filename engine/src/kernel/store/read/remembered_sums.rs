//! Sums of an account up to a point in its ledger, as this process last added them up. See docs/rules/reports.md#figures-of-reports.
//!
//! They stand for what the account's periods up to that point hold, debits and credits apart. Lines are only ever added, and each
//! adds to one of the two, so while both are the same no line has come before the point, and none has gone. A database that lost its last
//! transactions, as a standby may, could come to the same two sums by other lines: so the newest row of the trail of that moment must
//! still be there, too.
//!
//! The sums are in memory and not in the cursor, where a client could change them.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use sea_orm::{ConnectionTrait, EntityTrait, QueryOrder, QuerySelect};

use super::account_lines::Until;
use super::balances::Sums;
use crate::kernel::entity::audit_entry::{Column, Entity};
use crate::kernel::store::StoreError;

/// So many points are remembered: three for each of those who walk through an account at a time.
const MOST: usize = 384;

/// A row of the trail: its number and its instant.
pub type Entry = (i64, i64);

#[derive(Clone, Debug)]
struct Kept {
    account_id: String,
    until: Until,
    sums: Sums,
    /// What the periods up to there hold.
    moved: Sums,
    newest: Entry,
}

/// What is remembered, the newest last.
#[derive(Default, Debug)]
pub struct RememberedSums(Mutex<VecDeque<Kept>>);

impl RememberedSums {
    /// The sums up to there, while the periods up to there hold as much as then.
    pub async fn of(
        &self,
        db: &impl ConnectionTrait,
        account_id: &str,
        until: &Until,
        moved: Sums,
    ) -> Result<Option<Sums>, StoreError> {
        let Some(kept) = self.known(account_id, until, moved) else { return Ok(None) };
        let (seq, at) = kept.newest;
        let found: Option<i64> = Entity::find_by_id(seq).select_only().column(Column::At).into_tuple().one(db).await?;
        Ok((found == Some(at)).then_some(kept.sums))
    }

    fn known(&self, account_id: &str, until: &Until, moved: Sums) -> Option<Kept> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_it = |kept: &&Kept| kept.moved == moved && kept.account_id == account_id && kept.until == *until;
        kept.iter().rev().find(is_it).cloned()
    }

    pub(crate) fn keep(&self, account_id: &str, until: Until, sums: Sums, moved: Sums, newest: Entry) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|other| other.account_id != account_id || other.until != until);
        kept.push_back(Kept { account_id: account_id.to_owned(), until, sums, moved, newest });
        while kept.len() > MOST {
            kept.pop_front();
        }
    }
}

/// The newest row of the trail.
pub(crate) async fn newest_entry(db: &impl ConnectionTrait) -> Result<Option<Entry>, StoreError> {
    let newest = Entity::find().select_only().columns([Column::Seq, Column::At]).order_by_desc(Column::Seq);
    Ok(newest.into_tuple().one(db).await?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::clock::Date;
    use crate::values::money::Minor;

    fn sums(debit: i64) -> Sums {
        Sums { debit: Minor(debit), credit: Minor(0) }
    }

    fn end(day: i64) -> Until {
        Until::EndOf(Date::FIRST.plus_days(day))
    }

    #[test]
    fn what_is_known_stands_for_what_the_periods_held() {
        let remembered = RememberedSums::default();
        let known = |account: &str, day: i64, moved: i64| {
            remembered.known(account, &end(day), sums(moved)).map(|kept| kept.sums.debit.0)
        };
        remembered.keep("1000", end(1), sums(5), sums(9), (1, 1));
        assert_eq!(known("1000", 1, 9), Some(5));
        assert_eq!(known("1000", 1, 10), None);
        assert_eq!(known("1000", 2, 9), None);
        assert_eq!(known("1010", 1, 9), None);
        remembered.keep("1000", end(1), sums(6), sums(10), (2, 2));
        assert_eq!((known("1000", 1, 9), known("1000", 1, 10)), (None, Some(6)));
        for day in 2..10_000 {
            remembered.keep("1000", end(day), sums(1), sums(1), (3, 3));
        }
        assert_eq!((known("1000", 1, 10), known("1000", 9_999, 1)), (None, Some(1)));
        assert_eq!(remembered.0.lock().expect("nobody panicked").len(), MOST);
    }
}
