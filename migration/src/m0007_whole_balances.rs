//! A balance stays a whole number of minor units. Beyond 64 bits SQLite would silently change it to a float; PostgreSQL
//! refuses such a sum by itself.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};
use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend};

#[derive(DeriveMigrationName)]
pub struct Migration;

/// The message is the one of SQLite's own `SUM`, which does refuse.
const WHOLE: &str = "CREATE TRIGGER balance_whole BEFORE UPDATE ON balance
    WHEN typeof(NEW.debit) <> 'integer' OR typeof(NEW.credit) <> 'integer'
        OR typeof(NEW.base_debit) <> 'integer' OR typeof(NEW.base_credit) <> 'integer'
    BEGIN SELECT RAISE(ABORT, 'integer overflow'); END";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let db = manager.get_connection();
        if db.get_database_backend() == DbBackend::Sqlite {
            crate::resume::execute(db, WHOLE).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let db = manager.get_connection();
        if db.get_database_backend() == DbBackend::Sqlite {
            db.execute_unprepared("DROP TRIGGER balance_whole").await?;
        }
        Ok(())
    }
}
