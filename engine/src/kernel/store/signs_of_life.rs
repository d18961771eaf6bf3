//! Whether another process on one PostgreSQL still lives: each names itself on all of its connections, and PostgreSQL ends the
//! connections of a dead one by itself.

use sea_orm::sqlx::postgres::PgConnectOptions;
use sea_orm::{ConnectionTrait, DbBackend, Statement};

use super::{Store, StoreError};

/// A connection of this process. A name that the database's URL gives stays after it, as far as PostgreSQL's 63 bytes go.
pub(super) fn named(options: PgConnectOptions, process: &str) -> PgConnectOptions {
    match options.get_application_name() {
        Some(given) => {
            let both = format!("{process} {given}");
            options.application_name(&both)
        }
        None => options.application_name(process),
    }
}

impl Store {
    /// Whether another process has a connection. SQLite knows of none: there it is `false`.
    pub async fn is_alive(&self, process: &str) -> Result<bool, StoreError> {
        if self.backend() != DbBackend::Postgres {
            return Ok(false);
        }
        let text = "SELECT 1 FROM pg_stat_activity \
                    WHERE datname = current_database() AND starts_with(application_name, $1) LIMIT 1";
        let look = Statement::from_sql_and_values(DbBackend::Postgres, text, [process.into()]);
        Ok(self.writer.query_one_raw(look).await?.is_some())
    }
}
