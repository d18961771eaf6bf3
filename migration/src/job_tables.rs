//! apalis' job tables, by apalis' own migrations.
//!
//! Not by its `setup()`: on SQLite that turns `synchronous` off, and a power cut would lose postings.

use sea_orm_migration::prelude::DbErr;
use sea_orm_migration::sea_orm::{DatabaseConnection, DbBackend, RuntimeErr, SqlxError};

pub async fn up(db: &DatabaseConnection) -> Result<(), DbErr> {
    let done = match db.get_database_backend() {
        DbBackend::Postgres => {
            apalis_postgres::PostgresStorage::migrations().run(db.get_postgres_connection_pool()).await
        }
        _ => {
            // The books' own step table is not theirs, and theirs is not ours.
            apalis_sqlite::SqliteStorage::migrations().run(db.get_sqlite_connection_pool()).await
        }
    };
    done.map_err(|error| DbErr::Exec(RuntimeErr::SqlxError(std::sync::Arc::new(SqlxError::from(error)))))
}
