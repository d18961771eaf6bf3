//! A copy of the books while they are in use (`gl backup`).

use std::fs;
use std::io;
use std::path::Path;

use sea_orm::{ConnectionTrait, DbBackend};

use super::{Store, StoreError, file};

impl Store {
    /// Writes one consistent state into a new `SQLite` file that its owner alone can read, and onto the disk. `Err` when the file
    /// exists. It is written beside its place: what has the name is a whole copy, also when this process is killed.
    pub async fn backup(&self, to: &Path) -> Result<(), StoreError> {
        if self.backend() == DbBackend::Postgres {
            return Err(StoreError::Broken("these books are on PostgreSQL: back them up with pg_dump --format=custom --file=FILE, restore with pg_restore".into()));
        }
        let told = |error: io::Error| StoreError::Broken(format!("{}: {error}", to.display()));
        if to.exists() {
            return Err(StoreError::Broken(format!("{} exists already", to.display())));
        }
        // Of no name that a backup before, which was killed, may have left: in a container every process has the same number.
        let part = file::beside(to, &format!(".{}", crate::values::id::fresh("part-")));
        let name = part.to_str().ok_or_else(|| StoreError::Broken("the file's name is not UTF-8".into()))?.to_owned();
        file::make_new(&part).map_err(|error| StoreError::Broken(format!("{}: {error}", part.display())))?;
        let copied = self.reader.execute_unprepared(&format!("VACUUM INTO '{}'", name.replace('\'', "''"))).await;
        let kept = match copied {
            Ok(_) => keep(&part, to).map_err(told),
            Err(error) => Err(error.into()),
        };
        if kept.is_err() {
            let _ = fs::remove_file(&part);
        }
        kept
    }
}

/// Puts the whole copy in its place, and onto the disk: `VACUUM INTO` does not wait for that.
fn keep(part: &Path, to: &Path) -> io::Result<()> {
    fs::File::open(part)?.sync_all()?;
    // A link never replaces what somebody else put there meanwhile. Where there are no links, a move has to do.
    match fs::hard_link(part, to) {
        Ok(()) => fs::remove_file(part)?,
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(error),
        Err(_) => fs::rename(part, to)?,
    }
    let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."));
    fs::File::open(folder)?.sync_all()
}
