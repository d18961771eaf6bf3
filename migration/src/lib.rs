//! The schema of the books, one file per step, the same for SQLite and PostgreSQL.
//!
//! apalis keeps its job tables with migrations of its own; [`up`] runs both.

mod grant;
mod job_tables;
mod m0001_books;
mod m0002_audit_chain;
mod m0003_reconciliation;
mod m0004_settlement;
mod m0005_journal_order;
mod m0006_enter;
mod m0007_whole_balances;
mod m0008_digest_version;
mod m0009_exchange_rates;

pub use sea_orm_migration::prelude::{DbErr, MigratorTrait};
use sea_orm_migration::prelude::{MigrationTrait, SchemaManager, async_trait};
use sea_orm_migration::sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, TransactionTrait};

/// Runs these statements, in order.
async fn run(manager: &SchemaManager<'_>, statements: &[&str]) -> Result<(), DbErr> {
    for statement in statements {
        manager.get_connection().execute_unprepared(statement).await?;
    }
    Ok(())
}

/// The steps, oldest first.
pub struct Migrator;

#[async_trait::async_trait]
impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![
            Box::new(m0001_books::Migration),
            Box::new(m0002_audit_chain::Migration),
            Box::new(m0003_reconciliation::Migration),
            Box::new(m0004_settlement::Migration),
            Box::new(m0005_journal_order::Migration),
            Box::new(m0006_enter::Migration),
            Box::new(m0007_whole_balances::Migration),
            Box::new(m0008_digest_version::Migration),
            Box::new(m0009_exchange_rates::Migration),
        ]
    }
}

/// How the database's schema compares with this program's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SchemaState {
    /// Every step of this program is applied, and no other.
    Current,
    /// Steps are missing: `gl migrate up`.
    TooOld,
    /// A newer program wrote this schema.
    TooNew,
}

/// The key of the PostgreSQL advisory lock that lets one process migrate at a time.
const MIGRATION_LOCK: i64 = 0x676c_6d69_6772_6174;

/// Brings the schema up to date. Safe when many processes start at once.
pub async fn up(db: &DatabaseConnection) -> Result<(), DbErr> {
    if db.get_database_backend() != DbBackend::Postgres {
        Migrator::up(db, None).await?;
        return job_tables::up(db).await;
    }
    // Held by a transaction of its own, so that it is let go however the process ends.
    let lock = db.begin().await?;
    lock.execute_unprepared(&format!("SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")).await?;
    let done = async {
        Migrator::up(db, None).await?;
        job_tables::up(db).await
    }
    .await;
    lock.rollback().await?;
    done
}

/// Takes back the newest step of the books' schema.
pub async fn down(db: &DatabaseConnection) -> Result<(), DbErr> {
    Migrator::down(db, Some(1)).await
}

/// The names of the steps with whether each is applied.
pub async fn status(db: &DatabaseConnection) -> Result<Vec<(String, bool)>, DbErr> {
    let applied: Vec<String> = applied(db).await?;
    let names = Migrator::migrations().iter().map(|step| step.name().to_owned()).collect::<Vec<_>>();
    Ok(names.into_iter().map(|name| (name.clone(), applied.contains(&name))).collect())
}

/// Whether this program can work with the database as it is (C3).
pub async fn state(db: &DatabaseConnection) -> Result<SchemaState, DbErr> {
    let applied = applied(db).await?;
    let known: Vec<String> = Migrator::migrations().iter().map(|step| step.name().to_owned()).collect();
    if applied.iter().any(|name| !known.contains(name)) {
        return Ok(SchemaState::TooNew);
    }
    Ok(if known.iter().all(|name| applied.contains(name)) { SchemaState::Current } else { SchemaState::TooOld })
}

async fn applied(db: &DatabaseConnection) -> Result<Vec<String>, DbErr> {
    use sea_orm_migration::sea_orm::Statement;
    let backend = db.get_database_backend();
    let exists = match backend {
        DbBackend::Postgres => {
            "SELECT 1 AS one FROM information_schema.tables WHERE table_schema = current_schema() AND table_name = 'seaql_migrations'"
        }
        _ => "SELECT 1 AS one FROM sqlite_master WHERE name = 'seaql_migrations'",
    };
    if db.query_one_raw(Statement::from_string(backend, exists)).await?.is_none() {
        return Ok(Vec::new());
    }
    let rows = db
        .query_all_raw(Statement::from_string(backend, "SELECT version FROM seaql_migrations ORDER BY version"))
        .await?;
    rows.iter().map(|row| row.try_get::<String>("", "version")).collect()
}
