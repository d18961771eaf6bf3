//! Whether a SQLite file is still the one that was opened.
//!
//! A connection goes on writing into a file that was deleted or replaced, and the next program that opens the path finds none of
//! it. So the database, its write-ahead log and the log's index are known by device and inode, from the moment they were opened.
//! One more connection is kept for as long as the books are open: without it SQLite would take the log away when the last
//! connection is replaced, and a new log would look like a foreign one.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use sea_orm::sqlx::SqliteConnection;

use super::file::beside;

/// Device and inode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Identity(u64, u64);

/// The files of open books.
#[derive(Debug)]
pub struct Watched {
    files: Vec<(PathBuf, Identity)>,
    _open: Mutex<SqliteConnection>,
}

impl Watched {
    /// `open` has read from the file, so that its log is there.
    pub fn of(file: &Path, open: SqliteConnection) -> io::Result<Self> {
        let mut files = Vec::new();
        for path in [file.to_path_buf(), beside(file, "-wal"), beside(file, "-shm")] {
            if let Some(found) = identity(&path)? {
                files.push((path, found));
            }
        }
        Ok(Self { files, _open: Mutex::new(open) })
    }

    /// Why these are no longer the files that were opened. A file that cannot be looked at says nothing.
    pub fn lost(&self) -> Option<String> {
        let lost = self.files.iter().find(|(path, known)| identity(path).is_ok_and(|found| found != Some(*known)));
        lost.map(|(path, _)| {
            format!("{} is no longer the file that was opened: it was deleted or replaced while in use", path.display())
        })
    }

    /// When another database has taken the old one's place, moves the rest of the old one's log away: SQLite would take it for the
    /// new one's log, and mix the two.
    pub fn set_aside(&self) -> Option<PathBuf> {
        let [(file, known), log, index] = self.files.as_slice() else { return None };
        let replaced = identity(file).is_ok_and(|found| found.is_some_and(|found| found != *known));
        let mut aside = None;
        for (path, known) in [log, index].into_iter().filter(|_| replaced) {
            if identity(path).is_ok_and(|found| found == Some(*known)) {
                let to = beside(path, ".of-the-former-file");
                if std::fs::rename(path, &to).is_ok() {
                    aside = aside.or(Some(to));
                }
            }
        }
        aside
    }
}

#[cfg(unix)]
fn identity(path: &Path) -> io::Result<Option<Identity>> {
    use std::os::unix::fs::MetadataExt;
    match std::fs::metadata(path) {
        Ok(found) => Ok(Some(Identity(found.dev(), found.ino()))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Other systems do not let a file in use be replaced.
#[cfg(not(unix))]
fn identity(_: &Path) -> io::Result<Option<Identity>> {
    Ok(None)
}
