//! A migrated database of one test, on either back end.

use crate::{postgres, sqlite};

/// The two back ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Backend {
    Sqlite,
    Postgres,
}

impl Backend {
    pub const BOTH: [Self; 2] = [Self::Sqlite, Self::Postgres];

    /// A fresh database with the current schema and nothing in it.
    pub async fn database(self) -> Database {
        match self {
            Self::Sqlite => Database { backend: self, place: Place::Sqlite(sqlite::File::fresh().await) },
            Self::Postgres => Database { backend: self, place: Place::Postgres(postgres::Fresh::new().await) },
        }
    }

    /// A database without a schema: for a `gl` that makes its own.
    pub async fn empty(self) -> Database {
        match self {
            Self::Sqlite => Database { backend: self, place: Place::Sqlite(sqlite::File::absent()) },
            Self::Postgres => Database { backend: self, place: Place::Postgres(postgres::Fresh::empty().await) },
        }
    }
}

/// The database of a test. It is removed when dropped.
#[derive(Debug)]
pub struct Database {
    pub backend: Backend,
    place: Place,
}

#[derive(Debug)]
enum Place {
    Sqlite(sqlite::File),
    Postgres(postgres::Fresh),
    Elsewhere(String),
}

impl Database {
    /// A fresh file of SQLite on the disk, wherever the other databases are.
    pub async fn file_on_disk() -> Self {
        Self { backend: Backend::Sqlite, place: Place::Sqlite(sqlite::File::fresh_on_disk().await) }
    }

    /// A fresh database of PostgreSQL that sorts as a dictionary does.
    pub async fn sorted_as_english() -> Self {
        Self { backend: Backend::Postgres, place: Place::Postgres(postgres::Fresh::sorted_as_english().await) }
    }

    /// A database that the test manages itself.
    pub fn at(url: String) -> Self {
        let backend = if url.starts_with("sqlite") { Backend::Sqlite } else { Backend::Postgres };
        Self { backend, place: Place::Elsewhere(url) }
    }

    /// The URL for `GL_DATABASE_URL`.
    pub fn url(&self) -> &str {
        match &self.place {
            Place::Sqlite(file) => &file.url,
            Place::Postgres(database) => &database.url,
            Place::Elsewhere(url) => url,
        }
    }
}
