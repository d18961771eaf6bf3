//! What was done to one thing, oldest first.

use std::collections::BTreeSet;

use super::entries;
use crate::kernel::engine::Engine;
use crate::kernel::query::reading::Reading;
use crate::kernel::store::read::audit::trail_after;
use crate::kernel::store::read::payroll::payroll_among;
use crate::kernel::store::stated;
use crate::values::error::Error;

pub use crate::kernel::store::read::audit::TrailRow;

/// The trail of one thing, and how far it is read.
pub struct Trail {
    resource: &'static str,
    id: String,
    /// The number of the last row that was read.
    last: i64,
    more: bool,
    /// Whether the ids of payroll entries are left out.
    without_payroll: bool,
}

impl Reading<Trail> {
    /// The next rows; none at the end.
    pub async fn next(&mut self) -> Result<Vec<TrailRow>, Error> {
        let Trail { resource, id, last, more, without_payroll } = &mut self.of;
        if !*more {
            return Ok(Vec::new());
        }
        let found = trail_after(&self.tx, resource, id, *last).await?;
        *last = found.rows.last().map_or(*last, |row| row.seq);
        *more = found.more;
        let mut rows: Vec<TrailRow> = found.rows.into_iter().map(shown).collect();
        if *without_payroll {
            let named: BTreeSet<String> = rows.iter().flat_map(entries::named).map(str::to_owned).collect();
            let payroll = payroll_among(&self.tx, named.iter().map(String::as_str)).await?;
            for row in &mut rows {
                entries::hide(row, &payroll);
            }
        }
        Ok(rows)
    }
}

/// A row without what it states for `gl check`: the rest of its details says the same.
pub(super) fn shown(mut row: TrailRow) -> TrailRow {
    row.entry.details.retain(|key, _| stated::version_of(key).is_none());
    row
}

impl Engine {
    /// Begins to read what was done to one thing.
    ///
    /// With `without_payroll` the rows name no payroll entry that is there.
    pub async fn read_trail(
        &self,
        resource: &'static str,
        id: &str,
        without_payroll: bool,
    ) -> Result<Reading<Trail>, Error> {
        let tx = self.store.begin_read().await?;
        Reading::begun(tx, Ok(Trail { resource, id: id.to_owned(), last: 0, more: true, without_payroll })).await
    }
}
