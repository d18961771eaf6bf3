//! Reading for lists, trails and reports. Nothing here writes.

pub mod account_lines;
pub mod applications;
pub mod audit;
pub mod balances;
pub mod documents;
pub mod exchange_rates;
pub mod jobs;
pub mod journal;
pub mod open_items;
pub mod parties;
pub mod reconciliations;
pub mod workers;

use sea_orm::{ColumnTrait, Condition};

use crate::page::Cursor;

/// The rows after the cursor, in descending order of `at` and `id`.
fn after<C: ColumnTrait>(at: C, id: C, cursor: &Cursor) -> Condition {
    let same_instant = Condition::all().add(at.eq(cursor.at)).add(id.lt(cursor.id.as_str()));
    Condition::any().add(at.lt(cursor.at)).add(same_instant)
}
