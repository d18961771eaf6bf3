//! The workers of apalis on these books, in all processes.

use std::collections::BTreeMap;
use std::time::Duration;

use sea_orm::{ConnectionTrait, DbBackend, Statement};

use crate::books::queue::{HEARTBEAT, MISSED_HEARTBEATS, Queue};
use crate::kernel::store::StoreError;

/// A worker without a heartbeat for this long counts as dead.
pub const SILENCE: Duration = HEARTBEAT.saturating_mul(MISSED_HEARTBEATS);

/// How many workers of each queue gave a sign of life within [`SILENCE`]; a queue without one is there with 0.
pub async fn alive(db: &impl ConnectionTrait) -> Result<BTreeMap<&'static str, i64>, StoreError> {
    let sql = match db.get_database_backend() {
        DbBackend::Postgres => {
            "SELECT count(*) FROM apalis.workers WHERE worker_type = $1 AND last_seen > now() - make_interval(secs => $2)"
        }
        _ => {
            "SELECT count(*) FROM Workers WHERE worker_type = $1 AND CAST(last_seen AS INTEGER) > strftime('%s', 'now') - $2"
        }
    };
    let seconds = i32::try_from(SILENCE.as_secs()).unwrap_or(i32::MAX);
    let mut alive = BTreeMap::new();
    for queue in Queue::ALL.map(Queue::name) {
        let asked = Statement::from_sql_and_values(db.get_database_backend(), sql, [queue.into(), seconds.into()]);
        let row = db.query_one_raw(asked).await?;
        let count = row.map(|row| row.try_get_by_index::<i64>(0)).transpose()?.unwrap_or(0);
        alive.insert(queue, count);
    }
    Ok(alive)
}
