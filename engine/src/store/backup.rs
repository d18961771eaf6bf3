//! A copy of the books while they are in use (C1, `gl backup`).

use std::path::Path;

use sea_orm::{ConnectionTrait, DbBackend};

use super::{Store, StoreError};

impl Store {
    /// Writes one consistent state into a new `SQLite` file, and onto the disk. `Err` when the file exists.
    pub async fn backup(&self, file: &Path) -> Result<(), StoreError> {
        if self.backend() == DbBackend::Postgres {
            return Err(StoreError::Broken("these books are on PostgreSQL: back them up with pg_dump --format=custom --file=FILE, restore with pg_restore".into()));
        }
        let told = |error: std::io::Error| StoreError::Broken(format!("{}: {error}", file.display()));
        let name = file.to_str().ok_or_else(|| StoreError::Broken("the file's name is not UTF-8".into()))?;
        if file.exists() {
            return Err(StoreError::Broken(format!("{name} exists already")));
        }
        self.reader.execute_unprepared(&format!("VACUUM INTO '{}'", name.replace('\'', "''"))).await?;
        // VACUUM INTO does not wait for the disk.
        std::fs::File::open(file).and_then(|copy| copy.sync_all()).map_err(told)
    }
}
