//! `gl_enter`: the books' lock and the catalog's revision in one round trip (PostgreSQL).
//!
//! In a volatile function each statement sees what was committed before it. So the function reads the revision after it
//! got the lock. One plain statement for both would not: its snapshot is older than its wait.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};
use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend};

#[derive(DeriveMigrationName)]
pub struct Migration;

/// The key of the lock is `books` in ASCII.
const ENTER: &str = "CREATE FUNCTION gl_enter(alone boolean) RETURNS TABLE (revision bigint, base_currency text)
    LANGUAGE plpgsql VOLATILE AS $$
    BEGIN
        IF alone THEN
            PERFORM pg_advisory_xact_lock(422776367987);
        ELSE
            PERFORM pg_advisory_xact_lock_shared(422776367987);
        END IF;
        RETURN QUERY SELECT c.revision, c.base_currency FROM catalog_revision c WHERE c.id = 1;
    END $$";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let db = manager.get_connection();
        if db.get_database_backend() == DbBackend::Postgres {
            db.execute_unprepared(ENTER).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let db = manager.get_connection();
        if db.get_database_backend() == DbBackend::Postgres {
            db.execute_unprepared("DROP FUNCTION gl_enter(boolean)").await?;
        }
        Ok(())
    }
}
