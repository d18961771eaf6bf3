//! The numbers below the newest sealed one that have no seal. On `PostgreSQL` a row may come to light later than one with a higher
//! number; most such numbers belong to transactions that were undone, and never come. Whoever knows them does not look through all
//! the rows before the head for them, which with many new rows costs more than to seal these.

use std::sync::{Mutex, PoisonError};

use sea_orm::{ConnectionTrait, Statement};

use crate::kernel::store::StoreError;

/// How far below the greatest sealed `seq` rows may still come to light on `PostgreSQL`, within one look.
pub const WINDOW: i64 = 20_000;
/// With more, they are looked for again.
const MOST: usize = 500;

/// What this process knows of them since its last look.
#[derive(Default, Debug)]
pub struct Gaps(Mutex<Option<Known>>);

#[derive(Debug)]
struct Known {
    /// The hash of the head at which they were the ones without a seal. It stands for all that is sealed: under another head they are
    /// not known, whoever sealed since.
    head: String,
    numbers: Vec<i64>,
}

impl Gaps {
    /// `None`: not known at this head.
    pub fn at(&self, head: &str) -> Option<Vec<i64>> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.as_ref().filter(|known| known.head == head).map(|known| known.numbers.clone())
    }

    pub fn keep(&self, head: String, numbers: Vec<i64>) {
        let known = (numbers.len() <= MOST).then_some(Known { head, numbers });
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = known;
    }
}

/// The numbers that are still without a seal when those of `rows`, in order, got theirs: of the gaps known before, and of the numbers
/// above `before`. Those too far below the newest are left to the look for all.
pub fn left(known: &[i64], before: i64, rows: &[i64]) -> Vec<i64> {
    let newest = rows.last().copied().unwrap_or(before).max(before);
    let mut left: Vec<i64> = known.iter().copied().filter(|number| rows.binary_search(number).is_err()).collect();
    let mut last = before;
    for &row in rows.iter().filter(|row| **row > before) {
        between(last, row, &mut left);
        last = row;
    }
    left.retain(|number| *number > newest.saturating_sub(WINDOW));
    left
}

/// The gaps above `after`, as the seals have them.
pub async fn find(db: &impl ConnectionTrait, after: i64) -> Result<Vec<i64>, StoreError> {
    let sql = "SELECT last, seq FROM (SELECT seq, LAG(seq, 1, $1::bigint) OVER (ORDER BY seq) AS last FROM audit_seal \
               WHERE seq > $1) AS sealed WHERE seq - last > 1 ORDER BY seq";
    let found = Statement::from_sql_and_values(db.get_database_backend(), sql, [after.into()]);
    let mut numbers = Vec::new();
    for row in db.query_all_raw(found).await? {
        between(row.try_get_by_index(0)?, row.try_get_by_index(1)?, &mut numbers);
    }
    Ok(numbers)
}

/// The numbers between two that are sealed; of very many only so many that they count as not known.
fn between(last: i64, next: i64, numbers: &mut Vec<i64>) {
    let room = MOST.saturating_add(1).saturating_sub(numbers.len());
    numbers.extend((last.saturating_add(1)..next).take(room));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_got_no_seal_is_left() {
        for (known, before, rows, expected) in [
            (vec![], 0, vec![1, 2, 3], vec![]),
            (vec![], 0, vec![2, 5], vec![1, 3, 4]),
            (vec![], 7, vec![], vec![]),
            // One came late, one did not come.
            (vec![3, 5], 7, vec![3, 8], vec![5]),
            (vec![3, 5], 7, vec![5], vec![3]),
            (vec![3, 5], 7, vec![3, 5, 9], vec![8]),
            // Long gone.
            (vec![3], 7, vec![WINDOW + 3], (8..WINDOW + 3).take(MOST).collect()),
        ] {
            let mut left = left(&known, before, &rows);
            left.truncate(MOST);
            assert_eq!(left, expected, "{known:?} {before} {rows:?}");
        }
    }

    #[test]
    fn they_are_known_under_one_head() {
        let gaps = Gaps::default();
        assert_eq!(gaps.at("a"), None);
        gaps.keep("a".to_owned(), vec![4]);
        assert_eq!((gaps.at("a"), gaps.at("b")), (Some(vec![4]), None));
        gaps.keep("b".to_owned(), (0..501).collect());
        assert_eq!((gaps.at("a"), gaps.at("b")), (None, None), "too many");
    }
}
