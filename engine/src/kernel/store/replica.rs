//! A streaming replica beside its primary: how far it is, and whether it is of these books (PostgreSQL).

use std::time::Duration;

use sea_orm::{ConnectionTrait, DbBackend, Statement};

use super::StoreError;

/// The end of what the primary has on its disk: every commit that it has answered lies before it.
const END: &str = "SELECT pg_current_wal_flush_lsn()::text AS wal_end";

/// `behind` is the age, in microseconds, of the newest commit that the replica has.
const STANDING: &str = "SELECT pg_is_in_recovery() AS follows,
        coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) AS has_all,
        (extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp()) * 1000000)::bigint AS behind,
        (SELECT system_identifier::text FROM pg_control_system()) AS cluster,
        coalesce((SELECT string_agg(version, ' ' ORDER BY version) FROM seaql_migrations), '') AS steps,
        h.position, h.hash
    FROM audit_head h WHERE h.id = 1";

/// Whether the primary is of the same cluster and schema, and has this seal in its trail.
const SAME: &str = "SELECT (SELECT system_identifier::text FROM pg_control_system()) = $1
        AND coalesce((SELECT string_agg(version, ' ' ORDER BY version) FROM seaql_migrations), '') = $2
        AND ($3 = 0 OR EXISTS (SELECT 1 FROM audit_seal WHERE position = $3 AND hash = $4)) AS same";

/// What a server says about itself that is to be a replica.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Whether it follows another server, and takes no writes.
    pub follows: bool,
    /// How old its state is: zero when it has all that the primary had. `None` when it cannot say.
    pub lag: Option<Duration>,
    identity: Identity,
}

/// The cluster, the schema, and the newest seal of the trail.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Identity {
    cluster: String,
    steps: String,
    position: i64,
    hash: String,
}

/// Asks the primary how far it is.
pub async fn end(primary: &impl ConnectionTrait) -> Result<String, StoreError> {
    let row = primary.query_one_raw(Statement::from_string(DbBackend::Postgres, END)).await?;
    let row = row.ok_or_else(|| StoreError::Broken("the primary does not say how far it is".into()))?;
    Ok(row.try_get("", "wal_end")?)
}

/// Asks the replica how it stands, beside what [`end`] answered before.
pub async fn standing(replica: &impl ConnectionTrait, end: &str) -> Result<Standing, StoreError> {
    let asked = Statement::from_sql_and_values(DbBackend::Postgres, STANDING, [end.into()]);
    let row = replica.query_one_raw(asked).await?;
    let row = row.ok_or_else(|| StoreError::bad_row("audit_head", "id", "1"))?;
    let (has_all, behind): (bool, Option<i64>) = (row.try_get("", "has_all")?, row.try_get("", "behind")?);
    let behind = behind.map(|micros| Duration::from_micros(u64::try_from(micros).unwrap_or(0)));
    Ok(Standing {
        follows: row.try_get("", "follows")?,
        lag: if has_all { Some(Duration::ZERO) } else { behind },
        identity: Identity {
            cluster: row.try_get("", "cluster")?,
            steps: row.try_get("", "steps")?,
            position: row.try_get("", "position")?,
            hash: row.try_get("", "hash")?,
        },
    })
}

/// Asks the primary whether what stands so is a replica of its books. The trail is a chain of hashes: when the primary has the
/// replica's newest seal, both have the same trail up to it.
pub async fn is_of(primary: &impl ConnectionTrait, standing: &Standing) -> Result<bool, StoreError> {
    let Identity { cluster, steps, position, hash } = standing.identity.clone();
    let values = [cluster.into(), steps.into(), position.into(), hash.into()];
    let row = primary.query_one_raw(Statement::from_sql_and_values(DbBackend::Postgres, SAME, values)).await?;
    let row = row.ok_or_else(|| StoreError::Broken("the primary does not say whose books it has".into()))?;
    Ok(row.try_get("", "same")?)
}
